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

/* Numbers that stand for things, `long` where all return it. */
static void test_habits__identifiers(void **state)
{
	static const char header[] =
		"#include <stddef.h>\ntypedef int key_serial;\nstruct vec;\n"
		"key_serial add_key(const char *type, const char *what, key_serial ring);\nlong key_revoke(key_serial id);\n"
		"long key_chown(key_serial id, unsigned uid);\nlong key_clear(key_serial ring);\nlong key_link(key_serial id, key_serial ring);\n"
		"long key_control(int cmd, ...);\nlong key_negate(key_serial id, unsigned timeout);\nlong key_reject(key_serial id, unsigned error);\n"
		"long key_invalidate(key_serial id);\nlong key_move(key_serial id, key_serial from);\nlong key_describe(key_serial id, char *buffer, size_t buflen);\n"
		"int key_read_alloc(key_serial id, void **buffer);\n"
		"long key_derive(key_serial id, char *hashname, char *otherinfo, size_t otherinfolen, char *buffer, size_t buflen);\n"
		"long key_decrypt(key_serial id, const void *enc, size_t enc_len, void *data, size_t data_len);\n"
		"long key_instantiate(key_serial id, const struct vec *payload, unsigned ioc);\n";
	static const struct role_case cases[] = {
		{ "add_key", "-> value" },
		{ "key_revoke", "id in | -> status" },
		{ "key_link", "-> status" },
		{ "key_control", "cmd enum" },
		{ "key_describe", "buffer out | buflen capacity of buffer | -> value" },
		{ "key_read_alloc", "buffer out | -> value" },
		{ "key_derive", "hashname string | otherinfo buffer | otherinfolen length of otherinfo | buffer out | "
				"buflen capacity of buffer" },
		{ "key_decrypt", "enc buffer | data out | data_len capacity of data" },
		{ "key_instantiate", "payload in" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

static void test_habits__pictures(void **state)
{
	static const char header[] =
		"#include <stddef.h>\nenum yes { FALSE, TRUE };\ntypedef enum yes boolean_t;\nstruct walk;\n"
		"int write_png(const char *filename, int w, int h, const void *data, int stride_in_bytes);\n"
		"int write_png_to(void (*put)(void *context, void *data, int size), void *context, int w, const void *data);\n"
		"int resize(const unsigned char *input_pixels, int input_w, int input_stride_in_bytes, unsigned char *output_pixels, int output_w, "
		"int output_stride_in_bytes);\nvoid set_flip(int flag_true_if_flip);\n"
		"int info(int *channels_in_file, int desired_channels);\n"
		"struct rect { int w, h; };\nint pack_rects(struct walk *w, struct rect *rects, int num_rects);\n"
		"struct walk *walk_new(void);\nvoid walk_free(struct walk *w);\nboolean_t walk_on(struct walk *w, int c);\n";
	static const struct role_case cases[] = {
		{ "write_png", "filename path | data buffer | stride_in_bytes in" },
		{ "write_png_to", "put callback | context user_data of put | data buffer" },
		{ "resize", "input_stride_in_bytes in | output_stride_in_bytes in | -> status" },
		{ "set_flip", "flag_true_if_flip in" },
		{ "info", "channels_in_file out | desired_channels in" },
		{ "pack_rects", "w receiver | num_rects capacity of rects | -> status" },
		{ "walk_on", "w receiver | -> status" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

/* Names that are written together, types that are called as what they are for. */
static void test_habits__written_together(void **state)
{
	static const char header[] =
		"#include <stddef.h>\ntypedef unsigned zip_flags_t;\nstruct bag; struct bag *bag_open(const char *);\nint bag_close(struct bag *b);\n"
		"int bag_find(struct bag *, const char *, zip_flags_t);\nint bag_set(struct bag *b, int cbtype, int typemask);\n"
		"int bag_set_socket(struct bag *b, int s);\nint bag_debug(struct bag *b, int flag);\n"
		"int bag_file(struct bag *, const char *);\nint bag_range(struct bag *b, int *start, int *end);\n"
		"int encode_string(const char *str, char *str_enc, size_t len);\nint to_unicode(const char *in, char **output);\n"
		"int bag_read_bits(struct bag *b, int addr, int nb, unsigned char *dest);\nint uuid_variant(const unsigned char *uu);\n"
		"void *msg_reallocmsg(void *msg, size_t size);\nvoid bag_free_error(struct bag *b, unsigned char *str);\n"
		"int bag_get_option(struct bag *b, void *optval, size_t *optvallen);\nint bag_send_eof(struct bag *b);\n"
		"struct str { int length; };\nstruct str *str_new(void);\nvoid str_free(struct str *s);\nint str_ncmp(struct str *a, struct str *b, int len);\n"
		"struct ident { int key; };\nint bag_get_ident(struct bag *b, struct ident **store);\nint bag_auth(struct bag *b, struct ident *ident);\n"
		"int compress(size_t *encoded_size, unsigned char *encoded_buffer);\n";
	static const struct role_case cases[] = {
		{ "bag_set", "cbtype enum | typemask flags" },
		{ "bag_set_socket", "s descriptor" },
		{ "bag_debug", "flag in" },
		{ "bag_range", "start out | end out" },
		{ "encode_string", "str string | str_enc out | len capacity of str_enc" },
		{ "to_unicode", "output out | -> status" },
		{ "bag_read_bits", "nb capacity of dest | dest out | -> value" },
		{ "uuid_variant", "-> value" },
		{ "msg_reallocmsg", "msg consumed | size size" },
		{ "bag_free_error", "b receiver | str consumed" },
		{ "bag_get_option", "optval out | optvallen capacity of optval" },
		{ "bag_send_eof", "-> status" },
		{ "str_ncmp", "a receiver | b in | -> value" },
		{ "bag_auth", "ident in" },
		{ "compress", "encoded_size capacity of encoded_buffer" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

static void test_habits__openers(void **state)
{
	static const char header[] =
		"#include <stddef.h>\n#include <stdio.h>\nstruct memory { int (*get)(int); void *user_data; int n; }; struct encoder; struct base; struct index;\n"
		"int encoder_new(struct encoder **made, size_t max_capacity, const struct memory *mem);\nvoid encoder_del(struct encoder *e);\n"
		"struct base *base_index_open(struct base *b);\nvoid base_free(struct base *b);\n"
		"int base_index_close(struct index *i);\nstruct index *index_open(const char *path);\nint index_count(struct index *i);\n"
		"FILE *base_fopen_entry(struct base *b, int entry);\nchar *base_copyright(void);\nint sort_index(const char *index_filename);\n"
		"struct pair { FILE *file; int n; };\nstruct pair *pair_get(int n);\n";
	static const struct role_case cases[] = {
		{ "encoder_new", "made out | max_capacity size | mem in" },
		{ "base_index_open", "b receiver | -> borrowed of b" },
		{ "base_index_close", "-> status" },
		{ "base_fopen_entry", "-> owned" },
		{ "base_copyright", "-> borrowed" },
		{ "sort_index", "index_filename path | -> status" },
		{ "struct pair", "file out | n out" },
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

/* Structs by value that lead to memory, texts for errors, numbers called by their width, names written together. */
static void test_habits__by_value(void **state)
{
	static const char header[] =
		"typedef int int32;\ntypedef struct { double *dat; int len; } vec;\ntypedef struct { double x, y; } point;\n"
		"struct conn;\n#define EOLMODE_TEXT 0\n#define EOLMODE_BINARY 1\n#define EOLMODE_BOTH 2\n"
		"vec vec_new(int len);\nvec vec_copy(vec a);\nvec vec_get(const struct conn *c);\nvoid vec_free(vec a);\n"
		"point point_add(point a, point b);\n"
		"int32 tide_at(double when, int32 place, double *x, char *serr);\nint32 tide_place(int32 a, int32 b);\n"
		"void conn_pipes(struct conn *c, int ifd, int ofd);\nvoid conn_eolmode(struct conn *c, int eolmode);\n";
	static const struct role_case cases[] = {
		{ "vec_new", "-> owned" },
		{ "vec_copy", "a receiver | -> owned" },
		{ "vec_get", "-> value" },
		{ "vec_free", "a consumed" },
		{ "point_add", "a in | -> value" },
		{ "tide_at", "-> status" },
		{ "conn_pipes", "ifd descriptor | ofd descriptor" },
		{ "conn_eolmode", "eolmode enum" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

/* A struct whose tag does not tell what its other name does. */
static void test_habits__other_names(void **state)
{
	static const char header[] =
		"typedef struct _playerconfig { int speed; double gain; } PlayerConfig;\nstruct player;\n"
		"PlayerConfig player_default(void);\n"
		"int player_init(struct player *p, const PlayerConfig *conf);\n"
		"void player_config(PlayerConfig *conf, const struct player *p);\n";
	static const struct role_case cases[] = {
		{ "struct _playerconfig", "speed in | gain in" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

/* Directions with a space before them; numbers of things that constants are about, too; structs by value. */
static void test_habits__wires(void **state)
{
	static const char header[] =
		"typedef unsigned short wire_lane_t, wire_channel_t;\nstruct wire;\n"
		"#define WIRE_CHANNEL_MAX 9\n#define WIRE_CHANNEL_OPEN 10\n#define WIRE_CHANNEL_CLOSE 11\n#define WIRE_OK 0\n"
		"struct wire *wire_new(void);\nvoid wire_free(struct wire *w);\nint wire_open(struct wire *w, wire_channel_t c);\n"
		"/** @param [in] w the wire\n * @param [in] cert Path to the certificate in some form */\n"
		"int wire_set_cert(struct wire *w, const char *cert);\n"
		"struct reply { int kind; };\n/** @returns a reply; WIRE_OK on success */\nstruct reply wire_send(struct wire *w, int c);\n"
		"struct bytes { unsigned len; void *at; };\nvoid bytes_free(struct bytes b);\n"
		"struct bytes bytes_dup(struct bytes b);\n/** The text is not duplicated. */\nstruct bytes bytes_from(const char *text);\n"
		"/** @param [in] more number of additional bytes needed */\nint wire_extend(struct wire *w, unsigned more);\n"
		"/** @param [in] hint expected max length of what will come */\nint wire_expect(struct wire *w, unsigned hint);\n";
	static const struct role_case cases[] = {
		{ "wire_open", "w receiver | c in" }, { "wire_set_cert", "cert path" }, { "wire_send", "-> value" },
		{ "bytes_dup", "-> owned" },          { "bytes_from", "-> value" },     { "wire_extend", "more size" },
		{ "wire_expect", "hint size" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_habits__ends),
		IN_SCRATCH(test_habits__directions),
		IN_SCRATCH(test_habits__structs),
		IN_SCRATCH(test_habits__names),
		IN_SCRATCH(test_habits__results),
		IN_SCRATCH(test_habits__libc),
		IN_SCRATCH(test_habits__identifiers),
		IN_SCRATCH(test_habits__pictures),
		IN_SCRATCH(test_habits__written_together),
		IN_SCRATCH(test_habits__openers),
		IN_SCRATCH(test_habits__by_value),
		IN_SCRATCH(test_habits__other_names),
		IN_SCRATCH(test_habits__wires),
	};

	return cmocka_run_group_tests_name("habits", tests, NULL, NULL);
}
