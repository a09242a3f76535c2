/* Ranges, enumerators and constants that a parameter is checked against. */
#include <assert.h>
#include <stdbool.h>
#include <string.h>

enum mode { MODE_OFF, MODE_SLOW = 3, MODE_FAST = 7 };

struct filter {
	int level;
	unsigned flags;
};

// expect: level_in_range level range=0..9
// expect: level_in_range - error=negative
int level_in_range(int level)
{
	if (level < 0 || level > 9)
		return -1;
	return level * 2;
}

// expect: lower_end n range=1..
int lower_end(int n)
{
	if (n <= 0)
		return -1;
	return 100 / n;
}

// expect: upper_end n range=..1000
int upper_end(int n)
{
	if (n > 1000)
		return -1;
	return 2;
}

// expect: positive_form month range=1..12
int positive_form(int month)
{
	static const int days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
	if (month >= 1 && month <= 12)
		return days[month - 1];
	return -1;
}

// expect: two_checks n range=2..36
int two_checks(int n)
{
	if (n < 2)
		return -1;
	if (n >= 37)
		return -1;
	return n % 2;
}

// expect: set_level filter effect=read_write
// expect: set_level level range=-1..5
int set_level(struct filter *filter, int level)
{
	if (level < -1 || level > 5)
		return -2;
	filter->level = level;
	return 0;
}

// expect: unsigned_trick c range=0..127
int unsigned_trick(int c)
{
	if ((unsigned)c > 127)
		return -1;
	return c ^ 0x20;
}

// expect: range_in_callee level range=0..9
int range_in_callee(int level)
{
	int doubled = level_in_range(level);
	if (doubled < 0)
		return -1;
	return doubled + 1;
}

// expect: switched mode constants=0,3,7
int switched(enum mode mode)
{
	switch (mode) {
	case MODE_OFF:
		return 0;
	case MODE_SLOW:
		return 10;
	case MODE_FAST:
		return 100;
	}
	return -1;
}

// expect: compared n constants=42,1234567
bool compared(int n)
{
	return n == 42 || n == 1234567;
}

// expect: compared_in_callee n constants=42,1234567
int compared_in_callee(int n)
{
	return compared(n) ? 1 : 2;
}

// expect: characters c constants=43,45
int characters(int c)
{
	if (c == '+')
		return 1;
	if (c == '-')
		return -1;
	return 0;
}

// expect: keyword text constants="begin","end" meaning=string
int keyword(const char *text)
{
	if (strcmp(text, "begin") == 0)
		return 1;
	if (strcmp(text, "end") == 0)
		return 2;
	return 0;
}

// expect: prefixed text constants="http://"
bool prefixed(const char *text)
{
	return strncmp(text, "http://", 7) == 0;
}

// expect: magic - constants=1347093252
bool magic(const unsigned char *bytes)
{
	unsigned word = (unsigned)bytes[0] << 24 | (unsigned)bytes[1] << 16 | (unsigned)bytes[2] << 8 | bytes[3];
	return word == 0x504b0304;
}

// expect: folded n constants=3600
bool folded(int n)
{
	return n > 60 * 60;
}

// expect: negative n constants=-7
bool negative(int n)
{
	return n == -7;
}

// expect: asserted_range n constants=16
// expect: asserted_range - asserts=n<16
int asserted_range(unsigned n)
{
	assert(n < 16);
	return 1 << n;
}

// expect: table_of_words text meaning=string
// expect: table_of_words - returns=value
static const char *const words[] = { "red", "green", "blue" };
int table_of_words(const char *text)
{
	for (int i = 0; i < 3; i++)
		if (strcmp(text, words[i]) == 0)
			return i;
	return -1;
}

// expect: field_compared - constants=99
bool field_compared(const struct filter *filter)
{
	return filter->level == 99;
}

// expect: flag_tested flags constants=4
bool flag_tested(unsigned flags)
{
	return (flags & 4) != 0;
}

