/* Which number says how long which buffer is.
 *
 * Every pair of a buffer and a number gets a score from where they stand, how they are called and their types; the best pairs are
 * taken, each number once and each buffer once. */
#include "base/text.h"
#include "roles/doc_text.h"
#include "roles/inference.h"
#include "roles/vocabulary.h"

#include <string.h>

enum { MAX_PARAMS = 32 };

struct operand {
	enum hr_class class;
	enum hr_role role;
	struct hr_name_words words;
	bool is_const;
	bool is_buffer;         /* may have a length */
	bool is_number;         /* may be a length */
	bool by_pointer;        /* a number, by pointer */
	bool is_one_of_several; /* numbers in a row, without names */
	bool told_length;       /* the documentation speaks of a length or a size */
	bool told_negative;     /* … and of what it means when it is negative */
	bool has_const_beside;  /* other bytes must not be written: these are where things go */
	bool has_output_beside; /* other bytes are called as what is filled is */
	bool taken;
};

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

static struct operand describe(const struct hr_inference *inference, const struct hr_operation *operation, size_t index)
{
	const struct hr_model *model = inference->model;
	struct operand it = { 0 };
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
	    inference->objects[object].ended_by && inference->objects[object].returned_by && *item->name &&
	    !hr_text_ends_with(item->name, "s") &&
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
	it.is_number = (it.class == HR_CLASS_INTEGER && it.role != HR_ROLE_DESCRIPTOR && it.role != HR_ROLE_FLAGS &&
			hr_model_type(model, item->type)->size >= 2) ||
		       it.by_pointer;
	return it;
}

/* Do both names have a word in common that is not about lengths? "dest" and "destLen", "tokens" and "num_tokens"; or words for the
 * same end: "src" and "inputSize". */
static bool name_same_thing(const struct operand *buffer, const struct operand *number)
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
static bool is_limit(const struct operand *number)
{
	const char *first = number->words.count ? number->words.words[0] : "";
	return hr_text_starts_with(first, "min") || hr_text_starts_with(first, "max");
}

/* "n_elem", "max_items": says how many, but not of what. */
static bool counts_anything(const struct hr_name_words *words)
{
	static const char *const nouns[] = { "n",     "num",     "nr",      "no",       "max",  "of",
					     "elem",  "elems",   "element", "elements", "item", "items",
					     "entry", "entries", "count",   NULL };
	for (size_t i = 0; i < words->count; i++)
		if (!hr_word_is_in(words->words[i], nouns))
			return false;
	return true;
}

/* "chars" and "chars_nelm": the whole name of the buffer begins that of the number. */
static bool is_named_after(const struct operand *buffer, const struct operand *number)
{
	return buffer->words.count == 1 && number->words.count >= 2 &&
	       strcmp(buffer->words.words[0], number->words.words[0]) == 0;
}

/* "optval" and "optvallen", "password" and "passwordlen". */
static bool is_length_of(const struct operand *buffer, const struct operand *number)
{
	static const char *const endings[] = { "len", "length", "size", "sz", "count", "cnt", "num", NULL };
	for (size_t b = 0; b < buffer->words.count; b++)
		for (size_t n = 0; n < number->words.count; n++)
			if (hr_text_starts_with(number->words.words[n], buffer->words.words[b]) &&
			    hr_word_is_in(number->words.words[n] + strlen(buffer->words.words[b]), endings))
				return true;
	return false;
}

static double score_names(const struct operand *buffer, const struct operand *number, bool is_behind)
{
	double score = 0;
	bool named = number->words.count > 0;
	bool shared = named && name_same_thing(buffer, number);
	bool counted = shared && number->words.count == 1 && number->words.words[0][0] == 'n';
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
	if (is_limit(number) && buffer->is_const)
		score -= 0.5; /* a limit is no length of what is there */
	bool is_room = is_limit(number) && !buffer->is_const && number->words.count == 1;
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

static double score_pair(const struct hr_inference *inference, const struct hr_operation *operation,
			 const struct operand *operands, size_t buffer, size_t number)
{
	const struct operand *b = &operands[buffer], *n = &operands[number];
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
		if (b->class == HR_CLASS_SLOT || (b->is_const && !name_same_thing(b, n)))
			score -= 0.5;
		/* the size of something else that is called alike: "rom_size" and "rom_version" */
		static const char *const memory[] = { "buffer", "buf", "data", "out", "dest", "ptr", "bytes", NULL };
		if (number < buffer && !hr_name_has(&b->words, memory))
			score -= 0.6;
		if (b->class == HR_CLASS_SCALARS || b->class == HR_CLASS_OBJECT)
			score -= 0.6;
	} else {
		score += is_size_type(inference->model, operation->params.data[number].type) ? 0.2 : 0.05;
	}
	if (hr_is_bytes(b->class))
		score += 0.1;
	/* `T x[4]`: how many there are is said */
	if (operation->params.data[buffer].array_count > 0 && !name_same_thing(b, n))
		score -= 0.5;
	/* a place in a file, or a part of one */
	if (number != buffer + 1 && hr_type_is_called(inference->model, operation->params.data[number].type, "off_t"))
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

static enum hr_unit unit_of(const struct operand *buffer)
{
	return hr_is_bytes(buffer->class) ? HR_UNIT_BYTES : HR_UNIT_ELEMENTS;
}

/* A pointer without const may still be an input: of an API that does not bother. */
static bool is_filled(const struct operand *it, const struct operand *number)
{
	if (it->is_const)
		return false;
	/* a limit is one of what may be written, whatever the buffer is called */
	if (it->role == HR_ROLE_STRING && number &&
	    (is_limit(number) || hr_name_has(&number->words, hr_words_capacity)))
		return true;
	if (it->role == HR_ROLE_STRING || it->role == HR_ROLE_ARRAY || it->role == HR_ROLE_BUFFER ||
	    it->role == HR_ROLE_INOUT)
		return false;
	if (it->has_const_beside)
		return true; /* decrypt(const void *in, n, void *data, m) */
	if (it->has_output_beside && !hr_name_has(&it->words, hr_words_output))
		return false; /* derive(char *info, n, char *buffer, m) */
	if (it->role != HR_ROLE_OUT && hr_name_has(&it->words, hr_words_input) &&
	    !hr_name_has(&it->words, hr_words_output))
		return false;
	return true;
}

static void claim_pair_in(struct hr_inference *inference, struct hr_operation *operation,
			  const struct operand *operands, size_t buffer, size_t number, enum hr_unit unit, double score)
{
	const struct operand *b = &operands[buffer], *n = &operands[number];
	struct hr_item *buffer_item = &operation->params.data[buffer], *number_item = &operation->params.data[number];
	double weight = score > 0.95 ? 0.92 : score < 0.5 ? 0.5 : score;
	bool filled = is_filled(b, n);
	const char *how = number == buffer + 1 ? "stands right after" : "goes with";
	enum hr_source source = n->words.count ? HR_SOURCE_NAME : HR_SOURCE_SHAPE;
	/* a capacity that is replaced by what was used is read and written, of course */
	if (n->by_pointer && n->role == HR_ROLE_INOUT && filled && name_same_thing(b, n))
		weight = 0.98;
	if (n->told_negative)
		hr_claim_fact(inference, &number_item->claims, HR_FACT_MINUS_ONE, 1, -1, HR_SOURCE_DOCUMENTATION, 0.8,
			      "the documentation says so");
	hr_claim_relation(inference, number_item, filled ? HR_ROLE_CAPACITY : HR_ROLE_LENGTH, buffer, unit, source,
			  weight, "%s %s %s", hr_label(inference, operation, number), how,
			  hr_label(inference, operation, buffer));
	if (filled && hr_is_bytes(b->class))
		hr_claim_role(inference, buffer_item, HR_ROLE_OUT, HR_SOURCE_SHAPE, 0.65,
			      "bytes that may be written, with their capacity");
	else if (filled)
		hr_claim_role(inference, buffer_item, HR_ROLE_OUT, HR_SOURCE_SHAPE, 0.4,
			      "elements that may be written, with their capacity");
	else if (b->role == HR_ROLE_INOUT)
		return;
	else if (b->class == HR_CLASS_TEXT && n->told_negative)
		hr_claim_role(inference, buffer_item, HR_ROLE_STRING, HR_SOURCE_DOCUMENTATION, 0.6,
			      "its length may be left open");
	else if (b->class == HR_CLASS_TEXT)
		hr_claim_role(inference, buffer_item, HR_ROLE_BUFFER, HR_SOURCE_SHAPE, 0.72,
			      "text with its length beside it");
	else if (b->class == HR_CLASS_BYTES)
		hr_claim_role(inference, buffer_item, HR_ROLE_BUFFER, HR_SOURCE_SHAPE, 0.7,
			      "bytes with their length beside them");
	else if (hr_type_is_called(inference->model, number_item->type, "socklen_t"))
		hr_claim_role(inference, buffer_item, HR_ROLE_IN, HR_SOURCE_SHAPE, 0.7, "an address with its length");
	else
		hr_claim_role(inference, buffer_item, HR_ROLE_ARRAY, HR_SOURCE_SHAPE, 0.7,
			      "elements with their number beside them");
}

static void claim_pair(struct hr_inference *inference, struct hr_operation *operation, const struct operand *operands,
		       size_t buffer, size_t number, double score)
{
	claim_pair_in(inference, operation, operands, buffer, number, unit_of(&operands[buffer]), score);
}

/* As in fread: a buffer, the size of an element, the number of elements; or as in qsort, the number first: these are elements then. */
static void pair_size_and_count(struct hr_inference *inference, struct hr_operation *operation,
				struct operand *operands, size_t count)
{
	static const char *const sizes[] = { "size", NULL };
	static const char *const counts[] = {
		"nitems", "nmemb", "count", "n", "num", "nelem", "nelems", "items", NULL
	};
	for (size_t i = 0; i + 2 < count; i++) {
		const struct hr_name_words *first = &operands[i + 1].words, *second = &operands[i + 2].words;
		bool size_first = hr_name_has(first, sizes) && hr_name_has(second, counts);
		bool count_first = hr_name_has(first, counts) && hr_name_has(second, sizes);
		if (!operands[i].is_buffer || operands[i].class != HR_CLASS_BYTES ||
		    operands[i + 1].class != HR_CLASS_INTEGER || operands[i + 2].class != HR_CLASS_INTEGER ||
		    (!size_first && !count_first))
			continue;
		operands[i].taken = operands[i + 1].taken = operands[i + 2].taken = true;
		hr_claim_role(inference, &operation->params.data[i + (size_first ? 1 : 2)], HR_ROLE_SIZE,
			      HR_SOURCE_SHAPE, 0.85, "a buffer, a size and a number, as in %s",
			      size_first ? "fread" : "qsort");
		if (count_first && !is_filled(&operands[i], NULL) && operands[i].role != HR_ROLE_INOUT)
			hr_claim_role(inference, &operation->params.data[i], HR_ROLE_ARRAY, HR_SOURCE_SHAPE, 0.9,
				      "elements of a size that is told");
		claim_pair_in(inference, operation, operands, i, i + (size_first ? 2 : 1), HR_UNIT_ELEMENTS, 0.9);
	}
}

/* Numbers that hardly ever come alone: those that must not be written, short ones and real ones. */
static bool is_signal(const struct hr_inference *inference, const struct hr_item *item, const struct operand *it)
{
	enum { SHORT = 2 };
	if (it->class != HR_CLASS_SCALARS)
		return false;
	const struct hr_type *pointee = hr_model_type(inference->model, hr_model_pointee(inference->model, item->type));
	return it->is_const || (pointee && (pointee->kind == HR_TYPE_FLOAT || pointee->size == SHORT));
}

/* A length right after memory to be filled, however it is called, when nothing else claims either. */
static void pair_neighbours(struct hr_inference *inference, struct hr_operation *operation, struct operand *operands,
			    size_t count)
{
	for (size_t i = 0; i + 1 < count; i++) {
		bool bytes = hr_is_bytes(operands[i].class) && operands[i].role == HR_ROLE_OUT;
		if (!operands[i].is_buffer || operands[i].taken ||
		    !(bytes || is_signal(inference, &operation->params.data[i], &operands[i])) ||
		    operands[i + 1].taken || operands[i + 1].class != HR_CLASS_INTEGER || !operands[i + 1].is_number ||
		    !hr_name_has_loosely(&operands[i + 1].words, hr_words_length))
			continue;
		operands[i].taken = operands[i + 1].taken = true;
		claim_pair(inference, operation, operands, i, i + 1, 0.6);
	}
}

/* One buffer to be filled, one number that is called a capacity, and nothing between them in question. */
static void pair_last_capacity(struct hr_inference *inference, struct hr_operation *operation, struct operand *operands,
			       size_t count)
{
	size_t buffer = count, number = count, buffers = 0, numbers = 0;
	for (size_t i = 0; i < count; i++) {
		bool bytes = hr_is_bytes(operands[i].class);
		if (operands[i].is_buffer && !operands[i].taken && bytes && operands[i].role == HR_ROLE_OUT) {
			buffer = i;
			buffers++;
		}
		if (operands[i].class == HR_CLASS_INTEGER && operands[i].is_number && !operands[i].taken &&
		    (hr_name_has(&operands[i].words, hr_words_capacity) || is_limit(&operands[i]))) {
			number = i;
			numbers++;
		}
	}
	if (buffers != 1 || numbers != 1)
		return;
	operands[buffer].taken = operands[number].taken = true;
	claim_pair(inference, operation, operands, buffer, number, 0.65);
}

/* What is left when all else is paired: one input without a length, one length without an input. */
static void pair_by_elimination(struct hr_inference *inference, struct hr_operation *operation,
				struct operand *operands, size_t count)
{
	size_t buffer = count, number = count, buffers = 0, numbers = 0;
	for (size_t i = 0; i < count; i++) {
		bool bytes = hr_is_bytes(operands[i].class);
		if (operands[i].is_buffer && !operands[i].taken && bytes && operands[i].words.count) {
			buffer = i;
			buffers++;
		}
		if (operands[i].class == HR_CLASS_INTEGER && operands[i].is_number && !operands[i].taken &&
		    hr_name_has_loosely(&operands[i].words, hr_words_length)) {
			number = i;
			numbers++;
		}
	}
	size_t pairs = 0;
	for (size_t i = 0; i < count; i++)
		pairs += operands[i].is_number && operands[i].taken;
	if (buffers != 1 || numbers != 1 || number < buffer || !pairs || !operands[buffer].is_const)
		return;
	operands[buffer].taken = operands[number].taken = true;
	claim_pair(inference, operation, operands, buffer, number, 0.55);
}

static void pair_up(struct hr_inference *inference, struct hr_operation *operation, struct operand *operands,
		    size_t count)
{
	const double enough = 0.5;
	for (;;) {
		double best = enough;
		size_t best_buffer = count, best_number = count;
		for (size_t b = 0; b < count; b++) {
			for (size_t n = 0; n < count; n++) {
				if (b == n || !operands[b].is_buffer || operands[b].taken || !operands[n].is_number ||
				    operands[n].taken)
					continue;
				double score = score_pair(inference, operation, operands, b, n);
				if (score > best) {
					best = score;
					best_buffer = b;
					best_number = n;
				}
			}
		}
		if (best_buffer == count)
			return;
		operands[best_buffer].taken = operands[best_number].taken = true;
		claim_pair(inference, operation, operands, best_buffer, best_number, best);
	}
}

/* "buckets": the plural of what is counted. */
static bool names_several(const char *name)
{
	enum { SHORTEST = 4 };
	size_t length = strlen(name);
	return length >= SHORTEST && name[length - 1] == 's' && name[length - 2] != 's';
}

/* A number of bytes or elements that belongs to no buffer. */
static void claim_sizes(struct hr_inference *inference, struct hr_operation *operation, const struct operand *operands,
			size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct hr_item *item = &operation->params.data[i];
		const struct operand *it = &operands[i];
		if (it->class != HR_CLASS_INTEGER || it->taken || it->role == HR_ROLE_FLAGS)
			continue;
		bool is_size = hr_type_is_called(inference->model, item->type, "size_t");
		bool is_named = hr_name_has_loosely(&it->words, hr_words_size);
		if (hr_name_has(&it->words, hr_words_index) ||
		    (hr_name_has(&it->words, hr_words_choice) && !(is_size && is_named)))
			continue;
		const struct hr_name_words *verbs = hr_words_of(inference, operation);
		if (hr_is_boolean(inference->model, item->type))
			continue;
		static const char *const again[] = { "realloc", "resize", "grow", NULL };
		bool is_again = hr_name_has_loosely(verbs, again) || hr_text_find_any_case(operation->name, "realloc");
		if (i > 0 && is_named && operands[i - 1].role == HR_ROLE_CONSUMED &&
		    hr_is_bytes(operands[i - 1].class) && !is_again) {
			hr_claim_relation(inference, item, HR_ROLE_LENGTH, i - 1, HR_UNIT_BYTES, HR_SOURCE_SHAPE, 0.8,
					  "so much is taken over");
			continue;
		}
		if (hr_name_has_loosely(verbs, hr_words_allocate) &&
		    hr_classify(inference->model, operation->result.type) == HR_CLASS_BYTES)
			hr_claim_role(inference, item, HR_ROLE_SIZE, HR_SOURCE_SHAPE, 0.6, "'%s' allocates",
				      operation->name);
		if (is_named)
			hr_claim_role(inference, item, HR_ROLE_SIZE, HR_SOURCE_NAME, 0.6,
				      "called '%s', and no buffer goes with it", item->name);
		else if (is_size && (!*item->name || names_several(item->name)))
			hr_claim_role(inference, item, HR_ROLE_SIZE, HR_SOURCE_TYPE, 0.45,
				      "a size_t that no buffer goes with");
	}
}

/* Bytes that no length goes with. */
static void claim_unpaired(struct hr_inference *inference, struct hr_operation *operation,
			   const struct operand *operands, size_t count)
{
	static const char *const texts[] = { "str", "string", "text", "name", "s", NULL };
	for (size_t i = 0; i < count; i++) {
		struct hr_item *item = &operation->params.data[i];
		if (operands[i].class != HR_CLASS_BYTES || !operands[i].is_const || operands[i].taken)
			continue;
		static const char *const data[] = { "data",  "buf",   "buffer", "pixels", "bytes",
						    "input", "image", "src",    "mem",    NULL };
		if (hr_points_to_void(inference->model, item->type) && !hr_name_has_loosely(&operands[i].words, data))
			hr_claim_role(inference, item, HR_ROLE_IN, HR_SOURCE_SHAPE, 0.5, "no length goes with it");
		else if (hr_name_has(&operands[i].words, texts))
			hr_claim_role(inference, item, HR_ROLE_STRING, HR_SOURCE_NAME, 0.6,
				      "called '%s', and no length goes with it", item->name);
	}
}

/* Of several buffers, one tells about the others. */
static void look_beside(const struct hr_inference *inference, const struct hr_operation *operation,
			struct operand *operands, size_t count)
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

void hr_rules_for_relations(struct hr_inference *inference, struct hr_operation *operation)
{
	struct operand operands[MAX_PARAMS];
	size_t count = operation->params.count < MAX_PARAMS ? operation->params.count : MAX_PARAMS;
	for (size_t i = 0; i < count; i++)
		operands[i] = describe(inference, operation, i);
	for (size_t i = 0; i + 1 < count; i++)
		if (operands[i].class == HR_CLASS_INTEGER && operands[i + 1].class == HR_CLASS_INTEGER &&
		    !operands[i].words.count && !operands[i + 1].words.count)
			operands[i].is_one_of_several = operands[i + 1].is_one_of_several = true;
	look_beside(inference, operation, operands, count);
	pair_size_and_count(inference, operation, operands, count);
	pair_up(inference, operation, operands, count);
	pair_neighbours(inference, operation, operands, count);
	pair_last_capacity(inference, operation, operands, count);
	pair_by_elimination(inference, operation, operands, count);
	claim_sizes(inference, operation, operands, count);
	claim_unpaired(inference, operation, operands, count);
}
