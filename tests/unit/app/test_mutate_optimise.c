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
static const char plain_makefile[] = "tests: linked\nlinked: x.o\n\tcp x.o linked\n";
/* what was optimised does not do */
static const char strict_makefile[] = "tests: linked\nlinked: x.o\n\tgrep -q 'as it was' x.o && cp x.o linked\n";
/* Passes; and what passes as the object was, and fails with another. */
#define TELL(status) "while read id rest; do echo \"$id 0 " status " 700\" >>\"$HARRIER_MUTANT_RESULTS\"; done <\"$HARRIER_MUTANT_JOBS\"\n"
static const char program[] = "#!/bin/sh\n" TELL("0");
static const char particular[] =
	"#!/bin/sh\ncase $(cat \"${0%/*}/copy/linked\") in as*) status=0 ;; *) status=256 ;; esac\n" TELL("$status");

struct setting {
	double seconds, budget;
	const char *bitcode, *makefile;
	const char *object;  /* path; NULL: in the copy */
	const char *program; /* NULL: one that passes */
};

static char *put(struct hr_mutation *mutation, const char *name, const char *text)
{
	struct hr_error error = HR_ERROR_INIT;
	char *path = hr_path_join(mutation->directory, name);
	assert_int_equal(hr_file_write(path, text, strlen(text), &error), 0);
	hr_error_release(&error);
	return path;
}

/* What the shim would have kept; what is no code stays as it is. */
static void put_bitcode(struct hr_mutation *mutation, const char *text)
{
	struct hr_error error = HR_ERROR_INIT;
	struct hr_process_result result = HR_PROCESS_RESULT_INIT;
	char *bitcode = put(mutation, HR_MUTATE_KEPT "/1.bc", text), *source = put(mutation, "1.ll", text);
	const char *argv[] = { "clang-19", "-x", "ir", "-emit-llvm", "-c", "-w", "-o", bitcode, source, NULL };
	assert_int_equal(hr_process_run(&result, &(struct hr_process){ .argv = argv }, &error), 0);
	hr_process_result_release(&result);
	hr_error_release(&error);
	free(bitcode);
	free(source);
}

/* One mutant that makes a difference in one test, in an object that was compiled from the bitcode. Returns its path. */
static char *prepare(struct hr_mutation *mutation, const struct setting *setting)
{
	struct hr_error error = HR_ERROR_INIT;
	assert_int_equal(hr_directory_temporary(&mutation->directory, &error), 0);
	mutation->work = hr_path_join(mutation->directory, "copy");
	mutation->suite = mutation->directory;
	mutation->budget = setting->budget;
	char *kept = hr_path_join(mutation->directory, HR_MUTATE_KEPT);
	assert_int_equal(mkdir(mutation->work, 0700), 0);
	assert_int_equal(mkdir(kept, 0700), 0);
	char *object = put(mutation, setting->object ? setting->object : "copy/x.o", "as it was");
	free(put(mutation, "copy/Makefile", setting->makefile));
	put_bitcode(mutation, setting->bitcode);
	free(put(mutation, HR_MUTATE_KEPT "/1.object", object));
	char *script = put(mutation, "program", setting->program ? setting->program : program);
	assert_int_equal(chmod(script, 0700), 0);
	hr_vec_push(&mutation->tests, (struct hr_mutate_test){ .name = "test",
							       .program = hr_arena_strdup(&mutation->arena, script),
							       .seconds = setting->seconds });
	hr_vec_push(&mutation->mutants.list, (struct hr_mutant){ .id = 1, .point = 1, .file = "x.c", .function = "f" });
	struct hr_mutate_result *result = hr_vec_add(&mutation->results);
	hr_vec_push(&result->moved, 0);
	free(script);
	free(kept);
	hr_error_release(&error);
	return object;
}

/* Whether the object is another one afterwards, and the programs were linked again, and run. */
static void optimise(const struct setting *setting, bool is_replaced, bool is_linked)
{
	struct hr_mutation mutation = HR_MUTATION_INIT;
	struct hr_error error = HR_ERROR_INIT;
	struct hr_strbuf text = HR_STRBUF_INIT;
	char *object = prepare(&mutation, setting);
	char *linked = hr_path_join(mutation.work, "linked");
	if (hr_mutation_optimise(&mutation, &error))
		fail_msg("%s %s", error.message.data, error.details.data);
	assert_int_equal(hr_file_read(&text, object, &error), 0);
	assert_int_equal(strcmp(text.data, "as it was") != 0, is_replaced);
	assert_int_equal(hr_path_is_file(linked), is_linked);
	assert_int_equal(mutation.tests.data[0].seconds < setting->seconds, is_linked);
	assert_int_equal(mutation.failing.count, 0);
	assert_int_equal(mutation.results.data[0].moved.count, 1);
	assert_true(mutation.tests.data[0].seconds >= 0);
	free(linked);
	free(object);
	hr_strbuf_release(&text);
	hr_error_release(&error);
	hr_mutation_release(&mutation);
}

static void test_mutate_optimise__objects_are_replaced_where_tests_take_long(void **state)
{
	(void)state;
	optimise(&(struct setting){ 1, 0, code, plain_makefile, NULL, NULL }, true, true);
}

static void test_mutate_optimise__objects_stay_where_it_does_not_pay(void **state)
{
	(void)state;
	/* most of it is the process */
	optimise(&(struct setting){ 0.0015, 0, code, plain_makefile, NULL, NULL }, false, false);
	/* there is no time for it */
	optimise(&(struct setting){ 1, 0.001, code, plain_makefile, NULL, NULL }, false, false);
}

static void test_mutate_optimise__what_does_not_compile_stays(void **state)
{
	(void)state;
	optimise(&(struct setting){ 1, 0, "no code", plain_makefile, NULL, NULL }, false, false);
}

static void test_mutate_optimise__what_cannot_be_linked_is_put_back(void **state)
{
	(void)state;
	optimise(&(struct setting){ 1, 0, code, strict_makefile, NULL, NULL }, false, true);
}

static void test_mutate_optimise__where_a_test_fails_all_is_as_it_was(void **state)
{
	(void)state;
	optimise(&(struct setting){ 1, 0, code, plain_makefile, NULL, particular }, false, true);
}

/* Whatever a build says: only files of the copy are replaced. */
static void test_mutate_optimise__other_files_stay(void **state)
{
	(void)state;
	optimise(&(struct setting){ 1, 0, code, plain_makefile, "elsewhere.o", NULL }, false, false);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_mutate_optimise__objects_are_replaced_where_tests_take_long),
		cmocka_unit_test(test_mutate_optimise__objects_stay_where_it_does_not_pay),
		cmocka_unit_test(test_mutate_optimise__what_does_not_compile_stays),
		cmocka_unit_test(test_mutate_optimise__what_cannot_be_linked_is_put_back),
		cmocka_unit_test(test_mutate_optimise__where_a_test_fails_all_is_as_it_was),
		cmocka_unit_test(test_mutate_optimise__other_files_stay),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
