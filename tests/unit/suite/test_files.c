/* Files that tests make: what stands in them, and who closes them. Outcomes are made up. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../seq/unit.h"
#include "suite/test_file.h"
#include "suite/test_names.h"

/* The test of the last statement; the body from its first line on has to be this. `is_kept`: save() keeps the stream. */
static void expect(void *state, const char *text, bool is_kept, const char *expected)
{
	struct hr_model *model = read_unit(state);
	struct hr_operation *save = find_operation(model, "save");
	save->params.data[0].role = HR_ROLE_FILE;
	save->params.data[0].kept = is_kept;
	save->params.data[2].role = HR_ROLE_DESCRIPTOR;
	save->definition = HR_DEFINED_SOURCE;
	struct hr_sequence *sequence = read_sequence(model, text);
	struct hr_outcome outcome;
	struct hr_test test;
	struct hr_strbuf written = HR_STRBUF_INIT;
	struct hr_error error = HR_ERROR_INIT;
	hr_outcome_init(&outcome);
	outcome.status = HR_OUTCOME_NORMAL;
	hr_test_record(&test, sequence, sequence->statements.count - 1, 0, &outcome);
	hr_test_names(&test, 1);
	static const struct hr_test_file plain = { .framework = &hr_framework_plain };
	assert_int_equal(hr_suite_test_file(&written, &test, 1, &plain, &error), 0);
	if (!strstr(written.data, expected))
		fail_msg("'%s' is not in\n%s", expected, written.data);
	hr_strbuf_release(&written);
	hr_test_release(&test);
	hr_outcome_release(&outcome);
	hr_sequence_free(sequence);
	hr_model_free(model);
}

static void test_files__are_closed_by_who_made_them(void **state)
{
	expect(*state, "save(stream(\"a\"), NULL, descriptor(\"b\"))\n", false,
	       "\tFILE *stream = stream_with(\"a\", 1);\n\tint descriptor = descriptor_with(\"b\", 1);\n\n"
	       "\t/* it returns: there is nothing else to see */\n\tsave(stream, NULL, descriptor);\n\n"
	       "\tfclose(stream);\n\tclose(descriptor);\n}\n");
	expect(*state, "v0 = (FILE *) stream()\nsave(v0, NULL, 1)\n", false,
	       "\tsave(file, NULL, 1);\n\n\tfclose(file);\n}\n");
}

/* Whoever keeps a stream may close it. */
static void test_files__that_are_kept_are_not_closed(void **state)
{
	expect(*state, "save(stream(\"a\"), NULL, 1)\n", true, "\tsave(stream_with(\"a\", 1), NULL, 1);\n}\n");
	expect(*state, "v0 = (FILE *) stream()\nsave(v0, NULL, 1)\n", true, "\tsave(file, NULL, 1);\n}\n");
	expect(*state, "v0 = (FILE *) stream()\nsave(v0, NULL, 1)\nanything(v0)\n", false, "\tanything(file);\n}\n");
}

static void test_files__what_stands_in_them(void **state)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	expect(*state, "save(NULL, path(), 1)\n", false, "\tsave(NULL, missing_path(), 1);\n");
	expect(*state, "save(NULL, path(\"a\"), 1)\n", false, "\tsave(NULL, path_with(\"a\", 1), 1);\n");
	hr_strbuf_addstr(&text, "save(NULL, path(\"");
	for (int i = 0; i < 100; i++)
		hr_strbuf_addstr(&text, "ab");
	hr_strbuf_addstr(&text, "\"), 1)\n");
	expect(*state, text.data, false,
	       "\tchar path_bytes[200] = { 0 };\n\tfill(path_bytes, 200, \"ab\");\n\n"
	       "\t/* it returns: there is nothing else to see */\n\tsave(NULL, path_with(path_bytes, 200), 1);\n");
	hr_strbuf_clear(&text);
	hr_strbuf_addstr(&text, "save(NULL, path(\"");
	for (int i = 0; i < 100; i++)
		hr_strbuf_addstr(&text, "\\x00");
	hr_strbuf_addstr(&text, "\"), 1)\n");
	expect(*state, text.data, false, "\tsave(NULL, path_with((const char [100]){ 0 }, 100), 1);\n");
	hr_strbuf_release(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_files__are_closed_by_who_made_them),
		IN_SCRATCH(test_files__that_are_kept_are_not_closed),
		IN_SCRATCH(test_files__what_stands_in_them),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
