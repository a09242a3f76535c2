/* Tests that go on when something does not hold, and tell all that did not: how we find out what assertions are good for. Not for users.
 *
 * Mutants are there until the focus is over, and no longer: a look is worth what it notices of the focus, not that its own code can break. */
#include "suite/framework.h"

static const char recorder[] =
	"#include <fcntl.h>\n"
	"#include <signal.h>\n"
	"#include <stdio.h>\n"
	"#include <stdlib.h>\n"
	"#include <string.h>\n"
	"#include <unistd.h>\n"
	"\n"
	"struct \001test {\n"
	"\tconst char *name;\n"
	"\tvoid (*run)(void);\n"
	"};\n"
	"\n"
	"int __harrier_mutants_rest; /* 1: what is called from here on is not what is tested (build/mutants.h) */\n"
	"\n"
	"static volatile int \001record_line; /* of the check that is being evaluated; 0: none is */\n"
	"static char \001record_path[4200];\n"
	"static char \001record_head[600];\n"
	"\n"
	"static void \001record(int line)\n"
	"{\n"
	"\tchar text[700];\n"
	"\tint length = snprintf(text, sizeof text, \"%s%d\\n\", \001record_head, line);\n"
	"\tint file = open(\001record_path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);\n"
	"\tif (file >= 0)\n"
	"\t\t(void)!write(file, text, (size_t)length);\n"
	"\tclose(file);\n"
	"}\n"
	"\n"
	"static inline void \001record_end(int holds)\n"
	"{\n"
	"\tint line = \001record_line;\n"
	"\t\001record_line = 0;\n"
	"\tif (!holds)\n"
	"\t\t\001record(line);\n"
	"}\n"
	"\n"
	"#define RECORD_CHECK(condition) (\001record_line = __LINE__, \001record_end((condition) ? 1 : 0))\n"
	"\n"
	"/* A check that crashes does not hold; without it there would be no crash. */\n"
	"static void \001record_crash(int number)\n"
	"{\n"
	"\t(void)number;\n"
	"\tif (!\001record_line)\n"
	"\t\t_exit(99);\n"
	"\t\001record(\001record_line);\n"
	"\t_exit(0);\n"
	"}\n"
	"\n"
	"static inline int \001record_tests(const struct \001test *tests, size_t count, int argc, char **argv)\n"
	"{\n"
	"\tstatic const int signals[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGPROF };\n"
	"\tconst char *results = getenv(\"HARRIER_MUTANT_RESULTS\"), *id = getenv(\"HARRIER_MUTANT\");\n"
	"\tconst char *parent = getenv(\"TMPDIR\");\n"
	"\tchar directory[4096];\n"
	"\tfor (size_t i = 0; i < sizeof signals / sizeof *signals; i++)\n"
	"\t\tsignal(signals[i], \001record_crash);\n"
	"\tsnprintf(directory, sizeof directory, \"%s/test-XXXXXX\", parent ? parent : \"/tmp\");\n"
	"\tif (argc < 2 || !results || !mkdtemp(directory) || chdir(directory) != 0 ||\n"
	"\t    setenv(\"TMPDIR\", directory, 1) != 0 || !freopen(\"/dev/null\", \"r\", stdin))\n"
	"\t\treturn 1;\n"
	"\tsnprintf(\001record_path, sizeof \001record_path, \"%s.failed\", results);\n"
	"\tsnprintf(\001record_head, sizeof \001record_head, \"%s %s \", id ? id : \"0\", argv[1]);\n"
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

static void write_finish(struct hr_strbuf *out, const char *unit, const struct hr_test_entry *entries, size_t count)
{
	(void)unit;
	hr_strbuf_addstr(out, "static const struct \001test \001tests[] = {\n");
	for (size_t i = 0; i < count; i++)
		hr_strbuf_addf(out, "\t{ \"%s\", %s },\n", entries[i].name, entries[i].function);
	hr_strbuf_addstr(
		out, "};\n\nint main(int argc, char **argv)\n{\n"
		     "\treturn \001record_tests(\001tests, sizeof \001tests / sizeof *\001tests, argc, argv);\n}\n");
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
	.behind_focus = "__harrier_mutants_rest = 1;",
	.check = write_check,
	.open = write_open,
	.close = hr_framework_close,
	.finish = write_finish,
};
