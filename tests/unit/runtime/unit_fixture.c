/* The unit under test in the tests of the worker; unit_fixture.h says what it can do. Built by clang as units are. */
#include "unit_fixture.h"

#include <errno.h>

/* What the gate does with malloc and free, without the gate. */
extern void *hr_arena_allocate(size_t size, size_t align, int origin);
extern void hr_arena_free(void *pointer, const char *function);
extern unsigned long hr_work;
extern void hr_runtime_callback(unsigned number, unsigned count, void *const *arguments, const unsigned *sizes,
				void *result, unsigned result_size);

static int counter = 5;
static struct box *volatile kept;
static _Thread_local int thread_count = 7;
static int *built;
#ifdef LARGE
static unsigned char array[HR_FIXTURE_BIG];
#else
static unsigned char array[64];
#endif

__attribute__((constructor)) static void build(void)
{
	built = hr_arena_allocate(sizeof(*built), 16, 0);
	*built = 40;
#ifdef BROKEN
	built[1] = 1;
#endif
}

static int bump(int by)
{
	counter += by;
	return counter;
}

static struct box *box_new(int value)
{
	struct box *box = hr_arena_allocate(sizeof(*box), 16, 0);
	if (!box)
		return NULL;
	box->value = value;
	box->unused = 0;
	box->next = NULL;
	box->bits = 3;
	box->signed_bits = -2;
	return box;
}

static int box_get(struct box *box)
{
	return box->value;
}

static void box_free(struct box *box)
{
	hr_arena_free(box, "free");
}

static void box_link(struct box *from, struct box *to)
{
	from->next = to;
}

static void keep(struct box *box)
{
	kept = box;
}

static int fail(int error)
{
	errno = error;
	return -1;
}

static void overflow(struct box *box)
{
	box[1].value = 1;
}

static void spin(void)
{
	for (volatile int i = 0;; i++)
		;
}

__attribute__((no_sanitize("address"))) static void work(unsigned rounds, int how)
{
	hr_work += rounds;
	if (how == 1)
		spin();
	if (how == 2)
		box_link(NULL, NULL);
}

__attribute__((no_sanitize("address"))) static void poke(unsigned char *address, unsigned char value)
{
	*(volatile unsigned char *)address = value;
}

static int apply(int (*function)(int, const char *), int times)
{
	int sum = 0;
	for (int i = 0; i < times; i++)
		sum += function(i, "seen");
	return sum;
}

static int thread(void)
{
	return ++thread_count;
}

static int big(unsigned index, int value)
{
	int before = array[index];
	array[index] = (unsigned char)value;
	return before;
}

static struct pair pair(long left, long right)
{
	return (struct pair){ left, right };
}

static const char *constant(void)
{
	return "constant";
}

static int count_built(void)
{
	return (*built)++;
}

/* ---- as `build` writes it: not instrumented ---- */

#pragma clang attribute push(__attribute__((no_sanitize("address", "coverage"))), apply_to = function)

#define ARGUMENT(type, n) (*(type *)arguments[n])
#define STUB(name) static void stub_##name(void **arguments, void *result)
#define RESULT(type) (*(type *)result)

STUB(bump)
{
	RESULT(int) = bump(ARGUMENT(int, 0));
}
STUB(box_new)
{
	RESULT(struct box *) = box_new(ARGUMENT(int, 0));
}
STUB(box_get)
{
	RESULT(int) = box_get(ARGUMENT(struct box *, 0));
}
STUB(box_free)
{
	(void)result;
	box_free(ARGUMENT(struct box *, 0));
}
STUB(box_link)
{
	(void)result;
	box_link(ARGUMENT(struct box *, 0), ARGUMENT(struct box *, 1));
}
STUB(keep)
{
	(void)result;
	keep(ARGUMENT(struct box *, 0));
}
STUB(fail)
{
	RESULT(int) = fail(ARGUMENT(int, 0));
}
STUB(overflow)
{
	(void)result;
	overflow(ARGUMENT(struct box *, 0));
}
STUB(spin)
{
	(void)result;
	(void)arguments;
	spin();
}
STUB(poke)
{
	(void)result;
	poke(ARGUMENT(unsigned char *, 0), ARGUMENT(unsigned char, 1));
}
STUB(work)
{
	(void)result;
	work(ARGUMENT(unsigned, 0), ARGUMENT(int, 1));
}
STUB(apply)
{
	RESULT(int) = apply(ARGUMENT(void *, 0), ARGUMENT(int, 1));
}
STUB(thread)
{
	(void)arguments;
	RESULT(int) = thread();
}
STUB(big)
{
	RESULT(int) = big(ARGUMENT(unsigned, 0), ARGUMENT(int, 1));
}
STUB(pair)
{
	RESULT(struct pair) = pair(ARGUMENT(long, 0), ARGUMENT(long, 1));
}
STUB(constant)
{
	(void)arguments;
	RESULT(const char *) = constant();
}
STUB(built)
{
	(void)arguments;
	RESULT(int) = count_built();
}

STUB(tell)
{
	const unsigned sizes[] = { sizeof(void *), sizeof(size_t) };
	(void)result;
	hr_runtime_callback(7, 2, arguments, sizes, NULL, 0);
}

#define CALLBACK(n)                                                                                     \
	static int callback_##n(int number, const char *text)                                           \
	{                                                                                               \
		int result;                                                                             \
		void *const arguments[] = { &number, &text };                                           \
		const unsigned sizes[] = { sizeof(number), sizeof(text) };                              \
		hr_runtime_callback(n, 2, arguments, sizes, &result, sizeof(result));                   \
		return result;                                                                          \
	}
CALLBACK(0)
CALLBACK(1)
CALLBACK(2)
CALLBACK(3)
CALLBACK(4)
CALLBACK(5)
CALLBACK(6)
CALLBACK(7)

#pragma clang attribute pop

__attribute__((visibility("default"))) void (*const __harrier_stubs[])(void **, void *) = {
	[STUB_BUMP] = stub_bump,         [STUB_BOX_NEW] = stub_box_new,   [STUB_BOX_GET] = stub_box_get,
	[STUB_BOX_FREE] = stub_box_free, [STUB_BOX_LINK] = stub_box_link, [STUB_KEEP] = stub_keep,
	[STUB_FAIL] = stub_fail,         [STUB_OVERFLOW] = stub_overflow, [STUB_SPIN] = stub_spin,
	[STUB_APPLY] = stub_apply,       [STUB_THREAD] = stub_thread,     [STUB_BIG] = stub_big,
	[STUB_PAIR] = stub_pair,         [STUB_CONSTANT] = stub_constant, [STUB_BUILT] = stub_built,
	[STUB_TELL] = stub_tell,         [STUB_POKE] = stub_poke,         [STUB_WORK] = stub_work,
};
void *const __harrier_functions[] = { (void *)bump };
void *const __harrier_variables[] = { &counter };
void *const __harrier_callbacks[] = { (void *)callback_0, (void *)callback_1, (void *)callback_2, (void *)callback_3,
				      (void *)callback_4, (void *)callback_5, (void *)callback_6, (void *)callback_7 };
const unsigned __harrier_counts[4] = { STUB_COUNT, 1, VARIABLE_COUNT, HR_WIRE_CALLBACK_INSTANCES };
