/* The state of one encoding, shared by encode.c (statements), encode_operand.c (operands), pieces.c (what becomes of it) and assemble.c (programs). */
#ifndef HR_EXEC_ENCODE_INTERNAL_H
#define HR_EXEC_ENCODE_INTERNAL_H

#include "exec/program.h"

#define HR_MOST_OBJECT_BYTES ((size_t)64 << 20)
#define HR_NO_OWN_SLOT HR_WIRE_NO_SLOT

/* A synthesised callback: its number is known when the program is put together, because instances are counted through all of it. */
struct hr_callback_use {
	uint32_t word; /* of the code: where the number goes */
	uint32_t type;
};

struct hr_encoder {
	const struct hr_model *model;
	const struct hr_callables *callables;
	const struct hr_run_wants *wants;
	/* What is encoded: a sequence, or a chain's own statements. The other one is NULL. */
	const struct hr_sequence *sequence;
	const struct hr_chain *chain;
	size_t first_value;     /* own values begin here */
	size_t statement;       /* being encoded, counted from the first own one */
	size_t area_begin;      /* own slots begin here; they count from the beginning of the chain's value area */
	size_t area_size;       /* so far, all that is before included */
	struct hr_strbuf image; /* of own slots */
	struct hr_strbuf data;
	HR_VEC(uint32_t) code;
	HR_VEC(uint32_t) slots;          /* by own value; HR_NO_OWN_SLOT: none (yet) */
	HR_VEC(uint32_t) pointer_slots;  /* slots that hold pointers */
	HR_VEC(uint32_t) pointer_values; /* and whose they are; UINT32_MAX: a literal's */
	HR_VEC(struct hr_callback_use) callbacks;
	size_t known_pointers; /* of statements before wants->tell_from */
	size_t whole_bytes;    /* that are described beyond what things begin with */
};

void hr_encoder_init(struct hr_encoder *encoder, const struct hr_model *model, const struct hr_callables *callables);
void hr_encoder_clear(struct hr_encoder *encoder); /* keeps the room */
void hr_encoder_release(struct hr_encoder *encoder);

/* Encodes statements, one after the other; those of the encoder's sequence or chain. */
int hr_encode_statements(struct hr_encoder *encoder, const struct hr_statement *statements, size_t count,
			 struct hr_error *error);

/* The slot and the type of a value, an own one or an earlier one. */
uint32_t hr_encoder_slot_of(const struct hr_encoder *encoder, size_t value);
struct hr_type_ref hr_encoder_type_of(const struct hr_encoder *encoder, size_t value);

/* A slot of its own, aligned. */
uint32_t hr_encoder_slot(struct hr_encoder *encoder, size_t size);

/* The slot holds a pointer: that value's, or HR_NO_VALUE's. */
void hr_encoder_pointer(struct hr_encoder *encoder, uint32_t slot, size_t value);

/* What an own slot holds from the beginning. */
void hr_encoder_image(struct hr_encoder *encoder, uint32_t slot, const void *bytes, size_t size);

/* Bytes in the program's data: their offset. */
uint32_t hr_encoder_data(struct hr_encoder *encoder, const void *bytes, size_t size);

void hr_encoder_emit(struct hr_encoder *encoder, enum hr_wire_instruction kind, const uint32_t *operands, size_t count);
#define hr_encoder_emit_words(encoder, kind, ...)                          \
	hr_encoder_emit(encoder, kind, (const uint32_t[]){ __VA_ARGS__ }, \
			sizeof(const uint32_t[]){ __VA_ARGS__ } / sizeof(uint32_t))

/* The slot where the operand stands, converted to `type`. */
int hr_encode_operand(uint32_t *slot, struct hr_encoder *encoder, const struct hr_operand *operand,
		      struct hr_type_ref type, struct hr_error *error);

/* The same for an argument of a variadic tail: a word, or a double. */
int hr_encode_tail(uint32_t *slot, bool *is_real, struct hr_encoder *encoder, const struct hr_operand *operand,
		   struct hr_error *error);

/* The same, converted to a scalar of the given class. */
int hr_encode_as(uint32_t *slot, struct hr_encoder *encoder, const struct hr_operand *operand, struct hr_type_ref type,
		 enum hr_wire_scalar scalar, struct hr_error *error);

/* An object in the making: its bytes as far as they are literal, and the parts that are known only when it runs. */
struct hr_patch {
	size_t offset;
	uint32_t slot;
	size_t size;
};

struct hr_aggregate {
	struct hr_strbuf bytes;
	HR_VEC(struct hr_patch) patches;
};

#define HR_AGGREGATE_INIT { HR_STRBUF_INIT, HR_VEC_INIT }

void hr_aggregate_release(struct hr_aggregate *aggregate);

/* `count` elements of `type` from an operand: a text, bytes, a list, a struct or a single scalar for the first. */
int hr_encode_object(struct hr_aggregate *out, struct hr_encoder *encoder, const struct hr_operand *operand,
		     struct hr_type_ref type, size_t count, struct hr_error *error);

/* Makes the object; its address goes into the slot. With `zero` the rest is zero, else it is left uninitialised. */
void hr_emit_object(struct hr_encoder *encoder, uint32_t slot, size_t size, const struct hr_aggregate *aggregate,
		    bool zero);

/* Writes the aggregate, `size` bytes with zeros at its end, to `offset` behind the pointer in `base`. */
void hr_emit_stores(struct hr_encoder *encoder, uint32_t base, int64_t offset, size_t size,
		    const struct hr_aggregate *aggregate);

/* slot = the part of a value. */
void hr_emit_get(struct hr_encoder *encoder, uint32_t slot, const struct hr_access *access);

/* ---- pieces.c ---- */

/* What own statements come to. Slots and values count from the beginning of the chain that has it, data offsets and statements from the
 * first own one. */
struct hr_piece {
	uint32_t area_begin; /* of own slots */
	uint32_t area_end;   /* a multiple of 16: what follows begins there */
	uint32_t image_size; /* from area_begin on; the rest is zero */
	uint32_t data_size;
	uint32_t code_words;
	uint32_t pointer_count;
	uint32_t value_count;
	uint32_t callback_count;
	/* parts included; code with a base for each piece */
	uint32_t all_data_size;
	uint32_t all_code_words;
	uint32_t all_pointer_count;
	const char *image;
	const char *data;
	const uint32_t *code;
	const uint32_t *slots;
	const uint32_t *pointer_slots;
	const uint32_t *pointer_values;
	const struct hr_callback_use *callbacks;
};

enum { HR_BASE_WORDS = 5 };

struct hr_encoding {
	struct hr_encoder encoder;
};

/* The piece of a chain, made on the way where there is none yet, and those of its parts. NULL with an error when it cannot be run. */
const struct hr_piece *hr_piece_of(struct hr_encoding *encoding, struct hr_chain *chain, struct hr_error *error);

/* What stands in an encoder, borrowed from it; as a piece without parts. */
struct hr_piece hr_piece_view(const struct hr_encoder *encoder);

/* The slot of a value, seen from the chain, whose parts have pieces. It is not an own one. */
uint32_t hr_piece_slot(const struct hr_chain *chain, size_t value);

#endif
