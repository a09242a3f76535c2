/* The state of a running program that the instructions share (interpreter.c, instructions.c, convert.c). */
#ifndef HR_RUNTIME_MACHINE_H
#define HR_RUNTIME_MACHINE_H

#include "runtime/state.h"

#include <string.h>

struct hr_machine {
	/* of the program */
	uint8_t *whole_area; /* the value area */
	uint32_t whole_area_size;
	const uint8_t *whole_data;
	uint32_t whole_data_size;
	uint32_t statement_count;
	uint32_t tell_from;
	/* as seen from the base that is set: what slots, data offsets and statements of instructions count from */
	uint8_t *area;
	uint32_t area_size; /* what is left from there on */
	const uint8_t *data;
	uint32_t data_size;
	uint32_t statement;
	/* what was seen */
	bool is_known;         /* statement `tell_from` was not reached yet: nobody wants to hear of what happens */
	uint32_t freed_before; /* blocks freed before that statement */
	uint32_t call_count;
};

extern struct hr_machine hr_machine;

/* An instruction: does its work and returns true, or sets hr_runtime.status and returns false. `operands` are as many words as the table
 * says; nobody looked at their values. */
typedef bool hr_instruction_fn(const uint32_t *operands);

struct hr_instruction {
	hr_instruction_fn *run;
	uint32_t operands; /* words; the operands of calls are counted by their run function's caller */
};

extern const struct hr_instruction hr_instructions[HR_WIRE_INSTRUCTION_COUNT];

/* Ends the program as illegal, with the reason. Returns false. */
bool hr_machine_illegal(const char *why);

static inline bool hr_machine_has(uint32_t slot, uint32_t size)
{
	return slot <= hr_machine.area_size && size <= hr_machine.area_size - slot;
}

static inline bool hr_machine_has_data(uint32_t offset, uint32_t size)
{
	return offset <= hr_machine.data_size && size <= hr_machine.data_size - offset;
}

/* A slot as the engine knows it. */
static inline uint32_t hr_machine_whole_slot(uint32_t slot)
{
	return slot + (uint32_t)(hr_machine.area - hr_machine.whole_area);
}

static inline uint64_t hr_machine_word(uint32_t slot)
{
	uint64_t word;

	__builtin_memcpy(&word, hr_machine.area + slot, sizeof(word));
	return word;
}

static inline void hr_machine_set_word(uint32_t slot, uint64_t word)
{
	__builtin_memcpy(hr_machine.area + slot, &word, sizeof(word));
}

/* slot = (class)source for scalars; both classes are known to be valid. The sizes: */
uint32_t hr_scalar_size(uint32_t class);
void hr_scalar_convert(void *to, uint32_t to_class, const void *from, uint32_t from_class);

#endif
