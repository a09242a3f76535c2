/* Classes of values: made once from the types, with makers and initialisers found from the operations.
 *
 * Invariants: class 0 is the globals; two types have the same class exactly when their base and depth are the same; numbers of classes follow from
 * the order of types alone. */
#include "search/classes.h"

#include "base/memory.h"

static const struct hr_type *direct(const struct hr_model *model, struct hr_type_ref ref)
{
	return ref.type == HR_NO_TYPE ? NULL : &model->types.data[ref.type];
}

struct shape {
	size_t base;
	unsigned depth;
};

/* A typedef of `void *`, or of `void` behind a pointer, stands for itself. */
static bool is_handle(const struct hr_model *model, const struct hr_type *type, unsigned depth, unsigned *more)
{
	const struct hr_type *target = direct(model, type->target);

	*more = 0;
	if (target && target->kind == HR_TYPE_VOID)
		return depth > 0;
	if (!target || target->kind != HR_TYPE_POINTER)
		return false;
	const struct hr_type *pointee = direct(model, target->target);
	*more = 1;
	return pointee && pointee->kind == HR_TYPE_VOID && !type->is_system;
}

static struct shape shape_of(const struct hr_model *model, struct hr_type_ref ref)
{
	struct shape shape = { ref.type, 0 };

	for (;;) {
		const struct hr_type *type = direct(model, (struct hr_type_ref){ shape.base, 0 });
		unsigned more;

		if (!type)
			return shape;
		if (type->kind == HR_TYPE_TYPEDEF) {
			if (is_handle(model, type, shape.depth, &more)) {
				shape.depth += more;
				return shape;
			}
		} else if (type->kind == HR_TYPE_POINTER) {
			shape.depth++;
		} else {
			return shape;
		}
		shape.base = type->target.type;
	}
}

static uint32_t intern(struct hr_classes *classes, struct shape shape)
{
	for (size_t i = 1; i < classes->list.count; i++)
		if (classes->list.data[i].base == shape.base && classes->list.data[i].depth == shape.depth)
			return (uint32_t)i;
	const struct hr_type *base = direct(classes->model, (struct hr_type_ref){ shape.base, 0 });
	struct hr_value_class class = { .base = shape.base, .depth = shape.depth };
	if (base && shape.depth == 0)
		class.is_scalar = base->kind == HR_TYPE_INT || base->kind == HR_TYPE_BOOL ||
				  base->kind == HR_TYPE_ENUM || base->kind == HR_TYPE_FLOAT;
	if (base && shape.depth == 1)
		class.is_object =
			base->kind == HR_TYPE_STRUCT || base->kind == HR_TYPE_UNION || base->kind == HR_TYPE_TYPEDEF;
	hr_vec_push(&class.accepts, classes->list.count);
	hr_vec_push(&classes->list, class);
	return (uint32_t)(classes->list.count - 1);
}

static uint32_t class_of_shape(struct hr_classes *classes, struct shape shape)
{
	const struct hr_type *base = direct(classes->model, (struct hr_type_ref){ shape.base, 0 });

	if (!base || base->kind == HR_TYPE_FUNCTION || (base->kind == HR_TYPE_VOID && shape.depth == 0))
		return HR_NO_CLASS;
	return intern(classes, shape);
}

/* The class of pointers to the first member of what `class` points to, if that is a struct. */
static uint32_t first_member(const struct hr_classes *classes, const struct hr_value_class *class)
{
	const struct hr_type *type = direct(classes->model, (struct hr_type_ref){ class->base, 0 });

	if (class->depth != 1 || !type || type->kind != HR_TYPE_STRUCT || type->completeness != HR_COMPLETE ||
	    type->fields.count == 0 || type->fields.data[0].offset_bits != 0)
		return HR_NO_CLASS;
	struct hr_type_ref member = hr_model_strip(classes->model, type->fields.data[0].item.type);
	const struct hr_type *first = hr_model_type(classes->model, member);
	return first && first->kind == HR_TYPE_STRUCT ? classes->pointer_to[member.type] : HR_NO_CLASS;
}

static void find_accepted(struct hr_classes *classes)
{
	for (size_t i = 1; i < classes->list.count; i++) {
		uint32_t member = first_member(classes, &classes->list.data[i]);

		for (unsigned most = 8; member != HR_NO_CLASS && member != i && most > 0; most--) {
			hr_vec_push(&classes->list.data[member].accepts, i);
			member = first_member(classes, &classes->list.data[member]);
		}
	}
}

void hr_classes_init(struct hr_classes *classes, const struct hr_model *model)
{
	size_t count = model->types.count;

	*classes = (struct hr_classes){ .model = model };
	hr_vec_push(&classes->list, (struct hr_value_class){ .base = HR_NO_TYPE });
	classes->of = hr_calloc(count + 1, sizeof *classes->of);
	classes->pointer_to = hr_calloc(count + 1, sizeof *classes->pointer_to);
	for (size_t i = 0; i < count; i++) {
		struct shape shape = shape_of(model, (struct hr_type_ref){ i, 0 });

		classes->of[i] = class_of_shape(classes, shape);
		/* `void` has a class as a handle only behind a pointer, so the shape is found again from there */
		const struct hr_type *type = &model->types.data[i];
		unsigned more;
		if (type->kind == HR_TYPE_TYPEDEF && is_handle(model, type, 1, &more) && more == 0)
			shape = (struct shape){ i, 0 };
		shape.depth++;
		classes->pointer_to[i] = class_of_shape(classes, shape);
	}
	find_accepted(classes);
	hr_classes_relearn(classes);
}

void hr_classes_release(struct hr_classes *classes)
{
	for (size_t i = 0; i < classes->list.count; i++) {
		hr_vec_release(&classes->list.data[i].makers);
		hr_vec_release(&classes->list.data[i].accepts);
		hr_vec_release(&classes->list.data[i].initialisers);
	}
	hr_vec_release(&classes->list);
	free(classes->of);
	free(classes->pointer_to);
}

uint32_t hr_class_of(const struct hr_classes *classes, struct hr_type_ref type)
{
	return type.type == HR_NO_TYPE ? HR_NO_CLASS : classes->of[type.type];
}

uint32_t hr_class_pointer_to(const struct hr_classes *classes, struct hr_type_ref type)
{
	return type.type == HR_NO_TYPE ? HR_NO_CLASS : classes->pointer_to[type.type];
}

struct hr_type_ref hr_class_type(const struct hr_classes *classes, uint32_t class)
{
	for (size_t i = 0; i < classes->model->types.count; i++) {
		const struct hr_type *type = &classes->model->types.data[i];

		if (classes->of[i] == class && type->kind == HR_TYPE_POINTER &&
		    !hr_model_strip(classes->model, type->target).qualifiers)
			return (struct hr_type_ref){ i, 0 };
	}
	return (struct hr_type_ref){ HR_NO_TYPE, 0 };
}

bool hr_is_own_struct(const struct hr_model *model, struct hr_type_ref ref)
{
	const struct hr_type *type = hr_model_type(model, ref);

	return type && (type->kind == HR_TYPE_STRUCT || type->kind == HR_TYPE_UNION) && type->size > 0 &&
	       type->completeness == HR_COMPLETE && !type->is_system;
}

int hr_initialised_parameter(const struct hr_classes *classes, size_t index)
{
	const struct hr_operation *operation = &classes->model->operations.data[index];

	if (operation->kind != HR_KIND_MAKER || operation->subject == HR_NO_TYPE)
		return -1;
	struct hr_type_ref subject = hr_model_strip(classes->model, (struct hr_type_ref){ operation->subject, 0 });
	if (!hr_is_own_struct(classes->model, subject))
		return -1;
	uint32_t class = classes->pointer_to[subject.type];
	if (hr_class_of(classes, operation->result.type) == class)
		return -1;
	for (size_t i = 0; i < operation->params.count; i++) {
		const struct hr_item *param = &operation->params.data[i];

		if (hr_class_of(classes, param->type) == class &&
		    (param->role == HR_ROLE_RECEIVER || param->role == HR_ROLE_OUT || param->role == HR_ROLE_INOUT))
			return (int)i;
	}
	return -1;
}

static void add_maker(struct hr_classes *classes, uint32_t class, size_t operation)
{
	if (class == HR_NO_CLASS || classes->list.data[class].is_scalar)
		return;
	classes->list.data[class].has_makers = true;
	hr_vec_push(&classes->list.data[class].makers, operation);
}

/* Results, and what out-parameters receive. */
static void learn_operation(struct hr_classes *classes, size_t index)
{
	const struct hr_operation *operation = &classes->model->operations.data[index];
	int initialised = hr_initialised_parameter(classes, index);

	add_maker(classes, hr_class_of(classes, operation->result.type), index);
	if (initialised >= 0) {
		uint32_t class = hr_class_of(classes, operation->params.data[initialised].type);

		hr_vec_push(&classes->list.data[class].initialisers, index);
		hr_vec_push(&classes->list.data[class].makers, index);
	}
	for (size_t i = 0; i < operation->params.count; i++) {
		const struct hr_item *param = &operation->params.data[i];
		uint32_t class = hr_class_of(classes, param->type);

		if ((param->role != HR_ROLE_OUT && param->role != HR_ROLE_INOUT) || class == HR_NO_CLASS)
			continue;
		const struct hr_value_class *slot = &classes->list.data[class];
		if (slot->depth >= 2)
			add_maker(classes, class_of_shape(classes, (struct shape){ slot->base, slot->depth - 1 }),
				  index);
	}
}

void hr_classes_relearn(struct hr_classes *classes)
{
	for (size_t i = 0; i < classes->list.count; i++) {
		classes->list.data[i].has_makers = false;
		hr_vec_clear(&classes->list.data[i].makers);
		hr_vec_clear(&classes->list.data[i].initialisers);
	}
	for (size_t i = 0; i < classes->model->operations.count; i++)
		if (classes->model->operations.data[i].callable)
			learn_operation(classes, i);
}
