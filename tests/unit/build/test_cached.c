/* What is built once is not built again, and what has changed is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "build/cache.h"
#include "building.h"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

static void write_two(struct unit *unit)
{
	write_in(unit, "unit.h", "int f(int a);\n");
	write_in(unit, "part.h", "#define PART 1\n");
	write_in(unit, "unit.c", "#include \"part.h\"\nint f(int a) { return a + PART; }\n");
	write_in(unit, "other.c", "int g(int a) { return a; }\n");
	assert_int_equal(read_unit(unit, "unit.c other.c", ""), 0);
}

/* Builds, and tells how many sources were compiled. */
static size_t build_again(struct unit *unit)
{
	if (build_unit(unit) != 0)
		fail_msg("%s\n%s", unit->error.message.data, unit->error.details.data);
	return unit->built.compiled;
}

static void test_cached__unchanged(void **state)
{
	struct unit *unit = *state;

	write_two(unit);
	assert_int_equal(build_again(unit), 2);
	const char *first = hr_arena_strdup(&unit->arena, unit->built.object);
	assert_int_equal(build_again(unit), 0);
	assert_string_equal(unit->built.object, first);
	assert_int_equal(unit->built.total, 2);
}

static void test_cached__changed_header(void **state)
{
	struct unit *unit = *state;

	write_two(unit);
	build_again(unit);
	const char *first = hr_arena_strdup(&unit->arena, unit->built.object);
	write_in(unit, "part.h", "#define PART 2\n");
	assert_int_equal(build_again(unit), 1);
	assert_string_not_equal(unit->built.object, first);
	write_in(unit, "part.h", "#define PART 1\n");
	assert_int_equal(build_again(unit), 0);
	assert_string_equal(unit->built.object, first);
}

static void test_cached__changed_flags(void **state)
{
	struct unit *unit = *state;

	write_two(unit);
	build_again(unit);
	assert_int_equal(read_unit(unit, "unit.c other.c", "-fwrapv"), 0);
	assert_int_equal(build_again(unit), 2);
}

/* A name that the unit defines now goes through the gate no longer, in the other sources too. */
static void test_cached__name_defined_elsewhere(void **state)
{
	struct unit *unit = *state;

	write_in(unit, "unit.h", "int f(const char *a);\n");
	write_in(unit, "unit.c", "#include <string.h>\nint f(const char *a) { return (int)strcmp(a, \"b\"); }\n");
	write_in(unit, "other.c", "int g(int a) { return a; }\n");
	assert_int_equal(read_unit(unit, "unit.c other.c", ""), 0);
	build_again(unit);
	assert_true(is_undefined(unit, "hr_gate_strcmp"));
	write_in(unit, "other.c", "int strcmp(const char *a, const char *b) { return *a - *b; }\n");
	build_again(unit);
	assert_null(find_in(&unit->symbols, "hr_gate_strcmp"));
	assert_true(is_defined(unit, "strcmp"));
}

/* Files that somebody removed are made again. */
static void test_cached__lost_files(void **state)
{
	static const char *const endings[] = { ".o", ".bc", ".so", ".symbols", ".refused", ".c" };
	struct unit *unit = *state;

	write_two(unit);
	build_again(unit);
	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
		DIR *stream = opendir(unit->options.cache);
		for (struct dirent *it; (it = readdir(stream));) {
			const char *dot = strrchr(it->d_name, '.');
			if (dot && strcmp(dot, endings[i]) == 0)
				unlinkat(dirfd(stream), it->d_name, 0);
		}
		closedir(stream);
		build_again(unit);
		assert_true(hr_path_is_file(unit->built.object));
	}
}

static void test_cached__leaves_nothing_unfinished(void **state)
{
	struct unit *unit = *state;

	write_two(unit);
	build_again(unit);
	write_in(unit, "unit.c", "int f(int a) { return missing; }\n");
	assert_int_equal(build_unit(unit), -1);
	DIR *stream = opendir(unit->options.cache);
	for (struct dirent *it; (it = readdir(stream));)
		assert_null(strstr(it->d_name, "making."));
	closedir(stream);
}

static void test_cached__unusable_directory(void **state)
{
	struct unit *unit = *state;

	write_two(unit);
	write_in(unit, "plain", "a file\n");
	unit->options.cache = path_in(unit, "plain/below");
	build_again(unit);
	assert_true(hr_path_is_file(unit->built.object));
	assert_non_null(unit->built.temporary);
	char *object = hr_arena_strdup(&unit->arena, unit->built.object);
	forget_build(unit);
	assert_false(hr_path_is_file(object));
}

static void age(const char *path, time_t seconds)
{
	struct timespec times[2] = { { .tv_sec = seconds }, { .tv_sec = seconds } };

	assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

static void test_cached__trims_the_oldest(void **state)
{
	struct unit *unit = *state;
	struct hr_cache cache;

	assert_int_equal(hr_cache_open(&cache, unit->options.cache, &unit->error), 0);
	const char *old = path_in(unit, "cache/old.o"), *used = path_in(unit, "cache/used.o"),
		   *fresh = path_in(unit, "cache/fresh.o");
	write_in(unit, "cache/old.o", "0123456789");
	write_in(unit, "cache/used.o", "0123456789");
	write_in(unit, "cache/fresh.o", "0123456789");
	age(old, 2000);
	age(used, 1000);
	assert_true(hr_cache_has(used));
	assert_false(hr_cache_has(path_in(unit, "cache/none.o")));
	hr_cache_trim(&cache, 30);
	assert_true(hr_path_is_file(old));
	hr_cache_trim(&cache, 25);
	assert_false(hr_path_is_file(old));
	assert_true(hr_path_is_file(used));
	assert_true(hr_path_is_file(fresh));
	assert_true(hr_path_is_directory(cache.scratch));
	hr_cache_close(&cache);
}

static void test_cached__what_a_killed_build_left_is_removed(void **state)
{
	struct unit *unit = *state;
	struct hr_cache cache;

	mkdir(path_in(unit, "cache"), 0777);
	mkdir(path_in(unit, "cache/making.dead01"), 0777);
	chmod(path_in(unit, "cache/making.dead01"), 01700); /* as they have it */
	write_in(unit, "cache/making.dead01/half.o", "half");
	assert_int_equal(hr_cache_open(&cache, unit->options.cache, &unit->error), 0);
	assert_false(hr_path_is_directory(path_in(unit, "cache/making.dead01")));
	assert_true(hr_path_is_directory(cache.scratch));
	hr_cache_close(&cache);
}

static void test_cached__follows_the_environment(void **state)
{
	struct unit *unit = *state;
	struct hr_cache cache;
	char *before = getenv("XDG_CACHE_HOME") ? strdup(getenv("XDG_CACHE_HOME")) : NULL;

	setenv("XDG_CACHE_HOME", path_in(unit, "deep/er"), 1);
	assert_int_equal(hr_cache_open(&cache, NULL, &unit->error), 0);
	assert_string_equal(cache.directory, path_in(unit, "deep/er/harrier/units"));
	assert_false(cache.is_temporary);
	hr_cache_close(&cache);
	if (before)
		setenv("XDG_CACHE_HOME", before, 1);
	else
		unsetenv("XDG_CACHE_HOME");
	free(before);
}

static void test_cached__coverage_objects(void **state)
{
	struct unit *unit = *state;
	hr_elf_symbols symbols = HR_VEC_INIT;

	unit->options.flavour = HR_FLAVOUR_COVERAGE;
	write_two(unit);
	assert_int_equal(build_again(unit), 2);
	assert_null(unit->built.object);
	assert_int_equal(unit->built.objects.count, 2);
	assert_int_equal(hr_elf_symbols_read(&symbols, unit->built.objects.data[0], false, &unit->arena, &unit->error),
			 0);
	assert_non_null(find_in(&symbols, "f"));
	assert_non_null(find_in(&symbols, "__profc_f"));
	assert_null(find_in(&symbols, "__asan_init"));
	hr_vec_release(&symbols);
	assert_int_equal(build_again(unit), 0);
	assert_int_equal(unit->built.objects.count, 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_UNIT(test_cached__unchanged),
		IN_UNIT(test_cached__changed_header),
		IN_UNIT(test_cached__changed_flags),
		IN_UNIT(test_cached__name_defined_elsewhere),
		IN_UNIT(test_cached__lost_files),
		IN_UNIT(test_cached__leaves_nothing_unfinished),
		IN_UNIT(test_cached__unusable_directory),
		IN_UNIT(test_cached__trims_the_oldest),
		IN_UNIT(test_cached__what_a_killed_build_left_is_removed),
		IN_UNIT(test_cached__follows_the_environment),
		IN_UNIT(test_cached__coverage_objects),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
