/* Facts against decisions that were made without them: who sets up a struct of the caller's, where no name tells.
 *
 * start(struct job *, int) that writes most of the fields and reads none is where the life of a job begins; what reads them comes later. One that says that it empties or
 * starts anew does the same to a struct that lives, and counts only where nobody else does; it ends nothing.
 *
 * Invariants: only structs that nobody returns, and that cannot be filled by hand (a pointer in them, or a field that is not the caller's), get a maker here; a type
 * that has one by its name keeps it alone. */
#include "analysis/claims_internal.h"
#include "analysis/facts_text.h"

#include "base/memory.h"
#include "base/text.h"

/* What is known of a type before anything is claimed about it. */
struct made {
	bool is_made;    /* somebody returns or yields one, or sets it up by its name */
	bool has_filler; /* an operation fills it, and does not do so again */
};

struct makers {
	struct hr_model *model;
	const struct hr_facts *facts;
	const struct hr_claim_options *options;
	struct made *types;
};

static bool has_byte(const uint64_t *set, int64_t at)
{
	return set[at / 64] >> (at % 64) & 1;
}

static bool is_any(const uint64_t *set)
{
	for (int i = 0; i < HR_FIRST_BYTES / 64; i++)
		if (set[i])
			return true;
	return false;
}

/* Most of the fields as far as they were looked at, on some way, and without a look at what was there. */
static bool fills(const struct hr_first_use *first, const struct hr_type *type)
{
	size_t seen = 0, written = 0;

	if (is_any(first->maybe) || first->maybe_elsewhere || first->is_unknown)
		return false;
	for (size_t i = 0; i < type->fields.count; i++) {
		int64_t offset = type->fields.data[i].offset_bits / 8;

		if (offset < 0 || offset >= HR_FIRST_BYTES)
			continue;
		seen++;
		written += has_byte(first->written, offset);
	}
	return written && 2 * written > seen;
}

/* Can the caller not know what to put there? */
static bool needs_maker(const struct hr_model *model, const struct hr_type *type)
{
	for (size_t i = 0; i < type->fields.count; i++) {
		const struct hr_item *item = &type->fields.data[i].item;
		const struct hr_type *field = hr_model_type(model, item->type);

		if (item->role == HR_ROLE_PRIVATE || (field && field->kind == HR_TYPE_POINTER))
			return true;
	}
	return false;
}

static size_t receiver_of(const struct hr_operation *operation)
{
	size_t receiver = 0;

	while (receiver < operation->params.count && operation->params.data[receiver].role != HR_ROLE_RECEIVER)
		receiver++;
	return receiver;
}

/* The type whose life may begin with the operation; HR_NO_TYPE: none. */
static size_t filled_by(const struct makers *makers, const struct hr_operation *operation)
{
	size_t receiver = receiver_of(operation);
	uint32_t index = hr_facts_function(makers->facts, operation);

	if (index == HR_CODE_NONE || receiver == operation->params.count ||
	    receiver >= makers->facts->functions.data[index].parameters.count || operation->kind == HR_KIND_MAKER ||
	    operation->kind == HR_KIND_OBSERVER ||
	    makers->facts->functions.data[index].parameters.data[receiver].memory.freed == HR_FREED_YES)
		return HR_NO_TYPE;
	size_t type = hr_model_object(makers->model, operation->params.data[receiver].type);
	if (type == HR_NO_TYPE)
		return HR_NO_TYPE;
	const struct hr_type *it = &makers->model->types.data[type];
	bool is_callers = it->kind == HR_TYPE_STRUCT && it->completeness == HR_COMPLETE && !it->is_system;
	return is_callers && needs_maker(makers->model, it) &&
			       fills(&makers->facts->functions.data[index].parameters.data[receiver].first, it)
		       ? type
		       : HR_NO_TYPE;
}

static bool is_again(const struct hr_operation *operation)
{
	static const char *const words[] = { "reset", "clear", "empty", "free", "destroy", "cleanup" };

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (hr_text_find_any_case(operation->name, words[i]))
			return true;
	return false;
}

/* Results and slots: pointers to the type, one or two deep. */
static void note_made(const struct makers *makers, struct hr_type_ref ref)
{
	size_t type = hr_model_object(makers->model, ref);

	if (type == HR_NO_TYPE)
		type = hr_model_object(makers->model, hr_model_pointee(makers->model, ref));
	if (type != HR_NO_TYPE)
		makers->types[type].is_made = true;
}

static void look_at(const struct makers *makers, const struct hr_operation *operation)
{
	note_made(makers, operation->result.type);
	for (size_t i = 0; i < operation->params.count; i++)
		if (hr_claimer_sort(makers->model, operation->params.data[i].type) == HR_POINTER_SLOT)
			note_made(makers, operation->params.data[i].type);
	if (operation->kind == HR_KIND_MAKER && operation->subject != HR_NO_TYPE)
		makers->types[operation->subject].is_made = true;
	size_t type = filled_by(makers, operation);
	if (type != HR_NO_TYPE && !is_again(operation))
		makers->types[type].has_filler = true;
}

/* What says that it empties or ends, and reads nothing, ends nothing: it begins anew, on what lives already or, where nobody else does it, from nothing. */
static void settle(const struct makers *makers, struct hr_operation *operation)
{
	size_t type = filled_by(makers, operation);
	bool begins_again = type != HR_NO_TYPE && is_again(operation) &&
			    (makers->types[type].has_filler || makers->types[type].is_made);

	if (type == HR_NO_TYPE || (makers->types[type].is_made && !begins_again) ||
	    (begins_again && operation->kind != HR_KIND_DESTROYER))
		return;
	uint32_t index = hr_facts_function(makers->facts, operation);
	struct hr_claimer claimer = { .model = makers->model,
				      .facts = makers->facts,
				      .options = makers->options,
				      .operation = operation,
				      .function = &makers->facts->functions.data[index] };
	enum hr_kind kind = begins_again ? HR_KIND_MUTATOR : HR_KIND_MAKER;
	hr_claimer_add(&claimer, &operation->claims,
		       (struct hr_claim){ .fact = HR_FACT_KIND, .value = kind, .of = (int)type },
		       claimer.function->parameters.data[receiver_of(operation)].memory.at_written,
		       "it writes most of the struct, and nothing of it is read before");
}

void hr_settle_makers(struct hr_model *model, const struct hr_facts *facts, const struct hr_claim_options *options)
{
	struct makers makers = { model, facts, options, hr_calloc(model->types.count + 1, sizeof *makers.types) };

	for (size_t i = 0; i < model->operations.count; i++)
		look_at(&makers, &model->operations.data[i]);
	for (size_t i = 0; i < model->operations.count; i++)
		settle(&makers, &model->operations.data[i]);
	free(makers.types);
}
