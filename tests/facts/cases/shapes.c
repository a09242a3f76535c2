/* Shapes of C that an analysis has to see through. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- unions and type punning ---- */

struct value {
	int kind;
	union {
		int number;
		char *text;
		struct value *inner;
	} as;
};

// expect: union_number v effect=read_write freed=no
void union_number(struct value *v, int n)
{
	v->kind = 1;
	v->as.number = n;
}

// expect: union_text v freed=inside effect=read_write
void union_text(struct value *v)
{
	if (v->kind == 2)
		free(v->as.text);
	v->kind = 0;
}

// expect: union_keeps text stored=v effect=read_only
void union_keeps(struct value *v, char *text)
{
	v->kind = 2;
	v->as.text = text;
}

// expect: union_follow v effect=read_write
void union_follow(struct value *v)
{
	while (v->kind == 3)
		v = v->as.inner;
	v->kind = 0;
}

// expect: punned_float - purity=pure
uint32_t punned_float(float f)
{
	union {
		float f;
		uint32_t bits;
	} both;
	both.f = f;
	return both.bits;
}

// expect: punned_copy bytes effect=safe deref=always
uint32_t punned_copy(const unsigned char *bytes)
{
	uint32_t word;
	memcpy(&word, bytes, sizeof word);
	return word;
}

// expect: punned_write p effect=read_write
void punned_write(float *p)
{
	*(uint32_t *)(void *)p ^= 0x80000000u;
}

// expect: through_integer p effect=read_write
void through_integer(int *p)
{
	uintptr_t address = (uintptr_t)p;
	*(int *)address = 4;
}

// expect: integer_result - purity=pure
uintptr_t integer_result(const void *p)
{
	return (uintptr_t)p >> 4;
}

// expect: tagged_pointer p effect=read_write
void tagged_pointer(struct value *p)
{
	uintptr_t tagged = (uintptr_t)p | 1;
	struct value *back = (struct value *)(tagged & ~(uintptr_t)1);
	back->kind = 9;
}

// expect: pointer_in_integer p stored=global effect=read_only
static uintptr_t remembered;
void pointer_in_integer(void *p)
{
	remembered = (uintptr_t)p;
}

/* ---- variable arguments ---- */

// expect: variadic_sum - recursive=no
// expect: variadic_sum first effect=safe deref=always
int variadic_sum(const int *first, ...)
{
	int sum = *first;
	va_list arguments;
	va_start(arguments, first);
	for (int n = va_arg(arguments, int); n != 0; n = va_arg(arguments, int))
		sum += n;
	va_end(arguments);
	return sum;
}

static void variadic_set(int count, ...)
{
	va_list arguments;
	va_start(arguments, count);
	while (count-- > 0)
		*va_arg(arguments, int *) = 1;
	va_end(arguments);
}

// expect: variadic_caller p effect=read_write # written by way of the arguments
void variadic_caller(int *p)
{
	variadic_set(1, p);
}

// expect: formatted_append out effect=read_write
// expect: formatted_append format meaning=format effect=safe
void formatted_append(char *out, size_t n, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(out, n, format, arguments);
	va_end(arguments);
}

/* ---- goto, setjmp, switch, bit-fields ---- */

// expect: by_goto p freed=yes null=legal
int by_goto(char *p, int n)
{
	int result = 0;
	if (!p)
		goto fail;
	if (n > 3)
		goto release;
	return 1;
release:
	result = 2;
	free(p);
fail:
	return result;
}

// expect: goto_loop text effect=safe meaning=string
size_t goto_loop(const char *text)
{
	size_t n = 0;
again:
	if (text[n]) {
		n++;
		goto again;
	}
	return n;
}

static jmp_buf landing;

static void jumps(int n)
{
	if (n > 0)
		longjmp(landing, n);
}

// expect: lands p effect=read_write freed=no
// expect: lands - purity=impure
int lands(int *p, int n)
{
	if (setjmp(landing)) {
		*p = 1;
		return -1;
	}
	jumps(n);
	return 0;
}

// expect: lands_and_frees p freed=yes
int lands_and_frees(char *p, int n)
{
	if (setjmp(landing) != 0) {
		free(p);
		return -1;
	}
	jumps(n);
	return 0;
}

// expect: falls_through p effect=read_write
void falls_through(int *p, int n)
{
	switch (n) {
	case 2:
		p[1] = 0;
		/* fall through */
	case 1:
		p[0] = 0;
		break;
	default:
		break;
	}
}

struct bits {
	unsigned kind : 3;
	unsigned is_set : 1;
	unsigned rest : 28;
};

// expect: sets_bit b effect=read_write deref=always
void sets_bit(struct bits *b)
{
	b->is_set = 1;
}

// expect: reads_bit b effect=safe deref=always
// expect: reads_bit - purity=observer
int reads_bit(const struct bits *b)
{
	return b->kind == 5;
}

/* ---- pointer arithmetic, container_of, arrays of structs, nesting ---- */

struct link {
	struct link *next;
};

struct member {
	int value;
	struct link link;
};

#define member_of(pointer) ((struct member *)(void *)((char *)(pointer)-offsetof(struct member, link)))

// expect: container_read link effect=safe deref=always
int container_read(struct link *link)
{
	return member_of(link)->value;
}

// expect: container_write link effect=read_write
void container_write(struct link *link, int value)
{
	member_of(link)->value = value;
}

// expect: container_free link freed=yes
void container_free(struct link *link)
{
	free(member_of(link));
}

// expect: link_in member stored=list effect=read_write
// expect: link_in list stored=no effect=read_write
void link_in(struct link *list, struct member *member)
{
	member->link.next = list->next;
	list->next = &member->link;
}

// expect: backwards end effect=safe
int backwards(const int *end, int n)
{
	int sum = 0;
	while (n-- > 0)
		sum += *--end;
	return sum;
}

struct grid {
	struct {
		struct bits cells[4];
		int *marks;
	} rows[3];
};

// expect: nested_write grid effect=read_write stored=no
void nested_write(struct grid *grid, unsigned i)
{
	grid->rows[i % 3].cells[i % 4].kind = 1;
}

// expect: nested_pointer grid effect=read_write
void nested_pointer(const struct grid *grid, unsigned i)
{
	*grid->rows[i % 3].marks = 1;
}

// expect: array_of_structs values effect=read_write freed=inside
void array_of_structs(struct value *values, size_t n)
{
	for (size_t i = 0; i < n; i++)
		union_text(&values[i]);
}

/* ---- inline functions, copies of structs, growing, bumping, swapping ---- */

static inline int *pick(int *values, unsigned i)
{
	return values + i % 4;
}

// expect: through_inline values effect=read_write
void through_inline(int *values, unsigned i)
{
	*pick(values, i) = 3;
}

// expect: inline_returned values stored=result effect=read_only
int *inline_returned(int *values, unsigned i)
{
	return pick(values, i);
}

// expect: struct_by_memcpy to effect=read_write
// expect: struct_by_memcpy from effect=safe stored=no
void struct_by_memcpy(struct value *to, const struct value *from)
{
	memcpy(to, from, sizeof *to);
}

struct builder {
	char *text;
	size_t length;
	size_t room;
};

// expect: builder_add b effect=read_write freed=inside stored=no null=crash
// expect: builder_add text effect=safe meaning=string stored=no
// expect: builder_add - returns=status error=negative
int builder_add(struct builder *b, const char *text)
{
	size_t n = strlen(text);
	if (b->length + n + 1 > b->room) {
		size_t room = 2 * b->room + n + 1;
		char *bigger = realloc(b->text, room);
		if (!bigger)
			return -1;
		b->text = bigger;
		b->room = room;
	}
	memcpy(b->text + b->length, text, n + 1);
	b->length += n;
	return 0;
}

// expect: builder_finish b effect=read_write freed=no
char *builder_finish(struct builder *b)
{
	char *text = b->text;
	b->text = NULL;
	b->length = b->room = 0;
	return text;
}

// expect: bumped to effect=read_write
// expect: bumped from effect=safe
void bumped(char *to, const char *from)
{
	do {
		*to++ = *from;
	} while (*from++);
}

// expect: swapped_slots a effect=read_write stored=no
// expect: swapped_slots b effect=read_write stored=no
void swapped_slots(char **a, char **b)
{
	char *kept = *a;
	*a = *b;
	*b = kept;
}

// expect: swapped_locals p effect=read_write
// expect: swapped_locals q effect=safe
void swapped_locals(int *p, int *q)
{
	int *kept = p;
	p = q;
	q = kept;
	*q = *p;
}

/* ---- lists, singletons ---- */

// expect: list_remove slot effect=read_write freed=inside
int list_remove(struct link **slot, struct link *wanted)
{
	for (; *slot; slot = &(*slot)->next) {
		if (*slot == wanted) {
			*slot = wanted->next;
			free(wanted);
			return 1;
		}
	}
	return 0;
}

// expect: list_reverse list effect=read_write stored=result
struct link *list_reverse(struct link *list)
{
	struct link *reversed = NULL;
	while (list) {
		struct link *next = list->next;
		list->next = reversed;
		reversed = list;
		list = next;
	}
	return reversed;
}

// expect: list_merge a stored=result effect=read_write
// expect: list_merge b stored=a,result effect=read_only
struct link *list_merge(struct link *a, struct link *b)
{
	struct link *last = a;
	if (!a)
		return b;
	while (last->next)
		last = last->next;
	last->next = b;
	return a;
}

// expect: singleton - returns=borrowed:global purity=impure
struct builder *singleton(void)
{
	static struct builder *only;
	if (!only)
		only = calloc(1, sizeof *only);
	return only;
}

// expect: struct_argument - purity=pure
int struct_argument(struct bits bits)
{
	return bits.kind + bits.rest > 8;
}

// expect: variable_array values effect=safe stored=no
int variable_array(const int *values, int n)
{
	int copy[n > 0 ? n : 1];
	copy[0] = 0;
	for (int i = 0; i < n; i++)
		copy[i] = values[i];
	return copy[0];
}

// expect: volatile_write p effect=read_write deref=always
void volatile_write(volatile int *p)
{
	*p = 1;
}

// expect: atomic_count p effect=read_write deref=always
int atomic_count(int *p)
{
	return __atomic_add_fetch(p, 1, __ATOMIC_SEQ_CST);
}

// expect: restricted to effect=read_write
// expect: restricted from effect=safe
void restricted(int *restrict to, const int *restrict from)
{
	*to = *from;
}
