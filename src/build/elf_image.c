/* Sections of ELF files. */
#include "build/elf_image.h"

#include <string.h>

const char *hr_elf_image_part(const struct hr_elf_image *image, uint64_t offset, uint64_t count, uint64_t size)
{
	if (offset > image->size || (size && count > (image->size - offset) / size))
		return NULL;
	return image->data + offset;
}

const char *hr_elf_image_text(const struct hr_elf_image *image, size_t section, uint64_t offset)
{
	if (section >= image->section_count)
		return NULL;
	const Elf64_Shdr *texts = &image->sections[section];
	const char *data = hr_elf_image_part(image, texts->sh_offset, texts->sh_size, 1);
	if (!data || offset >= texts->sh_size || !memchr(data + offset, '\0', texts->sh_size - offset))
		return NULL;
	return data + offset;
}

int hr_elf_image_read(struct hr_elf_image *image, struct hr_arena *arena)
{
	Elf64_Ehdr header;
	if (image->size < sizeof header)
		return -1;
	memcpy(&header, image->data, sizeof header);
	if (memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64 ||
	    header.e_ident[EI_DATA] != ELFDATA2LSB || header.e_shentsize != sizeof(Elf64_Shdr))
		return -1;
	/* more sections than the header's 16 bits can count: the number stands in the first one */
	const char *raw = hr_elf_image_part(image, header.e_shoff, 1, sizeof(Elf64_Shdr));
	if (!header.e_shoff || !raw)
		return -1;
	Elf64_Shdr first;
	memcpy(&first, raw, sizeof first);
	size_t count = header.e_shnum ? header.e_shnum : first.sh_size;
	raw = hr_elf_image_part(image, header.e_shoff, count, sizeof(Elf64_Shdr));
	if (!raw)
		return -1;
	Elf64_Shdr *sections = hr_arena_alloc(arena, count * sizeof *sections);
	memcpy(sections, raw, count * sizeof *sections);
	image->sections = sections;
	image->section_count = count;
	return 0;
}
