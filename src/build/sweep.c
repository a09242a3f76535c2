/* Renaming what the optimiser brought in: memcpy for a struct, memset for a loop, puts for printf. */
#include "build/builder.h"

#include "base/file.h"
#include "build/elf_symbols.h"

#include <stdio.h>
#include <string.h>

/* Stubs copy between the unit and the worker's memory, which the gate would not let them touch. In instrumented code these names are gone
 * before: what is left of them in the stubs comes from the stubs themselves. */
static bool is_for_stubs(const char *name)
{
	static const char *const names[] = { "memcpy", "memmove", "memset" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(names[i], name) == 0)
			return true;
	return false;
}

static int rename_symbols(struct hr_builder *builder, const char *object, const struct hr_strbuf *pairs,
			  struct hr_error *error)
{
	const char *list = hr_arena_printf(&builder->arena, "%s.rename", object);
	struct hr_process_result result = HR_PROCESS_RESULT_INIT;
	hr_command command = HR_VEC_INIT;

	if (hr_file_write(list, pairs->data, pairs->length, error))
		return -1;
	hr_command_add(&command, builder->objcopy, hr_arena_printf(&builder->arena, "--redefine-syms=%s", list), object,
		       NULL);
	int status = hr_builder_run(&result, &command, error);
	if (status) { /* LLVM's tools come in a package of their own; the linker's do as well */
		builder->objcopy = command.data[0] = "objcopy";
		command.count--;
		status = hr_builder_run(&result, &command, error);
	}
	if (!status && result.exit_code) {
		status = hr_fail(error, HR_ERROR_INTERNAL, "'%s' failed", builder->objcopy);
		hr_strbuf_addstr(&error->details, result.errors.data);
	}
	hr_process_result_release(&result);
	hr_vec_release(&command);
	return status;
}

int hr_sweep_object(struct hr_builder *builder, const char *object, bool is_stubs, struct hr_error *error)
{
	hr_elf_symbols symbols = HR_VEC_INIT;
	struct hr_strbuf pairs = HR_STRBUF_INIT;
	struct hr_map known = HR_MAP_INIT; /* defined in it, or on the list already */
	char gate[HR_GATE_NAME_MOST];

	int status = hr_elf_symbols_read(&symbols, object, false, &builder->arena, error);
	for (size_t i = 0; i < symbols.count; i++)
		if (symbols.data[i].is_defined && !symbols.data[i].is_local)
			hr_map_put(&known, symbols.data[i].name, 0);
	for (size_t i = 0; !status && i < symbols.count; i++) {
		const char *name = symbols.data[i].name;
		if (symbols.data[i].is_defined || hr_map_get(&builder->excluded, name, NULL) ||
		    (is_stubs && is_for_stubs(name)))
			continue;
		if (hr_gate_names_find(&builder->gate, name, gate) && hr_map_put(&known, name, 0))
			hr_strbuf_addf(&pairs, "%s " HR_GATE_PREFIX "%s\n", name, gate);
	}
	if (!status && pairs.length)
		status = rename_symbols(builder, object, &pairs, error);
	hr_map_release(&known);
	hr_strbuf_release(&pairs);
	hr_vec_release(&symbols);
	return status;
}
