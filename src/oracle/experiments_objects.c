/* Experiments about objects and their lives: two arguments that are one object, objects that nobody set up, that are dead, that somebody owns already, or
 * that do not belong together; what has to be called before. */
#include "oracle/experiments.h"
#include "oracle/provenance.h"

#include "base/text.h"

#include <string.h>

static struct hr_rule rule_of(enum hr_rule_kind kind, size_t operation, size_t parameter, int other)
{
	return (struct hr_rule){ .kind = kind,
				 .origin = HR_RULE_LEARNED,
				 .operation = operation,
				 .parameter = (int)parameter,
				 .other = other };
}

static void add(struct hr_experiments *experiments, struct hr_sequence *sequence, size_t statement, size_t operand,
		struct hr_rule rule, const char *text)
{
	struct hr_experiment experiment = { .change = HR_CHANGE_RULE,
					    .sequence = sequence,
					    .statement = statement,
					    .operand = operand,
					    .rule = rule,
					    .text = text,
					    .is_about_object = true };
	hr_experiments_add(experiments, &experiment);
}

static const char *parameter(struct hr_experiments *experiments, size_t statement, size_t operand)
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
	bool is_made =
		how == BY_MAKER ? item && hr_fresh_operand(&edit, &fresh, item, statement) : fresh.value != HR_NO_VALUE;
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
			    hr_operand_root(failing, &call->operands[k]) != root)
				continue;
			add(experiments, with_remade(failing, statement, k, root, WITH_HISTORY), statement, k,
			    rule_of(HR_RULE_APART, call->operation, i, (int)k),
			    hr_arena_printf(&experiments->arena, "'%s' is another object than '%s'",
					    parameter(experiments, statement, k),
					    parameter(experiments, statement, i)));
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
	size_t before = edit.to->statements.count;
	bool fits = hr_plain_call(&edit, &call, operation, value, type, statement);
	if (!fits) {
		hr_edit_abandon(&edit);
		return NULL;
	}
	(void)before;
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
			add(experiments, with_zeroed(failing, root), statement, i,
			    rule_of(HR_RULE_INITIALISED, call->operation, i, -1),
			    hr_arena_printf(&experiments->arena, "'%s' begins all zero",
					    parameter(experiments, statement, i)));
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
			add(experiments, with_call_before(failing, statement, k, root), statement, i,
			    rule_of(HR_RULE_INITIALISED, call->operation, i, (int)k),
			    hr_arena_printf(&experiments->arena, "'%s' went through %s() before",
					    parameter(experiments, statement, i),
					    failing->model->operations.data[k].name));
		}
	}
}

/* ---- the dead, and what has several owners ---- */

static const struct hr_pointer_record *record_of(const struct hr_outcome *outcome, size_t value)
{
	for (size_t i = 0; i < outcome->pointers.count; i++)
		if (outcome->pointers.data[i].value == value)
			return &outcome->pointers.data[i];
	return NULL;
}

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
		const struct hr_pointer_record *record = record_of(experiments->outcome, value);
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
				add(experiments, without, now.statement, now.operand,
				    rule_of(HR_RULE_NOT_AFTER, failing->statements.data[now.statement].operation,
					    now.operand, (int)call->operation),
				    hr_arena_printf(&experiments->arena, "%s() was not called with '%s' before",
						    failing->model->operations.data[call->operation].name,
						    parameter(experiments, now.statement, now.operand)));
			else if (hr_value_is_borrowed(failing, value, &owner))
				add(experiments, without, use.statement, use.operand,
				    rule_of(HR_RULE_NOT_BORROWED, call->operation, use.operand, -1),
				    hr_arena_printf(&experiments->arena,
						    "%s() was not called with what belongs to another object",
						    failing->model->operations.data[call->operation].name));
			else if (kept_by(failing, value, use.statement, &keeper))
				add(experiments, without, use.statement, use.operand,
				    rule_of(HR_RULE_NOT_AFTER, call->operation, use.operand,
					    (int)failing->statements.data[keeper.statement].operation),
				    hr_arena_printf(&experiments->arena, "%s() was not called with what %s() kept",
						    failing->model->operations.data[call->operation].name,
						    failing->model->operations
							    .data[failing->statements.data[keeper.statement].operation]
							    .name));
			else
				hr_sequence_free(without);
		}
	}
}

static bool is_object(const struct hr_model *model, const struct hr_item *item)
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
					    .text = text,
					    .is_about_object = true };
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
			if (!is_object(failing->model, item) || (second.operand == 0 && item->role != HR_ROLE_CONSUMED))
				continue;
			const char *name = parameter(experiments, second.statement, second.operand);
			struct hr_rule rule = rule_of(HR_RULE_SINGLE_OWNER, call->operation, second.operand, -1);
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

/* ---- objects that do not belong together ---- */

/* Two objects: the first is replaced by the one that the second was made from. */
static void try_family(struct hr_experiments *experiments, size_t statement)
{
	const struct hr_sequence *failing = experiments->failing;
	const struct hr_statement *call = &failing->statements.data[statement];
	for (size_t i = 0; i < call->operand_count; i++) {
		size_t a = hr_operand_root(failing, &call->operands[i]);
		const struct hr_item *item = hr_parameter_of(failing, call, i);
		for (size_t k = 0; a != HR_NO_VALUE && is_object(failing->model, item) && k < call->operand_count;
		     k++) {
			size_t b = hr_operand_root(failing, &call->operands[k]);
			if (b == HR_NO_VALUE || b == a || k == i)
				continue;
			const struct hr_statement *maker = &failing->statements.data[failing->values.data[b].statement];
			for (size_t m = 0; maker->kind == HR_STATEMENT_CALL && m < maker->operand_count; m++) {
				size_t parent = hr_operand_root(failing, &maker->operands[m]);
				if (parent == HR_NO_VALUE || parent == a ||
				    hr_value_pointee(failing, parent).type != hr_value_pointee(failing, a).type)
					continue;
				struct hr_operand by = { .kind = HR_OPERAND_VALUE, .value = parent };
				add(experiments, hr_with_operand(failing, statement, i, &by), statement, i,
				    rule_of(HR_RULE_SAME_FAMILY, call->operation, i, (int)k),
				    hr_arena_printf(&experiments->arena, "'%s' is the one that '%s' was made from",
						    parameter(experiments, statement, i),
						    parameter(experiments, statement, k)));
			}
		}
	}
}

/* An operation that gives an object of the second type to one of the first. */
static bool joins(const struct hr_model *model, size_t operation, size_t first, size_t second)
{
	const struct hr_operation *it = &model->operations.data[operation];
	bool has_first = false, has_second = false;
	if (!it->callable || it->is_variadic)
		return false;
	for (size_t i = 0; i < it->params.count; i++) {
		const struct hr_item *item = &it->params.data[i];
		size_t object = is_object(model, item) ? hr_model_object(model, item->type) : HR_NO_TYPE;
		if (object == HR_NO_TYPE)
			continue;
		if (!has_first && object == first && item->role == HR_ROLE_RECEIVER)
			has_first = true;
		else if (!has_second && object == second && item->role == HR_ROLE_CONSUMED)
			has_second = true;
		else
			return false;
	}
	return has_first && has_second;
}

static struct hr_sequence *with_joined(const struct hr_sequence *failing, size_t statement, size_t operation, size_t a,
				       size_t b)
{
	const struct hr_operation *it = &failing->model->operations.data[operation];
	struct hr_edit edit;
	struct hr_statement call;
	hr_edit_begin(&edit, failing);
	hr_edit_keep_range(&edit, 0, statement);
	if (!hr_plain_call(&edit, &call, operation, edit.map[a], hr_value_pointee(failing, a), statement)) {
		hr_edit_abandon(&edit);
		return NULL;
	}
	for (size_t i = 0; i < it->params.count; i++) {
		if (it->params.data[i].role == HR_ROLE_RECEIVER)
			call.operands[i] = (struct hr_operand){ .kind = HR_OPERAND_VALUE, .value = edit.map[a] };
		else if (it->params.data[i].role == HR_ROLE_CONSUMED)
			call.operands[i] = (struct hr_operand){ .kind = HR_OPERAND_VALUE, .value = edit.map[b] };
	}
	hr_sequence_add(edit.to, &call, false, (struct hr_type_ref){ HR_NO_TYPE, 0 }, NULL);
	hr_edit_keep_range(&edit, statement, failing->statements.count);
	return hr_edit_finish(&edit);
}

/* Two objects that have nothing to do with each other: the one is given to the other first. */
static void try_joined(struct hr_experiments *experiments, size_t statement)
{
	enum { MOST = 3 };
	const struct hr_sequence *failing = experiments->failing;
	const struct hr_model *model = failing->model;
	const struct hr_statement *call = &failing->statements.data[statement];
	for (size_t i = 0; i < call->operand_count; i++) {
		size_t a = hr_operand_root(failing, &call->operands[i]);
		const struct hr_item *first = hr_parameter_of(failing, call, i);
		for (size_t k = 0; a != HR_NO_VALUE && is_object(model, first) && k < call->operand_count; k++) {
			size_t b = hr_operand_root(failing, &call->operands[k]);
			const struct hr_item *second = hr_parameter_of(failing, call, k);
			if (b == HR_NO_VALUE || b == a || k == i || !is_object(model, second) ||
			    second->role == HR_ROLE_CONSUMED)
				continue;
			for (size_t m = 0, made = 0; m < model->operations.count && made < MOST; m++) {
				if (m == call->operation || !joins(model, m, hr_model_object(model, first->type),
								   hr_model_object(model, second->type)))
					continue;
				made++;
				add(experiments, with_joined(failing, statement, m, a, b), statement, i,
				    rule_of(HR_RULE_SAME_FAMILY, call->operation, i, (int)k),
				    hr_arena_printf(&experiments->arena, "'%s' was given to '%s' by %s() before",
						    parameter(experiments, statement, k),
						    parameter(experiments, statement, i),
						    model->operations.data[m].name));
			}
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
			fits = !is_object(model, &it->params.data[k]);
		for (size_t k = 0; fits && k < failing->statements.count; k++)
			fits = failing->statements.data[k].kind != HR_STATEMENT_CALL ||
			       failing->statements.data[k].operation != i;
		/* one that returns an object makes that, and sets up nothing else */
		if (!fits || hr_model_object(model, it->result.type) != HR_NO_TYPE)
			continue;
		made++;
		struct hr_rule rule =
			rule_of(HR_RULE_BEFORE, failing->statements.data[experiments->statement].operation, 0, (int)i);
		rule.parameter = -1;
		add(experiments, with_call_before(failing, 0, i, HR_NO_VALUE), experiments->statement, 0, rule,
		    hr_arena_printf(&experiments->arena, "%s() was called at the beginning", it->name));
	}
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
				hr_text_find_any_case(operation->name, "init") && is_named_init(operation->name);
			bool is_failing = use.statement == experiments->statement && experiments->way != HR_WAY_LEAK;
			if (is_setup && was_set_up && !is_failing)
				add(experiments, hr_without(failing, use.statement, (size_t)-1), use.statement,
				    use.operand,
				    rule_of(HR_RULE_NOT_AFTER, call->operation, use.operand, (int)call->operation),
				    hr_arena_printf(&experiments->arena, "%s() was not called again with '%s'",
						    operation->name,
						    parameter(experiments, use.statement, use.operand)));
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
		try_family(experiments, i);
		try_joined(experiments, i);
	}
	if (experiments->way == HR_WAY_DEAD || experiments->way == HR_WAY_FREE || experiments->way == HR_WAY_WILD)
		try_alive(experiments);
	try_owned_once(experiments);
	try_set_up_once(experiments);
	if (experiments->failing->statements.count &&
	    experiments->failing->statements.data[experiments->statement].kind == HR_STATEMENT_CALL)
		try_before(experiments);
}
