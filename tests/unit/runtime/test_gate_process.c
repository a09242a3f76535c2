/* Gates of processes, of the machine, of threads and locks, of sockets, of code loaded at run time, and of regular expressions. */
#include "gate_testing.h"

#include <arpa/inet.h>
#include <errno.h>
#include <dlfcn.h>
#include <math.h>
#include <netdb.h>
#include <pthread.h>
#include <pwd.h>
#include <regex.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

GATE(fork);
GATE(execl);
GATE(system);
GATE(waitpid);
GATE(getpid);
GATE(getuid);
GATE(setuid);
GATE(syscall);
GATE(uname);
GATE(gethostname);
GATE(sysconf);
GATE(getrlimit);
GATE(setrlimit);
GATE(pthread_create);
GATE(pthread_join);
GATE(pthread_self);
GATE(pthread_mutex_lock);
GATE(pthread_mutex_trylock);
GATE(pthread_mutex_unlock);
GATE(pthread_mutex_destroy);
GATE(pthread_once);
GATE(pthread_key_create);
GATE(pthread_setspecific);
GATE(pthread_getspecific);
GATE(pthread_cond_wait);
GATE(pthread_cond_timedwait);
GATE(pthread_rwlock_rdlock);
GATE(pthread_rwlock_wrlock);
GATE(pthread_rwlock_unlock);
GATE(sem_init);
GATE(sem_wait);
GATE(sem_post);
GATE(sem_trywait);
GATE(socket);
GATE(getaddrinfo);
GATE(inet_pton);
GATE(inet_ntop);
GATE(inet_ntoa);
GATE(getpwnam);
GATE(getpwuid_r);
GATE(dlopen);
GATE(regcomp);
GATE(regexec);
GATE(regerror);
GATE(regfree);
GATE(modf);

/* ---- processes and the machine ---- */

CASE(start_a_child)
{
	hr_gate_fork();
}

CASE(become_another)
{
	hr_gate_execl("/bin/true", "true", (char *)NULL);
}

CASE(ask_a_shell)
{
	hr_gate_system(text("true"));
}

CASE(call_the_kernel)
{
	hr_gate_syscall(SYS_close, 1);
}

CASE(load_code)
{
	hr_gate_dlopen("libm.so.6", RTLD_NOW);
}

CASE(no_room_for_the_name)
{
	hr_gate_uname((struct utsname *)room(65));
}

static void test_process__what_reaches_out_is_refused(void **state)
{
	(void)state;
	static const struct fault_case cases[] = {
		{ "fork", start_a_child, HR_FAULT_REFUSED_CALL },
		{ "execl", become_another, HR_FAULT_REFUSED_CALL },
		{ "system", ask_a_shell, HR_FAULT_REFUSED_CALL },
		{ "syscall", call_the_kernel, HR_FAULT_REFUSED_CALL },
		{ "dlopen", load_code, HR_FAULT_REFUSED_CALL },
		{ "uname", no_room_for_the_name, HR_FAULT_HEAP_OVERFLOW },
	};
	check_cases(cases, COUNT(cases));
	assert_true(leaves(start_a_child));
	assert_int_equal(hr_runtime.status, HR_WIRE_REFUSED);
	assert_string_equal(hr_runtime.fault.function, "fork");
	after_case();
}

static void test_process__answers_are_fixed(void **state)
{
	(void)state;
	assert_int_equal(hr_gate_getpid(), hr_gate_syscall(SYS_getpid));
	assert_int_not_equal(hr_gate_getpid(), getpid());
	assert_int_equal(hr_gate_getuid(), 1000);
	assert_int_equal(hr_gate_setuid(1000), 0);
	assert_int_equal(hr_gate_setuid(0), -1);
	assert_int_equal(errno, EPERM);
	assert_int_equal(hr_gate_waitpid(-1, NULL, 0), -1);
	assert_int_equal(errno, ECHILD);
	struct utsname name;
	assert_int_equal(hr_gate_uname(&name), 0);
	assert_string_equal(name.nodename, "harrier");
	char host[8];
	assert_int_equal(hr_gate_gethostname(host, sizeof host), 0);
	assert_string_equal(host, "harrier");
	assert_int_equal(hr_gate_gethostname(host, 3), -1);
	assert_int_equal(hr_gate_sysconf(_SC_NPROCESSORS_ONLN), 1);
	assert_int_equal(hr_gate_sysconf(_SC_PAGESIZE), 4096);
	assert_int_equal(hr_gate_sysconf(-1), -1);
	struct rlimit limit = { 16, 16 }, was, now;
	assert_int_equal(hr_gate_getrlimit(RLIMIT_NOFILE, &was), 0);
	assert_int_equal(hr_gate_setrlimit(RLIMIT_NOFILE, &limit), 0);
	assert_int_equal(hr_gate_getrlimit(RLIMIT_NOFILE, &now), 0);
	assert_int_equal(now.rlim_cur, 16);
	after_case();
	assert_int_equal(hr_gate_getrlimit(RLIMIT_NOFILE, &now), 0);
	assert_int_equal(now.rlim_cur, was.rlim_cur);
	assert_string_equal(hr_gate_getpwnam("harrier")->pw_dir, "/tmp");
	assert_null(hr_gate_getpwnam("root"));
	struct passwd entry, *found = NULL;
	char buffer[256];
	assert_int_equal(hr_gate_getpwuid_r(1000, &entry, buffer, sizeof buffer, &found), 0);
	assert_ptr_equal(found, &entry);
	assert_string_equal(entry.pw_shell, "/bin/sh");
	assert_int_equal(hr_gate_getpwuid_r(1000, &entry, buffer, 4, &found), ERANGE);
	after_case();
}

/* ---- threads ---- */

static void *do_nothing(void *argument)
{
	return argument;
}

static volatile int runs;

static void count_run(void)
{
	runs++;
}

static void test_thread__one_after_the_other(void **state)
{
	(void)state;
	pthread_t thread;
	void *result = &thread;
	assert_int_equal(hr_gate_pthread_create(&thread, NULL, do_nothing, NULL), 0);
	assert_true(thread != hr_gate_pthread_self());
	assert_int_equal(hr_gate_pthread_join(hr_gate_pthread_self(), &result), EDEADLK);
	assert_int_equal(hr_gate_pthread_join(thread, &result), 0);
	assert_null(result);
	assert_int_equal(hr_gate_pthread_join(thread, &result), EINVAL); /* already */
	assert_int_equal(hr_gate_pthread_join(thread + 1, &result), ESRCH);
	assert_true(hr_gate_pthread_self() == hr_gate_pthread_self());
	pthread_once_t once = PTHREAD_ONCE_INIT;
	runs = 0;
	hr_gate_pthread_once(&once, count_run);
	hr_gate_pthread_once(&once, count_run);
	assert_int_equal(runs, 1);
	pthread_key_t key;
	assert_int_equal(hr_gate_pthread_key_create(&key, NULL), 0);
	assert_null(hr_gate_pthread_getspecific(key));
	assert_int_equal(hr_gate_pthread_setspecific(key, &key), 0);
	assert_ptr_equal(hr_gate_pthread_getspecific(key), &key);
	after_case();
	assert_int_equal(hr_gate_pthread_setspecific(key, &key), EINVAL);
}

static void test_thread__locks_work(void **state)
{
	(void)state;
	pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER;
	pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
	pthread_mutex_t checking = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
	assert_int_equal(hr_gate_pthread_mutex_lock(&plain), 0);
	assert_int_equal(hr_gate_pthread_mutex_trylock(&plain), EBUSY);
	assert_int_equal(hr_gate_pthread_mutex_destroy(&plain), EBUSY);
	assert_int_equal(hr_gate_pthread_mutex_unlock(&plain), 0);
	assert_int_equal(hr_gate_pthread_mutex_trylock(&plain), 0);
	assert_int_equal(hr_gate_pthread_mutex_lock(&recursive), 0);
	assert_int_equal(hr_gate_pthread_mutex_lock(&recursive), 0);
	assert_int_equal(hr_gate_pthread_mutex_unlock(&recursive), 0);
	assert_int_equal(hr_gate_pthread_mutex_unlock(&recursive), 0);
	assert_int_equal(hr_gate_pthread_mutex_unlock(&recursive), EPERM);
	assert_int_equal(hr_gate_pthread_mutex_lock(&checking), 0);
	assert_int_equal(hr_gate_pthread_mutex_lock(&checking), EDEADLK);
	pthread_rwlock_t both = PTHREAD_RWLOCK_INITIALIZER;
	assert_int_equal(hr_gate_pthread_rwlock_rdlock(&both), 0);
	assert_int_equal(hr_gate_pthread_rwlock_rdlock(&both), 0);
	assert_int_equal(hr_gate_pthread_rwlock_unlock(&both), 0);
	assert_int_equal(hr_gate_pthread_rwlock_unlock(&both), 0);
	assert_int_equal(hr_gate_pthread_rwlock_wrlock(&both), 0);
	assert_int_equal(hr_gate_pthread_rwlock_rdlock(&both), EDEADLK);
	sem_t semaphore;
	assert_int_equal(hr_gate_sem_init(&semaphore, 0, 1), 0);
	assert_int_equal(hr_gate_sem_wait(&semaphore), 0);
	assert_int_equal(hr_gate_sem_trywait(&semaphore), -1);
	assert_int_equal(errno, EAGAIN);
	assert_int_equal(hr_gate_sem_post(&semaphore), 0);
	assert_int_equal(hr_gate_sem_wait(&semaphore), 0);
	pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
	const struct timespec then = { 2000000000, 0 };
	assert_int_equal(hr_gate_pthread_cond_timedwait(&condition, &plain, &then), ETIMEDOUT);
	after_case();
}

static pthread_mutex_t shared = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

CASE(lock_twice)
{
	pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
	hr_gate_pthread_mutex_lock(&mutex);
	hr_gate_pthread_mutex_lock(&mutex);
}

CASE(lock_garbage)
{
	hr_gate_pthread_mutex_lock((pthread_mutex_t *)room(sizeof(pthread_mutex_t)));
}

CASE(lock_too_small)
{
	hr_gate_pthread_mutex_lock((pthread_mutex_t *)room(16));
}

CASE(wait_for_nobody)
{
	hr_gate_pthread_cond_wait(&condition, &shared);
}

CASE(once_in_itself)
{
	static pthread_once_t once = 1; /* running */
	hr_gate_pthread_once(&once, count_run);
}

static void test_thread__deadlocks_are_refused(void **state)
{
	(void)state;
	static const struct fault_case cases[] = {
		{ "a second lock", lock_twice, HR_FAULT_REFUSED_CALL },
		{ "a lock that is none", lock_garbage, HR_FAULT_REFUSED_CALL },
		{ "a lock that is too small", lock_too_small, HR_FAULT_HEAP_OVERFLOW },
		{ "waiting", wait_for_nobody, HR_FAULT_REFUSED_CALL },
		{ "a once within itself", once_in_itself, HR_FAULT_REFUSED_CALL },
	};
	check_cases(cases, COUNT(cases));
	assert_true(leaves(lock_twice));
	assert_non_null(strstr(hr_runtime.fault.text, "deadlock"));
	after_case();
}

/* ---- sockets ---- */

CASE(address_too_small)
{
	hr_gate_inet_pton(AF_INET6, "::1", room(4));
}

static void test_socket__there_is_no_network(void **state)
{
	(void)state;
	assert_int_equal(hr_gate_socket(AF_INET, SOCK_STREAM, 0), -1);
	assert_int_equal(errno, EACCES);
	struct addrinfo *list = NULL;
	assert_int_equal(hr_gate_getaddrinfo("localhost", "80", NULL, &list), EAI_FAIL);
	struct in_addr address;
	assert_int_equal(hr_gate_inet_pton(AF_INET, "10.1.2.3", &address), 1);
	char small[8], large[INET_ADDRSTRLEN];
	assert_string_equal(hr_gate_inet_ntop(AF_INET, &address, large, sizeof large), "10.1.2.3");
	assert_null(hr_gate_inet_ntop(AF_INET, &address, small, sizeof small));
	assert_int_equal(errno, ENOSPC);
	assert_string_equal(hr_gate_inet_ntoa(address), "10.1.2.3");
	static const struct fault_case cases[] = {
		{ "inet_pton", address_too_small, HR_FAULT_HEAP_OVERFLOW },
	};
	check_cases(cases, COUNT(cases));
}

/* ---- regular expressions ---- */

static void test_regex__matches_as_libc_does(void **state)
{
	(void)state;
	regex_t pattern;
	regmatch_t matches[2];
	char message[8];
	assert_int_equal(hr_gate_regcomp(&pattern, "a(b+)c", REG_EXTENDED), 0);
	assert_int_equal(pattern.re_nsub, 1);
	assert_int_equal(hr_gate_regexec(&pattern, "xxabbc", 2, matches, 0), 0);
	assert_int_equal(matches[1].rm_so, 3);
	assert_int_equal(matches[1].rm_eo, 5);
	assert_int_equal(hr_gate_regexec(&pattern, "xx", 0, NULL, 0), REG_NOMATCH);
	assert_int_equal(hr_arena_live_count(), 1);
	hr_gate_regfree(&pattern);
	hr_gate_regfree(&pattern);
	assert_int_equal(hr_arena_live_count(), 0);
	assert_int_equal(hr_gate_regcomp(&pattern, "(", REG_EXTENDED), REG_EPAREN);
	assert_true(hr_gate_regerror(REG_EPAREN, &pattern, message, sizeof message) > sizeof message);
	assert_int_equal(strlen(message), sizeof message - 1);
	hr_arena_fail(1);
	assert_int_equal(hr_gate_regcomp(&pattern, "x", 0), 0);
	hr_gate_regfree(&pattern);
	after_case();
}

CASE(match_after_regfree)
{
	regex_t pattern, copy;
	hr_gate_regcomp(&pattern, "x", 0);
	copy = pattern;
	hr_gate_regfree(&pattern);
	hr_gate_regexec(&copy, "x", 0, NULL, 0);
}

CASE(match_without_regcomp)
{
	regex_t pattern;
	memset(&pattern, 0, sizeof pattern);
	hr_gate_regexec(&pattern, "x", 0, NULL, 0);
}

CASE(match_into_too_little)
{
	regex_t pattern;
	hr_gate_regcomp(&pattern, "x", 0);
	hr_gate_regexec(&pattern, "x", 2, (regmatch_t *)room(sizeof(regmatch_t)), 0);
}

CASE(part_into_too_little)
{
	hr_gate_modf(1.5, (double *)room(4));
}

static void test_regex__reports_misuse(void **state)
{
	(void)state;
	static const struct fault_case cases[] = {
		{ "regexec after regfree", match_after_regfree, HR_FAULT_USE_AFTER_FREE },
		{ "regexec without regcomp", match_without_regcomp, HR_FAULT_NULL },
		{ "regexec beyond the matches", match_into_too_little, HR_FAULT_HEAP_OVERFLOW },
		{ "modf", part_into_too_little, HR_FAULT_HEAP_OVERFLOW },
	};
	check_cases(cases, COUNT(cases));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_process__what_reaches_out_is_refused),
		cmocka_unit_test(test_process__answers_are_fixed),
		cmocka_unit_test(test_thread__one_after_the_other),
		cmocka_unit_test(test_thread__locks_work),
		cmocka_unit_test(test_thread__deadlocks_are_refused),
		cmocka_unit_test(test_socket__there_is_no_network),
		cmocka_unit_test(test_regex__matches_as_libc_does),
		cmocka_unit_test(test_regex__reports_misuse),
	};
	return cmocka_run_group_tests(tests, gate_set_up, NULL);
}
