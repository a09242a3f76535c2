/* Constants of the unit, with place and weight: operands of comparisons, cases of switches, masks and arithmetic, arguments, what is stored, and tables of
 * keywords. A constant is told once for each function and use.
 *
 * Left out is what says nothing about values: comparisons with 0, steps by one, shifts, sizes that a copy or an allocation was given, sizes of elements. */
#include "analysis/constants_internal.h"
#include "analysis/flow.h"

#include "base/memory.h"
#include "base/strbuf.h"

#include <math.h>
#include <string.h>

enum { ONCE_MAX = 4096 };

/* ---- keeping ---- */

static void key_of(struct hr_strbuf *out, const struct hr_literal *literal)
{
	hr_strbuf_clear(out);
	switch (literal->kind) {
	case HR_LITERAL_TEXT:
		/* a map's keys end at a NUL: what is behind one is told apart by the length */
		hr_strbuf_addf(out, "t%zu:%.*s", literal->length, (int)literal->length, literal->text);
		break;
	case HR_LITERAL_REAL:
		hr_strbuf_addf(out, "r%a", literal->real);
		break;
	case HR_LITERAL_INTEGER:
	case HR_LITERAL_CHARACTER:
		hr_strbuf_addf(out, "i%lld", (long long)literal->number);
		break;
	}
}

void hr_constant_key(struct hr_strbuf *out, const struct hr_literal *literal)
{
	key_of(out, literal);
}

void hr_literal_add(struct hr_miner *miner, const struct hr_literal *literal)
{
	key_of(&miner->key, literal);
	struct hr_strbuf *key = &miner->key;
	size_t found;
	/* how often, whatever the use */
	if (hr_map_get(&miner->frequency, key->data, &found)) {
		miner->counts.data[found].times++;
	} else {
		hr_map_put(&miner->frequency, key->data, miner->counts.count);
		found = miner->counts.count;
		hr_vec_push(&miner->counts, (struct hr_miner_count){ 1, 0, HR_CODE_NONE });
	}
	/* in how many files: functions come file by file, but for headers; seeing one again is rare and counted by the map */
	hr_strbuf_addf(key, "@%u", literal->at.file);
	if (hr_map_put(&miner->places, key->data, 0))
		miner->counts.data[found].files++;
	hr_strbuf_addf(key, "/%u/%u/%d", literal->function, literal->variable, (int)literal->use);
	if (!hr_map_put(&miner->places, key->data, 0))
		return;
	hr_vec_push(&miner->facts->literals, *literal);
	hr_vec_push(&miner->count_of, found);
}

static void weigh(struct hr_miner *miner)
{
	const struct hr_code *code = miner->facts->code;
	bool *has_code = hr_calloc(code->files.count + 1, sizeof *has_code);
	double files = 0;
	for (size_t i = 0; i < miner->facts->literals.count; i++)
		if (miner->facts->literals.data[i].at.file != HR_CODE_NONE)
			has_code[miner->facts->literals.data[i].at.file] = true;
	for (size_t i = 0; i < code->functions.count; i++)
		if (code->functions.data[i].is_defined && code->functions.data[i].file != HR_CODE_NONE)
			has_code[code->functions.data[i].file] = true;
	for (size_t i = 0; i < code->files.count; i++)
		files += has_code[i];
	for (size_t i = 0; i < miner->facts->literals.count; i++) {
		const struct hr_miner_count *count = &miner->counts.data[miner->count_of.data[i]];
		double in = count->files > files ? files : (double)count->files;
		miner->facts->literals.data[i].weight = (double)count->times * log((files + 1) / (files + 1 - in));
	}
	free(has_code);
}

/* ---- instructions ---- */

struct place {
	struct hr_miner *miner;
	const struct hr_code_function *function;
	uint32_t index;
	const struct hr_code_instruction *instruction;
};

static struct hr_literal literal_at(const struct place *place, enum hr_literal_use use)
{
	return (struct hr_literal){ .use = use,
				    .function = place->index,
				    .variable = HR_CODE_NONE,
				    .at = { place->instruction->file, place->instruction->line } };
}

static bool is_character(const struct hr_code_function *function, uint32_t value, int64_t number)
{
	const struct hr_code_value *plain = &function->values.data[hr_flow_uncast(function, value)];
	return plain->bits == 8 && ((number >= ' ' && number < 127) || (number >= '\t' && number <= '\r'));
}

/* `beside` is what it is used with; HR_CODE_NONE: nothing. */
static void add_number(const struct place *place, uint32_t value, uint32_t beside, enum hr_literal_use use)
{
	const struct hr_code_value *v = &place->function->values.data[value];
	struct hr_literal literal = literal_at(place, use);
	if (v->kind == HR_VALUE_REAL) {
		literal.kind = HR_LITERAL_REAL;
		literal.real = v->real;
	} else if (v->kind == HR_VALUE_INTEGER && v->bits > 1) {
		literal.number = v->number;
		literal.kind = beside != HR_CODE_NONE && is_character(place->function, beside, v->number)
				       ? HR_LITERAL_CHARACTER
				       : HR_LITERAL_INTEGER;
	} else {
		return;
	}
	hr_literal_add(place->miner, &literal);
}

static bool is_small(const struct hr_code_function *function, uint32_t value)
{
	const struct hr_code_value *v = &function->values.data[value];
	return v->kind == HR_VALUE_INTEGER && v->number >= -1 && v->number <= 1;
}

static void add_text(const struct place *place, uint32_t value, enum hr_literal_use use)
{
	const struct hr_code_value *v = &place->function->values.data[value];
	struct hr_literal literal = literal_at(place, use);
	if (v->kind != HR_VALUE_VARIABLE || v->number < 0 ||
	    !hr_variable_text(&literal, place->miner->facts->code, v->index, (uint64_t)v->number))
		return;
	hr_literal_add(place->miner, &literal);
}

static void mine_comparison(const struct place *place)
{
	uint32_t left = hr_flow_operand(place->function, place->instruction, 0);
	uint32_t right = hr_flow_operand(place->function, place->instruction, 1);
	const uint32_t sides[] = { left, right, left };
	for (size_t i = 0; i < 2; i++) {
		const struct hr_code_value *value = &place->function->values.data[sides[i]];
		if (value->kind == HR_VALUE_INTEGER && value->number == 0)
			continue;
		add_number(place, sides[i], sides[i + 1], HR_USED_COMPARED);
	}
}

static void mine_switch(const struct place *place)
{
	uint32_t value = hr_flow_operand(place->function, place->instruction, 0);
	for (uint32_t o = 1; o < place->instruction->operand_count && o < ONCE_MAX; o++)
		add_number(place, hr_flow_operand(place->function, place->instruction, o), value, HR_USED_SWITCHED);
}

/* The difference of two pointers, which is divided by the size of an element. */
static bool is_difference(const struct hr_code_function *function, uint32_t value)
{
	const struct hr_code_instruction *minus = hr_flow_maker(function, value);
	if (!minus || minus->op != HR_CODE_BINARY || minus->detail != HR_SUBTRACT)
		return false;
	const struct hr_code_instruction *from = hr_flow_maker(function, hr_flow_operand(function, minus, 0));
	return from && from->op == HR_CODE_CAST && from->detail == HR_CAST_TO_INTEGER;
}

static void mine_binary(const struct place *place)
{
	enum hr_binary operation = (enum hr_binary)place->instruction->detail;
	uint32_t left = hr_flow_operand(place->function, place->instruction, 0);
	uint32_t right = hr_flow_operand(place->function, place->instruction, 1);
	if (operation == HR_SHIFT_LEFT || operation == HR_SHIFT_RIGHT_SIGNED || operation == HR_SHIFT_RIGHT_UNSIGNED ||
	    is_difference(place->function, left))
		return;
	bool is_mask = operation == HR_AND || operation == HR_OR || operation == HR_EXCLUSIVE_OR;
	const struct hr_code_value *mask = &place->function->values.data[right];
	if (operation == HR_AND && mask->kind == HR_VALUE_INTEGER && mask->number < 0) {
		/* flags &= ~4 is about 4 */
		struct hr_literal literal = literal_at(place, HR_USED_COMPUTED);
		literal.number = ~mask->number;
		if (literal.number > 0)
			hr_literal_add(place->miner, &literal);
		return;
	}
	const uint32_t sides[] = { left, right };
	for (size_t i = 0; i < 2; i++)
		if (!is_small(place->function, sides[i]) ||
		    (is_mask && place->function->values.data[sides[i]].number == 1))
			add_number(place, sides[i], HR_CODE_NONE, HR_USED_COMPUTED);
}

static bool compares(const char *name)
{
	return strstr(name, "cmp") || strstr(name, "strstr") || strstr(name, "casestr");
}

static void mine_call(const struct place *place)
{
	const struct hr_code_value *callee =
		&place->function->values.data[hr_flow_operand(place->function, place->instruction, 0)];
	const struct hr_code_function *target =
		callee->kind == HR_VALUE_FUNCTION ? &place->miner->facts->code->functions.data[callee->index] : NULL;
	const struct hr_libc_function *library = target && !target->is_defined ? hr_libc_find(target->name) : NULL;
	bool is_assertion = library && library->does & HR_LIBC_ASSERTION;
	for (uint32_t o = 1; o < place->instruction->operand_count && !is_assertion; o++) {
		uint32_t value = hr_flow_operand(place->function, place->instruction, o);
		struct hr_libc_parameter parameter = { 0 };
		if (library)
			parameter = hr_libc_parameter(library, o - 1);
		add_text(place, value, target && compares(target->name) ? HR_USED_COMPARED : HR_USED_PASSED);
		if (parameter.is_length || is_small(place->function, value))
			continue;
		struct hr_literal literal = literal_at(place, HR_USED_PASSED);
		const struct hr_code_value *v = &place->function->values.data[value];
		if (parameter.meaning == HR_MEANING_CHARACTER && v->kind == HR_VALUE_INTEGER) {
			literal.kind = HR_LITERAL_CHARACTER;
			literal.number = v->number;
			hr_literal_add(place->miner, &literal);
		} else {
			add_number(place, value, HR_CODE_NONE, HR_USED_PASSED);
		}
	}
}

static void mine_store(const struct place *place)
{
	uint32_t value = hr_flow_operand(place->function, place->instruction, 0);
	add_text(place, value, HR_USED_STORED);
	if (!is_small(place->function, value))
		add_number(place, value, value, HR_USED_STORED);
}

static void mine_phi(const struct place *place)
{
	for (uint32_t o = 0; o < place->instruction->operand_count; o++)
		add_text(place, hr_flow_operand(place->function, place->instruction, o), HR_USED_STORED);
}

/* "content"[i]: what is read character by character is compared with something, mostly. */
static void mine_address(const struct place *place)
{
	if (place->instruction->operand_count > 1)
		add_text(place, hr_flow_operand(place->function, place->instruction, 0), HR_USED_COMPARED);
}

static void mine_instruction(const struct place *place)
{
	static void (*const by_op[HR_CODE_OP_COUNT])(const struct place *) = {
		[HR_CODE_COMPARE] = mine_comparison,
		[HR_CODE_COMPARE_REAL] = mine_comparison,
		[HR_CODE_SWITCH] = mine_switch,
		[HR_CODE_BINARY] = mine_binary,
		[HR_CODE_CALL] = mine_call,
		[HR_CODE_STORE] = mine_store,
		[HR_CODE_PHI] = mine_phi,
		[HR_CODE_ADDRESS] = mine_address,
	};
	if (by_op[place->instruction->op])
		by_op[place->instruction->op](place);
}

void hr_analyse_constants(struct hr_facts *facts)
{
	struct hr_miner miner;
	memset(&miner, 0, sizeof miner);
	miner.facts = facts;
	hr_strbuf_init(&miner.key);
	hr_vec_clear(&facts->literals);
	for (uint32_t f = 0; f < facts->code->functions.count; f++) {
		const struct hr_code_function *function = &facts->code->functions.data[f];
		for (size_t i = 0; i < function->instructions.count; i++)
			mine_instruction(&(struct place){ &miner, function, f, &function->instructions.data[i] });
	}
	hr_constants_mine_tables(&miner);
	weigh(&miner);
	hr_map_release(&miner.frequency);
	hr_map_release(&miner.places);
	hr_vec_release(&miner.counts);
	hr_vec_release(&miner.count_of);
	hr_strbuf_release(&miner.key);
}
