/* Which number says how long which buffer is.
 *
 * Every pair of a buffer and a number gets a score from where they stand, how they are called and their types; the best pairs are
 * taken, each number once and each buffer once. */
#include "base/text.h"
#include "roles/inference.h"
#include "roles/operands.h"
#include "roles/vocabulary.h"

#include <string.h>

enum { MAX_PARAMS = 32 };

static enum hr_unit unit_of(const struct hr_operand *buffer)
{
	return hr_is_bytes(buffer->class) ? HR_UNIT_BYTES : HR_UNIT_ELEMENTS;
}

/* A pointer without const may still be an input: of an API that does not bother. */
static bool is_filled(const struct hr_operand *it, const struct hr_operand *number)
{
	if (it->is_const)
		return false;
	/* a limit is one of what may be written, whatever the buffer is called */
	bool is_room = number && (hr_operand_is_limit(number) || hr_name_has(&number->words, hr_words_capacity));
	if (is_room && it->role == HR_ROLE_STRING)
		return true;
	/* … above all if it is called after that buffer: "entry" and "entry_maxlen" */
	if (is_room && it->role == HR_ROLE_OUT && !it->is_sent && hr_operand_same_thing(it, number))
		return true;
	if (it->role == HR_ROLE_STRING || it->role == HR_ROLE_ARRAY || it->role == HR_ROLE_BUFFER ||
	    it->role == HR_ROLE_INOUT)
		return false;
	if (it->is_sent)
		return false; /* set_entries(T *entries, n) */
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
			  const struct hr_operand *operands, size_t buffer, size_t number, enum hr_unit unit,
			  double score)
{
	const struct hr_operand *b = &operands[buffer], *n = &operands[number];
	struct hr_item *buffer_item = &operation->params.data[buffer], *number_item = &operation->params.data[number];
	double weight = score > 0.95 ? 0.92 : score < 0.5 ? 0.5 : score;
	bool filled = is_filled(b, n);
	const char *how = number == buffer + 1 ? "stands right after" : "goes with";
	enum hr_source source = n->words.count ? HR_SOURCE_NAME : HR_SOURCE_SHAPE;
	/* a capacity that is replaced by what was used is read and written, of course */
	if (n->by_pointer && n->role == HR_ROLE_INOUT && filled && hr_operand_same_thing(b, n))
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

static void claim_pair(struct hr_inference *inference, struct hr_operation *operation,
		       const struct hr_operand *operands, size_t buffer, size_t number, double score)
{
	claim_pair_in(inference, operation, operands, buffer, number, unit_of(&operands[buffer]), score);
}

/* As in fread: a buffer, the size of an element, the number of elements; or as in qsort, the number first: these are elements then. */
static void pair_size_and_count(struct hr_inference *inference, struct hr_operation *operation,
				struct hr_operand *operands, size_t count)
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
static bool is_signal(const struct hr_inference *inference, const struct hr_item *item, const struct hr_operand *it)
{
	enum { SHORT = 2 };
	if (it->class != HR_CLASS_SCALARS)
		return false;
	const struct hr_type *pointee = hr_model_type(inference->model, hr_model_pointee(inference->model, item->type));
	return it->is_const || (pointee && (pointee->kind == HR_TYPE_FLOAT || pointee->size == SHORT));
}

/* A length right after memory to be filled, however it is called, when nothing else claims either. */
static void pair_neighbours(struct hr_inference *inference, struct hr_operation *operation, struct hr_operand *operands,
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
static void pair_last_capacity(struct hr_inference *inference, struct hr_operation *operation,
			       struct hr_operand *operands, size_t count)
{
	size_t buffer = count, number = count, buffers = 0, numbers = 0;
	for (size_t i = 0; i < count; i++) {
		bool bytes = hr_is_bytes(operands[i].class);
		if (operands[i].is_buffer && !operands[i].taken && bytes && operands[i].role == HR_ROLE_OUT) {
			buffer = i;
			buffers++;
		}
		if (operands[i].class == HR_CLASS_INTEGER && operands[i].is_number && !operands[i].taken &&
		    (hr_name_has(&operands[i].words, hr_words_capacity) || hr_operand_is_limit(&operands[i]))) {
			number = i;
			numbers++;
		}
	}
	if (buffers != 1 || numbers != 1)
		return;
	operands[buffer].taken = operands[number].taken = true;
	claim_pair(inference, operation, operands, buffer, number, 0.65);
}

/* Reals by pointer: one by itself is rarely passed so but to be filled. */
static bool is_reals(const struct hr_inference *inference, const struct hr_item *item, const struct hr_operand *it)
{
	const struct hr_type *pointee = hr_model_type(inference->model, hr_model_pointee(inference->model, item->type));
	return it->class == HR_CLASS_SCALARS && it->is_buffer && pointee && pointee->kind == HR_TYPE_FLOAT;
}

/* The first vector behind a number that nothing else tells about; the number of parameters when there is none, or it is the only one. */
static size_t vector_behind(const struct hr_inference *inference, const struct hr_operation *operation,
			    const struct hr_operand *operands, size_t count, size_t number)
{
	size_t first = count, vectors = 0;
	for (size_t i = 0; i < count; i++) {
		if (!is_reals(inference, &operation->params.data[i], &operands[i]))
			continue;
		vectors++;
		if (i > number && first == count && !operands[i].taken)
			first = i;
	}
	return vectors >= 2 ? first : count;
}

/* rule(int order, double x[], double w[]), solve(int n, double *x, double *y): vectors, and the one number that says how long they are. Of m functions of n
 * variables the variables come first. */
static void pair_vectors(struct hr_inference *inference, struct hr_operation *operation, struct hr_operand *operands,
			 size_t count)
{
	static const char *const lengths[] = {
		"n", "m", "order", "dim", "ndim", "npts", "points", "degree", "nx", NULL
	};
	for (const char *const *word = lengths; *word; word++)
		for (size_t n = 0; n < count; n++) {
			if (operands[n].class != HR_CLASS_INTEGER || operands[n].taken || !operands[n].is_number ||
			    operands[n].words.count != 1 || strcmp(operands[n].words.words[0], *word) != 0)
				continue;
			size_t first = vector_behind(inference, operation, operands, count, n);
			if (first == count)
				continue;
			operands[n].taken = operands[first].taken = true;
			claim_pair(inference, operation, operands, first, n, 0.6);
		}
}

/* "szDb" beside "db": by its name it is the size of another parameter. */
static bool is_about_another(const struct hr_operand *operands, size_t count, size_t buffer, size_t number)
{
	for (size_t i = 0; i < count; i++)
		if (i != buffer && i != number && hr_operand_same_thing(&operands[i], &operands[number]))
			return true;
	return false;
}

/* What is left when all else is paired: one input without a length, one length without an input. */
static void pair_by_elimination(struct hr_inference *inference, struct hr_operation *operation,
				struct hr_operand *operands, size_t count)
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
	if (buffers != 1 || numbers != 1 || number < buffer || !pairs || !operands[buffer].is_const ||
	    is_about_another(operands, count, buffer, number))
		return;
	operands[buffer].taken = operands[number].taken = true;
	claim_pair(inference, operation, operands, buffer, number, 0.55);
}

static void pair_up(struct hr_inference *inference, struct hr_operation *operation, struct hr_operand *operands,
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
				double score = hr_operand_score(inference, operation, operands, b, n);
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

/* Is the number called as the parameter is, with a word for a length behind? "path_len", "ops_size", "pathlen". */
static bool is_called_after(const struct hr_operand *it, const struct hr_operand *number)
{
	static const char *const lengths[] = { "len", "length", "size", "sz", NULL };
	static const char *const glued[] = { "len", "length", NULL }; /* a "filesize" is the file's */
	if (it->words.count == 1 && number->words.count == 1 &&
	    hr_text_starts_with(number->words.words[0], it->words.words[0]) &&
	    hr_word_is_in(number->words.words[0] + strlen(it->words.words[0]), glued))
		return true;
	if (!it->words.count || number->words.count != it->words.count + 1 ||
	    !hr_word_is_in(number->words.words[it->words.count], lengths))
		return false;
	for (size_t i = 0; i < it->words.count; i++)
		if (strcmp(number->words.words[i], it->words.words[i]) != 0)
			return false;
	return true;
}

/* What is no buffer by its role can have a length all the same: a path that need not end by NUL, a struct of callbacks whose version is told by its size. */
static void pair_by_whole_name(struct hr_inference *inference, struct hr_operation *operation,
			       struct hr_operand *operands, size_t count)
{
	for (size_t i = 0; i + 1 < count; i++) {
		const struct hr_operand *it = &operands[i];
		bool fits = it->role == HR_ROLE_PATH || (it->role == HR_ROLE_CALLBACK && it->class == HR_CLASS_OBJECT);
		if (!fits || operands[i + 1].taken || operands[i + 1].class != HR_CLASS_INTEGER ||
		    !is_called_after(it, &operands[i + 1]))
			continue;
		operands[i + 1].taken = true;
		hr_claim_relation(inference, &operation->params.data[i + 1], HR_ROLE_LENGTH, i, HR_UNIT_BYTES,
				  HR_SOURCE_NAME, 0.9, "'%s' is called after '%s'", operation->params.data[i + 1].name,
				  operation->params.data[i].name);
		if (operands[i + 1].told_negative)
			hr_claim_fact(inference, &operation->params.data[i + 1].claims, HR_FACT_MINUS_ONE, 1, -1,
				      HR_SOURCE_DOCUMENTATION, 0.8, "the documentation says so");
	}
}

/* "buckets": the plural of what is counted. */
static bool names_several(const char *name)
{
	enum { SHORTEST = 4 };
	size_t length = strlen(name);
	return length >= SHORTEST && name[length - 1] == 's' && name[length - 2] != 's';
}

/* add(set, min, max): the end of a range, not an amount. */
static bool ends_range(const struct hr_operand *operands, size_t count, size_t index)
{
	static const char *const most[] = { "max", "maximum", NULL };
	static const char *const least[] = { "min", "minimum", NULL };
	for (size_t i = 0; i < count && hr_name_has(&operands[index].words, most); i++)
		if (operands[i].class == HR_CLASS_INTEGER && hr_name_has(&operands[i].words, least))
			return true;
	return false;
}

/* A number of bytes or elements that belongs to no buffer. */
static void claim_sizes(struct hr_inference *inference, struct hr_operation *operation,
			const struct hr_operand *operands, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct hr_item *item = &operation->params.data[i];
		const struct hr_operand *it = &operands[i];
		if (it->class != HR_CLASS_INTEGER || it->taken || it->role == HR_ROLE_FLAGS)
			continue;
		bool is_size = hr_type_is_called(inference->model, item->type, "size_t");
		bool is_named = hr_name_has_loosely(&it->words, hr_words_size);
		if (hr_name_has(&it->words, hr_words_index) ||
		    (hr_name_has(&it->words, hr_words_choice) && !(is_size && is_named)))
			continue;
		const struct hr_name_words *verbs = hr_words_of(inference, operation);
		if (hr_is_truth_value(inference->model, item) || ends_range(operands, operation->params.count, i))
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
		/* no more than 255: a number of bits, or of something else than memory */
		bool is_tiny = hr_model_type(inference->model, item->type)->size == 1;
		if (is_named && !is_tiny)
			hr_claim_role(inference, item, HR_ROLE_SIZE, HR_SOURCE_NAME, 0.6,
				      "called '%s', and no buffer goes with it", item->name);
		else if (is_size && (!*item->name || names_several(item->name)))
			hr_claim_role(inference, item, HR_ROLE_SIZE, HR_SOURCE_TYPE, 0.45,
				      "a size_t that no buffer goes with");
	}
}

/* Bytes that no length goes with. */
static void claim_unpaired(struct hr_inference *inference, struct hr_operation *operation,
			   const struct hr_operand *operands, size_t count)
{
	static const char *const texts[] = { "str",  "string", "text", "name",     "s",
					     "utf8", "uri",    "url",  "hostname", NULL };
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

void hr_rules_for_relations(struct hr_inference *inference, struct hr_operation *operation)
{
	struct hr_operand operands[MAX_PARAMS];
	size_t count = operation->params.count < MAX_PARAMS ? operation->params.count : MAX_PARAMS;
	for (size_t i = 0; i < count; i++)
		operands[i] = hr_operand_describe(inference, operation, i);
	for (size_t i = 0; i + 1 < count; i++)
		if (operands[i].class == HR_CLASS_INTEGER && operands[i + 1].class == HR_CLASS_INTEGER &&
		    !operands[i].words.count && !operands[i + 1].words.count)
			operands[i].is_one_of_several = operands[i + 1].is_one_of_several = true;
	hr_operands_look_beside(inference, operation, operands, count);
	pair_size_and_count(inference, operation, operands, count);
	pair_up(inference, operation, operands, count);
	pair_neighbours(inference, operation, operands, count);
	pair_last_capacity(inference, operation, operands, count);
	pair_vectors(inference, operation, operands, count);
	pair_by_elimination(inference, operation, operands, count);
	pair_by_whole_name(inference, operation, operands, count);
	claim_sizes(inference, operation, operands, count);
	claim_unpaired(inference, operation, operands, count);
}
