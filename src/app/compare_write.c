/* The folder differences/: a folder for each difference, with its test, what both versions do, the sequence and a Makefile for each version. */
#include "app/compare_internal.h"

#include "app/makefile.h"
#include "base/memory.h"
#include "seq/text.h"
#include "suite/program.h"

#include <ctype.h>
#include <stdlib.h>

static const char mark[] = "sequence.seq";

enum { FILES = 6 };

struct folder {
	struct hr_strbuf texts[FILES];
	struct hr_output_file files[FILES];
	size_t count;
};

static struct hr_strbuf *add_file(struct folder *folder, const char *name)
{
	struct hr_strbuf *text = &folder->texts[folder->count];
	hr_strbuf_init(text);
	folder->files[folder->count++] = (struct hr_output_file){ name, NULL, 0 };
	return text;
}

/* "01-value-list_pop" */
static const char *name_of(struct hr_compare_found *found, size_t number)
{
	enum { MOST_LETTERS = 48 };
	struct hr_strbuf name = HR_STRBUF_INIT;
	const char *operation = hr_difference_operation(&found->difference, found->sequence);
	hr_strbuf_addf(&name, "%02zu-%s%s", number, hr_difference_name(found->difference.kind), *operation ? "-" : "");
	for (size_t i = 0; operation[i] && i < MOST_LETTERS; i++)
		hr_strbuf_addch(&name,
				isalnum((unsigned char)operation[i]) || operation[i] == '_' ? operation[i] : '-');
	const char *copy = hr_arena_strdup(&found->arena, name.data);
	hr_strbuf_release(&name);
	return copy;
}

static void write_readme(struct hr_strbuf *out, const struct hr_compare *compare, const struct hr_compare_found *found)
{
	bool is_fixed = found->difference.kind == HR_DIFFERENCE_FIXED;
	const char *operation = hr_difference_operation(&found->difference, found->sequence);
	hr_strbuf_addf(out, "# %s\n\n- old: %s\n- new: %s\n", *operation ? operation : "a difference",
		       found->told[HR_OLD], found->told[HR_NEW]);
	for (size_t i = 0; i < found->operations.count; i++)
		hr_strbuf_addf(out, "%s`%s`", i ? ", " : "\nAlso seen with ", found->operations.data[i]);
	hr_strbuf_addstr(out, found->operations.count ? ".\n\n" : "\n");
	if (!compare->versions[HR_OLD].is_bare)
		hr_strbuf_addf(out, "    make -f old.mk check\n\nbuilds `test.c` with the old version: it %s.\n\n",
			       is_fixed ? "fails" : "passes");
	hr_strbuf_addf(out, "    make -f new.mk check\n\nbuilds it with the new version: it %s.\n",
		       is_fixed ? "passes" : "fails");
	if (compare->versions[HR_OLD].is_bare)
		hr_strbuf_addstr(out,
				 "\nThe sources of the old version are not there any more: what it did is what it did "
				 "when 'harrier gen' was run with it.\n");
}

/* Two versions must not share object files: each has a directory of its own. */
static int write_makefile(struct hr_strbuf *out, const struct hr_compare_version *version, const char *name,
			  const struct hr_compare_found *found, struct hr_error *error)
{
	const struct hr_behaviour *failing = found->difference.failing;
	int status = hr_compare_enter(version->base, error); /* where the headers' names count from */
	if (status)
		return status;
	hr_strbuf_addf(out, "# Builds the test with the %s version of the library and runs it.\n", name);
	hr_makefile_sanitizers(out, failing && failing->way == HR_WAY_LEAK);
	hr_strbuf_addf(out, "check: clean\n\t$(MAKE) -f %s.mk test\n\t./test\n\n", name);
	hr_makefile_library(out, &version->unit);
	hr_makefile_program(out, &version->unit, "test", "test", hr_suite_link_flags(found->test.data));
	hr_strbuf_addstr(out, "\nclean:\n\trm -f test *.o\n\n.PHONY: check clean\n");
	return 0;
}

static int fill(struct folder *folder, const struct hr_compare *compare, const struct hr_compare_found *found,
		struct hr_error *error)
{
	int status = 0;
	hr_sequence_write(add_file(folder, mark), found->shown);
	write_readme(add_file(folder, "README.md"), compare, found);
	hr_strbuf_addstr(add_file(folder, "test.c"), found->test.data);
	if (found->report.length)
		hr_strbuf_addstr(add_file(folder, "report.txt"), found->report.data);
	if (!compare->versions[HR_OLD].is_bare)
		status = write_makefile(add_file(folder, "old.mk"), &compare->versions[HR_OLD], "old", found, error);
	if (!status)
		status = write_makefile(add_file(folder, "new.mk"), &compare->versions[HR_NEW], "new", found, error);
	for (size_t i = 0; i < folder->count; i++) {
		folder->files[i].text = folder->texts[i].data;
		folder->files[i].length = folder->texts[i].length;
	}
	return status;
}

int hr_compare_write(struct hr_compare *compare, struct hr_error *error)
{
	struct folder *folders = hr_calloc(compare->found.count, sizeof *folders);
	struct hr_output_folder *outputs = hr_calloc(compare->found.count, sizeof *outputs);
	size_t made = 0;
	int status = 0;
	for (size_t i = 0; i < compare->found.count && !status; i++) {
		struct hr_compare_found *found = compare->found.data[i];
		if (!found->is_confirmed)
			continue;
		found->folder = name_of(found, made + 1);
		status = fill(&folders[made], compare, found, error);
		outputs[made] = (struct hr_output_folder){ found->folder, folders[made].files, folders[made].count };
		made++;
	}
	if (!status)
		status = hr_output_replace_folders(&compare->output, "differences", outputs, made, mark, error);
	for (size_t i = 0; i < made; i++)
		for (size_t k = 0; k < folders[i].count; k++)
			hr_strbuf_release(&folders[i].texts[k]);
	free(outputs);
	free(folders);
	struct hr_error away = HR_ERROR_INIT;
	(void)hr_compare_enter(compare->home, &away);
	hr_error_release(&away);
	return status;
}
