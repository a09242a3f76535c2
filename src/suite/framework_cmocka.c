/* Tests for cmocka: all in one process, each in a directory of its own. Rows of a table are tests that have the row as their state. */
#include "suite/framework.h"

#include <string.h>

static void write_check(struct hr_strbuf *out, const struct hr_check_text *check)
{
	switch (check->kind) {
	case HR_ASSERT_NUMBER:
		if (check->is_truth)
			hr_strbuf_addf(out, "\tassert_%s(%s);\n", check->expected, check->subject);
		else
			hr_strbuf_addf(out, "\tassert_int_equal(%s, %s);\n", check->subject, check->expected);
		break;
	case HR_ASSERT_REAL: /* what there is for numbers with a fraction is not exact */
		hr_strbuf_addf(out, "\tassert_true(%s == %s);\n", check->subject, check->expected);
		break;
	case HR_ASSERT_NULL:
		hr_strbuf_addf(out, "\tassert_null(%s);\n", check->subject);
		break;
	case HR_ASSERT_NOT_NULL:
		hr_strbuf_addf(out, "\tassert_non_null(%s);\n", check->subject);
		break;
	case HR_ASSERT_TEXT:
		hr_strbuf_addf(out, "\tassert_string_equal(%s, %s);\n", check->subject, check->expected);
		break;
	case HR_ASSERT_BYTES:
		hr_strbuf_addf(out, "\tassert_memory_equal(%s, %s, %zu);\n", check->subject, check->expected,
			       check->size);
		break;
	}
}

static void write_open(struct hr_strbuf *out, const char *unit, const struct hr_test_entry *entry)
{
	(void)unit;
	/* not "state", which many a variable is called */
	hr_strbuf_addf(out, "static void %s(void **test_state)\n{\n", entry->function);
	if (entry->row_count)
		hr_strbuf_addf(out, "\tconst struct %s_case *it = *test_state;\n\n", entry->function);
	else
		hr_strbuf_addstr(out, "\t(void)test_state;\n\n");
}

static void write_finish(struct hr_strbuf *out, const char *unit, const struct hr_test_entry *entries, size_t count)
{
	hr_strbuf_addstr(out, "static int \001enter(void **state)\n"
			      "{\n"
			      "\t(void)state;\n"
			      "\t\001fixture_enter();\n"
			      "\treturn 0;\n"
			      "}\n\n"
			      "static int \001leave(void **state)\n"
			      "{\n"
			      "\t(void)state;\n"
			      "\t\001fixture_leave();\n"
			      "\treturn 0;\n"
			      "}\n\n"
			      "int main(void)\n"
			      "{\n"
			      "\tconst struct CMUnitTest \001tests[] = {\n");
	for (size_t i = 0; i < count; i++) {
		const struct hr_test_entry *entry = &entries[i];
		for (size_t k = 0; k < entry->row_count; k++)
			hr_strbuf_addf(out, "\t\t{ \"%s__%s\", %s, \001enter, \001leave, (void *)&%s_cases[%zu] },\n",
				       entry->name, entry->rows[k], entry->function, entry->function, k);
		if (!entry->row_count)
			hr_strbuf_addf(out, "\t\tcmocka_unit_test_setup_teardown(%s, \001enter, \001leave),\n",
				       entry->function);
	}
	hr_strbuf_addf(out,
		       "\t};\n"
		       "\treturn cmocka_run_group_tests_name(\"%s\", \001tests, NULL, NULL);\n"
		       "}\n",
		       unit);
}

const struct hr_framework hr_framework_cmocka = {
	.name = "cmocka",
	.includes = "#include <setjmp.h>\n#include <stdarg.h>\n#include <stddef.h>\n#include <stdint.h>\n\n"
		    "#include <cmocka.h>\n\n#include \"" HR_FIXTURE_FILE "\"\n\n",
	.shared_name = HR_FIXTURE_FILE,
	.shared_text = hr_fixture_text,
	.makefile = "FRAMEWORK_CFLAGS ?= $(shell pkg-config --cflags cmocka)\n"
		    "FRAMEWORK_LIBS ?= $(shell pkg-config --libs cmocka || echo -lcmocka)\n\n",
	.compile = " $(FRAMEWORK_CFLAGS)",
	.link = " $(FRAMEWORK_LIBS)",
	.objects = "",
	.module = "cmocka",
	.environment = "CMOCKA_MESSAGE_OUTPUT=TAP",
	.check = write_check,
	.open = write_open,
	.close = hr_framework_close,
	.finish = write_finish,
};
