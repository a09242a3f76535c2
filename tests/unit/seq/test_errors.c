/* What is wrong with a text, told where it stands. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "unit.h"

struct error_case {
	const char *text;
	const char *message; /* after "t:" */
	const char *hint;    /* NULL: none */
};

/* ---- the form */
static const struct error_case malformed[] = {
	{ "(", "1:1: expected a statement before '('", NULL },
	{ "\n\n  o", "3:4: expected '=' or '(' before the end of the line", NULL },
	{ "o = ", "1:4: expected a call, 'new', a part or a literal before the end of the line", NULL },
	{ "x = 5", "1:5: a literal needs a type, as in 'x = (int) 5'", NULL },
	{ "s = new stream_t {}\nx = &s.next", "2:5: an address needs a type, as in 'x = (char *) &…'", NULL },
	{ "s = new stream_t {}\nx = s", "2:5: 's' has its name already; a value of another type is 'x = (T) s'", NULL },
	{ "o = opaque_new() 5", "1:18: expected nothing more before '5'", NULL },
	{ "o = opaque_new(", "1:16: expected ')' before the end of the line", NULL },
	{ "stream_run(,)", "1:12: expected an operand before ','", NULL },
	{ "log_line(\"a\" 5)", "1:14: expected ')' before '5'", NULL },
	{ "log_line(\"a)", "1:10: the closing \" is missing", NULL },
	{ "log_line(\"\\xf\")", "1:11: \\x needs exactly two hexadecimal digits", NULL },
	{ "log_line(\"\\q\")", "1:11: there is no such escape: \\\\ stands for a backslash", NULL },
	{ "log_line(\"\\400\")", "1:11: the escape is more than a byte: \\377 is the last", NULL },
	{ "c = letter('ab')", "1:12: a character is one byte between two '", NULL },
	{ "c = letter('a)", "1:12: the closing ' is missing", NULL },
	{ "r = SQUARE(5x)", "1:12: '5x' is no number", NULL },
	{ "r = SQUARE(09)", "1:12: '09' is no number", NULL },
	{ "r = SQUARE(99999999999999999999)", "1:12: 99999999999999999999 does not fit into 64 bits", NULL },
	{ "r = SQUARE(-x)", "1:13: expected a number after the sign", NULL },
	{ "o = opaque_new();", "1:17: ';' has no meaning here", NULL },
	{ "log_line(\"na\xC3\xAFve\", \xC3\xAF)", "1:19: the byte 0xC3 has no meaning outside of strings", NULL },
	{ "fail_alloc(0)", "1:12: fail_alloc takes a number, 1 for the next allocation", NULL },
	{ "sort([1, 2, 3, NULL)", "1:1: 'sort' takes 3 arguments, not 1", NULL },
	{ "sort([1, 2 3], 3, NULL)", "1:12: expected ',' before '3'", NULL },
	{ "p = new struct point {1, 2}", "1:23: expected a field, as in '.name = …', before '1'", NULL },
	{ "p = new struct point {.5 = 2}", "1:23: expected a field, as in '.name = …', before '.5'", NULL },
	{ "p = new", "1:8: expected a type", NULL },
	{ "p = new (int", "1:13: expected ')' before the end of the line", NULL },
	{ "p = new int[x]", "1:13: expected the number of elements before 'x'", NULL },
	{ "p = new int[2] [1, 2", "1:21: expected ',' before the end of the line", NULL },
	{ "put_bytes(bytes noise(5, 9, 2, 1), 5)",
	  "1:17: noise has a length of at most 16777216, a period of at most that, 2 to 256 letters and a seed below 256",
	  NULL },
	{ "put_bytes(bytes noise(5, 5), 5)", "1:27: expected ',' before ')'", NULL },
	{ "put_bytes(bytes noise(x), 5)", "1:23: expected a number before 'x'", NULL },
	{ "save(stream(x), NULL, 1)", "1:13: expected ')' before 'x'", NULL },
};

/* ---- names */
static const struct error_case unknown[] = {
	{ "o = opaque_nwe()", "1:5: there is no operation 'opaque_nwe'", "did you mean 'opaque_new'?" },
	{ "frobnicate()", "1:1: there is no operation 'frobnicate'", NULL },
	{ "fail_aloc(1)", "1:1: there is no operation 'fail_aloc'", "did you mean 'fail_alloc'?" },
	{ "r = SQUARE(FINSIH)", "1:12: nothing is called 'FINSIH'", "did you mean 'FINISH'?" },
	{ "anything(null)", "1:10: nothing is called 'null'", "did you mean 'NULL'?" },
	{ "thing = opaque_new()\nopaque_free(thnig)", "2:13: nothing is called 'thnig'", "did you mean 'thing'?" },
	{ "opaque_free(o)\no = opaque_new()", "1:13: 'o' does not exist yet: line 2 makes it", NULL },
	{ "k = (int) k", "1:11: 'k' does not exist before this line is done", NULL },
	{ "o = opaque_new()\no = opaque_new()", "2:1: 'o' is taken already, by line 1", NULL },
	{ "FINISH = opaque_new()", "1:1: 'FINISH' is a constant: choose another name", NULL },
	{ "sort = opaque_new()", "1:1: 'sort' is an operation: choose another name", NULL },
	{ "free = opaque_new()", "1:1: 'free' is a function: choose another name", NULL },
	{ "verbosity = opaque_new()", "1:1: 'verbosity' is a variable: choose another name", NULL },
	{ "new = opaque_new()", "1:1: 'new' is a word of the language: choose another name", NULL },
	{ "x = opaque_free(NULL)", "1:1: 'opaque_free' returns nothing that 'x' could be", NULL },
	{ "PASTED(1)", "1:1: 'PASTED' cannot be called: pastes or stringifies its arguments", NULL },
	{ "opaque_free(opaque_new())", "1:13: calls do not nest: give the result of 'opaque_new' a name first", NULL },
	{ "opaque_free(made())", "1:13: nothing is called 'made'", NULL },
	{ "anything(&verbose)", "1:10: there is no variable 'verbose'", NULL },
	{ "s = new strem_t", "1:9: there is no type 'strem_t'", "did you mean 'stream_t'?" },
	{ "s = new point {}", "1:9: there is no type 'point'", "did you mean 'struct point'?" },
	{ "s = new (nobody *)", "1:10: there is no type 'nobody *'", NULL },
	{ "s = new stream_t\ns.avail_inn = 1", "2:3: 'struct stream_s' has no field 'avail_inn'",
	  "did you mean 'avail_in'?" },
	{ "s = new stream_t {.numbre = 1}", "1:20: 'struct stream_s' has no field 'numbre'", "did you mean 'number'?" },
	{ "s = new struct opaque", "1:9: the size of 'struct opaque' is not public: only the API itself can make one",
	  NULL },
	{ "s = new void", "1:9: 'void' has no size", NULL },
	{ "s = new int[99999999999]", "1:13: the object is too large: 67108864 bytes are the most", NULL },
};

/* ---- parts */
static const struct error_case parts[] = {
	{ "o = opaque_new()\nx = o.name", "2:7: the members of 'struct opaque' are not public", NULL },
	{ "o = opaque_new()\nx = o[1]", "2:6: 'o' is 'struct opaque *': its size is not known", NULL },
	{ "o = opaque_new()\nx = *o", "2:7: 'o' is 'struct opaque *': its size is not known", NULL },
	{ "k = (int) 5\nx = k.y", "2:7: 'k' is 'int': it has no fields", NULL },
	{ "k = (int) 5\nx = k[1]", "2:6: 'k' is 'int': it has no elements", NULL },
	{ "k = (int) 5\nx = *k", "2:7: 'k' is 'int': it is no pointer", NULL },
	{ "p = new int\nx = p.y", "2:7: 'p' is 'int *': it has no fields", NULL },
	{ "s = new stream_t {}\nx = s.next.next", "2:12: 's.next' is 'struct stream_s *': read it into a value first",
	  NULL },
	{ "s = new stream_t {}\nx = s.corners[2].x", "2:14: 's.corners' is 'struct point[2]': it has no such element",
	  NULL },
	{ "s = new stream_t {}\nx = s.corners[-1].x", "2:14: 's.corners' is 'struct point[2]': it has no such element",
	  NULL },
	{ "s = new stream_t {}\nx = s.avail_in[0]", "2:15: 's.avail_in' is 'unsigned int': it has no elements", NULL },
	{ "s = new stream_t {}\nx = s.tail", "2:5: an array is no value: read its elements, or pass it to a call",
	  NULL },
	{ "s = new stream_t {}\nx = s[9999999999]", "2:7: the index is too large", NULL },
	{ "s = new stream_t {}\nx = s[]", "2:7: expected a number before ']'", NULL },
	{ "s = new stream_t {}\nx = s.5", "2:5: a literal needs a type, as in 'x = (int) 5'", NULL },
	{ "s = new stream_t {}\nx = s.", "2:7: expected the name of a field", NULL },
	{ "s = new stream_t {}\nanything(&s)", "2:11: 's' is a value and has no address: make an object with new",
	  NULL },
	{ "s = new stream_t {}\nanything(&s.ready)", "2:10: a bit-field has no address", NULL },
	{ "p = point_add({}, NULL)\np.x = 1", "2:1: 'p' is a struct by value, and values do not change", NULL },
	{ "p = point_add({}, NULL)\nanything(&p.x)", "2:10: a part of a struct by value has no address", NULL },
	{ "s = new stream_t {}\nd = *s\nanything(d.tail)", "3:10: 'd.tail' is in a struct by value and has no address",
	  NULL },
	{ "s = new stream_t {}\nd = *s\nx = d.ready", "3:7: a bit-field of a struct by value cannot be read", NULL },
};

/* ---- what fits */
static const struct error_case misfits[] = {
	{ "opaque_free()", "1:1: 'opaque_free' takes 1 argument, not 0", NULL },
	{ "r = stream_run(NULL, 1, 2)", "1:5: 'stream_run' takes 2 arguments, not 3", NULL },
	{ "log_line(\"\", 1, 2, 3, 4)", "1:1: 'log_line' takes from 1 to 4 arguments, not 5", NULL },
	{ "r = stream_run(NULL, \"x\")", "1:22: a text does not fit argument 2 of 'stream_run', which is 'int'", NULL },
	{ "r = stream_run(NULL, 3.5)", "1:22: a real number does not fit argument 2 of 'stream_run', which is 'int'",
	  NULL },
	{ "r = stream_run(NULL, NULL)", "1:22: NULL does not fit argument 2 of 'stream_run', which is 'int'", NULL },
	{ "r = stream_run(NULL, 2147483648)",
	  "1:22: 2147483648 does not fit argument 2 of 'stream_run', which is 'int': from -2147483648 to 2147483647",
	  NULL },
	{ "t = tiny(-129, 0)", "1:10: -129 does not fit argument 1 of 'tiny', which is 'int8_t': from -128 to 127",
	  NULL },
	{ "t = tiny(0, -1)", "1:13: -1 does not fit argument 2 of 'tiny', which is 'uint8_t': from 0 to 255", NULL },
	{ "w = wide(-1, 0)",
	  "1:10: -1 does not fit argument 1 of 'wide', which is 'unsigned long long': from 0 to 18446744073709551615",
	  NULL },
	{ "put_color(RED, 2)", "1:16: 2 does not fit argument 2 of 'put_color', which is '_Bool': from 0 to 1", NULL },
	{ "put_color(8589934592, true)",
	  "1:11: 8589934592 does not fit argument 1 of 'put_color', which is 'enum color': from -2147483648 to 4294967295",
	  NULL },
	{ "s = new stream_t {.ready = 2}",
	  "1:28: 2 does not fit the field 'ready', which is 'unsigned int': from 0 to 1", NULL },
	{ "s = new stream_t {}\ns.level = 8", "2:11: 8 does not fit 's.level', which is 'int': from -8 to 7", NULL },
	{ "opaque_free(0)", "1:13: 0 does not fit argument 1 of 'opaque_free', which is 'struct opaque *': write NULL",
	  NULL },
	{ "opaque_free(7)", "1:13: 7 does not fit argument 1 of 'opaque_free', which is 'struct opaque *'", NULL },
	{ "o = opaque_new()\nr = stream_run(o, 0)",
	  "2:16: 'o' ('struct opaque *') does not fit argument 1 of 'stream_run', which is 'stream_t *'", NULL },
	{ "b = new struct base\nderived_init(b)",
	  "2:14: 'b' ('struct base *') does not fit argument 1 of 'derived_init', which is 'struct derived *'", NULL },
	{ "r = half(1, 1)\nq = SQUARE(r)", "2:12: 'r' ('double') does not fit argument 1 of 'SQUARE', which is 'int'",
	  NULL },
	{ "o = opaque_new()\nr = opaque_open(o, NULL)",
	  "2:17: 'o' ('struct opaque *') does not fit argument 1 of 'opaque_open', which is 'const char *'", NULL },
	{ "r = half(\"x\", 0)", "1:10: a text does not fit argument 1 of 'half', which is 'double'", NULL },
	{ "r = SQUARE(HALF)", "1:12: the constant 'HALF' does not fit argument 1 of 'SQUARE', which is 'int'", NULL },
	{ "opaque_free(FINISH)",
	  "1:13: the constant 'FINISH' does not fit argument 1 of 'opaque_free', which is 'struct opaque *'", NULL },
	{ "r = SQUARE([1])", "1:12: a list does not fit argument 1 of 'SQUARE', which is 'int'", NULL },
	{ "anything([1])", "1:10: a list does not fit argument 1 of 'anything', which is 'void *': make it with new",
	  NULL },
	{ "log_line(\"\", [1])",
	  "1:14: a list does not fit argument 2 of 'log_line', which has no declared type: make it with new", NULL },
	{ "sort([1, \"x\"], 2, NULL)", "1:10: a text does not fit element 2 of the list, which is 'int'", NULL },
	{ "b = new int[2] [1, 2, 3]", "1:16: a list of 3 elements does not fit the object, which is 'int[2]'", NULL },
	{ "b = new char[2] \"abc\"", "1:17: a text of 3 bytes does not fit the object, which is 'char[2]'", NULL },
	{ "b = new int[2] \"abc\"", "1:16: a text does not fit the object, which is 'int[2]'", NULL },
	{ "b = new int[2] 5", "1:16: 5 does not fit the object, which is 'int[2]'", NULL },
	{ "k = (int) 5\nb = new (int[2]) k", "2:10: there is no type 'int[2]'", NULL },
	{ "s = new stream_t {.tail = \"abcde\"}",
	  "1:27: a text of 5 bytes does not fit the field 'tail', which is 'char[4]'", NULL },
	{ "anything({.x = 1})", "1:10: a struct does not fit argument 1 of 'anything', which is 'void *'", NULL },
	{ "opaque_free({})",
	  "1:13: a struct does not fit argument 1 of 'opaque_free', which is 'struct opaque *': its members are not "
	  "public",
	  NULL },
	{ "p = new struct point {.x = 1, .x = 2}", "1:32: 'x' is set twice", NULL },
	{ "s = new stream_t {.number = 1, .real = 2}", "1:33: 'real' is in a union, and another member is set", NULL },
	{ "sort(NULL, 0, strlen)",
	  "1:15: the function 'strlen' does not fit argument 3 of 'sort', which is 'int (*)(const void *, const void *)': it takes 1 "
	  "parameter, not 2",
	  NULL },
	{ "anything(strlen)", "1:10: the function 'strlen' does not fit argument 1 of 'anything', which is 'void *'",
	  NULL },
	{ "anything(callback(1))", "1:10: a callback does not fit argument 1 of 'anything', which is 'void *'", NULL },
	{ "sort(NULL, 0, callback(\"x\"))", "1:24: a text does not fit the callback's result, which is 'int'", NULL },
	{ "k = (int) 1\nsort(NULL, 0, callback(k))", "2:24: a callback returns numbers, constants or NULL", NULL },
	{ "on_done(callback(1))", "1:18: the callback returns nothing", NULL },
	{ "anything(stream())\nopaque_free(stream())",
	  "2:13: a stream does not fit argument 1 of 'opaque_free', which is 'struct opaque *'", NULL },
	{ "anything(stream(0))", "1:17: a stream has room for 1 to 65536 bytes", NULL },
	{ "anything(path(3))", "1:15: expected ')' before '3'", NULL },
	{ "r = SQUARE(path())", "1:12: a path does not fit argument 1 of 'SQUARE', which is 'int'", NULL },
	{ "anything(descriptor())", "1:10: a descriptor does not fit argument 1 of 'anything', which is 'void *'",
	  NULL },
	{ "s = new stream_t {}\nlog_line(\"\", *s)",
	  "2:14: '*s' ('stream_t') does not fit argument 2 of 'log_line', which has no declared type", NULL },
	{ "k = (struct opaque) {}", "1:5: the size of 'struct opaque' is not public: only the API itself can make one",
	  NULL },
	{ "d = half(1, 1)\nanything(d)",
	  "2:10: 'd' ('double') does not fit argument 1 of 'anything', which is 'void *'", NULL },
};

static int check_case(const struct hr_model *model, const struct error_case *it)
{
	struct hr_error error = HR_ERROR_INIT;
	struct hr_sequence *sequence = NULL;
	int problems = 0;

	if (hr_sequence_read(&sequence, model, it->text, strlen(it->text), "t", &error) == 0) {
		print_error("%s\n  is no error\n", it->text);
		problems++;
	} else {
		if (error.kind != HR_ERROR_INPUT || !error.details.length)
			problems++;
		expect_text(&problems, it->text, it->message, error.message.length > 2 ? error.message.data + 2 : "");
		expect_text(&problems, it->text, it->hint ? it->hint : "", error.hint.data);
	}
	hr_sequence_free(sequence);
	hr_error_release(&error);
	return problems;
}

static void check_cases(void *state, const struct error_case *cases, size_t count)
{
	struct hr_model *model = read_unit(state);
	int problems = 0;

	for (size_t i = 0; i < count; i++)
		problems += check_case(model, &cases[i]);
	hr_model_free(model);
	assert_int_equal(problems, 0);
}

static void test_errors__malformed(void **state)
{
	check_cases(*state, malformed, COUNT(malformed));
}

static void test_errors__unknown_names(void **state)
{
	check_cases(*state, unknown, COUNT(unknown));
}

static void test_errors__parts(void **state)
{
	check_cases(*state, parts, COUNT(parts));
}

static void test_errors__misfits(void **state)
{
	check_cases(*state, misfits, COUNT(misfits));
}

/* The line is shown as a terminal can show it, and the caret stands below the right character. */
static void test_errors__line_and_caret(void **state)
{
	static const struct {
		const char *text;
		const char *details;
	} cases[] = {
		{ "\n\to = opaque_nwe()  # x\r\n", "\to = opaque_nwe()  # x\n\t    ^\n" },
		{ "log_line(\"na\xC3\xAFve\", x)", "log_line(\"na\xC3\xAFve\", x)\n                  ^\n" },
		{ "log_line(\"\xFF\x01\", x)", "log_line(\"\?\?\", x)\n               ^\n" },
		{ "o =", "o =\n   ^\n" },
	};
	struct hr_model *model = read_unit(*state);
	int problems = 0;

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct hr_error error = HR_ERROR_INIT;
		struct hr_sequence *sequence = NULL;

		assert_int_equal(hr_sequence_read(&sequence, model, cases[i].text, strlen(cases[i].text), "t", &error),
				 -1);
		expect_text(&problems, cases[i].text, cases[i].details, error.details.data);
		hr_error_release(&error);
	}
	hr_model_free(model);
	assert_int_equal(problems, 0);
}

static void test_errors__too_deep(void **state)
{
	struct hr_model *model = read_unit(*state);
	struct hr_strbuf text = HR_STRBUF_INIT;
	struct hr_error error = HR_ERROR_INIT;
	struct hr_sequence *sequence = NULL;

	hr_strbuf_addstr(&text, "stream_run(");
	for (int i = 0; i < 100; i++)
		hr_strbuf_addstr(&text, "{.next = ");
	hr_strbuf_addstr(&text, ", 0)");
	assert_int_equal(hr_sequence_read(&sequence, model, text.data, text.length, "t", &error), -1);
	/* the count comes first, and the braces are not closed */
	assert_string_equal(error.message.data, "t:1:1: 'stream_run' takes 2 arguments, not 1");
	hr_strbuf_truncate(&text, text.length - strlen(", 0)"));
	hr_strbuf_addstr(&text, "NULL");
	for (int i = 0; i < 100; i++)
		hr_strbuf_addstr(&text, "}");
	hr_strbuf_addstr(&text, ", 0)");
	assert_int_equal(hr_sequence_read(&sequence, model, text.data, text.length, "t", &error), -1);
	assert_non_null(strstr(error.message.data, "this is nested too deeply"));
	hr_strbuf_release(&text);
	hr_error_release(&error);
	hr_model_free(model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_errors__malformed),      IN_SCRATCH(test_errors__unknown_names),
		IN_SCRATCH(test_errors__parts),          IN_SCRATCH(test_errors__misfits),
		IN_SCRATCH(test_errors__line_and_caret), IN_SCRATCH(test_errors__too_deep),
	};

	return cmocka_run_group_tests_name("errors", tests, NULL, NULL);
}
