/* Which number in a struct says how long what another field leads to is: by their names and places. */
#include "roles/inference.h"
#include "roles/vocabulary.h"

#include <string.h>

/* A word in common, or the beginning of one: "next_in" and "avail_in", "comment" and "comm_max". */
static bool share_word(const struct hr_name_words *a, const struct hr_name_words *b)
{
	enum { SHORTEST = 3 };
	for (size_t i = 0; i < a->count; i++)
		for (size_t k = 0; k < b->count; k++) {
			size_t length =
				strlen(a->words[i]) < strlen(b->words[k]) ? strlen(a->words[i]) : strlen(b->words[k]);
			if (strcmp(a->words[i], b->words[k]) == 0 ||
			    (length >= SHORTEST && strncmp(a->words[i], b->words[k], length) == 0))
				return true;
		}
	return false;
}

/* "profile" and "profile_len": nothing but a word for a length behind the whole name. */
static bool is_length_of(const struct hr_name_words *number, const struct hr_name_words *pointer)
{
	if (number->count != pointer->count + 1 || !hr_word_is_in(number->words[number->count - 1], hr_words_length))
		return false;
	for (size_t i = 0; i < pointer->count; i++)
		if (strcmp(number->words[i], pointer->words[i]) != 0)
			return false;
	return true;
}

/* Is the number called as the length of another pointer in the struct is? */
static bool is_length_of_other(const struct hr_inference *inference, const struct hr_type *type, size_t pointer,
			       const struct hr_name_words *number)
{
	for (size_t i = 0; i < type->fields.count; i++) {
		struct hr_name_words words;
		if (i == pointer || hr_classify(inference->model, type->fields.data[i].item.type) < HR_CLASS_TEXT)
			continue;
		hr_name_split(&words, type->fields.data[i].item.name);
		if (is_length_of(number, &words))
			return true;
	}
	return false;
}

/* "dptr" and "dsize": a letter for the struct before both. */
static bool share_initial(const struct hr_name_words *pointer, const struct hr_name_words *number)
{
	static const char *const memory[] = { "ptr", "data", "buf", "base", NULL };
	static const char *const lengths[] = { "size", "len", "length", "count", NULL };
	const char *a = pointer->words[0], *b = number->words[0];
	return pointer->count == 1 && number->count == 1 && a[0] == b[0] && hr_word_is_in(a + 1, memory) &&
	       hr_word_is_in(b + 1, lengths);
}

/* "data_in" and "input_frames": both of the one side. */
static bool are_of_one_side(const struct hr_name_words *a, const struct hr_name_words *b)
{
	static const char *const inputs[] = { "in", "input", "src", "source", NULL };
	static const char *const outputs[] = { "out", "output", "dst", "dest", NULL };
	return (hr_name_has(a, inputs) && hr_name_has(b, inputs)) ||
	       (hr_name_has(a, outputs) && hr_name_has(b, outputs));
}

/* "next_in" and "avail_in", "buf" and "buflen": the nearest number after (or right before) the pointer with a word in common. */
void hr_rules_for_field_lengths(struct hr_inference *inference, struct hr_type *type, size_t pointer)
{
	struct hr_item *item = &type->fields.data[pointer].item;
	enum hr_class class = hr_classify(inference->model, item->type);
	struct hr_name_words words;
	hr_name_split(&words, item->name);
	bool is_vector = strcmp(item->name, "argv") == 0;
	bool is_table = class == HR_CLASS_OBJECT || class == HR_CLASS_SLOT;
	if (class != HR_CLASS_TEXT && class != HR_CLASS_BYTES && class != HR_CLASS_SCALARS && !is_vector && !is_table)
		return;
	static const char *const inputs[] = { "in", "input", "src", "source", NULL };
	bool found = false;
	for (size_t i = pointer ? pointer - 1 : 0; i < type->fields.count && i <= pointer + 2; i++) {
		struct hr_item *number = &type->fields.data[i].item;
		if (i == pointer || hr_classify(inference->model, number->type) != HR_CLASS_INTEGER)
			continue;
		struct hr_name_words other;
		hr_name_split(&other, number->name);
		bool about_length =
			hr_name_has_loosely(&other, hr_words_length) || hr_name_has_loosely(&other, hr_words_capacity);
		static const char *const counted[] = { "frames", "samples", NULL };
		static const char *const done[] = { "used", "gen", "generated", "written", "read", "done", NULL };
		about_length = (about_length || hr_name_has(&other, counted)) && !hr_name_has(&other, done);
		/* "data" and "length" right behind it, or right before it where the name says that it is memory */
		static const char *const memory[] = { "data", "buf", "buffer", "bytes", "base", "ptr", NULL };
		bool is_memory = hr_is_bytes(class) && hr_name_has(&words, memory);
		const struct hr_type *field = hr_model_type(inference->model, item->type);
		bool is_bare = other.count == 1 && field->kind == HR_TYPE_POINTER &&
			       ((class == HR_CLASS_BYTES && i == pointer + 1) ||
				(is_memory && (i == pointer + 1 || i + 1 == pointer)));
		bool shared = share_word(&words, &other) || are_of_one_side(&words, &other) || is_bare ||
			      share_initial(&words, &other) || (is_vector && strcmp(number->name, "argc") == 0);
		if (!is_length_of(&other, &words) && is_length_of_other(inference, type, pointer, &other))
			continue;
		if (!about_length || !shared || (is_table && !is_vector && i > pointer + 1))
			continue;
		bool output = hr_name_has(&words, hr_words_output) || hr_role_so_far(item) == HR_ROLE_OUT;
		bool filled = !hr_points_to_const(inference->model, item->type) &&
			      (output || (hr_name_has(&other, hr_words_capacity) && !hr_name_has(&words, inputs)));
		if (found && !filled)
			continue;
		found = true;
		hr_claim_relation(inference, number, filled ? HR_ROLE_CAPACITY : HR_ROLE_LENGTH, pointer,
				  hr_is_bytes(class) ? HR_UNIT_BYTES : HR_UNIT_ELEMENTS, HR_SOURCE_NAME, 0.85,
				  "'%s' tells about '%s'", number->name, item->name);
		hr_claim_role(inference, item,
			      filled               ? HR_ROLE_OUT
			      : hr_is_bytes(class) ? HR_ROLE_BUFFER
						   : HR_ROLE_ARRAY,
			      HR_SOURCE_SHAPE, 0.6, "'%s' tells about it", number->name);
	}
}
