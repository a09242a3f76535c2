/* What no operation yields: read from fields, kept apart until it is of use; structs of the system's. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "searching.h"

#include "search/system_structs.h"

static const char header[] =
	"#include <sys/select.h>\n#include <time.h>\n#include <stdio.h>\n#include <pthread.h>\n"
	"struct store; struct inner { struct store *store; }; struct reader { int size; struct inner inner; union { struct store *a; int b; } u; };\n"
	"struct reader *reader_new(void);\nint store_size(struct store *store);\nvoid store_free(struct store *store);\n"
	"int wait_for(const struct timeval *time, fd_set *set);\nint print(const struct tm *when);\n"
	"int plain(FILE *file, pthread_mutex_t *mutex);\n";

struct detecting {
	struct hr_model *model;
	struct hr_callables callables;
	struct hr_search *search;
	struct hr_random random;
	struct hr_making making;
};

static void begin(struct detecting *it, void *directory)
{
	struct hr_search_options options = { .seed = 3, .repetition = -1 };

	it->model = read_text(directory, header, NULL);
	for (size_t i = 0; i < it->model->operations.count; i++) {
		struct hr_operation *operation = &it->model->operations.data[i];

		operation->callable = true;
		operation->result.role = HR_ROLE_VALUE;
		for (size_t k = 0; k < operation->params.count; k++)
			operation->params.data[k].role = HR_ROLE_IN;
	}
	set_kind(it->model, "reader_new", HR_KIND_MAKER, "struct reader");
	set_kind(it->model, "store_free", HR_KIND_DESTROYER, "struct store");
	set_role(param_of(it->model, "store_free", 0), HR_ROLE_CONSUMED, -1);
	find_operation(it->model, "reader_new")->result.role = HR_ROLE_OWNED;
	hr_callables_list(&it->callables, it->model);
	it->search = hr_search_new(it->model, &it->callables, NULL, &options);
	hr_random_seed(&it->random, 5);
	hr_making_init(&it->making, it->search, &it->random);
	it->making.switched = HR_PARTS_ALL;
}

static void end(struct detecting *it)
{
	hr_making_release(&it->making);
	hr_search_free(it->search);
	hr_callables_release(&it->callables);
	hr_model_free(it->model);
}

static bool call(struct detecting *it, const char *name)
{
	return hr_making_call(&it->making, (size_t)operation_index(it->model, name));
}

static struct hr_chain *finish(struct detecting *it, bool found_edges)
{
	struct imagined imagined;
	struct hr_chain *chain = hr_making_finish(&it->making);

	imagine(&imagined, chain, it->model);
	hr_known_observe(chain->known, chain, &imagined.outcome, it->model);
	hr_pool_keep(&it->search->pool, chain, &imagined.outcome, it->model, found_edges);
	forget_imagined(&imagined);
	return chain;
}

static size_t shelved(const struct hr_pool *pool, uint32_t class)
{
	return class < pool->shelves.count ? pool->shelves.data[class].all.count : 0;
}

static void test_detective__fields_lead_to_it(void **state)
{
	struct detecting it;

	begin(&it, *state);
	uint32_t store = hr_class_of(&it.search->classes, param_of(it.model, "store_size", 0)->type);
	/* of both structs, behind a pointer and by value; none of a union */
	assert_int_equal(it.search->leads.list.count, 4);
	assert_false(call(&it, "store_size")); /* nothing to read it from */
	assert_true(it.search->classes.list.data[it.making.lacking].has_makers);
	assert_true(call(&it, "reader_new"));
	hr_chain_drop(finish(&it, true));
	assert_true(call(&it, "store_size"));
	assert_true(hr_parts_have(it.making.contributed, HR_PART_DETECTIVE));
	assert_false(call(&it, "store_size")); /* once a chain */
	struct hr_chain *read = finish(&it, false);
	struct hr_sequence *flat = hr_chain_flatten(read, it.model);
	struct hr_strbuf text = HR_STRBUF_INIT;
	hr_sequence_write(&text, flat);
	assert_string_equal(text.data, "v0 = reader_new()\nv1 = v0.inner.store\n");
	hr_strbuf_release(&text);
	hr_sequence_free(flat);
	assert_true(hr_known_of(read)->values[1].flags & HR_STATE_BORROWED);
	assert_int_equal(shelved(&it.search->pool, store), 0);
	assert_int_equal(shelved(&it.search->secondary, store), 1);
	/* it is used, but never given away; what finds edges with it moves it to the others */
	assert_false(call(&it, "store_free"));
	hr_making_clear(&it.making);
	assert_true(call(&it, "store_size"));
	assert_int_equal(it.making.statements.data[0].statement.kind, HR_STATEMENT_CALL);
	assert_true(hr_parts_have(it.making.contributed, HR_PART_DETECTIVE));
	hr_chain_drop(finish(&it, true));
	assert_int_equal(shelved(&it.search->pool, store), 1);
	hr_chain_drop(read);
	end(&it);
}

static void test_detective__does_nothing_when_switched_off(void **state)
{
	struct detecting it;

	begin(&it, *state);
	it.making.switched = HR_PARTS_ALL & ~(1u << HR_PART_DETECTIVE);
	assert_true(call(&it, "reader_new"));
	hr_chain_drop(finish(&it, true));
	assert_false(call(&it, "store_size"));
	assert_false(call(&it, "wait_for"));
	end(&it);
}

static int64_t field_of(const struct hr_operand *operand, const struct hr_model *model, const char *type,
			const char *name)
{
	size_t index;

	assert_true(hr_map_get(&model->type_by_spelling, type, &index));
	for (size_t i = 0; i < operand->part_count; i++)
		if (strcmp(model->types.data[index].fields.data[operand->fields[i]].item.name, name) == 0)
			return operand->parts[i].number;
	return -1;
}

static void test_system_structs__are_filled_within_their_ranges(void **state)
{
	struct detecting it;

	begin(&it, *state);
	for (unsigned i = 0; i < 200; i++) {
		hr_making_clear(&it.making);
		assert_true(call(&it, "wait_for"));
		const struct hr_statement *time = &it.making.statements.data[0].statement;
		assert_int_equal(time->kind, HR_STATEMENT_NEW);
		assert_in_range(field_of(time->operands, it.model, "struct timeval", "tv_usec"), 0, 999999);
		assert_true(hr_parts_have(it.making.contributed, HR_PART_DETECTIVE));
		/* a set of descriptors is the system's own: empty */
		assert_int_equal(it.making.statements.data[1].statement.operands[0].part_count, 0);
		hr_making_clear(&it.making);
		assert_true(call(&it, "print"));
		assert_in_range(
			field_of(it.making.statements.data[0].statement.operands, it.model, "struct tm", "tm_mon"), 0,
			11);
	}
	end(&it);
}

static void test_system_structs__not_what_has_to_be_set_up(void **state)
{
	struct detecting it;

	begin(&it, *state);
	for (size_t i = 0; i < 2; i++) {
		struct hr_type_ref type = hr_model_pointee(it.model, param_of(it.model, "plain", i)->type);
		assert_false(hr_is_system_struct(it.model, type));
	}
	end(&it);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_detective__fields_lead_to_it),
		IN_SCRATCH(test_detective__does_nothing_when_switched_off),
		IN_SCRATCH(test_system_structs__are_filled_within_their_ranges),
		IN_SCRATCH(test_system_structs__not_what_has_to_be_set_up),
	};

	return cmocka_run_group_tests_name("detective", tests, NULL, NULL);
}
