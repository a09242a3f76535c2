/* What stands nowhere else: the user and group databases, the system log, and what is refused for lack of sense in a unit test. */
#include "runtime/gate_process_internal.h"

#include <grp.h>
#include <pwd.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>
#include <wctype.h>

/* ---- the one user, the one group ---- */

HR_GATE_DATA static char user_name[] = "harrier";
HR_GATE_DATA static char no_password[] = "x";
HR_GATE_DATA static char full_name[] = "Harrier";
HR_GATE_DATA static char home[] = "/tmp";
HR_GATE_DATA static char shell[] = "/bin/sh";

static HR_GATE_OPEN struct {
	struct passwd user;
	struct group group;
	char *members[1];
	int users_read; /* by getpwent */
	int groups_read;
} database;
HR_GATE_STATE(database);

static struct passwd *the_user(void)
{
	HR_GATE_TOUCH(database);
	database.user =
		(struct passwd){ user_name, no_password, HR_GATE_USER_ID, HR_GATE_USER_ID, full_name, home, shell };
	return &database.user;
}

static struct group *the_group(void)
{
	HR_GATE_TOUCH(database);
	database.group = (struct group){ user_name, no_password, HR_GATE_USER_ID, database.members };
	return &database.group;
}

static bool is_name(const struct hr_gate_site *site, const char *name)
{
	hr_gate_string(site, name);
	return !strcmp(name, user_name);
}

struct passwd *hr_gate_getpwnam(const char *name)
{
	HR_GATE_ENTER("getpwnam");
	return is_name(site, name) ? the_user() : NULL;
}

struct passwd *hr_gate_getpwuid(uid_t id)
{
	return id == HR_GATE_USER_ID ? the_user() : NULL;
}

struct group *hr_gate_getgrnam(const char *name)
{
	HR_GATE_ENTER("getgrnam");
	return is_name(site, name) ? the_group() : NULL;
}

struct group *hr_gate_getgrgid(gid_t id)
{
	return id == HR_GATE_USER_ID ? the_group() : NULL;
}

struct passwd *hr_gate_getpwent(void)
{
	HR_GATE_TOUCH(database);
	return database.users_read++ == 0 ? the_user() : NULL;
}

struct group *hr_gate_getgrent(void)
{
	HR_GATE_TOUCH(database);
	return database.groups_read++ == 0 ? the_group() : NULL;
}

static void rewind_databases(void)
{
	HR_GATE_TOUCH(database);
	database.users_read = 0;
	database.groups_read = 0;
}

void hr_gate_setpwent(void)
{
	rewind_databases();
}

void hr_gate_endpwent(void)
{
	rewind_databases();
}

void hr_gate_setgrent(void)
{
	rewind_databases();
}

void hr_gate_endgrent(void)
{
	rewind_databases();
}

/* Puts a copy of a text at the beginning of what is left of a buffer. */
static char *place(char **at, const char *text)
{
	char *const copy = *at;
	const size_t size = strlen(text) + 1;
	memcpy(copy, text, size);
	*at += size;
	return copy;
}

static int tell_user(const struct hr_gate_site *site, bool is_known, struct passwd *entry, char *buffer, size_t size,
		     struct passwd **out)
{
	const size_t needed = sizeof user_name + sizeof no_password + sizeof full_name + sizeof home + sizeof shell;
	hr_gate_writes(site, entry, sizeof *entry);
	hr_gate_writes(site, out, sizeof *out);
	*out = NULL;
	if (!is_known)
		return 0;
	if (size < needed)
		return ERANGE;
	hr_gate_writes(site, buffer, needed);
	char *at = buffer;
	entry->pw_name = place(&at, user_name);
	entry->pw_passwd = place(&at, no_password);
	entry->pw_uid = HR_GATE_USER_ID;
	entry->pw_gid = HR_GATE_USER_ID;
	entry->pw_gecos = place(&at, full_name);
	entry->pw_dir = place(&at, home);
	entry->pw_shell = place(&at, shell);
	*out = entry;
	return 0;
}

int hr_gate_getpwnam_r(const char *name, struct passwd *entry, char *buffer, size_t size, struct passwd **out)
{
	HR_GATE_ENTER("getpwnam_r");
	return tell_user(site, is_name(site, name), entry, buffer, size, out);
}

int hr_gate_getpwuid_r(uid_t id, struct passwd *entry, char *buffer, size_t size, struct passwd **out)
{
	HR_GATE_ENTER("getpwuid_r");
	return tell_user(site, id == HR_GATE_USER_ID, entry, buffer, size, out);
}

static int tell_group(const struct hr_gate_site *site, bool is_known, struct group *entry, char *buffer, size_t size,
		      struct group **out)
{
	const size_t pointer = sizeof(char *);
	const size_t gap = (pointer - (uintptr_t)buffer % pointer) % pointer;
	const size_t needed = gap + pointer + sizeof user_name + sizeof no_password;
	hr_gate_writes(site, entry, sizeof *entry);
	hr_gate_writes(site, out, sizeof *out);
	*out = NULL;
	if (!is_known)
		return 0;
	if (size < needed)
		return ERANGE;
	hr_gate_writes(site, buffer, needed);
	entry->gr_mem = (char **)(buffer + gap);
	entry->gr_mem[0] = NULL;
	char *at = buffer + gap + pointer;
	entry->gr_name = place(&at, user_name);
	entry->gr_passwd = place(&at, no_password);
	entry->gr_gid = HR_GATE_USER_ID;
	*out = entry;
	return 0;
}

int hr_gate_getgrnam_r(const char *name, struct group *entry, char *buffer, size_t size, struct group **out)
{
	HR_GATE_ENTER("getgrnam_r");
	return tell_group(site, is_name(site, name), entry, buffer, size, out);
}

int hr_gate_getgrgid_r(gid_t id, struct group *entry, char *buffer, size_t size, struct group **out)
{
	HR_GATE_ENTER("getgrgid_r");
	return tell_group(site, id == HR_GATE_USER_ID, entry, buffer, size, out);
}

int hr_gate_getgrouplist(const char *user, gid_t group, gid_t *out, int *count)
{
	HR_GATE_ENTER("getgrouplist");
	hr_gate_string(site, user);
	hr_gate_writes(site, count, sizeof *count);
	const int room = *count;
	*count = 1;
	if (room < 1)
		return -1;
	hr_gate_writes(site, out, sizeof *out);
	out[0] = group;
	return 1;
}

char *hr_gate_getlogin(void)
{
	return user_name;
}

int hr_gate_getlogin_r(char *out, size_t size)
{
	HR_GATE_ENTER("getlogin_r");
	if (size < sizeof user_name)
		return ERANGE;
	hr_gate_writes(site, out, sizeof user_name);
	memcpy(out, user_name, sizeof user_name);
	return 0;
}

char *hr_gate_cuserid(char *out)
{
	HR_GATE_ENTER("cuserid");
	if (!out)
		return user_name;
	hr_gate_writes(site, out, sizeof user_name);
	return memcpy(out, user_name, sizeof user_name);
}

/* ---- the system log: nobody reads it; its texts are looked at all the same ---- */

void hr_gate_openlog(const char *name, int options, int facility)
{
	HR_GATE_ENTER("openlog");
	(void)options;
	(void)facility;
	if (name)
		hr_gate_string(site, name);
}

void hr_gate_closelog(void)
{
}

int hr_gate_setlogmask(int mask)
{
	(void)mask;
	return 0xff;
}

void hr_gate_syslog(int priority, const char *format)
{
	HR_GATE_ENTER("syslog");
	(void)priority;
	hr_gate_string(site, format);
}

void hr_gate___syslog_chk(int priority, int flag, const char *format)
{
	HR_GATE_ENTER("syslog");
	(void)priority;
	(void)flag;
	hr_gate_string(site, format);
}

void hr_gate___vsyslog_chk(int priority, int flag, const char *format, va_list arguments)
{
	(void)arguments;
	hr_gate___syslog_chk(priority, flag, format);
}

void hr_gate_vsyslog(int priority, const char *format, va_list arguments)
{
	HR_GATE_ENTER("vsyslog");
	(void)priority;
	(void)arguments;
	hr_gate_string(site, format);
}

/* FD_SET of a fortified program: the word that has the bit. */
long hr_gate___fdelt_chk(long descriptor)
{
	HR_GATE_ENTER("FD_SET");
	if (descriptor < 0 || descriptor >= 1024)
		hr_gate_fault(site, HR_FAULT_ABORT, 0, 0, "a descriptor that is too large for an fd_set");
	return descriptor / (8 * (long)sizeof(long));
}

/* Classes of wide characters by name; the numbers that they are known by mean the same in libc. */
wctype_t hr_gate_wctype(const char *name)
{
	HR_GATE_ENTER("wctype");
	hr_gate_string(site, name);
	return wctype(name);
}

wctrans_t hr_gate_wctrans(const char *name)
{
	HR_GATE_ENTER("wctrans");
	hr_gate_string(site, name);
	return wctrans(name);
}

/* ---- refused ---- */

#define SHARED "memory shared with other processes is not let through"
HR_GATE_REFUSED(shmat, SHARED)
HR_GATE_REFUSED(shmctl, SHARED)
HR_GATE_REFUSED(shmdt, SHARED)
HR_GATE_REFUSED(shmget, SHARED)
HR_GATE_REFUSED(semctl, SHARED)
HR_GATE_REFUSED(semget, SHARED)
HR_GATE_REFUSED(semop, SHARED)
HR_GATE_REFUSED(msgctl, SHARED)
HR_GATE_REFUSED(msgget, SHARED)
HR_GATE_REFUSED(msgrcv, SHARED)
HR_GATE_REFUSED(msgsnd, SHARED)
HR_GATE_REFUSED(crypt, "not part of the gate")
HR_GATE_REFUSED(crypt_r, "not part of the gate")
HR_GATE_REFUSED(glob, "not part of the gate")
HR_GATE_REFUSED(globfree, "not part of the gate")
HR_GATE_REFUSED(wordexp, "runs a shell")
HR_GATE_REFUSED(wordfree, "runs a shell")
