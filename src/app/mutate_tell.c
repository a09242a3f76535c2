/* What came of mutants: for people, and as JSON. */
#include "app/mutate_internal.h"

#include "base/bug.h"
#include "base/json.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_FUNCTIONS = 10, MOST_TESTS = 3 };

/* What a test would have to do; the place is told before. */
static const char *const advice[HR_MUTANT_KIND_COUNT] = {
	[HR_MUTANT_OPERATOR] = "values for which the two operators differ, and an assertion on what comes of them",
	[HR_MUTANT_BOUNDARY] = "an input for which both sides are equal, and an assertion on what follows",
	[HR_MUTANT_NEGATED] = "an assertion on what depends on this condition",
	[HR_MUTANT_TRUE] = "an input for which it does not hold here, and an assertion on what follows",
	[HR_MUTANT_FALSE] = "an input for which it holds here, and an assertion on what follows",
	[HR_MUTANT_CASE] = "an input that comes to this case, and an assertion on what it does",
	[HR_MUTANT_CONSTANT] = "an input for which one more or less matters, and an assertion on what follows",
	[HR_MUTANT_CALL] = "an assertion on what this call is there for",
	[HR_MUTANT_STORE] = "an assertion on what is stored, or on what is done with it later",
	[HR_MUTANT_RETURN] = "an assertion on this result, or on what callers do with it",
};

static const char *const state_names[] = {
	[HR_MUTATE_UNREACHED] = "unreached",
	[HR_MUTATE_SURVIVED] = "survived",
	[HR_MUTATE_KILLED] = "killed",
	[HR_MUTATE_NOT_RUN] = "not run",
};

static double per_cent(size_t part, size_t whole)
{
	return whole ? 100.0 * (double)part / (double)whole : 0;
}

/* ---- counting ---- */

typedef HR_VEC(struct hr_mutate_count) hr_counts;

static void count_one(struct hr_mutate_count *count, const struct hr_mutate_result *result)
{
	if (result->state == HR_MUTATE_NOT_RUN)
		return;
	count->all++;
	count->reached += result->state != HR_MUTATE_UNREACHED;
	count->killed += result->state == HR_MUTATE_KILLED;
}

static struct hr_mutate_count count_all(const struct hr_mutation *mutation)
{
	struct hr_mutate_count all = { "all", 0, 0, 0 };
	for (size_t i = 0; i < mutation->results.count; i++)
		count_one(&all, &mutation->results.data[i]);
	return all;
}

double hr_mutation_score(const struct hr_mutation *mutation)
{
	struct hr_mutate_count all = count_all(mutation);
	return per_cent(all.killed, all.all);
}

/* By file, or by function. */
static void count_by(hr_counts *out, struct hr_mutation *mutation, bool by_function)
{
	struct hr_map index_by_name = HR_MAP_INIT;
	for (size_t i = 0; i < mutation->results.count; i++) {
		const struct hr_mutant *mutant = &mutation->mutants.list.data[i];
		const char *name = by_function ? mutant->function : mutant->file;
		size_t index = out->count;
		if (mutation->results.data[i].state == HR_MUTATE_NOT_RUN)
			continue;
		if (!hr_map_get(&index_by_name, name, &index)) {
			hr_map_put(&index_by_name, name, index);
			hr_vec_add(out)->name = by_function ? name : hr_mutation_shown(mutation, name);
		}
		if (index >= out->count)
			HR_BUG("count %zu of %zu", index, out->count);
		count_one(&out->data[index], &mutation->results.data[i]);
	}
	hr_map_release(&index_by_name);
}

/* Where most survive first. */
static int by_survivors(const void *left, const void *right)
{
	const struct hr_mutate_count *a = left, *b = right;
	size_t more = a->all - a->killed, less = b->all - b->killed;
	if (more != less)
		return more > less ? -1 : 1;
	return strcmp(a->name, b->name);
}

/* ---- for people ---- */

static void tell_counts(const hr_counts *counts, const char *what, size_t most)
{
	printf("\n%-40s %8s %8s %8s %7s\n", what, "mutants", "reached", "killed", "score");
	for (size_t i = 0; i < counts->count && i < most; i++) {
		const struct hr_mutate_count *count = &counts->data[i];
		printf("%-40s %8zu %8zu %8zu %5.1f %%\n", count->name, count->all, count->reached, count->killed,
		       per_cent(count->killed, count->all));
	}
	if (counts->count > most)
		printf("and %zu more\n", counts->count - most);
}

static void tell_survivor(struct hr_mutation *mutation, size_t index)
{
	const struct hr_mutant *mutant = &mutation->mutants.list.data[index];
	const struct hr_mutate_result *result = &mutation->results.data[index];
	printf("\n%s:%u:%u: %s: %s\n", hr_mutation_shown(mutation, mutant->file), mutant->line, mutant->column,
	       mutant->function, mutant->what);
	if (result->state == HR_MUTATE_UNREACHED) {
		printf("  no test comes here\n");
		return;
	}
	printf("  reached by ");
	for (size_t i = 0; i < result->tests.count && i < MOST_TESTS; i++)
		printf("%s%s", i ? ", " : "", mutation->tests.data[result->tests.data[i]].name);
	if (result->tests.count > MOST_TESTS)
		printf(" and %zu more", result->tests.count - MOST_TESTS);
	printf(", but %s\n  would be noticed by: %s\n",
	       result->moved.count ? "nothing that is asserted depends on it" : "it makes no difference there",
	       advice[mutant->kind]);
}

/* Those that tests come to first: there an assertion is missing, elsewhere a test. */
static void tell_survivors(struct hr_mutation *mutation)
{
	static const enum hr_mutate_state order[] = { HR_MUTATE_SURVIVED, HR_MUTATE_UNREACHED };
	size_t most = mutation->survivors < 0 ? SIZE_MAX : (size_t)mutation->survivors;
	size_t told = 0, all = 0;
	for (size_t pass = 0; pass < 2; pass++)
		for (size_t i = 0; i < mutation->results.count; i++) {
			if (mutation->results.data[i].state != order[pass])
				continue;
			if (!all++ && most)
				printf("\nsurviving mutants:\n");
			if (told < most) {
				tell_survivor(mutation, i);
				told++;
			}
		}
	if (all > told)
		printf("\n%s%zu more survive; --survivors all lists them, --json has all that is known\n",
		       told ? "and " : "", all - told);
}

static void tell_left_out(const struct hr_mutation *mutation)
{
	size_t not_run = 0;
	for (size_t i = 0; i < mutation->results.count; i++)
		not_run += mutation->results.data[i].state == HR_MUTATE_NOT_RUN;
	if (not_run)
		printf("not run: %zu of %zu mutants, chosen by chance (seed %ld)\n", not_run, mutation->results.count,
		       mutation->seed);
	for (size_t i = 0; i < mutation->failing.count; i++)
		printf("note: fails without any mutant, and is left out: %s\n", mutation->failing.data[i]);
	if (mutation->refused.length)
		printf("note: clang does not compile these, so they have no mutants:\n%s", mutation->refused.data);
}

void hr_mutation_tell(struct hr_mutation *mutation)
{
	struct hr_mutate_count all = count_all(mutation);
	hr_counts files = HR_VEC_INIT, functions = HR_VEC_INIT;
	printf("killed: %zu of %zu mutants (%.1f %%); of the %zu that tests reach, %.1f %%\n", all.killed, all.all,
	       per_cent(all.killed, all.all), all.reached, per_cent(all.killed, all.reached));
	printf("tests: %zu%s; runs with a mutant: %zu\n", mutation->tests.count,
	       mutation->suite              ? ""
	       : mutation->tests.count == 1 ? " command"
					    : " commands",
	       mutation->runs_made);
	printf("time: %.1f ms a mutant; building %.1f s, running %.1f s\n",
	       all.all ? 1000 * mutation->running / (double)all.all : 0, mutation->building, mutation->running);
	tell_left_out(mutation);
	count_by(&files, mutation, false);
	count_by(&functions, mutation, true);
	if (functions.count)
		qsort(functions.data, functions.count, sizeof *functions.data, by_survivors);
	tell_counts(&files, "file", SIZE_MAX);
	tell_counts(&functions, "function, most survivors first", MOST_FUNCTIONS);
	tell_survivors(mutation);
	hr_vec_release(&files);
	hr_vec_release(&functions);
}

/* ---- for programs ---- */

static void json_number(struct hr_json_writer *writer, const char *key, uint64_t value)
{
	hr_json_key(writer, key);
	hr_json_uint(writer, value);
}

static void json_text(struct hr_json_writer *writer, const char *key, const char *value)
{
	hr_json_key(writer, key);
	hr_json_string(writer, value);
}

static void json_real(struct hr_json_writer *writer, const char *key, double value)
{
	hr_json_key(writer, key);
	hr_json_double(writer, value);
}

static void json_count(struct hr_json_writer *writer, const struct hr_mutate_count *count)
{
	json_number(writer, "mutants", count->all);
	json_number(writer, "reached", count->reached);
	json_number(writer, "killed", count->killed);
}

static void json_counts(struct hr_json_writer *writer, const char *key, struct hr_mutation *mutation, bool by_function)
{
	hr_counts counts = HR_VEC_INIT;
	count_by(&counts, mutation, by_function);
	hr_json_key(writer, key);
	hr_json_begin_array(writer);
	for (size_t i = 0; i < counts.count; i++) {
		hr_json_compact(writer);
		hr_json_begin_object(writer);
		json_text(writer, "name", counts.data[i].name);
		json_count(writer, &counts.data[i]);
		hr_json_end_object(writer);
	}
	hr_json_end_array(writer);
	hr_vec_release(&counts);
}

static void json_mutant(struct hr_json_writer *writer, struct hr_mutation *mutation, size_t index)
{
	const struct hr_mutant *mutant = &mutation->mutants.list.data[index];
	const struct hr_mutate_result *result = &mutation->results.data[index];
	hr_json_compact(writer);
	hr_json_begin_object(writer);
	json_text(writer, "file", hr_mutation_shown(mutation, mutant->file));
	json_number(writer, "line", mutant->line);
	json_number(writer, "column", mutant->column);
	json_text(writer, "function", mutant->function);
	json_text(writer, "kind", hr_mutant_kind_name(mutant->kind));
	json_text(writer, "what", mutant->what);
	json_text(writer, "state", state_names[result->state]);
	json_number(writer, "reached_by", result->tests.count);
	json_number(writer, "differs_in", result->moved.count);
	if (result->state == HR_MUTATE_KILLED) {
		json_text(writer, "killed_by", mutation->tests.data[result->killer].name);
		hr_json_key(writer, "hangs");
		hr_json_bool(writer, result->is_hung);
	} else if (result->state == HR_MUTATE_SURVIVED) {
		json_text(writer, "noticed_by", advice[mutant->kind]);
	}
	hr_json_end_object(writer);
}

void hr_mutation_tell_json(struct hr_mutation *mutation)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	struct hr_json_writer writer;
	struct hr_mutate_count all = count_all(mutation);
	hr_json_writer_init(&writer, &text);
	hr_json_begin_object(&writer);
	json_count(&writer, &all);
	json_real(&writer, "score", per_cent(all.killed, all.all));
	json_real(&writer, "score_reached", per_cent(all.killed, all.reached));
	json_number(&writer, "not_run", mutation->results.count - all.all);
	json_number(&writer, "tests", mutation->tests.count);
	json_number(&writer, "runs", mutation->runs_made);
	json_real(&writer, "building_seconds", mutation->building);
	json_real(&writer, "running_seconds", mutation->running);
	json_real(&writer, "milliseconds_per_mutant", all.all ? 1000 * mutation->running / (double)all.all : 0);
	json_counts(&writer, "files", mutation, false);
	json_counts(&writer, "functions", mutation, true);
	hr_json_key(&writer, "failing_tests");
	hr_json_begin_array(&writer);
	for (size_t i = 0; i < mutation->failing.count; i++)
		hr_json_string(&writer, mutation->failing.data[i]);
	hr_json_end_array(&writer);
	hr_json_key(&writer, "refused");
	hr_json_begin_array(&writer);
	for (const char *line = mutation->refused.length ? mutation->refused.data : ""; *line;) {
		size_t size = strcspn(line, "\n");
		const char *path = hr_arena_strndup(&mutation->arena, line, size);
		hr_json_string(&writer, hr_mutation_shown(mutation, path));
		line += size + (line[size] == '\n');
	}
	hr_json_end_array(&writer);
	hr_json_key(&writer, "list");
	hr_json_begin_array(&writer);
	for (size_t i = 0; i < mutation->results.count; i++)
		json_mutant(&writer, mutation, i);
	hr_json_end_array(&writer);
	hr_json_end_object(&writer);
	printf("%s\n", text.data);
	hr_strbuf_release(&text);
}
