/* Texts, bytes, formats and the contents of files. Invariant: texts have no NUL inside, bytes have exactly the length that was asked for. */
#include "search/literals_internal.h"

#include <string.h>

enum { ROOM = 4608, BYTES_MOST = 1 << 20 };

static size_t below(const struct hr_wish *wish, size_t count)
{
	return hr_random_below(wish->random, count);
}

void hr_operand_contents(struct hr_operand *out, enum hr_operand_kind kind, struct hr_arena *arena,
			 const struct hr_text *text)
{
	char *copy = hr_arena_alloc(arena, text->length + 1);
	if (text->length)
		memcpy(copy, text->data, text->length);
	*out = (struct hr_operand){ .kind = kind, .text = copy, .length = text->length };
}

/* A kept text: of the same place, else of another with the same role; what is text for one operation may be bytes with a length for another. */
static size_t place_of_kept(const struct hr_literals *literals, const struct hr_wish *wish)
{
	enum hr_role role = wish->item->role;
	if (below(wish, 4))
		return hr_wish_place(literals, wish);
	if ((role == HR_ROLE_STRING || role == HR_ROLE_BUFFER) && below(wish, 3) == 0)
		role = role == HR_ROLE_STRING ? HR_ROLE_BUFFER : HR_ROLE_STRING;
	return hr_corpus_role(literals->corpus, role);
}

static bool draw_kept(const char **text, size_t *length, struct hr_literals *literals, const struct hr_wish *wish)
{
	return hr_corpus_draw_text(text, length, literals->corpus, place_of_kept(literals, wish), wish->random) ||
	       hr_corpus_draw_text(text, length, literals->corpus, hr_corpus_role(literals->corpus, wish->item->role),
				   wish->random);
}

static bool add_checked(struct hr_text *text, struct hr_literals *literals, const struct hr_wish *wish)
{
	const struct hr_check *check = hr_wish_check(literals, wish);
	if (!check || !check->text)
		return false;
	hr_text_add(text, check->text, strlen(check->text));
	return hr_wish_credit(wish, HR_PART_CONSTANTS);
}

/* A constant that is called after the parameter. */
static bool add_named(struct hr_text *text, const struct hr_literals *literals, const struct hr_wish *wish)
{
	size_t place = hr_wish_place(literals, wish);
	if (wish->inner || place >= literals->named_count || literals->named_texts[place].count == 0)
		return false;
	const hr_named_texts *named = &literals->named_texts[place];
	const char *chosen = named->data[below(wish, named->count)];
	hr_text_add(text, chosen, strlen(chosen));
	return true;
}

/* What waits to be tried: with what was compared in its place, written by the unit, or the beginning of a kept one. */
static bool add_waiting(struct hr_text *text, struct hr_literals *literals, const struct hr_wish *wish)
{
	const char *waiting;
	size_t length;
	enum hr_part part;
	if (below(wish, 3) && hr_corpus_take_text(&waiting, &length, &part, literals->corpus,
						  hr_wish_place(literals, wish), wish->parts)) {
		hr_text_add(text, waiting, length);
		return hr_wish_credit(wish, part);
	}
	if (!hr_wish_may(wish, HR_PART_IMPURITY) || below(wish, 2) ||
	    !hr_corpus_draw_beginning(&waiting, &length, literals->corpus, place_of_kept(literals, wish), wish->random))
		return false;
	hr_text_add(text, waiting, length);
	return hr_wish_credit(wish, HR_PART_IMPURITY);
}

/* A kept text, as it is or edited. */
static bool add_kept(struct hr_text *text, struct hr_literals *literals, const struct hr_wish *wish, bool is_edited,
		     bool is_binary)
{
	const struct hr_text_source source = hr_wish_source(literals, wish);
	const char *kept, *other = NULL;
	size_t length, other_length = 0;
	if (!hr_wish_may(wish, HR_PART_IMPURITY) || !draw_kept(&kept, &length, literals, wish))
		return false;
	hr_text_add(text, kept, length);
	if (is_edited) {
		draw_kept(&other, &other_length, literals, wish);
		hr_text_edit(text, &source, other, other_length, is_binary);
	}
	return hr_wish_credit(wish, HR_PART_IMPURITY);
}

bool hr_wish_text(struct hr_text *text, struct hr_literals *literals, const struct hr_wish *wish, bool is_binary)
{
	const struct hr_text_source source = hr_wish_source(literals, wish);
	struct hr_dictionary_word token;
	if (add_waiting(text, literals, wish))
		return true;
	size_t turn = below(wish, 100);
	if (turn < 45 && add_kept(text, literals, wish, turn >= 10, is_binary)) {
		return false;
	} else if (turn % 8 == 0 && add_checked(text, literals, wish)) {
		return false;
	} else if (turn % 4 == 2 && add_named(text, literals, wish)) {
		return false;
	} else if (turn % 8 == 1 && hr_source_token(&token, &source)) {
		hr_text_add(text, token.text, token.length);
	} else if (turn % 8 < 5) {
		hr_text_compose(text, &source);
	} else {
		hr_text_plain(text, &source);
	}
	return false;
}

/* Conversions without arguments behind them would be our fault. */
static void remove_character(struct hr_text *text, char unwanted)
{
	size_t kept = 0;
	for (size_t i = 0; i < text->length; i++)
		if (text->data[i] != unwanted)
			text->data[kept++] = text->data[i];
	text->length = kept;
}

void hr_literal_text(struct hr_operand *out, struct hr_literals *literals, const struct hr_wish *wish)
{
	char room[ROOM];
	struct hr_text text = { room, 0, sizeof room };
	hr_wish_text(&text, literals, wish, false);
	const char *nul = memchr(room, '\0', text.length);
	if (nul)
		text.length = (size_t)(nul - room);
	if (wish->item->role == HR_ROLE_FORMAT)
		remove_character(&text, '%');
	hr_operand_contents(out, HR_OPERAND_TEXT, wish->arena, &text);
}

/* ---- bytes ---- */

static void add_pattern(struct hr_text *text, const struct hr_wish *wish, size_t length)
{
	size_t how = below(wish, 4);
	unsigned char byte = (unsigned char)below(wish, 256);
	for (size_t i = 0; i < length && text->length < text->capacity; i++) {
		if (how == 3 && i % 8 == 0)
			byte = (unsigned char)below(wish, 256);
		text->data[text->length++] = (char)(how == 0   ? 0
						    : how == 1 ? 0xff
						    : how == 2 ? byte + i
							       : byte * (i + 1));
	}
}

/* A number, as memory has it, in either order of bytes, somewhere in the text. */
static void poke_number(struct hr_text *text, struct hr_literals *literals, const struct hr_wish *wish)
{
	static const uint64_t usual[] = { 0,      1,      4,      8,          0x7f,       0x80,       0xff,      0x100,
					  0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff, UINT64_MAX };
	size_t size = (size_t)1 << below(wish, 4);
	uint64_t number = usual[below(wish, sizeof usual / sizeof *usual)];
	const struct hr_text_source source = hr_wish_source(literals, wish);
	int64_t known;
	if (text->length < size)
		return;
	if (below(wish, 2) && hr_source_number(&known, &source))
		number = (uint64_t)known;
	size_t at = below(wish, text->length - size + 1);
	bool is_big = below(wish, 2);
	for (size_t i = 0; i < size; i++)
		text->data[at + i] = (char)(number >> 8 * (is_big ? size - 1 - i : i));
}

static void make_bytes(struct hr_text *text, struct hr_literals *literals, const struct hr_wish *wish)
{
	bool is_meant = false;
	if (below(wish, 5) == 0)
		add_pattern(text, wish, below(wish, below(wish, 4) ? 17 : 257));
	else
		is_meant = hr_wish_text(text, literals, wish, true);
	if (!is_meant && below(wish, 4) == 0)
		poke_number(text, literals, wish);
}

void hr_literal_bytes(struct hr_operand *out, struct hr_literals *literals, const struct hr_wish *wish, int64_t length)
{
	char room[ROOM];
	struct hr_text text = { room, 0, sizeof room };
	make_bytes(&text, literals, wish);
	if (length < 0) {
		hr_operand_contents(out, HR_OPERAND_BYTES, wish->arena, &text);
		return;
	}
	size_t wanted = length < BYTES_MOST ? (size_t)length : BYTES_MOST;
	char *bytes = hr_arena_alloc(wish->arena, wanted + 1);
	for (size_t done = 0; done < wanted && text.length;) {
		size_t part = text.length < wanted - done ? text.length : wanted - done;
		memcpy(bytes + done, room, part);
		done += part;
	}
	*out = (struct hr_operand){ .kind = HR_OPERAND_BYTES, .text = bytes, .length = wanted };
}

/* ---- formats ---- */

static void add_conversion(struct hr_text *text, struct hr_operand *argument, struct hr_literals *literals,
			   const struct hr_wish *wish)
{
	static const struct {
		const char *text;
		enum hr_operand_kind kind;
	} conversions[] = {
		{ "%d", HR_OPERAND_NUMBER },   { "%5d", HR_OPERAND_NUMBER }, { "%-4d", HR_OPERAND_NUMBER },
		{ "%03d", HR_OPERAND_NUMBER }, { "%x", HR_OPERAND_NUMBER },  { "%c", HR_OPERAND_NUMBER },
		{ "%u", HR_OPERAND_NUMBER },   { "%s", HR_OPERAND_TEXT },    { "%10s", HR_OPERAND_TEXT },
		{ "%.3s", HR_OPERAND_TEXT },   { "%s", HR_OPERAND_TEXT },    { "%g", HR_OPERAND_REAL },
		{ "%.2f", HR_OPERAND_REAL },
	};
	size_t chosen = below(wish, sizeof conversions / sizeof *conversions);
	*argument = (struct hr_operand){ .kind = conversions[chosen].kind };
	hr_text_add(text, conversions[chosen].text, strlen(conversions[chosen].text));
	if (argument->kind == HR_OPERAND_NUMBER) {
		argument->number = 32 + (int64_t)below(wish, 90);
	} else if (argument->kind == HR_OPERAND_REAL) {
		argument->real = (double)below(wish, 1000) / 8;
	} else {
		char room[64];
		struct hr_text word = { room, 0, sizeof room };
		const struct hr_text_source source = hr_wish_source(literals, wish);
		hr_text_plain(&word, &source);
		hr_operand_contents(argument, HR_OPERAND_TEXT, wish->arena, &word);
	}
}

unsigned hr_literal_format(struct hr_operand *out, struct hr_operand *tail, struct hr_literals *literals,
			   const struct hr_wish *wish)
{
	char room[ROOM];
	struct hr_text text = { room, 0, sizeof room };
	unsigned count = 0;
	const struct hr_text_source source = hr_wish_source(literals, wish);
	if (below(wish, 2))
		hr_text_plain(&text, &source);
	remove_character(&text, '%');
	for (size_t wanted = tail ? below(wish, HR_TAIL_MOST + 1) : 0; count < wanted; count++) {
		if (text.capacity - text.length < 16)
			break;
		add_conversion(&text, &tail[count], literals, wish);
		if (below(wish, 2))
			hr_text_add(&text, " ", 1);
	}
	if (below(wish, 10) == 0)
		hr_text_add(&text, "%%", text.capacity - text.length < 2 ? 0 : 2);
	hr_operand_contents(out, HR_OPERAND_TEXT, wish->arena, &text);
	return count;
}

/* ---- files ---- */

static void set_file(struct hr_operand *out, enum hr_operand_kind kind, struct hr_literals *literals,
		     const struct hr_wish *wish)
{
	char room[ROOM];
	struct hr_text text = { room, 0, sizeof room };
	make_bytes(&text, literals, wish);
	hr_operand_contents(out, kind, wish->arena, &text);
}

/* Of a stream that is full then: mostly little, so that each of the first things that are written is refused once. */
static int64_t some_room(const struct hr_wish *wish)
{
	size_t most = below(wish, 4) ? 8 : below(wish, 4) ? 64 : 4096;
	return 1 + (int64_t)below(wish, most);
}

void hr_literal_stream(struct hr_operand *out, struct hr_literals *literals, const struct hr_wish *wish)
{
	if (below(wish, 3) == 0)
		*out = (struct hr_operand){ .kind = HR_OPERAND_STREAM,
					    .number = below(wish, 3) == 0 ? some_room(wish) : 0 };
	else
		set_file(out, HR_OPERAND_STREAM, literals, wish);
}

void hr_literal_path(struct hr_operand *out, struct hr_literals *literals, const struct hr_wish *wish)
{
	if (below(wish, 5) == 0)
		*out = (struct hr_operand){ .kind = HR_OPERAND_PATH };
	else
		set_file(out, HR_OPERAND_PATH, literals, wish);
}

void hr_literal_descriptor(struct hr_operand *out, struct hr_literals *literals, const struct hr_wish *wish)
{
	set_file(out, HR_OPERAND_DESCRIPTOR, literals, wish);
}
