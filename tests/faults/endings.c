/* Functions that do not come back. */
#include "faults.h"

#include <assert.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

int end_recursion(int depth)
{
	volatile char room[64];
	room[0] = (char)depth;
	return end_recursion(depth + 1) + room[0];
}

int end_large_frame(int depth)
{
	volatile char room[100000];
	room[depth & 1] = (char)depth;
	return end_large_frame(depth + 1) + room[0];
}

void end_abort(void)
{
	abort();
}

void end_assert(int value)
{
	assert(value == 1);
}

void end_exit(int code)
{
	exit(code);
}

void end_quick(int code)
{
	_exit(code);
}

void end_raise(void)
{
	raise(SIGTERM);
}

void end_trap(void)
{
	__builtin_trap();
}

void end_loop(int goes_on)
{
	volatile int going = goes_on;
	while (going)
		;
}

static jmp_buf place;

static __attribute__((noinline)) void set_place(void)
{
	setjmp(place);
}

int end_long_jump(int value)
{
	if (setjmp(place) == 0)
		longjmp(place, value);
	return value;
}

void end_stale_jump(void)
{
	set_place();
	longjmp(place, 1);
}
