/* Which number limits which buffer: what has to be found, and what must not be told. */
#include "analysed.h"

static const char source[] =
	"#include <stdint.h>\n"
	"#include <stdio.h>\n"
	"#include <stdlib.h>\n"
	"#include <string.h>\n"
	"struct list { int count; int items[]; };\n"
	"struct stream { const char *next; size_t left; char *out; size_t room; };\n"
	"void both(char *to, size_t room, const char *from, size_t n)\n"
	"{ if (n > room) return; memcpy(to, from, n); }\n"
	"void terminated(char *to, const char *from, size_t n) { memcpy(to, from, n); to[n] = 0; }\n"
	"void appended(char *to, const char *a, size_t n, const char *b, size_t m)\n"
	"{ memcpy(to, a, n); memcpy(to + n, b, m); }\n"
	"void flagged(char *p, int flag) { if (flag > 0) *p = 1; }\n"
	"int closed(const int *v, int n) { int s = 0; for (int i = 0; i <= n; i++) s += v[i]; return s; }\n"
	"int search(const int *v, int n, int key)\n"
	"{ int lo = 0, hi = n; while (lo < hi) { int mid = lo + (hi - lo) / 2; if (v[mid] < key) lo = mid + 1; else hi = mid; } return lo; }\n"
	"void lockstep(char *to, size_t room, const char *text)\n"
	"{ size_t used = 0; while (*text) { if (used < room) *to++ = *text; used++; text++; } }\n"
	"void bottom(char *p, unsigned n) { do *p++ = 0; while (--n); }\n"
	"int words(const uint32_t *p, size_t bytes) { int s = 0; for (size_t i = 0; i < bytes / 4; i++) s += p[i]; return s; }\n"
	"int pairs(char **p, int n) { int s = 0; for (int i = 0; i < 2 * n; i++) s += *p[i]; return s; }\n"
	"int own(struct list *l) { int s = 0; for (int i = 0; i < l->count; i++) s += l->items[i]; return s; }\n"
	"int matrix(const int *m, int h, int w) { int s = 0; for (int i = 0; i < h; i++) for (int j = 0; j < w; j++) s += m[i * w + j]; return s; }\n"
	"static void take(struct stream *s) { while (s->left && s->room) { *s->out++ = *s->next++; s->left--; s->room--; } }\n"
	"void filled(char *to, unsigned long *size, const char *from, unsigned long n)\n"
	"{ struct stream s; s.next = from; s.left = n; s.out = to; s.room = *size; take(&s); *size = s.room; }\n"
	"static void pull(const char **p, int *x) { *x += *(*p)++; }\n"
	"int escaped(const char *p, size_t n) { const char *end = p + n; int x = 0; while (p < end) pull(&p, &x); return x; }\n"
	"int escaped_too(const char *p, size_t n) { const char *end = p + n, *q = p; int x = 0; while (q < end) { x += *q; pull(&q, &x); } return x; }\n"
	"int until(const char *text, char *to, size_t room) { size_t i = 0; while (text[i]) { if (i >= room) return -1; to[i] = text[i]; i++; } return 0; }\n"
	"void ambiguous(char *p, int a, int b) { memset(p, 0, a); memset(p, 1, b); }\n"
	"int recursive(const char *p, size_t n) { return n ? *p + recursive(p + 1, n - 1) : 0; }\n"
	"int header(const unsigned char *p, size_t n) { if (n < 4) return -1; return p[0] | p[1] << 8 | p[2] << 16 | p[3] << 24; }\n"
	"void through(void (*f)(char *, size_t), char *p, size_t n) { f(p, n); }\n"
	"void capped(char *p, unsigned n) { if (n > 64) n = 64; memset(p, 0, n); }\n"
	"int measured(const char *p, int n) { if (n < 0) n = (int)strlen(p); int s = 0; for (int i = 0; i < n; i++) s += p[i]; return s; }\n"
	"int measured_too(const char *p, int n) { return measured(p, n); }\n"
	"int picked(const int *v, unsigned n, unsigned i) { return i < n ? v[i] : v[0]; }\n";

/* bound: "number:relation:element", NULL: nothing may be said. A name, "*name" or a constant. */
static const struct {
	const char *function;
	int parameter;
	const char *bound;
} cases[] = {
	{ "both", 0, "room:capacity:1" },
	{ "both", 2, "n:length:1" },
	{ "terminated", 0, NULL }, /* one more than n */
	{ "terminated", 1, "n:length:1" },
	{ "appended", 0, NULL }, /* n + m */
	{ "appended", 1, "n:length:1" },
	{ "appended", 3, "m:length:1" },
	{ "flagged", 0, NULL },
	{ "closed", 0, NULL }, /* n is the last, not the number */
	{ "search", 0, "n:length:4" },
	{ "lockstep", 0, "room:capacity:1" },
	{ "lockstep", 2, NULL }, /* text, up to its NUL */
	{ "bottom", 0, "n:capacity:1" },
	{ "words", 0, "bytes:length:1" },
	{ "pairs", 0, NULL },
	{ "own", 0, NULL }, /* a struct, no buffer */
	{ "matrix", 0, "h*w:length:4" },
	{ "filled", 0, "*size:capacity:1" },
	{ "filled", 2, "n:length:1" },
	{ "escaped_too", 0, "n:length:1" },
	{ "until", 0, NULL },
	{ "until", 1, "room:capacity:1" },
	{ "ambiguous", 0, NULL },
	{ "header", 0, "n:length:1" },
	{ "through", 1, NULL },
	{ "capped", 0, "n:capacity:1" },
	{ "measured", 0, "n:length:1" },
	{ "measured_too", 0, "n:length:1" },
	{ "picked", 0, "n:length:4" },
};

static const char *name_of(const struct hr_code_function *function, int number)
{
	for (size_t i = 0; i < function->parameters.count; i++)
		if ((int)function->parameters.data[i].source == number)
			return function->parameters.data[i].name;
	return "?";
}

static void describe(char *out, size_t size, const struct hr_code_function *function, const struct hr_bound *bound)
{
	char number[80] = "";
	switch (bound->kind) {
	case HR_BOUND_NONE:
		snprintf(out, size, "nothing");
		return;
	case HR_BOUND_CONSTANT:
		snprintf(number, sizeof number, "%d", (int)bound->constant);
		break;
	case HR_BOUND_FIELD:
		snprintf(number, sizeof number, "field");
		break;
	default:
		snprintf(number, sizeof number, "%s%s%s%s", bound->kind == HR_BOUND_POINTED ? "*" : "",
			 name_of(function, bound->number), bound->times >= 0 ? "*" : "",
			 bound->times >= 0 ? name_of(function, bound->times) : "");
	}
	snprintf(out, size, "%s:%s:%u", number,
		 bound->kind == HR_BOUND_END             ? "end"
		 : bound->relation == HR_RELATION_LENGTH ? "length"
							 : "capacity",
		 bound->element);
}

static void test_relations__of_buffers(void **state)
{
	const struct analysed *unit = *state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char found[120];
		uint32_t index = function_index(unit, cases[i].function);
		describe(found, sizeof found, &unit->code->functions.data[index],
			 &unit->facts->functions.data[index].parameters.data[cases[i].parameter].value.bound);
		const char *wanted = cases[i].bound ? cases[i].bound : "nothing";
		if (strcmp(found, wanted) != 0)
			fail_msg("%s, parameter %d: %s instead of %s", cases[i].function, cases[i].parameter, found,
				 wanted);
	}
}

static void test_relations__of_numbers(void **state)
{
	const struct hr_function_facts *facts = function_facts(*state, "both");
	const struct hr_value_facts *room = &facts->parameters.data[1].value, *n = &facts->parameters.data[3].value;
	assert_int_equal(room->relation, HR_RELATION_CAPACITY);
	assert_int_equal(room->of, 0);
	assert_int_equal(n->relation, HR_RELATION_LENGTH);
	assert_int_equal(n->of, 2);
	assert_true(n->at_relation.line > 0);
	const struct hr_value_facts *size = &function_facts(*state, "filled")->parameters.data[1].value;
	assert_true(size->by_pointer);
	assert_int_equal(size->relation, HR_RELATION_CAPACITY);
	const struct hr_value_facts *i = &function_facts(*state, "picked")->parameters.data[2].value;
	assert_int_equal(i->relation, HR_RELATION_INDEX);
	assert_int_equal(i->of, 0);
}

static void test_relations__minus_one_is_the_length_of_the_text(void **state)
{
	assert_true(function_facts(*state, "measured")->parameters.data[1].value.minus_one);
	assert_true(function_facts(*state, "measured_too")->parameters.data[1].value.minus_one);
	assert_false(function_facts(*state, "both")->parameters.data[3].value.minus_one);
}

static void test_relations__of_fields(void **state)
{
	const struct hr_function_facts *facts = function_facts(*state, "take");
	size_t found = 0;
	for (size_t i = 0; i < facts->fields.count; i++) {
		const struct hr_field_facts *field = &facts->fields.data[i];
		if (field->value.bound.kind != HR_BOUND_FIELD)
			continue;
		const struct hr_field_facts *number = &facts->fields.data[field->value.bound.number];
		assert_int_equal(number->offset, field->offset + 8);
		assert_int_equal(field->value.bound.relation,
				 field->offset == 0 ? HR_RELATION_LENGTH : HR_RELATION_CAPACITY);
		found++;
	}
	assert_int_equal(found, 2);
}

static int analyse(void **state)
{
	static struct analysed unit;
	analyse_text(&unit, source);
	*state = &unit;
	return 0;
}

static int release(void **state)
{
	release_analysed(*state);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_relations__of_buffers),
		cmocka_unit_test(test_relations__of_numbers),
		cmocka_unit_test(test_relations__minus_one_is_the_length_of_the_text),
		cmocka_unit_test(test_relations__of_fields),
	};
	return cmocka_run_group_tests(tests, analyse, release);
}
