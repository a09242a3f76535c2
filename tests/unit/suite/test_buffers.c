/* What a call left in a buffer: a text, as many bytes as it says, or those that it begins with. Outcomes are made up here. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../seq/unit.h"
#include "suite/buffers.h"
#include "suite/test_file.h"
#include "suite/test_names.h"

static const char more[] = "#include <stddef.h>\n"
			   "/* Returns the number of bytes written. */\n"
			   "int pack(char *to, int room, const char *from);\n"
			   "/* Returns how many there are. */\n"
			   "int words(char *to, int room, const char *from);\n"
			   "int unpack(void *to, size_t *room, const char *from);\n"
			   "int parse(char *message, int room, const char *from);\n"
			   "void digest(unsigned char *to, const char *from);\n"
			   "int seal(unsigned char *to, const char *from);\n";

struct made_up {
	struct hr_outcome outcome;
	int64_t area[4];
	size_t slots[4];
	unsigned char before[256], after[256];
	int64_t number; /* the variable `n` afterwards */
};

/* Value 0 is the buffer; the last one is the result, unless there is a variable behind it. */
static void make_up(struct made_up *made, const struct hr_sequence *sequence, const char *bytes, size_t length,
		    int64_t result)
{
	size_t focus = sequence->statements.count - 1, size = (size_t)sequence->statements.data[0].count;
	*made = (struct made_up){ .number = result };
	hr_outcome_init(&made->outcome);
	made->outcome.status = HR_OUTCOME_NORMAL;
	memcpy(made->after, bytes, length);
	for (size_t i = 0; i < sequence->values.count; i++) {
		made->slots[i] = 8 * i;
		made->area[i] = result;
	}
	made->outcome.area = (const unsigned char *)made->area;
	made->outcome.area_size = sizeof made->area;
	made->outcome.slot_of = made->slots;
	made->outcome.slot_count = sequence->values.count;
	for (size_t i = 0; i < 2; i++)
		hr_vec_push(&made->outcome.descriptions,
			    (struct hr_description){ .statement = (uint32_t)(i ? focus : 0),
						     .value = 0,
						     .is_readable = true,
						     .bytes = i ? made->after : made->before,
						     .length = size < sizeof made->after ? size : sizeof made->after });
	hr_vec_push(&made->outcome.descriptions, (struct hr_description){ .statement = (uint32_t)focus,
									  .value = 1,
									  .is_readable = true,
									  .bytes = (const unsigned char *)&made->number,
									  .length = sizeof made->number });
}

static void fill_role(struct hr_model *model, const char *name, int capacity)
{
	struct hr_operation *operation = find_operation(model, name);
	operation->params.data[0].role = HR_ROLE_OUT;
	operation->result.role = HR_ROLE_VALUE;
	operation->error = HR_REFUSED_NEVER;
	if (capacity < 0)
		return;
	operation->params.data[capacity].role = HR_ROLE_CAPACITY;
	operation->params.data[capacity].of = 0;
}

static struct hr_model *read_more(void *state)
{
	struct hr_model *model = read_text(state, more, NULL);
	fill_role(model, "pack", 1);
	fill_role(model, "words", 1);
	fill_role(model, "unpack", 1);
	fill_role(model, "parse", 1);
	fill_role(model, "digest", -1);
	fill_role(model, "seal", -1);
	find_operation(model, "pack")->error = HR_REFUSED_NEGATIVE;
	find_operation(model, "parse")->error = HR_REFUSED_NEGATIVE;
	return model;
}

/* What the test has behind the call; NULL: nothing about the buffer. */
static void expect(const struct hr_model *model, const char *text, const char *bytes, size_t length, int64_t result,
		   const char *expected)
{
	struct hr_sequence *sequence = read_sequence(model, text);
	struct made_up made;
	struct hr_test test;
	struct hr_strbuf out = HR_STRBUF_INIT;
	struct hr_error error = HR_ERROR_INIT;
	static const struct hr_test_file file = { .framework = &hr_framework_plain };
	make_up(&made, sequence, bytes, length, result);
	hr_test_record(&test, sequence, sequence->statements.count - 1, 0, &made.outcome);
	hr_test_keep_stable(&test, &made.outcome);
	hr_test_names(&test, 1);
	assert_int_equal(hr_suite_test_file(&out, &test, 1, &file, &error), 0);
	if (!strstr(out.data, expected ? expected : "\tassert(") || (!expected && strstr(out.data, "cmp(to")))
		fail_msg("'%s' is not in\n%s", expected ? expected : "nothing of it", out.data);
	hr_strbuf_release(&out);
	hr_test_release(&test);
	hr_outcome_release(&made.outcome);
	hr_sequence_free(sequence);
}

static void test_buffers__texts_stay_texts(void **state)
{
	struct hr_model *model = read_more(*state);
	static const char pack[] = "to = new char[20]\nr = pack(to, 20, \"a\")\n";
	static const char words[] = "to = new char[20]\nr = words(to, 20, \"a\")\n";

	expect(model, pack, "abc", 4, 3, "\tassert(strcmp(to, \"abc\") == 0);\n");
	expect(model, pack, "abc", 4, 4, "\tassert(strcmp(to, \"abc\") == 0);\n"); /* its NUL counts */
	expect(model, pack, "\xc3\xa4", 3, 2, "\tassert(strcmp(to, \"\\xc3\\xa4\") == 0);\n");
	expect(model, words, "a b c", 6, 3, "\tassert(strcmp(to, \"a b c\") == 0);\n"); /* it counts words */
	expect(model, words, "abc", 4, 40, "\tassert(strcmp(to, \"abc\") == 0);\n");    /* there was no room for more */
	hr_model_free(model);
}

static void test_buffers__as_many_bytes_as_it_says(void **state)
{
	struct hr_model *model = read_more(*state);
	static const char pack[] = "to = new char[20]\nr = pack(to, 20, \"a\")\n";
	static const char unpack[] = "to = new char[20]\nn = new unsigned long 20\nr = unpack(to, n, \"a\")\n";

	expect(model, pack,
	       "\x1f"
	       "a\x01\0\0",
	       5, 5, "\tassert(memcmp(to, \"\\x1f\" \"a\\x01\\x00\\x00\", 5) == 0);\n");
	expect(model, pack, "\0a", 2, 2, "\tassert(memcmp(to, \"\\x00\" \"a\", 2) == 0);\n");
	expect(model, pack, "\xff", 1, 1, "\tassert(memcmp(to, \"\\xff\", 1) == 0);\n");
	expect(model, pack, "aaaaaaaa", 8, 3,
	       "\tassert(memcmp(to, \"aaa\", 3) == 0);\n"); /* the rest is nobody's business */
	expect(model, pack, "", 0, 3, "\tassert(memcmp(to, \"\\x00\\x00\\x00\", 3) == 0);\n");
	expect(model, pack, "", 0, 1, "\tassert(memcmp(to, \"\\x00\", 1) == 0);\n"); /* no empty text */
	expect(model, unpack, "abc", 3, 2, "\tassert(memcmp(to, \"ab\", 2) == 0);\n");
	hr_model_free(model);
}

static void test_buffers__what_is_left_by_a_refusal(void **state)
{
	struct hr_model *model = read_more(*state);
	static const char pack[] = "to = new char[20]\nr = pack(to, 20, \"a\")\n";
	static const char words[] = "to = new char[20]\nr = words(to, 20, \"a\")\n";
	static const char parse[] = "to = new char[20]\nr = parse(to, 20, \"a\")\n";

	expect(model, pack, "aaaa", 4, -7, NULL);
	expect(model, words,
	       "\xf0"
	       "ab",
	       3, 0, NULL);
	expect(model, parse, "line 1", 7, -1, "\tassert(strcmp(to, \"line 1\") == 0);\n");
	hr_model_free(model);
}

static void test_buffers__many_bytes_have_a_checksum(void **state)
{
	struct hr_model *model = read_more(*state);
	static const char pack[] = "to = new char[200]\nr = pack(to, 200, \"a\")\n";
	static const char large[] = "to = new char[2000]\nr = pack(to, 2000, \"a\")\n";
	char bytes[100];
	struct hr_strbuf expected = HR_STRBUF_INIT;
	for (size_t i = 0; i < sizeof bytes; i++)
		bytes[i] = (char)i;

	assert_int_equal(hr_bytes_checksum("a", 1), 0xe40c292cu);
	expect(model, pack, bytes, sizeof bytes, HR_MOST_BYTES, "\tassert(memcmp(to, \"\\x00\\x01");
	hr_strbuf_addf(&expected, "\tassert(checksum(to, 100) == 0x%08xu);\n", hr_bytes_checksum(bytes, 100));
	expect(model, pack, bytes, sizeof bytes, 100, expected.data);
	expect(model, pack, bytes, sizeof bytes, 100, "static unsigned checksum(const void *bytes, size_t size)\n");
	expect(model, large, bytes, sizeof bytes, 1000,
	       "\\x1e\\x1f\",\n\t\t\t\t\t32) == 0);\n"); /* nobody looked at all of them */
	hr_strbuf_release(&expected);
	hr_model_free(model);
}

static void test_buffers__where_nothing_is_said(void **state)
{
	struct hr_model *model = read_more(*state);
	static const char digest[] = "to = new unsigned char[20]\ndigest(to, \"a\")\n";
	char many[100];
	memset(many, 'a', sizeof many);

	expect(model, digest, "abc", 3, 0, "\tassert(memcmp(to, \"abc\", 3) == 0);\n");
	expect(model, digest, "\1\0\2", 3, 0, "\tassert(memcmp(to, \"\\x01\\x00\\x02\", 3) == 0);\n");
	/* 1 is no number of bytes where three were written, and no capacity says that it is about these */
	expect(model, "to = new unsigned char[20]\nr = seal(to, \"a\")\n", "abc", 3, 1,
	       "\tassert(memcmp(to, \"abc\", 3) == 0);\n");
	find_operation(model, "words")->result.role = HR_ROLE_STATUS;
	expect(model, "to = new char[20]\nr = words(to, 20, \"a\")\n",
	       "\xff"
	       "a",
	       2, 0, "\tassert(strcmp(to, \"\\xff\" \"a\") == 0);\n");
	expect(model, "to = new char[20]\nr = words(to, 20, \"a\")\n", "\0ab", 3, 0,
	       "\tassert(memcmp(to, \"\\x00\" \"ab\", 3) == 0);\n");
	expect(model, "to = new char[100]\nr = words(to, 100, \"a\")\n", many, sizeof many, 0,
	       "\tassert(memcmp(to, \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\", 32) == 0);\n");
	hr_model_free(model);
}

/* struct { char *data; size_t size; }: the number beside a pointer says how much there is, and not the one for the room. */
static void test_buffers__told_by_the_number_beside(void **state)
{
	static const struct {
		const char *fields;
		size_t told;
	} cases[] = {
		{ "char *data; size_t asize; size_t size;", 5 },
		{ "size_t alloc; char *str; unsigned long length;", 5 },
		{ "char *key; size_t len; size_t key_len;", 5 },
		{ "char *data; size_t max_size; size_t capacity;", 0 },
		{ "char *data; char size; size_t color;", 0 },
	};
	for (size_t i = 0; i < COUNT(cases); i++) {
		char header[200];
		snprintf(header, sizeof header,
			 "#include <stddef.h>\nstruct text { %s };\nstruct text *text_new(void);\n", cases[i].fields);
		struct hr_model *model = read_text(*state, header, NULL);
		const char *name = strstr(cases[i].fields, "char *") + strlen("char *");
		char calls[80];
		snprintf(calls, sizeof calls, "t = text_new()\nv = t.%.*s\n", (int)strcspn(name, ";"), name);
		struct hr_sequence *sequence = read_sequence(model, calls);
		struct hr_outcome outcome;
		/* a pointer, room for 9 and 5 that are used: the last number is the one, in all structs */
		uint64_t bytes[3] = { 9, 9, 5 };
		hr_outcome_init(&outcome);
		hr_vec_push(&outcome.descriptions, (struct hr_description){ .statement = 0,
									    .value = 0,
									    .is_readable = true,
									    .bytes = (const unsigned char *)bytes,
									    .length = sizeof bytes });
		if (hr_told_length(sequence, &outcome, 1) != cases[i].told)
			fail_msg("%s: %zu", cases[i].fields, hr_told_length(sequence, &outcome, 1));
		hr_outcome_release(&outcome);
		hr_sequence_free(sequence);
		hr_model_free(model);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_buffers__texts_stay_texts),
		IN_SCRATCH(test_buffers__as_many_bytes_as_it_says),
		IN_SCRATCH(test_buffers__what_is_left_by_a_refusal),
		IN_SCRATCH(test_buffers__many_bytes_have_a_checksum),
		IN_SCRATCH(test_buffers__where_nothing_is_said),
		IN_SCRATCH(test_buffers__told_by_the_number_beside),
	};
	return cmocka_run_group_tests_name("buffers", tests, NULL, NULL);
}
