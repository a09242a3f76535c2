/* Experiments about objects and their lives: two arguments that are one object, objects that nobody set up, that are dead, that somebody owns already, or
 * that do not belong together; what has to be called before. */
#include "oracle/experiments_internal.h"
#include "oracle/provenance.h"

#include "base/text.h"
#include "model/spans.h"

#include <string.h>

struct hr_rule hr_learned_rule(enum hr_rule_kind kind, size_t operation, size_t parameter, int other)
{
	return (struct hr_rule){ .kind = kind,
				 .origin = HR_RULE_LEARNED,
				 .operation = operation,
				 .parameter = (int)parameter,
				 .other = other };
}

void hr_experiments_add_rule(struct hr_experiments *experiments, struct hr_sequence *sequence, size_t statement,
			     size_t operand, struct hr_rule rule, const char *text)
{
	struct hr_experiment experiment = { .change = HR_CHANGE_RULE,
					    .sequence = sequence,
					    .statement = statement,
					    .operand = operand,
					    .rule = rule,
					    .text = text };
	hr_experiments_add(experiments, &experiment);
}

const char *hr_operand_name(struct hr_experiments *experiments, size_t statement, size_t operand)
{
	const struct hr_statement *call = &experiments->failing->statements.data[statement];
	return hr_parameter_name(&experiments->arena, experiments->failing->model, call->operation, (int)operand);
}

/* The failing sequence, with a value made anew for one operand of a call. */
enum remaking { BY_MAKER, AS_BEFORE, WITH_HISTORY };

static struct hr_sequence *with_remade(const struct hr_sequence *failing, size_t statement, size_t operand,
				       size_t value, enum remaking how)
{
	struct hr_edit edit;
	struct hr_statement changed;
	const struct hr_item *item = hr_parameter_of(failing, &failing->statements.data[statement], operand);
	hr_edit_begin(&edit, failing);
	hr_edit_keep_range(&edit, 0, statement);
	struct hr_operand fresh = { .kind = HR_OPERAND_VALUE };
	if (how == WITH_HISTORY)
		fresh.value = hr_edit_remake_with_history(&edit, value, statement);
	else if (how == AS_BEFORE)
		fresh.value = hr_edit_remake(&edit, value, failing->values.data[value].statement + 1);
	bool is_made = how == BY_MAKER ? item && hr_fresh_operand(&edit, &fresh, item, NULL, statement)
				       : fresh.value != HR_NO_VALUE;
	if (!is_made || !hr_edit_statement(&edit, &changed, statement)) {
		hr_edit_abandon(&edit);
		return NULL;
	}
	changed.operands[operand] = fresh;
	hr_edit_replace(&edit, statement, &changed);
	hr_edit_keep_range(&edit, statement + 1, failing->statements.count);
	return hr_edit_finish(&edit);
}

/* ---- two arguments, one object ---- */

static void try_apart(struct hr_experiments *experiments, size_t statement)
{
	const struct hr_sequence *failing = experiments->failing;
	const struct hr_statement *call = &failing->statements.data[statement];
	for (size_t i = 0; i < call->operand_count; i++) {
		size_t root = hr_operand_root(failing, &call->operands[i]);
		for (size_t k = i + 1; root != HR_NO_VALUE && k < call->operand_count; k++) {
			const struct hr_item *item = hr_parameter_of(failing, call, k);
			if (!item || !hr_model_is_pointer(failing->model, item->type) ||
			    hr_operand_root(failing, &call->operands[k]) != root ||
			    hr_span_of(failing->model, &failing->model->operations.data[call->operation], k) !=
				    (size_t)-1)
				continue;
			hr_experiments_add_rule(experiments, with_remade(failing, statement, k, root, WITH_HISTORY),
						statement, k,
						hr_learned_rule(HR_RULE_APART, call->operation, i, (int)k),
						hr_arena_printf(&experiments->arena, "'%s' is another object than '%s'",
								hr_operand_name(experiments, statement, k),
								hr_operand_name(experiments, statement, i)));
		}
	}
}

/* ---- objects that nobody set up ---- */

static bool is_named_init(const char *name)
{
	static const char *const words[] = { "init", "setup", "start", "open", "create", "reset" };
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (hr_text_find_any_case(name, words[i]) && !hr_text_find_any_case(name, "uninit") &&
		    !hr_text_find_any_case(name, "deinit"))
			return true;
	return false;
}

/* Calls `operation` on the object before the statement. */
static struct hr_sequence *with_call_before(const struct hr_sequence *failing, size_t statement, size_t operation,
					    size_t object)
{
	struct hr_edit edit;
	struct hr_statement call;
	struct hr_type_ref type = { HR_NO_TYPE, 0 };
	hr_edit_begin(&edit, failing);
	hr_edit_keep_range(&edit, 0, statement);
	size_t value = object;
	if (object != HR_NO_VALUE) {
		type = hr_value_pointee(failing, object);
		value = edit.map[object];
	}
	bool fits = hr_plain_call(&edit, &call, operation, value, type, NULL, statement);
	if (!fits) {
		hr_edit_abandon(&edit);
		return NULL;
	}
	hr_sequence_add(edit.to, &call, false, (struct hr_type_ref){ HR_NO_TYPE, 0 }, NULL);
	hr_edit_keep_range(&edit, statement, failing->statements.count);
	return hr_edit_finish(&edit);
}

/* The same object, all zero to begin with. */
static struct hr_sequence *with_zeroed(const struct hr_sequence *failing, size_t value)
{
	struct hr_edit edit;
	struct hr_statement changed;
	size_t statement = failing->values.data[value].statement;
	hr_edit_begin(&edit, failing);
	hr_edit_keep_range(&edit, 0, statement);
	if (!hr_edit_statement(&edit, &changed, statement)) {
		hr_edit_abandon(&edit);
		return NULL;
	}
	changed.operands = hr_arena_alloc(&edit.to->arena, sizeof *changed.operands);
	changed.operands->kind = HR_OPERAND_STRUCT;
	changed.operand_count = 1;
	hr_edit_replace(&edit, statement, &changed);
	hr_edit_keep_range(&edit, statement + 1, failing->statements.count);
	return hr_edit_finish(&edit);
}

static bool sets_up(const struct hr_model *model, size_t operation, size_t object, size_t *at)
{
	const struct hr_operation *it = &model->operations.data[operation];
	if (!it->callable || it->is_variadic || (it->kind != HR_KIND_MAKER && !is_named_init(it->name)))
		return false;
	for (*at = 0; *at < it->params.count; ++*at)
		if (hr_model_object(model, it->params.data[*at].type) == object &&
		    it->params.data[*at].role != HR_ROLE_CONSUMED)
			return true;
	return false;
}

static void try_initialised(struct hr_experiments *experiments, size_t statement)
{
	enum { MOST = 4 };
	const struct hr_sequence *failing = experiments->failing;
	const struct hr_statement *call = &failing->statements.data[statement];
	for (size_t i = 0; i < call->operand_count; i++) {
		size_t root = hr_operand_root(failing, &call->operands[i]);
		enum hr_provenance from = hr_provenance_of(failing, root);
		struct hr_use use;
		if (from == HR_FROM_RAW)
			hr_experiments_add_rule(experiments, with_zeroed(failing, root), statement, i,
						hr_learned_rule(HR_RULE_INITIALISED, call->operation, i, -1),
						hr_arena_printf(&experiments->arena, "'%s' begins all zero",
								hr_operand_name(experiments, statement, i)));
		if ((from != HR_FROM_RAW && from != HR_FROM_NEW) || hr_use_next(&use, failing, root, 0, statement))
			continue;
		const struct hr_type *type = hr_model_type(failing->model, hr_value_pointee(failing, root));
		if (!type || (type->kind != HR_TYPE_STRUCT && type->kind != HR_TYPE_UNION))
			continue;
		size_t object = hr_model_strip(failing->model, hr_value_pointee(failing, root)).type;
		for (size_t k = 0, made = 0; k < failing->model->operations.count && made < MOST; k++) {
			size_t at;
			if (k == call->operation || !sets_up(failing->model, k, object, &at))
				continue;
			made++;
			hr_experiments_add_rule(experiments, with_call_before(failing, statement, k, root), statement,
						i, hr_learned_rule(HR_RULE_INITIALISED, call->operation, i, (int)k),
						hr_arena_printf(&experiments->arena, "'%s' went through %s() before",
								hr_operand_name(experiments, statement, i),
								failing->model->operations.data[k].name));
		}
	}
}

/* ---- the dead, and what has several owners ---- */

/* A call that got the value together with something else, before `end`: who may have kept it. */
static bool kept_by(const struct hr_sequence *failing, size_t value, size_t end, struct hr_use *use)
{
	for (size_t from = 0; hr_use_next(use, failing, value, from, end); from = use->statement + 1) {
		const struct hr_statement *call = &failing->statements.data[use->statement];
		if (use->operand > 0 && call->operand_count > 1)
			return true;
	}
	return false;
}

/* A value whose block was freed by a call that got it: without that call. */
static void try_alive(struct hr_experiments *experiments)
{
	const struct hr_sequence *failing = experiments->failing;
	size_t end = experiments->statement;
	for (size_t value = 0; value < failing->values.count; value++) {
		const struct hr_pointer_record *record = hr_outcome_pointer(experiments->outcome, value);
		struct hr_use use, keeper, now;
		size_t owner;
		if (hr_value_root(failing, value) != value)
			continue;
		for (size_t from = 0; hr_use_next(&use, failing, value, from, end + 1); from = use.statement + 1) {
			const struct hr_statement *call = &failing->statements.data[use.statement];
			const struct hr_item *item = hr_parameter_of(failing, call, use.operand);
			bool freed = record && record->is_freed && record->freed_by == use.statement;
			bool consumed = item && item->role == HR_ROLE_CONSUMED;
			if ((!freed && !consumed) || use.statement == end)
				continue;
			struct hr_sequence *without = hr_without(failing, use.statement, end);
			bool is_used = hr_use_next(&now, failing, value, use.statement + 1, end + 1);
			if (!freed) /* handed over, and alive: only who destroys it, or hands it over again, is wrong */
				hr_sequence_free(without);
			else if (is_used)
				hr_experiments_add_rule(
					experiments, without, now.statement, now.operand,
					hr_learned_rule(HR_RULE_NOT_AFTER,
							failing->statements.data[now.statement].operation, now.operand,
							(int)call->operation),
					hr_arena_printf(&experiments->arena, "%s() was not called with '%s' before",
							failing->model->operations.data[call->operation].name,
							hr_operand_name(experiments, now.statement, now.operand)));
			else if (hr_value_is_borrowed(failing, value, &owner))
				hr_experiments_add_rule(
					experiments, without, use.statement, use.operand,
					hr_learned_rule(HR_RULE_NOT_BORROWED, call->operation, use.operand, -1),
					hr_arena_printf(&experiments->arena,
							"%s() was not called with what belongs to another object",
							failing->model->operations.data[call->operation].name));
			else if (kept_by(failing, value, use.statement, &keeper))
				hr_experiments_add_rule(
					experiments, without, use.statement, use.operand,
					hr_learned_rule(HR_RULE_NOT_AFTER, call->operation, use.operand,
							(int)failing->statements.data[keeper.statement].operation),
					hr_arena_printf(
						&experiments->arena, "%s() was not called with what %s() kept",
						failing->model->operations.data[call->operation].name,
						failing->model->operations
							.data[failing->statements.data[keeper.statement].operation]
							.name));
			else
				hr_sequence_free(without);
		}
	}
}

bool hr_item_is_object(const struct hr_model *model, const struct hr_item *item)
{
	return item && hr_model_is_pointer(model, item->type) && hr_model_object(model, item->type) != HR_NO_TYPE &&
	       item->role != HR_ROLE_CALLBACK && item->role != HR_ROLE_USER_DATA && item->role != HR_ROLE_FILE;
}

static const char *operation_name(const struct hr_sequence *failing, size_t statement)
{
	return failing->model->operations.data[failing->statements.data[statement].operation].name;
}

/* A rule where the call takes the object over; elsewhere what was done before is to blame, and nobody knows how to say it. */
static void add_owned(struct hr_experiments *experiments, struct hr_sequence *sequence, const struct hr_use *use,
		      struct hr_rule rule, bool is_rule, const char *text)
{
	struct hr_experiment experiment = { .change = is_rule ? HR_CHANGE_RULE : HR_CHANGE_MISUSE,
					    .sequence = sequence,
					    .statement = use->statement,
					    .operand = use->operand,
					    .rule = rule,
					    .text = text };
	hr_experiments_add(experiments, &experiment);
}

/* An object that was handed over twice, or that belongs to another one already: a fresh one the second time. */
static void try_owned_once(struct hr_experiments *experiments)
{
	const struct hr_sequence *failing = experiments->failing;
	for (size_t value = 0; value < failing->values.count; value++) {
		struct hr_use first, second;
		size_t owner;
		if (hr_value_root(failing, value) != value)
			continue;
		bool is_borrowed = hr_value_is_borrowed(failing, value, &owner);
		bool has_first = false;
		for (size_t from = 0; hr_use_next(&second, failing, value, from, experiments->statement + 1);
		     from = second.statement + 1) {
			const struct hr_statement *call = &failing->statements.data[second.statement];
			const struct hr_item *item = hr_parameter_of(failing, call, second.operand);
			if (!hr_item_is_object(failing->model, item) ||
			    (second.operand == 0 && item->role != HR_ROLE_CONSUMED))
				continue;
			const char *name = hr_operand_name(experiments, second.statement, second.operand);
			struct hr_rule rule =
				hr_learned_rule(HR_RULE_SINGLE_OWNER, call->operation, second.operand, -1);
			if (has_first && second.statement != first.statement)
				add_owned(experiments,
					  with_remade(failing, second.statement, second.operand, value,
						      is_borrowed ? BY_MAKER : AS_BEFORE),
					  &second, rule, item->role == HR_ROLE_CONSUMED,
					  hr_arena_printf(&experiments->arena,
							  "'%s' is a fresh object, not one that %s() got", name,
							  operation_name(failing, first.statement)));
			rule.kind = HR_RULE_NOT_BORROWED;
			if (is_borrowed && !has_first)
				add_owned(experiments,
					  with_remade(failing, second.statement, second.operand, value, BY_MAKER),
					  &second, rule, item->role == HR_ROLE_CONSUMED,
					  hr_arena_printf(&experiments->arena,
							  "'%s' is a fresh object, not a part of another one", name));
			first = second;
			has_first = true;
		}
	}
}

/* ---- what has to be called before ---- */

static void try_before(struct hr_experiments *experiments)
{
	enum { MOST = 3 };
	const struct hr_sequence *failing = experiments->failing;
	const struct hr_model *model = failing->model;
	for (size_t i = 0, made = 0; i < model->operations.count && made < MOST; i++) {
		const struct hr_operation *it = &model->operations.data[i];
		bool fits = it->callable && !it->is_variadic && is_named_init(it->name) && it->params.count <= 2;
		for (size_t k = 0; fits && k < it->params.count; k++)
			fits = !hr_item_is_object(model, &it->params.data[k]);
		for (size_t k = 0; fits && k < failing->statements.count; k++)
			fits = failing->statements.data[k].kind != HR_STATEMENT_CALL ||
			       failing->statements.data[k].operation != i;
		/* one that returns an object makes that, and sets up nothing else */
		if (!fits || hr_model_object(model, it->result.type) != HR_NO_TYPE)
			continue;
		made++;
		struct hr_rule rule = hr_learned_rule(
			HR_RULE_BEFORE, failing->statements.data[experiments->statement].operation, 0, (int)i);
		rule.parameter = -1;
		hr_experiments_add_rule(
			experiments, with_call_before(failing, 0, i, HR_NO_VALUE), experiments->statement, 0, rule,
			hr_arena_printf(&experiments->arena, "%s() was called at the beginning", it->name));
	}
}

/* Makes a new object of the memory that it is given. */
static bool sets_up_again(const struct hr_model *model, const struct hr_operation *operation, size_t operand)
{
	return operation->kind == HR_KIND_MAKER && operand < operation->params.count &&
	       operation->subject != HR_NO_TYPE &&
	       hr_model_object(model, operation->params.data[operand].type) == operation->subject &&
	       hr_model_object(model, operation->result.type) != operation->subject;
}

/* A second set-up of the same object, which forgets what it had. */
static void try_set_up_once(struct hr_experiments *experiments)
{
	const struct hr_sequence *failing = experiments->failing;
	for (size_t value = 0; value < failing->values.count; value++) {
		struct hr_use use;
		bool was_set_up = hr_provenance_of(failing, value) == HR_FROM_CALL;
		for (size_t from = 0; hr_use_next(&use, failing, value, from, experiments->statement + 1);
		     from = use.statement + 1) {
			const struct hr_statement *call = &failing->statements.data[use.statement];
			const struct hr_operation *operation = &failing->model->operations.data[call->operation];
			bool is_setup =
				(hr_text_find_any_case(operation->name, "init") && is_named_init(operation->name)) ||
				sets_up_again(failing->model, operation, use.operand);
			bool is_failing = use.statement == experiments->statement && experiments->way != HR_WAY_LEAK;
			if (is_setup && was_set_up && !is_failing)
				hr_experiments_add_rule(
					experiments, hr_without(failing, use.statement, (size_t)-1), use.statement,
					use.operand,
					hr_learned_rule(HR_RULE_NOT_AFTER, call->operation, use.operand,
							(int)call->operation),
					hr_arena_printf(&experiments->arena, "%s() was not called again with '%s'",
							operation->name,
							hr_operand_name(experiments, use.statement, use.operand)));
			was_set_up = was_set_up || is_setup;
		}
	}
}

void hr_experiments_for_objects(struct hr_experiments *experiments)
{
	for (size_t i = experiments->statement + 1; i-- > 0;) {
		if (experiments->failing->statements.data[i].kind != HR_STATEMENT_CALL)
			continue;
		try_apart(experiments, i);
		try_initialised(experiments, i);
		hr_experiments_for_families(experiments, i);
	}
	if (experiments->way == HR_WAY_DEAD || experiments->way == HR_WAY_FREE || experiments->way == HR_WAY_WILD)
		try_alive(experiments);
	try_owned_once(experiments);
	try_set_up_once(experiments);
	if (experiments->failing->statements.count &&
	    experiments->failing->statements.data[experiments->statement].kind == HR_STATEMENT_CALL)
		try_before(experiments);
}
