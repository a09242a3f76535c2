/* The check for leaks that is linked to programs: what it takes for lost. One program with a case for each argument: it is compiled with sanitizers, which takes its time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "app/confirm_internal.h"
#include "base/file.h"
#include "base/process.h"

#include <stdlib.h>
#include <string.h>

static const char program[] = "#include <pthread.h>\n#include <stdlib.h>\n#include <string.h>\n"
			      "static void *kept;\nstatic __thread void *kept_by_thread;\nstatic pthread_key_t key;\n"
			      "__attribute__((noinline)) static void **block(void)\n{\n"
			      "	void **outer = malloc(sizeof *outer);\n	*outer = malloc(7);\n	return outer;\n}\n"
			      "int main(int argc, char **argv)\n{\n"
			      "	const char *way = argc > 1 ? argv[1] : \"\";\n"
			      "	if (strcmp(way, \"variable\") == 0)\n		kept = block();\n"
			      "	if (strcmp(way, \"thread\") == 0)\n		kept_by_thread = block();\n"
			      "	if (strcmp(way, \"key\") == 0 && pthread_key_create(&key, free) == 0)\n"
			      "		pthread_setspecific(key, block());\n"
			      "	if (strcmp(way, \"lost\") == 0)\n		block();\n"
			      "	return 0;\n}\n";

/* With a compiler that has sanitizers; false: there is none here. */
static bool make_program(const char *directory)
{
	struct hr_error error = HR_ERROR_INIT;
	struct hr_compilers compilers;
	bool made = false;
	assert_int_equal(hr_compilers_find(&compilers, &error), 0);
	for (size_t i = compilers.count; i-- > 0 && !made;) {
		const struct hr_compiler *compiler = &compilers.list[i];
		struct hr_process_result result = HR_PROCESS_RESULT_INIT;
		const char *argv[] = { compiler->command, "-g",           "-fsanitize=address", "-o", "program",
				       "program.c",       "leak-check.o", "-lpthread",          NULL };
		struct hr_process process = { .argv = argv, .directory = directory };
		char *path = hr_path_join(directory, "program.c");
		assert_int_equal(hr_compiler_has_sanitizers(&made, compiler, directory, &error), 0);
		if (made)
			assert_int_equal(hr_leak_check_compile(&made, compiler->command, directory, NULL, &error), 0);
		if (made) {
			assert_int_equal(hr_file_write(path, program, strlen(program), &error), 0);
			assert_int_equal(hr_process_run(&result, &process, &error), 0);
			assert_int_equal(result.exit_code, 0);
		}
		hr_process_result_release(&result);
		free(path);
	}
	return made;
}

static bool loses(const char *directory, const char *way)
{
	static const char *const environment[] = { "ASAN_OPTIONS=detect_leaks=0", NULL };
	struct hr_error error = HR_ERROR_INIT;
	struct hr_process_result result = HR_PROCESS_RESULT_INIT;
	const char *argv[] = { "./program", way, NULL };
	struct hr_process process = { .argv = argv, .directory = directory, .environment = environment };
	assert_int_equal(hr_process_run(&result, &process, &error), 0);
	bool is_told = strstr(result.errors.data, "LeakCheck: detected memory leaks") != NULL;
	assert_int_equal(result.exit_code != 0, is_told);
	hr_process_result_release(&result);
	return is_told;
}

/* What a thread keeps by a key is as reachable as what a variable holds: libraries have their state there. */
static void test_confirm_leaks__what_somebody_keeps_is_not_lost(void **state)
{
	struct hr_error error = HR_ERROR_INIT;
	char *directory = NULL;
	(void)state;
	assert_int_equal(hr_directory_temporary(&directory, &error), 0);
	bool made = make_program(directory);
	if (made) {
		assert_true(loses(directory, "lost"));
		assert_false(loses(directory, "variable"));
		assert_false(loses(directory, "thread"));
		assert_false(loses(directory, "key"));
	}
	hr_directory_remove(directory);
	free(directory);
	if (!made)
		skip();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_confirm_leaks__what_somebody_keeps_is_not_lost),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
