/* Facts as text: for programs and for people. What the analyses find is tried on tests/facts/cases. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysing.h"

static void assert_line(const struct hr_strbuf *text, const char *line)
{
	if (!strstr(text->data, line))
		fail_msg("'%s' is not in\n%s", line, text->data);
}

static void test_facts__written(void **state)
{
	struct analysed unit = analyse(
		*state,
		"struct bag { int *items; unsigned long count; }; long bag_sum(const struct bag *bag);\n"
		"int bag_get(const struct bag *, int which); void bag_clear(struct bag *bag);\n",
		"#include \"unit.h\"\n#include <stdlib.h>\nstatic long help(const int *p) { return *p; }\n"
		"long bag_sum(const struct bag *bag)\n{\n\tlong s = 0;\n\tfor (unsigned long i = 0; i < bag->count; i++)\n"
		"\t\ts += help(&bag->items[i]);\n\treturn s;\n}\n"
		"int bag_get(const struct bag *bag, int which) { if (!bag) return -1; return bag->items[which]; }\n"
		"void bag_clear(struct bag *bag)\n{\n\tfree(bag->items);\n\tbag->items = NULL;\n}\n");
	struct hr_strbuf text = HR_STRBUF_INIT;

	hr_facts_write(&text, unit.facts, unit.unit->model, false);
	assert_line(&text, "bag_sum\tbag\teffect\tsafe\n");
	assert_line(&text, "bag_sum\t-\tcalls\thelp\n");
	assert_line(&text, "bag_get\tbag\tnull\tlegal\n");
	assert_line(&text, "bag_get\tbag\ton_null\treturn:-1\n");
	assert_line(&text, "bag_clear\tbag\tfreed\tinside\n");
	assert_line(&text, "bag_clear\t-\tdefines\tbag+0\n");
	assert_null(strstr(text.data, "help\t"));
	hr_strbuf_clear(&text);
	hr_facts_write(&text, unit.facts, unit.unit->model, true);
	assert_line(&text, "help\tp\teffect\tsafe\n");
	hr_strbuf_clear(&text);
	hr_facts_list(&text, unit.facts, unit.unit->model, operation_called(&unit, "bag_clear"), unit.unit->directory);
	assert_line(&text, "bag            freed      inside  (unit.c:14)\n");
	hr_strbuf_release(&text);
	forget(&unit);
}

static void test_facts__names_of_members(void **state)
{
	struct analysed unit =
		analyse(*state,
			"struct inner { int a, b; };\n"
			"struct outer { char *name; struct inner in; union { int i; char *s; }; int bits : 3; };\n"
			"int f(struct outer *o);\n",
			"#include \"unit.h\"\nint f(struct outer *o) { return o->in.b; }\n");
	const struct hr_operation *f = operation_called(&unit, "f");
	struct hr_type_ref outer = hr_model_pointee(unit.unit->model, f->params.data[0].type);
	static const struct {
		uint64_t offset;
		const char *name;
	} cases[] = { { 0, "name" }, { 8, "in.a" }, { 12, "in.b" }, { 16, "i" }, { 3, "" }, { 400, "" } };

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct hr_strbuf name = HR_STRBUF_INIT;
		hr_facts_field_name(&name, unit.unit->model, outer, cases[i].offset);
		assert_string_equal(name.length ? name.data : "", cases[i].name);
		hr_strbuf_release(&name);
	}
	forget(&unit);
}

static void test_facts__always_freed(void **state)
{
	static const struct {
		const char *name;
		bool is_always;
	} cases[] = { { "plain", true },    { "asks", true },       { "refuses", true }, { "by_another", true },
		      { "counted", false }, { "sometimes", false }, { "inside", false }, { "loops", true } };
	struct analysed unit = analyse(
		*state,
		"typedef struct t { int n; struct t *next; } t;\nvoid plain(t *p); void asks(t *p); int refuses(t *p);\n"
		"void by_another(t *p); void counted(t *p); void sometimes(t *p, int x); void inside(t *p); void loops(t *p);\n",
		"#include \"unit.h\"\n#include <stdlib.h>\nvoid plain(t *p) { free(p); }\n"
		"void asks(t *p) { if (p == NULL) return; p->n = 0; free(p); }\n"
		"int refuses(t *p) { if (p->n < 0) return -1; free(p); return 0; }\n"
		"void by_another(t *p) { if (p) asks(p); }\n"
		"void counted(t *p) { if (--p->n > 0) return; free(p); }\n"
		"void sometimes(t *p, int x) { if (x) free(p); else p->n = 1; }\n"
		"void inside(t *p) { free(p->next); p->next = NULL; }\n"
		"void loops(t *p) { for (int i = 0; i < 3; i++) p->n += i; free(p); }\n");

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		uint32_t index = hr_facts_function(unit.facts, operation_called(&unit, cases[i].name));
		assert_int_not_equal(index, HR_CODE_NONE);
		if ((unit.facts->functions.data[index].always_freed & 1) != cases[i].is_always)
			fail_msg("'%s' is wrong", cases[i].name);
	}
	forget(&unit);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_UNIT(test_facts__written),
		IN_UNIT(test_facts__names_of_members),
		IN_UNIT(test_facts__always_freed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
