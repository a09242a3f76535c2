/* The numbers by which a built unit knows what sequences name: call stubs, functions whose address is taken, variables, callback types.
 *
 * The list follows from the model alone, so that the stage that writes the stubs and the stage that calls them agree without talking. */
#ifndef HR_MODEL_CALLABLES_H
#define HR_MODEL_CALLABLES_H

#include "model/model.h"
#include "model/callback_shapes.h"

/* The tail of a variadic call: up to three arguments, each an integer or pointer (bit clear) or a double (bit set). */
#define HR_TAIL_MOST 3u

struct hr_stub {
	size_t operation;
	unsigned tail_count; /* 0 for all that is not variadic */
	unsigned tail_reals; /* bit n: argument n of the tail is a double */
};

/* A function whose address a sequence can pass. */
struct hr_function {
	const char *name;
	size_t operation;             /* of the unit; (size_t)-1: libc's or a well-known callback */
	enum hr_callback_shape shape; /* of a well-known callback; HR_SHAPE_COUNT: it is none */
	size_t type;                  /* of a well-known callback: the number of its callback type */
};

struct hr_callables {
	HR_VEC(struct hr_stub)
	stubs; /* every callable operation; of a variadic one all tails, in order of count, then reals */
	HR_VEC(struct hr_function)
	functions; /* callable functions of the unit, no macros; then libc's; then well-known callbacks */
	HR_VEC(size_t) variables; /* indices of model variables that can be referred to */
	HR_VEC(size_t)
	callback_types; /* function types (stripped) that some parameter or field points to, each once by spelling */
	HR_VEC(size_t) stub_of; /* by operation: its first stub; (size_t)-1: none */
};

/* Lists what `model` has; the caller releases. */
void hr_callables_list(struct hr_callables *out, const struct hr_model *model);
void hr_callables_release(struct hr_callables *callables);

/* The stub for an operation with this tail; (size_t)-1 when there is none. */
size_t hr_callables_stub(const struct hr_callables *callables, size_t operation, unsigned tail_count,
			 unsigned tail_reals);

/* The number of a function by name; (size_t)-1 when it is not there. */
size_t hr_callables_function(const struct hr_callables *callables, const char *name);

/* The same for what a pointer to function of this type can be: a well-known callback has one function for each type that it
 * fits. */
size_t hr_callables_function_for(const struct hr_callables *callables, const struct hr_model *model, const char *name,
				 struct hr_type_ref pointer);

/* The number of the callback type behind a pointer to function (typedefs and all); (size_t)-1 when there is none. */
size_t hr_callables_callback(const struct hr_callables *callables, const struct hr_model *model,
			     struct hr_type_ref pointer);

#endif
