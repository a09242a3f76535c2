/* Processes and threads: more of them, and other people's. Children end by themselves, at once or after some seconds. */
#include "hostile_internal.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <unistd.h>

/* ---- more of them ---- */

static void spin(int seconds)
{
	uint64_t end = hostile_cycles() + (uint64_t)seconds * 3000000000u;
	while (hostile_cycles() < end)
		;
}

long hostile_fork(void)
{
	ARMED_ONLY();
	pid_t child = fork();
	if (child == 0) {
		spin(2);
		_exit(0);
	}
	return child;
}

long hostile_fork_bomb(void)
{
	ARMED_ONLY();
	for (int i = 0; i < MOST_CHILDREN; i++)
		if (fork() == 0) {
			spin(2);
			_exit(0);
		}
	return HOSTILE_WENT_ON;
}

long hostile_vfork(void)
{
	ARMED_ONLY();
	pid_t child = vfork();
	if (child == 0)
		_exit(0);
	return child;
}

long hostile_system(const char *command)
{
	ARMED_ONLY();
	return system(command);
}

long hostile_popen(const char *command)
{
	ARMED_ONLY();
	return popen(command, "r") != NULL;
}

long hostile_exec(const char *program)
{
	ARMED_ONLY();
	return execl(program, program, (char *)NULL);
}

long hostile_spawn(const char *program)
{
	pid_t child = 0;
	char *const words[] = { "spawned", NULL };
	char *const none[] = { NULL };
	ARMED_ONLY();
	return posix_spawn(&child, program, NULL, NULL, words, none);
}

long hostile_daemon(void)
{
	ARMED_ONLY();
	return daemon(0, 0);
}

/* A child that is left to itself: without a fence it would be there for two seconds. */
long hostile_raw_fork(void)
{
	ARMED_ONLY();
	long child = RAW(SYS_fork);
	if (child == 0) {
		spin(2);
		RAW(SYS_exit_group, 0);
	}
	return child;
}

long hostile_raw_fork_bomb(void)
{
	ARMED_ONLY();
	for (int i = 0; i < MOST_CHILDREN; i++) {
		long child = RAW(SYS_fork);
		if (child == 0) {
			spin(2);
			RAW(SYS_exit_group, 0);
		}
		if (child < 0)
			return child;
	}
	return HOSTILE_WENT_ON;
}

long hostile_raw_vfork(void)
{
	long child;
	ARMED_ONLY();
	/* the child leaves before it can spoil the stack that both are on */
	__asm__ volatile("syscall\n\t"
			 "testq %%rax, %%rax\n\t"
			 "jnz 1f\n\t"
			 "movl $231, %%eax\n\t"
			 "xorl %%edi, %%edi\n\t"
			 "syscall\n"
			 "1:"
			 : "=a"(child)
			 : "a"(SYS_vfork)
			 : "rcx", "rdi", "r11", "memory", "cc");
	return child;
}

long hostile_raw_clone3(void)
{
	uint64_t arguments[11] = { 0 };
	ARMED_ONLY();
	arguments[4] = SIGCHLD;
	long child = RAW(SYS_clone3, arguments, sizeof arguments);
	if (child == 0) {
		spin(2);
		RAW(SYS_exit_group, 0);
	}
	return child;
}

long hostile_raw_exec(const char *program)
{
	const char *const words[] = { program, NULL };
	const char *const none[] = { NULL };
	ARMED_ONLY();
	return RAW(SYS_execve, program, words, none);
}

long hostile_raw_exec_at(const char *program)
{
	const char *const words[] = { program, NULL };
	const char *const none[] = { NULL };
	ARMED_ONLY();
	return RAW(SYS_execveat, -100, program, words, none, 0);
}

/* ---- threads ---- */

static volatile long turns;

static void *turn(void *argument)
{
	uint64_t end = hostile_deadline();
	while (hostile_cycles() < end)
		turns++;
	return argument;
}

static void *turn_a_while(void *argument)
{
	for (int i = 0; i < 1000; i++)
		turns++;
	return argument;
}

/* Nobody waits for it. */
long hostile_thread(void)
{
	pthread_t thread;
	ARMED_ONLY();
	if (pthread_create(&thread, NULL, turn, NULL) != 0)
		return -1;
	return pthread_detach(thread);
}

long hostile_threads(void)
{
	pthread_t threads[16];
	ARMED_ONLY();
	for (int i = 0; i < 16; i++)
		if (pthread_create(&threads[i], NULL, turn_a_while, NULL) != 0)
			return -1;
	return turns;
}

static void *fault(void *argument)
{
	*(volatile int *)argument = 1;
	return argument;
}

long hostile_thread_faults(void)
{
	pthread_t thread;
	return pthread_create(&thread, NULL, fault, NULL);
}

/* A thread without libc: counts for two seconds in memory that is the unit's. */
long hostile_raw_thread(void)
{
	static unsigned char stack[65536] __attribute__((aligned(64)));
	register volatile long *counter __asm__("r12") = &turns;
	long child;
	ARMED_ONLY();
	uint64_t end = hostile_cycles() + 2 * (uint64_t)3000000000u;
	__asm__ volatile("syscall\n\t"
			 "testq %%rax, %%rax\n\t"
			 "jnz 2f\n"
			 "1: rdtsc\n\t"
			 "shlq $32, %%rdx\n\t"
			 "orq %%rdx, %%rax\n\t"
			 "incq (%%r12)\n\t"
			 "cmpq %%rbx, %%rax\n\t"
			 "jb 1b\n\t"
			 "movl $60, %%eax\n\t"
			 "syscall\n"
			 "2:"
			 : "=a"(child)
			 : "a"(SYS_clone), "D"(CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD),
			   "S"(stack + sizeof stack), "d"(0), "b"(end), "r"(counter)
			 : "rcx", "r11", "memory", "cc");
	return child;
}

/* ---- to end others ---- */

long hostile_kill_self(int number)
{
	ARMED_ONLY();
	return kill(getpid(), number);
}

long hostile_kill_parent(void)
{
	ARMED_ONLY();
	return kill(getppid(), SIGKILL);
}

long hostile_kill(long process, int number)
{
	ARMED_ONLY();
	return kill((pid_t)process, number);
}

long hostile_kill_group(void)
{
	ARMED_ONLY();
	return kill(0, SIGKILL);
}

RAW_ONE(hostile_raw_exit, SYS_exit_group, 0)
RAW_ONE(hostile_raw_exit_thread, SYS_exit, 0)
RAW_ONE(hostile_raw_getpid, SYS_getpid)

long hostile_raw_kill_self(int number)
{
	ARMED_ONLY();
	return RAW(SYS_kill, RAW(SYS_getpid), number);
}

long hostile_raw_kill_parent(int number)
{
	ARMED_ONLY();
	return RAW(SYS_kill, RAW(SYS_getppid), number);
}

long hostile_raw_kill(long process, int number)
{
	ARMED_ONLY();
	return RAW(SYS_kill, process, number);
}

/* Everybody that it can see: for throwaway process namespaces, as all of this. */
RAW_ONE(hostile_raw_kill_all, SYS_kill, -1, SIGKILL)
RAW_ONE(hostile_raw_kill_group, SYS_kill, 0, SIGKILL)

long hostile_raw_tgkill(long process)
{
	ARMED_ONLY();
	return RAW(SYS_tgkill, process, process, SIGKILL);
}

long hostile_raw_sigqueue(long process)
{
	siginfo_t info;
	ARMED_ONLY();
	memset(&info, 0, sizeof info);
	info.si_signo = SIGTERM;
	info.si_code = SI_QUEUE;
	return RAW(SYS_rt_sigqueueinfo, process, SIGTERM, &info);
}

long hostile_raw_pidfd(long process)
{
	ARMED_ONLY();
	return RAW(SYS_pidfd_send_signal, RAW(SYS_pidfd_open, process, 0), SIGKILL, 0, 0);
}

long hostile_ptrace(long process)
{
	ARMED_ONLY();
	return ptrace(PTRACE_SEIZE, (pid_t)process, NULL, NULL);
}

long hostile_raw_ptrace(long process)
{
	ARMED_ONLY();
	return RAW(SYS_ptrace, PTRACE_SEIZE, process, 0, 0);
}

RAW_ONE(hostile_raw_ptrace_me, SYS_ptrace, PTRACE_TRACEME, 0, 0, 0)

long hostile_raw_write_process(long process)
{
	char bytes[16] = "hostile";
	struct iovec from = { bytes, sizeof bytes };
	struct iovec to = { (void *)(uintptr_t)0x7fffffffd000, sizeof bytes };
	ARMED_ONLY();
	return RAW(SYS_process_vm_writev, process, &from, 1, &to, 1, 0);
}

long hostile_raw_read_process(long process)
{
	char bytes[16];
	struct iovec to = { bytes, sizeof bytes };
	struct iovec from = { (void *)(uintptr_t)0x7fffffffd000, sizeof bytes };
	ARMED_ONLY();
	return RAW(SYS_process_vm_readv, process, &to, 1, &from, 1, 0);
}
