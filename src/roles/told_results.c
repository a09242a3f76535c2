/* What documentation tells of a number that is returned: a few values that say whether it worked, answers, amounts. */
#include "base/text.h"
#include "roles/results.h"

#include <string.h>

enum hr_told hr_told_values(const char *doc)
{
	static const char *const zeros[] = { " 0 if ", " 0 on ", " zero if ", " zero on ", " 0 when ", NULL };
	static const char *const ones[] = { " 1 if ", " 1 when ", " one if ", " 1 (", " or 1 ", " 1 on ", NULL };
	static const char *const negatives[] = { "-1 on", "-1 if", "-1 in case", "negative", "-1 is returned", NULL };
	static const char *const otherwise[] = {
		" 0 otherwise", " 0 if not", "zero otherwise", "0 if there is no", "false otherwise",
		"false if not", NULL
	};
	/* "1 if successful, 0 if not available or -1 on error" */
	static const char *const successes[] = { " 1 if success",   " 1 on success", " 1 upon success",
						 " 1 when success", " 1 if ok",      NULL };
	const char *returns = strstr(doc, "return");
	const char *text = returns ? returns : doc;
	bool negative = hr_first_phrase(text, negatives), one = hr_first_phrase(text, ones);
	bool zero = hr_first_phrase(text, zeros);
	if (negative && hr_first_phrase(text, successes))
		return HR_TOLD_SUCCESS;
	if (negative && ((zero && one) || strstr(text, " 0 or 1 ")))
		return HR_TOLD_ANSWER;
	if (negative && zero && !strstr(text, "positive"))
		return HR_TOLD_STATUS;
	/* "0 if there is nothing to send, 1 otherwise" */
	static const char *const outcomes[] = { "success", "succe", "error", "fail", "ok", "done", "problem", NULL };
	if (zero && !negative && strstr(text, " 1 otherwise") && !hr_first_phrase(text, outcomes))
		return HR_TOLD_ANSWER;
	return one && !negative && hr_first_phrase(text, otherwise) && !strstr(text, "success") ? HR_TOLD_ANSWER
												: HR_TOLD_NOTHING;
}

/* Where the sentence that `at` stands in begins and ends. */
static const char *sentence_start(const char *doc, const char *at)
{
	while (at > doc && !(at[-1] == '.' && at[0] == ' '))
		at--;
	return at;
}

static const char *sentence_end(const char *at)
{
	while (*at && !(at[0] == '.' && (at[1] == ' ' || !at[1])))
		at++;
	return at;
}

static bool has_between(const char *from, const char *to, const char *const *phrases)
{
	for (; *phrases; phrases++) {
		const char *at = strstr(from, *phrases);
		if (at && at < to)
			return true;
	}
	return false;
}

/* Does a sentence with the word speak of one of these things, too? */
static bool sentence_has(const char *doc, const char *word, const char *const *phrases)
{
	for (const char *at = hr_text_find_word(doc, word, true); at; at = hr_text_find_word(at + 1, word, true))
		if (has_between(sentence_start(doc, at), sentence_end(at), phrases))
			return true;
	return false;
}

/* "FOO_TRUE if the call succeeded": a constant that is called so (in lower case here). */
static bool constant_tells_success(const char *doc, const char *const *successes)
{
	static const char constant[] = "_true ";
	for (const char *at = strstr(doc, constant); at; at = strstr(at + 1, constant))
		if (has_between(at, sentence_end(at), successes))
			return true;
	return false;
}

bool hr_told_truth_of_success(const char *doc)
{
	static const char *const failures[] = { " error",    "problem", "fail",       "unsuccess",
						"could not", "unable",  "went wrong", NULL };
	static const char *const successes[] = { "success", "succeed", NULL };
	return sentence_has(doc, "false", failures) || sentence_has(doc, "true", successes) ||
	       constant_tells_success(doc, successes);
}

/* "otherwise the length of the structure is returned"; but not where it is returned in something. */
static const char *amount_before(const char *doc)
{
	static const char *const amounts[] = { "the length of", "the number of", "the size of", "the index of", NULL };
	static const char *const returned[] = { " is returned", " are returned", " will be returned" };
	static const char *const places[] = {
		" in ", " through", " via ", " by ", " into ", " as ", " using ", " to "
	};
	for (const char *const *amount = amounts; *amount; amount++) {
		const char *at = strstr(doc, *amount);
		for (size_t i = 0; at && i < sizeof returned / sizeof *returned; i++) {
			const char *verb = strstr(at, returned[i]);
			if (!verb || verb > sentence_end(at) || memchr(at, ',', (size_t)(verb - at)))
				continue;
			const char *rest = verb + strlen(returned[i]);
			bool is_elsewhere = false;
			for (size_t k = 0; k < sizeof places / sizeof *places; k++)
				is_elsewhere = is_elsewhere || hr_text_starts_with(rest, places[k]);
			if (!is_elsewhere)
				return *amount;
		}
	}
	return NULL;
}

/* "returns the maximum packet length": a measure a few words behind. */
static const char *measure_behind(const char *doc)
{
	static const char *const starts[] = { "returns the ", "return the " };
	static const char *const measures[] = { "length",   "size",   "number", "count", "index",
						"position", "offset", "sum",    "total", NULL };
	static const char *const stops[] = { "of",     "if",      "whether", "that",   "when", "on",   "or",
					     "and",    "in",      "error",   "status", "with", "to",   "for",
					     "result", "success", "pointer", "from",   "same", "code", NULL };
	enum { FARTHEST = 4 };
	for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
		const char *at = strstr(doc, starts[i]);
		const char *word = at ? at + strlen(starts[i]) : NULL;
		for (int n = 0; word && n < FARTHEST; n++) {
			size_t length = strspn(word, "abcdefghijklmnopqrstuvwxyz-");
			char one[32];
			if (!length || length >= sizeof one)
				break;
			memcpy(one, word, length);
			one[length] = '\0';
			if (hr_word_is_in(one, measures))
				return starts[i];
			if (hr_word_is_in(one, stops) || word[length] != ' ')
				break;
			word += length + 1;
		}
	}
	return NULL;
}

const char *hr_told_amount(const char *doc)
{
	const char *found = amount_before(doc);
	return found ? found : measure_behind(doc);
}
