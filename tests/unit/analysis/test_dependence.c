/* The dependence graph, whole and purified. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysing.h"
#include "analysis/dependence.h"

static const char header[] =
	"typedef struct item item; typedef struct pile pile;\nitem *item_new(void); void item_free(item *i);\n"
	"pile *pile_new(void); void pile_free(pile *p); item *pile_push(pile *p, item *i); item *pile_top(pile *p);\n"
	"int pile_size(pile *p);\n";
static const char source[] =
	"#include \"unit.h\"\n#include <stdlib.h>\nstruct item { int n; }; struct pile { item *items[10]; int count; };\n"
	"item *item_new(void) { return calloc(1, sizeof(item)); }\nvoid item_free(item *i) { free(i); }\n"
	"pile *pile_new(void) { return calloc(1, sizeof(pile)); }\nvoid pile_free(pile *p) { free(p); }\n"
	"item *pile_push(pile *p, item *i) { if (p->count == 10) return NULL; p->items[p->count++] = i; return i; }\n"
	"item *pile_top(pile *p) { return p->count ? p->items[p->count - 1] : NULL; }\n"
	"int pile_size(pile *p) { return p->count; }\n";

static void test_dependence__purified(void **state)
{
	struct analysed unit = analyse(*state, header, source);
	struct hr_dependence dependence;
	struct hr_strbuf label = HR_STRBUF_INIT;

	hr_dependence_find(&dependence, unit.unit->model, unit.facts);
	/* results: two makers, push, top; push: receiver and item; top, size: receivers */
	assert_int_equal(dependence.provided.count, 8);
	assert_int_equal(dependence.required.count, 4);
	/* the item is kept but not changed; top and size change nothing */
	assert_int_equal(hr_dependence_relevant(&dependence), 5);
	for (size_t i = 0; i < dependence.provided.count; i++) {
		const struct hr_dependence_edge *edge = &dependence.provided.data[i];
		const char *name = unit.unit->model->operations.data[edge->operation].name;
		if (strcmp(name, "pile_push") != 0 || edge->item == HR_ITEM_RESULT)
			continue;
		hr_strbuf_clear(&label);
		hr_dependence_label(&label, unit.unit->model, edge);
		assert_string_equal(label.data, edge->item ? "parameter 2" : "receiver");
		assert_int_equal(edge->is_irrelevant, edge->item == 1);
	}
	hr_strbuf_release(&label);
	hr_dependence_release(&dependence);
	forget(&unit);
}

static void test_dependence__without_code(void **state)
{
	struct unit *unit = *state;
	struct hr_dependence dependence;

	write_in(unit, "unit.h",
		 "typedef struct box box;\nbox *box_new(void); void box_free(box *b);\n"
		 "int box_get(const box *b); void box_set(box *b, int n);\n");
	assert_int_equal(read_unit(unit, "", ""), 0);
	hr_roles_infer(unit->model);
	for (size_t i = 0; i < unit->model->operations.count; i++)
		unit->model->operations.data[i].callable = true;
	hr_dependence_find(&dependence, unit->model, NULL);
	/* new, get's and set's receivers, get's number, which set takes */
	assert_int_equal(dependence.provided.count, 4);
	assert_int_equal(hr_dependence_relevant(&dependence), 3);
	hr_dependence_release(&dependence);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_UNIT(test_dependence__purified),
		IN_UNIT(test_dependence__without_code),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
