/* What code proves where headers say little: permissions, numbers that are one of a few, structs that are passed and returned by value, room in a struct. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "analysing.h"

static const struct hr_item *field_of(const struct analysed *analysed, const char *spelling, const char *name)
{
	const struct hr_model *model = analysed->unit->model;

	for (size_t i = 0; i < model->types.count; i++)
		for (size_t k = 0;
		     k < model->types.data[i].fields.count && strcmp(model->types.data[i].spelling, spelling) == 0; k++)
			if (strcmp(model->types.data[i].fields.data[k].item.name, name) == 0)
				return &model->types.data[i].fields.data[k].item;
	fail_msg("no field '%s' in '%s'", name, spelling);
	return NULL;
}

/* What goes to open() as the permissions of a new file is a set of bits; what is compared with 0 and a constant of the API is one of two; a question is one. */
static void test_claims_customs__numbers(void **state)
{
	struct analysed unit = analyse(
		*state,
		"#define JAR_MODE_A 1\n#define JAR_MODE_B 2\n#define JAR_MODE_C 3\n#define JAR_NUMBERED 8192\n"
		"int jar_open(const char *file, int how, int mode); int jar_make(const char *dir, int mode);\n"
		"int jar_convert(int *jar, int flag); int jar_shift(int *jar, int flag); int jar_exists(int *jar, int key);\n",
		"#include \"unit.h\"\n#include <fcntl.h>\n#include <sys/stat.h>\n"
		"static int open_it(const char *file, int mode) { return open(file, O_RDWR | O_CREAT, mode); }\n"
		"int jar_open(const char *file, int how, int mode) { return how ? -1 : open_it(file, mode); }\n"
		"int jar_make(const char *dir, int mode) { return mkdir(dir, (mode_t)mode); }\n"
		"int jar_convert(int *jar, int flag)\n{\n\tswitch (flag) {\n\tcase 0: *jar = 3; return 0;\n\tcase JAR_NUMBERED: *jar = 4; return 0;\n"
		"\tdefault: return -1;\n\t}\n}\n"
		"int jar_exists(int *jar, int key)\n{\n\t++*jar;\n\treturn key == 3 ? 1 : 0;\n}\n"
		"int jar_shift(int *jar, int flag)\n{\n\tif (flag == 4711)\n\t\treturn -1;\n\t*jar = 3;\n\treturn 0;\n}\n");

	assert_int_equal(operation_called(&unit, "jar_open")->params.data[2].role, HR_ROLE_FLAGS);
	assert_int_equal(operation_called(&unit, "jar_make")->params.data[1].role, HR_ROLE_FLAGS);
	assert_int_equal(operation_called(&unit, "jar_convert")->params.data[1].role, HR_ROLE_ENUM);
	assert_int_equal(operation_called(&unit, "jar_shift")->params.data[1].role,
			 HR_ROLE_IN); /* no constant of the API */
	assert_int_equal(operation_called(&unit, "jar_exists")->result.role, HR_ROLE_VALUE); /* whatever it changes */
	forget(&unit);
}

/* A struct that leads to memory of the call's, of an argument, and to what the code does not show. */
static void test_claims_customs__new_inside(void **state)
{
	struct analysed unit = analyse(
		*state,
		"struct lump { char *at; long size; };\nstruct view { char *at; long size; };\nstruct lump lump_load(int n); struct lump lump_other(void);\n"
		"struct view view_of(char *text); struct view view_new(int n);\n",
		"#include \"unit.h\"\n#include <stdlib.h>\nextern char *somewhere(void);\n"
		"struct lump lump_load(int n)\n{\n\tstruct lump l = { malloc((size_t)n), n };\n\treturn l;\n}\n"
		"struct lump lump_other(void)\n{\n\tstruct lump l = { somewhere(), 1 };\n\treturn l;\n}\n"
		"struct view view_of(char *text)\n{\n\tstruct view v = { text, 1 };\n\treturn v;\n}\n"
		"struct view view_new(int n)\n{\n\tstruct view v = { malloc((size_t)n), n };\n\treturn v;\n}\n");

	assert_int_equal(operation_called(&unit, "lump_load")->result.role, HR_ROLE_OWNED);
	assert_int_equal(operation_called(&unit, "lump_other")->result.role, HR_ROLE_VALUE); /* who knows */
	assert_int_equal(operation_called(&unit, "view_of")->result.role, HR_ROLE_VALUE);
	assert_int_equal(operation_called(&unit, "view_new")->result.role, HR_ROLE_OWNED);
	forget(&unit);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_UNIT(test_claims_customs__numbers),
		IN_UNIT(test_claims_customs__new_inside),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
