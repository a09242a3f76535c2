/* See state.h. */
#include "state.h"

#include <fenv.h>
#include <math.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xmmintrin.h>

struct link {
	int number;
	struct link *next;
};

static int counter;
static char remembered[32] = "nothing";
static struct link *list;
static int table[1024];
static int *block;
static int constructed;
static int found;
static int handlers[4];
static int handler_count;
static int descending;
static jmp_buf saved;
static int is_saved;
static int jumps;
static int (*kept)(int number, void *data);
static _Thread_local int thread_counter = 7;
static _Thread_local char thread_text[300];
static _Thread_local int *thread_block;
static const char constant[16] = "constant";

static void say_goodbye(void)
{
	printf("goodbye %d", counter);
	free(block);
	block = NULL;
}

__attribute__((constructor)) static void construct(void)
{
	constructed++;
	for (int i = 0; i < 1024; i++)
		table[i] = i * i;
	block = calloc(8, sizeof *block);
	found = thread_counter;
	thread_counter = 11;
	srand(4711);
	setenv("STATE_CONSTRUCTED", "yes", 1);
	atexit(say_goodbye);
}

int state_count(void)
{
	return ++counter;
}

int state_add(int number)
{
	counter += number & 0xff;
	return counter;
}

int state_ticket(void)
{
	static int next = 100;
	static int *shared;
	if (!shared)
		shared = calloc(1, sizeof *shared);
	return next++ + (*shared += 10);
}

const char *state_remember(const char *text)
{
	static char before[32];
	memcpy(before, remembered, sizeof before);
	snprintf(remembered, sizeof remembered, "%s", text);
	return before;
}

int state_push(int number)
{
	struct link *link = malloc(sizeof *link);
	int length = 0;
	if (!link)
		return -1;
	link->number = number;
	link->next = list;
	list = link;
	for (; link; link = link->next)
		length++;
	return length;
}

int state_pop(void)
{
	struct link *link = list;
	if (!link)
		return -1;
	int number = link->number;
	list = link->next;
	free(link);
	return number;
}

int state_sum(void)
{
	unsigned sum = (unsigned)counter;
	for (const struct link *link = list; link; link = link->next)
		sum = sum * 31 + (unsigned)link->number;
	for (int i = 0; i < 1024; i++)
		sum = sum * 31 + (unsigned)table[i];
	return (int)sum;
}

int state_table(unsigned index)
{
	return table[index % 1024];
}

int state_change_table(unsigned index, int to)
{
	int before = table[index % 1024];
	table[index % 1024] = to;
	return before;
}

int state_block(unsigned index, int to)
{
	int before = block[index % 8];
	block[index % 8] = to;
	return before;
}

int state_drop_block(void)
{
	free(block);
	return 0;
}

int state_constructed(void)
{
	const char *text = getenv("STATE_CONSTRUCTED");
	return constructed * 1000 + found * 10 + (text ? strcmp(text, "yes") == 0 : 0);
}

int state_thread(int by)
{
	thread_counter = (int)((unsigned)thread_counter + (unsigned)by);
	return thread_counter;
}

const char *state_thread_text(const char *text)
{
	static _Thread_local char before[300];
	memcpy(before, thread_text, sizeof before);
	snprintf(thread_text, sizeof thread_text, "%s", text);
	return before;
}

int state_thread_block(int by)
{
	if (!thread_block)
		thread_block = calloc(1, sizeof *thread_block);
	*thread_block = (int)((unsigned)*thread_block + (unsigned)by);
	return *thread_block;
}

static void print_handler(void)
{
	printf("[%d]", handlers[--handler_count & 3]);
}

int state_at_exit(int number)
{
	handlers[handler_count++ & 3] = number;
	return atexit(print_handler);
}

void state_exit(int code)
{
	exit(code);
}

double state_divide(double a, double b)
{
	volatile double left = a, right = b;
	return left / right;
}

long state_rint(double number)
{
	return lrint(number * 1.5);
}

int state_round(int mode)
{
	static const int modes[] = { FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO };
	int before = fegetround();
	fesetround(modes[(unsigned)mode % 4]);
	return before;
}

int state_exceptions(void)
{
	return fetestexcept(FE_ALL_EXCEPT);
}

int state_raise(double by)
{
	volatile long double large = 1e4900L;
	volatile double small = 1e-300;
	large *= large * (long double)by;
	small *= small * by;
	return large > 0 && small >= 0;
}

int state_trap(void)
{
	return feenableexcept(FE_DIVBYZERO);
}

double state_tiny(double number)
{
	volatile double tiny = 1e-308;
	return tiny / 1000 * number;
}

int state_flush_to_zero(void)
{
	unsigned before = _mm_getcsr();
	_mm_setcsr(before | 0x8040);
	return (int)(before & 0x8040);
}

double state_gamma(double number)
{
	return lgamma(number - 0.5);
}

int state_sign(void)
{
	return signgam;
}

int state_try(int number)
{
	volatile int here = number;
	is_saved = 1;
	if (setjmp(saved))
		return 1000 + jumps + here;
	jumps++;
	if (number & 1)
		longjmp(saved, number);
	return jumps;
}

int state_jump_late(void)
{
	if (!is_saved)
		return -1;
	longjmp(saved, 1);
}

int state_jump_saved(void)
{
	return is_saved * 100 + jumps;
}

static int compare(const void *a, const void *b)
{
	int left = *(const int *)a, right = *(const int *)b;
	int order = left < right ? -1 : left > right;
	return descending ? -order : order;
}

int state_sort(int seed, int first)
{
	int numbers[32];
	unsigned next = (unsigned)seed;
	for (int i = 0; i < 32; i++) {
		next = next * 1103515245u + 12345u;
		numbers[i] = (int)(next >> 16) & 0xff;
	}
	qsort(numbers, 32, sizeof *numbers, compare);
	descending ^= first & 1;
	return numbers[(unsigned)first % 32];
}

int state_visit(int (*visitor)(int number, void *data), void *data, int count)
{
	int sum = 0;
	for (int i = 0; i < count % 20; i++)
		sum ^= visitor(i + counter, data);
	return sum;
}

int state_keep_visitor(int (*visitor)(int number, void *data))
{
	int had_one = kept != NULL;
	kept = visitor;
	return had_one;
}

int state_call_kept(int number)
{
	return kept ? kept(number, NULL) : -1;
}

int state_overflow(int index)
{
	char small[4] = { 0 };
	volatile char *at = small;
	counter += 1000;
	table[3] = index;
	return at[index];
}

int state_null(int number)
{
	int *volatile nowhere = NULL;
	counter += 5;
	free(malloc(100));
	if (number > 2)
		return *nowhere;
	return number;
}

int state_wild(unsigned long address)
{
	const volatile char *at = (const volatile char *)(address * 0x1000003);
	thread_counter = 99;
	return *at;
}

int state_recurse(int depth)
{
	volatile char room[512];
	room[depth & 511] = (char)depth;
	/* for ever, but not often: a stack that is exhausted takes a while */
	int next = depth > 900 && table[7] != 49 ? depth : depth - 1;
	return depth <= 0 ? room[depth & 511] : state_recurse(next) + room[depth & 511];
}

int state_divide_int(int a, int b)
{
	counter++;
	return a / b;
}

int state_abort(int number)
{
	printf("about to abort");
	if (number > 100)
		abort();
	return number;
}

int state_write_constant(int index)
{
	char *volatile writable = (char *)constant;
	if (index > 7 && index < 16)
		writable[index] = 'x';
	return constant[0];
}

int state_deep(int depth)
{
	volatile int room[16];
	room[depth & 15] = depth;
	return depth <= 0 ? 0 : state_deep(depth - 1) + room[depth & 15];
}

long state_large_frame(int seed)
{
	volatile long room[20000];
	long sum = 0;
	for (int i = 0; i < 20000; i += 64)
		room[i] = seed + i;
	for (int i = 0; i < 20000; i += 64)
		sum += room[i];
	return sum;
}
