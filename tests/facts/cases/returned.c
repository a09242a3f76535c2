/* What comes back: new memory, an argument, something in it, something of the unit's own. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct item {
	struct item *next;
	char *name;
	char label[16];
	int value;
};

static struct item shared;
static struct item *cache;
static const char *const names[] = { "zero", "one", "two" };

// expect: itself item stored=result effect=read_only deref=never
// expect: itself - returns=borrowed:item
struct item *itself(struct item *item)
{
	return item;
}

// expect: itself_changed item stored=result effect=read_write
// expect: itself_changed - returns=borrowed:item
struct item *itself_changed(struct item *item, int value)
{
	item->value = value;
	return item;
}

// expect: embedded item stored=result effect=read_only deref=never
// expect: embedded - returns=borrowed:item
char *embedded(struct item *item)
{
	return item->label;
}

// expect: pointed_to item stored=no effect=safe deref=always
// expect: pointed_to - returns=borrowed:item purity=observer
char *pointed_to(const struct item *item)
{
	return item->name;
}

// expect: position text stored=result effect=read_only
// expect: position - returns=borrowed:text
char *position(const char *text, int c)
{
	return strchr(text, c);
}

// expect: skipped text stored=result effect=read_only deref=always
// expect: skipped - returns=borrowed:text
const char *skipped(const char *text)
{
	while (*text == ' ' || *text == '\t')
		text++;
	return text;
}

// expect: found list stored=result effect=read_only
// expect: found name stored=no effect=safe
// expect: found - returns=borrowed:list purity=observer
struct item *found(struct item *list, const char *name)
{
	for (; list; list = list->next)
		if (strcmp(list->name, name) == 0)
			return list;
	return NULL;
}

// expect: after list stored=no effect=safe
// expect: after - returns=borrowed:list
struct item *after(const struct item *list)
{
	return list->next;
}

// expect: static_text - returns=borrowed:global purity=pure
const char *static_text(unsigned number)
{
	return number < 3 ? names[number] : "many";
}

// expect: static_buffer - returns=borrowed:global purity=impure
const char *static_buffer(int number)
{
	static char buffer[12];
	snprintf(buffer, sizeof buffer, "%d", number);
	return buffer;
}

// expect: global_object - returns=borrowed:global
struct item *global_object(void)
{
	return &shared;
}

// expect: created - returns=owned error=null purity=impure
struct item *created(int value)
{
	struct item *item = malloc(sizeof *item);
	if (!item)
		return NULL;
	memset(item, 0, sizeof *item);
	item->value = value;
	return item;
}

// expect: created_by_callee - returns=owned
struct item *created_by_callee(void)
{
	struct item *item = created(3);
	if (item)
		item->label[0] = 'x';
	return item;
}

// expect: duplicated text stored=no effect=safe
// expect: duplicated - returns=owned
char *duplicated(const char *text)
{
	return strdup(text);
}

// expect: created_and_kept - returns=borrowed:global
struct item *created_and_kept(void)
{
	if (!cache)
		cache = created(0);
	return cache;
}

// expect: created_in_list list effect=read_write
// expect: created_in_list - returns=borrowed:list
struct item *created_in_list(struct item *list)
{
	struct item *item = created(1);
	if (!item)
		return NULL;
	item->next = list->next;
	list->next = item;
	return item;
}

// expect: new_or_given item stored=result
// expect: new_or_given - returns=owned,borrowed:item
struct item *new_or_given(struct item *item)
{
	return item ? item : created(0);
}

// expect: larger a stored=result effect=read_only
// expect: larger b stored=result effect=read_only
// expect: larger - returns=borrowed:a,borrowed:b
const struct item *larger(const struct item *a, const struct item *b)
{
	return a->value > b->value ? a : b;
}

// expect: opened path meaning=path effect=safe
// expect: opened - returns=owned
FILE *opened(const char *path)
{
	return fopen(path, "r");
}

// expect: through_callee text stored=result effect=read_only
const char *through_callee(const char *text)
{
	return skipped(text + 1);
}

// expect: from_slot slot stored=no effect=safe
// expect: from_slot - returns=borrowed:slot
struct item *from_slot(struct item *const *slot)
{
	return *slot;
}

// expect: copied_out to stored=result effect=read_write
// expect: copied_out from stored=no effect=safe
// expect: copied_out - returns=borrowed:to
char *copied_out(char *to, const char *from)
{
	return strcpy(to, from);
}

// expect: taken slot effect=read_write stored=no freed=no
struct item *taken(struct item **slot)
{
	struct item *item = *slot;
	*slot = NULL;
	return item;
}

struct view {
	const char *start;
	size_t length;
};

// expect: viewed text stored=result effect=read_only
struct view viewed(const char *text)
{
	struct view view = { text, strlen(text) };
	return view;
}

// expect: nothing - returns=none
void nothing(struct item *item)
{
	item->value = 0;
}

// expect: number - returns=value purity=observer
int number(const struct item *item)
{
	return item->value * 2;
}

struct parts {
	char *first, *second, *third, *fourth, *fifth, *sixth, *seventh;
};

// expect: split - returns=owned
char *split(struct parts *parts, const char *text)
{
	parts->first = strdup(text);
	parts->second = strdup(text + 1);
	parts->third = strdup(text + 2);
	parts->fourth = strdup(text + 3);
	parts->fifth = strdup(text + 4);
	parts->sixth = strdup(text + 5);
	parts->seventh = strdup(text + 6);
	return strdup(text);
}

/* Of that many only some are told apart: what is returned may be new, and may be in the struct. */
// expect: split_too - returns=unknown
char *split_too(struct parts *parts, const char *text)
{
	return split(parts, text);
}
