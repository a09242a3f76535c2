/* Which file a test goes to: one for each type that enough tests are about. */
#ifndef HR_SUITE_AREAS_H
#define HR_SUITE_AREAS_H

#include "suite/test.h"

/* Tests in which allocations fail are in a file of their own: its program is linked in another way (hr_suite_link_flags). */
#define HR_AREA_OUT_OF_MEMORY "out_of_memory"

/* What the files of the suite are called by: the first header; where there are several, the word that nearly all operations begin with, or the directory that the headers share. Appends to `out`. */
void hr_suite_unit(struct hr_strbuf *out, const struct hr_model *model);

/* Sets `area` of all tests: HR_AREA_OUT_OF_MEMORY; or the name of the type that their operation is about as users write it, in lower case, without what tells only that it is a type (`_t`) and without what the unit is called, or "" for what belongs to none, or to one that only few tests are about, or that is called like the unit itself. */
void hr_test_areas(struct hr_test *tests, size_t count, const char *unit);

/* By area, "" first; within one in the order of the operations that they are about, as the headers have them; of one operation in the order that they had. */
void hr_tests_sort(struct hr_test *tests, size_t count);

/* Where the area of the test at `first` ends in sorted tests: the first that belongs to another, or `count`. */
size_t hr_tests_area_end(const struct hr_test *tests, size_t count, size_t first);

/* Exchanges two of them: what is not wanted goes behind the others, and is still the caller's to release. */
void hr_tests_swap(struct hr_test *tests, size_t a, size_t b);

#endif
