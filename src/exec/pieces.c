/* Chains → programs. */
#include "base/memory.h"
#include "exec/program.h"

#include <stdlib.h>

struct hr_encoding {
	const struct hr_model *model;
	const struct hr_callables *callables;
};

struct hr_encoding *hr_encoding_new(const struct hr_model *model, const struct hr_callables *callables)
{
	struct hr_encoding *encoding = hr_calloc(1, sizeof *encoding);
	encoding->model = model;
	encoding->callables = callables;
	return encoding;
}

void hr_encoding_free(struct hr_encoding *encoding)
{
	free(encoding);
}

int hr_program_of_chain(struct hr_program **program, struct hr_encoding *encoding, struct hr_chain *chain,
			const struct hr_run_wants *wants, struct hr_error *error)
{
	struct hr_sequence *sequence = hr_chain_flatten(chain, encoding->model);
	struct hr_program *fresh = NULL;
	int status = hr_program_new(&fresh, sequence, encoding->callables, wants, error);
	hr_sequence_free(sequence);
	if (!status) {
		hr_program_free(*program);
		*program = fresh;
	}
	return status;
}
