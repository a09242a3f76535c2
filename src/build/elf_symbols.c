/* Reading ELF symbol tables.
 *
 * Invariant: nothing in the file is believed before it is checked against the file's size. */
#include "build/elf_symbols.h"

#include "base/file.h"

#include <ar.h>
#include <elf.h>
#include <string.h>

struct image {
	const char *data;
	size_t size;
};

/* `count` elements of `size` bytes at `offset`; NULL when they are not all in the file. */
static const void *part(const struct image *image, uint64_t offset, uint64_t count, uint64_t size)
{
	if (offset > image->size || (size && count > (image->size - offset) / size))
		return NULL;
	return image->data + offset;
}

static void note_symbol(hr_elf_symbols *out, const Elf64_Sym *symbol, const char *names, size_t size,
			struct hr_arena *arena)
{
	if (symbol->st_name >= size || !names[symbol->st_name] ||
	    !memchr(names + symbol->st_name, '\0', size - symbol->st_name))
		return;
	unsigned char visibility = ELF64_ST_VISIBILITY(symbol->st_other), type = ELF64_ST_TYPE(symbol->st_info);
	if (type == STT_FILE || type == STT_SECTION)
		return;
	hr_vec_push(out, (struct hr_elf_symbol){
				 .name = hr_arena_strdup(arena, names + symbol->st_name),
				 .is_defined = symbol->st_shndx != SHN_UNDEF,
				 .is_weak = ELF64_ST_BIND(symbol->st_info) == STB_WEAK,
				 .is_local = ELF64_ST_BIND(symbol->st_info) == STB_LOCAL,
				 .is_hidden = visibility == STV_HIDDEN || visibility == STV_INTERNAL,
			 });
}

static int read_table(hr_elf_symbols *out, const struct image *image, const Elf64_Shdr *sections, size_t count,
		      const Elf64_Shdr *table, struct hr_arena *arena)
{
	if (table->sh_link >= count)
		return -1;
	const Elf64_Shdr *strings = &sections[table->sh_link];
	size_t symbol_count = table->sh_size / sizeof(Elf64_Sym);
	const char *names = part(image, strings->sh_offset, strings->sh_size, 1);
	const char *symbols = part(image, table->sh_offset, symbol_count, sizeof(Elf64_Sym));
	if (!names || !symbols)
		return -1;
	for (size_t i = 0; i < symbol_count; i++) {
		Elf64_Sym symbol;
		memcpy(&symbol, symbols + i * sizeof symbol, sizeof symbol);
		note_symbol(out, &symbol, names, strings->sh_size, arena);
	}
	return 0;
}

static int read_image(hr_elf_symbols *out, const struct image *image, bool dynamic, struct hr_arena *arena)
{
	Elf64_Ehdr header;
	if (image->size < sizeof header)
		return -1;
	memcpy(&header, image->data, sizeof header);
	if (memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64 ||
	    header.e_ident[EI_DATA] != ELFDATA2LSB || header.e_shentsize != sizeof(Elf64_Shdr))
		return -1;
	/* more sections than the header's 16 bits can count: the number stands in the first one */
	const char *raw = part(image, header.e_shoff, 1, sizeof(Elf64_Shdr));
	if (!header.e_shoff || !raw)
		return -1;
	Elf64_Shdr first;
	memcpy(&first, raw, sizeof first);
	size_t count = header.e_shnum ? header.e_shnum : first.sh_size;
	raw = part(image, header.e_shoff, count, sizeof(Elf64_Shdr));
	if (!raw)
		return -1;
	Elf64_Shdr *sections = hr_arena_alloc(arena, count * sizeof *sections);
	memcpy(sections, raw, count * sizeof *sections);
	int status = 0;
	for (size_t i = 0; i < count && !status; i++)
		if (sections[i].sh_type == (dynamic ? SHT_DYNSYM : SHT_SYMTAB))
			status = read_table(out, image, sections, count, &sections[i], arena);
	return status;
}

/* The members of an archive that are object files, one after the other; the rest of them (indices, names) is passed over. */
static int read_archive(hr_elf_symbols *out, const struct image *image, bool dynamic, struct hr_arena *arena)
{
	for (size_t at = SARMAG; at < image->size;) {
		struct ar_hdr header;
		char digits[sizeof header.ar_size + 1] = { 0 };
		const char *raw = part(image, at, 1, sizeof header);
		if (!raw)
			return -1;
		memcpy(&header, raw, sizeof header);
		memcpy(digits, header.ar_size, sizeof header.ar_size);
		size_t size = strtoul(digits, NULL, 10);
		at += sizeof header;
		if (memcmp(header.ar_fmag, ARFMAG, sizeof header.ar_fmag) != 0 || size > image->size - at)
			return -1;
		struct image member = { image->data + at, size };
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
	struct image image = { bytes.data, bytes.length };
	bool is_archive = bytes.length >= SARMAG && memcmp(bytes.data, ARMAG, SARMAG) == 0;
	int status = is_archive ? read_archive(out, &image, dynamic, arena) : read_image(out, &image, dynamic, arena);
	hr_strbuf_release(&bytes);
	if (status) {
		out->count = before;
		hr_fail(error, HR_ERROR_INPUT, "'%s' is no ELF file of 64 bits that can be read", path);
	}
	return status;
}
