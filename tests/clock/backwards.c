/* A clock that somebody keeps setting back: every look at the time of day finds it an hour earlier than the one before. To be preloaded. */
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static time_t back(void)
{
	static _Atomic time_t looks;
	return 3600 * ++looks;
}

int clock_gettime(clockid_t clock, struct timespec *out)
{
	int failed = (int)syscall(SYS_clock_gettime, clock, out);
	if (!failed && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
		out->tv_sec -= back();
	return failed;
}

int gettimeofday(struct timeval *out, void *zone)
{
	struct timespec now;
	(void)zone;
	clock_gettime(CLOCK_REALTIME, &now);
	*out = (struct timeval){ now.tv_sec, now.tv_nsec / 1000 };
	return 0;
}

time_t time(time_t *out)
{
	struct timespec now;
	clock_gettime(CLOCK_REALTIME, &now);
	if (out)
		*out = now.tv_sec;
	return now.tv_sec;
}
