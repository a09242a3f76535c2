/* What a run showed → checks. Only what means something in another process: numbers, texts, NULL or not. */
#include "suite/test_file.h"

#include <math.h>
#include <string.h>

enum { MOST_TEXT = 80 };

static bool check_pointer(struct hr_assertion *out, struct hr_arena *arena, const struct hr_sequence *sequence,
			  const struct hr_outcome *outcome, const unsigned char *bytes)
{
	static const unsigned char null_pointer[8];
	const struct hr_type *target = hr_model_type(sequence->model, hr_value_pointee(sequence, out->value));
	out->kind = memcmp(bytes, null_pointer, sizeof null_pointer) == 0 ? HR_ASSERT_NULL : HR_ASSERT_NOT_NULL;
	const struct hr_description *description =
		hr_outcome_description(outcome, out->value, sequence->values.data[out->value].statement);
	if (out->kind == HR_ASSERT_NULL || !description || !target)
		return true;
	bool is_text = target->kind == HR_TYPE_INT && target->size == 1 && strcmp(target->spelling, "char") == 0;
	if (!is_text || !description->is_readable || !description->length || description->length > MOST_TEXT ||
	    description->bytes[description->length - 1])
		return true;
	out->kind = HR_ASSERT_TEXT;
	out->length = description->length - 1;
	char *copy = hr_arena_alloc(arena, out->length + 1);
	memcpy(copy, description->bytes, out->length); /* as many as said, whatever stands there by now */
	out->text = copy;
	return true;
}

/* The check for a value; false when there is none to make. */
static bool check_of(struct hr_assertion *out, struct hr_arena *arena, const struct hr_sequence *sequence,
		     const struct hr_outcome *outcome, size_t value)
{
	const unsigned char *bytes = hr_outcome_bytes(outcome, value);
	const struct hr_type *type = hr_model_type(sequence->model, sequence->values.data[value].type);
	memset(out, 0, sizeof *out);
	out->value = value;
	if (!bytes || !type)
		return false;
	switch (type->kind) {
	case HR_TYPE_BOOL:
	case HR_TYPE_INT:
	case HR_TYPE_ENUM:
		if (type->size > 8)
			return false;
		out->kind = HR_ASSERT_NUMBER;
		out->number =
			hr_bytes_integer(bytes, (size_t)type->size, type->is_signed || type->kind == HR_TYPE_ENUM);
		return true;
	case HR_TYPE_FLOAT:
		if (type->size != 8)
			return false;
		out->kind = HR_ASSERT_REAL;
		memcpy(&out->real, bytes, sizeof out->real);
		return !isnan(out->real) && !isinf(out->real);
	case HR_TYPE_POINTER:
		return check_pointer(out, arena, sequence, outcome, bytes);
	default:
		return false;
	}
}

void hr_test_record(struct hr_test *out, const struct hr_sequence *sequence, const struct hr_outcome *outcome)
{
	memset(out, 0, sizeof *out);
	out->sequence = sequence;
	for (size_t i = 0; i < sequence->values.count; i++) {
		const struct hr_statement *maker = &sequence->statements.data[sequence->values.data[i].statement];
		struct hr_assertion check;
		if ((maker->kind == HR_STATEMENT_CALL || maker->kind == HR_STATEMENT_GET) &&
		    check_of(&check, &out->arena, sequence, outcome, i))
			hr_vec_push(&out->checks, check);
	}
}

static bool is_same_check(const struct hr_assertion *a, const struct hr_assertion *b)
{
	return a->kind == b->kind && a->number == b->number && a->real == b->real && a->length == b->length &&
	       (!a->length || memcmp(a->text, b->text, a->length) == 0);
}

void hr_test_keep_stable(struct hr_test *test, const struct hr_outcome *outcome)
{
	size_t kept = 0;
	for (size_t i = 0; i < test->checks.count; i++) {
		struct hr_assertion again;
		if (check_of(&again, &test->arena, test->sequence, outcome, test->checks.data[i].value) &&
		    is_same_check(&again, &test->checks.data[i]))
			test->checks.data[kept++] = test->checks.data[i];
	}
	test->checks.count = kept;
}

void hr_test_release(struct hr_test *test)
{
	hr_vec_release(&test->checks);
	hr_arena_release(&test->arena);
}
