/* Reports of stock sanitizers: real ones of both compilers. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "oracle/failure.h"
#include "reports.h"

#include <string.h>

static void test_failure_report__every_report_is_understood(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof reports / sizeof *reports; i++) {
		struct hr_report_place place;
		enum hr_way way =
			hr_way_of_report(&place, reports[i].text, "main.c", reports[i].exit_code, reports[i].signal);
		const char *function = reports[i].function;
		bool is_right = way == reports[i].way && !function == !place.function &&
				place.line == reports[i].line &&
				(!function || (place.function_length == strlen(function) &&
					       memcmp(place.function, function, strlen(function)) == 0));
		if (!is_right)
			print_error("%s: %s in %.*s, line %u\n", reports[i].name, hr_way_name(way),
				    (int)place.function_length, place.function ? place.function : "", place.line);
		assert_true(is_right);
	}
}

static void test_failure_report__the_first_counts_unless_it_is_a_note(void **state)
{
	static const char two[] = "/src/a.c:1:2: runtime error: load of misaligned address 0x1 for type 'int'\n"
				  "    #0 0x1 in noted /src/a.c:1:2\n\n"
				  "/src/a.c:3:2: runtime error: signed integer overflow: 1 + 2\n"
				  "    #0 0x1 in adds /src/a.c:3:2\n\n"
				  "==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x2\n"
				  "    #0 0x1 in late /src/a.c:4:2\n";
	struct hr_report_place place;
	(void)state;
	assert_int_equal(hr_way_of_report(&place, two, NULL, 1, 0), HR_WAY_ARITHMETIC);
	assert_memory_equal(place.function, "adds ", 5);
	/* a note is no reason to end */
	static const char note[] = "/src/a.c:1:2: runtime error: load of misaligned address 0x1 for type 'int'\n";
	assert_int_equal(hr_way_of_report(&place, note, NULL, 0, 0), HR_WAY_UNDEFINED);
	assert_int_equal(hr_way_of_report(&place, note, NULL, 3, 0), HR_WAY_EXIT);
	assert_int_equal(hr_way_of_report(&place, note, NULL, 0, SIGFPE), HR_WAY_ARITHMETIC);
}

static void test_failure_report__without_a_report_the_end_tells(void **state)
{
	struct hr_report_place place;
	(void)state;
	assert_int_equal(hr_way_of_report(&place, "", NULL, 0, 0), HR_WAY_NONE);
	assert_int_equal(hr_way_of_report(&place, "words\n", NULL, 1, 0), HR_WAY_EXIT);
	assert_int_equal(hr_way_of_report(&place, "", NULL, 0, SIGSEGV), HR_WAY_WILD);
	assert_int_equal(hr_way_of_report(&place, "", NULL, 0, SIGABRT), HR_WAY_ABORT);
	assert_null(place.function);
	assert_int_equal(hr_way_of_report(&place, "==1==ERROR: AddressSanitizer: hard rss limit exhausted (9Mb vs 8Mb)",
					  NULL, 1, 0),
			 HR_WAY_NONE);
}

static void test_failure_report__survives_anything(void **state)
{
	struct hr_report_place place;
	(void)state;
	/* every report cut off anywhere */
	for (size_t i = 0; i < sizeof reports / sizeof *reports; i += 5) {
		char text[8192];
		size_t length = strlen(reports[i].text);
		assert_true(length < sizeof text);
		for (size_t k = 0; k < length; k += 3) {
			memcpy(text, reports[i].text, k);
			text[k] = '\0';
			(void)hr_way_of_report(&place, text, "main.c", 1, 0);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_failure_report__every_report_is_understood),
		cmocka_unit_test(test_failure_report__the_first_counts_unless_it_is_a_note),
		cmocka_unit_test(test_failure_report__without_a_report_the_end_tells),
		cmocka_unit_test(test_failure_report__survives_anything),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
