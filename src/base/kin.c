/* A process and all that come from it.
 *
 * The files of /proc are read one after the other while processes come and go: a process that is born meanwhile may be missed, and nothing else can
 * go wrong. */
#include "base/kin.h"

#include "base/vec.h"

#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct process {
	pid_t pid, parent;
	char state;
	uint64_t ticks, pages;
	bool is_kin;
};

/* From "PID (name) S PPID …", where the name may hold anything: what proc(5) has as the fields 3, 4, 14, 15 and 24. */
static bool parse(struct process *out, const char *text)
{
	enum { PARENT = 4, USER_TIME = 14, SYSTEM_TIME = 15, RESIDENT = 24 };
	const char *at = strrchr(text, ')');
	if (!at || at[1] != ' ' || !at[2])
		return false;
	out->state = at[2];
	at += 3;
	for (int field = PARENT; field <= RESIDENT; field++) {
		char *end;
		unsigned long long number = strtoull(at, &end, 10);
		if (end == at)
			return false;
		if (field == PARENT)
			out->parent = (pid_t)number;
		else if (field == USER_TIME || field == SYSTEM_TIME)
			out->ticks += number;
		else if (field == RESIDENT)
			out->pages = number;
		at = end;
	}
	return true;
}

static bool read_one(struct process *out, int proc, const char *name)
{
	char path[64], text[1024];
	*out = (struct process){ .pid = (pid_t)strtol(name, NULL, 10) };
	int length = snprintf(path, sizeof path, "%s/stat", name);
	int fd = length > 0 && (size_t)length < sizeof path ? openat(proc, path, O_RDONLY | O_CLOEXEC) : -1;
	if (fd < 0)
		return false;
	ssize_t got = read(fd, text, sizeof text - 1);
	close(fd);
	if (got <= 0)
		return false;
	text[got] = '\0';
	return parse(out, text);
}

typedef HR_VEC(struct process) processes;

static void read_all(processes *out)
{
	DIR *directory = opendir("/proc");
	if (!directory)
		return;
	for (const struct dirent *entry; (entry = readdir(directory));) {
		struct process process;
		if (isdigit((unsigned char)entry->d_name[0]) && read_one(&process, dirfd(directory), entry->d_name))
			hr_vec_push(out, process);
	}
	closedir(directory);
}

static bool is_child_of_kin(const processes *all, pid_t parent)
{
	for (size_t i = 0; i < all->count; i++)
		if (all->data[i].is_kin && all->data[i].pid == parent)
			return true;
	return false;
}

bool hr_kin_look(struct hr_kin *out, pid_t ancestor)
{
	processes all = HR_VEC_INIT;
	bool found = false;
	*out = (struct hr_kin){ 0 };
	read_all(&all);
	for (size_t i = 0; i < all.count; i++)
		if (all.data[i].pid == ancestor)
			found = all.data[i].is_kin = true;
	for (bool more = found; more;) { /* one generation a round, at the least */
		more = false;
		for (size_t i = 0; i < all.count; i++) {
			struct process *process = &all.data[i];
			if (!process->is_kin && is_child_of_kin(&all, process->parent))
				process->is_kin = more = true;
		}
	}
	long page = sysconf(_SC_PAGESIZE);
	for (size_t i = 0; i < all.count; i++) {
		const struct process *process = &all.data[i];
		if (!process->is_kin)
			continue;
		out->resident += process->pages * (uint64_t)page;
		out->ticks += process->ticks;
		out->is_running = out->is_running || process->state == 'R' || process->state == 'D';
	}
	hr_vec_release(&all);
	return found;
}
