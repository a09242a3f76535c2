/* The API for human eyes: a summary, the types, the operations, what is not supported. */
#include "app/inspect_internal.h"
#include "model/words.h"

#include <string.h>

enum { LINE_WIDTH = 100 };

struct counts {
	size_t functions, callable, macros, macros_callable, types;
	size_t roles, proved, declared, documented;
};

static void count_item(struct counts *counts, const struct hr_item *item)
{
	struct hr_decision decision = hr_claims_decide(&item->claims, HR_FACT_ROLE);
	if (!decision.decided || item->role == HR_ROLE_NONE)
		return;
	counts->roles++;
	counts->proved += decision.source == HR_SOURCE_CODE;
	counts->declared += decision.source >= HR_SOURCE_ATTRIBUTE && decision.source != HR_SOURCE_CODE;
	counts->documented += decision.source == HR_SOURCE_DOCUMENTATION;
}

static bool is_listed_type(const struct hr_type *type)
{
	return type->is_public && !type->is_unnamed &&
	       (type->kind == HR_TYPE_STRUCT || type->kind == HR_TYPE_UNION || type->kind == HR_TYPE_ENUM);
}

static struct counts count(const struct hr_model *model)
{
	struct counts counts = { 0 };
	for (size_t i = 0; i < model->operations.count; i++) {
		const struct hr_operation *operation = &model->operations.data[i];
		bool is_macro = operation->form == HR_FORM_MACRO;
		*(is_macro ? &counts.macros : &counts.functions) += 1;
		*(is_macro ? &counts.macros_callable : &counts.callable) += operation->callable;
		count_item(&counts, &operation->result);
		for (size_t k = 0; k < operation->params.count; k++)
			count_item(&counts, &operation->params.data[k]);
	}
	for (size_t i = 0; i < model->types.count; i++) {
		const struct hr_type *type = &model->types.data[i];
		counts.types += is_listed_type(type);
		for (size_t k = 0; type->is_public && k < type->fields.count; k++)
			count_item(&counts, &type->fields.data[k].item);
	}
	return counts;
}

static const char *plural(size_t count)
{
	return count == 1 ? "" : "s";
}

/* "3 types": nothing when there are none. */
static void add_count(struct hr_strbuf *out, size_t count_of, const char *what)
{
	if (count_of)
		hr_strbuf_addf(out, ", %zu %s%s", count_of, what, plural(count_of));
}

void hr_inspect_summary(struct hr_strbuf *out, const struct hr_model *model, const struct hr_paint *paint)
{
	struct counts counts = count(model);
	hr_strbuf_addf(out, "%s%s%s: %zu function%s", paint->bold, model->unit, paint->plain, counts.functions,
		       plural(counts.functions));
	add_count(out, counts.macros, "function-like macro");
	add_count(out, counts.types, "type");
	add_count(out, model->constants.count, "constant");
	add_count(out, model->variables.count, "variable");
	hr_strbuf_addf(out, "\n  callable: %zu of %zu functions", counts.callable, counts.functions);
	if (counts.macros)
		hr_strbuf_addf(out, ", %zu of %zu macros", counts.macros_callable, counts.macros);
	if (counts.callable < counts.functions || counts.macros_callable < counts.macros)
		hr_strbuf_addstr(out, "; --unsupported tells about the rest");
	hr_strbuf_addf(out, "\n  roles: %zu, of these ", counts.roles);
	if (counts.proved)
		hr_strbuf_addf(out, "%zu from code, ", counts.proved);
	hr_strbuf_addf(
		out, "%zu from attributes, %zu from documentation, %zu from types, names and the shape of the API\n",
		counts.declared, counts.documented, counts.roles - counts.proved - counts.declared - counts.documented);
	for (size_t i = 0; i < model->notes.count; i++)
		hr_strbuf_addf(out, "  note: %s\n", model->notes.data[i]);
}

struct listing {
	struct hr_strbuf *out;
	size_t column;
	size_t count;
};

static void list_operation(void *context, const struct hr_operation *operation)
{
	enum { INDENT = 15 };
	struct listing *listing = context;
	size_t length = strlen(operation->name) + 1;
	if (listing->count && listing->column + length > LINE_WIDTH) {
		hr_strbuf_addf(listing->out, "\n%*s", INDENT, "");
		listing->column = INDENT;
	}
	hr_strbuf_addf(listing->out, " %s", operation->name);
	listing->column += length;
	listing->count++;
}

void hr_list_operations_on(struct hr_strbuf *out, const struct hr_model *model, size_t type)
{
	static const char *const titles[HR_KIND_COUNT] = { [HR_KIND_MAKER] = "makers",
							   [HR_KIND_DESTROYER] = "destroyers",
							   [HR_KIND_OBSERVER] = "observers",
							   [HR_KIND_MUTATOR] = "mutators" };
	for (int kind = 0; kind < HR_KIND_COUNT; kind++) {
		struct hr_strbuf names = HR_STRBUF_INIT;
		struct listing listing = { &names, 15, 0 };
		if (titles[kind])
			hr_each_operation_on(model, type, (enum hr_kind)kind, list_operation, &listing);
		if (listing.count)
			hr_strbuf_addf(out, "    %-11s%s\n", titles[kind], names.data);
		hr_strbuf_release(&names);
	}
}

void hr_describe_shape(struct hr_strbuf *out, const struct hr_type *type)
{
	if (type->kind == HR_TYPE_ENUM)
		hr_strbuf_addf(out, "%zu %s%s", type->enumerators.count, type->is_flags ? "flag" : "enumerator",
			       plural(type->enumerators.count));
	else if (type->completeness == HR_OPAQUE)
		hr_strbuf_addstr(out, "opaque");
	else
		hr_strbuf_addf(out, "%zu field%s, %lld byte%s%s", type->fields.count, plural(type->fields.count),
			       (long long)type->size, plural((size_t)type->size),
			       type->completeness == HR_COMPLETED_FROM_SOURCE ? ", opaque in the header" : "");
}

void hr_inspect_types(struct hr_strbuf *out, const struct hr_model *model, const struct hr_paint *paint)
{
	hr_strbuf_addf(out, "\n%stypes%s\n", paint->bold, paint->plain);
	for (size_t i = 0; i < model->types.count; i++) {
		if (!is_listed_type(&model->types.data[i]))
			continue;
		hr_strbuf_addf(out, "  %s%s%s  %s", paint->green, model->types.data[i].spelling, paint->plain,
			       paint->dim);
		hr_describe_shape(out, &model->types.data[i]);
		hr_strbuf_addf(out, "%s\n", paint->plain);
		hr_list_operations_on(out, model, i);
	}
}

static void list_item(struct hr_strbuf *out, const struct hr_model *model, const struct hr_operation *operation,
		      const struct hr_item *item, const char *name, const struct hr_paint *paint)
{
	struct hr_strbuf type = HR_STRBUF_INIT;
	hr_model_spell(&type, model, item->type);
	hr_strbuf_addf(out, "      %-14s %s%-28s%s ", name, paint->dim, type.data, paint->plain);
	hr_describe_role(out, model, item, hr_param_name, operation);
	hr_strbuf_addch(out, '\n');
	hr_strbuf_release(&type);
}

void hr_inspect_operations(struct hr_strbuf *out, const struct hr_model *model, const struct hr_paint *paint)
{
	hr_strbuf_addf(out, "\n%soperations%s\n", paint->bold, paint->plain);
	for (size_t i = 0; i < model->operations.count; i++) {
		const struct hr_operation *operation = &model->operations.data[i];
		if (!operation->callable && operation->form == HR_FORM_MACRO)
			continue;
		hr_strbuf_addf(out, "  %s%s%s  %s", paint->bold, operation->name, paint->plain, paint->dim);
		hr_describe_kind(out, model, operation);
		hr_strbuf_addf(out, "%s\n", paint->plain);
		for (size_t k = 0; k < operation->params.count; k++) {
			const char *name = operation->params.data[k].name;
			list_item(out, model, operation, &operation->params.data[k], *name ? name : "(no name)", paint);
		}
		if (operation->is_variadic)
			hr_strbuf_addstr(out, "      ...\n");
		if (operation->result.role != HR_ROLE_NONE)
			list_item(out, model, operation, &operation->result, "returns", paint);
		if (!operation->callable)
			hr_strbuf_addf(out, "      %snot callable%s: %s\n", paint->red, paint->plain,
				       operation->reason);
	}
}

void hr_inspect_unsupported(struct hr_strbuf *out, const struct hr_model *model, const struct hr_paint *paint)
{
	size_t count_listed = 0;
	for (size_t i = 0; i < model->operations.count; i++) {
		const struct hr_operation *operation = &model->operations.data[i];
		if (operation->callable)
			continue;
		count_listed++;
		hr_strbuf_addf(out, "%s%s%s  %s%s, %s%s\n    %s\n", paint->bold, operation->name, paint->plain,
			       paint->dim, hr_word(&hr_form_words, (int)operation->form),
			       operation->at ? operation->at : "", paint->plain, operation->reason);
	}
	if (!count_listed)
		hr_strbuf_addstr(out, "everything is callable\n");
}
