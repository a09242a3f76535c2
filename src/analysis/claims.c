/* Facts become evidence: what the code proves by itself.
 *
 * Invariants: nothing is claimed that the code leaves open; a parameter that is written is never claimed to be read only, and the other way round. */
#include "analysis/claims.h"
#include "analysis/claims_internal.h"
#include "analysis/facts_text.h"

#include "base/text.h"

#include <string.h>

/* How often a proof is right. */
#define PROVED 0.98

/* ---- tools ---- */

static const char *place_text(struct hr_claimer *claimer, struct hr_place at)
{
	struct hr_strbuf text = HR_STRBUF_INIT;

	hr_facts_place(&text, claimer->facts, at, claimer->options ? claimer->options->directory : NULL);
	const char *kept = text.length ? hr_arena_strdup(&claimer->model->arena, text.data) : NULL;
	hr_strbuf_release(&text);
	return kept;
}

void hr_claimer_add(struct hr_claimer *claimer, hr_claims *claims, struct hr_claim claim, struct hr_place at,
		    const char *text)
{
	claim.source = HR_SOURCE_CODE;
	claim.weight = PROVED;
	claim.text = text;
	claim.at = place_text(claimer, at);
	hr_vec_push(claims, claim);
}

void hr_claimer_role(struct hr_claimer *claimer, struct hr_item *item, enum hr_role role, struct hr_place at,
		     const char *text)
{
	hr_claimer_add(claimer, &item->claims, (struct hr_claim){ .fact = HR_FACT_ROLE, .value = role, .of = -1 }, at,
		       text);
}

enum hr_pointer_sort hr_claimer_sort(const struct hr_model *model, struct hr_type_ref ref)
{
	const struct hr_type *type = hr_model_type(model, ref);
	const struct hr_type *target;

	if (!type || (type->kind != HR_TYPE_POINTER && type->kind != HR_TYPE_ARRAY))
		return HR_POINTER_NOT;
	target = hr_model_type(model, type->target);
	if (!target)
		return HR_POINTER_OTHER;
	switch (target->kind) {
	case HR_TYPE_FUNCTION:
		return HR_POINTER_FUNCTION;
	case HR_TYPE_VOID:
		return HR_POINTER_BYTES;
	case HR_TYPE_INT:
		return strcmp(target->spelling, "char") == 0 ? HR_POINTER_TEXT
		       : target->size == 1                   ? HR_POINTER_BYTES
							     : HR_POINTER_OTHER;
	case HR_TYPE_STRUCT:
	case HR_TYPE_UNION:
		return HR_POINTER_OBJECT;
	case HR_TYPE_POINTER:
	case HR_TYPE_ARRAY:
		return HR_POINTER_SLOT;
	default:
		return HR_POINTER_OTHER;
	}
}

void hr_claimer_each(struct hr_model *model, const struct hr_facts *facts, const struct hr_claim_options *options,
		     void (*claim)(struct hr_claimer *claimer))
{
	for (size_t i = 0; i < model->operations.count; i++) {
		struct hr_claimer claimer = {
			.model = model, .facts = facts, .options = options, .operation = &model->operations.data[i]
		};
		uint32_t function = hr_facts_function(facts, claimer.operation);
		if (function == HR_CODE_NONE)
			continue;
		claimer.function = &facts->functions.data[function];
		claim(&claimer);
	}
}

/* ---- memory ---- */

static bool is_only_read(const struct hr_memory_facts *memory)
{
	return memory->effect == HR_EFFECT_SAFE || memory->effect == HR_EFFECT_READ_ONLY;
}

/* By value: what is returned of a pointer is inside of it. */
static bool returns_struct(const struct hr_claimer *claimer)
{
	const struct hr_type *type =
		hr_model_type(claimer->model, hr_model_strip(claimer->model, claimer->operation->result.type));
	return type && (type->kind == HR_TYPE_STRUCT || type->kind == HR_TYPE_UNION);
}

static void claim_memory(struct hr_claimer *claimer, struct hr_item *item, const struct hr_memory_facts *memory,
			 bool is_always_freed)
{
	enum hr_pointer_sort sort = hr_claimer_sort(claimer->model, item->type);

	if (sort == HR_POINTER_NOT)
		return;
	if (is_always_freed && sort != HR_POINTER_FUNCTION && sort != HR_POINTER_SLOT)
		hr_claimer_role(claimer, item, HR_ROLE_CONSUMED, memory->at_freed, "it is freed");
	unsigned keeps = HR_KEPT_GLOBAL | HR_KEPT_RESULT | HR_KEPT_IN;
	if (returns_struct(claimer))
		keeps |= HR_KEPT_RETURNED;
	if (memory->kept & keeps && memory->freed != HR_FREED_YES)
		hr_claimer_add(claimer, &item->claims, (struct hr_claim){ .fact = HR_FACT_KEPT, .value = 1, .of = -1 },
			       memory->at_kept,
			       memory->kept & HR_KEPT_GLOBAL ? "it is stored in a global variable"
			       : memory->kept & HR_KEPT_RESULT || !(memory->kept & HR_KEPT_IN)
				       ? "it is stored in what is returned"
				       : "it is stored in another argument");
	else if (memory->kept == HR_KEPT_NOT)
		hr_claimer_add(claimer, &item->claims, (struct hr_claim){ .fact = HR_FACT_KEPT, .value = 0, .of = -1 },
			       memory->at_kept, "no pointer to it is left behind");
}

/* ---- numbers and buffers ---- */

static bool is_const(const struct hr_claimer *claimer, const struct hr_item *item)
{
	return (hr_model_pointee(claimer->model, item->type).qualifiers & HR_CONST) != 0;
}

/* An array of pointers that stays as it is, whatever becomes of the objects. */
static bool is_list_to_read(const struct hr_claimer *claimer, size_t index)
{
	const struct hr_first_use *first = &claimer->function->parameters.data[index].first;
	bool writes = first->writes_elsewhere || first->is_unknown;

	for (size_t i = 0; i < HR_FIRST_BYTES / 64; i++)
		writes = writes || first->written[i];
	return !writes && first->element == sizeof(void *) &&
	       hr_claimer_sort(claimer->model, claimer->operation->params.data[index].type) == HR_POINTER_SLOT;
}

static void claim_relation(struct hr_claimer *claimer, struct hr_item *item, const struct hr_value_facts *value)
{
	const struct hr_memory_facts *buffer;
	struct hr_claim claim = { .fact = HR_FACT_ROLE, .of = value->of };

	if (value->of < 0 || (size_t)value->of >= claimer->function->parameters.count)
		return;
	buffer = &claimer->function->parameters.data[value->of].memory;
	if (buffer->freed == HR_FREED_YES)
		return;
	claim.unit = value->in_elements && value->element != 1 ? HR_UNIT_ELEMENTS : HR_UNIT_BYTES;
	if (value->relation == HR_RELATION_LENGTH &&
	    (is_only_read(buffer) || is_list_to_read(claimer, (size_t)value->of)))
		claim.value = HR_ROLE_LENGTH;
	else if (value->relation == HR_RELATION_CAPACITY && buffer->effect == HR_EFFECT_READ_WRITE &&
		 !is_const(claimer, &claimer->operation->params.data[value->of]))
		claim.value = hr_claimer_reads_first(&claimer->function->parameters.data[value->of]) ? HR_ROLE_LENGTH
												     : HR_ROLE_CAPACITY;
	else
		return;
	hr_claimer_add(claimer, &item->claims, claim, value->at_relation,
		       claim.value == HR_ROLE_LENGTH ? "so much is read there"
						     : "so much is written there at the most");
	if (value->minus_one)
		hr_claimer_add(claimer, &item->claims,
			       (struct hr_claim){ .fact = HR_FACT_MINUS_ONE, .value = 1, .of = -1 }, value->at_relation,
			       "a negative one stands for the length of the string");
}

static void claim_buffer(struct hr_claimer *claimer, struct hr_item *item, const struct hr_parameter_facts *facts)
{
	enum hr_pointer_sort sort = hr_claimer_sort(claimer->model, item->type);
	const struct hr_bound *bound = &facts->value.bound;
	bool is_bytes = sort == HR_POINTER_TEXT || sort == HR_POINTER_BYTES;

	if (facts->memory.freed == HR_FREED_YES ||
	    (bound->kind != HR_BOUND_PARAMETER && bound->kind != HR_BOUND_POINTED) || sort == HR_POINTER_FUNCTION)
		return;
	if (bound->relation == HR_RELATION_LENGTH && is_only_read(&facts->memory) &&
	    facts->value.meaning == HR_MEANING_NONE) {
		if (bound->number >= 0 && claimer->function->parameters.data[bound->number].value.minus_one)
			return;
		/* one struct, of which as much is copied as the caller's version of it has */
		if (sort == HR_POINTER_OBJECT && !bound->in_elements)
			return;
		hr_claimer_role(claimer, item, is_bytes ? HR_ROLE_BUFFER : HR_ROLE_ARRAY, bound->at,
				"it is read up to a length that is passed beside it");
	} else if (bound->relation == HR_RELATION_CAPACITY && facts->memory.effect == HR_EFFECT_READ_WRITE &&
		   !is_const(claimer, item)) {
		bool is_edited = hr_claimer_reads_first(facts);
		hr_claimer_role(claimer, item, is_edited ? HR_ROLE_INOUT : HR_ROLE_OUT, bound->at,
				is_edited ? "it is read, then written, up to a length that is passed beside it"
					  : "it is written up to a capacity that is passed beside it");
	}
}

/* read(from, end): what is between two pointers, and the second of them. */
static void claim_between(struct hr_claimer *claimer, struct hr_item *item, const struct hr_parameter_facts *facts)
{
	enum hr_pointer_sort sort = hr_claimer_sort(claimer->model, item->type);
	const struct hr_bound *bound = &facts->value.bound;
	bool is_bytes = sort == HR_POINTER_TEXT || sort == HR_POINTER_BYTES;

	if (bound->kind != HR_BOUND_END || bound->relation != HR_RELATION_LENGTH || bound->number < 0 ||
	    (size_t)bound->number >= claimer->operation->params.count || !is_only_read(&facts->memory) ||
	    facts->value.meaning != HR_MEANING_NONE || sort == HR_POINTER_FUNCTION)
		return;
	struct hr_item *end = &claimer->operation->params.data[bound->number];
	if (end == item || end->type.type != item->type.type)
		return;
	hr_claimer_role(claimer, item, is_bytes ? HR_ROLE_BUFFER : HR_ROLE_ARRAY, bound->at,
			"it is read up to an end that is passed beside it");
	hr_claimer_role(claimer, end, HR_ROLE_IN, bound->at, "the end of what is read");
}

static void claim_meaning(struct hr_claimer *claimer, struct hr_item *item, const struct hr_parameter_facts *facts)
{
	enum hr_pointer_sort sort = hr_claimer_sort(claimer->model, item->type);
	bool is_text = sort == HR_POINTER_TEXT || (sort == HR_POINTER_BYTES && item->type.type != HR_NO_TYPE);
	struct hr_place at = facts->value.at_meaning;

	/* what is promised not to be changed need not be proved to be */
	bool is_read = is_only_read(&facts->memory) || is_const(claimer, item);

	if (facts->memory.freed == HR_FREED_YES)
		return;
	switch (facts->value.meaning) {
	case HR_MEANING_PATH:
		if (is_text && is_read)
			hr_claimer_role(claimer, item, HR_ROLE_PATH, at, "it names a file for the C library");
		break;
	case HR_MEANING_FORMAT:
		if (is_text && is_read)
			hr_claimer_role(claimer, item, HR_ROLE_FORMAT, at, "it is a format for the C library");
		break;
	case HR_MEANING_DESCRIPTOR:
		hr_claimer_role(claimer, item, HR_ROLE_DESCRIPTOR, at, "it is a descriptor for the system");
		break;
	case HR_MEANING_PERMISSIONS:
		if (sort == HR_POINTER_NOT)
			hr_claimer_role(claimer, item, HR_ROLE_FLAGS, at, "it tells the system who may use a file");
		break;
	default:
		break;
	}
}

/* ---- results ---- */

bool hr_claimer_is_mixed(const struct hr_function_facts *function)
{
	if (!function->returns_owned)
		return false;
	/* an argument that may be replaced by something larger is as new as that */
	for (size_t i = 0; i < function->parameters.count && i < 64; i++)
		if (function->returns_parameters >> i & 1 && function->parameters.data[i].memory.freed != HR_FREED_YES)
			return true;
	return function->returns_global;
}

/* thing_ref, thing_retain, ThingAddRef */
static bool is_called_reference(const char *name)
{
	static const char *const words[] = { "retain", "addref", "incref", "_ref_" };

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (hr_text_find_any_case(name, words[i]))
			return true;
	return hr_text_ends_with(name, "_ref") || hr_text_ends_with(name, "Ref");
}

/* Does it call what counts one more reference to its only argument, and returns that? */
static bool adds_reference(const struct hr_claimer *claimer)
{
	for (size_t i = 0; i < claimer->function->callees.count; i++) {
		uint32_t index = claimer->function->callees.data[i];
		const struct hr_function_facts *callee = &claimer->facts->functions.data[index];
		if (callee->parameters.count == 1 && callee->returns == HR_RETURNS_BORROWED &&
		    callee->returns_of == 0 && callee->output_always & 1 &&
		    is_called_reference(claimer->facts->code->functions.data[index].source_name))
			return true;
	}
	return false;
}

static void claim_result(struct hr_claimer *claimer)
{
	const struct hr_function_facts *function = claimer->function;
	struct hr_item *result = &claimer->operation->result;
	bool is_pointer = hr_claimer_sort(claimer->model, result->type) != HR_POINTER_NOT;

	if (function->returns == HR_RETURNS_OWNED && is_pointer && !hr_claimer_is_mixed(function))
		hr_claimer_role(claimer, result, HR_ROLE_OWNED, function->at_returns, "it is allocated by the call");
	else if (function->returns_owned && function->returns_parameters && !function->returns_global && is_pointer &&
		 adds_reference(claimer))
		hr_claimer_role(claimer, result, HR_ROLE_OWNED, function->at_returns,
				"it is allocated by the call, or an argument with one more reference to it");
	const struct hr_type *type = hr_model_type(claimer->model, result->type);
	if (type && type->kind == HR_TYPE_STRUCT && function->returns_owned_inside)
		hr_claimer_role(claimer, result, HR_ROLE_OWNED, function->at_returns,
				"what it leads to is allocated by the call");
}

static void claim_errno(struct hr_claimer *claimer)
{
	if (claimer->function->sets_errno && claimer->function->error_results > HR_ERRORS_NONE)
		hr_claimer_add(claimer, &claimer->operation->claims,
			       (struct hr_claim){ .fact = HR_FACT_ERRNO, .value = 1, .of = -1 },
			       claimer->function->at_errno, "errno is set where something goes wrong");
}

static void claim_errors(struct hr_claimer *claimer)
{
	static const struct {
		enum hr_error_convention convention;
		const char *text;
	} meanings[] = {
		[HR_ERRORS_NULL] = { HR_REFUSED_NULL, "NULL is returned where something goes wrong" },
		[HR_ERRORS_NEGATIVE] = { HR_REFUSED_NEGATIVE,
					 "negative numbers are returned where something goes wrong" },
		[HR_ERRORS_ZERO] = { HR_REFUSED_ZERO, "0 is returned where something goes wrong" },
		[HR_ERRORS_NONZERO] = { HR_REFUSED_NONZERO, "what is not 0 is returned where something goes wrong" },
	};
	const struct hr_function_facts *function = claimer->function;
	struct hr_place at = { HR_CODE_NONE, 0 };

	if (function->error_results <= HR_ERRORS_NONE)
		return;
	if (function->errors.count)
		at = function->errors.data[0].at;
	hr_claimer_add(claimer, &claimer->operation->claims,
		       (struct hr_claim){
			       .fact = HR_FACT_ERROR, .value = meanings[function->error_results].convention, .of = -1 },
		       at, meanings[function->error_results].text);
}

static void claim_operation(struct hr_claimer *claimer)
{
	for (size_t i = 0; i < claimer->operation->params.count; i++) {
		struct hr_item *item = &claimer->operation->params.data[i];
		const struct hr_parameter_facts *facts = &claimer->function->parameters.data[i];
		claim_memory(claimer, item, &facts->memory, i < 64 && claimer->function->always_freed >> i & 1);
		claim_relation(claimer, item, &facts->value);
		claim_buffer(claimer, item, facts);
		claim_between(claimer, item, facts);
		claim_meaning(claimer, item, facts);
	}
	claim_result(claimer);
	claim_errors(claimer);
	claim_errno(claimer);
}

void hr_facts_claim(struct hr_model *model, const struct hr_facts *facts, const struct hr_claim_options *options)
{
	hr_claimer_each(model, facts, options, claim_operation);
}
