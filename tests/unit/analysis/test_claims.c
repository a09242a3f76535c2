/* Facts as evidence: what code proves about roles, against names that say otherwise. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysing.h"

static const struct hr_claim *claim_from_code(const hr_claims *claims, enum hr_fact fact)
{
	for (size_t i = 0; i < claims->count; i++)
		if (claims->data[i].source == HR_SOURCE_CODE && claims->data[i].fact == fact)
			return &claims->data[i];
	return NULL;
}

static void test_claims__freed(void **state)
{
	struct analysed unit =
		analyse(*state,
			"typedef struct thing thing;\nthing *thing_make(void); void thing_use(thing *t);\n"
			"void thing_finish(thing *t); void thing_release(thing *t);\n",
			"#include \"unit.h\"\n#include <stdlib.h>\nstruct thing { char *s; };\n"
			"thing *thing_make(void) { return calloc(1, sizeof(thing)); }\n"
			"void thing_use(thing *t)\n{\n\tfree(t->s);\n\tfree(t);\n}\n"
			"void thing_finish(thing *t) { t->s = NULL; }\n"
			"void thing_release(thing *t) { free(t->s); t->s = NULL; }\n");
	const struct hr_operation *use = operation_called(&unit, "thing_use");
	const struct hr_claim *claim = claim_from_code(&use->params.data[0].claims, HR_FACT_ROLE);

	assert_int_equal(use->params.data[0].role, HR_ROLE_CONSUMED);
	assert_non_null(claim);
	assert_string_equal(claim->at, "unit.c:8");
	assert_int_equal(use->kind, HR_KIND_DESTROYER);
	assert_int_equal(operation_called(&unit, "thing_make")->result.role, HR_ROLE_OWNED);
	/* names that speak of an end, and code that does not */
	assert_int_equal(operation_called(&unit, "thing_finish")->params.data[0].role, HR_ROLE_RECEIVER);
	assert_int_equal(operation_called(&unit, "thing_release")->params.data[0].role, HR_ROLE_RECEIVER);
	forget(&unit);
}

/* Whose it is what is lent, where names see the first one: also of what the call changes. */
static void test_claims__lent_by_another(void **state)
{
	struct analysed unit = analyse(
		*state,
		"typedef struct book book; typedef struct { int at; } page;\n"
		"book *book_new(void); void book_free(book *b); int book_size(const book *b);\n"
		"page *book_turn(book *b, page *from, int n);\n",
		"#include \"unit.h\"\n#include <stdlib.h>\nstruct book { int pages; };\n"
		"book *book_new(void) { return calloc(1, sizeof(book)); }\nvoid book_free(book *b) { free(b); }\n"
		"int book_size(const book *b) { return b->pages; }\n"
		"page *book_turn(book *b, page *from, int n)\n{\n\tif (from->at + n > b->pages)\n\t\treturn NULL;\n"
		"\tfrom->at += n;\n\treturn from;\n}\n");
	const struct hr_item *result = &operation_called(&unit, "book_turn")->result;

	assert_int_equal(result->role, HR_ROLE_BORROWED);
	assert_int_equal(result->of, 1);
	forget(&unit);
}

/* Truth by a macro; and what only ever returns one number refuses nothing, itself or by what it calls, and says nothing of others. */
static void test_claims__truth_and_constants(void **state)
{
	struct analysed unit = analyse(
		*state,
		"#define Bool int\n#define True 1\n#define False 0\n"
		"struct board { int w; unsigned char at[9]; };\nBool board_get_spot(struct board *b, int x, unsigned char *spot);\n"
		"int board_draw(struct board *b, int x); int board_paint(struct board *b, int x); int board_write(struct board *b, int x);\n"
		"/* Adds one. Returns 0 on success. */\nint board_add(struct board *b, int x);\n",
		"#include \"unit.h\"\n"
		"Bool board_get_spot(struct board *b, int x, unsigned char *spot)\n{\n\tif (x < 0 || x >= b->w)\n\t\treturn False;\n"
		"\t*spot = b->at[x];\n\treturn True;\n}\n"
		"static int draw(struct board *b, int x, int to)\n{\n\tif (x < 0)\n\t\treturn True;\n\tb->at[x] = (unsigned char)to;\n\treturn True;\n}\n"
		"int board_draw(struct board *b, int x) { return draw(b, x, 1); }\n"
		"int board_paint(struct board *b, int x)\n{\n\tif (x > 3)\n\t\treturn draw(b, x, 2);\n\treturn draw(b, x, 3);\n}\n"
		"int board_write(struct board *b, int x) { return x > 4 ? 2 : draw(b, x, 2); }\n"
		"int board_add(struct board *b, int x)\n{\n\tb->w += x;\n\treturn 0;\n}\n");

	assert_int_equal(operation_called(&unit, "board_get_spot")->result.role, HR_ROLE_STATUS);
	assert_int_equal(operation_called(&unit, "board_get_spot")->error, HR_REFUSED_ZERO);
	assert_int_equal(operation_called(&unit, "board_draw")->error, HR_REFUSED_NEVER);
	assert_int_equal(operation_called(&unit, "board_paint")->error, HR_REFUSED_NEVER);
	assert_int_not_equal(operation_called(&unit, "board_write")->error, HR_REFUSED_NEVER);
	assert_int_equal(operation_called(&unit, "board_add")->error, HR_REFUSED_NONZERO); /* some day it may */
	forget(&unit);
}

/* New, or one more reference to what is there: either way the caller has to end it. */
static void test_claims__reference(void **state)
{
	struct analysed unit = analyse(
		*state,
		"typedef struct leaf leaf;\nleaf *leaf_create(int n); void leaf_free(leaf *l); leaf *leaf_retain(leaf *l);\n"
		"leaf *leaf_fold(leaf *l, int how); leaf *leaf_grow(leaf *l, int n);\n",
		"#include \"unit.h\"\n#include <stdlib.h>\nstruct leaf { int n, count; };\n"
		"leaf *leaf_create(int n)\n{\n\tleaf *l = calloc(1, sizeof(*l));\n\tif (l) {\n\t\tl->n = n;\n\t\tl->count = 1;\n\t}\n\treturn l;\n}\n"
		"void leaf_free(leaf *l)\n{\n\tif (!--l->count)\n\t\tfree(l);\n}\n"
		"leaf *leaf_retain(leaf *l)\n{\n\tif (l)\n\t\tl->count++;\n\treturn l;\n}\n"
		"leaf *leaf_fold(leaf *l, int how) { return how ? leaf_create(l->n / how) : leaf_retain(l); }\n"
		"leaf *leaf_grow(leaf *l, int n)\n{\n\tif (!l)\n\t\tl = leaf_create(0);\n\tif (l)\n\t\tl->n += n;\n\treturn l;\n}\n");

	assert_int_equal(operation_called(&unit, "leaf_fold")->result.role, HR_ROLE_OWNED);
	assert_int_equal(operation_called(&unit, "leaf_fold")->kind, HR_KIND_MAKER);
	assert_int_equal(operation_called(&unit, "leaf_retain")->result.role, HR_ROLE_BORROWED);
	assert_int_equal(operation_called(&unit, "leaf_grow")->result.role, HR_ROLE_BORROWED); /* perhaps as it was */
	forget(&unit);
}

static void test_claims__errno(void **state)
{
	struct analysed unit = analyse(
		*state,
		"int thing_parse(const char *s); int thing_load(const char *s); int thing_try(const char *s);\n",
		"#include \"unit.h\"\n#include <errno.h>\n#include <stddef.h>\n"
		"static int refuse(int why)\n{\n\terrno = EINVAL;\n\treturn why ? -1 : -2;\n}\n"
		"int thing_parse(const char *s)\n{\n\tif (!s) {\n\t\terrno = EINVAL;\n\t\treturn -1;\n\t}\n\treturn *s;\n}\n"
		"int thing_load(const char *s)\n{\n\tif (!s)\n\t\treturn refuse(3);\n\treturn 0;\n}\n"
		"int thing_try(const char *s)\n{\n\terrno = 0;\n\tif (!s)\n\t\treturn -1;\n\treturn 0;\n}\n");
	const struct hr_claim *claim = claim_from_code(&operation_called(&unit, "thing_parse")->claims, HR_FACT_ERRNO);

	assert_non_null(claim);
	assert_string_equal(claim->at, "unit.c:12");
	assert_true(operation_called(&unit, "thing_parse")->sets_errno);
	assert_false(operation_called(&unit, "thing_try")->sets_errno); /* 0 tells of no error */
	forget(&unit);
}

/* An answer by its name that is one of two numbers; what ends by ways that the code hides; what a size is only made of. */
static void test_claims__against_names(void **state)
{
	struct analysed unit = analyse(
		*state,
		"typedef struct pic pic;\nint pic_get_line(pic *p, unsigned char *line, int length); int pic_is_new(pic *p); int pic_put(pic *p, int v);\n"
		"struct list { struct list *next; struct pool *pool; };\nint list_load(struct list **made); void list_free(struct list *l); int list_count(struct list *l);\n"
		"void *plane_new(int channels); void *block_new(int room);\n",
		"#include \"unit.h\"\n#include <stdlib.h>\n#include <string.h>\nstruct pic { int at, end; unsigned char data[99]; };\n"
		"int pic_get_line(pic *p, unsigned char *line, int length)\n{\n\tif (p->at == p->end)\n\t\treturn 0;\n"
		"\tp->at++;\n\tmemcpy(line, p->data, (size_t)length);\n\treturn 1;\n}\n"
		"int pic_is_new(pic *p)\n{\n\tp->end++;\n\tif (p->at)\n\t\treturn 0;\n\treturn 1;\n}\n"
		"int pic_put(pic *p, int v)\n{\n\tif (p->at > 98)\n\t\treturn 1;\n\tp->data[p->at++] = (unsigned char)v;\n\treturn 0;\n}\n"
		"struct pool { struct list all[9]; };\n"
		"int list_load(struct list **made)\n{\n\tstruct pool *p = calloc(1, sizeof *p);\n\tif (!p) return -1;\n\tp->all[0].pool = p;\n"
		"\t*made = p->all;\n\treturn 0;\n}\n"
		"void list_free(struct list *l) { free(l->pool); }\nint list_count(struct list *l) { return l->next != 0; }\n"
		"void *plane_new(int channels) { return malloc((size_t)channels); }\nvoid *block_new(int room) { return malloc((size_t)room); }\n");

	assert_int_equal(operation_called(&unit, "pic_get_line")->result.role, HR_ROLE_STATUS);
	assert_int_equal(operation_called(&unit, "pic_get_line")->error, HR_REFUSED_NONZERO);
	assert_int_equal(operation_called(&unit, "pic_is_new")->result.role, HR_ROLE_VALUE);
	assert_int_equal(operation_called(&unit, "list_free")->params.data[0].role, HR_ROLE_CONSUMED);
	assert_int_equal(operation_called(&unit, "plane_new")->params.data[0].role, HR_ROLE_IN);
	assert_int_equal(operation_called(&unit, "block_new")->params.data[0].role, HR_ROLE_SIZE);
	forget(&unit);
}

/* delete(tree, key) beside free(tree), both named where a tree is made. */
static void test_claims__entry_that_is_deleted(void **state)
{
	struct analysed unit = analyse(
		*state,
		"typedef struct tree tree;\n/* Makes a tree; entries are removed with tree_delete(). Must be freed with tree_free(). */\n"
		"tree *tree_new(void);\nint tree_delete(tree *t, const int *key);\nvoid tree_free(tree *t);\n"
		"typedef struct pool pool;\npool *pool_new(void);\nvoid pool_free(pool *p);\n",
		"#include \"unit.h\"\n#include <stdlib.h>\nstruct tree { int *keys; int count; };\n"
		"tree *tree_new(void) { return calloc(1, sizeof(tree)); }\n"
		"int tree_delete(tree *t, const int *key)\n{\n\tif (!t->keys || *t->keys != *key) return 0;\n"
		"\tfree(t->keys);\n\tt->keys = NULL;\n\treturn 1;\n}\n"
		"void tree_free(tree *t) { free(t->keys); free(t); }\n"
		"struct pool { int used; };\npool *pool_new(void) { return calloc(1, sizeof(pool)); }\n"
		"void pool_free(pool *p) { p->used = 0; }\n");
	const struct hr_operation *delete = operation_called(&unit, "tree_delete");

	assert_int_equal(delete->params.data[0].role, HR_ROLE_RECEIVER);
	assert_int_equal(delete->kind, HR_KIND_MUTATOR);
	assert_int_equal(operation_called(&unit, "tree_free")->kind, HR_KIND_DESTROYER);
	assert_ptr_equal(&unit.unit->model->operations.data[operation_called(&unit, "tree_new")->result.freed_by],
			 operation_called(&unit, "tree_free"));
	/* the only one that there is stays */
	assert_int_equal(operation_called(&unit, "pool_free")->kind, HR_KIND_DESTROYER);
	forget(&unit);
}

/* What one operation makes within an object the opposite one frees: it is the caller's to end, as long as the object lives. */
static void test_claims__freed_by_the_opposite(void **state)
{
	struct analysed unit = analyse(
		*state,
		"typedef struct bus bus;\ntypedef struct watch watch;\ntypedef struct Tap Tap;\n"
		"bus *bus_new(void);\nwatch *bus_subscribe(bus *b, int topic);\nvoid bus_unsubscribe(watch *w);\n"
		"watch *bus_first(bus *b);\nTap *busRegisterTap(bus *b);\nvoid busUnregisterTap(Tap *t);\n"
		"watch *bus_link(bus *b);\nvoid bus_unlink(watch *w);\nbus *bus_ref(bus *b);\nvoid bus_unref(bus *b);\n",
		"#include \"unit.h\"\n#include <stdlib.h>\nstruct bus { watch *first; Tap *tap; };\n"
		"struct watch { watch *next; bus *b; int topic; };\nstruct Tap { bus *b; };\n"
		"bus *bus_new(void) { return calloc(1, sizeof(bus)); }\n"
		"watch *bus_subscribe(bus *b, int topic)\n{\n\twatch *w = malloc(sizeof *w);\n\tif (!w) return NULL;\n"
		"\tw->next = b->first; w->b = b; w->topic = topic; b->first = w;\n\treturn w;\n}\n"
		"void bus_unsubscribe(watch *w) { w->b->first = w->next; free(w); }\n"
		"watch *bus_first(bus *b) { return b->first; }\n"
		"Tap *busRegisterTap(bus *b)\n{\n\tTap *t = malloc(sizeof *t);\n\tif (!t) return NULL;\n"
		"\tt->b = b; b->tap = t;\n\treturn t;\n}\n"
		"void busUnregisterTap(Tap *t) { t->b->tap = NULL; free(t); }\n"
		"watch *bus_link(bus *b) { return b->first; }\nvoid bus_unlink(watch *w) { w->b->first = w->next; }\n"
		"static int count;\nbus *bus_ref(bus *b) { count++; return b; }\nvoid bus_unref(bus *b) { if (!count--) free(b); }\n");
	const struct hr_operation *subscribe = operation_called(&unit, "bus_subscribe");

	assert_int_equal(subscribe->result.role, HR_ROLE_OWNED);
	assert_ptr_equal(&unit.unit->model->operations.data[subscribe->result.freed_by],
			 operation_called(&unit, "bus_unsubscribe"));
	assert_true(subscribe->params.data[0].kept);
	assert_int_equal(operation_called(&unit, "busRegisterTap")->result.role, HR_ROLE_OWNED);
	assert_int_equal(operation_called(&unit, "bus_first")->result.role, HR_ROLE_BORROWED);
	assert_int_equal(operation_called(&unit, "bus_ref")->result.role, HR_ROLE_BORROWED);
	/* an opposite that frees nothing says nothing */
	assert_int_equal(operation_called(&unit, "bus_link")->result.role, HR_ROLE_BORROWED);
	forget(&unit);
}

static void test_claims__null(void **state)
{
	struct analysed unit = analyse(
		*state,
		"int fine(const char *s); int crash(const char *s);\n"
		"/** @param s may be NULL */\nint documented(const char *s);\nint declared(const char *s) __attribute__((nonnull));\n",
		"#include \"unit.h\"\nint fine(const char *s) { return s ? *s : 0; }\nint crash(const char *s) { return *s; }\n"
		"int documented(const char *s) { return *s; }\nint declared(const char *s) { return s ? *s : 0; }\n");

	assert_int_equal(operation_called(&unit, "fine")->params.data[0].nullable, HR_YES);
	assert_int_equal(operation_called(&unit, "crash")->params.data[0].nullable, HR_NO);
	/* what the authors wrote is the rule; code that does not keep it is wrong */
	assert_int_equal(operation_called(&unit, "documented")->params.data[0].nullable, HR_YES);
	assert_int_equal(operation_called(&unit, "declared")->params.data[0].nullable, HR_NO);
	forget(&unit);
}

static void test_claims__buffers(void **state)
{
	struct analysed unit = analyse(
		*state, "long add(const int *a, unsigned long b); void fill(char *a, unsigned long b, int c);\n",
		"#include \"unit.h\"\nlong add(const int *a, unsigned long b) { long s = 0;\n"
		"\tfor (unsigned long i = 0; i < b; i++) s += a[i]; return s; }\n"
		"void fill(char *a, unsigned long b, int c) { for (unsigned long i = 0; i < b; i++) a[i] = (char)c; }\n");
	const struct hr_operation *add = operation_called(&unit, "add");
	const struct hr_operation *fill = operation_called(&unit, "fill");

	assert_int_equal(add->params.data[0].role, HR_ROLE_ARRAY);
	assert_int_equal(add->params.data[1].role, HR_ROLE_LENGTH);
	assert_int_equal(add->params.data[1].of, 0);
	assert_int_equal(add->params.data[1].unit, HR_UNIT_ELEMENTS);
	assert_int_equal(fill->params.data[0].role, HR_ROLE_OUT);
	assert_int_equal(fill->params.data[1].role, HR_ROLE_CAPACITY);
	assert_int_equal(fill->params.data[1].unit, HR_UNIT_BYTES);
	forget(&unit);
}

/* Pointers that are gone through are no slot, whatever is done with what they lead to. */
static void test_claims__tables(void **state)
{
	struct analysed unit = analyse(
		*state, "struct head { int flag; int seen; }; int visit(void **table); int step(void **slot);\n",
		"#include \"unit.h\"\nint visit(void **table) { struct head **all = (struct head **)table; int i = 0;\n"
		"\tdo all[i]->seen++; while (!all[i++]->flag); return i; }\n"
		"int step(void **slot) { struct head *h = *slot; return h->seen++; }\n");

	assert_int_equal(operation_called(&unit, "visit")->params.data[0].role, HR_ROLE_ARRAY);
	assert_int_not_equal(operation_called(&unit, "step")->params.data[0].role, HR_ROLE_ARRAY);
	forget(&unit);
}

static void test_claims__kinds_and_keeping(void **state)
{
	struct analysed unit = analyse(
		*state,
		"typedef struct box box;\nint box_value(box *b); int box_get_next(const box *b); void box_link(box *b, int *to);\n"
		"box *box_new(void); void box_free(box *b);\n",
		"#include \"unit.h\"\n#include <stdlib.h>\nstruct box { int n; int *p; };\nint box_value(box *b) { return b->n; }\n"
		"int box_get_next(const box *b) { return ((box *)b)->n++; }\nvoid box_link(box *b, int *to) { b->p = to; }\n"
		"box *box_new(void) { return calloc(1, sizeof(box)); }\nvoid box_free(box *b) { free(b); }\n");

	assert_int_equal(operation_called(&unit, "box_value")->kind, HR_KIND_OBSERVER);
	assert_int_equal(operation_called(&unit, "box_get_next")->kind, HR_KIND_MUTATOR);
	assert_true(operation_called(&unit, "box_link")->params.data[1].kept);
	assert_false(operation_called(&unit, "box_link")->params.data[0].kept);
	forget(&unit);
}

static void test_claims__first_use(void **state)
{
	struct analysed unit = analyse(
		*state,
		"struct range { int from, to; };\n"
		"int count(int *a); int ask(int *a); int make(struct range *r, int n); int grow(int n, struct range *r);\n"
		"int squeeze(char *s);\n",
		"#include \"unit.h\"\nint count(int *a) { return (*a)++; }\nint ask(int *a) { *a = 7; return *a; }\n"
		"int make(struct range *r, int n) { r->from = 0; r->to = n; return r->to; }\n"
		"int grow(int n, struct range *r) { r->to = r->from + n; return 0; }\n"
		"int squeeze(char *s) { char *t = s; for (; *s; s++) if (*s != ' ') *t++ = *s; *t = 0; return 0; }\n");

	assert_int_equal(operation_called(&unit, "count")->params.data[0].role, HR_ROLE_INOUT);
	assert_int_equal(operation_called(&unit, "ask")->params.data[0].role, HR_ROLE_OUT);
	assert_int_not_equal(operation_called(&unit, "make")->params.data[0].role, HR_ROLE_INOUT);
	assert_int_equal(operation_called(&unit, "grow")->params.data[1].role, HR_ROLE_INOUT);
	assert_int_equal(operation_called(&unit, "squeeze")->params.data[0].role, HR_ROLE_INOUT);
	forget(&unit);
}

static void test_claims__through_calls(void **state)
{
	struct analysed unit = analyse(
		*state, "int outer(int *a); int inner(int *a); int maybe(int *a, int which);\n",
		"#include \"unit.h\"\nstatic void set(int *a) { *a = 1; }\nstatic int get(int *a) { return *a; }\n"
		"int outer(int *a) { set(a); return get(a); }\nint inner(int *a) { int n = get(a); set(a); return n; }\n"
		"int maybe(int *a, int which) { if (which) set(a); else *a = 0; return get(a); }\n");

	assert_int_equal(operation_called(&unit, "outer")->params.data[0].role, HR_ROLE_OUT);
	assert_int_equal(operation_called(&unit, "inner")->params.data[0].role, HR_ROLE_INOUT);
	assert_int_equal(operation_called(&unit, "maybe")->params.data[0].role, HR_ROLE_OUT);
	forget(&unit);
}

static void test_claims__replaced_and_lists(void **state)
{
	struct analysed unit = analyse(
		*state,
		"typedef struct node node;\nnode *node_new(void); void node_put(node *n); char *text_more(char *s, int n);\n"
		"void *always_null(void *p);\n"
		"/** @return the text; it needs to be freed by the caller */\nchar *send_nothing(const char *s);\n",
		"#include \"unit.h\"\n#include <stdlib.h>\nstruct node { node *next; };\n"
		"node *node_new(void) { return calloc(1, sizeof(node)); }\n"
		"void node_put(node *n) { while (n) { node *next = n->next; free(n); n = next; } }\n"
		"char *text_more(char *s, int n) { if (n < 10) return s; char *t = malloc((unsigned)n); if (t) { t[0] = s[0]; free(s); } return t; }\n"
		"void *always_null(void *p) { free(p); return 0; }\n"
		"char *send_nothing(const char *s) { return 0; }\n");

	assert_int_equal(operation_called(&unit, "node_put")->params.data[0].role, HR_ROLE_CONSUMED);
	assert_int_equal(operation_called(&unit, "text_more")->params.data[0].role, HR_ROLE_CONSUMED);
	assert_int_equal(operation_called(&unit, "text_more")->result.role, HR_ROLE_OWNED);
	assert_int_equal(operation_called(&unit, "always_null")->result.role, HR_ROLE_BORROWED);
	/* this build of it cannot fetch anything */
	assert_int_equal(operation_called(&unit, "send_nothing")->result.role, HR_ROLE_OWNED);
	forget(&unit);
}

/* del(thing) that returns NULL, so that one can write `thing = del(thing)`, refuses nothing by it; a build that cannot do something does, where the authors say so. */
static void test_claims__always_null(void **state)
{
	struct analysed unit = analyse(
		*state,
		"typedef struct thing thing;\nthing *new_thing(const char *name);\nthing *del_thing(thing *t);\n"
		"/** @return the answer, NULL on error; it needs to be freed by the caller */\nchar *send_it(const char *s);\n",
		"#include \"unit.h\"\n#include <stdlib.h>\n#include <string.h>\nstruct thing { char *name; };\n"
		"thing *new_thing(const char *name)\n{\n\tthing *t = malloc(sizeof *t);\n\tif (!t)\n\t\treturn NULL;\n"
		"\tt->name = strdup(name);\n\treturn t->name ? t : del_thing(t);\n}\n"
		"static thing *end(thing *t) { free(t->name); free(t); return NULL; }\n"
		"thing *del_thing(thing *t)\n{\n\tif (!t)\n\t\treturn NULL;\n\treturn end(t);\n}\n"
		"char *send_it(const char *s) { return NULL; }\n");

	assert_int_equal(operation_called(&unit, "new_thing")->error, HR_REFUSED_NULL);
	assert_int_equal(operation_called(&unit, "del_thing")->error, HR_REFUSED_NEVER);
	assert_int_equal(operation_called(&unit, "send_it")->error, HR_REFUSED_NULL);
	forget(&unit);
}

static void test_claims__numbers(void **state)
{
	struct analysed unit = analyse(
		*state,
		"int run(int flags); int pick(int mode, int bits); int length_of(const char *s); int work(int *a, int n);\n",
		"#include \"unit.h\"\nstatic int g;\nint run(int flags) { g += flags != 0; return 0; }\n"
		"int pick(int mode, int bits) { g += mode == 3; if (bits & 1) g++; if (bits & 4) g--; return 0; }\n"
		"int length_of(const char *s) { int n = 0; while (s[n]) n++; return n; }\n"
		"int work(int *a, int n) { if (!a) return -1; *a = n; return n + g; }\n");

	assert_int_equal(operation_called(&unit, "run")->params.data[0].role, HR_ROLE_IN);
	assert_int_equal(operation_called(&unit, "pick")->params.data[0].role, HR_ROLE_ENUM);
	assert_int_equal(operation_called(&unit, "pick")->params.data[1].role, HR_ROLE_FLAGS);
	assert_int_equal(operation_called(&unit, "length_of")->result.role, HR_ROLE_VALUE);
	assert_int_equal(operation_called(&unit, "work")->result.role, HR_ROLE_VALUE);
	forget(&unit);
}

/* Who writes most of a struct and reads nothing of it sets it up, whatever it is called; who empties one does not, beside it. A struct that the caller can fill needs nobody. */
static void test_claims__who_sets_up(void **state)
{
	struct analysed unit = analyse(
		*state,
		"struct job { int fd; unsigned at; char room[4096]; char *next; struct job *chain; };\n"
		"int job_start(struct job *j, int fd); void job_reset(struct job *j); int job_put(struct job *j, int c);\n"
		"struct ring { struct ring *next, *prev; };\n"
		"void ring_reset(struct ring *r); int ring_length(struct ring *r); void ring_add(struct ring *r, struct ring *n);\n"
		"struct spot { double x, y; };\nvoid spot_at(struct spot *s, double x, double y); double spot_sum(struct spot *s);\n"
		"struct tape { char *data; int size; };\nstruct tape *tape_new(void); void tape_wind(struct tape *t);\n",
		"#include \"unit.h\"\n#include <stdlib.h>\n#include <string.h>\n"
		"int job_start(struct job *j, int fd)\n{\n\tmemset(j, 0, sizeof *j);\n\tj->fd = fd;\n\tj->next = j->room;\n"
		"\treturn 0;\n}\n"
		"void job_reset(struct job *j) { j->fd = -1; j->at = 0; j->next = j->room; j->chain = NULL; }\n"
		"int job_put(struct job *j, int c) { *j->next++ = (char)c; return (int)++j->at; }\n"
		"void ring_reset(struct ring *r) { r->next = r->prev = r; }\n"
		"int ring_length(struct ring *r) { int n = 0; for (struct ring *i = r->next; i != r; i = i->next) n++; return n; }\n"
		"void ring_add(struct ring *r, struct ring *n) { n->next = r->next; n->prev = r; r->next->prev = n; r->next = n; }\n"
		"void spot_at(struct spot *s, double x, double y) { s->x = x; s->y = y; }\n"
		"double spot_sum(struct spot *s) { return s->x + s->y; }\n"
		"struct tape *tape_new(void) { return calloc(1, sizeof(struct tape)); }\n"
		"void tape_wind(struct tape *t) { t->data = NULL; t->size = 0; }\n");

	assert_int_equal(operation_called(&unit, "job_start")->kind, HR_KIND_MAKER);
	assert_int_equal(operation_called(&unit, "job_reset")->kind, HR_KIND_MUTATOR);
	assert_int_equal(operation_called(&unit, "job_put")->kind, HR_KIND_MUTATOR);
	assert_int_equal(operation_called(&unit, "ring_reset")->kind, HR_KIND_MAKER);
	assert_int_equal(operation_called(&unit, "ring_add")->kind, HR_KIND_MUTATOR);
	assert_int_not_equal(operation_called(&unit, "spot_at")->kind, HR_KIND_MAKER);
	assert_int_not_equal(operation_called(&unit, "tape_wind")->kind, HR_KIND_MAKER);
	forget(&unit);
}

static enum hr_role role_of(const struct analysed *unit, const char *operation, size_t param)
{
	return operation_called(unit, operation)->params.data[param].role;
}

/* "Read nowhere" is known only where all of the code is there, and nothing hides the field in another struct. */
static void test_claims__fields_out_of_sight(void **state)
{
	struct analysed unit = analyse(
		*state,
		"struct form { int endpoint, length; }; int form_submit(struct form *f);\n"
		"static inline void form_prepare(struct form *f, int e) { f->endpoint = e; }\n"
		"struct slip { int endpoint, length; char tag; }; void slip_prepare(struct slip *s, int e); int slip_submit(struct slip *s);\n",
		"#include \"unit.h\"\nvoid slip_prepare(struct slip *s, int e) { s->endpoint = e; }\n"
		"int slip_submit(struct slip *s) { return s->length; }\n");
	const struct hr_model *model = unit.unit->model;

	for (size_t i = 0; i < model->types.count; i++) {
		const struct hr_type *type = &model->types.data[i];
		if (strcmp(type->spelling, "struct form") == 0)
			assert_null(claim_from_code(&type->fields.data[0].item.claims, HR_FACT_ROLE));
		if (strcmp(type->spelling, "struct slip") == 0)
			assert_int_equal(type->fields.data[0].item.role, HR_ROLE_OUT);
	}
	forget(&unit);
}

/* What is handed to callbacks of the caller's: nobody knows what becomes of it, but what is done before counts. */
static void test_claims__handed_on(void **state)
{
	struct analysed unit = analyse(
		*state,
		"#include <stddef.h>\nstruct info { int handle; int flags; };\n"
		"struct ops { int (*get)(const char *path, struct info *i); int (*begun)(const char *where); };\n"
		"struct fs; struct fs *fs_new(const struct ops *ops, size_t ops_size);\n"
		"int fs_fetch(struct fs *fs, const char *what, struct info *info);\n"
		"int fs_start(struct fs *fs, const char *where);\nint fs_join(struct fs *fs, struct fs *other);\n",
		"#include \"unit.h\"\n#include <stdlib.h>\n#include <stdio.h>\n#include <string.h>\n#include <fcntl.h>\n"
		"struct fs { struct ops ops; int debug, users; };\n"
		"struct fs *fs_new(const struct ops *ops, size_t ops_size)\n"
		"{ struct fs *fs = calloc(1, sizeof *fs); if (fs && ops_size <= sizeof fs->ops) memcpy(&fs->ops, ops, ops_size); return fs; }\n"
		"int fs_fetch(struct fs *fs, const char *what, struct info *info)\n"
		"{ if (fs->debug) printf(\"%d\", info->handle); return fs->ops.get(what, info); }\n"
		"int fs_start(struct fs *fs, const char *where)\n"
		"{ int fd = open(where, O_RDONLY); return fd < 0 ? -1 : fs->ops.begun(where); }\n"
		"int fs_join(struct fs *fs, struct fs *other) { return fs->users + ++other->users; }\n");

	assert_int_equal(role_of(&unit, "fs_new", 0), HR_ROLE_CALLBACK); /* one struct, though read up to a size */
	assert_int_equal(role_of(&unit, "fs_fetch", 2), HR_ROLE_IN);
	assert_int_equal(role_of(&unit, "fs_start", 1), HR_ROLE_PATH);
	assert_int_equal(role_of(&unit, "fs_join", 1), HR_ROLE_IN); /* changed, but no memory of the caller's */
	forget(&unit);
}

/* Where code leaves it open, what it proves elsewhere of the same name counts. */
static void test_claims__as_elsewhere(void **state)
{
	struct analysed unit = analyse(
		*state,
		"struct info { int handle; int flags; };\nstruct ops { int (*any)(struct info *i); };\n"
		"int fs_fetch(struct ops *ops, struct info *info);\nint fs_flush(struct ops *ops, struct info *info);\n"
		"int fs_sync(struct ops *ops, struct info *info);\nint fs_query(struct ops *ops, struct info *info);\n",
		"#include \"unit.h\"\n"
		"int fs_fetch(struct ops *ops, struct info *info) { return info->handle ? ops->any(info) : -1; }\n"
		"int fs_flush(struct ops *ops, struct info *info) { return info->handle ? ops->any(info) : -1; }\n"
		"int fs_sync(struct ops *ops, struct info *info) { return info->flags ? ops->any(info) : -1; }\n"
		"int fs_query(struct ops *ops, struct info *info) { return ops->any(info); }\n");

	assert_int_equal(role_of(&unit, "fs_fetch", 1), HR_ROLE_IN);
	assert_int_equal(role_of(&unit, "fs_query", 1), HR_ROLE_IN);
	forget(&unit);
}

/* A pointer that holds functions of several sorts leads to those that the call fits. */
static void test_claims__called_as_defined(void **state)
{
	struct analysed unit = analyse(
		*state,
		"struct info { int handle; int flags; };\nvoid info_choose(int which); int info_apply(struct info *info);\n",
		"#include \"unit.h\"\nstatic void (*hook)(void);\n"
		"static int look(struct info *info) { return info->handle; }\n"
		"static void wipe(struct info *info, int flags) { info->handle += flags; }\n"
		"void info_choose(int which) { hook = which ? (void (*)(void))look : (void (*)(void))wipe; }\n"
		"int info_apply(struct info *info) { return ((int (*)(struct info *))hook)(info); }\n");

	assert_int_equal(role_of(&unit, "info_apply", 0), HR_ROLE_IN);
	forget(&unit);
}

/* Text that is measured and only read, a static struct that is looked up, an old value that comes back, memory that is only filled, bits of a short number. */
static void test_claims__read_only_and_old_values(void **state)
{
	struct analysed unit = analyse(
		*state,
		"struct dev { int mode; long used; }; struct link { int id; };\n"
		"int dev_play(struct dev *d, char *samples, unsigned num_bytes); int dev_newmode(struct dev *d, int mode);\n"
		"struct link *find_link(const char *name); void link_free(struct link *l); int link_count(struct link *l);\n"
		"void volume_write(void *volume, const char *name); int perms_text(unsigned short perms, char *out);\n",
		"#include \"unit.h\"\n#include <string.h>\n#include <stdlib.h>\n"
		"int dev_play(struct dev *d, char *samples, unsigned num_bytes)\n{\n\tif (d->mode < 0) return 0;\n"
		"\tfor (unsigned i = 0; i < num_bytes; i++) d->used += samples[i];\n\treturn 1;\n}\n"
		"int dev_newmode(struct dev *d, int mode)\n{\n\tint old = d->mode;\n\td->mode = mode;\n\treturn old;\n}\n"
		"static struct link the_link;\nstruct link *find_link(const char *name) { the_link.id = *name; return *name ? &the_link : 0; }\n"
		"void link_free(struct link *l) { free(l); }\nint link_count(struct link *l) { return l->id; }\n"
		"void volume_write(void *volume, const char *name) { memset(volume, 0, 16); *(int *)volume = *name; }\n"
		"int perms_text(unsigned short perms, char *out)\n{\n\tout[0] = perms & 4 ? 'r' : '-';\n\tout[1] = perms & 2 ? 'w' : '-';\n\tout[2] = 0;\n\treturn 2;\n}\n");
	const struct hr_operation *play = operation_called(&unit, "dev_play");

	assert_int_equal(play->params.data[1].role, HR_ROLE_BUFFER);
	assert_int_equal(play->params.data[2].role, HR_ROLE_LENGTH);
	assert_int_equal(play->params.data[2].of, 1);
	assert_int_equal(operation_called(&unit, "dev_newmode")->result.role, HR_ROLE_VALUE);
	assert_int_equal(operation_called(&unit, "find_link")->result.role, HR_ROLE_BORROWED);
	assert_int_equal(operation_called(&unit, "volume_write")->params.data[0].role, HR_ROLE_OUT);
	assert_int_equal(operation_called(&unit, "perms_text")->params.data[0].role, HR_ROLE_FLAGS);
	forget(&unit);
}

/* An object behind a `void *` of which only some is written; a struct that is only read, by something that calls what is not there; a value that is put together. */
static void test_claims__written_within(void **state)
{
	struct analysed unit = analyse(
		*state,
		"typedef struct { float r, g; } color; typedef struct { int depth; color tint; int rest; char name[8]; } look;\n"
		"color make_color(float r, float g); void paint(int where, color with); void *surface_new(look *l, int n);\n"
		"void surface_shine(void *surface, double how); void scene_link(void *scene, double n, void *surface); void clear_all(void *memory);\n",
		"#include \"unit.h\"\n#include <stdlib.h>\n#include <string.h>\nvoid elsewhere(const char *text);\n"
		"struct surface { int kind; struct surface *next; double shine; color tint; }; struct scene { int count; struct surface *first; };\n"
		"color make_color(float r, float g) { color c; c.r = r; c.g = g; return c; }\n"
		"static float last;\nvoid paint(int where, color with) { last = with.r + with.g + (float)where; }\n"
		"void *surface_new(look *l, int n)\n{\n\tstruct surface *s = calloc(1, sizeof *s);\n\tif (!s) return 0;\n\ts->kind = l->depth + n;\n"
		"\ts->tint = l->tint;\n\tif (strlen(l->name) > 3) elsewhere(\"long\");\n\treturn s;\n}\n"
		"void surface_shine(void *surface, double how) { ((struct surface *)surface)->shine = how; }\n"
		"void scene_link(void *scene, double n, void *surface)\n{\n\tstruct scene *s = scene;\n\tstruct surface *t = surface;\n\ts->count += (int)n;\n\tt->next = s->first;\n\ts->first = t;\n}\n"
		"void clear_all(void *memory) { memset(memory, 0, 16); }\n");
	const struct hr_type *look = NULL, *color = NULL;

	const struct hr_model *model = unit.unit->model;
	for (size_t i = 0; i < model->types.count; i++) {
		if (model->types.data[i].kind != HR_TYPE_STRUCT)
			continue;
		look = model->types.data[i].fields.count == 4 ? &model->types.data[i] : look;
		color = model->types.data[i].size == 8 ? &model->types.data[i] : color;
	}
	assert_int_equal(operation_called(&unit, "surface_shine")->params.data[0].role, HR_ROLE_RECEIVER);
	assert_int_equal(operation_called(&unit, "scene_link")->params.data[2].role, HR_ROLE_IN);
	assert_int_equal(operation_called(&unit, "clear_all")->params.data[0].role, HR_ROLE_OUT);
	assert_non_null(look);
	assert_int_equal(look->fields.data[0].item.role, HR_ROLE_IN);
	assert_int_equal(look->fields.data[2].item.role, HR_ROLE_IN);
	assert_int_equal(look->fields.data[3].item.role, HR_ROLE_STRING);
	assert_non_null(color);
	assert_int_equal(color->fields.data[0].item.role, HR_ROLE_IN);
	forget(&unit);
}

/* A list of objects that are changed: its number stands before it. */
static void test_claims__list_of_objects(void **state)
{
	struct analysed unit = analyse(
		*state,
		"typedef struct thing thing; thing *thing_new(void); void thing_free(thing *t);\n"
		"int thing_sum(unsigned long number, thing **all); void thing_fill(unsigned long number, thing **all);\n",
		"#include \"unit.h\"\n#include <stdlib.h>\nstruct thing { int a, seen; };\n"
		"thing *thing_new(void) { return calloc(1, sizeof(thing)); }\nvoid thing_free(thing *t) { free(t); }\n"
		"int thing_sum(unsigned long number, thing **all)\n{\n\tint sum = 0;\n"
		"\tfor (unsigned long i = 0; i < number; i++) { sum += all[i]->a; all[i]->seen = 1; }\n\treturn sum;\n}\n"
		"void thing_fill(unsigned long number, thing **all) { for (unsigned long i = 0; i < number; i++) all[i] = thing_new(); }\n");
	const struct hr_operation *sum = operation_called(&unit, "thing_sum");

	assert_int_equal(sum->params.data[0].role, HR_ROLE_LENGTH);
	assert_int_equal(sum->params.data[0].of, 1);
	assert_int_equal(sum->params.data[0].unit, HR_UNIT_ELEMENTS);
	assert_int_equal(sum->params.data[1].role, HR_ROLE_ARRAY);
	assert_int_equal(operation_called(&unit, "thing_fill")->params.data[0].role, HR_ROLE_CAPACITY);
	forget(&unit);
}

/* Files that are only compared; a piece of memory that is given back, beside a place for what went wrong. */
static void test_claims__looked_at_and_emptied(void **state)
{
	struct analysed unit = analyse(
		*state,
		"struct piece { unsigned long length; char *at; }; int piece_drop(unsigned *code, struct piece *p); int piece_fill(unsigned *code, struct piece *p);\n"
		"int files_equal(const char *a, const char *b);\n",
		"#include \"unit.h\"\n#include <stdio.h>\n#include <stdlib.h>\n"
		"int piece_drop(unsigned *code, struct piece *p)\n{\n\t*code = 0;\n\tfree(p->at);\n\tp->at = 0;\n\tp->length = 0;\n\treturn 0;\n}\n"
		"int piece_fill(unsigned *code, struct piece *p)\n{\n\t*code = 0;\n\tp->at = malloc(3);\n\tp->length = 3;\n\treturn 0;\n}\n"
		"int files_equal(const char *a, const char *b)\n{\n\tFILE *f = fopen(a, \"r\"), *g = fopen(b, \"r\");\n\tif (!f || !g) return 0;\n"
		"\tint c = getc(f), d = getc(g);\n\tfclose(f);\n\tfclose(g);\n\tif (c != d)\n\t\treturn 0;\n\treturn 1;\n}\n");

	assert_int_equal(operation_called(&unit, "piece_drop")->params.data[1].role, HR_ROLE_RECEIVER);
	assert_int_equal(operation_called(&unit, "files_equal")->result.role, HR_ROLE_VALUE);
	forget(&unit);
}

/* Bits that are asked for in functions that a number is handed on to, also when it comes back from one; numbers that are only compared. */
static void test_claims__bits_handed_on(void **state)
{
	struct analysed unit = analyse(
		*state,
		"int sky_at(double when, int iflag); int sky_cross(double when, int iflag); int sky_hash(int n);\n"
		"int sky_date(int gregflag); int sky_show(int n);\n",
		"#include \"unit.h\"\n"
		"static int plausible(int flag) { if (flag & 4) flag &= ~16; return flag | 2; }\n"
		"static int at(int flag) { return flag & 64 ? 1 : flag & 256 ? 2 : 0; }\n"
		"int sky_at(double when, int iflag) { iflag = plausible(iflag); return at(iflag) + (when > 0); }\n"
		"int sky_cross(double when, int iflag) { return sky_at(when, iflag | 1024); }\n"
		"int sky_hash(int n) { return at(n * 31 + 7); }\n"
		"int sky_date(int gregflag) { return gregflag == 1 ? 15 : 5; }\n"
		"int sky_show(int n) { return n > 5; }\n");

	assert_int_equal(operation_called(&unit, "sky_at")->params.data[1].role, HR_ROLE_FLAGS);
	assert_int_equal(operation_called(&unit, "sky_cross")->params.data[1].role, HR_ROLE_FLAGS);
	assert_int_equal(operation_called(&unit, "sky_hash")->params.data[0].role, HR_ROLE_IN);
	assert_int_equal(operation_called(&unit, "sky_date")->params.data[0].role, HR_ROLE_ENUM);
	assert_int_equal(operation_called(&unit, "sky_show")->params.data[0].role, HR_ROLE_IN);
	forget(&unit);
}

static enum hr_role field_role(const struct analysed *unit, const char *type, const char *field)
{
	const struct hr_model *model = unit->unit->model;

	for (size_t i = 0; i < model->types.count; i++)
		for (size_t k = 0;
		     k < model->types.data[i].fields.count && strcmp(model->types.data[i].spelling, type) == 0; k++)
			if (strcmp(model->types.data[i].fields.data[k].item.name, field) == 0)
				return model->types.data[i].fields.data[k].item.role;
	fail_msg("no field '%s' in '%s'", field, type);
	return HR_ROLE_UNKNOWN;
}

/* A struct that is set up once, and carried on by several operations, is the unit's own; one that is filled by some and read by others is not. */
static void test_claims__state_of_the_unit(void **state)
{
	struct analysed unit = analyse(
		*state,
		"#include <stddef.h>\n"
		"struct packer { unsigned char *data; long used, room; int bit; int level; /* read-only: how full */ };\n"
		"void packer_setup(struct packer *p); int packer_put(struct packer *p, int b); int packer_back(struct packer *p); void packer_end(struct packer *p);\n"
		"struct vec { float x, y; }; void vec_zero(struct vec *v); void vec_scale(struct vec *v, float by); void vec_turn(struct vec *v);\n"
		"struct feed { unsigned char *next_in; int left; }; void feed_setup(struct feed *f); int feed_one(struct feed *f); int feed_two(struct feed *f);\n"
		"struct wanted { int bus, slot; };\n"
		"void wanted_setup(struct wanted *w); int wanted_parse(struct wanted *w, const char *s); int wanted_is(struct wanted *w, int b, int s);\n"
		"struct range { int from, to; }; struct table { struct range *list; }; int range_has(int n, const struct range *r, int count); int range_at(int n, const struct range *r, int count);\n"
		"const struct table *tables(int n);\n",
		"#include \"unit.h\"\n#include <stdlib.h>\n#include <string.h>\n"
		"void packer_setup(struct packer *p) { memset(p, 0, sizeof *p); p->data = malloc(64); p->room = 64; }\n"
		"int packer_put(struct packer *p, int b)\n"
		"{ if (p->used >= p->room) return -1; p->data[p->used++] = (unsigned char)b; p->bit++; p->level = (int)p->used; return p->bit; }\n"
		"int packer_back(struct packer *p) { if (!p->used) return -1; p->bit--; return p->data[--p->used]; }\n"
		"void packer_end(struct packer *p) { free(p->data); p->data = 0; }\n"
		"void vec_zero(struct vec *v) { v->x = v->y = 0; }\nvoid vec_scale(struct vec *v, float by) { v->x *= by; v->y *= by; }\n"
		"void vec_turn(struct vec *v) { float x = v->x; v->x = -v->y; v->y = x; }\n"
		"void feed_setup(struct feed *f) { memset(f, 0, sizeof *f); }\n"
		"int feed_one(struct feed *f) { if (!f->left) return -1; f->left--; return *f->next_in++; }\n"
		"int feed_two(struct feed *f) { if (f->left < 2) return -1; f->left -= 2; f->next_in += 2; return 0; }\n"
		"void wanted_setup(struct wanted *w) { w->bus = w->slot = -1; }\n"
		"int wanted_parse(struct wanted *w, const char *s) { if (!*s) return -1; w->bus = atoi(s); w->slot = s[0]; return 0; }\n"
		"int wanted_is(struct wanted *w, int b, int s) { return (w->bus < 0 || w->bus == b) && (w->slot < 0 || w->slot == s); }\n"
		"int range_has(int n, const struct range *r, int count)\n"
		"{ for (int i = 0; i < count; i++) if (r[i].from <= n && n <= r[i].to) return 1; return 0; }\n"
		"int range_at(int n, const struct range *r, int count) { for (int i = 0; i < count; i++) if (r[i].to == n) return i; return -1; }\n"
		"static struct range all[] = { { 1, 2 } }; static const struct table only = { all };\n"
		"const struct table *tables(int n) { return n ? NULL : &only; }\n");

	assert_int_equal(field_role(&unit, "struct packer", "data"), HR_ROLE_PRIVATE);
	assert_int_equal(field_role(&unit, "struct packer", "used"), HR_ROLE_PRIVATE);
	assert_int_equal(field_role(&unit, "struct packer", "bit"), HR_ROLE_PRIVATE);
	assert_int_equal(field_role(&unit, "struct packer", "level"), HR_ROLE_OUT);
	assert_int_not_equal(field_role(&unit, "struct wanted", "bus"), HR_ROLE_PRIVATE);
	assert_int_not_equal(field_role(&unit, "struct vec", "x"), HR_ROLE_PRIVATE);
	assert_int_not_equal(field_role(&unit, "struct feed", "next_in"), HR_ROLE_PRIVATE);
	assert_int_not_equal(field_role(&unit, "struct range", "from"), HR_ROLE_OUT);
	forget(&unit);
}

/* What the code hides behind a count of references is ended by whom the name says, where nothing else ends what others make. */
static void test_claims__ended_out_of_sight(void **state)
{
	struct analysed unit = analyse(
		*state,
		"struct clip; struct clip *clip_read(int n); void clip_free(struct clip *c); int clip_size(const struct clip *c);\n",
		"#include \"unit.h\"\n#include <stdlib.h>\nstruct clip { int n; };\nstruct counted { int count; int pad; };\n"
		"static void drop(const void *p) { struct counted *c = (struct counted *)p - 1; if (!--c->count) free(c); }\n"
		"struct clip *clip_read(int n)\n"
		"{ struct counted *c = calloc(1, sizeof *c + sizeof(struct clip)); if (!c) return 0; c->count = 1; struct clip *k = (struct clip *)(c + 1); k->n = n; return k; }\n"
		"void clip_free(struct clip *c) { if (c) drop(c); }\nint clip_size(const struct clip *c) { return c->n; }\n");

	assert_int_equal(role_of(&unit, "clip_free", 0), HR_ROLE_CONSUMED);
	forget(&unit);
}

/* What is only put away is no output; what the code only reads is none either, whatever others of its name are; who frees the contents is about the struct. */
static void test_claims__put_away(void **state)
{
	struct analysed unit = analyse(
		*state,
		"struct list { void **items; int count; }; struct bits { unsigned char *data; int bytes, at; };\n"
		"void list_insert(struct list *l, int at, void *value);\n"
		"void bits_readinit(struct bits *b, unsigned char *buf, int bytes); int bits_read(struct bits *b); int bits_look(struct bits *b);\n"
		"struct page { unsigned char *body; long length; }; void page_clear(struct page *p);\n"
		"int text_fix(char *text, int maxlen);\n",
		"#include \"unit.h\"\n#include <stdlib.h>\n#include <string.h>\n"
		"void list_insert(struct list *l, int at, void *value) { l->items[at] = value; l->count++; }\n"
		"void bits_readinit(struct bits *b, unsigned char *buf, int bytes) { memset(b, 0, sizeof *b); b->data = buf; b->bytes = bytes; }\n"
		"int bits_read(struct bits *b) { return b->at < b->bytes ? b->data[b->at++] : -1; }\n"
		"int bits_look(struct bits *b) { return b->at < b->bytes ? b->data[b->at] : -1; }\n"
		"void page_clear(struct page *p) { free(p->body); memset(p, 0, sizeof *p); }\n"
		"int text_fix(char *text, int maxlen)\n"
		"{ int n = 0; for (int i = 0; i < maxlen; i++) if (text[i] == ' ') { text[i] = '_'; n++; } return n; }\n");

	assert_int_equal(role_of(&unit, "list_insert", 2), HR_ROLE_IN);
	assert_int_equal(role_of(&unit, "bits_readinit", 1), HR_ROLE_BUFFER);
	assert_int_equal(role_of(&unit, "bits_readinit", 2), HR_ROLE_LENGTH);
	assert_int_equal(role_of(&unit, "page_clear", 0), HR_ROLE_RECEIVER);
	assert_int_not_equal(role_of(&unit, "text_fix", 1), HR_ROLE_LENGTH);
	forget(&unit);
}

/* What code compares a number with, and how far it reads what types say nothing of. */
static void test_claims__compared_and_read(void **state)
{
	struct analysed unit = analyse(
		*state,
		"#define KEY_LEFT 48\n#define KEY_RIGHT 49\n#define KEY_UP 50\n#define STATE_ON 3\n#define STATE_OFF 4\n#define STATE_LOST 5\n"
		"typedef void letters;\nstruct box { int n; char *label; }; struct form { char *from; };\n"
		"int move(int way); int shift(int by); void box_set(struct box *b, int state); void box_put(struct box *b, int state);\n"
		"int box_name(int box, const letters *name); int box_data(int box, const letters *data, int size);\n"
		"float *box_measure(int box, int what, float *out); int box_send(struct box *b, char *caller); int box_line(struct box *b, char *line); extern int (*box_read)(struct box *, char *);\n"
		"int box_end(struct box *b, int status);\n",
		"#include \"unit.h\"\n#include <stdlib.h>\n#include <string.h>\n"
		"int move(int way)\n{\n\tswitch (way) {\n\tcase KEY_LEFT: return 1;\n\tcase KEY_RIGHT: return 2;\n\t}\n\treturn 0;\n}\n"
		"int shift(int by) { return by == 7 || by == 8; }\n"
		"void box_set(struct box *b, int state) { b->n = state ? 1 : 0; }\n"
		"void box_put(struct box *b, int state) { b->n = state == STATE_ON ? 7 : 8; }\n"
		"int box_name(int box, const letters *name) { return box + (int)strlen(name); }\n"
		"int box_data(int box, const letters *data, int size) { return box + memcmp(data, \"abcdefgh\", size); }\n"
		"float *box_measure(int box, int what, float *out)\n{\n\tif (what != KEY_UP)\n\t\treturn 0;\n\tout[0] = (float)box;\n\treturn out;\n}\n"
		"int box_end(struct box *b, int status)\n{\n\tif (b->n == 3)\n\t\treturn -1;\n\tb->n = status;\n\tfree(b);\n\treturn 0;\n}\n"
		"int (*box_read)(struct box *, char *);\nint box_line(struct box *b, char *line) { box_read(b, line); return (int)strlen(line); }\n"
		"static void fill(struct form *f, char *from) { f->from = from ? strdup(from) : 0; }\nint send_on(struct form *f);\n"
		"int box_send(struct box *b, char *caller)\n{\n\tstruct form f;\n\tfill(&f, caller);\n\treturn b->n ? send_on(&f) : -1;\n}\n");

	assert_int_equal(operation_called(&unit, "move")->params.data[0].role, HR_ROLE_ENUM);
	assert_int_equal(operation_called(&unit, "shift")->params.data[0].role, HR_ROLE_IN); /* no names for these */
	assert_int_equal(operation_called(&unit, "box_set")->params.data[1].role, HR_ROLE_IN);
	assert_int_equal(operation_called(&unit, "box_put")->params.data[1].role, HR_ROLE_ENUM);
	assert_int_equal(operation_called(&unit, "box_name")->params.data[1].role, HR_ROLE_STRING);
	assert_int_not_equal(operation_called(&unit, "box_data")->params.data[1].role, HR_ROLE_STRING);
	assert_int_equal(operation_called(&unit, "box_measure")->result.role, HR_ROLE_BORROWED);
	assert_int_equal(operation_called(&unit, "box_measure")->result.of, 2);
	assert_int_equal(operation_called(&unit, "box_send")->params.data[1].role, HR_ROLE_STRING);
	assert_int_equal(operation_called(&unit, "box_line")->params.data[1].role,
			 HR_ROLE_OUT); /* who knows what it does */
	assert_int_equal(operation_called(&unit, "box_end")->params.data[0].role, HR_ROLE_CONSUMED);
	forget(&unit);
}

/* Text in bytes that are not called char, numbers that say how long it was, and structs by value that own it. */
static void test_claims__text_in_bytes(void **state)
{
	struct analysed unit = analyse(
		*state,
		"#include <stddef.h>\ntypedef unsigned char octet;\n"
		"/** Measures a string.\n * @param str A null-terminated UTF-8 string.\n * @param n_bytes Set to the size of `str` in bytes. */\nsize_t text_size(const octet *str, size_t *n_bytes); int text_is(const octet *text); int data_is(const octet *data, size_t n); size_t zeros(const octet *data, size_t n); size_t title(const octet *record);\n"
		"struct node { const octet *text; size_t size; };\n"
		"struct node node_from(const octet *text); struct node node_new(const octet *text); void node_free(struct node *node);\n"
		"struct arena; struct list { struct arena *from; int *numbers; };\n"
		"struct list list_new(struct arena *from, const octet *title); void list_free(struct list list);\n"
		"struct version { const char *text; }; struct version version_now(void); void version_clear(struct version *v);\n",
		"#include \"unit.h\"\n#include <stdlib.h>\n#include <string.h>\n"
		"size_t text_size(const octet *str, size_t *n_bytes)\n{\n\tsize_t i = 0, n = 0;\n\tfor (; str[i]; i++)\n\t\tn += str[i] < 128;\n"
		"\tif (n_bytes)\n\t\t*n_bytes = i;\n\treturn n;\n}\n"
		"int text_is(const octet *text) { return strcmp((const char *)text, \"a\") == 0; }\n"
		"int data_is(const octet *data, size_t n) { return memcmp(data, \"abcdefgh\", n) == 0; }\n"
		"size_t title(const octet *record) { return strlen((const char *)record + 8); }\n"
		"size_t zeros(const octet *data, size_t n)\n{\n\tconst octet *at = data, *end = data + n;\n\twhile (*at == 0 && at + 1 < end)\n\t\tat++;\n\treturn (size_t)(at - data);\n}\n"
		"struct node node_from(const octet *text)\n{\n\tstruct node n = { text, strlen((const char *)text) };\n\treturn n;\n}\n"
		"struct node node_new(const octet *text)\n{\n\tstruct node n = { 0, strlen((const char *)text) };\n"
		"\tn.text = (octet *)strdup((const char *)text);\n\treturn n;\n}\n"
		"struct list list_new(struct arena *from, const octet *title)\n{\n\tstruct list l = { from, calloc(4, sizeof(int)) };\n"
		"\tif (l.numbers)\n\t\tl.numbers[0] = title[0];\n\treturn l;\n}\nvoid list_free(struct list list) { free(list.numbers); }\n"
		"struct version version_now(void)\n{\n\tstruct version v = { \"1.0\" };\n\treturn v;\n}\nvoid version_clear(struct version *v) { v->text = 0; }\n"
		"void node_free(struct node *node)\n{\n\tfree((void *)node->text);\n\tnode->text = NULL;\n}\n");

	assert_int_equal(role_of(&unit, "text_size", 0), HR_ROLE_STRING);
	assert_int_equal(role_of(&unit, "text_size", 1), HR_ROLE_OUT);
	assert_int_equal(role_of(&unit, "text_is", 0), HR_ROLE_STRING);
	assert_int_equal(role_of(&unit, "data_is", 0), HR_ROLE_BUFFER);
	assert_int_equal(role_of(&unit, "zeros", 0), HR_ROLE_BUFFER);
	assert_int_equal(role_of(&unit, "title", 0), HR_ROLE_BUFFER); /* nobody calls it text */
	assert_int_equal(operation_called(&unit, "node_from")->result.role, HR_ROLE_VALUE);
	assert_int_equal(operation_called(&unit, "node_new")->result.role, HR_ROLE_OWNED);
	assert_int_equal(operation_called(&unit, "list_new")->result.role, HR_ROLE_OWNED); /* whatever else it keeps */
	assert_int_equal(operation_called(&unit, "version_now")->result.role, HR_ROLE_VALUE);
	forget(&unit);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_UNIT(test_claims__text_in_bytes),
		IN_UNIT(test_claims__freed),
		IN_UNIT(test_claims__lent_by_another),
		IN_UNIT(test_claims__against_names),
		IN_UNIT(test_claims__errno),
		IN_UNIT(test_claims__truth_and_constants),
		IN_UNIT(test_claims__reference),
		IN_UNIT(test_claims__entry_that_is_deleted),
		IN_UNIT(test_claims__null),
		IN_UNIT(test_claims__freed_by_the_opposite),
		IN_UNIT(test_claims__buffers),
		IN_UNIT(test_claims__tables),
		IN_UNIT(test_claims__kinds_and_keeping),
		IN_UNIT(test_claims__first_use),
		IN_UNIT(test_claims__through_calls),
		IN_UNIT(test_claims__replaced_and_lists),
		IN_UNIT(test_claims__always_null),
		IN_UNIT(test_claims__numbers),
		IN_UNIT(test_claims__who_sets_up),
		IN_UNIT(test_claims__fields_out_of_sight),
		IN_UNIT(test_claims__handed_on),
		IN_UNIT(test_claims__as_elsewhere),
		IN_UNIT(test_claims__called_as_defined),
		IN_UNIT(test_claims__read_only_and_old_values),
		IN_UNIT(test_claims__written_within),
		IN_UNIT(test_claims__list_of_objects),
		IN_UNIT(test_claims__looked_at_and_emptied),
		IN_UNIT(test_claims__bits_handed_on),
		IN_UNIT(test_claims__state_of_the_unit),
		IN_UNIT(test_claims__put_away),
		IN_UNIT(test_claims__ended_out_of_sight),
		IN_UNIT(test_claims__compared_and_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
