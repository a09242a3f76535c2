/* A user's checks around calls, as C text: a function for each operation that has any, and a macro that puts it in the operation's place.
 *
 * Invariants: the functions come before all macros, here and in programs (suite), so that they call the operations themselves; a check that does not hold ends as an assertion does, with the
 * name of the check as its text (model/extras.h knows them again). */
#include "app/extras_internal.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>

struct wrapping {
	const struct hr_model *model;
	struct hr_strbuf text;
};

static const struct hr_operation *find_check(const struct hr_model *model, enum hr_extra kind, size_t subject)
{
	for (size_t i = 0; i < model->operations.count; i++)
		if (hr_extra_of(model->operations.data[i].name, NULL) == kind &&
		    hr_extra_subject(model, &model->operations.data[i]) == subject)
			return &model->operations.data[i];
	return NULL;
}

/* The invariant of the object that an item points to. */
static const struct hr_operation *find_invariant(const struct hr_model *model, const struct hr_item *item)
{
	const struct hr_type *type = hr_model_type(model, item->type);
	if (!type || type->kind != HR_TYPE_POINTER)
		return NULL;
	size_t object = hr_model_object(model, item->type);
	for (size_t i = 0; i < model->operations.count; i++) {
		const struct hr_operation *check = &model->operations.data[i];
		if (hr_extra_of(check->name, NULL) == HR_EXTRA_INVARIANT &&
		    hr_extra_object(model, hr_extra_subject(model, check)) == object)
			return check;
	}
	return NULL;
}

/* Whether the object is still there after the call, and may have been changed. */
static bool is_worth_a_look(const struct hr_model *model, const struct hr_operation *operation,
			    const struct hr_item *item)
{
	const struct hr_type *type = hr_model_type(model, item->type);
	return item->role != HR_ROLE_CONSUMED && operation->kind != HR_KIND_DESTROYER && type &&
	       type->kind == HR_TYPE_POINTER && !(hr_model_pointee(model, item->type).qualifiers & HR_CONST);
}

static bool has_result(const struct hr_model *model, const struct hr_operation *operation)
{
	const struct hr_type *type = hr_model_type(model, operation->result.type);
	return type && type->kind != HR_TYPE_VOID;
}

static bool is_checked(const struct hr_model *model, size_t index)
{
	const struct hr_operation *operation = &model->operations.data[index];
	if (hr_extra_of(operation->name, NULL) != HR_EXTRA_NONE || !operation->callable || operation->is_variadic ||
	    operation->form == HR_FORM_MACRO)
		return false;
	if (find_check(model, HR_EXTRA_PRE, index) || find_check(model, HR_EXTRA_POST, index) ||
	    find_invariant(model, &operation->result))
		return true;
	for (size_t i = 0; i < operation->params.count; i++)
		if (is_worth_a_look(model, operation, &operation->params.data[i]) &&
		    find_invariant(model, &operation->params.data[i]))
			return true;
	return false;
}

static void add_arguments(struct wrapping *wrapping, size_t count)
{
	for (size_t i = 0; i < count; i++)
		hr_strbuf_addf(&wrapping->text, "%sargument_%zu", i ? ", " : "", i);
}

static void add_type(struct wrapping *wrapping, struct hr_type_ref type)
{
	struct hr_strbuf spelling = HR_STRBUF_INIT;
	hr_model_spell(&spelling, wrapping->model, type);
	/* where C would have the name in the middle, there are other words for it */
	if (strpbrk(spelling.data, "(["))
		hr_strbuf_addf(&wrapping->text, "__typeof__(%s) ", spelling.data);
	else
		hr_strbuf_addf(&wrapping->text, hr_text_ends_with(spelling.data, "*") ? "%s" : "%s ", spelling.data);
	hr_strbuf_release(&spelling);
}

/* What happens when the check that was just asked does not hold. */
static void add_failure(struct wrapping *wrapping, const struct hr_operation *check,
			const struct hr_operation *operation)
{
	const char *colon = check->at ? strrchr(check->at, ':') : NULL;
	hr_strbuf_addf(&wrapping->text, "\t\t__assert_fail(\"%s\", \"%.*s\", %s, \"%s\");\n", check->name,
		       colon ? (int)(colon - check->at) : 0, colon ? check->at : "", colon ? colon + 1 : "0",
		       operation->name);
}

static void add_invariant(struct wrapping *wrapping, const struct hr_operation *operation, const struct hr_item *item,
			  const char *name)
{
	const struct hr_operation *check = find_invariant(wrapping->model, item);
	if (!check)
		return;
	hr_strbuf_addf(&wrapping->text, "\tif (%s && !%s(%s))\n", name, check->name, name);
	add_failure(wrapping, check, operation);
}

static void add_head(struct wrapping *wrapping, const struct hr_operation *operation)
{
	hr_strbuf_addstr(&wrapping->text, "static __attribute__((noinline, unused)) ");
	if (has_result(wrapping->model, operation))
		add_type(wrapping, operation->result.type);
	else
		hr_strbuf_addstr(&wrapping->text, "void ");
	hr_strbuf_addf(&wrapping->text, "harrier_checked_%s(", operation->name);
	for (size_t i = 0; i < operation->params.count; i++) {
		hr_strbuf_addstr(&wrapping->text, i ? ", " : "");
		add_type(wrapping, operation->params.data[i].type);
		hr_strbuf_addf(&wrapping->text, "argument_%zu", i);
	}
	hr_strbuf_addf(&wrapping->text, "%s)\n{\n", operation->params.count ? "" : "void");
}

static void add_wrapper(struct wrapping *wrapping, size_t index)
{
	const struct hr_model *model = wrapping->model;
	const struct hr_operation *operation = &model->operations.data[index];
	const struct hr_operation *pre = find_check(model, HR_EXTRA_PRE, index);
	const struct hr_operation *post = find_check(model, HR_EXTRA_POST, index);
	bool yields = has_result(model, operation);
	size_t count = operation->params.count;

	add_head(wrapping, operation);
	if (pre) {
		hr_strbuf_addf(&wrapping->text, "\tif (!%s(", pre->name);
		add_arguments(wrapping, count);
		hr_strbuf_addstr(&wrapping->text, "))\n");
		add_failure(wrapping, pre, operation);
	}
	hr_strbuf_addch(&wrapping->text, '\t');
	if (yields) {
		add_type(wrapping, operation->result.type);
		hr_strbuf_addstr(&wrapping->text, "result = ");
	}
	hr_strbuf_addf(&wrapping->text, "%s(", operation->name);
	add_arguments(wrapping, count);
	hr_strbuf_addstr(&wrapping->text, ");\n");
	if (post) {
		hr_strbuf_addf(&wrapping->text, "\tif (!%s(%s%s", post->name, yields ? "result" : "",
			       yields && count ? ", " : "");
		add_arguments(wrapping, count);
		hr_strbuf_addstr(&wrapping->text, "))\n");
		add_failure(wrapping, post, operation);
	}
	for (size_t i = 0; i < count; i++) {
		char name[32];
		snprintf(name, sizeof name, "argument_%zu", i);
		if (is_worth_a_look(model, operation, &operation->params.data[i]))
			add_invariant(wrapping, operation, &operation->params.data[i], name);
	}
	add_invariant(wrapping, operation, &operation->result, "result");
	hr_strbuf_addf(&wrapping->text, "%s}\n", yields ? "\treturn result;\n" : "");
}

static void claim_destroyers(struct hr_model *model)
{
	for (size_t i = 0; i < model->operations.count; i++) {
		const struct hr_operation *extra = &model->operations.data[i];
		if (hr_extra_of(extra->name, NULL) != HR_EXTRA_FREE)
			continue;
		size_t object = hr_extra_object(model, hr_extra_subject(model, extra));
		for (size_t k = 0; k < model->operations.count; k++) {
			struct hr_item *result = &model->operations.data[k].result;
			if (result->role != HR_ROLE_OWNED || hr_model_object(model, result->type) != object)
				continue;
			hr_vec_push(&result->claims,
				    (struct hr_claim){
					    .fact = HR_FACT_FREED_BY,
					    .of = (int)i,
					    .source = HR_SOURCE_USER,
					    .weight = 0.99,
					    .text = hr_arena_printf(&model->arena, "the user's '%s'", extra->name),
					    .at = extra->at });
		}
	}
	hr_model_decide(model);
}

void hr_extras_apply(struct hr_model *model, struct hr_recipe *recipe)
{
	struct wrapping wrapping = { .model = model, .text = HR_STRBUF_INIT };
	struct hr_strbuf functions = HR_STRBUF_INIT, macros = HR_STRBUF_INIT;

	claim_destroyers(model);
	for (size_t i = 0; i < model->operations.count; i++) {
		struct hr_operation *operation = &model->operations.data[i];
		if (!is_checked(model, i))
			continue;
		hr_strbuf_clear(&wrapping.text);
		add_wrapper(&wrapping, i);
		operation->checked = hr_arena_strdup(&model->arena, wrapping.text.data);
		hr_strbuf_addstr(&functions, operation->checked);
		hr_strbuf_addf(&macros, "#define %s harrier_checked_%s\n", operation->name, operation->name);
	}
	if (functions.length)
		recipe->prologue = hr_arena_printf(&recipe->arena, "%s" HR_CHECKS_HEAD "%s%s", recipe->prologue,
						   functions.data, macros.data);
	hr_strbuf_release(&wrapping.text);
	hr_strbuf_release(&functions);
	hr_strbuf_release(&macros);
}
