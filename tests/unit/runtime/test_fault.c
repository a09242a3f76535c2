/* Kinds of faults, what is only recorded, and the stack of a fault. */
#include "as_unit.h"

#include <string.h>

static const struct hr_wire_fault *const fault = &hr_runtime.fault;

struct access {
	uintptr_t address;
	size_t size;
	const char *function;
};

/* Stands in for an entry point of the checker: not part of the unit. */
static __attribute__((noinline)) void check(const struct access *access)
{
	hr_fault_access(access->address, access->size, HR_ACCESS_WRITE, access->function, __builtin_return_address(0),
			__builtin_frame_address(0));
}

static void AS_UNIT inner(const struct access *access)
{
	check(access);
	__asm__ volatile("nop"); /* no tail call */
}

static void AS_UNIT outer(void **arguments, void *result)
{
	(void)result;
	inner(arguments[0]);
	__asm__ volatile("nop");
}

static void expect_access(uintptr_t address, size_t size, const char *function, enum hr_wire_fault_kind kind)
{
	struct access access = { address, size, function };
	void *arguments[] = { &access };
	as_unit_expect(outer, arguments, HR_WIRE_FAULT);
	assert_int_equal(fault->kind, kind);
	assert_int_equal(fault->address, address);
	assert_int_equal(fault->size, size);
	assert_int_equal(fault->access, HR_ACCESS_WRITE);
	assert_string_equal(fault->function, function ? function : "");
}

static void test_fault__heap(void **state)
{
	(void)state;
	hr_runtime.statement = 7;
	uintptr_t block = (uintptr_t)hr_arena_allocate(13, 16, HR_BLOCK_UNIT);
	assert_int_not_equal(block, 0);
	expect_access(block + 13, 1, NULL, HR_FAULT_HEAP_OVERFLOW);
	assert_int_equal(fault->owner.region, HR_REGION_HEAP);
	assert_int_equal(fault->owner.place, HR_PLACE_AFTER);
	assert_int_equal(fault->owner.distance, 0);
	assert_int_equal(fault->owner.allocated_by, 7);
	assert_int_equal(fault->statement, 7);
	expect_access(block, 14, "memset", HR_FAULT_HEAP_OVERFLOW); /* begins inside */
	assert_int_equal(fault->owner.place, HR_PLACE_AFTER);
	expect_access(block + 16, 1, NULL, HR_FAULT_HEAP_OVERFLOW);
	expect_access(block - 1, 1, NULL, HR_FAULT_HEAP_UNDERFLOW);
	expect_access(block, (size_t)-1, "memcpy", HR_FAULT_NEGATIVE_SIZE);
	hr_arena_free((void *)block, "free");
	expect_access(block + 2, 1, NULL, HR_FAULT_USE_AFTER_FREE);
	assert_true(fault->owner.is_freed);
	hr_arena_reset();
}

static void AS_UNIT allocate_and_free(void **arguments, void *result)
{
	(void)result;
	void *block = hr_arena_allocate(8, 16, HR_BLOCK_UNIT);
	hr_arena_free(block, "free");
	((struct access *)arguments[0])->address = (uintptr_t)block;
	inner(arguments[0]);
	__asm__ volatile("nop");
}

static void test_fault__heap_stacks_when_wanted(void **state)
{
	(void)state;
	struct access access = { 0, 1, NULL };
	void *arguments[] = { &access };
	hr_runtime.wants = HR_WIRE_WANT_HEAP;
	as_unit_expect(allocate_and_free, arguments, HR_WIRE_FAULT);
	assert_int_equal(fault->kind, HR_FAULT_USE_AFTER_FREE);
	assert_true(as_unit_frame_is_in(&fault->allocation, 0, (uintptr_t)allocate_and_free));
	assert_true(as_unit_frame_is_in(&fault->release, 0, (uintptr_t)allocate_and_free));
	hr_runtime.wants = 0;
	hr_arena_reset();
	as_unit_expect(allocate_and_free, arguments, HR_WIRE_FAULT);
	assert_int_equal(fault->allocation.count, 0);
	assert_int_equal(fault->release.count, 0);
	hr_arena_reset();
}

static void test_fault__addresses_that_are_nobodys(void **state)
{
	(void)state;
	expect_access(0, 4, NULL, HR_FAULT_NULL);
	expect_access(0xfff8, 8, NULL, HR_FAULT_NULL);
	expect_access(0x123456789000, 8, NULL, HR_FAULT_WILD);
	expect_access(0x4141414141414141, 8, NULL, HR_FAULT_WILD);
	expect_access(UINTPTR_MAX, 1, NULL, HR_FAULT_WILD);
	expect_access((uintptr_t)hr_shadow_of(0x600000000000), 1, NULL, HR_FAULT_WILD);
}

static void test_fault__shadow_tells_the_kind(void **state)
{
	(void)state;
	static const struct {
		enum hr_shadow_value value;
		enum hr_wire_fault_kind kind;
	} cases[] = {
		{ HR_SHADOW_STACK_LEFT, HR_FAULT_STACK_UNDERFLOW },
		{ HR_SHADOW_STACK_MIDDLE, HR_FAULT_STACK_OVERFLOW_WRITE },
		{ HR_SHADOW_STACK_RIGHT, HR_FAULT_STACK_OVERFLOW_WRITE },
		{ HR_SHADOW_STACK_RETURNED, HR_FAULT_USE_AFTER_RETURN },
		{ HR_SHADOW_STACK_SCOPE, HR_FAULT_USE_AFTER_SCOPE },
		{ HR_SHADOW_ALLOCA_LEFT, HR_FAULT_STACK_UNDERFLOW },
		{ HR_SHADOW_ALLOCA_RIGHT, HR_FAULT_STACK_OVERFLOW_WRITE },
		{ HR_SHADOW_GLOBAL_REDZONE, HR_FAULT_GLOBAL_OVERFLOW },
		{ HR_SHADOW_FOREIGN, HR_FAULT_FOREIGN },
	};
	uintptr_t at = hr_runtime.unit_stack.end - 4096;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		hr_shadow_close(at + 16, 32, cases[i].value);
		expect_access(at + 8, 16, NULL, cases[i].kind);
		hr_shadow_open(at + 16, 4); /* the object ends within the granule, what follows tells */
		hr_shadow_close(at + 24, 32, cases[i].value);
		expect_access(at + 16, 5, NULL, cases[i].kind);
		assert_false(hr_shadow_is_bad((void *)at, 64)); /* the landing cleared it */
	}
}

static void test_fault__stack_has_the_units_frames_only(void **state)
{
	(void)state;
	expect_access(0, 1, NULL, HR_FAULT_NULL);
	assert_int_equal(fault->stack.count, 2);
	assert_true(as_unit_frame_is_in(&fault->stack, 0, (uintptr_t)inner));
	assert_true(as_unit_frame_is_in(&fault->stack, 1, (uintptr_t)outer));
}

/* A gate function that calls back: its frame lies between those of the unit. */
static __attribute__((noinline)) void call_back(void (*function)(const struct access *), const struct access *access)
{
	function(access);
	__asm__ volatile("nop");
}

static void AS_UNIT with_callback(void **arguments, void *result)
{
	(void)result;
	call_back(inner, arguments[0]);
	__asm__ volatile("nop");
}

static void test_fault__stack_passes_over_the_runtime(void **state)
{
	(void)state;
	struct access access = { 0, 1, NULL };
	void *arguments[] = { &access };
	as_unit_expect(with_callback, arguments, HR_WIRE_FAULT);
	assert_int_equal(fault->stack.count, 2);
	assert_true(as_unit_frame_is_in(&fault->stack, 0, (uintptr_t)inner));
	assert_true(as_unit_frame_is_in(&fault->stack, 1, (uintptr_t)with_callback));
}

static void test_fault__walk_survives_broken_frames(void **state)
{
	(void)state;
	struct hr_wire_stack stack;
	uintptr_t top = hr_runtime.unit_stack.end;
	uintptr_t *frame = (uintptr_t *)(top - 256);
	const uintptr_t callers[] = {
		0, 1, top - 8, top, (uintptr_t)frame, top - 9, UINTPTR_MAX, (uintptr_t)&stack, (uintptr_t)(frame - 8)
	};
	for (size_t i = 0; i < sizeof callers / sizeof callers[0]; i++) {
		frame[0] = callers[i];
		frame[1] = hr_runtime.unit_text.begin + 5;
		hr_stack_walk(&stack, NULL, frame);
		assert_int_equal(stack.count, 1);
		assert_int_equal(stack.pc[0], 4);
		hr_stack_walk(&stack, NULL, (void *)callers[i]);
		assert_true(stack.count <= 1);
	}
	for (int i = 0; i < 31; i++) { /* deeper than what is told */
		uintptr_t *at = (uintptr_t *)(top - 1024) + 2 * (uintptr_t)i;
		at[0] = (uintptr_t)(at + 2);
		at[1] = hr_runtime.unit_text.begin + 5;
	}
	hr_stack_walk(&stack, NULL, (void *)(top - 1024));
	assert_int_equal(stack.count, HR_WIRE_FRAMES);
	hr_stack_refill(0);
}

static void AS_UNIT end(void **arguments, void *result)
{
	(void)result;
	enum hr_wire_fault_kind kind = *(enum hr_wire_fault_kind *)arguments[0];
	hr_fault_kind(kind, 0, 0, 3, "exit", "said so", __builtin_return_address(0), __builtin_frame_address(0));
}

static void test_fault__kinds_have_their_status(void **state)
{
	(void)state;
	static const struct {
		enum hr_wire_fault_kind kind;
		enum hr_wire_status status;
	} cases[] = {
		{ HR_FAULT_EXIT, HR_WIRE_EXIT },
		{ HR_FAULT_REFUSED_CALL, HR_WIRE_REFUSED },
		{ HR_FAULT_ABORT, HR_WIRE_FAULT },
		{ HR_FAULT_DOUBLE_FREE, HR_WIRE_FAULT },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		enum hr_wire_fault_kind kind = cases[i].kind;
		void *arguments[] = { &kind };
		as_unit_expect(end, arguments, cases[i].status);
		assert_int_equal(fault->kind, kind);
		assert_int_equal(fault->code, 3);
		assert_string_equal(fault->function, "exit");
		assert_string_equal(fault->text, "said so");
		assert_int_equal(fault->access, kind == HR_FAULT_DOUBLE_FREE ? HR_ACCESS_FREE : HR_ACCESS_NONE);
	}
}

struct place {
	enum hr_wire_fault_kind kind;
	const char *file;
	uint32_t line;
};

static void AS_UNIT undefined(void **arguments, void *result)
{
	(void)result;
	const struct place *place = arguments[0];
	hr_fault_undefined(place->kind, place->file, place->line, 9, "what happened", 0, __builtin_return_address(0),
			   __builtin_frame_address(0));
}

static void run_undefined(enum hr_wire_fault_kind kind, const char *file, uint32_t line, enum hr_wire_status status)
{
	struct place place = { kind, file, line };
	void *arguments[] = { &place };
	as_unit_expect(undefined, arguments, status);
}

static void test_fault__policy(void **state)
{
	(void)state;
	assert_false(hr_fault_ends(HR_FAULT_UB_ALIGNMENT));
	assert_false(hr_fault_ends(HR_FAULT_UB_FUNCTION_TYPE));
	assert_false(hr_fault_ends(HR_FAULT_UB_POINTER_OVERFLOW));
	assert_true(hr_fault_ends(HR_FAULT_UB_SIGNED_OVERFLOW));
	assert_true(hr_fault_ends(HR_FAULT_NULL));

	hr_faults_clear();
	uint32_t count = 1;
	run_undefined(HR_FAULT_UB_SHIFT, "a.c", 4, HR_WIRE_FAULT);
	assert_int_equal(fault->kind, HR_FAULT_UB_SHIFT);
	assert_int_equal(fault->line, 4);
	assert_int_equal(fault->column, 9);
	assert_string_equal(fault->file, "a.c");
	assert_string_equal(fault->text, "what happened");
	hr_fault_notes(&count);
	assert_int_equal(count, 0);
}

static void test_fault__notes_are_kept_once(void **state)
{
	(void)state;
	static const char file[] = "a.c", other[] = "b.c";
	hr_faults_clear();
	for (int i = 0; i < 3; i++) {
		run_undefined(HR_FAULT_UB_ALIGNMENT, file, 4, HR_WIRE_NORMAL);
		run_undefined(HR_FAULT_UB_ALIGNMENT, other, 4, HR_WIRE_NORMAL);
		run_undefined(HR_FAULT_UB_POINTER_OVERFLOW, file, 4, HR_WIRE_NORMAL);
	}
	uint32_t count = 0;
	const struct hr_wire_fault *notes = hr_fault_notes(&count);
	assert_int_equal(count, 3);
	assert_string_equal(notes[1].file, "b.c");
	assert_int_equal(notes[2].kind, HR_FAULT_UB_POINTER_OVERFLOW);
	assert_int_equal(notes[0].stack.count, 0); /* called right from the switch */

	for (uint32_t line = 1; line < 100; line++)
		run_undefined(HR_FAULT_UB_ALIGNMENT, file, line, HR_WIRE_NORMAL);
	hr_fault_notes(&count);
	assert_int_equal(count, 32);
	hr_faults_clear();
	hr_fault_notes(&count);
	assert_int_equal(count, 0);
}

static void test_fault__long_texts_are_cut(void **state)
{
	(void)state;
	char path[400];
	memset(path, 'd', sizeof path);
	strcpy(path + sizeof path - 5, "/a.c");
	run_undefined(HR_FAULT_UB_SHIFT, path, 1, HR_WIRE_FAULT);
	assert_int_equal(strlen(fault->file), sizeof fault->file - 1);
	assert_string_equal(fault->file + sizeof fault->file - 5, "/a.c");
	run_undefined(HR_FAULT_UB_SHIFT, NULL, 0, HR_WIRE_FAULT);
	assert_string_equal(fault->file, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_fault__heap),
		cmocka_unit_test(test_fault__heap_stacks_when_wanted),
		cmocka_unit_test(test_fault__addresses_that_are_nobodys),
		cmocka_unit_test(test_fault__shadow_tells_the_kind),
		cmocka_unit_test(test_fault__stack_has_the_units_frames_only),
		cmocka_unit_test(test_fault__stack_passes_over_the_runtime),
		cmocka_unit_test(test_fault__walk_survives_broken_frames),
		cmocka_unit_test(test_fault__kinds_have_their_status),
		cmocka_unit_test(test_fault__policy),
		cmocka_unit_test(test_fault__notes_are_kept_once),
		cmocka_unit_test(test_fault__long_texts_are_cut),
	};
	return cmocka_run_group_tests(tests, as_unit_set_up, NULL);
}
