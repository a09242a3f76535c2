/* Fifteen calls on a red-black tree: made, filled, asked, thinned out, freed. */
#include "tree.h"
#include "workload.h"

enum operation { PUT, GET, REMOVE, SIZE };
enum { MIDDLE = 13 };

struct step {
	enum operation operation;
	int key;
	int value;
};

static unsigned next_number(unsigned *state)
{
	*state = *state * 1103515245u + 12345u;
	return *state >> 16;
}

static const struct step *steps_of(unsigned sequence)
{
	static const enum operation mix[] = { PUT, PUT, PUT, GET, GET, REMOVE, SIZE };
	static struct step steps[WORKLOAD_SEQUENCES][MIDDLE];
	static int is_made;
	if (!is_made) {
		for (unsigned i = 0; i < WORKLOAD_SEQUENCES; i++) {
			unsigned state = i * 2654435761u + 1;
			for (int k = 0; k < MIDDLE; k++) {
				steps[i][k].operation = mix[next_number(&state) % 7];
				steps[i][k].key = (int)(next_number(&state) % 16);
				steps[i][k].value = (int)(next_number(&state) % 1000);
			}
		}
		is_made = 1;
	}
	return steps[sequence];
}

int workload_run(unsigned sequence)
{
	const struct step *steps = steps_of(sequence);
	struct tree *tree = tree_new();
	int found;
	for (int i = 0; i < MIDDLE; i++) {
		switch (steps[i].operation) {
		case PUT:
			tree_put(tree, steps[i].key, steps[i].value);
			break;
		case GET:
			tree_get(tree, steps[i].key, &found);
			break;
		case REMOVE:
			tree_remove(tree, steps[i].key);
			break;
		case SIZE:
			tree_size(tree);
			break;
		}
	}
	tree_free(tree);
	return MIDDLE + 2;
}

void workload_write(FILE *out, unsigned sequence, int breaks)
{
	const struct step *steps = steps_of(sequence);
	fprintf(out, "t = tree_new()\nfound = new int\n");
	for (int i = 0; i < MIDDLE; i++) {
		if (breaks && i == MIDDLE / 2)
			fprintf(out, "tree_break(t)\n");
		switch (steps[i].operation) {
		case PUT:
			fprintf(out, "tree_put(t, %d, %d)\n", steps[i].key, steps[i].value);
			break;
		case GET:
			fprintf(out, "tree_get(t, %d, found)\n", steps[i].key);
			break;
		case REMOVE:
			fprintf(out, "tree_remove(t, %d)\n", steps[i].key);
			break;
		case SIZE:
			fprintf(out, "tree_size(t)\n");
			break;
		}
	}
	fprintf(out, "tree_free(t)\n");
}
