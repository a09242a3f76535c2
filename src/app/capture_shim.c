/* The compiler shim: harrier started under a compiler's name during a capture. Notes the call and becomes that
 * compiler.
 *
 * Invariants: whatever goes wrong with noting, the compiler runs, with its arguments, streams and descriptors (make's
 * job server) as they were; the compiler's own PATH is without the shims, so that a compiler that is itself a wrapper
 * (ccache, c99) is noted once and never finds its way back to us. */
#include "app/app.h"
#include "app/capture_internal.h"

#include "base/file.h"
#include "base/text.h"
#include "frontend/flag_scan.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <unistd.h>

enum { EXIT_NOT_FOUND = 127, EXIT_NOT_RUNNABLE = 126 }; /* a shell's */

/* True when `directory` is that of a capture which has a shim of this name. */
static bool holds_shim(const char *directory, const char *name)
{
	struct stat status;
	struct hr_strbuf path = HR_STRBUF_INIT;
	hr_strbuf_addf(&path, "%s/" HR_CAPTURE_CALLS, directory);
	bool holds = directory[0] == '/' && hr_path_is_directory(path.data);
	hr_strbuf_clear(&path);
	hr_strbuf_addf(&path, "%s/" HR_CAPTURE_BIN "/%s", directory, name);
	holds = holds && lstat(path.data, &status) == 0 && S_ISLNK(status.st_mode);
	hr_strbuf_release(&path);
	return holds;
}

/* The directory of the capture that we are the shim of, for the caller to free; NULL when we are none. A build may run
 * its compilers with an empty environment; then the path we were started by tells. */
static char *find_capture(const char *name)
{
	const char *directory = getenv(HR_CAPTURE_VARIABLE);
	if (directory != NULL && holds_shim(directory, name))
		return hr_path_join(NULL, directory);
	unsigned long started_by = getauxval(AT_EXECFN);
	if (started_by == 0)
		return NULL;
	char *bin = hr_path_parent((const char *)started_by);
	char *parent = hr_path_parent(bin);
	bool found = strcmp(hr_path_name(bin), HR_CAPTURE_BIN) == 0 && holds_shim(parent, name);
	free(bin);
	if (!found) {
		free(parent);
		return NULL;
	}
	return parent;
}

/* Where the compiler's own argv begins: behind a launcher and its settings (ccache NAME=value … gcc …). `argc` when the
 * launcher was only asked something. */
static int find_call(const char *name, int argc, char **argv)
{
	if (!hr_capture_is_launcher(name))
		return 0;
	int first = 1;
	while (first < argc && strchr(argv[first], '=') != NULL)
		first++;
	return first < argc && argv[first][0] == '-' ? argc : first;
}

/* Response files are read now: they may be gone when the build has ended. */
static void note_call(const char *capture_directory, const char *name, int argc, char **argv)
{
	struct hr_error error = HR_ERROR_INIT;
	struct hr_arena arena = HR_ARENA_INIT;
	hr_strings call = HR_VEC_INIT;
	const char *const *arguments = (const char *const *)argv;
	int first = find_call(name, argc, argv);
	if (first >= argc)
		return;
	char *directory = getcwd(NULL, 0);
	if (directory == NULL) {
		hr_fail(&error, HR_ERROR_INTERNAL, "the working directory is gone");
	} else {
		hr_vec_push(&call, arguments[first]);
		hr_flags_expand_files(&call, arguments + first + 1, (size_t)(argc - first - 1), directory, &arena);
		hr_capture_call_write(capture_directory, directory, call.data, call.count, &error);
	}
	if (error.kind != HR_ERROR_NONE)
		fprintf(stderr, "harrier: this call of '%s' is not captured: %s\n", name, error.message.data);
	hr_vec_release(&call);
	hr_arena_release(&arena);
	hr_error_release(&error);
	free(directory);
}

static bool is_same_file(const char *path, const struct stat *other)
{
	struct stat status;
	return stat(path, &status) == 0 && status.st_dev == other->st_dev && status.st_ino == other->st_ino;
}

/* Looks through PATH for the compiler behind the shims; `clean_path` becomes PATH without the directories of shims. The
 * caller frees; NULL when there is none. */
static char *find_compiler(struct hr_strbuf *clean_path, const char *name)
{
	struct stat self;
	char *found = NULL;
	const char *path = hr_capture_search_path();
	if (stat("/proc/self/exe", &self) != 0)
		return NULL;
	for (char *directory; (directory = hr_capture_next_directory(&path)) != NULL; free(directory)) {
		char *candidate = hr_path_join(directory, name);
		if (is_same_file(candidate, &self)) {
			free(candidate);
			continue;
		}
		hr_strbuf_addf(clean_path, "%s%s", clean_path->length > 0 ? ":" : "", directory);
		if (found == NULL && hr_path_is_file(candidate) && access(candidate, X_OK) == 0)
			found = candidate;
		else
			free(candidate);
	}
	return found;
}

void hr_capture_leave_links(const char *name)
{
	struct hr_strbuf clean_path = HR_STRBUF_INIT;
	free(find_compiler(&clean_path, name));
	setenv("PATH", clean_path.data, 1);
	hr_strbuf_release(&clean_path);
}

void hr_capture_become_compiler(const char *name, char **argv)
{
	struct hr_strbuf clean_path = HR_STRBUF_INIT;
	char *compiler = find_compiler(&clean_path, name);
	if (compiler == NULL) {
		fprintf(stderr, "%s: command not found\n", name);
		exit(EXIT_NOT_FOUND);
	}
	setenv("PATH", clean_path.data, 1);
	if (strchr(argv[0], '/') != NULL) /* a path to a shim: gcc would look for its parts beside it */
		argv[0] = compiler;
	execv(compiler, argv);
	fprintf(stderr, "%s: %s\n", compiler, strerror(errno));
	exit(EXIT_NOT_RUNNABLE);
}

void hr_capture_shim(int argc, char **argv)
{
	if (argc < 1)
		return;
	const char *name = hr_path_name(argv[0]);
	if (name[0] == '\0' || hr_text_starts_with(name, "harrier"))
		return;
	char *capture_directory = find_capture(name);
	if (capture_directory == NULL)
		return;
	note_call(capture_directory, name, argc, argv);
	free(capture_directory);
	hr_capture_become_compiler(name, argv);
}
