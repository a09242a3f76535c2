/* ELF files of 64 bits, as far as others in this folder look into them. Nothing in a file is believed before it is checked against the file's size. */
#ifndef HR_BUILD_ELF_IMAGE_H
#define HR_BUILD_ELF_IMAGE_H

#include "base/arena.h"

#include <elf.h>
#include <stddef.h>
#include <stdint.h>

struct hr_elf_image {
	const char *data;
	size_t size;
	const Elf64_Shdr *sections; /* in the arena */
	size_t section_count;
};

/* Finds the sections of what `data` and `size` hold. Returns -1 when these are no ELF file that we can read. */
int hr_elf_image_read(struct hr_elf_image *image, struct hr_arena *arena);

/* `count` elements of `size` bytes at `offset`; NULL when they are not all in the file. Not aligned: to be copied. */
const char *hr_elf_image_part(const struct hr_elf_image *image, uint64_t offset, uint64_t count, uint64_t size);

/* The text at `offset` of a section of texts; NULL when it is not there, or has no end. */
const char *hr_elf_image_text(const struct hr_elf_image *image, size_t section, uint64_t offset);

#endif
