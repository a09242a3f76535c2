/* Which files the loader will need to load the unit: by the same tables that the loader reads.
 *
 * Paths in shared objects (DT_NEEDED with a slash), directories to search (DT_RPATH, DT_RUNPATH, LD_LIBRARY_PATH, with $ORIGIN), and from what is found
 * there on; and the loader's cache, which may know of directories that are not among the system's own. A library is listed beside its directory, because it may be a symbolic link that leads out of it. Nothing that a file says is believed
 * before it was checked against the file's size: the unit is not trusted, and neither are its libraries. */
#include "runtime/libraries.h"

#include <elf.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* A shared object in memory. */
struct object {
	const char *path;
	const uint8_t *bytes;
	size_t size;
	const Elf64_Dyn *dynamic;
	size_t dynamic_count;
	const char *strings;
	size_t strings_size;
};

/* Lists a path unless it is there. Returns it as it is kept; NULL when it is not new or does not fit. */
static const char *add(struct hr_libraries *out, const char *path, size_t length)
{
	for (size_t i = 0; i < out->count; i++) {
		if (strncmp(out->paths[i], path, length) == 0 && out->paths[i][length] == '\0')
			return NULL;
	}
	/* a library that wants to look everywhere may not */
	if (length == 0 || (length == 1 && *path == '/') || out->count == HR_LIBRARIES_MOST ||
	    length >= sizeof out->text - out->used)
		return NULL;
	char *copy = out->text + out->used;
	memcpy(copy, path, length);
	copy[length] = '\0';
	out->used += length + 1;
	out->paths[out->count++] = copy;
	return copy;
}

static bool map_object(struct object *object, const char *path)
{
	struct stat status;
	int file = open(path, O_RDONLY | O_CLOEXEC);

	memset(object, 0, sizeof *object);
	object->path = path;
	if (file < 0)
		return false;
	void *bytes = MAP_FAILED;
	if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_size >= (off_t)sizeof(Elf64_Ehdr))
		bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
	close(file);
	if (bytes == MAP_FAILED)
		return false;
	object->bytes = bytes;
	object->size = (size_t)status.st_size;
	return true;
}

static bool is_inside(const struct object *object, uint64_t offset, uint64_t size)
{
	return offset <= object->size && size <= object->size - offset;
}

/* Where in the file an address of the loaded object is; SIZE_MAX: nowhere. */
static size_t offset_of(const Elf64_Phdr *headers, size_t count, uint64_t address)
{
	for (size_t i = 0; i < count; i++) {
		const Elf64_Phdr *header = &headers[i];
		if (header->p_type == PT_LOAD && address >= header->p_vaddr &&
		    address - header->p_vaddr < header->p_filesz)
			return (size_t)(header->p_offset + (address - header->p_vaddr));
	}
	return SIZE_MAX;
}

static bool read_tables(struct object *object)
{
	const Elf64_Ehdr *header = (const Elf64_Ehdr *)object->bytes;

	if (memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 || header->e_ident[EI_CLASS] != ELFCLASS64 ||
	    header->e_phentsize != sizeof(Elf64_Phdr) || header->e_phoff % 8 != 0 ||
	    !is_inside(object, header->e_phoff, (uint64_t)header->e_phnum * sizeof(Elf64_Phdr)))
		return false;
	const Elf64_Phdr *headers = (const Elf64_Phdr *)(object->bytes + header->e_phoff);
	for (size_t i = 0; i < header->e_phnum; i++) {
		if (headers[i].p_type == PT_DYNAMIC && headers[i].p_offset % 8 == 0 &&
		    is_inside(object, headers[i].p_offset, headers[i].p_filesz)) {
			object->dynamic = (const Elf64_Dyn *)(object->bytes + headers[i].p_offset);
			object->dynamic_count = headers[i].p_filesz / sizeof(Elf64_Dyn);
		}
	}
	size_t strings = SIZE_MAX;
	for (size_t i = 0; i < object->dynamic_count; i++) {
		if (object->dynamic[i].d_tag == DT_STRTAB)
			strings = offset_of(headers, header->e_phnum, object->dynamic[i].d_un.d_ptr);
		else if (object->dynamic[i].d_tag == DT_STRSZ)
			object->strings_size = object->dynamic[i].d_un.d_val;
	}
	if (strings == SIZE_MAX || object->strings_size == 0 || !is_inside(object, strings, object->strings_size))
		return false;
	object->strings = (const char *)object->bytes + strings;
	return object->strings[object->strings_size - 1] == '\0';
}

/* Lists the directories of a list with colons; those that begin with $ORIGIN are where the object is. */
static void add_directories(struct hr_libraries *out, const struct object *object, const char *list)
{
	static const char *const origins[] = { "$ORIGIN", "${ORIGIN}" };
	char path[PATH_MAX];

	while (list && *list) {
		size_t length = strcspn(list, ":");
		const char *rest = list;
		size_t rest_length = length;
		const char *slash = object ? strrchr(object->path, '/') : NULL;
		int origin = 0;
		for (size_t i = 0; i < 2 && slash; i++) {
			size_t origin_length = strlen(origins[i]);
			if (length >= origin_length && memcmp(list, origins[i], origin_length) == 0) {
				rest = list + origin_length;
				rest_length = length - origin_length;
				origin = (int)(slash - object->path);
			}
		}
		int used = snprintf(path, sizeof path, "%.*s%.*s", origin, object ? object->path : "", (int)rest_length,
				    rest);
		if (used > 0 && (size_t)used < sizeof path)
			add(out, path, (size_t)used);
		list += length + (list[length] == ':');
	}
}

/* Lists what the cache says of the library: among much else the cache is a list of paths, each with a NUL behind it. */
static void add_cached(struct hr_libraries *out, const struct object *cache, const char *name)
{
	const char *text = (const char *)cache->bytes;
	const size_t length = strlen(name);

	for (size_t i = 0; i < cache->size;) {
		const char *path = text + i;
		const size_t size = strnlen(path, cache->size - i);
		i += size + 1;
		/* the system's own can be read anyway */
		if (size > 5 && (memcmp(path, "/usr/", 5) == 0 || memcmp(path, "/lib", 4) == 0))
			continue;
		if (i <= cache->size && *path == '/' && size > length && path[size - length - 1] == '/' &&
		    memcmp(path + size - length, name, length) == 0)
			add(out, path, size);
	}
}

/* Lists the library where one of the directories has it, or the cache. */
static void add_library(struct hr_libraries *out, const struct object *cache, const char *name)
{
	char path[PATH_MAX];

	if (strchr(name, '/')) {
		add(out, name, strlen(name));
		return;
	}
	add_cached(out, cache, name);
	size_t count = out->count;
	for (size_t i = 0; i < count; i++) {
		int used = snprintf(path, sizeof path, "%s/%s", out->paths[i], name);
		if (used > 0 && (size_t)used < sizeof path && access(path, R_OK) == 0)
			add(out, path, (size_t)used);
	}
}

static void look_into(struct hr_libraries *out, const struct object *cache, const char *path)
{
	struct object object;

	if (!map_object(&object, path))
		return;
	if (read_tables(&object)) {
		for (size_t i = 0; i < object.dynamic_count; i++) {
			const Elf64_Dyn *entry = &object.dynamic[i];
			if ((entry->d_tag == DT_RPATH || entry->d_tag == DT_RUNPATH) &&
			    entry->d_un.d_val < object.strings_size)
				add_directories(out, &object, object.strings + entry->d_un.d_val);
		}
		for (size_t i = 0; i < object.dynamic_count; i++) {
			const Elf64_Dyn *entry = &object.dynamic[i];
			if (entry->d_tag == DT_NEEDED && entry->d_un.d_val < object.strings_size)
				add_library(out, cache, object.strings + entry->d_un.d_val);
		}
	}
	munmap((void *)object.bytes, object.size);
}

void hr_libraries_find(struct hr_libraries *out, const char *unit)
{
	struct object cache;

	memset(out, 0, sizeof *out);
	add(out, unit, strlen(unit));
	add_directories(out, NULL, getenv("LD_LIBRARY_PATH"));
	map_object(&cache, "/etc/ld.so.cache");
	for (size_t i = 0; i < out->count; i++) /* it grows meanwhile; what is no shared object is passed over */
		look_into(out, &cache, out->paths[i]);
	if (cache.bytes)
		munmap((void *)cache.bytes, cache.size);
	out->paths[out->count] = NULL;
}
