/* Objects with mutants, compiled once more where the tests take long. */
#include "app/mutate_internal.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/file.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char code[] = "define i32 @f() {\n  ret i32 3\n}\n";
static const char makefile[] = "tests:\n\ttouch linked\n";

static char *put(struct hr_mutation *mutation, const char *name, const char *text)
{
	struct hr_error error = HR_ERROR_INIT;
	char *path = hr_path_join(mutation->directory, name);
	assert_int_equal(hr_file_write(path, text, strlen(text), &error), 0);
	hr_error_release(&error);
	return path;
}

/* One mutant that makes a difference in one test of so many seconds, in an object that was compiled from `code`. */
static char *prepare(struct hr_mutation *mutation, double seconds, const char *bitcode)
{
	struct hr_error error = HR_ERROR_INIT;
	assert_int_equal(hr_directory_temporary(&mutation->directory, &error), 0);
	mutation->work = hr_path_join(mutation->directory, "copy");
	mutation->suite = mutation->directory;
	char *kept = hr_path_join(mutation->directory, HR_MUTATE_KEPT);
	assert_int_equal(mkdir(mutation->work, 0700), 0);
	assert_int_equal(mkdir(kept, 0700), 0);
	char *object = put(mutation, "copy/x.o", "as it was");
	free(put(mutation, "copy/Makefile", makefile));
	free(put(mutation, HR_MUTATE_KEPT "/1.bc", bitcode));
	free(put(mutation, HR_MUTATE_KEPT "/1.object", object));
	hr_vec_push(&mutation->tests,
		    (struct hr_mutate_test){ .name = "test", .program = "program", .seconds = seconds });
	hr_vec_push(&mutation->mutants.list, (struct hr_mutant){ .id = 1, .point = 1 });
	struct hr_mutate_result *result = hr_vec_add(&mutation->results);
	hr_vec_push(&result->moved, 0);
	free(kept);
	hr_error_release(&error);
	return object;
}

/* Whether the object is another one afterwards, and the programs were linked again. */
static void optimise(double seconds, double budget, const char *bitcode, bool is_replaced, bool is_linked)
{
	struct hr_mutation mutation = HR_MUTATION_INIT;
	struct hr_error error = HR_ERROR_INIT;
	struct hr_strbuf text = HR_STRBUF_INIT;
	char *object = prepare(&mutation, seconds, bitcode);
	char *linked = hr_path_join(mutation.work, "linked");
	mutation.budget = budget;
	if (hr_mutation_optimise(&mutation, &error))
		fail_msg("%s %s", error.message.data, error.details.data);
	assert_int_equal(hr_file_read(&text, object, &error), 0);
	assert_int_equal(strcmp(text.data, "as it was") != 0, is_replaced);
	assert_int_equal(hr_path_is_file(linked), is_linked);
	free(linked);
	free(object);
	hr_strbuf_release(&text);
	hr_error_release(&error);
	hr_mutation_release(&mutation);
}

static void test_mutate_optimise__objects_are_replaced_where_tests_take_long(void **state)
{
	(void)state;
	optimise(1, 0, code, true, true);
}

static void test_mutate_optimise__objects_stay_where_it_does_not_pay(void **state)
{
	(void)state;
	optimise(0.0015, 0, code, false, false); /* most of it is the process */
	optimise(1, 0.001, code, false, false);  /* there is no time for it */
}

static void test_mutate_optimise__what_does_not_compile_stays(void **state)
{
	(void)state;
	optimise(1, 0, "no code", false, true);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_mutate_optimise__objects_are_replaced_where_tests_take_long),
		cmocka_unit_test(test_mutate_optimise__objects_stay_where_it_does_not_pay),
		cmocka_unit_test(test_mutate_optimise__what_does_not_compile_stays),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
