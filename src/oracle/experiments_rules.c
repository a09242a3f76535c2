/* Experiments that make arguments keep a rule: what is NULL becomes an object, what is too long becomes true, what has no end gets one.
 *
 * An experiment is only made where the failure can come from what it changes: an overflow does not come from NULL, memory of the unit's own is not
 * made too small by a sequence. */
#include "oracle/experiments.h"
#include "oracle/provenance.h"

#include <string.h>

struct place {
	struct hr_experiments *experiments;
	size_t statement;
	size_t operand;
	const struct hr_statement *call;
	const struct hr_operand *argument;
	const struct hr_item *item;
	const char *name; /* of the parameter */
};

static struct hr_rule rule_at(const struct place *place, enum hr_rule_kind kind, int other)
{
	return (struct hr_rule){ .kind = kind,
				 .origin = HR_RULE_LEARNED,
				 .operation = place->call->operation,
				 .parameter = (int)place->operand,
				 .other = other };
}

static void add_rule(const struct place *place, struct hr_sequence *sequence, struct hr_rule rule, const char *text)
{
	struct hr_experiment experiment = { .change = HR_CHANGE_RULE,
					    .sequence = sequence,
					    .statement = place->statement,
					    .operand = place->operand,
					    .rule = rule,
					    .text = text };
	hr_experiments_add(place->experiments, &experiment);
}

static void add_misuse(const struct place *place, struct hr_sequence *sequence, const char *text)
{
	struct hr_experiment experiment = { .change = HR_CHANGE_MISUSE,
					    .sequence = sequence,
					    .statement = place->statement,
					    .operand = place->operand,
					    .text = text };
	hr_experiments_add(place->experiments, &experiment);
}

static bool way_is(const struct place *place, unsigned ways)
{
	return (1u << place->experiments->way) & ways;
}

#define WAY(way) (1u << HR_WAY_##way)

/* ---- NULL ---- */

/* NULL is allowed by somebody whose word counts: then the crash is not about that. */
static bool may_be_null(const struct hr_item *item)
{
	struct hr_decision decision = hr_claims_decide(&item->claims, HR_FACT_NULLABLE);
	return decision.decided && decision.value == 1 && decision.source >= HR_SOURCE_DOCUMENTATION;
}

/* A function that an earlier call took NULL for, by what its code does with it: there may have to be something else then. */
static bool may_lack_function(const struct place *place)
{
	const struct hr_model *model = place->experiments->failing->model;
	const struct hr_type *target = hr_model_type(model, hr_model_pointee(model, place->item->type));
	struct hr_decision decision = hr_claims_decide(&place->item->claims, HR_FACT_NULLABLE);
	return target && target->kind == HR_TYPE_FUNCTION && place->statement < place->experiments->statement &&
	       decision.source == HR_SOURCE_CODE && way_is(place, WAY(NULL));
}

static void try_object(const struct place *place)
{
	struct hr_edit edit;
	struct hr_statement changed;
	const struct hr_sequence *failing = place->experiments->failing;
	bool is_needed = may_lack_function(place);
	if (!hr_operand_is_null(failing, place->experiments->outcome, place->argument) ||
	    (may_be_null(place->item) && !is_needed) ||
	    !way_is(place, WAY(NULL) | WAY(WILD) | WAY(ABORT) | WAY(UNDEFINED) | WAY(ARGUMENT) | WAY(EXIT)))
		return;
	hr_edit_begin(&edit, failing);
	hr_edit_keep_range(&edit, 0, place->statement);
	struct hr_operand object;
	if (!hr_fresh_operand(&edit, &object, place->item, place->experiments->outcome, place->statement) ||
	    !hr_edit_statement(&edit, &changed, place->statement)) {
		hr_edit_abandon(&edit);
		return;
	}
	changed.operands[place->operand] = object;
	hr_edit_replace(&edit, place->statement, &changed);
	hr_edit_keep_range(&edit, place->statement + 1, failing->statements.count);
	if (is_needed)
		add_misuse(
			place, hr_edit_finish(&edit),
			hr_arena_printf(&place->experiments->arena, "'%s' is a function instead of NULL", place->name));
	else
		add_rule(place, hr_edit_finish(&edit), rule_at(place, HR_RULE_NON_NULL, -1),
			 hr_arena_printf(&place->experiments->arena, "'%s' is an object instead of NULL", place->name));
}

/* ---- lengths ---- */

/* The number is `most` at most: `by` instead, where it is more. */
static void try_at_most(const struct place *place, int64_t most, int64_t by, struct hr_rule rule)
{
	const struct hr_sequence *failing = place->experiments->failing;
	const struct hr_item *buffer = hr_parameter_of(failing, place->call, (size_t)rule.other);
	struct hr_operand operand = { .kind = HR_OPERAND_NUMBER, .number = by };
	int64_t number;
	if (!hr_operand_number(failing, place->argument, &number) || (number >= 0 && number <= most))
		return;
	add_rule(place, hr_with_operand(failing, place->statement, place->operand, &operand), rule,
		 hr_arena_printf(&place->experiments->arena, "'%s' is %lld, as much as '%s' has", place->name,
				 (long long)by, buffer->name));
}

/* Bytes of one buffer may be as many elements of another one: decode(bytes, length, wide). Of a struct there is mostly one, and its size in bytes is what counts. */
static bool counts_elements(const struct place *place, const struct hr_item *buffer, size_t parameter)
{
	const struct hr_model *model = place->experiments->failing->model;
	const struct hr_type *type = hr_model_type(model, hr_model_pointee(model, buffer->type));
	return place->item->unit == HR_UNIT_BYTES && place->item->of >= 0 && (size_t)place->item->of != parameter &&
	       type && (type->kind == HR_TYPE_INT || type->kind == HR_TYPE_FLOAT) && type->size > 1;
}

/* A number beside memory of the sequence's that it says too much about, though nobody knew that it is its length. */
static void try_true_length(const struct place *place)
{
	const struct hr_sequence *failing = place->experiments->failing;
	int64_t room;
	size_t buffer;
	bool is_choice = place->item->role == HR_ROLE_FLAGS || place->item->role == HR_ROLE_ENUM;
	if (!hr_model_is_integer(failing->model, place->item->type) || is_choice ||
	    place->argument->kind == HR_OPERAND_VALUE || !way_is(place, WAY(OVERFLOW) | WAY(WILD) | WAY(ARGUMENT)) ||
	    place->statement != place->experiments->statement || !hr_fault_operand(place->experiments, &buffer))
		return;
	const struct hr_item *item = hr_parameter_of(failing, place->call, buffer);
	if (!item || !hr_operand_room(failing, &place->call->operands[buffer], item->type, &room))
		return;
	bool is_text = place->call->operands[buffer].kind == HR_OPERAND_TEXT;
	int64_t most = room / hr_length_unit(failing->model, place->item, item);
	try_at_most(place, most, is_text ? room - 1 : most, rule_at(place, HR_RULE_WITHIN, (int)buffer));
	if (!counts_elements(place, item, buffer))
		return;
	most = room / hr_element_size(failing->model, item);
	try_at_most(place, most, most, rule_at(place, HR_RULE_ELEMENTS, (int)buffer));
}

/* Another parameter tells how long this one is, and is true. */
static bool has_true_length(const struct place *place)
{
	const struct hr_sequence *failing = place->experiments->failing;
	for (size_t i = 0; i < place->call->operand_count; i++) {
		const struct hr_item *item = hr_parameter_of(failing, place->call, i);
		if (item && (item->role == HR_ROLE_LENGTH || item->role == HR_ROLE_CAPACITY) &&
		    item->of == (int)place->operand)
			return true;
	}
	return false;
}

static bool has_true_capacity(const struct place *place)
{
	const struct hr_sequence *failing = place->experiments->failing;
	for (size_t i = 0; i < place->call->operand_count; i++) {
		const struct hr_item *item = hr_parameter_of(failing, place->call, i);
		if (item && item->role == HR_ROLE_CAPACITY && item->of == (int)place->operand)
			return true;
	}
	return false;
}

static bool fault_is_in(const struct place *place)
{
	size_t operand;
	return place->statement == place->experiments->statement &&
	       way_is(place, WAY(OVERFLOW) | WAY(WILD) | WAY(ARGUMENT)) &&
	       hr_fault_operand(place->experiments, &operand) && operand == place->operand;
}

/* ---- text and bytes ---- */

/* The unit hands its text to a function of the C library that goes on to the NUL, whatever length the unit knows. */
static bool is_handed_on_as_text(const struct place *place)
{
	static const char *const functions[] = { "strlen",     "strchr",  "strrchr",    "strchrnul", "strstr",
						 "strcasestr", "strcmp",  "strcpy",     "strcat",    "strdup",
						 "strspn",     "strcspn", "stpcpy",     "strtol",    "strtoul",
						 "strtod",     "strpbrk", "strcasecmp", "atoi",      "sscanf" };
	const struct hr_model *model = place->experiments->failing->model;
	const struct hr_type *target = hr_model_type(model, hr_model_pointee(model, place->item->type));
	/* of nothing at all there is nothing to be handed on: a length of 0 then means that it is a text */
	bool is_named = target && target->kind == HR_TYPE_VOID && !place->argument->length;
	if (!target || (strcmp(target->spelling, "char") != 0 && !is_named))
		return false;
	for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
		if (strcmp(place->experiments->outcome->fault.function, functions[i]) == 0)
			return true;
	return false;
}

/* Other bytes, as many and without a NUL: where they do, what is wrong is what the unit makes of some of them. */
static void try_unterminated(const struct place *place)
{
	struct hr_operand by = *place->argument;
	char *bytes = hr_arena_alloc(&place->experiments->arena, by.length + 1);
	memset(bytes, 'z', by.length);
	by.text = bytes;
	struct hr_experiment experiment = {
		.change = HR_CHANGE_BREACH,
		.sequence = hr_with_operand(place->experiments->failing, place->statement, place->operand, &by),
		.statement = place->statement,
		.operand = place->operand,
		.rule = rule_at(place, HR_RULE_TERMINATED, -1),
		.text = hr_arena_printf(&place->experiments->arena, "'%s' has other bytes, as many", place->name),
	};
	hr_experiments_add(place->experiments, &experiment);
}

static void try_terminated(const struct place *place)
{
	const struct hr_sequence *failing = place->experiments->failing;
	struct hr_operand by = *place->argument;
	bool has_length = has_true_length(place);
	if (hr_operand_is_terminated(failing, place->argument) || !fault_is_in(place) ||
	    place->experiments->outcome->fault.access == HR_FAULT_WRITE ||
	    (has_length && (by.kind != HR_OPERAND_BYTES || !is_handed_on_as_text(place))))
		return;
	const struct hr_type *target =
		hr_model_type(failing->model, hr_model_pointee(failing->model, place->item->type));
	/* a text is none of what else a pointer may lead to; wide text without a 0 was told at sight */
	if (target && target->kind != HR_TYPE_VOID && target->size > 1)
		return;
	if (has_length)
		try_unterminated(place);
	if (by.kind != HR_OPERAND_BYTES)
		by = (struct hr_operand){ .text = "a", .length = 1 };
	by.kind = HR_OPERAND_TEXT;
	add_rule(place, hr_with_operand(failing, place->statement, place->operand, &by),
		 rule_at(place, HR_RULE_TERMINATED, -1),
		 hr_arena_printf(&place->experiments->arena, "'%s' ends with a NUL", place->name));
}

/* The same elements, and zeros behind them. */
static void longer_list(const struct place *place, struct hr_operand *out, int64_t count, bool is_real)
{
	size_t known = place->argument->kind == HR_OPERAND_LIST ? place->argument->part_count : 0;
	out->kind = HR_OPERAND_LIST;
	out->part_count = (size_t)count > known ? (size_t)count : known;
	out->parts = hr_arena_alloc(&place->experiments->arena, out->part_count * sizeof *out->parts);
	for (size_t i = 0; i < out->part_count; i++)
		out->parts[i] = i < known
					? place->argument->parts[i]
					: (struct hr_operand){ .kind = is_real ? HR_OPERAND_REAL : HR_OPERAND_NUMBER };
}

/* Memory of ours was overrun, but not right at its end: it may have been other memory of ours, so far beyond its own end. */
static bool fault_may_be_in(const struct place *place)
{
	const struct hr_experiments *experiments = place->experiments;
	const struct hr_owner *owner = &experiments->outcome->fault.owner;
	return place->statement == experiments->statement && way_is(place, WAY(OVERFLOW) | WAY(WILD) | WAY(ARGUMENT)) &&
	       hr_fault_is_in_ours(experiments->failing, experiments->outcome) &&
	       (owner->place != HR_AFTER || owner->distance > 0);
}

/* More room, for memory whose size no parameter tells. */
static void try_capacity(const struct place *place)
{
	const struct hr_sequence *failing = place->experiments->failing;
	int64_t room;
	/* a length says how much there is to read, not how much room there is to write */
	bool is_written = place->experiments->outcome->fault.access == HR_FAULT_WRITE;
	if ((!fault_is_in(place) && !fault_may_be_in(place)) ||
	    (is_written ? has_true_capacity(place) : has_true_length(place)) || place->item->role == HR_ROLE_STRING ||
	    place->item->role == HR_ROLE_PATH || place->item->role == HR_ROLE_FORMAT ||
	    (place->item->array_count > 0 && place->argument->kind == HR_OPERAND_VALUE) ||
	    !hr_operand_room(failing, place->argument, place->item->type, &room))
		return;
	struct hr_type_ref pointee = hr_model_pointee(failing->model, place->item->type);
	const struct hr_type *target = hr_model_type(failing->model, pointee);
	if (!target || (target->kind != HR_TYPE_INT && target->kind != HR_TYPE_VOID && target->kind != HR_TYPE_FLOAT))
		return;
	for (int64_t least = 16; least <= 4096; least *= 4) {
		if (least <= room)
			continue;
		char *bytes = hr_arena_alloc(&place->experiments->arena, (size_t)least);
		memset(bytes, 'a', (size_t)least);
		if (place->argument->kind == HR_OPERAND_BYTES || place->argument->kind == HR_OPERAND_TEXT)
			memcpy(bytes, place->argument->text, place->argument->length);
		struct hr_operand by = { .kind = HR_OPERAND_BYTES, .text = bytes, .length = (size_t)least };
		struct hr_rule rule = rule_at(place, HR_RULE_CAPACITY, -1);
		rule.least = least;
		if (target->size > 1 || (place->argument->kind == HR_OPERAND_LIST && target->size > 0))
			longer_list(place, &by, least / target->size, target->kind == HR_TYPE_FLOAT);
		add_rule(place, hr_with_operand(failing, place->statement, place->operand, &by), rule,
			 hr_arena_printf(&place->experiments->arena, "'%s' has %lld byte%s", place->name,
					 (long long)least, least == 1 ? "" : "s"));
	}
}

/* The argument with so many elements: the same at the beginning, something behind them. */
static struct hr_operand enlarged(const struct place *place, const struct hr_type *target, int64_t count)
{
	struct hr_operand by = *place->argument;
	if (by.kind == HR_OPERAND_LIST) {
		longer_list(place, &by, count, target->kind == HR_TYPE_FLOAT);
		return by;
	}
	size_t length = by.length < (size_t)count ? by.length : (size_t)count;
	char *bytes = hr_arena_alloc(&place->experiments->arena, (size_t)count);
	memset(bytes, 'a', (size_t)count);
	memcpy(bytes, by.text, length);
	return (struct hr_operand){ .kind = HR_OPERAND_BYTES, .text = bytes, .length = (size_t)count };
}

/* The operand that says how many elements of the argument there are to be read, as a plain number; -1: there is none. */
static int length_operand(const struct place *place)
{
	for (size_t i = 0; i < place->call->operand_count; i++) {
		const struct hr_item *item = hr_parameter_of(place->experiments->failing, place->call, i);
		if (item && item->role == HR_ROLE_LENGTH && item->of == (int)place->operand &&
		    place->call->operands[i].kind == HR_OPERAND_NUMBER)
			return (int)i;
	}
	return -1;
}

/* What its length counts may be pairs (samples of two channels, say). Then for one more of them twice as many elements do, and one less than that does not; somebody who reads some bytes too
 * many is content with those. */
static void try_pairs(const struct place *place)
{
	const struct hr_sequence *failing = place->experiments->failing;
	const struct hr_type *target =
		hr_model_type(failing->model, hr_model_pointee(failing->model, place->item->type));
	enum hr_operand_kind kind = place->argument->kind;
	bool is_bytes = kind == HR_OPERAND_BYTES || kind == HR_OPERAND_TEXT;
	int length = length_operand(place);
	int64_t count = length < 0 ? 0 : place->call->operands[length].number + 1;
	if ((!is_bytes && kind != HR_OPERAND_LIST) || !fault_is_in(place) || count < 3 || !target ||
	    place->experiments->outcome->fault.access == HR_FAULT_WRITE || (is_bytes && target->size != 1))
		return;
	for (int is_enough = 0; is_enough < 2; is_enough++) {
		struct hr_operand row = enlarged(place, target, 2 * count - !is_enough);
		struct hr_operand number = { .kind = HR_OPERAND_NUMBER, .number = count };
		struct hr_sequence *longer = hr_with_operand(failing, place->statement, place->operand, &row);
		struct hr_experiment experiment = {
			.change = is_enough ? HR_CHANGE_MISUSE : HR_CHANGE_BREACH,
			.sequence = longer ? hr_with_operand(longer, place->statement, (size_t)length, &number) : NULL,
			.statement = place->statement,
			.operand = place->operand,
			.rule = rule_at(place, HR_RULE_WITHIN, -1),
			.text = hr_arena_printf(&place->experiments->arena,
						"'%s' has two elements for each that '%s' counts%s", place->name,
						hr_parameter_of(failing, place->call, (size_t)length)->name,
						is_enough ? "" : ", but for one"),
		};
		hr_sequence_free(longer);
		hr_experiments_add(place->experiments, &experiment);
	}
}

/* ---- other values ---- */

static void try_enumerators(const struct place *place)
{
	enum { MOST = 6 };
	const struct hr_sequence *failing = place->experiments->failing;
	const struct hr_type *type = hr_model_type(failing->model, place->item->type);
	int64_t number, all = 0;
	if (!type || type->kind != HR_TYPE_ENUM || !hr_operand_number(failing, place->argument, &number))
		return;
	for (size_t i = 0; i < type->enumerators.count; i++) {
		all |= type->enumerators.data[i].value;
		if (type->enumerators.data[i].value == number)
			return;
	}
	if (type->is_flags && !(number & ~all))
		return;
	for (size_t i = 0; i < type->enumerators.count && i < MOST; i++) {
		struct hr_operand by = { .kind = HR_OPERAND_NUMBER, .number = type->enumerators.data[i].value };
		add_rule(place, hr_with_operand(failing, place->statement, place->operand, &by),
			 rule_at(place, HR_RULE_ENUMERATOR, -1),
			 hr_arena_printf(&place->experiments->arena, "'%s' is %s", place->name,
					 type->enumerators.data[i].name));
	}
}

/* A callback that is to fill something: what it says it did is not true, unless it did nothing. */
static bool fills_something(const struct place *place)
{
	const struct hr_model *model = place->experiments->failing->model;
	const struct hr_type *type = hr_model_type(model, hr_model_pointee(model, place->item->type));
	for (size_t i = 0; type && i < type->params.count; i++) {
		const struct hr_type *pointer = hr_model_type(model, type->params.data[i].type);
		if (!pointer || pointer->kind != HR_TYPE_POINTER || (pointer->target.qualifiers & HR_CONST))
			continue;
		const struct hr_type *target = hr_model_type(model, pointer->target);
		if (!target || target->kind == HR_TYPE_POINTER || target->kind == HR_TYPE_INT)
			return true;
	}
	return false;
}

/* A callback that returns nothing but 0. */
static void try_plain_callback(const struct place *place)
{
	bool is_odd = false;
	int64_t most = fills_something(place) ? 0 : 1;
	if (place->argument->kind == HR_OPERAND_FUNCTION) {
		struct hr_operand by = { .kind = HR_OPERAND_CALLBACK };
		add_misuse(place, hr_with_operand(place->experiments->failing, place->statement, place->operand, &by),
			   hr_arena_printf(&place->experiments->arena, "'%s' is a function that does nothing",
					   place->name));
		return;
	}
	if (place->argument->kind != HR_OPERAND_CALLBACK)
		return;
	for (size_t i = 0; i < place->argument->part_count; i++) {
		int64_t number = 0;
		hr_operand_number(place->experiments->failing, &place->argument->parts[i], &number);
		/* what says "stop", "yes", "wrong" is in every caller's right */
		is_odd = is_odd || number < -1 || number > most;
	}
	struct hr_operand by = { .kind = HR_OPERAND_CALLBACK };
	if (is_odd)
		add_rule(place, hr_with_operand(place->experiments->failing, place->statement, place->operand, &by),
			 rule_at(place, HR_RULE_RANGE, -1),
			 hr_arena_printf(&place->experiments->arena, "what '%s' calls returns 0", place->name));
}

/* Conversions of printf without the arguments that they take. */
static void try_plain_format(const struct place *place)
{
	const struct hr_operation *operation =
		&place->experiments->failing->model->operations.data[place->call->operation];
	bool is_format = place->item->role == HR_ROLE_FORMAT || operation->is_variadic;
	if (!is_format || place->argument->kind != HR_OPERAND_TEXT ||
	    !memchr(place->argument->text, '%', place->argument->length))
		return;
	struct hr_operand by = *place->argument;
	char *text = hr_arena_strndup(&place->experiments->arena, by.text, by.length);
	for (size_t i = 0; i < by.length; i++)
		text[i] = text[i] == '%' ? '_' : text[i];
	by.text = text;
	add_misuse(place, hr_with_operand(place->experiments->failing, place->statement, place->operand, &by),
		   hr_arena_printf(&place->experiments->arena, "'%s' has no conversions", place->name));
}

/* In the order of how small the change is. */
static void (*const tries[])(const struct place *place) = {
	try_object,   try_true_length, try_terminated,   try_enumerators,
	try_capacity, try_pairs,       try_plain_format, try_plain_callback,
};

void hr_experiments_for_rules(struct hr_experiments *experiments)
{
	const struct hr_sequence *failing = experiments->failing;
	for (size_t i = experiments->statement + 1; i-- > 0;) {
		struct place place = { .experiments = experiments, .statement = i };
		place.call = &failing->statements.data[i];
		for (size_t k = 0; place.call->kind == HR_STATEMENT_CALL && k < place.call->operand_count; k++) {
			place.operand = k;
			place.argument = &place.call->operands[k];
			place.item = hr_parameter_of(failing, place.call, k);
			if (!place.item)
				continue;
			place.name =
				hr_parameter_name(&experiments->arena, failing->model, place.call->operation, (int)k);
			for (size_t t = 0; t < sizeof tries / sizeof *tries; t++)
				tries[t](&place);
		}
	}
}
