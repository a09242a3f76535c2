/* The instructions of programs: one function each, in a table.
 *
 * Invariants: an operand is looked at before it is used, so that no program, however wrong, makes the worker read or write outside of the
 * value area, the program's data and the unit; pointers are followed only where the shadow allows it. */
#include "runtime/machine.h"

#include "runtime/arena.h"
#include "runtime/callbacks.h"
#include "runtime/fault.h"
#include "runtime/files.h"
#include "runtime/fingerprint.h"
#include "runtime/integrity.h"
#include "runtime/interpreter.h"
#include "runtime/results.h"
#include "runtime/shadow.h"
#include "runtime/unit.h"
#include "runtime/work.h"

#include <errno.h>

enum { MOST_ARGUMENTS = 128, MOST_ALIGNMENT = 1 << 20 };

static const char bad_slot[] = "a slot lies outside of the value area";
static const char bad_data[] = "an operand lies outside of the program's data";

/* ---- calls ---- */

static bool run_call(const uint32_t *operands)
{
	void *arguments[MOST_ARGUMENTS];
	uint32_t stub = operands[0];
	uint32_t slot = operands[1];
	uint32_t count = operands[3];
	/* a result that nobody wants goes behind the area, where there is room */
	void *result = hr_machine.whole_area + HR_AREA_MOST;

	if (stub >= hr_unit.counts[0])
		return hr_machine_illegal("there is no stub of that number");
	if (count > MOST_ARGUMENTS)
		return hr_machine_illegal("too many arguments");
	for (uint32_t i = 0; i < count; i++) {
		if (operands[4 + i] >= hr_machine.area_size)
			return hr_machine_illegal(bad_slot);
		arguments[i] = hr_machine.area + operands[4 + i];
	}
	if (slot != HR_WIRE_NO_SLOT) {
		if (!hr_machine_has(slot, operands[2]))
			return hr_machine_illegal(bad_slot);
		result = hr_machine.area + slot;
	}
	if (hr_runtime.wants & HR_WIRE_WANT_FRESH_STACK)
		hr_stack_refill(hr_runtime.fill);
	uint32_t born = hr_arena_count();
	uint32_t died = hr_arena_freed_count();
	errno = 0;
	int left = hr_integrity_call(hr_unit.stubs[stub], arguments, result, operands[2]);
	int error_number = errno;
	hr_machine.call_count++;
	struct hr_wire_call *call = hr_machine.is_known ? NULL : hr_log_append(&hr_logs.calls, sizeof(*call));
	if (call)
		*call = (struct hr_wire_call){
			.statement = hr_runtime.statement,
			.error_number = error_number,
			.born = hr_arena_count() - born,
			.died = hr_arena_freed_count() - died,
		};
	return !hr_work_ends() && !left;
}

/* ---- memory ---- */

struct access {
	uintptr_t address;
	uint32_t size;
	void *local; /* in the runtime: where a load goes, where a store comes from */
	enum hr_wire_access kind;
};

/* On the unit's stack, where a fault of any kind is told and left from. */
static void access_guarded(void **arguments, void *result)
{
	const struct access *access = arguments[0];
	uintptr_t bad = hr_shadow_first_bad(access->address, access->size);

	(void)result;
	if (bad)
		hr_fault_access(access->address, access->size, access->kind, NULL, NULL, __builtin_frame_address(0));
	if (access->kind == HR_ACCESS_WRITE)
		memcpy((void *)access->address, access->local, access->size);
	else
		memcpy(access->local, (const void *)access->address, access->size);
}

/* A checked access: copies, or ends the program as illegal with the fault that it would have been. */
static bool access_memory(uintptr_t address, uint32_t size, void *local, enum hr_wire_access kind)
{
	/* memory that certainly can be read and written, if the shadow has nothing against it */
	if (address - HR_ARENA_BASE < HR_ARENA_SIZE && !hr_shadow_is_bad((const void *)address, size)) {
		if (kind == HR_ACCESS_WRITE)
			memcpy((void *)address, local, size);
		else
			memcpy(local, (const void *)address, size);
		return true;
	}
	struct access access = { address, size, local, kind };
	void *arguments[] = { &access };
	if (hr_switch_call(access_guarded, arguments, NULL) == 0)
		return true;
	hr_runtime.status = HR_WIRE_ILLEGAL;
	return false;
}

static bool run_object(const uint32_t *operands)
{
	uint32_t slot = operands[0];
	uint32_t size = operands[1];
	uint32_t align = operands[2] ? operands[2] : 1;
	uint32_t length = operands[4];

	if (!hr_machine_has(slot, 8))
		return hr_machine_illegal(bad_slot);
	if (!hr_machine_has_data(operands[3], length))
		return hr_machine_illegal(bad_data);
	if (align > MOST_ALIGNMENT || (align & (align - 1)) != 0 || length > size)
		return hr_machine_illegal("an object of impossible alignment or size");
	uint8_t *object = hr_arena_allocate(size, align, HR_BLOCK_OBJECT);
	if (!object) {
		hr_runtime.status = HR_WIRE_EXHAUSTED;
		return false;
	}
	memcpy(object, hr_machine.data + operands[3], length);
	if (operands[5] & HR_WIRE_OBJECT_ZERO)
		memset(object + length, 0, size - length);
	hr_machine_set_word(slot, (uintptr_t)object);
	return true;
}

static uintptr_t moved(uint32_t pointer_slot, uint32_t offset)
{
	return hr_machine_word(pointer_slot) + (uintptr_t)(intptr_t)(int32_t)offset;
}

static bool run_load(const uint32_t *operands)
{
	if (!hr_machine_has(operands[0], operands[3]) || !hr_machine_has(operands[1], 8))
		return hr_machine_illegal(bad_slot);
	return access_memory(moved(operands[1], operands[2]), operands[3], hr_machine.area + operands[0],
			     HR_ACCESS_READ);
}

static bool run_store(const uint32_t *operands)
{
	if (!hr_machine_has(operands[0], 8) || !hr_machine_has(operands[2], operands[3]))
		return hr_machine_illegal(bad_slot);
	return access_memory(moved(operands[0], operands[1]), operands[3], hr_machine.area + operands[2],
			     HR_ACCESS_WRITE);
}

/* A bit-field of 64 bits may touch nine bytes. */
__extension__ typedef unsigned __int128 wide;

/* Where a bit-field lies: its first byte, how many bytes it touches, and the bit in the first. */
struct bits {
	uintptr_t address;
	uint32_t size;
	unsigned shift;
	uint64_t mask;
};

static struct bits find_bits(uint32_t pointer_slot, uint32_t offset, uint32_t width)
{
	return (struct bits){
		.address = hr_machine_word(pointer_slot) + offset / 8,
		.size = (offset % 8 + width + 7) / 8,
		.shift = offset % 8,
		.mask = width == 64 ? UINT64_MAX : ((uint64_t)1 << width) - 1,
	};
}

static bool run_load_bits(const uint32_t *operands)
{
	uint32_t width = operands[3];
	wide bytes = 0;

	if (!hr_machine_has(operands[0], 8) || !hr_machine_has(operands[1], 8))
		return hr_machine_illegal(bad_slot);
	if (width == 0 || width > 64)
		return hr_machine_illegal("a bit-field of impossible width");
	struct bits bits = find_bits(operands[1], operands[2], width);
	if (!access_memory(bits.address, bits.size, &bytes, HR_ACCESS_READ))
		return false;
	uint64_t value = (uint64_t)(bytes >> bits.shift) & bits.mask;
	if (operands[4] && value >> (width - 1) & 1)
		value |= ~bits.mask;
	hr_machine_set_word(operands[0], value);
	return true;
}

static bool run_store_bits(const uint32_t *operands)
{
	uint32_t width = operands[2];
	wide bytes = 0;

	if (!hr_machine_has(operands[0], 8) || !hr_machine_has(operands[3], 8))
		return hr_machine_illegal(bad_slot);
	if (width == 0 || width > 64)
		return hr_machine_illegal("a bit-field of impossible width");
	struct bits bits = find_bits(operands[0], operands[1], width);
	if (!access_memory(bits.address, bits.size, &bytes, HR_ACCESS_READ))
		return false;
	wide value = hr_machine_word(operands[3]) & bits.mask;
	bytes = (bytes & ~((wide)bits.mask << bits.shift)) | value << bits.shift;
	return access_memory(bits.address, bits.size, &bytes, HR_ACCESS_WRITE);
}

/* ---- values ---- */

static bool run_offset(const uint32_t *operands)
{
	if (!hr_machine_has(operands[0], 8) || !hr_machine_has(operands[1], 8))
		return hr_machine_illegal(bad_slot);
	hr_machine_set_word(operands[0], moved(operands[1], operands[2]));
	return true;
}

static bool run_copy(const uint32_t *operands)
{
	if (!hr_machine_has(operands[0], operands[2]) || !hr_machine_has(operands[1], operands[2]))
		return hr_machine_illegal(bad_slot);
	memmove(hr_machine.area + operands[0], hr_machine.area + operands[1], operands[2]);
	return true;
}

static bool run_convert(const uint32_t *operands)
{
	if (operands[1] >= HR_WIRE_SCALAR_COUNT || operands[3] >= HR_WIRE_SCALAR_COUNT)
		return hr_machine_illegal("there is no such class of scalars");
	if (!hr_machine_has(operands[0], hr_scalar_size(operands[1])) ||
	    !hr_machine_has(operands[2], hr_scalar_size(operands[3])))
		return hr_machine_illegal(bad_slot);
	hr_scalar_convert(hr_machine.area + operands[0], operands[1], hr_machine.area + operands[2], operands[3]);
	return true;
}

/* slot = table[number], for the tables of the unit. */
static bool set_from(void *const *table, uint32_t table_index, const uint32_t *operands)
{
	if (!hr_machine_has(operands[0], 8))
		return hr_machine_illegal(bad_slot);
	if (operands[1] >= hr_unit.counts[table_index])
		return hr_machine_illegal("the unit's table has no entry of that number");
	hr_machine_set_word(operands[0], (uintptr_t)table[operands[1]]);
	return true;
}

static bool run_function(const uint32_t *operands)
{
	return set_from(hr_unit.functions, 1, operands);
}

static bool run_variable(const uint32_t *operands)
{
	return set_from(hr_unit.variables, 2, operands);
}

static bool run_callback(const uint32_t *operands)
{
	uint64_t size = (uint64_t)operands[3] * operands[4];

	if (size > UINT32_MAX || !hr_machine_has_data(operands[2], (uint32_t)size))
		return hr_machine_illegal(bad_data);
	if (!set_from(hr_unit.callbacks, 3, operands))
		return false;
	hr_callbacks_set(operands[1], hr_machine.data + operands[2], operands[3], operands[4]);
	return true;
}

/* On the unit's stack, because the file area may run out of memory and leave. */
static void make_file(void **arguments, void *result)
{
	const uint32_t *operands = arguments[0];
	const uint8_t *bytes = hr_machine.data + operands[1];
	uint64_t *value = result;

	if (operands[3] == HR_WIRE_PATH)
		*value = (uintptr_t)hr_files_make(bytes, operands[2]);
	else if (operands[3] == HR_WIRE_DESCRIPTOR)
		*value = (uint64_t)(int64_t)hr_files_descriptor(bytes, operands[2]);
	else if (operands[3] == HR_WIRE_FRESH_PATH)
		*value = (uintptr_t)hr_files_fresh();
	else if (operands[3] == HR_WIRE_STREAM_ROOM)
		*value = (uintptr_t)hr_files_small_stream(operands[2]);
	else
		*value = (uintptr_t)hr_files_stream(bytes, operands[2], operands[3] == HR_WIRE_STREAM_WRITE);
}

static bool run_file(const uint32_t *operands)
{
	uint32_t copied[4];
	void *arguments[] = { copied };
	uint64_t value = 0;

	memcpy(copied, operands, sizeof(copied));
	if (!hr_machine_has(operands[0], 8))
		return hr_machine_illegal(bad_slot);
	if (operands[3] != HR_WIRE_STREAM_ROOM && !hr_machine_has_data(operands[1], operands[2]))
		return hr_machine_illegal(bad_data);
	if (operands[3] > HR_WIRE_STREAM_ROOM)
		return hr_machine_illegal("there is no such kind of file");
	if (hr_switch_call(make_file, arguments, &value))
		return false;
	hr_machine_set_word(operands[0], value);
	return true;
}

static bool run_fail_alloc(const uint32_t *operands)
{
	hr_arena_fail(operands[0]);
	return true;
}

static void free_guarded(void **arguments, void *result)
{
	(void)result;
	hr_arena_free(arguments[0], "free");
}

/* On the unit's stack, where a fault is told and left from; it is the program's own. */
static bool run_free(const uint32_t *operands)
{
	if (!hr_machine_has(operands[0], 8))
		return hr_machine_illegal(bad_slot);
	uintptr_t address = hr_machine_word(operands[0]);
	void *arguments[] = { (void *)address };
	if (hr_switch_call(free_guarded, arguments, NULL) == 0)
		return true;
	hr_runtime.status = HR_WIRE_ILLEGAL;
	return false;
}

/* ---- looking ---- */

#define MOST_WRITTEN 512u /* bytes that are told of a file */

/* How many bytes to tell of what the pointer points to. */
static uint32_t described_length(uintptr_t address, uint32_t most, bool is_text)
{
	size_t readable = hr_shadow_readable(address, most);

	if (is_text && readable > 0) {
		const void *end = memchr((const void *)address, '\0', readable);
		if (end)
			readable = (uintptr_t)end + 1 - address;
	}
	return (uint32_t)readable;
}

/* What stands in a file: of a stream, or of a name that can be read to its end. Below zero: there is none. */
static ssize_t look_into_file(void *to, uint32_t most, uintptr_t address, bool is_stream)
{
	enum { LONGEST_NAME = 4096 };
	size_t size = most < MOST_WRITTEN ? most : MOST_WRITTEN;
	if (is_stream)
		return hr_files_written(to, size, (const void *)address);
	size_t readable = hr_shadow_readable(address, LONGEST_NAME);
	if (!readable || !memchr((const void *)address, '\0', readable))
		return -1;
	return hr_files_contents(to, size, (const char *)address);
}

static bool run_describe(const uint32_t *operands)
{
	uint32_t room = hr_logs.descriptions.size - hr_logs.descriptions.used;
	uint32_t most = operands[1];
	struct hr_wire_description *description;

	if (!hr_machine_has(operands[0], 8))
		return hr_machine_illegal(bad_slot);
	if (room < sizeof(*description) + 8) {
		hr_logs.descriptions.truncated = true;
		return true;
	}
	uintptr_t address = hr_machine_word(operands[0]);
	bool is_stream = operands[2] & HR_WIRE_DESCRIBE_STREAM;
	bool is_file = is_stream || operands[2] & HR_WIRE_DESCRIBE_FILE;
	char written[MOST_WRITTEN];
	ssize_t size = 0;
	if (is_file)
		size = look_into_file(written, most, address, is_stream);
	uint32_t length = is_file ? (uint32_t)(size > 0 ? size : 0)
				  : described_length(address, most, operands[2] & HR_WIRE_DESCRIBE_TEXT);
	uint32_t padded = (length + 7u) & ~7u;
	description = hr_log_append(&hr_logs.descriptions, (uint32_t)sizeof(*description) + padded);
	if (!description)
		return true;
	*description = (struct hr_wire_description){
		.statement = hr_runtime.statement,
		.slot = hr_machine_whole_slot(operands[0]),
		.length = length,
	};
	hr_pointer_look(&description->pointer, description->slot, address);
	/* a live block of no bytes, or the end of one, is fine too */
	description->readable = is_file ? size >= 0
					: length > 0 || (description->pointer.block != HR_WIRE_NO_BLOCK &&
							 !description->pointer.is_freed);
	uint8_t *bytes = (uint8_t *)(description + 1);
	if (padded > 0)
		memset(bytes + padded - 8, 0, 8);
	memcpy(bytes, is_file ? written : (const void *)address, length);
	return true;
}

static bool run_fingerprint(const uint32_t *operands)
{
	if (!hr_machine_has(operands[0], operands[1]))
		return hr_machine_illegal(bad_slot);
	struct hr_wire_fingerprint *entry = hr_log_append(&hr_logs.fingerprints, sizeof(*entry));
	if (entry)
		*entry = (struct hr_wire_fingerprint){
			.statement = hr_runtime.statement,
			.slot = hr_machine_whole_slot(operands[0]),
			.value = hr_fingerprint(hr_machine.area + operands[0], operands[1]),
		};
	return true;
}

/* ---- pieces ---- */

static bool run_base(const uint32_t *operands)
{
	if (operands[0] > hr_machine.whole_area_size)
		return hr_machine_illegal("a base lies outside of the value area");
	if (operands[1] > hr_machine.whole_data_size)
		return hr_machine_illegal("a base lies outside of the program's data");
	if (operands[2] > hr_machine.statement_count)
		return hr_machine_illegal("a base lies behind the last statement");
	hr_machine.area = hr_machine.whole_area + operands[0];
	hr_machine.area_size = hr_machine.whole_area_size - operands[0];
	hr_machine.data = hr_machine.whole_data + operands[1];
	hr_machine.data_size = hr_machine.whole_data_size - operands[1];
	hr_machine.statement = operands[2];
	return true;
}

const struct hr_instruction hr_instructions[HR_WIRE_INSTRUCTION_COUNT] = {
	[HR_WIRE_CALL] = { run_call, 4 }, /* and its arguments */
	[HR_WIRE_OBJECT] = { run_object, 6 },
	[HR_WIRE_LOAD] = { run_load, 4 },
	[HR_WIRE_STORE] = { run_store, 4 },
	[HR_WIRE_LOAD_BITS] = { run_load_bits, 5 },
	[HR_WIRE_STORE_BITS] = { run_store_bits, 4 },
	[HR_WIRE_OFFSET] = { run_offset, 3 },
	[HR_WIRE_COPY] = { run_copy, 3 },
	[HR_WIRE_CONVERT] = { run_convert, 4 },
	[HR_WIRE_FUNCTION] = { run_function, 2 },
	[HR_WIRE_VARIABLE] = { run_variable, 2 },
	[HR_WIRE_CALLBACK] = { run_callback, 5 },
	[HR_WIRE_FILE] = { run_file, 4 },
	[HR_WIRE_FAIL_ALLOC] = { run_fail_alloc, 1 },
	[HR_WIRE_FREE] = { run_free, 1 },
	[HR_WIRE_DESCRIBE] = { run_describe, 3 },
	[HR_WIRE_FINGERPRINT] = { run_fingerprint, 2 },
	[HR_WIRE_BASE] = { run_base, 3 },
};
