/* Callbacks and what is handed back to them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "inferring.h"

static void test_callbacks__of_parameters(void **state)
{
	static const char header[] =
		"#include <stddef.h>\n"
		"struct list; struct loop; struct timer;\n"
		"struct list *list_new(void (*free_element)(void *));\nvoid list_free(struct list *l);\n"
		"void list_each(struct list *l, void (*visit)(void *element, void *data), void *data);\n"
		"void *list_find(struct list *l, int (*match)(const void *element, const void *key), const void *key);\n"
		"void list_sort(struct list *l, int (*compare)(const void *, const void *));\n"
		"typedef void (*timer_fn)(struct timer *t, void *arg);\n"
		"struct timer *timer_new(struct loop *loop, timer_fn callback, void *arg);\n"
		"void timer_free(struct timer *t);\n"
		"int walk_directory(const char *path, int (*fn)(const char *name, void *ctx), void *ctx);\n"
		"int watch(void *user_data, void (*on_change)(void *));\n"
		"int transfer(size_t (*reader)(char *, size_t, void *), void *reader_arg,\n"
		"             size_t (*writer)(const char *, size_t, void *), void *writer_arg);\n"
		"void set_log_function(void (*log)(int level, const char *message));\n"
		"int at_exit(void (*function)(void));\n";
	static const struct role_case cases[] = {
		{ "list_new", "free_element callback | -> owned freed_by list_free" },
		{ "list_each", "l receiver | visit callback | data user_data of visit | -> none" },
		{ "list_find", "l receiver | match callback" },
		{ "list_sort", "l receiver | compare callback" },
		{ "timer_new", "callback callback | arg user_data of callback | -> owned freed_by timer_free" },
		{ "walk_directory", "path path | fn callback | ctx user_data of fn | -> status" },
		{ "watch", "user_data user_data of on_change | on_change callback" },
		{ "transfer",
		  "reader callback | reader_arg user_data of reader | writer callback | writer_arg user_data of writer" },
		{ "set_log_function", "log callback | -> none" },
		{ "at_exit", "function callback | -> status" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

/* A parser that calls back, with its handlers one by one or in a struct. */
static void test_callbacks__of_parsers(void **state)
{
	static const char header[] =
		"#include <stddef.h>\n"
		"struct parser;\n"
		"struct handlers {\n\tint (*on_begin)(void *user, const char *name);\n\tint (*on_end)(void *user);\n};\n"
		"struct parser *parser_create(const struct handlers *handlers, void *user);\n"
		"int parser_feed(struct parser *p, const char *chunk, size_t size);\n"
		"int parser_finish(struct parser *p);\n"
		"void parser_set_text_handler(struct parser *p, void (*handler)(void *user, const char *text, int length));\n"
		"void parser_destroy(struct parser *p);\n"
		"const char *parser_error_message(const struct parser *p);\n"
		"unsigned long parser_line(const struct parser *p);\n";
	static const struct role_case cases[] = {
		{ "parser_create",
		  "handlers callback | user user_data of handlers | -> owned freed_by parser_destroy" },
		{ "parser_feed", "p receiver | chunk buffer | size length of chunk bytes | -> status" },
		{ "parser_set_text_handler", "p receiver | handler callback | -> none" },
		{ "parser_destroy", "p consumed" },
		{ "parser_error_message", "p receiver | -> borrowed of p" },
		{ "parser_line", "p receiver | -> value" },
		{ "struct handlers", "on_begin callback | on_end callback" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_callbacks__of_parameters),
		IN_SCRATCH(test_callbacks__of_parsers),
	};

	return cmocka_run_group_tests_name("callbacks", tests, NULL, NULL);
}
