/* Helpers that are called as functions of the C library are, and take what these take: foo_strcat(to, from), foo_memcmp(a, b, length).
 *
 * Invariant: nothing is said of an operation whose parameters do not fit in number and sort; one object may stand before them. */
#include "base/text.h"
#include "roles/inference.h"

#include <string.h>

enum { MOST = 3 };

static const struct model {
	const char *name;
	enum hr_role roles[MOST]; /* HR_ROLE_UNKNOWN ends them, or says nothing */
	size_t count;
} models[] = {
	{ "strcpy", { HR_ROLE_OUT, HR_ROLE_STRING }, 2 },
	{ "stpcpy", { HR_ROLE_OUT, HR_ROLE_STRING }, 2 },
	{ "strncpy", { HR_ROLE_OUT, HR_ROLE_STRING, HR_ROLE_CAPACITY }, 3 },
	{ "strlcpy", { HR_ROLE_OUT, HR_ROLE_STRING, HR_ROLE_CAPACITY }, 3 },
	{ "strcat", { HR_ROLE_INOUT, HR_ROLE_STRING }, 2 },
	{ "strncat", { HR_ROLE_INOUT, HR_ROLE_STRING, HR_ROLE_UNKNOWN }, 3 },
	{ "strlcat", { HR_ROLE_INOUT, HR_ROLE_STRING, HR_ROLE_CAPACITY }, 3 },
	{ "strcmp", { HR_ROLE_STRING, HR_ROLE_STRING }, 2 },
	{ "strcasecmp", { HR_ROLE_STRING, HR_ROLE_STRING }, 2 },
	{ "stricmp", { HR_ROLE_STRING, HR_ROLE_STRING }, 2 },
	{ "strncmp", { HR_ROLE_STRING, HR_ROLE_STRING, HR_ROLE_UNKNOWN }, 3 },
	{ "strncasecmp", { HR_ROLE_STRING, HR_ROLE_STRING, HR_ROLE_UNKNOWN }, 3 },
	{ "strstr", { HR_ROLE_STRING, HR_ROLE_STRING }, 2 },
	{ "strlen", { HR_ROLE_STRING }, 1 },
	{ "strdup", { HR_ROLE_STRING }, 1 },
	{ "strchr", { HR_ROLE_STRING, HR_ROLE_UNKNOWN }, 2 },
	{ "strrchr", { HR_ROLE_STRING, HR_ROLE_UNKNOWN }, 2 },
	{ "atoi", { HR_ROLE_STRING }, 1 },
	{ "strtol", { HR_ROLE_STRING, HR_ROLE_OUT, HR_ROLE_UNKNOWN }, 3 },
	{ "strtoul", { HR_ROLE_STRING, HR_ROLE_OUT, HR_ROLE_UNKNOWN }, 3 },
	{ "strtod", { HR_ROLE_STRING, HR_ROLE_OUT }, 2 },
	{ "memcpy", { HR_ROLE_OUT, HR_ROLE_BUFFER, HR_ROLE_UNKNOWN }, 3 },
	{ "memmove", { HR_ROLE_OUT, HR_ROLE_BUFFER, HR_ROLE_UNKNOWN }, 3 },
	{ "memcmp", { HR_ROLE_BUFFER, HR_ROLE_BUFFER, HR_ROLE_LENGTH }, 3 },
	{ "memset", { HR_ROLE_OUT, HR_ROLE_UNKNOWN, HR_ROLE_CAPACITY }, 3 },
	{ "memchr", { HR_ROLE_BUFFER, HR_ROLE_UNKNOWN, HR_ROLE_LENGTH }, 3 },
	{ "memdup", { HR_ROLE_BUFFER, HR_ROLE_LENGTH }, 2 },
	{ "poll", { HR_ROLE_INOUT, HR_ROLE_LENGTH, HR_ROLE_UNKNOWN }, 3 },
	{ "bzero", { HR_ROLE_OUT, HR_ROLE_CAPACITY }, 2 },
};

/* Does the parameter fit the role, and is it of a sort that is in question at all? */
static bool fits(const struct hr_model *model, const struct hr_item *item, enum hr_role role)
{
	enum hr_class class = hr_classify(model, item->type);
	switch (role) {
	case HR_ROLE_UNKNOWN:
		return class < HR_CLASS_FUNCTION;
	case HR_ROLE_LENGTH:
	case HR_ROLE_CAPACITY:
		return class == HR_CLASS_INTEGER;
	case HR_ROLE_INOUT:
		if (class == HR_CLASS_OBJECT) /* several structs, with what is asked for and what came of it */
			return !hr_points_to_const(model, item->type);
		/* fall through */
	case HR_ROLE_OUT:
		return (hr_is_bytes(class) || class == HR_CLASS_SLOT) && !hr_points_to_const(model, item->type);
	default:
		return hr_is_bytes(class);
	}
}

static void claim(struct hr_inference *inference, struct hr_operation *operation, const struct model *model,
		  size_t first)
{
	for (size_t i = 0; i < model->count; i++) {
		struct hr_item *item = &operation->params.data[first + i];
		enum hr_role role = model->roles[i];
		/* a capacity is that of where things go, a length that of what was passed last */
		size_t of = role == HR_ROLE_LENGTH && model->roles[i - 1] == HR_ROLE_BUFFER ? first + i - 1 : first;
		if (role == HR_ROLE_LENGTH || role == HR_ROLE_CAPACITY)
			hr_claim_relation(inference, item, role, of,
					  hr_is_bytes(hr_classify(inference->model, operation->params.data[of].type))
						  ? HR_UNIT_BYTES
						  : HR_UNIT_ELEMENTS,
					  HR_SOURCE_NAME, 0.97, "as in %s", model->name);
		else if (role != HR_ROLE_UNKNOWN)
			hr_claim_role(inference, item, role, HR_SOURCE_NAME, 0.93, "as in %s", model->name);
	}
}

/* The model whose name the operation's ends with: "my_strcat", "xmemcmp". */
static const struct model *find(const char *name)
{
	for (size_t i = 0; i < sizeof models / sizeof *models; i++)
		if (hr_text_ends_with(name, models[i].name))
			return &models[i];
	return NULL;
}

void hr_rules_from_libc(struct hr_inference *inference, struct hr_operation *operation)
{
	const struct model *model = find(operation->name);
	if (!model || operation->params.count < model->count || operation->params.count > model->count + 1)
		return;
	size_t first = operation->params.count - model->count;
	if (first && hr_classify(inference->model, operation->params.data[0].type) != HR_CLASS_OBJECT)
		return;
	for (size_t i = 0; i < model->count; i++)
		if (!fits(inference->model, &operation->params.data[first + i], model->roles[i]))
			return;
	claim(inference, operation, model, first);
}
