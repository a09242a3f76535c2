/* The order of stores and loads: reachability between blocks as a matrix of bits, and searches that stop where a spot is overwritten, each done once.
 *
 * A spot is overwritten by a store of a pointer's size through the same value; where the value itself is computed anew it means another place, and nothing is
 * known any more: then what was stored lasts. */
#include "analysis/memory_order.h"

#include "base/memory.h"

#include <string.h>

enum { MOST_BLOCKS = 1200 };

struct store {
	struct hr_spot spot;
	uint32_t instruction;
};

struct hr_order {
	const struct hr_code_function *function;
	const bool *is_reached;
	size_t words;
	uint64_t *reach;             /* block by block: there is a way of at least one edge */
	HR_VEC(struct store) stores; /* sorted by spot */
	uint64_t *keys;              /* of answers that were found: 0 is free */
	bool *answers;
	size_t count;
	size_t capacity;
};

struct hr_spot hr_order_spot(const struct hr_code_function *function, uint32_t pointer)
{
	int64_t bytes = 0;

	for (;;) {
		const struct hr_code_value *it = &function->values.data[pointer];

		if (it->kind == HR_VALUE_VARIABLE)
			return (struct hr_spot){ true, true, it->index, bytes + it->number };
		if (it->kind == HR_VALUE_PARAMETER)
			return (struct hr_spot){ true, false, pointer, bytes };
		if (it->kind != HR_VALUE_INSTRUCTION)
			return (struct hr_spot){ .is_known = false };
		const struct hr_code_instruction *at = &function->instructions.data[it->index];
		if (at->op == HR_CODE_ADDRESS && at->operand_count > 1)
			return (struct hr_spot){ .is_known = false };
		if (at->op == HR_CODE_ADDRESS)
			bytes += function->addresses.data[at->address].bytes;
		else if (at->op != HR_CODE_CAST)
			return (struct hr_spot){ true, false, pointer, bytes };
		pointer = function->operands.data[at->operands];
	}
}

static int compare_spots(const struct hr_spot *a, const struct hr_spot *b)
{
	if (a->is_variable != b->is_variable)
		return a->is_variable ? 1 : -1;
	if (a->base != b->base)
		return a->base < b->base ? -1 : 1;
	return (a->bytes > b->bytes) - (a->bytes < b->bytes);
}

static int compare_stores(const void *left, const void *right)
{
	return compare_spots(&((const struct store *)left)->spot, &((const struct store *)right)->spot);
}

/* ---- what is known from the beginning ---- */

static const struct hr_code_instruction *last_of(const struct hr_code_function *function, uint32_t block)
{
	const struct hr_code_block *it = &function->blocks.data[block];

	return &function->instructions.data[it->first + it->count - 1];
}

/* Depth first from each block. */
static void find_reach(struct hr_order *order)
{
	const struct hr_code_function *function = order->function;
	size_t count = function->blocks.count;
	HR_VEC(uint32_t) todo = HR_VEC_INIT;

	for (size_t b = 0; b < count; b++) {
		uint64_t *row = &order->reach[b * order->words];

		if (!order->is_reached[b])
			continue;
		hr_vec_push(&todo, (uint32_t)b);
		while (todo.count) {
			const struct hr_code_instruction *last = last_of(function, todo.data[--todo.count]);

			for (uint32_t i = 0; i < last->target_count; i++) {
				uint32_t target = function->targets.data[last->targets + i];

				if (row[target / 64] >> target % 64 & 1 || !order->is_reached[target])
					continue;
				row[target / 64] |= (uint64_t)1 << target % 64;
				hr_vec_push(&todo, target);
			}
		}
	}
	hr_vec_release(&todo);
}

static void find_stores(struct hr_order *order)
{
	const struct hr_code_function *function = order->function;

	for (uint32_t i = 0; i < function->instructions.count; i++) {
		const struct hr_code_instruction *at = &function->instructions.data[i];

		if (at->op != HR_CODE_STORE || at->size != 8)
			continue;
		struct hr_spot spot = hr_order_spot(function, function->operands.data[at->operands + 1]);
		if (spot.is_known)
			hr_vec_push(&order->stores, (struct store){ spot, i });
	}
	if (order->stores.count)
		qsort(order->stores.data, order->stores.count, sizeof *order->stores.data, compare_stores);
}

struct hr_order *hr_order_new(const struct hr_code_function *function, const bool *is_reached)
{
	size_t blocks = function->blocks.count;

	if (blocks > MOST_BLOCKS)
		return NULL;
	struct hr_order *order = hr_calloc(1, sizeof *order);
	order->function = function;
	order->is_reached = is_reached;
	order->words = blocks / 64 + 1;
	order->reach = hr_calloc(blocks * order->words, sizeof *order->reach);
	find_reach(order);
	find_stores(order);
	return order;
}

void hr_order_free(struct hr_order *order)
{
	if (!order)
		return;
	free(order->reach);
	free(order->keys);
	free(order->answers);
	hr_vec_release(&order->stores);
	free(order);
}

/* ---- searching ---- */

static const struct store *first_store(const struct hr_order *order, const struct hr_spot *spot)
{
	size_t low = 0;
	size_t high = order->stores.count;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (compare_spots(&order->stores.data[middle].spot, spot) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	if (low < order->stores.count && compare_spots(&order->stores.data[low].spot, spot) == 0)
		return &order->stores.data[low];
	return NULL;
}

bool hr_order_is_stored(const struct hr_order *order, struct hr_spot spot)
{
	return spot.is_known && first_store(order, &spot);
}

static bool is_overwriting(const struct hr_order *order, const struct store *first, const struct hr_spot *spot,
			   uint32_t instruction)
{
	const struct store *end = order->stores.data + order->stores.count;

	for (const struct store *it = first; it < end && compare_spots(&it->spot, spot) == 0; it++)
		if (it->instruction == instruction)
			return true;
	return false;
}

enum passage { PASSES, IS_LOST, ARRIVES };

static enum passage look(const struct hr_order *order, uint32_t instruction, uint32_t to, const struct store *first,
			 const struct hr_spot *spot)
{
	const struct hr_code_instruction *at = &order->function->instructions.data[instruction];

	if (instruction == to || (to == HR_AT_RETURN && at->op == HR_CODE_RETURN))
		return ARRIVES;
	if (!spot->is_variable && at->value == spot->base)
		return ARRIVES; /* the base anew */
	if (at->op == HR_CODE_STORE && is_overwriting(order, first, spot, instruction))
		return IS_LOST;
	return PASSES;
}

static bool search(const struct hr_order *order, uint32_t from, uint32_t to, const struct store *first,
		   const struct hr_spot *spot)
{
	const struct hr_code_function *function = order->function;
	bool *is_seen = hr_calloc(function->blocks.count, sizeof *is_seen);
	HR_VEC(uint32_t) todo = HR_VEC_INIT; /* instructions to begin at */
	bool arrives = false;

	hr_vec_push(&todo, from == HR_AT_ENTRY ? function->blocks.data[0].first : from + 1);
	while (todo.count && !arrives) {
		uint32_t at = todo.data[--todo.count];
		uint32_t index = at < function->instructions.count ? function->instructions.data[at].block : 0;
		const struct hr_code_block *block = &function->blocks.data[index];
		uint32_t end = block->first + block->count;
		enum passage passage = PASSES;

		for (; at < end && passage == PASSES; at++)
			passage = look(order, at, to, first, spot);
		arrives = passage == ARRIVES;
		const struct hr_code_instruction *last = &function->instructions.data[end - 1];
		for (uint32_t i = 0; passage == PASSES && i < last->target_count; i++) {
			uint32_t target = function->targets.data[last->targets + i];

			if (is_seen[target] || !order->is_reached[target])
				continue;
			is_seen[target] = true;
			hr_vec_push(&todo, function->blocks.data[target].first);
		}
	}
	free(is_seen);
	hr_vec_release(&todo);
	return arrives;
}

/* ---- answers ---- */

static size_t slot_of(const struct hr_order *order, uint64_t key)
{
	size_t slot = (size_t)(key * 0x9e3779b97f4a7c15u >> 24) & (order->capacity - 1);

	while (order->keys[slot] && order->keys[slot] != key)
		slot = (slot + 1) & (order->capacity - 1);
	return slot;
}

static void grow(struct hr_order *order)
{
	struct hr_order old = *order;

	order->capacity = old.capacity ? 2 * old.capacity : 64;
	order->keys = hr_calloc(order->capacity, sizeof *order->keys);
	order->answers = hr_calloc(order->capacity, sizeof *order->answers);
	for (size_t i = 0; i < old.capacity; i++) {
		if (!old.keys[i])
			continue;
		size_t slot = slot_of(order, old.keys[i]);
		order->keys[slot] = old.keys[i];
		order->answers[slot] = old.answers[i];
	}
	free(old.keys);
	free(old.answers);
}

static bool can_reach(const struct hr_order *order, uint32_t from, uint32_t to)
{
	if (from == HR_AT_ENTRY || to == HR_AT_RETURN)
		return true;
	uint32_t a = order->function->instructions.data[from].block;
	uint32_t b = order->function->instructions.data[to].block;

	return (a == b && from < to) || order->reach[a * order->words + b / 64] >> b % 64 & 1;
}

bool hr_order_lasts(struct hr_order *order, uint32_t from, uint32_t to, struct hr_spot spot)
{
	const struct store *first = spot.is_known ? first_store(order, &spot) : NULL;

	if (!can_reach(order, from, to))
		return false;
	if (!first)
		return true;
	/* `from`, `to` and the first store of the spot tell a question from others */
	uint64_t key = ((uint64_t)(from + 3) << 42 ^ (uint64_t)(to + 3) << 20 ^ (uint64_t)first->instruction) |
		       (uint64_t)1 << 63;
	if (2 * order->count >= order->capacity)
		grow(order);
	size_t slot = slot_of(order, key);
	if (!order->keys[slot]) {
		order->keys[slot] = key;
		order->answers[slot] = search(order, from, to, first, &spot);
		order->count++;
	}
	return order->answers[slot];
}
