/* The dictionary: bags of weighted constants, one set for the whole unit and one for each operation that was asked for, and rings of what was heard.
 *
 * Invariants: the sums of a bag rise strictly, so that a draw is one random number and a binary search; nothing depends on addresses. */
#include "search/dictionary.h"

#include "analysis/constants.h"
#include "base/memory.h"
#include "search/heard.h"

#include <ctype.h>
#include <string.h>

enum {
	MOST_NEAR = 96,    /* of a kind, for one operation */
	MOST_GLOBAL = 512, /* of a kind, for the unit */
	MOST_DISTANCE = 6, /* calls away from the operation */
	MOST_CANDIDATES = 2048,
	MOST_FUNCTIONS = 512, /* looked at for one operation */
	LONGEST = 256,        /* token */
	HEARD_NEAR = 32,
	HEARD_ALL = 256,
};

enum kind { NUMBERS, REALS, TOKENS, CHARACTERS, KINDS };

struct entry {
	int64_t number;
	double real;
	const char *text;
	size_t length;
	double weight;
	uint64_t sum; /* of all weights up to here, in 1/256 */
};

typedef HR_VEC(struct entry) bag;

struct near {
	bool is_built;
	bag bags[KINDS];
	struct hr_heard heard;
};

struct hr_dictionary {
	const struct hr_model *model;
	const struct hr_facts *facts;
	struct hr_arena arena;
	bag bags[KINDS];
	struct hr_heard heard;
	struct near *near; /* by operation */
	/* literals by function: those of function f are of[start[f]] … of[start[f + 1] - 1] */
	uint32_t *start;
	uint32_t *of;
	uint32_t *distances; /* scratch, by function */
};

/* ---- bags ---- */

static int compare_entries(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;
	if (x->weight != y->weight)
		return x->weight < y->weight ? 1 : -1;
	if (x->number != y->number)
		return x->number < y->number ? -1 : 1;
	if (x->real != y->real)
		return x->real < y->real ? -1 : 1;
	size_t least = x->length < y->length ? x->length : y->length;
	int order = least ? memcmp(x->text, y->text, least) : 0;
	return order ? order : (x->length > y->length) - (x->length < y->length);
}

static bool is_same(const struct entry *a, const struct entry *b)
{
	return a->number == b->number && a->real == b->real && a->length == b->length &&
	       (a->length == 0 || memcmp(a->text, b->text, a->length) == 0);
}

static void bag_add(bag *into, const struct entry *entry)
{
	for (size_t i = 0; i < into->count; i++)
		if (is_same(&into->data[i], entry)) {
			if (into->data[i].weight < entry->weight)
				into->data[i].weight = entry->weight;
			return;
		}
	if (into->count < MOST_CANDIDATES)
		hr_vec_push(into, *entry);
}

/* Heaviest first, the rest forgotten, sums made. */
static void bag_settle(bag *of, size_t most)
{
	uint64_t sum = 0;
	if (of->count)
		qsort(of->data, of->count, sizeof *of->data, compare_entries);
	if (of->count > most)
		of->count = most;
	for (size_t i = 0; i < of->count; i++) {
		double parts = of->data[i].weight * 256;
		sum += 1 + (uint64_t)(parts < 1e9 ? parts : 1e9);
		of->data[i].sum = sum;
	}
}

static const struct entry *bag_draw(const bag *from, struct hr_random *random)
{
	size_t low = 0, high = from->count - 1;
	uint64_t wanted = hr_random_below(random, from->data[high].sum);
	while (low < high) {
		size_t middle = (low + high) / 2;
		if (from->data[middle].sum > wanted)
			high = middle;
		else
			low = middle + 1;
	}
	return &from->data[low];
}

/* ---- constants ---- */

/* Words that code looks for weigh more than messages that it shows. */
static double weigh_token(const char *text, size_t length)
{
	double weight = 1;
	if (memchr(text, '%', length) || memchr(text, '\n', length))
		weight *= 0.2;
	if (memchr(text, ' ', length) && length > 4)
		weight *= 0.3;
	return length > 32 ? weight * 0.2 : weight;
}

static double weigh_use(enum hr_literal_use use, enum hr_literal_kind kind)
{
	switch (use) {
	case HR_USED_COMPARED:
	case HR_USED_SWITCHED:
		return 3;
	case HR_USED_TABLE:
		return kind == HR_LITERAL_TEXT ? 3 : 0.5;
	case HR_USED_PASSED:
		return 1;
	default:
		return 0.5;
	}
}

static void add_literal(bag *bags, const struct hr_literal *literal, double weight)
{
	struct entry entry = { .weight = weight * weigh_use(literal->use, literal->kind) };
	switch (literal->kind) {
	case HR_LITERAL_TEXT:
		if (literal->length == 0 || literal->length > LONGEST ||
		    memchr(literal->text, '\0', literal->length) != NULL)
			return;
		entry.text = literal->text;
		entry.length = literal->length;
		entry.weight *= weigh_token(literal->text, literal->length);
		bag_add(&bags[TOKENS], &entry);
		return;
	case HR_LITERAL_REAL:
		entry.real = literal->real;
		bag_add(&bags[REALS], &entry);
		return;
	case HR_LITERAL_CHARACTER:
		entry.number = literal->number;
		bag_add(&bags[CHARACTERS], &entry);
		return;
	case HR_LITERAL_INTEGER:
		entry.number = literal->number;
		bag_add(&bags[NUMBERS], &entry);
		return;
	}
}

/* The last word of an enumerator's name, in lower case: what texts that stand for it may call it. */
static void add_enumerator(struct hr_dictionary *dictionary, const char *name, double weight)
{
	const char *last = strrchr(name, '_');
	struct entry entry = { .weight = weight };
	char *word = hr_arena_strdup(&dictionary->arena, last && last[1] ? last + 1 : name);
	for (char *c = word; *c; c++)
		*c = (char)tolower((unsigned char)*c);
	entry.text = word;
	entry.length = strlen(word);
	if (entry.length && entry.length <= HR_HEARD_LONGEST)
		bag_add(&dictionary->bags[TOKENS], &entry);
}

static void add_global(struct hr_dictionary *dictionary)
{
	struct hr_mined_list list;
	double least = 1;
	hr_constants_merge(&list, dictionary->facts, dictionary->model);
	for (size_t i = 0; i < list.items.count && i < MOST_CANDIDATES; i++) {
		const struct hr_mined *item = &list.items.data[i];
		struct hr_literal literal = { .kind = item->kind,
					      .number = item->number,
					      .real = item->real,
					      .text = item->text,
					      .length = item->length,
					      .use = HR_USED_PASSED };
		if (item->uses & (1u << HR_USED_COMPARED | 1u << HR_USED_SWITCHED))
			literal.use = HR_USED_COMPARED;
		else if (item->uses & 1u << HR_USED_TABLE)
			literal.use = HR_USED_TABLE;
		add_literal(dictionary->bags, &literal, item->weight);
		least = item->weight;
	}
	for (size_t i = 0; i < dictionary->model->constants.count && i < MOST_GLOBAL; i++)
		if (dictionary->model->constants.data[i].is_enumerator)
			add_enumerator(dictionary, dictionary->model->constants.data[i].name, least / 2);
	for (int kind = 0; kind < KINDS; kind++)
		bag_settle(&dictionary->bags[kind], MOST_GLOBAL);
	hr_constants_release(&list);
}

/* Literals of tables belong to every function that has the table's address. */
static void each_owner(const struct hr_facts *facts, uint32_t *start, uint32_t *of, const uint32_t *table_of,
		       const uint32_t *next_of)
{
	for (uint32_t i = 0; i < facts->literals.count; i++) {
		uint32_t function = facts->literals.data[i].function;
		if (function == HR_CODE_NONE)
			continue;
		if (of)
			of[start[function]++] = i;
		else
			start[function]++;
	}
	for (uint32_t f = 0; f < facts->code->functions.count; f++) {
		const struct hr_code_function *function = &facts->code->functions.data[f];
		for (size_t v = 0; v < function->values.count; v++) {
			if (function->values.data[v].kind != HR_VALUE_VARIABLE)
				continue;
			for (uint32_t i = table_of[function->values.data[v].index]; i != HR_CODE_NONE; i = next_of[i])
				if (of)
					of[start[f]++] = i;
				else
					start[f]++;
		}
	}
}

static void sort_by_function(struct hr_dictionary *dictionary)
{
	const struct hr_facts *facts = dictionary->facts;
	size_t functions = facts->code->functions.count, total = 0;
	uint32_t *counts = hr_calloc(functions + 1, sizeof *counts);
	uint32_t *table_of = hr_calloc(facts->code->variables.count + 1, sizeof *table_of);
	uint32_t *next_of = hr_calloc(facts->literals.count + 1, sizeof *next_of);
	memset(table_of, 0xff, (facts->code->variables.count + 1) * sizeof *table_of);
	for (uint32_t i = (uint32_t)facts->literals.count; i-- > 0;) {
		uint32_t variable = facts->literals.data[i].variable;
		if (facts->literals.data[i].function != HR_CODE_NONE || variable == HR_CODE_NONE)
			continue;
		next_of[i] = table_of[variable];
		table_of[variable] = i;
	}
	each_owner(facts, counts, NULL, table_of, next_of);
	dictionary->start = hr_calloc(functions + 2, sizeof *dictionary->start);
	for (size_t f = 0; f < functions; f++) {
		dictionary->start[f] = (uint32_t)total;
		total += counts[f];
		counts[f] = dictionary->start[f];
	}
	dictionary->start[functions] = (uint32_t)total;
	dictionary->of = hr_calloc(total + 1, sizeof *dictionary->of);
	each_owner(facts, counts, dictionary->of, table_of, next_of);
	dictionary->distances = hr_calloc(functions + 1, sizeof *dictionary->distances);
	free(counts);
	free(table_of);
	free(next_of);
}

/* Breadth first over what the operation can call. */
static void collect_near(struct hr_dictionary *dictionary, struct near *near, uint32_t function)
{
	const struct hr_facts *facts = dictionary->facts;
	uint32_t queue[MOST_FUNCTIONS];
	size_t head = 0, tail = 0, seen = 0;
	queue[tail++] = function;
	dictionary->distances[function] = 1;
	while (head < tail && seen < MOST_CANDIDATES) {
		uint32_t here = queue[head++];
		uint32_t distance = dictionary->distances[here];
		for (uint32_t i = dictionary->start[here]; i < dictionary->start[here + 1]; i++, seen++) {
			const struct hr_literal *literal = &facts->literals.data[dictionary->of[i]];
			add_literal(near->bags, literal, (literal->weight + 0.1) / distance);
		}
		if (distance > MOST_DISTANCE)
			continue;
		const struct hr_function_facts *of = &facts->functions.data[here];
		for (size_t c = 0; c < of->callees.count && tail < MOST_FUNCTIONS; c++)
			if (!dictionary->distances[of->callees.data[c]]) {
				dictionary->distances[of->callees.data[c]] = distance + 1;
				queue[tail++] = of->callees.data[c];
			}
	}
	for (size_t i = 0; i < tail; i++)
		dictionary->distances[queue[i]] = 0;
}

static struct near *near_of(struct hr_dictionary *dictionary, size_t operation)
{
	if (operation >= dictionary->model->operations.count)
		return NULL;
	struct near *near = &dictionary->near[operation];
	if (near->is_built)
		return near;
	size_t function;
	near->is_built = true;
	if (dictionary->facts && hr_map_get(&dictionary->facts->code->function_by_name,
					    dictionary->model->operations.data[operation].name, &function))
		collect_near(dictionary, near, (uint32_t)function);
	for (int kind = 0; kind < KINDS; kind++)
		bag_settle(&near->bags[kind], MOST_NEAR);
	return near;
}

struct hr_dictionary *hr_dictionary_new(const struct hr_model *model, const struct hr_facts *facts)
{
	struct hr_dictionary *dictionary = hr_calloc(1, sizeof *dictionary);
	dictionary->model = model;
	dictionary->facts = facts;
	dictionary->heard.capacity = HEARD_ALL;
	dictionary->near = hr_calloc(model->operations.count + 1, sizeof *dictionary->near);
	for (size_t i = 0; i < model->operations.count; i++)
		dictionary->near[i].heard.capacity = HEARD_NEAR;
	if (facts)
		sort_by_function(dictionary);
	add_global(dictionary);
	return dictionary;
}

void hr_dictionary_free(struct hr_dictionary *dictionary)
{
	if (!dictionary)
		return;
	for (size_t i = 0; i < dictionary->model->operations.count; i++) {
		for (int kind = 0; kind < KINDS; kind++)
			hr_vec_release(&dictionary->near[i].bags[kind]);
		hr_heard_release(&dictionary->near[i].heard);
	}
	for (int kind = 0; kind < KINDS; kind++)
		hr_vec_release(&dictionary->bags[kind]);
	hr_heard_release(&dictionary->heard);
	hr_arena_release(&dictionary->arena);
	free(dictionary->near);
	free(dictionary->start);
	free(dictionary->of);
	free(dictionary->distances);
	free(dictionary);
}

/* ---- drawing ---- */

/* Near ones three times out of four. */
static const struct entry *draw(struct hr_dictionary *dictionary, struct hr_random *random, size_t operation,
				enum kind kind)
{
	struct near *near = near_of(dictionary, operation);
	const bag *all = &dictionary->bags[kind];
	const bag *from = near ? &near->bags[kind] : all;
	if (from->count == 0 || (all->count && hr_random_chance(random, 0.25)))
		from = all;
	return from->count ? bag_draw(from, random) : NULL;
}

/* Where to look for what was heard: near the operation, or anywhere; NULL: nothing was heard, or it is the constants' turn. */
static const struct hr_heard *ring_for(struct hr_dictionary *dictionary, struct hr_random *random, size_t operation,
				       bool tokens)
{
	struct near *near = near_of(dictionary, operation);
	unsigned turn = (unsigned)hr_random_below(random, 8);
	const struct hr_heard *ring = turn < 3 && near ? &near->heard : turn < 4 ? &dictionary->heard : NULL;
	return ring && (tokens ? ring->token_count : ring->number_count) ? ring : NULL;
}

bool hr_dictionary_number(int64_t *out, struct hr_dictionary *dictionary, struct hr_random *random, size_t operation)
{
	const struct hr_heard *ring = ring_for(dictionary, random, operation, false);
	if (ring) {
		*out = ring->numbers[hr_random_below(random, ring->number_count)];
		return true;
	}
	const struct entry *entry = draw(dictionary, random, operation, NUMBERS);
	if (entry)
		*out = entry->number;
	return entry != NULL;
}

bool hr_dictionary_real(double *out, struct hr_dictionary *dictionary, struct hr_random *random, size_t operation)
{
	const struct entry *entry = draw(dictionary, random, operation, REALS);
	int64_t number;
	if (entry) {
		*out = entry->real;
		return true;
	}
	if (!hr_dictionary_number(&number, dictionary, random, operation))
		return false;
	*out = (double)number;
	return true;
}

bool hr_dictionary_token(struct hr_dictionary_word *out, struct hr_dictionary *dictionary, struct hr_random *random,
			 size_t operation)
{
	const struct hr_heard *ring = ring_for(dictionary, random, operation, true);
	if (ring) {
		const struct hr_heard_token *token = &ring->tokens[hr_random_below(random, ring->token_count)];
		*out = (struct hr_dictionary_word){ token->text, token->length };
		return true;
	}
	const struct entry *entry = draw(dictionary, random, operation, TOKENS);
	if (entry)
		*out = (struct hr_dictionary_word){ entry->text, entry->length };
	return entry != NULL;
}

int hr_dictionary_character(struct hr_dictionary *dictionary, struct hr_random *random, size_t operation)
{
	const struct entry *entry = draw(dictionary, random, operation, CHARACTERS);
	return entry ? (int)(entry->number & 0xff) : -1;
}

size_t hr_dictionary_punctuation(char *out, size_t most, struct hr_dictionary *dictionary, size_t operation)
{
	struct near *near = near_of(dictionary, operation);
	const bag *from =
		near && near->bags[CHARACTERS].count ? &near->bags[CHARACTERS] : &dictionary->bags[CHARACTERS];
	size_t count = 0;
	for (size_t i = 0; i < from->count && count < most; i++)
		if (from->data[i].number > ' ' && from->data[i].number < 127 && ispunct((int)from->data[i].number))
			out[count++] = (char)from->data[i].number;
	return count;
}

size_t hr_dictionary_beginning_with(struct hr_dictionary_word *out, size_t most, struct hr_dictionary *dictionary,
				    size_t operation, char first)
{
	struct near *near = near_of(dictionary, operation);
	const bag *from = near && near->bags[TOKENS].count ? &near->bags[TOKENS] : &dictionary->bags[TOKENS];
	size_t count = 0;
	for (size_t i = 0; i < from->count && count < most; i++) {
		const struct entry *entry = &from->data[i];
		if (entry->length > 1 && tolower((unsigned char)entry->text[0]) == tolower((unsigned char)first))
			out[count++] = (struct hr_dictionary_word){ entry->text, entry->length };
	}
	return count;
}

/* ---- hearing ---- */

void hr_dictionary_hear_number(struct hr_dictionary *dictionary, size_t operation, int64_t number)
{
	int64_t size = number < 0 ? -(number + 1) : number;
	/* Small ones are drawn anyway; what lies where programs have their memory is an address. */
	if (size <= 16 || (size >= INT64_C(1) << 32 && size < INT64_C(1) << 48))
		return;
	hr_heard_number(&dictionary->heard, number);
	if (operation < dictionary->model->operations.count)
		hr_heard_number(&dictionary->near[operation].heard, number);
}

void hr_dictionary_hear_token(struct hr_dictionary *dictionary, size_t operation, const char *text, size_t length)
{
	if (length == 0 || length > HR_HEARD_LONGEST)
		return;
	hr_heard_token(&dictionary->heard, text, length);
	if (operation < dictionary->model->operations.count)
		hr_heard_token(&dictionary->near[operation].heard, text, length);
}
