/* Sockets: there is no network. Making a socket is denied; what works on one fails as for a descriptor that is none. Names of hosts
 * cannot be looked up. Addresses as text (inet_pton and its kin) work: they are arithmetic. */
#include "runtime/gate_process_internal.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

int hr_gate_socket(int domain, int type, int protocol)
{
	(void)domain;
	(void)type;
	(void)protocol;
	return hr_gate_fail(EACCES);
}

int hr_gate_socketpair(int domain, int type, int protocol, int out[2])
{
	HR_GATE_ENTER("socketpair");
	(void)domain;
	(void)type;
	(void)protocol;
	hr_gate_writes(site, out, 2 * sizeof *out);
	return hr_gate_fail(EACCES);
}

/* name(descriptor, address, length) */
#define NAMED(name)                                                                           \
	int hr_gate_##name(int descriptor, const struct sockaddr *address, socklen_t length)  \
	{                                                                                     \
		HR_GATE_ENTER(#name);                                                         \
		hr_gate_reads(site, address, length);                                         \
		return hr_gate_fail(descriptor < 0 ? EBADF : EACCES);                         \
	}
NAMED(bind)
NAMED(connect)

/* name(descriptor, address, length *), both may be NULL for accept */
#define TELLING(name)                                                                         \
	int hr_gate_##name(int descriptor, struct sockaddr *address, socklen_t *length)       \
	{                                                                                     \
		HR_GATE_ENTER(#name);                                                         \
		if (address)                                                                  \
			hr_gate_reads(site, length, sizeof *length);                          \
		return hr_gate_fail(descriptor < 0 ? EBADF : ENOTSOCK);                       \
	}
TELLING(accept)
TELLING(accept4)
TELLING(getpeername)
TELLING(getsockname)

int hr_gate_listen(int descriptor, int backlog)
{
	(void)backlog;
	return hr_gate_fail(descriptor < 0 ? EBADF : ENOTSOCK);
}

int hr_gate_shutdown(int descriptor, int how)
{
	(void)how;
	return hr_gate_fail(descriptor < 0 ? EBADF : ENOTSOCK);
}

int hr_gate_sockatmark(int descriptor)
{
	return hr_gate_fail(descriptor < 0 ? EBADF : ENOTSOCK);
}

ssize_t hr_gate_send(int descriptor, const void *bytes, size_t size, int flags)
{
	HR_GATE_ENTER("send");
	(void)flags;
	hr_gate_reads(site, bytes, size);
	return hr_gate_fail(descriptor < 0 ? EBADF : ENOTSOCK);
}

ssize_t hr_gate_sendto(int descriptor, const void *bytes, size_t size, int flags, const struct sockaddr *address,
		       socklen_t length)
{
	HR_GATE_ENTER("sendto");
	(void)flags;
	hr_gate_reads(site, bytes, size);
	if (address)
		hr_gate_reads(site, address, length);
	return hr_gate_fail(descriptor < 0 ? EBADF : ENOTSOCK);
}

ssize_t hr_gate_recv(int descriptor, void *out, size_t size, int flags)
{
	HR_GATE_ENTER("recv");
	(void)flags;
	hr_gate_writes(site, out, size);
	return hr_gate_fail(descriptor < 0 ? EBADF : ENOTSOCK);
}

ssize_t hr_gate_recvfrom(int descriptor, void *out, size_t size, int flags, struct sockaddr *address, socklen_t *length)
{
	HR_GATE_ENTER("recvfrom");
	(void)flags;
	hr_gate_writes(site, out, size);
	if (address)
		hr_gate_reads(site, length, sizeof *length);
	return hr_gate_fail(descriptor < 0 ? EBADF : ENOTSOCK);
}

/* name(descriptor, message, …) */
#define MESSAGE(name)                                                                  \
	ssize_t hr_gate_##name(int descriptor, const struct msghdr *message)           \
	{                                                                              \
		HR_GATE_ENTER(#name);                                                  \
		hr_gate_reads(site, message, sizeof *message);                         \
		return hr_gate_fail(descriptor < 0 ? EBADF : ENOTSOCK);                \
	}
MESSAGE(recvmmsg)
MESSAGE(recvmsg)
MESSAGE(sendmmsg)
MESSAGE(sendmsg)

/* The header's macro for control messages is a function in some builds. It walks memory of the unit. */
struct cmsghdr *hr_gate___cmsg_nxthdr(struct msghdr *message, struct cmsghdr *header)
{
	HR_GATE_ENTER("CMSG_NXTHDR");
	hr_gate_reads(site, message, sizeof *message);
	hr_gate_reads(site, header, sizeof *header);
	const char *const end = (const char *)message->msg_control + message->msg_controllen;
	char *const next = (char *)header + CMSG_ALIGN(header->cmsg_len);
	if (header->cmsg_len < sizeof *header || next + sizeof *header > end)
		return NULL;
	hr_gate_reads(site, next, sizeof *header);
	const struct cmsghdr *const following = (const struct cmsghdr *)next;
	return next + CMSG_ALIGN(following->cmsg_len) > end ? NULL : (struct cmsghdr *)next;
}

int hr_gate_getsockopt(int descriptor, int level, int name, void *out, socklen_t *length)
{
	HR_GATE_ENTER("getsockopt");
	(void)level;
	(void)name;
	hr_gate_reads(site, length, sizeof *length);
	hr_gate_writes(site, out, *length);
	return hr_gate_fail(descriptor < 0 ? EBADF : ENOTSOCK);
}

int hr_gate_setsockopt(int descriptor, int level, int name, const void *value, socklen_t length)
{
	HR_GATE_ENTER("setsockopt");
	(void)level;
	(void)name;
	hr_gate_reads(site, value, length);
	return hr_gate_fail(descriptor < 0 ? EBADF : ENOTSOCK);
}
