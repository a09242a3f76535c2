/* What a build links with, for the side file of the compile database: the libraries from outside.
 *
 * Left out: objects and libraries that the build itself made (their sources are in the database), options for the
 * layout of its own output (-Wl, …), and all that configure scripts try.
 *
 * Invariants: every flag once, in the order of first use; a directory (-L) only when a library that is kept was found
 * in it. */
#include "app/capture_internal.h"

#include "base/file.h"
#include "base/json.h"
#include "base/map.h"
#include "base/text.h"
#include "frontend/compdb.h"
#include "frontend/compiler_call.h"
#include "frontend/flag_scan.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct linking {
	hr_strings flags;
	struct hr_map seen;
	struct timespec started;
	struct hr_arena *arena;
};

static void add_once(struct linking *linking, const char *flag)
{
	if (hr_map_put(&linking->seen, flag, 0))
		hr_vec_push(&linking->flags, flag);
}

static bool is_built_here(const char *path, const struct linking *linking)
{
	struct stat status;
	if (stat(path, &status) != 0)
		return false;
	const struct timespec *written = &status.st_mtim;
	const struct timespec *started = &linking->started;
	return written->tv_sec > started->tv_sec ||
	       (written->tv_sec == started->tv_sec && written->tv_nsec >= started->tv_nsec);
}

/* The file that -lNAME stands for in one directory; NULL when there is none. */
static const char *find_library(const char *directory, const char *name, struct hr_arena *arena)
{
	static const char *const endings[] = { "so", "a" };
	if (name[0] == ':') {
		const char *path = hr_arena_printf(arena, "%s/%s", directory, name + 1);
		return hr_path_is_file(path) ? path : NULL;
	}
	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
		const char *path = hr_arena_printf(arena, "%s/lib%s.%s", directory, name, endings[i]);
		if (hr_path_is_file(path))
			return path;
	}
	return NULL;
}

/* -lNAME: with the directory it is found in, or from the system when no -L has it. */
static void add_library(struct linking *linking, const char *name, const hr_strings *directories)
{
	for (size_t i = 0; i < directories->count; i++) {
		const char *path = find_library(directories->data[i], name, linking->arena);
		if (path == NULL)
			continue;
		if (is_built_here(path, linking))
			return;
		add_once(linking, hr_arena_printf(linking->arena, "-L%s", directories->data[i]));
		break;
	}
	add_once(linking, hr_arena_printf(linking->arena, "-l%s", name));
}

static bool is_flag(const struct hr_flag *flag, const char *name)
{
	return !flag->is_input && strcmp(flag->rule->name, name) == 0;
}

static void add_flags(struct linking *linking, const hr_strings *flags)
{
	hr_strings directories = HR_VEC_INIT;
	struct hr_flag flag;
	struct hr_flag_scan scan = { flags->data, flags->count, 0, false };
	while (hr_flag_next(&flag, &scan)) { /* a -L holds for the libraries before it too */
		if (is_flag(&flag, "-L"))
			hr_vec_push(&directories, flag.value);
	}
	scan.at = 0;
	while (hr_flag_next(&flag, &scan)) {
		if (is_flag(&flag, "-l"))
			add_library(linking, flag.value, &directories);
		else if (is_flag(&flag, "-pthread"))
			add_once(linking, flag.text);
		else if (flag.is_input && !hr_text_ends_with(flag.text, ".o") && hr_path_is_file(flag.text) &&
			 !is_built_here(flag.text, linking))
			add_once(linking, flag.text);
	}
	hr_vec_release(&directories);
}

/* A program whose sources are all gone was only tried. */
static bool is_worth_noting(const struct hr_compiler_call *parts)
{
	if (parts->stage != HR_STAGE_LINK)
		return false;
	for (size_t i = 0; i < parts->sources.count; i++) {
		if (hr_path_is_file(parts->sources.data[i]))
			return true;
	}
	return parts->sources.count == 0;
}

static void add_call(struct linking *linking, const struct hr_capture_call *call)
{
	struct hr_compiler_call parts = HR_COMPILER_CALL_INIT;
	hr_strings flags = HR_VEC_INIT;
	hr_compiler_call_read(&parts, call->argv.data, call->argv.count, call->directory, linking->arena);
	if (is_worth_noting(&parts) && !hr_capture_is_probe(call, linking->arena)) {
		hr_flags_for_linking(&flags, call->argv.data + 1, call->argv.count - 1, call->directory,
				     linking->arena);
		add_flags(linking, &flags);
	}
	hr_vec_release(&flags);
	hr_compiler_call_release(&parts);
}

static void write_link_file(struct hr_strbuf *out, const hr_strings *flags)
{
	struct hr_json_writer writer;
	hr_json_writer_init(&writer, out);
	hr_json_begin_object(&writer);
	hr_json_key(&writer, "schema");
	hr_json_string(&writer, HR_LINK_SCHEMA);
	hr_json_key(&writer, "flags");
	hr_json_compact(&writer);
	hr_json_begin_array(&writer);
	for (size_t i = 0; i < flags->count; i++)
		hr_json_string(&writer, flags->data[i]);
	hr_json_end_array(&writer);
	hr_json_end_object(&writer);
	hr_strbuf_addch(out, '\n');
}

void hr_capture_link_file(struct hr_strbuf *out, const hr_capture_calls *calls, const struct timespec *started,
			  struct hr_arena *arena)
{
	struct linking linking = { HR_VEC_INIT, HR_MAP_INIT, *started, arena };
	for (size_t i = 0; i < calls->count; i++)
		add_call(&linking, &calls->data[i]);
	if (linking.flags.count > 0)
		write_link_file(out, &linking.flags);
	hr_vec_release(&linking.flags);
	hr_map_release(&linking.seen);
}
