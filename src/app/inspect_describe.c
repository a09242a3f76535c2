/* Roles, kinds and error conventions in words. */
#include "app/inspect_internal.h"
#include "model/words.h"

#include <string.h>

struct hr_paint hr_paint_for(bool colour)
{
	static const struct hr_paint on = { "\033[1m", "\033[2m", "\033[32m", "\033[31m", "\033[0m" };
	static const struct hr_paint off = { "", "", "", "", "" };
	return colour ? on : off;
}

const char *hr_param_name(const void *operation, int index)
{
	const struct hr_operation *it = operation;
	static const char *const numbered[] = { "parameter 1", "parameter 2", "parameter 3", "parameter 4",
						"parameter 5", "parameter 6", "parameter 7", "parameter 8",
						"parameter 9", "parameter 10" };
	if (index < 0 || (size_t)index >= it->params.count)
		return "?";
	if (*it->params.data[index].name)
		return it->params.data[index].name;
	return (size_t)index < sizeof numbered / sizeof *numbered ? numbered[index] : "another parameter";
}

const char *hr_field_name(const void *type, int index)
{
	const struct hr_type *it = type;
	return index >= 0 && (size_t)index < it->fields.count ? it->fields.data[index].item.name : "?";
}

void hr_describe_role(struct hr_strbuf *out, const struct hr_model *model, const struct hr_item *item,
		      const char *(*name_of)(const void *, int), const void *siblings)
{
	hr_strbuf_addstr(out, hr_word(&hr_role_words, (int)item->role));
	if (item->of >= 0)
		hr_strbuf_addf(out, " of %s", name_of(siblings, item->of));
	if (item->unit != HR_UNIT_NONE)
		hr_strbuf_addf(out, " in %s", hr_word(&hr_unit_words, (int)item->unit));
	if (item->minus_one)
		hr_strbuf_addstr(out, ", negative: up to the NUL");
	if (item->role == HR_ROLE_OWNED && item->freed_by >= 0)
		hr_strbuf_addf(out, ", freed by %s", model->operations.data[item->freed_by].name);
	else if (item->role == HR_ROLE_OWNED && item->freed_by_libc)
		hr_strbuf_addstr(out, ", freed by free");
	for (size_t i = 0, count = 0; i < item->claims.count; i++) {
		const struct hr_claim *claim = &item->claims.data[i];
		if (claim->fact == HR_FACT_SENTINEL && claim->of >= 0)
			hr_strbuf_addf(out, "%s %s", count++ ? "," : ", or", model->constants.data[claim->of].name);
	}
	if (item->bound_by >= 0)
		hr_strbuf_addf(out, ", at least %s", model->operations.data[item->bound_by].name);
	if (item->kept)
		hr_strbuf_addstr(out, ", kept");
	if (item->nullable == HR_YES)
		hr_strbuf_addstr(out, ", may be NULL");
	else if (item->nullable == HR_NO)
		hr_strbuf_addstr(out, ", not NULL");
}

static void describe_refusal(struct hr_strbuf *out, const struct hr_model *model, const struct hr_operation *operation)
{
	static const char *const refusals[HR_REFUSED_COUNT] = {
		[HR_REFUSED_NULL] = "NULL means refused",
		[HR_REFUSED_NEGATIVE] = "a negative result means refused",
		[HR_REFUSED_NONZERO] = "non-zero means refused",
		[HR_REFUSED_ZERO] = "zero means refused",
		[HR_REFUSED_SHORT] = "a short count means refused",
		[HR_REFUSED_OUT] = "an out parameter tells whether it refused",
	};
	if (operation->error == HR_REFUSED_NONZERO && operation->error_good >= 0)
		hr_strbuf_addf(out, "; all but %s means refused", model->constants.data[operation->error_good].name);
	else if (refusals[operation->error])
		hr_strbuf_addf(out, "; %s", refusals[operation->error]);
	if (operation->sets_errno && operation->error != HR_REFUSED_NEVER)
		hr_strbuf_addstr(out, ", and errno tells why");
}

void hr_describe_kind(struct hr_strbuf *out, const struct hr_model *model, const struct hr_operation *operation)
{
	if (operation->kind != HR_KIND_OTHER) {
		hr_strbuf_addstr(out, hr_word(&hr_kind_words, (int)operation->kind));
		if (operation->subject != HR_NO_TYPE)
			hr_strbuf_addf(out, " of %s", model->types.data[operation->subject].spelling);
	} else {
		hr_strbuf_addstr(out, operation->form == HR_FORM_MACRO ? "macro" : "function");
	}
	if (operation->form == HR_FORM_MACRO && operation->kind != HR_KIND_OTHER)
		hr_strbuf_addstr(out, " (macro)");
	if (operation->form == HR_FORM_INLINE)
		hr_strbuf_addstr(out, " (inline)");
	if (operation->is_deprecated)
		hr_strbuf_addstr(out, " (deprecated)");
	describe_refusal(out, model, operation);
}

void hr_each_operation_on(const struct hr_model *model, size_t type, enum hr_kind kind, hr_operation_fn *visit,
			  void *context)
{
	for (size_t i = 0; i < model->operations.count; i++)
		if (model->operations.data[i].subject == type && model->operations.data[i].kind == kind)
			visit(context, &model->operations.data[i]);
}
