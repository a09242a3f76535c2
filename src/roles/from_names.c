/* What the name of a parameter suggests, for a type that fits. */
#include "base/text.h"
#include "roles/inference.h"
#include "roles/vocabulary.h"

#include <string.h>

#define NAME HR_SOURCE_NAME

static bool has_callback(const struct hr_inference *inference, const struct hr_operation *operation)
{
	for (size_t i = 0; i < operation->params.count; i++) {
		enum hr_role role = hr_role_so_far(&operation->params.data[i]);
		if (role == HR_ROLE_CALLBACK)
			return true;
	}
	(void)inference;
	return false;
}

static void about_text(struct hr_inference *inference, const struct hr_operation *operation, struct hr_item *item,
		       const struct hr_name_words *words)
{
	bool is_const = hr_points_to_const(inference->model, item->type);
	if (hr_name_has_loosely(words, hr_words_path)) {
		/* "file" alone is also what the object of an API may be called; "filename" is not. */
		bool plain = hr_text_find_any_case(item->name, "filename") || hr_text_find_any_case(item->name, "path");
		hr_claim_role(inference, item, HR_ROLE_PATH, NAME, plain ? 0.75 : 0.65, "called '%s'", item->name);
	}
	if (hr_name_has_loosely(words, hr_words_format))
		hr_claim_role(inference, item, HR_ROLE_FORMAT, NAME, operation->is_variadic ? 0.85 : 0.4, "called '%s'", item->name);
	if (!is_const && hr_name_has(words, hr_words_output))
		hr_claim_role(inference, item, HR_ROLE_OUT, NAME, 0.4, "called '%s'", item->name);
	else if (!is_const && hr_name_has(words, hr_words_input))
		hr_claim_role(inference, item, HR_ROLE_STRING, NAME, 0.35, "called '%s'", item->name);
}

static void about_bytes(struct hr_inference *inference, const struct hr_operation *operation, struct hr_item *item,
			const struct hr_name_words *words)
{
	static const char *const certain[] = { "userdata", "opaque", "closure", "cookie", "baton", "clientdata", "udata", NULL };
	static const char *const user[] = { "user", NULL };
	bool is_const = hr_points_to_const(inference->model, item->type);
	if (!is_const && hr_name_has(words, hr_words_output))
		hr_claim_role(inference, item, HR_ROLE_OUT, NAME, 0.4, "called '%s'", item->name);
	if (is_const && hr_name_has(words, hr_words_input))
		hr_claim_role(inference, item, HR_ROLE_BUFFER, NAME, 0.2, "called '%s'", item->name);
	/* Those beside a callback are the business of relations.c. */
	if (!has_callback(inference, operation) && (hr_name_has(words, certain) || hr_name_has(words, user)))
		hr_claim_role(inference, item, HR_ROLE_USER_DATA, NAME, 0.6, "called '%s'", item->name);
}

/* How many constants of the API carry the word in their names; all of them single bits? */
static size_t constants_with_word(const struct hr_model *model, const char *word, bool *bits)
{
	size_t count = 0;
	*bits = true;
	if (strlen(word) < 4)
		return 0;
	for (size_t i = 0; i < model->constants.count; i++) {
		const struct hr_constant *constant = &model->constants.data[i];
		if (constant->kind != HR_CONSTANT_INT)
			continue;
		struct hr_name_words words;
		hr_name_split(&words, constant->name);
		const char *const list[] = { word, NULL };
		if (!hr_name_has(&words, list))
			continue;
		count++;
		int64_t value = constant->number;
		*bits = *bits && value >= 0 && (value & (value - 1)) == 0;
	}
	return count;
}

static void about_integer(struct hr_inference *inference, struct hr_item *item, const struct hr_name_words *words)
{
	const struct hr_type *type = hr_model_type(inference->model, item->type);
	const char *last = words->count ? words->words[words->count - 1] : "";
	const char *const last_word[] = { last, NULL };
	if (hr_name_has(words, hr_words_descriptor) && type->is_signed && type->size == 4)
		hr_claim_role(inference, item, HR_ROLE_DESCRIPTOR, NAME, 0.9, "an int called '%s'", item->name);
	if (hr_name_has(words, hr_words_flags))
		hr_claim_role(inference, item, HR_ROLE_FLAGS, NAME, 0.8, "called '%s'", item->name);
	if (hr_name_has(words, hr_words_index))
		hr_claim_role(inference, item, HR_ROLE_IN, NAME, 0.45, "called '%s'", item->name);
	(void)last_word;
	if (hr_name_has(words, hr_words_choice)) {
		bool bits;
		size_t count = constants_with_word(inference->model, last, &bits);
		hr_claim_role(inference, item, HR_ROLE_ENUM, NAME, 0.35, "called '%s'", item->name);
		if (count >= 2)
			hr_claim_role(inference, item, HR_ROLE_ENUM, HR_SOURCE_SHAPE, 0.5, "%zu constants have '%s' in their names",
				      count, last);
	}
}

static void about_slot(struct hr_inference *inference, struct hr_item *item, const struct hr_name_words *words)
{
	static const char *const vectors[] = { "argv", "list", "array", "strings", "names", "values", "env", "vec", "items", NULL };
	if (hr_name_has(words, hr_words_cursor))
		hr_claim_role(inference, item, HR_ROLE_OUT, NAME, 0.5, "called '%s'", item->name);
	if (hr_name_has(words, vectors))
		hr_claim_role(inference, item, HR_ROLE_ARRAY, NAME, 0.6, "called '%s'", item->name);
	if (hr_name_has(words, hr_words_output))
		hr_claim_role(inference, item, HR_ROLE_OUT, NAME, 0.4, "called '%s'", item->name);
}

void hr_rules_from_names(struct hr_inference *inference, struct hr_operation *operation)
{
	for (size_t i = 0; i < operation->params.count; i++) {
		struct hr_item *item = &operation->params.data[i];
		struct hr_name_words words;
		if (!*item->name)
			continue;
		hr_name_split(&words, item->name);
		switch (hr_classify(inference->model, item->type)) {
		case HR_CLASS_TEXT:
			about_text(inference, operation, item, &words);
			break;
		case HR_CLASS_BYTES:
			about_bytes(inference, operation, item, &words);
			break;
		case HR_CLASS_INTEGER:
			about_integer(inference, item, &words);
			break;
		case HR_CLASS_SLOT:
			about_slot(inference, item, &words);
			break;
		case HR_CLASS_SCALARS:
		case HR_CLASS_OBJECT:
			if (!hr_points_to_const(inference->model, item->type) && hr_name_has(&words, hr_words_output))
				hr_claim_role(inference, item, HR_ROLE_OUT, NAME, 0.4, "called '%s'", item->name);
			break;
		default:
			break;
		}
	}
}
