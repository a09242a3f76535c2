/* `harrier capture -- BUILD COMMAND`: learns from any build which sources it compiles and how.
 *
 * Invariants: the private directory is gone when the command ends, also when the build fails or is interrupted; a
 * database that was there stays as it was unless there is a new one to put in its place; of the build's own files
 * nothing is touched. */
#include "app/app.h"
#include "app/capture_internal.h"

#include "base/file.h"
#include "base/text.h"
#include "frontend/compdb.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char help[] =
	"usage: harrier capture [-o FILE] [--keep-main] -- BUILD COMMAND…\n"
	"\n"
	"Runs the build and writes down how it compiles its C sources, as a compile database that\n"
	"'harrier inspect -p' and other tools read. The build runs as it would without Harrier; compilers that\n"
	"it calls by name (cc, gcc, clang, gcc-12, TRIPLE-gcc, …) are watched. One entry is kept per source:\n"
	"the first, when a source is compiled several times. Left out are sources that define main, because a\n"
	"test brings its own, what configure scripts try, C++ and assembler. The libraries that the build links\n"
	"with are noted beside the database, in " HR_LINK_FILE ".\n"
	"\n"
	"options:\n"
	"  -o, --output FILE  the database; a directory stands for " HR_COMPDB_FILE " in it,\n"
	"                     which is also the default, in the current directory\n"
	"      --keep-main    keep sources that define main\n"
	"  -h, --help         this text\n"
	"\n"
	"examples:\n"
	"  harrier capture -- make -j4\n"
	"  harrier capture -- sh -c './configure && make'\n"
	"  harrier capture -o build/ -- ninja -C build\n"
	"  harrier capture -- cc -c foo.c -DFOO=1      one call is a build, too\n"
	"\n"
	"Only what is compiled is seen: clean first when everything is up to date ('make clean'). A compiler that\n"
	"is called by its full path is not seen: pass CC=cc. CMake (-DCMAKE_EXPORT_COMPILE_COMMANDS=ON) and meson\n"
	"write a compile database by themselves.\n"
	"\n"
	"exit codes: 0 fine; 2 the command line is wrong; 3 the build failed or compiled no C source that can be\n"
	"used (what was captured before a failure is written all the same); 4 Harrier itself failed\n";

struct options {
	const char *output; /* NULL: the default */
	bool keep_main;
	bool help;
	char **build; /* NULL-terminated */
};

struct session {
	struct options options;
	char *output;
	struct timespec started; /* by the clock of files */
	struct hr_capture_build build;
	hr_capture_calls calls;
	struct hr_arena arena; /* of the calls */
};

/* Returns 0 or an exit code. */
static int parse_options(struct options *out, int argc, char **argv)
{
	int i = 0;
	for (; i < argc && argv[i][0] == '-' && strcmp(argv[i], "--") != 0; i++) {
		const char *word = argv[i];
		if (strcmp(word, "-h") == 0 || strcmp(word, "--help") == 0) {
			out->help = true;
			return 0;
		}
		if (strcmp(word, "--keep-main") == 0) {
			out->keep_main = true;
		} else if (hr_text_starts_with(word, "--output=")) {
			out->output = word + strlen("--output=");
		} else if (strcmp(word, "-o") == 0 || strcmp(word, "--output") == 0) {
			if (i + 1 == argc)
				return hr_usage_error("capture", "'%s' needs a file", word);
			out->output = argv[++i];
		} else {
			return hr_usage_error("capture", "unknown option '%s'", word);
		}
	}
	if (i < argc && strcmp(argv[i], "--") == 0)
		i++;
	if (i == argc)
		return hr_usage_error("capture",
				      "no build command; give it behind '--', as in 'harrier capture -- make'");
	if (out->output != NULL && out->output[0] == '\0')
		return hr_usage_error("capture", "the name of the output is empty");
	out->build = argv + i;
	return 0;
}

/* Makes the private directory and points PATH at its links. */
static int prepare(const char *capture_directory, struct hr_error *error)
{
	struct hr_strbuf path = HR_STRBUF_INIT;
	char *calls = hr_path_join(capture_directory, HR_CAPTURE_CALLS);
	int result = hr_capture_make_links(capture_directory, error);
	if (result == 0 && mkdir(calls, 0700) != 0)
		result = hr_fail(error, HR_ERROR_INTERNAL, "cannot make '%s': %s", calls, strerror(errno));
	hr_strbuf_addf(&path, "%s/" HR_CAPTURE_BIN ":%s", capture_directory, hr_capture_search_path());
	setenv("PATH", path.data, 1);
	setenv(HR_CAPTURE_VARIABLE, capture_directory, 1);
	free(calls);
	hr_strbuf_release(&path);
	return result;
}

/* The side file goes with the database; one from an earlier capture must not outlive it. */
static int write_side_file(const char *output, const struct hr_strbuf *text, struct hr_error *error)
{
	char *directory = hr_path_parent(output);
	char *path = hr_path_join(directory, HR_LINK_FILE);
	int result = 0;
	if (text->length > 0)
		result = hr_file_write(path, text->data, text->length, error);
	else if (unlink(path) != 0 && errno != ENOENT)
		result = hr_fail(error, HR_ERROR_INTERNAL, "cannot remove '%s': %s", path, strerror(errno));
	free(path);
	free(directory);
	return result;
}

static int write_results(struct hr_capture_summary *summary, const struct session *session, struct hr_error *error)
{
	struct hr_arena arena = HR_ARENA_INIT;
	struct hr_strbuf database = HR_STRBUF_INIT;
	struct hr_strbuf side_file = HR_STRBUF_INIT;
	int result = 0;
	hr_capture_database(&database, &session->calls, session->options.keep_main, summary, &arena);
	hr_capture_link_file(&side_file, &session->calls, &session->started, &arena);
	if (summary->sources > 0)
		result = hr_file_write(session->output, database.data, database.length, error);
	if (summary->sources > 0 && result == 0)
		result = write_side_file(session->output, &side_file, error);
	hr_strbuf_release(&side_file);
	hr_strbuf_release(&database);
	hr_arena_release(&arena);
	return result;
}

static const char *plural(size_t count)
{
	return count == 1 ? "" : "s";
}

static void print_summary(const struct hr_capture_summary *summary, const char *output)
{
	struct hr_strbuf left_out = HR_STRBUF_INIT;
	if (summary->with_main > 0)
		hr_strbuf_addf(&left_out, "%zu with main left out", summary->with_main);
	if (summary->gone > 0)
		hr_strbuf_addf(&left_out, "%s%zu gone since", left_out.length > 0 ? ", " : "", summary->gone);
	fprintf(stderr, "harrier: captured %zu source%s%s%s%s into %s\n", summary->sources, plural(summary->sources),
		left_out.length > 0 ? " (" : "", left_out.data, left_out.length > 0 ? ")" : "", output);
	if (summary->cmake_remembers)
		fputs("note: CMake was configured during the capture and remembers a compiler that is no longer there; "
		      "configure again before the next build\n",
		      stderr);
	hr_strbuf_release(&left_out);
}

static const char why_nothing[] =
	"  is everything up to date already?      clean first, with 'make clean' for example\n"
	"  is the compiler named by a full path?  pass CC=cc\n"
	"  is it a build by CMake or meson?       they write " HR_COMPDB_FILE " by themselves\n";

static int fail_without_sources(const struct hr_capture_summary *summary, struct hr_error *error)
{
	if (summary->with_main > 0) {
		hr_fail(error, HR_ERROR_INPUT, "nothing captured: every source that was compiled %s main",
			summary->gone > 0 ? "is gone since or defines" : "defines");
		hr_strbuf_addstr(&error->hint, "to keep sources with main, use --keep-main");
	} else if (summary->gone > 0) {
		hr_fail(error, HR_ERROR_INPUT, "nothing captured: every source that was compiled is gone since");
		hr_strbuf_addstr(&error->hint, "does the build clean up after itself? capture the step before that");
	} else {
		hr_fail(error, HR_ERROR_INPUT, "nothing captured: %s",
			summary->calls == 0 ? "the build called no C compiler by its name"
					    : "the compilers that the build called compiled no C source");
		hr_strbuf_addstr(&error->details, why_nothing);
	}
	return -1;
}

static void fail_build(const struct hr_capture_build *build, const struct hr_capture_summary *summary,
		       const char *output, struct hr_error *error)
{
	if (build->signal != 0)
		hr_fail(error, HR_ERROR_INPUT, "the build was ended by signal %d (%s)", build->signal,
			strsignal(build->signal));
	else
		hr_fail(error, HR_ERROR_INPUT, "the build failed with exit status %d", build->exit_code);
	if (summary->sources > 0)
		hr_strbuf_addf(&error->hint, "'%s' holds what was compiled before that", output);
}

/* From the end of the build to the last word about it. */
static int conclude(const struct session *session, struct hr_error *error)
{
	const struct hr_capture_build *build = &session->build;
	struct hr_capture_summary summary = { 0 };
	if (write_results(&summary, session, error) != 0)
		return -1;
	if (summary.sources > 0)
		print_summary(&summary, session->output);
	if (build->signal != 0 || build->exit_code != 0) {
		fail_build(build, &summary, session->output, error);
		return -1;
	}
	return summary.sources > 0 ? 0 : fail_without_sources(&summary, error);
}

/* Where the database goes. Better refused before a long build than after it. */
static int choose_output(struct session *session, struct hr_error *error)
{
	const char *wanted = session->options.output != NULL ? session->options.output : HR_COMPDB_FILE;
	bool is_directory = hr_path_is_directory(wanted);
	session->output = is_directory ? hr_path_join(wanted, HR_COMPDB_FILE) : hr_path_join(NULL, wanted);
	char *directory = hr_path_parent(session->output);
	int result = 0;
	if (!hr_path_is_directory(directory))
		result = hr_fail(error, HR_ERROR_USAGE, "no such directory: '%s'", directory);
	free(directory);
	return result;
}

/* Ends as the signal would have ended us, had we not stayed to clean up: as soon as signals are no longer held. */
static void end_by_signal(int signal_number)
{
	fputs("harrier: interrupted; nothing captured\n", stderr);
	signal(signal_number, SIG_DFL);
	raise(signal_number);
}

/* Runs the build and takes in the calls. While the private directory exists, no signal can end us. */
static int watch_build(struct session *session, struct hr_error *error)
{
	struct hr_capture_signals signals;
	struct hr_capture_build *build = &session->build;
	char *directory = NULL;
	hr_capture_signals_hold(&signals);
	clock_gettime(CLOCK_REALTIME_COARSE, &session->started);
	int result = hr_directory_temporary(&directory, error);
	if (result == 0)
		result = prepare(directory, error);
	if (result == 0)
		result = hr_capture_run(build, session->options.build, &signals, error);
	if (result == 0)
		hr_capture_calls_read(&session->calls, directory, &session->arena);
	if (directory != NULL)
		hr_directory_remove(directory);
	free(directory);
	if (build->interrupted != 0 && (build->signal != 0 || build->exit_code != 0))
		end_by_signal(build->interrupted);
	hr_capture_signals_release(&signals);
	return result;
}

int hr_command_capture(int argc, char **argv)
{
	struct session session = { .arena = HR_ARENA_INIT };
	struct hr_error error = HR_ERROR_INIT;
	int code = parse_options(&session.options, argc, argv);
	if (code != 0)
		return code;
	if (session.options.help) {
		fputs(help, stdout);
		return HR_EXIT_FINE;
	}

	int result = choose_output(&session, &error);
	if (result == 0)
		result = watch_build(&session, &error);
	if (result == 0)
		result = conclude(&session, &error);
	code = result == 0 ? HR_EXIT_FINE : hr_report_error(&error);
	hr_capture_calls_release(&session.calls);
	hr_arena_release(&session.arena);
	free(session.output);
	hr_error_release(&error);
	return code;
}
