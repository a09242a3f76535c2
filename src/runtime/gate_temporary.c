/* Gate: paths that libc makes up or spells out: temporary names, getcwd, realpath. */
#include "runtime/descriptor.h"
#include "runtime/changing.h"
#include "runtime/path.h"
#include "runtime/arena.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

/* ---- temporary names ---- */

/* Six letters from a number. */
static void spell(char *to, uint32_t number)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
	for (int i = 5; i >= 0; i--) {
		to[i] = letters[number % (sizeof letters - 1)];
		number /= sizeof letters - 1;
	}
}

/* Where the six X of a template are; NULL and EINVAL. */
static char *six(const struct hr_gate_site *site, char *template, int suffix)
{
	size_t length = hr_gate_string(site, template);
	if (suffix < 0 || length < 6 + (size_t)suffix ||
	    memcmp(template + length - 6 - (size_t)suffix, "XXXXXX", 6) != 0) {
		errno = EINVAL;
		return NULL;
	}
	char *place = template + length - 6 - (size_t)suffix;
	hr_gate_writes(site, place, 6);
	return place;
}

static int make_file(const struct hr_gate_site *site, char *template, int suffix, int flags)
{
	char *place = six(site, template, suffix);
	int descriptor = -1;
	while (place) {
		spell(place, ++hr_files()->made);
		descriptor = hr_descriptor_open(hr_files()->current, template,
						(flags & ~O_ACCMODE) | O_RDWR | O_CREAT | O_EXCL, 0600);
		if (descriptor >= 0 || errno != EEXIST)
			break;
	}
	return descriptor;
}

int hr_gate_mkstemp(char *template)
{
	HR_GATE_ENTER("mkstemp");
	return make_file(site, template, 0, 0);
}
HR_GATE_ALIAS(mkstemp64, mkstemp);

int hr_gate_mkostemp(char *template, int flags)
{
	HR_GATE_ENTER("mkostemp");
	return make_file(site, template, 0, flags);
}
HR_GATE_ALIAS(mkostemp64, mkostemp);

int hr_gate_mkstemps(char *template, int suffix)
{
	HR_GATE_ENTER("mkstemps");
	return make_file(site, template, suffix, 0);
}
HR_GATE_ALIAS(mkstemps64, mkstemps);

int hr_gate_mkostemps(char *template, int suffix, int flags)
{
	HR_GATE_ENTER("mkostemps");
	return make_file(site, template, suffix, flags);
}
HR_GATE_ALIAS(mkostemps64, mkostemps);

extern int hr_gate_mkdir(const char *path, mode_t mode);

char *hr_gate_mkdtemp(char *template)
{
	HR_GATE_ENTER("mkdtemp");
	char *place = six(site, template, 0);
	while (place) {
		spell(place, ++hr_files()->made);
		if (hr_gate_mkdir(template, 0700) == 0)
			return template;
		if (errno != EEXIST)
			return NULL;
	}
	return NULL;
}

char *hr_gate_mktemp(char *template)
{
	HR_GATE_ENTER("mktemp");
	char *place = six(site, template, 0);
	if (place)
		spell(place, ++hr_files()->made);
	else
		template[0] = '\0';
	return template;
}

static struct hr_gate_static name_of_tmpnam;
HR_CHANGING(name_of_tmpnam);

/* "/tmp/fileXXXXXX" */
static void temporary_name(char *to)
{
	memcpy(to, "/tmp/file", 9);
	spell(to + 9, ++hr_files()->made);
	to[15] = '\0';
}

char *hr_gate_tmpnam(char *to)
{
	HR_GATE_ENTER("tmpnam");
	if (to)
		hr_gate_writes(site, to, L_tmpnam);
	else
		to = hr_gate_static(&name_of_tmpnam, L_tmpnam);
	temporary_name(to);
	return to;
}

char *hr_gate_tmpnam_r(char *to)
{
	HR_GATE_ENTER("tmpnam_r");
	if (!to)
		return NULL;
	hr_gate_writes(site, to, L_tmpnam);
	temporary_name(to);
	return to;
}

static char *copy_for_unit(const char *text, size_t room)
{
	size_t length = strlen(text);
	if (room < length + 1)
		room = length + 1;
	char *copy = hr_arena_lend(room, 16);
	if (copy)
		memcpy(copy, text, length + 1);
	return copy;
}

char *hr_gate_tempnam(const char *directory, const char *prefix)
{
	HR_GATE_ENTER("tempnam");
	char path[PATH_MAX + 16];
	size_t length = directory ? hr_gate_string(site, directory) : 4;
	size_t prefix_length = prefix ? hr_gate_bounded_string(site, prefix, 5) : 4;
	if (length + 1 + prefix_length + 7 > PATH_MAX) {
		errno = ENAMETOOLONG;
		return NULL;
	}
	memcpy(path, directory ? directory : "/tmp", length);
	path[length++] = '/';
	memcpy(path + length, prefix ? prefix : "file", prefix_length);
	spell(path + length + prefix_length, ++hr_files()->made);
	path[length + prefix_length + 6] = '\0';
	return copy_for_unit(path, 0);
}

/* ---- the current directory, spelled ---- */

char *hr_gate_getcwd(char *to, size_t size)
{
	HR_GATE_ENTER("getcwd");
	char path[PATH_MAX];
	ssize_t length = hr_directory_path(hr_files()->current, path, sizeof path);
	if (length < 0)
		return NULL;
	if (to && size == 0) {
		errno = EINVAL;
		return NULL;
	}
	if (size && size < (size_t)length + 1) {
		errno = ERANGE;
		return NULL;
	}
	if (!to)
		return copy_for_unit(path, size);
	hr_gate_writes(site, to, (size_t)length + 1);
	memcpy(to, path, (size_t)length + 1);
	return to;
}

char *hr_gate_get_current_dir_name(void)
{
	char path[PATH_MAX];
	return hr_directory_path(hr_files()->current, path, sizeof path) < 0 ? NULL : copy_for_unit(path, 0);
}

char *hr_gate_getwd(char *to)
{
	HR_GATE_ENTER("getwd");
	char path[PATH_MAX];
	ssize_t length = hr_directory_path(hr_files()->current, path, sizeof path);
	if (length < 0)
		return NULL;
	hr_gate_writes(site, to, (size_t)length + 1);
	memcpy(to, path, (size_t)length + 1);
	return to;
}

/* ---- realpath ---- */

/* The path of what a name stands for, without links and dots; its length, or -1. */
static ssize_t real_path(const char *path, char *out, size_t room)
{
	struct hr_name name;
	if (hr_name_find(&name, hr_files()->current, path, HR_NAME_FOLLOW))
		return -1;
	if (!name.inode) {
		errno = ENOENT;
		return -1;
	}
	if (name.inode->kind == HR_INODE_DIRECTORY)
		return hr_directory_path(name.inode, out, room);
	ssize_t length = hr_directory_path(name.parent, out, room);
	if (length < 0)
		return -1;
	if (length > 1)
		out[length++] = '/';
	if ((size_t)length + name.length + 1 > room) {
		errno = ENAMETOOLONG;
		return -1;
	}
	memcpy(out + length, name.last, name.length + 1);
	return length + (ssize_t)name.length;
}

char *hr_gate_realpath(const char *path, char *to)
{
	HR_GATE_ENTER("realpath");
	char real[PATH_MAX];
	if (!path) {
		errno = EINVAL;
		return NULL;
	}
	hr_gate_string(site, path);
	ssize_t length = real_path(path, real, sizeof real);
	if (length < 0)
		return NULL;
	if (!to)
		return copy_for_unit(real, 0);
	hr_gate_writes(site, to, (size_t)length + 1);
	memcpy(to, real, (size_t)length + 1);
	return to;
}

char *hr_gate_canonicalize_file_name(const char *path)
{
	HR_GATE_ENTER("canonicalize_file_name");
	char real[PATH_MAX];
	if (!path) {
		errno = EINVAL;
		return NULL;
	}
	hr_gate_string(site, path);
	return real_path(path, real, sizeof real) < 0 ? NULL : copy_for_unit(real, 0);
}
