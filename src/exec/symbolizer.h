/* llvm-symbolizer, kept running: starting it costs more than anything it is asked. */
#ifndef HR_EXEC_SYMBOLIZER_H
#define HR_EXEC_SYMBOLIZER_H

#include "base/error.h"

#include <stdint.h>
#include <sys/types.h>

#define HR_SYMBOLIZER "llvm-symbolizer-19"

/* One that is not running has pid 0; it is started by the first question. */
struct hr_symbolizer {
	pid_t pid;
	int questions; /* descriptors */
	int answers;
};

/* Appends what it says about the program counters of `unit`, an empty line after each. Fails when it cannot be run, or does not answer: it is not running then. */
int hr_symbolizer_ask(struct hr_strbuf *out, struct hr_symbolizer *symbolizer, const char *unit, const uint64_t *pcs,
		      size_t count, struct hr_error *error);

/* Ends it. Asked again, it is started again. */
void hr_symbolizer_stop(struct hr_symbolizer *symbolizer);

#endif
