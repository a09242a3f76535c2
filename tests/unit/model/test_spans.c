/* Which parameters lead into the memory of another one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../frontend/reading.h"
#include "model/spans.h"

static void test_spans__by_their_names(void **state)
{
	static const char header[] =
		"typedef unsigned char byte;\n"
		"int compile(void **out, const byte *pattern, const byte *pattern_end, int flags);\n"
		"int search(void *re, const byte *str, const byte *end, const byte *start, const byte *range);\n"
		"byte *left(const byte *start, const byte *s);\n"
		"byte *left_of(const byte *start, const byte *s, const byte *end);\n"
		"int both(const char *a, const char *aEnd, const char *b, const char *bEnd);\n"
		"int other(const char *name, const byte *end);\n"
		"int append(char *to, const char *append, const char *trend, int *start, char *more);\n";
	static const struct {
		const char *operation;
		int of[5]; /* by parameter; -1: none */
	} cases[] = {
		{ "compile", { -1, -1, 1, -1 } },     { "search", { -1, -1, 1, 1, 1 } }, { "left", { -1, 0 } },
		{ "left_of", { -1, 0, 0 } },          { "both", { -1, 0, -1, 2 } },      { "other", { -1, -1 } },
		{ "append", { -1, -1, -1, -1, -1 } },
	};
	struct hr_model *model = read_text(*state, header, NULL);

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct hr_operation *operation = find_operation(model, cases[i].operation);
		for (size_t k = 0; k < operation->params.count; k++)
			if ((int)hr_span_of(model, operation, k) != cases[i].of[k])
				fail_msg("%s: '%s'", cases[i].operation, operation->params.data[k].name);
	}
	hr_model_free(model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_spans__by_their_names, make_scratch, drop_scratch),
	};

	return cmocka_run_group_tests_name("spans", tests, NULL, NULL);
}
