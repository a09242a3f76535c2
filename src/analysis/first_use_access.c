/* What instructions read and write of the objects behind parameters; calls by what is known of their targets.
 *
 * Invariant: reads are noted in the last pass alone, when what is written before them is known. */
#include "analysis/first_use.h"

#include <string.h>

static void add_bytes(uint64_t *set, int64_t offset, int64_t size)
{
	for (int64_t i = offset < 0 ? 0 : offset; i < offset + size && i < HR_FIRST_BYTES; i++)
		set[i / 64] |= UINT64_C(1) << (i % 64);
}

static bool is_within(int64_t offset, int64_t size)
{
	return offset != HR_FIRST_VARIES && offset >= 0 && size > 0 && size <= HR_FIRST_BYTES &&
	       offset <= HR_FIRST_BYTES - size;
}

/* The set moved up by so many bytes; what falls off is left out. */
static void shift(uint64_t *out, const uint64_t *set, int64_t offset)
{
	memset(out, 0, HR_FIRST_WORDS * sizeof *out);
	for (int64_t i = 0; i + offset < HR_FIRST_BYTES; i++)
		if (i + offset >= 0 && set[i / 64] >> (i % 64) & 1)
			add_bytes(out, i + offset, 1);
}

static bool is_empty(const uint64_t *set)
{
	for (int i = 0; i < HR_FIRST_WORDS; i++)
		if (set[i])
			return false;
	return true;
}

static struct hr_place place_of(const struct hr_code_instruction *at)
{
	return (struct hr_place){ at->file, at->line };
}

static void note_surely(struct hr_first_use *use, const struct hr_code_instruction *at)
{
	if (use->at_read.file == HR_CODE_NONE)
		use->at_read = place_of(at);
}

static void read_set(struct hr_first_walk *walk, struct hr_first_base base, const uint64_t *sure, const uint64_t *maybe,
		     const struct hr_code_instruction *at)
{
	struct hr_first_use *use = hr_first_use_of(walk, base.parameter);
	const struct hr_first_ways *ways = &walk->now[base.parameter];
	bool found = false;

	if (!walk->tells)
		return;
	for (int i = 0; i < HR_FIRST_WORDS; i++) {
		uint64_t surely = base.is_maybe || ways->some_elsewhere ? 0 : sure[i] & ~ways->some[i];
		found |= surely != 0;
		use->read[i] |= surely;
		use->maybe[i] |= (sure[i] | maybe[i]) & ~ways->always[i];
	}
	if (found)
		note_surely(use, at);
}

/* How many bytes from the beginning are written on every way. */
static uint32_t filled(const struct hr_first_ways *ways)
{
	uint32_t count = 0;

	for (int i = 0; i < HR_FIRST_WORDS; i++) {
		if (ways->always[i] != UINT64_MAX)
			return count + (uint32_t)__builtin_ctzll(~ways->always[i]);
		count += 64;
	}
	return count;
}

/* `by_callee`: so many bytes a callee has written before it reads there. */
static void read_elsewhere(struct hr_first_walk *walk, struct hr_first_base base, bool is_sure, uint32_t by_callee,
			   const struct hr_code_instruction *at)
{
	struct hr_first_use *use = hr_first_use_of(walk, base.parameter);
	const struct hr_first_ways *ways = &walk->now[base.parameter];

	if (!walk->tells)
		return;
	uint32_t here = filled(ways) > by_callee ? filled(ways) : by_callee;
	if (!use->maybe_elsewhere || here < use->filled_before)
		use->filled_before = here;
	use->maybe_elsewhere = true;
	if (is_sure && !base.is_maybe && !ways->is_touched) {
		use->reads_elsewhere = true;
		note_surely(use, at);
	}
}

static void read_bytes(struct hr_first_walk *walk, struct hr_first_base base, int64_t size,
		       const struct hr_code_instruction *at)
{
	uint64_t set[HR_FIRST_WORDS] = { 0 }, none[HR_FIRST_WORDS] = { 0 };

	if (!is_within(base.offset, size)) {
		read_elsewhere(walk, base, true, 0, at);
		return;
	}
	add_bytes(set, base.offset, size);
	read_set(walk, base, set, none, at);
}

static void write_bytes(struct hr_first_walk *walk, struct hr_first_base base, int64_t size)
{
	struct hr_first_use *use = hr_first_use_of(walk, base.parameter);
	struct hr_first_ways *ways = &walk->now[base.parameter];

	ways->is_touched = true;
	if (!is_within(base.offset, size)) {
		ways->some_elsewhere = true;
		use->writes_elsewhere = true;
		if (base.offset == HR_FIRST_VARIES || base.offset < 0 || size <= 0)
			return; /* else the part of it that is looked at counts */
		size = base.offset < HR_FIRST_BYTES ? HR_FIRST_BYTES - base.offset : 0;
	}
	add_bytes(ways->some, base.offset, size);
	add_bytes(use->written, base.offset, size);
	if (!base.is_maybe)
		add_bytes(ways->always, base.offset, size);
}

static int64_t constant_at(const struct hr_first_walk *walk, const struct hr_code_instruction *call, int operand)
{
	if (operand < 0 || (uint32_t)operand + 1 >= call->operand_count)
		return -1;
	const struct hr_code_value *value =
		&walk->function->values.data[hr_flow_operand(walk->function, call, (uint32_t)operand + 1)];
	return value->kind == HR_VALUE_INTEGER ? value->number : -1;
}

static void call_library(struct hr_first_walk *walk, struct hr_first_base base, const struct hr_libc_function *library,
			 uint32_t number, const struct hr_code_instruction *call)
{
	bool is_named = number < HR_LIBC_PARAMETERS;
	struct hr_libc_parameter it = is_named ? hr_libc_parameter(library, number) : (struct hr_libc_parameter){ 0 };
	bool reads = is_named ? it.does & HR_LIBC_READ : library->does & HR_LIBC_REST_READ;
	bool writes = is_named ? it.does & HR_LIBC_WRITE : library->does & HR_LIBC_REST_WRITTEN;
	int64_t size = is_named && it.times < 0 ? constant_at(walk, call, it.size) : -1;

	if (it.does & (HR_LIBC_KEPT | HR_LIBC_CALLED | HR_LIBC_LIST))
		hr_first_use_of(walk, base.parameter)->is_unknown = true;
	if (reads && size >= 0)
		read_bytes(walk, base, size, call);
	else if (reads && it.size < 0)
		read_bytes(walk, base, 1, call); /* of text there is at least the NUL */
	else if (reads)
		read_elsewhere(walk, base, true, 0, call);
	if (!writes)
		return;
	if (size < 0) {
		struct hr_first_base varies = { base.parameter, HR_FIRST_VARIES, base.is_maybe, true };
		write_bytes(walk, varies, 1);
	}
	if (size >= 0)
		write_bytes(walk, base, size);
	else if (it.size < 0)
		write_bytes(walk, base, 1);
}

static void call_unit(struct hr_first_walk *walk, struct hr_first_base base, const struct hr_parameter_facts *callee,
		      bool is_only, const struct hr_code_instruction *call)
{
	const struct hr_first_use *theirs = &callee->first;
	struct hr_first_use *use = hr_first_use_of(walk, base.parameter);
	struct hr_first_ways *ways = &walk->now[base.parameter];
	uint64_t sure[HR_FIRST_WORDS] = { 0 }, maybe[HR_FIRST_WORDS] = { 0 }, written[HR_FIRST_WORDS] = { 0 },
		 always[HR_FIRST_WORDS] = { 0 };

	if (theirs->is_unknown || (callee->memory.kept & ~(unsigned)(HR_KEPT_NOT | HR_KEPT_RETURNED)))
		use->is_unknown = true;
	if (theirs->element)
		use->element = theirs->element;
	if (base.offset == HR_FIRST_VARIES) {
		if (!is_empty(theirs->maybe) || theirs->maybe_elsewhere)
			read_elsewhere(walk, base, is_only && (!is_empty(theirs->read) || theirs->reads_elsewhere), 0,
				       call);
		if (!is_empty(theirs->written) || theirs->writes_elsewhere)
			write_bytes(walk, base, 1);
		return;
	}
	if (is_only)
		shift(sure, theirs->read, base.offset);
	shift(maybe, theirs->maybe, base.offset);
	shift(written, theirs->written, base.offset);
	shift(always, theirs->always, base.offset);
	read_set(walk, base, sure, maybe, call);
	if (theirs->maybe_elsewhere)
		read_elsewhere(walk, base, is_only && theirs->reads_elsewhere,
			       base.offset == 0 && is_only && !base.is_maybe ? theirs->filled_before : 0, call);
	for (int i = 0; i < HR_FIRST_WORDS; i++) {
		ways->some[i] |= written[i];
		use->written[i] |= written[i];
		ways->always[i] |= is_only && !base.is_maybe ? always[i] : 0;
	}
	ways->some_elsewhere |= theirs->writes_elsewhere;
	ways->is_touched |= !is_empty(theirs->written) || theirs->writes_elsewhere;
	use->writes_elsewhere |= theirs->writes_elsewhere;
}

static void at_call(struct hr_first_walk *walk, uint32_t index)
{
	const struct hr_code_instruction *call = &walk->function->instructions.data[index];
	const struct hr_call *to = hr_call_graph_call(walk->graph, walk->index, index);
	const struct hr_callers *callers = &walk->graph->functions[walk->index];

	for (uint32_t a = 1; a < call->operand_count; a++) {
		struct hr_first_base base = hr_first_base(walk, hr_flow_operand(walk->function, call, a));
		if (!base.is_set || base.parameter == HR_CODE_NONE)
			continue;
		struct hr_first_use *use = hr_first_use_of(walk, base.parameter);
		if (!to || to->is_unknown || !to->target_count) {
			use->is_unknown = true;
			walk->now[base.parameter].some_elsewhere = walk->now[base.parameter].is_touched = true;
		}
		for (uint32_t t = 0; to && t < to->target_count; t++) {
			uint32_t target = callers->targets.data[to->targets + t];
			const struct hr_code_function *callee = &walk->facts->code->functions.data[target];
			const struct hr_function_facts *facts = &walk->facts->functions.data[target];
			uint32_t source = hr_first_source(callee, a - 1);
			bool is_only = to->target_count == 1 && !to->is_unknown;
			if (walk->graph->library[target]) {
				call_library(walk, base, walk->graph->library[target], a - 1, call);
			} else if (hr_is_intrinsic(callee->name)) {
				continue;
			} else if (!callee->is_defined || source == HR_CODE_NONE || source >= facts->parameters.count) {
				use->is_unknown = true;
				walk->now[base.parameter].some_elsewhere = walk->now[base.parameter].is_touched = true;
			} else {
				call_unit(walk, base, &facts->parameters.data[source], is_only, call);
			}
		}
	}
}

static bool leads_to(struct hr_first_base base, uint32_t parameter)
{
	return base.is_set && !base.is_maybe && base.parameter == parameter;
}

/* A pointer that is stored where anybody finds it. In the object itself (list->next = list) nobody does who does not have it anyway. */
static void escape(struct hr_first_walk *walk, uint32_t value, struct hr_first_base to)
{
	struct hr_first_base base = hr_first_base(walk, value);

	if (base.is_set && base.parameter != HR_CODE_NONE && !leads_to(to, base.parameter))
		hr_first_use_of(walk, base.parameter)->is_unknown = true;
}

void hr_first_step(struct hr_first_walk *walk, uint32_t index)
{
	const struct hr_code_function *function = walk->function;
	const struct hr_code_instruction *it = &function->instructions.data[index];
	static const struct hr_first_base nowhere = { .parameter = HR_CODE_NONE };
	struct hr_first_base base;

	switch (it->op) {
	case HR_CODE_LOAD:
		base = hr_first_base(walk, hr_flow_operand(function, it, 0));
		if (base.is_set && base.parameter != HR_CODE_NONE)
			read_bytes(walk, base, it->size, it);
		break;
	case HR_CODE_STORE:
		base = hr_first_base(walk, hr_flow_operand(function, it, 1));
		escape(walk, hr_flow_operand(function, it, 0), base);
		if (base.is_set && base.parameter != HR_CODE_NONE)
			write_bytes(walk, base, it->size);
		break;
	case HR_CODE_CALL:
		at_call(walk, index);
		break;
	case HR_CODE_ASSEMBLY:
	case HR_CODE_ATOMIC:
	case HR_CODE_VA_ARG:
	case HR_CODE_INSERT:
	case HR_CODE_OTHER:
		for (uint32_t i = 0; i < it->operand_count; i++)
			escape(walk, hr_flow_operand(function, it, i), nowhere);
		break;
	default:
		break;
	}
}
