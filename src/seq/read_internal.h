/* What the files of hr_sequence_read share: tokens of one line, names, accesses, operands.
 *
 * All functions that return int return 0, or -1 with the error set, which says where in the text the trouble is. */
#ifndef HR_SEQ_READ_INTERNAL_H
#define HR_SEQ_READ_INTERNAL_H

#include "seq/nearest.h"
#include "model/callables.h"
#include "seq/shape.h"
#include "seq/text.h"

enum hr_token_kind {
	HR_TOKEN_END, /* of the line */
	HR_TOKEN_WORD,
	HR_TOKEN_NUMBER,
	HR_TOKEN_REAL,
	HR_TOKEN_CHARACTER,
	HR_TOKEN_STRING, /* adjacent ones are one token */
	HR_TOKEN_MARK,   /* any other character */
};

struct hr_token {
	enum hr_token_kind kind;
	size_t start; /* in bytes from the beginning of the line */
	size_t end;
	const char *text; /* WORD: itself; STRING: what it stands for; in the sequence's arena */
	size_t length;
	uint64_t number; /* NUMBER; CHARACTER: the byte */
	bool is_hexadecimal;
	double real;
	char mark;
};

struct hr_text_reader {
	const char *name; /* of the text */
	const char *text;
	size_t length;
	struct hr_error *error;
	const struct hr_model *model;
	struct hr_sequence *sequence;
	struct hr_callables callables;
	struct hr_map value_by_name;

	size_t line_start; /* the line that is read */
	size_t line_end;
	unsigned line;
	HR_VEC(struct hr_token) tokens; /* of the line; the last is HR_TOKEN_END */
	size_t next;                    /* token */
	unsigned depth;                 /* of operands within operands */
};

/* Fails with the place of a byte of the line. */
int hr_text_fail(struct hr_text_reader *reader, size_t at, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* ---- lexer.c */

/* Splits the line into tokens. */
int hr_text_split(struct hr_text_reader *reader);

/* The token that is read next, or that comes `ahead` after it; the END stays the last for ever. */
const struct hr_token *hr_text_peek(const struct hr_text_reader *reader, size_t ahead);
const struct hr_token *hr_text_take(struct hr_text_reader *reader);
bool hr_text_is_mark(const struct hr_token *token, char mark);
bool hr_text_is_word(const struct hr_token *token, const char *word);

/* Takes the mark when it comes next. */
bool hr_text_accept(struct hr_text_reader *reader, char mark);

/* Takes the mark, or fails: "expected 'x' before …". */
int hr_text_expect(struct hr_text_reader *reader, char mark);

/* Fails with "expected WHAT before …" at the next token. */
int hr_text_fail_expected(struct hr_text_reader *reader, const char *what);

/* ---- resolve.c */

/* A callable operation by the name in the token. */
int hr_text_operation(size_t *out, struct hr_text_reader *reader, const struct hr_token *token);

/* Fails because nothing has the name in the token, with a hint. */
int hr_text_fail_unknown(struct hr_text_reader *reader, const struct hr_token *token);

/* A name for a new value has to be free. */
int hr_text_check_new_name(struct hr_text_reader *reader, const struct hr_token *token);

/* A type: words and stars, or anything in parentheses when the next token opens them. */
int hr_text_type(struct hr_shape *out, struct hr_text_reader *reader);

/* A field by name, anonymous members seen through. `path` gets the indices that lead to it, outermost first. */
struct hr_field_path {
	size_t indices[16];
	size_t count;
	int64_t offset_bits;
	const struct hr_field *field;
};

bool hr_field_find(struct hr_field_path *out, const struct hr_model *model, const struct hr_type *type,
		   const char *name);

/* The field in the token, of the struct or union `type`. */
int hr_text_field(struct hr_field_path *out, struct hr_text_reader *reader, const struct hr_type *type,
		  const struct hr_token *token);

/* `*v`, `v.x`, `v[3].y`: there has to be at least one step. */
int hr_text_access(struct hr_access **place, struct hr_text_reader *reader);

/* ---- read_operand.c */

enum hr_place_kind {
	HR_PLACE_ARGUMENT, /* `number` of the operation `name` */
	HR_PLACE_TAIL,     /* the same, of no declared type */
	HR_PLACE_FIELD,    /* `name` */
	HR_PLACE_ELEMENT,  /* `number` of a list */
	HR_PLACE_OBJECT,
	HR_PLACE_LITERAL,
	HR_PLACE_PART,
	HR_PLACE_RESULT, /* of a callback */
};

/* What an operand is for. */
struct hr_target {
	struct hr_shape shape; /* of one element when there is a count; of nothing in a TAIL */
	int64_t count;         /* of an array, -1 when it has no fixed one; HR_NOT_ARRAY */
	int bit_width;         /* of a bit-field; -1 */
	enum hr_place_kind place;
	const char *name;
	size_t number;
};

#define HR_NOT_ARRAY (-2)

/* Array types become their elements and a count. */
struct hr_target hr_target_of(const struct hr_model *model, struct hr_shape shape, enum hr_place_kind place,
			      const char *name, size_t number);

int hr_text_operand(struct hr_operand *out, struct hr_text_reader *reader, const struct hr_target *target);

/* ---- read_aggregate.c */

typedef HR_VEC(struct hr_operand) hr_operands;

/* Copies the parts into the sequence's arena. */
void hr_operands_keep(struct hr_operand *out, struct hr_text_reader *reader, const hr_operands *parts);

/* `[…]` and `{…}`; the opening bracket comes next. */
int hr_text_list(struct hr_operand *out, struct hr_text_reader *reader, const struct hr_target *target);
int hr_text_struct(struct hr_operand *out, struct hr_text_reader *reader, const struct hr_target *target);

/* ---- fit.c */

/* "SUBJECT does not fit argument 2 of 'f', which is 'int'", and the remark behind it unless NULL. */
int hr_text_fail_fit(struct hr_text_reader *reader, size_t at, const struct hr_target *target, const char *remark,
		     const char *format, ...) __attribute__((format(printf, 5, 6)));

/* Whether an operand that was read, from the byte `at` on, may stand where the target is. */
int hr_text_fit_number(struct hr_operand *operand, struct hr_text_reader *reader, const struct hr_target *target,
		       size_t at, bool is_negative, uint64_t magnitude);
int hr_text_fit_plain(struct hr_operand *operand, struct hr_text_reader *reader, const struct hr_target *target,
		      size_t at);

#endif
