/* Sequences with something left out: what the minimiser needs beside seq/edit.h. */
#include "suite/edit.h"

#include "seq/edit.h"

#include <string.h>

struct hr_sequence *hr_edit_copy(const struct hr_sequence *sequence, const bool *removed)
{
	struct hr_edit edit;

	hr_edit_begin(&edit, sequence);
	edit.keeps_names = true;
	for (size_t i = 0; i < sequence->statements.count; i++)
		if (!removed || !removed[i])
			hr_edit_keep(&edit, i);
	return hr_edit_finish(&edit);
}

void hr_edit_close(bool *removed, const struct hr_sequence *sequence)
{
	for (size_t i = 0; i < sequence->statements.count; i++) {
		size_t value = sequence->statements.data[i].value;
		if (!removed[i] || value == HR_NO_VALUE)
			continue;
		for (size_t k = i + 1; k < sequence->statements.count; k++)
			if (!removed[k] && hr_statement_names(&sequence->statements.data[k], value))
				removed[k] = true;
	}
}

size_t hr_edit_value(const struct hr_sequence *sequence, const char *name)
{
	for (size_t i = 0; i < sequence->values.count; i++)
		if (strcmp(sequence->values.data[i].name, name) == 0)
			return i;
	return HR_NO_VALUE;
}
