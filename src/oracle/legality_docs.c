/* Whether a sequence kept the rules, as far as the documentation has words for them that are no role of a parameter: arrays that have one more than a number says, functions that may be called only after something,
 * objects that are of no more use after an error, and memory that has to have more before it.
 *
 * Like the other checks these lower the grade, with a sentence that says why, and never raise it. */
#include "oracle/legality_internal.h"
#include "oracle/provenance.h"
#include "seq/close.h"

#include "base/text.h"

#include <ctype.h>
#include <string.h>

/* "n + 1", with the name of the parameter. */
static bool speaks_of_one_more(const char *doc, const char *name)
{
	for (const char *at = doc && *name ? hr_text_find_word(doc, name, false) : NULL; at;
	     at = hr_text_find_word(at + 1, name, false)) {
		const char *c = at + strlen(name);
		while (*c == ' ')
			c++;
		if (*c != '+')
			continue;
		for (c++; *c == ' ';)
			c++;
		if (*c == '1' && !isdigit((unsigned char)c[1]))
			return true;
	}
	return false;
}

/* f(x, n), where x has n + 1 elements. */
static void look_at_one_more(struct hr_look *look)
{
	const struct hr_operation *operation = &look->sequence->model->operations.data[look->call->operation];
	for (size_t i = 0; i < look->call->operand_count; i++) {
		const struct hr_item *item = hr_parameter_of(look->sequence, look->call, i);
		if (!item || (item->role != HR_ROLE_LENGTH && item->role != HR_ROLE_CAPACITY) || item->of < 0)
			continue;
		const struct hr_item *array = hr_parameter_of(look->sequence, look->call, (size_t)item->of);
		if (!array ||
		    (!speaks_of_one_more(operation->doc, item->name) && !speaks_of_one_more(array->doc, item->name) &&
		     !speaks_of_one_more(item->doc, item->name)))
			continue;
		hr_look_lower(look, HR_LEGAL_DOUBTFUL,
			      hr_arena_printf(look->arena, "The documentation of %s() speaks of '%s + 1'.",
					      operation->name, item->name));
		return;
	}
}

/* unpack_with_prefix(…, dest): what lies before an argument is read on purpose. */
static void look_at_prefix(struct hr_look *look)
{
	const char *name = hr_look_name(look, look->call);
	if (look->outcome->fault.kind == HR_KIND_HEAP_UNDERFLOW && hr_text_find_any_case(name, "prefix"))
		hr_look_lower(
			look, HR_LEGAL_DOUBTFUL,
			hr_arena_printf(look->arena, "By its name %s() reads what lies before an argument.", name));
}

/* "can be called only after …; else its behaviour is undefined" */
static bool is_for_some_states(const char *doc)
{
	return doc &&
	       (hr_text_find_any_case(doc, "undefined behavi") || hr_text_find_any_case(doc, "behavior is undef") ||
		hr_text_find_any_case(doc, "behaviour is undef")) &&
	       hr_text_find_word(doc, "only", true) &&
	       (hr_text_find_word(doc, "after", true) || hr_text_find_word(doc, "before", true));
}

/* "After an error the context is not resumable" */
static bool ends_use_by_error(const char *doc)
{
	static const char *const phrases[] = { "not resumable",
					       "cannot be resumed",
					       "can not be resumed",
					       "can't be resumed",
					       "an undefined state",
					       "in undefined state",
					       "\"undefined\" state",
					       "state is undefined",
					       "is no longer usable",
					       "not usable any more",
					       "must not be used any",
					       "not guarantee recovery",
					       "must be reset",
					       "_must_ be reset",
					       "can then still call",
					       "only function you can",
					       NULL };
	static const char *const errors[] = { "error", "fail", NULL };
	bool speaks_of_errors = false;
	for (const char *const *word = errors; doc && *word; word++)
		speaks_of_errors = speaks_of_errors || hr_text_find_any_case(doc, *word);
	for (const char *const *phrase = phrases; speaks_of_errors && *phrase; phrase++)
		if (hr_text_find_any_case(doc, *phrase))
			return true;
	return false;
}

/* Whether the call may have been refused: it was, or its result does not tell. */
static bool may_be_refused(const struct hr_sequence *sequence, const struct hr_outcome *outcome, size_t statement)
{
	const struct hr_statement *call = &sequence->statements.data[statement];
	switch (sequence->model->operations.data[call->operation].error) {
	case HR_REFUSED_NULL:
	case HR_REFUSED_ZERO:
	case HR_REFUSED_NEGATIVE:
	case HR_REFUSED_NONZERO:
		return call->value == HR_NO_VALUE || hr_call_refused(sequence, outcome, statement);
	default:
		return true;
	}
}

/* The operation that this one is documented by: "Same as unpack(), with a dictionary"; NULL: none. */
static const struct hr_operation *documented_as(const struct hr_model *model, const struct hr_operation *operation)
{
	static const char *const phrases[] = { "same as ", "identical to ", "equivalent to ", NULL };
	for (const char *const *phrase = phrases; operation->doc && *phrase; phrase++) {
		const char *at = hr_text_find_any_case(operation->doc, *phrase);
		size_t length;
		const char *word = at ? hr_text_next_word(at + strlen(*phrase), &length) : NULL;
		for (size_t i = 0; word && i < model->operations.count; i++)
			if (strncmp(model->operations.data[i].name, word, length) == 0 &&
			    !model->operations.data[i].name[length])
				return &model->operations.data[i];
	}
	return NULL;
}

/* Whether there is no going on with an object after an error of the operation, by what is written of it, or of the one that it is like. */
static bool is_last_by_error(const struct hr_model *model, const struct hr_operation *operation)
{
	const struct hr_operation *other = documented_as(model, operation);
	return ends_use_by_error(operation->doc) || (other && ends_use_by_error(other->doc));
}

/* f(x), which may have been refused, and then something with x again that has not been set up anew. */
static void look_at_errors_before(struct hr_look *look)
{
	static const char *const resets[] = { "reset", "reinit", "restart", NULL };
	const struct hr_sequence *sequence = look->sequence;
	const struct hr_statement *failing = look->call;
	for (size_t i = 0; i < failing->operand_count; i++) {
		const struct hr_item *item = hr_parameter_of(sequence, failing, i);
		size_t root = hr_operand_root(sequence, &failing->operands[i]);
		if (!item || item->role != HR_ROLE_RECEIVER || root == HR_NO_VALUE)
			continue;
		size_t object = hr_model_object(sequence->model, item->type);
		const char *spoilt_by = NULL;
		struct hr_use use;
		for (size_t from = 0; hr_use_next(&use, sequence, root, from, look->end); from = use.statement + 1) {
			const struct hr_operation *operation =
				&sequence->model->operations.data[sequence->statements.data[use.statement].operation];
			bool sets_up = operation->kind == HR_KIND_MAKER && operation->subject == object;
			if (sets_up || hr_operation_is_named(operation, resets))
				spoilt_by = NULL;
			else if (is_last_by_error(sequence->model, operation) &&
				 may_be_refused(sequence, look->outcome, use.statement))
				spoilt_by = operation->name;
		}
		if (spoilt_by)
			hr_look_lower(
				look, HR_LEGAL_DOUBTFUL,
				hr_arena_printf(
					look->arena,
					"The documentation of %s() says that after an error there is no going on.",
					spoilt_by));
	}
}

void hr_legality_look_at_docs(struct hr_look *look)
{
	enum hr_way way = look->way;
	look_at_errors_before(look);
	if (way == HR_WAY_OVERFLOW || way == HR_WAY_WILD) {
		look_at_one_more(look);
		look_at_prefix(look);
	}
	if (way != HR_WAY_NULL && way != HR_WAY_WILD && way != HR_WAY_NONE)
		return;
	/* what a run that ended well is about may be any of its calls */
	for (size_t i = way == HR_WAY_NONE ? 0 : look->end; i <= look->end; i++) {
		const struct hr_statement *call = &look->sequence->statements.data[i];
		if (call->kind == HR_STATEMENT_CALL &&
		    is_for_some_states(look->sequence->model->operations.data[call->operation].doc))
			hr_look_lower(look, HR_LEGAL_DOUBTFUL,
				      hr_arena_printf(look->arena, "The documentation says when %s() may be called.",
						      hr_look_name(look, call)));
	}
}
