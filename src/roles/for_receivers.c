/* Which object an operation is about, which ones it takes over. */
#include "base/text.h"
#include "roles/inference.h"
#include "roles/vocabulary.h"

#include <string.h>

#define SHAPE HR_SOURCE_SHAPE

static const struct hr_object *object_of(const struct hr_inference *inference, const struct hr_item *item)
{
	enum hr_class class = hr_classify(inference->model, item->type);
	if (class != HR_CLASS_OBJECT && class != HR_CLASS_BYTES)
		return NULL;
	size_t type = hr_model_object(inference->model, item->type);
	return type != HR_NO_TYPE && inference->objects[type].is_object ? &inference->objects[type] : NULL;
}

/* `delete(x)`, `free(x, free_element)` and `close(x, flags)` end x; `delete(list, index)` and `remove(map, "key")` end a part of it. */
static bool is_all_it_ends(const struct hr_inference *inference, const struct hr_operation *operation, size_t position)
{
	static const char *const whole[] = {
		"free", "destroy", "close", "unref", "release", "dispose", "finalize", NULL
	};
	const struct hr_name_words *words = hr_words_of(inference, operation);
	bool wholly = words->count && hr_name_find(words, whole) == words->count - 1;
	for (size_t i = 0; i < operation->params.count; i++) {
		enum hr_class other = hr_classify(inference->model, operation->params.data[i].type);
		/* numbers that are only read are a key */
		bool harmless = other == HR_CLASS_FUNCTION || other == HR_CLASS_OBJECT ||
				(other == HR_CLASS_SCALARS &&
				 !hr_points_to_const(inference->model, operation->params.data[i].type));
		/* close(connection, fd): the number stands for what ends */
		struct hr_name_words names;
		hr_name_split(&names, operation->params.data[i].name);
		if (other == HR_CLASS_INTEGER && i != position && hr_name_has(&names, hr_words_descriptor))
			return false;
		if (i != position && !harmless && !(wholly && (other == HR_CLASS_INTEGER || other == HR_CLASS_ENUM)))
			return false;
	}
	return true;
}

static bool speaks_of(const struct hr_name_words *words, size_t from, const char *name)
{
	enum { SHORTEST = 3 };
	struct hr_name_words other;
	hr_name_split(&other, name);
	for (size_t i = from; i < words->count; i++)
		for (size_t k = 0; k < other.count; k++) {
			bool is_long = strlen(words->words[i]) >= SHORTEST && strlen(other.words[k]) >= SHORTEST;
			if (is_long ? strncmp(words->words[i], other.words[k], strlen(other.words[k])) == 0
				    : strlen(other.words[k]) >= 2 && strcmp(words->words[i], other.words[k]) == 0)
				return true;
		}
	return false;
}

static const char *type_name(const struct hr_inference *inference, const struct hr_item *item)
{
	size_t type = hr_model_object(inference->model, item->type);
	return type == HR_NO_TYPE ? "" : inference->model->types.data[type].spelling;
}

/* free_node(tree, node), mem_free(allocator, pointer): the second one is what is freed. Its position, or the number of parameters. */
static size_t freed_besides(const struct hr_inference *inference, const struct hr_operation *operation)
{
	const struct hr_name_words *words = hr_words_of(inference, operation);
	size_t verb = hr_name_find(words, hr_words_end);
	static const char *const again[] = { "realloc", NULL };
	if (operation->params.count < 2 || (verb == HR_NAME_WORDS && !hr_name_has_loosely(words, again)))
		return operation->params.count;
	const struct hr_item *first = &operation->params.data[0], *second = &operation->params.data[1];
	enum hr_class class = hr_classify(inference->model, second->type);
	if (hr_points_to_const(inference->model, second->type))
		return operation->params.count;
	if (hr_points_to_void(inference->model, second->type) &&
	    (operation->params.count == 2 || verb == HR_NAME_WORDS))
		return 1;
	/* unmap(device, memory, size): memory with its length */
	if (hr_is_bytes(class) && operation->params.count == 3 && hr_name_has_loosely(words, hr_words_memory_end) &&
	    hr_classify(inference->model, operation->params.data[2].type) == HR_CLASS_INTEGER)
		return 1;
	/* free_error(parser, text) */
	static const char *const frees[] = { "free", NULL };
	if (hr_is_bytes(class) && operation->params.count == 2 && hr_name_has(words, frees))
		return 1;
	bool of_second =
		speaks_of(words, verb + 1, second->name) || speaks_of(words, verb + 1, type_name(inference, second));
	bool of_first = speaks_of(words, verb + 1, type_name(inference, first));
	return class == HR_CLASS_OBJECT && of_second && !of_first ? 1 : operation->params.count;
}

/* free_items(list): several of something else, which is in it. */
static bool ends_contents(const struct hr_inference *inference, const struct hr_operation *operation,
			  const struct hr_item *item)
{
	const struct hr_name_words *words = hr_words_of(inference, operation);
	size_t verb = hr_name_find(words, hr_words_end);
	if (verb + 1 >= words->count)
		return false;
	static const char *const contents[] = { "content", "contents", "data", "internal", NULL };
	const char *noun = words->words[words->count - 1];
	if (hr_word_is_in(noun, contents))
		return true;
	return noun[strlen(noun) - 1] == 's' && !speaks_of(words, verb + 1, type_name(inference, item)) &&
	       !speaks_of(words, verb + 1, item->name);
}

/* entry_to_record(entry, record): what comes out. */
static bool is_target(const struct hr_inference *inference, const struct hr_operation *operation,
		      const struct hr_item *item)
{
	static const char *const to[] = { "to", NULL };
	const struct hr_name_words *words = hr_words_of(inference, operation);
	size_t target = hr_name_find(words, to);
	return target + 1 < words->count && !hr_name_has(words, hr_words_change) &&
	       (speaks_of(words, target + 1, item->name) || speaks_of(words, target + 1, type_name(inference, item)));
}

/* Are the operations that take it first named after its type, all of them, and this one not? */
static bool is_of_other_name(const struct hr_inference *inference, const struct hr_operation *operation,
			     const struct hr_item *item)
{
	enum { FEWEST = 2 };
	const struct hr_model *model = inference->model;
	size_t type = hr_model_object(model, item->type), named = 0;
	struct hr_name_words kind;
	hr_name_split(&kind, type_name(inference, item));
	/* foo_stereo_state is named after stereo */
	static const char *const any[] = { "state",  "context", "ctx",  "handle", "object",
					   "struct", "type",    "data", "info",   NULL };
	while (kind.count > 1 && (strlen(kind.words[kind.count - 1]) <= 1 ||
				  (kind.count > 2 && hr_word_is_in(kind.words[kind.count - 1], any))))
		kind.count--;
	const char *last = kind.count ? kind.words[kind.count - 1] : "";
	if (!*last || speaks_of(hr_words_of(inference, operation), 0, last))
		return false;
	for (size_t i = 0; i < model->operations.count; i++) {
		const struct hr_operation *other = &model->operations.data[i];
		if (!other->params.count || hr_model_object(model, other->params.data[0].type) != type)
			continue;
		if (!speaks_of(hr_words_of(inference, other), 0, last))
			return false;
		named++;
	}
	return named >= FEWEST;
}

/* A struct of statistics or of an error, that may be written: to be filled, unless somebody has to end it. */
static bool is_report(const struct hr_inference *inference, const struct hr_item *item, const struct hr_object *object)
{
	size_t type = hr_model_object(inference->model, item->type);
	return object->is_report && !object->ended_by && !object->made_by && !object->slots &&
	       inference->model->types.data[type].completeness == HR_COMPLETE &&
	       !hr_points_to_const(inference->model, item->type);
}

/* Does it yield an object of another type than this one? */
static bool makes_other(const struct hr_inference *inference, const struct hr_operation *operation,
			const struct hr_item *item)
{
	size_t made = hr_model_object(inference->model, operation->result.type);
	return made != HR_NO_TYPE && hr_classify(inference->model, operation->result.type) == HR_CLASS_OBJECT &&
	       inference->objects[made].is_object && made != hr_model_object(inference->model, item->type);
}

/* Does the operation end the life of the object, by its name and by what else there is for that? */
static bool ends_life(const struct hr_inference *inference, const struct hr_operation *operation,
		      const struct hr_item *item, size_t position, const struct hr_object *object)
{
	const struct hr_name_words *words = hr_words_of(inference, operation);
	bool ends = hr_name_ends(words) && is_all_it_ends(inference, operation, position);
	size_t other = freed_besides(inference, operation);
	ends = ends && other == operation->params.count &&
	       !(object->ended_by > 1 && ends_contents(inference, operation, item));
	/* hosts_del(hosts, host) beside hosts_free(hosts): the one that is taken out of the other */
	static const char *const takes_out[] = { "del", "delete", "remove", "drop", "release", NULL };
	if (ends && operation->params.count == 2 && object->freed_by > 1 && words->count &&
	    hr_word_is_in(words->words[words->count - 1], takes_out) &&
	    hr_classify(inference->model, operation->params.data[1].type) == HR_CLASS_OBJECT)
		ends = false;
	/* set_destroy(x, destroy): what is to be called when it ends, unless x is a set */
	static const char *const sets[] = { "set", NULL };
	struct hr_name_words kind;
	hr_name_split(&kind, type_name(inference, item));
	if (operation->params.count == 2 && hr_name_find(words, sets) < hr_name_find(words, hr_words_end) &&
	    !hr_name_has_loosely(&kind, sets) &&
	    hr_classify(inference->model, operation->params.data[1].type) == HR_CLASS_FUNCTION)
		ends = false;
	/* finish(x) beside destroy(x) ends the work, not the life. */
	static const char *const gives_back[] = { "release", "put", "drop", "unref", NULL };
	bool is_reference = object->is_counted && operation->params.count == 1 && words->count &&
			    hr_word_is_in(words->words[words->count - 1], gives_back);
	ends = (ends && (!object->freed_by || hr_name_has_loosely(words, hr_words_free))) || is_reference;
	/* … and so does disconnect(x) beside close(x). */
	static const char *const pauses[] = { "disconnect", "finish", "release", "drop", "cleanup", NULL };
	ends = ends && !(object->closed_by && !hr_name_has_loosely(words, hr_words_free) && hr_name_has(words, pauses));
	/* cache_get(&cache), cache_put(cache): nothing else is put there */
	static const char *const puts[] = { "put", NULL };
	ends = ends || (!object->freed_by && !object->by_caller && (object->returned_by || object->slots) &&
			operation->params.count == 1 && hr_name_has(words, puts));
	/* What nobody frees ends when it is stopped. */
	static const char *const stops[] = { "stop", "quit", "shutdown", "exit", NULL };
	ends = ends || (!object->ended_by && object->stopped_by && (object->returned_by || object->slots) &&
			operation->params.count == 1 && hr_name_has(words, stops));
	/* … or ended by what ends only the contents of a struct of the caller's. */
	static const char *const clears[] = { "clear", NULL };
	ends = ends ||
	       (!object->ended_by && object->returned_by && !object->slots && object->made_by && !object->by_caller &&
		operation->params.count == 1 && words->count && hr_word_is_in(words->words[words->count - 1], clears));
	static const char *const finals[] = { "end", "fini", "deinit", "uninit", "term", "terminate", "done", NULL };
	ends = ends || (!object->ended_by && object->returned_by && !object->by_caller && hr_name_has(words, finals) &&
			operation->params.count <= 2 && hr_name_find(words, finals) + 2 >= words->count &&
			!hr_name_has(words, hr_words_get) && is_all_it_ends(inference, operation, position));
	return ends;
}

/* A piece of memory and its length, nothing else: data that is read, where it may not be changed. `const piece_ptr` means it, too, though it says something else. */
static bool is_piece_to_read(const struct hr_inference *inference, const struct hr_item *item)
{
	const struct hr_model *model = inference->model;
	const struct hr_type *type = &model->types.data[hr_model_object(model, item->type)];
	if (type->kind != HR_TYPE_STRUCT || type->completeness != HR_COMPLETE || type->fields.count != 2 ||
	    !(hr_points_to_const(model, item->type) || item->type.qualifiers & HR_CONST))
		return false;
	for (size_t i = 0; i < 2; i++) {
		const struct hr_item *number = &type->fields.data[i].item, *bytes = &type->fields.data[!i].item;
		struct hr_name_words words;
		hr_name_split(&words, number->name);
		if (hr_classify(model, number->type) == HR_CLASS_INTEGER &&
		    hr_is_bytes(hr_classify(model, bytes->type)) &&
		    (hr_name_has(&words, hr_words_length) || hr_name_has(&words, hr_words_size)))
			return true;
	}
	return false;
}

/* add(T *out, const T *a, const T *b): what goes in comes behind what comes out. */
static bool has_const_behind(const struct hr_inference *inference, const struct hr_operation *operation)
{
	for (size_t i = 1; i < operation->params.count; i++)
		if (hr_points_to_const(inference->model, operation->params.data[i].type))
			return true;
	return false;
}

static void about_first(struct hr_inference *inference, const struct hr_operation *operation, struct hr_item *item,
			size_t position, const struct hr_object *object)
{
	const struct hr_name_words *words = hr_words_of(inference, operation);
	bool is_const = hr_points_to_const(inference->model, item->type);
	if (!object->by_caller && !is_const && ends_life(inference, operation, item, position, object)) {
		hr_claim_role(inference, item, HR_ROLE_CONSUMED, SHAPE, 0.88, "'%s' ends the life of its argument",
			      operation->name);
		return;
	}
	static const char *const results[] = { "out", "output", "result", "res", "ret", "rv", "dest", "dst", NULL };
	struct hr_name_words names;
	hr_name_split(&names, item->name);
	if (object->by_caller && position > 0 && !is_const &&
	    (is_target(inference, operation, item) || hr_name_has(&names, results))) {
		hr_claim_role(inference, item, HR_ROLE_OUT, SHAPE, 0.6, "a struct of the caller's behind what is read");
		return;
	}
	if (object->by_caller && position == 0 && !is_const && hr_name_has(&names, results) &&
	    has_const_behind(inference, operation)) {
		hr_claim_role(inference, item, HR_ROLE_OUT, SHAPE, 0.85, "called '%s', before what is only read",
			      item->name);
		return;
	}
	if (position > 0 && is_report(inference, item, object)) {
		hr_claim_role(inference, item, HR_ROLE_OUT, SHAPE, 0.8, "its type is called as a report is");
		return;
	}
	/* train(problem, parameters): what comes along, and mostly so */
	if (position > 0 && is_const && object->by_caller && 2 * object->first_of < object->taken_by) {
		hr_claim_role(inference, item, HR_ROLE_IN, SHAPE, 0.75, "mostly it comes along with something else");
		return;
	}
	if (position > 0 && !object->by_caller && is_of_other_name(inference, operation, item)) {
		hr_claim_role(inference, item, HR_ROLE_IN, SHAPE, 0.75,
			      "the operations that are about it are named after it, and this one is not");
		return;
	}
	/* What a new object is made with is not what the operation is about. */
	static const char *const makers[] = { "new", "create", "build", "make", "construct", NULL };
	if (position > 0 && hr_name_has(words, makers) &&
	    hr_classify(inference->model, operation->result.type) == HR_CLASS_OBJECT) {
		hr_claim_role(inference, item, HR_ROLE_IN, SHAPE, 0.8, "'%s' makes something with it", operation->name);
		return;
	}
	/* open(driver, options): another object comes back, and nothing of this is about making one */
	static const char *const openers[] = { "open", "connect", "launch", "spawn", NULL };
	if (position > 0 && hr_name_has_loosely(words, openers) && makes_other(inference, operation, item) &&
	    !object->made_by && 2 * object->first_of <= object->taken_by) {
		hr_claim_role(inference, item, HR_ROLE_IN, SHAPE, 0.8, "'%s' makes something with it", operation->name);
		return;
	}
	/* new(T **made, size, const struct allocator *): something that nothing is about */
	if (position > 0 && is_const && !object->first_of) {
		hr_claim_role(inference, item, HR_ROLE_IN, SHAPE, 0.7, "no operation is about it");
		return;
	}
	double weight = position == 0 ? 0.75 : 0.55;
	if (object->first_of >= 3)
		weight += 0.1;
	hr_claim_role(inference, item, HR_ROLE_RECEIVER, SHAPE, weight,
		      "the first object it takes; %zu operations take one first", object->first_of);
}

/* An object besides the receiver: put into it, or only looked at? */
static void about_further(struct hr_inference *inference, const struct hr_operation *operation, struct hr_item *item,
			  const struct hr_object *object, bool is_last)
{
	const struct hr_name_words *words = hr_words_of(inference, operation);
	if (hr_points_to_const(inference->model, item->type)) {
		hr_claim_role(inference, item, HR_ROLE_IN, SHAPE, 0.5,
			      "an object besides the receiver that is not changed");
		return;
	}
	size_t type = hr_model_object(inference->model, item->type);
	bool other_type = type != hr_model_object(inference->model, operation->params.data[0].type);
	/* copy(const T *src, T *dst) */
	static const char *const ends[] = { "dest", "dst", "out", "output", "result", "target", "destination", NULL };
	struct hr_name_words names;
	hr_name_split(&names, item->name);
	if (object->by_caller && is_target(inference, operation, item)) {
		hr_claim_role(inference, item, HR_ROLE_OUT, SHAPE, 0.8, "what '%s' makes of the rest", operation->name);
		return;
	}
	if (is_report(inference, item, object)) {
		hr_claim_role(inference, item, HR_ROLE_OUT, SHAPE, 0.8, "its type is called as a report is");
		return;
	}
	if (object->by_caller && hr_name_has(&names, ends)) {
		hr_claim_role(inference, item, HR_ROLE_OUT, SHAPE, 0.8, "called '%s', a struct of the caller's",
			      item->name);
		return;
	}
	/* Where references are counted, what is put in gets one more, unless the name says that it is taken. */
	static const char *const takes[] = { "new", "steal", "take", "adopt", "sink", NULL };
	if (object->is_counted && is_last && hr_name_has(words, takes)) {
		hr_claim_role(inference, item, HR_ROLE_CONSUMED, SHAPE, 0.8, "'%s' takes the reference over",
			      operation->name);
		return;
	}
	if (object->is_counted) {
		hr_claim_role(inference, item, HR_ROLE_IN, SHAPE, 0.5, "an object whose references are counted");
		return;
	}
	/* read_packet(trace, packet): what is read goes into it */
	static const char *const reads[] = { "read", "recv", "receive", "fetch", "get", NULL };
	size_t verb = hr_name_find(words, reads);
	if (is_last && verb + 1 < words->count && other_type &&
	    (speaks_of(words, verb + 1, item->name) || speaks_of(words, verb + 1, type_name(inference, item))))
		hr_claim_role(inference, item, HR_ROLE_OUT, SHAPE, 0.7, "'%s' fills it", operation->name);
	/* query(connection, record): where others promise not to change it, what is asked for goes into it */
	static const char *const asks[] = { "read", "query", "search", "fetch", "retrieve", "lookup", "next", NULL };
	if (is_last && other_type && object->const_taken && words->count &&
	    hr_word_is_in(words->words[words->count - 1], asks) &&
	    hr_classify(inference->model, operation->result.type) == HR_CLASS_INTEGER)
		hr_claim_role(inference, item, HR_ROLE_INOUT, SHAPE, 0.72, "'%s' completes it", operation->name);
	/* what is a struct of the caller's, and nobody ends, cannot be responsible for anything */
	const struct hr_object *into = object_of(inference, &operation->params.data[0]);
	bool is_owner = !into || !into->by_caller || into->ended_by;
	/* a struct that the caller lays out himself is a set of what is found elsewhere */
	is_owner = is_owner && !(into && into != object && !into->returned_by && !into->slots && !into->ended_by);
	/* set_item(list, index, item): a part of its own kind */
	static const char *const sets[] = { "set", NULL };
	static const char *const parts[] = { "item", "child", "element", "node", "entry", "member", "value", NULL };
	if (!other_type && is_last && object->ended_by && hr_name_has(words, sets) && hr_name_has(words, parts) &&
	    !hr_name_has(words, hr_words_lend))
		hr_claim_role(inference, item, HR_ROLE_CONSUMED, SHAPE, 0.72,
			      "'%s' makes it a part of another one of its kind", operation->name);
	if (hr_name_has(words, hr_words_give) && !hr_name_has(words, hr_words_lend) && !object->by_caller && is_owner &&
	    (object->ended_by || other_type))
		hr_claim_role(inference, item, HR_ROLE_CONSUMED, SHAPE, is_last ? 0.7 : 0.4,
			      "'%s' puts one object into another that is responsible for it from then on",
			      operation->name);
	hr_claim_role(inference, item, HR_ROLE_IN, SHAPE, 0.3, "an object besides the receiver");
}

/* free(p), realloc(p, n), free_table(t): no object by type, but its life ends all the same. */
static void about_untyped_end(struct hr_inference *inference, const struct hr_operation *operation)
{
	struct hr_item *first = &operation->params.data[0];
	enum hr_class class = hr_classify(inference->model, first->type);
	const struct hr_name_words *words = hr_words_of(inference, operation);
	static const char *const again[] = { "realloc", "reallocarray", "resize", NULL };
	if (hr_points_to_const(inference->model, first->type))
		return;
	bool untyped = class == HR_CLASS_BYTES || class == HR_CLASS_TEXT;
	if (untyped && operation->params.count <= 2 && hr_name_ends(words))
		hr_claim_role(inference, first, HR_ROLE_CONSUMED, SHAPE, 0.85, "'%s' frees its argument",
			      operation->name);
	if (untyped && (hr_name_has_loosely(words, again) || hr_text_find_any_case(operation->name, "realloc")) &&
	    operation->params.count >= 2)
		hr_claim_role(inference, first, HR_ROLE_CONSUMED, SHAPE, 0.8, "'%s' replaces its argument",
			      operation->name);
	/* stream_close(struct error **error): it tells by it what went wrong; error_free(&error) ends it */
	static const char *const errors[] = { "error", "err", NULL };
	struct hr_name_words own;
	hr_name_split(&own, first->name);
	if (hr_name_has(&own, errors) && !hr_name_has_loosely(words, errors))
		return;
	size_t most = class == HR_CLASS_SLOT ? 2 : 1;
	if ((class == HR_CLASS_SLOT || class == HR_CLASS_SCALARS) && operation->params.count <= most &&
	    hr_name_ends(words)) {
		hr_claim_role(inference, first, HR_ROLE_CONSUMED, SHAPE, 0.85, "'%s' ends what is in it",
			      operation->name);
	}
}

/* release(unsigned *code, T **slot, struct record *told): the one slot for a hidden object among what is no such object. Its position, or the number of parameters. */
static size_t slot_ended(const struct hr_inference *inference, const struct hr_operation *operation)
{
	const struct hr_model *model = inference->model;
	size_t found = operation->params.count, last = 0;
	if (!hr_name_ends(hr_words_of(inference, operation)))
		return operation->params.count;
	for (size_t i = 0; i < operation->params.count; i++) {
		struct hr_type_ref ref = operation->params.data[i].type;
		const struct hr_object *object = object_of(inference, &operation->params.data[i]);
		if (object && !object->by_caller)
			return operation->params.count;
		if (hr_classify(model, ref) != HR_CLASS_SLOT)
			continue;
		size_t type = hr_model_object(model, hr_model_type(model, ref)->target);
		if (found < operation->params.count || type == HR_NO_TYPE ||
		    !(inference->objects[type].is_object || !inference->objects[type].by_caller) ||
		    hr_points_to_const(model, ref))
			return operation->params.count;
		found = i;
	}
	/* what stands before it is a place for what went wrong */
	for (; last < found && found < operation->params.count; last++)
		if (hr_classify(model, operation->params.data[last].type) != HR_CLASS_SCALARS)
			return operation->params.count;
	return found;
}

/* Does an object that may be changed come behind it? */
static bool has_other_object(const struct hr_inference *inference, const struct hr_operation *operation, size_t from)
{
	for (size_t i = from + 1; i < operation->params.count; i++)
		if (object_of(inference, &operation->params.data[i]) &&
		    !hr_points_to_const(inference->model, operation->params.data[i].type))
			return true;
	return false;
}

/* Is the one a pointer to such as the other? */
static bool is_slot_of(const struct hr_inference *inference, const struct hr_operation *operation,
		       const struct hr_item *slot, const struct hr_item *item)
{
	const struct hr_model *model = inference->model;
	if (hr_classify(model, slot->type) != HR_CLASS_SLOT || hr_points_to_const(model, slot->type))
		return false;
	size_t type = hr_model_object(model, hr_model_type(model, slot->type)->target);
	static const char *const joins[] = { "merge",  "union", "intersect", "append",  "concat", "cat",
					     "extend", "join",  "subtract",  "combine", NULL };
	return type != HR_NO_TYPE && type == hr_model_object(model, item->type) &&
	       hr_model_strip(model, hr_model_type(model, slot->type)->target).type ==
		       hr_model_strip(model, item->type).type &&
	       hr_name_has(hr_words_of(inference, operation), joins);
}

/* Settings for something else: const, and called so. */
static bool is_options_for_other(const struct hr_inference *inference, const struct hr_operation *operation,
				 size_t param)
{
	const struct hr_item *item = &operation->params.data[param];
	const struct hr_object *object = object_of(inference, item);
	if (!object->is_options || !hr_points_to_const(inference->model, item->type))
		return false;
	return makes_other(inference, operation, item) || (object->by_caller && param + 1 < operation->params.count &&
							   has_other_object(inference, operation, param));
}

/* read(io, connection): a struct of the caller's with callbacks, before an object that the unit makes. */
static bool has_callbacks_for_other(const struct hr_inference *inference, const struct hr_operation *operation,
				    size_t param)
{
	const struct hr_object *object = object_of(inference, &operation->params.data[param]);
	size_t type = hr_model_object(inference->model, operation->params.data[param].type);
	if (!object->has_callbacks || object->made_by || object->ended_by || object->slots ||
	    inference->model->types.data[type].completeness != HR_COMPLETE)
		return false;
	if (makes_other(inference, operation, &operation->params.data[param]))
		return true;
	for (size_t i = param + 1; i < operation->params.count; i++) {
		const struct hr_object *other = object_of(inference, &operation->params.data[i]);
		if (other && other != object && (other->made_by || other->ended_by))
			return true;
	}
	return false;
}

/* insert(name, entry, handle): in an API whose handle comes last, a thing that nobody ends before one that is made, ended and met far more often. */
static bool has_main_behind(const struct hr_inference *inference, const struct hr_operation *operation, size_t param,
			    const struct hr_object *object)
{
	enum { MORE = 2 };
	for (size_t i = param + 1; i < operation->params.count && !object->ended_by; i++) {
		const struct hr_object *other = object_of(inference, &operation->params.data[i]);
		if (other && other != object && other->ended_by && (other->returned_by || other->slots) &&
		    other->taken_by >= MORE * object->taken_by &&
		    !hr_points_to_const(inference->model, operation->params.data[i].type))
			return true;
	}
	return false;
}

/* init_cursor(const table, cursor): what is set up, by its name, comes behind what it is for. */
static bool has_set_up_behind(const struct hr_inference *inference, const struct hr_operation *operation, size_t param)
{
	const struct hr_name_words *words = hr_words_of(inference, operation);
	size_t verb = hr_name_find(words, hr_words_init);
	const struct hr_item *first = &operation->params.data[param];
	if (verb == HR_NAME_WORDS || !hr_points_to_const(inference->model, first->type) ||
	    speaks_of(words, verb + 1, type_name(inference, first)))
		return false;
	for (size_t i = param + 1; i < operation->params.count; i++) {
		const struct hr_item *item = &operation->params.data[i];
		struct hr_name_words kind;
		hr_name_split(&kind, type_name(inference, item));
		static const char *const ends[] = { "t", "s", "struct", "type", NULL };
		while (kind.count > 1 && hr_word_is_in(kind.words[kind.count - 1], ends))
			kind.count--;
		if (object_of(inference, item) && !hr_points_to_const(inference->model, item->type) &&
		    verb + 1 < words->count && kind.count &&
		    hr_word_is_in(kind.words[kind.count - 1], (const char *const[]){ words->words[verb + 1], NULL }))
			return true;
	}
	return false;
}

/* What such an operation is given for the handle, or fills from it. */
static void about_brought(struct hr_inference *inference, const struct hr_operation *operation, struct hr_item *item)
{
	size_t type = hr_model_object(inference->model, item->type);
	bool is_filled = !hr_points_to_const(inference->model, item->type) &&
			 inference->model->types.data[type].completeness == HR_COMPLETE &&
			 hr_name_has(hr_words_of(inference, operation), hr_words_fill);
	hr_claim_role(inference, item, is_filled ? HR_ROLE_OUT : HR_ROLE_IN, SHAPE, 0.88,
		      is_filled ? "filled from the object behind it" : "for the object behind it");
}

/* What comes first and is not what the operation is about; claims that it is only read. A piece of memory leaves no room for another receiver. */
static bool is_read_for_other(struct hr_inference *inference, const struct hr_operation *operation, size_t param,
			      const struct hr_object *object, bool *seen)
{
	struct hr_item *item = &operation->params.data[param];
	if (has_set_up_behind(inference, operation, param)) {
		hr_claim_role(inference, item, HR_ROLE_IN, SHAPE, 0.85, "for what '%s' sets up", operation->name);
		return true;
	}
	if (!object->by_caller || !is_piece_to_read(inference, item))
		return false;
	hr_claim_role(inference, item, HR_ROLE_IN, SHAPE, 0.8, "a piece of memory with its length");
	*seen = true;
	return true;
}

void hr_rules_for_receivers(struct hr_inference *inference, struct hr_operation *operation)
{
	bool seen = false;
	size_t last = operation->params.count;
	if (hr_takes_untyped_handle(inference, operation) && !hr_name_ends(hr_words_of(inference, operation))) {
		hr_claim_role(inference, &operation->params.data[0], HR_ROLE_RECEIVER, SHAPE, 0.9,
			      "others of this name are made, and ended, by operations of their own");
		seen = true;
	}
	seen = seen || (operation->params.count &&
			hr_handle_by_address(inference, operation->params.data[0].type) != HR_NO_TYPE);
	for (size_t i = 0; i < operation->params.count; i++)
		if (object_of(inference, &operation->params.data[i]) && !hr_is_error_record(inference, operation, i))
			last = i;
	for (size_t i = 0; i < operation->params.count; i++) {
		struct hr_item *item = &operation->params.data[i];
		const struct hr_object *object = object_of(inference, item);
		if (!object || hr_is_error_record(inference, operation, i))
			continue;
		if (!seen && has_callbacks_for_other(inference, operation, i)) {
			hr_claim_role(inference, item, HR_ROLE_IN, SHAPE, 0.9,
				      "callbacks of the caller's for another object");
			continue;
		}
		if (!seen && is_options_for_other(inference, operation, i)) {
			hr_claim_role(inference, item, HR_ROLE_IN, SHAPE, 0.9, "options for another object");
			continue;
		}
		if (!seen && is_read_for_other(inference, operation, i, object, &seen))
			continue;
		if (!seen && has_main_behind(inference, operation, i, object)) {
			about_brought(inference, operation, item);
			continue;
		}
		if (!seen && i > 0 && is_slot_of(inference, operation, &operation->params.data[0], item)) {
			/* merge(T **into, T *from) */
			hr_claim_role(inference, item, HR_ROLE_IN, SHAPE, 0.8, "one of its kind is changed before it");
			hr_claim_role(inference, &operation->params.data[0], HR_ROLE_INOUT, SHAPE, 0.6,
				      "a slot beside one of its kind");
		} else if (!seen)
			about_first(inference, operation, item, i, object);
		else
			about_further(inference, operation, item, object, i == last);
		seen = true;
	}
	size_t other = freed_besides(inference, operation);
	if (seen && other < operation->params.count)
		hr_claim_role(inference, &operation->params.data[other], HR_ROLE_CONSUMED, SHAPE, 0.88,
			      "'%s' ends its life", operation->name);
	if (!seen && operation->params.count)
		about_untyped_end(inference, operation);
	size_t slot = slot_ended(inference, operation);
	if (slot > 0 && slot < operation->params.count)
		hr_claim_role(inference, &operation->params.data[slot], HR_ROLE_CONSUMED, SHAPE, 0.93,
			      "'%s' ends what is in it", operation->name);
}
