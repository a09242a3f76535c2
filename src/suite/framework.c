/* The frameworks, and what they have in common. */
#include "suite/framework.h"

#include <ctype.h>
#include <string.h>

const struct hr_framework *const hr_frameworks[] = {
	&hr_framework_plain, &hr_framework_cmocka, &hr_framework_check, &hr_framework_criterion, &hr_framework_unity,
};

const size_t hr_framework_count = sizeof hr_frameworks / sizeof *hr_frameworks;

const struct hr_framework *hr_framework_named(const char *name)
{
	for (size_t i = 0; i < hr_framework_count; i++)
		if (strcmp(hr_frameworks[i]->name, name) == 0)
			return hr_frameworks[i];
	return NULL;
}

void hr_framework_close(struct hr_strbuf *out, const char *unit, const struct hr_test_entry *entry)
{
	(void)unit;
	(void)entry;
	hr_strbuf_addstr(out, "}\n\n");
}

void hr_framework_condition(struct hr_strbuf *out, const struct hr_check_text *check)
{
	switch (check->kind) {
	case HR_ASSERT_NUMBER:
	case HR_ASSERT_REAL:
		if (check->is_truth)
			hr_strbuf_addf(out, "%s%s", strcmp(check->expected, "true") == 0 ? "" : "!", check->subject);
		else
			hr_strbuf_addf(out, "%s == %s", check->subject, check->expected);
		break;
	case HR_ASSERT_NULL:
		hr_strbuf_addf(out, "%s == NULL", check->subject);
		break;
	case HR_ASSERT_NOT_NULL:
		hr_strbuf_addf(out, "%s != NULL", check->subject);
		break;
	case HR_ASSERT_TEXT:
		hr_strbuf_addf(out, "strcmp(%s, %s) == 0", check->subject, check->expected);
		break;
	case HR_ASSERT_BYTES:
		hr_strbuf_addf(out, "memcmp(%s, %s, %zu) == 0", check->subject, check->expected, check->size);
		break;
	}
}

/* Where the line names the test, as a whole word. */
static bool names_test(const char *line, size_t size, const char *name)
{
	size_t length = strlen(name);
	for (size_t i = 0; i + length <= size; i++) {
		bool begins = i == 0 || (!isalnum((unsigned char)line[i - 1]) && line[i - 1] != '_');
		bool ends =
			i + length == size || (!isalnum((unsigned char)line[i + length]) && line[i + length] != '_');
		if (begins && ends && memcmp(line + i, name, length) == 0)
			return true;
	}
	return false;
}

static bool has_word(const char *line, size_t size, const char *word)
{
	return memmem(line, size, word, strlen(word)) != NULL;
}

bool hr_framework_tells_passed(const char *output, const char *name)
{
	for (const char *line = output; *line;) {
		size_t size = strcspn(line, "\n");
		bool passed = strncmp(line, "ok ", 3) == 0 || has_word(line, size, ":P:") ||
			      (size > 5 && memcmp(line + size - 5, ":PASS", 5) == 0);
		if (passed && names_test(line, size, name))
			return true;
		line += size + (line[size] == '\n');
	}
	return false;
}
