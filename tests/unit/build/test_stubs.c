/* Call stubs, by calling them: the shared object is loaded here, with stand-ins for what the worker brings. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/process.h"
#include "building.h"
#include "wire/wire.h"

#include <dlfcn.h>

struct loaded {
	void *handle;
	void (*const *stubs)(void **, void *);
	void *const *functions;
	void *const *variables;
	void *const *callbacks;
	const unsigned *counts;
};

/* What the worker would bring: callbacks come here. */
static const char forward[] =
	"void (*forward)(unsigned, unsigned, void *const *, const unsigned *, void *, unsigned);\n"
	"void " HR_WIRE_CALLBACK_ENTRY
	"(unsigned n, unsigned c, void *const *a, const unsigned *s, void *r, unsigned z)\n"
	"{ forward(n, c, a, s, r, z); }\n";

static unsigned seen_number, seen_count, seen_sizes[8];
static long long seen_first;
static int answer = 42;

static void take_callback(unsigned number, unsigned count, void *const *arguments, const unsigned *sizes, void *result,
			  unsigned result_size)
{
	seen_number = number;
	seen_count = count;
	for (unsigned i = 0; i < count && i < 8; i++)
		seen_sizes[i] = sizes[i];
	if (count)
		memcpy(&seen_first, arguments[0], sizes[0] < sizeof seen_first ? sizes[0] : sizeof seen_first);
	if (result_size == sizeof answer)
		memcpy(result, &answer, sizeof answer);
}

/* Builds the stubs as they are written, without instrumentation, and loads them with the source. */
static void load(struct loaded *out, struct unit *unit, const char *header, const char *source)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	struct hr_process_result run = HR_PROCESS_RESULT_INIT;

	write_in(unit, "unit.h", header);
	write_in(unit, "unit.c", source);
	if (read_unit(unit, "unit.c", "") != 0)
		fail_msg("%s\n%s", unit->error.message.data, unit->error.details.data);
	hr_stubs_write(&text, unit->model, &unit->recipe, &unit->callables);
	write_in(unit, "stubs.c", text.data);
	write_in(unit, "forward.c", forward);
	hr_strbuf_release(&text);
	const char *argv[] = { "clang-19",
			       "-w",
			       "-shared",
			       "-fPIC",
			       "-O1",
			       "-o",
			       path_in(unit, "unit.so"),
			       path_in(unit, "stubs.c"),
			       path_in(unit, "unit.c"),
			       path_in(unit, "forward.c"),
			       NULL };
	assert_int_equal(hr_process_run(&run, &(struct hr_process){ .argv = argv }, &unit->error), 0);
	if (run.exit_code)
		fail_msg("%s", run.errors.data);
	hr_process_result_release(&run);
	out->handle = dlopen(path_in(unit, "unit.so"), RTLD_NOW | RTLD_LOCAL);
	if (!out->handle)
		fail_msg("%s", dlerror());
	void (**entry)(unsigned, unsigned, void *const *, const unsigned *, void *, unsigned) =
		dlsym(out->handle, "forward");
	*entry = take_callback;
	out->stubs = dlsym(out->handle, HR_WIRE_SYMBOL_STUBS);
	out->functions = dlsym(out->handle, HR_WIRE_SYMBOL_FUNCTIONS);
	out->variables = dlsym(out->handle, HR_WIRE_SYMBOL_VARIABLES);
	out->callbacks = dlsym(out->handle, HR_WIRE_SYMBOL_CALLBACKS);
	out->counts = dlsym(out->handle, HR_WIRE_SYMBOL_COUNTS);
	assert_non_null(out->counts);
	assert_int_equal(out->counts[0], unit->callables.stubs.count);
	assert_int_equal(out->counts[1], unit->callables.functions.count);
	assert_int_equal(out->counts[2], unit->callables.variables.count);
	assert_int_equal(out->counts[3], unit->callables.callback_types.count * HR_WIRE_CALLBACK_INSTANCES);
}

/* The stub of an operation with a tail. */
static size_t stub_of(const struct unit *unit, const char *name, unsigned count, unsigned reals)
{
	size_t operation;

	if (!hr_map_get(&unit->model->operation_by_name, name, &operation))
		fail_msg("no operation '%s'", name);
	size_t stub = hr_callables_stub(&unit->callables, operation, count, reals);
	if (stub == (size_t)-1)
		fail_msg("'%s' has no stub", name);
	return stub;
}

static void test_stubs__call(void **state)
{
	struct unit *unit = *state;
	struct loaded loaded;
	char big_in[200] = { 0 }, big_out[200] = { 0 };
	short a = 40;
	double b = 2.5, real = 0;
	int number = 0;

	load(&loaded, unit,
	     "struct big { char c[200]; };\ndouble add(short a, double b);\nstruct big next(struct big b);\nvoid set(int a);\n"
	     "extern int kept;\nstatic inline int twice(int a) { return 2 * a; }\n#define THRICE(a) ((a) * 3 + 0 * twice(a))\n",
	     "#include \"unit.h\"\nint kept; double add(short a, double b) { return a + b; }\n"
	     "struct big next(struct big b) { b.c[199]++; return b; }\nvoid set(int a) { kept = a; }\n");
	loaded.stubs[stub_of(unit, "add", 0, 0)]((void *[]){ &a, &b }, &real);
	assert_true(real == 42.5);
	loaded.stubs[stub_of(unit, "add", 0, 0)]((void *[]){ &a, &b }, NULL);
	big_in[199] = 7;
	loaded.stubs[stub_of(unit, "next", 0, 0)]((void *[]){ big_in }, big_out);
	assert_int_equal(big_out[199], 8);
	number = 21;
	loaded.stubs[stub_of(unit, "set", 0, 0)]((void *[]){ &number }, NULL);
	assert_int_equal(*(int *)loaded.variables[0], 21);
	loaded.stubs[stub_of(unit, "twice", 0, 0)]((void *[]){ &number }, &number);
	assert_int_equal(number, 42);
	loaded.stubs[stub_of(unit, "THRICE", 0, 0)]((void *[]){ &number }, &number);
	assert_int_equal(number, 126);
	dlclose(loaded.handle);
}

static void test_stubs__tails(void **state)
{
	struct unit *unit = *state;
	struct loaded loaded;
	int count = 2, sum = 0;
	long long whole = 40;
	double real = 2.0;

	load(&loaded, unit, "int sum(int count, ...);\n",
	     "#include <stdarg.h>\nint sum(int count, ...) { va_list l; va_start(l, count);\n"
	     "int a = va_arg(l, int); a += (int)va_arg(l, double); va_end(l); return a; }\n");
	loaded.stubs[stub_of(unit, "sum", 2, 2)]((void *[]){ &count, &whole, &real }, &sum);
	assert_int_equal(sum, 42);
	dlclose(loaded.handle);
}

static void test_stubs__callbacks(void **state)
{
	struct unit *unit = *state;
	struct loaded loaded;
	int result = 0;

	load(&loaded, unit,
	     "typedef int visit(void *context, char c); int each(visit *v, void *context, void (*end)(void));\n",
	     "#include \"unit.h\"\nint each(visit *v, void *context, void (*end)(void)) { end(); return v(context, 'x') + 1; }\n");
	assert_int_equal(loaded.counts[3], 2 * HR_WIRE_CALLBACK_INSTANCES);
	const struct hr_operation *each = &unit->model->operations.data[0];
	size_t visit = hr_callables_callback(&unit->callables, unit->model, each->params.data[0].type);
	size_t end = hr_callables_callback(&unit->callables, unit->model, each->params.data[2].type);
	assert_true(visit != end);
	void *context = (void *)(uintptr_t)0x1234;
	void *functions[] = { loaded.callbacks[visit * HR_WIRE_CALLBACK_INSTANCES + 3],
			      loaded.callbacks[end * HR_WIRE_CALLBACK_INSTANCES] };
	loaded.stubs[0]((void *[]){ &functions[0], &context, &functions[1] }, &result);
	assert_int_equal(result, 43);
	assert_int_equal(seen_number, visit * HR_WIRE_CALLBACK_INSTANCES + 3);
	assert_int_equal(seen_count, 2);
	assert_int_equal(seen_sizes[0], sizeof(void *));
	assert_int_equal(seen_sizes[1], 1);
	assert_int_equal(seen_first, 0x1234);
	dlclose(loaded.handle);
}

static void test_stubs__addresses(void **state)
{
	struct unit *unit = *state;
	struct loaded loaded;

	load(&loaded, unit, "int f(int a);\n", "int f(int a) { return a; }\n");
	assert_ptr_equal(loaded.functions[hr_callables_function(&unit->callables, "f")], dlsym(loaded.handle, "f"));
	assert_non_null(loaded.functions[hr_callables_function(&unit->callables, "free")]);
	dlclose(loaded.handle);
}

/* One that does not compile is left out, and the others are there. */
static void test_stubs__bad_one_is_left_out(void **state)
{
	struct unit *unit = *state;

	write_in(unit, "unit.h", "int f(int a);\nint g(int a);\nint h(int a);\n");
	write_in(unit, "unit.c",
		 "int f(int a) { return a; }\nint g(int a) { return a; }\nint h(int a) { return a; }\n");
	assert_int_equal(read_unit(unit, "unit.c", ""), 0);
	write_in(unit, "unit.h", "int f(int a);\nint g(int a, int b);\nint h(int a);\n");
	for (int round = 0; round < 2; round++) { /* the second comes from the cache */
		if (build_unit(unit) != 0)
			fail_msg("%s\n%s", unit->error.message.data, unit->error.details.data);
		assert_int_equal(unit->built.refused.count, 1);
		assert_string_equal(unit->built.refused.data[0],
				    "'g': too few arguments to function call, expected 2, have 1");
		assert_true(is_defined(unit, "__harrier_stub_0"));
		assert_false(is_defined(unit, "__harrier_stub_1"));
		assert_true(is_defined(unit, "__harrier_stub_2"));
	}
}

static void test_stubs__broken_header_is_an_error(void **state)
{
	struct unit *unit = *state;

	write_in(unit, "unit.h", "int f(int a);\n");
	write_in(unit, "unit.c", "int f(int a) { return a; }\n");
	assert_int_equal(read_unit(unit, "unit.c", ""), 0);
	write_in(unit, "unit.h", "int f(int a);\nunknown g(void);\n");
	assert_int_equal(build_unit(unit), -1);
	assert_int_equal(unit->error.kind, HR_ERROR_INPUT);
	assert_non_null(strstr(unit->error.details.data, "unknown type name 'unknown'"));
}

/* What headers define is instrumented, what calls it is not. */
static void test_stubs__instrument_the_headers_code_alone(void **state)
{
	struct unit *unit = *state;

	build_fine(unit, "#define AT(p) (((const int *)(p))[3])\nstatic inline int at(const int *p) { return p[2]; }\n",
		   "int unused;\n", "");
	assert_true(is_undefined(unit, "__asan_report_load4"));
	build_fine(unit, "int f(const int *p);\n", "int f(const int *p) { return p != 0; }\n", "");
	assert_false(is_undefined(unit, "__asan_report_load8"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_UNIT(test_stubs__call),
		IN_UNIT(test_stubs__tails),
		IN_UNIT(test_stubs__callbacks),
		IN_UNIT(test_stubs__addresses),
		IN_UNIT(test_stubs__bad_one_is_left_out),
		IN_UNIT(test_stubs__broken_header_is_an_error),
		IN_UNIT(test_stubs__instrument_the_headers_code_alone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
