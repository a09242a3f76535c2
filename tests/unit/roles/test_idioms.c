/* Idioms of C libraries, each as its users would read it: handles, memory given back, iterators, errors by pointer, options, reports. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "inferring.h"

static void test_idioms__handles(void **state)
{
	static const char header[] =
		"#include <stddef.h>\n"
		"typedef struct engine_impl *engine_t;\ntypedef void *cursor_t;\ntypedef unsigned long *bitset_t;\n"
		"engine_t engine_open(const char *path);\nvoid engine_close(engine_t e);\nint engine_run(engine_t e);\n"
		"void engine_disconnect(engine_t e);\nint engine_connect(engine_t e, const char *host);\n"
		"cursor_t cursor_new(engine_t e);\nint cursor_next(cursor_t c);\nint cursor_tell(cursor_t c);\n"
		"void cursor_free(cursor_t c);\n"
		"bitset_t bitset_new(int size);\nvoid bitset_free(bitset_t s);\nint bitset_size(bitset_t s);\n"
		"int bitset_has(bitset_t s, int bit);\nbitset_t bitset_duplicate(bitset_t s);\n"
		"int bitset_equal(bitset_t a, bitset_t b);\n"
		"int engine_merge(engine_t *into, engine_t from);\n";
	static const struct role_case cases[] = {
		{ "engine_open", "path path | -> owned" },
		{ "engine_close", "e consumed" },
		{ "engine_disconnect", "e receiver" },
		{ "engine_run", "e receiver | -> status" },
		{ "cursor_new", "e receiver | -> owned" },
		{ "cursor_next", "c receiver" },
		{ "cursor_free", "c consumed" },
		{ "bitset_new", "size size | -> owned" },
		{ "bitset_free", "s consumed" },
		{ "bitset_size", "s receiver | -> value" },
		{ "bitset_has", "s receiver | bit in | -> value" },
		{ "bitset_duplicate", "s receiver | -> owned" },
		{ "bitset_equal", "a receiver | b in | -> value" },
		{ "engine_merge", "into inout | from in" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

static void test_idioms__given_back(void **state)
{
	static const char header[] =
		"#include <stddef.h>\n"
		"struct device;\nstruct device *device_open(int index);\nvoid device_close(struct device *d);\n"
		"void *device_map(struct device *d, size_t size);\nint device_unmap(struct device *d, void *memory, size_t size);\n"
		"unsigned char *device_alloc(struct device *d, size_t length);\n"
		"int device_free(struct device *d, unsigned char *buffer, size_t length);\n"
		"struct io;\nstruct io *device_open_io(struct device *d, int port);\n"
		"void device_close_io(struct device *d, struct io *handle);\n"
		"typedef struct tree *tree_t;\ntree_t tree_new(void);\ntree_t tree_free(tree_t t);\n"
		"void tree_set_child(tree_t parent, int index, tree_t child);\n"
		"tree_t tree_get_child(tree_t parent, int index);\n"
		"/* @param text  allocated with malloc(). The tree owns it and will free it. */\n"
		"int tree_put_text(tree_t t, char *text);\n"
		"/* @param text  a copy, allocated here; the caller is responsible for freeing it */\n"
		"int tree_read_text(tree_t t, char **text);\n";
	static const struct role_case cases[] = {
		{ "device_unmap", "d receiver | memory consumed | size length of memory bytes" },
		{ "device_free", "d receiver | buffer consumed | length length of buffer bytes" },
		{ "device_close_io", "d receiver | handle consumed" },
		{ "device_close", "d consumed" },
		{ "tree_free", "t consumed | -> borrowed" },
		{ "tree_put_text", "t receiver | text consumed" },
		{ "tree_read_text", "t receiver | text out" },
		{ "tree_set_child", "parent receiver | index in | child consumed" },
		{ "tree_get_child", "parent receiver | index in | -> borrowed of parent" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

static void test_idioms__errors_by_pointer(void **state)
{
	static const char header[] =
		"#include <stddef.h>\n"
		"struct doc;\ntypedef struct parse_error { int line; char text[80]; } parse_error;\nstruct err;\n"
		"struct doc *doc_load(const char *file, parse_error *error);\n"
		"struct doc *doc_parse(const char *text, size_t length, parse_error *error);\n"
		"int doc_check(const struct doc *d, parse_error *error);\nvoid doc_free(struct doc *d);\n"
		"int doc_write(struct doc *d, const char *path, struct err **error);\n"
		"int doc_count(const struct doc *d, int *count);\n"
		"int doc_text(const struct doc *d, char *buffer, size_t *size);\n";
	static const struct role_case cases[] = {
		{ "doc_load", "file path | error out | -> owned" },
		{ "doc_parse", "text buffer | length length of text bytes | error out" },
		{ "doc_check", "d receiver | error out" },
		{ "doc_write", "d receiver | path path | error out | -> status" },
		{ "doc_count", "d receiver | count out | -> status" },
		{ "doc_text", "d receiver | buffer out | size capacity of buffer bytes" },
		{ "struct parse_error", "line out | text out" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

static void test_idioms__options_and_reports(void **state)
{
	static const char header[] =
		"#include <stddef.h>\n"
		"typedef struct codec codec;\n"
		"struct codec_options { int level; int filter_type; size_t window_size; int fast; };\n"
		"struct codec_stats { long blocks; long bytes; };\n"
		"struct picture { int width; void *user_data; void (*progress)(struct picture *p); };\n"
		"void codec_options_init(struct codec_options *o);\nint codec_options_preset(struct codec_options *o, int n);\n"
		"codec *codec_new(const struct codec_options *options);\nvoid codec_free(codec *c);\n"
		"int codec_get_stats(codec *c, struct codec_stats *stats);\n"
		"int codec_encode(const struct codec_options *options, codec *c);\n"
		"int codec_set_buffer_size(codec *c, int value);\n"
		"int codec_listen(codec *c, struct picture *p);\n";
	static const struct role_case cases[] = {
		{ "struct codec_options", "filter_type enum | window_size size" },
		{ "struct codec_stats", "blocks out | bytes out" },
		{ "struct picture", "user_data user_data of progress | progress callback" },
		{ "codec_encode", "options in | c receiver" },
		{ "codec_get_stats", "c receiver | stats out | -> status" },
		{ "codec_set_buffer_size", "c receiver | value size" },
		{ "codec_listen", "c receiver | p in" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

static void test_idioms__told_results(void **state)
{
	static const char header[] =
		"struct line;\nstruct line *line_new(void);\nvoid line_free(struct line *l);\n"
		"/* @return 0 if the line was reserved, -1 on failure. */\nint line_request_input_flags(struct line *l, int flags);\n"
		"/* @return 0 if the wait timed out, -1 if an error occurred, 1 if an event occurred. */\nint line_wait(struct line *l);\n"
		"/* @return on success, the number of bytes that were moved */\nint line_transfer(struct line *l);\n"
		"_Bool line_needs_update(struct line *l);\n"
		"/* Takes a copy. @return allocated line */\nstruct line *line_current(struct line *l);\n"
		"/* @param t  the type: 0 = plain, 1 = dashed, 2 = dotted */\nvoid line_draw(struct line *l, int t);\n"
		"/* @param bulk  object in which to store the lines */\nint line_all(struct line *l, struct line *bulk);\n";
	static const struct role_case cases[] = {
		{ "line_request_input_flags", "l receiver | flags flags | -> status" },
		{ "line_wait", "l receiver | -> value" },
		{ "line_transfer", "l receiver | -> value" },
		{ "line_needs_update", "l receiver | -> value" },
		{ "line_current", "l receiver | -> owned" },
		{ "line_draw", "l receiver | t enum" },
		{ "line_all", "l receiver | bulk out | -> status" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

static void test_idioms__callbacks(void **state)
{
	static const char header[] =
		"#include <stddef.h>\n"
		"struct loop;\nstruct loop *loop_new(void);\nvoid loop_free(struct loop *l);\n"
		"typedef void handler(unsigned char *user, int n);\ntypedef void done(struct loop *l);\n"
		"typedef int compare(const void *a, const void *b);\n"
		"int loop_run(struct loop *l, int count, handler *callback, unsigned char *);\n"
		"/* @param user_data  user data for the callback */\nvoid loop_fill(struct loop *l, done *callback, void *user_data);\n"
		"void *loop_find(struct loop *l, const void *key, compare *cmp);\n"
		"void loop_set_data(struct loop *l, void *data, void (*destroy)(void *));\n"
		"struct hooks { void *(*allocate)(size_t); void (*release)(void *); };\nvoid hooks_init(struct hooks *h);\n"
		"void loop_set_hooks(struct loop *l, const struct hooks *h);\n";
	static const struct role_case cases[] = {
		{ "loop_run", "l receiver | callback callback" },
		{ "loop_fill", "l receiver | callback callback | user_data user_data of callback" },
		{ "loop_set_data", "l receiver | data user_data of destroy | destroy callback" },
		{ "hooks_init", "h receiver" },
		{ "loop_set_hooks", "l receiver | h callback" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

static void test_idioms__sources_and_targets(void **state)
{
	static const char header[] =
		"#include <stddef.h>\n#include <stdint.h>\n#include <sys/types.h>\n#include <sys/socket.h>\n"
		"struct trace; struct packet;\nstruct trace *trace_open(const char *path);\nvoid trace_close(struct trace *t);\n"
		"struct packet *packet_new(void);\nvoid packet_free(struct packet *p);\nint packet_size(const struct packet *p);\n"
		"int trace_read_packet(struct trace *t, struct packet *p);\n"
		"uint8_t *ether_aton(const char *text, uint8_t *address);\n"
		"int page_sizes(long *pages, int n_elem);\n"
		"int file_chunk(const char *path, char *buf, off_t offset, off_t len);\n"
		"int plane_diff(const uint8_t *src, size_t src_stride, int width);\n"
		"int bind_to(struct trace *t, const struct sockaddr *addr, socklen_t addrlen);\n"
		"struct packet *packet_copy(const struct packet *p);\n";
	static const struct role_case cases[] = {
		{ "trace_read_packet", "t receiver | p out" },
		{ "ether_aton", "text string | address out | -> borrowed of address" },
		{ "page_sizes", "pages out | n_elem capacity of pages elements" },
		{ "file_chunk", "path path | buf out | len size" },
		{ "plane_diff", "src_stride in" },
		{ "bind_to", "t receiver | addr in | addrlen length of addr" },
		{ "packet_copy", "p receiver | -> owned" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_idioms__handles),
		IN_SCRATCH(test_idioms__given_back),
		IN_SCRATCH(test_idioms__errors_by_pointer),
		IN_SCRATCH(test_idioms__options_and_reports),
		IN_SCRATCH(test_idioms__told_results),
		IN_SCRATCH(test_idioms__callbacks),
		IN_SCRATCH(test_idioms__sources_and_targets),
	};

	return cmocka_run_group_tests_name("idioms", tests, NULL, NULL);
}
