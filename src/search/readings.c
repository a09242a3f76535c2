/* Kept readings and what is tried with them.
 *
 * Invariants: the last LIST readings are kept, each holds its chain; texts that wait are the reading's own, MOST_WAITING of a kind at most; a question ends with a byte that is nowhere
 * else in it. */
#include "search/readings.h"

#include "base/memory.h"
#include "search/literals_internal.h"

#include <stdlib.h>
#include <string.h>

enum {
	LIST = 64,
	MOST_WAITING = 640 /* all bytes that there are, twice, and words */,
	MOST_WORDS = 96,
	LONGEST = 1000,
	ROOM = 1200,
	CUTS = 12,
	BEGINNINGS = 8
};
enum { FADING = 16384, LEAST_SHARE = 5, MOST_SHARE = 65 };

struct line {
	char *text;
	size_t length;
};

typedef HR_VEC(struct line) lines;

struct reading {
	struct hr_chain *chain; /* NULL: none yet */
	struct hr_reading_place place;
	lines suggested, questions; /* each is taken once, the last first */
	size_t length;              /* of its text, without the byte that asks */
	size_t beginning;           /* the next of its beginnings is so long; 0: all were tried */
	size_t near, far;           /* a byte behind so many of its text is looked at; one behind so many is not */
};

/* Lately. */
struct gain {
	double chains, edges;
};

struct hr_readings {
	struct hr_search *search;
	struct reading list[LIST];
	struct gain gains[2]; /* of others, and of those that are made here */
	uint32_t count;       /* kept ever: number n, from 1 on, is at n % LIST */
};

struct hr_readings *hr_readings_new(struct hr_search *search)
{
	struct hr_readings *readings = hr_calloc(1, sizeof *readings);

	readings->search = search;
	return readings;
}

static void forget_lines(lines *these)
{
	for (size_t i = 0; i < these->count; i++)
		free(these->data[i].text);
	hr_vec_release(these);
}

static void forget(struct reading *reading)
{
	forget_lines(&reading->suggested);
	forget_lines(&reading->questions);
	hr_chain_drop(reading->chain);
	memset(reading, 0, sizeof *reading);
}

void hr_readings_free(struct hr_readings *readings)
{
	if (!readings)
		return;
	for (size_t i = 0; i < LIST; i++)
		forget(&readings->list[i]);
	free(readings);
}

static const struct hr_operand *text_of(const struct reading *reading)
{
	return &reading->chain->statements[reading->place.statement].operands[reading->place.operand];
}

static size_t operation_of(const struct reading *reading)
{
	return reading->chain->statements[reading->place.statement].operation;
}

static bool let_wait(lines *these, const char *text, size_t length)
{
	if (these->count >= MOST_WAITING || length > LONGEST)
		return false;
	struct line line = { hr_reallocarray(NULL, length + 1, 1), length };
	memcpy(line.text, text, length);
	hr_vec_push(these, line);
	return true;
}

/* ---- questions ---- */

/* A letter, a digit, a bracket and something else: a reader may look closer at one of them only, and where one goes on with a name at a `~` it ends it at a bracket. They stay the same when letters are made small. */
static void ask_behind(struct reading *reading, size_t length)
{
	static const char *const kinds[] = { "~|`", "}{><", "7493", "qxzjkvwy" };
	const char *text = text_of(reading)->text;
	char room[LONGEST + 1];

	if (length >= LONGEST)
		return;
	memcpy(room, text, length);
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		for (const char *byte = kinds[i]; *byte; byte++)
			if (!memchr(text, *byte, length)) {
				room[length] = *byte;
				let_wait(&reading->questions, room, length + 1);
				break;
			}
}

/* The reading that the chain was made of, if it is still there. */
static struct reading *origin_of(struct hr_readings *readings, const struct hr_chain *chain)
{
	uint32_t number = chain->known ? hr_known_of(chain)->reading : 0;

	return number && number + LIST > readings->count ? &readings->list[number % LIST] : NULL;
}

static void keep(struct hr_readings *readings, struct hr_chain *chain)
{
	struct hr_reading_place place;

	if (!chain->known || !hr_reading_find(&place, chain, readings->search))
		return;
	const struct reading *origin = origin_of(readings, chain);
	bool asks = hr_known_of(chain)->asks && origin && origin->place.statement == place.statement &&
		    origin->place.operand == place.operand;
	struct reading *reading = &readings->list[++readings->count % LIST];
	forget(reading);
	reading->chain = hr_chain_hold(chain);
	reading->place = place;
	size_t length = text_of(reading)->length;
	if (asks && length)
		length--;
	reading->length = length;
	reading->beginning = length < LONGEST ? length : 0;
	reading->far = text_of(reading)->length + 1;
	if (length > 1)
		ask_behind(reading, hr_random_below(&readings->search->random, length));
	ask_behind(reading, length);
	if (asks) /* the byte itself may be what led on: any digit, any letter */
		ask_behind(reading, length + 1);
}

void hr_readings_observe(struct hr_readings *readings, struct hr_chain *chain, size_t new_edges)
{
	bool is_ours = chain->known && hr_known_of(chain)->reading;
	struct gain *gain = &readings->gains[is_ours];

	gain->chains++;
	gain->edges += (double)new_edges;
	if (readings->gains[0].chains + readings->gains[1].chains > FADING)
		for (size_t i = 0; i < 2; i++) {
			readings->gains[i].chains /= 2;
			readings->gains[i].edges /= 2;
		}
	if (new_edges)
		keep(readings, chain);
}

unsigned hr_readings_share(const struct hr_readings *readings)
{
	double rates[2];

	if (readings->count == 0)
		return 0;
	for (size_t i = 0; i < 2; i++)
		rates[i] = (readings->gains[i].edges + 0.5) / (readings->gains[i].chains + 1);
	return LEAST_SHARE + (unsigned)((MOST_SHARE - LEAST_SHARE) * rates[1] / (rates[0] + rates[1]));
}

/* A byte that was met in its place; -1: this is about something else. Numbers above a byte may have it as their lowest. */
static int answer_of(const struct hr_comparison *comparison, unsigned char asked)
{
	uint64_t sides[2];

	memcpy(&sides[0], comparison->left, sizeof sides[0]);
	memcpy(&sides[1], comparison->right, sizeof sides[1]);
	if (comparison->is_bytes || sides[0] >> 8 != sides[1] >> 8)
		return -1;
	for (size_t i = 0; i < 2; i++)
		if ((sides[i] & 0xff) == asked && sides[1 - i] != sides[i])
			return (int)(sides[1 - i] & 0xff);
	return -1;
}

/* With something else behind the first `length` bytes of the question: alone, or before what stood there. */
static void suggest(struct reading *reading, const struct hr_operand *question, const char *more, size_t more_length)
{
	const struct hr_operand *old = text_of(reading);
	size_t length = question->length - 1;
	char room[ROOM];
	struct hr_text text = { room, 0, sizeof room };

	hr_text_add(&text, question->text, length);
	hr_text_add(&text, more, more_length);
	let_wait(&reading->suggested, text.data, text.length);
	if (length >= reading->length || memcmp(old->text, question->text, length) != 0)
		return;
	hr_text_add(&text, old->text + length, reading->length - length);
	let_wait(&reading->suggested, text.data, text.length);
}

static void suggest_words(const struct hr_readings *readings, struct reading *reading,
			  const struct hr_operand *question, char byte)
{
	struct hr_dictionary_word words[12];
	size_t count =
		hr_dictionary_beginning_with(words, sizeof words / sizeof *words,
					     readings->search->literals->dictionary, operation_of(reading), byte);

	for (size_t i = 0; i < count && reading->suggested.count < MOST_WORDS; i++)
		suggest(reading, question, words[i].text, words[i].length);
}

/* A word that was met where the question ends. */
static bool suggest_word(struct reading *reading, const struct hr_operand *question,
			 const struct hr_comparison *comparison, unsigned char asked)
{
	const unsigned char *sides[2] = { comparison->left, comparison->right };
	size_t most = comparison->size < sizeof comparison->left ? comparison->size : sizeof comparison->left;

	for (size_t i = 0; comparison->is_bytes && i < 2 && reading->suggested.count < MOST_WORDS; i++) {
		size_t length = strnlen((const char *)sides[1 - i], most);
		if (sides[i][0] != asked || length < 2 || sides[1 - i][0] == asked)
			continue;
		suggest(reading, question, (const char *)sides[1 - i], length);
		return true;
	}
	return false;
}

/* Where a reader stops is what may be changed so that it goes on: found by halves, from what was looked at and what was not. */
static void look_for_end(struct reading *reading, const struct hr_operand *question, bool was_looked_at)
{
	const struct hr_operand *text = text_of(reading);
	size_t length = question->length - 1;

	if (length > text->length || memcmp(text->text, question->text, length) != 0)
		return;
	if (was_looked_at && length > reading->near)
		reading->near = length;
	/* a byte of another kind was looked at there, or further on */
	if (reading->far <= reading->near)
		reading->far = text->length + 1;
	if (!was_looked_at && length > reading->near && length < reading->far)
		reading->far = length;
	if (reading->questions.count == 0 && reading->far > reading->near + 1)
		ask_behind(reading, reading->near + (reading->far - reading->near) / 2);
}

void hr_readings_hear(struct hr_readings *readings, const struct hr_chain *chain, const struct hr_outcome *outcome)
{
	struct reading *reading = origin_of(readings, chain);
	uint64_t known[4] = { 0 };
	size_t answers = 0, answer_count = 0;
	char found[256];

	if (!reading || !hr_known_of(chain)->asks || reading->place.statement >= chain->own_statements)
		return;
	const struct hr_operand *question =
		&chain->statements[reading->place.statement].operands[reading->place.operand];
	if (question->length == 0 || question->length > LONGEST)
		return;
	unsigned char asked = (unsigned char)question->text[question->length - 1];
	for (size_t i = 0; i < outcome->comparisons.count; i++) {
		int byte = answer_of(&outcome->comparisons.data[i], asked);
		answers += suggest_word(reading, question, &outcome->comparisons.data[i], asked);
		if (byte < 0 || known[byte / 64] >> byte % 64 & 1 || (byte == 0 && question->kind == HR_OPERAND_TEXT))
			continue;
		known[byte / 64] |= UINT64_C(1) << byte % 64;
		found[answer_count++] = (char)byte;
		answers++;
	}
	for (size_t i = 0; i < answer_count; i++)
		suggest_words(readings, reading, question, found[i]);
	/* what is taken first, and has room left: words are many */
	for (size_t i = 0; i < answer_count; i++)
		suggest(reading, question, &found[i], 1);
	if (outcome->status == HR_OUTCOME_NORMAL)
		look_for_end(reading, question, answers > 0);
}

/* ---- making ---- */

static bool take(struct hr_text *text, lines *these)
{
	if (these->count == 0)
		return false;
	struct line line = these->data[--these->count];
	text->length = 0;
	hr_text_add(text, line.text, line.length);
	free(line.text);
	return true;
}

/* One that was kept lately, more likely than others. */
static struct reading *pick(struct hr_readings *readings, struct hr_random *random)
{
	uint32_t count = readings->count < LIST ? readings->count : LIST;

	if (count == 0)
		return NULL;
	size_t back = hr_random_below(random, hr_random_below(random, count) + 1);
	return &readings->list[(readings->count - back) % LIST];
}

/* The last one that something waits for. */
static struct reading *find_waiting(struct hr_readings *readings, bool questions)
{
	for (uint32_t back = 0; back < LIST && back < readings->count; back++) {
		struct reading *reading = &readings->list[(readings->count - back) % LIST];
		if ((questions ? reading->questions.count : reading->suggested.count) > 0)
			return reading;
	}
	return NULL;
}

/* All was asked that was thought of when something was found. Any other place may tell something, too, as far as the text is read. */
static void ask_anywhere(struct hr_readings *readings, struct hr_random *random)
{
	struct reading *reading = pick(readings, random);
	size_t length = reading ? text_of(reading)->length : 0;

	if (reading)
		ask_behind(reading, hr_random_below(random, reading->far < length ? reading->far : length + 1));
}

static struct reading *take_waiting(struct hr_text *text, struct hr_readings *readings, struct hr_making *making)
{
	bool questions = hr_random_below(making->random, 3) == 0;
	struct reading *reading = NULL;

	if (!find_waiting(readings, false) && !find_waiting(readings, true))
		ask_anywhere(readings, making->random);
	for (int i = 0; i < 2 && !reading; i++, questions = !questions) {
		reading = find_waiting(readings, questions);
		if (reading && take(text, questions ? &reading->questions : &reading->suggested))
			making->asks = questions;
	}
	making->contributed |= reading ? 1u << HR_PART_CONSTANTS : 0;
	return reading;
}

static struct reading *edit(struct hr_text *text, struct hr_readings *readings, struct hr_making *making)
{
	struct hr_literals *literals = readings->search->literals;
	struct reading *reading = pick(readings, making->random), *other = pick(readings, making->random);

	if (!reading)
		return NULL;
	const struct hr_operand *old = text_of(reading), *beside = text_of(other);
	const struct hr_text_source source = { hr_parts_have(making->switched, HR_PART_CONSTANTS) ? literals->dictionary
												  : NULL,
					       making->random, operation_of(reading), &making->contributed };
	making->contributed |= 1u << HR_PART_IMPURITY;
	if (reading->beginning && hr_random_below(making->random, BEGINNINGS) == 0) {
		hr_text_add(text, old->text, --reading->beginning);
		return reading;
	}
	hr_text_add(text, old->text, reading->length);
	hr_text_edit(text, &source, beside->text, other->length, old->kind != HR_OPERAND_TEXT);
	return reading;
}

bool hr_readings_make(struct hr_readings *readings, struct hr_making *making)
{
	char room[ROOM];
	struct hr_text text = { room, 0, sizeof room };
	struct reading *reading = NULL;

	if (hr_parts_have(making->switched, HR_PART_CONSTANTS) && hr_random_below(making->random, 4))
		reading = take_waiting(&text, readings, making);
	if (!reading && hr_parts_have(making->switched, HR_PART_IMPURITY))
		reading = edit(&text, readings, making);
	if (!reading)
		return false;
	const struct hr_operand *old = text_of(reading);
	const char *nul = old->kind == HR_OPERAND_TEXT ? memchr(room, '\0', text.length) : NULL;
	if (nul)
		text.length = (size_t)(nul - room);
	size_t cut = 0;
	if (!making->asks && text.length > 1 && hr_random_below(making->random, CUTS) == 0 &&
	    hr_reading_may_be_cut(reading->chain, &reading->place, readings->search))
		cut = 1 + hr_random_below(making->random, text.length - 1);
	hr_reading_copy(making, reading->chain, &reading->place, text.data, text.length, cut);
	making->reading = readings->count -
			  (uint32_t)((readings->count % LIST + LIST - (size_t)(reading - readings->list)) % LIST);
	return true;
}
