/* Chains: made, measured, hashed, and made flat again.
 *
 * Invariants:
 * 1. A chain is one piece of memory: its head, then parts, statements, types, and all that statements point to. It never changes, but for its
 *    references and its encoded form.
 * 2. The hash of a chain is that of the statements in order, h(1)·P^(n-1) + … + h(n), so that it does not depend on how they are divided into
 *    parts. A statement names a value by how many values ago it came into being, which is the same wherever the statement stands. */
#include "seq/chain.h"

#include "base/bug.h"
#include "base/memory.h"

#include <string.h>

#define HASH_BASE UINT64_C(0x9e3779b97f4a7c15)
#define ALIGNMENT _Alignof(max_align_t)

/* ---- hashing ---- */

static uint64_t mix(uint64_t hash, uint64_t number)
{
	hash = (hash ^ number) * UINT64_C(0xff51afd7ed558ccd);
	return hash ^ hash >> 32;
}

static uint64_t mix_bytes(uint64_t hash, const char *bytes, size_t length)
{
	hash = mix(hash, bytes ? length : ~(uint64_t)0);
	if (!bytes)
		return hash;
	for (; length >= sizeof(uint64_t); bytes += sizeof(uint64_t), length -= sizeof(uint64_t)) {
		uint64_t word;

		memcpy(&word, bytes, sizeof word);
		hash = mix(hash, word);
	}
	uint64_t rest = 0;
	memcpy(&rest, bytes, length);
	return mix(hash, rest);
}

static uint64_t mix_text(uint64_t hash, const char *text)
{
	return mix_bytes(hash, text, text ? strlen(text) : 0);
}

static uint64_t mix_type(uint64_t hash, struct hr_type_ref type, const struct hr_pointed *pointed)
{
	hash = mix(hash, type.type);
	return type.type == HR_NO_TYPE ? mix(mix(hash, pointed->base.type), pointed->depth) : hash;
}

static uint64_t mix_access(uint64_t hash, const struct hr_access *access, size_t values)
{
	hash = mix(hash, values - access->value);
	hash = mix(hash, (uint64_t)access->offset);
	hash = mix(hash, (uint64_t)access->bit_offset << 32 | (uint32_t)access->bit_width);
	return mix_type(mix(hash, access->through), access->type, &access->pointed);
}

static uint64_t mix_operand(uint64_t hash, const struct hr_operand *operand, size_t values)
{
	hash = mix(hash, (uint64_t)operand->kind + 1);
	switch (operand->kind) {
	case HR_OPERAND_VALUE:
		return mix(hash, values - operand->value);
	case HR_OPERAND_NUMBER:
		return mix(hash, (uint64_t)operand->number);
	case HR_OPERAND_CONSTANT:
		return mix(hash, operand->constant);
	case HR_OPERAND_REAL: {
		uint64_t bits;

		memcpy(&bits, &operand->real, sizeof bits);
		return mix(hash, bits);
	}
	case HR_OPERAND_STREAM:
		hash = mix(hash, operand->text ? 0 : (uint64_t)operand->number);
		/* fall through */
	case HR_OPERAND_TEXT:
	case HR_OPERAND_BYTES:
	case HR_OPERAND_PATH:
	case HR_OPERAND_DESCRIPTOR:
		return mix_bytes(hash, operand->text, operand->length);
	case HR_OPERAND_FUNCTION:
	case HR_OPERAND_VARIABLE:
		return mix_text(hash, operand->text);
	case HR_OPERAND_PART:
	case HR_OPERAND_ADDRESS:
		return mix_access(hash, operand->access, values);
	case HR_OPERAND_LIST:
	case HR_OPERAND_STRUCT:
	case HR_OPERAND_CALLBACK:
		hash = mix(hash, operand->part_count);
		for (size_t i = 0; i < operand->part_count; i++) {
			if (operand->fields)
				hash = mix(hash, operand->fields[i]);
			hash = mix_operand(hash, &operand->parts[i], values);
		}
		return hash;
	case HR_OPERAND_NULL:
	case HR_OPERAND_KIND_COUNT:
		break;
	}
	return hash;
}

/* `values`: how many there are before it. */
static uint64_t hash_statement(const struct hr_statement *statement, size_t values)
{
	uint64_t hash = mix(HASH_BASE, (uint64_t)statement->kind + 1);

	switch (statement->kind) {
	case HR_STATEMENT_CALL:
		hash = mix(hash, statement->operation);
		break;
	case HR_STATEMENT_NEW:
	case HR_STATEMENT_LITERAL:
		hash = mix_type(hash, statement->type, &statement->pointed);
		hash = statement->kind == HR_STATEMENT_NEW ? mix(hash, (uint64_t)statement->count) : hash;
		break;
	case HR_STATEMENT_GET:
	case HR_STATEMENT_SET:
		hash = mix_access(hash, statement->access, values);
		break;
	case HR_STATEMENT_FAIL_ALLOC:
		hash = mix(hash, (uint64_t)statement->count);
		break;
	case HR_STATEMENT_FREE:
	case HR_STATEMENT_KIND_COUNT:
		break;
	}
	hash = mix(hash, statement->operand_count);
	for (size_t i = 0; i < statement->operand_count; i++)
		hash = mix_operand(hash, &statement->operands[i], values);
	return hash;
}

struct rolled {
	uint64_t hash;
	uint64_t power;
};

static void roll(struct rolled *rolled, uint64_t hash, uint64_t power)
{
	rolled->hash = rolled->hash * power + hash;
	rolled->power *= power;
}

static struct rolled roll_draft(const struct hr_chain_draft *draft)
{
	struct rolled rolled = { 0, 1 };
	size_t values = draft->part_values;

	for (size_t i = 0; i < draft->parts.count; i++)
		roll(&rolled, draft->parts.data[i]->hash, draft->parts.data[i]->hash_power);
	for (size_t i = 0; i < draft->statements.count; i++) {
		const struct hr_statement *statement = &draft->statements.data[i];

		roll(&rolled, hash_statement(statement, values), HASH_BASE);
		values += statement->value != HR_NO_VALUE;
	}
	return rolled;
}

uint64_t hr_chain_draft_hash(struct hr_chain_draft *draft)
{
	if (!draft->is_hashed) {
		struct rolled rolled = roll_draft(draft);

		draft->hash = rolled.hash;
		draft->hash_power = rolled.power;
		draft->is_hashed = true;
	}
	return draft->hash;
}

/* ---- one piece of memory ---- */

/* Where pieces go: into memory that was measured, or into an arena. Without both it measures. */
struct packer {
	char *memory;
	size_t used;
	struct hr_arena *arena;
	size_t shift; /* added to the numbers of values */
};

static void *pack(struct packer *packer, const void *from, size_t size)
{
	void *to = NULL;

	if (from == NULL)
		return NULL;
	if (packer->arena)
		to = hr_arena_alloc(packer->arena, size);
	else if (packer->memory)
		to = packer->memory + packer->used;
	packer->used += (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
	if (to)
		memcpy(to, from, size);
	return to;
}

static const char *pack_text(struct packer *packer, const char *text, size_t length)
{
	char *to;

	if (text == NULL)
		return NULL;
	if (packer->arena)
		to = hr_arena_alloc(packer->arena, length + 1);
	else
		to = packer->memory ? packer->memory + packer->used : NULL;
	packer->used += (length + ALIGNMENT) / ALIGNMENT * ALIGNMENT;
	if (to) {
		memcpy(to, text, length);
		to[length] = '\0';
	}
	return to;
}

static struct hr_access *pack_access(struct packer *packer, const struct hr_access *from)
{
	const char *text = pack_text(packer, from->text, from->text ? strlen(from->text) : 0);
	struct hr_access *to = pack(packer, from, sizeof *from);

	if (to == NULL)
		return NULL;
	to->text = text;
	to->value = from->value + packer->shift;
	return to;
}

static struct hr_operand *pack_operands(struct packer *packer, const struct hr_operand *from, size_t count);

/* What it points to; the operand itself was copied to `to` already (NULL: measuring). */
static void pack_operand(struct packer *packer, struct hr_operand *to, const struct hr_operand *from)
{
	bool is_name = from->kind == HR_OPERAND_FUNCTION || from->kind == HR_OPERAND_VARIABLE;
	size_t length = is_name && from->text ? strlen(from->text) : from->length;
	const char *text = pack_text(packer, from->text, length);
	struct hr_operand *parts = from->part_count ? pack_operands(packer, from->parts, from->part_count) : NULL;
	size_t *fields = from->part_count ? pack(packer, from->fields, from->part_count * sizeof *from->fields) : NULL;

	bool has_access = from->kind == HR_OPERAND_PART || from->kind == HR_OPERAND_ADDRESS;
	struct hr_access *access = has_access ? pack_access(packer, from->access) : NULL;

	if (to == NULL)
		return;
	to->access = access;
	to->text = text;
	to->parts = parts;
	to->fields = fields;
	if (from->kind == HR_OPERAND_VALUE)
		to->value = from->value + packer->shift;
}

/* Most are values and numbers, and copied with the others. */
static bool points_somewhere(const struct hr_operand *operand)
{
	return operand->text || operand->part_count || operand->kind == HR_OPERAND_PART ||
	       operand->kind == HR_OPERAND_ADDRESS;
}

static struct hr_operand *pack_operands(struct packer *packer, const struct hr_operand *from, size_t count)
{
	struct hr_operand *to = pack(packer, from, count * sizeof *from);

	for (size_t i = 0; i < count; i++)
		if (points_somewhere(&from[i]) || (packer->shift && to))
			pack_operand(packer, to ? &to[i] : NULL, &from[i]);
	return to;
}

static void pack_statement(struct packer *packer, struct hr_statement *to, const struct hr_statement *from)
{
	struct hr_operand *operands =
		from->operand_count ? pack_operands(packer, from->operands, from->operand_count) : NULL;

	bool has_access = from->kind == HR_STATEMENT_GET || from->kind == HR_STATEMENT_SET;
	struct hr_access *access = has_access ? pack_access(packer, from->access) : NULL;

	if (to == NULL)
		return;
	to->operands = operands;
	to->access = access;
}

static struct hr_statement *pack_statements(struct packer *packer, const struct hr_statement *from, size_t count)
{
	struct hr_statement *to = pack(packer, count ? from : NULL, count * sizeof *from);

	for (size_t i = 0; i < count; i++)
		pack_statement(packer, to ? &to[i] : NULL, &from[i]);
	return to;
}

/* What follows the head of a chain. */
static void pack_chain(struct packer *packer, struct hr_chain *to, const struct hr_chain_draft *draft)
{
	size_t parts = draft->parts.count, types = draft->types.count;
	void *packed_parts = pack(packer, parts ? draft->parts.data : NULL, parts * sizeof *draft->parts.data);
	void *packed_types = pack(packer, types ? draft->types.data : NULL, types * sizeof *draft->types.data);
	void *packed_statements = pack_statements(packer, draft->statements.data, draft->statements.count);

	if (to == NULL)
		return;
	to->parts = packed_parts;
	to->own_types = packed_types;
	to->statements = packed_statements;
}

/* ---- drafts ---- */

uint32_t hr_chain_draft_part(struct hr_chain_draft *draft, struct hr_chain *part)
{
	uint32_t first = draft->part_values;

	if (draft->statements.count)
		HR_BUG("a part after %zu statements", draft->statements.count);
	hr_vec_push(&draft->parts, hr_chain_hold(part));
	draft->is_hashed = false;
	draft->part_statements += part->statement_count;
	draft->part_values += part->value_count;
	draft->part_calls += part->call_count;
	return first;
}

size_t hr_chain_draft_add(struct hr_chain_draft *draft, const struct hr_statement *statement, bool yields,
			  struct hr_type_ref type)
{
	size_t value = HR_NO_VALUE;

	draft->is_hashed = false;
	if (yields) {
		value = draft->part_values + draft->types.count;
		hr_vec_push(&draft->types, type);
	}
	hr_vec_push(&draft->statements, *statement);
	draft->statements.data[draft->statements.count - 1].value = value;
	return value;
}

/* Keeps the room; the parts' references are somebody else's now. */
static void empty_draft(struct hr_chain_draft *draft)
{
	hr_vec_clear(&draft->parts);
	hr_vec_clear(&draft->statements);
	hr_vec_clear(&draft->types);
	hr_arena_clear(&draft->arena);
	draft->part_statements = draft->part_values = draft->part_calls = 0;
	draft->is_hashed = false;
}

static size_t aligned(size_t size)
{
	return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

struct hr_chain *hr_chain_draft_finish(struct hr_chain_draft *draft)
{
	return hr_chain_draft_finish_with(draft, 0);
}

struct hr_chain *hr_chain_draft_finish_with(struct hr_chain_draft *draft, size_t room)
{
	struct packer packer = { .used = 0 };
	uint64_t hash = hr_chain_draft_hash(draft);
	size_t head = aligned(sizeof(struct hr_chain)) + aligned(room);
	uint32_t calls = draft->part_calls;

	for (size_t i = 0; i < draft->statements.count; i++)
		calls += draft->statements.data[i].kind == HR_STATEMENT_CALL;
	pack_chain(&packer, NULL, draft);
	size_t size = head + packer.used;
	char *memory = draft->slabs ? hr_slabs_take(draft->slabs, size) : hr_reallocarray(NULL, 1, size);
	struct hr_chain *chain = (struct hr_chain *)memory;
	*chain = (struct hr_chain){
		.references = 1,
		.hash = hash,
		.hash_power = draft->hash_power,
		.size = size,
		.statement_count = draft->part_statements + (uint32_t)draft->statements.count,
		.value_count = draft->part_values + (uint32_t)draft->types.count,
		.call_count = calls,
		.part_count = (uint32_t)draft->parts.count,
		.own_statements = (uint32_t)draft->statements.count,
		.own_values = (uint32_t)draft->types.count,
		.known = room ? memory + aligned(sizeof *chain) : NULL,
		.slabs = draft->slabs,
	};
	packer = (struct packer){ .memory = memory + head };
	pack_chain(&packer, chain, draft);
	empty_draft(draft);
	return chain;
}

void hr_chain_draft_clear(struct hr_chain_draft *draft)
{
	for (size_t i = 0; i < draft->parts.count; i++)
		hr_chain_drop(draft->parts.data[i]);
	empty_draft(draft);
}

void hr_chain_draft_release(struct hr_chain_draft *draft)
{
	hr_chain_draft_clear(draft);
	hr_vec_release(&draft->parts);
	hr_vec_release(&draft->statements);
	hr_vec_release(&draft->types);
	hr_arena_release(&draft->arena);
}

/* ---- chains ---- */

bool hr_chain_fails_alloc(const struct hr_chain *chain)
{
	for (uint32_t i = 0; i < chain->own_statements; i++)
		if (chain->statements[i].kind == HR_STATEMENT_FAIL_ALLOC)
			return true;
	return false;
}

struct hr_chain *hr_chain_hold(struct hr_chain *chain)
{
	chain->references++;
	return chain;
}

void hr_chain_drop(struct hr_chain *chain)
{
	if (chain == NULL || --chain->references > 0)
		return;
	for (uint32_t i = 0; i < chain->part_count; i++)
		hr_chain_drop(chain->parts[i]);
	if (chain->encoded && chain->encoded_free)
		chain->encoded_free(chain->encoded);
	if (chain->known && chain->known_end)
		chain->known_end(chain->known);
	if (chain->slabs)
		hr_slabs_give(chain->slabs, chain, chain->size);
	else
		free(chain);
}

/* The chain whose own value it is; `*value` becomes its number there, `*first` is what was taken off it. */
static const struct hr_chain *find_own(const struct hr_chain *chain, size_t *value, size_t *first)
{
	*first = 0;
	if (*value >= chain->value_count)
		HR_BUG("a chain of %u values has no value %zu", chain->value_count, *value);
	while (*value < hr_chain_first_value(chain)) {
		uint32_t part = 0;

		for (; *value >= chain->parts[part]->value_count; part++) {
			*value -= chain->parts[part]->value_count;
			*first += chain->parts[part]->value_count;
		}
		chain = chain->parts[part];
	}
	return chain;
}

struct hr_type_ref hr_chain_type(const struct hr_chain *chain, size_t value)
{
	size_t first;
	const struct hr_chain *owner = find_own(chain, &value, &first);

	return owner->own_types[value - hr_chain_first_value(owner)];
}

const struct hr_statement *hr_chain_maker(const struct hr_chain *chain, size_t value, size_t *first)
{
	const struct hr_chain *owner = find_own(chain, &value, first);

	for (uint32_t i = 0; i < owner->own_statements; i++)
		if (owner->statements[i].value == value)
			return &owner->statements[i];
	HR_BUG("nothing yields value %zu", value);
}

static void flatten_into(struct hr_sequence *out, const struct hr_chain *chain, size_t first)
{
	size_t before = first;

	for (uint32_t i = 0; i < chain->part_count; i++) {
		flatten_into(out, chain->parts[i], before);
		before += chain->parts[i]->value_count;
	}
	for (uint32_t i = 0, own = 0; i < chain->own_statements; i++) {
		struct packer packer = { .arena = &out->arena, .shift = first };
		struct hr_statement copy = chain->statements[i];
		bool yields = copy.value != HR_NO_VALUE;
		struct hr_type_ref type = { HR_NO_TYPE, 0 };

		pack_statement(&packer, &copy, &chain->statements[i]);
		if (yields)
			type = chain->own_types[own++];
		hr_sequence_add(out, &copy, yields, type, NULL);
	}
}

struct hr_sequence *hr_chain_flatten(const struct hr_chain *chain, const struct hr_model *model)
{
	struct hr_sequence *sequence = hr_sequence_new(model);

	flatten_into(sequence, chain, 0);
	return sequence;
}

struct hr_chain *hr_chain_of(const struct hr_sequence *sequence)
{
	struct hr_chain_draft draft = { .model = sequence->model };

	for (size_t i = 0; i < sequence->statements.count; i++) {
		const struct hr_statement *statement = &sequence->statements.data[i];
		bool yields = statement->value != HR_NO_VALUE;
		struct hr_type_ref type = { HR_NO_TYPE, 0 };

		if (yields)
			type = sequence->values.data[statement->value].type;
		hr_chain_draft_add(&draft, statement, yields, type);
	}
	struct hr_chain *chain = hr_chain_draft_finish(&draft);
	hr_chain_draft_release(&draft);
	return chain;
}
