/* What was written to a folder, so that the next run knows what somebody has changed since.
 *
 * The record is a file NAME.written beside the folder: lines "HASH NAME". A file that is as one of its lines says is ours, to be replaced or removed; anything else is the user's.
 * Invariant: whenever we are killed, each file of ours in the folder is in the record: new lines are added before files are written, old ones go after that. */
#include "app/output_internal.h"

#include "base/file.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/vec.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct line {
	const char *name; /* points into the text */
	const char *hash;
};

struct record {
	const struct hr_output *output;
	char *path;
	char *directory; /* the folder */
	struct hr_strbuf text;
	HR_VEC(struct line) lines;
};

static void hash_text(char out[HR_HASH_TEXT], const char *text, size_t length)
{
	struct hr_hash hash;
	hr_hash_init(&hash);
	hr_hash_add(&hash, text, length);
	hr_hash_text(&hash, out);
}

/* One that cannot be read is as good as none: then everything there is the user's. */
static void read_record(struct record *record)
{
	struct hr_error error = HR_ERROR_INIT;
	if (!hr_path_is_file(record->path) || hr_file_read(&record->text, record->path, &error))
		hr_strbuf_clear(&record->text);
	for (char *line = record->text.data; *line;) {
		char *end = line + strcspn(line, "\n");
		char *next = *end ? end + 1 : end;
		if (end - line > HR_HASH_TEXT && line[HR_HASH_TEXT - 1] == ' ') {
			*end = '\0';
			line[HR_HASH_TEXT - 1] = '\0';
			hr_vec_push(&record->lines, (struct line){ .name = line + HR_HASH_TEXT, .hash = line });
		}
		line = next;
	}
	hr_error_release(&error);
}

static void open_record(struct record *record, const struct hr_output *output, const char *name)
{
	struct hr_strbuf file = HR_STRBUF_INIT;
	*record = (struct record){ .output = output, .text = HR_STRBUF_INIT };
	hr_strbuf_addf(&file, "%s.written", name);
	record->path = hr_path_join(output->path, file.data);
	record->directory = hr_path_join(output->path, name);
	hr_strbuf_release(&file);
	read_record(record);
}

static void close_record(struct record *record)
{
	free(record->path);
	free(record->directory);
	hr_strbuf_release(&record->text);
	hr_vec_release(&record->lines);
}

enum state { ABSENT, OURS, CHANGED };

/* What became of a file that may be ours; one that is as it should be now is ours, too. */
static enum state state_of(const struct record *record, const char *name, const struct hr_output_file *wanted)
{
	char *path = hr_path_join(record->directory, name);
	struct hr_strbuf text = HR_STRBUF_INIT;
	struct hr_error error = HR_ERROR_INIT;
	char hash[HR_HASH_TEXT];
	enum state state = CHANGED;
	if (access(path, F_OK) != 0) {
		state = ABSENT;
	} else if (hr_path_is_file(path) && !hr_file_read(&text, path, &error)) {
		hash_text(hash, text.data, text.length);
		if (wanted && wanted->length == text.length && memcmp(wanted->text, text.data, text.length) == 0)
			state = OURS;
		for (size_t i = 0; i < record->lines.count; i++)
			if (strcmp(record->lines.data[i].name, name) == 0 &&
			    strcmp(record->lines.data[i].hash, hash) == 0)
				state = OURS;
	}
	hr_error_release(&error);
	hr_strbuf_release(&text);
	free(path);
	return state;
}

static const struct hr_output_file *find_file(const struct hr_output_file *files, size_t count, const char *name)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(files[i].name, name) == 0)
			return &files[i];
	return NULL;
}

/* Half a record lies where the next run sweeps. */
static int put_in_place(const struct record *record, const struct hr_strbuf *text, struct hr_error *error)
{
	struct hr_output_file file = { hr_path_name(record->path), text->data, text->length };
	char *new = hr_path_join(record->output->stage, file.name);
	int status = 0;
	if (hr_output_write_new(record->output->stage, &file) || rename(new, record->path) != 0)
		status = hr_output_fail(record->output->shown, file.name, error, errno);
	free(new);
	return status;
}

/* Lines of files that are written, and the earlier ones: of all files, or of those that are left alone. */
static int write_record(const struct record *record, const struct hr_output_file *written, size_t count, bool is_done,
			struct hr_error *error)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	for (size_t i = 0; i < count; i++) {
		char hash[HR_HASH_TEXT];
		hash_text(hash, written[i].text, written[i].length);
		hr_strbuf_addf(&text, "%s %s\n", hash, written[i].name);
	}
	for (size_t i = 0; i < record->lines.count; i++) {
		const struct line *line = &record->lines.data[i];
		bool is_there = state_of(record, line->name, NULL) != ABSENT;
		if (!is_done || (is_there && !find_file(written, count, line->name)))
			hr_strbuf_addf(&text, "%s %s\n", line->hash, line->name);
	}
	int status = put_in_place(record, &text, error);
	hr_strbuf_release(&text);
	return status;
}

/* With what make made from it. */
static void remove_file(const char *directory, const char *name)
{
	char *path = hr_path_join(directory, name);
	size_t length = strlen(path);
	(void)unlink(path);
	if (hr_text_ends_with(name, ".c")) {
		path[length - 1] = 'o';
		(void)unlink(path);
		path[length - 2] = '\0';
		(void)unlink(path);
	}
	free(path);
}

static void note(struct hr_strbuf *out, const char *name)
{
	hr_strbuf_addf(out, "%s%s", out->length ? ", " : "", name);
}

int hr_output_update(struct hr_output *output, const char *name, const struct hr_output_file *files, size_t count,
		     struct hr_strbuf *left, struct hr_error *error)
{
	struct record record;
	HR_VEC(struct hr_output_file) written = HR_VEC_INIT;
	open_record(&record, output, name);
	for (size_t i = 0; i < count; i++) {
		if (state_of(&record, files[i].name, &files[i]) != CHANGED)
			hr_vec_push(&written, files[i]);
		else
			note(left, files[i].name);
	}
	int status = write_record(&record, written.data, written.count, false, error);
	if (!status)
		status = hr_output_replace(output, name, written.data, written.count, error);
	for (size_t i = 0; i < record.lines.count && !status; i++) {
		const char *old = record.lines.data[i].name;
		if (!find_file(files, count, old) && state_of(&record, old, NULL) == CHANGED)
			note(left, old);
	}
	/* what was left alone may need what stands beside it */
	for (size_t i = 0; i < record.lines.count && !status && !left->length; i++)
		if (!find_file(files, count, record.lines.data[i].name))
			remove_file(record.directory, record.lines.data[i].name);
	if (!status)
		status = write_record(&record, written.data, written.count, true, error);
	hr_vec_release(&written);
	close_record(&record);
	return status;
}
