/* SHA-256 against the vectors of its standard. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/hash.h"

#include <string.h>

static void expect(const char *bytes, size_t length, size_t step, const char *digest)
{
	struct hr_hash hash;
	char text[HR_HASH_TEXT];

	hr_hash_init(&hash);
	for (size_t at = 0; at < length; at += step)
		hr_hash_add(&hash, bytes + at, length - at < step ? length - at : step);
	hr_hash_text(&hash, text);
	assert_string_equal(text, digest);
}

static void test_hash__vectors(void **state)
{
	static const struct {
		const char *text, *digest;
	} cases[] = {
		{ "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" },
		{ "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" },
		{ "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
		  "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1" },
		{ "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrst"
		  "nopqrstu",
		  "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1" },
	};
	(void)state;

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		for (size_t step = 1; step < 130; step += 9)
			expect(cases[i].text, strlen(cases[i].text), step, cases[i].digest);
}

static void test_hash__million(void **state)
{
	static char bytes[1000000];
	(void)state;

	memset(bytes, 'a', sizeof bytes);
	expect(bytes, sizeof bytes, sizeof bytes, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
	expect(bytes, sizeof bytes, 77, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

static void test_hash__words_keep_apart(void **state)
{
	struct hr_hash one, two;
	char a[HR_HASH_TEXT], b[HR_HASH_TEXT];
	(void)state;

	hr_hash_init(&one);
	hr_hash_addstr(&one, "ab");
	hr_hash_addstr(&one, "c");
	hr_hash_text(&one, a);
	hr_hash_init(&two);
	hr_hash_addstr(&two, "a");
	hr_hash_addstr(&two, "bc");
	hr_hash_text(&two, b);
	assert_string_not_equal(a, b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_hash__vectors),
		cmocka_unit_test(test_hash__million),
		cmocka_unit_test(test_hash__words_keep_apart),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
