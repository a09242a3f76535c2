/* The folder failures/: a folder for each distinct failure, with its test, its neighbour, what the sanitizers said, the sequence and a Makefile. */
#ifndef HR_APP_FAILURES_H
#define HR_APP_FAILURES_H

#include "app/confirm.h"
#include "app/output.h"

/* One failure to be written; everything is borrowed. */
struct hr_failure_entry {
	const struct hr_failure *failure;
	const struct hr_confirmed *confirmed;
	const char *cause; /* hr_cause */
	const char *
		group; /* hr_cause_group: entries that agree in it and in the class are one folder, that of the shortest sequence; NULL: the cause */
	const char *operation;   /* of the failing statement */
	const char *const *also; /* other operations that the same was met in */
	size_t also_count;
	const char *file; /* where it happens, and the line; NULL and 0: not known */
	unsigned line;
	const char *const *rules; /* of the API that it kept, a sentence each */
	size_t rule_count;
	int64_t id;               /* as `harrier replay` takes it; 0: none */
	struct hr_strbuf *folder; /* gets the name of the folder that it is in; may be NULL */
};

/* Writes all of them, in place of those of before: ordered by class (the most certain first), then cause; folders are named like "01-overflow-csv_parse", by `id` where there is one, else counted. `*written` is the number of folders. What is not ours in
 * there stays. No entries: the folder goes, unless something of the user's is in it. */
int hr_failures_write(struct hr_output *output, const struct hr_app_unit *unit, const struct hr_failure_entry *entries,
		      size_t count, size_t *written, struct hr_error *error);

#endif
