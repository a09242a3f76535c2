/* Reading printf formats: the arguments that a format takes, and the memory that they name.
 *
 * Invariants: arguments are taken in the order of their positions and with their own types, so that the walk over them never goes astray;
 * a string is checked no further than its precision lets libc read it. What libc does not understand takes no argument here either. */
#include "runtime/gate_format.h"
#include "runtime/gate_check.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

enum length { LENGTH_INT, LENGTH_CHAR, LENGTH_SHORT, LENGTH_LONG, LENGTH_LONG_DOUBLE };

struct conversion {
	char letter; /* 0: the format ended */
	enum length length;
	int argument; /* position; -1: takes none */
	int width_argument;
	int precision_argument;
	long precision; /* -1: none given */
};

static long number(const char **place)
{
	long value = 0;
	for (; isdigit((unsigned char)**place); ++*place)
		if (value < INT32_MAX)
			value = value * 10 + (**place - '0');
	return value;
}

/* "2$": the position, from 0; -1 and nothing read when there is none. */
static int position(const char **place)
{
	const char *ahead = *place;
	const long value = number(&ahead);
	if (ahead == *place || *ahead != '$' || value < 1)
		return -1;
	*place = ahead + 1;
	return value > (long)HR_FORMAT_ARGUMENTS ? (int)HR_FORMAT_ARGUMENTS : (int)value - 1;
}

static bool is_flag(char c)
{
	return c == '#' || c == '0' || c == '-' || c == ' ' || c == '+' || c == '\'' || c == 'I';
}

/* What a '*' takes: the position written behind it, or the next. */
static int star(const char **place, int *next)
{
	++*place;
	const int written = position(place);
	return written >= 0 ? written : (*next)++;
}

static enum length length_of(const char **place)
{
	enum length length = LENGTH_INT;
	for (;; ++*place) {
		switch (**place) {
		case 'h':
			length = length == LENGTH_SHORT ? LENGTH_CHAR : LENGTH_SHORT;
			break;
		case 'l':
		case 'j':
		case 'z':
		case 'Z':
		case 't':
			length = LENGTH_LONG;
			break;
		case 'q':
		case 'L':
			length = LENGTH_LONG_DOUBLE;
			break;
		default:
			return length;
		}
	}
}

/* HR_ARGUMENT_NONE: it takes none, or there is no such conversion. */
static enum hr_argument_kind kind_of(const struct conversion *conversion)
{
	static const uint8_t kinds[128] = {
		['c'] = HR_ARGUMENT_INT,     ['C'] = HR_ARGUMENT_INT,     ['d'] = HR_ARGUMENT_INT,
		['i'] = HR_ARGUMENT_INT,     ['o'] = HR_ARGUMENT_INT,     ['u'] = HR_ARGUMENT_INT,
		['x'] = HR_ARGUMENT_INT,     ['X'] = HR_ARGUMENT_INT,     ['s'] = HR_ARGUMENT_POINTER,
		['S'] = HR_ARGUMENT_POINTER, ['p'] = HR_ARGUMENT_POINTER, ['n'] = HR_ARGUMENT_POINTER,
		['a'] = HR_ARGUMENT_DOUBLE,  ['A'] = HR_ARGUMENT_DOUBLE,  ['e'] = HR_ARGUMENT_DOUBLE,
		['E'] = HR_ARGUMENT_DOUBLE,  ['f'] = HR_ARGUMENT_DOUBLE,  ['F'] = HR_ARGUMENT_DOUBLE,
		['g'] = HR_ARGUMENT_DOUBLE,  ['G'] = HR_ARGUMENT_DOUBLE,
	};
	const enum hr_argument_kind kind = conversion->letter > 0 ? kinds[(int)conversion->letter] : HR_ARGUMENT_NONE;
	if (kind == HR_ARGUMENT_INT && conversion->length >= LENGTH_LONG)
		return HR_ARGUMENT_LONG; /* %lc has an int: no difference in how it is passed */
	if (kind == HR_ARGUMENT_DOUBLE && conversion->length == LENGTH_LONG_DOUBLE)
		return HR_ARGUMENT_LONG_DOUBLE;
	return kind;
}

/* Reads one conversion, `place` behind its '%'. `next` is the position that an argument without one has. */
static struct conversion conversion_at(const char **place, int *next)
{
	struct conversion out = { .argument = -1, .width_argument = -1, .precision_argument = -1, .precision = -1 };
	const int written = position(place);
	while (is_flag(**place))
		++*place;
	if (**place == '*')
		out.width_argument = star(place, next);
	else
		number(place);
	if (**place == '.') {
		++*place;
		if (**place == '*') {
			out.precision_argument = star(place, next);
		} else {
			const bool is_negative = **place == '-'; /* glibc: as if none was given */
			*place += is_negative;
			out.precision = number(place);
			if (is_negative)
				out.precision = -1;
		}
	}
	out.length = length_of(place);
	out.letter = **place;
	if (out.letter)
		++*place;
	if (kind_of(&out) != HR_ARGUMENT_NONE)
		out.argument = written >= 0 ? written : (*next)++;
	return out;
}

static void note(const struct hr_gate_site *site, struct hr_format_plan *plan, int argument, enum hr_argument_kind kind)
{
	if (argument < 0)
		return;
	if ((unsigned)argument >= HR_FORMAT_ARGUMENTS)
		hr_gate_refuse(site, "the format takes too many arguments");
	while (plan->count <= (unsigned)argument)
		plan->kinds[plan->count++] = HR_ARGUMENT_NONE;
	plan->kinds[argument] = (uint8_t)kind;
}

static void take_arguments(struct hr_format_plan *plan, va_list given)
{
	va_list args;
	va_copy(args, given);
	for (unsigned i = 0; i < plan->count; i++) {
		switch ((enum hr_argument_kind)plan->kinds[i]) {
		case HR_ARGUMENT_NONE:
		case HR_ARGUMENT_INT:
			plan->arguments[i].number = va_arg(args, int);
			break;
		case HR_ARGUMENT_LONG:
			plan->arguments[i].number = va_arg(args, long long);
			break;
		case HR_ARGUMENT_DOUBLE:
			(void)va_arg(args, double);
			break;
		case HR_ARGUMENT_LONG_DOUBLE:
			(void)va_arg(args, long double);
			break;
		case HR_ARGUMENT_POINTER:
			plan->arguments[i].pointer = va_arg(args, const void *);
			break;
		}
	}
	va_end(args);
}

/* How many bytes of a string argument libc reads: to its NUL, or as many characters as the precision has. */
static size_t string_size(const struct hr_gate_site *site, const struct hr_format_plan *plan,
			  const struct conversion *conversion)
{
	const void *text = plan->arguments[conversion->argument].pointer;
	if (!text)
		return 0; /* "(null)" */
	long precision = conversion->precision;
	if (conversion->precision_argument >= 0)
		precision = (long)plan->arguments[conversion->precision_argument].number;
	const size_t most = precision < 0 ? SIZE_MAX : (size_t)precision;
	if (conversion->letter == 's' && conversion->length != LENGTH_LONG) {
		const size_t length = hr_gate_bounded_string(site, text, most);
		return length < most ? length + 1 : length;
	}
	const wchar_t *wide = text; /* in the "C" locale a character is a byte */
	for (size_t length = 0; length < most; length++) {
		hr_gate_reads(site, wide + length, sizeof *wide);
		if (!wide[length])
			return (length + 1) * sizeof *wide;
	}
	return most * sizeof *wide;
}

static void check_count_target(const struct hr_gate_site *site, const struct hr_format_plan *plan,
			       const struct conversion *conversion)
{
	static const uint8_t sizes[] = {
		[LENGTH_INT] = 4, [LENGTH_CHAR] = 1, [LENGTH_SHORT] = 2, [LENGTH_LONG] = 8, [LENGTH_LONG_DOUBLE] = 8
	};
	hr_gate_writes(site, plan->arguments[conversion->argument].pointer, sizes[conversion->length]);
}

static void check_conversion(const struct hr_gate_site *site, struct hr_format_plan *plan,
			     const struct conversion *conversion)
{
	if (conversion->letter == 'n') {
		check_count_target(site, plan, conversion);
	} else if (conversion->letter == 's' || conversion->letter == 'S') {
		const size_t size = string_size(site, plan, conversion);
		if (plan->string_count == HR_FORMAT_ARGUMENTS)
			return;
		plan->strings[plan->string_count].text = plan->arguments[conversion->argument].pointer;
		plan->strings[plan->string_count++].size = size;
	}
}

void hr_format_check(const struct hr_gate_site *site, struct hr_format_plan *plan, const char *format, va_list args)
{
	plan->count = 0;
	plan->string_count = 0;
	int next = 0;
	bool names_memory = false;
	for (const char *place = strchr(format, '%'); place; place = strchr(place, '%')) {
		place++;
		const struct conversion conversion = conversion_at(&place, &next);
		const enum hr_argument_kind kind = kind_of(&conversion);
		names_memory |= kind == HR_ARGUMENT_POINTER;
		note(site, plan, conversion.width_argument, HR_ARGUMENT_INT);
		note(site, plan, conversion.precision_argument, HR_ARGUMENT_INT);
		note(site, plan, conversion.argument, kind);
	}
	if (!names_memory)
		return;
	take_arguments(plan, args);
	next = 0;
	for (const char *place = strchr(format, '%'); place; place = strchr(place, '%')) {
		place++;
		const struct conversion conversion = conversion_at(&place, &next);
		check_conversion(site, plan, &conversion);
	}
}

void hr_format_no_overlap(const struct hr_gate_site *site, const struct hr_format_plan *plan, const void *to,
			  size_t size)
{
	for (unsigned i = 0; i < plan->string_count; i++)
		hr_gate_no_overlap(site, to, size, plan->strings[i].text, plan->strings[i].size);
}
