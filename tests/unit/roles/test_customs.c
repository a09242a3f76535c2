/* Customs that were found by reading headers of libraries nobody had labelled: constants for success that are not zero, lists that grow, numbers that
 * are kept from one call to the next, what comes along. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "inferring.h"

static void test_customs__success_is_not_zero(void **state)
{
	static const char header[] =
		"#define PIC_OK 1\n#define PIC_ERROR 0\nstruct pic;\nstruct pic *pic_open(const char *path);\n"
		"int pic_write(struct pic *p, int v);\nint pic_close(struct pic *p);\n_Bool pic_sync(struct pic *p);\n";
	static const struct role_case cases[] = {
		{ "pic_write", "-> status | .error zero" },
		{ "pic_close", "p consumed | -> status | .error zero" },
		{ "pic_sync", ".error zero" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

static void test_customs__success_is_zero(void **state)
{
	static const char header[] =
		"enum { PIC_OK, PIC_ERROR };\nenum { PIC_FALSE, PIC_TRUE };\nstruct pic;\nstruct pic *pic_open(const char *path);\n"
		"int pic_write(struct pic *p, int v);\n";
	static const struct role_case cases[] = { { "pic_write", "-> status | .error nonzero" } };

	check_roles(*state, header, cases, COUNT(cases));
}

static void test_customs__lists(void **state)
{
	static const char header[] =
		"#include <stddef.h>\nstruct part { int a; char *b; }; struct leaf { int a; char *b; }; struct book;\nstruct book *book_new(void);\nvoid book_free(struct book *b);\n"
		"int book_add_part(int *part_count, struct leaf **parts, int function, unsigned len, unsigned char *data);\n"
		"int book_set_parts(struct book *b, struct part *parts, unsigned n_parts);\n"
		"int book_get_parts(struct book *b, struct part *parts, unsigned *n_parts);\n"
		"int book_next(unsigned *place, struct book *b);\n"
		"int book_code(const unsigned char *in, size_t in_size, unsigned char *out, size_t *out_pos, size_t out_size);\n"
		"int book_find(struct book *b, const char *key, size_t *index);\n";
	static const struct role_case cases[] = {
		{ "book_add_part", "part_count inout | parts inout | len length of data bytes | data buffer" },
		{ "book_set_parts", "parts array | n_parts length of parts elements" },
		{ "book_get_parts", "parts out | n_parts capacity of parts elements" },
		{ "book_next", "place inout | b receiver" },
		{ "book_code", "out_pos inout | out_size capacity of out bytes" },
		{ "book_find", "index out" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

static void test_customs__constants(void **state)
{
	static const char header[] =
		"enum { PNG_FMT_RAW = 1, PNG_FMT_RGB = 2, PNG_FMT_RGBA = 4 };\n#define PNG_DEFL_NONE 0\n#define PNG_DEFL_FAST 1\n#define PNG_DEFL_BEST 2\n"
		"#define PNG_ROOM_SIZE 3\n#define PNG_ROOM_MAX 5\n#define PNG_ROOM_MASK 9\n"
		"struct png;\nstruct png *png_new(void);\nint png_write(struct png *p, int fmt, int defl, int room);\n"
		"int png_get_intent(struct png *p, unsigned char *intent);\n";
	static const struct role_case cases[] = {
		{ "png_write", "fmt enum | defl enum | room in" },
		{ "png_get_intent", "intent out | -> status" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

static void test_customs__text(void **state)
{
	static const char header[] =
		"#include <stddef.h>\nint text_len(const char *s);\nint text_cmp(const char *a, const char *b);\n"
		"int text_has(const char *s, int c);\nsize_t text_unquote(char *s);\nint text_read(char *s);\n"
		"int text_join(char *separator, int count);\nint text_hex_p(const char *s);\nint text_check(const char *s);\n";
	static const struct role_case cases[] = {
		{ "text_unquote", "s inout" },
		{ "text_read", "s out" },
		{ "text_hex_p", "-> value" },
		{ "text_check", "s string | -> value" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

static void test_customs__ciphers(void **state)
{
	static const char header[] =
		"void box_encrypt(unsigned char *block, const unsigned char *key);\n"
		"void box_decrypt(unsigned char *state, const unsigned char *key);\n"
		"void box_crypt(const unsigned char *plain, unsigned char *code, const unsigned char *key);\n";
	static const struct role_case cases[] = {
		{ "box_encrypt", "block inout | key buffer" },
		{ "box_decrypt", "state inout" },
		{ "box_crypt", "plain buffer | code out" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

static void test_customs__what_comes_along(void **state)
{
	static const char header[] =
		"#include <stdio.h>\n#include <stddef.h>\n"
		"struct job; struct job_stats { long bytes; long blocks; };\nstruct job *job_begin(int kind);\nvoid job_free(struct job *j);\n"
		"const struct job_stats *job_statistics(struct job *j);\nint job_file(FILE *from, FILE *to, struct job_stats *stats);\n"
		"struct pipes { char *next_in; size_t avail_in; char *next_out; size_t avail_out; };\nint job_iter(struct job *j, struct pipes *p);\n"
		"struct problem { int n; double *y; }; struct parameter { double c; double *weight; }; struct model;\n"
		"struct model *train(const struct problem *problem, const struct parameter *parameter);\nvoid free_model(struct model *m);\n"
		"double predict(const struct model *m, double x);\nvoid destroy_parameter(struct parameter *p);\n"
		"void free_model_content(struct model *m);\n"
		"/** Decrements the reference count. */\nvoid job_put(struct job *j);\n";
	static const struct role_case cases[] = {
		{ "job_file", "stats out" },
		{ "job_iter", "j receiver | p inout" },
		{ "train", "problem in | parameter in | -> owned" },
		{ "free_model_content", "m receiver" },
		{ "job_put", "j consumed" },
		{ "struct parameter", "c in | weight array" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

static void test_customs__fields(void **state)
{
	static const char header[] =
		"#include <stddef.h>\n"
		"struct shape { double width; int kind; };\nint shape_get(struct io *i, struct shape *s);\nint shape_set(struct io *i, const struct shape *s);\n"
		"struct profile { char profile_name[80]; size_t profile_len; char *profile; };\nint use(struct io *i, const struct profile *p);\n"
		"struct chunk { unsigned char type[4]; size_t length; char *data; };\nint put(struct io *i, const struct chunk *c);\n"
		"struct samples { const float *data_in; float *data_out; long input_frames; long output_frames; long frames_gen; };\n"
		"int resample(struct samples *s, int type);\n"
		"struct names { size_t count; const char *first; }; struct base { int depth; struct names names; };\n"
		"int base_open(const char *path, struct base *b);\nvoid base_close(struct base *b);\nint base_look(const struct base *b, const char *key);\n";
	static const struct role_case cases[] = {
		{ "struct shape", "width inout | kind inout" },
		{ "struct profile", "profile_len length of profile bytes | profile buffer" },
		{ "struct chunk", "length length of data bytes | data buffer" },
		{ "struct samples",
		  "input_frames length of data_in elements | output_frames capacity of data_out elements | frames_gen out" },
		{ "struct names", "count out | first out" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

static void test_customs__vectors(void **state)
{
	static const char header[] =
		"void legendre_set(int order, double xtab[], double weight[]);\n"
		"typedef int step(void *p, int n, const double *x, double *fvec);\n"
		"int solve(step *fcn, void *p, int n, double *x, double *fvec, double tol, double *wa, int lwa);\n"
		"int fit(int m, int n, const double *x, const double *y);\nint one(int n, double *x);\n";
	static const struct role_case cases[] = {
		{ "legendre_set", "order capacity of xtab elements | xtab out | weight out" },
		{ "solve",
		  "n length of x elements | x inout | fvec out | wa out | lwa capacity of wa elements | p user_data of fcn" },
		{ "fit", "m length of y elements | n length of x elements | x array | y array" },
		{ "one", "n in" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

static void test_customs__names(void **state)
{
	static const char header[] =
		"struct v_group; struct v_group *v_group_create(void);\nvoid v_group_destroy(struct v_group *g);\nint v_group_add(struct v_group *g, int id);\n"
		"int v_make_volume(const char *path, int how, struct v_group *inherit);\nint v_make_volume_fd(int fd, int how, struct v_group *inherit);\n"
		"/**\n * @source: Path of what there is.\n * @where: What it is called.\n */\nint v_snap(const char *source, const char *where);\n"
		"int v_sync(const char *path);\nint v_sync_fd(int fd);\n";
	static const struct role_case cases[] = {
		{ "v_group_add", "g receiver" },
		{ "v_make_volume", "path path | inherit in" },
		{ "v_snap", "source path | where string" },
		{ "v_sync", "path path" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

static void test_customs__handle_comes_last(void **state)
{
	static const char header[] =
		"struct rules; struct entry { int a; }; struct counters { long packets; };\n"
		"struct rules *rules_init(const char *table);\nvoid rules_free(struct rules *h);\n"
		"int rules_insert(const char *chain, const struct entry *e, unsigned at, struct rules *h);\n"
		"int rules_append(const char *chain, struct entry *e, struct rules *h);\n"
		"const struct entry *rules_next(const struct entry *prev, struct rules *h);\n"
		"int rules_get_policy(const char *chain, struct counters *counter, struct rules *h);\n"
		"int rules_set_policy(const char *chain, struct counters *counter, struct rules *h);\nint rules_flush(const char *chain, struct rules *h);\n"
		"int rules_commit(struct rules *h);\n/* Is this chain built in? */\nint rules_builtin(const char *chain, struct rules *h);\n";
	static const struct role_case cases[] = {
		{ "rules_insert", "e in | h receiver | -> status" },
		{ "rules_append", "e in | h receiver" },
		{ "rules_next", "prev in | h receiver | -> borrowed of h" },
		{ "rules_get_policy", "counter out | h receiver" },
		{ "rules_set_policy", "counter in | h receiver" },
		{ "rules_builtin", "chain string | -> value" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

static void test_customs__lists_of_text(void **state)
{
	static const char header[] =
		"#include <stddef.h>\nstruct engine; struct engine *engine_new(void);\nvoid engine_free(struct engine *e);\n"
		"int engine_load(struct engine *e, char **voices, size_t num_voices);\n"
		"int engine_run_from_fn(struct engine *e, const char *fn);\nvoid engine_set_buff_size(struct engine *e, size_t i);\n"
		"/* Returns length of text on success, returns <0 on error. */\nint engine_read(const char *what, char **text);\n";
	static const struct role_case cases[] = {
		{ "engine_load", "voices array | num_voices length of voices elements" },
		{ "engine_run_from_fn", "fn path" },
		{ "engine_set_buff_size", "i size" },
		{ "engine_read", "-> value" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

static void test_customs__files(void **state)
{
	static const char header[] =
		"#include <sys/types.h>\n"
		"struct store; struct store *store_new(void); void store_free(struct store *s);\n"
		"int store_mkdir(struct store *s, const char *path, mode_t mode);\nint store_unlink(struct store *s, const char *path);\n"
		"int store_getattr(struct store *s, const char *path, int which);\n";
	static const struct role_case cases[] = {
		{ "store_mkdir", "s receiver | path path | mode flags | -> status" },
		{ "store_getattr", "s receiver | path path" },
	};
	static const char tree[] = "struct tree; struct tree *tree_new(void); void tree_free(struct tree *t);\n"
				   "int tree_getattr(struct tree *t, const char *path, int which);\n";
	static const struct role_case others[] = { { "tree_getattr", "t receiver | path string" } };

	check_roles(*state, header, cases, COUNT(cases));
	check_roles(*state, tree, others, COUNT(others));
}

static void test_customs__handles_without_a_type(void **state)
{
	static const char header[] =
		"#include <dirent.h>\nstruct bits { char *at; int left; };\nvoid bits_reset(struct bits *b);\n"
		"void bits_rewind(struct bits *b);\nint bits_remaining(struct bits *b);\n"
		"void *coder_init(int mode);\nvoid coder_destroy(void *state);\n"
		"int coder_encode(void *state, float *in, struct bits *bits);\nint coder_ctl(void *state, int request, void *ptr);\n"
		"int walk_begin(DIR *d);\nint walk_step(DIR *d, int depth);\n";
	static const struct role_case cases[] = {
		{ "coder_destroy", "state consumed" },
		{ "coder_encode", "state receiver | bits in" },
		{ "coder_ctl", "state receiver | ptr inout" },
		{ "walk_begin", "d receiver" },
		{ "walk_step", "d receiver" },
	};
	/* memory is none, nor is what nobody makes */
	static const char memory[] =
		"#include <stddef.h>\nvoid *pool_alloc(size_t size);\nvoid pool_free(void *ptr);\n"
		"void pool_wipe(void *ptr, size_t size);\nvoid *pool_realloc(void *ptr, size_t size);\n";
	static const struct role_case others[] = {
		{ "pool_free", "ptr consumed" },
		{ "pool_realloc", "ptr consumed" },
		{ "pool_wipe", "ptr out" },
	};

	check_roles(*state, header, cases, COUNT(cases));
	check_roles(*state, memory, others, COUNT(others));
}

static void test_customs__lengths_by_name(void **state)
{
	static const char header[] =
		"#include <stddef.h>\n#include <sys/types.h>\nstruct ops { void (*a)(void *data); void (*b)(void *data); };\n"
		"struct link; struct link *link_new(const struct ops *ops, size_t ops_size, void *user_data);\n"
		"void link_free(struct link *l);\nint link_open_file(struct link *l, const char *filename, unsigned filename_len);\n"
		"int link_list(struct link *l, char *buffer, size_t buffer_maxlen, char *entry, size_t entry_maxlen);\n"
		"struct host { int port; };\nstruct hosts; struct hosts *hosts_new(void); void hosts_free(struct hosts *h);\n"
		"int hosts_del(struct hosts *h, struct host *host);\n"
		"struct slot { int what; short asked, came; };\nint link_poll(struct slot *slots, int nslots, int timeout);\n"
		"int label_of(const char *path, char **label);\nint flabel_of(int fd, char **label);\n"
		"int label_match(const char *path, mode_t mode);\nint label_default(const char *path);\n";
	static const struct role_case cases[] = {
		{ "link_new", "ops callback | ops_size length of ops bytes | user_data user_data of ops | -> owned" },
		{ "link_open_file", "l receiver | filename path | filename_len length of filename bytes" },
		{ "link_list", "l receiver | buffer out | entry out | entry_maxlen capacity of entry bytes" },
		{ "hosts_del", "h receiver" },
		{ "hosts_free", "h consumed" },
		{ "link_poll", "slots inout | nslots length of slots elements" },
		{ "label_default", "path path" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

static void test_customs__told_by_name(void **state)
{
	static const char header[] =
		"struct table; struct table *table_new(const char *a, const char *b, const char *c, const char *d);\n"
		"void table_free(struct table *t);\nvoid table_remove(struct table *t, char *which);\n"
		"void table_add(struct table *t, char *nm, int value);\n";
	static const struct role_case cases[] = {
		{ "table_remove", "t receiver | which string" },
		{ "table_add", "t receiver | nm string" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_customs__success_is_not_zero),
		IN_SCRATCH(test_customs__success_is_zero),
		IN_SCRATCH(test_customs__lists),
		IN_SCRATCH(test_customs__constants),
		IN_SCRATCH(test_customs__text),
		IN_SCRATCH(test_customs__ciphers),
		IN_SCRATCH(test_customs__what_comes_along),
		IN_SCRATCH(test_customs__fields),
		IN_SCRATCH(test_customs__vectors),
		IN_SCRATCH(test_customs__names),
		IN_SCRATCH(test_customs__handle_comes_last),
		IN_SCRATCH(test_customs__lists_of_text),
		IN_SCRATCH(test_customs__files),
		IN_SCRATCH(test_customs__handles_without_a_type),
		IN_SCRATCH(test_customs__lengths_by_name),
		IN_SCRATCH(test_customs__told_by_name),
	};

	return cmocka_run_group_tests_name("customs", tests, NULL, NULL);
}
