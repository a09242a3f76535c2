/* Libraries by what they define: a hint for who forgot one.
 *
 * Invariant: it is a hint. What cannot be read, is no library or is too large to be looked into in no time is passed over. */
#include "build/find_library.h"

#include "base/file.h"
#include "build/elf_symbols.h"

#include <dlfcn.h>
#include <glob.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_NAMES = 64, MOST_LIBRARIES = 3 };
enum { MOST_BYTES = 32 << 20, MOST_IN_ALL = 256 << 20 }; /* of one file; of all that are looked into */

struct candidate {
	const char *name;
	uint64_t defined; /* a bit for each name */
};

typedef HR_VEC(struct candidate) candidates;

static uint64_t defined_in(const char *path, const char *const *names, size_t count)
{
	struct hr_arena arena = HR_ARENA_INIT;
	struct hr_error error = HR_ERROR_INIT;
	hr_elf_symbols symbols = HR_VEC_INIT;
	uint64_t defined = 0;
	if (hr_elf_symbols_read(&symbols, path, true, &arena, &error))
		hr_vec_clear(&symbols);
	for (size_t i = 0; i < symbols.count; i++)
		for (size_t k = 0; symbols.data[i].is_defined && k < count; k++)
			if (strcmp(symbols.data[i].name, names[k]) == 0)
				defined |= UINT64_C(1) << k;
	hr_vec_release(&symbols);
	hr_arena_release(&arena);
	hr_error_release(&error);
	return defined;
}

/* "/usr/lib/libfoo.so" → "foo" */
static const char *name_of(const char *path, struct hr_arena *arena)
{
	const char *file = hr_path_name(path) + strlen("lib");
	return hr_arena_strndup(arena, file, strlen(file) - strlen(".so"));
}

static void look_in(candidates *out, const char *pattern, const char *const *names, size_t count, off_t *left,
		    struct hr_arena *arena)
{
	glob_t found;
	struct stat status;
	if (glob(pattern, 0, NULL, &found))
		return;
	for (size_t i = 0; i < found.gl_pathc; i++) {
		const char *path = found.gl_pathv[i];
		if (stat(path, &status) || !S_ISREG(status.st_mode) || status.st_size > MOST_BYTES ||
		    status.st_size > *left || strcmp(hr_path_name(path), "lib.so") == 0)
			continue;
		*left -= status.st_size;
		uint64_t defined = defined_in(path, names, count);
		if (defined)
			hr_vec_push(out, (struct candidate){ name_of(path, arena), defined });
	}
	globfree(&found);
}

static size_t bits(uint64_t set)
{
	return (size_t)__builtin_popcountll(set);
}

static const struct candidate *best_of(const candidates *all, uint64_t left)
{
	const struct candidate *best = NULL;
	for (size_t i = 0; i < all->count; i++) {
		const struct candidate *it = &all->data[i];
		size_t here = bits(it->defined & left), most = best ? bits(best->defined & left) : 0;
		if (here > most || (best && here == most && strlen(it->name) < strlen(best->name)))
			best = it;
	}
	return best;
}

void hr_find_libraries(hr_found_libraries *out, const char *const *names, size_t count, const char *const *patterns,
		       struct hr_arena *arena)
{
	static const char *const usual[] = { "/usr/local/lib/lib*.so", "/usr/lib/*-linux-gnu/lib*.so",
					     "/usr/lib64/lib*.so", "/usr/lib/lib*.so", NULL };
	candidates all = HR_VEC_INIT;
	off_t left_bytes = MOST_IN_ALL;
	if (count > MOST_NAMES)
		count = MOST_NAMES;
	for (const char *const *pattern = patterns ? patterns : usual; *pattern; pattern++)
		look_in(&all, *pattern, names, count, &left_bytes, arena);
	uint64_t left = count == MOST_NAMES ? UINT64_MAX : (UINT64_C(1) << count) - 1;
	for (size_t i = 0; i < MOST_LIBRARIES && left; i++) {
		const struct candidate *best = best_of(&all, left);
		if (!best)
			break;
		hr_vec_push(out, (struct hr_found_library){ best->name, bits(best->defined & left) });
		left &= ~best->defined;
	}
	hr_vec_release(&all);
}

bool hr_c_library_has(const char *name)
{
	static const char *const libraries[] = { "libc.so.6", "libm.so.6" };
	bool has = false;
	for (size_t i = 0; i < sizeof libraries / sizeof *libraries && !has; i++) {
		void *library = dlopen(libraries[i], RTLD_LAZY | RTLD_LOCAL);
		has = library && dlsym(library, name);
		if (library)
			dlclose(library);
	}
	return has;
}
