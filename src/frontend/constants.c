/* Object-like macros → constants, with the values that the compiler gives them. */
#include "base/text.h"
#include "frontend/trial.h"

#include <ctype.h>
#include <string.h>

/* Could the body be an expression? Balanced, not empty, nothing that only a statement or a declaration has. */
static bool may_be_expression(const char *body)
{
	int depth = 0;
	if (!*body)
		return false;
	for (const char *c = body; *c && depth >= 0; c++) {
		if (strchr(";{}#", *c))
			return false;
		if (*c == '"' || *c == '\'') {
			char quote = *c;
			for (c++; *c && *c != quote; c++)
				if (*c == '\\' && c[1])
					c++;
			if (!*c)
				return false;
			continue;
		}
		depth += (*c == '(' || *c == '[') - (*c == ')' || *c == ']');
	}
	return depth == 0;
}

struct evaluation {
	struct hr_reader *reader;
	const size_t *macro_of; /* index of the macro for each probe */
};

static bool set_value(struct hr_constant *constant, struct hr_reader *reader, CXCursor variable,
		      const struct hr_type *type)
{
	CXEvalResult result = clang_Cursor_Evaluate(variable);
	CXEvalResultKind kind = result ? clang_EvalResult_getKind(result) : CXEval_UnExposed;
	bool known = true;
	if (type->kind == HR_TYPE_POINTER && kind != CXEval_StrLiteral) {
		constant->kind = HR_CONSTANT_POINTER;
	} else if (kind == CXEval_Int && type->size > (int64_t)sizeof constant->number) {
		known = false; /* clang tells 64 bits of it */
	} else if (kind == CXEval_Int) {
		constant->kind = HR_CONSTANT_INT;
		constant->number = clang_EvalResult_isUnsignedInt(result)
					   ? (int64_t)clang_EvalResult_getAsUnsigned(result)
					   : clang_EvalResult_getAsLongLong(result);
	} else if (kind == CXEval_Float) {
		constant->kind = HR_CONSTANT_FLOAT;
		constant->real = clang_EvalResult_getAsDouble(result);
	} else if (kind == CXEval_StrLiteral) {
		constant->kind = HR_CONSTANT_STRING;
		constant->text = hr_arena_strdup(reader->arena, clang_EvalResult_getAsStr(result));
	} else {
		known = false;
	}
	if (result)
		clang_EvalResult_dispose(result);
	return known;
}

static void enter_constant(void *context, unsigned probe, CXCursor variable)
{
	struct evaluation *it = context;
	struct hr_reader *reader = it->reader;
	const struct hr_read_macro *macro = &reader->macros.data[it->macro_of[probe]];
	struct hr_type_ref ref = hr_reader_type(reader, clang_getCursorType(variable));
	const struct hr_type *type = hr_model_type(reader->model, ref);
	struct hr_constant constant = { .name = macro->name, .type = ref.type, .at = macro->at };
	/* A macro that stands for a function is another name for it, not a constant. */
	const struct hr_type *pointee = hr_model_type(reader->model, hr_model_pointee(reader->model, ref));
	if (!type || (pointee && pointee->kind == HR_TYPE_FUNCTION &&
		      hr_map_get(&reader->model->operation_by_name, macro->body, NULL)))
		return;
	if (!set_value(&constant, reader, variable, type))
		return;
	if (constant.kind == HR_CONSTANT_POINTER)
		constant.text = macro->body;
	if (hr_map_get(&reader->model->constant_by_name, macro->name, NULL))
		return;
	struct hr_place place = macro->place;
	place.kind = HR_PLACE_CONSTANT;
	place.index = hr_model_add_constant(reader->model, &constant);
	hr_vec_push(&reader->places, place);
}

int hr_reader_constants(struct hr_reader *reader, struct hr_error *error)
{
	struct hr_trial trial;
	HR_VEC(size_t) macro_of = HR_VEC_INIT;
	hr_trial_init(&trial, reader);
	struct hr_strbuf body = HR_STRBUF_INIT;
	for (size_t i = 0; i < reader->macros.count; i++) {
		const struct hr_read_macro *macro = &reader->macros.data[i];
		if (macro->is_function_like || !may_be_expression(macro->body))
			continue;
		hr_strbuf_clear(&body);
		/* clang tells the text of a string only without brackets around it. */
		hr_strbuf_addf(&body,
			       macro->body[0] == '"' ? "__auto_type __harrier_value=%s;"
						     : "__auto_type __harrier_value=(%s);",
			       macro->name);
		hr_trial_add(&trial, body.data);
		hr_vec_push(&macro_of, i);
	}
	int status = trial.count ? hr_trial_run(&trial, false, error) : 0;
	if (!status && trial.count) {
		struct evaluation evaluation = { reader, macro_of.data };
		hr_trial_each_value(&trial, enter_constant, &evaluation);
	}
	hr_strbuf_release(&body);
	hr_vec_release(&macro_of);
	hr_trial_release(&trial);
	return status;
}
