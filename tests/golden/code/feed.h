#ifndef FEED_H
#define FEED_H

#include <stddef.h>

struct input {
	const void *src;
	size_t size;
	size_t pos;
};

struct output {
	void *dst;
	size_t size;
	size_t pos;
};

/* Returns how much is left. */
size_t feed(struct output *output, struct input *input);

#endif
