/* What the name of a pointer suggests, for a type that fits. Numbers: from_number_names.c. */
#include "base/text.h"
#include "roles/inference.h"
#include "roles/vocabulary.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#define NAME HR_SOURCE_NAME

static bool has_callback(const struct hr_operation *operation)
{
	for (size_t i = 0; i < operation->params.count; i++)
		if (hr_role_so_far(&operation->params.data[i]) == HR_ROLE_CALLBACK)
			return true;
	return false;
}

static bool has_text_called(const struct hr_inference *inference, const struct hr_operation *operation,
			    const char *name)
{
	for (size_t i = 0; i < operation->params.count; i++)
		if (strcasecmp(operation->params.data[i].name, name) == 0 &&
		    hr_classify(inference->model, operation->params.data[i].type) == HR_CLASS_TEXT)
			return true;
	return false;
}

static bool is_number(const struct hr_inference *inference, const struct hr_operation *operation, size_t param)
{
	return param < operation->params.count &&
	       hr_classify(inference->model, operation->params.data[param].type) == HR_CLASS_INTEGER;
}

/* encode(const char *text, char *text_encoded, size_t length): other text must not be changed, and room is told for this. */
static bool goes_with_const(const struct hr_inference *inference, const struct hr_operation *operation,
			    const struct hr_item *item)
{
	if (!is_number(inference, operation, (size_t)(item - operation->params.data) + 1))
		return false;
	/* whoever has const for nearly all text means it */
	if (inference->const_inputs >= 3 && inference->const_inputs > 4 * inference->plain_inputs)
		return true;
	return hr_has_const_text(inference, operation);
}

/* What callers have in words, whatever the type says of it. */
static bool is_called_text(const struct hr_name_words *words)
{
	static const char *const texts[] = { "mode",     "sep",      "separator", "delim",   "delimiter", "prefix",
					     "suffix",   "pattern",  "comment",   "title",   "label",     "message",
					     "expr",     "query",    "url",       "uri",     "host",      "hostname",
					     "username", "password", "passwd",    "section", "keyword",   "tag",
					     "locale",   "lang",     "language",  "charset", "device",    "ifname",
					     "command",  "program",  "domain",    "server",  "regex",     NULL };
	return words->count && hr_word_is_in(words->words[words->count - 1], texts);
}

static void about_text(struct hr_inference *inference, const struct hr_operation *operation, struct hr_item *item,
		       const struct hr_name_words *words)
{
	enum { FEWEST_CALLS = 2 };
	bool is_const = hr_points_to_const(inference->model, item->type);
	const struct hr_name_words *verbs = hr_words_of(inference, operation);
	if (hr_name_has_loosely(words, hr_words_path)) {
		/* There are paths in documents too; with files about it is one of the file system. */
		/* … but find_path(document, path) looks inside of something. */
		static const char *const looks[] = { "find",   "lookup", "search", "query",
						     "select", "eval",   "match",  NULL };
		bool inside = hr_name_has(verbs, looks) && item != operation->params.data;
		size_t other;
		const char *by_number = hr_arena_printf(&inference->model->arena, "%s_fd", operation->name);
		bool has_other = hr_map_get(&inference->model->operation_by_name, by_number, &other);
		/* … and where mkdir and unlink take a path, so do the others. */
		bool of_files = hr_name_has_loosely(verbs, hr_words_files) || inference->file_paths >= FEWEST_CALLS;
		bool certain = has_other || !hr_text_find_any_case(item->name, "path") || (of_files && !inside);
		hr_claim_role(inference, item, HR_ROLE_PATH, NAME, certain ? 0.75 : 0.5, "called '%s'", item->name);
	}
	/* mkdir(name), chdir(name): what the file system calls by one name it takes a path for. */
	static const char *const calls[] = { "mkdir", "chdir",  "rmdir", "unlink", "opendir",  "fopen", "freopen",
					     "chmod", "access", "stat",  "lstat",  "readlink", NULL };
	/* … but check_access(subject, object) asks for rights */
	static const char *const rights[] = { "access", NULL };
	bool is_other = verbs->count > 1 && hr_name_has(verbs, rights);
	if (is_const && item == operation->params.data && hr_name_has_loosely(verbs, calls) && !is_other)
		hr_claim_role(inference, item, HR_ROLE_PATH, NAME, 0.8, "'%s' works on files", operation->name);
	/* open(name, mode) */
	static const char *const opens[] = { "open", "fopen", "reopen", NULL };
	if (is_const && item == operation->params.data && hr_name_has(verbs, opens) &&
	    has_text_called(inference, operation, "mode"))
		hr_claim_role(inference, item, HR_ROLE_PATH, NAME, 0.7, "'%s' opens it, in a mode", operation->name);
	static const char *const times[] = { "time", "date", "strftime", "strptime", NULL };
	if (hr_name_has_loosely(words, hr_words_format))
		hr_claim_role(inference, item, HR_ROLE_FORMAT, NAME,
			      operation->is_variadic      ? 0.85
			      : hr_name_has(verbs, times) ? 0.75
							  : 0.4,
			      "called '%s'", item->name);
	/* remove(object, what): told by its name; "nm" is short for one */
	static const char *const short_names[] = { "nm", NULL };
	static const char *const by_name[] = {
		"remove", "unset", "unregister", "find", "lookup", "has", "exists", NULL
	};
	bool is_key = hr_name_has(words, short_names) ||
		      (hr_name_has(verbs, by_name) &&
		       !is_number(inference, operation, (size_t)(item - operation->params.data) + 1));
	if (!is_const && hr_name_has(words, hr_words_output))
		hr_claim_role(inference, item, HR_ROLE_OUT, NAME, 0.4, "called '%s'", item->name);
	else if (!is_const && is_called_text(words) && !hr_name_has(verbs, hr_words_fill) &&
		 !is_number(inference, operation, (size_t)(item - operation->params.data) + 1))
		hr_claim_role(inference, item, HR_ROLE_STRING, NAME, 0.55, "called '%s', and no room is told",
			      item->name);
	else if (!is_const && (hr_name_has(words, hr_words_input) || hr_text_ends_with(item->name, "name") || is_key) &&
		 !hr_name_has(verbs, hr_words_fill) && !goes_with_const(inference, operation, item))
		hr_claim_role(inference, item, HR_ROLE_STRING, NAME, 0.45, "called '%s'", item->name);
	/* get_type(module, name): text without room told for it, where an object is what comes back */
	size_t place = (size_t)(item - operation->params.data);
	if (!is_const && hr_classify(inference->model, operation->result.type) == HR_CLASS_OBJECT &&
	    !is_number(inference, operation, place + 1) && !hr_name_has(words, hr_words_output))
		hr_claim_role(inference, item, HR_ROLE_STRING, HR_SOURCE_SHAPE, 0.7,
			      "no room is told, and something else comes back");
	if (!is_const && hr_name_has_loosely(verbs, hr_words_edit))
		hr_claim_role(inference, item, HR_ROLE_INOUT, NAME, 0.6, "'%s' changes text in place", operation->name);
	/* unescape(text): all that it takes, so that there is nothing else that something could come from */
	bool knows_const = inference->const_inputs >= 3 && inference->const_inputs > inference->plain_inputs;
	if (!is_const && knows_const && operation->params.count == 1 && !hr_name_has(words, hr_words_output) &&
	    !hr_name_has(words, hr_words_input) && !hr_name_has_loosely(words, hr_words_path) &&
	    !hr_name_has_loosely(verbs, hr_words_fill) && !hr_name_has_loosely(verbs, hr_words_end) &&
	    hr_classify(inference->model, operation->result.type) < HR_CLASS_FUNCTION)
		hr_claim_role(inference, item, HR_ROLE_INOUT, HR_SOURCE_SHAPE, 0.6,
			      "all that '%s' takes, and it may be written", operation->name);
}

/* Does a word of the operation's name, from a position on, begin a word of the other name, or the other way round? */
static bool shares_word(const struct hr_name_words *verbs, size_t from, const char *name)
{
	enum { SHORTEST = 2 };
	struct hr_name_words words;
	hr_name_split(&words, name);
	for (size_t i = from; i < verbs->count; i++)
		for (size_t k = 0; k < words.count; k++)
			if (strlen(words.words[k]) >= SHORTEST && strlen(verbs->words[i]) >= SHORTEST &&
			    (hr_text_starts_with(verbs->words[i], words.words[k]) ||
			     hr_text_starts_with(words.words[k], verbs->words[i])))
				return true;
	return false;
}

bool hr_is_bare_set(const struct hr_inference *inference, const struct hr_operation *operation)
{
	static const char *const set[] = { "set", NULL };
	const struct hr_name_words *verbs = hr_words_of(inference, operation);
	size_t at = hr_name_find(verbs, set);
	if (at == 0 || at == HR_NAME_WORDS)
		return false;
	for (size_t i = 0; i < operation->params.count; i++) {
		enum hr_class class = hr_classify(inference->model, operation->params.data[i].type);
		if (class == HR_CLASS_OBJECT || hr_points_to_void(inference->model, operation->params.data[i].type))
			return false;
	}
	return true;
}

/* Memory that may be written, in an operation whose name tells which way things go. */
static void about_direction(struct hr_inference *inference, const struct hr_operation *operation, struct hr_item *item)
{
	const struct hr_name_words *verbs = hr_words_of(inference, operation);
	enum hr_class class = hr_classify(inference->model, item->type);
	if (hr_points_to_const(inference->model, item->type))
		return;
	size_t type = hr_model_object(inference->model, item->type);
	if (class == HR_CLASS_OBJECT && type != HR_NO_TYPE && inference->objects[type].is_object)
		return;
	if (class != HR_CLASS_OBJECT && class != HR_CLASS_TEXT && class != HR_CLASS_BYTES && class != HR_CLASS_SCALARS)
		return;
	static const char *const ends[] = { "dest", "dst", "out", "output", "result", "target", "to", NULL };
	struct hr_name_words item_words;
	hr_name_split(&item_words, item->name);
	/* get_port_from_header(header): what something is taken from */
	static const char *const from[] = { "from", "of", NULL };
	size_t source = hr_name_find(verbs, from);
	bool is_source = item == operation->params.data && source + 1 < verbs->count &&
			 shares_word(verbs, source + 1, item->name);
	bool is_counted = is_number(inference, operation, (size_t)(item - operation->params.data) + 1);
	if (is_source) {
		hr_claim_role(inference, item,
			      class == HR_CLASS_OBJECT ? HR_ROLE_RECEIVER
			      : class == HR_CLASS_TEXT ? (is_counted ? HR_ROLE_BUFFER : HR_ROLE_STRING)
						       : HR_ROLE_IN,
			      NAME, 0.8, "'%s' takes something from it", operation->name);
		return;
	}
	size_t fill = hr_name_find(verbs, hr_words_fill), drain = hr_name_find(verbs, hr_words_drain);
	bool fills = fill < drain || (drain == HR_NAME_WORDS && hr_name_has_loosely(verbs, hr_words_fill));
	bool drains = drain < fill || (fill == HR_NAME_WORDS && hr_name_has_loosely(verbs, hr_words_drain));
	/* get_length(name): of what has the name, and no room is told */
	static const char *const keys[] = { "name", "key", "id", "ident", "title", "path", "filename", NULL };
	const char *last_word = item_words.count ? item_words.words[item_words.count - 1] : "";
	if (fills && class == HR_CLASS_TEXT && operation->params.count == 1 && hr_word_is_in(last_word, keys) &&
	    hr_classify(inference->model, operation->result.type) != HR_CLASS_VOID)
		hr_claim_role(inference, item, HR_ROLE_STRING, NAME, 0.6, "all that '%s' goes by", operation->name);
	else if (fills && class != HR_CLASS_SCALARS)
		hr_claim_role(inference, item, HR_ROLE_OUT, NAME, 0.4, "'%s' fills something", operation->name);
	/* What a new object is made from is read. */
	bool makes = hr_name_has(verbs, hr_words_make) &&
		     hr_classify(inference->model, operation->result.type) == HR_CLASS_OBJECT;
	if (fills || (!drains && !makes) || hr_name_has(&item_words, ends))
		return;
	/* open(const char *, char *), in a header without names: room for something, as the one has const */
	if (class == HR_CLASS_TEXT && makes && !drains && !*item->name && hr_has_const_text(inference, operation))
		return;
	/* Bytes are read as such only with a number behind them that can be their length. */
	size_t place = (size_t)(item - operation->params.data);
	bool counted =
		is_number(inference, operation, place + 1) || (place > 0 && is_number(inference, operation, place - 1));
	size_t object = hr_model_object(inference->model, item->type);
	bool is_handle = object != HR_NO_TYPE && inference->objects[object].is_object;
	static const char *const sends[] = { "write", "send", "put", "push", "submit", "post", "set", "fwrite", NULL };
	if (class == HR_CLASS_SCALARS) {
		struct hr_name_words names;
		hr_name_split(&names, item->name);
		if (counted && drains && !hr_is_bare_set(inference, operation) && hr_name_has_loosely(verbs, sends) &&
		    !hr_name_has(&names, hr_words_length))
			hr_claim_role(inference, item, HR_ROLE_ARRAY, NAME, 0.75, "'%s' reads something",
				      operation->name);
		return;
	}
	if (class == HR_CLASS_OBJECT || is_handle)
		hr_claim_role(inference, item, HR_ROLE_IN, NAME, 0.4, "'%s' reads something", operation->name);
	else if (class == HR_CLASS_TEXT)
		hr_claim_role(inference, item, HR_ROLE_STRING, NAME, 0.4, "'%s' reads something", operation->name);
	else if (counted)
		hr_claim_role(inference, item, HR_ROLE_BUFFER, NAME,
			      hr_name_has(&item_words, hr_words_user_data) ? 0.4 : 0.6, "'%s' reads something",
			      operation->name);
}

/* The last text before "..." or a va_list. */
static void about_format(struct hr_inference *inference, struct hr_operation *operation)
{
	static const char *const formats[] = { "printf",   "format",  "log",      "mprintf", "scanf", "error",
					       "warn",     "msg",     "message",  "debug",   "trace", "vprintf",
					       "snprintf", "sprintf", "asprintf", "print",   "str",   NULL };
	size_t count = operation->params.count;
	bool from_list =
		count >= 2 && hr_classify(inference->model, operation->params.data[count - 1].type) == HR_CLASS_VA_LIST;
	if (!count || (!operation->is_variadic && !from_list))
		return;
	struct hr_item *item = &operation->params.data[count - 1 - from_list];
	if (hr_classify(inference->model, item->type) != HR_CLASS_TEXT ||
	    !hr_points_to_const(inference->model, item->type))
		return;
	/* execv(program, list): a list of arguments, not of what is printed */
	static const char *const runs[] = { "exec", "execv", "execl", "spawn", "call", "invoke", "run", NULL };
	bool is_run = hr_name_has(hr_words_of(inference, operation), runs);
	bool named = (hr_name_has_loosely(hr_words_of(inference, operation), formats) || from_list) && !is_run;
	hr_claim_role(inference, item, HR_ROLE_FORMAT, HR_SOURCE_SHAPE, named ? 0.88 : 0.5,
		      "the text before a variable number of arguments");
}

/* encrypt(unsigned char *block, const unsigned char *key): changed where it is, as there is no other place for it. */
static void about_cipher(struct hr_inference *inference, const struct hr_operation *operation, struct hr_item *item,
			 const struct hr_name_words *words)
{
	static const char *const ciphers[] = { "encrypt", "decrypt", "crypt", "cipher", "decipher", "scramble", NULL };
	static const char *const state[] = { "state", NULL };
	static const char *const keys[] = { "key", "iv", "nonce", "schedule", "subkeys", NULL };
	size_t others = 0;
	if (hr_points_to_const(inference->model, item->type) || hr_points_to_void(inference->model, item->type))
		return;
	if (words->count == 1 && hr_name_has(words, state))
		hr_claim_role(inference, item, HR_ROLE_INOUT, NAME, 0.7, "called '%s': from one call to the next",
			      item->name);
	for (size_t i = 0; i < operation->params.count; i++) {
		const struct hr_item *other = &operation->params.data[i];
		struct hr_name_words names;
		hr_name_split(&names, other->name);
		others += other != item && hr_is_bytes(hr_classify(inference->model, other->type)) &&
			  !hr_name_has(&names, keys);
	}
	if (!others && !hr_name_has(words, keys) && !hr_name_has(words, hr_words_output) &&
	    hr_name_has(hr_words_of(inference, operation), ciphers))
		hr_claim_role(inference, item, HR_ROLE_INOUT, NAME, 0.75, "'%s' has no other place for what comes out",
			      operation->name);
}

static void about_bytes(struct hr_inference *inference, const struct hr_operation *operation, struct hr_item *item,
			const struct hr_name_words *words)
{
	if (!hr_points_to_const(inference->model, item->type) &&
	    hr_name_has(hr_words_of(inference, operation), hr_words_edit))
		hr_claim_role(inference, item, HR_ROLE_INOUT, NAME, 0.6, "'%s' changes what is there", operation->name);
	about_cipher(inference, operation, item, words);
	/* ctl(state, request, ptr): what is asked for goes in or comes out, as with ioctl */
	static const char *const exchanges[] = { "ctl", "ioctl", "fcntl", "control", NULL };
	const struct hr_name_words *verbs = hr_words_of(inference, operation);
	size_t place = (size_t)(item - operation->params.data);
	bool is_requested = false;
	for (size_t i = 0; i < place; i++)
		is_requested = is_requested || is_number(inference, operation, i);
	if (is_requested && place + 1 == operation->params.count && verbs->count &&
	    hr_word_is_in(verbs->words[verbs->count - 1], exchanges) &&
	    hr_points_to_void(inference->model, item->type) && !hr_points_to_const(inference->model, item->type))
		hr_claim_role(inference, item, HR_ROLE_INOUT, NAME, 0.7, "'%s' exchanges something with it",
			      operation->name);
	static const char *const certain[] = { "userdata", "opaque",     "closure", "cookie",
					       "baton",    "clientdata", "udata",   NULL };
	static const char *const user[] = { "user", NULL };
	bool is_const = hr_points_to_const(inference->model, item->type);
	if (!is_const && hr_name_has(words, hr_words_output))
		hr_claim_role(inference, item, HR_ROLE_OUT, NAME, 0.4, "called '%s'", item->name);
	if (is_const && hr_name_has(words, hr_words_input))
		hr_claim_role(inference, item, HR_ROLE_BUFFER, NAME, 0.2, "called '%s'", item->name);
	/* set_handler_arg(object, arg): handed back later, by a callback that is set elsewhere. */
	static const char *const setters[] = { "set", NULL };
	static const char *const kept[] = { "handler", "callback", "user",     "arg",     "data",
					    "context", "opaque",   "userdata", "pointer", NULL };
	if (!is_const && hr_points_to_void(inference->model, item->type) && operation->params.count == 2 &&
	    hr_name_has(words, hr_words_user_data) && hr_name_has(hr_words_of(inference, operation), setters) &&
	    hr_name_has(hr_words_of(inference, operation), kept))
		hr_claim_role(inference, item, HR_ROLE_USER_DATA, HR_SOURCE_SHAPE, 0.75, "'%s' keeps it for callbacks",
			      operation->name);
	/* Those beside a callback are the business of for_relations.c. */
	if (!has_callback(operation) && (hr_name_has(words, certain) || hr_name_has(words, user)))
		hr_claim_role(inference, item, HR_ROLE_USER_DATA, NAME, 0.6, "called '%s'", item->name);
}

static void about_slot(struct hr_inference *inference, const struct hr_operation *operation, struct hr_item *item,
		       const struct hr_name_words *words)
{
	/* get_list(T **list): one of them, to be filled, unless their number is told */
	static const char *const one[] = { "list", "array", "vec", NULL };
	size_t place = (size_t)(item - operation->params.data);
	bool counted =
		is_number(inference, operation, place + 1) || (place > 0 && is_number(inference, operation, place - 1));
	bool is_one = hr_classify_slot(inference->model, item->type) == HR_CLASS_OBJECT && !counted &&
		      hr_name_has(words, one);
	static const char *const vectors[] = { "argv",   "list", "array", "strings", "names",
					       "values", "env",  "vec",   "items",   NULL };
	/* load(char **voices, size_t num_voices): as many as are told */
	if (place + 1 < operation->params.count && is_number(inference, operation, place + 1) &&
	    hr_text_ends_with(item->name, "s") && !hr_name_has(words, hr_words_output) &&
	    !hr_name_has(hr_words_of(inference, operation), hr_words_fill)) {
		struct hr_name_words number;
		hr_name_split(&number, operation->params.data[place + 1].name);
		static const char *const counts[] = { "n", "num", "nr", "count", NULL };
		if (number.count >= 2 && hr_name_has(&number, counts) && shares_word(&number, 0, item->name))
			hr_claim_role(inference, item, HR_ROLE_ARRAY, NAME, 0.75, "'%s' says how many there are",
				      operation->params.data[place + 1].name);
	}
	/* options_append(char **text, …), options_next(char **text, …): the text is replaced, or gone through */
	static const char *const edits[] = { "append",  "prepend", "remove", "insert", "add",         "set",
					     "replace", "apply",   "concat", "cat",    "deduplicate", "advance",
					     "consume", "skip",    "next",   NULL };
	const struct hr_name_words *verbs = hr_words_of(inference, operation);
	if (place == 0 && operation->params.count >= 2 && !counted && !hr_name_has(words, hr_words_output) &&
	    hr_classify_slot(inference->model, item->type) == HR_CLASS_TEXT && hr_name_has(verbs, edits) &&
	    !hr_name_has(verbs, hr_words_fill))
		hr_claim_role(inference, item, HR_ROLE_INOUT, NAME, 0.7, "'%s' changes the text that is there",
			      operation->name);
	if (hr_name_has(words, hr_words_cursor))
		hr_claim_role(inference, item, HR_ROLE_OUT, NAME, 0.5, "called '%s'", item->name);
	if (hr_name_has(words, vectors) && !is_one)
		hr_claim_role(inference, item, HR_ROLE_ARRAY, NAME, 0.6, "called '%s'", item->name);
	if (hr_name_has(words, hr_words_output))
		hr_claim_role(inference, item, HR_ROLE_OUT, NAME, 0.4, "called '%s'", item->name);
}

/* init_by_array(key, length), set_weights(weights, n): numbers that something is set up with. */
static void about_numbers(struct hr_inference *inference, const struct hr_operation *operation, struct hr_item *item,
			  const struct hr_name_words *words)
{
	static const char *const verbs[] = { "init", "set", "seed", "by", "from", "setup", "load", NULL };
	static const char *const inputs[] = { "key",    "keys",   "seed",  "seeds", "weights", "coeffs",
					      "values", "source", "input", "data",  "src",     NULL };
	if (!hr_points_to_const(inference->model, item->type) && hr_name_has(words, inputs) &&
	    hr_name_has(hr_words_of(inference, operation), verbs) &&
	    is_number(inference, operation, (size_t)(item - operation->params.data) + 1))
		hr_claim_role(inference, item, HR_ROLE_ARRAY, NAME, 0.8, "called '%s', and '%s' reads something",
			      item->name, operation->name);
}

/* "out_pos", "state": a number, or a few, kept by the caller from one call to the next. */
static void about_continued(struct hr_inference *inference, const struct hr_operation *operation, struct hr_item *item,
			    const struct hr_name_words *words)
{
	static const char *const continued[] = { "state", "cursor", "offset", "pos", "position",
						 "iter",  "seed",   "index",  NULL };
	static const char *const asks[] = { "find", "lookup", "search", "locate", "tell", "where", NULL };
	static const char *const steps[] = { "next", "prev", "previous", "iterate", "advance", "step", NULL };
	const struct hr_name_words *verbs = hr_words_of(inference, operation);
	if (hr_points_to_const(inference->model, item->type) || hr_name_has(verbs, hr_words_fill) ||
	    hr_name_has(verbs, asks))
		return;
	/* "out" and "out_pos": a place in another parameter */
	bool is_place = false;
	for (size_t i = 0; i < operation->params.count && words->count == 2; i++)
		is_place = is_place || (strcmp(operation->params.data[i].name, words->words[0]) == 0 &&
					hr_word_is_in(words->words[1], continued));
	if (hr_name_has(words, continued))
		hr_claim_role(inference, item, HR_ROLE_INOUT, NAME, is_place ? 0.85 : 0.7,
			      "called '%s': from one call to the next", item->name);
	else if (item == operation->params.data && operation->params.count >= 2 && hr_name_has_loosely(verbs, steps) &&
		 !hr_name_has(words, hr_words_output))
		hr_claim_role(inference, item, HR_ROLE_INOUT, NAME, 0.7, "'%s' begins with it, and moves it on",
			      operation->name);
}

/* load(object, …) beside load_from_memory: text without a name that is no other thing than a path. */
static void about_nameless_text(struct hr_inference *inference, const struct hr_operation *operation,
				struct hr_item *item)
{
	static const char *const others[] = { "_from_memory", "_from_mem", "_from_file", "_from_data", "_from_buffer",
					      "_memory",      "_mem",      "_file",      "_fd",        "_fp" };
	static const char *const files[] = { "load", "save", "open", NULL };
	static const char *const paths[] = { "path", "filename", "directory", "dir", "file", NULL };
	const struct hr_name_words *verbs = hr_words_of(inference, operation);
	bool has_other = false;
	size_t texts = 0, index;
	for (size_t i = 0; i < operation->params.count; i++)
		texts += hr_classify(inference->model, operation->params.data[i].type) == HR_CLASS_TEXT &&
			 hr_points_to_const(inference->model, operation->params.data[i].type);
	for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
		const char *name = hr_arena_printf(&inference->model->arena, "%s%s", operation->name, others[i]);
		has_other = has_other || hr_map_get(&inference->model->operation_by_name, name, &index);
	}
	bool is_path = verbs->count && hr_word_is_in(verbs->words[verbs->count - 1], paths);
	if (texts == 1 && (has_other || is_path || hr_name_has(verbs, files)))
		hr_claim_role(inference, item, HR_ROLE_PATH, HR_SOURCE_SHAPE, has_other || is_path ? 0.8 : 0.65,
			      has_other ? "the only text, and there is an operation that takes it from elsewhere"
					: "the only text that '%s' takes",
			      operation->name);
}

/* `T *list_start, T *list_end`: an array given by both its ends. */
static void about_ends(struct hr_inference *inference, struct hr_operation *operation, size_t param)
{
	static const char *const starts[] = { "start", "begin", "first", NULL };
	static const char *const stops[] = { "end", "stop", "last", NULL };
	struct hr_item *item = &operation->params.data[param];
	if (param + 1 >= operation->params.count)
		return;
	struct hr_item *next = &operation->params.data[param + 1];
	struct hr_name_words words, next_words;
	hr_name_split(&words, item->name);
	hr_name_split(&next_words, next->name);
	enum hr_class class = hr_classify(inference->model, item->type);
	/* int *start, int *end: two numbers to be filled */
	if (class == HR_CLASS_SCALARS && !hr_points_to_const(inference->model, item->type))
		return;
	if (class < HR_CLASS_TEXT || item->type.type != next->type.type || !hr_name_has(&words, starts) ||
	    !hr_name_has(&next_words, stops))
		return;
	bool bytes = hr_is_bytes(class);
	hr_claim_role(inference, item, bytes ? HR_ROLE_BUFFER : HR_ROLE_ARRAY, HR_SOURCE_SHAPE, 0.9,
		      "'%s' is where it ends", next->name);
	hr_claim_role(inference, next, HR_ROLE_IN, HR_SOURCE_SHAPE, 0.9, "'%s' is where it starts", item->name);
}

/* `struct foo_error *error`: a report to be filled, when it is a struct of the caller's. */
static void about_report(struct hr_inference *inference, struct hr_item *item, const struct hr_name_words *words)
{
	static const char *const reports[] = { "error", "err", "status", "stat", "result", NULL };
	size_t type = hr_model_object(inference->model, item->type);
	if (type != HR_NO_TYPE && inference->objects[type].by_caller && !inference->objects[type].is_object &&
	    !hr_points_to_const(inference->model, item->type) && hr_name_has(words, reports))
		hr_claim_role(inference, item, HR_ROLE_OUT, NAME, 0.8, "called '%s'", item->name);
}

void hr_rules_from_names(struct hr_inference *inference, struct hr_operation *operation)
{
	about_format(inference, operation);
	for (size_t i = 0; i < operation->params.count; i++) {
		struct hr_item *item = &operation->params.data[i];
		struct hr_name_words words;
		about_direction(inference, operation, item);
		about_ends(inference, operation, i);
		static const char *const files[] = { "file", "dir", "directory", NULL };
		if (!*item->name && i == 0 && hr_classify(inference->model, item->type) == HR_CLASS_TEXT &&
		    hr_points_to_const(inference->model, item->type) &&
		    hr_name_has(hr_words_of(inference, operation), files))
			hr_claim_role(inference, item, HR_ROLE_PATH, NAME, 0.7, "the first text that '%s' takes",
				      operation->name);
		if (!*item->name && i <= 2 && hr_classify(inference->model, item->type) == HR_CLASS_TEXT &&
		    hr_points_to_const(inference->model, item->type))
			about_nameless_text(inference, operation, item);
		hr_name_split(&words, item->name);
		if (!*item->name)
			continue;
		switch (hr_classify(inference->model, item->type)) {
		case HR_CLASS_TEXT:
			about_text(inference, operation, item, &words);
			break;
		case HR_CLASS_BYTES:
			about_bytes(inference, operation, item, &words);
			break;
		case HR_CLASS_SLOT:
			about_slot(inference, operation, item, &words);
			break;
		case HR_CLASS_SCALARS:
			about_numbers(inference, operation, item, &words);
			if (!hr_points_to_const(inference->model, item->type) &&
			    hr_name_has(hr_words_of(inference, operation), hr_words_edit))
				hr_claim_role(inference, item, HR_ROLE_INOUT, NAME, 0.7, "'%s' changes what is there",
					      operation->name);
			about_continued(inference, operation, item, &words);
			if (!hr_points_to_const(inference->model, item->type) && hr_name_has(&words, hr_words_output))
				hr_claim_role(inference, item, HR_ROLE_OUT, NAME, 0.4, "called '%s'", item->name);
			break;
		case HR_CLASS_OBJECT:
			about_report(inference, item, &words);
			if (!hr_points_to_const(inference->model, item->type) && hr_name_has(&words, hr_words_output))
				hr_claim_role(inference, item, HR_ROLE_OUT, NAME, 0.4, "called '%s'", item->name);
			break;
		default:
			break;
		}
	}
}
