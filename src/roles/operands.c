/* Parameters as buffers and numbers: which of them could belong together, by where they stand, how they are called and what is written of them. */
#include "roles/operands.h"

#include "base/text.h"
#include "roles/doc_text.h"
#include "roles/vocabulary.h"

#include <string.h>

static bool is_size_type(const struct hr_model *model, struct hr_type_ref ref)
{
	const struct hr_type *type = hr_model_type(model, ref);
	return type && type->kind == HR_TYPE_INT && type->size == 8;
}

struct told {
	bool length, negative;
};

static void look_for_length(void *context, const struct hr_sentence *sentence)
{
	static const char *const phrases[] = { "number of bytes",    "length of",       "size of the",
					       "total size",         "size in bytes",   "bytes of",
					       "number of elements", "number of items", "number of entries",
					       "in bytes",           "how many",        "at most",
					       "buffer size",        "capacity",        NULL };
	struct told *told = context;
	for (const char *const *phrase = phrases; *phrase && sentence->others <= 2; phrase++)
		told->length = told->length || strstr(sentence->lower, *phrase);
	bool negative = strstr(sentence->lower, "negative") || strstr(sentence->lower, "-1") ||
			strstr(sentence->lower, "less than zero");
	if (negative && (strstr(sentence->lower, "terminat") || strstr(sentence->lower, "strlen") ||
			 hr_text_find_word(sentence->lower, "nul", false)))
		told->negative = true;
}

static struct told what_is_told(const struct hr_operation *operation, size_t param)
{
	struct told found = { false, false };
	struct hr_strbuf own = HR_STRBUF_INIT, lower = HR_STRBUF_INIT;
	hr_doc_own_text(&own, operation, param);
	hr_doc_add_lower(&lower, own.data);
	if (own.length)
		look_for_length(&found, &(struct hr_sentence){ own.data, lower.data, 0 });
	hr_strbuf_release(&own);
	hr_strbuf_release(&lower);
	hr_doc_each_sentence(operation, param, look_for_length, &found);
	return found;
}

/* Do several operations take one of them alone, and no other one than this a number right behind it? Then it is one here, too. */
static bool comes_alone(const struct hr_inference *inference, const struct hr_operation *operation, size_t type)
{
	enum { FEWEST = 2 };
	const struct hr_model *model = inference->model;
	size_t alone = 0, counted = 0;
	for (size_t i = 0; i < model->operations.count; i++) {
		const struct hr_operation *other = &model->operations.data[i];
		for (size_t k = 0; other != operation && k < other->params.count; k++) {
			if (hr_classify(model, other->params.data[k].type) != HR_CLASS_OBJECT ||
			    hr_model_object(model, other->params.data[k].type) != type)
				continue;
			bool is_counted = k + 1 < other->params.count &&
					  hr_classify(model, other->params.data[k + 1].type) == HR_CLASS_INTEGER;
			counted += is_counted;
			alone += !is_counted;
		}
	}
	return alone >= FEWEST && !counted;
}

struct hr_operand hr_operand_describe(const struct hr_inference *inference, const struct hr_operation *operation,
				      size_t index)
{
	const struct hr_model *model = inference->model;
	struct hr_operand it = { 0 };
	const struct hr_item *item = &operation->params.data[index];
	struct told told = what_is_told(operation, index);
	it.told_length = told.length;
	it.told_negative = told.negative;
	it.class = hr_classify(model, item->type);
	it.role = hr_role_so_far(item);
	it.is_const = hr_points_to_const(model, item->type);
	hr_name_split(&it.words, item->name);
	bool taken_role = it.role == HR_ROLE_RECEIVER || it.role == HR_ROLE_CONSUMED || it.role == HR_ROLE_CALLBACK ||
			  it.role == HR_ROLE_PATH || it.role == HR_ROLE_FORMAT || it.role == HR_ROLE_FILE ||
			  it.role == HR_ROLE_USER_DATA;
	size_t object = hr_model_object(model, item->type);
	bool is_handle = it.class == HR_CLASS_BYTES && object != HR_NO_TYPE && inference->objects[object].is_object;
	it.is_buffer = !taken_role && !is_handle &&
		       (hr_is_bytes(it.class) || it.class == HR_CLASS_SCALARS || it.class == HR_CLASS_OBJECT ||
			it.class == HR_CLASS_SLOT);
	/* Nobody has several of what he does not know the size of. */
	if (it.class == HR_CLASS_OBJECT && object != HR_NO_TYPE &&
	    model->types.data[object].completeness != HR_COMPLETE && !model->types.data[object].is_system)
		it.is_buffer = false;
	/* compare(T *, T *, length): an object is one, unless its name says that there are several */
	if (it.class == HR_CLASS_OBJECT && object != HR_NO_TYPE && inference->objects[object].is_object &&
	    ((inference->objects[object].ended_by && inference->objects[object].returned_by) ||
	     comes_alone(inference, operation, object)) &&
	    *item->name && !hr_text_ends_with(item->name, "s") &&
	    !hr_name_has(&it.words, (const char *const[]){ "list", "array", "vec", NULL }))
		it.is_buffer = false;
	/* "path": text that ends by itself */
	if (it.class == HR_CLASS_TEXT && it.is_const && it.words.count == 1 && hr_name_has(&it.words, hr_words_path))
		it.is_buffer = false;
	/* A number to be filled that is itself a length is no buffer. */
	static const char *const counts[] = { "written", "required", "needed", "used", "read", "consumed", NULL };
	if (it.class == HR_CLASS_SCALARS && !it.is_const &&
	    (hr_name_has_loosely(&it.words, hr_words_length) || hr_name_has(&it.words, counts) ||
	     hr_name_has(&it.words, hr_words_index)))
		it.is_buffer = false;
	const struct hr_type *pointee = hr_model_type(model, hr_model_pointee(model, item->type));
	it.by_pointer =
		it.class == HR_CLASS_SCALARS && !it.is_const && pointee->kind == HR_TYPE_INT && pointee->size >= 4;
	const struct hr_name_words *verbs = hr_words_of(inference, operation);
	it.is_sent = (it.class == HR_CLASS_OBJECT || it.class == HR_CLASS_SCALARS) && !it.is_const &&
		     !hr_name_has(&it.words, hr_words_output) &&
		     hr_name_find(verbs, hr_words_drain) < hr_name_find(verbs, hr_words_fill) &&
		     !hr_is_bare_set(inference, operation);
	it.is_number = (it.class == HR_CLASS_INTEGER && it.role != HR_ROLE_DESCRIPTOR && it.role != HR_ROLE_FLAGS &&
			hr_model_type(model, item->type)->size >= 2) ||
		       it.by_pointer;
	return it;
}

/* Do both names have a word in common that is not about lengths? "dest" and "destLen", "tokens" and "num_tokens"; or words for the
 * same end: "src" and "inputSize". */
bool hr_operand_same_thing(const struct hr_operand *buffer, const struct hr_operand *number)
{
	static const char *const vector[] = { "argv", NULL };
	static const char *const vector_count[] = { "argc", NULL };
	if (hr_name_has(&buffer->words, vector) && hr_name_has(&number->words, vector_count))
		return true;
	static const char *const inputs[] = { "src", "source", "in", "input", "from", NULL };
	static const char *const outputs[] = { "dst", "dest", "out", "output", "to", "target", "destination", NULL };
	if ((hr_name_has(&buffer->words, inputs) && hr_name_has(&number->words, inputs)) ||
	    (hr_name_has(&buffer->words, outputs) && hr_name_has(&number->words, outputs)))
		return true;
	/* "lwa" and "wa", as in Fortran */
	if (buffer->words.count == 1 && number->words.count == 1 && number->words.words[0][0] == 'l' &&
	    strcmp(number->words.words[0] + 1, buffer->words.words[0]) == 0)
		return true;
	for (size_t i = 0; i < buffer->words.count; i++) {
		const char *word = buffer->words.words[i];
		size_t length = strlen(word);
		for (size_t k = 0; k < number->words.count; k++) {
			const char *other = number->words.words[k];
			if (length < 2 || strcmp(word, "ptr") == 0)
				continue;
			if (other[0] == 'n' && strcmp(other + 1, word) == 0)
				return true; /* "nvalues" and "values" */
			if (strcmp(word, other) == 0 || (length >= 3 && hr_text_starts_with(other, word)))
				return true;
			if (strlen(other) >= 3 && hr_text_starts_with(word, other))
				return true;
		}
	}
	return false;
}

/* "maxcount", "min_size": begins with a word for a limit. */
bool hr_operand_is_limit(const struct hr_operand *number)
{
	const char *first = number->words.count ? number->words.words[0] : "";
	return hr_text_starts_with(first, "min") || hr_text_starts_with(first, "max");
}

/* "n_elem", "max_items": says how many, but not of what. */
static bool counts_anything(const struct hr_name_words *words)
{
	static const char *const nouns[] = { "n",     "num",     "nr",       "no",     "max",   "of",    "elem",
					     "elems", "element", "elements", "item",   "items", "entry", "entries",
					     "count", "bytes",   "byte",     "octets", NULL };
	for (size_t i = 0; i < words->count; i++)
		if (!hr_word_is_in(words->words[i], nouns))
			return false;
	return true;
}

/* "chars" and "chars_nelm": the whole name of the buffer begins that of the number. */
static bool is_named_after(const struct hr_operand *buffer, const struct hr_operand *number)
{
	return buffer->words.count == 1 && number->words.count >= 2 &&
	       strcmp(buffer->words.words[0], number->words.words[0]) == 0;
}

/* "optval" and "optvallen", "password" and "passwordlen". */
static bool is_length_of(const struct hr_operand *buffer, const struct hr_operand *number)
{
	static const char *const endings[] = { "len", "length", "size", "sz", "count", "cnt", "num", NULL };
	for (size_t b = 0; b < buffer->words.count; b++)
		for (size_t n = 0; n < number->words.count; n++) {
			const char *word = number->words.words[n], *name = buffer->words.words[b];
			if (hr_text_starts_with(word, name) && hr_word_is_in(word + strlen(name), endings))
				return true;
			/* "lenbuffer", "sizedata" */
			for (const char *const *end = endings; *end && strlen(name) > 2; end++)
				if (hr_text_starts_with(word, *end) && strcmp(word + strlen(*end), name) == 0)
					return true;
		}
	/* "len_a" and "a": a letter says nothing, but for this */
	const struct hr_name_words *words = &number->words;
	for (size_t n = 0; n < 2 && buffer->words.count == 1 && words->count == 2; n++)
		if (strcmp(words->words[n], buffer->words.words[0]) == 0 && hr_word_is_in(words->words[1 - n], endings))
			return true;
	return false;
}

static double score_names(const struct hr_operand *buffer, const struct hr_operand *number, bool is_behind)
{
	double score = 0;
	bool named = number->words.count > 0;
	bool shared = named && (hr_operand_same_thing(buffer, number) || is_length_of(buffer, number));
	bool counted =
		shared && number->words.count == 1 &&
		(number->words.words[0][0] == 'n' || (number->words.words[0][0] == 'l' && buffer->words.count == 1 &&
						      strcmp(number->words.words[0] + 1, buffer->words.words[0]) == 0));
	/* from one row to the next, whatever it is counted in */
	static const char *const strides[] = { "stride", "pitch", "linesize", NULL };
	bool is_stride = hr_name_has_loosely(&number->words, strides);
	bool length_word = !is_stride && (counted || is_length_of(buffer, number) ||
					  hr_name_has_loosely(&number->words, hr_words_length) ||
					  hr_name_has(&number->words, hr_words_capacity));
	if (shared)
		score += length_word ? 0.5 : 0.25;
	else if (length_word && number->words.count > 1 && buffer->words.count && !counts_anything(&number->words))
		score -= 0.35; /* the length of something else, by its name */
	if (number->told_length)
		score += 0.3;
	if (!buffer->is_const && hr_name_has(&number->words, hr_words_capacity))
		score += 0.1;
	if (hr_operand_is_limit(number) && buffer->is_const)
		score -= 0.5; /* a limit is no length of what is there */
	bool is_room = hr_operand_is_limit(number) && !buffer->is_const && number->words.count == 1;
	if (length_word && number->words.count > 1 && counts_anything(&number->words))
		score += 0.15;
	if (length_word)
		score += 0.3;
	else if (named && (is_stride || hr_name_has(&number->words, hr_words_index) ||
			   hr_name_has(&number->words, hr_words_choice)))
		score -= 0.8;
	else if (is_room)
		score += 0.3;
	else if (named && !(is_behind && is_named_after(buffer, number)))
		score -= 0.25;
	else if (!named && !number->is_one_of_several)
		score += 0.1;
	return score;
}

/* "chunks" and "n_chunks": nothing but a word for a number before the whole name. */
static bool counts_by_name(const struct hr_operand *buffer, const struct hr_operand *number)
{
	static const char *const counts[] = { "n", "num", "nr", "no", NULL };
	if (!buffer->words.count || number->words.count != buffer->words.count + 1 ||
	    !hr_word_is_in(number->words.words[0], counts))
		return false;
	for (size_t i = 0; i < buffer->words.count; i++)
		if (strcmp(number->words.words[i + 1], buffer->words.words[i]) != 0)
			return false;
	return true;
}

double hr_operand_score(const struct hr_inference *inference, const struct hr_operation *operation,
			const struct hr_operand *operands, size_t buffer, size_t number)
{
	const struct hr_operand *b = &operands[buffer], *n = &operands[number];
	double score = score_names(b, n, number > buffer);
	if (number == buffer + 1)
		score += 0.35;
	else if (number > buffer)
		score += 0.1;
	else if (number + 1 == buffer)
		score += 0.15;
	/* pack(num, buffer): a number that is packed, as likely as how many there are */
	static const char *const vague[] = { "num", "number", NULL };
	if (number < buffer && n->words.count == 1 && hr_word_is_in(n->words.words[0], vague))
		score -= 0.2;
	if (n->by_pointer) {
		/* A length by pointer needs a buffer to be filled, and more than its place to say so. */
		bool is_read = b->is_const || b->role == HR_ROLE_BUFFER || b->role == HR_ROLE_STRING ||
			       b->role == HR_ROLE_ARRAY;
		if (b->class == HR_CLASS_SLOT || (is_read && !hr_operand_same_thing(b, n)))
			score -= 0.5;
		/* the size of something else that is called alike: "rom_size" and "rom_version" */
		static const char *const memory[] = { "buffer", "buf", "data", "out", "dest", "ptr", "bytes", NULL };
		if (number < buffer && !hr_name_has(&b->words, memory))
			score -= 0.6;
		if (b->class == HR_CLASS_SCALARS || b->class == HR_CLASS_OBJECT)
			score -= counts_by_name(b, n) && number == buffer + 1 && !is_read ? 0.3 : 0.6;
	} else {
		score += is_size_type(inference->model, operation->params.data[number].type) ? 0.2 : 0.05;
	}
	if (hr_is_bytes(b->class))
		score += 0.1;
	/* `T x[4]`: how many there are is said */
	if (operation->params.data[buffer].array_count > 0 && !hr_operand_same_thing(b, n))
		score -= 0.5;
	/* a place in a file, or a part of one: of two the first is where it begins */
	bool is_place = hr_type_is_called(inference->model, operation->params.data[number].type, "off_t");
	bool is_first = number + 1 < operation->params.count &&
			hr_type_is_called(inference->model, operation->params.data[number + 1].type, "off_t");
	if (is_place && (number != buffer + 1 || is_first))
		score -= 0.4;
	/* new(T **made, capacity) */
	bool is_made = b->class == HR_CLASS_SLOT && !hr_text_ends_with(operation->params.data[buffer].name, "s") &&
		       hr_classify_slot(inference->model, operation->params.data[buffer].type) == HR_CLASS_OBJECT;
	if (b->class == HR_CLASS_SLOT && b->role == HR_ROLE_OUT)
		score -= is_made ? 0.7 : 0.3;
	if (b->class == HR_CLASS_OBJECT && number < buffer)
		score -= 0.4;
	if (b->class == HR_CLASS_SCALARS && !b->is_const)
		score -= 0.1;
	return score;
}

/* Of several buffers, one tells about the others. */
void hr_operands_look_beside(const struct hr_inference *inference, const struct hr_operation *operation,
			     struct hr_operand *operands, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const struct hr_item *item = &operation->params.data[i];
		bool is_output = !operands[i].is_const && hr_name_has(&operands[i].words, hr_words_output);
		for (size_t k = 0; k < count && operands[i].is_buffer && hr_is_bytes(operands[i].class); k++) {
			bool counted = i + 1 < count && operands[i + 1].is_number;
			bool same_kind = operands[k].class == operands[i].class ||
					 hr_points_to_void(inference->model, item->type);
			if (k == i || operands[k].is_const || !hr_is_bytes(operands[k].class) || !counted || !same_kind)
				continue;
			operands[k].has_const_beside = operands[k].has_const_beside || operands[i].is_const;
			operands[k].has_output_beside = operands[k].has_output_beside || is_output;
		}
	}
}
