/* Streams: what a FILE of the unit is. The buffering is that of glibc (when data reaches the file, how much a callback is asked for), because
 * a program can see it. Functions that may touch the unit's memory or call it take the gate's site, for reports. */
#ifndef HR_RUNTIME_STREAM_H
#define HR_RUNTIME_STREAM_H

#include "runtime/descriptor.h"
#include "runtime/gate.h"

#include <stdio.h>

/* The beginning is that of glibc's struct _IO_FILE as its inline functions know it (getc_unlocked, putc_unlocked, feof_unlocked): the
 * pointers are always NULL, so that they call __uflow and __overflow. The rest is closed to the unit. */
struct hr_stream {
	int32_t flags; /* HR_STREAM_EOF, HR_STREAM_ERROR */
	int32_t reserved;
	char *never[6];

	uint32_t magic;
	uint32_t generation;
	struct hr_stream *next; /* of the open ones */
	const struct hr_stream_backend *backend;
	void *state;        /* the backend's */
	int32_t descriptor; /* -1: none */
	int8_t orientation; /* fwide */
	bool is_closed;     /* a standard stream that was */
	bool can_read;
	bool can_write;
	bool appends;
	bool is_writing; /* `pending` counts; otherwise [begin, end) was read ahead */
	uint8_t mode;    /* _IOFBF, _IOLBF, _IONBF */
	uint8_t partial; /* bytes of an unfinished wide character */
	char *buffer;
	uint32_t capacity;
	uint32_t begin;
	uint32_t end;
	uint32_t pending;
	unsigned char *pushed; /* by ungetc: the last is the next */
	uint32_t pushed_count;
	uint32_t pushed_capacity;
	char rest[72];
};

_Static_assert(sizeof(struct hr_stream) == sizeof(FILE), "a stream looks like a FILE");

enum { HR_STREAM_EOF = 0x10, HR_STREAM_ERROR = 0x20 }; /* as in glibc's headers */

#define HR_STREAM_OPEN_BYTES 56u /* of a stream: what glibc's inline functions look at */

/* What a stream reads from and writes to. Errors are -1 and errno, as of the system calls. */
struct hr_stream_backend {
	ssize_t (*read)(const struct hr_gate_site *site, struct hr_stream *stream, char *to, size_t size);
	ssize_t (*write)(const struct hr_gate_site *site, struct hr_stream *stream, const char *from, size_t size);
	off_t (*seek)(const struct hr_gate_site *site, struct hr_stream *stream, off_t offset, int whence);
	int (*close)(const struct hr_gate_site *site, struct hr_stream *stream);
	int (*sync)(const struct hr_gate_site *site, struct hr_stream *stream); /* after a flush; may be NULL */
	uint32_t capacity;                                                      /* of the buffer */
};

extern const struct hr_stream_backend hr_stream_on_descriptor;

/* How a mode ("r+b") opens. */
struct hr_stream_mode {
	bool can_read;
	bool can_write;
	bool appends;
	int flags; /* for open */
};

/* -1 and EINVAL for one that is none. */
int hr_stream_mode(const struct hr_gate_site *site, struct hr_stream_mode *out, const char *text);

/* A fresh stream; NULL and ENOMEM. */
struct hr_stream *hr_stream_new(const struct hr_stream_backend *backend, const struct hr_stream_mode *mode,
				int descriptor, void *state);

/* The stream that the unit means: reports and leaves when it is none, or closed. */
struct hr_stream *hr_stream_check(const struct hr_gate_site *site, const void *file);

/* The same for who only looks: NULL when it is none of those that were opened, or closed. */
const struct hr_stream *hr_stream_find(const void *file);

/* The standard streams: 0, 1, 2. */
struct hr_stream *hr_stream_standard(int number);
extern struct hr_stream hr_gate__IO_2_1_stdin_, hr_gate__IO_2_1_stdout_, hr_gate__IO_2_1_stderr_;
extern FILE *hr_gate_stdin, *hr_gate_stdout, *hr_gate_stderr;

void hr_streams_reset(void); /* all of them */
void hr_streams_mark(void);  /* the standard ones as they are now are what a reset brings back */

int hr_stream_get(const struct hr_gate_site *site, struct hr_stream *stream); /* a byte, or EOF */
int hr_stream_push(struct hr_stream *stream, int byte);

/* `to` is checked as far as it is written. */
size_t hr_stream_read(const struct hr_gate_site *site, struct hr_stream *stream, char *to, size_t size);
size_t hr_stream_write(const struct hr_gate_site *site, struct hr_stream *stream, const char *from, size_t size);
int hr_stream_put(const struct hr_gate_site *site, struct hr_stream *stream, int byte);
int hr_stream_flush(const struct hr_gate_site *site, struct hr_stream *stream);
int hr_stream_flush_all(const struct hr_gate_site *site);
int hr_stream_seek(const struct hr_gate_site *site, struct hr_stream *stream, off_t offset, int whence);
off_t hr_stream_tell(const struct hr_gate_site *site, struct hr_stream *stream);
void hr_stream_forget_ahead(struct hr_stream *stream); /* what was read ahead and pushed back */

/* Flushes, closes what it is on; the stream itself lives on, without any (freopen), or is gone (fclose). */
int hr_stream_detach(const struct hr_gate_site *site, struct hr_stream *stream);
int hr_stream_close(const struct hr_gate_site *site, struct hr_stream *stream);

#endif
