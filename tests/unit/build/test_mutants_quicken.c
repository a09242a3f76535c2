/* Code with mutants beside the code as it was written: whatever a mutant does, both kinds of program do. */
#include "build/mutants.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/process.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What two copies of a function could have twice, or pass otherwise: variables, addresses, arguments in memory, lists of arguments, labels as values. */
static const char library[] =
	"#include <stdarg.h>\n"
	"struct big { long at[6]; };\n"
	"struct pair { float first; short second; };\n"
	"typedef int operation(int);\n"
	"static int total;\n"
	"static int twice(int x) { return 2 * x; }\n"
	"static int add(int x) { static int calls; calls += x; total += calls; return total; }\n"
	"static operation *const table[] = { twice, add };\n"
	"operation *pick(int which) { return which ? table[1] : twice; }\n"
	"int is_picked(operation *given) { return given == twice ? 1 : given == add ? 2 : 0; }\n"
	"const char *word(int which) { return which > 1 ? \"many\" : \"one\"; }\n"
	"struct big shift(struct big in, int by) {\n"
	"	struct big out = { { 0 } };\n"
	"	for (int i = 0; i < 6; i++) out.at[(i + by) % 6] = in.at[i] + 1;\n"
	"	return out;\n"
	"}\n"
	"struct pair swap(struct pair in) { struct pair out = { in.second, (short)(in.first * 2) }; return out; }\n"
	"int sum(int count, ...) {\n"
	"	va_list list;\n"
	"	int result = 0;\n"
	"	va_start(list, count);\n"
	"	while (count-- > 0) result += va_arg(list, int);\n"
	"	va_end(list);\n"
	"	return result;\n"
	"}\n"
	"int jump(int from) {\n"
	"	static void *const labels[] = { &&zero, &&one };\n"
	"	goto *labels[from & 1];\n"
	"one: return 11;\n"
	"zero: return 10;\n"
	"}\n"
	"unsigned gcd(unsigned a, unsigned b) { return b ? gcd(b, a % b) : a; }\n"
	"signed char narrow(signed char a, unsigned char b) { return (signed char)(a + b); }\n"
	"double mean(const double *of, int count) {\n"
	"	double all = 0;\n"
	"	for (int i = 0; i < count; i++) all += of[i];\n"
	"	return count > 0 ? all / count : 0;\n"
	"}\n"
	"static _Thread_local int own = 3;\n"
	"int *mine(void) { own++; return &own; }\n"
	"__attribute__((constructor)) static void begin(void) { total = 100; }\n"
	"__attribute__((destructor)) static void finish(void) { total = 0; }\n"
	"__attribute__((used)) static const char mark[] = \"mark\";\n"
	"__asm__(\".globl written_in_assembly\\nwritten_in_assembly: .long 42\\n\");\n"
	"static inline __attribute__((always_inline)) int always(int x) { return x > 3 ? x - 3 : x; }\n"
	"__attribute__((cold)) static int rarely(int x) { return x * 5; }\n"
	"__attribute__((minsize)) int kinds(int x) { return always(x) + rarely(x); }\n"
	"static int write(int a, int b) { return a * 10 + b; }\n"
	"static int kill(int x) { return x - 1; }\n"
	"static int getenv(int x) { return x + 7; }\n"
	"static int is_armed;\n"
	"static long cpu_ms;\n"
	"long namesake_variables(int x) { is_armed += x; cpu_ms += 2 * x; return is_armed + cpu_ms; }\n"
	"int namesakes(int x) { return write(x, kill(x)) + getenv(x); }\n"
	"long double wide(int count, ...) {\n"
	"	va_list list;\n"
	"	long double result = 0;\n"
	"	struct big last;\n"
	"	va_start(list, count);\n"
	"	while (count-- > 0) result += va_arg(list, long double);\n"
	"	last = va_arg(list, struct big);\n"
	"	va_end(list);\n"
	"	return result + last.at[5];\n"
	"}\n"
	"inline int half(int x) { return x / 2; }\n"
	"extern inline int half(int x);\n";

static const char program[] =
	"#include <stdio.h>\n"
	"struct big { long at[6]; };\n"
	"struct pair { float first; short second; };\n"
	"typedef int operation(int);\n"
	"operation *pick(int which);\n"
	"int is_picked(operation *given);\n"
	"const char *word(int which);\n"
	"struct big shift(struct big in, int by);\n"
	"struct pair swap(struct pair in);\n"
	"int sum(int count, ...);\n"
	"int jump(int from);\n"
	"unsigned gcd(unsigned a, unsigned b);\n"
	"signed char narrow(signed char a, unsigned char b);\n"
	"double mean(const double *of, int count);\n"
	"int *mine(void);\n"
	"int half(int x);\n"
	"int kinds(int x);\n"
	"int namesakes(int x);\n"
	"long namesake_variables(int x);\n"
	"long double wide(int count, ...);\n"
	"extern int written_in_assembly;\n"
	"int main(void) {\n"
	"	struct big big = shift((struct big){ { 1, 2, 3, 4, 5, 6 } }, 2);\n"
	"	struct pair pair = swap((struct pair){ 1.5f, 7 });\n"
	"	double numbers[] = { 1, 2, 4.5 };\n"
	"	int first = pick(1)(5), *own = mine();\n"
	"	printf(\"%d %d\\n\", pick(0)(5), first);\n"
	"	printf(\"%d %d %d\\n\", is_picked(pick(0)), is_picked(pick(1)), is_picked(0));\n"
	"	printf(\"%s %s %d\\n\", word(1), word(2), word(1) == word(0));\n"
	"	for (int i = 0; i < 6; i++) printf(\"%ld \", big.at[i]);\n"
	"	printf(\"%g %d\\n\", pair.first, pair.second);\n"
	"	printf(\"%d %d %d %u %d %g\\n\", sum(3, 1, 2, 3), jump(0), jump(1), gcd(48, 36), narrow(-100, 30), mean(numbers, 3));\n"
	"	printf(\"%d %d %d\\n\", own == mine(), half(9), mean(numbers, 0) == 0);\n"
	"	printf(\"%d %d %Lg %d\\n\", kinds(5), namesakes(3), wide(2, 1.5L, 2.0L, big), written_in_assembly);\n"
	"	long before = namesake_variables(2);\n"
	"	printf(\"%ld\\n\", before * 100 + namesake_variables(1));\n"
	"	return 0;\n}\n";

static const char output[] =
	"10 105\n1 2 0\none many 1\n6 7 2 3 4 5 7 3\n6 10 11 12 -70 2.5\n1 4 1\n27 42 8.5 42\n609\n";

struct built {
	char *directory;
	char *plain, *quick; /* programs */
	struct hr_mutants mutants;
	struct hr_error error;
};

static bool wants(void *context, const char *file)
{
	(void)context;
	return strcmp(hr_path_name(file), "library.c") == 0;
}

static char *put(struct built *built, const char *name, const char *text)
{
	char *path = hr_path_join(built->directory, name);
	if (text)
		assert_int_equal(hr_file_write(path, text, strlen(text), &built->error), 0);
	return path;
}

static void call(struct built *built, const char *const *argv)
{
	struct hr_process_result result = HR_PROCESS_RESULT_INIT;
	assert_int_equal(hr_process_run(&result, &(struct hr_process){ .argv = argv }, &built->error), 0);
	if (result.exit_code)
		fail_msg("%s", result.errors.data);
	hr_process_result_release(&result);
}

static void optimise(struct built *built, const char *object, const char *kept)
{
	hr_command command = HR_VEC_INIT;
	if (hr_mutants_quicken(kept, &built->error))
		fail_msg("%s", built->error.message.data);
	hr_mutants_optimise_command(&command, object, kept, NULL);
	hr_vec_push(&command, NULL);
	call(built, command.data);
	hr_vec_release(&command);
}

static int build(void **state)
{
	static struct built built;
	built = (struct built){ .mutants = HR_MUTANTS_INIT, .error = HR_ERROR_INIT };
	assert_int_equal(hr_directory_temporary(&built.directory, &built.error), 0);
	char *source = put(&built, "library.c", library);
	char *main_source = put(&built, "main.c", program);
	char *runtime = put(&built, "runtime.bc", NULL);
	char *object = put(&built, "library.o", NULL), *kept = put(&built, "kept.bc", NULL);
	built.plain = put(&built, "plain", NULL);
	built.quick = put(&built, "quick", NULL);
	assert_int_equal(hr_mutants_runtime(runtime, &built.error), 0);
	struct hr_mutants_source mutated = {
		.path = source,
		.flags = (const char *[]){ NULL },
		.object = object,
		.scratch = built.plain,
		.kept = kept,
		.mutate = { wants, NULL, runtime },
	};
	if (hr_mutants_compile(&built.mutants, &mutated, &built.error))
		fail_msg("%s %s", built.error.message.data, built.error.details.data);
	call(&built, (const char *[]){ "cc", "-o", built.plain, main_source, object, NULL });
	optimise(&built, object, kept);
	call(&built, (const char *[]){ "cc", "-o", built.quick, main_source, object, NULL });
	free(source);
	free(main_source);
	free(runtime);
	free(object);
	free(kept);
	*state = &built;
	return 0;
}

static int drop(void **state)
{
	struct built *built = *state;
	hr_directory_remove(built->directory);
	free(built->directory);
	free(built->plain);
	free(built->quick);
	hr_mutants_release(&built->mutants);
	hr_error_release(&built->error);
	return 0;
}

static void run(struct hr_process_result *result, struct built *built, const char *path, uint64_t mutant)
{
	char variable[64];
	const char *argv[] = { path, NULL };
	snprintf(variable, sizeof variable, HR_MUTANT_VARIABLE "=%016" PRIx64, mutant);
	struct hr_process process = { .argv = argv,
				      .environment = (const char *[]){ variable, HR_MUTANT_CPU_VARIABLE "=50", NULL },
				      .timeout_seconds = 600 };
	assert_int_equal(hr_process_run(result, &process, &built->error), 0);
}

static void test_mutants_quicken__nothing_changes_without_a_mutant(void **state)
{
	struct built *built = *state;
	struct hr_process_result result = HR_PROCESS_RESULT_INIT;
	run(&result, built, built->plain, 1);
	assert_string_equal(result.output.data, output);
	hr_process_result_release(&result);
	result = (struct hr_process_result)HR_PROCESS_RESULT_INIT;
	run(&result, built, built->quick, 1);
	assert_string_equal(result.output.data, output);
	hr_process_result_release(&result);
}

static void test_mutants_quicken__each_mutant_does_the_same(void **state)
{
	struct built *built = *state;
	size_t noticed = 0;
	for (size_t i = 0; i < built->mutants.list.count; i++) {
		const struct hr_mutant *mutant = &built->mutants.list.data[i];
		struct hr_process_result plain = HR_PROCESS_RESULT_INIT, quick = HR_PROCESS_RESULT_INIT;
		run(&plain, built, built->plain, mutant->id);
		run(&quick, built, built->quick, mutant->id);
		if (plain.exit_code != quick.exit_code || strcmp(plain.output.data, quick.output.data) != 0)
			fail_msg("%s: %s: %d %s and %d %s", mutant->function, mutant->what, plain.exit_code,
				 plain.output.data, quick.exit_code, quick.output.data);
		noticed += strcmp(quick.output.data, output) != 0;
		hr_process_result_release(&plain);
		hr_process_result_release(&quick);
	}
	assert_true(built->mutants.list.count > 60);
	assert_true(noticed > built->mutants.list.count / 2);
}

/* What clang makes of va_arg() is nobody's to change. */
static void test_mutants_quicken__lists_of_arguments_stay(void **state)
{
	const struct built *built = *state;
	for (size_t i = 0; i < built->mutants.list.count; i++)
		assert_null(strstr(built->mutants.list.data[i].what, "area_p"));
}

static void test_mutants_quicken__functions_stand_twice(void **state)
{
	struct built *built = *state;
	struct hr_process_result result = HR_PROCESS_RESULT_INIT;
	const char *argv[] = { "nm", built->quick, NULL };
	assert_int_equal(hr_process_run(&result, &(struct hr_process){ .argv = argv }, &built->error), 0);
	assert_non_null(strstr(result.output.data, " t __harrier_mutants_0\n"));
	assert_null(strstr(result.output.data, " T __harrier_"));
	hr_process_result_release(&result);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_mutants_quicken__nothing_changes_without_a_mutant),
		cmocka_unit_test(test_mutants_quicken__each_mutant_does_the_same),
		cmocka_unit_test(test_mutants_quicken__lists_of_arguments_stay),
		cmocka_unit_test(test_mutants_quicken__functions_stand_twice),
	};
	return cmocka_run_group_tests(tests, build, drop);
}
