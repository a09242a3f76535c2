/* Loading the unit: finding its segments and its tables, and running its constructors where the unit's code belongs.
 *
 * Constructors run inside dlopen, so dlopen itself is called on the unit's stack. A constructor that faults leaves the loader in the
 * middle of its work: nothing can be loaded any more, and the process is good for nothing but saying why. */
#include "runtime/unit.h"

#include "runtime/fault.h"

#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <string.h>

#define CONSTRUCTORS_CPU_MS 10000u

struct hr_unit hr_unit;

static const char *loading; /* path as the loader knows it; NULL while nothing is being loaded */

static void add_segment(struct hr_range *range, uintptr_t begin, uintptr_t end)
{
	if (range->end == 0 || begin < range->begin)
		range->begin = begin;
	if (end > range->end)
		range->end = end;
}

static int look_at_module(struct dl_phdr_info *module, size_t size, void *context)
{
	(void)size;
	(void)context;
	if (!module->dlpi_name || strcmp(module->dlpi_name, loading) != 0)
		return 0;
	hr_runtime.unit_base = module->dlpi_addr;
	hr_runtime.unit_image = hr_runtime.unit_text = (struct hr_range){ 0, 0 };
	for (int i = 0; i < module->dlpi_phnum; i++) {
		const ElfW(Phdr) *header = &module->dlpi_phdr[i];
		uintptr_t begin = module->dlpi_addr + header->p_vaddr;
		if (header->p_type != PT_LOAD)
			continue;
		add_segment(&hr_runtime.unit_image, begin, begin + header->p_memsz);
		if (header->p_flags & PF_X)
			add_segment(&hr_runtime.unit_text, begin, begin + header->p_memsz);
	}
	return 1;
}

void hr_unit_locate(void)
{
	if (loading && hr_runtime.unit_base == 0)
		dl_iterate_phdr(look_at_module, NULL);
}

static void open_object(void **arguments, void *result)
{
	*(void **)result = dlopen(arguments[0], RTLD_NOW | RTLD_LOCAL);
}

/* Why the constructors did not return, in a sentence. */
static void tell_ending(char *why, size_t why_size)
{
	const struct hr_wire_fault *fault = &hr_runtime.fault;
	const char *text = "made a memory error";

	if (hr_runtime.status == HR_WIRE_HANG)
		text = "does not end";
	else if (hr_runtime.status == HR_WIRE_EXIT)
		text = "ends the process";
	else if (hr_runtime.status == HR_WIRE_REFUSED)
		text = "calls what is not let through";
	else if (fault->kind == HR_FAULT_ABORT || fault->kind == HR_FAULT_ASSERT)
		text = "aborts";
	else if (fault->kind == HR_FAULT_SIGNAL)
		text = "raised a signal";
	else if (fault->kind >= HR_FAULT_UB_ALIGNMENT)
		text = "has undefined behaviour";
	int used = snprintf(why, why_size, "a constructor of the unit %s", text);
	const char *details[] = { fault->function, fault->text };
	for (size_t i = 0; i < 2; i++) {
		if (details[i][0] && used >= 0 && (size_t)used < why_size)
			used += snprintf(why + used, why_size - (size_t)used, ": %s", details[i]);
	}
	if (fault->stack.count > 0 && used >= 0 && (size_t)used < why_size)
		snprintf(why + used, why_size - (size_t)used, " (at %#llx of the object)",
			 (unsigned long long)fault->stack.pc[0]);
}

/* One of the unit's tables. The text names the table that is missing. */
static int find_table(void *object, const char *name, const void **out, char *why, size_t why_size)
{
	*out = dlsym(object, name);
	if (*out)
		return 0;
	snprintf(why, why_size, "the shared object has no '%s': it was not built for this worker", name);
	return -1;
}

static int find_tables(void *object, char *why, size_t why_size)
{
	static const char *const names[] = { HR_WIRE_SYMBOL_STUBS, HR_WIRE_SYMBOL_FUNCTIONS, HR_WIRE_SYMBOL_VARIABLES,
					     HR_WIRE_SYMBOL_CALLBACKS };
	const void *counts;
	const void *tables[4] = { NULL };

	if (find_table(object, HR_WIRE_SYMBOL_COUNTS, &counts, why, why_size) != 0)
		return -1;
	memcpy(hr_unit.counts, counts, sizeof(hr_unit.counts));
	hr_unit.traits = (unsigned)(uintptr_t)dlsym(object, HR_WIRE_SYMBOL_TRAITS);
	for (size_t i = 0; i < 4; i++) {
		if (hr_unit.counts[i] > 0 && find_table(object, names[i], &tables[i], why, why_size) != 0)
			return -1;
	}
	hr_unit.stubs = (void (*const *)(void **, void *))tables[0];
	hr_unit.functions = (void *const *)tables[1];
	hr_unit.variables = (void *const *)tables[2];
	hr_unit.callbacks = (void *const *)tables[3];
	return 0;
}

int hr_unit_load(const char *path, char *why, size_t why_size)
{
	char name[4096];
	void *object = NULL;
	void *arguments[] = { name };

	/* without a slash the loader would search its own directories, and name the module otherwise */
	int length = snprintf(name, sizeof(name), "%s%s", strchr(path, '/') ? "" : "./", path);
	if (length < 0 || (size_t)length >= sizeof(name)) {
		snprintf(why, why_size, "the path of the unit is too long");
		return -1;
	}
	loading = name;
	hr_runtime.statement = HR_WIRE_NO_STATEMENT;
	hr_signals_limit(CONSTRUCTORS_CPU_MS);
	int left = hr_switch_call(open_object, arguments, &object);
	hr_signals_limit(0);
	if (left) {
		tell_ending(why, why_size);
	} else if (!object) {
		const char *reason = dlerror();
		snprintf(why, why_size, "%s", reason ? reason : "the loader gives no reason");
	} else {
		hr_unit_locate();
	}
	loading = NULL;
	if (left || !object)
		return -1;
	if (hr_runtime.unit_base == 0) {
		snprintf(why, why_size, "the unit is not among the loaded modules");
		return -1;
	}
	return find_tables(object, why, why_size);
}
