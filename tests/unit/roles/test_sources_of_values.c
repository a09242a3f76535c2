/* Can every parameter be given something? */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "inferring.h"

static void test_sources_of_values__verdicts(void **state)
{
	static const struct {
		const char *why, *text; /* the text declares use() */
		const char *reason;     /* why it cannot be called; NULL: it can */
	} cases[] = {
		{ "numbers come from nothing", "int use(int a, double b, _Bool c);", NULL },
		{ "text and memory", "int use(const char *s, void *p, int *out, const double *in);", NULL },
		{ "a struct from its fields", "struct s { int a; }; int use(struct s *p);", NULL },
		{ "callbacks", "int use(int (*f)(void *), void *data);", NULL },
		{ "what libc makes", "#include <stdio.h>\nint use(FILE *f);", NULL },
		{ "nobody makes it", "struct s; int use(struct s *p);",
		  "nothing yields a 'struct s' for parameter 1, p" },
		{ "nobody makes it, no name", "struct s; int use(int, struct s *);",
		  "nothing yields a 'struct s' for parameter 2" },
		{ "a result", "struct s; struct s *make(void); int use(struct s *p);", NULL },
		{ "a result that is const", "struct s; const struct s *get(void); int use(const struct s *p);", NULL },
		{ "only from itself", "struct s; struct s *copy(const struct s *p); int use(struct s *p);",
		  "nothing yields a 'struct s' for parameter 1, p" },
		{ "a chain",
		  "struct a; struct b; struct c; struct c *c(struct b *); struct b *b(struct a *); struct a *a(void);"
		  "int use(struct c *p);",
		  NULL },
		{ "a chain without a beginning", "struct a; struct b; struct b *b(struct a *a); int use(struct b *p);",
		  "nothing yields a 'struct b' for parameter 1, p" },
		{ "makers in a circle",
		  "struct a; struct b; struct a *a(struct b *); struct b *b(struct a *); int use(struct a *p);",
		  "nothing yields a 'struct a' for parameter 1, p" },
		{ "a slot", "struct s; int make(struct s **out); int use(struct s *p);", NULL },
		{ "the slot itself", "struct s; int use(struct s **out);", NULL },
		{ "a slot that needs another",
		  "struct a; struct s; int make(struct a *a, struct s **out); int use(struct s *p);",
		  "nothing yields a 'struct s' for parameter 1, p" },
		{ "seen by a callback",
		  "struct s; void each(void (*f)(struct s *item, void *data), void *data); int use(struct s *p);",
		  NULL },
		{ "seen by a callback of a type",
		  "struct s; typedef void (*visit)(struct s *); void each(visit v); int use(struct s *p);", NULL },
		{ "seen by a callback in a struct",
		  "struct s; struct calls { void (*on)(struct s *); }; void set(const struct calls *c); int use(struct s *p);",
		  NULL },
		{ "a callback that nobody takes", "struct s; typedef void (*visit)(struct s *); int use(struct s *p);",
		  "nothing yields a 'struct s' for parameter 1, p" },
		{ "a variable", "struct s; extern struct s *the_one; int use(struct s *p);", NULL },
		{ "a variable as a table", "struct s; extern const struct s *all[3]; int use(const struct s *p);",
		  NULL },
		{ "a field of what is made",
		  "struct s; struct pair { struct s *left; }; struct pair *make(void); int use(struct s *p);", NULL },
		{ "a field further down",
		  "struct s; struct in { struct s *s; }; struct out { struct in in; }; struct out make(void); int use(struct s *p);",
		  NULL },
		{ "a field far down",
		  "struct s; struct a { struct s *s; }; struct b { struct a a; }; struct c { struct b *b; }; struct d { struct c c; };"
		  "struct e { struct d *d; }; struct f { struct e e; }; struct f *make(void); int use(struct s *p);",
		  NULL },
		{ "NULL is allowed", "struct s;\n/** @param p a thing, may be NULL */\nint use(struct s *p);", NULL },
		{ "NULL is allowed, declared", "struct s; int use(struct s *_Nullable p);", NULL },
		{ "NULL is allowed for one of two",
		  "struct s;\n/** @param p may be NULL */\nint use(struct s *p, struct s *q);",
		  "nothing yields a 'struct s' for parameter 2, q" },
		{ "a maker for which NULL is allowed",
		  "struct a; struct s;\n/** @param a where, may be NULL */\nstruct s *make(struct a *a);\nint use(struct s *p);",
		  NULL },
		{ "through a typedef", "typedef struct s *handle; handle make(void); int use(handle p);", NULL },
		{ "through a typedef, nobody", "typedef struct s *handle; int use(handle p);",
		  "nothing yields a 'struct s' for parameter 1, p" },
		{ "an array of objects needs objects",
		  "#include <stddef.h>\nstruct s; int use(struct s *const *items, size_t count);",
		  "nothing yields a 'struct s' for parameter 1, items" },
		{ "an array yields nothing",
		  "#include <stddef.h>\nstruct s; int all(struct s *const *items, size_t count); int use(struct s *p);",
		  "nothing yields a 'struct s' for parameter 1, p" },
		{ "a destroyer yields nothing", "struct s; void s_free(struct s *p); int use(struct s *p);",
		  "nothing yields a 'struct s' for parameter 1, p" },
		{ "a maker that cannot be called",
		  "struct s; struct v; struct s *make(struct v by_value); int use(struct s *p);",
		  "nothing yields a 'struct s' for parameter 1, p" },
		{ "a union nobody makes", "union u; int use(union u *p);",
		  "nothing yields a 'union u' for parameter 1, p" },
	};
	int problems = 0;

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct hr_model *model = read_text(*state, cases[i].text, NULL);
		const struct hr_operation *use;

		hr_roles_infer(model);
		hr_roles_find_sources(model);
		use = find_operation(model, "use");
		assert_int_equal(use->callable, !use->reason);
		expect_text(&problems, cases[i].why, cases[i].reason, use->reason);
		hr_model_free(model);
	}
	assert_int_equal(problems, 0);
}

/* A reason that was there before stays. */
static void test_sources_of_values__keeps_reasons(void **state)
{
	struct hr_model *model = read_text(*state, "struct s; void use(struct s v);\nint f(void);", NULL);

	hr_roles_infer(model);
	hr_roles_find_sources(model);
	assert_string_equal(find_operation(model, "use")->reason, "parameter 1 is an incomplete type by value");
	assert_true(find_operation(model, "f")->callable);
	hr_model_free(model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_sources_of_values__verdicts),
		IN_SCRATCH(test_sources_of_values__keeps_reasons),
	};

	return cmocka_run_group_tests_name("sources_of_values", tests, NULL, NULL);
}
