/* What the compiler's attributes declare. */
#include "roles/inference.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

#define DECLARED HR_SOURCE_ATTRIBUTE

/* The parameter with the number (from 1) at `text`; NULL when there is none. */
static struct hr_item *param_at(struct hr_operation *operation, const char *text)
{
	long number = strtol(text, NULL, 10);
	return number >= 1 && (size_t)number <= operation->params.count ? &operation->params.data[number - 1] : NULL;
}

static void nonnull(struct hr_inference *inference, struct hr_operation *operation,
		    const struct hr_attribute *attribute)
{
	const char *text = attribute->text;
	int64_t allowed = strcmp(attribute->name, "nullable") == 0;
	if (!*text) {
		for (size_t i = 0; i < operation->params.count; i++)
			if (hr_classify(inference->model, operation->params.data[i].type) >= HR_CLASS_FUNCTION)
				hr_claim_fact(inference, &operation->params.data[i].claims, HR_FACT_NULLABLE, 0, -1,
					      DECLARED, 0.99, "attribute nonnull");
		return;
	}
	for (; text && *text; text = strchr(text, ',') ? strchr(text, ',') + 1 : NULL) {
		struct hr_item *param = param_at(operation, text);
		if (param)
			hr_claim_fact(inference, &param->claims, HR_FACT_NULLABLE, allowed, -1, DECLARED, 0.99,
				      "attribute %s(%s)", attribute->name, attribute->text);
	}
}

static void returns_nonnull(struct hr_inference *inference, struct hr_operation *operation,
			    const struct hr_attribute *attribute)
{
	hr_claim_fact(inference, &operation->result.claims, HR_FACT_NULLABLE, 0, -1, DECLARED, 0.99, "attribute %s",
		      attribute->name);
}

/* malloc, or malloc(deallocator[, position]) */
static void made(struct hr_inference *inference, struct hr_operation *operation, const struct hr_attribute *attribute)
{
	hr_claim_role(inference, &operation->result, HR_ROLE_OWNED, DECLARED, 0.97, "attribute malloc");
	size_t length = strcspn(attribute->text, ", ");
	if (!length)
		return;
	char *name = hr_arena_strndup(&inference->model->arena, attribute->text, length);
	size_t index;
	if (hr_map_get(&inference->model->operation_by_name, name, &index))
		hr_claim_fact(inference, &operation->result.claims, HR_FACT_FREED_BY, 1, (int)index, DECLARED, 0.99,
			      "attribute malloc(%s)", attribute->text);
	else if (strcmp(name, "free") == 0 || strcmp(name, "__builtin_free") == 0)
		hr_claim_fact(inference, &operation->result.claims, HR_FACT_FREED_BY, 1, -1, DECLARED, 0.99,
			      "attribute malloc(%s)", attribute->text);
}

/* format(printf, string, first) */
static void format(struct hr_inference *inference, struct hr_operation *operation, const struct hr_attribute *attribute)
{
	const char *comma = strchr(attribute->text, ',');
	struct hr_item *param = comma ? param_at(operation, comma + 1) : NULL;
	if (param)
		hr_claim_role(inference, param, HR_ROLE_FORMAT, DECLARED, 0.99, "attribute format(%s)",
			      attribute->text);
}

/* access(mode, pointer[, size]) */
static void declared_access(struct hr_inference *inference, struct hr_operation *operation,
			    const struct hr_attribute *attribute)
{
	const char *comma = strchr(attribute->text, ',');
	struct hr_item *pointer = comma ? param_at(operation, comma + 1) : NULL;
	if (!pointer)
		return;
	const char *second = strchr(comma + 1, ',');
	struct hr_item *number = second ? param_at(operation, second + 1) : NULL;
	bool writes = hr_text_find_word(attribute->text, "write_only", false) ||
		      hr_text_find_word(attribute->text, "__write_only__", false);
	bool both = hr_text_find_word(attribute->text, "read_write", false) ||
		    hr_text_find_word(attribute->text, "__read_write__", false);
	if (writes || both)
		hr_claim_role(inference, pointer, writes ? HR_ROLE_OUT : HR_ROLE_INOUT, DECLARED, 0.95,
			      "attribute access(%s)", attribute->text);
	if (number)
		hr_claim_relation(inference, number, writes ? HR_ROLE_CAPACITY : HR_ROLE_LENGTH,
				  (size_t)(pointer - operation->params.data), HR_UNIT_NONE, DECLARED, 0.95,
				  "attribute access(%s)", attribute->text);
}

/* alloc_size(size) or alloc_size(count, size) */
static void alloc_size(struct hr_inference *inference, struct hr_operation *operation,
		       const struct hr_attribute *attribute)
{
	for (const char *text = attribute->text; text && *text;
	     text = strchr(text, ',') ? strchr(text, ',') + 1 : NULL) {
		struct hr_item *param = param_at(operation, text);
		if (param)
			hr_claim_role(inference, param, HR_ROLE_SIZE, DECLARED, 0.95, "attribute alloc_size(%s)",
				      attribute->text);
	}
}

static void pure(struct hr_inference *inference, struct hr_operation *operation, const struct hr_attribute *attribute)
{
	hr_claim_fact(inference, &operation->claims, HR_FACT_KIND, HR_KIND_OBSERVER, -1, DECLARED, 0.9, "attribute %s",
		      attribute->name);
}

typedef void attribute_fn(struct hr_inference *, struct hr_operation *, const struct hr_attribute *);

static const struct {
	const char *name;
	attribute_fn *claim;
} attributes[] = {
	{ "nonnull", nonnull },       { "nullable", nonnull }, { "returns_nonnull", returns_nonnull },
	{ "malloc", made },           { "format", format },    { "access", declared_access },
	{ "alloc_size", alloc_size }, { "pure", pure },        { "const", pure },
};

void hr_rules_from_attributes(struct hr_inference *inference, struct hr_operation *operation)
{
	for (size_t i = 0; i < operation->attributes.count; i++)
		for (size_t k = 0; k < sizeof attributes / sizeof *attributes; k++)
			if (strcmp(attributes[k].name, operation->attributes.data[i].name) == 0)
				attributes[k].claim(inference, operation, &operation->attributes.data[i]);
	for (size_t i = 0; i < operation->params.count; i++)
		if (operation->params.data[i].array_count > 0 &&
		    !hr_points_to_const(inference->model, operation->params.data[i].type))
			hr_claim_role(inference, &operation->params.data[i], HR_ROLE_OUT, HR_SOURCE_TYPE, 0.5,
				      "declared with room for %lld elements",
				      (long long)operation->params.data[i].array_count);
}
