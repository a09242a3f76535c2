/* A unit for the tests of sequences, with something of everything. Include after cmocka.h. */
#ifndef HR_TEST_SEQ_UNIT_H
#define HR_TEST_SEQ_UNIT_H

#include "seq/text.h"

#include "../frontend/reading.h"

static const char unit_header[] =
	"#include <stdarg.h>\n#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\n#include <stdio.h>\n"
	"enum color { RED, GREEN = 5, BLUE };\n"
	"#define FINISH 4\n#define GREETING \"hello\"\n#define HALF 0.5\n#define NOBODY ((void *)-1)\n"
	"struct point { int x; int y; };\n"
	"struct base { int id; };\n"
	"struct derived { struct base base; char name[8]; };\n"
	"typedef struct stream_s { const unsigned char *next_in; unsigned avail_in; unsigned long total_out;\n"
	"  unsigned ready : 1; int level : 4; union { int number; double real; }; struct { short deep; };\n"
	"  struct point corners[2]; struct stream_s *next; int (*hook)(int); char tail[4]; } stream_t;\n"
	"struct opaque;\n"
	"typedef int visitor(struct opaque *o, const char *name, void *data);\n"
	"struct opaque *opaque_new(void);\nvoid opaque_free(struct opaque *o);\n"
	"int opaque_open(const char *name, struct opaque **out);\n"
	"int opaque_each(struct opaque *o, visitor *visit, void *data);\n"
	"int stream_run(stream_t *s, int flush);\n"
	"struct point point_add(struct point a, const struct point *b);\n"
	"int base_id(const struct base *b);\nvoid derived_init(struct derived *d);\n"
	"double half(double d, float f);\nvoid put_color(enum color c, bool twice);\n"
	"void put_bytes(const unsigned char *data, size_t size);\n"
	"int8_t tiny(int8_t a, uint8_t b);\nchar letter(char c);\nlong long wide(unsigned long long big, long long small);\n"
	"void sort(int *numbers, size_t count, int (*compare)(const void *, const void *));\n"
	"void names(const char *const *list, size_t count);\n"
	"void anything(void *p);\n"
	"int log_line(const char *format, ...);\n"
	"void vlog(const char *format, va_list args);\n"
	"void save(FILE *out, const char *path, int fd);\n"
	"void on_done(void (*done)(void));\n"
	"extern int verbosity;\n"
	"int name_compare(const char *a, const char *b);\nfloat third(int n);\n"
	"#define SQUARE(n) ((n) * (n))\n#define PASTED(n) n##_t\n";

static inline struct hr_model *read_unit(void *state)
{
	return read_text(state, unit_header, NULL);
}

/* Reads a text that has to be fine. */
static inline struct hr_sequence *read_sequence(const struct hr_model *model, const char *text)
{
	struct hr_error error = HR_ERROR_INIT;
	struct hr_sequence *sequence = NULL;

	if (hr_sequence_read(&sequence, model, text, strlen(text), "t", &error) < 0)
		print_error("%s\n%s\n%s", text, error.message.data, error.details.data);
	hr_error_release(&error);
	return sequence;
}

#endif
