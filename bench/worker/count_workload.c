/* Two calls on a unit with much static data: what restoring costs. */
#include "tree.h"
#include "workload.h"

int workload_run(unsigned sequence)
{
	tree_count((int)sequence);
	tree_count((int)sequence + 1000);
	return 2;
}

void workload_write(FILE *out, unsigned sequence, int breaks)
{
	(void)breaks;
	fprintf(out, "tree_count(%u)\ntree_count(%u)\n", sequence, sequence + 1000);
}
