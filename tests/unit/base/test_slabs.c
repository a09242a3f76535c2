/* Memory for pieces that come and go. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/slabs.h"

#include <string.h>

enum { PIECES = 3000 };

static size_t size_of(size_t i)
{
	return i * 37 % 5000; /* none, small ones and such as are too large for a list */
}

static void test_slabs__pieces_are_apart(void **state)
{
	struct hr_slabs *slabs = hr_slabs_new();
	unsigned char *pieces[PIECES];

	(void)state;
	for (int round = 0; round < 3; round++) {
		for (size_t i = 0; i < PIECES; i++) {
			pieces[i] = hr_slabs_take(slabs, size_of(i));
			assert_int_equal((uintptr_t)pieces[i] % _Alignof(max_align_t), 0);
			memset(pieces[i], (int)(i % 251), size_of(i));
		}
		for (size_t i = 0; i < PIECES; i++) {
			for (size_t k = 0; k < size_of(i); k++)
				assert_int_equal(pieces[i][k], i % 251);
			hr_slabs_give(slabs, pieces[i], size_of(i));
		}
	}
	hr_slabs_close(slabs);
}

static void test_slabs__the_last_piece_ends_it(void **state)
{
	struct hr_slabs *slabs = hr_slabs_new();
	char *piece = hr_slabs_take(slabs, 100);

	(void)state;
	hr_slabs_close(slabs);
	memset(piece, 1, 100);
	hr_slabs_give(slabs, piece, 100);
	hr_slabs_close(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_slabs__pieces_are_apart),
		cmocka_unit_test(test_slabs__the_last_piece_ends_it),
	};
	return cmocka_run_group_tests_name("slabs", tests, NULL, NULL);
}
