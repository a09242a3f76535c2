/* Libraries that have what is missing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/process.h"
#include "build/find_library.h"
#include "building.h"

static void make_library(struct unit *unit, const char *name, const char *source)
{
	struct hr_process_result run = HR_PROCESS_RESULT_INIT;
	write_in(unit, "a.c", source);
	const char *argv[] = { "clang-19",           "-w", "-shared",           "-fPIC", "-nostdlib",
			       path_in(unit, "a.c"), "-o", path_in(unit, name), NULL };

	assert_int_equal(hr_process_run(&run, &(struct hr_process){ .argv = argv }, &unit->error), 0);
	assert_int_equal(run.exit_code, 0);
	hr_process_result_release(&run);
}

static void test_find_library__who_has_most(void **state)
{
	struct unit *unit = *state;
	static const char *const names[] = { "tape_open", "tape_close", "tape_read", "reel_new", "nobody_has_it" };
	const char *patterns[] = { path_in(unit, "lib*.so"), "/nowhere/lib*.so", NULL };
	hr_found_libraries found = HR_VEC_INIT;

	make_library(unit, "libtape.so",
		     "int reel_new(void); void tape_open(void) { reel_new(); } void tape_close(void) {}"
		     "void tape_read(void) {} static void nobody_has_it(void) {}");
	make_library(unit, "libtape-old.so",
		     "void tape_open(void) {} void tape_close(void) {} void tape_read(void) {}");
	make_library(unit, "libreel.so", "void reel_new(void) {} void tape_open(void) {}");
	write_in(unit, "libtext.so", "GROUP ( libtape.so )\n");
	hr_find_libraries(&found, names, 5, patterns, &unit->arena);
	assert_int_equal(found.count, 2);
	assert_string_equal(found.data[0].name, "tape"); /* the other one has as many, and a longer name */
	assert_int_equal(found.data[0].count, 3);
	assert_string_equal(found.data[1].name, "reel");
	assert_int_equal(found.data[1].count, 1);
	hr_vec_clear(&found);
	hr_find_libraries(&found, &names[4], 1, patterns, &unit->arena);
	assert_int_equal(found.count, 0);
	hr_vec_release(&found);
}

/* What libc has is not missing, whether it is let through or not. */
static void test_find_library__what_the_c_library_has(void **state)
{
	(void)state;
	assert_true(hr_c_library_has("getmntent"));
	assert_true(hr_c_library_has("cbrt"));
	assert_false(hr_c_library_has("crypto_box_open_easy"));
	assert_false(hr_c_library_has("hr_c_library_has"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_UNIT(test_find_library__who_has_most),
		cmocka_unit_test(test_find_library__what_the_c_library_has),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
