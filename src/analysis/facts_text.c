/* Facts as text: the items of a function, and what happens to the memory behind them. */
#include "analysis/facts_text.h"
#include "analysis/facts_text_internal.h"

#include "base/text.h"

#include <inttypes.h>
#include <string.h>

/* ---- words ---- */

#define WORD(words, index) ((size_t)(index) < sizeof(words) / sizeof *(words) ? (words)[index] : NULL)

const char *hr_effect_word(enum hr_effect effect)
{
	static const char *const words[] = {
		[HR_EFFECT_SAFE] = "safe", [HR_EFFECT_READ_ONLY] = "read_only", [HR_EFFECT_READ_WRITE] = "read_write"
	};
	return WORD(words, effect);
}

const char *hr_freed_word(enum hr_freed freed)
{
	static const char *const words[] = {
		[HR_FREED_NO] = "no", [HR_FREED_INSIDE] = "inside", [HR_FREED_YES] = "yes"
	};
	return WORD(words, freed);
}

const char *hr_null_word(enum hr_null null)
{
	static const char *const words[] = {
		[HR_NULL_LEGAL] = "legal", [HR_NULL_CRASH] = "crash", [HR_NULL_ASSERT] = "assert"
	};
	return WORD(words, null);
}

const char *hr_dereferenced_word(enum hr_dereferenced dereferenced)
{
	static const char *const words[] = {
		[HR_DEREFERENCED_NEVER] = "never", [HR_DEREFERENCED_SOME] = "some", [HR_DEREFERENCED_ALWAYS] = "always"
	};
	return WORD(words, dereferenced);
}

const char *hr_purity_word(enum hr_purity purity)
{
	static const char *const words[] = {
		[HR_PURITY_PURE] = "pure", [HR_PURITY_OBSERVER] = "observer", [HR_PURITY_IMPURE] = "impure"
	};
	return WORD(words, purity);
}

/* ---- names ---- */

void hr_facts_place(struct hr_strbuf *out, const struct hr_facts *facts, struct hr_place at, const char *directory)
{
	if (at.file == HR_CODE_NONE)
		return;
	const char *path = facts->code->files.data[at.file];
	size_t length = directory ? strlen(directory) : 0;
	if (length && strncmp(path, directory, length) == 0 && path[length] == '/')
		path += length + 1;
	hr_strbuf_addf(out, "%s:%u", path, at.line);
}

void hr_facts_line_at(struct hr_facts_writer *writer, const char *attribute, const char *value, struct hr_place at)
{
	if (!value || !*value)
		return;
	if (!writer->is_listing) {
		hr_strbuf_addf(writer->out, "%s\t%s\t%s\t%s\n",
			       writer->operation ? writer->operation->name : writer->code->source_name,
			       writer->item.data, attribute, value);
		return;
	}
	struct hr_strbuf place = HR_STRBUF_INIT;
	hr_facts_place(&place, writer->facts, at, writer->directory);
	hr_strbuf_addf(writer->out, "    %-14s %-10s %s", writer->item.data, attribute, value);
	if (place.length)
		hr_strbuf_addf(writer->out, "  (%s)", place.data);
	hr_strbuf_addch(writer->out, '\n');
	hr_strbuf_release(&place);
}

void hr_facts_line(struct hr_facts_writer *writer, const char *attribute, const char *value)
{
	hr_facts_line_at(writer, attribute, value, (struct hr_place){ HR_CODE_NONE, 0 });
}

void hr_facts_list_add(struct hr_strbuf *list, const char *word)
{
	size_t length = strlen(word);

	for (const char *at = list->data; at && *at;) {
		size_t here = strcspn(at, ",");
		if (here == length && strncmp(at, word, length) == 0)
			return;
		at += here + (at[here] == ',');
	}
	hr_strbuf_addf(list, "%s%s", list->length ? "," : "", word);
}

/* What the code calls the parameter; "" when it has no name. */
static const char *code_name(const struct hr_code_function *code, uint32_t number)
{
	for (size_t i = 0; i < code->parameters.count; i++)
		if (code->parameters.data[i].source == number)
			return code->parameters.data[i].name;
	return "";
}

void hr_facts_parameter_name(struct hr_strbuf *out, const struct hr_facts_writer *writer, uint32_t number)
{
	const char *name = code_name(writer->code, number);

	if (!*name && writer->operation) /* the definition's name comes first */
		name = writer->operation->params.data[number].name;
	if (*name)
		hr_strbuf_addstr(out, name);
	else
		hr_strbuf_addf(out, "#%u", number + 1);
}

void hr_facts_field_name(struct hr_strbuf *out, const struct hr_model *model, struct hr_type_ref ref, uint64_t offset)
{
	const struct hr_type *type = hr_model_type(model, ref);

	for (size_t i = 0; type && i < type->fields.count; i++) {
		const struct hr_field *field = &type->fields.data[i];
		const struct hr_type *inner = hr_model_type(model, field->item.type);
		if (field->offset_bits < 0 || field->offset_bits % 8 || field->bit_width >= 0)
			continue;
		uint64_t at = (uint64_t)field->offset_bits / 8;
		bool is_struct = inner && (inner->kind == HR_TYPE_STRUCT || inner->kind == HR_TYPE_UNION);
		if (offset < at ||
		    (at != offset && (!inner || inner->size < 0 || offset >= at + (uint64_t)inner->size)))
			continue;
		if (at != offset && !is_struct)
			continue;
		hr_strbuf_addstr(out, field->item.name);
		if (is_struct) {
			struct hr_strbuf rest = HR_STRBUF_INIT;
			hr_facts_field_name(&rest, model, field->item.type, offset - at);
			if (rest.length)
				hr_strbuf_addf(out, "%s%s", *field->item.name ? "." : "", rest.data);
			hr_strbuf_release(&rest);
		}
		return;
	}
}

void hr_facts_member_name(struct hr_strbuf *out, const struct hr_facts_writer *writer,
			  const struct hr_field_facts *field)
{
	struct hr_strbuf name = HR_STRBUF_INIT;

	if (writer->operation)
		hr_facts_field_name(
			&name, writer->model,
			hr_model_pointee(writer->model, writer->operation->params.data[field->parameter].type),
			field->offset);
	hr_facts_parameter_name(out, writer, field->parameter);
	if (name.length)
		hr_strbuf_addf(out, ".%s", name.data);
	else
		hr_strbuf_addf(out, ".+%" PRIu64, field->offset);
	hr_strbuf_release(&name);
}

/* ---- memory ---- */

static void write_stored(struct hr_facts_writer *writer, const struct hr_memory_facts *memory)
{
	struct hr_strbuf places = HR_STRBUF_INIT;

	if (memory->kept & HR_KEPT_NOT)
		hr_facts_list_add(&places, "no");
	if (memory->kept & HR_KEPT_GLOBAL)
		hr_facts_list_add(&places, "global");
	if (memory->kept & (HR_KEPT_RESULT | HR_KEPT_RETURNED))
		hr_facts_list_add(&places, "result");
	for (uint32_t i = 0; memory->kept & HR_KEPT_IN && i < writer->function->parameters.count && i < 64; i++)
		if (memory->kept_in >> i & 1) {
			struct hr_strbuf name = HR_STRBUF_INIT;
			hr_facts_parameter_name(&name, writer, i);
			hr_facts_list_add(&places, name.data);
			hr_strbuf_release(&name);
		}
	hr_facts_line_at(writer, "stored", places.data, memory->at_kept);
	hr_strbuf_release(&places);
}

static void write_on_null(struct hr_facts_writer *writer, const struct hr_memory_facts *memory)
{
	struct hr_strbuf text = HR_STRBUF_INIT;

	if (memory->null == HR_NULL_UNKNOWN && !memory->stops)
		return;
	if (memory->stops) {
		hr_strbuf_addstr(&text, "abort");
	} else if (!memory->is_checked) {
		hr_strbuf_addstr(&text, "unchecked");
	} else if (memory->refuses) {
		hr_strbuf_addstr(&text, "return");
		if (memory->has_refused_with && writer->code->returns_pointer && !memory->refused_with)
			hr_strbuf_addstr(&text, ":null");
		else if (memory->has_refused_with)
			hr_strbuf_addf(&text, ":%" PRId64, memory->refused_with);
	} else {
		hr_strbuf_addstr(&text, "continue");
	}
	hr_facts_line(writer, "on_null", text.data);
	hr_strbuf_release(&text);
}

static void write_memory(struct hr_facts_writer *writer, const struct hr_memory_facts *memory)
{
	hr_facts_line_at(writer, "effect", hr_effect_word(memory->effect), memory->at_written);
	hr_facts_line_at(writer, "freed", hr_freed_word(memory->freed), memory->at_freed);
	write_stored(writer, memory);
	hr_facts_line_at(writer, "null", hr_null_word(memory->null), memory->at_null);
	write_on_null(writer, memory);
	hr_facts_line_at(writer, "deref", hr_dereferenced_word(memory->dereferenced), memory->at_dereferenced);
}

/* ---- items ---- */

static void write_output(struct hr_facts_writer *writer, uint32_t number)
{
	uint64_t bit = number < 64 ? UINT64_C(1) << number : 0;

	if (writer->function->output_always & bit)
		hr_facts_line(writer, "output", "always");
	else if (writer->function->output_on_success & bit)
		hr_facts_line(writer, "output", "success");
	else if (writer->function->output & bit)
		hr_facts_line(writer, "output", "some");
}

static bool is_unsigned(const struct hr_facts_writer *writer, uint32_t number)
{
	const struct hr_type *type =
		writer->operation ? hr_model_type(writer->model, writer->operation->params.data[number].type) : NULL;
	return type && type->kind == HR_TYPE_INT && !type->is_signed;
}

/* Has a field before this one the same place in the same object? */
static bool is_told(const struct hr_facts_writer *writer, size_t index)
{
	const struct hr_field_facts *fields = writer->function->fields.data;

	for (size_t i = 0; i < index; i++)
		if (fields[i].parameter == fields[index].parameter && fields[i].offset == fields[index].offset)
			return true;
	return false;
}

static void write_items(struct hr_facts_writer *writer)
{
	for (uint32_t i = 0; i < writer->function->parameters.count; i++) {
		const struct hr_parameter_facts *parameter = &writer->function->parameters.data[i];
		hr_strbuf_clear(&writer->item);
		hr_facts_parameter_name(&writer->item, writer, i);
		write_memory(writer, &parameter->memory);
		write_output(writer, i);
		hr_facts_write_value(writer, &parameter->value, is_unsigned(writer, i));
	}
	for (size_t i = 0; i < writer->function->fields.count; i++) {
		const struct hr_field_facts *field = &writer->function->fields.data[i];
		hr_strbuf_clear(&writer->item);
		hr_facts_member_name(&writer->item, writer, field);
		if (is_told(writer, i)) /* by way of another type */
			continue;
		write_memory(writer, &field->memory);
		hr_facts_write_value(writer, &field->value, false);
	}
}

/* ---- functions ---- */

uint32_t hr_facts_function(const struct hr_facts *facts, const struct hr_operation *operation)
{
	size_t index;

	if (operation->form == HR_FORM_MACRO || !hr_map_get(&facts->code->function_by_name, operation->name, &index) ||
	    !facts->code->functions.data[index].is_defined ||
	    facts->functions.data[index].parameters.count != operation->params.count)
		return HR_CODE_NONE;
	return (uint32_t)index;
}

static void write_one(struct hr_facts_writer *writer, uint32_t index)
{
	writer->index = index;
	writer->code = &writer->facts->code->functions.data[index];
	writer->function = &writer->facts->functions.data[index];
	write_items(writer);
	hr_strbuf_clear(&writer->item);
	hr_strbuf_addch(&writer->item, '-');
	hr_facts_write_function(writer);
}

void hr_facts_write(struct hr_strbuf *out, const struct hr_facts *facts, const struct hr_model *model, bool all)
{
	struct hr_facts_writer writer = { .out = out, .facts = facts, .model = model, .item = HR_STRBUF_INIT };

	for (size_t i = 0; i < model->operations.count; i++) {
		uint32_t index = hr_facts_function(facts, &model->operations.data[i]);
		writer.operation = &model->operations.data[i];
		if (index != HR_CODE_NONE)
			write_one(&writer, index);
	}
	writer.operation = NULL;
	for (uint32_t i = 0; all && i < facts->functions.count; i++) {
		const struct hr_code_function *function = &facts->code->functions.data[i];
		if (function->is_defined && !hr_map_get(&model->operation_by_name, function->name, NULL))
			write_one(&writer, i);
	}
	hr_strbuf_release(&writer.item);
}

void hr_facts_list(struct hr_strbuf *out, const struct hr_facts *facts, const struct hr_model *model,
		   const struct hr_operation *operation, const char *directory)
{
	struct hr_facts_writer writer = { .out = out,
					  .facts = facts,
					  .model = model,
					  .operation = operation,
					  .item = HR_STRBUF_INIT,
					  .is_listing = true,
					  .directory = directory };
	uint32_t index = hr_facts_function(facts, operation);

	if (index != HR_CODE_NONE)
		write_one(&writer, index);
	hr_strbuf_release(&writer.item);
}
