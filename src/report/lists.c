/* Coverage as short texts.
 *
 * Invariant: what was written is read back as it was. What is read is believed only as far as it makes sense: lines come in order, and there are not more of them than any file has. */
#include "report/lists.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LINES = 10000000 };

/* ---- writing ---- */

static void add_range(struct hr_strbuf *out, unsigned first, unsigned last)
{
	hr_strbuf_addf(out, "%s%u", out->length ? " " : "", first);
	if (last > first)
		hr_strbuf_addf(out, "-%u", last);
}

void hr_report_write_lines(struct hr_strbuf *out, const struct hr_report_line *lines, size_t count)
{
	for (size_t i = 0; i < count;) {
		size_t end = i + 1;
		while (end < count && lines[end].line == lines[end - 1].line + 1 && lines[end].count == lines[i].count)
			end++;
		add_range(out, lines[i].line, lines[end - 1].line);
		hr_strbuf_addf(out, ":%" PRIu64, lines[i].count);
		i = end;
	}
}

void hr_report_write_branches(struct hr_strbuf *out, const struct hr_report_branch *branches, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const struct hr_report_branch *it = &branches[i];
		hr_strbuf_addf(out, "%s%u.%u-%u.%u:%" PRIu64 "/%" PRIu64, i ? " " : "", it->line, it->column,
			       it->last_line, it->last_column, it->taken[0], it->taken[1]);
	}
}

void hr_report_write_functions(struct hr_strbuf *out, const struct hr_report_function *functions, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const struct hr_report_function *it = &functions[i];
		hr_strbuf_addf(out, "%u-%u:%" PRIu64 ":%" PRIu64 "/%" PRIu64 ":%" PRIu64 "/%" PRIu64 " %s\n", it->first,
			       it->last, it->count, it->lines.covered, it->lines.count, it->branches.covered,
			       it->branches.count, it->name);
	}
}

void hr_report_write_runs(struct hr_strbuf *out, const struct hr_report_line *lines, const bool *is_run, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		size_t first = i;
		if (!is_run[i])
			continue;
		while (i + 1 < count && is_run[i + 1])
			i++;
		add_range(out, lines[first].line, lines[i].line);
	}
}

void hr_report_write_totals(struct hr_strbuf *out, const struct hr_report_file *file)
{
	const struct hr_report_covered *const kinds[] = { &file->lines, &file->functions, &file->branches };
	for (size_t i = 0; i < 3; i++)
		hr_strbuf_addf(out, "%s%" PRIu64 "/%" PRIu64, i ? " " : "", kinds[i]->covered, kinds[i]->count);
}

/* ---- reading ---- */

/* A number and the character behind it, which must be one of `ends`; the end of the text will do where a blank does. False: there is none. */
static bool take(uint64_t *out, const char **at, const char *ends)
{
	char *end;
	if (!isdigit((unsigned char)**at))
		return false;
	errno = 0;
	*out = strtoull(*at, &end, 10);
	if (errno || !strchr(ends, *end ? *end : ' '))
		return false;
	*at = end;
	return true;
}

static void skip(const char **at, char c)
{
	if (**at == c)
		(*at)++;
}

/* "12-15" or "12", with what `ends` has behind it. */
static bool take_range(unsigned *first, unsigned *last, const char **at, const char *ends)
{
	uint64_t from, to;
	char all[8] = "-";
	strncat(all, ends, sizeof all - 2);
	if (!take(&from, at, all))
		return false;
	to = from;
	if (**at == '-') {
		(*at)++;
		if (!take(&to, at, ends))
			return false;
	}
	*first = (unsigned)from;
	*last = (unsigned)to;
	return from > 0 && from <= to && to <= MOST_LINES;
}

void hr_report_read_lines(struct hr_report_file *file, const char *text)
{
	unsigned first, last;
	uint64_t count;
	unsigned before = file->line.count ? file->line.data[file->line.count - 1].line : 0;
	while (take_range(&first, &last, &text, ":") && first > before) {
		text++;
		if (!take(&count, &text, " "))
			return;
		for (unsigned line = first; line <= last; line++)
			hr_vec_push(&file->line, ((struct hr_report_line){ line, count }));
		before = last;
		skip(&text, ' ');
	}
}

void hr_report_read_branches(struct hr_report_file *file, const char *text)
{
	static const char *const ends[] = { ".", "-", ".", ":", "/", " " };
	for (;;) {
		uint64_t numbers[6];
		for (size_t i = 0; i < 6; i++) {
			if (!take(&numbers[i], &text, ends[i]) || (i < 4 && numbers[i] > MOST_LINES))
				return;
			if (*text)
				text++;
		}
		hr_vec_push(&file->branch, ((struct hr_report_branch){ (unsigned)numbers[0],
								       (unsigned)numbers[1],
								       (unsigned)numbers[2],
								       (unsigned)numbers[3],
								       { numbers[4], numbers[5] } }));
	}
}

void hr_report_read_functions(struct hr_report_file *file, struct hr_arena *arena, const char *text)
{
	static const char *const ends[] = { ":", "/", ":", "/", " " };
	for (;;) {
		struct hr_report_function function = { .first = 0 };
		uint64_t *const numbers[] = { &function.count, &function.lines.covered, &function.lines.count,
					      &function.branches.covered, &function.branches.count };
		if (!take_range(&function.first, &function.last, &text, ":"))
			return;
		text++;
		for (size_t i = 0; i < 5; i++) {
			if (!take(numbers[i], &text, ends[i]) || !*text)
				return;
			text++;
		}
		size_t length = strcspn(text, "\n");
		function.name = hr_arena_strndup(arena, text, length);
		hr_report_fingerprint(function.fingerprint, "function", file->path, function.name, NULL);
		hr_vec_push(&file->function, function);
		text += length;
		skip(&text, '\n');
	}
}

void hr_report_read_runs(struct hr_report_file *file, uint32_t test, const char *text)
{
	unsigned first, last;
	while (take_range(&first, &last, &text, " ")) {
		hr_vec_push(&file->run, ((struct hr_report_run){ test, first, last }));
		skip(&text, ' ');
	}
}

void hr_report_read_totals(struct hr_report_file *file, const char *text)
{
	struct hr_report_covered *const kinds[] = { &file->lines, &file->functions, &file->branches };
	for (size_t i = 0; i < 3; i++) {
		if (!take(&kinds[i]->covered, &text, "/") || !*text++ || !take(&kinds[i]->count, &text, " "))
			return;
		skip(&text, ' ');
	}
}
