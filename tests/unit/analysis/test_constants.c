/* Constants with place and weight; lists with names, and near a function. */
#include "analysed.h"

#include "analysis/constants.h"

#include <math.h>

static const char first[] =
	"#include <string.h>\n"
	"static const struct { const char *name; int code; } words[] = { { \"red\", 700 }, { \"green\", 800 } };\n"
	"int find(const char *text) { for (int i = 0; i < 2; i++) if (!strcmp(text, words[i].name)) return words[i].code; return -1; }\n"
	"int magic(unsigned x) { return x == 0x504b0304; }\n"
	"int chosen(int c) { switch (c) { case 5: return 1; case 6: return 2; } return 0; }\n"
	"int character(const char *s) { return s[0] == 'q'; }\n"
	"int real(double d) { return d > 2.5; }\n"
	"void noise(int *p, int n) { for (int i = 0; i != 0; i++) p[i] += 1; memset(p, 0, 12345); }\n"
	"int masked(int n) { return (n & ~32) | 4096; }\n"
	"int keyword(const char *s) { return strcmp(s, \"begin\"); }\n"
	"int by_index(char c, int i) { return c == \"content\"[i]; }\n"
	"int outer(unsigned x) { return magic(x) + 1; }\n";
static const char second[] = "int same(unsigned x) { return x == 0x504b0304 || x == 77; }\n";

static const struct hr_literal *find_number(const struct analysed *unit, int64_t number, enum hr_literal_use use)
{
	for (size_t i = 0; i < unit->facts->literals.count; i++) {
		const struct hr_literal *literal = &unit->facts->literals.data[i];
		if (literal->kind != HR_LITERAL_TEXT && literal->kind != HR_LITERAL_REAL && literal->number == number &&
		    literal->use == use)
			return literal;
	}
	return NULL;
}

static const struct hr_literal *find_text(const struct analysed *unit, const char *text)
{
	for (size_t i = 0; i < unit->facts->literals.count; i++) {
		const struct hr_literal *literal = &unit->facts->literals.data[i];
		if (literal->kind == HR_LITERAL_TEXT && literal->length == strlen(text) &&
		    memcmp(literal->text, text, literal->length) == 0)
			return literal;
	}
	return NULL;
}

static void test_constants__of_each_use(void **state)
{
	const struct analysed *unit = *state;
	assert_non_null(find_number(unit, 0x504b0304, HR_USED_COMPARED));
	assert_non_null(find_number(unit, 5, HR_USED_SWITCHED));
	assert_non_null(find_number(unit, 700, HR_USED_TABLE));
	assert_non_null(find_number(unit, 4096, HR_USED_COMPUTED));
	assert_non_null(find_number(unit, 32, HR_USED_COMPUTED)); /* not ~32 */
	assert_int_equal(find_number(unit, 'q', HR_USED_COMPARED)->kind, HR_LITERAL_CHARACTER);
	assert_int_equal(find_text(unit, "begin")->use, HR_USED_COMPARED);
	assert_int_equal(find_text(unit, "content")->use, HR_USED_COMPARED); /* character by character */
	assert_int_equal(find_text(unit, "red")->use, HR_USED_TABLE);
	assert_int_equal(find_text(unit, "red")->function, HR_CODE_NONE);
	bool has_real = false;
	for (size_t i = 0; i < unit->facts->literals.count; i++)
		has_real |= unit->facts->literals.data[i].kind == HR_LITERAL_REAL &&
			    unit->facts->literals.data[i].real == 2.5;
	assert_true(has_real);
}

static void test_constants__without_noise(void **state)
{
	const struct analysed *unit = *state;
	uint32_t noise = function_index(unit, "noise");
	for (size_t i = 0; i < unit->facts->literals.count; i++)
		assert_int_not_equal(unit->facts->literals.data[i].function, noise);
}

static void test_constants__weight(void **state)
{
	const struct analysed *unit = *state;
	/* twice, in both files: 2 * log(3 / 1); once, in one of two: log(3 / 2) */
	assert_true(fabs(find_number(unit, 0x504b0304, HR_USED_COMPARED)->weight - 2 * log(3)) < 1e-9);
	assert_true(fabs(find_number(unit, 77, HR_USED_COMPARED)->weight - log(1.5)) < 1e-9);
}

static void test_constants__near_a_function(void **state)
{
	const struct analysed *unit = *state;
	hr_nearby nearby = HR_VEC_INIT;
	hr_constants_near(&nearby, unit->facts, function_index(unit, "outer"));
	assert_int_equal(nearby.count, 1);
	assert_int_equal(nearby.data[0].distance, 1);
	assert_int_equal(unit->facts->literals.data[nearby.data[0].literal].number, 0x504b0304);
	hr_vec_release(&nearby);
	hr_constants_near(&nearby, unit->facts, function_index(unit, "find"));
	size_t words = 0;
	for (size_t i = 0; i < nearby.count; i++)
		words += unit->facts->literals.data[nearby.data[i].literal].kind == HR_LITERAL_TEXT;
	assert_int_equal(words, 2);
	hr_vec_release(&nearby);
}

static void test_constants__merged_with_names(void **state)
{
	const struct analysed *unit = *state;
	struct hr_model *model = hr_model_new();
	hr_model_add_constant(model, &(struct hr_constant){ .name = "MAGIC", .number = 0x504b0304, .at = "" });
	hr_model_add_constant(model, &(struct hr_constant){ .name = "UNUSED", .number = -4242, .at = "" });
	struct hr_mined_list list;
	hr_constants_merge(&list, unit->facts, model);
	size_t named = 0;
	for (size_t i = 0; i < list.items.count; i++) {
		const struct hr_mined *item = &list.items.data[i];
		assert_true(!i || list.items.data[i - 1].weight >= item->weight);
		if (!item->name_count)
			continue;
		named++;
		const char *name = model->constants.data[list.names.data[item->names]].name;
		assert_string_equal(name, item->number == -4242 ? "UNUSED" : "MAGIC");
		assert_int_equal(item->uses == 0, item->number == -4242);
	}
	assert_int_equal(named, 2);
	hr_constants_release(&list);
	hr_model_free(model);
}

static int analyse(void **state)
{
	static struct analysed unit;
	const char *const texts[] = { first, second };
	analyse_texts(&unit, texts, 2);
	*state = &unit;
	return 0;
}

static int release(void **state)
{
	release_analysed(*state);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_constants__of_each_use),
		cmocka_unit_test(test_constants__without_noise),
		cmocka_unit_test(test_constants__weight),
		cmocka_unit_test(test_constants__near_a_function),
		cmocka_unit_test(test_constants__merged_with_names),
	};
	return cmocka_run_group_tests(tests, analyse, release);
}
