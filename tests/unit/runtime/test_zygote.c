/* The zygote as the engine meets it: in a process of its own, over a socket. */
#include "programs.h"

#include "runtime/system.h"
#include "runtime/zygote.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CHANNEL_SIZE = 1 << 20 };

struct talk {
	pid_t zygote;
	int socket;
	struct hr_wire_hello hello;
};

struct contact {
	int go;
	int done;
	int32_t pid;
};

static struct talk start(const char *fixture)
{
	struct talk talk = { 0 };
	char path[4096];
	int ends[2];

	snprintf(path, sizeof(path), "%s/%s", getenv("HR_FIXTURES") ? getenv("HR_FIXTURES") : ".", fixture);
	assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends), 0);
	talk.zygote = fork();
	assert_true(talk.zygote >= 0);
	if (talk.zygote == 0) {
		close(ends[0]);
		hr_system_exit(hr_zygote_serve(path, ends[1], 0));
	}
	close(ends[1]);
	talk.socket = ends[0];
	assert_int_equal(recv(talk.socket, &talk.hello, sizeof(talk.hello), 0), sizeof(talk.hello));
	assert_int_equal(talk.hello.magic, HR_WIRE_MAGIC);
	assert_int_equal(talk.hello.version, HR_WIRE_VERSION);
	return talk;
}

static int stop(struct talk *talk)
{
	int status = -1;

	close(talk->socket);
	assert_int_equal(waitpid(talk->zygote, &status, 0), talk->zygote);
	return status;
}

static struct hr_wire_channel *make_channel(int *memory)
{
	*memory = memfd_create("channel", MFD_CLOEXEC);
	assert_true(*memory >= 0);
	assert_int_equal(ftruncate(*memory, (off_t)CHANNEL_SIZE * HR_WIRE_CHANNELS), 0);
	struct hr_wire_channel *channel = mmap(NULL, CHANNEL_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, *memory, 0);
	assert_true(channel != MAP_FAILED);
	*channel = (struct hr_wire_channel){
		.magic = HR_WIRE_MAGIC,
		.version = HR_WIRE_VERSION,
		.size = CHANNEL_SIZE,
		.programs = 4096,
		.programs_size = 256 * 1024,
		.results = 512 * 1024,
		.results_size = 512 * 1024,
	};
	return channel;
}

/* Asks for a worker, with the first `count` of the descriptors. */
static struct contact ask(const struct talk *talk, uint32_t slot, int memory, unsigned count)
{
	struct hr_wire_request request = { HR_WIRE_SPAWN, slot };
	struct iovec part = { &request, sizeof(request) };
	union {
		char bytes[CMSG_SPACE(3 * sizeof(int))];
		struct cmsghdr align;
	} control = { 0 };
	struct msghdr message = { .msg_iov = &part, .msg_iovlen = 1 };
	struct hr_wire_spawned answered;
	int go[2];
	int done[2];

	assert_int_equal(pipe2(go, O_CLOEXEC), 0);
	assert_int_equal(pipe2(done, O_CLOEXEC), 0);
	int descriptors[] = { memory, go[0], done[1] };
	if (count > 0) {
		message.msg_control = control.bytes;
		message.msg_controllen = CMSG_SPACE(count * sizeof(int));
		struct cmsghdr *header = CMSG_FIRSTHDR(&message);
		header->cmsg_level = SOL_SOCKET;
		header->cmsg_type = SCM_RIGHTS;
		header->cmsg_len = CMSG_LEN(count * sizeof(int));
		memcpy(CMSG_DATA(header), descriptors, count * sizeof(int));
	}
	assert_int_equal(sendmsg(talk->socket, &message, 0), sizeof(request));
	assert_int_equal(recv(talk->socket, &answered, sizeof(answered), 0), sizeof(answered));
	assert_int_equal(answered.slot, slot);
	close(go[0]);
	close(done[1]);
	return (struct contact){ go[1], done[0], answered.pid };
}

/* The byte that the worker answers with; 0 when its pipe ended. */
static char go(const struct contact *contact)
{
	char byte = HR_WIRE_GO;

	signal(SIGPIPE, SIG_IGN);
	if (write(contact->go, &byte, 1) != 1)
		return 0;
	if (read(contact->done, &byte, 1) != 1 || byte != HR_WIRE_BEGUN)
		return 0;
	return read(contact->done, &byte, 1) == 1 ? byte : 0;
}

static void let_go(struct contact *contact)
{
	close(contact->go);
	close(contact->done);
}

static void put_program(struct hr_wire_channel *channel)
{
	memcpy((uint8_t *)channel + channel->programs, program_end(), sizeof(writing));
	channel->program_count = 1;
}

static const struct hr_wire_result *first_result(const struct hr_wire_channel *channel)
{
	return (const struct hr_wire_result *)((const uint8_t *)channel + channel->results);
}

static void test_zygote__workers_run_batches(void **state)
{
	struct talk talk = start("unit_fixture_small.so");
	struct contact contacts[2];
	struct hr_wire_channel *channels[2];

	(void)state;
	assert_int_equal(talk.hello.is_loaded, 1);
	assert_true(talk.hello.edge_count > 0);
	assert_true(talk.hello.base != 0);
	for (uint32_t i = 0; i < 2; i++) {
		int memory;
		channels[i] = make_channel(&memory);
		contacts[i] = ask(&talk, i, memory, 3);
		close(memory);
		assert_true(contacts[i].pid > 0);
	}
	for (uint32_t round = 0; round < 3; round++) {
		for (uint32_t i = 0; i < 2; i++) {
			program_begin(0);
			uint32_t slot = call(STUB_BUMP, 4, 1, slot_of(4, i), 0);
			put_program(channels[i]);
			assert_int_equal(go(&contacts[i]), HR_WIRE_DONE);
			assert_int_equal(channels[i]->finished, 1);
			assert_int_equal(channels[i]->edge_count, talk.hello.edge_count);
			assert_int_equal(int_in(first_result(channels[i]), slot), 5 + i);
		}
	}
	assert_int_equal(stop(&talk), 0);
	/* nobody outlives the zygote */
	char byte;
	for (uint32_t i = 0; i < 2; i++) {
		assert_int_equal(read(contacts[i].done, &byte, 1), 0);
		let_go(&contacts[i]);
		munmap(channels[i], CHANNEL_SIZE);
	}
}

static void test_zygote__a_death_is_seen_and_made_good(void **state)
{
	struct talk talk = start("unit_fixture_small.so");
	int memory;
	struct hr_wire_channel *channel = make_channel(&memory);
	int other_memory;
	struct hr_wire_channel *other = make_channel(&other_memory);

	(void)state;
	struct contact contact = ask(&talk, 0, memory, 3);
	struct contact sibling = ask(&talk, 1, other_memory, 3); /* must not hold the first one's pipe open */
	kill(contact.pid, SIGKILL);
	char byte;
	assert_int_equal(read(contact.done, &byte, 1), 0);
	let_go(&contact);
	contact = ask(&talk, 0, memory, 3);
	program_begin(0);
	call(STUB_THREAD, 4, 0, 0, 0);
	put_program(channel);
	assert_int_equal(go(&contact), HR_WIRE_DONE);

	/* a slot that is taken is made free */
	struct contact next = ask(&talk, 0, memory, 3);
	assert_int_equal(read(contact.done, &byte, 1), 0);
	assert_int_equal(go(&next), HR_WIRE_DONE);
	let_go(&contact);
	let_go(&next);
	let_go(&sibling);
	assert_int_equal(stop(&talk), 0);
	close(memory);
	close(other_memory);
	munmap(channel, CHANNEL_SIZE);
	munmap(other, CHANNEL_SIZE);
}

static void test_zygote__bad_requests_are_refused(void **state)
{
	struct talk talk = start("unit_fixture_small.so");
	int memory;
	struct hr_wire_channel *channel = make_channel(&memory);

	(void)state;
	struct contact contact = ask(&talk, 0, memory, 0);
	assert_int_equal(contact.pid, -EBADF);
	let_go(&contact);
	contact = ask(&talk, 0, memory, 2);
	assert_int_equal(contact.pid, -EBADF);
	let_go(&contact);
	contact = ask(&talk, HR_WIRE_MOST_SLOTS, memory, 3);
	assert_int_equal(contact.pid, -EINVAL);
	let_go(&contact);
	channel->version++; /* the worker itself refuses this */
	contact = ask(&talk, 0, memory, 3);
	assert_true(contact.pid > 0);
	assert_int_equal(go(&contact), 0);
	let_go(&contact);
	assert_int_equal(stop(&talk), 0);
	close(memory);
	munmap(channel, CHANNEL_SIZE);
}

static void test_zygote__units_that_cannot_be_loaded(void **state)
{
	struct talk talk = start("unit_fixture_broken.so");

	(void)state;
	assert_int_equal(talk.hello.is_loaded, 0);
	assert_non_null(strstr(talk.hello.text, "constructor"));
	assert_non_null(strstr(talk.hello.text, "memory error"));
	assert_int_equal(WEXITSTATUS(stop(&talk)), 1);

	talk = start("no_such_unit.so");
	assert_int_equal(talk.hello.is_loaded, 0);
	assert_non_null(strstr(talk.hello.text, "no_such_unit.so"));
	assert_int_equal(WEXITSTATUS(stop(&talk)), 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_zygote__workers_run_batches),
		cmocka_unit_test(test_zygote__a_death_is_seen_and_made_good),
		cmocka_unit_test(test_zygote__bad_requests_are_refused),
		cmocka_unit_test(test_zygote__units_that_cannot_be_loaded),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
