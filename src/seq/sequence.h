/* Sequences: lists of statements whose operands name earlier values. A sequence knows its model and nothing of how it is run. */
#ifndef HR_SEQ_SEQUENCE_H
#define HR_SEQ_SEQUENCE_H

#include "base/arena.h"
#include "model/model.h"

#define HR_NO_VALUE ((size_t)-1)

/* A pointer type that the model does not have: `depth` pointers deep to the base. It counts only beside a type that is HR_NO_TYPE;
 * depth 0: nothing is known but that it is a pointer. */
struct hr_pointed {
	struct hr_type_ref base;
	unsigned depth;
};

/* A part of an earlier value: `v0.next_in`, `v1[3]`, `*v2`, `v0.head.name`. */
struct hr_access {
	size_t value;              /* index of the value it starts from */
	bool through;              /* the value is a pointer and is followed; else it is a struct by value */
	int64_t offset;            /* bytes from what the pointer points to (or from the struct's beginning) */
	int bit_offset;            /* bit-fields: from the same place, in bits; -1 otherwise */
	int bit_width;             /* bit-fields; -1 otherwise */
	struct hr_type_ref type;   /* of the part */
	struct hr_pointed pointed; /* when the type is HR_NO_TYPE */
	const char *text; /* what is written after (or, for "*", before) the value's name: ".next_in", "[3]", "*" */
	bool is_end; /* of an ADDRESS: right behind all that the value points to, however long that becomes: offset and text are those of when it was made (hr_access_now) */
};

enum hr_operand_kind {
	HR_OPERAND_VALUE,    /* an earlier value */
	HR_OPERAND_NUMBER,   /* 3, -1, 0x10, 'a', true */
	HR_OPERAND_REAL,     /* 3.5, 1e300, inf, nan */
	HR_OPERAND_CONSTANT, /* a named constant of the model */
	HR_OPERAND_NULL,
	HR_OPERAND_TEXT,  /* "text": where a pointer is expected, a fresh copy with its NUL */
	HR_OPERAND_BYTES, /* bytes "text": the same without a NUL */
	HR_OPERAND_LIST,  /* [1, 2, 3]: an array; where a pointer is expected, a fresh one */
	HR_OPERAND_STRUCT, /* {.x = 1, .y = "a"}: a struct; where a pointer is expected, a fresh one; what is not named is 0 */
	HR_OPERAND_PART,     /* what is read from an access */
	HR_OPERAND_ADDRESS,  /* &v0.field, &v1[3] */
	HR_OPERAND_FUNCTION, /* the address of a function: its name */
	HR_OPERAND_VARIABLE, /* the address of a public variable of the unit: &name */
	HR_OPERAND_CALLBACK, /* callback(0, 1, 2): a synthesised function that returns these in turn and records its calls */
	HR_OPERAND_STREAM, /* stream("contents") a FILE * to read; stream() one to write to; stream(3) one that has room for 3 bytes and refuses
	                       the others */
	HR_OPERAND_PATH, /* path("contents"): the name of a file with these contents; path(): of one that does not exist */
	HR_OPERAND_DESCRIPTOR, /* descriptor("contents") */
	HR_OPERAND_KIND_COUNT
};

enum { HR_STREAM_ROOM_MOST = 65536 }; /* bytes of a STREAM that has no more room */

/* One cache line: searches make millions of them. What does not go with the kind is 0. */
struct hr_operand {
	enum hr_operand_kind kind;
	bool is_character;   /* NUMBER: written as 'a' */
	bool is_hexadecimal; /* NUMBER: written as 0x… */
	union {
		size_t value;    /* VALUE */
		size_t constant; /* CONSTANT: index in the model */
		int64_t number;  /* NUMBER (unsigned ones by their bits); STREAM without contents: the room, 0: any */
		double real;     /* REAL */
	};
	const char *text; /* FUNCTION, VARIABLE: name; TEXT, BYTES, STREAM, PATH, DESCRIPTOR: contents, NULL for none */
	size_t length;    /* of the contents, without a NUL */
	struct hr_access *access; /* PART, ADDRESS; else NULL */
	struct hr_operand *parts; /* LIST: elements; STRUCT: initialisers; CALLBACK: what it returns */
	size_t part_count;
	size_t *fields; /* STRUCT: indices of the fields, one for each part */
};

enum hr_statement_kind {
	HR_STATEMENT_CALL,    /* [v =] operation(operands…) */
	HR_STATEMENT_NEW,     /* v = new TYPE, new TYPE[n], with or without an initial operand: v is a pointer to it */
	HR_STATEMENT_LITERAL, /* v = (TYPE) operand */
	HR_STATEMENT_GET,     /* v = access */
	HR_STATEMENT_SET,     /* access = operand */
	HR_STATEMENT_FAIL_ALLOC, /* fail_alloc(n) */
	HR_STATEMENT_FREE,       /* free(v): what the unit hands out to be given back to libc; one operand, a pointer */
	HR_STATEMENT_KIND_COUNT
};

struct hr_statement {
	enum hr_statement_kind kind;
	unsigned line;    /* in the text it was read from; 0: in none */
	size_t operation; /* CALL */
	struct hr_operand *
		operands; /* CALL: arguments, a variadic tail included; NEW: the initial one or none; LITERAL, SET, FREE: one */
	size_t operand_count;
	struct hr_type_ref type;   /* NEW: of one element; LITERAL: of the value; HR_NO_TYPE: a pointer, see below */
	struct hr_pointed pointed; /* when the type is HR_NO_TYPE */
	int64_t count;             /* NEW: number of elements; -1: not an array. FAIL_ALLOC: n */
	struct hr_access *access;  /* GET, SET; else NULL */
	size_t value;              /* what it yields: index of a value, or HR_NO_VALUE */
};

struct hr_value {
	const char *name; /* "v0", or what the text calls it */
	size_t statement; /* that yields it */
	struct hr_type_ref
		type; /* of a NEW: that of the pointer when the model has it, else HR_NO_TYPE (see hr_value_pointee) */
};

/* Everything lives in the arena. */
struct hr_sequence {
	struct hr_arena arena;
	const struct hr_model *model; /* borrowed */
	HR_VEC(struct hr_statement) statements;
	HR_VEC(struct hr_value) values;
};

struct hr_sequence *hr_sequence_new(const struct hr_model *model);
void hr_sequence_free(struct hr_sequence *sequence); /* NULL is fine */

/* Appends a copy of the statement itself; what it points to must live in the sequence's arena. When `yields`, a value of this type comes
 * into being, named `name`, or "v<index>" when that is NULL. Returns the index of the statement. */
size_t hr_sequence_add(struct hr_sequence *sequence, const struct hr_statement *statement, bool yields,
		       struct hr_type_ref type, const char *name);

/* Copies everything that the operand (the access) points to into the arena: from then on it depends on nothing else but the model. Values keep their numbers. */
void hr_operand_keep(struct hr_operand *operand, struct hr_arena *arena);
void hr_access_keep(struct hr_access **access, struct hr_arena *arena);

/* What the pointer `value` points to: the element type of a NEW, else the pointee of its type; HR_NO_TYPE when it is no pointer, or
 * one to a pointer that the model has no type for. */
struct hr_type_ref hr_value_pointee(const struct hr_sequence *sequence, size_t value);

/* How many bytes there are behind a pointer that the statement makes: of a literal, or an object of the sequence's own; -1: not known. */
int64_t hr_made_size(const struct hr_model *model, const struct hr_statement *maker);

/* The access as it is now: of an end, offset and text by what its value was made with; `room` is for the text. */
enum { HR_ACCESS_ROOM = 32 };
struct hr_access hr_access_now(char room[HR_ACCESS_ROOM], const struct hr_model *model, const struct hr_access *access,
			       const struct hr_statement *maker);

/* Whether some allocation is made to fail in it. */
bool hr_sequence_fails_alloc(const struct hr_sequence *sequence);

/* The size of one value of the type, in bytes: 8 for HR_NO_TYPE (pointers); 0 when not known. */
size_t hr_type_size(const struct hr_model *model, struct hr_type_ref type);

#endif
