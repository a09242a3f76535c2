/* The model as JSON, for people with grep, for jq, and for hr_model_load (docs/model.md).
 *
 * Invariants:
 * 1. The text follows from the model alone; keys come in a fixed order and what is not known is left out.
 * 2. What refers to something else does so by number (`type_ref`, `of_index`), and that is what hr_model_load reads;
 *    the names beside the numbers are for people.
 * 3. What is decided is written for the reader only: it follows from the claims in `evidence`. */
#include "model/model_internal.h"

#include "base/json.h"

#include <math.h>

struct saver {
	struct hr_json_writer json;
	const struct hr_model *model;
};

/* The parameters or fields around an item, by which `of` is named. */
struct siblings {
	const struct hr_item *items;
	size_t count;
	size_t stride; /* bytes from one to the next: items stand inside fields too */
};

static const struct hr_item *sibling_at(const struct siblings *siblings, size_t index)
{
	return (const struct hr_item *)((const char *)siblings->items + index * siblings->stride);
}

/* What `of` counts, by name; NULL when it has none or is nothing. */
static const char *name_of(const struct saver *saver, const struct siblings *siblings, enum hr_pool pool, int of)
{
	const struct hr_model *model = saver->model;
	size_t index = (size_t)of;

	if (of < 0)
		return NULL;
	if (pool == HR_POOL_SIBLINGS && index < siblings->count) {
		const char *name = sibling_at(siblings, index)->name;

		return name[0] != '\0' ? name : NULL;
	}
	if (pool == HR_POOL_TYPES && index < model->types.count)
		return model->types.data[index].spelling;
	if (pool == HR_POOL_OPERATIONS && index < model->operations.count)
		return model->operations.data[index].name;
	if (pool == HR_POOL_CONSTANTS && index < model->constants.count)
		return model->constants.data[index].name;
	return NULL;
}

static void put_string(struct saver *saver, const char *key, const char *text)
{
	hr_json_key(&saver->json, key);
	hr_json_string(&saver->json, text);
}

static void put_optional(struct saver *saver, const char *key, const char *text)
{
	if (text != NULL)
		put_string(saver, key, text);
}

static void put_int(struct saver *saver, const char *key, int64_t value)
{
	hr_json_key(&saver->json, key);
	hr_json_int(&saver->json, value);
}

/* A number that is -1 when there is nothing to say. */
static void put_natural(struct saver *saver, const char *key, int64_t value)
{
	if (value >= 0)
		put_int(saver, key, value);
}

static void put_true(struct saver *saver, const char *key, bool value)
{
	if (!value)
		return;
	hr_json_key(&saver->json, key);
	hr_json_bool(&saver->json, true);
}

static void put_flags(struct saver *saver, const struct hr_flag_form *flags, const void *base)
{
	for (; flags->key != NULL; flags++)
		put_true(saver, flags->key, *(const bool *)((const char *)base + flags->offset));
}

static void put_spelling(struct saver *saver, const char *key, struct hr_type_ref ref)
{
	struct hr_strbuf spelling = HR_STRBUF_INIT;

	hr_model_spell(&spelling, saver->model, ref);
	put_string(saver, key, ref.type != HR_NO_TYPE ? spelling.data : NULL);
	hr_strbuf_release(&spelling);
}

static void put_ref(struct saver *saver, const char *key, struct hr_type_ref ref)
{
	hr_json_key(&saver->json, key);
	if (ref.type == HR_NO_TYPE) {
		hr_json_null(&saver->json);
		return;
	}
	hr_json_compact(&saver->json);
	hr_json_begin_object(&saver->json);
	put_int(saver, "index", (int64_t)ref.type);
	put_true(saver, "const", ref.qualifiers & HR_CONST);
	put_true(saver, "volatile", ref.qualifiers & HR_VOLATILE);
	put_true(saver, "restrict", ref.qualifiers & HR_RESTRICT);
	hr_json_end_object(&saver->json);
}

static void put_claim(struct saver *saver, const struct siblings *siblings, const struct hr_claim *claim)
{
	const struct hr_fact_form *form = &hr_fact_forms[claim->fact];
	const char *name = name_of(saver, siblings, form->pool, claim->of);

	hr_json_compact(&saver->json);
	hr_json_begin_object(&saver->json);
	put_string(saver, "fact", hr_word(&hr_fact_words, claim->fact));
	if (form->values != NULL) {
		bool is_answer = form->values->count == 2;

		put_string(saver, "value", hr_word(form->values, is_answer ? claim->value != 0 : (int)claim->value));
		put_optional(saver, "of", name);
	} else {
		put_string(saver, "value", claim->of < 0 && claim->fact == HR_FACT_FREED_BY ? HR_LIBC_FREE : name);
	}
	put_natural(saver, "of_index", claim->of);
	if (claim->unit != HR_UNIT_NONE)
		put_string(saver, "unit", hr_word(&hr_unit_words, claim->unit));
	put_string(saver, "source", hr_word(&hr_source_words, claim->source));
	hr_json_key(&saver->json, "weight");
	hr_json_double(&saver->json, claim->weight);
	put_string(saver, "text", claim->text);
	put_optional(saver, "at", claim->at);
	hr_json_end_object(&saver->json);
}

static void put_evidence(struct saver *saver, const struct siblings *siblings, const hr_claims *claims)
{
	hr_json_key(&saver->json, "evidence");
	hr_json_begin_array(&saver->json);
	for (size_t i = 0; i < claims->count; i++)
		put_claim(saver, siblings, &claims->data[i]);
	hr_json_end_array(&saver->json);
}

static void put_sentinels(struct saver *saver, const struct hr_item *item)
{
	bool any = false;

	for (size_t i = 0; i < item->claims.count; i++) {
		const struct hr_claim *claim = &item->claims.data[i];

		if (claim->fact != HR_FACT_SENTINEL)
			continue;
		if (!any) {
			hr_json_key(&saver->json, "sentinels");
			hr_json_compact(&saver->json);
			hr_json_begin_array(&saver->json);
			any = true;
		}
		hr_json_string(&saver->json, name_of(saver, NULL, HR_POOL_CONSTANTS, claim->of));
	}
	if (any)
		hr_json_end_array(&saver->json);
}

/* To three digits, which is as much as the weights deserve. */
static double rounded(double confidence)
{
	return (double)(int)(confidence * 1000 + 0.5) / 1000;
}

/* What is decided about the item. */
static void put_facts(struct saver *saver, const struct siblings *siblings, const struct hr_item *item)
{
	put_string(saver, "role", hr_word(&hr_role_words, item->role));
	put_optional(saver, "of", name_of(saver, siblings, HR_POOL_SIBLINGS, item->of));
	put_natural(saver, "of_index", item->of);
	if (item->unit != HR_UNIT_NONE)
		put_string(saver, "unit", hr_word(&hr_unit_words, item->unit));
	if (item->nullable != HR_NOT_KNOWN)
		put_string(saver, "nullable", hr_word(&hr_answer_words, item->nullable));
	put_true(saver, "kept", item->kept);
	put_true(saver, "minus_one", item->minus_one);
	if (item->freed_by_libc)
		put_string(saver, "freed_by", HR_LIBC_FREE);
	else if (item->freed_by >= 0)
		put_string(saver, "freed_by", name_of(saver, siblings, HR_POOL_OPERATIONS, item->freed_by));
	if (item->bound_by >= 0)
		put_string(saver, "bound_by", name_of(saver, siblings, HR_POOL_OPERATIONS, item->bound_by));
	put_sentinels(saver, item);
	if (item->role != HR_ROLE_UNKNOWN) {
		hr_json_key(&saver->json, "confidence");
		hr_json_double(&saver->json, rounded(item->confidence));
	}
}

/* An item, or with `field` a field and what it has beyond its item. One without claims takes one line. */
static void put_item(struct saver *saver, const struct siblings *siblings, const struct hr_item *item,
		     const struct hr_field *field)
{
	if (item->claims.count == 0)
		hr_json_compact(&saver->json);
	hr_json_begin_object(&saver->json);
	put_string(saver, "name", item->name);
	put_spelling(saver, "type", item->type);
	put_ref(saver, "type_ref", item->type);
	put_natural(saver, "array_count", item->array_count);
	put_true(saver, "truth", item->is_truth);
	if (field != NULL) {
		put_natural(saver, "offset_bits", field->offset_bits);
		put_natural(saver, "bit_width", field->bit_width);
	}
	put_facts(saver, siblings, item);
	put_optional(saver, "doc", item->doc);
	put_evidence(saver, siblings, &item->claims);
	hr_json_end_object(&saver->json);
}

static void put_params(struct saver *saver, const struct siblings *params)
{
	hr_json_key(&saver->json, "params");
	hr_json_begin_array(&saver->json);
	for (size_t i = 0; i < params->count; i++)
		put_item(saver, params, sibling_at(params, i), NULL);
	hr_json_end_array(&saver->json);
}

_Static_assert(offsetof(struct hr_field, item) == 0, "a field is an item and more");

static void put_fields(struct saver *saver, const struct hr_type *type)
{
	const struct hr_field *fields = type->fields.data;
	struct siblings siblings = { (const struct hr_item *)fields, type->fields.count, sizeof *fields };

	put_string(saver, "completeness", hr_word(&hr_completeness_words, type->completeness));
	hr_json_key(&saver->json, "fields");
	hr_json_begin_array(&saver->json);
	for (size_t i = 0; i < type->fields.count; i++)
		put_item(saver, &siblings, &fields[i].item, &fields[i]);
	hr_json_end_array(&saver->json);
}

static void put_enumerators(struct saver *saver, const struct hr_type *type)
{
	hr_json_key(&saver->json, "enumerators");
	hr_json_begin_array(&saver->json);
	for (size_t i = 0; i < type->enumerators.count; i++) {
		const struct hr_enumerator *enumerator = &type->enumerators.data[i];

		hr_json_compact(&saver->json);
		hr_json_begin_object(&saver->json);
		put_string(saver, "name", enumerator->name);
		put_int(saver, "value", enumerator->value);
		put_optional(saver, "doc", enumerator->doc);
		hr_json_end_object(&saver->json);
	}
	hr_json_end_array(&saver->json);
}

static void put_type(struct saver *saver, size_t index)
{
	const struct hr_type *type = &saver->model->types.data[index];
	const struct hr_type_form *form = &hr_type_forms[type->kind];
	struct siblings params = { type->params.data, type->params.count, sizeof *type->params.data };

	if (!form->has_fields && !form->has_enumerators && !form->has_params)
		hr_json_compact(&saver->json);
	hr_json_begin_object(&saver->json);
	put_int(saver, "index", (int64_t)index);
	put_string(saver, "kind", hr_word(&hr_type_kind_words, type->kind));
	put_string(saver, "spelling", type->spelling);
	put_natural(saver, "size", type->size);
	put_natural(saver, "align", type->align);
	put_flags(saver, hr_type_flags, type);
	if (form->has_target) {
		put_spelling(saver, "target", type->target);
		put_ref(saver, "target_ref", type->target);
	}
	if (form->has_count)
		put_natural(saver, "count", type->count);
	put_optional(saver, "at", type->at);
	put_optional(saver, "doc", type->doc);
	if (form->has_fields)
		put_fields(saver, type);
	if (form->has_enumerators)
		put_enumerators(saver, type);
	if (form->has_params)
		put_params(saver, &params);
	hr_json_end_object(&saver->json);
}

static void put_attributes(struct saver *saver, const struct hr_operation *operation)
{
	if (operation->attributes.count == 0)
		return;
	hr_json_key(&saver->json, "attributes");
	hr_json_begin_array(&saver->json);
	for (size_t i = 0; i < operation->attributes.count; i++) {
		hr_json_compact(&saver->json);
		hr_json_begin_object(&saver->json);
		put_string(saver, "name", operation->attributes.data[i].name);
		put_string(saver, "text", operation->attributes.data[i].text);
		hr_json_end_object(&saver->json);
	}
	hr_json_end_array(&saver->json);
}

static void put_decided(struct saver *saver, const struct hr_operation *operation)
{
	put_string(saver, "kind", hr_word(&hr_kind_words, operation->kind));
	put_spelling(saver, "subject", (struct hr_type_ref){ operation->subject, 0 });
	if (operation->subject != HR_NO_TYPE)
		put_int(saver, "subject_index", (int64_t)operation->subject);
	hr_json_key(&saver->json, "error");
	hr_json_compact(&saver->json);
	hr_json_begin_object(&saver->json);
	put_string(saver, "convention", hr_word(&hr_refused_words, operation->error));
	put_string(saver, "good", name_of(saver, NULL, HR_POOL_CONSTANTS, operation->error_good));
	hr_json_end_object(&saver->json);
}

static void put_operation(struct saver *saver, const struct hr_operation *operation)
{
	struct siblings params = { operation->params.data, operation->params.count, sizeof *operation->params.data };

	hr_json_begin_object(&saver->json);
	put_string(saver, "name", operation->name);
	put_string(saver, "form", hr_word(&hr_form_words, operation->form));
	hr_json_key(&saver->json, "callable");
	hr_json_bool(&saver->json, operation->callable);
	put_string(saver, "reason", operation->reason);
	put_string(saver, "definition", hr_word(&hr_definition_words, operation->definition));
	put_flags(saver, hr_operation_flags, operation);
	put_decided(saver, operation);
	put_optional(saver, "at", operation->at);
	put_optional(saver, "doc", operation->doc);
	put_optional(saver, "expansion", operation->expansion);
	put_attributes(saver, operation);
	hr_json_key(&saver->json, "result");
	put_item(saver, &params, &operation->result, NULL);
	put_params(saver, &params);
	put_evidence(saver, &params, &operation->claims);
	hr_json_end_object(&saver->json);
}

static void put_value(struct saver *saver, const struct hr_constant *constant)
{
	double real = constant->real;

	if (constant->kind == HR_CONSTANT_INT)
		put_int(saver, "value", constant->number);
	else if (constant->kind != HR_CONSTANT_FLOAT)
		put_string(saver, "value", constant->text);
	else if (!isfinite(real))
		put_string(saver, "value", hr_word(&hr_infinite_words, isnan(real) ? 0 : real > 0 ? 1 : 2));
	else {
		hr_json_key(&saver->json, "value");
		hr_json_double(&saver->json, real);
	}
}

static void put_constant(struct saver *saver, const struct hr_constant *constant)
{
	struct hr_type_ref type = { constant->type, 0 };

	hr_json_compact(&saver->json);
	hr_json_begin_object(&saver->json);
	put_string(saver, "name", constant->name);
	put_string(saver, "kind", hr_word(&hr_constant_kind_words, constant->kind));
	put_value(saver, constant);
	put_true(saver, "enumerator", constant->is_enumerator);
	put_spelling(saver, "type", type);
	put_ref(saver, "type_ref", type);
	put_optional(saver, "at", constant->at);
	put_optional(saver, "doc", constant->doc);
	hr_json_end_object(&saver->json);
}

static void put_variable(struct saver *saver, const struct hr_variable *variable)
{
	hr_json_compact(&saver->json);
	hr_json_begin_object(&saver->json);
	put_string(saver, "name", variable->name);
	put_spelling(saver, "type", variable->type);
	put_ref(saver, "type_ref", variable->type);
	put_optional(saver, "at", variable->at);
	put_optional(saver, "doc", variable->doc);
	hr_json_end_object(&saver->json);
}

static void put_strings(struct saver *saver, const char *key, const char *const *texts, size_t count)
{
	hr_json_key(&saver->json, key);
	hr_json_begin_array(&saver->json);
	for (size_t i = 0; i < count; i++)
		hr_json_string(&saver->json, texts[i]);
	hr_json_end_array(&saver->json);
}

void hr_model_save(struct hr_strbuf *out, const struct hr_model *model)
{
	struct saver saver = { .model = model };

	hr_json_writer_init(&saver.json, out);
	hr_json_begin_object(&saver.json);
	put_string(&saver, "schema", HR_MODEL_SCHEMA);
	put_string(&saver, "unit", model->unit);
	put_strings(&saver, "headers", model->headers.data, model->headers.count);
	put_strings(&saver, "sources", model->sources.data, model->sources.count);
	put_strings(&saver, "flags", model->flags.data, model->flags.count);
	put_strings(&saver, "notes", model->notes.data, model->notes.count);
	hr_json_key(&saver.json, "types");
	hr_json_begin_array(&saver.json);
	for (size_t i = 0; i < model->types.count; i++)
		put_type(&saver, i);
	hr_json_end_array(&saver.json);
	hr_json_key(&saver.json, "operations");
	hr_json_begin_array(&saver.json);
	for (size_t i = 0; i < model->operations.count; i++)
		put_operation(&saver, &model->operations.data[i]);
	hr_json_end_array(&saver.json);
	hr_json_key(&saver.json, "constants");
	hr_json_begin_array(&saver.json);
	for (size_t i = 0; i < model->constants.count; i++)
		put_constant(&saver, &model->constants.data[i]);
	hr_json_end_array(&saver.json);
	hr_json_key(&saver.json, "variables");
	hr_json_begin_array(&saver.json);
	for (size_t i = 0; i < model->variables.count; i++)
		put_variable(&saver, &model->variables.data[i]);
	hr_json_end_array(&saver.json);
	hr_json_end_object(&saver.json);
	hr_strbuf_addch(out, '\n');
}
