/* Programs in a small unit: what they do, what they tell, and that no garbage hurts. */
#include "programs.h"

static int load_small(void **state)
{
	(void)state;
	load_fixture("unit_fixture_small.so");
	return 0;
}

static void test_interpreter__calls_return_values(void **state)
{
	(void)state;
	program_begin(0);
	uint32_t ten = slot_of(4, 10);
	uint32_t first = call(STUB_BUMP, 4, 1, ten, 0);
	uint32_t second = call(STUB_BUMP, 4, 1, first, 0);
	const struct hr_wire_result *result = run_written();
	assert_int_equal(result->id, 77);
	assert_int_equal(result->status, HR_WIRE_NORMAL);
	assert_int_equal(int_in(result, first), 15);
	assert_int_equal(int_in(result, second), 30);
	assert_int_equal(result->calls.count, 2);
	assert_int_equal(result->statement, 1);
	assert_int_equal(result->size % 8, 0);
}

static void test_interpreter__structures_by_value(void **state)
{
	(void)state;
	program_begin(0);
	uint32_t left = slot_of(8, 3);
	uint32_t right = slot_of(8, 4);
	uint32_t slot = call(STUB_PAIR, 16, 2, left, right);
	const struct hr_wire_result *result = run_written();
	assert_int_equal(value_in(result, slot), 3);
	assert_int_equal(value_in(result, slot + 8), 4);
}

static void test_interpreter__every_program_begins_anew(void **state)
{
	(void)state;
	for (int i = 0; i < 3; i++) {
		program_begin(0);
		uint32_t one = slot_of(4, 1);
		uint32_t bumped = call(STUB_BUMP, 4, 1, one, 0);
		uint32_t thread = call(STUB_THREAD, 4, 0, 0, 0);
		uint32_t built = call(STUB_BUILT, 4, 0, 0, 0);
		const struct hr_wire_result *result = run_written();
		assert_int_equal(int_in(result, bumped), 6);
		assert_int_equal(int_in(result, thread), 8);
		assert_int_equal(int_in(result, built), 40);
	}
}

static void test_interpreter__errno_is_zero_before_and_told_after(void **state)
{
	(void)state;
	program_begin(0);
	uint32_t error = slot_of(4, 34);
	call(STUB_FAIL, 4, 1, error, 0);
	call(STUB_THREAD, 4, 0, 0, 0);
	const struct hr_wire_result *result = run_written();
	assert_int_equal(ENTRY(result, calls, 0, struct hr_wire_call)->error_number, 34);
	assert_int_equal(ENTRY(result, calls, 1, struct hr_wire_call)->error_number, 0);
}

static void test_interpreter__births_deaths_and_pointers(void **state)
{
	(void)state;
	program_begin(HR_WIRE_WANT_HEAP);
	uint32_t value = slot_of(4, 9);
	uint32_t box = call(STUB_BOX_NEW, 8, 1, value, 0);
	call(STUB_BOX_FREE, 0, 1, box, 0);
	uint32_t text = call(STUB_CONSTANT, 8, 0, 0, 0);
	const struct hr_wire_result *result = run_written();
	assert_int_equal(result->status, HR_WIRE_NORMAL);
	assert_int_equal(ENTRY(result, calls, 0, struct hr_wire_call)->born, 1);
	assert_int_equal(ENTRY(result, calls, 1, struct hr_wire_call)->died, 1);
	const struct hr_wire_pointer *pointer = ENTRY(result, pointers, 0, struct hr_wire_pointer);
	assert_int_equal(pointer->slot, box);
	assert_int_equal(pointer->region, HR_REGION_HEAP);
	assert_int_equal(pointer->is_freed, 1);
	assert_int_equal(pointer->allocated_by, 0);
	assert_int_equal(pointer->freed_by, 1);
	assert_int_equal(pointer->size, sizeof(struct box));
	assert_int_equal(ENTRY(result, pointers, 1, struct hr_wire_pointer)->slot, text);
	assert_int_equal(ENTRY(result, pointers, 1, struct hr_wire_pointer)->region, HR_REGION_GLOBAL);
	assert_int_equal(result->heap.count, 2);
	assert_int_equal(ENTRY(result, heap, 0, struct hr_wire_heap_event)->kind, HR_HEAP_ALLOCATED);
	assert_int_equal(ENTRY(result, heap, 1, struct hr_wire_heap_event)->kind, HR_HEAP_FREED);
	assert_int_equal(ENTRY(result, heap, 1, struct hr_wire_heap_event)->statement, 1);
}

static void test_interpreter__faults_are_told_and_forgotten(void **state)
{
	(void)state;
	program_begin(0);
	uint32_t value = slot_of(4, 9);
	uint32_t box = call(STUB_BOX_NEW, 8, 1, value, 0);
	call(STUB_OVERFLOW, 0, 1, box, 0);
	call(STUB_BUMP, 4, 1, value, 0);
	const struct hr_wire_result *result = run_written();
	assert_int_equal(result->status, HR_WIRE_FAULT);
	assert_int_equal(result->statement, 1);
	assert_int_equal(result->fault.kind, HR_FAULT_HEAP_OVERFLOW);
	assert_int_equal(result->fault.statement, 1);
	assert_int_equal(result->calls.count, 2);
	assert_true(result->fault.stack.count > 0);

	program_begin(0);
	value = slot_of(4, 9);
	call(STUB_BUMP, 4, 1, value, 0);
	result = run_written();
	assert_int_equal(result->status, HR_WIRE_NORMAL);
}

static void test_interpreter__hangs_end(void **state)
{
	(void)state;
	program_begin(0);
	writing.header.cpu_ms = 20;
	call(STUB_SPIN, 0, 0, 0, 0);
	const struct hr_wire_result *result = run_written();
	assert_int_equal(result->status, HR_WIRE_HANG);
	assert_int_equal(result->suspicion, 0);
}

enum { RETURNS, SPINS, FAULTS };

static const struct hr_wire_result *run_work(uint64_t limit, uint32_t how)
{
	program_begin(0);
	writing.header.work = limit;
	writing.header.cpu_ms = how == SPINS ? 3600000 : 0; /* nobody waits for that */
	uint32_t rounds = slot_of(4, 60);
	uint32_t last = slot_of(4, how);
	uint32_t none = slot_of(4, RETURNS);
	call(STUB_WORK, 0, 2, rounds, none);
	call(STUB_WORK, 0, 2, rounds, last);
	call(STUB_BUMP, 4, 1, rounds, 0);
	return run_written();
}

static void test_interpreter__work_is_limited(void **state)
{
	(void)state;
	assert_int_equal(run_work(0, RETURNS)->status, HR_WIRE_NORMAL);
	assert_int_equal(run_work(0, FAULTS)->status, HR_WIRE_FAULT);
	assert_int_equal(run_work(120, RETURNS)->status, HR_WIRE_NORMAL);
	assert_int_equal(run_work(120, FAULTS)->status, HR_WIRE_FAULT);
	/* in the call that did too much, whatever came of it */
	for (uint32_t how = RETURNS; how <= FAULTS; how++) {
		const struct hr_wire_result *result = run_work(119, how);
		assert_int_equal(result->status, HR_WIRE_HANG);
		assert_int_equal(result->statement, 1);
		assert_int_equal(result->call_count, 2);
		assert_int_equal(result->fault.kind, HR_FAULT_NONE);
		assert_int_equal(result->new_edge_list.count, 0);
	}
	/* each program has all of it */
	assert_int_equal(run_work(120, RETURNS)->status, HR_WIRE_NORMAL);
}

static void test_interpreter__objects_hold_their_bytes(void **state)
{
	(void)state;
	program_begin(0);
	uint32_t object = pointer_slot();
	uint32_t loaded = slot_of(8, 0);
	uint32_t rest = slot_of(8, 0);
	emit(HR_WIRE_OBJECT, 6, object, 16u, 8u, data_of("abcdefgh", 8), 8u, (uint32_t)HR_WIRE_OBJECT_ZERO);
	emit(HR_WIRE_LOAD, 4, loaded, object, 0u, 8u);
	emit(HR_WIRE_LOAD, 4, rest, object, 8u, 8u);
	emit(HR_WIRE_DESCRIBE, 3, object, 100u, 0u);
	emit(HR_WIRE_DESCRIBE, 3, object, 100u, (uint32_t)HR_WIRE_DESCRIBE_TEXT);
	const struct hr_wire_result *result = run_written();
	assert_int_equal(result->status, HR_WIRE_NORMAL);
	assert_memory_equal((const uint8_t *)entry_of(result, &result->area, 0, 1) + loaded, "abcdefgh", 8);
	assert_int_equal(value_in(result, rest), 0);
	const struct hr_wire_description *description = ENTRY(result, descriptions, 0, struct hr_wire_description);
	assert_int_equal(description->readable, 1);
	assert_int_equal(description->length, 16);
	assert_memory_equal(description + 1, "abcdefgh\0\0\0\0\0\0\0\0", 16);
	assert_int_equal(description->pointer.size, 16);
	description = (const struct hr_wire_description *)((const uint8_t *)(description + 1) + 16);
	assert_int_equal(description->length, 9);
}

static void test_interpreter__bad_pointers_are_described_as_such(void **state)
{
	(void)state;
	program_begin(0);
	uint32_t null = pointer_slot();
	uint32_t wild = slot_of(8, 0x123456789000);
	emit(HR_WIRE_DESCRIBE, 3, null, 100u, 0u);
	emit(HR_WIRE_DESCRIBE, 3, wild, 100u, 0u);
	const struct hr_wire_result *result = run_written();
	assert_int_equal(result->status, HR_WIRE_NORMAL);
	for (uint32_t i = 0; i < 2; i++) {
		assert_int_equal(ENTRY(result, descriptions, 0, struct hr_wire_description)[i].readable, 0);
		assert_int_equal(ENTRY(result, descriptions, 0, struct hr_wire_description)[i].length, 0);
	}
}

static void test_interpreter__stores_reach_the_unit(void **state)
{
	(void)state;
	program_begin(0);
	uint32_t variable = pointer_slot();
	uint32_t value = slot_of(4, 100);
	emit(HR_WIRE_VARIABLE, 2, variable, (uint32_t)VARIABLE_COUNTER);
	emit(HR_WIRE_STORE, 4, variable, 0u, value, 4u);
	uint32_t one = slot_of(4, 1);
	uint32_t bumped = call(STUB_BUMP, 4, 1, one, 0);
	const struct hr_wire_result *result = run_written();
	assert_int_equal(result->status, HR_WIRE_NORMAL);
	assert_int_equal(int_in(result, bumped), 101);
}

static void test_interpreter__bad_stores_and_loads_are_illegal(void **state)
{
	static const uint64_t addresses[] = { 0, 0x123456789000, 0xdead000000000000, HR_CHANNEL_BASE, HR_ARENA_BASE };

	(void)state;
	take_signals();
	for (size_t i = 0; i < sizeof(addresses) / sizeof(addresses[0]); i++) {
		program_begin(0);
		uint32_t pointer = slot_of(8, addresses[i]);
		uint32_t value = slot_of(8, 0);
		if (i % 2)
			emit(HR_WIRE_LOAD, 4, value, pointer, 0u, 8u);
		else
			emit(HR_WIRE_STORE, 4, pointer, 0u, value, 8u);
		const struct hr_wire_result *result = run_written();
		assert_int_equal(result->status, HR_WIRE_ILLEGAL);
		assert_int_not_equal(result->fault.kind, HR_FAULT_NONE);
		hr_runtime.suspicion = 0;
	}
	program_begin(0);
	uint32_t text = call(STUB_CONSTANT, 8, 0, 0, 0);
	uint32_t value = slot_of(8, 0);
	emit(HR_WIRE_STORE, 4, text, 0u, value, 1u);
	assert_int_equal(run_written()->status, HR_WIRE_ILLEGAL);
	hr_runtime.suspicion = 0;
}

static void test_interpreter__bit_fields(void **state)
{
	uint32_t bits = 8 * (uint32_t)(offsetof(struct box, next) + sizeof(struct box *));

	(void)state;
	program_begin(0);
	uint32_t value = slot_of(4, 9);
	uint32_t box = call(STUB_BOX_NEW, 8, 1, value, 0);
	uint32_t unsigned_field = slot_of(8, 0);
	uint32_t signed_field = slot_of(8, 0);
	uint32_t fresh = slot_of(8, 0xffff21);
	emit(HR_WIRE_LOAD_BITS, 5, unsigned_field, box, bits, 5u, 0u);
	emit(HR_WIRE_STORE_BITS, 4, box, bits, 5u, fresh);
	emit(HR_WIRE_LOAD_BITS, 5, fresh, box, bits, 5u, 0u);
	emit(HR_WIRE_LOAD_BITS, 5, signed_field, box, bits + 5, 7u, 1u);
	const struct hr_wire_result *result = run_written();
	assert_int_equal(result->status, HR_WIRE_NORMAL);
	assert_int_equal(value_in(result, unsigned_field), 3);
	assert_int_equal(value_in(result, fresh), 1);
	assert_int_equal((int64_t)value_in(result, signed_field), -2);
}

static void test_interpreter__conversions(void **state)
{
	double real = -2.75;
	double huge = 1e300;
	uint64_t real_bits;
	uint64_t huge_bits;

	(void)state;
	memcpy(&real_bits, &real, 8);
	memcpy(&huge_bits, &huge, 8);
	program_begin(0);
	uint32_t from = slot_of(8, real_bits);
	uint32_t large = slot_of(8, huge_bits);
	uint32_t whole = slot_of(8, 0);
	uint32_t back = slot_of(8, 0);
	uint32_t truth = slot_of(8, 0);
	uint32_t most = slot_of(8, 0);
	emit(HR_WIRE_CONVERT, 4, whole, (uint32_t)HR_WIRE_I16, from, (uint32_t)HR_WIRE_F64);
	emit(HR_WIRE_CONVERT, 4, back, (uint32_t)HR_WIRE_I64, whole, (uint32_t)HR_WIRE_I16);
	emit(HR_WIRE_CONVERT, 4, truth, (uint32_t)HR_WIRE_BOOL, from, (uint32_t)HR_WIRE_F64);
	emit(HR_WIRE_CONVERT, 4, most, (uint32_t)HR_WIRE_I32, large, (uint32_t)HR_WIRE_F64);
	const struct hr_wire_result *result = run_written();
	assert_int_equal(result->status, HR_WIRE_NORMAL);
	assert_int_equal((int64_t)value_in(result, back), -2);
	assert_int_equal(value_in(result, truth), 1);
	assert_int_equal(value_in(result, most), INT32_MAX);
}

static void test_interpreter__callbacks_answer_and_are_logged(void **state)
{
	static const int answers[] = { 5, 7 };

	(void)state;
	program_begin(0);
	uint32_t function = pointer_slot();
	uint32_t times = slot_of(4, 4);
	emit(HR_WIRE_CALLBACK, 5, function, 1u, data_of(answers, sizeof(answers)), 2u, 4u);
	uint32_t sum = call(STUB_APPLY, 4, 2, function, times);
	const struct hr_wire_result *result = run_written();
	assert_int_equal(result->status, HR_WIRE_NORMAL);
	assert_int_equal(int_in(result, sum), 5 + 7 + 7 + 7);
	const struct hr_wire_callback_call *entry = ENTRY(result, callbacks, 0, struct hr_wire_callback_call);
	for (int i = 0; i < 4; i++) {
		const uint8_t *arguments = (const uint8_t *)(entry + 1);
		assert_int_equal(entry->callback, 1);
		assert_int_equal(entry->statement, 1);
		assert_int_equal(entry->argument_count, 2);
		assert_int_equal(entry->texts, 2);
		assert_int_equal(arguments[0], i);
		assert_memory_equal(arguments + 32, "\4\0\0\0seen", 8);
		entry = (const struct hr_wire_callback_call *)((const uint8_t *)entry + entry->size);
	}
	assert_int_equal((const uint8_t *)entry - (const uint8_t *)result,
			 result->callbacks.offset + result->callbacks.size);

	/* a callback that nobody set returns zero, and too many calls end the program */
	program_begin(0);
	function = pointer_slot();
	times = slot_of(4, 200000);
	emit(HR_WIRE_CALLBACK, 5, function, 1u, 0u, 0u, 4u);
	call(STUB_APPLY, 4, 2, function, times);
	result = run_written();
	assert_int_equal(result->status, HR_WIRE_EXHAUSTED);
	assert_int_equal(result->callbacks.truncated, 1);
}

/* What a callback gets together with its size is told as it is; text only up to its NUL; beyond what is readable nothing. */
static void test_interpreter__callbacks_tell_sized_bytes(void **state)
{
	static const struct {
		const char *bytes;
		uint32_t length;
		uint64_t size;
		int told; /* -1: nothing */
	} cases[] = {
		{ "\1\0\377", 3, 3, 3 }, { "\1\0\377", 3, 4, -1 }, { "ab\0cd", 5, 5, 5 }, { "ab\0cd", 5, 1, 2 },
		{ "ab\0cd", 5, 0, 2 },   { "\1\2", 2, 0, -1 },     { "ab\1", 3, 2, 2 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		program_begin(0);
		uint32_t pointer = pointer_slot();
		uint32_t size = slot_of(8, cases[i].size);
		emit(HR_WIRE_OBJECT, 6, pointer, cases[i].length, 16u, data_of(cases[i].bytes, cases[i].length),
		     cases[i].length, 0u);
		call(STUB_TELL, 0, 2, pointer, size);
		const struct hr_wire_result *result = run_written();
		assert_int_equal(result->status, HR_WIRE_NORMAL);
		const struct hr_wire_callback_call *entry = ENTRY(result, callbacks, 0, struct hr_wire_callback_call);
		assert_int_equal(entry->texts, cases[i].told < 0 ? 0 : 1);
		if (cases[i].told >= 0) {
			const uint8_t *texts = (const uint8_t *)(entry + 1) + 32;
			assert_int_equal(texts[0], cases[i].told);
			assert_memory_equal(texts + 4, cases[i].bytes, (size_t)cases[i].told);
		}
	}
}

static void test_interpreter__failed_allocations(void **state)
{
	(void)state;
	program_begin(HR_WIRE_WANT_HEAP);
	uint32_t value = slot_of(4, 9);
	emit(HR_WIRE_FAIL_ALLOC, 1, 2u);
	uint32_t first = call(STUB_BOX_NEW, 8, 1, value, 0);
	uint32_t second = call(STUB_BOX_NEW, 8, 1, value, 0);
	const struct hr_wire_result *result = run_written();
	assert_int_not_equal(value_in(result, first), 0);
	assert_int_equal(value_in(result, second), 0);
	assert_int_equal(result->heap.count, 2);
	const struct hr_wire_heap_event *refused = ENTRY(result, heap, 1, struct hr_wire_heap_event);
	assert_int_equal(refused->kind, HR_HEAP_REFUSED);
	assert_int_equal(refused->statement, 2);
	assert_int_equal(refused->size, sizeof(struct box));
}

static void test_interpreter__files_are_made(void **state)
{
	(void)state;
	program_begin(0);
	uint32_t bytes = data_of("hello", 5);
	uint32_t path = pointer_slot();
	uint32_t stream = pointer_slot();
	uint32_t descriptor = slot_of(8, 0);
	emit(HR_WIRE_FILE, 4, path, bytes, 5u, (uint32_t)HR_WIRE_PATH);
	emit(HR_WIRE_FILE, 4, stream, bytes, 5u, (uint32_t)HR_WIRE_STREAM_READ);
	emit(HR_WIRE_FILE, 4, descriptor, bytes, 5u, (uint32_t)HR_WIRE_DESCRIPTOR);
	emit(HR_WIRE_DESCRIBE, 3, path, 100u, (uint32_t)HR_WIRE_DESCRIBE_TEXT);
	const struct hr_wire_result *result = run_written();
	assert_int_equal(result->status, HR_WIRE_NORMAL);
	assert_memory_equal(ENTRY(result, descriptions, 0, struct hr_wire_description) + 1, "/tmp/", 5);
	assert_int_equal(ENTRY(result, pointers, 1, struct hr_wire_pointer)->region, HR_REGION_HEAP);
	assert_true(int_in(result, descriptor) > 2);

	program_begin(0);
	stream = pointer_slot();
	path = pointer_slot();
	emit(HR_WIRE_FILE, 4, stream, data_of("abcdefgh", 8), 5u, (uint32_t)HR_WIRE_STREAM_WRITE);
	emit(HR_WIRE_DESCRIBE, 3, stream, 100u, (uint32_t)HR_WIRE_DESCRIBE_STREAM);
	emit(HR_WIRE_DESCRIBE, 3, path, 100u, (uint32_t)HR_WIRE_DESCRIBE_STREAM);
	result = run_written();
	assert_int_equal(result->status, HR_WIRE_NORMAL);
	const struct hr_wire_description *written = ENTRY(result, descriptions, 0, struct hr_wire_description);
	assert_int_equal(written->readable, 1);
	assert_int_equal(written->length, 5);
	assert_memory_equal(written + 1, "abcde\0\0\0", 8);
	written = (const struct hr_wire_description *)((const uint8_t *)(written + 1) + 8);
	assert_int_equal(written->readable, 0);
	assert_int_equal(written->length, 0);

	/* what stands in a file, by its name: of none, and of what is no name, nothing */
	program_begin(0);
	path = pointer_slot();
	stream = pointer_slot();
	emit(HR_WIRE_FILE, 4, path, data_of("abcdefgh", 8), 5u, (uint32_t)HR_WIRE_PATH);
	emit(HR_WIRE_DESCRIBE, 3, path, 3u, (uint32_t)HR_WIRE_DESCRIBE_FILE);
	emit(HR_WIRE_DESCRIBE, 3, stream, 100u, (uint32_t)HR_WIRE_DESCRIBE_FILE);
	result = run_written();
	assert_int_equal(result->status, HR_WIRE_NORMAL);
	written = ENTRY(result, descriptions, 0, struct hr_wire_description);
	assert_int_equal(written->readable, 1);
	assert_int_equal(written->length, 3);
	assert_memory_equal(written + 1, "abc\0\0\0\0\0", 8);
	written = (const struct hr_wire_description *)((const uint8_t *)(written + 1) + 8);
	assert_int_equal(written->readable, 0);

	program_begin(0);
	path = pointer_slot();
	emit(HR_WIRE_FILE, 4, path, 0u, 0u, 9u);
	assert_int_equal(run_written()->status, HR_WIRE_ILLEGAL);
}

static void test_interpreter__edges_are_new_once(void **state)
{
	(void)state;
	for (int i = 0; i < 2; i++) {
		program_begin(HR_WIRE_WANT_EDGES);
		uint32_t left = slot_of(8, 3);
		call(STUB_PAIR, 16, 2, left, left);
		const struct hr_wire_result *result = run_written();
		assert_true(result->edges > 0);
		assert_int_equal(result->edge_list.count, result->edges);
		assert_int_equal(result->new_edge_list.count, result->new_edges);
		if (i == 1)
			assert_int_equal(result->new_edges, 0);
	}
}

/* Every word of a good program is replaced by others: whatever comes out, the worker stays alive and the next good one runs. */
static void test_interpreter__garbage_is_illegal(void **state)
{
	static const uint32_t words[] = { 0, 1, 7, 8, 0x7fffffff, 0x80000000, 0xfffffff8, 0xffffffff };
	static struct writing good;
	static struct writing bad;

	(void)state;
	take_signals();
	program_begin(0);
	uint32_t object = pointer_slot();
	uint32_t value = slot_of(8, 3);
	emit(HR_WIRE_OBJECT, 6, object, 16u, 8u, data_of("abcdefgh", 8), 8u, 0u);
	emit(HR_WIRE_LOAD, 4, value, object, 0u, 8u);
	emit(HR_WIRE_COPY, 3, value, object, 8u);
	emit(HR_WIRE_FUNCTION, 2, value, 0u);
	emit(HR_WIRE_CALLBACK, 5, value, 1u, 0u, 1u, 4u);
	emit(HR_WIRE_DESCRIBE, 3, object, 8u, 0u);
	emit(HR_WIRE_FINGERPRINT, 2, object, 8u);
	emit(HR_WIRE_BASE, 3, value, 8u, 0u);
	emit(HR_WIRE_CONVERT, 4, 0u, 1u, 0u, 2u);
	memcpy(&good, program_end(), sizeof(good));
	for (size_t at = 2; at < sizeof(struct hr_wire_program) / 4 + good.header.code_words; at++) {
		size_t header_words = sizeof(struct hr_wire_program) / 4;
		for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
			memcpy(&bad, &good, sizeof(bad));
			if (at < header_words)
				((uint32_t *)&bad.header)[at] = words[i];
			else
				bad.code[at - header_words] = words[i];
			const struct hr_wire_result *result = run_program(&bad.header, sizeof(bad));
			assert_in_range(result->size, HR_WIRE_RESULT_LEAST, sizeof(answer));
			assert_in_range(result->status, HR_WIRE_NORMAL, HR_WIRE_EXHAUSTED);
			hr_runtime.suspicion = 0;
		}
	}
	assert_int_equal(run_program(&good.header, sizeof(good))->status, HR_WIRE_NORMAL);
	assert_int_equal(run_program(&good.header, sizeof(good.header) - 1)->status, HR_WIRE_ILLEGAL);
	good.header.code_words--;
	good.header.code_words--;
	assert_int_equal(run_program(&good.header, sizeof(good))->status, HR_WIRE_ILLEGAL);
}

/* The same code twice, with another base: each has its own slots, data and statements. */
static void test_interpreter__pieces_have_a_base(void **state)
{
	(void)state;
	program_begin(0);
	uint32_t first[] = { pointer_slot(), slot_of(8, 0) };
	uint32_t second[] = { pointer_slot(), slot_of(8, 0) };
	uint32_t texts[] = { data_of("abcdefgh", 8), data_of("ABCDEFGH", 8) };
	for (uint32_t i = 0; i < 2; i++) {
		emit(HR_WIRE_BASE, 3, i * second[0], texts[i], i * 10);
		writing.header.statement_count = 0;
		emit(HR_WIRE_OBJECT, 6, first[0], 8u, 8u, 0u, 8u, 0u);
		emit(HR_WIRE_LOAD, 4, first[1], first[0], 0u, 8u);
		emit(HR_WIRE_DESCRIBE, 3, first[0], 8u, 0u);
		emit(HR_WIRE_FINGERPRINT, 2, first[0], 8u);
	}
	writing.header.statement_count = 14;
	const struct hr_wire_result *result = run_written();
	assert_int_equal(result->status, HR_WIRE_NORMAL);
	assert_int_equal(result->statement, 13);
	assert_memory_equal((const uint8_t *)entry_of(result, &result->area, 0, 1) + first[1], "abcdefgh", 8);
	assert_memory_equal((const uint8_t *)entry_of(result, &result->area, 0, 1) + second[1], "ABCDEFGH", 8);
	const struct hr_wire_description *description = ENTRY(result, descriptions, 0, struct hr_wire_description);
	assert_int_equal(description->slot, first[0]);
	assert_int_equal(description->statement, 2);
	description = (const struct hr_wire_description *)((const uint8_t *)(description + 1) + 8);
	assert_int_equal(description->slot, second[0]);
	assert_int_equal(description->pointer.slot, second[0]);
	assert_int_equal(description->statement, 12);
	assert_int_equal(ENTRY(result, fingerprints, 1, struct hr_wire_fingerprint)->slot, second[0]);
	assert_int_equal(ENTRY(result, pointers, 1, struct hr_wire_pointer)->allocated_by, 10);
}

static void test_interpreter__bad_bases_are_illegal(void **state)
{
	static const struct {
		uint32_t base[3];
		uint32_t slot; /* loaded to, from there */
		uint32_t status;
	} cases[] = {
		{ { 0, 0, 0 }, 0, HR_WIRE_NORMAL },           { { 16, 8, 3 }, 0, HR_WIRE_NORMAL },
		{ { 32, 0, 0 }, 0, HR_WIRE_ILLEGAL },         { { 33, 0, 0 }, 0, HR_WIRE_ILLEGAL },
		{ { UINT32_MAX, 0, 0 }, 1, HR_WIRE_ILLEGAL }, { { 0, 9, 0 }, 0, HR_WIRE_ILLEGAL },
		{ { 0, UINT32_MAX, 0 }, 0, HR_WIRE_ILLEGAL }, { { 0, 0, 4 }, 0, HR_WIRE_ILLEGAL },
		{ { 16, 0, 0 }, 16, HR_WIRE_ILLEGAL },        { { 16, 0, 0 }, UINT32_MAX - 15, HR_WIRE_ILLEGAL },
	};
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		program_begin(0);
		slot_of(8, 0);
		slot_of(8, 0);
		data_of("abcdefgh", 8);
		emit(HR_WIRE_BASE, 3, cases[i].base[0], cases[i].base[1], cases[i].base[2]);
		emit(HR_WIRE_FUNCTION, 2, cases[i].slot, 0u);
		assert_int_equal(run_written()->status, cases[i].status);
	}
}

/* What is known is not told; of pointers that are known those that died since. */
static void test_interpreter__tells_from_a_statement_on(void **state)
{
	(void)state;
	program_begin(HR_WIRE_WANT_COMPARISONS);
	uint32_t value = slot_of(4, 9);
	uint32_t boxes[] = { call(STUB_BOX_NEW, 8, 1, value, 0), call(STUB_BOX_NEW, 8, 1, value, 0),
			     call(STUB_BOX_NEW, 8, 1, value, 0) };
	call(STUB_BOX_FREE, 0, 1, boxes[0], 0);
	writing.header.tell_from = writing.header.statement_count;
	writing.header.known_pointers = writing.header.pointer_count;
	uint32_t fresh = call(STUB_BOX_NEW, 8, 1, value, 0);
	struct writing without = writing;
	call(STUB_BOX_FREE, 0, 1, boxes[1], 0);
	const struct hr_wire_result *result = run_written();
	assert_int_equal(result->status, HR_WIRE_NORMAL);
	assert_int_equal(result->call_count, 6);
	assert_int_equal(result->calls.count, 2);
	assert_int_equal(ENTRY(result, calls, 0, struct hr_wire_call)->statement, 4);
	assert_int_equal(ENTRY(result, calls, 1, struct hr_wire_call)->died, 1);
	assert_int_equal(result->pointers.count, 2);
	assert_int_equal(ENTRY(result, pointers, 0, struct hr_wire_pointer)->slot, boxes[1]);
	assert_int_equal(ENTRY(result, pointers, 0, struct hr_wire_pointer)->freed_by, 5);
	assert_int_equal(ENTRY(result, pointers, 1, struct hr_wire_pointer)->slot, fresh);
	writing = without;
	result = run_written();
	assert_int_equal(result->pointers.count, 1);
	assert_int_equal(ENTRY(result, pointers, 0, struct hr_wire_pointer)->slot, fresh);
}

static void test_interpreter__a_batch_runs_all_that_fits(void **state)
{
	static uint64_t memory[(1 << 20) / 8];
	struct hr_wire_channel *channel = (struct hr_wire_channel *)memory;

	(void)state;
	program_begin(0);
	uint32_t one = slot_of(4, 1);
	call(STUB_BUMP, 4, 1, one, 0);
	program_end();
	*channel = (struct hr_wire_channel){
		.magic = HR_WIRE_MAGIC,
		.version = HR_WIRE_VERSION,
		.size = sizeof(memory),
		.programs = 4096,
		.programs_size = 256 * 1024,
		.results = 300 * 1024,
		.results_size = 256 * 1024 + 1024,
		.program_count = 8,
	};
	for (size_t i = 0; i < 8; i++)
		memcpy((uint8_t *)memory + 4096 + i * sizeof(writing), &writing, sizeof(writing));
	assert_true(hr_interpreter_batch(channel));
	assert_true(channel->finished > 1 && channel->finished < 8);
	assert_int_equal(channel->started, channel->finished);
	assert_int_equal(channel->edge_count, hr_coverage_edge_count());
	channel->results_size = sizeof(memory) - 300 * 1024;
	assert_true(hr_interpreter_batch(channel));
	assert_int_equal(channel->finished, 8);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_interpreter__calls_return_values),
		cmocka_unit_test(test_interpreter__structures_by_value),
		cmocka_unit_test(test_interpreter__every_program_begins_anew),
		cmocka_unit_test(test_interpreter__errno_is_zero_before_and_told_after),
		cmocka_unit_test(test_interpreter__births_deaths_and_pointers),
		cmocka_unit_test(test_interpreter__faults_are_told_and_forgotten),
		cmocka_unit_test(test_interpreter__hangs_end),
		cmocka_unit_test(test_interpreter__work_is_limited),
		cmocka_unit_test(test_interpreter__objects_hold_their_bytes),
		cmocka_unit_test(test_interpreter__bad_pointers_are_described_as_such),
		cmocka_unit_test(test_interpreter__stores_reach_the_unit),
		cmocka_unit_test(test_interpreter__bad_stores_and_loads_are_illegal),
		cmocka_unit_test(test_interpreter__bit_fields),
		cmocka_unit_test(test_interpreter__conversions),
		cmocka_unit_test(test_interpreter__callbacks_answer_and_are_logged),
		cmocka_unit_test(test_interpreter__callbacks_tell_sized_bytes),
		cmocka_unit_test(test_interpreter__failed_allocations),
		cmocka_unit_test(test_interpreter__files_are_made),
		cmocka_unit_test(test_interpreter__edges_are_new_once),
		cmocka_unit_test(test_interpreter__garbage_is_illegal),
		cmocka_unit_test(test_interpreter__pieces_have_a_base),
		cmocka_unit_test(test_interpreter__bad_bases_are_illegal),
		cmocka_unit_test(test_interpreter__tells_from_a_statement_on),
		cmocka_unit_test(test_interpreter__a_batch_runs_all_that_fits),
	};
	leave(cmocka_run_group_tests(tests, load_small, NULL));
}
