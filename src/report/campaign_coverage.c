/* What a report tells of coverage: files of the library, and tests with their text and what they cover. */
#include "report/campaign_internal.h"

#include "base/map.h"
#include "base/text.h"
#include "report/lists.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

const char *hr_report_path(struct hr_report_campaign *campaign, const char *path)
{
	const char *root = campaign->root;
	size_t length = root ? strlen(root) : 0;
	if (length > 1 && strncmp(path, root, length) == 0 && path[length] == '/')
		path += length + 1;
	return hr_arena_strdup(&campaign->arena, path);
}

/* ---- where tests stand ---- */

/* A function that is defined in a file of the suite. */
struct definition {
	const char *text; /* where it begins */
	unsigned line;
};

struct definitions {
	HR_VEC(struct definition) all;
	struct hr_map by_name; /* index */
};

/* "static void NAME(…", with a brace at the beginning of the next line. */
static void find_definitions(struct definitions *out, struct hr_arena *arena, const char *text)
{
	unsigned number = 1;
	for (const char *line = text; *line; number++) {
		size_t length = strcspn(line, "\n");
		const char *open = memchr(line, '(', length);
		const char *name = open;
		while (name && name > line && (isalnum((unsigned char)name[-1]) || name[-1] == '_'))
			name--;
		if (open && name < open && isalpha((unsigned char)*line) && strncmp(line + length, "\n{", 2) == 0) {
			hr_map_put(&out->by_name, hr_arena_strndup(arena, name, (size_t)(open - name)), out->all.count);
			hr_vec_push(&out->all, ((struct definition){ line, number }));
		}
		line += length + (line[length] == '\n');
	}
}

/* A test that is the row of a table is called FUNCTION__ROW. */
static const struct definition *find_test(const struct definitions *definitions, struct hr_arena *arena,
					  const char *name)
{
	size_t index;
	for (size_t length = strlen(name); length > 0; length--) {
		bool is_end = !name[length] || strncmp(name + length, "__", 2) == 0;
		if (is_end && hr_map_get(&definitions->by_name, hr_arena_strndup(arena, name, length), &index))
			return &definitions->all.data[index];
	}
	return NULL;
}

/* Up to the brace that stands at the beginning of a line. */
static size_t definition_length(const char *text)
{
	const char *end = strstr(text, "\n}");
	return end ? (size_t)(end + 2 - text) : strlen(text);
}

static bool take_suite_file(void *context, const struct hr_stored_suite_file *file)
{
	struct hr_report_campaign *campaign = context;
	struct hr_arena *arena = &campaign->arena;
	struct definitions definitions = { .by_name = HR_MAP_INIT };
	const char *name = hr_arena_strdup(arena, file->name);
	if (hr_text_ends_with(name, ".c"))
		find_definitions(&definitions, arena, file->text);
	for (size_t i = 0; i < campaign->tests.count; i++) {
		struct hr_report_test *test = &campaign->tests.data[i];
		const struct definition *found =
			test->why || test->file ? NULL : find_test(&definitions, arena, test->name);
		if (!found)
			continue;
		test->file = name;
		test->line = found->line;
		test->text = hr_arena_strndup(arena, found->text, definition_length(found->text));
	}
	hr_vec_release(&definitions.all);
	hr_map_release(&definitions.by_name);
	return true;
}

/* ---- files ---- */

struct reading {
	struct hr_report_campaign *out;
	HR_VEC(int64_t) file_ids;
	const int64_t *test_ids;
};

static bool take_file(void *context, const struct hr_stored_covered_file *row)
{
	struct reading *reading = context;
	struct hr_report_campaign *out = reading->out;
	struct hr_report_file file = { .path = hr_report_path(out, row->path),
				       .text = hr_arena_strdup(&out->arena, row->text) };
	hr_report_read_totals(&file, row->totals);
	hr_report_read_lines(&file, row->lines);
	hr_report_read_branches(&file, row->branches);
	hr_report_read_functions(&file, &out->arena, row->functions);
	hr_vec_push(&out->files, file);
	hr_vec_push(&reading->file_ids, row->id);
	return true;
}

static size_t find_id(const int64_t *ids, size_t count, int64_t id)
{
	size_t i = 0;
	while (i < count && ids[i] != id)
		i++;
	return i;
}

/* How many lines with code are in what was added to the runs of the file. */
static uint64_t count_lines(const struct hr_report_file *file, size_t first_run)
{
	uint64_t count = 0;
	size_t line = 0;
	for (size_t i = first_run; i < file->run.count; i++) {
		while (line < file->line.count && file->line.data[line].line < file->run.data[i].first)
			line++;
		for (; line < file->line.count && file->line.data[line].line <= file->run.data[i].last; line++)
			count++;
	}
	return count;
}

static bool take_run(void *context, const struct hr_stored_run *row)
{
	struct reading *reading = context;
	struct hr_report_campaign *out = reading->out;
	size_t file = find_id(reading->file_ids.data, reading->file_ids.count, row->file);
	size_t test = find_id(reading->test_ids, out->tests.count, row->test);
	if (file == reading->file_ids.count || test == out->tests.count)
		return true;
	size_t first = out->files.data[file].run.count;
	hr_report_read_runs(&out->files.data[file], (uint32_t)test, row->lines);
	out->tests.data[test].lines.covered += count_lines(&out->files.data[file], first);
	out->tests.data[test].lines.count = out->lines.count;
	return true;
}

static void count_read_tests(struct hr_report_campaign *campaign)
{
	for (size_t i = 0; i < campaign->tests.count; i++) {
		campaign->read_tests.count += !campaign->tests.data[i].why;
		campaign->read_tests.covered += campaign->tests.data[i].lines.count > 0;
	}
}

int hr_report_read_coverage(struct hr_report_campaign *campaign, struct hr_store *store, const int64_t *ids,
			    struct hr_error *error)
{
	struct reading reading = { .out = campaign, .test_ids = ids };
	int status = hr_store_suite_files(store, take_suite_file, campaign, error);
	if (!status)
		status = hr_store_covered_files(store, take_file, &reading, error);
	if (!status)
		status = hr_store_runs(store, take_run, &reading, error);
	count_read_tests(campaign);
	hr_vec_release(&reading.file_ids);
	return status;
}
