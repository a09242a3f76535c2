/* Facts against decisions that were made without them: what is filled, what is changed in place, what is only read.
 *
 * Invariant: an object that the call keeps, frees or is about is left alone; and "filled" is claimed only where nothing can read what the caller left there. */
#include "analysis/claims_internal.h"

#include "base/text.h"

static bool is_any(const uint64_t *set)
{
	for (int i = 0; i < HR_FIRST_BYTES / 64; i++)
		if (set[i])
			return true;
	return false;
}

bool hr_claimer_reads_first(const struct hr_parameter_facts *facts)
{
	return is_any(facts->first.read) || facts->first.reads_elsewhere;
}

/* The authors wrote that it is filled: what is read of it then was put there by the call. */
static bool is_said_to_be_filled(const struct hr_item *item)
{
	const double clearly = 0.45;
	for (size_t i = 0; i < item->claims.count; i++)
		if (item->claims.data[i].fact == HR_FACT_ROLE && item->claims.data[i].value == HR_ROLE_OUT &&
		    item->claims.data[i].source == HR_SOURCE_DOCUMENTATION && item->claims.data[i].weight >= clearly)
			return true;
	return false;
}

static bool has_both(const uint64_t *a, const uint64_t *b)
{
	for (int i = 0; i < HR_FIRST_BYTES / 64; i++)
		if (a[i] & b[i])
			return true;
	return false;
}

struct use {
	bool reads;    /* surely what the caller left there */
	bool may_read; /* perhaps */
	bool writes;   /* itself, not only what it leads to */
	bool updates;  /* some byte of it is written, and perhaps read before */
};

/* Read at places that vary, and not all of it was written before. */
static bool may_read_elsewhere(const struct hr_claimer *claimer, const struct hr_item *item,
			       const struct hr_first_use *first)
{
	const struct hr_type *pointee = hr_model_type(claimer->model, hr_model_pointee(claimer->model, item->type));
	bool is_object =
		pointee && pointee->size > 0 && hr_claimer_sort(claimer->model, item->type) == HR_POINTER_OBJECT;

	return first->maybe_elsewhere && !(is_object && pointee->size <= first->filled_before);
}

static struct use use_of(const struct hr_claimer *claimer, const struct hr_item *item,
			 const struct hr_parameter_facts *facts)
{
	const struct hr_first_use *first = &facts->first;

	return (struct use){ .reads = hr_claimer_reads_first(facts),
			     .may_read = is_any(first->maybe) || may_read_elsewhere(claimer, item, first) ||
					 first->is_unknown,
			     .writes = is_any(first->written) || first->writes_elsewhere,
			     .updates = has_both(first->maybe, first->written) };
}

static void claim(struct hr_claimer *claimer, struct hr_item *item, const struct hr_parameter_facts *facts,
		  enum hr_role role)
{
	static const char *const reasons[HR_ROLE_COUNT] = {
		[HR_ROLE_OUT] = "it is written, and nothing of it is read before",
		[HR_ROLE_INOUT] = "what the caller left there is read, and it is written",
		[HR_ROLE_IN] = "it is only read",
		[HR_ROLE_ARRAY] = "several of them are read",
	};
	struct hr_place at = role == HR_ROLE_INOUT && facts->first.at_read.file != HR_CODE_NONE ? facts->first.at_read
			     : role == HR_ROLE_IN || role == HR_ROLE_ARRAY ? facts->memory.at_dereferenced
									   : facts->memory.at_written;

	hr_claimer_role(claimer, item, role, at, reasons[role]);
}

static bool is_read_only(const struct hr_memory_facts *memory)
{
	return memory->effect == HR_EFFECT_SAFE || memory->effect == HR_EFFECT_READ_ONLY;
}

/* release(unsigned *code, struct piece *p): what else there is are places for numbers. */
static bool is_only_object(const struct hr_claimer *claimer, const struct hr_item *item)
{
	const struct hr_operation *operation = claimer->operation;

	for (size_t i = 0; i < operation->params.count; i++)
		if (&operation->params.data[i] != item &&
		    (hr_claimer_sort(claimer->model, operation->params.data[i].type) != HR_POINTER_OTHER ||
		     operation->params.data[i].role != HR_ROLE_OUT))
			return false;
	return true;
}

/* Structs: those that the call keeps may be linked into something, and are theirs whose list it is. */
static void settle_object(struct hr_claimer *claimer, struct hr_item *item, const struct hr_parameter_facts *facts,
			  struct use use)
{
	const struct hr_memory_facts *memory = &facts->memory;

	const struct hr_type *pointee = hr_model_type(claimer->model, hr_model_pointee(claimer->model, item->type));

	if (is_read_only(memory) && pointee && pointee->size > 0 && pointee->size == facts->first.element &&
	    (item->role == HR_ROLE_IN || item->role == HR_ROLE_OUT)) {
		claim(claimer, item, facts, HR_ROLE_ARRAY);
		return;
	}
	if (memory->freed == HR_FREED_YES || (memory->kept != HR_KEPT_NOT && item->role != HR_ROLE_OUT))
		return;
	/* what is promised not to be changed is changed at most in what it leads to */
	if (hr_model_pointee(claimer->model, item->type).qualifiers & HR_CONST)
		return;
	bool is_whole = pointee && pointee->completeness == HR_COMPLETE;
	bool is_plain = item->role == HR_ROLE_OUT || item->role == HR_ROLE_IN;
	if (is_plain && memory->dereferenced > HR_DEREFERENCED_NEVER && is_read_only(memory))
		claim(claimer, item, facts, HR_ROLE_IN);
	else if ((is_plain || item->role == HR_ROLE_INOUT) && memory->freed == HR_FREED_INSIDE && use.reads &&
		 use.writes && is_only_object(claimer, item))
		hr_claimer_role(claimer, item, HR_ROLE_RECEIVER, memory->at_freed, "what it holds is freed");
	else if (item->role == HR_ROLE_OUT && use.reads && !use.writes && !is_said_to_be_filled(item))
		hr_claimer_role(claimer, item, HR_ROLE_IN, facts->first.at_read,
				"what the caller left there is read, and nothing is seen to write it");
	else if (item->role == HR_ROLE_OUT && use.reads && use.writes)
		claim(claimer, item, facts, HR_ROLE_INOUT);
	else if ((item->role == HR_ROLE_IN || item->role == HR_ROLE_INOUT) && use.writes && !use.may_read)
		claim(claimer, item, facts, HR_ROLE_OUT);
	else if (item->role == HR_ROLE_IN && ((use.reads && use.writes) || use.updates) && is_whole)
		claim(claimer, item, facts, HR_ROLE_INOUT); /* what is hidden is no memory of the caller's */
}

/* Something without a type that is put away and changed: an object of which the unit knows more. */
static bool is_kept_object(const struct hr_claimer *claimer, const struct hr_item *item,
			   const struct hr_parameter_facts *facts)
{
	const struct hr_type *target = hr_model_type(claimer->model, hr_model_pointee(claimer->model, item->type));

	return target && target->kind == HR_TYPE_VOID &&
	       facts->memory.kept & (HR_KEPT_IN | HR_KEPT_GLOBAL | HR_KEPT_RESULT);
}

/* size_t measure(const unsigned char *text, size_t *bytes): a text that ends by itself has no length beside it. */
static bool is_beside_text(const struct hr_claimer *claimer, const struct hr_item *item)
{
	if (item->role != HR_ROLE_LENGTH || item->of < 0 || (size_t)item->of >= claimer->operation->params.count)
		return false;
	/* what code says of the text was claimed just now */
	const hr_claims *text = &claimer->operation->params.data[item->of].claims;
	return hr_claims_decide(text, HR_FACT_ROLE).value == HR_ROLE_STRING;
}

void hr_settle_use(struct hr_claimer *claimer, struct hr_item *item, const struct hr_parameter_facts *facts)
{
	enum hr_pointer_sort sort = hr_claimer_sort(claimer->model, item->type);
	struct use use = use_of(claimer, item, facts);

	if (sort == HR_POINTER_OBJECT) {
		settle_object(claimer, item, facts, use);
		return;
	}
	if (sort == HR_POINTER_NOT || sort == HR_POINTER_FUNCTION ||
	    hr_model_pointee(claimer->model, item->type).qualifiers & HR_CONST)
		return;
	if (facts->memory.freed == HR_FREED_YES)
		return;
	if (sort == HR_POINTER_SLOT && facts->first.element == sizeof(void *) && use.reads && !use.writes &&
	    (item->role == HR_ROLE_OUT || item->role == HR_ROLE_INOUT || item->role == HR_ROLE_IN)) {
		claim(claimer, item, facts, HR_ROLE_ARRAY);
		return;
	}
	/* the object in the slot is what is changed */
	if (sort == HR_POINTER_SLOT && item->role == HR_ROLE_OUT && use.reads && !use.writes &&
	    facts->memory.effect == HR_EFFECT_READ_WRITE)
		claim(claimer, item, facts, HR_ROLE_INOUT);
	if (!use.writes)
		return;
	if (item->role == HR_ROLE_IN && sort == HR_POINTER_BYTES && use.reads)
		claim(claimer, item, facts, HR_ROLE_INOUT);
	bool is_output = item->role == HR_ROLE_OUT || item->role == HR_ROLE_STRING || item->role == HR_ROLE_ARRAY ||
			 item->role == HR_ROLE_BUFFER;
	bool is_input = item->role == HR_ROLE_STRING || item->role == HR_ROLE_ARRAY || item->role == HR_ROLE_BUFFER ||
			(item->role == HR_ROLE_IN && sort != HR_POINTER_SLOT);
	bool is_said = item->role == HR_ROLE_OUT && sort != HR_POINTER_SLOT && is_said_to_be_filled(item);
	if (is_output && use.reads && !is_said)
		claim(claimer, item, facts, HR_ROLE_INOUT);
	else if (item->role != HR_ROLE_OUT &&
		 (is_output || item->role == HR_ROLE_INOUT || item->role == HR_ROLE_CAPACITY || is_input ||
		  is_beside_text(claimer, item)) &&
		 !use.may_read)
		claim(claimer, item, facts, HR_ROLE_OUT);
	else if (is_input && !use.reads && !is_kept_object(claimer, item, facts))
		hr_claimer_role(claimer, item, HR_ROLE_OUT, facts->memory.at_written, "it is written");
}

/* Whether anything but names and neighbours says what it is. */
static bool is_by_name_only(const struct hr_item *item, int value)
{
	for (size_t i = 0; i < item->claims.count; i++) {
		const struct hr_claim *claim = &item->claims.data[i];
		if (claim->fact == HR_FACT_ROLE && claim->value == value && claim->source != HR_SOURCE_NAME &&
		    claim->source != HR_SOURCE_SHAPE && claim->source != HR_SOURCE_TYPE)
			return false;
	}
	return true;
}

/* draw_text(const char *fontname, int fontsize): what ends by itself has no length, unless code goes by it. */
static void settle_length_of_text(struct hr_claimer *claimer, struct hr_item *item)
{
	const struct hr_parameter_facts *facts = claimer->function->parameters.data;
	size_t index = (size_t)(item - claimer->operation->params.data);

	if (item->role != HR_ROLE_LENGTH || item->of < 0 || (size_t)item->of >= claimer->function->parameters.count ||
	    index >= claimer->function->parameters.count || !is_by_name_only(item, HR_ROLE_LENGTH) ||
	    hr_text_find_any_case(item->name, "len") || hr_claimer_sort(claimer->model, item->type) != HR_POINTER_NOT ||
	    hr_claimer_sort(claimer->model, claimer->operation->params.data[item->of].type) != HR_POINTER_TEXT)
		return;
	const struct hr_value_facts *text = &facts[item->of].value;
	if (text->meaning == HR_MEANING_STRING && text->bound.kind == HR_BOUND_NONE &&
	    facts[index].value.relation == HR_RELATION_NONE)
		hr_claimer_role(claimer, item, HR_ROLE_IN, text->at_meaning,
				"what it would be the length of is read up to its NUL");
}

/* read_next(struct reader **reader, struct filter *filter): the object in the slot is what it is about. */
static void settle_behind_slot(struct hr_claimer *claimer, struct hr_item *item)
{
	const struct hr_item *first = claimer->operation->params.data;

	if (item->role != HR_ROLE_RECEIVER || hr_claimer_sort(claimer->model, item->type) != HR_POINTER_OBJECT ||
	    !is_by_name_only(item, HR_ROLE_RECEIVER))
		return;
	for (const struct hr_item *slot = first;
	     slot < item && (size_t)(slot - first) < claimer->function->parameters.count; slot++) {
		struct hr_type_ref inside = hr_model_pointee(claimer->model, slot->type);
		if (hr_claimer_sort(claimer->model, slot->type) == HR_POINTER_SLOT &&
		    hr_claimer_sort(claimer->model, inside) == HR_POINTER_OBJECT &&
		    hr_claims_decide(&slot->claims, HR_FACT_ROLE).value == HR_ROLE_INOUT) {
			const struct hr_parameter_facts *facts = &claimer->function->parameters.data[slot - first];
			hr_claimer_role(claimer, item, HR_ROLE_IN, facts->memory.at_dereferenced,
					"it is about the object in the slot before it");
			return;
		}
	}
}

void hr_settle_limit(struct hr_claimer *claimer, struct hr_item *item)
{
	settle_length_of_text(claimer, item);
	settle_behind_slot(claimer, item);
	if (item->role != HR_ROLE_CAPACITY || item->of < 0 || (size_t)item->of >= claimer->operation->params.count ||
	    hr_claimer_sort(claimer->model, item->type) != HR_POINTER_NOT)
		return;
	struct hr_item *buffer = &claimer->operation->params.data[item->of];
	const struct hr_parameter_facts *facts = &claimer->function->parameters.data[item->of];
	struct hr_decision role = hr_claims_decide(&buffer->claims, HR_FACT_ROLE);
	struct hr_claim claim = { .fact = HR_FACT_ROLE, .value = HR_ROLE_LENGTH, .of = item->of, .unit = item->unit };

	if (role.value == HR_ROLE_CONSUMED)
		hr_claimer_role(claimer, item, HR_ROLE_SIZE, facts->memory.at_freed, "what it could limit is replaced");
	else if (role.value == HR_ROLE_BUFFER && role.source == HR_SOURCE_CODE)
		hr_claimer_add(claimer, &item->claims, claim, facts->memory.at_dereferenced, "it is only read");
	else if (role.value == HR_ROLE_INOUT && facts->first.reads_elsewhere && !is_said_to_be_filled(buffer) &&
		 !hr_text_starts_with(item->name, "max")) /* text that is changed in place, and may become longer */
		hr_claimer_add(claimer, &item->claims, claim, facts->first.at_read, "so much of it is there before");
}

static bool is_untyped(const struct hr_model *model, struct hr_type_ref ref)
{
	const struct hr_type *target = hr_model_type(model, hr_model_pointee(model, ref));

	return target && target->kind == HR_TYPE_VOID;
}

/* Whether objects without a type come from anywhere: handed out, or set up in memory of the caller's. */
static bool is_made_somewhere(const struct hr_model *model)
{
	static const char *const makers[] = { "init", "create", "new", "open", "make", "alloc", "start", "begin" };

	for (size_t i = 0; i < model->operations.count; i++) {
		const struct hr_operation *operation = &model->operations.data[i];
		bool takes = is_untyped(model, operation->result.type);
		for (size_t k = 0; k < operation->params.count; k++) {
			struct hr_type_ref type = operation->params.data[k].type;
			takes = takes || is_untyped(model, type) || is_untyped(model, hr_model_pointee(model, type));
		}
		for (size_t k = 0; takes && k < sizeof makers / sizeof *makers; k++)
			if (hr_text_find_any_case(operation->name, makers[k]))
				return true;
	}
	return false;
}

void hr_settle_handle(struct hr_claimer *claimer, struct hr_item *item, const struct hr_parameter_facts *facts)
{
	struct hr_type_ref pointee = hr_model_pointee(claimer->model, item->type);
	const struct hr_type *target = hr_model_type(claimer->model, pointee);

	if (item != claimer->operation->params.data || item->role != HR_ROLE_IN || !target ||
	    target->kind != HR_TYPE_VOID || pointee.qualifiers & HR_CONST ||
	    facts->memory.dereferenced <= HR_DEREFERENCED_NEVER || facts->memory.freed == HR_FREED_YES)
		return;
	/* only filled, from its beginning, and by something that does not say that it sets one up: what is written farther on lies in something that is there */
	struct use use = use_of(claimer, item, facts);
	bool is_within = !(facts->first.written[0] & 1) && !facts->first.writes_elsewhere;
	if (use.writes && !use.reads && !use.may_read && !is_within &&
	    !hr_text_find_any_case(claimer->operation->name, "init"))
		return;
	for (size_t i = 1; i < claimer->operation->params.count; i++)
		if (claimer->operation->params.data[i].role == HR_ROLE_RECEIVER)
			return;
	if (use.reads && use.writes && !is_made_somewhere(claimer->model)) /* swap_bytes(void *of) */
		return;
	hr_claimer_role(claimer, item, HR_ROLE_RECEIVER, facts->memory.at_dereferenced,
			"it leads to an object of which the type does not speak");
}
