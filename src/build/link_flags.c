/* What the user wants linked: flags, objects, archives.
 *
 * Invariant: code that the user brings compiled goes through the gate like the sources: it is linked from copies in which libc's names are
 * replaced. Shared libraries are left alone. */
#include "build/builder.h"

#include "base/file.h"
#include "base/text.h"
#include "wire/wire.h"

#include <string.h>

/* Flags that make no sense for a shared object that leaves names to the worker. */
static bool is_unwanted(const char *flag)
{
	static const char *const unwanted[] = { "-static",
						"-pie",
						"-no-pie",
						"-rdynamic",
						"-shared",
						"-s",
						"-Wl,--no-undefined",
						"-Wl,-z,defs",
						"-Wl,--fatal-warnings" };
	for (size_t i = 0; i < sizeof unwanted / sizeof *unwanted; i++)
		if (strcmp(unwanted[i], flag) == 0)
			return true;
	return hr_text_starts_with(flag, "-fsanitize") || hr_text_starts_with(flag, "-Wl,-soname") ||
	       hr_text_starts_with(flag, "-Wl,--version-script");
}

const char *hr_link_archive(struct hr_builder *builder, const char *flag)
{
	const hr_recipe_strings *flags = &builder->recipe->link_flags;
	const char *name = flag + 2;

	if (!hr_text_starts_with(flag, "-l"))
		return NULL;
	for (size_t i = 0; i < flags->count; i++) {
		const char *directory = flags->data[i] + 2;
		if (!hr_text_starts_with(flags->data[i], "-L"))
			continue;
		if (strcmp(flags->data[i], "-L") == 0)
			directory = i + 1 < flags->count ? flags->data[i + 1] : "";
		if (hr_path_is_file(hr_arena_printf(&builder->arena, "%s/lib%s.so", directory, name)))
			return NULL;
		const char *archive = hr_arena_printf(&builder->arena, "%s/lib%s.a", directory, name);
		if (hr_path_is_file(archive))
			return archive;
	}
	return NULL;
}

static int copy_file(const char *to, const char *from, struct hr_error *error)
{
	struct hr_strbuf bytes = HR_STRBUF_INIT;

	int status = hr_file_read(&bytes, from, error);
	if (!status)
		status = hr_file_write(to, bytes.data, bytes.length, error);
	hr_strbuf_release(&bytes);
	return status;
}

static bool is_object(const char *flag)
{
	return *flag == '/' && (hr_text_ends_with(flag, ".o") || hr_text_ends_with(flag, ".a"));
}

/* A shared library that is not part of the C library. */
static bool is_library(const char *flag)
{
	static const char *const systems[] = {
		"-lm", "-lc", "-lpthread", "-ldl", "-lrt", "-lutil", "-lgcc", "-lgcc_s"
	};

	for (size_t i = 0; i < sizeof systems / sizeof *systems; i++)
		if (strcmp(systems[i], flag) == 0)
			return false;
	return hr_text_starts_with(flag, "-l") || (*flag == '/' && strstr(hr_path_name(flag), ".so"));
}

int hr_link_flags_take(struct hr_builder *builder, struct hr_error *error)
{
	const hr_recipe_strings *flags = &builder->recipe->link_flags;

	for (size_t i = 0; i < flags->count; i++) {
		const char *flag = flags->data[i];
		const char *archive = is_object(flag) ? flag : hr_link_archive(builder, flag);
		if (is_unwanted(flag))
			continue;
		if (archive)
			builder->traits |= HR_WIRE_TRAIT_OBJECTS;
		else if (is_library(flag))
			builder->traits |= HR_WIRE_TRAIT_LIBRARIES;
		if (!archive) {
			hr_vec_push(&builder->link_flags, flag);
			continue;
		}
		const char *name = hr_arena_printf(&builder->arena, "%zu-%s", i, hr_path_name(archive));
		const char *copy = hr_cache_scratch(&builder->cache, name, "");
		if (copy_file(copy, archive, error) || hr_sweep_object(builder, copy, false, error))
			return -1;
		hr_vec_push(&builder->link_flags, copy);
	}
	return 0;
}
