/* From sources to something that runs: the flavours of the instrumented unit. */
#ifndef HR_BUILD_BUILD_H
#define HR_BUILD_BUILD_H

#include "base/error.h"
#include "model/callables.h"
#include "model/model.h"
#include "model/recipe.h"

#include <stdbool.h>

enum hr_flavour {
	HR_FLAVOUR_SEARCH,   /* checked, gated, counted: the shared object that workers load */
	HR_FLAVOUR_COVERAGE, /* plain, with clang's source-based coverage, for llvm-cov: objects to link tests with */
	HR_FLAVOUR_ANALYSIS, /* as clang understands it and no more: bitcode to look into (ir/code.h) */
	HR_FLAVOUR_COUNT
};

struct hr_build_options {
	enum hr_flavour flavour;
	const char *cache;    /* directory; NULL: $XDG_CACHE_HOME/harrier/units or ~/.cache/harrier/units */
	const char *compiler; /* NULL: clang-19 */
	unsigned jobs;        /* compilers at once; 0: one per core */
	/* SEARCH: leave out the checks that give no more than notes, or find what the memory checker finds as well (null,
	 * alignment, object-size, pointer-overflow). They are most of the edges and traced comparisons, and half of the time, to
	 * build and to run. */
	bool lean;
	void (*progress)(void *context, size_t done, size_t total, const char *what); /* NULL: nobody is told */
	void *progress_context;
};

/* A source that is part of the unit. */
struct hr_built_source {
	size_t index;  /* in the recipe */
	bool has_main; /* it defines main, and something else that the unit cannot do without */
};

struct hr_built {
	struct hr_arena arena;
	const char *object;           /* SEARCH: the shared object; else NULL */
	HR_VEC(const char *) objects; /* COVERAGE: object files */
	HR_VEC(const char *)
	bitcode; /* ANALYSIS: one for the inline functions of the headers, then a file for each source */
	HR_VEC(const char *)
	refused; /* names that the unit uses and that the gate does not know or nobody defines; and what
	                                 cannot be called for another reason, as "'name': reason" */
	HR_VEC(struct hr_built_source) sources; /* SEARCH, ANALYSIS: what the unit is made of */
	HR_VEC(const char *)
	left_out;        /* SEARCH, ANALYSIS: paths of sources that define main or are for such ones only */
	size_t compiled; /* how many sources were compiled, the others came from the cache */
	size_t total;
	const char *temporary; /* a directory that goes when this is released: no cache could be used; else NULL */
};

/* Builds the unit; an unchanged one comes from the cache. ANALYSIS needs no callables: NULL is fine. Fails with HR_ERROR_INPUT and the compiler's diagnostics when the user's code cannot
 * be compiled. The result lives in the cache; the caller releases `out`. */
int hr_build(struct hr_built *out, const struct hr_model *model, const struct hr_recipe *recipe,
	     const struct hr_callables *callables, const struct hr_build_options *options, struct hr_error *error);
void hr_built_release(struct hr_built *built);

/* The C text of the stubs: tables and functions as wire/wire.h says (HR_WIRE_SYMBOL_…), the recipe's prologue first. */
void hr_stubs_write(struct hr_strbuf *out, const struct hr_model *model, const struct hr_recipe *recipe,
		    const struct hr_callables *callables);

#endif
