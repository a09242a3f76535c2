/* Documentation as sentences: which of them speak of which parameter. */
#include "roles/doc_text.h"

#include "base/memory.h"
#include "base/text.h"

#include <ctype.h>
#include <string.h>

/* The length of a tag of HTML at `text`, as Doxygen allows them ("<b>", "</code>"); 0 when there is none. */
static size_t html_tag(const char *text, size_t length)
{
	enum { LONGEST = 8 };
	size_t i = 1;
	if (text[0] != '<')
		return 0;
	i += i < length && text[i] == '/';
	while (i < length && i < LONGEST && isalpha((unsigned char)text[i]))
		i++;
	return i < length && i > 1 && text[i] == '>' ? i + 1 : 0;
}

static void add_line(struct hr_strbuf *out, const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if (html_tag(text + i, length - i))
			i += html_tag(text + i, length - i) - 1;
		else
			hr_strbuf_addch(out, text[i] == '\n' || text[i] == '\t' ? ' ' : text[i]);
	hr_strbuf_addch(out, ' ');
}

void hr_doc_add_lower(struct hr_strbuf *out, const char *text)
{
	for (; *text; text++)
		hr_strbuf_addch(out, (char)tolower((unsigned char)*text));
}

bool hr_doc_lists_values(const char *text)
{
	char wanted = '0';
	for (const char *c = text; c && *c && wanted <= '2'; c++) {
		bool begins = c == text || !isalnum((unsigned char)c[-1]);
		if (!begins || *c != wanted || c[1] == '.' || isalnum((unsigned char)c[1]))
			continue;
		const char *after = c + 1 + strspn(c + 1, " \t");
		bool means = *after == '=' || *after == ':' || (after[0] == '-' && after[1] == ' ');
		wanted = (char)(wanted + means);
	}
	return wanted > '2';
}

bool hr_doc_lists_constants(const char *text)
{
	enum { FEWEST = 3 };
	size_t count = 0;
	for (const char *c = text; c && *c; c++) {
		size_t length = strspn(c, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
		if (!length)
			continue;
		const char *after = c + length + strspn(c + length, " \t");
		bool means = *after == '=' && isdigit((unsigned char)after[1 + strspn(after + 1, " \t")]);
		count += means && isupper((unsigned char)*c) && memchr(c, '_', length);
		c += length - 1;
	}
	return count >= FEWEST;
}

static void take_way(struct hr_doc_ways *ways, const char *word, size_t length)
{
	static const char *const in[] = { "read", "input", "read-only" };
	static const char *const out[] = { "modify", "output", "write", "modified", "written", "write-only" };
	static const char *const truths[] = { "boolean", "bool" };
	for (size_t i = 0; i < sizeof in / sizeof *in; i++)
		ways->in = ways->in || (strlen(in[i]) == length && strncmp(word, in[i], length) == 0);
	for (size_t i = 0; i < sizeof out / sizeof *out; i++)
		ways->out = ways->out || (strlen(out[i]) == length && strncmp(word, out[i], length) == 0);
	for (size_t i = 0; i < sizeof truths / sizeof *truths; i++)
		ways->is_boolean =
			ways->is_boolean || (strlen(truths[i]) == length && strncmp(word, truths[i], length) == 0);
}

struct hr_doc_ways hr_doc_ways(const char *own)
{
	enum { FARTHEST = 80 };
	struct hr_doc_ways ways = { false, false, false };
	const char *open = strpbrk(own, "([");
	/* what stands before is the name, and what parts it from the rest */
	const char *before = open;
	while (before && before > own && before[-1] == ' ')
		before--;
	if (!open || open - own > FARTHEST || before == own || !strchr(":-", before[-1]))
		return ways;
	const char *end = strpbrk(open, ")]");
	for (const char *word = open + 1; end && word < end;) {
		size_t length = strcspn(word, " ,/;.)]|");
		take_way(&ways, word, length);
		word += length + 1;
	}
	return ways;
}

/* "@param", "\returns": a command that begins something new. Those that only dress the next word ("\b FOO", "@e name") stand anywhere, also at the beginning of a
 * line. */
static bool is_command(const char *at)
{
	static const char *const dressing[] = { "a", "b", "c", "e", "p", "em", "ref", "link", "endlink", "n" };
	if (*at != '@' && *at != '\\')
		return false;
	size_t length = strspn(at + 1, "abcdefghijklmnopqrstuvwxyz");
	for (size_t i = 0; i < sizeof dressing / sizeof *dressing; i++)
		if (length == strlen(dressing[i]) && strncmp(at + 1, dressing[i], length) == 0)
			return at[1 + length] == ':'; /* a parameter of that name */
	return true;
}

/* Where the entry for one parameter ends: at the next entry, or at an empty line (comments arrive without these: at a line that starts a
 * new paragraph with a tag). */
static size_t entry_length(const char *text)
{
	size_t i = 0;
	while (text[i]) {
		if (text[i] == '\n') {
			const char *next = text + i + 1;
			while (*next == ' ' || *next == '\t')
				next++;
			if (is_command(next) || hr_text_starts_with(next, "Returns") ||
			    hr_text_starts_with(next, "Return"))
				break;
		}
		i++;
	}
	return i;
}

/* "name: text", "`name` : text", "name - text" at the start of a line. */
static bool is_label(const char *line, const char *at, size_t length)
{
	if (at - line > 1 || (at > line && !strchr("`'\"", *line)))
		return false;
	const char *after = at + length;
	after += *after && strchr("`'\"", *after);
	while (*after == ' ' || *after == '\t')
		after++;
	return *after == ':' || (after[0] == '-' && after[1] == ' ');
}

/* "@param[out] name", "@param [out] name", "@param other, name": does the entry at `line` begin with the name at `at`? */
static bool is_entry(const char *line, const char *at)
{
	bool is_value = hr_text_starts_with(line + 1, "retval"); /* some write this for what a parameter receives */
	if (!is_value && !hr_text_starts_with(line + 1, "param"))
		return false;
	const char *c = line + 1 + strlen(is_value ? "retval" : "param");
	const char *direction = c + strspn(c, " \t");
	if (*direction == '[')
		c = direction + strcspn(direction, "]");
	c += *c == ']';
	c += strspn(c, " \t*");
	while (c < at) {
		while (c < at && (isalnum((unsigned char)*c) || *c == '_'))
			c++;
		if (*c != ',')
			return false;
		c += 1 + strspn(c + 1, " \t");
	}
	return c == at;
}

/* "@param[out] name text", "\param name text" (the direction in brackets is kept as text), "@name: text". */
static void add_entries(struct hr_strbuf *out, const char *doc, const char *name, bool with_labels)
{
	for (const char *at = doc; (at = hr_text_find_word(at, name, false)); at++) {
		const char *start = at;
		while (start > doc && start[-1] != '\n')
			start--;
		while (*start == ' ' || *start == '\t')
			start++;
		if (with_labels && is_label(start, at, strlen(name)))
			add_line(out, start, strcspn(start, "\n"));
		if (*start != '@' && *start != '\\')
			continue;
		bool is_param = is_entry(start, at);
		bool is_named = start + 1 == at && at[strlen(name)] == ':';
		if (is_param || is_named)
			add_line(out, start, entry_length(start));
	}
}

void hr_doc_own_text(struct hr_strbuf *out, const struct hr_operation *operation, size_t param)
{
	const struct hr_item *item = &operation->params.data[param];
	if (item->doc)
		add_line(out, item->doc, strlen(item->doc));
	if (operation->doc && *item->name)
		add_entries(out, operation->doc, item->name, true);
}

void hr_doc_field_text(struct hr_strbuf *out, const char *doc, const char *name)
{
	struct hr_strbuf entries = HR_STRBUF_INIT;
	/* "name: what it is" is how authors explain the inside of a struct to each other, too */
	add_entries(&entries, doc, name, false);
	const char *at = *name ? hr_text_find_word(entries.data, name, false) : NULL;
	if (at) {
		at += strlen(name);
		hr_strbuf_addstr(out, at + strspn(at, "`'\" \t:-"));
		while (out->length && out->data[out->length - 1] == ' ')
			out->data[--out->length] = '\0';
	}
	hr_strbuf_release(&entries);
}

static const char *const ordinals[][2] = { { "first", "1st" },   { "second", "2nd" }, { "third", "3rd" },
					   { "fourth", "4th" },  { "fifth", "5th" },  { "sixth", "6th" },
					   { "seventh", "7th" }, { "eighth", "8th" }, { "ninth", "9th" } };

/* "the third argument", "3rd parameter", also "third and fourth arguments". */
static bool mentions_number(const char *sentence, size_t param)
{
	if (param >= sizeof ordinals / sizeof *ordinals)
		return false;
	for (int form = 0; form < 2; form++) {
		const char *at = hr_text_find_word(sentence, ordinals[param][form], true);
		if (!at)
			continue;
		const char *noun = hr_text_find_any_case(at, "argument");
		const char *other = hr_text_find_any_case(at, "parameter");
		if ((noun && noun - at < 40) || (other && other - at < 40))
			return true;
	}
	return false;
}

/* "The query q is destroyed": a letter that something is said of is a name, unless it is a word as well. */
static bool is_subject(const char *sentence, const char *at)
{
	static const char *const verbs[] = { "is", "are", "must", "may", "can", "will", "should", "has", "points" };
	if (strchr("aAiI", *at) || (at > sentence && !isspace((unsigned char)at[-1])) || !isspace((unsigned char)at[1]))
		return false;
	for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
		if (hr_text_starts_with(at + 2, verbs[i]) && isspace((unsigned char)at[2 + strlen(verbs[i])]))
			return true;
	return false;
}

/* A name of one letter is also a word: it counts when the text marks it as a name ("@p s", "`s`", "'s'"), or says something of it. */
static bool mentions_letter(const char *sentence, const char *name)
{
	for (const char *at = sentence; (at = hr_text_find_word(at, name, false)); at++) {
		bool marked = at - sentence >= 3 && (strncmp(at - 3, "@p ", 3) == 0 || strncmp(at - 3, "\\p ", 3) == 0);
		bool quoted = at > sentence && strchr("`'\"", at[-1]) && at[1] && strchr("`'\"", at[1]);
		if (marked || quoted || is_subject(sentence, at))
			return true;
	}
	return false;
}

static bool mentions(const char *sentence, const struct hr_operation *operation, size_t param)
{
	const char *name = operation->params.data[param].name;
	if (strlen(name) >= 2 ? hr_text_find_word(sentence, name, false) != NULL
			      : *name && mentions_letter(sentence, name))
		return true;
	return mentions_number(sentence, param);
}

static bool ends_sentence(const char *text, size_t i)
{
	/* A tag begins something new. */
	if (text[i] == '\n' && is_command(text + i + 1))
		return true;
	return (text[i] == '.' || text[i] == ';') &&
	       (text[i + 1] == '\0' || isspace((unsigned char)text[i + 1]) || text[i + 1] == ')');
}

/* Is the sentence about other functions alone? One comment may describe several: then a sentence that names one of them speaks of it. */
static bool is_about_others(const char *sentence, const struct hr_operation *operation)
{
	const char *call = strstr(sentence, "()");
	return call && !hr_text_find_word(sentence, operation->name, false);
}

static void give_sentence(const struct hr_operation *operation, size_t param, const char *sentence,
			  hr_sentence_fn *visit, void *context)
{
	struct hr_strbuf text = HR_STRBUF_INIT, lower = HR_STRBUF_INIT;
	size_t others = 0;
	for (size_t k = 0; k < operation->params.count; k++)
		others += k != param && mentions(sentence, operation, k);
	add_line(&text, sentence, strlen(sentence));
	hr_doc_add_lower(&lower, text.data);
	struct hr_sentence it = { text.data, lower.data, others };
	visit(context, &it);
	hr_strbuf_release(&text);
	hr_strbuf_release(&lower);
}

void hr_doc_each_sentence(const struct hr_operation *operation, size_t param, hr_sentence_fn *visit, void *context)
{
	if (!operation->doc)
		return;
	char *text = hr_strdup(operation->doc);
	size_t start = 0;
	for (size_t i = 0;; i++) {
		bool last = text[i] == '\0';
		if (!last && !ends_sentence(text, i))
			continue;
		text[i] = '\0';
		const char *sentence = text + start;
		if (mentions(sentence, operation, param) && !is_about_others(sentence, operation))
			give_sentence(operation, param, sentence, visit, context);
		if (last)
			break;
		start = i + 1;
	}
	free(text);
}
