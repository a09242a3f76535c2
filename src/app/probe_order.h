/* Which of the kept chains is probed next: one that ends in an operation of which the fewest were probed, the oldest of these. What the search keeps is not what matters to probes: of makers, which begin most
 * chains, there are hundreds, of what is called at the end of long ones a few, and time for one chain in ten. */
#ifndef HR_APP_PROBE_ORDER_H
#define HR_APP_PROBE_ORDER_H

#include "base/vec.h"

struct hr_probe_queue {
	HR_VEC(size_t) chains; /* numbers, those from `next` on still wait */
	size_t next;           /* so many were taken */
};

/* All zero is a valid one, and empty. */
struct hr_probe_order {
	HR_VEC(struct hr_probe_queue) queues; /* by operation */
};

/* A chain that ends in this operation; called in the order in which chains were kept. */
void hr_probe_order_add(struct hr_probe_order *order, size_t operation, size_t chain);

/* Takes the next one; (size_t)-1: none waits. */
size_t hr_probe_order_take(struct hr_probe_order *order);

void hr_probe_order_release(struct hr_probe_order *order);

#endif
