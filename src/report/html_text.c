/* Escaping: the only ways by which text of a campaign gets into the page.
 *
 * Invariant: what is appended is valid UTF-8 and, as text, without any of < > & " ' of the campaign's own. */
#include "report/html_internal.h"

#include "base/bug.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char replacement[] = "\xef\xbf\xbd";

/* U+2400 and on are pictures of the control characters. */
static void add_picture(struct hr_strbuf *out, unsigned char c)
{
	hr_strbuf_addch(out, '\xe2');
	hr_strbuf_addch(out, '\x90');
	hr_strbuf_addch(out, (char)(0x80 + (c == 0x7f ? 0x21 : c)));
}

static bool is_control(unsigned char c)
{
	return (c < 0x20 && c != '\n' && c != '\t') || c == 0x7f;
}

/* How a byte is written as markup; NULL: as it is. */
static const char *entity(char c)
{
	switch (c) {
	case '<':
		return "&lt;";
	case '>':
		return "&gt;";
	case '&':
		return "&amp;";
	case '"':
		return "&quot;";
	case '\'':
		return "&#39;";
	default:
		return NULL;
	}
}

void hr_html_text_bytes(struct hr_strbuf *out, const char *text, size_t length)
{
	for (size_t at = 0; at < length;) {
		bool valid;
		size_t size = hr_text_utf8_take(text + at, length - at, &valid);
		const char *written = size == 1 ? entity(text[at]) : NULL;
		if (!valid)
			hr_strbuf_addstr(out, replacement);
		else if (written)
			hr_strbuf_addstr(out, written);
		else if (size == 1 && is_control((unsigned char)text[at]))
			add_picture(out, (unsigned char)text[at]);
		else
			hr_strbuf_add(out, text + at, size);
		at += size;
	}
}

void hr_html_text(struct hr_strbuf *out, const char *text)
{
	if (text)
		hr_html_text_bytes(out, text, strlen(text));
}

static void add_json_byte(struct hr_strbuf *out, char c)
{
	switch (c) {
	case '"':
	case '\\':
		hr_strbuf_addch(out, '\\');
		hr_strbuf_addch(out, c);
		break;
	case '\n':
		hr_strbuf_addstr(out, "\\n");
		break;
	case '\t':
		hr_strbuf_addstr(out, "\\t");
		break;
	case '<':
		hr_strbuf_addstr(out, "\\u003c");
		break;
	default:
		if (is_control((unsigned char)c))
			add_picture(out, (unsigned char)c);
		else
			hr_strbuf_addch(out, c);
	}
}

void hr_html_json(struct hr_strbuf *out, const char *text)
{
	size_t length = text ? strlen(text) : 0;
	hr_strbuf_addch(out, '"');
	for (size_t at = 0; at < length;) {
		bool valid;
		size_t size = hr_text_utf8_take(text + at, length - at, &valid);
		if (!valid)
			hr_strbuf_addstr(out, replacement);
		else if (size == 1)
			add_json_byte(out, text[at]);
		else
			hr_strbuf_add(out, text + at, size);
		at += size;
	}
	hr_strbuf_addch(out, '"');
}

/* What encodeURIComponent leaves alone, and two that read better as they are: the script writes the same. */
static bool is_plain(unsigned char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       (c && strchr("-_.!~*()/:", c));
}

void hr_html_fragment(struct hr_strbuf *out, const char *kind, const char *key)
{
	struct hr_strbuf mended = HR_STRBUF_INIT;
	size_t length = strlen(key);
	hr_strbuf_addf(out, "%s-", kind);
	for (size_t at = 0; at < length;) {
		bool valid;
		size_t size = hr_text_utf8_take(key + at, length - at, &valid);
		if (!valid)
			hr_strbuf_addstr(&mended, replacement);
		else if (size == 1 && is_control((unsigned char)key[at]))
			add_picture(&mended, (unsigned char)key[at]);
		else
			hr_strbuf_add(&mended, key + at, size);
		at += size;
	}
	for (size_t i = 0; i < mended.length; i++) {
		unsigned char c = (unsigned char)mended.data[i];
		if (is_plain(c))
			hr_strbuf_addch(out, (char)c);
		else
			hr_strbuf_addf(out, "%%%02X", c);
	}
	hr_strbuf_release(&mended);
}

static void add_grouped(struct hr_strbuf *out, int64_t value)
{
	char digits[32];
	int length = snprintf(digits, sizeof digits, "%" PRId64, value);
	for (int i = 0; i < length; i++) {
		if (i && (length - i) % 3 == 0 && digits[i - 1] != '-')
			hr_strbuf_addch(out, ',');
		hr_strbuf_addch(out, digits[i]);
	}
}

void hr_html_add(struct hr_strbuf *out, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	for (const char *at = format; *at; at++) {
		if (*at != '%') {
			hr_strbuf_addch(out, *at);
			continue;
		}
		switch (*++at) {
		case 's':
			hr_html_text(out, va_arg(args, const char *));
			break;
		case 'r':
			hr_strbuf_addstr(out, va_arg(args, const char *));
			break;
		case 'd':
			add_grouped(out, va_arg(args, int64_t));
			break;
		case 'z':
			add_grouped(out, (int64_t)va_arg(args, size_t));
			break;
		case '%':
			hr_strbuf_addch(out, '%');
			break;
		default:
			HR_BUG("no such directive: %c", *at);
		}
	}
	va_end(args);
}
