/* Room for output: how much there is, and that nothing else changes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../seq/unit.h"
#include "suite/give_room.h"

static const char header[] = "struct flow { char *out; unsigned left; int level; };\n"
			     "int flow_run(struct flow *f);\nint pack(char *dst, unsigned room, const char *src);\n"
			     "int pack_all(char *dst, unsigned *room, const char *src);\n"
			     "int read_items(void *dst, unsigned size, unsigned count);\n"
			     "int read_parts(char *dst, unsigned size, unsigned count);\n"
			     "int pack_little(char *dst, unsigned char room);\n";

static struct hr_operation *operation_of(struct hr_model *model, const char *name)
{
	size_t index;
	assert_true(hr_map_get(&model->operation_by_name, name, &index));
	return &model->operations.data[index];
}

static struct hr_model *read_flow(void *state)
{
	struct hr_model *model = read_text(state, header, NULL);
	static const char *const packers[] = { "pack", "pack_all" };
	for (size_t i = 0; i < model->types.count; i++)
		if (model->types.data[i].kind == HR_TYPE_STRUCT && model->types.data[i].fields.count == 3) {
			model->types.data[i].fields.data[1].item.role = HR_ROLE_CAPACITY;
			model->types.data[i].fields.data[1].item.of = 0;
		}
	for (size_t i = 0; i < 2; i++) {
		struct hr_operation *operation = operation_of(model, packers[i]);
		operation->params.data[0].role = HR_ROLE_OUT;
		operation->params.data[1].role = HR_ROLE_CAPACITY;
		operation->params.data[1].of = 0;
	}
	struct hr_item *items = operation_of(model, "read_items")->params.data;
	items[0].role = HR_ROLE_OUT;
	items[1].role = HR_ROLE_SIZE;
	items[2].role = HR_ROLE_CAPACITY;
	items[2].of = 0;
	items[2].unit = HR_UNIT_ELEMENTS;
	struct hr_item *parts = operation_of(model, "read_parts")->params.data;
	parts[0].role = HR_ROLE_OUT;
	parts[1].role = parts[2].role = HR_ROLE_CAPACITY;
	parts[1].of = parts[2].of = 0;
	struct hr_item *little = operation_of(model, "pack_little")->params.data;
	little[0].role = HR_ROLE_OUT;
	little[1].role = HR_ROLE_CAPACITY;
	little[1].of = 0;
	return model;
}

/* What the calls become with 64 bytes for the last one; NULL: they stay. */
static const struct {
	const char *calls, *expected;
} cases[] = {
	{ "v0 = new char[1] {}\nv1 = pack(v0, 1, \"a\")\n", "v0 = new char[64] {}\nv1 = pack(v0, 64, \"a\")\n" },
	{ "v0 = new char[1] {}\nv1 = new unsigned 1\nv2 = pack_all(v0, v1, \"a\")\n",
	  "v0 = new char[64] {}\nv1 = new unsigned int 64\nv2 = pack_all(v0, v1, \"a\")\n" },
	{ "v0 = new char[2] bytes \"\\x00\\x00\"\nv1 = pack(v0, 2, \"a\")\n",
	  "v0 = new char[64] {}\nv1 = pack(v0, 64, \"a\")\n" },
	{ "v0 = new char[100] {}\nv1 = pack(v0, 100, \"a\")\n", NULL },       /* there is as much */
	{ "v0 = new char[2] bytes \"ab\"\nv1 = pack(v0, 2, \"a\")\n", NULL }, /* something is in it */
	{ "v0 = pack(NULL, 0, \"a\")\n", NULL },
	{ "v0 = new char[8] {}\nv1 = read_items(v0, 8, 1)\n", NULL }, /* so many, each of such a size */
	{ "v0 = new char[8] {}\nv1 = read_parts(v0, 8, 1)\n", NULL },
	{ "v0 = new struct flow {}\nv1 = new char[2] {}\nv0.out = v1\nv0.left = 2\nv2 = flow_run(v0)\n",
	  "v0 = new struct flow {}\nv1 = new char[64] {}\nv0.out = v1\nv0.left = 64\nv2 = flow_run(v0)\n" },
	{ "v0 = new struct flow {}\nv0.level = 3\nv1 = flow_run(v0)\n",
	  "v0 = new struct flow {}\nv0.level = 3\nv1 = new char[64] {}\nv0.out = v1\nv0.left = 64\nv2 = flow_run(v0)\n" },
};

static void test_give_room__where_and_how_much(void **state)
{
	struct hr_model *model = read_flow(*state);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct hr_sequence *sequence = read_sequence(model, cases[i].calls);
		struct hr_sequence *wider = hr_give_room(sequence, sequence->statements.count - 1, 64);
		struct hr_strbuf written = HR_STRBUF_INIT;
		if (wider)
			hr_sequence_write(&written, wider);
		if (!cases[i].expected != !wider || (wider && strcmp(written.data, cases[i].expected) != 0))
			fail_msg("%s becomes\n%s", cases[i].calls, wider ? written.data : "nothing");
		hr_strbuf_release(&written);
		hr_sequence_free(wider);
		hr_sequence_free(sequence);
	}
	hr_model_free(model);
}

/* A number of one byte cannot say that there are 256. */
static void test_give_room__as_much_as_the_number_holds(void **state)
{
	struct hr_model *model = read_flow(*state);
	struct hr_sequence *sequence = read_sequence(model, "v0 = new char[1] {}\nv1 = pack_little(v0, 1)\n");
	struct hr_sequence *wider = hr_give_room(sequence, 1, 255);
	assert_non_null(wider);
	assert_null(hr_give_room(sequence, 1, 256));
	hr_sequence_free(wider);
	hr_sequence_free(sequence);
	hr_model_free(model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_give_room__where_and_how_much),
		IN_SCRATCH(test_give_room__as_much_as_the_number_holds),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
