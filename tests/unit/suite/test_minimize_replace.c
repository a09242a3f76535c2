/* Minimising by replacing: with a runner that decides by the text of a sequence what fails. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../seq/unit.h"
#include "suite/minimize.h"

static bool calls(const struct hr_sequence *sequence, size_t statement, const char *name)
{
	const struct hr_statement *it = &sequence->statements.data[statement];
	return it->kind == HR_STATEMENT_CALL && strcmp(sequence->model->operations.data[it->operation].name, name) == 0;
}

/* Fails where the last of these is called behind all of the others; words with bars between them. What is returned is not NULL. */
static int run_pretended(void *context, const struct hr_sequence *const *sequences, size_t count,
			 const struct hr_run_wants *wants, hr_outcome_fn *tell, void *tell_context,
			 struct hr_error *error)
{
	static const unsigned char area[8] = { 1, 1, 1, 1, 1, 1, 1, 1 };
	static const char returned[] = "given";
	(void)wants;
	(void)error;
	for (size_t i = 0; i < count; i++) {
		struct hr_outcome outcome;
		size_t slots[16] = { 0 };
		const char *next = context;
		hr_outcome_init(&outcome);
		outcome.status = HR_OUTCOME_NORMAL;
		outcome.area = area;
		outcome.area_size = sizeof area;
		outcome.slot_of = slots;
		outcome.slot_count = 16;
		for (size_t k = 0; k < sequences[i]->statements.count && *next; k++) {
			char name[32];
			size_t length = strcspn(next, "|");
			const struct hr_statement *it = &sequences[i]->statements.data[k];
			snprintf(name, sizeof name, "%.*s", (int)length, next);
			if (calls(sequences[i], k, "name_of") && it->value != HR_NO_VALUE) {
				struct hr_description seen = { .statement = (uint32_t)k,
							       .value = it->value,
							       .is_readable = true,
							       .bytes = (const unsigned char *)returned,
							       .length = sizeof returned };
				hr_vec_push(&outcome.descriptions, seen);
			}
			if (!calls(sequences[i], k, name))
				continue;
			next += length + (next[length] == '|');
			if (*next)
				continue;
			outcome.status = HR_OUTCOME_FAULT;
			outcome.statement = (uint32_t)k;
			outcome.fault.statement = (uint32_t)k;
			outcome.fault.kind = HR_KIND_HEAP_OVERFLOW;
			outcome.fault.file = outcome.fault.function = outcome.fault.text = outcome.fault.owner.name =
				"";
		}
		tell(tell_context, i, &outcome);
		hr_outcome_release(&outcome);
	}
	return 0;
}

static struct hr_model *read_more(void *state)
{
	struct hr_strbuf header = HR_STRBUF_INIT;
	hr_strbuf_addf(&header,
		       "%sstruct opaque *opaque_copy(const struct opaque *o);\n"
		       "int opaque_size(const struct opaque *o);\n"
		       "int opaque_same(const struct opaque *a, const struct opaque *b);\n"
		       "const char *name_of(const struct opaque *o);\nvoid say(const char *text);\n"
		       "void pack(const char *bytes, int size);\n",
		       unit_header);
	struct hr_model *model = read_text(state, header.data, NULL);
	static const char *const makers[] = { "opaque_new", "opaque_copy" };
	for (size_t i = 0; i < 2; i++) {
		find_operation(model, makers[i])->kind = HR_KIND_MAKER;
		find_operation(model, makers[i])->result.role = HR_ROLE_OWNED;
	}
	find_operation(model, "opaque_free")->kind = HR_KIND_DESTROYER;
	find_operation(model, "opaque_free")->params.data[0].role = HR_ROLE_CONSUMED;
	find_operation(model, "say")->params.data[0].role = HR_ROLE_STRING;
	find_operation(model, "pack")->params.data[0].role = HR_ROLE_BUFFER;
	hr_strbuf_release(&header);
	return model;
}

static void expect(void *state, const char *fails, const char *text, const char *expected)
{
	struct hr_model *model = read_more(state);
	struct hr_sequence *sequence = read_sequence(model, text);
	struct hr_runner runner = { run_pretended, (void *)fails };
	struct hr_sequence *small = NULL;
	struct hr_error error = HR_ERROR_INIT;
	struct hr_strbuf written = HR_STRBUF_INIT;
	assert_int_equal(hr_minimize(&small, sequence, &runner, NULL, &error), 0);
	hr_sequence_write(&written, small);
	assert_string_equal(written.data, expected);
	hr_strbuf_release(&written);
	hr_sequence_free(small);
	hr_sequence_free(sequence);
	hr_model_free(model);
}

static void test_minimize_replace__a_maker_that_needs_nothing(void **state)
{
	expect(*state, "opaque_each", "a = opaque_new()\nb = opaque_copy(a)\nopaque_each(b, NULL, NULL)\n",
	       "b = opaque_new()\nopaque_each(b, NULL, NULL)\n");
}

static void test_minimize_replace__a_maker_that_is_needed_stays(void **state)
{
	expect(*state, "opaque_copy|opaque_each", "a = opaque_new()\nb = opaque_copy(a)\nopaque_each(b, NULL, NULL)\n",
	       "a = opaque_new()\nb = opaque_copy(a)\nopaque_each(b, NULL, NULL)\n");
}

static void test_minimize_replace__what_is_only_read_is_another(void **state)
{
	expect(*state, "opaque_each|opaque_size",
	       "a = opaque_new()\nopaque_each(a, NULL, NULL)\nb = opaque_new()\nopaque_size(b)\n",
	       "a = opaque_new()\nopaque_each(a, NULL, NULL)\nopaque_size(a)\n");
}

static void test_minimize_replace__nothing_is_passed_beside_itself_or_when_it_is_gone(void **state)
{
	static const char beside[] = "a = opaque_new()\nb = opaque_new()\nopaque_same(a, b)\n";
	static const char gone[] = "a = opaque_new()\nopaque_free(a)\nb = opaque_new()\nopaque_size(b)\n";
	expect(*state, "opaque_same", beside, beside);
	expect(*state, "opaque_free|opaque_size", gone, gone);
}

static void test_minimize_replace__what_is_changed_stays(void **state)
{
	static const char text[] = "a = opaque_new()\nopaque_size(a)\nb = opaque_new()\nopaque_each(b, NULL, NULL)\n";
	expect(*state, "opaque_size|opaque_each", text, text);
}

static void test_minimize_replace__texts_that_were_returned(void **state)
{
	expect(*state, "say", "a = opaque_new()\nn = name_of(a)\nsay(n)\n", "say(\"a\")\n");
	expect(*state, "pack", "a = opaque_new()\nn = name_of(a)\npack(n, 1)\n", "pack(\"aaaaa\", 0)\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_minimize_replace__a_maker_that_needs_nothing),
		IN_SCRATCH(test_minimize_replace__a_maker_that_is_needed_stays),
		IN_SCRATCH(test_minimize_replace__what_is_only_read_is_another),
		IN_SCRATCH(test_minimize_replace__nothing_is_passed_beside_itself_or_when_it_is_gone),
		IN_SCRATCH(test_minimize_replace__what_is_changed_stays),
		IN_SCRATCH(test_minimize_replace__texts_that_were_returned),
	};
	return cmocka_run_group_tests_name("minimize_replace", tests, NULL, NULL);
}
