/* Parameters that lead into the memory of another one: scan(start, end), search(text, end, from). */
#ifndef HR_MODEL_SPANS_H
#define HR_MODEL_SPANS_H

#include "model/model.h"

/* The parameter into whose memory this one has to lead, by what both are called; they point to the same type. (size_t)-1: there is none. */
size_t hr_span_of(const struct hr_model *model, const struct hr_operation *operation, size_t parameter);

/* Of one that does: whether it is called an end, and not a place. */
bool hr_span_is_end(const struct hr_item *parameter);

#endif
