/* Calls on a path: what the callee does in the context of the call, told to the caller. */
#include "analysis/paths_internal.h"

#include "base/memory.h"

enum { SMALL = 12 };

struct call {
	struct path_walk *walk;
	struct path_state *state;
	const struct hr_code_instruction *at;
	const uint32_t *arguments;
	uint32_t count;
};

static uint64_t bit(uint32_t number)
{
	return number < 64 ? (uint64_t)1 << number : 0;
}

/* Arguments that are NULL in the caller's context and reach unknown code. */
static void give_away(const struct call *call)
{
	for (uint32_t i = 0; i < call->count; i++)
		call->walk->run->result.strange |= hr_walk_range(call->walk, call->state, call->arguments[i]).null_of;
}

static void stop(const struct call *call, bool is_assertion)
{
	struct hr_path_result *result = &call->walk->run->result;

	if (!call->state->is_decided)
		return;
	result->stops |= result->checked;
	if (is_assertion)
		result->asserts |= result->checked;
}

static bool call_library(const struct call *call, const struct hr_libc_function *function, struct hr_range *result)
{
	bool goes_on = true;

	for (uint32_t i = 0; i < call->count && goes_on; i++) {
		struct hr_libc_parameter parameter = hr_libc_parameter(function, i);
		struct hr_range range = hr_walk_range(call->walk, call->state, call->arguments[i]);
		bool is_accessed = parameter.does & (HR_LIBC_READ | HR_LIBC_WRITE);

		if (is_accessed && (!(parameter.does & HR_LIBC_NULL) || hr_range_is_nonzero(&range)))
			goes_on = hr_walk_access(call->walk, call->state, call->arguments[i], call->at);
		if (parameter.does & (HR_LIBC_WRITE | HR_LIBC_FREE) && !hr_range_is_null(&range))
			hr_walk_act_through(call->walk, call->state, call->arguments[i]);
		if (parameter.does & HR_LIBC_KEPT)
			call->walk->run->result.strange |= range.null_of;
		if (parameter.does & HR_LIBC_RETURNED && i < 64)
			result->null_of |= range.null_of;
	}
	if (function->does & HR_LIBC_STOPS) {
		stop(call, function->does & HR_LIBC_ASSERTION);
		return false;
	}
	if (function->does & HR_LIBC_OUTSIDE)
		hr_walk_act(call->walk, call->state);
	if (function->does & HR_LIBC_NOT_NULL)
		result->is_nonzero = true;
	return goes_on;
}

/* What the callee is told of an argument: nothing of it belongs to the caller's parameters. */
static struct hr_range handed(struct hr_range range, uint32_t number, bool is_pointer, bool decides)
{
	int64_t ignored;

	range.null_of = 0;
	if (is_pointer) {
		if (hr_range_is_null(&range))
			range.null_of = bit(number);
		else
			range = hr_range_is_nonzero(&range) ? hr_range_nonzero() : hr_range_all();
		return range;
	}
	return decides && hr_range_is_number(&range, &ignored) ? range : hr_range_all();
}

/* What a callee's answer means to the caller. */
static void take_over(const struct call *call, const struct hr_path_result *answer, uint64_t maybe)
{
	struct path_walk *walk = call->walk;

	for (uint32_t i = 0; i < call->count && i < 64; i++) {
		struct hr_range range = hr_walk_range(walk, call->state, call->arguments[i]);

		if (answer->crashes & bit(i) && range.null_of) {
			if (!walk->run->result.crashes)
				walk->run->at_crash = (struct hr_place){ call->at->file, call->at->line };
			walk->run->result.crashes |= range.null_of;
		}
		if (answer->checked & bit(i)) {
			if (!walk->run->result.checked)
				walk->run->at_check = (struct hr_place){ call->at->file, call->at->line };
			walk->run->result.checked |= range.null_of;
			walk->run->result.stops |= answer->stops & bit(i) ? range.null_of : 0;
			walk->run->result.asserts |= answer->asserts & bit(i) ? range.null_of : 0;
			call->state->is_decided |= range.null_of != 0 && !(maybe & bit(i));
		}
		walk->run->result.strange |= answer->strange & bit(i) ? range.null_of : 0;
	}
}

static struct hr_path_result call_defined(const struct call *call, uint32_t target)
{
	struct path_walk *walk = call->walk;
	const struct hr_code_function *function = &walk->paths->graph->code->functions.data[target];
	uint32_t count = (uint32_t)function->parameters.count;
	struct hr_range *ranges = hr_calloc(count, sizeof *ranges);
	uint64_t maybe = 0;
	bool is_small = function->instructions.count <= SMALL; /* what it computes can matter, too */

	for (uint32_t i = 0; i < count; i++) {
		bool is_pointer = function->values.data[i].is_pointer;
		struct hr_range range =
			i < call->count ? hr_walk_range(walk, call->state, call->arguments[i]) : hr_range_all();

		if (range.null_of && !hr_range_is_null(&range))
			maybe |= bit(i);
		ranges[i] = handed(range, i, is_pointer, is_small || hr_paths_decides(walk->paths, target, i));
	}
	struct hr_path_result answer = *hr_paths_ask(walk->paths, target, ranges);
	take_over(call, &answer, 0);
	/* what is NULL only on some paths: once more, for the crash alone */
	for (uint32_t i = 0; i < count && i < 64; i++) {
		if (!(maybe & bit(i)) || !function->values.data[i].is_pointer)
			continue;
		struct hr_range kept = ranges[i];
		ranges[i] = hr_range_number(0);
		ranges[i].null_of = bit(i);
		struct hr_path_result worst = *hr_paths_ask(walk->paths, target, ranges);
		take_over(call, &worst, maybe);
		ranges[i] = kept;
	}
	for (uint32_t i = call->count < count ? call->count : count; i < call->count; i++)
		walk->run->result.strange |= hr_walk_range(walk, call->state, call->arguments[i]).null_of;
	free(ranges);
	return answer;
}

/* The callee's effects that the caller's caller can see. */
static void act_like(const struct call *call, const struct hr_path_result *answer)
{
	if (answer->acts)
		hr_walk_act(call->walk, call->state);
	for (uint32_t i = 0; i < call->count && i < 64; i++)
		if (answer->writes & bit(i))
			hr_walk_act_through(call->walk, call->state, call->arguments[i]);
}

static uint64_t null_parameters(const struct call *call)
{
	uint64_t all = 0;

	for (uint32_t i = 0; i < call->count; i++)
		all |= hr_walk_range(call->walk, call->state, call->arguments[i]).null_of;
	return all;
}

/* The result is an argument, and that a parameter of ours. */
static void give_back(const struct call *call, uint64_t given_back)
{
	uint64_t own = 0;

	for (uint32_t i = 0; i < call->count && i < 64; i++) {
		const struct hr_code_value *value =
			&call->walk->function->values.data[hr_walk_root(call->walk->function, call->arguments[i])];

		if (given_back & bit(i) && value->kind == HR_VALUE_PARAMETER)
			own |= bit(value->index);
	}
	if (call->at->value != HR_CODE_NONE)
		call->walk->given_back[call->at->value] = own;
}

static bool call_one(const struct call *call, uint32_t target, struct hr_range *result, uint64_t *touched)
{
	struct path_walk *walk = call->walk;
	const struct hr_code_function *function = &walk->paths->graph->code->functions.data[target];
	const struct hr_libc_function *library = walk->paths->graph->library[target];

	*touched = 0;
	if (library) {
		uint64_t before = call->state->touched;
		bool goes_on = call_library(call, library, result);

		*touched = call->state->touched;
		call->state->touched = before;
		return goes_on;
	}
	if (!function->is_defined) {
		if (hr_is_intrinsic(function->name))
			return true;
		give_away(call);
		hr_walk_act(walk, call->state);
		return !function->is_noreturn;
	}
	bool was_decided = call->state->is_decided;
	struct hr_path_result answer = call_defined(call, target);
	bool is_decided = call->state->is_decided;
	call->state->is_decided = was_decided;
	act_like(call, &answer);
	call->state->is_decided = is_decided;
	if (!answer.returns || function->is_noreturn) {
		stop(call, true);
		return false;
	}
	*result = answer.result;
	/* what is told for sure although an argument is NULL, is told because of it */
	result->null_of = hr_range_is_number(&answer.result, NULL) ? null_parameters(call) : 0;
	give_back(call, answer.given_back);
	for (uint32_t i = 0; i < call->count && i < 64; i++) {
		if (!(answer.touched & bit(i)))
			continue;
		uint32_t root = hr_walk_root(walk->function, call->arguments[i]);
		const struct hr_code_value *value = &walk->function->values.data[root];
		*touched |= value->kind == HR_VALUE_PARAMETER ? bit(value->index) : hr_state_alias(call->state, root);
	}
	return true;
}

bool hr_walk_call(struct path_walk *walk, struct path_state *state, uint32_t instruction, struct hr_range *result)
{
	const struct hr_code_instruction *at = &walk->function->instructions.data[instruction];
	const struct hr_call *targets = hr_call_graph_call(walk->paths->graph, walk->index, instruction);
	const struct hr_callers *callers = &walk->paths->graph->functions[walk->index];
	const uint32_t *operands = hr_code_operands(walk->function, at);
	struct call call = { walk, state, at, operands + 1, at->operand_count - 1 };
	struct hr_range joined = hr_range_none();
	uint64_t all = UINT64_MAX;
	bool goes_on = targets->is_unknown;

	walk->run->works_after |= state->is_decided;
	if (walk->function->values.data[operands[0]].kind != HR_VALUE_FUNCTION &&
	    !hr_walk_access(walk, state, operands[0], at))
		return false;
	for (uint32_t i = 0; i < targets->target_count; i++) {
		struct hr_range one = hr_range_all();
		uint64_t touched;

		if (!call_one(&call, callers->targets.data[targets->targets + i], &one, &touched))
			continue;
		goes_on = true;
		all &= touched;
		joined = hr_range_join(joined, one);
	}
	if (targets->is_unknown) {
		hr_walk_act(walk, state);
		all = 0;
		joined = hr_range_all();
	}
	*result = hr_range_is_none(&joined) ? hr_range_all() : joined;
	if (at->value != HR_CODE_NONE && (targets->is_unknown || targets->target_count != 1))
		walk->given_back[at->value] = 0;
	if (goes_on)
		state->touched |= all;
	return goes_on;
}
