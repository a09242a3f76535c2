/* The text of the stubs, with what each line is for: one entry a line, so that what does not compile can be left out. */
#ifndef HR_BUILD_STUB_TEXT_H
#define HR_BUILD_STUB_TEXT_H

#include "build/build.h"

#define HR_NO_ENTRY ((size_t)-1)

struct hr_stub_text {
	struct hr_strbuf text;
	HR_VEC(size_t)
	entries; /* by line, the first is 0: what the line is about; HR_NO_ENTRY: nothing that could be left out */
};

/* What can be left out: stubs, functions, variables, types of callbacks, counted in this order. */
size_t hr_stub_entry_count(const struct hr_callables *callables);

/* What an entry is about, for a person: "the macro 'f'"; lives in the arena. */
const char *hr_stub_entry_name(const struct hr_model *model, const struct hr_callables *callables, size_t entry,
			       struct hr_arena *arena);

/* Writes the text; entries that are `dropped` (NULL: none) become null pointers in the tables. The caller releases. */
void hr_stub_text_write(struct hr_stub_text *out, const struct hr_model *model, const struct hr_recipe *recipe,
			const struct hr_callables *callables, const bool *dropped);
void hr_stub_text_release(struct hr_stub_text *text);

#endif
