/* Reading the parts of a saved model that carry claims: items, types and operations.
 *
 * Invariants:
 * 1. Indices are checked against what the text holds, so that the model is whole once all of it is read.
 * 2. Whatever is read is reachable from `out` at once, also when an error ends the reading: hr_model_free releases it.
 * 3. What is decided is not read: hr_model_decide makes it again from the claims. */
#include "model/model_load_internal.h"

#include <limits.h>

/* A claim's `of`, and for facts that `of` alone tells the value too. */
static int read_of(struct hr_claim *out, struct hr_model_reader *reader, const struct hr_json *object, size_t siblings)
{
	const struct hr_fact_form *form = &hr_fact_forms[out->fact];
	const size_t limits[] = {
		[HR_POOL_SIBLINGS] = siblings,
		[HR_POOL_TYPES] = reader->types,
		[HR_POOL_OPERATIONS] = reader->operations,
		[HR_POOL_CONSTANTS] = reader->constants,
	};
	size_t limit = limits[form->pool] < INT_MAX ? limits[form->pool] : INT_MAX;
	int64_t of;

	if (hr_read_natural(&of, reader, object, "of_index", (int64_t)limit) < 0)
		return -1;
	if (of < 0 && form->values == NULL && out->fact != HR_FACT_FREED_BY)
		return hr_read_fail(reader, object, "no 'of_index' here");
	out->of = (int)of;
	return 0;
}

static int read_claim(struct hr_claim *out, struct hr_model_reader *reader, const struct hr_json *object,
		      size_t siblings)
{
	const struct hr_json *weight = hr_json_get(object, "weight");
	int fact, source;
	int unit = HR_UNIT_NONE, value = 1;

	if (hr_read_word(&fact, reader, object, "fact", &hr_fact_words) < 0 ||
	    hr_read_word(&source, reader, object, "source", &hr_source_words) < 0)
		return -1;
	if (hr_json_get(object, "unit") != NULL && hr_read_word(&unit, reader, object, "unit", &hr_unit_words) < 0)
		return -1;
	if (hr_fact_forms[fact].values != NULL &&
	    hr_read_word(&value, reader, object, "value", hr_fact_forms[fact].values) < 0)
		return -1;
	*out = (struct hr_claim){
		.fact = (enum hr_fact)fact,
		.value = value,
		.unit = (enum hr_unit)unit,
		.source = (enum hr_source)source,
		.weight = hr_json_get_double(object, "weight", 0),
	};
	if (!(out->weight > 0 && out->weight < 1))
		return hr_read_fail(reader, weight != NULL ? weight : object,
				    "the 'weight' is not a number between 0 and 1");
	if (read_of(out, reader, object, siblings) < 0 || hr_read_string(&out->text, reader, object, "text") < 0)
		return -1;
	return hr_read_optional(&out->at, reader, object, "at");
}

int hr_read_claims(hr_claims *out, struct hr_model_reader *reader, const struct hr_json *object, size_t siblings)
{
	const struct hr_json *evidence;

	if (hr_read_array(&evidence, reader, object, "evidence", HR_JSON_OBJECT) < 0)
		return -1;
	for (const struct hr_json *element = evidence->first; element != NULL; element = element->next) {
		if (read_claim(hr_vec_add(out), reader, element, siblings) < 0)
			return -1;
	}
	return 0;
}

int hr_read_item(struct hr_item *out, struct hr_model_reader *reader, const struct hr_json *object, size_t siblings)
{
	struct hr_type_ref type;
	const char *name;

	if (hr_read_string(&name, reader, object, "name") < 0 || hr_read_ref(&type, reader, object, "type_ref") < 0)
		return -1;
	*out = hr_item_of(name, type);
	if (hr_read_natural(&out->array_count, reader, object, "array_count", INT64_MAX) < 0 ||
	    hr_read_bool(&out->is_truth, reader, object, "truth") < 0 ||
	    hr_read_optional(&out->doc, reader, object, "doc") < 0)
		return -1;
	return hr_read_claims(&out->claims, reader, object, siblings);
}

static int read_field(struct hr_field *out, struct hr_model_reader *reader, const struct hr_json *object,
		      size_t siblings)
{
	int64_t width;

	if (hr_read_item(&out->item, reader, object, siblings) < 0 ||
	    hr_read_natural(&out->offset_bits, reader, object, "offset_bits", INT64_MAX) < 0 ||
	    hr_read_natural(&width, reader, object, "bit_width", INT_MAX) < 0)
		return -1;
	out->bit_width = (int)width;
	return 0;
}

static int read_fields(struct hr_type *out, struct hr_model_reader *reader, const struct hr_json *object)
{
	const struct hr_json *fields;
	int completeness;

	if (hr_read_word(&completeness, reader, object, "completeness", &hr_completeness_words) < 0 ||
	    hr_read_array(&fields, reader, object, "fields", HR_JSON_OBJECT) < 0)
		return -1;
	out->completeness = (enum hr_completeness)completeness;
	for (const struct hr_json *element = fields->first; element != NULL; element = element->next) {
		if (read_field(hr_vec_add(&out->fields), reader, element, fields->count) < 0)
			return -1;
	}
	return 0;
}

static int read_enumerators(struct hr_type *out, struct hr_model_reader *reader, const struct hr_json *object)
{
	const struct hr_json *enumerators;

	if (hr_read_array(&enumerators, reader, object, "enumerators", HR_JSON_OBJECT) < 0)
		return -1;
	for (const struct hr_json *element = enumerators->first; element != NULL; element = element->next) {
		struct hr_enumerator *enumerator = hr_vec_add(&out->enumerators);

		if (hr_read_string(&enumerator->name, reader, element, "name") < 0 ||
		    hr_read_int(&enumerator->value, reader, element, "value") < 0 ||
		    hr_read_optional(&enumerator->doc, reader, element, "doc") < 0)
			return -1;
	}
	return 0;
}

static int read_type_params(struct hr_type *out, struct hr_model_reader *reader, const struct hr_json *object)
{
	const struct hr_json *params;

	if (hr_read_array(&params, reader, object, "params", HR_JSON_OBJECT) < 0)
		return -1;
	for (const struct hr_json *element = params->first; element != NULL; element = element->next) {
		if (hr_read_item(hr_vec_add(&out->params), reader, element, params->count) < 0)
			return -1;
	}
	return 0;
}

int hr_read_type(struct hr_type *out, struct hr_model_reader *reader, const struct hr_json *object)
{
	int kind;

	if (hr_read_word(&kind, reader, object, "kind", &hr_type_kind_words) < 0 ||
	    hr_read_string(&out->spelling, reader, object, "spelling") < 0 ||
	    hr_read_natural(&out->size, reader, object, "size", INT64_MAX) < 0 ||
	    hr_read_natural(&out->align, reader, object, "align", INT64_MAX) < 0 ||
	    hr_read_flags(out, reader, object, hr_type_flags) < 0 ||
	    hr_read_optional(&out->at, reader, object, "at") < 0 ||
	    hr_read_optional(&out->doc, reader, object, "doc") < 0)
		return -1;
	const struct hr_type_form *form = &hr_type_forms[kind];

	out->kind = (enum hr_type_kind)kind;
	out->target.type = HR_NO_TYPE;
	out->count = -1;
	if (form->has_target && hr_read_ref(&out->target, reader, object, "target_ref") < 0)
		return -1;
	if (form->has_count && hr_read_natural(&out->count, reader, object, "count", INT64_MAX) < 0)
		return -1;
	if (form->has_fields && read_fields(out, reader, object) < 0)
		return -1;
	if (form->has_enumerators && read_enumerators(out, reader, object) < 0)
		return -1;
	return form->has_params ? read_type_params(out, reader, object) : 0;
}

static int read_attributes(struct hr_operation *out, struct hr_model_reader *reader, const struct hr_json *object)
{
	const struct hr_json *attributes;

	if (hr_json_get(object, "attributes") == NULL)
		return 0;
	if (hr_read_array(&attributes, reader, object, "attributes", HR_JSON_OBJECT) < 0)
		return -1;
	for (const struct hr_json *element = attributes->first; element != NULL; element = element->next) {
		struct hr_attribute *attribute = hr_vec_add(&out->attributes);

		if (hr_read_string(&attribute->name, reader, element, "name") < 0 ||
		    hr_read_string(&attribute->text, reader, element, "text") < 0)
			return -1;
	}
	return 0;
}

/* The result and the parameters, that share their siblings, and the claims about the operation as a whole. */
static int read_signature(struct hr_operation *out, struct hr_model_reader *reader, const struct hr_json *object)
{
	const struct hr_json *params;
	const struct hr_json *result = hr_json_get(object, "result");

	if (result == NULL || result->kind != HR_JSON_OBJECT)
		return hr_read_fail(reader, result != NULL ? result : object, "no 'result' that is an object");
	if (hr_read_array(&params, reader, object, "params", HR_JSON_OBJECT) < 0 ||
	    hr_read_item(&out->result, reader, result, params->count) < 0)
		return -1;
	for (const struct hr_json *element = params->first; element != NULL; element = element->next) {
		if (hr_read_item(hr_vec_add(&out->params), reader, element, params->count) < 0)
			return -1;
	}
	return hr_read_claims(&out->claims, reader, object, params->count);
}

int hr_read_operation(struct hr_operation *out, struct hr_model_reader *reader, const struct hr_json *object)
{
	int form, definition;

	if (hr_read_string(&out->name, reader, object, "name") < 0 ||
	    hr_read_word(&form, reader, object, "form", &hr_form_words) < 0 ||
	    hr_read_word(&definition, reader, object, "definition", &hr_definition_words) < 0 ||
	    hr_read_bool(&out->callable, reader, object, "callable") < 0 ||
	    hr_read_optional(&out->reason, reader, object, "reason") < 0 ||
	    hr_read_flags(out, reader, object, hr_operation_flags) < 0 ||
	    hr_read_optional(&out->at, reader, object, "at") < 0 ||
	    hr_read_optional(&out->doc, reader, object, "doc") < 0 ||
	    hr_read_optional(&out->expansion, reader, object, "expansion") < 0)
		return -1;
	if (hr_json_get(object, "callable") == NULL)
		return hr_read_fail(reader, object, "no 'callable' here");
	out->form = (enum hr_form)form;
	out->definition = (enum hr_definition)definition;
	return read_attributes(out, reader, object) < 0 ? -1 : read_signature(out, reader, object);
}
