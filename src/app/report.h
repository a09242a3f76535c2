/* The files of report/, from the store. */
#ifndef HR_APP_REPORT_H
#define HR_APP_REPORT_H

#include "app/output.h"
#include "report/campaign.h"
#include "report/compare.h"

enum { HR_REPORT_FILES = 8 }; /* at most */

/* Texts of all files, made from a campaign. */
struct hr_report_files {
	struct hr_strbuf texts[HR_REPORT_FILES];
	struct hr_output_file files[HR_REPORT_FILES];
	size_t count;
};

/* `comparison` may be NULL. What has nothing to tell has no text: a file of an earlier report must not stay beside this one. The caller releases `out`, whatever comes of it. */
int hr_report_files_make(struct hr_report_files *out, const struct hr_report_campaign *campaign,
			 const struct hr_report_comparison *comparison, struct hr_error *error);
void hr_report_files_release(struct hr_report_files *files);

/* Reads the campaign in a database. The caller releases `out`, whatever comes of it. */
int hr_report_read_database(struct hr_report_campaign *out, const char *path, struct hr_error *error);

#endif
