/* APIs made of text, and what each part of them should be for. The roles layer knows nothing of C text; the tests
 * borrow the front end to write models down as everybody writes APIs. Include after cmocka.h. */
#ifndef HR_TEST_ROLES_INFERRING_H
#define HR_TEST_ROLES_INFERRING_H

#include "base/text.h"
#include "roles/roles.h"

#include "../frontend/reading.h"

/* What is expected of one operation or struct: parts with bars between them, each the name of a parameter or field (or
 * "->" for the result), its role, and the facts beside it that matter, as docs/roles.md has them:
 *
 *     "p receiver | s buffer nonnull | n length of s bytes | -> owned freed_by reader_free | .kind maker | .error null"
 *
 * A part that is not named is not looked at, nor is a fact that is not named; but for a relation, which has to be the one
 * named, or none. */
struct role_case {
	const char *subject; /* an operation, or a struct ("struct options") */
	const char *expected;
};

/* One item while it is compared. */
struct role_subject {
	const struct hr_model *model;
	const struct hr_item *item;
	const struct hr_operation *operation; /* whose item it is, or NULL */
	const struct hr_type *type;           /* whose field it is, or NULL */
};

static inline const char *sibling_name(const struct role_subject *subject, int index)
{
	if (index < 0)
		return NULL;
	return subject->operation ? subject->operation->params.data[index].name
				  : subject->type->fields.data[index].item.name;
}

static inline const char *freed_by_name(const struct role_subject *subject)
{
	const struct hr_item *item = subject->item;

	return item->freed_by >= 0   ? subject->model->operations.data[item->freed_by].name
	       : item->freed_by_libc ? "free"
				     : "nobody";
}

static inline const char *bound_by_name(const struct role_subject *subject)
{
	return subject->item->bound_by >= 0 ? subject->model->operations.data[subject->item->bound_by].name : "nobody";
}

static inline bool has_sentinel(const struct role_subject *subject, const char *name)
{
	for (size_t i = 0; i < subject->item->claims.count; i++) {
		const struct hr_claim *claim = &subject->item->claims.data[i];

		if (claim->fact == HR_FACT_SENTINEL &&
		    strcmp(subject->model->constants.data[claim->of].name, name) == 0)
			return true;
	}
	return false;
}

/* "length of s bytes nullable kept freed_by x": all that is known */
static inline void describe_item(struct hr_strbuf *out, const struct role_subject *subject)
{
	const struct hr_item *item = subject->item;

	hr_strbuf_addstr(out, hr_word(&hr_role_words, (int)item->role));
	if (item->of >= 0)
		hr_strbuf_addf(out, " of %s", sibling_name(subject, item->of));
	if (item->unit != HR_UNIT_NONE)
		hr_strbuf_addf(out, " %s", hr_word(&hr_unit_words, (int)item->unit));
	if (item->nullable != HR_NOT_KNOWN)
		hr_strbuf_addstr(out, item->nullable == HR_YES ? " nullable" : " nonnull");
	hr_strbuf_addstr(out, item->kept ? " kept" : "");
	hr_strbuf_addstr(out, item->minus_one ? " minus_one" : "");
	if (item->freed_by >= 0 || item->freed_by_libc)
		hr_strbuf_addf(out, " freed_by %s", freed_by_name(subject));
	if (item->bound_by >= 0)
		hr_strbuf_addf(out, " bound_by %s", bound_by_name(subject));
}

/* Takes the next word of the part; "" at its end. */
static inline const char *next_word(const char **text, char *word, size_t size)
{
	size_t length;

	*text += strspn(*text, " ");
	length = strcspn(*text, " |");
	snprintf(word, size, "%.*s", (int)length, *text);
	*text += length;
	return word;
}

/* True when the item is as the words up to the bar say. */
static inline bool is_as_told(const struct role_subject *subject, const char *text)
{
	const struct hr_item *item = subject->item;
	bool related = false, right;
	char word[64];

	right = strcmp(hr_word(&hr_role_words, (int)item->role), next_word(&text, word, sizeof word)) == 0;
	while (right && *next_word(&text, word, sizeof word) != '\0') {
		if (strcmp(word, "of") == 0) {
			related = true;
			right = hr_text_equal(sibling_name(subject, item->of), next_word(&text, word, sizeof word));
		} else if (strcmp(word, "freed_by") == 0) {
			right = strcmp(freed_by_name(subject), next_word(&text, word, sizeof word)) == 0;
		} else if (strcmp(word, "bytes") == 0 || strcmp(word, "elements") == 0) {
			right = strcmp(hr_word(&hr_unit_words, (int)item->unit), word) == 0;
		} else if (strcmp(word, "nullable") == 0) {
			right = item->nullable == HR_YES;
		} else if (strcmp(word, "nonnull") == 0) {
			right = item->nullable == HR_NO;
		} else if (strcmp(word, "kept") == 0) {
			right = item->kept;
		} else if (strcmp(word, "minus_one") == 0) {
			right = item->minus_one;
		} else if (strcmp(word, "bound_by") == 0) {
			right = strcmp(bound_by_name(subject), next_word(&text, word, sizeof word)) == 0;
		} else if (strcmp(word, "sentinel") == 0) {
			right = has_sentinel(subject, next_word(&text, word, sizeof word));
		} else {
			fail_msg("'%s' is no fact", word);
		}
	}
	return right && (related || item->of < 0);
}

static inline void check_item(int *problems, const struct role_case *it, const struct role_subject *subject,
			      const char *name, const char *words)
{
	struct hr_strbuf actual = HR_STRBUF_INIT;

	if (is_as_told(subject, words))
		return;
	words += strspn(words, " ");
	describe_item(&actual, subject);
	print_error("%s: %s\n  expected  %.*s\n  actual    %s\n", it->subject, name, (int)strcspn(words, "|"), words,
		    actual.data);
	for (size_t i = 0; i < subject->item->claims.count; i++) {
		const struct hr_claim *claim = &subject->item->claims.data[i];

		print_error("            %.2f %s %s\n", claim->weight,
			    claim->fact == HR_FACT_ROLE ? hr_word(&hr_role_words, (int)claim->value)
							: hr_word(&hr_fact_words, (int)claim->fact),
			    claim->text);
	}
	hr_strbuf_release(&actual);
	++*problems;
}

/* One part: a parameter, a field, the result, or the kind or error convention of the operation. */
static inline void check_part(int *problems, const struct hr_model *model, const struct role_case *it, const char *text)
{
	bool is_type = strchr(it->subject, ' ') != NULL;
	struct role_subject subject = { .model = model };
	char name[64], word[64];

	next_word(&text, name, sizeof name);
	if (is_type) {
		subject.type = find_type(model, it->subject);
		subject.item = find_field(subject.type, name);
		check_item(problems, it, &subject, name, text);
		return;
	}
	subject.operation = find_operation(model, it->subject);
	if (strcmp(name, ".kind") == 0) {
		expect_text(problems, it->subject, next_word(&text, word, sizeof word),
			    hr_word(&hr_kind_words, (int)subject.operation->kind));
		return;
	}
	if (strcmp(name, ".error") == 0) {
		expect_text(problems, it->subject, next_word(&text, word, sizeof word),
			    hr_word(&hr_refused_words, (int)subject.operation->error));
		return;
	}
	subject.item = strcmp(name, "->") == 0 ? &subject.operation->result : find_param(subject.operation, name);
	check_item(problems, it, &subject, name, text);
}

/* Reads the header, infers, and holds what comes out against the table. */
static inline void check_roles(const char *directory, const char *header, const struct role_case *cases, size_t count)
{
	struct hr_model *model = read_text(directory, header, NULL);
	int problems = 0;

	hr_roles_infer(model);
	for (size_t i = 0; i < count; i++) {
		for (const char *part = cases[i].expected; *part != '\0';) {
			check_part(&problems, model, &cases[i], part);
			part += strcspn(part, "|");
			part += *part == '|';
		}
	}
	hr_model_free(model);
	assert_int_equal(problems, 0);
}

#endif
