/* Objects: who is the receiver, what is consumed, who makes, ends, asks and changes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "inferring.h"

/* An opaque handle with a life of its own. */
static void test_objects__opaque(void **state)
{
	static const char header[] = "#include <stddef.h>\n"
				     "typedef struct stack stack;\n"
				     "stack *stack_new(void);\n"
				     "stack *stack_new_sized(size_t initial_capacity);\n"
				     "stack *stack_copy(const stack *s);\n"
				     "void stack_free(stack *s);\n"
				     "int stack_push(stack *s, int value);\n"
				     "int stack_pop(stack *s, int *value);\n"
				     "size_t stack_count(const stack *s);\n"
				     "int stack_is_empty(const stack *s);\n"
				     "void stack_clear(stack *s);\n"
				     "int stack_equal(const stack *a, const stack *b);\n"
				     "int stack_peek(const stack *s);\n";
	static const struct role_case cases[] = {
		{ "stack_new", "-> owned freed_by stack_free | .kind maker | .error null" },
		{ "stack_new_sized", "initial_capacity size | -> owned freed_by stack_free | .kind maker" },
		{ "stack_copy", "s receiver | -> owned freed_by stack_free | .kind maker" },
		{ "stack_free", "s consumed | -> none | .kind destroyer | .error never" },
		{ "stack_push", "s receiver | value in | -> status | .kind mutator | .error nonzero" },
		{ "stack_pop", "s receiver | value out | -> status | .kind mutator" },
		{ "stack_count", "s receiver | -> value | .kind observer | .error never" },
		{ "stack_is_empty", "s receiver | -> value | .kind observer" },
		{ "stack_clear", "s receiver | -> none | .kind mutator" },
		{ "stack_equal", "a receiver | b in | -> value | .kind observer" },
		{ "stack_peek", "s receiver | -> value | .kind observer" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

/* A container that owns what is put into it. */
static void test_objects__tree(void **state)
{
	static const char header[] = "struct node;\n"
				     "struct node *node_create(const char *name);\n"
				     "void node_destroy(struct node *node);\n"
				     "/* Adds a child at the end. The parent takes ownership of child. */\n"
				     "int node_append_child(struct node *parent, struct node *child);\n"
				     "int node_add_reference(struct node *parent, struct node *other);\n"
				     "struct node *node_parent(const struct node *node);\n"
				     "struct node *node_first_child(struct node *node);\n"
				     "struct node *node_find(struct node *node, const char *name);\n"
				     "const char *node_get_name(const struct node *node);\n"
				     "struct node *node_detach(struct node *node);\n"
				     "int node_depth(const struct node *node);\n"
				     "struct node *node_clone(const struct node *node, int deep);\n";
	static const struct role_case cases[] = {
		{ "node_create", "name string | -> owned freed_by node_destroy | .kind maker" },
		{ "node_destroy", "node consumed | -> none | .kind destroyer" },
		{ "node_append_child", "parent receiver | child consumed | -> status | .kind mutator" },
		{ "node_add_reference", "parent receiver | other in" },
		{ "node_parent", "node receiver | -> borrowed of node | .kind observer" },
		{ "node_first_child", "node receiver | -> borrowed of node | .kind observer" },
		{ "node_find", "node receiver | name string | -> borrowed of node | .error null" },
		{ "node_get_name", "node receiver | -> borrowed of node | .kind observer" },
		{ "node_depth", "node receiver | -> value | .kind observer" },
		{ "node_clone", "node receiver | deep in | -> owned freed_by node_destroy | .kind maker" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

/* A struct of the caller's, set up and emptied by the unit. */
static void test_objects__embedded(void **state)
{
	static const char header[] = "#include <stddef.h>\n"
				     "struct buffer { char *data; size_t length; size_t capacity; };\n"
				     "void buffer_init(struct buffer *b);\n"
				     "int buffer_reserve(struct buffer *b, size_t capacity);\n"
				     "int buffer_append(struct buffer *b, const void *bytes, size_t length);\n"
				     "void buffer_reset(struct buffer *b);\n"
				     "void buffer_fini(struct buffer *b);\n";
	static const struct role_case cases[] = {
		{ "buffer_init", "b receiver | -> none | .kind maker" },
		{ "buffer_reserve", "b receiver | capacity size | -> status | .kind mutator" },
		{ "buffer_append",
		  "b receiver | bytes buffer | length length of bytes bytes | -> status | .kind mutator" },
		{ "buffer_reset", "b receiver | -> none" },
		{ "buffer_fini", "b receiver | -> none | .kind destroyer" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

static void test_objects__counted(void **state)
{
	static const char header[] = "typedef struct image image;\n"
				     "image *image_create(int width, int height);\n"
				     "/* Takes another reference. Release it with image_unref. */\n"
				     "image *image_ref(image *img);\n"
				     "void image_unref(image *img);\n"
				     "int image_width(const image *img);\n"
				     "void image_set_pixel(image *img, int x, int y, unsigned colour);\n"
				     "void *image_get_user_data(image *img);\n"
				     "void image_set_user_data(image *img, void *user_data);\n";
	static const struct role_case cases[] = {
		{ "image_create", "width in | height in | -> owned freed_by image_unref | .kind maker" },
		{ "image_ref", "img receiver | -> owned freed_by image_unref" },
		{ "image_unref", "img consumed | -> none | .kind destroyer" },
		{ "image_width", "img receiver | -> value | .kind observer" },
		{ "image_set_pixel", "img receiver | x in | y in | colour in | -> none | .kind mutator" },
		{ "image_get_user_data", "img receiver | -> borrowed of img" },
		{ "image_set_user_data", "img receiver | user_data user_data | -> none" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

/* Made through a slot, as many C libraries do. */
static void test_objects__through_slots(void **state)
{
	static const char header[] = "typedef struct store store;\ntypedef struct cursor cursor;\n"
				     "enum store_error { STORE_OK, STORE_NO_MEMORY, STORE_IO };\n"
				     "enum store_error store_open(const char *path, store **out);\n"
				     "enum store_error store_close(store *s);\n"
				     "enum store_error store_find(store *s, const char *key, cursor **result);\n"
				     "enum store_error cursor_next(cursor *c);\n"
				     "const char *cursor_value(cursor *c);\n"
				     "void cursor_free(cursor *c);\n"
				     "void store_destroy(store **s);\n"
				     "const char *store_strerror(enum store_error error);\n";
	static const struct role_case cases[] = {
		{ "store_open", "path path | out out | -> status | .kind maker | .error nonzero" },
		{ "store_close", "s consumed | -> status | .kind destroyer" },
		{ "store_find", "s receiver | key string | result out | -> status" },
		{ "cursor_next", "c receiver | -> status" },
		{ "cursor_value", "c receiver | -> borrowed of c" },
		{ "cursor_free", "c consumed | .kind destroyer" },
		{ "store_destroy", "s consumed | .kind destroyer" },
		{ "store_strerror", "error enum | -> borrowed" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

/* Handles that the type system knows as void * only. */
static void test_objects__untyped(void **state)
{
	static const char header[] = "typedef void *session;\n"
				     "session session_open(const char *host, int port);\n"
				     "int session_send(session s, const void *data, unsigned length);\n"
				     "int session_receive(session s, void *data, unsigned size);\n"
				     "void session_close(session s);\n";
	static const struct role_case cases[] = {
		{ "session_open", "host string | port in | -> owned freed_by session_close" },
		{ "session_send", "s receiver | data buffer | length length of data bytes" },
		{ "session_receive", "s receiver | data out | size capacity of data bytes" },
		{ "session_close", "s consumed" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

/* Maps: keys and values are not the map's own objects. */
static void test_objects__map(void **state)
{
	static const char header[] =
		"#include <stddef.h>\n#include <stdbool.h>\n"
		"struct map; struct map_iterator;\n"
		"struct map *map_new(size_t buckets);\n"
		"void map_delete(struct map *m);\n"
		"bool map_set(struct map *m, const char *key, void *value);\n"
		"void *map_get(const struct map *m, const char *key);\n"
		"bool map_has(const struct map *m, const char *key);\n"
		"bool map_remove(struct map *m, const char *key);\n"
		"size_t map_size(const struct map *m);\n"
		"struct map_iterator *map_iterate(const struct map *m);\n"
		"bool map_iterator_next(struct map_iterator *it, const char **key, void **value);\n"
		"void map_iterator_free(struct map_iterator *it);\n"
		"int map_compare(const struct map *a, const struct map *b);\n";
	static const struct role_case cases[] = {
		{ "map_new", "buckets size | -> owned freed_by map_delete | .kind maker" },
		{ "map_delete", "m consumed | .kind destroyer" },
		{ "map_set", "m receiver | key string | -> status | .kind mutator | .error zero" },
		{ "map_get", "m receiver | key string | -> borrowed of m | .kind observer" },
		{ "map_has", "m receiver | key string | -> value" },
		{ "map_remove", "m receiver | key string | -> status | .kind mutator" },
		{ "map_size", "m receiver | -> value" },
		{ "map_iterator_next", "it receiver | key out | value out | -> status" },
		{ "map_iterator_free", "it consumed" },
		{ "map_compare", "a receiver | b in | -> value" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

/* Macros have no code that could be looked at, but a text: what assigns and calls nothing only asks, and cannot fail. */
static void test_objects__macros(void **state)
{
	static const char header[] = "struct box { int width; int height; int *cells; };\n"
				     "int box_init(struct box *b, int width, int height);\n"
				     "void box_grow(struct box *b, int by);\n"
				     "void box_free(struct box *b);\n"
				     "#define box_width(b) ((b)->width)\n"
				     "#define box_fits(b, n) ((b)->width >= (n) && (b)->height != 0)\n"
				     "#define box_widen(b, n) ((b)->width += (n))\n"
				     "#define box_next(b) ((b)->height++)\n";
	static const struct role_case cases[] = {
		{ "box_width", "b receiver | -> value | .kind observer | .error never" },
		{ "box_fits", "b receiver | -> value | .kind observer" },
		{ "box_widen", "b receiver | .kind mutator" },
		{ "box_next", "b receiver | .kind mutator" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

/* What is written in brackets behind a parameter's name; a piece of memory with its length. */
/* What comes out stands before what goes in. */
static void test_objects__output_first(void **state)
{
	static const char header[] = "typedef struct { unsigned char p[32]; } number;\n"
				     "typedef struct { unsigned x[10], y[10]; } spot;\n"
				     "void spot_add(spot *out, const spot *a, const spot *b);\n"
				     "void spot_scale(spot *out, const number *n, const spot *base);\n"
				     "int spot_load(spot *out, const number *in);\n"
				     "int spot_is_same(const spot *a, const spot *b);\n"
				     "void spot_move(spot *s, const spot *by);\n";
	static const struct role_case cases[] = {
		{ "spot_add", "out out | a in | b in" },
		{ "spot_scale", "out out | n in | base in" },
		{ "spot_load", "out out | in in | -> status" },
		{ "spot_move", "s receiver | by in" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

static void test_objects__ways_in_words(void **state)
{
	static const char header[] =
		"#include <stddef.h>\nstruct piece { size_t length; void *at; }; typedef struct piece *piece_ptr;\n"
		"struct link; typedef struct link *link_ptr;\n"
		"/* Takes.\n * @code: (integer, modify) what went wrong\n * @link: (link, read) the link\n"
		" * @closed_flag: (boolean, read) is it closed?\n * @lifetime: (integer, modify) until it can no longer be used\n"
		" * @state: (integer, modify) how it went\n * @made: (piece, modify) what came */\n"
		"int link_take(unsigned *code, const link_ptr link, int closed_flag, int *lifetime, int *state, piece_ptr made);\n\n"
		"/* Ends it. The link is set to NO_LINK on success.\n * @link: (link, modify) its place */\n"
		"int link_release(unsigned *code, link_ptr *link, piece_ptr told);\n"
		"int piece_release(unsigned *code, piece_ptr piece);\nvoid link_put(link_ptr link, int a);\n"
		"int link_import(unsigned *code, const piece_ptr piece, link_ptr *made);\n"
		"int piece_pack(const struct piece *from, piece_ptr to);\nint piece_unpack(const struct piece *from, piece_ptr to);\n";
	static const struct role_case cases[] = {
		{ "link_take", "code out | link receiver | closed_flag in | lifetime out | state out | made out" },
		{ "link_import", "piece in | made out" },
		{ "link_release", "code out | link consumed | .kind destroyer" },
		{ "link_put", "link receiver | a in" },
		{ "piece_pack", "from in" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

/* Ranges, what is set up behind what it is for, and answers that the object has, too. */
static void test_objects__ranges_and_cursors(void **state)
{
	static const char header[] =
		"#include <stdbool.h>\nstruct set; struct set_cursor { const struct set *of; int at; bool more; };\n"
		"struct set *set_new(int max); void set_free(struct set *s); int set_count(const struct set *s);\n"
		"void set_add_range(struct set *s, unsigned min, unsigned max);\n"
		"struct set_cursor *set_create_cursor(const struct set *s); void set_free_cursor(struct set_cursor *c);\n"
		"void set_init_cursor(const struct set *s, struct set_cursor *fresh);\n\n"
		"/* Goes on. For convenience, returns c->more. */\nbool set_advance(struct set_cursor *c);\n\n"
		"/* Squeezes it. Returns whether there was something to gain. */\nbool set_compress(struct set *s);\n";
	static const struct role_case cases[] = {
		{ "set_new", "max size" },
		{ "set_add_range", "s receiver | min in | max in" },
		{ "set_init_cursor", "s in | fresh receiver" },
		{ "set_advance", "c receiver | -> value" },
		{ "set_compress", "s receiver | -> value" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_objects__opaque),
		IN_SCRATCH(test_objects__tree),
		IN_SCRATCH(test_objects__embedded),
		IN_SCRATCH(test_objects__counted),
		IN_SCRATCH(test_objects__untyped),
		IN_SCRATCH(test_objects__map),
		IN_SCRATCH(test_objects__through_slots),
		IN_SCRATCH(test_objects__macros),
		IN_SCRATCH(test_objects__output_first),
		IN_SCRATCH(test_objects__ways_in_words),
		IN_SCRATCH(test_objects__ranges_and_cursors),
	};

	return cmocka_run_group_tests_name("objects", tests, NULL, NULL);
}
