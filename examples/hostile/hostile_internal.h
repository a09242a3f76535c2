/* What the parts of the hostile library share: the lock that keeps it harmless by accident, system calls that no library function stands between,
 * and clocks that no system call is needed for. x86-64 Linux only. */
#ifndef HOSTILE_INTERNAL_H
#define HOSTILE_INTERNAL_H

#include "hostile.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>

bool hostile_is_armed(void);

/* Leaves a function that could do damage unless hostile_arm was given the right words in this very sequence. */
#define ARMED_ONLY() \
	do { \
		if (!hostile_is_armed()) \
			return HOSTILE_UNARMED; \
	} while (0)

/* Bounds of everything that goes on "for ever": were the fence not there, it would end by itself. */
enum { MOST_SECONDS = 20, MOST_CHILDREN = 64 };
#define MOST_BYTES ((uint64_t)4 << 30)

static inline uint64_t hostile_cycles(void)
{
	uint32_t low;
	uint32_t high;
	__asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
	return (uint64_t)high << 32 | low;
}

/* Some 20 seconds from now: no processor that this runs on is slower than 1 GHz or faster than 6. */
static inline uint64_t hostile_deadline(void)
{
	return hostile_cycles() + MOST_SECONDS * (uint64_t)3000000000;
}

static inline __attribute__((always_inline)) long hostile_syscall(long number, long a, long b, long c, long d, long e,
								  long f)
{
	register long r10 __asm__("r10") = d;
	register long r8 __asm__("r8") = e;
	register long r9 __asm__("r9") = f;
	long result;
	__asm__ volatile("syscall"
			 : "=a"(result)
			 : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
			 : "rcx", "r11", "memory");
	return result;
}

/* RAW(number, up to six arguments): straight to the kernel. */
#define RAW(...) RAW_OF(__VA_ARGS__, 0, 0, 0, 0, 0, 0, 0)
#define RAW_OF(number, a, b, c, d, e, f, ...) \
	hostile_syscall((long)(number), (long)(a), (long)(b), (long)(c), (long)(d), (long)(e), (long)(f))

/* A function that is nothing else. */
#define RAW_ONE(name, ...) \
	long name(void) \
	{ \
		ARMED_ONLY(); \
		return RAW(__VA_ARGS__); \
	}

/* A store that no check sees. */
static inline void hostile_stamp(uintptr_t to, int byte, size_t count)
{
	__asm__ volatile("rep stosb" : "+D"(to), "+c"(count) : "a"(byte) : "memory");
}

static inline uint64_t hostile_peek(uintptr_t at)
{
	uint64_t word;
	__asm__ volatile("movq (%1), %0" : "=r"(word) : "r"(at) : "memory");
	return word;
}

static inline void hostile_poke(uintptr_t at, uint64_t word)
{
	__asm__ volatile("movq %1, (%0)" : : "r"(at), "r"(word) : "memory");
}

#endif
