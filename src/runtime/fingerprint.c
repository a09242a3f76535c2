/* Fingerprints: a breadth-first walk over the blocks that a value leads to, hashed.
 *
 * No type is known. Each aligned word is classified by what it points to: a live block, a dead one, a loaded object, the unit's stack;
 * what points nowhere counts as the bytes it is. Bounded: after MOST_BYTES only the sizes of further blocks count. Invariant: nothing that
 * depends on where things are loaded goes into the hash. */
#include "runtime/fingerprint.h"
#include "runtime/changing.h"

#include "runtime/arena.h"
#include "runtime/stream.h"

#include <link.h>
#include <string.h>

enum { MOST_BYTES = 64 * 1024, MOST_BLOCKS = 4096, MOST_MODULES = 64 };

/* What a word is, hashed before what is known of it. */
enum tag { TAG_BYTES, TAG_BLOCK, TAG_DEAD, TAG_UNIT, TAG_MODULE, TAG_STACK, TAG_BEYOND, TAG_TAIL, TAG_STREAM };

struct walk {
	uint64_t hash;
	size_t bytes; /* hashed so far */
	uint32_t block_count;
};

/* The blocks of the walk, in the order in which it came to them. */
static uint32_t visited[MOST_BLOCKS];
HR_CHANGING(visited);

/* Loaded objects but the unit, in the order of loading. */
static struct hr_range modules[MOST_MODULES];
static uint32_t module_count;
HR_CHANGING(modules);
HR_CHANGING(module_count);

static void mix(struct walk *walk, uint64_t value)
{
	uint64_t hash = (walk->hash ^ value) * 0x9e3779b97f4a7c15u;

	walk->hash = hash ^ (hash >> 29);
}

static int add_module(struct dl_phdr_info *module, size_t size, void *context)
{
	struct hr_range range = { UINTPTR_MAX, 0 };

	(void)size;
	(void)context;
	for (int i = 0; i < module->dlpi_phnum; i++) {
		const ElfW(Phdr) *header = &module->dlpi_phdr[i];
		uintptr_t begin = module->dlpi_addr + header->p_vaddr;
		if (header->p_type != PT_LOAD)
			continue;
		range.begin = begin < range.begin ? begin : range.begin;
		range.end = begin + header->p_memsz > range.end ? begin + header->p_memsz : range.end;
	}
	if (range.end > 0 && module_count < MOST_MODULES)
		modules[module_count++] = range;
	return 0;
}

/* The number of the block in the walk; a new one is put at its end. MOST_BLOCKS when there is no more room. The mark of a block says
 * that it is in the walk; few are, or the search would be worth a table. */
static uint32_t visit(struct walk *walk, struct hr_block *block)
{
	uint32_t number = hr_arena_number(block);

	if (block->marked) {
		for (uint32_t i = walk->block_count; i-- > 0;) {
			if (visited[i] == number)
				return i;
		}
	}
	if (walk->block_count == MOST_BLOCKS)
		return MOST_BLOCKS;
	block->marked = 1;
	visited[walk->block_count] = number;
	return walk->block_count++;
}

static struct hr_block *block_at(uintptr_t word)
{
	struct hr_block *block = hr_arena_find(word);

	if (block)
		return block;
	block = hr_arena_nearest(word);
	return block && word == block->address + block->size ? block : NULL;
}

static void mix_heap_word(struct walk *walk, uintptr_t word)
{
	struct hr_block *block = block_at(word);

	if (!block || block->is_freed) {
		mix(walk, TAG_DEAD);
		return;
	}
	mix(walk, TAG_BLOCK);
	mix(walk, visit(walk, block));
	mix(walk, word - block->address);
}

static bool mix_module_word(struct walk *walk, uintptr_t word)
{
	for (uint32_t i = 0; i < module_count; i++) {
		if (hr_range_has(modules[i], word)) {
			mix(walk, TAG_MODULE + ((uint64_t)i << 8));
			mix(walk, word - modules[i].begin);
			return true;
		}
	}
	return false;
}

static void mix_word(struct walk *walk, uintptr_t word)
{
	if (word < 0x10000 || word > 0x7fffffffffff) {
		mix(walk, word);
	} else if (word - HR_ARENA_BASE < HR_ARENA_SIZE) {
		mix_heap_word(walk, word);
	} else if (hr_range_has(hr_runtime.unit_image, word)) {
		mix(walk, TAG_UNIT);
		mix(walk, word - hr_runtime.unit_base);
	} else if (hr_range_has(hr_runtime.unit_stack, word)) {
		mix(walk, TAG_STACK);
	} else if (!mix_module_word(walk, word)) {
		mix(walk, TAG_BYTES);
		mix(walk, word);
	}
}

static void mix_bytes(struct walk *walk, const uint8_t *bytes, size_t size)
{
	uint64_t word;

	mix(walk, size);
	if (walk->bytes + size > MOST_BYTES) {
		mix(walk, TAG_BEYOND);
		return;
	}
	walk->bytes += size;
	for (; size >= sizeof(word); size -= sizeof(word), bytes += sizeof(word)) {
		memcpy(&word, bytes, sizeof(word));
		mix_word(walk, word);
	}
	if (size > 0) {
		word = 0;
		memcpy(&word, bytes, size);
		mix(walk, TAG_TAIL);
		mix(walk, word);
	}
}

/* A stream or directory is made of what the runtime needs, which is another thing in each process: what the unit could notice of it counts. */
static void mix_stream(struct walk *walk, const struct hr_block *block)
{
	const struct hr_stream *stream = hr_stream_find((const void *)block->address);

	mix(walk, TAG_STREAM);
	mix(walk, block->size);
	if (!stream)
		return;
	mix(walk, (uint64_t)stream->flags);
	mix(walk, (uint64_t)stream->descriptor);
	mix(walk, stream->begin);
	mix(walk, stream->end);
	mix(walk, stream->pending);
	mix(walk, stream->pushed_count);
	mix(walk, (uint64_t)stream->can_read << 2 | (uint64_t)stream->can_write << 1 | stream->is_writing);
}

uint64_t hr_fingerprint(const void *value, size_t size)
{
	struct walk walk = { .hash = 0x48617272696572u };

	if (module_count == 0)
		dl_iterate_phdr(add_module, NULL);
	mix_bytes(&walk, value, size);
	for (uint32_t i = 0; i < walk.block_count; i++) {
		const struct hr_block *block = hr_arena_block(visited[i]);
		if (block->origin == HR_BLOCK_STREAM)
			mix_stream(&walk, block);
		else
			mix_bytes(&walk, (const uint8_t *)block->address, block->size);
	}
	for (uint32_t i = 0; i < walk.block_count; i++)
		hr_arena_block(visited[i])->marked = 0;
	return walk.hash;
}
