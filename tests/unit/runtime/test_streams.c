/* Streams of the private file area: scripts of operations give the same on ours and on libc's, faults are told before anything happens. */
#include "gate_testing.h"

#include "runtime/files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

GATE(fopen);
GATE(fclose);
GATE(freopen);
GATE(fdopen);
GATE(fmemopen);
GATE(open_memstream);
GATE(fopencookie);
GATE(tmpfile);
GATE(fread);
GATE(fwrite);
GATE(fgets);
GATE(fputs);
GATE(puts);
GATE(fgetc);
GATE(fputc);
GATE(ungetc);
GATE(fseek);
GATE(ftell);
GATE(rewind);
GATE(fflush);
GATE(feof);
GATE(ferror);
GATE(clearerr);
GATE(fileno);
GATE(setvbuf);
GATE(getline);
GATE(getdelim);
GATE(lseek);
GATE(write);
GATE(__uflow);
GATE(__overflow);
extern FILE *hr_gate_stdin, *hr_gate_stdout, *hr_gate_stderr;

/* ---- the same as libc: one script, two file systems ---- */

/* The functions under test, ours or libc's. */
struct library {
	const char *path;
	__typeof__(fopen) *fopen;
	__typeof__(fclose) *fclose;
	__typeof__(fread) *fread;
	__typeof__(fwrite) *fwrite;
	__typeof__(fgets) *fgets;
	__typeof__(fputs) *fputs;
	__typeof__(fgetc) *fgetc;
	__typeof__(fputc) *fputc;
	__typeof__(ungetc) *ungetc;
	__typeof__(fseek) *fseek;
	__typeof__(ftell) *ftell;
	__typeof__(rewind) *rewind;
	__typeof__(fflush) *fflush;
	__typeof__(feof) *feof;
	__typeof__(ferror) *ferror;
	__typeof__(clearerr) *clearerr;
	__typeof__(getline) *getline;
	__typeof__(getdelim) *getdelim;
	__typeof__(setvbuf) *setvbuf;
};

static char real_path[] = "/tmp/harrier-streams-XXXXXX";

static const struct library libraries[] = {
	{ "script",       hr_gate_fopen,    hr_gate_fclose,  hr_gate_fread,    hr_gate_fwrite,
	  hr_gate_fgets,  hr_gate_fputs,    hr_gate_fgetc,   hr_gate_fputc,    hr_gate_ungetc,
	  hr_gate_fseek,  hr_gate_ftell,    hr_gate_rewind,  hr_gate_fflush,   hr_gate_feof,
	  hr_gate_ferror, hr_gate_clearerr, hr_gate_getline, hr_gate_getdelim, hr_gate_setvbuf },
	{ real_path, fopen, fclose, fread,  fwrite, fgets,  fputs,    fgetc,   fputc,    ungetc,
	  fseek,     ftell, rewind, fflush, feof,   ferror, clearerr, getline, getdelim, setvbuf },
};

/* What a script did, as text. */
struct transcript {
	char text[65536];
	size_t length;
};

__attribute__((format(printf, 2, 3))) static void note(struct transcript *out, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	int length = vsnprintf(out->text + out->length, sizeof out->text - out->length, format, args);
	va_end(args);
	out->length += length > 0 ? (size_t)length : 0;
	assert_true(out->length < sizeof out->text);
}

/* A script is a list of words, each an operation: gN read N bytes with fread, G fgetc, Ln fgets of n, N getline, D getdelim up to ';', wTEXT
 * fwrite, pC fputc, uC ungetc, sN/cN/eN fseek from the beginning, here, the end, t ftell, r rewind, f fflush, E feof and ferror, C clearerr,
 * BN fwrite of N bytes, o[MODE] close and open again, nM setvbuf. Each notes what it returned. */
static void read_some(const struct library *library, FILE *file, const char *word, struct transcript *out)
{
	char buffer[20000] = "";
	size_t done = library->fread(buffer, 1, strtoul(word + 1, NULL, 10), file);
	unsigned sum = 0;
	for (size_t i = 0; i < done; i++)
		sum = sum * 31 + (unsigned char)buffer[i];
	note(out, "%zu:%.12s:%u", done, buffer, sum);
}

static void write_some(const struct library *library, FILE *file, const char *word, struct transcript *out)
{
	char buffer[20000];
	for (size_t i = 0; i < sizeof buffer; i++)
		buffer[i] = (char)('a' + i % 23);
	note(out, "%zu", library->fwrite(buffer, 1, strtoul(word + 1, NULL, 10), file));
}

static void read_line(const struct library *library, FILE *file, const char *word, struct transcript *out)
{
	char *line = NULL;
	size_t size = 0;
	ssize_t length =
		*word == 'N' ? library->getline(&line, &size, file) : library->getdelim(&line, &size, ';', file);
	note(out, "%zd:%zu:%s", length, size, length < 0 ? "" : line);
	if (library == &libraries[1])
		free(line);
}

static FILE *step(const struct library *library, FILE *file, const char *word, struct transcript *out)
{
	char buffer[512] = "";
	long number = strtol(word + 1, NULL, 10);
	errno = 0;
	note(out, "%s=", word);
	switch (*word) {
	case 'g':
		read_some(library, file, word, out);
		break;
	case 'G':
		note(out, "%d", library->fgetc(file));
		break;
	case 'L':
		note(out, "%d:%s", library->fgets(buffer, (int)number, file) != NULL, buffer);
		break;
	case 'N':
	case 'D':
		read_line(library, file, word, out);
		break;
	case 'w':
		note(out, "%d", library->fputs(word + 1, file) >= 0);
		break;
	case 'B':
		write_some(library, file, word, out);
		break;
	case 'p':
		note(out, "%d", library->fputc(word[1], file));
		break;
	case 'u':
		note(out, "%d", library->ungetc(word[1], file));
		break;
	case 's':
	case 'c':
	case 'e':
		note(out, "%d",
		     library->fseek(file, number,
				    *word == 's'   ? SEEK_SET
				    : *word == 'c' ? SEEK_CUR
						   : SEEK_END));
		break;
	case 't':
		note(out, "%ld", library->ftell(file));
		break;
	case 'r':
		library->rewind(file);
		break;
	case 'f':
		note(out, "%d", library->fflush(file));
		break;
	case 'E':
		note(out, "%d%d", library->feof(file) != 0, library->ferror(file) != 0);
		errno = 0;
		break;
	case 'C':
		library->clearerr(file);
		break;
	case 'n':
		note(out, "%d", library->setvbuf(file, NULL, word[1] == 'n' ? _IONBF : _IOLBF, 0));
		break;
	case 'o':
		note(out, "%d", library->fclose(file));
		file = library->fopen(library->path, word + 1);
		note(out, "%d", file != NULL);
		break;
	default:
		fail_msg("no operation '%s'", word);
	}
	note(out, " !%d\n", errno);
	return file;
}

static void perform(const struct library *library, const char *script, struct transcript *out)
{
	char words[1024];
	snprintf(words, sizeof words, "%s", script);
	out->length = 0;
	FILE *file = library->fopen(library->path, "w");
	for (char *rest = words, *word; (word = strtok_r(rest, " ", &rest)) && file;)
		file = step(library, file, word, out);
	if (file)
		note(out, "close=%d\n", library->fclose(file));
	/* what is in the file in the end */
	file = library->fopen(library->path, "r");
	if (file) {
		read_some(library, file, "g19999", out);
		library->fclose(file);
	}
}

static const char *const scripts[] = {
	/* every mode, on a file that has something */
	"whello or G E t E w! or+ G t c0 wXY t s0 g9 or g20 E",
	"wone;two;three ow t E G E C pz t or N N E",
	"wabcdef ow+ t G wxyz t s1 g2 t E c0 pQ s0 g9 E",
	"wabcdef oa t G E C w+1 t s0 t w+2 t or g30 E",
	"wabcdef oa+ t G t c0 w+1 t s0 g3 c0 w+2 t r g30 E G E",
	"wabc owx or g9", /* x with w on what is there: refused */
	"wabc oz",
	"wabc o",
	"wabc or+b g1 orb g1 orbe g1 or,ccs g1",
	/* end of file is sticky until it is cleared */
	"wab or G G G E G E C G E s0 E G",
	"wab ow+ wab s0 G G G E c0 pX s0 g9 E",
	/* pushed back */
	"wabc or G ua t G uZ t G G E G E uX E G E G",
	"wabc or G G ux uy uz g5 E t",
	"wabc or G uQ s0 G g9",
	"wabc or g3 G E uW E G G",
	"wabc or+ G uQ t G t",
	/* lines */
	"wone\ntwo\n\nthree or L4 L4 L4 L9 L9 L9 E",
	"wone\ntwo\n\nthree or N N t N N N E",
	"wa;bb;;ccc or D D D D D E",
	"wabcdef or L1 L2 L0 L3 t",
	/* positions */
	"wabcdef or s2 G c1 G c-3 G e-1 G G E e0 G E s100 t G E s-1 t",
	"wabcdef or+ s10 w! t r g20",
	"wabc ow+ e5 wX s0 g20 t c-30 t",
	"wabc or G c-1 t c-9 t G",
	/* reading and writing in turn */
	"wabcdefgh or+ g2 c0 wXX c0 g2 c0 wYY r g20",
	"wabcdefgh or+ g2 wXX f g2 r g20",
	"wabcdefgh or+ wXX g2 t s0 g20",
	"wabcdefgh or+ g3 f wZ r g20",
	/* more than a buffer */
	"B10000 t or t g4096 t g10 t g10000 E t",
	"B4096 t pX t B4095 t pY pZ t or g5000 g5000 E",
	"B19999 or+ s5000 g10 c0 wHERE c0 g20 t s4990 g40",
	"B100 B8192 B5 or G g19000 t E",
	/* buffering */
	"nn wabc t pX B5000 t or nn G g3 t uX g3 L9 t",
	"nl wabc t or nl N E",
	/* the wrong way round */
	"wabc or wX E t C G E",
	"wabc oa G E t C wX t",
	"f t or f t G f t G",
	"wabc oa+ g2 pX t f t r g10",
	"wabc oa+ s1 pX t s1 g9 E",
};

static void test_streams__do_what_those_of_libc_do(void **state)
{
	(void)state;
	static struct transcript ours, theirs;
	int descriptor = mkstemp(real_path);
	assert_true(descriptor >= 0);
	close(descriptor);
	for (size_t i = 0; i < COUNT(scripts); i++) {
		perform(&libraries[0], scripts[i], &ours);
		perform(&libraries[1], scripts[i], &theirs);
		if (strcmp(ours.text, theirs.text) != 0) {
			unlink(real_path);
			fail_msg("%s:\nours\n%s\nlibc\n%s", scripts[i], ours.text, theirs.text);
		}
		hr_files_reset();
		hr_arena_reset();
	}
	unlink(real_path);
}

/* ---- scanning and printing ---- */

extern int hr_gate_fscanf(FILE *file, const char *format, ...);
extern int hr_gate_fprintf(FILE *file, const char *format, ...);
extern int hr_gate_printf(const char *format, ...);
GATE(perror);

static const struct {
	const char *input;
	const char *format;
} scans[] = {
	{ "12abc", "%d" },         { "  12 34", "%d" },     { "+-5", "%d" },
	{ "0x1g", "%i" },          { "12", "%d" },          { "", "%d" },
	{ "abc", "%d" },           { "3.5e+x", "%*d.%d" },  { "-", "%d" },
	{ "7 seven", "%d seven" }, { "7 seven", "%d sex" }, { "   x", "%d" },
	{ "99%5", "%d%%%*d" },
};

/* Each leaves the stream before the same character as libc's. */
static void test_streams__scanning_stops_where_libc_stops(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(scans); i++) {
		FILE *ours = hr_files_stream(scans[i].input, strlen(scans[i].input), false);
		FILE *theirs = tmpfile();
		fputs(scans[i].input, theirs);
		rewind(theirs);
		int our_number = -1, their_number = -1;
		int our_result = hr_gate_fscanf(ours, scans[i].format, &our_number);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
		int their_result = fscanf(theirs, scans[i].format, &their_number);
#pragma GCC diagnostic pop
		int our_next = hr_gate_fgetc(ours), their_next = fgetc(theirs);
		if (our_result != their_result || our_number != their_number || our_next != their_next)
			fail_msg("'%s' by '%s': %d %d %d, libc %d %d %d", scans[i].input, scans[i].format, our_result,
				 our_number, our_next, their_result, their_number, their_next);
		assert_int_equal(hr_gate_feof(ours), feof(theirs) != 0);
		fclose(theirs);
		hr_gate_fclose(ours);
	}
	hr_files_reset();
	hr_arena_reset();
}

static void test_streams__standard_output_is_collected(void **state)
{
	(void)state;
	size_t size;
	bool truncated;
	hr_gate_printf("%s-%d\n", "one", 1);
	hr_gate_fputs("two\n", hr_gate_stderr);
	assert_int_equal(hr_gate_puts("three"), 6);
	assert_int_equal(hr_gate_write(1, "four\n", 5), 5);
	FILE *device = hr_gate_fopen("/dev/stdout", "w");
	hr_gate_fputs("five\n", device);
	assert_int_equal(hr_gate_fclose(device), 0);
	errno = ENOENT;
	hr_gate_perror("six");
	static const char expected[] = "one-1\ntwo\nthree\nfour\nfive\nsix: No such file or directory\n";
	const char *output = hr_files_output(&size, &truncated);
	assert_int_equal(size, sizeof expected - 1);
	assert_memory_equal(output, expected, size);
	assert_false(truncated);
	assert_int_equal(hr_gate_fgetc(hr_gate_stdin), EOF);
	assert_true(hr_gate_feof(hr_gate_stdin));
	hr_files_reset();
	hr_files_output(&size, &truncated);
	assert_int_equal(size, 0);
	assert_false(hr_gate_feof(hr_gate_stdin));
	for (int i = 0; i < 70000; i++)
		assert_int_equal(hr_gate_fputc('x', hr_gate_stdout), 'x');
	hr_files_output(&size, &truncated);
	assert_int_equal(size, 65536);
	assert_true(truncated);
	hr_files_reset();
	hr_arena_reset();
}

static void test_streams__reopened_and_assigned(void **state)
{
	(void)state;
	size_t size;
	bool truncated;
	assert_ptr_equal(hr_gate_freopen("out", "w", hr_gate_stdout), hr_gate_stdout);
	hr_gate_printf("into the file");
	assert_int_equal(hr_gate_fileno(hr_gate_stdout), 1);
	assert_int_equal(hr_gate_fflush(NULL), 0);
	hr_files_output(&size, &truncated);
	assert_int_equal(size, 0);
	char line[32] = "";
	FILE *file = hr_gate_fopen("/tmp/out", "r");
	assert_non_null(hr_gate_fgets(line, sizeof line, file));
	assert_string_equal(line, "into the file");
	FILE *before = hr_gate_stdout;
	hr_gate_stdout = file;
	errno = 0;
	assert_int_equal(hr_gate_puts("x"), EOF); /* opened for reading */
	assert_int_equal(errno, EBADF);
	assert_null(hr_gate_freopen("/nowhere/out", "w", file));
	assert_int_equal(errno, ENOENT);
	hr_gates_reset();
	hr_files_reset();
	assert_ptr_equal(hr_gate_stdout, before);
	hr_gate_puts("again");
	hr_files_output(&size, &truncated);
	assert_int_equal(size, 6);
	hr_files_reset();
	hr_arena_reset();
}

/* ---- streams on memory and on callbacks ---- */

static void test_streams__on_a_buffer(void **state)
{
	(void)state;
	for (int real = 0; real < 2; real++) {
		__typeof__(fmemopen) *const open = real ? fmemopen : hr_gate_fmemopen;
		const struct library *library = &libraries[real];
		char buffer[8];
		memset(buffer, 'z', sizeof buffer);
		FILE *file = open(buffer, sizeof buffer, "w+");
		assert_int_equal(buffer[0], 0);
		assert_int_equal(library->fwrite("0123456789", 1, 10, file), 10); /* it is in the stream's own buffer */
		assert_int_equal(buffer[0], 0);
		assert_int_equal(library->fflush(file), EOF);
		assert_memory_equal(buffer, "0123456", 8);
		assert_int_equal(library->fclose(file), 0);
		file = open(buffer, sizeof buffer, "a");
		assert_int_equal(library->ftell(file), 7);
		library->fclose(file);
		file = open(buffer, 4, "r");
		char text[9] = "";
		assert_int_equal(library->fread(text, 1, 8, file), 4);
		assert_string_equal(text, "0123");
		assert_true(library->feof(file));
		assert_int_equal(library->fseek(file, 5, SEEK_SET), -1);
		assert_int_equal(library->fseek(file, -1, SEEK_END), 0);
		assert_int_equal(library->fgetc(file), '3');
		library->fclose(file);
		file = open(buffer, sizeof buffer, "r+");
		assert_int_equal(library->fputs("ab", file) >= 0, 1);
		assert_int_equal(library->fclose(file), 0);
		assert_memory_equal(buffer, "ab23456", 8);
		file = open(NULL, 4, "w+");
		assert_int_equal(library->fputs("xy", file) >= 0, 1);
		library->rewind(file);
		assert_int_equal(library->fgetc(file), 'x');
		library->fclose(file);
		errno = 0;
		assert_null(open(buffer, 4, "?"));
		assert_int_equal(errno, EINVAL);
	}
	hr_files_reset();
	hr_arena_reset();
}

/* What the text form calls stream(ROOM) is in C fmemopen() without a buffer. */
static void test_streams__with_little_room(void **state)
{
	static const char *const small[] = {
		"pa pb pc pd pe E C pf E t", "wab E wcd E we E t", "wabcdefgh E t pz E",
		"B3 E B2 t E B1 E",          "B100 E f",           "pa t s0 pb t e0 t pc pd E",
		"pa s1 wxyz E c-1 pq t",     "pa s9 t E G E",      "g1 E C pa E",
		"f t r f pa pb pc pd f E",
	};
	(void)state;
	for (size_t i = 0; i < sizeof small / sizeof *small; i++) {
		for (size_t room = 1; room < 8; room++) {
			static struct transcript told[2];
			for (int real = 0; real < 2; real++) {
				char words[256];
				FILE *file = real ? fmemopen(NULL, room, "w") : hr_files_small_stream(room);
				assert_non_null(file);
				if (real)
					setbuf(file, NULL);
				told[real].length = 0;
				snprintf(words, sizeof words, "%s", small[i]);
				for (char *rest = words, *word; (word = strtok_r(rest, " ", &rest));)
					file = step(&libraries[real], file, word, &told[real]);
				note(&told[real], "close=%d\n", libraries[real].fclose(file));
			}
			if (strcmp(told[0].text, told[1].text) != 0)
				fail_msg("room for %zu, '%s': ours\n%sinstead of\n%s", room, small[i], told[0].text,
					 told[1].text);
		}
	}
	hr_files_reset();
	hr_arena_reset();
}

static void test_streams__that_grow(void **state)
{
	(void)state;
	for (int real = 0; real < 2; real++) {
		const struct library *library = &libraries[real];
		char *text = NULL;
		size_t size = 99;
		FILE *file = (real ? open_memstream : hr_gate_open_memstream)(&text, &size);
		assert_int_equal(library->fputs("hello", file) >= 0, 1);
		assert_int_equal(library->fflush(file), 0);
		assert_string_equal(text, "hello");
		assert_int_equal(size, 5);
		assert_int_equal(library->fseek(file, 10, SEEK_SET), 0);
		assert_int_equal(library->fputc('x', file), 'x');
		assert_int_equal(library->fflush(file), 0);
		assert_int_equal(size, 11);
		assert_memory_equal(text, "hello\0\0\0\0\0x", 12);
		assert_int_equal(library->fseek(file, 2, SEEK_SET), 0);
		assert_int_equal(library->fflush(file), 0);
		assert_int_equal(size, 2);
		assert_int_equal(library->fclose(file), 0);
		assert_int_equal(size, 2);
		if (real)
			free(text);
		else
			hr_arena_free(text, "free");
	}
	hr_files_reset();
	hr_arena_reset();
}

static char calls[256];

static ssize_t cookie_read(void *cookie, char *to, size_t size)
{
	(void)cookie, (void)to;
	sprintf(calls + strlen(calls), "r%zu ", size);
	return 0;
}

static ssize_t cookie_write(void *cookie, const char *from, size_t size)
{
	(void)cookie, (void)from;
	sprintf(calls + strlen(calls), "w%zu ", size);
	return (ssize_t)size;
}

static int cookie_close(void *cookie)
{
	strcat(calls, cookie);
	return 0;
}

static void test_streams__on_callbacks(void **state)
{
	(void)state;
	char seen[2][256];
	static char big[20000];
	for (int real = 0; real < 2; real++) {
		const struct library *library = &libraries[real];
		const cookie_io_functions_t functions = { cookie_read, cookie_write, NULL, cookie_close };
		calls[0] = '\0';
		FILE *file = (real ? fopencookie : hr_gate_fopencookie)("closed", "r+", functions);
		assert_int_equal(library->fgetc(file), EOF);
		for (int i = 0; i < 9000; i++)
			library->fputc('x', file);
		assert_int_equal(library->fwrite(big, 1, sizeof big, file), sizeof big);
		assert_int_equal(library->fputc('x', file), 'x');
		assert_int_equal(library->fwrite(big, 1, sizeof big, file), sizeof big);
		assert_int_equal(library->fclose(file), 0);
		strcpy(seen[real], calls);
	}
	assert_string_equal(seen[0], seen[1]);
	hr_files_reset();
	hr_arena_reset();
}

/* ---- limits and devices ---- */

static void test_streams__a_full_device_is_told_late(void **state)
{
	(void)state;
	FILE *file = hr_gate_fopen("/dev/full", "w");
	assert_int_equal(hr_gate_fputc('x', file), 'x');
	errno = 0;
	assert_int_equal(hr_gate_fflush(file), EOF);
	assert_int_equal(errno, ENOSPC);
	assert_true(hr_gate_ferror(file));
	assert_int_equal(hr_gate_fclose(file), 0);
	hr_files_reset();
	hr_arena_reset();
}

static void test_streams__disk_is_full_after_64_megabytes(void **state)
{
	(void)state;
	static char block[1 << 20];
	FILE *file = hr_gate_fopen("large", "w");
	size_t done = 0, now;
	do {
		now = hr_gate_fwrite(block, 1, sizeof block, file);
		done += now;
	} while (now == sizeof block && done < (128u << 20));
	assert_in_range(done, 63u << 20, (64u << 20) + BUFSIZ); /* the last bytes wait in the buffer */
	assert_int_equal(errno, ENOSPC);
	hr_gate_fclose(file);
	hr_files_reset();
	assert_null(hr_gate_fopen("large", "r"));
	file = hr_gate_fopen("large", "w"); /* there is room again */
	assert_int_equal(hr_gate_fwrite(block, 1, sizeof block, file), sizeof block);
	assert_int_equal(hr_gate_fclose(file), 0);
	hr_files_reset();
	hr_arena_reset();
}

/* What stands in the file, what is not flushed yet included. */
static void test_streams__what_was_written_is_told(void **state)
{
	(void)state;
	char bytes[8];
	FILE *file = hr_files_stream(NULL, 0, true);
	assert_int_equal(hr_files_written(bytes, sizeof bytes, file), 0);
	hr_gate_fputs("abcd", file);
	assert_int_equal(hr_files_written(bytes, sizeof bytes, file), 4);
	assert_memory_equal(bytes, "abcd", 4);
	hr_gate_fflush(file);
	hr_gate_fputs("efghij", file);
	assert_int_equal(hr_files_written(bytes, sizeof bytes, file), 8);
	assert_memory_equal(bytes, "abcdefgh", 8);
	hr_gate_fseek(file, 1, SEEK_SET);
	hr_gate_fputc('X', file);
	errno = 3;
	assert_int_equal(hr_files_written(bytes, 3, file), 3);
	assert_memory_equal(bytes, "aXc", 3);
	assert_int_equal(errno, 3);
	hr_gate_fseek(file, 0, SEEK_SET);
	assert_int_equal(hr_gate_fgetc(file), 'a'); /* nothing was moved */
	hr_gate_fclose(file);
	assert_int_equal(hr_files_written(bytes, sizeof bytes, file), -1);

	file = hr_files_stream(NULL, 0, true); /* a gap is zeros */
	hr_gate_fseek(file, 2, SEEK_SET);
	hr_gate_fputc('X', file);
	assert_int_equal(hr_files_written(bytes, sizeof bytes, file), 3);
	assert_memory_equal(bytes, "\0\0X", 3);
	assert_int_equal(hr_files_written(bytes, 1, file), 1);

	assert_int_equal(hr_files_written(bytes, sizeof bytes, NULL), -1);
	assert_int_equal(hr_files_written(bytes, sizeof bytes, bytes), -1);
	assert_int_equal(hr_files_written(bytes, sizeof bytes, hr_gate_stdout), -1);
	assert_int_equal(hr_files_written(bytes, sizeof bytes, hr_files_stream("ab", 2, false)), -1); /* only read */
}

static void test_streams__look_like_those_of_glibc(void **state)
{
	(void)state;
	FILE *file = hr_files_stream("ab", 2, true);
	const struct hr_block *block = hr_arena_find((uintptr_t)file);
	assert_int_equal(block->size, sizeof(FILE));
	/* what its inline functions do: look at the pointers, then call */
	assert_false(hr_shadow_is_bad(file, offsetof(FILE, _IO_buf_base)));
	assert_true(hr_shadow_is_bad((char *)file + offsetof(FILE, _IO_buf_base), 8));
	assert_true(file->_IO_read_ptr >= file->_IO_read_end);
	assert_true(file->_IO_write_ptr >= file->_IO_write_end);
	assert_int_equal(hr_gate_ftell(file), 2);
	assert_int_equal(hr_gate___overflow(file, 'c'), 'c');
	hr_gate_rewind(file);
	for (const char *next = "abc"; *next; next++)
		assert_int_equal(hr_gate___uflow(file), *next);
	assert_int_equal(hr_gate___uflow(file), EOF);
	assert_true(file->_flags & 0x10); /* _IO_EOF_SEEN */
	hr_gate_fclose(file);
	hr_files_reset();
	hr_arena_reset();
}

/* ---- faults ---- */

CASE(closed_twice)
{
	FILE *file = hr_gate_fopen("x", "w");
	hr_gate_fclose(file);
	hr_gate_fclose(file);
}

CASE(read_after_close)
{
	FILE *file = hr_gate_tmpfile();
	hr_gate_fclose(file);
	hr_gate_fread(room(4), 1, 4, file);
}

CASE(no_stream)
{
	hr_gate_fgetc(NULL);
}

CASE(invented_stream)
{
	FILE *file = room(sizeof(FILE));
	hr_gate_fgetc(file);
}

CASE(inside_a_stream)
{
	hr_gate_fgetc((FILE *)((char *)hr_gate_tmpfile() + 16));
}

CASE(closed_standard_stream)
{
	hr_gate_fclose(hr_gate_stdout);
	hr_gate_puts("x");
}

CASE(read_into_too_little)
{
	hr_gate_fread(room(3), 1, 4, hr_files_stream("abcdef", 6, false));
}

CASE(read_less_than_asked_for)
{
	hr_gate_fread(hr_arena_allocate(3, 16, HR_BLOCK_UNIT), 1, 4, hr_files_stream("abc", 3, false));
}

CASE(write_from_too_little)
{
	hr_gate_fwrite(text("abc"), 1, 5, hr_gate_tmpfile());
}

CASE(size_overflows)
{
	hr_gate_fread(room(8), SIZE_MAX / 2, 3, hr_gate_tmpfile());
}

CASE(line_longer_than_its_buffer)
{
	hr_gate_fgets(hr_arena_allocate(4, 16, HR_BLOCK_UNIT), 100, hr_files_stream("abcdef\n", 7, false));
}

CASE(line_that_fits_a_buffer_too_small)
{
	hr_gate_fgets(hr_arena_allocate(4, 16, HR_BLOCK_UNIT), 100, hr_files_stream("ab\n", 3, false));
}

CASE(path_without_end)
{
	hr_gate_fopen(bytes("abc", 3), "r");
}

CASE(path_null)
{
	hr_gate_fopen(NULL, "r");
}

CASE(line_is_no_block)
{
	static char own[4];
	char *line = own;
	size_t size = sizeof own;
	hr_gate_getline(&line, &size, hr_files_stream("a long line\n", 12, false));
}

CASE(buffer_gone_before_its_stream)
{
	char *buffer = text("0123456789");
	FILE *file = hr_gate_fmemopen(buffer, 10, "w");
	hr_gate_fputs("abc", file);
	hr_arena_free(buffer, "free");
	hr_gate_fclose(file);
}

CASE(all_is_well)
{
	FILE *file = hr_gate_fopen("x", "w");
	hr_gate_fputs("x", file);
	hr_gate_fclose(file);
}

static const struct fault_case faults[] = {
	{ "closed twice", closed_twice, HR_FAULT_BAD_FILE },
	{ "read after close", read_after_close, HR_FAULT_BAD_FILE },
	{ "NULL", no_stream, HR_FAULT_NULL },
	{ "invented", invented_stream, HR_FAULT_BAD_FILE },
	{ "inside", inside_a_stream, HR_FAULT_BAD_FILE },
	{ "closed standard stream", closed_standard_stream, HR_FAULT_BAD_FILE },
	{ "fread into too little", read_into_too_little, HR_FAULT_HEAP_OVERFLOW },
	{ "fread of less than asked for", read_less_than_asked_for, HR_FAULT_NONE },
	{ "fwrite from too little", write_from_too_little, HR_FAULT_HEAP_OVERFLOW },
	{ "size overflows", size_overflows, HR_FAULT_NEGATIVE_SIZE },
	{ "fgets beyond the buffer", line_longer_than_its_buffer, HR_FAULT_HEAP_OVERFLOW },
	{ "fgets within the buffer", line_that_fits_a_buffer_too_small, HR_FAULT_NONE },
	{ "path without end", path_without_end, HR_FAULT_HEAP_OVERFLOW },
	{ "path NULL", path_null, HR_FAULT_NULL },
	{ "getline into no block", line_is_no_block, HR_FAULT_INVALID_FREE },
	{ "fmemopen's buffer freed", buffer_gone_before_its_stream, HR_FAULT_USE_AFTER_FREE },
	{ "well", all_is_well, HR_FAULT_NONE },
};

static void test_streams__faults(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(faults); i++) {
		check_cases(&faults[i], 1);
		hr_files_reset();
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_streams__do_what_those_of_libc_do),
		cmocka_unit_test(test_streams__scanning_stops_where_libc_stops),
		cmocka_unit_test(test_streams__standard_output_is_collected),
		cmocka_unit_test(test_streams__reopened_and_assigned),
		cmocka_unit_test(test_streams__on_a_buffer),
		cmocka_unit_test(test_streams__with_little_room),
		cmocka_unit_test(test_streams__that_grow),
		cmocka_unit_test(test_streams__on_callbacks),
		cmocka_unit_test(test_streams__a_full_device_is_told_late),
		cmocka_unit_test(test_streams__disk_is_full_after_64_megabytes),
		cmocka_unit_test(test_streams__what_was_written_is_told),
		cmocka_unit_test(test_streams__look_like_those_of_glibc),
		cmocka_unit_test(test_streams__faults),
	};
	return cmocka_run_group_tests(tests, gate_set_up, NULL);
}
