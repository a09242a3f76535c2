/* Conventions of C libraries, each as its users would read it: enums that are returned, options that are copied, ownership that passes through a slot, state for
 * callbacks that come later, headers without names. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "inferring.h"

static void test_conventions__returned_enums(void **state)
{
	static const char header[] = "#include <stddef.h>\n"
				     "typedef enum { RES_SUCCESS, RES_FAILURE, RES_AGAIN } pipe_res;\n"
				     "typedef enum { COLOUR_RED, COLOUR_GREEN } pipe_colour;\n"
				     "struct pipe;\nstruct pipe *pipe_new(void);\nvoid pipe_free(struct pipe *p);\n"
				     "/* @retval RES_SUCCESS  @retval RES_FAILURE */\n"
				     "pipe_res pipe_get_kind(struct pipe *p, int *kind);\n"
				     "pipe_res pipe_close(struct pipe *p);\n"
				     "pipe_res pipe_last_error(const struct pipe *p);\n"
				     "pipe_colour pipe_get_colour(const struct pipe *p);\n";
	static const struct role_case cases[] = {
		{ "pipe_get_kind", "p receiver | kind out | -> status" },
		{ "pipe_close", "p receiver | -> status" },
		{ "pipe_last_error", "p receiver | -> value" },
		{ "pipe_get_colour", "p receiver | -> value" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

static void test_conventions__options_and_slots(void **state)
{
	static const char header[] =
		"#include <stddef.h>\n#include <sys/uio.h>\n"
		"struct link; struct reader; struct queue; struct reader_options;\n"
		"typedef int (*link_read_fn)(void *obj, void *data, size_t size);\n"
		"typedef void (*link_end_fn)(void *obj);\n"
		"struct reader_options *reader_options_init(void);\nvoid reader_options_destroy(struct reader_options **o);\n"
		"void reader_options_set_flush_timeout(struct reader_options *o, unsigned flush_timeout);\n"
		"struct link *link_init(void *obj);\nvoid link_destroy(struct link **l);\n"
		"void link_set_read(struct link *l, link_read_fn read);\nvoid link_set_destroy(struct link *l, link_end_fn end);\n"
		"/* The reader then takes\n ownership of the link object.\n"
		"   @param options  may be NULL\n   @param l  must not be NULL */\n"
		"struct reader *reader_init(const struct reader_options *options, struct link **l);\n"
		"void reader_destroy(struct reader **r);\nint reader_close(struct reader *r);\n"
		"int reader_put(struct reader *r, const struct iovec *iov, int iovcnt);\n"
		"/* @param data  bytes\n   @param len  Number of bytes in data. */\n"
		"int reader_submit(struct reader *r, struct queue *q, void *data, size_t len);\n"
		"/* @param[in,out] len_frame  The size of frame; on return, what was used. */\n"
		"int reader_encode(struct reader *r, void *frame, size_t *len_frame);\n"
		"/* @param path  the path of the URL */\nint reader_set_url_path(struct reader *r, const char *path);\n";
	static const struct role_case cases[] = {
		{ "reader_options_set_flush_timeout", "o receiver | flush_timeout in" },
		{ "link_init", "obj user_data | -> owned" },
		{ "link_destroy", "l consumed" },
		{ "link_set_destroy", "l receiver | end callback" },
		{ "reader_init", "options in nullable | l consumed | -> owned" },
		{ "reader_put", "r receiver | iov array | iovcnt length of iov elements" },
		{ "reader_set_url_path", "r receiver | path string" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

static void test_conventions__private_fields(void **state)
{
	static const char header[] =
		"#include <stddef.h>\n"
		"struct product { int magic; /* lines read so far */ void *line_cache; int width; };\n"
		"struct product *product_open(const char *path);\nvoid product_close(struct product *p);\n"
		"struct header_options { int magic; int width; };\nint product_set(struct product *p, const struct header_options *o);\n";
	static const struct role_case cases[] = {
		{ "struct product", "magic private | line_cache private | width out" },
		{ "struct header_options", "magic in | width in" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

static void test_conventions__nameless(void **state)
{
	static const char header[] =
		"typedef char *player_t;\nstruct io { int (*read_func)(void *priv); int (*close_func)(void *priv); };\n"
		"struct event { int note; };\n"
		"player_t player_create(void);\nvoid player_free(player_t);\nvoid player_release_song(player_t);\n"
		"int player_load(player_t, const char *);\nint player_load_from_memory(player_t, const void *, long);\n"
		"int player_load_from_file(player_t, void *, long);\nint player_load_from_io(player_t, void *, struct io);\n"
		"int player_set_path(player_t, const char *);\nint player_inject_event(player_t, int, struct event *);\n"
		"int player_step(player_t);\n";
	static const struct {
		const char *operation;
		size_t param;
		enum hr_role role;
	} expected[] = {
		{ "player_free", 0, HR_ROLE_CONSUMED },
		{ "player_release_song", 0, HR_ROLE_RECEIVER },
		{ "player_load", 1, HR_ROLE_PATH },
		{ "player_set_path", 1, HR_ROLE_PATH },
		{ "player_load_from_memory", 1, HR_ROLE_BUFFER },
		{ "player_load_from_file", 1, HR_ROLE_FILE },
		{ "player_load_from_io", 1, HR_ROLE_USER_DATA },
		{ "player_load_from_io", 2, HR_ROLE_CALLBACK },
		{ "player_inject_event", 2, HR_ROLE_IN },
	};
	struct hr_model *model = read_text(*state, header, NULL);

	hr_roles_infer(model);
	for (size_t i = 0; i < COUNT(expected); i++) {
		const struct hr_operation *operation = find_operation(model, expected[i].operation);
		const struct hr_item *item = &operation->params.data[expected[i].param];

		if (item->role != expected[i].role)
			print_error("%s: parameter %zu\n", expected[i].operation, expected[i].param);
		assert_string_equal(hr_word(&hr_role_words, (int)item->role),
				    hr_word(&hr_role_words, (int)expected[i].role));
	}
	hr_model_free(model);
}

static void test_conventions__numbers(void **state)
{
	static const char header[] =
		"#include <stdint.h>\n#define MIX_FORMAT_8BIT 1\n#define MIX_FORMAT_UNSIGNED 2\n#define MIX_FORMAT_MONO 4\n"
		"#define MIX_KIND_A 1\n#define MIX_KIND_B 2\n#define MIX_KIND_C 3\n"
		"struct mix;\nstruct mix *mix_new(void);\nvoid mix_free(struct mix *m);\n"
		"int mix_start(struct mix *m, int rate, int format);\nint mix_choose(struct mix *m, int kind);\n"
		"int mix_get_number(struct mix *m, int parm);\nint mix_set_number(struct mix *m, int parm, int value);\n"
		"void seed_by_array(uint32_t init_key[], int key_length);\nvoid fill_array_close_open(double array[], int size);\n"
		"struct site; typedef struct disc disc_t;\ndisc_t *disc_new(void);\nvoid disc_free(disc_t *d);\n"
		"int disc_id(const disc_t *d);\nint mix_query(struct mix *m, disc_t *disc);\n";
	static const struct role_case cases[] = {
		{ "mix_start", "m receiver | format flags" },
		{ "mix_choose", "m receiver | kind enum" },
		{ "mix_get_number", "m receiver | parm enum" },
		{ "mix_set_number", "m receiver | parm enum | value in" },
		{ "seed_by_array", "init_key array | key_length length of init_key elements" },
		{ "fill_array_close_open", "array out | size capacity of array elements" },
		{ "mix_query", "m receiver | disc inout" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

/* Which number means that it was refused, in the words of the documentation. */
static void test_conventions__refusals_in_words(void **state)
{
	static const char header[] =
		"/** \\return 1 if successful, otherwise 0 */\nint put_a(const char *path, int how);\n"
		"/** @return non-zero on success */\nint put_b(const char *path, int how);\n"
		"/** @return nonzero on failure */\nint put_c(const char *path, int how);\n"
		"/** @return 0 upon success, a code otherwise */\nint put_d(const char *path, int how);\n"
		"/** @return zero on failure */\nint put_e(const char *path, int how);\n"
		"/** @return 1 on success, -1 on error */\nint put_f(const char *path, int how);\n"
		"/** @return 0 on success, non zero on failure */\nint put_g(const char *path, int how);\n"
		"/** @return a value other than zero on failure */\nint put_h(const char *path, int how);\n"
		"/** @return non zero if successful */\nint put_i(const char *path, int how);\n"
		"/** @return 0 or 1 if successful, -1 otherwise */\nint put_j(const char *path, int how);\n";
	static const struct role_case cases[] = {
		{ "put_a", "-> status | .error zero" },    { "put_b", "-> status | .error zero" },
		{ "put_c", "-> status | .error nonzero" }, { "put_d", "-> status | .error nonzero" },
		{ "put_e", "-> status | .error zero" },    { "put_f", "-> status | .error negative" },
		{ "put_g", "-> status | .error nonzero" }, { "put_h", ".error nonzero" },
		{ "put_i", "-> status | .error zero" },    { "put_j", ".error negative" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_conventions__returned_enums), IN_SCRATCH(test_conventions__options_and_slots),
		IN_SCRATCH(test_conventions__private_fields), IN_SCRATCH(test_conventions__nameless),
		IN_SCRATCH(test_conventions__numbers),        IN_SCRATCH(test_conventions__refusals_in_words),
	};

	return cmocka_run_group_tests_name("conventions", tests, NULL, NULL);
}
