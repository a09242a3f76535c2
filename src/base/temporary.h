/* How temporary directories (base/file.h) are told from those that a killed process left behind. */
#ifndef HR_BASE_TEMPORARY_H
#define HR_BASE_TEMPORARY_H

/* The directory of this path is gone, or no longer ours: its lock is given up. Nothing when it is none of ours. */
void hr_temporary_forget(const char *path);

#endif
