/* Functions that misbehave, each in its own way: what a process that runs unknown code has to survive. README.md has what is to become of each.
 *
 * The names say what they do by way of libc; those with "raw" in them do it by a system call of their own, which no library sees. What could hurt
 * anything outside of the process does nothing and returns HOSTILE_UNARMED, unless hostile_arm got the right words before, in the same
 * sequence. */
#ifndef HOSTILE_H
#define HOSTILE_H

enum {
	HOSTILE_UNARMED = -4711,
	HOSTILE_WENT_ON = 4711, /* what should have ended the call did not */
};

void hostile_arm(const char *words);

/* These do no harm. */
long innocent_state(void);
double innocent_arithmetic(double x);
char *innocent_text(const char *text); /* to be freed */
long innocent_files(const char *text);

/* ---- without an end ---- */

long hostile_loop(void);
long hostile_loop_calling(void);
long hostile_loop_assembly(void);
long hostile_loop_in_libc(void);
long hostile_wait_for_time(void);
long hostile_recursion(void);
long hostile_push(void);
long hostile_step_over_guard(void);
long hostile_sleep(void);
long hostile_pause(void);
long hostile_read_stdin(void);

/* ---- the end of the process ---- */

void hostile_exit(int code);
void hostile_exit_now(int code);
void hostile_quick_exit(int code);
void hostile_abort(void);
void hostile_assert(int number);
void hostile_err(void);
long hostile_raise(int number);
long hostile_atexit(int which);
long hostile_exit_at_exit(void);

/* ---- other doors ---- */

long hostile_longjmp_back(void);
long hostile_longjmp_anywhere(void);
long hostile_jump_nowhere(void);
long hostile_return_nowhere(void);
long hostile_pivot(void);
long hostile_pivot_and_fault(void);
long hostile_pivot_nowhere(void);
long hostile_clobber(void);

/* ---- what the processor does not allow ---- */

long hostile_illegal_instruction(void);
long hostile_privileged_instruction(void);
long hostile_breakpoint(void);
long hostile_divide(int by);
long hostile_single_step(void);

/* ---- its own ---- */

long hostile_cache(const char *key);
long hostile_corrupt_globals(void);
long hostile_use_globals(int number);
long hostile_overflow_global(int index);

/* ---- libc's ---- */

long hostile_locale(void);
long hostile_environment(void);
long hostile_environment_gone(void);
long hostile_environment_garbage(void);
long hostile_streams(void);
long hostile_close_all(void);
long hostile_chdir(const char *path);

/* ---- the processor's ---- */

long hostile_rounding(void);
long hostile_rounding_assembly(void);
long hostile_float_stack(void);
long hostile_direction(void);
long hostile_alignment_check(void);
long hostile_thread_pointer(void);
long hostile_other_base(void);
long hostile_segments(void);

/* ---- too much ---- */

long hostile_allocate_forever(void);
long hostile_allocate_small_forever(void);
long hostile_allocate_and_free_forever(void);
long hostile_grow_forever(void);
long hostile_request_100gb(void);
long hostile_request_100gb_zeroed(void);
long hostile_map_100gb(void);
long hostile_raw_map_100gb(void);
long hostile_raw_map_forever(void);
long hostile_raw_brk(void);

/* ---- wild writes ---- */

long hostile_write(long address, long count, int byte);
long hostile_write_checked(long address);
long hostile_write_null(void);
long hostile_write_code(void);
long hostile_write_constant(void);
long hostile_write_runtime(int pages);
long hostile_write_runtime_below(int pages);
long hostile_flip_bit(int seed);
long hostile_follow_pointer(int n);
long hostile_write_channel(int byte);
long hostile_write_all_channels(int byte);
long hostile_count_channel(void);
long hostile_flip_results(void);
long hostile_write_programs(int byte);
long hostile_write_area(void);
long hostile_write_logs(void);
long hostile_write_heap(void);
long hostile_write_frames(void);
long hostile_open_shadow(void);
long hostile_close_shadow(void);
long hostile_close_own_shadow(void);
long hostile_write_interpreter_stack(long count);
long hostile_write_own_stack(void);
long hostile_write_thread(void);
long hostile_write_everywhere(void);

/* ---- protection ---- */

long hostile_protect_own(void);
long hostile_unmap_own(void);
long hostile_protect_runtime(void);
long hostile_unmap_runtime(void);
long hostile_map_over_channel(void);
long hostile_raw_protect_own(void);
long hostile_raw_protect_executable(void);
long hostile_raw_unmap_own(void);
long hostile_raw_protect_runtime(void);
long hostile_raw_unmap_runtime(void);
long hostile_raw_unmap_channel(void);
long hostile_raw_unmap_everything(void);
long hostile_raw_remap(void);
long hostile_raw_forget(void);
long hostile_run_data(void);

/* ---- more of them ---- */

long hostile_fork(void);
long hostile_fork_bomb(void);
long hostile_vfork(void);
long hostile_system(const char *command);
long hostile_popen(const char *command);
long hostile_exec(const char *program);
long hostile_spawn(const char *program);
long hostile_daemon(void);
long hostile_raw_fork(void);
long hostile_raw_fork_bomb(void);
long hostile_raw_vfork(void);
long hostile_raw_clone3(void);
long hostile_raw_exec(const char *program);
long hostile_raw_exec_at(const char *program);

/* ---- threads ---- */

long hostile_thread(void);
long hostile_threads(void);
long hostile_thread_faults(void);
long hostile_raw_thread(void);

/* ---- to end others ---- */

long hostile_kill_self(int number);
long hostile_kill_parent(void);
long hostile_kill(long process, int number);
long hostile_kill_group(void);
long hostile_raw_exit(void);
long hostile_raw_exit_thread(void);
long hostile_raw_getpid(void);
long hostile_raw_kill_self(int number);
long hostile_raw_kill_parent(int number);
long hostile_raw_kill(long process, int number);
long hostile_raw_kill_all(void);
long hostile_raw_kill_group(void);
long hostile_raw_tgkill(long process);
long hostile_raw_sigqueue(long process);
long hostile_raw_pidfd(long process);
long hostile_ptrace(long process);
long hostile_raw_ptrace(long process);
long hostile_raw_ptrace_me(void);
long hostile_raw_write_process(long process);
long hostile_raw_read_process(long process);

/* ---- signals and timers ---- */

long hostile_handle_faults(void);
long hostile_mask_and_loop(void);
long hostile_mask(void);
long hostile_signal_stack(void);
long hostile_alarm(void);
long hostile_timer(void);
long hostile_raw_alarm(void);
long hostile_raw_pause(void);
long hostile_raw_signal_stack(void);
long hostile_raw_forget_timer(void);
long hostile_raw_stop_timer(void);
long hostile_raw_sleep(void);
long hostile_raw_sleep_until(void);
long hostile_raw_wait(void);
long hostile_raw_timer(void);
long hostile_raw_new_timer(void);
long hostile_raw_handle(int number);
long hostile_raw_mask_and_loop(void);
long hostile_raw_sigreturn(void);

/* ---- limits and privileges ---- */

long hostile_limits(void);
long hostile_raw_limits(void);
long hostile_raw_limits_of(long process);
long hostile_seccomp(void);
long hostile_prctl_name(void);
long hostile_raw_seccomp(void);
long hostile_raw_prctl_seccomp(void);
long hostile_raw_prctl_orphan(void);
long hostile_raw_prctl_clock(void);
long hostile_raw_prctl_dumpable(void);
long hostile_raw_setuid(void);
long hostile_raw_setresuid(void);
long hostile_raw_setgid(void);
long hostile_raw_capset(void);
long hostile_raw_setsid(void);
long hostile_raw_unshare(void);
long hostile_raw_setpriority(void);
long hostile_raw_affinity(void);
long hostile_raw_personality(void);
long hostile_raw_reboot(void);
long hostile_raw_arch_prctl(void);

/* ---- doors beside the one that is watched ---- */

long hostile_int80(void);
long hostile_raw_x32(void);
long hostile_raw_unknown(void);
long hostile_vsyscall(void);
long hostile_borrow_unlink(const char *path);
long hostile_borrow_write(const char *path);
long hostile_borrow_kill(long process, int number);
long hostile_borrow_fork(void);
long hostile_borrow_read_descriptor(int descriptor);
long hostile_borrow_write_descriptor(int descriptor);
long hostile_borrow_mask_and_loop(void);
long hostile_borrow_wait(void);
long hostile_borrow_unmap(void);
long hostile_borrow_sigreturn(void);

/* ---- over all mapped memory ---- */

long hostile_write_mapped(int byte);

/* ---- code from elsewhere ---- */

long hostile_dlopen(const char *path);
long hostile_dlsym(void);
long hostile_bare_syscall(const char *path);

/* ---- by libc's names: what these do, they do to files that are not there ---- */

long hostile_unlink(const char *path);
long hostile_overwrite(const char *path);
long hostile_truncate(const char *path);
long hostile_rename(const char *path);
long hostile_chmod(const char *path);
long hostile_mkdir(const char *path);
long hostile_symlink(const char *path);
long hostile_dots(const char *path);
long hostile_proc_mem(void);
long hostile_device(const char *path);
long hostile_fill_stdout(void);
long hostile_fill_file(const char *path);
long hostile_sparse_file(void);
long hostile_descriptors(void);

/* ---- straight to the kernel ---- */

long hostile_raw_unlink(const char *path);
long hostile_raw_unlinkat(const char *path);
long hostile_raw_rmdir(const char *path);
long hostile_raw_open(const char *path);
long hostile_raw_openat(const char *path);
long hostile_raw_openat2(const char *path);
long hostile_raw_creat(const char *path);
long hostile_raw_truncate(const char *path);
long hostile_raw_chmod(const char *path);
long hostile_raw_fchmodat(const char *path);
long hostile_raw_chown(const char *path);
long hostile_raw_utime(const char *path);
long hostile_raw_xattr(const char *path);
long hostile_raw_chdir(const char *path);
long hostile_raw_chroot(const char *path);
long hostile_raw_mount(const char *path);
long hostile_raw_unmount(const char *path);
long hostile_raw_stat(const char *path);
long hostile_raw_access(const char *path);
long hostile_raw_rename(const char *path);
long hostile_raw_renameat2(const char *path);
long hostile_raw_symlink(const char *path);
long hostile_raw_link(const char *path);
long hostile_raw_mkdir(const char *path);
long hostile_raw_mknod(const char *path);
long hostile_raw_fill_file(const char *path);
long hostile_raw_proc_mem(void);
long hostile_raw_device(void);
long hostile_raw_terminal(void);
long hostile_raw_close_all(void);
long hostile_raw_close_each(void);
long hostile_raw_duplicate(int from, int to);
long hostile_raw_write_descriptor(int descriptor);
long hostile_raw_read_descriptor(int descriptor);

/* ---- sockets: loopback, or names in its own namespace ---- */

long hostile_connect(int port);
long hostile_bind(int port);
long hostile_raw_connect(int port);
long hostile_raw_bind(int port);
long hostile_raw_socket_unix(void);
long hostile_raw_socket_netlink(void);
long hostile_raw_socketpair(void);
long hostile_raw_sendto(int descriptor);

/* ---- other ways into the kernel ---- */

long hostile_inotify(void);
long hostile_epoll(void);
long hostile_raw_io_uring(void);
long hostile_raw_userfaultfd(void);
long hostile_raw_memfd(void);
long hostile_raw_inotify(void);
long hostile_raw_fanotify(void);
long hostile_raw_bpf(void);
long hostile_raw_perf(void);
long hostile_raw_keyctl(void);
long hostile_raw_shmget(void);
long hostile_raw_msgget(void);
long hostile_raw_pipe(void);
long hostile_raw_ioctl(void);

#endif
