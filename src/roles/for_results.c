/* What a result is for, who has to free it, and which result means that the operation refused. */
#include "base/text.h"
#include "roles/inference.h"
#include "roles/vocabulary.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* The documentation in lower case, on one line; the caller releases it. */
static void lower_doc(struct hr_strbuf *out, const struct hr_operation *operation)
{
	for (const char *c = operation->doc ? operation->doc : ""; *c; c++)
		hr_strbuf_addch(out, *c == '\n' || *c == '\t' ? ' ' : (char)tolower((unsigned char)*c));
}

static const char *first_phrase(const char *text, const char *const *phrases)
{
	for (; *phrases; phrases++)
		if (strstr(text, *phrases))
			return *phrases;
	return NULL;
}

/* --- who frees it --- */

static void claim_freed_by(struct hr_inference *inference, struct hr_operation *operation)
{
	const struct hr_model *model = inference->model;
	size_t type = hr_model_object(model, operation->result.type);
	for (size_t i = 0; i < inference->enders.count; i++) {
		size_t index = inference->enders.data[i];
		const struct hr_operation *candidate = &model->operations.data[index];
		if (type == HR_NO_TYPE || hr_model_object(model, candidate->params.data[0].type) != type)
			continue;
		bool named = operation->doc && hr_text_find_word(operation->doc, candidate->name, false);
		hr_claim_fact(inference, &operation->result.claims, HR_FACT_FREED_BY, 1, (int)index,
			      named ? HR_SOURCE_DOCUMENTATION : HR_SOURCE_SHAPE, named ? 0.9 : 0.6,
			      "'%s' ends the life of a %s", candidate->name, model->types.data[type].spelling);
	}
}

/* Untyped memory and text: the documentation, or the API's own free function. */
static void claim_freed_untyped(struct hr_inference *inference, struct hr_operation *operation)
{
	const struct hr_model *model = inference->model;
	for (size_t i = 0; i < inference->enders.count; i++) {
		size_t index = inference->enders.data[i];
		const struct hr_operation *candidate = &model->operations.data[index];
		const struct hr_item *param = &candidate->params.data[0];
		const struct hr_type *pointee = hr_model_type(model, hr_model_pointee(model, param->type));
		bool named = operation->doc && hr_text_find_word(operation->doc, candidate->name, false);
		bool general = candidate->params.count == 1 && pointee && pointee->kind == HR_TYPE_VOID &&
			       hr_model_object(model, param->type) == HR_NO_TYPE;
		if (named || general)
			hr_claim_fact(inference, &operation->result.claims, HR_FACT_FREED_BY, 1, (int)index,
				      named ? HR_SOURCE_DOCUMENTATION : HR_SOURCE_SHAPE, named ? 0.9 : 0.6,
				      "'%s' frees memory", candidate->name);
	}
	hr_claim_fact(inference, &operation->result.claims, HR_FACT_FREED_BY, 1, -1, HR_SOURCE_TYPE, 0.3, "free()");
}

/* --- pointers --- */

/* The parameter that a borrowed result most probably points into: the receiver. */
static size_t lender(const struct hr_operation *operation)
{
	for (size_t i = 0; i < operation->params.count; i++)
		if (hr_role_so_far(&operation->params.data[i]) == HR_ROLE_RECEIVER)
			return i;
	return operation->params.count;
}

static void claim_borrowed(struct hr_inference *inference, struct hr_operation *operation, enum hr_source source,
			   double weight, const char *why)
{
	size_t from = lender(operation);
	if (from < operation->params.count)
		hr_claim_relation(inference, &operation->result, HR_ROLE_BORROWED, from, HR_UNIT_NONE, source, weight,
				  "%s", why);
	else
		hr_claim_role(inference, &operation->result, HR_ROLE_BORROWED, source, weight, "%s", why);
}

static void from_ownership_words(struct hr_inference *inference, struct hr_operation *operation, const char *doc)
{
	static const char *const owned[] = { "caller must free",
					     "caller should free",
					     "should be freed",
					     "must be freed",
					     "needs to be freed",
					     "be freed by the caller",
					     "free it",
					     "free the returned",
					     "freed with",
					     "free()d",
					     "responsible for freeing",
					     "newly allocated",
					     "newly-allocated",
					     "(transfer full)",
					     "caller owns",
					     "free when finished",
					     "free the char*",
					     "must be passed to",
					     "has to be freed",
					     "memory leak",
					     "allocated using malloc",
					     "caller to free",
					     "must be deleted",
					     "then be freed",
					     "allocated by `malloc`",
					     "should be `free`d",
					     "must be released",
					     "obtained from malloc",
					     "you will have to free",
					     "need to be freed",
					     "new reference",
					     "responsible for deallocating",
					     NULL };
	static const char *const borrowed[] = { "must not be freed",
						"should not be freed",
						"do not free",
						"don't free",
						"(transfer none)",
						"owned by the library",
						"statically allocated",
						"static string",
						"must not be modified",
						"should not free",
						"must not free",
						"belongs to the",
						"owned by",
						NULL };
	const char *phrase = first_phrase(doc, borrowed);
	if (phrase && !strstr(phrase, "static"))
		claim_borrowed(inference, operation, HR_SOURCE_DOCUMENTATION, 0.8,
			       hr_arena_printf(&inference->model->arena, "\"%s\"", phrase));
	else if (phrase)
		hr_claim_role(inference, &operation->result, HR_ROLE_BORROWED, HR_SOURCE_DOCUMENTATION, 0.8, "\"%s\"",
			      phrase);
	else if ((phrase = first_phrase(doc, owned)))
		hr_claim_role(inference, &operation->result, HR_ROLE_OWNED, HR_SOURCE_DOCUMENTATION, 0.8, "\"%s\"",
			      phrase);
}

static void about_pointer(struct hr_inference *inference, struct hr_operation *operation, const char *doc)
{
	const struct hr_model *model = inference->model;
	const struct hr_name_words *words = hr_words_of(inference, operation);
	struct hr_item *result = &operation->result;
	enum hr_class class = hr_classify(model, result->type);
	size_t type = hr_model_object(model, result->type);
	bool is_object = type != HR_NO_TYPE && inference->objects[type].is_object;
	bool ends = is_object && inference->objects[type].ended_by;
	from_ownership_words(inference, operation, doc);
	if (hr_points_to_const(model, result->type))
		claim_borrowed(inference, operation, HR_SOURCE_TYPE, 0.85, "the caller must not change it");
	size_t get = hr_name_find(words, hr_words_get);
	size_t make = hr_name_find(words, hr_words_make);
	if (hr_name_has(words, hr_words_copy))
		make = 0; /* a copy is new, wherever in the name that stands */
	bool makes = make != HR_NAME_WORDS || hr_name_has_loosely(words, hr_words_make) ||
		     hr_name_has_loosely(words, hr_words_copy);
	bool gets = get != HR_NAME_WORDS || (!makes && hr_name_has_loosely(words, hr_words_get));
	bool adds = hr_name_has(words, hr_words_give);
	if (hr_name_has_loosely(words, hr_words_allocate) && class == HR_CLASS_BYTES)
		hr_claim_role(inference, result, HR_ROLE_OWNED, HR_SOURCE_NAME, 0.85, "'%s' allocates",
			      operation->name);
	if (adds && is_object && lender(operation) < operation->params.count)
		claim_borrowed(inference, operation, HR_SOURCE_NAME, 0.7,
			       "what was added belongs to what it was added to");
	else if (makes && (!gets || make <= get) &&
		 (is_object ? ends || !inference->objects[type].by_caller : class == HR_CLASS_TEXT))
		hr_claim_role(inference, result, HR_ROLE_OWNED, HR_SOURCE_NAME, 0.75, "'%s' makes one",
			      operation->name);
	else if (gets || hr_name_has(words, hr_words_part))
		claim_borrowed(inference, operation, HR_SOURCE_NAME,
			       gets && (lender(operation) < operation->params.count || !ends) ? 0.7 : 0.55,
			       "its name says that it was there before");
	if (class == HR_CLASS_TEXT && hr_name_has_loosely(words, hr_words_render))
		hr_claim_role(inference, result, HR_ROLE_OWNED, HR_SOURCE_NAME, 0.6, "'%s' makes text",
			      operation->name);
	size_t from = lender(operation);
	bool other = ends && from < operation->params.count &&
		     hr_model_object(model, operation->params.data[from].type) != type;
	if (other && !gets && !hr_points_to_const(model, result->type))
		hr_claim_role(inference, result, HR_ROLE_OWNED, HR_SOURCE_SHAPE, 0.5,
			      "an object of another type, which has to be ended");
	bool same = from < operation->params.count && type != HR_NO_TYPE &&
		    hr_model_object(model, operation->params.data[from].type) == type;
	if (same && hr_name_has_loosely(words, hr_words_init))
		claim_borrowed(inference, operation, HR_SOURCE_SHAPE, 0.85, "it sets up its argument and returns it");
	else if (ends && hr_name_has_loosely(words, hr_words_init))
		hr_claim_role(inference, result, HR_ROLE_OWNED, HR_SOURCE_NAME, 0.8, "'%s' begins what has to be ended",
			      operation->name);
	for (size_t i = 0; i < operation->params.count && class == HR_CLASS_TEXT; i++)
		if (hr_classify(model, operation->params.data[i].type) == HR_CLASS_TEXT &&
		    (hr_role_so_far(&operation->params.data[i]) == HR_ROLE_OUT ||
		     hr_role_so_far(&operation->params.data[i]) == HR_ROLE_INOUT))
			hr_claim_relation(inference, result, HR_ROLE_BORROWED, i, HR_UNIT_NONE, HR_SOURCE_SHAPE, 0.96,
					  "it fills a buffer and returns text");
	bool untyped_first = operation->params.count &&
			     hr_classify(model, operation->params.data[0].type) == HR_CLASS_BYTES &&
			     !hr_points_to_const(model, operation->params.data[0].type);
	if (untyped_first && hr_name_has_loosely(words, hr_words_init))
		hr_claim_relation(inference, result, HR_ROLE_BORROWED, 0, HR_UNIT_NONE, HR_SOURCE_SHAPE, 0.93,
				  "it sets up memory of the caller's and returns it");
	if ((class == HR_CLASS_TEXT || class == HR_CLASS_BYTES) && !is_object && from == operation->params.count &&
	    !gets && !hr_points_to_const(model, result->type))
		hr_claim_role(inference, result, HR_ROLE_OWNED, HR_SOURCE_SHAPE, 0.45,
			      "memory that may be written and is part of no object");
	if (is_object && from == operation->params.count && !hr_points_to_const(model, result->type))
		hr_claim_role(inference, result, HR_ROLE_OWNED, HR_SOURCE_SHAPE, ends ? 0.75 : 0.5,
			      "an object that is made of no other one");
	claim_borrowed(inference, operation, HR_SOURCE_TYPE, 0.35,
		       "a pointer of which nobody says that it has to be freed");
	if (is_object)
		claim_freed_by(inference, operation);
	else
		claim_freed_untyped(inference, operation);
}

/* --- numbers --- */

/* The first constant of the API that the documentation says is returned for success, or -1. */
static int good_constant(const struct hr_inference *inference, const struct hr_operation *operation)
{
	const struct hr_model *model = inference->model;
	for (const char *at = operation->doc; at && (at = hr_text_find_any_case(at, "return")); at++) {
		for (const char *c = at; *c && c - at < 60;) {
			size_t length = strspn(c, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_");
			char name[64];
			size_t index;
			if (length && length < sizeof name) {
				memcpy(name, c, length);
				name[length] = '\0';
				bool good = hr_text_ends_with(name, "_OK") || hr_text_ends_with(name, "SUCCESS") ||
					    hr_text_ends_with(name, "_ok") || hr_text_ends_with(name, "_OKAY");
				if (good && hr_map_get(&model->constant_by_name, name, &index))
					return (int)index;
			}
			c += length ? length : 1;
		}
	}
	return -1;
}

static bool is_status_type(const struct hr_model *model, struct hr_type_ref ref)
{
	for (int depth = 0; depth < 8 && ref.type != HR_NO_TYPE; depth++) {
		const struct hr_type *type = &model->types.data[ref.type];
		struct hr_name_words words;
		hr_name_split(&words, type->spelling);
		if ((type->kind == HR_TYPE_TYPEDEF || type->kind == HR_TYPE_ENUM) &&
		    hr_name_has_loosely(&words, hr_words_status_type))
			return true;
		if (type->kind != HR_TYPE_TYPEDEF)
			return false;
		ref = type->target;
	}
	return false;
}

static bool is_in(const char *word, const char *const *list)
{
	for (; *list; list++)
		if (strcmp(word, *list) == 0)
			return true;
	return false;
}

/* Of a text that describes several operations, does the phrase speak of this one? The nearest name before it decides. */
static bool mentions_itself(const struct hr_operation *operation, const char *doc, const char *phrase)
{
	const char *at = strstr(doc, phrase);
	const char *call = NULL;
	for (const char *c = strstr(doc, "()"); c && c < at; c = strstr(c + 2, "()"))
		call = c;
	size_t length = strlen(operation->name);
	const char *name = NULL;
	for (const char *c = hr_text_find_word(doc, operation->name, true); c && c < at;
	     c = hr_text_find_word(c + 1, operation->name, true))
		name = c;
	if (!call || at - call > 120 || (name && name >= call - length))
		return true;
	return (size_t)(call - doc) >= length && strncasecmp(call - length, operation->name, length) == 0;
}

/* "@return the number of bytes", "return : nb of bytes written": what is counted, or NULL. */
static const char *returned_amount(const char *doc)
{
	static const char *const amounts[] = { "number of", "nb of",     "the size", "the length",
					       "count of",  "amount of", "size of",  NULL };
	enum { NEAR = 16 };
	for (const char *at = strstr(doc, "return"); at; at = strstr(at + 1, "return"))
		for (const char *const *amount = amounts; *amount; amount++) {
			const char *found = strstr(at, *amount);
			if (found && found - at < NEAR)
				return *amount;
		}
	return NULL;
}

/* "@returns the node id or 0 on error": something definite that is no word for success. */
static bool returns_thing(const char *doc)
{
	static const char *const starts[] = { "@return the ", "@returns the ", "\\return the ", "\\returns the ",
					      NULL };
	static const char *const not_things[] = { "error", "status", "result", "return", "success", NULL };
	const char *start = first_phrase(doc, starts);
	if (!start)
		return false;
	const char *thing = strstr(doc, start) + strlen(start);
	for (const char *const *word = not_things; *word; word++)
		if (hr_text_starts_with(thing, *word))
			return false;
	return true;
}

/* "isupper", "has_child": a name that begins a question. */
static bool is_question(const struct hr_name_words *words)
{
	enum { SHORTEST = 5 };
	for (size_t i = 0; i < words->count; i++)
		if (hr_text_starts_with(words->words[i], "is") && strlen(words->words[i]) >= SHORTEST)
			return true;
	return false;
}

/* What the parameters tell about a number that is returned: claims from the shape of the operation. */
static void from_parameters(struct hr_inference *inference, struct hr_operation *operation, bool wide)
{
	static const char *const transfers[] = { "read",  "write",  "recv",  "send", "puts", "printf",
						 "fread", "fwrite", "print", "gets", NULL };
	const struct hr_model *model = inference->model;
	struct hr_item *result = &operation->result;
	size_t pointers = 0, lengths = 0;
	bool fills = false, answers = false, to_file = false;
	for (size_t i = 0; i < operation->params.count; i++) {
		const struct hr_item *item = &operation->params.data[i];
		enum hr_class class = hr_classify(model, item->type);
		enum hr_role role = hr_role_so_far(item);
		bool bytes = class == HR_CLASS_TEXT || class == HR_CLASS_BYTES;
		pointers += class >= HR_CLASS_FUNCTION;
		to_file = to_file || class == HR_CLASS_FILE;
		lengths += role == HR_ROLE_LENGTH || role == HR_ROLE_CAPACITY;
		fills = fills || (role == HR_ROLE_CAPACITY && class == HR_CLASS_INTEGER);
		answers = answers || (role == HR_ROLE_OUT && !bytes) ||
			  (role == HR_ROLE_CAPACITY && class == HR_CLASS_SCALARS);
	}
	if (answers && !wide)
		hr_claim_role(inference, result, HR_ROLE_STATUS, HR_SOURCE_SHAPE, 0.6,
			      "the answer goes into a parameter");
	else if (fills)
		hr_claim_role(inference, result, HR_ROLE_VALUE, HR_SOURCE_SHAPE, 0.92,
			      "it fills a buffer, and says how far");
	else if (lengths && !to_file && hr_name_has_loosely(hr_words_of(inference, operation), transfers))
		hr_claim_role(inference, result, HR_ROLE_VALUE, HR_SOURCE_SHAPE, 0.9,
			      "it moves bytes, and says how many");
	else if (!pointers && operation->params.count &&
		 !hr_name_has_loosely(hr_words_of(inference, operation), hr_words_change))
		hr_claim_role(inference, result, HR_ROLE_VALUE, HR_SOURCE_SHAPE, 0.7, "it computes from numbers alone");
}

static const char *const success_phrases[] = { "on success", "if success",   "if successful",    "success",
					       "on error",   "on failure",   "returns -1",       "0 if ok",
					       "error code", "non-zero if",  "nonzero if",       "return code",
					       "if failed",  "upon success", "in case of error", "returns zero",
					       "false if",   "true if",      "if error",         "returns 1 on",
					       NULL };

static void about_number(struct hr_inference *inference, struct hr_operation *operation, const char *doc)
{
	const struct hr_model *model = inference->model;
	const struct hr_name_words *words = hr_words_of(inference, operation);
	struct hr_item *result = &operation->result;
	const struct hr_type *type = hr_model_type(model, result->type);
	enum hr_class class = hr_classify(model, result->type);
	bool boolean = hr_is_boolean(model, result->type);
	bool wide = class == HR_CLASS_FLOAT ||
		    (type->kind == HR_TYPE_INT && !boolean && (type->size != 4 || !type->is_signed));
	size_t ask = hr_name_find(words, hr_words_ask);
	size_t change = hr_name_find(words, hr_words_change);
	static const char *const changes[] = { "set",      "add",    "remove",  "insert", "append",
					       "put",      "init",   "reset",   "enable", "disable",
					       "register", "delete", "replace", "update", NULL };
	bool asks_last =
		words->count && is_in(words->words[words->count - 1], hr_words_ask) && !hr_name_has(words, changes);
	bool asks_loosely = ask == HR_NAME_WORDS && change == HR_NAME_WORDS && hr_name_has_loosely(words, hr_words_ask);
	static const char *const numbers[] = { "returns the number",   "return the number",
					       "returns number",       "returns the length",
					       "returns the size",     "returns the index",
					       "return the index",     "returns a count",
					       "returns the count",    "number of bytes written",
					       "number of bytes read", "number of characters written",
					       "return true (1)",      "returns zero if and only if",
					       "return the size",      "return the length",
					       "returns the position", NULL };
	const char *number = first_phrase(doc, numbers);
	if (!number)
		number = returned_amount(doc);
	if (returns_thing(doc))
		hr_claim_role(inference, result, HR_ROLE_VALUE, HR_SOURCE_DOCUMENTATION, 0.93,
			      "the documentation says what it returns");
	if (number && mentions_itself(operation, doc, number))
		hr_claim_role(inference, result, HR_ROLE_VALUE, HR_SOURCE_DOCUMENTATION, 0.93, "\"%s\"", number);
	if (is_status_type(model, result->type) && (class == HR_CLASS_ENUM || class == HR_CLASS_INTEGER))
		hr_claim_role(inference, result, HR_ROLE_STATUS, HR_SOURCE_TYPE, 0.8, "its type is called '%s'",
			      model->types.data[result->type.type].spelling);
	else if (class == HR_CLASS_ENUM || wide)
		hr_claim_role(inference, result, HR_ROLE_VALUE, HR_SOURCE_TYPE, 0.8,
			      "a type that has more to say than success");
	int good = good_constant(inference, operation);
	if (good >= 0)
		hr_claim_role(inference, result, HR_ROLE_STATUS, HR_SOURCE_DOCUMENTATION, 0.85, "it returns %s",
			      model->constants.data[good].name);
	const char *phrase = first_phrase(doc, success_phrases);
	static const char *const certain[] = { "0 on success", "zero on success", "error code or",
					       "0 if success", "0 if ok",         NULL };
	const char *clear = first_phrase(doc, certain);
	if (clear && !wide && mentions_itself(operation, doc, clear))
		hr_claim_role(inference, result, HR_ROLE_STATUS, HR_SOURCE_DOCUMENTATION, 0.93, "\"%s\"", clear);
	if (phrase && !wide && mentions_itself(operation, doc, phrase))
		hr_claim_role(inference, result, HR_ROLE_STATUS, HR_SOURCE_DOCUMENTATION, 0.5, "\"%s\"", phrase);
	if ((ask != HR_NAME_WORDS && (change == HR_NAME_WORDS || ask < change || asks_last)) || asks_loosely)
		hr_claim_role(inference, result, HR_ROLE_VALUE, HR_SOURCE_NAME, 0.78, "'%s' asks for something",
			      operation->name);
	else if (change != HR_NAME_WORDS || hr_name_has_loosely(words, hr_words_change))
		hr_claim_role(inference, result, HR_ROLE_STATUS, HR_SOURCE_NAME, wide ? 0.3 : 0.6,
			      "'%s' does something", operation->name);
	size_t receiver = lender(operation);
	if (receiver < operation->params.count) {
		bool fixed = hr_points_to_const(model, operation->params.data[receiver].type);
		hr_claim_role(inference, result, fixed ? HR_ROLE_VALUE : HR_ROLE_STATUS, HR_SOURCE_SHAPE,
			      fixed ? 0.6 : 0.35,
			      fixed ? "its receiver is not changed" : "its receiver may be changed");
	} else if (operation->params.count == 0) {
		hr_claim_role(inference, result, HR_ROLE_VALUE, HR_SOURCE_SHAPE, 0.5, "it takes nothing");
	}
	static const char *const getters[] = { "get", NULL };
	from_parameters(inference, operation, wide);
	if (class == HR_CLASS_ENUM && hr_name_has(words, getters))
		hr_claim_role(inference, result, HR_ROLE_VALUE, HR_SOURCE_NAME, 0.6, "'%s' reads a code",
			      operation->name);
	if (is_question(words) || (boolean && change == HR_NAME_WORDS))
		hr_claim_role(inference, result, HR_ROLE_VALUE, HR_SOURCE_NAME, 0.7, "a question");
	hr_claim_role(inference, result, class == HR_CLASS_STRUCT ? HR_ROLE_VALUE : HR_ROLE_STATUS, HR_SOURCE_TYPE,
		      class == HR_CLASS_STRUCT ? 0.9 : 0.25,
		      class == HR_CLASS_STRUCT ? "a struct by value" : "a small number");
}

/* --- the error convention --- */

static void claim_error(struct hr_inference *inference, struct hr_operation *operation,
			enum hr_error_convention convention, int good, enum hr_source source, double weight,
			const char *why)
{
	hr_claim_fact(inference, &operation->claims, HR_FACT_ERROR, convention, good, source, weight, "%s", why);
}

/* The constant for the enumerator with the value 0 of an enum; -1 when there is none. */
static int zero_enumerator(const struct hr_model *model, struct hr_type_ref ref)
{
	const struct hr_type *type = hr_model_type(model, ref);
	size_t index;
	for (size_t i = 0; type && type->kind == HR_TYPE_ENUM && i < type->enumerators.count; i++)
		if (type->enumerators.data[i].value == 0 &&
		    hr_map_get(&model->constant_by_name, type->enumerators.data[i].name, &index))
			return (int)index;
	return -1;
}

static void about_errors(struct hr_inference *inference, struct hr_operation *operation, const char *doc)
{
	static const struct {
		const char *phrase;
		enum hr_error_convention convention;
	} said[] = {
		{ "returns null", HR_REFUSED_NULL },       { "return null", HR_REFUSED_NULL },
		{ "null on error", HR_REFUSED_NULL },      { "null if", HR_REFUSED_NULL },
		{ "returns -1", HR_REFUSED_NEGATIVE },     { "-1 on", HR_REFUSED_NEGATIVE },
		{ "-1 if", HR_REFUSED_NEGATIVE },          { "negative", HR_REFUSED_NEGATIVE },
		{ "0 on success", HR_REFUSED_NONZERO },    { "zero on success", HR_REFUSED_NONZERO },
		{ "0 if success", HR_REFUSED_NONZERO },    { "1 on success", HR_REFUSED_ZERO },
		{ "nonzero on success", HR_REFUSED_ZERO }, { "0 on failure", HR_REFUSED_ZERO },
		{ "0 on error", HR_REFUSED_ZERO },         { "0 if error", HR_REFUSED_ZERO },
		{ "false if", HR_REFUSED_ZERO },           { "true on success", HR_REFUSED_ZERO },
		{ "returns 0 if", HR_REFUSED_ZERO },
	};
	struct hr_item *result = &operation->result;
	enum hr_class class = hr_classify(inference->model, result->type);
	enum hr_role role = hr_role_so_far(result);
	bool pointer = class >= HR_CLASS_FUNCTION && class <= HR_CLASS_SLOT;
	if (class == HR_CLASS_VOID) {
		claim_error(inference, operation, HR_REFUSED_NEVER, -1, HR_SOURCE_TYPE, 0.9, "it returns nothing");
		return;
	}
	for (size_t i = 0; i < sizeof said / sizeof *said; i++)
		if (strstr(doc, said[i].phrase) && pointer == (said[i].convention == HR_REFUSED_NULL))
			claim_error(inference, operation, said[i].convention, -1, HR_SOURCE_DOCUMENTATION, 0.7,
				    said[i].phrase);
	if (strstr(doc, "never null") && pointer) {
		claim_error(inference, operation, HR_REFUSED_NEVER, -1, HR_SOURCE_DOCUMENTATION, 0.9, "\"never NULL\"");
		hr_claim_fact(inference, &result->claims, HR_FACT_NULLABLE, 0, -1, HR_SOURCE_DOCUMENTATION, 0.9,
			      "\"never NULL\"");
	}
	int good = pointer ? -1 : good_constant(inference, operation);
	int zero = role == HR_ROLE_STATUS ? zero_enumerator(inference->model, result->type) : -1;
	if (zero >= 0)
		claim_error(inference, operation, HR_REFUSED_NONZERO, zero, HR_SOURCE_TYPE, 0.8,
			    "the enumerator that is zero is the good one");
	if (good >= 0)
		claim_error(inference, operation, HR_REFUSED_NONZERO, good, HR_SOURCE_DOCUMENTATION, 0.85,
			    "the documentation names the good value");
	if (pointer)
		claim_error(inference, operation, HR_REFUSED_NULL, -1, HR_SOURCE_TYPE, 0.6, "a pointer can be NULL");
	else if (role == HR_ROLE_STATUS &&
		 (class == HR_CLASS_BOOL ||
		  hr_text_find_any_case(inference->model->types.data[result->type.type].spelling, "bool")))
		claim_error(inference, operation, HR_REFUSED_ZERO, -1, HR_SOURCE_TYPE, 0.8,
			    "a boolean: false is refused");
	else if (role == HR_ROLE_STATUS)
		claim_error(inference, operation, HR_REFUSED_NONZERO, -1, HR_SOURCE_TYPE, 0.4,
			    "a status is mostly zero when all is well");
	else
		claim_error(inference, operation, HR_REFUSED_NEVER, -1, HR_SOURCE_TYPE, 0.3, "its result is an answer");
}

void hr_rules_for_results(struct hr_inference *inference, struct hr_operation *operation)
{
	struct hr_strbuf doc = HR_STRBUF_INIT;
	lower_doc(&doc, operation);
	struct hr_item *result = &operation->result;
	enum hr_class class = hr_classify(inference->model, result->type);
	if (class == HR_CLASS_VOID || result->type.type == HR_NO_TYPE)
		hr_claim_role(inference, result, HR_ROLE_NONE, HR_SOURCE_TYPE, 0.99, "void");
	else if (class >= HR_CLASS_FUNCTION && class <= HR_CLASS_SLOT)
		about_pointer(inference, operation, doc.data);
	else
		about_number(inference, operation, doc.data);
	if (result->type.type != HR_NO_TYPE)
		about_errors(inference, operation, doc.data);
	hr_strbuf_release(&doc);
}
