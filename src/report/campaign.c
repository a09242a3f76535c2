/* A campaign as it is told: the rows of the store, put together.
 *
 * Invariants: nothing but the store is read, and all of it as it was at one moment; what an older store lacks is empty. Order depends on what was found, never on when. */
#include "report/campaign_internal.h"

#include "base/hash.h"
#include "base/json.h"
#include "base/map.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void hr_report_fingerprint(char out[HR_REPORT_FINGERPRINT], const char *first, ...)
{
	struct hr_hash hash;
	char text[HR_HASH_TEXT];
	va_list rest;
	hr_hash_init(&hash);
	va_start(rest, first);
	for (const char *word = first; word; word = va_arg(rest, const char *))
		hr_hash_addstr(&hash, word);
	va_end(rest);
	hr_hash_text(&hash, text);
	memcpy(out, text, HR_REPORT_FINGERPRINT - 1);
	out[HR_REPORT_FINGERPRINT - 1] = '\0';
}

struct reading {
	struct hr_report_campaign *out;
	struct hr_store *store;
	struct hr_map stored; /* name of an operation: its index */
	HR_VEC(int64_t) test_ids;
};

/* ---- facts ---- */

static uint64_t number_of(struct reading *reading, const char *key)
{
	const char *text = hr_store_get(reading->store, &reading->out->arena, key);
	return text ? strtoull(text, NULL, 10) : 0;
}

static const struct {
	const char *key, *name, *part_of;
} phases[] = {
	{ "seconds_read", "reading", NULL },
	{ "seconds_build", "building", NULL },
	{ "seconds", "search", NULL },
	{ "seconds_investigate", "investigating", "search" },
	{ "seconds_probe", "probing", "search" },
	{ "seconds_minimize", "minimizing", "search" },
	{ "seconds_confirm", "confirming", NULL },
	{ "seconds_tests", "tests", NULL },
	{ "seconds_certify", "certifying", "tests" },
	{ "seconds_coverage", "measuring", "tests" },
};

static void read_phases(struct reading *reading)
{
	for (size_t i = 0; i < sizeof phases / sizeof *phases; i++) {
		const char *text = hr_store_get(reading->store, &reading->out->arena, phases[i].key);
		if (text)
			hr_vec_push(&reading->out->phases, ((struct hr_report_phase){ phases[i].name, phases[i].part_of,
										      strtod(text, NULL) }));
		if (text && strcmp(phases[i].key, "seconds") == 0)
			reading->out->seconds = strtod(text, NULL);
	}
}

static void take_words(hr_report_texts *words, const struct hr_json *array)
{
	for (const struct hr_json *word = array ? array->first : NULL; word; word = word->next)
		if (word->kind == HR_JSON_STRING)
			hr_vec_push(words, word->text);
}

static void read_input(struct reading *reading)
{
	struct hr_report_campaign *out = reading->out;
	const char *text = hr_store_get(reading->store, &out->arena, "input");
	struct hr_error error = HR_ERROR_INIT;
	struct hr_json *json = NULL;
	if (text && !hr_json_read(&json, text, strlen(text), "input", &out->arena, &error)) {
		out->root = hr_json_get_string(json, "directory", NULL);
		take_words(&out->headers, hr_json_get(json, "headers"));
		take_words(&out->sources, hr_json_get(json, "sources"));
	}
	hr_error_release(&error);
}

static void read_facts(struct reading *reading)
{
	struct hr_report_campaign *out = reading->out;
	const char *unit = hr_store_get(reading->store, &out->arena, "unit");
	const char *version = hr_store_get(reading->store, &out->arena, "version");
	const char *seed = hr_store_get(reading->store, &out->arena, "seed");
	const char *finished = hr_store_get(reading->store, &out->arena, "finished");
	out->unit = unit ? unit : "";
	out->version = version ? version : "";
	out->seed = seed ? seed : "";
	out->runs = number_of(reading, "runs");
	out->sequences = number_of(reading, "sequences");
	out->calls = number_of(reading, "calls");
	out->edge_count = number_of(reading, "edge_count");
	out->is_finished = finished && strcmp(finished, "yes") == 0;
	out->is_counted = out->is_finished;
	out->contracts = hr_store_get(reading->store, &out->arena, "contracts");
	read_phases(reading);
	read_input(reading);
}

/* ---- rows ---- */

static const char *copy(struct reading *reading, const char *text)
{
	return hr_arena_strdup(&reading->out->arena, text);
}

static bool take_point(void *context, const struct hr_stored_progress *row)
{
	struct reading *reading = context;
	struct hr_report_campaign *out = reading->out;
	hr_vec_push(&out->points,
		    ((struct hr_report_point){ row->at, row->sequences, row->calls, row->edges, row->failures }));
	out->edges = row->edges;
	return true;
}

static bool take_operation(void *context, const struct hr_stored_operation *row)
{
	struct reading *reading = context;
	struct hr_report_campaign *out = reading->out;
	size_t index;
	if (!hr_map_get(&reading->stored, row->name, &index)) {
		index = out->operations.count;
		hr_vec_push(&out->operations, ((struct hr_report_operation){ .name = copy(reading, row->name),
									     .kind = "",
									     .signature = "",
									     .place = "",
									     .is_callable = true }));
		hr_map_put(&reading->stored, row->name, index);
	}
	struct hr_report_operation *operation = &out->operations.data[index];
	operation->calls = row->reach[0];
	operation->normal = row->reach[1];
	operation->refused = row->reach[2];
	operation->illegal = row->reach[3];
	operation->failures = row->reach[4];
	operation->hangs = row->reach[5];
	operation->why = copy(reading, row->why);
	out->is_counted = true;
	return true;
}

static bool take_failure(void *context, const struct hr_stored_failure *row)
{
	struct reading *reading = context;
	struct hr_report_failure failure = {
		.id = row->id,
		.cause = copy(reading, row->cause),
		.class = copy(reading, row->class),
		.way = copy(reading, row->way),
		.operation = copy(reading, row->operation),
		.summary = copy(reading, row->summary),
		.sequence = copy(reading, row->sequence),
		.original = copy(reading, row->original),
		.neighbour = copy(reading, row->neighbour),
		.difference = copy(reading, row->difference),
		.report = copy(reading, row->report),
		.idiom = copy(reading, row->idiom),
		.property = copy(reading, row->property),
		.contract = copy(reading, row->contract),
		.is_confirmed = row->is_confirmed,
		.function = "",
		.seen = row->seen,
		.at = row->at,
	};
	for (const char *line = row->reasons; *line;) {
		size_t length = strcspn(line, "\n");
		hr_vec_push(&failure.reasons, hr_arena_strndup(&reading->out->arena, line, length));
		line += length + (line[length] == '\n');
	}
	hr_report_fingerprint(failure.fingerprint, "failure", row->cause, NULL);
	hr_vec_push(&reading->out->failures, failure);
	return true;
}

static bool take_failure_text(void *context, const struct hr_stored_failure_text *row)
{
	struct reading *reading = context;
	struct hr_report_campaign *out = reading->out;
	for (size_t i = 0; i < out->failures.count; i++) {
		struct hr_report_failure *failure = &out->failures.data[i];
		if (failure->id != row->failure)
			continue;
		failure->confirmed = copy(reading, row->confirmed);
		failure->folder = copy(reading, row->folder);
		failure->test = copy(reading, row->test);
		failure->neighbour_test = copy(reading, row->neighbour);
		if (row->function)
			failure->function = copy(reading, row->function);
		if (row->file && *row->file && row->line) {
			failure->file = hr_report_path(out, row->file);
			failure->line = row->line;
		}
	}
	return true;
}

static bool take_rule(void *context, const struct hr_stored_rule *row)
{
	struct reading *reading = context;
	struct hr_report_rule rule = { .text = copy(reading, row->text),
				       .evidence = copy(reading, row->evidence),
				       .crashing = copy(reading, row->crashing),
				       .passing = copy(reading, row->passing),
				       .is_dropped = row->is_dropped };
	hr_report_fingerprint(rule.fingerprint, "rule", row->text, NULL);
	hr_vec_push(&reading->out->rules, rule);
	return true;
}

static bool take_test(void *context, const struct hr_stored_test *row)
{
	struct reading *reading = context;
	hr_vec_push(&reading->out->tests, ((struct hr_report_test){ .name = copy(reading, row->name),
								    .sequence = copy(reading, row->text),
								    .why = copy(reading, row->why) }));
	hr_vec_push(&reading->test_ids, row->id);
	return true;
}

static bool take_coverage(void *context, const struct hr_stored_coverage *row)
{
	struct reading *reading = context;
	struct hr_report_campaign *out = reading->out;
	const struct {
		const char *kind;
		struct hr_report_covered *out;
	} kinds[] = {
		{ "lines", &out->lines },
		{ "functions", &out->functions },
		{ "branches", &out->branches },
		{ "kept branches", &out->kept_branches },
	};
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (strcmp(kinds[i].kind, row->kind) == 0)
			*kinds[i].out = (struct hr_report_covered){ row->covered, row->count };
	out->is_measured = out->lines.count > 0;
	return true;
}

/* ---- mutants ---- */

static bool take_mutant(void *context, const struct hr_stored_mutant *row)
{
	struct reading *reading = context;
	hr_vec_push(&reading->out->mutation.survivors,
		    ((struct hr_report_mutant){ .file = hr_report_path(reading->out, row->file),
						.line = row->line,
						.column = row->column,
						.function = copy(reading, row->function),
						.what = copy(reading, row->what),
						.state = copy(reading, row->state) }));
	return true;
}

static void read_mutation(struct reading *reading)
{
	struct hr_report_mutation *it = &reading->out->mutation;
	const char *text = hr_store_get(reading->store, &reading->out->arena, "mutation");
	it->is_known = text && sscanf(text, "%" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64, &it->all,
				      &it->run, &it->killed, &it->survived, &it->unreached) == 5;
}

/* ---- all of it ---- */

static int rank(const char *class)
{
	static const char *const classes[] = { "certain", "likely", "deviant", "portability" };
	int count = sizeof classes / sizeof *classes;
	for (int i = 0; i < count; i++)
		if (strcmp(classes[i], class) == 0)
			return i;
	return count;
}

/* Confirmed ones first, then by class and cause. */
static int compare_failures(const void *a, const void *b)
{
	const struct hr_report_failure *left = a;
	const struct hr_report_failure *right = b;
	if (left->is_confirmed != right->is_confirmed)
		return left->is_confirmed ? -1 : 1;
	int order = rank(left->class) - rank(right->class);
	return order ? order : strcmp(left->cause, right->cause);
}

static int read_rows(struct reading *reading, struct hr_error *error)
{
	struct hr_store *store = reading->store;
	int status = hr_store_progress(store, take_point, reading, error);
	if (!status)
		status = hr_store_operations(store, take_operation, reading, error);
	if (!status)
		status = hr_store_failures(store, take_failure, reading, error);
	if (!status)
		status = hr_store_failure_texts(store, take_failure_text, reading, error);
	if (!status)
		status = hr_store_rules(store, take_rule, reading, error);
	if (!status)
		status = hr_store_tests(store, take_test, reading, error);
	if (!status)
		status = hr_store_coverage(store, take_coverage, reading, error);
	if (!status)
		status = hr_store_mutants(store, take_mutant, reading, error);
	return status;
}

int hr_report_campaign_read(struct hr_report_campaign *out, struct hr_store *store, struct hr_error *error)
{
	struct reading reading = { .out = out, .store = store };
	int status = hr_store_hold(store, error);
	if (!status) {
		read_facts(&reading);
		hr_report_take_model(out, hr_store_get(store, &out->arena, "model"));
		for (size_t i = 0; i < out->operations.count; i++)
			hr_map_put(&reading.stored, out->operations.data[i].name, i);
		status = read_rows(&reading, error);
	}
	if (!status) {
		read_mutation(&reading);
		if (out->failures.count)
			qsort(out->failures.data, out->failures.count, sizeof *out->failures.data, compare_failures);
		for (size_t i = 0; i < out->failures.count; i++)
			out->confirmed += out->failures.data[i].is_confirmed;
		status = hr_report_read_coverage(out, store, reading.test_ids.data, error);
	}
	hr_map_release(&reading.stored);
	hr_vec_release(&reading.test_ids);
	return status;
}

static void release_files(struct hr_report_campaign *campaign)
{
	for (size_t i = 0; i < campaign->files.count; i++) {
		struct hr_report_file *file = &campaign->files.data[i];
		hr_vec_release(&file->function);
		hr_vec_release(&file->line);
		hr_vec_release(&file->branch);
		hr_vec_release(&file->run);
	}
	hr_vec_release(&campaign->files);
}

static void release_failures(struct hr_report_campaign *campaign)
{
	for (size_t i = 0; i < campaign->failures.count; i++)
		hr_vec_release(&campaign->failures.data[i].reasons);
	hr_vec_release(&campaign->failures);
	hr_vec_release(&campaign->rules);
	hr_vec_release(&campaign->mutation.survivors);
}

void hr_report_campaign_release(struct hr_report_campaign *campaign)
{
	release_failures(campaign);
	release_files(campaign);
	hr_vec_release(&campaign->headers);
	hr_vec_release(&campaign->sources);
	hr_vec_release(&campaign->phases);
	hr_vec_release(&campaign->points);
	hr_vec_release(&campaign->operations);
	hr_vec_release(&campaign->tests);
	hr_vec_release(&campaign->types);
	hr_vec_release(&campaign->edges_of_types);
	hr_arena_release(&campaign->arena);
}
