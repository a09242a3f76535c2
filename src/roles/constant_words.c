/* What the constants of the API are about: the words in their names, and in the short remarks beside them ("compression levels"). */
#include "roles/inference.h"

#include <ctype.h>
#include <string.h>

enum { SHORTEST = 4, LONGEST_REMARK = 120 };

/* A constant counts once for each word. */
static void count_word(struct hr_inference *inference, struct hr_map *seen, const char *word, size_t length)
{
	char key[HR_NAME_WORD_LENGTH + 1];
	if (length > SHORTEST && word[length - 1] == 's')
		length--; /* the plural is about the same */
	if (length < SHORTEST || length > HR_NAME_WORD_LENGTH)
		return;
	for (size_t i = 0; i < length; i++)
		key[i] = (char)tolower((unsigned char)word[i]);
	key[length] = '\0';
	if (!hr_map_put(seen, key, 1))
		return;
	size_t count = 0;
	hr_map_get(&inference->constant_words, key, &count);
	hr_map_put(&inference->constant_words, key, count + 1);
}

static void count_constant(struct hr_inference *inference, const struct hr_constant *constant)
{
	struct hr_map seen = HR_MAP_INIT;
	struct hr_name_words words;
	hr_name_split(&words, constant->name);
	for (size_t i = 0; i < words.count; i++)
		count_word(inference, &seen, words.words[i], strlen(words.words[i]));
	const char *doc = constant->doc && strlen(constant->doc) < LONGEST_REMARK ? constant->doc : "";
	while (*doc) {
		size_t length = 0;
		while (isalpha((unsigned char)doc[length]))
			length++;
		count_word(inference, &seen, doc, length);
		doc += length ? length : 1;
	}
	hr_map_release(&seen);
}

void hr_count_constant_words(struct hr_inference *inference)
{
	const struct hr_model *model = inference->model;
	for (size_t i = 0; i < model->constants.count; i++)
		if (model->constants.data[i].kind == HR_CONSTANT_INT)
			count_constant(inference, &model->constants.data[i]);
}
