/* Which programs on PATH are C compilers, and the links that stand in for them.
 *
 * Invariant: a link is made only for a name that PATH has. */
#include "app/capture_internal.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const launchers[] = { "ccache", "sccache", "distcc", "icecc" };

/* Longer names first where one ends like another. */
static const char *const compilers[] = { "clang", "gcc", "tcc", "icx", "c99", "c89", "cc" };

const char *hr_capture_search_path(void)
{
	const char *path = getenv("PATH");
	return path != NULL ? path : "/usr/local/bin:/usr/bin:/bin";
}

char *hr_capture_next_directory(const char **path)
{
	if (*path == NULL)
		return NULL;
	const char *end = strchrnul(*path, ':');
	char *directory = end == *path ? hr_strdup(".") : hr_strndup(*path, (size_t)(end - *path));
	*path = *end == ':' ? end + 1 : NULL;
	return directory;
}

bool hr_capture_is_launcher(const char *name)
{
	for (size_t i = 0; i < sizeof launchers / sizeof *launchers; i++) {
		if (strcmp(name, launchers[i]) == 0)
			return true;
	}
	return false;
}

/* Takes a version off the end: the length of "gcc" in "gcc-12" and of "clang" in "clang-3.9". */
static size_t length_without_version(const char *name)
{
	const char *dash = strrchr(name, '-');
	if (dash == NULL || !isdigit((unsigned char)dash[1]) || dash[1 + strspn(dash + 1, "0123456789.")] != '\0')
		return strlen(name);
	return (size_t)(dash - name);
}

/* gcc, gcc-12, x86_64-linux-gnu-gcc-12, musl-gcc; but not gcc-ar or clang-format-19. */
static bool is_compiler_name(const char *name)
{
	size_t length = length_without_version(name);
	for (size_t i = 0; i < sizeof compilers / sizeof *compilers; i++) {
		size_t tail = strlen(compilers[i]);
		if (length < tail || memcmp(name + length - tail, compilers[i], tail) != 0)
			continue;
		if (length == tail || (length > tail + 1 && name[length - tail - 1] == '-'))
			return true;
	}
	return false;
}

static bool is_program(const char *path)
{
	return hr_path_is_file(path) && access(path, X_OK) == 0;
}

static int make_link(const char *bin, const char *name, const char *target, struct hr_error *error)
{
	char *path = hr_path_join(bin, name);
	int result = 0;
	if (symlink(target, path) != 0 && errno != EEXIST)
		result = hr_fail(error, HR_ERROR_INTERNAL, "cannot make a link '%s': %s", path, strerror(errno));
	free(path);
	return result;
}

static int link_compilers_of(const char *directory, const char *bin, const char *target, struct hr_error *error)
{
	int result = 0;
	DIR *listing = opendir(directory);
	if (listing == NULL) /* PATH often names what is not there */
		return 0;
	for (struct dirent *entry; result == 0 && (entry = readdir(listing)) != NULL;) {
		if (!is_compiler_name(entry->d_name) && !hr_capture_is_launcher(entry->d_name))
			continue;
		char *path = hr_path_join(directory, entry->d_name);
		if (is_program(path))
			result = make_link(bin, entry->d_name, target, error);
		free(path);
	}
	closedir(listing);
	return result;
}

/* The shim is a small program of its own beside us, or below the same prefix when we are installed; without it we are the shim
 * ourselves. The caller frees; NULL when not even that can be told. */
static char *find_shim(void)
{
	static const char *const places[] = { "harrier-cc", "../libexec/harrier/harrier-cc" };
	char *program = hr_path_real("/proc/self/exe");
	char *directory = program == NULL ? NULL : hr_path_parent(program);
	for (size_t i = 0; directory != NULL && i < sizeof places / sizeof *places; i++) {
		char *path = hr_path_join(directory, places[i]);
		char *shim = is_program(path) ? hr_path_real(path) : NULL;
		free(path);
		if (shim != NULL) {
			free(program);
			free(directory);
			return shim;
		}
	}
	free(directory);
	return program;
}

int hr_capture_link_compilers(const char *capture_directory, const char *program, struct hr_error *error)
{
	char *bin = hr_path_join(capture_directory, HR_CAPTURE_BIN);
	int result = 0;
	if (mkdir(bin, 0700) != 0)
		result = hr_fail(error, HR_ERROR_INTERNAL, "cannot make '%s': %s", bin, strerror(errno));

	const char *path = hr_capture_search_path();
	for (char *directory; result == 0 && (directory = hr_capture_next_directory(&path)) != NULL; free(directory))
		result = link_compilers_of(directory, bin, program, error);
	free(bin);
	return result;
}

int hr_capture_make_links(const char *capture_directory, struct hr_error *error)
{
	char *program = find_shim();
	int result = program == NULL
			     ? hr_fail(error, HR_ERROR_INTERNAL, "cannot find my own program: %s", strerror(errno))
			     : hr_capture_link_compilers(capture_directory, program, error);
	free(program);
	return result;
}
