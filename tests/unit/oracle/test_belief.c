/* What is counted for and against an idiom, and which violations are told. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "oracle/idioms_internal.h"

#include "../frontend/reading.h"
#include "roles/roles.h"
#include "seq/text.h"

static const char header[] = "typedef struct note note;\n"
			     "/** @return to be freed with free() */\nchar *note_print(const note *n);\n"
			     "note *note_parse(const char *text);\nnote *note_new(const char *text);\n"
			     "note *note_raw(const char *text);\nvoid note_free(note *n);\n";

enum { READS, SAME };

static void count_told(void *context, struct hr_violation *violation)
{
	++*(unsigned *)context;
	hr_sequence_free(violation->sequence);
}

static struct hr_sequence *calls(const struct hr_model *model, const char *text)
{
	struct hr_error error = HR_ERROR_INIT;
	struct hr_sequence *sequence = NULL;
	if (hr_sequence_read(&sequence, model, text, strlen(text), "t", &error) < 0)
		fail_msg("%s", error.message.data);
	hr_error_release(&error);
	return sequence;
}

static void hold(struct hr_probing *probing, struct hr_idiom_state *state, const char *text, unsigned times)
{
	struct hr_sequence *sequence = calls(probing->model, text);
	for (unsigned i = 0; i < times; i++) {
		hr_idiom_held(probing, state, READS, sequence);
		hr_idiom_held(probing, state, SAME, sequence);
	}
	hr_sequence_free(sequence);
}

static void violate(struct hr_probing *probing, struct hr_idiom_state *state, unsigned property, const char *text)
{
	static const struct hr_contract contract = { .conclusion = { .expectation = HR_EXPECT_NOTHING } };
	hr_idiom_violated(probing, state, property, calls(probing->model, text), 0, &contract, 0, "it is not so");
}

/* What cannot be read mostly, when a certain operation made it, says something about that operation; then what is read and differs says the same. */
static void test_belief__mistrust_is_for_the_whole_idiom(void **state)
{
	static const char raw[] = "n = note_raw(\"a\")\nt = note_print(n)\n";
	static const char fine[] = "n = note_new(\"a\")\nt = note_print(n)\n";
	for (int other = 0; other < 2; other++) {
		struct hr_model *model = read_text(*state, header, NULL);
		unsigned told = 0;
		hr_roles_infer(model);
		struct hr_idioms *idioms = hr_idioms_find(model, 1u << HR_IDIOM_ROUND_TRIP);
		assert_int_equal(idioms->states.count, 1);
		struct hr_idiom_state *trip = idioms->states.data[0];
		struct hr_probing probing = {
			.idioms = idioms, .model = model, .tell = count_told, .context = &told, .about = HR_NO_VALUE
		};
		hold(&probing, trip, fine, 60);
		hold(&probing, trip, raw, 3);
		for (int i = 0; i < 5; i++)
			violate(&probing, trip, READS, raw);
		assert_int_equal(told, 0);
		violate(&probing, trip, SAME, other ? fine : raw);
		assert_int_equal(told, other);
		hr_idioms_free(idioms);
		hr_model_free(model);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { IN_SCRATCH(test_belief__mistrust_is_for_the_whole_idiom) };
	return cmocka_run_group_tests(tests, NULL, NULL);
}
