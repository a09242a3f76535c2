/* Tests of IntStack, UBStack and LinkedList: every operation, its edges and its refusals. */
#undef NDEBUG
#include "intstack.h"
#include "linkedlist.h"
#include "ubstack.h"

#include <assert.h>
#include <stddef.h>

static void test_intstack(void)
{
	intstack *s = intstack_create(), *other = intstack_create();
	int value = -1;

	assert(s && other && intstack_is_empty(s) && !intstack_pop(s, &value) && !intstack_top(s, &value) &&
	       value == -1);
	assert(intstack_equals(s, other) && !intstack_equals(s, NULL));
	for (int i = 0; i < 100; i++) { /* grows several times */
		assert(intstack_push(s, i) && intstack_top(s, &value) && value == i && !intstack_is_empty(s));
		assert(!intstack_equals(s, other) && intstack_push(other, i) && intstack_equals(s, other));
	}
	assert(intstack_size(s) == 100 && intstack_pop(other, &value) && value == 99 && intstack_push(other, 7));
	assert(!intstack_equals(s, other));
	for (int i = 99; i >= 0; i--)
		assert(intstack_pop(s, &value) && value == i);
	intstack_destroy(s);
	intstack_destroy(other);
	intstack_destroy(NULL);
}

static void test_ubstack(void)
{
	ubstack *s = ubstack_create(3), *other = ubstack_create(4);
	int value = -1;

	assert(s && other && !ubstack_create(0) && !ubstack_create(1001));
	assert(ubstack_is_empty(s) && !ubstack_pop(s) && !ubstack_top(s, &value) && value == -1);
	assert(ubstack_push(s, 1) && ubstack_push(s, 2) && ubstack_push(s, 3) && ubstack_is_full(s) &&
	       !ubstack_push(s, 4));
	assert(ubstack_push(s, 1) && ubstack_size(s) == 3 && ubstack_top(s, &value) && value == 1); /* 2 3 1 */
	assert(ubstack_push(other, 3) && ubstack_push(other, 1) && !ubstack_equals(s, other) &&
	       !ubstack_equals(s, NULL));
	assert(ubstack_push(other, 5) && !ubstack_equals(s, other) && ubstack_pop(other) && ubstack_push(other, 2));
	assert(ubstack_equals(s, other) && !ubstack_is_full(other) && ubstack_room(other) == 4);
	assert(ubstack_is_member(s, 2) && !ubstack_is_member(s, 5));
	assert(ubstack_pop(s) && ubstack_top(s, &value) && value == 3 && !ubstack_is_member(s, 1));
	ubstack_destroy(s);
	ubstack_destroy(other);
	ubstack_destroy(NULL);
}

static void test_linkedlist(void)
{
	linkedlist *list = linkedlist_create(), *clone;
	int value = -1;

	assert(list && !linkedlist_remove_first(list, &value) && !linkedlist_remove_last(list, &value) && value == -1);
	assert(!linkedlist_get(list, 0, &value) && !linkedlist_get(list, -1, &value) && !linkedlist_add(list, 1, 5) &&
	       !linkedlist_add(list, -1, 5));
	for (int i = 0; i < 10; i++)
		assert(linkedlist_add_last(list, i) && linkedlist_size(list) == i + 1);
	assert(linkedlist_add_first(list, 5) && linkedlist_add(list, 11, 5) &&
	       linkedlist_add(list, 4, 77)); /* 5 0 1 2 77 3 4 5 … 9 5 */
	assert(linkedlist_index_of(list, 5) == 0 && linkedlist_last_index_of(list, 5) == 12 &&
	       linkedlist_index_of(list, 77) == 4);
	assert(linkedlist_index_of(list, 50) == -1 && linkedlist_last_index_of(list, 50) == -1);
	for (int i = 0; i < 13; i++)
		assert(linkedlist_get(list, i, &value) && (i < 5 || i == 12 || value == i - 2));
	clone = linkedlist_clone(list);
	assert(clone && linkedlist_size(clone) == 13 && linkedlist_set(clone, 3, 88) && linkedlist_contains(clone, 88));
	assert(!linkedlist_contains(list, 88) && !linkedlist_set(list, 13, 1) && !linkedlist_set(list, -1, 1));
	assert(linkedlist_remove(list, 77) && !linkedlist_remove(list, 77) && linkedlist_size(list) == 12);
	assert(linkedlist_remove_first(list, &value) && value == 5 && linkedlist_remove_last(list, &value) &&
	       value == 5);
	assert(linkedlist_size(list) == 10 && linkedlist_remove(list, 9) && linkedlist_last_index_of(list, 8) == 8);
	linkedlist_clear(list);
	assert(linkedlist_size(list) == 0 && linkedlist_add_last(list, 1));
	linkedlist_destroy(list);
	linkedlist_destroy(clone);
	linkedlist_destroy(NULL);
}

int main(void)
{
	test_intstack();
	test_ubstack();
	test_linkedlist();
	return 0;
}
