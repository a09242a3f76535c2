/* The folder failures/.
 *
 * Invariants: a folder has the number that the summary and the database have; what is written in it does not depend on the order in which failures were found; one folder for each mistake: the shortest sequence that shows it, and the operations that reach it as well. */
#include "app/failures.h"

#include "app/failure_source.h"
#include "app/makefile.h"
#include "base/memory.h"
#include "seq/text.h"
#include "suite/program.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char mark[] = "sequence.seq";

/* ---- order and groups ---- */

static const char *group_of(const struct hr_failure_entry *entry)
{
	return entry->group ? entry->group : entry->cause;
}

static size_t length_of(const struct hr_failure_entry *entry)
{
	return entry->failure->sequence->statements.count;
}

/* The most certain first; those of one group beside each other, the shortest in front. */
static int compare(const void *a, const void *b)
{
	const struct hr_failure_entry *left = *(const struct hr_failure_entry *const *)a;
	const struct hr_failure_entry *right = *(const struct hr_failure_entry *const *)b;
	if (left->failure->class != right->failure->class)
		return left->failure->class > right->failure->class ? -1 : 1;
	int order = strcmp(group_of(left), group_of(right));
	if (order)
		return order;
	if (length_of(left) != length_of(right))
		return length_of(left) < length_of(right) ? -1 : 1;
	return strcmp(left->cause, right->cause);
}

static bool is_one_group(const struct hr_failure_entry *a, const struct hr_failure_entry *b)
{
	return a->failure->class == b->failure->class && strcmp(group_of(a), group_of(b)) == 0;
}

/* ---- texts ---- */

enum { FILES = 6 };

struct folder {
	struct hr_strbuf name;
	struct hr_strbuf sequence;
	struct hr_strbuf readme;
	struct hr_strbuf makefile;
	struct hr_output_file files[FILES];
	size_t count;
};

static void add_file(struct folder *folder, const char *name, const struct hr_strbuf *text)
{
	if (text->length)
		folder->files[folder->count++] = (struct hr_output_file){ name, text->data, text->length };
}

/* "01-overflow-csv_parse": the number that all commands know it by, where it has one; what is no letter or digit is a dash. */
static void add_name(struct hr_strbuf *out, size_t place, const struct hr_failure_entry *entry)
{
	enum { MOST_LETTERS = 48 };
	long long number = entry->id ? (long long)entry->id : (long long)place;
	const char *where = entry->operation && *entry->operation ? entry->operation : entry->failure->function;
	hr_strbuf_addf(out, "%02lld-%s", number, hr_way_name(entry->failure->way));
	if (!where || !*where)
		return;
	hr_strbuf_addch(out, '-');
	for (size_t i = 0; where[i] && i < MOST_LETTERS; i++)
		hr_strbuf_addch(out, isalnum((unsigned char)where[i]) || where[i] == '_' ? where[i] : '-');
}

static void add_list(struct hr_strbuf *out, const char *title, const char *const *items, size_t count)
{
	if (!count)
		return;
	hr_strbuf_addf(out, "\n%s\n\n", title);
	for (size_t i = 0; i < count; i++)
		hr_strbuf_addf(out, "- %s\n", items[i]);
}

/* The other operations that the same mistake is reached from. */
static void add_others(struct hr_strbuf *out, const struct hr_failure_entry *const *group, size_t count)
{
	size_t told = 0;
	for (size_t i = 1; i < count; i++) {
		bool is_new = group[i]->operation && *group[i]->operation;
		for (size_t k = 0; k < i && is_new; k++)
			is_new = !group[k]->operation || strcmp(group[k]->operation, group[i]->operation) != 0;
		if (is_new)
			hr_strbuf_addf(out, "%s`%s`", told++ ? ", " : "\nAlso reached from ", group[i]->operation);
	}
	for (size_t i = 0; i < group[0]->also_count; i++)
		hr_strbuf_addf(out, "%s`%s`", told++ ? ", " : "\nAlso reached from ", group[0]->also[i]);
	if (told)
		hr_strbuf_addstr(out, ".\n");
}

static void write_readme(struct hr_strbuf *out, const struct hr_failure_entry *const *group, size_t count)
{
	const struct hr_failure_entry *entry = group[0];
	const struct hr_failure *failure = entry->failure;
	const struct hr_confirmed *confirmed = entry->confirmed;
	bool has_neighbour = confirmed && confirmed->neighbour.length;
	hr_strbuf_addf(out, "# %s\n\n", failure->summary ? failure->summary : entry->cause);
	hr_strbuf_addf(out, "- class: **%s**\n- cause: `%s`\n", hr_class_name(failure->class), entry->cause);
	if (entry->id)
		hr_strbuf_addf(out, "- number: %lld\n", (long long)entry->id);
	if (confirmed && confirmed->why.length)
		hr_strbuf_addf(out, "- %s\n", confirmed->why.data);
	add_others(out, group, count);
	hr_failure_source(out, entry->file, entry->line, failure->function);
	add_list(out, "Why it counts:", failure->reasons, failure->reason_count);
	add_list(out, "Rules of the library that the test keeps:", entry->rules, entry->rule_count);
	hr_strbuf_addstr(out, "\n    make check");
	hr_strbuf_addf(out, "\n\nbuilds %s with the library's sources and sanitizers and runs %s: `test.c` %s%s.\n",
		       has_neighbour ? "both programs" : "the program", has_neighbour ? "them" : "it",
		       failure->way == HR_WAY_UNSTABLE ? "prints something else each time" : "fails",
		       has_neighbour ? ", `neighbour.c`, the nearest that does not, passes" : "");
	if (has_neighbour && failure->difference && *failure->difference)
		hr_strbuf_addf(out, "The difference: %s\n", failure->difference);
	hr_strbuf_addstr(out,
			 "`report.txt` is what it printed here, `sequence.seq` the same calls for `harrier replay`.\n");
}

/* What is printed depends on what fresh memory happens to hold, or on where it is: so it is run with other contents, and with other distances between blocks. */
static void add_runs_that_differ(struct hr_strbuf *out)
{
	static const char *const settings[] = { "malloc_fill_byte=190", "malloc_fill_byte=90", "redzone=512" };
	for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
		hr_strbuf_addf(out, "\tASAN_OPTIONS=$(ASAN_OPTIONS):max_malloc_fill_size=1048576:%s ./test >%s\n%s",
			       settings[i], i ? "test.other" : "test.first", i ? "\tcmp test.first test.other\n" : "");
}

/* What the test leaves behind counts only where that is the failure. */
static void write_makefile(struct hr_strbuf *out, const struct hr_app_unit *unit, const struct hr_confirmed *confirmed,
			   enum hr_way way)
{
	bool has_neighbour = confirmed->neighbour.length > 0;
	hr_strbuf_addstr(out, "# Builds the test with the library's sources and runs it: it fails.\n");
	if (confirmed->compiler)
		hr_strbuf_addf(out, "ifeq ($(origin CC),default)\nCC = %s\nendif\n", confirmed->compiler);
	hr_makefile_sanitizers(out, way == HR_WAY_LEAK);
	hr_strbuf_addf(out,
		       "build: test%s\n\n"
		       "check: build\n%s",
		       has_neighbour ? " neighbour" : "", has_neighbour ? "\t./neighbour\n" : "");
	if (way == HR_WAY_UNSTABLE)
		add_runs_that_differ(out);
	else
		hr_strbuf_addstr(out, "\t./test\n");
	hr_strbuf_addch(out, '\n');
	hr_makefile_library(out, unit);
	hr_makefile_program(out, unit, "test", "test", hr_suite_link_flags(confirmed->test.data));
	if (has_neighbour)
		hr_makefile_program(out, unit, "neighbour", "neighbour",
				    hr_suite_link_flags(confirmed->neighbour.data));
	hr_strbuf_addstr(out,
			 "\nclean:\n\trm -f test neighbour test.first test.other *.o\n\n.PHONY: build check clean\n");
}

static void fill_folder(struct folder *out, size_t place, const struct hr_app_unit *unit,
			const struct hr_failure_entry *const *group, size_t count)
{
	static const struct hr_confirmed nothing = HR_CONFIRMED_INIT;
	const struct hr_failure_entry *entry = group[0];
	const struct hr_confirmed *confirmed = entry->confirmed ? entry->confirmed : &nothing;
	*out = (struct folder){ HR_STRBUF_INIT, HR_STRBUF_INIT, HR_STRBUF_INIT, HR_STRBUF_INIT, { { 0 } }, 0 };
	add_name(&out->name, place, entry);
	hr_sequence_write(&out->sequence, entry->failure->sequence);
	write_readme(&out->readme, group, count);
	write_makefile(&out->makefile, unit, confirmed, entry->failure->way);
	for (size_t i = 0; i < count; i++)
		if (group[i]->folder)
			hr_strbuf_addstr(group[i]->folder, out->name.data);
	add_file(out, "README.md", &out->readme);
	add_file(out, mark, &out->sequence);
	add_file(out, "test.c", &confirmed->test);
	add_file(out, "neighbour.c", &confirmed->neighbour);
	add_file(out, "report.txt", &confirmed->report);
	if (confirmed->test.length)
		add_file(out, "Makefile", &out->makefile);
}

static void folder_release(struct folder *folder)
{
	hr_strbuf_release(&folder->name);
	hr_strbuf_release(&folder->sequence);
	hr_strbuf_release(&folder->readme);
	hr_strbuf_release(&folder->makefile);
}

int hr_failures_write(struct hr_output *output, const struct hr_app_unit *unit, const struct hr_failure_entry *entries,
		      size_t count, size_t *written, struct hr_error *error)
{
	const struct hr_failure_entry **order = hr_calloc(count, sizeof *order);
	struct folder *folders = hr_calloc(count, sizeof *folders);
	struct hr_output_folder *outputs = hr_calloc(count, sizeof *outputs);
	size_t made = 0;
	for (size_t i = 0; i < count; i++)
		order[i] = &entries[i];
	qsort(order, count, sizeof *order, compare);
	for (size_t i = 0; i < count;) {
		size_t end = i + 1;
		while (end < count && is_one_group(order[i], order[end]))
			end++;
		fill_folder(&folders[made], made + 1, unit, order + i, end - i);
		outputs[made] =
			(struct hr_output_folder){ folders[made].name.data, folders[made].files, folders[made].count };
		made++;
		i = end;
	}
	int status = hr_output_replace_folders(output, "failures", outputs, made, mark, error);
	if (!status && written)
		*written = made;
	for (size_t i = 0; i < made; i++)
		folder_release(&folders[i]);
	free(outputs);
	free(folders);
	free(order);
	return status;
}
