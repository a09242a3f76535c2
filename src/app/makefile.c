/* Makefiles of emitted tests: every source of the library with its own flags, as the library's own build has it.
 *
 * Invariant: what is written holds for any compiler that takes gcc's flags, and for any names of files. */
#include "app/makefile.h"

#include "base/file.h"
#include "base/memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* A word of a command: make halves dollars, the shell leaves alone what is quoted. */
static void add_word(struct hr_strbuf *out, const char *word)
{
	bool quoted = !*word || strpbrk(word, " \t\"'\\$`()<>|&;*?[]{}#~!") != NULL;

	hr_strbuf_addstr(out, quoted ? " '" : " ");
	for (; *word; word++) {
		if (*word == '$')
			hr_strbuf_addstr(out, "$$");
		else if (*word == '\'')
			hr_strbuf_addstr(out, "'\\''");
		else
			hr_strbuf_addch(out, *word);
	}
	if (quoted)
		hr_strbuf_addch(out, '\'');
}

static void add_words(struct hr_strbuf *out, const hr_recipe_strings *words)
{
	for (size_t i = 0; i < words->count; i++)
		add_word(out, words->data[i]);
}

/* A file that a rule depends on. */
static void add_prerequisite(struct hr_strbuf *out, const char *path)
{
	hr_strbuf_addch(out, ' ');
	for (; *path; path++) {
		if (*path == '$')
			hr_strbuf_addch(out, '$');
		else if (strchr(" \t#:\\", *path)) /* % means something only where the target has one */
			hr_strbuf_addch(out, '\\');
		hr_strbuf_addch(out, *path);
	}
}

/* NUMBER-NAME.o: two directories may have a file of one name. */
static void add_object(struct hr_strbuf *out, size_t number, const char *path)
{
	hr_strbuf_addf(out, "%zu-", number + 1);
	for (const char *c = hr_path_name(path); *c && strcmp(c, ".c") != 0; c++)
		hr_strbuf_addch(out, isalnum((unsigned char)*c) || *c == '_' || *c == '-' ? *c : '_');
	hr_strbuf_addstr(out, ".o");
}

/* What is only told, and ends no program, ends none here either (clang alone knows `function`); a pointer that was left in the frame by chance does not keep what is lost. */
void hr_makefile_sanitizers(struct hr_strbuf *out, bool shows_leaks)
{
	hr_strbuf_addf(
		out,
		"told = alignment,pointer-overflow$(if $(findstring clang,$(CC)),$(comma)function)\n"
		"comma = ,\n"
		"CFLAGS ?= -g -O0 -fno-builtin -fno-omit-frame-pointer -fsanitize=address,undefined,float-cast-overflow "
		"-fno-sanitize-recover=undefined,float-cast-overflow -fsanitize-recover=$(told)\n\n"
		"export ASAN_OPTIONS = detect_leaks=%d:allocator_may_return_null=1:detect_stack_use_after_return=1\n%s"
		"export UBSAN_OPTIONS = print_stacktrace=1\n\n",
		shows_leaks, shows_leaks ? "export LSAN_OPTIONS = use_stacks=0:use_registers=0\n" : "");
}

void hr_makefile_library(struct hr_strbuf *out, const struct hr_app_unit *unit)
{
	hr_strbuf_addstr(out, "ifdef LIB\nlibrary = $(LIB)\nelse\nlibrary =");
	for (size_t i = 0; i < unit->built.sources.count; i++) {
		hr_strbuf_addch(out, ' ');
		add_object(out, i, unit->recipe.sources.data[unit->built.sources.data[i].index].path);
	}
	hr_strbuf_addstr(out, "\nendif\n");
	for (size_t i = 0; i < unit->built.sources.count; i++) {
		const struct hr_built_source *source = &unit->built.sources.data[i];
		const struct hr_recipe_source *recipe = &unit->recipe.sources.data[source->index];

		hr_strbuf_addch(out, '\n');
		add_object(out, i, recipe->path);
		hr_strbuf_addch(out, ':');
		add_prerequisite(out, recipe->path);
		hr_strbuf_addstr(out, "\n\t$(CC) -w -O1");
		add_words(out, &recipe->flags);
		if (source->has_main)
			hr_strbuf_addf(out, " -Dmain=main_of_source_%zu", i + 1);
		hr_strbuf_addstr(out, " $(CFLAGS) -c -o $@");
		add_word(out, recipe->path);
		hr_strbuf_addch(out, '\n');
	}
}

/* Tests are written in C99 and later, whatever the library's headers are content with. */
static bool is_old_standard(const char *flag)
{
	static const char *const old[] = { "-ansi", "-std=c89", "-std=c90", "-std=gnu89", "-std=gnu90" };

	for (size_t i = 0; i < sizeof old / sizeof *old; i++)
		if (strcmp(flag, old[i]) == 0)
			return true;
	return false;
}

static void add_compilation(struct hr_strbuf *out, const struct hr_app_unit *unit, const char *name)
{
	const hr_recipe_strings *flags = &unit->recipe.header_flags;
	char *here = hr_path_real(".");

	hr_strbuf_addf(out, "\n%s.o: %s.c\n\t$(CC) -w -O1", name, name);
	if (here) {
		hr_strbuf_addstr(out, " -I");
		add_word(out, here);
	}
	for (size_t i = 0; i < flags->count; i++)
		add_word(out, is_old_standard(flags->data[i]) ? "-std=gnu11" : flags->data[i]);
	hr_strbuf_addf(out, " $(CFLAGS) -c -o $@ %s.c\n", name);
	free(here);
}

/* ---- flags of tests ---- */

/* The directory of an option -I, in one word or two; NULL for other options, and for directories that are searched anyway: naming them again would change the order. */
static const char *include_directory(const hr_recipe_strings *flags, size_t index, size_t *words)
{
	const char *flag = flags->data[index];
	const char *directory = NULL;
	*words = 1;
	if (strncmp(flag, "-I", 2) == 0 && flag[2])
		directory = flag + 2;
	else if (strcmp(flag, "-I") == 0 && index + 1 < flags->count)
		directory = flags->data[index + (*words)++];
	if (directory && (strcmp(directory, "/usr/include") == 0 || strcmp(directory, "/usr/local/include") == 0))
		directory = NULL;
	return directory;
}

static bool has_flag(const hr_recipe_strings *flags, const char *begin)
{
	for (size_t i = 0; i < flags->count; i++)
		if (strncmp(flags->data[i], begin, strlen(begin)) == 0)
			return true;
	return false;
}

void hr_test_flags(hr_recipe_strings *out, const struct hr_app_unit *unit, struct hr_arena *arena)
{
	const hr_recipe_strings *flags = &unit->recipe.header_flags;
	char *here = hr_path_real(".");
	size_t words;
	if (!has_flag(flags, "-D_GNU_SOURCE"))
		hr_vec_push(out,
			    "-D_GNU_SOURCE"); /* here, since flags may include headers before the file can define it */
	if (here) {
		hr_vec_push(out, "-isystem");
		hr_vec_push(out, hr_arena_strdup(arena, here));
	}
	for (size_t i = 0; i < flags->count; i += words) {
		const char *directory = include_directory(flags, i, &words);
		if (directory) {
			hr_vec_push(out, "-isystem");
			hr_vec_push(out, directory);
		}
	}
	for (size_t i = 0; i < flags->count; i += words) {
		if (include_directory(flags, i, &words))
			continue;
		for (size_t k = i; k < i + words; k++)
			hr_vec_push(out, is_old_standard(flags->data[k]) ? "-std=gnu11" : flags->data[k]);
	}
	free(here);
}

/* Names that the sources use and nobody defines: a program that comes there crashes. */
static void add_unresolved(hr_recipe_strings *out, const struct hr_app_unit *unit, struct hr_arena *arena)
{
	bool is_first = true;
	for (size_t i = 0; i < unit->built.refused.count; i++) {
		const char *name = unit->built.refused.data[i];
		if (strstr(name, ": "))
			continue;
		if (is_first)
			hr_vec_push(out, "-no-pie");
		hr_vec_push(out, hr_arena_printf(arena, "-Wl,--defsym=%s=0", name));
		is_first = false;
	}
}

/* Where a library is found when linking, it is found when the tests run. */
static void add_search(hr_recipe_strings *out, const char *flag, struct hr_arena *arena)
{
	char *directory = NULL;
	if (strncmp(flag, "-L", 2) == 0 && flag[2])
		directory = hr_strdup(flag + 2);
	else if (*flag == '/' && strstr(hr_path_name(flag), ".so"))
		directory = hr_path_parent(flag);
	if (directory) {
		hr_vec_push(out, "-Xlinker");
		hr_vec_push(out, "-rpath");
		hr_vec_push(out, "-Xlinker");
		hr_vec_push(out, hr_arena_strdup(arena, directory));
	}
	free(directory);
}

void hr_test_link_flags(hr_recipe_strings *out, const struct hr_app_unit *unit, struct hr_arena *arena)
{
	const hr_recipe_strings *flags = &unit->recipe.link_flags;
	add_unresolved(out, unit, arena);
	for (size_t i = 0; i < flags->count; i++) {
		hr_vec_push(out, flags->data[i]);
		add_search(out, flags->data[i], arena);
	}
	hr_vec_push(out, "-lm");
}

/* ---- programs ---- */

static void add_link(struct hr_strbuf *out, const struct hr_app_unit *unit)
{
	struct hr_arena arena = HR_ARENA_INIT;
	hr_recipe_strings flags = HR_VEC_INIT;
	hr_test_link_flags(&flags, unit, &arena);
	add_words(out, &flags);
	hr_strbuf_addch(out, '\n');
	hr_vec_release(&flags);
	hr_arena_release(&arena);
}

void hr_makefile_program(struct hr_strbuf *out, const struct hr_app_unit *unit, const char *program, const char *source,
			 const char *more)
{
	hr_strbuf_addf(out, "\n%s: %s.o $(library)\n\t$(CC) $(CFLAGS) $(LDFLAGS) -o $@ %s.o $(library)%s", program,
		       source, source, more);
	add_link(out, unit);
	add_compilation(out, unit, source);
}

void hr_makefile_test(struct hr_strbuf *out, const struct hr_app_unit *unit, const struct hr_makefile_test *test)
{
	struct hr_arena arena = HR_ARENA_INIT;
	hr_recipe_strings flags = HR_VEC_INIT;
	const char *name = test->program;
	hr_strbuf_addf(out, "\n%s: %s.o%s $(library)\n\t$(CC) $(CFLAGS) $(LDFLAGS) -o $@ %s.o%s $(library)%s", name,
		       name, test->objects, name, test->objects, test->link);
	add_link(out, unit);
	hr_strbuf_addf(out, "\n%s.o: %s.c %s\n\t$(CC) -Wall -Wextra -O1", name, name, test->header);
	hr_test_flags(&flags, unit, &arena);
	add_words(out, &flags);
	hr_strbuf_addf(out, "%s $(CFLAGS) -c -o $@ %s.c\n", test->compile, name);
	hr_vec_release(&flags);
	hr_arena_release(&arena);
}
