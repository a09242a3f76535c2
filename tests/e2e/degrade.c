/* degrade PROGRAM [ARGUMENT…]: runs a program as in a container that offers little: no Landlock, no namespaces, no new privileges.
 *
 * The calls are answered by a filter as a kernel without them, or a container that forbids them, would: with ENOSYS and EPERM. */
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define NAMESPACES                                                                                                   \
	(CLONE_NEWNS | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP)

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define SKIP_UNLESS(value, count) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), 0, (count))
#define ANSWER(error) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (error))
#define REFUSE(call, error) SKIP_UNLESS(call, 1), ANSWER(error)
/* the flags are the first argument; where they are not what is looked for, all is fine */
#define REFUSE_NAMESPACES(call)                                                                                      \
	SKIP_UNLESS(call, 4), LOAD(args[0]), BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, NAMESPACES, 0, 1), ANSWER(EPERM), \
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

enum { LANDLOCK_FIRST = 444, CLONE3 = 435 };

int main(int argc, char **argv)
{
	struct sock_filter code[] = {
		LOAD(nr),
		REFUSE(LANDLOCK_FIRST, ENOSYS),
		REFUSE(LANDLOCK_FIRST + 1, ENOSYS),
		REFUSE(LANDLOCK_FIRST + 2, ENOSYS),
		REFUSE(CLONE3, ENOSYS), /* its flags are in memory; libc takes the older one */
		REFUSE(SYS_mount, EPERM),
		REFUSE_NAMESPACES(SYS_unshare),
		REFUSE_NAMESPACES(SYS_clone),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = { sizeof code / sizeof *code, code };

	if (argc < 2) {
		fputs("usage: degrade PROGRAM [ARGUMENT…]\n", stderr);
		return 2;
	}
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) {
		fprintf(stderr, "degrade: no filter can be set: %s\n", strerror(errno));
		return 77;
	}
	execvp(argv[1], argv + 1);
	fprintf(stderr, "degrade: cannot run '%s': %s\n", argv[1], strerror(errno));
	return 127;
}
