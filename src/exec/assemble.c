/* Pieces → programs: header, image, pointer list, data and code, one after the other, mostly copied.
 *
 * Invariant: where a piece goes follows from the pieces before it alone; instances of callbacks are counted through the whole program. */
#include "base/memory.h"
#include "exec/encode_internal.h"
#include "exec/worker.h"

#include <string.h>

enum { DEFAULT_FILL = 0xbe, FINGERPRINT_WORDS = 4, END_WORDS = 2 };

struct hr_assembly {
	struct hr_program *program;
	struct hr_wire_program header;
	/* where the parts of the program are, and how much of each was written */
	unsigned char *image;
	uint32_t *pointers;
	unsigned char *data;
	uint32_t *code;
	uint32_t area;
	uint32_t data_used;
	uint32_t code_used;
	uint32_t pointers_used;
	uint32_t statement;
	uint32_t value;
	bool is_based; /* a base was set */
};

static uint32_t wants_bits(const struct hr_run_wants *wants)
{
	return (wants->leaks ? HR_WIRE_WANT_LEAKS : 0u) | (wants->heap ? HR_WIRE_WANT_HEAP : 0u) |
	       (wants->comparisons ? HR_WIRE_WANT_COMPARISONS : 0u) | (wants->edges ? HR_WIRE_WANT_EDGES : 0u) |
	       (wants->places ? HR_WIRE_WANT_EDGES | HR_WIRE_WANT_PLACES : 0u) |
	       (wants->output ? HR_WIRE_WANT_OUTPUT : 0u) | (wants->fresh_stack ? HR_WIRE_WANT_FRESH_STACK : 0u) |
	       (wants->lost ? HR_WIRE_WANT_LOST : 0u);
}

static uint32_t round_up(uint32_t size)
{
	return (size + 7) & ~(uint32_t)7;
}

/* Room for all pieces of `piece`, and so many more words of code. */
static void begin(struct hr_assembly *out, struct hr_program *program, const struct hr_piece *piece,
		  const struct hr_run_wants *wants, uint32_t more_words)
{
	struct hr_wire_program header = {
		.wants = wants_bits(wants),
		.fill = wants->fill ? wants->fill : DEFAULT_FILL,
		.cpu_ms = wants->cpu_ms,
		.statement_count = (uint32_t)program->statement_count,
		.area_size = piece->area_end,
		.image_size = piece->area_begin + piece->image_size,
		.data_size = piece->all_data_size,
		.pointer_count = piece->all_pointer_count,
		.tell_from = wants->tell_from,
	};
	header.image = round_up(sizeof header);
	header.pointers = header.image + piece->area_end;
	header.data = header.pointers + round_up(piece->all_pointer_count * (uint32_t)sizeof(uint32_t));
	header.code = header.data + piece->all_data_size;
	size_t most = header.code + (piece->all_code_words + more_words + 1) * sizeof(uint32_t);
	if (program->capacity < most) {
		program->capacity = most + most / 2;
		free(program->bytes);
		program->bytes = hr_reallocarray(NULL, 1, program->capacity);
	}
	program->area_size = header.area_size;
	hr_program_reserve(&program->slot_of, program->value_count);
	hr_program_reserve(&program->value_of, piece->all_pointer_count);
	hr_vec_clear(&program->callback_counts);
	*out = (struct hr_assembly){
		.program = program,
		.header = header,
		.image = program->bytes + header.image,
		.pointers = (uint32_t *)(program->bytes + header.pointers),
		.data = program->bytes + header.data,
		.code = (uint32_t *)(program->bytes + header.code),
	};
	program->slot_of.count = program->value_count;
	program->value_of.count = piece->all_pointer_count;
	program->pointers = header.pointers;
	if (piece->all_pointer_count % 2)
		out->pointers[piece->all_pointer_count] = 0; /* to a multiple of 8 bytes */
}

static void put_word(struct hr_assembly *assembly, uint32_t word)
{
	assembly->code[assembly->code_used++] = word;
}

static void put_base(struct hr_assembly *assembly, uint32_t area, uint32_t data, uint32_t statement)
{
	uint32_t words[HR_BASE_WORDS] = { HR_WIRE_BASE, 0, area, data, statement };
	memcpy(assembly->code + assembly->code_used, words, sizeof words);
	assembly->code_used += HR_BASE_WORDS;
	assembly->is_based = true;
}

static int count_callbacks(struct hr_assembly *assembly, const struct hr_piece *piece, struct hr_error *error)
{
	struct hr_program *program = assembly->program;
	for (uint32_t i = 0; i < piece->callback_count; i++) {
		const struct hr_callback_use *use = &piece->callbacks[i];
		while (program->callback_counts.count <= use->type)
			hr_vec_push(&program->callback_counts, 0);
		unsigned instance = program->callback_counts.data[use->type]++;
		if (instance >= HR_WIRE_CALLBACK_INSTANCES)
			return hr_fail(error, HR_ERROR_INPUT, "a sequence can have %u callbacks of one type at most",
				       HR_WIRE_CALLBACK_INSTANCES);
		assembly->code[assembly->code_used + use->word] = use->type * HR_WIRE_CALLBACK_INSTANCES + instance;
	}
	return 0;
}

/* A piece whose chain's value area begins at `area`, and its values at `value`. */
static int put_piece(struct hr_assembly *assembly, const struct hr_piece *piece, uint32_t area, uint32_t value,
		     uint32_t statement_count, struct hr_error *error)
{
	struct hr_program *program = assembly->program;
	unsigned char *image = assembly->image + area + piece->area_begin;
	if (area || assembly->data_used || assembly->statement)
		put_base(assembly, area, assembly->data_used, assembly->statement);
	memcpy(image, piece->image, piece->image_size);
	memset(image + piece->image_size, 0, piece->area_end - piece->area_begin - piece->image_size);
	memcpy(assembly->code + assembly->code_used, piece->code, piece->code_words * sizeof(uint32_t));
	if (count_callbacks(assembly, piece, error))
		return -1;
	memcpy(assembly->data + assembly->data_used, piece->data, piece->data_size);
	for (uint32_t i = 0; i < piece->value_count; i++)
		program->slot_of.data[assembly->value++] =
			piece->slots[i] == HR_NO_OWN_SLOT ? (size_t)-1 : (size_t)area + piece->slots[i];
	for (uint32_t i = 0; i < piece->pointer_count; i++) {
		uint32_t at = assembly->pointers_used++;
		assembly->pointers[at] = area + piece->pointer_slots[i];
		program->value_of.data[at] =
			piece->pointer_values[i] == UINT32_MAX ? HR_NO_VALUE : value + piece->pointer_values[i];
	}
	assembly->code_used += piece->code_words;
	assembly->data_used += piece->data_size;
	assembly->statement += statement_count;
	assembly->area = area + piece->area_end;
	return 0;
}

static int put_chain(struct hr_assembly *assembly, const struct hr_chain *chain, struct hr_error *error)
{
	uint32_t area = assembly->area;
	uint32_t value = assembly->value;
	for (uint32_t i = 0; i < chain->part_count; i++)
		if (put_chain(assembly, chain->parts[i], error))
			return -1;
	return put_piece(assembly, chain->encoded, area, value, chain->own_statements, error);
}

/* Asks for the fingerprint of a value, at the end. */
static void put_fingerprint(struct hr_assembly *assembly, size_t value, size_t size)
{
	if (assembly->is_based)
		put_base(assembly, 0, 0, 0);
	assembly->is_based = false;
	put_word(assembly, HR_WIRE_FINGERPRINT);
	put_word(assembly, assembly->statement ? assembly->statement - 1 : 0);
	put_word(assembly, (uint32_t)assembly->program->slot_of.data[value]);
	put_word(assembly, (uint32_t)size);
}

static void finish(struct hr_assembly *assembly)
{
	struct hr_program *program = assembly->program;
	struct hr_wire_program *header = &assembly->header;
	put_word(assembly, HR_WIRE_END);
	put_word(assembly, assembly->statement);
	header->code_words = assembly->code_used;
	if (assembly->code_used % 2)
		assembly->code[assembly->code_used] = 0; /* to a multiple of 8 bytes */
	header->size = round_up(header->code + assembly->code_used * (uint32_t)sizeof(uint32_t));
	program->size = header->size;
	memcpy(program->bytes, header, sizeof *header);
}

/* ---- whose fingerprints are wanted ---- */

static bool is_plain(const struct hr_model *model, struct hr_type_ref ref)
{
	const struct hr_type *type = hr_model_type(model, ref);
	return type && type->kind != HR_TYPE_POINTER && type->kind != HR_TYPE_ARRAY && type->kind != HR_TYPE_STRUCT &&
	       type->kind != HR_TYPE_UNION;
}

/* Marks a value as wanted, once. */
static void want(struct hr_program *program, size_t value)
{
	for (size_t i = 0; i < program->wanted.count; i++)
		if (program->wanted.data[i] == value)
			return;
	hr_vec_push(&program->wanted, value);
}

/* True when what the statement yields is a number, and tells all about itself. */
static bool yields_plain(const struct hr_model *model, const struct hr_statement *statement)
{
	switch (statement->kind) {
	case HR_STATEMENT_CALL:
		return is_plain(model, model->operations.data[statement->operation].result.type);
	case HR_STATEMENT_LITERAL:
		return is_plain(model, statement->type);
	case HR_STATEMENT_GET:
		return is_plain(model, statement->access->type);
	default:
		return false;
	}
}

/* What a statement names, of values before `first`. */
static void want_named(struct hr_program *program, const struct hr_statement *statement, size_t first)
{
	if ((statement->kind == HR_STATEMENT_GET || statement->kind == HR_STATEMENT_SET) &&
	    statement->access->value < first)
		want(program, statement->access->value);
	for (size_t i = 0; i < statement->operand_count; i++) {
		const struct hr_operand *operand = &statement->operands[i];
		if (operand->kind == HR_OPERAND_VALUE && operand->value < first)
			want(program, operand->value);
		else if ((operand->kind == HR_OPERAND_PART || operand->kind == HR_OPERAND_ADDRESS) &&
			 operand->access->value < first)
			want(program, operand->access->value);
	}
}

/* The values whose fingerprints are wanted, of statements `count` of which are there and begin with number `first`; all of them when others came before
 * it. */
static void choose_fingerprints(struct hr_program *program, const struct hr_model *model,
				const struct hr_run_wants *wants, const struct hr_statement *statements, size_t first,
				size_t count)
{
	hr_vec_clear(&program->wanted);
	if (!wants->fingerprints)
		return;
	if (wants->tell_from == 0 || wants->tell_from < first) {
		for (size_t i = 0; i < program->value_count; i++)
			hr_vec_push(&program->wanted, i);
		return;
	}
	size_t first_yielded = program->value_count;
	for (size_t i = count; i-- > wants->tell_from - first;)
		if (statements[i].value != HR_NO_VALUE)
			first_yielded = statements[i].value;
	for (size_t i = wants->tell_from - first; i < count; i++)
		want_named(program, &statements[i], first_yielded);
	for (size_t i = wants->tell_from - first; i < count; i++)
		if (statements[i].value != HR_NO_VALUE && !yields_plain(model, &statements[i]))
			hr_vec_push(&program->wanted, statements[i].value);
}

/* ---- programs ---- */

static int check_program(const struct hr_piece *piece, struct hr_error *error)
{
	size_t size = (size_t)piece->area_end + piece->all_data_size +
		      ((size_t)piece->all_code_words + piece->all_pointer_count) * sizeof(uint32_t);
	if (piece->area_end <= HR_WIRE_AREA_MOST && size <= HR_MOST_PROGRAM)
		return 0;
	return hr_fail(error, HR_ERROR_INPUT, "a sequence is too large to run");
}

static int assemble_sequence(struct hr_program *program, const struct hr_encoder *encoder, struct hr_error *error)
{
	const struct hr_sequence *sequence = encoder->sequence;
	struct hr_piece piece = hr_piece_view(encoder);
	struct hr_assembly assembly;
	if (check_program(&piece, error))
		return -1;
	choose_fingerprints(program, encoder->model, encoder->wants, sequence->statements.data, 0,
			    sequence->statements.count);
	begin(&assembly, program, &piece, encoder->wants,
	      (uint32_t)program->wanted.count * FINGERPRINT_WORDS + HR_BASE_WORDS + END_WORDS);
	assembly.header.known_pointers = encoder->wants->tell_from ? (uint32_t)encoder->known_pointers : 0;
	if (put_piece(&assembly, &piece, 0, 0, (uint32_t)sequence->statements.count, error))
		return -1;
	for (size_t i = 0; i < program->wanted.count; i++) {
		size_t value = program->wanted.data[i];
		put_fingerprint(&assembly, value, hr_type_size(encoder->model, hr_encoder_type_of(encoder, value)));
	}
	finish(&assembly);
	return 0;
}

int hr_program_new(struct hr_program **out, const struct hr_sequence *sequence, const struct hr_callables *callables,
		   const struct hr_run_wants *wants, struct hr_error *error)
{
	struct hr_encoder encoder;
	struct hr_program *program = hr_calloc(1, sizeof *program);
	hr_encoder_init(&encoder, sequence->model, callables);
	encoder.sequence = sequence;
	encoder.wants = wants;
	program->statement_count = sequence->statements.count;
	program->value_count = sequence->values.count;
	for (size_t i = 0; i < sequence->values.count; i++)
		hr_vec_push(&encoder.slots, HR_NO_OWN_SLOT);
	int status = hr_encode_statements(&encoder, sequence->statements.data, sequence->statements.count, error);
	if (!status)
		status = assemble_sequence(program, &encoder, error);
	hr_encoder_release(&encoder);
	if (status)
		hr_program_free(program);
	else
		*out = program;
	return status;
}

static int assemble_chain(struct hr_program *program, const struct hr_encoding *encoding, const struct hr_chain *chain,
			  const struct hr_run_wants *wants, struct hr_error *error)
{
	const struct hr_piece *piece = chain->encoded;
	struct hr_run_wants own = *wants;
	struct hr_assembly assembly;
	uint32_t first = hr_chain_first_statement(chain);
	own.tell_from = wants->tell_from >= first ? first : 0;
	program->statement_count = chain->statement_count;
	program->value_count = chain->value_count;
	choose_fingerprints(program, encoding->encoder.model, &own, chain->statements, first, chain->own_statements);
	begin(&assembly, program, piece, &own,
	      (uint32_t)program->wanted.count * FINGERPRINT_WORDS + HR_BASE_WORDS + END_WORDS);
	if (own.tell_from)
		assembly.header.known_pointers = piece->all_pointer_count - piece->pointer_count;
	if (put_chain(&assembly, chain, error))
		return -1;
	for (size_t i = 0; i < program->wanted.count; i++) {
		size_t value = program->wanted.data[i];
		put_fingerprint(&assembly, value, hr_type_size(encoding->encoder.model, hr_chain_type(chain, value)));
	}
	finish(&assembly);
	return 0;
}

/* Descriptions are instructions between the others: those are not in the pieces. */
static int describe_chain(struct hr_program **program, struct hr_encoding *encoding, const struct hr_chain *chain,
			  const struct hr_run_wants *wants, struct hr_error *error)
{
	struct hr_sequence *sequence = hr_chain_flatten(chain, encoding->encoder.model);
	struct hr_program *fresh = NULL;
	int status = hr_program_new(&fresh, sequence, encoding->encoder.callables, wants, error);
	hr_sequence_free(sequence);
	if (status)
		return -1;
	hr_program_free(*program);
	*program = fresh;
	return 0;
}

int hr_program_of_chain(struct hr_program **program, struct hr_encoding *encoding, struct hr_chain *chain,
			const struct hr_run_wants *wants, struct hr_error *error)
{
	if (wants->descriptions)
		return describe_chain(program, encoding, chain, wants, error);
	if (!hr_piece_of(encoding, chain, error))
		return -1;
	if (!*program)
		*program = hr_calloc(1, sizeof **program);
	return assemble_chain(*program, encoding, chain, wants, error);
}

void hr_program_free(struct hr_program *program)
{
	if (!program)
		return;
	free(program->bytes);
	hr_vec_release(&program->slot_of);
	hr_vec_release(&program->value_of);
	hr_vec_release(&program->callback_counts);
	hr_vec_release(&program->wanted);
	free(program);
}
