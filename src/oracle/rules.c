/* The rules of an API, as data.
 *
 * Invariants:
 * 1. A rule (kind, operation, parameter, other) is there once; its numbers and its evidence are those of the strongest origin.
 * 2. What a person said is never changed by what was learned, and a rule that a person denied is never held against a sequence.
 * 3. Indices stay what they are: a rule that is dropped is only marked. */
#include "oracle/provenance.h"
#include "oracle/rules_internal.h"

#include "base/bug.h"
#include "base/memory.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CONTRADICTIONS = 3 };

const struct hr_rule_form hr_rule_forms[HR_RULE_KIND_COUNT] = {
	[HR_RULE_NON_NULL] = { "non_null", HR_RULE_ABOUT_PARAMETER, "%1 must not be NULL" },
	[HR_RULE_WITHIN] = { "within", HR_RULE_WITH_PARAMETER, "%1 is at most what %2 has" },
	[HR_RULE_ELEMENTS] = { "elements", HR_RULE_WITH_PARAMETER, "%1 is at most the number of elements in %2" },
	[HR_RULE_CAPACITY] = { "capacity", HR_RULE_WITH_NUMBER, "%1 has room for at least %3 bytes" },
	[HR_RULE_RANGE] = { "range", HR_RULE_WITH_TWO_NUMBERS, "%1 is between %3 and %4" },
	[HR_RULE_ENUMERATOR] = { "enumerator", HR_RULE_ABOUT_PARAMETER, "%1 is one of the enumerators" },
	[HR_RULE_TERMINATED] = { "terminated", HR_RULE_ABOUT_PARAMETER, "%1 ends with a NUL" },
	[HR_RULE_APART] = { "apart", HR_RULE_WITH_PARAMETER, "%1 and %2 are not the same" },
	[HR_RULE_INITIALISED] = { "initialised", HR_RULE_WITH_OPERATION, "%1 went through %2 before" },
	[HR_RULE_NOT_AFTER] = { "not_after", HR_RULE_WITH_OPERATION, "%1 did not go through %2 before" },
	[HR_RULE_SINGLE_OWNER] = { "single_owner", HR_RULE_ABOUT_PARAMETER, "%1 is owned by nothing else yet" },
	[HR_RULE_SAME_FAMILY] = { "same_family", HR_RULE_WITH_PARAMETER, "%1 and %2 belong together" },
	[HR_RULE_BEFORE] = { "before", HR_RULE_ABOUT_CALL, "%2 is called before" },
	[HR_RULE_NOT_BORROWED] = { "not_borrowed", HR_RULE_ABOUT_PARAMETER, "%1 does not belong to another object" },
};

struct entry {
	struct hr_rule rule;
	bool is_dropped;
	bool was_dropped; /* and came back: it stays */
};

struct hr_rules {
	struct hr_arena arena;
	const struct hr_model *model;
	HR_VEC(struct entry) entries;
	unsigned *concerned; /* by operation: how many rules hold for it */
	size_t operations;
};

struct hr_rules *hr_rules_new(const struct hr_model *model)
{
	struct hr_rules *rules = hr_calloc(1, sizeof *rules);
	rules->model = model;
	rules->operations = model->operations.count;
	rules->concerned = hr_calloc(rules->operations ? rules->operations : 1, sizeof *rules->concerned);
	return rules;
}

void hr_rules_free(struct hr_rules *rules)
{
	if (!rules)
		return;
	hr_vec_release(&rules->entries);
	hr_arena_release(&rules->arena);
	free(rules->concerned);
	free(rules);
}

const char *hr_rule_name(enum hr_rule_kind kind)
{
	if ((unsigned)kind >= HR_RULE_KIND_COUNT)
		HR_BUG("there is no rule %d", (int)kind);
	return hr_rule_forms[kind].name;
}

static bool holds(const struct entry *entry)
{
	return !entry->is_dropped && !entry->rule.is_denied;
}

/* ---- claims: what the model has words for ---- */

static struct hr_item *item_of(struct hr_model *model, const struct hr_rule *rule)
{
	struct hr_operation *operation = &model->operations.data[rule->operation];
	if (rule->parameter < 0 || (size_t)rule->parameter >= operation->params.count)
		return NULL;
	return &operation->params.data[rule->parameter];
}

static bool claim_of(struct hr_claim *out, struct hr_model *model, const struct hr_rule *rule)
{
	const struct hr_item *item = item_of(model, rule);
	*out = (struct hr_claim){ .of = -1, .weight = 0.95 };
	out->source = rule->origin == HR_RULE_USER ? HR_SOURCE_USER : HR_SOURCE_LEARNED;
	if (!item || rule->origin == HR_RULE_INFERRED)
		return false;
	if (rule->kind == HR_RULE_NON_NULL) {
		out->fact = HR_FACT_NULLABLE;
		out->value = rule->is_denied;
		return true;
	}
	if (rule->is_denied)
		return false;
	out->fact = HR_FACT_ROLE;
	if (rule->kind == HR_RULE_TERMINATED) {
		out->value = HR_ROLE_STRING;
		return item->role == HR_ROLE_BUFFER || item->role == HR_ROLE_IN || item->role == HR_ROLE_UNKNOWN;
	}
	if (rule->kind == HR_RULE_WITHIN) {
		const struct hr_item *buffer = &model->operations.data[rule->operation].params.data[rule->other];
		out->value = buffer->role == HR_ROLE_OUT ? HR_ROLE_CAPACITY : HR_ROLE_LENGTH;
		out->of = rule->other;
		return item->role != HR_ROLE_LENGTH && item->role != HR_ROLE_CAPACITY;
	}
	return false;
}

static void make_claim(struct hr_model *model, const struct hr_rule *rule)
{
	struct hr_claim claim;
	if (!claim_of(&claim, model, rule))
		return;
	struct hr_item *item = item_of(model, rule);
	for (size_t i = 0; i < item->claims.count; i++) {
		const struct hr_claim *old = &item->claims.data[i];
		if (old->fact == claim.fact && old->source == claim.source && old->value == claim.value &&
		    old->of == claim.of)
			return;
	}
	claim.text = hr_arena_strdup(&model->arena, rule->evidence ? rule->evidence : hr_rule_name(rule->kind));
	hr_vec_push(&item->claims, claim);
	hr_model_decide(model);
}

static void withdraw_claim(struct hr_model *model, const struct hr_rule *rule)
{
	struct hr_item *item = item_of(model, rule);
	enum hr_fact fact = rule->kind == HR_RULE_NON_NULL ? HR_FACT_NULLABLE : HR_FACT_ROLE;
	size_t kept = 0;
	if (!item ||
	    (rule->kind != HR_RULE_NON_NULL && rule->kind != HR_RULE_TERMINATED && rule->kind != HR_RULE_WITHIN))
		return;
	for (size_t i = 0; i < item->claims.count; i++)
		if (item->claims.data[i].source != HR_SOURCE_LEARNED || item->claims.data[i].fact != fact)
			item->claims.data[kept++] = item->claims.data[i];
	if (kept == item->claims.count)
		return;
	item->claims.count = kept;
	hr_model_decide(model);
}

/* ---- the list ---- */

static struct entry *find(const struct hr_rules *rules, const struct hr_rule *rule)
{
	for (size_t i = 0; i < rules->entries.count; i++) {
		struct entry *entry = &rules->entries.data[i];
		if (entry->rule.kind == rule->kind && entry->rule.operation == rule->operation &&
		    entry->rule.parameter == rule->parameter && entry->rule.other == rule->other)
			return entry;
	}
	return NULL;
}

static void keep_texts(struct hr_rules *rules, struct hr_rule *rule)
{
	rule->evidence = hr_arena_strdup(&rules->arena, rule->evidence);
	rule->crashing = hr_arena_strdup(&rules->arena, rule->crashing);
	rule->passing = hr_arena_strdup(&rules->arena, rule->passing);
}

/* What was learned anew about numbers: a capacity is at least the larger one, a range what both allow. */
static bool tighten(struct hr_rule *old, const struct hr_rule *rule)
{
	int64_t least = old->least, most = old->most;
	if (rule->kind == HR_RULE_CAPACITY || rule->kind == HR_RULE_RANGE)
		old->least = rule->least > old->least ? rule->least : old->least;
	if (rule->kind == HR_RULE_RANGE)
		old->most = rule->most < old->most ? rule->most : old->most;
	return old->least != least || old->most != most;
}

size_t hr_rules_add(struct hr_rules *rules, struct hr_model *model, const struct hr_rule *rule, bool *changed)
{
	struct entry *entry = find(rules, rule);
	*changed = false;
	if ((unsigned)rule->kind >= HR_RULE_KIND_COUNT || rule->operation >= rules->operations)
		HR_BUG("a rule of kind %d about operation %zu", (int)rule->kind, rule->operation);
	if (!entry) {
		hr_vec_push(&rules->entries, (struct entry){ .rule = *rule });
		entry = &rules->entries.data[rules->entries.count - 1];
		keep_texts(rules, &entry->rule);
		rules->concerned[rule->operation] += holds(entry);
		*changed = true;
	} else if (rule->origin > entry->rule.origin) {
		rules->concerned[rule->operation] -= holds(entry);
		entry->rule = *rule;
		entry->is_dropped = false;
		keep_texts(rules, &entry->rule);
		rules->concerned[rule->operation] += holds(entry);
		*changed = true;
	} else if (rule->origin == entry->rule.origin && !entry->rule.is_denied) {
		*changed = tighten(&entry->rule, rule) || entry->is_dropped;
		rules->concerned[rule->operation] += entry->is_dropped;
		entry->is_dropped = false;
	}
	if (*changed)
		make_claim(model, &entry->rule);
	return (size_t)(entry - rules->entries.data);
}

void hr_rules_drop(struct hr_rules *rules, struct hr_model *model, size_t index)
{
	struct entry *entry = &rules->entries.data[index];
	rules->concerned[entry->rule.operation] -= holds(entry);
	entry->is_dropped = true;
	entry->was_dropped = true;
	entry->rule.contradictions = 0;
	withdraw_claim(model, &entry->rule);
}

size_t hr_rules_count(const struct hr_rules *rules)
{
	return rules->entries.count;
}

const struct hr_rule *hr_rules_at(const struct hr_rules *rules, size_t index)
{
	return &rules->entries.data[index].rule;
}

bool hr_rules_holds(const struct hr_rules *rules, size_t index)
{
	return holds(&rules->entries.data[index]);
}

bool hr_rules_concern(const struct hr_rules *rules, size_t operation)
{
	return rules->concerned[operation] > 0;
}

bool hr_rules_is_denied(const struct hr_rules *rules, const struct hr_rule *rule)
{
	const struct entry *entry = find(rules, rule);
	return entry && entry->rule.is_denied;
}

bool hr_rules_range(const struct hr_rules *rules, size_t operation, size_t parameter, int64_t *least, int64_t *most)
{
	for (size_t i = 0; rules->concerned[operation] && i < rules->entries.count; i++) {
		const struct hr_rule *rule = &rules->entries.data[i].rule;
		if (rule->kind != HR_RULE_RANGE || rule->operation != operation || rule->parameter != (int)parameter ||
		    !holds(&rules->entries.data[i]))
			continue;
		*least = rule->least;
		*most = rule->most;
		return true;
	}
	return false;
}

int64_t hr_rules_room(const struct hr_rules *rules, size_t operation, size_t parameter)
{
	int64_t room = 0;
	for (size_t i = 0; rules->concerned[operation] && i < rules->entries.count; i++) {
		const struct hr_rule *rule = &rules->entries.data[i].rule;
		if (rule->kind == HR_RULE_CAPACITY && rule->operation == operation &&
		    rule->parameter == (int)parameter && rule->least > room && holds(&rules->entries.data[i]))
			room = rule->least;
	}
	return room;
}

const struct hr_rule *hr_rules_broken(const struct hr_rules *rules, const struct hr_sequence *sequence,
				      size_t statement)
{
	const struct hr_statement *call = &sequence->statements.data[statement];
	if (call->kind != HR_STATEMENT_CALL || !rules->concerned[call->operation])
		return NULL;
	for (size_t i = 0; i < rules->entries.count; i++) {
		const struct entry *entry = &rules->entries.data[i];
		if (entry->rule.operation == call->operation && holds(entry) &&
		    hr_rule_is_broken(&entry->rule, sequence, statement))
			return &entry->rule;
	}
	return NULL;
}

/* ---- what runs say about them ---- */

static bool note_call(struct entry *entry, const struct hr_sequence *sequence, size_t statement, bool ended_well)
{
	bool is_broken = hr_rule_is_broken(&entry->rule, sequence, statement);
	if (!ended_well)
		return false;
	entry->rule.kept += !is_broken;
	entry->rule.contradictions += is_broken;
	return is_broken && entry->rule.contradictions >= MOST_CONTRADICTIONS && entry->rule.origin != HR_RULE_USER &&
	       !entry->was_dropped;
}

unsigned hr_rules_note(struct hr_rules *rules, struct hr_model *model, const struct hr_sequence *sequence,
		       const struct hr_outcome *outcome)
{
	unsigned dropped = 0;
	for (size_t i = 0; i < sequence->statements.count; i++) {
		const struct hr_statement *call = &sequence->statements.data[i];
		bool ended_well = outcome->status == HR_OUTCOME_NORMAL || i < outcome->statement;
		if (call->kind != HR_STATEMENT_CALL || !rules->concerned[call->operation])
			continue;
		for (size_t k = 0; k < rules->entries.count; k++) {
			struct entry *entry = &rules->entries.data[k];
			if (entry->rule.operation != call->operation || !holds(entry) ||
			    !note_call(entry, sequence, i, ended_well))
				continue;
			hr_rules_drop(rules, model, k);
			dropped++;
		}
	}
	return dropped;
}

/* ---- for people ---- */

static void add_other(struct hr_strbuf *out, struct hr_arena *arena, const struct hr_model *model,
		      const struct hr_rule *rule)
{
	enum hr_rule_shape shape = hr_rule_forms[rule->kind].shape;
	if (rule->other < 0)
		hr_strbuf_addstr(out, "something that sets it up");
	else if (shape == HR_RULE_WITH_PARAMETER)
		hr_strbuf_addf(out, "'%s'", hr_parameter_name(arena, model, rule->operation, rule->other));
	else
		hr_strbuf_addf(out, "%s()", model->operations.data[rule->other].name);
}

void hr_rule_describe(struct hr_strbuf *out, const struct hr_model *model, const struct hr_rule *rule)
{
	struct hr_arena arena = HR_ARENA_INIT;
	hr_strbuf_addf(out, "%s: ", model->operations.data[rule->operation].name);
	if (rule->is_denied)
		hr_strbuf_addstr(out, "not true that ");
	for (const char *at = hr_rule_forms[rule->kind].text; *at; at++) {
		if (*at != '%') {
			hr_strbuf_addch(out, *at);
			continue;
		}
		switch (*++at) {
		case '1':
			hr_strbuf_addf(out, "'%s'", hr_parameter_name(&arena, model, rule->operation, rule->parameter));
			break;
		case '2':
			add_other(out, &arena, model, rule);
			break;
		case '3':
			hr_strbuf_addf(out, "%" PRId64, rule->least);
			if (rule->least == 1 && strcmp(at + 1, " bytes") == 0) {
				hr_strbuf_addstr(out, " byte");
				at += strlen(" bytes");
			}
			break;
		default:
			hr_strbuf_addf(out, "%" PRId64, rule->most);
			break;
		}
	}
	hr_arena_release(&arena);
}
