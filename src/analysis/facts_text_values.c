/* Facts as text: numbers, bounds of buffers, and functions as a whole. */
#include "analysis/facts_text_internal.h"

#include "analysis/checked_range.h"
#include "base/memory.h"

#include <inttypes.h>
#include <string.h>

/* ---- bounds ---- */

/* A field of the same object goes by its bare name. */
static void drop_same_parameter(struct hr_strbuf *text, const struct hr_facts_writer *writer)
{
	const char *dot = strchr(text->data, '.');
	size_t length = dot ? (size_t)(dot - text->data) + 1 : 0;

	if (!dot || strncmp(text->data, writer->item.data, length) != 0)
		return;
	struct hr_strbuf bare = HR_STRBUF_INIT;
	hr_strbuf_addstr(&bare, text->data + length);
	hr_strbuf_release(text);
	*text = bare;
}

static void write_bound(struct hr_facts_writer *writer, const struct hr_bound *bound)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	const char *role = bound->relation == HR_RELATION_CAPACITY ? "capacity" : "length";

	switch (bound->kind) {
	case HR_BOUND_NONE:
		return;
	case HR_BOUND_POINTED:
		hr_strbuf_addch(&text, '*');
		hr_facts_parameter_name(&text, writer, (uint32_t)bound->number);
		break;
	case HR_BOUND_FIELD:
		hr_facts_member_name(&text, writer, &writer->function->fields.data[bound->number]);
		drop_same_parameter(&text, writer);
		break;
	case HR_BOUND_CONSTANT:
		hr_strbuf_addf(&text, "%" PRId64, bound->constant);
		break;
	case HR_BOUND_END:
		role = "end";
		hr_facts_parameter_name(&text, writer, (uint32_t)bound->number);
		break;
	case HR_BOUND_PARAMETER:
		hr_facts_parameter_name(&text, writer, (uint32_t)bound->number);
		if (bound->times >= 0) {
			hr_strbuf_addch(&text, '*');
			hr_facts_parameter_name(&text, writer, (uint32_t)bound->times);
		}
		break;
	}
	hr_strbuf_addf(&text, ":%s:%s", role, bound->in_elements && bound->element != 1 ? "elements" : "bytes");
	hr_facts_line_at(writer, "buffer", text.data, bound->at);
	hr_strbuf_release(&text);
}

/* ---- ranges ---- */

static void write_range(struct hr_facts_writer *writer, const struct hr_value_facts *value, bool is_unsigned)
{
	struct hr_checked_range range = hr_checked_range(value, is_unsigned);
	struct hr_strbuf text = HR_STRBUF_INIT;

	if (range.has_low || range.has_high) {
		if (range.has_low)
			hr_strbuf_addf(&text, "%" PRId64, range.low);
		hr_strbuf_addstr(&text, "..");
		if (range.has_high)
			hr_strbuf_addf(&text, "%" PRId64, range.high);
		hr_facts_line(writer, "range", text.data);
	}
	hr_strbuf_release(&text);
}

/* ---- numbers ---- */

static void write_constants(struct hr_facts_writer *writer, const struct hr_value_facts *value)
{
	struct hr_strbuf list = HR_STRBUF_INIT;
	struct hr_strbuf word = HR_STRBUF_INIT;

	for (size_t i = 0; i < value->checks.count; i++) {
		const struct hr_check *check = &value->checks.data[i];
		hr_strbuf_clear(&word);
		if (check->text)
			hr_strbuf_addf(&word, "\"%s\"", check->text);
		else
			hr_strbuf_addf(&word, "%" PRId64, check->number);
		hr_facts_list_add(&list, word.data);
	}
	hr_facts_line(writer, "constants", list.data);
	hr_strbuf_release(&word);
	hr_strbuf_release(&list);
}

void hr_facts_write_value(struct hr_facts_writer *writer, const struct hr_value_facts *value, bool is_unsigned)
{
	static const char *const meanings[] = {
		[HR_MEANING_STRING] = "string",          [HR_MEANING_PATH] = "path",
		[HR_MEANING_FORMAT] = "format",          [HR_MEANING_FILE] = "file",
		[HR_MEANING_DESCRIPTOR] = "descriptor",  [HR_MEANING_SIZE] = "size",
		[HR_MEANING_CHARACTER] = "character",    [HR_MEANING_CALLBACK] = "callback",
		[HR_MEANING_PERMISSIONS] = "permissions"
	};

	write_bound(writer, &value->bound);
	if (value->meaning == HR_MEANING_SIZE)
		hr_facts_line_at(writer, "size", value->in_elements ? "allocation:elements" : "allocation:bytes",
				 value->at_meaning);
	hr_facts_line_at(writer, "meaning", meanings[value->meaning], value->at_meaning);
	if (value->relation == HR_RELATION_INDEX && value->of >= 0) {
		struct hr_strbuf name = HR_STRBUF_INIT;
		hr_facts_parameter_name(&name, writer, (uint32_t)value->of);
		hr_facts_line_at(writer, "index", name.data, value->at_relation);
		hr_strbuf_release(&name);
	}
	write_range(writer, value, is_unsigned);
	write_constants(writer, value);
}

/* ---- functions ---- */

static void write_returns(struct hr_facts_writer *writer)
{
	const struct hr_function_facts *function = writer->function;
	struct hr_strbuf text = HR_STRBUF_INIT;

	switch (function->returns) {
	case HR_RETURNS_UNKNOWN:
		break;
	case HR_RETURNS_NOTHING:
		hr_strbuf_addstr(&text, "none");
		break;
	case HR_RETURNS_NUMBER:
		hr_strbuf_addstr(&text, function->returns_status ? "status" : "value");
		break;
	case HR_RETURNS_OWNED:
	case HR_RETURNS_BORROWED:
		if (function->returns_owned)
			hr_facts_list_add(&text, "owned");
		if (function->returns_global)
			hr_facts_list_add(&text, "borrowed:global");
		for (uint32_t i = 0; i < 64 && i < function->parameters.count; i++) {
			struct hr_strbuf word = HR_STRBUF_INIT;

			if (!(function->returns_parameters >> i & 1))
				continue;
			hr_strbuf_addstr(&word, "borrowed:");
			hr_facts_parameter_name(&word, writer, i);
			hr_facts_list_add(&text, word.data);
			hr_strbuf_release(&word);
		}
		break;
	}
	hr_facts_line_at(writer, "returns", text.data, function->at_returns);
	hr_strbuf_release(&text);
}

static void write_errors(struct hr_facts_writer *writer)
{
	static const char *const results[] = {
		[HR_ERRORS_NONE] = "none", [HR_ERRORS_NULL] = "null",       [HR_ERRORS_NEGATIVE] = "negative",
		[HR_ERRORS_ZERO] = "zero", [HR_ERRORS_NONZERO] = "nonzero", [HR_ERRORS_UNKNOWN] = NULL
	};
	static const struct {
		unsigned bit;
		const char *word;
	} follows[] = { { HR_FOLLOWS_NULL, "null" },
			{ HR_FOLLOWS_RANGE, "range" },
			{ HR_FOLLOWS_ALLOC, "alloc" },
			{ HR_FOLLOWS_CALLEE, "callee" },
			{ HR_FOLLOWS_DATA, "data" } };
	struct hr_strbuf list = HR_STRBUF_INIT;
	unsigned all = 0;
	bool is_known = true;
	struct hr_place at = { HR_CODE_NONE, 0 };

	if (writer->function->errors.count)
		at = writer->function->errors.data[0].at;
	hr_facts_line_at(writer, "error", results[writer->function->error_results], at);
	for (size_t i = 0; i < writer->function->errors.count; i++) {
		all |= writer->function->errors.data[i].follows;
		is_known &= writer->function->errors.data[i].follows != 0;
	}
	for (size_t i = 0; is_known && i < sizeof follows / sizeof *follows; i++)
		if (all & follows[i].bit)
			hr_facts_list_add(&list, follows[i].word);
	hr_facts_line(writer, "fails_on", list.data);
	hr_strbuf_release(&list);
}

static void write_cells(struct hr_facts_writer *writer, const char *attribute, const hr_cells *cells, bool is_unknown)
{
	const struct hr_code *code = writer->facts->code;
	struct hr_strbuf list = HR_STRBUF_INIT;
	struct hr_strbuf word = HR_STRBUF_INIT;

	for (size_t i = 0; !is_unknown && i < cells->count; i++) {
		const struct hr_cell *cell = &cells->data[i];
		hr_strbuf_clear(&word);
		if (cell->type != HR_CODE_NONE) {
			hr_strbuf_addf(&word, "%s+%" PRIu64, code->types.data[cell->type].name, cell->offset);
		} else {
			if (code->variables.data[cell->offset].is_constant)
				continue;
			hr_strbuf_addstr(&word, code->variables.data[cell->offset].source_name);
		}
		hr_facts_list_add(&list, word.data);
	}
	/* an analysis that was not run has nothing to say either */
	if (!is_unknown && !list.length && writer->function->purity != HR_PURITY_UNKNOWN)
		hr_strbuf_addstr(&list, "none");
	hr_facts_line(writer, attribute, list.data);
	hr_strbuf_release(&word);
	hr_strbuf_release(&list);
}

static void write_calls(struct hr_facts_writer *writer)
{
	struct hr_strbuf list = HR_STRBUF_INIT;

	for (size_t i = 0; i < writer->function->callees.count; i++) {
		const struct hr_code_function *callee =
			&writer->facts->code->functions.data[writer->function->callees.data[i]];
		if (callee->is_defined)
			hr_facts_list_add(&list, callee->source_name);
	}
	if (writer->function->calls_unknown)
		hr_facts_list_add(&list, "unknown");
	hr_facts_line(writer, "calls", list.length ? list.data : "none");
	hr_strbuf_release(&list);
}

/* Whether it can come back to itself by way of the unit. */
static const char *find_recursion(const struct hr_facts_writer *writer)
{
	size_t count = writer->facts->functions.count;
	bool *seen = hr_calloc(count, sizeof *seen);
	HR_VEC(uint32_t) waiting = HR_VEC_INIT;
	const char *found = "no";

	hr_vec_push(&waiting, writer->index);
	while (waiting.count && strcmp(found, "yes") != 0) {
		const struct hr_function_facts *function =
			&writer->facts->functions.data[waiting.data[--waiting.count]];
		for (size_t i = 0; i < function->callees.count; i++) {
			uint32_t callee = function->callees.data[i];
			if (callee == writer->index)
				found = "yes";
			if (!seen[callee]) {
				seen[callee] = true;
				hr_vec_push(&waiting, callee);
			}
		}
	}
	hr_vec_release(&waiting);
	free(seen);
	return found;
}

static void write_assertions(struct hr_facts_writer *writer)
{
	struct hr_strbuf text = HR_STRBUF_INIT;

	for (size_t i = 0; i < writer->function->assertions.count; i++) {
		hr_strbuf_addstr(&text, i ? ";" : "");
		for (const char *c = writer->function->assertions.data[i]; *c; c++)
			if (*c != ' ' && *c != '\t')
				hr_strbuf_addch(&text, *c);
	}
	hr_facts_line(writer, "asserts", text.data);
	hr_strbuf_release(&text);
}

static void write_literals(struct hr_facts_writer *writer)
{
	struct hr_strbuf list = HR_STRBUF_INIT;
	struct hr_strbuf word = HR_STRBUF_INIT;

	for (size_t i = 0; i < writer->facts->literals.count; i++) {
		const struct hr_literal *literal = &writer->facts->literals.data[i];
		if (literal->function != writer->index || literal->kind == HR_LITERAL_REAL ||
		    (literal->use != HR_USED_COMPARED && literal->use != HR_USED_SWITCHED))
			continue;
		hr_strbuf_clear(&word);
		if (literal->kind == HR_LITERAL_TEXT)
			hr_strbuf_addf(&word, "\"%.*s\"", (int)literal->length, literal->text);
		else
			hr_strbuf_addf(&word, "%" PRId64, literal->number);
		if (!strpbrk(word.data, "\t\n,"))
			hr_facts_list_add(&list, word.data);
	}
	hr_facts_line(writer, "constants", list.data);
	hr_strbuf_release(&word);
	hr_strbuf_release(&list);
}

void hr_facts_write_function(struct hr_facts_writer *writer)
{
	const struct hr_function_facts *function = writer->function;

	hr_facts_line(writer, "purity", hr_purity_word(function->purity));
	write_returns(writer);
	write_errors(writer);
	write_cells(writer, "defines", &function->defines, function->defines_unknown);
	write_cells(writer, "uses", &function->uses, function->uses_unknown);
	write_calls(writer);
	hr_facts_line(writer, "recursive", find_recursion(writer));
	if (function->init != HR_CODE_NONE)
		hr_facts_line(writer, "init", writer->facts->code->functions.data[function->init].source_name);
	write_assertions(writer);
	write_literals(writer);
}
