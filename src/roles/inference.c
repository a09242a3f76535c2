/* The order of the rules, and the tools they share.
 *
 * Rules only add claims; which of them wins is the model's business (hr_claims_decide). Later rules may look at what the claims of earlier
 * ones come to: relations need to know the buffers, siblings need everything. */
#include "roles/inference.h"

#include "base/memory.h"
#include "base/text.h"
#include "roles/roles.h"

#include <ctype.h>
#include <stdarg.h>
#include <string.h>

bool hr_type_is_called(const struct hr_model *model, struct hr_type_ref ref, const char *name)
{
	for (int depth = 0; depth < 32 && ref.type != HR_NO_TYPE; depth++) {
		const struct hr_type *type = &model->types.data[ref.type];
		if (strcmp(type->spelling, name) == 0)
			return true;
		if (type->kind != HR_TYPE_TYPEDEF)
			return false;
		ref = type->target;
	}
	return false;
}

/* "fooChar", "my_char_t": another name for a byte says that it is a character. "my_uchar" says that it is not. */
static bool is_called_char(const struct hr_model *model, struct hr_type_ref ref)
{
	for (int depth = 0; depth < 32 && ref.type != HR_NO_TYPE; depth++) {
		const struct hr_type *type = &model->types.data[ref.type];
		if (type->kind != HR_TYPE_TYPEDEF)
			return false;
		if (hr_text_find_any_case(type->spelling, "char") && !hr_text_find_any_case(type->spelling, "uchar"))
			return true;
		ref = type->target;
	}
	return false;
}

static enum hr_class classify_pointer(const struct hr_model *model, struct hr_type_ref ref)
{
	const struct hr_type *pointer = hr_model_type(model, ref);
	struct hr_type_ref target = pointer->target;
	const struct hr_type *pointee = hr_model_type(model, target);
	if (!pointee)
		return HR_CLASS_OTHER;
	if (hr_type_is_called(model, target, "FILE"))
		return HR_CLASS_FILE;
	switch (pointee->kind) {
	case HR_TYPE_FUNCTION:
		return HR_CLASS_FUNCTION;
	case HR_TYPE_VOID:
		return HR_CLASS_BYTES;
	case HR_TYPE_INT:
		if (strcmp(pointee->spelling, "char") == 0 || (pointee->size == 1 && is_called_char(model, target)))
			return HR_CLASS_TEXT;
		return pointee->size == 1 ? HR_CLASS_BYTES : HR_CLASS_SCALARS;
	case HR_TYPE_STRUCT:
	case HR_TYPE_UNION:
		return HR_CLASS_OBJECT;
	case HR_TYPE_POINTER:
	case HR_TYPE_ARRAY:
		return HR_CLASS_SLOT;
	default:
		return HR_CLASS_SCALARS;
	}
}

enum hr_class hr_classify(const struct hr_model *model, struct hr_type_ref ref)
{
	const struct hr_type *type = hr_model_type(model, ref);
	if (!type)
		return HR_CLASS_OTHER;
	switch (type->kind) {
	case HR_TYPE_VOID:
		return HR_CLASS_VOID;
	case HR_TYPE_BOOL:
		return HR_CLASS_BOOL;
	case HR_TYPE_INT:
		return HR_CLASS_INTEGER;
	case HR_TYPE_FLOAT:
		return HR_CLASS_FLOAT;
	case HR_TYPE_ENUM:
		return HR_CLASS_ENUM;
	case HR_TYPE_STRUCT:
	case HR_TYPE_UNION:
		return HR_CLASS_STRUCT;
	case HR_TYPE_VA_LIST:
		return HR_CLASS_VA_LIST;
	case HR_TYPE_FUNCTION:
		return HR_CLASS_FUNCTION;
	case HR_TYPE_POINTER:
	case HR_TYPE_ARRAY:
		return classify_pointer(model, ref);
	default:
		return HR_CLASS_OTHER;
	}
}

enum hr_class hr_classify_slot(const struct hr_model *model, struct hr_type_ref ref)
{
	const struct hr_type *type = hr_model_type(model, ref);
	if (!type || (type->kind != HR_TYPE_POINTER && type->kind != HR_TYPE_ARRAY))
		return HR_CLASS_OTHER;
	return hr_classify(model, type->target);
}

bool hr_points_to_const(const struct hr_model *model, struct hr_type_ref ref)
{
	return (hr_model_pointee(model, ref).qualifiers & HR_CONST) != 0;
}

bool hr_points_to_void(const struct hr_model *model, struct hr_type_ref ref)
{
	const struct hr_type *pointee = hr_model_type(model, hr_model_pointee(model, ref));
	return pointee && pointee->kind == HR_TYPE_VOID;
}

/* enum { MY_FALSE, MY_TRUE }, as it was written before there was bool. */
static bool is_truth(const struct hr_type *type)
{
	static const char *const names[2][4] = { { "false", "no", NULL }, { "true", "yes", NULL } };
	if (!type || type->kind != HR_TYPE_ENUM || type->enumerators.count != 2)
		return false;
	for (size_t i = 0; i < 2; i++) {
		struct hr_name_words words;
		int64_t value = type->enumerators.data[i].value;
		hr_name_split(&words, type->enumerators.data[i].name);
		if (value < 0 || value > 1 || !words.count ||
		    !hr_word_is_in(words.words[words.count - 1], names[value]))
			return false;
	}
	return true;
}

bool hr_is_wide_character(const struct hr_model *model, struct hr_type_ref ref)
{
	const struct hr_type *type = hr_model_type(model, ref);
	return type && type->kind == HR_TYPE_INT && (type->size == 2 || type->size == 4) && is_called_char(model, ref);
}

bool hr_is_boolean(const struct hr_model *model, struct hr_type_ref ref)
{
	enum hr_class class = hr_classify(model, ref);
	if (class == HR_CLASS_BOOL || is_truth(hr_model_type(model, ref)))
		return true;
	/* enum { FALSE, TRUE } */
	const struct hr_type *type = hr_model_type(model, ref);
	if (class == HR_CLASS_ENUM && type->enumerators.count == 2 && type->enumerators.data[0].value == 0 &&
	    type->enumerators.data[1].value == 1 && hr_text_find_any_case(type->enumerators.data[1].name, "true"))
		return true;
	return class == HR_CLASS_INTEGER && hr_text_find_any_case(model->types.data[ref.type].spelling, "bool");
}

bool hr_is_truth_value(const struct hr_model *model, const struct hr_item *item)
{
	return item->is_truth || hr_is_boolean(model, item->type);
}

static void add_claim(struct hr_inference *inference, hr_claims *claims, struct hr_claim claim, const char *format,
		      va_list args)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	hr_strbuf_vaddf(&text, format, args);
	claim.text = hr_arena_strdup(&inference->model->arena, text.data);
	hr_strbuf_release(&text);
	hr_vec_push(claims, claim);
}

void hr_claim_role(struct hr_inference *inference, struct hr_item *item, enum hr_role role, enum hr_source source,
		   double weight, const char *format, ...)
{
	struct hr_claim claim = { .fact = HR_FACT_ROLE, .value = role, .of = -1, .source = source, .weight = weight };
	va_list args;
	va_start(args, format);
	add_claim(inference, &item->claims, claim, format, args);
	va_end(args);
}

void hr_claim_relation(struct hr_inference *inference, struct hr_item *item, enum hr_role role, size_t of,
		       enum hr_unit unit, enum hr_source source, double weight, const char *format, ...)
{
	struct hr_claim claim = {
		.fact = HR_FACT_ROLE, .value = role, .of = (int)of, .unit = unit, .source = source, .weight = weight
	};
	va_list args;
	va_start(args, format);
	add_claim(inference, &item->claims, claim, format, args);
	va_end(args);
}

void hr_claim_fact(struct hr_inference *inference, hr_claims *claims, enum hr_fact fact, int64_t value, int of,
		   enum hr_source source, double weight, const char *format, ...)
{
	struct hr_claim claim = { .fact = fact, .value = value, .of = of, .source = source, .weight = weight };
	va_list args;
	va_start(args, format);
	add_claim(inference, claims, claim, format, args);
	va_end(args);
}

const char *hr_label(struct hr_inference *inference, const struct hr_operation *operation, size_t param)
{
	const char *name = operation->params.data[param].name;
	struct hr_arena *arena = &inference->model->arena;
	return *name ? hr_arena_printf(arena, "'%s'", name) : hr_arena_printf(arena, "parameter %zu", param + 1);
}

enum hr_role hr_role_so_far(const struct hr_item *item)
{
	struct hr_decision decision = hr_claims_decide(&item->claims, HR_FACT_ROLE);
	return decision.decided ? (enum hr_role)decision.value : HR_ROLE_UNKNOWN;
}

const struct hr_name_words *hr_words_of(const struct hr_inference *inference, const struct hr_operation *operation)
{
	return &inference->operation_words[operation - inference->model->operations.data];
}

size_t hr_counterpart(struct hr_inference *inference, const struct hr_operation *operation, const char *verb,
		      const char *other)
{
	const char *name = operation->name;
	const char *at = verb ? strstr(name, verb) : strrchr(name, '_');
	size_t index;
	if (!at)
		return HR_NO_TYPE;
	enum { SHORTEST_NOUN = 3 };
	const char *rest = verb ? at + strlen(verb) : at + 1;
	if (strlen(rest) < SHORTEST_NOUN)
		return HR_NO_TYPE; /* a verb alone has many counterparts */
	char *wanted = hr_arena_printf(&inference->model->arena, "%.*s%s%s%s", (int)((verb ? at : rest) - name), name,
				       other, verb ? "" : "_", rest);
	return hr_map_get(&inference->model->operation_by_name, wanted, &index) ? index : HR_NO_TYPE;
}

typedef void rule_fn(struct hr_inference *inference, struct hr_operation *operation);

static void run(struct hr_inference *inference, rule_fn *rule)
{
	struct hr_model *model = inference->model;
	for (size_t i = 0; i < model->operations.count; i++)
		rule(inference, &model->operations.data[i]);
}

/* The length of the capitals that most names begin with, where small letters follow at once: "DBexec", "DBfinish". */
static size_t common_capitals(const struct hr_model *model)
{
	enum { FEWEST = 4 };
	struct hr_map counts = HR_MAP_INIT;
	size_t most = 0, length = 0;
	for (size_t i = 0; i < model->operations.count; i++) {
		const char *name = model->operations.data[i].name;
		char prefix[HR_NAME_WORD_LENGTH + 1];
		size_t capitals = 0, count = 0;
		while (isupper((unsigned char)name[capitals]))
			capitals++;
		if (capitals < 2 || capitals >= sizeof prefix || !islower((unsigned char)name[capitals]))
			continue;
		memcpy(prefix, name, capitals);
		prefix[capitals] = '\0';
		hr_map_get(&counts, prefix, &count);
		hr_map_put(&counts, prefix, ++count);
		if (count > most) {
			most = count;
			length = capitals;
		}
	}
	hr_map_release(&counts);
	return most >= FEWEST && most * 3 >= model->operations.count * 2 ? length : 0;
}

/* The length of the small letters that nearly all names begin with, where others follow at once: "dpopen", "dpput", "dpclose". */
static size_t common_letters(const struct hr_model *model)
{
	enum { FEWEST = 10, SHORTEST = 2, LONGEST = 3 };
	size_t count = model->operations.count, best = 0;
	for (size_t length = SHORTEST; count >= FEWEST && length <= LONGEST + 1; length++) {
		const char *first = model->operations.data[count / 2].name;
		size_t alike = 0;
		for (size_t i = 0; i < count; i++)
			alike += strncmp(model->operations.data[i].name, first, length) == 0;
		for (size_t i = 0; i < length; i++)
			if (!islower((unsigned char)first[i]))
				alike = 0;
		if (alike * 10 < count * 9)
			break;
		best = length;
	}
	return best <= LONGEST ? best : 0; /* more is a word */
}

/* Does the name begin with so many capitals, and go on with a small letter? */
static bool has_capitals(const char *name, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if (!isupper((unsigned char)name[i]))
			return false;
	return length && islower((unsigned char)name[length]);
}

/* The word that most operations begin with names the library and says nothing of any of them. */
static void drop_common_prefix(struct hr_inference *inference)
{
	const struct hr_model *model = inference->model;
	struct hr_map counts = HR_MAP_INIT;
	size_t most = 0;
	const char *prefix = NULL;
	for (size_t i = 0; i < model->operations.count; i++) {
		size_t count = 0;
		const struct hr_name_words *words = &inference->operation_words[i];
		if (words->count < 2)
			continue;
		hr_map_get(&counts, words->words[0], &count);
		hr_map_put(&counts, words->words[0], ++count);
		if (count > most) {
			most = count;
			prefix = words->words[0];
		}
	}
	bool common = prefix && most >= 4 && most * 3 >= model->operations.count * 2;
	char word[HR_NAME_WORD_LENGTH + 1] = "";
	if (common)
		memcpy(word, prefix, strlen(prefix) + 1);
	for (size_t i = 0; common && i < model->operations.count; i++) {
		struct hr_name_words *words = &inference->operation_words[i];
		if (words->count < 2 || strcmp(words->words[0], word) != 0)
			continue;
		memmove(words->words[0], words->words[1], (words->count - 1) * sizeof words->words[0]);
		words->count--;
	}
	hr_map_release(&counts);
}

/* What all rules build on. */
static void begin(struct hr_inference *inference, struct hr_model *model)
{
	*inference = (struct hr_inference){ .model = model };
	inference->objects = hr_calloc(model->types.count + 1, sizeof *inference->objects);
	inference->operation_words = hr_calloc(model->operations.count + 1, sizeof *inference->operation_words);
	size_t capitals = common_capitals(model), letters = common_letters(model);
	const char *middle = letters ? model->operations.data[model->operations.count / 2].name : "";
	for (size_t i = 0; i < model->operations.count; i++) {
		const char *name = model->operations.data[i].name;
		bool has_letters = strncmp(name, middle, letters) == 0 && islower((unsigned char)name[letters]);
		hr_name_split(&inference->operation_words[i], name + (has_capitals(name, capitals) ? capitals
								      : has_letters                ? letters
												   : 0));
	}
	drop_common_prefix(inference);
	hr_find_handles_by_address(inference);
	hr_find_objects(inference);
	hr_find_error_records(inference);
	hr_count_constant_words(inference);
	hr_find_facts(inference);
}

static void end(struct hr_inference *inference)
{
	for (size_t i = 0; i < inference->model->types.count; i++)
		hr_vec_release(&inference->objects[i].enders);
	free(inference->objects);
	free(inference->operation_words);
	hr_map_release(&inference->constant_words);
	hr_vec_release(&inference->memory_enders);
	hr_vec_release(&inference->pointer_constants);
	hr_vec_release(&inference->bounds);
}

void hr_roles_infer_fields(struct hr_model *model)
{
	struct hr_inference inference;
	begin(&inference, model);
	hr_find_enders(&inference);
	hr_rules_for_fields(&inference);
	hr_model_decide(model);
	end(&inference);
}

void hr_roles_infer(struct hr_model *model)
{
	struct hr_inference inference;
	begin(&inference, model);

	static rule_fn *const about_single_items[] = { hr_rules_from_attributes,   hr_rules_from_types,
						       hr_rules_from_lists,        hr_rules_from_names,
						       hr_rules_from_number_names, hr_rules_from_docs,
						       hr_rules_from_libc,         hr_rules_for_error_records,
						       hr_rules_for_receivers };
	for (size_t i = 0; i < sizeof about_single_items / sizeof *about_single_items; i++)
		run(&inference, about_single_items[i]);
	hr_rules_for_handles(&inference);
	run(&inference, hr_rules_for_user_data);
	run(&inference, hr_rules_for_relations);
	hr_rules_from_siblings(&inference);
	hr_find_enders(&inference);
	run(&inference, hr_rules_for_results);
	hr_rules_for_result_types(&inference);
	hr_rules_for_alike_results(&inference);
	run(&inference, hr_rules_for_owning_structs);
	run(&inference, hr_rules_for_kinds);
	run(&inference, hr_rules_for_facts);
	hr_rules_for_fields(&inference);
	hr_model_decide(model);
	end(&inference);
}
