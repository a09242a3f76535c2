/* The folder report/ at the end of a campaign: the same as `harrier report` writes later. */
#include "app/gen_internal.h"

#include "app/report.h"
#include "base/file.h"

#include <stdlib.h>

int hr_gen_write_report(struct hr_gen *gen, struct hr_error *error)
{
	struct hr_report_campaign campaign = HR_REPORT_CAMPAIGN_INIT;
	struct hr_report_files files = { .count = 0 };
	char *path = hr_path_join(gen->output.path, "campaign.db");
	int status = hr_report_read_database(&campaign, path, error);
	if (!status)
		status = hr_report_files_make(&files, &campaign, NULL, error);
	if (!status)
		status = hr_output_replace(&gen->output, "report", files.files, files.count, error);
	hr_report_files_release(&files);
	hr_report_campaign_release(&campaign);
	free(path);
	return status;
}
