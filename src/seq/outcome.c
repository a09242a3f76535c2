/* Outcomes as a container, and the names of what can happen.
 *
 * Invariant: texts, bytes and the vectors' storage belong to the outcome; texts and bytes live in its arena. */
#include "seq/outcome.h"

#include "base/bug.h"

#include <string.h>

static void init_fault(struct hr_fault *fault)
{
	fault->statement = HR_NO_STATEMENT;
	fault->file = fault->function = fault->text = fault->owner.name = "";
	fault->owner.block = HR_NO_BLOCK;
	fault->owner.allocated_by = fault->owner.freed_by = HR_NO_STATEMENT;
}

void hr_outcome_init(struct hr_outcome *outcome)
{
	memset(outcome, 0, sizeof *outcome);
	outcome->statement = HR_NO_STATEMENT;
	outcome->output = "";
	init_fault(&outcome->fault);
}

static void release_fault(struct hr_fault *fault)
{
	hr_vec_release(&fault->stack);
	hr_vec_release(&fault->allocation);
	hr_vec_release(&fault->release);
}

void hr_outcome_release(struct hr_outcome *outcome)
{
	release_fault(&outcome->fault);
	for (size_t i = 0; i < outcome->notes.count; i++)
		release_fault(&outcome->notes.data[i]);
	for (size_t i = 0; i < outcome->callbacks.count; i++)
		hr_vec_release(&outcome->callbacks.data[i].arguments);
	hr_vec_release(&outcome->notes);
	hr_vec_release(&outcome->calls);
	hr_vec_release(&outcome->pointers);
	hr_vec_release(&outcome->descriptions);
	hr_vec_release(&outcome->leaks);
	hr_vec_release(&outcome->heap);
	hr_vec_release(&outcome->callbacks);
	hr_vec_release(&outcome->comparisons);
	hr_vec_release(&outcome->fingerprints);
	hr_vec_release(&outcome->new_edges);
	hr_vec_release(&outcome->edges);
	hr_vec_release(&outcome->edge_places);
	hr_arena_release(&outcome->arena);
	hr_outcome_init(outcome);
}

static void clear_fault(struct hr_fault *fault)
{
	struct hr_fault empty = { .kind = HR_KIND_NONE };
	init_fault(&empty);
	empty.stack = fault->stack;
	empty.allocation = fault->allocation;
	empty.release = fault->release;
	hr_vec_clear(&empty.stack);
	hr_vec_clear(&empty.allocation);
	hr_vec_clear(&empty.release);
	*fault = empty;
}

void hr_outcome_clear(struct hr_outcome *outcome)
{
	/* by the status: an illegal sequence has a text and no kind, and the texts go with the arena */
	if (outcome->status != HR_OUTCOME_NORMAL)
		clear_fault(&outcome->fault);
	for (size_t i = 0; i < outcome->notes.count; i++)
		release_fault(&outcome->notes.data[i]);
	for (size_t i = 0; i < outcome->callbacks.count; i++)
		hr_vec_release(&outcome->callbacks.data[i].arguments);
	hr_vec_clear(&outcome->notes);
	hr_vec_clear(&outcome->calls);
	hr_vec_clear(&outcome->pointers);
	hr_vec_clear(&outcome->descriptions);
	hr_vec_clear(&outcome->leaks);
	hr_vec_clear(&outcome->heap);
	hr_vec_clear(&outcome->callbacks);
	hr_vec_clear(&outcome->comparisons);
	hr_vec_clear(&outcome->fingerprints);
	hr_vec_clear(&outcome->new_edges);
	hr_vec_clear(&outcome->edges);
	hr_vec_clear(&outcome->edge_places);
	hr_arena_release(&outcome->arena);
	outcome->status = HR_OUTCOME_NOT_RUN;
	outcome->was_slow = outcome->is_confirmed = false;
	outcome->statement = HR_NO_STATEMENT;
	outcome->edge_total = outcome->live_blocks = outcome->call_total = 0;
	outcome->area = NULL;
	outcome->area_size = 0;
	outcome->slot_of = NULL;
	outcome->slot_count = 0;
	outcome->output = "";
	outcome->output_length = 0;
}

const unsigned char *hr_outcome_bytes(const struct hr_outcome *outcome, size_t value)
{
	if (value >= outcome->slot_count || outcome->area == NULL)
		return NULL;
	size_t slot = outcome->slot_of[value];
	return slot < outcome->area_size ? outcome->area + slot : NULL;
}

const struct hr_pointer_record *hr_outcome_pointer(const struct hr_outcome *outcome, size_t value)
{
	for (size_t i = 0; i < outcome->pointers.count; i++)
		if (outcome->pointers.data[i].value == value)
			return &outcome->pointers.data[i];
	return NULL;
}

const struct hr_description *hr_outcome_description(const struct hr_outcome *outcome, size_t value, size_t statement)
{
	for (size_t i = 0; i < outcome->descriptions.count; i++)
		if (outcome->descriptions.data[i].value == value &&
		    outcome->descriptions.data[i].statement == statement)
			return &outcome->descriptions.data[i];
	return NULL;
}

int64_t hr_bytes_integer(const unsigned char *bytes, size_t size, bool is_signed)
{
	uint64_t number = 0;
	memcpy(&number, bytes, size < 8 ? size : 8);
	if (is_signed && size > 0 && size < 8 && number >> (size * 8 - 1))
		number |= ~(uint64_t)0 << (size * 8);
	return (int64_t)number;
}

static const char *const status_names[HR_OUTCOME_STATUS_COUNT] = {
	[HR_OUTCOME_NOT_RUN] = "not run", [HR_OUTCOME_NORMAL] = "normal",       [HR_OUTCOME_FAULT] = "fault",
	[HR_OUTCOME_ILLEGAL] = "illegal", [HR_OUTCOME_HANG] = "hang",           [HR_OUTCOME_EXIT] = "exit",
	[HR_OUTCOME_REFUSED] = "refused", [HR_OUTCOME_EXHAUSTED] = "exhausted", [HR_OUTCOME_DIED] = "died",
};

const char *hr_outcome_status_name(enum hr_outcome_status status)
{
	if ((unsigned)status >= HR_OUTCOME_STATUS_COUNT)
		HR_BUG("there is no status %d", (int)status);
	return status_names[status];
}

/* As users of the address and the undefined behaviour sanitizer know them; ours where those have none. */
static const char *const kind_names[HR_FAULT_KINDS] = {
	[HR_KIND_NONE] = "nothing",
	[HR_KIND_HEAP_OVERFLOW] = "heap-buffer-overflow",
	[HR_KIND_HEAP_UNDERFLOW] = "heap-buffer-underflow",
	[HR_KIND_USE_AFTER_FREE] = "heap-use-after-free",
	[HR_KIND_LOCAL_OVERFLOW] = "stack-buffer-overflow",
	[HR_KIND_LOCAL_UNDERFLOW] = "stack-buffer-underflow",
	[HR_KIND_USE_AFTER_RETURN] = "stack-use-after-return",
	[HR_KIND_USE_AFTER_SCOPE] = "stack-use-after-scope",
	[HR_KIND_GLOBAL_OVERFLOW] = "global-buffer-overflow",
	[HR_KIND_NULL] = "null-dereference",
	[HR_KIND_WILD] = "wild-pointer",
	[HR_KIND_FOREIGN] = "foreign-memory",
	[HR_KIND_READ_ONLY] = "write-to-constant",
	[HR_KIND_DOUBLE_FREE] = "double-free",
	[HR_KIND_INVALID_FREE] = "bad-free",
	[HR_KIND_OVERLAP] = "memcpy-param-overlap",
	[HR_KIND_NEGATIVE_SIZE] = "negative-size-param",
	[HR_KIND_STACK_EXHAUSTED] = "stack-overflow",
	[HR_KIND_SIGNAL] = "signal",
	[HR_KIND_ABORT] = "abort",
	[HR_KIND_ASSERT] = "assertion-failure",
	[HR_KIND_EXIT] = "exit",
	[HR_KIND_REFUSED_CALL] = "refused-call",
	[HR_KIND_BAD_JUMP] = "bad-longjmp",
	[HR_KIND_BAD_FILE] = "bad-file",
	[HR_KIND_UB_ALIGNMENT] = "misaligned-pointer-use",
	[HR_KIND_UB_OBJECT_SIZE] = "insufficient-object-size",
	[HR_KIND_UB_SIGNED_OVERFLOW] = "signed-integer-overflow",
	[HR_KIND_UB_DIVISION] = "integer-divide-by-zero",
	[HR_KIND_UB_SHIFT] = "invalid-shift",
	[HR_KIND_UB_BOUNDS] = "out-of-bounds-index",
	[HR_KIND_UB_UNREACHABLE] = "unreachable-call",
	[HR_KIND_UB_MISSING_RETURN] = "missing-return",
	[HR_KIND_UB_VLA_BOUND] = "non-positive-vla-index",
	[HR_KIND_UB_FLOAT_CAST] = "float-cast-overflow",
	[HR_KIND_UB_INVALID_VALUE] = "invalid-value-load",
	[HR_KIND_UB_BUILTIN] = "invalid-builtin-use",
	[HR_KIND_UB_FUNCTION_TYPE] = "function-type-mismatch",
	[HR_KIND_UB_NONNULL_RETURN] = "invalid-null-return",
	[HR_KIND_UB_NONNULL_ARGUMENT] = "invalid-null-argument",
	[HR_KIND_UB_POINTER_OVERFLOW] = "pointer-overflow",
	[HR_KIND_UB_OTHER] = "undefined-behaviour",
};

const char *hr_fault_kind_name(enum hr_fault_kind kind)
{
	if ((unsigned)kind >= HR_FAULT_KINDS)
		HR_BUG("there is no kind of fault %d", (int)kind);
	return kind_names[kind];
}
