/* Reports of stock sanitizers: what gcc's and clang's runtimes print, as a way and a place.
 *
 * Invariants: only words that all releases share are looked for; a report that is not known is undefined behaviour or an abort, never nothing. The first
 * report that is more than a portability note counts: what comes after it is its consequence. */
#include "oracle/failure.h"

#include "base/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct words {
	const char *text;
	enum hr_way way;
	bool is_note; /* about portability, where nothing happens here */
};

/* After "runtime error: ", anywhere in the line; the first that is found. */
static const struct words undefined_words[] = {
	{ "misaligned address", HR_WAY_UNDEFINED, true },
	{ "incorrect function type", HR_WAY_UNDEFINED, true },
	{ "applying non-zero offset", HR_WAY_UNDEFINED, true },
	{ "applying zero offset", HR_WAY_UNDEFINED, true },
	{ "overflowed to 0x", HR_WAY_UNDEFINED, true }, /* an offset to a pointer */
	{ "pointer index expression", HR_WAY_UNDEFINED, true },
	{ "null pointer", HR_WAY_NULL, false }, /* of type, passed as argument, returned from */
	{ "with insufficient space", HR_WAY_OVERFLOW, false },
	{ "out of bounds for type", HR_WAY_OVERFLOW, false },
	{ "signed integer overflow", HR_WAY_ARITHMETIC, false },
	{ "division by zero", HR_WAY_ARITHMETIC, false },
	{ "division of", HR_WAY_ARITHMETIC, false },
	{ "negation of", HR_WAY_ARITHMETIC, false },
	{ "shift exponent", HR_WAY_ARITHMETIC, false },
	{ "shift of", HR_WAY_ARITHMETIC, false },
	{ "cannot be represented in type", HR_WAY_ARITHMETIC, false },
	{ "outside the range of representable values", HR_WAY_ARITHMETIC, false },
	{ "passing zero to", HR_WAY_ARITHMETIC, false },
	{ "", HR_WAY_UNDEFINED, false },
};

/* After "AddressSanitizer: ", at the beginning. */
static const struct words address_words[] = {
	{ "heap-buffer-overflow", HR_WAY_OVERFLOW, false },
	{ "stack-buffer-overflow", HR_WAY_OVERFLOW, false },
	{ "stack-buffer-underflow", HR_WAY_OVERFLOW, false },
	{ "dynamic-stack-buffer-overflow", HR_WAY_OVERFLOW, false },
	{ "global-buffer-overflow", HR_WAY_OVERFLOW, false },
	{ "container-overflow", HR_WAY_OVERFLOW, false },
	{ "intra-object-overflow", HR_WAY_OVERFLOW, false },
	{ "heap-use-after-free", HR_WAY_DEAD, false },
	{ "stack-use-after-return", HR_WAY_DEAD, false },
	{ "stack-use-after-scope", HR_WAY_DEAD, false },
	{ "use-after-poison", HR_WAY_DEAD, false }, /* units do this to what they keep for reuse */
	{ "initialization-order-fiasco", HR_WAY_UNDEFINED, false },
	{ "attempting double-free", HR_WAY_FREE, false },
	{ "attempting free", HR_WAY_FREE, false },
	{ "attempting to call", HR_WAY_FREE, false },
	{ "alloc-dealloc-mismatch", HR_WAY_FREE, false },
	{ "new-delete-type-mismatch", HR_WAY_FREE, false },
	{ "stack-overflow", HR_WAY_STACK, false },
	{ "negative-size-param", HR_WAY_ARGUMENT, false },
	{ "requested allocation size", HR_WAY_ARGUMENT, false },
	{ "calloc parameters overflow", HR_WAY_ARGUMENT, false },
	{ "invalid allocation alignment", HR_WAY_ARGUMENT, false },
	{ "SEGV", HR_WAY_WILD, false }, /* see way_of_address */
	{ "BUS", HR_WAY_WILD, false },
	{ "FPE", HR_WAY_ARITHMETIC, false },
	{ "ILL", HR_WAY_ABORT, false },
	{ "TRAP", HR_WAY_ABORT, false },
	{ "ABRT", HR_WAY_ABORT, false },
	{ "hard rss limit", HR_WAY_NONE, false },
	{ "out of memory", HR_WAY_NONE, false },
	{ "allocator is out of memory", HR_WAY_NONE, false },
	{ "unknown-crash", HR_WAY_WILD, false },
	{ "", HR_WAY_ABORT, false },
};

#define NULL_PAGES 0x10000u /* as the worker has it */

/* A signal has an address; near 0 it is a null pointer's. */
static enum hr_way way_of_address(const char *report, const char *end)
{
	static const char word[] = "address 0x";
	for (const char *at = report; at + sizeof word < end; at++) {
		if (strncmp(at, word, sizeof word - 1) != 0)
			continue;
		unsigned long long address = strtoull(at + sizeof word - 1, NULL, 16);
		return address < NULL_PAGES || address >= ~0ull - NULL_PAGES ? HR_WAY_NULL : HR_WAY_WILD;
	}
	return HR_WAY_WILD;
}

static const char *find_in_line(const char *line, const char *end, const char *word)
{
	size_t length = strlen(word);
	for (const char *at = line; at + length <= end; at++)
		if (memcmp(at, word, length) == 0)
			return at;
	return NULL;
}

/* The report that begins in this line; false: none does. */
static bool report_in(struct words *out, const char *line, const char *end)
{
	static const char undefined[] = "runtime error: ";
	static const char address[] = "ERROR: AddressSanitizer: ";
	const char *at = find_in_line(line, end, undefined);
	if (at) {
		const struct words *words = undefined_words;
		at += sizeof undefined - 1;
		while (!find_in_line(at, end, words->text))
			words++;
		*out = *words;
		return true;
	}
	at = find_in_line(line, end, address);
	if (at) {
		const struct words *words = address_words;
		at += sizeof address - 1;
		while (!hr_text_starts_with(at, words->text))
			words++;
		*out = *words;
		if (strcmp(words->text, "SEGV") == 0)
			out->way = way_of_address(at, end);
		else if (find_in_line(at, end, "-param-overlap"))
			out->way = HR_WAY_ARGUMENT;
		return true;
	}
	if (find_in_line(line, end, "ERROR: LeakSanitizer: detected memory leaks") ||
	    find_in_line(line, end, "ERROR: LeakCheck: detected memory leaks")) { /* app/confirm_leaks.c */
		*out = (struct words){ "", HR_WAY_LEAK, false };
		return true;
	}
	return false;
}

/* "    #1 0x5595ad5b6213 in lenread /tmp/unit.c:38:36"; true, and the place set, when that is in a source of the unit: sources have whole names, those of
 * the C library and of the runtime have not. */
static bool read_frame(struct hr_report_place *place, const char *line, const char *end, const char *own)
{
	const char *in = find_in_line(line, end, " in ");
	if (!in)
		return false;
	const char *function = in + 4;
	const char *space = memchr(function, ' ', (size_t)(end - function));
	if (!space || space + 1 >= end || space[1] != '/')
		return false;
	const char *file = space + 1;
	const char *colon = memchr(file, ':', (size_t)(end - file));
	if (!colon || colon + 1 >= end || !isdigit((unsigned char)colon[1]))
		return false;
	const char *name = colon;
	while (name > file && name[-1] != '/')
		name--;
	size_t length = (size_t)(colon - name);
	if (own && strlen(own) == length && memcmp(own, name, length) == 0)
		return false;
	if (hr_text_starts_with(file, "/usr/include/") || hr_text_starts_with(file, "/usr/lib/") ||
	    hr_text_starts_with(function, "__interceptor_") || hr_text_starts_with(function, "__asan_"))
		return false;
	*place = (struct hr_report_place){ function, (size_t)(space - function),
					   (unsigned)strtoul(colon + 1, NULL, 10) };
	return true;
}

static const char *line_end(const char *line)
{
	const char *end = strchr(line, '\n');
	return end ? end : line + strlen(line);
}

static bool is_frame(const char *line)
{
	while (*line == ' ')
		line++;
	return line[0] == '#' && isdigit((unsigned char)line[1]);
}

/* The first place of the unit in the first stack behind a report. */
static void find_place(struct hr_report_place *place, const char *text, const char *own)
{
	bool has_begun = false;
	while (*text) {
		const char *end = line_end(text);
		struct words other;
		if (is_frame(text)) {
			has_begun = true;
			if (read_frame(place, text, end, own))
				return;
		} else if (has_begun || report_in(&other, text, end)) {
			return;
		}
		text = *end ? end + 1 : end;
	}
}

enum hr_way hr_way_of_report(struct hr_report_place *place, const char *text, const char *own, int exit_code,
			     int signal)
{
	const char *behind = NULL;
	struct words best = { "", HR_WAY_NONE, false };
	*place = (struct hr_report_place){ NULL, 0, 0 };
	for (const char *line = text; *line;) {
		const char *end = line_end(line);
		const char *next = *end ? end + 1 : end;
		struct words words;
		if (report_in(&words, line, end) && (!behind || (best.is_note && !words.is_note))) {
			best = words;
			behind = next;
		}
		line = next;
	}
	bool ended_by_itself = behind && best.is_note && (signal || exit_code); /* not by the note */
	if (behind && !ended_by_itself) {
		find_place(place, behind, own);
		return best.way;
	}
	if (signal)
		return hr_way_of_signal(signal);
	return exit_code ? HR_WAY_EXIT : HR_WAY_NONE;
}
