/* What a report tells from the saved model: operations as C declares them, and the graph of types and operations. */
#include "report/campaign_internal.h"

#include "base/memory.h"
#include "model/model.h"
#include "model/words.h"

#include <stdlib.h>
#include <string.h>

/* The types that are drawn: those of objects, by their number in the model. */
struct graph {
	struct hr_report_campaign *out;
	const struct hr_model *model;
	size_t *index; /* of each type of the model among those that are drawn, plus one */
};

static void add_signature(struct hr_strbuf *out, const struct hr_model *model, const struct hr_operation *operation)
{
	hr_model_spell(out, model, operation->result.type);
	if (out->length && out->data[out->length - 1] != '*')
		hr_strbuf_addch(out, ' ');
	hr_strbuf_addf(out, "%s(", operation->name);
	for (size_t i = 0; i < operation->params.count; i++) {
		const struct hr_item *item = &operation->params.data[i];
		hr_strbuf_addstr(out, i ? ", " : "");
		hr_model_spell(out, model, item->type);
		if (*item->name && out->data[out->length - 1] != '*')
			hr_strbuf_addch(out, ' ');
		hr_strbuf_addstr(out, item->name);
	}
	if (operation->is_variadic)
		hr_strbuf_addstr(out, operation->params.count ? ", ..." : "...");
	else if (!operation->params.count && operation->has_prototype)
		hr_strbuf_addstr(out, "void");
	hr_strbuf_addch(out, ')');
}

static void add_operation(struct hr_report_campaign *out, const struct hr_model *model,
			  const struct hr_operation *operation)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	add_signature(&text, model, operation);
	hr_vec_push(&out->operations,
		    ((struct hr_report_operation){
			    .name = hr_arena_strdup(&out->arena, operation->name),
			    .kind = operation->kind == HR_KIND_OTHER ? "" : hr_word(&hr_kind_words, operation->kind),
			    .signature = hr_arena_strdup(&out->arena, text.data),
			    .place = operation->at ? hr_report_path(out, operation->at) : "",
			    .is_callable = operation->callable,
			    .why_not = operation->callable
					       ? NULL
					       : hr_arena_strdup(&out->arena,
								 operation->reason ? operation->reason : "") }));
	hr_strbuf_release(&text);
}

static void add_edge(struct graph *graph, enum hr_report_edge_kind kind, size_t operation, const struct hr_item *item)
{
	struct hr_report_campaign *out = graph->out;
	size_t type = hr_model_object(graph->model, item->type);
	if (type == HR_NO_TYPE) { /* where an object's address is left: one more level */
		struct hr_type_ref pointee = hr_model_pointee(graph->model, item->type);
		type = pointee.type == HR_NO_TYPE ? HR_NO_TYPE : hr_model_object(graph->model, pointee);
	}
	if (type == HR_NO_TYPE || graph->model->types.data[type].is_system)
		return;
	if (!graph->index[type]) {
		hr_vec_push(&out->types, ((struct hr_report_type){ hr_arena_strdup(
						 &out->arena, graph->model->types.data[type].spelling) }));
		graph->index[type] = out->types.count;
	}
	hr_vec_push(&out->edges_of_types,
		    ((struct hr_report_edge){ kind, (uint32_t)operation, (uint32_t)graph->index[type] - 1,
					      hr_arena_strdup(&out->arena, item->name ? item->name : "") }));
}

static void add_edges(struct graph *graph, size_t index)
{
	const struct hr_operation *operation = &graph->model->operations.data[index];
	for (size_t i = 0; i < operation->params.count; i++) {
		const struct hr_item *item = &operation->params.data[i];
		enum hr_report_edge_kind kind = item->role == HR_ROLE_CONSUMED ? HR_REPORT_ENDS
						: item->role == HR_ROLE_OUT    ? HR_REPORT_MAKES
									       : HR_REPORT_TAKES;
		add_edge(graph, kind, index, item);
	}
	add_edge(graph, HR_REPORT_MAKES, index, &operation->result);
}

void hr_report_take_model(struct hr_report_campaign *campaign, const char *text)
{
	struct hr_error error = HR_ERROR_INIT;
	struct hr_model *model = NULL;
	if (text && !hr_model_load(&model, text, strlen(text), "model", &error)) {
		struct graph graph = { campaign, model, hr_calloc(model->types.count + 1, sizeof *graph.index) };
		for (size_t i = 0; i < model->operations.count; i++) {
			add_operation(campaign, model, &model->operations.data[i]);
			add_edges(&graph, i);
		}
		free(graph.index);
		hr_model_free(model);
	}
	hr_error_release(&error);
}
