/* The dependence graph in Graphviz's language, whole and purified, with the function set of each.
 *
 * An arrow from a type to an operation says that the operation provides the type, one from an operation to a type that it requires it; the label is the
 * item by which it does. */
#include "app/inspect_internal.h"
#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>

struct picture {
	struct hr_strbuf *out;
	const struct hr_model *model;
	const struct hr_dependence *dependence;
	bool is_purified;
};

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

/* Names of nodes begin with the graph that they are in. */
static char prefix(const struct picture *picture)
{
	return picture->is_purified ? 'p' : 'g';
}

static bool is_drawn(const struct picture *picture, const struct hr_dependence_edge *edge)
{
	return !picture->is_purified || !edge->is_irrelevant;
}

static void add_edge(const struct picture *picture, const struct hr_dependence_edge *edge, bool provides)
{
	struct hr_strbuf label = HR_STRBUF_INIT;
	char type[40], operation[40];

	snprintf(type, sizeof type, "%ct%zu", prefix(picture), edge->type);
	snprintf(operation, sizeof operation, "%co%zu", prefix(picture), edge->operation);
	hr_dependence_label(&label, picture->model, edge);
	hr_strbuf_addf(picture->out, "    %s -> %s [label=\"%s\"%s%s];\n", provides ? type : operation,
		       provides ? operation : type, label.data, provides ? ", color=\"#2b7a3d\"" : "",
		       edge->is_irrelevant ? ", style=dotted" : "");
	hr_strbuf_release(&label);
}

static void add_nodes(const struct picture *picture)
{
	static const char *const fills[HR_KIND_COUNT] = { [HR_KIND_OTHER] = "#eeeeee",
							  [HR_KIND_MAKER] = "#d5f0d9",
							  [HR_KIND_DESTROYER] = "#f6d5d5",
							  [HR_KIND_OBSERVER] = "#dbe7f7",
							  [HR_KIND_MUTATOR] = "#f8ecd0" };
	const struct hr_model *model = picture->model;
	bool *used = hr_calloc(model->types.count, sizeof *used);

	for (size_t i = 0; i < model->operations.count; i++) {
		if (!model->operations.data[i].callable || model->operations.data[i].kind == HR_KIND_DESTROYER)
			continue;
		hr_strbuf_addf(picture->out, "    %co%zu [label=", prefix(picture), i);
		add_quoted(picture->out, model->operations.data[i].name);
		hr_strbuf_addf(picture->out, ", shape=box, style=\"rounded,filled\", fillcolor=\"%s\"];\n",
			       fills[model->operations.data[i].kind]);
	}
	for (size_t i = 0; i < picture->dependence->provided.count; i++)
		used[picture->dependence->provided.data[i].type] = true;
	for (size_t i = 0; i < picture->dependence->required.count; i++)
		used[picture->dependence->required.data[i].type] = true;
	for (size_t i = 0; i < model->types.count; i++) {
		if (!used[i])
			continue;
		hr_strbuf_addf(picture->out, "    %ct%zu [label=", prefix(picture), i);
		add_quoted(picture->out, model->types.data[i].spelling);
		hr_strbuf_addstr(picture->out, ", shape=ellipse, style=filled, fillcolor=\"#ffffff\"];\n");
	}
	free(used);
}

/* One entry a line: what is provided, by whom, and what that takes. */
static void add_function_set(const struct picture *picture)
{
	const struct hr_dependence *dependence = picture->dependence;
	const struct hr_model *model = picture->model;
	struct hr_strbuf text = HR_STRBUF_INIT;

	for (size_t i = 0; i < dependence->provided.count; i++) {
		const struct hr_dependence_edge *entry = &dependence->provided.data[i];
		const char *between = "";
		if (!is_drawn(picture, entry))
			continue;
		hr_strbuf_addf(&text, "%s [", model->types.data[entry->type].spelling);
		hr_dependence_label(&text, model, entry);
		hr_strbuf_addf(&text, "] = %s(", model->operations.data[entry->operation].name);
		for (size_t k = 0; k < dependence->required.count; k++) {
			if (dependence->required.data[k].operation != entry->operation)
				continue;
			hr_strbuf_addf(&text, "%s%s", between,
				       model->types.data[dependence->required.data[k].type].spelling);
			between = ", ";
		}
		hr_strbuf_addstr(&text, ")\\l");
	}
	hr_strbuf_addf(picture->out, "    %cset [shape=note, fontname=\"monospace\", label=\"%s\"];\n", prefix(picture),
		       text.data);
	hr_strbuf_release(&text);
}

static void add_graph(const struct picture *picture)
{
	const struct hr_dependence *dependence = picture->dependence;
	size_t entries = picture->is_purified ? hr_dependence_relevant(dependence) : dependence->provided.count;

	hr_strbuf_addf(picture->out,
		       "  subgraph cluster_%c {\n    label=\"%s: %zu edges, function set of %zu\";\n"
		       "    fontname=\"sans-serif\";\n",
		       prefix(picture), picture->is_purified ? "purified" : "dependences",
		       entries + dependence->required.count, entries);
	add_nodes(picture);
	for (size_t i = 0; i < dependence->provided.count; i++)
		if (is_drawn(picture, &dependence->provided.data[i]))
			add_edge(picture, &dependence->provided.data[i], true);
	for (size_t i = 0; i < dependence->required.count; i++)
		add_edge(picture, &dependence->required.data[i], false);
	add_function_set(picture);
	hr_strbuf_addstr(picture->out, "  }\n");
}

void hr_graph_write(struct hr_strbuf *out, const struct hr_model *model, const struct hr_dependence *dependence)
{
	struct picture picture = { out, model, dependence, false };

	hr_strbuf_addstr(out, "digraph ");
	add_quoted(out, model->unit ? model->unit : "unit");
	hr_strbuf_addstr(out, " {\n  rankdir=LR;\n  node [fontname=\"sans-serif\", fontsize=10];\n"
			      "  edge [fontname=\"sans-serif\", fontsize=8, color=\"#777777\"];\n");
	add_graph(&picture);
	picture.is_purified = true;
	add_graph(&picture);
	hr_strbuf_addstr(out, "}\n");
}

void hr_graph_summary(struct hr_strbuf *out, const struct hr_dependence *dependence, const char *file)
{
	size_t relevant = hr_dependence_relevant(dependence);

	hr_strbuf_addf(
		out,
		"  graph: %s\n  dependences: %zu edges, function set of %zu; purified: %zu edges, function set of %zu\n",
		file, dependence->provided.count + dependence->required.count, dependence->provided.count,
		relevant + dependence->required.count, relevant);
}
