/* Gate: opening and closing of streams, their state and position.
 *
 * fileno, feof and the like say what glibc says; locks are not needed, as threads other than the first end the worker. */
#include "runtime/stream.h"
#include "runtime/arena.h"

#include <errno.h>
#include <string.h>

/* ---- on descriptors ---- */

static ssize_t descriptor_read(const struct hr_gate_site *site, struct hr_stream *stream, char *to, size_t size)
{
	(void)site;
	return hr_descriptor_read(stream->descriptor, to, size, -1);
}

static ssize_t descriptor_write(const struct hr_gate_site *site, struct hr_stream *stream, const char *from,
				size_t size)
{
	(void)site;
	return hr_descriptor_write(stream->descriptor, from, size, -1);
}

static off_t descriptor_seek(const struct hr_gate_site *site, struct hr_stream *stream, off_t offset, int whence)
{
	(void)site;
	return hr_descriptor_seek(stream->descriptor, offset, whence);
}

static int descriptor_close(const struct hr_gate_site *site, struct hr_stream *stream)
{
	(void)site;
	return hr_descriptor_close(stream->descriptor);
}

const struct hr_stream_backend hr_stream_on_descriptor = {
	descriptor_read, descriptor_write, descriptor_seek, descriptor_close, NULL, HR_FILES_BLOCK,
};

/* ---- opening ---- */

int hr_stream_mode(const struct hr_gate_site *site, struct hr_stream_mode *out, const char *text)
{
	size_t length = hr_gate_string(site, text);
	*out = (struct hr_stream_mode){ .can_read = true, .can_write = true };
	int access;
	switch (text[0]) {
	case 'r':
		access = O_RDONLY;
		out->can_write = false;
		break;
	case 'w':
		access = O_WRONLY;
		out->flags = O_CREAT | O_TRUNC;
		out->can_read = false;
		break;
	case 'a':
		access = O_WRONLY;
		out->flags = O_CREAT | O_APPEND;
		out->can_read = false;
		out->appends = true;
		break;
	default:
		errno = EINVAL;
		return -1;
	}
	/* glibc looks at six characters after the first, no further than a comma */
	for (size_t i = 1; i < length && i < 7 && text[i] != ','; i++) {
		if (text[i] == '+') {
			access = O_RDWR;
			out->can_read = out->can_write = true;
		} else if (text[i] == 'x') {
			out->flags |= O_EXCL;
		} else if (text[i] == 'e') {
			out->flags |= O_CLOEXEC;
		}
	}
	out->flags |= access;
	return 0;
}

/* The end is where appending begins, unless it can also read: then reading begins at the beginning. */
static void go_to_end(int descriptor, const struct hr_stream_mode *mode)
{
	int before = errno;
	if (mode->appends && !mode->can_read)
		hr_descriptor_seek(descriptor, 0, SEEK_END);
	errno = before;
}

static struct hr_stream *stream_on(int descriptor, const struct hr_stream_mode *mode)
{
	if (descriptor < 0)
		return NULL;
	struct hr_stream *stream = hr_stream_new(&hr_stream_on_descriptor, mode, descriptor, NULL);
	if (!stream) {
		hr_descriptor_close(descriptor);
		errno = ENOMEM;
		return NULL;
	}
	go_to_end(descriptor, mode);
	return stream;
}

FILE *hr_gate_fopen(const char *path, const char *mode_text)
{
	HR_GATE_ENTER("fopen");
	struct hr_stream_mode mode;
	hr_gate_string(site, path);
	if (hr_stream_mode(site, &mode, mode_text))
		return NULL;
	return (FILE *)stream_on(hr_descriptor_open(hr_files()->current, path, mode.flags, 0666), &mode);
}
HR_GATE_ALIAS(fopen64, fopen);

FILE *hr_gate_fdopen(int descriptor, const char *mode_text)
{
	HR_GATE_ENTER("fdopen");
	struct hr_stream_mode mode;
	struct hr_open_file *file;
	if (hr_stream_mode(site, &mode, mode_text) || !(file = hr_descriptor_file(descriptor)))
		return NULL;
	int access = file->flags & O_ACCMODE;
	if ((access == O_RDONLY && mode.can_write) || (access == O_WRONLY && mode.can_read)) {
		errno = EINVAL;
		return NULL;
	}
	struct hr_stream *stream = hr_stream_new(&hr_stream_on_descriptor, &mode, descriptor, NULL);
	if (!stream)
		return NULL;
	if (mode.appends)
		file->flags |= O_APPEND;
	go_to_end(descriptor, &mode);
	return (FILE *)stream;
}

/* What freopen opens: a path, or without one the same file again, in another mode. */
static int reopen(const struct hr_stream *stream, const char *path, const struct hr_stream_mode *mode)
{
	if (path)
		return hr_descriptor_open(hr_files()->current, path, mode->flags, 0666);
	struct hr_open_file *same = hr_descriptor_file(stream->descriptor);
	if (!same)
		return -1;
	if ((mode->flags & O_TRUNC) && same->inode->kind == HR_INODE_FILE)
		hr_inode_resize(same->inode, 0);
	struct hr_open_file *file = hr_open_file_new(same->inode, mode->flags & (O_ACCMODE | O_APPEND));
	return file ? hr_descriptor_add(file, 0, mode->flags & O_CLOEXEC) : -1;
}

FILE *hr_gate_freopen(const char *path, const char *mode_text, FILE *of_unit)
{
	HR_GATE_ENTER("freopen");
	struct hr_stream *stream = hr_stream_check(site, of_unit);
	struct hr_stream_mode mode;
	if (path)
		hr_gate_string(site, path);
	if (hr_stream_mode(site, &mode, mode_text))
		return NULL;
	int before = stream->descriptor;
	hr_stream_flush(site, stream);
	int opened = reopen(stream, path, &mode);
	int why = errno;
	hr_stream_detach(site, stream);
	stream->backend = &hr_stream_on_descriptor;
	stream->descriptor = opened;
	if (opened < 0) {
		hr_stream_close(site, stream);
		errno = why;
		return NULL;
	}
	if (before >= 0) { /* under its old number, as shells expect of 1 */
		hr_descriptor_place(before, hr_descriptor_file(opened), mode.flags & O_CLOEXEC);
		hr_descriptor_close(opened);
		stream->descriptor = before;
	}
	stream->can_read = mode.can_read;
	stream->can_write = mode.can_write;
	stream->appends = mode.appends;
	stream->mode = _IOFBF;
	stream->next = hr_files()->streams;
	hr_files()->streams = stream;
	go_to_end(stream->descriptor, &mode);
	return of_unit;
}
HR_GATE_ALIAS(freopen64, freopen);

FILE *hr_gate_tmpfile(void)
{
	const struct hr_stream_mode mode = { .can_read = true, .can_write = true };
	struct hr_inode *inode = hr_inode_new(HR_INODE_FILE, 0600);
	struct hr_open_file *file = inode ? hr_open_file_new(inode, O_RDWR) : NULL;
	return file ? (FILE *)stream_on(hr_descriptor_add(file, 0, false), &mode) : NULL;
}
HR_GATE_ALIAS(tmpfile64, tmpfile);

int hr_gate_fclose(FILE *of_unit)
{
	HR_GATE_ENTER("fclose");
	return hr_stream_close(site, hr_stream_check(site, of_unit));
}

int hr_gate_fcloseall(void)
{
	HR_GATE_ENTER("fcloseall");
	return hr_stream_flush_all(site);
}

FILE *hr_gate_popen(const char *command, const char *mode)
{
	HR_GATE_ENTER("popen");
	hr_gate_string(site, command);
	hr_gate_string(site, mode);
	hr_gate_refuse(site, "starts another program");
}

int hr_gate_pclose(FILE *of_unit)
{
	HR_GATE_ENTER("pclose");
	hr_stream_check(site, of_unit);
	hr_gate_fault(site, HR_FAULT_BAD_FILE, (uintptr_t)of_unit, sizeof(struct hr_stream), "not opened by popen");
}

int hr_gate_fflush(FILE *of_unit)
{
	HR_GATE_ENTER("fflush");
	if (!of_unit)
		return hr_stream_flush_all(site);
	return hr_stream_flush(site, hr_stream_check(site, of_unit));
}
HR_GATE_ALIAS(fflush_unlocked, fflush);

void hr_gate__flushlbf(void)
{
}

/* ---- state ---- */

int hr_gate_feof(FILE *of_unit)
{
	HR_GATE_ENTER("feof");
	return (hr_stream_check(site, of_unit)->flags & HR_STREAM_EOF) != 0;
}
HR_GATE_ALIAS(feof_unlocked, feof);

int hr_gate_ferror(FILE *of_unit)
{
	HR_GATE_ENTER("ferror");
	return (hr_stream_check(site, of_unit)->flags & HR_STREAM_ERROR) != 0;
}
HR_GATE_ALIAS(ferror_unlocked, ferror);

void hr_gate_clearerr(FILE *of_unit)
{
	HR_GATE_ENTER("clearerr");
	hr_stream_check(site, of_unit)->flags &= ~(HR_STREAM_EOF | HR_STREAM_ERROR);
}
HR_GATE_ALIAS(clearerr_unlocked, clearerr);

int hr_gate_fileno(FILE *of_unit)
{
	HR_GATE_ENTER("fileno");
	int descriptor = hr_stream_check(site, of_unit)->descriptor;
	if (descriptor < 0)
		errno = EBADF;
	return descriptor;
}
HR_GATE_ALIAS(fileno_unlocked, fileno);

/* The unit's buffer is asked for and left alone: nothing can be said about when its bytes change. */
static int set_buffer(const struct hr_gate_site *site, const FILE *of_unit, char *buffer, int mode, size_t size)
{
	struct hr_stream *stream = hr_stream_check(site, of_unit);
	if (mode != _IOFBF && mode != _IOLBF && mode != _IONBF)
		return EOF;
	if (buffer && mode != _IONBF)
		hr_gate_writes(site, buffer, size);
	if (mode == _IONBF && hr_stream_flush(site, stream))
		return EOF;
	if (stream != hr_stream_standard(1) && stream != hr_stream_standard(2))
		stream->mode = (uint8_t)mode;
	return 0;
}

int hr_gate_setvbuf(FILE *of_unit, char *buffer, int mode, size_t size)
{
	HR_GATE_ENTER("setvbuf");
	return set_buffer(site, of_unit, buffer, mode, size);
}

void hr_gate_setbuf(FILE *of_unit, char *buffer)
{
	HR_GATE_ENTER("setbuf");
	set_buffer(site, of_unit, buffer, buffer ? _IOFBF : _IONBF, BUFSIZ);
}

void hr_gate_setbuffer(FILE *of_unit, char *buffer, size_t size)
{
	HR_GATE_ENTER("setbuffer");
	set_buffer(site, of_unit, buffer, buffer ? _IOFBF : _IONBF, size);
}

void hr_gate_setlinebuf(FILE *of_unit)
{
	HR_GATE_ENTER("setlinebuf");
	set_buffer(site, of_unit, NULL, _IOLBF, 0);
}

void hr_gate_flockfile(FILE *of_unit)
{
	HR_GATE_ENTER("flockfile");
	hr_stream_check(site, of_unit);
}
HR_GATE_ALIAS(funlockfile, flockfile);

int hr_gate_ftrylockfile(FILE *of_unit)
{
	HR_GATE_ENTER("ftrylockfile");
	hr_stream_check(site, of_unit);
	return 0;
}

int hr_gate___fsetlocking(FILE *of_unit, int type)
{
	HR_GATE_ENTER("__fsetlocking");
	(void)type;
	hr_stream_check(site, of_unit);
	return 1; /* FSETLOCKING_INTERNAL */
}

/* <stdio_ext.h> */

size_t hr_gate___fpending(FILE *of_unit)
{
	HR_GATE_ENTER("__fpending");
	return hr_stream_check(site, of_unit)->pending;
}

int hr_gate___freadable(FILE *of_unit)
{
	HR_GATE_ENTER("__freadable");
	return hr_stream_check(site, of_unit)->can_read;
}

int hr_gate___fwritable(FILE *of_unit)
{
	HR_GATE_ENTER("__fwritable");
	return hr_stream_check(site, of_unit)->can_write;
}

void hr_gate___fpurge(FILE *of_unit)
{
	HR_GATE_ENTER("__fpurge");
	struct hr_stream *stream = hr_stream_check(site, of_unit);
	stream->pending = 0;
	hr_stream_forget_ahead(stream);
}

/* ---- position ---- */

int hr_gate_fseek(FILE *of_unit, long offset, int whence)
{
	HR_GATE_ENTER("fseek");
	return hr_stream_seek(site, hr_stream_check(site, of_unit), offset, whence);
}
HR_GATE_ALIAS(fseeko, fseek);
HR_GATE_ALIAS(fseeko64, fseek);

long hr_gate_ftell(FILE *of_unit)
{
	HR_GATE_ENTER("ftell");
	return hr_stream_tell(site, hr_stream_check(site, of_unit));
}
HR_GATE_ALIAS(ftello, ftell);
HR_GATE_ALIAS(ftello64, ftell);

void hr_gate_rewind(FILE *of_unit)
{
	HR_GATE_ENTER("rewind");
	struct hr_stream *stream = hr_stream_check(site, of_unit);
	hr_stream_seek(site, stream, 0, SEEK_SET);
	stream->flags &= ~HR_STREAM_ERROR;
}

int hr_gate_fgetpos(FILE *of_unit, fpos_t *position)
{
	HR_GATE_ENTER("fgetpos");
	struct hr_stream *stream = hr_stream_check(site, of_unit);
	hr_gate_writes(site, position, sizeof *position);
	off_t at = hr_stream_tell(site, stream);
	if (at < 0)
		return -1;
	memset(position, 0, sizeof *position);
	position->__pos = at;
	return 0;
}
HR_GATE_ALIAS(fgetpos64, fgetpos);

int hr_gate_fsetpos(FILE *of_unit, const fpos_t *position)
{
	HR_GATE_ENTER("fsetpos");
	struct hr_stream *stream = hr_stream_check(site, of_unit);
	hr_gate_reads(site, position, sizeof *position);
	return hr_stream_seek(site, stream, position->__pos, SEEK_SET);
}
HR_GATE_ALIAS(fsetpos64, fsetpos);
