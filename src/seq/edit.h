/* A changed copy of a sequence: statements are taken over one by one, in order, some left out, replaced or put in between. Values are renumbered. */
#ifndef HR_SEQ_EDIT_H
#define HR_SEQ_EDIT_H

#include "seq/sequence.h"

struct hr_edit {
	const struct hr_sequence *from;
	struct hr_sequence *to;
	size_t *map;      /* by value of `from`: its number in `to`; HR_NO_VALUE: not taken over (yet) */
	bool keeps_names; /* of values, also those that follow from their numbers; false after hr_edit_begin */
};

void hr_edit_begin(struct hr_edit *edit, const struct hr_sequence *from);

/* The copy, which is the caller's; or nothing. */
struct hr_sequence *hr_edit_finish(struct hr_edit *edit);
void hr_edit_abandon(struct hr_edit *edit);

/* A deep copy of an operand of `from`, for a statement of `to`. False when it names a value that was not taken over. */
bool hr_edit_operand(struct hr_edit *edit, struct hr_operand *out, const struct hr_operand *operand);

/* A copy of a statement of `from`, its operands in `to`'s arena, to be changed and added. False as above. */
bool hr_edit_statement(struct hr_edit *edit, struct hr_statement *out, size_t statement);

/* Takes a statement over as it is, and its value. False as above: nothing was added then. */
bool hr_edit_keep(struct hr_edit *edit, size_t statement);

/* Takes over all statements from `first` on, before `end`; those that need what was left out are left out themselves. Returns how many were. */
size_t hr_edit_keep_range(struct hr_edit *edit, size_t first, size_t end);

/* Adds a statement in the place of one of `from`: its value stands for that one's from now on. */
size_t hr_edit_replace(struct hr_edit *edit, size_t statement, const struct hr_statement *by);

/* Makes a value of `from` again: copies of the statements that it needs, with everything before `before` that filled objects of the sequence's. Returns the number of the new value in
 * `to`, HR_NO_VALUE when that cannot be done. The map stays as it is. With history, also what was done with the value itself before `before`. */
size_t hr_edit_remake(struct hr_edit *edit, size_t value, size_t before);
size_t hr_edit_remake_with_history(struct hr_edit *edit, size_t value, size_t before);

/* True when the operand names the value, anywhere. */
bool hr_operand_names(const struct hr_operand *operand, size_t value);
bool hr_statement_names(const struct hr_statement *statement, size_t value);

#endif
