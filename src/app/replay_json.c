/* A replay for other programs. */
#include "app/replay_internal.h"
#include "app/show_value.h"
#include "base/json.h"
#include "seq/text.h"

#include <string.h>

static void put(struct hr_json_writer *json, const char *key, const char *text)
{
	hr_json_key(json, key);
	hr_json_string(json, text);
}

static void put_number(struct hr_json_writer *json, const char *key, uint64_t number)
{
	hr_json_key(json, key);
	hr_json_uint(json, number);
}

static void write_frames(struct hr_json_writer *json, const char *key, const hr_frames *frames)
{
	hr_json_key(json, key);
	hr_json_begin_array(json);
	for (size_t i = 0; i < frames->count; i++) {
		const struct hr_frame *frame = &frames->data[i];
		hr_json_compact(json);
		hr_json_begin_object(json);
		put(json, "function", frame->function);
		put(json, "file", frame->file);
		put_number(json, "line", frame->line);
		put_number(json, "column", frame->column);
		hr_json_key(json, "inlined");
		hr_json_bool(json, frame->is_inlined);
		hr_json_end_object(json);
	}
	hr_json_end_array(json);
}

static void write_fault(struct hr_json_writer *json, const struct hr_replay_view *view, const struct hr_fault *fault)
{
	static const char *const accesses[] = { "none", "read", "write", "free" };
	struct hr_strbuf text = HR_STRBUF_INIT;
	hr_fault_describe(&text, view->sequence, view->outcome, fault);
	hr_json_begin_object(json);
	put(json, "kind", hr_fault_kind_name(fault->kind));
	put(json, "message", text.data);
	put_number(json, "statement", fault->statement);
	put(json, "access", accesses[fault->access]);
	put_number(json, "size", fault->size);
	put(json, "library_function", fault->function);
	put(json, "file", fault->file);
	put_number(json, "line", fault->line);
	put_number(json, "column", fault->column);
	write_frames(json, "stack", &fault->stack);
	write_frames(json, "allocated", &fault->allocation);
	write_frames(json, "freed", &fault->release);
	hr_json_end_object(json);
	hr_strbuf_release(&text);
}

static void write_statements(struct hr_json_writer *json, const struct hr_replay_view *view)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	const struct hr_outcome *outcome = view->outcome;
	size_t call = 0;
	hr_json_key(json, "statements");
	hr_json_begin_array(json);
	for (size_t i = 0; i < view->sequence->statements.count; i++) {
		const struct hr_statement *statement = &view->sequence->statements.data[i];
		bool ran = outcome->status == HR_OUTCOME_NORMAL ||
			   (outcome->statement != HR_NO_STATEMENT && i < outcome->statement);
		hr_json_compact(json);
		hr_json_begin_object(json);
		hr_strbuf_clear(&text);
		hr_statement_write(&text, view->sequence, i);
		put(json, "text", text.data);
		hr_json_key(json, "ran");
		hr_json_bool(json, ran);
		if (ran && statement->value != HR_NO_VALUE) {
			hr_strbuf_clear(&text);
			hr_show_value(&text, view->sequence, outcome, statement->value);
			put(json, "value", text.data);
		}
		while (call < outcome->calls.count && outcome->calls.data[call].statement < i)
			call++;
		if (ran && call < outcome->calls.count && outcome->calls.data[call].statement == i) {
			hr_json_key(json, "errno");
			hr_json_int(json, outcome->calls.data[call].error_number);
			put_number(json, "born", outcome->calls.data[call].born);
			put_number(json, "died", outcome->calls.data[call].died);
		}
		hr_json_end_object(json);
	}
	hr_json_end_array(json);
	hr_strbuf_release(&text);
}

static void write_callbacks(struct hr_json_writer *json, const struct hr_replay_view *view)
{
	const struct hr_model *model = view->sequence->model;
	struct hr_strbuf text = HR_STRBUF_INIT;
	hr_json_key(json, "callbacks");
	hr_json_begin_array(json);
	for (size_t i = 0; i < view->outcome->callbacks.count; i++) {
		const struct hr_callback_call *call = &view->outcome->callbacks.data[i];
		if (call->type >= view->unit->callables.callback_types.count)
			continue;
		const struct hr_type *type = &model->types.data[view->unit->callables.callback_types.data[call->type]];
		hr_json_compact(json);
		hr_json_begin_object(json);
		put_number(json, "statement", call->statement);
		put_number(json, "instance", call->instance);
		hr_json_key(json, "arguments");
		hr_json_begin_array(json);
		for (size_t k = 0; k < call->arguments.count && k < type->params.count; k++) {
			hr_strbuf_clear(&text);
			hr_show_callback_argument(&text, model, type, call, k);
			hr_json_string(json, text.data);
		}
		hr_json_end_array(json);
		hr_json_end_object(json);
	}
	hr_json_end_array(json);
	hr_strbuf_release(&text);
}

static void write_leaks(struct hr_json_writer *json, const struct hr_outcome *outcome)
{
	hr_json_key(json, "leaks");
	hr_json_begin_array(json);
	for (size_t i = 0; i < outcome->leaks.count; i++) {
		hr_json_compact(json);
		hr_json_begin_object(json);
		put_number(json, "size", outcome->leaks.data[i].size);
		hr_json_key(json, "allocated_by");
		if (outcome->leaks.data[i].allocated_by == HR_NO_STATEMENT)
			hr_json_null(json);
		else
			hr_json_uint(json, outcome->leaks.data[i].allocated_by);
		hr_json_end_object(json);
	}
	hr_json_end_array(json);
}

/* With --trace: what happened inside. */
static void write_trace(struct hr_json_writer *json, const struct hr_outcome *outcome)
{
	static const char *const kinds[] = { "allocated", "freed", "refused" };
	hr_json_key(json, "heap");
	hr_json_begin_array(json);
	for (size_t i = 0; i < outcome->heap.count; i++) {
		hr_json_compact(json);
		hr_json_begin_object(json);
		put_number(json, "statement", outcome->heap.data[i].statement);
		put(json, "event", kinds[outcome->heap.data[i].kind]);
		put_number(json, "block", outcome->heap.data[i].block);
		put_number(json, "size", outcome->heap.data[i].size);
		hr_json_end_object(json);
	}
	hr_json_end_array(json);
	hr_json_key(json, "edges");
	hr_json_compact(json);
	hr_json_begin_array(json);
	for (size_t i = 0; i < outcome->edges.count; i++)
		hr_json_uint(json, outcome->edges.data[i]);
	hr_json_end_array(json);
	put_number(json, "comparisons", outcome->comparisons.count);
}

int hr_replay_json(struct hr_strbuf *out, const struct hr_replay_view *view, struct hr_error *error)
{
	struct hr_json_writer json;
	const struct hr_outcome *outcome = view->outcome;
	(void)error;
	hr_json_writer_init(&json, out);
	hr_json_begin_object(&json);
	put(&json, "sequence", view->name);
	put(&json, "status", hr_outcome_status_name(outcome->status));
	write_statements(&json, view);
	hr_json_key(&json, "fault");
	if (outcome->status == HR_OUTCOME_NORMAL)
		hr_json_null(&json);
	else
		write_fault(&json, view, &outcome->fault);
	hr_json_key(&json, "notes");
	hr_json_begin_array(&json);
	for (size_t i = 0; i < outcome->notes.count; i++)
		write_fault(&json, view, &outcome->notes.data[i]);
	hr_json_end_array(&json);
	write_callbacks(&json, view);
	write_leaks(&json, outcome);
	put_number(&json, "edge_count", outcome->edge_total);
	if (view->trace)
		write_trace(&json, outcome);
	hr_json_key(&json, "output");
	char *output = strndup(outcome->output ? outcome->output : "", outcome->output_length);
	hr_json_string(&json, output);
	free(output);
	hr_json_end_object(&json);
	hr_strbuf_addch(out, '\n');
	return 0;
}
