/* Tests as a C file. */
#include "suite/test_file.h"

#include "base/memory.h"
#include "suite/c_text.h"
#include "suite/values_used.h"

#include <string.h>

static void write_check(struct hr_strbuf *out, const struct hr_sequence *sequence, const struct hr_assertion *check,
			unsigned *needs)
{
	const char *name = hr_c_name(sequence, check->value);
	const struct hr_type *type = hr_model_type(sequence->model, sequence->values.data[check->value].type);
	switch (check->kind) {
	case HR_ASSERT_NUMBER:
		hr_strbuf_addf(out, "\tassert(%s == ", name);
		hr_c_number(out, check->number, type && type->kind == HR_TYPE_INT && !type->is_signed);
		hr_strbuf_addstr(out, ");\n");
		break;
	case HR_ASSERT_REAL:
		hr_strbuf_addf(out, "\tassert(%s == ", name);
		hr_c_real(out, check->real, needs);
		hr_strbuf_addstr(out, ");\n");
		break;
	case HR_ASSERT_NULL:
		hr_strbuf_addf(out, "\tassert(%s == NULL);\n", name);
		break;
	case HR_ASSERT_NOT_NULL:
		hr_strbuf_addf(out, "\tassert(%s != NULL);\n", name);
		break;
	case HR_ASSERT_TEXT:
		hr_strbuf_addf(out, "\tassert(strcmp(%s, ", name);
		hr_c_string(out, check->text, check->length);
		hr_strbuf_addstr(out, ") == 0);\n");
		break;
	}
}

static int write_test(struct hr_strbuf *functions, struct hr_strbuf *out, unsigned *needs, unsigned *callbacks,
		      const struct hr_test *test, struct hr_error *error)
{
	const struct hr_sequence *sequence = test->sequence;
	bool *used = hr_values_used(sequence);
	for (size_t i = 0; i < test->checks.count; i++)
		used[test->checks.data[i].value] = true;
	struct hr_c_text text = { .sequence = sequence,
				  .functions = HR_STRBUF_INIT,
				  .body = HR_STRBUF_INIT,
				  .callbacks = *callbacks,
				  .is_used = used };
	int status = 0;
	for (size_t i = 0; i < sequence->statements.count && !status; i++) {
		status = hr_c_statement(&text, i, error);
		for (size_t k = 0; k < test->checks.count && !status; k++)
			if (sequence->values.data[test->checks.data[k].value].statement == i)
				write_check(&text.body, sequence, &test->checks.data[k], &text.needs);
	}
	if (!status) {
		hr_strbuf_addstr(functions, text.functions.data);
		hr_strbuf_addf(out, "static void %s(void)\n{\n%s}\n\n", test->name, text.body.data);
	}
	*needs |= text.needs;
	*callbacks = text.callbacks;
	hr_strbuf_release(&text.functions);
	hr_strbuf_release(&text.body);
	free(used);
	return status;
}

/* Runs all tests, or the one whose name is given. */
static void write_main(struct hr_strbuf *out, const struct hr_test *tests, size_t count)
{
	hr_strbuf_addstr(out, "static const struct {\n\tconst char *name;\n\tvoid (*run)(void);\n} tests[] = {\n");
	for (size_t i = 0; i < count; i++)
		hr_strbuf_addf(out, "\t{ \"%s\", %s },\n", tests[i].name, tests[i].name);
	hr_strbuf_addstr(
		out,
		"};\n\n"
		"static int remove_file(const char *path, const struct stat *info, int kind, struct FTW *place)\n"
		"{\n"
		"\t(void)info;\n"
		"\t(void)kind;\n"
		"\t(void)place;\n"
		"\tremove(path);\n"
		"\treturn 0;\n"
		"}\n\n"
		"/* Each test has a process and a directory of its own: what one leaves behind is no business of the\n"
		" * next. Where no directory can be made, because somebody allows no writing, TMPDIR itself will do if\n"
		" * that is where we are. */\n"
		"static int passes(void (*run)(void))\n"
		"{\n"
		"\tconst char *parent = getenv(\"TMPDIR\");\n"
		"\tchar directory[4096];\n"
		"\tstruct stat here, there;\n"
		"\tint status = 1;\n"
		"\tsnprintf(directory, sizeof directory, \"%s/test-XXXXXX\", parent && *parent ? parent : \"/tmp\");\n"
		"\tint is_made = mkdtemp(directory) != NULL;\n"
		"\tif (!is_made && (stat(\".\", &here) != 0 || stat(parent ? parent : \"\", &there) != 0 ||\n"
		"\t\t\t here.st_dev != there.st_dev || here.st_ino != there.st_ino))\n"
		"\t\treturn 0;\n"
		"\tif (!is_made)\n"
		"\t\tstrcpy(directory, \".\");\n"
		"\tfflush(NULL);\n"
		"\tpid_t child = fork();\n"
		"\tif (child == 0) {\n"
		"\t\tif (chdir(directory) != 0 || (is_made && setenv(\"TMPDIR\", directory, 1) != 0) ||\n"
		"\t\t    !freopen(\"/dev/null\", \"r\", stdin))\n"
		"\t\t\t_exit(1);\n"
		"\t\trun();\n"
		"\t\texit(0);\n"
		"\t}\n"
		"\tint passed = child > 0 && waitpid(child, &status, 0) == child && status == 0;\n"
		"\tif (is_made)\n"
		"\t\tnftw(directory, remove_file, 16, FTW_DEPTH | FTW_PHYS);\n"
		"\treturn passed;\n"
		"}\n\n"
		"int main(int argc, char **argv)\n"
		"{\n"
		"\tunsigned passed = 0;\n"
		"\tunsigned failed = 0;\n"
		"\tsize_t i;\n"
		"\tfor (i = 0; i < sizeof tests / sizeof *tests; i++) {\n"
		"\t\tif (argc > 1 && strcmp(argv[1], tests[i].name) != 0)\n"
		"\t\t\tcontinue;\n"
		"\t\tif (passes(tests[i].run)) {\n"
		"\t\t\tpassed++;\n"
		"\t\t} else {\n"
		"\t\t\tprintf(\"%s failed\\n\", tests[i].name);\n"
		"\t\t\tfailed++;\n"
		"\t\t}\n"
		"\t}\n"
		"\tprintf(\"%u passed, %u failed\\n\", passed, failed);\n"
		"\treturn failed || !passed;\n"
		"}\n");
}

int hr_suite_test_file(struct hr_strbuf *out, const struct hr_test *tests, size_t count, struct hr_error *error)
{
	struct hr_strbuf functions = HR_STRBUF_INIT;
	struct hr_strbuf bodies = HR_STRBUF_INIT;
	unsigned needs = 0;
	unsigned callbacks = 0;
	int status = 0;
	for (size_t i = 0; i < count && !status; i++)
		status = write_test(&functions, &bodies, &needs, &callbacks, &tests[i], error);
	if (!status && count) {
		hr_strbuf_addstr(out, "/* What the library does now, written down by harrier. */\n#undef NDEBUG\n"
				      "#ifndef _GNU_SOURCE\n#define _GNU_SOURCE\n#endif\n");
		hr_c_includes(
			out, tests[0].sequence->model, needs,
			"#include <assert.h>\n#include <ftw.h>\n#include <sys/stat.h>\n#include <sys/wait.h>\n#include <unistd.h>\n");
		hr_c_checks(out, tests[0].sequence->model, bodies.data);
		hr_c_helpers(out, needs);
		hr_strbuf_addstr(out, functions.data);
		hr_strbuf_addstr(out, bodies.data);
		write_main(out, tests, count);
	}
	hr_strbuf_release(&functions);
	hr_strbuf_release(&bodies);
	return status;
}
