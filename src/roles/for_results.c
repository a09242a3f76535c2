/* What a result is for: the ways part by its type. */
#include "roles/results.h"

#include "base/text.h"

#include <ctype.h>
#include <string.h>

const char *hr_first_phrase(const char *text, const char *const *phrases)
{
	for (; *phrases; phrases++)
		if (strstr(text, *phrases))
			return *phrases;
	return NULL;
}

/* "FOO_OK", "FOO_SUCCESS": a name for success. */
static bool names_success(const char *name)
{
	static const char *const endings[] = { "_OK", "SUCCESS", "_ok", "_OKAY" };
	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
		if (hr_text_ends_with(name, endings[i]))
			return true;
	return false;
}

/* "FOO_COMPLETE: Successful completion", "FOO_DONE on success": what stands behind a constant says that it is for success. */
static bool is_told_success(const char *after)
{
	static const char *const between[] = { "on",   "upon",      "if",    "when",    "for",      "in",
					       "case", "of",        "means", "the",     "returned", "indicates",
					       "is",   "operation", "a",     "request", "stands",   NULL };
	enum { MOST = 5 };
	after += strspn(after, "`'\"");
	for (int words = 0; words <= MOST; words++) {
		char word[16];
		after += strspn(after, " \t\n:=-(");
		size_t length = strspn(after, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");
		if (!length || length >= sizeof word)
			return false;
		for (size_t i = 0; i < length; i++)
			word[i] = (char)tolower((unsigned char)after[i]);
		word[length] = '\0';
		if (hr_text_starts_with(word, "succe"))
			return true;
		if (!hr_word_is_in(word, between))
			return false;
		after += length;
	}
	return false;
}

/* "… and it is set to FOO_NONE on success": a constant that is stored, not returned. */
static bool is_stored(const char *doc, const char *constant)
{
	while (constant > doc && strchr(" \t\n`'\"%#", constant[-1]))
		constant--;
	return constant - doc >= 3 && strncmp(constant - 2, "to", 2) == 0 && isspace((unsigned char)constant[-3]);
}

/* A constant of a list, and not one that prose comes to speak of. */
static bool begins_entry(const char *doc, const char *constant)
{
	while (constant > doc && (constant[-1] == ' ' || constant[-1] == '\t'))
		constant--;
	return constant == doc || strchr("\n.`'\"%#-*:;,(|", constant[-1]);
}

int hr_good_constant(const struct hr_result_view *view, bool *is_told)
{
	enum { NEAR = 60 };
	const struct hr_model *model = view->inference->model;
	for (const char *at = view->operation->doc; at && (at = hr_text_find_any_case(at, "return")); at++) {
		size_t length, index;
		const char *word = hr_text_next_word(at, &length);
		for (; word; word = hr_text_next_word(word + length, &length)) {
			char name[64]; /* what is longer is no name for success */
			if (length >= sizeof name)
				continue;
			memcpy(name, word, length);
			name[length] = '\0';
			*is_told = is_told_success(word + length) && !is_stored(view->operation->doc, word) &&
				   (word - at < NEAR || begins_entry(view->operation->doc, word));
			if ((*is_told || (word - at < NEAR && names_success(name))) &&
			    hr_map_get(&model->constant_by_name, name, &index))
				return (int)index;
		}
	}
	return -1;
}

static size_t find_receiver(const struct hr_operation *operation)
{
	for (size_t i = 0; i < operation->params.count; i++)
		if (hr_role_so_far(&operation->params.data[i]) == HR_ROLE_RECEIVER)
			return i;
	return operation->params.count;
}

void hr_rules_for_results(struct hr_inference *inference, struct hr_operation *operation)
{
	struct hr_item *result = &operation->result;
	if (result->type.type == HR_NO_TYPE) {
		hr_claim_role(inference, result, HR_ROLE_NONE, HR_SOURCE_TYPE, 0.99, "a statement");
		return;
	}
	struct hr_strbuf doc = HR_STRBUF_INIT;
	for (const char *c = operation->doc ? operation->doc : ""; *c; c++)
		hr_strbuf_addch(&doc, *c == '\n' || *c == '\t' ? ' ' : (char)tolower((unsigned char)*c));
	struct hr_result_view view = { inference,
				       operation,
				       hr_words_of(inference, operation),
				       hr_classify(inference->model, result->type),
				       doc.data,
				       find_receiver(operation) };
	if (view.class == HR_CLASS_VOID)
		hr_claim_role(inference, result, HR_ROLE_NONE, HR_SOURCE_TYPE, 0.99, "void");
	else if (view.class >= HR_CLASS_FUNCTION && view.class <= HR_CLASS_SLOT)
		hr_rules_for_pointer_results(&view);
	else
		hr_rules_for_number_results(&view);
	hr_rules_for_errors(&view);
	hr_strbuf_release(&doc);
}
