/* Lines that are too long. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "suite/c_lines.h"

#include <string.h>

#define TEN "aaaaaaaaaa"
#define FORTY TEN TEN TEN TEN

static void expect(const char *text, const char *expected)
{
	struct hr_strbuf out = HR_STRBUF_INIT;
	hr_c_wrap(&out, text);
	assert_string_equal(out.data, expected);
	hr_strbuf_release(&out);
}

static void test_lines__go_on_behind_a_comma(void **state)
{
	(void)state;
	expect("\tf(" FORTY ", b);\n", "\tf(" FORTY ", b);\n");
	expect("\tf(" FORTY ", " FORTY ", " FORTY ", b);\n", "\tf(" FORTY ", " FORTY ",\n\t\t\t" FORTY ", b);\n");
	expect("\tf(\"" FORTY ", x\", \"" FORTY "\", " FORTY ");\n",
	       "\tf(\"" FORTY ", x\", \"" FORTY "\",\n\t\t\t" FORTY ");\n");
}

/* Between characters: an escape is one, and what follows does not belong to it. */
static void test_lines__go_on_within_a_literal(void **state)
{
	struct hr_strbuf in = HR_STRBUF_INIT;
	struct hr_strbuf out = HR_STRBUF_INIT;
	(void)state;
	hr_strbuf_addstr(&in, "\tf(x, \"");
	for (int i = 0; i < 60; i++)
		hr_strbuf_addstr(&in, "\\xff");
	hr_strbuf_addstr(&in, "\" \"abc\\\"\", 1);\n");
	hr_c_wrap(&out, in.data);
	size_t escapes = 0;
	for (const char *line = out.data; *line;) {
		size_t length = strcspn(line, "\n");
		assert_true(length < 118);
		for (size_t i = 0; i + 3 < length; i++)
			escapes += memcmp(line + i, "\\xff", 4) == 0;
		line += length + 1;
	}
	assert_int_equal(escapes, 60);
	assert_non_null(strstr(out.data, "\"abc\\\"\", 1);\n"));
	hr_strbuf_release(&in);
	hr_strbuf_release(&out);
}

static void test_lines__structs_in_structs(void **state)
{
	(void)state;
	expect("\tx = { .a = { .b = " FORTY ", .c = " FORTY ", .d = " FORTY " }, .e = 1 };\n",
	       "\tx = {\n\t\t.a = {\n\t\t\t.b = " FORTY ",\n\t\t\t.c = " FORTY ",\n\t\t\t.d = " FORTY
	       ",\n\t\t},\n\t\t.e = 1,\n\t};\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lines__go_on_behind_a_comma),
		cmocka_unit_test(test_lines__go_on_within_a_literal),
		cmocka_unit_test(test_lines__structs_in_structs),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
