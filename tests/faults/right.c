/* Nothing is wrong here: what checkers like to take for an error. */
#include "faults.h"

#include <alloca.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

static jmp_buf place;

static int sum(const char *bytes, int count)
{
	int total = 0;
	for (int i = 0; i < count; i++)
		total += bytes[i];
	return total;
}

/* Leaves frames with arrays behind, whose redzones must not stay. */
static int go_down(int depth)
{
	char room[32];
	char more[depth + 1];
	memset(room, depth & 7, sizeof room);
	memset(more, 1, sizeof more);
	if (depth == 0)
		longjmp(place, 1);
	return go_down(depth - 1) + sum(room, 32) + more[0];
}

int right_jump(int depth)
{
	volatile int tries = 0;
	setjmp(place);
	if (tries++ < 3)
		go_down(depth);
	char everything[4096];
	memset(everything, 1, sizeof everything);
	return sum(everything, sizeof everything);
}

static int jump_out(const void *left, const void *right)
{
	volatile char room[16] = { 0 };
	if (*(const int *)left + room[3] == 7 || *(const int *)right == 7)
		longjmp(place, 2);
	return *(const int *)left - *(const int *)right;
}

int right_jump_out_of_qsort(void)
{
	int numbers[] = { 3, 9, 7, 1, 5 };
	if (setjmp(place) == 0)
		qsort(numbers, 5, sizeof *numbers, jump_out);
	char again[256];
	memset(again, 2, sizeof again);
	return sum(again, sizeof again);
}

/* Variable arrays and alloca, one after the other and one in the other. */
int right_variable_arrays(int count)
{
	int total = 0;
	for (int i = 1; i <= count; i++) {
		char first[i];
		memset(first, 1, sizeof first);
		for (int k = 1; k <= i; k++) {
			int second[k];
			second[k - 1] = k;
			total += second[k - 1] + first[i - 1];
		}
	}
	return total;
}

int right_alloca(int count)
{
	char *last = NULL;
	int total = 0;
	for (int i = 1; i <= count; i++) {
		char *room = alloca((size_t)i);
		memset(room, i & 3, (size_t)i);
		total += room[i - 1] + (last ? last[0] : 0);
		last = room;
	}
	return total;
}

int right_large_frame(int depth)
{
	volatile char room[100000];
	room[0] = room[sizeof room - 1] = (char)depth;
	return depth ? right_large_frame(depth - 1) + room[0] : room[sizeof room - 1];
}

/* A thousand statements in one function. (With the checks for undefined behaviour it would take a minute to compile.) */
#define ONE(n) table[(at + (n)) % 61] += table[(at * 3 + (n)) % 61] ^ (n); at = (at + table[(n) % 61]) & 1023;
#define TEN(n) ONE(n) ONE(n + 1) ONE(n + 2) ONE(n + 3) ONE(n + 4) ONE(n + 5) ONE(n + 6) ONE(n + 7) ONE(n + 8) ONE(n + 9)
#define HUNDRED(n) TEN(n) TEN(n + 10) TEN(n + 20) TEN(n + 30) TEN(n + 40) TEN(n + 50) TEN(n + 60) TEN(n + 70) TEN(n + 80) TEN(n + 90)
#define THOUSAND(n) HUNDRED(n) HUNDRED(n + 100) HUNDRED(n + 200) HUNDRED(n + 300) HUNDRED(n + 400) HUNDRED(n + 500) HUNDRED(n + 600) \
	HUNDRED(n + 700) HUNDRED(n + 800) HUNDRED(n + 900)

__attribute__((no_sanitize("undefined"))) unsigned right_large_function(unsigned seed)
{
	unsigned table[61];
	unsigned at = seed & 1023;
	for (unsigned i = 0; i < 61; i++)
		table[i] = i * seed;
	THOUSAND(0u)
	return table[at % 61];
}

/* Threads with locals of their own, a lock, values with destructors, and both ways to end. */
static _Thread_local int own = 3;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_key_t key;
static int shared;

static void count_down(void *value)
{
	shared -= *(int *)value;
	free(value);
}

static void *add(void *argument)
{
	int *value = malloc(sizeof *value);
	*value = 1;
	pthread_setspecific(key, value);
	pthread_mutex_lock(&lock);
	shared += own++ + *(int *)argument;
	pthread_mutex_unlock(&lock);
	if (*(int *)argument % 2)
		pthread_exit(argument);
	return argument;
}

int right_threads(int count)
{
	pthread_t threads[8];
	int numbers[8];
	int expected = 0;
	shared = 0;
	own = 100;
	pthread_key_create(&key, count_down);
	for (int i = 0; i < count && i < 8; i++) {
		numbers[i] = i;
		expected += 3 + i - 1;
		if (pthread_create(&threads[i], NULL, add, &numbers[i]))
			abort();
	}
	for (int i = 0; i < count && i < 8; i++) {
		void *result = NULL;
		if (pthread_join(threads[i], &result) || result != &numbers[i])
			abort();
	}
	pthread_key_delete(key);
	if (shared != expected || own != 100)
		abort();
	return shared;
}
