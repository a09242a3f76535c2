/* Weak stand-ins for parts of the gate that are not written yet: an empty file area and no atexit functions. A definition elsewhere takes their
 * place; this file goes when all are there. */
#include "runtime/files.h"
#include "runtime/gate.h"

__attribute__((weak)) const char *hr_files_make(const void *bytes, size_t size)
{
	(void)bytes;
	(void)size;
	return NULL;
}

__attribute__((weak)) void *hr_files_stream(const void *bytes, size_t size, bool writable)
{
	(void)bytes;
	(void)size;
	(void)writable;
	return NULL;
}

__attribute__((weak)) int hr_files_descriptor(const void *bytes, size_t size)
{
	(void)bytes;
	(void)size;
	return -1;
}

__attribute__((weak)) const char *hr_files_output(size_t *size, bool *truncated)
{
	*size = 0;
	*truncated = false;
	return "";
}

__attribute__((weak)) void hr_files_reset(void)
{
}

__attribute__((weak)) void hr_gate_run_atexit(void)
{
}

__attribute__((weak)) uint32_t hr_gate_atexit_count(void)
{
	return 0;
}
