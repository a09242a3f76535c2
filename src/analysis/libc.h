/* What functions of the C library do with their arguments, from the table libc_effects.def: for effects on memory, for meanings of parameters, for lengths. */
#ifndef HR_ANALYSIS_LIBC_H
#define HR_ANALYSIS_LIBC_H

#include "analysis/facts.h"

#define HR_LIBC_PARAMETERS 8

/* What becomes of the object behind a parameter. */
enum {
	HR_LIBC_READ = 1,
	HR_LIBC_WRITE = 2,
	HR_LIBC_FREE = 4,
	HR_LIBC_NULL = 8,      /* NULL is fine */
	HR_LIBC_KEPT = 16,     /* the library keeps the pointer */
	HR_LIBC_RETURNED = 32, /* the result is the pointer, or one into the object, or NULL */
	HR_LIBC_CALLED = 64,   /* a function that is called back, with the objects of the other parameters */
	HR_LIBC_FILLED =
		128, /* a pointer variable: fresh memory or an address in the first parameter is stored in it (getline, strtol) */
	HR_LIBC_LIST = 256, /* a va_list: what the variable arguments lead to is read, too */
};

/* What the function does besides. */
enum {
	HR_LIBC_FRESH = 1,         /* the result is fresh memory (a stream), or NULL */
	HR_LIBC_STATIC = 2,        /* the result points to memory of the library, or is NULL */
	HR_LIBC_OUTSIDE = 4,       /* input, output, time, random numbers, processes, settings: more than memory */
	HR_LIBC_STOPS = 8,         /* never returns */
	HR_LIBC_ASSERTION = 16,    /* stops because the program is wrong */
	HR_LIBC_REST_READ = 32,    /* objects of variable arguments are read (printf) */
	HR_LIBC_REST_WRITTEN = 64, /* … are written (scanf) */
	HR_LIBC_ZEROED = 128,      /* the fresh memory is zero */
	HR_LIBC_COPIES = 256, /* what parameter 1 points to is copied to where parameter 0 points, pointers included */
	HR_LIBC_NOT_NULL = 512, /* the result never is NULL */
};

struct hr_libc_parameter {
	unsigned does; /* HR_LIBC_… */
	enum hr_meaning meaning;
	int size;  /* the parameter that says how much of it is accessed, -1: none does */
	int times; /* and the one that it is multiplied by, -1: none, then bytes */
	bool is_length; /* a number that `size` or `times` of another parameter refers to, or the size of an allocation (its meaning says so) */
};

struct hr_libc_function {
	const char *name;
	unsigned does;                           /* HR_LIBC_… of functions */
	uint64_t parameters[HR_LIBC_PARAMETERS]; /* packed: hr_libc_parameter; 0 behind the last */
};

/* What is known of one parameter; of one that is not in the table nothing is. */
struct hr_libc_parameter hr_libc_parameter(const struct hr_libc_function *function, size_t number);

/* NULL: not a function of the C library, or one that the table does not know. Finds the variants that compilers and headers make of a
 * name as well (__isoc99_sscanf, fopen64, fputs_unlocked). */
const struct hr_libc_function *hr_libc_find(const char *name);

#endif
