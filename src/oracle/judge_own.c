/* Whether what was overrun is the unit's own in such a way that no caller can be the reason, although nothing was found with which the call returns.
 *
 * What fails whatever is passed may be a state that callers have to avoid, and what lies in blocks of earlier calls is one: a stack that is empty, a list that is full, an object that nobody gave its text yet. Memory that the call itself
 * made, to be overrun by that very call, is no state; nor is the element behind the last one of an array whose size the code itself has. */
#include "oracle/judge_internal.h"

#include <stdlib.h>
#include <string.h>

/* "index 8 out of bounds for type 'int[8]'": one too many. Which array it is the compiler does not tell. */
static bool is_index_behind_last(const char *text)
{
	static const char before[] = "index ";
	const char *room = strchr(text, '[');
	if (strncmp(text, before, sizeof before - 1) != 0 || !room)
		return false;
	long long count = strtoll(room + 1, NULL, 10);
	return count > 0 && strtoll(text + sizeof before - 1, NULL, 10) == count;
}

static bool is_own_memory(const struct hr_experiments *experiments)
{
	const struct hr_fault *fault = &experiments->outcome->fault;
	const struct hr_owner *owner = &fault->owner;
	if (fault->kind == HR_KIND_UB_BOUNDS)
		return is_index_behind_last(fault->text);
	return owner->region == HR_IN_STACK || (owner->region == HR_IN_HEAP && owner->block != HR_NO_BLOCK &&
						owner->allocated_by == experiments->statement);
}

bool hr_is_beyond_own(const struct hr_experiments *experiments)
{
	const struct hr_sequence *failing = experiments->failing;
	const struct hr_statement *call = &failing->statements.data[experiments->statement];
	return experiments->way == HR_WAY_OVERFLOW && experiments->outcome->status == HR_OUTCOME_FAULT &&
	       call->kind == HR_STATEMENT_CALL && !hr_fault_is_in_ours(failing, experiments->outcome) &&
	       is_own_memory(experiments) && !hr_has_callback(failing) && !hr_gets_untold_bytes(failing, call);
}
