/* Arguments that lead into the memory of another one: ends, and places. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "searching.h"

static const char header[] = "typedef unsigned char byte;\n"
			     "int scan(const byte *text, const byte *text_end, int how);\n"
			     "int seek(const char *str, const char *end, const char *start);\n"
			     "int fill(char *to, char *end);\n";

struct seen {
	size_t ends, beginnings;
};

/* Where the argument leads: the value that it belongs to. */
static size_t base_of(const struct hr_operand *operand)
{
	assert_true(operand->kind == HR_OPERAND_VALUE || operand->kind == HR_OPERAND_ADDRESS);
	return operand->kind == HR_OPERAND_VALUE ? operand->value : operand->access->value;
}

static void look(struct seen *seen, const struct hr_sequence *sequence)
{
	for (size_t i = 0; i < sequence->statements.count; i++) {
		const struct hr_statement *call = &sequence->statements.data[i];

		if (call->kind != HR_STATEMENT_CALL)
			continue;
		size_t base = base_of(&call->operands[0]);
		const struct hr_statement *maker = &sequence->statements.data[sequence->values.data[base].statement];
		size_t pointers = names(sequence, call, "seek") ? 3 : 2;
		for (size_t k = 1; k < pointers; k++) {
			const struct hr_operand *operand = &call->operands[k];

			assert_int_equal(base_of(operand), base);
			seen->beginnings += operand->kind == HR_OPERAND_VALUE;
			if (operand->kind == HR_OPERAND_VALUE)
				continue;
			assert_true(operand->access->is_end);
			assert_int_equal(operand->access->offset, hr_made_size(sequence->model, maker));
			seen->ends++;
		}
		assert_int_equal(call->operands[1].kind, HR_OPERAND_ADDRESS);
	}
}

static void test_ends__of_the_same_memory(void **state)
{
	struct hr_search_options options = { .seed = 4, .repetition = -1 };
	struct searching searching = { .model = read_text(*state, header, NULL) };
	struct seen seen = { 0 };

	for (size_t i = 0; i < searching.model->operations.count; i++) {
		struct hr_operation *operation = &searching.model->operations.data[i];
		bool is_fill = strcmp(operation->name, "fill") == 0;

		operation->callable = HR_YES;
		for (size_t k = 0; k < operation->params.count; k++)
			operation->params.data[k].role = is_fill ? HR_ROLE_OUT : HR_ROLE_IN;
	}
	searching.callables = calloc(1, sizeof *searching.callables);
	hr_callables_list(searching.callables, searching.model);
	searching.search = hr_search_new(searching.model, searching.callables, NULL, &options);
	void *strategy = hr_guided_strategy.create(searching.search);
	for (size_t i = 0; i < 1000; i++) {
		struct hr_chain *chain = hr_guided_strategy.next(strategy);
		struct imagined imagined;

		if (!chain)
			continue;
		imagine(&imagined, chain, searching.model);
		look(&seen, imagined.flat);
		hr_guided_strategy.observe(strategy, chain, &imagined.outcome, HR_VERDICT_NORMAL, i % 97 == 0);
		forget_imagined(&imagined);
		hr_chain_drop(chain);
	}
	assert_true(seen.ends > 500);
	assert_true(seen.beginnings > 50);
	hr_guided_strategy.free(strategy);
	end_search(&searching);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_ends__of_the_same_memory, make_scratch, drop_scratch),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
