/* What llvm-cov exports, as reports tell it.
 *
 * Invariants: totals of a file are llvm-cov's own; its lines are those of llvm-cov's line counts that belong to a function, as those totals have them: what stands in a macro's definition counts where the macro is used. A function that
 * is compiled into several programs or objects is one. */
#include "app/coverage_detail.h"

#include "base/memory.h"
#include "report/lists.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_NUMBERS = 9, MOST_DEPTH = 64 };

enum region { FIRST_LINE, FIRST_COLUMN, LAST_LINE, LAST_COLUMN, COUNT, FILE_NUMBER, EXPANDED, KIND };
enum branch { TRUE_COUNT = 4, FALSE_COUNT = 5, BRANCH_FILE = 6 };
enum kind { CODE = 0, EXPANSION = 1 };

/* An array of numbers and truths. Counts are up to 2^63, which no double holds. */
struct numbers {
	uint64_t at[MOST_NUMBERS];
};

static struct numbers numbers_of(const struct hr_json *array)
{
	struct numbers out = { { 0 } };
	size_t i = 0;
	for (const struct hr_json *it = array->first; it && i < MOST_NUMBERS; it = it->next, i++)
		out.at[i] = it->kind == HR_JSON_BOOL     ? it->boolean
			    : it->kind == HR_JSON_NUMBER ? strtoull(it->text, NULL, 10)
							 : 0;
	return out;
}

void hr_coverage_detail_release(struct hr_coverage_detail *detail)
{
	for (size_t i = 0; i < detail->files.count; i++) {
		struct hr_report_file *file = &detail->files.data[i];
		hr_vec_release(&file->function);
		hr_vec_release(&file->line);
		hr_vec_release(&file->branch);
		hr_vec_release(&file->run);
	}
	hr_vec_release(&detail->files);
	hr_vec_release(&detail->runs);
	hr_arena_release(&detail->arena);
}

/* ---- lines ---- */

/* A place in a file from which on something is executed so often. */
struct segment {
	unsigned line;
	uint64_t count;
	bool has_count, is_entry, is_gap;
};

typedef HR_VEC(struct segment) segments;

static void take_segments(segments *out, const struct hr_json *file)
{
	const struct hr_json *array = hr_json_get(file, "segments");
	for (const struct hr_json *it = array ? array->first : NULL; it; it = it->next) {
		struct numbers numbers = numbers_of(it);
		hr_vec_push(out, ((struct segment){ (unsigned)numbers.at[0], numbers.at[2], numbers.at[3] != 0,
						    numbers.at[4] != 0, numbers.at[5] != 0 }));
	}
}

/* Those bits of the counts that are looked at. */
struct digit {
	unsigned shift;
	uint64_t mask;
};

static const struct digit whole = { 0, UINT64_MAX };

static uint64_t count_in(const struct segment *segment, const struct digit *digit)
{
	return segment->count >> digit->shift & digit->mask;
}

/* The segments of one line. */
struct line_of_segments {
	const struct segment *wrapped; /* that goes on from an earlier line, or NULL */
	const struct segment *first;
	size_t count;
};

static bool begins_region(const struct segment *segment)
{
	return !segment->is_gap && segment->has_count && segment->is_entry;
}

/* Whether a line has code, and how often it is executed: as llvm-cov has it (LineCoverageStats). */
static bool count_line(uint64_t *count, const struct line_of_segments *line, const struct digit *digit)
{
	bool is_skipped = line->count && !line->first->has_count && line->first->is_entry;
	bool is_mapped = false, has_region = false;
	*count = line->wrapped ? count_in(line->wrapped, digit) : 0;
	for (size_t i = 0; i < line->count; i++) {
		const struct segment *it = &line->first[i];
		is_mapped |= it->is_entry && it->has_count;
		if (!begins_region(it))
			continue;
		has_region = true;
		if (count_in(it, digit) > *count)
			*count = count_in(it, digit);
	}
	return is_mapped || (!is_skipped && ((line->wrapped && line->wrapped->has_count) || has_region));
}

/* Tells of each line that has code. */
static void each_line(const segments *all, const struct digit *digit,
		      void (*tell)(void *context, unsigned line, uint64_t count), void *context)
{
	const struct segment *wrapped = NULL;
	size_t next = 0;
	for (unsigned number = 1; next < all->count; number++) {
		struct line_of_segments line = { wrapped, &all->data[next], 0 };
		uint64_t count;
		while (next < all->count && all->data[next].line <= number) {
			next++;
			line.count++;
		}
		if (count_line(&count, &line, digit))
			tell(context, number, count);
		if (line.count)
			wrapped = &all->data[next - 1];
	}
}

/* ---- functions ---- */

static struct hr_report_file *find_file(struct hr_coverage_detail *detail, const char *path)
{
	for (size_t i = 0; i < detail->files.count; i++)
		if (strcmp(detail->files.data[i].path, path) == 0)
			return &detail->files.data[i];
	return NULL;
}

/* What stands in the expansion of a macro is where the macro is used. */
static void climb(struct numbers *place, uint64_t file, const struct hr_json *regions)
{
	for (int depth = 0; file && depth < MOST_DEPTH; depth++) {
		const struct hr_json *it = regions->first;
		struct numbers region = { { 0 } };
		for (; it; it = it->next) {
			region = numbers_of(it);
			if (region.at[KIND] == EXPANSION && region.at[EXPANDED] == file)
				break;
		}
		if (!it)
			return;
		memcpy(place->at, region.at, 4 * sizeof *place->at);
		file = region.at[FILE_NUMBER];
	}
}

/* Static functions have their file in front of their name. */
static const char *plain_name(const char *name)
{
	const char *end = strrchr(name, ':');
	const char *other = strrchr(name, ';');
	if (other && (!end || other > end))
		end = other;
	return end ? end + 1 : name;
}

static void take_branches(struct hr_report_file *file, const struct hr_json *function, size_t first)
{
	const struct hr_json *branches = hr_json_get(function, "branches");
	const struct hr_json *regions = hr_json_get(function, "regions");
	size_t index = first;
	for (const struct hr_json *it = branches ? branches->first : NULL; it; it = it->next, index++) {
		struct numbers numbers = numbers_of(it);
		struct numbers place = numbers;
		climb(&place, numbers.at[BRANCH_FILE], regions);
		if (index == file->branch.count)
			hr_vec_push(&file->branch,
				    ((struct hr_report_branch){ .line = (unsigned)place.at[FIRST_LINE],
								.column = (unsigned)place.at[FIRST_COLUMN],
								.last_line = (unsigned)place.at[LAST_LINE],
								.last_column = (unsigned)place.at[LAST_COLUMN] }));
		file->branch.data[index].taken[0] += numbers.at[TRUE_COUNT];
		file->branch.data[index].taken[1] += numbers.at[FALSE_COUNT];
	}
}

/* Where functions were first met. */
struct known_function {
	const struct hr_report_file *file;
	unsigned line, column;
	size_t index;        /* in the file */
	size_t first_branch; /* in the file */
};

struct taking {
	struct hr_coverage_detail *detail;
	HR_VEC(struct known_function) known;
};

static void note_most(struct hr_coverage_detail *detail, uint64_t count)
{
	if (count > detail->most)
		detail->most = count;
}

static void take_function(struct taking *taking, const struct hr_json *function)
{
	struct hr_coverage_detail *detail = taking->detail;
	const struct hr_json *names = hr_json_get(function, "filenames");
	const struct hr_json *regions = hr_json_get(function, "regions");
	struct hr_report_file *file =
		names && names->first && names->first->text ? find_file(detail, names->first->text) : NULL;
	unsigned first = UINT32_MAX, column = 0, last = 0;
	uint64_t count = (uint64_t)hr_json_get_int(function, "count", 0);
	if (!file || !regions)
		return;
	for (const struct hr_json *it = regions->first; it; it = it->next) {
		struct numbers region = numbers_of(it);
		note_most(detail, region.at[COUNT]);
		if (region.at[FILE_NUMBER] || region.at[KIND] != CODE)
			continue;
		if (region.at[FIRST_LINE] < first) {
			first = (unsigned)region.at[FIRST_LINE];
			column = (unsigned)region.at[FIRST_COLUMN];
		}
		if (region.at[LAST_LINE] > last)
			last = (unsigned)region.at[LAST_LINE];
	}
	if (!last)
		return;
	for (size_t i = taking->known.count; i-- > 0;) {
		const struct known_function *it = &taking->known.data[i];
		if (it->file != file || it->line != first || it->column != column)
			continue;
		file->function.data[it->index].count += count;
		take_branches(file, function, it->first_branch);
		return;
	}
	hr_vec_push(&taking->known,
		    ((struct known_function){ file, first, column, file->function.count, file->branch.count }));
	take_branches(file, function, file->branch.count);
	const char *name = plain_name(hr_json_get_string(function, "name", ""));
	hr_vec_push(
		&file->function,
		((struct hr_report_function){
			.name = hr_arena_strdup(&detail->arena, name), .first = first, .last = last, .count = count }));
}

static int compare_functions(const void *a, const void *b)
{
	const struct hr_report_function *left = a;
	const struct hr_report_function *right = b;
	if (left->first != right->first)
		return left->first < right->first ? -1 : 1;
	return strcmp(left->name, right->name);
}

static int compare_branches(const void *a, const void *b)
{
	const struct hr_report_branch *left = a;
	const struct hr_report_branch *right = b;
	if (left->line != right->line)
		return left->line < right->line ? -1 : 1;
	return left->column < right->column ? -1 : left->column > right->column;
}

/* ---- files ---- */

static void take_covered(struct hr_report_covered *out, const struct hr_json *summary, const char *key)
{
	const struct hr_json *kind = hr_json_get(summary, key);
	out->covered = (uint64_t)hr_json_get_int(kind, "covered", 0);
	out->count = (uint64_t)hr_json_get_int(kind, "count", 0);
}

static void take_file(struct hr_coverage_detail *detail, const struct hr_json *json)
{
	const struct hr_json *summary = hr_json_get(json, "summary");
	struct hr_report_file file = {
		.path = hr_arena_strdup(&detail->arena, hr_json_get_string(json, "filename", "")),
	};
	take_covered(&file.lines, summary, "lines");
	take_covered(&file.functions, summary, "functions");
	take_covered(&file.branches, summary, "branches");
	if (file.functions.count)
		hr_vec_push(&detail->files, file);
}

struct line_taking {
	struct hr_report_file *file;
	size_t function; /* the first that may have the line */
};

/* Functions do not overlap, but for those that stand on one line. */
static struct hr_report_function *function_at(struct line_taking *taking, unsigned line)
{
	struct hr_report_file *file = taking->file;
	while (taking->function < file->function.count && file->function.data[taking->function].last < line)
		taking->function++;
	return taking->function < file->function.count && file->function.data[taking->function].first <= line
		       ? &file->function.data[taking->function]
		       : NULL;
}

static void take_line(void *context, unsigned line, uint64_t count)
{
	struct line_taking *taking = context;
	struct hr_report_function *function = function_at(taking, line);
	if (!function)
		return;
	hr_vec_push(&taking->file->line, ((struct hr_report_line){ line, count }));
	function->lines.count++;
	function->lines.covered += count > 0;
}

static void take_lines(struct hr_report_file *file, const struct hr_json *json)
{
	struct line_taking taking = { file, 0 };
	segments all = HR_VEC_INIT;
	take_segments(&all, json);
	each_line(&all, &whole, take_line, &taking);
	hr_vec_release(&all);
}

static void count_branches(struct hr_report_file *file)
{
	struct line_taking at = { file, 0 };
	for (size_t i = 0; i < file->branch.count; i++) {
		struct hr_report_function *function = function_at(&at, file->branch.data[i].line);
		for (int way = 0; way < 2 && function; way++) {
			function->branches.count++;
			function->branches.covered += file->branch.data[i].taken[way] > 0;
		}
	}
}

void hr_coverage_detail_take(struct hr_coverage_detail *detail, const struct hr_json *data)
{
	struct taking taking = { .detail = detail };
	const struct hr_json *files = hr_json_get(data, "files");
	const struct hr_json *functions = hr_json_get(data, "functions");
	for (const struct hr_json *it = files ? files->first : NULL; it; it = it->next)
		take_file(detail, it);
	for (const struct hr_json *it = functions ? functions->first : NULL; it; it = it->next)
		take_function(&taking, it);
	for (const struct hr_json *it = files ? files->first : NULL; it; it = it->next) {
		struct hr_report_file *file = find_file(detail, hr_json_get_string(it, "filename", ""));
		if (!file)
			continue;
		if (file->function.count)
			qsort(file->function.data, file->function.count, sizeof *file->function.data,
			      compare_functions);
		if (file->branch.count)
			qsort(file->branch.data, file->branch.count, sizeof *file->branch.data, compare_branches);
		take_lines(file, it);
		count_branches(file);
	}
	hr_vec_release(&taking.known);
}

/* ---- tests ---- */

struct run_taking {
	const struct hr_report_file *file;
	bool *is_run;
	size_t line; /* the first that may be it */
	bool is_any;
};

static void take_run_line(void *context, unsigned line, uint64_t count)
{
	struct run_taking *taking = context;
	const struct hr_report_file *file = taking->file;
	while (taking->line < file->line.count && file->line.data[taking->line].line < line)
		taking->line++;
	if (count && taking->line < file->line.count && file->line.data[taking->line].line == line)
		taking->is_run[taking->line] = taking->is_any = true;
}

static void take_run(struct hr_coverage_detail *detail, size_t file, size_t test, const segments *all,
		     const struct digit *digit)
{
	const struct hr_report_file *it = &detail->files.data[file];
	struct run_taking taking = { it, hr_calloc(it->line.count + 1, sizeof(bool)), 0, false };
	struct hr_strbuf lines = HR_STRBUF_INIT;
	each_line(all, digit, take_run_line, &taking);
	if (taking.is_any) {
		hr_report_write_runs(&lines, it->line.data, taking.is_run, it->line.count);
		hr_vec_push(&detail->runs,
			    ((struct hr_covered_run){ file, test, hr_arena_strdup(&detail->arena, lines.data) }));
	}
	hr_strbuf_release(&lines);
	free(taking.is_run);
}

void hr_coverage_detail_take_tests(struct hr_coverage_detail *detail, const struct hr_json *data, const size_t *tests,
				   size_t count, unsigned bits)
{
	const struct hr_json *files = hr_json_get(data, "files");
	for (const struct hr_json *it = files ? files->first : NULL; it; it = it->next) {
		const struct hr_report_file *file = find_file(detail, hr_json_get_string(it, "filename", ""));
		segments all = HR_VEC_INIT;
		if (!file)
			continue;
		take_segments(&all, it);
		for (size_t i = 0; i < count; i++) {
			struct digit digit = { (unsigned)i * bits,
					       bits >= 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1 };
			take_run(detail, (size_t)(file - detail->files.data), tests[i], &all, &digit);
		}
		hr_vec_release(&all);
	}
}
