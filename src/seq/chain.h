/* Chains: sequences that never change and share what they have in common. A chain is other chains, one after the other (its parts), followed by
 * statements of its own; making one costs the number of its parts and own statements, whatever the parts are made of. The same chain may be a part
 * twice: then its statements are run twice, and yield two sets of values. */
#ifndef HR_SEQ_CHAIN_H
#define HR_SEQ_CHAIN_H

#include "base/slabs.h"
#include "seq/sequence.h"

/* Values are numbered through the whole chain: those of the parts first, in order, then its own. Operands of own statements use these numbers. */
struct hr_chain {
	unsigned references;
	uint64_t hash;            /* equal for chains that do the same, whatever their parts are; names do not count */
	uint64_t hash_power;      /* what the hash of something before it is multiplied with when both are joined */
	size_t size;              /* bytes that it takes, parts not counted */
	uint32_t statement_count; /* parts included, as all three */
	uint32_t value_count;
	uint32_t call_count;
	uint32_t part_count;
	uint32_t own_statements;
	uint32_t own_values;
	/* All of it stands in the chain's own piece of memory. */
	struct hr_chain **parts;               /* each holds a reference */
	const struct hr_statement *statements; /* its own */
	const struct hr_type_ref *own_types;   /* of own values */
	/* For whoever runs chains: its encoded form, and how to free it. NULL until then. */
	void *encoded;
	void (*encoded_free)(void *encoded);
	/* For whoever made it: what it knows of its values; in the chain's own memory, and what is to be done before that goes. */
	void *known;
	void (*known_end)(void *known);
	struct hr_slabs *slabs; /* where its memory is from; NULL: malloc */
};

/* Own values begin at this number, own statements at that one. */
static inline uint32_t hr_chain_first_value(const struct hr_chain *chain)
{
	return chain->value_count - chain->own_values;
}
static inline uint32_t hr_chain_first_statement(const struct hr_chain *chain)
{
	return chain->statement_count - chain->own_statements;
}

/* A chain in the making: parts first, then statements. All zero but for the model is a valid, empty one. */
struct hr_chain_draft {
	const struct hr_model *model;
	struct hr_arena arena; /* what own statements point to, until it is copied into the chain */
	HR_VEC(struct hr_chain *) parts;
	HR_VEC(struct hr_statement) statements;
	HR_VEC(struct hr_type_ref) types;
	uint32_t part_statements;
	uint32_t part_values;
	uint32_t part_calls;
	struct hr_slabs *slabs; /* for finished chains; NULL: malloc. Borrowed */
	bool is_hashed;         /* nothing was added since: */
	uint64_t hash;
	uint64_t hash_power;
};

/* Appends a part, and takes a reference of its own; no statement may have been added yet. Returns the number of the part's first value. */
uint32_t hr_chain_draft_part(struct hr_chain_draft *draft, struct hr_chain *part);

/* Appends a statement (a copy; what it points to must live in the draft's arena). Returns the number of the value that it yields, or HR_NO_VALUE. */
size_t hr_chain_draft_add(struct hr_chain_draft *draft, const struct hr_statement *statement, bool yields,
			  struct hr_type_ref type);

/* The hash that the chain will have: to know whether it was made before without making it. */
uint64_t hr_chain_draft_hash(struct hr_chain_draft *draft);

/* The chain, with one reference, which is the caller's; the draft is empty afterwards, its room kept. */
struct hr_chain *hr_chain_draft_finish(struct hr_chain_draft *draft);

/* The same with so many bytes for `known`, which are not set. */
struct hr_chain *hr_chain_draft_finish_with(struct hr_chain_draft *draft, size_t room);

/* Forgets what was drafted, keeps the room; frees everything. */
void hr_chain_draft_clear(struct hr_chain_draft *draft);
void hr_chain_draft_release(struct hr_chain_draft *draft);

/* Whether some allocation is made to fail by the chain's own statements. */
bool hr_chain_fails_alloc(const struct hr_chain *chain);

struct hr_chain *hr_chain_hold(struct hr_chain *chain);
void hr_chain_drop(struct hr_chain *chain); /* the last one frees it; NULL is fine */

/* The type of a value; its statement and the chain that has it (`*first`: what to add to that chain's value numbers). */
struct hr_type_ref hr_chain_type(const struct hr_chain *chain, size_t value);
const struct hr_statement *hr_chain_maker(const struct hr_chain *chain, size_t value, size_t *first);

/* The same as an independent sequence, for everything that is not done a million times. */
struct hr_sequence *hr_chain_flatten(const struct hr_chain *chain, const struct hr_model *model);

/* A sequence as a chain without parts, with one reference, which is the caller's. */
struct hr_chain *hr_chain_of(const struct hr_sequence *sequence);

#endif
