/* Families of objects, and tables of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "search/families.h"
#include "searching.h"

static const char header[] =
	"struct head { int flag; }; struct one { struct head head; }; struct two { struct head head; int n; };\n"
	"struct the_end { struct head head; int count; }; struct other { int n; };\n"
	"struct one *one_new(void); struct two *two_new(int n); struct the_end *end_new(int count);\n"
	"struct other *other_new(void); int all_run(void **table); int some_run(void **table, int count);\n";

/* As a person would describe it. */
static struct hr_model *read_heads(void *directory, const char *text)
{
	struct hr_model *model = read_text(directory, text, NULL);

	for (size_t i = 0; i < model->operations.count; i++) {
		struct hr_operation *operation = &model->operations.data[i];

		operation->callable = HR_YES;
		if (!strstr(operation->name, "_new"))
			continue;
		operation->kind = HR_KIND_MAKER;
		operation->result.role = HR_ROLE_OWNED;
	}
	return model;
}

static const char *base_of(const struct hr_classes *classes, uint32_t class)
{
	return classes->model->types.data[classes->list.data[class].base].spelling;
}

static void test_families__members_and_ending(void **state)
{
	struct hr_model *model = read_heads(*state, header);
	struct hr_family family = { .ending = HR_NO_CLASS };
	struct hr_classes classes;

	hr_classes_init(&classes, model);
	hr_family_find(&family, &classes);
	assert_int_equal(family.members.count, 3);
	assert_true(family.ending != HR_NO_CLASS);
	assert_string_equal(base_of(&classes, family.ending), "struct the_end");
	hr_family_find(&family, &classes); /* again is fine */
	assert_int_equal(family.members.count, 3);
	hr_family_release(&family);
	hr_classes_release(&classes);
	hr_model_free(model);
}

static void test_families__none(void **state)
{
	struct hr_model *model = read_heads(*state, "struct a { int n; }; struct bend { struct a a; };\n"
						    "struct a *a_new(void); struct bend *bend_new(void);\n");
	struct hr_family family = { .ending = HR_NO_CLASS };
	struct hr_classes classes;

	hr_classes_init(&classes, model);
	hr_family_find(&family, &classes);
	assert_int_equal(family.members.count, 0);
	assert_true(family.ending == HR_NO_CLASS);
	hr_classes_release(&classes);
	hr_model_free(model);
}

/* Each element is another object, the last one is the end, and nothing of it is used again in the same chain. */
static size_t check_tables(const struct hr_sequence *sequence, size_t first)
{
	bool *is_listed = calloc(sequence->values.count + 1, 1);
	size_t tables = 0;

	for (size_t i = 0; i < sequence->statements.count; i++) {
		const struct hr_statement *call = &sequence->statements.data[i];

		for (size_t k = 0; k < call->operand_count; k++) {
			const struct hr_operand *operand = &call->operands[k];

			if (operand->kind == HR_OPERAND_VALUE)
				assert_false(is_listed[operand->value]);
			if (operand->kind != HR_OPERAND_LIST)
				continue;
			tables++;
			assert_true(operand->part_count > 0);
			for (size_t m = 0; m < operand->part_count; m++) {
				size_t value = operand->parts[m].value;
				size_t maker = sequence->values.data[value].statement;
				bool is_end = names(sequence, &sequence->statements.data[maker], "end_new");

				assert_int_equal(operand->parts[m].kind, HR_OPERAND_VALUE);
				assert_false(is_listed[value]);
				assert_int_equal(is_end, m + 1 == operand->part_count);
				assert_false(names(sequence, &sequence->statements.data[maker], "other_new"));
				is_listed[value] = i >= first;
			}
			if (names(sequence, call, "some_run"))
				assert_true(call->operands[1].number <= (int64_t)operand->part_count);
		}
	}
	free(is_listed);
	return tables;
}

static void test_tables__end_as_they_have_to(void **state)
{
	struct hr_search_options options = { .seed = 4, .repetition = -1 };
	struct searching searching = { .model = read_heads(*state, header) };
	size_t tables = 0;

	set_role(param_of(searching.model, "all_run", 0), HR_ROLE_ARRAY, -1);
	set_role(param_of(searching.model, "some_run", 0), HR_ROLE_ARRAY, -1);
	set_role(param_of(searching.model, "some_run", 1), HR_ROLE_LENGTH, 0);
	searching.callables = calloc(1, sizeof *searching.callables);
	hr_callables_list(searching.callables, searching.model);
	searching.search = hr_search_new(searching.model, searching.callables, NULL, &options);
	void *strategy = hr_guided_strategy.create(searching.search);
	for (size_t i = 0; i < 3000; i++) {
		struct hr_chain *chain = hr_guided_strategy.next(strategy);
		struct imagined imagined;

		if (!chain)
			continue;
		imagine(&imagined, chain, searching.model);
		tables += check_tables(imagined.flat, hr_chain_first_statement(chain));
		hr_guided_strategy.observe(strategy, chain, &imagined.outcome, HR_VERDICT_NORMAL, i % 97 == 0);
		forget_imagined(&imagined);
		hr_chain_drop(chain);
	}
	assert_true(tables > 100);
	assert_true(hr_search_part(searching.search, HR_PART_ELEPHANT)->chains > 0);
	hr_guided_strategy.free(strategy);
	end_search(&searching);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_families__members_and_ending, make_scratch, drop_scratch),
		cmocka_unit_test_setup_teardown(test_families__none, make_scratch, drop_scratch),
		cmocka_unit_test_setup_teardown(test_tables__end_as_they_have_to, make_scratch, drop_scratch),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
