/* The symbols of object files, archives of them and shared objects (ELF, 64 bits). */
#ifndef HR_BUILD_ELF_SYMBOLS_H
#define HR_BUILD_ELF_SYMBOLS_H

#include "base/arena.h"
#include "base/error.h"
#include "base/vec.h"

#include <stdbool.h>

struct hr_elf_symbol {
	const char *name; /* without a version */
	bool is_defined;
	bool is_weak;
	bool is_local;
	bool is_hidden; /* not seen by other shared objects */
};

typedef HR_VEC(struct hr_elf_symbol) hr_elf_symbols;

/* Appends the symbols that have a name (of an archive: of all members): of the dynamic table, or of the full one. A file without that table has none. The names live in the
 * arena. Fails with HR_ERROR_INPUT when it is no ELF file that we can read; any bytes are safe to read. */
int hr_elf_symbols_read(hr_elf_symbols *out, const char *path, bool dynamic, struct hr_arena *arena,
			struct hr_error *error);

#endif
