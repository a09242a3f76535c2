/* A small API with everything that lifetimes are about, whose roles are known for sure, and runs of chains that are only imagined. Include after cmocka.h. */
#ifndef HR_TEST_SEARCH_SEARCHING_H
#define HR_TEST_SEARCH_SEARCHING_H

#include "search/making.h"
#include "seq/text.h"

#include "../frontend/reading.h"

static const char box_header[] =
	"#include <stddef.h>\n"
	"struct box; struct pin; struct lid { struct lid *next; int size; }; struct tall { struct lid lid; int height; };\n"
	"struct options { int level; int width; };\n"
	"struct box *box_new(void);\nvoid box_free(struct box *b);\n"
	"int box_open(const char *name, struct box **out);\n"
	"int box_put(struct box *b, const char *key, int number);\n"
	"const char *box_key(const struct box *b, int index);\n"
	"char *box_take(struct box *b);\nint box_adopt(struct box *b, char *text);\n"
	"int box_join(struct box *b, struct box *other);\n"
	"struct box *box_inner(struct box *b);\n"
	"int box_list(const struct box *b, struct lid *out, size_t count);\nstruct pin *box_pin(struct box *b);\nvoid box_unpin(struct box *b, struct pin *p);\nint box_fasten(struct box *b, struct pin *p);\n"
	"void options_init(struct options *o);\nint box_set(struct box *b, const struct options *o);\n"
	"int bytes_sum(const unsigned char *data, size_t size);\n"
	"int box_write(const struct box *b, char *out, size_t capacity);\n"
	"void world_start(int mode);\nint world_ask(void);\n"
	"int lid_size(const struct lid *l);\nstruct tall *tall_new(int height);\nvoid quit(void);\n";

static inline struct hr_item *param_of(struct hr_model *model, const char *operation, size_t index)
{
	return &find_operation(model, operation)->params.data[index];
}

static inline void set_kind(struct hr_model *model, const char *name, enum hr_kind kind, const char *subject)
{
	struct hr_operation *operation = find_operation(model, name);

	operation->kind = kind;
	if (subject)
		assert_true(hr_map_get(&model->type_by_spelling, subject, &operation->subject));
}

static inline void set_role(struct hr_item *item, enum hr_role role, int of)
{
	item->role = role;
	item->of = of;
}

static inline int operation_index(const struct hr_model *model, const char *name)
{
	size_t index;

	assert_true(hr_map_get(&model->operation_by_name, name, &index));
	return (int)index;
}

/* The API as a person would describe it. */
static inline struct hr_model *read_boxes(void *directory)
{
	struct hr_model *model = read_text(directory, box_header, NULL);

	for (size_t i = 0; i < model->operations.count; i++) {
		struct hr_operation *operation = &model->operations.data[i];

		operation->callable = true;
		operation->result.role = HR_ROLE_VALUE;
		for (size_t k = 0; k < operation->params.count; k++) {
			const struct hr_type *type = hr_model_type(model, operation->params.data[k].type);

			operation->params.data[k].role =
				k == 0 && type->kind == HR_TYPE_POINTER ? HR_ROLE_RECEIVER : HR_ROLE_IN;
		}
	}
	set_kind(model, "box_new", HR_KIND_MAKER, "struct box");
	set_kind(model, "box_open", HR_KIND_MAKER, "struct box");
	set_kind(model, "box_free", HR_KIND_DESTROYER, "struct box");
	set_kind(model, "box_unpin", HR_KIND_DESTROYER, "struct pin");
	set_kind(model, "options_init", HR_KIND_MAKER, "struct options");
	set_kind(model, "tall_new", HR_KIND_MAKER, "struct tall");
	find_operation(model, "box_new")->result.role = HR_ROLE_OWNED;
	find_operation(model, "box_new")->result.freed_by = operation_index(model, "box_free");
	find_operation(model, "box_new")->error = HR_REFUSED_NULL;
	find_operation(model, "box_put")->error = HR_REFUSED_NEGATIVE;
	find_operation(model, "box_take")->result.role = HR_ROLE_OWNED;
	find_operation(model, "box_take")->result.freed_by_libc = true;
	set_role(&find_operation(model, "box_key")->result, HR_ROLE_BORROWED, 0);
	set_role(&find_operation(model, "box_inner")->result, HR_ROLE_BORROWED, 0);
	set_role(param_of(model, "box_list", 1), HR_ROLE_INOUT, -1);
	set_role(param_of(model, "box_list", 2), HR_ROLE_LENGTH, 1);
	set_role(&find_operation(model, "box_pin")->result, HR_ROLE_BORROWED, 0);
	set_role(param_of(model, "box_unpin", 1), HR_ROLE_CONSUMED, -1);
	set_role(param_of(model, "box_fasten", 1), HR_ROLE_CONSUMED, -1);
	set_role(param_of(model, "box_free", 0), HR_ROLE_CONSUMED, -1);
	set_role(param_of(model, "box_join", 1), HR_ROLE_CONSUMED, -1);
	set_role(param_of(model, "box_adopt", 1), HR_ROLE_CONSUMED, -1);
	set_role(param_of(model, "box_open", 0), HR_ROLE_STRING, -1);
	set_role(param_of(model, "box_open", 1), HR_ROLE_OUT, -1);
	param_of(model, "box_open", 1)->freed_by = operation_index(model, "box_free");
	set_role(param_of(model, "box_put", 1), HR_ROLE_STRING, -1);
	set_role(param_of(model, "options_init", 0), HR_ROLE_OUT, -1);
	set_role(param_of(model, "bytes_sum", 0), HR_ROLE_BUFFER, -1);
	set_role(param_of(model, "bytes_sum", 1), HR_ROLE_LENGTH, 0);
	param_of(model, "bytes_sum", 1)->unit = HR_UNIT_BYTES;
	set_role(param_of(model, "box_write", 1), HR_ROLE_OUT, -1);
	set_role(param_of(model, "box_write", 2), HR_ROLE_CAPACITY, 1);
	return model;
}

/* ---- runs that are only imagined ---- */

struct imagined {
	struct hr_outcome outcome;
	uint64_t area[2048];
	size_t slots[2048];
	struct hr_sequence *flat;
};

static inline bool names(const struct hr_sequence *sequence, const struct hr_statement *statement, const char *name)
{
	return statement->kind == HR_STATEMENT_CALL &&
	       strcmp(sequence->model->operations.data[statement->operation].name, name) == 0;
}

/* What a sane library does: makers give a block, destroyers and joins end it; box_inner leads into its argument; numbers are the index of the statement. */
static inline void imagine(struct imagined *out, const struct hr_chain *chain, const struct hr_model *model)
{
	struct hr_sequence *flat = hr_chain_flatten(chain, model);
	size_t count = flat->values.count;

	hr_outcome_init(&out->outcome);
	out->flat = flat;
	assert_true(count < COUNT(out->slots));
	memset(out->area, 0, sizeof out->area);
	for (size_t i = 0; i < count; i++) {
		out->slots[i] = i * 8;
		const struct hr_type *type = hr_model_type(model, flat->values.data[i].type);
		uint32_t statement = (uint32_t)flat->values.data[i].statement;
		const struct hr_statement *maker = &flat->statements.data[statement];

		out->area[i] = statement + 1;
		if (type && type->kind != HR_TYPE_POINTER)
			continue;
		struct hr_pointer_record record = { .value = i,
						    .region = HR_IN_HEAP,
						    .block = (uint32_t)i,
						    .allocated_by = statement,
						    .freed_by = HR_NO_STATEMENT,
						    .size = 64 };
		if (maker->kind == HR_STATEMENT_GET) /* box_open: the call before it */
			record.allocated_by = statement - 1;
		if (names(flat, maker, "box_inner") || names(flat, maker, "box_key")) {
			record.block = (uint32_t)maker->operands[0].value;
			record.allocated_by = 0;
			record.offset = 8;
			for (size_t k = 0; k < out->outcome.pointers.count; k++)
				if (out->outcome.pointers.data[k].value == record.block)
					record.block = out->outcome.pointers.data[k].block;
		}
		hr_vec_push(&out->outcome.pointers, record);
	}
	for (size_t i = 0; i < flat->statements.count; i++) {
		const struct hr_statement *statement = &flat->statements.data[i];

		if (!names(flat, statement, "box_free") || statement->operands[0].kind != HR_OPERAND_VALUE)
			continue;
		for (size_t k = 0; k < out->outcome.pointers.count; k++)
			if (out->outcome.pointers.data[k].block == statement->operands[0].value) {
				out->outcome.pointers.data[k].is_freed = true;
				out->outcome.pointers.data[k].freed_by = (uint32_t)i;
			}
	}
	out->outcome.status = HR_OUTCOME_NORMAL;
	out->outcome.statement = (uint32_t)flat->statements.count - 1;
	out->outcome.live_blocks = (uint32_t)(chain->hash % 64);
	out->outcome.area = (const unsigned char *)out->area;
	out->outcome.area_size = sizeof out->area;
	out->outcome.slot_of = out->slots;
	out->outcome.slot_count = count;
}

static inline void forget_imagined(struct imagined *imagined)
{
	hr_sequence_free(imagined->flat);
	hr_outcome_release(&imagined->outcome);
}

struct searching {
	struct hr_model *model;
	struct hr_callables *callables;
	struct hr_search *search;
};

static inline struct searching search_boxes(void *directory, uint64_t seed)
{
	struct searching searching = { .model = read_boxes(directory) };
	struct hr_search_options options = { .seed = seed, .repetition = -1 };

	searching.callables = calloc(1, sizeof *searching.callables);
	assert_non_null(searching.callables);
	hr_callables_list(searching.callables, searching.model);
	searching.search = hr_search_new(searching.model, searching.callables, NULL, &options);
	return searching;
}

static inline void end_search(struct searching *searching)
{
	hr_search_free(searching->search);
	hr_callables_release(searching->callables);
	free(searching->callables);
	hr_model_free(searching->model);
}

#endif
