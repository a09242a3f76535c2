/* What a function returns, and on which way. Private to this folder. */
#ifndef HR_ANALYSIS_RETURNS_H
#define HR_ANALYSIS_RETURNS_H

#include "analysis/values_internal.h"

/* One of the values that can be returned: `value` is it when control goes from block `from` to block `to`; `to` HR_CODE_NONE: whenever `from` returns. */
struct hr_result {
	uint32_t value;
	uint32_t from, to;
};

typedef HR_VEC(struct hr_result) hr_results;

/* Looks through phis, selects and casts. False: too many to tell. The caller releases the vector. */
bool hr_results_find(hr_results *out, const struct hr_function_values *values);

/* Whether a result is of the sort that tells of an error. */
enum hr_outcome { HR_OUTCOME_UNKNOWN, HR_OUTCOME_FINE, HR_OUTCOME_ERROR };
enum hr_outcome hr_result_outcome(const struct hr_function_values *values, uint32_t index);

/* HR_FOLLOWS_… of the checks that lead to a result being returned, with the place of the first. */
unsigned hr_result_follows(struct hr_function_values *values, const struct hr_result *result, struct hr_place *at);

/* Fills output, output_always, output_on_success. */
void hr_find_outputs(struct hr_function_values *values, const hr_results *results);

#endif
