/* Shared by the files that go along paths. */
#ifndef HR_ANALYSIS_PATHS_INTERNAL_H
#define HR_ANALYSIS_PATHS_INTERNAL_H

#include "analysis/paths.h"

/* Something that conditions told about a value. */
struct refinement {
	uint32_t value;
	struct hr_range range;
};

/* For each parameter in the mask: its object was accessed, or the value points to it. */
struct alias {
	uint32_t value;
	uint64_t of;
};

/* What is known at a place, on all paths to it. Fewer refinements and aliases: less is known. */
struct path_state {
	bool is_reached;
	bool is_decided;  /* on some path: a check of a NULL parameter is behind us */
	uint64_t touched; /* on all paths */
	HR_VEC(struct refinement) refinements;
	HR_VEC(struct alias) aliases;
};

void hr_state_release(struct path_state *state);
void hr_state_copy(struct path_state *to, const struct path_state *from);
bool hr_state_join(struct path_state *into, const struct path_state *from); /* true: changed */
const struct hr_range *hr_state_range(const struct path_state *state, uint32_t value);
void hr_state_refine(struct path_state *state, uint32_t value, struct hr_range range);
void hr_state_forget(struct path_state *state, uint32_t value); /* it is computed anew */
uint64_t hr_state_alias(const struct path_state *state, uint32_t value);
void hr_state_set_alias(struct path_state *state, uint32_t value, uint64_t of);

/* A function in a context. */
struct path_context;

typedef HR_VEC(struct path_context *) path_contexts;

struct path_context {
	uint32_t function;
	struct hr_range *parameters;
	struct hr_path_result result;
	uint32_t runs;
	uint64_t ran_at;
	uint64_t changed_at;
	path_contexts used; /* of the same component: when one changes, this may, too */
};

/* Contexts of functions that call each other, computed together. */
struct path_solver {
	path_contexts todo;
};

struct hr_paths {
	const struct hr_call_graph *graph;
	path_contexts *contexts;      /* parallel to the code's functions */
	struct path_solver **solvers; /* by component: being computed, or NULL */
	uint64_t *decides;            /* by function: bit n for parameter n */
	uint32_t *members;            /* by component: how many functions */
	struct path_context *current; /* being run */
	uint64_t clock;
	uint32_t depth;
};

/* One run through a function. */
struct path_walk {
	struct hr_paths *paths;
	const struct hr_code_function *function;
	uint32_t index;
	const struct hr_range *parameters;
	struct hr_path_run *run;
	uint64_t nonnull; /* parameters that are pointers to something */
	uint32_t *order;  /* of blocks: reverse postorder */
	uint32_t *rank;   /* block → place in `order`, HR_CODE_NONE: cannot be reached */
	uint32_t reachable;
	uint32_t *first_edge; /* block → its first incoming edge in `edges` */
	struct path_state *edges;
	uint8_t *changes;     /* of a value's range, to widen it */
	uint64_t *given_back; /* by value: results of calls that are one of these parameters or NULL */
	bool *is_waiting;     /* by rank */
	uint32_t lowest;      /* none waits below */
	bool has_changed;     /* a range grew */
	uint64_t returned;    /* touched on every path that returns so far */
};

void hr_walk(struct path_walk *walk);

struct hr_range hr_walk_range(const struct path_walk *walk, const struct path_state *state, uint32_t value);
const struct hr_code_instruction *hr_walk_maker(const struct hr_code_function *function,
						uint32_t value);                /* NULL: none */
uint32_t hr_walk_root(const struct hr_code_function *function, uint32_t value); /* what an address is computed from */

/* What is known when a condition holds, or does not; when a value compares so with others. False: that is never so. */
bool hr_walk_refine(struct path_walk *walk, struct path_state *state, uint32_t condition, bool holds);
bool hr_walk_refine_value(struct path_walk *walk, struct path_state *state, uint32_t value, enum hr_compared comparison,
			  const struct hr_range *other);

/* A pointer is dereferenced. False: that ends the path. */
bool hr_walk_access(struct path_walk *walk, struct path_state *state, uint32_t pointer,
		    const struct hr_code_instruction *at);

/* Something that the caller sees is done to what a pointer points to. */
void hr_walk_act_through(struct path_walk *walk, const struct path_state *state, uint32_t pointer);
void hr_walk_act(struct path_walk *walk, const struct path_state *state);

/* A call; *result is what it yields. False: it never returns. */
bool hr_walk_call(struct path_walk *walk, struct path_state *state, uint32_t instruction, struct hr_range *result);

#endif
