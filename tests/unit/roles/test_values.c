/* Text, paths, formats, files, descriptors, flags, choices: what scalars and strings are for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "inferring.h"

static void test_values__text(void **state)
{
	static const char header[] =
		"#include <stdio.h>\n#include <stdarg.h>\n"
		"struct log; struct config;\n"
		"struct config *config_load(const char *filename);\nvoid config_free(struct config *c);\n"
		"int config_save(const struct config *c, const char *path);\n"
		"int config_dump(const struct config *c, FILE *out);\n"
		"const char *config_get(const struct config *c, const char *key);\n"
		"int config_set(struct config *c, const char *key, const char *value);\n"
		"int config_include_dir(struct config *c, const char *directory);\n"
		"void log_printf(struct log *l, const char *fmt, ...);\n"
		"void log_vprintf(struct log *l, const char *fmt, va_list args);\n"
		"void log_line(struct log *l, const char *text);\n"
		"int log_attach(struct log *l, int fd);\n"
		"struct log *log_open(const char *file_name, int level);\nvoid log_close(struct log *l);\n"
		"int format_time(char *out, unsigned long size, const char *format, long when);\n"
		"int connect_to(const char *host, const char *service, int sockfd);\n"
		"struct log *log_reopen(const char *name, const char *mode);\n"
		"int greet(char *name);\n";
	static const struct role_case cases[] = {
		{ "config_load", "filename path | -> owned freed_by config_free | .error null" },
		{ "config_save", "c receiver | path path" },
		{ "config_dump", "c receiver | out file" },
		{ "config_get", "c receiver | key string | -> borrowed of c" },
		{ "config_set", "c receiver | key string | value string | -> status" },
		{ "config_include_dir", "c receiver | directory path" },
		{ "log_printf", "l receiver | fmt format | -> none" },
		{ "log_vprintf", "l receiver | fmt format | args in" },
		{ "log_line", "l receiver | text string" },
		{ "log_attach", "l receiver | fd descriptor" },
		{ "log_open", "file_name path | -> owned freed_by log_close" },
		{ "format_time", "out out | size capacity of out bytes | format format | when in" },
		{ "connect_to", "host string | service string | sockfd descriptor" },
		{ "log_reopen", "name path | mode string" },
		{ "greet", "name string" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

static void test_values__choices(void **state)
{
	static const char header[] =
		"#include <stddef.h>\n"
		"enum colour { RED, GREEN, BLUE };\nenum options { OPT_A = 1, OPT_B = 2, OPT_C = 4 };\n"
		"#define OPEN_READ 1\n#define OPEN_WRITE 2\n#define OPEN_CREATE 4\n"
		"#define LEVEL_FAST 1\n#define LEVEL_NORMAL 2\n#define LEVEL_BEST 3\n\n"
		"struct pen;\n\n"
		"struct pen *pen_new(enum colour colour, enum options options);\nvoid pen_free(struct pen *p);\n"
		"int pen_set_flags(struct pen *p, unsigned flags);\n"
		"int pen_seek(struct pen *p, long offset, int whence);\n"
		"/* Sets the quality.\n * @param level  one of LEVEL_FAST, LEVEL_NORMAL and LEVEL_BEST */\n"
		"int pen_set_level(struct pen *p, int level);\n"
		"/* Opens.\n * @param how  a bitwise OR of OPEN_READ, OPEN_WRITE and OPEN_CREATE */\n"
		"int pen_open(struct pen *p, int how);\n"
		"const char *pen_strerror(int errnum);\n"
		"int pen_move(struct pen *p, double x, double y, _Bool down);\n"
		"int pen_select(struct pen *p, int index);\n"
		"typedef int PNenum;\nint pen_get(struct pen *p, PNenum what);\ntypedef int linenum_t;\nint pen_line(struct pen *p, linenum_t at);\n"
		"/* Answers.\n * @param service  basic service enum, -1 if there is none */\n"
		"void pen_answer(struct pen *p, int service);\n"
		"#define PEN_TRUE 1\n/* Sets the tip.\n * \\return \\b PEN_TRUE if the pen succeeded to take it */\n"
		"_Bool pen_tip(const struct pen *p, const char *tip);\n"
		"char pen_upper(char c);\n";
	static const struct role_case cases[] = {
		{ "pen_new", "colour enum | options flags | -> owned freed_by pen_free" },
		{ "pen_set_flags", "p receiver | flags flags | -> status" },
		{ "pen_seek", "p receiver | offset in | whence enum" },
		{ "pen_set_level", "p receiver | level enum" },
		{ "pen_open", "p receiver | how flags" },
		{ "pen_strerror", "errnum enum | -> borrowed" },
		{ "pen_move", "p receiver | x in | y in | down in" },
		{ "pen_select", "p receiver | index in" },
		{ "pen_get", "p receiver | what enum" },
		{ "pen_line", "p receiver | at in" },
		{ "pen_answer", "p receiver | service enum" },
		{ "pen_tip", "p receiver | tip string | -> status" },
		{ "pen_upper", "c in" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

/* Numbers that constants or flags only seem to be for. */
static void test_values__no_choices(void **state)
{
	static const char header[] =
		"#include <stdint.h>\nenum fabric_kind { FABRIC_WOOL, FABRIC_SILK, FABRIC_LINEN };\n"
		"#define ST_NDX_NONE 0\n#define ST_NDX_LOW 1\n#define ST_NDX_HIGH 0xff\n"
		"#define ST_TRUE 1\n#define ST_FALSE 0\n#define ST_PORT_NONE 0\n#define ST_PORT_ANY 1\n"
		"#define ST_CODE_A 1\n#define ST_CODE_B 2\n#define ST_CODE_C 3\n"
		"struct stitch;\nint stitch_get(struct stitch *s, int __ndx);\nint stitch_at(struct stitch *s, int rowidx);\n"
		"int stitch_range(struct stitch *s, uint8_t mask_len);\nvoid stitch_option(struct stitch *s, int bFlag);\n"
		"/* @param active  ST_TRUE or ST_FALSE */\nvoid stitch_switch(struct stitch *s, int active);\n"
		"/* @param port  where; ST_PORT_NONE for nowhere, ST_PORT_ANY for anywhere */\n"
		"void stitch_listen(struct stitch *s, int port);\n"
		"/* @param code  the character to sew */\nvoid stitch_letter(struct stitch *s, int code);\n"
		"/* @param what  the \\ref fabric_kind to use */\nvoid stitch_use(struct stitch *s, unsigned what);\n"
		"/* @param which  bitmask of kinds */\nvoid stitch_mix(struct stitch *s, enum fabric_kind which);\n"
		"enum sew_flags { SEW_FAST = 1, SEW_TWICE = 2 };\n"
		"/* @param how  a sew_flags value */\nvoid stitch_sew(struct stitch *s, int how);\n";
	static const struct role_case cases[] = {
		{ "stitch_sew", "s receiver | how flags" },   { "stitch_get", "s receiver | __ndx in" },
		{ "stitch_at", "s receiver | rowidx in" },    { "stitch_range", "s receiver | mask_len in" },
		{ "stitch_option", "s receiver | bFlag in" }, { "stitch_switch", "s receiver | active in" },
		{ "stitch_listen", "s receiver | port in" },  { "stitch_letter", "s receiver | code in" },
		{ "stitch_use", "s receiver | what enum" },   { "stitch_mix", "s receiver | which flags" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_values__text),
		IN_SCRATCH(test_values__choices),
		IN_SCRATCH(test_values__no_choices),
	};

	return cmocka_run_group_tests_name("values", tests, NULL, NULL);
}
