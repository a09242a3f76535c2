/* A parameter as one half of a pair: a buffer, or the number that says how long it is. */
#ifndef HR_ROLES_OPERANDS_H
#define HR_ROLES_OPERANDS_H

#include "roles/inference.h"

struct hr_operand {
	enum hr_class class;
	enum hr_role role;
	struct hr_name_words words;
	bool is_const;
	bool is_buffer;         /* may have a length */
	bool is_number;         /* may be a length */
	bool by_pointer;        /* a number, by pointer */
	bool is_one_of_several; /* numbers in a row, without names */
	bool told_length;       /* the documentation speaks of a length or a size */
	bool told_negative;     /* … and of what it means when it is negative */
	bool has_const_beside;  /* other bytes must not be written: these are where things go */
	bool has_output_beside; /* other bytes are called as what is filled is */
	bool is_sent;           /* the operation puts somewhere what it is given: these are elements that it reads */
	bool taken;
};

struct hr_operand hr_operand_describe(const struct hr_inference *inference, const struct hr_operation *operation,
				      size_t index);

/* Of several buffers, one tells about the others. After all were described. */
void hr_operands_look_beside(const struct hr_inference *inference, const struct hr_operation *operation,
			     struct hr_operand *operands, size_t count);

/* How likely it is that the number tells about the buffer: above a half is enough. */
double hr_operand_score(const struct hr_inference *inference, const struct hr_operation *operation,
			const struct hr_operand *operands, size_t buffer, size_t number);

/* Do both names speak of the same thing: "dest" and "destLen"? */
bool hr_operand_same_thing(const struct hr_operand *buffer, const struct hr_operand *number);

/* "maxcount", "min_size": begins with a word for a limit. */
bool hr_operand_is_limit(const struct hr_operand *number);

#endif
