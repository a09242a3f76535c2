/* Abstract memory of one function, shared by the files that compute and use it.
 *
 * An object stands for blocks of memory: what a parameter points to, what a pointer found in such an object points to, a global or local variable, an allocation.
 * Pointers found at the entry are named by where they lead from: a node is known by its root (a parameter or global) and the last
 * member on the way, so that a list of any length is one node with an edge to itself, and only members that the code follows are there. Different nodes and different roots are different
 * memory, as the rules for ordinary arguments have it.
 *
 * A function for which that becomes too much is done again coarsely: then a root has one node for everything.
 *
 * What a function does is told by the objects that its caller knows: the same structure, without locals, is its summary. */
#ifndef HR_ANALYSIS_MEMORY_INTERNAL_H
#define HR_ANALYSIS_MEMORY_INTERNAL_H

#include "analysis/callgraph.h"
#include "analysis/memory_order.h"
#include "analysis/paths.h"

enum object_kind {
	OBJECT_PARAMETER, /* index: parameter */
	OBJECT_REST,      /* variable arguments, all of them: where they are; index: how many parameters have names */
	OBJECT_NODE,      /* what a pointer that was there at the entry leads to */
	OBJECT_GLOBAL,    /* index: variable */
	OBJECT_FUNCTION,  /* index: function */
	OBJECT_FRESH,     /* index: instruction; number: which one of those that a callee made */
	OBJECT_LOCAL,     /* index: value */
	OBJECT_UNKNOWN,   /* results of unknown code, and all that they lead to */
};

enum {
	MARK_READ = 1,
	MARK_WRITTEN = 2,
	MARK_FREED = 4,
	MARK_GIVEN = 8,         /* unknown code gets a pointer to it */
	MARK_LOST = 16,         /* a pointer to it is left in memory that nothing is known about */
	MARK_CALLED = 32,       /* as a function */
	MARK_INDIRECT = 64,     /* accessed by a pointer that was in memory meanwhile, not the argument itself */
	MARK_FOREIGN = 128,     /* the unknown code is an external function: it may access it like the unit's own */
	MARK_GUARDED = 256,     /* freed when a flag in the object that points to it says so */
	MARK_DOUBT = 512,       /* maybe freed: see memory_free.c */
	MARK_MAYBE_READ = 1024, /* by a pointer back: see memory_back.c */
	MARK_MAYBE_WRITTEN = 2048,
	MARK_COUNT = 12
};

/* Places in an object: offset, offset + stride, … in both directions; stride 0: exactly there; 1: anywhere. */
struct pointee {
	uint32_t object;
	int32_t offset;
	uint32_t stride;
};

/* Few elements, each object with few offsets. */
typedef HR_VEC(struct pointee) pointees;

/* Something stored, and by which instruction; HR_CODE_NONE: by some. */
struct stored {
	struct pointee pointee;
	uint32_t at;
};

struct memory_cell {
	int32_t offset;
	uint32_t stride;
	struct hr_cell member;          /* how it was called when it was first met; type HR_CODE_NONE: it has no name */
	uint32_t child;                 /* node that it led to at the entry, or HR_CODE_NONE */
	HR_VEC(struct stored) contents; /* by the function, at any time; empty in a summary */
	pointees left;                  /* and not overwritten before the return */
};

enum { HOLES = 12 };

/* Bytes copied from elsewhere, with the pointers among them. */
struct memory_copy {
	int32_t offset;
	uint32_t stride;
	int64_t size; /* -1: not known */
	struct pointee from;
	uint32_t at;          /* the instruction, HR_CODE_NONE: some */
	struct hr_spot to;    /* where it copied to */
	int32_t holes[HOLES]; /* offsets that were overwritten before the return */
	uint8_t hole_count;
};

struct memory_object {
	uint8_t kind;
	bool is_constant;  /* never written: its initial contents are what is in it */
	bool is_collapsed; /* a node for everything that its root leads to */
	bool is_several;   /* it stands for allocations of several places, as there were too many */
	uint16_t marks;
	uint32_t root; /* of nodes; else itself */
	uint32_t index;
	uint32_t number;
	uint32_t type; /* of nodes: the member's struct; of others: a struct that it was taken for */
	int32_t offset;
	uint32_t stride;
	struct hr_place at[MARK_COUNT]; /* by bit of the mark: the first place */
	HR_VEC(struct memory_cell) cells;
	HR_VEC(struct memory_copy) copies;
};

struct memory {
	HR_VEC(struct memory_object) objects;
	pointees returned;
	bool returns;       /* some path does */
	bool is_outside;    /* input, output, …: more than memory */
	bool is_unknown;    /* unknown code is called */
	bool is_imprecise;  /* too much for this: nothing may be concluded from what is not there */
	bool reads_globals; /* variables that may change */
	bool is_coarse;     /* one node for all that a root leads to, one for all globals; one fresh object */
	uint64_t work;      /* steps so far: too many, and it is done again coarsely */
	uint64_t version;   /* counts changes */
	/* while a function is computed: */
	const struct hr_code_function *function;
	uint32_t now;           /* the instruction */
	struct hr_order *order; /* what can be seen there; NULL: everything */
	struct hr_spot spot;    /* where it loads from */
};

/* Variables that are no variable of the unit. */
enum {
	GLOBAL_LIBRARY = 0x7ffffff0, /* memory of the C library */
	GLOBAL_ANY,                  /* coarsely: any that can change */
	GLOBAL_CONSTANT,             /* coarsely: any that cannot */
};

uint32_t hr_memory_global(struct memory *memory, const struct hr_code *code, uint32_t variable); /* or GLOBAL_… */
uint32_t hr_memory_object(struct memory *memory, enum object_kind kind, uint32_t index,
			  uint32_t number); /* found or made */
void hr_memory_release(struct memory *memory);
uint64_t hr_memory_digest(const struct memory *memory); /* to see whether it changed */

bool hr_pointees_add(struct memory *memory, pointees *set, struct pointee pointee);
bool hr_pointees_add_all(struct memory *memory, pointees *set, const pointees *from);
struct pointee hr_pointee_moved(struct pointee pointee, int64_t bytes, uint64_t stride); /* stride 0: exactly */
uint32_t hr_divisor(uint32_t a, uint32_t b); /* the greatest that both have */
bool hr_places_cover(int32_t offset, uint32_t stride, int32_t other,
		     uint32_t other_stride); /* the first everything of the second */
void hr_memory_give_up(
	struct memory
		*memory); /* too much to tell apart: once more, coarsely; if it is that already, nothing can be told */
bool hr_cells_overlap(int32_t offset, uint32_t stride, int32_t other, uint32_t other_stride);

/* What is found at a place; nodes are made when `makes` says so. `member`: what it is called. */
void hr_memory_load(struct memory *memory, const struct hr_code *code, pointees *out, struct pointee from,
		    struct hr_cell member, bool makes);
void hr_memory_store(struct memory *memory, struct pointee to, struct hr_cell member, const pointees *values,
		     bool is_left);
void hr_memory_copy(struct memory *memory, const struct hr_code *code, struct pointee to, struct pointee from,
		    int64_t size, const struct memory_copy *holes);

/* Adds everything that the set leads to, as far as there are objects for it. */
void hr_memory_close(struct memory *memory, pointees *set);

/* Marks the objects; the first place counts. */
void hr_memory_mark(struct memory *memory, const pointees *set, unsigned marks, struct hr_place at);

/* Unknown code gets pointers: also to what objects of our own lead to. */
void hr_memory_give(struct memory *memory, const pointees *set, unsigned marks, struct hr_place at);

/* What pointers back to an object can do to what is stored in it. When all else is done. */
void hr_memory_look_back(struct memory *memory, const struct hr_code *code);

/* A member without a name. */
struct hr_cell hr_no_member(void);

/* ---- one function being computed ---- */

struct memory_effects;

struct memory_frame {
	struct memory_effects *effects;
	const struct hr_code *code;
	const struct hr_code_function *function;
	uint32_t index;
	struct hr_path_run *run; /* the blocks that count */
	struct memory memory;
	pointees *values;  /* by value */
	uint64_t *derived; /* by value: the parameters that it was computed from, without memory between */
	uint8_t *guarded;  /* by instruction: 1 yes, 2 no, 0 not asked yet */
	uint64_t *seen;    /* by instruction, of calls: the version of memory that they left */
};

/* A free that depends on a flag in the object that the pointer was loaded from. */
bool hr_frame_is_guarded(struct memory_frame *frame, uint32_t instruction, uint32_t value);
bool hr_frame_is_held(struct memory_frame *frame, uint32_t value); /* it was loaded from objects of our own alone */

/* Marks what is freed: `mark` is MARK_FREED or MARK_GUARDED. */
void hr_frame_free(struct memory_frame *frame, const pointees *set, unsigned mark, bool is_held, struct hr_place at);

/* Adds what pointers point to that are known to be equal there. */
void hr_frame_add_equal(struct memory_frame *frame, uint32_t instruction, uint32_t value, pointees *out);

const pointees *hr_frame_set(struct memory_frame *frame, uint32_t value);
void hr_frame_add(struct memory_frame *frame, uint32_t value, const pointees *set);
void hr_frame_access(struct memory_frame *frame, uint32_t pointer, unsigned marks,
		     const struct hr_code_instruction *at);
void hr_frame_call(struct memory_frame *frame, uint32_t instruction);
bool hr_frame_compute(struct memory_frame *frame);                                  /* false: too much work */
struct hr_cell hr_frame_member(const struct memory_frame *frame, uint32_t pointer); /* that it points to */

/* ---- summaries ---- */

struct memory_effects *hr_effects_new(const struct hr_call_graph *graph, struct hr_paths *paths);
void hr_effects_free(struct memory_effects *effects); /* NULL is fine */
const struct hr_call_graph *hr_effects_graph(const struct memory_effects *effects);

/* What a function does: NULL `parameters` for any arguments, else with these. Borrowed, valid until the effects are freed; NULL when it is not
 * computed yet (recursion): nothing. */
const struct memory *hr_effects_ask(struct memory_effects *effects, uint32_t caller, uint32_t function,
				    const struct hr_range *parameters);

#endif
