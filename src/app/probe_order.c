/* Which of the kept chains is probed next. */
#include "app/probe_order.h"

void hr_probe_order_add(struct hr_probe_order *order, size_t operation, size_t chain)
{
	while (order->queues.count <= operation)
		(void)hr_vec_add(&order->queues);
	hr_vec_push(&order->queues.data[operation].chains, chain);
}

static size_t first_of(const struct hr_probe_queue *queue)
{
	return queue->chains.data[queue->next];
}

size_t hr_probe_order_take(struct hr_probe_order *order)
{
	struct hr_probe_queue *best = NULL;

	for (size_t i = 0; i < order->queues.count; i++) {
		struct hr_probe_queue *it = &order->queues.data[i];
		if (it->next == it->chains.count)
			continue;
		if (!best || it->next < best->next || (it->next == best->next && first_of(it) < first_of(best)))
			best = it;
	}
	return best ? best->chains.data[best->next++] : (size_t)-1;
}

void hr_probe_order_release(struct hr_probe_order *order)
{
	for (size_t i = 0; i < order->queues.count; i++)
		hr_vec_release(&order->queues.data[i].chains);
	hr_vec_release(&order->queues);
}
