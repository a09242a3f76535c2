/* A call of a compiler as a whole: how far it goes and which C sources it compiles. The rules are those of gcc's and
 * clang's drivers: -x holds for the inputs behind it, a C++ driver takes .c for C++.
 *
 * Invariant: reads the file system only for response files, so a call can be read after its sources have gone. */
#include "frontend/compiler_call.h"

#include "base/file.h"
#include "base/text.h"
#include "frontend/flag_scan.h"

#include <string.h>

static bool is_one_of(const char *word, const char *const *list)
{
	for (; *list != NULL; list++) {
		if (strcmp(word, *list) == 0)
			return true;
	}
	return false;
}

/* g++, clang++-19, x86_64-linux-gnu-g++, c++ … */
static bool is_cxx_compiler(const char *compiler)
{
	return strstr(hr_path_name(compiler), "++") != NULL;
}

bool hr_source_is_c(const char *file, const char *compiler, const char *language)
{
	static const char *const languages[] = { "c", "cpp-output", NULL };
	static const char *const suffixes[] = { "c", "i", NULL };
	if (language != NULL && strcmp(language, "none") != 0)
		return is_one_of(language, languages);
	const char *dot = strrchr(hr_path_name(file), '.');
	return dot != NULL && is_one_of(dot + 1, suffixes) && !is_cxx_compiler(compiler);
}

static bool is_device(const char *path)
{
	return strcmp(path, "-") == 0 || hr_text_starts_with(path, "/dev/");
}

void hr_compiler_call_read(struct hr_compiler_call *out, const char *const *argv, size_t count, const char *directory,
			   struct hr_arena *arena)
{
	hr_strings expanded = HR_VEC_INIT;
	if (count > 0)
		hr_flags_expand(&expanded, argv + 1, count - 1, directory, arena);
	const char *language = NULL;
	enum hr_flag_stage reach = HR_FLAG_STAGE_NONE;
	bool has_input = false;

	struct hr_flag_scan scan = { expanded.data, expanded.count, 0, false };
	struct hr_flag flag;
	while (hr_flag_next(&flag, &scan)) {
		if (flag.rule->reading == HR_READING_LANGUAGE)
			language = flag.value;
		else if (flag.rule->stage > reach)
			reach = flag.rule->stage;
		has_input |= flag.is_input;
		if (flag.is_input && !is_device(flag.text) && hr_source_is_c(flag.text, argv[0], language))
			hr_vec_push(&out->sources, hr_flags_absolute(flag.text, directory, arena));
	}
	if (!has_input || reach == HR_FLAG_STAGE_STOPS)
		out->stage = HR_STAGE_NOTHING;
	else
		out->stage = reach == HR_FLAG_STAGE_COMPILE ? HR_STAGE_COMPILE : HR_STAGE_LINK;
	if (out->stage == HR_STAGE_NOTHING)
		hr_vec_clear(&out->sources);
	hr_vec_release(&expanded);
}

void hr_compiler_call_release(struct hr_compiler_call *call)
{
	hr_vec_release(&call->sources);
	call->stage = HR_STAGE_NOTHING;
}
