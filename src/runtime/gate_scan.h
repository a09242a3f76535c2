/* A scan under way. Between gate_scan.c, which reads the format, and gate_scan_items.c, which reads the input. */
#ifndef HR_RUNTIME_GATE_SCAN_H
#define HR_RUNTIME_GATE_SCAN_H

#include "runtime/format.h"

#define HR_SCAN_END (-1)

enum { HR_SCAN_SMALL = 128 };

struct hr_scan_state {
	const struct hr_gate_site *site;
	const struct hr_scan_source *source;
	const char *narrow; /* the format; one of the two */
	const wchar_t *wide;
	va_list args; /* the first one */
	unsigned next_argument;
	long long consumed;
	int current; /* last character read */
	bool has_ended;
	int end_errno;
	int assigned;
	/* the input item */
	wchar_t small[HR_SCAN_SMALL];
	wchar_t *item;
	size_t length;
	size_t room;
};

enum hr_scan_outcome {
	HR_SCAN_MATCHED,
	HR_SCAN_MISMATCH,     /* the input does not match the format: scanning ends */
	HR_SCAN_INPUT_FAILED, /* the input ended */
	HR_SCAN_FAILED        /* errno says why */
};

struct hr_scan_directive {
	char letter;
	bool is_suppressed;
	bool is_allocating;
	uint8_t size;  /* of an integer */
	bool is_long;  /* l: wide characters, double */
	bool is_great; /* L, ll, q: long double */
	long width;    /* -1: none */
	int position;  /* -1: the next */
	size_t set;    /* of %[: where it begins in the format, behind '[' and '^', and where its ']' is */
	size_t set_end;
	bool is_inverted;
};

/* Each reads one input item and assigns it. */
enum hr_scan_outcome hr_scan_characters(struct hr_scan_state *scan, const struct hr_scan_directive *directive);
enum hr_scan_outcome hr_scan_word(struct hr_scan_state *scan, const struct hr_scan_directive *directive);
enum hr_scan_outcome hr_scan_set(struct hr_scan_state *scan, const struct hr_scan_directive *directive);
enum hr_scan_outcome hr_scan_integer(struct hr_scan_state *scan, const struct hr_scan_directive *directive);
enum hr_scan_outcome hr_scan_number(struct hr_scan_state *scan, const struct hr_scan_directive *directive);
enum hr_scan_outcome hr_scan_count(struct hr_scan_state *scan, const struct hr_scan_directive *directive);

/* Characters of the input: reads one (HR_SCAN_END: no more), puts the last back, goes to the first that is no space. */
int hr_scan_read(struct hr_scan_state *scan);
void hr_scan_unread(struct hr_scan_state *scan);
void hr_scan_skip_space(struct hr_scan_state *scan);
bool hr_scan_is_space(const struct hr_scan_state *scan, int c);

static inline int hr_scan_format_at(const struct hr_scan_state *scan, size_t place)
{
	return scan->wide ? (int)scan->wide[place] : (unsigned char)scan->narrow[place];
}

#endif
