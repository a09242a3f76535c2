/* Structs of many functions, and those that the unit has itself as public variables. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "searching.h"

static const char header[] =
	"struct page; typedef void span(struct page *to, const char *text, void *data); typedef int block(struct page *to, int level, void *data);\n"
	"struct renderer { span *plain, *bold, *slanted, *code, *link, *image, *quote, *mark, *note, *sign, *rule; block *head, *list, *table; void *data; };\n"
	"extern const struct renderer to_html; extern struct renderer to_text; extern int level;\n"
	"struct page *page_new(void); int page_render(struct page *p, const struct renderer *r); int page_change(struct page *p, struct renderer *r);\n";

struct seen {
	size_t fresh, most_set; /* structs with functions of our own, and how many the fullest has */
	size_t constant, writable;
};

/* Never more of a type in a sequence than a worker has. */
static void check_counts(const struct hr_sequence *sequence, const struct hr_callables *callables)
{
	size_t counts[16] = { 0 };

	for (size_t i = 0; i < sequence->statements.count; i++)
		for (size_t k = 0; k < sequence->statements.data[i].operand_count; k++) {
			const struct hr_operand *operand = &sequence->statements.data[i].operands[k];

			for (size_t p = 0; operand->kind == HR_OPERAND_STRUCT && p < operand->part_count; p++) {
				size_t type;

				if (operand->parts[p].kind != HR_OPERAND_CALLBACK)
					continue;
				assert_true(hr_map_get(&sequence->model->type_by_spelling, "struct renderer", &type));
				size_t number = hr_callables_callback(
					callables, sequence->model,
					sequence->model->types.data[type].fields.data[operand->fields[p]].item.type);
				assert_true(number < 16);
				assert_true(++counts[number] <= HR_MOST_CALLBACKS);
			}
		}
}

static void look(struct seen *seen, const struct hr_sequence *sequence)
{
	for (size_t i = 0; i < sequence->statements.count; i++) {
		const struct hr_statement *it = &sequence->statements.data[i];

		for (size_t k = 0; k < it->operand_count; k++) {
			const struct hr_operand *operand = &it->operands[k];

			if (operand->kind == HR_OPERAND_STRUCT && operand->part_count) {
				seen->fresh++;
				seen->most_set =
					operand->part_count > seen->most_set ? operand->part_count : seen->most_set;
			}
			if (operand->kind != HR_OPERAND_VARIABLE)
				continue;
			bool is_constant = strcmp(operand->text, "to_html") == 0;
			assert_true(is_constant || strcmp(operand->text, "to_text") == 0);
			assert_false(is_constant && names(sequence, it, "page_change"));
			seen->constant += is_constant;
			seen->writable += !is_constant;
		}
	}
}

static struct hr_model *read_pages(void *directory)
{
	struct hr_model *model = read_text(directory, header, NULL);

	for (size_t i = 0; i < model->operations.count; i++)
		model->operations.data[i].callable = HR_YES;
	set_kind(model, "page_new", HR_KIND_MAKER, "struct page");
	find_operation(model, "page_new")->result.role = HR_ROLE_OWNED;
	for (size_t i = 0; i < 2; i++) {
		const char *name = i ? "page_change" : "page_render";

		set_role(param_of(model, name, 0), HR_ROLE_RECEIVER, -1);
		set_role(param_of(model, name, 1), HR_ROLE_IN, -1);
	}
	return model;
}

static void test_publics__structs_of_functions(void **state)
{
	struct hr_search_options options = { .seed = 4, .repetition = -1 };
	struct searching searching = { .model = read_pages(*state) };
	struct seen seen = { 0 };

	searching.callables = calloc(1, sizeof *searching.callables);
	hr_callables_list(searching.callables, searching.model);
	searching.search = hr_search_new(searching.model, searching.callables, NULL, &options);
	void *strategy = hr_guided_strategy.create(searching.search);
	for (size_t i = 0; i < 2000; i++) {
		struct hr_chain *chain = hr_guided_strategy.next(strategy);
		struct imagined imagined;

		if (!chain)
			continue;
		imagine(&imagined, chain, searching.model);
		check_counts(imagined.flat, searching.callables);
		look(&seen, imagined.flat);
		hr_guided_strategy.observe(strategy, chain, &imagined.outcome, HR_VERDICT_NORMAL, i % 97 == 0);
		forget_imagined(&imagined);
		hr_chain_drop(chain);
	}
	assert_true(seen.fresh > 100);
	assert_true(seen.most_set > HR_MOST_CALLBACKS); /* of both types together */
	assert_true(seen.constant > 50);
	assert_true(seen.writable > 50);
	hr_guided_strategy.free(strategy);
	end_search(&searching);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_publics__structs_of_functions, make_scratch, drop_scratch),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
