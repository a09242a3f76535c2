/* Scanning: the scanf family's formats, and the gates that scan memory (sscanf, swscanf).
 *
 * Invariant: no byte of the unit's memory is read or written unchecked; a text is read no further than the format asks for. */
#include "runtime/gate_scan.h"
#include "runtime/gate_check.h"

#include <string.h>

static enum hr_scan_outcome scan_percent(struct hr_scan_state *scan, const struct hr_scan_directive *directive)
{
	(void)directive;
	hr_scan_skip_space(scan);
	if (hr_scan_read(scan) == HR_SCAN_END)
		return HR_SCAN_INPUT_FAILED;
	if (scan->current == '%')
		return HR_SCAN_MATCHED;
	hr_scan_unread(scan);
	return HR_SCAN_MISMATCH;
}

/* ---- formats ------------------------------------------------------------------------------------------------------------------- */

static const struct {
	char letter;
	enum hr_scan_outcome (*scan)(struct hr_scan_state *, const struct hr_scan_directive *);
} conversions[] = {
	{ 'd', hr_scan_integer },    { 'i', hr_scan_integer }, { 'u', hr_scan_integer }, { 'o', hr_scan_integer },
	{ 'x', hr_scan_integer },    { 'X', hr_scan_integer }, { 'p', hr_scan_integer }, { 'e', hr_scan_number },
	{ 'f', hr_scan_number },     { 'g', hr_scan_number },  { 'a', hr_scan_number },  { 'E', hr_scan_number },
	{ 'F', hr_scan_number },     { 'G', hr_scan_number },  { 'A', hr_scan_number },  { 's', hr_scan_word },
	{ 'c', hr_scan_characters }, { '[', hr_scan_set },     { 'n', hr_scan_count },   { '%', scan_percent },
};

static long read_width(const struct hr_scan_state *scan, size_t *place)
{
	long width = -1;
	for (int c; c = hr_scan_format_at(scan, *place), c >= '0' && c <= '9'; ++*place)
		if (width < INT32_MAX)
			width = (width < 0 ? 0 : width) * 10 + (c - '0');
	return width;
}

static void read_length(const struct hr_scan_state *scan, struct hr_scan_directive *out, size_t *place)
{
	out->size = 4;
	for (;; ++*place) {
		switch (hr_scan_format_at(scan, *place)) {
		case 'h':
			out->size = out->size == 2 ? 1 : 2;
			break;
		case 'l':
			out->is_great = out->is_long;
			out->is_long = true;
			out->size = 8;
			break;
		case 'q':
		case 'L':
			out->is_great = true;
			out->size = 8;
			break;
		case 'j':
		case 'z':
		case 't':
			out->size = 8;
			break;
		case 'm':
			out->is_allocating = true;
			break;
		default:
			return;
		}
	}
}

/* The directive behind a '%'; its letter is 0 when the format ends in it. */
static struct hr_scan_directive directive_at(const struct hr_scan_state *scan, size_t *place)
{
	struct hr_scan_directive out = { .width = -1, .position = -1 };
	out.width = read_width(scan, place);
	if (out.width > 0 && hr_scan_format_at(scan, *place) == '$') {
		out.position = (int)out.width - 1;
		++*place;
		out.width = -1;
	}
	if (out.width < 0) {
		for (;; ++*place) {
			const int c = hr_scan_format_at(scan, *place);
			if (c == '*')
				out.is_suppressed = true;
			else if (c != '\'' && c != 'I')
				break;
		}
		out.width = read_width(scan, place);
	}
	if (out.width == 0)
		out.width = -1; /* as glibc takes it */
	read_length(scan, &out, place);
	const int letter = hr_scan_format_at(scan, *place);
	out.letter = letter > 0 && letter < 128 ? (char)letter : 0;
	if (out.letter)
		++*place;
	if (out.letter == 'C' || out.letter == 'S') {
		out.letter = out.letter == 'C' ? 'c' : 's';
		out.is_long = true;
	}
	if (out.letter == 'p')
		out.size = 8;
	if (out.letter == '[') {
		out.is_inverted = hr_scan_format_at(scan, *place) == '^';
		*place += out.is_inverted;
		out.set = *place;
		if (hr_scan_format_at(scan, *place) == ']')
			++*place;
		while (hr_scan_format_at(scan, *place) && hr_scan_format_at(scan, *place) != ']')
			++*place;
		out.set_end = *place;
		if (!hr_scan_format_at(scan, *place))
			out.letter = 0;
		else
			++*place;
	}
	return out;
}

static enum hr_scan_outcome scan_directive(struct hr_scan_state *scan, const struct hr_scan_directive *directive)
{
	for (size_t i = 0; i < sizeof conversions / sizeof *conversions; i++)
		if (conversions[i].letter == directive->letter) {
			scan->item = scan->small;
			scan->length = 0;
			scan->room = HR_SCAN_SMALL;
			return conversions[i].scan(scan, directive);
		}
	if (directive->letter)
		hr_scan_skip_space(scan); /* before glibc sees that it does not know the conversion */
	return HR_SCAN_MISMATCH;
}

static enum hr_scan_outcome scan_literal(struct hr_scan_state *scan, int wanted)
{
	if (hr_scan_read(scan) == HR_SCAN_END)
		return HR_SCAN_INPUT_FAILED;
	if (scan->current == wanted)
		return HR_SCAN_MATCHED;
	hr_scan_unread(scan);
	return HR_SCAN_MISMATCH;
}

/* `narrow` or `wide` is the format, the other is NULL. */
static int scan_format(const struct hr_gate_site *site, const struct hr_scan_source *source, const char *narrow,
		       const wchar_t *wide, va_list args)
{
	struct hr_scan_state scan;
	scan.site = site;
	scan.source = source;
	scan.narrow = narrow;
	scan.wide = wide;
	scan.next_argument = 0;
	scan.consumed = 0;
	scan.has_ended = false;
	scan.assigned = 0;
	va_copy(scan.args, args);
	void *const scratch = hr_scratch_take(0);
	enum hr_scan_outcome outcome = HR_SCAN_MATCHED;
	for (size_t place = 0; outcome == HR_SCAN_MATCHED && hr_scan_format_at(&scan, place);) {
		const int c = hr_scan_format_at(&scan, place++);
		if (hr_scan_is_space(&scan, c)) {
			hr_scan_skip_space(&scan);
		} else if (c != '%') {
			outcome = scan_literal(&scan, c);
		} else {
			const struct hr_scan_directive directive = directive_at(&scan, &place);
			outcome = scan_directive(&scan, &directive);
			hr_scratch_release(scratch);
		}
	}
	va_end(scan.args);
	if (outcome == HR_SCAN_FAILED || (outcome == HR_SCAN_INPUT_FAILED && scan.assigned == 0))
		return HR_SCAN_END;
	return scan.assigned;
}

int hr_scan(const struct hr_gate_site *site, const struct hr_scan_source *source, const char *format, va_list args)
{
	hr_gate_string(site, format);
	return scan_format(site, source, format, NULL, args);
}

int hr_scan_wide(const struct hr_gate_site *site, const struct hr_scan_source *source, const wchar_t *format,
		 va_list args)
{
	for (const wchar_t *place = format;; place++) {
		hr_gate_reads(site, place, sizeof *place);
		if (!*place)
			break;
	}
	return scan_format(site, source, NULL, format, args);
}

/* ---- memory as a source -------------------------------------------------------------------------------------------------------- */

struct text_source {
	const struct hr_gate_site *site;
	const char *place;
	const char *checked; /* so far */
};

static int next_byte(void *context)
{
	struct text_source *text = context;
	if (text->place == text->checked)
		text->checked += hr_check_reads_some(text->site, text->place);
	return *text->place ? (unsigned char)*text->place++ : HR_SCAN_END;
}

static void back_byte(void *context)
{
	((struct text_source *)context)->place--;
}

struct wide_source {
	const struct hr_gate_site *site;
	const wchar_t *place;
};

static int next_wide(void *context)
{
	struct wide_source *text = context;
	hr_gate_reads(text->site, text->place, sizeof *text->place);
	return *text->place ? (int)*text->place++ : HR_SCAN_END;
}

static void back_wide(void *context)
{
	((struct wide_source *)context)->place--;
}

static int scan_text(const struct hr_gate_site *site, const char *text, const char *format, va_list args)
{
	struct text_source context = { site, text, text };
	const struct hr_scan_source source = { next_byte, back_byte, &context };
	return hr_scan(site, &source, format, args);
}

static int scan_wide_text(const struct hr_gate_site *site, const wchar_t *text, const wchar_t *format, va_list args)
{
	struct wide_source context = { site, text };
	const struct hr_scan_source source = { next_wide, back_wide, &context };
	return hr_scan_wide(site, &source, format, args);
}

int hr_gate_vsscanf(const char *text, const char *format, va_list args)
{
	HR_GATE_ENTER("vsscanf");
	return scan_text(site, text, format, args);
}

int hr_gate_sscanf(const char *text, const char *format, ...)
{
	HR_GATE_ENTER("sscanf");
	va_list args;
	va_start(args, format);
	const int result = scan_text(site, text, format, args);
	va_end(args);
	return result;
}

int hr_gate_vswscanf(const wchar_t *text, const wchar_t *format, va_list args)
{
	HR_GATE_ENTER("vswscanf");
	return scan_wide_text(site, text, format, args);
}

int hr_gate_swscanf(const wchar_t *text, const wchar_t *format, ...)
{
	HR_GATE_ENTER("swscanf");
	va_list args;
	va_start(args, format);
	const int result = scan_wide_text(site, text, format, args);
	va_end(args);
	return result;
}

HR_GATE_ALIAS(__isoc99_sscanf, sscanf);
HR_GATE_ALIAS(__isoc23_sscanf, sscanf);
HR_GATE_ALIAS(__isoc99_vsscanf, vsscanf);
HR_GATE_ALIAS(__isoc23_vsscanf, vsscanf);
HR_GATE_ALIAS(__isoc99_swscanf, swscanf);
HR_GATE_ALIAS(__isoc23_swscanf, swscanf);
HR_GATE_ALIAS(__isoc99_vswscanf, vswscanf);
HR_GATE_ALIAS(__isoc23_vswscanf, vswscanf);
HR_GATE_ALIAS(_IO_sscanf, sscanf);
HR_GATE_ALIAS(__vsscanf, vsscanf);
