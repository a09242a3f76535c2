/* The seccomp filter: from tables of rules to a program for the kernel's packet filter, and its installation.
 *
 * Not by libseccomp, which cannot compare the instruction pointer, by which the runtime's own calls are known. Invariant of the program: where a
 * rule begins, the accumulator holds the number of the call. x86-64 only, little-endian. */
#include "fence/fence_internal.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>

#ifndef SECCOMP_FILTER_FLAG_SPEC_ALLOW
#define SECCOMP_FILTER_FLAG_SPEC_ALLOW (1UL << 2)
#endif

enum { MOST = BPF_MAXINSNS, X32_BIT = 0x40000000 };

struct program {
	struct sock_filter code[MOST];
	unsigned length;
	bool is_full;
};

static unsigned emit(struct program *program, uint16_t code, uint32_t value, uint8_t if_true, uint8_t if_false)
{
	if (program->length == MOST) {
		program->is_full = true;
		return 0;
	}
	program->code[program->length] = (struct sock_filter){ code, if_true, if_false, value };
	return program->length++;
}

static void load(struct program *program, size_t offset)
{
	emit(program, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0);
}

static void load_number(struct program *program)
{
	load(program, offsetof(struct seccomp_data, nr));
}

static void finish(struct program *program, uint32_t action)
{
	emit(program, BPF_RET | BPF_K, action, 0, 0);
}

/* Jumps whose targets are not known yet: to the end of what is being written. */
struct exits {
	struct {
		unsigned at;
		bool if_true;
	} list[16];
	unsigned count;
};

/* A comparison that goes on when it `holds` as wanted, and else to the exit. */
static void leave_unless(struct program *program, struct exits *exits, uint16_t comparison, uint32_t value, bool wanted)
{
	unsigned at = emit(program, (uint16_t)(BPF_JMP | BPF_K | comparison), value, 0, 0);

	if (exits->count == sizeof exits->list / sizeof *exits->list) {
		program->is_full = true;
		return;
	}
	exits->list[exits->count].at = at;
	exits->list[exits->count++].if_true = !wanted;
}

static void bring_exits_here(struct program *program, struct exits *exits)
{
	for (unsigned i = 0; i < exits->count; i++) {
		struct sock_filter *jump = &program->code[exits->list[i].at];
		unsigned distance = program->length - exits->list[i].at - 1;
		if (distance > UINT8_MAX)
			program->is_full = true;
		else if (exits->list[i].if_true)
			jump->jt = (uint8_t)distance;
		else
			jump->jf = (uint8_t)distance;
	}
	exits->count = 0;
}

static void put_condition(struct program *program, struct exits *exits, const struct hr_filter_condition *condition,
			  uint32_t pid)
{
	size_t low = offsetof(struct seccomp_data, args) + 8 * (size_t)condition->argument;
	bool is_high = condition->test == HR_TEST_HIGH_LEAST || condition->test == HR_TEST_HIGH_MOST ||
		       condition->test == HR_TEST_HIGH_CLEAR;

	load(program, is_high ? low + 4 : low);
	switch ((enum hr_filter_test)condition->test) {
	case HR_TEST_CLEAR:
		leave_unless(program, exits, BPF_JSET, condition->value, false);
		break;
	case HR_TEST_SET:
		leave_unless(program, exits, BPF_JSET, condition->value, true);
		break;
	case HR_TEST_EQUAL:
		leave_unless(program, exits, BPF_JEQ, condition->value, true);
		break;
	case HR_TEST_DIFFERENT:
		leave_unless(program, exits, BPF_JEQ, condition->value, false);
		break;
	case HR_TEST_NOT_OWN:
		emit(program, BPF_ALU | BPF_SUB | BPF_K, HR_FENCE_OWN_FIRST, 0, 0);
		leave_unless(program, exits, BPF_JGT, HR_FENCE_OWN_LAST - HR_FENCE_OWN_FIRST, true);
		break;
	case HR_TEST_NULL:
		leave_unless(program, exits, BPF_JEQ, 0, true);
		load(program, low + 4);
		leave_unless(program, exits, BPF_JEQ, 0, true);
		break;
	case HR_TEST_HIGH_LEAST:
		leave_unless(program, exits, BPF_JGE, condition->value, true);
		break;
	case HR_TEST_HIGH_MOST:
		leave_unless(program, exits, BPF_JGT, condition->value, false);
		break;
	case HR_TEST_HIGH_CLEAR:
		leave_unless(program, exits, BPF_JEQ, 0, true);
		break;
	case HR_TEST_OWN_PID:
		leave_unless(program, exits, BPF_JEQ, pid, true);
		break;
	case HR_TEST_NOT_OWN_PID:
		leave_unless(program, exits, BPF_JEQ, pid, false);
		break;
	case HR_TEST_OTHER_FAMILY:
		emit(program, BPF_ALU | BPF_AND | BPF_K, 0xff00, 0, 0);
		leave_unless(program, exits, BPF_JEQ, condition->value << 8, false);
		break;
	case HR_TEST_NONE:
		break;
	}
}

static void put_rule(struct program *program, const struct hr_filter_rule *rule, uint32_t pid)
{
	struct exits next = { 0 };
	struct exits out = { 0 };

	leave_unless(program, &next, BPF_JEQ, rule->number, true);
	for (size_t i = 0; i < HR_FILTER_CONDITIONS && rule->conditions[i].test != HR_TEST_NONE; i++)
		put_condition(program, &out, &rule->conditions[i], pid);
	finish(program, rule->error ? SECCOMP_RET_ERRNO | rule->error : SECCOMP_RET_ALLOW);
	bool is_conditional = out.count > 0;
	bring_exits_here(program, &out);
	if (is_conditional)
		load_number(program);
	bring_exits_here(program, &next);
}

static void put_rules(struct program *program, const struct hr_filter_rules *rules, uint32_t pid)
{
	for (size_t i = 0; i < rules->count; i++)
		put_rule(program, &rules->rules[i], pid);
}

/* Goes on when the instruction pointer is in [begin, end), else to the exit. (It points behind the instruction that made the call, so a call that
 * is the very last of a range would not count: ranges end with a return.) */
static void put_range(struct program *program, struct exits *exits, uint64_t begin, uint64_t end)
{
	const size_t low = offsetof(struct seccomp_data, instruction_pointer);
	const uint32_t begin_high = (uint32_t)(begin >> 32);
	const uint32_t end_high = (uint32_t)(end >> 32);

	/* pointer >= begin, or to the exit */
	load(program, low + 4);
	emit(program, BPF_JMP | BPF_K | BPF_JGT, begin_high, 3, 0);
	leave_unless(program, exits, BPF_JEQ, begin_high, true);
	load(program, low);
	leave_unless(program, exits, BPF_JGE, (uint32_t)begin, true);
	/* pointer < end, or to the exit */
	load(program, low + 4);
	leave_unless(program, exits, BPF_JGT, end_high, false);
	emit(program, BPF_JMP | BPF_K | BPF_JEQ, end_high, 0, 2);
	load(program, low);
	leave_unless(program, exits, BPF_JGE, (uint32_t)end, false);
}

static void put_head(struct program *program, uint32_t refusal)
{
	load(program, offsetof(struct seccomp_data, arch));
	emit(program, BPF_JMP | BPF_K | BPF_JEQ, AUDIT_ARCH_X86_64, 1, 0);
	finish(program, refusal);
	load_number(program);
	emit(program, BPF_JMP | BPF_K | BPF_JGE, X32_BIT, 0, 1);
	finish(program, refusal);
}

static void write_program(struct program *program, const struct hr_filter_plan *plan, const struct hr_fence *fence,
			  uint32_t pid)
{
	uint32_t refusal = plan->traps ? SECCOMP_RET_TRAP : SECCOMP_RET_ERRNO | EPERM;

	put_head(program, refusal);
	if (plan->trusted.count > 0 && fence->trusted_begin < fence->trusted_end) {
		struct exits others = { 0 };
		put_range(program, &others, fence->trusted_begin, fence->trusted_end);
		/* the rules are more than a conditional jump spans: over them by an unconditional one */
		emit(program, BPF_JMP | BPF_JA, 1, 0, 0);
		bring_exits_here(program, &others);
		unsigned over = emit(program, BPF_JMP | BPF_JA, 0, 0, 0);
		load_number(program);
		put_rules(program, &plan->trusted, pid);
		finish(program, refusal);
		program->code[over].k = program->length - over - 1;
	}
	if (fence->refused_begin < fence->refused_end) {
		struct exits others = { 0 };
		put_range(program, &others, fence->refused_begin, fence->refused_end);
		finish(program, refusal);
		bring_exits_here(program, &others);
	}
	load_number(program);
	for (size_t i = 0; i < sizeof plan->parts / sizeof *plan->parts; i++)
		put_rules(program, &plan->parts[i], pid);
	if (plan->refuses_unknown) {
		emit(program, BPF_JMP | BPF_K | BPF_JGE, HR_CALL_END, 0, 1);
		finish(program, SECCOMP_RET_ERRNO | ENOSYS);
	}
	finish(program, plan->traps ? refusal : SECCOMP_RET_ALLOW);
}

enum hr_fence_result hr_fence_raise_calls(struct hr_fence_work *work)
{
	static struct program
		program; /* too large for the stack of a thread; a process raises its fence once at a time */
	struct hr_filter_plan plan = { 0 };

	hr_filter_plan(&plan, work);
	program.length = 0;
	program.is_full = false;
	write_program(&program, &plan, work->fence, (uint32_t)work->call(HR_CALL_getpid, 0, 0, 0, 0, 0, 0));
	if (program.is_full)
		return hr_fence_say(work, HR_FENCE_FAILED, "the seccomp filter is too long", E2BIG);
	struct sock_fprog whole = { (unsigned short)program.length, program.code };
	/* only a process that can gain no privileges may set a filter; also when that layer is left out */
	long failed = work->call(HR_CALL_prctl, 38 /* PR_SET_NO_NEW_PRIVS */, 1, 0, 0, 0, 0);
	if (!failed)
		failed = work->call(HR_CALL_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW,
				    (long)&whole, 0, 0, 0);
	if (failed == -EINVAL)
		failed = work->call(HR_CALL_seccomp, SECCOMP_SET_MODE_FILTER, 0, (long)&whole, 0, 0, 0);
	if (failed == 0)
		return HR_FENCE_UP;
	bool is_missing = failed == -ENOSYS || failed == -EINVAL || failed == -EPERM || failed == -EACCES;
	return hr_fence_say(work, is_missing ? HR_FENCE_NOT_OFFERED : HR_FENCE_FAILED,
			    "the kernel takes no seccomp filter", failed);
}
