/* strftime and wcsftime in the C locale and UTC. Own, because libc's asks for the zone's file first.
 *
 * The text is built in a buffer of the runtime and copied when it fits: the unit's memory is written once and checked for exactly what is
 * written. */
#include "runtime/gate_process_internal.h"

#include <ctype.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <wchar.h>

static const char *const day_names[7] = {
	"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"
};
static const char *const month_names[12] = { "January", "February", "March",     "April",   "May",      "June",
					     "July",    "August",   "September", "October", "November", "December" };

enum { MOST_TEXT = 4096 };

struct writer {
	char *text;
	size_t size; /* of the text, without a NUL */
	bool is_full;
};

struct flags {
	char pad;       /* 0: the conversion's own; '-': none; '_': spaces; '0': zeros */
	bool upper;     /* ^ */
	bool other;     /* # */
	unsigned width; /* 0: the conversion's own */
};

static void put(struct writer *out, char c)
{
	if (out->size + 1 >= MOST_TEXT)
		out->is_full = true;
	else
		out->text[out->size++] = c;
}

static void put_text(struct writer *out, const struct flags *flags, const char *text)
{
	const size_t length = strlen(text);
	for (size_t i = length; i < flags->width; i++)
		put(out, flags->pad == '0' ? '0' : ' ');
	for (size_t i = 0; i < length; i++)
		put(out, (char)(flags->upper ? toupper((unsigned char)text[i]) : text[i]));
}

static void put_number(struct writer *out, const struct flags *flags, long number, char pad, unsigned digits)
{
	char text[32];
	const int length = snprintf(text, sizeof text, "%ld", number < 0 ? -number : number);
	const char with = flags->pad ? flags->pad : pad;
	unsigned width = flags->width ? flags->width : digits;
	if (with == '-')
		width = 0;
	if (number < 0 && width > 0)
		width--;
	if (number < 0 && with != '_')
		put(out, '-');
	for (unsigned i = (unsigned)length; i < width; i++)
		put(out, with == '_' ? ' ' : '0');
	if (number < 0 && with == '_')
		put(out, '-');
	for (int i = 0; i < length; i++)
		put(out, text[i]);
}

static bool is_leap(long year)
{
	return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

/* Days from the Monday of the week that ISO 8601 counts as the year's first; negative: the week belongs to the year before. */
static int iso_days(int day_of_year, int day_of_week)
{
	const int big_enough = 3 * 7;
	return day_of_year - (day_of_year - day_of_week + 4 + big_enough) % 7 + 4 - 1;
}

static void iso_week(const struct tm *fields, long *year, int *week)
{
	*year = 1900L + fields->tm_year;
	int days = iso_days(fields->tm_yday, fields->tm_wday);
	if (days < 0) {
		--*year;
		days = iso_days(fields->tm_yday + 365 + is_leap(*year), fields->tm_wday);
	} else {
		const int next = iso_days(fields->tm_yday - 365 - is_leap(*year), fields->tm_wday);
		if (next >= 0) {
			++*year;
			days = next;
		}
	}
	*week = days / 7 + 1;
}

static int hour_of_twelve(int hour)
{
	return hour > 12 ? hour - 12 : hour == 0 ? 12 : hour;
}

static void write_format(struct writer *out, const char *format, size_t length, const struct tm *fields);

/* Conversions that stand for others. */
static const char *expansion_of(char conversion)
{
	switch (conversion) {
	case 'c':
		return "%a %b %e %H:%M:%S %Y";
	case 'D':
	case 'x':
		return "%m/%d/%y";
	case 'F':
		return "%Y-%m-%d";
	case 'R':
		return "%H:%M";
	case 'r':
		return "%I:%M:%S %p";
	case 'T':
	case 'X':
		return "%H:%M:%S";
	default:
		return NULL;
	}
}

static const char *name_of(const char *const *names, int count, int number)
{
	return number >= 0 && number < count ? names[number] : "?";
}

static void put_name(struct writer *out, const struct flags *flags, const char *name, bool is_short)
{
	char text[16];
	snprintf(text, sizeof text, is_short ? "%.3s" : "%s", name);
	struct flags changed = *flags;
	changed.upper = flags->upper || flags->other;
	put_text(out, &changed, text);
}

/* False when it is none. */
static bool convert_number(struct writer *out, const struct flags *flags, char conversion, const struct tm *fields)
{
	const long year = 1900L + fields->tm_year;
	long iso_year = 0;
	int week = 0;
	switch (conversion) {
	case 'C':
		put_number(out, flags, year / 100 - (year % 100 < 0), '0', 1); /* as glibc 2.36 does */
		return true;
	case 'd':
		put_number(out, flags, fields->tm_mday, '0', 2);
		return true;
	case 'e':
		put_number(out, flags, fields->tm_mday, '_', 2);
		return true;
	case 'G':
	case 'g':
	case 'V':
		iso_week(fields, &iso_year, &week);
		if (conversion == 'V')
			put_number(out, flags, week, '0', 2);
		else if (conversion == 'g')
			put_number(out, flags, (iso_year % 100 + 100) % 100, '0', 2);
		else
			put_number(out, flags, iso_year, '0', 1);
		return true;
	case 'H':
		put_number(out, flags, fields->tm_hour, '0', 2);
		return true;
	case 'I':
		put_number(out, flags, hour_of_twelve(fields->tm_hour), '0', 2);
		return true;
	case 'j':
		put_number(out, flags, 1L + fields->tm_yday, '0', 3);
		return true;
	case 'k':
		put_number(out, flags, fields->tm_hour, '_', 2);
		return true;
	case 'l':
		put_number(out, flags, hour_of_twelve(fields->tm_hour), '_', 2);
		return true;
	case 'M':
		put_number(out, flags, fields->tm_min, '0', 2);
		return true;
	case 'm':
		put_number(out, flags, 1L + fields->tm_mon, '0', 2);
		return true;
	case 'S':
		put_number(out, flags, fields->tm_sec, '0', 2);
		return true;
	case 'U':
		put_number(out, flags, ((long)fields->tm_yday - fields->tm_wday + 7) / 7, '0', 2);
		return true;
	case 'u':
		put_number(out, flags, (fields->tm_wday + 6) % 7 + 1, '0', 1);
		return true;
	case 'W':
		put_number(out, flags, ((long)fields->tm_yday - (fields->tm_wday + 6) % 7 + 7) / 7, '0', 2);
		return true;
	case 'w':
		put_number(out, flags, fields->tm_wday, '0', 1);
		return true;
	case 'Y':
		put_number(out, flags, year, '0', 1);
		return true;
	case 'y':
		put_number(out, flags, (year % 100 + 100) % 100, '0', 2);
		return true;
	default:
		return false;
	}
}

extern time_t hr_gate_timegm(struct tm *fields);

static void put_zone_offset(struct writer *out, const struct flags *flags, const struct tm *fields)
{
	if (fields->tm_isdst < 0)
		return;
	const long minutes = fields->tm_gmtoff / 60;
	const long positive = minutes < 0 ? -minutes : minutes;
	put(out, minutes < 0 ? '-' : '+');
	put_number(out, flags, positive / 60 * 100 + positive % 60, '0', 4);
}

static void convert(struct writer *out, const struct flags *flags, char conversion, const struct tm *fields)
{
	const char *const expansion = expansion_of(conversion);
	if (expansion) {
		write_format(out, expansion, strlen(expansion), fields);
		return;
	}
	if (convert_number(out, flags, conversion, fields))
		return;
	struct tm copy;
	switch (conversion) {
	case '%':
		put(out, '%');
		break;
	case 'A':
	case 'a':
		put_name(out, flags, name_of(day_names, 7, fields->tm_wday), conversion == 'a');
		break;
	case 'B':
	case 'b':
	case 'h':
		put_name(out, flags, name_of(month_names, 12, fields->tm_mon), conversion != 'B');
		break;
	case 'n':
		put(out, '\n');
		break;
	case 'P':
		put_text(out, flags, fields->tm_hour >= 12 ? "pm" : "am");
		break;
	case 'p':
		if (flags->other)
			put_text(out, flags, fields->tm_hour >= 12 ? "pm" : "am");
		else
			put_text(out, flags, fields->tm_hour >= 12 ? "PM" : "AM");
		break;
	case 's':
		copy = *fields;
		put_number(out, flags, hr_gate_timegm(&copy), '0', 1);
		break;
	case 't':
		put(out, '\t');
		break;
	case 'Z':
		put_text(out, flags, flags->other ? "utc" : "UTC");
		break;
	case 'z':
		put_zone_offset(out, flags, fields);
		break;
	default: /* not a conversion: as it stands */
		put(out, '%');
		put(out, conversion);
		break;
	}
}

static void write_format(struct writer *out, const char *format, size_t length, const struct tm *fields)
{
	for (size_t i = 0; i < length; i++) {
		if (format[i] != '%' || i + 1 == length) {
			put(out, format[i]);
			continue;
		}
		struct flags flags = { 0 };
		size_t at = i + 1;
		for (; at < length && format[at] && strchr("-_0^#", format[at]); at++) {
			if (format[at] == '^')
				flags.upper = true;
			else if (format[at] == '#')
				flags.other = true;
			else
				flags.pad = format[at];
		}
		for (; at < length && isdigit((unsigned char)format[at]); at++)
			if (flags.width < MOST_TEXT)
				flags.width = flags.width * 10 + (unsigned)(format[at] - '0');
		if (at < length && (format[at] == 'E' || format[at] == 'O'))
			at++;
		if (at == length) {
			put(out, '%');
			continue;
		}
		convert(out, &flags, format[at], fields);
		i = at;
	}
}

static size_t write_time(const struct hr_gate_site *site, char *out, size_t size, const char *format,
			 const struct tm *fields)
{
	const size_t length = hr_gate_string(site, format);
	hr_gate_reads(site, fields, sizeof *fields);
	char text[MOST_TEXT];
	struct writer writer = { text, 0, false };
	write_format(&writer, format, length, fields);
	if (writer.is_full)
		hr_gate_refuse(site, "the text is too long for the runtime's buffer");
	if (writer.size >= size) {
		errno = ERANGE;
		return 0;
	}
	hr_gate_writes(site, out, writer.size + 1);
	memcpy(out, text, writer.size);
	out[writer.size] = '\0';
	return writer.size;
}

size_t hr_gate_strftime(char *out, size_t size, const char *format, const struct tm *fields)
{
	HR_GATE_ENTER("strftime");
	return write_time(site, out, size, format, fields);
}

size_t hr_gate_strftime_l(char *out, size_t size, const char *format, const struct tm *fields, locale_t locale)
{
	HR_GATE_ENTER("strftime_l");
	(void)locale;
	return write_time(site, out, size, format, fields);
}

/* The format in ASCII, then the same. */
size_t hr_gate_wcsftime(wchar_t *out, size_t size, const wchar_t *format, const struct tm *fields)
{
	HR_GATE_ENTER("wcsftime");
	char narrow[MOST_TEXT / 4];
	size_t length = 0;
	for (;; length++) {
		hr_gate_reads(site, format + length, sizeof *format);
		if (length == sizeof narrow || format[length] > 127)
			hr_gate_refuse(site, "the format is too long, or not ASCII");
		narrow[length] = (char)format[length];
		if (!format[length])
			break;
	}
	hr_gate_reads(site, fields, sizeof *fields);
	char text[MOST_TEXT];
	struct writer writer = { text, 0, false };
	write_format(&writer, narrow, length, fields);
	if (writer.is_full || writer.size >= size)
		return 0;
	hr_gate_writes(site, out, (writer.size + 1) * sizeof *out);
	for (size_t i = 0; i < writer.size; i++)
		out[i] = (unsigned char)text[i];
	out[writer.size] = L'\0';
	return writer.size;
}
