/* Fuzz target: the reader of compile databases, with the splitting of commands and the choice of flags behind it.
 *
 * Holds whatever comes in: an error with its kind and message set or a database whose paths are absolute. Nothing that
 * the text names is opened but response files, and of those only regular files. */
#include "base/bug.h"
#include "frontend/compdb.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct hr_compdb compdb = HR_COMPDB_INIT;
	struct hr_error error = HR_ERROR_INIT;

	int result = hr_compdb_parse(&compdb, (const char *)data, size, "fuzz", "/nowhere", &error);
	if (result != 0 && (error.kind != HR_ERROR_INPUT || error.message.length == 0))
		HR_BUG("failure without an error: kind %d", (int)error.kind);
	for (size_t i = 0; result == 0 && i < compdb.commands.count; i++) {
		if (compdb.commands.data[i].file[0] != '/' || compdb.commands.data[i].directory[0] != '/')
			HR_BUG("relative path '%s'", compdb.commands.data[i].file);
	}
	for (size_t i = 0; i < compdb.absent.count; i++) {
		if (compdb.absent.data[i][0] != '/')
			HR_BUG("relative path '%s'", compdb.absent.data[i]);
	}
	hr_error_release(&error);
	hr_compdb_release(&compdb);
	return 0;
}
