/* Where the operands of a sequence come from and what they are, as far as the sequence itself and the model tell. */
#ifndef HR_ORACLE_PROVENANCE_H
#define HR_ORACLE_PROVENANCE_H

#include "seq/outcome.h"

enum hr_provenance {
	HR_FROM_NOTHING, /* no value at all: a number, a text, NULL */
	HR_FROM_LITERAL, /* v = (T) …, of no other value */
	HR_FROM_RAW,     /* new T, not initialised */
	HR_FROM_NEW,     /* new T with an initial value */
	HR_FROM_CALL,    /* the result of a call */
	HR_FROM_SLOT,    /* read from an object of the sequence, which a call may have filled */
	HR_FROM_PART,    /* read from what belongs to the unit */
};

/* The value behind conversions, addresses of parts included; HR_NO_VALUE when there is none. */
size_t hr_value_root(const struct hr_sequence *sequence, size_t value);
size_t hr_operand_root(const struct hr_sequence *sequence, const struct hr_operand *operand);

enum hr_provenance hr_provenance_of(const struct hr_sequence *sequence, size_t value);

/* The parameter that an operand of a call is for; NULL for variadic tails. */
const struct hr_item *hr_parameter_of(const struct hr_sequence *sequence, const struct hr_statement *call,
				      size_t operand);

/* A name for messages: that of the parameter, or "argument 2". In the arena when it is made. */
const char *hr_parameter_name(struct hr_arena *arena, const struct hr_model *model, size_t operation, int parameter);

/* True, and `*out` set, when the sequence tells the number: literals, constants, converted ones, and objects that hold one and were only made. */
bool hr_operand_number(const struct hr_sequence *sequence, const struct hr_operand *operand, int64_t *out);

/* The same for numbers that calls returned: `outcome` knows all. */
bool hr_operand_number_run(const struct hr_sequence *sequence, const struct hr_outcome *outcome,
			   const struct hr_operand *operand, int64_t *out);

/* True, and `*out` set, when the operand points to memory of the sequence's own: how many bytes are there, from where it points on. */
bool hr_operand_room(const struct hr_sequence *sequence, const struct hr_operand *operand, struct hr_type_ref type,
		     int64_t *out);

/* NULL: written so, or (with an outcome) that came out as the value. */
bool hr_operand_is_null(const struct hr_sequence *sequence, const struct hr_outcome *outcome,
			const struct hr_operand *operand);

/* Text that ends with a NUL somewhere, as far as can be seen; what cannot be seen is taken for one. */
bool hr_operand_is_terminated(const struct hr_sequence *sequence, const struct hr_operand *operand);

/* The size of an element of this parameter; 1 where nobody knows. */
int64_t hr_element_size(const struct hr_model *model, const struct hr_item *buffer);

/* The size of what a length of this parameter counts: 1 for bytes, the size of the buffer's elements otherwise. */
int64_t hr_length_unit(const struct hr_model *model, const struct hr_item *length, const struct hr_item *buffer);

/* A call before `before` that got the value (the root of one of its arguments), after `from`; false when there is none. */
struct hr_use {
	size_t statement;
	size_t operand;
};
bool hr_use_next(struct hr_use *use, const struct hr_sequence *sequence, size_t root, size_t from, size_t before);

/* A number that an object of the sequence's holds counts for the call that is given the object first: sets both to that operand. Else they stay. */
void hr_number_use(const struct hr_sequence *sequence, size_t *statement, size_t *operand);

/* The value belongs to another one: a borrowed result, what was read from the unit's memory. `*owner`: whose, or HR_NO_VALUE. */
bool hr_value_is_borrowed(const struct hr_sequence *sequence, size_t value, size_t *owner);

/* True when one of the words (lower case, NULL at the end) is a word of the operation's name, however that is written. */
bool hr_operation_is_named(const struct hr_operation *operation, const char *const *words);

/* find(tree, key, &node): an object that an operation which makes none such, or finds it by its name, handed out through a slot. It may well be the receiver's still. */
bool hr_value_may_be_lent(const struct hr_sequence *sequence, size_t value);

/* One was made from the other, both from a third, or a call before `before` got both. */
bool hr_values_are_related(const struct hr_sequence *sequence, size_t a, size_t b, size_t before);

/* The object of this type that the call got which yielded the value; HR_NO_VALUE: none. */
size_t hr_value_parent(const struct hr_sequence *sequence, size_t value, size_t object);

/* A field in contents of ours for which there are enumerators, and that has none of them: its name, or NULL. Rules about fields cannot be learned, so nobody tries to keep them. */
const char *hr_odd_field(const struct hr_model *model, struct hr_type_ref ref, const struct hr_operand *operand);

bool hr_model_is_pointer(const struct hr_model *model, struct hr_type_ref type);
bool hr_model_is_integer(const struct hr_model *model, struct hr_type_ref type);    /* enums and bool included */
bool hr_model_is_characters(const struct hr_model *model, struct hr_type_ref type); /* pointer to bytes, not void */

#endif
