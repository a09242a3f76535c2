/* Gate: waiting for descriptors. Nobody waits: everything but an empty pipe is ready, and waiting longer would change nothing. */
#include "runtime/descriptor.h"
#include "runtime/gate.h"

#include <errno.h>
#include <poll.h>
#include <sys/select.h>

static int poll_all(const struct hr_gate_site *site, struct pollfd *descriptors, nfds_t count)
{
	hr_gate_writes(site, descriptors, count * sizeof *descriptors);
	int ready = 0;
	int before = errno;
	for (nfds_t i = 0; i < count; i++) {
		struct hr_open_file *file = descriptors[i].fd < 0 ? NULL : hr_descriptor_file(descriptors[i].fd);
		int events = descriptors[i].events & (POLLIN | POLLOUT | POLLRDNORM | POLLWRNORM);
		if (file && file->inode->kind == HR_INODE_PIPE) {
			const struct hr_inode *pipe = file->inode;
			if (!hr_descriptor_available(descriptors[i].fd))
				events &= ~(POLLIN | POLLRDNORM);
			if ((file->flags & O_ACCMODE) == O_RDONLY && !pipe->writers)
				events |= POLLHUP;
			if ((file->flags & O_ACCMODE) == O_WRONLY && !pipe->readers)
				events |= POLLERR;
		}
		if (descriptors[i].fd >= 0 && !file)
			events = POLLNVAL;
		descriptors[i].revents = descriptors[i].fd < 0 ? 0 : (short)events;
		ready += descriptors[i].revents != 0;
	}
	errno = before;
	return ready;
}

int hr_gate_poll(struct pollfd *descriptors, nfds_t count, int timeout)
{
	HR_GATE_ENTER("poll");
	(void)timeout;
	return poll_all(site, descriptors, count);
}

int hr_gate_ppoll(struct pollfd *descriptors, nfds_t count, const struct timespec *timeout, const sigset_t *mask)
{
	HR_GATE_ENTER("ppoll");
	(void)timeout, (void)mask;
	return poll_all(site, descriptors, count);
}

/* Keeps what is ready, counts it; -1: one is not open. */
static int select_in(const struct hr_gate_site *site, fd_set *set, int count, bool reads)
{
	int ready = 0;
	if (!set)
		return 0;
	hr_gate_writes(site, set, sizeof *set);
	for (int i = 0; i < count && i < FD_SETSIZE; i++) {
		if (!FD_ISSET(i, set))
			continue;
		struct hr_open_file *file = hr_descriptor_file(i);
		if (!file)
			return -1;
		if (reads && file->inode->kind == HR_INODE_PIPE && file->inode->writers && !hr_descriptor_available(i))
			FD_CLR(i, set);
		else
			ready++;
	}
	return ready;
}

static int select_all(const struct hr_gate_site *site, int count, fd_set *read, fd_set *write, fd_set *exceptions)
{
	if (count < 0) {
		errno = EINVAL;
		return -1;
	}
	int readable = select_in(site, read, count, true);
	int writable = readable < 0 ? -1 : select_in(site, write, count, false);
	if (writable < 0)
		return -1;
	if (exceptions) {
		hr_gate_writes(site, exceptions, sizeof *exceptions);
		FD_ZERO(exceptions);
	}
	return readable + writable;
}

int hr_gate_select(int count, fd_set *read, fd_set *write, fd_set *exceptions, struct timeval *timeout)
{
	HR_GATE_ENTER("select");
	(void)timeout;
	return select_all(site, count, read, write, exceptions);
}

int hr_gate_pselect(int count, fd_set *read, fd_set *write, fd_set *exceptions, const struct timespec *timeout,
		    const sigset_t *mask)
{
	HR_GATE_ENTER("pselect");
	(void)timeout, (void)mask;
	return select_all(site, count, read, write, exceptions);
}
