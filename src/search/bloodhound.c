/* Weights of operations: w(m, 0) = α · uncovered(m) + (1 − α) · (1 − succ(m) / max succ), and after k choices since the last update
 * w(m, k) = max(−3 / ln(1 − p) · p^k / k, 1 / ln(|M| + 3)) · w(m, 0).
 *
 * Invariants: weights are integers, so that sums do not depend on the order in which they were changed; `tree` holds the current weight of each possible operation (a binary
 * indexed tree). Which operations are possible may change at any time: `version` tells. */
#include "search/bloodhound.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { UPDATE = 512, FARTHEST = 12, MOST_STEPS = 64, UNIT = 1 << 20 };

static const double alpha = 0.8, series = 0.99;

/* A function that an operation can reach. */
struct reached {
	uint32_t function;
	float directness; /* 1: the operation itself */
};

typedef HR_VEC(struct reached) reached_list;

struct hr_bloodhound {
	struct hr_search *search;
	reached_list *reaches; /* by operation */
	size_t operation_count;
	double *weights;           /* w(m, 0), by operation */
	uint32_t *chosen;          /* k, by operation */
	HR_VEC(uint32_t) possible; /* operations in the tree, in its order */
	HR_VEC(uint64_t) tree;     /* one more, from 1 on */
	uint64_t total;
	double factors[MOST_STEPS]; /* by k; the last is for all that follow */
	uint64_t observed;
	uint64_t version; /* of what is possible */
	bool is_stale;    /* it is time for an update */
};

/* ---- what can be reached ---- */

static void find_reached(reached_list *list, const struct hr_search *search, size_t operation, uint32_t *distances)
{
	const struct hr_facts *facts = search->facts;
	size_t from;

	if (!hr_map_get(&facts->code->function_by_name, search->model->operations.data[operation].name, &from))
		return;
	hr_facts_distances(distances, facts, (uint32_t)from);
	for (uint32_t i = 0; i < facts->functions.count; i++)
		if (distances[i] <= FARTHEST)
			hr_vec_push(list, (struct reached){ i, 1.0f / (float)(1 + distances[i]) });
}

struct hr_bloodhound *hr_bloodhound_new(struct hr_search *search)
{
	struct hr_bloodhound *hound = hr_calloc(1, sizeof *hound);

	hound->search = search;
	hound->operation_count = search->model->operations.count;
	hound->reaches = hr_calloc(hound->operation_count + 1, sizeof *hound->reaches);
	hound->weights = hr_calloc(hound->operation_count + 1, sizeof *hound->weights);
	hound->chosen = hr_calloc(hound->operation_count + 1, sizeof *hound->chosen);
	hound->is_stale = true;
	if (search->facts && search->facts->code) {
		uint32_t *distances = hr_calloc(search->facts->functions.count + 1, sizeof *distances);

		for (size_t i = 0; i < hound->operation_count; i++)
			find_reached(&hound->reaches[i], search, i, distances);
		free(distances);
	}
	return hound;
}

void hr_bloodhound_free(struct hr_bloodhound *hound)
{
	if (!hound)
		return;
	for (size_t i = 0; i < hound->operation_count; i++)
		hr_vec_release(&hound->reaches[i]);
	hr_vec_release(&hound->possible);
	hr_vec_release(&hound->tree);
	free(hound->reaches);
	free(hound->weights);
	free(hound->chosen);
	free(hound);
}

/* ---- weights ---- */

/* Edges nobody executed, in functions that the operation reaches; those of near ones count more. */
static double uncovered(const struct hr_bloodhound *hound, size_t operation)
{
	const reached_list *list = &hound->reaches[operation];
	const struct hr_located *functions = hound->search->functions.data;
	double sum = 0;

	for (size_t i = 0; i < list->count; i++) {
		uint32_t function = list->data[i].function;
		if (function < hound->search->functions.count)
			sum += (double)list->data[i].directness *
			       (double)(functions[function].edges - functions[function].covered);
	}
	return sum;
}

static void weigh_all(struct hr_bloodhound *hound)
{
	const struct hr_search *search = hound->search;
	double most_uncovered = 0;
	uint64_t most_normal = 1;

	for (size_t i = 0; i < search->possible.count; i++) {
		size_t operation = search->possible.data[i];
		const struct hr_reach *reach = &search->progress.data[operation].reach;

		hound->weights[operation] = log1p(uncovered(hound, operation));
		most_uncovered = fmax(most_uncovered, hound->weights[operation]);
		most_normal = reach->normal > most_normal ? reach->normal : most_normal;
	}
	for (size_t i = 0; i < search->possible.count; i++) {
		size_t operation = search->possible.data[i];
		double share = most_uncovered > 0 ? hound->weights[operation] / most_uncovered : 1;
		double success = (double)search->progress.data[operation].reach.normal / (double)most_normal;

		hound->weights[operation] = alpha * share + (1 - alpha) * (1 - success);
	}
}

double hr_bloodhound_weight(const struct hr_bloodhound *hound, size_t operation)
{
	return hound->weights[operation];
}

static void add(struct hr_bloodhound *hound, size_t index, uint64_t change)
{
	hound->total += change; /* modulo 2^64: changes may be negative */
	for (size_t i = index + 1; i < hound->tree.count; i += i & -i)
		hound->tree.data[i] += change;
}

static uint64_t weight_now(const struct hr_bloodhound *hound, size_t operation)
{
	uint32_t k = hound->chosen[operation];
	double factor = hound->factors[k < MOST_STEPS ? k : MOST_STEPS - 1];

	return 1 + (uint64_t)(hound->weights[operation] * factor * UNIT);
}

static void update(struct hr_bloodhound *hound)
{
	const struct hr_search *search = hound->search;
	double least = 1 / log((double)search->possible.count + 3);

	weigh_all(hound);
	memset(hound->chosen, 0, hound->operation_count * sizeof *hound->chosen);
	hound->factors[0] = 1;
	for (unsigned k = 1; k < MOST_STEPS; k++)
		hound->factors[k] = fmax(-3 / log(1 - series) * pow(series, k) / k, least);
	hr_vec_clear(&hound->possible);
	hr_vec_clear(&hound->tree);
	hr_vec_push(&hound->tree, 0);
	hound->total = 0;
	for (size_t i = 0; i < search->possible.count; i++) {
		hr_vec_push(&hound->possible, search->possible.data[i]);
		hr_vec_push(&hound->tree, 0);
	}
	for (size_t i = 0; i < hound->possible.count; i++)
		add(hound, i, weight_now(hound, hound->possible.data[i]));
	hound->version = search->possible_version;
	hound->is_stale = false;
}

void hr_bloodhound_observe(struct hr_bloodhound *hound)
{
	if (++hound->observed % UPDATE == 0)
		hound->is_stale = true;
}

/* Where the sum of the weights before first goes beyond the number. */
static size_t find(const struct hr_bloodhound *hound, uint64_t number)
{
	size_t at = 0, step = 1;

	while (step * 2 < hound->tree.count)
		step *= 2;
	for (; step > 0; step /= 2)
		if (at + step < hound->tree.count && hound->tree.data[at + step] <= number) {
			at += step;
			number -= hound->tree.data[at];
		}
	return at;
}

size_t hr_bloodhound_choose(struct hr_bloodhound *hound, struct hr_random *random)
{
	const struct hr_search *search = hound->search;

	if (hound->is_stale || hound->version != search->possible_version)
		update(hound);
	size_t index = find(hound, hr_random_below(random, hound->total));
	size_t operation = hound->possible.data[index];
	uint64_t before = weight_now(hound, operation);
	hound->chosen[operation]++;
	add(hound, index, weight_now(hound, operation) - before);
	return operation;
}
