/* Mutants and tests, with programs that are not what they should be: one that ends early, one that takes too long. */
#include "app/mutate_internal.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/clock.h"
#include "base/file.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MUTANTS = 5 };

/* Tells that the test passes with the first mutant that it is asked for. */
#define TELL_ONE "#!/bin/sh\nread id rest <\"$HARRIER_MUTANT_JOBS\"\necho \"$id 0 0 1000\" >\"$HARRIER_MUTANT_RESULTS\"\n"

static void run_mutants(struct hr_mutation *mutation, const char *text, double budget)
{
	struct hr_error error = HR_ERROR_INIT;
	assert_int_equal(hr_directory_temporary(&mutation->directory, &error), 0);
	char *program = hr_path_join(mutation->directory, "program");
	assert_int_equal(hr_file_write(program, text, strlen(text), &error), 0);
	assert_int_equal(chmod(program, 0700), 0);
	mutation->budget = budget;
	hr_vec_push(&mutation->tests, (struct hr_mutate_test){ .name = "test", .program = program });
	for (unsigned i = 0; i < MUTANTS; i++) {
		hr_vec_push(&mutation->mutants.list, (struct hr_mutant){ .id = i + 1, .point = i + 1 });
		hr_vec_add(&mutation->results);
		if (i) /* the first one is not reached */
			hr_vec_push(&mutation->results.data[i].tests, 0);
	}
	if (hr_mutation_run(mutation, &error))
		fail_msg("%s", error.message.data);
	free(program);
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

static void test_mutate_run__the_end_of_the_budget_kills_nothing(void **state)
{
	(void)state;
	struct hr_mutation mutation = HR_MUTATION_INIT;
	double began = hr_clock_seconds();
	run_mutants(&mutation, TELL_ONE "exec sleep 60\n", 0.5);
	assert_true(hr_clock_seconds() - began < 30);
	assert_int_equal(count(&mutation, HR_MUTATE_SURVIVED), 1);
	assert_int_equal(count(&mutation, HR_MUTATE_KILLED), 0);
	assert_true(count(&mutation, HR_MUTATE_NOT_RUN) >= 3);
	hr_mutation_release(&mutation);
}

int main(void)
{
	const struct CMUnitTest all[] = {
		cmocka_unit_test(test_mutate_run__what_brings_all_down_is_killed),
		cmocka_unit_test(test_mutate_run__the_end_of_the_budget_kills_nothing),
	};
	return cmocka_run_group_tests(all, NULL, NULL);
}
