/* What the unit's synthesised callbacks return, and the record of their calls.
 *
 * They run inside the unit, on its stack, at any depth: an entry of the log is complete before anything else happens. Settings belong to
 * one program; instead of clearing all of them each carries the number of the program it was made for. */
#include "runtime/callbacks.h"
#include "runtime/changing.h"

#include "runtime/arena.h"
#include "runtime/fault.h"
#include "runtime/machine.h"
#include "runtime/results.h"
#include "runtime/shadow.h"

#include <string.h>

enum {
	MOST_CALLS = 100000,
	MOST_SETTINGS = 4096,
	MOST_ARGUMENTS = 32, /* more are not logged: `texts` has a bit for each */
	ARGUMENT_SIZE = 16,
	TEXT_MOST = 64,
};

struct setting {
	uint64_t program;
	const uint8_t *values;
	uint32_t count;
	uint32_t size;
	uint32_t next;
};

static struct {
	uint64_t program;
	uint32_t calls;
	struct setting settings[MOST_SETTINGS];
} callbacks = { .program = 1 };
HR_CHANGING(callbacks);

void hr_callbacks_set(unsigned number, const uint8_t *values, uint32_t count, uint32_t size)
{
	if (number >= MOST_SETTINGS)
		return;
	callbacks.settings[number] = (struct setting){
		.program = callbacks.program,
		.values = values,
		.count = count,
		.size = size,
	};
}

void hr_callbacks_reset(void)
{
	callbacks.program++;
	callbacks.calls = 0;
}

static void give_result(unsigned number, void *result, unsigned size)
{
	struct setting *setting = number < MOST_SETTINGS ? &callbacks.settings[number] : NULL;
	unsigned known = 0;

	if (setting && setting->program == callbacks.program && setting->count > 0) {
		uint32_t index = setting->next < setting->count ? setting->next++ : setting->count - 1;
		known = setting->size < size ? setting->size : size;
		memcpy(result, setting->values + (size_t)index * setting->size, known);
	}
	if (size > known)
		memset((uint8_t *)result + known, 0, size - known);
}

static bool is_text(uint8_t byte)
{
	return byte >= 0x20 ? byte != 0x7f : byte == '\t' || byte == '\n' || byte == '\r';
}

/* Only memory of the unit is looked at: elsewhere asking whether it is mapped costs too much. */
static size_t readable_bytes(uintptr_t address)
{
	if (address - HR_ARENA_BASE >= HR_ARENA_SIZE && !hr_range_has(hr_runtime.unit_image, address) &&
	    !hr_range_has(hr_runtime.unit_stack, address))
		return 0;
	return hr_shadow_readable(address, TEXT_MOST);
}

/* How many bytes an argument points to that are worth telling, -1 for none: text up to its NUL, or what the size behind it says. */
static int text_length(void *const *arguments, const unsigned *sizes, unsigned index, unsigned count,
		       const uint8_t **text, bool *is_ended)
{
	uintptr_t address;
	uint64_t told = 0;
	int length = 0;

	if (sizes[index] != sizeof(address))
		return -1;
	memcpy(&address, arguments[index], sizeof(address));
	size_t readable = readable_bytes(address);
	*text = (const uint8_t *)address;
	if (readable == 0)
		return -1;
	while ((size_t)length < readable && is_text((*text)[length]))
		length++;
	*is_ended = (size_t)length < readable && (*text)[length] == '\0';
	if (index + 1 < count && sizes[index + 1] == sizeof(told))
		memcpy(&told, arguments[index + 1], sizeof(told));
	if (told <= TEXT_MOST && told <= readable && told > (unsigned)length) {
		*is_ended = told < readable && (*text)[told] == '\0';
		return (int)told;
	}
	return (size_t)length == readable || *is_ended || (told > 0 && told <= (unsigned)length) ? length : -1;
}

static uint32_t padded(int length, uint32_t unit)
{
	return ((uint32_t)length + unit - 1) & ~(unit - 1);
}

static void log_call(unsigned number, unsigned count, void *const *arguments, const unsigned *sizes)
{
	const uint8_t *texts[MOST_ARGUMENTS];
	int lengths[MOST_ARGUMENTS];
	uint32_t size = (uint32_t)sizeof(struct hr_wire_callback_call);
	uint32_t mask = 0, ended = 0;

	if (count > MOST_ARGUMENTS)
		count = MOST_ARGUMENTS;
	size += count * ARGUMENT_SIZE;
	for (unsigned i = 0; i < count; i++) {
		bool is_ended = false;
		lengths[i] = text_length(arguments, sizes, i, count, &texts[i], &is_ended);
		if (lengths[i] >= 0) {
			mask |= 1u << i;
			ended |= is_ended ? 1u << i : 0;
			size += 4 + padded(lengths[i], 4);
		}
	}
	size = (size + 7u) & ~7u;
	struct hr_wire_callback_call *entry = hr_log_append(&hr_logs.callbacks, size);
	if (!entry)
		return;
	*entry = (struct hr_wire_callback_call){
		.statement = hr_runtime.statement,
		.callback = number,
		.argument_count = count,
		.texts = mask,
		.size = size,
		.ended = ended,
	};
	uint8_t *at = (uint8_t *)(entry + 1);
	memset(at, 0, size - sizeof(*entry));
	for (unsigned i = 0; i < count; i++, at += ARGUMENT_SIZE)
		memcpy(at, arguments[i], sizes[i] < ARGUMENT_SIZE ? sizes[i] : ARGUMENT_SIZE);
	for (unsigned i = 0; i < count; i++) {
		if (lengths[i] < 0)
			continue;
		uint32_t length = (uint32_t)lengths[i];
		memcpy(at, &length, sizeof(length));
		memcpy(at + 4, texts[i], length);
		at += 4 + padded(lengths[i], 4);
	}
}

void hr_runtime_callback(unsigned number, unsigned count, void *const *arguments, const unsigned *sizes, void *result,
			 unsigned result_size)
{
	if (++callbacks.calls > MOST_CALLS)
		hr_leave(HR_WIRE_EXHAUSTED);
	if (!hr_machine.is_known && !hr_logs.callbacks.truncated)
		log_call(number, count, arguments, sizes);
	if (result_size > 0)
		give_result(number, result, result_size);
}
