/* A check for leaks that needs no other process to look on, as LeakSanitizer does: behind the fence nobody may. It hears of every block from the address sanitizer's allocator, and at the end, after all handlers, looks which are
 * not reachable from variables, those of the thread and what it keeps by a key (pthread_setspecific()) included, or other blocks that are: as LeakSanitizer does, but for stacks and registers, which hold nothing any more then. */
#include "app/confirm_internal.h"

#include "base/file.h"

#include <stdlib.h>
#include <string.h>

enum { COMPILE_SECONDS = 60 };

const char hr_confirm_leak_check[] =
	"#define _GNU_SOURCE\n"
	"#include <execinfo.h>\n"
	"#include <limits.h>\n"
	"#include <link.h>\n"
	"#include <pthread.h>\n"
	"#include <stdint.h>\n"
	"#include <stdio.h>\n"
	"#include <stdlib.h>\n"
	"#include <string.h>\n"
	"#include <sys/mman.h>\n"
	"#include <unistd.h>\n\n"
	"int __sanitizer_install_malloc_and_free_hooks(void (*)(const volatile void *, size_t), void (*)(const volatile void *));\n"
	"void __sanitizer_symbolize_pc(void *, const char *, char *, size_t);\n\n"
	"enum { BLOCKS = 1 << 20, FRAMES = 16, TOLD = 5 };\n\n"
	"struct block {\n"
	"\tuintptr_t at;\n"
	"\tsize_t size;\n"
	"\tint is_reached;\n"
	"\tint frames;\n"
	"\tvoid *stack[FRAMES];\n"
	"};\n\n"
	/* in memory of its own: what is there is no variable of the program */
	"static struct block *blocks;\n"
	"static size_t count;\n"
	"static int is_busy;\n\n"
	"static void on_malloc(const volatile void *block, size_t size)\n"
	"{\n"
	"\tif (is_busy || !block || count == BLOCKS)\n"
	"\t\treturn;\n"
	"\tis_busy = 1;\n"
	"\tblocks[count].at = (uintptr_t)block;\n"
	"\tblocks[count].size = size;\n"
	"\tblocks[count].frames = backtrace(blocks[count].stack, FRAMES);\n"
	"\tcount++;\n"
	"\tis_busy = 0;\n"
	"}\n\n"
	"static void on_free(const volatile void *block)\n"
	"{\n"
	"\tfor (size_t i = count; !is_busy && i-- > 0;)\n"
	"\t\tif (blocks[i].at == (uintptr_t)block) {\n"
	"\t\t\tblocks[i].at = 0;\n"
	"\t\t\tif (i + 1 == count)\n"
	"\t\t\t\tcount--;\n"
	"\t\t\treturn;\n"
	"\t\t}\n"
	"}\n\n"
	/* from and to where blocks lie; not in variables of ours, which would be taken for pointers to them */
	"#define lowest blocks[BLOCKS].at\n"
	"#define highest blocks[BLOCKS].size\n\n"
	"static void scan(uintptr_t from, uintptr_t to)\n"
	"{\n"
	"\tfor (from = (from + 7) & ~(uintptr_t)7; from + 8 <= to; from += 8) {\n"
	"\t\tuintptr_t word;\n"
	"\t\tmemcpy(&word, (void *)from, sizeof word);\n"
	"\t\tfor (size_t i = 0; i < count && word >= lowest && word <= highest; i++)\n"
	"\t\t\tif (blocks[i].at && !blocks[i].is_reached && word >= blocks[i].at &&\n"
	"\t\t\t    word < blocks[i].at + (blocks[i].size ? blocks[i].size : 1)) {\n"
	"\t\t\t\tblocks[i].is_reached = 1;\n"
	"\t\t\t\tscan(blocks[i].at, blocks[i].at + blocks[i].size);\n"
	"\t\t\t\tbreak;\n"
	"\t\t\t}\n"
	"\t}\n"
	"}\n\n"
	"static int scan_object(struct dl_phdr_info *info, size_t size, void *data)\n"
	"{\n"
	"\t(void)size;\n"
	"\t(void)data;\n"
	"\tfor (int i = 0; i < info->dlpi_phnum; i++) {\n"
	"\t\tconst ElfW(Phdr) *part = &info->dlpi_phdr[i];\n"
	"\t\tuintptr_t from = info->dlpi_addr + part->p_vaddr;\n"
	"\t\tif (part->p_type == PT_LOAD && (part->p_flags & PF_W))\n"
	"\t\t\tscan(from, from + part->p_memsz);\n"
	"\t\tif (part->p_type == PT_TLS && info->dlpi_tls_data)\n"
	"\t\t\tscan((uintptr_t)info->dlpi_tls_data, (uintptr_t)info->dlpi_tls_data + part->p_memsz);\n"
	"\t}\n"
	"\treturn 0;\n"
	"}\n\n"
	"static void tell(const struct block *block)\n"
	"{\n"
	"\tfprintf(stderr, \"Leak of %zu byte(s) allocated from:\\n\", block->size);\n"
	"\tint number = 0;\n"
	"\tfor (int i = 0; i < block->frames; i++) {\n"
	"\t\tchar text[1024];\n"
	"\t\t__sanitizer_symbolize_pc((char *)block->stack[i] - 1, \"%p in %f %s:%l\", text, sizeof text);\n"
	"\t\tif (strstr(text, \" in on_malloc\") || strstr(text, \"MallocHook\") || strstr(text, \"__asan::\") ||\n"
	"\t\t    strstr(text, \"backtrace \"))\n"
	"\t\t\tcontinue;\n"
	"\t\tfprintf(stderr, \"    #%d %s\\n\", number++, text);\n"
	"\t}\n"
	"\tfputc('\\n', stderr);\n"
	"}\n\n"
	"static void check(void)\n"
	"{\n"
	"\tis_busy = 1;\n"
	"\tlowest = UINTPTR_MAX;\n"
	"\tfor (size_t i = 0; i < count; i++) {\n"
	"\t\tif (blocks[i].at && blocks[i].at < lowest)\n"
	"\t\t\tlowest = blocks[i].at;\n"
	"\t\tif (blocks[i].at && blocks[i].at + blocks[i].size > highest)\n"
	"\t\t\thighest = blocks[i].at + blocks[i].size;\n"
	"\t}\n"
	"\tdl_iterate_phdr(scan_object, NULL);\n"
	/* the thread's own record of them is in no object */
	"\tfor (unsigned key = 0; key < PTHREAD_KEYS_MAX; key++) {\n"
	"\t\tvoid *kept = pthread_getspecific(key);\n"
	"\t\tscan((uintptr_t)&kept, (uintptr_t)(&kept + 1));\n"
	"\t}\n"
	"\tsize_t lost = 0;\n"
	"\tfor (size_t i = 0; i < count; i++)\n"
	"\t\tlost += blocks[i].at && !blocks[i].is_reached;\n"
	"\tif (!lost)\n"
	"\t\treturn;\n"
	"\tfprintf(stderr, \"ERROR: LeakCheck: detected memory leaks: %zu block(s)\\n\\n\", lost);\n"
	"\tfor (size_t i = 0, told = 0; i < count && told < TOLD; i++)\n"
	"\t\tif (blocks[i].at && !blocks[i].is_reached) {\n"
	"\t\t\ttell(&blocks[i]);\n"
	"\t\t\ttold++;\n"
	"\t\t}\n"
	"\tfflush(NULL);\n"
	"\t_exit(23);\n"
	"}\n\n"
	"__attribute__((constructor)) static void begin(void)\n"
	"{\n"
	"\tvoid *stack[FRAMES];\n"
	"\tbacktrace(stack, FRAMES); /* allocates, the first time */\n"
	"\tblocks = mmap(NULL, (BLOCKS + 1) * sizeof *blocks, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);\n"
	"\tif (blocks == MAP_FAILED)\n"
	"\t\t_exit(24);\n"
	"\tatexit(check);\n"
	"\t__sanitizer_install_malloc_and_free_hooks(on_malloc, on_free);\n"
	"}\n";

int hr_leak_check_compile(bool *made, const char *compiler, const char *directory, struct hr_strbuf *said,
			  struct hr_error *error)
{
	const char *argv[] = { compiler, "-w", "-g", "-O1", "-c", "-o", "leak-check.o", "leak-check.c", NULL };
	static const char *const environment[] = { "TMPDIR=.", NULL };
	struct hr_process process = {
		.argv = argv, .directory = directory, .environment = environment, .timeout_seconds = COMPILE_SECONDS
	};
	struct hr_process_result result = HR_PROCESS_RESULT_INIT;
	char *path = hr_path_join(directory, "leak-check.c");
	int status = hr_file_write(path, hr_confirm_leak_check, strlen(hr_confirm_leak_check), error);
	if (!status)
		status = hr_process_run(&result, &process, error);
	*made = !status && result.exit_code == 0 && !result.timed_out;
	if (said && !status)
		hr_strbuf_addstr(said, result.errors.data);
	hr_process_result_release(&result);
	free(path);
	return status;
}
