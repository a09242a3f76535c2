/* Values as sums: base + 4 * i + 8. Whatever is computed from other values by adding, subtracting and multiplying by constants is a sum of terms; what is not
 * is an atom, a term of its own. Casts between widths are looked through.
 *
 * An atom is a value of the function, or one of the things that several values can be the same as: the contents of a cell of memory, a product, a variable's
 * address. Loads of one cell are one atom, also where it was written between them: what is proved with sums is "as long as the caller's numbers go with the
 * caller's buffers", not arithmetic. Private to this folder. */
#ifndef HR_ANALYSIS_SUMS_H
#define HR_ANALYSIS_SUMS_H

#include "analysis/locals.h"

enum { HR_SUM_TERMS = 6 };

struct hr_term {
	uint32_t atom;
	int64_t factor;
};

/* (terms + constant) / divisor; terms in the order of their atoms, no factor is 0. */
struct hr_sum {
	bool is_known; /* false: too long, or too large */
	uint8_t count;
	struct hr_term terms[HR_SUM_TERMS];
	int64_t constant;
	int64_t divisor; /* above 0 */
};

enum hr_atom_kind {
	HR_ATOM_VALUE,    /* number: a value */
	HR_ATOM_CELL,     /* what is in memory at atom `base` + bytes */
	HR_ATOM_PRODUCT,  /* of atoms base and other */
	HR_ATOM_VARIABLE, /* address of the unit's variable `number` */
	HR_ATOM_JOINED,   /* what local variable `base` (a value) holds when block `number` is entered */
	HR_ATOM_CALLED,   /* … when call `number` has had its address */
};

struct hr_atom {
	enum hr_atom_kind kind;
	uint32_t number;
	uint32_t base, other;
	int64_t bytes;
	uint32_t type;  /* CELL: the struct that the source spoke of, or HR_CODE_NONE */
	int64_t offset; /* in it */
	bool is_pointer;
	uint32_t value; /* CELL: a load of it */
};

struct hr_sums {
	const struct hr_code *code;
	const struct hr_flow *flow;
	const struct hr_code_function *function;
	struct hr_locals locals;
	struct hr_arena arena;
	HR_VEC(struct hr_atom) atoms; /* the first are the function's values, in their order */
	struct hr_sum **of_value;     /* NULL: not made yet */
	uint32_t *buckets;            /* atoms other than values, by hash */
	uint32_t *chain;
	uint32_t bucket_count;
	unsigned depth;
};

void hr_sums_init(struct hr_sums *sums, const struct hr_code *code, struct hr_flow *flow);
void hr_sums_release(struct hr_sums *sums);

/* A value as a sum. Never NULL; valid until release. */
const struct hr_sum *hr_sum_of(struct hr_sums *sums, uint32_t value);

/* The atom for a cell or a product, made when it is new. */
uint32_t hr_atom_cell(struct hr_sums *sums, uint32_t base, int64_t bytes, uint32_t type, int64_t offset,
		      bool is_pointer);
uint32_t hr_atom_product(struct hr_sums *sums, uint32_t one, uint32_t other);

/* A phi, or what a local variable holds where ways meet: the block, or HR_CODE_NONE for any other atom. */
uint32_t hr_atom_join(const struct hr_sums *sums, uint32_t atom);

/* What it gets from a predecessor of that block. */
struct hr_sum hr_atom_from(struct hr_sums *sums, uint32_t atom, uint32_t predecessor);

/* The block where an atom is made; HR_CODE_NONE: before the function began, or any time (cells). */
uint32_t hr_atom_block(const struct hr_sums *sums, uint32_t atom);

struct hr_sum hr_sum_constant(int64_t constant);
struct hr_sum hr_sum_atom(uint32_t atom);
struct hr_sum hr_sum_add(const struct hr_sum *a, const struct hr_sum *b, int64_t factor); /* a + factor * b */
struct hr_sum hr_sum_scale(const struct hr_sum *a, int64_t factor, int64_t divisor);

/* a with `with` in place of the atom. */
struct hr_sum hr_sum_replace(const struct hr_sum *a, uint32_t atom, const struct hr_sum *with);
int64_t hr_sum_factor(const struct hr_sum *a, uint32_t atom); /* 0: not in it */

/* a - b is a constant: `*difference`, rounded up. */
bool hr_sum_differ_by(const struct hr_sum *a, const struct hr_sum *b, int64_t *difference);

/* Exactly one atom, once, and perhaps a constant; HR_CODE_NONE otherwise. */
uint32_t hr_sum_single(const struct hr_sum *a);

#endif
