/* Rules: what breaks each kind, who wins, how they come and go; contracts.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "api.h"

/* The last call keeps or breaks the rule. */
static const struct {
	const char *rule;
	const char *keeps;
	const char *breaks;
} cases[] = {
	{ "(parse, non_null, text)", "parse(\"a\")", "parse(NULL)" },
	{ "(parse, non_null, text)", "v = (char *) \"a\"\nparse(v)", "v = (char *) NULL\nparse(v)" },
	{ "(parts, within, amount, data)", "parts(bytes \"abc\", 3)", "parts(bytes \"abc\", 4)" },
	{ "(parts, within, amount, data)", "b = new unsigned char[8]\nparts(b, 8)",
	  "b = new unsigned char[8]\nparts(b, 9)" },
	{ "(parts, within, amount, data)", "parts(\"abc\", 4)", "parts(\"abc\", -1)" },
	{ "(widen, elements, length, out)", "b = new int[4]\nwiden(bytes \"abcd\", 4, b)",
	  "b = new int[3]\nwiden(bytes \"abcd\", 4, b)" },
	{ "(widen, within, length, out)", "b = new int[1]\nwiden(bytes \"abcd\", 4, b)",
	  "b = new int[1]\nwiden(bytes \"abcde\", 5, b)" },
	{ "(fill, capacity, digest, 16)", "b = new unsigned char[16]\nfill(b)", "b = new unsigned char[15]\nfill(b)" },
	{ "(box_get, range, index, 0, 10)", "b = box_new()\nbox_get(b, 10)", "b = box_new()\nbox_get(b, 11)" },
	{ "(box_get, range, index, 0, 10)", "b = box_new()\nbox_get(b, 0)", "b = box_new()\nbox_get(b, -1)" },
	{ "(box_each, range, visit, 0, 1)", "b = box_new()\nbox_each(b, callback(0, 1))",
	  "b = box_new()\nbox_each(b, callback(0, 2))" },
	{ "(box_mode, enumerator, mode)", "b = box_new()\nbox_mode(b, MODE_WRITE)", "b = box_new()\nbox_mode(b, 3)" },
	{ "(parse, terminated, text)", "parse(\"a\")", "parse(bytes \"a\")" },
	{ "(parse, terminated, text)", "parse(bytes \"a\\x00\")", "b = new char[4]\nparse(b)" },
	{ "(count_letters, terminated, letters)", "count_letters([1, 2, 0])", "count_letters([1, 2])" },
	{ "(count_letters, terminated, letters)", "v = (const unsigned *) [1, 0]\ncount_letters(v)",
	  "v = (const unsigned *) [1]\ncount_letters(v)" },
	{ "(count_letters, terminated, letters)", "v = new unsigned 0\ncount_letters(v)",
	  "v = new unsigned 1\ncount_letters(v)" },
	{ "(count_letters, terminated, letters)", "b = new unsigned[2] [1, 2]\nb[1] = 0\ncount_letters(b)",
	  "b = new unsigned[2] [1, 2]\ncount_letters(b)" },
	{ "(count_letters, terminated, letters)", "b = new unsigned[3] [1, 2]\ncount_letters(b)",
	  "b = new unsigned[2] [1, 2]\ncount_letters(b)" },
	{ "(box_merge, apart, box, other)", "a = box_new()\nb = box_new()\nbox_merge(a, b)",
	  "a = box_new()\nbox_merge(a, a)" },
	{ "(plain_use, initialised, plain, plain_init)", "p = new (struct plain)\nplain_init(p)\nplain_use(p)",
	  "p = new (struct plain) {}\nplain_use(p)" },
	{ "(plain_use, initialised, plain, anything)", "p = new (struct plain) {}\nplain_use(p)",
	  "p = new (struct plain)\nplain_use(p)" },
	{ "(box_count, initialised, box, box_sized)", "b = box_sized(3)\nbox_count(b)", "b = box_new()\nbox_count(b)" },
	{ "(item_free, not_after, item, box_add)", "i = item_new(\"a\")\nitem_free(i)",
	  "b = box_new()\ni = item_new(\"a\")\nbox_add(b, i)\nitem_free(i)" },
	{ "(box_add, single_owner, item)", "b = box_new()\ni = item_new(\"a\")\nbox_add(b, i)",
	  "b = box_new()\ni = item_new(\"a\")\nbox_add(b, i)\nbox_add(b, i)" },
	{ "(box_detach, same_family, box, item)", "b = box_new()\ni = box_get(b, 0)\nbox_detach(b, i)",
	  "b = box_new()\nc = box_new()\ni = box_get(c, 0)\nbox_detach(b, i)" },
	{ "(box_detach, same_family, box, item)", "b = box_new()\ni = item_new(\"a\")\nbox_add(b, i)\nbox_detach(b, i)",
	  "b = box_new()\ni = item_new(\"a\")\nbox_detach(b, i)" },
	{ "(box_new, before, api_init)", "api_init()\nbox_new()", "box_new()" },
};

static void test_rules__broken_and_kept(void **state)
{
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct hr_model *model = read_api(*state);
		struct hr_rules *rules = hr_rules_new(model);
		struct hr_arena arena = HR_ARENA_INIT;
		add_rule_text(rules, model, hr_arena_printf(&arena, "HARRIER_RULE%s\n", cases[i].rule));
		struct hr_sequence *keeps = read_calls(model, cases[i].keeps);
		struct hr_sequence *breaks = read_calls(model, cases[i].breaks);
		const struct hr_statement *last = &keeps->statements.data[keeps->statements.count - 1];
		assert_true(hr_rules_concern(rules, last->operation));
		if (hr_rules_broken(rules, keeps, keeps->statements.count - 1))
			fail_msg("%s: broken by\n%s", cases[i].rule, cases[i].keeps);
		if (!hr_rules_broken(rules, breaks, breaks->statements.count - 1))
			fail_msg("%s: not broken by\n%s", cases[i].rule, cases[i].breaks);
		hr_sequence_free(keeps);
		hr_sequence_free(breaks);
		hr_rules_free(rules);
		hr_model_free(model);
		hr_arena_release(&arena);
	}
}

/* Not borrowed: what roles call so. */
static void test_rules__borrowed(void **state)
{
	struct hr_model *model = read_api(*state);
	struct hr_rules *rules = hr_rules_new(model);
	add_rule_text(rules, model, "HARRIER_RULE(item_free, not_borrowed, item)\n");
	find_operation(model, "box_get")->result.role = HR_ROLE_BORROWED;
	struct hr_sequence *breaks = read_calls(model, "b = box_new()\ni = box_get(b, 0)\nitem_free(i)");
	struct hr_sequence *keeps = read_calls(model, "i = item_new(\"a\")\nitem_free(i)");
	assert_non_null(hr_rules_broken(rules, breaks, 2));
	assert_null(hr_rules_broken(rules, breaks, 1));
	assert_null(hr_rules_broken(rules, keeps, 1));
	hr_sequence_free(keeps);
	hr_sequence_free(breaks);
	hr_rules_free(rules);
	hr_model_free(model);
}

static struct hr_rule learned(const struct hr_model *model, enum hr_rule_kind kind, const char *operation,
			      int parameter)
{
	struct hr_rule rule = { .kind = kind, .origin = HR_RULE_LEARNED, .parameter = parameter, .other = -1 };
	assert_true(hr_map_get(&model->operation_by_name, operation, &rule.operation));
	rule.evidence = "seen";
	return rule;
}

static void test_rules__once_and_claimed(void **state)
{
	struct hr_model *model = read_api(*state);
	struct hr_rules *rules = hr_rules_new(model);
	struct hr_rule rule = learned(model, HR_RULE_NON_NULL, "parse", 0);
	bool changed;
	assert_false(hr_rules_concern(rules, rule.operation));
	size_t first = hr_rules_add(rules, model, &rule, &changed);
	assert_true(changed);
	assert_int_equal(find_operation(model, "parse")->params.data[0].nullable, HR_NO);
	assert_int_equal(hr_rules_add(rules, model, &rule, &changed), first);
	assert_false(changed);
	assert_int_equal(hr_rules_count(rules), 1);
	assert_string_equal(hr_rules_at(rules, first)->evidence, "seen");
	hr_rules_drop(rules, model, first);
	assert_false(hr_rules_holds(rules, first));
	assert_false(hr_rules_concern(rules, rule.operation));
	assert_int_not_equal(find_operation(model, "parse")->params.data[0].nullable, HR_NO);
	hr_rules_free(rules);
	hr_model_free(model);
}

static void test_rules__ranges_get_tighter(void **state)
{
	struct hr_model *model = read_api(*state);
	struct hr_rules *rules = hr_rules_new(model);
	struct hr_rule rule = learned(model, HR_RULE_RANGE, "box_get", 1);
	int64_t least, most;
	bool changed;
	assert_false(hr_rules_range(rules, rule.operation, 1, &least, &most));
	rule.least = 0;
	rule.most = 100;
	hr_rules_add(rules, model, &rule, &changed);
	rule.least = -5;
	rule.most = 10;
	hr_rules_add(rules, model, &rule, &changed);
	assert_true(changed);
	assert_true(hr_rules_range(rules, rule.operation, 1, &least, &most));
	assert_int_equal(least, 0);
	assert_int_equal(most, 10);
	assert_false(hr_rules_range(rules, rule.operation, 0, &least, &most));
	hr_rules_free(rules);
	hr_model_free(model);
}

static void test_rules__a_person_wins(void **state)
{
	struct hr_model *model = read_api(*state);
	struct hr_rules *rules = hr_rules_new(model);
	struct hr_rule rule = learned(model, HR_RULE_NON_NULL, "parse", 0);
	struct hr_sequence *breaks = read_calls(model, "parse(NULL)");
	bool changed;
	add_rule_text(rules, model, "HARRIER_RULE(parse, not non_null, text)\n");
	assert_int_equal(find_operation(model, "parse")->params.data[0].nullable, HR_YES);
	hr_rules_add(rules, model, &rule, &changed);
	assert_false(changed);
	assert_true(hr_rules_is_denied(rules, &rule));
	assert_null(hr_rules_broken(rules, breaks, 0));
	assert_int_equal(find_operation(model, "parse")->params.data[0].nullable, HR_YES);
	hr_sequence_free(breaks);
	hr_rules_free(rules);
	hr_model_free(model);
}

static void test_rules__contradicted_three_times(void **state)
{
	struct hr_model *model = read_api(*state);
	struct hr_rules *rules = hr_rules_new(model);
	struct hr_rule rule = learned(model, HR_RULE_NON_NULL, "parse", 0);
	struct hr_sequence *breaks = read_calls(model, "parse(NULL)");
	struct hr_sequence *keeps = read_calls(model, "parse(\"a\")");
	struct hr_outcome outcome;
	bool changed;
	hr_outcome_init(&outcome);
	outcome.status = HR_OUTCOME_NORMAL;
	size_t index = hr_rules_add(rules, model, &rule, &changed);
	hr_rules_note(rules, model, keeps, &outcome);
	assert_int_equal(hr_rules_at(rules, index)->kept, 1);
	assert_int_equal(hr_rules_note(rules, model, breaks, &outcome), 0);
	assert_int_equal(hr_rules_note(rules, model, breaks, &outcome), 0);
	/* one that fails says nothing against it */
	outcome.status = HR_OUTCOME_FAULT;
	outcome.statement = 0;
	assert_int_equal(hr_rules_note(rules, model, breaks, &outcome), 0);
	outcome.status = HR_OUTCOME_NORMAL;
	assert_int_equal(hr_rules_note(rules, model, breaks, &outcome), 1);
	assert_false(hr_rules_holds(rules, index));
	/* learned again, it stays */
	hr_rules_add(rules, model, &rule, &changed);
	assert_true(changed);
	for (int i = 0; i < 5; i++)
		assert_int_equal(hr_rules_note(rules, model, breaks, &outcome), 0);
	assert_true(hr_rules_holds(rules, index));
	hr_outcome_release(&outcome);
	hr_sequence_free(keeps);
	hr_sequence_free(breaks);
	hr_rules_free(rules);
	hr_model_free(model);
}

static void test_contracts__written_and_read_back(void **state)
{
	struct hr_model *model = read_api(*state);
	struct hr_rules *rules = hr_rules_new(model);
	struct hr_strbuf text = HR_STRBUF_INIT, again = HR_STRBUF_INIT;
	bool changed;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct hr_arena arena = HR_ARENA_INIT;
		add_rule_text(rules, model, hr_arena_printf(&arena, "HARRIER_RULE%s", cases[i].rule));
		hr_arena_release(&arena);
	}
	struct hr_rule rule = learned(model, HR_RULE_TERMINATED, "log_line", 0);
	rule.evidence = "ends */ early";
	rule.crashing = "v0 = log_line(\"*/ /*\")\nbox_new()\n";
	rule.passing = "box_new()\n";
	hr_rules_add(rules, model, &rule, &changed);
	add_rule_text(rules, model, "HARRIER_RULE(fill, not non_null, argument_1)");
	hr_contracts_write(&text, model, rules);
	/* a compiler takes it */
	write_scratch(*state, "contracts.h", text.data);
	struct hr_model *fresh = read_api(*state);
	struct hr_rules *read = hr_rules_new(fresh);
	add_rule_text(read, fresh, text.data);
	assert_int_equal(hr_rules_count(read), hr_rules_count(rules));
	hr_contracts_write(&again, fresh, read);
	for (size_t i = 0; i < hr_rules_count(rules); i++) {
		const struct hr_rule *a = hr_rules_at(rules, i), *b = hr_rules_at(read, i);
		assert_int_equal(a->kind, b->kind);
		assert_int_equal(a->origin, b->origin);
		assert_int_equal(a->parameter, b->parameter);
		assert_int_equal(a->other, b->other);
		assert_int_equal(a->least, b->least);
		assert_int_equal(a->most, b->most);
		assert_int_equal(a->is_denied, b->is_denied);
	}
	const struct hr_rule *kept = hr_rules_at(read, hr_rules_count(read) - 2);
	assert_string_equal(kept->crashing, "v0 = log_line(\"*\\x2F /\\x2A\")\nbox_new()\n");
	assert_string_equal(kept->passing, "box_new()\n");
	hr_strbuf_release(&text);
	hr_strbuf_release(&again);
	hr_rules_free(read);
	hr_model_free(fresh);
	hr_rules_free(rules);
	hr_model_free(model);
}

static void test_contracts__what_is_wrong_is_told(void **state)
{
	static const struct {
		const char *text;
		const char *message; /* NULL: fine */
	} texts[] = {
		{ "\n\nHARRIER_RULE(nothing, non_null, text)", "c.h:3: there is no operation 'nothing'" },
		{ "HARRIER_RULE(parse, nonsense, text)", "c.h:1: there is no kind of rule 'nonsense'" },
		{ "/* a\n b */\nHARRIER_RULE(parse, non_null, what)", "c.h:3: this does not fit the rule: 'what'" },
		{ "HARRIER_RULE(parse, non_null, text, text)", "c.h:1: this does not fit the rule: 'text'" },
		{ "HARRIER_RULE(box_get, range, index, 0, many)", "c.h:1: this does not fit the rule: 'many'" },
		{ "HARRIER_RULE(parse, non_null",
		  "c.h:1: a rule is written NAME(operation, kind, …), not 'HARRIER_RULE'" },
		{ "HARRIER_LEARNED(nothing, non_null, text)", NULL },
		{ "int x; // HARRIER_RULE(nothing, non_null, text)\n#define HARRIER_RULE(...)\n/* HARRIER_RULE(",
		  NULL },
		{ "", NULL },
	};
	struct hr_model *model = read_api(*state);
	for (size_t i = 0; i < COUNT(texts); i++) {
		struct hr_rules *rules = hr_rules_new(model);
		struct hr_error error = HR_ERROR_INIT;
		int status = hr_contracts_read(rules, model, texts[i].text, "c.h", &error);
		assert_int_equal(status, texts[i].message ? -1 : 0);
		if (texts[i].message)
			assert_string_equal(error.message.data, texts[i].message);
		assert_int_equal(hr_rules_count(rules), 0);
		hr_error_release(&error);
		hr_rules_free(rules);
	}
	hr_model_free(model);
}

static void test_rules__described(void **state)
{
	struct hr_model *model = read_api(*state);
	struct hr_rules *rules = hr_rules_new(model);
	struct hr_strbuf text = HR_STRBUF_INIT;
	add_rule_text(rules, model, "HARRIER_RULE(parts, within, amount, data)");
	hr_rule_describe(&text, model, hr_rules_at(rules, 0));
	assert_string_equal(text.data, "parts: 'amount' is at most what 'data' has");
	add_rule_text(rules, model, "HARRIER_RULE(parts, capacity, data, 1)");
	hr_strbuf_clear(&text);
	hr_rule_describe(&text, model, hr_rules_at(rules, 1));
	assert_string_equal(text.data, "parts: 'data' has room for at least 1 byte");
	hr_strbuf_release(&text);
	hr_rules_free(rules);
	hr_model_free(model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_rules__broken_and_kept),
		IN_SCRATCH(test_rules__borrowed),
		IN_SCRATCH(test_rules__once_and_claimed),
		IN_SCRATCH(test_rules__ranges_get_tighter),
		IN_SCRATCH(test_rules__a_person_wins),
		IN_SCRATCH(test_rules__contradicted_three_times),
		IN_SCRATCH(test_contracts__written_and_read_back),
		IN_SCRATCH(test_contracts__what_is_wrong_is_told),
		IN_SCRATCH(test_rules__described),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
