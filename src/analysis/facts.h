/* Facts: what the code of a unit proves about its functions. "Not known" is an answer everywhere (0), and the only one where callbacks, assembly
 * or code that is not there could change it; a fact that is told holds for every run in which the caller kept to C.
 *
 * One analysis a file, each fills its own part; hr_facts_find runs them all in the right order. The words are those of tests/facts/README.md, which says
 * precisely what each means. Reasons are places in the source. */
#ifndef HR_ANALYSIS_FACTS_H
#define HR_ANALYSIS_FACTS_H

#include "ir/code.h"

struct hr_place {
	uint32_t file; /* index into the code's files, or HR_CODE_NONE */
	uint32_t line;
};

/* ---- memory (memory.c): what becomes of the object behind a pointer ---- */

enum hr_dereferenced { HR_DEREFERENCED_UNKNOWN, HR_DEREFERENCED_NEVER, HR_DEREFERENCED_SOME, HR_DEREFERENCED_ALWAYS };
enum hr_effect { HR_EFFECT_UNKNOWN, HR_EFFECT_SAFE, HR_EFFECT_READ_ONLY, HR_EFFECT_READ_WRITE };
enum hr_freed { HR_FREED_UNKNOWN, HR_FREED_NO, HR_FREED_INSIDE, HR_FREED_YES };
enum hr_null { HR_NULL_UNKNOWN, HR_NULL_LEGAL, HR_NULL_CRASH, HR_NULL_ASSERT };

/* Where a pointer to the object (or into it) is after the return. */
enum {
	HR_KEPT_NOT = 1,      /* proved: nowhere */
	HR_KEPT_GLOBAL = 2,   /* in a global variable, or in what one leads to */
	HR_KEPT_RESULT = 4,   /* inside of what is returned */
	HR_KEPT_RETURNED = 8, /* it is returned itself, or a pointer into it is */
	HR_KEPT_IN = 16,      /* in the object of other parameters: kept_in */
};

struct hr_memory_facts {
	enum hr_dereferenced dereferenced;
	enum hr_effect effect;
	enum hr_freed freed;
	enum hr_null null;
	unsigned kept;    /* HR_KEPT_…; 0: not known */
	uint64_t kept_in; /* bit n: the object of source parameter n */
	bool is_checked;  /* it is compared with NULL */
	bool refuses;     /* NULL leads to a return at once, with `refused_with` when that is a constant */
	bool has_refused_with;
	int64_t refused_with;
	bool stops; /* NULL ends the program: an assertion (then `null` says so), abort or exit */
	/* reasons: the first place that shows it */
	struct hr_place at_dereferenced;
	struct hr_place at_written;
	struct hr_place at_freed;
	struct hr_place at_kept;
	struct hr_place at_null;
};

/* ---- values (values.c, relations.c): what a number or a buffer is for ---- */

enum hr_relation {
	HR_RELATION_NONE,
	HR_RELATION_LENGTH,   /* of what is read */
	HR_RELATION_CAPACITY, /* of what may be written */
	HR_RELATION_INDEX,    /* into an array: must be below its count */
};

/* What a libc function that it reaches takes it for. */
enum hr_meaning {
	HR_MEANING_NONE,
	HR_MEANING_STRING, /* read up to its NUL */
	HR_MEANING_PATH,
	HR_MEANING_FORMAT,
	HR_MEANING_FILE,
	HR_MEANING_DESCRIPTOR,
	HR_MEANING_SIZE, /* of an allocation */
	HR_MEANING_CHARACTER,
	HR_MEANING_CALLBACK,    /* it is called */
	HR_MEANING_PERMISSIONS, /* bits for who may do what with a file */
};

/* How far a buffer reaches: on the buffer's side what `relation` is on the number's. */
enum hr_bound_kind {
	HR_BOUND_NONE,
	HR_BOUND_PARAMETER, /* number: a source parameter */
	HR_BOUND_POINTED,   /* number: a source parameter that points to it */
	HR_BOUND_FIELD,     /* number: index into the function's fields */
	HR_BOUND_CONSTANT,  /* constant */
	HR_BOUND_END,       /* number: a source parameter, a pointer one past the last */
};

struct hr_bound {
	enum hr_bound_kind kind;
	enum hr_relation relation; /* LENGTH or CAPACITY */
	int number;
	int times; /* a second source parameter that it is multiplied by, or -1 */
	int64_t constant;
	bool in_elements; /* not in bytes */
	uint32_t element; /* size of one */
	struct hr_place at;
};

/* A comparison of the parameter itself with a constant. */
struct hr_check {
	enum hr_compared comparison; /* parameter on the left */
	int64_t number;
	const char *text; /* of a string that is compared as strcmp does; NULL: a number */
	struct hr_place at;
	bool is_entry;     /* before anything else happens */
	bool refuses;      /* when it holds, the function returns at once */
	bool is_computed;  /* what it returns then is no constant */
	int64_t result;    /* the constant; 0 also for NULL, and where nothing is returned */
	bool is_assertion; /* unless it holds, the program ends */
};

struct hr_value_facts {
	enum hr_relation relation;
	int of;           /* source parameter, or -1; the first where several buffers share it (their `bound` tells) */
	bool by_pointer;  /* it is the number behind the pointer */
	bool minus_one;   /* a negative one stands for the length of the string */
	bool in_elements; /* not in bytes */
	uint32_t element; /* size of one */
	enum hr_meaning meaning;
	struct hr_place at_relation;
	struct hr_place at_meaning;
	struct hr_bound bound; /* buffers */
	HR_VEC(struct hr_check) checks;
	uint64_t bits; /* parameters: single bits that are asked for, or taken out (bits.c) */
};

/* A member of the object behind a parameter (z_stream's next_in): the same facts about what the caller set there. */
struct hr_field_facts {
	uint32_t parameter; /* source number */
	uint32_t type;      /* index into the code's types */
	uint64_t offset;
	bool is_read; /* before this function wrote it, on some path */
	bool is_written;
	struct hr_memory_facts memory; /* pointers */
	struct hr_value_facts value;   /* `of` is an index into the same function's fields, or -1 */
};

/* ---- first use (first_use.c): whose bytes are read ---- */

enum { HR_FIRST_BYTES = 1024 };

/* The object behind a pointer, byte by byte from its beginning; "elsewhere" is at offsets that vary or lie behind. */
struct hr_first_use {
	uint64_t read
		[HR_FIRST_BYTES /
		 64]; /* as the caller left them: on no way to there, rounds of a loop left out, are they written before */
	uint64_t maybe[HR_FIRST_BYTES / 64];   /* read, perhaps as the caller left them */
	uint64_t written[HR_FIRST_BYTES / 64]; /* on some path */
	uint64_t always[HR_FIRST_BYTES /
			64];  /* written on every path that returns, but for those on which the pointer is NULL */
	bool reads_elsewhere; /* before anything of it is written */
	bool maybe_elsewhere;
	uint32_t
		filled_before; /* where maybe_elsewhere: so many bytes from its beginning are written on every way before that. An object of no more bytes is not read so as the caller left it */
	bool writes_elsewhere;
	bool is_unknown;  /* more than this may happen to it */
	uint32_t element; /* it is gone through in elements of so many bytes; 0: it is not */
	struct hr_place at_read;
};

struct hr_parameter_facts {
	struct hr_memory_facts memory; /* pointers only */
	struct hr_first_use first;     /* pointers only */
	struct hr_value_facts value;
};

/* ---- functions ---- */

enum hr_purity {
	HR_PURITY_UNKNOWN,
	HR_PURITY_PURE,     /* depends on its arguments' values alone, changes nothing */
	HR_PURITY_OBSERVER, /* reads memory, changes nothing that anybody sees */
	HR_PURITY_IMPURE,
};

enum hr_returns {
	HR_RETURNS_UNKNOWN,
	HR_RETURNS_NOTHING,
	HR_RETURNS_OWNED,    /* fresh memory, or NULL */
	HR_RETURNS_BORROWED, /* a pointer to or into the object of parameter `returns_of`, or of a global (-1) */
	HR_RETURNS_NUMBER,
};

/* What a return that tells of an error follows. */
enum {
	HR_FOLLOWS_NULL = 1,   /* an argument is NULL */
	HR_FOLLOWS_RANGE = 2,  /* a number is out of range */
	HR_FOLLOWS_ALLOC = 4,  /* no memory */
	HR_FOLLOWS_CALLEE = 8, /* another function's error */
	HR_FOLLOWS_DATA = 16,  /* what was found in memory */
};

/* A return that tells that something went wrong: its constant value and the check that it follows. */
struct hr_error_return {
	bool is_null;
	int64_t number;
	unsigned follows;   /* HR_FOLLOWS_…; 0: not known */
	struct hr_place at; /* of the check */
};

/* Which results tell of errors; the others do not. */
enum hr_error_results {
	HR_ERRORS_UNKNOWN,
	HR_ERRORS_NONE, /* it cannot fail */
	HR_ERRORS_NULL,
	HR_ERRORS_NEGATIVE,
	HR_ERRORS_ZERO,
	HR_ERRORS_NONZERO,
};

/* A piece of memory by type: field (type, offset) or global variable (type HR_CODE_NONE, offset = its index). */
struct hr_cell {
	uint32_t type;
	uint64_t offset;
};

typedef HR_VEC(struct hr_cell) hr_cells;

struct hr_function_facts {
	HR_VEC(struct hr_parameter_facts) parameters; /* by source number */
	HR_VEC(struct hr_field_facts) fields;
	enum hr_purity purity;
	enum hr_returns returns;
	int returns_of;
	/* all that it can be, where `returns` is OWNED or BORROWED */
	bool returns_owned;
	bool returns_global;
	bool returns_owned_inside;   /* a struct by value that leads to fresh memory, and to nothing else */
	uint64_t returns_parameters; /* bit n: the object of source parameter n, or what it leads to */
	struct hr_place at_returns;
	struct hr_place at_errno;
	hr_cells defines; /* callees included; sorted */
	hr_cells uses;
	bool defines_unknown; /* more than can be told */
	bool uses_unknown;
	HR_VEC(struct hr_error_return) errors;
	enum hr_error_results error_results;
	bool sets_errno;            /* to something but 0, itself or by what it calls in the unit (errno.c) */
	bool returns_status;        /* every result is a constant or the status of a callee */
	bool returns_constant;      /* always the same number, or NULL */
	bool returns_either;        /* one of two constants, and nothing else */
	bool returns_amount;        /* some result is a sum, a difference, a product */
	uint64_t output;            /* bit n: the object of parameter n is written on some path */
	uint64_t output_always;     /* on every path */
	uint64_t output_on_success; /* on every path that does not return an error, on none that does */
	uint64_t
		always_freed; /* bit n: the object of parameter n is freed whenever the function does anything (ended.c) */
	HR_VEC(const char *) assertions; /* at entry, as text: "p != NULL" */
	HR_VEC(uint32_t) callees; /* functions it can call directly, through pointers included; sorted, once each */
	bool calls_unknown;       /* a pointer that can be anything */
	uint32_t branches;        /* conditional edges in its own code */
	HR_VEC(uint32_t) after;   /* functions that every caller in the unit calls before it */
	uint32_t init; /* the one that it calls first itself, to set up what the rest uses; or HR_CODE_NONE */
};

/* ---- constants (constants.c) ---- */

enum hr_literal_kind { HR_LITERAL_INTEGER, HR_LITERAL_REAL, HR_LITERAL_TEXT, HR_LITERAL_CHARACTER };
enum hr_literal_use {
	HR_USED_COMPARED,
	HR_USED_SWITCHED,
	HR_USED_PASSED,
	HR_USED_COMPUTED,
	HR_USED_STORED,
	HR_USED_TABLE
};

struct hr_literal {
	enum hr_literal_kind kind;
	enum hr_literal_use use;
	int64_t number;
	double real;
	const char *text; /* with `length` bytes */
	size_t length;
	uint32_t function; /* HR_CODE_NONE: a table's */
	uint32_t variable; /* the table; HR_CODE_NONE: none */
	struct hr_place at;
	double weight; /* tf * log((D + 1) / (D + 1 - df)), D files of which df have it */
};

struct hr_call_graph;

struct hr_facts {
	const struct hr_code *code;  /* outlives the facts */
	struct hr_call_graph *graph; /* for the analyses; made by hr_facts_graph */
	struct hr_arena arena;
	HR_VEC(struct hr_function_facts) functions; /* parallel to the code's */
	HR_VEC(struct hr_literal) literals;
};

/* Never fails: what cannot be found out is not known. */
struct hr_facts *hr_facts_find(const struct hr_code *code);
void hr_facts_free(struct hr_facts *facts); /* NULL is fine */

/* How far function `to` is from function `from`, in calls; 0: the same; HR_CODE_NONE: not reachable. For all functions at once: `out` has room for as many as
 * the code has functions. */
void hr_facts_distances(uint32_t *out, const struct hr_facts *facts, uint32_t from);

#endif
