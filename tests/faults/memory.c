/* Faults with locals, globals and addresses that are nobody's. */
#include "faults.h"

#include <alloca.h>
#include <stdlib.h>
#include <string.h>

/* ---- locals ---- */

int local_read(long at)
{
	char local[10] = "123456789";
	const char *volatile there = local;
	return there[at];
}

int local_write(long at)
{
	char local[10] = "123456789";
	char *volatile there = local;
	there[at] = 1;
	return local[0];
}

int local_read_8(long at)
{
	long locals[3] = { 1, 2, 3 };
	const long *volatile there = locals;
	return (int)there[at];
}

int local_between(long at)
{
	char first[24] = "first";
	char second[24] = "second";
	char *volatile there = first;
	char *volatile other = second;
	there[at] = 1;
	return other[0];
}

int local_large(long at)
{
	char local[100000];
	char *volatile there = local;
	memset(there, 0, sizeof local);
	return there[at];
}

static __attribute__((noinline)) void write_through(char *to, long at)
{
	to[at] = 1;
}

int local_by_callee(long at)
{
	char local[8] = "local";
	write_through(local, at);
	return local[0];
}

int vla_write(int size, long at)
{
	char local[size];
	char *volatile there = local;
	there[0] = 0;
	there[at] = 1;
	return local[0];
}

int vla_index(int size, long at)
{
	int local[size];
	local[0] = 0;
	local[at] = 1;
	return local[0];
}

int alloca_write(unsigned size, long at)
{
	char *volatile there = alloca(size);
	there[0] = 0;
	there[at] = 1;
	return there[0];
}

static __attribute__((noinline)) char *address_of_local(void)
{
	char local[16] = "gone";
	char *volatile there = local;
	return there;
}

int returned_read(void)
{
	return address_of_local()[1];
}

void returned_write(void)
{
	address_of_local()[1] = 1;
}

static char *global_pointer;

int returned_keep(void)
{
	char local[16] = "kept";
	global_pointer = local;
	return local[0];
}

int returned_use(void)
{
	return global_pointer[1];
}

int scope_read(void)
{
	int *volatile there;
	{
		int local = 3;
		there = &local;
	}
	return *there;
}

void scope_write(void)
{
	char *volatile there;
	{
		char local[20] = "";
		there = local;
	}
	there[2] = 1;
}

int scope_loop(int rounds)
{
	int *volatile old = NULL;
	int sum = 0;
	for (int i = 0; i < rounds; i++) {
		int local = i;
		if (old)
			sum += *old;
		old = &local;
	}
	return sum + *old;
}

/* ---- globals ---- */

static char global_bytes[10] = "123456789";
long global_longs[3] = { 1, 2, 3 };
static const char constant_bytes[6] = "const";
static char global_zero[33];

int global_read(long at)
{
	const char *volatile there = global_bytes;
	return there[at];
}

void global_write(long at)
{
	char *volatile there = global_bytes;
	there[at] = 1;
}

int global_read_8(long at)
{
	const long *volatile there = global_longs;
	return (int)there[at];
}

void global_write_zero(long at)
{
	char *volatile there = global_zero;
	there[at] = 1;
}

int constant_read(long at)
{
	const char *volatile there = constant_bytes;
	return there[at];
}

int literal_read(long at)
{
	const char *volatile there = "literal";
	return there[at];
}

void literal_write(void)
{
	char *volatile there = (char *)"literal";
	there[0] = 'L';
}

void constant_write(void)
{
	char *volatile there = (char *)constant_bytes;
	there[0] = 'C';
}

/* ---- nobody's ---- */

int null_read(void)
{
	int *volatile nothing = NULL;
	return *nothing;
}

void null_write(void)
{
	int *volatile nothing = NULL;
	*nothing = 1;
}

int null_member(const struct wide *wide)
{
	return wide->end;
}

int null_element(long at)
{
	char *volatile nothing = NULL;
	return nothing[at];
}

int wild_read(void)
{
	const char *volatile wild = (const char *)0x123456789abcul;
	return *wild;
}

void wild_write(void)
{
	char *volatile wild = (char *)0x123456789abcul;
	*wild = 1;
}

int wild_not_canonical(void)
{
	const char *volatile wild = (const char *)0xbebebebebebebebeul;
	return *wild;
}

void wild_code_write(void)
{
	char *volatile code = (char *)(unsigned long)wild_code_write;
	*code = 1;
}

typedef int (*call)(int);

int null_call(void)
{
	call volatile nothing = NULL;
	return nothing(1);
}

int wild_call(void)
{
	call volatile wild = (call)0x123456789abcul;
	return wild(1);
}

int data_call(void)
{
	call volatile data = (call)(unsigned long)global_bytes;
	return data(1);
}

/* ---- never written ---- */

int unset_branch(void)
{
	unsigned char *block = malloc(16);
	int result = block[3] > 128 ? 1 : 2;
	free(block);
	return result;
}

int unset_index(void)
{
	static int table[4];
	int *block = malloc(sizeof *block);
	int result = table[*block];
	free(block);
	return result;
}

int unset_pointer(void)
{
	struct holder2 {
		int *there;
	} *block = malloc(sizeof *block);
	int result = *block->there;
	free(block);
	return result;
}
