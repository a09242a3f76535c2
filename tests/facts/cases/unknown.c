/* Where unknown code decides, nothing may be claimed; and what can be known all the same. */
#include <stdlib.h>
#include <string.h>

struct widget {
	void (*on_change)(struct widget *);
	void *data;
	int (*compare)(const void *, const void *);
	int value;
};

int foreign(void *memory);
int foreign_reader(const void *memory);
extern void (*foreign_hook)(void *);
extern int foreign_variable;

// expect: to_callback data effect=unknown freed=unknown stored=unknown null=legal deref=never
// expect: to_callback call meaning=callback null=crash deref=always
void to_callback(void (*call)(void *), void *data)
{
	call(data);
}

// expect: to_foreign memory effect=unknown freed=unknown stored=unknown null=unknown deref=unknown
int to_foreign(void *memory)
{
	return foreign(memory);
}

// expect: to_foreign_const memory effect=unknown stored=unknown freed=unknown # const forbids nothing
int to_foreign_const(const void *memory)
{
	return foreign_reader(memory);
}

// expect: to_foreign_hook memory effect=unknown freed=unknown stored=unknown
void to_foreign_hook(void *memory)
{
	foreign_hook(memory);
}

// expect: written_then_foreign p effect=read_write freed=unknown stored=unknown deref=always null=crash
int written_then_foreign(int *p)
{
	*p = 1;
	return foreign(p);
}

// expect: foreign_number - purity=unknown
// expect: foreign_number p effect=safe stored=no freed=no deref=always
int foreign_number(const int *p)
{
	int copy = *p;
	return foreign(&copy);
}

// expect: foreign_reaches w effect=unknown freed=unknown
int foreign_reaches(const struct widget *w)
{
	return foreign(w->data);
}

// expect: field_callback w effect=read_write deref=always freed=unknown stored=unknown
void field_callback(struct widget *w, int value)
{
	w->value = value;
	if (w->on_change)
		w->on_change(w);
}

// expect: only_keeps_callback f stored=w null=legal deref=never
// expect: only_keeps_callback w effect=read_write freed=no stored=no
// expect: only_keeps_callback - purity=impure calls=none
void only_keeps_callback(struct widget *w, void (*f)(struct widget *))
{
	w->on_change = f;
}

// expect: compares_by_callback a effect=unknown stored=unknown
// expect: compares_by_callback b effect=unknown stored=unknown
// expect: compares_by_callback w deref=always
// expect: compares_by_callback - purity=unknown calls=unknown
int compares_by_callback(const struct widget *w, const void *a, const void *b)
{
	return w->compare(a, b);
}

// expect: sorts_by_callback values effect=read_write stored=unknown
void sorts_by_callback(int *values, size_t n, int (*compare)(const void *, const void *))
{
	qsort(values, n, sizeof *values, compare);
}

// expect: frees_by_callback p freed=unknown effect=unknown
void frees_by_callback(void *p, void (*release)(void *))
{
	if (release)
		release(p);
}

// expect: frees_after_callback p freed=yes effect=read_write
void frees_after_callback(void *p, void (*release)(void *))
{
	if (release)
		release(p);
	else
		free(p);
}

// expect: assembly p effect=unknown
void assembly(int *p)
{
	__asm__ volatile("" : : "r"(p) : "memory");
}

// expect: weak_target p effect=unknown freed=unknown stored=unknown
__attribute__((weak)) void weak_target_hook(int *p)
{
	(void)p; /* the linker may choose another one */
}
void weak_target(int *p)
{
	weak_target_hook(p);
}

// expect: reads_foreign - purity=observer uses=foreign_variable
int reads_foreign(void)
{
	return foreign_variable;
}

// expect: foreign_result - returns=unknown
void *foreign_allocate(size_t n);
void *foreign_result(size_t n)
{
	return foreign_allocate(n);
}

// expect: foreign_does_not_see a effect=safe stored=no freed=no
int foreign_does_not_see(const int *a, void *b)
{
	return *a + foreign(b);
}
