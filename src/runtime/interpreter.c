/* The interpreter: takes a program apart, runs its code, has the result written, and brings everything back.
 *
 * Programs come from shared memory and are not trusted: offsets and sizes are looked at before anything runs, operands when their instruction
 * does (instructions.c). A program that is wrong ends as HR_WIRE_ILLEGAL with a text that says how.
 *
 * A short sequence takes about a microsecond in all, so nothing is done that was not asked for: hr_runtime.fault is cleared only after it
 * was used, logs are emptied by setting three numbers, the value area costs its size. */
#include "runtime/interpreter.h"
#include "runtime/changing.h"

#include "runtime/arena.h"
#include "runtime/asan_internal.h"
#include "runtime/callbacks.h"
#include "runtime/coverage.h"
#include "runtime/fault.h"
#include "runtime/files.h"
#include "runtime/gate.h"
#include "runtime/growth.h"
#include "runtime/integrity.h"
#include "runtime/machine.h"
#include "runtime/results.h"
#include "runtime/shadow.h"
#include "runtime/system.h"
#include "runtime/unit.h"
#include "runtime/work.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#define AREA_SLACK (1u << 20) /* behind the area: results that nobody wants, and arguments that begin at its end */
#define DEFAULT_CPU_MS 1000u

struct hr_machine hr_machine;
HR_CHANGING(hr_machine); /* set anew for each program */

int hr_interpreter_map(void)
{
	size_t size = (size_t)HR_AREA_MOST + AREA_SLACK;
	void *area = hr_system_map((void *)HR_AREA_BASE, size, PROT_READ | PROT_WRITE,
				   MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);

	if (area == MAP_FAILED)
		return errno;
	hr_shadow_close(HR_AREA_BASE, size, HR_SHADOW_FOREIGN);
	hr_machine.whole_area = hr_machine.area = area;
	return hr_logs_map();
}

bool hr_machine_illegal(const char *why)
{
	hr_runtime.status = HR_WIRE_ILLEGAL;
	hr_runtime.fault.statement = hr_runtime.statement;
	strncpy(hr_runtime.fault.text, why, sizeof(hr_runtime.fault.text) - 1);
	return false;
}

/* ---- one program ---- */

/* True when [offset, offset + count * unit) lies in the program, behind its header, and offset is a multiple of unit. */
static bool part_is_inside(const struct hr_wire_program *program, uint32_t offset, uint32_t count, uint32_t unit)
{
	uint64_t end = offset + (uint64_t)count * unit;

	return count == 0 || (offset >= sizeof(*program) && end <= program->size && offset % unit == 0);
}

static bool is_well_formed(const struct hr_wire_program *program, size_t size)
{
	return size >= sizeof(*program) && program->size >= sizeof(*program) && program->size <= size &&
	       program->size % 8 == 0 && program->area_size <= HR_AREA_MOST &&
	       program->image_size <= program->area_size &&
	       part_is_inside(program, program->image, program->image_size, 1) &&
	       part_is_inside(program, program->code, program->code_words, 4) &&
	       part_is_inside(program, program->data, program->data_size, 1) &&
	       part_is_inside(program, program->pointers, program->pointer_count, 4);
}

static void set_up(const struct hr_wire_program *program, uint32_t default_cpu_ms)
{
	const uint8_t *bytes = (const uint8_t *)program;

	uint8_t *area = (uint8_t *)HR_AREA_BASE;

	hr_machine = (struct hr_machine){
		.whole_area = area,
		.whole_area_size = program->area_size,
		.whole_data = bytes + program->data,
		.whole_data_size = program->data_size,
		.statement_count = program->statement_count,
		.tell_from = program->tell_from,
		.is_known = program->tell_from > 0,
		.area = area,
		.area_size = program->area_size,
		.data = bytes + program->data,
		.data_size = program->data_size,
	};
	memcpy(area, bytes + program->image, program->image_size);
	memset(area + program->image_size, 0, program->area_size - program->image_size);
	hr_runtime.fill = (uint8_t)program->fill;
	hr_runtime.wants = program->wants;
	hr_stack_restart(hr_runtime.fill);
	hr_faults_clear();
	hr_comparisons_record(program->wants & HR_WIRE_WANT_COMPARISONS && program->tell_from == 0);
	hr_work_begin(program->work);
	uint32_t cpu_ms = program->cpu_ms ? program->cpu_ms : default_cpu_ms;
	hr_signals_limit(cpu_ms ? cpu_ms : DEFAULT_CPU_MS);
}

/* From here on what happens is told. */
static void begin_telling(void)
{
	hr_machine.is_known = false;
	hr_machine.freed_before = hr_arena_freed_count();
	if (hr_runtime.wants & HR_WIRE_WANT_COMPARISONS)
		hr_comparisons_record(true);
}

/* Runs the code from beginning to end, or to where it stops. */
static void run_code(const uint32_t *code, uint32_t words)
{
	uint32_t at = 0;

	while (at < words && code[at] != HR_WIRE_END) {
		uint32_t kind = code[at];
		if (kind >= HR_WIRE_INSTRUCTION_COUNT || words - at < 2 + hr_instructions[kind].operands) {
			hr_machine_illegal("the code is garbled");
			return;
		}
		const uint32_t *operands = code + at + 2;
		uint32_t count = hr_instructions[kind].operands;
		if (kind == HR_WIRE_CALL) {
			if (operands[3] > words - at - 2 - count) {
				hr_machine_illegal("the code is garbled");
				return;
			}
			count += operands[3];
		}
		if (kind != HR_WIRE_BASE) {
			hr_runtime.statement = hr_machine.statement + code[at + 1];
			if (hr_machine.is_known && hr_runtime.statement >= hr_machine.tell_from)
				begin_telling();
		}
		if (!hr_instructions[kind].run(operands))
			return;
		at += 2 + count;
	}
	if (at >= words)
		hr_machine_illegal("the code has no end");
}

static void run_atexit(void **arguments, void *result)
{
	(void)arguments;
	(void)result;
	hr_gate_run_atexit();
}

/* What the unit wants to be run at its end. They count as the statement behind the last, should one of them fault; a sequence that ended by
 * exit stays so otherwise. */
static void finish(uint32_t statement_count)
{
	uint32_t statement = hr_runtime.statement;

	if (hr_gate_atexit_count() == 0)
		return;
	hr_runtime.statement = statement_count;
	if (hr_integrity_call(run_atexit, NULL, NULL, 0) == 0 && !hr_work_ends())
		hr_runtime.statement = statement;
}

/* Where work is limited all has to repeat: what was executed, compared and written until somebody noticed is not told. */
static void write_hang(struct hr_wire_result *result, uint64_t id)
{
	hr_result_write_bare(result, id);
	result->call_count = hr_machine.call_count;
	hr_coverage_clear();
}

void hr_interpreter_run(struct hr_wire_result *result, size_t room, const struct hr_wire_program *program, size_t size,
			uint32_t default_cpu_ms)
{
	hr_runtime.status = HR_WIRE_NORMAL;
	hr_runtime.statement = 0;
	if (!is_well_formed(program, size)) {
		hr_machine_illegal("the program is garbled");
		hr_result_write_bare(result, size >= sizeof(*program) ? program->id : 0);
		return;
	}
	set_up(program, default_cpu_ms);
	run_code((const uint32_t *)((const uint8_t *)program + program->code), program->code_words);
	if (hr_runtime.status == HR_WIRE_NORMAL || hr_runtime.status == HR_WIRE_EXIT)
		finish(program->statement_count);
	hr_signals_limit(0);
	if (hr_runtime.status == HR_WIRE_HANG && program->work) {
		write_hang(result, program->id);
		return;
	}
	if (hr_runtime.status == HR_WIRE_NORMAL && hr_arena_was_full())
		hr_runtime.status = HR_WIRE_EXHAUSTED;
	hr_result_write(result, room, program, hr_machine.whole_area);
}

void hr_interpreter_restore(void)
{
	if (hr_runtime.status != HR_WIRE_NORMAL) {
		memset(&hr_runtime.fault, 0, sizeof(hr_runtime.fault));
		hr_runtime.status = HR_WIRE_NORMAL;
	}
	hr_gates_reset();
	hr_files_reset();
	hr_snapshot_restore();
	hr_arena_reset();
	hr_fake_stack_reset();
	hr_poison_reset();
	hr_callbacks_reset();
	hr_logs_clear();
}

/* ---- a batch ---- */

/* Restores, and looks whether the runtime is as ever. If not, the program's result says so, unless it says more already. */
static void restore_warily(struct hr_wire_result *result)
{
	hr_interpreter_restore();
	const char *broken = hr_integrity_broken();
	if (!broken)
		return;
	hr_runtime.status = result->status;
	hr_runtime.statement = result->statement;
	bool says_more = result->status == HR_WIRE_FAULT || result->status == HR_WIRE_HANG;
	hr_integrity_tell(broken);
	if (says_more)
		result->suspicion = hr_runtime.suspicion;
	else
		hr_result_write_bare(result, result->id);
}

bool hr_interpreter_batch(struct hr_wire_channel *channel)
{
	/* read once: the unit can write over all of it */
	const uint8_t *programs = (const uint8_t *)channel + channel->programs;
	uint8_t *results = (uint8_t *)channel + channel->results;
	uint64_t programs_left = channel->programs_size;
	uint64_t results_left = channel->results_size;
	uint32_t count = channel->program_count;
	uint32_t default_cpu_ms = channel->default_cpu_ms;

	channel->edge_count = hr_coverage_edge_count();
	__atomic_store_n(&channel->finished, 0, __ATOMIC_RELEASE);
	for (uint32_t i = 0; i < count; i++) {
		const struct hr_wire_program *program = (const struct hr_wire_program *)programs;
		struct hr_wire_result *result = (struct hr_wire_result *)results;
		if (results_left < HR_BATCH_ROOM)
			break;
		__atomic_store_n(&channel->started, i + 1, __ATOMIC_RELEASE);
		hr_interpreter_run(result, results_left, program, programs_left, default_cpu_ms);
		bool is_lost = programs_left < sizeof(*program) || program->size < sizeof(*program) ||
			       program->size > programs_left || program->size % 8 != 0;
		bool is_wary = hr_integrity_is_wary() && !hr_runtime.suspicion;
		if (is_wary)
			restore_warily(result);
		if (hr_integrity_is_wary())
			result->sum = hr_wire_sum(result, result->size);
		__atomic_store_n(&channel->finished, i + 1, __ATOMIC_RELEASE);
		if (hr_runtime.suspicion)
			return false;
		results += result->size;
		results_left -= result->size;
		if (!is_wary)
			hr_interpreter_restore();
		if (is_lost) /* nobody knows where the next one begins */
			break;
		programs += program->size;
		programs_left -= program->size;
	}
	return !hr_growth_is_old();
}
