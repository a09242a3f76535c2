/* Phrases of documentation that tell what a parameter is for, as data, and how they are found in a sentence.
 *
 * A phrase counts where it fits the parameter's type, is not denied ("need not be NUL-terminated"), and, of what a call ends, where it is
 * about the call and about this parameter. */
#include "base/text.h"
#include "roles/doc_reading.h"
#include "roles/inference.h"
#include "roles/vocabulary.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#define DOCS HR_SOURCE_DOCUMENTATION

enum fits {
	FITS_POINTER = 1,  /* any pointer */
	FITS_WRITABLE = 2, /* a pointer to memory that may be written, objects left out */
	FITS_TEXT = 4,     /* a pointer to characters or bytes */
	FITS_INTEGER = 8,  /* a number */
	FITS_UNTYPED = 16, /* void * */
	FITS_TABLE = 64,   /* a pointer to const structs or numbers */
	FITS_OWNABLE = 32, /* a pointer that could be freed: objects included, not const */
};

static const struct phrase {
	const char *text;
	enum hr_fact fact;
	int value;
	unsigned fits;
	double weight;
	bool own_only; /* too vague for a sentence of the general text */
} phrases[] = {
	{ "[in,out]", HR_FACT_ROLE, HR_ROLE_INOUT, FITS_WRITABLE, 0.95, false },
	{ "[in, out]", HR_FACT_ROLE, HR_ROLE_INOUT, FITS_WRITABLE, 0.95, false },
	{ "[inout]", HR_FACT_ROLE, HR_ROLE_INOUT, FITS_WRITABLE, 0.95, false },
	{ "(inout)", HR_FACT_ROLE, HR_ROLE_INOUT, FITS_WRITABLE, 0.95, false },
	{ "in/out", HR_FACT_ROLE, HR_ROLE_INOUT, FITS_WRITABLE, 0.85, true },
	{ "inout:", HR_FACT_ROLE, HR_ROLE_INOUT, FITS_WRITABLE, 0.9, true },
	{ "@retval", HR_FACT_ROLE, HR_ROLE_OUT, FITS_WRITABLE, 0.85, true },
	{ "destination to write", HR_FACT_ROLE, HR_ROLE_OUT, FITS_WRITABLE, 0.6, false },
	{ "array of", HR_FACT_ROLE, HR_ROLE_ARRAY, FITS_TABLE, 0.85, true },
	{ "table", HR_FACT_ROLE, HR_ROLE_ARRAY, FITS_TABLE, 0.7, true },
	{ "[out]", HR_FACT_ROLE, HR_ROLE_OUT, FITS_WRITABLE, 0.95, false },
	{ "in which to store", HR_FACT_ROLE, HR_ROLE_OUT, FITS_WRITABLE | FITS_OWNABLE, 0.9, true },
	{ "will be stored", HR_FACT_ROLE, HR_ROLE_OUT, FITS_WRITABLE | FITS_OWNABLE, 0.9, true },
	{ "to store the", HR_FACT_ROLE, HR_ROLE_OUT, FITS_WRITABLE | FITS_OWNABLE, 0.8, true },
	{ "where the result", HR_FACT_ROLE, HR_ROLE_OUT, FITS_WRITABLE | FITS_OWNABLE, 0.8, true },
	{ "to hold the", HR_FACT_ROLE, HR_ROLE_OUT, FITS_WRITABLE, 0.7, true },
	{ "to receive the", HR_FACT_ROLE, HR_ROLE_OUT, FITS_WRITABLE | FITS_OWNABLE, 0.8, true },
	{ "to be filled", HR_FACT_ROLE, HR_ROLE_OUT, FITS_OWNABLE, 0.8, true },
	{ "to fill", HR_FACT_ROLE, HR_ROLE_OUT, FITS_WRITABLE | FITS_OWNABLE, 0.75, true },
	{ "will contain", HR_FACT_ROLE, HR_ROLE_OUT, FITS_WRITABLE, 0.7, true },
	{ "set on success", HR_FACT_ROLE, HR_ROLE_OUT, FITS_WRITABLE, 0.7, true },
	{ "(out)", HR_FACT_ROLE, HR_ROLE_OUT, FITS_WRITABLE, 0.95, false },
	{ "(out caller", HR_FACT_ROLE, HR_ROLE_OUT, FITS_WRITABLE, 0.95, false },
	{ "out:", HR_FACT_ROLE, HR_ROLE_OUT, FITS_WRITABLE, 0.9, true },
	{ "output parameter", HR_FACT_ROLE, HR_ROLE_OUT, FITS_WRITABLE, 0.8, false },
	{ "return location", HR_FACT_ROLE, HR_ROLE_OUT, FITS_WRITABLE, 0.85, false },
	{ "location to store", HR_FACT_ROLE, HR_ROLE_OUT, FITS_WRITABLE, 0.85, false },
	{ "where to store", HR_FACT_ROLE, HR_ROLE_OUT, FITS_WRITABLE, 0.8, false },
	{ "written here", HR_FACT_ROLE, HR_ROLE_OUT, FITS_WRITABLE, 0.8, true },
	{ "write result", HR_FACT_ROLE, HR_ROLE_OUT, FITS_WRITABLE, 0.6, true },
	{ "results of", HR_FACT_ROLE, HR_ROLE_OUT, FITS_WRITABLE, 0.5, true },
	{ "is written into", HR_FACT_ROLE, HR_ROLE_OUT, FITS_WRITABLE, 0.5, false },
	{ "is written to", HR_FACT_ROLE, HR_ROLE_OUT, FITS_WRITABLE, 0.4, false },
	{ "destination buffer", HR_FACT_ROLE, HR_ROLE_OUT, FITS_WRITABLE, 0.5, false },
	{ "output buffer", HR_FACT_ROLE, HR_ROLE_OUT, FITS_WRITABLE, 0.5, false },
	{ "will be filled", HR_FACT_ROLE, HR_ROLE_OUT, FITS_WRITABLE, 0.6, false },
	{ "to be filled", HR_FACT_ROLE, HR_ROLE_OUT, FITS_WRITABLE, 0.6, false },
	{ "receives", HR_FACT_ROLE, HR_ROLE_OUT, FITS_WRITABLE, 0.5, true },
	{ "is set to", HR_FACT_ROLE, HR_ROLE_OUT, FITS_WRITABLE, 0.5, false },
	{ "are copied to", HR_FACT_ROLE, HR_ROLE_OUT, FITS_WRITABLE, 0.5, false },
	{ "are stored in", HR_FACT_ROLE, HR_ROLE_OUT, FITS_WRITABLE, 0.5, false },
	{ "is updated", HR_FACT_ROLE, HR_ROLE_INOUT, FITS_WRITABLE, 0.75, false },
	{ "will be updated", HR_FACT_ROLE, HR_ROLE_INOUT, FITS_WRITABLE, 0.75, true },
	{ "is advanced", HR_FACT_ROLE, HR_ROLE_INOUT, FITS_WRITABLE, 0.75, false },
	{ "is incremented", HR_FACT_ROLE, HR_ROLE_INOUT, FITS_WRITABLE, 0.75, false },
	{ "is increased", HR_FACT_ROLE, HR_ROLE_INOUT, FITS_WRITABLE, 0.75, false },
	{ "on input", HR_FACT_ROLE, HR_ROLE_INOUT, FITS_WRITABLE, 0.75, true },
	{ "on entry", HR_FACT_ROLE, HR_ROLE_INOUT, FITS_WRITABLE, 0.75, true },
	{ "is modified", HR_FACT_ROLE, HR_ROLE_INOUT, FITS_WRITABLE, 0.7, true },
	{ "will be modified", HR_FACT_ROLE, HR_ROLE_INOUT, FITS_WRITABLE, 0.7, true },
	{ "to modify", HR_FACT_ROLE, HR_ROLE_INOUT, FITS_WRITABLE, 0.7, true },
	{ "will be filled", HR_FACT_ROLE, HR_ROLE_OUT, FITS_OWNABLE, 0.8, true },
	{ "filled in", HR_FACT_ROLE, HR_ROLE_OUT, FITS_OWNABLE, 0.75, true },
	{ "filled with", HR_FACT_ROLE, HR_ROLE_OUT, FITS_OWNABLE, 0.75, true },
	{ "to allocate", HR_FACT_ROLE, HR_ROLE_SIZE, FITS_INTEGER, 0.55, true },
	{ "additional bytes", HR_FACT_ROLE, HR_ROLE_SIZE, FITS_INTEGER, 0.55, true },
	{ "expected length", HR_FACT_ROLE, HR_ROLE_SIZE, FITS_INTEGER, 0.5, true },
	{ "expected max length", HR_FACT_ROLE, HR_ROLE_SIZE, FITS_INTEGER, 0.55, true },
	{ "upon entry", HR_FACT_ROLE, HR_ROLE_INOUT, FITS_WRITABLE, 0.3, false },
	{ "read into", HR_FACT_ROLE, HR_ROLE_OUT, FITS_WRITABLE, 0.5, false },
	{ "in place", HR_FACT_ROLE, HR_ROLE_INOUT, FITS_WRITABLE, 0.95, false },
	{ "in-place", HR_FACT_ROLE, HR_ROLE_INOUT, FITS_WRITABLE, 0.95, false },
	{ "file name", HR_FACT_ROLE, HR_ROLE_PATH, FITS_TEXT, 0.7, true },
	{ "filename", HR_FACT_ROLE, HR_ROLE_PATH, FITS_TEXT, 0.7, true },
	{ "path to", HR_FACT_ROLE, HR_ROLE_PATH, FITS_TEXT, 0.7, true },
	{ "name of the file", HR_FACT_ROLE, HR_ROLE_PATH, FITS_TEXT, 0.7, true },
	{ "printf", HR_FACT_ROLE, HR_ROLE_FORMAT, FITS_TEXT, 0.6, true },
	{ "format string", HR_FACT_ROLE, HR_ROLE_FORMAT, FITS_TEXT, 0.7, false },
	{ "nul-terminated", HR_FACT_ROLE, HR_ROLE_STRING, FITS_TEXT, 0.5, false },
	{ "null-terminated", HR_FACT_ROLE, HR_ROLE_STRING, FITS_TEXT, 0.5, false },
	{ "zero-terminated", HR_FACT_ROLE, HR_ROLE_STRING, FITS_TEXT, 0.5, false },
	{ "nul terminated", HR_FACT_ROLE, HR_ROLE_STRING, FITS_TEXT, 0.5, false },
	{ "null terminated", HR_FACT_ROLE, HR_ROLE_STRING, FITS_TEXT, 0.5, false },
	{ "zero terminated", HR_FACT_ROLE, HR_ROLE_STRING, FITS_TEXT, 0.5, false },
	{ "passed to the callback", HR_FACT_ROLE, HR_ROLE_USER_DATA, FITS_UNTYPED, 0.6, false },
	{ "user data", HR_FACT_ROLE, HR_ROLE_USER_DATA, FITS_UNTYPED, 0.6, false },
	{ "user pointer", HR_FACT_ROLE, HR_ROLE_USER_DATA, FITS_UNTYPED, 0.6, false },
	{ "opaque pointer", HR_FACT_ROLE, HR_ROLE_USER_DATA, FITS_UNTYPED, 0.5, true },
	{ "file descriptor", HR_FACT_ROLE, HR_ROLE_DESCRIPTOR, FITS_INTEGER, 0.7, false },
	{ "bitwise or", HR_FACT_ROLE, HR_ROLE_FLAGS, FITS_INTEGER, 0.8, false },
	{ "bitwise-or", HR_FACT_ROLE, HR_ROLE_FLAGS, FITS_INTEGER, 0.8, false },
	{ "bitmask", HR_FACT_ROLE, HR_ROLE_FLAGS, FITS_INTEGER, 0.8, false },
	{ "bit mask", HR_FACT_ROLE, HR_ROLE_FLAGS, FITS_INTEGER, 0.8, false },
	{ "bitmapped", HR_FACT_ROLE, HR_ROLE_FLAGS, FITS_INTEGER, 0.7, false },
	{ "or'ed", HR_FACT_ROLE, HR_ROLE_FLAGS, FITS_INTEGER, 0.7, false },
	{ "ored together", HR_FACT_ROLE, HR_ROLE_FLAGS, FITS_INTEGER, 0.7, false },
	{ "combination of", HR_FACT_ROLE, HR_ROLE_FLAGS, FITS_INTEGER, 0.6, true },
	{ "takes ownership", HR_FACT_ROLE, HR_ROLE_CONSUMED, FITS_OWNABLE, 0.8, false },
	{ "take ownership", HR_FACT_ROLE, HR_ROLE_CONSUMED, FITS_OWNABLE, 0.75, false },
	{ "assumes ownership", HR_FACT_ROLE, HR_ROLE_CONSUMED, FITS_OWNABLE, 0.8, false },
	{ "ownership is transferred", HR_FACT_ROLE, HR_ROLE_CONSUMED, FITS_OWNABLE, 0.8, false },
	{ "ownership of", HR_FACT_ROLE, HR_ROLE_CONSUMED, FITS_OWNABLE, 0.4, true },
	{ "gives up the ownership", HR_FACT_ROLE, HR_ROLE_CONSUMED, FITS_OWNABLE, 0.93, true },
	{ "gives up ownership", HR_FACT_ROLE, HR_ROLE_CONSUMED, FITS_OWNABLE, 0.93, true },
	{ "takes over", HR_FACT_ROLE, HR_ROLE_CONSUMED, FITS_OWNABLE, 0.6, false },
	{ "taken over", HR_FACT_ROLE, HR_ROLE_CONSUMED, FITS_OWNABLE, 0.6, true },
	{ "will free it", HR_FACT_ROLE, HR_ROLE_CONSUMED, FITS_OWNABLE, 0.7, true },
	{ "owns it", HR_FACT_ROLE, HR_ROLE_CONSUMED, FITS_OWNABLE, 0.6, true },
	{ "is responsible for freeing", HR_FACT_ROLE, HR_ROLE_CONSUMED, FITS_OWNABLE, 0.9, true },
	{ "to be freed", HR_FACT_ROLE, HR_ROLE_CONSUMED, FITS_OWNABLE, 0.7, true },
	{ "to free", HR_FACT_ROLE, HR_ROLE_CONSUMED, FITS_OWNABLE, 0.6, true },
	{ "no longer be used", HR_FACT_ROLE, HR_ROLE_CONSUMED, FITS_OWNABLE, 0.9, true },
	{ "must not be used after", HR_FACT_ROLE, HR_ROLE_CONSUMED, FITS_OWNABLE, 0.8, true },
	{ "is destroyed by this", HR_FACT_ROLE, HR_ROLE_CONSUMED, FITS_OWNABLE, 0.9, false },
	{ "is freed by this", HR_FACT_ROLE, HR_ROLE_CONSUMED, FITS_OWNABLE, 0.9, false },
	{ "must not be used any further", HR_FACT_ROLE, HR_ROLE_CONSUMED, FITS_OWNABLE, 0.8, true },
	{ "must not be used any more", HR_FACT_ROLE, HR_ROLE_CONSUMED, FITS_OWNABLE, 0.8, true },
	{ "must not be used anymore", HR_FACT_ROLE, HR_ROLE_CONSUMED, FITS_OWNABLE, 0.8, true },
	{ "may not be used any further", HR_FACT_ROLE, HR_ROLE_CONSUMED, FITS_OWNABLE, 0.8, true },
	{ "may not be used any more", HR_FACT_ROLE, HR_ROLE_CONSUMED, FITS_OWNABLE, 0.8, true },
	{ "may not be used anymore", HR_FACT_ROLE, HR_ROLE_CONSUMED, FITS_OWNABLE, 0.8, true },
	{ "shall not be used any further", HR_FACT_ROLE, HR_ROLE_CONSUMED, FITS_OWNABLE, 0.8, true },
	{ "shall not be used any more", HR_FACT_ROLE, HR_ROLE_CONSUMED, FITS_OWNABLE, 0.8, true },
	{ "shall not be used anymore", HR_FACT_ROLE, HR_ROLE_CONSUMED, FITS_OWNABLE, 0.8, true },
	{ "responsibility for", HR_FACT_ROLE, HR_ROLE_CONSUMED, FITS_OWNABLE, 0.8, false },
	{ "dangling pointer", HR_FACT_ROLE, HR_ROLE_CONSUMED, FITS_OWNABLE, 0.9, false },
	{ "(transfer full)", HR_FACT_ROLE, HR_ROLE_CONSUMED, FITS_OWNABLE, 0.9, false },
	{ "must not be null", HR_FACT_NULLABLE, 0, FITS_POINTER, 0.9, false },
	{ "cannot be null", HR_FACT_NULLABLE, 0, FITS_POINTER, 0.9, false },
	{ "can't be null", HR_FACT_NULLABLE, 0, FITS_POINTER, 0.9, false },
	{ "can not be null", HR_FACT_NULLABLE, 0, FITS_POINTER, 0.9, false },
	{ "may not be null", HR_FACT_NULLABLE, 0, FITS_POINTER, 0.9, false },
	{ "should not be null", HR_FACT_NULLABLE, 0, FITS_POINTER, 0.9, false },
	{ "must be non-null", HR_FACT_NULLABLE, 0, FITS_POINTER, 0.9, false },
	{ "non-null", HR_FACT_NULLABLE, 0, FITS_POINTER, 0.6, true },
	{ "may be null", HR_FACT_NULLABLE, 1, FITS_POINTER, 0.9, false },
	{ "may be a null", HR_FACT_NULLABLE, 1, FITS_POINTER, 0.9, false },
	{ "can be null", HR_FACT_NULLABLE, 1, FITS_POINTER, 0.9, false },
	{ "or null", HR_FACT_NULLABLE, 1, FITS_POINTER, 0.8, true },
	{ "if null", HR_FACT_NULLABLE, 1, FITS_POINTER, 0.7, true },
	{ "is null", HR_FACT_NULLABLE, 1, FITS_POINTER, 0.6, false },
	{ "(nullable)", HR_FACT_NULLABLE, 1, FITS_POINTER, 0.95, false },
	{ "(allow-none)", HR_FACT_NULLABLE, 1, FITS_POINTER, 0.95, false },
	{ "(optional)", HR_FACT_NULLABLE, 1, FITS_POINTER, 0.9, false },
};

static unsigned fits_of(const struct hr_model *model, const struct hr_item *item)
{
	enum hr_class class = hr_classify(model, item->type);
	switch (class) {
	case HR_CLASS_INTEGER:
	case HR_CLASS_ENUM:
		return FITS_INTEGER;
	case HR_CLASS_TEXT:
	case HR_CLASS_BYTES:
	case HR_CLASS_OBJECT:
	case HR_CLASS_SCALARS:
	case HR_CLASS_SLOT: {
		unsigned fits = FITS_POINTER;
		if (!hr_points_to_const(model, item->type))
			fits |= FITS_OWNABLE | (class == HR_CLASS_OBJECT ? 0u : (unsigned)FITS_WRITABLE);
		else if (class == HR_CLASS_OBJECT || class == HR_CLASS_SCALARS)
			fits |= FITS_TABLE;
		if (hr_is_bytes(class))
			fits |= FITS_TEXT;
		if (hr_points_to_void(model, item->type))
			fits |= FITS_UNTYPED;
		return fits;
	}
	case HR_CLASS_FUNCTION:
		return FITS_POINTER;
	default:
		return 0;
	}
}

/* Part of a sentence as evidence: short, on one line. */
static const char *quote(const char *text, const char *at, size_t *length)
{
	enum { BEFORE = 40, AFTER = 50 };
	const char *start = at - text > BEFORE ? at - BEFORE : text;
	while (start > text && start < at && start[-1] != ' ')
		start++;
	while (*start == ' ')
		start++;
	size_t rest = strlen(start);
	*length = rest > (size_t)(at - start) + AFTER ? (size_t)(at - start) + AFTER : rest;
	while (*length > 0 && start[*length - 1] == ' ')
		(*length)--;
	return start;
}

/* "whether zero terminated or not", "need not be NUL-terminated": the phrase is there, its meaning is not. */
bool hr_doc_is_denied(const char *text, const char *at, const char *phrase)
{
	const char *start = at - text > 24 ? at - 24 : text;
	char before[32];
	size_t length = (size_t)(at - start);
	memcpy(before, start, length);
	before[length] = '\0';
	const char *after = at + strlen(phrase);
	return hr_text_find_word(before, "not", false) || strstr(before, "n't") ||
	       hr_text_find_word(before, "whether", false) || hr_text_find_word(before, "without", false) ||
	       hr_text_starts_with(after, " or not");
}

/* "takes ownership of the item object": is the name among the next few words? */
static bool is_object_of(const char *after, const char *name)
{
	enum { NEAR = 30 };
	const char *at = *name ? hr_text_find_word(after, name, true) : NULL;
	return at && at - after < NEAR;
}

/* What stands right before a phrase: the name of the parameter ("if list is NULL"), the result ("the return value cannot be NULL")? */
bool hr_doc_stands_before(const char *text, const char *at, const char *word)
{
	while (at > text && at[-1] == ' ')
		at--;
	size_t length = strlen(word);
	if (!length || (size_t)(at - text) < length || strncasecmp(at - length, word, length) != 0)
		return false;
	at -= length;
	return at == text || !(isalnum((unsigned char)at[-1]) || at[-1] == '_');
}

static bool has_word(const char *text, const char *const *words)
{
	for (const char *const *word = words; *word; word++)
		if (hr_text_find_word(text, *word, false))
			return true;
	return false;
}

/* "is destroyed by this call", not "by this thread"; "the old one is freed by this call" and "if it is freed by this call" are about others. */
static bool is_by_a_call(const char *text, const char *at, const char *phrase)
{
	static const char *const calls[] = { " call", " function", " operation", " routine", " method", NULL };
	static const char *const others[] = { "if", "unless", "old", "previous", "existing", NULL };
	char before[32];
	size_t length = (size_t)(at - text) < sizeof before ? (size_t)(at - text) : sizeof before - 1;
	memcpy(before, at - length, length);
	before[length] = '\0';
	if (has_word(before, others))
		return false;
	for (const char *const *call = calls; *call; call++)
		if (hr_text_starts_with(at + strlen(phrase), *call))
			return true;
	return false;
}

/* What may not be used any more is gone for good: not under a condition, not "any more than needed", and not because the operation is obsolete. */
static bool is_for_good(const char *text, const char *at, const char *phrase)
{
	static const char *const conditions[] = { "if",    "unless", "until",   "while",    "when",       "error",
						  "fails", "failed", "failure", "obsolete", "deprecated", NULL };
	return !hr_text_starts_with(at + strlen(phrase), " than") && !has_word(text, conditions);
}

/* Phrases about an end that are looked at more closely. */
static bool is_meant(const char *text, const char *at, const char *phrase)
{
	if (hr_text_ends_with(phrase, " by this"))
		return is_by_a_call(text, at, phrase);
	return !strstr(phrase, " not be used any") || is_for_good(text, at, phrase);
}

/* How much a phrase about an end counts for this parameter in a sentence that mentions it: "takes ownership of NAME" and "NAME is destroyed by this call" are about it, and
 * "OTHER is destroyed by this call" is not. */
static double share_of_end(const char *text, const char *at, const char *phrase, const char *name, double trust)
{
	if (hr_text_ends_with(phrase, " by this"))
		return hr_doc_stands_before(text, at, name) ? 1.0 : 0.0;
	return is_object_of(at + strlen(phrase), name) ? 1.0 : trust * trust;
}

/* "puts the descriptor into raw mode, if flag is set": of several numbers the one that is called so is meant. */
static bool has_other_descriptor(const struct hr_operation *operation, size_t param)
{
	for (size_t i = 0; i < operation->params.count; i++) {
		struct hr_name_words words;
		hr_name_split(&words, operation->params.data[i].name);
		if (i != param && hr_name_has(&words, hr_words_descriptor))
			return true;
	}
	return false;
}

/* release(T **slot): "it is set to NO_THING". What is written there is nothing that the caller gets. */
bool hr_doc_is_left_empty(const struct hr_doc_reading *reading)
{
	return hr_classify(reading->inference->model, reading->operation->params.data[reading->param].type) ==
		       HR_CLASS_SLOT &&
	       hr_name_ends(hr_words_of(reading->inference, reading->operation));
}

void hr_doc_match_phrases(struct hr_doc_reading *reading, const struct hr_sentence *sentence, bool own, double trust)
{
	const char *text = sentence->lower;
	struct hr_item *item = &reading->operation->params.data[reading->param];
	unsigned fits = fits_of(reading->inference->model, item);
	bool is_slot = hr_classify(reading->inference->model, item->type) == HR_CLASS_SLOT;
	bool is_first_object =
		hr_classify(reading->inference->model, item->type) == HR_CLASS_OBJECT && reading->param == 0;
	for (size_t i = 0; i < sizeof phrases / sizeof *phrases; i++) {
		const struct phrase *phrase = &phrases[i];
		const char *at =
			(phrase->fits & fits) && (own || !phrase->own_only) ? strstr(text, phrase->text) : NULL;
		if (!at || (phrase->value != 0 && hr_doc_is_denied(text, at, phrase->text)) ||
		    !is_meant(text, at, phrase->text))
			continue;
		if (is_first_object && phrase->fact == HR_FACT_ROLE && phrase->value == HR_ROLE_OUT)
			continue;
		if (hr_doc_is_left_empty(reading) && phrase->fact == HR_FACT_ROLE && phrase->value == HR_ROLE_OUT)
			continue;
		/* "seconds until it can no longer be used": nobody takes over a number */
		if (phrase->value == HR_ROLE_CONSUMED && phrase->fact == HR_FACT_ROLE &&
		    hr_classify(reading->inference->model, item->type) == HR_CLASS_SCALARS)
			continue;
		/* what the caller is told to free he was given */
		if (phrase->value == HR_ROLE_CONSUMED && phrase->fact == HR_FACT_ROLE &&
		    !strstr(phrase->text, "will free") && strstr(phrase->text, "free") &&
		    (strstr(text, "caller is resp") || strstr(text, "allocate") || is_slot))
			continue;
		if (phrase->fact == HR_FACT_ROLE && phrase->value == HR_ROLE_DESCRIPTOR && !own &&
		    has_other_descriptor(reading->operation, reading->param))
			continue;
		bool is_about_null = phrase->fact == HR_FACT_NULLABLE;
		if (is_about_null && hr_doc_stands_before(text, at, "value"))
			continue;
		size_t length;
		const char *words = quote(sentence->text, sentence->text + (at - text), &length);
		/* What is changed in place is memory that may be written, whatever else the sentence mentions. */
		bool in_place = phrase->fact == HR_FACT_ROLE && hr_text_starts_with(phrase->text, "in") &&
				hr_text_ends_with(phrase->text, "place");
		double weight = phrase->weight * (in_place ? 1.0 : trust);
		if (phrase->fact == HR_FACT_ROLE && phrase->value == HR_ROLE_CONSUMED && !own)
			weight = phrase->weight * share_of_end(text, at, phrase->text, item->name, trust);
		if (weight <= 0)
			continue;
		/* Of memory that may be written, termination is as likely to be the result. */
		if (phrase->fact == HR_FACT_ROLE && phrase->value == HR_ROLE_STRING && (fits & FITS_WRITABLE))
			weight *= 0.5;
		if (is_about_null && hr_doc_stands_before(text, at, item->name))
			weight = 0.93;
		hr_claim_fact(reading->inference, &item->claims, phrase->fact, phrase->value, -1, DOCS, weight,
			      "\"%.*s\"", (int)length, words);
	}
}
