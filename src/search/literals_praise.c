/* What is kept: literals of chains that led to new edges. Invariant: of one place in one chain two texts at most. */
#include "search/literals_internal.h"

#include <string.h>

enum { MOST_PLACES = 12, MOST_BEGINNINGS = 6 };

/* Texts of the same place in one chain: which of them it was that found something is not known, but what is read first is read by a fresh object. */
struct repeated {
	size_t place, count, seen, chosen;
};

struct praise {
	struct hr_literals *literals;
	struct repeated repeated[MOST_PLACES];
	size_t repeated_count;
};

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

static void keep_text(struct hr_literals *literals, size_t place, const struct hr_operand *literal)
{
	hr_corpus_keep_text(literals->corpus, place, literal->text, literal->length);
	wait_for_beginnings(literals->corpus, place, literal);
}

/* Parameters that are called the same take the same kind of text, whether it ends with a NUL or has a length. */
static void keep_for_namesakes(struct hr_literals *literals, const struct hr_operand *literal,
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
				keep_text(literals, hr_corpus_parameter(literals->corpus, i, k), literal);
		}
	}
}

static struct repeated *repeated_at(struct praise *praise, size_t place)
{
	for (size_t i = 0; i < praise->repeated_count; i++)
		if (praise->repeated[i].place == place)
			return &praise->repeated[i];
	if (praise->repeated_count == MOST_PLACES)
		return NULL;
	praise->repeated[praise->repeated_count] = (struct repeated){ .place = place };
	return &praise->repeated[praise->repeated_count++];
}

static void count_texts(void *context, const struct hr_operand *literal, const struct hr_item *item, size_t place)
{
	struct praise *praise = context;
	(void)item;
	struct repeated *repeated = literal->kind > HR_OPERAND_REAL ? repeated_at(praise, place) : NULL;
	if (repeated)
		repeated->chosen = hr_random_below(&praise->literals->random, ++repeated->count);
}

/* The first of them, and any other one. Chains are visited from their ends. */
static bool is_worth_keeping(struct praise *praise, size_t place)
{
	struct repeated *repeated = repeated_at(praise, place);
	if (!repeated)
		return false;
	size_t index = repeated->seen++;
	return index == repeated->chosen || index + 1 == repeated->count;
}

static void keep(void *context, const struct hr_operand *literal, const struct hr_item *item, size_t place)
{
	struct praise *praise = context;
	struct hr_corpus *corpus = praise->literals->corpus;
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
		if (literal->length && is_worth_keeping(praise, place)) {
			keep_text(praise->literals, place, literal);
			hr_corpus_keep_text(corpus, hr_corpus_role(corpus, item->role), literal->text, literal->length);
			keep_for_namesakes(praise->literals, literal, item);
		}
		return;
	}
}

void hr_literals_praise(struct hr_literals *literals, const struct hr_chain *chain, size_t new_edges)
{
	struct praise praise = { .literals = literals };
	struct hr_visit visit = { literals, count_texts, &praise };
	if (!new_edges)
		return;
	hr_literals_visit(&visit, chain);
	visit.at = keep;
	hr_literals_visit(&visit, chain);
}
