/* `harrier inspect --constants`: the constants of a unit, heaviest first, as a table or as JSON; with --operation those that the operation can reach, nearest first. */
#include "app/inspect_internal.h"

#include "analysis/constants.h"
#include "base/json.h"

#include <inttypes.h>
#include <string.h>

static const char *const uses[] = {
	[HR_USED_COMPARED] = "compared", [HR_USED_SWITCHED] = "switched", [HR_USED_PASSED] = "passed",
	[HR_USED_COMPUTED] = "computed", [HR_USED_STORED] = "stored",     [HR_USED_TABLE] = "table",
};

static const char *const kinds[] = {
	[HR_LITERAL_INTEGER] = "integer",
	[HR_LITERAL_REAL] = "real",
	[HR_LITERAL_TEXT] = "text",
	[HR_LITERAL_CHARACTER] = "character",
};

static void add_byte(struct hr_strbuf *out, unsigned char byte, char quote)
{
	static const char escapes[] = "\aa\bb\tt\nn\vv\ff\rr\\\\";
	for (const char *escape = escapes; *escape; escape += 2)
		if (byte == (unsigned char)escape[0]) {
			hr_strbuf_addf(out, "\\%c", escape[1]);
			return;
		}
	if (byte == (unsigned char)quote)
		hr_strbuf_addf(out, "\\%c", quote);
	else if (byte < ' ' || byte == 127)
		hr_strbuf_addf(out, "\\%03o", byte);
	else
		hr_strbuf_addch(out, (char)byte);
}

/* As C would have it. */
static void describe_value(struct hr_strbuf *out, enum hr_literal_kind kind, int64_t number, double real,
			   const char *text, size_t length)
{
	switch (kind) {
	case HR_LITERAL_INTEGER:
		hr_strbuf_addf(out, "%" PRId64, number);
		if (number > 0xff || number < -0xff)
			hr_strbuf_addf(out, " (0x%" PRIx64 ")", number);
		break;
	case HR_LITERAL_REAL:
		hr_strbuf_addf(out, "%.17g", real);
		break;
	case HR_LITERAL_CHARACTER:
		hr_strbuf_addch(out, '\'');
		add_byte(out, (unsigned char)number, '\'');
		hr_strbuf_addch(out, '\'');
		break;
	case HR_LITERAL_TEXT:
		hr_strbuf_addch(out, '"');
		for (size_t i = 0; i < length; i++)
			add_byte(out, (unsigned char)text[i], '"');
		hr_strbuf_addch(out, '"');
		break;
	}
}

/* "lib/list.c:12 list_add", relative to where the user is. */
static void describe_place(struct hr_strbuf *out, const struct hr_app_library *library,
			   const struct hr_literal *literal)
{
	const struct hr_code *code = library->code;
	if (literal->at.file != HR_CODE_NONE) {
		const char *file = code->files.data[literal->at.file];
		size_t length = library->directory ? strlen(library->directory) : 0;
		if (length && strncmp(file, library->directory, length) == 0 && file[length] == '/')
			file += length + 1;
		hr_strbuf_addf(out, "%s:%u", file, literal->at.line);
	}
	if (literal->function != HR_CODE_NONE)
		hr_strbuf_addf(out, " %s", code->functions.data[literal->function].source_name);
	else if (literal->variable != HR_CODE_NONE)
		hr_strbuf_addf(out, " %s[]", code->variables.data[literal->variable].source_name);
}

static void pad(struct hr_strbuf *out, size_t from, size_t width)
{
	for (size_t length = out->length - from; length < width; length++)
		hr_strbuf_addch(out, ' ');
}

static void list_all(struct hr_strbuf *out, const struct hr_app_library *library, const struct hr_mined_list *list,
		     const struct hr_paint *paint)
{
	for (size_t i = 0; i < list->items.count; i++) {
		const struct hr_mined *item = &list->items.data[i];
		hr_strbuf_addf(out, "%9.2f  ", item->weight);
		size_t from = out->length;
		describe_value(out, item->kind, item->number, item->real, item->text, item->length);
		pad(out, from, 30);
		hr_strbuf_addf(out, " %s", paint->dim);
		for (unsigned use = 0; use < sizeof uses / sizeof *uses; use++)
			if (item->uses >> use & 1)
				hr_strbuf_addf(out, " %s", uses[use]);
		hr_strbuf_addstr(out, paint->plain);
		for (size_t n = 0; n < item->name_count; n++)
			hr_strbuf_addf(out, "%s%s", n ? ", " : "  = ",
				       library->model->constants.data[list->names.data[item->names + n]].name);
		if (item->literal != SIZE_MAX) {
			hr_strbuf_addf(out, "  %s", paint->dim);
			describe_place(out, library, &library->facts->literals.data[item->literal]);
			hr_strbuf_addf(out, "%s%s", item->count > 1 ? " …" : "", paint->plain);
		}
		hr_strbuf_addch(out, '\n');
	}
}

static void list_near(struct hr_strbuf *out, const struct hr_app_library *library, const hr_nearby *nearby,
		      const struct hr_paint *paint)
{
	for (size_t i = 0; i < nearby->count; i++) {
		const struct hr_literal *literal = &library->facts->literals.data[nearby->data[i].literal];
		hr_strbuf_addf(out, "%3u %9.2f  ", nearby->data[i].distance, literal->weight);
		size_t from = out->length;
		describe_value(out, literal->kind, literal->number, literal->real, literal->text, literal->length);
		pad(out, from, 30);
		hr_strbuf_addf(out, "  %s%s  ", paint->dim, uses[literal->use]);
		describe_place(out, library, literal);
		hr_strbuf_addf(out, "%s\n", paint->plain);
	}
}

/* ---- JSON ---- */

static void write_value(struct hr_json_writer *json, enum hr_literal_kind kind, int64_t number, double real,
			const char *text, size_t length)
{
	hr_json_key(json, "kind");
	hr_json_string(json, kinds[kind]);
	hr_json_key(json, "value");
	if (kind == HR_LITERAL_REAL) {
		hr_json_double(json, real);
	} else if (kind == HR_LITERAL_TEXT) {
		struct hr_strbuf copy = HR_STRBUF_INIT;
		hr_strbuf_add(&copy, text, length);
		hr_json_string(json, copy.data);
		hr_strbuf_release(&copy);
	} else {
		hr_json_int(json, number);
	}
}

static void write_place(struct hr_json_writer *json, const struct hr_app_library *library,
			const struct hr_literal *literal)
{
	struct hr_strbuf place = HR_STRBUF_INIT;
	describe_place(&place, library, literal);
	hr_json_key(json, "at");
	hr_json_string(json, place.data);
	hr_strbuf_release(&place);
}

static void write_all(struct hr_json_writer *json, const struct hr_app_library *library,
		      const struct hr_mined_list *list)
{
	for (size_t i = 0; i < list->items.count; i++) {
		const struct hr_mined *item = &list->items.data[i];
		hr_json_compact(json);
		hr_json_begin_object(json);
		write_value(json, item->kind, item->number, item->real, item->text, item->length);
		hr_json_key(json, "weight");
		hr_json_double(json, item->weight);
		hr_json_key(json, "uses");
		hr_json_begin_array(json);
		for (unsigned use = 0; use < sizeof uses / sizeof *uses; use++)
			if (item->uses >> use & 1)
				hr_json_string(json, uses[use]);
		hr_json_end_array(json);
		hr_json_key(json, "names");
		hr_json_begin_array(json);
		for (size_t n = 0; n < item->name_count; n++)
			hr_json_string(json, library->model->constants.data[list->names.data[item->names + n]].name);
		hr_json_end_array(json);
		if (item->literal != SIZE_MAX)
			write_place(json, library, &library->facts->literals.data[item->literal]);
		hr_json_end_object(json);
	}
}

static void write_near(struct hr_json_writer *json, const struct hr_app_library *library, const hr_nearby *nearby)
{
	for (size_t i = 0; i < nearby->count; i++) {
		const struct hr_literal *literal = &library->facts->literals.data[nearby->data[i].literal];
		hr_json_compact(json);
		hr_json_begin_object(json);
		write_value(json, literal->kind, literal->number, literal->real, literal->text, literal->length);
		hr_json_key(json, "weight");
		hr_json_double(json, literal->weight);
		hr_json_key(json, "use");
		hr_json_string(json, uses[literal->use]);
		hr_json_key(json, "distance");
		hr_json_uint(json, nearby->data[i].distance);
		write_place(json, library, literal);
		hr_json_end_object(json);
	}
}

void hr_inspect_constants(struct hr_strbuf *out, const struct hr_app_library *library, uint32_t function, bool as_json,
			  const struct hr_paint *paint)
{
	struct hr_mined_list list = { 0 };
	hr_nearby nearby = HR_VEC_INIT;
	if (function == HR_CODE_NONE)
		hr_constants_merge(&list, library->facts, library->model);
	else
		hr_constants_near(&nearby, library->facts, function);
	if (as_json) {
		struct hr_json_writer json;
		hr_json_writer_init(&json, out);
		hr_json_begin_array(&json);
		if (function == HR_CODE_NONE)
			write_all(&json, library, &list);
		else
			write_near(&json, library, &nearby);
		hr_json_end_array(&json);
		hr_strbuf_addch(out, '\n');
	} else if (function == HR_CODE_NONE) {
		list_all(out, library, &list, paint);
	} else {
		list_near(out, library, &nearby, paint);
	}
	hr_constants_release(&list);
	hr_vec_release(&nearby);
}
