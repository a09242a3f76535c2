/* Gates of the functions that turn text into numbers and back: strtol, strtod, atoi and their kin.
 *
 * Invariants: a number is checked up to the first character that does not belong to it, which is as far as the real function reads: the
 * text may end in memory that is no string. Then the real function does the work. */
#include "runtime/gate.h"
#include "runtime/changing.h"
#include "runtime/gate_check.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A place in a text, and how far the shadow was asked. */
struct reader {
	const struct hr_gate_site *site;
	const char *place;
	const char *checked;
};

static inline int peek(struct reader *reader)
{
	if (reader->place == reader->checked)
		reader->checked += hr_check_reads_some(reader->site, reader->place);
	return (unsigned char)*reader->place;
}

static int skip_space_and_sign(struct reader *reader)
{
	while (isspace(peek(reader)))
		reader->place++;
	if (peek(reader) == '-' || peek(reader) == '+')
		reader->place++;
	return peek(reader);
}

static int digit_value(int c)
{
	return isdigit(c) ? c - '0' : isalpha(c) ? tolower(c) - 'a' + 10 : 99;
}

static void check_end(const struct hr_gate_site *site, const void *end)
{
	if (end)
		hr_gate_writes(site, end, sizeof(char *));
}

static void check_integer(const struct hr_gate_site *site, const char *text, const void *end, int base)
{
	check_end(site, end);
	if (base < 0 || base == 1 || base > 36)
		return; /* EINVAL, nothing is read */
	struct reader reader = { site, text, text };
	const bool is_zero = skip_space_and_sign(&reader) == '0';
	if (is_zero && (base == 0 || base == 16)) {
		reader.place++;
		if (tolower(peek(&reader)) == 'x') {
			reader.place++;
			base = 16;
		} else if (base == 0) {
			base = 8;
		}
	} else if (base == 0) {
		base = 10;
	}
	while (digit_value(peek(&reader)) < base)
		reader.place++;
}

static void check_number(const struct hr_gate_site *site, const char *text, const void *end)
{
	check_end(site, end);
	struct reader reader = { site, text, text };
	int c = skip_space_and_sign(&reader);
	if (isalpha(c)) { /* inf, infinity, nan, nan(…) */
		while (isalnum(c) || c == '_' || c == '(' || c == ')') {
			reader.place++;
			c = peek(&reader);
		}
		return;
	}
	bool is_hexadecimal = false;
	if (c == '0') {
		reader.place++;
		if (tolower(peek(&reader)) == 'x') {
			reader.place++;
			is_hexadecimal = true;
		}
	}
	const int exponent = is_hexadecimal ? 'p' : 'e';
	for (bool after_exponent = false;;) {
		c = peek(&reader);
		const bool is_digit = is_hexadecimal ? isxdigit(c) : isdigit(c);
		if (!is_digit && c != '.' && tolower(c) != exponent && !(after_exponent && (c == '+' || c == '-')))
			return;
		after_exponent = tolower(c) == exponent;
		reader.place++;
	}
}

/* Both, as every function of a kind is: (text, end, base) and (text, end). */
#define INTEGER(name, type)                                 \
	type hr_gate_##name(const char *text, char **end, int base) \
	{                                                   \
		HR_GATE_ENTER(#name);                       \
		check_integer(site, text, end, base);       \
		return name(text, end, base);               \
	}
#define NUMBER(name, type)                                \
	type hr_gate_##name(const char *text, char **end) \
	{                                                 \
		HR_GATE_ENTER(#name);                     \
		check_number(site, text, end);            \
		return name(text, end);                   \
	}

INTEGER(strtol, long)
INTEGER(strtoul, unsigned long)
INTEGER(strtoll, long long)
INTEGER(strtoull, unsigned long long)
INTEGER(strtoq, long long)
INTEGER(strtouq, unsigned long long)
INTEGER(strtoimax, intmax_t)
INTEGER(strtoumax, uintmax_t)
NUMBER(strtod, double)
NUMBER(strtof, float)
NUMBER(strtold, long double)

int hr_gate_atoi(const char *text)
{
	HR_GATE_ENTER("atoi");
	check_integer(site, text, NULL, 10);
	return atoi(text);
}

long hr_gate_atol(const char *text)
{
	HR_GATE_ENTER("atol");
	check_integer(site, text, NULL, 10);
	return atol(text);
}

long long hr_gate_atoll(const char *text)
{
	HR_GATE_ENTER("atoll");
	check_integer(site, text, NULL, 10);
	return atoll(text);
}

double hr_gate_atof(const char *text)
{
	HR_GATE_ENTER("atof");
	check_number(site, text, NULL);
	return atof(text);
}

/* ---- back to text -------------------------------------------------------------------------------------------------------------- */

#define DIGITS_SIZE 512u /* what the conversions of a double with a sensible number of digits need */

static struct hr_gate_static base64_text, digits_text;
HR_CHANGING(base64_text);
HR_CHANGING(digits_text);

/* The first six characters, or up to the NUL, are a number in base 64. */
long hr_gate_a64l(const char *text)
{
	HR_GATE_ENTER("a64l");
	hr_gate_bounded_string(site, text, 6);
	return a64l(text);
}

char *hr_gate_l64a(long number)
{
	char *text = hr_gate_static(&base64_text, 8);
	strcpy(text, l64a(number));
	return text;
}

char *hr_gate_ecvt(double number, int digits, int *point, int *sign)
{
	HR_GATE_ENTER("ecvt");
	hr_gate_writes(site, point, sizeof *point);
	hr_gate_writes(site, sign, sizeof *sign);
	char *text = hr_gate_static(&digits_text, DIGITS_SIZE);
	ecvt_r(number, digits, point, sign, text, DIGITS_SIZE);
	return text;
}

char *hr_gate_fcvt(double number, int digits, int *point, int *sign)
{
	HR_GATE_ENTER("fcvt");
	hr_gate_writes(site, point, sizeof *point);
	hr_gate_writes(site, sign, sizeof *sign);
	char *text = hr_gate_static(&digits_text, DIGITS_SIZE);
	fcvt_r(number, digits, point, sign, text, DIGITS_SIZE);
	return text;
}

/* The reentrant ones: what they write fits or is refused, so all of it can be tried elsewhere first. */
#define INTO(name)                                                                                                \
	int hr_gate_##name(double number, int digits, int *point, int *sign, char *to, size_t size)               \
	{                                                                                                         \
		HR_GATE_ENTER(#name);                                                                             \
		hr_gate_writes(site, point, sizeof *point);                                                       \
		hr_gate_writes(site, sign, sizeof *sign);                                                         \
		char *text = hr_scratch_take(size);                                                               \
		const int result = name(number, digits, point, sign, text, size);                                 \
		if (result == 0) {                                                                                \
			const size_t length = strnlen(text, size);                                                \
			hr_gate_writes(site, to, length < size ? length + 1 : size);                              \
			memcpy(to, text, length < size ? length + 1 : size);                                      \
		}                                                                                                 \
		hr_scratch_release(text);                                                                         \
		return result;                                                                                    \
	}

INTO(ecvt_r)
INTO(fcvt_r)

char *hr_gate_gcvt(double number, int digits, char *to)
{
	HR_GATE_ENTER("gcvt");
	char text[DIGITS_SIZE];
	gcvt(number, digits, text); /* glibc bounds the digits to 17 */
	hr_gate_writes(site, to, strlen(text) + 1);
	return strcpy(to, text);
}

/* strfromd and the like: the format has one conversion and no argument but the number. */
#define FROM(name, type)                                                                       \
	int hr_gate_##name(char *to, size_t size, const char *format, type number)             \
	{                                                                                      \
		HR_GATE_ENTER(#name);                                                          \
		hr_gate_string(site, format);                                                  \
		const int length = name(NULL, 0, format, number);                              \
		if (length >= 0)                                                               \
			hr_gate_writes(site, to, (size_t)length < size ? (size_t)length + 1 : size); \
		return name(to, size, format, number);                                         \
	}

FROM(strfromd, double)
FROM(strfromf, float)
FROM(strfroml, long double)

int hr_gate_getsubopt(char **option, char *const *tokens, char **value)
{
	HR_GATE_ENTER("getsubopt");
	hr_gate_writes(site, option, sizeof *option);
	hr_gate_writes(site, value, sizeof *value);
	hr_gate_string(site, *option);
	for (char *const *token = tokens;; token++) {
		hr_gate_reads(site, token, sizeof *token);
		if (!*token)
			break;
		hr_gate_string(site, *token);
	}
	return getsubopt(option, tokens, value);
}

/* The internal ones and the `_l` forms have one argument more at the end: a grouping that is never used, or a locale that is always "C". */
#define ALIASES(name)                                \
	HR_GATE_ALIAS(name##_l, name);               \
	HR_GATE_ALIAS(__##name##_l, name);           \
	HR_GATE_ALIAS(__##name##_internal, name)
#define STANDARD_ALIAS(name) HR_GATE_ALIAS(__isoc23_##name, name)

ALIASES(strtol);
ALIASES(strtoul);
ALIASES(strtoll);
ALIASES(strtoull);
ALIASES(strtod);
ALIASES(strtof);
ALIASES(strtold);
STANDARD_ALIAS(strtol);
STANDARD_ALIAS(strtoul);
STANDARD_ALIAS(strtoll);
STANDARD_ALIAS(strtoull);
STANDARD_ALIAS(strtoimax);
STANDARD_ALIAS(strtoumax);
HR_GATE_ALIAS(strtof32, strtof);
HR_GATE_ALIAS(strtof32x, strtod);
HR_GATE_ALIAS(strtof64, strtod);
HR_GATE_ALIAS(strtof64x, strtold);
HR_GATE_ALIAS(strfromf32, strfromf);
HR_GATE_ALIAS(strfromf32x, strfromd);
HR_GATE_ALIAS(strfromf64, strfromd);
HR_GATE_ALIAS(strfromf64x, strfroml);
