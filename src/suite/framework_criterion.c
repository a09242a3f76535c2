/* Tests for Criterion: each in a process and a directory of its own; they register themselves, and main() is Criterion's. So does each row of a table:
 * what one leaves in the library must not reach the next. */
#include "suite/framework.h"

#include <string.h>

static void write_check(struct hr_strbuf *out, const struct hr_check_text *check)
{
	switch (check->kind) {
	case HR_ASSERT_NUMBER:
	case HR_ASSERT_REAL:
		if (check->is_truth)
			hr_strbuf_addf(out, "\tcr_assert%s(%s);\n", strcmp(check->expected, "true") == 0 ? "" : "_not",
				       check->subject);
		else
			hr_strbuf_addf(out, "\tcr_assert_eq(%s, %s);\n", check->subject, check->expected);
		break;
	case HR_ASSERT_NULL:
		hr_strbuf_addf(out, "\tcr_assert_null(%s);\n", check->subject);
		break;
	case HR_ASSERT_NOT_NULL:
		hr_strbuf_addf(out, "\tcr_assert_not_null(%s);\n", check->subject);
		break;
	case HR_ASSERT_TEXT:
		hr_strbuf_addf(out, "\tcr_assert_str_eq(%s, %s);\n", check->subject, check->expected);
		break;
	case HR_ASSERT_BYTES:
		hr_strbuf_addf(out, "\tcr_assert_arr_eq(%s, %s, %zu);\n", check->subject, check->expected, check->size);
		break;
	}
}

static void write_open(struct hr_strbuf *out, const char *unit, const struct hr_test_entry *entry)
{
	if (entry->row_count)
		hr_strbuf_addf(out, "static void check_%s(const struct %s_case *it)\n{\n", entry->function,
			       entry->function);
	else
		hr_strbuf_addf(out, "Test(%s, %s, .init = \001fixture_enter, .fini = \001fixture_leave)\n{\n", unit,
			       entry->function);
}

static void write_close(struct hr_strbuf *out, const char *unit, const struct hr_test_entry *entry)
{
	hr_strbuf_addstr(out, "}\n\n");
	for (size_t i = 0; i < entry->row_count; i++)
		hr_strbuf_addf(out,
			       "Test(%s, %s__%s, .init = \001fixture_enter, .fini = \001fixture_leave)\n{\n"
			       "\tcheck_%s(&%s_cases[%zu]);\n}\n\n",
			       unit, entry->name, entry->rows[i], entry->function, entry->function, i);
}

static void write_finish(struct hr_strbuf *out, const char *unit, const struct hr_test_entry *entries, size_t count)
{
	(void)out;
	(void)unit;
	(void)entries;
	(void)count;
}

const struct hr_framework hr_framework_criterion = {
	.name = "criterion",
	.includes = "#include <criterion/criterion.h>\n\n#include \"" HR_FIXTURE_FILE "\"\n\n",
	.shared_name = HR_FIXTURE_FILE,
	.shared_text = hr_fixture_text,
	.makefile = "FRAMEWORK_CFLAGS ?= $(shell pkg-config --cflags criterion)\n"
		    "FRAMEWORK_LIBS ?= $(shell pkg-config --libs criterion || echo -lcriterion)\n\n",
	.compile = " $(FRAMEWORK_CFLAGS)",
	.link = " $(FRAMEWORK_LIBS)",
	.objects = "",
	.module = "criterion",
	.isolates = true,
	.needs_freedom = true,
	.check = write_check,
	.open = write_open,
	.close = write_close,
	.finish = write_finish,
};
