/* Whether a sequence kept the rules.
 *
 * Each check looks at one argument of one call and lowers the grade, with a sentence that says why. Nothing raises it. What the run showed
 * (NULL that a maker returned, blocks that died) counts as much as what is written down. */
#include "oracle/legality_internal.h"

#include "oracle/provenance.h"

#include "model/words.h"
#include "seq/close.h"

#include <string.h>

void hr_look_keep(struct hr_look *look, const char *text)
{
	for (size_t i = 0; i < look->out->texts.count; i++)
		if (strcmp(look->out->texts.data[i], text) == 0)
			return;
	hr_vec_push(&look->out->texts, text);
}

void hr_look_lower(struct hr_look *look, enum hr_legality_grade grade, const char *text)
{
	if (grade < look->out->grade)
		look->out->grade = grade;
	hr_look_keep(look, text);
}

void hr_look_break(struct hr_look *look, const char *text)
{
	look->out->is_broken_otherwise = true;
	hr_look_lower(look, HR_LEGAL_BROKEN, text);
}

const char *hr_look_name(const struct hr_look *look, const struct hr_statement *call)
{
	return look->sequence->model->operations.data[call->operation].name;
}

static bool is_pointer(const struct hr_look *look)
{
	const struct hr_type *type = hr_model_type(look->sequence->model, look->item->type);
	return type && type->kind == HR_TYPE_POINTER;
}

static bool points_to_object(const struct hr_look *look)
{
	const struct hr_type *target =
		hr_model_type(look->sequence->model, hr_model_pointee(look->sequence->model, look->item->type));
	return target && (target->kind == HR_TYPE_STRUCT || target->kind == HR_TYPE_UNION);
}

/* ---- checks of one argument ---- */

static void check_null(struct hr_look *look)
{
	if (!is_pointer(look) || !hr_operand_is_null(look->sequence, look->outcome, look->operand))
		return;
	struct hr_decision decision = hr_claims_decide(&look->item->claims, HR_FACT_NULLABLE);
	bool is_null_way = look->way == HR_WAY_NULL || look->way == HR_WAY_WILD || look->way == HR_WAY_ABORT;
	if (decision.decided && !decision.value && is_null_way) {
		look->out->null_operation = look->call->operation;
		look->out->null_parameter = (int)look->number;
		hr_look_lower(look, HR_LEGAL_BROKEN,
			      hr_arena_printf(look->arena, "%s() got NULL for '%s', which must not be NULL (%s).",
					      look->operation, look->name,
					      hr_word(&hr_source_words, (int)decision.source)));
	} else if (!decision.decided || decision.source < HR_SOURCE_DOCUMENTATION) {
		bool is_failing = is_null_way && look->statement == look->end;
		hr_look_lower(look, is_failing ? HR_LEGAL_DOUBTFUL : HR_LEGAL_LIKELY,
			      hr_arena_printf(look->arena,
					      "%s() got NULL for '%s'; nothing says whether that is allowed.",
					      look->operation, look->name));
	}
}

static void check_length(struct hr_look *look)
{
	const struct hr_item *item = look->item;
	int64_t number, room;
	if ((item->role != HR_ROLE_LENGTH && item->role != HR_ROLE_CAPACITY) || item->of < 0 ||
	    (size_t)item->of >= look->call->operand_count)
		return;
	const struct hr_item *buffer = hr_parameter_of(look->sequence, look->call, (size_t)item->of);
	const struct hr_operand *argument = &look->call->operands[item->of];
	if (!buffer || !hr_operand_number_run(look->sequence, look->outcome, look->operand, &number))
		return;
	const char *whose = hr_parameter_name(look->arena, look->sequence->model, look->call->operation, item->of);
	if (!hr_operand_room(look->sequence, argument, buffer->type, &room)) {
		if (number && !hr_operand_is_null(look->sequence, look->outcome, argument))
			hr_look_lower(look, HR_LEGAL_DOUBTFUL,
				      hr_arena_printf(look->arena, "nobody knows how long '%s' of %s() is.", whose,
						      look->operation));
		return;
	}
	/* two lengths of one buffer: so many, each of such a size */
	for (size_t i = 0; i < look->call->operand_count && number > 0; i++) {
		const struct hr_item *second = hr_parameter_of(look->sequence, look->call, i);
		int64_t factor;
		if (i != look->number && second && second->role == item->role && second->of == item->of &&
		    hr_operand_number_run(look->sequence, look->outcome, &look->call->operands[i], &factor) &&
		    __builtin_mul_overflow(number, factor, &number))
			number = INT64_MAX;
	}
	bool is_too_much =
		number < 0 ? !item->minus_one : number > room / hr_length_unit(look->sequence->model, item, buffer);
	if (is_too_much)
		hr_look_break(look,
			      hr_arena_printf(look->arena, "'%s' of %s() is %lld, more than '%s' has (%lld byte%s).",
					      look->name, look->operation, (long long)number, whose, (long long)room,
					      room == 1 ? "" : "s"));
}

static void check_text(struct hr_look *look)
{
	enum hr_role role = look->item->role;
	if ((role == HR_ROLE_STRING || role == HR_ROLE_PATH || role == HR_ROLE_FORMAT) &&
	    !hr_operand_is_terminated(look->sequence, look->operand)) {
		for (size_t i = 0; i < look->call->operand_count; i++) {
			const struct hr_item *item = hr_parameter_of(look->sequence, look->call, i);
			if (item && item->role == HR_ROLE_LENGTH && item->of == (int)look->number)
				return;
		}
		hr_look_break(look, hr_arena_printf(look->arena, "'%s' of %s() is text, and was given without a NUL.",
						    look->name, look->operation));
	}
}

/* delete(tree, node): who ends parts of an object is given a part of that very object. */
static bool is_part_of_another(const struct hr_look *look, size_t owner)
{
	if (look->sequence->model->operations.data[look->call->operation].kind != HR_KIND_DESTROYER)
		return false;
	for (size_t i = 0; i < look->call->operand_count; i++)
		if (i != look->number && hr_operand_root(look->sequence, &look->call->operands[i]) == owner)
			return true;
	return false;
}

/* Objects: made by whom, alive, not somebody else's. */
static void check_object(struct hr_look *look)
{
	size_t root = hr_operand_root(look->sequence, look->operand), owner;
	if (!is_pointer(look) || root == HR_NO_VALUE)
		return;
	const struct hr_pointer_record *record = hr_outcome_pointer(look->outcome, root);
	struct hr_use use;
	if (record && record->is_freed && record->freed_by < look->statement && look->way != HR_WAY_LEAK) {
		const struct hr_statement *killer = &look->sequence->statements.data[record->freed_by];
		bool got_it = hr_use_next(&use, look->sequence, root, record->freed_by, (size_t)record->freed_by + 1);
		if (killer->kind == HR_STATEMENT_CALL && got_it)
			hr_look_break(look, hr_arena_printf(look->arena, "'%s' of %s() was freed by %s() before.",
							    look->name, look->operation, hr_look_name(look, killer)));
		else
			hr_look_lower(look, HR_LEGAL_DOUBTFUL,
				      hr_arena_printf(look->arena,
						      "'%s' of %s() had been freed together with something else.",
						      look->name, look->operation));
	}
	if (look->item->role == HR_ROLE_CONSUMED && hr_value_is_borrowed(look->sequence, root, &owner) &&
	    is_part_of_another(look, owner))
		hr_look_lower(look, HR_LEGAL_DOUBTFUL,
			      hr_arena_printf(look->arena, "'%s' of %s() is a part of another argument.", look->name,
					      look->operation));
	else if (look->item->role == HR_ROLE_CONSUMED && hr_value_is_borrowed(look->sequence, root, &owner))
		hr_look_break(look,
			      hr_arena_printf(look->arena, "'%s' of %s() is taken over, but belongs to another object.",
					      look->name, look->operation));
	else if (look->item->role == HR_ROLE_CONSUMED && hr_value_may_be_lent(look->sequence, root))
		hr_look_lower(look, HR_LEGAL_DOUBTFUL,
			      hr_arena_printf(look->arena,
					      "'%s' of %s() is taken over, but may belong to another object.",
					      look->name, look->operation));
	for (size_t from = 0; hr_use_next(&use, look->sequence, root, from, look->statement);
	     from = use.statement + 1) {
		const struct hr_item *item =
			hr_parameter_of(look->sequence, &look->sequence->statements.data[use.statement], use.operand);
		if (item && item->role == HR_ROLE_CONSUMED &&
		    !hr_call_refused(look->sequence, look->outcome, use.statement) &&
		    look->item->role == HR_ROLE_CONSUMED)
			hr_look_break(look,
				      hr_arena_printf(look->arena, "'%s' of %s() is owned by another object already.",
						      look->name, look->operation));
	}
}

static bool has_pointers(const struct hr_model *model, const struct hr_type *type, int depth)
{
	for (size_t i = 0; type && i < type->fields.count && depth < 4; i++) {
		const struct hr_type *field = hr_model_type(model, type->fields.data[i].item.type);
		if (!field || field->kind == HR_TYPE_POINTER || has_pointers(model, field, depth + 1))
			return true;
	}
	return false;
}

/* Memory of the sequence's own, where the API expects an object of its own. */
static void check_setup(struct hr_look *look)
{
	size_t root = hr_operand_root(look->sequence, look->operand);
	enum hr_provenance from = hr_provenance_of(look->sequence, root);
	struct hr_use use;
	bool is_literal = look->operand->kind == HR_OPERAND_STRUCT;
	if (!is_pointer(look) || !points_to_object(look) || look->item->role == HR_ROLE_FILE)
		return;
	if (from == HR_FROM_PART)
		hr_look_lower(look, HR_LEGAL_LIKELY,
			      hr_arena_printf(look->arena, "'%s' of %s() was read out of an object.", look->name,
					      look->operation));
	if (!is_literal && from != HR_FROM_RAW && from != HR_FROM_NEW)
		return;
	if (!is_literal && hr_use_next(&use, look->sequence, root, 0, look->statement))
		return; /* some call got it before */
	const struct hr_operation *operation = &look->sequence->model->operations.data[look->call->operation];
	if (operation->kind == HR_KIND_MAKER || look->item->role == HR_ROLE_OUT)
		return;
	const struct hr_type *type =
		hr_model_type(look->sequence->model, hr_model_pointee(look->sequence->model, look->item->type));
	bool matters = from == HR_FROM_RAW || has_pointers(look->sequence->model, type, 0);
	hr_look_lower(look, matters ? HR_LEGAL_DOUBTFUL : HR_LEGAL_LIKELY,
		      hr_arena_printf(look->arena, "'%s' of %s() was set up by no function of the unit.", look->name,
				      look->operation));
}

/* Text for what has no type and is not const, where something that is looked for is NULL: an object of the unit's may be wanted. */
static bool is_state_or_nothing(const struct hr_look *look)
{
	const struct hr_type *type = hr_model_type(look->sequence->model, look->item->type);
	enum hr_role role = look->item->role;
	return (look->way == HR_WAY_NULL || look->way == HR_WAY_WILD) && look->statement == look->end && type &&
	       type->kind == HR_TYPE_POINTER && !(type->target.qualifiers & HR_CONST) && role != HR_ROLE_USER_DATA &&
	       role != HR_ROLE_STRING && role != HR_ROLE_BUFFER && role != HR_ROLE_OUT;
}

/* Memory without a type that is read and written, and nobody tells its size: something has to be in it, and who knows what. */
static void check_untyped(struct hr_look *look)
{
	const struct hr_type *target =
		hr_model_type(look->sequence->model, hr_model_pointee(look->sequence->model, look->item->type));
	enum hr_provenance from = hr_provenance_of(look->sequence, hr_operand_root(look->sequence, look->operand));
	struct hr_use use;
	bool is_literal = from == HR_FROM_NOTHING && is_state_or_nothing(look) &&
			  (look->operand->kind == HR_OPERAND_TEXT || look->operand->kind == HR_OPERAND_BYTES);
	if (!is_pointer(look) || !target || target->kind != HR_TYPE_VOID ||
	    (!is_literal && (look->item->role != HR_ROLE_INOUT || (from != HR_FROM_RAW && from != HR_FROM_NEW))) ||
	    (!is_literal &&
	     hr_use_next(&use, look->sequence, hr_operand_root(look->sequence, look->operand), 0, look->statement)))
		return;
	for (size_t i = 0; i < look->call->operand_count; i++) {
		const struct hr_item *item = hr_parameter_of(look->sequence, look->call, i);
		if (item && (item->role == HR_ROLE_LENGTH || item->role == HR_ROLE_CAPACITY) &&
		    item->of == (int)look->number)
			return;
	}
	hr_look_lower(look, HR_LEGAL_DOUBTFUL,
		      hr_arena_printf(look->arena, "'%s' of %s() has no type, and no function of the unit set it up.",
				      look->name, look->operation));
}

static void check_aliases(struct hr_look *look)
{
	size_t root = hr_operand_root(look->sequence, look->operand);
	for (size_t i = 0; root != HR_NO_VALUE && is_pointer(look) && i < look->number; i++)
		if (hr_operand_root(look->sequence, &look->call->operands[i]) == root)
			hr_look_lower(look, HR_LEGAL_LIKELY,
				      hr_arena_printf(look->arena, "%s() got the same object twice.", look->operation));
}

static bool is_changeable(const struct hr_look *look, const struct hr_item *item)
{
	const struct hr_type *type = hr_model_type(look->sequence->model, item->type);
	return type && type->kind == HR_TYPE_POINTER && !(type->target.qualifiers & HR_CONST) &&
	       hr_model_object(look->sequence->model, item->type) != HR_NO_TYPE;
}

/* Two objects of one type that may both be changed, and have nothing to do with each other: the one may have to be a part of the other. */
static void check_strangers(struct hr_look *look)
{
	size_t root = hr_operand_root(look->sequence, look->operand);
	bool is_state = look->way == HR_WAY_NULL || look->way == HR_WAY_WILD;
	for (size_t i = 0; root != HR_NO_VALUE && is_changeable(look, look->item) && i < look->number; i++) {
		const struct hr_item *item = hr_parameter_of(look->sequence, look->call, i);
		size_t other = hr_operand_root(look->sequence, &look->call->operands[i]);
		if (other == HR_NO_VALUE || other == root || !item || !is_changeable(look, item) ||
		    hr_model_object(look->sequence->model, item->type) !=
			    hr_model_object(look->sequence->model, look->item->type) ||
		    hr_values_are_related(look->sequence, root, other, look->statement))
			continue;
		hr_look_lower(look, is_state && look->statement == look->end ? HR_LEGAL_DOUBTFUL : HR_LEGAL_LIKELY,
			      hr_arena_printf(look->arena, "%s() got two objects that may have to belong together.",
					      look->operation));
	}
}

/* What the call only looks at has to do with what it changes, and it frees something that it looks at later: as with memcpy, the two must not overlap. */
static void check_overlap(struct hr_look *look)
{
	const struct hr_fault *fault = &look->outcome->fault;
	size_t root = hr_operand_root(look->sequence, look->operand);
	const struct hr_type *type = hr_model_type(look->sequence->model, look->item->type);
	if (look->statement != look->end || (look->way != HR_WAY_DEAD && look->way != HR_WAY_FREE) ||
	    fault->owner.freed_by != look->end || root == HR_NO_VALUE || !type || type->kind != HR_TYPE_POINTER ||
	    !(type->target.qualifiers & HR_CONST) || !points_to_object(look))
		return;
	for (size_t i = 0; i < look->call->operand_count; i++) {
		const struct hr_item *item = hr_parameter_of(look->sequence, look->call, i);
		size_t other = hr_operand_root(look->sequence, &look->call->operands[i]);
		if (i != look->number && item && other != HR_NO_VALUE && is_changeable(look, item) &&
		    (other == root || hr_values_are_related(look->sequence, root, other, look->statement)))
			hr_look_lower(
				look, HR_LEGAL_DOUBTFUL,
				hr_arena_printf(look->arena,
						"'%s' is only looked at by %s(), but may be part of what it changes.",
						look->name, look->operation));
	}
}

/* It was there before the call that yielded it: some other object has it. */
static bool is_part(const struct hr_look *look, size_t root)
{
	const struct hr_pointer_record *record = hr_outcome_pointer(look->outcome, root);
	size_t owner;
	if (hr_value_is_borrowed(look->sequence, root, &owner))
		return true;
	return record && record->region == HR_IN_HEAP && record->block != HR_NO_BLOCK &&
	       record->allocated_by < hr_value_call(look->sequence, root);
}

/* What was got from one object is used with another of the same type. */
static void check_family(struct hr_look *look)
{
	size_t root = hr_operand_root(look->sequence, look->operand);
	if (root == HR_NO_VALUE || !is_part(look, root))
		return;
	for (size_t i = 0;
	     root != HR_NO_VALUE && is_pointer(look) && points_to_object(look) && i < look->call->operand_count; i++) {
		const struct hr_item *item = hr_parameter_of(look->sequence, look->call, i);
		size_t other = hr_operand_root(look->sequence, &look->call->operands[i]);
		if (i == look->number || !item || other == HR_NO_VALUE || other == root)
			continue;
		size_t parent =
			hr_value_parent(look->sequence, root, hr_model_object(look->sequence->model, item->type));
		if (parent == HR_NO_VALUE || parent == other ||
		    hr_values_are_related(look->sequence, root, other, look->statement))
			continue;
		hr_look_lower(look, HR_LEGAL_DOUBTFUL,
			      hr_arena_printf(look->arena,
					      "'%s' of %s() comes from another object than the one it is used with.",
					      look->name, look->operation));
	}
}

/* Whether the operand is a function of the unit's own. */
static bool is_of_unit(const struct hr_look *look)
{
	const struct hr_model *model = look->sequence->model;
	for (size_t i = 0; look->operand->kind == HR_OPERAND_FUNCTION && i < model->operations.count; i++)
		if (strcmp(model->operations.data[i].name, look->operand->text) == 0)
			return true;
	return false;
}

static void check_callback(struct hr_look *look)
{
	if (look->way == HR_WAY_STACK && is_of_unit(look)) {
		hr_look_lower(look, HR_LEGAL_DOUBTFUL,
			      hr_arena_printf(look->arena,
					      "'%s' of %s() is a function that may lead back to where it is called.",
					      look->name, look->operation));
		return;
	}
	if (look->operand->kind == HR_OPERAND_FUNCTION || look->operand->kind == HR_OPERAND_CALLBACK)
		hr_look_lower(look, HR_LEGAL_LIKELY,
			      hr_arena_printf(look->arena, "'%s' of %s() is a function of ours.", look->name,
					      look->operation));
}

static void check_fields(struct hr_look *look)
{
	const char *field = hr_odd_field(look->sequence->model, look->item->type, look->operand);
	if (field)
		hr_look_lower(look, HR_LEGAL_DOUBTFUL,
			      hr_arena_printf(look->arena, "'%s' of '%s' of %s() is none of its enumerators.", field,
					      look->name, look->operation));
}

/* Objects that are made with contents. */
static void look_at_new(struct hr_look *look)
{
	const char *field = look->call->operand_count
				    ? hr_odd_field(look->sequence->model, look->call->type, &look->call->operands[0])
				    : NULL;
	if (field)
		hr_look_lower(look, HR_LEGAL_DOUBTFUL,
			      hr_arena_printf(look->arena, "'%s' of '%s' is none of its enumerators.", field,
					      look->sequence->values.data[look->call->value].name));
}

static void (*const checks[])(struct hr_look *look) = {
	check_null,    check_length,    check_text,   check_object,   check_setup,  check_untyped,
	check_aliases, check_strangers, check_family, check_callback, check_fields, check_overlap,
};

/* ---- the whole ---- */

/* Arguments behind the last one, and no format that tells what they have to be: a list that ends with NULL, or values that depend on an earlier argument. */
static void check_tail(struct hr_look *look)
{
	const struct hr_operation *operation = &look->sequence->model->operations.data[look->call->operation];
	bool has_format = false;
	for (size_t i = 0; i < operation->params.count; i++)
		has_format = has_format || operation->params.data[i].role == HR_ROLE_FORMAT;
	if (operation->is_variadic && !has_format)
		hr_look_lower(look, HR_LEGAL_DOUBTFUL,
			      hr_arena_printf(look->arena, "nobody knows what %s() expects behind its last argument.",
					      look->operation));
}

static void look_at_call(struct hr_look *look)
{
	const struct hr_model *model = look->sequence->model;
	const struct hr_rule *broken = hr_rules_broken(look->rules, look->sequence, look->statement);
	look->operation = model->operations.data[look->call->operation].name;
	if (broken) {
		struct hr_strbuf text = HR_STRBUF_INIT;
		hr_rule_describe(&text, model, broken);
		hr_look_lower(look, HR_LEGAL_BROKEN,
			      hr_arena_printf(look->arena, "A rule was broken: %s (%s).", text.data,
					      broken->origin == HR_RULE_USER ? "a person says so" : "learned"));
		hr_strbuf_release(&text);
		if (broken->kind == HR_RULE_NON_NULL && broken->origin != HR_RULE_USER) {
			look->out->null_operation = broken->operation;
			look->out->null_parameter = broken->parameter;
		} else {
			look->out->is_broken_otherwise = true;
		}
	}
	check_tail(look);
	for (look->number = 0; look->number < look->call->operand_count; look->number++) {
		look->operand = &look->call->operands[look->number];
		look->item = hr_parameter_of(look->sequence, look->call, look->number);
		if (!look->item) {
			hr_look_lower(
				look, HR_LEGAL_LIKELY,
				hr_arena_printf(look->arena, "%s() takes any number of arguments.", look->operation));
			continue;
		}
		look->name = hr_parameter_name(look->arena, model, look->call->operation, (int)look->number);
		for (size_t i = 0; i < sizeof checks / sizeof *checks; i++)
			checks[i](look);
	}
}

/* Writing into what belongs to the unit, or was set up by it. */
static void look_at_set(struct hr_look *look)
{
	size_t root = hr_value_root(look->sequence, look->call->access->value);
	enum hr_provenance from = hr_provenance_of(look->sequence, root);
	struct hr_use use;
	if ((from == HR_FROM_RAW || from == HR_FROM_NEW) &&
	    !hr_use_next(&use, look->sequence, root, 0, look->statement))
		return;
	const struct hr_type *type = hr_model_type(look->sequence->model, hr_value_pointee(look->sequence, root));
	enum hr_role role = HR_ROLE_UNKNOWN;
	for (size_t i = 0; type && i < type->fields.count; i++)
		if (type->fields.data[i].offset_bits == look->call->access->offset * 8)
			role = type->fields.data[i].item.role;
	/* a length without its buffer is nobody's mistake but ours, and who made a sequence small may have taken the buffer away */
	bool is_theirs = role == HR_ROLE_PRIVATE || role == HR_ROLE_OUT || role == HR_ROLE_UNKNOWN ||
			 role == HR_ROLE_LENGTH || role == HR_ROLE_CAPACITY;
	hr_look_lower(look, is_theirs ? HR_LEGAL_DOUBTFUL : HR_LEGAL_LIKELY,
		      hr_arena_printf(look->arena, "'%s%s' was set in an object that the unit works with.",
				      look->sequence->values.data[look->call->access->value].name,
				      look->call->access->text ? look->call->access->text : ""));
}

/* What was kept, and how that is known. */
static void tell_lengths(struct hr_look *look)
{
	for (size_t i = 0; i <= look->end && i < look->sequence->statements.count; i++) {
		const struct hr_statement *call = &look->sequence->statements.data[i];
		for (size_t k = 0; call->kind == HR_STATEMENT_CALL && k < call->operand_count; k++) {
			const struct hr_item *item = hr_parameter_of(look->sequence, call, k);
			if (!item || item->role != HR_ROLE_LENGTH || item->of < 0)
				continue;
			struct hr_decision decision = hr_claims_decide(&item->claims, HR_FACT_ROLE);
			hr_look_keep(look, hr_arena_printf(look->arena,
							   "'%s' of %s() is not more than '%s' has (its length: %s).",
							   item->name,
							   look->sequence->model->operations.data[call->operation].name,
							   hr_parameter_name(look->arena, look->sequence->model,
									     call->operation, item->of),
							   hr_word(&hr_source_words, (int)decision.source)));
			if (item->confidence < 0.6)
				look->out->grade =
					look->out->grade > HR_LEGAL_LIKELY ? HR_LEGAL_LIKELY : look->out->grade;
		}
	}
}

static void tell_kept(struct hr_look *look)
{
	look->out->doubts = look->out->texts.count;
	if (look->out->grade == HR_LEGAL_BROKEN)
		return;
	if (look->out->grade == HR_LEGAL_CERTAIN)
		hr_look_keep(
			look,
			"Every object comes from the unit itself, lives, has one owner and is passed once; no argument is "
			"NULL unless that is allowed.");
	else if (look->out->grade == HR_LEGAL_LIKELY)
		hr_look_keep(look, "No rule that is known was broken: all objects live and none has two owners.");
	tell_lengths(look);
}

void hr_legality_look(struct hr_legality *out, struct hr_arena *arena, const struct hr_rules *rules,
		      const struct hr_sequence *sequence, const struct hr_outcome *outcome, size_t end)
{
	struct hr_look look = { .out = out,
				.arena = arena,
				.rules = rules,
				.sequence = sequence,
				.outcome = outcome,
				.way = hr_way_to_judge(outcome),
				.end = end };
	memset(out, 0, sizeof *out);
	out->grade = HR_LEGAL_CERTAIN;
	out->null_operation = (size_t)-1;
	for (size_t i = 0; i <= end && i < sequence->statements.count; i++) {
		look.statement = i;
		look.call = &sequence->statements.data[i];
		if (look.call->kind == HR_STATEMENT_CALL)
			look_at_call(&look);
		else if (look.call->kind == HR_STATEMENT_SET)
			look_at_set(&look);
		else if (look.call->kind == HR_STATEMENT_NEW)
			look_at_new(&look);
		else if (look.call->kind == HR_STATEMENT_FAIL_ALLOC)
			hr_look_lower(&look, HR_LEGAL_LIKELY, "An allocation was made to fail.");
		else if (look.call->kind == HR_STATEMENT_LITERAL && look.call->operand_count &&
			 look.call->operands[0].kind == HR_OPERAND_VALUE &&
			 hr_model_is_pointer(sequence->model, look.call->type))
			hr_look_lower(&look, HR_LEGAL_LIKELY, "A pointer was converted.");
	}
	look.call = end < sequence->statements.count ? &sequence->statements.data[end] : NULL;
	if (look.call && look.call->kind == HR_STATEMENT_CALL) {
		hr_legality_look_at_states(&look);
		hr_legality_look_at_iterators(&look);
		hr_legality_look_at_counts(&look);
		hr_legality_look_at_lent(&look);
		hr_legality_look_at_docs(&look);
		hr_legality_look_at_formats(&look);
	}
	tell_kept(&look);
}
