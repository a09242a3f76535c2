/* The private file area as the rest of the worker sees it: files made for a program, the output collected, the reset.
 *
 * Invariant: a reset after a sequence that opened, read and wrote nothing costs a few stores. */
#include "runtime/files.h"
#include "runtime/changing.h"
#include "runtime/arena.h"
#include "runtime/file_tree.h"
#include "runtime/stream.h"

#include <errno.h>
#include <string.h>

static struct {
	char bytes[HR_FILES_OUTPUT_BYTES];
	size_t size;
	bool is_truncated;
} output;
HR_CHANGING_PART(bytes, output.bytes);

void hr_files_say(const char *bytes, size_t size)
{
	size_t room = sizeof output.bytes - output.size;
	if (size > room) {
		output.is_truncated = true;
		size = room;
	}
	memcpy(output.bytes + output.size, bytes, size);
	output.size += size;
}

const char *hr_files_output(size_t *size, bool *truncated)
{
	*size = output.size;
	*truncated = output.is_truncated;
	return output.bytes;
}

static bool is_marked;
static uint32_t fresh_names; /* of files that do not exist, given to this program */

int hr_files_mark(void)
{
	if (!hr_file_area.is_ready)
		return 0;
	int failed = hr_file_area_mark();
	if (failed)
		return failed;
	hr_streams_mark();
	is_marked = true;
	return 0;
}

void hr_files_reset(void)
{
	if (hr_file_area.is_ready) {
		hr_store_trim(hr_file_area.store.used);
		hr_file_area.is_ready = false;
		if (!is_marked) /* streams from before the mark are good for ever, those from after it go with the arena */
			hr_file_generation++;
	}
	output.size = 0;
	output.is_truncated = false;
	hr_streams_reset();
	fresh_names = 0;
}

/* ---- files made for a program ---- */

/* The prefix and a number, in a block that the unit may read. */
static char *numbered_path(const char *prefix, uint32_t number)
{
	char digits[12];
	size_t length = strlen(prefix);
	size_t count = 0;
	for (; number; number /= 10)
		digits[count++] = (char)('0' + number % 10);
	char *path = hr_arena_allocate(length + count + 1, 16, HR_BLOCK_OBJECT);
	if (!path)
		return NULL;
	memcpy(path, prefix, length);
	for (size_t i = 0; i < count; i++)
		path[length + i] = digits[count - 1 - i];
	path[length + count] = '\0';
	return path;
}

const char *hr_files_fresh(void)
{
	return numbered_path("/tmp/harrier-new-", ++fresh_names);
}

static const char *make(const void *bytes, size_t size, int flags, int *descriptor)
{
	hr_files();
	const char *path = numbered_path("/tmp/harrier-", ++hr_files()->made);
	*descriptor = path ? hr_descriptor_open(hr_files()->root, path, O_CREAT | O_EXCL | flags, 0644) : -1;
	if (*descriptor < 0)
		return NULL;
	if (size && hr_inode_write(hr_descriptor_file(*descriptor)->inode, 0, bytes, size) < 0) {
		hr_descriptor_close(*descriptor);
		return NULL;
	}
	return path;
}

const char *hr_files_make(const void *bytes, size_t size)
{
	int descriptor;
	const char *path = make(bytes, size, O_RDWR, &descriptor);
	if (path)
		hr_descriptor_close(descriptor);
	return path;
}

void *hr_files_stream(const void *bytes, size_t size, bool writable)
{
	const struct hr_stream_mode mode = { .can_read = true, .can_write = writable };
	int descriptor;
	/* the descriptor may be written to, whatever the stream says: so it is in tests (stream_with) */
	if (!make(bytes, size, O_RDWR, &descriptor))
		return NULL;
	if (writable)
		hr_descriptor_seek(descriptor, 0, SEEK_END);
	struct hr_stream *stream = hr_stream_new(&hr_stream_on_descriptor, &mode, descriptor, NULL);
	if (!stream)
		hr_descriptor_close(descriptor);
	return stream;
}

int hr_files_descriptor(const void *bytes, size_t size)
{
	int descriptor;
	return make(bytes, size, O_RDWR, &descriptor) ? descriptor : -1;
}

/* Puts bytes that belong at `offset` in their place, as far as there is room; how much is filled then. */
static size_t lay_over(char *to, size_t filled, size_t most, size_t offset, const char *bytes, size_t size)
{
	if (offset >= most)
		offset = most;
	if (size > most - offset)
		size = most - offset;
	if (offset > filled)
		memset(to + filled, 0, offset - filled);
	memcpy(to + offset, bytes, size);
	return offset + size > filled ? offset + size : filled;
}

ssize_t hr_files_written(void *to, size_t most, const void *of_unit)
{
	const struct hr_stream *stream = hr_stream_find(of_unit);
	if (!stream || !stream->can_write || stream->backend != &hr_stream_on_descriptor)
		return -1;
	int error_number = errno;
	const struct hr_open_file *file = hr_descriptor_file(stream->descriptor);
	errno = error_number;
	if (!file || file->inode->kind != HR_INODE_FILE)
		return -1;
	size_t filled = hr_inode_read(file->inode, 0, to, most);
	if (stream->is_writing && stream->pending && stream->pending <= stream->capacity)
		filled = lay_over(to, filled, most, stream->appends ? file->inode->size : (size_t)file->offset,
				  stream->buffer, stream->pending);
	return (ssize_t)filled;
}

ssize_t hr_files_contents(void *to, size_t most, const char *path)
{
	struct hr_name name;
	int error_number = errno;
	bool is_there = hr_name_find(&name, hr_files()->current, path, HR_NAME_FOLLOW) == 0 && name.inode &&
			name.inode->kind == HR_INODE_FILE && hr_inode_allows(name.inode, 4) == 0;
	errno = error_number;
	return is_there ? (ssize_t)hr_inode_read(name.inode, 0, to, most) : -1;
}
