/* Chains: what they are made of, what they are when they are flat, and which of them are the same. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "unit.h"

#include "seq/chain.h"

static void assert_text(const struct hr_chain *chain, const struct hr_model *model, const char *expected)
{
	struct hr_sequence *flat = hr_chain_flatten(chain, model);
	struct hr_strbuf text = HR_STRBUF_INIT;

	hr_sequence_write(&text, flat);
	assert_string_equal(text.data, expected);
	hr_strbuf_release(&text);
	hr_sequence_free(flat);
}

static struct hr_chain *chain_of(const struct hr_model *model, const char *text)
{
	struct hr_sequence *sequence = read_sequence(model, text);

	assert_non_null(sequence);
	struct hr_chain *chain = hr_chain_of(sequence);
	hr_sequence_free(sequence);
	return chain;
}

/* operation(value…), with what it yields. */
static size_t add_call(struct hr_chain_draft *draft, const char *name, size_t value)
{
	struct hr_statement call = { .kind = HR_STATEMENT_CALL };

	assert_true(hr_map_get(&draft->model->operation_by_name, name, &call.operation));
	const struct hr_operation *operation = &draft->model->operations.data[call.operation];
	call.operand_count = operation->params.count;
	call.operands = hr_arena_alloc(&draft->arena, (call.operand_count + 1) * sizeof *call.operands);
	for (size_t i = 0; i < call.operand_count; i++) {
		call.operands[i].kind = HR_OPERAND_VALUE;
		call.operands[i].value = value;
	}
	const struct hr_type *type = hr_model_type(draft->model, operation->result.type);
	return hr_chain_draft_add(draft, &call, type->kind != HR_TYPE_VOID, operation->result.type);
}

static const char everything[] = "v0 = new stream_t {.avail_in = 3, .corners = [{.x = 1}, {.y = 2}]}\n"
				 "v0.next_in = \"abc\"\n"
				 "v1 = v0.avail_in\n"
				 "v2 = opaque_new()\n"
				 "v3 = opaque_each(v2, callback(1, 2), NULL)\n"
				 "put_bytes(bytes \"a\\x00b\", v1)\n"
				 "v4 = (int) 7\n"
				 "v5 = point_add({.x = 1}, &v0.corners[1])\n"
				 "v6 = log_line(\"%d\", FINISH)\n"
				 "sort([3, 2], v4, NULL)\n"
				 "v7 = half(0.5, HALF)\n"
				 "save(stream(\"x\"), path(\"y\"), descriptor(\"z\"))\n";

static void test_chain__of_a_sequence_and_back(void **state)
{
	struct hr_model *model = read_unit(*state);
	struct hr_chain *chain = chain_of(model, everything);

	assert_int_equal(chain->statement_count, 12);
	assert_int_equal(chain->value_count, 8);
	assert_int_equal(chain->call_count, 8);
	assert_int_equal(chain->part_count, 0);
	assert_text(chain, model, everything);
	hr_chain_drop(chain);
	hr_model_free(model);
}

static void test_chain__parts_keep_their_values(void **state)
{
	struct hr_model *model = read_unit(*state);
	struct hr_chain_draft draft = { .model = model };
	struct hr_chain *made = chain_of(model, "k = (int) 1\no = opaque_new()\n");

	assert_int_equal(hr_chain_draft_part(&draft, made), 0);
	assert_int_equal(hr_chain_draft_part(&draft, made), 2); /* twice: two objects */
	assert_int_equal(add_call(&draft, "opaque_free", 3), HR_NO_VALUE);
	struct hr_chain *middle = hr_chain_draft_finish(&draft);
	hr_chain_drop(made);

	hr_chain_draft_part(&draft, middle);
	assert_int_equal(add_call(&draft, "opaque_new", 0), 4);
	add_call(&draft, "opaque_free", 4);
	add_call(&draft, "opaque_free", 1);
	struct hr_chain *last = hr_chain_draft_finish(&draft);
	hr_chain_drop(middle);

	assert_text(last, model,
		    "v0 = (int) 1\nv1 = opaque_new()\nv2 = (int) 1\nv3 = opaque_new()\nopaque_free(v3)\n"
		    "v4 = opaque_new()\nopaque_free(v4)\nopaque_free(v1)\n");
	assert_int_equal(last->statement_count, 8);
	assert_int_equal(last->value_count, 5);
	assert_int_equal(last->call_count, 6);
	assert_int_equal(hr_chain_first_value(last), 4);
	assert_int_equal(hr_chain_first_statement(last), 5);

	size_t first;
	assert_int_equal(hr_chain_maker(last, 2, &first)->kind, HR_STATEMENT_LITERAL);
	assert_int_equal(first, 2);
	assert_int_equal(hr_model_type(model, hr_chain_type(last, 2))->kind, HR_TYPE_INT);
	assert_int_equal(hr_model_type(model, hr_chain_type(last, 3))->kind, HR_TYPE_POINTER);
	assert_int_equal(hr_chain_maker(last, 4, &first)->kind, HR_STATEMENT_CALL);
	assert_int_equal(first, 0);
	hr_chain_drop(last);
	hr_chain_draft_release(&draft);
	hr_model_free(model);
}

static void test_chain__equal_whatever_the_parts(void **state)
{
	struct hr_model *model = read_unit(*state);
	struct hr_chain_draft draft = { .model = model };
	struct hr_chain *maker = chain_of(model, "o = opaque_new()\n");
	struct hr_chain *flat = chain_of(model, "a = opaque_new()\nb = opaque_new()\nopaque_free(b)\n");
	struct hr_chain *other = chain_of(model, "a = opaque_new()\nb = opaque_new()\nopaque_free(a)\n");

	hr_chain_draft_part(&draft, maker);
	hr_chain_draft_part(&draft, maker);
	add_call(&draft, "opaque_free", 1);
	uint64_t before = hr_chain_draft_hash(&draft);
	struct hr_chain *joined = hr_chain_draft_finish(&draft);
	assert_true(before == joined->hash);
	assert_true(joined->hash == flat->hash);
	assert_true(joined->hash_power == flat->hash_power);
	assert_true(joined->hash != other->hash);

	hr_chain_draft_part(&draft, maker);
	add_call(&draft, "opaque_new", 0);
	add_call(&draft, "opaque_free", 1);
	assert_true(hr_chain_draft_hash(&draft) == flat->hash);
	hr_chain_draft_clear(&draft);
	assert_int_equal(maker->references, 3); /* ours, and twice the joined one's */
	hr_chain_drop(joined);
	assert_int_equal(maker->references, 1);
	hr_chain_drop(maker);
	hr_chain_drop(flat);
	hr_chain_drop(other);
	hr_chain_draft_release(&draft);
	hr_model_free(model);
}

static void test_chain__differ_in_anything(void **state)
{
	static const char *const texts[] = {
		"",
		"a = (int) 1\n",
		"a = (int) 2\n",
		"a = (uint8_t) 1\n",
		"a = (double) 1.0\n",
		"a = new int[1]\n",
		"a = new int[2]\n",
		"a = new int\n",
		"a = (int) FINISH\n",
		"a = (int) GREEN\n",
		"anything(\"\")\n",
		"anything(bytes \"\")\n",
		"anything(\"a\")\n",
		"anything(\"aaaaaaaaaaaa\")\n",
		"anything(\"aaaaaaaaaaab\")\n",
		"anything(NULL)\n",
		"anything(NULL)\nanything(NULL)\n",
		"sort([1, 2], 2, NULL)\n",
		"on_done(callback())\n",
		"on_done(NULL)\n",
		"fail_alloc(1)\n",
		"fail_alloc(2)\n",
		"s = new stream_t {}\n",
		"s = new stream_t {.avail_in = 0}\n",
		"s = new stream_t {.total_out = 0}\n",
		"s = new stream_t {}\ns.avail_in = 1\n",
		"s = new stream_t {}\ns.total_out = 1\n",
		"s = new stream_t {}\ns.level = 1\n",
		"s = new stream_t {}\ns.ready = 1\n",
		"s = new stream_t {}\nt = s.avail_in\n",
		"save(stream(), path(), 1)\n",
		"save(stream(1), path(), 1)\n",
		"save(stream(2), path(), 1)\n",
		"save(stream(\"\"), path(), 1)\n",
		"save(stream(), path(\"\"), 1)\n",
		"save(stream(), path(), descriptor(\"\"))\n",
	};
	enum { COUNT = sizeof texts / sizeof *texts };
	struct hr_model *model = read_unit(*state);
	struct hr_chain *chains[COUNT];

	for (size_t i = 0; i < COUNT; i++) {
		chains[i] = chain_of(model, texts[i]);
		for (size_t k = 0; k < i; k++)
			if (chains[i]->hash == chains[k]->hash)
				fail_msg("the same: %s and %s", texts[i], texts[k]);
	}
	for (size_t i = 0; i < COUNT; i++)
		hr_chain_drop(chains[i]);
	hr_model_free(model);
}

static int frees;

static void count_free(void *encoded)
{
	(void)encoded;
	frees++;
}

static void test_chain__encoded_form_goes_with_it(void **state)
{
	struct hr_model *model = read_unit(*state);
	struct hr_chain *chain = chain_of(model, "anything(NULL)\n");

	frees = 0;
	chain->encoded = chain;
	chain->encoded_free = count_free;
	hr_chain_drop(hr_chain_hold(chain));
	assert_int_equal(frees, 0);
	hr_chain_drop(chain);
	assert_int_equal(frees, 1);
	hr_chain_drop(NULL);
	hr_model_free(model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_chain__of_a_sequence_and_back),    IN_SCRATCH(test_chain__parts_keep_their_values),
		IN_SCRATCH(test_chain__equal_whatever_the_parts),  IN_SCRATCH(test_chain__differ_in_anything),
		IN_SCRATCH(test_chain__encoded_form_goes_with_it),
	};

	return cmocka_run_group_tests_name("chain", tests, NULL, NULL);
}
