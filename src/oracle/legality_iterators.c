/* Whether a sequence kept the rules, as far as iterators go: what they are at is nothing after their last step, and nobody knows what it is after what they go through was changed.
 *
 * Like the checks of arguments these lower the grade, with a sentence that says why, and never raise it. */
#include "oracle/idioms_internal.h"
#include "oracle/legality_internal.h"
#include "oracle/provenance.h"

#include "seq/close.h"

#include <string.h>

static const struct hr_operation *operation_of(const struct hr_look *look, const struct hr_statement *call)
{
	return &look->sequence->model->operations.data[call->operation];
}

static bool has_word(const char *name, const char *const *list)
{
	struct hr_idiom_words words;
	hr_idiom_name_split(&words, name);
	return hr_idiom_name_has(&words, list) != HR_NONE;
}

/* ---- the last step ---- */

/* The call took the object a step further, and said that there is nothing more. */
static bool said_end(const struct hr_look *look, size_t statement)
{
	static const char *const steps[] = { "next", "advance", "fetch", "forward", "prev", "previous", NULL };
	const struct hr_statement *step = &look->sequence->statements.data[statement];
	int64_t number;
	if (step->kind != HR_STATEMENT_CALL || step->operation == look->call->operation ||
	    !has_word(operation_of(look, step)->name, steps))
		return false;
	if (hr_call_refused(look->sequence, look->outcome, statement))
		return true;
	for (size_t i = 0; i < look->sequence->values.count; i++) {
		struct hr_operand result = { .kind = HR_OPERAND_VALUE, .value = i };
		if (look->sequence->values.data[i].statement == statement &&
		    hr_operand_number_run(look->sequence, look->outcome, &result, &number))
			return number <= 0;
	}
	return false;
}

static void look_at_steps(struct hr_look *look, size_t root)
{
	size_t last = look->end;
	struct hr_use use;
	for (size_t from = 0; hr_use_next(&use, look->sequence, root, from, look->end); from = use.statement + 1)
		last = use.statement;
	if (last != look->end && said_end(look, last))
		hr_look_lower(look, HR_LEGAL_DOUBTFUL,
			      hr_arena_printf(look->arena, "%s() said before that there is nothing more.",
					      operation_of(look, &look->sequence->statements.data[last])->name));
}

/* ---- what it goes through ---- */

static bool is_iterator(const struct hr_look *look, size_t value)
{
	static const char *const words[] = {
		"iter", "iterator", "cursor", "state", "walker", "enumerator", "it", NULL
	};
	const struct hr_sequence *sequence = look->sequence;
	const struct hr_statement *maker = &sequence->statements.data[sequence->values.data[value].statement];
	size_t type = hr_model_object(sequence->model, sequence->values.data[value].type);
	return maker->kind == HR_STATEMENT_CALL &&
	       (has_word(operation_of(look, maker)->name, words) ||
		(type != HR_NO_TYPE && has_word(sequence->model->types.data[type].spelling, words)));
}

/* A call after statement `since` that changed what the value was made from; NULL: none. */
static const char *changed_by(const struct hr_look *look, size_t value, size_t since, int depth)
{
	enum { DEEPEST = 4 };
	const struct hr_sequence *sequence = look->sequence;
	const struct hr_statement *maker = &sequence->statements.data[sequence->values.data[value].statement];
	for (size_t i = 0; maker->kind == HR_STATEMENT_CALL && i < maker->operand_count; i++) {
		size_t from = hr_operand_root(sequence, &maker->operands[i]);
		if (from == HR_NO_VALUE || from == value)
			continue;
		for (size_t k = since + 1; k < look->end; k++) {
			const struct hr_statement *it = &sequence->statements.data[k];
			if (it->kind == HR_STATEMENT_CALL && it->operand_count &&
			    hr_operand_root(sequence, &it->operands[0]) == from &&
			    operation_of(look, it)->kind == HR_KIND_MUTATOR)
				return operation_of(look, it)->name;
		}
		const char *name = depth < DEEPEST ? changed_by(look, from, since, depth + 1) : NULL;
		if (name)
			return name;
	}
	return NULL;
}

/* Says of one whether what it goes through was changed since it was made. */
static bool is_outdated(struct hr_look *look, size_t value)
{
	const char *name = is_iterator(look, value)
				   ? changed_by(look, value, look->sequence->values.data[value].statement, 0)
				   : NULL;
	if (name)
		hr_look_lower(look, HR_LEGAL_DOUBTFUL,
			      hr_arena_printf(look->arena, "%s() changed what '%s' goes through.", name,
					      look->sequence->values.data[value].name));
	return name != NULL;
}

/* Is the value an argument of the call besides `root`, of its type, and outdated? */
static bool takes_outdated(struct hr_look *look, const struct hr_statement *call, size_t root, size_t type)
{
	const struct hr_sequence *sequence = look->sequence;
	for (size_t i = 0; call->kind == HR_STATEMENT_CALL && i < call->operand_count; i++) {
		size_t other = hr_operand_root(sequence, &call->operands[i]);
		if (other != HR_NO_VALUE && other != root &&
		    hr_model_object(sequence->model, sequence->values.data[other].type) == type &&
		    is_outdated(look, other))
			return true;
	}
	return false;
}

/* The object itself, and those of its kind that it may have got its place from: it = copy(other), copy(it, other). */
static void look_at_changes(struct hr_look *look, size_t root)
{
	const struct hr_sequence *sequence = look->sequence;
	size_t type = hr_model_object(sequence->model, sequence->values.data[root].type);
	struct hr_use use;
	if (is_outdated(look, root) || type == HR_NO_TYPE ||
	    takes_outdated(look, &sequence->statements.data[sequence->values.data[root].statement], root, type))
		return;
	for (size_t from = 0; hr_use_next(&use, sequence, root, from, look->end); from = use.statement + 1) {
		const struct hr_statement *it = &sequence->statements.data[use.statement];
		const struct hr_item *first = hr_parameter_of(sequence, it, 0);
		bool changes_it = it->kind == HR_STATEMENT_CALL && operation_of(look, it)->kind != HR_KIND_OBSERVER &&
				  first && hr_operand_root(sequence, &it->operands[0]) == root &&
				  !(hr_model_pointee(sequence->model, first->type).qualifiers & HR_CONST);
		if (changes_it && takes_outdated(look, it, root, type))
			return;
	}
}

void hr_legality_look_at_iterators(struct hr_look *look)
{
	for (size_t i = 0; i < look->call->operand_count; i++) {
		size_t root = hr_operand_root(look->sequence, &look->call->operands[i]);
		if (root == HR_NO_VALUE)
			continue;
		look_at_steps(look, root);
		look_at_changes(look, root);
	}
}
