/* Writing programs for the worker by hand, running them in the test's own process, and finding things in their results. */
#ifndef HR_TESTS_PROGRAMS_H
#define HR_TESTS_PROGRAMS_H

#include "runtime/arena.h"
#include "runtime/asan_internal.h"
#include "runtime/coverage.h"
#include "runtime/fault.h"
#include "runtime/interpreter.h"
#include "runtime/results.h"
#include "runtime/shadow.h"
#include "runtime/unit.h"
#include "unit_fixture.h"

#include <stdarg.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

enum { CODE_MOST = 1024, IMAGE_MOST = 4096, DATA_MOST = 4096, POINTERS_MOST = 64, RESULT_ROOM = 1 << 20 };

struct writing {
	struct hr_wire_program header;
	uint8_t image[IMAGE_MOST];
	uint32_t code[CODE_MOST];
	uint8_t data[DATA_MOST];
	uint32_t pointers[POINTERS_MOST];
};

static struct writing writing;
static union {
	struct hr_wire_result result;
	uint8_t bytes[RESULT_ROOM];
} answer;

/* The unit is loaded once in a test program. */
static inline void load_fixture(const char *name)
{
	char path[4096];
	char why[256] = "";
	const char *folder = getenv("HR_FIXTURES");

	snprintf(path, sizeof(path), "%s/%s", folder ? folder : ".", name);
	assert_int_equal(hr_shadow_map(), 0);
	assert_int_equal(hr_arena_map(), 0);
	assert_int_equal(hr_fake_stack_map(), 0);
	assert_int_equal(hr_stack_map(), 0);
	assert_int_equal(hr_interpreter_map(), 0);
	assert_int_equal(hr_signals_install(), 0);
	if (hr_unit_load(path, why, sizeof(why)) != 0)
		fail_msg("%s: %s", path, why);
	assert_int_equal(hr_snapshot_take(), 0);
	hr_interpreter_restore();
	hr_coverage_clear();
}

/* Ends the test program without the unit's destructors, which would run into watched pages with nobody to open them. */
static inline void leave(int status)
{
	fflush(NULL);
	_exit(status);
}

/* cmocka takes the signals for itself before each test: those that need ours ask for them. */
static inline void take_signals(void)
{
	assert_int_equal(hr_signals_install(), 0);
}

static inline void program_begin(uint32_t wants)
{
	memset(&writing.header, 0, sizeof(writing.header));
	memset(writing.image, 0, sizeof(writing.image));
	writing.header.id = 77;
	writing.header.size = sizeof(writing);
	writing.header.wants = wants;
	writing.header.fill = 0xbe;
	writing.header.image = offsetof(struct writing, image);
	writing.header.code = offsetof(struct writing, code);
	writing.header.data = offsetof(struct writing, data);
	writing.header.pointers = offsetof(struct writing, pointers);
}

/* A slot that begins with the value. */
static inline uint32_t slot_of(uint32_t size, uint64_t value)
{
	uint32_t slot = writing.header.area_size;

	writing.header.area_size += (size + 15u) & ~15u;
	writing.header.image_size = writing.header.area_size;
	memcpy(writing.image + slot, &value, size < 8 ? size : 8);
	return slot;
}

static inline uint32_t pointer_slot(void)
{
	uint32_t slot = slot_of(8, 0);

	writing.pointers[writing.header.pointer_count++] = slot;
	return slot;
}

static inline uint32_t data_of(const void *bytes, uint32_t size)
{
	uint32_t offset = writing.header.data_size;

	memcpy(writing.data + offset, bytes, size);
	writing.header.data_size += (size + 7u) & ~7u;
	return offset;
}

/* Appends an instruction, of a statement of its own. */
static inline void emit(uint32_t kind, uint32_t count, ...)
{
	va_list operands;

	writing.code[writing.header.code_words++] = kind;
	writing.code[writing.header.code_words++] = writing.header.statement_count++;
	va_start(operands, count);
	while (count-- > 0)
		writing.code[writing.header.code_words++] = va_arg(operands, uint32_t);
	va_end(operands);
}

/* Calls a stub that returns `size` bytes; the slot of the result. */
static inline uint32_t call(uint32_t stub, uint32_t size, uint32_t count, uint32_t first, uint32_t second)
{
	uint32_t slot = size == 0 ? HR_WIRE_NO_SLOT : size == 8 ? pointer_slot() : slot_of(size, 0);

	if (count == 0)
		emit(HR_WIRE_CALL, 4, stub, slot, size, count);
	else if (count == 1)
		emit(HR_WIRE_CALL, 5, stub, slot, size, count, first);
	else
		emit(HR_WIRE_CALL, 6, stub, slot, size, count, first, second);
	return slot;
}

static inline const struct hr_wire_program *program_end(void)
{
	emit(HR_WIRE_END, 0);
	return &writing.header;
}

static inline const struct hr_wire_result *run_program(const struct hr_wire_program *program, size_t size)
{
	memset(&answer.result, 0x55, sizeof(answer.result));
	hr_interpreter_run(&answer.result, sizeof(answer), program, size, 200);
	hr_interpreter_restore();
	return &answer.result;
}

/* Runs what was written. */
static inline const struct hr_wire_result *run_written(void)
{
	return run_program(program_end(), sizeof(writing));
}

static inline const void *entry_of(const struct hr_wire_result *result, const struct hr_wire_list *list, uint32_t index,
				   size_t size)
{
	assert_in_range(list->offset, HR_WIRE_RESULT_LEAST, result->size);
	assert_true(list->count > index);
	assert_true(list->offset + list->size <= result->size);
	return (const uint8_t *)result + list->offset + index * size;
}
#define ENTRY(result, list, index, type) ((const type *)entry_of(result, &(result)->list, index, sizeof(type)))

static inline uint64_t value_in(const struct hr_wire_result *result, uint32_t slot)
{
	uint64_t value;

	memcpy(&value, (const uint8_t *)entry_of(result, &result->area, 0, 1) + slot, sizeof(value));
	return value;
}

static inline int int_in(const struct hr_wire_result *result, uint32_t slot)
{
	return (int)(uint32_t)value_in(result, slot);
}

#endif
