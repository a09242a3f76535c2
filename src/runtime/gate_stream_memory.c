/* Streams on memory of the unit and on its own functions: fmemopen, open_memstream, fopencookie.
 *
 * What glibc does at which moment is kept: fmemopen's buffer is written when the stream is flushed, open_memstream's pointer and size are set
 * by fflush and fclose alone. Every access to the unit's memory is checked when it happens. */
#include "runtime/stream.h"
#include "runtime/arena.h"

#include <errno.h>
#include <string.h>

#define MEMORY_BUFFER 8192u /* BUFSIZ: what glibc takes where no file tells its block size */

static bool is_plus(const char *mode)
{
	return mode[0] && mode[1] == '+';
}

static void give_state(struct hr_stream *stream, size_t size)
{
	hr_store_give(stream->state, size);
	stream->state = NULL;
}

/* ---- fmemopen ---- */

struct fixed {
	char *bytes;
	size_t size;
	size_t end; /* of what counts as the contents */
	size_t position;
	bool appends;
	bool is_own;     /* fmemopen allocated it */
	bool is_private; /* it is memory of ours, behind this */
};

static size_t state_size(const struct fixed *fixed)
{
	return sizeof *fixed + (fixed->is_private ? fixed->size : 0);
}

static ssize_t fixed_read(const struct hr_gate_site *site, struct hr_stream *stream, char *to, size_t size)
{
	struct fixed *fixed = stream->state;
	if (fixed->position >= fixed->end)
		return 0;
	if (size > fixed->end - fixed->position)
		size = fixed->end - fixed->position;
	hr_gate_reads(site, fixed->bytes + fixed->position, size);
	memcpy(to, fixed->bytes + fixed->position, size);
	fixed->position += size;
	return (ssize_t)size;
}

/* As glibc: a NUL follows what was written last, if there is room or the stream does not append. */
static ssize_t fixed_write(const struct hr_gate_site *site, struct hr_stream *stream, const char *from, size_t size)
{
	struct fixed *fixed = stream->state;
	size_t position = fixed->appends ? fixed->end : fixed->position;
	bool wants_nul = size == 0 || from[size - 1] != '\0';
	if (size > fixed->size - position) {
		if (fixed->position + wants_nul >= fixed->size) {
			errno = ENOSPC;
			return 0;
		}
		size = fixed->size - position;
	}
	if (!fixed->is_private)
		hr_gate_writes(site, fixed->bytes + position, size);
	memcpy(fixed->bytes + position, from, size);
	fixed->position = position + size;
	if (fixed->position <= fixed->end)
		return (ssize_t)size;
	fixed->end = fixed->position;
	size_t nul = fixed->end < fixed->size ? fixed->end : fixed->size - 1;
	if (wants_nul && (fixed->end < fixed->size || !fixed->appends)) {
		if (!fixed->is_private)
			hr_gate_writes(site, fixed->bytes + nul, 1);
		fixed->bytes[nul] = '\0';
	}
	return (ssize_t)size;
}

static off_t fixed_seek(const struct hr_gate_site *site, struct hr_stream *stream, off_t offset, int whence)
{
	(void)site;
	struct fixed *fixed = stream->state;
	size_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? fixed->position : fixed->end;
	if (__builtin_add_overflow(offset, (off_t)base, &offset) || offset < 0 || offset > (off_t)fixed->size) {
		errno = EINVAL;
		return -1;
	}
	fixed->position = (size_t)offset;
	return offset;
}

static int fixed_close(const struct hr_gate_site *site, struct hr_stream *stream)
{
	(void)site;
	struct fixed *fixed = stream->state;
	struct hr_block *block = fixed->is_own ? hr_arena_find((uintptr_t)fixed->bytes) : NULL;
	if (block)
		hr_arena_retire(block);
	give_state(stream, state_size(fixed));
	return 0;
}

static const struct hr_stream_backend on_fixed = {
	fixed_read, fixed_write, fixed_seek, fixed_close, NULL, MEMORY_BUFFER,
};

void *hr_files_small_stream(size_t room)
{
	const struct hr_stream_mode mode = { .can_write = true };
	hr_files();
	struct fixed *fixed = hr_store_take(sizeof *fixed + room);
	if (!fixed)
		return NULL;
	*fixed = (struct fixed){ .bytes = (char *)(fixed + 1), .size = room, .is_private = true };
	struct hr_stream *stream = hr_stream_new(&on_fixed, &mode, -1, fixed);
	if (stream)
		stream->mode = _IONBF;
	else
		hr_store_give(fixed, state_size(fixed));
	return stream;
}

FILE *hr_gate_fmemopen(void *buffer, size_t size, const char *mode_text)
{
	HR_GATE_ENTER("fmemopen");
	struct hr_stream_mode mode;
	if (hr_stream_mode(site, &mode, mode_text))
		return NULL;
	hr_files();
	struct fixed *fixed = hr_store_take(sizeof *fixed);
	if (!fixed)
		return NULL;
	*fixed = (struct fixed){ .bytes = buffer, .size = size, .appends = mode.appends, .is_own = !buffer };
	if (!buffer) {
		fixed->bytes = hr_arena_allocate(size ? size : 1, 16, HR_BLOCK_OBJECT);
		if (!fixed->bytes) {
			hr_store_give(fixed, sizeof *fixed);
			return NULL;
		}
		fixed->bytes[0] = '\0';
	} else if (size && mode_text[0] == 'w' && is_plus(mode_text)) {
		hr_gate_writes(site, buffer, 1);
		fixed->bytes[0] = '\0';
	}
	if (mode_text[0] == 'r')
		fixed->end = size;
	else if (buffer)
		fixed->end = hr_gate_bounded_string(site, buffer, size);
	if (mode.appends)
		fixed->position = fixed->end;
	return (FILE *)hr_stream_new(&on_fixed, &mode, -1, fixed);
}

/* ---- open_memstream, open_wmemstream ---- */

struct growing {
	struct hr_inode *contents;
	size_t position;
	char **pointer; /* the unit's variables */
	size_t *size;
	void *block; /* what *pointer was set to last */
	bool is_wide;
};

static ssize_t growing_write(const struct hr_gate_site *site, struct hr_stream *stream, const char *from, size_t size)
{
	(void)site;
	struct growing *growing = stream->state;
	ssize_t done = hr_inode_write(growing->contents, growing->position, from, size);
	if (done < 0) {
		errno = ENOMEM;
		return -1;
	}
	growing->position += (size_t)done;
	return done;
}

static off_t growing_seek(const struct hr_gate_site *site, struct hr_stream *stream, off_t offset, int whence)
{
	(void)site;
	struct growing *growing = stream->state;
	size_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? growing->position : growing->contents->size;
	if (__builtin_add_overflow(offset, (off_t)base, &offset) || offset < 0) {
		errno = EINVAL;
		return -1;
	}
	growing->position = (size_t)offset;
	return offset;
}

/* Gives the unit what was written so far, in a block that is exactly as large as that: the text and its NUL. */
static int growing_sync(const struct hr_gate_site *site, struct hr_stream *stream)
{
	struct growing *growing = stream->state;
	struct hr_inode *contents = growing->contents;
	size_t size = growing->position < contents->size ? growing->position : contents->size;
	size_t unit = growing->is_wide ? sizeof(wchar_t) : 1;
	hr_gate_writes(site, growing->pointer, sizeof *growing->pointer);
	hr_gate_writes(site, growing->size, sizeof *growing->size);
	/* the whole of it stays, for a position that goes up again */
	char *bytes = hr_arena_lend(contents->size + unit, 16);
	if (!bytes)
		return EOF;
	if (contents->size)
		memcpy(bytes, contents->bytes, contents->size);
	memset(bytes + contents->size, 0, unit);
	memset(bytes + size, 0, unit);
	struct hr_block *before = growing->block ? hr_arena_find((uintptr_t)growing->block) : NULL;
	if (before && !before->is_freed)
		hr_arena_retire(before);
	growing->block = bytes;
	*growing->pointer = bytes;
	*growing->size = size / unit;
	return 0;
}

static int growing_close(const struct hr_gate_site *site, struct hr_stream *stream)
{
	(void)site;
	struct growing *growing = stream->state;
	growing->contents->holders--;
	hr_inode_drop(growing->contents);
	give_state(stream, sizeof *growing);
	return 0;
}

static const struct hr_stream_backend on_growing = {
	NULL, growing_write, growing_seek, growing_close, growing_sync, MEMORY_BUFFER,
};

static FILE *open_growing(const struct hr_gate_site *site, void *pointer, size_t *size, bool is_wide)
{
	hr_gate_writes(site, pointer, sizeof(void *));
	hr_gate_writes(site, size, sizeof *size);
	hr_files();
	struct growing *growing = hr_store_take(sizeof *growing);
	struct hr_inode *contents = hr_inode_new(HR_INODE_FILE, 0600);
	if (!growing || !contents) {
		errno = ENOMEM;
		return NULL;
	}
	hr_inode_hold(contents);
	*growing = (struct growing){ .contents = contents, .pointer = pointer, .size = size, .is_wide = is_wide };
	const struct hr_stream_mode mode = { .can_write = true };
	return (FILE *)hr_stream_new(&on_growing, &mode, -1, growing);
}

FILE *hr_gate_open_memstream(char **pointer, size_t *size)
{
	HR_GATE_ENTER("open_memstream");
	return open_growing(site, pointer, size, false);
}

FILE *hr_gate_open_wmemstream(wchar_t **pointer, size_t *size)
{
	HR_GATE_ENTER("open_wmemstream");
	return open_growing(site, pointer, size, true);
}

/* ---- fopencookie ---- */

struct cookie {
	void *of_unit;
	cookie_io_functions_t functions;
};

static ssize_t cookie_read(const struct hr_gate_site *site, struct hr_stream *stream, char *to, size_t size)
{
	(void)site;
	struct cookie *cookie = stream->state;
	if (!cookie->functions.read)
		return -1;
	return cookie->functions.read(cookie->of_unit, to, size);
}

static ssize_t cookie_write(const struct hr_gate_site *site, struct hr_stream *stream, const char *from, size_t size)
{
	(void)site;
	struct cookie *cookie = stream->state;
	if (!cookie->functions.write)
		return 0;
	return cookie->functions.write(cookie->of_unit, from, size);
}

static off_t cookie_seek(const struct hr_gate_site *site, struct hr_stream *stream, off_t offset, int whence)
{
	(void)site;
	struct cookie *cookie = stream->state;
	off64_t position = offset;
	if (!cookie->functions.seek || cookie->functions.seek(cookie->of_unit, &position, whence) == -1 ||
	    position == -1) {
		errno = EINVAL;
		return -1;
	}
	return position;
}

static int cookie_close(const struct hr_gate_site *site, struct hr_stream *stream)
{
	(void)site;
	struct cookie *cookie = stream->state;
	int result = cookie->functions.close ? cookie->functions.close(cookie->of_unit) : 0;
	give_state(stream, sizeof *cookie);
	return result;
}

static const struct hr_stream_backend on_cookie = {
	cookie_read, cookie_write, cookie_seek, cookie_close, NULL, MEMORY_BUFFER,
};

FILE *hr_gate_fopencookie(void *of_unit, const char *mode_text, cookie_io_functions_t functions)
{
	HR_GATE_ENTER("fopencookie");
	struct hr_stream_mode mode;
	if (hr_stream_mode(site, &mode, mode_text))
		return NULL;
	hr_files();
	struct cookie *cookie = hr_store_take(sizeof *cookie);
	if (!cookie)
		return NULL;
	*cookie = (struct cookie){ .of_unit = of_unit, .functions = functions };
	return (FILE *)hr_stream_new(&on_cookie, &mode, -1, cookie);
}
