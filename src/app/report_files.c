/* The files of report/: which there are, and who writes them. */
#include "app/report.h"

#include "report/html.h"
#include "report/junit.h"
#include "report/lcov.h"
#include "report/sarif.h"

static int write_sarif(struct hr_strbuf *out, const struct hr_report_campaign *campaign,
		       const struct hr_report_comparison *comparison, struct hr_error *error)
{
	(void)comparison;
	(void)error;
	hr_report_sarif(out, campaign);
	return 0;
}

static int write_junit(struct hr_strbuf *out, const struct hr_report_campaign *campaign,
		       const struct hr_report_comparison *comparison, struct hr_error *error)
{
	(void)comparison;
	(void)error;
	hr_report_junit(out, campaign);
	return 0;
}

static int write_lcov(struct hr_strbuf *out, const struct hr_report_campaign *campaign,
		      const struct hr_report_comparison *comparison, struct hr_error *error)
{
	(void)comparison;
	(void)error;
	hr_report_lcov(out, campaign);
	return 0;
}

static const struct {
	const char *name;
	int (*write)(struct hr_strbuf *out, const struct hr_report_campaign *campaign,
		     const struct hr_report_comparison *comparison, struct hr_error *error);
} writers[] = {
	{ "index.html", hr_report_html },
	{ "results.sarif", write_sarif },
	{ "junit.xml", write_junit },
	{ "coverage.info", write_lcov },
};

_Static_assert(sizeof writers / sizeof *writers <= HR_REPORT_FILES, "there is room for all");

int hr_report_files_make(struct hr_report_files *out, const struct hr_report_campaign *campaign,
			 const struct hr_report_comparison *comparison, struct hr_error *error)
{
	int status = 0;
	out->count = 0;
	for (size_t i = 0; i < HR_REPORT_FILES; i++)
		hr_strbuf_init(&out->texts[i]);
	for (size_t i = 0; i < sizeof writers / sizeof *writers && !status; i++) {
		struct hr_strbuf *text = &out->texts[i];
		status = writers[i].write(text, campaign, comparison, error);
		if (!status)
			out->files[out->count++] =
				(struct hr_output_file){ writers[i].name, text->length ? text->data : NULL,
							 text->length };
	}
	return status;
}

void hr_report_files_release(struct hr_report_files *files)
{
	for (size_t i = 0; i < HR_REPORT_FILES; i++)
		hr_strbuf_release(&files->texts[i]);
}

int hr_report_read_database(struct hr_report_campaign *out, const char *path, struct hr_error *error)
{
	struct hr_store *store = NULL;
	int status = hr_store_open(&store, path, true, error);
	if (!status)
		status = hr_report_campaign_read(out, store, error);
	hr_store_close(store);
	return status;
}
