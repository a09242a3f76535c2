/* Tests for Check: each in a process and a directory of its own. Tables are its loop tests: it tells the number of the row that fails. */
#include "suite/framework.h"

#include <string.h>

static void write_check(struct hr_strbuf *out, const struct hr_check_text *check)
{
	switch (check->kind) {
	case HR_ASSERT_NUMBER:
		if (check->is_truth)
			hr_strbuf_addf(out, "\tck_assert(%s%s);\n", strcmp(check->expected, "true") == 0 ? "" : "!",
				       check->subject);
		else
			hr_strbuf_addf(out, "\tck_assert_%s_eq(%s, %s);\n", check->is_signed ? "int" : "uint",
				       check->subject, check->expected);
		break;
	case HR_ASSERT_REAL:
		hr_strbuf_addf(out, "\tck_assert_double_eq(%s, %s);\n", check->subject, check->expected);
		break;
	case HR_ASSERT_NULL:
		hr_strbuf_addf(out, "\tck_assert_ptr_null(%s);\n", check->subject);
		break;
	case HR_ASSERT_NOT_NULL:
		hr_strbuf_addf(out, "\tck_assert_ptr_nonnull(%s);\n", check->subject);
		break;
	case HR_ASSERT_TEXT:
		hr_strbuf_addf(out, "\tck_assert_str_eq(%s, %s);\n", check->subject, check->expected);
		break;
	case HR_ASSERT_BYTES:
		hr_strbuf_addf(out, "\tck_assert_mem_eq(%s, %s, %zu);\n", check->subject, check->expected, check->size);
		break;
	}
}

static void write_open(struct hr_strbuf *out, const char *unit, const struct hr_test_entry *entry)
{
	(void)unit;
	hr_strbuf_addf(out, "START_TEST(%s)\n{\n", entry->function);
	if (entry->row_count)
		hr_strbuf_addf(out, "\tconst struct %s_case *it = &%s_cases[_i];\n\n", entry->function,
			       entry->function);
}

static void write_close(struct hr_strbuf *out, const char *unit, const struct hr_test_entry *entry)
{
	(void)unit;
	(void)entry;
	hr_strbuf_addstr(out, "}\nEND_TEST\n\n");
}

static void write_finish(struct hr_strbuf *out, const char *unit, const struct hr_test_entry *entries, size_t count)
{
	hr_strbuf_addf(
		out,
		"int main(void)\n"
		"{\n"
		"\tSuite *suite = suite_create(\"%s\");\n"
		"\tTCase *\001tests = tcase_create(\"%s\");\n"
		"\tSRunner *runner = srunner_create(suite);\n\n"
		"\t/* one directory for all of them, which goes even when they crash, and in it one for each */\n"
		"\ttcase_add_unchecked_fixture(\001tests, \001fixture_enter, \001fixture_leave);\n"
		"\ttcase_add_checked_fixture(\001tests, \001fixture_enter, \001fixture_leave);\n",
		unit, unit);
	for (size_t i = 0; i < count; i++) {
		const struct hr_test_entry *entry = &entries[i];
		if (entry->row_count)
			hr_strbuf_addf(out,
				       "\ttcase_add_loop_test(\001tests, %s, 0, sizeof %s_cases / sizeof *%s_cases);\n",
				       entry->function, entry->function, entry->function);
		else
			hr_strbuf_addf(out, "\ttcase_add_test(\001tests, %s);\n", entry->function);
	}
	hr_strbuf_addstr(out, "\tsuite_add_tcase(suite, \001tests);\n\n"
			      "\tsrunner_run_all(runner, CK_ENV);\n"
			      "\tint failed = srunner_ntests_failed(runner);\n"
			      "\tsrunner_free(runner);\n"
			      "\treturn failed != 0;\n"
			      "}\n");
}

const struct hr_framework hr_framework_check = {
	.name = "check",
	.includes = "#include <check.h>\n\n#include \"" HR_FIXTURE_FILE "\"\n\n",
	.shared_name = HR_FIXTURE_FILE,
	.shared_text = hr_fixture_text,
	.makefile = "FRAMEWORK_CFLAGS ?= $(shell pkg-config --cflags check)\n"
		    "FRAMEWORK_LIBS ?= $(shell pkg-config --libs check || echo -lcheck)\n\n",
	.compile = " $(FRAMEWORK_CFLAGS)",
	.link = " $(FRAMEWORK_LIBS)",
	.objects = "",
	.module = "check",
	.environment = "CK_VERBOSITY=verbose",
	.isolates = true,
	.needs_freedom = true,
	.check = write_check,
	.open = write_open,
	.close = write_close,
	.finish = write_finish,
};
