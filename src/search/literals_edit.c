/* Earlier literals, a little changed. Invariant: the old one is never written to, and what is not changed is shared with it only where it lives as long (names of functions). */
#include "search/literals_internal.h"

#include <string.h>

enum { ROOM = 4608 };

static size_t below(const struct hr_wish *wish, size_t count)
{
	return hr_random_below(wish->random, count);
}

static bool edit_number(struct hr_operand *out, const struct hr_operand *old, struct hr_literals *literals,
			const struct hr_wish *wish)
{
	static const int64_t steps[] = { 1, -1, 2, -2, 8, -8, 10, -10, 100, -100 };
	const struct hr_type *type = hr_model_type(literals->model, wish->item->type);
	int64_t number = old->number;
	bool is_free = type && type->kind == HR_TYPE_INT && wish->item->role != HR_ROLE_FLAGS &&
		       wish->item->role != HR_ROLE_ENUM;
	if (!is_free || below(wish, 4) == 0)
		number = hr_literal_number(literals, wish);
	else if (below(wish, 8) == 0)
		number = number == INT64_MIN ? 0 : -number;
	else if (__builtin_add_overflow(number, steps[below(wish, sizeof steps / sizeof *steps)], &number))
		number = 0;
	if (!hr_number_fits(literals->model, wish, number))
		number = hr_literal_number(literals, wish);
	*out = (struct hr_operand){ .kind = HR_OPERAND_NUMBER, .number = number };
	return true;
}

static bool edit_text(struct hr_operand *out, const struct hr_operand *old, struct hr_literals *literals,
		      const struct hr_wish *wish)
{
	char room[ROOM];
	struct hr_text text = { room, 0, sizeof room };
	const struct hr_text_source source = hr_wish_source(literals, wish);
	const char *other = NULL;
	size_t other_length = 0;
	if (!old->text || wish->item->role == HR_ROLE_FORMAT)
		return false;
	hr_text_add(&text, old->text, old->length);
	hr_corpus_draw_text(&other, &other_length, literals->corpus, hr_wish_place(literals, wish), wish->random);
	hr_text_edit(&text, &source, other, other_length, old->kind != HR_OPERAND_TEXT);
	const char *nul = old->kind == HR_OPERAND_TEXT ? memchr(room, '\0', text.length) : NULL;
	if (nul)
		text.length = (size_t)(nul - room);
	hr_operand_contents(out, old->kind, wish->arena, &text);
	return true;
}

/* The last one says where the list ends. */
static bool ends_itself(const struct hr_operand *list, const struct hr_model *model, const struct hr_wish *wish)
{
	const struct hr_operand *last = &list->parts[list->part_count - 1];
	bool is_end = last->kind == HR_OPERAND_NULL || (last->kind == HR_OPERAND_NUMBER && !last->number);
	bool is_open = wish->item->role == HR_ROLE_ARRAY || wish->item->role == HR_ROLE_STRING;
	return is_end && is_open && hr_wish_ends_itself(model, wish);
}

/* One element: those that others depend on (lengths) are in structs, which are made afresh. */
static bool edit_list(struct hr_operand *out, const struct hr_operand *old, struct hr_literals *literals,
		      const struct hr_wish *wish)
{
	struct hr_type_ref element = hr_model_pointee(literals->model, wish->item->type);
	const struct hr_item item = hr_item_of("", element);
	struct hr_wish part = *wish;
	if (old->part_count == 0 || element.type == HR_NO_TYPE)
		return false;
	part.item = &item;
	part.parameter = -1;
	size_t count = old->part_count - ends_itself(old, literals->model, wish);
	if (!count)
		return false;
	size_t index = below(wish, count);
	*out = *old;
	hr_operand_keep(out, wish->arena); /* the chain that has the old one may be gone first */
	return hr_literal_edit(&out->parts[index], &old->parts[index], literals, &part);
}

static bool edit_afresh(struct hr_operand *out, const struct hr_operand *old, struct hr_literals *literals,
			const struct hr_wish *wish)
{
	(void)old;
	return hr_literal_fill(out, literals, wish);
}

bool hr_literal_edit(struct hr_operand *out, const struct hr_operand *old, struct hr_literals *literals,
		     const struct hr_wish *wish)
{
	static bool (*const by_kind[HR_OPERAND_KIND_COUNT])(struct hr_operand *, const struct hr_operand *,
							    struct hr_literals *, const struct hr_wish *) = {
		[HR_OPERAND_NUMBER] = edit_number,   [HR_OPERAND_REAL] = edit_afresh,
		[HR_OPERAND_TEXT] = edit_text,       [HR_OPERAND_BYTES] = edit_text,
		[HR_OPERAND_STREAM] = edit_text,     [HR_OPERAND_PATH] = edit_text,
		[HR_OPERAND_DESCRIPTOR] = edit_text, [HR_OPERAND_LIST] = edit_list,
		[HR_OPERAND_STRUCT] = edit_afresh,   [HR_OPERAND_CALLBACK] = edit_afresh,
		[HR_OPERAND_FUNCTION] = edit_afresh,
	};
	return hr_wish_may(wish, HR_PART_IMPURITY) && by_kind[old->kind] &&
	       by_kind[old->kind](out, old, literals, wish) && hr_wish_credit(wish, HR_PART_IMPURITY);
}
