/* Mutants and tests, with programs that are not what they should be: one that ends early, one that takes too long. */
#include "app/mutate_internal.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/file.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MUTANTS = 5 };

/* Tells that the test passes with the first mutant that it is asked for. */
#define TELL_ONE "#!/bin/sh\nread id rest <\"$HARRIER_MUTANT_JOBS\"\necho \"$id 0 0 1000\" >\"$HARRIER_MUTANT_RESULTS\"\n"

static void prepare(struct hr_mutation *mutation, const char *text)
{
	struct hr_error error = HR_ERROR_INIT;
	assert_int_equal(hr_directory_temporary(&mutation->directory, &error), 0);
	char *program = hr_path_join(mutation->directory, "program");
	assert_int_equal(hr_file_write(program, text, strlen(text), &error), 0);
	assert_int_equal(chmod(program, 0700), 0);
	hr_vec_push(&mutation->tests,
		    (struct hr_mutate_test){ .name = "test", .program = hr_arena_strdup(&mutation->arena, program) });
	for (unsigned i = 0; i < MUTANTS; i++) {
		hr_vec_push(&mutation->mutants.list, (struct hr_mutant){ .id = i + 1, .point = i + 1 });
		hr_vec_add(&mutation->results);
		if (i) { /* the first one is not reached */
			hr_vec_push(&mutation->results.data[i].tests, 0);
			hr_vec_push(&mutation->results.data[i].moved, 0);
		}
	}
	free(program);
	hr_error_release(&error);
}

static void run_mutants(struct hr_mutation *mutation, const char *text, double budget)
{
	struct hr_error error = HR_ERROR_INIT;
	prepare(mutation, text);
	mutation->budget = budget;
	if (hr_mutation_run(mutation, &error))
		fail_msg("%s", error.message.data);
	hr_error_release(&error);
}

static size_t count(const struct hr_mutation *mutation, enum hr_mutate_state state)
{
	size_t found = 0;
	for (size_t i = 0; i < mutation->results.count; i++)
		found += mutation->results.data[i].state == state;
	return found;
}

static void test_mutate_run__what_brings_all_down_is_killed(void **state)
{
	(void)state;
	struct hr_mutation mutation = HR_MUTATION_INIT;
	run_mutants(&mutation, TELL_ONE, 0);
	assert_int_equal(count(&mutation, HR_MUTATE_UNREACHED), 1);
	assert_int_equal(count(&mutation, HR_MUTATE_SURVIVED), 2);
	assert_int_equal(count(&mutation, HR_MUTATE_KILLED), 2);
	hr_mutation_release(&mutation);
}

/* Tells what came of all but the last one, in another order; and of that one alone only when it is asked for one by one. */
static void test_mutate_run__results_may_come_in_any_order(void **state)
{
	(void)state;
	struct hr_mutation mutation = HR_MUTATION_INIT;
	mutation.lanes = 2;
	run_mutants(&mutation,
		    "#!/bin/sh\n"
		    "tac \"$HARRIER_MUTANT_JOBS\" | while read id rest; do\n"
		    "	[ $id = 0000000000000003 ] && [ $HARRIER_MUTANT_LANES = 2 ] && continue\n"
		    "	[ $id = 0000000000000004 ] && [ $HARRIER_MUTANT_LANES = 1 ] && exit 1\n"
		    "	echo \"$id 0 $((id == 5)) 1000\"\n"
		    "done >\"$HARRIER_MUTANT_RESULTS\"\n",
		    0);
	assert_int_equal(mutation.runs_made, MUTANTS - 1);
	assert_int_equal(count(&mutation, HR_MUTATE_SURVIVED), MUTANTS - 2);
	assert_int_equal(count(&mutation, HR_MUTATE_KILLED), 1);
	assert_int_equal(mutation.results.data[MUTANTS - 1].state, HR_MUTATE_KILLED);
	assert_false(mutation.results.data[MUTANTS - 1].is_hung);
	hr_mutation_release(&mutation);
}

static void test_mutate_run__what_makes_no_difference_is_not_run(void **state)
{
	(void)state;
	struct hr_mutation mutation = HR_MUTATION_INIT;
	struct hr_error error = HR_ERROR_INIT;
	prepare(&mutation,
		"#!/bin/sh\nwhile read id rest; do echo \"$id 0 1 1000\"; done <\"$HARRIER_MUTANT_JOBS\" >\"$HARRIER_MUTANT_RESULTS\"\n");
	mutation.results.data[2].moved.count = 0;
	assert_int_equal(hr_mutation_run(&mutation, &error), 0);
	assert_int_equal(mutation.runs_made, MUTANTS - 2);
	assert_int_equal(mutation.results.data[0].state, HR_MUTATE_UNREACHED);
	assert_int_equal(mutation.results.data[2].state, HR_MUTATE_SURVIVED);
	assert_int_equal(count(&mutation, HR_MUTATE_KILLED), MUTANTS - 2);
	hr_error_release(&error);
	hr_mutation_release(&mutation);
}

static void test_mutate_run__without_processes_nothing_is_known(void **state)
{
	(void)state;
	struct hr_mutation mutation = HR_MUTATION_INIT;
	struct hr_error error = HR_ERROR_INIT;
	prepare(&mutation, "#!/bin/sh\nexit 71\n");
	assert_int_equal(hr_mutation_run(&mutation, &error), -1);
	assert_non_null(strstr(error.message.data, "no more processes"));
	assert_int_equal(count(&mutation, HR_MUTATE_KILLED), 0);
	hr_error_release(&error);
	hr_mutation_release(&mutation);
}

static void test_mutate_run__the_end_of_the_budget_kills_nothing(void **state)
{
	(void)state;
	struct hr_mutation mutation = HR_MUTATION_INIT;
	/* more where the machine is too busy to come as far as telling one */
	for (double budget = 0.5; budget < 60; budget *= 4) {
		hr_mutation_release(&mutation);
		mutation = (struct hr_mutation)HR_MUTATION_INIT;
		run_mutants(&mutation, TELL_ONE "exec sleep 1000\n", budget);
		if (count(&mutation, HR_MUTATE_SURVIVED) > 0)
			break;
	}
	assert_int_equal(count(&mutation, HR_MUTATE_SURVIVED), 1);
	assert_int_equal(count(&mutation, HR_MUTATE_KILLED), 0);
	assert_true(count(&mutation, HR_MUTATE_NOT_RUN) >= 3);
	hr_mutation_release(&mutation);
}

int main(void)
{
	const struct CMUnitTest all[] = {
		cmocka_unit_test(test_mutate_run__what_brings_all_down_is_killed),
		cmocka_unit_test(test_mutate_run__results_may_come_in_any_order),
		cmocka_unit_test(test_mutate_run__what_makes_no_difference_is_not_run),
		cmocka_unit_test(test_mutate_run__without_processes_nothing_is_known),
		cmocka_unit_test(test_mutate_run__the_end_of_the_budget_kills_nothing),
	};
	return cmocka_run_group_tests(all, NULL, NULL);
}
