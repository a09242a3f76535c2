/* Callbacks in front of tests: how they are named, and that each is there once. Outcomes are made up. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../seq/unit.h"
#include "suite/test_file.h"
#include "suite/test_names.h"

static const char library[] =
	"#include <stddef.h>\n"
	"struct io { long (*read)(void *, char *, int); int (*x_number)(void *, const char *, size_t);\n"
	"  int (*count)(int, int); };\n"
	"int use(struct io *io);\nint again(struct io *io);\n";

/* The text of two tests, which call use() and again() like this. */
static char *text_of(void *state, const char *io, const struct hr_framework *framework)
{
	static const char *const names[] = { "use", "again" };
	struct hr_model *model = read_text(state, library, NULL);
	struct hr_sequence *sequences[2];
	struct hr_test tests[2];
	for (size_t i = 0; i < 2; i++) {
		struct hr_strbuf text = HR_STRBUF_INIT;
		struct hr_outcome outcome;
		unsigned char area[16] = { 0 };
		size_t slots[1] = { 0 };
		hr_strbuf_addf(&text, "v0 = %s(%s)\n", names[i], io);
		sequences[i] = read_sequence(model, text.data);
		hr_outcome_init(&outcome);
		outcome.status = HR_OUTCOME_NORMAL;
		outcome.area = area;
		outcome.area_size = sizeof area;
		outcome.slot_of = slots;
		outcome.slot_count = 1;
		hr_test_record(&tests[i], sequences[i], 0, 0, &outcome);
		hr_outcome_release(&outcome);
		hr_strbuf_release(&text);
	}
	struct hr_strbuf text = HR_STRBUF_INIT;
	struct hr_error error = HR_ERROR_INIT;
	struct hr_test_file file = { .framework = framework };
	hr_test_names(tests, 2);
	assert_int_equal(hr_suite_test_file(&text, tests, 2, &file, &error), 0);
	for (size_t i = 0; i < 2; i++) {
		hr_test_release(&tests[i]);
		hr_sequence_free(sequences[i]);
	}
	hr_model_free(model);
	return text.data;
}

static void expect(char *text, const char *part, bool is_there)
{
	if (!strstr(text, part) == is_there)
		fail_msg("'%s' is %sin\n%s", part, is_there ? "not " : "", text);
}

/* What a function remembers is gone with its process, else every test has its own. */
static void test_callbacks__each_once(void **state)
{
	char *text = text_of(*state, "{.read = read_once}", &hr_framework_plain);
	expect(text, "static long read_once(void *a0, char *a1, int a2)", true);
	expect(text, "read_once_2", false);
	free(text);
	text = text_of(*state, "{.read = read_once}", &hr_framework_cmocka);
	expect(text, "static long read_once_2(", true);
	free(text);
}

/* Two of one test are two, whatever their tests share. */
static void test_callbacks__in_turn(void **state)
{
	char *text = text_of(*state, "{.count = callback(1, 2)}", &hr_framework_plain);
	expect(text, "static int record_count_returns_in_turn(int number1, int number2)", true);
	expect(text, "record_count_returns_in_turn_2", false);
	free(text);
	text = text_of(*state, "{.count = callback(1, 2)}", &hr_framework_cmocka);
	expect(text, "record_count_returns_in_turn_2", true);
	free(text);
}

static void test_callbacks__named_by_what_they_are_passed_for(void **state)
{
	char *text = text_of(*state, "{.x_number = write_all}", &hr_framework_plain);
	expect(text, "static int on_number(void *a0, const char *a1, size_t a2)", true);
	expect(text, ".x_number = on_number }", true);
	free(text);
	text = text_of(*state, "{.x_number = callback(1)}", &hr_framework_plain);
	expect(text, "(void *data, const char *text, size_t size)", true);
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_callbacks__each_once),
		IN_SCRATCH(test_callbacks__in_turn),
		IN_SCRATCH(test_callbacks__named_by_what_they_are_passed_for),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
