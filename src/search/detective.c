/* Leads to values that no operation yields.
 *
 * Invariants: what is read from an object is somebody else's: never given away, dead with the object. Members of unions and private fields are not read. */
#include "search/detective.h"

#include "search/making.h"

enum { DEEPEST = 3 };

/* ---- finding them ---- */

struct looking {
	struct hr_leads *leads;
	const struct hr_model *model;
	const struct hr_classes *classes;
	const bool *is_wanted; /* by class */
	uint32_t from;
	bool through;
};

static void look_into(const struct looking *looking, const struct hr_type *type, int64_t offset, const char *path,
		      unsigned depth)
{
	for (size_t i = 0; i < type->fields.count && depth < DEEPEST; i++) {
		const struct hr_field *field = &type->fields.data[i];
		const struct hr_type *own = hr_model_type(looking->model, field->item.type);

		if (!own || field->offset_bits < 0 || field->bit_width >= 0 || field->item.role == HR_ROLE_PRIVATE ||
		    !field->item.name[0])
			continue;
		const char *text = hr_arena_printf(&looking->leads->arena, "%s.%s", path, field->item.name);
		int64_t at = offset + field->offset_bits / 8;
		if (own->kind == HR_TYPE_STRUCT)
			look_into(looking, own, at, text, depth + 1);
		uint32_t class = hr_class_of(looking->classes, field->item.type);
		if (own->kind != HR_TYPE_POINTER || class == HR_NO_CLASS || !looking->is_wanted[class])
			continue;
		struct hr_lead lead = { .wanted = class,
					.from = looking->from,
					.through = looking->through,
					.offset = at,
					.type = { field->item.type.type, 0 },
					.text = text };
		lead.is_const = hr_model_strip(looking->model, own->target).qualifiers & HR_CONST;
		hr_vec_push(&looking->leads->list, lead);
	}
}

/* Classes that some parameter takes only as a value, and that nobody makes. */
static bool *find_wanted(struct hr_arena *arena, const struct hr_classes *classes, const struct hr_plans *plans,
			 const struct hr_model *model)
{
	bool *is_wanted = hr_arena_alloc(arena, classes->list.count);

	for (size_t i = 0; i < plans->list.count; i++)
		for (size_t k = 0; plans->list.data[i].is_possible && k < model->operations.data[i].params.count; k++) {
			const struct hr_parameter_plan *parameter = &plans->list.data[i].parameters[k];

			if (parameter->supply == HR_SUPPLY_VALUE && parameter->class != HR_NO_CLASS &&
			    !parameter->consumes && classes->list.data[parameter->class].is_object &&
			    !classes->list.data[parameter->class].has_makers)
				is_wanted[parameter->class] = true;
		}
	return is_wanted;
}

static void look_everywhere(struct looking *looking)
{
	const struct hr_classes *classes = looking->classes;

	for (size_t i = 1; i < classes->list.count; i++) {
		const struct hr_value_class *class = &classes->list.data[i];
		const struct hr_type *type = &looking->model->types.data[class->base];

		if (class->depth > 1 || type->kind != HR_TYPE_STRUCT || type->completeness != HR_COMPLETE ||
		    type->is_system)
			continue;
		looking->from = (uint32_t)i;
		looking->through = class->depth == 1;
		look_into(looking, type, 0, "", 0);
	}
}

void hr_leads_find(struct hr_leads *leads, const struct hr_model *model, const struct hr_classes *classes,
		   const struct hr_plans *plans)
{
	hr_leads_release(leads);
	struct looking looking = { .leads = leads, .model = model, .classes = classes };
	bool *is_wanted = find_wanted(&leads->arena, classes, plans, model);
	looking.is_wanted = is_wanted;
	for (unsigned round = 0; round < DEEPEST; round++) {
		hr_vec_clear(&leads->list);
		look_everywhere(&looking);
		/* what is to be read from has to be found in turn */
		for (size_t i = 0; i < leads->list.count; i++)
			is_wanted[leads->list.data[i].from] = !classes->list.data[leads->list.data[i].from].has_makers;
	}
}

void hr_leads_release(struct hr_leads *leads)
{
	hr_vec_release(&leads->list);
	hr_arena_release(&leads->arena);
}

/* ---- following them ---- */

static uint32_t find_source(struct hr_making *making, uint32_t class)
{
	struct hr_search *search = making->search;
	struct hr_demand demand = { .class = class, .ended_by = -1 };
	struct hr_supplied supplied;
	uint32_t found = HR_NOBODY;
	size_t seen = 0;

	for (size_t i = 0; i < making->values.count; i++)
		if (making->values.data[i].state.class == class &&
		    !(making->values.data[i].state.flags & HR_STATE_VAGUE) &&
		    hr_state_meets(&making->values.data[i].state, &demand) &&
		    hr_random_below(making->random, ++seen) == 0)
			found = (uint32_t)i;
	if (found != HR_NOBODY || making->calls + 1 >= making->most_calls)
		return found;
	demand.most_calls = making->most_calls - making->calls - 1;
	if (!hr_pool_pick(&supplied, &search->pool, &search->classes, &demand, making->random) &&
	    !hr_pool_pick(&supplied, &search->secondary, &search->classes, &demand, making->random))
		return HR_NOBODY;
	/* a struct that begins with it will not do: the field may be read only as what it is declared in */
	if (hr_known_of(supplied.chain)->values[supplied.value].class != class ||
	    (hr_known_of(supplied.chain)->values[supplied.value].flags & HR_STATE_VAGUE) ||
	    making->callbacks + hr_known_of(supplied.chain)->callbacks > HR_MOST_CALLBACKS)
		return HR_NOBODY;
	return hr_making_part(making, supplied.chain) + supplied.value;
}

static void read_field(struct hr_making *making, const struct hr_lead *lead, uint32_t source)
{
	struct hr_access *access = hr_arena_alloc(&making->draft.arena, sizeof *access);
	struct hr_statement get = { .kind = HR_STATEMENT_GET, .access = access };
	struct hr_value_state state = { .class = lead->wanted,
					.block = HR_NO_BLOCK,
					.owners = { source, HR_NOBODY },
					.freed_by = -1,
					.set_up_by = -1,
					.status = HR_STATUS_UNKNOWN,
					.flags = HR_STATE_BORROWED | HR_STATE_DETECTED };

	if (lead->is_const)
		state.flags |= HR_STATE_CONST;
	*access = (struct hr_access){ .value = making->values.data[source].number,
				      .through = lead->through,
				      .offset = lead->offset,
				      .bit_offset = -1,
				      .bit_width = -1,
				      .type = lead->type,
				      .text = lead->text };
	hr_making_add(making, &get, true, lead->type, &state);
}

bool hr_detect(struct hr_making *making, uint32_t class, uint32_t *from)
{
	const struct hr_leads *leads = &making->search->leads;
	size_t count = leads->list.count, begin = count ? hr_random_below(making->random, count) : 0;

	*from = HR_NO_CLASS;
	for (size_t i = 0; i < count; i++) {
		const struct hr_lead *lead = &leads->list.data[(begin + i) % count];

		if (lead->wanted != class)
			continue;
		uint32_t source = find_source(making, lead->from);
		if (source != HR_NOBODY) {
			read_field(making, lead, source);
			making->contributed |= 1u << HR_PART_DETECTIVE;
			return true;
		}
		if (*from == HR_NO_CLASS || making->search->classes.list.data[lead->from].has_makers)
			*from = lead->from;
	}
	return false;
}
