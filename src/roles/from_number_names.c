/* What the name of a number suggests: flags, one of several constants, a descriptor, a size that is set. */
#include "base/text.h"
#include "roles/inference.h"
#include "roles/vocabulary.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#define NAME HR_SOURCE_NAME

/* strerror(code): the one number that is turned into a message. */
static void about_error_code(struct hr_inference *inference, struct hr_operation *operation)
{
	static const char *const messages[] = { "strerror", "errstr", "errmsg", "error", "message", "errname", NULL };
	static const char *const codes[] = { "err",    "error",  "errnum", "code", "errcode",
					     "errnum", "status", "rc",     "e",    NULL };
	if (hr_classify(inference->model, operation->result.type) != HR_CLASS_TEXT)
		return;
	for (size_t i = 0; i < operation->params.count; i++) {
		struct hr_item *item = &operation->params.data[i];
		struct hr_name_words words;
		hr_name_split(&words, item->name);
		if (hr_classify(inference->model, item->type) == HR_CLASS_INTEGER &&
		    hr_name_has_loosely(hr_words_of(inference, operation), messages) &&
		    (hr_name_has(&words, codes) || operation->params.count == 1))
			hr_claim_role(inference, item, HR_ROLE_ENUM, HR_SOURCE_SHAPE, 0.7,
				      "'%s' puts an error code into words", operation->name);
	}
}

/* How many constants of the API are about the word? */
static size_t constants_about(const struct hr_inference *inference, const char *word)
{
	char singular[HR_NAME_WORD_LENGTH + 1];
	size_t length = strlen(word), count = 0;
	memcpy(singular, word, length + 1);
	if (length > 4 && singular[length - 1] == 's')
		singular[length - 1] = '\0';
	hr_map_get(&inference->constant_words, singular, &count);
	return count;
}

/* A number that has the word in its name. */
static bool is_about(const struct hr_constant *constant, const char *word)
{
	struct hr_name_words words;
	hr_name_split(&words, constant->name);
	return constant->kind == HR_CONSTANT_INT && hr_name_has(&words, (const char *const[]){ word, NULL });
}

/* Are these constants bits: three or more different ones, and nothing else? */
static bool are_bits(const struct hr_inference *inference, const char *word)
{
	enum { FEWEST = 3 };
	const struct hr_model *model = inference->model;
	uint64_t seen = 0;
	size_t bits = 0;
	for (size_t i = 0; i < model->constants.count; i++) {
		const struct hr_constant *constant = &model->constants.data[i];
		if (!is_about(constant, word))
			continue;
		uint64_t value = (uint64_t)constant->number;
		if (value == 0 || (value & (value - 1)) != 0 || (seen & value))
			return false;
		seen |= value;
		bits++;
	}
	return bits >= FEWEST && (seen & ~(uint64_t)3);
}

/* "memLevel" beside "level": constants about levels are about the other one. */
static bool is_meant(const struct hr_operation *operation, const struct hr_item *item, const char *word)
{
	for (size_t i = 0; i < operation->params.count; i++)
		if (&operation->params.data[i] != item && strcasecmp(operation->params.data[i].name, word) == 0)
			return false;
	return true;
}

/* set_buffer_size(object, value): the operation's name tells what its only number is. */
static void about_set(struct hr_inference *inference, const struct hr_operation *operation, struct hr_item *item,
		      const struct hr_name_words *words)
{
	static const char *const sets[] = { "set", NULL };
	static const char *const plain[] = { "val", "value", "v", "n", "x", "new", "arg", "s", "i", "num", NULL };
	static const char *const sizes[] = { "size", "length", "len", "limit", "capacity", "bytes", NULL };
	const struct hr_name_words *verbs = hr_words_of(inference, operation);
	if (operation->params.count != 2 || item != &operation->params.data[1] || !hr_name_has(verbs, sets) ||
	    (words->count && !hr_name_has(words, plain)))
		return;
	const char *last = verbs->words[verbs->count - 1];
	bool is_size = hr_word_is_in(last, sizes) || hr_text_ends_with(last, "len");
	bool is_flags = hr_word_is_in(last, hr_words_flags);
	if (hr_word_is_in(last, hr_words_descriptor))
		hr_claim_role(inference, item, HR_ROLE_DESCRIPTOR, NAME, 0.8, "'%s' sets it", operation->name);
	if (is_size || is_flags || hr_word_is_in(last, hr_words_choice_only))
		hr_claim_role(inference, item,
			      is_size    ? HR_ROLE_SIZE
			      : is_flags ? HR_ROLE_FLAGS
					 : HR_ROLE_ENUM,
			      NAME, is_size ? 0.75 : 0.6, "'%s' sets it", operation->name);
}

/* GLenum, foo_enum, FooEnum; not linenum. */
static bool is_called_enum(const char *name)
{
	const char *end = name + strlen(name);
	if (hr_text_ends_with(name, "_t"))
		end -= 2;
	if (end - name <= 4 || strncasecmp(end - 4, "enum", 4) != 0)
		return false;
	return end[-5] == '_' || isupper((unsigned char)end[-5]) || isupper((unsigned char)end[-4]);
}

/* Numbers that say how much or which one of many, whatever constants there are about them. */
static const char *const quantities[] = { "max",   "min",  "len",      "length",  "size",    "count",  "num",  "bits",
					  "bytes", "time", "rate",     "key",     "width",   "height", "slot", "port",
					  "index", "id",   "endpoint", "channel", "timeout", NULL };

/* Are there constants about the word that have no type of their own, and none that have? Then a number whose type is called so is one of them. */
static bool has_loose_constants(const struct hr_inference *inference, const char *word)
{
	enum { FEWEST = 3 };
	const struct hr_model *model = inference->model;
	size_t loose = 0;
	for (size_t i = 0; i < model->constants.count; i++) {
		const struct hr_constant *constant = &model->constants.data[i];
		if (!is_about(constant, word))
			continue;
		if (constant->is_enumerator && constant->type != HR_NO_TYPE &&
		    !model->types.data[constant->type].is_unnamed)
			return false;
		loose++;
	}
	return loose >= FEWEST;
}

/* `typedef unsigned node_kind` and NODE_KIND_*: a number whose type is named as the constants are. */
static void about_named_type(struct hr_inference *inference, struct hr_item *item)
{
	enum { FEWEST = 3, SHORTEST = 4 };
	static const char *const any[] = { "int",  "long", "short", "char",  "bool", "boolean", "size",
					   "word", "byte", "time",  "ulong", "uint", "number",  NULL };
	const struct hr_type *type = &inference->model->types.data[item->type.type];
	struct hr_name_words words;
	hr_name_split(&words, type->spelling);
	static const char *const endings[] = { "t", "type", "kind", NULL };
	while (words.count > 1 && hr_word_is_in(words.words[words.count - 1], endings))
		words.count--;
	const char *last = words.count ? words.words[words.count - 1] : "";
	static const char *const masks[] = { "flags", "options", "mask", NULL };
	if (type->kind == HR_TYPE_TYPEDEF && !type->is_system && words.count >= 2 && hr_word_is_in(last, masks)) {
		hr_claim_role(inference, item, HR_ROLE_FLAGS, HR_SOURCE_TYPE, 0.85, "its type is called '%s'",
			      type->spelling);
		return;
	}
	if (type->kind == HR_TYPE_TYPEDEF && is_called_enum(type->spelling)) {
		hr_claim_role(inference, item, HR_ROLE_ENUM, HR_SOURCE_TYPE, 0.85, "its type is called '%s'",
			      type->spelling);
		return;
	}
	/* `typedef int foo_error`, of something that is passed: one of the errors */
	static const char *const codes[] = { "error", "err", "errcode", "status", NULL };
	if (type->kind == HR_TYPE_TYPEDEF && !type->is_system && words.count >= 2 && hr_word_is_in(last, codes) &&
	    has_loose_constants(inference, last)) {
		hr_claim_role(inference, item, HR_ROLE_ENUM, HR_SOURCE_TYPE, 0.7, "its type is called '%s'",
			      type->spelling);
		return;
	}
	if (type->kind != HR_TYPE_TYPEDEF || type->is_system || words.count < 2 || strlen(last) < SHORTEST ||
	    hr_word_is_in(last, any) || hr_word_is_in(last, quantities) || hr_word_is_in(last, hr_words_status_type) ||
	    hr_word_is_in(last, hr_words_index) || hr_word_is_in(last, hr_words_size) ||
	    constants_about(inference, last) < FEWEST)
		return;
	bool bits = are_bits(inference, last);
	hr_claim_role(inference, item, bits ? HR_ROLE_FLAGS : HR_ROLE_ENUM, HR_SOURCE_TYPE, bits ? 0.85 : 0.7,
		      "constants are named as its type '%s' is", type->spelling);
}

/* What the constants that are named after a number are like, all together. */
struct namesakes {
	size_t count;
	size_t type; /* of the first; of an enum, the others have to be of the same */
	uint64_t bits;
	bool are_single, are_mixed;
};

/* FOO_FMT_RGB for `fmt`: a prefix, the words of the number, and something behind them that is no measure. */
static bool is_namesake(const struct hr_name_words *name, const struct hr_name_words *words)
{
	static const char *const others[] = { "max", "min",  "len",  "length", "size",    "count",
					      "num", "mask", "bits", "shift",  "default", NULL };
	if (name->count < words->count + 2 || name->count > words->count + 3 ||
	    hr_word_is_in(name->words[name->count - 1], others))
		return false;
	for (size_t i = 0; i < words->count; i++)
		if (strcmp(name->words[i + 1], words->words[i]) != 0)
			return false;
	return true;
}

static struct namesakes find_namesakes(const struct hr_model *model, const struct hr_name_words *words)
{
	struct namesakes found = { .type = HR_NO_TYPE, .are_single = true };
	for (size_t i = 0; i < model->constants.count; i++) {
		const struct hr_constant *constant = &model->constants.data[i];
		struct hr_name_words name;
		hr_name_split(&name, constant->name);
		if (constant->kind != HR_CONSTANT_INT || !is_namesake(&name, words))
			continue;
		uint64_t value = (uint64_t)constant->number;
		size_t type = constant->is_enumerator ? constant->type : HR_NO_TYPE;
		/* other names for some of an enum are of no type */
		found.are_mixed =
			found.are_mixed || (type != HR_NO_TYPE && found.type != HR_NO_TYPE && type != found.type);
		found.type = type != HR_NO_TYPE ? type : found.type;
		found.are_single = found.are_single && value && !(value & (value - 1)) && !(found.bits & value);
		found.bits |= value;
		found.count++;
	}
	return found;
}

/* foo_dump(int fmt) and FOO_DUMP_FMT_TEXT: constants for the number of this very operation, of which two are enough. */
static size_t count_own_constants(const struct hr_inference *inference, const struct hr_operation *operation,
				  const struct hr_name_words *words)
{
	const struct hr_name_words *verbs = hr_words_of(inference, operation);
	for (size_t i = 0; i < verbs->count && words->count < HR_NAME_WORDS; i++) {
		struct hr_name_words both = { .count = words->count + 1 };
		memcpy(both.words[0], verbs->words[i], sizeof both.words[0]);
		memcpy(both.words[1], words->words, words->count * sizeof words->words[0]);
		struct namesakes found = find_namesakes(inference->model, &both);
		if (found.count >= 2 && !found.are_mixed && (found.bits & ~(uint64_t)1) == 0)
			return found.count;
	}
	return 0;
}

/* `int fmt` and FOO_FMT_RGB, FOO_FMT_GRAY: constants whose names go on where that of the number ends. */
static void about_namesakes(struct hr_inference *inference, const struct hr_operation *operation, struct hr_item *item,
			    const struct hr_name_words *words)
{
	enum { FEWEST = 3, MOST = 200, SHORTEST = 3, LONG = 5, MANY = 5 };
	for (size_t i = 0; i < words->count; i++)
		if (hr_word_is_in(words->words[i], quantities) || hr_word_is_in(words->words[i], hr_words_index) ||
		    hr_word_is_in(words->words[i], hr_words_status_type) || hr_text_ends_with(words->words[i], "ndx") ||
		    hr_text_ends_with(words->words[i], "idx"))
			return; /* FOO_NDX_NONE and FOO_NDX_LAST are places with a meaning of their own among all others */
	if (!words->count || strlen(words->words[0]) < SHORTEST || hr_is_truth_value(inference->model, item))
		return;
	static const char *const others[] = { "dev_t", "ino_t", "off_t", "time_t", "pid_t", "size_t", "ssize_t" };
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		if (hr_type_is_called(inference->model, item->type, others[i]))
			return;
	struct namesakes found = find_namesakes(inference->model, words);
	size_t own = found.count < FEWEST ? count_own_constants(inference, operation, words) : 0;
	if (own)
		hr_claim_role(inference, item, HR_ROLE_ENUM, HR_SOURCE_SHAPE, 0.7,
			      "%zu constants are named after '%s' of '%s'", own, item->name, operation->name);
	/* "ascii_codepage" and FOO_CODEPAGE_LATIN */
	const char *last = words->words[words->count - 1];
	if (found.count < FEWEST && words->count > 1 && strlen(last) >= LONG) {
		struct hr_name_words alone = { .count = 1 };
		memcpy(alone.words[0], last, strlen(last) + 1);
		found = find_namesakes(inference->model, &alone);
		if (found.count < MANY)
			return;
	}
	if (found.count < FEWEST || found.count > MOST || found.are_mixed)
		return;
	/* what other rules have to say of bits for a mode or a kind counts more; a format is one of them */
	static const char *const one[] = { "fmt", NULL };
	bool is_set = found.are_single && (found.bits & ~(uint64_t)3) && !hr_name_has(words, one);
	if (is_set && hr_name_has(words, hr_words_choice))
		return;
	hr_claim_role(inference, item, is_set ? HR_ROLE_FLAGS : HR_ROLE_ENUM, HR_SOURCE_SHAPE, 0.7,
		      "%zu constants are named after '%s'", found.count, item->name);
}

static void about_integer(struct hr_inference *inference, const struct hr_operation *operation, struct hr_item *item,
			  const struct hr_name_words *words)
{
	const struct hr_type *type = hr_model_type(inference->model, item->type);
	static const char *const origins[] = { "whence", NULL };
	const char *last = words->count ? words->words[words->count - 1] : "";
	const struct hr_name_words *verbs = hr_words_of(inference, operation);
	const char *verb = verbs->count ? verbs->words[verbs->count - 1] : "";
	static const char *const streams[] = { "input", "output", "in", "out", "file", "handle", NULL };
	if (hr_text_ends_with(verb, "fd") && type->is_signed && type->size == 4 && hr_name_has(words, streams))
		hr_claim_role(inference, item, HR_ROLE_DESCRIPTOR, NAME, 0.85, "'%s' of '%s'", item->name,
			      operation->name);
	static const char *const handles[] = { "handle", NULL };
	static const char *const of_files[] = { "file", NULL };
	if (hr_name_has(words, of_files) && hr_name_has(words, handles) && type->is_signed && type->size == 4)
		hr_claim_role(inference, item, HR_ROLE_DESCRIPTOR, NAME, 0.8, "an int called '%s'", item->name);
	/* "ifd", "out_fd", "infd" */
	static const char *const ends_of_pipes[] = { "ifd",   "ofd",   "infd", "outfd", "sfd",   "cfd", "srcfd",
						     "dstfd", "dirfd", "tfd",  "ttyfd", "errfd", NULL };
	if (hr_name_has(words, ends_of_pipes) && type->is_signed && type->size == 4)
		hr_claim_role(inference, item, HR_ROLE_DESCRIPTOR, NAME, 0.85, "an int called '%s'", item->name);
	if (hr_name_has(words, hr_words_descriptor) && type->is_signed && type->size == 4)
		hr_claim_role(inference, item, HR_ROLE_DESCRIPTOR, NAME, 0.9, "an int called '%s'", item->name);
	static const char *const masks[] = { "mask", "attributes", NULL };
	/* a mask of a certain width is one for any bits */
	bool is_register = hr_text_find_any_case(inference->model->types.data[item->type.type].spelling, "int32") ||
			   hr_text_find_any_case(inference->model->types.data[item->type.type].spelling, "int16");
	about_named_type(inference, item);
	/* "flag_true_if_set": one flag is a truth value */
	static const char *const truths[] = { "true", "if", "should", "whether", NULL };
	static const char *const booleans[] = { "b", NULL };
	bool is_single = strcmp(last, "flag") == 0 && (words->count == 1 || hr_word_is_in(words->words[0], booleans));
	/* "flush_timeout", "mask_len": how long, not which */
	static const char *const measures[] = { "timeout", "interval", "seconds",  "delay", "ms",
						"usec",    "msec",     "duration", "count", "size",
						"len",     "length",   "bits",     "width", NULL };
	bool is_measure = hr_word_is_in(last, measures);
	if ((hr_name_has(words, hr_words_flags) || hr_text_ends_with(last, "flags") ||
	     hr_text_ends_with(last, "mask")) &&
	    !is_single && !is_measure && !hr_name_has(words, truths) && !hr_is_truth_value(inference->model, item))
		hr_claim_role(inference, item, HR_ROLE_FLAGS, NAME,
			      !hr_word_is_in(last, masks) && !hr_text_ends_with(last, "mask") ? 0.8
			      : is_register                                                   ? 0.35
											      : 0.45,
			      "called '%s'", item->name);
	if (hr_name_has(words, hr_words_index))
		hr_claim_role(inference, item, HR_ROLE_IN, NAME, 0.45, "called '%s'", item->name);
	if (hr_name_has(words, origins))
		hr_claim_role(inference, item, HR_ROLE_ENUM, NAME, 0.9, "called '%s', as in lseek", item->name);
	/* "cbtype", "etype" */
	if (strlen(last) > 4 && hr_text_ends_with(last, "type"))
		hr_claim_role(inference, item, HR_ROLE_ENUM, NAME, 0.55, "called '%s'", item->name);
	/* "eolmode", "gregflag": written together; what code compares it with settles it */
	bool is_together = (strlen(last) > 4 && hr_text_ends_with(last, "mode")) ||
			   (words->count + (strlen(last) > 4) > 1 && hr_text_ends_with(last, "flag"));
	if (is_together && !hr_name_has(words, truths)) {
		enum { FEWEST = 3 };
		size_t about = constants_about(inference, last);
		hr_claim_role(inference, item, HR_ROLE_ENUM, NAME, 0.15, "called '%s'", item->name);
		if (about >= FEWEST && !are_bits(inference, last))
			hr_claim_role(inference, item, HR_ROLE_ENUM, HR_SOURCE_SHAPE, 0.6,
				      "%zu constants are about '%s'", about, last);
	}
	if (hr_name_has(words, hr_words_choice) && !is_measure) {
		size_t count = is_meant(operation, item, last) ? constants_about(inference, last) : 0;
		if (count < 2 && words->count >= 2) {
			/* "compressionLevel" and FOO_CLEVEL_MAX */
			char together[HR_NAME_WORD_LENGTH + 2];
			snprintf(together, sizeof together, "%c%s", words->words[words->count - 2][0], last);
			together[HR_NAME_WORD_LENGTH] = '\0';
			count = constants_about(inference, together);
		}
		bool is_certain = hr_word_is_in(last, hr_words_choice_only);
		hr_claim_role(inference, item, HR_ROLE_ENUM, NAME, is_certain ? 0.6 : 0.3, "called '%s'", item->name);
		if (count >= 2)
			hr_claim_role(inference, item, HR_ROLE_ENUM, HR_SOURCE_SHAPE, 0.6,
				      "%zu constants are about '%s'", count, last);
		if (count >= 3 && are_bits(inference, last))
			hr_claim_role(inference, item, HR_ROLE_FLAGS, HR_SOURCE_SHAPE, 0.9,
				      "the constants about '%s' are single bits", last);
	}
}

/* get(object, parameter), set(object, parameter, value): which one of them. */
static void about_selector(struct hr_inference *inference, const struct hr_operation *operation, struct hr_item *item,
			   const struct hr_name_words *words)
{
	static const char *const selectors[] = { "parm", "param", "parameter", "property",
						 "prop", "attr",  "attribute", NULL };
	static const char *const verbs[] = { "get", "set", "query", "ctl", "control", NULL };
	size_t place = (size_t)(item - operation->params.data);
	const struct hr_name_words *name = hr_words_of(inference, operation);
	bool is_value = hr_name_has(name, (const char *const[]){ "set", NULL }) && place + 1 == operation->params.count;
	if (place == 1 && !is_value && words->count == 1 && hr_name_has(words, selectors) && hr_name_has(name, verbs))
		hr_claim_role(inference, item, HR_ROLE_ENUM, NAME, 0.65, "called '%s'", item->name);
}

/* setopt(object, number, void *value, length): which option, as with setsockopt. */
static void about_option(struct hr_inference *inference, const struct hr_operation *operation, struct hr_item *item)
{
	static const char *const options[] = { "opt", "option", "setopt", "getopt", NULL };
	size_t place = (size_t)(item - operation->params.data);
	const struct hr_name_words *name = hr_words_of(inference, operation);
	if (place > 0 && place + 1 < operation->params.count && name->count &&
	    hr_word_is_in(name->words[name->count - 1], options) &&
	    hr_points_to_void(inference->model, operation->params.data[place + 1].type))
		hr_claim_role(inference, item, HR_ROLE_ENUM, HR_SOURCE_SHAPE, 0.7,
			      "it says what the value behind it is for, as with setsockopt");
}

void hr_rules_from_number_names(struct hr_inference *inference, struct hr_operation *operation)
{
	about_error_code(inference, operation);
	for (size_t i = 0; i < operation->params.count; i++) {
		struct hr_item *item = &operation->params.data[i];
		if (hr_classify(inference->model, item->type) != HR_CLASS_INTEGER)
			continue;
		struct hr_name_words words;
		hr_name_split(&words, item->name);
		about_set(inference, operation, item, &words);
		about_option(inference, operation, item);
		/* look_at_fd(object, int), in a header without names */
		const struct hr_name_words *verbs = hr_words_of(inference, operation);
		if (!*item->name && operation->params.count <= 2 && verbs->count &&
		    hr_word_is_in(verbs->words[verbs->count - 1], hr_words_descriptor))
			hr_claim_role(inference, item, HR_ROLE_DESCRIPTOR, NAME, 0.7, "the number that '%s' takes",
				      operation->name);
		if (!*item->name)
			continue;
		about_integer(inference, operation, item, &words);
		about_selector(inference, operation, item, &words);
		about_namesakes(inference, operation, item, &words);
	}
}
