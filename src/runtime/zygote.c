/* The zygote: loads the unit once, forks a worker for each request, and keeps none of the descriptors that came with it.
 *
 * Who holds what: the zygote has the socket alone. A worker has its two pipe ends (GO and DONE below) and the mapping of its channel; all
 * else is closed, and its standard streams lead nowhere. So the engine sees the death of a worker as the end of its pipe.
 *
 * Who ends whom: when the socket ends, the zygote kills its workers by id and ends; a worker ends with its pipe, and is killed by the kernel
 * when the zygote dies in any other way. A child is waited for only when its slot is needed again or at the very end: until then its id
 * belongs to it, and whoever kills by that id hits nobody else.
 *
 * The fence is raised twice: around the zygote before the unit is loaded, because constructors are the unit's code too, and closer around each
 * worker when it is set up. From the first time on all system calls of this file are hr_system_…. */
#include "runtime/zygote.h"

#include "fence/fence.h"
#include "runtime/arena.h"
#include "runtime/asan_internal.h"
#include "runtime/changing.h"
#include "runtime/closed.h"
#include "runtime/coverage.h"
#include "runtime/fault.h"
#include "runtime/files.h"
#include "runtime/gate.h"
#include "runtime/gate_state.h"
#include "runtime/growth.h"
#include "runtime/integrity.h"
#include "runtime/interpreter.h"
#include "runtime/libraries.h"
#include "runtime/shadow.h"
#include "runtime/system.h"
#include "runtime/unit.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The zygote has its socket where the worker has its first pipe: the fence guards both. */
enum { GO = HR_FENCE_OWN_FIRST, DONE = HR_FENCE_OWN_LAST, SOCKET = GO, FIRST_UNUSED = DONE + 1, HIGH = 100 };

#define MEMORY ((uint64_t)2 << 30) /* address space that the unit's image, its libraries and their heaps may take */

static unsigned without; /* layers of the fence that are left out */

static pid_t children[HR_WIRE_MOST_SLOTS];

/* ---- the worker ---- */

/* The first of the channels as the worker takes them; NULL when it cannot be right. */
static struct hr_wire_channel *map_channel(int memory)
{
	struct stat status;

	if (hr_system_call(SYS_fstat, memory, (long)&status, 0, 0, 0, 0) != 0 ||
	    status.st_size < (off_t)sizeof(struct hr_wire_channel))
		return NULL;
	size_t size = (size_t)status.st_size;
	struct hr_wire_channel *channel = hr_system_map((void *)HR_CHANNEL_BASE, size, PROT_READ | PROT_WRITE,
							MAP_SHARED | MAP_FIXED_NOREPLACE, memory, 0);
	if (channel == MAP_FAILED)
		return NULL;
	if (channel->magic != HR_WIRE_MAGIC || channel->version != HR_WIRE_VERSION ||
	    channel->size > size / HR_WIRE_CHANNELS || channel->size % 8 != 0)
		return NULL;
	hr_shadow_close((uintptr_t)channel, size, HR_SHADOW_FOREIGN);
	return hr_unit.traits ? hr_integrity_hide(channel, size, memory) : channel;
}

static bool part_is_inside(const struct hr_wire_channel *channel, uint64_t size, uint64_t offset, uint64_t length)
{
	return offset >= sizeof(*channel) && offset % 8 == 0 && offset <= size && length <= size - offset;
}

static int fence_worker_in(void)
{
	const struct hr_range own = hr_system_range();
	char why[128];
	struct hr_fence fence = {
		.profile = HR_FENCE_WORKER,
		.trusted_begin = own.begin,
		.trusted_end = own.end,
		.refused_begin = hr_runtime.unit_text.begin,
		.refused_end = hr_runtime.unit_text.end,
		.without = without,
		.call = hr_system_call,
	};

	return hr_fence_raise(&fence, why, sizeof why);
}

/* False when nobody listens any more. */
static bool tell(char byte)
{
	ssize_t got;

	while ((got = hr_system_write(DONE, &byte, 1)) < 0 && errno == EINTR)
		;
	return got == 1;
}

static _Noreturn void work(int memory)
{
	struct hr_wire_channel *first = map_channel(memory);
	unsigned char byte;

	hr_system_close(memory);
	if (!first || hr_signals_install() != 0 || fence_worker_in() != 0)
		hr_system_exit(1);
	uint64_t size = first->size;
	if (hr_unit.traits && hr_integrity_begin() != 0)
		hr_system_exit(1);
	hr_growth_begin((uint64_t)first->memory_mb << 20);
	for (;;) {
		ssize_t got = hr_system_read(GO, &byte, 1);
		if (got < 0 && errno == EINTR)
			continue;
		if (got != 1 || byte < HR_WIRE_GO || byte - HR_WIRE_GO >= (int)HR_WIRE_CHANNELS)
			hr_system_exit(0);
		struct hr_wire_channel *channel =
			(struct hr_wire_channel *)((uint8_t *)first + (size_t)(byte - HR_WIRE_GO) * size);
		if (!part_is_inside(channel, size, channel->programs, channel->programs_size) ||
		    !part_is_inside(channel, size, channel->results, channel->results_size))
			hr_system_exit(1);
		if (!tell(HR_WIRE_BEGUN))
			hr_system_exit(0);
		bool is_sound = hr_interpreter_batch(channel);
		if (!tell(HR_WIRE_DONE) || !is_sound)
			hr_system_exit(0);
	}
}

static bool put_at(int descriptor, int place)
{
	return hr_system_call(SYS_dup2, descriptor, place, 0, 0, 0, 0) == place;
}

/* In the child: from here on it is a worker. The descriptors go up first, where they are not in each other's way. */
static _Noreturn void become_worker(const int *descriptors, pid_t zygote)
{
	int moved[HR_WIRE_SPAWN_DESCRIPTORS];

	hr_system_call(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0, 0);
	if (hr_system_call(SYS_getppid, 0, 0, 0, 0, 0, 0) != zygote)
		hr_system_exit(1);
	hr_system_call(SYS_setsid, 0, 0, 0, 0, 0, 0);
	hr_system_ignore(SIGPIPE);
	for (size_t i = 0; i < HR_WIRE_SPAWN_DESCRIPTORS; i++) {
		moved[i] = (int)hr_system_call(SYS_fcntl, descriptors[i], F_DUPFD, HIGH, 0, 0, 0);
		if (moved[i] < 0)
			hr_system_exit(1);
	}
	if (!put_at(moved[1], GO) || !put_at(moved[2], DONE) || !put_at(moved[0], FIRST_UNUSED))
		hr_system_exit(1);
	hr_system_call(SYS_close_range, FIRST_UNUSED + 1, ~0u, 0, 0, 0, 0);
	work(FIRST_UNUSED);
}

/* ---- the zygote ---- */

static void end_child(uint32_t slot)
{
	pid_t pid = children[slot];

	if (pid <= 0)
		return;
	hr_system_call(SYS_kill, pid, SIGKILL, 0, 0, 0, 0);
	while (hr_system_call(SYS_wait4, pid, 0, 0, 0, 0, 0) == -EINTR)
		;
	children[slot] = 0;
}

/* Receives a request and its descriptors, of which those that did not come are -1. 1, or 0 when the socket ended. */
static int receive(struct hr_wire_request *request, int *descriptors)
{
	struct iovec part = { request, sizeof(*request) };
	union {
		char bytes[CMSG_SPACE(HR_WIRE_SPAWN_DESCRIPTORS * sizeof(int))];
		struct cmsghdr align;
	} control;
	struct msghdr message = {
		.msg_iov = &part,
		.msg_iovlen = 1,
		.msg_control = control.bytes,
		.msg_controllen = sizeof(control.bytes),
	};
	long length;

	for (size_t i = 0; i < HR_WIRE_SPAWN_DESCRIPTORS; i++)
		descriptors[i] = -1;
	while ((length = hr_system_call(SYS_recvmsg, SOCKET, (long)&message, MSG_CMSG_CLOEXEC, 0, 0, 0)) == -EINTR)
		;
	if (length <= 0)
		return 0;
	for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
		if (header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS)
			memcpy(descriptors, CMSG_DATA(header), header->cmsg_len - CMSG_LEN(0));
	}
	if (length != (long)sizeof(*request))
		request->kind = 0;
	return 1;
}

/* Answers one request; -errno goes into the answer. */
static int32_t spawn(const struct hr_wire_request *request, const int *descriptors)
{
	if (request->kind != HR_WIRE_SPAWN || request->slot >= HR_WIRE_MOST_SLOTS)
		return -EINVAL;
	for (size_t i = 0; i < HR_WIRE_SPAWN_DESCRIPTORS; i++) {
		if (descriptors[i] < 0)
			return -EBADF;
	}
	end_child(request->slot);
	pid_t zygote = hr_system_process();
	pid_t pid = hr_system_fork();
	if (pid == 0)
		become_worker(descriptors, zygote);
	if (pid < 0)
		return -errno;
	children[request->slot] = pid;
	return pid;
}

static bool say(const void *message, size_t size)
{
	return hr_system_call(SYS_sendto, SOCKET, (long)message, (long)size, MSG_NOSIGNAL, 0, 0) == (long)size;
}

static void serve(void)
{
	struct hr_wire_request request;
	int descriptors[HR_WIRE_SPAWN_DESCRIPTORS];

	while (receive(&request, descriptors)) {
		struct hr_wire_spawned answer = { .slot = request.slot, .pid = spawn(&request, descriptors) };
		for (size_t i = 0; i < HR_WIRE_SPAWN_DESCRIPTORS; i++) {
			if (descriptors[i] >= 0)
				hr_system_close(descriptors[i]);
		}
		if (!say(&answer, sizeof(answer)))
			break;
	}
	for (uint32_t slot = 0; slot < HR_WIRE_MOST_SLOTS; slot++)
		end_child(slot);
}

/* Standard streams lead nowhere, the socket stands where it is expected, and nothing else is open. A crash leaves no core of terabytes of
 * shadow: at a limit of 1, other than at 0, the kernel does not run programs that collect cores either. */
static void seclude(int socket)
{
	const struct rlimit none = { 1, 1 };
	int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);

	setrlimit(RLIMIT_CORE, &none);
	for (int i = 0; i <= 2 && nowhere >= 0; i++)
		dup2(nowhere, i);
	if (socket != SOCKET)
		dup2(socket, SOCKET);
	dup2(STDIN_FILENO, DONE); /* taken, so that nobody gets it whom the fence would keep from using it */
	close_range(FIRST_UNUSED, ~0u, 0);
}

static int fence_in(const char *unit, unsigned *layers, char *why, size_t why_size)
{
	static struct hr_libraries libraries; /* too large for the stack */
	HR_CHANGING(libraries);
	const struct hr_range own = hr_system_range();
	char reason[256];
	struct hr_fence fence = {
		.profile = HR_FENCE_LOADING,
		.read_only = libraries.paths,
		.trusted_begin = own.begin,
		.trusted_end = own.end,
		.memory = MEMORY,
		.without = without,
	};

	hr_libraries_find(&libraries, unit);
	int failed = hr_fence_raise(&fence, reason, sizeof reason);
	*layers = fence.layers;
	if (failed)
		snprintf(why, why_size, "the fence around it cannot be raised: %s", reason);
	return failed;
}

/* Maps what must be there before the unit is: all that is large, because the fence limits what comes later. 0, or -1 with a sentence in `why`. */
static int map_memory(char *why, size_t why_size)
{
	static int (*const maps[])(void) = { hr_shadow_map, hr_arena_map,       hr_fake_stack_map,
					     hr_stack_map,  hr_interpreter_map, hr_signals_install };

	for (size_t i = 0; i < sizeof(maps) / sizeof(maps[0]); i++) {
		int failed = maps[i]();
		if (failed) {
			snprintf(why, why_size, "the worker cannot set up its memory (step %zu): %s", i,
				 strerror(failed));
			return -1;
		}
	}
	hr_scratch_release(hr_scratch_take(1));
	hr_worker_close();
	return 0;
}

/* Loads the unit and remembers what it looks like then. */
static int load(const char *unit, char *why, size_t why_size)
{
	if (hr_unit_load(unit, why, why_size) != 0)
		return -1;
	hr_gate_states_mark();
	int failed = hr_files_mark();
	if (!failed)
		failed = hr_snapshot_take();
	hr_gate_states_mark();
	if (failed)
		snprintf(why, why_size, "the worker cannot remember the unit's memory: %s", strerror(failed));
	return failed ? -1 : 0;
}

int hr_zygote_serve(const char *unit, int socket, unsigned without_layers)
{
	struct hr_wire_hello hello = { .magic = HR_WIRE_MAGIC, .version = HR_WIRE_VERSION };

	without = without_layers;
	seclude(socket);
	hello.is_loaded = map_memory(hello.text, sizeof(hello.text)) == 0 &&
			  fence_in(unit, &hello.layers, hello.text, sizeof(hello.text)) == 0 &&
			  load(unit, hello.text, sizeof(hello.text)) == 0;
	hello.edge_count = hr_coverage_edge_count();
	hello.base = hr_runtime.unit_base;
	if (!say(&hello, sizeof(hello)) || !hello.is_loaded)
		return 1;
	hr_interpreter_restore(); /* counters and logs, which know of the constructors */
	hr_coverage_clear();
	serve();
	return 0;
}
