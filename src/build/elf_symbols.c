/* Reading ELF symbol tables.
 *
 * Invariant: nothing in the file is believed before it is checked against the file's size. */
#include "build/elf_symbols.h"

#include "base/file.h"
#include "build/elf_image.h"

#include <ar.h>
#include <stdlib.h>
#include <string.h>

static void note_symbol(hr_elf_symbols *out, const Elf64_Sym *symbol, const char *name, struct hr_arena *arena)
{
	unsigned char visibility = ELF64_ST_VISIBILITY(symbol->st_other), type = ELF64_ST_TYPE(symbol->st_info);
	if (!name || !*name || type == STT_FILE || type == STT_SECTION)
		return;
	hr_vec_push(out, (struct hr_elf_symbol){
				 .name = hr_arena_strdup(arena, name),
				 .is_defined = symbol->st_shndx != SHN_UNDEF,
				 .is_weak = ELF64_ST_BIND(symbol->st_info) == STB_WEAK,
				 .is_local = ELF64_ST_BIND(symbol->st_info) == STB_LOCAL,
				 .is_hidden = visibility == STV_HIDDEN || visibility == STV_INTERNAL,
			 });
}

static int read_table(hr_elf_symbols *out, const struct hr_elf_image *image, const Elf64_Shdr *table,
		      struct hr_arena *arena)
{
	if (table->sh_link >= image->section_count)
		return -1;
	const Elf64_Shdr *strings = &image->sections[table->sh_link];
	size_t symbol_count = table->sh_size / sizeof(Elf64_Sym);
	const char *symbols = hr_elf_image_part(image, table->sh_offset, symbol_count, sizeof(Elf64_Sym));
	if (!symbols || !hr_elf_image_part(image, strings->sh_offset, strings->sh_size, 1))
		return -1;
	for (size_t i = 0; i < symbol_count; i++) {
		Elf64_Sym symbol;
		memcpy(&symbol, symbols + i * sizeof symbol, sizeof symbol);
		note_symbol(out, &symbol, hr_elf_image_text(image, table->sh_link, symbol.st_name), arena);
	}
	return 0;
}

static int read_image(hr_elf_symbols *out, struct hr_elf_image *image, bool dynamic, struct hr_arena *arena)
{
	int status = hr_elf_image_read(image, arena);
	for (size_t i = 0; !status && i < image->section_count; i++)
		if (image->sections[i].sh_type == (dynamic ? SHT_DYNSYM : SHT_SYMTAB))
			status = read_table(out, image, &image->sections[i], arena);
	return status;
}

/* The members of an archive that are object files, one after the other; the rest of them (indices, names) is passed over. */
static int read_archive(hr_elf_symbols *out, const struct hr_elf_image *image, bool dynamic, struct hr_arena *arena)
{
	for (size_t at = SARMAG; at < image->size;) {
		struct ar_hdr header;
		char digits[sizeof header.ar_size + 1] = { 0 };
		const char *raw = hr_elf_image_part(image, at, 1, sizeof header);
		if (!raw)
			return -1;
		memcpy(&header, raw, sizeof header);
		memcpy(digits, header.ar_size, sizeof header.ar_size);
		size_t size = strtoul(digits, NULL, 10);
		at += sizeof header;
		if (memcmp(header.ar_fmag, ARFMAG, sizeof header.ar_fmag) != 0 || size > image->size - at)
			return -1;
		struct hr_elf_image member = { .data = image->data + at, .size = size };
		if (size >= SELFMAG && memcmp(member.data, ELFMAG, SELFMAG) == 0 &&
		    read_image(out, &member, dynamic, arena))
			return -1;
		at += size + size % 2;
	}
	return 0;
}

int hr_elf_symbols_read(hr_elf_symbols *out, const char *path, bool dynamic, struct hr_arena *arena,
			struct hr_error *error)
{
	struct hr_strbuf bytes = HR_STRBUF_INIT;
	if (hr_file_read(&bytes, path, error))
		return -1;
	size_t before = out->count;
	struct hr_elf_image image = { .data = bytes.data, .size = bytes.length };
	bool is_archive = bytes.length >= SARMAG && memcmp(bytes.data, ARMAG, SARMAG) == 0;
	int status = is_archive ? read_archive(out, &image, dynamic, arena) : read_image(out, &image, dynamic, arena);
	hr_strbuf_release(&bytes);
	if (status) {
		out->count = before;
		hr_fail(error, HR_ERROR_INPUT, "'%s' is no ELF file of 64 bits that can be read", path);
	}
	return status;
}
