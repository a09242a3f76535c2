/* Facts against decisions that were made without them.
 *
 * Invariant: whether NULL is allowed is a rule, not only a behaviour. Where the authors speak of it, their word stays: code that does not keep it has
 * a fault. */
#include "analysis/claims.h"
#include "analysis/claims_internal.h"
#include "analysis/facts_text.h"

static bool is_said(const hr_claims *claims, enum hr_fact fact)
{
	for (size_t i = 0; i < claims->count; i++)
		if (claims->data[i].fact == fact && (claims->data[i].source == HR_SOURCE_DOCUMENTATION ||
						     claims->data[i].source == HR_SOURCE_ATTRIBUTE))
			return true;
	return false;
}

static void settle_null(struct hr_claimer *claimer, struct hr_item *item, const struct hr_memory_facts *memory)
{
	static const char *const reasons[] = {
		[HR_NULL_LEGAL] = "NULL is never followed",
		[HR_NULL_CRASH] = "NULL would be followed",
		[HR_NULL_ASSERT] = "NULL ends the program by an assertion",
	};

	if (memory->null == HR_NULL_UNKNOWN || is_said(&item->claims, HR_FACT_NULLABLE))
		return;
	hr_claimer_add(claimer, &item->claims,
		       (struct hr_claim){ .fact = HR_FACT_NULLABLE, .value = memory->null == HR_NULL_LEGAL, .of = -1 },
		       memory->at_null, reasons[memory->null]);
}

static bool is_untouched(const struct hr_memory_facts *memory)
{
	return memory->effect == HR_EFFECT_SAFE || memory->effect == HR_EFFECT_READ_ONLY;
}

/* What a pointer is that names took for something that is written. */
static enum hr_role read_role(const struct hr_claimer *claimer, const struct hr_item *item,
			      const struct hr_parameter_facts *facts)
{
	switch (hr_claimer_sort(claimer->model, item->type)) {
	case HR_POINTER_TEXT:
		return facts->value.bound.kind != HR_BOUND_NONE ? HR_ROLE_BUFFER : HR_ROLE_STRING;
	case HR_POINTER_BYTES:
		return facts->value.bound.kind != HR_BOUND_NONE ? HR_ROLE_BUFFER : HR_ROLE_IN;
	case HR_POINTER_SLOT:
	case HR_POINTER_OTHER:
		return HR_ROLE_ARRAY;
	default:
		return HR_ROLE_IN;
	}
}

static void settle_role(struct hr_claimer *claimer, struct hr_item *item, const struct hr_parameter_facts *facts)
{
	const struct hr_memory_facts *memory = &facts->memory;
	enum hr_pointer_sort sort = hr_claimer_sort(claimer->model, item->type);
	bool is_first = item == claimer->operation->params.data;

	if (sort == HR_POINTER_NOT && facts->value.meaning == HR_MEANING_SIZE &&
	    facts->value.relation == HR_RELATION_NONE && item->role == HR_ROLE_IN)
		hr_claimer_role(claimer, item, HR_ROLE_SIZE, facts->value.at_meaning, "so much memory is allocated");
	if (sort == HR_POINTER_NOT || sort == HR_POINTER_FUNCTION)
		return;
	/* of others than the first what they hold may be taken over */
	if (item->role == HR_ROLE_CONSUMED && is_first && sort == HR_POINTER_OBJECT && memory->kept == HR_KEPT_NOT &&
	    (memory->freed == HR_FREED_NO || memory->freed == HR_FREED_INSIDE))
		hr_claimer_role(claimer, item, HR_ROLE_RECEIVER, memory->at_freed,
				memory->freed == HR_FREED_NO ? "it is neither freed nor kept"
							     : "only what it holds is freed");
	bool is_plain = item->role == HR_ROLE_OUT || item->role == HR_ROLE_INOUT || item->role == HR_ROLE_IN ||
			item->role == HR_ROLE_UNKNOWN;
	/* names of files and formats are strings, too */
	if (is_plain && sort == HR_POINTER_TEXT && is_untouched(memory) && facts->value.meaning == HR_MEANING_STRING)
		hr_claimer_role(claimer, item, HR_ROLE_STRING, facts->value.at_meaning, "it is read up to its NUL");
	else if ((item->role == HR_ROLE_OUT || item->role == HR_ROLE_INOUT) && is_untouched(memory) &&
		 memory->dereferenced > HR_DEREFERENCED_NEVER && sort != HR_POINTER_OBJECT)
		hr_claimer_role(claimer, item, read_role(claimer, item, facts), memory->at_dereferenced,
				"it is only read");
}

/* Results that names took for new. What is taken out of an object belongs to the caller now: only who changes nothing lends; and of objects that are there for
 * all, references may be counted. */
static void settle_result(struct hr_claimer *claimer)
{
	const struct hr_function_facts *function = claimer->function;
	struct hr_item *result = &claimer->operation->result;
	enum hr_pointer_sort sort = hr_claimer_sort(claimer->model, result->type);

	if (function->returns != HR_RETURNS_BORROWED || result->role != HR_ROLE_OWNED || sort == HR_POINTER_NOT ||
	    hr_claimer_is_mixed(function))
		return;
	if (function->returns_of < 0 ? sort == HR_POINTER_OBJECT
				     : !is_untouched(&function->parameters.data[function->returns_of].memory))
		return;
	hr_claimer_add(claimer, &result->claims,
		       (struct hr_claim){ .fact = HR_FACT_ROLE, .value = HR_ROLE_BORROWED, .of = function->returns_of },
		       function->at_returns,
		       function->returns_of < 0 ? "it leads to something that is there anyway"
						: "it leads into an argument");
}

/* A number that is a constant on every path and tells of errors, where names see an answer. The other way round nothing follows: a status can be loaded from somewhere. */
static void settle_number(struct hr_claimer *claimer)
{
	const struct hr_function_facts *function = claimer->function;
	struct hr_item *result = &claimer->operation->result;

	if (function->returns != HR_RETURNS_NUMBER || function->error_results == HR_ERRORS_UNKNOWN)
		return;
	if (result->role == HR_ROLE_VALUE && function->returns_status && function->error_results != HR_ERRORS_NONE)
		hr_claimer_role(claimer, result, HR_ROLE_STATUS, function->at_returns,
				"it only tells whether it worked");
}

/* Observers and mutators: by what is done, not by what is promised. */
static void settle_kind(struct hr_claimer *claimer)
{
	struct hr_operation *operation = claimer->operation;
	size_t receiver = 0;

	while (receiver < operation->params.count && operation->params.data[receiver].role != HR_ROLE_RECEIVER)
		receiver++;
	if (receiver == operation->params.count)
		return;
	const struct hr_memory_facts *memory = &claimer->function->parameters.data[receiver].memory;
	size_t type = hr_model_object(claimer->model, operation->params.data[receiver].type);
	enum hr_kind kind = operation->kind;
	if (type == HR_NO_TYPE)
		return;
	if ((kind == HR_KIND_MUTATOR || kind == HR_KIND_OTHER) && memory->effect == HR_EFFECT_SAFE &&
	    (claimer->function->purity == HR_PURITY_OBSERVER || claimer->function->purity == HR_PURITY_PURE) &&
	    operation->result.role != HR_ROLE_NONE)
		hr_claimer_add(claimer, &operation->claims,
			       (struct hr_claim){ .fact = HR_FACT_KIND, .value = HR_KIND_OBSERVER, .of = (int)type },
			       memory->at_dereferenced, "it changes nothing");
	if (kind == HR_KIND_OBSERVER && memory->effect == HR_EFFECT_READ_WRITE)
		hr_claimer_add(claimer, &operation->claims,
			       (struct hr_claim){ .fact = HR_FACT_KIND, .value = HR_KIND_MUTATOR, .of = (int)type },
			       memory->at_written, "its receiver is written");
}

static void settle_operation(struct hr_claimer *claimer)
{
	for (size_t i = 0; i < claimer->operation->params.count; i++) {
		struct hr_item *item = &claimer->operation->params.data[i];
		const struct hr_parameter_facts *facts = &claimer->function->parameters.data[i];
		settle_role(claimer, item, facts);
		if (hr_claimer_sort(claimer->model, item->type) != HR_POINTER_NOT)
			settle_null(claimer, item, &facts->memory);
	}
	settle_result(claimer);
	settle_number(claimer);
	settle_kind(claimer);
	hr_claim_fields(claimer);
}

void hr_facts_settle(struct hr_model *model, const struct hr_facts *facts, const struct hr_claim_options *options)
{
	hr_claimer_each(model, facts, options, settle_operation);
	hr_model_decide(model);
}
