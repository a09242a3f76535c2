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
		else if (strchr(" \t#%:\\", *path))
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

/* Where a library is found when linking, it is found when the tests run. */
static void add_libraries(struct hr_strbuf *out, const hr_recipe_strings *flags)
{
	for (size_t i = 0; i < flags->count; i++) {
		const char *flag = flags->data[i];
		char *directory = NULL;

		add_word(out, flag);
		if (strncmp(flag, "-L", 2) == 0 && flag[2])
			directory = hr_strdup(flag + 2);
		else if (*flag == '/' && strstr(hr_path_name(flag), ".so"))
			directory = hr_path_parent(flag);
		if (directory) {
			hr_strbuf_addstr(out, " -Xlinker -rpath -Xlinker");
			add_word(out, directory);
		}
		free(directory);
	}
}

/* Names that the sources use and nobody defines: a program that comes there crashes. */
static void add_unresolved(struct hr_strbuf *out, const struct hr_app_unit *unit)
{
	bool is_first = true;
	for (size_t i = 0; i < unit->built.refused.count; i++) {
		const char *name = unit->built.refused.data[i];
		if (strstr(name, ": "))
			continue;
		hr_strbuf_addf(out, "%s -Wl,--defsym=%s=0", is_first ? " -no-pie" : "", name);
		is_first = false;
	}
}

void hr_makefile_program(struct hr_strbuf *out, const struct hr_app_unit *unit, const char *program, const char *source,
			 const char *more)
{
	hr_strbuf_addf(out, "\n%s: %s.o $(library)\n\t$(CC) $(CFLAGS) $(LDFLAGS) -o $@ %s.o $(library)%s", program,
		       source, source, more);
	add_unresolved(out, unit);
	add_libraries(out, &unit->recipe.link_flags);
	hr_strbuf_addstr(out, " -lm\n");
	add_compilation(out, unit, source);
}
