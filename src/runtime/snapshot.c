/* The unit's memory as its constructors left it, and the way back there after each sequence.
 *
 * What is remembered: the unit's writable segments without what the loader made read-only and without the coverage counters, and its
 * block of thread-locals, and a variable of libm that calls change. These ranges are called pieces; each has a copy.
 *
 * Few bytes are simply copied back every time. Many are watched: their pages are read-only until they are written to for the first time, when
 * the fault opens the page and puts it on the list of what is copied back from then on. A page that holds counters as well is never
 * watched, because it changes in every sequence. A long list is forgotten now and then (all pages are closed again), so that a page which one
 * odd sequence touched is not copied for ever; the pages in use come back at the price of one fault each.
 *
 * Invariants: a page that is not open equals its copy; `runs` covers every byte of every open page that lies in a piece. */
#include "runtime/unit.h"
#include "runtime/changing.h"

#include "runtime/arena.h"
#include "runtime/coverage.h"
#include "runtime/shadow.h"
#include "runtime/system.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>

enum {
	PAGE = 4096,
	PLAIN_LIMIT = 8 * 1024, /* up to here copying all of it is cheaper than faults */
	MOST_PIECES = 256,
	MOST_SEGMENTS = 8,
	LONG_LIST = 64,       /* open pages that are worth forgetting … */
	FORGET_AFTER = 65536, /* … after so many were copied: some milliseconds of copying, against some faults */
};

/* Memory and its copy. */
struct piece {
	uintptr_t address;
	size_t size;
	uint8_t *copy;
};

/* Pages of a writable segment, and where their states begin. */
struct segment {
	struct hr_range pages;
	size_t first;
};

enum page_state { PAGE_WATCHED, PAGE_OPEN, PAGE_ALWAYS_OPEN };

static struct {
	struct piece pieces[MOST_PIECES];
	size_t piece_count;
	struct segment segments[MOST_SEGMENTS];
	size_t segment_count;
	uint8_t *states; /* enum page_state, one a page; NULL when nothing is watched */
	struct piece *runs;
	size_t run_count;
	size_t fixed_runs; /* the first so many stay when the list is forgotten */
	size_t open_pages;
	size_t copied; /* pages, since the list was forgotten */
} snapshot;
HR_CHANGING_PART(run_count, snapshot.run_count);
HR_CHANGING_PART(open_pages, snapshot.open_pages);
HR_CHANGING_PART(copied, snapshot.copied);

/* The thread-locals of a module: what __tls_get_addr takes, which allocates them when nobody used them yet. */
struct tls_index {
	unsigned long module;
	unsigned long offset;
};
extern void *__tls_get_addr(struct tls_index *index);

static uintptr_t page_of(uintptr_t address)
{
	return address & ~(uintptr_t)(PAGE - 1);
}

static void *map_memory(size_t size)
{
	void *memory = hr_system_map(NULL, size ? size : 1, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	return memory == MAP_FAILED ? NULL : memory;
}

static int add_piece(uintptr_t begin, uintptr_t end)
{
	if (begin >= end)
		return 0;
	if (snapshot.piece_count == MOST_PIECES)
		return ENOSPC;
	snapshot.pieces[snapshot.piece_count++] = (struct piece){ .address = begin, .size = end - begin };
	return 0;
}

/* Adds what is left of [begin, end) without the counters, of which `holes` knows. */
static int add_without(uintptr_t begin, uintptr_t end, const struct hr_range *holes, uint32_t hole_count)
{
	while (begin < end) {
		uintptr_t next = end;
		uintptr_t after = end;
		for (uint32_t i = 0; i < hole_count; i++) {
			if (holes[i].end > begin && holes[i].begin < next) {
				next = holes[i].begin > begin ? holes[i].begin : begin;
				after = holes[i].end;
			}
		}
		int failed = add_piece(begin, next);
		if (failed)
			return failed;
		begin = after;
	}
	return 0;
}

struct search {
	struct hr_range relro;
	const struct dl_phdr_info *module;
	struct hr_range holes[MOST_PIECES / 2];
	uint32_t hole_count;
	int failed;
};

static int add_segment(struct search *search, uintptr_t begin, uintptr_t end)
{
	if (search->relro.begin < end && search->relro.end > begin && search->relro.begin <= begin)
		begin = search->relro.end < end ? search->relro.end : end;
	if (begin == end)
		return 0;
	if (snapshot.segment_count == MOST_SEGMENTS)
		return ENOSPC;
	snapshot.segments[snapshot.segment_count++].pages =
		(struct hr_range){ page_of(begin), page_of(end + PAGE - 1) };
	return add_without(begin, end, search->holes, search->hole_count);
}

struct hr_thread_locals hr_thread_locals = { .image = "" };

static int add_thread_locals(const struct dl_phdr_info *module, const ElfW(Phdr) * header)
{
	struct tls_index index = { .module = module->dlpi_tls_modid };
	uintptr_t begin = (uintptr_t)__tls_get_addr(&index);

	hr_thread_locals = (struct hr_thread_locals){
		.address = begin,
		.size = header->p_memsz,
		.image = (const void *)(module->dlpi_addr + header->p_vaddr),
		.image_size = header->p_filesz,
	};
	return add_piece(begin, begin + header->p_memsz);
}

/* Variables of libraries that change with calls that pass through the gate. */
static const char *const foreign_variables[] = { "signgam" };

static int add_foreign_variables(const struct dl_phdr_info *module)
{
	int failed = 0;
	void *unit = dlopen(module->dlpi_name, RTLD_NOW | RTLD_NOLOAD);
	for (size_t i = 0; unit && !failed && i < sizeof foreign_variables / sizeof *foreign_variables; i++) {
		uintptr_t variable = (uintptr_t)dlsym(unit, foreign_variables[i]);
		if (variable && !hr_range_has(hr_runtime.unit_image, variable))
			failed = add_piece(variable, variable + sizeof(int));
	}
	if (unit)
		dlclose(unit);
	return failed;
}

static int look_at_module(struct dl_phdr_info *module, size_t size, void *context)
{
	struct search *search = context;

	(void)size;
	if (module->dlpi_addr != hr_runtime.unit_base)
		return 0;
	for (int i = 0; i < module->dlpi_phnum; i++) {
		const ElfW(Phdr) *header = &module->dlpi_phdr[i];
		uintptr_t begin = module->dlpi_addr + header->p_vaddr;
		if (header->p_type == PT_GNU_RELRO) /* the loader protects whole pages only */
			search->relro = (struct hr_range){ page_of(begin), page_of(begin + header->p_memsz) };
	}
	for (int i = 0; i < module->dlpi_phnum && !search->failed; i++) {
		const ElfW(Phdr) *header = &module->dlpi_phdr[i];
		uintptr_t begin = module->dlpi_addr + header->p_vaddr;
		if (header->p_type == PT_LOAD && header->p_flags & PF_W)
			search->failed = add_segment(search, begin, begin + header->p_memsz);
		else if (header->p_type == PT_TLS && header->p_memsz > 0)
			search->failed = add_thread_locals(module, header);
	}
	if (!search->failed)
		search->failed = add_foreign_variables(module);
	return 1;
}

/* Copies lie half a page apart from what they are copies of: a processor takes addresses with equal low bits for the same at first,
 * and copying between such is several times slower. */
/* Nobody writes to them any more. */
static int close_copies(uint8_t *copies, size_t size)
{
	hr_shadow_close((uintptr_t)copies, size, HR_SHADOW_FOREIGN);
	return hr_system_protect(copies, size, PROT_READ) == 0 ? 0 : errno;
}

static int copy_pieces(size_t *total)
{
	size_t room = 0;
	*total = 0;
	for (size_t i = 0; i < snapshot.piece_count; i++) {
		*total += snapshot.pieces[i].size;
		room += snapshot.pieces[i].size + PAGE;
	}
	uint8_t *copies = map_memory(room);
	uint8_t *copy = copies;
	if (!copies)
		return ENOMEM;
	for (size_t i = 0; i < snapshot.piece_count; i++) {
		struct piece *piece = &snapshot.pieces[i];
		copy += (piece->address + PAGE / 2 - (uintptr_t)copy) % PAGE;
		memcpy(copy, (const void *)piece->address, piece->size);
		piece->copy = copy;
		copy += piece->size;
	}
	return room > 0 ? close_copies(copies, room) : 0;
}

/* Puts [begin, end), which lies in the piece, on the list of what is copied back. */
static void add_run(const struct piece *piece, uintptr_t begin, uintptr_t end)
{
	uint8_t *copy = piece->copy + (begin - piece->address);

	if (snapshot.run_count > snapshot.fixed_runs) {
		struct piece *last = &snapshot.runs[snapshot.run_count - 1];
		if (last->address + last->size == begin && last->copy + last->size == copy) {
			last->size += end - begin;
			return;
		}
	}
	snapshot.runs[snapshot.run_count++] = (struct piece){ .address = begin, .size = end - begin, .copy = copy };
}

static void add_page_runs(uintptr_t page)
{
	for (size_t i = 0; i < snapshot.piece_count; i++) {
		const struct piece *piece = &snapshot.pieces[i];
		uintptr_t begin = piece->address > page ? piece->address : page;
		uintptr_t end = piece->address + piece->size;
		if (end > page + PAGE)
			end = page + PAGE;
		if (begin < end)
			add_run(piece, begin, end);
	}
}

static const struct segment *segment_of(uintptr_t address)
{
	for (size_t i = 0; i < snapshot.segment_count; i++) {
		if (hr_range_has(snapshot.segments[i].pages, address))
			return &snapshot.segments[i];
	}
	return NULL;
}

static uint8_t *state_of(const struct segment *segment, uintptr_t address)
{
	return &snapshot.states[segment->first + (address - segment->pages.begin) / PAGE];
}

/* Closes all pages that may be watched. */
static void close_pages(void)
{
	for (size_t i = 0; i < snapshot.segment_count; i++) {
		const struct segment *segment = &snapshot.segments[i];
		uintptr_t page = segment->pages.begin;
		while (page < segment->pages.end) {
			uintptr_t begin = page;
			while (page < segment->pages.end && *state_of(segment, page) != PAGE_ALWAYS_OPEN) {
				*state_of(segment, page) = PAGE_WATCHED;
				page += PAGE;
			}
			if (begin < page && hr_system_protect((void *)begin, page - begin, PROT_READ) != 0) {
				/* cannot be: they were the unit's own; then they are copied every time */
				for (uintptr_t open = begin; open < page; open += PAGE) {
					*state_of(segment, open) = PAGE_ALWAYS_OPEN;
					add_page_runs(open);
				}
			}
			page += PAGE;
		}
	}
	snapshot.open_pages = 0;
	snapshot.fixed_runs = snapshot.run_count;
}

static int start_watching(const struct search *search)
{
	size_t page_count = 0;
	for (size_t i = 0; i < snapshot.segment_count; i++) {
		struct segment *segment = &snapshot.segments[i];
		segment->first = page_count;
		page_count += (segment->pages.end - segment->pages.begin) / PAGE;
	}
	struct piece *runs = map_memory((page_count + (size_t)2 * MOST_PIECES) * sizeof(*runs));
	uint8_t *states = map_memory(page_count);
	if (!runs || !states)
		return ENOMEM;
	snapshot.runs = runs;
	snapshot.states = states;
	for (size_t i = 0; i < snapshot.piece_count; i++) { /* thread-locals */
		const struct piece *piece = &snapshot.pieces[i];
		if (!segment_of(piece->address))
			add_run(piece, piece->address, piece->address + piece->size);
	}
	for (uint32_t i = 0; i < search->hole_count; i++) {
		for (uintptr_t page = page_of(search->holes[i].begin); page < search->holes[i].end; page += PAGE) {
			const struct segment *segment = segment_of(page);
			if (segment && *state_of(segment, page) != PAGE_ALWAYS_OPEN) {
				*state_of(segment, page) = PAGE_ALWAYS_OPEN;
				add_page_runs(page);
			}
		}
	}
	close_pages();
	return 0;
}

int hr_snapshot_take(void)
{
	static struct search search;
	HR_CHANGING(search);
	size_t total;

	search.hole_count = hr_coverage_ranges(search.holes, MOST_PIECES / 2);
	if (search.hole_count > MOST_PIECES / 2)
		return ENOSPC;
	dl_iterate_phdr(look_at_module, &search);
	int failed = search.failed;
	if (!failed)
		failed = copy_pieces(&total);
	if (!failed)
		failed = hr_arena_set_mark();
	if (failed)
		return failed;
	if (total > PLAIN_LIMIT)
		return start_watching(&search);
	snapshot.runs = snapshot.pieces;
	snapshot.run_count = snapshot.fixed_runs = snapshot.piece_count;
	return 0;
}

void hr_snapshot_restore(void)
{
	for (size_t i = 0; i < snapshot.run_count; i++) {
		const struct piece *run = &snapshot.runs[i];
		memcpy((void *)run->address, run->copy, run->size);
	}
	if (snapshot.open_pages > LONG_LIST && (snapshot.copied += snapshot.open_pages) >= FORGET_AFTER) {
		snapshot.copied = 0;
		snapshot.run_count = snapshot.fixed_runs;
		close_pages();
	}
}

bool hr_snapshot_fault(uintptr_t address)
{
	if (!snapshot.states)
		return false;
	const struct segment *segment = segment_of(address);
	if (!segment || *state_of(segment, address) != PAGE_WATCHED)
		return false;
	uintptr_t page = page_of(address);
	if (hr_system_protect((void *)page, PAGE, PROT_READ | PROT_WRITE) != 0)
		return false;
	*state_of(segment, address) = PAGE_OPEN;
	snapshot.open_pages++;
	add_page_runs(page);
	return true;
}

void hr_snapshot_touch(uintptr_t address, size_t size)
{
	if (!snapshot.states || size == 0)
		return;
	for (uintptr_t page = page_of(address); page < address + size; page += PAGE)
		hr_snapshot_fault(page);
}

uintptr_t hr_snapshot_copy(uintptr_t address)
{
	for (size_t i = 0; i < snapshot.piece_count; i++) {
		const struct piece *piece = &snapshot.pieces[i];
		if (address - piece->address < piece->size)
			return (uintptr_t)piece->copy + (address - piece->address);
	}
	return 0;
}

/* Only what may have changed: nothing else can lead to a block that is younger than the snapshot. */
uint32_t hr_snapshot_roots(struct hr_range *out, uint32_t most)
{
	bool all = snapshot.run_count > most;
	const struct piece *list = all ? snapshot.pieces : snapshot.runs;
	size_t count = all ? snapshot.piece_count : snapshot.run_count;

	for (size_t i = 0; i < count && i < most; i++)
		out[i] = (struct hr_range){ list[i].address, list[i].address + list[i].size };
	return (uint32_t)(count < most ? count : most);
}
