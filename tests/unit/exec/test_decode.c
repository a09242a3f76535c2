/* Results → outcomes: what a worker says comes through, and whatever stands there instead does no harm. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/memory.h"
#include "exec/program.h"

#include <stdlib.h>
#include <string.h>

enum { AREA = 32, DESCRIBED = 5, POINTER_SLOT = 8 };

/* A result with one of everything; the offsets follow each other. */
struct sample {
	struct hr_wire_result result;
	unsigned char area[AREA];
	struct hr_wire_call calls[2];
	struct hr_wire_pointer pointer;
	uint32_t edges[4];
	struct hr_wire_fault note;
	struct hr_wire_owner leak;
	struct hr_wire_heap_event event;
	struct hr_wire_callback_call callback;
	unsigned char arguments[32];
	uint32_t text_length;
	char text[4];
	struct hr_wire_description description;
	unsigned char described[8];
	struct hr_wire_fingerprint fingerprint;
	struct hr_wire_comparison comparison;
	char output[8];
};

#define LIST(member, entries) \
	{ offsetof(struct sample, member), entries, sizeof(((struct sample *)0)->member), 0 }

static void make_sample(struct sample *sample)
{
	memset(sample, 0, sizeof *sample);
	sample->result = (struct hr_wire_result){
		.size = sizeof *sample,
		.status = HR_WIRE_FAULT,
		.statement = 1,
		.edges = 4,
		.live_blocks = 3,
		.area = LIST(area, AREA),
		.calls = LIST(calls, 2),
		.pointers = LIST(pointer, 1),
		.new_edge_list = LIST(edges, 1),
		.edge_list = LIST(edges, 4),
		.notes = LIST(note, 1),
		.leaks = LIST(leak, 1),
		.heap = LIST(event, 1),
		.callbacks = { offsetof(struct sample, callback), 1, 0, 0 },
		.descriptions = { offsetof(struct sample, description), 1, 0, 0 },
		.fingerprints = LIST(fingerprint, 1),
		.comparisons = LIST(comparison, 1),
		.output = LIST(output, 8),
		.fault = { .kind = HR_FAULT_HEAP_OVERFLOW, .access = HR_ACCESS_WRITE, .size = 4, .statement = 1 },
	};
	sample->callback.size =
		sizeof sample->callback + sizeof sample->arguments + sizeof sample->text_length + sizeof sample->text;
	sample->result.callbacks.size = sample->callback.size;
	sample->result.descriptions.size = sizeof sample->description + sizeof sample->described;
	strcpy(sample->result.fault.text, "a text");
	sample->result.fault.stack.count = 2;
	sample->result.fault.stack.pc[1] = 0x1234;
	sample->area[0] = 42;
	sample->calls[1] = (struct hr_wire_call){ .statement = 1, .error_number = 12, .born = 2, .died = 1 };
	sample->pointer = (struct hr_wire_pointer){ .slot = POINTER_SLOT, .region = HR_REGION_HEAP, .size = 16 };
	sample->edges[3] = 99;
	sample->note.kind = HR_FAULT_UB_SHIFT;
	strcpy(sample->leak.name, "leaked");
	sample->event = (struct hr_wire_heap_event){ .kind = HR_HEAP_FREED, .size = 24 };
	sample->callback.callback = HR_WIRE_CALLBACK_INSTANCES + 1;
	sample->callback.argument_count = 2;
	sample->callback.texts = 2;
	sample->callback.ended = 2;
	sample->text_length = 3;
	memcpy(sample->text, "abc", 3);
	sample->description.slot = POINTER_SLOT;
	sample->description.readable = 1;
	sample->description.length = DESCRIBED;
	sample->description.pointer.slot = POINTER_SLOT;
	memcpy(sample->described, "12345", DESCRIBED);
	sample->fingerprint.value = 0xf00d;
	sample->comparison.size = 4;
	memcpy(sample->output, "written", 8);
}

/* Two values: a number at 0, a pointer at POINTER_SLOT. */
static void make_program(struct hr_program *program)
{
	static struct {
		struct hr_wire_program header;
		uint32_t pointers[1];
	} bytes = { { .area_size = AREA }, { POINTER_SLOT } };
	memset(program, 0, sizeof *program);
	program->bytes = (unsigned char *)&bytes;
	program->size = sizeof bytes;
	program->area_size = AREA;
	program->pointers = offsetof(__typeof__(bytes), pointers);
	program->value_count = 2;
	hr_vec_push(&program->slot_of, 0);
	hr_vec_push(&program->slot_of, POINTER_SLOT);
	hr_vec_push(&program->value_of, 1);
}

static void drop_program(struct hr_program *program)
{
	hr_vec_release(&program->slot_of);
	hr_vec_release(&program->value_of);
}

static void test_decode__everything(void **state)
{
	(void)state;
	struct sample sample;
	struct hr_program program;
	struct hr_outcome outcome;
	make_sample(&sample);
	make_program(&program);
	hr_outcome_init(&outcome);
	hr_outcome_decode(&outcome, &program, &sample, sizeof sample);
	assert_int_equal(outcome.status, HR_OUTCOME_FAULT);
	assert_int_equal(outcome.fault.kind, HR_KIND_HEAP_OVERFLOW);
	assert_string_equal(outcome.fault.text, "a text");
	assert_int_equal(outcome.fault.stack.count, 2);
	assert_int_equal(outcome.fault.stack.data[1].pc, 0x1234);
	assert_int_equal(outcome.calls.count, 2);
	assert_int_equal(outcome.calls.data[1].error_number, 12);
	assert_int_equal(outcome.pointers.count, 1);
	assert_int_equal(outcome.pointers.data[0].value, 1);
	assert_int_equal(outcome.pointers.data[0].region, HR_IN_HEAP);
	assert_int_equal(outcome.new_edges.count, 1);
	assert_int_equal(outcome.edges.data[3], 99);
	assert_int_equal(outcome.notes.data[0].kind, HR_KIND_UB_SHIFT);
	assert_string_equal(outcome.leaks.data[0].name, "leaked");
	assert_int_equal(outcome.heap.data[0].kind, HR_FREED);
	assert_int_equal(outcome.callbacks.count, 1);
	assert_int_equal(outcome.callbacks.data[0].type, 1);
	assert_int_equal(outcome.callbacks.data[0].instance, 1);
	assert_int_equal(outcome.callbacks.data[0].arguments.count, 2);
	assert_string_equal(outcome.callbacks.data[0].arguments.data[1].text, "abc");
	assert_true(outcome.callbacks.data[0].arguments.data[1].is_ended);
	assert_false(outcome.has_more_callbacks);
	assert_int_equal(outcome.descriptions.count, 1);
	assert_int_equal(outcome.descriptions.data[0].value, 1);
	assert_memory_equal(outcome.descriptions.data[0].bytes, "12345", DESCRIBED);
	assert_int_equal(outcome.fingerprints.data[0].fingerprint, 0xf00d);
	assert_int_equal(outcome.comparisons.data[0].size, 4);
	assert_string_equal(outcome.output, "written");
	assert_int_equal(*hr_outcome_bytes(&outcome, 0), 42);
	assert_null(hr_outcome_bytes(&outcome, 2));
	hr_outcome_release(&outcome);
	drop_program(&program);
}

/* Reads whatever an outcome claims to have: the sanitizers see what is not there. */
static unsigned touch(const struct hr_outcome *outcome)
{
	unsigned sum = (unsigned)outcome->status;
	for (size_t i = 0; i < outcome->descriptions.count; i++)
		for (size_t k = 0; k < outcome->descriptions.data[i].length; k++)
			sum += outcome->descriptions.data[i].bytes[k];
	for (size_t i = 0; i < outcome->callbacks.count; i++)
		for (size_t k = 0; k < outcome->callbacks.data[i].arguments.count; k++)
			for (size_t n = 0; n < outcome->callbacks.data[i].arguments.data[k].length; n++)
				sum += (unsigned char)outcome->callbacks.data[i].arguments.data[k].text[n];
	for (size_t i = 0; i < outcome->output_length; i++)
		sum += (unsigned char)outcome->output[i];
	for (size_t value = 0; value < 2; value++) {
		const unsigned char *bytes = hr_outcome_bytes(outcome, value);
		for (size_t i = 0; bytes && i < 8; i++)
			sum += bytes[i];
	}
	sum += (unsigned)(strlen(outcome->fault.kind ? outcome->fault.text : "") + outcome->edges.count);
	assert_true(outcome->status < HR_OUTCOME_STATUS_COUNT && outcome->fault.kind < HR_FAULT_KINDS);
	return sum;
}

/* Every byte of a result, to several values: no outcome reads beyond the result, which ends where its memory ends. */
static void test_decode__any_byte_may_be_wrong(void **state)
{
	(void)state;
	static const unsigned char changes[] = { 0xff, 0x01, 0x80, 0x10 };
	struct hr_program program;
	struct sample *sample = hr_calloc(1, sizeof *sample);
	make_program(&program);
	for (size_t at = 0; at < sizeof *sample; at++) {
		for (size_t k = 0; k < sizeof changes; k++) {
			struct hr_outcome outcome;
			make_sample(sample);
			((unsigned char *)sample)[at] ^= changes[k];
			hr_outcome_init(&outcome);
			hr_outcome_decode(&outcome, &program, sample, sizeof *sample);
			touch(&outcome);
			hr_outcome_release(&outcome);
		}
	}
	free(sample);
	drop_program(&program);
}

/* Nothing but one byte again and again, and noise. */
static void test_decode__garbage(void **state)
{
	(void)state;
	struct hr_program program;
	struct sample *sample = hr_calloc(1, sizeof *sample);
	uint32_t noise = 1;
	make_program(&program);
	for (unsigned round = 0; round < 256 + 2000; round++) {
		struct hr_outcome outcome;
		memset(sample, (int)round & 0xff, sizeof *sample);
		for (size_t i = 0; round >= 256 && i < sizeof *sample; i++)
			((unsigned char *)sample)[i] = (unsigned char)((noise = noise * 1664525u + 1013904223u) >> 24);
		if (round >= 256) { /* likely enough to be looked at */
			sample->result.size = sizeof *sample;
			sample->result.status %= HR_WIRE_STATUS_COUNT;
			sample->result.callbacks.offset %= sizeof *sample;
			sample->result.callbacks.size %= sizeof *sample;
			sample->result.descriptions.offset %= sizeof *sample;
			sample->result.descriptions.size %= sizeof *sample;
			sample->result.area.count = AREA;
			sample->result.area.offset %= sizeof *sample;
		}
		hr_outcome_init(&outcome);
		hr_outcome_decode(&outcome, &program, sample, sizeof *sample);
		touch(&outcome);
		hr_outcome_release(&outcome);
	}
	free(sample);
	drop_program(&program);
}

static void test_decode__too_short(void **state)
{
	(void)state;
	struct hr_program program;
	make_program(&program);
	for (size_t size = 0; size < sizeof(struct sample); size += 8) {
		struct sample sample;
		struct hr_outcome outcome;
		make_sample(&sample);
		void *part = hr_calloc(1, size + 1);
		memcpy(part, &sample, size);
		hr_outcome_init(&outcome);
		hr_outcome_decode(&outcome, &program, part, size);
		assert_int_equal(outcome.status, HR_OUTCOME_DIED);
		hr_outcome_release(&outcome);
		free(part);
	}
	drop_program(&program);
}

/* An area that is shorter than the program's has no values. */
static void test_decode__short_area(void **state)
{
	(void)state;
	struct sample sample;
	struct hr_program program;
	struct hr_outcome outcome;
	make_sample(&sample);
	make_program(&program);
	sample.result.area.count = POINTER_SLOT + 1;
	hr_outcome_init(&outcome);
	hr_outcome_decode(&outcome, &program, &sample, sizeof sample);
	assert_null(hr_outcome_bytes(&outcome, 1));
	hr_outcome_release(&outcome);
	drop_program(&program);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_decode__everything), cmocka_unit_test(test_decode__any_byte_may_be_wrong),
		cmocka_unit_test(test_decode__garbage),    cmocka_unit_test(test_decode__too_short),
		cmocka_unit_test(test_decode__short_area),
	};
	return cmocka_run_group_tests_name("decode", tests, NULL, NULL);
}
