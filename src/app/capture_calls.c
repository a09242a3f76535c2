/* The calls that the shims note: one file each, the directory and then the arguments, every one ended by a NUL.
 *
 * Invariants: a file appears under its final name only when it is whole, so that a build that was killed, or a reader
 * that comes too early, never meets half a call; two calls never share a name, however many run at once. */
#include "app/capture_internal.h"

#include "base/file.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int hr_capture_call_write(const char *capture_directory, const char *directory, const char *const *argv, size_t count,
			  struct hr_error *error)
{
	struct hr_strbuf path = HR_STRBUF_INIT;
	struct hr_strbuf text = HR_STRBUF_INIT;
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	hr_strbuf_addf(&path, "%s/" HR_CAPTURE_CALLS "/%012lld.%09ld.%ld", capture_directory, (long long)now.tv_sec,
		       now.tv_nsec, (long)getpid());
	hr_strbuf_add(&text, directory, strlen(directory) + 1);
	for (size_t i = 0; i < count; i++)
		hr_strbuf_add(&text, argv[i], strlen(argv[i]) + 1);
	int result = hr_file_write(path.data, text.data, text.length, error);
	hr_strbuf_release(&text);
	hr_strbuf_release(&path);
	return result;
}

/* The standard that a compiler's name stands for; NULL when it stands for none. */
static const char *standard_of(const char *compiler)
{
	if (strcmp(hr_path_name(compiler), "c99") == 0)
		return "-std=c99";
	return strcmp(hr_path_name(compiler), "c89") == 0 ? "-std=c89" : NULL;
}

static void fill_call(struct hr_capture_call *out, const hr_strings *parts, const char *capture_directory)
{
	const char *compiler = parts->data[1];
	*out = (struct hr_capture_call){ parts->data[0], HR_VEC_INIT, false };
	out->through_our_path = hr_path_is_below(compiler, capture_directory);
	hr_vec_push(&out->argv, out->through_our_path ? hr_path_name(compiler) : compiler);
	if (standard_of(compiler) != NULL)
		hr_vec_push(&out->argv, standard_of(compiler));
	for (size_t i = 2; i < parts->count; i++)
		hr_vec_push(&out->argv, parts->data[i]);
}

static bool split_call(struct hr_capture_call *out, const struct hr_strbuf *text, const char *capture_directory,
		       struct hr_arena *arena)
{
	hr_strings parts = HR_VEC_INIT;
	for (size_t at = 0; at < text->length; at += strlen(text->data + at) + 1)
		hr_vec_push(&parts, hr_arena_strdup(arena, text->data + at));
	bool whole = parts.count >= 2 && text->data[text->length - 1] == '\0';
	if (whole)
		fill_call(out, &parts, capture_directory);
	hr_vec_release(&parts);
	return whole;
}

/* hr_file_write's unfinished files have other characters in their names. */
static int is_call_file(const struct dirent *entry)
{
	return entry->d_name[0] != '.' && entry->d_name[strspn(entry->d_name, "0123456789.")] == '\0';
}

void hr_capture_calls_read(hr_capture_calls *out, const char *capture_directory, struct hr_arena *arena)
{
	struct dirent **names = NULL;
	char *directory = hr_path_join(capture_directory, HR_CAPTURE_CALLS);
	int count = scandir(directory, &names, is_call_file, alphasort);
	for (int i = 0; i < count; i++) {
		struct hr_strbuf text = HR_STRBUF_INIT;
		struct hr_error error = HR_ERROR_INIT;
		struct hr_capture_call call;
		char *path = hr_path_join(directory, names[i]->d_name);
		if (hr_file_read(&text, path, &error) == 0 && split_call(&call, &text, capture_directory, arena))
			hr_vec_push(out, call);
		free(path);
		hr_error_release(&error);
		hr_strbuf_release(&text);
		free(names[i]);
	}
	free(names);
	free(directory);
}

void hr_capture_calls_release(hr_capture_calls *calls)
{
	for (size_t i = 0; i < calls->count; i++)
		hr_vec_release(&calls->data[i].argv);
	hr_vec_release(calls);
}
