/* The line that shows a campaign at work: on a terminal one line that changes, elsewhere a plain line every ten seconds; both on standard error. */
#ifndef HR_APP_LIVE_H
#define HR_APP_LIVE_H

#include <stdbool.h>
#include <stdint.h>

struct hr_live {
	bool is_terminal;
	bool is_silent;
	double shown_at; /* on the clock; 0: never */
};

struct hr_live_view {
	double seconds;
	uint64_t sequences;
	uint64_t calls;
	uint64_t edges;
	uint64_t edge_count; /* 0: nobody counts them */
	uint64_t failures;
	const char *doing; /* "searching", … */
};

void hr_live_init(struct hr_live *live, bool is_silent);

/* Shows it when it is time, or now. */
void hr_live_show(struct hr_live *live, const struct hr_live_view *view, bool now);

/* Takes the line away: something else is to be printed. */
void hr_live_clear(struct hr_live *live);

#endif
