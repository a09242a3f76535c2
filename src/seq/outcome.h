/* What running a sequence showed, as plain data. */
#ifndef HR_SEQ_OUTCOME_H
#define HR_SEQ_OUTCOME_H

#include "seq/sequence.h"

#include <stdint.h>

enum hr_outcome_status {
	HR_OUTCOME_NOT_RUN,
	HR_OUTCOME_NORMAL,
	HR_OUTCOME_FAULT,   /* see the fault */
	HR_OUTCOME_ILLEGAL, /* the sequence itself used a bad pointer */
	HR_OUTCOME_HANG,
	HR_OUTCOME_EXIT,      /* the unit ended the process */
	HR_OUTCOME_REFUSED,   /* the unit called something that is not let through */
	HR_OUTCOME_EXHAUSTED, /* too much memory, or too much to tell */
	HR_OUTCOME_DIED,      /* the worker died and could not say why */
	HR_OUTCOME_STATUS_COUNT
};

/* In the order of enum hr_wire_fault_kind; their names are in hr_fault_kind_name. */
enum hr_fault_kind {
	HR_KIND_NONE,
	HR_KIND_HEAP_OVERFLOW,
	HR_KIND_HEAP_UNDERFLOW,
	HR_KIND_USE_AFTER_FREE,
	HR_KIND_LOCAL_OVERFLOW,
	HR_KIND_LOCAL_UNDERFLOW,
	HR_KIND_USE_AFTER_RETURN,
	HR_KIND_USE_AFTER_SCOPE,
	HR_KIND_GLOBAL_OVERFLOW,
	HR_KIND_NULL,
	HR_KIND_WILD,
	HR_KIND_FOREIGN,
	HR_KIND_READ_ONLY,
	HR_KIND_DOUBLE_FREE,
	HR_KIND_INVALID_FREE,
	HR_KIND_OVERLAP,
	HR_KIND_NEGATIVE_SIZE,
	HR_KIND_STACK_EXHAUSTED,
	HR_KIND_SIGNAL,
	HR_KIND_ABORT,
	HR_KIND_ASSERT,
	HR_KIND_EXIT,
	HR_KIND_REFUSED_CALL,
	HR_KIND_BAD_JUMP,
	HR_KIND_BAD_FILE,
	HR_KIND_UB_ALIGNMENT,
	HR_KIND_UB_OBJECT_SIZE,
	HR_KIND_UB_SIGNED_OVERFLOW,
	HR_KIND_UB_DIVISION,
	HR_KIND_UB_SHIFT,
	HR_KIND_UB_BOUNDS,
	HR_KIND_UB_UNREACHABLE,
	HR_KIND_UB_MISSING_RETURN,
	HR_KIND_UB_VLA_BOUND,
	HR_KIND_UB_FLOAT_CAST,
	HR_KIND_UB_INVALID_VALUE,
	HR_KIND_UB_BUILTIN,
	HR_KIND_UB_FUNCTION_TYPE,
	HR_KIND_UB_NONNULL_RETURN,
	HR_KIND_UB_NONNULL_ARGUMENT,
	HR_KIND_UB_POINTER_OVERFLOW,
	HR_KIND_UB_OTHER,
	HR_FAULT_KINDS
};

enum hr_fault_access { HR_FAULT_NO_ACCESS, HR_FAULT_READ, HR_FAULT_WRITE, HR_FAULT_FREE };
enum hr_fault_region {
	HR_IN_NOTHING,
	HR_IN_NULL_PAGE,
	HR_IN_HEAP,
	HR_IN_STACK,
	HR_IN_GLOBAL,
	HR_IN_FOREIGN,
};
enum hr_fault_place { HR_INSIDE, HR_BEFORE, HR_AFTER };

#define HR_NO_BLOCK UINT32_MAX
#define HR_NO_STATEMENT UINT32_MAX

/* What an address belonged to. */
struct hr_owner {
	enum hr_fault_region region;
	enum hr_fault_place place;
	uint64_t distance;
	uint64_t size;
	uint32_t block;        /* HR_NO_BLOCK: not in the heap */
	uint32_t allocated_by; /* statement, or HR_NO_STATEMENT */
	uint32_t freed_by;
	bool is_freed;
	const char *name; /* of a variable, or "" */
};

struct hr_frame {
	uint64_t pc;          /* relative to the unit */
	const char *function; /* "" until symbolized */
	const char *file;
	unsigned line;
	unsigned column;
	bool is_inlined; /* into the frame that follows */
};

typedef HR_VEC(struct hr_frame) hr_frames;

struct hr_fault {
	enum hr_fault_kind kind;
	enum hr_fault_access access;
	uint64_t address;
	uint64_t size;
	int code; /* exit code or signal */
	uint32_t statement;
	const char *file; /* where the compiler says, or "" */
	unsigned line;
	unsigned column;
	const char *function; /* library function that was checked, or "" */
	const char *text;     /* or "" */
	struct hr_owner owner;
	hr_frames stack;      /* of the unit, the innermost first */
	hr_frames allocation; /* of the block, when heap events were asked for */
	hr_frames release;
};

struct hr_call_record {
	uint32_t statement;
	int error_number;
	uint32_t born;
	uint32_t died;
};

struct hr_pointer_record {
	size_t value; /* index of the sequence's value, or HR_NO_VALUE for a literal's object */
	enum hr_fault_region region;
	uint32_t block;
	bool is_freed;
	uint32_t allocated_by;
	uint32_t freed_by;
	uint64_t offset;
	uint64_t size;
};

enum { HR_MOST_OF_FILE = 256 }; /* bytes of a file that are told, from its beginning */

/* What a value pointed to right after its statement (or, for an object the sequence made, after `statement`); of the name of a file that the sequence made, what stands in the file. */
struct hr_description {
	uint32_t statement;
	size_t value;
	bool is_readable;
	const unsigned char *bytes;
	size_t length;
	struct hr_pointer_record pointer;
};

enum hr_heap_event_kind { HR_ALLOCATED, HR_FREED, HR_ALLOCATION_REFUSED };

struct hr_heap_event {
	uint32_t statement;
	enum hr_heap_event_kind kind;
	uint32_t block;
	uint64_t size;
};

struct hr_callback_argument {
	unsigned char bytes[16];
	const char *text; /* what it points to, when that is readable text; else NULL */
	size_t length;
	bool is_ended; /* a NUL follows it */
};

struct hr_callback_call {
	uint32_t statement;
	size_t type; /* number of the callback type (model/callables.h) */
	unsigned instance;
	HR_VEC(struct hr_callback_argument) arguments;
};

struct hr_comparison {
	uint64_t pc;
	bool is_bytes;
	size_t size;
	unsigned char left[32];
	unsigned char right[32];
};

struct hr_fingerprint {
	uint32_t statement;
	size_t value;
	uint64_t fingerprint;
};

struct hr_outcome {
	struct hr_arena arena; /* owns all texts and bytes */
	enum hr_outcome_status status;
	bool was_slow;      /* it ran into its time limit, and ended when it had more of it */
	bool is_confirmed;  /* a hang that happened twice, a death four times */
	uint32_t statement; /* the last that began */
	struct hr_fault fault;
	HR_VEC(struct hr_fault) notes;       /* recorded, not ended by */
	HR_VEC(struct hr_call_record) calls; /* that began; see tell_from in seq/runner.h, also for pointers */
	uint32_t call_total;                 /* that began, those left out included */
	HR_VEC(struct hr_pointer_record) pointers;
	HR_VEC(struct hr_description) descriptions;
	HR_VEC(struct hr_owner) leaks;
	HR_VEC(struct hr_heap_event) heap;
	HR_VEC(struct hr_callback_call) callbacks;
	bool has_more_callbacks; /* there were too many calls of them to tell all */
	HR_VEC(struct hr_comparison) comparisons;
	HR_VEC(struct hr_fingerprint) fingerprints;
	HR_VEC(uint32_t) new_edges;
	HR_VEC(uint32_t) edges;
	HR_VEC(uint64_t) edge_places; /* of those, relative to the unit; when asked for */
	uint32_t edge_total;          /* executed */
	uint32_t live_blocks;
	const unsigned char *area; /* the value area at the end; borrowed, like slot_of */
	size_t area_size;
	const size_t *slot_of; /* by value: offset of its bytes in the area; (size_t)-1: it has none */
	size_t slot_count;
	const char *output;
	size_t output_length;
};

void hr_outcome_init(struct hr_outcome *outcome);
void hr_outcome_release(struct hr_outcome *outcome); /* empty and usable again */

/* The same, but room that was taken is kept for the next one. */
void hr_outcome_clear(struct hr_outcome *outcome);

/* The bytes of a value at the end; NULL when it came to none. Of a size that hr_type_size tells. */
const unsigned char *hr_outcome_bytes(const struct hr_outcome *outcome, size_t value);

/* What a value that is a pointer points to at the end; NULL when it is none, or came to none. */
const struct hr_pointer_record *hr_outcome_pointer(const struct hr_outcome *outcome, size_t value);

/* What a value pointed to right after `statement`; NULL when nobody looked. */
const struct hr_description *hr_outcome_description(const struct hr_outcome *outcome, size_t value, size_t statement);

/* An integer of up to 8 bytes, as it stands in memory. */
int64_t hr_bytes_integer(const unsigned char *bytes, size_t size, bool is_signed);

const char *hr_outcome_status_name(enum hr_outcome_status status); /* "normal", "fault", … */
const char *hr_fault_kind_name(enum hr_fault_kind kind);           /* "heap-buffer-overflow", … */

/* One line for a person: "heap-buffer-overflow: reads 1 byte, 3 bytes past list (16 bytes, allocated by list_new(), freed by list_free())". Calls are named, and numbered
 * among those of the same operation where there are several. */
void hr_fault_describe(struct hr_strbuf *out, const struct hr_sequence *sequence, const struct hr_outcome *outcome,
		       const struct hr_fault *fault);

#endif
