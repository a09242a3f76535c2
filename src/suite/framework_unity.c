/* Tests for Unity (ThrowTheSwitch): all in one process, each in a directory of its own. Its source is the user's, in UNITY_DIR. A table is one test
 * with a loop: a check that fails tells the row. */
#include "suite/framework.h"

#include <string.h>

/* What compares integers of this type. */
static const char *integer_word(const struct hr_check_text *check)
{
	if (check->is_wide)
		return check->is_signed ? "INT64" : "UINT64";
	return check->is_signed ? "INT" : "UINT";
}

static void write_check(struct hr_strbuf *out, const struct hr_check_text *check)
{
	const char *message = check->label ? "_MESSAGE" : "";
	switch (check->kind) {
	case HR_ASSERT_NUMBER:
		if (check->is_truth)
			hr_strbuf_addf(out, "\tTEST_ASSERT_%s%s(%s",
				       strcmp(check->expected, "true") == 0 ? "TRUE" : "FALSE", message,
				       check->subject);
		else
			hr_strbuf_addf(out, "\tTEST_ASSERT_EQUAL_%s%s(%s, %s", integer_word(check), message,
				       check->expected, check->subject);
		break;
	case HR_ASSERT_REAL: /* whether numbers with a fraction can be compared depends on how Unity was configured */
		hr_strbuf_addf(out, "\tTEST_ASSERT_TRUE%s(%s == %s", message, check->subject, check->expected);
		break;
	case HR_ASSERT_NULL:
		hr_strbuf_addf(out, "\tTEST_ASSERT_NULL%s(%s", message, check->subject);
		break;
	case HR_ASSERT_NOT_NULL:
		hr_strbuf_addf(out, "\tTEST_ASSERT_NOT_NULL%s(%s", message, check->subject);
		break;
	case HR_ASSERT_TEXT:
		hr_strbuf_addf(out, "\tTEST_ASSERT_EQUAL_STRING%s(%s, %s", message, check->expected, check->subject);
		break;
	case HR_ASSERT_BYTES:
		hr_strbuf_addf(out, "\tTEST_ASSERT_EQUAL_MEMORY%s(%s, %s, %zu", message, check->expected,
			       check->subject, check->size);
		break;
	}
	if (check->label)
		hr_strbuf_addf(out, ", %s", check->label);
	hr_strbuf_addstr(out, ");\n");
}

static void write_open(struct hr_strbuf *out, const char *unit, const struct hr_test_entry *entry)
{
	(void)unit;
	if (entry->row_count)
		hr_strbuf_addf(out, "static void check_%s(const struct %s_case *it)\n{\n", entry->function,
			       entry->function);
	else
		hr_strbuf_addf(out, "static void %s(void)\n{\n", entry->function);
}

static void write_close(struct hr_strbuf *out, const char *unit, const struct hr_test_entry *entry)
{
	(void)unit;
	hr_strbuf_addstr(out, "}\n\n");
	if (entry->row_count)
		hr_strbuf_addf(out,
			       "static void %s(void)\n{\n"
			       "\tfor (size_t i = 0; i < sizeof %s_cases / sizeof *%s_cases; i++)\n"
			       "\t\tcheck_%s(&%s_cases[i]);\n}\n\n",
			       entry->function, entry->function, entry->function, entry->function, entry->function);
}

static void write_finish(struct hr_strbuf *out, const char *unit, const struct hr_test_entry *entries, size_t count)
{
	(void)unit;
	hr_strbuf_addstr(out, "void setUp(void)\n{\n\t\001fixture_enter();\n}\n\n"
			      "void tearDown(void)\n{\n\t\001fixture_leave();\n}\n\n"
			      "int main(void)\n{\n\tUNITY_BEGIN();\n");
	for (size_t i = 0; i < count; i++)
		hr_strbuf_addf(out, "\tRUN_TEST(%s);\n", entries[i].function);
	hr_strbuf_addstr(out, "\treturn UNITY_END();\n}\n");
}

const struct hr_framework hr_framework_unity = {
	.name = "unity",
	.includes = "#include <unity.h>\n\n#include \"" HR_FIXTURE_FILE "\"\n\n",
	.shared_name = HR_FIXTURE_FILE,
	.shared_text = hr_fixture_text,
	.makefile = "# where Unity's sources are: unity.c and unity.h, or a directory src with them\n"
		    "UNITY_DIR ?= unity\n"
		    "unity_source := $(firstword $(wildcard $(UNITY_DIR)/unity.c $(UNITY_DIR)/src/unity.c) "
		    "$(UNITY_DIR)/src/unity.c)\n\n"
		    "unity.o: $(unity_source)\n"
		    "\t$(CC) -O1 -DUNITY_SUPPORT_64 -I$(dir $(unity_source)) $(CFLAGS) -c -o $@ $(unity_source)\n\n",
	.compile = " -DUNITY_SUPPORT_64 -isystem $(dir $(unity_source))",
	.link = "",
	.objects = " unity.o",
	.wrap = "unity",
	.cmake = "set(UNITY_DIR \"unity\" CACHE PATH \"where unity.c and unity.h are\")\n"
		 "add_library(framework STATIC \"${UNITY_DIR}/unity.c\")\n"
		 "target_compile_definitions(framework PUBLIC UNITY_SUPPORT_64)\n"
		 "target_include_directories(framework SYSTEM PUBLIC \"${UNITY_DIR}\")\n\n",
	.check = write_check,
	.open = write_open,
	.close = write_close,
	.finish = write_finish,
};
