/* Shared by the files that find out who is first at the memory behind a parameter. */
#ifndef HR_ANALYSIS_FIRST_USE_H
#define HR_ANALYSIS_FIRST_USE_H

#include "analysis/callgraph.h"
#include "analysis/flow.h"

enum { HR_FIRST_WORDS = HR_FIRST_BYTES / 64, HR_FIRST_ROUNDS = 6 };

/* An offset that varies. */
#define HR_FIRST_VARIES INT64_MIN

/* Where a pointer leads to. */
struct hr_first_base {
	uint32_t parameter; /* source number; HR_CODE_NONE: no parameter's */
	int64_t offset;     /* or HR_FIRST_VARIES */
	bool is_maybe;      /* or something else */
	bool is_set;
};

/* What is written when control gets somewhere. */
struct hr_first_ways {
	uint64_t always[HR_FIRST_WORDS];
	uint64_t some[HR_FIRST_WORDS];
	bool some_elsewhere;
	bool is_touched; /* something of it is written on every way; a loop that writes is taken to run */
};

/* One function being looked at. */
struct hr_first_walk {
	struct hr_facts *facts;
	const struct hr_call_graph *graph;
	const struct hr_code_function *function;
	struct hr_function_facts *own;
	uint32_t index;
	size_t count; /* of parameters */
	struct hr_first_base *bases;
	struct hr_flow flow;
	struct hr_first_ways *until; /* block * count + parameter */
	struct hr_first_ways *now;
	bool *is_written_in; /* head of a loop * count + parameter */
	bool tells;          /* the last pass: reads are noted */
};

struct hr_first_use *hr_first_use_of(struct hr_first_walk *walk, uint32_t parameter);

/* Fills the bases of everything that the function computes; hr_first_base asks for one. */
void hr_first_find_bases(struct hr_first_walk *walk);
struct hr_first_base hr_first_base(const struct hr_first_walk *walk, uint32_t value);

/* The source parameter that the machine's argument is; HR_CODE_NONE: a piece of one, or none. */
uint32_t hr_first_source(const struct hr_code_function *callee, uint32_t argument);

/* What an instruction reads and writes of the parameters' objects. */
void hr_first_step(struct hr_first_walk *walk, uint32_t index);

#endif
