/* Memory: too much of it, and other people's. Stores go through assembly, where no check of the compiler sees them.
 *
 * The places are those of the worker on x86-64 without address randomisation (src/runtime); where randomisation cannot be switched off some of the
 * stores miss and fault, which is as good. Nothing here writes outside its own process; what is shared with the engine is written too. */
#include "hostile_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define HEAP 0x600000000000u
#define FRAMES 0x620000000000u
#define AREA 0x680000000000u
#define LOGS 0x690000000000u
#define CHANNEL 0x6a0000000000u
#define CHANNEL_SIZE (((uintptr_t)40 << 20) + PAGE)
#define RESULTS (((uintptr_t)8 << 20) + PAGE) /* in a channel */
#define SHADOW 0x7fff8000u
#define STACK_END 0x7ffffffff000u
#define SHADOW_OF(address) (SHADOW + ((uintptr_t)(address) >> 3))

#define STACK_OF_MINE 0x610000800000u /* its end */

enum { PAGE = 4096 };

/* ---- too much ---- */

static struct node {
	struct node *next;
	char rest[4000];
} *nodes;

long hostile_allocate_forever(void)
{
	long count = 0;
	for (uint64_t bytes = 0; bytes < MOST_BYTES; bytes += sizeof *nodes, count++) {
		struct node *node = malloc(sizeof *node);
		if (!node)
			return count;
		memset(node, 1, sizeof *node);
		node->next = nodes;
		nodes = node;
	}
	return HOSTILE_WENT_ON;
}

long hostile_allocate_small_forever(void)
{
	uint64_t end = hostile_deadline();
	long count = 0;
	while (hostile_cycles() < end && malloc(1))
		count++;
	return count;
}

long hostile_allocate_and_free_forever(void)
{
	uint64_t end = hostile_deadline();
	while (hostile_cycles() < end) {
		char *volatile block = malloc(100000);
		free(block);
	}
	return HOSTILE_WENT_ON;
}

long hostile_grow_forever(void)
{
	char *block = NULL;
	for (size_t size = 1; size < MOST_BYTES; size *= 2) {
		char *grown = realloc(block, size);
		if (!grown)
			return (long)size;
		block = grown;
		memset(block, 1, size);
	}
	return HOSTILE_WENT_ON;
}

long hostile_request_100gb(void)
{
	char *volatile block = malloc((size_t)100 << 30);
	return block == NULL;
}

long hostile_request_100gb_zeroed(void)
{
	char *volatile block = calloc((size_t)100 << 20, 1024);
	return block == NULL;
}

long hostile_map_100gb(void)
{
	void *mapped = mmap(NULL, (size_t)100 << 30, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	return mapped == MAP_FAILED;
}

long hostile_raw_map_100gb(void)
{
	ARMED_ONLY();
	return RAW(SYS_mmap, 0, (size_t)100 << 30, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
		   -1, 0);
}

long hostile_raw_map_forever(void)
{
	ARMED_ONLY();
	for (int i = 0; i < 64; i++) {
		long at = RAW(SYS_mmap, 0, 16 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (at < 0)
			return at;
		hostile_stamp((uintptr_t)at, 1, 16 << 20);
	}
	return HOSTILE_WENT_ON;
}

long hostile_raw_brk(void)
{
	ARMED_ONLY();
	return RAW(SYS_brk, RAW(SYS_brk, 0) + (1 << 20));
}

/* ---- wild writes ---- */

/* An address in the data of the worker program: streams are its variables. */
static uintptr_t in_runtime(void)
{
	return (uintptr_t)stdin & ~(uintptr_t)(PAGE - 1);
}

long hostile_write(long address, long count, int byte)
{
	ARMED_ONLY();
	hostile_stamp((uintptr_t)address, byte, (size_t)count);
	return count;
}

/* Checked code, by its own rules: a store to memory of nobody. */
long hostile_write_checked(long address)
{
	ARMED_ONLY();
	*(volatile char *)address = 0x41;
	return HOSTILE_WENT_ON;
}

long hostile_write_null(void)
{
	hostile_stamp(0, 1, 1);
	return HOSTILE_WENT_ON;
}

static __attribute__((used)) long code_of_mine(void)
{
	return 1;
}

long hostile_write_code(void)
{
	ARMED_ONLY();
	hostile_stamp((uintptr_t)code_of_mine, 0x90, 1);
	return HOSTILE_WENT_ON;
}

long hostile_write_constant(void)
{
	static const char text[] = "constant";
	ARMED_ONLY();
	hostile_stamp((uintptr_t)text, 'x', 1);
	return HOSTILE_WENT_ON;
}

/* The page of the runtime's variables that the streams are in, and as many pages behind it. */
long hostile_write_runtime(int pages)
{
	ARMED_ONLY();
	hostile_stamp(in_runtime(), 0x41, (size_t)(pages & 63) * PAGE);
	return 0;
}

long hostile_write_runtime_below(int pages)
{
	ARMED_ONLY();
	hostile_stamp(in_runtime() - (size_t)(pages & 63) * PAGE, 0x41, (size_t)(pages & 63) * PAGE);
	return 0;
}

/* One bit, somewhere in 64 pages: what hurts late, or never. */
long hostile_flip_bit(int seed)
{
	uint64_t random = ((uint64_t)(unsigned)seed + 1) * 0x9e3779b97f4a7c15u;
	ARMED_ONLY();
	uintptr_t at = in_runtime() - 32 * (uintptr_t)PAGE + (random >> 40) % (64 * PAGE) / 8 * 8;
	hostile_poke(at, hostile_peek(at) ^ (uint64_t)1 << (random & 63));
	return 0;
}

/* Writes to where the n-th word of the runtime's variables points that looks like a pointer to something mapped by the system. */
long hostile_follow_pointer(int n)
{
	uintptr_t begin = in_runtime() - 8 * (uintptr_t)PAGE;
	ARMED_ONLY();
	for (uintptr_t at = begin; at < begin + 33 * (uintptr_t)PAGE; at += 8) {
		uintptr_t word = hostile_peek(at);
		if (word < 0x7f0000000000u || word >= STACK_END - 8 || word % 8 != 0 || n-- > 0)
			continue;
		hostile_poke(word, 0x4141414141414141);
		return 1;
	}
	return 0;
}

/* The head of the memory shared with the engine: where programs and results are, how many are done. */
long hostile_write_channel(int byte)
{
	ARMED_ONLY();
	hostile_stamp(CHANNEL, byte, 256);
	return 0;
}

/* Much of it: programs, results, both channels. */
long hostile_write_all_channels(int byte)
{
	ARMED_ONLY();
	for (uintptr_t at = CHANNEL; at < CHANNEL + ((size_t)80 << 20); at += (size_t)8 << 20)
		hostile_stamp(at, byte, 1 << 20);
	return 0;
}

/* Small numbers, not garbage: every word of the head counts one up. */
long hostile_count_channel(void)
{
	ARMED_ONLY();
	for (uintptr_t at = CHANNEL; at < CHANNEL + 256; at += 8)
		hostile_poke(at, hostile_peek(at) + 0x100000001);
	return 0;
}

/* One bit in every 64 bytes of what other sequences came to, as long as nobody has read it. */
long hostile_flip_results(void)
{
	ARMED_ONLY();
	for (uintptr_t channel = CHANNEL; channel <= CHANNEL + CHANNEL_SIZE; channel += CHANNEL_SIZE)
		for (uintptr_t at = channel + RESULTS; at < channel + RESULTS + (256 << 10); at += 64)
			hostile_poke(at + 56, hostile_peek(at + 56) ^ 4);
	return 0;
}

/* The rest of the batch, from the running program on: those that come next. */
long hostile_write_programs(int byte)
{
	ARMED_ONLY();
	hostile_stamp(CHANNEL + 256, byte, (size_t)1 << 20);
	return 0;
}

long hostile_write_area(void)
{
	ARMED_ONLY();
	hostile_stamp(AREA, 0x41, 1 << 20);
	return 0;
}

long hostile_write_logs(void)
{
	ARMED_ONLY();
	hostile_stamp(LOGS, 0x41, 3 << 16);
	return 0;
}

long hostile_write_heap(void)
{
	ARMED_ONLY();
	hostile_stamp(HEAP, 0x41, 1 << 20);
	return 0;
}

long hostile_write_frames(void)
{
	ARMED_ONLY();
	hostile_stamp(FRAMES, 0x41, 1 << 16);
	return 0;
}

/* All of the heap is fine, says the shadow now: the next overflow is not seen. */
long hostile_open_shadow(void)
{
	ARMED_ONLY();
	hostile_stamp(SHADOW_OF(HEAP), 0, 1 << 20);
	return 0;
}

/* Nothing is. */
long hostile_close_shadow(void)
{
	ARMED_ONLY();
	hostile_stamp(SHADOW_OF(HEAP), 0xfa, 1 << 20);
	return 0;
}

/* The shadow of the library's own variables and code's stack. */
long hostile_close_own_shadow(void)
{
	static char mine[64];
	ARMED_ONLY();
	hostile_stamp(SHADOW_OF(mine), 0xf9, 64);
	hostile_stamp(SHADOW_OF(__builtin_frame_address(0)) - 4096, 0xf1, 8192);
	return 0;
}

/* Where the interpreter waits for this call to return. */
long hostile_write_interpreter_stack(long count)
{
	ARMED_ONLY();
	hostile_stamp(STACK_END - (uintptr_t)(count & 0x1ffff), 0x41, (size_t)(count & 0x1ffff));
	return 0;
}

/* The whole of the stack it runs on itself. */
long hostile_write_own_stack(void)
{
	ARMED_ONLY();
	uintptr_t here = (uintptr_t)__builtin_frame_address(0);
	hostile_stamp(here, 0x41, STACK_OF_MINE - here);
	return 0;
}

/* The thread's control block: its stack's canary, libc's pointers, its own variables' place. */
long hostile_write_thread(void)
{
	uintptr_t block;
	ARMED_ONLY();
	__asm__("movq %%fs:0, %0" : "=r"(block));
	hostile_stamp(block - 256, 0x41, 1024);
	return 0;
}

/* One place after the other, whoever's it is, until it dies of it. */
long hostile_write_everywhere(void)
{
	static const struct {
		uintptr_t begin;
		size_t size;
	} places[] = {
		{ HEAP, 1 << 20 },
		{ FRAMES, 1 << 16 },
		{ AREA, 1 << 20 },
		{ LOGS, 3 << 16 },
		{ CHANNEL, 1 << 20 },
		{ SHADOW_OF(HEAP), 1 << 20 },
		{ SHADOW_OF(AREA), 1 << 16 },
		{ SHADOW, 64 << 10 },
	};
	ARMED_ONLY();
	for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
		hostile_stamp(places[i].begin, 0xa5, places[i].size);
	uintptr_t runtime = in_runtime();
	for (uintptr_t page = 0; page < 4096; page++)
		hostile_stamp(runtime + page * PAGE, 0xa5, PAGE);
	return HOSTILE_WENT_ON;
}

/* ---- protection ---- */

static unsigned char page_of_mine[2 * PAGE] __attribute__((aligned(4096)));

long hostile_protect_own(void)
{
	return mprotect(page_of_mine, PAGE, PROT_NONE);
}

long hostile_unmap_own(void)
{
	return munmap(page_of_mine, PAGE);
}

long hostile_protect_runtime(void)
{
	return mprotect((void *)in_runtime(), PAGE, PROT_NONE);
}

long hostile_unmap_runtime(void)
{
	return munmap((void *)in_runtime(), PAGE);
}

long hostile_map_over_channel(void)
{
	void *mapped =
		mmap((void *)CHANNEL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
	return mapped == MAP_FAILED;
}

long hostile_raw_protect_own(void)
{
	ARMED_ONLY();
	return RAW(SYS_mprotect, page_of_mine, PAGE, PROT_NONE);
}

/* Code that it writes itself, with a system call in it. */
long hostile_raw_protect_executable(void)
{
	ARMED_ONLY();
	return RAW(SYS_mprotect, page_of_mine, PAGE, PROT_READ | PROT_WRITE | PROT_EXEC);
}

long hostile_raw_unmap_own(void)
{
	ARMED_ONLY();
	return RAW(SYS_munmap, page_of_mine, PAGE);
}

long hostile_raw_protect_runtime(void)
{
	ARMED_ONLY();
	return RAW(SYS_mprotect, in_runtime(), PAGE, PROT_NONE);
}

long hostile_raw_unmap_runtime(void)
{
	ARMED_ONLY();
	return RAW(SYS_munmap, in_runtime(), PAGE);
}

long hostile_raw_unmap_channel(void)
{
	ARMED_ONLY();
	return RAW(SYS_munmap, CHANNEL, (size_t)80 << 20);
}

long hostile_raw_unmap_everything(void)
{
	ARMED_ONLY();
	return RAW(SYS_munmap, PAGE, (size_t)0x7ffffffe0000);
}

long hostile_raw_remap(void)
{
	ARMED_ONLY();
	return RAW(SYS_mremap, CHANNEL, PAGE, 2 * PAGE, MREMAP_MAYMOVE, 0);
}

/* Zeroes behind the back of the snapshot. */
long hostile_raw_forget(void)
{
	ARMED_ONLY();
	return RAW(SYS_madvise, page_of_mine, PAGE, MADV_DONTNEED);
}

/* Runs what it wrote. */
long hostile_run_data(void)
{
	ARMED_ONLY();
	page_of_mine[0] = 0xc3;
	((void (*)(void))(uintptr_t)page_of_mine)();
	return HOSTILE_WENT_ON;
}
