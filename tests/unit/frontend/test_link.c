/* Where the code behind the operations is: in the header, a source, a library, or nowhere. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/process.h"

#include "reading.h"

/* Compiles a source of the directory; the arguments are those of cc, words with bars between. */
static void compile(const char *directory, const char *arguments)
{
	struct hr_arena arena = HR_ARENA_INIT;
	struct hr_error error = HR_ERROR_INIT;
	struct hr_process_result result = HR_PROCESS_RESULT_INIT;
	hr_strings argv = HR_VEC_INIT;

	split_words(&argv, "cc|-w|-fPIC", &arena);
	split_words(&argv, arguments, &arena);
	hr_vec_push(&argv, NULL);
	struct hr_process process = { .argv = argv.data, .directory = directory, .timeout_seconds = 600 };

	assert_int_equal(hr_process_run(&result, &process, &error), 0);
	assert_int_equal(result.exit_code, 0);
	hr_process_result_release(&result);
	hr_vec_release(&argv);
	hr_arena_release(&arena);
}

static void check(const char *directory, const struct text_unit *unit, const char *expected)
{
	struct hr_model *model = read_fine(directory, unit);
	struct hr_strbuf actual = HR_STRBUF_INIT;

	for (size_t i = 0; i < model->operations.count; i++) {
		const struct hr_operation *it = &model->operations.data[i];

		hr_strbuf_addf(&actual, "%s%s %s", i > 0 ? ", " : "", it->name,
			       hr_word(&hr_definition_words, (int)it->definition));
		assert_int_equal(it->callable, it->definition != HR_DEFINED_NOWHERE);
		if (!it->callable)
			assert_string_equal(
				it->reason,
				"is declared, but neither the given sources nor the given libraries define it");
	}
	assert_string_equal(actual.data, expected);
	hr_strbuf_release(&actual);
	hr_model_free(model);
}

static const char header[] = "int f(int a);\nint g(int a);\nstatic inline int h(int a) { return a; }\n"
			     "#define M(a) f(a)\nint k(int a);\n";

static void write_files(const char *directory)
{
	write_scratch(directory, "unit.h", header);
	write_scratch(directory, "f.c", "#include \"unit.h\"\nint f(int a) { return a; }\n");
	write_scratch(directory, "g.c", "#include \"unit.h\"\nint g(int a) { return a; }\n");
}

static void test_link__nothing_given(void **state)
{
	write_files(*state);
	check(*state, &(struct text_unit){ 0 }, "f unknown, g unknown, h header, k unknown, M header");
}

static void test_link__sources(void **state)
{
	write_files(*state);
	check(*state, &(struct text_unit){ .sources = "f.c" }, "f source, g nowhere, h header, k nowhere, M header");
	check(*state, &(struct text_unit){ .sources = "f.c|g.c" }, "f source, g source, h header, k nowhere, M header");
}

static void test_link__libraries(void **state)
{
	struct hr_strbuf flags = HR_STRBUF_INIT;

	write_files(*state);
	compile(*state, "-shared|-o|libg.so|g.c");
	compile(*state, "-c|-o|g.o|g.c");
	hr_strbuf_addf(&flags, "-L%s|-lg", (const char *)*state);
	check(*state, &(struct text_unit){ .flags = flags.data },
	      "f nowhere, g library, h header, k nowhere, M header");
	check(*state, &(struct text_unit){ .sources = "f.c", .flags = flags.data },
	      "f source, g library, h header, k nowhere, M header");
	hr_strbuf_clear(&flags);
	hr_strbuf_addf(&flags, "%s/g.o", (const char *)*state);
	check(*state, &(struct text_unit){ .flags = flags.data },
	      "f nowhere, g library, h header, k nowhere, M header");
	hr_strbuf_release(&flags);
}

/* A library that is another one's: what it needs counts too. */
static void test_link__behind_a_library(void **state)
{
	struct hr_strbuf flags = HR_STRBUF_INIT;

	write_files(*state);
	write_scratch(*state, "outer.c", "int g(int);\nint k(int a) { return g(a); }\n");
	compile(*state, "-shared|-o|libg.so|g.c");
	compile(*state, "-shared|-o|libouter.so|outer.c|-L.|-lg|-Wl,-rpath,$ORIGIN");
	hr_strbuf_addf(&flags, "-L%s|-louter", (const char *)*state);
	check(*state, &(struct text_unit){ .flags = flags.data },
	      "f nowhere, g library, h header, k library, M header");
	hr_strbuf_release(&flags);
}

static void test_link__absent_library(void **state)
{
	struct hr_error error = HR_ERROR_INIT;
	struct hr_model *model = NULL;

	write_files(*state);
	assert_int_equal(
		read_files(&model, *state, &(struct text_unit){ .flags = "-lharrier-no-such-library" }, &error), -1);
	assert_int_equal(error.kind, HR_ERROR_INPUT);
	assert_string_equal(error.message.data, "the libraries named after '--' cannot be linked");
	assert_non_null(strstr(error.details.data, "harrier-no-such-library"));
	hr_error_release(&error);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_link__nothing_given),  IN_SCRATCH(test_link__sources),
		IN_SCRATCH(test_link__libraries),      IN_SCRATCH(test_link__behind_a_library),
		IN_SCRATCH(test_link__absent_library),
	};

	return cmocka_run_group_tests_name("link", tests, NULL, NULL);
}
