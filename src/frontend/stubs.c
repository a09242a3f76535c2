/* Would a call stub for each operation compile? Asked of the compiler, all at once. */
#include "base/text.h"
#include "frontend/trial.h"

#include <string.h>

static bool is_spellable(const struct hr_model *model, struct hr_type_ref ref)
{
	/* A name that C code can write, down to what pointers point to. */
	for (int depth = 0; depth < 8 && ref.type != HR_NO_TYPE; depth++) {
		const struct hr_type *type = &model->types.data[ref.type];
		if (type->is_unnamed)
			return false;
		if (type->kind != HR_TYPE_POINTER && type->kind != HR_TYPE_ARRAY)
			return true;
		ref = type->target;
	}
	return true;
}

/* `f()` says nothing of parameters in C17, and that there are none in C23. Documentation that speaks of none settles it. */
static bool takes_nothing(const struct hr_operation *operation)
{
	return operation->doc && !hr_text_find_any_case(operation->doc, "param") &&
	       !hr_text_find_any_case(operation->doc, "argument");
}

static const char *refuse_by_types(struct hr_reader *reader, const struct hr_operation *operation)
{
	const struct hr_model *model = reader->model;
	if (!operation->has_prototype && !takes_nothing(operation))
		return "is declared without a prototype, and no source that defines it was given";
	for (size_t i = 0; i < operation->params.count; i++) {
		if (!is_spellable(model, operation->params.data[i].type))
			return hr_arena_printf(reader->arena, "parameter %zu has a type without a name", i + 1);
		const struct hr_type *type = hr_model_type(model, operation->params.data[i].type);
		if (type && (type->kind == HR_TYPE_STRUCT || type->kind == HR_TYPE_UNION) &&
		    type->completeness == HR_OPAQUE)
			return hr_arena_printf(reader->arena, "parameter %zu is an incomplete type by value", i + 1);
	}
	return NULL;
}

static void write_stub(struct hr_strbuf *out, const struct hr_model *model, const struct hr_operation *operation)
{
	const struct hr_type *result = hr_model_type(model, operation->result.type);
	bool yields = result && result->kind != HR_TYPE_VOID;
	hr_strbuf_addf(out, "%s(%s)(", yields ? "__auto_type __harrier_result=" : "", operation->name);
	for (size_t i = 0; i < operation->params.count; i++) {
		hr_strbuf_addf(out, "%s*(__typeof__(", i ? "," : "");
		hr_model_spell(out, model, operation->params.data[i].type);
		hr_strbuf_addf(out, ")*)__harrier_arguments[%zu]", i + 1);
	}
	hr_strbuf_addstr(out, ");");
	if (yields)
		hr_strbuf_addstr(
			out,
			"__builtin_memcpy(__harrier_arguments[0],(void*)&__harrier_result,sizeof __harrier_result);");
}

int hr_reader_try_stubs(struct hr_reader *reader, struct hr_error *error)
{
	struct hr_model *model = reader->model;
	struct hr_trial trial;
	HR_VEC(size_t) operation_of = HR_VEC_INIT;
	struct hr_strbuf stub = HR_STRBUF_INIT;
	hr_trial_init(&trial, reader);
	for (size_t i = 0; i < model->operations.count; i++) {
		struct hr_operation *operation = &model->operations.data[i];
		if (operation->reason)
			continue;
		operation->reason = refuse_by_types(reader, operation);
		operation->callable = !operation->reason;
		/* Macros were tried when their types were established. */
		if (operation->reason || operation->form == HR_FORM_MACRO)
			continue;
		hr_strbuf_clear(&stub);
		write_stub(&stub, model, operation);
		hr_trial_add(&trial, stub.data);
		hr_vec_push(&operation_of, i);
	}
	int status = trial.count ? hr_trial_run(&trial, false, error) : 0;
	for (size_t i = 0; !status && i < operation_of.count; i++) {
		struct hr_operation *operation = &model->operations.data[operation_of.data[i]];
		if (!trial.verdicts.data[i])
			continue;
		operation->callable = false;
		operation->reason =
			hr_arena_printf(reader->arena, "a call of it does not compile: %s", trial.verdicts.data[i]);
	}
	hr_strbuf_release(&stub);
	hr_vec_release(&operation_of);
	hr_trial_release(&trial);
	return status;
}
