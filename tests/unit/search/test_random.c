/* The strategies as a whole: what their chains never do, whatever the numbers are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "searching.h"

enum { ROUNDS = 4000 };

static const struct hr_strategy_class *const strategies[] = { &hr_random_strategy, &hr_guided_strategy };
enum { STRATEGIES = sizeof strategies / sizeof *strategies };

typedef void check_fn(const struct hr_sequence *sequence, const struct hr_chain *chain, void *context);

/* Makes and imagines so many chains; returns a number that tells them apart from those of another seed. */
static uint64_t run(const struct hr_strategy_class *class, struct searching *searching, size_t rounds, check_fn *check,
		    void *context)
{
	void *strategy = class->create(searching->search);
	uint64_t digest = 0;

	for (size_t i = 0; i < rounds; i++) {
		struct hr_chain *chain = class->next(strategy);
		struct imagined imagined;

		if (!chain)
			continue;
		imagine(&imagined, chain, searching->model);
		if (check)
			check(imagined.flat, chain, context);
		digest = digest * 31 + chain->hash;
		class->observe(strategy, chain, &imagined.outcome, HR_VERDICT_NORMAL, i % 97 == 0);
		forget_imagined(&imagined);
		hr_chain_drop(chain);
	}
	class->free(strategy);
	return digest;
}

/* No operand names a value that box_free got before; none is given away twice; none is freed that another owns. */
static void check_lifetimes(const struct hr_sequence *sequence, const struct hr_chain *chain, void *context)
{
	bool *is_gone = calloc(sequence->values.count + 1, 1);
	bool *is_given = calloc(sequence->values.count + 1, 1);

	(void)chain;
	(void)context;
	for (size_t i = 0; i < sequence->statements.count; i++) {
		const struct hr_statement *statement = &sequence->statements.data[i];
		bool is_free = names(sequence, statement, "box_free"), is_join = names(sequence, statement, "box_join");

		for (size_t k = 0; statement->kind == HR_STATEMENT_CALL && k < statement->operand_count; k++) {
			const struct hr_operand *operand = &statement->operands[k];

			if (operand->kind != HR_OPERAND_VALUE)
				continue;
			assert_false(is_gone[operand->value]);
			if (is_free || (is_join && k == 1)) {
				size_t maker = sequence->values.data[operand->value].statement;
				assert_false(is_given[operand->value]);
				assert_false(names(sequence, &sequence->statements.data[maker], "box_inner"));
				is_given[operand->value] = true;
				is_gone[operand->value] = is_free;
			}
		}
		if (is_join)
			assert_true(statement->operands[0].value != statement->operands[1].value);
	}
	free(is_gone);
	free(is_given);
}

static void check_lifetimes_are_kept(const struct hr_strategy_class *class, void **state)
{
	struct searching searching = search_boxes(*state, 11);

	run(class, &searching, ROUNDS, check_lifetimes, NULL);
	end_search(&searching);
}

static void test_strategies__lifetimes_are_kept(void **state)
{
	for (unsigned i = 0; i < STRATEGIES; i++)
		check_lifetimes_are_kept(strategies[i], state);
}

static void check_every_operation_is_called(const struct hr_strategy_class *class, void **state)
{
	struct searching searching = search_boxes(*state, 1);

	hr_search_ban(searching.search, (size_t)operation_index(searching.model, "quit"), true);
	run(class, &searching, ROUNDS, NULL, NULL);
	for (size_t i = 0; i < searching.model->operations.count; i++) {
		const struct hr_reach *reach = hr_search_reach(searching.search, i);
		bool is_quit = strcmp(searching.model->operations.data[i].name, "quit") == 0;

		if ((reach->normal > 0) == is_quit)
			fail_msg("%s: %d calls", searching.model->operations.data[i].name, (int)reach->calls);
	}
	assert_true(hr_search_kept_count(searching.search) > 100);
	assert_non_null(hr_search_kept(searching.search, 0));
	/* and is taken up again */
	hr_search_ban(searching.search, (size_t)operation_index(searching.model, "quit"), false);
	run(class, &searching, 300, NULL, NULL);
	assert_true(hr_search_reach(searching.search, (size_t)operation_index(searching.model, "quit"))->calls > 0);
	end_search(&searching);
}

static void test_strategies__every_operation_is_called(void **state)
{
	for (unsigned i = 0; i < STRATEGIES; i++)
		check_every_operation_is_called(strategies[i], state);
}

static void check_repeats_with_the_seed(const struct hr_strategy_class *class, void **state)
{
	uint64_t digests[3];

	for (unsigned i = 0; i < 3; i++) {
		struct searching searching = search_boxes(*state, i == 2 ? 8 : 7);

		digests[i] = run(class, &searching, 1000, NULL, NULL);
		end_search(&searching);
	}
	assert_true(digests[0] == digests[1]);
	assert_true(digests[0] != digests[2]);
}

static void test_strategies__repeats_with_the_seed(void **state)
{
	for (unsigned i = 0; i < STRATEGIES; i++)
		check_repeats_with_the_seed(strategies[i], state);
}

static void check_new(const struct hr_sequence *sequence, const struct hr_chain *chain, void *context)
{
	(void)sequence;
	assert_true(hr_seen_add(context, chain->hash));
	assert_in_range(chain->call_count, 1, 200);
}

static void check_no_chain_twice_none_too_long(const struct hr_strategy_class *class, void **state)
{
	struct searching searching = search_boxes(*state, 2);
	struct hr_seen seen;

	hr_seen_init(&seen, 0);
	run(class, &searching, ROUNDS, check_new, &seen);
	hr_seen_release(&seen);
	end_search(&searching);
}

static void test_strategies__no_chain_twice_none_too_long(void **state)
{
	for (unsigned i = 0; i < STRATEGIES; i++)
		check_no_chain_twice_none_too_long(strategies[i], state);
}

/* ---- rules ---- */

static bool concerns_put(void *context, size_t operation)
{
	return (int)operation == operation_index(context, "box_put");
}

/* Only with the number 3. */
static bool allows_three(void *context, const struct hr_sequence *sequence)
{
	const struct hr_statement *last = &sequence->statements.data[sequence->statements.count - 1];

	assert_true(concerns_put(context, last->operation));
	return last->operands[2].kind == HR_OPERAND_NUMBER && last->operands[2].number == 3;
}

static bool start_between(void *context, size_t operation, size_t parameter, int64_t *least, int64_t *most)
{
	*least = 40;
	*most = 42;
	return parameter == 0 && (int)operation == operation_index(context, "world_start");
}

static int64_t write_needs(void *context, size_t operation, size_t parameter)
{
	return parameter == 1 && (int)operation == operation_index(context, "box_write") ? 300 : 0;
}

static void check_rules(const struct hr_sequence *sequence, const struct hr_chain *chain, void *context)
{
	(void)chain;
	for (size_t i = 0; i < sequence->statements.count; i++) {
		const struct hr_statement *statement = &sequence->statements.data[i];

		if (names(sequence, statement, "box_put"))
			assert_int_equal(statement->operands[2].number, 3);
		if (names(sequence, statement, "world_start"))
			assert_in_range(statement->operands[0].number, 40, 42);
		if (names(sequence, statement, "box_write")) {
			size_t room = sequence->values.data[statement->operands[1].value].statement;
			assert_true(sequence->statements.data[room].count >= 300);
		}
	}
	*(size_t *)context += 1;
}

static void check_rules_are_obeyed(const struct hr_strategy_class *class, void **state)
{
	struct searching searching = search_boxes(*state, 4);
	struct hr_search_rules rules = { .concerns = concerns_put,
					 .allows = allows_three,
					 .range = start_between,
					 .room = write_needs,
					 .context = searching.model };
	size_t made = 0;

	hr_search_obey(searching.search, &rules);
	run(class, &searching, ROUNDS, check_rules, &made);
	assert_true(made > ROUNDS / 2);
	assert_true(hr_search_reach(searching.search, (size_t)operation_index(searching.model, "box_put"))->normal > 0);
	end_search(&searching);
}

static void test_strategies__rules_are_obeyed(void **state)
{
	for (unsigned i = 0; i < STRATEGIES; i++)
		check_rules_are_obeyed(strategies[i], state);
}

/* ---- what is shared ---- */

static void test_search__coverage_is_counted_once(void **state)
{
	struct searching searching = search_boxes(*state, 4);
	struct hr_outcome outcome;

	hr_outcome_init(&outcome);
	outcome.status = HR_OUTCOME_NORMAL;
	hr_vec_push(&outcome.new_edges, 5);
	hr_vec_push(&outcome.new_edges, 99);
	assert_int_equal(hr_search_cover(searching.search, &outcome, 100), 2);
	assert_int_equal(hr_search_cover(searching.search, &outcome, 100), 0);
	hr_vec_push(&outcome.new_edges, 7);
	assert_int_equal(hr_search_cover(searching.search, &outcome, 100), 1);
	assert_int_equal(hr_search_covered(searching.search), 3);
	hr_outcome_release(&outcome);
	end_search(&searching);
}

/* What was executed by a run that failed is new to one that does not. */
static void test_search__failing_runs_take_nothing_away(void **state)
{
	struct searching searching = search_boxes(*state, 4);
	struct hr_outcome outcome;

	hr_outcome_init(&outcome);
	outcome.status = HR_OUTCOME_FAULT;
	hr_vec_push(&outcome.new_edges, 5);
	assert_int_equal(hr_search_cover(searching.search, &outcome, 100), 1);
	assert_int_equal(hr_search_cover(searching.search, &outcome, 100), 0);
	outcome.status = HR_OUTCOME_NORMAL;
	assert_int_equal(hr_search_cover(searching.search, &outcome, 100), 1);
	assert_int_equal(hr_search_cover(searching.search, &outcome, 100), 0);
	outcome.status = HR_OUTCOME_EXHAUSTED;
	assert_int_equal(hr_search_cover(searching.search, &outcome, 100), 0);
	assert_int_equal(hr_search_covered(searching.search), 1);
	hr_outcome_release(&outcome);
	end_search(&searching);
}

/* Whatever a run did to a chain that failed, nothing is built on it. */
static void test_random__failing_chains_are_no_parts(void **state)
{
	struct searching searching = search_boxes(*state, 9);
	void *strategy = hr_random_strategy.create(searching.search);

	for (size_t i = 0; i < 500; i++) {
		struct hr_chain *chain = hr_random_strategy.next(strategy);
		struct imagined imagined;

		if (!chain)
			continue;
		assert_int_equal(chain->part_count, 0);
		imagine(&imagined, chain, searching.model);
		imagined.outcome.status = HR_OUTCOME_FAULT;
		imagined.outcome.statement = 0;
		hr_random_strategy.observe(strategy, chain, &imagined.outcome,
					   i % 2 ? HR_VERDICT_FAILURE : HR_VERDICT_ILLEGAL, 1);
		forget_imagined(&imagined);
		hr_chain_drop(chain);
	}
	assert_int_equal(hr_search_kept_count(searching.search), 0);
	hr_random_strategy.free(strategy);
	end_search(&searching);
}

/* box_key does not end on boxes that box_set got before: it is called on others, often enough. */
static void test_random__what_hangs_is_called_on_plain_objects(void **state)
{
	struct searching searching = search_boxes(*state, 9);
	void *strategy = hr_random_strategy.create(searching.search);
	size_t hangs = 0;

	for (size_t i = 0; i < ROUNDS; i++) {
		struct hr_chain *chain = hr_random_strategy.next(strategy);
		struct imagined imagined;
		enum hr_verdict verdict = HR_VERDICT_NORMAL;

		if (!chain)
			continue;
		imagine(&imagined, chain, searching.model);
		bool is_set = false;
		for (size_t k = 0; k < imagined.flat->statements.count && verdict == HR_VERDICT_NORMAL; k++) {
			is_set = is_set || names(imagined.flat, &imagined.flat->statements.data[k], "box_set");
			if (!is_set || !names(imagined.flat, &imagined.flat->statements.data[k], "box_key"))
				continue;
			verdict = HR_VERDICT_HANG;
			imagined.outcome.status = HR_OUTCOME_HANG;
			imagined.outcome.statement = (uint32_t)k;
			hangs++;
		}
		hr_random_strategy.observe(strategy, chain, &imagined.outcome, verdict, 0);
		forget_imagined(&imagined);
		hr_chain_drop(chain);
	}
	const struct hr_reach *reach =
		hr_search_reach(searching.search, (size_t)operation_index(searching.model, "box_key"));
	assert_in_range(hangs, 1, 200);
	assert_true(reach->calls > 2 * hangs && reach->calls > 150);
	hr_random_strategy.free(strategy);
	end_search(&searching);
}

/* Who runs chains tells of earlier values only what was freed since. */
static void leave_out_known(struct hr_outcome *outcome, const struct hr_chain *chain)
{
	size_t kept = 0;

	for (size_t i = 0; i < outcome->pointers.count; i++)
		if (outcome->pointers.data[i].value >= hr_chain_first_value(chain) ||
		    outcome->pointers.data[i].is_freed)
			outcome->pointers.data[kept++] = outcome->pointers.data[i];
	outcome->pointers.count = kept;
}

static bool is_put(const struct hr_sequence *flat, size_t statement, size_t value)
{
	const struct hr_statement *it = &flat->statements.data[statement];

	return names(flat, it, "box_put") && it->operands[0].kind == HR_OPERAND_VALUE && it->operands[0].value == value;
}

/* box_put might free its box, as far as anybody knows, but does not: boxes that went through it go on. */
static void test_random__what_might_have_been_freed_is_used_again(void **state)
{
	struct searching searching = search_boxes(*state, 9);
	void *strategy = hr_random_strategy.create(searching.search);
	size_t again = 0;

	searching.search->progress.data[operation_index(searching.model, "box_put")].may_end = 1;
	for (size_t i = 0; i < ROUNDS; i++) {
		struct hr_chain *chain = hr_random_strategy.next(strategy);
		struct imagined imagined;

		if (!chain)
			continue;
		imagine(&imagined, chain, searching.model);
		leave_out_known(&imagined.outcome, chain);
		for (size_t value = 0; value < hr_chain_first_value(chain); value++) {
			bool before = false, now = false;
			for (size_t k = 0; k < imagined.flat->statements.count; k++)
				if (is_put(imagined.flat, k, value))
					*(k < hr_chain_first_statement(chain) ? &before : &now) = true;
			again += before && now;
		}
		hr_random_strategy.observe(strategy, chain, &imagined.outcome, HR_VERDICT_NORMAL, 0);
		forget_imagined(&imagined);
		hr_chain_drop(chain);
	}
	assert_true(again > 20);
	hr_random_strategy.free(strategy);
	end_search(&searching);
}

static void check_why(const struct searching *searching, const char *name, const char *expected)
{
	struct hr_strbuf why = HR_STRBUF_INIT;

	hr_search_why(&why, searching->search, (size_t)operation_index(searching->model, name));
	assert_string_equal(why.data, expected);
	hr_strbuf_release(&why);
}

/* Nothing ever returns: makers do not end, so that there is nothing to call the others with. */
static void test_search__tells_why_operations_are_not_reached(void **state)
{
	struct searching searching = search_boxes(*state, 9);
	void *strategy = hr_random_strategy.create(searching.search);

	for (size_t i = 0; i < 2000; i++) {
		struct hr_chain *chain = hr_random_strategy.next(strategy);
		struct imagined imagined;

		if (!chain)
			continue;
		imagine(&imagined, chain, searching.model);
		size_t statement = 0;
		while (chain->statements[statement].kind != HR_STATEMENT_CALL)
			statement++;
		bool is_sum = names(imagined.flat, &chain->statements[statement], "bytes_sum");
		imagined.outcome.status = is_sum ? HR_OUTCOME_FAULT : HR_OUTCOME_HANG;
		imagined.outcome.fault.kind = HR_KIND_HEAP_OVERFLOW;
		imagined.outcome.statement = (uint32_t)statement;
		hr_random_strategy.observe(strategy, chain, &imagined.outcome,
					   is_sum ? HR_VERDICT_FAILURE : HR_VERDICT_HANG, 0);
		forget_imagined(&imagined);
		hr_chain_drop(chain);
	}
	check_why(&searching, "world_start", "did not end");
	check_why(&searching, "bytes_sum", "failed: heap-buffer-overflow");
	check_why(&searching, "box_put",
		  "there was no struct box * to pass as 'b'; box_new, box_open, box_inner never returned normally");
	hr_random_strategy.free(strategy);
	end_search(&searching);
}

/* The operand of the last call, when it is of this operation; NULL. */
static const struct hr_operand *last_given(const struct hr_chain *chain, const struct hr_model *model, const char *name)
{
	for (uint32_t i = chain->own_statements; i-- > 0;)
		if (chain->statements[i].kind == HR_STATEMENT_CALL)
			return (int)chain->statements[i].operation == operation_index(model, name)
				       ? &chain->statements[i].operands[0]
				       : NULL;
	return NULL;
}

/* Once a text has led somewhere its beginnings wait: they are tried one after the other, in chains of nothing else. */
static void test_guided__what_waits_is_read_at_once(void **state)
{
	struct searching searching = search_boxes(*state, 5);
	void *strategy = hr_guided_strategy.create(searching.search);
	bool is_found = false;
	size_t after = 0, read = 0;

	for (size_t i = 0; i < ROUNDS && after < 200; i++) {
		struct hr_chain *chain = hr_guided_strategy.next(strategy);
		if (!chain)
			continue;
		const struct hr_operand *bytes = last_given(chain, searching.model, "bytes_sum");
		bool is_it = !is_found && bytes && bytes->kind == HR_OPERAND_BYTES && bytes->length >= 60;
		struct imagined imagined;
		after += is_found;
		read += is_found && bytes && chain->call_count == 1;
		is_found = is_found || is_it;
		imagine(&imagined, chain, searching.model);
		hr_guided_strategy.observe(strategy, chain, &imagined.outcome, HR_VERDICT_NORMAL, is_it ? 5 : 0);
		forget_imagined(&imagined);
		hr_chain_drop(chain);
	}
	assert_int_equal(after, 200);
	assert_true(read >= 35); /* a quarter is meant; less than ten by chance alone */
	hr_guided_strategy.free(strategy);
	end_search(&searching);
}

static void test_search__relearns(void **state)
{
	struct searching searching = search_boxes(*state, 9);

	run(&hr_guided_strategy, &searching, 500, NULL, NULL);
	param_of(searching.model, "box_join", 1)->role = HR_ROLE_IN;
	hr_search_relearn(searching.search);
	size_t join = (size_t)operation_index(searching.model, "box_join");
	assert_false(searching.search->plans.list.data[join].parameters[1].consumes);
	run(&hr_guided_strategy, &searching, 500, NULL, NULL);
	end_search(&searching);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_strategies__lifetimes_are_kept),
		IN_SCRATCH(test_strategies__every_operation_is_called),
		IN_SCRATCH(test_strategies__repeats_with_the_seed),
		IN_SCRATCH(test_strategies__no_chain_twice_none_too_long),
		IN_SCRATCH(test_strategies__rules_are_obeyed),
		IN_SCRATCH(test_search__coverage_is_counted_once),
		IN_SCRATCH(test_search__failing_runs_take_nothing_away),
		IN_SCRATCH(test_random__failing_chains_are_no_parts),
		IN_SCRATCH(test_random__what_might_have_been_freed_is_used_again),
		IN_SCRATCH(test_random__what_hangs_is_called_on_plain_objects),
		IN_SCRATCH(test_search__tells_why_operations_are_not_reached),
		IN_SCRATCH(test_guided__what_waits_is_read_at_once),
		IN_SCRATCH(test_search__relearns),
	};

	return cmocka_run_group_tests_name("random", tests, NULL, NULL);
}
