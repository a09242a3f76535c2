/* Loading code at run time is not let through; the unit cannot look at its own stack either. */
#include "runtime/gate_process_internal.h"

#include <dlfcn.h>

#define LOADING "loading code at run time is not let through"
HR_GATE_REFUSED(dlmopen, LOADING)
HR_GATE_REFUSED(dlopen, LOADING)
HR_GATE_REFUSED(dlsym, LOADING)
HR_GATE_REFUSED(dlvsym, LOADING)
HR_GATE_REFUSED(dlinfo, LOADING)

int hr_gate_dlclose(void *handle)
{
	(void)handle;
	return -1;
}

char *hr_gate_dlerror(void)
{
	return NULL;
}

/* Nothing is known about any address. */
int hr_gate_dladdr(const void *address, void *out)
{
	(void)address;
	(void)out;
	return 0;
}

int hr_gate_dladdr1(const void *address, void *out, void **extra, int flags)
{
	(void)address;
	(void)out;
	(void)extra;
	(void)flags;
	return 0;
}

int hr_gate_dl_iterate_phdr(int (*callback)(void *, size_t, void *), void *data)
{
	(void)callback;
	(void)data;
	return 0;
}

int hr_gate_backtrace(void **out, int size)
{
	(void)out;
	(void)size;
	return 0;
}

char **hr_gate_backtrace_symbols(void *const *addresses, int count)
{
	(void)addresses;
	(void)count;
	return NULL;
}

void hr_gate_backtrace_symbols_fd(void *const *addresses, int count, int descriptor)
{
	(void)addresses;
	(void)count;
	(void)descriptor;
}

/* No frame is told: the walk is over before it begins. */
int hr_gate__Unwind_Backtrace(int (*callback)(void *, void *), void *argument)
{
	const int end_of_stack = 5;
	(void)callback;
	(void)argument;
	return end_of_stack;
}
