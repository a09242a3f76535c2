/* Sequences → programs: what the worker is told, and what cannot be told. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../seq/unit.h"
#include "exec/program.h"

/* A program taken apart. */
struct taken {
	struct hr_program *program;
	struct hr_wire_program header;
	const unsigned char *image;
	const unsigned char *data;
	uint32_t code[512];
};

struct fixture {
	struct hr_model *model;
	struct hr_callables callables;
	struct hr_sequence *sequence;
	struct taken taken;
};

static int encode(struct fixture *fixture, const char *text, const struct hr_run_wants *wants, struct hr_error *error)
{
	struct taken *taken = &fixture->taken;
	fixture->sequence = read_sequence(fixture->model, text);
	assert_non_null(fixture->sequence);
	if (hr_program_new(&taken->program, fixture->sequence, &fixture->callables, wants, error))
		return -1;
	memcpy(&taken->header, taken->program->bytes, sizeof taken->header);
	assert_int_equal(taken->header.size, taken->program->size);
	assert_true(taken->header.code_words <= COUNT(taken->code));
	memcpy(taken->code, taken->program->bytes + taken->header.code, taken->header.code_words * sizeof(uint32_t));
	taken->image = taken->program->bytes + taken->header.image;
	taken->data = taken->program->bytes + taken->header.data;
	return 0;
}

static void forget(struct fixture *fixture)
{
	hr_program_free(fixture->taken.program);
	hr_sequence_free(fixture->sequence);
	memset(&fixture->taken, 0, sizeof fixture->taken);
	fixture->sequence = NULL;
}

static void start(struct fixture *fixture, void **state)
{
	memset(fixture, 0, sizeof *fixture);
	fixture->model = read_unit(*state);
	hr_callables_list(&fixture->callables, fixture->model);
}

static void end(struct fixture *fixture)
{
	forget(fixture);
	hr_callables_release(&fixture->callables);
	hr_model_free(fixture->model);
}

/* Where the n-th instruction of a kind begins; the numbers of operands are those of wire.h. */
static const uint32_t *find(const struct taken *taken, enum hr_wire_instruction kind, unsigned n)
{
	static const uint8_t operands[HR_WIRE_INSTRUCTION_COUNT] = {
		[HR_WIRE_CALL] = 4,      [HR_WIRE_OBJECT] = 6,     [HR_WIRE_LOAD] = 4,     [HR_WIRE_STORE] = 4,
		[HR_WIRE_LOAD_BITS] = 5, [HR_WIRE_STORE_BITS] = 4, [HR_WIRE_OFFSET] = 3,   [HR_WIRE_COPY] = 3,
		[HR_WIRE_CONVERT] = 4,   [HR_WIRE_FUNCTION] = 2,   [HR_WIRE_VARIABLE] = 2, [HR_WIRE_CALLBACK] = 5,
		[HR_WIRE_FILE] = 4,      [HR_WIRE_FAIL_ALLOC] = 1, [HR_WIRE_DESCRIBE] = 3, [HR_WIRE_FINGERPRINT] = 2,
		[HR_WIRE_BASE] = 3,      [HR_WIRE_FREE] = 1,
	};
	for (uint32_t at = 0; at < taken->header.code_words;) {
		const uint32_t *code = taken->code + at;
		assert_true(code[0] < HR_WIRE_INSTRUCTION_COUNT);
		if (code[0] == kind && n-- == 0)
			return code;
		at += 2 + operands[code[0]] + (code[0] == HR_WIRE_CALL ? code[2 + 3] : 0);
	}
	return NULL;
}

static void test_encode__instructions_of_statements(void **state)
{
	static const struct {
		const char *text;
		enum hr_wire_instruction kinds[4]; /* each has to be there; 0 ends the list */
	} cases[] = {
		{ "v0 = tiny(1, 2)\n", { HR_WIRE_CALL } },
		{ "v0 = new struct point\n", { HR_WIRE_OBJECT } },
		{ "v0 = new stream_t\nv0.ready = 1\n", { HR_WIRE_OBJECT, HR_WIRE_STORE_BITS } },
		{ "v0 = new stream_t\nv1 = v0.level\n", { HR_WIRE_OBJECT, HR_WIRE_LOAD_BITS } },
		{ "v0 = new stream_t\nv0.avail_in = 7\nv1 = v0.avail_in\n", { HR_WIRE_STORE, HR_WIRE_LOAD } },
		{ "v0 = new stream_t\nanything(&v0.tail)\n", { HR_WIRE_OFFSET, HR_WIRE_CALL } },
		{ "v0 = (int) 3\n", { HR_WIRE_COPY } },
		{ "v0 = (int) 3\nv1 = half(v0, 1.5)\n", { HR_WIRE_CONVERT, HR_WIRE_CALL } },
		{ "v0 = new int[3] [3, 1, 2]\nsort(v0, 3, callback(1, 0))\n", { HR_WIRE_CALLBACK, HR_WIRE_CALL } },
		{ "v0 = new int\nsort(v0, 1, strcmp)\n", { HR_WIRE_FUNCTION, HR_WIRE_CALL } },
		{ "anything(&verbosity)\n", { HR_WIRE_VARIABLE } },
		{ "save(stream(\"a\"), path(\"b\"), descriptor(\"c\"))\n", { HR_WIRE_FILE, HR_WIRE_CALL } },
		{ "fail_alloc(2)\n", { HR_WIRE_FAIL_ALLOC } },
		{ "v0 = opaque_new()\nfree(v0)\n", { HR_WIRE_CALL, HR_WIRE_FREE } },
		{ "put_bytes(bytes \"ab\", 2)\n", { HR_WIRE_OBJECT, HR_WIRE_CALL } },
	};
	static const struct hr_run_wants none;
	struct fixture fixture;
	struct hr_error error = HR_ERROR_INIT;
	start(&fixture, state);
	for (size_t i = 0; i < COUNT(cases); i++) {
		if (encode(&fixture, cases[i].text, &none, &error))
			fail_msg("%s%s", cases[i].text, error.message.data);
		for (size_t k = 0; k < COUNT(cases[i].kinds) && cases[i].kinds[k]; k++)
			if (!find(&fixture.taken, cases[i].kinds[k], 0))
				fail_msg("no instruction %d in\n%s", (int)cases[i].kinds[k], cases[i].text);
		assert_int_equal(fixture.taken.code[fixture.taken.header.code_words - 2], HR_WIRE_END);
		forget(&fixture);
	}
	end(&fixture);
	hr_error_release(&error);
}

/* Literals stand in the image, converted to the parameter's type. */
static void test_encode__literals(void **state)
{
	static const struct {
		const char *text;
		unsigned argument;
		size_t size;
		unsigned char bytes[8];
	} cases[] = {
		{ "v0 = tiny(-1, 2)\n", 0, 1, { 0xff } },
		{ "v0 = tiny(-1, 255)\n", 1, 1, { 0xff } },
		{ "v0 = letter('a')\n", 0, 1, { 'a' } },
		{ "v0 = wide(0x1122334455667788, -2)\n", 0, 8, { 0x88, 0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11 } },
		{ "v0 = wide(1, -2)\n", 1, 8, { 0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff } },
		{ "v0 = half(1.0, 1.0)\n", 0, 8, { 0, 0, 0, 0, 0, 0, 0xf0, 0x3f } },
		{ "v0 = half(1.0, 1.0)\n", 1, 4, { 0, 0, 0x80, 0x3f } },
		{ "put_color(GREEN, true)\n", 0, 4, { 5, 0, 0, 0 } },
		{ "put_color(GREEN, true)\n", 1, 1, { 1 } },
		{ "anything(NULL)\n", 0, 8, { 0 } },
	};
	static const struct hr_run_wants none;
	struct fixture fixture;
	struct hr_error error = HR_ERROR_INIT;
	unsigned char area[256];
	start(&fixture, state);
	for (size_t i = 0; i < COUNT(cases); i++) {
		if (encode(&fixture, cases[i].text, &none, &error))
			fail_msg("%s%s", cases[i].text, error.message.data);
		const struct taken *taken = &fixture.taken;
		assert_true(taken->header.area_size <= sizeof area && taken->header.image_size <= sizeof area);
		memset(area, 0, sizeof area);
		memcpy(area, taken->image, taken->header.image_size);
		const uint32_t *call = find(taken, HR_WIRE_CALL, 0);
		assert_non_null(call);
		uint32_t slot = call[2 + 4 + cases[i].argument];
		assert_true(slot + cases[i].size <= taken->header.area_size);
		if (memcmp(area + slot, cases[i].bytes, cases[i].size) != 0)
			fail_msg("argument %u of %s", cases[i].argument, cases[i].text);
		forget(&fixture);
	}
	end(&fixture);
	hr_error_release(&error);
}

/* A text has its NUL, bytes have none; both are as large as they are. */
static void test_encode__texts_and_bytes(void **state)
{
	static const struct hr_run_wants none;
	struct fixture fixture;
	struct hr_error error = HR_ERROR_INIT;
	start(&fixture, state);
	assert_int_equal(encode(&fixture, "put_bytes(\"ab\", 2)\nput_bytes(bytes \"ab\", 2)\n", &none, &error), 0);
	const uint32_t *text = find(&fixture.taken, HR_WIRE_OBJECT, 0);
	const uint32_t *bytes = find(&fixture.taken, HR_WIRE_OBJECT, 1);
	assert_non_null(text);
	assert_non_null(bytes);
	assert_int_equal(text[1], 0);
	assert_int_equal(bytes[1], 1);
	assert_int_equal(text[2 + 1], 3);
	assert_int_equal(bytes[2 + 1], 2);
	assert_memory_equal(fixture.taken.data + text[2 + 3], "ab", 3);
	assert_memory_equal(fixture.taken.data + bytes[2 + 3], "ab", 2);
	end(&fixture);
}

static void test_encode__wants(void **state)
{
	static const struct {
		struct hr_run_wants wants;
		uint32_t bits;
		enum hr_wire_instruction kind;
		unsigned count;
	} cases[] = {
		{ { .leaks = true }, HR_WIRE_WANT_LEAKS, HR_WIRE_DESCRIBE, 0 },
		{ { .heap = true, .edges = true }, HR_WIRE_WANT_HEAP | HR_WIRE_WANT_EDGES, HR_WIRE_DESCRIBE, 0 },
		{ { .comparisons = true, .output = true },
		  HR_WIRE_WANT_COMPARISONS | HR_WIRE_WANT_OUTPUT,
		  HR_WIRE_FINGERPRINT,
		  0 },
		{ { .fresh_stack = true }, HR_WIRE_WANT_FRESH_STACK, HR_WIRE_DESCRIBE, 0 },
		{ { .descriptions = true }, 0, HR_WIRE_DESCRIBE, 2 }, /* after new, and after the call that got it */
		{ { .fingerprints = true }, 0, HR_WIRE_FINGERPRINT, 2 },
	};
	struct fixture fixture;
	struct hr_error error = HR_ERROR_INIT;
	start(&fixture, state);
	for (size_t i = 0; i < COUNT(cases); i++) {
		assert_int_equal(
			encode(&fixture, "v0 = new stream_t\nv1 = stream_run(v0, 0)\n", &cases[i].wants, &error), 0);
		assert_int_equal(fixture.taken.header.wants, cases[i].bits);
		assert_int_not_equal(fixture.taken.header.fill, 0);
		if (cases[i].count)
			assert_non_null(find(&fixture.taken, cases[i].kind, cases[i].count - 1));
		assert_null(find(&fixture.taken, cases[i].kind, cases[i].count));
		forget(&fixture);
	}
	struct hr_run_wants descriptions = { .descriptions = true };
	assert_int_equal(encode(&fixture, "v0 = (FILE *) stream()\nsave(v0, NULL, 1)\n", &descriptions, &error), 0);
	for (unsigned i = 0; i < 2; i++) /* once it is made, and after the call */
		assert_int_equal(find(&fixture.taken, HR_WIRE_DESCRIBE, i)[2 + 2], HR_WIRE_DESCRIBE_STREAM);
	forget(&fixture);
	struct hr_run_wants limits = { .fill = 0x5a, .cpu_ms = 7 };
	assert_int_equal(encode(&fixture, "v0 = tiny(1, 2)\n", &limits, &error), 0);
	assert_int_equal(fixture.taken.header.fill, 0x5a);
	assert_int_equal(fixture.taken.header.cpu_ms, 7);
	end(&fixture);
}

/* Arrays are described whole after the last call that may write to them, within limits. */
static void test_encode__whole_descriptions(void **state)
{
	static const struct {
		bool whole;
		const char *text;
		unsigned which; /* of the descriptions */
		uint32_t most;
	} cases[] = {
		{ true, "b = new char[1000]\nanything(b)\n", 0, 256 }, /* when it is made */
		{ true, "b = new char[1000]\nanything(b)\n", 1, 1000 },
		{ false, "b = new char[1000]\nanything(b)\n", 1, 256 },
		{ true, "b = new char[1000]\nanything(b)\nanything(b)\n", 1, 256 },
		{ true, "b = new char[1000]\nanything(b)\nanything(b)\n", 2, 1000 },
		{ true, "b = new unsigned char[1000]\nput_bytes(b, 1000)\n", 1, 256 }, /* it is only read */
		{ true, "b = new char[60000]\nc = new char[60000]\nanything(b)\nanything(c)\n", 2, 60000 },
		{ true, "b = new char[60000]\nc = new char[60000]\nanything(b)\nanything(c)\n", 3, 5536 },
	};
	struct fixture fixture;
	struct hr_error error = HR_ERROR_INIT;
	start(&fixture, state);
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct hr_run_wants wants = { .descriptions = true, .whole = cases[i].whole };
		assert_int_equal(encode(&fixture, cases[i].text, &wants, &error), 0);
		assert_int_equal(find(&fixture.taken, HR_WIRE_DESCRIBE, cases[i].which)[2 + 1], cases[i].most);
		forget(&fixture);
	}
	end(&fixture);
}

/* Every value has a slot of its own; pointers are listed. */
static void test_encode__slots(void **state)
{
	static const struct hr_run_wants none;
	struct fixture fixture;
	struct hr_error error = HR_ERROR_INIT;
	start(&fixture, state);
	assert_int_equal(
		encode(&fixture,
		       "v0 = opaque_new()\nv1 = new struct point\nv2 = point_add({.x = 1}, v1)\nv3 = tiny(1, 2)\n",
		       &none, &error),
		0);
	const struct hr_program *program = fixture.taken.program;
	assert_int_equal(program->slot_of.count, 4);
	for (size_t i = 0; i < 4; i++)
		for (size_t k = 0; k < i; k++)
			assert_true(program->slot_of.data[i] >= program->slot_of.data[k] + 8 ||
				    program->slot_of.data[k] >= program->slot_of.data[i] + 8);
	assert_int_equal(program->value_of.count, 2);
	assert_int_equal(program->value_of.data[0], 0);
	assert_int_equal(program->value_of.data[1], 1);
	assert_int_equal(fixture.taken.header.pointer_count, 2);
	end(&fixture);
}

static void test_encode__variadic(void **state)
{
	static const struct hr_run_wants none;
	struct fixture fixture;
	struct hr_error error = HR_ERROR_INIT;
	start(&fixture, state);
	assert_int_equal(encode(&fixture, "v0 = log_line(\"%d %f\", 1, 2.5)\n", &none, &error), 0);
	const uint32_t *call = find(&fixture.taken, HR_WIRE_CALL, 0);
	const struct hr_stub *stub = &fixture.callables.stubs.data[call[2]];
	assert_int_equal(stub->tail_count, 2);
	assert_int_equal(stub->tail_reals, 2);
	assert_int_equal(call[2 + 3], 3);
	end(&fixture);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_encode__instructions_of_statements),
		IN_SCRATCH(test_encode__literals),
		IN_SCRATCH(test_encode__texts_and_bytes),
		IN_SCRATCH(test_encode__wants),
		IN_SCRATCH(test_encode__whole_descriptions),
		IN_SCRATCH(test_encode__slots),
		IN_SCRATCH(test_encode__variadic),
	};
	return cmocka_run_group_tests_name("encode", tests, NULL, NULL);
}
