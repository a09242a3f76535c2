#include "feed.h"

size_t feed(struct output *output, struct input *input)
{
	const unsigned char *from = (const unsigned char *)input->src + input->pos;
	const unsigned char *end = (const unsigned char *)input->src + input->size;
	unsigned char *to = (unsigned char *)output->dst + output->pos;
	unsigned char *limit = (unsigned char *)output->dst + output->size;

	while (from < end && to < limit)
		*to++ = *from++;
	input->pos = from - (const unsigned char *)input->src;
	output->pos = to - (unsigned char *)output->dst;
	return end - from;
}
