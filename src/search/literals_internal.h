/* What the files behind literals.h share. */
#ifndef HR_SEARCH_LITERALS_INTERNAL_H
#define HR_SEARCH_LITERALS_INTERNAL_H

#include "search/corpus.h"
#include "search/dictionary.h"
#include "search/literals.h"
#include "search/texts.h"

enum { HR_LITERAL_DEEPEST = 4 };

typedef HR_VEC(const char *) hr_named_texts;
typedef HR_VEC(int64_t) hr_named_numbers;
typedef HR_VEC(size_t) hr_function_numbers;

struct hr_literals {
	const struct hr_model *model;
	const struct hr_callables *callables;
	const struct hr_facts *facts;
	struct hr_dictionary *dictionary;
	struct hr_corpus *corpus;
	struct hr_random random; /* of what is learned: those who draw bring their own */
	uint32_t *function_of;   /* by operation: in the code, or HR_CODE_NONE */
	hr_named_numbers
		*named; /* by place of a parameter: constants that it can be, of integers in the roles FLAGS and ENUM */
	hr_named_texts *named_texts; /* the same for texts: ZLIB_VERSION for `version` */
	size_t named_count;
	hr_function_numbers *functions; /* by callback type: functions that fit */
	unsigned depth;                 /* of structs and arrays in the making */
};

/* The place of a wish in the corpus; HR_NO_PLACE when it has none. */
size_t hr_wish_place(const struct hr_literals *literals, const struct hr_wish *wish);

/* Whether a part of the guided strategy may contribute to what is wished for, and that it did. */
static inline bool hr_wish_may(const struct hr_wish *wish, enum hr_part part)
{
	return hr_parts_have(wish->parts, part);
}

static inline bool hr_wish_credit(const struct hr_wish *wish, enum hr_part part)
{
	if (wish->contributed)
		*wish->contributed |= 1u << part;
	return true;
}

/* Words and numbers for it: of the code as well where its constants may contribute. */
static inline struct hr_text_source hr_wish_source(const struct hr_literals *literals, const struct hr_wish *wish)
{
	return (struct hr_text_source){ hr_wish_may(wish, HR_PART_CONSTANTS) ? literals->dictionary : NULL,
					wish->random, wish->operation, wish->contributed };
}

/* What the code compares the wish's parameter with: one of these, at random; NULL: nothing, or it may not contribute. */
const struct hr_check *hr_wish_check(const struct hr_literals *literals, const struct hr_wish *wish);

/* What the code proves about the wish's parameter; NULL: nothing. */
const struct hr_value_facts *hr_wish_facts(const struct hr_literals *literals, const struct hr_wish *wish);

/* What is wished for ends with a 0 or NULL: text, and lists whose length nobody tells. */
bool hr_wish_ends_itself(const struct hr_model *model, const struct hr_wish *wish);

/* A number for a bit-field of that width; -1: it is none. */
int64_t hr_literal_bits(struct hr_literals *literals, const struct hr_wish *wish, int bit_width);

/* True when the number can be held by the type, and keeps to the wish's range. */
bool hr_number_fits(const struct hr_model *model, const struct hr_wish *wish, int64_t number);

/* Appends a text (no NUL unless binary) for the wish, from all sources. True: it is meant as it is, not to be changed any further. */
bool hr_wish_text(struct hr_text *text, struct hr_literals *literals, const struct hr_wish *wish, bool is_binary);

/* Sets an operand to a copy of the text in the wish's arena. */
void hr_operand_contents(struct hr_operand *out, enum hr_operand_kind kind, struct hr_arena *arena,
			 const struct hr_text *text);

/* Who looks at the literals of a chain. `place` is HR_NO_PLACE where there is none for it. */
struct hr_visit {
	struct hr_literals *literals;
	void (*at)(void *context, const struct hr_operand *literal, const struct hr_item *item, size_t place);
	void *context;
};

/* Those of its own statements, the last first: what is limited is spent on them. */
void hr_literals_visit(const struct hr_visit *visit, const struct hr_chain *chain);

/* Frees what hr_literals_relearn found. */
void hr_literals_forget_names(struct hr_literals *literals);

/* Lists the functions that fit each callback type, and frees the lists. */
void hr_literals_list_functions(struct hr_literals *literals);
void hr_literals_free_functions(struct hr_literals *literals);

/* Functions that get and release memory for the unit come in matched sets. True when one of these items is a pointer to one that gets memory. */
bool hr_are_hooks(const struct hr_model *model, const struct hr_item *const *items, size_t count);

/* One of such a set: libc's function or, where that does not fit, NULL. False: it belongs to no such set. */
bool hr_literal_hook(struct hr_operand *out, const struct hr_model *model, const struct hr_item *item);

#endif
