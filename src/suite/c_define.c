/* What stands in front of tests: literals that are too long to stand among statements; and what repeats itself.
 *
 * Invariant: two definitions in one text have different names; the same definition is there once, unless it remembers something. */
#include "suite/c_text.h"

#include "base/text.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { MOST_NAME = 64, MOST_PERIOD = 16, LINE = 76 };

/* ---- names ---- */

static bool is_free(const struct hr_c_text *text, const char *name)
{
	if (hr_c_is_known(text->sequence->model, name))
		return false;
	for (size_t i = 0; i < text->sequence->values.count; i++)
		if (strcmp(text->sequence->values.data[i].name, name) == 0)
			return false;
	return true;
}

void hr_c_define(struct hr_strbuf *out, struct hr_c_text *text, const char *word, const char *head, const char *tail,
		 enum hr_c_sharing sharing)
{
	struct hr_strbuf name = HR_STRBUF_INIT;
	struct hr_strbuf definition = HR_STRBUF_INIT;
	for (unsigned number = 1;; number++) {
		hr_strbuf_clear(&name);
		hr_strbuf_clear(&definition);
		hr_strbuf_addstr(&name, word);
		if (number > 1)
			hr_strbuf_addf(&name, "_%u", number);
		hr_strbuf_addf(&definition, "%s%s%s", head, name.data, tail);
		bool is_shared = sharing == HR_SHARED || (sharing == HR_SHARED_BY_TESTS &&
							  !hr_text_find_word(text->body.data, name.data, false) &&
							  !hr_text_find_word(out->data, name.data, false));
		if (is_shared && strstr(text->functions.data, definition.data))
			break;
		if (is_free(text, name.data) && !hr_text_find_word(text->functions.data, name.data, false)) {
			hr_strbuf_addstr(&text->functions, definition.data);
			break;
		}
	}
	hr_strbuf_addstr(out, name.data);
	hr_strbuf_release(&name);
	hr_strbuf_release(&definition);
}

void hr_c_variable_name(struct hr_strbuf *out, const struct hr_c_text *text, const char *word)
{
	struct hr_strbuf name = HR_STRBUF_INIT;
	for (unsigned number = 1;; number++) {
		hr_strbuf_clear(&name);
		hr_strbuf_addstr(&name, word);
		if (number > 1)
			hr_strbuf_addf(&name, "%u", number);
		if (is_free(text, name.data) && !hr_text_find_word(text->body.data, name.data, false) &&
		    !hr_text_find_word(text->functions.data, name.data, false))
			break;
	}
	hr_strbuf_addstr(out, name.data);
	hr_strbuf_release(&name);
}

void hr_c_array_name(struct hr_strbuf *out, const struct hr_c_text *text, const char *suffix)
{
	struct hr_strbuf name = HR_STRBUF_INIT;
	for (unsigned number = 1;; number++) {
		hr_strbuf_clear(&name);
		hr_strbuf_addf(&name, "%s_%s", text->role && *text->role ? text->role : "some", suffix);
		if (number > 1)
			hr_strbuf_addf(&name, "_%u", number);
		if (is_free(text, name.data) && !hr_text_find_word(text->body.data, name.data, false) &&
		    !hr_text_find_word(text->functions.data, name.data, false))
			break;
	}
	hr_strbuf_addstr(out, name.data);
	hr_strbuf_release(&name);
}

/* ---- long literals ---- */

size_t hr_c_period(const char *bytes, size_t length)
{
	for (size_t period = 1; period <= MOST_PERIOD && 2 * period <= length; period++) {
		size_t i = 0;
		while (i < length && bytes[i] && bytes[i] == bytes[i % period])
			i++;
		if (i == length)
			return period;
	}
	return 0;
}

/* How many bytes make a line; an escape takes four columns. */
static size_t bytes_of_line(const char *bytes, size_t length)
{
	size_t count = 0;
	for (size_t columns = 0; count < length && columns < LINE; count++)
		columns += isprint((unsigned char)bytes[count]) ? 1 : 4;
	return count;
}

void hr_c_long_text(struct hr_strbuf *out, struct hr_c_text *text, const char *bytes, size_t length)
{
	struct hr_strbuf tail = HR_STRBUF_INIT;
	char word[MOST_NAME + 8];
	snprintf(word, sizeof word, "long_%.*s", MOST_NAME, text->role && *text->role ? text->role : "text");
	hr_strbuf_addf(&tail, "[%zu] =", length + 1);
	for (size_t done = 0; done < length;) {
		size_t count = bytes_of_line(bytes + done, length - done);
		hr_strbuf_addstr(&tail, "\n\t");
		hr_c_string(&tail, bytes + done, count);
		done += count;
	}
	hr_strbuf_addstr(&tail, ";\n\n");
	hr_c_define(out, text, word, "static const char ", tail.data, HR_SHARED);
	hr_strbuf_release(&tail);
}
