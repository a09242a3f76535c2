/* The state of one encoding, shared by encode.c (statements) and encode_operand.c (operands). */
#ifndef HR_EXEC_ENCODE_INTERNAL_H
#define HR_EXEC_ENCODE_INTERNAL_H

#include "exec/program.h"

#define HR_MOST_OBJECT_BYTES ((size_t)64 << 20)

struct hr_encoder {
	const struct hr_sequence *sequence;
	const struct hr_callables *callables;
	const struct hr_run_wants *wants;
	struct hr_program *program;
	size_t statement; /* being encoded */
	size_t area_size;
	struct hr_strbuf image;
	struct hr_strbuf data;
	HR_VEC(uint32_t) code;
	HR_VEC(unsigned) instances; /* by callback type: how many are used */
	unsigned fresh_paths;       /* names of files that do not exist */
};

/* A slot of its own, aligned. */
uint32_t hr_encoder_slot(struct hr_encoder *encoder, size_t size);

/* What the slot holds from the beginning. */
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

#endif
