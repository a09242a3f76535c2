/* Running other programs. The shell is the other program in most tests, because it can do anything. */
#include "base/file.h"
#include "base/memory.h"
#include "base/process.h"
#include "base/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define ARGV(...) (const char *const[]){ __VA_ARGS__, NULL }

static int64_t now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void pause_ms(long ms)
{
	nanosleep(&(struct timespec){ ms / 1000, ms % 1000 * 1000000 }, NULL);
}

/* Runs what must start, with options. */
static struct hr_process_result run(const struct hr_process *process)
{
	struct hr_process_result result = HR_PROCESS_RESULT_INIT;
	struct hr_error error = HR_ERROR_INIT;

	if (hr_process_run(&result, process, &error) < 0)
		fail_msg("%s", error.message.data);
	assert_int_equal(error.kind, HR_ERROR_NONE);
	return result;
}

static struct hr_process_result run_shell(const char *script, unsigned timeout_seconds)
{
	struct hr_process process = { .argv = ARGV("sh", "-c", script), .timeout_seconds = timeout_seconds };

	return run(&process);
}

/* A dead process may still be there as a zombie that its new parent has not reaped. */
static bool is_alive(long pid)
{
	char path[64], state = '?';
	FILE *file;

	snprintf(path, sizeof path, "/proc/%ld/stat", pid);
	file = fopen(path, "re");
	if (!file)
		return false;
	if (fscanf(file, "%*d (%*[^)]) %c", &state) != 1)
		state = '?';
	fclose(file);
	return state != 'Z' && state != 'X' && state != '?';
}

/* For what must happen, however much else the machine has to do; each is waited for 10 ms at a time. */
enum { PATIENCE = 6000 };

/* Death by SIGKILL is not instant. */
static bool dies_soon(long pid)
{
	for (int i = 0; i < PATIENCE && is_alive(pid); i++)
		pause_ms(10);
	return !is_alive(pid);
}

static size_t open_descriptors(void)
{
	DIR *directory = opendir("/proc/self/fd");
	size_t count = 0;

	assert_non_null(directory);
	while (readdir(directory))
		count++;
	closedir(directory);
	return count;
}

static void test_process__collects_both_outputs_and_the_code(void **state)
{
	struct hr_process_result result = run_shell("echo out; echo err >&2; printf 'a\\0b'; exit 42", 0);

	(void)state;
	assert_int_equal(result.exit_code, 42);
	assert_false(result.timed_out);
	assert_int_equal(result.output.length, 7);
	assert_memory_equal(result.output.data, "out\na\0b", 8);
	assert_string_equal(result.errors.data, "err\n");
	hr_process_result_release(&result);
	assert_int_equal(result.exit_code, 0);
	assert_string_equal(result.output.data, "");
}

static void test_process__arguments_arrive_as_they_are(void **state)
{
	struct hr_process process = { .argv = ARGV("printf", "[%s]", "a b", "$HOME", "*", "", "'\"\\", "\n") };
	struct hr_process_result result = run(&process);

	(void)state;
	assert_string_equal(result.output.data, "[a b][$HOME][*][]['\"\\][\n]");
	hr_process_result_release(&result);
}

static void test_process__much_output_on_both_streams(void **state)
{
	const char *script = "head -c 3000000 /dev/zero | tr '\\0' x; head -c 2000000 /dev/zero | tr '\\0' y >&2;"
			     "head -c 1000000 /dev/zero | tr '\\0' z";
	struct hr_process_result result = run_shell(script, 0);

	(void)state;
	assert_int_equal(result.exit_code, 0);
	assert_int_equal(result.output.length, 4000000);
	assert_int_equal(result.output.data[2999999], 'x');
	assert_int_equal(result.output.data[3999999], 'z');
	assert_int_equal(result.errors.length, 2000000);
	hr_process_result_release(&result);
}

static void test_process__goes_on_after_its_outputs_are_closed(void **state)
{
	struct hr_process_result result = run_shell("echo x; exec >&- 2>&-; sleep 0.2; exit 3", 600);

	(void)state;
	assert_int_equal(result.exit_code, 3);
	assert_string_equal(result.output.data, "x\n");
	assert_false(result.timed_out);
	hr_process_result_release(&result);
}

static void test_process__standard_input_is_empty(void **state)
{
	struct hr_process_result result = run_shell("cat; echo done", 600);

	(void)state;
	assert_string_equal(result.output.data, "done\n");
	hr_process_result_release(&result);
}

static void test_process__environment_on_top_of_ours(void **state)
{
	struct hr_process process = {
		.argv = ARGV("sh", "-c", "echo $HR_A,$HR_AB,$HR_NEW,$HR_KEPT; env | grep -c ^HR_A="),
		.environment = ARGV("HR_A=first", "HR_NEW=x=y z", "HR_A=last"),
	};
	struct hr_process_result result;

	(void)state;
	setenv("HR_A", "ours", 1);
	setenv("HR_AB", "longer", 1);
	setenv("HR_KEPT", "kept", 1);
	result = run(&process);
	assert_string_equal(result.output.data, "last,longer,x=y z,kept\n1\n");
	assert_string_equal(getenv("HR_A"), "ours");
	hr_process_result_release(&result);
}

static void test_process__directory(void **state)
{
	struct hr_process process = { .argv = ARGV("pwd"), .directory = "/" };
	struct hr_process relative = { .argv = ARGV("./sh", "-c", "pwd"), .directory = "/bin" };
	struct hr_process_result result = run(&process);

	(void)state;
	assert_string_equal(result.output.data, "/\n");
	hr_process_result_release(&result);
	result = run(&relative);
	assert_int_equal(result.exit_code, 0);
	hr_process_result_release(&result);
}

static void test_process__what_cannot_start_is_an_error(void **state)
{
	static const struct {
		const char *program, *directory, *message;
	} cases[] = {
		{ "hr-no-such-program", NULL, "cannot run 'hr-no-such-program': No such file or directory" },
		{ "/no/such/program", NULL, "cannot run '/no/such/program': No such file or directory" },
		{ "/etc/passwd", NULL, "cannot run '/etc/passwd': Permission denied" },
		{ "/", NULL, "cannot run '/': Permission denied" },
		{ "", NULL, "cannot run '': No such file or directory" },
		{ "true", "/no/such", "cannot run 'true': cannot enter '/no/such': No such file or directory" },
	};
	struct hr_process_result result = HR_PROCESS_RESULT_INIT;
	struct hr_error error = HR_ERROR_INIT;

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct hr_process process = { .argv = ARGV(cases[i].program), .directory = cases[i].directory };

		assert_int_equal(hr_process_run(&result, &process, &error), -1);
		assert_int_equal(error.kind, HR_ERROR_INTERNAL);
		assert_string_equal(error.message.data, cases[i].message);
	}
	assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); /* no zombie is left */
	hr_error_release(&error);
}

static void test_process__end_by_signal(void **state)
{
	static const struct {
		const char *script;
		int exit_code;
	} cases[] = {
		{ "kill -SEGV $$", 128 + SIGSEGV },
		{ "kill -KILL $$", 128 + SIGKILL },
		{ "kill -ABRT $$", 128 + SIGABRT },
		{ "exit 255", 255 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct hr_process_result result = run_shell(cases[i].script, 0);

		assert_int_equal(result.exit_code, cases[i].exit_code);
		assert_false(result.timed_out);
		hr_process_result_release(&result);
	}
}

static void test_process__in_time_is_not_timed_out(void **state)
{
	struct hr_process_result result = run_shell("sleep 0.1; echo ok", 600);

	(void)state;
	assert_false(result.timed_out);
	assert_int_equal(result.exit_code, 0);
	assert_string_equal(result.output.data, "ok\n");
	hr_process_result_release(&result);
}

/* Runs a script that says something and does not end, for a second; for more where the machine is too busy to let it say something, or end
 * as it should when it is asked to. `start` is when the last run began. */
static struct hr_process_result run_into_timeout(const char *script, int exit_code, int64_t *start)
{
	struct hr_process_result result;

	for (unsigned seconds = 1;; seconds *= 4) {
		*start = now_ms();
		result = run_shell(script, seconds);
		assert_true(result.timed_out);
		assert_true(now_ms() - *start >= seconds * 1000);
		if ((result.output.length > 0 && result.exit_code == exit_code) || seconds > 10)
			return result;
		hr_process_result_release(&result);
	}
}

static void test_process__timeout_asks_first(void **state)
{
	const char *script = "trap 'echo asked; exit 7' TERM; echo before; sleep 1000 & wait";
	int64_t start;
	struct hr_process_result result = run_into_timeout(script, 7, &start);

	(void)state;
	assert_int_equal(result.exit_code, 7);
	assert_string_equal(result.output.data, "before\nasked\n");
	hr_process_result_release(&result);
}

static void test_process__timeout_kills_who_does_not_listen(void **state)
{
	const char *script = "trap '' TERM; sh -c 'trap \"\" TERM; echo $$; while :; do sleep 1; done' & wait";
	int64_t start;
	struct hr_process_result result = run_into_timeout(script, 128 + SIGKILL, &start);
	long grandchild = atol(result.output.data);

	(void)state;
	assert_int_equal(result.exit_code, 128 + SIGKILL);
	assert_true(now_ms() - start >= 3000); /* it was asked, and waited for */
	assert_true(grandchild > 1);
	assert_true(dies_soon(grandchild));
	hr_process_result_release(&result);
}

static void test_process__timeout_ends_a_flood_of_output(void **state)
{
	int64_t start;
	struct hr_process_result result = run_into_timeout("while :; do echo x; done", 128 + SIGTERM, &start);

	(void)state;
	assert_int_equal(result.exit_code, 128 + SIGTERM);
	assert_true(result.output.length > 0);
	hr_process_result_release(&result);
}

static void test_process__what_is_left_running_is_killed(void **state)
{
	int64_t start = now_ms();
	struct hr_process_result result = run_shell("sleep 1000 & echo $!", 0);
	long grandchild = atol(result.output.data);

	(void)state;
	assert_int_equal(result.exit_code, 0);
	assert_true(now_ms() - start < 500000);
	assert_true(grandchild > 1);
	assert_true(dies_soon(grandchild));
	hr_process_result_release(&result);
}

static void test_process__daemon_with_our_pipes_does_not_hold_us_up(void **state)
{
	struct hr_error error = HR_ERROR_INIT;
	const char *script = "setsid sh -c 'echo $$ >pid; while :; do echo flood; done' &"
			     "while ! [ -s pid ]; do sleep 0.01; done; cat pid >&2";
	struct hr_process process = { .argv = ARGV("sh", "-c", script) };
	struct hr_process_result result;
	char *directory;
	long daemon_pid;

	(void)state;
	assert_int_equal(hr_directory_temporary(&directory, &error), 0);
	process.directory = directory;
	result = run(&process);
	daemon_pid = atol(result.errors.data);
	assert_int_equal(result.exit_code, 0);
	assert_true(daemon_pid > 1);
	kill((pid_t)daemon_pid, SIGKILL);
	hr_process_result_release(&result);
	hr_directory_remove(directory);
	free(directory);
}

static void test_process__other_children_are_left_alone(void **state)
{
	struct hr_process_result result;
	int status = 0;
	pid_t other = fork();

	(void)state;
	if (other == 0)
		_exit(5);
	result = run_shell("sleep 0.1", 0);
	assert_int_equal(waitpid(other, &status, 0), other);
	assert_int_equal(WEXITSTATUS(status), 5);
	hr_process_result_release(&result);
}

static void test_process__result_can_be_used_again(void **state)
{
	struct hr_process first = { .argv = ARGV("sh", "-c", "echo one; echo two >&2; exit 9") };
	struct hr_process second = { .argv = ARGV("echo", "three") };
	struct hr_process_result result = HR_PROCESS_RESULT_INIT;
	struct hr_error error = HR_ERROR_INIT;

	(void)state;
	assert_int_equal(hr_process_run(&result, &first, &error), 0);
	assert_int_equal(hr_process_run(&result, &second, &error), 0);
	assert_int_equal(result.exit_code, 0);
	assert_string_equal(result.output.data, "three\n");
	assert_string_equal(result.errors.data, "");
	hr_process_result_release(&result);
}

static void test_process__signals_are_as_new(void **state)
{
	struct hr_process_result result;
	sigset_t all, before;

	(void)state;
	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, &before);
	signal(SIGPIPE, SIG_IGN);
	result = run_shell("kill -PIPE $$; echo survived", 0);
	signal(SIGPIPE, SIG_DFL);
	sigprocmask(SIG_SETMASK, &before, NULL);
	assert_int_equal(result.exit_code, 128 + SIGPIPE);
	assert_string_equal(result.output.data, "");
	hr_process_result_release(&result);
}

static void test_process__no_descriptor_stays_open(void **state)
{
	struct hr_process absent = { .argv = ARGV("hr-no-such-program") };
	struct hr_process_result result = HR_PROCESS_RESULT_INIT;
	struct hr_error error = HR_ERROR_INIT;
	size_t before = open_descriptors();

	(void)state;
	for (int i = 0; i < 5; i++) {
		assert_int_equal(hr_process_run(&result, &absent, &error), -1);
		result = run_shell("echo x", 600);
		hr_process_result_release(&result);
	}
	assert_int_equal(open_descriptors(), before);
	hr_error_release(&error);
}

/* Compared to popen, because we may have been born with more descriptors than three. */
static void test_process__program_inherits_no_descriptor_of_ours(void **state)
{
	struct hr_process process = { .argv = ARGV("ls", "/proc/self/fd") };
	struct hr_process_result result = run(&process);
	FILE *pipe = popen("exec ls /proc/self/fd", "re");
	char expected[512];

	(void)state;
	assert_non_null(pipe);
	expected[fread(expected, 1, sizeof expected - 1, pipe)] = '\0';
	pclose(pipe);
	assert_string_equal(result.output.data, expected);
	hr_process_result_release(&result);
}

/* In a child without standard descriptors: 0 when all went well. */
static int run_without_standard_descriptors(void)
{
	struct hr_process process = { .argv = ARGV("sh", "-c", "cat; echo out; echo err >&2; exit 4") };
	struct hr_process_result result = HR_PROCESS_RESULT_INIT;
	struct hr_error error = HR_ERROR_INIT;
	bool right;

	for (int fd = 0; fd <= 2; fd++)
		close(fd);
	if (hr_process_run(&result, &process, &error) < 0)
		return 1;
	right = result.exit_code == 4 && hr_text_equal(result.output.data, "out\n") &&
		hr_text_equal(result.errors.data, "err\n");
	hr_process_result_release(&result);
	return right ? 0 : 2;
}

static void test_process__works_without_standard_descriptors(void **state)
{
	int status = 0;
	pid_t pid = fork();

	(void)state;
	if (pid == 0)
		_exit(run_without_standard_descriptors());
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
}

static void test_process__inherited_output_goes_where_ours_goes(void **state)
{
	struct hr_process process = { .argv = ARGV("sh", "-c", "echo out; echo err >&2; exit 2"),
				      .inherit_output = true };
	char text[64] = "";
	FILE *file = tmpfile();
	struct hr_process_result result;
	int out, err;

	(void)state;
	assert_non_null(file);
	if (!file)
		return; /* for those who do not know that assertions do not return */
	fflush(stdout);
	out = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
	err = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
	dup2(fileno(file), STDOUT_FILENO);
	dup2(fileno(file), STDERR_FILENO);
	result = run(&process);
	dup2(out, STDOUT_FILENO);
	dup2(err, STDERR_FILENO);
	close(out);
	close(err);

	assert_int_equal(fseek(file, 0, SEEK_SET), 0);
	assert_int_equal(fread(text, 1, sizeof text - 1, file), 8);
	assert_string_equal(text, "out\nerr\n");
	assert_int_equal(result.exit_code, 2);
	assert_int_equal(result.output.length, 0);
	assert_int_equal(result.errors.length, 0);
	fclose(file);
	hr_process_result_release(&result);
}

static void test_process__inherited_output_times_out_too(void **state)
{
	struct hr_process process = { .argv = ARGV("sleep", "60"), .timeout_seconds = 1, .inherit_output = true };
	struct hr_process_result result = run(&process);

	(void)state;
	assert_true(result.timed_out);
	assert_int_equal(result.exit_code, 128 + SIGTERM);
	hr_process_result_release(&result);
}

/* The id that a program writes to a file as it starts; 0 when it does not. */
static long wait_for_pid(const char *path)
{
	struct hr_error error = HR_ERROR_INIT;
	struct hr_strbuf text = HR_STRBUF_INIT;
	long pid = 0;

	for (int i = 0; i < PATIENCE && pid == 0; i++) {
		pause_ms(10);
		hr_strbuf_clear(&text);
		if (hr_file_read(&text, path, &error) == 0 && strchr(text.data, '\n'))
			pid = atol(text.data);
	}
	hr_error_release(&error);
	hr_strbuf_release(&text);
	return pid;
}

static void test_process__program_dies_with_us(void **state)
{
	struct hr_error error = HR_ERROR_INIT;
	struct hr_process process = { .argv = ARGV("sh", "-c", "echo $$ >pid; exec sleep 60") };
	char *directory, *path;
	long program;
	pid_t us;

	(void)state;
	assert_int_equal(hr_directory_temporary(&directory, &error), 0);
	process.directory = directory;
	path = hr_path_join(directory, "pid");
	us = fork();
	if (us == 0) {
		run(&process);
		_exit(0);
	}
	program = wait_for_pid(path);
	kill(us, SIGKILL);
	waitpid(us, NULL, 0);
	assert_true(program > 1);
	assert_true(dies_soon(program));
	hr_directory_remove(directory);
	free(directory);
	free(path);
}

static void test_process__ignored_sigchld_is_an_error_not_a_hang(void **state)
{
	struct hr_process process = { .argv = ARGV("true") };
	struct hr_process_result result = HR_PROCESS_RESULT_INIT;
	struct hr_error error = HR_ERROR_INIT;
	int status;

	(void)state;
	signal(SIGCHLD, SIG_IGN);
	status = hr_process_run(&result, &process, &error);
	signal(SIGCHLD, SIG_DFL);
	assert_int_equal(status, -1);
	assert_true(hr_text_starts_with(error.message.data, "cannot wait for 'true'"));
	hr_error_release(&error);
}

static int refuse(void *context, char *why, size_t why_size)
{
	snprintf(why, why_size, "%s", (const char *)context);
	return -1;
}

static int set_mark(void *context, char *why, size_t why_size)
{
	(void)why;
	(void)why_size;
	return setenv("HR_MARK", context, 1) == 0 && write(STDOUT_FILENO, "hook ", 5) == 5 ? 0 : -1;
}

static void test_process__hook_runs_before_the_program(void **state)
{
	struct hr_process process = { .argv = ARGV("echo", "program"),
				      .before_exec = set_mark,
				      .before_exec_context = (void *)"x" };

	for (int keep = 0; keep < 2; keep++) {
		struct hr_process_result result;

		process.leaves_nothing = keep;
		result = run(&process);
		assert_string_equal(result.output.data, "hook program\n");
		assert_null(getenv("HR_MARK"));
		hr_process_result_release(&result);
	}
	(void)state;
}

static void test_process__hook_that_fails_says_why_and_nothing_runs(void **state)
{
	struct hr_process process = { .argv = ARGV("sh", "-c", "echo ran >&2"),
				      .before_exec = refuse,
				      .before_exec_context = (void *)"the gate is shut" };
	struct hr_process_result result = HR_PROCESS_RESULT_INIT;
	struct hr_error error = HR_ERROR_INIT;

	(void)state;
	for (int keep = 0; keep < 2; keep++) {
		process.leaves_nothing = keep;
		assert_int_equal(hr_process_run(&result, &process, &error), -1);
		assert_int_equal(error.kind, HR_ERROR_INTERNAL);
		assert_string_equal(error.message.data, "cannot run 'sh': the gate is shut");
		assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
	}
	hr_error_release(&error);
}

static void test_process__output_is_bounded_and_counted(void **state)
{
	const char *script = "head -c 3000000 /dev/zero | tr '\\0' x; head -c 7 /dev/zero | tr '\\0' y >&2";
	struct hr_process process = { .argv = ARGV("sh", "-c", script), .most_output = 1000 };
	struct hr_process_result result = run(&process);

	(void)state;
	assert_int_equal(result.exit_code, 0);
	assert_int_equal(result.output.length, 1000);
	assert_int_equal(result.errors.length, 7);
	assert_int_equal(result.dropped, 2999000);
	hr_process_result_release(&result);
	assert_int_equal(result.dropped, 0);
}

static void test_process__keeper_passes_the_code_on(void **state)
{
	static const struct {
		const char *script;
		int code;
	} cases[] = { { "exit 0", 0 }, { "exit 7", 7 }, { "kill -SEGV $$", 128 + SIGSEGV }, { "kill -KILL $$", 137 } };

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct hr_process process = { .argv = ARGV("sh", "-c", cases[i].script), .leaves_nothing = true };
		struct hr_process_result result = run(&process);

		assert_int_equal(result.exit_code, cases[i].code);
		hr_process_result_release(&result);
	}
}

static void test_process__keeper_without_a_program_is_an_error(void **state)
{
	struct hr_process process = { .argv = ARGV("hr-no-such-program"), .leaves_nothing = true };
	struct hr_process_result result = HR_PROCESS_RESULT_INIT;
	struct hr_error error = HR_ERROR_INIT;

	(void)state;
	assert_int_equal(hr_process_run(&result, &process, &error), -1);
	assert_string_equal(error.message.data, "cannot run 'hr-no-such-program': No such file or directory");
	hr_error_release(&error);
}

/* How many processes have this word among their arguments. */
static unsigned count_processes(const char *word)
{
	DIR *proc = opendir("/proc");
	struct dirent *entry;
	unsigned count = 0;

	assert_non_null(proc);
	while ((entry = readdir(proc))) {
		struct hr_strbuf text = HR_STRBUF_INIT;
		struct hr_error error = HR_ERROR_INIT;
		char path[300];

		snprintf(path, sizeof path, "/proc/%s/cmdline", entry->d_name);
		if (atol(entry->d_name) > 1 && hr_file_read(&text, path, &error) == 0 && text.length &&
		    memmem(text.data, text.length, word, strlen(word)))
			count++;
		hr_strbuf_release(&text);
		hr_error_release(&error);
	}
	closedir(proc);
	return count;
}

/* A word that no other process has. */
static void make_word(char word[64], const char *name)
{
	snprintf(word, 64, "%s-%ld", name, (long)getpid());
}

/* Three generations of runaways, each in a session of its own, with their parents gone. */
static const char run_away[] = "for i in 1 2 3; do"
			       " setsid sh -c 'setsid sh -c \"sleep 1000; : $0\" $0 & sleep 1000; : $0' $0 & "
			       "done; sleep 0.3; ";

static void check_nothing_left(bool stays, unsigned timeout_seconds, int code)
{
	char word[64], script[400];
	struct hr_process_result result;
	struct hr_process process = { .leaves_nothing = true, .timeout_seconds = timeout_seconds };

	make_word(word, "harrier-left");
	snprintf(script, sizeof script, "%s%s", run_away, stays ? "exec sleep 1000" : "exit 3");
	process.argv = ARGV("sh", "-c", script, word);
	result = run(&process);
	/* the time may be over before a busy machine has come to the program */
	while (stays && result.exit_code != code && process.timeout_seconds < 60) {
		process.timeout_seconds *= 4;
		hr_process_result_release(&result);
		result = run(&process);
	}
	assert_int_equal(result.exit_code, code);
	assert_int_equal(result.timed_out, stays);
	assert_int_equal(count_processes(word), 0);
	hr_process_result_release(&result);
}

static void test_process__keeper_leaves_nothing(void **state)
{
	(void)state;
	check_nothing_left(false, 0, 3);
}

static void test_process__keeper_leaves_nothing_after_a_timeout(void **state)
{
	(void)state;
	check_nothing_left(true, 1, 128 + SIGTERM);
}

/* Without the right to make a PID namespace the keeper has to find everybody by itself. */
static void test_process__keeper_leaves_nothing_for_an_ordinary_user(void **state)
{
	int status = 0;
	pid_t child;

	(void)state;
	if (geteuid() != 0)
		skip(); /* the tests above were this one */
	child = fork();
	if (child == 0) {
		char word[64], script[400];
		struct hr_process process = { .leaves_nothing = true, .timeout_seconds = 600 };
		struct hr_process_result result = HR_PROCESS_RESULT_INIT;
		struct hr_error error = HR_ERROR_INIT;

		if (setgid(65534) || setuid(65534))
			_exit(1);
		make_word(word, "harrier-user");
		snprintf(script, sizeof script, "%sexit 3", run_away);
		process.argv = ARGV("sh", "-c", script, word);
		process.directory = "/";
		if (hr_process_run(&result, &process, &error) || result.exit_code != 3)
			_exit(2);
		_exit(count_processes(word) ? 3 : 0);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
}

static void test_process__keeper_ends_with_us(void **state)
{
	char word[64], script[400];
	pid_t us;

	(void)state;
	make_word(word, "harrier-with");
	snprintf(script, sizeof script, "%secho >started; exec sleep 1000", run_away);
	for (int privileged = 0; privileged < 2; privileged++) {
		struct hr_error error = HR_ERROR_INIT;
		struct hr_process process = { .argv = ARGV("sh", "-c", script, word), .leaves_nothing = true };
		char *directory, *path;

		assert_int_equal(hr_directory_temporary(&directory, &error), 0);
		assert_int_equal(chmod(directory, 0777), 0);
		path = hr_path_join(directory, "started");
		process.directory = directory;
		us = fork();
		if (us == 0) {
			struct hr_process_result result = HR_PROCESS_RESULT_INIT;

			if (!privileged && geteuid() == 0 && (setgid(65534) || setuid(65534)))
				_exit(1);
			(void)hr_process_run(&result, &process, &error);
			_exit(0);
		}
		for (int i = 0; i < PATIENCE && !hr_path_is_file(path); i++)
			pause_ms(10);
		assert_true(hr_path_is_file(path));
		for (int i = 0; i < PATIENCE && count_processes(word) <= 3; i++)
			pause_ms(10);
		assert_true(count_processes(word) > 3);
		kill(us, SIGKILL);
		waitpid(us, NULL, 0);
		for (int i = 0; i < PATIENCE && count_processes(word); i++)
			pause_ms(10);
		assert_int_equal(count_processes(word), 0);
		hr_directory_remove(directory);
		free(directory);
		free(path);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_process__collects_both_outputs_and_the_code),
		cmocka_unit_test(test_process__arguments_arrive_as_they_are),
		cmocka_unit_test(test_process__much_output_on_both_streams),
		cmocka_unit_test(test_process__goes_on_after_its_outputs_are_closed),
		cmocka_unit_test(test_process__standard_input_is_empty),
		cmocka_unit_test(test_process__environment_on_top_of_ours),
		cmocka_unit_test(test_process__directory),
		cmocka_unit_test(test_process__what_cannot_start_is_an_error),
		cmocka_unit_test(test_process__end_by_signal),
		cmocka_unit_test(test_process__in_time_is_not_timed_out),
		cmocka_unit_test(test_process__timeout_asks_first),
		cmocka_unit_test(test_process__timeout_kills_who_does_not_listen),
		cmocka_unit_test(test_process__timeout_ends_a_flood_of_output),
		cmocka_unit_test(test_process__what_is_left_running_is_killed),
		cmocka_unit_test(test_process__daemon_with_our_pipes_does_not_hold_us_up),
		cmocka_unit_test(test_process__other_children_are_left_alone),
		cmocka_unit_test(test_process__result_can_be_used_again),
		cmocka_unit_test(test_process__signals_are_as_new),
		cmocka_unit_test(test_process__no_descriptor_stays_open),
		cmocka_unit_test(test_process__program_inherits_no_descriptor_of_ours),
		cmocka_unit_test(test_process__works_without_standard_descriptors),
		cmocka_unit_test(test_process__inherited_output_goes_where_ours_goes),
		cmocka_unit_test(test_process__inherited_output_times_out_too),
		cmocka_unit_test(test_process__program_dies_with_us),
		cmocka_unit_test(test_process__ignored_sigchld_is_an_error_not_a_hang),
		cmocka_unit_test(test_process__hook_runs_before_the_program),
		cmocka_unit_test(test_process__hook_that_fails_says_why_and_nothing_runs),
		cmocka_unit_test(test_process__output_is_bounded_and_counted),
		cmocka_unit_test(test_process__keeper_passes_the_code_on),
		cmocka_unit_test(test_process__keeper_without_a_program_is_an_error),
		cmocka_unit_test(test_process__keeper_leaves_nothing),
		cmocka_unit_test(test_process__keeper_leaves_nothing_after_a_timeout),
		cmocka_unit_test(test_process__keeper_leaves_nothing_for_an_ordinary_user),
		cmocka_unit_test(test_process__keeper_ends_with_us),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
