/* Numbers that are returned: a status, or an answer? */
#include "base/text.h"
#include "roles/results.h"
#include "roles/vocabulary.h"

#include <string.h>
#include <strings.h>

static const char *const number_phrases[] = { "returns the number",   "return the number",
					      "returns number",       "returns the length",
					      "returns the size",     "returns the index",
					      "return the index",     "returns a count",
					      "returns the count",    "number of bytes written",
					      "number of bytes read", "number of characters written",
					      "return true (1)",      "returns zero if and only if",
					      "return the size",      "return the length",
					      "returns the position", "returns length of",
					      "return length of",     "non-negative length",
					      "nonnegative length",   NULL };
static const char *const certain_phrases[] = { "0 on success", "zero on success", "error code or",
					       "0 if success", "0 if ok",         "0 success",
					       "0 - success",  "0: success",      NULL };
static const char *const success_phrases[] = {
	"on success",    "if success",   "if successful",    "success",      "on error",   "on failure",
	"returns -1",    "0 if ok",      "error code",       "non-zero if",  "nonzero if", "return code",
	"if failed",     "upon success", "in case of error", "returns zero", "false if",   "true if",
	"false in case", "false on",     "if error",         "returns 1 on", NULL
};

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

/* A boolean, by its type; or a byte, in an API that tells of true and false where it returns one. */
static bool is_truth(const struct hr_result_view *view)
{
	enum { FEWEST = 2 };
	const struct hr_model *model = view->inference->model;
	const struct hr_type *type = hr_model_type(model, view->operation->result.type);
	return hr_is_truth_value(model, &view->operation->result) ||
	       (view->inference->byte_truths >= FEWEST && type && type->kind == HR_TYPE_INT && type->size == 1);
}

/* Is something filled that is no record for errors? */
static bool fills_parameter(const struct hr_result_view *view)
{
	for (size_t i = 0; i < view->operation->params.count; i++)
		if (hr_role_so_far(&view->operation->params.data[i]) == HR_ROLE_OUT &&
		    !hr_is_error_record(view->inference, view->operation, i))
			return true;
	return false;
}

/* Does an enumerator tell success, and another one failure? Such an enum is made to be returned. */
static bool tells_success(const struct hr_model *model, struct hr_type_ref ref)
{
	static const char *const good[] = { "success", "ok", "okay", "succeeded", "successful", "noerror", NULL };
	static const char *const bad[] = { "failure", "fail",  "failed", "error",   "err",    "errno",   "again",
					   "invalid", "nomem", "denied", "timeout", "memory", "unknown", NULL };
	const struct hr_type *type = hr_model_type(model, ref);
	bool succeeds = false, fails = false;
	for (size_t i = 0; type && type->kind == HR_TYPE_ENUM && i < type->enumerators.count; i++) {
		struct hr_name_words words;
		hr_name_split(&words, type->enumerators.data[i].name);
		bool is_good = words.count && hr_word_is_in(words.words[words.count - 1], good);
		succeeds = succeeds || is_good;
		fails = fails || (!is_good && hr_name_has(&words, bad));
	}
	return succeeds && fails;
}

/* error(object), get_status(object): reads the outcome of something earlier. */
static bool reads_outcome(const struct hr_result_view *view)
{
	static const char *const outcomes[] = { "error",   "status", "errno", "result", "code",
						"errcode", "err",    "state", "last",   NULL };
	return view->operation->params.count <= 1 && hr_name_has(view->words, outcomes);
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
	if (!call || at - call > 120 || (name && call - name <= (ptrdiff_t)length))
		return true;
	return (size_t)(call - doc) >= length && strncasecmp(call - length, operation->name, length) == 0;
}

/* "@return the number of bytes", "return : nb of bytes written": what is counted, or NULL. */
static const char *returned_amount(const char *doc)
{
	static const char *const amounts[] = { "number of", "nb of",     "the size", "the length",
					       "count of",  "amount of", "size of",  NULL };
	static const char *const later[] = { "success, the number of",
					     "success: the number of",
					     "success the number of",
					     "succeeds, the number of",
					     "successful, the number",
					     "value gives the number of",
					     "value is the number of",
					     "return value is the length",
					     "size, in bytes",
					     "length, in bytes",
					     NULL };
	enum { NEAR = 16, FARTHER = 48 };
	for (const char *at = strstr(doc, "return"); at; at = strstr(at + 1, "return")) {
		for (const char *const *amount = amounts; *amount; amount++) {
			const char *found = strstr(at, *amount);
			if (found && found - at < NEAR)
				return *amount;
		}
		for (const char *const *amount = later; *amount; amount++) {
			const char *found = strstr(at, *amount);
			if (found && found - at < FARTHER)
				return *amount;
		}
	}
	return NULL;
}

/* "@return Value of the bit", "\\return interpreted value of the bits": the value of something, by the first words. */
static bool returns_value_of(const char *doc)
{
	static const char *const starts[] = { "@return ", "@returns ", "\\return ", "\\returns ", ":return: ", NULL };
	static const char *const not_values[] = { "return", "error", "status", "success", NULL };
	enum { NEAR = 24 };
	const char *start = hr_first_phrase(doc, starts);
	const char *text = start ? strstr(doc, start) + strlen(start) : NULL;
	const char *value = text ? strstr(text, "value of ") : NULL;
	if (!value || value - text > NEAR)
		return false;
	for (const char *const *word = not_values; *word; word++) {
		const char *other = strstr(text, *word);
		if (other && other < value)
			return false;
	}
	return true;
}

/* "for convenience, returns it->has_value": what it leaves in the object. */
static bool returns_member(const char *doc)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789_";
	for (const char *at = strstr(doc, "returns "); at; at = strstr(at + 1, "returns ")) {
		const char *object = at + strlen("returns ");
		size_t length = strspn(object, letters);
		if (length && hr_text_starts_with(object + length, "->"))
			return true;
	}
	return false;
}

/* "@returns the node id or 0 on error": something definite that is no word for success. */
static bool returns_thing(const char *doc)
{
	static const char *const starts[] = { "@return the ", "@returns the ", "\\return the ", "\\returns the ",
					      NULL };
	static const char *const not_things[] = { "error", "status", "result", "return", "success", NULL };
	const char *start = hr_first_phrase(doc, starts);
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
	static const char *const asking[] = { "is",   "are",     "has",    "have",   "needs",    "wants",    "want",
					      "can",  "does",    "should", "must",   "was",      "supports", "knows",
					      "owns", "exceeds", "allows", "exists", "contains", NULL };
	for (size_t i = 0; i < words->count; i++)
		if (hr_text_starts_with(words->words[i], "is") && strlen(words->words[i]) >= SHORTEST)
			return true;
	/* "hex_p", as in Lisp */
	if (words->count >= 2 && strcmp(words->words[words->count - 1], "p") == 0)
		return true;
	return hr_name_has(words, asking);
}

/* "bzwrite": the word itself, or written together with a short prefix. */
static bool is_named(const char *word, const char *const *list)
{
	struct hr_name_words words;
	hr_name_split(&words, word);
	return hr_name_has_loosely(&words, list);
}

/* Is the capacity one of structs? How many of them were filled is seldom told. */
static bool is_records(const struct hr_inference *inference, const struct hr_operation *operation,
		       const struct hr_item *capacity)
{
	struct hr_decision told = hr_claims_decide(&capacity->claims, HR_FACT_ROLE);
	return told.of >= 0 && (size_t)told.of < operation->params.count &&
	       hr_classify(inference->model, operation->params.data[told.of].type) == HR_CLASS_OBJECT;
}

/* What the parameters of an operation come to, all of them together. */
struct parameters {
	size_t pointers, lengths;
	size_t slots;   /* that a buffer is handed out in */
	size_t numbers; /* by pointer */
	bool moves;     /* bytes are taken */
	bool fills;     /* bytes are written, as many as there is room for */
	bool answers;   /* something is filled that may be the answer */
	bool asked;     /* … and it is what the name asks for, or an object */
	bool to_file, outside;
	uint64_t rooms; /* parameters that a capacity is told for */
};

static const char *const buffer_names[] = { "buf", "buffer", "payload", "bytes", "data", NULL };

static const char *last_word(const struct hr_result_view *view)
{
	return view->words->count ? view->words->words[view->words->count - 1] : "";
}

static uint64_t find_rooms(const struct hr_operation *operation)
{
	uint64_t rooms = 0;
	for (size_t i = 0; i < operation->params.count; i++) {
		struct hr_decision told = hr_claims_decide(&operation->params.data[i].claims, HR_FACT_ROLE);
		if (told.decided && told.value == HR_ROLE_CAPACITY && told.of >= 0 && told.of < 64)
			rooms |= (uint64_t)1 << told.of;
	}
	return rooms;
}

/* uint8_t *intent: one small number, and not memory that is called so */
static bool is_small_number(const struct hr_result_view *view, const struct hr_item *item,
			    const struct hr_name_words *names)
{
	return hr_classify(view->inference->model, item->type) == HR_CLASS_BYTES &&
	       !hr_points_to_void(view->inference->model, item->type) && names->count &&
	       !hr_name_has_loosely(names, hr_words_output) && !hr_name_has(names, buffer_names) &&
	       hr_name_has(view->words, hr_words_get) && !hr_text_ends_with(item->name, "s") && item->array_count <= 0;
}

static void count_parameter(struct parameters *all, const struct hr_result_view *view, size_t index)
{
	const struct hr_model *model = view->inference->model;
	const struct hr_item *item = &view->operation->params.data[index];
	enum hr_class class = hr_classify(model, item->type);
	enum hr_class behind = class == HR_CLASS_SLOT ? hr_classify_slot(model, item->type) : class;
	enum hr_role role = hr_role_so_far(item);
	bool bytes = hr_is_bytes(class);
	struct hr_name_words names;
	hr_name_split(&names, item->name);
	all->pointers += class >= HR_CLASS_FUNCTION;
	all->to_file = all->to_file || class == HR_CLASS_FILE;
	all->outside = all->outside || role == HR_ROLE_FILE || role == HR_ROLE_PATH || role == HR_ROLE_DESCRIPTOR;
	all->lengths += role == HR_ROLE_LENGTH || role == HR_ROLE_CAPACITY;
	all->moves = all->moves || (bytes && (role == HR_ROLE_BUFFER || role == HR_ROLE_STRING));
	all->fills = all->fills || (role == HR_ROLE_CAPACITY && class == HR_CLASS_INTEGER &&
				    (hr_name_has_loosely(view->words, hr_words_fill) ||
				     !is_records(view->inference, view->operation, item)));
	all->numbers += class == HR_CLASS_SCALARS;
	all->slots += class == HR_CLASS_SLOT && role == HR_ROLE_OUT && behind == HR_CLASS_BYTES &&
		      hr_name_has(&names, buffer_names);
	/* count(list, &count): what it asks for is what it fills */
	all->asked = all->asked || (role == HR_ROLE_OUT && class == HR_CLASS_SLOT && behind == HR_CLASS_OBJECT) ||
		     (role == HR_ROLE_OUT && class == HR_CLASS_SCALARS && names.count &&
		      hr_word_is_in(names.words[names.count - 1], (const char *const[]){ last_word(view), NULL }));
	all->answers = all->answers ||
		       (role == HR_ROLE_OUT && (!bytes || is_small_number(view, item, &names)) &&
			!(index < 64 && all->rooms >> index & 1)) ||
		       (role == HR_ROLE_CAPACITY && class == HR_CLASS_SCALARS);
}

static struct parameters count_parameters(const struct hr_result_view *view)
{
	struct parameters all = { .rooms = find_rooms(view->operation) };
	for (size_t i = 0; i < view->operation->params.count; i++) {
		if (hr_is_error_record(view->inference, view->operation, i))
			all.pointers++;
		else
			count_parameter(&all, view, i);
	}
	return all;
}

/* convert(…, char *errbuf): room for words about what went wrong, last. */
static bool has_error_text(const struct hr_operation *operation, const struct hr_model *model)
{
	static const char *const texts[] = { "err",      "serr",    "errbuf", "errmsg", "errstr", "error",
					     "errormsg", "errtext", "perr",   "emsg",   NULL };
	const struct hr_item *last =
		operation->params.count >= 2 ? &operation->params.data[operation->params.count - 1] : NULL;
	struct hr_name_words words;
	if (!last || hr_classify(model, last->type) != HR_CLASS_TEXT || hr_points_to_const(model, last->type))
		return false;
	hr_name_split(&words, last->name);
	return hr_name_has(&words, texts);
}

/* Does the name of some type have one of the words behind the verb? What net_open_page() opens is a page then. */
static bool opens_a_type(const struct hr_result_view *view, size_t verb)
{
	const struct hr_model *model = view->inference->model;
	for (size_t i = 0; i < model->types.count; i++) {
		const struct hr_type *type = &model->types.data[i];
		struct hr_name_words words;
		if (type->kind != HR_TYPE_STRUCT && type->kind != HR_TYPE_UNION)
			continue;
		hr_name_split(&words, type->spelling);
		for (size_t k = verb + 1; k < view->words->count; k++)
			if (hr_name_has(&words, (const char *const[]){ view->words->words[k], NULL }))
				return true;
	}
	return false;
}

/* net_open_port(host, port) beside net_close(fd): an operation that is called the same up to the verb closes a number, and there is none that closes
 * just what is opened here (net_close_page beside net_open_page). */
static bool is_closed_as_number(const struct hr_result_view *view, size_t verb)
{
	const struct hr_inference *inference = view->inference;
	const struct hr_model *model = inference->model;
	bool is_closed = false;
	for (size_t i = 0; i < model->operations.count; i++) {
		const struct hr_operation *other = &model->operations.data[i];
		const struct hr_name_words *words = &inference->operation_words[i];
		struct hr_name_words param;
		size_t same = 0;
		while (same < verb && same < words->count && strcmp(words->words[same], view->words->words[same]) == 0)
			same++;
		if (same < verb || words->count <= verb || strcmp(words->words[verb], "close") != 0 ||
		    other->params.count != 1)
			continue;
		if (words->count > verb + 1) {
			if (words->count == view->words->count &&
			    strcmp(words->words[verb + 1], view->words->words[verb + 1]) == 0)
				return false;
			continue;
		}
		hr_name_split(&param, other->params.data[0].name);
		is_closed = is_closed || (hr_classify(model, other->params.data[0].type) == HR_CLASS_INTEGER &&
					  hr_name_has(&param, hr_words_descriptor));
	}
	return is_closed && !opens_a_type(view, verb);
}

/* What the parameters tell about a number that is returned: claims from the shape of the operation. */
static void from_parameters(const struct hr_result_view *view, bool wide)
{
	static const char *const transfers[] = { "read",  "write",  "recv",  "send", "puts", "printf",
						 "fread", "fwrite", "print", "gets", NULL };
	static const char *const sends[] = { "write", "send", "fwrite", NULL };
	static const char *const openers[] = { "open", "connect", "accept", NULL };
	static const char *const prints[] = { "printf",   "vprintf",  "fprintf",  "sprintf",
					      "snprintf", "asprintf", "vfprintf", NULL };
	struct hr_inference *inference = view->inference;
	struct hr_operation *operation = view->operation;
	const struct hr_model *model = inference->model;
	struct hr_item *result = &operation->result;
	struct parameters all = count_parameters(view);
	bool opens = hr_name_has(view->words, openers);
	bool is_closed = opens && is_closed_as_number(view, hr_name_find(view->words, openers));
	bool yields = all.slots == 1 && all.numbers == 0 && hr_name_has_loosely(view->words, hr_words_allocate);
	if (has_error_text(operation, model) && view->class == HR_CLASS_INTEGER && !wide)
		hr_claim_role(inference, result, HR_ROLE_STATUS, HR_SOURCE_SHAPE, 0.8,
			      "words for what went wrong go into a parameter");
	if (hr_name_has_loosely(view->words, prints))
		hr_claim_role(inference, result, HR_ROLE_VALUE, HR_SOURCE_NAME, 0.9, "it prints, and says how much");
	/* read_alloc(key, void **buffer): how much there is can only be the result */
	if (yields && !wide && !all.lengths)
		hr_claim_role(inference, result, HR_ROLE_VALUE, HR_SOURCE_SHAPE, 0.9,
			      "it yields a buffer, and nothing else says how long");
	else if (all.moves && all.lengths && !all.to_file && !all.numbers && is_named(last_word(view), sends) &&
		 !is_truth(view))
		hr_claim_role(inference, result, HR_ROLE_VALUE, HR_SOURCE_SHAPE, 0.9,
			      "it takes bytes, and says how many");
	else if (all.answers && !wide)
		hr_claim_role(inference, result, HR_ROLE_STATUS, HR_SOURCE_SHAPE,
			      all.asked || (is_truth(view) && !is_question(view->words)) ? 0.93 : 0.72,
			      "the answer goes into a parameter");
	else if (all.fills && !is_truth(view) && !is_status_type(model, result->type))
		hr_claim_role(inference, result, HR_ROLE_VALUE, HR_SOURCE_SHAPE, 0.92,
			      "it fills a buffer, and says how far");
	else if (all.lengths && !all.to_file && !is_truth(view) && hr_name_has_loosely(view->words, transfers))
		hr_claim_role(inference, result, HR_ROLE_VALUE, HR_SOURCE_SHAPE,
			      is_named(last_word(view), transfers) ? 0.9 : 0.6, "it moves bytes, and says how many");
	else if ((all.outside || is_closed) && !wide && opens && !all.answers && !hr_has_receiver(view) &&
		 !is_truth(view) && !is_status_type(model, result->type))
		hr_claim_role(inference, result, HR_ROLE_VALUE, HR_SOURCE_SHAPE, 0.92,
			      is_closed ? "what it opens another operation closes"
					: "what it opens can only be the result");
	else if (all.outside && !wide)
		hr_claim_role(inference, result, HR_ROLE_STATUS, HR_SOURCE_SHAPE, 0.7,
			      "it works on files, which can fail");
	else if (!all.pointers && operation->params.count &&
		 hr_is_identifier(inference, operation->params.data[0].type))
		hr_claim_role(inference, result, HR_ROLE_STATUS, HR_SOURCE_SHAPE, 0.5,
			      "it does something to what a number stands for");
	else if (!all.pointers && operation->params.count && !hr_name_has_loosely(view->words, hr_words_change))
		hr_claim_role(inference, result, HR_ROLE_VALUE, HR_SOURCE_SHAPE, 0.7, "it computes from numbers alone");
}

/* Has the type more to say than yes or no and a few codes? */
static bool is_wide(const struct hr_result_view *view)
{
	const struct hr_model *model = view->inference->model;
	struct hr_type_ref ref = view->operation->result.type;
	const struct hr_type *type = hr_model_type(model, ref);
	if (view->class == HR_CLASS_FLOAT)
		return true;
	if (hr_is_common_long(view->inference, ref))
		return false;
	return type->kind == HR_TYPE_INT && !is_truth(view) && (type->size != 4 || !type->is_signed);
}

static void from_type(const struct hr_result_view *view, bool wide)
{
	const struct hr_model *model = view->inference->model;
	struct hr_item *result = &view->operation->result;
	bool code = view->class == HR_CLASS_ENUM || view->class == HR_CLASS_INTEGER;
	if (tells_success(model, result->type) && !reads_outcome(view))
		hr_claim_role(view->inference, result, HR_ROLE_STATUS, HR_SOURCE_TYPE, 0.95,
			      "an enum that tells success from failure");
	else if (code && is_status_type(model, result->type))
		hr_claim_role(view->inference, result, HR_ROLE_STATUS, HR_SOURCE_TYPE, 0.8, "its type is called '%s'",
			      model->types.data[result->type.type].spelling);
	else if ((view->class == HR_CLASS_ENUM && !is_truth(view)) || wide)
		hr_claim_role(view->inference, result, HR_ROLE_VALUE, HR_SOURCE_TYPE, 0.8,
			      "a type that has more to say than success");
	if (hr_type_is_called(model, result->type, "pid_t") ||
	    (!is_status_type(model, result->type) && hr_is_identifier(view->inference, result->type)))
		hr_claim_role(view->inference, result, HR_ROLE_VALUE, HR_SOURCE_TYPE, 0.93,
			      "it stands for something that other operations take");
	if (view->class == HR_CLASS_STRUCT)
		hr_claim_role(view->inference, result, HR_ROLE_VALUE, HR_SOURCE_TYPE,
			      hr_struct_ender(view->inference, result->type) ? 0.3 : 0.9, "a struct by value");
	else
		hr_claim_role(view->inference, result, HR_ROLE_STATUS, HR_SOURCE_TYPE, 0.25, "a small number");
}

/* "Returns FOO_INPUT or FOO_OUTPUT": two constants or more that speak of neither success nor failure. */
static bool names_answers(const struct hr_result_view *view)
{
	enum { NEAR = 100, FEWEST = 2 };
	static const char *const outcomes[] = { "ok",      "okay",     "success", "error",   "err",   "fail",
						"failure", "failed",   "failed",  "invalid", "nomem", "e",
						"timeout", "busy",     "done",    "yes",     "no",    "true",
						"false",   "complete", "bad",     NULL };
	const struct hr_model *model = view->inference->model;
	for (const char *at = view->operation->doc; at && (at = hr_text_find_any_case(at, "return")); at++) {
		size_t length, index, found = 0;
		bool is_outcome = false;
		const char *word = hr_text_next_word(at, &length);
		for (; word && word - at < NEAR; word = hr_text_next_word(word + length, &length)) {
			char name[64];
			if (length >= sizeof name)
				continue;
			memcpy(name, word, length);
			name[length] = '\0';
			if (!hr_map_get(&model->constant_by_name, name, &index))
				continue;
			struct hr_name_words words;
			hr_name_split(&words, name);
			is_outcome = is_outcome || hr_name_has(&words, outcomes);
			found++;
		}
		if (found >= FEWEST)
			return !is_outcome;
	}
	return false;
}

/* "Is this a built-in chain?": the text begins as a question does. */
static bool asks_in_words(const char *doc)
{
	static const char *const starts[] = { "is ", "are ", "does ", "has ", "do ", "can " };
	const char *start = doc + strspn(doc, " *!/");
	const char *end = strpbrk(start, "?.");
	for (size_t i = 0; i < sizeof starts / sizeof *starts && end && *end == '?'; i++)
		if (hr_text_starts_with(start, starts[i]))
			return true;
	return false;
}

/* "Check if it is empty": the text begins with what is asked. */
static bool looks_whether(const char *doc)
{
	static const char *const verbs[] = { "check",      "checks", "test",    "tests",    "determine",
					     "determines", "decide", "decides", "find out", "finds out" };
	static const char *const questions[] = { " if ", " whether " };
	const char *start = doc + strspn(doc, " *!/");
	start +=
		hr_text_starts_with(start, "@brief ") || hr_text_starts_with(start, "\\brief ") ? strlen("@brief ") : 0;
	start += strspn(start, " ");
	for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
		for (size_t k = 0; k < sizeof questions / sizeof *questions && hr_text_starts_with(start, verbs[i]);
		     k++)
			if (hr_text_starts_with(start + strlen(verbs[i]), questions[k]))
				return true;
	return false;
}

/* "returns whether it is empty", but not "whether it succeeded". */
static bool answers_whether(const char *doc)
{
	static const char *const outcomes[] = { "succe", "fail", "error", "worked", "possible", "done" };
	const char *found = strstr(doc, "returns whether ");
	if (!found)
		found = strstr(doc, "return whether ");
	size_t length = found ? strcspn(found, ".\n") : 0;
	for (size_t i = 0; i < sizeof outcomes / sizeof *outcomes && found; i++) {
		const char *outcome = strstr(found, outcomes[i]);
		if (outcome && (size_t)(outcome - found) < length)
			return false;
	}
	return found != NULL;
}

static void from_docs(const struct hr_result_view *view, bool wide)
{
	struct hr_inference *inference = view->inference;
	struct hr_item *result = &view->operation->result;
	const char *number = hr_first_phrase(view->doc, number_phrases);
	if (!number)
		number = returned_amount(view->doc);
	if (!number)
		number = hr_told_amount(view->doc);
	if (!wide && !number && !is_question(view->words) && hr_told_truth_of_success(view->doc))
		hr_claim_role(inference, result, HR_ROLE_STATUS, HR_SOURCE_DOCUMENTATION, 0.93,
			      "the documentation says which of true and false is for success");
	if (returns_thing(view->doc) || returns_value_of(view->doc))
		hr_claim_role(inference, result, HR_ROLE_VALUE, HR_SOURCE_DOCUMENTATION, 0.93,
			      "the documentation says what it returns");
	if (number && mentions_itself(view->operation, view->doc, number))
		hr_claim_role(inference, result, HR_ROLE_VALUE, HR_SOURCE_DOCUMENTATION, 0.96, "\"%s\"", number);
	if (answers_whether(view->doc))
		hr_claim_role(inference, result, HR_ROLE_VALUE, HR_SOURCE_DOCUMENTATION, 0.9,
			      "the documentation says what it answers");
	if (returns_member(view->doc))
		hr_claim_role(inference, result, HR_ROLE_VALUE, HR_SOURCE_DOCUMENTATION, 0.93,
			      "the documentation says which member it returns");
	if (asks_in_words(view->doc))
		hr_claim_role(inference, result, HR_ROLE_VALUE, HR_SOURCE_DOCUMENTATION, 0.85,
			      "the documentation puts it as a question");
	if (looks_whether(view->doc) && !fills_parameter(view))
		hr_claim_role(inference, result, HR_ROLE_VALUE, HR_SOURCE_DOCUMENTATION, 0.94,
			      "the documentation begins with what it checks");
	bool is_told;
	int good = hr_good_constant(view, &is_told);
	if (good < 0 && names_answers(view))
		hr_claim_role(inference, result, HR_ROLE_VALUE, HR_SOURCE_DOCUMENTATION, 0.9,
			      "the documentation names the answers");
	if (good >= 0)
		hr_claim_role(inference, result, HR_ROLE_STATUS, HR_SOURCE_DOCUMENTATION,
			      is_told && !number ? 0.97 : 0.85, "it returns %s",
			      inference->model->constants.data[good].name);
	enum hr_told told = wide || number ? HR_TOLD_NOTHING : hr_told_values(view->doc);
	/* get(list, &item) that tells "0: stored, 1: there are no more, negative: failed" */
	if (told == HR_TOLD_ANSWER && fills_parameter(view) && !is_question(view->words) &&
	    (hr_name_has(view->words, hr_words_get) || hr_name_has(view->words, hr_words_fill)))
		told = HR_TOLD_NOTHING;
	if (told != HR_TOLD_NOTHING)
		hr_claim_role(inference, result, told != HR_TOLD_ANSWER ? HR_ROLE_STATUS : HR_ROLE_VALUE,
			      HR_SOURCE_DOCUMENTATION,
			      told == HR_TOLD_STATUS    ? 0.9
			      : told == HR_TOLD_SUCCESS ? 0.97
							: 0.96,
			      told != HR_TOLD_ANSWER ? "the documentation tells what it returns when it fails"
						     : "the documentation tells what each answer means");
	const char *clear = wide ? NULL : hr_first_phrase(view->doc, certain_phrases);
	const char *phrase = wide ? NULL : hr_first_phrase(view->doc, success_phrases);
	if (clear && mentions_itself(view->operation, view->doc, clear))
		hr_claim_role(inference, result, HR_ROLE_STATUS, HR_SOURCE_DOCUMENTATION, 0.93, "\"%s\"", clear);
	if (phrase && mentions_itself(view->operation, view->doc, phrase))
		hr_claim_role(inference, result, HR_ROLE_STATUS, HR_SOURCE_DOCUMENTATION, 0.5, "\"%s\"", phrase);
}

static void from_verbs(const struct hr_result_view *view, bool wide)
{
	static const char *const changes[] = { "set",      "add",    "remove",  "insert", "append", "put",   "init",
					       "reset",    "enable", "disable", "send",   "wait",   "write", "flush",
					       "register", "delete", "replace", "update", NULL };
	static const char *const getters[] = { "get", NULL };
	const struct hr_name_words *words = view->words;
	struct hr_item *result = &view->operation->result;
	const char *name = view->operation->name;
	size_t ask = hr_name_find(words, hr_words_ask);
	size_t change = hr_name_find(words, hr_words_change);
	bool asks_last = words->count && hr_word_is_in(words->words[words->count - 1], hr_words_ask) &&
			 !hr_name_has(words, changes);
	/* index_close(index): the last word is what is done, unless another one asks for it */
	bool does_last = words->count && hr_word_is_in(words->words[words->count - 1], hr_words_change) &&
			 !hr_word_is_in(words->words[words->count - 1], hr_words_ask) &&
			 !hr_name_has(words, hr_words_get) && !is_question(words);
	bool asks_first = ask != HR_NAME_WORDS && !does_last && (change == HR_NAME_WORDS || ask < change || asks_last);
	bool asks_loosely = ask == HR_NAME_WORDS && change == HR_NAME_WORDS && hr_name_has_loosely(words, hr_words_ask);
	/* "request_flags": a thing that is asked for, or one that is used? */
	bool is_noun = ask != HR_NAME_WORDS && !hr_name_has(words, hr_words_get) && !is_question(words) &&
		       hr_word_is_in(words->words[ask], hr_words_qualities) && ask > 0;
	for (size_t i = 0; i < words->count && change == HR_NAME_WORDS; i++)
		asks_loosely = asks_loosely || hr_text_ends_with(words->words[i], "cmp") ||
			       (hr_text_starts_with(words->words[i], "num") && strlen(words->words[i]) > 4);
	if (asks_first || asks_loosely)
		hr_claim_role(view->inference, result, HR_ROLE_VALUE, HR_SOURCE_NAME, is_noun ? 0.6 : 0.78,
			      "'%s' asks for something", name);
	else if (change != HR_NAME_WORDS || hr_name_has_loosely(words, hr_words_change))
		hr_claim_role(view->inference, result, HR_ROLE_STATUS, HR_SOURCE_NAME, wide ? 0.3 : 0.6,
			      "'%s' does something", name);
	if (hr_counterpart(view->inference, view->operation, NULL, "set") != HR_NO_TYPE)
		hr_claim_role(view->inference, result, HR_ROLE_VALUE, HR_SOURCE_NAME, 0.8,
			      "there is an operation that sets it");
	if (view->class == HR_CLASS_ENUM && hr_name_has(words, getters))
		hr_claim_role(view->inference, result, HR_ROLE_VALUE, HR_SOURCE_NAME, 0.6, "'%s' reads a code", name);
	/* a boolean of something that is changed tells whether that worked */
	bool does = hr_has_receiver(view) && !asks_first && !asks_loosely &&
		    !hr_points_to_const(view->inference->model, view->operation->params.data[view->receiver].type);
	if (is_question(words) || (is_truth(view) && change == HR_NAME_WORDS && !does && !fills_parameter(view)))
		hr_claim_role(view->inference, result, HR_ROLE_VALUE, HR_SOURCE_NAME, is_question(words) ? 0.85 : 0.7,
			      "a question");
}

/* All that it leads to is const. */
static bool only_looks(const struct hr_result_view *view)
{
	const struct hr_model *model = view->inference->model;
	size_t pointers = 0;
	for (size_t i = 0; i < view->operation->params.count; i++) {
		struct hr_type_ref ref = view->operation->params.data[i].type;
		enum hr_class class = hr_classify(model, ref);
		if (class < HR_CLASS_FUNCTION)
			continue;
		if (class < HR_CLASS_TEXT || !hr_points_to_const(model, ref) ||
		    hr_role_so_far(&view->operation->params.data[i]) == HR_ROLE_PATH)
			return false;
		pointers++;
	}
	return pointers > 0;
}

static void from_receiver(const struct hr_result_view *view)
{
	struct hr_item *result = &view->operation->result;
	static const char *const tests[] = { "check", "validate", "test", NULL };
	if (only_looks(view) && hr_name_has(view->words, tests) && view->class == HR_CLASS_INTEGER)
		hr_claim_role(view->inference, result, HR_ROLE_VALUE, HR_SOURCE_SHAPE, 0.5,
			      "it tests what it must not change");
	if (!hr_has_receiver(view)) {
		if (view->operation->params.count == 0)
			hr_claim_role(view->inference, result, HR_ROLE_VALUE, HR_SOURCE_SHAPE, 0.5, "it takes nothing");
		else if (only_looks(view))
			hr_claim_role(view->inference, result, HR_ROLE_VALUE, HR_SOURCE_SHAPE, 0.55,
				      "nothing that it takes may be changed");
		return;
	}
	if (hr_macro_only_reads(view->operation))
		hr_claim_role(view->inference, result, HR_ROLE_VALUE, HR_SOURCE_SHAPE, 0.9,
			      "a macro that calls nothing: there is nothing that could fail");
	else if (hr_points_to_const(view->inference->model, view->operation->params.data[view->receiver].type))
		hr_claim_role(view->inference, result, HR_ROLE_VALUE, HR_SOURCE_SHAPE, 0.6,
			      "its receiver is not changed");
	else
		hr_claim_role(view->inference, result, HR_ROLE_STATUS, HR_SOURCE_SHAPE, 0.35,
			      "its receiver may be changed");
}

void hr_rules_for_number_results(const struct hr_result_view *view)
{
	bool wide = is_wide(view);
	from_type(view, wide);
	if (view->class == HR_CLASS_STRUCT)
		return; /* with more to say than success, whatever it says of that */
	from_docs(view, wide);
	from_verbs(view, wide);
	from_receiver(view);
	from_parameters(view, wide);
}
