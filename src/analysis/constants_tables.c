/* Keyword tables: variables whose initial contents refer to texts, as arrays of strings or of structs with strings and numbers in them. Only such: numbers of a
 * table without texts (a checksum's polynomials) are data of an algorithm, not input. */
#include "analysis/constants_internal.h"

#include <string.h>

enum { ROWS_MAX = 4096, TEXT_MAX = 4096 };

/* Written by a person: no control characters but blanks and escapes that are common in texts. */
static bool is_readable(const unsigned char *bytes, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if (bytes[i] < ' ' && (bytes[i] < '\t' || bytes[i] > '\r') && bytes[i] != 27)
			return false;
	return true;
}

bool hr_variable_text(struct hr_literal *out, const struct hr_code *code, uint32_t variable, uint64_t offset)
{
	const struct hr_code_variable *v = &code->variables.data[variable];
	if (!v->contents || offset >= v->size || v->type != HR_CODE_NONE || v->references.count)
		return false;
	if (!v->is_text && !v->is_constant)
		return false;
	const unsigned char *text = v->contents + offset;
	const unsigned char *end = memchr(text, 0, v->size - offset);
	size_t length = end ? (size_t)(end - text) : 0;
	/* an array of numbers that happens to have a zero byte somewhere is no text */
	if (!length || length > TEXT_MAX || (!v->is_text && offset + length + 1 != v->size) ||
	    !is_readable(text, length))
		return false;
	out->kind = HR_LITERAL_TEXT;
	out->text = (const char *)text;
	out->length = length;
	return true;
}

static struct hr_literal literal_in(const struct hr_code_variable *variable, uint32_t index)
{
	return (struct hr_literal){ .use = HR_USED_TABLE,
				    .function = HR_CODE_NONE,
				    .variable = index,
				    .at = { variable->file, variable->line } };
}

/* The numbers of one row: members that are no pointers. */
static void mine_row(struct hr_miner *miner, const struct hr_code_variable *variable, uint32_t index, uint64_t at)
{
	const struct hr_code_type *type = &miner->facts->code->types.data[variable->type];
	for (size_t f = 0; f < type->fields.count; f++) {
		const struct hr_code_field *field = &type->fields.data[f];
		struct hr_literal literal = literal_in(variable, index);
		int64_t wide = 0;
		int32_t word = 0;
		int16_t half = 0;
		int8_t byte = 0;
		const unsigned char *bytes = variable->contents + at + field->offset;
		if (field->is_pointer || at + field->offset + field->size > variable->size)
			continue;
		switch (field->size) {
		case 8:
			memcpy(&wide, bytes, 8);
			literal.number = wide;
			break;
		case 4:
			memcpy(&word, bytes, 4);
			literal.number = word;
			break;
		case 2:
			memcpy(&half, bytes, 2);
			literal.number = half;
			break;
		case 1:
			memcpy(&byte, bytes, 1);
			literal.number = byte;
			break;
		default:
			continue;
		}
		if (literal.number)
			hr_literal_add(miner, &literal);
	}
}

void hr_constants_mine_tables(struct hr_miner *miner)
{
	const struct hr_code *code = miner->facts->code;
	for (uint32_t v = 0; v < code->variables.count; v++) {
		const struct hr_code_variable *variable = &code->variables.data[v];
		bool has_text = false;
		for (size_t r = 0; r < variable->references.count && r < ROWS_MAX; r++) {
			const struct hr_code_reference *reference = &variable->references.data[r];
			struct hr_literal literal = literal_in(variable, v);
			if (reference->is_function || reference->bytes < 0 ||
			    !hr_variable_text(&literal, code, reference->index, (uint64_t)reference->bytes))
				continue;
			has_text = true;
			hr_literal_add(miner, &literal);
		}
		if (!has_text || variable->type == HR_CODE_NONE || !variable->contents)
			continue;
		uint64_t size = code->types.data[variable->type].size;
		for (uint64_t at = 0, rows = 0; size && at + size <= variable->size && rows < ROWS_MAX;
		     at += size, rows++)
			mine_row(miner, variable, v, at);
	}
}
