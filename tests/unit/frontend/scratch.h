/* A temporary directory for each test, and files in it. Include after cmocka.h. */
#ifndef HR_TEST_FRONTEND_SCRATCH_H
#define HR_TEST_FRONTEND_SCRATCH_H

#include "base/error.h"
#include "base/file.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int make_scratch(void **state)
{
	char *directory = NULL;
	struct hr_error error = HR_ERROR_INIT;

	if (hr_directory_temporary(&directory, &error) != 0)
		return -1;
	*state = hr_path_real(directory); /* TMPDIR may be a link */
	free(directory);
	return 0;
}

static int drop_scratch(void **state)
{
	hr_directory_remove(*state);
	free(*state);
	return 0;
}

#define IN_SCRATCH(test) cmocka_unit_test_setup_teardown(test, make_scratch, drop_scratch)

/* Writes a file below the directory, and the one directory above it when `name` has a slash. */
static inline void write_scratch(const char *directory, const char *name, const char *text)
{
	struct hr_error error = HR_ERROR_INIT;
	char *path = hr_path_join(directory, name);
	char *parent = hr_path_parent(path);

	mkdir(parent, 0777);
	assert_int_equal(hr_file_write(path, text, strlen(text), &error), 0);
	free(parent);
	free(path);
}

#endif
