/* contracts.h: rules as declarations that a person can review and change, and that a compiler accepts.
 *
 *     HARRIER_LEARNED(cJSON_Foo, non_null, item)      what was learned; the comment before it is the evidence
 *     HARRIER_RULE(cJSON_Foo, not non_null, item)     what a person says: it holds, or, with `not`, it does not
 *
 * Invariants: what is written is read back as the same rules; any text is safe to read; nothing in evidence ends the comment it stands in. */
#include "oracle/provenance.h"
#include "oracle/rules_internal.h"

#include "base/text.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- writing ---- */

static const char top[] =
	" *\n"
	" * HARRIER_LEARNED is what Harrier found out; the experiment stands above it: a call that failed, and the\n"
	" * smallest change that did not. HARRIER_RULE is what a person says. To keep a rule whatever is seen later,\n"
	" * change LEARNED to RULE; to deny one, write `not` before its kind: HARRIER_RULE(f, not non_null, item). What\n"
	" * was denied is never learned again. Kinds:\n"
	" *\n"
	" *   non_null, P        within, LENGTH, BUFFER   capacity, P, BYTES   range, P, LEAST, MOST   enumerator, P\n"
	" *   terminated, P      apart, P, Q              initialised, P, OPERATION                    not_after, P, OPERATION\n"
	" *   single_owner, P    same_family, P, Q        before, OPERATION                            not_borrowed, P\n"
	" *   elements, LENGTH, BUFFER (LENGTH counts elements of BUFFER, whatever it counts elsewhere) */\n"
	"#ifndef HARRIER_RULE\n"
	"#define HARRIER_RULE(...)\n"
	"#define HARRIER_LEARNED(...)\n"
	"#endif\n";

/* Text inside of a comment: the marks that begin and end comments occur in strings only, where an escape says the same. */
static void add_commented(struct hr_strbuf *out, const char *text, const char *indent)
{
	hr_strbuf_addstr(out, indent);
	for (const char *at = text; *at; at++) {
		if (*at == '\n' && !at[1])
			break;
		if (*at == '\n')
			hr_strbuf_addf(out, "\n%s", indent);
		else if (at[0] == '*' && at[1] == '/')
			hr_strbuf_addstr(out, "*\\x2F"), at++;
		else if (at[0] == '/' && at[1] == '*')
			hr_strbuf_addstr(out, "/\\x2A"), at++;
		else
			hr_strbuf_addch(out, *at);
	}
	hr_strbuf_addch(out, '\n');
}

static void write_evidence(struct hr_strbuf *out, const struct hr_model *model, const struct hr_rule *rule)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	hr_rule_describe(&text, model, rule);
	hr_strbuf_addstr(out, "\n/* ");
	add_commented(out, text.data, "");
	if (rule->evidence && *rule->evidence)
		add_commented(out, rule->evidence, " * ");
	if (rule->kept || rule->contradictions)
		hr_strbuf_addf(out, " * kept by %u calls that returned normally, broken by %u\n", rule->kept,
			       rule->contradictions);
	if (rule->crashing && *rule->crashing) {
		hr_strbuf_addstr(out, " * fails:\n");
		add_commented(out, rule->crashing, " *     ");
	}
	if (rule->passing && *rule->passing) {
		hr_strbuf_addstr(out, " * returns:\n");
		add_commented(out, rule->passing, " *     ");
	}
	hr_strbuf_truncate(out, out->length - 1);
	hr_strbuf_addstr(out, " */\n");
	hr_strbuf_release(&text);
}

static void write_rule(struct hr_strbuf *out, const struct hr_model *model, const struct hr_rule *rule)
{
	const struct hr_rule_form *form = &hr_rule_forms[rule->kind];
	struct hr_arena arena = HR_ARENA_INIT;
	write_evidence(out, model, rule);
	hr_strbuf_addf(out, "%s(%s, %s%s", rule->origin == HR_RULE_USER ? "HARRIER_RULE" : "HARRIER_LEARNED",
		       model->operations.data[rule->operation].name, rule->is_denied ? "not " : "", form->name);
	if (form->shape != HR_RULE_ABOUT_CALL)
		hr_strbuf_addf(out, ", %s", hr_parameter_name(&arena, model, rule->operation, rule->parameter));
	if (form->shape == HR_RULE_WITH_PARAMETER)
		hr_strbuf_addf(out, ", %s", hr_parameter_name(&arena, model, rule->operation, rule->other));
	if (form->shape == HR_RULE_WITH_OPERATION || form->shape == HR_RULE_ABOUT_CALL)
		hr_strbuf_addf(out, ", %s", rule->other < 0 ? "anything" : model->operations.data[rule->other].name);
	if (form->shape == HR_RULE_WITH_NUMBER || form->shape == HR_RULE_WITH_TWO_NUMBERS)
		hr_strbuf_addf(out, ", %" PRId64, rule->least);
	if (form->shape == HR_RULE_WITH_TWO_NUMBERS)
		hr_strbuf_addf(out, ", %" PRId64, rule->most);
	hr_strbuf_addstr(out, ")\n");
	hr_arena_release(&arena);
}

void hr_contracts_write(struct hr_strbuf *out, const struct hr_model *model, const struct hr_rules *rules)
{
	hr_strbuf_addf(out, "/* Rules of the API of %s that its types do not tell.\n%s", model->unit, top);
	for (size_t i = 0; i < hr_rules_count(rules); i++) {
		const struct hr_rule *rule = hr_rules_at(rules, i);
		if (hr_rules_holds(rules, i) || rule->is_denied)
			write_rule(out, model, rule);
	}
}

/* ---- reading ---- */

enum { MOST_WORDS = 6, MOST_WORD = 256 };

struct reading {
	struct hr_rules *rules;
	struct hr_model *model;
	const char *name;
	struct hr_error *error;
	struct hr_arena arena;
	unsigned line;
	bool is_learned;
	char words[MOST_WORDS][MOST_WORD];
	size_t count;
	struct hr_strbuf comment; /* the one that was last read */
};

static int wrong(struct reading *reading, const char *what, const char *word)
{
	return hr_fail(reading->error, HR_ERROR_INPUT, "%s:%u: %s '%s'", reading->name, reading->line, what, word);
}

/* Words between commas; blanks inside of one become one. Returns what follows the closing parenthesis; NULL when there is none. */
static const char *split(struct reading *reading, const char *at)
{
	reading->count = 1;
	size_t length = 0;
	memset(reading->words, 0, sizeof reading->words);
	for (; *at && *at != ')'; at++) {
		char *word = reading->words[reading->count - 1];
		if (*at == ',') {
			length = 0;
			if (++reading->count > MOST_WORDS)
				return NULL;
		} else if (isspace((unsigned char)*at)) {
			if (*at == '\n')
				reading->line++;
			if (length && word[length - 1] != ' ' && length + 1 < MOST_WORD)
				word[length++] = ' ';
		} else if (length + 1 < MOST_WORD) {
			word[length++] = *at;
		} else {
			return NULL;
		}
	}
	for (size_t i = 0; i < reading->count; i++) {
		size_t end = strlen(reading->words[i]);
		if (end && reading->words[i][end - 1] == ' ')
			reading->words[i][end - 1] = 0;
	}
	return *at ? at + 1 : NULL;
}

static bool find_parameter(const struct reading *reading, size_t operation, const char *word, int *out)
{
	const struct hr_operation *it = &reading->model->operations.data[operation];
	struct hr_arena arena = HR_ARENA_INIT;
	bool is_found = false;
	for (size_t i = 0; i < it->params.count && !is_found; i++) {
		*out = (int)i;
		is_found = strcmp(word, hr_parameter_name(&arena, reading->model, operation, (int)i)) == 0 ||
			   strcmp(word, hr_arena_printf(&arena, "argument_%zu", i + 1)) == 0;
	}
	hr_arena_release(&arena);
	return is_found;
}

static bool find_operation(const struct reading *reading, const char *word, int *out)
{
	size_t index;
	if (!hr_map_get(&reading->model->operation_by_name, word, &index))
		return false;
	*out = (int)index;
	return true;
}

static bool find_number(const char *word, int64_t *out)
{
	char *end;
	*out = strtoll(word, &end, 0);
	return *word && !*end;
}

/* The words behind the kind. Returns the one that is wrong, or NULL. */
static const char *take_words(struct reading *reading, struct hr_rule *rule)
{
	enum hr_rule_shape shape = hr_rule_forms[rule->kind].shape;
	size_t next = 2;
	if (shape != HR_RULE_ABOUT_CALL &&
	    !find_parameter(reading, rule->operation, reading->words[next++], &rule->parameter))
		return reading->words[next - 1];
	if (shape == HR_RULE_WITH_PARAMETER &&
	    !find_parameter(reading, rule->operation, reading->words[next++], &rule->other))
		return reading->words[next - 1];
	if (shape == HR_RULE_WITH_OPERATION && strcmp(reading->words[next], "anything") == 0)
		next++;
	else if ((shape == HR_RULE_WITH_OPERATION || shape == HR_RULE_ABOUT_CALL) &&
		 !find_operation(reading, reading->words[next++], &rule->other))
		return reading->words[next - 1];
	if ((shape == HR_RULE_WITH_NUMBER || shape == HR_RULE_WITH_TWO_NUMBERS) &&
	    !find_number(reading->words[next++], &rule->least))
		return reading->words[next - 1];
	if (shape == HR_RULE_WITH_TWO_NUMBERS && !find_number(reading->words[next++], &rule->most))
		return reading->words[next - 1];
	return next == reading->count ? NULL : reading->words[next < MOST_WORDS ? next : MOST_WORDS - 1];
}

/* What stands behind "fails:" and "returns:" in the comment, and the line of evidence. */
static const char *part_of_comment(struct reading *reading, const char *heading)
{
	const char *at = strstr(reading->comment.data, heading);
	struct hr_strbuf text = HR_STRBUF_INIT;
	if (!at || !reading->is_learned)
		return NULL;
	at += strlen(heading);
	while (strncmp(at, " *     ", 7) == 0) {
		size_t length = strcspn(at + 7, "\n");
		/* the end of the comment has a blank before it */
		bool is_last = !at[7 + length] && length && at[6 + length] == ' ';
		hr_strbuf_add(&text, at + 7, length - is_last);
		hr_strbuf_addch(&text, '\n');
		at += 7 + length;
		at += *at == '\n';
	}
	const char *kept = hr_arena_strdup(&reading->arena, text.data);
	hr_strbuf_release(&text);
	return kept;
}

static const char *evidence_of_comment(struct reading *reading)
{
	const char *at = strchr(reading->comment.data, '\n');
	if (!at || strncmp(at + 1, " * ", 3) != 0 || strncmp(at + 4, "fails:", 6) == 0 ||
	    strncmp(at + 4, "kept by ", 8) == 0)
		return NULL;
	return hr_arena_strndup(&reading->arena, at + 4, strcspn(at + 4, "\n"));
}

static int take_rule(struct reading *reading)
{
	struct hr_rule rule = { .parameter = -1, .other = -1 };
	char *kind = reading->words[1];
	bool changed;
	int operation;
	rule.origin = reading->is_learned ? HR_RULE_LEARNED : HR_RULE_USER;
	/* what was learned about another version of the unit is forgotten; a person's word must not be lost silently */
	if (!find_operation(reading, reading->words[0], &operation))
		return reading->is_learned ? 0 : wrong(reading, "there is no operation", reading->words[0]);
	rule.operation = (size_t)operation;
	if (strncmp(kind, "not ", 4) == 0) {
		rule.is_denied = true;
		rule.origin = HR_RULE_USER; /* only people deny */
		kind += 4;
	}
	for (rule.kind = 0; rule.kind < HR_RULE_KIND_COUNT; rule.kind++)
		if (strcmp(kind, hr_rule_forms[rule.kind].name) == 0)
			break;
	if (rule.kind == HR_RULE_KIND_COUNT)
		return wrong(reading, "there is no kind of rule", kind);
	const char *word = take_words(reading, &rule);
	if (word)
		return reading->is_learned ? 0 : wrong(reading, "this does not fit the rule:", word);
	rule.crashing = part_of_comment(reading, " * fails:\n");
	rule.passing = part_of_comment(reading, " * returns:\n");
	rule.evidence = reading->is_learned ? evidence_of_comment(reading) : NULL;
	if (!rule.evidence)
		rule.evidence = hr_arena_printf(&reading->arena, "%s:%u says so", reading->name, reading->line);
	hr_rules_add(reading->rules, reading->model, &rule, &changed);
	return 0;
}

static const char *skip_comment(struct reading *reading, const char *at)
{
	const char *end = strstr(at + 2, "*/");
	if (!end)
		end = at + strlen(at);
	hr_strbuf_clear(&reading->comment);
	hr_strbuf_add(&reading->comment, at, (size_t)(end - at));
	for (const char *c = at; c < end; c++)
		reading->line += *c == '\n';
	return *end ? end + 2 : end;
}

static int read_all(struct reading *reading, const char *at)
{
	static const char learned[] = "HARRIER_LEARNED", own[] = "HARRIER_RULE";
	while (*at) {
		if (at[0] == '/' && at[1] == '*') {
			at = skip_comment(reading, at);
			continue;
		}
		if ((at[0] == '/' && at[1] == '/') || at[0] == '#') {
			at += strcspn(at, "\n");
			continue;
		}
		reading->is_learned = strncmp(at, learned, sizeof learned - 1) == 0;
		size_t length = reading->is_learned                     ? sizeof learned - 1
				: strncmp(at, own, sizeof own - 1) == 0 ? sizeof own - 1
									: 0;
		if (!length) {
			reading->line += *at == '\n';
			at++;
			continue;
		}
		at += length;
		at += strspn(at, " \t");
		const char *end = *at == '(' ? split(reading, at + 1) : NULL;
		if (!end)
			return wrong(reading, "a rule is written NAME(operation, kind, …), not", own);
		if (take_rule(reading))
			return -1;
		hr_strbuf_clear(&reading->comment);
		at = end;
	}
	return 0;
}

int hr_contracts_read(struct hr_rules *rules, struct hr_model *model, const char *text, const char *name,
		      struct hr_error *error)
{
	struct reading reading = { .rules = rules, .model = model, .name = name, .error = error, .line = 1 };
	hr_strbuf_init(&reading.comment);
	int status = read_all(&reading, text);
	hr_strbuf_release(&reading.comment);
	hr_arena_release(&reading.arena);
	return status;
}
