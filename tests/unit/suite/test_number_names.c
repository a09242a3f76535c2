/* Numbers by the names that the unit has for them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../frontend/reading.h"
#include "suite/c_text.h"
#include "suite/number_names.h"

#include <string.h>

static const char header[] =
	"enum colour { RED, GREEN, BLUE };\n"
	"enum option { FAST = 1, SMALL = 2, LOUD = 4, SAFE = 8, ODD = 16, WIDE = 64, BOTH = 3 };\n"
	"#define T_ALL_BUT_FOUR (~4UL)\n"
	"#define T_OK 0\n#define T_END_OF_FILE (-1)\n#define T_MEMORY_ERROR (-2)\n#define T_LEVEL_BEST (-2)\n"
	"#define T_TYPE_ERROR (-3)\n#define T_RANGE_ERROR (-3)\n#define T_STARTED 1\n#define T_NONE 0\n"
	"int t_paint(enum colour colour, enum option option);\n"
	"int t_load(const char *text);\n"
	"void *t_open(int *error, int *count, unsigned *errors);\n"
	"unsigned long t_size(const char *text);\n"
	"int t_count(const char *text);\n"
	"/* Returns the position, or a negative number: -7 if there is none, -80 where it is damaged. */\n"
	"int t_find(const char *text);\n"
	"/* Levels of quality. */\n#define T_POOR 1\n#define T_GOOD 9\n\n"
	"/* Values of flush. */\n#define T_NO_FLUSH 0\n#define T_FULL_FLUSH 1\n#define T_FINISH 4\n#define T_SAME_FLUSH 1\n\n"
	"#define T_FLAG_A 1\n#define T_FLAG_B 8\n"
	"int t_write(int flush, int level, int flags, int other);\n";

static const struct hr_type *type_of(const struct hr_model *model, size_t parameter)
{
	size_t index;
	assert_true(hr_map_get(&model->operation_by_name, "t_paint", &index));
	return hr_model_type(model, model->operations.data[index].params.data[parameter].type);
}

static void expect(const struct hr_type *type, int64_t number, const char *expected)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	assert_int_equal(hr_write_enumerators(&text, type, number), expected != NULL);
	if (expected)
		assert_string_equal(text.data, expected);
	else
		assert_int_equal(text.length, 0);
	hr_strbuf_release(&text);
}

static void test_number_names__enumerators(void **state)
{
	struct hr_model *model = read_text(*state, header, NULL);
	expect(type_of(model, 0), 1, "GREEN");
	expect(type_of(model, 0), 3, NULL); /* no flags */
	expect(type_of(model, 0), 4, NULL);
	expect(type_of(model, 0), -1, NULL);
	expect(type_of(model, 1), 3, "BOTH");
	expect(type_of(model, 1), 68, "LOUD | WIDE");
	expect(type_of(model, 1), 31, NULL); /* too many to be read */
	expect(type_of(model, 1), 32, NULL);
	expect(NULL, 1, NULL);
	hr_model_free(model);
}

static void test_number_names__status(void **state)
{
	static const struct {
		const char *operation;
		int64_t number;
		const char *expected;
	} cases[] = {
		{ "t_load", 0, "T_OK" },
		{ "t_load", -1, "T_END_OF_FILE" },
		{ "t_load", -2, "T_MEMORY_ERROR" },
		{ "t_load", -3, NULL }, /* two of them */
		{ "t_load", -4, NULL },
		{ "t_load", -5, NULL }, /* all bits of an unsigned number are not -5 */
		{ "t_load", 1, NULL },  /* could be anything */
		{ "t_count", 0, NULL },
		{ "t_size", -2, NULL }, /* cannot be compared without a warning */
	};
	struct hr_model *model = read_text(*state, header, NULL);
	static const char *const statuses[] = { "t_load", "t_size" };
	for (size_t i = 0; i < 2; i++) {
		size_t index;
		assert_true(hr_map_get(&model->operation_by_name, statuses[i], &index));
		model->operations.data[index].result.role = HR_ROLE_STATUS;
	}
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		size_t index;
		assert_true(hr_map_get(&model->operation_by_name, cases[i].operation, &index));
		const char *name = hr_status_name(model, &model->operations.data[index], cases[i].number);
		if (!cases[i].expected != !name || (name && strcmp(name, cases[i].expected) != 0))
			fail_msg("%s %d: %s", cases[i].operation, (int)cases[i].number, name ? name : "nothing");
	}
	hr_model_free(model);
}

static void test_number_names__stored(void **state)
{
	struct hr_model *model = read_text(*state, header, NULL);
	size_t index;
	assert_true(hr_map_get(&model->operation_by_name, "t_open", &index));
	struct hr_item *params = model->operations.data[index].params.data;
	const struct hr_type *stored[3];
	for (size_t i = 0; i < 3; i++) {
		params[i].role = HR_ROLE_OUT;
		stored[i] = hr_model_type(model, hr_model_type(model, params[i].type)->target);
	}
	assert_string_equal(hr_stored_status_name(model, &params[0], stored[0], -2), "T_MEMORY_ERROR");
	assert_string_equal(hr_stored_status_name(model, &params[0], stored[0], 0), "T_OK");
	assert_null(hr_stored_status_name(model, &params[0], stored[0], 1));
	assert_null(hr_stored_status_name(model, &params[1], stored[1], -2)); /* of something else */
	assert_null(hr_stored_status_name(model, &params[2], stored[2], -2)); /* cannot be compared without a warning */
	params[0].role = HR_ROLE_INOUT;
	assert_null(hr_stored_status_name(model, &params[0], stored[0], -2));
	hr_model_free(model);
}

static void test_number_names__choices(void **state)
{
	static const struct {
		size_t parameter;
		int64_t number;
		const char *expected;
	} cases[] = {
		{ 0, 0, "T_NO_FLUSH" }, { 0, 4, "T_FINISH" }, /* by the comment that it has in common with those that are called so */
		{ 0, 1, NULL },                               /* two of them */
		{ 0, 5, NULL },         { 1, 9, "T_GOOD" }, /* by what the comment is about */
		{ 1, 4, NULL },         { 2, 8, "T_FLAG_B" }, { 2, 9, "T_FLAG_A | T_FLAG_B" },
		{ 2, 10, NULL },        { 2, 0, NULL },       { 3, 9, NULL }, /* a plain number */
	};
	struct hr_model *model = read_text(*state, header, NULL);
	size_t index;
	assert_true(hr_map_get(&model->operation_by_name, "t_write", &index));
	struct hr_item *params = model->operations.data[index].params.data;
	params[0].role = params[1].role = HR_ROLE_ENUM;
	params[2].role = HR_ROLE_FLAGS;
	params[3].role = HR_ROLE_IN;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct hr_strbuf text = HR_STRBUF_INIT;
		bool is_named = hr_write_choice(&text, model, &params[cases[i].parameter], cases[i].number);
		if (is_named != (cases[i].expected != NULL) || (is_named && strcmp(text.data, cases[i].expected) != 0))
			fail_msg("case %zu: %s", i, is_named ? text.data : "nothing");
		hr_strbuf_release(&text);
	}
	hr_model_free(model);
}

static void test_number_names__mere_refusal(void **state)
{
	static const struct {
		const char *operation;
		int64_t number;
		bool expected;
	} cases[] = {
		{ "t_find", -144, true },   { "t_find", -8, true },  /* -80 is another */
		{ "t_find", -7, false },                             /* it is documented */
		{ "t_find", -80, false },   { "t_find", -3, false }, /* constants have it */
		{ "t_find", -1, false },                             /* what everybody means by "refused" */
		{ "t_find", 0, false },     { "t_find", 144, false },
		{ "t_count", -144, false }, /* a number like any other */
		{ "t_size", -144, false },
	};
	static const char *const refusing[] = { "t_find", "t_size" };
	struct hr_model *model = read_text(*state, header, NULL);
	size_t index;
	for (size_t i = 0; i < 2; i++) {
		assert_true(hr_map_get(&model->operation_by_name, refusing[i], &index));
		model->operations.data[index].error = HR_REFUSED_NEGATIVE;
	}
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		assert_true(hr_map_get(&model->operation_by_name, cases[i].operation, &index));
		if (hr_is_mere_refusal(model, &model->operations.data[index], cases[i].number) != cases[i].expected)
			fail_msg("%s %d", cases[i].operation, (int)cases[i].number);
	}
	/* a unit that hands errno's numbers out means each of them */
	assert_true(hr_map_get(&model->operation_by_name, "t_find", &index));
	model->operations.data[index].doc = "Returns the place, or a negative errno.";
	assert_false(hr_is_mere_refusal(model, &model->operations.data[index], -22));
	assert_true(hr_is_mere_refusal(model, &model->operations.data[index], -144));
	hr_model_free(model);
}

/* What was given away as a huge number is a code. */
static void test_number_names__wrapped(void **state)
{
	static const char errors[] = "#include <stddef.h>\n#include <stdint.h>\n"
				     "typedef enum { P_GOOD, P_ERROR_SHORT, P_ERROR_LONG } p_error;\n"
				     "enum other { O_NONE, O_ONE, O_TWO, O_THREE };\n"
				     "typedef size_t p_result;\n"
				     "p_result p_pack(char *to, size_t size);\n"
				     "uint32_t p_hash(const char *text);\n"
				     "uint8_t p_byte(const char *text);\n"
				     "long p_long(enum other other);\n"
				     "p_error p_error_of(size_t result);\n"
				     "enum other p_category(uint32_t letter);\n";
	static const struct {
		const char *operation;
		int64_t number;
		const char *expected;
	} cases[] = {
		{ "p_pack", -2, "(p_result)-P_ERROR_LONG" },
		{ "p_pack", -3, "(p_result)-3" }, /* of an enum that has nothing to do with it */
		{ "p_pack", -4095, "(p_result)-4095" },
		{ "p_pack", -4096, "18446744073709547520u" },
		{ "p_pack", 12, "12" },
		{ "p_hash", 4294967294, "(uint32_t)-2" },
		{ "p_hash", 4294960000, "4294960000" },
		{ "p_byte", 255, "255" },
		{ "p_long", -2, "-2" },
	};
	struct hr_model *model = read_text(*state, errors, NULL);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct hr_strbuf text = HR_STRBUF_INIT;
		size_t index;
		assert_true(hr_map_get(&model->operation_by_name, cases[i].operation, &index));
		hr_c_integer(&text, model, cases[i].number, model->operations.data[index].result.type, true);
		assert_string_equal(text.data, cases[i].expected);
		hr_strbuf_release(&text);
	}
	/* what is passed is no error */
	struct hr_strbuf text = HR_STRBUF_INIT;
	hr_c_integer(&text, model, -2, find_operation(model, "p_pack")->params.data[1].type, false);
	assert_string_equal(text.data, "(size_t)-2");
	hr_strbuf_release(&text);
	hr_model_free(model);
}

static void test_number_names__versions(void **state)
{
	static const char versions[] = "#define V_VERSION_MAJOR 1\n#define V_VERSION_MINOR 4\n"
				       "#define V_VERSION_NUMBER 10400\n#define V_FORMAT_VERSION 3\n"
				       "#define V_VERSION \"1.4\"\n#define V_LEVEL 7\n"
				       "#define V_QUOTE(name) #name\n#define V_QUOTED(name) V_QUOTE(name)\n"
				       "#define V_VERSION_TEXT V_QUOTED(V_VERSION_MAJOR)\n"
				       "#define V_FILE_VERSION 0\n#define V_A_VERSION 8\n#define V_B_VERSION 8\n"
				       "int v_any(void);\n";
	static const struct {
		const char *of;
		int64_t number;
		const char *text, *expected;
	} cases[] = {
		{ "v_versionNumber", 10400, NULL, "V_VERSION_NUMBER" },
		{ "v_versionNumber", 10401, NULL, NULL },
		{ "v_count", 10400, NULL, NULL }, /* by chance */
		{ "v_version_major", 1, NULL, "V_VERSION_MAJOR" },
		{ "v_version", 1, NULL, NULL }, /* of something else */
		{ "v_get_format_version", 3, NULL, "V_FORMAT_VERSION" },
		{ "v_version_level", 7, NULL, NULL },
		{ "v_version", 8, NULL, NULL }, /* two of them */
		{ "v_b_version", 8, NULL, "V_B_VERSION" },
		{ "v_check_version", 0, NULL, NULL }, /* an answer */
		{ "v_file_version", 0, NULL, "V_FILE_VERSION" },
		{ "v_get_version", 0, "1.4", "V_VERSION" },
		{ "v_get_version", 0, "1.5", NULL },
		{ "v_name", 0, "1.4", NULL },
		{ "v_versionText", 0, "1", "V_VERSION_TEXT" }, /* made of others */
	};
	struct hr_model *model = read_text(*state, versions, NULL);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const char *name = hr_version_name(model, cases[i].of, cases[i].number, cases[i].text);
		if (!cases[i].expected != !name || (name && strcmp(name, cases[i].expected) != 0))
			fail_msg("%s: %s", cases[i].of, name ? name : "nothing");
	}
	hr_model_free(model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_number_names__enumerators),  IN_SCRATCH(test_number_names__status),
		IN_SCRATCH(test_number_names__stored),       IN_SCRATCH(test_number_names__choices),
		IN_SCRATCH(test_number_names__mere_refusal), IN_SCRATCH(test_number_names__wrapped),
		IN_SCRATCH(test_number_names__versions),
	};
	return cmocka_run_group_tests_name("number_names", tests, NULL, NULL);
}
