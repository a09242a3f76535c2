/* What a function does first: assertions on its arguments, setting up what the rest uses. */
#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct table {
	int *slots;
	size_t count;
	bool is_ready;
};

static struct table global_table;
static bool is_initialised;
static unsigned lookup[16];

// expect: asserts_pointer - asserts=table!=NULL
// expect: asserts_pointer table null=assert
size_t asserts_pointer(const struct table *table)
{
	assert(table != NULL);
	return table->count;
}

// expect: asserts_plain - asserts=table
// expect: asserts_plain table null=assert on_null=abort
size_t asserts_plain(const struct table *table)
{
	assert(table);
	return table->count;
}

// expect: asserts_two - asserts=table!=NULL;i<table->count
int asserts_two(const struct table *table, size_t i)
{
	assert(table != NULL);
	assert(i < table->count);
	return table->slots[i];
}

// expect: asserts_joined - asserts=a&&b>0
int asserts_joined(const int *a, int b)
{
	assert(a && b > 0);
	return *a / b;
}

// expect: asserts_either - asserts=n==0||values!=NULL
// expect: asserts_either values null=legal|assert
int asserts_either(const int *values, size_t n)
{
	assert(n == 0 || values != NULL);
	return n ? values[0] : 0;
}

static void initialise(void)
{
	for (unsigned i = 0; i < 16; i++)
		lookup[i] = i * i;
	is_initialised = true;
}

// expect: initialises_lazily - init=initialise purity=impure
unsigned initialises_lazily(unsigned n)
{
	if (!is_initialised)
		initialise();
	return lookup[n & 15];
}

static int make_ready(struct table *table)
{
	if (table->is_ready)
		return 0;
	table->slots = calloc(8, sizeof *table->slots);
	if (!table->slots)
		return -1;
	table->count = 8;
	table->is_ready = true;
	return 0;
}

// expect: puts_first - init=make_ready
// expect: puts_first table effect=read_write
int puts_first(struct table *table, int value)
{
	if (make_ready(table) < 0)
		return -1;
	table->slots[0] = value;
	return 0;
}

// expect: gets_first - init=make_ready
int gets_first(struct table *table)
{
	if (make_ready(table) < 0)
		return -1;
	return table->slots[0];
}

static struct table *instance(void)
{
	if (!global_table.is_ready)
		make_ready(&global_table);
	return &global_table;
}

// expect: global_put - init=instance
void global_put(int value)
{
	struct table *table = instance();
	if (table->slots)
		table->slots[0] = value;
}

// expect: assertion_later p null=crash deref=always
int assertion_later(const int *p)
{
	int n = *p;
	assert(n > 0);
	return n;
}
