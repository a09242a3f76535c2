/* Fields of structs: what the caller sets, what it reads, what it leaves alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "inferring.h"

static void test_fields__options(void **state)
{
	static const char header[] =
		"#include <stdio.h>\n#include <stddef.h>\nenum mode { FAST, SLOW }; enum traits { T_A = 1, T_B = 2, T_C = 4 };\n"
		"struct options {\n"
		"\tenum mode mode;\n\tenum traits traits;\n\tunsigned flags;\n\tconst char *title;\n\tconst char *log_path;\n"
		"\tFILE *trace;\n\tint fd;\n\tvoid (*on_error)(void *data, const char *text);\n\tvoid *on_error_data;\n"
		"\tdouble ratio;\n\tint _reserved;\n\tint state; /* internal, do not touch */\n"
		"\tconst int *ports;\n\tsize_t num_ports;\n};\n"
		"struct server;\n"
		"struct server *server_start(const struct options *options);\nvoid server_free(struct server *s);\n";
	static const struct role_case cases[] = {
		{ "struct options",
		  "mode enum | traits flags | flags flags | title string | log_path path | trace file | "
		  "fd descriptor | on_error callback | on_error_data user_data of on_error | ratio in | "
		  "_reserved private | state private | ports array | num_ports length of ports elements" },
		{ "server_start", "options in | -> owned freed_by server_free" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

/* Input and output that the caller hands over bit by bit. */
static void test_fields__streams(void **state)
{
	static const char header[] =
		"#include <stddef.h>\n"
		"struct codec {\n"
		"\tconst unsigned char *next_in; /* next input byte */\n\tsize_t avail_in; /* number of bytes at next_in */\n"
		"\tunsigned char *next_out; /* where the next output byte goes */\n\tsize_t avail_out; /* room at next_out */\n"
		"\tunsigned long total; /* bytes written so far */\n"
		"\tconst char *message; /* last error, set by the library */\n"
		"\tstruct inner *inner; /* not visible by applications */\n"
		"\tvoid *(*allocate)(void *opaque, size_t size);\n\tvoid *opaque;\n};\n"
		"int codec_init(struct codec *c);\nint codec_run(struct codec *c, int finish);\nint codec_end(struct codec *c);\n";
	static const struct role_case cases[] = {
		{ "struct codec", "next_in buffer | avail_in length of next_in bytes | next_out out | "
				  "avail_out capacity of next_out bytes | total out | message out | inner private | "
				  "allocate callback | opaque user_data of allocate" },
		{ "codec_init", "c receiver | -> status" },
		{ "codec_run", "c receiver | finish in" },
		{ "codec_end", "c receiver" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

static void test_fields__results(void **state)
{
	static const char header[] = "struct stats { int lines; double mean; const char *longest; };\n"
				     "struct info { int width; int height; };\nstruct image;\n"
				     "int text_stats(const char *text, struct stats *stats);\n"
				     "const struct info *image_info(const struct image *i);\n"
				     "struct image *image_new(void);\nvoid image_free(struct image *i);\n";
	static const struct role_case cases[] = {
		{ "struct stats", "lines out | mean out | longest out" },
		{ "struct info", "width out | height out" },
		{ "text_stats", "text string | stats out | -> status" },
		{ "image_info", "i receiver | -> borrowed of i" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

/* Headings in a struct say who may do what; a form that the unit makes is there to be filled; what a macro reads is there to be read. */
static void test_fields__sections(void **state)
{
	static const char header[] =
		"#include <stdio.h>\n"
		"struct bus {\n\t/* Options you can change: */\n\tint method; /* how to get at it */\n\n\tint debugging;\n\n"
		"\t/* Fields used internally: */\n\tFILE *log;\n\tvoid *aux;\n\n\t/* You are free to use this. */\n\tvoid *mine;\n};\n"
		"struct bus *bus_new(void);\nvoid bus_free(struct bus *b);\nint bus_scan(struct bus *b);\n"
		"struct split_config_struct {\n\tint longest; /* longest word */\n\tint add_all; /* 1 for all of them */\n};\n"
		"struct split_config_struct *split_config_new(void);\nvoid split_config_free(struct split_config_struct *c);\n"
		"int split(const char *text, struct split_config_struct *c);\n"
		"struct chain { int size; void *head; };\n"
		"struct chain *chain_new(void);\nvoid chain_free(struct chain *c);\nvoid chain_add(struct chain *c, void *item);\n"
		"void chain_cut(struct chain *c);\n#define chain_size(c) ((c)->size)\n";
	static const struct role_case cases[] = {
		{ "struct bus", "method enum | debugging in | log private | aux private | mine user_data" },
		{ "struct split_config_struct", "longest in | add_all in" },
		{ "struct chain", "size out | head private" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

/* What the header hides, no caller sets. */
static void test_fields__hidden(void **state)
{
	struct hr_model *model =
		read_text(*state, "struct s; struct s *s_new(void); void s_free(struct s *s);",
			  "#include \"unit.h\"\nstruct s { int a; void (*f)(void); };\n"
			  "struct s *s_new(void) { return 0; }\nvoid s_free(struct s *s) { (void)s; }\n");

	hr_roles_infer(model);
	assert_int_equal(find_field(find_type(model, "struct s"), "a")->role, HR_ROLE_PRIVATE);
	assert_int_equal(find_field(find_type(model, "struct s"), "f")->role, HR_ROLE_PRIVATE);
	hr_model_free(model);
}

/* Who writes what, where several hands are in it. */
static void test_fields__whose(void **state)
{
	static const char header[] =
		"#include <stddef.h>\nstruct job; typedef void job_done(struct job *j, void *data);\n"
		"struct job { int timeout; unsigned char *buffer; job_done *done; void *user_data; };\n"
		"struct job *job_alloc(int parts);\nvoid job_free(struct job *j);\nint job_submit(struct job *j);\n"
		"struct glyph { int x, y; };\nint font_read_glyph(const char *text, struct glyph *glyph);\n"
		"void font_quad(const struct glyph *glyph, int at);\n"
		"struct mode { const char *title; int id; void *(*start)(const struct mode *m); };\n"
		"const struct mode *mode_default(void);\nvoid *mode_start(const struct mode *m);\n"
		"int mode_rate(const struct mode *m);\n"
		"struct setup { int direct; /* Can be filled in by open, to go around the cache. */\n"
		"int ttl; /* how long values, as returned by get, are kept */\nint used; /* filled in by the library */ };\n"
		"struct list { int argc; char **argv; int copied; };\nint list_parse(struct list *l, int flags);\n"
		"int list_add(struct list *l, const char *text);\nvoid list_free(struct list *l);\n"
		"struct pool *pool_new(const struct setup *setup, int size);\n";
	static const struct role_case cases[] = {
		{ "struct job", "timeout in | done callback | user_data user_data of done" },
		{ "struct glyph", "x out | y out" },
		{ "struct mode", "title out | id out" },
		{ "struct list", "argc length of argv elements | argv array | copied in" },
		{ "struct setup", "direct in | ttl in | used out" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

/* Parts of what is left alone; an iterator whose documentation shows what to look at. */
static void test_fields__parts_and_iterators(void **state)
{
	static const char header[] =
		"struct edge { int from, to; }; typedef struct { struct edge *edges; int count; } graph;\n"
		"graph *graph_new(void); void graph_free(graph *g); int graph_join(graph *g, int a, int b);\n"
		"int graph_cut(graph *g, int a, int b); int graph_walk(graph *g);\n"
		"/* To go through it: while (i.more) use(i.value, it->value), then it_next(&i). */\n"
		"struct it {\n\tconst graph *of; /* whose */\n\tint at; /* where */\n\tint value;\n\tint more;\n\tint mark; /* which */\n};\n"
		"struct it *it_new(const graph *g); void it_free(struct it *i); int it_next(struct it *i); int it_back(struct it *i);\n";
	static const struct role_case cases[] = {
		{ "struct edge", "from private | to private" },
		{ "struct it", "of private | at private | value out | more out | mark private" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

/* A comment that goes through the fields of its struct speaks of them. */
static void test_fields__entries(void **state)
{
	static const char header[] =
		"/** How to connect.\n * @param host  whom to call\n * @param arg  Information to pass to the callback\n"
		" * @param connect(void *opaque_info)  called for each connection\n * @param tries  set by the library */\n"
		"struct link_setup {\n\tconst char *host;\n\tvoid *arg;\n\tint (*connect)(void *opaque_info);\n\tint tries;\n};\n"
		"struct link *link_open(const struct link_setup *setup, int timeout);\nvoid link_close(struct link *l);\n"
		"typedef int send_fn(void *plug, int c);\n"
		"struct wire { void *plug; send_fn *send; void (*state_changed)(int state); void *state_changed_arg; void *state; };\n"
		"int wire_run(const struct wire *w, int n);\n";
	static const struct role_case cases[] = {
		{ "struct link_setup", "host string | arg user_data of connect | connect callback | tries out" },
		{ "struct wire",
		  "plug user_data of send | state_changed callback | state_changed_arg user_data of state_changed | state private" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

/* Structs that operations lend, and others take as they are; callbacks in a struct that operations yield. */
static void test_fields__lent(void **state)
{
	static const char header[] =
		"#include <stddef.h>\nstruct net;\nstruct group { const char **hosts; size_t hosts_len; int rank; };\n"
		"const struct group *net_first(struct net *n);\nint net_add(struct net *n, const struct group *group);\n"
		"struct net *net_new(void);\nvoid net_free(struct net *n);\n"
		"struct suite { const char *name; void (*setup)(void); int active; };\n"
		"struct suite *add_suite(const char *name, void (*setup)(void));\nint suite_enable(struct suite *s, int on);\n"
		"struct ask { unsigned want; /* capability flags that the caller wants */\n\tunsigned bits; /* bitmask of what is there */\n\tint fill; /* how much is stored */ };\n"
		"int net_ask(struct net *n, const struct ask *ask);\n"
		"struct limits { int low; unsigned size; };\nvoid net_limits(struct net *n, struct limits *limits);\n"
		"int net_limit(struct net *n, struct limits limits);\n";
	static const struct role_case cases[] = {
		{ "struct group", "hosts_len length of hosts elements | rank in" },
		{ "struct suite", "name out | active out" },
		{ "struct limits", "low in | size size" },
		{ "struct ask", "want flags | bits flags | fill in" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

/* Limits of values, times and ratios are no sizes, one truth value no set of flags; an enum that is spoken of, or called as the field is, is meant. */
static void test_fields__settings(void **state)
{
	static const char header[] =
		"typedef unsigned char Bool;\nstruct coder;\n"
		"typedef enum { SHRINK_NONE, SHRINK_FIXED, SHRINK_RANDOM } SHRINK_MODE;\n"
		"typedef enum { PACE_SLOW, PACE_FAST, PACE_BEST } CoderPace;\n"
		"struct coder_config {\n\tunsigned max_luma; /* the brightest */\n\tunsigned max_entries;\n"
		"\tunsigned max_write; /* Maximum size of one write */\n\tunsigned buffer_size;\n\tunsigned buffer_size_ms;\n"
		"\tunsigned resize_denom;\n\tBool filter_flag;\n\tunsigned char shrink_mode;\n"
		"\tunsigned pace; /* Refer to the CoderPace enum for valid values */\n"
		"\tunsigned again; /* DISALLOW_IT = 0, never. ALLOW_SOME = 1, now and then. ALLOW_ALL = 2, always */\n"
		"\tunsigned rate; /* When zero, the default, otherwise an error is returned */\n};\n"
		"int coder_setup(struct coder *c, const struct coder_config *config);\n"
		"/* To be allocated by the application and passed to the library behind a pointer. */\n"
		"struct coder_scale { int scale_denom; };\n";
	static const struct role_case cases[] = {
		{ "struct coder_config",
		  "max_luma in | max_entries size | max_write size | buffer_size size | buffer_size_ms in | resize_denom in | filter_flag in | shrink_mode enum | pace enum | again enum | rate in" },
		{ "struct coder_scale", "scale_denom in" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

/* Plain values are the caller's, though some operations compute one and a list of them is taken, too. */
static void test_fields__values(void **state)
{
	static const char header[] =
		"struct canvas; struct canvas *canvas_new(int w, int h); void canvas_free(struct canvas *c);\n"
		"typedef struct color { unsigned char red, green, blue; } color; typedef struct shade { short hue, grey; } shade;\n"
		"typedef struct totals { long reads, writes; } totals;\n"
		"int canvas_get_pixel(struct canvas *c, int x, int y, color *to);\n"
		"void canvas_put_pixel(struct canvas *c, int x, int y, const color *with);\n"
		"void canvas_fill(struct canvas *c, const color *with); void canvas_clear(struct canvas *c, const color *with);\n"
		"struct canvas *canvas_blend(int w, int h, color **colors);\n"
		"void shade_from_color(const color *from, shade *out); void shade_to_color(const shade *from, color *out);\n"
		"void canvas_get_totals(struct canvas *c, totals *out); long totals_sum(const totals *t);\n"
		"typedef struct span { long from, to; } span; typedef void span_seen(void *data, const span *s);\n"
		"int canvas_next(struct canvas *c, span *out); int canvas_next_of(struct canvas *c, span **out);\n"
		"void canvas_each(struct canvas *c, span_seen *seen, void *data);\n"
		"void canvas_dump(struct canvas *c, const span *s); int canvas_matches(struct canvas *c, const span *s);\n";
	static const struct role_case cases[] = {
		{ "struct color", "red in | green in | blue in" },
		{ "struct shade", "hue in | grey in" },
		{ "struct totals", "reads out | writes out" },
		{ "struct span", "from out | to out" },
		{ "canvas_get_pixel", "to out" },
		{ "shade_from_color", "from in | out out" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_fields__options),
		IN_SCRATCH(test_fields__streams),
		IN_SCRATCH(test_fields__results),
		IN_SCRATCH(test_fields__hidden),
		IN_SCRATCH(test_fields__sections),
		IN_SCRATCH(test_fields__whose),
		IN_SCRATCH(test_fields__parts_and_iterators),
		IN_SCRATCH(test_fields__entries),
		IN_SCRATCH(test_fields__lent),
		IN_SCRATCH(test_fields__settings),
		IN_SCRATCH(test_fields__values),
	};

	return cmocka_run_group_tests_name("fields", tests, NULL, NULL);
}
