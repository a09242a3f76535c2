/* The code of a unit as plain data: what becomes of C when it is read from bitcode. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/process.h"
#include "base/strbuf.h"
#include "ir/code.h"

#include <stdio.h>
#include <string.h>

enum { MOST_FILES = 3 };

struct unit {
	char *directory;
	char *bitcode[MOST_FILES];
	size_t count;
	size_t passed_over;
	struct hr_code *code;
	struct hr_error error;
};

static int make_unit(void **state)
{
	struct unit *unit = calloc(1, sizeof *unit);

	if (!unit || hr_directory_temporary(&unit->directory, &unit->error) != 0)
		return -1;
	unit->error = (struct hr_error)HR_ERROR_INIT;
	*state = unit;
	return 0;
}

static int drop_unit(void **state)
{
	struct unit *unit = *state;

	hr_code_free(unit->code);
	hr_directory_remove(unit->directory);
	hr_error_release(&unit->error);
	for (size_t i = 0; i < unit->count; i++)
		free(unit->bitcode[i]);
	free(unit->directory);
	free(unit);
	return 0;
}

static void add_source(struct unit *unit, const char *text)
{
	struct hr_process_result result = HR_PROCESS_RESULT_INIT;
	char name[20];

	snprintf(name, sizeof name, "%zu.c", unit->count);
	char *source = hr_path_join(unit->directory, name);
	snprintf(name, sizeof name, "%zu.bc", unit->count);
	char *bitcode = unit->bitcode[unit->count++] = hr_path_join(unit->directory, name);
	assert_int_equal(hr_file_write(source, text, strlen(text), &unit->error), 0);
	const char *const argv[] = { "clang-19",
				     "-w",
				     "-O1",
				     "-Xclang",
				     "-disable-llvm-passes",
				     "-Xclang",
				     "-disable-lifetime-markers",
				     "-g",
				     "-fno-discard-value-names",
				     "-fno-strict-aliasing",
				     "-emit-llvm",
				     "-c",
				     source,
				     "-o",
				     bitcode,
				     NULL };
	assert_int_equal(hr_process_run(&result, &(struct hr_process){ .argv = argv }, &unit->error), 0);
	if (result.exit_code)
		fail_msg("%s", result.errors.data);
	hr_process_result_release(&result);
	free(source);
}

static const struct hr_code *read_unit(struct unit *unit)
{
	int status = hr_code_read(&unit->code, (const char *const *)unit->bitcode, unit->count, &unit->passed_over,
				  &unit->error);
	if (status)
		fail_msg("%s", unit->error.message.data);
	return unit->code;
}

static const struct hr_code *read_one(void **state, const char *text)
{
	add_source(*state, text);
	return read_unit(*state);
}

static const struct hr_code_function *find(const struct hr_code *code, const char *name)
{
	size_t index;

	if (!hr_map_get(&code->function_by_name, name, &index))
		fail_msg("no function '%s'", name);
	return &code->functions.data[index];
}

static const struct hr_code_variable *find_variable(const struct hr_code *code, const char *name)
{
	size_t index;

	if (!hr_map_get(&code->variable_by_name, name, &index))
		fail_msg("no variable '%s'", name);
	return &code->variables.data[index];
}

static size_t count_op(const struct hr_code_function *function, enum hr_code_op op)
{
	size_t count = 0;

	for (size_t i = 0; i < function->instructions.count; i++)
		count += function->instructions.data[i].op == op;
	return count;
}

static size_t conditional_branches(const struct hr_code_function *function)
{
	size_t count = 0;

	for (size_t i = 0; i < function->instructions.count; i++)
		count += function->instructions.data[i].op == HR_CODE_BRANCH &&
			 function->instructions.data[i].target_count == 2;
	return count;
}

/* Each of the lines is in the function's text. */
static void assert_lines(const struct hr_code *code, const char *name, const char *const *lines)
{
	struct hr_strbuf text = HR_STRBUF_INIT;

	hr_code_print(&text, code, find(code, name));
	for (; *lines; lines++)
		if (!strstr(text.data, *lines))
			fail_msg("'%s' is not in\n%s", *lines, text.data);
	hr_strbuf_release(&text);
}

#define LINES(...) ((const char *const[]){ __VA_ARGS__, NULL })

static void test_code__locals_are_values(void **state)
{
	const struct hr_code *code = read_one(state, "int f(int a, int b) { int s = 0; while (b > 0) { s += a; b--; }\n"
						     " return s; }\n");
	const struct hr_code_function *f = find(code, "f");

	assert_int_equal(count_op(f, HR_CODE_LOCAL), 0);
	assert_int_equal(count_op(f, HR_CODE_LOAD), 0);
	assert_int_equal(count_op(f, HR_CODE_PHI), 2);
	assert_lines(code, "f", LINES(" = > v", "+ v", ", %a", ", -1"));
}

static void test_code__branches_stay(void **state)
{
	const struct hr_code *code = read_one(
		state, "int f(int *p, int n) { if (!p || n < 0) return -1; if (p && n > 5 && n < 9) return *p;\n"
		       " int sure = 1; if (sure) n++; return n ? 1 : 2; }\n"
		       "int g(int k) { switch (k) { case 1: return 5; case 2: case 3: return 6; } return k; }\n");

	/* two, three, one for what cannot be otherwise */
	assert_int_equal(conditional_branches(find(code, "f")), 6);
	assert_lines(code, "f", LINES("!= %p, null", "< %n, 0", "> %n, 5", "< %n, 9"));
	assert_lines(code, "g", LINES("switch %k, 1, 2, 3 to b"));
	assert_int_equal(count_op(find(code, "g"), HR_CODE_SWITCH), 1);
}

static void test_code__parameters(void **state)
{
	const struct hr_code *code = read_one(
		state,
		"struct two { long a; char *b; }; struct one { int a; }; struct big { int a[20]; };\n"
		"struct big f(int n, struct two t, struct one o, struct big b, const char *last, int) { return b; }\n");
	const struct hr_code_function *f = find(code, "f");

	assert_int_equal(f->parameters.count, 8);
	assert_int_equal(f->parameters.data[0].source, HR_CODE_NONE);
	assert_string_equal(f->parameters.data[1].name, "n");
	assert_int_equal(f->parameters.data[1].source, 0);
	assert_string_equal(f->parameters.data[2].name, "t");
	assert_false(f->parameters.data[2].is_whole);
	assert_int_equal(f->parameters.data[2].source, 1);
	assert_int_equal(f->parameters.data[3].source, 1);
	assert_string_equal(f->parameters.data[4].name, "o");
	assert_true(f->parameters.data[4].is_whole);
	assert_int_equal(f->parameters.data[4].source, 2);
	assert_true(f->parameters.data[5].is_by_value);
	assert_int_equal(f->parameters.data[6].source, 4);
	assert_false(f->parameters.data[6].is_by_value);
	assert_string_equal(f->parameters.data[7].name, "");
	assert_int_equal(f->parameters.data[7].source, 5);
}

static void test_code__addresses(void **state)
{
	const struct hr_code *code = read_one(
		state,
		"struct item { int key, size; }; typedef struct { char *name; struct item items[4]; struct item *more; } list;\n"
		"int inside(list *l, int i) { return l->items[i].size; }\n"
		"int behind(list *l, int i) { return l->more[i].size; }\n"
		"char plain(char *p, long i) { return p[i + 1] + p[3]; }\n");

	assert_lines(code, "inside", LINES("address %l +12 + v", " * 8 (list+12)"));
	assert_lines(code, "behind", LINES("address %l +40 (list+40)", "* 8 (item+4)"));
	assert_lines(code, "plain", LINES("address %p +0 + v", " * 1  ;", "address %p +3"));
	const struct hr_code_function *behind = find(code, "behind");
	const struct hr_code_address *last = &behind->addresses.data[behind->addresses.count - 1];
	assert_int_equal(last->element, 8);
	assert_string_equal(code->types.data[last->type].name, "item");
	assert_int_equal(code->types.data[last->type].size, 8);
	assert_int_equal(code->types.data[last->type].fields.count, 2);
	assert_int_equal(code->types.data[last->type].fields.data[1].offset, 4);
}

static void test_code__memory_functions(void **state)
{
	const struct hr_code *code =
		read_one(state, "#include <string.h>\nstruct s { char a[100]; };\n"
				"void f(struct s *d, const struct s *s, unsigned long n) { *d = *s; memset(d, 0, n);\n"
				" memmove(d, s, n); if (!d) __builtin_trap(); }\n");

	assert_lines(code, "f",
		     LINES("call @memcpy, %d, %s, 100", "call @memset, %d, 0, %n", "call @memmove, %d, %s, %n",
			   "call @abort", "unreachable"));
	assert_false(find(code, "memcpy")->is_defined);
	assert_true(find(code, "abort")->is_noreturn);
	assert_false(find(code, "memcpy")->is_address_taken);
}

static void test_code__hints_are_passed_through(void **state)
{
	const struct hr_code *code = read_one(
		state,
		"int f(int a, int b) { int s; if (__builtin_expect(a > 3, 0)) return 1; __builtin_assume(b > 0);\n"
		" if (__builtin_add_overflow(a, b, &s)) return -1; return s + __builtin_popcount(a); }\n");
	const struct hr_code_function *f = find(code, "f");

	assert_int_equal(count_op(f, HR_CODE_CALL), 0);
	assert_int_equal(count_op(f, HR_CODE_EXTRACT), 0);
	assert_int_equal(count_op(f, HR_CODE_OTHER), 2); /* overflow? and the count of bits */
	assert_lines(code, "f", LINES("= + %a, %b", "> %a, 3", "other %a, %b", "other %a"));
}

static void test_code__calls(void **state)
{
	const struct hr_code *code = read_one(
		state, "#include <stdio.h>\nstatic int twice(int x) { return 2 * x; }\n"
		       "static int (*chosen)(int) = twice; int other(int x) { return x; }\n"
		       "int f(int (*call)(int), int x) { printf(\"%d\", x); return call(x) + chosen(x) + other(x); }\n"
		       "void g(void) { __asm__ volatile(\"nop\" : : : \"memory\"); }\n");

	assert_lines(code, "f", LINES("call %call, %x", "call @other, %x", "call @printf, @.str, %x"));
	assert_int_equal(count_op(find(code, "g"), HR_CODE_ASSEMBLY), 1);
	assert_true(find(code, "twice")->is_address_taken);
	assert_true(find(code, "twice")->is_local);
	assert_false(find(code, "other")->is_address_taken);
	assert_true(find(code, "printf")->is_variadic);
	assert_string_equal(code->signatures.data[find(code, "twice")->signature], "i32(i32)");
	const struct hr_code_function *f = find(code, "f");
	for (size_t i = 0; i < f->instructions.count; i++)
		if (f->instructions.data[i].op == HR_CODE_CALL)
			assert_int_not_equal(f->instructions.data[i].signature, HR_CODE_NONE);
}

static void test_code__contents(void **state)
{
	const struct hr_code *code = read_one(
		state,
		"static int f(int x) { return x; } struct entry { const char *name; int (*call)(int); short n; };\n"
		"struct entry table[] = { { \"one\", f, 1 }, { 0, 0, -2 } }; int zero[100];\n"
		"const char text[] = \"abc\"; int *middle = &zero[7]; double real = 1.5;\n"
		"int count(void) { static int counter = 4; return counter++; }\n");
	const struct hr_code_variable *table = find_variable(code, "table");

	assert_int_equal(table->size, 48);
	assert_string_equal(code->types.data[table->type].name, "entry");
	assert_int_equal(table->references.count, 2);
	assert_int_equal(table->references.data[0].offset, 0);
	assert_false(table->references.data[0].is_function);
	const struct hr_code_variable *name = &code->variables.data[table->references.data[0].index];
	assert_true(name->is_text);
	assert_memory_equal(name->contents, "one", 4);
	assert_true(table->references.data[1].is_function);
	assert_int_equal(table->references.data[1].offset, 8);
	assert_string_equal(code->functions.data[table->references.data[1].index].name, "f");
	assert_memory_equal(table->contents + 16, "\1\0", 2);
	assert_memory_equal(table->contents + 40, "\376\377", 2);
	assert_null(find_variable(code, "zero")->contents);
	assert_int_equal(find_variable(code, "zero")->size, 400);
	assert_memory_equal(find_variable(code, "text")->contents, "abc", 4);
	assert_true(find_variable(code, "text")->is_constant);
	assert_int_equal(find_variable(code, "middle")->references.data[0].bytes, 28);
	assert_memory_equal(find_variable(code, "real")->contents, &(double){ 1.5 }, 8);
	assert_string_equal(find_variable(code, "count.counter")->source_name, "counter");
	assert_int_equal(table->line, 2);
}

static void test_code__linked(void **state)
{
	struct unit *unit = *state;

	add_source(unit,
		   "struct s { int a, b; }; static int help(struct s *s) { return s->a; } int shared = 1;\n"
		   "int one(struct s *s) { return help(s); } int both(void) { return 1; } int two(struct s *);\n");
	add_source(
		unit,
		"struct s { int a, b; }; static int help(struct s *s) { return s->b; } extern int shared;\n"
		"int two(struct s *s) { return help(s) + shared; }\n"
		"int both(void) { return 2; } inline int quick(int x) { return x + 1; } int q(int x) { return quick(x); }\n");
	add_source(unit, "int first(void) { return 3; } extern int alias(void) __attribute__((alias(\"first\")));\n"
			 "int call(void) { return alias(); }\n");
	const struct hr_code *code = read_unit(unit);

	assert_int_equal(unit->passed_over, 1);
	assert_lines(code, "both", LINES("return 1"));
	assert_lines(code, "quick", LINES("+ %x, 1"));
	size_t helpers = 0, types = 0;
	for (size_t i = 0; i < code->functions.count; i++)
		helpers += strcmp(code->functions.data[i].source_name, "help") == 0;
	for (size_t i = 0; i < code->types.count; i++)
		types += strcmp(code->types.data[i].name, "s") == 0;
	assert_int_equal(helpers, 2);
	assert_int_equal(types, 1);
	assert_ptr_equal(find(code, "alias"), find(code, "first"));
	assert_lines(code, "call", LINES("call @first"));
}

static void test_code__places(void **state)
{
	const struct hr_code *code = read_one(state, "int f(int *p)\n{\n\tint x = *p;\n\treturn\n\t\tx;\n}\n");
	const struct hr_code_function *f = find(code, "f");
	const char *file = code->files.data[f->file];

	assert_int_equal(f->line, 1);
	assert_string_equal(file + strlen(file) - 4, "/0.c");
	assert_int_equal(*file, '/');
	assert_int_equal(f->instructions.data[0].op, HR_CODE_LOAD);
	assert_int_equal(f->instructions.data[0].line, 3);
	assert_int_equal(f->instructions.data[0].file, f->file);
}

static void test_code__strange_control_flow(void **state)
{
	const struct hr_code *code = read_one(
		state, "#include <setjmp.h>\n#include <stdarg.h>\njmp_buf there;\n"
		       "int f(int n) { static void *to[] = { &&a, &&b }; goto *to[n]; a: return 1; b: return 2; }\n"
		       "int g(void) { if (setjmp(there)) return 1; return 0; }\n"
		       "int sum(int n, ...) { va_list l; int s = 0; va_start(l, n); while (n--) s += va_arg(l, int);\n"
		       " va_end(l); return s; }\n"
		       "int never(void) { return 1; goto out; out: return 2; }\n"
		       "int vla(int n) { int a[n]; a[0] = 1; return a[n - 1]; }\n");

	assert_int_equal(count_op(find(code, "f"), HR_CODE_JUMP), 1);
	assert_string_equal(find(code, "_setjmp")->source_name, "setjmp");
	/* where va_arg finds the next one is no question of the source's */
	assert_int_equal(count_op(find(code, "sum"), HR_CODE_COMPARE), 1);
	assert_lines(code, "vla", LINES("local.? v"));
	for (size_t i = 0; i < code->functions.count; i++) {
		const struct hr_code_function *function = &code->functions.data[i];
		for (size_t b = 1; b < function->blocks.count; b++)
			assert_int_not_equal(function->blocks.data[b].predecessor_count, 0);
	}
}

static void test_code__constants(void **state)
{
	const struct hr_code *code = read_one(
		state,
		"int items[10]; void use(void *); void f(double x) { use((void *)-1L); use(&items[3]); use(0); if (x > 2.5) use(f); }\n"
		"int __attribute__((optnone)) slow(int a) { int b = a; return b; }\n");

	assert_lines(code, "f",
		     LINES("call @use, -1", "call @use, @items+12", "call @use, null", ", 2.5", "call @use, @f"));
	assert_int_equal(count_op(find(code, "slow"), HR_CODE_LOCAL), 0);
}

static void test_code__no_bitcode(void **state)
{
	struct unit *unit = *state;

	unit->bitcode[unit->count++] = hr_path_join(unit->directory, "none.bc");
	assert_int_equal(hr_code_read(&unit->code, (const char *const *)unit->bitcode, 1, NULL, &unit->error), -1);
	assert_int_equal(unit->error.kind, HR_ERROR_INTERNAL);
	assert_non_null(strstr(unit->error.message.data, "none.bc"));
	hr_error_release(&unit->error);
	assert_int_equal(hr_file_write(unit->bitcode[0], "nothing", 7, &unit->error), 0);
	assert_int_equal(hr_code_read(&unit->code, (const char *const *)unit->bitcode, 1, NULL, &unit->error), -1);
	assert_non_null(strstr(unit->error.message.data, "it is no bitcode"));
	assert_int_equal(hr_code_read(&unit->code, NULL, 0, NULL, &unit->error), 0);
	assert_int_equal(unit->code->functions.count, 0);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, make_unit, drop_unit)

/* Two versions of a source in one unit, under other names for the second. */
static void test_code__the_same_function_elsewhere(void **state)
{
	const struct hr_code *code =
		read_one(state, "static int g(int n) { return n + 1; }\n"
				"const char *a(int n, const char *s) { return g(n) ? \"x\" : s; }\n\n"
				"const char *b(int n, const char *s) { return g(n) ? \"x\" : s; }\n"
				"const char *text(int n, const char *s) { return g(n) ? \"y\" : s; }\n"
				"const char *number(int n, const char *s) { return g(n + 1) ? \"x\" : s; }\n"
				"const char *callee(int n, const char *s) { return b(n, s) ? \"x\" : s; }\n");
	assert_true(hr_code_is_same(code, find(code, "a"), code, find(code, "a")));
	assert_true(hr_code_is_same(code, find(code, "a"), code, find(code, "b")));
	assert_false(hr_code_is_same(code, find(code, "a"), code, find(code, "text")));
	assert_false(hr_code_is_same(code, find(code, "a"), code, find(code, "number")));
	assert_false(hr_code_is_same(code, find(code, "a"), code, find(code, "callee")));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(test_code__locals_are_values),
		CASE(test_code__branches_stay),
		CASE(test_code__parameters),
		CASE(test_code__addresses),
		CASE(test_code__memory_functions),
		CASE(test_code__hints_are_passed_through),
		CASE(test_code__calls),
		CASE(test_code__contents),
		CASE(test_code__linked),
		CASE(test_code__places),
		CASE(test_code__strange_control_flow),
		CASE(test_code__constants),
		CASE(test_code__the_same_function_elsewhere),
		CASE(test_code__no_bitcode),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
