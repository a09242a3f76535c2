/* Types that would never come to an end.
 *
 * What follows types comes in two sorts: reading a type's name, which stops at structs (they are known by their tag),
 * and laying a type out in memory, which stops at pointers (they have one size). In C neither can lead back to where it
 * began. Both are walked depth first, with a stack of our own: the types that a text describes may nest as deep as it
 * likes.
 *
 * Invariant: linear in the number of types, fields and parameters. */
#include "model/model_load_internal.h"

#include "base/memory.h"

enum colour { UNSEEN, ON_STACK, DONE };

struct step {
	size_t type;
	size_t edge; /* the next to follow */
};

struct walk {
	const struct hr_model *model;
	const bool *follows; /* indexed by enum hr_type_kind */
	enum colour *colours;
	HR_VEC(struct step) stack;
};

static const bool naming[HR_TYPE_KIND_COUNT] = {
	[HR_TYPE_POINTER] = true,
	[HR_TYPE_ARRAY] = true,
	[HR_TYPE_FUNCTION] = true,
	[HR_TYPE_TYPEDEF] = true,
};

static const bool layout[HR_TYPE_KIND_COUNT] = {
	[HR_TYPE_ARRAY] = true,
	[HR_TYPE_STRUCT] = true,
	[HR_TYPE_UNION] = true,
	[HR_TYPE_TYPEDEF] = true,
};

/* The type behind the step's edge: the target, then the parameters, then the fields. False when there is no such edge;
 * the type may be HR_NO_TYPE. */
static bool follow(size_t *out, const struct walk *walk, const struct step *step)
{
	const struct hr_type *type = &walk->model->types.data[step->type];
	size_t edge = step->edge;

	if (!walk->follows[type->kind])
		return false;
	if (edge == 0) {
		*out = hr_type_forms[type->kind].has_target ? type->target.type : HR_NO_TYPE;
		return true;
	}
	edge--;
	if (edge < type->params.count) {
		*out = type->params.data[edge].type.type;
		return true;
	}
	edge -= type->params.count;
	if (edge >= type->fields.count)
		return false;
	*out = type->fields.data[edge].item.type.type;
	return true;
}

/* Walks all that can be reached from one type; true when that includes a type that is being walked already. */
static bool walk_from(size_t *found, struct walk *walk, size_t start)
{
	size_t next;

	walk->colours[start] = ON_STACK;
	hr_vec_push(&walk->stack, (struct step){ start, 0 });
	while (walk->stack.count > 0) {
		struct step *top = &walk->stack.data[walk->stack.count - 1];

		if (!follow(&next, walk, top)) {
			walk->colours[top->type] = DONE;
			walk->stack.count--;
			continue;
		}
		top->edge++;
		if (next == HR_NO_TYPE || walk->colours[next] == DONE)
			continue;
		if (walk->colours[next] == ON_STACK) {
			*found = next;
			return true;
		}
		walk->colours[next] = ON_STACK;
		hr_vec_push(&walk->stack, (struct step){ next, 0 });
	}
	return false;
}

static bool find_cycle(size_t *type, const struct hr_model *model, const bool *follows)
{
	struct walk walk = { .model = model, .follows = follows };
	bool found = false;

	walk.colours = hr_calloc(model->types.count, sizeof *walk.colours);
	for (size_t i = 0; i < model->types.count && !found; i++) {
		if (walk.colours[i] == UNSEEN)
			found = walk_from(type, &walk, i);
	}
	hr_vec_release(&walk.stack);
	free(walk.colours);
	return found;
}

bool hr_model_find_cycle(size_t *type, const struct hr_model *model)
{
	return find_cycle(type, model, naming) || find_cycle(type, model, layout);
}
