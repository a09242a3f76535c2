/* NULL: legal, a crash or stopped, and what a check does then. */
#include <assert.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct item {
	struct item *next;
	char *name;
	int value;
};

static struct item fallback;

// expect: returns_number item null=legal on_null=return:-1 deref=always
int returns_number(const struct item *item)
{
	if (item == NULL)
		return -1;
	return item->value;
}

// expect: returns_null item null=legal on_null=return:null deref=always
char *returns_null(const struct item *item)
{
	if (!item)
		return NULL;
	return item->name;
}

// expect: returns_nothing item null=legal on_null=return deref=always effect=read_write
void returns_nothing(struct item *item)
{
	if (!item)
		return;
	item->value = 0;
}

// expect: positive_check item null=legal on_null=return effect=read_write
void positive_check(struct item *item)
{
	if (item)
		item->value = 0;
}

// expect: returns_parameter item null=legal on_null=return
int returns_parameter(const struct item *item, int otherwise)
{
	return item ? item->value : otherwise;
}

// expect: takes_default item null=legal on_null=continue effect=safe
int takes_default(const struct item *item)
{
	if (!item)
		item = &fallback;
	return item->value;
}

// expect: skips_part log null=legal on_null=continue
// expect: skips_part item null=crash on_null=unchecked
void skips_part(struct item *item, FILE *log)
{
	if (log)
		fputs("touched\n", log);
	item->value++;
}

// expect: asserted item null=assert on_null=abort deref=always
int asserted(const struct item *item)
{
	assert(item != NULL);
	return item->value;
}

// expect: aborted item null=assert on_null=abort deref=always
int aborted(const struct item *item)
{
	if (!item)
		abort();
	return item->value;
}

static _Noreturn void die(const char *message)
{
	fprintf(stderr, "%s\n", message);
	exit(1);
}

// expect: dies item on_null=abort deref=always
int dies(const struct item *item)
{
	if (!item)
		die("no item");
	return item->value;
}

// expect: too_late item null=crash on_null=unchecked deref=always
int too_late(const struct item *item)
{
	int value = item->value;
	if (!item)
		return -1;
	return value;
}

// expect: checked_sometimes item null=crash
int checked_sometimes(const struct item *item, int careful)
{
	if (careful && !item)
		return -1;
	return item->value;
}

// expect: first_only a null=legal on_null=return:0
// expect: first_only b null=crash on_null=unchecked
bool first_only(const struct item *a, const struct item *b)
{
	if (!a)
		return false;
	return a->value == b->value;
}

// expect: both_checked a null=legal on_null=return:0 deref=always
// expect: both_checked b null=legal on_null=return:0 deref=always
bool both_checked(const struct item *a, const struct item *b)
{
	if (a == NULL || b == NULL)
		return false;
	return a->value == b->value;
}

// expect: wrong_one b null=crash
// expect: wrong_one a null=legal
bool wrong_one(const struct item *a, const struct item *b)
{
	if (a == NULL)
		return false;
	return b->value > 0;
}

static bool is_usable(const struct item *item)
{
	return item != NULL && item->name != NULL;
}

// expect: checked_by_callee item null=legal on_null=return:-1
int checked_by_callee(const struct item *item)
{
	if (!is_usable(item))
		return -1;
	return item->value;
}

// expect: callee_copes item null=legal effect=read_write
void callee_copes(struct item *item)
{
	positive_check(item);
	returns_nothing(item);
}

// expect: callee_crashes item null=crash
int callee_crashes(const struct item *item)
{
	if (item)
		printf("%d\n", item->value);
	return too_late(item);
}

// expect: freed_is_fine text null=legal freed=yes
void freed_is_fine(char *text)
{
	free(text);
}

// expect: resized_is_fine text null=legal freed=yes
char *resized_is_fine(char *text, size_t n)
{
	return realloc(text, n);
}

// expect: compared_text a null=crash
// expect: compared_text b null=crash
bool compared_text(const char *a, const char *b)
{
	return strcmp(a, b) == 0;
}

// expect: closed_stream stream null=crash freed=yes
int closed_stream(FILE *stream)
{
	return fclose(stream);
}

// expect: walked list null=legal effect=safe deref=always
int walked(const struct item *list)
{
	int count = 0;
	for (; list; list = list->next)
		count++;
	return count;
}

// expect: sets_errno item null=legal on_null=return:-1
int sets_errno(const struct item *item)
{
	if (!item) {
		errno = EINVAL;
		return -1;
	}
	return item->value;
}

// expect: null_only_when_empty values null=legal deref=some
int null_only_when_empty(const int *values, size_t n)
{
	int sum = 0;
	if (!values && n > 0)
		return -1;
	for (size_t i = 0; i < n; i++)
		sum += values[i];
	return sum;
}

// expect: slot_and_content slot null=legal on_null=return freed=inside
void slot_and_content(struct item **slot)
{
	if (!slot || !*slot)
		return;
	free(*slot);
	*slot = NULL;
}

// expect: content_only slot null=crash deref=always
int content_only(struct item **slot)
{
	if (!*slot)
		return 0;
	return (*slot)->value;
}

// expect: optional_output value null=legal on_null=continue effect=read_write
int optional_output(const struct item *item, int *value)
{
	if (value)
		*value = item->value;
	return item->value != 0;
}

// expect: kept_without_look name null=legal deref=never stored=item
void kept_without_look(struct item *item, char *name)
{
	item->name = name;
}

// expect: negated item null=legal on_null=return:-2
int negated(const struct item *item)
{
	if (item != NULL) {
		return item->value;
	} else {
		return -2;
	}
}

// expect: cleans_up item null=legal effect=safe
int cleans_up(const struct item *item)
{
	int result = -1;
	char *scratch = malloc(16);
	if (!scratch || !item)
		goto out;
	memset(scratch, item->value, 16);
	result = scratch[3];
out:
	free(scratch);
	return result;
}
