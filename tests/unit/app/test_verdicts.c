/* Verdicts on a real library with mistakes of its own, and on calls that break its rules: built, run by workers, judged. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../build/building.h"
#include "app/runner.h"
#include "fence/fence.h"
#include "oracle/investigate.h"
#include "roles/roles.h"
#include "seq/text.h"

static const char header[] =
	"#include <stddef.h>\n"
	"typedef struct pile pile;\n"
	"/** Makes an empty pile. @return NULL when the capacity is below 1; to be freed with pile_free() */\n"
	"pile *pile_new(int capacity);\n"
	"void pile_free(pile *p);\n"
	"int pile_push(pile *p, int number);\n"
	"/** The number at a position, -1 if there is none. */\n"
	"int pile_at(const pile *p, int index);\n"
	"int pile_raw(const pile *p, int nth);\n"
	"int pile_swap(pile *first, pile *other);\n"
	"int pile_need(const pile *p, int least);\n"
	"void pile_forget(pile *p);\n"
	"int text_length(const char *text);\n"
	"/** Adds all bytes. @param data  the bytes @param length  how many there are */\n"
	"int bytes_sum(const unsigned char *data, size_t length);\n"
	"void digest(unsigned char *out);\n"
	"/** Reads a number. */\n"
	"int text_number(const char *text);\n"
	"struct plain { int *numbers; int count; };\n"
	"void plain_init(struct plain *plain);\n"
	"int plain_first(struct plain *plain);\n";

static const char source[] =
	"#include \"unit.h\"\n#include <assert.h>\n#include <stdlib.h>\n#include <string.h>\n"
	"struct pile { int count, capacity; int *numbers; };\n"
	"pile *pile_new(int capacity) {\n"
	"  if (capacity < 1 || capacity > 1000) return NULL;\n"
	"  pile *p = calloc(1, sizeof *p);\n"
	"  p->numbers = calloc((size_t)capacity, sizeof(int)); p->capacity = capacity; return p; }\n"
	"void pile_free(pile *p) { if (p) free(p->numbers); free(p); }\n"
	"int pile_push(pile *p, int n) { if (p->count == p->capacity) return -1; p->numbers[p->count++] = n; return 0; }\n"
	/* off by one */
	"int pile_at(const pile *p, int i) { return i < 0 || i > p->count ? -1 : p->numbers[i]; }\n"
	/* no check at all */
	"int pile_raw(const pile *p, int i) { return p->numbers[i]; }\n"
	"int pile_swap(pile *p, pile *o) { int *n = o->numbers; free(p->numbers); p->numbers = calloc(1, 4); return *n; }\n"
	"int pile_need(const pile *p, int least) { assert(least <= p->capacity); return 0; }\n"
	/* frees what the destroyer frees again */
	"void pile_forget(pile *p) { free(p->numbers); p->count = 0; }\n"
	"int text_length(const char *t) { int n = 0; while (t[n]) n++; return n; }\n"
	/* looks one byte too far behind an escape */
	"int bytes_sum(const unsigned char *d, size_t n) { int s = 0; for (size_t i = 0; i < n; i++) s += d[i] == 92 ? d[++i] : d[i]; return s; }\n"
	"void digest(unsigned char *out) { for (int i = 0; i < 16; i++) out[i] = (unsigned char)i; }\n"
	"int text_number(const char *t) { int n = 0; while (*t >= '0' && *t <= '9') n = n * 10 + (*t++ - '0'); return n; }\n"
	"void plain_init(struct plain *p) { static int zero; p->numbers = &zero; p->count = 1; }\n"
	"int plain_first(struct plain *p) { return *p->numbers; }\n";

static const struct {
	const char *calls;
	enum hr_class class;
	int rule; /* that is learned; -1: none */
} cases[] = {
	{ "p = pile_new(1)\npile_push(p, 7)\npile_at(p, 1)", HR_CLASS_CERTAIN, -1 },
	{ "p = pile_new(1)\npile_raw(p, 5)", HR_CLASS_MISUSE, -1 },
	{ "p = pile_new(1)\npile_raw(p, -5)", HR_CLASS_MISUSE, HR_RULE_RANGE },
	{ "p = pile_new(1)\npile_swap(p, p)", HR_CLASS_MISUSE, HR_RULE_APART },
	{ "p = pile_new(1)\npile_need(p, 8)", HR_CLASS_MISUSE, -1 },
	{ "p = pile_new(1)\npile_forget(p)\npile_free(p)", HR_CLASS_LIKELY, -1 },
	{ "p = pile_new(1)\npile_free(p)\npile_push(p, 1)", HR_CLASS_MISUSE, -1 },
	{ "p = pile_new(0)\npile_push(p, 1)", HR_CLASS_MISUSE, HR_RULE_NON_NULL },
	{ "text_length(NULL)", HR_CLASS_MISUSE, HR_RULE_NON_NULL },
	{ "text_length(bytes \"abc\")", HR_CLASS_MISUSE, -2 },
	{ "bytes_sum(bytes \"ab\\\\\", 3)", HR_CLASS_CERTAIN, -1 },
	{ "bytes_sum(bytes \"ab\", 3)", HR_CLASS_MISUSE, -1 },
	{ "b = new unsigned char[4]\ndigest(b)", HR_CLASS_MISUSE, HR_RULE_CAPACITY },
	{ "text_number(\"99999999999999\")", HR_CLASS_LIKELY, -1 },
	{ "p = new (struct plain) {}\nplain_first(p)", HR_CLASS_MISUSE, HR_RULE_INITIALISED },
};

static void judge(struct hr_judgement *out, const struct hr_app_unit *unit, struct hr_app_runner *runner,
		  const char *calls)
{
	static const struct hr_run_wants wants = { .heap = true };
	struct hr_sequence *sequence = NULL;
	struct hr_rules *rules = hr_rules_new(unit->model);
	struct hr_error error = HR_ERROR_INIT;
	struct hr_outcome outcome;
	hr_outcome_init(&outcome);
	if (hr_sequence_read(&sequence, unit->model, calls, strlen(calls), "t", &error) ||
	    hr_runner_run_one(&outcome, &runner->runner, sequence, &wants, &error))
		fail_msg("%s\n%s", calls, error.message.data);
	if (outcome.status == HR_OUTCOME_NORMAL)
		fail_msg("%s\nreturns", calls);
	assert_int_equal(hr_investigate(out, rules, NULL, sequence, &outcome, &runner->runner, &error), 0);
	hr_outcome_release(&outcome);
	hr_sequence_free(sequence);
	hr_rules_free(rules);
}

static void check(size_t index, const struct hr_judgement *judgement)
{
	bool is_right = judgement->class == cases[index].class;
	if (cases[index].rule == -1)
		is_right = is_right && !judgement->learned.count;
	else if (cases[index].rule >= 0)
		is_right = is_right && judgement->learned.count == 1 &&
			   (int)judgement->learned.data[0].kind == cases[index].rule;
	if (judgement->class == HR_CLASS_CERTAIN)
		is_right = is_right && judgement->neighbour;
	if (is_right)
		return;
	for (size_t i = 0; i < judgement->reasons.count; i++)
		print_error("    %s\n", judgement->reasons.data[i]);
	fail_msg("%s\nis %s, with %zu rules%s%s", cases[index].calls, hr_class_name(judgement->class),
		 judgement->learned.count, judgement->learned.count ? ": " : "",
		 judgement->learned.count ? hr_rule_name(judgement->learned.data[0].kind) : "");
}

static void test_verdicts__of_real_calls(void **state)
{
	struct unit *unit = *state;
	struct hr_workers_options options = { .count = 1, .without = HR_FENCE_CALLS };
	struct hr_app_runner runner;
	build_fine(unit, header, source, "");
	hr_roles_infer(unit->model);
	options.unit = unit->built.object;
	struct hr_app_unit app = { .model = unit->model, .callables = unit->callables, .built = unit->built };
	if (hr_workers_start(&app.workers, &options, &unit->error))
		fail_msg("%s", unit->error.message.data);
	hr_app_runner_init(&runner, &app);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct hr_judgement judgement = HR_JUDGEMENT_INIT;
		judge(&judgement, &app, &runner, cases[i].calls);
		check(i, &judgement);
		hr_judgement_release(&judgement);
	}
	hr_app_runner_release(&runner);
	hr_workers_stop(app.workers);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_UNIT(test_verdicts__of_real_calls),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
