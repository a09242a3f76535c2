/* Sequences as C programs: the lines that come out, for operands that C writes otherwise than a sequence does. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "suite/program.h"

#include "../seq/unit.h"

struct program_case {
	const char *text;
	const char *line; /* that the program has */
};

static const struct program_case cases[] = {
	{ "anything(\"a\\x00b?\?=\\xffa\")\n", "\tchar p_text[9] = \"a\\x00\" \"b?\\?=\\xff\" \"a\";\n" },
	{ "put_bytes(bytes \"ab\", 2)\n", "\tchar data_bytes[2] = \"ab\";\n" },
	{ "put_bytes(bytes \"\", 0)\n", "(data_bytes + 1), 0);\n" },
	{ "b = new char[0]\nanything(b)\n", "\tchar b[1];\n\tanything(b);\n" },
	{ "int = new int 3\nanything(int)\n", "\tint int_value = 3;\n\tanything(&int_value);\n" },
	{ "s = new stream_t {.avail_in = 1, .deep = 7}\n", "{ .avail_in = 1, .deep = 7 };\n" },
	{ "s = new stream_t {.corners = [{}, {.x = 1}]}\n", "{ .corners = { { 0 }, { .x = 1 } } };\n" },
	{ "s = new stream_t {}\ns.tail = bytes \"ab\"\n", "\tmemcpy(s.tail, (char [4]){ \"ab\" }, 4);\n" },
	{ "p = new (struct point *)\nq = *p\nx = q.x\n", "\tstruct point *p;\n\tstruct point *q = p;\n" },
	{ "wide(18446744073709551615, -9223372036854775808)\n",
	  "\twide((unsigned long long)-1, (-9223372036854775807 - 1));\n" },
	{ "log_line(\"%d\", 3)\n", "\tlog_line(\"%d\", 3);\n" },
	{ "log_line(\"%% %*d %zu\", 3, 4, 5)\n", "\tlog_line(\"%% %*d %zu\", 3, 4, (long)5);\n" },
	{ "log_line(\"%-5c\", 5000000000)\n", "\tlog_line(\"%-5c\", (int)5000000000);\n" },
	{ "log_line(\"no\", 3)\n", "\tlog_line(\"no\", (long)3);\n" },
	{ "anything(stream())\n", "stream_with(NULL, 0)" },
	{ "anything(stream(\"a\"))\n", "stream_with(\"a\", 1)" },
	{ "anything(stream(3))\n", "stream_for(3)" },
	{ "on_done(callback())\n", "static void done_does_nothing(void)\n{\n}\n" },
};

static void test_program__writes_what_c_reads(void **state)
{
	struct hr_model *model = read_unit(*state);
	size_t log_line = 0;
	assert_true(hr_map_get(&model->operation_by_name, "log_line", &log_line));
	model->operations.data[log_line].params.data[0].role = HR_ROLE_FORMAT;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct hr_error error = HR_ERROR_INIT;
		struct hr_strbuf out = HR_STRBUF_INIT;
		struct hr_sequence *sequence = read_sequence(model, cases[i].text);
		assert_non_null(sequence);
		assert_int_equal(hr_suite_program(&out, sequence, &error), 0);
		if (!strstr(out.data, cases[i].line))
			fail_msg("'%s' is not in:\n%s", cases[i].line, out.data);
		hr_strbuf_release(&out);
		hr_sequence_free(sequence);
		hr_error_release(&error);
	}
	hr_model_free(model);
}

static void test_program__failing_allocations_are_wrapped(void **state)
{
	struct hr_model *model = read_unit(*state);
	struct hr_error error = HR_ERROR_INIT;
	struct hr_strbuf out = HR_STRBUF_INIT;
	struct hr_sequence *sequence = read_sequence(model, "fail_alloc(2)\n");
	assert_int_equal(hr_suite_program(&out, sequence, &error), 0);
	assert_non_null(strstr(out.data, "\tfail_alloc(2);\n"));
	assert_non_null(strstr(hr_suite_link_flags(out.data), "--wrap=realloc"));
	assert_string_equal(hr_suite_link_flags("int main(void) { return 0; }"), "");
	hr_strbuf_release(&out);
	hr_sequence_free(sequence);
	hr_error_release(&error);
	hr_model_free(model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_program__writes_what_c_reads),
		IN_SCRATCH(test_program__failing_allocations_are_wrapped),
	};

	return cmocka_run_group_tests_name("program", tests, NULL, NULL);
}
