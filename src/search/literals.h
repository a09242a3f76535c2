/* Literals: where numbers, reals, texts, bytes, structs, arrays, callbacks, streams, paths and descriptors come from. What fits an item follows from its type and its
 * role; what is worth trying from the unit's constants, from what it compared things with at run time and from literals that led to new edges.
 *
 * The same literals, in the same order, for the same seed. Making one takes no memory but from the caller's arena. Nothing here knows of earlier values: whoever
 * builds a call first decides which arguments are values, and asks here for the others. */
#ifndef HR_SEARCH_LITERALS_H
#define HR_SEARCH_LITERALS_H

#include "analysis/facts.h"
#include "base/random.h"
#include "model/callables.h"
#include "search/parts.h"
#include "seq/chain.h"
#include "seq/outcome.h"

struct hr_literals;

/* All arguments outlive the literals; `facts` may be NULL. */
struct hr_literals *hr_literals_new(const struct hr_model *model, const struct hr_callables *callables,
				    const struct hr_facts *facts);
void hr_literals_free(struct hr_literals *literals); /* NULL is fine */

/* Roles changed in the model: what was derived from them is made anew; what was learned is kept. */
void hr_literals_relearn(struct hr_literals *literals);

#define HR_NO_OPERATION ((size_t)-1)

/* What a literal is for. All zero but for item, random and arena: for nothing in particular (set `operation` to HR_NO_OPERATION and `parameter` to -1 then). */
struct hr_wish {
	const struct hr_item *item; /* type and role */
	size_t operation;           /* whose argument it becomes, or a part of; HR_NO_OPERATION: of none */
	int parameter;              /* of the operation; -1: none */
	struct hr_random *random;
	struct hr_arena *arena; /* for what the operand points to */
	bool has_range;         /* numbers: from `least` to `most`, ends included (rules) */
	int64_t least, most;
	/* Fills a pointer inside a struct or an array that only a value can be (a handle); false: it cannot. NULL: there are no such values. */
	bool (*supply)(void *context, struct hr_operand *out, const struct hr_item *item);
	void *context;
	unsigned parts;        /* of the guided strategy, that may contribute: constants, impurity */
	unsigned *contributed; /* those that did are added to it; NULL: nobody asks */
	size_t inner;          /* what literals tell themselves about parts of structs: leave it 0 */
};

/* A literal that fits, whatever the item is: a number where a number is expected, text, bytes, a struct by value, a fresh struct or array behind a pointer (also for OUT and INOUT),
 * a callback, NULL where it is allowed, sometimes. False, and `out` is NULL or 0, when only a value can be passed here: pointers to opaque types, va_list.
 * Lengths and capacities of another parameter are not related to it here: see hr_literal_extent. */
bool hr_literal_fill(struct hr_operand *out, struct hr_literals *literals, const struct hr_wish *wish);

/* One kind at a time, for who knows what it wants; each sets `out` (arena: the wish's). */
int64_t hr_literal_number(struct hr_literals *literals,
			  const struct hr_wish *wish); /* integers, enums, bool, characters; fits the type */
double hr_literal_real(struct hr_literals *literals,
		       const struct hr_wish *wish); /* finite, but for rare ones; fits float when the type is */
void hr_literal_text(struct hr_operand *out, struct hr_literals *literals,
		     const struct hr_wish *wish); /* NUL-terminated, none inside */
/* BYTES without a NUL behind them: exactly `length`; -1: as many as it likes. */
void hr_literal_bytes(struct hr_operand *out, struct hr_literals *literals, const struct hr_wish *wish, int64_t length);
/* STRUCT by field roles: lengths agree with their buffers; private fields are left 0. `type`: the struct or union. False: it has a field that cannot be filled but must be. */
bool hr_literal_struct(struct hr_operand *out, struct hr_literals *literals, const struct hr_wish *wish,
		       struct hr_type_ref type);
/* LIST of `count` elements (-1: a few), TEXT or BYTES where elements are characters. `type`: of one element. */
bool hr_literal_array(struct hr_operand *out, struct hr_literals *literals, const struct hr_wish *wish,
		      struct hr_type_ref type, int64_t count);
/* FUNCTION where one fits (of the unit, libc's, a well-known shape), else CALLBACK with what it returns in turn. False: none can be made for the type. */
bool hr_literal_callback(struct hr_operand *out, struct hr_literals *literals, const struct hr_wish *wish);
void hr_literal_stream(struct hr_operand *out, struct hr_literals *literals, const struct hr_wish *wish);
void hr_literal_path(struct hr_operand *out, struct hr_literals *literals, const struct hr_wish *wish);
void hr_literal_descriptor(struct hr_operand *out, struct hr_literals *literals, const struct hr_wish *wish);
/* A format and the arguments that agree with it: `tail` has room for HR_TAIL_MOST. Returns how many it has. With `tail` NULL: a format that takes none. */
unsigned hr_literal_format(struct hr_operand *out, struct hr_operand *tail, struct hr_literals *literals,
			   const struct hr_wish *wish);

/* Another literal that differs a little from an earlier one of the same item (a step from a number, an edit of a text, one field of a struct); false: it can only be made afresh, or
 * impurity is off. */
bool hr_literal_edit(struct hr_operand *out, const struct hr_operand *old, struct hr_literals *literals,
		     const struct hr_wish *wish);

/* Elements that the object behind a literal has, for lengths and capacities that must agree with it: bytes of TEXT (without its NUL) and BYTES, elements of a LIST, 1 for a
 * STRUCT, 0 for NULL. -1: it has none, or it is a value. */
int64_t hr_literal_extent(const struct hr_operand *literal);

/* ---- what was learned from runs; call in the order of the chains ---- */

/* What the unit compared with what while it ran the chain: both sides become known, and where one side stands in a literal of the chain, the literal with the other side in
 * its place is among the next ones for the same parameter. */
void hr_literals_hear(struct hr_literals *literals, const struct hr_chain *chain, const struct hr_outcome *outcome);

/* The chain executed edges that nobody executed before: literals of its own statements are kept, drawn again, and edited. */
void hr_literals_praise(struct hr_literals *literals, const struct hr_chain *chain, size_t new_edges);

/* A run with descriptions: what calls of the chain's own wrote into buffers or returned as text is among the next literals for some of the parameters that read such, of operations
 * that are called alike above all. */
void hr_literals_reuse(struct hr_literals *literals, const struct hr_chain *chain, const struct hr_outcome *outcome);

/* How many literals that runs left for this operation, and beginnings of its texts, nobody tried yet, of those that may be drawn with these parts: it is worth being called again
 * soon. */
size_t hr_literals_waiting(const struct hr_literals *literals, size_t operation, unsigned parts);

#endif
