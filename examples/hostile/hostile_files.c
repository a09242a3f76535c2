/* Files, devices, descriptors and sockets. Paths are parameters: whoever calls says what is to be destroyed. */
#include "hostile_internal.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

/* What the calls below point to. */
static const struct open_how emptied = { .flags = O_WRONLY | O_TRUNC };
static char room[256];
static int two[2];

#define RAW_PATH(name, ...) \
	long name(const char *path) \
	{ \
		ARMED_ONLY(); \
		return RAW(__VA_ARGS__); \
	}

/* ---- by libc's names: what these do, they do to files that are not there ---- */

long hostile_unlink(const char *path)
{
	ARMED_ONLY();
	return unlink(path) ? -errno : 0;
}

long hostile_overwrite(const char *path)
{
	ARMED_ONLY();
	FILE *file = fopen(path, "w");
	if (!file)
		return -errno;
	fputs("hostile", file);
	return fclose(file);
}

long hostile_truncate(const char *path)
{
	ARMED_ONLY();
	return truncate(path, 0) ? -errno : 0;
}

long hostile_rename(const char *path)
{
	ARMED_ONLY();
	return rename(path, "/tmp/renamed") ? -errno : 0;
}

long hostile_chmod(const char *path)
{
	ARMED_ONLY();
	return chmod(path, 0) ? -errno : 0;
}

long hostile_mkdir(const char *path)
{
	char below[512];
	ARMED_ONLY();
	snprintf(below, sizeof below, "%s.made", path);
	return mkdir(below, 0777) ? -errno : 0;
}

/* A link in its own folder that leads out. */
long hostile_symlink(const char *path)
{
	ARMED_ONLY();
	if (symlink(path, "/tmp/way-out"))
		return -errno;
	int file = open("/tmp/way-out", O_WRONLY | O_TRUNC);
	if (file < 0)
		return -errno;
	long written = write(file, "hostile", 7);
	close(file);
	return written;
}

/* The same with a long way back. */
long hostile_dots(const char *path)
{
	char way[1024];
	ARMED_ONLY();
	snprintf(way, sizeof way, "/tmp/../../../../../..%s", path);
	return unlink(way) ? -errno : 0;
}

long hostile_proc_mem(void)
{
	ARMED_ONLY();
	int file = open("/proc/self/mem", O_RDWR);
	return file < 0 ? -errno : pwrite(file, "hostile", 7, 0x7fffffffd000);
}

long hostile_device(const char *path)
{
	ARMED_ONLY();
	int file = open(path, O_RDWR);
	return file < 0 ? -errno : write(file, "hostile", 7);
}

/* Gigabytes, or until nobody takes any more. */
long hostile_fill_stdout(void)
{
	static char block[65536];
	uint64_t end = hostile_deadline();
	memset(block, 'x', sizeof block);
	for (uint64_t bytes = 0; bytes < MOST_BYTES && hostile_cycles() < end; bytes += sizeof block)
		if (fwrite(block, 1, sizeof block, stdout) != sizeof block)
			return -1;
	return HOSTILE_WENT_ON;
}

long hostile_fill_file(const char *path)
{
	static char block[65536];
	uint64_t end = hostile_deadline();
	ARMED_ONLY();
	FILE *file = fopen(path, "w");
	if (!file)
		return -errno;
	for (uint64_t bytes = 0; bytes < MOST_BYTES && hostile_cycles() < end; bytes += sizeof block)
		if (fwrite(block, 1, sizeof block, file) != sizeof block)
			return -errno;
	return HOSTILE_WENT_ON;
}

/* A file that claims to be large. */
long hostile_sparse_file(void)
{
	int file = open("/tmp/sparse", O_CREAT | O_RDWR, 0600);
	if (file < 0)
		return -errno;
	return ftruncate(file, (off_t)1 << 40) ? -errno : 0;
}

long hostile_descriptors(void)
{
	long count = 0;
	while (count < 100000 && open("/tmp", O_RDONLY) >= 0)
		count++;
	return count;
}

/* ---- straight to the kernel ---- */

RAW_PATH(hostile_raw_unlink, SYS_unlink, path)
RAW_PATH(hostile_raw_unlinkat, SYS_unlinkat, AT_FDCWD, path, 0)
RAW_PATH(hostile_raw_rmdir, SYS_rmdir, path)
RAW_PATH(hostile_raw_open, SYS_open, path, O_RDONLY)
RAW_PATH(hostile_raw_openat, SYS_openat, AT_FDCWD, path, O_WRONLY | O_TRUNC)
RAW_PATH(hostile_raw_openat2, SYS_openat2, AT_FDCWD, path, &emptied, sizeof emptied)
RAW_PATH(hostile_raw_creat, SYS_creat, path, 0600)
RAW_PATH(hostile_raw_truncate, SYS_truncate, path, 0)
RAW_PATH(hostile_raw_chmod, SYS_chmod, path, 0)
RAW_PATH(hostile_raw_fchmodat, SYS_fchmodat, AT_FDCWD, path, 0)
RAW_PATH(hostile_raw_chown, SYS_chown, path, 12345, 12345)
RAW_PATH(hostile_raw_utime, SYS_utimensat, AT_FDCWD, path, 0, 0)
RAW_PATH(hostile_raw_xattr, SYS_setxattr, path, "user.hostile", "1", 1, 0)
RAW_PATH(hostile_raw_chdir, SYS_chdir, path)
RAW_PATH(hostile_raw_chroot, SYS_chroot, path)
RAW_PATH(hostile_raw_mount, SYS_mount, "none", path, "tmpfs", 0, 0)
RAW_PATH(hostile_raw_unmount, SYS_umount2, path, 2)
RAW_PATH(hostile_raw_stat, SYS_stat, path, room)
RAW_PATH(hostile_raw_access, SYS_access, path, 0)

static const char *beside(char *out, size_t size, const char *path)
{
	snprintf(out, size, "%s.hostile", path);
	return out;
}

#define RAW_BESIDE(name, ...) \
	long name(const char *path) \
	{ \
		char other[1024]; \
		ARMED_ONLY(); \
		beside(other, sizeof other, path); \
		return RAW(__VA_ARGS__); \
	}

RAW_BESIDE(hostile_raw_rename, SYS_rename, path, other)
RAW_BESIDE(hostile_raw_renameat2, SYS_renameat2, AT_FDCWD, path, AT_FDCWD, other, 0)
RAW_BESIDE(hostile_raw_symlink, SYS_symlink, path, other)
RAW_BESIDE(hostile_raw_link, SYS_link, path, other)
RAW_BESIDE(hostile_raw_mkdir, SYS_mkdir, other, 0777)
RAW_BESIDE(hostile_raw_mknod, SYS_mknod, other, S_IFIFO | 0600, 0)

/* Writes until the disk is full; 256 MB at the most. */
long hostile_raw_fill_file(const char *path)
{
	static char block[1 << 20];
	ARMED_ONLY();
	long file = RAW(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	if (file < 0)
		return file;
	for (int i = 0; i < 256; i++)
		if (RAW(SYS_write, file, block, sizeof block) <= 0)
			break;
	return HOSTILE_WENT_ON;
}

RAW_ONE(hostile_raw_proc_mem, SYS_openat, AT_FDCWD, "/proc/self/mem", O_RDWR)
RAW_ONE(hostile_raw_device, SYS_openat, AT_FDCWD, "/dev/mem", O_RDONLY)
RAW_ONE(hostile_raw_terminal, SYS_openat, AT_FDCWD, "/dev/tty", O_RDWR)

/* Descriptors: those that it is told by, and those that it tells by. */
RAW_ONE(hostile_raw_close_all, SYS_close_range, 0, ~0u, 0)

long hostile_raw_close_each(void)
{
	ARMED_ONLY();
	for (int i = 0; i < 1024; i++)
		RAW(SYS_close, i);
	return HOSTILE_WENT_ON;
}

long hostile_raw_duplicate(int from, int to)
{
	ARMED_ONLY();
	return RAW(SYS_dup2, from, to);
}

/* "Done", when it is not. */
long hostile_raw_write_descriptor(int descriptor)
{
	const unsigned char bytes[2] = { 1, 1 };
	ARMED_ONLY();
	return RAW(SYS_write, descriptor, bytes, sizeof bytes);
}

/* Takes what is meant for the worker, or waits for it. */
long hostile_raw_read_descriptor(int descriptor)
{
	unsigned char bytes[16];
	ARMED_ONLY();
	return RAW(SYS_read, descriptor, bytes, sizeof bytes);
}

/* ---- sockets: loopback, or names in its own namespace ---- */

static struct sockaddr_in loopback(int port)
{
	struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = htons((uint16_t)port) };
	address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	return address;
}

long hostile_connect(int port)
{
	struct sockaddr_in address = loopback(port);
	ARMED_ONLY();
	int file = socket(AF_INET, SOCK_STREAM, 0);
	if (file < 0)
		return -errno;
	return connect(file, (struct sockaddr *)&address, sizeof address) ? -errno : HOSTILE_WENT_ON;
}

long hostile_bind(int port)
{
	struct sockaddr_in address = loopback(port);
	ARMED_ONLY();
	int file = socket(AF_INET, SOCK_STREAM, 0);
	if (file < 0)
		return -errno;
	return bind(file, (struct sockaddr *)&address, sizeof address) ? -errno : HOSTILE_WENT_ON;
}

long hostile_raw_connect(int port)
{
	struct sockaddr_in address = loopback(port);
	ARMED_ONLY();
	long file = RAW(SYS_socket, AF_INET, SOCK_STREAM, 0);
	return file < 0 ? file : RAW(SYS_connect, file, &address, sizeof address);
}

long hostile_raw_bind(int port)
{
	struct sockaddr_in address = loopback(port);
	ARMED_ONLY();
	return RAW(SYS_bind, RAW(SYS_socket, AF_INET, SOCK_DGRAM, 0), &address, sizeof address);
}

RAW_ONE(hostile_raw_socket_unix, SYS_socket, AF_UNIX, SOCK_STREAM, 0)
RAW_ONE(hostile_raw_socket_netlink, SYS_socket, AF_NETLINK, SOCK_RAW, 0)
RAW_ONE(hostile_raw_socketpair, SYS_socketpair, AF_UNIX, SOCK_STREAM, 0, two)

/* Everybody's memory of past messages, and a message of its own to whoever has the other end. */
long hostile_raw_sendto(int descriptor)
{
	ARMED_ONLY();
	return RAW(SYS_sendto, descriptor, "hostile", 7, 0, 0, 0);
}

/* ---- other ways into the kernel ---- */

long hostile_inotify(void)
{
	ARMED_ONLY();
	return inotify_init();
}

long hostile_epoll(void)
{
	ARMED_ONLY();
	return epoll_create(1);
}

RAW_ONE(hostile_raw_io_uring, SYS_io_uring_setup, 8, room)
RAW_ONE(hostile_raw_userfaultfd, SYS_userfaultfd, 1)
RAW_ONE(hostile_raw_memfd, SYS_memfd_create, "hostile", 0)
RAW_ONE(hostile_raw_inotify, SYS_inotify_init1, 0)
RAW_ONE(hostile_raw_fanotify, SYS_fanotify_init, 0, 0)
RAW_ONE(hostile_raw_bpf, SYS_bpf, 0, room, 128)
RAW_ONE(hostile_raw_perf, SYS_perf_event_open, room, 0, -1, -1, 0)
RAW_ONE(hostile_raw_keyctl, SYS_keyctl, 0, -3, 1)
RAW_ONE(hostile_raw_shmget, SYS_shmget, 0, 4096, 0600)
RAW_ONE(hostile_raw_msgget, SYS_msgget, 0, 0600)
RAW_ONE(hostile_raw_pipe, SYS_pipe, two)
RAW_ONE(hostile_raw_ioctl, SYS_ioctl, 1, 0x5412, "x")
