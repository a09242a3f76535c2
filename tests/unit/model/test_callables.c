/* Callables: the numbers of stubs, functions, variables and callback types follow from the model alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../frontend/reading.h"
#include "model/callables.h"

#define NONE ((size_t)-1)

static const char header[] =
	"#include <stdarg.h>\n#include <stddef.h>\n"
	"typedef int compare(const void *a, const void *b);\n"
	"struct hooks { void *(*allocate)(size_t size); compare *order; void (*log)(const char *format, ...); };\n"
	"int plain(int a);\n"
	"int variadic(const char *format, ...);\n"
	"void sort(int *numbers, size_t count, int (*by)(const void *, const void *));\n"
	"void each(void (*visit)(void *data, va_list list), void *data);\n"
	"void *malloc(size_t size);\n"
	"int last(struct hooks *hooks);\n"
	"extern int level;\nextern const char *name;\n"
	"#define TWICE(n) ((n) * 2)\n";

static size_t operation(const struct hr_model *model, const char *name)
{
	for (size_t i = 0; i < model->operations.count; i++)
		if (strcmp(model->operations.data[i].name, name) == 0)
			return i;
	return NONE;
}

static void test_callables__stubs(void **state)
{
	struct hr_model *model = read_text(*state, header, NULL);
	struct hr_callables callables;
	const struct {
		const char *name;
		unsigned count, reals;
		bool exists;
	} cases[] = {
		{ "plain", 0, 0, true },    { "plain", 1, 0, false },    { "variadic", 0, 0, true },
		{ "variadic", 1, 0, true }, { "variadic", 1, 1, true },  { "variadic", 1, 2, false },
		{ "variadic", 3, 7, true }, { "variadic", 3, 8, false }, { "variadic", 4, 0, false },
		{ "last", 0, 0, true },
	};
	hr_callables_list(&callables, model);
	for (size_t i = 0; i < COUNT(cases); i++) {
		size_t index = operation(model, cases[i].name);
		size_t stub = hr_callables_stub(&callables, index, cases[i].count, cases[i].reals);
		assert_int_equal(stub != NONE, cases[i].exists);
		if (stub == NONE)
			continue;
		assert_int_equal(callables.stubs.data[stub].operation, index);
		assert_int_equal(callables.stubs.data[stub].tail_count, cases[i].count);
		assert_int_equal(callables.stubs.data[stub].tail_reals, cases[i].reals);
	}
	assert_int_equal(hr_callables_stub(&callables, model->operations.count, 0, 0), NONE);
	assert_int_equal(hr_callables_stub(&callables, NONE, 0, 0), NONE);
	hr_callables_release(&callables);
	hr_model_free(model);
}

/* Stubs of all callable operations, none of the others, each operation's together. */
static void test_callables__stubs_are_in_order(void **state)
{
	struct hr_model *model = read_text(*state, header, NULL);
	struct hr_callables callables;
	size_t expected = 0;
	model->operations.data[operation(model, "last")].callable = false;
	hr_callables_list(&callables, model);
	assert_int_equal(callables.stub_of.count, model->operations.count);
	for (size_t i = 0; i < model->operations.count; i++) {
		const struct hr_operation *one = &model->operations.data[i];
		assert_int_equal(callables.stub_of.data[i], one->callable ? expected : NONE);
		if (one->callable)
			expected += one->is_variadic ? 15 : 1; /* 1 + 2 + 4 + 8 tails */
	}
	assert_int_equal(callables.stubs.count, expected);
	assert_int_equal(hr_callables_stub(&callables, operation(model, "last"), 0, 0), NONE);
	assert_int_equal(hr_callables_function(&callables, "last"), NONE);
	hr_callables_release(&callables);
	hr_model_free(model);
}

static void test_callables__functions(void **state)
{
	struct hr_model *model = read_text(*state, header, NULL);
	struct hr_callables callables;
	hr_callables_list(&callables, model);
	size_t plain = hr_callables_function(&callables, "plain");
	size_t libc = hr_callables_function(&callables, "strcmp");
	size_t own = hr_callables_function(&callables, "malloc");
	assert_int_equal(callables.functions.data[plain].operation, operation(model, "plain"));
	assert_int_equal(callables.functions.data[libc].operation, NONE);
	assert_int_equal(callables.functions.data[own].operation, operation(model, "malloc")); /* the unit's, once */
	for (size_t i = own + 1; i < callables.functions.count; i++)
		assert_string_not_equal(callables.functions.data[i].name, "malloc");
	assert_int_equal(hr_callables_function(&callables, "TWICE"), NONE);
	assert_int_equal(hr_callables_function(&callables, "nobody"), NONE);
	hr_callables_release(&callables);
	hr_model_free(model);
}

static void test_callables__callback_types(void **state)
{
	struct hr_model *model = read_text(*state, header, NULL);
	struct hr_callables callables;
	hr_callables_list(&callables, model);
	const struct hr_operation *sort = find_operation(model, "sort");
	const struct hr_operation *each = find_operation(model, "each");
	const struct hr_type *hooks = find_type(model, "struct hooks");
	size_t by = hr_callables_callback(&callables, model, find_param(sort, "by")->type);
	size_t order = hr_callables_callback(&callables, model, find_field(hooks, "order")->type);
	size_t allocate = hr_callables_callback(&callables, model, find_field(hooks, "allocate")->type);
	assert_int_not_equal(by, NONE);
	assert_int_equal(order, by); /* the same by spelling */
	assert_int_not_equal(allocate, NONE);
	assert_int_not_equal(allocate, by);
	assert_int_equal(hr_callables_callback(&callables, model, find_field(hooks, "log")->type), NONE);
	assert_int_equal(hr_callables_callback(&callables, model, find_param(each, "visit")->type), NONE);
	assert_int_equal(hr_callables_callback(&callables, model, find_param(each, "data")->type), NONE);
	assert_int_equal(hr_callables_callback(&callables, model, (struct hr_type_ref){ HR_NO_TYPE, 0 }), NONE);
	assert_int_equal(callables.variables.count, 2);
	hr_callables_release(&callables);
	hr_model_free(model);
}

static void test_callables__nothing(void **state)
{
	(void)state;
	struct hr_model *model = hr_model_new();
	struct hr_callables callables;
	hr_callables_list(&callables, model);
	assert_int_equal(callables.stubs.count, 0);
	assert_int_equal(callables.callback_types.count, 0);
	assert_int_equal(hr_callables_stub(&callables, 0, 0, 0), NONE);
	hr_callables_release(&callables);
	hr_model_free(model);
}

/* Bytes with their number beside them, not what the user gave to be handed on, with a number behind it. */
static void test_callables__well_known_callbacks(void **state)
{
	static const struct {
		const char *declaration;
		bool reads, writes;
	} cases[] = {
		{ "typedef int cb(void *ctx, long long value); void f(cb *c);", false, false },
		{ "typedef int cb(void *ctx, int value); void f(cb *c);", false, false },
		{ "typedef int cb(void *, int); void f(cb *c);", false, false },
		{ "typedef int cb(void *ctx, unsigned long size); void f(cb *c);", false, false },
		{ "typedef int cb(void *ctx, const char *text, unsigned long len); void f(cb *c);", false, true },
		{ "typedef int cb(void *, char *, int); void f(cb *c);", true, false },
		{ "typedef long cb(void *ctx, void *buffer, int size); void f(cb *c);", true, false },
		{ "typedef unsigned long cb(void *ptr, unsigned long size, unsigned long nmemb, void *source); void f(cb *c);",
		  true, false },
		{ "typedef unsigned long cb(void *, unsigned long, unsigned long, void *); void f(cb *c);", true,
		  false },
		{ "typedef unsigned long cb(const void *, unsigned long, unsigned long, void *); void f(cb *c);", false,
		  true },
		{ "typedef int cb(const char *key, int value); void f(cb *c);", false, false },
	};
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct hr_model *model = read_text(*state, cases[i].declaration, NULL);
		struct hr_type_ref callback = model->operations.data[0].params.data[0].type;
		const struct hr_type *function = hr_model_type(model, hr_model_pointee(model, callback));
		if (hr_callback_shape_fits(model, function, HR_SHAPE_READ_ONCE) != cases[i].reads ||
		    hr_callback_shape_fits(model, function, HR_SHAPE_WRITE_ALL) != cases[i].writes)
			fail_msg("%s", cases[i].declaration);
		hr_model_free(model);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_callables__stubs),         IN_SCRATCH(test_callables__stubs_are_in_order),
		IN_SCRATCH(test_callables__functions),     IN_SCRATCH(test_callables__callback_types),
		cmocka_unit_test(test_callables__nothing), IN_SCRATCH(test_callables__well_known_callbacks),
	};
	return cmocka_run_group_tests_name("callables", tests, NULL, NULL);
}
