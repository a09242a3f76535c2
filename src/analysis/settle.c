/* Facts against decisions that were made without them.
 *
 * Invariant: whether NULL is allowed is a rule, not only a behaviour. Where the authors speak of it, their word stays: code that does not keep it has
 * a fault. */
#include "analysis/claims.h"
#include "analysis/claims_internal.h"
#include "analysis/facts_text.h"

#include "base/text.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

static bool is_said(const hr_claims *claims, enum hr_fact fact)
{
	for (size_t i = 0; i < claims->count; i++)
		if (claims->data[i].fact == fact && (claims->data[i].source == HR_SOURCE_DOCUMENTATION ||
						     claims->data[i].source == HR_SOURCE_ATTRIBUTE))
			return true;
	return false;
}

/* The authors' word for a role. */
static bool is_written(const struct hr_item *item, enum hr_role role)
{
	for (size_t i = 0; i < item->claims.count; i++)
		if (item->claims.data[i].fact == HR_FACT_ROLE && item->claims.data[i].value == (int64_t)role &&
		    item->claims.data[i].source == HR_SOURCE_DOCUMENTATION)
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

static bool is_const(const struct hr_claimer *claimer, const struct hr_item *item)
{
	return (hr_model_pointee(claimer->model, item->type).qualifiers & HR_CONST) != 0;
}

/* foo_end, fooEnd, FooClose; not append. */
static bool is_called_end(const char *name)
{
	static const char *const words[] = { "end", "close", "finish", "destroy", "free", "delete", "terminate" };
	size_t length = strlen(name);

	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		size_t size = strlen(words[i]);
		if (length > size && strcasecmp(name + length - size, words[i]) == 0 &&
		    (name[length - size - 1] == '_' ||
		     (isupper((unsigned char)name[length - size]) && islower((unsigned char)name[length - size - 1]))))
			return true;
	}
	return false;
}

/* Types and what others of the name are like: nobody wrote, and no name tells, what it is for. */
static bool is_only_guessed(const struct hr_item *item)
{
	for (size_t i = 0; i < item->claims.count; i++)
		if (item->claims.data[i].fact == HR_FACT_ROLE && item->claims.data[i].value == (int64_t)item->role &&
		    item->claims.data[i].source != HR_SOURCE_TYPE && item->claims.data[i].source != HR_SOURCE_SHAPE)
			return false;
	return true;
}

static bool points_to_void(const struct hr_model *model, const struct hr_item *item)
{
	const struct hr_type *target = hr_model_type(model, hr_model_pointee(model, item->type));

	return !target || target->kind == HR_TYPE_VOID;
}

/* Bytes that names or words say are text. Alone that some byte of them is looked at for a 0 says little: so it is with records that have text inside, too. */
static bool is_called_text(const struct hr_claimer *claimer, const struct hr_item *item)
{
	const double clearly = 0.4;

	if (points_to_void(claimer->model, item))
		return false;
	for (size_t i = 0; i < item->claims.count; i++) {
		const struct hr_claim *claim = &item->claims.data[i];
		if (claim->fact == HR_FACT_ROLE && claim->value == HR_ROLE_STRING && claim->weight >= clearly &&
		    (claim->source == HR_SOURCE_NAME || claim->source == HR_SOURCE_DOCUMENTATION))
			return true;
	}
	return false;
}

/* Is a number told to be its length, or its room? */
static bool is_measured(const struct hr_claimer *claimer, const struct hr_item *item)
{
	int index = (int)(item - claimer->operation->params.data);

	for (size_t i = 0; i < claimer->operation->params.count; i++) {
		const struct hr_item *other = &claimer->operation->params.data[i];
		if ((other->role == HR_ROLE_LENGTH || other->role == HR_ROLE_CAPACITY) && other->of == index)
			return true;
	}
	return false;
}

/* What a pointer is that names took for something that is written. */
static enum hr_role read_role(const struct hr_claimer *claimer, const struct hr_item *item,
			      const struct hr_parameter_facts *facts)
{
	switch (hr_claimer_sort(claimer->model, item->type)) {
	case HR_POINTER_TEXT:
		return facts->value.bound.kind != HR_BOUND_NONE || is_measured(claimer, item) ? HR_ROLE_BUFFER
											      : HR_ROLE_STRING;
	case HR_POINTER_BYTES:
		return facts->value.bound.kind != HR_BOUND_NONE || !points_to_void(claimer->model, item)
			       ? HR_ROLE_BUFFER
			       : HR_ROLE_IN;
	case HR_POINTER_SLOT:
	case HR_POINTER_OTHER:
		return facts->first.element || facts->first.maybe_elsewhere || item->array_count > 1 ? HR_ROLE_ARRAY
												     : HR_ROLE_IN;
	default:
		return HR_ROLE_IN;
	}
}

/* Is it all that ends what others yield through slots, or return? Then it does, by ways that the code hides: a pool, a list of free ones, a count before it. */
static bool is_last_ender(const struct hr_claimer *claimer)
{
	const struct hr_model *model = claimer->model;
	const struct hr_operation *ender = claimer->operation;
	size_t type = hr_model_object(model, ender->params.data[0].type);
	bool is_yielded = false;

	if (type == HR_NO_TYPE || ender->params.count > 1)
		return false;
	for (size_t i = 0; i < model->operations.count; i++) {
		const struct hr_operation *other = &model->operations.data[i];
		struct hr_type_ref first = other->params.count ? other->params.data[0].type : ender->result.type;
		if (other->params.count && hr_claimer_sort(model, first) == HR_POINTER_SLOT)
			first = hr_model_pointee(model, first);
		if (other != ender && other->params.count && other->params.data[0].role == HR_ROLE_CONSUMED &&
		    hr_model_object(model, first) == type)
			return false;
		is_yielded |= other->result.role == HR_ROLE_OWNED && !other->result.freed_by_libc &&
			      hr_claimer_sort(model, other->result.type) == HR_POINTER_OBJECT &&
			      hr_model_object(model, other->result.type) == type;
		for (size_t k = 0; k < other->params.count; k++)
			is_yielded |=
				other->params.data[k].role == HR_ROLE_OUT &&
				hr_claimer_sort(model, other->params.data[k].type) == HR_POINTER_SLOT &&
				hr_model_object(model, hr_model_pointee(model, other->params.data[k].type)) == type;
	}
	return is_yielded;
}

/* What a size is made of together with something that is not passed: so many columns, so many parts of a pixel. */
static bool is_called_factor(const char *name)
{
	static const char *const factors[] = { "width", "height", "w",        "h",    "columns",
					       "cols",  "rows",   "channels", "comp", "components" };

	for (size_t i = 0; i < sizeof factors / sizeof *factors; i++)
		if (hr_text_ends_with(name, factors[i]) && (strlen(factors[i]) > 1 || strcmp(name, factors[i]) == 0))
			return true;
	return false;
}

/* Width times height: none of several that a size is made of is one. */
static bool is_only_size(const struct hr_claimer *claimer)
{
	size_t sizes = 0;

	for (size_t i = 0; i < claimer->function->parameters.count; i++)
		sizes += claimer->function->parameters.data[i].value.meaning == HR_MEANING_SIZE;
	return sizes == 1;
}

/* Bytes that are only put away, for later calls to read, or an entry of a list: nothing of them is read or written now. */
static void settle_put_away(struct hr_claimer *claimer, struct hr_item *item, const struct hr_memory_facts *memory)
{
	bool is_kept = memory->kept & (HR_KEPT_GLOBAL | HR_KEPT_IN) && memory->freed == HR_FREED_NO;
	bool is_entry = points_to_void(claimer->model, item) && !is_measured(claimer, item);

	if (!is_kept || memory->dereferenced != HR_DEREFERENCED_NEVER ||
	    hr_claimer_sort(claimer->model, item->type) != HR_POINTER_BYTES || is_written(item, HR_ROLE_OUT))
		return;
	if (item->role == HR_ROLE_OUT || item->role == HR_ROLE_INOUT || (item->role == HR_ROLE_BUFFER && is_entry))
		hr_claimer_role(claimer, item, is_entry ? HR_ROLE_IN : HR_ROLE_BUFFER, memory->at_kept,
				"it is put away as it is");
}

static void settle_role(struct hr_claimer *claimer, struct hr_item *item, const struct hr_parameter_facts *facts)
{
	const struct hr_memory_facts *memory = &facts->memory;
	enum hr_pointer_sort sort = hr_claimer_sort(claimer->model, item->type);
	bool is_first = item == claimer->operation->params.data;

	if (sort == HR_POINTER_NOT && facts->value.meaning == HR_MEANING_SIZE &&
	    facts->value.relation == HR_RELATION_NONE && item->role == HR_ROLE_IN && is_only_size(claimer) &&
	    !is_called_factor(item->name))
		hr_claimer_role(claimer, item, HR_ROLE_SIZE, facts->value.at_meaning, "so much memory is allocated");
	if (sort == HR_POINTER_NOT || sort == HR_POINTER_FUNCTION)
		return;
	/* of others than the first what they hold may be taken over */
	if (item->role == HR_ROLE_CONSUMED && is_first && !is_last_ender(claimer) && sort == HR_POINTER_OBJECT &&
	    memory->kept == HR_KEPT_NOT && (memory->freed == HR_FREED_NO || memory->freed == HR_FREED_INSIDE))
		hr_claimer_role(claimer, item, HR_ROLE_RECEIVER, memory->at_freed,
				memory->freed == HR_FREED_NO ? "it is neither freed nor kept"
							     : "only what it holds is freed");
	/* thing_end(thing, status) that refuses to, now and then */
	if (item->role == HR_ROLE_RECEIVER && is_first && sort == HR_POINTER_OBJECT && memory->freed == HR_FREED_YES &&
	    is_called_end(claimer->operation->name))
		hr_claimer_role(claimer, item, HR_ROLE_CONSUMED, memory->at_freed,
				"it is freed, though not always, and the name says so");
	settle_put_away(claimer, item, memory);
	bool is_plain = item->role == HR_ROLE_OUT || item->role == HR_ROLE_INOUT || item->role == HR_ROLE_IN ||
			item->role == HR_ROLE_UNKNOWN;
	/* names of files and formats are strings, too */
	bool is_unbound = item->role == HR_ROLE_BUFFER && facts->value.bound.kind == HR_BOUND_NONE;
	bool is_string = facts->value.meaning == HR_MEANING_STRING;
	bool is_text = sort == HR_POINTER_TEXT || (sort == HR_POINTER_BYTES && is_called_text(claimer, item));
	if ((is_plain || is_unbound) && is_text && is_untouched(memory) && is_string)
		hr_claimer_role(claimer, item, HR_ROLE_STRING, facts->value.at_meaning, "it is read up to its NUL");
	else if (item->role == HR_ROLE_OUT && sort == HR_POINTER_TEXT && is_string && is_only_guessed(item) &&
		 memory->effect == HR_EFFECT_UNKNOWN && memory->at_written.file == HR_CODE_NONE &&
		 !facts->first.is_unknown)
		hr_claimer_role(claimer, item, HR_ROLE_STRING, facts->value.at_meaning,
				"it is read up to its NUL, and nothing is seen to write it");
	else if ((is_plain || is_unbound || item->role == HR_ROLE_RECEIVER) && is_string && is_untouched(memory) &&
		 is_const(claimer, item) && points_to_void(claimer->model, item))
		hr_claimer_role(claimer, item, HR_ROLE_STRING, facts->value.at_meaning, "it is read up to its NUL");
	else if ((item->role == HR_ROLE_OUT || item->role == HR_ROLE_INOUT) && is_untouched(memory) &&
		 memory->dereferenced > HR_DEREFERENCED_NEVER && sort != HR_POINTER_OBJECT)
		hr_claimer_role(claimer, item, read_role(claimer, item, facts), memory->at_dereferenced,
				"it is only read");
}

/* The authors wrote that the caller has to give it back. */
static bool is_said_to_be_owned(const struct hr_item *item)
{
	for (size_t i = 0; i < item->claims.count; i++) {
		const struct hr_claim *claim = &item->claims.data[i];
		bool is_owned = claim->fact == HR_FACT_ROLE && claim->value == HR_ROLE_OWNED;
		if (claim->source == HR_SOURCE_DOCUMENTATION && (is_owned || claim->fact == HR_FACT_FREED_BY))
			return true;
	}
	return false;
}

/* The caller's buffer itself comes back; or what an argument that is not changed leads to; or text, which hardly anybody takes out of an object without
 * saying so. */
static bool is_lent(const struct hr_claimer *claimer, enum hr_pointer_sort sort)
{
	const struct hr_function_facts *function = claimer->function;
	const struct hr_memory_facts *memory = &function->parameters.data[function->returns_of].memory;
	const struct hr_item *of = &claimer->operation->params.data[function->returns_of];

	if (is_untouched(memory))
		return true;
	if (is_const(claimer, of) && !is_const(claimer, &claimer->operation->result))
		return false;
	return (sort != HR_POINTER_OBJECT && memory->kept & HR_KEPT_RETURNED) ||
	       (sort == HR_POINTER_TEXT && memory->freed == HR_FREED_INSIDE &&
		!is_said_to_be_owned(&claimer->operation->result));
}

/* find_it(name): the name says that it was there before. */
static bool is_called_borrowed(const struct hr_item *result)
{
	const double clearly = 0.5;

	for (size_t i = 0; i < result->claims.count; i++)
		if (result->claims.data[i].fact == HR_FACT_ROLE && result->claims.data[i].value == HR_ROLE_BORROWED &&
		    result->claims.data[i].source == HR_SOURCE_NAME && result->claims.data[i].weight > clearly)
			return true;
	return false;
}

/* Results that names took for new. What is taken out of an object belongs to the caller now: only who changes nothing lends; and of objects that are there for
 * all, references may be counted. */
static void settle_result(struct hr_claimer *claimer)
{
	const struct hr_function_facts *function = claimer->function;
	struct hr_item *result = &claimer->operation->result;
	enum hr_pointer_sort sort = hr_claimer_sort(claimer->model, result->type);

	/* what the authors hand out as new belongs to the caller also where this build of theirs cannot make one; and so does what another operation ends, like a record of an error */
	if (function->returns_constant && result->role == HR_ROLE_OWNED && sort != HR_POINTER_NOT) {
		bool is_ended = result->freed_by >= 0 &&
				&claimer->model->operations.data[result->freed_by] != claimer->operation;
		if (!is_said_to_be_owned(result) && !is_ended)
			hr_claimer_role(claimer, result, HR_ROLE_BORROWED, function->at_returns, "it always is NULL");
		return;
	}
	/* lent by one argument, where names see another one or none */
	bool is_elsewhere =
		result->role == HR_ROLE_BORROWED && function->returns_of >= 0 && result->of != function->returns_of;
	if (function->returns != HR_RETURNS_BORROWED || (result->role != HR_ROLE_OWNED && !is_elsewhere) ||
	    sort == HR_POINTER_NOT || hr_claimer_is_mixed(function))
		return;
	/* of what is lent anyway, only whose it is was not known */
	bool is_certain = is_elsewhere && !function->returns_global &&
			  !(function->returns_parameters & (function->returns_parameters - 1));
	if (function->returns_of < 0 ? sort == HR_POINTER_OBJECT && !is_called_borrowed(result)
				     : !is_certain && !is_lent(claimer, sort))
		return;
	hr_claimer_add(claimer, &result->claims,
		       (struct hr_claim){ .fact = HR_FACT_ROLE, .value = HR_ROLE_BORROWED, .of = function->returns_of },
		       function->at_returns,
		       function->returns_of < 0 ? "it leads to something that is there anyway"
						: "it leads into an argument");
}

/* Does the documentation say clearly that it tells of success, or that it answers? */
static bool says(const struct hr_item *result, enum hr_role role)
{
	const double clearly = 0.8;

	for (size_t i = 0; i < result->claims.count; i++) {
		const struct hr_claim *claim = &result->claims.data[i];
		if (claim->fact == HR_FACT_ROLE && claim->value == (int64_t)role &&
		    claim->source == HR_SOURCE_DOCUMENTATION && claim->weight > clearly)
			return true;
	}
	return false;
}

/* Does the name ask whether something is so? */
static bool is_question(const struct hr_item *result)
{
	const double clearly = 0.8;

	for (size_t i = 0; i < result->claims.count; i++)
		if (result->claims.data[i].fact == HR_FACT_ROLE && result->claims.data[i].value == HR_ROLE_VALUE &&
		    result->claims.data[i].source == HR_SOURCE_NAME && result->claims.data[i].weight > clearly)
			return true;
	return false;
}

/* Is it a truth value, by its type or by the macro that it is written with? */
static bool is_truth(const struct hr_model *model, const struct hr_item *item)
{
	const struct hr_type *type = hr_model_type(model, item->type);

	return item->is_truth || (type && type->kind == HR_TYPE_BOOL) ||
	       (type && type->kind == HR_TYPE_INT &&
		hr_text_find_any_case(model->types.data[item->type.type].spelling, "bool"));
}

/* What most operations that return a status of this type have for refused; those that never refuse have no say. */
static enum hr_error_convention common_convention(const struct hr_model *model, const struct hr_item *result)
{
	size_t votes[2] = { 0 };

	if (is_truth(model, result))
		return HR_REFUSED_ZERO;
	for (size_t i = 0; i < model->operations.count; i++) {
		const struct hr_operation *operation = &model->operations.data[i];
		struct hr_decision told = hr_claims_decide(&operation->claims, HR_FACT_ERROR);
		if (operation->result.type.type == result->type.type && !operation->result.is_truth &&
		    operation->result.role == HR_ROLE_STATUS && told.decided && told.value != HR_REFUSED_NEVER)
			votes[told.value == HR_REFUSED_ZERO]++;
	}
	return votes[1] > votes[0] ? HR_REFUSED_ZERO : HR_REFUSED_NONZERO;
}

/* An answer by its name that is one of two numbers, of something that is changed. */
static void settle_outcome(struct hr_claimer *claimer)
{
	struct hr_operation *operation = claimer->operation;
	struct hr_place at = claimer->function->at_returns;
	enum hr_error_convention convention = common_convention(claimer->model, &operation->result);

	hr_claimer_role(claimer, &operation->result, HR_ROLE_STATUS, at,
			"something is changed, and one of two numbers tells whether it worked");
	if (claimer->function->error_results == HR_ERRORS_UNKNOWN)
		hr_claimer_add(claimer, &operation->claims,
			       (struct hr_claim){ .fact = HR_FACT_ERROR, .value = convention, .of = -1 }, at,
			       is_truth(claimer->model, &operation->result)
				       ? "a boolean: false is refused"
				       : "so it is with most that return such a status");
}

static bool ends_something(const struct hr_claimer *claimer)
{
	const struct hr_function_facts *function = claimer->function;
	for (size_t i = 0; i < claimer->operation->params.count; i++)
		if (claimer->operation->params.data[i].role == HR_ROLE_CONSUMED ||
		    (i < function->parameters.count && function->parameters.data[i].memory.freed > HR_FREED_NO))
			return true;
	return false;
}

/* Whoever only ever returns one number, or NULL in place of what it has ended, refuses nothing by it, unless the authors speak of what is to come. */
static void settle_constant(struct hr_claimer *claimer)
{
	const struct hr_function_facts *function = claimer->function;
	struct hr_operation *operation = claimer->operation;
	bool is_number = operation->result.role == HR_ROLE_STATUS && function->returns == HR_RETURNS_NUMBER;
	bool is_null =
		hr_claimer_sort(claimer->model, operation->result.type) != HR_POINTER_NOT && ends_something(claimer);

	if ((is_number || is_null) && function->returns_constant && function->error_results <= HR_ERRORS_NONE &&
	    !is_said(&operation->claims, HR_FACT_ERROR))
		hr_claimer_add(claimer, &operation->claims,
			       (struct hr_claim){ .fact = HR_FACT_ERROR, .value = HR_REFUSED_NEVER, .of = -1 },
			       function->at_returns,
			       is_null ? "it always returns NULL" : "it always returns the same number");
}

/* A number that is a constant on every path and tells of errors, where names see an answer. The other way round nothing follows: a status can be loaded from somewhere. */
static void settle_number(struct hr_claimer *claimer)
{
	const struct hr_function_facts *function = claimer->function;
	struct hr_item *result = &claimer->operation->result;

	if (function->returns != HR_RETURNS_NUMBER)
		return;
	/* the authors' own word about what stands for success is stronger */
	if ((result->role == HR_ROLE_STATUS || result->role == HR_ROLE_VALUE) && says(result, result->role))
		return;
	if (result->role == HR_ROLE_STATUS && function->returns_amount)
		hr_claimer_role(claimer, result, HR_ROLE_VALUE, function->at_returns, "it is computed");
	else if (result->role == HR_ROLE_STATUS && !function->returns_constant &&
		 (function->purity == HR_PURITY_PURE || function->purity == HR_PURITY_OBSERVER))
		hr_claimer_role(claimer, result, HR_ROLE_VALUE, function->at_returns,
				"nothing is changed: there is nothing that could fail");
	/* set_mode(object, mode) that returns the old one */
	if (result->role == HR_ROLE_STATUS && result->confidence < 0.6 && !function->returns_constant &&
	    function->error_results == HR_ERRORS_NONE && !function->returns_either)
		hr_claimer_role(claimer, result, HR_ROLE_VALUE, function->at_returns,
				"it cannot fail, and it is no constant");
	/* files that are only looked at change nothing */
	bool changes = function->output || function->defines.count || function->defines_unknown;
	bool is_impure = function->purity == HR_PURITY_IMPURE || function->purity == HR_PURITY_UNKNOWN;
	if (result->role == HR_ROLE_VALUE && function->returns_either && is_impure && changes && !is_question(result))
		settle_outcome(claimer);
	if (function->error_results == HR_ERRORS_UNKNOWN)
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

/* What is returned takes the place of an argument of the same type, which may be gone then: realloc. */
static void settle_replaced(struct hr_claimer *claimer, size_t index)
{
	const struct hr_function_facts *function = claimer->function;
	struct hr_operation *operation = claimer->operation;
	struct hr_item *item = &operation->params.data[index];
	const struct hr_memory_facts *memory = &function->parameters.data[index].memory;

	if (index >= 64 || memory->freed != HR_FREED_YES || !(function->returns_parameters >> index & 1) ||
	    !function->returns_owned || item->type.type != operation->result.type.type ||
	    hr_claimer_sort(claimer->model, item->type) == HR_POINTER_NOT)
		return;
	hr_claimer_role(claimer, item, HR_ROLE_CONSUMED, memory->at_freed, "what is returned takes its place");
	if (operation->result.role != HR_ROLE_OWNED)
		hr_claimer_role(claimer, &operation->result, HR_ROLE_OWNED, function->at_returns,
				"it takes the place of an argument");
}

/* What a new object is only given a pointer to is not what the operation is about. */
static void settle_receiver(struct hr_claimer *claimer, struct hr_item *item, const struct hr_memory_facts *memory)
{
	if (item->role == HR_ROLE_RECEIVER && memory->dereferenced == HR_DEREFERENCED_NEVER &&
	    memory->kept & HR_KEPT_RESULT && claimer->function->returns == HR_RETURNS_OWNED)
		hr_claimer_role(claimer, item, HR_ROLE_IN, memory->at_kept, "it is only stored in what is returned");
}

static bool is_suggested(const struct hr_item *item, enum hr_role role)
{
	for (size_t i = 0; i < item->claims.count; i++)
		if (item->claims.data[i].fact == HR_FACT_ROLE && item->claims.data[i].value == (int64_t)role)
			return true;
	return false;
}

static bool is_said_role(const struct hr_item *item, enum hr_role role)
{
	for (size_t i = 0; i < item->claims.count; i++)
		if (item->claims.data[i].fact == HR_FACT_ROLE && item->claims.data[i].value == (int64_t)role &&
		    item->claims.data[i].source != HR_SOURCE_NAME)
			return true;
	return false;
}

/* All that is done with the parameter is to compare it with constants: 1 when they all are zero, 2 otherwise; 0: more is done. */
static int compared_only(const struct hr_claimer *claimer, size_t index)
{
	const struct hr_code_function *function =
		&claimer->facts->code->functions.data[claimer->function - claimer->facts->functions.data];
	int found = 0;

	for (size_t i = 0; i < function->instructions.count; i++) {
		const struct hr_code_instruction *it = &function->instructions.data[i];
		const uint32_t *operands = &function->operands.data[it->operands];
		for (uint32_t o = 0; o < it->operand_count; o++) {
			const struct hr_code_value *value = &function->values.data[operands[o]];
			if (value->kind != HR_VALUE_PARAMETER ||
			    function->parameters.data[value->index].source != index)
				continue;
			const struct hr_code_value *other = &function->values.data[operands[!o]];
			if (it->op == HR_CODE_SWITCH && o == 0)
				found = 2;
			else if (it->op != HR_CODE_COMPARE || other->kind != HR_VALUE_INTEGER)
				return 0;
			else if (!found || other->number)
				found = other->number ? 2 : 1;
		}
	}
	return found;
}

static bool is_truth_value(const struct hr_claimer *claimer, size_t index)
{
	return compared_only(claimer, index) == 1;
}

static bool is_chosen_by(const struct hr_claimer *claimer, size_t index)
{
	return compared_only(claimer, index) == 2;
}

/* How many different single bits are asked for. Those that are handed on count when there are several: one of them may be of a hash, or of a character. */
static size_t bits_asked(const struct hr_claimer *claimer, size_t index)
{
	return (size_t)__builtin_popcountll(claimer->function->parameters.data[index].value.bits);
}

/* A number beyond 0 and 1, which are everybody's, that it is asked to be equal to. */
static bool is_choice(const struct hr_check *check)
{
	return !check->text && check->comparison <= HR_NOT_EQUAL && check->number > 1;
}

/* Whether two constants that stand side by side in the API are among the numbers that it is compared with: KEY_LEFT and KEY_RIGHT, rather than two that happen to have such values. */
static bool are_named_side_by_side(const struct hr_claimer *claimer, const struct hr_value_facts *value)
{
	const struct hr_constant *before = NULL;

	for (size_t k = 0; k < claimer->model->constants.count; k++) {
		const struct hr_constant *constant = &claimer->model->constants.data[k];
		bool is_met = false;
		for (size_t i = 0; i < value->checks.count && !is_met; i++)
			is_met = is_choice(&value->checks.data[i]) && constant->kind == HR_CONSTANT_INT &&
				 constant->number == value->checks.data[i].number;
		if (is_met && before && before->number != constant->number)
			return true;
		before = is_met ? constant : NULL;
	}
	return false;
}

/* Whether all numbers but 0 and 1 that it is asked to be equal to are constants of the API, one of them such that it is no accident: 0 or FOO_WITH_SYNC. */
static bool are_named_and_rare(const struct hr_claimer *claimer, const struct hr_value_facts *value)
{
	enum { RARE = 64 };
	bool is_rare = false;

	for (size_t i = 0; i < value->checks.count; i++) {
		const struct hr_check *check = &value->checks.data[i];
		bool is_named = check->number == 0 || check->number == 1;
		for (size_t k = 0; k < claimer->model->constants.count && !is_named; k++)
			is_named = claimer->model->constants.data[k].kind == HR_CONSTANT_INT &&
				   claimer->model->constants.data[k].number == check->number;
		if (!is_named || check->text || check->comparison > HR_NOT_EQUAL)
			return false;
		is_rare = is_rare || check->number >= RARE;
	}
	return is_rare;
}

/* Numbers: what names suggest, against what they are compared with. */
static void settle_choice(struct hr_claimer *claimer, size_t index, const struct hr_value_facts *value)
{
	struct hr_item *item = &claimer->operation->params.data[index];

	if (hr_claimer_sort(claimer->model, item->type) != HR_POINTER_NOT)
		return;
	enum { SEVERAL = 3 };
	const struct hr_type *type = hr_model_type(claimer->model, item->type);
	bool is_plain = item->role == HR_ROLE_IN || (item->role == HR_ROLE_ENUM && !is_said_role(item, HR_ROLE_ENUM));
	/* constants that are called after it may be bits as well, unless the authors wrote that it is one of them */
	bool is_guessed =
		item->role == HR_ROLE_ENUM && type && type->kind == HR_TYPE_INT && !is_written(item, HR_ROLE_ENUM);
	size_t bits = bits_asked(claimer, index);
	if ((is_plain && bits >= 2) || (is_guessed && bits >= SEVERAL)) {
		hr_claimer_role(claimer, item, HR_ROLE_FLAGS, claimer->function->at_returns,
				"single bits of it are asked for");
		return;
	}
	if (item->role == HR_ROLE_FLAGS && !is_said_role(item, HR_ROLE_FLAGS) && is_truth_value(claimer, index))
		hr_claimer_role(claimer, item, HR_ROLE_IN, claimer->function->at_returns,
				"only whether it is zero counts");
	else if (is_guessed && is_truth_value(claimer, index))
		hr_claimer_role(claimer, item, HR_ROLE_IN, claimer->function->at_returns,
				"only whether it is zero counts");
	else if (item->role == HR_ROLE_FLAGS && !is_said_role(item, HR_ROLE_FLAGS) && is_chosen_by(claimer, index))
		hr_claimer_role(claimer, item, HR_ROLE_ENUM, claimer->function->at_returns,
				"it is only compared with particular numbers");
	if (item->role == HR_ROLE_IN && type && type->kind == HR_TYPE_INT && is_only_guessed(item) &&
	    is_chosen_by(claimer, index) &&
	    (are_named_side_by_side(claimer, value) || are_named_and_rare(claimer, value))) {
		hr_claimer_role(claimer, item, HR_ROLE_ENUM, value->checks.data[0].at,
				"it is only compared with constants of the API");
		return;
	}
	if (item->role != HR_ROLE_IN || !is_suggested(item, HR_ROLE_ENUM))
		return;
	for (size_t i = 0; i < value->checks.count; i++)
		if (!value->checks.data[i].text && value->checks.data[i].comparison <= HR_NOT_EQUAL &&
		    value->checks.data[i].number) {
			hr_claimer_role(claimer, item, HR_ROLE_ENUM, value->checks.data[i].at,
					"it is compared with particular numbers");
			return;
		}
}

static void settle_operation(struct hr_claimer *claimer)
{
	for (size_t i = 0; i < claimer->operation->params.count; i++) {
		struct hr_item *item = &claimer->operation->params.data[i];
		const struct hr_parameter_facts *facts = &claimer->function->parameters.data[i];
		settle_role(claimer, item, facts);
		hr_settle_handle(claimer, item, facts); /* before what it would be if it were only memory */
		hr_settle_use(claimer, item, facts);
		settle_receiver(claimer, item, &facts->memory);
		settle_replaced(claimer, i);
		settle_choice(claimer, i, &facts->value);
		if (hr_claimer_sort(claimer->model, item->type) != HR_POINTER_NOT)
			settle_null(claimer, item, &facts->memory);
	}
	for (size_t i = 0; i < claimer->operation->params.count; i++)
		hr_settle_limit(claimer, &claimer->operation->params.data[i]);
	settle_result(claimer);
	settle_number(claimer);
	settle_kind(claimer);
	hr_claim_fields(claimer);
}

void hr_facts_settle(struct hr_model *model, const struct hr_facts *facts, const struct hr_claim_options *options)
{
	hr_claimer_each(model, facts, options, settle_constant);
	hr_claimer_each(model, facts, options, settle_operation);
	hr_settle_types(model, facts, options);
	hr_model_decide(model);
	hr_settle_siblings(model);
	hr_model_decide(model);
	hr_settle_makers(model, facts, options);
	hr_claimer_each(model, facts, options, hr_settle_enders);
	hr_model_decide(model);
}
