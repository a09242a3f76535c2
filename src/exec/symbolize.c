/* Program counters → function, file and line, by llvm-symbolizer on the unit's shared object. */
#include "base/map.h"
#include "base/memory.h"
#include "exec/exec.h"
#include "exec/symbolizer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef HR_VEC(uint64_t) counters;

/* One line of its plain output is "function", the next "file:line:column"; an empty line ends each address. */
static const char *take_line(const char **text, size_t *length)
{
	const char *line = *text;
	const char *end = strchr(line, '\n');
	if (!end)
		return NULL;
	*length = (size_t)(end - line);
	*text = end + 1;
	return line;
}

static void read_place(struct hr_frame *frame, struct hr_arena *arena, const char *line, size_t length)
{
	char *copy = hr_arena_strndup(arena, line, length);
	unsigned numbers[2] = { 0, 0 };
	for (int i = 1; i >= 0; i--) {
		char *colon = strrchr(copy, ':');
		if (!colon)
			break;
		numbers[i] = (unsigned)strtoul(colon + 1, NULL, 10);
		*colon = '\0';
	}
	frame->file = strcmp(copy, "??") == 0 ? "" : copy;
	frame->line = numbers[0];
	frame->column = numbers[1];
}

/* The frames of one address, the innermost first. */
static void read_frames(hr_frames *out, struct hr_arena *arena, uint64_t pc, const char **text)
{
	size_t length;
	size_t first = out->count;
	const char *line;
	while ((line = take_line(text, &length)) && length > 0) {
		struct hr_frame frame = { .pc = pc, .function = hr_arena_strndup(arena, line, length), .file = "" };
		if (strcmp(frame.function, "??") == 0)
			frame.function = "";
		line = take_line(text, &length);
		if (line)
			read_place(&frame, arena, line, length);
		frame.is_inlined = true;
		hr_vec_push(out, frame);
		if (!line)
			break;
	}
	if (out->count == first)
		hr_vec_push(out, (struct hr_frame){ .pc = pc, .function = "", .file = "" });
	out->data[out->count - 1].is_inlined = false;
}

int hr_symbolize(hr_frames *out, struct hr_arena *arena, const char *unit, const uint64_t *pcs, size_t count,
		 struct hr_error *error)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	struct hr_symbolizer symbolizer = { 0 };
	int status = count ? hr_symbolizer_ask(&text, &symbolizer, unit, pcs, count, error) : 0;
	hr_symbolizer_stop(&symbolizer);
	const char *at = text.data;
	hr_frames frames = HR_VEC_INIT;
	for (size_t i = 0; i < count && !status; i++) {
		hr_vec_clear(&frames);
		read_frames(&frames, arena, pcs[i], &at);
		hr_vec_push(out, frames.data[0]);
	}
	hr_vec_release(&frames);
	hr_strbuf_release(&text);
	return status;
}

/* Every list of frames that an outcome has. */
static size_t frame_lists(hr_frames **out, size_t most, struct hr_outcome *outcome)
{
	size_t count = 0;
	struct hr_fault *faults[] = { &outcome->fault };
	for (size_t i = 0; i < 1 + outcome->notes.count; i++) {
		struct hr_fault *fault = i ? &outcome->notes.data[i - 1] : faults[0];
		hr_frames *lists[] = { &fault->stack, &fault->allocation, &fault->release };
		for (size_t k = 0; k < 3 && count < most; k++)
			out[count++] = lists[k];
	}
	return count;
}

/* What is known of one program counter. */
struct hr_symbols {
	char *unit;
	struct hr_arena arena;
	struct hr_map numbers; /* "%llx" of the counter → index */
	HR_VEC(hr_frames) places;
	struct hr_symbolizer symbolizer;
};

struct hr_symbols *hr_symbols_new(const char *unit)
{
	struct hr_symbols *symbols = hr_calloc(1, sizeof *symbols);
	symbols->unit = hr_strdup(unit);
	return symbols;
}

void hr_symbols_free(struct hr_symbols *symbols)
{
	if (!symbols)
		return;
	hr_symbolizer_stop(&symbols->symbolizer);
	for (size_t i = 0; i < symbols->places.count; i++)
		hr_vec_release(&symbols->places.data[i]);
	hr_vec_release(&symbols->places);
	hr_map_release(&symbols->numbers);
	hr_arena_release(&symbols->arena);
	free(symbols->unit);
	free(symbols);
}

/* The number of a program counter's place; a new one has no frames yet, and is appended to the list. */
static size_t place_number(struct hr_symbols *symbols, uint64_t pc, counters *fresh)
{
	char key[24];
	size_t number = symbols->places.count;
	snprintf(key, sizeof key, "%llx", (unsigned long long)pc);
	if (hr_map_get(&symbols->numbers, key, &number))
		return number;
	hr_map_put(&symbols->numbers, key, number);
	(void)hr_vec_add(&symbols->places);
	hr_vec_push(fresh, pc);
	return number;
}

/* Asks for the last places, whose program counters these are. */
static int look_up(struct hr_symbols *symbols, const counters *fresh, struct hr_error *error)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	int status = hr_symbolizer_ask(&text, &symbols->symbolizer, symbols->unit, fresh->data, fresh->count, error);
	const char *at = text.data;
	size_t first = symbols->places.count - fresh->count;
	for (size_t i = 0; i < fresh->count; i++) {
		hr_frames *frames = &symbols->places.data[first + i];
		if (!status)
			read_frames(frames, &symbols->arena, fresh->data[i], &at);
		else /* not asked for again: what ails the symbolizer does not get better */
			hr_vec_push(frames, (struct hr_frame){ .pc = fresh->data[i], .function = "", .file = "" });
	}
	hr_strbuf_release(&text);
	return status;
}

static void put_frames(hr_frames *out, const hr_frames *known, struct hr_arena *arena)
{
	for (size_t i = 0; i < known->count; i++) {
		struct hr_frame frame = known->data[i];
		frame.function = hr_arena_strdup(arena, frame.function);
		frame.file = hr_arena_strdup(arena, frame.file);
		hr_vec_push(out, frame);
	}
}

int hr_symbols_apply(struct hr_symbols *symbols, struct hr_outcome *outcome, struct hr_error *error)
{
	hr_frames *lists[256];
	size_t list_count = frame_lists(lists, sizeof lists / sizeof *lists, outcome);
	counters fresh = HR_VEC_INIT;
	for (size_t i = 0; i < list_count; i++)
		for (size_t k = 0; k < lists[i]->count; k++)
			(void)place_number(symbols, lists[i]->data[k].pc, &fresh);
	int status = fresh.count ? look_up(symbols, &fresh, error) : 0;
	for (size_t i = 0; i < list_count && !status; i++) {
		hr_frames frames = HR_VEC_INIT;
		for (size_t k = 0; k < lists[i]->count; k++) {
			size_t number = place_number(symbols, lists[i]->data[k].pc, &fresh);
			put_frames(&frames, &symbols->places.data[number], &outcome->arena);
		}
		hr_vec_release(lists[i]);
		memcpy(lists[i], &frames, sizeof frames);
	}
	hr_vec_release(&fresh);
	return status;
}
