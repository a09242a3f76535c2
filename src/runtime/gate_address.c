/* Addresses of the network as numbers, text and names: the arithmetic works, the looking up finds nothing. */
#include "runtime/gate_process_internal.h"
#include "runtime/changing.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>

/* ---- numbers and text ---- */

static size_t size_of_address(int family)
{
	return family == AF_INET ? sizeof(struct in_addr) : family == AF_INET6 ? sizeof(struct in6_addr) : 0;
}

int hr_gate_inet_pton(int family, const char *text, void *out)
{
	HR_GATE_ENTER("inet_pton");
	hr_gate_string(site, text);
	hr_gate_writes(site, out, size_of_address(family));
	return inet_pton(family, text, out);
}

const char *hr_gate_inet_ntop(int family, const void *address, char *out, socklen_t size)
{
	HR_GATE_ENTER("inet_ntop");
	hr_gate_reads(site, address, size_of_address(family));
	char text[INET6_ADDRSTRLEN];
	if (!inet_ntop(family, address, text, sizeof text))
		return NULL;
	const size_t needed = strlen(text) + 1;
	if (needed > size) {
		errno = ENOSPC;
		return NULL;
	}
	hr_gate_writes(site, out, needed);
	memcpy(out, text, needed);
	return out;
}

int hr_gate_inet_aton(const char *text, struct in_addr *out)
{
	HR_GATE_ENTER("inet_aton");
	hr_gate_string(site, text);
	if (out)
		hr_gate_writes(site, out, sizeof *out);
	return inet_aton(text, out);
}

in_addr_t hr_gate_inet_addr(const char *text)
{
	HR_GATE_ENTER("inet_addr");
	hr_gate_string(site, text);
	return inet_addr(text);
}

in_addr_t hr_gate_inet_network(const char *text)
{
	HR_GATE_ENTER("inet_network");
	hr_gate_string(site, text);
	return inet_network(text);
}

static struct hr_gate_static ntoa_memory;
HR_CHANGING(ntoa_memory);

char *hr_gate_inet_ntoa(struct in_addr address)
{
	char *const text = hr_gate_static(&ntoa_memory, INET_ADDRSTRLEN);
	inet_ntop(AF_INET, &address, text, INET_ADDRSTRLEN);
	return text;
}

/* ---- names: none is known ---- */

HR_GATE_DATA static int host_error = 0;

int *hr_gate___h_errno_location(void)
{
	return &host_error;
}

int hr_gate_getaddrinfo(const char *node, const char *service, const struct addrinfo *hints, struct addrinfo **out)
{
	HR_GATE_ENTER("getaddrinfo");
	if (node)
		hr_gate_string(site, node);
	if (service)
		hr_gate_string(site, service);
	if (hints)
		hr_gate_reads(site, hints, sizeof *hints);
	hr_gate_writes(site, out, sizeof *out);
	return EAI_FAIL;
}

void hr_gate_freeaddrinfo(struct addrinfo *list)
{
	HR_GATE_ENTER("freeaddrinfo");
	if (list)
		hr_gate_fault(site, HR_FAULT_INVALID_FREE, (uintptr_t)list, 0, "no list of addresses was ever made");
}

int hr_gate_getnameinfo(const struct sockaddr *address, socklen_t length, char *host, socklen_t host_size,
			char *service, socklen_t service_size, int flags)
{
	HR_GATE_ENTER("getnameinfo");
	(void)flags;
	hr_gate_reads(site, address, length);
	if (host)
		hr_gate_writes(site, host, host_size);
	if (service)
		hr_gate_writes(site, service, service_size);
	return EAI_FAIL;
}

const char *hr_gate_gai_strerror(int number)
{
	return gai_strerror(number);
}

const char *hr_gate_hstrerror(int number)
{
	return hstrerror(number);
}

static void *not_found(void)
{
	host_error = NO_RECOVERY;
	return NULL;
}

/* name(text, …) */
#define BY_NAME(name)                           \
	void *hr_gate_##name(const char *text)  \
	{                                       \
		HR_GATE_ENTER(#name);           \
		hr_gate_string(site, text);     \
		return not_found();             \
	}
BY_NAME(gethostbyname)
BY_NAME(gethostbyname2)
BY_NAME(getnetbyname)
BY_NAME(getprotobyname)
BY_NAME(getservbyname)

/* These look at no memory, so one does for all. */
void *hr_gate_gethostent(void)
{
	return not_found();
}

HR_GATE_ALIAS(gethostbyaddr, gethostent);
HR_GATE_ALIAS(getnetbyaddr, gethostent);
HR_GATE_ALIAS(getnetent, gethostent);
HR_GATE_ALIAS(getprotobynumber, gethostent);
HR_GATE_ALIAS(getprotoent, gethostent);
HR_GATE_ALIAS(getservbyport, gethostent);
HR_GATE_ALIAS(getservent, gethostent);

#define DOES_NOTHING(name)          \
	void hr_gate_##name(void)   \
	{                           \
	}
DOES_NOTHING(endhostent)
DOES_NOTHING(endnetent)
DOES_NOTHING(endprotoent)
DOES_NOTHING(endservent)
DOES_NOTHING(sethostent)
DOES_NOTHING(setnetent)
DOES_NOTHING(setprotoent)
DOES_NOTHING(setservent)

/* The forms with a buffer: "not found" is a NULL result and no error. */
int hr_gate_gethostbyname_r(const char *text, struct hostent *entry, char *buffer, size_t size, struct hostent **out,
			    int *number)
{
	HR_GATE_ENTER("gethostbyname_r");
	hr_gate_string(site, text);
	hr_gate_writes(site, entry, sizeof *entry);
	hr_gate_writes(site, buffer, size);
	hr_gate_writes(site, out, sizeof *out);
	hr_gate_writes(site, number, sizeof *number);
	*out = NULL;
	*number = NO_RECOVERY;
	return EACCES;
}

int hr_gate_getservbyname_r(const char *text, const char *protocol, struct servent *entry, char *buffer, size_t size,
			    struct servent **out)
{
	HR_GATE_ENTER("getservbyname_r");
	hr_gate_string(site, text);
	if (protocol)
		hr_gate_string(site, protocol);
	hr_gate_writes(site, entry, sizeof *entry);
	hr_gate_writes(site, buffer, size);
	hr_gate_writes(site, out, sizeof *out);
	*out = NULL;
	return 0;
}

int hr_gate_getservbyport_r(int port, const char *protocol, struct servent *entry, char *buffer, size_t size,
			    struct servent **out)
{
	HR_GATE_ENTER("getservbyport_r");
	(void)port;
	if (protocol)
		hr_gate_string(site, protocol);
	hr_gate_writes(site, entry, sizeof *entry);
	hr_gate_writes(site, buffer, size);
	hr_gate_writes(site, out, sizeof *out);
	*out = NULL;
	return 0;
}

/* ---- interfaces: none ---- */

int hr_gate_getifaddrs(struct ifaddrs **out)
{
	HR_GATE_ENTER("getifaddrs");
	hr_gate_writes(site, out, sizeof *out);
	return hr_gate_fail(EACCES);
}

void hr_gate_freeifaddrs(struct ifaddrs *list)
{
	HR_GATE_ENTER("freeifaddrs");
	if (list)
		hr_gate_fault(site, HR_FAULT_INVALID_FREE, (uintptr_t)list, 0, "no list of interfaces was ever made");
}

unsigned hr_gate_if_nametoindex(const char *name)
{
	HR_GATE_ENTER("if_nametoindex");
	hr_gate_string(site, name);
	errno = ENODEV;
	return 0;
}

char *hr_gate_if_indextoname(unsigned index, char *out)
{
	HR_GATE_ENTER("if_indextoname");
	(void)index;
	hr_gate_writes(site, out, 16); /* IF_NAMESIZE */
	errno = ENXIO;
	return NULL;
}

void *hr_gate_if_nameindex(void)
{
	errno = EACCES;
	return NULL;
}

DOES_NOTHING(if_freenameindex)
