/* Reading a saved model (docs/model.md).
 *
 * Invariants:
 * 1. The text is untrusted: whatever it holds, the outcome is a whole model or an error of the input with line and
 *    column.
 * 2. Keys that this version does not know are passed over; the schema's version says when that would be wrong.
 * 3. Saving what was loaded gives the text that was loaded, when that was saved by this version. */
#include "model/model_load_internal.h"

#include "base/text.h"

#include <math.h>

static int check_schema(struct hr_model_reader *reader, const struct hr_json *root)
{
	const char *schema = hr_json_get_string(root, "schema", NULL);

	if (root->kind != HR_JSON_OBJECT)
		return hr_read_fail(reader, root, "not a model: it is not an object");
	if (schema == NULL)
		return hr_read_fail(reader, root, "not a model: no 'schema', which should be '%s'", HR_MODEL_SCHEMA);
	if (!hr_text_equal(schema, HR_MODEL_SCHEMA))
		return hr_read_fail(reader, hr_json_get(root, "schema"), "the schema is '%s', this version reads '%s'",
				    schema, HR_MODEL_SCHEMA);
	return 0;
}

/* Four loops, because to C the four vectors are of four types. */
static int read_strings(struct hr_model_reader *reader, const struct hr_json *root)
{
	struct hr_model *model = reader->model;
	const struct hr_json *lists[4];
	const char *const keys[] = { "headers", "sources", "flags", "notes" };

	for (size_t i = 0; i < 4; i++) {
		if (hr_read_array(&lists[i], reader, root, keys[i], HR_JSON_STRING) < 0)
			return -1;
	}
	for (const struct hr_json *text = lists[0]->first; text != NULL; text = text->next)
		hr_vec_push(&model->headers, hr_arena_strdup(&model->arena, text->text));
	for (const struct hr_json *text = lists[1]->first; text != NULL; text = text->next)
		hr_vec_push(&model->sources, hr_arena_strdup(&model->arena, text->text));
	for (const struct hr_json *text = lists[2]->first; text != NULL; text = text->next)
		hr_vec_push(&model->flags, hr_arena_strdup(&model->arena, text->text));
	for (const struct hr_json *text = lists[3]->first; text != NULL; text = text->next)
		hr_vec_push(&model->notes, hr_arena_strdup(&model->arena, text->text));
	return 0;
}

/* The element for an error to point at; the array itself past its end. */
static const struct hr_json *element_at(const struct hr_json *array, size_t index)
{
	const struct hr_json *element = array->first;

	for (; element != NULL && index > 0; index--)
		element = element->next;
	return element != NULL ? element : array;
}

static int read_types(struct hr_model_reader *reader, const struct hr_json *array)
{
	struct hr_model *model = reader->model;
	size_t cycle;

	for (const struct hr_json *element = array->first; element != NULL; element = element->next) {
		struct hr_type type = { 0 };
		int64_t index;
		int status = hr_read_type(&type, reader, element);

		/* Without a spelling there is nothing yet that would have to be released. */
		if (type.spelling != NULL)
			hr_model_add_type(model, &type);
		if (status < 0 || hr_read_int(&index, reader, element, "index") < 0)
			return -1;
		if ((size_t)index != model->types.count - 1)
			return hr_read_fail(reader, element, "type %zu has the 'index' %jd", model->types.count - 1,
					    (intmax_t)index);
	}
	if (hr_model_find_cycle(&cycle, model))
		return hr_read_fail(reader, element_at(array, cycle), "the type '%s' contains itself",
				    model->types.data[cycle].spelling);
	return 0;
}

static int read_operations(struct hr_model_reader *reader, const struct hr_json *array)
{
	for (const struct hr_json *element = array->first; element != NULL; element = element->next) {
		struct hr_operation operation = { 0 };
		int status = hr_read_operation(&operation, reader, element);

		if (operation.name != NULL)
			hr_model_add_operation(reader->model, &operation);
		if (status < 0)
			return -1;
	}
	return 0;
}

static int read_real(double *out, struct hr_model_reader *reader, const struct hr_json *object)
{
	static const double infinite[] = { NAN, INFINITY, -INFINITY };
	const struct hr_json *value = hr_json_get(object, "value");
	int word;

	if (value != NULL && value->kind == HR_JSON_NUMBER) {
		*out = value->number;
		return 0;
	}
	if (hr_read_word(&word, reader, object, "value", &hr_infinite_words) < 0)
		return -1;
	*out = infinite[word];
	return 0;
}

static int read_constant(struct hr_constant *out, struct hr_model_reader *reader, const struct hr_json *object)
{
	struct hr_type_ref type;
	int kind;

	if (hr_read_string(&out->name, reader, object, "name") < 0 ||
	    hr_read_word(&kind, reader, object, "kind", &hr_constant_kind_words) < 0 ||
	    hr_read_bool(&out->is_enumerator, reader, object, "enumerator") < 0 ||
	    hr_read_ref(&type, reader, object, "type_ref") < 0 ||
	    hr_read_optional(&out->at, reader, object, "at") < 0 ||
	    hr_read_optional(&out->doc, reader, object, "doc") < 0)
		return -1;
	out->kind = (enum hr_constant_kind)kind;
	out->type = type.type;
	if (out->kind == HR_CONSTANT_INT)
		return hr_read_int(&out->number, reader, object, "value");
	if (out->kind == HR_CONSTANT_FLOAT)
		return read_real(&out->real, reader, object);
	return hr_read_string(&out->text, reader, object, "value");
}

static int read_constants(struct hr_model_reader *reader, const struct hr_json *array)
{
	for (const struct hr_json *element = array->first; element != NULL; element = element->next) {
		struct hr_constant constant = { 0 };

		if (read_constant(&constant, reader, element) < 0)
			return -1;
		hr_model_add_constant(reader->model, &constant);
	}
	return 0;
}

static int read_variables(struct hr_model_reader *reader, const struct hr_json *array)
{
	for (const struct hr_json *element = array->first; element != NULL; element = element->next) {
		struct hr_variable *variable = hr_vec_add(&reader->model->variables);

		if (hr_read_string(&variable->name, reader, element, "name") < 0 ||
		    hr_read_ref(&variable->type, reader, element, "type_ref") < 0 ||
		    hr_read_optional(&variable->at, reader, element, "at") < 0 ||
		    hr_read_optional(&variable->doc, reader, element, "doc") < 0)
			return -1;
	}
	return 0;
}

static int read_model(struct hr_model_reader *reader, const struct hr_json *root)
{
	const struct hr_json *types, *operations, *constants, *variables;

	if (check_schema(reader, root) < 0 || hr_read_string(&reader->model->unit, reader, root, "unit") < 0 ||
	    read_strings(reader, root) < 0 || hr_read_array(&types, reader, root, "types", HR_JSON_OBJECT) < 0 ||
	    hr_read_array(&operations, reader, root, "operations", HR_JSON_OBJECT) < 0 ||
	    hr_read_array(&constants, reader, root, "constants", HR_JSON_OBJECT) < 0 ||
	    hr_read_array(&variables, reader, root, "variables", HR_JSON_OBJECT) < 0)
		return -1;
	reader->types = types->count;
	reader->operations = operations->count;
	reader->constants = constants->count;
	if (read_types(reader, types) < 0 || read_operations(reader, operations) < 0 ||
	    read_constants(reader, constants) < 0)
		return -1;
	return read_variables(reader, variables);
}

int hr_model_load(struct hr_model **out, const char *text, size_t length, const char *name, struct hr_error *error)
{
	struct hr_arena arena = HR_ARENA_INIT;
	struct hr_model_reader reader = { .model = hr_model_new(), .name = name, .error = error };
	struct hr_json *root;
	int status = hr_json_read(&root, text, length, name, &arena, error);

	if (status == 0)
		status = read_model(&reader, root);
	if (status == 0) {
		hr_model_decide(reader.model);
		*out = reader.model;
		reader.model = NULL;
	}
	hr_model_free(reader.model);
	hr_arena_release(&arena);
	return status;
}
