/* `harrier report`: all that a campaign came to, again from its database. */
#include "app/report.h"

#include "app/app.h"
#include "base/file.h"
#include "base/memory.h"
#include "report/summary.h"

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char help[] =
	"usage: harrier report [OPTION…] [CAMPAIGN]\n"
	"\n"
	"Writes what a campaign came to: index.html to look at, results.sarif for code scanners, junit.xml for build servers,\n"
	"coverage.info for lcov's tools. CAMPAIGN is the output folder of 'harrier gen', or the campaign.db in it; harrier-out\n"
	"by default. Everything comes from that database; a campaign that is still running is told as far as it got.\n"
	"\n"
	"options:\n"
	"  --out DIR        where the files go; the folder report beside the database by default\n"
	"  --compare OTHER  show beside it another campaign, an earlier one: what is covered now and was not, what was and is\n"
	"                   not any more, failures that are new and gone\n"
	"  --json           the summary as JSON\n"
	"  -h, --help       this text\n"
	"\n"
	"examples:\n"
	"  harrier report\n"
	"  harrier report --compare last-week/campaign.db harrier-out\n"
	"\n"
	"exit codes: 0 fine, 2 wrong command line, 3 there is no campaign, or it cannot be read, 4 internal error\n";

enum { OPTION_OUT = 256, OPTION_COMPARE, OPTION_JSON };

static const struct option options[] = {
	{ "out", required_argument, NULL, OPTION_OUT },
	{ "compare", required_argument, NULL, OPTION_COMPARE },
	{ "json", no_argument, NULL, OPTION_JSON },
	{ "help", no_argument, NULL, 'h' },
	{ NULL, 0, NULL, 0 },
};

struct request {
	const char *campaign, *other, *out;
	bool json;
};

/* 0: go on; else the code to exit with, plus one. */
static int parse(struct request *request, int argc, char **argv)
{
	HR_VEC(char *) words = HR_VEC_INIT;
	int code = 0;
	hr_vec_push(&words, (char *)"harrier report");
	for (int i = 0; i < argc; i++)
		hr_vec_push(&words, argv[i]);
	hr_vec_push(&words, NULL);
	optind = 0; /* from the beginning, whoever parsed before */
	opterr = 0;
	for (int option; !code && (option = getopt_long(argc + 1, words.data, ":h", options, NULL)) != -1;) {
		switch (option) {
		case 'h':
			fputs(help, stdout);
			code = HR_EXIT_FINE + 1;
			break;
		case ':':
			code = hr_usage_error("report", "'%s' needs a value", words.data[optind - 1]) + 1;
			break;
		case OPTION_OUT:
			request->out = optarg;
			break;
		case OPTION_COMPARE:
			request->other = optarg;
			break;
		case OPTION_JSON:
			request->json = true;
			break;
		default:
			code = hr_usage_error("report", "unknown option '%s'", words.data[optind - 1]) + 1;
		}
	}
	if (!code && optind + 1 < argc + 1)
		code = hr_usage_error("report", "one campaign at a time: '%s' is too much; --compare takes another",
				      words.data[optind + 1]) +
		       1;
	request->campaign = !code && optind < argc + 1 ? words.data[optind] : "harrier-out";
	hr_vec_release(&words);
	return code;
}

/* A folder stands for the campaign in it. The caller frees it. */
static char *database_of(const char *path)
{
	return hr_path_is_directory(path) ? hr_path_join(path, "campaign.db") : hr_strdup(path);
}

/* Makes the directory and those above it. */
static bool make_directories(const char *path)
{
	char *parent = hr_path_parent(path);
	bool fine = hr_path_is_directory(path) || strcmp(parent, path) == 0 || make_directories(parent);
	free(parent);
	return fine && (mkdir(path, 0777) == 0 || (errno == EEXIST && hr_path_is_directory(path)));
}

static int write_files(const char *folder, const struct hr_report_files *files, struct hr_error *error)
{
	int status = 0;
	if (!make_directories(folder))
		return hr_fail(error, HR_ERROR_INTERNAL, "cannot make the directory '%s': %s", folder, strerror(errno));
	char *page = hr_path_join(folder, "index.html");
	bool has_report = hr_path_is_file(page); /* else what has a name of ours is somebody else's */
	for (size_t i = 0; i < files->count && !status; i++) {
		char *path = hr_path_join(folder, files->files[i].name);
		if (files->files[i].text)
			status = hr_file_write(path, files->files[i].text, files->files[i].length, error);
		else if (has_report && hr_path_is_file(path) && unlink(path) != 0)
			status = hr_fail(error, HR_ERROR_INTERNAL, "cannot remove '%s': %s", path, strerror(errno));
		free(path);
	}
	free(page);
	return status;
}

/* What is told on standard output. */
static void tell(const struct request *request, const struct hr_report_campaign *campaign,
		 const struct hr_report_comparison *comparison, const struct hr_report_files *files, const char *folder)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	if (request->json)
		(comparison ? hr_report_comparison_json(&text, comparison) : hr_report_summary_json(&text, campaign));
	else if (comparison)
		hr_report_comparison_text(&text, comparison);
	else
		hr_report_summary_text(&text, campaign);
	for (size_t i = 0; i < files->count && !request->json; i++)
		if (files->files[i].text)
			hr_strbuf_addf(&text, "%s%s/%s", i ? ", " : "  written: ", i ? "…" : folder,
				       files->files[i].name);
	if (files->count && !request->json)
		hr_strbuf_addch(&text, '\n');
	fputs(text.data, stdout);
	hr_strbuf_release(&text);
}

static int run(const struct request *request, struct hr_error *error)
{
	struct hr_report_campaign campaign = HR_REPORT_CAMPAIGN_INIT;
	struct hr_report_campaign other = HR_REPORT_CAMPAIGN_INIT;
	struct hr_report_comparison comparison;
	struct hr_report_files files = { .count = 0 };
	char *database = database_of(request->campaign);
	char *other_database = request->other ? database_of(request->other) : NULL;
	char *parent = hr_path_parent(database);
	char *folder = request->out ? hr_strdup(request->out) : hr_path_join(parent, "report");
	memset(&comparison, 0, sizeof comparison);
	int status = hr_report_read_database(&campaign, database, error);
	if (!status && other_database)
		status = hr_report_read_database(&other, other_database, error);
	if (!status && other_database)
		hr_report_compare(&comparison, &other, &campaign);
	if (!status) {
		const struct hr_report_comparison *compared = other_database ? &comparison : NULL;
		status = hr_report_files_make(&files, &campaign, compared, error);
		if (!status)
			status = write_files(folder, &files, error);
		if (!status)
			tell(request, &campaign, compared, &files, folder);
		hr_report_files_release(&files);
	}
	hr_report_comparison_release(&comparison);
	hr_report_campaign_release(&campaign);
	hr_report_campaign_release(&other);
	free(database);
	free(other_database);
	free(parent);
	free(folder);
	return status;
}

int hr_command_report(int argc, char **argv)
{
	struct request request = { 0 };
	struct hr_error error = HR_ERROR_INIT;
	int code = parse(&request, argc, argv);
	if (code)
		return code - 1;
	code = run(&request, &error) ? hr_report_error(&error) : HR_EXIT_FINE;
	hr_error_release(&error);
	return code;
}
