/* The zygote and its workers: starting, talking to them, ending them.
 *
 * Invariants: descriptors are close-on-exec in the engine, so that nothing but what is passed on purpose reaches another process; the engine keeps
 * no copy of the worker's ends of the pipes, so that their end tells of the worker's death. */
#include "exec/worker.h"

#include "base/interrupt.h"
#include "exec/pool.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { HELLO_MILLISECONDS = 60000, ZYGOTE_SOCKET = 3 };

#define HEAD_SIZE ((sizeof(struct hr_wire_channel) + 4095) & ~(size_t)4095)
#define CHANNEL_SIZE (HEAD_SIZE + HR_CHANNEL_PROGRAMS + HR_CHANNEL_RESULTS)

static void close_descriptor(int *descriptor)
{
	if (*descriptor >= 0)
		close(*descriptor);
	*descriptor = -1;
}

/* Between fork and exec: only what is safe there. The address layout is fixed where the system lets us, so that runs repeat. */
static void become_zygote(int socket, pid_t engine, const char *program, const char *unit, unsigned without)
{
	char number[16];
	char layers[16];
	/* the end of the socket tells it that we are gone, but not while it loads the unit */
	if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != engine)
		_exit(127);
	(void)personality(ADDR_NO_RANDOMIZE);
	if (socket != ZYGOTE_SOCKET && dup2(socket, ZYGOTE_SOCKET) < 0)
		_exit(127);
	if (socket == ZYGOTE_SOCKET)
		(void)fcntl(socket, F_SETFD, 0);
	snprintf(number, sizeof number, "%d", ZYGOTE_SOCKET);
	snprintf(layers, sizeof layers, "%u", without);
	execl(program, program, unit, number, layers, (char *)NULL);
	_exit(127);
}

enum { SILENT = -2, ASKED = -3 };

/* One message of the zygote: its length, 0 at the end of the socket, -1 with errno, SILENT when none comes in time, ASKED when somebody wants
 * us to end. Interrupted waiting begins anew. */
static ssize_t receive(int socket, void *message, size_t size, int milliseconds)
{
	struct pollfd polls[] = {
		{ .fd = socket, .events = POLLIN },
		{ .fd = hr_interrupt_descriptor(), .events = POLLIN },
	};
	for (;;) {
		int ready = poll(polls, 2, milliseconds);
		if (ready == 0)
			return SILENT;
		if (ready > 0 && !polls[0].revents)
			return ASKED;
		ssize_t length = ready > 0 ? recv(socket, message, size, MSG_DONTWAIT | MSG_TRUNC) : -1;
		if (length >= 0 || (errno != EINTR && errno != EAGAIN))
			return length;
	}
}

static int read_hello(struct hr_zygote *zygote, const char *program, const char *unit, struct hr_error *error)
{
	struct hr_wire_hello hello;
	ssize_t length = receive(zygote->socket, &hello, sizeof hello, HELLO_MILLISECONDS);
	if (length <= 0 && hr_interrupt_check(error))
		return -1;
	if (length == SILENT)
		return hr_fail(error, HR_ERROR_INPUT, "the unit '%s' takes too long to load: a constructor hangs",
			       unit);
	if (length == 0 || (length < 0 && errno == ECONNRESET))
		return hr_fail(error, HR_ERROR_INTERNAL,
			       "the worker program '%s' cannot be run, or died while it loaded the unit", program);
	if (length != (ssize_t)sizeof hello || hello.magic != HR_WIRE_MAGIC || hello.version != HR_WIRE_VERSION)
		return hr_fail(error, HR_ERROR_INTERNAL, "the worker program '%s' is of another version", program);
	hello.text[sizeof hello.text - 1] = '\0';
	if (!hello.is_loaded)
		return hr_fail(error, HR_ERROR_INPUT, "the unit cannot be loaded: %s", hello.text);
	zygote->edge_count = hello.edge_count;
	zygote->unit_base = hello.base;
	zygote->layers = hello.layers;
	return 0;
}

/* Its socket has ended: true when the reason is a signal that nobody sends himself by mistake. */
static bool was_killed(struct hr_zygote *zygote)
{
	int status = 0;
	siginfo_t info = { .si_pid = 0 };
	/* it is gone, or about to be; what is not is looked after by hr_zygote_stop */
	for (int i = 0; i < 100 && info.si_pid == 0; i++) {
		if (waitid(P_PID, (id_t)zygote->pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0)
			return false;
		if (info.si_pid == 0)
			usleep(2000);
	}
	if (info.si_pid == 0 || waitpid(zygote->pid, &status, 0) != zygote->pid)
		return false;
	zygote->pid = 0;
	return WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
}

static int start_zygote(struct hr_zygote *out, const char *program, const char *unit, unsigned without,
			struct hr_error *error)
{
	int ends[2];
	out->pid = 0;
	out->socket = -1;
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
		return hr_fail(error, HR_ERROR_INTERNAL, "cannot make a socket: %s", strerror(errno));
	pid_t engine = getpid();
	pid_t pid = fork();
	if (pid == 0)
		become_zygote(ends[1], engine, program, unit, without);
	close(ends[1]);
	if (pid < 0) {
		close(ends[0]);
		return hr_fail(error, HR_ERROR_INTERNAL, "cannot start a process: %s", strerror(errno));
	}
	out->pid = pid;
	out->socket = ends[0];
	return read_hello(out, program, unit, error);
}

int hr_zygote_start(struct hr_zygote *out, const char *program, const char *unit, unsigned without,
		    struct hr_error *error)
{
	enum { TRIES = 4 };
	for (unsigned i = 0;; i++) {
		if (!start_zygote(out, program, unit, without, error))
			return 0;
		/* by somebody else, while it loaded the unit: the machine was short of memory, say */
		bool again = out->pid > 0 && error->kind == HR_ERROR_INTERNAL && was_killed(out) && i + 1 < TRIES;
		hr_zygote_stop(out);
		if (!again)
			return -1;
		hr_error_release(error);
	}
}

void hr_zygote_stop(struct hr_zygote *zygote)
{
	close_descriptor(&zygote->socket);
	if (zygote->pid <= 0)
		return;
	/* The end of the socket is its sign; it kills its workers by id and ends. */
	for (int i = 0; i < 200; i++) {
		if (waitpid(zygote->pid, NULL, WNOHANG) == zygote->pid) {
			zygote->pid = 0;
			return;
		}
		usleep(5000);
	}
	hr_zygote_kill(zygote);
}

void hr_zygote_kill(struct hr_zygote *zygote)
{
	close_descriptor(&zygote->socket);
	if (zygote->pid <= 0)
		return;
	kill(zygote->pid, SIGKILL);
	while (waitpid(zygote->pid, NULL, 0) < 0 && errno == EINTR)
		;
	zygote->pid = 0;
}

/* All of it, every time: the unit may have written over it. */
static void write_head(struct hr_worker *worker, unsigned channel, uint32_t program_count)
{
	*worker->channels[channel] = (struct hr_wire_channel){
		.magic = HR_WIRE_MAGIC,
		.version = HR_WIRE_VERSION,
		.size = CHANNEL_SIZE,
		.programs = HEAD_SIZE,
		.programs_size = HR_CHANNEL_PROGRAMS,
		.results = HEAD_SIZE + HR_CHANNEL_PROGRAMS,
		.results_size = HR_CHANNEL_RESULTS,
		.program_count = program_count,
		.default_cpu_ms = worker->cpu_ms,
		.memory_mb = worker->memory_mb,
	};
}

int hr_worker_open(struct hr_worker *worker, unsigned slot, unsigned cpu_ms, unsigned memory_mb, struct hr_error *error)
{
	memset(worker, 0, sizeof *worker);
	worker->cpu_ms = cpu_ms;
	worker->memory_mb = memory_mb;
	worker->slot = slot;
	worker->go = worker->done = worker->process = -1;
	worker->memory = memfd_create("harrier-channel", MFD_CLOEXEC | MFD_ALLOW_SEALING);
	void *mapping = MAP_FAILED;
	/* sealed: who has a descriptor of it cannot take it away under our hands */
	if (worker->memory >= 0 && ftruncate(worker->memory, (off_t)(CHANNEL_SIZE * HR_WIRE_CHANNELS)) == 0 &&
	    fcntl(worker->memory, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0)
		mapping = mmap(NULL, CHANNEL_SIZE * HR_WIRE_CHANNELS, PROT_READ | PROT_WRITE, MAP_SHARED,
			       worker->memory, 0);
	if (mapping == MAP_FAILED) {
		int reason = errno;
		close_descriptor(&worker->memory);
		return hr_fail(error, HR_ERROR_INTERNAL, "cannot make shared memory: %s", strerror(reason));
	}
	for (unsigned i = 0; i < HR_WIRE_CHANNELS; i++) {
		unsigned char *start = (unsigned char *)mapping + i * CHANNEL_SIZE;
		worker->channels[i] = (struct hr_wire_channel *)start;
		worker->programs[i] = start + HEAD_SIZE;
		worker->results[i] = worker->programs[i] + HR_CHANNEL_PROGRAMS;
		write_head(worker, i, 0); /* the process reads it when it starts */
	}
	return 0;
}

void hr_worker_close(struct hr_worker *worker)
{
	hr_worker_kill(worker);
	if (worker->channels[0])
		munmap(worker->channels[0], CHANNEL_SIZE * HR_WIRE_CHANNELS);
	worker->channels[0] = NULL;
	close_descriptor(&worker->memory);
}

void hr_worker_kill(struct hr_worker *worker)
{
	close_descriptor(&worker->go);
	close_descriptor(&worker->done);
	if (worker->process >= 0)
		syscall(SYS_pidfd_send_signal, worker->process, SIGKILL, NULL,
			0); /* the zygote, its parent, reaps it */
	close_descriptor(&worker->process);
	worker->pid = 0;
}

static int send_request(const struct hr_zygote *zygote, const struct hr_wire_request *request, const int *descriptors)
{
	struct iovec part = { (void *)request, sizeof *request };
	union {
		char bytes[CMSG_SPACE(HR_WIRE_SPAWN_DESCRIPTORS * sizeof(int))];
		struct cmsghdr align;
	} control;
	memset(&control, 0, sizeof control);
	struct msghdr message = {
		.msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes
	};
	struct cmsghdr *header = CMSG_FIRSTHDR(&message);
	header->cmsg_level = SOL_SOCKET;
	header->cmsg_type = SCM_RIGHTS;
	header->cmsg_len = CMSG_LEN(HR_WIRE_SPAWN_DESCRIPTORS * sizeof(int));
	memcpy(CMSG_DATA(header), descriptors, HR_WIRE_SPAWN_DESCRIPTORS * sizeof(int));
	ssize_t sent;
	do
		sent = sendmsg(zygote->socket, &message, MSG_NOSIGNAL);
	while (sent < 0 && errno == EINTR);
	return sent == (ssize_t)sizeof *request ? 0 : -1;
}

static enum hr_spawn no_zygote(const char *what, struct hr_error *error)
{
	hr_fail(error, HR_ERROR_INTERNAL, "the process that makes workers %s", what);
	return HR_SPAWN_NO_ZYGOTE;
}

static enum hr_spawn ask_zygote(struct hr_worker *worker, const struct hr_zygote *zygote, const int *descriptors,
				struct hr_error *error)
{
	struct hr_wire_request request = { HR_WIRE_SPAWN, worker->slot };
	struct hr_wire_spawned answer;
	if (send_request(zygote, &request, descriptors))
		return no_zygote("is gone", error);
	ssize_t length = receive(zygote->socket, &answer, sizeof answer, zygote->answer_ms);
	if (length == ASKED && hr_interrupt_check(error))
		return HR_SPAWN_REFUSED;
	if (length == SILENT)
		return no_zygote("does not answer", error);
	if (length <= 0)
		return no_zygote("is gone", error);
	if (length != (ssize_t)sizeof answer || answer.slot != worker->slot || answer.pid == 0)
		return no_zygote("answers what it was not asked", error);
	/* Until it is asked for the slot again the zygote lets nobody else have the number: it names our worker, dead or alive. But constructors ran in
	 * the zygote, and whoever is named here gets killed one day: it must be its child. */
	if (answer.pid > 0)
		worker->process = (int)syscall(SYS_pidfd_open, answer.pid, 0);
	if (worker->process >= 0 && !hr_watch_is_child(answer.pid, zygote->pid)) {
		close_descriptor(&worker->process);
		return no_zygote("names a process that is not its own", error);
	}
	if (answer.pid < 0 || worker->process < 0) {
		int reason = answer.pid < 0 ? -answer.pid : errno;
		hr_fail(error, HR_ERROR_INTERNAL, "cannot start a worker: %s", strerror(reason));
		return HR_SPAWN_REFUSED;
	}
	worker->pid = answer.pid;
	return HR_SPAWNED;
}

static int make_pipes(int go[2], int done[2], struct hr_error *error)
{
	if (pipe2(go, O_CLOEXEC) == 0) {
		if (pipe2(done, O_CLOEXEC) == 0)
			return 0;
		int reason = errno;
		close(go[0]);
		close(go[1]);
		errno = reason;
	}
	return hr_fail(error, HR_ERROR_INTERNAL, "cannot make a pipe: %s", strerror(errno));
}

/* What a process looks at when it starts, and nothing else: results of the one before it may be waiting to be read. */
static void repair_heads(struct hr_worker *worker)
{
	for (unsigned i = 0; i < HR_WIRE_CHANNELS; i++) {
		worker->channels[i]->magic = HR_WIRE_MAGIC;
		worker->channels[i]->version = HR_WIRE_VERSION;
		worker->channels[i]->size = CHANNEL_SIZE;
	}
}

enum hr_spawn hr_worker_spawn(struct hr_worker *worker, const struct hr_zygote *zygote, struct hr_error *error)
{
	int go[2] = { -1, -1 };
	int done[2] = { -1, -1 };
	hr_worker_kill(worker);
	repair_heads(worker);
	if (make_pipes(go, done, error))
		return HR_SPAWN_REFUSED;
	int descriptors[HR_WIRE_SPAWN_DESCRIPTORS] = { worker->memory, go[0], done[1] };
	enum hr_spawn result = ask_zygote(worker, zygote, descriptors, error);
	close(go[0]);
	close(done[1]);
	worker->go = go[1];
	worker->done = done[0];
	worker->programs_given = 0;
	if (result != HR_SPAWNED)
		hr_worker_kill(worker);
	return result;
}

int hr_worker_go(struct hr_worker *worker, unsigned channel, uint32_t count)
{
	char go = (char)(HR_WIRE_GO + channel);
	ssize_t written;
	struct sigaction ignore = { .sa_handler = SIG_IGN };
	struct sigaction before;
	write_head(worker, channel, count);
	sigaction(SIGPIPE, &ignore, &before); /* a worker that is gone is no reason to end */
	do
		written = write(worker->go, &go, 1);
	while (written < 0 && errno == EINTR);
	sigaction(SIGPIPE, &before, NULL);
	return written == 1 ? 0 : -1;
}
