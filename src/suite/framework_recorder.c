/* Tests that go on when something does not hold, and tell all that did not: how we find out what assertions are good for. Not for users. */
#include "suite/framework.h"

static const char recorder[] =
	"#include <fcntl.h>\n"
	"#include <signal.h>\n"
	"#include <stdio.h>\n"
	"#include <stdlib.h>\n"
	"#include <string.h>\n"
	"#include <unistd.h>\n"
	"\n"
	"struct test {\n"
	"\tconst char *name;\n"
	"\tvoid (*run)(void);\n"
	"};\n"
	"\n"
	"static volatile int record_line; /* of the check that is being evaluated; 0: none is */\n"
	"static char record_path[4200];\n"
	"static char record_head[600];\n"
	"\n"
	"static void record(int line)\n"
	"{\n"
	"\tchar text[700];\n"
	"\tint length = snprintf(text, sizeof text, \"%s%d\\n\", record_head, line);\n"
	"\tint file = open(record_path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);\n"
	"\tif (file >= 0)\n"
	"\t\t(void)!write(file, text, (size_t)length);\n"
	"\tclose(file);\n"
	"}\n"
	"\n"
	"static inline void record_end(int holds)\n"
	"{\n"
	"\tint line = record_line;\n"
	"\trecord_line = 0;\n"
	"\tif (!holds)\n"
	"\t\trecord(line);\n"
	"}\n"
	"\n"
	"#define CHECK(condition) (record_line = __LINE__, record_end((condition) ? 1 : 0))\n"
	"\n"
	"/* A check that crashes does not hold; without it there would be no crash. */\n"
	"static void record_crash(int number)\n"
	"{\n"
	"\t(void)number;\n"
	"\tif (!record_line)\n"
	"\t\t_exit(99);\n"
	"\trecord(record_line);\n"
	"\t_exit(0);\n"
	"}\n"
	"\n"
	"static inline int record_tests(const struct test *tests, size_t count, int argc, char **argv)\n"
	"{\n"
	"\tstatic const int signals[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGPROF };\n"
	"\tconst char *results = getenv(\"HARRIER_MUTANT_RESULTS\"), *id = getenv(\"HARRIER_MUTANT\");\n"
	"\tconst char *parent = getenv(\"TMPDIR\");\n"
	"\tchar directory[4096];\n"
	"\tfor (size_t i = 0; i < sizeof signals / sizeof *signals; i++)\n"
	"\t\tsignal(signals[i], record_crash);\n"
	"\tsnprintf(directory, sizeof directory, \"%s/test-XXXXXX\", parent ? parent : \"/tmp\");\n"
	"\tif (argc < 2 || !results || !mkdtemp(directory) || chdir(directory) != 0 ||\n"
	"\t    setenv(\"TMPDIR\", directory, 1) != 0 || !freopen(\"/dev/null\", \"r\", stdin))\n"
	"\t\treturn 1;\n"
	"\tsnprintf(record_path, sizeof record_path, \"%s.failed\", results);\n"
	"\tsnprintf(record_head, sizeof record_head, \"%s %s \", id ? id : \"0\", argv[1]);\n"
	"\tfor (size_t i = 0; i < count; i++)\n"
	"\t\tif (strcmp(tests[i].name, argv[1]) == 0)\n"
	"\t\t\ttests[i].run();\n"
	"\treturn 0;\n"
	"}\n";

static void write_check(struct hr_strbuf *out, const struct hr_check_text *check)
{
	hr_strbuf_addstr(out, "\t" HR_RECORDER_CHECK);
	hr_framework_condition(out, check);
	hr_strbuf_addstr(out, ");\n");
}

static void write_open(struct hr_strbuf *out, const char *unit, const struct hr_test_entry *entry)
{
	(void)unit;
	hr_strbuf_addf(out, HR_RECORDER_OPEN "%s(void)\n{\n", entry->function);
}

static void write_close(struct hr_strbuf *out, const char *unit, const struct hr_test_entry *entry)
{
	(void)unit;
	(void)entry;
	hr_strbuf_addstr(out, "}\n\n");
}

static void write_finish(struct hr_strbuf *out, const char *unit, const struct hr_test_entry *entries, size_t count)
{
	(void)unit;
	hr_strbuf_addstr(out, "static const struct test tests[] = {\n");
	for (size_t i = 0; i < count; i++)
		hr_strbuf_addf(out, "\t{ \"%s\", %s },\n", entries[i].name, entries[i].function);
	hr_strbuf_addstr(out, "};\n\nint main(int argc, char **argv)\n{\n"
			      "\treturn record_tests(tests, sizeof tests / sizeof *tests, argc, argv);\n}\n");
}

const struct hr_framework hr_framework_recorder = {
	.name = "recorder",
	.includes = "#include \"recorder.h\"\n",
	.shared_name = "recorder.h",
	.shared_text = recorder,
	.makefile = "",
	.compile = "",
	.link = "",
	.objects = "",
	.isolates = true,
	.check = write_check,
	.open = write_open,
	.close = write_close,
	.finish = write_finish,
};
