/* The line that shows a campaign at work.
 *
 * Invariant: after hr_live_clear the cursor stands at the beginning of an empty line. */
#include "app/live.h"

#include "base/clock.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const double terminal_seconds = 0.1;
static const double plain_seconds = 10;

void hr_live_init(struct hr_live *live, bool is_silent)
{
	memset(live, 0, sizeof *live);
	live->is_terminal = isatty(STDERR_FILENO) == 1;
	live->is_silent = is_silent;
	live->shown_at = hr_clock_seconds();
}

/* 950, 12.3 k, 4.56 M: always short. */
static const char *short_number(char out[16], double number)
{
	static const char units[] = " kMGT";
	size_t unit = 0;
	while (number >= 1000 && unit + 2 < sizeof units) {
		number /= 1000;
		unit++;
	}
	if (unit == 0)
		snprintf(out, 16, "%.0f", number);
	else
		snprintf(out, 16, number < 10 ? "%.2f %c" : number < 100 ? "%.1f %c" : "%.0f %c", number, units[unit]);
	return out;
}

void hr_live_show(struct hr_live *live, const struct hr_live_view *view, bool now)
{
	double clock = hr_clock_seconds();
	char sequences[16];
	char calls[16];
	char speed[16];
	char edges[64] = "";
	if (live->is_silent ||
	    (!now && clock - live->shown_at < (live->is_terminal ? terminal_seconds : plain_seconds)))
		return;
	live->shown_at = clock;
	if (view->edge_count)
		snprintf(edges, sizeof edges, "  edges %llu/%llu (%.1f %%)", (unsigned long long)view->edges,
			 (unsigned long long)view->edge_count, 100 * (double)view->edges / (double)view->edge_count);
	fflush(stdout);
	fprintf(stderr, "%s%02d:%02d  %s sequences  %s calls (%s/s)%s  %llu failures  [%s]%s",
		live->is_terminal ? "\r\033[K" : "", (int)(view->seconds / 60), (int)view->seconds % 60,
		short_number(sequences, (double)view->sequences), short_number(calls, (double)view->calls),
		short_number(speed, view->seconds > 0 ? (double)view->calls / view->seconds : 0), edges,
		(unsigned long long)view->failures, view->doing, live->is_terminal ? "" : "\n");
	fflush(stderr);
}

void hr_live_clear(struct hr_live *live)
{
	if (!live->is_terminal || live->is_silent)
		return;
	fputs("\r\033[K", stderr);
	fflush(stderr);
}
