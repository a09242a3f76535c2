/* Fuzzing the JSON reader and writer: any text is safe to read, and what reads comes back the same after writing.
 *
 *     fuzz_json fuzz/corpus/json
 *
 * Invariant checked: write(read(write(read(text)))) is write(read(text)). A number too large for a double is written as
 * null. */
#include "base/bug.h"
#include "base/json.h"

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void write_value(struct hr_json_writer *writer, const struct hr_json *value);

static void write_children(struct hr_json_writer *writer, const struct hr_json *parent)
{
	size_t count = 0;

	for (const struct hr_json *child = parent->first; child != NULL; child = child->next) {
		count++;
		if (child->line == 0 || child->column == 0)
			HR_BUG("a value at line %u, column %u", child->line, child->column);
		if ((child->key != NULL) != (parent->kind == HR_JSON_OBJECT))
			HR_BUG("a member without a key or an element with one");
		if (child->key != NULL)
			hr_json_key(writer, child->key);
		write_value(writer, child);
	}
	if (count != parent->count)
		HR_BUG("%zu children, said to be %zu", count, parent->count);
}

/* Numbers written with digits alone go through hr_json_get_int, as members of an object made up around them; but 0 has a
 * sign, which the double keeps. */
static void write_number(struct hr_json_writer *writer, const struct hr_json *value)
{
	struct hr_json member = *value;
	struct hr_json object = { .kind = HR_JSON_OBJECT, .first = &member, .count = 1 };
	int64_t whole;

	member.key = "x";
	member.next = NULL;
	whole = hr_json_get_int(&object, "x", 0);
	if (whole != 0 && strpbrk(value->text, ".eE") == NULL)
		hr_json_int(writer, whole);
	else
		hr_json_double(writer, value->number);
}

static void write_value(struct hr_json_writer *writer, const struct hr_json *value)
{
	switch (value->kind) {
	case HR_JSON_NULL:
		hr_json_null(writer);
		break;
	case HR_JSON_BOOL:
		hr_json_bool(writer, value->boolean);
		break;
	case HR_JSON_NUMBER:
		write_number(writer, value);
		break;
	case HR_JSON_STRING:
		hr_json_string(writer, value->text);
		break;
	case HR_JSON_ARRAY:
		hr_json_compact(writer);
		hr_json_begin_array(writer);
		write_children(writer, value);
		hr_json_end_array(writer);
		break;
	case HR_JSON_OBJECT:
		hr_json_begin_object(writer);
		write_children(writer, value);
		hr_json_end_object(writer);
		break;
	}
}

/* Reads, and writes what was read; -1 when the text is no JSON. */
static int rewrite(struct hr_strbuf *out, const char *text, size_t length)
{
	struct hr_error error = HR_ERROR_INIT;
	struct hr_arena arena = HR_ARENA_INIT;
	struct hr_json_writer writer;
	struct hr_json *root = NULL;
	int status = hr_json_read(&root, text, length, "fuzz", &arena, &error);

	if (status == 0) {
		hr_json_writer_init(&writer, out);
		write_value(&writer, root);
	} else if (error.kind != HR_ERROR_INPUT || strncmp(error.message.data, "fuzz:", 5) != 0) {
		HR_BUG("the error is of kind %d: '%s'", (int)error.kind, error.message.data);
	}
	hr_arena_release(&arena);
	hr_error_release(&error);
	return status;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct hr_strbuf once = HR_STRBUF_INIT, twice = HR_STRBUF_INIT;

	if (rewrite(&once, (const char *)data, size) == 0) {
		if (rewrite(&twice, once.data, once.length) < 0)
			HR_BUG("what was written does not read:\n%s", once.data);
		if (strcmp(once.data, twice.data) != 0)
			HR_BUG("written once:\n%s\nand twice:\n%s", once.data, twice.data);
	}
	hr_strbuf_release(&once);
	hr_strbuf_release(&twice);
	return 0;
}
