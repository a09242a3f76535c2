/* What the rules about results share. */
#ifndef HR_ROLES_RESULTS_H
#define HR_ROLES_RESULTS_H

#include "roles/inference.h"

/* A result under consideration. */
struct hr_result_view {
	struct hr_inference *inference;
	struct hr_operation *operation;
	const struct hr_name_words *words; /* of the operation's name */
	enum hr_class class;               /* of the result */
	const char *doc; /* the operation's documentation in lower case, on one line; "" when there is none */
	size_t receiver; /* position of the receiver; the number of parameters when there is none */
};

static inline bool hr_has_receiver(const struct hr_result_view *view)
{
	return view->receiver < view->operation->params.count;
}

/* The first of the phrases (ends with NULL) that stands in the text, or NULL. */
const char *hr_first_phrase(const char *text, const char *const *phrases);

/* The constant that the documentation names for success, or -1; is it told what it stands for, or only called so? */
int hr_good_constant(const struct hr_result_view *view, bool *is_told);

/* "0 if the line was reserved, -1 on failure", "1 if found, 0 if not, -1 on error": two values say whether it worked, three answer, unless one is
 * for success. All of these take documentation in lower case, on one line: told_results.c. */
enum hr_told { HR_TOLD_NOTHING, HR_TOLD_STATUS, HR_TOLD_SUCCESS, HR_TOLD_ANSWER };
enum hr_told hr_told_values(const char *doc);

/* "false if there was an error", "true on success". */
bool hr_told_truth_of_success(const char *doc);

/* The phrase that says that a length, a size or a number of something is returned; NULL: there is none. */
const char *hr_told_amount(const char *doc);

/* By kind of result; all add claims only. */
void hr_rules_for_pointer_results(const struct hr_result_view *view);
void hr_rules_for_number_results(const struct hr_result_view *view);

/* Which result means that the operation refused. */
void hr_rules_for_errors(const struct hr_result_view *view);

#endif
