/* The search flavour: what the shared object has, and what it asks of the worker. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/process.h"
#include "build/edge_functions.h"
#include "building.h"
#include "wire/wire.h"

static void test_search__exports_tables(void **state)
{
	build_fine(*state, "int f(int a);\n", "#include \"unit.h\"\nint f(int a) { return a + 1; }\n", "");
	assert_true(is_defined(*state, HR_WIRE_SYMBOL_STUBS));
	assert_true(is_defined(*state, HR_WIRE_SYMBOL_FUNCTIONS));
	assert_true(is_defined(*state, HR_WIRE_SYMBOL_VARIABLES));
	assert_true(is_defined(*state, HR_WIRE_SYMBOL_CALLBACKS));
	assert_true(is_defined(*state, HR_WIRE_SYMBOL_COUNTS));
	assert_true(is_defined(*state, "f"));
}

static void test_search__is_instrumented(void **state)
{
	build_fine(*state, "int f(int *a, int n);\n",
		   "int f(int *a, int n) { if (n == 77) return a[1]; return a[n] * n; }\n", "");
	assert_true(is_undefined(*state, "__asan_report_load4"));
	assert_true(is_undefined(*state, "__ubsan_handle_mul_overflow"));
	assert_true(is_undefined(*state, "__sanitizer_cov_8bit_counters_init"));
	assert_true(is_undefined(*state, "__sanitizer_cov_pcs_init"));
	assert_true(is_undefined(*state, "__sanitizer_cov_trace_const_cmp4"));
}

static size_t edges_in(const hr_edge_functions *edges, const char *name)
{
	size_t count = 0;

	for (size_t i = 0; i < edges->count; i++)
		count += edges->data[i] && strcmp(edges->data[i], name) == 0;
	return count;
}

/* Every edge is in a function: those that the unit has, none in what we added. */
static void test_search__tells_functions_of_edges(void **state)
{
	struct unit *unit = *state;
	hr_edge_functions edges = HR_VEC_INIT;
	struct hr_strbuf object = HR_STRBUF_INIT;

	build_fine(
		unit, "int f(int n); int g(int n);\n",
		"__attribute__((noinline)) static int much(int n) { if (n > 3 && n < 9) return 2; return n & 1 ? 5 : 7; }\n"
		"int f(int n) { return n ? much(n) : 1; } int g(int n) { return n; }\n",
		"");
	assert_int_equal(hr_edge_functions_read(&edges, unit->built.object, &unit->arena, &unit->error), 0);
	assert_true(edges_in(&edges, "much") > edges_in(&edges, "f"));
	assert_true(edges_in(&edges, "f") > edges_in(&edges, "g"));
	assert_true(edges_in(&edges, "g") > 0);
	assert_int_equal(edges_in(&edges, "much") + edges_in(&edges, "f") + edges_in(&edges, "g"), edges.count);
	/* any bytes are safe to read */
	assert_int_equal(hr_file_read(&object, unit->built.object, &unit->error), 0);
	for (size_t length = 0; length < object.length; length += 1 + object.length / 97) {
		struct hr_error error = HR_ERROR_INIT;

		assert_int_equal(hr_file_write(path_in(unit, "cut"), object.data, length, &error), 0);
		if (hr_edge_functions_read(&edges, path_in(unit, "cut"), &unit->arena, &error))
			hr_error_release(&error);
	}
	hr_strbuf_release(&object);
	hr_vec_release(&edges);
}

static void test_search__sends_libc_through_the_gate(void **state)
{
	struct unit *unit = *state;

	build_fine(unit, "char *f(const char *a, int n);\n",
		   "#include <stdlib.h>\n#include <string.h>\n#include <stdio.h>\n#include \"unit.h\"\n"
		   "char *f(const char *a, int n) { char *b = malloc(n); if (strcmp(a, \"b\")) sprintf(b, \"%s\", a);\n"
		   "sscanf(a, \"%d\", &n); return b; }\n",
		   "");
	assert_true(is_undefined(unit, "hr_gate_malloc"));
	assert_true(is_undefined(unit, "hr_gate_strcmp"));
	assert_true(is_undefined(unit, "hr_gate_sprintf"));
	assert_true(is_undefined(unit, "hr_gate___isoc99_sscanf"));
	assert_null(find_in(&unit->symbols, "malloc"));
	assert_null(find_in(&unit->symbols, "strcmp"));
	assert_null(find_in(&unit->symbols, "strcpy"));
	assert_null(find_in(&unit->symbols, "__isoc99_sscanf"));
	assert_int_equal(unit->built.refused.count, 0);
}

static void test_search__sends_addresses_through_the_gate(void **state)
{
	build_fine(
		*state, "void *f(void);\n",
		"#include <stdlib.h>\nstatic struct { void *(*make)(size_t); void (*drop)(void *); } hooks = { malloc, free };\n"
		"void *f(void) { void *p = hooks.make(3); hooks.drop(p); return 0; }\n",
		"");
	assert_true(is_undefined(*state, "hr_gate_malloc"));
	assert_true(is_undefined(*state, "hr_gate_free"));
	assert_null(find_in(&((struct unit *)*state)->symbols, "free"));
}

/* What the optimiser makes of loops and structs. */
static void test_search__sweeps_what_the_optimiser_brings(void **state)
{
	build_fine(
		*state, "struct big { char c[4000]; }; struct big f(struct big b); unsigned long g(const char *s);\n",
		"#include \"unit.h\"\nstruct big f(struct big b) { return b; }\n"
		"static void h(struct big b, char *out) { *out = b.c[3]; }\n"
		"unsigned long g(const char *s) { struct big b; char c; for (int i = 0; i < 4000; i++) b.c[i] = s[0];\n"
		"h(b, &c); return c; }\n",
		"");
	assert_int_equal(((struct unit *)*state)->built.refused.count, 0);
}

static void test_search__leaves_what_the_unit_defines(void **state)
{
	struct unit *unit = *state;

	write_in(unit, "unit.h", "int f(const char *a);\n");
	write_in(unit, "unit.c",
		 "#include <stddef.h>\nsize_t strlen(const char *s); void *calloc(size_t, size_t);\n"
		 "int f(const char *a) { return (int)strlen(a) + (calloc(1, 2) != 0); }\n");
	write_in(unit, "own.c",
		 "#include <stddef.h>\nsize_t strlen(const char *s) { size_t n = 0; while (s[n]) n++; return n; }\n");
	write_in(unit, "hidden.c",
		 "#include <stddef.h>\nstatic void *calloc(size_t a, size_t b) { return a > b ? &calloc : 0; }\n"
		 "void *g(void) { return calloc(2, 1); }\n");
	assert_int_equal(read_unit(unit, "unit.c own.c hidden.c", ""), 0);
	assert_int_equal(build_unit(unit), 0);
	assert_true(is_defined(unit, "strlen"));
	assert_null(find_in(&unit->symbols, "hr_gate_strlen"));
	assert_true(is_undefined(unit, "hr_gate_calloc"));
}

static void test_search__refuses_what_nobody_knows(void **state)
{
	struct unit *unit = *state;

	build_fine(unit, "int f(int a);\n",
		   "int exotic_call(int); extern int exotic_data; extern __attribute__((weak)) int maybe(void);\n"
		   "int f(int a) { return exotic_call(a) + exotic_data + (maybe ? maybe() : 0); }\n",
		   "");
	assert_non_null(find_refused(unit, "exotic_call"));
	assert_non_null(find_refused(unit, "exotic_data"));
	assert_null(find_refused(unit, "maybe"));
	assert_true(is_defined(unit, "exotic_call"));
	assert_true(is_undefined(unit, "hr_gate_refused"));
	/* the same from the cache */
	assert_int_equal(build_unit(unit), 0);
	assert_int_equal(unit->built.compiled, 0);
	assert_non_null(find_refused(unit, "exotic_data"));
}

static void test_search__refuses_hidden_names(void **state)
{
	build_fine(*state, "int f(int a);\n",
		   "#pragma GCC visibility push(hidden)\n#include <stdlib.h>\nint exotic_call(int);\n"
		   "#pragma GCC visibility pop\nint f(int a) { free(0); return exotic_call(a); }\n",
		   "");
	assert_non_null(find_refused(*state, "exotic_call"));
	assert_true(is_undefined(*state, "hr_gate_free"));
}

/* Sources that are hard on a compiler driver, each has to build with nothing refused. */
static void test_search__takes_strange_sources(void **state)
{
	static const struct {
		const char *header, *source, *flags;
	} cases[] = {
		{ "int f();\n", "int f(a, b) int a; char b; { return a + b; }\n", "-std=gnu89" },
		{ "int f(int);\n", "int f(int a) { char b = '1'; return a /b; }\n", "-std=c89" },
		{ "int f(int);\n", "int f(int a) { bool b = true; auto c = nullptr; return b && !c && a == 0b11; }\n",
		  "-std=c23" },
		{ "int f(int);\n",
		  "int f(int a) { static void *const to[] = { &&one, &&two }; goto *to[a & 1]; one: return 1; two: return 2; }\n",
		  "" },
		{ "extern _Thread_local int last; int f(int);\n",
		  "_Thread_local int last; static _Thread_local int own; int f(int a) { return last = own += a; }\n",
		  "" },
		{ "int f(int);\n",
		  "static int ready; __attribute__((constructor)) static void start(void) { ready = 1; }\n"
		  "__attribute__((destructor)) static void end(void) { ready = 0; } int f(int a) { return a + ready; }\n",
		  "" },
		{ "int f(int);\n", "int f(int a) { return a; }\nint g(int a) { return a; }\n", "-fvisibility=hidden" },
		{ "int f(int); int g(int);\n",
		  "int f(int a) { return a; }\nint g(int a) __attribute__((alias(\"f\")));\n"
		  "__attribute__((weak)) int h(int a) { return a; }\n",
		  "" },
		{ "int f(int);\n", "int f(int a) { int v[a]; __builtin_memset(v, 0, sizeof v); return v[0]; }\n", "" },
		{ "__int128 f(__int128);\n", "__int128 f(__int128 a) { return a / 3 % 7; }\n", "" },
		{ "_Complex double f(_Complex double);\n",
		  "_Complex double f(_Complex double a) { return a * a / a; }\n", "" },
		{ "long double f(long double);\n",
		  "#include <math.h>\nlong double f(long double a) { return sqrtl(a) + (long double)sin((double)a); }\n",
		  "" },
		{ "int f(int);\n", "__asm__(\".text\\n\"); int f(int a) { __asm__(\"\" : \"+r\"(a)); return a; }\n",
		  "" },
		{ "int f(int);\n", "int f(int a) { return a; }\n", "-fstack-protector-all" },
		{ "const char *f(void);\n", "const char *f(void) { return __DATE__ __TIME__ __FILE__; }\n", "" },
		{ "int f(int);\n", "int common; int common; int f(int a) { return common + a; }\n", "-fcommon" },
		{ "inline int f(int a) { return a; }\n", "#include \"unit.h\"\nextern inline int f(int a);\n", "" },
		{ "int f(int a, ...);\n",
		  "#include <stdarg.h>\nint f(int a, ...) { va_list l; va_start(l, a); a += va_arg(l, int); va_end(l); return a; }\n",
		  "" },
	};
	struct unit *unit = *state;

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		build_fine(unit, cases[i].header, cases[i].source, cases[i].flags);
		for (size_t k = 0; k < unit->built.refused.count; k++)
			if (!strstr(unit->built.refused.data[k], "the variable 'last'"))
				fail_msg("%s\nrefused: %s", cases[i].source, unit->built.refused.data[k]);
		assert_true(is_defined(unit, HR_WIRE_SYMBOL_COUNTS));
	}
}

static void test_search__statics_of_one_name(void **state)
{
	struct unit *unit = *state;

	write_in(unit, "unit.h", "int f(int a);\n");
	write_in(unit, "part.h", "#define PART 3\n");
	write_in(unit, "inner.c", "static int inner(int a) { return a + PART; }\n");
	write_in(
		unit, "unit.c",
		"#include \"part.h\"\n#include \"inner.c\"\nstatic int help(int a) { return inner(a); } int f(int a) { return help(a); }\n");
	write_in(
		unit, "other.c",
		"#include \"part.h\"\n#include \"inner.c\"\nstatic int help(int a) { return inner(a) * 2; } int g(int a) { return help(a); }\n");
	assert_int_equal(read_unit(unit, "unit.c other.c", ""), 0);
	assert_int_equal(build_unit(unit), 0);
	assert_int_equal(unit->built.total, 2);
	assert_int_equal(unit->built.compiled, 2);
}

/* Sources that do not belong together. */
static void test_search__takes_the_first_of_two_definitions(void **state)
{
	struct unit *unit = *state;

	write_in(unit, "unit.h", "int f(int a);\n");
	write_in(unit, "unit.c", "int usage(void) { return 1; }\nint f(int a) { return a + usage(); }\n");
	write_in(unit, "other.c", "int usage(void) { return 2; }\n");
	assert_int_equal(read_unit(unit, "unit.c other.c", ""), 0);
	if (build_unit(unit) != 0)
		fail_msg("%s\n%s", unit->error.message.data, unit->error.details.data);
	assert_int_equal(unit->built.refused.count, 1);
	assert_string_equal(unit->built.refused.data[0], "'usage': is defined more than once, the first one counts");
}

/* Programs of a build, and what serves only them. */
static void test_search__leaves_programs_out(void **state)
{
	struct unit *unit = *state;

	write_in(unit, "unit.h", "int f(int a);\n");
	write_in(unit, "unit.c", "int f(int a) { return a; }\n");
	write_in(unit, "alone.c", "int nobody_wants_it(void) { return 1; }\n");
	write_in(unit, "helper.c", "int help(void) { return 1; }\n");
	write_in(unit, "one.c", "int help(void), f(int);\nint main(void) { return help() + f(1); }\n");
	write_in(unit, "two.c", "int help(void);\nint main(void) { return help(); }\n");
	assert_int_equal(read_unit(unit, "one.c unit.c helper.c two.c alone.c", ""), 0);
	if (build_unit(unit) != 0)
		fail_msg("%s\n%s", unit->error.message.data, unit->error.details.data);
	assert_int_equal(unit->built.refused.count, 0);
	assert_int_equal(unit->built.sources.count, 2);
	assert_int_equal(unit->built.sources.data[0].index, 1);
	assert_int_equal(unit->built.sources.data[1].index, 4);
	assert_int_equal(unit->built.left_out.count, 3);
	assert_null(find_in(&unit->all, "main"));
	assert_null(find_in(&unit->all, "help"));
	assert_true(is_defined(unit, "nobody_wants_it"));
}

/* The API may be in the same file as main, or want something from there. */
static void test_search__keeps_programs_that_are_needed(void **state)
{
	struct unit *unit = *state;

	write_in(unit, "unit.h", "int f(int a);\n");
	write_in(unit, "unit.c", "int g(int a);\nint f(int a) { return g(a); }\n");
	write_in(unit, "tool.c", "int h(void);\nint g(int a) { return a; }\nint main(void) { return h(); }\n");
	write_in(unit, "more.c", "int h(void) { return 3; }\n");
	assert_int_equal(read_unit(unit, "unit.c tool.c more.c", ""), 0);
	if (build_unit(unit) != 0)
		fail_msg("%s\n%s", unit->error.message.data, unit->error.details.data);
	assert_int_equal(unit->built.sources.count, 3);
	assert_false(unit->built.sources.data[0].has_main);
	assert_true(unit->built.sources.data[1].has_main);
	assert_int_equal(unit->built.left_out.count, 0);
	assert_true(is_defined(unit, "g"));
}

static void test_search__says_which_library_is_missing(void **state)
{
	struct unit *unit = *state;

	write_in(unit, "unit.h", "static inline int f(int a) { return a; }\n");
	assert_int_equal(read_unit(unit, "", ""), 0);
	hr_vec_push(&unit->recipe.link_flags, "-lno-such-library");
	assert_int_equal(build_unit(unit), -1);
	assert_int_equal(unit->error.kind, HR_ERROR_INPUT);
	assert_non_null(strstr(unit->error.details.data, "no-such-library"));
}

static void run(struct unit *unit, const char *const *argv)
{
	struct hr_process_result result = HR_PROCESS_RESULT_INIT;

	assert_int_equal(hr_process_run(&result, &(struct hr_process){ .argv = argv }, &unit->error), 0);
	if (result.exit_code)
		fail_msg("%s", result.errors.data);
	hr_process_result_release(&result);
}

/* Objects that the user brings are not instrumented, but they go through the gate; a shared library is left alone. */
static void test_search__takes_objects_and_libraries(void **state)
{
	struct unit *unit = *state;

	write_in(unit, "own.c", "#include <stdlib.h>\nvoid *own_make(void) { return malloc(3); }\n");
	write_in(unit, "shared.c", "#include <stdlib.h>\nvoid *shared_make(void) { return malloc(3); }\n");
	mkdir(path_in(unit, "lib"), 0777);
	run(unit,
	    (const char *[]){ "clang-19", "-c", "-fPIC", path_in(unit, "own.c"), "-o", path_in(unit, "own.o"), NULL });
	run(unit, (const char *[]){ "ar", "rcs", path_in(unit, "lib/libown.a"), path_in(unit, "own.o"), NULL });
	run(unit, (const char *[]){ "clang-19", "-shared", "-fPIC", path_in(unit, "shared.c"), "-o",
				    path_in(unit, "lib/libshared.so"), NULL });
	write_in(unit, "unit.h", "int f(int a);\n");
	write_in(
		unit, "unit.c",
		"void *own_make(void); void *shared_make(void); int f(int a) { return a + (own_make() != shared_make()); }\n");
	const char *const ways[] = { path_in(unit, "own.o"), path_in(unit, "lib/libown.a"), "-lown" };
	for (size_t i = 0; i < 3; i++) {
		const char *flags = hr_arena_printf(&unit->arena, "-L%s %s -lshared", path_in(unit, "lib"), ways[i]);
		assert_int_equal(read_unit(unit, "unit.c", flags), 0);
		if (build_unit(unit) != 0)
			fail_msg("%s\n%s", unit->error.message.data, unit->error.details.data);
		assert_int_equal(unit->built.refused.count, 0);
		assert_true(is_defined(unit, "own_make"));
		assert_true(is_undefined(unit, "shared_make"));
		assert_true(is_undefined(unit, "hr_gate_malloc"));
		assert_null(find_in(&unit->symbols, "malloc"));
	}
}

/* What is there for other tools is no reason to refuse. */
static void test_search__passes_over_other_tools(void **state)
{
	build_fine(*state, "int f(int a);\n",
		   "void __lsan_ignore_object(const void *); int f(int a) { __lsan_ignore_object(&a); return a; }\n",
		   "-fprofile-arcs -ftest-coverage -finstrument-functions");
	assert_int_equal(((struct unit *)*state)->built.refused.count, 0);
	assert_null(find_in(&((struct unit *)*state)->symbols, "__cyg_profile_func_enter"));
}

/* Leaves out what would only be noted. */
static void test_search__lean(void **state)
{
	struct unit *unit = *state;

	unit->options.lean = true;
	build_fine(unit, "int f(int *a);\n", "int f(int *a) { return *a + 1; }\n", "");
	assert_true(is_undefined(unit, "__ubsan_handle_add_overflow"));
	assert_false(is_undefined(unit, "__ubsan_handle_type_mismatch_v1"));
	unit->options.lean = false;
	assert_int_equal(build_unit(unit), 0);
	assert_true(is_undefined(unit, "__ubsan_handle_type_mismatch_v1"));
}

static void test_search__says_what_does_not_compile(void **state)
{
	struct unit *unit = *state;

	write_in(unit, "unit.h", "int f(int a);\n");
	write_in(unit, "unit.c", "int f(int a) { return a; }\n");
	assert_int_equal(read_unit(unit, "unit.c", ""), 0);
	write_in(unit, "unit.c", "int f(int a) { return a + missing; }\n");
	assert_int_equal(build_unit(unit), -1);
	assert_int_equal(unit->error.kind, HR_ERROR_INPUT);
	assert_string_equal(unit->error.message.data, "'unit.c' does not compile");
	assert_non_null(strstr(unit->error.details.data, "use of undeclared identifier 'missing'"));
	assert_null(strchr(unit->error.details.data, '\033'));
	write_in(unit, "unit.c", "#include \"nowhere.h\"\n");
	assert_int_equal(build_unit(unit), -1);
	assert_string_equal(unit->error.message.data, "'unit.c' does not compile");
	assert_non_null(strstr(unit->error.details.data, "nowhere.h"));
}

static void test_search__says_when_there_is_no_compiler(void **state)
{
	struct unit *unit = *state;

	write_in(unit, "unit.h", "int f(int a);\n");
	write_in(unit, "unit.c", "int f(int a) { return a; }\n");
	assert_int_equal(read_unit(unit, "unit.c", ""), 0);
	unit->options.compiler = "no-such-compiler";
	assert_int_equal(build_unit(unit), -1);
	assert_int_equal(unit->error.kind, HR_ERROR_INTERNAL);
	assert_non_null(strstr(unit->error.message.data, "no-such-compiler"));
}

static void count_progress(void *context, size_t done, size_t total, const char *what)
{
	size_t *last = context;

	assert_non_null(what);
	assert_true(done <= total);
	assert_true(done >= *last);
	*last = done;
}

static void test_search__tells_progress(void **state)
{
	struct unit *unit = *state;
	size_t last = 0;

	unit->options.progress = count_progress;
	unit->options.progress_context = &last;
	build_fine(unit, "int f(int a);\n", "int f(int a) { return a; }\n", "");
	assert_true(last > 0);
}

/* The worker is told of code that nobody checks. */
static void test_search__says_what_is_unchecked(void **state)
{
	static const char *const sources[] = {
		"int f(int a) { return a; }\n", "int f(int a) { __asm__(\"incl %0\" : \"+r\"(a)); return a; }\n",
		"__attribute__((no_sanitize(\"address\"))) int f(int a) { return a; }\n"
	};
	struct unit *unit = *state;
	for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
		build_fine(unit, "int f(int a);\n", sources[i], "-lm");
		assert_int_equal(is_defined(unit, "__harrier_traits"), i > 0);
		build_fine(unit, "int f(int a);\n", sources[i], "-lm"); /* from the cache */
		assert_int_equal(is_defined(unit, "__harrier_traits"), i > 0);
	}
	build_fine(unit, "int f(int a);\n", sources[0], "-lz");
	assert_true(is_defined(unit, "__harrier_traits"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_UNIT(test_search__exports_tables),
		IN_UNIT(test_search__is_instrumented),
		IN_UNIT(test_search__tells_functions_of_edges),
		IN_UNIT(test_search__sends_libc_through_the_gate),
		IN_UNIT(test_search__sends_addresses_through_the_gate),
		IN_UNIT(test_search__sweeps_what_the_optimiser_brings),
		IN_UNIT(test_search__leaves_what_the_unit_defines),
		IN_UNIT(test_search__refuses_what_nobody_knows),
		IN_UNIT(test_search__refuses_hidden_names),
		IN_UNIT(test_search__takes_strange_sources),
		IN_UNIT(test_search__statics_of_one_name),
		IN_UNIT(test_search__takes_the_first_of_two_definitions),
		IN_UNIT(test_search__leaves_programs_out),
		IN_UNIT(test_search__says_what_is_unchecked),
		IN_UNIT(test_search__keeps_programs_that_are_needed),
		IN_UNIT(test_search__says_which_library_is_missing),
		IN_UNIT(test_search__takes_objects_and_libraries),
		IN_UNIT(test_search__passes_over_other_tools),
		IN_UNIT(test_search__lean),
		IN_UNIT(test_search__says_what_does_not_compile),
		IN_UNIT(test_search__says_when_there_is_no_compiler),
		IN_UNIT(test_search__tells_progress),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
