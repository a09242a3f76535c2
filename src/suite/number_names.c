/* Numbers by the names that the unit has for them.
 *
 * Invariant: a name is given only where nothing else can be meant. */
#include "suite/number_names.h"

#include "model/choices.h"

#include "base/text.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { MOST_BITS = 4 }; /* more names than these are harder to read than the number */
enum { MOST_ERRNO = 133 };
enum { LEAST_WRAPPED = -4095 }; /* as system calls have it; numbers below that are large ones */

const char *hr_enumerator_name(const struct hr_type *type, int64_t number)
{
	for (size_t i = 0; type && type->kind == HR_TYPE_ENUM && i < type->enumerators.count; i++)
		if (type->enumerators.data[i].value == number)
			return type->enumerators.data[i].name;
	return NULL;
}

/* Numbered one after the other: what they make together means nothing. */
static bool is_list(const struct hr_type *type)
{
	int64_t least = type->enumerators.data[0].value, most = least;
	for (size_t i = 1; i < type->enumerators.count; i++) {
		int64_t value = type->enumerators.data[i].value;
		least = value < least ? value : least;
		most = value > most ? value : most;
	}
	return (uint64_t)most - (uint64_t)least < type->enumerators.count;
}

bool hr_write_enumerators(struct hr_strbuf *out, const struct hr_type *type, int64_t number)
{
	const char *names[MOST_BITS];
	size_t count = 0;
	const char *whole = hr_enumerator_name(type, number);

	if (whole) {
		hr_strbuf_addstr(out, whole);
		return true;
	}
	if (!type || type->kind != HR_TYPE_ENUM || number <= 0 || type->enumerators.count == 0 || is_list(type))
		return false;
	for (int64_t left = number; left; left &= left - 1) {
		const char *name = hr_enumerator_name(type, left & -left);
		if (!name || count == MOST_BITS)
			return false;
		names[count++] = name;
	}
	for (size_t i = 0; i < count; i++)
		hr_strbuf_addf(out, "%s%s", i ? " | " : "", names[i]);
	return true;
}

bool hr_write_choice(struct hr_strbuf *out, const struct hr_model *model, const struct hr_item *param, int64_t number)
{
	const char *names[MOST_BITS];
	size_t count = 0;
	const struct hr_constant *whole = hr_choice_of(model, param, number);
	if (whole) {
		hr_strbuf_addstr(out, whole->name);
		return true;
	}
	if (param->role != HR_ROLE_FLAGS || number <= 0)
		return false;
	for (int64_t left = number; left; left &= left - 1) {
		const struct hr_constant *bit = hr_choice_of(model, param, left & -left);
		if (!bit || count == MOST_BITS)
			return false;
		names[count++] = bit->name;
	}
	for (size_t i = 0; i < count; i++)
		hr_strbuf_addf(out, "%s%s", i ? " | " : "", names[i]);
	return true;
}

/* Whether the name has a word that begins like this, in any case: Z_STREAM_ERROR, BZ_SEQUENCE_ERROR, kErrNone. */
static bool has_word(const char *name, const char *word)
{
	for (size_t length = strlen(word); *name; name++)
		if (strncasecmp(name, word, length) == 0)
			return true;
	return false;
}

static bool ends_well(const char *name)
{
	static const char *const words[] = { "_OK", "_SUCCESS", "_NO_ERROR" };
	size_t length = strlen(name);
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (length > strlen(words[i]) && strcasecmp(name + length - strlen(words[i]), words[i]) == 0)
			return true;
	return false;
}

/* Compared with a negative constant, compilers warn. */
static bool is_unsigned(const struct hr_type *type)
{
	return type && type->kind == HR_TYPE_INT && !type->is_signed;
}

/* ~0UL is no -1. */
static bool has_value(const struct hr_model *model, const struct hr_constant *constant, int64_t number)
{
	const struct hr_type *type = hr_model_type(model, (struct hr_type_ref){ constant->type, 0 });
	return constant->kind == HR_CONSTANT_INT && constant->number == number && !is_unsigned(type);
}

/* The one constant that is an error of that value, or, for 0, that says that all is well. `or_any`: or the only one that has the value, whatever it is called. */
static const char *code_name(const struct hr_model *model, int64_t number, bool or_any)
{
	const char *found[2] = { NULL, NULL }; /* any of that value, and those that say what it means */
	size_t counts[2] = { 0, 0 };

	for (size_t i = 0; i < model->constants.count; i++) {
		const struct hr_constant *it = &model->constants.data[i];
		if (!has_value(model, it, number))
			continue;
		bool is_meant = number ? has_word(it->name, "err") : ends_well(it->name);
		for (int k = 0; k <= is_meant; k++) {
			counts[k]++;
			found[k] = it->name;
		}
	}
	if (counts[1])
		return counts[1] == 1 ? found[1] : NULL;
	return or_any && number && counts[0] == 1 ? found[0] : NULL;
}

const char *hr_status_name(const struct hr_model *model, const struct hr_operation *operation, int64_t number)
{
	bool is_status = operation->result.role == HR_ROLE_STATUS;

	if (is_unsigned(hr_model_type(model, operation->result.type)))
		return NULL;
	if (number > 0 || !(is_status || (number < 0 && operation->error == HR_REFUSED_NEGATIVE)))
		return NULL;
	return code_name(model, number, true);
}

const char *hr_stored_status_name(const struct hr_model *model, const struct hr_item *param,
				  const struct hr_type *stored, int64_t number)
{
	if (number > 0 || param->role != HR_ROLE_OUT || !param->name || !has_word(param->name, "err") || !stored ||
	    stored->kind != HR_TYPE_INT || is_unsigned(stored))
		return NULL;
	return code_name(model, number, false);
}

/* "-2 if …": as a number of its own. */
static bool tells_number(const char *doc, int64_t number)
{
	char text[24];
	snprintf(text, sizeof text, "%" PRId64, number);
	for (const char *at = doc; at && (at = strstr(at, text)); at++) {
		bool begins = at == doc || !isalnum((unsigned char)at[-1]);
		if (begins && !isdigit((unsigned char)at[strlen(text)]))
			return true;
	}
	return false;
}

/* Whether results of the unit are errno's numbers with a sign, by what is written of any of its operations. */
static bool speaks_of_errno(const struct hr_model *model)
{
	for (size_t i = 0; i < model->operations.count; i++) {
		const char *texts[] = { model->operations.data[i].doc, model->operations.data[i].result.doc };
		for (size_t k = 0; k < 2; k++)
			if (texts[k] && (strstr(texts[k], "errno") || strstr(texts[k], "-E")))
				return true;
	}
	return false;
}

bool hr_is_mere_refusal(const struct hr_model *model, const struct hr_operation *operation, int64_t number)
{
	const struct hr_type *type = hr_model_type(model, operation->result.type);
	if (operation->error != HR_REFUSED_NEGATIVE || number >= -1 || !type || type->kind != HR_TYPE_INT ||
	    !type->is_signed || tells_number(operation->doc, number) || tells_number(operation->result.doc, number) ||
	    (number >= -MOST_ERRNO && speaks_of_errno(model)))
		return false;
	for (size_t i = 0; i < model->constants.count; i++)
		if (has_value(model, &model->constants.data[i], number))
			return false;
	return true;
}

bool hr_is_wrapped(const struct hr_type *type, int64_t number, int64_t *below)
{
	if (!type || type->kind != HR_TYPE_INT || type->is_signed || (type->size != 4 && type->size != 8))
		return false;
	int64_t whole = type->size == 4 ? (int32_t)(uint32_t)number : number;
	if (whole >= 0 || whole < LEAST_WRAPPED)
		return false;
	*below = whole;
	return true;
}

/* get_error_code(number): which error is meant. */
static bool tells_from(const struct hr_model *model, const struct hr_operation *operation, const struct hr_type *type)
{
	const struct hr_type *given =
		operation->params.count == 1 ? hr_model_type(model, operation->params.data[0].type) : NULL;
	const struct hr_type *result = hr_model_type(model, operation->result.type);
	return given && given->kind == HR_TYPE_INT && !given->is_signed && given->size == type->size && result &&
	       result->kind == HR_TYPE_ENUM && has_word(operation->name, "err");
}

const char *hr_wrapped_name(const struct hr_model *model, const struct hr_type *type, int64_t below)
{
	const char *found = NULL;
	for (size_t i = 0; i < model->operations.count; i++) {
		const struct hr_operation *operation = &model->operations.data[i];
		if (!tells_from(model, operation, type))
			continue;
		const char *name = hr_enumerator_name(hr_model_type(model, operation->result.type), -below);
		if (name && found && strcmp(name, found) != 0)
			return NULL;
		found = name ? name : found;
	}
	return found;
}

/* unit_versionNumber and UNIT_VERSION_NUMBER. */
static bool is_same_name(const char *a, const char *b)
{
	for (;;) {
		a += strspn(a, "_");
		b += strspn(b, "_");
		if (tolower((unsigned char)*a) != tolower((unsigned char)*b))
			return false;
		if (!*a)
			return true;
		a++;
		b++;
	}
}

/* UNIT_VERSION for unit_get_version, unless it is a number that may be an answer (unit_check_version); UNIT_VERSION_MAJOR only for what says so, too. */
static bool is_about(const char *constant, const char *of, bool may_be_answer)
{
	const char *last = strrchr(constant, '_');
	last = last ? last + 1 : constant;
	return hr_text_find_any_case(of, last) && !(may_be_answer && strcasecmp(last, "version") == 0);
}

static bool is_version(const struct hr_model *model, const struct hr_constant *constant, int64_t number,
		       const char *text)
{
	switch (constant->kind) {
	case HR_CONSTANT_INT:
		return !text && has_value(model, constant, number);
	case HR_CONSTANT_STRING:
		return text && strcmp(constant->text, text) == 0;
	default:
		return false;
	}
}

const char *hr_version_name(const struct hr_model *model, const char *of, int64_t number, const char *text)
{
	const char *found = NULL;
	size_t count = 0;
	if (!hr_text_find_any_case(of, "version"))
		return NULL;
	for (size_t i = 0; i < model->constants.count; i++) {
		const struct hr_constant *it = &model->constants.data[i];
		bool is_same = is_same_name(it->name, of);
		/* what a macro makes of others cannot be read here; its name tells */
		if (is_same && (is_version(model, it, number, text) || (text && it->kind == HR_CONSTANT_POINTER)))
			return it->name;
		if (!hr_text_find_any_case(it->name, "version") ||
		    !is_about(it->name, of, !text && (number == 0 || number == 1)) ||
		    !is_version(model, it, number, text))
			continue;
		found = it->name;
		count++;
	}
	return count == 1 ? found : NULL;
}
