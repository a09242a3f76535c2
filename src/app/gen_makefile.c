/* The Makefile of emitted tests. */
#include "app/gen_internal.h"
#include "app/makefile.h"

void hr_gen_makefile(struct hr_strbuf *out, const struct hr_app_unit *unit, const char *name, const char *more)
{
	hr_strbuf_addstr(out,
			 "# Builds the tests with the library's sources and runs them.\ncheck: tests\n\t./tests\n\n");
	hr_makefile_library(out, unit);
	hr_makefile_program(out, unit, "tests", name, more);
	hr_strbuf_addstr(out, "\nlibrary: $(library)\n\nclean:\n\trm -f tests *.o\n\n.PHONY: check library clean\n");
}
