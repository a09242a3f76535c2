/* Pointers that are returned: whose are they, and who frees them? */
#include "base/text.h"
#include "roles/results.h"
#include "roles/vocabulary.h"

#include <ctype.h>
#include <string.h>

static const char *const owned_phrases[] = { "caller must free",
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
					     "must be passed to",
					     "has to be freed",
					     "memory leak",
					     "allocated using malloc",
					     "caller to free",
					     "must be deleted",
					     "then be freed",
					     "must be released",
					     "obtained from malloc",
					     "you will have to free",
					     "need to be freed",
					     "new reference",
					     "free using",
					     "freed using",
					     "free with",
					     "to be freed",
					     "must free",
					     "responsible for deallocating",
					     "be free'd",
					     "free()'d",
					     "be freed after",
					     "be freed when",
					     "freed by calling",
					     "freed by caller",
					     "deallocated with",
					     "deallocated using",
					     "released with",
					     "released using",
					     "destroyed with",
					     "destroyed using",
					     "caller is responsible",
					     "caller has to free",
					     "you must free",
					     "you should free",
					     "is allocated with malloc",
					     "dynamically allocated",
					     "return allocated",
					     "returns allocated",
					     "return a new ",
					     "returns a new ",
					     "return new ",
					     "return newly",
					     "returns newly",
					     "returns a newly",
					     "returns: a new ",
					     "released by calling",
					     "apply free()",
					     "free() the result",
					     "free() the return",
					     "free the result",
					     NULL };
static const char *const borrowed_phrases[] = {
	"must not be freed",    "should not be freed",  "do not free",   "don't free",           "(transfer none)",
	"owned by the library", "statically allocated", "static string", "must not be modified", "should not free",
	"must not free",        "belongs to the",       "owned by",      "is not referenced",    NULL
};

/* --- who frees it --- */

/* Where so many end the same life, that one of them does says nothing about which one it is. */
enum { MOST_ENDERS = 16 };

static void claim_ender(struct hr_inference *inference, struct hr_operation *operation, size_t ender, bool named)
{
	const struct hr_model *model = inference->model;
	size_t type = hr_model_object(model, operation->result.type);
	const char *what =
		type != HR_NO_TYPE && inference->objects[type].is_object ? model->types.data[type].spelling : NULL;
	hr_claim_fact(inference, &operation->result.claims, HR_FACT_FREED_BY, 1, (int)ender,
		      named ? HR_SOURCE_DOCUMENTATION : HR_SOURCE_SHAPE, named ? 0.9 : 0.6, "'%s' %s%s",
		      model->operations.data[ender].name, what ? "ends the life of a " : "frees memory",
		      what ? what : "");
}

static bool was_named(const struct hr_item *result, size_t ender)
{
	for (size_t i = 0; i < result->claims.count; i++) {
		const struct hr_claim *claim = &result->claims.data[i];
		if (claim->fact == HR_FACT_FREED_BY && claim->source == HR_SOURCE_DOCUMENTATION &&
		    claim->of == (int)ender)
			return true;
	}
	return false;
}

/* The operations that end a life and that the documentation names: of the type, or any when that is HR_NO_TYPE. */
static void claim_named_enders(struct hr_inference *inference, struct hr_operation *operation, size_t type)
{
	const struct hr_model *model = inference->model;
	struct hr_strbuf name = HR_STRBUF_INIT;
	size_t length = 0;
	const char *word = operation->doc ? hr_text_next_word(operation->doc, &length) : NULL;
	for (; word; word = hr_text_next_word(word + length, &length)) {
		size_t index;
		hr_strbuf_clear(&name);
		hr_strbuf_add(&name, word, length);
		if (!hr_map_get(&model->operation_by_name, name.data, &index) || was_named(&operation->result, index))
			continue;
		const struct hr_operation *candidate = &model->operations.data[index];
		if (hr_ends_first(candidate) &&
		    (type == HR_NO_TYPE || hr_model_object(model, candidate->params.data[0].type) == type))
			claim_ender(inference, operation, index, true);
	}
	hr_strbuf_release(&name);
}

static void claim_other_enders(struct hr_inference *inference, struct hr_operation *operation, const hr_indices *enders)
{
	for (size_t i = 0; i < enders->count && enders->count <= MOST_ENDERS; i++)
		if (!was_named(&operation->result, enders->data[i]))
			claim_ender(inference, operation, enders->data[i], false);
}

static void claim_freed_by(struct hr_inference *inference, struct hr_operation *operation)
{
	size_t type = hr_model_object(inference->model, operation->result.type);
	claim_named_enders(inference, operation, type);
	claim_other_enders(inference, operation, &inference->objects[type].enders);
}

/* Untyped memory and text: the documentation, or the API's own free function. */
static void claim_freed_untyped(struct hr_inference *inference, struct hr_operation *operation)
{
	claim_named_enders(inference, operation, HR_NO_TYPE);
	claim_other_enders(inference, operation, &inference->memory_enders);
	hr_claim_fact(inference, &operation->result.claims, HR_FACT_FREED_BY, 1, -1, HR_SOURCE_TYPE, 0.3, "free()");
}

/* --- whose it is --- */

/* What is borrowed is mostly a part of the receiver. */
static void claim_borrowed(const struct hr_result_view *view, enum hr_source source, double weight, const char *why)
{
	struct hr_item *result = &view->operation->result;
	if (hr_has_receiver(view))
		hr_claim_relation(view->inference, result, HR_ROLE_BORROWED, view->receiver, HR_UNIT_NONE, source,
				  weight, "%s", why);
	else
		hr_claim_role(view->inference, result, HR_ROLE_BORROWED, source, weight, "%s", why);
}

static void from_ownership_words(const struct hr_result_view *view)
{
	struct hr_item *result = &view->operation->result;
	const char *phrase = hr_first_phrase(view->doc, borrowed_phrases);
	if (phrase && !strstr(phrase, "static"))
		claim_borrowed(view, HR_SOURCE_DOCUMENTATION, 0.8,
			       hr_arena_printf(&view->inference->model->arena, "\"%s\"", phrase));
	else if (phrase)
		hr_claim_role(view->inference, result, HR_ROLE_BORROWED, HR_SOURCE_DOCUMENTATION, 0.8, "\"%s\"",
			      phrase);
	else if ((phrase = hr_first_phrase(view->doc, owned_phrases)))
		hr_claim_role(view->inference, result, HR_ROLE_OWNED, HR_SOURCE_DOCUMENTATION, 0.88, "\"%s\"", phrase);
}

/* What is known of the object that is returned. */
struct returned {
	size_t type; /* HR_NO_TYPE when it is none */
	bool is_object;
	bool ends; /* somebody ends its life */
	bool is_const;
	bool gets; /* the operation's name says that it was there before */
};

static bool name_gets(const struct hr_name_words *words, bool makes)
{
	return hr_name_has(words, hr_words_get) || (!makes && hr_name_has_loosely(words, hr_words_get));
}

/* The verbs in the operation's name. */
static void from_verbs(const struct hr_result_view *view, struct returned *it)
{
	struct hr_inference *inference = view->inference;
	struct hr_item *result = &view->operation->result;
	const char *name = view->operation->name;
	size_t get = hr_name_find(view->words, hr_words_get);
	/* A copy is new, wherever in the name that stands. */
	size_t make = hr_name_has(view->words, hr_words_copy) ? 0 : hr_name_find(view->words, hr_words_make);
	bool makes = make != HR_NAME_WORDS || hr_name_has_loosely(view->words, hr_words_make) ||
		     hr_name_has_loosely(view->words, hr_words_copy);
	it->gets = name_gets(view->words, makes);
	bool can_be_made = it->is_object ? it->ends || !inference->objects[it->type].by_caller
					 : view->class == HR_CLASS_TEXT || view->class == HR_CLASS_FILE;
	/* open(T *) that returns a T *: the one that it was given */
	static const char *const starts[] = { "open", "start", "begin", "connect", "load", NULL };
	static const char *const creates[] = { "new", "create", "make", "alloc", "from", NULL };
	bool is_given =
		it->is_object && hr_has_receiver(view) && view->receiver == 0 && view->operation->params.count == 1 &&
		view->operation->params.data[0].type.type == result->type.type && hr_name_has(view->words, starts) &&
		!hr_name_has(view->words, creates) && !hr_name_has(view->words, hr_words_copy);
	if (is_given) {
		claim_borrowed(view, HR_SOURCE_SHAPE, 0.7, "it returns such as it was given");
		return;
	}
	if (view->operation->params.count == 0 && view->class == HR_CLASS_TEXT && !makes)
		hr_claim_role(inference, result, HR_ROLE_BORROWED, HR_SOURCE_SHAPE, 0.6,
			      "text out of nothing is static");
	if (hr_name_has_loosely(view->words, hr_words_allocate) && view->class == HR_CLASS_BYTES)
		hr_claim_role(inference, result, HR_ROLE_OWNED, HR_SOURCE_NAME, 0.85, "'%s' allocates", name);
	/* load_samples(path) that returns numbers or bytes, with nothing that they could be a part of */
	bool is_plain = !it->is_object && !it->is_const && !hr_has_receiver(view) &&
			(view->class == HR_CLASS_SCALARS || view->class == HR_CLASS_BYTES);
	if (is_plain && makes && !it->gets)
		hr_claim_role(inference, result, HR_ROLE_OWNED, HR_SOURCE_NAME, 0.55, "'%s' makes it", name);
	if (hr_name_has(view->words, hr_words_give) && it->is_object && hr_has_receiver(view))
		claim_borrowed(view, HR_SOURCE_NAME, 0.7, "what was added belongs to what it was added to");
	else if (makes && (!it->gets || make <= get) && can_be_made)
		hr_claim_role(inference, result, HR_ROLE_OWNED, HR_SOURCE_NAME,
			      hr_name_has(view->words, hr_words_copy) ? 0.93 : 0.75, "'%s' makes one", name);
	else if (it->gets || hr_name_has(view->words, hr_words_part))
		claim_borrowed(view, HR_SOURCE_NAME, it->gets && (hr_has_receiver(view) || !it->ends) ? 0.7 : 0.55,
			       "its name says that it was there before");
	if (view->class == HR_CLASS_TEXT && hr_name_has_loosely(view->words, hr_words_render))
		hr_claim_role(inference, result, HR_ROLE_OWNED, HR_SOURCE_NAME, 0.6, "'%s' makes text", name);
}

/* init functions return what they set up. */
static void from_setting_up(const struct hr_result_view *view, const struct returned *it)
{
	const struct hr_model *model = view->inference->model;
	const struct hr_operation *operation = view->operation;
	struct hr_item *result = &view->operation->result;
	if (!hr_name_has_loosely(view->words, hr_words_init))
		return;
	bool same = hr_has_receiver(view) && it->type != HR_NO_TYPE &&
		    hr_model_object(model, operation->params.data[view->receiver].type) == it->type;
	if (same)
		claim_borrowed(view, HR_SOURCE_SHAPE, 0.85, "it sets up its argument and returns it");
	else if (it->ends)
		hr_claim_role(view->inference, result, HR_ROLE_OWNED, HR_SOURCE_NAME, 0.8,
			      "'%s' begins what has to be ended", operation->name);
	bool untyped_first = operation->params.count &&
			     hr_classify(model, operation->params.data[0].type) == HR_CLASS_BYTES &&
			     !hr_points_to_const(model, operation->params.data[0].type);
	/* … but not what one argument tells nothing of and somebody ends */
	bool is_sized =
		operation->params.count >= 2 && hr_classify(model, operation->params.data[1].type) == HR_CLASS_INTEGER;
	if (untyped_first && (is_sized || !it->ends))
		hr_claim_relation(view->inference, result, HR_ROLE_BORROWED, 0, HR_UNIT_NONE, HR_SOURCE_SHAPE, 0.99,
				  "it sets up memory of the caller's and returns it");
}

/* What the parameters tell: made of nothing, made of something else, or one of them. */
static void from_parameters(const struct hr_result_view *view, const struct returned *it)
{
	const struct hr_model *model = view->inference->model;
	const struct hr_operation *operation = view->operation;
	struct hr_item *result = &view->operation->result;
	for (size_t i = 0; i < operation->params.count && view->class == HR_CLASS_TEXT; i++) {
		enum hr_role role = hr_role_so_far(&operation->params.data[i]);
		if (hr_classify(model, operation->params.data[i].type) == HR_CLASS_TEXT &&
		    (role == HR_ROLE_OUT || role == HR_ROLE_INOUT))
			hr_claim_relation(view->inference, result, HR_ROLE_BORROWED, i, HR_UNIT_NONE, HR_SOURCE_SHAPE,
					  0.99, "it fills a buffer and returns text");
	}
	/* aton(text, address): what is filled is what comes back */
	for (size_t i = 0; i < operation->params.count && view->class != HR_CLASS_TEXT && !it->is_const; i++)
		if (i != view->receiver && operation->params.data[i].type.type == result->type.type &&
		    (hr_role_so_far(&operation->params.data[i]) == HR_ROLE_OUT ||
		     (hr_role_so_far(&operation->params.data[i]) == HR_ROLE_INOUT && hr_is_bytes(view->class))) &&
		    view->class != HR_CLASS_SCALARS)
			hr_claim_relation(view->inference, result, HR_ROLE_BORROWED, i, HR_UNIT_NONE, HR_SOURCE_SHAPE,
					  0.96, "it fills something of this type and returns such");
	if (it->is_const)
		return;
	bool other = it->ends && hr_has_receiver(view) &&
		     hr_model_object(model, operation->params.data[view->receiver].type) != it->type;
	if (other && !it->gets)
		hr_claim_role(view->inference, result, HR_ROLE_OWNED, HR_SOURCE_SHAPE, 0.5,
			      "an object of another type, which has to be ended");
	/* union(const T *, const T *): one that may be changed, of what must not be */
	size_t kin = 0;
	for (size_t i = 0; i < operation->params.count; i++)
		kin += hr_model_object(model, operation->params.data[i].type) == it->type &&
		       hr_points_to_const(model, operation->params.data[i].type);
	if (it->ends && !it->gets && kin >= 2)
		hr_claim_role(view->inference, result, HR_ROLE_OWNED, HR_SOURCE_SHAPE, 0.55,
			      "one that may be changed, made of others that must not be");
	bool bytes = hr_is_bytes(view->class);
	/* Where other text is const, text that is not is the caller's. */
	if (view->class == HR_CLASS_TEXT && view->inference->const_texts >= 2 &&
	    2 * view->inference->const_texts >= view->inference->plain_texts)
		hr_claim_role(view->inference, result, HR_ROLE_OWNED, HR_SOURCE_SHAPE,
			      hr_has_receiver(view) ? 0.45 : 0.6,
			      "text that may be changed, in an API that knows const");
	if (bytes && !it->is_object && !hr_has_receiver(view) && !it->gets)
		hr_claim_role(view->inference, result, HR_ROLE_OWNED, HR_SOURCE_SHAPE, 0.45,
			      "memory that may be written and is part of no object");
	if (it->is_object && !hr_has_receiver(view))
		hr_claim_role(view->inference, result, HR_ROLE_OWNED, HR_SOURCE_SHAPE, it->ends ? 0.75 : 0.5,
			      "an object that is made of no other one");
}

/* get_list and free_list, findall and freeall: what the one yields the other takes back. */
static void from_counterpart(const struct hr_result_view *view)
{
	static const char *const verbs[] = { "get", "list", "find", "alloc", "new", "create", "load", "read" };
	static const char *const ends[] = { "free", "release", "destroy", "delete" };
	for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
		for (size_t k = 0; k < sizeof ends / sizeof *ends; k++) {
			size_t index = hr_counterpart(view->inference, view->operation, verbs[i], ends[k]);
			if (index == HR_NO_TYPE)
				continue;
			const char *name = view->inference->model->operations.data[index].name;
			hr_claim_role(view->inference, &view->operation->result, HR_ROLE_OWNED, HR_SOURCE_NAME, 0.93,
				      "'%s' takes it back", name);
			hr_claim_fact(view->inference, &view->operation->result.claims, HR_FACT_FREED_BY, 1, (int)index,
				      HR_SOURCE_NAME, 0.85, "'%s' is its counterpart", name);
			return;
		}
}

/* The operation of the name with something in front of the word at `at`: register and unregister, Subscribe and Unsubscribe. HR_NO_TYPE: there is none. */
static size_t find_opposite(struct hr_inference *inference, const char *name, size_t at, const char *prefix)
{
	struct hr_strbuf wanted = HR_STRBUF_INIT;
	bool is_capital = isupper((unsigned char)name[at]) != 0;
	size_t index;
	hr_strbuf_add(&wanted, name, at);
	hr_strbuf_addstr(&wanted, prefix);
	hr_strbuf_addstr(&wanted, name + at);
	if (is_capital) {
		wanted.data[at] = (char)toupper((unsigned char)wanted.data[at]);
		wanted.data[at + strlen(prefix)] = (char)tolower((unsigned char)name[at]);
	}
	bool is_there = hr_map_get(&inference->model->operation_by_name, wanted.data, &index);
	hr_strbuf_release(&wanted);
	return is_there ? index : HR_NO_TYPE;
}

/* What listen() returns and unlisten() frees is the caller's to end, although the object that it was made with knows it too. */
static void from_opposite(const struct hr_result_view *view, const struct returned *it)
{
	static const char *const prefixes[] = { "un", "de" };
	struct hr_inference *inference = view->inference;
	const char *name = view->operation->name;
	if (!it->is_object || it->is_const)
		return;
	/* ref() and unref() count: what the one returns is what it was given */
	for (size_t i = 0; i < view->operation->params.count; i++)
		if (hr_model_object(inference->model, view->operation->params.data[i].type) == it->type)
			return;
	for (size_t at = 0; name[at]; at++) {
		bool begins = isalpha((unsigned char)name[at]) &&
			      (at == 0 || !isalnum((unsigned char)name[at - 1]) ||
			       (isupper((unsigned char)name[at]) && islower((unsigned char)name[at - 1])));
		for (size_t i = 0; begins && i < sizeof prefixes / sizeof *prefixes; i++) {
			size_t index = find_opposite(inference, name, at, prefixes[i]);
			if (index == HR_NO_TYPE)
				continue;
			const struct hr_operation *opposite = &inference->model->operations.data[index];
			if (!hr_ends_first(opposite) ||
			    hr_model_object(inference->model, opposite->params.data[0].type) != it->type)
				continue;
			hr_claim_role(inference, &view->operation->result, HR_ROLE_OWNED, HR_SOURCE_NAME, 0.9,
				      "'%s' takes it back", opposite->name);
			hr_claim_fact(inference, &view->operation->result.claims, HR_FACT_FREED_BY, 1, (int)index,
				      HR_SOURCE_NAME, 0.85, "'%s' is its counterpart", opposite->name);
			return;
		}
	}
}

void hr_rules_for_pointer_results(const struct hr_result_view *view)
{
	struct hr_inference *inference = view->inference;
	struct returned it = { .type = hr_model_object(inference->model, view->operation->result.type),
			       .is_const = hr_points_to_const(inference->model, view->operation->result.type) };
	it.is_object = it.type != HR_NO_TYPE && inference->objects[it.type].is_object;
	it.ends = it.is_object && (inference->objects[it.type].ended_by || inference->objects[it.type].enders.count);
	from_ownership_words(view);
	from_counterpart(view);
	from_opposite(view, &it);
	if (it.is_const)
		claim_borrowed(view, HR_SOURCE_TYPE, 0.85, "the caller must not change it");
	from_verbs(view, &it);
	if (hr_name_ends(view->words) && hr_ends_first(view->operation) && it.type != HR_NO_TYPE &&
	    hr_model_object(inference->model, view->operation->params.data[0].type) == it.type)
		hr_claim_role(inference, &view->operation->result, HR_ROLE_BORROWED, HR_SOURCE_SHAPE, 0.9,
			      "what it ends is gone: nothing is left to be returned");
	from_setting_up(view, &it);
	from_parameters(view, &it);
	claim_borrowed(view, HR_SOURCE_TYPE, 0.35, "a pointer of which nobody says that it has to be freed");
	if (it.is_object)
		claim_freed_by(inference, view->operation);
	else
		claim_freed_untyped(inference, view->operation);
}
