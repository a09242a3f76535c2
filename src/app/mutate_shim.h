/* The compiler shim of `harrier mutate`: under a compiler's name, it puts mutants into what it compiles. */
#ifndef HR_APP_MUTATE_SHIM_H
#define HR_APP_MUTATE_SHIM_H

#include "base/error.h"
#include "base/vec.h"
#include "frontend/flags.h"
#include "ir/mutants.h"

/* A private directory with all that the shims need: bin/ with links, the runtime, what is to be changed; they leave the tables of
 * mutants in tables/, and what could not be changed, one file a line, in `refused`. */
#define HR_MUTATE_VARIABLE "HARRIER_MUTATE_DIR"
#define HR_MUTATE_RUNTIME "runtime.bc"
#define HR_MUTATE_WANTS "wants" /* lines: '+' or '-' and a path, of a file or of a directory; the last that fits counts */
#define HR_MUTATE_TABLES "tables"
#define HR_MUTATE_REFUSED "refused"
#define HR_MUTATE_KEPT "kept" /* where it is there, shims leave in it of each object the bitcode, NAME.bc, and its path, NAME.object */

/* When the program was started under the name of a compiler by a build of `harrier mutate`: compiles, and does not return. Otherwise returns at
 * once. */
void hr_mutate_shim(int argc, char **argv);

/* Makes the directory's contents. `wanted` is the text of the file HR_MUTATE_WANTS. */
int hr_mutate_prepare(const char *directory, const char *wanted, struct hr_error *error);

/* Appends what to put into the environment of a build so that it uses the shims: "PATH=…" and the directory; the strings live in the arena. */
void hr_mutate_environment(hr_strings *out, const char *directory, struct hr_arena *arena);

/* Reads the tables that a build left. `refused` gets the paths that could not be changed, a line each. */
int hr_mutate_tables(struct hr_mutants *out, struct hr_strbuf *refused, const char *directory, struct hr_error *error);

#endif
