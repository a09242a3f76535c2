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

/* Numbers behind text that ends by itself, colours as arrays, results of which one says that the unit is not set up, bytes that are swapped in place, and what stands behind the slot of an object. */
static void test_claims_customs__what_names_suggest(void **state)
{
	struct analysed unit = analyse(
		*state,
		"typedef float colour[4];\nint plot_text(const char *fontname, int fontsize, colour paint);\nint plot_line_width(float width);\n"
		"int plot_cut(const char *fontname, int fontsize);\nvoid plot_swap(void *of);\ntypedef struct plot plot;\ntypedef struct choice choice;\n"
		"choice *choice_new(int n); void choice_free(choice *c); int choice_count(const choice *c); int choice_add(choice *c, int n);\n"
		"int plot_next(plot **slot, const char *file, choice *c);\n",
		"#include \"unit.h\"\n#include <stdlib.h>\n#include <string.h>\nextern void put(float x); extern void draw(float x);\n"
		"static float *current;\n"
		"int plot_text(const char *fontname, int fontsize, colour paint)\n{\n\tfloat size = fontsize;\n\tif (!strcmp(fontname, \"Courier\"))\n\t\tsize /= 2;\n"
		"\tput(size);\n\tput(paint[0] + paint[1] + paint[2] + paint[3]);\n\treturn 0;\n}\n"
		"int plot_line_width(float width)\n{\n\tif (!current)\n\t\treturn 6;\n\tdraw(width);\n\treturn 0;\n}\n"
		"int plot_cut(const char *fontname, int fontsize)\n{\n\tint sum = 0;\n\tfor (int i = 0; i < fontsize; i++)\n\t\tsum += fontname[i];\n\treturn sum;\n}\n"
		"void plot_swap(void *of)\n{\n\tunsigned char *at = of, kept = at[0];\n\tat[0] = at[1];\n\tat[1] = kept;\n}\n"
		"struct choice { int n; }; struct plot { int n; };\n"
		"choice *choice_new(int n)\n{\n\tchoice *c = malloc(sizeof *c);\n\tif (c)\n\t\tc->n = n;\n\treturn c;\n}\n"
		"void choice_free(choice *c) { free(c); }\nint choice_count(const choice *c) { return c->n; }\nint choice_add(choice *c, int n) { return c->n += n; }\n"
		"int plot_next(plot **slot, const char *file, choice *c)\n{\n\tif (!*slot && !(*slot = calloc(1, sizeof **slot)))\n\t\treturn -1;\n"
		"\t(*slot)->n += (int)strlen(file) + c->n;\n\treturn 0;\n}\n");

	const struct hr_operation *text = operation_called(&unit, "plot_text");
	assert_int_equal(text->params.data[1].role, HR_ROLE_IN);
	assert_int_equal(text->params.data[2].role, HR_ROLE_ARRAY);
	assert_int_equal(operation_called(&unit, "plot_line_width")->result.role, HR_ROLE_STATUS);
	assert_int_equal(operation_called(&unit, "plot_cut")->params.data[1].role, HR_ROLE_LENGTH);
	assert_int_equal(operation_called(&unit, "plot_swap")->params.data[0].role, HR_ROLE_INOUT);
	assert_int_equal(operation_called(&unit, "plot_next")->params.data[2].role, HR_ROLE_IN);
	forget(&unit);
}

/* What was cleared as a whole is not read as the caller left it, wherever that is; what was cleared in part may be. */
static void test_claims_customs__cleared_before(void **state)
{
	struct analysed unit = analyse(
		*state,
		"typedef struct { unsigned long n[4]; } mask;\nstruct set; typedef struct set set;\nset *set_new(int n); void set_free(set *s); int set_has(const set *s, int i);\n"
		"void set_copy(const set *s, mask *m); void set_join(const set *s, mask *m); void set_half(const set *s, mask *m);\n",
		"#include \"unit.h\"\n#include <stdlib.h>\n#include <string.h>\nstruct set { int n; };\n"
		"set *set_new(int n)\n{\n\tset *s = malloc(sizeof *s);\n\tif (s)\n\t\ts->n = n;\n\treturn s;\n}\n"
		"void set_free(set *s) { free(s); }\nint set_has(const set *s, int i) { return s->n >> i & 1; }\n"
		"static void add(const set *s, mask *m)\n{\n\tfor (int i = 0; i < s->n; i++)\n\t\tif (set_has(s, i))\n\t\t\tm->n[i % 4] |= 1ul << i;\n}\n"
		"void set_copy(const set *s, mask *m)\n{\n\tmemset(m, 0, sizeof *m);\n\tadd(s, m);\n}\n"
		"void set_join(const set *s, mask *m) { add(s, m); }\n"
		"void set_half(const set *s, mask *m)\n{\n\tmemset(m, 0, sizeof *m / 2);\n\tadd(s, m);\n}\n");

	assert_int_equal(operation_called(&unit, "set_copy")->params.data[1].role, HR_ROLE_OUT);
	assert_int_equal(operation_called(&unit, "set_join")->params.data[1].role, HR_ROLE_INOUT);
	const hr_claims *half = &operation_called(&unit, "set_half")->params.data[1].claims;
	for (size_t i = 0; i < half->count; i++) /* nothing is proved */
		assert_false(half->data[i].fact == HR_FACT_ROLE && half->data[i].value == HR_ROLE_OUT &&
			     half->data[i].source == HR_SOURCE_CODE);
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

/* Settings that one operation fills with what is usual, and others take by value; room that a struct with results leads to. */
static void test_claims_customs__structs(void **state)
{
	struct analysed unit = analyse(
		*state,
		"#include <stddef.h>\ntypedef struct { int cost, most; long a, b, c; } params;\nstruct rule;\n"
		"typedef struct { int from, to; } part;\ntypedef struct { size_t nparts; part *parts; int cost; } match;\n"
		"void params_default(params *p); int rule_run(const struct rule *r, const char *text, match *m, params p);\n",
		"#include \"unit.h\"\nstruct rule { int n; };\n"
		"void params_default(params *p)\n{\n\tp->cost = 1;\n\tp->most = 9;\n\tp->a = p->b = p->c = 0;\n}\n"
		"static void fill(size_t n, part *parts, int x)\n{\n\tfor (size_t i = 0; i < n; i++) {\n\t\tparts[i].from = x;\n\t\tparts[i].to = x;\n\t}\n}\n"
		"int rule_run(const struct rule *r, const char *text, match *m, params p)\n{\n\tif (p.cost > r->n)\n\t\treturn 1;\n"
		"\tm->cost = p.most;\n\tfill(m->nparts, m->parts, *text);\n\treturn 0;\n}\n");

	assert_int_equal(field_of(&unit, "params", "cost")->role, HR_ROLE_IN);
	assert_int_not_equal(field_of(&unit, "params", "most")->role, HR_ROLE_OUT);
	assert_int_equal(field_of(&unit, "match", "nparts")->role, HR_ROLE_CAPACITY);
	assert_int_equal(field_of(&unit, "match", "nparts")->of, 1);
	assert_int_equal(field_of(&unit, "match", "cost")->role, HR_ROLE_OUT);
	forget(&unit);
}

/* What a loop has filled is read behind it: what is there then is not the caller's. */
static void test_claims_customs__filled_by_a_loop(void **state)
{
	struct analysed unit = analyse(
		*state,
		"typedef struct { unsigned x[8]; } number;\nvoid number_add(number *out, const number *a, const number *b); void number_keep(number *out, const number *a);\n"
		"typedef struct { int mode, depth; } options;\ntypedef struct book book;\nbook *book_new(void); void book_free(book *b); int book_mode(book *b); void options_init(options *o);\n"
		"void options_clear(options *o); int options_count(const options *o); int book_read(book *b, options *o, const char *text);\n",
		"#include \"unit.h\"\nstatic void trim(unsigned *x) { x[7] &= 127; }\n"
		"void number_add(number *out, const number *a, const number *b)\n{\n\tfor (int i = 0; i < 8; i++)\n\t\tout->x[i] = a->x[i] + b->x[i];\n\ttrim(out->x);\n}\n"
		"void number_keep(number *out, const number *a)\n{\n\ttrim(out->x);\n\tfor (int i = 0; i < 7; i++)\n\t\tout->x[i] = a->x[i];\n}\n"
		"struct book { int mode; };\n#include <stdlib.h>\nbook *book_new(void) { return calloc(1, sizeof(book)); }\nvoid book_free(book *b) { free(b); }\nint book_mode(book *b) { return b->mode; }\n"
		"void options_init(options *o) { o->mode = o->depth = 0; }\nvoid options_clear(options *o) { o->mode = 0; }\nint options_count(const options *o) { return o->depth; }\n"
		"int book_read(book *b, options *o, const char *text)\n{\n\tfor (; *text; text++)\n\t\tif (*text == 'm')\n\t\t\to->mode = text[1];\n"
		"\tb->mode = o->mode;\n\treturn 0;\n}\n");

	assert_int_equal(operation_called(&unit, "number_add")->params.data[0].role, HR_ROLE_OUT);
	assert_int_equal(operation_called(&unit, "book_read")->params.data[1].role,
			 HR_ROLE_INOUT); /* perhaps it was not */
	assert_int_equal(operation_called(&unit, "number_keep")->params.data[0].role, HR_ROLE_INOUT);
	forget(&unit);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_UNIT(test_claims_customs__numbers),          IN_UNIT(test_claims_customs__what_names_suggest),
		IN_UNIT(test_claims_customs__numbers),          IN_UNIT(test_claims_customs__cleared_before),
		IN_UNIT(test_claims_customs__new_inside),       IN_UNIT(test_claims_customs__structs),
		IN_UNIT(test_claims_customs__filled_by_a_loop),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
