/* Two versions of an API, held against each other by name.
 *
 * Invariants: types are compared as C writes them, so that numbers of types mean nothing; names of parameters do not count. What is private, opaque in both, or of the system is not looked at. */
#include "model/api_changes.h"

#include <string.h>

static const char *const names[HR_API_CHANGE_KIND_COUNT] = { "gone", "signature", "type", "constant" };

const char *hr_api_change_name(enum hr_api_change_kind kind)
{
	return names[kind];
}

static void add(struct hr_api_changes *out, enum hr_api_change_kind kind, const char *name, const char *before,
		const char *after)
{
	struct hr_api_change change = { kind, hr_arena_strdup(&out->arena, name), hr_arena_strdup(&out->arena, before),
					hr_arena_strdup(&out->arena, after) };
	hr_vec_push(&out->changes, change);
}

/* As C writes it. Where what has no name is declared is left out: it changes with every line above it. */
static void spell(struct hr_strbuf *out, const struct hr_model *model, struct hr_type_ref ref)
{
	static const char place[] = "(unnamed at ";
	struct hr_strbuf text = HR_STRBUF_INIT;
	hr_model_spell(&text, model, ref);
	for (const char *at = text.data, *next; *at; at = next) {
		const char *found = strstr(at, place);
		next = found ? found + strcspn(found, ")") : at + strlen(at);
		hr_strbuf_add(out, at, (size_t)((found ? found : next) - at));
		hr_strbuf_addstr(out, found ? "(unnamed" : "");
	}
	hr_strbuf_release(&text);
}

/* ---- functions and variables ---- */

/* "int (struct list *, const char *)"; of a macro the number of its parameters, as its types are guesses. */
static void spell_operation(struct hr_strbuf *out, const struct hr_model *model, const struct hr_operation *operation)
{
	hr_strbuf_clear(out);
	if (operation->form == HR_FORM_MACRO) {
		hr_strbuf_addf(out, "macro of %zu", operation->params.count);
		return;
	}
	spell(out, model, operation->result.type);
	hr_strbuf_addstr(out, out->length && out->data[out->length - 1] == '*' ? "(" : " (");
	for (size_t i = 0; i < operation->params.count; i++) {
		hr_strbuf_addstr(out, i ? ", " : "");
		/* a parameter's own qualifiers are no caller's business */
		struct hr_type_ref type = operation->params.data[i].type;
		type.qualifiers = 0;
		spell(out, model, type);
	}
	if (operation->is_variadic)
		hr_strbuf_addstr(out, operation->params.count ? ", ..." : "...");
	else if (!operation->params.count)
		hr_strbuf_addstr(out, "void");
	hr_strbuf_addch(out, ')');
}

static const struct hr_operation *operation_named(const struct hr_model *model, const char *name)
{
	size_t index;
	return hr_map_get(&model->operation_by_name, name, &index) ? &model->operations.data[index] : NULL;
}

/* Declared is not enough: it has to be there to be called. */
static bool is_there(const struct hr_operation *operation)
{
	return operation && operation->definition != HR_DEFINED_NOWHERE;
}

static void compare_operations(struct hr_api_changes *out, const struct hr_model *before, const struct hr_model *after)
{
	struct hr_strbuf old = HR_STRBUF_INIT;
	struct hr_strbuf new = HR_STRBUF_INIT;
	for (size_t i = 0; i < before->operations.count; i++) {
		const struct hr_operation *operation = &before->operations.data[i];
		const struct hr_operation *other = operation_named(after, operation->name);
		if (!is_there(operation))
			continue;
		spell_operation(&old, before, operation);
		if (!is_there(other)) {
			add(out, HR_API_GONE, operation->name, old.data, "");
			continue;
		}
		spell_operation(&new, after, other);
		/* a function that became a macro, or the other way, is called the same */
		bool is_macro = operation->form == HR_FORM_MACRO || other->form == HR_FORM_MACRO;
		if (is_macro ? operation->params.count != other->params.count : strcmp(old.data, new.data) != 0)
			add(out, HR_API_SIGNATURE, operation->name, old.data, new.data);
	}
	for (size_t i = 0; i < after->operations.count; i++)
		out->added += is_there(&after->operations.data[i]) &&
			      !is_there(operation_named(before, after->operations.data[i].name));
	hr_strbuf_release(&old);
	hr_strbuf_release(&new);
}

static void compare_variables(struct hr_api_changes *out, const struct hr_model *before, const struct hr_model *after)
{
	struct hr_strbuf old = HR_STRBUF_INIT;
	struct hr_strbuf new = HR_STRBUF_INIT;
	for (size_t i = 0; i < before->variables.count; i++) {
		const struct hr_variable *variable = &before->variables.data[i];
		const struct hr_variable *other = NULL;
		for (size_t k = 0; k < after->variables.count && !other; k++)
			if (strcmp(after->variables.data[k].name, variable->name) == 0)
				other = &after->variables.data[k];
		hr_strbuf_clear(&old);
		hr_strbuf_clear(&new);
		spell(&old, before, variable->type);
		if (other)
			spell(&new, after, other->type);
		if (strcmp(old.data, new.data) != 0)
			add(out, other ? HR_API_SIGNATURE : HR_API_GONE, variable->name, old.data, new.data);
	}
	hr_strbuf_release(&old);
	hr_strbuf_release(&new);
}

/* ---- types ---- */

/* The one that is spelled like this one: of the same kind, as a struct that has its name from a typedef is spelled as that is; else of any. */
static const struct hr_type *type_like(const struct hr_model *model, const struct hr_type *type)
{
	size_t index;
	if (!hr_map_get(&model->type_by_spelling, type->spelling, &index))
		return NULL;
	for (size_t i = index; i < model->types.count; i++)
		if (model->types.data[i].kind == type->kind && !model->types.data[i].is_unnamed &&
		    strcmp(model->types.data[i].spelling, type->spelling) == 0)
			return &model->types.data[i];
	return &model->types.data[index];
}

/* A struct or union without a name of its own, whose fields can be seen; NULL: it is something else. */
static const struct hr_type *unnamed(const struct hr_model *model, struct hr_type_ref ref)
{
	const struct hr_type *type = ref.type < model->types.count ? &model->types.data[ref.type] : NULL;
	bool has_fields = type && (type->kind == HR_TYPE_STRUCT || type->kind == HR_TYPE_UNION);
	return has_fields && type->is_unnamed && type->completeness == HR_COMPLETE ? type : NULL;
}

/* Members of what has no name are members of what it is in. */
static const struct hr_field *field_named(const struct hr_model *model, const struct hr_type *type, const char *name)
{
	for (size_t i = 0; i < type->fields.count; i++) {
		const struct hr_field *field = &type->fields.data[i];
		if (strcmp(field->item.name, name) == 0)
			return field;
		const struct hr_type *inner = *field->item.name ? NULL : unnamed(model, field->item.type);
		const struct hr_field *found = inner ? field_named(model, inner, name) : NULL;
		if (found)
			return found;
	}
	return NULL;
}

/* Fields of a type that is called `whole`. */
static void compare_fields(struct hr_api_changes *out, const char *whole, const struct hr_model *before,
			   const struct hr_type *type, const struct hr_model *after, const struct hr_type *other)
{
	struct hr_strbuf old = HR_STRBUF_INIT;
	struct hr_strbuf new = HR_STRBUF_INIT;
	struct hr_strbuf name = HR_STRBUF_INIT;
	for (size_t i = 0; i < type->fields.count; i++) {
		const struct hr_field *field = &type->fields.data[i];
		const struct hr_type *inner = unnamed(before, field->item.type);
		if (!*field->item.name && inner)
			compare_fields(out, whole, before, inner, after, other);
		if (!*field->item.name)
			continue;
		const struct hr_field *now = field_named(after, other, field->item.name);
		const struct hr_type *inner_now = now ? unnamed(after, now->item.type) : NULL;
		hr_strbuf_clear(&old);
		hr_strbuf_clear(&new);
		hr_strbuf_clear(&name);
		hr_strbuf_addf(&name, "%s.%s", whole, field->item.name);
		spell(&old, before, field->item.type);
		if (now)
			spell(&new, after, now->item.type);
		if (inner && inner_now && inner->kind == inner_now->kind)
			compare_fields(out, name.data, before, inner, after, inner_now);
		else if (!now || strcmp(old.data, new.data) != 0)
			add(out, now ? HR_API_TYPE : HR_API_GONE, name.data, old.data, new.data);
	}
	hr_strbuf_release(&old);
	hr_strbuf_release(&new);
	hr_strbuf_release(&name);
}

static void compare_typedef(struct hr_api_changes *out, const struct hr_model *before, const struct hr_type *type,
			    const struct hr_model *after, const struct hr_type *other)
{
	struct hr_strbuf old = HR_STRBUF_INIT;
	struct hr_strbuf new = HR_STRBUF_INIT;
	const struct hr_type *inner = unnamed(before, type->target);
	const struct hr_type *inner_now =
		other && other->kind == HR_TYPE_TYPEDEF ? unnamed(after, other->target) : NULL;
	spell(&old, before, type->target);
	if (other && other->kind == HR_TYPE_TYPEDEF)
		spell(&new, after, other->target);
	bool is_unnamed = type->target.type < before->types.count && before->types.data[type->target.type].is_unnamed;
	if (!other)
		add(out, HR_API_GONE, type->spelling, old.data, "");
	else if (inner && inner_now && inner->kind == inner_now->kind)
		compare_fields(out, type->spelling, before, inner, after, inner_now);
	else if (!is_unnamed && other->kind == HR_TYPE_TYPEDEF && strcmp(old.data, new.data) != 0)
		add(out, HR_API_TYPE, type->spelling, old.data, new.data);
	hr_strbuf_release(&old);
	hr_strbuf_release(&new);
}

static void compare_types(struct hr_api_changes *out, const struct hr_model *before, const struct hr_model *after)
{
	for (size_t i = 0; i < before->types.count; i++) {
		const struct hr_type *type = &before->types.data[i];
		bool has_fields = type->kind == HR_TYPE_STRUCT || type->kind == HR_TYPE_UNION;
		if (!type->is_public || type->is_system || type->is_unnamed)
			continue;
		const struct hr_type *other = type_like(after, type);
		if (has_fields && type->completeness == HR_COMPLETE) {
			if (!other || other->kind != type->kind)
				add(out, HR_API_GONE, type->spelling, type->spelling, "");
			else if (other->completeness != HR_COMPLETE)
				add(out, HR_API_TYPE, type->spelling, "complete", "opaque");
			else
				compare_fields(out, type->spelling, before, type, after, other);
		} else if (type->kind == HR_TYPE_TYPEDEF) {
			compare_typedef(out, before, type, after, other);
		}
	}
}

/* ---- constants ---- */

static void spell_constant(struct hr_strbuf *out, const struct hr_constant *constant)
{
	hr_strbuf_clear(out);
	switch (constant->kind) {
	case HR_CONSTANT_INT:
		hr_strbuf_addf(out, "%lld", (long long)constant->number);
		break;
	case HR_CONSTANT_FLOAT:
		hr_strbuf_addf(out, "%.17g", constant->real);
		break;
	default:
		hr_strbuf_addstr(out, constant->text ? constant->text : "");
		break;
	}
}

static void compare_constants(struct hr_api_changes *out, const struct hr_model *before, const struct hr_model *after)
{
	struct hr_strbuf old = HR_STRBUF_INIT;
	struct hr_strbuf new = HR_STRBUF_INIT;
	for (size_t i = 0; i < before->constants.count; i++) {
		const struct hr_constant *constant = &before->constants.data[i];
		size_t index;
		spell_constant(&old, constant);
		if (!hr_map_get(&after->constant_by_name, constant->name, &index)) {
			add(out, HR_API_GONE, constant->name, old.data, "");
			continue;
		}
		spell_constant(&new, &after->constants.data[index]);
		if (strcmp(old.data, new.data) != 0)
			add(out, HR_API_CONSTANT, constant->name, old.data, new.data);
	}
	hr_strbuf_release(&old);
	hr_strbuf_release(&new);
}

void hr_api_changes_find(struct hr_api_changes *out, const struct hr_model *before, const struct hr_model *after)
{
	compare_operations(out, before, after);
	compare_variables(out, before, after);
	compare_types(out, before, after);
	compare_constants(out, before, after);
}

void hr_api_changes_release(struct hr_api_changes *changes)
{
	hr_vec_release(&changes->changes);
	hr_arena_release(&changes->arena);
}
