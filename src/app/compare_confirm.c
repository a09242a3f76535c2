/* Differences outside of the worker: the program that shows one, compiled with the sources of each version and stock sanitizers, passes with one and fails with the other, each time it is run. */
#include "app/compare_internal.h"

#include "app/confirm_internal.h"
#include "base/process.h"
#include "suite/difference_test.h"

#include <string.h>

enum { ROUNDS = 2 };

/* Blocks lie elsewhere, and fresh memory has other contents, in the second round. */
static const struct hr_confirm_memory rounds[ROUNDS] = { { 0xbe, 16, false }, { 0x5a, 512, false } };

enum ending { ENDS_WELL, ENDS_BADLY, ENDS_NOT, ENDING_COUNT };

/* Compiles and runs it with one version. ENDS_NOT: it cannot be compiled, or does not always end the same way; `why` tells. */
static int try_with(enum ending *out, struct hr_compare_version *version, struct hr_compare_found *found,
		    struct hr_strbuf *report, struct hr_error *error)
{
	struct hr_confirm *confirm = version->confirm;
	const struct hr_behaviour *failing = found->difference.failing;
	bool has_leaks = failing && failing->way == HR_WAY_LEAK;
	bool made = false;
	*out = ENDS_NOT;
	int status = hr_compare_enter(version->base, error);
	if (!status)
		status = hr_confirm_look(confirm, error);
	struct hr_confirm_compiler *compiler = NULL;
	for (size_t i = 0; i < confirm->compiler_count && !made && !status; i++) {
		compiler = &confirm->compilers[i];
		status = hr_confirm_library(&made, confirm, compiler, error);
	}
	if (!status && !made)
		hr_strbuf_addstr(&found->why, confirm->trouble.data);
	if (!status && made)
		status = hr_confirm_program(&made, confirm, compiler, "test", found->test.data, has_leaks, &found->why,
					    error);
	for (int i = 0; i < ROUNDS && made && !status; i++) {
		struct hr_process_result result = HR_PROCESS_RESULT_INIT;
		status = hr_confirm_run(&result, confirm, compiler, "test", rounds[i], error);
		enum ending ending = result.exit_code == 0 && !result.timed_out ? ENDS_WELL : ENDS_BADLY;
		if (!status && ending == ENDS_BADLY && !i)
			hr_confirm_normalise(report, result.timed_out ? "does not end\n" : result.errors.data,
					     confirm->root);
		if (i && ending != *out) {
			hr_strbuf_addstr(&found->why, "it ends differently from run to run");
			*out = ENDS_NOT;
			made = false;
		} else {
			*out = ending;
		}
		hr_process_result_release(&result);
	}
	return status;
}

static int confirm_one(struct hr_compare *compare, struct hr_compare_found *found, struct hr_error *error)
{
	bool is_fixed = found->difference.kind == HR_DIFFERENCE_FIXED;
	struct hr_strbuf unused = HR_STRBUF_INIT;
	enum ending endings[HR_VERSIONS] = { is_fixed ? ENDS_BADLY : ENDS_WELL, ENDS_NOT };
	int status = 0;
	for (int i = 0; i < HR_VERSIONS && !status; i++) {
		struct hr_compare_version *version = &compare->versions[i];
		if (!version->is_bare)
			status = try_with(&endings[i], version, found,
					  (i == HR_OLD) == is_fixed ? &found->report : &unused, error);
	}
	enum ending before = is_fixed ? ENDS_BADLY : ENDS_WELL;
	enum ending after = is_fixed ? ENDS_WELL : ENDS_BADLY;
	found->is_confirmed = !status && endings[HR_OLD] == before && endings[HR_NEW] == after;
	if (!status && !found->is_confirmed && !found->why.length)
		hr_strbuf_addf(&found->why, "%s",
			       endings[HR_OLD] != before
				       ? is_fixed ? "passes with the old version" : "fails with the old version, too"
			       : is_fixed ? "fails with the new version, too"
					  : "passes with the new version, too");
	hr_strbuf_release(&unused);
	return status;
}

int hr_compare_confirm(struct hr_compare *compare, struct hr_error *error)
{
	int status = 0;
	for (size_t i = 0; i < compare->found.count && !status; i++) {
		struct hr_compare_found *found = compare->found.data[i];
		struct hr_difference_test test = { .sequence = found->sequence,
						   .difference = &found->difference,
						   .before = found->told[HR_OLD],
						   .after = found->told[HR_NEW] };
		struct hr_error words = HR_ERROR_INIT;
		if (hr_difference_test_write(&found->test, &test, &words))
			hr_strbuf_addstr(&found->why, words.message.data);
		else
			status = confirm_one(compare, found, error);
		hr_error_release(&words);
	}
	struct hr_error away = HR_ERROR_INIT;
	(void)hr_compare_enter(compare->home, &away);
	hr_error_release(&away);
	return status;
}
