/* A unit behind the fence: what its own assembly and the libraries it is linked with ask of the kernel becomes the outcome of the call, and nothing
 * happens to the machine. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../build/building.h"
#include "base/process.h"
#include "exec/exec.h"
#include "fence/fence.h"
#include "seq/text.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static const char header[] = "int by_hand(int what);\nint by_library(int what);\nint plain(int n);\n";

static const char own_code[] =
	"#include \"unit.h\"\n"
	"static long call(long n, long a, long b, long c) { long r; __asm__ volatile(\"syscall\" : \"=a\"(r) : \"a\"(n), "
	"\"D\"(a), \"S\"(b), \"d\"(c) : \"rcx\", \"r11\", \"memory\"); return r; }\n"
	"int plain(int n) { return n + 1; }\n"
	"int by_hand(int what)\n{\n"
	"	int r;\n"
	"	switch (what) {\n"
	"	case 0: return (int)call(87, (long)CANARY, 0, 0);\n"         /* unlink */
	"	case 1: return (int)call(231, 7, 0, 0);\n"                   /* exit_group */
	"	case 2: return (int)call(1, 1, (long)\"hello\", 5);\n"       /* write */
	"	case 3: return (int)call(1, 2, 0x10, 5);\n"                  /* write of what is not there */
	"	case 4: return (int)call(11, 0x600000000000, 1 << 20, 0);\n" /* munmap of the heap */
	"	case 5: __asm__ volatile(\"int $0x80\" : \"=a\"(r) : \"a\"(20) : \"memory\"); return r;\n"
	"	case 6: return (int)call(62, call(39, 0, 0, 0), 15, 0);\n" /* kill, getpid */
	"	case 7: return (int)call(3, 4, 0, 0);\n"                   /* close of the worker's pipe */
	"	case 8: return (int)call(4000, 0, 0, 0);\n"
	"	case 9: return (int)call(15, 0, 0, 0);\n" /* rt_sigreturn, with no signal */
	"	}\n"
	"	return what;\n}\n";

/* In a library of its own, which nobody instruments: the real libc. */
static const char library_code[] =
	"#include <errno.h>\n#include <fcntl.h>\n#include <signal.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <unistd.h>\n"
	"int deep(int n);\n"
	"int by_library(int what)\n{\n"
	"	sigset_t all;\n"
	"	int fd;\n"
	"	char *big;\n"
	"	switch (what) {\n"
	"	case 0: return deep(21);\n"
	"	case 1: return unlink(CANARY);\n"
	"	case 2: abort();\n"
	"	case 3: exit(300);\n"
	"	case 4: printf(\"from a library\\n\"); fflush(stdout); return 4;\n"
	"	case 5: return fork();\n"
	"	case 6: return kill(getppid(), SIGTERM);\n"
	"	case 7: sigfillset(&all); sigprocmask(SIG_BLOCK, &all, NULL); return unlink(CANARY);\n"
	"	case 8: return (int)sleep(3600);\n"
	"	case 9: return raise(SIGTERM);\n"
	"	case 10: big = malloc(100ul << 30); return big != NULL;\n"
	"	case 11: fd = open(CANARY, O_WRONLY | O_TRUNC); return fd;\n"
	"	case 12: fd = open(\"/etc/passwd\", O_RDONLY); return fd >= 0 && close(fd) == 0;\n"
	"	case 13: return signal(SIGSEGV, SIG_IGN) == SIG_ERR;\n"
	"	}\n"
	"	return what;\n}\n";

struct expected {
	const char *call;
	enum hr_outcome_status status;
	enum hr_fault_kind kind; /* not for normal ones */
	int code;                /* exit, signal; of a normal one the result */
	const char *text;        /* "": whatever */
};

static void check_outcome(void *context, size_t index, struct hr_outcome *outcome)
{
	const struct expected *expected = context;
	bool is_right = outcome->status == expected->status;
	int value = 0;

	(void)index;
	if (is_right && outcome->status == HR_OUTCOME_NORMAL) {
		memcpy(&value, hr_outcome_bytes(outcome, 0), sizeof value);
		is_right = value == expected->code &&
			   (!*expected->text || (outcome->output_length >= strlen(expected->text) &&
						 memcmp(outcome->output, expected->text, strlen(expected->text)) == 0));
	} else if (is_right) {
		is_right = outcome->fault.kind == expected->kind && outcome->fault.code == expected->code &&
			   (!*expected->text || strcmp(outcome->fault.text, expected->text) == 0);
	}
	if (!is_right)
		print_error("%s: status %d, kind %d, code %d, value %d, '%s'\n", expected->call, outcome->status,
			    outcome->fault.kind, outcome->fault.code, value,
			    outcome->fault.text ? outcome->fault.text : "");
	assert_true(is_right);
}

static void run_one(struct unit *unit, struct hr_workers *workers, const struct expected *expected)
{
	const struct hr_run_wants wants = { .output = true };
	struct hr_sequence *sequence = NULL;
	struct hr_program *program = NULL;
	struct hr_error error = HR_ERROR_INIT;
	char text[64];

	snprintf(text, sizeof text, "v0 = %s\n", expected->call);
	assert_int_equal(hr_sequence_read(&sequence, unit->model, text, strlen(text), "t", &error), 0);
	assert_int_equal(hr_program_new(&program, sequence, &unit->callables, &wants, &error), 0);
	assert_int_equal(hr_workers_run(workers, &program, 1, check_outcome, (void *)expected, &error), 0);
	hr_program_free(program);
	hr_sequence_free(sequence);
}

/* Each of them, and after each one that is fine. */
static void run_all(struct unit *unit, unsigned without, const struct expected *all, size_t count)
{
	static const struct expected fine = { "plain(1)", HR_OUTCOME_NORMAL, 0, 2, "" };
	struct hr_workers *workers = NULL;
	struct hr_error error = HR_ERROR_INIT;
	struct hr_workers_options options = { .unit = unit->built.object, .count = 1, .without = without };

	if (hr_workers_start(&workers, &options, &error))
		fail_msg("%s", error.message.data);
	assert_int_equal(hr_workers_fence(workers) & without, 0);
	for (size_t i = 0; i < count; i++) {
		run_one(unit, workers, &all[i]);
		run_one(unit, workers, &fine);
		assert_int_equal(access(path_in(unit, "canary"), F_OK), 0);
	}
	hr_workers_stop(workers);
	struct stat status;
	assert_int_equal(stat(path_in(unit, "canary"), &status), 0);
	assert_int_equal(status.st_size, 5);
}

static void need_filter(void)
{
	struct hr_fence_offer offer;

	hr_fence_probe(&offer);
	if (!(offer.layers & HR_FENCE_CALLS))
		skip();
}

static void test_fenced__system_calls_by_hand(void **state)
{
	static const struct expected all[] = {
		{ "by_hand(0)", HR_OUTCOME_REFUSED, HR_KIND_REFUSED_CALL, 0, "the system call 'unlink'" },
		{ "by_hand(1)", HR_OUTCOME_EXIT, HR_KIND_EXIT, 7, "" },
		{ "by_hand(2)", HR_OUTCOME_NORMAL, 0, 5, "hello" },
		{ "by_hand(3)", HR_OUTCOME_NORMAL, 0, -14, "" },
		{ "by_hand(4)", HR_OUTCOME_REFUSED, HR_KIND_REFUSED_CALL, 0, "the system call 'munmap'" },
		{ "by_hand(5)", HR_OUTCOME_REFUSED, HR_KIND_REFUSED_CALL, 0, "the 32-bit system call number 20" },
		{ "by_hand(6)", HR_OUTCOME_REFUSED, HR_KIND_REFUSED_CALL, 0, "the system call 'getpid'" },
		{ "by_hand(7)", HR_OUTCOME_REFUSED, HR_KIND_REFUSED_CALL, 0, "the system call 'close'" },
		{ "by_hand(8)", HR_OUTCOME_REFUSED, HR_KIND_REFUSED_CALL, 0, "system call number 4000" },
		{ "by_hand(9)", HR_OUTCOME_REFUSED, HR_KIND_REFUSED_CALL, 0, "the system call 'rt_sigreturn'" },
	};
	static const unsigned without[] = { 0, HR_FENCE_LANDLOCK, HR_FENCE_LANDLOCK | HR_FENCE_MOUNTS,
					    HR_FENCE_ALL & ~HR_FENCE_CALLS };
	struct unit *unit = *state;

	need_filter();
	write_in(unit, "canary", "alive");
	const char *flags = hr_arena_printf(&unit->arena, "-DCANARY=\"%s\"", path_in(unit, "canary"));
	build_fine(unit, "int by_hand(int what);\nint plain(int n);\n", own_code, flags);
	for (size_t i = 0; i < sizeof without / sizeof *without; i++)
		run_all(unit, without[i], all, sizeof all / sizeof *all);
}

/* Compiles a library as anybody would. */
static void make_library(struct unit *unit, const char *name, const char *source, const char *const *flags)
{
	const char *arguments[16] = {
		"cc", "-shared", "-fPIC", "-O2", path_in(unit, source), "-o", path_in(unit, name)
	};
	struct hr_process process = { .argv = arguments };
	struct hr_process_result result = HR_PROCESS_RESULT_INIT;
	size_t count = 7;

	for (; flags && *flags; flags++)
		arguments[count++] = *flags;
	assert_int_equal(hr_process_run(&result, &process, &unit->error), 0);
	if (result.exit_code)
		fail_msg("%s", result.errors.data);
	hr_process_result_release(&result);
}

/* libodd.so, a link out of its directory, and what it needs itself, by its own DT_RUNPATH, in a third. Returns the unit's flags. */
static const char *make_libraries(struct unit *unit)
{
	write_in(unit, "deep/deep.c", "int deep(int n) { return n * 2; }\n");
	make_library(unit, "deep/libdeep.so", "deep/deep.c", NULL);
	write_in(unit, "real/odd.c", library_code);
	write_in(unit, "odd/placeholder", "");
	write_in(unit, "canary", "alive");
	const char *canary = hr_arena_printf(&unit->arena, "-DCANARY=\"%s\"", path_in(unit, "canary"));
	const char *search = hr_arena_printf(&unit->arena, "-L%s", path_in(unit, "deep"));
	const char *runpath = "-Wl,-rpath,$ORIGIN/../deep";
	make_library(unit, "real/libodd.so", "real/odd.c",
		     (const char *const[]){ canary, search, "-ldeep", runpath, "-Wl,-soname,libodd.so", NULL });
	assert_int_equal(symlink("../real/libodd.so", path_in(unit, "odd/libodd.so")), 0);
	return hr_arena_printf(&unit->arena, "-L%s -lodd", path_in(unit, "odd"));
}

static void test_fenced__libraries(void **state)
{
	static const struct expected all[] = {
		{ "by_library(0)", HR_OUTCOME_NORMAL, 0, 42, "" },
		{ "by_library(1)", HR_OUTCOME_REFUSED, HR_KIND_REFUSED_CALL, 0, "the system call 'unlink'" },
		{ "by_library(2)", HR_OUTCOME_FAULT, HR_KIND_ABORT, 6, "" },
		{ "by_library(3)", HR_OUTCOME_EXIT, HR_KIND_EXIT, 300 & 255, "" },
		{ "by_library(4)", HR_OUTCOME_NORMAL, 0, 4, "from a library\n" },
		{ "by_library(5)", HR_OUTCOME_REFUSED, HR_KIND_REFUSED_CALL, 0, "the system call 'clone'" },
		{ "by_library(6)", HR_OUTCOME_REFUSED, HR_KIND_REFUSED_CALL, 0, "the system call 'kill'" },
		{ "by_library(7)", HR_OUTCOME_REFUSED, HR_KIND_REFUSED_CALL, 0, "the system call 'unlink'" },
		{ "by_library(8)", HR_OUTCOME_REFUSED, HR_KIND_REFUSED_CALL, 0, "the system call 'clock_nanosleep'" },
		{ "by_library(9)", HR_OUTCOME_FAULT, HR_KIND_SIGNAL, 15, "" },
		{ "by_library(10)", HR_OUTCOME_NORMAL, 0, 0, "" },
		{ "by_library(11)", HR_OUTCOME_REFUSED, HR_KIND_REFUSED_CALL, 0, "the system call 'openat'" },
		{ "by_library(12)", HR_OUTCOME_NORMAL, 0, 1, "" },
		{ "by_library(13)", HR_OUTCOME_REFUSED, HR_KIND_REFUSED_CALL, 0, "the system call 'rt_sigaction'" },
	};
	struct unit *unit = *state;

	need_filter();
	build_fine(
		unit, header,
		"#include \"unit.h\"\nint plain(int n) { return n + 1; }\nint by_hand(int n) { return by_library(n); }\n",
		make_libraries(unit));
	run_all(unit, 0, all, sizeof all / sizeof *all);
	run_all(unit, HR_FENCE_LANDLOCK, all, 1);
}

static void test_fenced__constructors(void **state)
{
	struct unit *unit = *state;
	struct hr_workers *workers = NULL;
	struct hr_error error = HR_ERROR_INIT;

	need_filter();
	write_in(unit, "canary", "alive");
	const char *flags = hr_arena_printf(&unit->arena, "-DCANARY=\"%s\"", path_in(unit, "canary"));
	const char *source = hr_arena_printf(
		&unit->arena, "%s__attribute__((constructor)) static void begin(void) { by_hand(0); }\n", own_code);
	build_fine(unit, "int by_hand(int what);\nint plain(int n);\n", source, flags);
	struct hr_workers_options options = { .unit = unit->built.object, .count = 1 };
	assert_int_equal(hr_workers_start(&workers, &options, &error), -1);
	assert_int_equal(error.kind, HR_ERROR_INPUT);
	assert_non_null(strstr(error.message.data,
			       "a constructor of the unit calls what is not let through: the system call 'unlink'"));
	assert_int_equal(access(path_in(unit, "canary"), F_OK), 0);
	hr_error_release(&error);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_UNIT(test_fenced__system_calls_by_hand),
		IN_UNIT(test_fenced__libraries),
		IN_UNIT(test_fenced__constructors),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
