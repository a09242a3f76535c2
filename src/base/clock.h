/* Time that only goes forward. */
#ifndef HR_BASE_CLOCK_H
#define HR_BASE_CLOCK_H

/* Seconds since some moment in the past. */
double hr_clock_seconds(void);

#endif
