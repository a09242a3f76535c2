/* A sequence as a plain C program. */
#include "suite/program.h"

#include "suite/c_text.h"
#include "suite/values_used.h"

#include <stdlib.h>

int hr_suite_program(struct hr_strbuf *out, const struct hr_sequence *sequence, struct hr_error *error)
{
	bool *used = hr_values_used(sequence);
	struct hr_c_text text = {
		.sequence = sequence, .functions = HR_STRBUF_INIT, .body = HR_STRBUF_INIT, .is_used = used
	};
	int status = 0;
	for (size_t i = 0; i < sequence->statements.count && !status; i++)
		status = hr_c_statement(&text, i, error);
	if (!status) {
		hr_c_includes(out, sequence->model, text.needs, "");
		hr_c_checks(out, sequence->model, text.body.data);
		hr_c_helpers(out, text.needs);
		hr_strbuf_addf(out, "%sint main(void)\n{\n%s\treturn 0;\n}\n", text.functions.data, text.body.data);
		hr_c_settle_names(out, sequence->model);
	}
	hr_strbuf_release(&text.functions);
	hr_strbuf_release(&text.body);
	free(used);
	return status;
}
