/* Summaries: what functions do to memory, for their callers.
 *
 * Callees come first; functions that call each other are computed again until none changes. A function can have more than one summary: one for any arguments, and
 * some for calls with constants that decide its way. */
#include "analysis/memory_internal.h"

#include "base/memory.h"

enum { MOST_ROUNDS = 30, MOST_SPECIAL = 10, LARGE = 3000, MOST_SPECIAL_LARGE = 3, MOST_DEPTH = 100, MANY_MEMBERS = 30 };

struct special {
	struct hr_range *parameters;
	struct memory memory;
};

struct summaries {
	bool is_computed;
	bool has_run;
	struct hr_path_run run; /* with any arguments, while its component is computed */
	uint64_t digest;
	struct memory general;
	HR_VEC(struct special *) special;
};

struct memory_effects {
	const struct hr_call_graph *graph;
	struct hr_paths *paths;
	struct summaries *functions; /* parallel to the code's */
	bool *is_coarse;             /* by function */
	uint32_t depth;
};

const struct hr_call_graph *hr_effects_graph(const struct memory_effects *effects)
{
	return effects->graph;
}

/* ---- leaving out what the caller cannot see ---- */

struct export
{
	const struct memory *from;
	struct memory *to;
	bool *is_needed;
	uint32_t *number; /* in `to` */
};

static bool is_own(const struct memory_object *object)
{
	return object->kind == OBJECT_LOCAL || object->kind == OBJECT_FRESH;
}

static bool need(struct export *export, const pointees *set)
{
	bool has_changed = false;

	for (size_t i = 0; i < set->count; i++) {
		uint32_t object = set->data[i].object;

		if (export->is_needed[object] || export->from->objects.data[object].kind == OBJECT_LOCAL)
			continue;
		export->is_needed[object] = has_changed = true;
	}
	return has_changed;
}

static bool need_inside(struct export *export, uint32_t index)
{
	const struct memory_object *object = &export->from->objects.data[index];
	bool has_changed = false;

	for (size_t i = 0; i < object->cells.count; i++) {
		const struct memory_cell *cell = &object->cells.data[i];

		if (export->is_needed[index])
			has_changed |= need(export, &cell->left);
		/* what is needed is found by way of its parents */
		if (cell->child != HR_CODE_NONE && export->is_needed[cell->child] && !export->is_needed[index])
			export->is_needed[index] = has_changed = true;
	}
	for (size_t i = 0; i < object->copies.count && export->is_needed[index]; i++) {
		uint32_t from = object->copies.data[i].from.object;

		if (!export->is_needed[from])
			export->is_needed[from] = has_changed = true;
	}
	return has_changed;
}

static void find_needed(struct export *export)
{
	bool has_changed = true;

	for (size_t i = 0; i < export->from->objects.count; i++) {
		const struct memory_object *object = &export->from->objects.data[i];
		bool is_changed = object->marks != 0 || object->copies.count != 0;

		for (size_t k = 0; k < object->cells.count && !is_changed; k++)
			is_changed = object->cells.data[k].left.count != 0;
		export->is_needed[i] =
			!is_own(object) && is_changed && !object->is_constant && object->kind != OBJECT_FUNCTION;
	}
	need(export, &export->from->returned);
	while (has_changed) {
		has_changed = false;
		for (uint32_t i = 0; i < export->from->objects.count; i++)
			has_changed |= need_inside(export, i);
	}
}

static void export_set(const struct export *export, pointees *out, const pointees *set)
{
	for (size_t i = 0; i < set->count; i++) {
		struct pointee it = set->data[i];

		if (!export->is_needed[it.object])
			continue;
		it.object = export->number[it.object];
		hr_pointees_add(export->to, out, it);
	}
}

static void export_object(const struct export *export, size_t index)
{
	const struct memory_object *from = &export->from->objects.data[index];
	struct memory_object object = *from;

	object.cells.data = NULL;
	object.cells.count = object.cells.capacity = 0;
	object.copies.data = NULL;
	object.copies.count = object.copies.capacity = 0;
	object.root = export->is_needed[from->root] ? export->number[from->root] : HR_CODE_NONE;
	for (size_t i = 0; i < from->cells.count; i++) {
		struct memory_cell cell = from->cells.data[i];

		cell.contents.data = NULL;
		cell.contents.count = cell.contents.capacity = 0;
		cell.left = (pointees)HR_VEC_INIT;
		export_set(export, &cell.left, &from->cells.data[i].left);
		cell.child = cell.child != HR_CODE_NONE && export->is_needed[cell.child] ? export->number[cell.child]
											 : HR_CODE_NONE;
		if (cell.left.count || cell.child != HR_CODE_NONE)
			hr_vec_push(&object.cells, cell);
	}
	for (size_t i = 0; i < from->copies.count; i++) {
		struct memory_copy copy = from->copies.data[i];

		if (!export->is_needed[copy.from.object])
			continue;
		copy.from.object = export->number[copy.from.object];
		copy.at = HR_CODE_NONE;
		copy.to.is_known = false;
		hr_vec_push(&object.copies, copy);
	}
	export->to->objects.data[export->number[index]] = object;
}

/* ---- computing one ---- */

static void summarize(struct memory *out, const struct memory *from)
{
	size_t count = from->objects.count;
	struct export export = { .from = from,
				 .to = out,
				 .is_needed = hr_calloc(count, sizeof(bool)),
				 .number = hr_calloc(count, sizeof(uint32_t)) };

	find_needed(&export);
	*out = (struct memory){
		.returns = from->returns,
		.is_outside = from->is_outside,
		.is_unknown = from->is_unknown,
		.is_imprecise = from->is_imprecise,
		.reads_globals = from->reads_globals,
		.is_coarse = from->is_coarse,
	};
	for (size_t i = 0; i < count; i++) {
		if (!export.is_needed[i])
			continue;
		export.number[i] = (uint32_t)out->objects.count;
		hr_vec_push(&out->objects, (struct memory_object){ 0 });
	}
	for (size_t i = 0; i < count; i++)
		if (export.is_needed[i])
			export_object(&export, i);
	export_set(&export, &out->returned, &from->returned);
	free(export.is_needed);
	free(export.number);
}

static void note_reads(struct memory *memory)
{
	for (size_t i = 0; i < memory->objects.count; i++) {
		const struct memory_object *object = &memory->objects.data[i];

		if (object->kind == OBJECT_GLOBAL && object->marks & MARK_READ && !object->is_constant &&
		    object->index != GLOBAL_LIBRARY)
			memory->reads_globals = true;
	}
}

static void compute(struct memory *out, struct memory_effects *effects, uint32_t index, struct hr_path_run *run)
{
	const struct hr_code *code = effects->graph->code;
	struct memory_frame frame = {
		.effects = effects, .code = code, .function = &code->functions.data[index], .index = index, .run = run
	};

	frame.memory.is_coarse = effects->is_coarse[index];
	if (!hr_frame_compute(&frame)) {
		bool was_coarse = frame.memory.is_coarse;

		hr_memory_release(&frame.memory);
		frame.memory = (struct memory){ .is_coarse = true };
		effects->is_coarse[index] = true;
		frame.memory.is_imprecise |= was_coarse || !hr_frame_compute(&frame);
	}
	note_reads(&frame.memory);
	summarize(out, &frame.memory);
	hr_memory_release(&frame.memory);
}

static void compute_general(struct memory_effects *effects, uint32_t index, struct memory *out)
{
	struct summaries *own = &effects->functions[index];
	size_t count = effects->graph->code->functions.data[index].parameters.count;

	if (!own->has_run) {
		struct hr_range *all = hr_calloc(count, sizeof *all);

		for (size_t i = 0; i < count; i++)
			all[i] = hr_range_all();
		hr_paths_run(&own->run, effects->paths, index, all);
		own->has_run = true;
		free(all);
	}
	compute(out, effects, index, &own->run);
}

/* ---- all of them ---- */

static bool compute_again(struct memory_effects *effects, uint32_t index)
{
	struct summaries *own = &effects->functions[index];
	struct memory fresh;

	compute_general(effects, index, &fresh);
	uint64_t digest = hr_memory_digest(&fresh);
	bool has_changed = !own->is_computed || digest != own->digest;
	hr_memory_release(&own->general);
	own->general = fresh;
	own->digest = digest;
	own->is_computed = true;
	return has_changed;
}

static void compute_component(struct memory_effects *effects, const uint32_t *members, size_t count)
{
	bool has_changed = true;

	for (size_t i = 0; count > MANY_MEMBERS && i < count; i++)
		effects->is_coarse[members[i]] = true;
	for (int round = 0; has_changed && round < MOST_ROUNDS; round++) {
		has_changed = false;
		for (size_t i = 0; i < count; i++)
			if (effects->graph->code->functions.data[members[i]].is_defined)
				has_changed |= compute_again(effects, members[i]);
		/* one that does not call itself is done */
		if (count == 1) {
			const struct hr_callers *callers = &effects->graph->functions[members[0]];
			bool calls_itself = false;

			for (size_t i = 0; i < callers->targets.count; i++)
				calls_itself |= callers->targets.data[i] == members[0];
			has_changed &= calls_itself;
		}
	}
	for (size_t i = 0; i < count; i++) {
		effects->functions[members[i]].general.is_imprecise |= has_changed;
		if (effects->functions[members[i]].has_run)
			hr_path_run_release(&effects->functions[members[i]].run);
	}
}

static const struct memory *find_special(struct memory_effects *effects, uint32_t index,
					 const struct hr_range *parameters)
{
	const struct hr_code_function *function = &effects->graph->code->functions.data[index];
	struct summaries *own = &effects->functions[index];
	size_t count = function->parameters.count;
	size_t most = function->instructions.count > LARGE ? MOST_SPECIAL_LARGE : MOST_SPECIAL;

	for (size_t i = 0; i < own->special.count; i++) {
		size_t k = 0;

		while (k < count && hr_range_equal(&own->special.data[i]->parameters[k], &parameters[k]))
			k++;
		if (k == count)
			return &own->special.data[i]->memory;
	}
	if (own->special.count >= most || effects->depth > MOST_DEPTH)
		return &own->general;
	struct special *fresh = hr_calloc(1, sizeof *fresh);
	fresh->parameters = hr_calloc(count, sizeof *fresh->parameters);
	for (size_t i = 0; i < count; i++)
		fresh->parameters[i] = parameters[i];
	effects->depth++;
	struct hr_path_run run;
	hr_paths_run(&run, effects->paths, index, parameters);
	compute(&fresh->memory, effects, index, &run);
	hr_path_run_release(&run);
	effects->depth--;
	hr_vec_push(&own->special, fresh);
	return &fresh->memory;
}

const struct memory *hr_effects_ask(struct memory_effects *effects, uint32_t caller, uint32_t function,
				    const struct hr_range *parameters)
{
	struct summaries *own = &effects->functions[function];
	size_t count = effects->graph->code->functions.data[function].parameters.count;
	bool is_special = false;

	if (!own->is_computed)
		return NULL;
	if (!parameters || effects->graph->component[caller] == effects->graph->component[function])
		return &own->general;
	struct hr_range *known = hr_calloc(count, sizeof *known);
	for (uint32_t i = 0; i < count; i++) {
		bool decides =
			hr_paths_decides(effects->paths, function, i) && hr_range_is_number(&parameters[i], NULL);

		known[i] = decides ? parameters[i] : hr_range_all();
		is_special |= decides;
	}
	const struct memory *found = is_special ? find_special(effects, function, known) : &own->general;
	free(known);
	return found;
}

struct memory_effects *hr_effects_new(const struct hr_call_graph *graph, struct hr_paths *paths)
{
	struct memory_effects *effects = hr_calloc(1, sizeof *effects);
	size_t count = graph->code->functions.count;

	effects->graph = graph;
	effects->paths = paths;
	effects->functions = hr_calloc(count, sizeof *effects->functions);
	effects->is_coarse = hr_calloc(count, sizeof *effects->is_coarse);
	for (size_t i = 0; i < count;) {
		size_t end = i;

		while (end < count && graph->component[graph->order[end]] == graph->component[graph->order[i]])
			end++;
		compute_component(effects, &graph->order[i], end - i);
		i = end;
	}
	return effects;
}

void hr_effects_free(struct memory_effects *effects)
{
	if (!effects)
		return;
	for (size_t i = 0; i < effects->graph->code->functions.count; i++) {
		struct summaries *own = &effects->functions[i];

		hr_memory_release(&own->general);
		for (size_t k = 0; k < own->special.count; k++) {
			hr_memory_release(&own->special.data[k]->memory);
			free(own->special.data[k]->parameters);
			free(own->special.data[k]);
		}
		hr_vec_release(&own->special);
	}
	free(effects->functions);
	free(effects->is_coarse);
	free(effects);
}
