/* Types and operations as a graph: an arrow from a type to an operation that needs it, from an operation to a type that it provides. */
#include "app/inspect_internal.h"

#include <stdlib.h>

static void add_quoted(struct hr_strbuf *out, const char *text)
{
	hr_strbuf_addch(out, '"');
	for (; *text; text++) {
		if (*text == '"' || *text == '\\')
			hr_strbuf_addch(out, '\\');
		hr_strbuf_addch(out, *text);
	}
	hr_strbuf_addch(out, '"');
}

static void add_node(struct hr_strbuf *out, const char *prefix, size_t index, const char *label, const char *style)
{
	hr_strbuf_addf(out, "  %s%zu [label=", prefix, index);
	add_quoted(out, label);
	hr_strbuf_addf(out, ", %s];\n", style);
}

/* The object that an item carries, through one pointer or a slot. */
static size_t object_of(const struct hr_model *model, const struct hr_item *item)
{
	size_t type = hr_model_object(model, item->type);
	if (type != HR_NO_TYPE)
		return type;
	const struct hr_type *pointer = hr_model_type(model, item->type);
	return pointer && pointer->kind == HR_TYPE_POINTER ? hr_model_object(model, pointer->target) : HR_NO_TYPE;
}

static bool is_drawn(const struct hr_model *model, size_t type)
{
	return type != HR_NO_TYPE && model->types.data[type].is_public;
}

static void add_edges(struct hr_strbuf *out, const struct hr_model *model, size_t index, bool *used)
{
	const struct hr_operation *operation = &model->operations.data[index];
	for (size_t i = 0; i < operation->params.count; i++) {
		const struct hr_item *item = &operation->params.data[i];
		size_t type = object_of(model, item);
		if (!is_drawn(model, type))
			continue;
		used[type] = true;
		bool provides = item->role == HR_ROLE_OUT || item->role == HR_ROLE_INOUT;
		if (!provides || item->role == HR_ROLE_INOUT)
			hr_strbuf_addf(out, "  t%zu -> o%zu [label=\"%s\"];\n", type, index,
				       *item->name ? item->name : "");
		if (provides)
			hr_strbuf_addf(out, "  o%zu -> t%zu [color=\"#2b7a3d\"];\n", index, type);
	}
	size_t result = object_of(model, &operation->result);
	if (is_drawn(model, result)) {
		used[result] = true;
		hr_strbuf_addf(out, "  o%zu -> t%zu [color=\"#2b7a3d\"%s];\n", index, result,
			       operation->result.role == HR_ROLE_BORROWED ? ", style=dashed" : "");
	}
}

void hr_graph_write(struct hr_strbuf *out, const struct hr_model *model)
{
	static const char *const fills[HR_KIND_COUNT] = { [HR_KIND_OTHER] = "#eeeeee",
							  [HR_KIND_MAKER] = "#d5f0d9",
							  [HR_KIND_DESTROYER] = "#f6d5d5",
							  [HR_KIND_OBSERVER] = "#dbe7f7",
							  [HR_KIND_MUTATOR] = "#f8ecd0" };
	bool *used = calloc(model->types.count + 1, sizeof *used);
	if (!used)
		return;
	hr_strbuf_addstr(out, "digraph ");
	add_quoted(out, model->unit ? model->unit : "unit");
	hr_strbuf_addstr(out, " {\n  rankdir=LR;\n  node [fontname=\"sans-serif\", fontsize=10];\n"
			      "  edge [fontname=\"sans-serif\", fontsize=8, color=\"#777777\"];\n");
	for (size_t i = 0; i < model->operations.count; i++) {
		const struct hr_operation *operation = &model->operations.data[i];
		if (!operation->callable)
			continue;
		struct hr_strbuf style = HR_STRBUF_INIT;
		hr_strbuf_addf(&style, "shape=box, style=\"rounded,filled\", fillcolor=\"%s\"", fills[operation->kind]);
		add_node(out, "o", i, operation->name, style.data);
		hr_strbuf_release(&style);
		add_edges(out, model, i, used);
	}
	for (size_t i = 0; i < model->types.count; i++)
		if (used[i])
			add_node(out, "t", i, model->types.data[i].spelling,
				 "shape=ellipse, style=filled, fillcolor=\"#ffffff\"");
	hr_strbuf_addstr(out, "}\n");
	free(used);
}
