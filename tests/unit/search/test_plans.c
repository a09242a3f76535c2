/* Classes of values, and where arguments come from. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "searching.h"

static uint32_t class_of_result(const struct hr_classes *classes, struct hr_model *model, const char *name)
{
	return hr_class_of(classes, find_operation(model, name)->result.type);
}

static uint32_t class_of_parameter(const struct hr_classes *classes, struct hr_model *model, const char *name,
				   size_t index)
{
	return hr_class_of(classes, param_of(model, name, index)->type);
}

static void test_classes__qualifiers_and_typedefs_make_no_difference(void **state)
{
	struct hr_model *model = read_boxes(*state);
	struct hr_classes classes;

	hr_classes_init(&classes, model);
	assert_int_equal(class_of_result(&classes, model, "box_new"),
			 class_of_parameter(&classes, model, "box_key", 0));
	assert_int_equal(class_of_result(&classes, model, "box_key"), class_of_result(&classes, model, "box_take"));
	assert_int_not_equal(class_of_result(&classes, model, "box_new"),
			     class_of_parameter(&classes, model, "box_open", 1));
	assert_int_not_equal(class_of_result(&classes, model, "box_key"),
			     class_of_parameter(&classes, model, "bytes_sum", 0)); /* unsigned char */
	assert_int_equal(hr_class_of(&classes, find_operation(model, "box_free")->result.type), HR_NO_CLASS);
	assert_int_equal(hr_class_of(&classes, (struct hr_type_ref){ HR_NO_TYPE, 0 }), HR_NO_CLASS);
	hr_classes_release(&classes);
	hr_model_free(model);
}

static void test_classes__handles_that_are_typedefs_of_void(void **state)
{
	static const char header[] = "typedef void *file_t; typedef void thing; typedef struct s *s_t; struct s;\n"
				     "file_t file_open(void); thing *thing_new(void); void *memory(void);\n"
				     "s_t s_new(void); void s_use(struct s *s);\n";
	struct hr_model *model = read_text(*state, header, NULL);
	struct hr_classes classes;

	hr_classes_init(&classes, model);
	uint32_t file = class_of_result(&classes, model, "file_open");
	uint32_t thing = class_of_result(&classes, model, "thing_new");
	uint32_t memory = class_of_result(&classes, model, "memory");
	assert_true(file != thing && thing != memory && file != memory);
	assert_true(classes.list.data[file].is_object && classes.list.data[thing].is_object);
	assert_false(classes.list.data[memory].is_object);
	assert_int_equal(class_of_result(&classes, model, "s_new"), class_of_parameter(&classes, model, "s_use", 0));
	hr_classes_release(&classes);
	hr_model_free(model);
}

static void test_classes__structs_stand_for_their_first_member(void **state)
{
	struct hr_model *model = read_boxes(*state);
	struct hr_classes classes;

	hr_classes_init(&classes, model);
	const struct hr_value_class *lid = &classes.list.data[class_of_parameter(&classes, model, "lid_size", 0)];
	assert_int_equal(lid->accepts.count, 2);
	assert_int_equal(lid->accepts.data[1], class_of_result(&classes, model, "tall_new"));
	const struct hr_value_class *box = &classes.list.data[class_of_result(&classes, model, "box_new")];
	assert_int_equal(box->accepts.count, 1);
	assert_int_equal(box->makers.count, 3); /* new, open, inner */
	hr_classes_release(&classes);
	hr_model_free(model);
}

static void test_classes__initialisers(void **state)
{
	struct hr_model *model = read_boxes(*state);
	struct hr_classes classes;

	hr_classes_init(&classes, model);
	assert_int_equal(hr_initialised_parameter(&classes, (size_t)operation_index(model, "options_init")), 0);
	assert_int_equal(hr_initialised_parameter(&classes, (size_t)operation_index(model, "box_new")), -1);
	assert_int_equal(hr_initialised_parameter(&classes, (size_t)operation_index(model, "box_open")), -1);
	uint32_t options = class_of_parameter(&classes, model, "options_init", 0);
	assert_int_equal(classes.list.data[options].initialisers.count, 1);
	/* when that is no maker any more, the struct is as good as it is */
	set_kind(model, "options_init", HR_KIND_OTHER, NULL);
	hr_classes_relearn(&classes);
	assert_int_equal(classes.list.data[options].initialisers.count, 0);
	hr_classes_release(&classes);
	hr_model_free(model);
}

/* What input and output go through is fed; a struct with one buffer alone may keep its own there. */
static void test_plans__streams_are_fed(void **state)
{
	static const char header[] =
		"struct pipe { const char *next_in; unsigned avail_in; char *next_out; unsigned avail_out; };\n"
		"struct text { char *data; unsigned size; };\n"
		"int pipe_init(struct pipe *p); int pipe_run(struct pipe *p);\n"
		"int text_init(struct text *t); int text_trim(struct text *t);\n";
	static const char *const subjects[] = { "struct pipe", "struct text" };
	static const char *const makers[] = { "pipe_init", "text_init" };
	static const char *const users[] = { "pipe_run", "text_trim" };
	struct hr_model *model = read_text(*state, header, NULL);
	struct hr_classes classes;
	struct hr_plans plans = { .list = HR_VEC_INIT };

	for (size_t i = 0; i < COUNT(subjects); i++) {
		size_t type;
		assert_true(hr_map_get(&model->type_by_spelling, subjects[i], &type));
		for (size_t k = 0; k < model->types.data[type].fields.count; k++) {
			struct hr_item *item = &model->types.data[type].fields.data[k].item;
			bool is_output = k >= 2 || i == 1;

			set_role(item,
				 k % 2 ? is_output ? HR_ROLE_CAPACITY : HR_ROLE_LENGTH
				       : (is_output ? HR_ROLE_OUT : HR_ROLE_BUFFER),
				 k % 2 ? (int)k - 1 : -1);
		}
		set_kind(model, makers[i], HR_KIND_MAKER, subjects[i]);
		set_role(param_of(model, makers[i], 0), HR_ROLE_OUT, -1);
		set_role(param_of(model, users[i], 0), HR_ROLE_RECEIVER, -1);
		find_operation(model, makers[i])->callable = find_operation(model, users[i])->callable = true;
	}
	hr_classes_init(&classes, model);
	hr_plans_make(&plans, model, &classes, NULL);
	const struct hr_parameter_plan *run = plans.list.data[operation_index(model, "pipe_run")].parameters;
	assert_int_equal(run->feed_count, 2);
	assert_true(run->feeds[0].buffer == 0 && run->feeds[0].number == 1 && !run->feeds[0].is_output);
	assert_true(run->feeds[1].buffer == 2 && run->feeds[1].number == 3 && run->feeds[1].is_output);
	assert_int_equal(plans.list.data[operation_index(model, "text_trim")].parameters[0].feed_count, 0);
	hr_plans_release(&plans);
	hr_classes_release(&classes);
	hr_model_free(model);
}

static void test_plans__where_arguments_come_from(void **state)
{
	static const struct {
		const char *operation;
		size_t parameter;
		enum hr_supply supply;
	} cases[] = {
		{ "box_free", 0, HR_SUPPLY_VALUE },      { "box_open", 0, HR_SUPPLY_LITERAL },
		{ "box_open", 1, HR_SUPPLY_SLOT },       { "box_put", 1, HR_SUPPLY_LITERAL },
		{ "box_put", 2, HR_SUPPLY_LITERAL },     { "box_adopt", 1, HR_SUPPLY_VALUE },
		{ "options_init", 0, HR_SUPPLY_RAW },    { "box_set", 1, HR_SUPPLY_OBJECT },
		{ "bytes_sum", 0, HR_SUPPLY_LITERAL },   { "bytes_sum", 1, HR_SUPPLY_EXTENT },
		{ "box_write", 1, HR_SUPPLY_ROOM },      { "box_write", 2, HR_SUPPLY_EXTENT },
		{ "box_list", 1, HR_SUPPLY_ROOM },       { "box_list", 2, HR_SUPPLY_EXTENT },
		{ "world_start", 0, HR_SUPPLY_LITERAL }, { "lid_size", 0, HR_SUPPLY_OBJECT },
	};
	struct hr_model *model = read_boxes(*state);
	struct hr_classes classes;
	struct hr_plans plans = { .list = HR_VEC_INIT };

	hr_classes_init(&classes, model);
	hr_plans_make(&plans, model, &classes, NULL);
	for (size_t i = 0; i < COUNT(cases); i++) {
		const struct hr_plan *plan = &plans.list.data[operation_index(model, cases[i].operation)];

		if (plan->parameters[cases[i].parameter].supply != cases[i].supply)
			fail_msg("%s, parameter %zu: %d", cases[i].operation, cases[i].parameter,
				 (int)plan->parameters[cases[i].parameter].supply);
	}
	const struct hr_plan *start = &plans.list.data[operation_index(model, "world_start")];
	assert_true(start->sets_globals && start->uses_globals && !start->has_handles);
	const struct hr_plan *put = &plans.list.data[operation_index(model, "box_put")];
	assert_true(!put->sets_globals && put->has_handles && put->receiver == 0);
	assert_true(plans.list.data[operation_index(model, "box_free")].parameters[0].ends);
	assert_true(plans.list.data[operation_index(model, "box_join")].parameters[1].consumes);
	assert_false(plans.list.data[operation_index(model, "box_join")].parameters[1].ends);
	hr_plans_release(&plans);
	hr_classes_release(&classes);
	hr_model_free(model);
}

static void test_plans__initialisers_of_the_family(void **state)
{
	static const char header[] =
		"struct s { int *p; };\nint packInit(struct s *s); int unpackInit2(struct s *s, int n); int packReset(struct s *s);\n"
		"int unpackGo(struct s *s); int other(struct s *s); int packUp(struct s *s);\n";
	struct hr_model *model = read_text(*state, header, NULL);
	struct hr_classes classes;
	struct hr_plans plans = { .list = HR_VEC_INIT };

	for (size_t i = 0; i < model->operations.count; i++) {
		model->operations.data[i].callable = true;
		model->operations.data[i].params.data[0].role = HR_ROLE_RECEIVER;
	}
	set_kind(model, "packInit", HR_KIND_MAKER, "struct s");
	set_kind(model, "unpackInit2", HR_KIND_MAKER, "struct s");
	set_kind(model, "packUp", HR_KIND_MAKER, "struct s"); /* by mistake: its name does not say so */
	size_t pack = (size_t)operation_index(model, "packInit"),
	       unpack = (size_t)operation_index(model, "unpackInit2");
	hr_classes_init(&classes, model);
	hr_plans_make(&plans, model, &classes, NULL);
	const bool *reset = plans.list.data[operation_index(model, "packReset")].parameters[0].set_up_by;
	assert_true(reset && reset[pack] && !reset[unpack] && !reset[operation_index(model, "packUp")]);
	const bool *go = plans.list.data[operation_index(model, "unpackGo")].parameters[0].set_up_by;
	assert_true(go && !go[pack] && go[unpack]);
	assert_null(plans.list.data[operation_index(model, "other")].parameters[0].set_up_by);
	hr_plans_release(&plans);
	hr_classes_release(&classes);
	hr_model_free(model);
}

static void test_plans__what_is_beyond_us(void **state)
{
	static const char header[] =
		"#include <stdarg.h>\nvoid log_it(const char *f, va_list a); void go(void) __attribute__((noreturn));\n"
		"int fine(int a);\n";
	struct hr_model *model = read_text(*state, header, NULL);
	struct hr_classes classes;
	struct hr_plans plans = { .list = HR_VEC_INIT };

	for (size_t i = 0; i < model->operations.count; i++)
		model->operations.data[i].callable = true;
	hr_classes_init(&classes, model);
	hr_plans_make(&plans, model, &classes, NULL);
	assert_false(plans.list.data[operation_index(model, "log_it")].is_possible);
	assert_false(plans.list.data[operation_index(model, "go")].is_possible);
	assert_true(plans.list.data[operation_index(model, "fine")].is_possible);
	hr_plans_release(&plans);
	hr_classes_release(&classes);
	hr_model_free(model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_classes__qualifiers_and_typedefs_make_no_difference),
		IN_SCRATCH(test_classes__handles_that_are_typedefs_of_void),
		IN_SCRATCH(test_classes__structs_stand_for_their_first_member),
		IN_SCRATCH(test_classes__initialisers),
		IN_SCRATCH(test_plans__streams_are_fed),
		IN_SCRATCH(test_plans__where_arguments_come_from),
		IN_SCRATCH(test_plans__initialisers_of_the_family),
		IN_SCRATCH(test_plans__what_is_beyond_us),
	};

	return cmocka_run_group_tests_name("plans", tests, NULL, NULL);
}
