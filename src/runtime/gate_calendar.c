/* Calendar time: every zone is UTC, so that localtime is gmtime. Own arithmetic, because libc's looks for the zones' files.
 *
 * Results of the forms without _r lie in one block each until the sequence ends. */
#include "runtime/gate_process_internal.h"
#include "runtime/changing.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { SECONDS_A_DAY = 86400, DAYS_IN_400_YEARS = 146097 };

static const char zone_name[] = "UTC";
HR_GATE_DATA static char zone_text[] = "UTC";

HR_GATE_DATA long hr_gate_timezone = 0;
HR_GATE_DATA int hr_gate_daylight = 0;
HR_GATE_DATA char *hr_gate_tzname[2] = { zone_text, zone_text };
extern long hr_gate___timezone __attribute__((alias("hr_gate_timezone")));
extern int hr_gate___daylight __attribute__((alias("hr_gate_daylight")));
extern char *hr_gate___tzname[2] __attribute__((alias("hr_gate_tzname")));

static struct hr_gate_static fields_memory, text_memory;
HR_CHANGING(fields_memory);
HR_CHANGING(text_memory);

enum { OWN_TEXT_SIZE = 64 };

static struct tm *own_fields(void)
{
	return hr_gate_static(&fields_memory, sizeof(struct tm));
}

static char *own_text(void)
{
	return hr_gate_static(&text_memory, OWN_TEXT_SIZE);
}

void hr_gate_tzset(void)
{
}

/* ---- from seconds to fields ---- */

static const short days_before_month[2][12] = {
	{ 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334 },
	{ 0, 31, 60, 91, 121, 152, 182, 213, 244, 274, 305, 335 },
};

static bool is_leap(int64_t year)
{
	return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

/* Days from 1970-01-01 to the first day of a month (0…11) of a year, both as of the proleptic Gregorian calendar. */
static int64_t days_until(int64_t year, int month)
{
	const int64_t before = year - 1;
	const int64_t cycles = before >= 0 ? before / 400 : -((399 - before) / 400);
	const int64_t rest = before - cycles * 400; /* 0 … 399 */
	const int64_t days = cycles * DAYS_IN_400_YEARS + rest * 365 + rest / 4 - rest / 100;
	return days - 719162 + days_before_month[is_leap(year)][month];
}

/* False when the year does not fit. */
static bool break_down(struct tm *out, time_t when)
{
	int64_t days = when / SECONDS_A_DAY;
	int64_t second = when % SECONDS_A_DAY;
	if (second < 0) {
		second += SECONDS_A_DAY;
		days--;
	}
	int64_t year = 1970 + days / DAYS_IN_400_YEARS * 400;
	year += (days % DAYS_IN_400_YEARS) * 400 / DAYS_IN_400_YEARS; /* right, or one off */
	while (days_until(year, 0) > days)
		year--;
	while (days_until(year + 1, 0) <= days)
		year++;
	if (year - 1900 < INT_MIN || year - 1900 > INT_MAX)
		return false;
	const int day_of_year = (int)(days - days_until(year, 0));
	const short *before = days_before_month[is_leap(year)];
	int month = 11;
	while (before[month] > day_of_year)
		month--;
	memset(out, 0, sizeof *out);
	out->tm_sec = (int)(second % 60);
	out->tm_min = (int)(second / 60 % 60);
	out->tm_hour = (int)(second / 3600);
	out->tm_mday = day_of_year - before[month] + 1;
	out->tm_mon = month;
	out->tm_year = (int)(year - 1900);
	out->tm_wday = (int)(((days + 4) % 7 + 7) % 7); /* 1970-01-01 was a Thursday */
	out->tm_yday = day_of_year;
	out->tm_zone = zone_name;
	return true;
}

static struct tm *answer(const struct hr_gate_site *site, const time_t *when, struct tm *out)
{
	hr_gate_reads(site, when, sizeof *when);
	hr_gate_writes(site, out, sizeof *out);
	if (break_down(out, *when))
		return out;
	errno = EOVERFLOW;
	return NULL;
}

struct tm *hr_gate_gmtime(const time_t *when)
{
	HR_GATE_ENTER("gmtime");
	return answer(site, when, own_fields());
}

struct tm *hr_gate_localtime(const time_t *when)
{
	HR_GATE_ENTER("localtime");
	return answer(site, when, own_fields());
}

struct tm *hr_gate_gmtime_r(const time_t *when, struct tm *out)
{
	HR_GATE_ENTER("gmtime_r");
	return answer(site, when, out);
}

struct tm *hr_gate_localtime_r(const time_t *when, struct tm *out)
{
	HR_GATE_ENTER("localtime_r");
	return answer(site, when, out);
}

/* ---- from fields to seconds ---- */

/* Brings the fields into their ranges, as mktime does. */
static time_t put_together(const struct hr_gate_site *site, struct tm *fields)
{
	hr_gate_writes(site, fields, sizeof *fields);
	int64_t year = (int64_t)fields->tm_year + 1900 + fields->tm_mon / 12;
	int month = fields->tm_mon % 12;
	if (month < 0) {
		month += 12;
		year--;
	}
	const int64_t days = days_until(year, month) + fields->tm_mday - 1;
	const time_t when =
		days * SECONDS_A_DAY + (int64_t)fields->tm_hour * 3600 + (int64_t)fields->tm_min * 60 + fields->tm_sec;
	struct tm normal;
	if (!break_down(&normal, when)) {
		errno = EOVERFLOW;
		return -1;
	}
	*fields = normal;
	return when;
}

time_t hr_gate_mktime(struct tm *fields)
{
	HR_GATE_ENTER("mktime");
	return put_together(site, fields);
}

time_t hr_gate_timegm(struct tm *fields)
{
	HR_GATE_ENTER("timegm");
	return put_together(site, fields);
}

time_t hr_gate_timelocal(struct tm *fields)
{
	HR_GATE_ENTER("timelocal");
	return put_together(site, fields);
}

double hr_gate_difftime(time_t later, time_t earlier)
{
	return later >= earlier ? (double)((uint64_t)later - (uint64_t)earlier)
				: -(double)((uint64_t)earlier - (uint64_t)later);
}

/* ---- as text ---- */

static const char day_names[7][4] = { "Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat" };
static const char month_names[12][4] = { "Jan", "Feb", "Mar", "Apr", "May", "Jun",
					 "Jul", "Aug", "Sep", "Oct", "Nov", "Dec" };

enum { TEXT_SIZE = 26 }; /* what asctime_r's buffer must have */

static char *write_text(const struct hr_gate_site *site, const struct tm *fields, char *out, size_t size)
{
	char text[128];
	const bool has_day = fields->tm_wday >= 0 && fields->tm_wday < 7;
	const bool has_month = fields->tm_mon >= 0 && fields->tm_mon < 12;
	const int length =
		snprintf(text, sizeof text, "%.3s %.3s%3d %.2d:%.2d:%.2d %ld\n",
			 has_day ? day_names[fields->tm_wday] : "???", has_month ? month_names[fields->tm_mon] : "???",
			 fields->tm_mday, fields->tm_hour, fields->tm_min, fields->tm_sec, 1900L + fields->tm_year);
	if ((size_t)length >= size) {
		errno = EOVERFLOW;
		return NULL;
	}
	hr_gate_writes(site, out, (size_t)length + 1);
	memcpy(out, text, (size_t)length + 1);
	return out;
}

char *hr_gate_asctime(const struct tm *fields)
{
	HR_GATE_ENTER("asctime");
	hr_gate_reads(site, fields, sizeof *fields);
	return write_text(site, fields, own_text(), OWN_TEXT_SIZE);
}

char *hr_gate_asctime_r(const struct tm *fields, char *out)
{
	HR_GATE_ENTER("asctime_r");
	hr_gate_reads(site, fields, sizeof *fields);
	return write_text(site, fields, out, TEXT_SIZE);
}

char *hr_gate_ctime(const time_t *when)
{
	HR_GATE_ENTER("ctime");
	const struct tm *fields = answer(site, when, own_fields());
	return fields ? write_text(site, fields, own_text(), OWN_TEXT_SIZE) : NULL;
}

char *hr_gate_ctime_r(const time_t *when, char *out)
{
	HR_GATE_ENTER("ctime_r");
	hr_gate_reads(site, when, sizeof *when);
	struct tm fields;
	if (!break_down(&fields, *when)) {
		errno = EOVERFLOW;
		return NULL;
	}
	return write_text(site, &fields, out, TEXT_SIZE);
}

/* Digits, dates and names of the C locale; libc's own reader looks at nothing but its arguments, except for %s, which asks for the zone. */
char *hr_gate_strptime(const char *text, const char *format, struct tm *out)
{
	HR_GATE_ENTER("strptime");
	hr_gate_string(site, text);
	const size_t length = hr_gate_string(site, format);
	hr_gate_writes(site, out, sizeof *out);
	for (size_t i = 0; i + 1 < length; i++)
		if (format[i] == '%' && format[++i] == 's')
			hr_gate_refuse(site, "%s of strptime is not supported");
	return strptime(text, format, out);
}
