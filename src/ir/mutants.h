/* Mutants: small changes of the code, all of them in one module, of which a switch at run time makes at most one real.
 *
 * A point is an instruction that can be changed, in one way or in several. What it does then is decided by a byte for each point, which is 0 in code that behaves as written; the
 * rest is the runtime's (build/mutants.h), which is linked into the module. */
#ifndef HR_IR_MUTANTS_H
#define HR_IR_MUTANTS_H

#include "base/arena.h"
#include "ir/ir.h"

#include <stdint.h>

enum hr_mutant_kind {
	HR_MUTANT_OPERATOR, /* another arithmetic or bitwise operator */
	HR_MUTANT_BOUNDARY, /* < and <=, > and >= */
	HR_MUTANT_NEGATED,  /* == and !=, a condition */
	HR_MUTANT_TRUE,     /* a condition that always holds */
	HR_MUTANT_FALSE,
	HR_MUTANT_CASE,     /* a case of a switch that is never taken */
	HR_MUTANT_CONSTANT, /* another number */
	HR_MUTANT_CALL,     /* no call; zero in place of its result */
	HR_MUTANT_STORE,    /* nothing is stored */
	HR_MUTANT_RETURN,   /* another result */
	HR_MUTANT_KIND_COUNT
};

struct hr_mutant {
	/* The same for the same change of the same place, whatever source it was compiled with: of code in headers there are
	 * copies, which one switch changes together. */
	uint64_t id;
	uint64_t point; /* the id of the first mutant of the same point: what a run tells of a point that it came to */
	enum hr_mutant_kind kind;
	const char *file; /* absolute */
	unsigned line, column;
	const char *function;
	const char *what; /* "< became <=", "call to free removed", "returns 0" */
};

struct hr_mutants {
	struct hr_arena arena;
	HR_VEC(struct hr_mutant) list;
};

#define HR_MUTANTS_INIT { HR_ARENA_INIT, HR_VEC_INIT }

void hr_mutants_release(struct hr_mutants *mutants);

/* How it is called in files and in JSON: "boundary". */
const char *hr_mutant_kind_name(enum hr_mutant_kind kind);
bool hr_mutant_kind_find(enum hr_mutant_kind *out, const char *name);

struct hr_mutate_options {
	/* Whether code that stands in this file (an absolute path) is to be changed. */
	bool (*wants)(void *context, const char *file);
	void *context;
	const char *runtime; /* a file of bitcode; it is linked in when there is at least one mutant */
};

/* Puts mutants into the module, and appends them to `out`. The module has to come from clang without optimisation, with line
 * tables and names of values. Left out is what nobody wrote (copies of parameters, lifetimes, what debuggers need), what is
 * bound to change nothing, and what is the same as another one: of all that a macro expands to at one place, each change once. Fails with HR_ERROR_INTERNAL. */
int hr_module_mutate(struct hr_module *module, const struct hr_mutate_options *options, struct hr_mutants *out,
		     struct hr_error *error);

/* Of a module with mutants in it: what a mutant would have changed is no longer noted, nor computed for that. Points still are. */
void hr_module_forget_differences(struct hr_module *module);

/* Of the same: beside each function with mutants stands the one that was written, which is run unless the mutant that is real is in this function. `path` is the bitcode that the module was read from before it was changed. Points are
 * noted no more, and there are no line tables. For code that is optimised: where each step may be another one, little can be. Fails with HR_ERROR_INTERNAL; then the module is of no use. */
int hr_module_keep_originals(struct hr_module *module, const char *path, struct hr_error *error);

/* Names that the runtime and the pass agree on. */
#define HR_MUTANTS_AT "__harrier_mutant_at"         /* int (unsigned point): 0, or which change, from 1 */
/* void (int chosen, unsigned point, unsigned long long mask): what was asked for, and which changes would make a difference now, by bit; the last bit is for all from the 64th on */
#define HR_MUTANTS_DIFFERS "__harrier_mutant_differs"
#define HR_MUTANTS_FLAGS "__harrier_mutant_flags"   /* unsigned char [points] */
#define HR_MUTANTS_SEEN "__harrier_mutant_seen"     /* unsigned long long [points]: by bit, changes that made a difference */
#define HR_MUTANTS_FIRST "__harrier_mutant_first"   /* const unsigned [points + 1]: of their changes among the ids */
#define HR_MUTANTS_IDS "__harrier_mutant_ids"       /* const unsigned long long [] */
#define HR_MUTANTS_POINTS "__harrier_mutant_points" /* const unsigned */
#define HR_MUTANTS_CHOSEN "__harrier_mutant_chosen" /* unsigned, the runtime's: the point whose change is real; one that there is not */

#endif
