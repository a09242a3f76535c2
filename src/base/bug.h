/* HR_BUG: the end of the line for broken invariants. Bad input never comes here. */
#ifndef HR_BASE_BUG_H
#define HR_BASE_BUG_H

/* Prints file, line and the formatted values to standard error and aborts. Running out of memory ends here too. */
#define HR_BUG(...) hr_bug(__FILE__, __LINE__, __VA_ARGS__)

void hr_bug(const char *file, int line, const char *format, ...) __attribute__((noreturn, format(printf, 3, 4)));

#endif
