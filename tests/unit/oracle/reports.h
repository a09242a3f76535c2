/* What gcc 12's and clang 19's sanitizers printed of one mistake each, in a library /src/unit.c that is called from /src/main.c; stacks are cut off behind main. */
#ifndef HR_TEST_ORACLE_REPORTS_H
#define HR_TEST_ORACLE_REPORTS_H

/* clang-format off */
static const struct {
	const char *name;
	enum hr_way way;
	const char *function; /* NULL: not told */
	unsigned line;
	int exit_code;
	int signal;
	const char *text;
} reports[] = {
	{ "gcc heap_over", HR_WAY_OVERFLOW, "helper", 9, 1, 0,
	  "=================================================================\n"
	  "==19288==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602000000014 at pc 0x56395ea0c48e bp 0x7ffc15a7f230 sp 0x7ffc15a7f228\n"
	  "READ of size 1 at 0x602000000014 thread T0\n"
	  "    #0 0x56395ea0c48d in helper /src/unit.c:9\n"
	  "    #1 0x56395ea0c6e7 in heap_over /src/unit.c:10\n"
	  "    #2 0x56395ea0dec1 in main /src/main.c:7\n"
	  "SUMMARY: AddressSanitizer: heap-buffer-overflow /src/unit.c:9 in helper\n" },
	{ "gcc heap_under", HR_WAY_OVERFLOW, "helper", 9, 1, 0,
	  "=================================================================\n"
	  "==19313==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x60200000000f at pc 0x5616a8d6648e bp 0x7ffcbcd4d730 sp 0x7ffcbcd4d728\n"
	  "READ of size 1 at 0x60200000000f thread T0\n"
	  "    #0 0x5616a8d6648d in helper /src/unit.c:9\n"
	  "    #1 0x5616a8d666e7 in heap_over /src/unit.c:10\n"
	  "    #2 0x5616a8d67f81 in main /src/main.c:7\n"
	  "SUMMARY: AddressSanitizer: heap-buffer-overflow /src/unit.c:9 in helper\n" },
	{ "gcc null_read", HR_WAY_NULL, "null_read", 11, 1, 0,
	  "unit.c:11:38: runtime error: member access within null pointer of type 'struct s'\n"
	  "    #0 0x5557e2c5d736 in null_read /src/unit.c:11\n"
	  "    #1 0x5557e2c5f041 in main /src/main.c:7\n"
	  "SUMMARY: AddressSanitizer: SEGV /src/unit.c:11 in null_read\n" },
	{ "gcc uaf", HR_WAY_DEAD, "helper", 9, 1, 0,
	  "=================================================================\n"
	  "==19490==ERROR: AddressSanitizer: heap-use-after-free on address 0x602000000010 at pc 0x55cf920c448e bp 0x7ffe232eb190 sp 0x7ffe232eb188\n"
	  "READ of size 1 at 0x602000000010 thread T0\n"
	  "    #0 0x55cf920c448d in helper /src/unit.c:9\n"
	  "    #1 0x55cf920c47f6 in uaf /src/unit.c:12\n"
	  "    #2 0x55cf920c60fc in main /src/main.c:7\n"
	  "SUMMARY: AddressSanitizer: heap-use-after-free /src/unit.c:9 in helper\n" },
	{ "gcc dfree", HR_WAY_FREE, "dfree", 13, 1, 0,
	  "=================================================================\n"
	  "==19525==ERROR: AddressSanitizer: attempting double-free on 0x602000000010 in thread T0:\n"
	  "    #0 0x7f3c82ab76a8 in __interceptor_free ../../../../src/libsanitizer/asan/asan_malloc_linux.cpp:52\n"
	  "    #1 0x557a73f7e826 in dfree /src/unit.c:13\n"
	  "    #2 0x557a73f801b7 in main /src/main.c:7\n"
	  "SUMMARY: AddressSanitizer: double-free ../../../../src/libsanitizer/asan/asan_malloc_linux.cpp:52 in __interceptor_free\n" },
	{ "gcc bfree", HR_WAY_FREE, "bfree", 14, 1, 0,
	  "=================================================================\n"
	  "==19542==ERROR: AddressSanitizer: attempting free on address which was not malloc()-ed: 0x602000000011 in thread T0\n"
	  "    #0 0x7fa98ecb76a8 in __interceptor_free ../../../../src/libsanitizer/asan/asan_malloc_linux.cpp:52\n"
	  "    #1 0x5569d1e62873 in bfree /src/unit.c:14\n"
	  "    #2 0x5569d1e64272 in main /src/main.c:7\n"
	  "SUMMARY: AddressSanitizer: bad-free ../../../../src/libsanitizer/asan/asan_malloc_linux.cpp:52 in __interceptor_free\n" },
	{ "gcc stack_over", HR_WAY_OVERFLOW, "stack_over", 16, 1, 0,
	  "unit.c:16:43: runtime error: index 8 out of bounds for type 'char [8]'\n"
	  "    #0 0x5617ab812a01 in stack_over /src/unit.c:16\n"
	  "    #1 0x5617ab8143ed in main /src/main.c:7\n" },
	{ "gcc glob_over", HR_WAY_OVERFLOW, "glob_over", 18, 1, 0,
	  "unit.c:18:35: runtime error: index 4 out of bounds for type 'int [4]'\n"
	  "    #0 0x5579623beb6c in glob_over /src/unit.c:18\n"
	  "    #1 0x5579623c056d in main /src/main.c:8\n" },
	{ "gcc uar", HR_WAY_DEAD, "uar", 20, 1, 0,
	  "=================================================================\n"
	  "==19623==ERROR: AddressSanitizer: stack-use-after-return on address 0x7fab59900020 at pc 0x55febc0c2dd6 bp 0x7ffe397710e0 sp 0x7ffe397710d8\n"
	  "READ of size 4 at 0x7fab59900020 thread T0\n"
	  "    #0 0x55febc0c2dd5 in uar /src/unit.c:20\n"
	  "    #1 0x55febc0c4628 in main /src/main.c:8\n"
	  "SUMMARY: AddressSanitizer: stack-use-after-return /src/unit.c:20 in uar\n" },
	{ "gcc uas", HR_WAY_DEAD, "uas", 21, 1, 0,
	  "=================================================================\n"
	  "==19678==ERROR: AddressSanitizer: stack-use-after-scope on address 0x7f92c7500020 at pc 0x55a9c4e0df08 bp 0x7ffffc2b6060 sp 0x7ffffc2b6058\n"
	  "READ of size 4 at 0x7f92c7500020 thread T0\n"
	  "    #0 0x55a9c4e0df07 in uas /src/unit.c:21\n"
	  "    #1 0x55a9c4e0f6e8 in main /src/main.c:8\n"
	  "SUMMARY: AddressSanitizer: stack-use-after-scope /src/unit.c:21 in uas\n" },
	{ "gcc wild", HR_WAY_WILD, "wild", 22, 1, 0,
	  "AddressSanitizer:DEADLYSIGNAL\n"
	  "=================================================================\n"
	  "==19729==ERROR: AddressSanitizer: SEGV on unknown address 0x24692cf0b400 (pc 0x55aede4adf97 bp 0x7ffc1550d6e0 sp 0x7ffc1550d6c0 T0)\n"
	  "==19729==The signal is caused by a READ memory access.\n"
	  "    #0 0x55aede4adf97 in wild /src/unit.c:22\n"
	  "    #1 0x55aede4af7b0 in main /src/main.c:8\n"
	  "SUMMARY: AddressSanitizer: SEGV /src/unit.c:22 in wild\n" },
	{ "gcc overlap", HR_WAY_ARGUMENT, "overlap", 23, 1, 0,
	  "=================================================================\n"
	  "==23082==ERROR: AddressSanitizer: memcpy-param-overlap: memory ranges [0x7ffec4683280,0x7ffec4683284) and [0x7ffec4683281, 0x7ffec4683285) overlap\n"
	  "    #0 0x7fd827047f4f in __interceptor_memcpy ../../../../src/libsanitizer/sanitizer_common/sanitizer_common_interceptors.inc:827\n"
	  "    #1 0x55f93fc37053 in overlap /src/unit.c:23\n"
	  "    #2 0x55f93fc3885d in main /src/main.c:8\n"
	  "SUMMARY: AddressSanitizer: memcpy-param-overlap ../../../../src/libsanitizer/sanitizer_common/sanitizer_common_interceptors.inc:827 in __interceptor_memcpy\n" },
	{ "gcc negative", HR_WAY_ARGUMENT, "negative", 24, 1, 0,
	  "=================================================================\n"
	  "==19847==ERROR: AddressSanitizer: negative-size-param: (size=-3)\n"
	  "    #0 0x7f1b24c47d58 in __interceptor_memmove ../../../../src/libsanitizer/sanitizer_common/sanitizer_common_interceptors.inc:810\n"
	  "    #1 0x559a9d35d1e5 in negative /src/unit.c:24\n"
	  "    #2 0x559a9d35ea03 in main /src/main.c:8\n"
	  "SUMMARY: AddressSanitizer: negative-size-param ../../../../src/libsanitizer/sanitizer_common/sanitizer_common_interceptors.inc:810 in __interceptor_memmove\n" },
	{ "gcc recurse", HR_WAY_STACK, "recurse", 25, 1, 0,
	  "AddressSanitizer:DEADLYSIGNAL\n"
	  "=================================================================\n"
	  "==19876==ERROR: AddressSanitizer: stack-overflow on address 0x7ffcf0516efc (pc 0x560e2d411237 bp 0x7ffcf0517180 sp 0x7ffcf0516ef0 T0)\n"
	  "    #0 0x560e2d411237 in recurse /src/unit.c:25\n"
	  "    #1 0x560e2d411379 in recurse /src/unit.c:25\n"
	  "    #2 0x560e2d411379 in recurse /src/unit.c:25\n"
	  "    #3 0x560e2d411379 in recurse /src/unit.c:25\n"
	  "    #4 0x560e2d411379 in recurse /src/unit.c:25\n"
	  "    #5 0x560e2d411379 in recurse /src/unit.c:25\n"
	  "    #6 0x560e2d411379 in recurse /src/unit.c:25\n"
	  "SUMMARY: AddressSanitizer: stack-overflow /src/unit.c:25 in recurse\n" },
	{ "gcc abort", HR_WAY_ABORT, "do_abort", 26, 1, 0,
	  "AddressSanitizer:DEADLYSIGNAL\n"
	  "=================================================================\n"
	  "==19903==ERROR: AddressSanitizer: ABRT on unknown address 0x000000004dbf (pc 0x7fdf4c0a8eec bp 0x7fdf4d1577c0 sp 0x7ffd6e4fd0c0 T0)\n"
	  "    #0 0x7fdf4c0a8eec in __pthread_kill_implementation nptl/pthread_kill.c:44\n"
	  "    #1 0x7fdf4c059fb1 in __GI_raise ../sysdeps/posix/raise.c:26\n"
	  "    #2 0x7fdf4c044471 in __GI_abort stdlib/abort.c:79\n"
	  "    #3 0x5643b77234ab in do_abort /src/unit.c:26\n"
	  "    #4 0x5643b7724b7e in main /src/main.c:8\n"
	  "SUMMARY: AddressSanitizer: ABRT nptl/pthread_kill.c:44 in __pthread_kill_implementation\n" },
	{ "gcc assert", HR_WAY_ABORT, "do_assert", 27, 1, 0,
	  "m-gcc: unit.c:27: do_assert: Assertion `x == 3' failed.\n"
	  "AddressSanitizer:DEADLYSIGNAL\n"
	  "=================================================================\n"
	  "==19919==ERROR: AddressSanitizer: ABRT on unknown address 0x000000004dcf (pc 0x7fba2a2a8eec bp 0x7fba2b2db7c0 sp 0x7fff459e1860 T0)\n"
	  "    #0 0x7fba2a2a8eec in __pthread_kill_implementation nptl/pthread_kill.c:44\n"
	  "    #1 0x7fba2a259fb1 in __GI_raise ../sysdeps/posix/raise.c:26\n"
	  "    #2 0x7fba2a244471 in __GI_abort stdlib/abort.c:79\n"
	  "    #3 0x7fba2a244394 in __assert_fail_base assert/assert.c:94\n"
	  "    #4 0x7fba2a252ec1 in __GI___assert_fail assert/assert.c:103\n"
	  "    #5 0x56419ca844e9 in do_assert /src/unit.c:27\n"
	  "    #6 0x56419ca85c3e in main /src/main.c:8\n"
	  "SUMMARY: AddressSanitizer: ABRT nptl/pthread_kill.c:44 in __pthread_kill_implementation\n" },
	{ "gcc exit", HR_WAY_EXIT, NULL, 0, 3, 0,
	  "" },
	{ "gcc exit0", HR_WAY_NONE, NULL, 0, 0, 0,
	  "" },
	{ "gcc sover", HR_WAY_ARITHMETIC, "sover", 29, 1, 0,
	  "unit.c:29:29: runtime error: signed integer overflow: 2147483647 + 1 cannot be represented in type 'int'\n"
	  "    #0 0x561289c80535 in sover /src/unit.c:29\n"
	  "    #1 0x561289c81e7e in main /src/main.c:9\n" },
	{ "gcc divz", HR_WAY_ARITHMETIC, "divz", 30, 1, 0,
	  "unit.c:30:28: runtime error: division by zero\n"
	  "    #0 0x5560368a856e in divz /src/unit.c:30\n"
	  "    #1 0x5560368a9f3e in main /src/main.c:9\n" },
	{ "gcc shl", HR_WAY_ARITHMETIC, "shl", 31, 1, 0,
	  "unit.c:31:27: runtime error: shift exponent 40 is too large for 32-bit type 'int'\n"
	  "    #0 0x5603928ee5d2 in shl /src/unit.c:31\n"
	  "    #1 0x5603928efffe in main /src/main.c:9\n" },
	{ "gcc negshl", HR_WAY_ARITHMETIC, "negshl", 32, 1, 0,
	  "unit.c:32:31: runtime error: left shift of negative value -1\n"
	  "    #0 0x55ec0aa0363a in negshl /src/unit.c:32\n"
	  "    #1 0x55ec0aa050be in main /src/main.c:9\n" },
	{ "gcc fcast", HR_WAY_ARITHMETIC, "fcast", 33, 1, 0,
	  "unit.c:33:1: runtime error: 1e+30 is outside the range of representable values of type 'int'\n"
	  "    #0 0x562940ca1692 in fcast /src/unit.c:33\n"
	  "    #1 0x562940ca3185 in main /src/main.c:9\n" },
	{ "gcc vla", HR_WAY_UNDEFINED, "vla", 34, 1, 0,
	  "unit.c:34:23: runtime error: variable length array bound evaluates to non-positive value -1\n"
	  "    #0 0x55e28fae96d5 in vla /src/unit.c:34\n"
	  "    #1 0x55e28faeb245 in main /src/main.c:9\n" },
	{ "gcc boolload", HR_WAY_UNDEFINED, "boolload", 35, 1, 0,
	  "unit.c:35:34: runtime error: load of value 7, which is not a valid value for type '_Bool'\n"
	  "    #0 0x55984195a8ec in boolload /src/unit.c:35\n"
	  "    #1 0x55984195c307 in main /src/main.c:9\n" },
	{ "gcc unreach", HR_WAY_UNDEFINED, "unreach", 36, 1, 0,
	  "unit.c:36:29: runtime error: execution reached an unreachable program point\n"
	  "    #0 0x55b985953915 in unreach /src/unit.c:36\n"
	  "    #1 0x55b9859553c7 in main /src/main.c:9\n" },
	{ "gcc leak", HR_WAY_LEAK, "leak", 37, 1, 0,
	  "=================================================================\n"
	  "==20222==ERROR: LeakSanitizer: detected memory leaks\n"
	  "\n"
	  "Direct leak of 17 byte(s) in 1 object(s) allocated from:\n"
	  "    #0 0x7fd4e3cb89cf in __interceptor_malloc ../../../../src/libsanitizer/asan/asan_malloc_linux.cpp:69\n"
	  "    #1 0x5649ed2d392e in leak /src/unit.c:37\n"
	  "    #2 0x5649ed2d5482 in main /src/main.c:9\n"
	  "SUMMARY: AddressSanitizer: 17 byte(s) leaked in 1 allocation(s).\n" },
	{ "gcc lenread", HR_WAY_OVERFLOW, "lenread", 38, 1, 0,
	  "=================================================================\n"
	  "==20265==ERROR: AddressSanitizer: stack-buffer-overflow on address 0x7f50f4e00023 at pc 0x7f50f7a4a731 bp 0x7ffe43a0ad40 sp 0x7ffe43a0a4f0\n"
	  "READ of size 4 at 0x7f50f4e00023 thread T0\n"
	  "    #0 0x7f50f7a4a730 in __interceptor_strlen ../../../../src/libsanitizer/sanitizer_common/sanitizer_common_interceptors.inc:389\n"
	  "    #1 0x563f996549a9 in lenread /src/unit.c:38\n"
	  "    #2 0x563f99656544 in main /src/main.c:9\n"
	  "SUMMARY: AddressSanitizer: stack-buffer-overflow ../../../../src/libsanitizer/sanitizer_common/sanitizer_common_interceptors.inc:389 in __interceptor_strlen\n" },
	{ "gcc lennull", HR_WAY_NULL, "lenread", 38, 1, 0,
	  "unit.c:38:36: runtime error: null pointer passed as argument 1, which is declared to never be null\n"
	  "    #0 0x55db4fc9e99d in lenread /src/unit.c:38\n"
	  "    #1 0x55db4fca0d95 in main /src/main.c:9\n" },
	{ "gcc builtin", HR_WAY_ARITHMETIC, "builtin", 45, 1, 0,
	  "unit.c:45:34: runtime error: passing zero to ctz(), which is not a valid argument\n"
	  "    #0 0x5642bd4c2bed in builtin /src/unit.c:45\n"
	  "    #1 0x5642bd4c4a97 in main /src/main.c:9\n" },
	{ "gcc callfp", HR_WAY_NULL, NULL, 0, 1, 0,
	  "AddressSanitizer:DEADLYSIGNAL\n"
	  "=================================================================\n"
	  "==20441==ERROR: AddressSanitizer: SEGV on unknown address 0x000000000000 (pc 0x000000000000 bp 0x7ffc716a81f0 sp 0x7ffc716a81e8 T0)\n"
	  "==20441==Hint: pc points to the zero page.\n"
	  "==20441==The signal is caused by a READ memory access.\n"
	  "==20441==Hint: address points to the zero page.\n"
	  "    #0 0x0  (<unknown module>)\n"
	  "    #1 0x55fc8fabeb52 in main /src/main.c:9\n"
	  "SUMMARY: AddressSanitizer: SEGV (<unknown module>) \n" },
	{ "gcc ptrover", HR_WAY_UNDEFINED, NULL, 0, 0, 0,
	  "unit.c:40:43: runtime error: pointer index expression with base 0x7ffc2f24d9d0 overflowed to 0x80007ffc2f24d9d0\n" },
	{ "gcc nnarg", HR_WAY_NULL, "nnarg", 42, 1, 0,
	  "unit.c:42:29: runtime error: null pointer passed as argument 1, which is declared to never be null\n"
	  "    #0 0x55fd63991ae0 in nnarg /src/unit.c:42\n"
	  "    #1 0x55fd63993861 in main /src/main.c:9\n" },
	{ "gcc absmin", HR_WAY_ARITHMETIC, "absmin", 46, 1, 0,
	  "unit.c:46:28: runtime error: negation of -2147483648 cannot be represented in type 'int'; cast to an unsigned type to negate this value to itself\n"
	  "    #0 0x562dcc47ec1f in absmin /src/unit.c:46\n"
	  "    #1 0x562dcc480e55 in main /src/main.c:9\n" },
	{ "gcc ill", HR_WAY_ABORT, NULL, 0, 0, 4,
	  "" },
	{ "gcc term", HR_WAY_ABORT, NULL, 0, 0, 15,
	  "" },
	{ "clang heap_over", HR_WAY_OVERFLOW, "helper", 9, 1, 0,
	  "=================================================================\n"
	  "==20524==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x502000000014 at pc 0x5627dfbe1dfe bp 0x7ffe24861260 sp 0x7ffe24861258\n"
	  "READ of size 1 at 0x502000000014 thread T0\n"
	  "    #0 0x5627dfbe1dfd in helper /src/unit.c:9:50\n"
	  "    #1 0x5627dfbe1d20 in heap_over /src/unit.c:10:76\n"
	  "    #2 0x5627dfbe3a65 in main /src/main.c:7:1\n"
	  "SUMMARY: AddressSanitizer: heap-buffer-overflow /src/unit.c:9:50 in helper\n" },
	{ "clang heap_under", HR_WAY_OVERFLOW, "helper", 9, 1, 0,
	  "=================================================================\n"
	  "==20551==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x50200000000f at pc 0x55ad4dd4bdfe bp 0x7fff8da841e0 sp 0x7fff8da841d8\n"
	  "READ of size 1 at 0x50200000000f thread T0\n"
	  "    #0 0x55ad4dd4bdfd in helper /src/unit.c:9:50\n"
	  "    #1 0x55ad4dd4bd20 in heap_over /src/unit.c:10:76\n"
	  "    #2 0x55ad4dd4dbaa in main /src/main.c:7:28\n"
	  "SUMMARY: AddressSanitizer: heap-buffer-overflow /src/unit.c:9:50 in helper\n" },
	{ "clang null_read", HR_WAY_NULL, "null_read", 11, 1, 0,
	  "unit.c:11:40: runtime error: member access within null pointer of type 'struct s'\n"
	  "    #0 0x5616018a4e5f in null_read /src/unit.c:11:40\n"
	  "    #1 0x5616018a6cee in main /src/main.c:7:57\n"
	  "SUMMARY: UndefinedBehaviorSanitizer: undefined-behavior unit.c:11:40 \n" },
	{ "clang uaf", HR_WAY_DEAD, "helper", 9, 1, 0,
	  "=================================================================\n"
	  "==20604==ERROR: AddressSanitizer: heap-use-after-free on address 0x502000000010 at pc 0x5642c3d0fdfe bp 0x7ffd3e51d590 sp 0x7ffd3e51d588\n"
	  "READ of size 1 at 0x502000000010 thread T0\n"
	  "    #0 0x5642c3d0fdfd in helper /src/unit.c:9:50\n"
	  "    #1 0x5642c3d0ffba in uaf /src/unit.c:12:62\n"
	  "    #2 0x5642c3d11e2e in main /src/main.c:7:84\n"
	  "SUMMARY: AddressSanitizer: heap-use-after-free /src/unit.c:9:50 in helper\n" },
	{ "clang dfree", HR_WAY_FREE, "dfree", 13, 1, 0,
	  "=================================================================\n"
	  "==20655==ERROR: AddressSanitizer: attempting double-free on 0x502000000010 in thread T0:\n"
	  "    #0 0x55af1e19c366 in free (/src/m-clang-19+0xce366)\n"
	  "    #1 0x55af1e1dcfff in dfree /src/unit.c:13:50\n"
	  "    #2 0x55af1e1def6e in main /src/main.c:7:98\n"
	  "SUMMARY: AddressSanitizer: double-free (/src/m-clang-19+0xce366) in free\n" },
	{ "clang bfree", HR_WAY_FREE, "bfree", 14, 1, 0,
	  "=================================================================\n"
	  "==20662==ERROR: AddressSanitizer: attempting free on address which was not malloc()-ed: 0x502000000011 in thread T0\n"
	  "    #0 0x56394a43e366 in free (/src/m-clang-19+0xce366)\n"
	  "    #1 0x56394a47f07f in bfree /src/unit.c:14:41\n"
	  "    #2 0x56394a4810ae in main /src/main.c:7:116\n"
	  "SUMMARY: AddressSanitizer: bad-free (/src/m-clang-19+0xce366) in free\n" },
	{ "clang stack_over", HR_WAY_OVERFLOW, "stack_over", 16, 1, 0,
	  "unit.c:16:42: runtime error: index 8 out of bounds for type 'char[8]'\n"
	  "    #0 0x55a09d8551b5 in stack_over /src/unit.c:16:47\n"
	  "    #1 0x55a09d857333 in main /src/main.c:7:154\n"
	  "SUMMARY: UndefinedBehaviorSanitizer: undefined-behavior unit.c:16:42 \n" },
	{ "clang glob_over", HR_WAY_OVERFLOW, "glob_over", 18, 1, 0,
	  "unit.c:18:31: runtime error: index 4 out of bounds for type 'int[4]'\n"
	  "    #0 0x556fbd84f353 in glob_over /src/unit.c:18:31\n"
	  "    #1 0x556fbd8515bd in main /src/main.c:8:1\n"
	  "SUMMARY: UndefinedBehaviorSanitizer: undefined-behavior unit.c:18:31 \n" },
	{ "clang uar", HR_WAY_DEAD, "uar", 20, 1, 0,
	  "=================================================================\n"
	  "==20809==ERROR: AddressSanitizer: stack-use-after-return on address 0x7f46a4d00020 at pc 0x564e257d85e5 bp 0x7ffed7b12640 sp 0x7ffed7b12638\n"
	  "READ of size 4 at 0x7f46a4d00020 thread T0\n"
	  "    #0 0x564e257d85e4 in uar /src/unit.c:20:32\n"
	  "    #1 0x564e257da6fd in main /src/main.c:8:28\n"
	  "SUMMARY: AddressSanitizer: stack-use-after-return /src/unit.c:20:32 in uar\n" },
	{ "clang uas", HR_WAY_DEAD, "uas", 21, 1, 0,
	  "=================================================================\n"
	  "==20839==ERROR: AddressSanitizer: stack-use-after-scope on address 0x7f9800900020 at pc 0x555afc187755 bp 0x7ffd63ba77d0 sp 0x7ffd63ba77c8\n"
	  "READ of size 4 at 0x7f9800900020 thread T0\n"
	  "    #0 0x555afc187754 in uas /src/unit.c:21:60\n"
	  "    #1 0x555afc189842 in main /src/main.c:8:42\n"
	  "SUMMARY: AddressSanitizer: stack-use-after-scope /src/unit.c:21:60 in uas\n" },
	{ "clang wild", HR_WAY_WILD, "wild", 22, 1, 0,
	  "AddressSanitizer:DEADLYSIGNAL\n"
	  "=================================================================\n"
	  "==20862==ERROR: AddressSanitizer: SEGV on unknown address 0x24692cf0b400 (pc 0x560bc506a818 bp 0x7ffe63cf9f10 sp 0x7ffe63cf9ef0 T0)\n"
	  "==20862==The signal is caused by a READ memory access.\n"
	  "    #0 0x560bc506a818 in wild /src/unit.c:22:27\n"
	  "    #1 0x560bc506c98c in main /src/main.c:8:57\n"
	  "SUMMARY: AddressSanitizer: SEGV /src/unit.c:22:27 in wild\n" },
	{ "clang overlap", HR_WAY_ARGUMENT, "overlap", 23, 1, 0,
	  "=================================================================\n"
	  "==23255==ERROR: AddressSanitizer: memcpy-param-overlap: memory ranges [0x7f3e16400020,0x7f3e16400024) and [0x7f3e16400021, 0x7f3e16400025) overlap\n"
	  "    #0 0x5558c55572f9 in memcpy (/src/m-clang-19+0xcd2f9)\n"
	  "    #1 0x5558c55998fe in overlap /src/unit.c:23:25\n"
	  "    #2 0x5558c559bbfd in main /src/main.c:8:119\n"
	  "SUMMARY: AddressSanitizer: memcpy-param-overlap (/src/m-clang-19+0xcd2f9) in memcpy\n" },
	{ "clang negative", HR_WAY_ARGUMENT, "negative", 24, 1, 0,
	  "=================================================================\n"
	  "==20918==ERROR: AddressSanitizer: negative-size-param: (size=-3)\n"
	  "    #0 0x562fea245777 in __asan_memmove (/src/m-clang-19+0xcc777)\n"
	  "    #1 0x562fea288a18 in negative /src/unit.c:24:51\n"
	  "    #2 0x562fea28ad6b in main /src/main.c:8:144\n"
	  "SUMMARY: AddressSanitizer: negative-size-param (/src/m-clang-19+0xcc777) in __asan_memmove\n" },
	{ "clang recurse", HR_WAY_STACK, "recurse", 25, 1, 0,
	  "AddressSanitizer:DEADLYSIGNAL\n"
	  "=================================================================\n"
	  "==20974==ERROR: AddressSanitizer: stack-overflow on address 0x7fffe2481e00 (pc 0x55f80f558b06 bp 0x7fffe2482150 sp 0x7fffe2481e00 T0)\n"
	  "    #0 0x55f80f558b06 in recurse /src/unit.c:25\n"
	  "    #1 0x55f80f558c27 in recurse /src/unit.c:25:71\n"
	  "    #2 0x55f80f558c27 in recurse /src/unit.c:25:71\n"
	  "    #3 0x55f80f558c27 in recurse /src/unit.c:25:71\n"
	  "    #4 0x55f80f558c27 in recurse /src/unit.c:25:71\n"
	  "    #5 0x55f80f558c27 in recurse /src/unit.c:25:71\n"
	  "    #6 0x55f80f558c27 in recurse /src/unit.c:25:71\n"
	  "SUMMARY: AddressSanitizer: stack-overflow /src/unit.c:25 in recurse\n" },
	{ "clang abort", HR_WAY_ABORT, "do_abort", 26, 1, 0,
	  "AddressSanitizer:DEADLYSIGNAL\n"
	  "=================================================================\n"
	  "==20980==ERROR: AddressSanitizer: ABRT on unknown address 0x0000000051f4 (pc 0x7fea4a400eec bp 0x7fea4a375080 sp 0x7ffc1ea0f100 T0)\n"
	  "    #0 0x7fea4a400eec in __pthread_kill_implementation nptl/pthread_kill.c:44:76\n"
	  "    #1 0x7fea4a3b1fb1 in raise signal/../sysdeps/posix/raise.c:26:13\n"
	  "    #2 0x7fea4a39c471 in abort stdlib/abort.c:79:7\n"
	  "    #3 0x558c21c7cd55 in do_abort /src/unit.c:26:23\n"
	  "    #4 0x558c21c7eff0 in main /src/main.c:8:198\n"
	  "SUMMARY: AddressSanitizer: ABRT nptl/pthread_kill.c:44:76 in __pthread_kill_implementation\n" },
	{ "clang assert", HR_WAY_ABORT, "do_assert", 27, 1, 0,
	  "m-clang-19: unit.c:27: void do_assert(int): Assertion `x == 3' failed.\n"
	  "AddressSanitizer:DEADLYSIGNAL\n"
	  "=================================================================\n"
	  "==20998==ERROR: AddressSanitizer: ABRT on unknown address 0x000000005206 (pc 0x7f76127feeec bp 0x7f7612773080 sp 0x7ffe1a5f72f0 T0)\n"
	  "    #0 0x7f76127feeec in __pthread_kill_implementation nptl/pthread_kill.c:44:76\n"
	  "    #1 0x7f76127affb1 in raise signal/../sysdeps/posix/raise.c:26:13\n"
	  "    #2 0x7f761279a471 in abort stdlib/abort.c:79:7\n"
	  "    #3 0x7f761279a394 in __assert_fail_base assert/assert.c:94:3\n"
	  "    #4 0x7f76127a8ec1 in __assert_fail assert/assert.c:103:3\n"
	  "    #5 0x55e0aff61dae in do_assert /src/unit.c:27:25\n"
	  "    #6 0x55e0aff64135 in main /src/main.c:8:219\n"
	  "SUMMARY: AddressSanitizer: ABRT nptl/pthread_kill.c:44:76 in __pthread_kill_implementation\n" },
	{ "clang exit", HR_WAY_EXIT, NULL, 0, 3, 0,
	  "" },
	{ "clang exit0", HR_WAY_NONE, NULL, 0, 0, 0,
	  "" },
	{ "clang sover", HR_WAY_ARITHMETIC, "sover", 29, 1, 0,
	  "unit.c:29:29: runtime error: signed integer overflow: 2147483647 + 1 cannot be represented in type 'int'\n"
	  "    #0 0x55eee221be4e in sover /src/unit.c:29:29\n"
	  "    #1 0x55eee221e501 in main /src/main.c:9:1\n"
	  "SUMMARY: UndefinedBehaviorSanitizer: undefined-behavior unit.c:29:29 \n" },
	{ "clang divz", HR_WAY_ARITHMETIC, "divz", 30, 1, 0,
	  "unit.c:30:28: runtime error: division by zero\n"
	  "    #0 0x5639c4b97ea5 in divz /src/unit.c:30:28\n"
	  "    #1 0x5639c4b9a643 in main /src/main.c:9:26\n"
	  "SUMMARY: UndefinedBehaviorSanitizer: undefined-behavior unit.c:30:28 \n" },
	{ "clang shl", HR_WAY_ARITHMETIC, "shl", 31, 1, 0,
	  "unit.c:31:27: runtime error: shift exponent 40 is too large for 32-bit type 'int'\n"
	  "    #0 0x55a7d78aff2b in shl /src/unit.c:31:27\n"
	  "    #1 0x55a7d78b2788 in main /src/main.c:9:43\n"
	  "SUMMARY: UndefinedBehaviorSanitizer: undefined-behavior unit.c:31:27 \n" },
	{ "clang negshl", HR_WAY_ARITHMETIC, "negshl", 32, 1, 0,
	  "unit.c:32:31: runtime error: left shift of negative value -1\n"
	  "    #0 0x56340a571fb6 in negshl /src/unit.c:32:31\n"
	  "    #1 0x56340a5748cd in main /src/main.c:9:59\n"
	  "SUMMARY: UndefinedBehaviorSanitizer: undefined-behavior unit.c:32:31 \n" },
	{ "clang fcast", HR_WAY_ARITHMETIC, "fcast", 33, 1, 0,
	  "unit.c:33:30: runtime error: 1e+30 is outside the range of representable values of type 'int'\n"
	  "    #0 0x55cff153d028 in fcast /src/unit.c:33:30\n"
	  "    #1 0x55cff153fa15 in main /src/main.c:9:80\n"
	  "SUMMARY: UndefinedBehaviorSanitizer: undefined-behavior unit.c:33:30 \n" },
	{ "clang vla", HR_WAY_UNDEFINED, "vla", 34, 1, 0,
	  "unit.c:34:25: runtime error: variable length array bound evaluates to non-positive value -1\n"
	  "    #0 0x564a41f7c08c in vla /src/unit.c:34:18\n"
	  "    #1 0x564a41f7eb5a in main /src/main.c:9:102\n"
	  "SUMMARY: UndefinedBehaviorSanitizer: undefined-behavior unit.c:34:25 \n" },
	{ "clang boolload", HR_WAY_UNDEFINED, "boolload", 35, 1, 0,
	  "unit.c:35:34: runtime error: load of value 7, which is not a valid value for type '_Bool'\n"
	  "    #0 0x55f10bed62e2 in boolload /src/unit.c:35:34\n"
	  "    #1 0x55f10bed8ca1 in main /src/main.c:9:118\n"
	  "SUMMARY: UndefinedBehaviorSanitizer: undefined-behavior unit.c:35:34 \n" },
	{ "clang unreach", HR_WAY_UNDEFINED, "unreach", 36, 1, 0,
	  "unit.c:36:29: runtime error: execution reached an unreachable program point\n"
	  "    #0 0x5612d522731c in unreach /src/unit.c:36:29\n"
	  "    #1 0x5612d5229de6 in main /src/main.c:9:146\n"
	  "SUMMARY: UndefinedBehaviorSanitizer: undefined-behavior unit.c:36:29 \n" },
	{ "clang leak", HR_WAY_LEAK, "leak", 37, 1, 0,
	  "=================================================================\n"
	  "==21284==ERROR: LeakSanitizer: detected memory leaks\n"
	  "\n"
	  "Direct leak of 17 byte(s) in 1 object(s) allocated from:\n"
	  "    #0 0x5623b99545ff in malloc (/src/m-clang-19+0xce5ff)\n"
	  "    #1 0x5623b9996349 in leak /src/unit.c:37:30\n"
	  "    #2 0x5623b9998f26 in main /src/main.c:9:169\n"
	  "SUMMARY: AddressSanitizer: 17 byte(s) leaked in 1 allocation(s).\n" },
	{ "clang lenread", HR_WAY_OVERFLOW, "lenread", 38, 1, 0,
	  "=================================================================\n"
	  "==21297==ERROR: AddressSanitizer: stack-buffer-overflow on address 0x7f8705400053 at pc 0x562bd4108ed3 bp 0x7fff2f8121f0 sp 0x7fff2f8119b8\n"
	  "READ of size 4 at 0x7f8705400053 thread T0\n"
	  "    #0 0x562bd4108ed2 in strlen (/src/m-clang-19+0x46ed2)\n"
	  "    #1 0x562bd41d23d6 in lenread /src/unit.c:38:36\n"
	  "    #2 0x562bd41d506d in main /src/main.c:9:185\n"
	  "SUMMARY: AddressSanitizer: stack-buffer-overflow (/src/m-clang-19+0x46ed2) in strlen\n" },
	{ "clang lennull", HR_WAY_NULL, "lenread", 38, 1, 0,
	  "unit.c:38:43: runtime error: null pointer passed as argument 1, which is declared to never be null\n"
	  "/usr/include/string.h:408:33: note: nonnull attribute specified here\n"
	  "    #0 0x561cd37db3cd in lenread /src/unit.c:38:36\n"
	  "    #1 0x561cd37dee52 in main /src/main.c:9:448\n"
	  "SUMMARY: UndefinedBehaviorSanitizer: undefined-behavior unit.c:38:43 \n" },
	{ "clang builtin", HR_WAY_ARITHMETIC, "builtin", 45, 1, 0,
	  "unit.c:45:48: runtime error: passing zero to ctz(), which is not a valid argument\n"
	  "    #0 0x560db1447639 in builtin /src/unit.c:45:34\n"
	  "    #1 0x560db144a998 in main /src/main.c:9:354\n"
	  "SUMMARY: UndefinedBehaviorSanitizer: undefined-behavior unit.c:45:48 \n" },
	{ "clang callfp", HR_WAY_NULL, "callfp", 47, 1, 0,
	  "AddressSanitizer:DEADLYSIGNAL\n"
	  "=================================================================\n"
	  "==21379==ERROR: AddressSanitizer: SEGV on unknown address 0xfffffffffffffff8 (pc 0x55ad69f1a6bb bp 0x7ffc209a9550 sp 0x7ffc209a9540 T0)\n"
	  "==21379==The signal is caused by a READ memory access.\n"
	  "    #0 0x55ad69f1a6bb in callfp /src/unit.c:47:38\n"
	  "    #1 0x55ad69f1dad8 in main /src/main.c:9:377\n"
	  "SUMMARY: AddressSanitizer: SEGV /src/unit.c:47:38 in callfp\n" },
	{ "clang ptrover", HR_WAY_UNDEFINED, NULL, 0, 0, 0,
	  "unit.c:40:43: runtime error: pointer index expression with base 0x7f0282e00020 overflowed to 0x80007f0282e00020\n"
	  "SUMMARY: UndefinedBehaviorSanitizer: undefined-behavior unit.c:40:43 \n" },
	{ "clang misal", HR_WAY_UNDEFINED, "misal", 39, 0, 0,
	  "unit.c:39:29: runtime error: load of misaligned address 0x7f9e0c800021 for type 'int', which requires 4 byte alignment\n"
	  "0x7f9e0c800021: note: pointer points here\n"
	  " 7f 00 00  78 78 78 78 78 78 78 78  78 78 78 78 78 78 78 00  00 00 00 00 00 00 00 00  00 00 00 00 00\n"
	  "              ^ \n"
	  "    #0 0x55584611f484 in misal /src/unit.c:39:29\n"
	  "    #1 0x5558461221b4 in main /src/main.c:9:212\n"
	  "SUMMARY: UndefinedBehaviorSanitizer: undefined-behavior unit.c:39:29 \n" },
	{ "clang nnarg", HR_WAY_NULL, "nnarg", 42, 1, 0,
	  "unit.c:42:32: runtime error: null pointer passed as argument 1, which is declared to never be null\n"
	  "unit.c:41:16: note: nonnull attribute specified here\n"
	  "    #0 0x562bffa9c5ad in nnarg /src/unit.c:42:29\n"
	  "    #1 0x562bffa9f5d6 in main /src/main.c:9:303\n"
	  "SUMMARY: UndefinedBehaviorSanitizer: undefined-behavior unit.c:42:32 \n" },
	{ "clang absmin", HR_WAY_ARITHMETIC, "absmin", 46, 1, 0,
	  "unit.c:46:32: runtime error: negation of -2147483648 cannot be represented in type 'int'; cast to an unsigned type to negate this value to itself\n"
	  "    #0 0x556a2e03068b in absmin /src/unit.c:46:28\n"
	  "    #1 0x556a2e033f6a in main /src/main.c:9:471\n"
	  "SUMMARY: UndefinedBehaviorSanitizer: undefined-behavior unit.c:46:32 \n" },
	{ "clang ill", HR_WAY_ABORT, NULL, 0, 0, 4,
	  "" },
	{ "clang term", HR_WAY_ABORT, NULL, 0, 0, 15,
	  "" },
};
/* clang-format on */

#endif
