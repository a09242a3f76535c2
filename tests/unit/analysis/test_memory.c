/* What becomes of objects behind pointers, where it takes more than one step to see it; the rest is in tests/facts/cases. */
#include "analysed.h"

#include "analysis/callgraph.h"
#include "base/strbuf.h"

static const char source[] =
	"#include <stdlib.h>\n"
	"#include <string.h>\n"
	"struct node { struct node *next; char *text; int is_shared; void (*changed)(struct node *); };\n"
	"struct hooks { void *(*allocate)(size_t); void (*release)(void *); };\n"
	"static struct hooks hooks = { malloc, free };\n"
	"void set_hooks(const struct hooks *given) { hooks = *given; }\n"
	/* a flag that says whose text it is */
	"void node_clear(struct node *n) { if (!n->is_shared) hooks.release(n->text); n->text = NULL; }\n"
	"int borrows(const char *text) { struct node n = { NULL, (char *)text, 1, NULL }; node_clear(&n); return 0; }\n"
	"void node_free(struct node *n)\n"
	"{\n"
	"	while (n) {\n"
	"		struct node *next = n->next;\n"
	"		node_clear(n);\n"
	"		hooks.release(n);\n"
	"		n = next;\n"
	"	}\n"
	"}\n"
	/* the order of stores */
	"void replace(struct node *n, char *text) { free(n->text); n->text = text; }\n"
	"char *exchange(struct node *n, char *text) { char *old = n->text; n->text = text; return old; }\n"
	"static struct node *current;\n"
	"int during(struct node *n) { current = n; int r = n->is_shared; current = NULL; return r; }\n"
	/* constants decide */
	"static int set(struct node *n, const char *text, int copies)\n"
	"{\n"
	"	char *mine = copies ? strdup(text) : (char *)text;\n"
	"	if (!mine) return -1;\n"
	"	n->text = mine;\n"
	"	return 0;\n"
	"}\n"
	"int set_copy(struct node *n, const char *text) { return set(n, text, 1); }\n"
	"int set_shared(struct node *n, const char *text) { return set(n, text, 0); }\n"
	/* equal pointers */
	"void drop(struct node *list, struct node *n)\n"
	"{\n"
	"	for (; list; list = list->next)\n"
	"		if (list->next == n) { list->next = n->next; free(n); return; }\n"
	"}\n"
	/* the unknown */
	"void notify(struct node *n) { n->changed(n); }\n"
	"int visit(struct node *n, int (*f)(struct node *, void *), void *data)\n"
	"{\n"
	"	for (; n; n = n->next)\n"
	"		if (f(n, data)) return 1;\n"
	"	return 0;\n"
	"}\n"
	"struct node *made(char *text)\n"
	"{\n"
	"	struct node *n = hooks.allocate(sizeof *n);\n"
	"	if (!n) return NULL;\n"
	"	memset(n, 0, sizeof *n);\n"
	"	n->text = text;\n"
	"	return n;\n"
	"}\n"
	"static int even(unsigned n); static int odd(unsigned n) { return n ? even(n - 1) : 0; }\n"
	"static int even(unsigned n) { return n ? odd(n - 1) : 1; }\n"
	"int parity(unsigned n) { return even(n); }\n";

static const struct hr_memory_facts *memory(void **state, const char *function, size_t parameter)
{
	return &function_facts(*state, function)->parameters.data[parameter].memory;
}

static void test_memory__flags_guard_frees(void **state)
{
	assert_int_equal(memory(state, "node_clear", 0)->freed, HR_FREED_INSIDE);
	assert_int_equal(memory(state, "node_free", 0)->freed, HR_FREED_YES);
	assert_int_equal(memory(state, "node_free", 0)->at_freed.line, 14);
	/* the flag is set for that: nothing is claimed */
	assert_int_equal(memory(state, "borrows", 0)->freed, HR_FREED_UNKNOWN);
	assert_int_equal(memory(state, "borrows", 0)->effect, HR_EFFECT_UNKNOWN);
}

static void test_memory__order(void **state)
{
	assert_int_equal(memory(state, "replace", 0)->freed, HR_FREED_INSIDE);
	assert_int_equal(memory(state, "replace", 1)->freed, HR_FREED_NO);
	assert_int_equal(memory(state, "replace", 1)->kept_in, 1);
	assert_int_equal(memory(state, "exchange", 1)->kept, HR_KEPT_IN);
	assert_int_equal(memory(state, "during", 0)->kept, HR_KEPT_NOT);
	assert_int_equal(function_facts(*state, "exchange")->returns_parameters, 1);
}

static void test_memory__constants_decide(void **state)
{
	assert_int_equal(memory(state, "set_copy", 1)->kept, HR_KEPT_NOT);
	assert_int_equal(memory(state, "set_copy", 1)->effect, HR_EFFECT_SAFE);
	assert_int_equal(memory(state, "set_copy", 1)->null, HR_NULL_CRASH);
	assert_int_equal(memory(state, "set_shared", 1)->kept, HR_KEPT_IN);
	assert_int_equal(memory(state, "set_shared", 1)->dereferenced, HR_DEREFERENCED_NEVER);
	assert_int_equal(memory(state, "set_shared", 1)->null, HR_NULL_LEGAL);
	assert_true(memory(state, "set_shared", 1)->refuses);
	assert_int_equal(memory(state, "set_shared", 1)->refused_with, -1);
}

static void test_memory__equal_pointers(void **state)
{
	assert_int_equal(memory(state, "drop", 1)->freed, HR_FREED_YES);
	assert_int_equal(memory(state, "drop", 0)->freed, HR_FREED_INSIDE);
	assert_int_equal(memory(state, "drop", 0)->null, HR_NULL_LEGAL);
	assert_int_equal(memory(state, "drop", 0)->dereferenced, HR_DEREFERENCED_ALWAYS);
}

static void test_memory__unknown(void **state)
{
	assert_int_equal(memory(state, "notify", 0)->effect, HR_EFFECT_UNKNOWN);
	assert_int_equal(memory(state, "notify", 0)->dereferenced, HR_DEREFERENCED_ALWAYS);
	assert_true(function_facts(*state, "notify")->calls_unknown);
	assert_int_equal(memory(state, "visit", 2)->kept, 0);
	assert_int_equal(memory(state, "visit", 2)->null, HR_NULL_LEGAL);
	assert_int_equal(memory(state, "visit", 1)->dereferenced, HR_DEREFERENCED_ALWAYS);
	assert_int_equal(function_facts(*state, "visit")->purity, HR_PURITY_UNKNOWN);
}

static void test_memory__results(void **state)
{
	const struct hr_function_facts *made = function_facts(*state, "made");

	assert_int_equal(made->returns, HR_RETURNS_OWNED);
	assert_true(made->returns_owned && !made->returns_global && !made->returns_parameters);
	assert_int_equal(memory(state, "made", 0)->kept, HR_KEPT_RESULT);
	assert_int_equal(function_facts(*state, "parity")->purity, HR_PURITY_PURE);
	assert_int_equal(function_facts(*state, "during")->purity, HR_PURITY_IMPURE);
}

static void test_memory__graph(void **state)
{
	const struct analysed *unit = *state;
	struct hr_call_graph *graph = hr_call_graph_new(unit->code);
	uint32_t even = function_index(unit, "even");
	uint32_t odd = function_index(unit, "odd");
	uint32_t parity = function_index(unit, "parity");
	uint32_t made = function_index(unit, "made");

	assert_int_equal(graph->component[even], graph->component[odd]);
	assert_true(graph->component[even] < graph->component[parity]);
	assert_int_equal(graph->functions[parity].calls.count, 1);
	assert_null(hr_call_graph_call(graph, parity, UINT32_MAX));
	/* the hook is the unit's own choice, whoever may set another */
	assert_false(graph->functions[made].calls.data[0].is_unknown);
	assert_int_equal(graph->functions[made].targets.data[0], function_index(unit, "malloc"));
	hr_call_graph_free(graph);
}

/* Many functions that all call each other and reach everything: it ends, soon, and nothing wrong is said. */
static void test_memory__tangle(void **state)
{
	(void)state;
	struct hr_strbuf text = HR_STRBUF_INIT;
	struct analysed unit;

	hr_strbuf_addstr(&text, "struct t { struct t *a, *b, *c; int n; };\n");
	for (int i = 0; i < 60; i++)
		hr_strbuf_addf(&text, "struct t *f%d(struct t *p, struct t *q, int n);\n", i);
	for (int i = 0; i < 60; i++)
		hr_strbuf_addf(
			&text,
			"struct t *f%d(struct t *p, struct t *q, int n) { if (n == %d) { p->a = q; return q->b; } p->c->n += n;\n"
			"return n %% 2 ? f%d(p->b, q->a, n - 1) : f%d(q, p->c, n + f%d(p, q->c, 1)->n); }\n",
			i, i, (i + 1) % 60, (i * 7 + 3) % 60, (i * 11 + 5) % 60);
	analyse_text(&unit, text.data);
	const struct hr_memory_facts *first = &function_facts(&unit, "f0")->parameters.data[0].memory;
	assert_int_equal(first->effect, HR_EFFECT_READ_WRITE);
	assert_int_equal(first->freed, HR_FREED_NO);
	assert_int_equal(first->null, HR_NULL_CRASH);
	release_analysed(&unit);
	hr_strbuf_release(&text);
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
		cmocka_unit_test(test_memory__flags_guard_frees),
		cmocka_unit_test(test_memory__order),
		cmocka_unit_test(test_memory__constants_decide),
		cmocka_unit_test(test_memory__equal_pointers),
		cmocka_unit_test(test_memory__unknown),
		cmocka_unit_test(test_memory__results),
		cmocka_unit_test(test_memory__graph),
		cmocka_unit_test(test_memory__tangle),
	};
	return cmocka_run_group_tests(tests, analyse, release);
}
