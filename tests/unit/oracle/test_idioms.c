/* Idioms on a small library that keeps its contracts, or breaks one of them when it is told to. */
#include "oracle/idioms.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>

#include "../exec/running.h"

#define COUNT(table) (sizeof(table) / sizeof *(table))

static const char header[] =
	"/* What fails leaves all out-parameters as they were. */\n"
	"#include <stdbool.h>\n#include <stddef.h>\n"
	"/** Which contract to break. */\nvoid fiend(int which);\n"
	"typedef struct bag bag;\n"
	"/** @return to be freed with bag_free() */\nbag *bag_new(void);\n"
	"/** @return to be freed with bag_free() */\nbag *bag_copy(const bag *b);\n"
	"/** Copies all items. @return 0 */\nint bag_duplicate(bag *to, const bag *from);\n"
	"/** Frees a bag. */\nvoid bag_free(bag *b);\n"
	"/** The number of items. */\nsize_t bag_count(const bag *b);\n"
	"/** Adds an item. @return 0, or -1 when it is full */\nint bag_add(bag *b, int item);\n"
	"/** Removes one. @return 0, or -1 when it is empty */\nint bag_remove(bag *b);\n"
	"/** Removes all. */\nvoid bag_clear(bag *b);\n"
	"/** Reads the item at a place. @param[out] item  the item @return 0, or -1 when there is none */\n"
	"int bag_get(const bag *b, unsigned place, int *item);\n"
	"/** Reads all items.\n * @param[out] items  the items\n * @param capacity  room in items\n * @param[out] length  how many there are\n"
	" * @return 0, or -1 when there is none or they do not fit */\n"
	"int bag_read(const bag *b, int *items, size_t capacity, size_t *length);\n"
	"/** The order of names: below 0, 0 or above 0. */\nint bag_name_compare(const char *a, const char *b);\n"
	"/** The order of dictionaries: below 0, 0 or above 0. */\nint bag_compare(const bag *a, const bag *b);\n"
	"/** Are both the same? */\nbool bag_equal(const bag *a, const bag *b);\n"
	"/** The same for equal bags. */\nunsigned long bag_hash(const bag *b);\n"
	"/** Sets how much it should hold. @return 0, or -1 below 10 */\nint bag_set_limit(bag *b, unsigned limit);\n"
	"/** How much it should hold. */\nunsigned bag_limit(const bag *b);\n"
	"/** Writes a text with quotes around it. @return to be freed with free() */\nchar *bag_quote(const char *text);\n"
	"/** Reads what bag_quote() wrote. @return to be freed with free(); NULL for anything else */\n"
	"char *bag_unquote(const char *text);\n"
	"/** A number that stands for the bag in logs: the same for the same items. */\nunsigned long bag_mark(const bag *b);\n";

static const char source[] =
	"#include \"unit.h\"\n#include <stdint.h>\n#include <stdlib.h>\n#include <string.h>\n"
	"enum { FINE, HASH, ANTISYMMETRIC, SYMMETRIC, COPY, APART, COUNTS, STALE, CUT, TRIP, TOUCHED, LEAK, PLACE, UNSET, TWICE, UNREAD, CIRCLE, INTO };\n"
	"struct bag { unsigned limit; size_t count; size_t room; int *items; void *spare; unsigned long mark; };\n"
	"static int broken;\n"
	"void fiend(int which) { broken = which; }\n"
	"bag *bag_new(void) { bag *b = malloc(sizeof *b); b->limit = 100; b->count = 0; b->room = 8; b->spare = 0;\n"
	"  b->items = malloc(8 * sizeof(int)); if (broken != UNSET) b->mark = 0; return b; }\n"
	"bag *bag_copy(const bag *b) { bag *c = bag_new(); c->limit = b->limit;\n"
	"  if (broken == APART) { free(c->items); c->items = b->items; c->spare = c; }\n"
	"  else memcpy(c->items, b->items, b->count * sizeof(int));\n"
	"  c->count = broken == COPY && b->count > 1 ? b->count - 1 : b->count; return c; }\n"
	"int bag_duplicate(bag *to, const bag *from) { memcpy(to->items, from->items, from->count * sizeof(int));\n"
	"  to->limit = from->limit; to->count = from->count - (broken == INTO && from->count > 2); return 0; }\n"
	"void bag_free(bag *b) { if (!b) return; if (!b->spare && broken != LEAK) free(b->items); free(b); }\n"
	"size_t bag_count(const bag *b) { return b->count; }\n"
	"int bag_add(bag *b, int item) { if (b->count >= b->room) return -1; b->items[b->count++] = item;\n"
	"  if (broken == COUNTS && item == 7) b->count += b->count < b->room; return 0; }\n"
	"int bag_remove(bag *b) { if (!b->count) return -1; b->count--; return 0; }\n"
	"void bag_clear(bag *b) { b->count = 0; if (broken == HASH) b->mark = 1; if (broken == APART) b->items[0] = -1; }\n"
	"int bag_get(const bag *b, unsigned place, int *item) { if (broken == TOUCHED) *item = 0;\n"
	"  if (place >= b->count) return -1; *item = b->items[place]; return 0; }\n"
	"int bag_name_compare(const char *a, const char *b) { int d = broken == CIRCLE ? (*a % 3 - *b % 3 + 3) % 3 : 0;\n"
	"  return d ? (d == 1 ? 1 : -1) : strcmp(a, b); }\n"
	"int bag_read(const bag *b, int *items, size_t capacity, size_t *length) { if (broken == UNREAD) *length = 0;\n"
	"  if (!b->count) return -1; if (b->count == 1) { *length = 1000; return -1; }\n" /* so much is needed */
	"  if (b->count > capacity) return -1; memcpy(items, b->items, b->count * sizeof(int)); *length = b->count; return 0; }\n"
	"int bag_compare(const bag *a, const bag *b) { for (size_t i = 0; i < a->count && i < b->count; i++)\n"
	"    if (a->items[i] != b->items[i]) return a->items[i] < b->items[i] ? -1 : 1;\n"
	"  if (broken == ANTISYMMETRIC) return a->count != b->count;\n"
	"  return (a->count > b->count) - (a->count < b->count); }\n"
	"bool bag_equal(const bag *a, const bag *b) { if (broken == SYMMETRIC && a->count < b->count) return true;\n"
	"  return bag_compare(a, b) == 0; }\n"
	"unsigned long bag_hash(const bag *b) { unsigned long h = broken == HASH ? b->mark : 7;\n"
	"  for (size_t i = 0; i < b->count; i++) h = 31 * h + (unsigned)b->items[i]; return h; }\n"
	"int bag_set_limit(bag *b, unsigned limit) { if (!limit) return 0; /* as it was */ if (limit < 10) return broken == STALE ? 0 : -1;\n"
	"  b->limit = broken == CUT ? (unsigned short)limit : limit; return 0; }\n"
	"unsigned bag_limit(const bag *b) { return b->limit; }\n"
	"char *bag_quote(const char *text) { char *out = malloc(2 * strlen(text) + 3), *to = out; *to++ = '\"';\n"
	"  for (; *text; text++) { if (*text == '\"' || (*text == '\\\\' && broken != TRIP)) *to++ = '\\\\'; *to++ = *text; }\n"
	"  *to++ = '\"'; *to = 0; return out; }\n"
	"char *bag_unquote(const char *text) { size_t n = strlen(text); if (n < 2 || *text != '\"' || text[n - 1] != '\"') return 0;\n"
	"  char *out = malloc(n), *to = out; for (size_t i = 1; i + 1 < n; i++) { if (text[i] == '\\\\' && i + 2 < n) i++; *to++ = text[i]; }\n"
	"  *to = 0; return out; }\n"
	"unsigned long bag_mark(const bag *b) { if (broken == PLACE) return 33 * (uintptr_t)b;\n"
	"  if (broken == TWICE) { ((bag *)b)->mark += b->count == 2; return b->mark; }\n"
	"  return broken == UNSET ? b->mark : bag_hash(b); }\n";

/* What the code of this unit would tell. */
static void start(struct running *running, void **state)
{
	static const char *const refusing[] = { "bag_add", "bag_remove", "bag_get", "bag_read", "bag_set_limit" };
	start_running(running, state, header, source);
	for (size_t i = 0; i < COUNT(refusing); i++) {
		size_t index;
		assert_true(hr_map_get(&running->unit->model->operation_by_name, refusing[i], &index));
		running->unit->model->operations.data[index].error = HR_REFUSED_NEGATIVE;
	}
	for (size_t i = 0; i < running->unit->model->operations.count; i++) {
		struct hr_operation *it = &running->unit->model->operations.data[i];
		if (it->kind == HR_KIND_DESTROYER && strcmp(it->name, "bag_free") != 0)
			it->kind = HR_KIND_MUTATOR;
	}
}

static const char *const bases[] = {
	"v0 = bag_new()\n",
	"v0 = bag_new()\nv1 = bag_add(v0, 3)\n",
	"v0 = bag_new()\nv1 = bag_add(v0, 3)\nv2 = bag_new()\nv3 = bag_add(v2, 3)\nv4 = bag_add(v2, 5)\n",
	"v0 = bag_new()\nv1 = bag_add(v0, 1)\nv2 = bag_add(v0, 5)\nbag_clear(v0)\nv3 = bag_new()\n",
	"v0 = bag_new()\nv1 = bag_add(v0, 1)\nv2 = bag_add(v0, 2)\nv3 = bag_add(v0, 4)\nv4 = bag_copy(v0)\nv5 = bag_add(v4, 2)\n",
	"v0 = bag_new()\nv1 = bag_set_limit(v0, 20)\nv2 = bag_mark(v0)\n",
	"v0 = bag_new()\nv1 = bag_add(v0, 2)\nv2 = bag_remove(v0)\nv3 = bag_remove(v0)\nbag_free(v0)\n",
};

struct told {
	size_t count;
	char first[400]; /* "idiom property: text" */
	const struct running *running;
	bool is_stale; /* a violation whose contract is not broken when it is run again */
	HR_VEC(struct hr_violation) violations;
};

static void take(void *context, struct hr_violation *violation)
{
	struct told *told = context;
	if (told->count++ == 0)
		snprintf(told->first, sizeof told->first, "%s %s: %s", hr_idiom_name(violation->idiom->kind),
			 violation->property, violation->text);
	hr_vec_push(&told->violations, *violation);
}

/* Violations outlive what they were found with. */
static void run_again(struct told *told)
{
	struct hr_run_wants wants = { .descriptions = true };
	struct hr_error error = HR_ERROR_INIT;
	for (size_t i = 0; i < told->violations.count; i++) {
		const struct hr_violation *it = &told->violations.data[i];
		struct hr_outcome outcome;
		hr_outcome_init(&outcome);
		if (it->way == HR_WAY_PROPERTY) {
			assert_int_equal(
				hr_runner_run_one(&outcome, &told->running->runner, it->sequence, &wants, &error), 0);
			told->is_stale =
				told->is_stale || !hr_contract_is_broken(&it->contract, it->sequence, &outcome);
		}
		hr_outcome_release(&outcome);
		hr_sequence_free(it->sequence);
	}
	hr_vec_release(&told->violations);
}

/* Probes all bases so many times, with this contract broken. */
static void probe_all(struct told *told, struct running *running, unsigned enabled, int broken, unsigned times)
{
	struct hr_idioms *idioms = hr_idioms_find(running->unit->model, enabled);
	static const struct hr_run_wants nothing;
	struct hr_random random;
	*told = (struct told){ .running = running };
	hr_random_seed(&random, 1);
	for (unsigned i = 0; i < times; i++)
		for (size_t k = 0; k < COUNT(bases); k++) {
			char text[600];
			struct hr_outcome outcome;
			snprintf(text, sizeof text, "fiend(%d)\n%s", broken, bases[k]);
			struct hr_sequence *base = sequence_of(running, text);
			hr_outcome_init(&outcome);
			assert_int_equal(
				hr_runner_run_one(&outcome, &running->runner, base, &nothing, &running->unit->error),
				0);
			assert_int_equal(hr_idioms_probe(idioms, base, &random, &running->runner, 60, take, told,
							 &running->unit->error),
					 0);
			hr_outcome_release(&outcome);
			hr_sequence_free(base);
		}
	hr_idioms_free(idioms);
	run_again(told);
}

static void test_idioms__nothing_is_told_of_what_keeps_them(void **state)
{
	struct running running;
	struct told told;
	start(&running, state);
	probe_all(&told, &running, HR_IDIOMS_ALL, 0, 12);
	if (told.count)
		fail_msg("%s", told.first);
	stop_running(&running);
}

static void test_idioms__each_is_told_when_it_is_broken(void **state)
{
	static const struct {
		int broken;
		enum hr_idiom_kind kind;
		const char *expected;
	} cases[] = {
		{ 1, HR_IDIOM_HASH, "hash equal" },
		{ 2, HR_IDIOM_COMPARE, "compare antisymmetric" },
		{ 3, HR_IDIOM_EQUALITY, "equality symmetric" },
		{ 4, HR_IDIOM_COPY, "copy equal" },
		{ 5, HR_IDIOM_COPY, "copy " },
		{ 6, HR_IDIOM_SIZE, "size adds" },
		{ 7, HR_IDIOM_SET_GET, "set-get kept" },
		{ 8, HR_IDIOM_SET_GET, "set-get wide" },
		{ 9, HR_IDIOM_ROUND_TRIP, "round-trip same" },
		{ 10, HR_IDIOM_UNTOUCHED, "untouched untouched" },
		{ 11, HR_IDIOM_BALANCE, "balance destroyer" },
		{ 12, HR_IDIOM_DETERMINISM, "determinism moved" },
		{ 13, HR_IDIOM_UNINITIALISED, "uninitialised set" },
		{ 14, HR_IDIOM_OBSERVER, "observer twice" },
		{ 15, HR_IDIOM_UNTOUCHED, "untouched untouched: bag_read" },
		{ 16, HR_IDIOM_COMPARE, "compare transitive: bag_name_compare" },
		{ 17, HR_IDIOM_COPY, "copy equal: bag_duplicate" },
	};
	struct running running;
	struct told told;
	int problems = 0;
	start(&running, state);
	for (size_t i = 0; i < COUNT(cases); i++) {
		unsigned enabled = 1u << cases[i].kind | 1u << HR_IDIOM_EQUALITY | 1u << HR_IDIOM_COMPARE;
		probe_all(&told, &running, cases[i].kind == HR_IDIOM_COPY ? enabled : 1u << cases[i].kind,
			  cases[i].broken, 12);
		bool fits = told.count && strncmp(told.first, cases[i].expected, strlen(cases[i].expected)) == 0;
		if (!fits || told.is_stale)
			print_error("%s: %zu told%s, %s\n", cases[i].expected, told.count,
				    told.is_stale ? ", not again" : "", told.first);
		problems += !fits || told.is_stale;
	}
	stop_running(&running);
	assert_int_equal(problems, 0);
}

static void test_idioms__names_of_switches(void **state)
{
	(void)state;
	for (int i = 0; i < HR_IDIOM_KIND_COUNT; i++) {
		enum hr_idiom_kind kind;
		assert_true(hr_idiom_find_name(&kind, hr_idiom_name((enum hr_idiom_kind)i)));
		assert_int_equal(kind, i);
	}
	enum hr_idiom_kind kind;
	assert_false(hr_idiom_find_name(&kind, "set"));
	assert_false(hr_idiom_find_name(&kind, ""));
}

/* A name alone is no idiom: types have to fit. */
static void test_idioms__shapes(void **state)
{
	static const char plain[] =
		"typedef struct t t;\nt *t_new(void);\nvoid t_free(t *x);\n"
		"void t_compare(const t *a, const t *b);\nint t_equal(const t *a, int b);\n"
		"int t_copy(t *to);\nvoid t_set_size(t *x, int n);\nconst char *t_size(const t *x);\n"
		"double t_hash(const t *x);\n";
	static const char plain_source[] =
		"#include \"unit.h\"\n#include <stdlib.h>\nstruct t { int n; };\n"
		"t *t_new(void) { return calloc(1, sizeof(t)); }\nvoid t_free(t *x) { free(x); }\n"
		"void t_compare(const t *a, const t *b) { (void)a; (void)b; }\n"
		"int t_equal(const t *a, int b) { return a->n == b; }\nint t_copy(t *to) { return to->n; }\n"
		"void t_set_size(t *x, int n) { x->n = n; }\nconst char *t_size(const t *x) { (void)x; return \"\"; }\n"
		"double t_hash(const t *x) { return x->n; }\n";
	unsigned few = 1u << HR_IDIOM_COMPARE | 1u << HR_IDIOM_EQUALITY | 1u << HR_IDIOM_COPY | 1u << HR_IDIOM_SET_GET |
		       1u << HR_IDIOM_HASH | 1u << HR_IDIOM_ROUND_TRIP | 1u << HR_IDIOM_SIZE | 1u << HR_IDIOM_UNTOUCHED;
	struct running running;
	start_running(&running, state, plain, plain_source);
	struct hr_idioms *idioms = hr_idioms_find(running.unit->model, few);
	for (size_t i = 0; i < hr_idioms_count(idioms); i++)
		print_error("%s\n", hr_idioms_at(idioms, i)->text);
	assert_int_equal(hr_idioms_count(idioms), 0);
	hr_idioms_free(idioms);
	stop_running(&running);
}

/* What compares and gives no opposite signs tells texts apart, and so does what the documentation calls no order: three of them say nothing of each other. */
static void test_idioms__what_tells_apart_is_no_order(void **state)
{
	static const char apart[] =
		"int word_cmp(const char *a, const char *b);\n"
		"/** 0 if equal; !0 if non-equal; no other comparison implied. */\nint mark_cmp(const char *a, const char *b);\n"
		"/** Returns zero where both are the same, and non-zero otherwise. */\nint name_cmp(const char *a, const char *b);\n";
	static const char apart_source[] =
		"#include \"unit.h\"\n#include <string.h>\n"
		"int word_cmp(const char *a, const char *b) { return -(strcmp(a, b) != 0); }\n"
		"int mark_cmp(const char *a, const char *b) { int d = (*a % 3 - *b % 3 + 3) % 3;\n"
		"  return d ? (d == 1 ? 1 : -1) : strcmp(a, b); }\n"
		"int name_cmp(const char *a, const char *b) { return mark_cmp(a, b); }\n";
	struct running running;
	struct told told = { .running = &running };
	struct hr_random random;
	struct hr_outcome outcome;
	static const struct hr_run_wants nothing;
	start_running(&running, state, apart, apart_source);
	struct hr_idioms *idioms = hr_idioms_find(running.unit->model, 1u << HR_IDIOM_COMPARE);
	struct hr_sequence *base = sequence_of(&running, "v0 = word_cmp(\"a\", \"b\")\n");
	assert_int_equal(hr_idioms_count(idioms), 3);
	hr_random_seed(&random, 1);
	hr_outcome_init(&outcome);
	assert_int_equal(hr_runner_run_one(&outcome, &running.runner, base, &nothing, &running.unit->error), 0);
	for (int i = 0; i < 40; i++)
		assert_int_equal(
			hr_idioms_probe(idioms, base, &random, &running.runner, 60, take, &told, &running.unit->error),
			0);
	hr_outcome_release(&outcome);
	hr_sequence_free(base);
	hr_idioms_free(idioms);
	run_again(&told);
	if (told.count)
		fail_msg("%s", told.first);
	stop_running(&running);
}

/* What is lost where an object only refers to another one may be the fault of whoever put it there. */
static void test_idioms__what_is_put_into_a_reference_is_nobodys(void **state)
{
	static const char list[] =
		"typedef struct list list;\n/** @return to be freed with list_free() */\nlist *list_new(void);\n"
		"/** @return to be freed with list_free() */\nlist *list_view(list *of);\n"
		"/** Frees a list. */\nvoid list_free(list *l);\n/** Adds an item. */\nvoid list_add(list *l, int item);\n";
	static const char list_source[] =
		"#include \"unit.h\"\n#include <stdlib.h>\nstruct list { list *of; int *item; };\n"
		"list *list_new(void) { return calloc(1, sizeof(list)); }\n"
		"list *list_view(list *of) { list *l = list_new(); l->of = of; return l; }\n"
		"void list_free(list *l) { if (!l) return; free(l->item); free(l); }\n"
		"void list_add(list *l, int item) { int *old = l->item; l->item = malloc(sizeof(int)); *l->item = item;\n"
		"  if (!l->of) free(old); }\n";
	static const char text[] =
		"v0 = list_new()\nlist_add(v0, 1)\nv1 = list_view(v0)\nlist_add(v1, 1)\nlist_add(v1, 2)\n";
	for (int is_kept = 0; is_kept < 2; is_kept++) {
		struct running running;
		struct told told = { .running = &running };
		struct hr_random random;
		size_t view;
		hr_random_seed(&random, 1);
		start_running(&running, state, list, list_source);
		assert_true(hr_map_get(&running.unit->model->operation_by_name, "list_view", &view));
		running.unit->model->operations.data[view].params.data[0].kept = is_kept;
		struct hr_idioms *idioms = hr_idioms_find(running.unit->model, 1u << HR_IDIOM_BALANCE);
		struct hr_sequence *base = sequence_of(&running, text),
				   *good = sequence_of(&running, "v0 = list_new()\nlist_add(v0, 1)\n");
		for (size_t i = 0; i < 60; i++)
			assert_int_equal(hr_idioms_probe(idioms, i < 8 ? good : base, &random, &running.runner, 20,
							 take, &told, &running.unit->error),
					 0);
		if (is_kept)
			assert_int_equal(told.count, 0);
		else
			assert_non_null(strstr(told.first, "after list_add"));
		run_again(&told);
		hr_sequence_free(base);
		hr_sequence_free(good);
		hr_idioms_free(idioms);
		stop_running(&running);
	}
}

/* What a call keeps that failed is nothing that others should end: whoever loses it later is told, however often that goes well where nothing failed. What it keeps when it succeeds may have to be ended before. */
static void test_idioms__what_a_refused_call_keeps_is_lost(void **state)
{
	static const char reader[] =
		"typedef struct reader reader;\n/** @return to be freed with reader_free() */\nreader *reader_new(void);\n"
		"/** Frees a reader. */\nvoid reader_free(reader *r);\n"
		"/** @return 0 on success, -1 on error */\nint reader_parse(reader *r, const char *text);\n";
	static const char reader_source[] =
		"#include \"unit.h\"\n#include <stdlib.h>\nstruct reader { int *room; };\n"
		"reader *reader_new(void) { return calloc(1, sizeof(reader)); }\n"
		"void reader_free(reader *r) { if (!r) return; free(r->room); free(r); }\n"
		"int reader_parse(reader *r, const char *text) { r->room = malloc(sizeof(int)); *r->room = 0;\n"
		"  if (*text == 'x') return -1;\n  if (*text == 'y') return 0;\n  free(r->room); r->room = NULL; return 0; }\n";
	for (int is_refused = 0; is_refused < 2; is_refused++) {
		struct running running;
		struct told told = { .running = &running };
		struct hr_random random;
		hr_random_seed(&random, 1);
		start_running(&running, state, reader, reader_source);
		struct hr_idioms *idioms = hr_idioms_find(running.unit->model, 1u << HR_IDIOM_BALANCE);
		struct hr_sequence *base = sequence_of(
			&running,
			is_refused ? "v0 = reader_new()\nv1 = reader_parse(v0, \"x\")\nv2 = reader_parse(v0, \"x\")\n"
				   : "v0 = reader_new()\nv1 = reader_parse(v0, \"y\")\nv2 = reader_parse(v0, \"y\")\n");
		struct hr_sequence *good = sequence_of(&running, "v0 = reader_new()\nv1 = reader_parse(v0, \"a\")\n");
		for (size_t i = 0; i < 60; i++)
			assert_int_equal(hr_idioms_probe(idioms, i < 50 ? good : base, &random, &running.runner, 20,
							 take, &told, &running.unit->error),
					 0);
		if (!is_refused && told.count)
			fail_msg("%s", told.first);
		if (is_refused && (!told.count || !strstr(told.first, "after reader_parse")))
			fail_msg("%zu told, %s", told.count, told.first);
		run_again(&told);
		hr_sequence_free(base);
		hr_sequence_free(good);
		hr_idioms_free(idioms);
		stop_running(&running);
	}
}

/* A cursor must not be used when what it goes through is gone: that its copy cannot be either is no fault of the one who copies. */
static void test_idioms__what_keeps_something_that_is_gone(void **state)
{
	static const char cursors[] =
		"typedef struct list list;\n/** @return to be freed with list_free() */\nlist *list_new(void);\n/** Frees a list. */\nvoid list_free(list *l);\n"
		"typedef struct cursor cursor;\n/** @return to be freed with cursor_free() */\ncursor *cursor_new(list *of);\n"
		"/** @return to be freed with cursor_free() */\ncursor *cursor_copy(const cursor *c);\n/** Frees a cursor. */\nvoid cursor_free(cursor *c);\n"
		"/** The item that it is at. */\nint cursor_item(const cursor *c);\n/** How many items there are. */\nint cursor_count(const cursor *c);\n";
	static const char cursors_source[] =
		"#include \"unit.h\"\n#include <stdlib.h>\nstruct list { int item; }; struct cursor { list *of; };\n"
		"list *list_new(void) { return calloc(1, sizeof(list)); }\nvoid list_free(list *l) { free(l); }\n"
		"cursor *cursor_new(list *of) { cursor *c = malloc(sizeof *c); c->of = of; return c; }\n"
		"cursor *cursor_copy(const cursor *c) { return cursor_new(c->of); }\nvoid cursor_free(cursor *c) { free(c); }\n"
		"int cursor_item(const cursor *c) { return c->of->item; }\nint cursor_count(const cursor *c) { return c->of->item + 1; }\n";
	struct running running;
	struct told told = { .running = &running };
	struct hr_random random;
	size_t maker;
	hr_random_seed(&random, 1);
	start_running(&running, state, cursors, cursors_source);
	assert_true(hr_map_get(&running.unit->model->operation_by_name, "cursor_new", &maker));
	running.unit->model->operations.data[maker].params.data[0].kept = true;
	struct hr_idioms *idioms = hr_idioms_find(running.unit->model, 1u << HR_IDIOM_COPY);
	assert_true(hr_idioms_count(idioms) > 0);
	struct hr_sequence *good = sequence_of(&running, "v0 = list_new()\nv1 = cursor_new(v0)\n"),
			   *gone = sequence_of(&running, "v0 = list_new()\nv1 = cursor_new(v0)\nlist_free(v0)\n");
	for (size_t i = 0; i < 60; i++)
		assert_int_equal(hr_idioms_probe(idioms, i < 8 ? good : gone, &random, &running.runner, 20, take, &told,
						 &running.unit->error),
				 0);
	assert_int_equal(told.count, 0);
	hr_sequence_free(good);
	hr_sequence_free(gone);
	hr_idioms_free(idioms);
	stop_running(&running);
}

struct counting {
	const struct hr_runner *runner;
	size_t runs;
};

static int count_runs(void *context, const struct hr_sequence *const *sequences, size_t count,
		      const struct hr_run_wants *wants, hr_outcome_fn *tell, void *tell_context, struct hr_error *error)
{
	struct counting *counting = context;
	counting->runs += count;
	return counting->runner->run(counting->runner->context, sequences, count, wants, tell, tell_context, error);
}

/* What can be tried on every sequence leaves its turn to others once it was tried often enough. */
static void test_idioms__no_object_no_hurry(void **state)
{
	enum { SEQUENCES = 100 };
	struct running running;
	struct told told = { .count = 0 };
	struct hr_random random;
	size_t runs[3];
	hr_random_seed(&random, 1);
	start(&running, state);
	struct hr_idioms *idioms = hr_idioms_find(running.unit->model, 1u << HR_IDIOM_ROUND_TRIP);
	struct hr_sequence *base = sequence_of(&running, bases[1]);
	for (size_t round = 0; round < COUNT(runs); round++) {
		struct counting counting = { .runner = &running.runner };
		const struct hr_runner runner = { count_runs, &counting };
		for (size_t i = 0; i < SEQUENCES; i++)
			assert_int_equal(
				hr_idioms_probe(idioms, base, &random, &runner, 20, take, &told, &running.unit->error),
				0);
		runs[round] = counting.runs;
	}
	assert_true(runs[1] * 2 < runs[0]);
	assert_true(runs[2] > SEQUENCES); /* but they are tried */
	assert_int_equal(told.count, 0);
	hr_sequence_free(base);
	hr_idioms_free(idioms);
	stop_running(&running);
}

static int refuse(void *context, const struct hr_sequence *const *sequences, size_t count,
		  const struct hr_run_wants *wants, hr_outcome_fn *tell, void *tell_context, struct hr_error *error)
{
	(void)context, (void)sequences, (void)count, (void)wants, (void)tell, (void)tell_context;
	return hr_fail(error, HR_ERROR_INTERRUPTED, "enough");
}

/* A runner that gives up is told of, and nothing is lost. */
static void test_idioms__interrupted(void **state)
{
	struct running running;
	struct told told = { .count = 0 };
	const struct hr_runner giving_up = { refuse, NULL };
	struct hr_random random;
	hr_random_seed(&random, 1);
	start(&running, state);
	struct hr_idioms *idioms = hr_idioms_find(running.unit->model, HR_IDIOMS_ALL);
	struct hr_sequence *base = sequence_of(&running, bases[1]);
	assert_int_equal(hr_idioms_probe(idioms, base, &random, &giving_up, 20, take, &told, &running.unit->error), -1);
	assert_int_equal(told.count, 0);
	hr_sequence_free(base);
	hr_idioms_free(idioms);
	stop_running(&running);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_UNIT(test_idioms__nothing_is_told_of_what_keeps_them),
		IN_UNIT(test_idioms__each_is_told_when_it_is_broken),
		cmocka_unit_test(test_idioms__names_of_switches),
		IN_UNIT(test_idioms__shapes),
		IN_UNIT(test_idioms__what_tells_apart_is_no_order),
		IN_UNIT(test_idioms__what_is_put_into_a_reference_is_nobodys),
		IN_UNIT(test_idioms__what_a_refused_call_keeps_is_lost),
		IN_UNIT(test_idioms__what_keeps_something_that_is_gone),
		IN_UNIT(test_idioms__no_object_no_hurry),
		IN_UNIT(test_idioms__interrupted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
