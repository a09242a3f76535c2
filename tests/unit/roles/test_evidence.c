/* What documentation and attributes say, against what names and types suggest. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "inferring.h"

static void test_evidence__documentation(void **state)
{
	static const char header[] =
		"#include <stddef.h>\nstruct thing;\n"
		"struct thing *thing_new(void);\nvoid thing_free(struct thing *t);\n"
		"/** @param[out] p  where it goes */\nint thing_a(int *p);\n"
		"/** @param[in,out] p  the position, moved on */\nint thing_b(int *p);\n"
		"/** @param[in] name  the name; may be NULL */\nint thing_c(const char *name);\n"
		"/** @param name  the name. It must not be NULL. */\nint thing_d(const char *name);\n"
		"/** \\param s the path to a file */\nint thing_e(const char *s);\n"
		"/**\n * thing_f:\n * @t: a thing\n * @n: (out): return location for the number\n * @name: (nullable): a name\n */\n"
		"void thing_f(struct thing *t, int *n, const char *name);\n"
		"/** @param item  the item; the thing takes ownership of it */\nint thing_g(struct thing *t, char *item);\n"
		"/** @param how  bitmask of options */\nint thing_h(unsigned how);\n"
		"/** @param where  an open file descriptor */\nint thing_i(int where);\n"
		"int thing_j(char *to, /* the destination buffer */ const char *from /* NUL-terminated text */);\n"
		"/* Sorts the values in place; the values argument must not be NULL. */\nvoid thing_k(double *values, size_t count);\n"
		"/* Sets the name. The second argument can be NULL. */\nvoid thing_l(struct thing *t, const char *name);\n"
		"/** @param text printf style format string */\nvoid thing_m(const char *text, ...);\n"
		"/** @param p user data, passed to the callback */\nvoid thing_n(struct thing *t, void *p);\n"
		"/** @param t (nullable): the thing\n * @return (transfer full): text */\nchar *thing_o(struct thing *t);\n"
		"/** @return (transfer none): text */\nchar *thing_p(struct thing *t);\n";
	static const struct role_case cases[] = {
		{ "thing_a", "p out" },
		{ "thing_b", "p inout" },
		{ "thing_c", "name string nullable" },
		{ "thing_d", "name string nonnull" },
		{ "thing_e", "s path" },
		{ "thing_f", "t receiver | n out | name string nullable" },
		{ "thing_g", "t receiver | item consumed" },
		{ "thing_h", "how flags" },
		{ "thing_i", "where descriptor" },
		{ "thing_j", "to out | from string" },
		{ "thing_k", "values inout nonnull" },
		{ "thing_l", "t receiver | name string nullable" },
		{ "thing_m", "text format" },
		{ "thing_n", "t receiver | p user_data" },
		{ "thing_o", "t receiver nullable | -> owned" },
		{ "thing_p", "t receiver | -> borrowed of t" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

static void test_evidence__attributes(void **state)
{
	static const char header[] =
		"#include <stddef.h>\nstruct thing;\n"
		"struct thing *thing_new(void) __attribute__((malloc, returns_nonnull));\nvoid thing_free(struct thing *t);\n"
		"int a(const char *one, const char *two, int three) __attribute__((nonnull));\n"
		"int b(const char *one, const char *two) __attribute__((nonnull(2)));\n"
		"int c(const char *_Nonnull one, const char *_Nullable two);\n"
		"int d(const char *message, ...) __attribute__((format(printf, 1, 2)));\n"
		"int e(unsigned char *in, size_t much) __attribute__((access(write_only, 1, 2)));\n"
		"int f(unsigned char *out, size_t much) __attribute__((access(read_write, 1, 2)));\n"
		"int g(void *out, size_t much) __attribute__((access(read_only, 1, 2)));\n"
		"void *h(size_t a, size_t b) __attribute__((alloc_size(1, 2)));\n"
		"int i(struct thing *t) __attribute__((pure));\n"
		"/* May be NULL. */\nint j(/* may be NULL */ const char *s) __attribute__((nonnull(1)));\n";
	static const struct role_case cases[] = {
		{ "thing_new", "-> owned nonnull freed_by thing_free" },
		{ "a", "one string nonnull | two string nonnull" },
		{ "b", "one string | two string nonnull" },
		{ "c", "one string nonnull | two string nullable" },
		{ "d", "message format" },
		{ "e", "in out | much capacity of in" },
		{ "f", "out inout | much length of out" },
		{ "h", "a size | b size" },
		{ "i", "t receiver | .kind observer" },
		{ "j", "s string nonnull" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

/* What one word cannot say. */
static void test_evidence__facts(void **state)
{
	static const char header[] =
		"#include <stddef.h>\n"
		"struct editor;\ntypedef void (*release_fn)(void *);\n"
		"#define KEEP_IT ((release_fn)0)\n#define COPY_IT ((release_fn)-1)\n\n"
		"struct editor *editor_new(void);\nvoid editor_free(struct editor *e);\n\n"
		"/** @param length  its length in bytes; if negative, text is read up to the NUL */\n"
		"int editor_insert(struct editor *e, const char *text, int length);\n\n"
		"void editor_set_callback(struct editor *e, void (*changed)(void *data), void *data);\n\n"
		"/** The name is not copied: name must remain valid as long as the editor. */\n"
		"void editor_set_name(struct editor *e, const char *name);\n\n"
		"size_t pack_bound(size_t length);\n\n"
		"/** Packs. The room at dst has to be pack_bound(src_size) at least. */\n"
		"int pack(void *dst, size_t dst_capacity, const void *src, size_t src_size);\n\n"
		"int editor_give(struct editor *e, void *bytes, size_t size, release_fn release);\n\n"
		"/** Does nothing if e is NULL. */\nvoid editor_redraw(struct editor *e);\n\n"
		"/** Returns the title, never NULL. */\nconst char *editor_title(const struct editor *e);\n";
	static const struct role_case cases[] = {
		{ "editor_insert", "e receiver | length length of text bytes minus_one" },
		{ "editor_set_callback", "changed callback kept | data user_data of changed kept" },
		{ "editor_set_name", "name string kept" },
		{ "pack_bound", "length size | -> value" },
		{ "pack",
		  "dst out | dst_capacity capacity of dst bytes bound_by pack_bound | src buffer | src_size length of src" },
		{ "editor_give", "release callback sentinel KEEP_IT sentinel COPY_IT" },
		{ "editor_redraw", "e receiver nullable" },
		{ "editor_title", "-> borrowed of e nonnull | .error never" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

/* What is said of a parameter by its name, behind which the words stand: it is gone, and the others are not. */
static void test_evidence__what_a_call_ends(void **state)
{
	static const char header[] =
		"struct context; struct query;\n"
		"struct context *context_new(void);\nvoid context_free(struct context *c);\n"
		"struct query *context_ask(struct context *c, const char *name);\n"
		"/** Fetches the answer. The query object q is destroyed by this call and may not be used any further. */\n"
		"int context_done(struct context *c, struct query *q, int *answer);\n"
		"/** @param q the query, which must not be used anymore */\n"
		"int context_cancel(struct context *c, struct query *q);\n"
		"/** Looks at it. The query q is not destroyed by this call. */\n"
		"int context_is_done(struct context *c, struct query *q);\n"
		"/** The query q\n * is freed by this function. */\n"
		"int context_drop(struct context *c, struct query *q);\n"
		"/** @param q the query, which may not be used any further */\n"
		"int context_stop(struct context *c, struct query *q);\n"
		"/** Waits. If q is freed by this thread, nothing happens. @param q must not be used any more than needed */\n"
		"int context_wait(struct context *c, struct query *q);\n"
		"/** The old query is freed by this call. @param query the new one */\n"
		"int context_swap(struct context *c, struct query *query);\n"
		"/** The query is destroyed by this call, the context stays valid. */\n"
		"int context_end(struct context *context, struct query *query);\n"
		"/** The query is freed by this function, not by the context. */\n"
		"int context_lose(struct query *query, struct context *context);\n"
		"/** @param q the query. If an error is returned, it must not be used any further, only freed. */\n"
		"int context_try(struct context *c, struct query *q);\n"
		"/** @param q need not be used any more */\nint context_rest(struct context *c, struct query *q);\n"
		"/** @param q the query, it must not be used any more while the lock is held */\n"
		"int context_lock(struct context *c, struct query *q);\n"
		"/** @param q should not be used anymore, pass NULL */\nint context_old(struct context *c, struct query *q);\n"
		"/** This function is obsolete, and must not be used any more. @param q the query */\n"
		"int context_past(struct context *c, struct query *q);\n"
		"struct list; struct list *list_new(void); void list_free(struct list *list);\n"
		"/** The list takes ownership of the query. */\nint list_add(struct list *list, struct query *query);\n";
	static const struct role_case cases[] = {
		{ "context_done", "c receiver | q consumed | answer out" },
		{ "context_cancel", "c receiver | q consumed" },
		{ "context_is_done", "c receiver | q in" },
		{ "context_drop", "c receiver | q consumed" },
		{ "context_stop", "c receiver | q consumed" },
		{ "context_wait", "c receiver | q in" },
		{ "context_swap", "c receiver | query in" },
		{ "context_end", "context receiver | query consumed" },
		{ "context_lose", "query consumed" },
		{ "context_try", "c receiver | q in" },
		{ "context_rest", "c receiver | q in" },
		{ "context_lock", "c receiver | q in" },
		{ "context_old", "c receiver | q in" },
		{ "context_past", "c receiver | q in" },
		{ "list_add", "list receiver | query consumed" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

/* Several operations that call a parameter the same agree on it. */
static void test_evidence__siblings(void **state)
{
	static const char header[] = "int open_first(const char *name, int how);\n"
				     "/** @param where the file name */\nint load_one(const char *where);\n"
				     "/** @param where the file name */\nint load_two(const char *where);\n"
				     "/** @param where path to it */\nint load_three(const char *where);\n"
				     "int load_four(const char *where);\n";
	static const struct role_case cases[] = {
		{ "load_one", "where path" },
		{ "load_three", "where path" },
		{ "load_four", "where path" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

/* A letter, the name of a path, what text is in other operations: what says whose length a number is. */
static void test_evidence__whose_length(void **state)
{
	static const char header[] =
		"#include <stddef.h>\n"
		"int same(const char *a, const char *b, size_t len_a, size_t len_b);\n"
		"/** @param path the path to the file */\nint expand(int flat, const char *path, int pathlen);\n"
		"int sign(const char *m);\nint check(const char *m);\nint hash(const char *m);\n"
		"/** @param ml length of message */\nint sign_raw(const char *m, size_t ml);\n";
	static const struct role_case cases[] = {
		{ "same", "len_a length of a bytes | len_b length of b bytes" },
		{ "expand", "path path | pathlen length of path bytes" },
		{ "sign", "m string" },
		{ "sign_raw", "m buffer | ml length of m bytes" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

/* What a person says wins; asking twice changes nothing. */
static void test_evidence__claims_that_were_there(void **state)
{
	struct hr_model *model = read_text(*state, "int f(const char *filename, int fd);", NULL);
	struct hr_item *item = find_param(find_operation(model, "f"), "filename");
	struct hr_claim said = { .fact = HR_FACT_ROLE,
				 .value = HR_ROLE_STRING,
				 .of = -1,
				 .source = HR_SOURCE_USER,
				 .weight = 0.99,
				 .text = "I said so" };

	hr_vec_push(&item->claims, said);
	hr_roles_infer(model);
	assert_int_equal(find_param(find_operation(model, "f"), "filename")->role, HR_ROLE_STRING);
	assert_int_equal(find_param(find_operation(model, "f"), "fd")->role, HR_ROLE_DESCRIPTOR);
	assert_true(find_param(find_operation(model, "f"), "filename")->claims.count > 1);
	hr_model_free(model);
}

/* nonnull without numbers is about all pointers, and about nothing else. */
static void test_evidence__nonnull_is_about_pointers(void **state)
{
	struct hr_model *model = read_text(
		*state, "struct s;\nint f(int n, char *text, struct s *s, int (*g)(void)) __attribute__((nonnull));",
		NULL);
	const struct hr_operation *f = find_operation(model, "f");

	hr_roles_infer(model);
	assert_int_equal(f->params.data[0].nullable, HR_NOT_KNOWN);
	for (size_t i = 1; i < f->params.count; i++)
		assert_int_equal(f->params.data[i].nullable, HR_NO);
	hr_model_free(model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_evidence__documentation),
		IN_SCRATCH(test_evidence__attributes),
		IN_SCRATCH(test_evidence__nonnull_is_about_pointers),
		IN_SCRATCH(test_evidence__facts),
		IN_SCRATCH(test_evidence__what_a_call_ends),
		IN_SCRATCH(test_evidence__siblings),
		IN_SCRATCH(test_evidence__whose_length),
		IN_SCRATCH(test_evidence__claims_that_were_there),
	};

	return cmocka_run_group_tests_name("evidence", tests, NULL, NULL);
}
