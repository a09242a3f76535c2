/* Types as the model has them, for C text that declares them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "reading.h"

static void describe_members(struct hr_strbuf *out, const struct hr_model *model, const struct hr_type *type)
{
	hr_strbuf_addf(out, " %s {", hr_word(&hr_completeness_words, (int)type->completeness));
	for (size_t i = 0; i < type->fields.count; i++) {
		const struct hr_field *field = &type->fields.data[i];
		const struct hr_type *record = hr_model_type(model, field->item.type);

		hr_strbuf_addstr(out, i > 0 ? "; " : " ");
		if (record->is_unnamed)
			hr_strbuf_addf(out, "unnamed %s", hr_word(&hr_type_kind_words, (int)record->kind));
		else
			hr_model_spell(out, model, field->item.type);
		hr_strbuf_addf(out, " %s@%lld", field->item.name, (long long)field->offset_bits);
		if (field->bit_width >= 0)
			hr_strbuf_addf(out, ":%d", field->bit_width);
	}
	hr_strbuf_addstr(out, type->fields.count > 0 ? " }" : "}");
}

static void describe_params(struct hr_strbuf *out, const struct hr_model *model, const struct hr_type *type)
{
	hr_strbuf_addstr(out, " (");
	for (size_t i = 0; i < type->params.count; i++) {
		hr_strbuf_addstr(out, i > 0 ? ", " : "");
		hr_model_spell(out, model, type->params.data[i].type);
		if (type->params.data[i].name[0] != '\0')
			hr_strbuf_addf(out, " %s", type->params.data[i].name);
	}
	hr_strbuf_addf(out, "%s)", type->is_variadic ? ", ..." : "");
}

/* "struct complete { int x@0; unsigned int bits@32:3 } size 8", "pointer to const char size 8" */
static void describe_type(struct hr_strbuf *out, const struct hr_model *model, const struct hr_type *type)
{
	hr_strbuf_addf(out, "%s%s", type->is_signed ? "signed " : "", hr_word(&hr_type_kind_words, (int)type->kind));
	if (type->kind == HR_TYPE_ARRAY)
		hr_strbuf_addf(out, "[%lld]", (long long)type->count);
	if (type->kind == HR_TYPE_STRUCT || type->kind == HR_TYPE_UNION)
		describe_members(out, model, type);
	if (type->kind == HR_TYPE_FUNCTION)
		describe_params(out, model, type);
	for (size_t i = 0; i < type->enumerators.count; i++)
		hr_strbuf_addf(out, " %s=%lld", type->enumerators.data[i].name,
			       (long long)type->enumerators.data[i].value);
	if (type->is_flags)
		hr_strbuf_addstr(out, " flags");
	if (type->target.type != HR_NO_TYPE && type->kind != HR_TYPE_ENUM) {
		hr_strbuf_addstr(out, " to ");
		hr_model_spell(out, model, type->target);
	}
	if (type->size >= 0)
		hr_strbuf_addf(out, " size %lld", (long long)type->size);
	if (type->is_system)
		hr_strbuf_addstr(out, " system");
}

struct type_case {
	const char *text;
	const char *spelling; /* of the type */
	const char *expected;
};

static void check_types(const char *directory, const struct type_case *cases, size_t count)
{
	struct hr_strbuf actual = HR_STRBUF_INIT;
	int problems = 0;

	for (size_t i = 0; i < count; i++) {
		struct hr_model *model = read_text(directory, cases[i].text, NULL);

		hr_strbuf_clear(&actual);
		describe_type(&actual, model, find_type(model, cases[i].spelling));
		expect_text(&problems, cases[i].text, cases[i].expected, actual.data);
		hr_model_free(model);
	}
	hr_strbuf_release(&actual);
	assert_int_equal(problems, 0);
}

static void test_types__plain(void **state)
{
	static const struct type_case cases[] = {
		{ "void f(void);", "void", "void" },
		{ "_Bool f(void);", "_Bool", "bool size 1" },
		{ "#include <stdbool.h>\nbool f(void);", "_Bool", "bool size 1" },
		{ "char f(void);", "char", "signed int size 1" },
		{ "signed char f(void);", "signed char", "signed int size 1" },
		{ "unsigned char f(void);", "unsigned char", "int size 1" },
		{ "short f(void);", "short", "signed int size 2" },
		{ "unsigned short int f(void);", "unsigned short", "int size 2" },
		{ "int f(void);", "int", "signed int size 4" },
		{ "unsigned f(void);", "unsigned int", "int size 4" },
		{ "long int f(void);", "long", "signed int size 8" },
		{ "unsigned long f(void);", "unsigned long", "int size 8" },
		{ "long long f(void);", "long long", "signed int size 8" },
		{ "__int128 f(void);", "__int128", "signed int size 16" },
		{ "unsigned __int128 f(void);", "unsigned __int128", "int size 16" },
		{ "float f(void);", "float", "float size 4" },
		{ "double f(void);", "double", "float size 8" },
		{ "long double f(void);", "long double", "float size 16" },
		{ "_Complex double f(void);", "_Complex double", "other size 16" },
		{ "typedef int four __attribute__((vector_size(16)));\nfour f(void);", "four",
		  "typedef to __attribute__((__vector_size__(4 * sizeof(int)))) int size 16" },
		{ "#include <stdarg.h>\nvoid f(va_list list);", "va_list", "va_list size 24 system" },
		{ "void f(__builtin_va_list list);", "__builtin_va_list", "va_list size 24 system" },
	};

	check_types(*state, cases, COUNT(cases));
}

static void test_types__pointers_and_arrays(void **state)
{
	static const struct type_case cases[] = {
		{ "int *f(void);", "int *", "pointer to int size 8" },
		{ "const char *f(void);", "const char *", "pointer to const char size 8" },
		{ "volatile const int *f(void);", "const volatile int *", "pointer to const volatile int size 8" },
		{ "void f(char *const *a);", "char *const *", "pointer to char *const size 8" },
		{ "void f(const char *const *a);", "const char *const *", "pointer to const char *const size 8" },
		{ "void f(char *restrict *a);", "char *restrict *", "pointer to char *restrict size 8" },
		{ "int ***f(void);", "int **", "pointer to int * size 8" },
		{ "extern int v[3]; void f(void);", "int[3]", "array[3] to int size 12" },
		{ "extern int v[]; void f(void);", "int[]", "array[-1] to int" },
		{ "extern int v[2][3]; void f(void);", "int[2][3]", "array[2] to int[3] size 24" },
		{ "extern const char *v[4]; void f(void);", "const char *[4]", "array[4] to const char * size 32" },
		{ "void f(int (*row)[8]);", "int (*)[8]", "pointer to int[8] size 8" },
		{ "struct s { int n; char tail[]; }; void f(struct s *p);", "struct s",
		  "struct complete { int n@0; char[] tail@32 } size 4" },
		{ "struct s { int n; char tail[0]; }; void f(struct s *p);", "struct s",
		  "struct complete { int n@0; char[0] tail@32 } size 4" },
	};

	check_types(*state, cases, COUNT(cases));
}

static void test_types__records(void **state)
{
	static const struct type_case cases[] = {
		{ "struct p { int x, y; };\nvoid f(struct p);", "struct p",
		  "struct complete { int x@0; int y@32 } size 8" },
		{ "struct p { const char *a; volatile int b; };\nvoid f(struct p);", "struct p",
		  "struct complete { const char * a@0; volatile int b@64 } size 16" },
		{ "struct p { unsigned a : 3; int b : 5, : 8, c : 1; };\nvoid f(struct p);", "struct p",
		  "struct complete { unsigned int a@0:3; int b@3:5; int @8:8; int c@16:1 } size 4" },
		{ "struct p { char a; unsigned : 0; char b : 2; };\nvoid f(struct p);", "struct p",
		  "struct complete { char a@0; unsigned int @32:0; char b@32:2 } size 5" },
		{ "union u { int i; double d; };\nvoid f(union u);", "union u",
		  "union complete { int i@0; double d@0 } size 8" },
		{ "struct p;\nvoid f(struct p *);", "struct p", "struct opaque {}" },
		{ "union p;\nvoid f(union p *);", "union p", "union opaque {}" },
		{ "void f(struct never_told *);", "struct never_told", "struct opaque {}" },
		{ "struct p { struct { int a; int b; }; int c; };\nvoid f(struct p);", "struct p",
		  "struct complete { unnamed struct @0; int c@64 } size 12" },
		{ "struct p { union { int a; char b[8]; }; };\nvoid f(struct p);", "struct p",
		  "struct complete { unnamed union @0 } size 8" },
		{ "struct p { struct { int a; } inner; };\nvoid f(struct p);", "struct p",
		  "struct complete { unnamed struct inner@0 } size 4" },
		{ "struct p { struct q { int a; } inner[2]; };\nvoid f(struct p);", "struct p",
		  "struct complete { struct q[2] inner@0 } size 8" },
		{ "struct p { struct q { int a; } inner[2]; };\nvoid f(struct p);", "struct q",
		  "struct complete { int a@0 } size 4" },
		{ "struct p { struct p *next; };\nvoid f(struct p *);", "struct p",
		  "struct complete { struct p * next@0 } size 8" },
		{ "struct a; struct b { struct a *a; }; struct a { struct b *b; };\nvoid f(struct a *);", "struct a",
		  "struct complete { struct b * b@0 } size 8" },
		{ "struct __attribute__((packed)) p { char c; int i; };\nvoid f(struct p);", "struct p",
		  "struct complete { char c@0; int i@8 } size 5" },
		{ "struct p {};\nvoid f(struct p *);", "struct p", "struct complete {} size 0" },
		{ "struct p { int (*run)(void *, int); void *self; };\nvoid f(struct p *);", "struct p",
		  "struct complete { int (*)(void *, int) run@0; void * self@64 } size 16" },
		{ "#include <stdint.h>\nstruct p { uint8_t a; uint64_t b; };\nvoid f(struct p *);", "struct p",
		  "struct complete { uint8_t a@0; uint64_t b@64 } size 16" },
	};

	check_types(*state, cases, COUNT(cases));
}

static void test_types__enums(void **state)
{
	static const struct type_case cases[] = {
		{ "enum e { A, B };\nvoid f(enum e);", "enum e", "enum A=0 B=1 size 4" },
		{ "enum e { A = -1, B = 0x7fffffff };\nvoid f(enum e);", "enum e", "enum A=-1 B=2147483647 size 4" },
		{ "enum e { A = 1LL << 40 };\nvoid f(enum e);", "enum e", "enum A=1099511627776 size 8" },
		{ "enum e { A = 1, B = 2, C = 4 };\nvoid f(enum e);", "enum e", "enum A=1 B=2 C=4 flags size 4" },
		{ "enum e { NONE, A = 1, B = 2, C = 4, ALL = 7 };\nvoid f(enum e);", "enum e",
		  "enum NONE=0 A=1 B=2 C=4 ALL=7 flags size 4" },
		{ "enum e { A = 1, B = 8 };\nvoid f(enum e);", "enum e", "enum A=1 B=8 flags size 4" },
		{ "enum e { A = 1, B = 2 };\nvoid f(enum e);", "enum e", "enum A=1 B=2 size 4" },
		{ "enum e { A = 1, B, C, D };\nvoid f(enum e);", "enum e", "enum A=1 B=2 C=3 D=4 size 4" },
		{ "enum e { A, B, C, D };\nvoid f(enum e);", "enum e", "enum A=0 B=1 C=2 D=3 size 4" },
		{ "enum e { A = 10, B = 20, C = 30 };\nvoid f(enum e);", "enum e", "enum A=10 B=20 C=30 size 4" },
		{ "typedef enum { A, B } kind;\nvoid f(kind k);", "kind", "enum A=0 B=1 size 4" },
	};

	check_types(*state, cases, COUNT(cases));
}

static void test_types__typedefs(void **state)
{
	static const struct type_case cases[] = {
		{ "typedef int number;\nnumber f(void);", "number", "typedef to int size 4" },
		{ "typedef const int fixed;\nfixed *f(void);", "fixed", "typedef to const int size 4" },
		{ "typedef const char *const name;\nname f(void);", "name", "typedef to const char *const size 8" },
		{ "typedef struct s s;\nvoid f(s *);", "s", "typedef to struct s" },
		{ "typedef struct s *handle;\nvoid f(handle);", "handle", "typedef to struct s * size 8" },
		{ "typedef void *handle;\nvoid f(handle);", "handle", "typedef to void * size 8" },
		{ "typedef void thing;\nvoid f(thing *);", "thing", "typedef to void" },
		{ "typedef int vector[3];\nvoid f(vector *);", "vector", "typedef to int[3] size 12" },
		{ "#include <stddef.h>\nvoid f(size_t);", "size_t", "typedef to unsigned long size 8 system" },
		{ "typedef int a; typedef a b;\nvoid f(b);", "b", "typedef to a size 4" },
		{ "typedef int unused; void f(void);", "unused", "typedef to int size 4" },
	};

	check_types(*state, cases, COUNT(cases));
}

static void test_types__functions(void **state)
{
	static const struct type_case cases[] = {
		{ "typedef int (*visit)(void *context, int depth);\nvoid f(visit v);", "int (void *, int)",
		  "function (void * context, int depth) to int" },
		{ "typedef int visit(void *context, int depth);\nvoid f(visit *v);", "int (void *, int)",
		  "function (void * context, int depth) to int" },
		{ "void f(void (*done)(const char *text, ...));", "void (const char *, ...)",
		  "function (const char *, ...) to void" },
		{ "void f(void (*done)(void));", "void (void)", "function () to void" },
		{ "void f(int (*v)(int (*)(char), char *));", "int (int (*)(char), char *)",
		  "function (int (*)(char), char *) to int" },
		{ "struct t { int (*run)(int); };\nvoid f(struct t *);", "int (*)(int)",
		  "pointer to int (int) size 8" },
		{ "typedef void (*handler)(int);\nhandler f(int signal, handler h);", "handler",
		  "typedef to void (*)(int) size 8" },
	};

	check_types(*state, cases, COUNT(cases));
}

/* One type, one number, whatever leads to it. */
static void test_types__are_entered_once(void **state)
{
	struct hr_model *model = read_text(*state,
					   "typedef struct s s; struct s { int a; };\n"
					   "const s *f(struct s *, const struct s *, int (*)(int), int (*)(int));\n"
					   "struct s *g(const s *, s);",
					   NULL);
	size_t records = 0, functions = 0, pointers = 0;

	for (size_t i = 0; i < model->types.count; i++) {
		records += model->types.data[i].kind == HR_TYPE_STRUCT;
		functions += model->types.data[i].kind == HR_TYPE_FUNCTION;
		pointers += model->types.data[i].kind == HR_TYPE_POINTER;
	}
	assert_int_equal(records, 1);
	assert_int_equal(functions, 1);
	assert_int_equal(pointers, 4); /* const s *, struct s *, const struct s *, int (*)(int) */
	hr_model_free(model);
}

/* Both a chain of structs and a tower of pointers are longer than any stack should be deep. */
static void test_types__deep(void **state)
{
	enum { DEPTH = 3000, STARS = 600 };
	struct hr_strbuf text = HR_STRBUF_INIT;
	struct hr_model *model;

	hr_strbuf_addstr(&text, "struct s0 { int x; };\n");
	for (int i = 1; i < DEPTH; i++)
		hr_strbuf_addf(&text, "struct s%d { struct s%d *next; };\n", i, i - 1);
	hr_strbuf_addf(&text, "void f(struct s%d *);\nvoid g(int ", DEPTH - 1);
	for (int i = 0; i < STARS; i++)
		hr_strbuf_addch(&text, '*');
	hr_strbuf_addstr(&text, "p);\n");
	model = read_text(*state, text.data, NULL);
	assert_int_equal(find_type(model, "struct s0")->completeness, HR_COMPLETE);
	assert_int_equal(find_operation(model, "f")->callable, true);
	assert_int_equal(find_operation(model, "g")->params.count, 1);
	hr_model_free(model);
	hr_strbuf_release(&text);
}

/* A name for a number that is only met behind a pointer, made and ended through slots, is a handle; what anybody has by value, or several of, is a number. */
static void test_types__numbers_that_are_handles(void **state)
{
	static const char header[] =
		"#include <stdint.h>\ntypedef intptr_t box_t; typedef uint32_t code_t; typedef long ticks_t;\n"
		"int box_new(box_t **box); int box_free(box_t **box); int box_use(box_t *box); int box_ask(box_t *box);\n"
		"int code_list(code_t **codes, int *count); int code_drop(code_t **codes, int count); int code_sum(const code_t *codes, int count); int code_any(code_t *codes);\n"
		"int ticks_new(ticks_t **t); int ticks_free(ticks_t **t); int ticks_use(ticks_t *t); ticks_t ticks_now(void);\n";
	struct hr_model *model = read_text(*state, header, NULL);

	assert_int_equal(find_type(model, "box_t")->kind, HR_TYPE_STRUCT);
	assert_int_equal(find_type(model, "box_t")->completeness, HR_OPAQUE);
	assert_int_equal(find_type(model, "code_t")->kind, HR_TYPE_TYPEDEF);
	assert_int_equal(find_type(model, "ticks_t")->kind, HR_TYPE_TYPEDEF);
	hr_model_free(model);
}

/* A name for a pointer that operations make, end and are about is a handle, whatever it points to on paper; texts and rows of numbers are what they say. */
static void test_types__pointers_that_are_handles(void **state)
{
	static const char header[] =
		"typedef unsigned long bits_t; typedef bits_t *set_t; typedef struct table *table_t; typedef table_t *dic_t; typedef char *line_t; typedef double *vec_t;\n"
		"set_t set_new(int size); void set_free(set_t s); int set_size(set_t s); int set_has(set_t s, int n);\n"
		"dic_t dic_new(void); void dic_free(dic_t d); int dic_add(dic_t d, const char *w); int dic_has(dic_t d, const char *w);\n"
		"line_t line_new(void); void line_free(line_t l); int line_length(line_t l); int line_put(line_t l, int c);\n"
		"typedef double *row_t; row_t row_new(int n); void row_free(row_t r); double row_sum(row_t r, int n); void row_scale(row_t r, int n, double by);\n"
		"vec_t vec_add(vec_t a, vec_t b); void vec_zero(vec_t v); double vec_length(vec_t v); vec_t vec_scale(vec_t v, double by);\n";
	struct hr_model *model = read_text(*state, header, NULL);
	const char *const handles[] = { "set_size", "dic_add" }, *const others[] = { "line_length", "vec_length",
										     "row_sum" };

	for (size_t i = 0; i < COUNT(handles); i++) {
		struct hr_type_ref type = find_operation(model, handles[i])->params.data[0].type;
		assert_int_not_equal(hr_model_object(model, type), HR_NO_TYPE);
		assert_int_equal(model->types.data[hr_model_object(model, type)].completeness, HR_OPAQUE);
	}
	for (size_t i = 0; i < COUNT(others); i++)
		assert_int_equal(hr_model_object(model, find_operation(model, others[i])->params.data[0].type),
				 HR_NO_TYPE);
	hr_model_free(model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_types__plain),
		IN_SCRATCH(test_types__pointers_and_arrays),
		IN_SCRATCH(test_types__records),
		IN_SCRATCH(test_types__enums),
		IN_SCRATCH(test_types__typedefs),
		IN_SCRATCH(test_types__functions),
		IN_SCRATCH(test_types__are_entered_once),
		IN_SCRATCH(test_types__deep),
		IN_SCRATCH(test_types__numbers_that_are_handles),
		IN_SCRATCH(test_types__pointers_that_are_handles),
	};

	return cmocka_run_group_tests_name("types", tests, NULL, NULL);
}
