/* What runs teach: literals of chains that led to new edges are kept; what was compared with a part of a literal takes that part's place in the next one ("input to state").
 *
 * Invariants: work for one outcome is bounded by MOST_COMPARISONS times MOST_SUBJECTS; nothing depends on anything but the order of calls. */
#include "search/literals_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_COMPARISONS = 512, MOST_SUBJECTS = 12, ROOM = 1100, SMALL = 16, MOST_BEGINNINGS = 6 };

/* ---- literals of a chain ---- */

/* A literal that may be changed, and what is worth knowing of it when many comparisons are looked at. */
struct subject {
	const struct hr_operand *literal;
	const struct hr_item *item;
	size_t place;
	bool has_digits;
	uint64_t bytes[4]; /* bit n: the text has byte n */
};

struct visit {
	struct hr_literals *literals;
	void (*at)(struct visit *visit, const struct hr_operand *literal, const struct hr_item *item, size_t place);
	struct subject subjects[MOST_SUBJECTS];
	size_t subject_count;
	const struct hr_comparison *comparison;
	size_t token_left, token_right; /* lengths of the sides as text */
};

static void visit_operand(struct visit *visit, const struct hr_operand *operand, const struct hr_item *item,
			  size_t place)
{
	const struct hr_model *model = visit->literals->model;
	switch (operand->kind) {
	case HR_OPERAND_NUMBER:
	case HR_OPERAND_REAL:
	case HR_OPERAND_TEXT:
	case HR_OPERAND_BYTES:
		visit->at(visit, operand, item, place);
		return;
	case HR_OPERAND_STREAM:
	case HR_OPERAND_PATH:
	case HR_OPERAND_DESCRIPTOR:
		if (operand->text)
			visit->at(visit, operand, item, place);
		return;
	case HR_OPERAND_LIST:
		for (size_t i = 0; i < operand->part_count; i++)
			if (operand->parts[i].kind == HR_OPERAND_NUMBER)
				visit_operand(visit, &operand->parts[i], item, place);
		return;
	case HR_OPERAND_STRUCT: {
		struct hr_type_ref ref = hr_model_strip(model, item->type);
		const struct hr_type *type = hr_model_type(model, ref);
		if (type && type->kind == HR_TYPE_POINTER) {
			ref = hr_model_pointee(model, ref);
			type = hr_model_type(model, ref);
		}
		for (size_t i = 0; type && i < operand->part_count; i++)
			if (operand->fields[i] < type->fields.count)
				visit_operand(visit, &operand->parts[i], &type->fields.data[operand->fields[i]].item,
					      hr_corpus_field(visit->literals->corpus, ref.type, operand->fields[i]));
		return;
	}
	default:
		return;
	}
}

static void visit_statement(struct visit *visit, const struct hr_statement *statement)
{
	const struct hr_model *model = visit->literals->model;
	if (statement->kind == HR_STATEMENT_NEW && statement->operand_count) {
		struct hr_item item = hr_item_of("", statement->type);
		visit_operand(visit, &statement->operands[0], &item, HR_NO_PLACE);
	}
	if (statement->kind != HR_STATEMENT_CALL || statement->operation >= model->operations.count)
		return;
	const struct hr_operation *operation = &model->operations.data[statement->operation];
	for (size_t i = 0; i < operation->params.count && i < statement->operand_count; i++)
		visit_operand(visit, &statement->operands[i], &operation->params.data[i],
			      hr_corpus_parameter(visit->literals->corpus, statement->operation, i));
}

/* The last statements first: what is limited is spent on them. */
static void visit_chain(struct visit *visit, const struct hr_chain *chain)
{
	for (uint32_t i = chain->own_statements; i-- > 0;)
		visit_statement(visit, &chain->statements[i]);
}

/* ---- praise ---- */

static bool is_text(const struct hr_item *item)
{
	return item->role == HR_ROLE_STRING || item->role == HR_ROLE_BUFFER;
}

/* Texts that break off where something was to follow: behind a separator, the longest first. A few of them wait to be tried at once; the other beginnings are drawn some time (hr_corpus_draw_beginning). */
static void wait_for_beginnings(struct hr_corpus *corpus, size_t place, const struct hr_operand *literal)
{
	static const char separators[] = ",;:=&|/.([{< \t\n";
	unsigned waiting = 0;
	for (size_t length = literal->length; length-- > 1 && waiting < MOST_BEGINNINGS;) {
		char last = literal->text[length - 1];
		if (last && strchr(separators, last)) {
			hr_corpus_wait_text(corpus, place, HR_PART_IMPURITY, literal->text, length);
			waiting++;
		}
	}
}

static void keep_text(struct hr_corpus *corpus, size_t place, const struct hr_operand *literal)
{
	hr_corpus_keep_text(corpus, place, literal->text, literal->length);
	wait_for_beginnings(corpus, place, literal);
}

/* Parameters that are called the same take the same kind of text, whether it ends with a NUL or has a length. */
static void keep_for_namesakes(const struct hr_literals *literals, const struct hr_operand *literal,
			       const struct hr_item *item)
{
	const struct hr_model *model = literals->model;
	if (!is_text(item) || !*item->name)
		return;
	for (size_t i = 0; i < model->operations.count; i++) {
		const struct hr_operation *operation = &model->operations.data[i];
		for (size_t k = 0; k < operation->params.count; k++) {
			const struct hr_item *other = &operation->params.data[k];
			if (other != item && is_text(other) && strcmp(other->name, item->name) == 0)
				keep_text(literals->corpus, hr_corpus_parameter(literals->corpus, i, k), literal);
		}
	}
}

static void keep(struct visit *visit, const struct hr_operand *literal, const struct hr_item *item, size_t place)
{
	struct hr_corpus *corpus = visit->literals->corpus;
	int64_t bits;
	switch (literal->kind) {
	case HR_OPERAND_NUMBER:
		hr_corpus_keep_number(corpus, place, literal->number);
		return;
	case HR_OPERAND_REAL:
		memcpy(&bits, &literal->real, sizeof bits);
		hr_corpus_keep_number(corpus, place, bits);
		return;
	default:
		if (literal->length) {
			keep_text(corpus, place, literal);
			hr_corpus_keep_text(corpus, hr_corpus_role(corpus, item->role), literal->text, literal->length);
			keep_for_namesakes(visit->literals, literal, item);
		}
		return;
	}
}

void hr_literals_praise(struct hr_literals *literals, const struct hr_chain *chain, size_t new_edges)
{
	struct visit visit = { .literals = literals, .at = keep };
	if (new_edges)
		visit_chain(&visit, chain);
}

/* ---- hearing ---- */

static int64_t extended(uint64_t bits, size_t size)
{
	return size < 8 ? (int64_t)(bits << (64 - 8 * size)) >> (64 - 8 * size) : (int64_t)bits;
}

static uint64_t low_bytes(uint64_t bits, size_t size)
{
	return size < 8 ? bits & ((UINT64_C(1) << 8 * size) - 1) : bits;
}

static uint64_t number_of(const unsigned char *bytes, size_t size)
{
	uint64_t number;
	memcpy(&number, bytes, sizeof number);
	return low_bytes(number, size);
}

static void meet_number(struct visit *visit, const struct hr_operand *literal, const struct hr_item *item, size_t place,
			uint64_t here, uint64_t there)
{
	size_t size = visit->comparison->size;
	const struct hr_wish wish = { .item = item };
	if (low_bytes((uint64_t)literal->number, size) != here)
		return;
	const int64_t candidates[] = { extended(there, size), (int64_t)there };
	for (size_t i = 0; i < 2; i++)
		/* small ones are drawn anyway */
		if (llabs((long long)(candidates[i] == INT64_MIN ? INT64_MAX : candidates[i])) > SMALL &&
		    hr_number_fits(visit->literals->model, &wish, candidates[i]))
			hr_corpus_wait_number(visit->literals->corpus, place, candidates[i]);
}

static void wait_replaced(struct visit *visit, const struct hr_operand *literal, size_t place, size_t at, size_t length,
			  const void *more, size_t more_length)
{
	char room[ROOM];
	struct hr_text text = { room, 0, sizeof room };
	if (literal->length > ROOM - 40)
		return;
	hr_text_add(&text, literal->text, literal->length);
	if (!hr_text_replace(&text, at, length, more, more_length))
		return;
	if (literal->kind == HR_OPERAND_TEXT && memchr(text.data, '\0', text.length))
		return;
	hr_corpus_wait_text(visit->literals->corpus, place, HR_PART_CONSTANTS, text.data, text.length);
}

/* One of the places where the text has these bytes; NULL: nowhere. */
static const char *find_bytes(struct visit *visit, const struct hr_operand *literal, const void *bytes, size_t length)
{
	const char *found = NULL, *end = literal->text + literal->length;
	size_t seen = 0;
	for (const char *at = literal->text; (at = memmem(at, (size_t)(end - at), bytes, length)) != NULL; at++)
		if (hr_random_below(&visit->literals->random, ++seen) == 0)
			found = at;
	return found;
}

static void meet_token(struct visit *visit, const struct hr_operand *literal, size_t place, const unsigned char *here,
		       size_t here_length, const unsigned char *there, size_t there_length)
{
	if (there_length == 0)
		return;
	if (here_length == 0) {
		wait_replaced(visit, literal, place, literal->length, 0, there, there_length);
		return;
	}
	const char *at = find_bytes(visit, literal, here, here_length);
	if (at)
		wait_replaced(visit, literal, place, (size_t)(at - literal->text), here_length, there, there_length);
}

/* A character of the text, or its end, was compared with another one. */
static void meet_character(struct visit *visit, const struct hr_operand *literal, size_t place, uint64_t here,
			   uint64_t there)
{
	unsigned char from = (unsigned char)here, to = (unsigned char)there;
	if (here > 0xff || there > 0xff || to == 0)
		return;
	if (from == 0) {
		wait_replaced(visit, literal, place, literal->length, 0, &to, 1);
		return;
	}
	const char *at = find_bytes(visit, literal, &from, 1);
	if (at)
		wait_replaced(visit, literal, place, (size_t)(at - literal->text), 1, &to, 1);
}

/* Numbers as memory has them, in both orders of bytes, and as digits. */
static void meet_encoded(struct visit *visit, const struct subject *subject, uint64_t here, uint64_t there)
{
	const struct hr_operand *literal = subject->literal;
	size_t size = visit->comparison->size, place = subject->place;
	unsigned char from[2][8], to[2][8];
	char digits[2][24];
	for (size_t i = 0; i < size; i++) {
		from[0][i] = from[1][size - 1 - i] = (unsigned char)(here >> 8 * i);
		to[0][i] = to[1][size - 1 - i] = (unsigned char)(there >> 8 * i);
	}
	for (size_t order = 0; order < 2 && here > SMALL; order++) {
		const char *at = find_bytes(visit, literal, from[order], size);
		if (at)
			wait_replaced(visit, literal, place, (size_t)(at - literal->text), size, to[order], size);
	}
	if (!subject->has_digits)
		return;
	size_t length = (size_t)snprintf(digits[0], sizeof digits[0], "%lld", (long long)extended(here, size));
	size_t other = (size_t)snprintf(digits[1], sizeof digits[1], "%lld", (long long)extended(there, size));
	const char *at = find_bytes(visit, literal, digits[0], length);
	if (at)
		wait_replaced(visit, literal, place, (size_t)(at - literal->text), length, digits[1], other);
}

static void meet_text(struct visit *visit, const struct subject *subject)
{
	const struct hr_comparison *comparison = visit->comparison;
	const struct hr_operand *literal = subject->literal;
	if (comparison->is_bytes) {
		meet_token(visit, literal, subject->place, comparison->left, visit->token_left, comparison->right,
			   visit->token_right);
		meet_token(visit, literal, subject->place, comparison->right, visit->token_right, comparison->left,
			   visit->token_left);
		return;
	}
	uint64_t sides[2] = { number_of(comparison->left, comparison->size),
			      number_of(comparison->right, comparison->size) };
	for (size_t i = 0; i < 2; i++) {
		uint64_t here = sides[i], there = sides[1 - i];
		bool has_byte = here % 256 == 0 || subject->bytes[here % 256 / 64] >> here % 64 & 1;
		if (comparison->size == 1 || (here <= 0xff && there <= 0xff && comparison->size <= 4)) {
			if (has_byte)
				meet_character(visit, literal, subject->place, here, there);
		} else if (has_byte || subject->has_digits) {
			meet_encoded(visit, subject, here, there);
		}
	}
}

static void meet(struct visit *visit, const struct subject *subject)
{
	const struct hr_comparison *comparison = visit->comparison;
	bool is_number = subject->literal->kind == HR_OPERAND_NUMBER;
	if (hr_corpus_is_full(visit->literals->corpus, subject->place, is_number))
		return;
	if (!is_number) {
		meet_text(visit, subject);
	} else if (!comparison->is_bytes) {
		uint64_t left = number_of(comparison->left, comparison->size),
			 right = number_of(comparison->right, comparison->size);
		meet_number(visit, subject->literal, subject->item, subject->place, left, right);
		meet_number(visit, subject->literal, subject->item, subject->place, right, left);
	}
}

/* Two of a place at most: calls are repeated. */
static void collect(struct visit *visit, const struct hr_operand *literal, const struct hr_item *item, size_t place)
{
	size_t same = 0;
	for (size_t i = 0; i < visit->subject_count; i++)
		same += visit->subjects[i].place == place;
	if (place == HR_NO_PLACE || literal->kind == HR_OPERAND_REAL || visit->subject_count == MOST_SUBJECTS ||
	    same > 1)
		return;
	struct subject *subject = &visit->subjects[visit->subject_count++];
	*subject = (struct subject){ .literal = literal, .item = item, .place = place };
	for (size_t i = 0; literal->kind != HR_OPERAND_NUMBER && i < literal->length && i < ROOM; i++) {
		unsigned char byte = (unsigned char)literal->text[i];
		subject->bytes[byte / 64] |= UINT64_C(1) << byte % 64;
		subject->has_digits |= byte >= '0' && byte <= '9';
	}
}

/* The operation that the chain ends with: it is what the comparisons most likely belong to. */
static size_t last_operation(const struct hr_chain *chain)
{
	for (uint32_t i = chain->own_statements; i-- > 0;)
		if (chain->statements[i].kind == HR_STATEMENT_CALL)
			return chain->statements[i].operation;
	return HR_NO_OPERATION;
}

static void hear_one(struct visit *visit, size_t operation, const struct hr_comparison *comparison)
{
	struct hr_dictionary *dictionary = visit->literals->dictionary;
	visit->comparison = comparison;
	if (comparison->is_bytes) {
		size_t size = comparison->size < sizeof comparison->left ? comparison->size : sizeof comparison->left;
		visit->token_left = strnlen((const char *)comparison->left, size);
		visit->token_right = strnlen((const char *)comparison->right, size);
		hr_dictionary_hear_token(dictionary, operation, (const char *)comparison->left, visit->token_left);
		hr_dictionary_hear_token(dictionary, operation, (const char *)comparison->right, visit->token_right);
	} else {
		if (comparison->size == 0 || comparison->size > 8)
			return;
		hr_dictionary_hear_number(dictionary, operation,
					  extended(number_of(comparison->left, comparison->size), comparison->size));
		hr_dictionary_hear_number(dictionary, operation,
					  extended(number_of(comparison->right, comparison->size), comparison->size));
	}
	if (memcmp(comparison->left, comparison->right, sizeof comparison->left) == 0)
		return;
	for (size_t i = 0; i < visit->subject_count; i++)
		meet(visit, &visit->subjects[i]);
}

void hr_literals_hear(struct hr_literals *literals, const struct hr_chain *chain, const struct hr_outcome *outcome)
{
	struct visit visit = { .literals = literals, .at = collect };
	size_t operation = last_operation(chain);
	size_t count = outcome->comparisons.count < MOST_COMPARISONS ? outcome->comparisons.count : MOST_COMPARISONS;
	if (count == 0)
		return;
	visit_chain(&visit, chain);
	/* Words tell most, then wide numbers; characters are many and come last. Of each the last ones first: where a text was given up is where it has to go on. */
	for (int round = 0; round < 3; round++)
		for (size_t i = 0; i < count; i++) {
			const struct hr_comparison *comparison =
				&outcome->comparisons.data[outcome->comparisons.count - 1 - i];
			int kind = comparison->is_bytes ? 0 : comparison->size > 1 ? 1 : 2;
			if (kind == round)
				hear_one(&visit, operation, comparison);
		}
}

size_t hr_literals_waiting(const struct hr_literals *literals, size_t operation, unsigned parts)
{
	return hr_corpus_waiting(literals->corpus, operation, parts) +
	       (hr_parts_have(parts, HR_PART_IMPURITY) ? hr_corpus_beginnings(literals->corpus, operation) : 0);
}
