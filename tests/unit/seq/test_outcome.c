/* Outcomes: the container, the names, and a fault in one line. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "seq/outcome.h"
#include "unit.h"

static void test_outcome__starts_empty_and_ends_empty(void **state)
{
	struct hr_outcome outcome;
	(void)state;

	hr_outcome_init(&outcome);
	assert_int_equal(outcome.status, HR_OUTCOME_NOT_RUN);
	assert_int_equal(outcome.statement, HR_NO_STATEMENT);
	assert_string_equal(outcome.fault.text, "");
	assert_int_equal(outcome.fault.owner.block, HR_NO_BLOCK);
	outcome.status = HR_OUTCOME_FAULT;
	outcome.fault.text = hr_arena_strdup(&outcome.arena, "text");
	hr_vec_push(&outcome.fault.stack, (struct hr_frame){ .pc = 1 });
	hr_vec_push(&outcome.edges, 7);
	struct hr_fault *note = hr_vec_add(&outcome.notes);
	hr_vec_push(&note->allocation, (struct hr_frame){ .pc = 2 });
	struct hr_callback_call *call = hr_vec_add(&outcome.callbacks);
	hr_vec_push(&call->arguments, (struct hr_callback_argument){ .length = 1 });
	hr_outcome_release(&outcome);
	assert_int_equal(outcome.status, HR_OUTCOME_NOT_RUN);
	assert_int_equal(outcome.edges.count, 0);
	assert_string_equal(outcome.fault.text, "");
	hr_outcome_release(&outcome);
}

static void test_outcome__bytes_of_values(void **state)
{
	static const unsigned char area[] = { 1, 2, 3, 4 };
	static const size_t slots[] = { 2, (size_t)-1 };
	struct hr_outcome outcome;
	(void)state;

	hr_outcome_init(&outcome);
	assert_null(hr_outcome_bytes(&outcome, 0));
	outcome.area = area;
	outcome.area_size = sizeof area;
	outcome.slot_of = slots;
	outcome.slot_count = COUNT(slots);
	assert_ptr_equal(hr_outcome_bytes(&outcome, 0), area + 2);
	assert_null(hr_outcome_bytes(&outcome, 1));
	assert_null(hr_outcome_bytes(&outcome, 2));
	hr_outcome_release(&outcome);
}

static void test_outcome__everything_has_a_name(void **state)
{
	(void)state;
	for (int i = 0; i < HR_OUTCOME_STATUS_COUNT; i++)
		assert_non_null(hr_outcome_status_name((enum hr_outcome_status)i));
	for (int i = 0; i < HR_FAULT_KINDS; i++)
		assert_non_null(hr_fault_kind_name((enum hr_fault_kind)i));
	assert_string_equal(hr_outcome_status_name(HR_OUTCOME_NORMAL), "normal");
	assert_string_equal(hr_fault_kind_name(HR_KIND_USE_AFTER_FREE), "heap-use-after-free");
}

/* Statements 0 … 4 of the sequence that the faults are told of; its pointers are in `records`. */
static const char sequence_text[] = "v0 = opaque_new()\n"
				    "b = new char[10]\n"
				    "log_line(\"text\")\n"
				    "v3 = opaque_new()\n"
				    "opaque_free(v0)\n";

static const struct hr_pointer_record records[] = {
	{ .value = 0, .region = HR_IN_HEAP, .block = 1, .allocated_by = 0 },
	{ .value = 1, .region = HR_IN_HEAP, .block = 2, .allocated_by = 1 },
	{ .value = HR_NO_VALUE, .region = HR_IN_HEAP, .block = 3, .allocated_by = 2 },
	{ .value = 2, .region = HR_IN_HEAP, .block = 4, .offset = 8, .allocated_by = 3 },
};

#define BLOCK(number, bytes, maker) .region = HR_IN_HEAP, .block = number, .size = bytes, .allocated_by = maker
#define ALIVE .freed_by = HR_NO_STATEMENT
#define FREED(by) .is_freed = true, .freed_by = by

struct fault_case {
	const char *expected;
	enum hr_outcome_status status;
	struct hr_fault fault;
};

static const struct fault_case faults[] = {
	{ "heap-buffer-overflow: writes 1 byte, right past the end of v0 (16 bytes, allocated by the 1st call of opaque_new())",
	  HR_OUTCOME_FAULT,
	  { .kind = HR_KIND_HEAP_OVERFLOW,
	    .access = HR_FAULT_WRITE,
	    .size = 1,
	    .owner = { BLOCK(1, 16, 0), ALIVE, .place = HR_AFTER } } },
	{ "heap-buffer-overflow: strcpy writes 11 bytes, right past the end of b (10 bytes, made by the caller)",
	  HR_OUTCOME_FAULT,
	  { .kind = HR_KIND_HEAP_OVERFLOW,
	    .access = HR_FAULT_WRITE,
	    .size = 11,
	    .function = "strcpy",
	    .owner = { BLOCK(2, 10, 1), ALIVE, .place = HR_AFTER } } },
	{ "heap-buffer-underflow: reads 4 bytes, 1 byte before an argument of log_line() (5 bytes)",
	  HR_OUTCOME_FAULT,
	  { .kind = HR_KIND_HEAP_UNDERFLOW,
	    .access = HR_FAULT_READ,
	    .size = 4,
	    .owner = { BLOCK(3, 5, 2), ALIVE, .place = HR_BEFORE, .distance = 1 } } },
	{ "heap-use-after-free: reads 8 bytes, 4 bytes into v0 (16 bytes, allocated by the 1st call of opaque_new(), freed by opaque_free())",
	  HR_OUTCOME_FAULT,
	  { .kind = HR_KIND_USE_AFTER_FREE,
	    .access = HR_FAULT_READ,
	    .size = 8,
	    .owner = { BLOCK(1, 16, 0), FREED(4), .distance = 4 } } },
	{ "heap-use-after-free: reads 8 bytes, at the beginning of the block that v3 points into (32 bytes, allocated by the 2nd call of opaque_new(), freed by "
	  "opaque_free())",
	  HR_OUTCOME_FAULT,
	  { .kind = HR_KIND_USE_AFTER_FREE,
	    .access = HR_FAULT_READ,
	    .size = 8,
	    .owner = { BLOCK(4, 32, 3), FREED(4) } } },
	{ "heap-buffer-overflow: reads 1 byte, 3 bytes past the block of 16 bytes allocated by the 2nd call of opaque_new(), freed by opaque_free()",
	  HR_OUTCOME_FAULT,
	  { .kind = HR_KIND_HEAP_OVERFLOW,
	    .access = HR_FAULT_READ,
	    .size = 1,
	    .owner = { BLOCK(9, 16, 3), FREED(4), .place = HR_AFTER, .distance = 3 } } },
	{ "heap-buffer-overflow: reads 1 byte, right past the end of the block of 1 byte allocated before the first call",
	  HR_OUTCOME_FAULT,
	  { .kind = HR_KIND_HEAP_OVERFLOW,
	    .access = HR_FAULT_READ,
	    .size = 1,
	    .owner = { BLOCK(0, 1, HR_NO_STATEMENT), ALIVE, .place = HR_AFTER } } },
	{ "double-free: frees v0 (16 bytes, allocated by the 1st call of opaque_new(), freed by opaque_free())",
	  HR_OUTCOME_FAULT,
	  { .kind = HR_KIND_DOUBLE_FREE, .access = HR_FAULT_FREE, .owner = { BLOCK(1, 16, 0), FREED(4) } } },
	{ "bad-free: frees 8 bytes into v0 (16 bytes, allocated by the 1st call of opaque_new())",
	  HR_OUTCOME_FAULT,
	  { .kind = HR_KIND_INVALID_FREE,
	    .access = HR_FAULT_FREE,
	    .owner = { BLOCK(1, 16, 0), ALIVE, .distance = 8 } } },
	{ "bad-free: realloc frees the global variable 'table' (40 bytes)",
	  HR_OUTCOME_FAULT,
	  { .kind = HR_KIND_INVALID_FREE,
	    .access = HR_FAULT_FREE,
	    .function = "realloc",
	    .owner = { .region = HR_IN_GLOBAL, .name = "table", .size = 40 } } },
	{ "bad-free: frees address 0x123, which belongs to no block",
	  HR_OUTCOME_FAULT,
	  { .kind = HR_KIND_INVALID_FREE, .access = HR_FAULT_FREE, .address = 0x123 } },
	{ "stack-buffer-overflow: writes 1 byte, right past the end of the local variable 'buffer' (16 bytes)",
	  HR_OUTCOME_FAULT,
	  { .kind = HR_KIND_LOCAL_OVERFLOW,
	    .access = HR_FAULT_WRITE,
	    .size = 1,
	    .owner = { .region = HR_IN_STACK, .place = HR_AFTER, .name = "buffer", .size = 16 } } },
	{ "stack-use-after-return: reads 1 byte, 2 bytes into a local variable (16 bytes)",
	  HR_OUTCOME_FAULT,
	  { .kind = HR_KIND_USE_AFTER_RETURN,
	    .access = HR_FAULT_READ,
	    .size = 1,
	    .owner = { .region = HR_IN_STACK, .distance = 2, .size = 16 } } },
	{ "global-buffer-overflow: reads 4 bytes, right past the end of the global variable 'table' (40 bytes)",
	  HR_OUTCOME_FAULT,
	  { .kind = HR_KIND_GLOBAL_OVERFLOW,
	    .access = HR_FAULT_READ,
	    .size = 4,
	    .owner = { .region = HR_IN_GLOBAL, .place = HR_AFTER, .name = "table", .size = 40 } } },
	{ "null-dereference: reads 4 bytes at NULL",
	  HR_OUTCOME_FAULT,
	  { .kind = HR_KIND_NULL, .access = HR_FAULT_READ, .size = 4, .owner = { .region = HR_IN_NULL_PAGE } } },
	{ "null-dereference: strlen reads 1 byte at address 0x10, near NULL",
	  HR_OUTCOME_FAULT,
	  { .kind = HR_KIND_NULL,
	    .access = HR_FAULT_READ,
	    .size = 1,
	    .address = 16,
	    .function = "strlen",
	    .owner = { .region = HR_IN_NULL_PAGE } } },
	{ "wild-pointer: writes 8 bytes at address 0xdead, which belongs to nothing",
	  HR_OUTCOME_FAULT,
	  { .kind = HR_KIND_WILD, .access = HR_FAULT_WRITE, .size = 8, .address = 0xdead } },
	{ "foreign-memory: reads 8 bytes at address 0xdead, in memory that is not the unit's",
	  HR_OUTCOME_FAULT,
	  { .kind = HR_KIND_FOREIGN,
	    .access = HR_FAULT_READ,
	    .size = 8,
	    .address = 0xdead,
	    .owner = { .region = HR_IN_FOREIGN } } },
	{ "strcpy-param-overlap: strcpy gets ranges that overlap",
	  HR_OUTCOME_FAULT,
	  { .kind = HR_KIND_OVERLAP, .function = "strcpy" } },
	{ "negative-size-param: memset gets a size of -1",
	  HR_OUTCOME_FAULT,
	  { .kind = HR_KIND_NEGATIVE_SIZE, .function = "memset", .size = UINT64_MAX } },
	{ "signed-integer-overflow: 2147483647 + 1 cannot be represented in type 'int' at a.c:12:3",
	  HR_OUTCOME_FAULT,
	  { .kind = HR_KIND_UB_SIGNED_OVERFLOW,
	    .text = "2147483647 + 1 cannot be represented in type 'int'",
	    .file = "a.c",
	    .line = 12,
	    .column = 3 } },
	{ "assertion-failure: x > 0 at a.c:12",
	  HR_OUTCOME_FAULT,
	  { .kind = HR_KIND_ASSERT, .text = "x > 0", .file = "a.c", .line = 12 } },
	{ "abort: the unit calls abort", HR_OUTCOME_FAULT, { .kind = HR_KIND_ABORT } },
	{ "stack-overflow: the calls are nested too deeply", HR_OUTCOME_FAULT, { .kind = HR_KIND_STACK_EXHAUSTED } },
	{ "signal: SIGFPE", HR_OUTCOME_FAULT, { .kind = HR_KIND_SIGNAL, .code = SIGFPE } },
	{ "signal: number 500", HR_OUTCOME_FAULT, { .kind = HR_KIND_SIGNAL, .code = 500 } },
	{ "exit: the unit ends the process with code 3", HR_OUTCOME_EXIT, { .kind = HR_KIND_EXIT, .code = 3 } },
	{ "refused-call: the unit calls socket, which is not let through",
	  HR_OUTCOME_REFUSED,
	  { .kind = HR_KIND_REFUSED_CALL, .function = "socket" } },
	{ "illegal: the sequence itself: null-dereference: reads 4 bytes at NULL",
	  HR_OUTCOME_ILLEGAL,
	  { .kind = HR_KIND_NULL, .access = HR_FAULT_READ, .size = 4, .owner = { .region = HR_IN_NULL_PAGE } } },
	{ "hang: it does not come to an end, in opaque_free()", HR_OUTCOME_HANG, { .kind = HR_KIND_NONE } },
	{ "died: the worker died and could not say why, in opaque_free()", HR_OUTCOME_DIED, { .kind = HR_KIND_NONE } },
	{ "unreachable-call: two lines", HR_OUTCOME_FAULT, { .kind = HR_KIND_UB_UNREACHABLE, .text = "two\nlines" } },
};

static const char *or_empty(const char *text)
{
	return text ? text : "";
}

static void test_outcome__faults_in_a_line(void **state)
{
	struct hr_model *model = read_unit(*state);
	struct hr_sequence *sequence = read_sequence(model, sequence_text);
	struct hr_strbuf line = HR_STRBUF_INIT;
	int problems = 0;

	assert_non_null(sequence);
	for (size_t i = 0; i < COUNT(faults); i++) {
		struct hr_outcome outcome;

		hr_outcome_init(&outcome);
		outcome.status = faults[i].status;
		outcome.statement = 4;
		outcome.fault = faults[i].fault;
		outcome.fault.file = or_empty(outcome.fault.file);
		outcome.fault.text = or_empty(outcome.fault.text);
		outcome.fault.function = or_empty(outcome.fault.function);
		outcome.fault.owner.name = or_empty(outcome.fault.owner.name);
		for (size_t k = 0; k < COUNT(records); k++)
			hr_vec_push(&outcome.pointers, records[k]);
		hr_strbuf_clear(&line);
		hr_fault_describe(&line, sequence, &outcome, &outcome.fault);
		expect_text(&problems, "fault", faults[i].expected, line.data);
		hr_outcome_release(&outcome);
	}
	hr_strbuf_release(&line);
	hr_sequence_free(sequence);
	hr_model_free(model);
	assert_int_equal(problems, 0);
}

/* Cleared, an outcome is as a fresh one, whatever stood in it; only the room of its lists is kept. */
static void test_outcome__clear_leaves_nothing(void **state)
{
	(void)state;
	for (int status = 0; status < HR_OUTCOME_STATUS_COUNT; status++) {
		struct hr_outcome outcome;
		struct hr_outcome fresh;
		hr_outcome_init(&outcome);
		hr_outcome_init(&fresh);
		outcome.status = (enum hr_outcome_status)status;
		outcome.statement = 3;
		outcome.output = hr_arena_strdup(&outcome.arena, "written");
		if (status != HR_OUTCOME_NORMAL) { /* the others have a text, not always a kind */
			outcome.fault.text = hr_arena_strdup(&outcome.arena, "why");
			outcome.fault.statement = 3;
			outcome.fault.owner.block = 7;
			hr_vec_push(&outcome.fault.stack, (struct hr_frame){ .pc = 1 });
		}
		hr_vec_push(&outcome.edges, 5);
		hr_outcome_clear(&outcome);
		assert_int_equal(outcome.status, fresh.status);
		assert_int_equal(outcome.statement, fresh.statement);
		assert_string_equal(outcome.output, "");
		assert_string_equal(outcome.fault.text, "");
		assert_int_equal(outcome.fault.statement, fresh.fault.statement);
		assert_int_equal(outcome.fault.owner.block, fresh.fault.owner.block);
		assert_int_equal(outcome.fault.owner.freed_by, fresh.fault.owner.freed_by);
		assert_int_equal(outcome.fault.stack.count, 0);
		assert_int_equal(outcome.edges.count, 0);
		hr_outcome_release(&outcome);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_outcome__starts_empty_and_ends_empty),
		cmocka_unit_test(test_outcome__bytes_of_values),
		cmocka_unit_test(test_outcome__clear_leaves_nothing),
		cmocka_unit_test(test_outcome__everything_has_a_name),
		IN_SCRATCH(test_outcome__faults_in_a_line),
	};

	return cmocka_run_group_tests_name("outcome", tests, NULL, NULL);
}
