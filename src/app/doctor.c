/* `harrier doctor`: what this machine, this kernel and this container offer, what is missing, and what that means. */
#include "app/app.h"
#include "app/doctor_internal.h"
#include "app/inspect_internal.h"
#include "base/interrupt.h"
#include "base/json.h"

#include <stdarg.h>
#include <string.h>

static const char help[] =
	"usage: harrier doctor [--json]\n"
	"\n"
	"Tells what Harrier finds on this machine: the layers of the fence around code under test that this kernel\n"
	"and container offer, the programs and directories that are needed; and tries it out on a small library.\n"
	"What is missing is told with the reason and with what it means.\n"
	"\n"
	"options:\n"
	"  --json            the same for programs\n"
	"  -h, --help        this text\n"
	"\n"
	"exit codes: 0 all is there, 1 something is missing but Harrier works, 2 wrong command line, 4 it cannot work\n";

enum { JSON_VERSION = 1 };

void hr_checkup_note(struct hr_checkup *checkup, const char *part, const char *name, enum hr_finding_state state,
		     const char *meaning, const char *format, ...)
{
	struct hr_strbuf what = HR_STRBUF_INIT;
	va_list args;
	va_start(args, format);
	hr_strbuf_vaddf(&what, format, args);
	va_end(args);
	struct hr_finding finding = { part, name, state, hr_arena_strdup(&checkup->arena, what.data),
				      state ? meaning : "" };
	hr_vec_push(&checkup->findings, finding);
	hr_strbuf_release(&what);
}

size_t hr_checkup_count(const struct hr_checkup *checkup, enum hr_finding_state state)
{
	size_t count = 0;
	for (size_t i = 0; i < checkup->findings.count; i++)
		count += checkup->findings.data[i].state >= state;
	return count;
}

static const char *const state_names[] = { "ok", "missing", "broken" };

static void print_finding(const struct hr_finding *finding, const struct hr_paint *paint)
{
	const char *const colours[] = { paint->green, paint->bold, paint->red };
	printf("  %s%-7s%s  %s", colours[finding->state], state_names[finding->state], paint->plain, finding->name);
	if (*finding->what)
		printf(": %s", finding->what);
	if (*finding->meaning)
		printf("; %s", finding->meaning);
	putchar('\n');
}

static void print_text(const struct hr_checkup *checkup)
{
	struct hr_paint paint = hr_paint_for(hr_wants_colour(stdout));
	const char *part = "";
	for (size_t i = 0; i < checkup->findings.count; i++) {
		const struct hr_finding *finding = &checkup->findings.data[i];
		if (strcmp(part, finding->part) != 0)
			printf("%s%s%s\n", paint.bold, finding->part, paint.plain);
		part = finding->part;
		print_finding(finding, &paint);
	}
	size_t fatal = hr_checkup_count(checkup, HR_FINDING_FATAL);
	size_t missing = hr_checkup_count(checkup, HR_FINDING_MISSING) - fatal;
	if (fatal)
		printf("\nHarrier does not work here: %zu broken, %zu missing\n", fatal, missing);
	else if (missing)
		printf("\nHarrier works here; %zu missing\n", missing);
	else
		printf("\nHarrier works here, and nothing is missing\n");
}

static void print_json(const struct hr_checkup *checkup)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	struct hr_json_writer writer;
	hr_json_writer_init(&writer, &text);
	hr_json_begin_object(&writer);
	hr_json_key(&writer, "version");
	hr_json_int(&writer, JSON_VERSION);
	hr_json_key(&writer, "works");
	hr_json_bool(&writer, hr_checkup_count(checkup, HR_FINDING_FATAL) == 0);
	hr_json_key(&writer, "complete");
	hr_json_bool(&writer, hr_checkup_count(checkup, HR_FINDING_MISSING) == 0);
	hr_json_key(&writer, "findings");
	hr_json_begin_array(&writer);
	for (size_t i = 0; i < checkup->findings.count; i++) {
		const struct hr_finding *finding = &checkup->findings.data[i];
		hr_json_begin_object(&writer);
		hr_json_key(&writer, "part");
		hr_json_string(&writer, finding->part);
		hr_json_key(&writer, "name");
		hr_json_string(&writer, finding->name);
		hr_json_key(&writer, "state");
		hr_json_string(&writer, state_names[finding->state]);
		hr_json_key(&writer, "what");
		hr_json_string(&writer, finding->what);
		hr_json_key(&writer, "meaning");
		hr_json_string(&writer, finding->meaning);
		hr_json_end_object(&writer);
	}
	hr_json_end_array(&writer);
	hr_json_end_object(&writer);
	puts(text.data);
	hr_strbuf_release(&text);
}

static int examine(bool json)
{
	struct hr_checkup checkup;
	memset(&checkup, 0, sizeof checkup);
	hr_checkup_fence(&checkup);
	hr_checkup_programs(&checkup);
	hr_checkup_directories(&checkup);
	hr_checkup_kernel(&checkup);
	hr_checkup_trial(&checkup);
	int code = hr_checkup_count(&checkup, HR_FINDING_FATAL)     ? HR_EXIT_INTERNAL
		   : hr_checkup_count(&checkup, HR_FINDING_MISSING) ? HR_EXIT_FAILURES
								    : HR_EXIT_FINE;
	struct hr_error error = HR_ERROR_INIT;
	if (hr_interrupt_check(&error)) /* what was tried meanwhile says nothing */
		code = hr_report_error(&error);
	else if (json)
		print_json(&checkup);
	else
		print_text(&checkup);
	hr_error_release(&error);
	hr_vec_release(&checkup.findings);
	hr_arena_release(&checkup.arena);
	return code;
}

int hr_command_doctor(int argc, char **argv)
{
	bool json = false;
	for (int i = 0; i < argc; i++) {
		if (strcmp(argv[i], "-h") == 0 || strcmp(argv[i], "--help") == 0) {
			fputs(help, stdout);
			return HR_EXIT_FINE;
		}
		if (strcmp(argv[i], "--json") == 0)
			json = true;
		else if (argv[i][0] == '-')
			return hr_usage_error("doctor", "unknown option '%s'", argv[i]);
		else
			return hr_usage_error("doctor", "it takes no argument: '%s'", argv[i]);
	}
	return examine(json);
}
