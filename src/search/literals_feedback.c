/* What comparisons teach: what was compared with a part of a literal takes that part's place in the next one ("input to state").
 *
 * Invariants: work for one outcome is bounded by MOST_COMPARISONS times MOST_SUBJECTS; nothing depends on anything but the order of calls. */
#include "search/literals_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_COMPARISONS = 512, MOST_SUBJECTS = 12, ROOM = 1100, SMALL = 16 };

/* A literal that may be changed, and what is worth knowing of it when many comparisons are looked at. */
struct subject {
	const struct hr_operand *literal;
	const struct hr_item *item;
	size_t place;
	bool has_digits;
	uint64_t bytes[4]; /* bit n: the text has byte n */
};

struct hearing {
	struct hr_literals *literals;
	struct subject subjects[MOST_SUBJECTS];
	size_t subject_count;
	const struct hr_comparison *comparison;
	size_t token_left, token_right; /* lengths of the sides as text */
};

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

static void meet_number(struct hearing *hearing, const struct hr_operand *literal, const struct hr_item *item,
			size_t place, uint64_t here, uint64_t there)
{
	size_t size = hearing->comparison->size;
	const struct hr_wish wish = { .item = item };
	if (low_bytes((uint64_t)literal->number, size) != here)
		return;
	const int64_t candidates[] = { extended(there, size), (int64_t)there };
	for (size_t i = 0; i < 2; i++)
		/* small ones are drawn anyway */
		if (llabs((long long)(candidates[i] == INT64_MIN ? INT64_MAX : candidates[i])) > SMALL &&
		    hr_number_fits(hearing->literals->model, &wish, candidates[i]))
			hr_corpus_wait_number(hearing->literals->corpus, place, candidates[i]);
}

static void wait_replaced(struct hearing *hearing, const struct hr_operand *literal, size_t place, size_t at,
			  size_t length, const void *more, size_t more_length)
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
	hr_corpus_wait_text(hearing->literals->corpus, place, HR_PART_CONSTANTS, text.data, text.length);
}

/* One of the places where the text has these bytes; NULL: nowhere. */
static const char *find_bytes(struct hearing *hearing, const struct hr_operand *literal, const void *bytes,
			      size_t length)
{
	const char *found = NULL, *end = literal->text + literal->length;
	size_t seen = 0;
	for (const char *at = literal->text; (at = memmem(at, (size_t)(end - at), bytes, length)) != NULL; at++)
		if (hr_random_below(&hearing->literals->random, ++seen) == 0)
			found = at;
	return found;
}

static void meet_token(struct hearing *hearing, const struct hr_operand *literal, size_t place,
		       const unsigned char *here, size_t here_length, const unsigned char *there, size_t there_length)
{
	if (there_length == 0)
		return;
	if (here_length == 0) {
		wait_replaced(hearing, literal, place, literal->length, 0, there, there_length);
		return;
	}
	const char *at = find_bytes(hearing, literal, here, here_length);
	if (at)
		wait_replaced(hearing, literal, place, (size_t)(at - literal->text), here_length, there, there_length);
}

/* A character of the text, or its end, was compared with another one. */
static void meet_character(struct hearing *hearing, const struct hr_operand *literal, size_t place, uint64_t here,
			   uint64_t there)
{
	unsigned char from = (unsigned char)here, to = (unsigned char)there;
	if (here > 0xff || there > 0xff || to == 0)
		return;
	if (from == 0) {
		wait_replaced(hearing, literal, place, literal->length, 0, &to, 1);
		return;
	}
	const char *at = find_bytes(hearing, literal, &from, 1);
	if (at)
		wait_replaced(hearing, literal, place, (size_t)(at - literal->text), 1, &to, 1);
}

/* Numbers as memory has them, in both orders of bytes, and as digits. */
static void meet_encoded(struct hearing *hearing, const struct subject *subject, uint64_t here, uint64_t there)
{
	const struct hr_operand *literal = subject->literal;
	size_t size = hearing->comparison->size, place = subject->place;
	unsigned char from[2][8], to[2][8];
	char digits[2][24];
	for (size_t i = 0; i < size; i++) {
		from[0][i] = from[1][size - 1 - i] = (unsigned char)(here >> 8 * i);
		to[0][i] = to[1][size - 1 - i] = (unsigned char)(there >> 8 * i);
	}
	for (size_t order = 0; order < 2 && here > SMALL; order++) {
		const char *at = find_bytes(hearing, literal, from[order], size);
		if (at)
			wait_replaced(hearing, literal, place, (size_t)(at - literal->text), size, to[order], size);
	}
	if (!subject->has_digits)
		return;
	size_t length = (size_t)snprintf(digits[0], sizeof digits[0], "%lld", (long long)extended(here, size));
	size_t other = (size_t)snprintf(digits[1], sizeof digits[1], "%lld", (long long)extended(there, size));
	const char *at = find_bytes(hearing, literal, digits[0], length);
	if (at)
		wait_replaced(hearing, literal, place, (size_t)(at - literal->text), length, digits[1], other);
}

static void meet_text(struct hearing *hearing, const struct subject *subject)
{
	const struct hr_comparison *comparison = hearing->comparison;
	const struct hr_operand *literal = subject->literal;
	if (comparison->is_bytes) {
		meet_token(hearing, literal, subject->place, comparison->left, hearing->token_left, comparison->right,
			   hearing->token_right);
		meet_token(hearing, literal, subject->place, comparison->right, hearing->token_right, comparison->left,
			   hearing->token_left);
		return;
	}
	uint64_t sides[2] = { number_of(comparison->left, comparison->size),
			      number_of(comparison->right, comparison->size) };
	for (size_t i = 0; i < 2; i++) {
		uint64_t here = sides[i], there = sides[1 - i];
		bool has_byte = here % 256 == 0 || subject->bytes[here % 256 / 64] >> here % 64 & 1;
		if (comparison->size == 1 || (here <= 0xff && there <= 0xff && comparison->size <= 4)) {
			if (has_byte)
				meet_character(hearing, literal, subject->place, here, there);
		} else if (has_byte || subject->has_digits) {
			meet_encoded(hearing, subject, here, there);
		}
	}
}

static void meet(struct hearing *hearing, const struct subject *subject)
{
	const struct hr_comparison *comparison = hearing->comparison;
	bool is_number = subject->literal->kind == HR_OPERAND_NUMBER;
	if (hr_corpus_is_full(hearing->literals->corpus, subject->place, is_number))
		return;
	if (!is_number) {
		meet_text(hearing, subject);
	} else if (!comparison->is_bytes) {
		uint64_t left = number_of(comparison->left, comparison->size),
			 right = number_of(comparison->right, comparison->size);
		meet_number(hearing, subject->literal, subject->item, subject->place, left, right);
		meet_number(hearing, subject->literal, subject->item, subject->place, right, left);
	}
}

/* Two of a place at most: calls are repeated. */
static void collect(void *context, const struct hr_operand *literal, const struct hr_item *item, size_t place)
{
	struct hearing *hearing = context;
	size_t same = 0;
	for (size_t i = 0; i < hearing->subject_count; i++)
		same += hearing->subjects[i].place == place;
	if (place == HR_NO_PLACE || literal->kind == HR_OPERAND_REAL || hearing->subject_count == MOST_SUBJECTS ||
	    same > 1)
		return;
	struct subject *subject = &hearing->subjects[hearing->subject_count++];
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

static void hear_one(struct hearing *hearing, size_t operation, const struct hr_comparison *comparison)
{
	struct hr_dictionary *dictionary = hearing->literals->dictionary;
	hearing->comparison = comparison;
	if (comparison->is_bytes) {
		size_t size = comparison->size < sizeof comparison->left ? comparison->size : sizeof comparison->left;
		hearing->token_left = strnlen((const char *)comparison->left, size);
		hearing->token_right = strnlen((const char *)comparison->right, size);
		hr_dictionary_hear_token(dictionary, operation, (const char *)comparison->left, hearing->token_left);
		hr_dictionary_hear_token(dictionary, operation, (const char *)comparison->right, hearing->token_right);
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
	for (size_t i = 0; i < hearing->subject_count; i++)
		meet(hearing, &hearing->subjects[i]);
}

void hr_literals_hear(struct hr_literals *literals, const struct hr_chain *chain, const struct hr_outcome *outcome)
{
	struct hearing hearing = { .literals = literals };
	const struct hr_visit visit = { literals, collect, &hearing };
	size_t operation = last_operation(chain);
	size_t count = outcome->comparisons.count < MOST_COMPARISONS ? outcome->comparisons.count : MOST_COMPARISONS;
	if (count == 0)
		return;
	hr_literals_visit(&visit, chain);
	/* Words tell most, then wide numbers; characters are many and come last. Of each the last ones first: where a text was given up is where it has to go on. */
	for (int round = 0; round < 3; round++)
		for (size_t i = 0; i < count; i++) {
			const struct hr_comparison *comparison =
				&outcome->comparisons.data[outcome->comparisons.count - 1 - i];
			int kind = comparison->is_bytes ? 0 : comparison->size > 1 ? 1 : 2;
			if (kind == round)
				hear_one(&hearing, operation, comparison);
		}
}

size_t hr_literals_waiting(const struct hr_literals *literals, size_t operation, unsigned parts)
{
	return hr_corpus_waiting(literals->corpus, operation, parts) +
	       (hr_parts_have(parts, HR_PART_IMPURITY) ? hr_corpus_beginnings(literals->corpus, operation) : 0);
}
