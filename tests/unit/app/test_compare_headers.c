/* Headers of two versions by one name. */
#include "app/compare_internal.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

struct versions {
	struct hr_arena arena;
	struct hr_compare_version of[HR_VERSIONS];
};

/* Names the headers of /old and /new; NULL ends them. */
static void name(struct versions *versions, const char *const *old, const char *const *new)
{
	const char *const *headers[] = { old, new };
	*versions = (struct versions){ .arena = HR_ARENA_INIT };
	versions->of[HR_OLD].directory = "/old";
	versions->of[HR_NEW].directory = "/new";
	for (int i = 0; i < HR_VERSIONS; i++) {
		versions->of[i].unit.model = hr_model_new();
		for (size_t k = 0; headers[i][k]; k++)
			hr_vec_push(&versions->of[i].unit.model->headers, headers[i][k]);
	}
	hr_compare_name_headers(versions->of, &versions->arena);
}

static void expect(struct versions *versions, int version, size_t index, const char *name, const char *base,
		   size_t flags)
{
	assert_string_equal(versions->of[version].unit.model->headers.data[index], name);
	assert_string_equal(versions->of[version].base, base);
	assert_int_equal(versions->of[version].unit.recipe.header_flags.count, flags);
}

static void release(struct versions *versions)
{
	for (int i = 0; i < HR_VERSIONS; i++) {
		hr_model_free(versions->of[i].unit.model);
		hr_vec_release(&versions->of[i].unit.recipe.header_flags);
	}
	hr_arena_release(&versions->arena);
}

static void test_compare_headers__the_same_names_count_from_their_directories(void **state)
{
	(void)state;
	struct versions versions;
	name(&versions, (const char *[]){ "a.h", "b.h", NULL }, (const char *[]){ "a.h", "b.h", NULL });
	expect(&versions, HR_OLD, 0, "a.h", "/old", 0);
	expect(&versions, HR_NEW, 1, "b.h", "/new", 0);
	release(&versions);
}

static void test_compare_headers__one_place_for_all_where_there_is_one(void **state)
{
	(void)state;
	struct versions versions;
	name(&versions, (const char *[]){ "v1/include/a.h", "v1/include/b.h", NULL },
	     (const char *[]){ "v2/include/a.h", "v2/include/b.h", NULL });
	expect(&versions, HR_OLD, 0, "include/a.h", "/old/v1", 0);
	expect(&versions, HR_NEW, 1, "include/b.h", "/new/v2", 0);
	release(&versions);
}

static void test_compare_headers__what_lies_elsewhere_is_found_all_the_same(void **state)
{
	(void)state;
	struct versions versions;
	name(&versions, (const char *[]){ "src/a.h", "include/b.h", "c.h", NULL },
	     (const char *[]){ "lib/a.h", "v2/include/b.h", "c.h", NULL });
	expect(&versions, HR_OLD, 0, "a.h", "/old/src", 1); /* include/b.h and c.h count from /old */
	expect(&versions, HR_NEW, 0, "a.h", "/new/lib", 2);
	expect(&versions, HR_NEW, 1, "include/b.h", "/new/lib", 2);
	assert_string_equal(versions.of[HR_OLD].unit.recipe.header_flags.data[0], "-I/old");
	assert_string_equal(versions.of[HR_NEW].unit.recipe.header_flags.data[0], "-I/new/v2");
	assert_string_equal(versions.of[HR_NEW].unit.recipe.header_flags.data[1], "-I/new");
	release(&versions);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_compare_headers__the_same_names_count_from_their_directories),
		cmocka_unit_test(test_compare_headers__one_place_for_all_where_there_is_one),
		cmocka_unit_test(test_compare_headers__what_lies_elsewhere_is_found_all_the_same),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
