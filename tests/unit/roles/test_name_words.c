/* The words in C names. */
#include "roles/name_words.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#define COUNT(table) (sizeof(table) / sizeof *(table))

static void test_name_words__split(void **state)
{
	static const struct {
		const char *name, *words; /* spaces between */
	} cases[] = {
		{ "", "" },
		{ "_", "" },
		{ "a", "a" },
		{ "dest_size", "dest size" },
		{ "destSize", "dest size" },
		{ "DestSize", "dest size" },
		{ "DEST_SIZE", "dest size" },
		{ "__dest__size__", "dest size" },
		{ "AddItemToArray", "add item to array" },
		{ "nByte", "n byte" },
		{ "XMLNode", "xml node" },
		{ "parseXML", "parse xml" },
		{ "getURLFor", "get url for" },
		{ "file_open64", "file open" },
		{ "utf8_decode", "utf decode" },
		{ "u8", "u" },
		{ "x2y", "x2y" },
		{ "sha256Init", "sha init" },
		{ "2d", "2d" },
		{ "item_2", "item 2" },
		{ "struct point", "struct point" },
		{ "a_b_c_d_e_f_g_h_i_j_k_l_m_n", "a b c d e f g h i j k l" },
		{ "abcdefghijklmnopqrstuvwxyzabcdefghijklmnop_end", "abcdefghijklmnopqrstuvwxyzabcde end" },
		{ "gr\xc3\xb6sse", "gr sse" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct hr_name_words words;
		char joined[HR_NAME_WORDS * (HR_NAME_WORD_LENGTH + 1) + 1] = "";

		hr_name_split(&words, cases[i].name);
		for (size_t k = 0; k < words.count; k++) {
			strcat(joined, k > 0 ? " " : "");
			strcat(joined, words.words[k]);
		}
		assert_string_equal(joined, cases[i].words);
	}
}

static void test_name_words__find(void **state)
{
	static const char *const list[] = { "open", "len", "n", "size", NULL };
	static const struct {
		const char *name;
		bool exactly, loosely;
		size_t at; /* HR_NAME_WORDS: nowhere */
	} cases[] = {
		{ "file_open", true, true, 1 },
		{ "OpenFile", true, true, 0 },
		{ "fopen", false, true, HR_NAME_WORDS },
		{ "gzopen64", false, true, HR_NAME_WORDS },
		{ "openssl", false, false, HR_NAME_WORDS },
		{ "superopen", false, false, HR_NAME_WORDS }, /* the prefix is too long */
		{ "buflen", false, true, HR_NAME_WORDS },
		{ "chunksize", false, true, HR_NAME_WORDS },
		{ "resize", false, false, HR_NAME_WORDS }, /* a word of its own */
		{ "n", true, true, 0 },
		{ "in", false, false, HR_NAME_WORDS }, /* "n" is too short to be an ending */
		{ "open_len", true, true, 0 },
		{ "", false, false, HR_NAME_WORDS },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct hr_name_words words;

		hr_name_split(&words, cases[i].name);
		assert_int_equal(hr_name_has(&words, list), cases[i].exactly);
		assert_int_equal(hr_name_has_loosely(&words, list), cases[i].loosely);
		assert_int_equal(hr_name_find(&words, list), cases[i].at);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_name_words__split),
		cmocka_unit_test(test_name_words__find),
	};

	return cmocka_run_group_tests_name("name_words", tests, NULL, NULL);
}
