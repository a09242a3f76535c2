/* What plain tests share: a header that runs them, each in a process and a directory of its own, and tells the results as TAP. */
#ifndef HR_SUITE_HARNESS_H
#define HR_SUITE_HARNESS_H

/* The name of the file, beside the tests; and what is in it. */
#define HR_HARNESS_FILE "run_tests.h"
extern const char hr_harness_text[];

#endif
