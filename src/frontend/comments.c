/* Comments → documentation of what stands beside them.
 *
 * clang attaches comments to what follows them. Many headers document a function *below* its declaration, several functions by one comment,
 * a parameter or a field at the end of its line. So we look ourselves: for each file, whether its functions' names stand rather in
 * the comments above or in those below decides the style of that file; neighbours without a comment between share one. */
#include "base/memory.h"
#include "base/text.h"
#include "frontend/headings.h"
#include "frontend/reader.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct comment {
	size_t start, end;
	unsigned start_line, end_line;
	bool starts_line;    /* nothing but white space before it on its line */
	const char *cleaned; /* its text without the frame, once it was asked for: neighbours share it */
};

typedef HR_VEC(struct comment) comments;

/* What was found around one place; NULL when nothing. */
struct surroundings {
	struct comment *above, *beside, *below;
};

static size_t skip_literal(const char *text, size_t i, size_t length)
{
	char quote = text[i++];
	while (i < length && text[i] != quote && text[i] != '\n')
		i += text[i] == '\\' ? 2 : 1;
	return i;
}

/* A line of dashes or stars only sets things apart. */
static bool says_something(const char *text, const struct comment *comment)
{
	for (size_t i = comment->start; i < comment->end; i++)
		if (isalnum((unsigned char)text[i]) || (unsigned char)text[i] >= 0x80)
			return true;
	return false;
}

/* Where in its line the comment begins, as editors show it. */
static size_t column_of(const char *text, size_t at)
{
	enum { TAB = 8 };
	size_t line = at, column = 0;
	while (line > 0 && text[line - 1] != '\n')
		line--;
	for (; line < at; line++)
		column = text[line] == '\t' ? (column / TAB + 1) * TAB : column + 1;
	return column;
}

/* Does the comment, alone on its line, go on with `last`? Lines of // do; what stands right below a comment at the end of a line goes on with that one, which
 * would be taken for one above the next field otherwise. */
static bool continues(const char *text, const struct comment *last, const struct comment *it)
{
	if (!it->starts_line || last->end_line + 1 != it->start_line || text[last->start + 1] != text[it->start + 1])
		return false;
	if (last->starts_line)
		return text[it->start + 1] == '/';
	size_t past = it->end;
	while (text[past] == ' ' || text[past] == '\t' || text[past] == '\r')
		past++;
	return (text[past] == '\n' || !text[past]) && column_of(text, last->start) == column_of(text, it->start);
}

/* All comments of a file; consecutive lines of // comments are one. */
static void find_comments(comments *out, const char *text, size_t length)
{
	unsigned line = 1;
	bool starts_line = true;
	for (size_t i = 0; i < length; i++) {
		char c = text[i];
		if (c == '\n') {
			line++;
			starts_line = true;
			continue;
		}
		if (c == '/' && i + 1 < length && (text[i + 1] == '*' || text[i + 1] == '/')) {
			struct comment it = { i, i, line, line, starts_line, NULL };
			bool block = text[i + 1] == '*';
			const char *close = block ? strstr(text + i + 2, "*/") : strchr(text + i, '\n');
			it.end = close ? (size_t)(close - text) + (block ? 2 : 0) : length;
			for (size_t k = i; k < it.end; k++)
				line += text[k] == '\n';
			it.end_line = line;
			struct comment *last = out->count ? &out->data[out->count - 1] : NULL;
			if (last && continues(text, last, &it))
				last->end = it.end, last->end_line = it.end_line;
			else if (says_something(text, &it))
				hr_vec_push(out, it);
			i = it.end - 1;
			starts_line = false;
			continue;
		}
		if (c == '"' || c == '\'') {
			size_t past = skip_literal(text, i, length);
			i = past < length && text[past] == '\n' ? past - 1 : past;
		}
		if (!isspace((unsigned char)c))
			starts_line = false;
	}
}

static bool is_decoration(char c)
{
	return c == '*' || c == '/' || c == '!' || c == '<' || c == '=' || c == '-' || c == '#';
}

/* The text of a comment without its frame of stars and slashes, line by line. */
static void clean(struct hr_strbuf *out, const char *text, const struct comment *comment)
{
	size_t i = comment->start, end = comment->end;
	if (end - i >= 4 && text[i + 1] == '*' && text[end - 1] == '/')
		end -= 2;
	while (i < end) {
		size_t stop = i;
		while (stop < end && text[stop] != '\n')
			stop++;
		size_t first = i, last = stop;
		while (first < last && isspace((unsigned char)text[first]))
			first++;
		while (first < last &&
		       (text[first] == '*' || text[first] == '/' || text[first] == '!' || text[first] == '<'))
			first++;
		while (first < last && isspace((unsigned char)text[first]))
			first++;
		while (last > first && isspace((unsigned char)text[last - 1]))
			last--;
		if (last - first >= 2 && text[last - 2] == '*' && text[last - 1] == '/')
			last -= 2; /* of one that the next line goes on with */
		while (last > first && (isspace((unsigned char)text[last - 1]) || text[last - 1] == '*'))
			last--;
		size_t plain = first;
		while (plain < last && is_decoration(text[plain]))
			plain++;
		if (plain < last) {
			if (out->length)
				hr_strbuf_addch(out, '\n');
			hr_strbuf_add(out, text + first, last - first);
		}
		i = stop + 1;
	}
}

static struct comment *comment_between(const comments *all, size_t from, size_t to, bool last)
{
	struct comment *found = NULL;
	size_t low = 0, high = all->count;
	while (low < high) {
		size_t middle = (low + high) / 2;
		if (all->data[middle].start < from)
			low = middle + 1;
		else
			high = middle;
	}
	for (size_t i = low; i < all->count && all->data[i].start < to; i++) {
		if (all->data[i].end > to)
			continue;
		found = &all->data[i];
		if (!last)
			break;
	}
	return found;
}

/* Looks around each of `places` (sorted, not overlapping), within the stretch from `from` to `to`. */
static void look_around(struct surroundings *out, const struct hr_place *places, size_t count, const comments *all,
			size_t from, size_t to)
{
	for (size_t i = 0; i < count; i++) {
		const struct hr_place *place = &places[i];
		size_t before = i ? places[i - 1].end : from;
		size_t after = i + 1 < count ? places[i + 1].start : to;
		struct comment *above = comment_between(all, before, place->start, true);
		struct comment *next = comment_between(all, place->end, after, false);
		if (above && above->end_line + 2 >= place->start_line && above->starts_line)
			out[i].above = above;
		if (next && next->start_line == place->end_line)
			out[i].beside = next;
		else if (next && next->start_line <= place->end_line + 1)
			out[i].below = next;
		/* Right after the one beside may come the one below. */
		if (out[i].beside && !out[i].below) {
			struct comment *further = comment_between(all, out[i].beside->end, after, false);
			if (further && further->start_line <= out[i].beside->end_line + 1)
				out[i].below = further;
		}
	}
	/* Neighbours share. */
	for (size_t i = 1; i < count; i++) {
		/* A comment beside the one before does not part them. */
		const struct comment *between = comment_between(all, places[i - 1].end, places[i].start, true);
		if (!out[i].above && places[i].start_line <= places[i - 1].end_line + 1 &&
		    (!between || between == out[i - 1].beside))
			out[i].above = out[i - 1].above;
	}
	for (size_t i = count; i-- > 1;)
		if (!out[i - 1].below && !out[i - 1].beside && places[i].start_line <= places[i - 1].end_line + 1)
			out[i - 1].below = out[i].below;
}

static const char *name_of(const struct hr_model *model, const struct hr_place *place)
{
	switch (place->kind) {
	case HR_PLACE_OPERATION:
		return model->operations.data[place->index].name;
	case HR_PLACE_CONSTANT:
		return model->constants.data[place->index].name;
	case HR_PLACE_VARIABLE:
		return model->variables.data[place->index].name;
	default:
		return "";
	}
}

static const char **doc_of(struct hr_model *model, const struct hr_place *place)
{
	switch (place->kind) {
	case HR_PLACE_OPERATION:
		return &model->operations.data[place->index].doc;
	case HR_PLACE_PARAM:
		return &model->operations.data[place->index].params.data[place->member].doc;
	case HR_PLACE_TYPE:
		return &model->types.data[place->index].doc;
	case HR_PLACE_FIELD:
		return &model->types.data[place->index].fields.data[place->member].item.doc;
	case HR_PLACE_ENUMERATOR:
		return &model->types.data[place->index].enumerators.data[place->member].doc;
	case HR_PLACE_CONSTANT:
		return &model->constants.data[place->index].doc;
	case HR_PLACE_VARIABLE:
		return &model->variables.data[place->index].doc;
	}
	return NULL;
}

static bool is_member(const struct hr_place *place)
{
	return place->kind == HR_PLACE_PARAM || place->kind == HR_PLACE_FIELD || place->kind == HR_PLACE_ENUMERATOR;
}

static const char *cleaned_text(struct hr_reader *reader, const char *text, struct comment *comment)
{
	if (!comment->cleaned) {
		struct hr_strbuf cleaned = HR_STRBUF_INIT;
		clean(&cleaned, text, comment);
		comment->cleaned = hr_arena_strdup(reader->arena, cleaned.data);
		hr_strbuf_release(&cleaned);
	}
	return comment->cleaned;
}

/* Appends the comment to what is known already (a declaration and a definition may both be documented). */
static void add_doc(struct hr_reader *reader, const struct hr_place *place, const char *text, struct comment *comment)
{
	const char **doc = doc_of(reader->model, place);
	cleaned_text(reader, text, comment);
	if (!*doc)
		*doc = *comment->cleaned ? comment->cleaned : NULL;
	else if (!strstr(*doc, comment->cleaned))
		*doc = hr_arena_printf(reader->arena, "%s\n%s", *doc, comment->cleaned);
}

static bool mentions(const char *text, const struct comment *comment, const char *name)
{
	if (!comment || !*name)
		return false;
	char *copy = hr_strndup(text + comment->start, comment->end - comment->start);
	bool found = hr_text_find_word(copy, name, false);
	free(copy);
	return found;
}

static void document_outer(struct hr_reader *reader, const struct hr_place *places, size_t count, const comments *all,
			   const char *text, size_t length)
{
	struct surroundings *around = hr_calloc(count, sizeof *around);
	look_around(around, places, count, all, 0, length);
	size_t above = 0, below = 0;
	for (size_t i = 0; i < count; i++) {
		/* Constants are mentioned by what they are for. */
		const char *name = places[i].kind == HR_PLACE_OPERATION ? name_of(reader->model, &places[i]) : "";
		above += mentions(text, around[i].above, name);
		below += mentions(text, around[i].below, name);
	}
	/* One mention is no style: what stands above a function may speak of the one before it. */
	bool is_below = below > above && below >= 2;
	for (size_t i = 0; i < count; i++) {
		struct comment *main = is_below ? around[i].below : around[i].above;
		bool claimed = i + 1 < count && around[i + 1].above == around[i].below;
		if (!main && !claimed && mentions(text, around[i].below, name_of(reader->model, &places[i])))
			main = around[i].below;
		if (main)
			add_doc(reader, &places[i], text, main);
		if (around[i].beside)
			add_doc(reader, &places[i], text, around[i].beside);
	}
	free(around);
}

/* Looking for headings in one file. */
struct heading_search {
	struct hr_reader *reader;
	const comments *all;
	const char *text;
};

/* The heading that a member stands under, where `before` held until the one before it (`last`; NULL: it is the first, and comments count from `from` on); NULL: none. */
static struct comment *heading_of(const struct heading_search *search, const struct hr_place *place,
				  const struct hr_place *last, size_t from, struct comment *before)
{
	struct comment *next;
	for (from = last ? last->end : from;
	     from < place->start && (next = comment_between(search->all, from, place->start, false)) != NULL;
	     from = next->end) {
		if (!next->starts_line)
			continue;
		bool is_apart = last && next->start_line > last->end_line + 1;
		switch (hr_heading(cleaned_text(search->reader, search->text, next))) {
		case HR_HEADING_OPENS:
		case HR_HEADING_OPENS_GROUP:
			before = next;
			break;
		case HR_HEADING_CLOSES:
			before = NULL;
			break;
		case HR_HEADING_NONE:
			if (before && is_apart && before->end < last->start &&
			    hr_heading(cleaned_text(search->reader, search->text, before)) == HR_HEADING_OPENS_GROUP)
				before = NULL;
			break;
		}
	}
	return before;
}

/* Parameters, fields, enumerators: the comment beside them and the one above, which fields may share; and of fields the heading that they stand under ("private:"). */
static void document_members(struct hr_reader *reader, const struct hr_place *places, size_t count, const comments *all,
			     const char *text)
{
	struct surroundings *around = hr_calloc(count, sizeof *around);
	/* The last member may have its comment after it, before the closing bracket. */
	size_t to = places[count - 1].end;
	while (text[to] && text[to] != '\n')
		to++;
	size_t from = places[0].start;
	char bracket = places[0].kind == HR_PLACE_PARAM ? '(' : '{';
	while (from > 0 && text[from] != bracket)
		from--;
	look_around(around, places, count, all, from, to + 1);
	struct heading_search search = { reader, all, text };
	struct comment *heading = NULL;
	for (size_t i = 0; i < count; i++) {
		heading = heading_of(&search, &places[i], i ? &places[i - 1] : NULL, from, heading);
		if (heading && places[i].kind == HR_PLACE_FIELD)
			add_doc(reader, &places[i], text, heading);
		if (around[i].above && (places[i].kind == HR_PLACE_FIELD || !around[i].beside))
			add_doc(reader, &places[i], text, around[i].above);
		if (around[i].beside)
			add_doc(reader, &places[i], text, around[i].beside);
	}
	free(around);
}

static int by_position(const void *a, const void *b)
{
	const struct hr_place *x = a, *y = b;
	if (x->file != y->file)
		return x->file < y->file ? -1 : 1;
	if (is_member(x) != is_member(y))
		return is_member(x) ? 1 : -1;
	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return (x->kind > y->kind) - (x->kind < y->kind);
}

/* Members by what they belong to: those of a struct within another one stand between the others' in the file. */
static int by_owner(const void *a, const void *b)
{
	const struct hr_place *x = a, *y = b;
	if (x->kind != y->kind)
		return x->kind < y->kind ? -1 : 1;
	if (x->index != y->index)
		return x->index < y->index ? -1 : 1;
	return x->start < y->start ? -1 : x->start > y->start;
}

static bool same_owner(const struct hr_place *a, const struct hr_place *b)
{
	return a->kind == b->kind && a->index == b->index;
}

static const char *before_space(const char *start, const char *end)
{
	while (end > start && isspace((unsigned char)end[-1]))
		end--;
	return end;
}

/* Where the name before `open` ends. Headers for compilers without prototypes hide these behind a macro: `NAME PROTO((…))`. */
static const char *before_prototype_macro(const char *start, const char *open)
{
	const char *end = before_space(start, open);
	const char *macro = end;
	while (open[1] == '(' && macro > start && (isupper((unsigned char)macro[-1]) || macro[-1] == '_'))
		macro--;
	bool is_word = macro < end && macro > start && isspace((unsigned char)macro[-1]);
	return is_word ? before_space(start, macro) : end;
}

/* Some headers show a prototype inside the comment that describes it, because the name is a macro. The operation that the first
 * line of a comment calls is what the comment is about, if nothing else is. */
static void document_by_prototype(struct hr_reader *reader, const comments *all, const char *text)
{
	for (size_t i = 0; i < all->count; i++) {
		struct comment *comment = &all->data[i];
		const char *start = text + comment->start + 2, *end = text + comment->end;
		while (start < end && (isspace((unsigned char)*start) || *start == '*'))
			start++;
		const char *open = start;
		while (open < end && *open != '(' && *open != '\n')
			open++;
		if (open >= end || *open != '(')
			continue;
		const char *last = before_prototype_macro(start, open);
		const char *first = last;
		while (first > start && (isalnum((unsigned char)first[-1]) || first[-1] == '_'))
			first--;
		char *name = hr_arena_strndup(reader->arena, first, (size_t)(last - first));
		size_t index, macro;
		/* … or because the name is only another name for it. */
		if (hr_map_get(&reader->macro_by_name, name, &macro) && !reader->macros.data[macro].is_function_like)
			name = hr_arena_strdup(reader->arena, reader->macros.data[macro].body);
		if (first > start && hr_map_get(&reader->model->operation_by_name, name, &index) &&
		    !reader->model->operations.data[index].doc) {
			struct hr_place place = { .kind = HR_PLACE_OPERATION, .index = index };
			add_doc(reader, &place, text, comment);
		}
	}
}

/* What is written about a macro that only calls a function is written about the function. */
static void document_behind_macros(struct hr_model *model)
{
	for (size_t i = 0; i < model->operations.count; i++) {
		const struct hr_operation *macro = &model->operations.data[i];
		if (macro->form != HR_FORM_MACRO || !macro->doc)
			continue;
		size_t length =
			strspn(macro->expansion, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_");
		char *name = hr_strndup(macro->expansion, length);
		size_t index;
		if (macro->expansion[length] == '(' && hr_map_get(&model->operation_by_name, name, &index) &&
		    !model->operations.data[index].doc)
			model->operations.data[index].doc = macro->doc;
		free(name);
	}
}

static void document_file(struct hr_reader *reader, struct hr_place *places, size_t count)
{
	size_t length;
	const char *text = hr_reader_text(reader, places[0].file, &length);
	comments all = HR_VEC_INIT;
	find_comments(&all, text, length);
	size_t outer = 0;
	while (outer < count && !is_member(&places[outer]))
		outer++;
	/* A typedef that holds a struct's definition starts where it does: the outer of the two is enough for looking around. */
	document_outer(reader, places, outer, &all, text, length);
	if (count > outer)
		qsort(places + outer, count - outer, sizeof *places, by_owner);
	for (size_t i = outer; i < count;) {
		size_t next = i + 1;
		while (next < count && same_owner(&places[i], &places[next]))
			next++;
		if (places[next - 1].end <= length)
			document_members(reader, places + i, next - i, &all, text);
		i = next;
	}
	document_by_prototype(reader, &all, text);
	hr_vec_release(&all);
}

void hr_reader_attach_comments(struct hr_reader *reader)
{
	struct hr_place *places = reader->places.data;
	size_t count = reader->places.count;
	if (count)
		qsort(places, count, sizeof *places, by_position);
	for (size_t i = 0; i < count;) {
		size_t next = i;
		while (next < count && places[next].file == places[i].file)
			next++;
		if (!reader->files.data[places[i].file].is_system)
			document_file(reader, places + i, next - i);
		i = next;
	}
	document_behind_macros(reader->model);
}
