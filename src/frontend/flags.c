/* Which of a compiler's arguments matter for reading a source, and which are the linker's.
 *
 * Of -f… and -m… only those are kept that change what a source means and that clang knows: the lists below. All that is
 * unknown is dropped, because one flag that clang refuses would cost the whole source.
 *
 * Invariant: every string appended lives in the caller's arena. */
#include "frontend/flags.h"

#include "base/file.h"
#include "base/strbuf.h"
#include "base/text.h"
#include "frontend/flag_scan.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

/* Without -f and no-; a name that ends in = or - stands for all that begin so. */
static const char *const features[] = {
	"asm",
	"blocks",
	"builtin",
	"builtin-",
	"common",
	"declspec",
	"delete-null-pointer-checks",
	"dollars-in-identifiers",
	"exceptions",
	"exec-charset=",
	"fast-math",
	"finite-math-only",
	"freestanding",
	"gnu-keywords",
	"gnu89-inline",
	"hosted",
	"input-charset=",
	"math-errno",
	"ms-compatibility",
	"ms-extensions",
	"openmp",
	"openmp=",
	"openmp-simd",
	"pack-struct",
	"pack-struct=",
	"PIC",
	"pic",
	"PIE",
	"pie",
	"short-enums",
	"short-wchar",
	"signed-char",
	"signed-zeros",
	"strict-aliasing",
	"strict-overflow",
	"tls-model=",
	"trapv",
	"unsigned-char",
	"visibility=",
	"wrapv",
	"wrapv-pointer",
	"zero-initialized-in-bss",
};

/* Without -m and no-. */
static const char *const machine_switches[] = {
	"16",     "32",       "3dnow",        "64",       "abi=",       "adx",           "aes",          "altivec",
	"amx-",   "arch=",    "arm",          "avx",      "avx2",       "avx512",        "big-endian",   "bmi",
	"bmi2",   "cpu=",     "crc32",        "cx16",     "f16c",       "float-abi=",    "fma",          "fma4",
	"fpu=",   "fsgsbase", "fxsr",         "gfni",     "hard-float", "little-endian", "long-double-", "lzcnt",
	"mmx",    "movbe",    "ms-bitfields", "pclmul",   "popcnt",     "prfchw",        "rdrnd",        "rdseed",
	"sahf",   "sha",      "soft-float",   "sse",      "sse2",       "sse3",          "sse4",         "sse4.1",
	"sse4.2", "sse4a",    "ssse3",        "thumb",    "vaes",       "vpclmulqdq",    "vsx",          "x32",
	"xop",    "xsave",    "xsavec",       "xsaveopt", "xsaves",
};

static bool is_listed(const char *word, const char *const *list, size_t count)
{
	if (hr_text_starts_with(word, "no-"))
		word += strlen("no-");
	for (size_t i = 0; i < count; i++) {
		const char *entry = list[i];
		char last = entry[strlen(entry) - 1];
		bool open = last == '=' || last == '-' || strcmp(entry, "avx512") == 0;
		if (open ? hr_text_starts_with(word, entry) : strcmp(word, entry) == 0)
			return true;
	}
	return false;
}

#define IS_LISTED(word, list) is_listed((word), (list), sizeof(list) / sizeof *(list))

/* A hardening macro that turns library functions into checked ones: not part of the source's meaning. */
static bool is_fortify(const char *macro)
{
	static const char name[] = "_FORTIFY_SOURCE";
	return hr_text_starts_with(macro, name) && (macro[sizeof name - 1] == '\0' || macro[sizeof name - 1] == '=');
}

static bool is_wanted(const struct hr_flag *flag)
{
	switch (flag->rule->reading) {
	case HR_READING_DROP:
	case HR_READING_LANGUAGE:
		return false;
	case HR_READING_KEEP:
		return true;
	case HR_READING_DIRECTORY:
	case HR_READING_FILE:
		return flag->value[0] != '\0';
	case HR_READING_MACRO:
		return flag->value[0] != '\0' && !is_fortify(flag->value);
	case HR_READING_STANDARD: /* clang refuses a C++ standard for C */
		return strchr(flag->value, '+') == NULL;
	case HR_READING_FEATURE:
		return IS_LISTED(flag->value, features);
	case HR_READING_MACHINE:
		return IS_LISTED(flag->value, machine_switches);
	}
	return false;
}

/* "=dir" and "$SYSROOT/dir" are the compiler's own affair. */
static const char *resolve_directory(const char *value, const char *directory, struct hr_arena *arena)
{
	if (value[0] == '=' || hr_text_starts_with(value, "$SYSROOT"))
		return hr_arena_strdup(arena, value);
	return hr_flags_absolute(value, directory, arena);
}

/* What -include names is looked for in the working directory first and then like an #include. */
static const char *resolve_file(const char *value, const char *directory, struct hr_arena *arena)
{
	const char *absolute = hr_flags_absolute(value, directory, arena);
	return hr_path_is_file(absolute) ? absolute : hr_arena_strdup(arena, value);
}

/* Short options and those that end in = get their value joined, the others as the next string. */
static void push_flag(hr_strings *out, const struct hr_flag *flag, const char *value, struct hr_arena *arena)
{
	const char *name = flag->rule->name;
	if (flag->rule->shape == HR_FLAG_ALONE) {
		hr_vec_push(out, hr_arena_strdup(arena, name));
	} else if (flag->rule->shape == HR_FLAG_JOINED || (flag->rule->shape == HR_FLAG_EITHER && strlen(name) == 2)) {
		hr_vec_push(out, hr_arena_printf(arena, "%s%s", name, value));
	} else {
		hr_vec_push(out, hr_arena_strdup(arena, name));
		hr_vec_push(out, hr_arena_strdup(arena, value));
	}
}

static void push_for_reading(hr_strings *out, const struct hr_flag *flag, const char *directory, struct hr_arena *arena)
{
	const char *value = flag->value;
	if (flag->rule->reading == HR_READING_DIRECTORY)
		value = resolve_directory(value, directory, arena);
	else if (flag->rule->reading == HR_READING_FILE)
		value = resolve_file(value, directory, arena);
	push_flag(out, flag, value, arena);
}

void hr_flags_for_reading(hr_strings *out, const char *const *arguments, size_t count, const char *file,
			  const char *directory, struct hr_arena *arena)
{
	hr_strings expanded = HR_VEC_INIT;
	hr_flags_expand(&expanded, arguments, count, directory, arena);
	const char *source = file == NULL ? NULL : hr_flags_absolute(file, directory, arena);
	const char *language = NULL;
	bool language_settled =
		false; /* -x holds for the inputs behind it: once the source has come, nothing changes */

	struct hr_flag_scan scan = { expanded.data, expanded.count, 0, false };
	struct hr_flag flag;
	while (hr_flag_next(&flag, &scan)) {
		if (flag.is_input && source != NULL)
			language_settled |= strcmp(hr_flags_absolute(flag.text, directory, arena), source) == 0;
		else if (flag.rule->reading == HR_READING_LANGUAGE && !language_settled)
			language = flag.value;
		else if (is_wanted(&flag))
			push_for_reading(out, &flag, directory, arena);
	}
	if (language != NULL && strcmp(language, "none") != 0) {
		hr_vec_push(out, hr_arena_strdup(arena, "-x"));
		hr_vec_push(out, hr_arena_strdup(arena, language));
	}
	hr_vec_release(&expanded);
}

/* .o, .a, .so and .so.1.2 */
static bool is_linkable(const char *path)
{
	if (hr_text_ends_with(path, ".o") || hr_text_ends_with(path, ".a") || hr_text_ends_with(path, ".so"))
		return true;
	const char *shared = strstr(hr_path_name(path), ".so.");
	return shared != NULL && isdigit((unsigned char)shared[strlen(".so.")]);
}

void hr_flags_for_linking(hr_strings *out, const char *const *arguments, size_t count, const char *directory,
			  struct hr_arena *arena)
{
	hr_strings expanded = HR_VEC_INIT;
	hr_flags_expand(&expanded, arguments, count, directory, arena);
	struct hr_flag_scan scan = { expanded.data, expanded.count, 0, false };
	struct hr_flag flag;
	while (hr_flag_next(&flag, &scan)) {
		if (flag.is_input && is_linkable(flag.text))
			hr_vec_push(out, hr_flags_absolute(flag.text, directory, arena));
		else if (flag.rule->linking == HR_LINKING_KEEP)
			push_flag(out, &flag, flag.value, arena);
		else if (flag.rule->linking == HR_LINKING_DIRECTORY && flag.value[0] != '\0')
			push_flag(out, &flag, resolve_directory(flag.value, directory, arena), arena);
	}
	hr_vec_release(&expanded);
}
