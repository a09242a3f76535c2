/* Tests of a small library, made by hand: what certification does with them, what they cover, which of their assertions are worth it. Programs are compiled and run, so there are few cases; time is given as what has passed or as
 * none at all, never measured. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "app/gen_internal.h"
#include "app/mutate_shim.h"
#include "app/suite_trial.h"
#include "suite/areas.h"

#include "../seq/unit.h"

#include <stdlib.h>

static const char header[] = "struct facts { int length; int zone; int unused; int lowest; };\n"
			     "int facts_of(int x, struct facts *out);\n";

/* facts_of(3): 6, length 12. The zone is another one in each run, and the lowest descriptor in some. */
static const char source[] =
	"#include \"unit.h\"\n#include <fcntl.h>\n#include <stdlib.h>\n#include <string.h>\n#include <unistd.h>\n"
	"int facts_of(int x, struct facts *out)\n{\n"
	"	const char *zone = getenv(\"TZ\");\n"
	"	int sum = 0;\n"
	"	if (!out || x < 0)\n		return -1;\n"
	"	for (int i = 0; i < x; i++)\n		sum += i * 2 + 1;\n"
	"	out->length = sum + x;\n"
	"	out->zone = zone ? (int)strlen(zone) : 0;\n"
	"	out->lowest = open(\"/dev/null\", O_RDONLY);\n	close(out->lowest);\n"
	"	return sum > 3 ? sum - x : x + 7;\n}\n";

struct library {
	struct hr_gen gen;
	struct hr_sequence *sequence;
	hr_recipe_strings flags;
};

static void open_library_of(struct library *library, const char *directory, const char *header_text,
			    const char *source_text)
{
	struct hr_app_unit *unit = &library->gen.unit;
	*library = (struct library){
		.gen = { .certificate = HR_CERTIFICATE_INIT, .coverage = HR_COVERAGE_INIT, .options.seed = 1 }
	};
	unit->recipe = (struct hr_recipe)HR_RECIPE_INIT;
	unit->model = read_text(directory, header_text, source_text);
	hr_vec_push(&unit->recipe.header_flags, hr_arena_printf(&unit->recipe.arena, "-I%s", directory));
	hr_vec_push(&unit->recipe.sources,
		    ((struct hr_recipe_source){ hr_arena_printf(&unit->recipe.arena, "%s/unit.c", directory), { 0 } }));
	hr_vec_push(&unit->built.sources, ((struct hr_built_source){ .index = 0 }));
}

static void open_library(struct library *library, const char *directory)
{
	open_library_of(library, directory, header, source);
	library->sequence = read_sequence(library->gen.unit.model, "s = new struct facts {}\nr = facts_of(3, s)\n");
	assert_non_null(library->sequence);
}

static void close_library(struct library *library)
{
	hr_sequence_free(library->sequence);
	hr_certificate_release(&library->gen.certificate);
	hr_coverage_release(&library->gen.coverage);
	hr_app_unit_release(&library->gen.unit);
}

/* A test that asserts these of them: the result, and fields. A NULL part ends them. */
struct wanted {
	const char *part;
	int64_t number;
};

static struct hr_test make_test(struct library *library, const char *name, const struct wanted *wanted)
{
	const struct hr_model *model = library->gen.unit.model;
	struct hr_test test = { .name = name, .sequence = library->sequence, .focus = 1 };
	for (; wanted->part; wanted++)
		hr_vec_push(&test.checks,
			    ((struct hr_assertion){ .value = *wanted->part ? 0 : 1,
						    .part = wanted->part,
						    .type = find_operation(model, "facts_of")->result.type,
						    .kind = HR_ASSERT_NUMBER,
						    .number = wanted->number }));
	return test;
}

static void release_tests(struct hr_test *tests, size_t count)
{
	for (size_t i = 0; i < count; i++)
		hr_test_release(&tests[i]);
}

static bool has(const char *const *texts, size_t count, const char *wanted)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(texts[i], wanted) == 0)
			return true;
	return false;
}

#define HAS(list, wanted) has((list).data, (list).count, wanted)

static const struct wanted good[] = { { "", 6 }, { ".length", 12 }, { NULL, 0 } };
static const struct wanted half_good[] = {
	{ "", 6 }, { ".zone", 99 }, { ".length", 13 }, { ".lowest", 3 }, { NULL, 0 }
};
static const struct wanted bad[] = { { ".zone", 99 }, { NULL, 0 } };
static const struct wanted idle[] = { { "", 6 }, { ".length", 12 }, { ".unused", 0 }, { NULL, 0 } };

static void test_suite_trial__what_does_not_hold_goes(void **state)
{
	struct library library;
	open_library(&library, *state);
	struct hr_certificate *certificate = &library.gen.certificate;
	struct hr_error error = HR_ERROR_INIT;
	struct hr_test tests[] = { make_test(&library, "test_a", good), make_test(&library, "test_b", half_good),
				   make_test(&library, "test_c", bad) };
	struct hr_certify_options options = { .level = HR_CERTIFY_QUICK };
	size_t count = 3;
	hr_test_areas(tests, count, library.gen.unit.model->unit);
	if (hr_certify(certificate, tests, &count, &library.gen.unit, &options, &error))
		fail_msg("%s %s", error.message.data, error.details.data);
	assert_int_equal(count, 2);
	assert_string_equal(tests[1].name, "test_b"); /* without what is wrong in it */
	assert_int_equal(tests[1].checks.count, 1);
	assert_int_equal(tests[0].checks.count, 2);
	assert_int_equal(certificate->dropped_checks, 3);
	assert_int_equal(certificate->left_out.count, 1);
	assert_string_equal(certificate->left_out.data[0].test, "test_c");
	assert_non_null(strstr(certificate->left_out.data[0].why, "differs with "));
	assert_true(HAS(certificate->done, "3 runs"));
	assert_int_equal(certificate->not_done.count, 0);
	assert_false(certificate->is_flat);
	release_tests(tests, 3);
	close_library(&library);
}

static void test_suite_trial__without_time_there_is_what_no_test_goes_without(void **state)
{
	struct library library;
	open_library(&library, *state);
	struct hr_certificate *certificate = &library.gen.certificate;
	struct hr_error error = HR_ERROR_INIT;
	struct hr_test tests[] = { make_test(&library, "test_a", good) };
	struct hr_certify_options options = { .level = HR_CERTIFY_DEFAULT, .until = 0.001 };
	size_t count = 1;
	hr_test_areas(tests, count, library.gen.unit.model->unit);
	assert_int_equal(hr_certify(certificate, tests, &count, &library.gen.unit, &options, &error), 0);
	assert_int_equal(count, 1);
	assert_int_equal(certificate->done.count, 2); /* a compiler and a run */
	assert_true(HAS(certificate->done, "1 run"));
	assert_true(HAS(certificate->not_done, "sanitizers (no time)"));
	assert_true(HAS(certificate->not_done, "9 runs more (no time)"));
	assert_true(HAS(certificate->not_done, "tables (no time)"));
	assert_true(certificate->is_flat);
	release_tests(tests, 1);
	close_library(&library);
}

/* In one process: what others spoil is asked alone, those behind it are run once more, and a test during which a checker speaks is asked what it is. */
static const char spoilt_header[] = "int first(void);\nint blamed(void);\nint plain(void);\n";
static const char spoilt_source[] =
	"#include \"unit.h\"\n#include <stdio.h>\n#include <stdlib.h>\n"
	"int first(void)\n{\n	static int times;\n	return ++times;\n}\n"
	"/* As a checker: it speaks once for a process, and makes it end with another exit code. */\n"
	"static void fail(void)\n{\n	_Exit(99);\n}\n"
	"int blamed(void)\n{\n	static int times;\n	fprintf(stderr, \"# not a test\\n\");\n"
	"	if (times++ == 0) {\n		fprintf(stderr, \"==12== Invalid read of size 1\\n\");\n"
	"		fflush(NULL);\n		atexit(fail);\n	}\n	return 1;\n}\n"
	"int plain(void)\n{\n	return 1;\n}\n";

static struct hr_test test_of(const struct hr_model *model, const char *name, const char *call, int64_t expected)
{
	struct hr_test test = { .name = name, .sequence = read_sequence(model, call), .focus = 0 };
	hr_vec_push(&test.checks, ((struct hr_assertion){ .value = 0,
							  .part = "",
							  .type = find_operation(model, "plain")->result.type,
							  .kind = HR_ASSERT_NUMBER,
							  .number = expected }));
	return test;
}

static void test_suite_trial__together_nothing_is_believed_but_that_it_passes(void **state)
{
	struct library library;
	open_library_of(&library, *state, spoilt_header, spoilt_source);
	const struct hr_model *model = library.gen.unit.model;
	struct hr_test tests[] = {
		test_of(model, "test_a", "r = plain()\n", 1),  test_of(model, "test_b", "r = first()\n", 1),
		test_of(model, "test_c", "r = first()\n", 1),  test_of(model, "test_d", "r = plain()\n", 1),
		test_of(model, "test_e", "r = blamed()\n", 1), test_of(model, "test_f", "r = plain()\n", 2),
		test_of(model, "test_g", "r = first()\n", 1),  test_of(model, "test_h", "r = blamed()\n", 1),
		test_of(model, "test_i", "r = plain()\n", 1),
	};
	static const bool expected[] = { true, true, true, true, false, false, true, false, true };
	enum { COUNT = sizeof tests / sizeof *tests };
	struct hr_suite_trial trial = HR_SUITE_TRIAL_INIT;
	struct hr_suite_round round = { .is_together = true };
	struct hr_error error = HR_ERROR_INIT;
	bool passed[COUNT], is_seen[COUNT] = { false }, made = false;
	hr_test_areas(tests, COUNT, model->unit);
	assert_int_equal(hr_suite_trial_open(&trial, &library.gen.unit, &error), 0);
	assert_int_equal(hr_suite_trial_write(&trial, tests, COUNT, &error), 0);
	assert_int_equal(hr_suite_trial_make(&made, NULL, &trial, "tests", &error), 0);
	assert_true(made);
	memset(passed, true, sizeof passed);
	round.is_seen = is_seen;
	if (hr_suite_trial_run_all(passed, &trial, tests, COUNT, &round, &error))
		fail_msg("%s %s", error.message.data, error.details.data);
	for (size_t i = 0; i < COUNT; i++) {
		if (passed[i] != expected[i] || is_seen[i] != expected[i])
			fail_msg("%s", tests[i].name);
		hr_sequence_free((struct hr_sequence *)(uintptr_t)tests[i].sequence);
	}
	hr_suite_trial_close(&trial);
	release_tests(tests, COUNT);
	close_library(&library);
}

static void test_suite_trial__coverage_is_that_of_the_library(void **state)
{
	struct library library;
	open_library(&library, *state);
	struct hr_coverage *coverage = &library.gen.coverage;
	struct hr_error error = HR_ERROR_INIT;
	struct hr_test tests[] = { make_test(&library, "test_a", good) };
	hr_test_areas(tests, 1, library.gen.unit.model->unit);
	assert_int_equal(hr_coverage_measure(coverage, tests, 1, &library.gen.unit, 0.001, NULL, &error), 0);
	assert_false(coverage->is_measured);
	assert_string_equal(coverage->why.data, "no time");
	hr_strbuf_clear(&coverage->why);
	assert_int_equal(hr_coverage_measure(coverage, tests, 1, &library.gen.unit, 0, NULL, &error), 0);
	if (!coverage->is_measured)
		fail_msg("%s", coverage->why.data);
	assert_int_equal(coverage->functions.count, 1);
	assert_int_equal(coverage->functions.covered, 1);
	assert_int_equal(coverage->branches.count, 10);
	assert_true(coverage->branches.covered >= 4 && coverage->branches.covered < 10);
	assert_true(coverage->lines.covered > 0 && coverage->lines.covered < coverage->lines.count);
	release_tests(tests, 1);
	close_library(&library);
}

/* Twice: what comes of it is the same. */
static void test_suite_trial__assertions_that_notice_nothing_go(void **state)
{
	struct library library;
	open_library(&library, *state);
	struct hr_error error = HR_ERROR_INIT;
	size_t runs = 0;
	for (int i = 0; i < 2; i++) {
		struct hr_test tests[] = { make_test(&library, "test_a", idle), make_test(&library, "test_b", bad) };
		library.gen.choice = (struct hr_assertion_choice){ 0 };
		hr_test_areas(tests, 2, library.gen.unit.model->unit);
		assert_int_equal(hr_gen_choose_assertions(&library.gen, tests, 2, &error), 0);
		assert_int_equal(library.gen.choice.tests, 1); /* where there is one there is no choice */
		assert_int_equal(library.gen.choice.dropped, 1);
		assert_int_equal(tests[0].checks.count, 2);
		assert_string_equal(tests[0].checks.data[0].part, "");
		assert_string_equal(tests[0].checks.data[1].part, ".length");
		assert_true(i == 0 || library.gen.choice.runs == runs);
		runs = library.gen.choice.runs;
		release_tests(tests, 2);
	}
	assert_int_equal(library.gen.certificate.not_done.count, 0);
	close_library(&library);
}

int main(int argc, char **argv)
{
	hr_mutate_shim(argc, argv); /* it stands in for the compiler, as harrier does */
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_suite_trial__what_does_not_hold_goes),
		IN_SCRATCH(test_suite_trial__without_time_there_is_what_no_test_goes_without),
		IN_SCRATCH(test_suite_trial__together_nothing_is_believed_but_that_it_passes),
		IN_SCRATCH(test_suite_trial__coverage_is_that_of_the_library),
		IN_SCRATCH(test_suite_trial__assertions_that_notice_nothing_go),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
