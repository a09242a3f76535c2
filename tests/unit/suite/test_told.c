/* What is asserted beside values: errno and what callbacks were called with; tests that assert nothing; names of our own beside the library's. Outcomes are made up here. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../seq/unit.h"
#include "model/callables.h"
#include "suite/c_lines.h"
#include "suite/c_names.h"
#include "suite/test_file.h"
#include "suite/test_names.h"

#include <errno.h>

struct made_up {
	struct hr_outcome outcome;
	unsigned char area[64];
	size_t slots[8];
};

static void make_up(struct made_up *made, const struct hr_sequence *sequence, int64_t result)
{
	memset(made, 0, sizeof *made);
	hr_outcome_init(&made->outcome);
	made->outcome.status = HR_OUTCOME_NORMAL;
	for (size_t i = 0; i < sequence->values.count; i++)
		made->slots[i] = 8 * i;
	made->outcome.area = made->area;
	made->outcome.area_size = sizeof made->area;
	made->outcome.slot_of = made->slots;
	made->outcome.slot_count = sequence->values.count;
	if (sequence->values.count)
		memcpy(made->area + 8 * (sequence->values.count - 1), &result, sizeof result);
}

static void expect_in(const struct hr_test *test, const struct hr_framework *framework, const char *part)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	struct hr_error error = HR_ERROR_INIT;
	struct hr_test_file file = { .framework = framework };
	assert_int_equal(hr_suite_test_file(&text, test, 1, &file, &error), 0);
	if (!strstr(text.data, part))
		fail_msg("'%s' is not in\n%s", part, text.data);
	hr_strbuf_release(&text);
}

static struct hr_operation *operation_called(struct hr_model *model, const char *name)
{
	size_t index;
	assert_true(hr_map_get(&model->operation_by_name, name, &index));
	return &model->operations.data[index];
}

/* ---- errno ---- */

static void refuse(struct hr_model *model)
{
	struct hr_operation *open = operation_called(model, "opaque_open");
	open->error = HR_REFUSED_NEGATIVE;
	open->sets_errno = true;
}

static void test_told__errno_where_the_call_refused(void **state)
{
	struct hr_model *model = read_unit(*state);
	struct hr_sequence *sequence = read_sequence(model, "v0 = opaque_open(\"x\", NULL)\n");
	struct made_up made, again;
	struct hr_test test;
	refuse(model);
	make_up(&made, sequence, -1);
	hr_vec_push(&made.outcome.calls, (struct hr_call_record){ .statement = 0, .error_number = ERANGE });
	make_up(&again, sequence, -1);
	hr_vec_push(&again.outcome.calls, (struct hr_call_record){ .statement = 0, .error_number = EINVAL });

	hr_test_record(&test, sequence, 0, 0, &made.outcome);
	hr_test_keep_stable(&test, &made.outcome);
	hr_test_names(&test, 1);
	expect_in(&test, &hr_framework_plain, "#include <errno.h>\n");
	expect_in(&test, &hr_framework_plain,
		  "{\n\terrno = 0;\n\tint result = opaque_open(\"x\", NULL);\n\n\tassert(errno == ERANGE);\n"
		  "\tassert(result == -1);\n}");
	expect_in(&test, &hr_framework_cmocka, "\tassert_int_equal(errno, ERANGE);\n");
	expect_in(&test, &hr_framework_unity, "\tTEST_ASSERT_EQUAL_INT(ERANGE, errno);\n");
	hr_test_keep_stable(&test, &again.outcome);
	assert_int_equal(test.checks.count, 1); /* it was another one: only the result is left */
	hr_test_release(&test);
	hr_outcome_release(&made.outcome);
	hr_outcome_release(&again.outcome);
	hr_sequence_free(sequence);
	hr_model_free(model);
}

static void test_told__no_errno_where_nothing_speaks_of_it(void **state)
{
	struct hr_model *model = read_unit(*state);
	struct hr_sequence *sequence = read_sequence(model, "v0 = opaque_open(\"x\", NULL)\n");
	for (int is_documented = 0; is_documented < 2; is_documented++) {
		struct made_up made;
		struct hr_test test;
		refuse(model);
		operation_called(model, "opaque_open")->sets_errno = is_documented;
		make_up(&made, sequence, is_documented ? 0 : -1); /* once it does not fail, once nobody says so */
		hr_vec_push(&made.outcome.calls, (struct hr_call_record){ .statement = 0, .error_number = ERANGE });
		hr_test_record(&test, sequence, 0, 0, &made.outcome);
		assert_int_equal(test.checks.count, 1);
		assert_int_equal(test.checks.data[0].about, HR_ABOUT_VALUE);
		hr_test_release(&test);
		hr_outcome_release(&made.outcome);
	}
	hr_sequence_free(sequence);
	hr_model_free(model);
}

/* ---- streams ---- */

/* What stands in the stream that is the first value, behind the second statement. */
static void write_to_stream(struct made_up *made, const char *bytes, size_t length)
{
	hr_vec_push(&made->outcome.descriptions, (struct hr_description){ .statement = 1,
									  .value = 0,
									  .is_readable = bytes != NULL,
									  .bytes = (const unsigned char *)bytes,
									  .length = length });
}

static void check_written(void *state, const char *bytes, size_t length, const char *expected)
{
	struct hr_model *model = read_unit(state);
	struct hr_sequence *sequence = read_sequence(model, "v0 = (FILE *) stream()\nsave(v0, NULL, 1)\n");
	struct made_up made;
	struct hr_test test;
	make_up(&made, sequence, 0);
	write_to_stream(&made, bytes, length);
	hr_test_record(&test, sequence, 1, 0, &made.outcome);
	hr_test_keep_stable(&test, &made.outcome);
	hr_test_names(&test, 1);
	expect_in(&test, &hr_framework_plain, expected);
	hr_test_release(&test);
	hr_outcome_release(&made.outcome);
	hr_sequence_free(sequence);
	hr_model_free(model);
}

static void test_told__what_was_written_to_a_stream(void **state)
{
	static const char whole[200] = "a\0b";
	check_written(
		*state, "a,b\n", 4,
		"static void test_save__null_path_writes_a_comma_b(void)\n{\n\tFILE *file = stream_with(NULL, 0);\n\n"
		"\tsave(file, NULL, 1);\n\n\tassert(strcmp(written_to(file), \"a,b\\n\") == 0);\n}");
	check_written(*state, "a", 1, "static const char *written_to(FILE *stream)\n");
	check_written(*state, "", 0, "test_save__null_path_writes_nothing(void)");
	check_written(*state, "", 0, "\tassert(strcmp(written_to(file), \"\") == 0);\n");
	check_written(*state, whole, 3, "\tassert(memcmp(written_to(file), \"a\\x00\" \"b\", 3) == 0);\n");
	check_written(*state, whole, sizeof whole, "\\x00\", 80) == 0);\n"); /* what it begins with */
	check_written(*state, NULL, 0, "/* it returns: there is nothing else to see */");
}

/* What stands in the file, behind a statement. */
static void show_file(struct made_up *made, size_t statement, const char *bytes, size_t length)
{
	hr_vec_push(&made->outcome.descriptions, (struct hr_description){ .statement = statement,
									  .value = 0,
									  .is_readable = bytes != NULL,
									  .bytes = (const unsigned char *)bytes,
									  .length = length });
}

static void check_file(void *state, const char *before, const char *bytes, size_t length, const char *expected)
{
	struct hr_model *model = read_unit(state);
	struct hr_sequence *sequence =
		read_sequence(model, "v0 = (const char *) path(\"a\")\nsave(stream(), v0, 1)\nbase_id({.id = 3})\n");
	struct made_up made;
	struct hr_test test;
	make_up(&made, sequence, 0);
	show_file(&made, 0, before, before ? strlen(before) : 0);
	show_file(&made, 2, bytes, length);
	hr_test_record(&test, sequence, 2, 0, &made.outcome);
	hr_test_keep_stable(&test, &made.outcome);
	hr_test_names(&test, 1);
	for (size_t i = 0; i < test.checks.count && !expected; i++)
		assert_int_not_equal(test.checks.data[i].about, HR_ABOUT_WRITTEN);
	expect_in(&test, &hr_framework_plain, expected ? expected : "base_id(");
	hr_test_release(&test);
	hr_outcome_release(&made.outcome);
	hr_sequence_free(sequence);
	hr_model_free(model);
}

/* Whoever was given the name, and whenever: what is written may wait for a call that is given none. */
static void test_told__what_stands_in_a_file(void **state)
{
	static const char whole[200] = "a\0b";
	check_file(*state, "a", "a,b", 3, "\tassert(strcmp(contents_of(path), \"a,b\") == 0);\n");
	check_file(*state, NULL, "a,b", 3, "\tassert(strcmp(contents_of(path), \"a,b\") == 0);\n");
	check_file(*state, "a", "a", 1, NULL); /* it is as it was */
	check_file(*state, "a", whole, 3, "\tassert(memcmp(contents_of(path), \"a\\x00\" \"b\", 3) == 0);\n");
	check_file(*state, "a", whole, sizeof whole, "\tassert(checksum(contents_of(path), 200) == 0x");
	check_file(*state, "a", whole, 3, "\tassert(size_of(path) == 3);\n");
	check_file(*state, "a", "", 0, "\tassert(strcmp(contents_of(path), \"\") == 0);\n"); /* it was emptied */
	check_file(*state, NULL, "", 0,
		   "\tassert(strcmp(contents_of(path), \"\") == 0);\n"); /* there is nothing else */
	check_file(*state, "a", "in /tmp/harrier-1", 17, NULL);
}

static void test_told__what_is_written_otherwise_in_another_run_is_not(void **state)
{
	struct hr_model *model = read_unit(*state);
	struct hr_sequence *sequence = read_sequence(model, "v0 = (FILE *) stream()\nsave(v0, NULL, 1)\n");
	struct made_up made, again;
	struct hr_test test;
	make_up(&made, sequence, 0);
	write_to_stream(&made, "1", 1);
	make_up(&again, sequence, 0);
	write_to_stream(&again, "2", 1);
	hr_test_record(&test, sequence, 1, 0, &made.outcome);
	assert_int_equal(test.checks.count, 1);
	assert_int_equal(test.checks.data[0].about, HR_ABOUT_WRITTEN);
	hr_test_names(&test, 1);
	expect_in(&test, &hr_framework_cmocka, "\tassert_string_equal(written_to(file), \"1\");\n");
	expect_in(&test, &hr_framework_unity, "\tTEST_ASSERT_EQUAL_STRING(\"1\", written_to(file));\n");
	hr_test_keep_stable(&test, &again.outcome);
	assert_int_equal(test.checks.count, 0);
	hr_test_release(&test);
	hr_outcome_release(&made.outcome);
	hr_outcome_release(&again.outcome);
	hr_sequence_free(sequence);
	hr_model_free(model);
}

/* ---- parts ---- */

static void test_told__elements_of_an_array_that_changed(void **state)
{
	struct hr_model *model = read_unit(*state);
	struct hr_sequence *sequence = read_sequence(model, "v0 = new int[3] [3, 2, 1]\nsort(v0, 3, NULL)\n");
	static const int before[3] = { 3, 2, 1 }, after[3] = { 1, 2, 3 };
	struct made_up made;
	struct hr_test test;
	make_up(&made, sequence, 0);
	for (uint32_t i = 0; i < 2; i++)
		hr_vec_push(&made.outcome.descriptions,
			    (struct hr_description){ .statement = i,
						     .is_readable = true,
						     .bytes = (const unsigned char *)(i ? after : before),
						     .length = sizeof after });
	hr_test_record(&test, sequence, 1, 0, &made.outcome);
	hr_test_keep_stable(&test, &made.outcome);
	hr_test_names(&test, 1);
	expect_in(&test, &hr_framework_plain, "\n\n\tassert(numbers[0] == 1);\n\tassert(numbers[2] == 3);\n}");
	hr_test_release(&test);
	hr_outcome_release(&made.outcome);
	hr_sequence_free(sequence);
	hr_model_free(model);
}

/* What was written to where a field led: as many bytes as the other field has less than it was set to. */
static void test_told__bytes_behind_fields(void **state)
{
	static const char header[] = "struct flow { char *out; unsigned left; };\nint flow_run(struct flow *f);\n";
	struct hr_model *model = read_text(*state, header, NULL);
	for (size_t i = 0; i < model->types.count; i++)
		if (model->types.data[i].kind == HR_TYPE_STRUCT && model->types.data[i].fields.count == 2) {
			model->types.data[i].fields.data[1].item.role = HR_ROLE_CAPACITY;
			model->types.data[i].fields.data[1].item.of = 0;
		}
	for (unsigned left = 0; left < 6; left += 5) {
		struct hr_sequence *sequence = read_sequence(
			model, "v0 = new struct flow {}\nv1 = new char[5] bytes \"\\x00\\x00\\x00\\x00\\x00\"\n"
			       "v0.out = v1\nv0.left = 5\nv2 = flow_run(v0)\n");
		unsigned char after[16] = { 0 };
		struct made_up made;
		struct hr_test test;
		make_up(&made, sequence, 0);
		memcpy(after + 8, &left, sizeof left);
		hr_vec_push(&made.outcome.descriptions,
			    (struct hr_description){
				    .statement = 4, .value = 0, .is_readable = true, .bytes = after, .length = 16 });
		hr_vec_push(&made.outcome.descriptions,
			    (struct hr_description){ .statement = 4,
						     .value = 1,
						     .is_readable = true,
						     .bytes = (const unsigned char *)"\1\2\3\4\5",
						     .length = 5 });
		hr_test_record(&test, sequence, 4, 0, &made.outcome);
		hr_test_keep_stable(&test, &made.outcome);
		hr_test_names(&test, 1);
		size_t of_bytes = 0;
		for (size_t i = 0; i < test.checks.count; i++)
			of_bytes += test.checks.data[i].kind == HR_ASSERT_BYTES;
		assert_int_equal(of_bytes, left ? 0 : 1); /* nothing was written where as much is left */
		if (!left)
			expect_in(&test, &hr_framework_plain,
				  "\tassert(memcmp(out, \"\\x01\\x02\\x03\\x04\\x05\", 5) == 0);\n");
		hr_test_release(&test);
		hr_outcome_release(&made.outcome);
		hr_sequence_free(sequence);
	}
	hr_model_free(model);
}

static void test_told__structs_in_structs_and_texts_in_them(void **state)
{
	struct hr_model *model = read_unit(*state);
	struct hr_sequence *sequence = read_sequence(model, "v0 = new struct derived {}\nderived_init(v0)\n");
	static const unsigned char before[12], after[12] = "\7\0\0\0name";
	struct made_up made;
	struct hr_test test;
	make_up(&made, sequence, 0);
	for (uint32_t i = 0; i < 2; i++)
		hr_vec_push(&made.outcome.descriptions, (struct hr_description){ .statement = i,
										 .is_readable = true,
										 .bytes = i ? after : before,
										 .length = sizeof after });
	hr_test_record(&test, sequence, 1, 0, &made.outcome);
	hr_test_keep_stable(&test, &made.outcome);
	hr_test_names(&test, 1);
	expect_in(&test, &hr_framework_plain,
		  "\n\n\tassert(derived.base.id == 7);\n\tassert(strcmp(derived.name, \"name\") == 0);\n}");
	hr_test_release(&test);
	hr_outcome_release(&made.outcome);
	hr_sequence_free(sequence);
	hr_model_free(model);
}

/* What did not change is asserted where nothing else is to be seen, and where it could have changed at all. */
static void test_told__what_did_not_change(void **state)
{
	static const char header[] =
		"struct base { int id; };\nvoid base_use(struct base *b);\nvoid base_show(const struct base *b);\n";
	static const char *const calls[] = { "v0 = new struct base {}\nbase_use(v0)\n",
					     "v0 = new struct base {}\nbase_show(v0)\n" };
	struct hr_model *model = read_text(*state, header, NULL);
	static const unsigned char bytes[4] = { 7 };
	for (size_t k = 0; k < 2; k++) {
		struct hr_sequence *sequence = read_sequence(model, calls[k]);
		struct made_up made;
		struct hr_test test;
		make_up(&made, sequence, 0);
		for (uint32_t i = 0; i < 2; i++)
			hr_vec_push(&made.outcome.descriptions, (struct hr_description){ .statement = i,
											 .is_readable = true,
											 .bytes = bytes,
											 .length = sizeof bytes });
		hr_test_record(&test, sequence, 1, 0, &made.outcome);
		assert_int_equal(test.checks.count, k ? 0 : 1);
		hr_test_release(&test);
		hr_outcome_release(&made.outcome);
		hr_sequence_free(sequence);
	}
	hr_model_free(model);
}

static void test_told__a_struct_that_is_returned(void **state)
{
	struct hr_model *model = read_unit(*state);
	struct hr_sequence *sequence = read_sequence(model, "v0 = point_add({.x = 3}, {.y = 0})\n");
	struct made_up made;
	struct hr_test test;
	make_up(&made, sequence, 3); /* x is 3, y is 0 */
	hr_test_record(&test, sequence, 0, 0, &made.outcome);
	hr_test_keep_stable(&test, &made.outcome);
	hr_test_names(&test, 1);
	expect_in(&test, &hr_framework_plain, "\n\n\tassert(point.x == 3);\n\tassert(point.y == 0);\n}");
	hr_test_release(&test);
	hr_outcome_release(&made.outcome);
	hr_sequence_free(sequence);
	hr_model_free(model);
}

/* A look of two statements is one expression. */
static void test_told__what_a_pointer_leads_to(void **state)
{
	struct hr_model *model = read_unit(*state);
	struct hr_sequence *sequence = read_sequence(
		model, "v0 = new stream_t\nv1 = stream_run(v0, 0)\nv2 = v0.next\nv3 = v2.total_out\nv4 = v0.next\n"
		       "v5 = v4.corners[1].x\n");
	struct made_up made;
	struct hr_test test;
	make_up(&made, sequence, 5);
	hr_test_record(&test, sequence, 1, 4, &made.outcome);
	hr_test_keep_stable(&test, &made.outcome);
	hr_test_names(&test, 1);
	expect_in(&test, &hr_framework_plain,
		  "\tassert(stream.next->total_out == 0);\n\tassert(stream.next->corners[1].x == 5);\n}");
	assert_int_equal(test.checks.count, 3); /* the result, and these two */
	hr_test_release(&test);
	hr_outcome_release(&made.outcome);
	hr_sequence_free(sequence);
	hr_model_free(model);
}

static void test_told__texts_of_unsigned_characters(void **state)
{
	struct hr_model *model = read_text(*state, "const unsigned char *shown(int n);\n", NULL);
	struct hr_sequence *sequence = read_sequence(model, "v0 = shown(1)\n");
	for (size_t length = 0; length < 2; length++) {
		struct made_up made;
		struct hr_test test;
		make_up(&made, sequence, 1);
		hr_vec_push(&made.outcome.descriptions,
			    (struct hr_description){ .is_readable = true,
						     .bytes = (const unsigned char *)(length ? "a" : ""),
						     .length = length + 1 });
		hr_test_record(&test, sequence, 0, 0, &made.outcome);
		hr_test_keep_stable(&test, &made.outcome);
		hr_test_names(&test, 1);
		expect_in(&test, &hr_framework_plain,
			  length ? "\tassert(strcmp((const char *)shown1, \"a\") == 0);\n"
				 : "\tassert(shown1 != NULL);\n");
		hr_test_release(&test);
		hr_outcome_release(&made.outcome);
	}
	hr_sequence_free(sequence);
	hr_model_free(model);
}

/* What a look yields and somebody has to free has a variable. When nobody compares it, neither is written. */
static void test_told__a_look_that_has_to_be_given_back(void **state)
{
	struct hr_model *model = read_text(
		*state,
		"struct base { int id; };\nint base_add(struct base *b);\nchar *base_text(const struct base *b);\n",
		NULL);
	struct hr_sequence *sequence =
		read_sequence(model, "v0 = new struct base {}\nv1 = base_add(v0)\nv2 = base_text(v0)\nfree(v2)\n");
	struct made_up made;
	struct hr_test test;
	make_up(&made, sequence, 1);
	hr_vec_push(&made.outcome.descriptions, (struct hr_description){ .statement = 2,
									 .value = 2,
									 .is_readable = true,
									 .bytes = (const unsigned char *)"0",
									 .length = 2 });
	hr_test_record(&test, sequence, 1, 1, &made.outcome);
	hr_test_names(&test, 1);
	expect_in(&test, &hr_framework_plain,
		  "\tint result = base_add(&base);\n\n\tassert(result == 0);\n\tchar *string = base_text(&base);\n"
		  "\tassert(strcmp(string, \"0\") == 0);\n\tfree(string);\n}");
	assert_int_equal(test.checks.count, 2);
	test.checks.count = 1;
	expect_in(&test, &hr_framework_plain, "\tint result = base_add(&base);\n\n\tassert(result == 0);\n}");
	hr_test_release(&test);
	hr_outcome_release(&made.outcome);
	hr_sequence_free(sequence);
	hr_model_free(model);
}

/* ---- callbacks ---- */

/* A call of the only callback: visit(o, name, data). */
static void add_call(struct made_up *made, uint32_t statement, const char *name, bool is_ended)
{
	struct hr_callback_call *call = hr_vec_add(&made->outcome.callbacks);
	call->statement = statement;
	for (size_t i = 0; i < 3; i++)
		hr_vec_push(&call->arguments, (struct hr_callback_argument){ .bytes = { (unsigned char)i } });
	call->arguments.data[1].text = name;
	call->arguments.data[1].length = strlen(name);
	call->arguments.data[1].is_ended = is_ended;
}

static const char each[] = "o = opaque_new()\nv1 = opaque_each(o, callback(0), NULL)\nopaque_free(o)\n";

/* The number that callbacks of this type have. */
static void set_type(struct made_up *made, struct hr_model *model, const struct hr_sequence *sequence)
{
	struct hr_callables callables;
	hr_callables_list(&callables, model);
	size_t type = hr_callables_callback(
		&callables, model, model->operations.data[sequence->statements.data[1].operation].params.data[1].type);
	for (size_t i = 0; i < made->outcome.callbacks.count; i++)
		made->outcome.callbacks.data[i].type = type;
	hr_callables_release(&callables);
}

static void test_told__what_callbacks_were_called_with(void **state)
{
	struct hr_model *model = read_unit(*state);
	struct hr_sequence *sequence = read_sequence(model, each);
	struct made_up made;
	struct hr_test test;
	make_up(&made, sequence, 0);
	add_call(&made, 1, "a", true);
	add_call(&made, 1, "bc", true);
	set_type(&made, model, sequence);

	hr_test_record(&test, sequence, 1, 0, &made.outcome);
	hr_test_keep_stable(&test, &made.outcome);
	hr_test_names(&test, 1);
	expect_in(&test, &hr_framework_plain,
		  "static int record_visit_returns_0(struct opaque *o, const char *name, void *data)\n{\n"
		  "\t(void)o;\n\t(void)data;\n\tsee_call(\"visit(%s)\", (const char *)name);\n\treturn 0;\n}\n");
	expect_in(&test, &hr_framework_plain,
		  "\n\n\tint result = opaque_each(o, record_visit_returns_0, NULL);\n\n\tassert(result == 0);\n"
		  "\tassert(strcmp(calls_seen, \"visit(a) visit(bc)\") == 0);\n");
	/* where tests share a process, another one may have been before */
	expect_in(&test, &hr_framework_cmocka, "\n\n\tforget_calls();\n\tint result = opaque_each(");
	expect_in(&test, &hr_framework_cmocka, "\tassert_string_equal(calls_seen, \"visit(a) visit(bc)\");\n");
	hr_test_release(&test);
	hr_outcome_release(&made.outcome);
	hr_sequence_free(sequence);
	hr_model_free(model);
}

static void test_told__only_what_a_test_can_read_and_what_is_always_the_same(void **state)
{
	struct hr_model *model = read_unit(*state);
	struct hr_sequence *sequence = read_sequence(model, each);
	static const struct {
		const char *again;
		bool is_ended;
		size_t checks;
		int64_t calls; /* -1: they are told by what they were called with */
	} cases[] = {
		{ "a", true, 2, -1 }, /* the same twice */
		{ "b", true, 2, 1 },  /* another text: only how many there were */
		{ "a", false, 2, 1 }, /* a text that does not end */
		{ NULL, true, 1, 0 }, /* no call at all: nothing is believed */
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct made_up made, again;
		struct hr_test test;
		make_up(&made, sequence, 0);
		add_call(&made, 1, "a", true);
		set_type(&made, model, sequence);
		make_up(&again, sequence, 0);
		if (cases[i].again)
			add_call(&again, 1, cases[i].again, cases[i].is_ended);
		set_type(&again, model, sequence);

		hr_test_record(&test, sequence, 1, 0, &made.outcome);
		hr_test_keep_stable(&test, &again.outcome);
		assert_int_equal(test.checks.count, cases[i].checks);
		const struct hr_assertion *last = &test.checks.data[test.checks.count - 1];
		if (cases[i].checks == 2 && cases[i].calls < 0)
			assert_string_equal(last->text, "visit(a)");
		else if (cases[i].checks == 2)
			assert_int_equal(last->number, cases[i].calls);
		hr_test_release(&test);
		hr_outcome_release(&made.outcome);
		hr_outcome_release(&again.outcome);
	}
	hr_sequence_free(sequence);
	hr_model_free(model);
}

static void test_told__that_no_callback_was_called(void **state)
{
	struct hr_model *model = read_unit(*state);
	struct hr_sequence *sequence = read_sequence(model, each);
	struct made_up made;
	struct hr_test test;
	make_up(&made, sequence, 0);
	hr_test_record(&test, sequence, 1, 0, &made.outcome);
	hr_test_names(&test, 1);
	expect_in(&test, &hr_framework_plain, "\tassert(call_count == 0);\n");
	hr_test_release(&test);

	made.outcome.has_more_callbacks = true; /* then nobody knows */
	hr_test_record(&test, sequence, 1, 0, &made.outcome);
	assert_int_equal(test.checks.count, 1);
	hr_test_release(&test);
	hr_outcome_release(&made.outcome);
	hr_sequence_free(sequence);
	hr_model_free(model);
}

/* ---- nothing ---- */

static void test_told__a_test_without_assertions_says_so(void **state)
{
	struct hr_model *model = read_unit(*state);
	struct hr_sequence *sequence = read_sequence(model, "put_color(RED, true)\n");
	struct made_up made;
	struct hr_test test;
	make_up(&made, sequence, 0);
	hr_test_record(&test, sequence, 0, 0, &made.outcome);
	hr_test_names(&test, 1);
	assert_string_equal(test.name, "test_put_color__returns");
	expect_in(&test, &hr_framework_plain,
		  "{\n\t/* it returns: there is nothing else to see */\n\tput_color(RED, 1);\n}\n");
	hr_test_release(&test);
	hr_outcome_release(&made.outcome);
	hr_sequence_free(sequence);
	hr_model_free(model);
}

static void test_told__objects_that_stayed_as_they_were_where_nothing_else_is_seen(void **state)
{
	struct hr_model *model = read_unit(*state);
	struct hr_sequence *sequence = read_sequence(model, "d = new struct point {}\nanything(d)\n");
	struct made_up made;
	struct hr_test test;
	static const unsigned char nothing[8];
	make_up(&made, sequence, 0);
	for (uint32_t i = 0; i < 2; i++)
		hr_vec_push(&made.outcome.descriptions,
			    (struct hr_description){
				    .statement = i, .value = 0, .is_readable = true, .bytes = nothing, .length = 8 });
	hr_test_record(&test, sequence, 1, 0, &made.outcome);
	hr_test_names(&test, 1);
	expect_in(&test, &hr_framework_plain, "\tanything(&d);\n\n\tassert(d.x == 0);\n\tassert(d.y == 0);\n}\n");
	hr_test_release(&test);
	hr_outcome_release(&made.outcome);
	hr_sequence_free(sequence);
	hr_model_free(model);
}

/* ---- buffers ---- */

static void test_told__bytes_that_a_buffer_begins_with(void **state)
{
	struct hr_model *model = read_unit(*state);
	struct hr_sequence *sequence = read_sequence(model, "b = new unsigned char[20]\nanything(b)\n");
	struct made_up made;
	struct hr_test test;
	static const unsigned char before[20], after[20] = { 1, 0, 'a' };
	make_up(&made, sequence, 0);
	for (uint32_t i = 0; i < 2; i++)
		hr_vec_push(&made.outcome.descriptions, (struct hr_description){ .statement = i,
										 .value = 0,
										 .is_readable = true,
										 .bytes = i ? after : before,
										 .length = 20 });
	hr_test_record(&test, sequence, 1, 0, &made.outcome);
	hr_test_names(&test, 1);
	expect_in(&test, &hr_framework_plain, "\tassert(memcmp(b, \"\\x01\\x00\" \"a\", 3) == 0);\n");
	expect_in(&test, &hr_framework_cmocka, "\tassert_memory_equal(b, \"\\x01\\x00\" \"a\", 3);\n");
	expect_in(&test, &hr_framework_check, "\tck_assert_mem_eq(b, \"\\x01\\x00\" \"a\", 3);\n");
	expect_in(&test, &hr_framework_unity, "\tTEST_ASSERT_EQUAL_MEMORY(\"\\x01\\x00\" \"a\", b, 3);\n");
	hr_test_release(&test);
	hr_outcome_release(&made.outcome);
	hr_sequence_free(sequence);
	hr_model_free(model);
}

/* ---- lines ---- */

static void test_told__structs_in_long_lines_have_a_line_for_each_field(void **state)
{
	(void)state;
	struct hr_strbuf text = HR_STRBUF_INIT;
	static const char line[] =
		"\tint result = call(&object, &(struct options){ .first = \"a } , .b\", .second = f(1, 2), .third = { 1, 2 }, "
		".fourth = visit_returns_0 }, 3);\n";
	hr_c_wrap(&text, "\tshort_one((struct point){ .x = 1 });\n");
	hr_c_wrap(&text, line);
	assert_string_equal(text.data, "\tshort_one((struct point){ .x = 1 });\n"
				       "\tint result = call(&object, &(struct options){\n"
				       "\t\t.first = \"a } , .b\",\n\t\t.second = f(1, 2),\n\t\t.third = { 1, 2 },\n"
				       "\t\t.fourth = visit_returns_0,\n\t}, 3);\n");
	hr_strbuf_release(&text);
}

static void test_told__a_text_of_several_lines_has_several(void **state)
{
	(void)state;
	struct hr_strbuf text = HR_STRBUF_INIT;
	static const char line[] =
		"\tassert(strcmp(written_to(stream), \"usage: \\\\n stays [OPTION]\\n  -a  does this and that\\n  -b  does something else\\n"
		"\\n\") == 0);\n";
	hr_c_wrap(&text, "\tassert(strcmp(text, \"a\\nb\") == 0);\n");
	hr_c_wrap(&text, line);
	assert_string_equal(text.data, "\tassert(strcmp(text, \"a\\nb\") == 0);\n"
				       "\tassert(strcmp(written_to(stream), \"usage: \\\\n stays [OPTION]\\n\"\n"
				       "\t\t\t\"  -a  does this and that\\n\"\n"
				       "\t\t\t\"  -b  does something else\\n\"\n"
				       "\t\t\t\"\\n\") == 0);\n");
	hr_strbuf_release(&text);
}

/* ---- names ---- */

static void test_told__names_that_the_library_has_are_not_ours(void **state)
{
	struct hr_model *model =
		read_text(*state,
			  "struct test { int a; };\nextern int tests;\nvoid fill(const char *name);\n"
			  "int check(int n);\nint helper_run_tests(void);\nint run_tests(void);\n#define leave 3\n",
			  NULL);
	struct hr_strbuf text = HR_STRBUF_INIT;
	hr_strbuf_addstr(&text, "fill(" HR_OWN "fill, " HR_OWN "tests, struct " HR_OWN "test, " HR_OWN "enter, " HR_OWN
				"leave, " HR_OWN "run_tests);");
	hr_c_settle_names(&text, model);
	assert_string_equal(text.data, "fill(helper_fill, helper_tests, struct helper_test, enter, helper_leave, "
				       "helper_run_tests_2);");
	hr_strbuf_release(&text);
	hr_model_free(model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_told__errno_where_the_call_refused),
		IN_SCRATCH(test_told__no_errno_where_nothing_speaks_of_it),
		IN_SCRATCH(test_told__what_was_written_to_a_stream),
		IN_SCRATCH(test_told__what_stands_in_a_file),
		IN_SCRATCH(test_told__what_is_written_otherwise_in_another_run_is_not),
		cmocka_unit_test(test_told__a_text_of_several_lines_has_several),
		IN_SCRATCH(test_told__elements_of_an_array_that_changed),
		IN_SCRATCH(test_told__bytes_behind_fields),
		IN_SCRATCH(test_told__structs_in_structs_and_texts_in_them),
		IN_SCRATCH(test_told__what_did_not_change),
		IN_SCRATCH(test_told__a_struct_that_is_returned),
		IN_SCRATCH(test_told__what_a_pointer_leads_to),
		IN_SCRATCH(test_told__a_look_that_has_to_be_given_back),
		IN_SCRATCH(test_told__texts_of_unsigned_characters),
		IN_SCRATCH(test_told__what_callbacks_were_called_with),
		IN_SCRATCH(test_told__only_what_a_test_can_read_and_what_is_always_the_same),
		IN_SCRATCH(test_told__that_no_callback_was_called),
		IN_SCRATCH(test_told__a_test_without_assertions_says_so),
		IN_SCRATCH(test_told__objects_that_stayed_as_they_were_where_nothing_else_is_seen),
		IN_SCRATCH(test_told__bytes_that_a_buffer_begins_with),
		cmocka_unit_test(test_told__structs_in_long_lines_have_a_line_for_each_field),
		IN_SCRATCH(test_told__names_that_the_library_has_are_not_ours),
	};
	return cmocka_run_group_tests_name("told", tests, NULL, NULL);
}
