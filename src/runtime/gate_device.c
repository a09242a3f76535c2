/* What the kernel offers beyond files and sockets: terminals, attributes of files, descriptors for events.
 *
 * No descriptor is a terminal and no file has attributes: asking fails as it would on such a machine. A loop around events makes no
 * sense where nothing ever happens by itself: not let through. */
#include "runtime/gate_process_internal.h"

#include <sys/types.h>
#include <termios.h>
#include <unistd.h>

/* ---- terminals ---- */

static int no_terminal(int descriptor)
{
	return hr_gate_fail(descriptor < 0 ? EBADF : ENOTTY);
}

int hr_gate_tcgetattr(int descriptor, struct termios *out)
{
	HR_GATE_ENTER("tcgetattr");
	hr_gate_writes(site, out, sizeof *out);
	return no_terminal(descriptor);
}

int hr_gate_tcsetattr(int descriptor, int when, const struct termios *settings)
{
	HR_GATE_ENTER("tcsetattr");
	(void)when;
	hr_gate_reads(site, settings, sizeof *settings);
	return no_terminal(descriptor);
}

/* name(descriptor, …), looking at no memory */
#define WITHOUT_TERMINAL(name)                   \
	int hr_gate_##name(int descriptor)       \
	{                                        \
		return no_terminal(descriptor);  \
	}
WITHOUT_TERMINAL(tcdrain)
WITHOUT_TERMINAL(tcflow)
WITHOUT_TERMINAL(tcflush)
WITHOUT_TERMINAL(tcgetpgrp)
WITHOUT_TERMINAL(tcgetsid)
WITHOUT_TERMINAL(tcsendbreak)
WITHOUT_TERMINAL(tcsetpgrp)

int hr_gate_ttyname_r(int descriptor, char *out, size_t size)
{
	HR_GATE_ENTER("ttyname_r");
	hr_gate_writes(site, out, size);
	return descriptor < 0 ? EBADF : ENOTTY;
}

/* The settings themselves are plain memory. */
#define SPEED_OF(name)                                              \
	speed_t hr_gate_##name(const struct termios *settings)      \
	{                                                           \
		HR_GATE_ENTER(#name);                               \
		hr_gate_reads(site, settings, sizeof *settings);    \
		return name(settings);                              \
	}
SPEED_OF(cfgetispeed)
SPEED_OF(cfgetospeed)

#define SET_SPEED(name)                                                  \
	int hr_gate_##name(struct termios *settings, speed_t speed)      \
	{                                                                \
		HR_GATE_ENTER(#name);                                    \
		hr_gate_writes(site, settings, sizeof *settings);        \
		return name(settings, speed);                            \
	}
SET_SPEED(cfsetispeed)
SET_SPEED(cfsetospeed)
SET_SPEED(cfsetspeed)

void hr_gate_cfmakeraw(struct termios *settings)
{
	HR_GATE_ENTER("cfmakeraw");
	hr_gate_writes(site, settings, sizeof *settings);
	cfmakeraw(settings);
}

/* ---- attributes of files ---- */

static ssize_t no_attributes(const struct hr_gate_site *site, const char *path, const char *name)
{
	if (path)
		hr_gate_string(site, path);
	if (name)
		hr_gate_string(site, name);
	return hr_gate_fail(ENOTSUP);
}

/* name(path, attribute, …) and name(descriptor, attribute, …) */
#define BY_PATH(name)                                                         \
	ssize_t hr_gate_##name(const char *path, const char *attribute)       \
	{                                                                     \
		HR_GATE_ENTER(#name);                                         \
		return no_attributes(site, path, attribute);                  \
	}
#define BY_DESCRIPTOR(name)                                                   \
	ssize_t hr_gate_##name(int descriptor, const char *attribute)         \
	{                                                                     \
		HR_GATE_ENTER(#name);                                         \
		(void)descriptor;                                             \
		return no_attributes(site, NULL, attribute);                  \
	}
BY_PATH(getxattr)
BY_PATH(lgetxattr)
BY_PATH(lremovexattr)
BY_PATH(lsetxattr)
BY_PATH(removexattr)
BY_PATH(setxattr)
BY_DESCRIPTOR(fgetxattr)
BY_DESCRIPTOR(fremovexattr)
BY_DESCRIPTOR(fsetxattr)

/* name(what, list, size): none */
#define LISTS(name)                                                                \
	ssize_t hr_gate_##name(const void *what, char *list, size_t size)          \
	{                                                                          \
		HR_GATE_ENTER(#name);                                              \
		(void)what;                                                        \
		hr_gate_writes(site, list, size);                                  \
		return hr_gate_fail(ENOTSUP);                                      \
	}
LISTS(flistxattr)
LISTS(listxattr)
LISTS(llistxattr)

/* ---- limits of files ---- */

static long path_limit(int name)
{
	switch (name) {
	case _PC_LINK_MAX:
		return 127;
	case _PC_NAME_MAX:
		return 255;
	case _PC_PATH_MAX:
	case _PC_PIPE_BUF:
		return 4096;
	case _PC_NO_TRUNC:
	case _PC_CHOWN_RESTRICTED:
		return 1;
	default:
		return hr_gate_fail(EINVAL);
	}
}

long hr_gate_pathconf(const char *path, int name)
{
	HR_GATE_ENTER("pathconf");
	hr_gate_string(site, path);
	return path_limit(name);
}

long hr_gate_fpathconf(int descriptor, int name)
{
	return descriptor < 0 ? hr_gate_fail(EBADF) : path_limit(name);
}

/* ---- events ---- */

#define EVENTS "waiting for events of the kernel is not let through"
HR_GATE_REFUSED(epoll_create, EVENTS)
HR_GATE_REFUSED(epoll_create1, EVENTS)
HR_GATE_REFUSED(epoll_ctl, EVENTS)
HR_GATE_REFUSED(epoll_pwait, EVENTS)
HR_GATE_REFUSED(epoll_wait, EVENTS)
HR_GATE_REFUSED(eventfd, EVENTS)
HR_GATE_REFUSED(eventfd_read, EVENTS)
HR_GATE_REFUSED(eventfd_write, EVENTS)
HR_GATE_REFUSED(inotify_add_watch, EVENTS)
HR_GATE_REFUSED(inotify_init, EVENTS)
HR_GATE_REFUSED(inotify_init1, EVENTS)
HR_GATE_REFUSED(inotify_rm_watch, EVENTS)
HR_GATE_REFUSED(signalfd, EVENTS)
HR_GATE_REFUSED(timerfd_create, EVENTS)
HR_GATE_REFUSED(timerfd_gettime, EVENTS)
HR_GATE_REFUSED(timerfd_settime, EVENTS)
