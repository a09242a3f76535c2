/* Lists of constants: every value once, with the names that the headers have for it; and those near a function. */
#include "analysis/constants.h"
#include "analysis/constants_internal.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static int compare_weights(const void *a, const void *b)
{
	const struct hr_mined *x = a, *y = b;
	if (x->weight != y->weight)
		return x->weight < y->weight ? 1 : -1;
	if (x->kind != y->kind)
		return x->kind < y->kind ? -1 : 1;
	if (x->kind == HR_LITERAL_TEXT && x->length == y->length)
		return memcmp(x->text, y->text, x->length);
	return x->number < y->number ? -1 : x->number > y->number;
}

/* A named constant as a literal; false for kinds that have no value of their own. */
static bool literal_of(struct hr_literal *out, const struct hr_constant *constant)
{
	*out = (struct hr_literal){ .function = HR_CODE_NONE, .variable = HR_CODE_NONE };
	switch (constant->kind) {
	case HR_CONSTANT_INT:
		out->kind = HR_LITERAL_INTEGER;
		out->number = constant->number;
		return true;
	case HR_CONSTANT_FLOAT:
		out->kind = HR_LITERAL_REAL;
		out->real = constant->real;
		return true;
	case HR_CONSTANT_STRING:
		out->kind = HR_LITERAL_TEXT;
		out->text = constant->text ? constant->text : "";
		out->length = strlen(out->text);
		return true;
	default:
		return false;
	}
}

static struct hr_mined *find(struct hr_mined_list *list, struct hr_map *map, struct hr_strbuf *key,
			     const struct hr_literal *literal)
{
	size_t index;
	hr_constant_key(key, literal);
	if (hr_map_get(map, key->data, &index))
		return &list->items.data[index];
	hr_map_put(map, key->data, list->items.count);
	struct hr_mined *fresh = hr_vec_add(&list->items);
	fresh->kind = literal->kind;
	fresh->number = literal->number;
	fresh->real = literal->real;
	fresh->text = literal->text;
	fresh->length = literal->length;
	fresh->literal = SIZE_MAX;
	return fresh;
}

/* Names in two rounds: how many each has, then which. */
static void add_names(struct hr_mined_list *out, struct hr_map *map, struct hr_strbuf *key,
		      const struct hr_model *model, double least)
{
	for (size_t i = 0; i < model->constants.count; i++) {
		struct hr_literal literal;
		if (!literal_of(&literal, &model->constants.data[i]))
			continue;
		struct hr_mined *item = find(out, map, key, &literal);
		if (!item->count)
			item->weight = least;
		item->name_count++;
	}
	size_t total = 0;
	for (size_t i = 0; i < out->items.count; i++) {
		out->items.data[i].names = total;
		total += out->items.data[i].name_count;
		out->items.data[i].name_count = 0;
	}
	for (size_t i = 0; i < total; i++)
		hr_vec_push(&out->names, 0);
	for (size_t i = 0; i < model->constants.count; i++) {
		struct hr_literal literal;
		if (!literal_of(&literal, &model->constants.data[i]))
			continue;
		struct hr_mined *item = find(out, map, key, &literal);
		out->names.data[item->names + item->name_count++] = i;
	}
}

void hr_constants_merge(struct hr_mined_list *out, const struct hr_facts *facts, const struct hr_model *model)
{
	struct hr_map map = HR_MAP_INIT;
	struct hr_strbuf key = HR_STRBUF_INIT;
	double least = 0;
	memset(out, 0, sizeof *out);
	for (size_t i = 0; facts && i < facts->literals.count; i++) {
		const struct hr_literal *literal = &facts->literals.data[i];
		struct hr_mined *item = find(out, &map, &key, literal);
		if (item->literal == SIZE_MAX)
			item->literal = i;
		if (literal->kind == HR_LITERAL_CHARACTER)
			item->kind = HR_LITERAL_CHARACTER;
		item->uses |= 1u << literal->use;
		item->count++;
		item->weight = literal->weight;
		least = i && least < literal->weight ? least : literal->weight;
	}
	if (model)
		add_names(out, &map, &key, model, least);
	if (out->items.count)
		qsort(out->items.data, out->items.count, sizeof *out->items.data, compare_weights);
	hr_map_release(&map);
	hr_strbuf_release(&key);
}

void hr_constants_release(struct hr_mined_list *list)
{
	hr_vec_release(&list->items);
	hr_vec_release(&list->names);
}

/* ---- near a function ---- */

static int compare_distances(const void *a, const void *b)
{
	const struct hr_near *x = a, *y = b;
	if (x->distance != y->distance)
		return x->distance < y->distance ? -1 : 1;
	return x->literal < y->literal ? -1 : x->literal > y->literal;
}

/* How near each variable is: as near as the nearest function that has its address, or a variable that refers to it. */
static uint32_t *variable_distances(const struct hr_facts *facts, const uint32_t *distances)
{
	const struct hr_code *code = facts->code;
	uint32_t *out = hr_calloc(code->variables.count + 1, sizeof *out);
	for (size_t v = 0; v < code->variables.count; v++)
		out[v] = HR_CODE_NONE;
	for (size_t f = 0; f < code->functions.count; f++) {
		if (distances[f] == HR_CODE_NONE)
			continue;
		const struct hr_code_function *function = &code->functions.data[f];
		for (size_t i = 0; i < function->values.count; i++) {
			const struct hr_code_value *value = &function->values.data[i];
			if (value->kind == HR_VALUE_VARIABLE && distances[f] < out[value->index])
				out[value->index] = distances[f];
		}
	}
	for (unsigned round = 0; round < 2; round++)
		for (size_t v = 0; v < code->variables.count; v++)
			for (size_t r = 0; r < code->variables.data[v].references.count; r++) {
				const struct hr_code_reference *reference = &code->variables.data[v].references.data[r];
				if (!reference->is_function && out[v] < out[reference->index])
					out[reference->index] = out[v];
			}
	return out;
}

void hr_constants_near(hr_nearby *out, const struct hr_facts *facts, uint32_t function)
{
	uint32_t *distances = hr_calloc(facts->functions.count + 1, sizeof *distances);
	hr_facts_distances(distances, facts, function);
	uint32_t *variables = variable_distances(facts, distances);
	for (uint32_t i = 0; i < facts->literals.count; i++) {
		const struct hr_literal *literal = &facts->literals.data[i];
		uint32_t distance =
			literal->function != HR_CODE_NONE ? distances[literal->function] : variables[literal->variable];
		if (distance != HR_CODE_NONE)
			hr_vec_push(out, (struct hr_near){ i, distance });
	}
	if (out->count)
		qsort(out->data, out->count, sizeof *out->data, compare_distances);
	free(distances);
	free(variables);
}
