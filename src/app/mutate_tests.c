/* `harrier mutate`: which tests there are, which of them pass, and what each of them reaches. */
#include "app/mutate_internal.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/text.h"
#include "build/mutants.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ID_TEXT = 17 };

/* An id that none has. */
#define NO_MUTANT "0000000000000002"

/* Whether it can stand in a line of jobs. */
static bool is_word(const char *text)
{
	return *text && *text != '=' && text[strcspn(text, " \t\n")] == '\0';
}

/* Names of tests in the Test Anything Protocol. */
static void read_names(struct hr_mutation *mutation, hr_strings *out, const char *output, bool *is_plain)
{
	*is_plain = true;
	for (const char *line = output; *line;) {
		size_t size = strcspn(line, "\n");
		bool passed = strncmp(line, "ok ", 3) == 0;
		const char *dash = memmem(line, size, " - ", 3);
		if (dash && (passed || strncmp(line, "not ok ", 7) == 0)) {
			const char *name =
				hr_arena_printf(&mutation->arena, "%.*s", (int)(line + size - dash - 3), dash + 3);
			*is_plain = *is_plain && is_word(name);
			hr_vec_push(passed ? out : &mutation->failing, name);
		}
		line += size + (line[size] == '\n');
	}
}

/* A program of the suite: its tests by their names, or all of it as one. */
static int add_program(struct hr_mutation *mutation, const char *path, struct hr_error *error)
{
	const char *argv[] = { path, NULL };
	struct hr_process_result result = HR_PROCESS_RESULT_INIT;
	hr_strings names = HR_VEC_INIT;
	char *private = NULL;
	bool is_plain;
	int status = hr_mutation_make_private(&private, mutation, error);
	if (!status)
		status = hr_mutation_run_fenced(&result, mutation, argv, private, NULL, HR_MUTATE_SECONDS, error);
	read_names(mutation, &names, result.output.data ? result.output.data : "", &is_plain);
	for (size_t i = 0; i < names.count && is_plain && !status; i++)
		hr_vec_push(&mutation->tests, (struct hr_mutate_test){ .name = names.data[i], .program = path });
	if (!status && (!names.count || !is_plain))
		hr_vec_push(&mutation->runs, hr_arena_printf(&mutation->arena, "./%s", hr_path_name(path)));
	hr_directory_remove(private);
	free(private);
	hr_vec_release(&names);
	hr_process_result_release(&result);
	return status;
}

static int is_source(const struct dirent *entry)
{
	return hr_text_ends_with(entry->d_name, ".c");
}

static int add_programs(struct hr_mutation *mutation, struct hr_error *error)
{
	struct dirent **entries = NULL;
	int count = scandir(mutation->work, &entries, is_source, alphasort);
	int status = 0;
	for (int i = 0; i < count; i++) {
		char *source = hr_path_join(mutation->work, entries[i]->d_name);
		const char *path = hr_arena_printf(&mutation->arena, "%.*s", (int)strlen(source) - 2, source);
		if (!status && hr_path_is_file(path) && access(path, X_OK) == 0)
			status = add_program(mutation, path, error);
		free(source);
		free(entries[i]);
	}
	free(entries);
	return status;
}

/* ---- what they reach ---- */

/* All mutants of the point whose first one this is. */
static void note_point(struct hr_mutation *mutation, size_t test, size_t mutant)
{
	uint64_t point = mutation->mutants.list.data[mutant].point;
	for (; mutant < mutation->mutants.list.count; mutant++)
		if (mutation->mutants.list.data[mutant].point == point)
			hr_vec_push(&mutation->results.data[mutant].tests, (unsigned)test);
		else if (mutation->mutants.list.data[mutant].line !=
			 mutation->mutants.list.data[mutant ? mutant - 1 : 0].line)
			break;
}

static int note_reached(struct hr_mutation *mutation, size_t test, const char *path, struct hr_error *error)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	struct hr_map seen = HR_MAP_INIT; /* a process notes a point once, but a test may have several */
	int status = hr_mutants_read_notes(&text, path, error);
	for (char *line = text.data ? text.data : "", *end; (end = strchr(line, '\n')); line = end + 1) {
		size_t mutant;
		*end = '\0';
		if (!hr_map_put(&seen, line, 0))
			continue;
		if (*line == '+' && hr_map_get(&mutation->mutant_by_id, line + 1, &mutant))
			hr_vec_push(&mutation->results.data[mutant].moved, (unsigned)test);
		else if (*line != '+' && hr_map_get(&mutation->mutant_by_point, line, &mutant))
			note_point(mutation, test, mutant);
	}
	hr_map_release(&seen);
	hr_strbuf_release(&text);
	return status;
}

static void list_points(struct hr_mutation *mutation)
{
	char key[ID_TEXT];
	for (size_t i = 0; i < mutation->mutants.list.count; i++) {
		snprintf(key, sizeof key, "%016" PRIx64, mutation->mutants.list.data[i].point);
		if (!hr_map_get(&mutation->mutant_by_point, key, NULL))
			hr_map_put(&mutation->mutant_by_point, key, i);
		snprintf(key, sizeof key, "%016" PRIx64, mutation->mutants.list.data[i].id);
		hr_map_put(&mutation->mutant_by_id, key, i);
	}
}

/* The tests of one program, without a mutant; those that do not pass are told by a duration below zero. */
static int run_program(struct hr_mutation *mutation, size_t first, size_t end, bool notes, struct hr_error *error)
{
	struct hr_strbuf jobs = HR_STRBUF_INIT;
	hr_mutate_lines lines = HR_VEC_INIT;
	char *private = NULL;
	hr_strbuf_addf(&jobs, "%s 0 %d 1", notes ? "0" : NO_MUTANT, HR_MUTATE_SECONDS * 1000);
	for (size_t i = first; i < end; i++) {
		hr_strbuf_addf(&jobs, " %s", mutation->tests.data[i].name);
		mutation->tests.data[i].seconds = -1;
	}
	hr_strbuf_addch(&jobs, '\n');
	int status = hr_mutation_run_jobs(&lines, NULL, mutation, mutation->tests.data[first].program, &jobs, 1,
					  &private, error);
	for (size_t i = 0; i < lines.count && !status; i++) {
		if (lines.data[i].number >= end - first || lines.data[i].status)
			continue;
		size_t test = first + lines.data[i].number;
		char *path =
			hr_path_join(private, hr_arena_printf(&mutation->arena, "results.%u", lines.data[i].number));
		struct hr_mutate_test *timed = &mutation->tests.data[test];
		timed->seconds = (double)lines.data[i].micros / 1e6;
		timed->most_seconds = timed->seconds > timed->most_seconds ? timed->seconds : timed->most_seconds;
		if (notes)
			status = note_reached(mutation, test, path, error);
		free(path);
	}
	hr_directory_remove(private);
	free(private);
	hr_vec_release(&lines);
	hr_strbuf_release(&jobs);
	return status;
}

/* A command that does not pass may need more memory than others, as with sanitizers. */
static int reach_command(struct hr_mutation *mutation, const char *command, struct hr_error *error)
{
	struct hr_strbuf said = HR_STRBUF_INIT;
	char *path = hr_path_join(mutation->work, ".harrier-reached");
	const char *environment[] = { hr_arena_printf(&mutation->arena, HR_MUTANT_REACHED_VARIABLE "=%s", path), NULL };
	bool passed = false, is_hung = false;
	double began = hr_clock_seconds();
	int status =
		hr_mutation_run_command(&passed, &is_hung, &said, mutation, command, NULL, HR_MUTATE_SECONDS, error);
	if (!status && !passed && !mutation->is_unlimited) {
		mutation->is_unlimited = true;
		began = hr_clock_seconds();
		hr_strbuf_clear(&said);
		status = hr_mutation_run_command(&passed, &is_hung, &said, mutation, command, NULL, HR_MUTATE_SECONDS,
						 error);
	}
	double seconds = hr_clock_seconds() - began;
	if (!status && !passed) {
		hr_fail(error, HR_ERROR_INPUT, "without any mutant '%s' %s", command,
			is_hung ? "takes longer than ten minutes" : "fails");
		hr_strbuf_addstr(&error->details, said.data ? said.data : "");
		hr_strbuf_addstr(
			&error->hint,
			"tests run behind a fence: no network, and files are written to a copy of the project only");
		status = -1;
	}
	if (!status)
		status = hr_mutation_run_command(&passed, &is_hung, NULL, mutation, command, environment,
						 HR_MUTATE_SECONDS, error);
	if (!status && passed) {
		hr_vec_push(&mutation->tests, (struct hr_mutate_test){ .name = command, .seconds = seconds });
		status = note_reached(mutation, mutation->tests.count - 1, path, error);
	} else if (!status) {
		hr_vec_push(&mutation->failing, command);
	}
	(void)unlink(path);
	(void)unlink(hr_arena_printf(&mutation->arena, "%s.more", path));
	free(path);
	hr_strbuf_release(&said);
	return status;
}

static int run_programs(struct hr_mutation *mutation, bool notes, struct hr_error *error)
{
	int status = 0;
	for (size_t first = 0; first < mutation->tests.count && !status;) {
		size_t end = first + 1;
		while (end < mutation->tests.count &&
		       strcmp(mutation->tests.data[end].program, mutation->tests.data[first].program) == 0)
			end++;
		status = run_program(mutation, first, end, notes, error);
		first = end;
	}
	return status;
}

int hr_mutation_reach(struct hr_mutation *mutation, struct hr_error *error)
{
	list_points(mutation);
	return run_programs(mutation, true, error);
}

int hr_mutation_time(struct hr_mutation *mutation, struct hr_error *error)
{
	return run_programs(mutation, false, error);
}

int hr_mutation_find_tests(struct hr_mutation *mutation, struct hr_error *error)
{
	int status = mutation->suite ? add_programs(mutation, error) : 0;
	if (!status)
		status = hr_mutation_reach(mutation, error);
	size_t passing = 0;
	for (size_t i = 0; i < mutation->tests.count && !status; i++)
		if (mutation->tests.data[i].seconds < 0)
			hr_vec_push(&mutation->failing, mutation->tests.data[i].name);
		else
			passing++;
	size_t by_name = mutation->tests.count;
	for (size_t i = 0; i < mutation->runs.count && !status; i++)
		status = reach_command(mutation, mutation->runs.data[i], error);
	passing += mutation->tests.count - by_name;
	if (!status && !passing)
		status = hr_fail(error, HR_ERROR_INPUT,
				 mutation->failing.count ? "no test of '%s' passes without a mutant"
							 : "there are no tests in '%s'",
				 mutation->suite ? mutation->suite : mutation->project);
	return status;
}
