/* Where what was built is kept.
 *
 * Invariants: a name tells the contents, so nothing is ever changed, only added and removed; files come by rename(2) from the scratch
 * directory, which is on the same file system; the time of last change of a file is the time of its last use. */
#include "build/cache.h"

#include "base/file.h"
#include "base/vec.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define SCRATCH_PREFIX "making."

static const char *default_directory(struct hr_arena *arena)
{
	const char *base = getenv("XDG_CACHE_HOME");

	if (base && *base == '/')
		return hr_arena_printf(arena, "%s/harrier/units", base);
	base = getenv("HOME");
	return base && *base == '/' ? hr_arena_printf(arena, "%s/.cache/harrier/units", base) : NULL;
}

/* Makes the directory and those above it. */
static bool make_directories(const char *path)
{
	if (hr_path_is_directory(path))
		return true;
	char *parent = hr_path_parent(path);
	bool fine = strcmp(parent, path) == 0 || make_directories(parent);
	free(parent);
	return fine && (mkdir(path, 0777) == 0 || errno == EEXIST);
}

/* What a build that was killed left there goes first (base/file.h). */
static int make_scratch(struct hr_cache *cache, struct hr_error *error)
{
	char *path;

	if (hr_directory_temporary_in(&path, cache->directory, SCRATCH_PREFIX, error))
		return -1;
	cache->scratch = hr_arena_strdup(&cache->arena, path);
	free(path);
	return 0;
}

int hr_cache_open(struct hr_cache *out, const char *wanted, struct hr_error *error)
{
	char *temporary;

	memset(out, 0, sizeof *out);
	out->directory = wanted ? wanted : default_directory(&out->arena);
	if (out->directory) {
		char *absolute = hr_path_absolute(out->directory);
		out->directory = hr_arena_strdup(&out->arena, absolute);
		free(absolute);
	}
	if (out->directory && make_directories(out->directory) && make_scratch(out, error) == 0)
		return 0;
	hr_error_release(error);
	if (hr_directory_temporary(&temporary, error))
		goto fail;
	out->directory = hr_arena_strdup(&out->arena, temporary);
	out->is_temporary = true;
	free(temporary);
	if (make_scratch(out, error) == 0)
		return 0;
	hr_directory_remove(out->directory);
fail:
	hr_arena_release(&out->arena);
	return -1;
}

void hr_cache_close(struct hr_cache *cache)
{
	if (cache->scratch)
		hr_directory_remove(cache->scratch);
	hr_arena_release(&cache->arena);
	memset(cache, 0, sizeof *cache);
}

void hr_cache_key(struct hr_hash *hash, char key[HR_KEY_TEXT])
{
	char text[HR_HASH_TEXT];

	hr_hash_text(hash, text);
	memcpy(key, text, HR_KEY_TEXT - 1);
	key[HR_KEY_TEXT - 1] = '\0';
}

const char *hr_cache_path(struct hr_cache *cache, const char *key, const char *ending)
{
	return hr_arena_printf(&cache->arena, "%s/%s%s", cache->directory, key, ending);
}

const char *hr_cache_scratch(struct hr_cache *cache, const char *name, const char *ending)
{
	return hr_arena_printf(&cache->arena, "%s/%s%s", cache->scratch, name, ending);
}

bool hr_cache_has(const char *path)
{
	/* where we may not set the time the file is as good */
	return utimensat(AT_FDCWD, path, NULL, 0) == 0 || hr_path_is_file(path);
}

int hr_cache_keep(const char *from, const char *path, struct hr_error *error)
{
	if (rename(from, path) < 0)
		return hr_fail(error, HR_ERROR_INTERNAL, "cannot write '%s': %s", path, strerror(errno));
	return 0;
}

struct entry {
	char *path;
	uint64_t size;
	time_t used;
};

typedef HR_VEC(struct entry) entries;

static int by_use(const void *left, const void *right)
{
	const struct entry *a = left, *b = right;

	return a->used < b->used ? -1 : a->used > b->used;
}

static void list(entries *out, const char *directory)
{
	DIR *stream = opendir(directory);

	if (!stream)
		return;
	for (struct dirent *it; (it = readdir(stream));) {
		struct stat info;
		char *path = hr_path_join(directory, it->d_name);
		if (lstat(path, &info) == 0 && S_ISREG(info.st_mode))
			hr_vec_push(out, (struct entry){ path, (uint64_t)info.st_size, info.st_mtime });
		else
			free(path);
	}
	closedir(stream);
}

void hr_cache_trim(const struct hr_cache *cache, uint64_t most)
{
	entries all = HR_VEC_INIT;
	uint64_t total = 0;

	list(&all, cache->directory);
	for (size_t i = 0; i < all.count; i++)
		total += all.data[i].size;
	if (all.count)
		qsort(all.data, all.count, sizeof *all.data, by_use);
	for (size_t i = 0; i < all.count && total > most; i++)
		if (unlink(all.data[i].path) == 0)
			total -= all.data[i].size;
	for (size_t i = 0; i < all.count; i++)
		free(all.data[i].path);
	hr_vec_release(&all);
}
