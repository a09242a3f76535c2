/* What the analyses of values share: one state for the unit, one for the function that is looked at. Private to this folder. */
#ifndef HR_ANALYSIS_VALUES_INTERNAL_H
#define HR_ANALYSIS_VALUES_INTERNAL_H

#include "analysis/bounds.h"
#include "analysis/callgraph.h"
#include "analysis/parts.h"

/* ---- the unit ---- */

/* Something of the caller's, seen from inside: a parameter, or a cell of the object behind it. */
struct hr_ref {
	uint32_t parameter; /* as the machine passes them; HR_CODE_NONE: nothing */
	bool is_cell;
	int64_t bytes;
	uint32_t type; /* as in struct hr_atom */
	int64_t offset;
};

/* A buffer and how far it is used. */
struct hr_span {
	struct hr_ref buffer;
	struct hr_ref number; /* none: a constant */
	struct hr_ref times;  /* none: not multiplied */
	bool is_end;          /* number is a pointer to the end */
	bool is_hidden;       /* for callers, no fact */
	bool or_text;         /* a negative number stands for the length of the text */
	int64_t factor;       /* bytes for each; or the constant */
	uint32_t element;     /* of a constant: bytes of one element */
	enum hr_relation relation;
	enum hr_limit_by by;
	struct hr_place at;
};

typedef HR_VEC(struct hr_span) hr_spans;

/* Two members of one struct that go together, whoever uses them. */
struct hr_type_span {
	uint32_t type;
	int64_t buffer, number;
	int64_t factor;
	bool is_read, is_written; /* read before it is written; written */
	bool is_contradicted;
	struct hr_place at;
};

struct hr_unit_values {
	struct hr_facts *facts;
	const struct hr_code *code;
	struct hr_call_graph *graph;
	struct hr_arena arena;
	hr_spans *spans; /* of each function */
	HR_VEC(struct hr_type_span) type_spans;
};

/* ---- a function ---- */

struct hr_function_values {
	struct hr_unit_values *unit;
	uint32_t index;
	const struct hr_code_function *function;
	struct hr_function_facts *facts;
	struct hr_flow flow;
	struct hr_sums sums;
	struct hr_bounds bounds;
	uint32_t *origins; /* of each pointer: the atom that it comes from; HR_CODE_NONE: several */
	bool *is_limited;  /* of each instruction: an access that has a limit */
};

/* False, and nothing to release, for a function that is only declared. */
bool hr_function_values_init(struct hr_function_values *values, struct hr_unit_values *unit, uint32_t index);
void hr_function_values_release(struct hr_function_values *values);

/* The one function that a call can reach, directly or through a pointer; HR_CODE_NONE: several, not known, or no call. */
uint32_t hr_call_target(const struct hr_unit_values *unit, uint32_t function, uint32_t instruction);

/* What the C library's function that is called is known to do; NULL: none of it. */
const struct hr_libc_function *hr_call_library(const struct hr_function_values *values, uint32_t instruction);

/* Where pointers come from, through casts, steps and phis. */
void hr_origins_find(struct hr_function_values *values);

/* An atom as something of the caller's; false when it is none. */
bool hr_ref_of_atom(struct hr_ref *out, const struct hr_sums *sums, uint32_t atom);
bool hr_ref_equal(const struct hr_ref *a, const struct hr_ref *b);

/* The facts about it; NULL when it is no whole parameter, or a cell without a type. */
struct hr_value_facts *hr_ref_facts(struct hr_function_values *values, const struct hr_ref *ref);

struct hr_place hr_place_of(const struct hr_code_instruction *instruction);

/* The text of a constant; NULL when the value is none, or has no NUL. */
const char *hr_known_text(const struct hr_function_values *values, uint32_t value, size_t *length);

/* Whether bytes are read from it up to a NUL, and up to nothing else. */
bool hr_is_read_as_text(const struct hr_function_values *values, uint32_t base);

/* The analyses of one function, in this order. */
void hr_find_relations(struct hr_function_values *values);
void hr_find_meanings(struct hr_function_values *values);
void hr_find_checks(struct hr_function_values *values);

/* Of the accesses to one buffer: is something read before the call has written it? */
struct hr_access {
	uint32_t instruction;
	uint32_t block;
	bool is_read, is_written;
	bool is_range; /* of a call, with a length */
	struct hr_sum last;
	uint32_t origin;
	struct hr_limits limits;
	struct hr_limit beyond; /* without limits: one that it goes beyond by an element; base HR_CODE_NONE: none */
};

typedef HR_VEC(struct hr_access) hr_accesses;

void hr_accesses_find(hr_accesses *out, struct hr_function_values *values);
bool hr_accesses_read_first(const struct hr_flow *flow, const struct hr_access *const *accesses, size_t count);

/* Members of one struct: notes what was found, and uses it where a struct is filled. */
void hr_type_span_note(struct hr_function_values *values, const struct hr_limit *limit, const struct hr_access *access,
		       bool is_read, bool is_written);
void hr_find_filled(struct hr_function_values *values);
void hr_find_fields(struct hr_unit_values *unit);

/* Adds what was found out about a buffer to the function's spans and facts. */
void hr_span_add(struct hr_function_values *values, const struct hr_span *span);

#endif
