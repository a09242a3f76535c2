/* The text form: what is read is written the same way, and the same again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "unit.h"

/* Texts and how they are written; NULL: as they stand. */
struct text_case {
	const char *text;
	const char *written;
};

static const struct text_case good[] = {
	{ "", NULL },
	{ "# nothing\n\n   \t # but a comment", "" },
	{ "o = opaque_new()\nopaque_free(o)\n", NULL },
	{ "o=opaque_new( )\r\n opaque_free ( o ) # gone", "o = opaque_new()\nopaque_free(o)\n" },
	{ "s = new stream_t {}\ns.next_in = \"hello\"\ns.avail_in = 5\nr = stream_run(s, FINISH)\nn = s.total_out\n",
	  NULL },
	{ "s = new stream_t\ns->avail_in = 5\n", "s = new stream_t\ns.avail_in = 5\n" },
	{ "s = new stream_t {.ready = 1, .level = -8, .number = 3, .deep = 7, .tail = \"abc\"}\n", NULL },
	{ "s = new stream_t {.corners = [{.x = 1}, {.y = 2}], .next = NULL, .hook = callback(1, 2)}\n", NULL },
	{ "s = new stream_t {}\ns.ready = 1\ns.level = 7\ns.real = 0.5\ns.deep = -1\ns.corners[1].y = 9\ns.tail[3] = 'x'\n",
	  NULL },
	{ "s = new stream_t {}\ny = s.corners[1].y\nt = s.next\nc = s.corners[0]\nx = c.x\nanything(&s.corners[1])\n",
	  NULL },
	{ "s = new struct stream_s {}\ns.hook = abs\ns.tail = bytes \"ab\"\ns.corners = [{}, {.x = 1}]\nanything(s.tail)\n",
	  NULL },
	{ "b = new unsigned char[100]\nput_bytes(b, 100)\nc = b[3]\nb[4] = 255\nput_bytes(&b[2], 3)\n", NULL },
	{ "b = new int[3] [1, 2, 3]\nsort(b, 3, strcmp)\nd = *b\n*b = 4\n", NULL },
	{ "b = new char[10] \"abc\"\nb2 = new char[3] \"abc\"\nz = new char[3] {}\ne = new char[0]\nbb = new char[4] bytes \"\\x00\"\n",
	  NULL },
	{ "p = new (struct opaque *)\nr = opaque_open(\"x\", p)\no = *p\nopaque_free(o)\n", NULL },
	{ "p = new (struct opaque *) NULL\nopaque_open(\"x\", p)\n", NULL },
	{ "p = new (struct point *)\nq = *p\nx = q.x\nr = new (struct point **)\nr2 = *r\n*r = p\n", NULL },
	{ "p = new struct point *[2]\np[1] = NULL\n", "p = new (struct point *)[2]\np[1] = NULL\n" },
	{ "k = (size_t) 5\nput_bytes(NULL, k)\nh = (uint8_t) 0x1F\nf = (float) 2\nc = (char) 'a'\n",
	  "k = (size_t) 5\nput_bytes(NULL, k)\nh = (uint8_t) 0x1F\nf = (float) 2.0\nc = (char) 'a'\n" },
	{ "p = (struct point *) NULL\np2 = (void *) p\nq = (struct base *) p2\nb = (const char *) \"x\"\n", NULL },
	{ "a = new struct point {.x = 1}\nb = point_add(*a, a)\nc = point_add({.x = 1, .y = 2}, {.x = 3})\nx = c.x\n",
	  NULL },
	{ "d = new struct derived\nderived_init(d)\ni = base_id(d)\ni2 = base_id(&d.base)\nanything(d.name)\n", NULL },
	{ "r = half(3, 0.25)\nr2 = half(HALF, 1e300)\nr3 = half(inf, -inf)\nr4 = half(nan, -0.0)\nr5 = half(FINISH, 0x1p4)\n",
	  "r = half(3.0, 0.25)\nr2 = half(HALF, 1e+300)\nr3 = half(inf, -inf)\nr4 = half(nan, -0.0)\nr5 = half(FINISH, 16.0)\n" },
	{ "put_color(GREEN, true)\nput_color(-1, 0)\nput_color('a', GREEN)\n",
	  "put_color(GREEN, true)\nput_color(-1, false)\nput_color('a', GREEN)\n" },
	{ "t = tiny(-128, 255)\nt2 = tiny('\\xff', '\\xff')\nl = letter('\\'')\nl2 = letter('\\n')\nl3 = letter('\"')\n",
	  NULL },
	{ "w = wide(18446744073709551615, -9223372036854775808)\nw2 = wide(0xFFFFFFFFFFFFFFFF, -0x1)\nw3 = wide('\\xff', 1)\n",
	  NULL },
	{ "names([\"a\", \"b\", NULL], 2)\nnames(NULL, 0)\nsort([1, 2], 2, callback(0, 1, -1))\nsort([], 0, NULL)\n",
	  NULL },
	{ "o = opaque_new()\nopaque_each(o, callback(0, 0, 1), NULL)\nopaque_each(o, callback(), o)\non_done(callback())\n",
	  NULL },
	{ "log_line(\"%d %s\", 3, \"x\")\nlog_line(GREETING)\nlog_line(\"%f\", 1.5, -1, NULL)\n", NULL },
	{ "save(stream(\"contents\"), path(\"x\"), descriptor(\"x\"))\nsave(stream(), path(), 3)\nsave(stream(7), path(), 3)\n",
	  NULL },
	{ "anything(&verbosity)\nanything(NOBODY)\nanything(GREETING)\nanything(bytes \"\\x00\\x01\")\n", NULL },
	{ "put_bytes(bytes noise(20000, 300, 4, 7), 20000)\nput_bytes(bytes noise(150, 150, 256, 0), 3)\n", NULL },
	{ "fail_alloc(2)\nr = SQUARE(3)\n", NULL },
	{ "log_line(\"a\" \"b\\tc\\\"\\\\\" \"\\x41\\101\\0\", 1u, 2UL)\n",
	  "log_line(\"ab\\tc\\\"\\\\AA\\x00\", 1, 2)\n" },
	{ "log_line(\"na\xC3\xAFve \\xff \\xc2\\x80\")\n", NULL },
	{ "bytes = (int) 1\npath = (int) 2\nr = SQUARE(bytes)\nr2 = SQUARE(path)\n", NULL },
};

static void test_text__round_trip(void **state)
{
	struct hr_model *model = read_unit(*state);
	struct hr_strbuf once = HR_STRBUF_INIT, twice = HR_STRBUF_INIT;
	int problems = 0;

	for (size_t i = 0; i < COUNT(good); i++) {
		struct hr_sequence *first = read_sequence(model, good[i].text);

		hr_strbuf_clear(&once);
		hr_strbuf_clear(&twice);
		if (!first) {
			problems++;
			continue;
		}
		hr_sequence_write(&once, first);
		expect_text(&problems, good[i].text, good[i].written ? good[i].written : good[i].text, once.data);
		struct hr_sequence *second = read_sequence(model, once.data);
		if (second)
			hr_sequence_write(&twice, second);
		expect_text(&problems, "again", once.data, twice.data);
		hr_sequence_free(first);
		hr_sequence_free(second);
	}
	hr_strbuf_release(&once);
	hr_strbuf_release(&twice);
	hr_model_free(model);
	assert_int_equal(problems, 0);
}

/* &b[3] of three bytes is their end, however many they become; &b[2] is a place. */
static void test_text__ends_stay_ends(void **state)
{
	static const char calls[] =
		"b = (const unsigned char *) bytes \"abc\"\nput_bytes(&b[3], 0)\nput_bytes(&b[2], 1)\n"
		"n = new unsigned char[4]\nput_bytes(&n[4], 0)\n";
	struct hr_model *model = read_unit(*state);
	struct hr_sequence *sequence = read_sequence(model, calls);
	struct hr_strbuf text = HR_STRBUF_INIT;

	hr_sequence_write(&text, sequence);
	assert_string_equal(text.data, calls);
	assert_true(sequence->statements.data[1].operands[0].access->is_end);
	assert_false(sequence->statements.data[2].operands[0].access->is_end);
	assert_true(sequence->statements.data[4].operands[0].access->is_end);
	sequence->statements.data[0].operands[0].length = 1;
	hr_strbuf_clear(&text);
	hr_sequence_write(&text, sequence);
	assert_non_null(strstr(text.data, "put_bytes(&b[1], 0)"));
	assert_non_null(strstr(text.data, "put_bytes(&b[2], 1)"));
	hr_strbuf_release(&text);
	hr_sequence_free(sequence);
	hr_model_free(model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_text__round_trip),
		IN_SCRATCH(test_text__ends_stay_ends),
	};

	return cmocka_run_group_tests_name("text", tests, NULL, NULL);
}
