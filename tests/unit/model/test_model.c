/* The model as a container, and its questions about types. */
#include "model/model.h"

#include "../base/expect_bug.h"
#include "sample.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

static int setup(void **state)
{
	*state = sample_model();
	return 0;
}

static int teardown(void **state)
{
	hr_model_free(*state);
	return 0;
}

static void test_model__free_takes_null(void **state)
{
	(void)state;
	hr_model_free(NULL);
	hr_model_free(hr_model_new());
}

static void test_model__maps_know_the_first_of_a_name(void **state)
{
	struct hr_model *model = *state;
	struct hr_type type = { .kind = HR_TYPE_OTHER, .spelling = "int" };
	struct hr_operation operation = { .name = "reader_new" };
	struct hr_constant constant = { .name = "OK" };
	size_t index;

	assert_int_equal(hr_model_add_type(model, &type), T_COUNT);
	assert_int_equal(hr_model_add_operation(model, &operation), OP_COUNT);
	assert_int_equal(hr_model_add_constant(model, &constant), C_COUNT);
	assert_true(hr_map_get(&model->type_by_spelling, "int", &index));
	assert_int_equal(index, T_INT);
	assert_true(hr_map_get(&model->operation_by_name, "reader_new", &index));
	assert_int_equal(index, OP_NEW);
	assert_true(hr_map_get(&model->constant_by_name, "OK", &index));
	assert_int_equal(index, C_OK);
}

static void test_model__unnamed_types_are_in_no_map(void **state)
{
	struct hr_model *model = *state;
	struct hr_type type = { .kind = HR_TYPE_STRUCT, .spelling = "hidden", .is_unnamed = true };

	hr_model_add_type(model, &type);
	assert_false(hr_map_get(&model->type_by_spelling, "hidden", NULL));
	assert_true(hr_map_get(&model->type_by_spelling, "struct point", NULL));
}

static void test_model__item_of_knows_nothing(void **state)
{
	struct hr_item item = hr_item_of("x", (struct hr_type_ref){ 3, HR_CONST });

	(void)state;
	assert_string_equal(item.name, "x");
	assert_int_equal(item.type.type, 3);
	assert_int_equal(item.array_count, -1);
	assert_int_equal(item.role, HR_ROLE_UNKNOWN);
	assert_int_equal(item.of, -1);
	assert_int_equal(item.nullable, HR_NOT_KNOWN);
	assert_int_equal(item.freed_by, -1);
	assert_false(item.freed_by_libc);
	assert_int_equal(item.bound_by, -1);
}

static void test_model__decide_fills_items(void **state)
{
	struct hr_model *model = *state;
	const struct hr_item *made = &model->operations.data[OP_NEW].result;
	const struct hr_item *freed = &model->operations.data[OP_FREE].params.data[0];
	const struct hr_item *params = model->operations.data[OP_PARSE].params.data;

	assert_int_equal(made->role, HR_ROLE_OWNED);
	assert_int_equal(made->freed_by, OP_FREE);
	assert_false(made->freed_by_libc);
	assert_int_equal(freed->role, HR_ROLE_CONSUMED);
	assert_int_equal(freed->nullable, HR_YES);
	assert_int_equal(params[0].role, HR_ROLE_UNKNOWN);
	assert_int_equal(params[0].nullable, HR_NOT_KNOWN);
	assert_true(params[1].kept);
	assert_false(params[1].minus_one);
	assert_int_equal(params[2].role, HR_ROLE_LENGTH);
	assert_int_equal(params[2].of, 1);
	assert_int_equal(params[2].unit, HR_UNIT_BYTES);
	assert_true(params[2].minus_one);
	assert_int_equal(params[2].bound_by, OP_BOUND);
	assert_int_equal(params[4].of, 3);
	assert_int_equal(params[4].nullable, HR_NO);
	assert_int_equal(params[5].freed_by, -1);
	assert_true(params[5].freed_by_libc);
	assert_int_equal(model->types.data[T_POINT].fields.data[1].item.role, HR_ROLE_LENGTH);
	assert_int_equal(model->types.data[T_POINT].fields.data[1].item.of, 0);
}

static void test_model__decide_fills_operations(void **state)
{
	struct hr_model *model = *state;
	const struct hr_operation *operations = model->operations.data;

	assert_int_equal(operations[OP_NEW].kind, HR_KIND_MAKER);
	assert_int_equal(operations[OP_NEW].subject, T_READER);
	assert_int_equal(operations[OP_NEW].error, HR_REFUSED_NULL);
	assert_int_equal(operations[OP_NEW].error_good, -1);
	assert_int_equal(operations[OP_PARSE].kind, HR_KIND_OTHER);
	assert_true(operations[OP_PARSE].subject == HR_NO_TYPE);
	assert_int_equal(operations[OP_PARSE].error, HR_REFUSED_NONZERO);
	assert_int_equal(operations[OP_PARSE].error_good, C_OK);
	assert_int_equal(operations[OP_BOUND].error, HR_REFUSED_NEVER);
}

/* How many claims of fields come from weaker sources than this one; `others` gets how many do not. */
static size_t weaker_of_fields(const struct hr_model *model, enum hr_source weakest, size_t *others)
{
	size_t weaker = 0;

	*others = 0;
	for (size_t i = 0; i < model->types.count; i++)
		for (size_t j = 0; j < model->types.data[i].fields.count; j++) {
			const hr_claims *claims = &model->types.data[i].fields.data[j].item.claims;
			for (size_t k = 0; k < claims->count; k++)
				*(claims->data[k].source < weakest ? &weaker : others) += 1;
		}
	return weaker;
}

static void test_model__claims_of_fields_can_be_dropped(void **state)
{
	struct hr_model *model = *state;
	struct hr_item *field = &model->types.data[T_POINT].fields.data[0].item;
	size_t before, after, params = model->operations.data[OP_PARSE].params.data[0].claims.count;

	hr_vec_push(&field->claims, ((struct hr_claim){ .fact = HR_FACT_ROLE,
							.value = HR_ROLE_IN,
							.of = -1,
							.source = HR_SOURCE_CODE,
							.weight = 0.9,
							.text = "proved" }));
	hr_vec_push(&field->claims, ((struct hr_claim){ .fact = HR_FACT_ROLE,
							.value = HR_ROLE_OUT,
							.of = -1,
							.source = HR_SOURCE_NAME,
							.weight = 0.9,
							.text = "guessed" }));
	assert_true(weaker_of_fields(model, HR_SOURCE_CODE, &before) > 0);
	assert_true(before > 0);
	hr_model_drop_field_claims(model, HR_SOURCE_CODE);
	assert_int_equal(weaker_of_fields(model, HR_SOURCE_CODE, &after), 0);
	assert_int_equal(before, after);
	assert_int_equal(model->operations.data[OP_PARSE].params.data[0].claims.count, params);
}

/* Deciding again follows the claims, whatever the fields said before. */
static void test_model__decide_forgets(void **state)
{
	struct hr_model *model = *state;
	struct hr_operation *parse = &model->operations.data[OP_PARSE];

	hr_vec_clear(&parse->claims);
	for (size_t i = 0; i < parse->params.count; i++)
		hr_vec_clear(&parse->params.data[i].claims);
	hr_model_decide(model);
	assert_int_equal(parse->error, HR_REFUSED_NEVER);
	assert_int_equal(parse->error_good, -1);
	for (size_t i = 0; i < parse->params.count; i++) {
		struct hr_item blank = hr_item_of(parse->params.data[i].name, parse->params.data[i].type);
		struct hr_item *item = &parse->params.data[i];

		assert_int_equal(item->role, blank.role);
		assert_int_equal(item->of, blank.of);
		assert_int_equal(item->unit, blank.unit);
		assert_int_equal(item->nullable, blank.nullable);
		assert_int_equal(item->kept, blank.kept);
		assert_int_equal(item->minus_one, blank.minus_one);
		assert_int_equal(item->freed_by, blank.freed_by);
		assert_int_equal(item->freed_by_libc, blank.freed_by_libc);
		assert_int_equal(item->bound_by, blank.bound_by);
		assert_true(item->confidence == 0);
	}
}

static void test_model__strip_and_pointee(void **state)
{
	static const struct {
		struct hr_type_ref from, stripped, pointee;
	} cases[] = {
		{ { T_INT, HR_VOLATILE }, { T_INT, HR_VOLATILE }, { HR_NO_TYPE, 0 } },
		{ { T_SIZE, HR_CONST }, { T_ULONG, HR_CONST }, { HR_NO_TYPE, 0 } },
		{ { T_CONST_INT, HR_VOLATILE }, { T_INT, HR_CONST | HR_VOLATILE }, { HR_NO_TYPE, 0 } },
		{ { T_OTHER_HANDLE, 0 }, { T_VOID_POINTER, HR_CONST }, { T_VOID, 0 } },
		{ { T_TEXT, 0 }, { T_TEXT, 0 }, { T_CHAR, HR_CONST } },
		{ { T_HANDLE_POINTER, 0 }, { T_HANDLE_POINTER, 0 }, { T_VOID_POINTER, 0 } },
		{ { T_INTS, 0 }, { T_INTS, 0 }, { T_INT, 0 } },
		{ { T_ON_FIELD, 0 }, { T_ON_FIELD, 0 }, { HR_NO_TYPE, 0 } },
		{ { HR_NO_TYPE, 0 }, { HR_NO_TYPE, 0 }, { HR_NO_TYPE, 0 } },
	};
	struct hr_model *model = *state;

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct hr_type_ref stripped = hr_model_strip(model, cases[i].from);
		struct hr_type_ref pointee = hr_model_pointee(model, cases[i].from);

		assert_int_equal(stripped.type, cases[i].stripped.type);
		assert_int_equal(stripped.qualifiers, cases[i].stripped.qualifiers);
		assert_int_equal(pointee.type, cases[i].pointee.type);
		assert_int_equal(pointee.qualifiers, cases[i].pointee.qualifiers);
		if (stripped.type == HR_NO_TYPE)
			assert_null(hr_model_type(model, cases[i].from));
		else
			assert_ptr_equal(hr_model_type(model, cases[i].from), &model->types.data[stripped.type]);
	}
}

static void test_model__object(void **state)
{
	static const struct {
		size_t from, object;
	} cases[] = {
		{ T_READER, T_READER },        { T_READER_NAME, T_READER },  { T_READER_POINTER, T_READER },
		{ T_READER_SLOT, HR_NO_TYPE }, { T_POINT, T_POINT },         { T_INSIDE, T_INSIDE },
		{ T_HANDLE, T_HANDLE },        { T_OTHER_HANDLE, T_HANDLE }, { T_HANDLE_POINTER, HR_NO_TYPE },
		{ T_THING_POINTER, T_THING },  { T_THING, HR_NO_TYPE },      { T_VOID_POINTER, HR_NO_TYPE },
		{ T_TEXT, HR_NO_TYPE },        { T_INT, HR_NO_TYPE },        { T_ON_FIELD_POINTER, HR_NO_TYPE },
		{ HR_NO_TYPE, HR_NO_TYPE },
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		assert_int_equal(hr_model_object(*state, sample_ref(cases[i].from, 0)), cases[i].object);
}

static void test_model__spell(void **state)
{
	static const struct {
		enum hr_type_kind kind;
		const char *spelling;
		unsigned qualifiers;
		const char *want;
	} cases[] = {
		{ HR_TYPE_INT, "int", 0, "int" },
		{ HR_TYPE_INT, "int", HR_CONST, "const int" },
		{ HR_TYPE_INT, "int", HR_CONST | HR_VOLATILE, "const volatile int" },
		{ HR_TYPE_STRUCT, "struct x", HR_VOLATILE, "volatile struct x" },
		{ HR_TYPE_TYPEDEF, "handle", HR_CONST, "const handle" },
		{ HR_TYPE_POINTER, "const char *", 0, "const char *" },
		{ HR_TYPE_POINTER, "char **", 0, "char **" },
		{ HR_TYPE_POINTER, "char *", HR_CONST, "char *const" },
		{ HR_TYPE_POINTER, "char **", HR_RESTRICT, "char **restrict" },
		{ HR_TYPE_POINTER, "const struct x *", HR_CONST, "const struct x *const" },
		{ HR_TYPE_POINTER, "char *", HR_CONST | HR_VOLATILE | HR_RESTRICT, "char *const volatile restrict" },
		{ HR_TYPE_POINTER, "char *const *", HR_CONST, "char *const *const" },
		{ HR_TYPE_POINTER, "char * _Nonnull", HR_CONST, "char * _Nonnull const" },
		{ HR_TYPE_POINTER, "void (*)(void *, size_t, void *)", 0, "void (*)(void *, size_t, void *)" },
		{ HR_TYPE_POINTER, "void (*)(void *, size_t)", HR_CONST, "void (*const)(void *, size_t)" },
		{ HR_TYPE_POINTER, "int (*)[3]", HR_CONST, "int (*const)[3]" },
		{ HR_TYPE_POINTER, "void (**)(void)", HR_CONST, "void (**const)(void)" },
		{ HR_TYPE_POINTER, "void (*const *)(void)", HR_CONST, "void (*const *const)(void)" },
		{ HR_TYPE_POINTER, "void (* _Nonnull)(void)", HR_CONST, "void (* _Nonnull const)(void)" },
		{ HR_TYPE_POINTER, "void (*(*)(int))(char *)", HR_CONST, "void (*(*const)(int))(char *)" },
		{ HR_TYPE_POINTER, "void (*)(void (*)(int))", HR_CONST, "void (*const)(void (*)(int))" },
		{ HR_TYPE_ARRAY, "int[3]", HR_CONST, "const int[3]" },
		{ HR_TYPE_ARRAY, "char *[3]", HR_CONST, "char *const[3]" },
		{ HR_TYPE_ARRAY, "char * [3]", HR_CONST, "char *const [3]" },
		{ HR_TYPE_ARRAY, "void (*[3])(int)", HR_CONST, "void (*const[3])(int)" },
		{ HR_TYPE_ARRAY, "odd", HR_CONST, "const odd" },
		{ HR_TYPE_POINTER, "", HR_CONST, "const " },
	};
	struct hr_model *model = *state;
	struct hr_strbuf out = HR_STRBUF_INIT;

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct hr_type type = { .kind = cases[i].kind, .spelling = cases[i].spelling, .is_unnamed = true };
		size_t index = hr_model_add_type(model, &type);

		hr_strbuf_clear(&out);
		hr_model_spell(&out, model, sample_ref(index, cases[i].qualifiers));
		assert_string_equal(out.data, cases[i].want);
	}
	hr_strbuf_clear(&out);
	hr_strbuf_addstr(&out, "x");
	hr_model_spell(&out, model, sample_ref(HR_NO_TYPE, HR_CONST));
	hr_model_spell(&out, model, sample_ref(T_INT, 0));
	assert_string_equal(out.data, "xint");
	hr_strbuf_release(&out);
}

static void strip(void *argument)
{
	hr_model_strip(argument, sample_ref(T_SIZE, 0));
}

static void test_model__strip_of_a_circle_is_a_bug(void **state)
{
	struct hr_model *model = *state;

	assert_false(ends_in_bug(strip, model));
	model->types.data[T_SIZE].target.type = T_READER_NAME;
	model->types.data[T_READER_NAME].target.type = T_SIZE;
	assert_true(ends_in_bug(strip, model));
	model->types.data[T_SIZE].target.type = T_COUNT;
	assert_true(ends_in_bug(strip, model));
}

#define WITH_SAMPLE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_model__free_takes_null),
		WITH_SAMPLE(test_model__maps_know_the_first_of_a_name),
		WITH_SAMPLE(test_model__unnamed_types_are_in_no_map),
		cmocka_unit_test(test_model__item_of_knows_nothing),
		WITH_SAMPLE(test_model__decide_fills_items),
		WITH_SAMPLE(test_model__decide_fills_operations),
		WITH_SAMPLE(test_model__claims_of_fields_can_be_dropped),
		WITH_SAMPLE(test_model__decide_forgets),
		WITH_SAMPLE(test_model__strip_and_pointee),
		WITH_SAMPLE(test_model__object),
		WITH_SAMPLE(test_model__spell),
		WITH_SAMPLE(test_model__strip_of_a_circle_is_a_bug),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
