/* The C text of the stubs: functions through which a worker calls the unit, and the tables it finds them in.
 *
 * Invariants:
 * 1. Every entry stands on lines of its own and is referred to by number alone, so that leaving one out changes no other.
 * 2. Names of ours begin with __harrier_, which the language keeps from libraries.
 * 3. Stubs, tables and callbacks are not instrumented: arguments and results live in the worker's memory, which the unit must not touch. The
 *    code of macros and inline functions is the unit's: it stands in instrumented functions that the stubs call. */
#include "build/stub_text.h"

#include "build/gate_names.h"
#include "wire/wire.h"

#include <stdio.h>
#include <string.h>

struct writer {
	struct hr_stub_text *out;
	const struct hr_model *model;
	const struct hr_recipe *recipe;
	const struct hr_callables *callables;
	const bool *dropped;
	struct hr_gate_names gate;
};

static const char preamble[] =
	"#define __harrier_plain __attribute__((no_sanitize(\"address\",\"undefined\",\"coverage\"),noinline,used))\n"
	"#define __harrier_table __attribute__((visibility(\"default\"),no_sanitize(\"address\"),used))\n"
	"extern void " HR_WIRE_CALLBACK_ENTRY "(unsigned,unsigned,void*const*,const unsigned*,void*,unsigned) "
	"__attribute__((visibility(\"default\")));\n";

size_t hr_stub_entry_count(const struct hr_callables *callables)
{
	return callables->stubs.count + callables->functions.count + callables->variables.count +
	       callables->callback_types.count;
}

const char *hr_stub_entry_name(const struct hr_model *model, const struct hr_callables *callables, size_t entry,
			       struct hr_arena *arena)
{
	if (entry < callables->stubs.count)
		return hr_arena_printf(arena, "'%s'",
				       model->operations.data[callables->stubs.data[entry].operation].name);
	entry -= callables->stubs.count;
	if (entry < callables->functions.count)
		return hr_arena_printf(arena, "the address of '%s'", callables->functions.data[entry].name);
	entry -= callables->functions.count;
	if (entry < callables->variables.count)
		return hr_arena_printf(arena, "the variable '%s'",
				       model->variables.data[callables->variables.data[entry]].name);
	entry -= callables->variables.count;
	return hr_arena_printf(arena, "callbacks of type '%s'",
			       model->types.data[callables->callback_types.data[entry]].spelling);
}

/* All text up to here that has no entry yet belongs to this one. */
static void close_lines(struct writer *writer, size_t entry)
{
	size_t lines = 0;
	for (const char *c = writer->out->text.data; (c = strchr(c, '\n')); c++)
		lines++;
	while (writer->out->entries.count < lines)
		hr_vec_push(&writer->out->entries, entry);
}

static void add_line(struct writer *writer, size_t entry)
{
	hr_strbuf_addch(&writer->out->text, '\n');
	hr_vec_push(&writer->out->entries, entry);
}

static bool is_dropped(const struct writer *writer, size_t entry)
{
	return writer->dropped && writer->dropped[entry];
}

static void add_type(struct writer *writer, struct hr_type_ref ref)
{
	hr_strbuf_addstr(&writer->out->text, "__typeof__(");
	hr_model_spell(&writer->out->text, writer->model, ref);
	hr_strbuf_addch(&writer->out->text, ')');
}

static bool yields(const struct writer *writer, struct hr_type_ref result)
{
	const struct hr_type *type = hr_model_type(writer->model, result);
	return type && type->kind != HR_TYPE_VOID;
}

/* Code that the headers bring: in a function of its own, which is instrumented. Noreturn and the like are left to what it calls. */
static void add_wrapper(struct writer *writer, const struct hr_operation *operation, size_t stub)
{
	struct hr_strbuf *text = &writer->out->text;
	bool is_macro = operation->form == HR_FORM_MACRO;
	const struct hr_stub *it = &writer->callables->stubs.data[stub];

	hr_strbuf_addstr(text, "static __attribute__((noinline)) ");
	if (yields(writer, operation->result.type))
		add_type(writer, operation->result.type);
	else
		hr_strbuf_addstr(text, "void");
	hr_strbuf_addf(text, " __harrier_inner_%zu(", stub);
	for (size_t i = 0; i < operation->params.count; i++) {
		hr_strbuf_addstr(text, i ? "," : "");
		add_type(writer, operation->params.data[i].type);
		hr_strbuf_addf(text, " __harrier_%zu", i);
	}
	for (unsigned i = 0; i < it->tail_count; i++)
		hr_strbuf_addf(text, "%s%s __harrier_tail_%u", operation->params.count || i ? "," : "",
			       it->tail_reals & 1u << i ? "double" : "long long", i);
	hr_strbuf_addf(text, "%s){%s", operation->params.count || it->tail_count ? "" : "void",
		       yields(writer, operation->result.type) ? "return " : "");
	hr_strbuf_addf(text, is_macro ? "%s(" : "(%s)(", operation->name);
	for (size_t i = 0; i < operation->params.count; i++)
		hr_strbuf_addf(text, "%s__harrier_%zu", i ? "," : "", i);
	for (unsigned i = 0; i < it->tail_count; i++)
		hr_strbuf_addf(text, "%s__harrier_tail_%u", operation->params.count || i ? "," : "", i);
	hr_strbuf_addstr(text, ");} ");
}

static void add_arguments(struct writer *writer, const struct hr_operation *operation, const struct hr_stub *stub)
{
	struct hr_strbuf *text = &writer->out->text;
	size_t at = 0;

	for (; at < operation->params.count; at++) {
		hr_strbuf_addf(text, "%s*(", at ? "," : "");
		add_type(writer, operation->params.data[at].type);
		hr_strbuf_addf(text, "*)__harrier_arguments[%zu]", at);
	}
	for (unsigned i = 0; i < stub->tail_count; i++, at++)
		hr_strbuf_addf(text, "%s*(%s*)__harrier_arguments[%zu]", at ? "," : "",
			       stub->tail_reals & 1u << i ? "double" : "long long", at);
}

static void add_stub(struct writer *writer, size_t number)
{
	const struct hr_stub *stub = &writer->callables->stubs.data[number];
	const struct hr_operation *operation = &writer->model->operations.data[stub->operation];
	struct hr_strbuf *text = &writer->out->text;
	bool has_result = yields(writer, operation->result.type);

	if (operation->form != HR_FORM_FUNCTION)
		add_wrapper(writer, operation, number);
	hr_strbuf_addf(text,
		       "static __harrier_plain void __harrier_stub_%zu(void**__harrier_arguments,void*__harrier_out){"
		       "(void)__harrier_arguments;(void)__harrier_out;%s",
		       number, has_result ? "__auto_type __harrier_result=" : "");
	if (operation->form != HR_FORM_FUNCTION)
		hr_strbuf_addf(text, "__harrier_inner_%zu(", number);
	else
		hr_strbuf_addf(text, "(%s)(", operation->name);
	add_arguments(writer, operation, stub);
	hr_strbuf_addf(text, ");%s}",
		       has_result ? "if(__harrier_out)__builtin_memcpy(__harrier_out,(void*)&__harrier_result,"
				    "sizeof __harrier_result);"
				  : "");
}

/* Functions of exactly the type, which tell the worker of each call. */
static void add_callback(struct writer *writer, size_t number, size_t instance)
{
	const struct hr_type *type = &writer->model->types.data[writer->callables->callback_types.data[number]];
	struct hr_strbuf *text = &writer->out->text;
	bool has_result = yields(writer, type->target);
	size_t count = type->params.count;

	hr_strbuf_addstr(text, "static __harrier_plain ");
	if (has_result)
		add_type(writer, (struct hr_type_ref){ type->target.type, 0 });
	else
		hr_strbuf_addstr(text, "void");
	hr_strbuf_addf(text, " __harrier_callback_%zu_%zu(", number, instance);
	for (size_t i = 0; i < count; i++) {
		hr_strbuf_addstr(text, i ? "," : "");
		add_type(writer, type->params.data[i].type);
		hr_strbuf_addf(text, " __harrier_%zu", i);
	}
	hr_strbuf_addf(text, "%s){void*const __harrier_arguments[]={", count ? "" : "void");
	for (size_t i = 0; i < count; i++)
		hr_strbuf_addf(text, "(void*)&__harrier_%zu,", i);
	hr_strbuf_addstr(text, "0};const unsigned __harrier_sizes[]={");
	for (size_t i = 0; i < count; i++)
		hr_strbuf_addf(text, "sizeof __harrier_%zu,", i);
	hr_strbuf_addstr(text, "0};");
	if (has_result) {
		add_type(writer, (struct hr_type_ref){ type->target.type, 0 });
		hr_strbuf_addstr(text,
				 " __harrier_result;__builtin_memset(&__harrier_result,0,sizeof __harrier_result);");
	}
	hr_strbuf_addf(text, HR_WIRE_CALLBACK_ENTRY "(%zu,%zu,__harrier_arguments,__harrier_sizes,",
		       number * HR_WIRE_CALLBACK_INSTANCES + instance, count);
	hr_strbuf_addstr(text, has_result ? "&__harrier_result,sizeof __harrier_result);return __harrier_result;}"
					  : "0,0);}");
}

/* ---- tables ---------------------------------------------------------------------------------------------------------------- */

static void begin_table(struct writer *writer, const char *type, const char *name)
{
	hr_strbuf_addf(&writer->out->text, "extern %s %s[];__harrier_table %s %s[]={", type, name, type, name);
	add_line(writer, HR_NO_ENTRY);
}

/* A table is never empty, which C has no word for. */
static void end_table(struct writer *writer)
{
	hr_strbuf_addstr(&writer->out->text, "0};");
	add_line(writer, HR_NO_ENTRY);
}

static void add_stub_table(struct writer *writer)
{
	hr_strbuf_addstr(&writer->out->text, "typedef void(*const __harrier_stub_type)(void**,void*);");
	add_line(writer, HR_NO_ENTRY);
	begin_table(writer, "__harrier_stub_type", HR_WIRE_SYMBOL_STUBS);
	for (size_t i = 0; i < writer->callables->stubs.count; i++) {
		if (is_dropped(writer, i))
			hr_strbuf_addstr(&writer->out->text, "0,");
		else
			hr_strbuf_addf(&writer->out->text, "__harrier_stub_%zu,", i);
		add_line(writer, i);
	}
	end_table(writer);
}

/* One that the gate does not know could only refuse. */
static bool is_usable_libc(const struct writer *writer, const struct hr_function *function)
{
	char gate[HR_GATE_NAME_MOST];

	return function->operation == (size_t)-1 && function->shape == HR_SHAPE_COUNT &&
	       (hr_gate_names_passes(&writer->gate, function->name) ||
		hr_gate_names_find(&writer->gate, function->name, gate));
}

/* A function of libc is referred to by the linker's name: which headers declare it, and as what, depends on the flags. */
static void declare_libc(struct writer *writer)
{
	for (size_t i = 0; i < writer->callables->functions.count; i++) {
		const struct hr_function *function = &writer->callables->functions.data[i];
		if (!is_usable_libc(writer, function))
			continue;
		hr_strbuf_addf(&writer->out->text, "extern void __harrier_libc_%s(void)__asm__(\"%s\");",
			       function->name, function->name);
		add_line(writer, writer->callables->stubs.count + i);
	}
}

/* Well-known callbacks are code of ours, but what they are given is the unit's: they are instrumented like it. */
static void add_shapes(struct writer *writer)
{
	for (size_t i = 0; i < writer->callables->functions.count; i++) {
		const struct hr_function *function = &writer->callables->functions.data[i];
		char name[64];
		if (function->shape == HR_SHAPE_COUNT || is_dropped(writer, writer->callables->stubs.count + i))
			continue;
		snprintf(name, sizeof name, "__harrier_shape_%zu", i);
		hr_callback_shape_write(
			&writer->out->text, writer->model,
			&writer->model->types.data[writer->callables->callback_types.data[function->type]],
			function->shape, name);
		add_line(writer, writer->callables->stubs.count + i);
	}
}

static void add_function_table(struct writer *writer)
{
	declare_libc(writer);
	add_shapes(writer);
	begin_table(writer, "void*const", HR_WIRE_SYMBOL_FUNCTIONS);
	for (size_t i = 0; i < writer->callables->functions.count; i++) {
		const struct hr_function *function = &writer->callables->functions.data[i];
		size_t entry = writer->callables->stubs.count + i;
		bool is_libc = function->operation == (size_t)-1;
		if (function->shape != HR_SHAPE_COUNT && !is_dropped(writer, entry))
			hr_strbuf_addf(&writer->out->text, "(void*)__harrier_shape_%zu,", i);
		else if (is_dropped(writer, entry) || (is_libc && !is_usable_libc(writer, function)))
			hr_strbuf_addstr(&writer->out->text, "0,");
		else
			hr_strbuf_addf(&writer->out->text, is_libc ? "(void*)__harrier_libc_%s," : "(void*)(%s),",
				       function->name);
		add_line(writer, entry);
	}
	end_table(writer);
}

static void add_variable_table(struct writer *writer)
{
	size_t first = writer->callables->stubs.count + writer->callables->functions.count;
	begin_table(writer, "void*const", HR_WIRE_SYMBOL_VARIABLES);
	for (size_t i = 0; i < writer->callables->variables.count; i++) {
		const char *name = writer->model->variables.data[writer->callables->variables.data[i]].name;
		if (is_dropped(writer, first + i))
			hr_strbuf_addstr(&writer->out->text, "0,");
		else
			hr_strbuf_addf(&writer->out->text, "(void*)&(%s),", name);
		add_line(writer, first + i);
	}
	end_table(writer);
}

static void add_callback_table(struct writer *writer)
{
	const struct hr_callables *callables = writer->callables;
	size_t first = callables->stubs.count + callables->functions.count + callables->variables.count;

	for (size_t i = 0; i < callables->callback_types.count; i++)
		for (size_t k = 0; k < HR_WIRE_CALLBACK_INSTANCES && !is_dropped(writer, first + i); k++) {
			add_callback(writer, i, k);
			add_line(writer, first + i);
		}
	begin_table(writer, "void*const", HR_WIRE_SYMBOL_CALLBACKS);
	for (size_t i = 0; i < callables->callback_types.count; i++)
		for (size_t k = 0; k < HR_WIRE_CALLBACK_INSTANCES; k++) {
			if (is_dropped(writer, first + i))
				hr_strbuf_addstr(&writer->out->text, "0,");
			else
				hr_strbuf_addf(&writer->out->text, "(void*)__harrier_callback_%zu_%zu,", i, k);
			add_line(writer, first + i);
		}
	end_table(writer);
}

void hr_stub_text_write(struct hr_stub_text *out, const struct hr_model *model, const struct hr_recipe *recipe,
			const struct hr_callables *callables, const bool *dropped)
{
	struct writer writer = {
		.out = out, .model = model, .recipe = recipe, .callables = callables, .dropped = dropped
	};

	memset(out, 0, sizeof *out);
	hr_gate_names_init(&writer.gate);
	hr_strbuf_init(&out->text);
	hr_strbuf_addstr(&out->text, recipe->prologue ? recipe->prologue : "");
	hr_strbuf_addstr(&out->text, preamble);
	close_lines(&writer, HR_NO_ENTRY);
	for (size_t i = 0; i < callables->stubs.count; i++) {
		if (is_dropped(&writer, i))
			continue;
		add_stub(&writer, i);
		add_line(&writer, i);
	}
	add_stub_table(&writer);
	add_function_table(&writer);
	add_variable_table(&writer);
	add_callback_table(&writer);
	begin_table(&writer, "const unsigned", HR_WIRE_SYMBOL_COUNTS);
	hr_strbuf_addf(&out->text, "%zu,%zu,%zu,%zu,", callables->stubs.count, callables->functions.count,
		       callables->variables.count, callables->callback_types.count * HR_WIRE_CALLBACK_INSTANCES);
	add_line(&writer, HR_NO_ENTRY);
	end_table(&writer);
	hr_gate_names_release(&writer.gate);
}

void hr_stub_text_release(struct hr_stub_text *text)
{
	hr_strbuf_release(&text->text);
	hr_vec_release(&text->entries);
}

void hr_stubs_write(struct hr_strbuf *out, const struct hr_model *model, const struct hr_recipe *recipe,
		    const struct hr_callables *callables)
{
	struct hr_stub_text text;

	hr_stub_text_write(&text, model, recipe, callables, NULL);
	hr_strbuf_add(out, text.text.data, text.text.length);
	hr_stub_text_release(&text);
}
