/* Values by their exact types: what runs show of `void *` and of structs that others begin with, objects where any pointer will do, and tables whose elements are
 * freed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../analysis/analysing.h"

#include "search/exact.h"
#include "search/making.h"

static const char header[] =
	"#include <stddef.h>\n"
	"struct head { int kind; int flags; };\n"
	"struct word { struct head head; char *text; }; struct number { struct head head; long value; };\n"
	"struct the_end { struct head head; int count; };\n"
	"struct word *word_new(const char *text); struct number *number_new(long value); struct the_end *end_new(int count);\n"
	"void table_drop(void **table, size_t n);\n"
	"enum kind { KIND_NONE, KIND_INT, KIND_STR }; struct cell { enum kind kind; union { int i; const char *str; } u; };\n"
	"int cell_use(const struct cell *cell);\n"
	"struct head *head_of(struct word *word);\nint word_length(const struct word *word);\n"
	"struct bag; struct bag *bag_new(void); void bag_free(struct bag *bag); void bag_put(struct bag *bag, void *item);\n"
	"void *bag_get(struct bag *bag); int bag_sum(struct bag *bag, const void *bytes);\n"
	"void bag_sort(struct bag *bag, int (*compare)(const void *, const void *));\n";

static const char source[] =
	"#include \"unit.h\"\n#include <stdlib.h>\n#include <string.h>\n"
	"struct word *word_new(const char *text) { struct word *w = calloc(1, sizeof *w); w->text = strdup(text); return w; }\n"
	"struct number *number_new(long value) { struct number *n = calloc(1, sizeof *n); n->value = value; return n; }\n"
	"struct the_end *end_new(int count) { struct the_end *e = calloc(1, sizeof *e); e->head.flags = 1; e->count = count; return e; }\n"
	"void table_drop(void **table, size_t n) { for (size_t i = 0; i < n; i++) free(table[i]); }\n"
	"int cell_use(const struct cell *cell) { return cell->kind == KIND_INT ? cell->u.i : cell->kind == KIND_STR ? *cell->u.str : 0; }\n"
	"struct head *head_of(struct word *word) { return &word->head; }\n"
	"int word_length(const struct word *word) { return (int)strlen(word->text); }\n"
	"struct bag { void *item; };\n"
	"struct bag *bag_new(void) { return calloc(1, sizeof(struct bag)); }\nvoid bag_free(struct bag *bag) { free(bag); }\n"
	"void bag_put(struct bag *bag, void *item) { bag->item = item; }\nvoid *bag_get(struct bag *bag) { return bag->item; }\n"
	"int bag_sum(struct bag *bag, const void *bytes) { return bag->item != 0 && *(const char *)bytes; }\n"
	"void bag_sort(struct bag *bag, int (*compare)(const void *, const void *)) { if (bag->item) compare(bag->item, bag->item); }\n";

static struct analysed analysed; /* read once for all tests */

static int make_all(void **state)
{
	void *unit = NULL;

	if (make_unit(&unit))
		return -1;
	*state = unit;
	analysed = analyse(unit, header, source);
	return 0;
}

static int forget_all(void **state)
{
	forget(&analysed);
	return drop_unit(state);
}

static struct hr_search *search;
static struct hr_random dice;
static struct hr_making making;

static int begin(void **state)
{
	struct hr_search_options options = { .seed = 3, .repetition = -1 };

	(void)state;
	search = hr_search_new(analysed.unit->model, &analysed.unit->callables, analysed.facts, &options);
	hr_random_seed(&dice, 5);
	hr_making_init(&making, search, &dice);
	making.switched = HR_PARTS_ALL;
	return 0;
}

static int end(void **state)
{
	(void)state;
	hr_making_release(&making);
	hr_search_free(search);
	return 0;
}

static size_t operation(const char *name)
{
	return (size_t)(operation_called(&analysed, name) - analysed.unit->model->operations.data);
}

static const struct hr_parameter_plan *plan_of(const char *name, size_t parameter)
{
	return &search->plans.list.data[operation(name)].parameters[parameter];
}

static uint32_t class_named(const char *spelling)
{
	size_t type;

	assert_true(hr_map_get(&analysed.unit->model->type_by_spelling, spelling, &type));
	return hr_class_pointer_to(&search->classes, (struct hr_type_ref){ type, 0 });
}

/* ---- runs that are only imagined: a value is at the address that `addresses` says, by number ---- */

struct run {
	struct hr_outcome outcome;
	uint64_t addresses[16];
	size_t slots[16];
};

static void run(struct run *run, const struct hr_chain *chain, const uint64_t *addresses)
{
	hr_outcome_init(&run->outcome);
	assert_true(chain->value_count <= sizeof run->slots / sizeof *run->slots);
	for (size_t i = 0; i < chain->value_count; i++) {
		run->addresses[i] = addresses[i];
		run->slots[i] = i * sizeof *run->addresses;
		struct hr_pointer_record record = { .value = i,
						    .region = HR_IN_HEAP,
						    .block = (uint32_t)addresses[i],
						    .allocated_by = (uint32_t)i,
						    .freed_by = HR_NO_STATEMENT };
		hr_vec_push(&run->outcome.pointers, record);
	}
	run->outcome.status = HR_OUTCOME_NORMAL;
	run->outcome.area = (const unsigned char *)run->addresses;
	run->outcome.area_size = sizeof run->addresses;
	run->outcome.slot_of = run->slots;
	run->outcome.slot_count = chain->value_count;
}

/* Finishes the chain, with values at these addresses, and keeps it. Returns how many got another class. */
static size_t keep(struct hr_chain **out, const uint64_t *addresses)
{
	struct run imagined;

	*out = hr_making_finish(&making);
	run(&imagined, *out, addresses);
	hr_known_observe((*out)->known, *out, &imagined.outcome, analysed.unit->model);
	size_t refined = hr_known_refine((*out)->known, *out, &imagined.outcome, &search->classes);
	hr_pool_keep(&search->pool, *out, &imagined.outcome, analysed.unit->model, true);
	hr_outcome_release(&imagined.outcome);
	return refined;
}

static void keep_one(const char *maker, uint64_t address)
{
	struct hr_chain *chain;

	assert_true(hr_making_call(&making, operation(maker)));
	keep(&chain, &address);
	hr_chain_drop(chain);
}

static void test_tables__what_is_freed_with_them_is_dead(void **state)
{
	(void)state;
	assert_int_equal(plan_of("table_drop", 1)->counts, 0);
	for (uint64_t i = 0; i < 12; i++)
		keep_one(i % 3 == 0 ? "word_new" : i % 3 == 1 ? "number_new" : "end_new", 100 + i);
	assert_true(hr_making_call(&making, operation("table_drop")));
	const struct hr_statement *call = &making.statements.data[making.statements.count - 1].statement;
	assert_int_equal(call->operands[1].number, call->operands[0].part_count);
	for (size_t i = 0; i < making.values.count; i++)
		for (size_t k = 0; k < call->operands[0].part_count; k++)
			if (making.values.data[i].number == call->operands[0].parts[k].value)
				assert_int_equal(making.values.data[i].state.status, HR_STATUS_DEAD);
}

static void test_objects__go_where_any_pointer_will_do(void **state)
{
	size_t objects = 0;

	(void)state;
	assert_true(plan_of("bag_put", 1)->takes_objects);
	assert_false(plan_of("bag_sum", 1)->takes_objects); /* it looks into it */
	keep_one("bag_new", 1);
	keep_one("word_new", 2);
	for (unsigned i = 0; i < 200; i++) {
		hr_making_clear(&making);
		if (!hr_making_call(&making, operation("bag_put")))
			continue;
		const struct hr_statement *call = &making.statements.data[making.statements.count - 1].statement;
		if (call->operands[1].kind != HR_OPERAND_VALUE)
			continue;
		objects++;
		assert_true(making.holds_objects);
		/* no function that could look into it comes after it */
		for (unsigned k = 0; k < 10; k++)
			if (hr_making_call(&making, operation("bag_sort")))
				assert_int_not_equal(
					making.statements.data[making.statements.count - 1].statement.operands[1].kind,
					HR_OPERAND_FUNCTION);
	}
	assert_true(objects > 10 && objects < 100);
}

static void test_unions__tag_and_member_agree(void **state)
{
	size_t members[3] = { 0 };

	(void)state;
	for (unsigned i = 0; i < 300; i++) {
		hr_making_clear(&making);
		assert_true(hr_making_call(&making, operation("cell_use")));
		const struct hr_statement *made = &making.statements.data[0].statement;
		if (made->kind != HR_STATEMENT_NEW)
			continue;
		const struct hr_operand *cell = made->operands;
		int64_t tag = 0;
		for (size_t k = 0; k < cell->part_count; k++) {
			if (cell->fields[k] == 0)
				tag = cell->parts[k].number;
			if (cell->fields[k] != 1 || cell->parts[k].part_count == 0)
				continue;
			assert_int_equal(tag, cell->parts[k].fields[0] + 1);
			members[tag]++;
		}
	}
	assert_int_equal(members[0], 0);
	assert_true(members[1] > 5 && members[2] > 5);
}

static void test_exact__void_is_what_was_put_in(void **state)
{
	struct hr_chain *put, *got;

	(void)state;
	keep_one("bag_new", 1);
	keep_one("word_new", 2);
	do {
		hr_making_clear(&making);
		assert_true(hr_making_call(&making, operation("bag_put")));
	} while (!making.holds_objects || making.values.count != 2);
	uint32_t bag = making.values.data[0].state.class == class_named("struct bag") ? 0 : 1;
	const uint64_t before[] = { bag == 0 ? 1 : 2, bag == 0 ? 2 : 1 };
	if (making.values.data[1 - bag].state.class != class_named("struct word"))
		return; /* a bag in a bag */
	assert_int_equal(keep(&put, before), 0);
	hr_making_part(&making, put);
	making.receiver = bag;
	assert_true(hr_making_call(&making, operation("bag_get")));
	const uint64_t after[] = { before[0], before[1], 2 };
	assert_int_equal(keep(&got, after), 1);
	const struct hr_value_state *item = &hr_known_of(got)->values[2];
	assert_int_equal(item->class, class_named("struct word"));
	assert_true(item->flags & HR_STATE_BORROWED);
	assert_true(item->owners[0] == 1 - bag || item->owners[1] == 1 - bag);
	/* the word dies, and so does this */
	hr_making_part(&making, got);
	hr_making_end(&making, 1 - bag);
	assert_int_equal(making.values.data[2].state.status, HR_STATUS_DEAD);
	hr_making_clear(&making);
	hr_chain_drop(put);
	hr_chain_drop(got);
}

static void test_exact__nothing_is_guessed(void **state)
{
	struct hr_chain *chain;
	const uint64_t apart[] = { 1, 7 };

	(void)state;
	keep_one("bag_new", 1);
	assert_true(hr_making_call(&making, operation("bag_get")));
	assert_int_equal(keep(&chain, apart), 0); /* at an address of its own */
	assert_false(search->classes.list.data[hr_known_of(chain)->values[1].class].is_object);
	hr_chain_drop(chain);
}

static void test_exact__a_base_is_converted_before_it_is_used(void **state)
{
	struct hr_chain *chain;
	const uint64_t same[] = { 2, 2 };

	(void)state;
	keep_one("word_new", 2);
	assert_true(hr_making_call(&making, operation("head_of")));
	assert_int_equal(keep(&chain, same), 1);
	assert_int_equal(hr_known_of(chain)->values[1].class, class_named("struct word"));
	for (unsigned i = 0; i < 100; i++) {
		hr_making_clear(&making);
		hr_making_part(&making, chain);
		making.most_calls = making.calls + 1; /* no further part */
		assert_true(hr_making_call(&making, operation("word_length")));
		if (making.statements.count == 2)
			break;
	}
	assert_int_equal(making.statements.count, 2);
	const struct hr_statement *cast = &making.statements.data[0].statement;
	assert_int_equal(cast->kind, HR_STATEMENT_LITERAL);
	assert_int_equal(cast->operands[0].value, 1);
	assert_string_equal(analysed.unit->model->types.data[cast->type.type].spelling, "struct word *");
	assert_true(hr_parts_have(making.contributed, HR_PART_ELEPHANT));
	hr_making_clear(&making);
	hr_chain_drop(chain);
}

#define WITH_SEARCH(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_SEARCH(test_tables__what_is_freed_with_them_is_dead),
		WITH_SEARCH(test_objects__go_where_any_pointer_will_do),
		WITH_SEARCH(test_unions__tag_and_member_agree),
		WITH_SEARCH(test_exact__void_is_what_was_put_in),
		WITH_SEARCH(test_exact__nothing_is_guessed),
		WITH_SEARCH(test_exact__a_base_is_converted_before_it_is_used),
	};

	return cmocka_run_group_tests_name("elephant", tests, make_all, forget_all);
}
