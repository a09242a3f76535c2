/* Settings and results, wide text, options, modes, variants of one operation: habits of APIs whose headers say little. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "inferring.h"

/* Wide characters end by themselves as others do, unless a number says how many there are. */
static void test_variants__wide_text(void **state)
{
	static const char header[] = "#include <stddef.h>\n#include <wchar.h>\nstruct form { const wchar_t *title; };\n"
				     "int form_show(const struct form *f, int n, const wchar_t *label);\n"
				     "typedef unsigned rune_char;\nint form_key(const rune_char *key);\n"
				     "int form_find(const wchar_t *text, size_t len, const int *codes);\n";
	static const struct role_case cases[] = {
		{ "form_show", "label string" },
		{ "form_key", "key string" },
		{ "form_find", "text array | len length of text elements | codes array" },
		{ "struct form", "title string" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

/* foo_setopt(object, which, value, length); constants for one operation; a type for errors; bits of which one is meant. */
static void test_variants__choices(void **state)
{
	static const char header[] =
		"#define JAR_DUMP_FMT_BINARY 0\n#define JAR_DUMP_FMT_TEXT 1\n"
		"enum { JAR_NO_ERROR, JAR_OPEN_ERROR, JAR_READ_ERROR, JAR_WRITE_ERROR };\ntypedef int jar_error;\n"
		"enum jar_seal_mode { JAR_SEAL_NONE = 0, JAR_SEAL_WAX = 1, JAR_SEAL_CORK = 2, JAR_SEAL_FOIL = 4, JAR_SEAL_GLUE = 8 };\n"
		"typedef struct jar jar;\njar *jar_new(void);\nvoid jar_free(jar *j);\n"
		"int jar_setopt(jar *j, int what, void *value, int size);\nint jar_dump(jar *j, int fmt);\nint jar_load(jar *j, int fmt);\n"
		"void jar_blame(jar *j, jar_error ec);\n"
		"/* @param mode use the values defined in jar_seal_mode */\nint jar_seal(jar *j, unsigned char mode);\n"
		"/* @param mode a combination of the values in jar_seal_mode */\nint jar_seal_all(jar *j, unsigned char mode);\n";
	static const struct role_case cases[] = {
		{ "jar_setopt", "what enum" }, { "jar_dump", "fmt enum" },  { "jar_load", "fmt in" },
		{ "jar_blame", "ec enum" },    { "jar_seal", "mode enum" }, { "jar_seal_all", "mode flags" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

/* One object with a number behind it is still one, where all others take it alone; and what is written together has the same meaning. */
static void test_variants__one_object(void **state)
{
	static const char header[] =
		"struct port { int a; };\nstruct chip { int size; int kind; };\nstruct port *port_new(void);\nvoid port_free(struct port *p);\n"
		"void chip_init(struct chip *c);\nint chip_build(struct chip *c, unsigned char *output);\nint chip_decode(struct chip *c, unsigned char *data);\n"
		"void chip_free(struct chip *c);\nvoid port_setsize(struct port *p, struct chip *chip, int size);\n"
		"int port_write_set_chunksize(struct port *p, unsigned chunksize);\n";
	static const struct role_case cases[] = {
		{ "port_setsize", "chip in | size size" },
		{ "port_write_set_chunksize", "chunksize size" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

/* Two say that it tells of success; the third is called as they are, but for a letter. */
static void test_variants__results(void **state)
{
	static const char header[] =
		"#include <stddef.h>\n#include <wchar.h>\ntypedef struct rule { int n; } rule;\n"
		"int rule_docexec(const rule *r, const char *text);\nint rule_docnexec(const rule *r, const char *text, size_t len);\n"
		"int rule_docwexec(const rule *r, const wchar_t *text);\nint rule_docwnexec(const rule *r, const wchar_t *text, size_t len);\n"
		"int rule_weigh(const rule *r);\n";
	static const struct role_case cases[] = {
		{ "rule_docnexec", "-> status" },
		{ "rule_docwnexec", "-> status" },
		{ "rule_weigh", "-> value" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

/* Parameters without names: const for one text says that the other is to be filled; of two places in a file none is room; words for what is given away. */
static void test_variants__nameless(void **state)
{
	static const char header[] =
		"#include <sys/types.h>\ntypedef struct tap tap;\ntap *tap_open(const char *, char *);\ntap *tap_find(char *);\ntap *tap_make(char *);\n"
		"void tap_close(tap *);\nint tap_sum(const char *, char *, off_t, off_t);\n"
		"/* Returns: a list of words that can be released by calling free. */\nchar **tap_get_words(const tap *);\n"
		"/* What is returned is not referenced.\n * Returns: a new tap, or NULL. */\ntap *tap_get_parent(tap *);\n"
		"typedef int tap_error;\nenum code { TAP_ERROR_A, TAP_ERROR_B, TAP_ERROR_C };\nvoid tap_blame(tap *, tap_error);\n";
	struct hr_model *model = read_text(*state, header, NULL);

	hr_roles_infer(model);
	assert_int_equal(find_operation(model, "tap_open")->params.data[1].role, HR_ROLE_OUT);
	assert_int_equal(find_operation(model, "tap_make")->params.data[0].role, HR_ROLE_STRING);
	assert_int_equal(find_operation(model, "tap_sum")->params.data[2].role, HR_ROLE_IN);
	assert_int_equal(find_operation(model, "tap_get_words")->result.role, HR_ROLE_OWNED);
	assert_int_equal(find_operation(model, "tap_get_parent")->result.role, HR_ROLE_BORROWED);
	assert_int_equal(find_operation(model, "tap_blame")->params.data[1].role, HR_ROLE_IN); /* they have a type */
	hr_model_free(model);
}

/* Headings over what goes in and what comes out; a pointer and a number that one letter is before. */
static void test_variants__fields(void **state)
{
	static const char header[] =
		"#include <stddef.h>\ntypedef struct jar jar;\njar *jar_new(void);\nvoid jar_free(jar *j);\n"
		"struct repair {\n\t/* Input members.\n\t   Set before the call. */\n\tvoid (*report)(void *data, const char *text);\n\tvoid *data;\n\n\tsize_t max_failures;\n\n"
		"\t/* Output members.\n\t   jar_repair fills these before returning. */\n\tsize_t good_keys;\n\tsize_t bad_keys;\n\tchar *backup;\n};\n"
		"int jar_repair(jar *j, struct repair *how, int flags);\n"
		"struct lump { char *dptr; int dsize; };\nint jar_put(jar *j, struct lump key, struct lump content);\n";
	static const struct role_case cases[] = {
		{ "struct repair",
		  "report callback | data user_data of report | max_failures size | good_keys out | bad_keys out | backup out" },
		{ "jar_repair", "how inout" },
		{ "struct lump", "dptr buffer | dsize length of dptr bytes" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_variants__wide_text),  IN_SCRATCH(test_variants__choices),
		IN_SCRATCH(test_variants__one_object), IN_SCRATCH(test_variants__results),
		IN_SCRATCH(test_variants__fields),     IN_SCRATCH(test_variants__nameless),
	};

	return cmocka_run_group_tests_name("variants", tests, NULL, NULL);
}
