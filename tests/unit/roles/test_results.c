/* Results: who owns them, what they say, and which of them mean that the operation refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "inferring.h"

static void test_results__ownership(void **state)
{
	static const char header[] =
		"#include <stddef.h>\nstruct doc; struct part;\n\n"
		"struct doc *doc_parse(const char *text);\nvoid doc_free(struct doc *d);\n"
		"/* Returns the text of the document, to be freed with doc_free_text(). */\n"
		"char *doc_print(const struct doc *d);\n\n"
		"/* The title. It must not be freed. */\nchar *doc_title(struct doc *d);\n\n"
		"/* A newly allocated copy of the name; free() it when done. */\nchar *doc_dup_name(const struct doc *d);\n\n"
		"const char *doc_version(void);\n\n"
		"struct part *doc_add_part(struct doc *d, const char *name);\n\n"
		"struct part *doc_get_part(struct doc *d, int index);\n\n"
		"const struct part *doc_first_part(const struct doc *d);\n\n"
		"struct part *part_next(struct part *p);\n\n"
		"struct doc *part_get_doc(const struct part *p);\n\n"
		"const char *doc_error_string(int code);\n\n"
		"void *doc_alloc(size_t size) __attribute__((malloc));\n\n"
		"void doc_free_text(char *text);\n";
	static const struct role_case cases[] = {
		{ "doc_parse", "-> owned freed_by doc_free | .error null" },
		{ "doc_print", "d receiver | -> owned freed_by doc_free_text" },
		{ "doc_title", "d receiver | -> borrowed of d" },
		{ "doc_dup_name", "d receiver | -> owned" },
		{ "doc_version", "-> borrowed" },
		{ "doc_add_part", "d receiver | name string | -> borrowed of d" },
		{ "doc_get_part", "d receiver | index in | -> borrowed of d" },
		{ "doc_first_part", "d receiver | -> borrowed of d" },
		{ "part_next", "p receiver | -> borrowed of p" },
		{ "part_get_doc", "p receiver | -> borrowed of p" },
		{ "doc_error_string", "code enum | -> borrowed" },
		{ "doc_alloc", "size size | -> owned" },
		{ "doc_free_text", "text consumed" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

static void test_results__numbers(void **state)
{
	static const char header[] =
		"#include <stddef.h>\n#include <stdbool.h>\n#include <sys/types.h>\n"
		"#define Q_OK 0\n#define Q_FULL 1\n"
		"typedef int queue_status; typedef enum { Q_A, Q_B } queue_state; struct queue; struct pair { int a, b; };\n\n"
		"struct queue *queue_new(void);\nvoid queue_free(struct queue *q);\n\n"
		"/* Adds one. Returns 0 on success, -1 on error. */\nint queue_add(struct queue *q, int value);\n\n"
		"/* Returns Q_OK, or Q_FULL when there is no room. */\nint queue_put(struct queue *q, int value);\n\n"
		"queue_status queue_flush(struct queue *q);\n\n"
		"queue_state queue_get_state(const struct queue *q);\n\n"
		"bool queue_contains(const struct queue *q, int value);\n\n"
		"bool queue_start(struct queue *q);\n\n"
		"/* Returns the number of entries. */\nint queue_entries(struct queue *q);\n\n"
		"/* Returns true on success, false if it was empty. */\nint queue_drop_first(struct queue *q);\n\n"
		"size_t queue_length(const struct queue *q);\n\n"
		"double queue_mean(const struct queue *q);\n\n"
		"struct pair queue_ends(const struct queue *q);\n\n"
		"int queue_compare(const struct queue *a, const struct queue *b);\n\n"
		"/* Writes up to n values. Returns the number of bytes written, or -1 on error. */\n"
		"ssize_t queue_write(struct queue *q, int fd, size_t n);\n\n"
		"/* Returns 1 on success, 0 on failure. */\nint queue_swap(struct queue *q);\n\n"
		"unsigned queue_hash(const struct queue *q);\n\n"
		"int queue_version(void);\n\n"
		"/* Check if it keeps up. */\nint queue_sync(struct queue *q);\n\n"
		"/* Decide whether entries go there.\n * @return 0 for the one, 1 for the other */\nint queue_way(struct queue *q);\n\n"
		"void queue_stop(struct queue *q);\n\n"
		"/* go(), queue_turn return the length */\nint queue_turn(struct queue *q);\n\n"
		"/* go() will return the length */\nint queue_spin(struct queue *q);\n\n"
		"/* Returns non-zero if the queue is locked. */\nint queue_is_locked(const struct queue *q);\n";
	static const struct role_case cases[] = {
		{ "queue_add", "-> status | .error nonzero" },
		{ "queue_put", "-> status | .error nonzero" },
		{ "queue_flush", "-> status" },
		{ "queue_get_state", "-> value" },
		{ "queue_contains", "-> value" },
		{ "queue_start", "-> status | .error zero" },
		{ "queue_entries", "-> value | .error never" },
		{ "queue_drop_first", "-> status | .error zero" },
		{ "queue_length", "-> value | .error never" },
		{ "queue_mean", "-> value" },
		{ "queue_ends", "-> value" },
		{ "queue_compare", "-> value" },
		{ "queue_write", "fd descriptor | -> value | .error negative" },
		{ "queue_swap", "-> status | .error zero" },
		{ "queue_hash", "-> value" },
		{ "queue_version", "-> value" },
		{ "queue_sync", "-> value" },
		{ "queue_way", "-> value" },
		{ "queue_stop", "-> none | .error never" },
		{ "queue_is_locked", "-> value" },
		{ "queue_turn", "-> value" },
		{ "queue_spin", "-> status" },
		{ "queue_new", "-> owned | .error null" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

/* Truth as it was written before there was a type for it. */
static void test_results__enums_of_truth(void **state)
{
	static const char header[] = "typedef enum { DA_FALSE = 0, DA_TRUE = 1 } Bool;\n"
				     "typedef enum { MODE_OFF, MODE_ON } Mode;\n"
				     "struct map;\nstruct map *map_new(void);\nvoid map_free(struct map *m);\n"
				     "Bool map_store(struct map *m, const char *key, int value);\n"
				     "Bool map_has(const struct map *m, const char *key);\n"
				     "Mode map_mode(const struct map *m);\n";
	static const struct role_case cases[] = {
		{ "map_store", "-> status | .error zero" },
		{ "map_has", "-> value" },
		{ "map_mode", "-> value" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

/* … or as a macro for int; a number that is not written so is none. */
static void test_results__macros_of_truth(void **state)
{
	static const char header[] = "#define Bool int\n#define True 1\n#define False 0\n"
				     "struct map; struct spot { int x, y; };\n"
				     "struct map *map_new(void);\nvoid map_free(struct map *m);\n"
				     "Bool map_store(struct map *m, const char *key, int value);\n"
				     "Bool map_get_spot(struct map *m, const char *key, struct spot *spot);\n"
				     "Bool map_has(const struct map *m, const char *key);\n"
				     "int map_drop(struct map *m, const char *key);\n";
	static const struct role_case cases[] = {
		{ "map_store", "-> status | .error zero" },
		{ "map_get_spot", "-> status | .error zero" },
		{ "map_has", "-> value" },
		{ "map_drop", "-> status | .error nonzero" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

static void test_results__told_in_words(void **state)
{
	static const char header[] =
		"#include <stddef.h>\nstruct bits { char *at; int left; };\nvoid bits_reset(struct bits *b);\n"
		"/* Looks at it.\n * @return Value of the next bit */\nint bits_test(struct bits *b);\n"
		"/* @return 0 if there is nothing to send, 1 otherwise */\nint bits_encode(struct bits *b, int what);\n"
		"/* @return 0 if successful, 1 otherwise */\nint bits_save(struct bits *b, int what);\n";
	static const struct role_case cases[] = {
		{ "bits_test", "-> value" },
		{ "bits_encode", "-> value" },
		{ "bits_save", "-> status" },
	};
	static const char link[] = "#include <stddef.h>\nstruct note { int a; };\n"
				   "struct link; struct link *link_open(int port); void link_close(struct link *l);\n"
				   "int link_write(struct link *l, const void *data, size_t size, struct note *n);\n"
				   "int port_open(const char *filename, int speed);\n";
	static const struct role_case others[] = { { "link_write", "-> value" }, { "port_open", "-> value" } };

	check_roles(*state, header, cases, COUNT(cases));
	check_roles(*state, link, others, COUNT(others));
}

/* A list of constants, one of them for success; and an operation that nothing is written about. */
static void test_results__told_by_constants(void **state)
{
	static const char header[] =
		"#define T_COMPLETE 0\n#define T_GONE 1\n#define T_LATE 2\n#define T_IN 3\n#define T_OUT 4\n"
		"typedef unsigned t_code; struct t; struct t *t_new(void); void t_free(struct t *t);\n\n"
		"/* Asks.\n * Return value:\n * `T_COMPLETE`: Successful completion.\n * `T_GONE`: It is gone. */\n"
		"t_code t_get_sum(struct t *t, int *sum);\n\n"
		"/* Sends.\n * Returns: T_GONE: no more. T_COMPLETE indicates success. */\nt_code t_send(struct t *t, int a);\n\n"
		"/* Waits. Returns T_LATE if it was late and T_COMPLETE on success. */\nt_code t_wait(struct t *t);\n\n"
		"/* Stops. Returns T_COMPLETE on success. */\nt_code t_stop(struct t *t, int a);\n\n"
		"t_code t_sign(struct t *t, int a);\n\nunsigned t_mark(struct t *t, int a);\n\n"
		"/* Takes what t_new returned. It is set to T_IN on success. */\nunsigned t_move(const struct t *t, int b);\n\n"
		"/* Returns the number of items that were visited. The callback is called with T_COMPLETE on success. */\n"
		"unsigned t_visit(struct t *t, void (*call)(int));\n\n"
		"/* Gives back what is kept. */\nt_code t_last_code(const struct t *t);\n\n"
		"/* Returns whether it succeeded. */\nint t_sort(struct t *t);\n\n"
		"/* Returns whether there are any. */\nint t_rest(struct t *t);\n\n"
		"/* Returns T_IN or T_OUT. */\nunsigned t_way(const struct t *t);\n";
	static const struct role_case cases[] = {
		{ "t_get_sum", "t receiver | sum out | -> status | .error nonzero" },
		{ "t_send", "-> status" },
		{ "t_wait", "-> status" },
		{ "t_sign", "-> status | .error nonzero" },
		{ "t_mark", "-> value" },
		{ "t_move", "-> value" },
		{ "t_visit", "-> value" },
		{ "t_last_code", "-> value" },
		{ "t_sort", "-> status" },
		{ "t_rest", "-> value" },
		{ "t_way", "-> value" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

/* What is opened as a number is closed as one; a status goes beside what is opened into a parameter. */
static void test_results__numbers_that_are_closed(void **state)
{
	static const char header[] =
		"struct page;\n"
		"int net_open(char *where);\nint net_open_port(char *where, int port);\n"
		"int net_play(int net_fd, char *sound);\nint net_close(int net_fd);\n"
		"int net_open_page(char *name);\nint net_open_serial(char *line);\n"
		"int net_open_desk(char *line);\nint net_close_desk(int desk);\n"
		"int page_open(char *where, struct page **out);\nint page_close(struct page *page);\n"
		"int file_open(char *where, struct page **out);\nint file_close(int fd);\n";
	static const struct role_case cases[] = {
		{ "net_open", "where string | -> value" },
		{ "net_open_port", "where string | port in | -> value" },
		{ "net_play", "net_fd descriptor | sound string | -> status" },
		{ "net_close", "net_fd descriptor | -> status" },
		{ "net_open_page", "-> status" },
		{ "net_open_serial", "line string | -> value" },
		{ "net_open_desk", "-> status" },
		{ "file_open", "out out | -> status" },
		{ "page_open", "out out | -> status" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

/* Text that may be written, in an API without const: it is used by what is called so, and may be filled by all others. */
static void test_results__text_without_const(void **state)
{
	static const char header[] = "int send_word(char *word);\nint say_to(int fd, char *line);\n"
				     "int next_word(char *word);\nint user_name(int uid, char *user);\n";
	static const char with_const[] = "int play_word(char *word);\nint count(const char *text);\n";
	static const struct role_case cases[] = {
		{ "send_word", "word string" },
		{ "say_to", "line string" },
	};
	static const char *const others[] = { "next_word", "user_name" };

	check_roles(*state, header, cases, COUNT(cases));
	struct hr_model *model = read_text(*state, header, NULL);
	hr_roles_infer(model);
	for (size_t i = 0; i < COUNT(others); i++) {
		const struct hr_operation *operation = find_operation(model, others[i]);
		for (size_t k = 0; k < operation->params.count; k++)
			assert_int_not_equal(operation->params.data[k].role, HR_ROLE_STRING);
	}
	hr_model_free(model);
	model = read_text(*state, with_const, NULL);
	hr_roles_infer(model);
	assert_int_not_equal(find_operation(model, "play_word")->params.data[0].role, HR_ROLE_STRING);
	hr_model_free(model);
}

/* What it says of freeing is about the result, whatever the function is called that does it. */
static void test_results__free_the_result(void **state)
{
	static const char header[] = "struct list; struct list *list_new(void); void list_free(struct list *l);\n"
				     "/** list_free_text() the result! */\nchar *list_join(struct list *l);\n";
	static const struct role_case cases[] = { { "list_join", "-> owned" } };

	check_roles(*state, header, cases, COUNT(cases));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_results__ownership),
		IN_SCRATCH(test_results__numbers),
		IN_SCRATCH(test_results__enums_of_truth),
		IN_SCRATCH(test_results__macros_of_truth),
		IN_SCRATCH(test_results__told_in_words),
		IN_SCRATCH(test_results__told_by_constants),
		IN_SCRATCH(test_results__numbers_that_are_closed),
		IN_SCRATCH(test_results__text_without_const),
		IN_SCRATCH(test_results__free_the_result),
	};

	return cmocka_run_group_tests_name("results", tests, NULL, NULL);
}
