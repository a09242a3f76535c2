/* Gates of the clock and the calendar: the same moments in every sequence, dates and texts as libc makes them in UTC. */
#include "gate_testing.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

GATE(time);
GATE(clock_gettime);
GATE(gettimeofday);
GATE(sleep);
GATE(nanosleep);
GATE(gmtime);
GATE(gmtime_r);
GATE(localtime);
GATE(localtime_r);
GATE(mktime);
GATE(timegm);
GATE(asctime);
GATE(asctime_r);
GATE(ctime);
GATE(strftime);
GATE(strptime);
GATE(wcsftime);
GATE(difftime);

static void test_time__starts_at_the_same_moment(void **state)
{
	(void)state;
	hr_gates_reset();
	time_t told = 0;
	assert_int_equal(hr_gate_time(&told), 1000000000);
	assert_int_equal(told, 1000000000);
	struct timespec first, second;
	hr_gate_clock_gettime(CLOCK_MONOTONIC, &first);
	hr_gate_clock_gettime(CLOCK_MONOTONIC, &second);
	assert_true(second.tv_nsec > first.tv_nsec); /* some time has passed */
	hr_gates_reset();
	assert_int_equal(hr_gate_time(NULL), 1000000000);
	struct timeval now;
	assert_int_equal(hr_gate_gettimeofday(&now, NULL), 0);
	assert_int_equal(now.tv_sec, 1000000000);
	assert_int_equal(hr_gate_clock_gettime(99, &first), -1);
	assert_int_equal(errno, EINVAL);
	after_case();
}

static void test_time__sleeping_moves_the_clock(void **state)
{
	(void)state;
	hr_gates_reset();
	assert_int_equal(hr_gate_sleep(3600), 0);
	assert_int_equal(hr_gate_time(NULL), 1000003600);
	const struct timespec wanted = { 5, 0 }, wrong = { 0, -1 };
	assert_int_equal(hr_gate_nanosleep(&wanted, NULL), 0);
	assert_int_equal(hr_gate_time(NULL), 1000003605);
	assert_int_equal(hr_gate_nanosleep(&wrong, NULL), -1);
	assert_int_equal(errno, EINVAL);
	after_case();
}

static void expect_same(const struct tm *ours, const struct tm *theirs)
{
	assert_int_equal(ours->tm_sec, theirs->tm_sec);
	assert_int_equal(ours->tm_min, theirs->tm_min);
	assert_int_equal(ours->tm_hour, theirs->tm_hour);
	assert_int_equal(ours->tm_mday, theirs->tm_mday);
	assert_int_equal(ours->tm_mon, theirs->tm_mon);
	assert_int_equal(ours->tm_year, theirs->tm_year);
	assert_int_equal(ours->tm_wday, theirs->tm_wday);
	assert_int_equal(ours->tm_yday, theirs->tm_yday);
	assert_int_equal(ours->tm_isdst, theirs->tm_isdst);
}

/* Moments from before the common era to far beyond, and both ends of leap days. */
static time_t moment(int index)
{
	static const time_t special[] = {
		0,           -1,           951782399,    951782400,    951868800,         4107542400,
		-2208988800, -62135596801, -62167219200, 253402300800, 67767976233532799, -67768040609740800
	};
	const int count = (int)COUNT(special);
	return index < count ? special[index] : (time_t)(index - 2000) * 31556952 * 2 + (time_t)index * index * 977;
}

static void test_time__dates_are_as_libc_makes_them(void **state)
{
	(void)state;
	for (int i = 0; i < 4000; i++) {
		const time_t when = moment(i);
		struct tm ours, theirs;
		assert_ptr_equal(hr_gate_gmtime_r(&when, &ours), &ours);
		assert_non_null(gmtime_r(&when, &theirs));
		expect_same(&ours, &theirs);
		assert_int_equal(hr_gate_timegm(&ours), when);
		ours.tm_mon += 27;
		ours.tm_mday -= 400;
		ours.tm_sec += 1000000;
		theirs = ours;
		if (i != 10 && i != 11) { /* those would leave the range of years */
			assert_int_equal(hr_gate_mktime(&ours), timegm(&theirs));
			expect_same(&ours, &theirs);
		}
	}
	const time_t beyond = LONG_MAX;
	struct tm fields;
	assert_null(hr_gate_localtime_r(&beyond, &fields));
	assert_int_equal(errno, EOVERFLOW);
	assert_true(hr_gate_difftime(5, 7) == -2.0);
}

static void test_time__own_memory_stays_the_same(void **state)
{
	(void)state;
	const time_t first = 0, second = 86400;
	struct tm *one = hr_gate_gmtime(&first);
	assert_ptr_equal(hr_gate_localtime(&second), one);
	assert_int_equal(one->tm_mday, 2);
	assert_string_equal(hr_gate_asctime(one), "Fri Jan  2 00:00:00 1970\n");
	assert_string_equal(hr_gate_ctime(&first), "Thu Jan  1 00:00:00 1970\n");
	after_case();
}

static void test_time__texts_are_as_libc_makes_them(void **state)
{
	(void)state;
	static const char *const formats[] = {
		"%a %A %b %B %h",       "%C %d %D %e",    "%F %T %R",    "%g %G %V", "%H %I %j %k %l",
		"%m %M %p %P %r",       "%S %u %U %w %W", "%x %X %y %Y", "%c",       "%z %Z %s %%",
		"%-d %_m %05Y %^a %#Z", "%10Y %_5d %n%t", "%Ey %Od",     "%Q",       "100%",
	};
	setenv("TZ", "UTC0", 1);
	for (int i = 12; i < 4000; i += 7) {
		const time_t when = moment(i);
		struct tm fields;
		gmtime_r(&when, &fields);
		fields.tm_zone = "UTC";
		for (size_t at = 0; at < COUNT(formats); at++) {
			char ours[256], theirs[256];
			const size_t length = hr_gate_strftime(ours, sizeof ours, formats[at], &fields);
			const size_t expected = strftime(theirs, sizeof theirs, formats[at], &fields);
			assert_string_equal(ours, theirs);
			assert_int_equal(length, expected);
		}
	}
	struct tm fields;
	memset(&fields, 0, sizeof fields);
	assert_non_null(hr_gate_strptime("2010-03-04 05:06:07", "%Y-%m-%d %H:%M:%S", &fields));
	assert_int_equal(fields.tm_year, 110);
	assert_int_equal(fields.tm_sec, 7);
	char small[4];
	assert_int_equal(hr_gate_strftime(small, sizeof small, "%Y", &fields), 0);
	wchar_t wide[16];
	assert_int_equal(hr_gate_wcsftime(wide, 16, L"%Y!", &fields), 5);
	assert_int_equal(wcscmp(wide, L"2010!"), 0);
}

CASE(result_too_small)
{
	const time_t when = 0;
	hr_gate_gmtime_r(&when, (struct tm *)room(16));
}

CASE(text_too_small)
{
	const time_t when = 0;
	struct tm fields;
	hr_gate_gmtime_r(&when, &fields);
	hr_gate_asctime_r(&fields, room(20));
}

CASE(text_larger_than_its_block)
{
	const time_t when = 0;
	struct tm fields;
	hr_gate_gmtime_r(&when, &fields);
	hr_gate_strftime(room(4), 100, "%Y", &fields);
}

CASE(time_into_freed_memory)
{
	time_t *out = bytes("12345678", 8);
	hr_arena_free(out, "free");
	hr_gate_time(out);
}

CASE(unreadable_moment)
{
	hr_gate_localtime((const time_t *)room(4));
}

static void test_time__reports_bad_memory(void **state)
{
	(void)state;
	static const struct fault_case cases[] = {
		{ "gmtime_r", result_too_small, HR_FAULT_HEAP_OVERFLOW },
		{ "asctime_r", text_too_small, HR_FAULT_HEAP_OVERFLOW },
		{ "strftime", text_larger_than_its_block, HR_FAULT_HEAP_OVERFLOW },
		{ "time", time_into_freed_memory, HR_FAULT_USE_AFTER_FREE },
		{ "localtime", unreadable_moment, HR_FAULT_HEAP_OVERFLOW },
	};
	check_cases(cases, COUNT(cases));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_time__starts_at_the_same_moment),
		cmocka_unit_test(test_time__sleeping_moves_the_clock),
		cmocka_unit_test(test_time__dates_are_as_libc_makes_them),
		cmocka_unit_test(test_time__own_memory_stays_the_same),
		cmocka_unit_test(test_time__texts_are_as_libc_makes_them),
		cmocka_unit_test(test_time__reports_bad_memory),
	};
	return cmocka_run_group_tests(tests, gate_set_up, NULL);
}
