/* Coverage as short texts, as the store keeps it (docs/campaign.md):
 *
 *     lines      12-15:3 16:0          lines that have code, and how often they were executed
 *     branches   12.9-12.20:3/0        where a condition stands, how often it was true and false
 *     functions  10-20:3:9/10:4/6 name one a line: lines, calls, lines covered of all, branches of all
 *     runs       12-15 18              lines that a test executes
 *
 * Reading takes any text: what is malformed ends it. */
#ifndef HR_REPORT_LISTS_H
#define HR_REPORT_LISTS_H

#include "base/strbuf.h"
#include "report/campaign.h"

void hr_report_write_lines(struct hr_strbuf *out, const struct hr_report_line *lines, size_t count);
void hr_report_write_branches(struct hr_strbuf *out, const struct hr_report_branch *branches, size_t count);
void hr_report_write_functions(struct hr_strbuf *out, const struct hr_report_function *functions, size_t count);

/* Of the lines that have code, those that `is_run` says; the others between two of them end a run. */
void hr_report_write_runs(struct hr_strbuf *out, const struct hr_report_line *lines, const bool *is_run, size_t count);

void hr_report_write_totals(struct hr_strbuf *out, const struct hr_report_file *file);

/* The other way: each adds to the file. Names are kept in the arena; fingerprints of functions are those of path and name. */
void hr_report_read_lines(struct hr_report_file *file, const char *text);
void hr_report_read_branches(struct hr_report_file *file, const char *text);
void hr_report_read_functions(struct hr_report_file *file, struct hr_arena *arena, const char *text);
void hr_report_read_runs(struct hr_report_file *file, uint32_t test, const char *text);
void hr_report_read_totals(struct hr_report_file *file, const char *text);

#endif
