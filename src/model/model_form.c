/* How the model's facts, types and flags are written down: the tables that saving and loading read, so that they cannot
 * disagree.
 *
 * Invariant: what a table says is part of the schema (docs/model.md). */
#include "model/model_internal.h"

static const char *const yes_no_table[] = { "no", "yes" };
static const struct hr_words yes_no_words = { 2, yes_no_table };

static const char *const infinite_table[] = { "nan", "inf", "-inf" };
const struct hr_words hr_infinite_words = { 3, infinite_table };

const struct hr_fact_form hr_fact_forms[HR_FACT_COUNT] = {
	[HR_FACT_ROLE] = { &hr_role_words, HR_POOL_SIBLINGS },
	[HR_FACT_NULLABLE] = { &yes_no_words, HR_POOL_SIBLINGS },
	[HR_FACT_KEPT] = { &yes_no_words, HR_POOL_SIBLINGS },
	[HR_FACT_FREED_BY] = { NULL, HR_POOL_OPERATIONS },
	[HR_FACT_MINUS_ONE] = { &yes_no_words, HR_POOL_SIBLINGS },
	[HR_FACT_SENTINEL] = { NULL, HR_POOL_CONSTANTS },
	[HR_FACT_BOUND_BY] = { NULL, HR_POOL_OPERATIONS },
	[HR_FACT_KIND] = { &hr_kind_words, HR_POOL_TYPES },
	[HR_FACT_ERROR] = { &hr_refused_words, HR_POOL_CONSTANTS },
	[HR_FACT_ERRNO] = { &yes_no_words, HR_POOL_SIBLINGS },
};

const struct hr_type_form hr_type_forms[HR_TYPE_KIND_COUNT] = {
	[HR_TYPE_ENUM] = { .has_enumerators = true },
	[HR_TYPE_POINTER] = { .has_target = true },
	[HR_TYPE_ARRAY] = { .has_target = true, .has_count = true },
	[HR_TYPE_STRUCT] = { .has_fields = true },
	[HR_TYPE_UNION] = { .has_fields = true },
	[HR_TYPE_FUNCTION] = { .has_target = true, .has_params = true },
	[HR_TYPE_TYPEDEF] = { .has_target = true },
};

const struct hr_flag_form hr_type_flags[] = {
	{ "signed", offsetof(struct hr_type, is_signed) },
	{ "public", offsetof(struct hr_type, is_public) },
	{ "system", offsetof(struct hr_type, is_system) },
	{ "unnamed", offsetof(struct hr_type, is_unnamed) },
	{ "flags", offsetof(struct hr_type, is_flags) },
	{ "variadic", offsetof(struct hr_type, is_variadic) },
	{ NULL, 0 },
};

const struct hr_flag_form hr_operation_flags[] = {
	{ "variadic", offsetof(struct hr_operation, is_variadic) },
	{ "deprecated", offsetof(struct hr_operation, is_deprecated) },
	{ "noreturn", offsetof(struct hr_operation, is_noreturn) },
	{ NULL, 0 },
};
