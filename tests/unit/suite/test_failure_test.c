/* Failing sequences as C programs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../seq/unit.h"
#include "suite/failure_test.h"

static void write_test(struct hr_strbuf *out, const struct hr_model *model, const char *text,
		       struct hr_failure_test test)
{
	struct hr_sequence *sequence = read_sequence(model, text);
	struct hr_error error = HR_ERROR_INIT;
	hr_strbuf_clear(out);
	test.sequence = sequence;
	assert_int_equal(hr_failure_test_write(out, &test, &error), 0);
	hr_sequence_free(sequence);
}

static void assert_has(const struct hr_strbuf *text, const char *part)
{
	if (!strstr(text->data, part))
		print_error("no '%s' in:\n%s", part, text->data);
	assert_non_null(strstr(text->data, part));
}

static void test_failure_test__tells_what_happens(void **state)
{
	static const char *const reasons[] = {
		"every handle was made by the unit and is owned once, and this is a long sentence that does not fit into one line",
		"nothing here ends the comment: */"
	};
	struct hr_model *model = read_unit(*state);
	struct hr_strbuf text = HR_STRBUF_INIT;
	write_test(&text, model, "v0 = opaque_new()\nopaque_free(v0)\n",
		   (struct hr_failure_test){ .way = HR_WAY_FREE,
					     .class_name = "certain",
					     .summary = "double-free: frees 16 bytes",
					     .reasons = reasons,
					     .reason_count = 2,
					     .compile = "cc test.c\n./a.out",
					     .value = HR_NO_VALUE });
	assert_has(&text,
		   "/* double-free: frees 16 bytes\n * It frees what is not there to be freed.\n *\n * certain:\n");
	assert_has(&text, "\n *   fit into one line\n");
	assert_has(&text, "comment: * /\n");
	assert_has(&text, "\n *     cc test.c\n *     ./a.out\n */\n");
	assert_has(&text, "\tstruct opaque *opaque = opaque_new();\n\topaque_free(opaque);\n\treturn 0;\n");
	assert_null(strstr(text.data, "__harrier"));
	hr_strbuf_release(&text);
	hr_model_free(model);
}

static void test_failure_test__names_by_what_values_are_for(void **state)
{
	struct hr_model *model = read_unit(*state);
	struct hr_sequence *sequence = read_sequence(model, "v0 = opaque_new()\n"
							    "v1 = opaque_new()\n"
							    "mine = opaque_new()\n"
							    "v3 = new stream_t\n"
							    "v4 = v3.avail_in\n"
							    "v5 = new int[4]\n"
							    "sort(v5, 4, callback(0))\n"
							    "v6 = letter('a')\n"
							    "v7 = letter(v6)\n");
	struct hr_sequence *named = hr_failure_rename(sequence);
	assert_string_equal(named->values.data[0].name, "opaque");
	assert_string_equal(named->values.data[1].name, "opaque2");
	assert_string_equal(named->values.data[2].name, "mine");
	assert_string_equal(named->values.data[3].name, "stream");
	assert_string_equal(named->values.data[5].name, "numbers");
	for (size_t i = 0; i < named->values.count; i++)
		for (size_t k = 0; k < i; k++)
			assert_string_not_equal(named->values.data[i].name, named->values.data[k].name);
	/* names that can be read again, though they stand in the text of a sequence */
	struct hr_strbuf text = HR_STRBUF_INIT;
	hr_sequence_write(&text, named);
	hr_sequence_free(read_sequence(model, text.data));
	hr_strbuf_release(&text);
	hr_sequence_free(named);
	hr_sequence_free(sequence);
	hr_model_free(model);
}

/* The names of all values, with spaces between them. */
static void expect_names(void *state, const char *text, const char *expected)
{
	static const char library[] =
		"struct node;\ntypedef enum { NO, YES } Bool;\n"
		"struct node *node_new(void);\nstruct node *node_diff(struct node *from, struct node *to);\n"
		"void node_add(struct node *parent, struct node *child);\n"
		"char *node_print(struct node *node);\nchar *node_find(struct node *node);\n"
		"const char *node_name(struct node *object);\nBool node_is(struct node *object);\n"
		"void give_back(void *object);\n";
	struct hr_model *model = read_text(state, library, NULL);
	struct hr_sequence *sequence = read_sequence(model, text);
	struct hr_sequence *named = hr_failure_rename(sequence);
	struct hr_strbuf names = HR_STRBUF_INIT;
	for (size_t i = 0; i < named->values.count; i++)
		hr_strbuf_addf(&names, "%s%s", i ? " " : "", named->values.data[i].name);
	assert_string_equal(names.data, expected);
	hr_strbuf_release(&names);
	hr_sequence_free(named);
	hr_sequence_free(sequence);
	hr_model_free(model);
}

static void test_failure_test__names_by_the_purpose_of_objects(void **state)
{
	expect_names(*state, "v0 = node_new()\nv1 = node_new()\nnode_add(v0, v1)\n", "parent child");
	expect_names(*state, "v0 = node_new()\nv1 = node_new()\nv2 = node_diff(v0, v1)\nv3 = node_print(v2)\n",
		     "from to node printed");
	/* one of its type needs no other name; what is both is neither */
	expect_names(*state, "v0 = node_new()\nnode_add(NULL, v0)\n", "node");
	expect_names(*state, "v0 = node_new()\nv1 = node_new()\nv2 = node_diff(v0, v1)\nv3 = node_diff(v1, v0)\n",
		     "node node2 node3 node4");
	expect_names(*state, "v0 = node_new()\nv1 = node_new()\nnode_add(v0, v0)\nnode_is(v1)\n", "node node2");
}

static void test_failure_test__names_of_texts(void **state)
{
	expect_names(*state, "v0 = node_new()\nv1 = node_print(v0)\ngive_back(v1)\n", "node printed");
	expect_names(*state, "v0 = node_new()\nv1 = node_find(v0)\ngive_back(v1)\n", "node string");
	expect_names(*state, "v0 = node_new()\nv1 = node_name(v0)\nv2 = node_is(v0)\n", "node name result");
}

static void test_failure_test__asserts_and_prints(void **state)
{
	struct hr_model *model = read_unit(*state);
	struct hr_strbuf text = HR_STRBUF_INIT;
	struct hr_contract contract = {
		.conclusion = { .expectation = HR_EXPECT_EQUAL, .value = 0, .other = HR_NO_VALUE, .number = -3 },
		.value_count = 1,
	};
	struct hr_failure_test test = { .way = HR_WAY_PROPERTY, .contract = &contract, .value = HR_NO_VALUE };
	write_test(&text, model, "v0 = letter('a')\n", test);
	assert_has(&text, "#undef NDEBUG\n#include <assert.h>\n");
	assert_has(&text, "\tassert(result == -3);\n\treturn 0;\n");
	contract.conclusion.expectation = HR_EXPECT_NULL;
	write_test(&text, model, "o = opaque_new()\n", test);
	assert_has(&text, "\tassert(o == NULL);\n");
	/* the sequence has become shorter by two values since */
	contract = (struct hr_contract){ .premises = { { HR_EXPECT_BELOW, 2, 3, 0, 0, NULL, 0 } },
					 .premise_count = 1,
					 .conclusion = { HR_EXPECT_TEXT, 4, HR_NO_VALUE, 0, 0, "x", 1 },
					 .value_count = 5 };
	write_test(&text, model, "a = letter('a')\nb = letter('b')\ns = (const char *) \"x\"\n", test);
	assert_has(&text, "\tif (a < b)\n\t\tassert(strcmp(s, \"x\") == 0);\n");
	test.contract = NULL;
	test.value = 0;
	test.way = HR_WAY_UNSTABLE;
	write_test(&text, model, "c = letter('a')\n", test);
	assert_has(&text, "printf(\"%lld\\n\", (long long)c);\n");
	test.way = HR_WAY_EXIT;
	write_test(&text, model, "c = letter('a')\n", test);
	assert_has(&text, "atexit(");
	test.difference = "'b' instead of 'a'";
	write_test(&text, model, "c = letter('a')\n", test);
	assert_has(&text, "'b' instead of 'a'");
	assert_null(strstr(text.data, "ends the whole process"));
	hr_strbuf_release(&text);
	hr_model_free(model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_failure_test__tells_what_happens),
		IN_SCRATCH(test_failure_test__names_by_what_values_are_for),
		IN_SCRATCH(test_failure_test__names_by_the_purpose_of_objects),
		IN_SCRATCH(test_failure_test__names_of_texts),
		IN_SCRATCH(test_failure_test__asserts_and_prints),
	};
	return cmocka_run_group_tests_name("failure_test", tests, NULL, NULL);
}
