/* One operation or one type in full: everything that is known, and why. */
#include "analysis/facts_text.h"
#include "app/inspect_internal.h"
#include "model/words.h"

#include <string.h>

/* The value of a claim in words. */
static void describe_claim_value(struct hr_strbuf *out, const struct hr_model *model, const struct hr_claim *claim,
				 const char *(*name_of)(const void *, int), const void *siblings)
{
	switch (claim->fact) {
	case HR_FACT_ROLE:
		hr_strbuf_addstr(out, hr_word(&hr_role_words, (int)claim->value));
		if (claim->of >= 0)
			hr_strbuf_addf(out, " of %s", name_of(siblings, claim->of));
		break;
	case HR_FACT_KIND:
		hr_strbuf_addstr(out, hr_word(&hr_kind_words, (int)claim->value));
		if (claim->of >= 0)
			hr_strbuf_addf(out, " of %s", model->types.data[claim->of].spelling);
		break;
	case HR_FACT_ERROR:
		hr_strbuf_addf(out, "refuses: %s", hr_word(&hr_refused_words, (int)claim->value));
		break;
	case HR_FACT_FREED_BY:
	case HR_FACT_BOUND_BY:
		hr_strbuf_addf(out, "%s %s", claim->fact == HR_FACT_FREED_BY ? "freed by" : "bound by",
			       claim->of >= 0 ? model->operations.data[claim->of].name : "free");
		break;
	case HR_FACT_SENTINEL:
		hr_strbuf_addf(out, "sentinel %s", claim->of >= 0 ? model->constants.data[claim->of].name : "?");
		break;
	default:
		hr_strbuf_addf(out, "%s: %s", hr_word(&hr_fact_words, (int)claim->fact), claim->value ? "yes" : "no");
		break;
	}
}

/* How wide the values of the claims are, to set what follows in a column; within reason. */
static int width_of_values(const struct hr_model *model, const hr_claims *claims,
			   const char *(*name_of)(const void *, int), const void *siblings)
{
	enum { LEAST = 22, MOST = 40 };
	size_t width = LEAST;
	struct hr_strbuf value = HR_STRBUF_INIT;
	for (size_t i = 0; i < claims->count; i++) {
		hr_strbuf_clear(&value);
		describe_claim_value(&value, model, &claims->data[i], name_of, siblings);
		width = value.length > width ? value.length : width;
	}
	hr_strbuf_release(&value);
	return width > MOST ? MOST : (int)width;
}

static void list_evidence(struct hr_strbuf *out, const struct hr_model *model, const hr_claims *claims,
			  const char *(*name_of)(const void *, int), const void *siblings, const struct hr_paint *paint)
{
	int width = width_of_values(model, claims, name_of, siblings);
	for (size_t i = 0; i < claims->count; i++) {
		const struct hr_claim *claim = &claims->data[i];
		struct hr_strbuf value = HR_STRBUF_INIT;
		describe_claim_value(&value, model, claim, name_of, siblings);
		hr_strbuf_addf(out, "        %s%-13s %.2f%s  %-*s  %s", paint->dim,
			       hr_word(&hr_source_words, (int)claim->source), claim->weight, paint->plain, width,
			       value.data, claim->text);
		if (claim->at)
			hr_strbuf_addf(out, " %s(%s)%s", paint->dim, claim->at, paint->plain);
		hr_strbuf_addch(out, '\n');
		hr_strbuf_release(&value);
	}
}

/* `bits` is the width of a bit-field, negative for all others. */
static void explain_item(struct hr_strbuf *out, const struct hr_model *model, const struct hr_item *item,
			 const char *name, int bits, const char *(*name_of)(const void *, int), const void *siblings,
			 const struct hr_paint *paint)
{
	struct hr_strbuf type = HR_STRBUF_INIT;
	hr_model_spell(&type, model, item->type);
	if (bits >= 0)
		hr_strbuf_addf(&type, " : %d", bits);
	hr_strbuf_addf(out, "    %s%s%s  %s%s%s  ", paint->bold, name, paint->plain, paint->dim, type.data,
		       paint->plain);
	hr_describe_role(out, model, item, name_of, siblings);
	if (item->confidence > 0)
		hr_strbuf_addf(out, "  %s(%.0f %% sure)%s", paint->dim, item->confidence * 100, paint->plain);
	hr_strbuf_addch(out, '\n');
	list_evidence(out, model, &item->claims, name_of, siblings, paint);
	hr_strbuf_release(&type);
}

static void quote_doc(struct hr_strbuf *out, int indent, const char *doc, const struct hr_paint *paint)
{
	for (const char *line = doc; line && *line;) {
		size_t length = strcspn(line, "\n");
		hr_strbuf_addf(out, "%*s%s| %.*s%s\n", indent, "", paint->dim, (int)length, line, paint->plain);
		line += length + (line[length] == '\n');
	}
}

/* A type and the name it declares: `char *text`, `int (*compare)(const void *, const void *)`. */
static void add_declaration(struct hr_strbuf *out, const struct hr_model *model, struct hr_type_ref ref,
			    const char *name)
{
	struct hr_strbuf type = HR_STRBUF_INIT;
	hr_model_spell(&type, model, ref);
	const char *inside = strstr(type.data, "(*)");
	if (inside)
		hr_strbuf_addf(out, "%.*s(*%s%s", (int)(inside - type.data), type.data, name, inside + 2);
	else
		hr_strbuf_addf(out, "%s%s%s", type.data,
			       *name && type.length && type.data[type.length - 1] != '*' ? " " : "", name);
	hr_strbuf_release(&type);
}

static void add_signature(struct hr_strbuf *out, const struct hr_model *model, const struct hr_operation *operation)
{
	if (operation->form == HR_FORM_MACRO) {
		hr_strbuf_addf(out, "#define %s(", operation->name);
		for (size_t i = 0; i < operation->params.count; i++)
			hr_strbuf_addf(out, "%s%s", i ? ", " : "", operation->params.data[i].name);
		hr_strbuf_addf(out, ") %s", operation->expansion ? operation->expansion : "");
		return;
	}
	add_declaration(out, model, operation->result.type, operation->name);
	hr_strbuf_addch(out, '(');
	for (size_t i = 0; i < operation->params.count; i++) {
		hr_strbuf_addstr(out, i ? ", " : "");
		add_declaration(out, model, operation->params.data[i].type, operation->params.data[i].name);
	}
	hr_strbuf_addstr(out, operation->is_variadic ? ", ...)" : operation->params.count ? ")" : "void)");
}

void hr_explain_operation(struct hr_strbuf *out, const struct hr_model *model, size_t index,
			  const struct hr_paint *paint)
{
	const struct hr_operation *operation = &model->operations.data[index];
	hr_strbuf_addstr(out, paint->bold);
	add_signature(out, model, operation);
	hr_strbuf_addf(out, "%s\n  %s\n  ", paint->plain, operation->at ? operation->at : "");
	hr_describe_kind(out, model, operation);
	hr_strbuf_addch(out, '\n');
	list_evidence(out, model, &operation->claims, hr_param_name, operation, paint);
	if (operation->callable && operation->definition == HR_DEFINED_UNKNOWN)
		hr_strbuf_addf(out, "  %scallable%s by its declaration; no sources and no libraries were given\n",
			       paint->green, paint->plain);
	else if (operation->callable)
		hr_strbuf_addf(out, "  %scallable%s, defined in: %s\n", paint->green, paint->plain,
			       hr_word(&hr_definition_words, (int)operation->definition));
	else
		hr_strbuf_addf(out, "  %snot callable%s: %s\n", paint->red, paint->plain, operation->reason);
	for (size_t i = 0; i < operation->attributes.count; i++)
		hr_strbuf_addf(out, "  attribute %s(%s)\n", operation->attributes.data[i].name,
			       operation->attributes.data[i].text);
	if (operation->doc) {
		hr_strbuf_addstr(out, "  documentation\n");
		quote_doc(out, 4, operation->doc, paint);
	}
	hr_strbuf_addstr(out, operation->params.count ? "  parameters\n" : "");
	for (size_t i = 0; i < operation->params.count; i++) {
		const struct hr_item *param = &operation->params.data[i];
		explain_item(out, model, param, *param->name ? param->name : "(no name)", -1, hr_param_name, operation,
			     paint);
	}
	hr_strbuf_addstr(out, "  result\n");
	explain_item(out, model, &operation->result, "returns", -1, hr_param_name, operation, paint);
}

/* One line about what kind of type it is. */
static void add_shape(struct hr_strbuf *out, const struct hr_model *model, const struct hr_type *type)
{
	bool is_declared = type->kind == HR_TYPE_STRUCT || type->kind == HR_TYPE_UNION || type->kind == HR_TYPE_ENUM;
	if (is_declared) {
		hr_describe_shape(out, type);
	} else {
		hr_strbuf_addstr(out, hr_word(&hr_type_kind_words, (int)type->kind));
		if (type->kind == HR_TYPE_TYPEDEF && type->target.type != HR_NO_TYPE) {
			hr_strbuf_addstr(out, " of ");
			hr_model_spell(out, model, type->target);
		}
		if (type->size >= 0)
			hr_strbuf_addf(out, ", %lld byte%s", (long long)type->size, type->size == 1 ? "" : "s");
	}
	if (type->align > 1)
		hr_strbuf_addf(out, ", aligned to %lld", (long long)type->align);
}

void hr_explain_type(struct hr_strbuf *out, const struct hr_model *model, size_t index, const struct hr_paint *paint)
{
	const struct hr_type *type = &model->types.data[index];
	hr_strbuf_addf(out, "%s%s%s  %s%s%s\n  ", paint->bold, type->spelling, paint->plain, paint->dim,
		       type->at ? type->at : "", paint->plain);
	add_shape(out, model, type);
	hr_strbuf_addch(out, '\n');
	if (type->doc) {
		hr_strbuf_addstr(out, "  documentation\n");
		quote_doc(out, 4, type->doc, paint);
	}
	size_t before = out->length;
	hr_strbuf_addstr(out, "  operations\n");
	size_t title = out->length;
	hr_list_operations_on(out, model, index);
	if (out->length == title)
		hr_strbuf_truncate(out, before);
	hr_strbuf_addstr(out, type->enumerators.count ? "  enumerators\n" : "");
	for (size_t i = 0; i < type->enumerators.count; i++)
		hr_strbuf_addf(out, "    %s = %lld\n", type->enumerators.data[i].name,
			       (long long)type->enumerators.data[i].value);
	hr_strbuf_addstr(out, type->fields.count ? "  fields\n" : "");
	for (size_t i = 0; i < type->fields.count; i++) {
		const struct hr_field *field = &type->fields.data[i];
		explain_item(out, model, &field->item, *field->item.name ? field->item.name : "(unnamed)",
			     field->bit_width, hr_field_name, type, paint);
		quote_doc(out, 8, field->item.doc, paint);
	}
}

void hr_explain_facts(struct hr_strbuf *out, const struct hr_app_library *library, const struct hr_operation *operation,
		      const struct hr_paint *paint)
{
	struct hr_strbuf list = HR_STRBUF_INIT;

	hr_facts_list(&list, library->facts, library->model, operation, library->directory);
	if (list.length)
		hr_strbuf_addf(out, "  %sin the code%s\n%s", paint->bold, paint->plain, list.data);
	hr_strbuf_release(&list);
}
