/* Programs of this machine, by their names. */
#ifndef HR_APP_PROGRAMS_H
#define HR_APP_PROGRAMS_H

/* The path of a program; NULL when PATH has none. Directories of PATH that are not absolute do not count. For the caller to free. */
char *hr_find_program(const char *name);

#endif
