/* The corpus. Places are numbered: parameters of all operations, then fields of all types, then roles. What a place has is made when it first has something.
 *
 * Invariants: rings hold at most their size; all texts together take at most MOST_BYTES, beyond that no longer ones come in; a text is in a ring once. */
#include "search/corpus.h"

#include "base/memory.h"

#include <string.h>

enum { KEPT = 24, WAITING = 64, NUMBERS = 16, TRIED = 16384, MOST_BEGINNINGS = 100 };

/* Why something waits: what was compared took a place in it; it was written or kept. */
enum { SUGGESTED, NEAR, QUEUES };

#define LONGEST ((size_t)1024)
#define MOST_BYTES ((size_t)48 << 20)

struct text {
	char *data;
	size_t length, capacity;
	size_t beginnings; /* kept ones: so many were drawn */
};

/* Texts that wait for the same reason. */
struct queue {
	struct text texts[WAITING];
	unsigned char first, count;
};

struct place {
	struct text kept[KEPT];
	int64_t kept_numbers[KEPT];
	struct queue waiting[QUEUES];
	int64_t waiting_numbers[NUMBERS];
	unsigned char kept_count, kept_next, number_count, number_next;
	unsigned char first_number, waiting_number_count;
};

struct hr_corpus {
	const struct hr_model *model;
	size_t *first_parameter; /* by operation: its first place; one more for the end */
	size_t *first_field;     /* by type */
	size_t role_start, count;
	struct place **places;
	uint32_t *waiting[QUEUES]; /* by reason and operation */
	uint32_t *beginnings;      /* by operation: of texts kept for its parameters, that were not drawn yet */
	size_t *operation_of;      /* by place of a parameter */
	uint64_t tried[TRIED];     /* hashes of what waited, by their low bits */
	size_t bytes;
};

struct hr_corpus *hr_corpus_new(const struct hr_model *model)
{
	struct hr_corpus *corpus = hr_calloc(1, sizeof *corpus);
	corpus->model = model;
	corpus->first_parameter = hr_calloc(model->operations.count + 1, sizeof *corpus->first_parameter);
	corpus->first_field = hr_calloc(model->types.count + 1, sizeof *corpus->first_field);
	for (size_t i = 0; i < model->operations.count; i++) {
		corpus->first_parameter[i] = corpus->count;
		corpus->count += model->operations.data[i].params.count;
	}
	corpus->first_parameter[model->operations.count] = corpus->count;
	corpus->operation_of = hr_calloc(corpus->count + 1, sizeof *corpus->operation_of);
	for (size_t i = 0; i < model->operations.count; i++)
		for (size_t k = 0; k < model->operations.data[i].params.count; k++)
			corpus->operation_of[corpus->first_parameter[i] + k] = i;
	for (size_t i = 0; i < model->types.count; i++) {
		corpus->first_field[i] = corpus->count;
		corpus->count += model->types.data[i].fields.count;
	}
	corpus->first_field[model->types.count] = corpus->count;
	corpus->role_start = corpus->count;
	corpus->count += HR_ROLE_COUNT;
	corpus->places = hr_calloc(corpus->count, sizeof(struct place *));
	for (size_t i = 0; i < QUEUES; i++)
		corpus->waiting[i] = hr_calloc(model->operations.count + 1, sizeof *corpus->waiting[i]);
	corpus->beginnings = hr_calloc(model->operations.count + 1, sizeof *corpus->beginnings);
	return corpus;
}

void hr_corpus_free(struct hr_corpus *corpus)
{
	if (!corpus)
		return;
	for (size_t i = 0; i < corpus->count; i++) {
		struct place *place = corpus->places[i];
		for (size_t k = 0; place && k < KEPT; k++)
			free(place->kept[k].data);
		for (size_t k = 0; place && k < (size_t)QUEUES * WAITING; k++)
			free(place->waiting[k / WAITING].texts[k % WAITING].data);
		free(place);
	}
	free(corpus->places);
	free(corpus->first_parameter);
	free(corpus->first_field);
	free(corpus->operation_of);
	for (size_t i = 0; i < QUEUES; i++)
		free(corpus->waiting[i]);
	free(corpus->beginnings);
	free(corpus);
}

size_t hr_corpus_parameter(const struct hr_corpus *corpus, size_t operation, size_t parameter)
{
	if (operation >= corpus->model->operations.count ||
	    parameter >= corpus->first_parameter[operation + 1] - corpus->first_parameter[operation])
		return HR_NO_PLACE;
	return corpus->first_parameter[operation] + parameter;
}

size_t hr_corpus_field(const struct hr_corpus *corpus, size_t type, size_t field)
{
	if (type >= corpus->model->types.count || field >= corpus->first_field[type + 1] - corpus->first_field[type])
		return HR_NO_PLACE;
	return corpus->first_field[type] + field;
}

size_t hr_corpus_role(const struct hr_corpus *corpus, enum hr_role role)
{
	return corpus->role_start + (size_t)role;
}

static struct place *at(struct hr_corpus *corpus, size_t place)
{
	if (place >= corpus->count)
		return NULL;
	if (!corpus->places[place])
		corpus->places[place] = hr_calloc(1, sizeof *corpus->places[place]);
	return corpus->places[place];
}

static const struct place *seen(const struct hr_corpus *corpus, size_t place)
{
	return place < corpus->count ? corpus->places[place] : NULL;
}

/* False: there is no room for it. */
static bool text_set(struct hr_corpus *corpus, struct text *text, const char *data, size_t length)
{
	if (length > text->capacity) {
		size_t capacity = (length + 63) / 64 * 64;
		if (corpus->bytes - text->capacity + capacity > MOST_BYTES)
			return false;
		corpus->bytes += capacity - text->capacity;
		text->data = hr_reallocarray(text->data, capacity, 1);
		text->capacity = capacity;
	}
	if (length)
		memcpy(text->data, data, length);
	text->length = length;
	text->beginnings = 0;
	return true;
}

/* ---- kept ---- */

void hr_corpus_keep_number(struct hr_corpus *corpus, size_t place, int64_t number)
{
	struct place *here = at(corpus, place);
	if (!here)
		return;
	for (size_t i = 0; i < here->number_count; i++)
		if (here->kept_numbers[i] == number)
			return;
	here->kept_numbers[here->number_next] = number;
	here->number_next = (unsigned char)((here->number_next + 1) % KEPT);
	if (here->number_count < KEPT)
		here->number_count++;
}

/* Of a kept text, those that were not drawn yet. */
static uint32_t beginnings_left(const struct text *text)
{
	size_t all = text->length < MOST_BEGINNINGS ? text->length : MOST_BEGINNINGS;
	return (uint32_t)(all - text->beginnings);
}

/* Where the beginnings of texts at a place are counted; NULL: it is no parameter's. */
static uint32_t *beginnings_at(struct hr_corpus *corpus, size_t place)
{
	bool is_parameter = place < corpus->first_parameter[corpus->model->operations.count];
	return is_parameter ? &corpus->beginnings[corpus->operation_of[place]] : NULL;
}

void hr_corpus_keep_text(struct hr_corpus *corpus, size_t place, const char *text, size_t length)
{
	struct place *here = at(corpus, place);
	if (!here || length > LONGEST)
		return;
	for (size_t i = 0; i < here->kept_count; i++)
		if (here->kept[i].length == length && (length == 0 || memcmp(here->kept[i].data, text, length) == 0))
			return;
	struct text *kept = &here->kept[here->kept_next];
	uint32_t *left = beginnings_at(corpus, place);
	uint32_t before = beginnings_left(kept);
	if (!text_set(corpus, kept, text, length))
		return;
	if (left)
		*left += beginnings_left(kept) - before;
	here->kept_next = (unsigned char)((here->kept_next + 1) % KEPT);
	if (here->kept_count < KEPT)
		here->kept_count++;
}

bool hr_corpus_draw_number(int64_t *out, const struct hr_corpus *corpus, size_t place, struct hr_random *random)
{
	const struct place *here = seen(corpus, place);
	if (!here || here->number_count == 0)
		return false;
	*out = here->kept_numbers[hr_random_below(random, here->number_count)];
	return true;
}

bool hr_corpus_draw_text(const char **text, size_t *length, const struct hr_corpus *corpus, size_t place,
			 struct hr_random *random)
{
	const struct place *here = seen(corpus, place);
	if (!here || here->kept_count == 0)
		return false;
	const struct text *chosen = &here->kept[hr_random_below(random, here->kept_count)];
	*text = chosen->length ? chosen->data : "";
	*length = chosen->length;
	return true;
}

bool hr_corpus_draw_beginning(const char **text, size_t *length, struct hr_corpus *corpus, size_t place,
			      struct hr_random *random)
{
	if (!seen(corpus, place) || corpus->places[place]->kept_count == 0)
		return false;
	struct place *here = corpus->places[place];
	struct text *chosen = &here->kept[hr_random_below(random, here->kept_count)];
	if (!beginnings_left(chosen))
		return false;
	uint32_t *left = beginnings_at(corpus, place);
	if (left)
		--*left;
	*text = chosen->data;
	*length = chosen->length - ++chosen->beginnings;
	return true;
}

/* ---- waiting ---- */

/* True when this waited at this place not long ago; it is remembered then. */
static bool was_tried(struct hr_corpus *corpus, size_t place, const void *bytes, size_t length)
{
	uint64_t hash = (place + 1) * UINT64_C(0x9e3779b97f4a7c15) ^ length;
	const unsigned char *byte = bytes;
	for (size_t i = 0; i < length; i++)
		hash = (hash ^ byte[i]) * UINT64_C(0x100000001b3);
	hash ^= hash >> 29;
	uint64_t *slot = &corpus->tried[hash % TRIED];
	if (*slot == hash)
		return true;
	*slot = hash;
	return false;
}

static size_t queue_of(enum hr_part part)
{
	return part == HR_PART_CONSTANTS ? SUGGESTED : NEAR;
}

static void count_waiting(struct hr_corpus *corpus, size_t place, size_t queue, int change)
{
	if (place < corpus->first_field[0])
		corpus->waiting[queue][corpus->operation_of[place]] += (uint32_t)change;
}

void hr_corpus_wait_number(struct hr_corpus *corpus, size_t place, int64_t number)
{
	struct place *here = at(corpus, place);
	if (!here || here->waiting_number_count == NUMBERS || was_tried(corpus, place, &number, sizeof number))
		return;
	here->waiting_numbers[(here->first_number + here->waiting_number_count++) % NUMBERS] = number;
	count_waiting(corpus, place, SUGGESTED, 1);
}

void hr_corpus_wait_text(struct hr_corpus *corpus, size_t place, enum hr_part part, const char *text, size_t length)
{
	struct place *here = at(corpus, place);
	struct queue *queue = here ? &here->waiting[queue_of(part)] : NULL;
	if (!here || length > LONGEST || queue->count == WAITING || was_tried(corpus, place, text, length))
		return;
	if (!text_set(corpus, &queue->texts[(queue->first + queue->count) % WAITING], text, length))
		return;
	queue->count++;
	count_waiting(corpus, place, queue_of(part), 1);
}

bool hr_corpus_take_number(int64_t *out, struct hr_corpus *corpus, size_t place)
{
	if (!seen(corpus, place) || corpus->places[place]->waiting_number_count == 0)
		return false;
	struct place *here = corpus->places[place];
	*out = here->waiting_numbers[here->first_number];
	here->first_number = (unsigned char)((here->first_number + 1) % NUMBERS);
	here->waiting_number_count--;
	count_waiting(corpus, place, SUGGESTED, -1);
	return true;
}

static bool take_from(const char **text, size_t *length, struct hr_corpus *corpus, size_t place, size_t reason)
{
	struct queue *queue = seen(corpus, place) ? &corpus->places[place]->waiting[reason] : NULL;
	if (!queue || queue->count == 0)
		return false;
	*text = queue->texts[queue->first].length ? queue->texts[queue->first].data : "";
	*length = queue->texts[queue->first].length;
	queue->first = (unsigned char)((queue->first + 1) % WAITING);
	queue->count--;
	count_waiting(corpus, place, reason, -1);
	return true;
}

bool hr_corpus_take_text(const char **text, size_t *length, enum hr_part *part, struct hr_corpus *corpus, size_t place,
			 unsigned parts)
{
	static const enum hr_part order[] = { HR_PART_CONSTANTS, HR_PART_IMPURITY };
	for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
		*part = order[i];
		if (hr_parts_have(parts, order[i]) && take_from(text, length, corpus, place, queue_of(order[i])))
			return true;
	}
	return false;
}

bool hr_corpus_is_full(const struct hr_corpus *corpus, size_t place, bool numbers)
{
	const struct place *here = seen(corpus, place);
	return here && (numbers ? here->waiting_number_count == NUMBERS : here->waiting[SUGGESTED].count == WAITING);
}

size_t hr_corpus_beginnings(const struct hr_corpus *corpus, size_t operation)
{
	return operation < corpus->model->operations.count ? corpus->beginnings[operation] : 0;
}

size_t hr_corpus_waiting(const struct hr_corpus *corpus, size_t operation, unsigned parts)
{
	if (operation >= corpus->model->operations.count)
		return 0;
	size_t count = 0;
	if (hr_parts_have(parts, HR_PART_CONSTANTS))
		count += corpus->waiting[SUGGESTED][operation];
	return count + (hr_parts_have(parts, HR_PART_IMPURITY) ? corpus->waiting[NEAR][operation] : 0);
}
