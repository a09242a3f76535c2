/* Regular expressions: libc's own, on patterns and texts that were checked.
 *
 * libc's memory of a compiled pattern is out of the unit's sight. What the unit holds is a small block of the arena whose number stands in
 * regex_t: so its leak, and its use after regfree, are found like those of memory. The patterns themselves live until the reset. */
#include "runtime/arena.h"
#include "runtime/gate_process_internal.h"

#include <fnmatch.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>

struct pattern {
	regex_t compiled;
	struct pattern *older;
};

/* What stands in the block of the arena. */
struct ticket {
	uint64_t magic;
	struct pattern *pattern;
};

static const uint64_t ticket_magic = UINT64_C(0x7265676578706174);

static struct {
	struct pattern *newest;
} patterns;

static void release(const void *mark)
{
	struct pattern *const keep = *(struct pattern *const *)mark;
	while (patterns.newest != keep) {
		struct pattern *const gone = patterns.newest;
		patterns.newest = gone->older;
		regfree(&gone->compiled);
		free(gone);
	}
}
HR_GATE_STATE_OWNING(patterns, release);

int hr_gate_regcomp(regex_t *out, const char *text, int flags)
{
	HR_GATE_ENTER("regcomp");
	hr_gate_string(site, text);
	hr_gate_writes(site, out, sizeof *out);
	struct ticket *const ticket = hr_arena_lend(sizeof *ticket, _Alignof(struct ticket));
	if (!ticket)
		return REG_ESPACE;
	struct pattern *const pattern = calloc(1, sizeof *pattern);
	const int code = pattern ? regcomp(&pattern->compiled, text, flags) : REG_ESPACE;
	if (code) {
		free(pattern);
		hr_arena_free(ticket, "regcomp");
		return code;
	}
	HR_GATE_TOUCH(patterns);
	pattern->older = patterns.newest;
	patterns.newest = pattern;
	*ticket = (struct ticket){ ticket_magic, pattern };
	memset(out, 0, sizeof *out);
	out->re_nsub = pattern->compiled.re_nsub;
	out->buffer = (struct re_dfa_t *)ticket;
	return 0;
}

/* The compiled pattern; reports when there is none. */
static struct pattern *pattern_of(const struct hr_gate_site *site, const regex_t *regex)
{
	hr_gate_reads(site, regex, sizeof *regex);
	const struct ticket *const ticket = (const struct ticket *)regex->buffer;
	hr_gate_reads(site, ticket, sizeof *ticket);
	if (ticket->magic != ticket_magic)
		hr_gate_fault(site, HR_FAULT_WILD, (uintptr_t)regex, sizeof *regex, "not filled by regcomp");
	return ticket->pattern;
}

int hr_gate_regexec(const regex_t *regex, const char *text, size_t count, regmatch_t *matches, int flags)
{
	HR_GATE_ENTER("regexec");
	const struct pattern *const pattern = pattern_of(site, regex);
	if (count > SIZE_MAX / sizeof *matches)
		count = SIZE_MAX / sizeof *matches;
	if (flags & REG_STARTEND) {
		hr_gate_reads(site, matches, sizeof *matches);
		if (matches->rm_so < 0 || matches->rm_eo < matches->rm_so)
			return REG_NOMATCH;
		hr_gate_reads(site, text, (size_t)matches->rm_eo);
	} else {
		hr_gate_string(site, text);
	}
	hr_gate_writes(site, matches, count * sizeof *matches);
	return regexec(&pattern->compiled, text, count, matches, flags);
}

size_t hr_gate_regerror(int code, const regex_t *regex, char *out, size_t size)
{
	HR_GATE_ENTER("regerror");
	(void)regex;
	if (code < REG_NOERROR || code > REG_ERPAREN) /* libc aborts */
		hr_gate_fault(site, HR_FAULT_ABORT, 0, 0, "not an error of regcomp or regexec");
	char text[128];
	const size_t needed = regerror(code, NULL, text, sizeof text);
	const size_t copied = size < needed ? size : needed;
	if (copied > 0) {
		hr_gate_writes(site, out, copied);
		memcpy(out, text, copied);
		out[copied - 1] = '\0';
	}
	return needed;
}

void hr_gate_regfree(regex_t *regex)
{
	HR_GATE_ENTER("regfree");
	hr_gate_writes(site, regex, sizeof *regex);
	if (!regex->buffer)
		return;
	pattern_of(site, regex);
	hr_arena_free(regex->buffer, "regfree");
	regex->buffer = NULL;
}

int hr_gate_fnmatch(const char *pattern, const char *text, int flags)
{
	HR_GATE_ENTER("fnmatch");
	hr_gate_string(site, pattern);
	hr_gate_string(site, text);
	return fnmatch(pattern, text, flags);
}
