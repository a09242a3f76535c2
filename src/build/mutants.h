/* The mutants flavour: sources become objects with all their mutants in them, to be linked in place of the plain ones.
 *
 * Such an object needs nothing but libc. It behaves as written unless the environment says otherwise:
 *     HARRIER_MUTANT=ID             this one is real (all objects that have it)
 *     HARRIER_MUTANT_CPU=MS         a process that came to it is ended (SIGPROF) after so much time of the processor; 0: never
 *     HARRIER_MUTANT_REACHED=FILE   noted there, once a process: each point that is come to, "ID\n" of its first mutant, and each mutant that
 *                                   would make a difference there: "+ID\n". Behind a 64-bit number, which is how many bytes of these lines there would be; what
 *                                   does not fit is in FILE.more (hr_mutants_read_notes)
 *     HARRIER_MUTANT_JOBS=FILE      the program, started with one argument, does not get to main: for each line of the file and each
 *                                   NAME in it a child does, with that name as its argument, until one fails:
 *                                       ID CPU_MS WALL_MS ALL NAME…     ALL: 1, also when one fails. ID 0: no mutant, but what is
 *                                                                       reached is noted in RESULTS.NUMBER. =MS between names: CPU_MS of
 *                                                                       those behind it
 *     HARRIER_MUTANT_RESULTS=FILE   what came of them: "ID NUMBER STATUS MICROSECONDS", the number being that of the name in its line, the
 *                                   time that of the processor
 *     HARRIER_MUTANT_LANES=N        so many lines at a time; results come in any order then
 *     HARRIER_MUTANT_ALONE=1        with jobs: the first fork() of a child that does a test makes no process, as it has one already; its current directory and
 *                                   TMPDIR are one of its lane, empty, below that which the program was started in, and the first mkdtemp() of
 *                                   "$TMPDIR/test-XXXXXX" gives that
 * A program that defines `int __harrier_mutants_rest` sets it to 1 when the code is to behave as written from then on, and nothing is to be noted. */
#ifndef HR_BUILD_MUTANTS_H
#define HR_BUILD_MUTANTS_H

#include "build/jobs.h"
#include "ir/mutants.h"

#define HR_MUTANT_VARIABLE "HARRIER_MUTANT"
#define HR_MUTANT_CPU_VARIABLE "HARRIER_MUTANT_CPU"
#define HR_MUTANT_REACHED_VARIABLE "HARRIER_MUTANT_REACHED"
#define HR_MUTANT_JOBS_VARIABLE "HARRIER_MUTANT_JOBS"
#define HR_MUTANT_RESULTS_VARIABLE "HARRIER_MUTANT_RESULTS"
#define HR_MUTANT_LANES_VARIABLE "HARRIER_MUTANT_LANES"
#define HR_MUTANT_ALONE_VARIABLE "HARRIER_MUTANT_ALONE"

/* What a program that goes through jobs exits with when no child could be had: what was not told was not run. */
enum { HR_MUTANT_NO_PROCESS = 71, HR_MUTANT_NO_ROOM = 72 /* what came of it could not be written */ };

/* Reads the lines that runs noted; a file that is not there has none. */
int hr_mutants_read_notes(struct hr_strbuf *out, const char *path, struct hr_error *error);

/* in_mutants.c as bitcode, made by scripts/embed.sh */
extern const char hr_in_mutants[];
extern const unsigned long hr_in_mutants_length;

/* Writes what is linked into such objects (in_mutants.c), a file of bitcode. */
int hr_mutants_runtime(const char *bitcode, struct hr_error *error);

struct hr_mutants_source {
	const char *path;
	const char *directory;    /* where the compiler runs; NULL: here */
	const char *const *flags; /* NULL-terminated: what changes the meaning of the source (frontend/flags.h) */
	const char *object;       /* to be written */
	const char *scratch;      /* files of ours begin with this path */
	const char *compiler;     /* NULL: clang-19 */
	const char *
		kept; /* file that keeps the bitcode with the mutants in it, and one beside it, for hr_mutants_quicken(); NULL: none */
	bool is_always; /* there is an object also where there is no mutant: what is compiled already need not be compiled by somebody else */
	struct hr_mutate_options mutate;
};

/* Compiles a source; its mutants are appended to `out`. Without any there is no object, unless it is always wanted: what is not to be changed can be compiled as ever. Fails with
 * HR_ERROR_INPUT when clang does not take it. */
int hr_mutants_compile(struct hr_mutants *out, const struct hr_mutants_source *source, struct hr_error *error);

/* Changes bitcode that was kept to what is to be optimised: it notes nothing any more, and all functions but the one with the mutant that is real are as they were written. */
int hr_mutants_quicken(const char *kept, struct hr_error *error);

/* Appends the words of the command that compiles bitcode that was kept to an optimised object. That takes several times as long to compile, and runs in a half or a third of the time. */
void hr_mutants_optimise_command(hr_command *out, const char *object, const char *bitcode, const char *compiler);

/* As text, one a line, and back; what cannot be read is passed over. Reading leaves out ids that are there already (in `seen`). */
struct hr_map;
void hr_mutants_write(struct hr_strbuf *out, const struct hr_mutants *mutants);
void hr_mutants_read(struct hr_mutants *out, struct hr_map *seen, const char *text);

#endif
