/* Programs of this machine, by their names. A directory of that name is none, although it may be entered. */
#include "app/programs.h"

#include "app/capture_internal.h"
#include "base/file.h"

#include <stdlib.h>
#include <unistd.h>

char *hr_find_program(const char *name)
{
	const char *path = hr_capture_search_path();
	char *found = NULL;
	for (char *directory; !found && (directory = hr_capture_next_directory(&path)) != NULL; free(directory)) {
		char *candidate = hr_path_join(directory, name);
		if (*directory == '/' && hr_path_is_file(candidate) && access(candidate, X_OK) == 0)
			found = candidate;
		else
			free(candidate);
	}
	return found;
}
