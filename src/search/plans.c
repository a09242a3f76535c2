/* Plans: roles and types become sources of arguments.
 *
 * Invariant: what a parameter is supplied with never breaks what the model says of it: a handle is a value, a length belongs to its buffer, what
 * comes out has room. What the model does not say is decided the careful way. */
#include "search/plans.h"

#include "model/spans.h"
#include "analysis/checked_range.h"
#include "base/text.h"
#include "search/system_structs.h"

#include <string.h>

struct planning {
	const struct hr_model *model;
	const struct hr_classes *classes;
	const struct hr_operation *operation;
	size_t index;
	struct hr_plan *plan;
};

static bool is_kind(const struct hr_type *type, enum hr_type_kind kind)
{
	return type && type->kind == kind;
}

static bool is_number(const struct hr_type *type)
{
	return is_kind(type, HR_TYPE_INT) || is_kind(type, HR_TYPE_BOOL) || is_kind(type, HR_TYPE_ENUM) ||
	       is_kind(type, HR_TYPE_FLOAT);
}

/* Some number of the call tells how long parameter `index` is. */
static bool has_extent(const struct hr_operation *operation, size_t index)
{
	for (size_t i = 0; i < operation->params.count; i++) {
		const struct hr_item *param = &operation->params.data[i];

		if ((param->role == HR_ROLE_LENGTH || param->role == HR_ROLE_CAPACITY) && param->of == (int)index)
			return true;
	}
	return false;
}

static enum hr_supply plan_struct(const struct planning *planning, struct hr_parameter_plan *out, size_t index)
{
	const struct hr_item *param = &planning->operation->params.data[index];
	const struct hr_value_class *class = &planning->classes->list.data[out->class];

	if (planning->plan->initialises == (int)index)
		return HR_SUPPLY_RAW;
	out->is_system_data = param->role != HR_ROLE_CONSUMED && param->role != HR_ROLE_ARRAY && !out->has_extent &&
			      hr_is_system_struct(planning->model, out->target);
	if (!hr_is_own_struct(planning->model, out->target) || param->role == HR_ROLE_CONSUMED)
		return HR_SUPPLY_VALUE;
	/* as many as is told beside it, to be filled */
	if (out->has_extent && (param->role == HR_ROLE_OUT || param->role == HR_ROLE_INOUT))
		return HR_SUPPLY_ROOM;
	if (param->role == HR_ROLE_OUT && !class->has_makers) {
		out->slot_class = out->class;
		return HR_SUPPLY_SLOT;
	}
	if (param->role == HR_ROLE_BUFFER || param->role == HR_ROLE_ARRAY || out->has_extent)
		return HR_SUPPLY_LITERAL;
	return class->has_makers ? HR_SUPPLY_VALUE : HR_SUPPLY_OBJECT;
}

static enum hr_supply plan_slot(const struct planning *planning, struct hr_parameter_plan *out,
				const struct hr_item *param)
{
	switch (param->role) {
	case HR_ROLE_OUT:
	case HR_ROLE_INOUT:
	case HR_ROLE_CONSUMED:
	case HR_ROLE_RECEIVER:
	case HR_ROLE_UNKNOWN:
		if (out->has_extent && param->role == HR_ROLE_OUT)
			return HR_SUPPLY_ROOM;
		out->slot_class = hr_class_of(planning->classes, out->target);
		return HR_SUPPLY_SLOT;
	default:
		return HR_SUPPLY_LITERAL;
	}
}

static enum hr_supply plan_memory(const struct planning *planning, struct hr_parameter_plan *out,
				  const struct hr_item *param, const struct hr_type *target)
{
	bool is_bytes = is_kind(target, HR_TYPE_VOID) || target->size == 1;

	(void)planning;
	switch (param->role) {
	case HR_ROLE_CONSUMED:
		return HR_SUPPLY_VALUE;
	case HR_ROLE_OUT:
		return is_bytes || out->has_extent || param->array_count > 0 ? HR_SUPPLY_ROOM : HR_SUPPLY_SLOT;
	case HR_ROLE_INOUT:
		return is_bytes || out->has_extent || param->array_count > 0 ? HR_SUPPLY_LITERAL : HR_SUPPLY_SLOT;
	case HR_ROLE_UNKNOWN:
		return !out->is_const && is_bytes && !is_kind(target, HR_TYPE_VOID) ? HR_SUPPLY_ROOM
										    : HR_SUPPLY_LITERAL;
	default:
		return HR_SUPPLY_LITERAL;
	}
}

static enum hr_supply plan_pointer(const struct planning *planning, struct hr_parameter_plan *out, size_t index)
{
	const struct hr_item *param = &planning->operation->params.data[index];
	const struct hr_type *target = hr_model_type(planning->model, out->target);

	if (param->role == HR_ROLE_FILE || param->role == HR_ROLE_PATH || param->role == HR_ROLE_FORMAT ||
	    param->role == HR_ROLE_USER_DATA || param->role == HR_ROLE_CALLBACK || out->class == HR_NO_CLASS || !target)
		return HR_SUPPLY_LITERAL;
	const struct hr_value_class *class = &planning->classes->list.data[out->class];
	if (class->is_object && planning->model->types.data[class->base].kind == HR_TYPE_TYPEDEF)
		return class->has_makers || param->role == HR_ROLE_CONSUMED ? HR_SUPPLY_VALUE : HR_SUPPLY_LITERAL;
	if (target->kind == HR_TYPE_STRUCT || target->kind == HR_TYPE_UNION)
		return plan_struct(planning, out, index);
	if (target->kind == HR_TYPE_POINTER)
		return plan_slot(planning, out, param);
	return plan_memory(planning, out, param, target);
}

static void plan_parameter(const struct planning *planning, struct hr_parameter_plan *out, size_t index)
{
	const struct hr_item *param = &planning->operation->params.data[index];
	const struct hr_type *type = hr_model_type(planning->model, param->type);
	bool is_pointer = is_kind(type, HR_TYPE_POINTER) || is_kind(type, HR_TYPE_ARRAY);
	bool is_extent = (param->role == HR_ROLE_LENGTH || param->role == HR_ROLE_CAPACITY) && param->of >= 0 &&
			 (size_t)param->of < planning->operation->params.count && param->of != (int)index;

	out->class = hr_class_of(planning->classes, param->type);
	out->slot_class = HR_NO_CLASS;
	out->counts = -1;
	out->target = is_pointer ? type->target : (struct hr_type_ref){ HR_NO_TYPE, 0 };
	out->is_const = is_pointer && (hr_model_strip(planning->model, type->target).qualifiers & HR_CONST);
	out->has_extent = has_extent(planning->operation, index);
	out->consumes = param->role == HR_ROLE_CONSUMED;
	out->ends = out->consumes && planning->operation->kind == HR_KIND_DESTROYER;
	out->keeps = param->kept;
	if (is_extent && (is_kind(type, HR_TYPE_INT) ||
			  (is_pointer && is_kind(hr_model_type(planning->model, out->target), HR_TYPE_INT)))) {
		out->supply = HR_SUPPLY_EXTENT;
		out->by_pointer = is_pointer;
	} else {
		out->supply = is_pointer ? plan_pointer(planning, out, index) : HR_SUPPLY_LITERAL;
	}
	/* a typedef of a pointer that is a handle is no pointer by its own kind alone */
	if (!is_pointer && out->class != HR_NO_CLASS && planning->classes->list.data[out->class].is_object)
		out->supply = HR_SUPPLY_VALUE;
}

/* How much of the name comes before the word that says that something is set up: "deflate" of deflateInit2, "mp_" of mp_init_copy. All of it where there is none such. */
static size_t stem_length(const char *name)
{
	static const char *const words[] = { "init", "new", "create", "open", "setup", "start", "begin" };
	size_t shortest = strlen(name);

	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		const char *at = hr_text_find_any_case(name, words[i]);

		if (at && (size_t)(at - name) < shortest)
			shortest = (size_t)(at - name);
	}
	return shortest;
}

/* Whether the name begins with the initialiser's stem, where that has one; `*length` is that of the stem. */
static bool is_family(const struct planning *planning, size_t initialiser, size_t *length)
{
	const char *name = planning->model->operations.data[initialiser].name;

	*length = stem_length(name);
	return name[*length] && strncmp(name, planning->operation->name, *length) == 0;
}

/* deflateReset belongs to deflateInit, not to inflateInit: of several initialisers those with the longest stem that the operation's name begins with. */
static const bool *find_family(const struct planning *planning, const struct hr_parameter_plan *parameter,
			       struct hr_arena *arena)
{
	const hr_indices *all = &planning->classes->list.data[parameter->class].initialisers;
	size_t longest = 0, members = 0, length;

	for (size_t i = 0; i < all->count; i++)
		if (is_family(planning, all->data[i], &length) && length > longest)
			longest = length;
	for (size_t i = 0; i < all->count; i++)
		members += is_family(planning, all->data[i], &length) && length == longest;
	if (members == 0 || members == all->count)
		return NULL;
	bool *family = hr_arena_alloc(arena, planning->model->operations.count);
	for (size_t i = 0; i < all->count; i++)
		family[all->data[i]] = is_family(planning, all->data[i], &length) && length == longest;
	return family;
}

/* The number that tells how long the buffer of a field is; (size_t)-1: none does, or it is no buffer that the caller sets. */
static size_t find_number(const struct hr_model *model, const struct hr_type *type, size_t field)
{
	const struct hr_item *item = &type->fields.data[field].item;
	const struct hr_type *target = hr_model_type(model, hr_model_pointee(model, item->type));

	if ((item->role != HR_ROLE_BUFFER && item->role != HR_ROLE_OUT) || !target ||
	    (target->kind != HR_TYPE_VOID && target->size != 1))
		return (size_t)-1;
	for (size_t i = 0; i < type->fields.count; i++) {
		const struct hr_field *number = &type->fields.data[i];
		enum hr_role wanted = item->role == HR_ROLE_OUT ? HR_ROLE_CAPACITY : HR_ROLE_LENGTH;

		if (number->item.role == wanted && number->item.of == (int)field && number->bit_width < 0 &&
		    number->offset_bits >= 0 && is_kind(hr_model_type(model, number->item.type), HR_TYPE_INT))
			return i;
	}
	return (size_t)-1;
}

/* Only where there is both, something to read and something to write to: one buffer alone may well be the unit's own. */
static void find_feeds(const struct planning *planning, struct hr_parameter_plan *parameter, struct hr_arena *arena)
{
	const struct hr_type *type = hr_model_type(planning->model, parameter->target);
	size_t inputs = 0, outputs = 0;

	if (!type || type->kind != HR_TYPE_STRUCT || parameter->is_const ||
	    planning->classes->list.data[parameter->class].initialisers.count == 0)
		return;
	struct hr_feed *feeds = hr_arena_alloc(arena, (type->fields.count + 1) * sizeof *feeds);
	for (size_t i = 0; i < type->fields.count; i++) {
		size_t number = find_number(planning->model, type, i);
		bool is_output = type->fields.data[i].item.role == HR_ROLE_OUT;

		if (number == (size_t)-1 || type->fields.data[i].offset_bits < 0)
			continue;
		feeds[inputs + outputs] = (struct hr_feed){ i, number, is_output };
		inputs += !is_output;
		outputs += is_output;
	}
	if (!inputs || !outputs)
		return;
	parameter->feeds = feeds;
	parameter->feed_count = inputs + outputs;
}

/* Bytes without a type of their own. */
static bool is_memory(const struct hr_model *model, const struct hr_operation *operation, size_t index)
{
	const struct hr_type *target =
		hr_model_type(model, hr_model_pointee(model, operation->params.data[index].type));

	return target && target->kind == HR_TYPE_VOID;
}

/* A capacity that is compared with a constant: so much may be asked for. */
static void mark_checked(struct hr_plan *plan, const struct hr_operation *operation,
			 const struct hr_function_facts *function)
{
	enum { LEAST = 64, MOST = 1 << 18 };

	for (size_t i = 0; i < operation->params.count && i < function->parameters.count; i++) {
		const struct hr_item *param = &operation->params.data[i];
		const struct hr_value_facts *value = &function->parameters.data[i].value;

		if (param->role != HR_ROLE_CAPACITY || param->of < 0 || (size_t)param->of >= operation->params.count)
			continue;
		int64_t *room = &plan->parameters[param->of].checked_room;
		for (size_t k = 0; k < value->checks.count; k++) {
			const struct hr_check *check = &value->checks.data[k];

			if (!check->text && check->number > LEAST && check->number <= MOST && check->number > *room)
				*room = check->number;
		}
	}
}

/* Numbers that the code checks at once, on both sides. */
static void mark_ranges(struct hr_plan *plan, const struct hr_model *model, const struct hr_operation *operation,
			const struct hr_function_facts *function)
{
	for (size_t i = 0; i < operation->params.count && i < function->parameters.count; i++) {
		const struct hr_type *type = hr_model_type(model, operation->params.data[i].type);

		if (!type || type->kind != HR_TYPE_INT)
			continue;
		struct hr_checked_range range = hr_checked_range(&function->parameters.data[i].value, !type->is_signed);
		plan->parameters[i].has_range = range.is_consistent && (range.has_low || !type->is_signed) &&
						range.has_high && range.low <= range.high;
		plan->parameters[i].least = range.low;
		plan->parameters[i].most = range.high;
	}
}

/* How much of a buffer the code is proved to use, where that is a constant. */
static void mark_rooms(struct hr_plan *plan, const struct hr_model *model, const struct hr_facts *facts,
		       const struct hr_operation *operation)
{
	size_t index;

	if (!hr_map_get(&facts->code->function_by_name, operation->name, &index))
		return;
	const struct hr_function_facts *function = &facts->functions.data[index];
	mark_checked(plan, operation, function);
	mark_ranges(plan, model, operation, function);
	for (size_t i = 0; i < operation->params.count && i < function->parameters.count; i++) {
		const struct hr_bound *bound = &function->parameters.data[i].value.bound;

		if (bound->kind == HR_BOUND_CONSTANT && bound->constant > 0)
			plan->parameters[i].least_room =
				bound->constant * (bound->in_elements && bound->element ? (int64_t)bound->element : 1);
		struct hr_parameter_plan *parameter = &plan->parameters[i];
		if (bound->kind == HR_BOUND_PARAMETER && bound->in_elements && plan->parameters[i].consumes &&
		    bound->number >= 0 && (size_t)bound->number < operation->params.count) {
			plan->parameters[bound->number].counts = (int)i;
			plan->parameters[i].has_extent = true;
		}
		const struct hr_memory_facts *memory = &function->parameters.data[i].memory;
		bool is_written = memory->effect == HR_EFFECT_READ_WRITE;
		enum hr_role role = operation->params.data[i].role;
		if ((parameter->least_room > 8 || is_written) && parameter->supply == HR_SUPPLY_LITERAL &&
		    !parameter->is_const && !parameter->has_extent && is_memory(model, operation, i) &&
		    (role == HR_ROLE_IN || role == HR_ROLE_UNKNOWN || role == HR_ROLE_RECEIVER))
			parameter->supply = HR_SUPPLY_ROOM;
		parameter->takes_objects = parameter->supply == HR_SUPPLY_LITERAL && !parameter->has_extent &&
					   is_memory(model, operation, i) &&
					   memory->dereferenced == HR_DEREFERENCED_NEVER &&
					   memory->freed == HR_FREED_NO && (memory->kept & ~(unsigned)HR_KEPT_NOT) &&
					   (role == HR_ROLE_IN || role == HR_ROLE_UNKNOWN || role == HR_ROLE_USER_DATA);
	}
}

/* A variable that some operation sets: what others do then depends on it. */
static void mark_globals(struct hr_plan *plan, const struct hr_facts *facts, const char *name, const bool *is_set)
{
	size_t index;

	if (!hr_map_get(&facts->code->function_by_name, name, &index))
		return;
	const struct hr_function_facts *function = &facts->functions.data[index];
	plan->uses_globals = plan->sets_globals = false;
	for (size_t i = 0; i < function->uses.count; i++)
		if (function->uses.data[i].type == HR_CODE_NONE && is_set[function->uses.data[i].offset])
			plan->uses_globals = true;
	for (size_t i = 0; i < function->defines.count; i++)
		if (function->defines.data[i].type == HR_CODE_NONE)
			plan->sets_globals = true;
}

static bool *find_set_globals(const struct hr_model *model, const struct hr_facts *facts, struct hr_arena *arena)
{
	bool *is_set = hr_arena_alloc(arena, facts->code->variables.count + 1);

	for (size_t i = 0; i < model->operations.count; i++) {
		size_t index;

		if (!hr_map_get(&facts->code->function_by_name, model->operations.data[i].name, &index))
			continue;
		const struct hr_function_facts *function = &facts->functions.data[index];
		for (size_t k = 0; k < function->defines.count; k++)
			if (function->defines.data[k].type == HR_CODE_NONE &&
			    function->defines.data[k].offset < facts->code->variables.count)
				is_set[function->defines.data[k].offset] = true;
	}
	return is_set;
}

static bool has_destroyer(const struct hr_model *model, size_t base)
{
	for (size_t i = 0; i < model->operations.count; i++)
		if (model->operations.data[i].kind == HR_KIND_DESTROYER && model->operations.data[i].subject == base)
			return true;
	return false;
}

/* Objects that the unit has as public variables: `extern const struct renderer html;`, passed as &html. Those that may be changed share their state with all who use them, and somebody has to set them up and end them: they are for
 * where there is nothing else, and no operation does either. */
static void find_publics(const struct planning *planning, struct hr_parameter_plan *parameter, struct hr_arena *arena)
{
	const struct hr_model *model = planning->model;

	if ((parameter->supply != HR_SUPPLY_VALUE && parameter->supply != HR_SUPPLY_OBJECT) || parameter->consumes ||
	    parameter->class == HR_NO_CLASS || !planning->classes->list.data[parameter->class].is_object)
		return;
	const struct hr_value_class *class = &planning->classes->list.data[parameter->class];
	bool only_const = class->has_makers || class->initialisers.count || has_destroyer(model, class->base);
	size_t *publics = NULL;
	for (size_t i = 0; i < model->variables.count; i++) {
		struct hr_type_ref type = hr_model_strip(model, model->variables.data[i].type);
		enum hr_type_kind kind = model->types.data[type.type].kind;

		bool is_const = type.qualifiers & HR_CONST;
		if ((kind != HR_TYPE_STRUCT && kind != HR_TYPE_UNION) || model->variables.data[i].is_missing ||
		    hr_class_pointer_to(planning->classes, type) != parameter->class ||
		    (is_const ? !parameter->is_const : only_const))
			continue;
		if (!publics)
			publics = hr_arena_alloc(arena, model->variables.count * sizeof *publics);
		publics[parameter->public_count++] = i;
	}
	parameter->publics = publics;
}

/* scan(start, end): bytes that one argument brings, and another one leads into. */
static void find_spans(const struct planning *planning, struct hr_plan *plan)
{
	for (size_t i = 0; i < planning->operation->params.count; i++) {
		size_t base = hr_span_of(planning->model, planning->operation, i);
		const struct hr_type *target =
			base == (size_t)-1 ? NULL : hr_model_type(planning->model, plan->parameters[base].target);

		plan->parameters[i].span_of = -1;
		if (!target || target->size != 1 || plan->parameters[base].consumes ||
		    (plan->parameters[base].supply != HR_SUPPLY_LITERAL &&
		     plan->parameters[base].supply != HR_SUPPLY_ROOM))
			continue;
		plan->parameters[i].span_of = (int)base;
		plan->parameters[base].has_spans = true;
	}
}

static void plan_operation(struct hr_plan *plan, struct planning *planning, struct hr_arena *arena)
{
	const struct hr_operation *operation = planning->operation;
	const struct hr_type *result = hr_model_type(planning->model, operation->result.type);
	size_t count = operation->params.count;

	planning->plan = plan;
	plan->parameters = hr_arena_alloc(arena, (count + 1) * sizeof *plan->parameters);
	plan->receiver = -1;
	plan->initialises = hr_initialised_parameter(planning->classes, planning->index);
	plan->is_possible = operation->callable && !operation->is_noreturn;
	plan->yields = result && result->kind != HR_TYPE_VOID;
	plan->result_class = hr_class_of(planning->classes, operation->result.type);
	for (size_t i = 0; i < count; i++) {
		struct hr_parameter_plan *parameter = &plan->parameters[i];
		const struct hr_type *type = hr_model_type(planning->model, operation->params.data[i].type);

		plan_parameter(planning, parameter, i);
		find_publics(planning, parameter, arena);
		if (!type || type->kind == HR_TYPE_VA_LIST ||
		    (is_number(type) && type->size > 8 && type->kind != HR_TYPE_FLOAT))
			plan->is_possible = false;
		if (parameter->supply == HR_SUPPLY_VALUE || parameter->supply == HR_SUPPLY_OBJECT ||
		    parameter->supply == HR_SUPPLY_RAW || parameter->slot_class != HR_NO_CLASS)
			plan->has_handles = true;
		if (parameter->supply == HR_SUPPLY_OBJECT) {
			parameter->set_up_by = find_family(planning, parameter, arena);
			find_feeds(planning, parameter, arena);
		}
		if (plan->receiver < 0 && operation->params.data[i].role == HR_ROLE_RECEIVER)
			plan->receiver = (int)i;
	}
	find_spans(planning, plan);
	/* without the code: whoever takes no handle may speak of the unit as a whole */
	plan->uses_globals = plan->sets_globals =
		!plan->has_handles &&
		(plan->result_class == HR_NO_CLASS || !planning->classes->list.data[plan->result_class].is_object);
}

static void mark_bulk(struct hr_plan *plan, const struct hr_model *model, const struct hr_operation *operation)
{
	for (size_t i = 0; i < operation->params.count; i++) {
		struct hr_parameter_plan *parameter = &plan->parameters[i];
		const struct hr_type *target = hr_model_type(model, parameter->target);
		enum hr_role role = operation->params.data[i].role;
		bool is_bytes =
			target && (target->kind == HR_TYPE_VOID || (target->kind == HR_TYPE_INT && target->size == 1));

		parameter->takes_bulk = is_bytes && parameter->supply == HR_SUPPLY_LITERAL && parameter->has_extent &&
					(role == HR_ROLE_BUFFER || role == HR_ROLE_IN || role == HR_ROLE_STRING);
		plan->takes_bulk = plan->takes_bulk || parameter->takes_bulk;
	}
}

void hr_plans_make(struct hr_plans *plans, const struct hr_model *model, const struct hr_classes *classes,
		   const struct hr_facts *facts)
{
	struct planning planning = { .model = model, .classes = classes };

	hr_plans_release(plans);
	bool *is_set = facts && facts->code ? find_set_globals(model, facts, &plans->arena) : NULL;
	for (size_t i = 0; i < model->operations.count; i++) {
		struct hr_plan plan = { .receiver = -1 };

		planning.operation = &model->operations.data[i];
		planning.index = i;
		plan_operation(&plan, &planning, &plans->arena);
		if (is_set) {
			mark_globals(&plan, facts, planning.operation->name, is_set);
			mark_rooms(&plan, model, facts, planning.operation);
		}
		mark_bulk(&plan, model, planning.operation);
		hr_vec_push(&plans->list, plan);
	}
}

void hr_plans_release(struct hr_plans *plans)
{
	hr_vec_release(&plans->list);
	hr_arena_release(&plans->arena);
}
