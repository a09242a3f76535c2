/* Gate: bytes, lines and blocks through streams.
 *
 * A destination in the unit's memory is checked as far as it is written: fgets with a size that is too large for its buffer is an error only
 * when a line gets that far, as the real one could not be seen to go wrong before. */
#include "runtime/gate_state.h"
#include "runtime/stream.h"
#include "runtime/arena.h"

#include <errno.h>
#include <string.h>

/* Variables of the unit's: it may even assign them. */
HR_GATE_DATA FILE *hr_gate_stdin = (FILE *)&hr_gate__IO_2_1_stdin_;
HR_GATE_DATA FILE *hr_gate_stdout = (FILE *)&hr_gate__IO_2_1_stdout_;
HR_GATE_DATA FILE *hr_gate_stderr = (FILE *)&hr_gate__IO_2_1_stderr_;

/* ---- bytes ---- */

int hr_gate_fgetc(FILE *of_unit)
{
	HR_GATE_ENTER("fgetc");
	return hr_stream_get(site, hr_stream_check(site, of_unit));
}
HR_GATE_ALIAS(getc, fgetc);
HR_GATE_ALIAS(_IO_getc, fgetc);
HR_GATE_ALIAS(fgetc_unlocked, fgetc);
HR_GATE_ALIAS(getc_unlocked, fgetc);
HR_GATE_ALIAS(__uflow, fgetc);

/* The next byte stays. */
int hr_gate___underflow(FILE *of_unit)
{
	HR_GATE_ENTER("getc");
	struct hr_stream *stream = hr_stream_check(site, of_unit);
	int byte = hr_stream_get(site, stream);
	return byte == EOF ? EOF : hr_stream_push(stream, byte);
}

int hr_gate_getchar(void)
{
	HR_GATE_ENTER("getchar");
	return hr_stream_get(site, hr_stream_check(site, hr_gate_stdin));
}
HR_GATE_ALIAS(getchar_unlocked, getchar);

int hr_gate_getw(FILE *of_unit)
{
	HR_GATE_ENTER("getw");
	int word;
	struct hr_stream *stream = hr_stream_check(site, of_unit);
	return hr_stream_read(site, stream, (char *)&word, sizeof word) == sizeof word ? word : EOF;
}

int hr_gate_ungetc(int byte, FILE *of_unit)
{
	HR_GATE_ENTER("ungetc");
	return hr_stream_push(hr_stream_check(site, of_unit), byte);
}

int hr_gate_fputc(int byte, FILE *of_unit)
{
	HR_GATE_ENTER("fputc");
	return hr_stream_put(site, hr_stream_check(site, of_unit), byte);
}
HR_GATE_ALIAS(putc, fputc);
HR_GATE_ALIAS(_IO_putc, fputc);
HR_GATE_ALIAS(fputc_unlocked, fputc);
HR_GATE_ALIAS(putc_unlocked, fputc);

int hr_gate___overflow(FILE *of_unit, int byte)
{
	HR_GATE_ENTER("putc");
	struct hr_stream *stream = hr_stream_check(site, of_unit);
	return byte == EOF ? hr_stream_flush(site, stream) : hr_stream_put(site, stream, byte);
}

int hr_gate_putchar(int byte)
{
	HR_GATE_ENTER("putchar");
	return hr_stream_put(site, hr_stream_check(site, hr_gate_stdout), byte);
}
HR_GATE_ALIAS(putchar_unlocked, putchar);

int hr_gate_putw(int word, FILE *of_unit)
{
	HR_GATE_ENTER("putw");
	struct hr_stream *stream = hr_stream_check(site, of_unit);
	return hr_stream_write(site, stream, (const char *)&word, sizeof word) == sizeof word ? 0 : EOF;
}

/* ---- blocks ---- */

/* The size of the whole; what cannot be a size is reported as the access that it would be. */
static size_t product(const struct hr_gate_site *site, const void *memory, size_t size, size_t count)
{
	size_t whole;
	if (__builtin_mul_overflow(size, count, &whole))
		hr_gate_fault(site, HR_FAULT_NEGATIVE_SIZE, (uintptr_t)memory, size, "size times count overflows");
	return whole;
}

static size_t read_block(const struct hr_gate_site *site, void *to, size_t size, size_t count, const FILE *of_unit)
{
	struct hr_stream *stream = hr_stream_check(site, of_unit);
	size_t whole = product(site, to, size, count);
	return whole ? hr_stream_read(site, stream, to, whole) / size : 0;
}

size_t hr_gate_fread(void *to, size_t size, size_t count, FILE *of_unit)
{
	HR_GATE_ENTER("fread");
	return read_block(site, to, size, count, of_unit);
}
HR_GATE_ALIAS(fread_unlocked, fread);

size_t hr_gate___fread_chk(void *to, size_t room, size_t size, size_t count, FILE *of_unit)
{
	HR_GATE_ENTER("fread");
	(void)room;
	return read_block(site, to, size, count, of_unit);
}

size_t hr_gate_fwrite(const void *from, size_t size, size_t count, FILE *of_unit)
{
	HR_GATE_ENTER("fwrite");
	struct hr_stream *stream = hr_stream_check(site, of_unit);
	size_t whole = product(site, from, size, count);
	hr_gate_reads(site, from, whole);
	if (whole == 0)
		return 0;
	size_t done = hr_stream_write(site, stream, from, whole);
	return done == whole ? count : done / size;
}
HR_GATE_ALIAS(fwrite_unlocked, fwrite);

/* ---- lines ---- */

static char *read_line(const struct hr_gate_site *site, struct hr_stream *stream, char *to, int size)
{
	if (size <= 0)
		return NULL;
	int32_t before = stream->flags & HR_STREAM_ERROR;
	stream->flags &= ~HR_STREAM_ERROR;
	size_t done = 0;
	int byte = 0;
	while (done < (size_t)size - 1 && byte != '\n') {
		byte = hr_stream_get(site, stream);
		if (byte == EOF)
			break;
		hr_gate_writes(site, to + done, 1);
		to[done++] = (char)byte;
	}
	bool failed = (done == 0 && byte == EOF) || ((stream->flags & HR_STREAM_ERROR) && errno != EAGAIN);
	stream->flags |= before;
	if (failed)
		return NULL;
	hr_gate_writes(site, to + done, 1);
	to[done] = '\0';
	return to;
}

char *hr_gate_fgets(char *to, int size, FILE *of_unit)
{
	HR_GATE_ENTER("fgets");
	return read_line(site, hr_stream_check(site, of_unit), to, size);
}
HR_GATE_ALIAS(fgets_unlocked, fgets);

char *hr_gate___fgets_chk(char *to, size_t room, int size, FILE *of_unit)
{
	HR_GATE_ENTER("fgets");
	(void)room;
	return read_line(site, hr_stream_check(site, of_unit), to, size);
}

char *hr_gate_gets(char *to)
{
	HR_GATE_ENTER("gets");
	struct hr_stream *stream = hr_stream_check(site, hr_gate_stdin);
	size_t done = 0;
	int byte;
	while ((byte = hr_stream_get(site, stream)) != EOF && byte != '\n') {
		hr_gate_writes(site, to + done, 1);
		to[done++] = (char)byte;
	}
	if (done == 0 && byte == EOF)
		return NULL;
	hr_gate_writes(site, to + done, 1);
	to[done] = '\0';
	return to;
}

int hr_gate_fputs(const char *text, FILE *of_unit)
{
	HR_GATE_ENTER("fputs");
	struct hr_stream *stream = hr_stream_check(site, of_unit);
	size_t length = hr_gate_string(site, text);
	return hr_stream_write(site, stream, text, length) == length ? 1 : EOF;
}
HR_GATE_ALIAS(fputs_unlocked, fputs);

int hr_gate_puts(const char *text)
{
	HR_GATE_ENTER("puts");
	struct hr_stream *stream = hr_stream_check(site, hr_gate_stdout);
	size_t length = hr_gate_string(site, text);
	if (hr_stream_write(site, stream, text, length) != length || hr_stream_put(site, stream, '\n') == EOF)
		return EOF;
	return (int)length + 1;
}

void hr_gate_perror(const char *prefix)
{
	HR_GATE_ENTER("perror");
	int number = errno;
	struct hr_stream *stream = hr_stream_check(site, hr_gate_stderr);
	const char *why = strerrordesc_np(number);
	if (prefix && hr_gate_string(site, prefix)) {
		hr_stream_write(site, stream, prefix, strlen(prefix));
		hr_stream_write(site, stream, ": ", 2);
	}
	if (!why)
		why = "Unknown error";
	hr_stream_write(site, stream, why, strlen(why));
	hr_stream_put(site, stream, '\n');
	errno = number;
}

/* A larger line for getline, in place of the old one; false without memory. */
static bool grow_line(const struct hr_gate_site *site, char **line, size_t *size, size_t used, size_t wanted)
{
	size_t larger = *size * 2 > wanted ? *size * 2 : wanted;
	char *fresh = hr_arena_lend(larger, 16);
	if (!fresh)
		return false;
	if (used)
		memcpy(fresh, *line, used);
	hr_arena_free(*line, site->function);
	*line = fresh;
	*size = larger;
	return true;
}

static ssize_t read_until(const struct hr_gate_site *site, char **line, size_t *size, int delimiter,
			  const FILE *of_unit)
{
	if (!line || !size) {
		errno = EINVAL;
		return -1;
	}
	struct hr_stream *stream = hr_stream_check(site, of_unit);
	hr_gate_writes(site, line, sizeof *line);
	hr_gate_writes(site, size, sizeof *size);
	if (!*line || !*size) {
		*size = 0;
		if (!grow_line(site, line, size, 0, 120))
			return -1;
	}
	size_t used = 0;
	int byte;
	do {
		byte = hr_stream_get(site, stream);
		if (byte == EOF)
			break;
		if (used + 2 > *size && !grow_line(site, line, size, used, used + 2))
			return -1;
		hr_gate_writes(site, *line + used, 2);
		(*line)[used++] = (char)byte;
	} while (byte != (unsigned char)delimiter);
	if (used == 0)
		return -1;
	(*line)[used] = '\0';
	return (ssize_t)used;
}

ssize_t hr_gate_getdelim(char **line, size_t *size, int delimiter, FILE *of_unit)
{
	HR_GATE_ENTER("getdelim");
	return read_until(site, line, size, delimiter, of_unit);
}
HR_GATE_ALIAS(__getdelim, getdelim);

ssize_t hr_gate_getline(char **line, size_t *size, FILE *of_unit)
{
	HR_GATE_ENTER("getline");
	return read_until(site, line, size, '\n', of_unit);
}
