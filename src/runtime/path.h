/* Paths that the unit gives to gate functions. */
#ifndef HR_RUNTIME_PATH_H
#define HR_RUNTIME_PATH_H

#include "runtime/file_tree.h"
#include "runtime/gate.h"

/* Checks the path; the directory that it starts from, NULL and EBADF. */
struct hr_inode *hr_path_base(const struct hr_gate_site *site, int directory, const char *path);

/* Checks the path; what it names, NULL and errno. */
struct hr_inode *hr_path_inode(const struct hr_gate_site *site, int directory, const char *path, bool follows);

#endif
