/* Compile databases, good and bad. Every test has a temporary directory of its own. */
#include "frontend/compdb.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/text.h"
#include "scratch.h"
#include "words.h"

#define COUNT(table) (sizeof(table) / sizeof *(table))

/* Parses `text` as if it stood in `directory`. */
static int parse(struct hr_compdb *out, const char *text, const char *directory, struct hr_error *error)
{
	return hr_compdb_parse(out, text, strlen(text), "db.json", directory, error);
}

static void test_compdb__entries(void **state)
{
	/* $ stands for the scratch directory in what is expected */
	static const struct {
		const char *entry, *file, *directory, *flags;
	} cases[] = {
		{ "{\"directory\": \".\", \"file\": \"a.c\", \"arguments\": [\"cc\", \"-DA\", \"-Iinc\", \"a.c\"]}",
		  "/a.c", "", "-DA|-I$/inc" },
		{ "{\"directory\": \"sub\", \"file\": \"../a.c\", \"command\": \"cc -DA='b c' -I.. ../a.c\"}", "/a.c",
		  "/sub", "-DA=b c|-I$" },
		{ "{\"file\": \"sub/b.c\", \"command\": \"gcc -c sub/b.c\"}", "/sub/b.c", "", "" },
		{ "{\"file\": \"a.c\", \"arguments\": []}", "/a.c", "", "" },
		{ "{\"file\": \"a.c\", \"command\": \"ccache gcc -std=c99 -c a.c\", \"output\": 7}", "/a.c", "",
		  "-std=c99" },
		{ "{\"file\": \"text\", \"arguments\": [\"cc\", \"-x\", \"c\", \"text\"]}", "/text", "", "-x|c" },
		{ "{\"file\": \"a.c\", \"arguments\": [\"cc\", \"-DARGUMENTS\"], \"command\": \"cc -DCOMMAND\"}",
		  "/a.c", "", "-DARGUMENTS" },
	};
	const char *directory = *state;

	write_scratch(directory, "a.c", "");
	write_scratch(directory, "text", "");
	write_scratch(directory, "sub/b.c", "");
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct hr_compdb compdb = HR_COMPDB_INIT;
		struct hr_error error = HR_ERROR_INIT;
		struct hr_strbuf expected = HR_STRBUF_INIT;
		const char *text = hr_arena_printf(&compdb.arena, "[%s]", cases[i].entry);

		for (const char *at = cases[i].flags; *at != '\0'; at++) {
			if (*at == '$')
				hr_strbuf_addstr(&expected, directory);
			else
				hr_strbuf_addch(&expected, *at);
		}
		assert_int_equal(parse(&compdb, text, directory, &error), 0);
		assert_int_equal(compdb.commands.count, 1);
		assert_string_equal(compdb.commands.data[0].file + strlen(directory), cases[i].file);
		assert_string_equal(compdb.commands.data[0].directory + strlen(directory), cases[i].directory);
		assert_string_equal(join_words(&compdb.commands.data[0].flags, &compdb.arena), expected.data);
		hr_strbuf_release(&expected);
		hr_compdb_release(&compdb);
	}
}

static void test_compdb__malformed(void **state)
{
	static const struct {
		const char *text, *message;
	} cases[] = {
		{ "{}", "db.json:1:1: not a list of compile commands" },
		{ "\"cc -c a.c\"", "db.json:1:1: not a list of compile commands" },
		{ "[\n 7]", "db.json:2:2: a compile command is not an object" },
		{ "[{}]", "db.json:1:2: a compile command has no \"file\"" },
		{ "[{\"file\": 7}]", "db.json:1:2: a compile command has no \"file\"" },
		{ "[{\"file\": \"\"}]", "db.json:1:2: a compile command has no \"file\"" },
		{ "[{\"file\": \"a.c\"}]", "db.json:1:2: a compile command has neither \"arguments\" nor \"command\"" },
		{ "[{\"file\": \"a.c\", \"command\": []}]", "db.json:1:29: \"command\" is not a string" },
		{ "[{\"file\": \"a.c\", \"command\": \"cc 'a\"}]", "db.json:1:29: \"command\" ends inside quotes" },
		{ "[{\"file\": \"a.c\", \"arguments\": \"cc\"}]", "db.json:1:31: \"arguments\" is not a list" },
		{ "[{\"file\": \"a.c\", \"arguments\": [\"cc\", null]}]",
		  "db.json:1:38: \"arguments\" holds something other than a string" },
		{ "[{\"file\": \"a.c\", \"directory\": 1, \"command\": \"\"}]",
		  "db.json:1:31: \"directory\" is not a string" },
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct hr_compdb compdb = HR_COMPDB_INIT;
		struct hr_error error = HR_ERROR_INIT;

		assert_int_equal(parse(&compdb, cases[i].text, *state, &error), -1);
		assert_int_equal(error.kind, HR_ERROR_INPUT);
		assert_string_equal(error.message.data, cases[i].message);
		hr_error_release(&error);
		hr_compdb_release(&compdb);
	}
}

static void test_compdb__not_json(void **state)
{
	static const char *const texts[] = { "",      "[",       "[{]",          "[{\"file\": \"a.c\", }]",
					     "[] []", "\177ELF", "[\"\\u0000\"]" };

	for (size_t i = 0; i < COUNT(texts); i++) {
		struct hr_compdb compdb = HR_COMPDB_INIT;
		struct hr_error error = HR_ERROR_INIT;

		assert_int_equal(parse(&compdb, texts[i], *state, &error), -1);
		assert_int_equal(error.kind, HR_ERROR_INPUT);
		assert_true(hr_text_starts_with(error.message.data, "db.json:1:"));
		hr_error_release(&error);
		hr_compdb_release(&compdb);
	}
}

static void test_compdb__which_entries_count(void **state)
{
	static const char text[] = "["
				   "{\"file\": \"a.c\", \"arguments\": [\"cc\", \"-DFIRST\"]},"
				   "{\"file\": \"./a.c\", \"arguments\": [\"cc\", \"-DSECOND\"]},"
				   "{\"file\": \"b.cc\", \"arguments\": [\"g++\"]},"
				   "{\"file\": \"c.S\", \"arguments\": [\"cc\"]},"
				   "{\"file\": \"a.h\", \"arguments\": [\"cc\"]},"
				   "{\"file\": \"d.c\", \"arguments\": [\"g++\"]},"
				   "{\"file\": \"d.c\", \"arguments\": [\"cc\", \"-x\", \"c++\"]},"
				   "{\"file\": \"gone.c\", \"arguments\": [\"cc\"]},"
				   "{\"file\": \"gone.c\", \"arguments\": [\"cc\"]},"
				   "{\"file\": \"d.c\", \"arguments\": [\"cc\", \"-DD\"]}"
				   "]";
	const char *directory = *state;
	struct hr_compdb compdb = HR_COMPDB_INIT;
	struct hr_error error = HR_ERROR_INIT;

	write_scratch(directory, "a.c", "");
	write_scratch(directory, "a.h", "");
	write_scratch(directory, "b.cc", "");
	write_scratch(directory, "c.S", "");
	write_scratch(directory, "d.c", "");
	assert_int_equal(parse(&compdb, text, directory, &error), 0);
	assert_int_equal(compdb.commands.count, 2);
	assert_string_equal(compdb.commands.data[0].flags.data[0], "-DFIRST");
	assert_string_equal(compdb.commands.data[1].flags.data[0], "-DD");
	assert_int_equal(compdb.absent.count, 1);
	assert_string_equal(hr_path_name(compdb.absent.data[0]), "gone.c");
	hr_compdb_release(&compdb);
	assert_int_equal(compdb.commands.count, 0);
}

/* Reads the scratch directory's database; the error's message without the directory's name must be the expected one. */
static void check_read_failure(const char *directory, const char *name, const char *expected, const char *detail)
{
	struct hr_compdb compdb = HR_COMPDB_INIT;
	struct hr_error error = HR_ERROR_INIT;
	char *path = hr_path_join(directory, name);
	const char *message = hr_arena_printf(&compdb.arena, expected, directory);

	assert_int_equal(hr_compdb_read(&compdb, path, &error), -1);
	assert_int_equal(error.kind, HR_ERROR_INPUT);
	assert_string_equal(error.message.data, message);
	assert_non_null(strstr(error.details.data, detail));
	hr_error_release(&error);
	hr_compdb_release(&compdb);
	free(path);
}

static void test_compdb__read_failures(void **state)
{
	const char *directory = *state;

	check_read_failure(directory, "", "no compile_commands.json in '%s/'", "");
	check_read_failure(directory, "none.json", "no such compile database: '%s/none.json'", "");
	write_scratch(directory, "bad.json", "no json");
	write_scratch(directory, "empty.json", "[]");
	write_scratch(directory, "cxx.json", "[{\"file\": \"a.cpp\", \"command\": \"g++ a.cpp\"}]");
	write_scratch(directory, "one.json", "[{\"file\": \"a.c\", \"command\": \"cc a.c\"}]");
	write_scratch(directory, "two.json",
		      "[{\"file\": \"a.c\", \"command\": \"cc a.c\"}, {\"file\": \"b.c\", \"command\": \"cc b.c\"}]");
	check_read_failure(directory, "empty.json", "no C source in compile database '%s/empty.json'", "");
	check_read_failure(directory, "cxx.json", "no C source in compile database '%s/cxx.json'", "");
	check_read_failure(directory, "one.json", "the only source in compile database '%s/one.json' does not exist",
			   "/a.c'\n");
	check_read_failure(directory, "two.json", "none of the 2 sources in compile database '%s/two.json' exists",
			   "/b.c'\n");
}

static void test_compdb__read_directory_with_link_flags(void **state)
{
	const char *directory = *state;
	struct hr_compdb compdb = HR_COMPDB_INIT;
	struct hr_error error = HR_ERROR_INIT;

	write_scratch(directory, "a.c", "");
	write_scratch(directory, "compile_commands.json", "[{\"file\": \"a.c\", \"command\": \"cc a.c\"}]");
	write_scratch(directory, "harrier-link.json",
		      "{\"schema\": \"harrier-link/1\", \"flags\": [\"-L/x\", \"-lm\"]}");
	assert_int_equal(hr_compdb_read(&compdb, directory, &error), 0);
	assert_int_equal(compdb.commands.count, 1);
	assert_string_equal(join_words(&compdb.link_flags, &compdb.arena), "-L/x|-lm");
	hr_compdb_release(&compdb);
}

static void test_compdb__bad_link_file(void **state)
{
	static const char *const texts[] = {
		"",
		"[]",
		"{\"schema\": \"harrier-link/2\", \"flags\": []}",
		"{\"schema\": \"harrier-link/1\"}",
		"{\"schema\": \"harrier-link/1\", \"flags\": [1]}",
	};
	const char *directory = *state;

	write_scratch(directory, "a.c", "");
	write_scratch(directory, "compile_commands.json", "[{\"file\": \"a.c\", \"command\": \"cc a.c\"}]");
	for (size_t i = 0; i < COUNT(texts); i++) {
		struct hr_compdb compdb = HR_COMPDB_INIT;
		struct hr_error error = HR_ERROR_INIT;

		write_scratch(directory, "harrier-link.json", texts[i]);
		assert_int_equal(hr_compdb_read(&compdb, directory, &error), -1);
		assert_int_equal(error.kind, HR_ERROR_INPUT);
		assert_non_null(strstr(error.message.data, "/harrier-link.json:1:"));
		hr_error_release(&error);
		hr_compdb_release(&compdb);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_compdb__entries),       IN_SCRATCH(test_compdb__malformed),
		IN_SCRATCH(test_compdb__not_json),      IN_SCRATCH(test_compdb__which_entries_count),
		IN_SCRATCH(test_compdb__read_failures), IN_SCRATCH(test_compdb__read_directory_with_link_flags),
		IN_SCRATCH(test_compdb__bad_link_file),
	};

	return cmocka_run_group_tests_name("compdb", tests, NULL, NULL);
}
