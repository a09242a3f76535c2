/* What the documentation says of parameters: phrases (doc_phrases.c), constants that it names, files, directions, ownership.
 *
 * A phrase in what is written about one parameter alone (its comment, its @param entry) counts fully; in a sentence of the general text
 * that mentions it, less, and less still when the sentence mentions other parameters too. */
#include "base/text.h"
#include "roles/doc_reading.h"
#include "roles/inference.h"
#include "roles/vocabulary.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#define DOCS HR_SOURCE_DOCUMENTATION

static size_t constants_with_prefix(const struct hr_model *model, const char *prefix)
{
	size_t count = 0;
	for (size_t i = 0; i < model->constants.count; i++)
		count += hr_text_starts_with(model->constants.data[i].name, prefix);
	return count;
}

/* The integer constants of the API that a text (in lower case) names, "PREFIX_*" for all that begin so. */
struct named_constants {
	size_t count;
	bool are_flags; /* by their names */
};

static void count_constant(struct named_constants *named, const struct hr_model *model, const char *word, size_t length)
{
	char name[64];
	size_t index;
	if (length >= sizeof name || !memchr(word, '_', length))
		return;
	for (size_t i = 0; i < length; i++)
		name[i] = (char)toupper((unsigned char)word[i]);
	name[length] = '\0';
	/* a truth value is no choice */
	if (hr_text_ends_with(name, "_TRUE") || hr_text_ends_with(name, "_FALSE") || hr_text_ends_with(name, "_NULL"))
		return;
	size_t before = named->count;
	if (hr_map_get(&model->constant_by_name, name, &index))
		named->count += model->constants.data[index].kind == HR_CONSTANT_INT;
	else if (name[length - 1] == '_' && (word[length] == '*' || word[length] == 'x'))
		named->count += constants_with_prefix(model, name);
	named->are_flags = named->are_flags || (named->count > before && strstr(name, "FLAG"));
}

static struct named_constants find_constants(const struct hr_model *model, const char *text)
{
	struct named_constants named = { 0, false };
	while (*text) {
		size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_");
		if (length)
			count_constant(&named, model, text, length);
		text += length ? length : 1;
	}
	return named;
}

/* Is it called as one of several things, and nothing else? */
static bool is_called_choice(const char *name)
{
	static const char *const choices[] = { "mode", "type", "kind", "level", "state", "which", NULL };
	struct hr_name_words words;
	hr_name_split(&words, name);
	return words.count && hr_word_is_in(words.words[words.count - 1], choices);
}

/* Does the text, in small letters, say how several become one number? */
static bool combines(const char *text)
{
	static const char *const words[] = { "or",          "bits",    "mask",     "bitmask", "flags",
					     "combination", "combine", "combined", "ored",    NULL };
	for (const char *const *word = words; *word; word++)
		if (hr_text_find_word(text, *word, false))
			return true;
	return strchr(text, '|') != NULL;
}

/* "the thing_kind to look for", of an int: the name of an enum of the API. One that is a word of English ("mode") tells nothing. */
static void match_enum_type(struct hr_doc_reading *reading, const char *text)
{
	struct hr_item *item = &reading->operation->params.data[reading->param];
	const struct hr_model *model = reading->inference->model;
	for (size_t i = 0; i < model->types.count; i++) {
		const struct hr_type *type = &model->types.data[i];
		const char *name = hr_text_starts_with(type->spelling, "enum ") ? type->spelling + 5 : type->spelling;
		struct hr_type_ref ref = { .type = i };
		if (hr_classify(model, ref) != HR_CLASS_ENUM || !type->is_public || !strchr(name, '_') ||
		    !hr_text_find_word(text, name, true))
			continue;
		bool is_called_flags = hr_text_find_any_case(name, "flag") || hr_text_find_any_case(item->name, "flag");
		/* single bits for a "mode": one of them, unless somebody speaks of several */
		bool is_flags = is_called_flags || (hr_model_type(model, ref)->is_flags &&
						    (!is_called_choice(item->name) || combines(text)));
		hr_claim_role(reading->inference, item, is_flags ? HR_ROLE_FLAGS : HR_ROLE_ENUM, DOCS, 0.75,
			      "the documentation names '%s' for it", type->spelling);
		return;
	}
}

/* Two or more constants of the API in what is said of a number: it is one of them, or a combination. One is enough for a number that is
 * called a mode, a level or the like. */
static void match_constants(struct hr_doc_reading *reading, const char *text, double trust)
{
	struct hr_item *item = &reading->operation->params.data[reading->param];
	const struct hr_model *model = reading->inference->model;
	/* Constants in a sentence about the result are results. */
	if (hr_classify(model, item->type) != HR_CLASS_INTEGER || strstr(text, "return"))
		return;
	if (hr_doc_lists_values(text))
		hr_claim_role(reading->inference, item, HR_ROLE_ENUM, DOCS, 0.6 * trust,
			      "the documentation says what each number means");
	struct named_constants named = find_constants(model, text);
	struct hr_name_words words;
	hr_name_split(&words, item->name);
	bool is_choice = hr_name_has(&words, hr_words_choice);
	const char *called = trust == 1.0 ? hr_text_find_word(text, "enum", false) : NULL;
	if (called && !hr_doc_stands_before(text, called, "the"))
		hr_claim_role(reading->inference, item, HR_ROLE_ENUM, DOCS, 0.75, "the documentation calls it an enum");
	if (trust == 1.0)
		match_enum_type(reading, text);
	static const char *const codes[] = { "code", NULL };
	if (trust == 1.0 && hr_name_has(&words, codes) && hr_text_find_word(text, "character", false))
		hr_claim_role(reading->inference, item, HR_ROLE_IN, DOCS, 0.9,
			      "the documentation calls it a character");
	if (named.count == 1 && (strstr(text, "must be") || is_choice))
		hr_claim_role(reading->inference, item, HR_ROLE_ENUM, DOCS, 0.5 * trust,
			      "the documentation names a constant for it");
	/* what is special about a port, a time or a number of things is no choice either */
	static const char *const measures[] = { "port",   "timeout", "time",  "seconds", "len",
						"length", "size",    "count", NULL };
	if (named.count >= 2 && !hr_name_has(&words, measures))
		hr_claim_role(reading->inference, item, named.are_flags ? HR_ROLE_FLAGS : HR_ROLE_ENUM, DOCS,
			      (named.are_flags ? 0.7 : 0.55) * trust, "the documentation names %zu constants for it",
			      named.count);
}

/* "name of the ini file to read": text that is the name of a file. */
static void match_file_name(struct hr_doc_reading *reading, const struct hr_sentence *own)
{
	enum { NEAR = 24 };
	struct hr_item *item = &reading->operation->params.data[reading->param];
	if (hr_classify(reading->inference->model, item->type) != HR_CLASS_TEXT)
		return;
	if (hr_text_find_word(own->lower, "url", false) || hr_text_find_word(own->lower, "uri", false) ||
	    hr_text_find_word(own->lower, "xpath", false))
		hr_claim_role(reading->inference, item, HR_ROLE_STRING, DOCS, 0.85,
			      "a path in something else than files");
	const char *called = *item->name ? hr_text_find_word(own->lower, item->name, true) : NULL;
	const char *start = called ? called + strlen(item->name) : own->lower;
	start += strspn(start, " \t-:");
	if (hr_text_starts_with(start, "path of ") || hr_text_starts_with(start, "path on ") ||
	    hr_text_starts_with(start, "path in "))
		hr_claim_role(reading->inference, item, HR_ROLE_PATH, DOCS, 0.7, "the documentation calls it a path");
	const char *name = strstr(own->lower, "name of the ");
	const char *file = name ? hr_text_find_word(name, "file", false) : NULL;
	if (file && file - name < NEAR)
		hr_claim_role(reading->inference, item, HR_ROLE_PATH, DOCS, 0.75,
			      "the documentation says that it names a file");
}

/* "@param[in]", "@param[out]", "(out)": the direction in the author's words. What an object is for is said by its place too: the
 * first one stays the receiver, and "in,out" tells nothing new of any. */
static void match_direction(struct hr_doc_reading *reading, const struct hr_sentence *own)
{
	static const enum hr_role read_only[] = { [HR_CLASS_TEXT] = HR_ROLE_STRING,
						  [HR_CLASS_BYTES] = HR_ROLE_BUFFER,
						  [HR_CLASS_OBJECT] = HR_ROLE_IN,
						  [HR_CLASS_SCALARS] = HR_ROLE_ARRAY,
						  [HR_CLASS_SLOT] = HR_ROLE_ARRAY };
	struct hr_item *item = &reading->operation->params.data[reading->param];
	enum hr_class class = hr_classify(reading->inference->model, item->type);
	bool out = strstr(own->lower, "[out]") || strstr(own->lower, "(out)") || strstr(own->lower, " out:");
	bool in = strstr(own->lower, "[in]") || strstr(own->lower, "(in)") || strstr(own->lower, " in:");
	if (class == HR_CLASS_OBJECT && out && reading->param > 0)
		hr_claim_role(reading->inference, item, HR_ROLE_OUT, DOCS, 0.93, "the documentation says [out]");
	bool is_first_object = class == HR_CLASS_OBJECT && reading->param == 0;
	if (in && !out && !is_first_object && class < sizeof read_only / sizeof *read_only &&
	    read_only[class] != HR_ROLE_UNKNOWN && !hr_points_to_const(reading->inference->model, item->type))
		hr_claim_role(reading->inference, item, read_only[class], DOCS, class == HR_CLASS_BYTES ? 0.5 : 0.7,
			      "the documentation says [in]");
}

/* Is there an object before this parameter? */
static bool has_object_before(const struct hr_doc_reading *reading)
{
	for (size_t i = 0; i < reading->param; i++)
		if (hr_classify(reading->inference->model, reading->operation->params.data[i].type) == HR_CLASS_OBJECT)
			return true;
	return false;
}

/* "(integer, modify)": the ways in the author's words. The first object stays what the operation is about, unless it is only written. */
static void match_ways(struct hr_doc_reading *reading, const char *own)
{
	struct hr_inference *inference = reading->inference;
	struct hr_item *item = &reading->operation->params.data[reading->param];
	struct hr_doc_ways ways = hr_doc_ways(own);
	enum hr_class class = hr_classify(inference->model, item->type);
	bool is_const = hr_points_to_const(inference->model, item->type) || item->type.qualifiers & HR_CONST;
	if (ways.is_boolean && class == HR_CLASS_INTEGER)
		hr_claim_role(inference, item, HR_ROLE_IN, DOCS, 0.93, "the documentation calls it a boolean");
	if (class == HR_CLASS_OBJECT && ways.in && !ways.out && has_object_before(reading))
		hr_claim_role(inference, item, HR_ROLE_IN, DOCS, 0.9, "the documentation says that it is read");
	if (class < HR_CLASS_TEXT || is_const)
		return;
	if (ways.out && !ways.in && reading->param > 0 && !hr_doc_is_left_empty(reading))
		hr_claim_role(inference, item, HR_ROLE_OUT, DOCS, 0.9, "the documentation says that it is written");
	else if (ways.out && ways.in && class != HR_CLASS_OBJECT)
		hr_claim_role(inference, item, HR_ROLE_INOUT, DOCS, 0.93,
			      "the documentation says that it is read and written");
}

static void read_sentence(void *context, const struct hr_sentence *sentence)
{
	struct hr_doc_reading *reading = context;
	double trust = sentence->others == 0 ? 0.8 : sentence->others == 1 ? 0.5 : 0.35;
	hr_doc_match_phrases(reading, sentence, false, trust);
	if (sentence->others <= 1)
		match_constants(reading, sentence->lower, trust);
}

/* The name of the struct that it points to, by one pointer or two, in the text? */
static bool names_type(const struct hr_model *model, const struct hr_item *item, const char *text, size_t near)
{
	struct hr_type_ref ref = item->type;
	if (hr_classify(model, ref) == HR_CLASS_SLOT)
		ref = hr_model_type(model, ref)->target;
	size_t type = hr_model_object(model, ref);
	if (type == HR_NO_TYPE || hr_points_to_const(model, item->type))
		return false;
	const char *spelling = model->types.data[type].spelling;
	const char *bare = strrchr(spelling, ' ') ? strrchr(spelling, ' ') + 1 : spelling;
	const char *at = hr_text_find_word(text, bare, true);
	return at && (size_t)(at - text) < near;
}

/* "the list then takes ownership of the list_item": of the one parameter of that type, by pointer or in a slot. */
static void read_about_ownership(struct hr_inference *inference, struct hr_operation *operation)
{
	static const char *const passes[] = { "takes ownership of", "take ownership of",    "takes over ownership of",
					      "ownership of the",   "assumes ownership of", NULL };
	static const char *const passing[] = { "pass", "transfer", "take", "assume", "given", NULL };
	enum { NEAR = 32, FARTHER = 120 };
	struct hr_strbuf lower = HR_STRBUF_INIT;
	hr_doc_add_lower(&lower, operation->doc ? operation->doc : "");
	for (size_t i = 0; i < lower.length; i++)
		if (lower.data[i] == '\n')
			lower.data[i] = ' ';
	for (const char *const *phrase = passes; *phrase; phrase++) {
		const char *at = strstr(lower.data, *phrase);
		size_t before = at && at - lower.data > FARTHER / 4 ? FARTHER / 4 : at ? (size_t)(at - lower.data) : 0;
		char around[2 * FARTHER];
		if (!at || hr_doc_is_denied(lower.data, at, *phrase))
			continue;
		snprintf(around, sizeof around, "%.*s", FARTHER + (int)before, at - before);
		bool moves = false;
		for (const char *const *verb = passing; *verb; verb++)
			moves = moves || strstr(around, *verb);
		size_t found = operation->params.count, count = 0;
		for (size_t i = 0; i < operation->params.count; i++)
			if (names_type(inference->model, &operation->params.data[i], at + strlen(*phrase), NEAR)) {
				found = i;
				count++;
			}
		if (!moves || count != 1)
			continue;
		hr_claim_role(inference, &operation->params.data[found], HR_ROLE_CONSUMED, DOCS, 0.93, "\"%s\"",
			      *phrase);
		break;
	}
	hr_strbuf_release(&lower);
}

/* "decrements the reference count": for the caller it is gone. */
static void read_about_references(struct hr_inference *inference, struct hr_operation *operation)
{
	static const char *const drops[] = { "decrement", "decrease", "decreases", "drops", "drop", NULL };
	enum { NEAR = 40 };
	struct hr_item *item = operation->params.count == 1 ? operation->params.data : NULL;
	struct hr_strbuf lower = HR_STRBUF_INIT;
	if (!item || hr_classify(inference->model, item->type) != HR_CLASS_OBJECT ||
	    hr_points_to_const(inference->model, item->type) || operation->result.type.type == item->type.type)
		return;
	hr_doc_add_lower(&lower, operation->doc ? operation->doc : "");
	for (const char *const *drop = drops; *drop; drop++) {
		const char *at = strstr(lower.length ? lower.data : "", *drop);
		const char *count = at ? strstr(at, "reference") : NULL;
		if (count && count - at < NEAR && !hr_doc_is_denied(lower.data, at, *drop)) {
			hr_claim_role(inference, item, HR_ROLE_CONSUMED, DOCS, 0.9, "\"%s … reference\"", *drop);
			break;
		}
	}
	hr_strbuf_release(&lower);
}

/* `void *` of which the documentation says that it is a FILE *, or that is called so. */
static void read_about_stream(struct hr_inference *inference, struct hr_operation *operation, size_t param,
			      const char *own)
{
	static const char *const streams[] = { "file", "fp", "fh", NULL };
	struct hr_item *item = &operation->params.data[param];
	struct hr_name_words words;
	hr_name_split(&words, item->name);
	if (!hr_points_to_void(inference->model, item->type) || hr_points_to_const(inference->model, item->type))
		return;
	/* what callbacks get is theirs, however it is called */
	for (size_t i = 0; i < operation->params.count; i++)
		if (hr_classify(inference->model, operation->params.data[i].type) == HR_CLASS_FUNCTION)
			return;
	bool told = strstr(own, "file *") || strstr(own, "file pointer") || strstr(own, "stdio");
	const struct hr_name_words *verbs = hr_words_of(inference, operation);
	bool is_called = words.count ? words.count == 1 && hr_name_has(&words, streams)
				     : verbs->count > 1 && hr_word_is_in(verbs->words[verbs->count - 1], streams);
	if (told || is_called)
		hr_claim_role(inference, item, HR_ROLE_FILE, told ? DOCS : HR_SOURCE_NAME, told ? 0.9 : 0.8,
			      told ? "the documentation speaks of a FILE *" : "called as a FILE * is");
}

/* "NULL is fine" needs no name where there is but one pointer. */
static void read_about_null(struct hr_inference *inference, struct hr_operation *operation)
{
	static const char *const fine[] = {
		"null is fine",    "null is ok",       "null is allowed", "null is safe",    "null is ignored",
		"null is a no-op", "null is accepted", "null pointer is", "does nothing if", NULL
	};
	size_t pointers = 0, only = 0;
	for (size_t i = 0; i < operation->params.count; i++) {
		enum hr_class class = hr_classify(inference->model, operation->params.data[i].type);
		if (class < HR_CLASS_FUNCTION || class == HR_CLASS_FILE)
			continue;
		pointers++;
		only = i;
	}
	struct hr_strbuf lower = HR_STRBUF_INIT;
	hr_doc_add_lower(&lower, operation->doc ? operation->doc : "");
	for (const char *const *phrase = fine; *phrase && pointers == 1; phrase++)
		if (strstr(lower.data, *phrase))
			hr_claim_fact(inference, &operation->params.data[only].claims, HR_FACT_NULLABLE, 1, -1, DOCS,
				      0.7, "\"%s\"", *phrase);
	hr_strbuf_release(&lower);
}

void hr_rules_from_docs(struct hr_inference *inference, struct hr_operation *operation)
{
	struct hr_strbuf own = HR_STRBUF_INIT, lower = HR_STRBUF_INIT;
	read_about_null(inference, operation);
	read_about_ownership(inference, operation);
	read_about_references(inference, operation);
	for (size_t i = 0; i < operation->params.count; i++) {
		struct hr_doc_reading reading = { inference, operation, i };
		hr_strbuf_clear(&own);
		hr_doc_own_text(&own, operation, i);
		hr_strbuf_clear(&lower);
		hr_doc_add_lower(&lower, own.data);
		read_about_stream(inference, operation, i, own.length ? lower.data : "");
		if (own.length) {
			hr_doc_match_phrases(&reading, &(struct hr_sentence){ own.data, lower.data, 0 }, true, 1.0);
			match_constants(&reading, lower.data, 1.0);
			match_direction(&reading, &(struct hr_sentence){ own.data, lower.data, 0 });
			match_file_name(&reading, &(struct hr_sentence){ own.data, lower.data, 0 });
			match_ways(&reading, lower.data);
		}
		hr_doc_each_sentence(operation, i, read_sentence, &reading);
	}
	hr_strbuf_release(&own);
	hr_strbuf_release(&lower);
}
