/* Messages in a bounded buffer (text.h): no allocation, no locale, no stdio. */
#include "runtime/text.h"

static void add_byte(struct hr_text *text, char byte)
{
	if (text->length + 1 < sizeof text->bytes) {
		text->bytes[text->length++] = byte;
		text->bytes[text->length] = '\0';
	}
}

void hr_text_add(struct hr_text *text, const char *words)
{
	while (*words != '\0')
		add_byte(text, *words++);
}

static void add_hexadecimal(struct hr_text *text, hr_wide number, int width)
{
	hr_text_add(text, "0x");
	for (int shift = 4 * width - 4; shift >= 0; shift -= 4)
		add_byte(text, "0123456789abcdef"[(int)(number >> shift & 15)]);
}

void hr_text_add_unsigned(struct hr_text *text, hr_wide number)
{
	if (number > UINT64_MAX) {
		add_hexadecimal(text, number, 32);
		return;
	}
	char digits[20];
	size_t count = 0;
	do {
		digits[count++] = (char)('0' + (int)(number % 10));
		number /= 10;
	} while (number != 0);
	while (count > 0)
		add_byte(text, digits[--count]);
}

void hr_text_add_signed(struct hr_text *text, hr_wide_signed number)
{
	if (number > INT64_MAX || number < INT64_MIN) {
		add_hexadecimal(text, (hr_wide)number, 32);
		return;
	}
	if (number < 0)
		add_byte(text, '-');
	hr_text_add_unsigned(text, number < 0 ? -(hr_wide)number : (hr_wide)number);
}

void hr_text_add_address(struct hr_text *text, uintptr_t address)
{
	add_hexadecimal(text, address, address >> 48 ? 16 : 12);
}

/* Six significant digits of a finite number that is greater than 0, as an integer below 1,000,000 times a power of ten. */
static uint32_t six_digits(long double number, int *exponent)
{
	*exponent = 0;
	while (number >= 1e6L) {
		number /= 10;
		++*exponent;
	}
	while (number < 1e5L) {
		number *= 10;
		--*exponent;
	}
	uint32_t digits = (uint32_t)(number + 0.5L);
	if (digits == 1000000) {
		digits = 100000;
		++*exponent;
	}
	return digits;
}

/* `digits` has six of them, the first has the weight 10^magnitude; trailing zeros are left out. */
static void add_digits(struct hr_text *text, uint32_t digits, int point)
{
	char shown[6];
	for (int i = 5; i >= 0; i--, digits /= 10)
		shown[i] = (char)('0' + digits % 10);
	int count = 6;
	while (count > 1 && count > point && shown[count - 1] == '0')
		count--;
	if (point <= 0)
		hr_text_add(text, "0.");
	for (int i = point; i < 0; i++)
		add_byte(text, '0');
	for (int i = 0; i < count; i++) {
		if (i == point && i > 0)
			add_byte(text, '.');
		add_byte(text, shown[i]);
	}
}

void hr_text_add_float(struct hr_text *text, long double number)
{
	if (__builtin_isnan(number)) {
		hr_text_add(text, "nan");
		return;
	}
	if (__builtin_signbit(number)) {
		add_byte(text, '-');
		number = -number;
	}
	if (__builtin_isinf(number)) {
		hr_text_add(text, "inf");
		return;
	}
	if (number == 0) {
		add_byte(text, '0');
		return;
	}
	int exponent;
	uint32_t digits = six_digits(number, &exponent);
	int magnitude = exponent + 5;
	if (magnitude >= -4 && magnitude < 6) {
		add_digits(text, digits, magnitude + 1);
		return;
	}
	add_digits(text, digits, 1);
	hr_text_add(text, magnitude < 0 ? "e-" : "e+");
	if (magnitude < 0)
		magnitude = -magnitude;
	if (magnitude < 10)
		add_byte(text, '0');
	hr_text_add_unsigned(text, (hr_wide)magnitude);
}
