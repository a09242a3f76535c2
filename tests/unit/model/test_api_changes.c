/* Two versions of an API: what users cannot rely on any more. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../frontend/reading.h"
#include "model/api_changes.h"

static const char before[] = "#define LEVEL 3\n#define NAME \"a\"\n#define LOST 1\n"
			     "enum color { RED, BLUE = 4 };\n"
			     "struct point { int x; int y; long z; };\n"
			     "typedef unsigned size;\ntypedef int gone_t;\n"
			     "extern int level;\n"
			     "int same(const char *text, struct point *point);\n"
			     "int renamed(int one);\n"
			     "int gone(void);\n"
			     "int wider(int number);\n"
			     "int more(int number);\n"
			     "void pinned(const int number);\n"
			     "int listed(const char *format, ...);\n";

static const char after[] = "#define LEVEL 4\n#define NAME \"b\"\n"
			    "enum color { RED, BLUE = 5 };\n"
			    "struct point { int x; long y; };\n"
			    "typedef unsigned long size;\n"
			    "extern long level;\n"
			    "int same(const char *text, struct point *point);\n"
			    "int renamed(int two);\n"
			    "int wider(long number);\n"
			    "int more(int number, int another);\n"
			    "void pinned(int number);\n"
			    "int listed(const char *format);\n"
			    "int fresh(void);\n";

/* "kind name: old -> new", in order. */
static void list(struct hr_strbuf *out, const struct hr_api_changes *changes)
{
	for (size_t i = 0; i < changes->changes.count; i++) {
		const struct hr_api_change *change = &changes->changes.data[i];
		hr_strbuf_addf(out, "%s %s: %s -> %s\n", hr_api_change_name(change->kind), change->name, change->before,
			       change->after);
	}
}

static void test_api_changes__what_is_other_or_gone(void **state)
{
	struct hr_model *old = read_text(*state, before, NULL);
	struct hr_model *new = read_text(*state, after, NULL);
	struct hr_api_changes changes = { 0 };
	struct hr_strbuf text = HR_STRBUF_INIT;
	hr_api_changes_find(&changes, old, new);
	list(&text, &changes);
	assert_string_equal(text.data, "gone gone: int (void) -> \n"
				       "signature wider: int (int) -> int (long)\n"
				       "signature more: int (int) -> int (int, int)\n"
				       "signature listed: int (const char *, ...) -> int (const char *)\n"
				       "signature level: int -> long\n"
				       "type struct point.y: int -> long\n"
				       "gone struct point.z: long -> \n"
				       "type size: unsigned int -> unsigned long\n"
				       "gone gone_t: int -> \n"
				       "constant BLUE: 4 -> 5\n"
				       "constant LEVEL: 3 -> 4\n"
				       "constant NAME: a -> b\n"
				       "gone LOST: 1 -> \n");
	assert_int_equal(changes.added, 1);
	hr_api_changes_release(&changes);
	hr_strbuf_release(&text);
	hr_model_free(old);
	hr_model_free(new);
}

/* Those of typedefs, members that have no name themselves, and members with one. */
static void test_api_changes__fields_of_what_has_no_name(void **state)
{
	static const char old_text[] =
		"typedef struct { int a; long b; } pair_t;\n"
		"struct mixed { int kind; union { int number; char *text; }; struct { int x; int y; } at; };\n"
		"int take(pair_t *pair, struct mixed *mixed);\n";
	static const char new_text[] =
		"\ntypedef struct { int a; int b; } pair_t;\n"
		"struct mixed { struct { int kind; }; union { long number; }; struct { int y; } at; };\n"
		"int take(pair_t *pair, struct mixed *mixed);\n";
	struct hr_model *old = read_text(*state, old_text, NULL);
	struct hr_model *new = read_text(*state, new_text, NULL);
	struct hr_api_changes changes = { 0 };
	struct hr_strbuf text = HR_STRBUF_INIT;
	hr_api_changes_find(&changes, old, new);
	list(&text, &changes);
	assert_string_equal(text.data, "type pair_t.b: long -> int\n"
				       "type struct mixed.number: int -> long\n"
				       "gone struct mixed.text: char * -> \n"
				       "gone struct mixed.at.x: int -> \n");
	hr_api_changes_release(&changes);
	hr_strbuf_release(&text);
	hr_model_free(old);
	hr_model_free(new);
}

static void test_api_changes__the_same_has_none(void **state)
{
	struct hr_model *old = read_text(*state, before, NULL);
	struct hr_model *new = read_text(*state, before, NULL);
	struct hr_api_changes changes = { 0 };
	hr_api_changes_find(&changes, old, new);
	assert_int_equal(changes.changes.count, 0);
	assert_int_equal(changes.added, 0);
	hr_api_changes_release(&changes);
	hr_model_free(old);
	hr_model_free(new);
}

/* A struct that has its name from a typedef is spelled as that is. */
static void test_api_changes__a_struct_that_is_called_as_its_typedef(void **state)
{
	static const char text[] = "typedef union outer_u outer_t;\n"
				   "int take(outer_t *outer);\n"
				   "typedef struct { const char *at; long size; } inner_t;\n"
				   "union outer_u { char least[32]; inner_t inner; };\n";
	static const char other[] = "typedef union outer_u outer_t;\n"
				    "int take(outer_t *outer);\n"
				    "typedef struct { const char *at; int size; } inner_t;\n"
				    "union outer_u { char least[32]; inner_t inner; };\n";
	const char *texts[] = { text, other };
	static const char *const expected[] = { "", "type inner_t.size: long -> int\n" };
	for (int i = 0; i < 2; i++) {
		struct hr_model *old = read_text(*state, text, NULL);
		struct hr_model *new = read_text(*state, texts[i], NULL);
		struct hr_api_changes changes = { 0 };
		struct hr_strbuf told = HR_STRBUF_INIT;
		hr_api_changes_find(&changes, old, new);
		list(&told, &changes);
		assert_string_equal(told.data ? told.data : "", expected[i]);
		hr_api_changes_release(&changes);
		hr_strbuf_release(&told);
		hr_model_free(old);
		hr_model_free(new);
	}
}

/* Where something without a name is declared is no part of the API. */
static void test_api_changes__lines_above_do_not_count(void **state)
{
	static const char text[] = "struct shape { enum { ROUND, FLAT } kind; struct { int x; } *at; };\n"
				   "int area(const struct shape *shape);\n";
	static const char moved[] = "/* new */\n\n"
				    "struct shape { enum { ROUND, FLAT } kind; struct { int x; } *at; };\n"
				    "int area(const struct shape *shape);\n";
	struct hr_model *old = read_text(*state, text, NULL);
	struct hr_model *new = read_text(*state, moved, NULL);
	struct hr_api_changes changes = { 0 };
	struct hr_strbuf told = HR_STRBUF_INIT;
	hr_api_changes_find(&changes, old, new);
	list(&told, &changes);
	assert_string_equal(told.data, "");
	hr_api_changes_release(&changes);
	hr_strbuf_release(&told);
	hr_model_free(old);
	hr_model_free(new);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_api_changes__what_is_other_or_gone),
		IN_SCRATCH(test_api_changes__fields_of_what_has_no_name),
		IN_SCRATCH(test_api_changes__the_same_has_none),
		IN_SCRATCH(test_api_changes__a_struct_that_is_called_as_its_typedef),
		IN_SCRATCH(test_api_changes__lines_above_do_not_count),
	};
	return cmocka_run_group_tests_name("api_changes", tests, NULL, NULL);
}
