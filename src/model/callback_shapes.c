/* Well-known callbacks. The bodies need no header: they stand before or among code of any kind. */
#include "model/callback_shapes.h"

#include <ctype.h>
#include <string.h>

static const char *const names[HR_SHAPE_COUNT] = {
	[HR_SHAPE_COMPARE_INT] = "compare_int", [HR_SHAPE_COMPARE_TEXT] = "compare_text",
	[HR_SHAPE_HASH_TEXT] = "hash_text",     [HR_SHAPE_COPY_TEXT] = "copy_text",
	[HR_SHAPE_READ_ONCE] = "read_once",     [HR_SHAPE_WRITE_ALL] = "write_all",
};

const char *hr_callback_shape_name(enum hr_callback_shape shape)
{
	return names[shape];
}

enum hr_callback_shape hr_callback_shape_named(const char *name)
{
	int shape = 0;
	while (shape < HR_SHAPE_COUNT && strcmp(names[shape], name) != 0)
		shape++;
	return (enum hr_callback_shape)shape;
}

/* What a parameter points to; NULL when it is no data pointer. */
static const struct hr_type *pointee(const struct hr_model *model, const struct hr_type *function, size_t index,
				     bool *is_const)
{
	if (index >= function->params.count)
		return NULL;
	const struct hr_type *type = hr_model_type(model, function->params.data[index].type);
	if (!type || type->kind != HR_TYPE_POINTER)
		return NULL;
	*is_const = (hr_model_strip(model, type->target).qualifiers & HR_CONST) || (type->target.qualifiers & HR_CONST);
	return hr_model_type(model, type->target);
}

static bool is_bytes(const struct hr_type *type)
{
	return type && (type->kind == HR_TYPE_VOID || (type->kind == HR_TYPE_INT && type->size == 1));
}

static bool is_int(const struct hr_type *type)
{
	return type && type->kind == HR_TYPE_INT && type->size == 4 && type->is_signed;
}

static bool is_number(const struct hr_type *type)
{
	return type && type->kind == HR_TYPE_INT && type->size >= 4;
}

/* Whether a name has one of the words in it. */
static bool has_word(const char *name, const char *const *words, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (strcasestr(name, words[i]))
			return true;
	return false;
}

/* Whether a parameter is how many bytes there are: by its name, else by its type. A number that is as long as they come is a value. */
static bool is_count(const struct hr_model *model, const struct hr_item *param, bool is_sure)
{
	static const char *const words[] = { "len",  "siz", "sz",  "count", "cnt",   "num",
					     "byte", "max", "cap", "memb",  "amount" };
	const struct hr_type *type = hr_model_type(model, param->type);
	if (!is_number(type) || strcmp(type->spelling, "long long") == 0)
		return false;
	if (*param->name)
		return has_word(param->name, words, sizeof words / sizeof *words) || strcmp(param->name, "n") == 0 ||
		       strcmp(param->name, "nb") == 0;
	return is_sure || (!type->is_signed && type->size == 8);
}

/* Whether a `void *` in front of others is what the user gave to be handed on. */
static bool is_user_data(const struct hr_model *model, const struct hr_type *function, size_t index)
{
	static const char *const words[] = { "ctx",    "context", "user",  "opaque", "arg",   "closure",
					     "cookie", "priv",    "udata", "handle", "state", "self" };
	bool is_const = false;
	const char *name = function->params.data[index].name;
	if (pointee(model, function, index, &is_const)->kind != HR_TYPE_VOID || is_const)
		return false;
	if (*name)
		return has_word(name, words, sizeof words / sizeof *words);
	for (size_t i = 0; i < function->params.count; i++) {
		const struct hr_type *other = i == index ? NULL : pointee(model, function, i, &is_const);
		if (other && is_bytes(other))
			return index == 0 &&
			       i == 1; /* it is the other one that is written to; one at the end is the user's */
	}
	return index == 0;
}

/* The parameter that points to bytes and is followed by their number; (size_t)-1 when there is none. */
static size_t find_buffer(const struct hr_model *model, const struct hr_type *function, bool wants_const)
{
	for (size_t i = 0; i + 1 < function->params.count; i++) {
		bool is_const = false;
		const struct hr_type *target = pointee(model, function, i, &is_const);
		if (is_bytes(target) && is_const == wants_const && !is_user_data(model, function, i) &&
		    is_count(model, &function->params.data[i + 1], i > 0 || target->kind != HR_TYPE_VOID))
			return i;
	}
	return (size_t)-1;
}

bool hr_callback_shape_fits(const struct hr_model *model, const struct hr_type *function, enum hr_callback_shape shape)
{
	bool first_const = false;
	bool second_const = false;
	const struct hr_type *first = pointee(model, function, 0, &first_const);
	const struct hr_type *second = pointee(model, function, 1, &second_const);
	const struct hr_type *result = hr_model_type(model, function->target);
	if (!result || function->is_variadic)
		return false;
	switch (shape) {
	case HR_SHAPE_COMPARE_INT:
		return is_int(result) && first && first == second && (first->kind == HR_TYPE_VOID || is_int(first));
	case HR_SHAPE_COMPARE_TEXT:
		return is_int(result) && first == second && is_bytes(first);
	case HR_SHAPE_HASH_TEXT:
		return is_number(result) && !result->is_signed && is_bytes(first) && !second;
	case HR_SHAPE_COPY_TEXT:
		return result->kind == HR_TYPE_POINTER && is_bytes(hr_model_type(model, result->target)) &&
		       is_bytes(first) && first_const && function->params.count == 1;
	case HR_SHAPE_READ_ONCE:
		return is_number(result) && find_buffer(model, function, false) != (size_t)-1;
	case HR_SHAPE_WRITE_ALL:
		return is_number(result) && find_buffer(model, function, true) != (size_t)-1;
	case HR_SHAPE_COUNT:
		break;
	}
	return false;
}

static void write_head(struct hr_strbuf *out, const struct hr_model *model, const struct hr_type *function,
		       const char *name)
{
	hr_strbuf_addstr(out, "static ");
	hr_model_spell(out, model, function->target);
	hr_strbuf_addf(out, " %s(", name);
	for (size_t i = 0; i < function->params.count; i++) {
		struct hr_strbuf type = HR_STRBUF_INIT;
		hr_model_spell(&type, model, function->params.data[i].type);
		char last = type.length ? type.data[type.length - 1] : ' ';
		bool is_plain = isalnum((unsigned char)last) || last == '_' || last == '*';
		hr_strbuf_addf(out, is_plain ? "%s%s%sa%zu" : "%s__typeof__(%s)%sa%zu", i ? ", " : "", type.data,
			       last == '*' ? "" : " ", i);
		hr_strbuf_release(&type);
	}
	hr_strbuf_addstr(out, ") {");
	for (size_t i = 0; i < function->params.count; i++)
		hr_strbuf_addf(out, " (void)a%zu;", i);
}

void hr_callback_shape_write(struct hr_strbuf *out, const struct hr_model *model, const struct hr_type *function,
			     enum hr_callback_shape shape, const char *name)
{
	size_t buffer = shape == HR_SHAPE_READ_ONCE || shape == HR_SHAPE_WRITE_ALL
				? find_buffer(model, function, shape == HR_SHAPE_WRITE_ALL)
				: 0;
	write_head(out, model, function, name);
	switch (shape) {
	case HR_SHAPE_COMPARE_INT:
		hr_strbuf_addstr(out, " int x = *(const int *)a0, y = *(const int *)a1; return x < y ? -1 : x > y; }");
		break;
	case HR_SHAPE_COMPARE_TEXT:
		hr_strbuf_addstr(out, " const unsigned char *x = (const void *)a0, *y = (const void *)a1;"
				      " while (*x && *x == *y) x++, y++; return *x - *y; }");
		break;
	case HR_SHAPE_HASH_TEXT:
		hr_strbuf_addstr(out, " unsigned hash = 5381;"
				      " for (const unsigned char *x = (const void *)a0; *x; x++) hash = hash * 33 + *x;"
				      " return hash; }");
		break;
	case HR_SHAPE_COPY_TEXT:
		hr_strbuf_addstr(out, " const char *from = (const void *)a0;"
				      " __SIZE_TYPE__ size = __builtin_strlen(from) + 1;"
				      " char *copy = __builtin_malloc(size);"
				      " for (__SIZE_TYPE__ i = 0; copy && i < size; i++) copy[i] = from[i];"
				      " return (void *)copy; }");
		break;
	case HR_SHAPE_READ_ONCE:
		hr_strbuf_addf(out,
			       " static int is_over; if (is_over || !a%zu) return 0;"
			       " is_over = 1; *(char *)a%zu = 'x'; return 1; }",
			       buffer + 1, buffer);
		break;
	case HR_SHAPE_WRITE_ALL:
		hr_strbuf_addf(out, " return a%zu; }", buffer + 1);
		break;
	case HR_SHAPE_COUNT:
		break;
	}
}
