/* From the calls of a build to a compile database: one entry for each C source, in the order in which they were
 * compiled.
 *
 * Which call of a source counts: the first that does not define main. The first, because libtool compiles everything
 * twice and a later call is often for a test of it; without main, because a source may be compiled with its own test
 * program in it.
 *
 * Invariant: every source that was compiled and is no probe is in the database or counted as left out. */
#include "app/capture_internal.h"

#include "base/bug.h"
#include "base/file.h"
#include "base/json.h"
#include "base/map.h"
#include "base/text.h"
#include "frontend/compdb.h"
#include "frontend/compiler_call.h"
#include "frontend/flag_scan.h"
#include "frontend/main_check.h"

#include <string.h>

struct source {
	const char *file;
	HR_VEC(size_t) calls; /* that compile it */
};

struct collection {
	HR_VEC(struct source) sources;
	struct hr_map by_file;
};

/* Where autoconf, CMake, meson and waf put the little programs by which they learn about the machine. */
static bool is_probe_path(const char *path)
{
	static const char *const places[] = { "/CMakeScratch/",       "/CMakeTmp/",      "/CompilerIdC/",
					      "/CMakeCCompilerABI.c", "/meson-private/", "/.conf_check_" };
	for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
		if (strstr(path, places[i]) != NULL)
			return true;
	}
	return hr_text_starts_with(hr_path_name(path), "conftest");
}

bool hr_capture_is_probe(const struct hr_capture_call *call, struct hr_arena *arena)
{
	struct hr_flag flag;
	struct hr_flag_scan scan = { call->argv.data + 1, call->argv.count - 1, 0, false };
	if (is_probe_path(hr_arena_printf(arena, "%s/", call->directory)))
		return true;
	while (hr_flag_next(&flag, &scan)) {
		if (flag.is_input && is_probe_path(hr_flags_absolute(flag.text, call->directory, arena)))
			return true;
	}
	return false;
}

static void collect_source(struct collection *collection, const char *file, size_t call)
{
	size_t index = collection->sources.count;
	if (!hr_map_get(&collection->by_file, file, &index)) {
		hr_map_put(&collection->by_file, file, index);
		hr_vec_add(&collection->sources)->file = file;
	}
	if (index >= collection->sources.count)
		HR_BUG("source %zu of %zu", index, collection->sources.count);
	hr_vec_push(&collection->sources.data[index].calls, call);
}

static void collect(struct collection *collection, const hr_capture_calls *calls, struct hr_capture_summary *summary,
		    struct hr_arena *arena)
{
	for (size_t i = 0; i < calls->count; i++) {
		const struct hr_capture_call *call = &calls->data[i];
		if (hr_capture_is_probe(call, arena)) {
			summary->cmake_remembers |= call->through_our_path;
			continue;
		}
		struct hr_compiler_call parts = HR_COMPILER_CALL_INIT;
		hr_compiler_call_read(&parts, call->argv.data, call->argv.count, call->directory, arena);
		for (size_t j = 0; j < parts.sources.count; j++)
			collect_source(collection, parts.sources.data[j], i);
		hr_compiler_call_release(&parts);
	}
}

static void collection_release(struct collection *collection)
{
	for (size_t i = 0; i < collection->sources.count; i++)
		hr_vec_release(&collection->sources.data[i].calls);
	hr_vec_release(&collection->sources);
	hr_map_release(&collection->by_file);
}

static bool defines_main(const char *file, const struct hr_capture_call *call, struct hr_arena *arena)
{
	struct hr_compile_command command = { call->directory, file, HR_VEC_INIT };
	hr_flags_for_reading(&command.flags, call->argv.data + 1, call->argv.count - 1, file, call->directory, arena);
	bool defines = hr_defines_main(&command) == HR_YES;
	hr_vec_release(&command.flags);
	return defines;
}

/* The call that counts; NULL when all of them define main. */
static const struct hr_capture_call *choose_call(const struct source *source, const hr_capture_calls *calls,
						 bool keep_main, struct hr_arena *arena)
{
	for (size_t i = 0; i < source->calls.count; i++) {
		const struct hr_capture_call *call = &calls->data[source->calls.data[i]];
		if (keep_main || !defines_main(source->file, call, arena))
			return call;
	}
	return NULL;
}

/* A call that compiles just this source is given as it was. Of one that compiles several, or links as well, there
 * remains what matters for this source. */
static void write_arguments(struct hr_json_writer *writer, const char *file, const struct hr_capture_call *call,
			    struct hr_arena *arena)
{
	struct hr_compiler_call parts = HR_COMPILER_CALL_INIT;
	hr_strings arguments = HR_VEC_INIT;
	hr_compiler_call_read(&parts, call->argv.data, call->argv.count, call->directory, arena);
	hr_vec_push(&arguments, call->argv.data[0]);
	if (parts.stage == HR_STAGE_COMPILE && parts.sources.count == 1) {
		for (size_t i = 1; i < call->argv.count; i++)
			hr_vec_push(&arguments, call->argv.data[i]);
	} else {
		hr_flags_for_reading(&arguments, call->argv.data + 1, call->argv.count - 1, file, call->directory,
				     arena);
		hr_vec_push(&arguments, "-c");
		hr_vec_push(&arguments, file);
	}
	hr_json_compact(writer);
	hr_json_begin_array(writer);
	for (size_t i = 0; i < arguments.count; i++)
		hr_json_string(writer, arguments.data[i]);
	hr_json_end_array(writer);
	hr_vec_release(&arguments);
	hr_compiler_call_release(&parts);
}

static void write_entry(struct hr_json_writer *writer, const char *file, const struct hr_capture_call *call,
			struct hr_arena *arena)
{
	hr_json_begin_object(writer);
	hr_json_key(writer, "directory");
	hr_json_string(writer, call->directory);
	hr_json_key(writer, "file");
	hr_json_string(writer, file);
	hr_json_key(writer, "arguments");
	write_arguments(writer, file, call, arena);
	hr_json_end_object(writer);
}

void hr_capture_database(struct hr_strbuf *database, const hr_capture_calls *calls, bool keep_main,
			 struct hr_capture_summary *summary, struct hr_arena *arena)
{
	struct collection collection = { HR_VEC_INIT, HR_MAP_INIT };
	struct hr_json_writer writer;
	summary->calls = calls->count;
	collect(&collection, calls, summary, arena);
	hr_json_writer_init(&writer, database);
	hr_json_begin_array(&writer);
	for (size_t i = 0; i < collection.sources.count; i++) {
		const struct source *source = &collection.sources.data[i];
		if (!hr_path_is_file(source->file)) {
			summary->gone++;
			continue;
		}
		const struct hr_capture_call *call = choose_call(source, calls, keep_main, arena);
		if (call == NULL) {
			summary->with_main++;
			continue;
		}
		write_entry(&writer, source->file, call, arena);
		summary->sources++;
	}
	hr_json_end_array(&writer);
	hr_strbuf_addch(database, '\n');
	collection_release(&collection);
}
