/* Contexts: which there are, and what comes out in each.
 *
 * Functions that call each other are computed together: each begins with "never returns, accesses everything, does no harm", and all are run until none changes any
 * more; that is the least that is true. A function of another component is finished before it is asked about. The number of contexts of a function is bounded: when there
 * are many, less is distinguished. */
#include "analysis/paths_internal.h"

#include "base/memory.h"

#include <string.h>

enum { MANY_CONTEXTS = 24, MOST_CONTEXTS = 60, MOST_ROUNDS = 20, MOST_RUNS = 6, MANY_MEMBERS = 30, MOST_DEPTH = 200 };

/* ---- which parameters decide something ---- */

static bool is_condition(const struct hr_code_function *function, const struct hr_code_instruction *at)
{
	(void)function;
	return at->op == HR_CODE_COMPARE || at->op == HR_CODE_SWITCH || at->op == HR_CODE_SELECT ||
	       (at->op == HR_CODE_BRANCH && at->operand_count);
}

/* The parameters that a value is, but for casts and arithmetic; conditions alone look at it. */
static uint64_t parameters_in(const struct hr_code_function *function, uint32_t value, int depth)
{
	const struct hr_code_value *it = &function->values.data[value];
	uint64_t found = 0;

	if (it->kind == HR_VALUE_PARAMETER)
		return it->index < 64 ? (uint64_t)1 << it->index : 0;
	if (it->kind != HR_VALUE_INSTRUCTION || depth > 4)
		return 0;
	const struct hr_code_instruction *at = &function->instructions.data[it->index];
	if (at->op != HR_CODE_CAST && at->op != HR_CODE_BINARY && at->op != HR_CODE_PHI && at->op != HR_CODE_SELECT)
		return 0;
	for (uint32_t i = 0; i < at->operand_count && i < 4; i++)
		found |= parameters_in(function, function->operands.data[at->operands + i], depth + 1);
	return found;
}

static uint64_t passed_on(const struct hr_paths *paths, const struct hr_code_function *function,
			  const struct hr_code_instruction *at, const struct hr_call *call,
			  const struct hr_callers *callers)
{
	uint64_t found = 0;

	for (uint32_t t = 0; t < call->target_count; t++) {
		uint64_t decides = paths->decides[callers->targets.data[call->targets + t]];

		for (uint32_t i = 1; i < at->operand_count && i <= 64; i++)
			if (decides >> (i - 1) & 1)
				found |= parameters_in(function, function->operands.data[at->operands + i], 0);
	}
	return found;
}

static bool find_deciding(struct hr_paths *paths, uint32_t index)
{
	const struct hr_code_function *function = &paths->graph->code->functions.data[index];
	const struct hr_callers *callers = &paths->graph->functions[index];
	uint64_t found = paths->decides[index];

	for (uint32_t i = 0; i < function->instructions.count; i++) {
		const struct hr_code_instruction *at = &function->instructions.data[i];

		if (!is_condition(function, at))
			continue;
		for (uint32_t k = 0; k < (at->op == HR_CODE_COMPARE ? at->operand_count : 1); k++)
			found |= parameters_in(function, function->operands.data[at->operands + k], 0);
	}
	for (size_t i = 0; i < callers->calls.count; i++)
		found |= passed_on(paths, function, &function->instructions.data[callers->calls.data[i].instruction],
				   &callers->calls.data[i], callers);
	bool has_changed = found != paths->decides[index];
	paths->decides[index] = found;
	return has_changed;
}

bool hr_paths_decides(const struct hr_paths *paths, uint32_t function, uint32_t parameter)
{
	return parameter < 64 && paths->decides[function] >> parameter & 1;
}

/* ---- one run ---- */

struct place {
	uint32_t block;
	uint32_t next;
};

static const struct hr_code_instruction *last_of(const struct hr_code_function *function, uint32_t block)
{
	const struct hr_code_block *it = &function->blocks.data[block];

	return &function->instructions.data[it->first + it->count - 1];
}

/* Reverse postorder from the entry. */
static void order_blocks(struct path_walk *walk)
{
	const struct hr_code_function *function = walk->function;
	size_t count = function->blocks.count;
	HR_VEC(struct place) stack = HR_VEC_INIT;
	uint32_t done = (uint32_t)count;

	memset(walk->rank, 0xff, count * sizeof *walk->rank);
	walk->rank[0] = 0;
	hr_vec_push(&stack, (struct place){ 0, 0 });
	while (stack.count) {
		struct place *top = &stack.data[stack.count - 1];
		const struct hr_code_instruction *at = last_of(function, top->block);

		if (top->next < at->target_count && at->op != HR_CODE_PHI) {
			uint32_t target = function->targets.data[at->targets + top->next++];
			if (walk->rank[target] == HR_CODE_NONE) {
				walk->rank[target] = 0;
				hr_vec_push(&stack, (struct place){ target, 0 });
			}
		} else {
			walk->order[--done] = top->block;
			stack.count--;
		}
	}
	walk->reachable = (uint32_t)count - done;
	memmove(walk->order, walk->order + done, walk->reachable * sizeof *walk->order);
	for (uint32_t i = 0; i < walk->reachable; i++)
		walk->rank[walk->order[i]] = i;
	hr_vec_release(&stack);
}

void hr_paths_run(struct hr_path_run *run, struct hr_paths *paths, uint32_t index, const struct hr_range *parameters)
{
	const struct hr_code_function *function = &paths->graph->code->functions.data[index];
	size_t blocks = function->blocks.count;
	size_t edges = 0;
	struct path_walk walk = {
		.paths = paths, .function = function, .index = index, .parameters = parameters, .run = run
	};

	*run = (struct hr_path_run){ .function = index };
	run->at_crash.file = run->at_check.file = HR_CODE_NONE;
	run->result.result = hr_range_none();
	run->values = hr_calloc(function->values.count, sizeof *run->values);
	run->is_reached = hr_calloc(blocks, sizeof *run->is_reached);
	for (size_t i = 0; i < function->values.count; i++)
		run->values[i] = hr_range_none();
	for (uint32_t i = 0; i < function->parameters.count; i++) {
		run->values[i] = parameters[i];
		if (i < 64 && function->values.data[i].is_pointer && hr_range_is_nonzero(&parameters[i]))
			walk.nonnull |= (uint64_t)1 << i;
	}
	walk.order = hr_calloc(blocks, sizeof *walk.order);
	walk.rank = hr_calloc(blocks, sizeof *walk.rank);
	walk.first_edge = hr_calloc(blocks, sizeof *walk.first_edge);
	walk.is_waiting = hr_calloc(blocks, sizeof *walk.is_waiting);
	walk.changes = hr_calloc(function->values.count, sizeof *walk.changes);
	walk.given_back = hr_calloc(function->values.count, sizeof *walk.given_back);
	for (size_t i = 0; i < blocks; i++) {
		walk.first_edge[i] = (uint32_t)edges;
		edges += function->blocks.data[i].predecessor_count;
	}
	walk.edges = hr_calloc(edges, sizeof *walk.edges);
	order_blocks(&walk);
	hr_walk(&walk);
	for (size_t i = 0; i < edges; i++)
		hr_state_release(&walk.edges[i]);
	free(walk.edges);
	free(walk.order);
	free(walk.rank);
	free(walk.first_edge);
	free(walk.is_waiting);
	free(walk.changes);
	free(walk.given_back);
}

void hr_path_run_release(struct hr_path_run *run)
{
	free(run->values);
	free(run->is_reached);
	run->values = NULL;
	run->is_reached = NULL;
}

/* ---- contexts ---- */

static const struct hr_path_result unknown_result = {
	.returns = true,
	.result = { .low = INT64_MIN, .high = INT64_MAX },
	.strange = UINT64_MAX,
	.acts = true,
	.writes = UINT64_MAX,
};

static bool same_result(const struct hr_path_result *a, const struct hr_path_result *b)
{
	return a->returns == b->returns && a->touched == b->touched && a->given_back == b->given_back &&
	       a->crashes == b->crashes && a->checked == b->checked && a->stops == b->stops &&
	       a->asserts == b->asserts && a->strange == b->strange && a->acts == b->acts && a->writes == b->writes &&
	       hr_range_equal(&a->result, &b->result);
}

static struct path_context *find_context(const struct hr_paths *paths, uint32_t function,
					 const struct hr_range *parameters)
{
	const path_contexts *all = &paths->contexts[function];
	size_t count = paths->graph->code->functions.data[function].parameters.count;

	for (size_t i = 0; i < all->count; i++) {
		size_t k = 0;

		while (k < count && hr_range_equal(&all->data[i]->parameters[k], &parameters[k]))
			k++;
		if (k == count)
			return all->data[i];
	}
	return NULL;
}

static bool is_settled(const struct path_context *context)
{
	if (!context->runs)
		return false;
	for (size_t i = 0; i < context->used.count; i++)
		if (context->used.data[i]->changed_at > context->ran_at)
			return false;
	return true;
}

static bool run_context(struct hr_paths *paths, struct path_context *context)
{
	struct path_context *outer = paths->current;
	struct hr_path_run run;
	bool has_changed = false;

	paths->current = context;
	context->used.count = 0;
	context->ran_at = ++paths->clock;
	hr_paths_run(&run, paths, context->function, context->parameters);
	paths->current = outer;
	context->runs++;
	if (context->runs > MOST_RUNS && !hr_range_equal(&context->result.result, &run.result.result))
		run.result.result = hr_range_all();
	if (!same_result(&run.result, &context->result)) {
		context->result = run.result;
		context->changed_at = ++paths->clock;
		has_changed = true;
	}
	hr_path_run_release(&run);
	return has_changed;
}

/* Runs all that was asked for until nothing changes. */
static void solve(struct hr_paths *paths, struct path_solver *solver)
{
	bool has_changed = true;

	for (int round = 0; has_changed && round < MOST_ROUNDS; round++) {
		has_changed = false;
		for (size_t i = 0; i < solver->todo.count; i++)
			if (!is_settled(solver->todo.data[i]))
				has_changed |= run_context(paths, solver->todo.data[i]);
	}
	for (size_t i = 0; has_changed && i < solver->todo.count; i++)
		solver->todo.data[i]->result = unknown_result;
}

static struct path_context *add_context(struct hr_paths *paths, uint32_t function, const struct hr_range *parameters)
{
	size_t count = paths->graph->code->functions.data[function].parameters.count;
	struct path_context *context = hr_calloc(1, sizeof *context);
	uint32_t component = paths->graph->component[function];

	context->function = function;
	context->parameters = hr_calloc(count, sizeof *context->parameters);
	for (size_t i = 0; i < count; i++)
		context->parameters[i] = parameters[i];
	context->result =
		(struct hr_path_result){ .result = hr_range_none(), .touched = UINT64_MAX, .given_back = UINT64_MAX };
	hr_vec_push(&paths->contexts[function], context);
	if (paths->solvers[component]) {
		hr_vec_push(&paths->solvers[component]->todo, context);
		return context;
	}
	struct path_solver solver = { .todo = HR_VEC_INIT };
	if (paths->depth >= MOST_DEPTH) {
		context->result = unknown_result;
		return context;
	}
	paths->solvers[component] = &solver;
	paths->depth++;
	hr_vec_push(&solver.todo, context);
	solve(paths, &solver);
	paths->depth--;
	paths->solvers[component] = NULL;
	hr_vec_release(&solver.todo);
	return context;
}

static struct path_context *choose_context(struct hr_paths *paths, uint32_t function, const struct hr_range *parameters)
{
	struct path_context *found = find_context(paths, function, parameters);
	uint32_t component = paths->graph->component[function];
	size_t most = paths->members[component] > MANY_MEMBERS && paths->solvers[component] ? 0 : MANY_CONTEXTS;

	if (found)
		return found;
	if (paths->contexts[function].count < most)
		return add_context(paths, function, parameters);
	/* less: only NULL is told apart */
	size_t count = paths->graph->code->functions.data[function].parameters.count;
	struct hr_range *fewer = hr_calloc(count, sizeof *fewer);
	for (size_t i = 0; i < count; i++)
		fewer[i] = hr_range_is_null(&parameters[i]) && parameters[i].null_of ? parameters[i] : hr_range_all();
	found = find_context(paths, function, fewer);
	if (!found && paths->contexts[function].count < MOST_CONTEXTS)
		found = add_context(paths, function, fewer);
	free(fewer);
	return found;
}

const struct hr_path_result *hr_paths_ask(struct hr_paths *paths, uint32_t function, const struct hr_range *parameters)
{
	struct path_context *asking = paths->current;
	struct path_context *found = choose_context(paths, function, parameters);

	if (!found)
		return &unknown_result;
	if (asking && paths->graph->component[asking->function] == paths->graph->component[function])
		hr_vec_push(&asking->used, found);
	return &found->result;
}

struct hr_paths *hr_paths_new(const struct hr_call_graph *graph)
{
	struct hr_paths *paths = hr_calloc(1, sizeof *paths);
	size_t count = graph->code->functions.count;

	paths->graph = graph;
	paths->contexts = hr_calloc(count, sizeof *paths->contexts);
	paths->solvers = hr_calloc(graph->component_count, sizeof(struct path_solver *));
	paths->decides = hr_calloc(count, sizeof *paths->decides);
	paths->members = hr_calloc(graph->component_count, sizeof *paths->members);
	for (size_t i = 0; i < count; i++)
		paths->members[graph->component[i]]++;
	for (size_t i = 0; i < count; i++) {
		size_t end = i;

		while (end < count && graph->component[graph->order[end]] == graph->component[graph->order[i]])
			end++;
		for (bool has_changed = true; has_changed;) {
			has_changed = false;
			for (size_t k = i; k < end; k++)
				has_changed |= find_deciding(paths, graph->order[k]);
			has_changed &= end - i > 1;
		}
		i = end - 1;
	}
	return paths;
}

void hr_paths_free(struct hr_paths *paths)
{
	if (!paths)
		return;
	for (size_t i = 0; i < paths->graph->code->functions.count; i++) {
		for (size_t k = 0; k < paths->contexts[i].count; k++) {
			hr_vec_release(&paths->contexts[i].data[k]->used);
			free(paths->contexts[i].data[k]->parameters);
			free(paths->contexts[i].data[k]);
		}
		hr_vec_release(&paths->contexts[i]);
	}
	free(paths->contexts);
	free((void *)paths->solvers);
	free(paths->decides);
	free(paths->members);
	free(paths);
}
