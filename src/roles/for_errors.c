/* Which result means that the operation refused. */
#include "roles/results.h"

#include <ctype.h>
#include <string.h>

/* Whole words: "nonzero on success" is not "zero on success". */
static const struct {
	const char *phrase;
	enum hr_error_convention convention;
} said[] = {
	{ "returns null", HR_REFUSED_NULL },
	{ "return null", HR_REFUSED_NULL },
	{ "null on error", HR_REFUSED_NULL },
	{ "null if", HR_REFUSED_NULL },
	{ "returns -1", HR_REFUSED_NEGATIVE },
	{ "-1 on", HR_REFUSED_NEGATIVE },
	{ "-1 if", HR_REFUSED_NEGATIVE },
	{ "-1 otherwise", HR_REFUSED_NEGATIVE },
	{ "negative", HR_REFUSED_NEGATIVE },
	{ "0 on success", HR_REFUSED_NONZERO },
	{ "0 if success", HR_REFUSED_NONZERO },
	{ "0 if ok", HR_REFUSED_NONZERO },
	{ "0 for success", HR_REFUSED_NONZERO },
	{ "0 upon success", HR_REFUSED_NONZERO },
	{ "0 when success", HR_REFUSED_NONZERO },
	{ "zero on success", HR_REFUSED_NONZERO },
	{ "zero if success", HR_REFUSED_NONZERO },
	{ "zero upon success", HR_REFUSED_NONZERO },
	{ "non zero on error", HR_REFUSED_NONZERO },
	{ "non zero on failure", HR_REFUSED_NONZERO },
	{ "nonzero on error", HR_REFUSED_NONZERO },
	{ "nonzero on failure", HR_REFUSED_NONZERO },
	{ "non-zero on error", HR_REFUSED_NONZERO },
	{ "non-zero on failure", HR_REFUSED_NONZERO },
	{ "1 on success", HR_REFUSED_ZERO },
	{ "1 if success", HR_REFUSED_ZERO },
	{ "1 if ok", HR_REFUSED_ZERO },
	{ "1 for success", HR_REFUSED_ZERO },
	{ "1 upon success", HR_REFUSED_ZERO },
	{ "1 when success", HR_REFUSED_ZERO },
	{ "nonzero on success", HR_REFUSED_ZERO },
	{ "nonzero if success", HR_REFUSED_ZERO },
	{ "non zero on success", HR_REFUSED_ZERO },
	{ "non zero if success", HR_REFUSED_ZERO },
	{ "non-zero on success", HR_REFUSED_ZERO },
	{ "non-zero if success", HR_REFUSED_ZERO },
	{ "0 on failure", HR_REFUSED_ZERO },
	{ "0 on error", HR_REFUSED_ZERO },
	{ "0 if error", HR_REFUSED_ZERO },
	{ "0 upon failure", HR_REFUSED_ZERO },
	{ "zero on failure", HR_REFUSED_ZERO },
	{ "zero on error", HR_REFUSED_ZERO },
	{ "false if", HR_REFUSED_ZERO },
	{ "true on success", HR_REFUSED_ZERO },
	{ "returns 0 if", HR_REFUSED_ZERO },
};

/* What turns the number behind it into another one: "non zero", "other than 0", "-1 or 0", "> 0". */
static bool is_turned(const char *doc, const char *at)
{
	static const char *const words[] = { "non ", "not ", "than ", "from ", "or ", "> ", ">",
					     ">= ",  ">=",   "!= ",   "!=",    "< ",  "<" };
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		size_t length = strlen(words[i]);
		if ((size_t)(at - doc) >= length && strncmp(at - length, words[i], length) == 0)
			return true;
	}
	return false;
}

static bool says(const char *doc, const char *phrase)
{
	for (const char *at = strstr(doc, phrase); at; at = strstr(at + 1, phrase))
		if (at == doc || (!isalnum((unsigned char)at[-1]) && at[-1] != '-' &&
				  (!strchr("01z", *phrase) || !is_turned(doc, at))))
			return true;
	return false;
}

static void claim(const struct hr_result_view *view, enum hr_error_convention convention, int good,
		  enum hr_source source, double weight, const char *why)
{
	hr_claim_fact(view->inference, &view->operation->claims, HR_FACT_ERROR, convention, good, source, weight, "%s",
		      why);
}

/* The constant for the enumerator with the value 0 of an enum; -1 when there is none. */
static int zero_enumerator(const struct hr_model *model, struct hr_type_ref ref)
{
	const struct hr_type *type = hr_model_type(model, ref);
	size_t index;
	for (size_t i = 0; type && type->kind == HR_TYPE_ENUM && i < type->enumerators.count; i++)
		if (type->enumerators.data[i].value == 0 &&
		    hr_map_get(&model->constant_by_name, type->enumerators.data[i].name, &index))
			return (int)index;
	return -1;
}

static void about_pointer(const struct hr_result_view *view)
{
	claim(view, HR_REFUSED_NULL, -1, HR_SOURCE_TYPE, 0.6, "a pointer can be NULL");
	if (!strstr(view->doc, "never null"))
		return;
	claim(view, HR_REFUSED_NEVER, -1, HR_SOURCE_DOCUMENTATION, 0.9, "\"never NULL\"");
	hr_claim_fact(view->inference, &view->operation->result.claims, HR_FACT_NULLABLE, 0, -1,
		      HR_SOURCE_DOCUMENTATION, 0.9, "\"never NULL\"");
}

static void about_number(const struct hr_result_view *view)
{
	const struct hr_model *model = view->inference->model;
	struct hr_item *result = &view->operation->result;
	bool is_status = hr_role_so_far(result) == HR_ROLE_STATUS;
	bool is_told;
	int good = hr_good_constant(view, &is_told);
	int zero = is_status && !hr_is_truth_value(model, result) ? zero_enumerator(model, result->type) : -1;
	if (zero >= 0)
		claim(view, HR_REFUSED_NONZERO, zero, HR_SOURCE_TYPE, 0.8,
		      "the enumerator that is zero is the good one");
	if (good >= 0 && good != view->inference->good_constant)
		claim(view, HR_REFUSED_NONZERO, good, HR_SOURCE_DOCUMENTATION, 0.85,
		      "the documentation names the good value");
	if (!is_status)
		claim(view, HR_REFUSED_NEVER, -1, HR_SOURCE_TYPE, 0.3, "its result is an answer");
	else if (hr_is_truth_value(model, result))
		claim(view, HR_REFUSED_ZERO, -1, HR_SOURCE_TYPE, 0.8, "a boolean: false is refused");
	else {
		int other = view->inference->good_constant;
		if (other >= 0 && view->class == HR_CLASS_INTEGER)
			claim(view, HR_REFUSED_ZERO, other, HR_SOURCE_TYPE, 0.75,
			      "the constant for failure is the one that is zero");
		claim(view, HR_REFUSED_NONZERO, -1, HR_SOURCE_TYPE, 0.4, "a status is mostly zero when all is well");
	}
}

void hr_rules_for_errors(const struct hr_result_view *view)
{
	if (view->class == HR_CLASS_VOID) {
		claim(view, HR_REFUSED_NEVER, -1, HR_SOURCE_TYPE, 0.9, "it returns nothing");
		return;
	}
	if (strstr(view->doc, "errno"))
		hr_claim_fact(view->inference, &view->operation->claims, HR_FACT_ERRNO, 1, -1, HR_SOURCE_DOCUMENTATION,
			      0.8, "the documentation speaks of errno");
	bool pointer = view->class >= HR_CLASS_FUNCTION && view->class <= HR_CLASS_SLOT;
	for (size_t i = 0; i < sizeof said / sizeof *said; i++)
		if (says(view->doc, said[i].phrase) && pointer == (said[i].convention == HR_REFUSED_NULL))
			claim(view, said[i].convention, -1, HR_SOURCE_DOCUMENTATION, 0.7, said[i].phrase);
	if (pointer)
		about_pointer(view);
	else
		about_number(view);
}
