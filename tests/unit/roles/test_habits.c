/* Habits of C libraries that were found by reading headers nobody had labelled: who ends what, which way data goes, whose struct it is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "inferring.h"

static void test_habits__ends(void **state)
{
	static const char header[] =
		"struct image; struct tree; struct hash; struct node;\n"
		"struct image *image_open(const char *path, int *error);\nint image_close(struct image *i, int *error);\n"
		"void image_free_layers(struct image *i);\nint image_width(const struct image *i);\n"
		"struct tree *tree_new(void);\nvoid tree_free(struct tree *t);\n"
		"_Bool tree_delete(struct tree *t, const unsigned *key);\n_Bool tree_store(struct tree *t, const unsigned *key, int v);\n"
		"struct hash *hash_init(int type);\nint hash_feed(struct hash *h, int v);\nvoid *hash_end(struct hash *h);\n"
		"struct node *node_new(void);\nint node_retain(struct node *n);\nint node_release(struct node *n);\n"
		"void node_delete(struct node *n);\nvoid counts_free(int *count, struct node **all);\n";
	static const struct role_case cases[] = {
		{ "image_close", "i consumed | error out" },
		{ "image_free_layers", "i receiver" },
		{ "tree_delete", "t receiver | key array" },
		{ "tree_store", "t receiver | -> status" },
		{ "hash_end", "h consumed" },
		{ "node_release", "n consumed" },
		{ "counts_free", "count out" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

static void test_habits__directions(void **state)
{
	static const char header[] =
		"#include <stddef.h>\n"
		"struct bus; struct type; struct list;\nstruct bus *bus_new(void);\nvoid bus_free(struct bus *b);\n"
		"int bus_write(struct bus *b, size_t length, unsigned *data);\nint bus_read(struct bus *b, char *data, int len);\n"
		"int bus_peek(struct bus *b, char *text, int maxsize);\nchar *ident_from_argument(char *argument);\n"
		"struct type *bus_get_type(struct bus *b, char *name);\n"
		"int bus_list(const struct bus *b, struct list **bus_list);\nvoid list_free(struct list *l);\n"
		"int list_get_first(struct list *l);\nint bus_ports(struct bus *b, struct port *ports, int maxports);\n"
		"void bus_to_ints(const float *in, int *out, int len);\nvoid pack(unsigned num, unsigned char *to);\n"
		"int bus_rom(struct bus *b, unsigned *rom, size_t romsize, size_t *used_size, unsigned char *used_version);\n"
		"struct record { int width, delay; };\nint record_width(struct record *r);\nint record_delay(struct record *r);\n"
		"int entry_to_record(size_t length, const unsigned char *entry, struct record *record);\n"
		"int record_copy(const struct record *src, struct record *dst);\n";
	static const struct role_case cases[] = {
		{ "bus_write", "length length of data elements | data array" },
		{ "bus_read", "data out | len capacity of data bytes" },
		{ "bus_peek", "text out | maxsize capacity of text bytes" },
		{ "ident_from_argument", "argument string" },
		{ "bus_get_type", "b receiver | name string" },
		{ "bus_list", "b receiver | bus_list out" },
		{ "bus_to_ints", "in array | out out | len capacity of out elements" },
		{ "pack", "num in | to out" },
		{ "bus_rom", "rom out | romsize capacity of rom elements | used_size out | used_version out" },
		{ "entry_to_record", "entry buffer | record out" },
		{ "record_copy", "src receiver | dst out" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

static void test_habits__structs(void **state)
{
	static const char header[] =
		"#include <stddef.h>\n"
		/* what the unit makes and ends, with operations, and not a word about the fields */
		"struct parser { int depth; char *rest; int (*step)(int); };\nstruct parser *parser_new(void);\nvoid parser_free(struct parser *p);\n"
		"int parser_feed(struct parser *p, int c);\nint parser_done(struct parser *p);\n"
		/* data to read and room to write */
		"struct samples { const float *data_in; float *data_out; long frames_in; long frames_used; };\n"
		"int resample(struct samples *s, int type);\n"
		/* opened and closed */
		"struct database { const char *name; unsigned size; };\nint database_open(const char *filename, struct database *d);\n"
		"void database_close(struct database *d);\nint database_look(const struct database *d, const char *key);\n"
		/* a table of functions that is made and ended */
		"struct codec { int (*run)(struct codec *self); };\nstruct codec *codec_create(void);\nvoid codec_destroy(struct codec *self);\n"
		/* callbacks of the caller's, for another */
		"struct io { int (*read)(void *, char *, int); void *read_data; };\nstruct stream;\n"
		"struct stream *stream_connect(struct io *io, const char *url);\nvoid stream_close(struct stream *s);\n"
		"int stream_seek(struct io *io, struct stream *s, long offset);\nint stream_skip(struct io *io, struct stream *s);\n"
		"struct port { int address; };\nstruct port_list { int count; struct port **all; };\n"
		"int find_all(int flags, struct port_list *list);\nint port_count(struct port *p);\n"
		"struct outer { int width; void *user_data; void *Private; };\nstruct outer *outer_open(const char *path);\n";
	static const struct role_case cases[] = {
		{ "struct parser", "depth private | rest private | step private" },
		{ "resample", "s inout | type enum" },
		{ "struct samples", "data_in array | data_out out | frames_used out" },
		{ "struct database", "name out | size out" },
		{ "codec_destroy", "self consumed" },
		{ "stream_connect", "io in | -> owned" },
		{ "stream_seek", "io in | s receiver" },
		{ "struct port", "address out" },
		{ "struct outer", "width out | user_data user_data | Private private" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

static void test_habits__names(void **state)
{
	static const char header[] =
		"#include <stdarg.h>\n#include <stddef.h>\n#include <sys/types.h>\n"
		"typedef unsigned smi_nodekind; typedef int smi_access;\n"
		"#define SMI_NODEKIND_ANY 1\n#define SMI_NODEKIND_ROW 2\n#define SMI_NODEKIND_TABLE 8\n"
		"#define SMI_ACCESS_NONE 0\n#define SMI_ACCESS_READ 1\n#define SMI_ACCESS_BOTH 3\n"
		"void smi_walk(smi_nodekind kinds, smi_access how);\nvoid smi_use(int userflags);\n"
		"typedef unsigned char smi_pixel_type;\n#define A_TYPE 1\n#define B_TYPE 2\n#define C_TYPE 3\nvoid smi_draw(smi_pixel_type p);\n"
		"int smi_exec(int *ret, const char *prog, va_list ap);\nint smi_open_handle(int FileHandle, int *error);\n"
		"struct doc; struct doc *doc_new(void);\nvoid doc_free(struct doc *d);\n"
		"const char *doc_find_path(struct doc *d, const char *path);\n"
		"void doc_begin(struct doc *d, void (*put)(unsigned char *, size_t, void *), void *file);\n"
		"struct doc *doc_union(const struct doc *a, const struct doc *b);\n";
	static const struct role_case cases[] = {
		{ "smi_walk", "kinds flags | how enum" },
		{ "smi_use", "userflags flags" },
		{ "smi_draw", "p in" },
		{ "smi_exec", "prog string" },
		{ "smi_open_handle", "FileHandle descriptor | error out" },
		{ "doc_find_path", "d receiver | path string | -> borrowed of d" },
		{ "doc_begin", "d receiver | put callback | file user_data of put" },
		{ "doc_union", "a receiver | b in | -> owned" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

static void test_habits__results(void **state)
{
	static const char header[] =
		"#include <stddef.h>\n#include <sys/types.h>\n#define LINE_INPUT 1\n#define LINE_OUTPUT 2\n"
		"struct line;\nstruct line *line_open(const char *path);\nvoid line_close(struct line *l);\n"
		"/* Returns LINE_INPUT or LINE_OUTPUT. */\nint line_direction(struct line *l);\n"
		"int line_numopts(struct line *l);\npid_t line_fork(void);\n"
		"/* @returns Number of samples decoded on success or a negative error code */\n"
		"int line_decode(struct line *l, const unsigned char *data, int len, float *pcm, int frame_size);\n";
	static const struct role_case cases[] = {
		{ "line_direction", "-> value" },
		{ "line_numopts", "-> value" },
		{ "line_fork", "-> value" },
		{ "line_decode", "-> value" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

/* As in the C library. */
static void test_habits__libc(void **state)
{
	static const char header[] =
		"#include <stddef.h>\ntypedef unsigned char byte;\nstruct pool;\n"
		"byte *my_strcat(byte *dest, const byte *src);\nbyte *my_strncpy(byte *dest, const byte *src, unsigned n);\n"
		"int my_strcmp(const byte *a, const byte *b);\nint my_memcmp(const void *a, const void *b, size_t n);\n"
		"void *pool_memdup(struct pool *p, const void *from, size_t n);\nvoid my_bzero(void *p, size_t n);\n"
		"int my_strcmp_all(const byte *a);\nint int_memcmp(int a, int b, int c);\n";
	static const struct role_case cases[] = {
		{ "my_strcat", "dest inout | src string" },
		{ "my_strncpy", "dest out | src string | n capacity of dest" },
		{ "my_strcmp", "a string | b string" },
		{ "my_memcmp", "a buffer | b buffer | n length of b" },
		{ "pool_memdup", "from buffer | n length of from" },
		{ "my_bzero", "p out | n capacity of p" },
		{ "int_memcmp", "a in | b in | c in" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_habits__ends),  IN_SCRATCH(test_habits__directions), IN_SCRATCH(test_habits__structs),
		IN_SCRATCH(test_habits__names), IN_SCRATCH(test_habits__results),    IN_SCRATCH(test_habits__libc),
	};

	return cmocka_run_group_tests_name("habits", tests, NULL, NULL);
}
