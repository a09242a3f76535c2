/* Two campaigns side by side.
 *
 * Invariants: files are the same by their path, failures by their fingerprint, functions by their name in a file, lines by their text and order. What only one of the campaigns has measured is neither gained nor lost. */
#include "report/compare.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* ---- failures ---- */

static bool has_failure(const struct hr_report_campaign *campaign, const char *fingerprint)
{
	for (size_t i = 0; i < campaign->confirmed; i++)
		if (strcmp(campaign->failures.data[i].fingerprint, fingerprint) == 0)
			return true;
	return false;
}

static void compare_failures(struct hr_report_comparison *out)
{
	for (size_t i = 0; i < out->after->confirmed; i++) {
		const struct hr_report_failure *failure = &out->after->failures.data[i];
		if (has_failure(out->before, failure->fingerprint))
			hr_vec_push(&out->stayed, failure);
		else
			hr_vec_push(&out->fresh, failure);
	}
	for (size_t i = 0; i < out->before->confirmed; i++) {
		const struct hr_report_failure *failure = &out->before->failures.data[i];
		if (!has_failure(out->after, failure->fingerprint))
			hr_vec_push(&out->gone, failure);
	}
}

/* ---- lines that are the same ---- */

enum { MOST_STEPS = 1000 }; /* lines that may differ, before a file counts as another one */

/* A text by its lines. */
struct lines {
	HR_VEC(const char *) begin;
	HR_VEC(size_t) length;
};

static void split(struct lines *out, const char *text)
{
	while (*text) {
		size_t length = strcspn(text, "\n");
		hr_vec_push(&out->begin, text);
		hr_vec_push(&out->length, length);
		text += length + (text[length] == '\n');
	}
}

static void release(struct lines *lines)
{
	hr_vec_release(&lines->begin);
	hr_vec_release(&lines->length);
}

static bool is_same(const struct lines *a, size_t i, const struct lines *b, size_t k)
{
	return a->length.data[i] == b->length.data[k] &&
	       memcmp(a->begin.data[i], b->begin.data[k], a->length.data[i]) == 0;
}

/* Which line of `b` each line of `a` is, from 1; 0: none. Found by the shortest way from one text to the other (Myers): row `d` keeps how far each diagonal is reached with d lines left out or put in. */
static unsigned *match(const struct lines *a, const struct lines *b)
{
	size_t n = a->begin.count, m = b->begin.count;
	unsigned *same = hr_calloc(n + 1, sizeof *same);
	size_t first = 0, last = 0;
	while (first < n && first < m && is_same(a, first, b, first)) {
		same[first] = (unsigned)first + 1;
		first++;
	}
	while (last + first < n && last + first < m && is_same(a, n - 1 - last, b, m - 1 - last)) {
		same[n - 1 - last] = (unsigned)(m - last);
		last++;
	}
	long rows = (long)(n - first - last), columns = (long)(m - first - last);
	long most = rows + columns < MOST_STEPS ? rows + columns : MOST_STEPS;
	long *reach = hr_calloc((size_t)(2 * most + 3), sizeof *reach);
	HR_VEC(long *) kept = HR_VEC_INIT;
	long *at = reach + most + 1;
	long end = -1;
	for (long d = 0; d <= most && end < 0; d++) {
		long *copy = hr_calloc((size_t)(2 * d + 3), sizeof *copy);
		memcpy(copy, at - d - 1, (size_t)(2 * d + 3) * sizeof *copy);
		hr_vec_push(&kept, copy);
		for (long k = -d; k <= d && end < 0; k += 2) {
			long x = k == -d || (k != d && at[k - 1] < at[k + 1]) ? at[k + 1] : at[k - 1] + 1;
			while (x < rows && x - k < columns && x - k >= 0 &&
			       is_same(a, first + (size_t)x, b, first + (size_t)(x - k)))
				x++;
			at[k] = x;
			if (x >= rows && x - k >= columns)
				end = d;
		}
	}
	/* and back, from the end */
	long x = rows, y = columns;
	for (long d = end; d >= 0; d--) {
		const long *row = kept.data[d] + d + 1;
		long k = x - y;
		long from = k == -d || (k != d && row[k - 1] < row[k + 1]) ? k + 1 : k - 1;
		long from_x = d ? row[from] : 0;
		long from_y = d ? from_x - from : 0;
		while (x > from_x && y > from_y) {
			x--;
			y--;
			same[first + (size_t)x] = (unsigned)(first + (size_t)y) + 1;
		}
		x = from_x;
		y = from_y;
	}
	for (size_t i = 0; i < kept.count; i++)
		free(kept.data[i]);
	hr_vec_release(&kept);
	free(reach);
	return same;
}

/* ---- lines that are covered ---- */

/* Two files that are the same. */
struct pair {
	const struct hr_report_file *before, *after;
	unsigned *same; /* line of `after` by line of `before`, both from 1; NULL: the same numbers */
	size_t count;   /* of `same` */
};

static unsigned line_after(const struct pair *pair, unsigned line)
{
	if (!pair->same)
		return line;
	return line >= 1 && line <= pair->count ? pair->same[line - 1] : 0;
}

/* How often a line is executed; -1: it has no code. */
static int64_t count_of(const struct hr_report_file *file, unsigned line)
{
	size_t low = 0, high = file->line.count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (file->line.data[middle].line < line)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == file->line.count || file->line.data[low].line != line)
		return -1;
	return file->line.data[low].count > INT64_MAX ? INT64_MAX : (int64_t)file->line.data[low].count;
}

/* Adds a line, to the run before it where it follows that. */
static void add_line(hr_report_line_runs *runs, const char *path, unsigned line)
{
	for (size_t i = runs->count; i-- > 0;) {
		struct hr_report_lines *last = &runs->data[i];
		if (last->path != path || last->last + 1 != line)
			break;
		last->last = line;
		return;
	}
	struct hr_report_lines *added = hr_vec_add(runs);
	*added = (struct hr_report_lines){ path, line, line };
}

static struct hr_report_function_change *change_at(struct hr_report_comparison *out, size_t first, unsigned line,
						   bool is_before)
{
	for (size_t i = first; i < out->functions.count; i++) {
		const struct hr_report_function *function =
			is_before ? out->functions.data[i].before : out->functions.data[i].after;
		if (function && function->first <= line && line <= function->last)
			return &out->functions.data[i];
	}
	return NULL;
}

/* Lines of the two that are the same and are covered in one only. `first`: the functions of this file begin there. */
static void compare_lines(struct hr_report_comparison *out, const struct pair *pair, size_t first)
{
	for (size_t i = 0; i < pair->before->line.count; i++) {
		const struct hr_report_line *line = &pair->before->line.data[i];
		unsigned now = line_after(pair, line->line);
		int64_t count = now ? count_of(pair->after, now) : -1;
		struct hr_report_function_change *change;
		if (count < 0 || (count > 0) == (line->count > 0))
			continue;
		if (count > 0) {
			add_line(&out->gained, pair->after->path, now);
			out->gained_lines++;
			change = change_at(out, first, now, false);
			if (change)
				change->gained++;
		} else {
			add_line(&out->lost, pair->before->path, line->line);
			out->lost_lines++;
			change = change_at(out, first, line->line, true);
			if (change)
				change->lost++;
		}
	}
}

/* ---- functions ---- */

static const struct hr_report_function *find_function(const struct hr_report_file *file, const char *name)
{
	for (size_t i = 0; file && i < file->function.count; i++)
		if (strcmp(file->function.data[i].name, name) == 0)
			return &file->function.data[i];
	return NULL;
}

/* All functions of the two files; those that are as they were go later. */
static void list_functions(struct hr_report_comparison *out, const struct hr_report_file *before,
			   const struct hr_report_file *after)
{
	for (size_t i = 0; after && i < after->function.count; i++) {
		const struct hr_report_function *it = &after->function.data[i];
		hr_vec_push(&out->functions,
			    ((struct hr_report_function_change){ after->path, it->name, find_function(before, it->name),
								 it, 0, 0 }));
	}
	for (size_t i = 0; before && i < before->function.count; i++) {
		const struct hr_report_function *it = &before->function.data[i];
		if (!find_function(after, it->name))
			hr_vec_push(&out->functions,
				    ((struct hr_report_function_change){ before->path, it->name, it, NULL, 0, 0 }));
	}
}

static bool is_same_coverage(const struct hr_report_covered *a, const struct hr_report_covered *b)
{
	return a->covered == b->covered && a->count == b->count;
}

static bool is_changed(const struct hr_report_function_change *change)
{
	return !change->before || !change->after || change->gained || change->lost ||
	       !is_same_coverage(&change->before->lines, &change->after->lines) ||
	       !is_same_coverage(&change->before->branches, &change->after->branches);
}

static void keep_changed(struct hr_report_comparison *out)
{
	size_t kept = 0;
	for (size_t i = 0; i < out->functions.count; i++)
		if (is_changed(&out->functions.data[i]))
			out->functions.data[kept++] = out->functions.data[i];
	out->functions.count = kept;
}

/* ---- all of it ---- */

static const struct hr_report_file *find_file(const struct hr_report_campaign *campaign, const char *path)
{
	for (size_t i = 0; i < campaign->files.count; i++)
		if (strcmp(campaign->files.data[i].path, path) == 0)
			return &campaign->files.data[i];
	return NULL;
}

static void compare_files(struct hr_report_comparison *out, const struct hr_report_file *before,
			  const struct hr_report_file *after)
{
	struct pair pair = { .before = before, .after = after };
	size_t first = out->functions.count;
	list_functions(out, before, after);
	if (!before || !after)
		return;
	if (before->text && after->text && strcmp(before->text, after->text) != 0) {
		struct lines old = { .begin = HR_VEC_INIT }, new = { .begin = HR_VEC_INIT };
		split(&old, before->text);
		split(&new, after->text);
		pair.same = match(&old, &new);
		pair.count = old.begin.count;
		release(&old);
		release(&new);
	}
	compare_lines(out, &pair, first);
	free(pair.same);
}

void hr_report_compare(struct hr_report_comparison *out, const struct hr_report_campaign *before,
		       const struct hr_report_campaign *after)
{
	memset(out, 0, sizeof *out);
	out->before = before;
	out->after = after;
	compare_failures(out);
	if (!before->files.count || !after->files.count)
		return;
	for (size_t i = 0; i < after->files.count; i++)
		compare_files(out, find_file(before, after->files.data[i].path), &after->files.data[i]);
	for (size_t i = 0; i < before->files.count; i++)
		if (!find_file(after, before->files.data[i].path))
			compare_files(out, &before->files.data[i], NULL);
	keep_changed(out);
}

bool hr_report_comparison_has_lines(const struct hr_report_comparison *comparison)
{
	const struct hr_report_campaign *before = comparison->before, *after = comparison->after;
	return before->is_measured && after->is_measured && before->files.count && after->files.count;
}

void hr_report_comparison_release(struct hr_report_comparison *comparison)
{
	hr_vec_release(&comparison->functions);
	hr_vec_release(&comparison->gained);
	hr_vec_release(&comparison->lost);
	hr_vec_release(&comparison->fresh);
	hr_vec_release(&comparison->gone);
	hr_vec_release(&comparison->stayed);
}
