/* A replay for a person: every statement with its result, what went wrong and where, and with --trace what happened inside. */
#include "app/replay_internal.h"
#include "app/show_value.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "seq/text.h"
#include "suite/name_paths.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RESULT_COLUMN = 48, MOST_SHOWN = 40 };

bool hr_replay_is_fine(const struct hr_outcome *outcome)
{
	return outcome->status == HR_OUTCOME_NORMAL && !outcome->leaks.count;
}

static const struct hr_call_record *call_of(const struct hr_outcome *outcome, size_t statement)
{
	for (size_t i = 0; i < outcome->calls.count; i++)
		if (outcome->calls.data[i].statement == statement)
			return &outcome->calls.data[i];
	return NULL;
}

/* As messages name a statement: by its number in the list, and as a call when it is one. */
static const char *what_is(const struct hr_sequence *sequence, size_t statement)
{
	bool is_other = statement < sequence->statements.count &&
			sequence->statements.data[statement].kind != HR_STATEMENT_CALL;
	return is_other ? "statement" : "call";
}

static bool has_run(const struct hr_outcome *outcome, size_t statement)
{
	if (outcome->status == HR_OUTCOME_NORMAL)
		return true;
	return outcome->statement != HR_NO_STATEMENT && statement < outcome->statement;
}

static void add_errno(struct hr_strbuf *out, int number)
{
	const char *name = strerrorname_np(number);
	if (name)
		hr_strbuf_addf(out, "errno %s", name);
	else
		hr_strbuf_addf(out, "errno %d", number);
}

/* What was told of the same value last, before this one. */
static const struct hr_description *told_before(const struct hr_replay_view *view, size_t index)
{
	const struct hr_description *all = view->outcome->descriptions.data;
	for (size_t i = index; i > 0; i--)
		if (all[i - 1].value == all[index].value)
			return &all[i - 1];
	return NULL;
}

static bool is_same(const struct hr_description *a, const struct hr_description *b)
{
	return a && a->is_readable && a->length == b->length && memcmp(a->bytes, b->bytes, b->length) == 0;
}

/* Objects that the sequence made and gave to this call: how they look after it. Of files what stands in them, where that is something else than before, whoever was given their names. */
static void show_objects(struct hr_strbuf *out, const struct hr_replay_view *view, size_t statement)
{
	for (size_t i = 0; i < view->outcome->descriptions.count; i++) {
		const struct hr_description *description = &view->outcome->descriptions.data[i];
		if (description->statement != statement || description->value == HR_NO_VALUE ||
		    view->sequence->values.data[description->value].statement == statement || !description->is_readable)
			continue;
		bool is_file = hr_value_is_path(view->sequence, description->value);
		if (is_file && is_same(told_before(view, i), description))
			continue;
		struct hr_type_ref pointee = hr_value_pointee(view->sequence, description->value);
		const struct hr_type *type = hr_model_type(view->sequence->model, pointee);
		hr_strbuf_addf(out, "       %s%s: ", is_file ? "contents of " : "",
			       view->sequence->values.data[description->value].name);
		if (type && type->kind == HR_TYPE_INT && type->size == 1)
			hr_show_text(out, description->bytes, description->length);
		else if (type && type->size > 0 && (size_t)type->size <= description->length)
			hr_show_bytes(out, view->sequence->model, pointee, description->bytes);
		else
			hr_strbuf_addf(out, "%zu bytes", description->length);
		hr_strbuf_addch(out, '\n');
	}
}

static void show_callbacks(struct hr_strbuf *out, const struct hr_replay_view *view, size_t statement)
{
	const struct hr_model *model = view->sequence->model;
	size_t shown = 0;
	for (size_t i = 0; i < view->outcome->callbacks.count; i++) {
		const struct hr_callback_call *call = &view->outcome->callbacks.data[i];
		if (call->statement != statement || call->type >= view->unit->callables.callback_types.count)
			continue;
		if (++shown > MOST_SHOWN) {
			hr_strbuf_addstr(out, "       … more calls of callbacks\n");
			return;
		}
		const struct hr_type *type = &model->types.data[view->unit->callables.callback_types.data[call->type]];
		hr_strbuf_addf(out, "       callback %u(", call->instance + 1);
		for (size_t k = 0; k < call->arguments.count && k < type->params.count; k++) {
			hr_strbuf_addstr(out, k ? ", " : "");
			hr_show_callback_argument(out, model, type, call, k);
		}
		hr_strbuf_addstr(out, ")\n");
	}
}

static void show_heap(struct hr_strbuf *out, const struct hr_outcome *outcome, size_t statement)
{
	static const char *const words[] = { "allocates", "frees", "is refused" };
	size_t shown = 0;
	for (size_t i = 0; i < outcome->heap.count; i++) {
		const struct hr_heap_event *event = &outcome->heap.data[i];
		if (event->statement != statement)
			continue;
		if (++shown > MOST_SHOWN) {
			hr_strbuf_addstr(out, "       … more heap events\n");
			return;
		}
		hr_strbuf_addf(out, "       %s block %u, %llu byte%s\n", words[event->kind], event->block,
			       (unsigned long long)event->size, event->size == 1 ? "" : "s");
	}
}

static void show_statement(struct hr_strbuf *out, const struct hr_replay_view *view, size_t index)
{
	const struct hr_statement *statement = &view->sequence->statements.data[index];
	const struct hr_call_record *call = call_of(view->outcome, index);
	size_t start = out->length;
	hr_strbuf_addf(out, "%4zu  ", index + 1);
	hr_statement_write(out, view->sequence, index);
	bool ran = has_run(view->outcome, index);
	bool is_last = !ran && index == view->outcome->statement;
	bool yields = ran && statement->value != HR_NO_VALUE && statement->kind != HR_STATEMENT_NEW &&
		      statement->kind != HR_STATEMENT_LITERAL;
	if (yields || (call && call->error_number)) {
		while (out->length - start < RESULT_COLUMN)
			hr_strbuf_addch(out, ' ');
		hr_strbuf_addstr(out, "  → ");
		if (yields)
			hr_show_value(out, view->sequence, view->outcome, statement->value);
		if (call && call->error_number) {
			hr_strbuf_addstr(out, yields ? ", " : "");
			add_errno(out, call->error_number);
		}
	} else if (is_last) {
		hr_strbuf_addf(out, "  ✗ %s", hr_outcome_status_name(view->outcome->status));
	} else if (!ran && view->outcome->status != HR_OUTCOME_DIED) { /* of which nobody knows how far it came */
		hr_strbuf_addstr(out, "  (not run)");
	}
	hr_strbuf_addch(out, '\n');
	if (ran || is_last) {
		show_objects(out, view, index);
		show_callbacks(out, view, index);
		if (view->trace)
			show_heap(out, view->outcome, index);
	}
}

static void show_frames(struct hr_strbuf *out, const char *title, const hr_frames *frames)
{
	if (!frames->count)
		return;
	hr_strbuf_addf(out, "  %s:\n", title);
	for (size_t i = 0; i < frames->count; i++) {
		const struct hr_frame *frame = &frames->data[i];
		if (hr_text_starts_with(frame->function, "__harrier_"))
			continue; /* the call stub */
		hr_strbuf_addf(out, "    %s", *frame->function ? frame->function : "?");
		if (*frame->file)
			hr_strbuf_addf(out, " %s:%u", hr_path_name(frame->file), frame->line);
		if (frame->column && *frame->file)
			hr_strbuf_addf(out, ":%u", frame->column);
		hr_strbuf_addstr(out, frame->is_inlined ? " (inlined)\n" : "\n");
	}
}

/* Endings of which there is nothing to tell but that they happened. */
static const char *ending_of(const struct hr_outcome *outcome)
{
	switch (outcome->status) {
	case HR_OUTCOME_HANG:
		return "hang: its CPU time is used up; --timeout gives it more";
	case HR_OUTCOME_EXHAUSTED:
		return "exhausted: it needs more memory than a sequence may have";
	case HR_OUTCOME_DIED:
		return "died: the worker is gone and could not say why";
	default:
		return hr_outcome_status_name(outcome->status);
	}
}

static void show_fault(struct hr_strbuf *out, const struct hr_replay_view *view)
{
	const struct hr_fault *fault = &view->outcome->fault;
	uint32_t statement = view->outcome->statement;
	if (statement < view->sequence->statements.count)
		hr_strbuf_addf(out, "%s %u: ", what_is(view->sequence, statement), statement + 1);
	else if (statement == view->sequence->statements.count)
		hr_strbuf_addstr(out, "at exit: ");
	if (view->outcome->status == HR_OUTCOME_FAULT || fault->kind != HR_KIND_NONE)
		hr_fault_describe(out, view->sequence, view->outcome, fault);
	else
		hr_strbuf_addstr(out, ending_of(view->outcome));
	hr_strbuf_addch(out, '\n');
	if (*fault->file && !fault->stack.count)
		hr_strbuf_addf(out, "  at %s:%u:%u\n", hr_path_name(fault->file), fault->line, fault->column);
	show_frames(out, "in", &fault->stack);
	show_frames(out, "allocated in", &fault->allocation);
	show_frames(out, "freed in", &fault->release);
}

static void show_leaks(struct hr_strbuf *out, const struct hr_outcome *outcome)
{
	for (size_t i = 0; i < outcome->leaks.count; i++) {
		const struct hr_owner *leak = &outcome->leaks.data[i];
		hr_strbuf_addf(out, "leak: %llu byte%s", (unsigned long long)leak->size, leak->size == 1 ? "" : "s");
		if (leak->allocated_by != HR_NO_STATEMENT)
			hr_strbuf_addf(out, ", allocated by call %u", leak->allocated_by + 1);
		hr_strbuf_addch(out, '\n');
	}
}

static void show_notes(struct hr_strbuf *out, const struct hr_replay_view *view)
{
	for (size_t i = 0; i < view->outcome->notes.count; i++) {
		const struct hr_fault *note = &view->outcome->notes.data[i];
		hr_strbuf_addf(out, "note: %s %u: ", what_is(view->sequence, note->statement), note->statement + 1);
		hr_fault_describe(out, view->sequence, view->outcome, note);
		hr_strbuf_addch(out, '\n');
	}
}

static void show_comparisons(struct hr_strbuf *out, const struct hr_outcome *outcome)
{
	if (outcome->comparisons.count)
		hr_strbuf_addf(out, "comparisons: %zu\n", outcome->comparisons.count);
	for (size_t i = 0; i < outcome->comparisons.count && i < MOST_SHOWN; i++) {
		const struct hr_comparison *comparison = &outcome->comparisons.data[i];
		hr_strbuf_addstr(out, "    ");
		if (comparison->is_bytes) {
			hr_show_text(out, comparison->left, strnlen((const char *)comparison->left, comparison->size));
			hr_strbuf_addstr(out, " with ");
			hr_show_text(out, comparison->right,
				     strnlen((const char *)comparison->right, comparison->size));
		} else {
			uint64_t left = 0;
			uint64_t right = 0;
			size_t size = comparison->size < 8 ? comparison->size : 8;
			memcpy(&left, comparison->left, size);
			memcpy(&right, comparison->right, size);
			hr_strbuf_addf(out, "%llu with %llu", (unsigned long long)left, (unsigned long long)right);
		}
		hr_strbuf_addch(out, '\n');
	}
	if (outcome->comparisons.count > MOST_SHOWN)
		hr_strbuf_addstr(out, "    …\n");
}

static void show_verdict(struct hr_strbuf *out, const struct hr_replay_view *view)
{
	const struct hr_outcome *outcome = view->outcome;
	size_t calls = outcome->calls.count;
	if (outcome->status == HR_OUTCOME_NORMAL)
		hr_strbuf_addf(out, "%s: %zu call%s, %u of %u edges\n", outcome->leaks.count ? "leaks" : "normal",
			       calls, calls == 1 ? "" : "s", outcome->edge_total,
			       hr_workers_edge_count(view->unit->workers));
	else
		show_fault(out, view);
}

/* The lines of a function that were reached, each once. */
static void show_lines(struct hr_strbuf *out, const hr_frames *places, size_t first, bool *is_shown)
{
	const struct hr_frame *frame = &places->data[first];
	hr_strbuf_addf(out, "    %s %s:", frame->function, hr_path_name(frame->file));
	for (size_t i = first; i < places->count; i++) {
		const struct hr_frame *other = &places->data[i];
		if (is_shown[i] || strcmp(other->function, frame->function) != 0 ||
		    strcmp(other->file, frame->file) != 0)
			continue;
		bool is_new = other->line != 0;
		for (size_t k = first; k < i && is_new; k++)
			is_new = other->line != places->data[k].line ||
				 strcmp(places->data[k].function, frame->function) != 0;
		is_shown[i] = true;
		if (is_new)
			hr_strbuf_addf(out, " %u", other->line);
	}
	hr_strbuf_addch(out, '\n');
}

static int show_coverage(struct hr_strbuf *out, const struct hr_replay_view *view, struct hr_error *error)
{
	const struct hr_outcome *outcome = view->outcome;
	struct hr_arena arena = HR_ARENA_INIT;
	hr_frames places = HR_VEC_INIT;
	int status = hr_symbolize(&places, &arena, view->unit->built.object, outcome->edge_places.data,
				  outcome->edge_places.count, error);
	bool *is_shown = hr_calloc(places.count, sizeof *is_shown);
	if (!status && places.count)
		hr_strbuf_addf(out, "covered: %u edges\n", outcome->edge_total);
	for (size_t i = 0; i < places.count && !status; i++)
		if (!is_shown[i] && *places.data[i].function &&
		    !hr_text_starts_with(places.data[i].function, "__harrier_"))
			show_lines(out, &places, i, is_shown);
	free(is_shown);
	hr_vec_release(&places);
	hr_arena_release(&arena);
	return status;
}

int hr_replay_text(struct hr_strbuf *out, const struct hr_replay_view *view, struct hr_error *error)
{
	for (size_t i = 0; i < view->sequence->statements.count; i++)
		show_statement(out, view, i);
	hr_strbuf_addch(out, '\n');
	show_verdict(out, view);
	show_leaks(out, view->outcome);
	show_notes(out, view);
	if (view->outcome->output_length) {
		hr_strbuf_addstr(out, "output:\n");
		hr_strbuf_add(out, view->outcome->output, view->outcome->output_length);
		if (view->outcome->output[view->outcome->output_length - 1] != '\n')
			hr_strbuf_addch(out, '\n');
	}
	if (!view->trace)
		return 0;
	show_comparisons(out, view->outcome);
	return show_coverage(out, view, error);
}
