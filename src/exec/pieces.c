/* Pieces: what the own statements of a chain come to, made once and kept with the chain.
 *
 * Invariants: a piece does not change, and is one piece of memory. The value area of a chain is that of its parts, one after the other, then
 * own slots; so a value has the same slot, seen from the chain, wherever the chain stands. Each of these areas is a multiple of 16 bytes. */
#include "base/bug.h"
#include "base/memory.h"
#include "exec/encode_internal.h"
#include "exec/worker.h"

#include <string.h>

struct hr_encoding *hr_encoding_new(const struct hr_model *model, const struct hr_callables *callables)
{
	struct hr_encoding *encoding = hr_calloc(1, sizeof *encoding);
	hr_encoder_init(&encoding->encoder, model, callables);
	return encoding;
}

void hr_encoding_free(struct hr_encoding *encoding)
{
	if (!encoding)
		return;
	hr_encoder_release(&encoding->encoder);
	free(encoding);
}

struct hr_piece hr_piece_view(const struct hr_encoder *encoder)
{
	return (struct hr_piece){
		.area_begin = (uint32_t)encoder->area_begin,
		.area_end = (uint32_t)((encoder->area_size + 15) & ~(size_t)15),
		.image_size = (uint32_t)encoder->image.length,
		.data_size = (uint32_t)encoder->data.length,
		.code_words = (uint32_t)encoder->code.count,
		.pointer_count = (uint32_t)encoder->pointer_slots.count,
		.value_count = (uint32_t)encoder->slots.count,
		.callback_count = (uint32_t)encoder->callbacks.count,
		.all_data_size = (uint32_t)encoder->data.length,
		.all_code_words = (uint32_t)encoder->code.count + HR_BASE_WORDS,
		.all_pointer_count = (uint32_t)encoder->pointer_slots.count,
		.image = encoder->image.data,
		.data = encoder->data.data,
		.code = encoder->code.data,
		.slots = encoder->slots.data,
		.pointer_slots = encoder->pointer_slots.data,
		.pointer_values = encoder->pointer_values.data,
		.callbacks = encoder->callbacks.data,
	};
}

/* Copies to where `*at` points, and moves that on, to a multiple of 8. */
static const void *pack(char **at, const void *bytes, size_t size)
{
	char *begin = *at;
	if (size)
		memcpy(begin, bytes, size);
	*at = begin + ((size + 7) & ~(size_t)7);
	return begin;
}

static struct hr_piece *copy_piece(const struct hr_piece *view)
{
	size_t words = sizeof(uint32_t);
	size_t sizes[] = { view->image_size,
			   view->data_size,
			   view->code_words * words,
			   view->value_count * words,
			   view->pointer_count * words,
			   view->pointer_count * words,
			   view->callback_count * sizeof *view->callbacks };
	size_t size = sizeof *view;
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
		size += (sizes[i] + 7) & ~(size_t)7;
	struct hr_piece *piece = hr_reallocarray(NULL, 1, size);
	char *at = (char *)(piece + 1);
	*piece = *view;
	piece->image = pack(&at, view->image, sizes[0]);
	piece->data = pack(&at, view->data, sizes[1]);
	piece->code = pack(&at, view->code, sizes[2]);
	piece->slots = pack(&at, view->slots, sizes[3]);
	piece->pointer_slots = pack(&at, view->pointer_slots, sizes[4]);
	piece->pointer_values = pack(&at, view->pointer_values, sizes[5]);
	piece->callbacks = pack(&at, view->callbacks, sizes[6]);
	return piece;
}

uint32_t hr_piece_slot(const struct hr_chain *chain, size_t value)
{
	uint32_t base = 0;
	while (value < hr_chain_first_value(chain)) {
		uint32_t part = 0;
		for (; value >= chain->parts[part]->value_count; part++) {
			value -= chain->parts[part]->value_count;
			base += ((const struct hr_piece *)chain->parts[part]->encoded)->area_end;
		}
		chain = chain->parts[part];
	}
	const struct hr_piece *piece = chain->encoded;
	return base + piece->slots[value - hr_chain_first_value(chain)];
}

static int check_size(size_t area, size_t data, size_t code, size_t pointers, struct hr_error *error)
{
	if (area <= HR_WIRE_AREA_MOST && data + code + pointers + area <= HR_MOST_PROGRAM)
		return 0;
	return hr_fail(error, HR_ERROR_INPUT, "a sequence is too large to run");
}

static int encode_own(struct hr_encoding *encoding, const struct hr_chain *chain, size_t area_begin,
		      struct hr_error *error)
{
	static const struct hr_run_wants nothing = { .tell_from = UINT32_MAX };
	struct hr_encoder *encoder = &encoding->encoder;
	hr_encoder_clear(encoder);
	encoder->wants = &nothing;
	encoder->chain = chain;
	encoder->first_value = hr_chain_first_value(chain);
	encoder->area_begin = encoder->area_size = area_begin;
	if (hr_encode_statements(encoder, chain->statements, chain->own_statements, error))
		return -1;
	return check_size(encoder->area_size, encoder->data.length, encoder->code.count * sizeof(uint32_t),
			  encoder->pointer_slots.count * sizeof(uint32_t), error);
}

/* Two threads may encode the same part at the same time (ahead.c): the first one's piece stays. */
static const struct hr_piece *publish(struct hr_chain *chain, struct hr_piece *piece)
{
	void *none = NULL;
	__atomic_store_n(&chain->encoded_free, free, __ATOMIC_RELAXED);
	if (__atomic_compare_exchange_n(&chain->encoded, &none, (void *)piece, false, __ATOMIC_ACQ_REL,
					__ATOMIC_ACQUIRE))
		return piece;
	free(piece);
	return none;
}

const struct hr_piece *hr_piece_of(struct hr_encoding *encoding, struct hr_chain *chain, struct hr_error *error)
{
	size_t area = 0;
	size_t data = 0;
	size_t code = 0;
	size_t pointers = 0;
	const struct hr_piece *known = __atomic_load_n(&chain->encoded, __ATOMIC_ACQUIRE);
	if (known)
		return known;
	for (uint32_t i = 0; i < chain->part_count; i++) {
		const struct hr_piece *part = hr_piece_of(encoding, chain->parts[i], error);
		if (!part)
			return NULL;
		area += part->area_end;
		data += part->all_data_size;
		code += part->all_code_words;
		pointers += part->all_pointer_count;
	}
	if (encode_own(encoding, chain, area, error))
		return NULL;
	struct hr_piece view = hr_piece_view(&encoding->encoder);
	if (view.value_count != chain->own_values)
		HR_BUG("a chain with %u own values has %u slots", chain->own_values, view.value_count);
	if (check_size(view.area_end, data + view.data_size, (code + view.code_words) * sizeof(uint32_t),
		       (pointers + view.pointer_count) * sizeof(uint32_t), error))
		return NULL;
	view.all_data_size += (uint32_t)data;
	view.all_code_words += (uint32_t)code;
	view.all_pointer_count += (uint32_t)pointers;
	return publish(chain, copy_piece(&view));
}
