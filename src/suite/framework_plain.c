/* Tests that need nothing but a C library: assert(), and run_tests.h (suite/harness.h), which runs them and prints TAP. */
#include "suite/framework.h"
#include "suite/harness.h"

#include <string.h>

enum { MOST_NAMES = 84 }; /* so many letters of them have room in a line */

static void write_check(struct hr_strbuf *out, const struct hr_check_text *check)
{
	hr_strbuf_addstr(out, "\tassert(");
	hr_framework_condition(out, check);
	hr_strbuf_addstr(out, ");\n");
}

static void write_open(struct hr_strbuf *out, const char *unit, const struct hr_test_entry *entry)
{
	(void)unit;
	if (entry->row_count)
		hr_strbuf_addf(out, "static void %s(const void *row)\n{\n\tconst struct %s_case *it = row;\n\n",
			       entry->function, entry->function);
	else
		hr_strbuf_addf(out, "static void %s(void)\n{\n", entry->function);
}

static void write_finish(struct hr_strbuf *out, const char *unit, const struct hr_test_entry *entries, size_t count)
{
	(void)unit;
	hr_strbuf_addstr(out, "static const struct \001test \001tests[] = {\n");
	for (size_t i = 0; i < count; i++) {
		const struct hr_test_entry *entry = &entries[i];
		if (entry->row_count)
			hr_strbuf_addf(out,
				       "\t{ .name = \"%s\", .run_row = %s,\n"
				       "\t  .rows = %s_cases,\n\t  .size = sizeof *%s_cases,\n"
				       "\t  .count = sizeof %s_cases / sizeof *%s_cases },\n",
				       entry->name, entry->function, entry->function, entry->function, entry->function,
				       entry->function);
		else
			hr_strbuf_addf(out, "\t{ .name = \"%s\",%s.run = %s },\n", entry->name,
				       strlen(entry->name) + strlen(entry->function) > MOST_NAMES ? "\n\t  " : " ",
				       entry->function);
	}
	hr_strbuf_addstr(out, "};\n\n"
			      "int main(int argc, char **argv)\n"
			      "{\n"
			      "\treturn \001run_tests(\001tests, sizeof \001tests / sizeof *\001tests, argc, argv);\n"
			      "}\n");
}

const struct hr_framework hr_framework_plain = {
	.name = "plain",
	.includes = "#include \"" HR_HARNESS_FILE "\"\n\n#include <assert.h>\n",
	.shared_name = HR_HARNESS_FILE,
	.shared_text = hr_harness_text,
	.makefile = "",
	.compile = "",
	.link = "",
	.objects = "",
	.isolates = true,
	.check = write_check,
	.open = write_open,
	.close = hr_framework_close,
	.finish = write_finish,
};
