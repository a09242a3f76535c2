/* Edges by function.
 *
 * The table (section __sancov_pcs) has two words for each edge: its program counter, and a flag. In a shared object the first is filled in when it is loaded: what it will
 * be, relative to the beginning, is the addend of a relocation. x86-64 only. */
#include "build/edge_functions.h"

#include "base/file.h"
#include "build/elf_image.h"

#include <stdlib.h>
#include <string.h>

static const char table_name[] = "__sancov_pcs";

enum { ENTRY = 16 };

struct function {
	uint64_t begin, end;
	const char *name;
};

struct reading {
	struct hr_elf_image image;
	HR_VEC(struct function) functions; /* in the order of their addresses */
	HR_VEC(uint64_t) counters;         /* by edge */
	uint64_t begin, end;               /* of the table, in memory */
};

static int find_table(struct reading *reading)
{
	Elf64_Ehdr header;
	memcpy(&header, reading->image.data, sizeof header);
	for (size_t i = 0; i < reading->image.section_count; i++) {
		const Elf64_Shdr *section = &reading->image.sections[i];
		const char *name = hr_elf_image_text(&reading->image, header.e_shstrndx, section->sh_name);
		if (!name || strcmp(name, table_name) != 0)
			continue;
		const char *raw = hr_elf_image_part(&reading->image, section->sh_offset, section->sh_size, 1);
		if (!raw)
			return -1;
		reading->begin = section->sh_addr;
		reading->end = section->sh_addr + section->sh_size;
		for (uint64_t at = 0; at + ENTRY <= section->sh_size; at += ENTRY) {
			uint64_t counter;
			memcpy(&counter, raw + at, sizeof counter);
			hr_vec_push(&reading->counters, counter);
		}
		return 0;
	}
	return 0;
}

static int read_relocations(struct reading *reading, const Elf64_Shdr *section)
{
	size_t count = section->sh_size / sizeof(Elf64_Rela);
	const char *raw = hr_elf_image_part(&reading->image, section->sh_offset, count, sizeof(Elf64_Rela));
	if (!raw)
		return -1;
	for (size_t i = 0; i < count; i++) {
		Elf64_Rela relocation;
		memcpy(&relocation, raw + i * sizeof relocation, sizeof relocation);
		uint64_t at = relocation.r_offset - reading->begin;
		if (ELF64_R_TYPE(relocation.r_info) == R_X86_64_RELATIVE && at % ENTRY == 0 &&
		    at / ENTRY < reading->counters.count)
			reading->counters.data[at / ENTRY] = (uint64_t)relocation.r_addend;
	}
	return 0;
}

static int read_functions(struct reading *reading, const Elf64_Shdr *table, struct hr_arena *arena)
{
	size_t count = table->sh_size / sizeof(Elf64_Sym);
	const char *raw = hr_elf_image_part(&reading->image, table->sh_offset, count, sizeof(Elf64_Sym));
	if (!raw)
		return -1;
	for (size_t i = 0; i < count; i++) {
		Elf64_Sym symbol;
		memcpy(&symbol, raw + i * sizeof symbol, sizeof symbol);
		const char *name = hr_elf_image_text(&reading->image, table->sh_link, symbol.st_name);
		if (name && ELF64_ST_TYPE(symbol.st_info) == STT_FUNC && symbol.st_shndx != SHN_UNDEF && symbol.st_size)
			hr_vec_push(&reading->functions,
				    (struct function){ symbol.st_value, symbol.st_value + symbol.st_size,
						       hr_arena_strdup(arena, name) });
	}
	return 0;
}

static int by_address(const void *a, const void *b)
{
	const struct function *one = a, *other = b;
	return one->begin < other->begin ? -1 : one->begin > other->begin;
}

static const char *function_at(const struct reading *reading, uint64_t counter)
{
	size_t least = 0, most = reading->functions.count;
	while (least < most) { /* the last that begins at or before it */
		size_t middle = least + (most - least) / 2;
		if (reading->functions.data[middle].begin <= counter)
			least = middle + 1;
		else
			most = middle;
	}
	if (least == 0 || counter >= reading->functions.data[least - 1].end)
		return NULL;
	return reading->functions.data[least - 1].name;
}

static int read_all(struct reading *reading, struct hr_arena *arena)
{
	int status = hr_elf_image_read(&reading->image, arena);
	if (!status)
		status = find_table(reading);
	for (size_t i = 0; !status && i < reading->image.section_count; i++) {
		const Elf64_Shdr *section = &reading->image.sections[i];
		if (section->sh_type == SHT_RELA)
			status = read_relocations(reading, section);
		else if (section->sh_type == SHT_SYMTAB)
			status = read_functions(reading, section, arena);
	}
	return status;
}

int hr_edge_functions_read(hr_edge_functions *out, const char *path, struct hr_arena *arena, struct hr_error *error)
{
	struct hr_strbuf bytes = HR_STRBUF_INIT;
	if (hr_file_read(&bytes, path, error))
		return -1;
	struct reading reading = { .image = { .data = bytes.data, .size = bytes.length } };
	int status = read_all(&reading, arena);
	if (!status && reading.functions.count)
		qsort(reading.functions.data, reading.functions.count, sizeof *reading.functions.data, by_address);
	for (size_t i = 0; !status && i < reading.counters.count; i++)
		hr_vec_push(out, function_at(&reading, reading.counters.data[i]));
	hr_vec_release(&reading.functions);
	hr_vec_release(&reading.counters);
	hr_strbuf_release(&bytes);
	if (status)
		hr_fail(error, HR_ERROR_INPUT, "'%s' is no ELF file of 64 bits that can be read", path);
	return status;
}
