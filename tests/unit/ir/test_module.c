/* Modules of bitcode: symbols and renaming. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/process.h"
#include "ir/ir.h"

#include <string.h>

struct files {
	char *directory, *source, *bitcode, *changed, *text;
	struct hr_error error;
};

static int make_files(void **state)
{
	struct files *files = calloc(1, sizeof *files);

	if (!files || hr_directory_temporary(&files->directory, &files->error) != 0)
		return -1;
	files->error = (struct hr_error)HR_ERROR_INIT;
	files->source = hr_path_join(files->directory, "a.c");
	files->bitcode = hr_path_join(files->directory, "a.bc");
	files->changed = hr_path_join(files->directory, "b.bc");
	files->text = hr_path_join(files->directory, "b.ll");
	*state = files;
	return 0;
}

static int drop_files(void **state)
{
	struct files *files = *state;

	hr_directory_remove(files->directory);
	hr_error_release(&files->error);
	free(files->directory);
	free(files->source);
	free(files->bitcode);
	free(files->changed);
	free(files->text);
	free(files);
	return 0;
}

static void run(struct files *files, const char *const *argv)
{
	struct hr_process_result result = HR_PROCESS_RESULT_INIT;

	assert_int_equal(hr_process_run(&result, &(struct hr_process){ .argv = argv }, &files->error), 0);
	if (result.exit_code)
		fail_msg("%s", result.errors.data);
	hr_process_result_release(&result);
}

static struct hr_module *compile(struct files *files, const char *source)
{
	struct hr_module *module = NULL;

	assert_int_equal(hr_file_write(files->source, source, strlen(source), &files->error), 0);
	run(files, (const char *[]){ "clang-19", "-w", "-gline-tables-only", "-O1", "-Xclang", "-disable-llvm-passes",
				     "-fPIC", "-emit-llvm", "-c", files->source, "-o", files->bitcode, NULL });
	assert_int_equal(hr_module_read(&module, files->bitcode, &files->error), 0);
	return module;
}

/* The module as text, compiled once more to see that it is whole. */
static void write_text(struct files *files, const struct hr_module *module, struct hr_strbuf *out)
{
	assert_int_equal(hr_module_write(module, files->changed, &files->error), 0);
	run(files, (const char *[]){ "clang-19", "-w", "-x", "ir", "-O1", "-S", "-emit-llvm", "-Xclang",
				     "-disable-llvm-passes", files->changed, "-o", files->text, NULL });
	assert_int_equal(hr_file_read(out, files->text, &files->error), 0);
}

static const struct hr_symbol *find(const hr_symbols *symbols, const char *name)
{
	for (size_t i = 0; i < symbols->count; i++)
		if (strcmp(symbols->data[i].name, name) == 0)
			return &symbols->data[i];
	return NULL;
}

static void test_module__symbols(void **state)
{
	struct hr_module *module = compile(
		*state,
		"extern int there; int here = 1; static int quiet = 2; int g(int); void *copy(void *, const void *);\n"
		"static int help(int a) { return a + quiet++; }\n"
		"int marked(int) __asm__(\"_raw\"); int other(int a) __attribute__((alias(\"f\")));\n"
		"int f(int a) { char b[99]; __builtin_memcpy(b, &a, 4); return g(help(a)) + there + marked(b[0]); }\n");
	hr_symbols symbols = HR_VEC_INIT;

	hr_module_symbols(&symbols, module);
	assert_true(find(&symbols, "f")->is_defined && find(&symbols, "f")->is_function);
	assert_true(find(&symbols, "help")->is_local);
	assert_false(find(&symbols, "g")->is_defined);
	assert_false(find(&symbols, "there")->is_defined || find(&symbols, "there")->is_function);
	assert_true(find(&symbols, "here")->is_defined);
	assert_true(find(&symbols, "quiet")->is_local);
	assert_true(find(&symbols, "other")->is_defined && find(&symbols, "other")->is_function);
	assert_non_null(find(&symbols, "_raw"));
	for (size_t i = 0; i < symbols.count; i++)
		assert_null(strstr(symbols.data[i].name, "llvm."));
	hr_vec_release(&symbols);
	hr_module_free(module);
}

static void test_module__rename(void **state)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	struct hr_module *module = compile(
		*state,
		"#include <stdlib.h>\nextern int data; int gone(int) __attribute__((visibility(\"hidden\")));\n"
		"static void *(*hook)(size_t) = malloc; int strange(int) __asm__(\"puts\"); int puts_too(int) __asm__(\"gate_puts\");\n"
		"void *f(int a) { hook = malloc; return malloc(a + data + gone(a) + strange(a) + puts_too(a)); }\n");

	hr_module_rename(module, "malloc", "gate_malloc");
	hr_module_rename(module, "data", "gate_data");
	hr_module_rename(module, "gone", "gate_gone");
	hr_module_rename(module, "puts", "gate_puts");
	hr_module_rename(module, "absent", "gate_absent");
	write_text(*state, module, &text);
	assert_null(strstr(text.data, "@malloc"));
	assert_non_null(strstr(text.data, " ptr @gate_malloc(i64"));
	assert_non_null(strstr(text.data, "@hook = internal global ptr @gate_malloc"));
	assert_non_null(strstr(text.data, "@gate_data = external global i32"));
	assert_null(strstr(text.data, "hidden"));
	assert_null(strstr(text.data, "@puts"));
	assert_null(strstr(text.data, "gate_absent"));
	hr_module_free(module);
	hr_strbuf_release(&text);
}

static void test_module__definitions_keep_their_names(void **state)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	struct hr_module *module = compile(*state, "static int puts(const char *s) { return *s; }\nchar *optarg = 0;\n"
						   "int f(const char *s) { return puts(s); }\n");

	hr_module_rename(module, "puts", "gate_puts");
	hr_module_rename(module, "optarg", "gate_optarg");
	write_text(*state, module, &text);
	assert_null(strstr(text.data, "gate_"));
	hr_module_free(module);
	hr_strbuf_release(&text);
}

static void test_module__keep_branches(void **state)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	struct hr_module *module =
		compile(*state, "int f(int a) { return a; }\nint g(int); int h(void) { return g(1); }\n");

	hr_module_keep_branches(module);
	write_text(*state, module, &text);
	assert_non_null(strstr(text.data, "optforfuzzing"));
	hr_module_free(module);
	hr_strbuf_release(&text);
}

static size_t count_of(const char *text, const char *what)
{
	size_t count = 0;
	for (; (text = strstr(text, what)); text++)
		count++;
	return count;
}

/* The file that was written is read back by clang, whose verifier looks at it. */
static void test_module__keep_conditions(void **state)
{
	struct hr_strbuf before = HR_STRBUF_INIT, after = HR_STRBUF_INIT;
	struct hr_module *module = compile(
		*state, "int g(int); int loop(int a, int b) { while (a > 0 && b != 3 && g(a)) a = g(b); return a; }\n"
			"int either(int a) { do a++; while (g(a) || a < 7); return a; }\n"
			"_Bool both(int a, int b) { return a && g(b); }\n"
			"int nested(int a, int b) { return (a && g(b)) ? a : (b || g(a)); }\n"
			"int plain(int a) { return a ? g(1) : g(2); }\n");

	write_text(*state, module, &before);
	hr_module_keep_conditions(module);
	write_text(*state, module, &after);
	assert_true(count_of(before.data, "= phi i1") >= 4);
	/* where lines do not fit their function, all of them go */
	assert_true(count_of(after.data, "!dbg") >= count_of(before.data, "!dbg") - 4);
	/* of those that are branched on nothing is left to be known; of those that are used all is known, and their operand is branched on */
	char *both = strstr(after.data, "@both(");
	assert_non_null(both);
	*both = '\0';
	assert_int_equal(count_of(after.data, "[ false,") + count_of(after.data, "[ true,"), 0);
	*both = '@';
	assert_non_null(strstr(both, "[ true,"));
	assert_true(count_of(after.data, "br i1") > count_of(before.data, "br i1"));
	/* again: nothing is left to be done */
	struct hr_strbuf again = HR_STRBUF_INIT;
	hr_module_keep_conditions(module);
	write_text(*state, module, &again);
	assert_int_equal(count_of(again.data, "br i1"), count_of(after.data, "br i1"));
	hr_module_free(module);
	hr_strbuf_release(&before);
	hr_strbuf_release(&after);
	hr_strbuf_release(&again);
}

static void test_module__keep_lines(void **state)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	struct hr_module *module =
		compile(*state, "int plain(int a) { int b = 1; while (a--) b += a; return b; }\n"
				"int *walk(int **a) { int *b; if (*a) b = a[1]; else b = a[2]; return b; }\n");

	hr_module_keep_lines(module);
	write_text(*state, module, &text);
	const char *walk = strstr(text.data, "@walk(");
	assert_non_null(walk);
	const char *first = strstr(text.data, "fence syncscope(\"singlethread\")");
	assert_true(first > walk); /* local variables are no memory */
	const char *second = strstr(first + 1, "fence syncscope(\"singlethread\")");
	assert_non_null(second);
	assert_non_null(strstr(second + 1, "fence syncscope(\"singlethread\")"));
	hr_module_free(module);
	hr_strbuf_release(&text);
}

/* What a program counts that calls the functions of `source` from its main(). */
static void count_work(struct files *files, const char *source, const char *expected)
{
	struct hr_process_result result = HR_PROCESS_RESULT_INIT;
	struct hr_module *module = compile(files, source);
	char *program = hr_path_join(files->directory, "counting");
	static const char main_text[] = "long hr_work; int printf(const char *, ...); void all(void);\n"
					"int main(void) { all(); printf(\"%ld\", hr_work); return 0; }\n";

	hr_module_count_work(module, "hr_work");
	assert_int_equal(hr_module_write(module, files->changed, &files->error), 0);
	hr_module_free(module);
	assert_int_equal(hr_file_write(files->source, main_text, strlen(main_text), &files->error), 0);
	run(files, (const char *[]){ "clang-19", "-w", "-O1", "-Xclang", "-disable-llvm-passes", files->source, "-x",
				     "ir", files->changed, "-o", program, NULL });
	assert_int_equal(hr_process_run(&result, &(struct hr_process){ .argv = (const char *[]){ program, NULL } },
					&files->error),
			 0);
	assert_int_equal(result.exit_code, 0);
	assert_string_equal(result.output.data, expected);
	hr_process_result_release(&result);
	free(program);
}

static void test_module__count_work(void **state)
{
	/* a function counts once, a loop as often as it goes round: once more where its condition stands first */
	count_work(*state, "void all(void) {}", "1");
	count_work(*state,
		   "static int f(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; }\n"
		   "void all(void) { f(0); f(10); }",
		   "15");
	count_work(*state, "void all(void) { int n = 5; do n--; while (n); }", "6");
	count_work(*state, "void all(void) { int n = 5; again: if (--n) goto again; }", "6");
	count_work(*state, "static int f(int n) { return n ? f(n - 1) : 0; }\nvoid all(void) { f(7); }", "9");
	/* no way round: computed jumps, a switch in a loop, loops in loops */
	count_work(*state,
		   "void all(void) { static void *to[] = { &&a, &&b, &&end }; volatile int i = 0; goto *to[0];\n"
		   "a: i++; goto *to[1]; b: if (i < 50) goto *to[0]; goto *to[2]; end: ; }",
		   "102");
	count_work(*state,
		   "void all(void) { for (int i = 0; i < 3; i++) for (int k = 0; k < 4; k++)\n"
		   "switch (k) { case 1: continue; case 2: break; } }",
		   "20");
}

static void test_module__bad_files(void **state)
{
	struct files *files = *state;
	struct hr_module *module = NULL;

	assert_int_equal(hr_module_read(&module, files->bitcode, &files->error), -1);
	assert_int_equal(files->error.kind, HR_ERROR_INTERNAL);
	assert_int_equal(hr_file_write(files->bitcode, "BC\xc0\xde nonsense", 13, &files->error), 0);
	assert_int_equal(hr_module_read(&module, files->bitcode, &files->error), -1);
	assert_null(module);
	module = compile(files, "int f;\n");
	assert_int_equal(hr_module_write(module, files->directory, &files->error), -1);
	hr_module_free(module);
	hr_module_free(NULL);
}

#define IN_FILES(test) cmocka_unit_test_setup_teardown(test, make_files, drop_files)

static void test_module__code_that_nobody_checks(void **state)
{
	static const struct {
		const char *source;
		bool assembly;
		bool functions;
	} cases[] = {
		{ "int f(int x) { return x; }", false, false },
		{ "int f(int x) { __asm__ volatile(\"\" ::: \"memory\"); __asm__(\" pause \"); return x; }", false,
		  false },
		{ "int f(int x) { __asm__(\"addl %0, %0\" : \"+r\"(x)); return x; }", true, false },
		{ "__attribute__((no_sanitize(\"address\"))) int f(int *x) { return *x; }", false, true },
		{ "__attribute__((no_sanitize(\"address\"))) int f(int *x);", false, false },
		{ "__asm__(\".symver old, new@V1\"); int f(int x) { return x; }", false, false },
		{ "__asm__(\".globl g\\ng: ret\"); int f(int x) { return x; }", true, false },
	};
	struct files *files = *state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct hr_module *module = NULL;
		assert_int_equal(hr_file_write(files->source, cases[i].source, strlen(cases[i].source), &files->error),
				 0);
		run(files,
		    (const char *[]){ "clang-19", "-w", "-O1", "-Xclang", "-disable-llvm-passes", "-fsanitize=address",
				      "-emit-llvm", "-c", files->source, "-o", files->bitcode, NULL });
		assert_int_equal(hr_module_read(&module, files->bitcode, &files->error), 0);
		struct hr_unchecked found = hr_module_unchecked(module);
		assert_int_equal(found.assembly, cases[i].assembly);
		assert_int_equal(found.functions, cases[i].functions);
		hr_module_free(module);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_FILES(test_module__symbols),
		IN_FILES(test_module__rename),
		IN_FILES(test_module__definitions_keep_their_names),
		IN_FILES(test_module__keep_branches),
		IN_FILES(test_module__keep_conditions),
		IN_FILES(test_module__keep_lines),
		IN_FILES(test_module__code_that_nobody_checks),
		IN_FILES(test_module__count_work),
		IN_FILES(test_module__bad_files),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
