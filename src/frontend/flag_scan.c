/* Walking over a compiler's arguments by a table of options.
 *
 * Invariants: the first rule that fits counts, so a longer name stands before its own beginning (-include-pch before
 * -include, -MF before -M); response files are read to a limited depth and number, regular files only, because compile
 * databases are not ours. */
#include "frontend/flag_scan.h"

#include "base/error.h"
#include "base/file.h"
#include "base/text.h"
#include "frontend/shell_words.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
	RESPONSE_DEPTH = 8,
	RESPONSE_FILES = 64,
	RESPONSE_BYTES = 16 << 20,
};

#define READ(what) .reading = HR_READING_##what
#define LINK(what) .linking = HR_LINKING_##what
#define STAGE(what) .stage = HR_FLAG_STAGE_##what

static const struct hr_flag_rule rules[] = {
	/* the preprocessor's */
	{ "-D", HR_FLAG_EITHER, READ(MACRO) },
	{ "-undef", HR_FLAG_ALONE, READ(KEEP) },
	{ "-U", HR_FLAG_EITHER, READ(MACRO) },
	{ "-I-", HR_FLAG_ALONE, READ(DROP) },
	{ "-I", HR_FLAG_EITHER, READ(DIRECTORY) },
	{ "-iquote", HR_FLAG_EITHER, READ(DIRECTORY) },
	{ "-isystem", HR_FLAG_EITHER, READ(DIRECTORY) },
	{ "-idirafter", HR_FLAG_EITHER, READ(DIRECTORY) },
	{ "-iprefix", HR_FLAG_EITHER, READ(DIRECTORY) },
	{ "-iwithprefixbefore", HR_FLAG_EITHER, READ(KEEP) },
	{ "-iwithprefix", HR_FLAG_EITHER, READ(KEEP) },
	{ "-isysroot", HR_FLAG_EITHER, READ(DIRECTORY) },
	{ "-include-pch", HR_FLAG_SEPARATE, READ(DROP) },
	{ "-include", HR_FLAG_EITHER, READ(FILE) },
	{ "-imacros", HR_FLAG_EITHER, READ(FILE) },
	{ "-imultilib", HR_FLAG_EITHER, READ(DROP) },
	{ "-nostdinc", HR_FLAG_ALONE, READ(KEEP) },
	{ "-trigraphs", HR_FLAG_ALONE, READ(KEEP) },
	{ "-A", HR_FLAG_EITHER, READ(DROP) },
	{ "--sysroot=", HR_FLAG_JOINED, READ(DIRECTORY), LINK(DIRECTORY) },
	{ "--sysroot", HR_FLAG_SEPARATE, READ(DIRECTORY), LINK(DIRECTORY) },

	/* the language's and the machine's */
	{ "-std=", HR_FLAG_JOINED, READ(STANDARD) },
	{ "--std=", HR_FLAG_JOINED, READ(STANDARD) },
	{ "--std", HR_FLAG_SEPARATE, READ(STANDARD) },
	{ "-ansi", HR_FLAG_ALONE, READ(KEEP) },
	{ "-x", HR_FLAG_EITHER, READ(LANGUAGE) },
	{ "-pthread", HR_FLAG_ALONE, READ(KEEP), LINK(KEEP) },
	{ "-target", HR_FLAG_SEPARATE, READ(KEEP), LINK(KEEP) },
	{ "--target=", HR_FLAG_JOINED, READ(KEEP), LINK(KEEP) },
	{ "-fsyntax-only", HR_FLAG_ALONE, STAGE(STOPS) },
	{ "-f", HR_FLAG_JOINED, READ(FEATURE) },
	{ "-mllvm", HR_FLAG_SEPARATE, READ(DROP) },
	{ "-m", HR_FLAG_JOINED, READ(MACHINE) },

	/* what to do and where to put it */
	{ "-c", HR_FLAG_ALONE, STAGE(COMPILE) },
	{ "-S", HR_FLAG_ALONE, STAGE(COMPILE) },
	{ "-E", HR_FLAG_ALONE, STAGE(STOPS) },
	{ "-M", HR_FLAG_ALONE, STAGE(STOPS) },
	{ "-MM", HR_FLAG_ALONE, STAGE(STOPS) },
	{ "-MF", HR_FLAG_EITHER, READ(DROP) },
	{ "-MT", HR_FLAG_EITHER, READ(DROP) },
	{ "-MQ", HR_FLAG_EITHER, READ(DROP) },
	{ "-MJ", HR_FLAG_EITHER, READ(DROP) },
	{ "-dumpbase-ext", HR_FLAG_SEPARATE, READ(DROP) },
	{ "-dumpbase", HR_FLAG_SEPARATE, READ(DROP) },
	{ "-dumpdir", HR_FLAG_SEPARATE, READ(DROP) },
	{ "-dump", HR_FLAG_JOINED, STAGE(STOPS) },
	{ "-print-", HR_FLAG_JOINED, STAGE(STOPS) },
	{ "--print-", HR_FLAG_JOINED, STAGE(STOPS) },
	{ "--version", HR_FLAG_ALONE, STAGE(STOPS) },
	{ "--help", HR_FLAG_JOINED, STAGE(STOPS) },
	{ "-###", HR_FLAG_ALONE, STAGE(STOPS) },
	{ "-o", HR_FLAG_EITHER, READ(DROP) },
	{ "-aux-info", HR_FLAG_SEPARATE, READ(DROP) },
	{ "-wrapper", HR_FLAG_SEPARATE, READ(DROP) },
	{ "--param", HR_FLAG_SEPARATE, READ(DROP) },
	{ "-B", HR_FLAG_EITHER, READ(DROP) },
	{ "-Xclang", HR_FLAG_SEPARATE, READ(DROP) },
	{ "-Xassembler", HR_FLAG_SEPARATE, READ(DROP) },
	{ "-arch", HR_FLAG_SEPARATE, READ(DROP) },

	/* the linker's */
	{ "-l", HR_FLAG_EITHER, LINK(KEEP) },
	{ "-L", HR_FLAG_EITHER, LINK(DIRECTORY) },
	{ "-Wl,", HR_FLAG_JOINED, LINK(KEEP) },
	{ "-Xlinker", HR_FLAG_SEPARATE, LINK(KEEP) },
	{ "-static", HR_FLAG_ALONE, LINK(KEEP) },
	{ "-T", HR_FLAG_EITHER, READ(DROP) },
	{ "-u", HR_FLAG_EITHER, READ(DROP) },
	{ "-z", HR_FLAG_EITHER, READ(DROP) },
	{ "-e", HR_FLAG_EITHER, READ(DROP) },
};

static const struct hr_flag_rule no_rule = { "", HR_FLAG_ALONE, READ(DROP), LINK(DROP), STAGE(NONE) };

static bool rule_fits(const struct hr_flag_rule *rule, const char *text)
{
	if (rule->shape == HR_FLAG_ALONE || rule->shape == HR_FLAG_SEPARATE)
		return strcmp(text, rule->name) == 0;
	return hr_text_starts_with(text, rule->name);
}

static const struct hr_flag_rule *rule_for(const char *text)
{
	for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
		if (rule_fits(&rules[i], text))
			return &rules[i];
	}
	return &no_rule;
}

bool hr_flag_next(struct hr_flag *out, struct hr_flag_scan *scan)
{
	while (scan->at < scan->count) {
		const char *text = scan->arguments[scan->at++];
		*out = (struct hr_flag){ &no_rule, text, NULL, false };
		if (scan->only_inputs || text[0] != '-' || text[1] == '\0') {
			out->is_input = true;
			return true;
		}
		if (strcmp(text, "--") == 0) {
			scan->only_inputs = true;
			continue;
		}
		out->rule = rule_for(text);
		size_t length = strlen(out->rule->name);
		switch (out->rule->shape) {
		case HR_FLAG_ALONE:
			return true;
		case HR_FLAG_JOINED:
			out->value = text + length;
			return true;
		case HR_FLAG_EITHER:
			if (text[length] != '\0') {
				out->value = text + length;
				return true;
			}
			break;
		case HR_FLAG_SEPARATE:
			break;
		}
		if (scan->at == scan->count)
			return false;
		out->value = scan->arguments[scan->at++];
		return true;
	}
	return false;
}

const char *hr_flags_absolute(const char *path, const char *directory, struct hr_arena *arena)
{
	char *joined = hr_path_join(directory, path);
	char *normal = hr_path_absolute(joined);
	struct stat status;
	bool other = joined[0] == '/' && stat(normal, &status) != 0 && stat(joined, &status) == 0;
	const char *result = hr_arena_strdup(arena, other ? joined : normal);
	free(joined);
	free(normal);
	return result;
}

struct expansion {
	hr_strings *out;
	const char *directory;
	struct hr_arena *arena;
	bool unwrap;    /* -Wp, and -Xpreprocessor */
	unsigned files; /* response files read so far */
};

/* Appends the words of a response file to `words`; false when there is none to be read. */
static bool read_response_file(hr_strings *words, const char *path, struct expansion *expansion)
{
	struct stat status;
	struct hr_strbuf text = HR_STRBUF_INIT;
	struct hr_error error = HR_ERROR_INIT;
	const char *absolute = hr_flags_absolute(path, expansion->directory, expansion->arena);
	bool readable = stat(absolute, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0 &&
			status.st_size <= RESPONSE_BYTES && hr_file_read(&text, absolute, &error) == 0;
	if (readable) {
		expansion->files++;
		hr_shell_words(words, text.data, text.length, expansion->arena);
	}
	hr_error_release(&error);
	hr_strbuf_release(&text);
	return readable;
}

static void expand_commas(const char *text, struct expansion *expansion)
{
	while (*text != '\0') {
		size_t length = strcspn(text, ",");
		hr_vec_push(expansion->out, hr_arena_strndup(expansion->arena, text, length));
		text += length + (text[length] == ',');
	}
}

static void expand(const char *const *arguments, size_t count, unsigned depth, struct expansion *expansion)
{
	for (size_t i = 0; i < count; i++) {
		const char *text = arguments[i];
		hr_strings words = HR_VEC_INIT;
		if (text[0] == '@' && text[1] != '\0' && depth < RESPONSE_DEPTH && expansion->files < RESPONSE_FILES &&
		    read_response_file(&words, text + 1, expansion))
			expand(words.data, words.count, depth + 1, expansion);
		else if (expansion->unwrap && hr_text_starts_with(text, "-Wp,"))
			expand_commas(text + strlen("-Wp,"), expansion);
		else if (expansion->unwrap && strcmp(text, "-Xpreprocessor") == 0 && i + 1 < count)
			hr_vec_push(expansion->out, hr_arena_strdup(expansion->arena, arguments[++i]));
		else
			hr_vec_push(expansion->out, hr_arena_strdup(expansion->arena, text));
		hr_vec_release(&words);
	}
}

void hr_flags_expand_files(hr_strings *out, const char *const *arguments, size_t count, const char *directory,
			   struct hr_arena *arena)
{
	struct expansion expansion = { out, directory, arena, false, 0 };
	expand(arguments, count, 0, &expansion);
}

void hr_flags_expand(hr_strings *out, const char *const *arguments, size_t count, const char *directory,
		     struct hr_arena *arena)
{
	struct expansion expansion = { out, directory, arena, true, 0 };
	expand(arguments, count, 0, &expansion);
}
