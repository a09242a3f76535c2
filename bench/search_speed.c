/* How quickly the random strategy makes chains and learns from outcomes, without anything being run: every call returns, every pointer lives.
 *
 *     build/search_speed [CHAINS] HEADER SOURCE…
 *
 * Prints chains and calls a second of processor time. */
#include "app/analyse.h"
#include "search/strategy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { DEFAULT_CHAINS = 300000, SLICE = 512, MOST_VALUES = 4096 };

struct bench {
	struct hr_search *search;
	void *strategy;
	struct hr_outcome outcome;
	unsigned char area[MOST_VALUES * 8];
	size_t slots[MOST_VALUES];
	const struct hr_model *model;
	uint64_t calls;
	size_t made;
};

/* An outcome in which all went well, and every pointer leads to a block of its own. */
static void imagine(struct bench *bench, const struct hr_chain *chain)
{
	struct hr_outcome *outcome = &bench->outcome;

	hr_outcome_clear(outcome);
	outcome->status = HR_OUTCOME_NORMAL;
	outcome->statement = chain->statement_count - 1;
	outcome->area = bench->area;
	outcome->area_size = sizeof bench->area;
	outcome->slot_of = bench->slots;
	outcome->slot_count = MOST_VALUES;
	outcome->live_blocks = (uint32_t)(chain->hash % 1000); /* so that some are like others, and not kept */
	for (uint32_t i = 0; i < chain->value_count; i++) {
		struct hr_type_ref ref = hr_chain_type(chain, i);
		const struct hr_type *type = hr_model_type(bench->model, ref);

		if (!type || type->kind == HR_TYPE_POINTER)
			hr_vec_push(&outcome->pointers,
				    (struct hr_pointer_record){ .value = i,
								.region = HR_IN_HEAP,
								.block = i,
								.freed_by = HR_NO_STATEMENT,
								.allocated_by = chain->statement_count - 1,
								.size = 16 });
	}
}

static void run(struct bench *bench, size_t count)
{
	struct hr_chain *chains[SLICE];

	while (bench->made < count) {
		size_t slice = 0;

		for (size_t i = 0; i < SLICE; i++) {
			chains[slice] = hr_random_strategy.next(bench->strategy);
			slice += chains[slice] != NULL;
		}
		bench->made += slice;
		for (size_t i = 0; i < slice; i++) {
			imagine(bench, chains[i]);
			bench->calls += chains[i]->call_count;
			hr_random_strategy.observe(bench->strategy, chains[i], &bench->outcome, HR_VERDICT_NORMAL, 0);
			hr_chain_drop(chains[i]);
		}
	}
}

int main(int argc, char **argv)
{
	struct hr_error error = HR_ERROR_INIT;
	struct hr_input input = { .flags = HR_VEC_INIT };
	struct hr_app_library library;
	struct hr_callables callables;
	struct hr_search_options options = { .seed = 1, .repetition = -1 };
	static struct bench bench;
	size_t count = DEFAULT_CHAINS;

	memset(&library, 0, sizeof library);
	for (int i = 1; i < argc; i++)
		if (strspn(argv[i], "0123456789") == strlen(argv[i]))
			count = strtoul(argv[i], NULL, 10);
		else if (strlen(argv[i]) > 2 && strcmp(argv[i] + strlen(argv[i]) - 2, ".h") == 0)
			hr_vec_push(&input.headers, argv[i]);
		else
			hr_vec_push(&input.sources, argv[i]);
	if (hr_app_library_read(&library, &input, true, &error)) {
		fprintf(stderr, "search_speed: %s\n", error.message.data);
		return 1;
	}
	hr_callables_list(&callables, library.model);
	for (size_t i = 0; i < MOST_VALUES; i++)
		bench.slots[i] = i * 8;
	bench.model = library.model;
	hr_outcome_init(&bench.outcome);
	bench.search = hr_search_new(library.model, &callables, library.facts, &options);
	bench.strategy = hr_random_strategy.create(bench.search);
	clock_t before = clock();
	run(&bench, count);
	double seconds = (double)(clock() - before) / CLOCKS_PER_SEC;
	printf("%s: %zu chains, %.0f a second; %.0f calls a second\n", library.model->unit, bench.made,
	       (double)bench.made / seconds, (double)bench.calls / seconds);
	hr_random_strategy.free(bench.strategy);
	hr_search_free(bench.search);
	hr_outcome_release(&bench.outcome);
	hr_callables_release(&callables);
	hr_app_library_release(&library);
	return 0;
}
