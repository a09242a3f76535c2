/* A unit to test the worker with, and how to write programs for it.
 *
 * unit_fixture.c is built by clang with the checker and the counters, in three forms: small, large (with HR_FIXTURE_BIG bytes of static
 * memory) and broken (a constructor that overflows the heap). The functions below are for the test programs; each has its own copy. */
#ifndef HR_TESTS_UNIT_FIXTURE_H
#define HR_TESTS_UNIT_FIXTURE_H

#include "wire/wire.h"

#include <stddef.h>

#define HR_FIXTURE_BIG (1u << 20)

/* Numbers of the stubs. */
enum {
	STUB_BUMP,     /* int bump(int by): a static counter, afterwards */
	STUB_BOX_NEW,  /* struct box *box_new(int value) */
	STUB_BOX_GET,  /* int box_get(struct box *) */
	STUB_BOX_FREE, /* void box_free(struct box *) */
	STUB_BOX_LINK, /* void box_link(struct box *from, struct box *to) */
	STUB_KEEP,     /* void keep(struct box *): in a static variable */
	STUB_FAIL,     /* int fail(int error): sets errno, -1 */
	STUB_OVERFLOW, /* void overflow(struct box *): writes behind it */
	STUB_SPIN,     /* void spin(void): for ever */
	STUB_APPLY,    /* int apply(int (*)(int, const char *), int times): the sum of what it returns */
	STUB_THREAD,   /* int thread(void): counts in a thread-local */
	STUB_BIG,      /* int big(unsigned index, int value): writes a byte of the large array, its old value */
	STUB_PAIR,     /* struct pair pair(long, long) */
	STUB_CONSTANT, /* const char *constant(void): text in read-only memory */
	STUB_BUILT,    /* int built(void): what the constructor left in its block; adds one to it */
	STUB_TELL, /* void tell(const void *bytes, size_t size): calls a callback of another type, number 7, with them */
	STUB_POKE, /* void poke(unsigned char *address, unsigned char value): a store that nobody checks */
	STUB_WORK, /* void work(unsigned rounds, int how): counts so many as instrumented code does, then returns (0), spins (1) or faults (2) */
	STUB_COUNT
};

/* Variables of the unit's table. */
enum { VARIABLE_COUNTER, VARIABLE_COUNT };

/* Callbacks: one type, so HR_WIRE_CALLBACK_INSTANCES of it. */

struct box {
	int value;
	int unused;
	struct box *next;
	unsigned bits : 5;
	int signed_bits : 7;
};

struct pair {
	long left, right;
};

#endif
