/* What engine and worker say to each other: the layout of the shared memory between them.
 *
 * The engine writes programs (sequences, encoded) into the shared memory, the worker runs them one after the other and writes a
 * result for each. Both sides are built from this header; HR_WIRE_VERSION is checked when they meet. All offsets are in bytes from
 * the beginning of the structure that has them, all structures are aligned to 8 bytes. Nothing in here points anywhere.
 *
 * The engine trusts nothing that stands in the shared memory once a worker ran: the unit may have written over it. */
#ifndef HR_WIRE_WIRE_H
#define HR_WIRE_WIRE_H

#include <stddef.h>
#include <stdint.h>

#define HR_WIRE_VERSION 12u
#define HR_WIRE_MAGIC 0x48524b57u /* "WKRH" */

/* ---- programs ------------------------------------------------------------------------------------------------------------------
 *
 * The values of a program live in its value area: every value (result, literal, pointer to an object) has a slot there, known by
 * its offset. The area begins as a copy of the program's image, so that literal scalars need no instruction. The code is a list of
 * 32-bit words: each instruction is its kind, the number of the statement it belongs to, and its operands. `slot` is an offset into the
 * value area, `data` an offset into the program's data.
 *
 * All three count from a base, which is 0 at the beginning and set by HR_WIRE_BASE: a program can be put together from pieces of code that know
 * nothing of each other. */
enum hr_wire_instruction {
	HR_WIRE_END,    /* */
	HR_WIRE_CALL,   /* stub, result slot or HR_WIRE_NO_SLOT, result size, argument count, argument slots… */
	HR_WIRE_OBJECT, /* slot, size, alignment, data, data length, flags: a fresh redzoned object; its address goes
	                       into the slot. The first bytes come from the data, the rest is zero or the fill pattern. */
	HR_WIRE_LOAD,   /* slot, pointer slot, byte offset (signed), size: slot = *(pointer + offset), checked */
	HR_WIRE_STORE, /* pointer slot, byte offset (signed), source slot, size: *(pointer + offset) = source, checked */
	HR_WIRE_LOAD_BITS, /* slot, pointer slot, bit offset, width, is signed: slot (8 bytes) = the bit-field, checked */
	HR_WIRE_STORE_BITS, /* pointer slot, bit offset, width, source slot (8 bytes) */
	HR_WIRE_OFFSET,     /* slot, pointer slot, byte offset (signed): slot = pointer + offset */
	HR_WIRE_COPY,       /* slot, source slot, size: within the value area */
	HR_WIRE_CONVERT, /* slot, class, source slot, class (enum hr_wire_scalar): slot = (class)source, as C converts */
	HR_WIRE_FUNCTION, /* slot, number: address of function `number` of the unit's table */
	HR_WIRE_VARIABLE, /* slot, number: address of variable `number` of the unit's table */
	HR_WIRE_CALLBACK, /* slot, number, data, count, size: address of synthesised callback `number` (0 …
	                       HR_WIRE_CALLBACK_INSTANCES * types), which will return the `count` values of `size` bytes
	                       in the data in turn, the last one for ever; zero when the count is 0 */
	HR_WIRE_FILE, /* slot, data, length, mode (enum hr_wire_file): a stream, a path or a descriptor of a fresh file
	                       with these contents in the private file area */
	HR_WIRE_FAIL_ALLOC, /* n: the n-th allocation from here on fails (1: the next) */
	HR_WIRE_FREE,       /* pointer slot: free(), as the unit's own call of it would be; a bad one is illegal */
	HR_WIRE_DESCRIBE, /* slot, most bytes, flags: appends a description of what the pointer in the slot points to */
	HR_WIRE_FINGERPRINT, /* slot, size: appends the fingerprint of the value in the slot */
	HR_WIRE_BASE, /* slot, data, statement: from here on these are added to all slots, data offsets and statements (its own operands
	                       count from 0; its own statement means nothing) */
	HR_WIRE_INSTRUCTION_COUNT
};

/* Classes of scalars. Pointers are HR_WIRE_U64. */
enum hr_wire_scalar {
	HR_WIRE_BOOL,
	HR_WIRE_I8,
	HR_WIRE_I16,
	HR_WIRE_I32,
	HR_WIRE_I64,
	HR_WIRE_U8,
	HR_WIRE_U16,
	HR_WIRE_U32,
	HR_WIRE_U64,
	HR_WIRE_F32,
	HR_WIRE_F64,
	HR_WIRE_F80, /* long double */
	HR_WIRE_SCALAR_COUNT
};

#define HR_WIRE_NO_SLOT UINT32_MAX
#define HR_WIRE_WORK "hr_work"         /* the variable of the worker in which the unit's code counts its work */
#define HR_WIRE_AREA_MOST (1u << 20)  /* largest value area; a program that asks for more is illegal */
#define HR_WIRE_CALLBACK_INSTANCES 8u /* synthesised callbacks for each callback type */

/* HR_WIRE_OBJECT's flags */
enum { HR_WIRE_OBJECT_ZERO = 1, /* the rest is zero, not the fill pattern */ };

/* HR_WIRE_DESCRIBE's flags */
enum {
	HR_WIRE_DESCRIBE_TEXT = 1,   /* ends at the first NUL, which belongs to it */
	HR_WIRE_DESCRIBE_STREAM = 2, /* it is a FILE *: what stands in its file, what waits in its buffer included */
	HR_WIRE_DESCRIBE_FILE = 4,   /* it is the name of a file: what stands in it */
};

enum hr_wire_file {
	HR_WIRE_STREAM_READ,
	HR_WIRE_STREAM_WRITE,
	HR_WIRE_PATH,
	HR_WIRE_DESCRIPTOR,
	HR_WIRE_FRESH_PATH,  /* of a file that does not exist, another one each time; data and length mean nothing */
	HR_WIRE_STREAM_ROOM, /* to be written to, with room for `length` bytes; data means nothing */
};

/* What a program asks for beyond outcome and coverage. */
enum {
	HR_WIRE_WANT_LEAKS = 1,
	HR_WIRE_WANT_HEAP = 2,         /* heap events */
	HR_WIRE_WANT_COMPARISONS = 4,  /* operands of comparisons */
	HR_WIRE_WANT_EDGES = 8,        /* all edges that were executed, not only new ones */
	HR_WIRE_WANT_OUTPUT = 16,      /* what the unit wrote to stdout and stderr */
	HR_WIRE_WANT_PLACES = 64,      /* with HR_WIRE_WANT_EDGES: the places of the edges */
	HR_WIRE_WANT_FRESH_STACK = 32, /* fill the unit's stack before every call, not only once */
	HR_WIRE_WANT_LOST = 128,       /* leaks: also what only the sequence's own values and objects lead to */
};

struct hr_wire_program {
	uint64_t id;   /* comes back in the result */
	uint64_t work; /* so much work and no more: else it hangs, whatever comes of it; 0: no limit but that of time */
	uint32_t size; /* of the whole, header included; a multiple of 8 */
	uint32_t wants;  /* HR_WIRE_WANT_… */
	uint32_t fill;   /* byte that fresh memory and the stack are filled with */
	uint32_t cpu_ms; /* CPU time after which it hangs; 0: the worker's default */
	uint32_t statement_count;
	uint32_t area_size; /* of the value area */
	uint32_t image;     /* offset and size of what the value area begins with; the rest of it is zero */
	uint32_t image_size;
	uint32_t code; /* offset, and number of words */
	uint32_t code_words;
	uint32_t data; /* offset and size */
	uint32_t data_size;
	uint32_t
		pointers; /* offset of the slots (uint32_t each) that hold pointers, and their number: see hr_wire_pointer */
	uint32_t pointer_count;
	/* Who asks knows what comes before this statement. Not told: calls, calls of callbacks, comparisons and notes of earlier statements, and of the
	 * first `known_pointers` in the list those whose block was not freed since. */
	uint32_t tell_from;
	uint32_t known_pointers;
};

/* ---- results ------------------------------------------------------------------------------------------------------------------- */

enum hr_wire_status {
	HR_WIRE_NOT_RUN,
	HR_WIRE_NORMAL,
	HR_WIRE_FAULT,     /* see the fault */
	HR_WIRE_ILLEGAL,   /* the program itself is wrong: a checked load or store through a bad pointer */
	HR_WIRE_HANG,      /* CPU time used up */
	HR_WIRE_EXIT,      /* the unit ended the process: exit, _exit, quick_exit; the fault has the code */
	HR_WIRE_REFUSED,   /* the unit called something that the gate does not let through */
	HR_WIRE_EXHAUSTED, /* the arena or the result buffer is full */
	HR_WIRE_STATUS_COUNT
};

enum hr_wire_fault_kind {
	HR_FAULT_NONE,
	/* memory */
	HR_FAULT_HEAP_OVERFLOW,
	HR_FAULT_HEAP_UNDERFLOW,
	HR_FAULT_USE_AFTER_FREE,
	HR_FAULT_STACK_OVERFLOW_WRITE, /* out of the bounds of a local variable (not: stack exhausted) */
	HR_FAULT_STACK_UNDERFLOW,
	HR_FAULT_USE_AFTER_RETURN,
	HR_FAULT_USE_AFTER_SCOPE,
	HR_FAULT_GLOBAL_OVERFLOW,
	HR_FAULT_NULL,      /* address within the first page */
	HR_FAULT_WILD,      /* an address that belongs to nothing */
	HR_FAULT_FOREIGN,   /* memory of the runtime or the wire */
	HR_FAULT_READ_ONLY, /* a write to constant memory */
	HR_FAULT_DOUBLE_FREE,
	HR_FAULT_INVALID_FREE,  /* not the beginning of a block, or no block at all */
	HR_FAULT_OVERLAP,       /* memcpy and friends with overlapping ranges */
	HR_FAULT_NEGATIVE_SIZE, /* a size that is a negative number */
	HR_FAULT_STACK_EXHAUSTED,
	/* signals and endings */
	HR_FAULT_SIGNAL, /* another signal, raised by the processor or by the unit itself */
	HR_FAULT_ABORT,
	HR_FAULT_ASSERT,
	HR_FAULT_EXIT,
	HR_FAULT_REFUSED_CALL,
	HR_FAULT_BAD_JUMP, /* longjmp to where nobody waits */
	HR_FAULT_BAD_FILE, /* a FILE * or DIR * that is closed or none */
	/* undefined behaviour, as UBSan names it */
	HR_FAULT_UB_ALIGNMENT,
	HR_FAULT_UB_OBJECT_SIZE,
	HR_FAULT_UB_SIGNED_OVERFLOW,
	HR_FAULT_UB_DIVISION,
	HR_FAULT_UB_SHIFT,
	HR_FAULT_UB_BOUNDS,
	HR_FAULT_UB_UNREACHABLE,
	HR_FAULT_UB_MISSING_RETURN,
	HR_FAULT_UB_VLA_BOUND,
	HR_FAULT_UB_FLOAT_CAST,
	HR_FAULT_UB_INVALID_VALUE, /* bool, enum */
	HR_FAULT_UB_BUILTIN,       /* __builtin_clz(0) and the like */
	HR_FAULT_UB_FUNCTION_TYPE,
	HR_FAULT_UB_NONNULL_RETURN,
	HR_FAULT_UB_NONNULL_ARGUMENT,
	HR_FAULT_UB_POINTER_OVERFLOW,
	HR_FAULT_UB_OTHER,
	HR_FAULT_KIND_COUNT
};

enum hr_wire_access { HR_ACCESS_NONE, HR_ACCESS_READ, HR_ACCESS_WRITE, HR_ACCESS_FREE };

/* What an address belongs to. */
enum hr_wire_region {
	HR_REGION_NONE,
	HR_REGION_NULL,
	HR_REGION_HEAP,
	HR_REGION_STACK,
	HR_REGION_GLOBAL,
	HR_REGION_FOREIGN, /* the runtime's, the wire's, another library's */
};

enum hr_wire_place { HR_PLACE_INSIDE, HR_PLACE_BEFORE, HR_PLACE_AFTER };

#define HR_WIRE_NO_BLOCK UINT32_MAX
#define HR_WIRE_NO_STATEMENT UINT32_MAX
#define HR_WIRE_FRAMES 24u

struct hr_wire_owner {
	uint32_t region;       /* enum hr_wire_region */
	uint32_t place;        /* enum hr_wire_place: where the address is, seen from the object */
	uint64_t distance;     /* inside: from its beginning; before: to its beginning; after: from its end */
	uint64_t size;         /* of the object */
	uint32_t block;        /* heap: number of the block, in the order of allocation; else HR_WIRE_NO_BLOCK */
	uint32_t allocated_by; /* heap: statement; HR_WIRE_NO_STATEMENT: before the sequence (a constructor) */
	uint32_t freed_by;     /* heap: statement; HR_WIRE_NO_STATEMENT: not freed */
	uint32_t is_freed;
	char name[64]; /* stack and global: the variable; "" when not known */
};

/* Program counters are relative to where the unit's shared object is loaded; only frames of the unit are in a stack, the innermost
 * first, each the address of the call itself (not of what follows it). */
struct hr_wire_stack {
	uint32_t count;
	uint32_t reserved;
	uint64_t pc[HR_WIRE_FRAMES];
};

struct hr_wire_fault {
	uint32_t kind;   /* enum hr_wire_fault_kind */
	uint32_t access; /* enum hr_wire_access */
	uint64_t address;
	uint64_t size; /* of the access */
	int32_t code;  /* exit code, or number of the signal */
	uint32_t line; /* undefined behaviour, asserts: where, as the compiler tells it */
	uint32_t column;
	uint32_t statement; /* during which it happened */
	struct hr_wire_owner owner;
	struct hr_wire_stack stack;
	struct hr_wire_stack
		allocation; /* heap: where the block was allocated, and freed, when the program wants heap events */
	struct hr_wire_stack release;
	char function[32]; /* the library function that was checked: "strcpy"; "" when it was the unit's own access */
	char file[128];    /* with `line` */
	char text[192];    /* "2147483647 + 1 cannot be represented in type 'int'"; the failed assertion; "" */
};

/* A pointer in the value area, looked at when the sequence was over. In the order of the program's list. */
struct hr_wire_pointer {
	uint32_t slot;
	uint32_t region;
	uint32_t block; /* HR_WIRE_NO_BLOCK: not in the heap */
	uint32_t is_freed;
	uint32_t allocated_by;
	uint32_t freed_by;
	uint64_t offset; /* into the block */
	uint64_t size;   /* of the block */
};

/* One call, in the order of the statements that are calls. */
struct hr_wire_call {
	uint32_t statement;
	int32_t error_number; /* errno after it; it was 0 before */
	uint32_t born;        /* blocks allocated by it, and freed */
	uint32_t died;
};

enum hr_wire_heap_kind { HR_HEAP_ALLOCATED, HR_HEAP_FREED, HR_HEAP_REFUSED };

/* In the order of the statements; of one statement first what it allocated, then what it was refused (HR_WIRE_FAIL_ALLOC), then what it
 * freed. What atexit functions did counts as the statement behind the last. */
struct hr_wire_heap_event {
	uint32_t statement;
	uint32_t kind;
	uint32_t block;
	uint32_t reserved;
	uint64_t size;
};

/* One call of a synthesised callback. The bytes of the arguments follow, 16 for each (zero beyond the argument's size; the
 * rest of a larger one is not told). */
struct hr_wire_callback_call {
	uint32_t statement;
	uint32_t callback; /* number, as in HR_WIRE_CALLBACK */
	uint32_t argument_count;
	uint32_t
		texts; /* bit n: argument n points to readable text, of which the first bytes (at most 64, up to a NUL, which
	                   is left out) follow (see size); or to as many bytes as the next argument says, if that has 8 */
	uint32_t size;  /* of the whole entry, a multiple of 8; after the arguments, for each bit of `texts`: uint32_t
	                   length, bytes, padded to 4 */
	uint32_t ended; /* bit n: a NUL follows the text of argument n */
};

/* A description (HR_WIRE_DESCRIBE); `length` bytes follow, padded to 8. */
struct hr_wire_description {
	uint32_t statement;
	uint32_t slot;
	uint32_t readable; /* 0: the pointer is bad, NULL or dead; 1: fine */
	uint32_t length;
	struct hr_wire_pointer pointer;
};

struct hr_wire_fingerprint {
	uint32_t statement;
	uint32_t slot;
	uint64_t value;
};

enum hr_wire_comparison_kind { HR_COMPARED_NUMBERS, HR_COMPARED_BYTES };

/* Two operands that met at a comparison; `pc` relative to the unit. HR_COMPARED_BYTES: strcmp, memcmp and the like; the
 * first 32 bytes of both. */
struct hr_wire_comparison {
	uint64_t pc;
	uint32_t kind;
	uint32_t size; /* numbers: bytes of the operands; bytes: how many are told */
	uint8_t left[32];
	uint8_t right[32];
};

/* A table in a result: offset from the beginning of the result, number of entries (bytes for those of varying size), and
 * whether some were left out because they were too many. */
struct hr_wire_list {
	uint32_t offset;
	uint32_t count;
	uint32_t size; /* bytes in all */
	uint32_t truncated;
};

/* Why a worker ends after a result, as bits; the list of reasons stands in runtime/suspicion.h. */
enum hr_suspicion {
	HR_SUSPECT_LEFT_FOREIGN_CODE = 1,
	HR_SUSPECT_FOREIGN_CALL = 2,
	HR_SUSPECT_THREADS = 4,
	HR_SUSPECT_INTEGRITY = 8, /* noticed now, but it may have been an earlier program */
	HR_SUSPECT_MEMORY = 16,
};

struct hr_wire_result {
	uint64_t id;
	uint32_t size;          /* of the whole; a multiple of 8 */
	uint32_t status;        /* enum hr_wire_status */
	uint32_t statement;     /* the last that began */
	uint32_t new_edges;     /* that no run of this worker executed before and ended normally */
	uint32_t edges;         /* executed */
	uint32_t live_blocks;   /* at the end */
	uint32_t leaked_blocks; /* not reachable (HR_WIRE_WANT_LEAKS) */
	uint32_t suspicion;     /* not 0: the worker ends after this: enum hr_suspicion */
	uint32_t sum;           /* of the result, with this number 0 (hr_wire_sum); 0: nobody made one */
	uint32_t call_count;    /* calls that began, also those that are not told */
	uint64_t leaked_bytes;
	struct hr_wire_list area;          /* the value area at the end, bytes */
	struct hr_wire_list calls;         /* struct hr_wire_call */
	struct hr_wire_list pointers;      /* struct hr_wire_pointer */
	struct hr_wire_list new_edge_list; /* uint32_t, numbers of edges */
	struct hr_wire_list edge_list;     /* uint32_t: with HR_WIRE_WANT_EDGES */
	struct hr_wire_list place_list;    /* uint64_t, where those edges are: with HR_WIRE_WANT_PLACES too */
	struct hr_wire_list notes;     /* struct hr_wire_fault: what was only recorded (portability), each place once */
	struct hr_wire_list leaks;     /* struct hr_wire_owner, with the stack of the allocation left out */
	struct hr_wire_list heap;      /* struct hr_wire_heap_event */
	struct hr_wire_list callbacks; /* struct hr_wire_callback_call, of varying size */
	struct hr_wire_list descriptions; /* struct hr_wire_description, of varying size */
	struct hr_wire_list fingerprints; /* struct hr_wire_fingerprint */
	struct hr_wire_list comparisons;  /* struct hr_wire_comparison */
	struct hr_wire_list output;       /* bytes */
	struct hr_wire_fault fault; /* there only when the status is not HR_WIRE_NORMAL: see HR_WIRE_RESULT_LEAST */
};

/* What every result has. In a normal one the lists follow right here, where the fault would be: results are many and most are normal. */
#define HR_WIRE_RESULT_LEAST offsetof(struct hr_wire_result, fault)

/* A number for the bytes of a result, never 0. `size` is a multiple of 8. */
static inline uint32_t hr_wire_sum(const void *bytes, size_t size)
{
	uint64_t sum[2] = { 0x9e3779b97f4a7c15u, 0xc2b2ae3d27d4eb4fu };
	for (size_t at = 0; at + 8 <= size; at += 8) {
		uint64_t word;
		__builtin_memcpy(&word, (const char *)bytes + at, sizeof word);
		if (at == offsetof(struct hr_wire_result, sum)) /* and what follows it */
			word = 0;
		sum[at / 8 % 2] = (sum[at / 8 % 2] ^ word) * 0x9fb21c651e98df25u;
		sum[at / 8 % 2] ^= sum[at / 8 % 2] >> 32;
	}
	uint64_t both = sum[0] * 31 + sum[1];
	uint32_t folded = (uint32_t)(both ^ both >> 32);
	return folded ? folded : 1;
}

/* ---- the shared memory of one worker -------------------------------------------------------------------------------------------- */

struct hr_wire_channel {
	uint32_t magic;
	uint32_t version;
	uint64_t size;     /* of the whole mapping */
	uint64_t programs; /* offset and capacity of the programs of a batch, one after the other */
	uint64_t programs_size;
	uint64_t results;
	uint64_t results_size;
	/* the engine writes these before it says "go" */
	uint32_t program_count;
	uint32_t default_cpu_ms;
	/* the worker writes these */
	uint32_t started;  /* programs begun in this batch */
	uint32_t finished; /* programs whose results are complete; fewer than program_count when the results are full */
	uint32_t edge_count; /* of the unit; 0 before the first batch */
	/* the engine again, before the worker is made */
	uint32_t memory_mb; /* by how much the process may grow while one program runs; 0: no limit */
};

/* The shared memory of a worker holds two channels, one right behind the other (at the first one's size): while the worker runs the batch in one, the
 * engine reads the results in the other and fills it again. Messages over the pipes: one byte each way. Engine to worker: HR_WIRE_GO + 0
 * or 1, the channel to run. Worker to engine: HR_WIRE_BEGUN when it takes up a batch, HR_WIRE_DONE when it is done with it, in the same
 * order. Unlike what stands in the shared memory, a byte that was sent cannot be taken back by the unit. */
enum { HR_WIRE_GO = 'g', HR_WIRE_BEGUN = 'b', HR_WIRE_DONE = 'd' };
#define HR_WIRE_BATCH_ROOM 0x40000u /* 256 KB: a batch ends early when less is left for results */
#define HR_WIRE_CHANNELS 2u

/* To the zygote, over its socket (SOCK_SEQPACKET: one message a request, one an answer). It answers each HR_WIRE_SPAWN with one
 * hr_wire_spawned. With the request come three descriptors (SCM_RIGHTS), in this order: the shared memory of the channel, the end of the pipe
 * that the worker reads HR_WIRE_GO from, the end that it writes HR_WIRE_DONE to. The zygote keeps none of them, so a pipe that ends says that
 * its worker is gone (the engine closes its own copies of these ends after the request). A worker that is still in the slot is killed first.
 * When the socket ends, the zygote kills its workers and ends too. */
enum hr_wire_request_kind { HR_WIRE_SPAWN = 1 };

#define HR_WIRE_SPAWN_DESCRIPTORS 3u
#define HR_WIRE_MOST_SLOTS 256u

struct hr_wire_request {
	uint32_t kind;
	uint32_t slot; /* which worker, below HR_WIRE_MOST_SLOTS */
};

struct hr_wire_spawned {
	uint32_t slot;
	int32_t pid; /* negative: -errno */
};

/* What the zygote says first, before anything was asked: whether the unit could be loaded. */
struct hr_wire_hello {
	uint32_t magic;
	uint32_t version;
	uint32_t is_loaded;
	uint32_t edge_count;
	uint64_t base;   /* where the unit is loaded */
	uint32_t layers; /* of the fence, that stand (fence/fence.h) */
	uint32_t reserved;
	char text[464]; /* why not */
};

/* What the unit's shared object exports (tables written by `build`, read by `runtime`). */
#define HR_WIRE_SYMBOL_STUBS "__harrier_stubs"         /* void (*const[])(void **arguments, void *result) */
#define HR_WIRE_SYMBOL_FUNCTIONS "__harrier_functions" /* void *const[] */
#define HR_WIRE_SYMBOL_VARIABLES "__harrier_variables" /* void *const[] */
#define HR_WIRE_SYMBOL_CALLBACKS "__harrier_callbacks" /* void *const[], HR_WIRE_CALLBACK_INSTANCES for each type */
#define HR_WIRE_SYMBOL_COUNTS "__harrier_counts"       /* const unsigned[4]: of the four tables, in this order */
#define HR_WIRE_SYMBOL_TRAITS "__harrier_traits" /* its address, not what is there, is a number: bits; missing: 0 */

/* Code in the unit that nobody checks: a worker is wary with any of it (runtime/integrity.h). */
enum {
	HR_WIRE_TRAIT_ASSEMBLY = 1,  /* inline, or of a whole module */
	HR_WIRE_TRAIT_UNCHECKED = 2, /* functions that are not to be instrumented */
	HR_WIRE_TRAIT_OBJECTS = 4,   /* objects and archives that came compiled */
	HR_WIRE_TRAIT_LIBRARIES = 8, /* shared libraries */
};

/* What a synthesised callback calls in the runtime: its number, its arguments' addresses and sizes, room for its result. */
#define HR_WIRE_CALLBACK_ENTRY "hr_runtime_callback"
/* void hr_runtime_callback(unsigned number, unsigned count, void *const *arguments, const unsigned *sizes,
 *                          void *result, unsigned result_size); */

#endif
