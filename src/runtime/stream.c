/* Streams: buffering, pushed back characters, positions.
 *
 * Invariants: a stream is either writing (`pending` bytes at the beginning of the buffer are to be written) or reading ([begin, end) of
 * the buffer is still to be read); never both are non-empty. What was pushed back comes before the buffer. Buffers are pieces of the
 * file area's store, so a stream from before a reset has lost them: `generation` tells. A failed flush drops what was to be written,
 * as glibc does. */
#include "runtime/stream.h"
#include "runtime/changing.h"
#include "runtime/arena.h"

#include <errno.h>
#include <string.h>

#define STREAM_MAGIC 0x53545245u

/* As variables of their own, because units may refer to them by these names. */
struct hr_stream hr_gate__IO_2_1_stdin_, hr_gate__IO_2_1_stdout_, hr_gate__IO_2_1_stderr_;
HR_CHANGING(hr_gate__IO_2_1_stdin_);
HR_CHANGING(hr_gate__IO_2_1_stdout_);
HR_CHANGING(hr_gate__IO_2_1_stderr_);

static struct hr_stream *const standard[3] = {
	&hr_gate__IO_2_1_stdin_,
	&hr_gate__IO_2_1_stdout_,
	&hr_gate__IO_2_1_stderr_,
};
static bool standard_are_ready;
static const void *last_checked; /* the stream that was found good last: most calls are for the same */
HR_CHANGING(standard_are_ready);
HR_CHANGING(last_checked);

/* ---- which streams there are ---- */

/* The standard ones as constructors of the unit left them. */
static struct hr_stream marked[3];
static bool are_marked;

void hr_streams_mark(void)
{
	if (!standard_are_ready)
		return;
	for (int i = 0; i < 3; i++)
		marked[i] = *standard[i];
	are_marked = true;
}

void hr_streams_reset(void)
{
	if (standard_are_ready)
		for (int i = 0; i < 3; i++) /* what inline functions read without asking us */
			standard[i]->flags = marked[i].flags;
	standard_are_ready = false;
	last_checked = NULL;
}

static void start_standard(void)
{
	standard_are_ready = true;
	if (are_marked) {
		hr_files(); /* their buffers are in its store */
		for (int i = 0; i < 3; i++)
			*standard[i] = marked[i];
		return;
	}
	for (int i = 0; i < 3; i++)
		*standard[i] = (struct hr_stream){
			.magic = STREAM_MAGIC,
			.generation = hr_file_generation,
			.backend = &hr_stream_on_descriptor,
			.descriptor = i,
			.can_read = i == 0,
			.can_write = i != 0,
			.mode = _IONBF, /* collected in the order of the calls */
		};
}

struct hr_stream *hr_stream_standard(int number)
{
	if (!standard_are_ready)
		start_standard();
	return standard[number];
}

struct hr_stream *hr_stream_new(const struct hr_stream_backend *backend, const struct hr_stream_mode *mode,
				int descriptor, void *state)
{
	struct hr_stream *stream = hr_arena_allocate(sizeof *stream, 16, HR_BLOCK_STREAM);
	if (!stream)
		return NULL;
	*stream = (struct hr_stream){
		.magic = STREAM_MAGIC,
		.generation = hr_file_generation,
		.next = hr_files()->streams,
		.backend = backend,
		.state = state,
		.descriptor = descriptor,
		.can_read = mode->can_read,
		.can_write = mode->can_write,
		.appends = mode->appends,
	};
	hr_files()->streams = stream;
	hr_shadow_close((uintptr_t)stream + HR_STREAM_OPEN_BYTES, sizeof *stream - HR_STREAM_OPEN_BYTES,
			HR_SHADOW_FOREIGN);
	return stream;
}

static const char *what_is_wrong(const struct hr_block *block, uintptr_t address)
{
	if (!block || block->origin != HR_BLOCK_STREAM || block->address != address)
		return "not a stream";
	if (block->is_freed)
		return "the stream is closed";
	return ((const struct hr_stream *)address)->magic == STREAM_MAGIC ? NULL : "not a stream";
}

const struct hr_stream *hr_stream_find(const void *file)
{
	const struct hr_stream *stream = file;
	if (!file || what_is_wrong(hr_arena_find((uintptr_t)file), (uintptr_t)file))
		return NULL;
	return stream->generation == hr_file_generation ? stream : NULL;
}

struct hr_stream *hr_stream_check(const struct hr_gate_site *site, const void *file)
{
	struct hr_stream *stream = (struct hr_stream *)(uintptr_t)file;
	if (file && file == last_checked)
		return stream;
	if (!file)
		hr_gate_fault(site, HR_FAULT_NULL, 0, sizeof *stream, "the stream is NULL");
	for (int i = 0; i < 3; i++)
		if (file == standard[i]) {
			hr_stream_standard(i);
			if (stream->is_closed)
				hr_gate_fault(site, HR_FAULT_BAD_FILE, (uintptr_t)file, sizeof *stream,
					      "the stream is closed");
			last_checked = file;
			return stream;
		}
	const char *wrong = what_is_wrong(hr_arena_find((uintptr_t)file), (uintptr_t)file);
	if (wrong)
		hr_gate_fault(site, HR_FAULT_BAD_FILE, (uintptr_t)file, sizeof *stream, wrong);
	hr_files(); /* a stream that a constructor opened may be the first thing that is used of it */
	if (stream->generation != hr_file_generation) { /* its file is gone */
		stream->generation = hr_file_generation;
		stream->backend = &hr_stream_on_descriptor;
		stream->descriptor = -1;
		stream->buffer = NULL;
		stream->pushed = NULL;
		stream->begin = stream->end = stream->pending = stream->pushed_count = stream->pushed_capacity = 0;
		stream->next = hr_files()->streams;
		hr_files()->streams = stream;
	}
	last_checked = file;
	return stream;
}

/* ---- the buffer ---- */

static bool has_buffer(struct hr_stream *stream)
{
	if (stream->buffer)
		return true;
	hr_files(); /* a standard stream may be the first thing that is used of it */
	stream->buffer = hr_store_take(stream->backend->capacity);
	stream->capacity = stream->backend->capacity;
	if (!stream->buffer)
		stream->flags |= HR_STREAM_ERROR;
	return stream->buffer;
}

void hr_stream_forget_ahead(struct hr_stream *stream)
{
	stream->begin = stream->end = 0;
	stream->pushed_count = 0;
}

/* Writes all, or as much as can be; the number of bytes. */
static size_t write_through(const struct hr_gate_site *site, struct hr_stream *stream, const char *from, size_t size)
{
	size_t done = 0;
	while (done < size) {
		ssize_t now = stream->backend->write(site, stream, from + done, size - done);
		if (now <= 0) {
			stream->flags |= HR_STREAM_ERROR;
			break;
		}
		done += (size_t)now;
		if (stream->descriptor < 0 && done < size) { /* callbacks are asked once */
			stream->flags |= HR_STREAM_ERROR;
			break;
		}
	}
	return done;
}

static int flush_pending(const struct hr_gate_site *site, struct hr_stream *stream)
{
	uint32_t size = stream->pending;
	stream->pending = 0;
	return size == 0 || write_through(site, stream, stream->buffer, size) == size ? 0 : EOF;
}

int hr_stream_flush(const struct hr_gate_site *site, struct hr_stream *stream)
{
	int result = 0;
	if (stream->is_writing) {
		result = flush_pending(site, stream);
	} else if (stream->begin < stream->end) {
		/* what was read ahead is given back */
		off_t ahead = (off_t)(stream->end - stream->begin);
		if (stream->backend->seek(site, stream, -ahead, SEEK_CUR) >= 0)
			hr_stream_forget_ahead(stream);
		else if (errno != ESPIPE)
			result = EOF;
	}
	if (stream->backend->sync && stream->backend->sync(site, stream))
		result = EOF;
	return result;
}

int hr_stream_flush_all(const struct hr_gate_site *site)
{
	int result = 0;
	for (struct hr_stream *stream = hr_files()->streams; stream; stream = stream->next)
		if (stream->is_writing && hr_stream_flush(site, stream))
			result = EOF;
	return result;
}

/* ---- reading ---- */

static bool start_reading(const struct hr_gate_site *site, struct hr_stream *stream)
{
	if (!stream->can_read) {
		errno = EBADF;
		stream->flags |= HR_STREAM_ERROR;
		return false;
	}
	if (stream->is_writing) {
		int failed = flush_pending(site, stream);
		stream->is_writing = false;
		if (failed)
			return false;
	}
	return has_buffer(stream);
}

/* Reads more. False at the end (which is remembered: C wants it sticky) or after an error. */
static bool fill(const struct hr_gate_site *site, struct hr_stream *stream)
{
	if (!start_reading(site, stream) || (stream->flags & HR_STREAM_EOF))
		return false;
	stream->begin = stream->end = 0;
	size_t most = stream->mode == _IONBF ? 1 : stream->capacity;
	ssize_t now = stream->backend->read(site, stream, stream->buffer, most);
	if (now <= 0) {
		stream->flags |= now < 0 ? HR_STREAM_ERROR : HR_STREAM_EOF;
		return false;
	}
	stream->end = (uint32_t)now;
	return true;
}

int hr_stream_get(const struct hr_gate_site *site, struct hr_stream *stream)
{
	if (stream->pushed_count)
		return stream->pushed[--stream->pushed_count];
	if (stream->begin == stream->end && !fill(site, stream))
		return EOF;
	return (unsigned char)stream->buffer[stream->begin++];
}

int hr_stream_push(struct hr_stream *stream, int byte)
{
	if (byte == EOF)
		return EOF;
	if (!stream->pushed_count && stream->begin &&
	    (unsigned char)stream->buffer[stream->begin - 1] == (unsigned char)byte) {
		stream->begin--;
		stream->flags &= ~HR_STREAM_EOF;
		return (unsigned char)byte;
	}
	if (stream->pushed_count == stream->pushed_capacity) {
		uint32_t capacity = stream->pushed_capacity ? stream->pushed_capacity * 2 : 64;
		hr_files(); /* a standard stream may be the first thing that is used of it */
		unsigned char *pushed = capacity <= 65536 ? hr_store_take(capacity) : NULL;
		if (!pushed)
			return EOF;
		if (stream->pushed_capacity) {
			memcpy(pushed, stream->pushed, stream->pushed_count);
			hr_store_give(stream->pushed, stream->pushed_capacity);
		}
		stream->pushed = pushed;
		stream->pushed_capacity = capacity;
	}
	stream->pushed[stream->pushed_count++] = (unsigned char)byte;
	stream->flags &= ~HR_STREAM_EOF;
	return (unsigned char)byte;
}

/* Whole buffers go to where they are wanted at once. */
static ssize_t read_directly(const struct hr_gate_site *site, struct hr_stream *stream, char *to, size_t size)
{
	if (!start_reading(site, stream) || (stream->flags & HR_STREAM_EOF))
		return 0;
	size -= size % stream->capacity;
	hr_gate_writes(site, to, stream->descriptor < 0 ? size : hr_descriptor_most(stream->descriptor, size));
	ssize_t now = stream->backend->read(site, stream, to, size);
	if (now <= 0)
		stream->flags |= now < 0 ? HR_STREAM_ERROR : HR_STREAM_EOF;
	return now;
}

size_t hr_stream_read(const struct hr_gate_site *site, struct hr_stream *stream, char *to, size_t size)
{
	size_t done = 0;
	while (done < size) {
		if (stream->pushed_count) {
			hr_gate_writes(site, to + done, 1);
			to[done++] = (char)stream->pushed[--stream->pushed_count];
			continue;
		}
		size_t ahead = stream->end - stream->begin;
		if (!ahead && stream->buffer && size - done >= stream->capacity && stream->mode != _IONBF) {
			ssize_t now = read_directly(site, stream, to + done, size - done);
			if (now <= 0)
				break;
			done += (size_t)now;
			continue;
		}
		if (!ahead && !fill(site, stream))
			break;
		ahead = stream->end - stream->begin;
		if (ahead > size - done)
			ahead = size - done;
		hr_gate_writes(site, to + done, ahead);
		memcpy(to + done, stream->buffer + stream->begin, ahead);
		stream->begin += (uint32_t)ahead;
		done += ahead;
	}
	return done;
}

/* ---- writing ---- */

static bool start_writing(const struct hr_gate_site *site, struct hr_stream *stream)
{
	if (!stream->can_write) {
		errno = EBADF;
		stream->flags |= HR_STREAM_ERROR;
		return false;
	}
	if (stream->is_writing)
		return true;
	if (stream->begin < stream->end)
		stream->backend->seek(site, stream, -(off_t)(stream->end - stream->begin), SEEK_CUR);
	hr_stream_forget_ahead(stream);
	stream->is_writing = true;
	return has_buffer(stream);
}

size_t hr_stream_write(const struct hr_gate_site *site, struct hr_stream *stream, const char *from, size_t size)
{
	if (size == 0 || !start_writing(site, stream))
		return 0;
	if (stream->mode == _IONBF)
		return write_through(site, stream, from, size);
	size_t first = stream->capacity - stream->pending;
	if (first > size)
		first = size;
	memcpy(stream->buffer + stream->pending, from, first);
	stream->pending += (uint32_t)first;
	size_t left = size - first;
	if (left) {
		if (flush_pending(site, stream))
			return first;
		size_t whole = left - left % stream->capacity;
		size_t done = write_through(site, stream, from + first, whole);
		if (done < whole)
			return first + done;
		memcpy(stream->buffer, from + first + whole, left - whole);
		stream->pending = (uint32_t)(left - whole);
	}
	if (stream->mode == _IOLBF && memchr(from, '\n', size) && flush_pending(site, stream))
		return 0;
	return size;
}

int hr_stream_put(const struct hr_gate_site *site, struct hr_stream *stream, int byte)
{
	char one = (char)byte;
	/* a full buffer is written before the byte is taken: glibc refuses the byte then, not the next one */
	if (stream->is_writing && stream->pending && stream->pending == stream->capacity && flush_pending(site, stream))
		return EOF;
	return hr_stream_write(site, stream, &one, 1) == 1 ? (unsigned char)byte : EOF;
}

/* ---- positions ---- */

off_t hr_stream_tell(const struct hr_gate_site *site, struct hr_stream *stream)
{
	int whence = stream->appends && stream->is_writing && stream->pending ? SEEK_END : SEEK_CUR;
	off_t at = stream->backend->seek(site, stream, 0, whence);
	if (at < 0)
		return -1;
	at += stream->is_writing ? (off_t)stream->pending : -(off_t)(stream->end - stream->begin);
	at -= (off_t)stream->pushed_count;
	if (at < 0)
		errno = EINVAL;
	return at < 0 ? -1 : at;
}

int hr_stream_seek(const struct hr_gate_site *site, struct hr_stream *stream, off_t offset, int whence)
{
	if (whence != SEEK_SET && whence != SEEK_CUR && whence != SEEK_END) {
		errno = EINVAL;
		return -1;
	}
	if (stream->is_writing && flush_pending(site, stream))
		return -1;
	if (whence == SEEK_CUR) {
		off_t at = hr_stream_tell(site, stream);
		if (at < 0 && errno != EINVAL)
			return -1;
		if (__builtin_add_overflow(at, offset, &offset) || offset < 0) {
			errno = EINVAL;
			return -1;
		}
		whence = SEEK_SET;
	}
	if (stream->backend->seek(site, stream, offset, whence) < 0)
		return -1;
	stream->is_writing = false;
	hr_stream_forget_ahead(stream);
	stream->flags &= ~HR_STREAM_EOF;
	return 0;
}

/* ---- closing ---- */

int hr_stream_detach(const struct hr_gate_site *site, struct hr_stream *stream)
{
	int result = hr_stream_flush(site, stream);
	if (stream->backend->close(site, stream))
		result = EOF;
	for (struct hr_stream **link = &hr_files()->streams; *link; link = &(*link)->next)
		if (*link == stream) {
			*link = stream->next;
			break;
		}
	if (stream->buffer)
		hr_store_give(stream->buffer, stream->backend->capacity);
	if (stream->pushed)
		hr_store_give(stream->pushed, stream->pushed_capacity);
	stream->buffer = NULL;
	stream->pushed = NULL;
	stream->begin = stream->end = stream->pending = stream->pushed_count = stream->pushed_capacity = 0;
	stream->is_writing = false;
	stream->flags = 0;
	return result;
}

int hr_stream_close(const struct hr_gate_site *site, struct hr_stream *stream)
{
	int result = hr_stream_detach(site, stream);
	last_checked = NULL;
	struct hr_block *block = hr_arena_find((uintptr_t)stream);
	if (block)
		hr_arena_retire(block);
	else
		stream->is_closed = true;
	return result;
}
