/* getopt and its long forms: own code with glibc's behaviour, its order of the arguments and its messages included.
 *
 * Invariants while a list is scanned: elements [first_other, last_other) of argv were passed over because they are no options; what
 * is before them was looked at; `rest` is what is left of a group of short options, or NULL. */
#include "runtime/gate_process_internal.h"

#include <getopt.h>
#include <string.h>

HR_GATE_DATA char *hr_gate_optarg = NULL;
HR_GATE_DATA int hr_gate_optind = 1;
HR_GATE_DATA int hr_gate_opterr = 1;
HR_GATE_DATA int hr_gate_optopt = '?';

enum ordering { PERMUTE, IN_ORDER, STOP_AT_OTHERS };

static struct {
	bool is_started;
	enum ordering ordering;
	int first_other;
	int last_other;
	char *rest;
} scan;
HR_GATE_STATE(scan);

/* One call of getopt, with what it was given. */
struct request {
	const struct hr_gate_site *site;
	int count;
	char **arguments;
	const char *shorts; /* without the letter for the order */
	const struct option *longs;
	int *long_index;
	bool dashes_too; /* getopt_long_only */
	bool speaks;
};

extern char *hr_gate_getenv(const char *name);

/* "program: PARTS…\n" */
static void complain(const struct request *request, const char *const *parts)
{
	if (!request->speaks)
		return;
	hr_gate_say(request->arguments[0] ? request->arguments[0] : "");
	hr_gate_say(": ");
	for (; *parts; parts++)
		hr_gate_say(*parts);
	hr_gate_say("\n");
}

#define COMPLAIN(request, ...) complain(request, (const char *const[]){ __VA_ARGS__, NULL })

static int missing(const struct request *request)
{
	return request->shorts[0] == ':' ? ':' : '?';
}

static bool is_other(const struct request *request, int index)
{
	const char *text = request->arguments[index];
	return text[0] != '-' || text[1] == '\0';
}

static void reverse(char **list, int from, int to)
{
	for (to--; from < to; from++, to--) {
		char *const text = list[from];
		list[from] = list[to];
		list[to] = text;
	}
}

/* Moves what was passed over behind the options that came after it. */
static void exchange(const struct request *request)
{
	const int first = scan.first_other;
	const int middle = scan.last_other;
	const int end = hr_gate_optind;
	hr_gate_writes(request->site, request->arguments + first, (size_t)(end - first) * sizeof(char *));
	reverse(request->arguments, first, middle);
	reverse(request->arguments, middle, end);
	reverse(request->arguments, first, end);
	scan.first_other += end - middle;
	scan.last_other = end;
}

/* ---- long options ---- */

enum { AMBIGUOUS = -2, UNKNOWN = -1 };

static void list_candidates(const struct request *request, const char *prefix, size_t length)
{
	if (!request->speaks)
		return;
	hr_gate_say(request->arguments[0] ? request->arguments[0] : "");
	hr_gate_say(": option '");
	hr_gate_say(prefix);
	hr_gate_say(scan.rest);
	hr_gate_say("' is ambiguous; possibilities:");
	for (const struct option *option = request->longs; option->name; option++) {
		if (strncmp(option->name, scan.rest, length) != 0)
			continue;
		hr_gate_say(" '");
		hr_gate_say(prefix);
		hr_gate_say(option->name);
		hr_gate_say("'");
	}
	hr_gate_say("\n");
}

/* The number of the option whose name is, or alone begins with, the `length` characters at scan.rest. */
static int find_long(const struct request *request, size_t length)
{
	int found = UNKNOWN;
	for (int i = 0; request->longs[i].name; i++)
		if (!strncmp(request->longs[i].name, scan.rest, length) && strlen(request->longs[i].name) == length)
			return i;
	for (int i = 0; request->longs[i].name; i++) {
		const struct option *option = &request->longs[i];
		if (strncmp(option->name, scan.rest, length) != 0)
			continue;
		if (found == UNKNOWN) {
			found = i;
			continue;
		}
		const struct option *other = &request->longs[found];
		if (request->dashes_too || other->has_arg != option->has_arg || other->flag != option->flag ||
		    other->val != option->val)
			return AMBIGUOUS;
	}
	return found;
}

static int finish_long(const struct request *request, const char *prefix, int index, char *value)
{
	const struct option *option = &request->longs[index];
	hr_gate_optind++;
	scan.rest = NULL;
	if (*value == '=') {
		if (!option->has_arg) {
			COMPLAIN(request, "option '", prefix, option->name, "' doesn't allow an argument");
			hr_gate_optopt = option->val;
			return '?';
		}
		hr_gate_optarg = value + 1;
	} else if (option->has_arg == required_argument) {
		if (hr_gate_optind >= request->count) {
			COMPLAIN(request, "option '", prefix, option->name, "' requires an argument");
			hr_gate_optopt = option->val;
			return missing(request);
		}
		hr_gate_optarg = request->arguments[hr_gate_optind++];
	}
	if (request->long_index) {
		hr_gate_writes(request->site, request->long_index, sizeof *request->long_index);
		*request->long_index = index;
	}
	if (!option->flag)
		return option->val;
	hr_gate_writes(request->site, option->flag, sizeof *option->flag);
	*option->flag = option->val;
	return 0;
}

/* -1: it is not a long option but may be a short one. */
static int take_long(const struct request *request, const char *prefix)
{
	char *end = scan.rest;
	while (*end && *end != '=')
		end++;
	const size_t length = (size_t)(end - scan.rest);
	const int index = find_long(request, length);
	if (index >= 0)
		return finish_long(request, prefix, index, end);
	if (index == AMBIGUOUS) {
		list_candidates(request, prefix, length);
	} else {
		const bool has_two_dashes = request->arguments[hr_gate_optind][1] == '-';
		if (request->dashes_too && !has_two_dashes && strchr(request->shorts, *scan.rest))
			return -1;
		COMPLAIN(request, "unrecognized option '", prefix, scan.rest, "'");
	}
	scan.rest = NULL;
	hr_gate_optind++;
	hr_gate_optopt = 0;
	return '?';
}

/* ---- short options ---- */

static int want_argument(const struct request *request, char letter)
{
	const char text[2] = { letter, '\0' };
	COMPLAIN(request, "option requires an argument -- '", text, "'");
	hr_gate_optopt = (unsigned char)letter;
	return missing(request);
}

static int take_argument(const struct request *request, char letter, bool is_optional)
{
	int result = (unsigned char)letter;
	if (*scan.rest) {
		hr_gate_optarg = scan.rest;
		hr_gate_optind++;
	} else if (is_optional) {
		hr_gate_optarg = NULL;
	} else if (hr_gate_optind >= request->count) {
		result = want_argument(request, letter);
	} else {
		hr_gate_optarg = request->arguments[hr_gate_optind++];
	}
	scan.rest = NULL;
	return result;
}

static int take_short(const struct request *request)
{
	const char letter = *scan.rest++;
	const char *known = strchr(request->shorts, letter);
	if (!*scan.rest)
		hr_gate_optind++;
	if (!known || letter == ':' || letter == ';') {
		const char text[2] = { letter, '\0' };
		COMPLAIN(request, "invalid option -- '", text, "'");
		hr_gate_optopt = (unsigned char)letter;
		return '?';
	}
	if (known[0] == 'W' && known[1] == ';' && request->longs) { /* -W name is --name */
		if (!*scan.rest && hr_gate_optind >= request->count)
			return want_argument(request, letter);
		if (!*scan.rest)
			scan.rest = request->arguments[hr_gate_optind];
		hr_gate_optarg = NULL;
		return take_long(request, "-W ");
	}
	if (known[1] == ':')
		return take_argument(request, letter, known[2] == ':');
	return (unsigned char)letter;
}

/* ---- the next element ---- */

/* Goes to the next element that is an option. 0: there; else what getopt returns. */
static int next_element(const struct request *request)
{
	if (scan.last_other > hr_gate_optind)
		scan.last_other = hr_gate_optind;
	if (scan.first_other > hr_gate_optind)
		scan.first_other = hr_gate_optind;
	if (scan.ordering == PERMUTE) {
		if (scan.first_other != scan.last_other && scan.last_other != hr_gate_optind)
			exchange(request);
		else if (scan.last_other != hr_gate_optind)
			scan.first_other = hr_gate_optind;
		while (hr_gate_optind < request->count && is_other(request, hr_gate_optind))
			hr_gate_optind++;
		scan.last_other = hr_gate_optind;
	}
	if (hr_gate_optind < request->count && !strcmp(request->arguments[hr_gate_optind], "--")) {
		hr_gate_optind++;
		if (scan.first_other != scan.last_other && scan.last_other != hr_gate_optind)
			exchange(request);
		else if (scan.first_other == scan.last_other)
			scan.first_other = hr_gate_optind;
		scan.last_other = request->count;
		hr_gate_optind = request->count;
	}
	if (hr_gate_optind >= request->count) {
		if (scan.first_other != scan.last_other)
			hr_gate_optind = scan.first_other;
		return -1;
	}
	if (!is_other(request, hr_gate_optind))
		return 0;
	if (scan.ordering == STOP_AT_OTHERS)
		return -1;
	hr_gate_optarg = request->arguments[hr_gate_optind++];
	return 1;
}

static int take_next(const struct request *request)
{
	if (scan.rest && *scan.rest)
		return take_short(request);
	const int result = next_element(request);
	if (result)
		return result;
	char *const text = request->arguments[hr_gate_optind];
	scan.rest = text + 1;
	if (!request->longs)
		return take_short(request);
	if (text[1] == '-') {
		scan.rest = text + 2;
		return take_long(request, "--");
	}
	if (request->dashes_too && (text[2] || !strchr(request->shorts, text[1]))) {
		const int code = take_long(request, "-");
		if (code != -1)
			return code;
		scan.rest = text + 1;
	}
	return take_short(request);
}

/* ---- entry ---- */

static void check(const struct request *request)
{
	const struct hr_gate_site *site = request->site;
	hr_gate_string(site, request->shorts);
	hr_gate_reads(site, request->arguments, (size_t)request->count * sizeof(char *));
	for (int i = 0; i < request->count; i++)
		hr_gate_string(site, request->arguments[i]);
	if (scan.rest)
		hr_gate_string(site, scan.rest);
	for (const struct option *option = request->longs; option; option++) {
		hr_gate_reads(site, option, sizeof *option);
		if (!option->name)
			break;
		hr_gate_string(site, option->name);
	}
}

static int get_option(struct request request)
{
	if (request.count < 1)
		return -1;
	HR_GATE_TOUCH(scan);
	hr_gate_optarg = NULL;
	const char order = request.shorts[0];
	if (hr_gate_optind == 0 || !scan.is_started) {
		if (hr_gate_optind <= 0)
			hr_gate_optind = 1;
		scan.is_started = true;
		scan.first_other = scan.last_other = hr_gate_optind;
		scan.rest = NULL;
		scan.ordering = order == '-'                                                ? IN_ORDER
				: order == '+' || hr_gate_getenv("POSIXLY_CORRECT") != NULL ? STOP_AT_OTHERS
											    : PERMUTE;
	}
	check(&request);
	if (order == '-' || order == '+')
		request.shorts++;
	request.speaks = hr_gate_opterr && request.shorts[0] != ':';
	return take_next(&request);
}

int hr_gate_getopt(int count, char *const *arguments, const char *shorts)
{
	HR_GATE_ENTER("getopt");
	hr_gate_string(site, shorts);
	return get_option(
		(struct request){ .site = site, .count = count, .arguments = (char **)arguments, .shorts = shorts });
}

int hr_gate_getopt_long(int count, char *const *arguments, const char *shorts, const struct option *longs, int *index)
{
	HR_GATE_ENTER("getopt_long");
	hr_gate_string(site, shorts);
	return get_option((struct request){ .site = site,
					    .count = count,
					    .arguments = (char **)arguments,
					    .shorts = shorts,
					    .longs = longs,
					    .long_index = index });
}

int hr_gate_getopt_long_only(int count, char *const *arguments, const char *shorts, const struct option *longs,
			     int *index)
{
	HR_GATE_ENTER("getopt_long_only");
	hr_gate_string(site, shorts);
	return get_option((struct request){ .site = site,
					    .count = count,
					    .arguments = (char **)arguments,
					    .shorts = shorts,
					    .longs = longs,
					    .long_index = index,
					    .dashes_too = true });
}
