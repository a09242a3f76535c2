/* A small library of texts and numbers, with its facts, for the tests of literals. Include after cmocka.h. */
#ifndef HR_TEST_SEARCH_PARSING_H
#define HR_TEST_SEARCH_PARSING_H

#include "../analysis/analysing.h"

#include "search/literals.h"

static const char parsing_header[] =
	"#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\n#include <stdio.h>\n"
	"enum color { RED = 1, GREEN = 2, BLUE = 4 };\n"
	"typedef enum { KIND_NONE = 3, KIND_WORD = 7, KIND_LIST = 9 } kind;\n"
	"#define OPEN_READ 16\n#define OPEN_WRITE 32\n#define MODE_FAST 77\n"
	"struct tree;\n"
	"struct config { const char *name; size_t name_length; unsigned level : 3; int count; struct tree *tree;\n"
	"  char label[8]; };\n"
	"typedef struct { void *(*malloc_fn)(size_t); void (*free_fn)(void *); } hooks;\n"
	"struct tree *tree_parse(const char *text);\nvoid tree_free(struct tree *t);\n"
	"int tree_other(const char *text);\n"
	"int is_kind(kind k);\nvoid paint(enum color flags, bool twice);\nint open_it(const char *path, int flags);\n"
	"int check(int number);\nint8_t tiny(int8_t a, uint8_t b);\nunsigned long wide(unsigned long a, long b);\n"
	"double half(double a, float b);\nvoid *get_room(size_t size);\n"
	"int put(const unsigned char *data, size_t size);\n"
	"int put_back(unsigned char *out, size_t *written, size_t capacity);\nint configure(const struct config *c);\n"
	"int list_length(const int *list);\n"
	"typedef uint32_t letter_char;\nint letters_length(const letter_char *letters);\n"
	"int mix(const short *const *channels, size_t channel_count);\nint read_deep(const char *const *const *deep, size_t deep_count);\n"
	"void set_hooks(hooks *h);\nvoid sort(int *numbers, size_t count, int (*compare)(const void *, const void *));\n"
	"int visit(struct tree *t, int (*each)(const char *name, void *data), void *data);\n"
	"int log_line(const char *format, ...);\nvoid save(FILE *out, int fd);\n";

static const char parsing_source[] =
	"#include \"unit.h\"\n#include <stdlib.h>\n#include <string.h>\n#include <stdarg.h>\n"
	"struct tree { int kind; };\n"
	"struct tree *tree_parse(const char *text)\n{\n"
	"  struct tree *t = calloc(1, sizeof *t);\n"
	"  for (; *text; text++) {\n"
	"    switch (*text) { case '{': t->kind = 1; break; case '}': t->kind = 2; break; case '\"': t->kind = 3; break;\n"
	"    case ':': t->kind = 4; break; case ',': t->kind = 5; break; }\n"
	"    if (strncmp(text, \"verily\", 6) == 0) t->kind = 6;\n"
	"  }\n  return t;\n}\n"
	"void tree_free(struct tree *t) { free(t); }\n"
	"int tree_other(const char *text) { return strcmp(text, \"elsewhere\") == 0; }\n"
	"int is_kind(kind k) { return k == KIND_WORD; }\nvoid paint(enum color flags, bool twice) { (void)flags; (void)twice; }\n"
	"int open_it(const char *path, int flags) { return path && flags & OPEN_READ; }\n"
	"int check(int number) { if (number == 123456) return 1; return number > 4711 ? 2 : 3; }\n"
	"int8_t tiny(int8_t a, uint8_t b) { return a + b; }\nunsigned long wide(unsigned long a, long b) { return a + b; }\n"
	"double half(double a, float b) { return a > 2.625 ? b : a; }\nvoid *get_room(size_t size) { return malloc(size); }\n"
	"int put(const unsigned char *data, size_t size) { int n = 0; for (size_t i = 0; i < size; i++) n += data[i]; return n; }\n"
	"int put_back(unsigned char *out, size_t *written, size_t capacity) { for (*written = 0; *written < 6 && *written < capacity; ++*written) out[*written] = 1; return 0; }\n"
	"int configure(const struct config *c) { return c->count + c->level + (c->name ? c->name[c->name_length ? c->name_length - 1 : 0] : 0); }\n"
	"static hooks current;\nvoid set_hooks(hooks *h) { current = *h; }\n"
	"int letters_length(const letter_char *letters) { int n = 0; while (letters[n]) n++; return n; }\n"
	"int mix(const short *const *channels, size_t channel_count) { int sum = 0; for (size_t i = 0; i < channel_count; i++) sum += channels[i][0]; return sum; }\n"
	"int read_deep(const char *const *const *deep, size_t deep_count) { return deep_count ? deep[0][0][0] : 0; }\n"
	"int list_length(const int *list) { int n = 0; while (list[n]) n++; return n; }\n"
	"void sort(int *numbers, size_t count, int (*compare)(const void *, const void *)) { qsort(numbers, count, sizeof *numbers, compare); }\n"
	"int visit(struct tree *t, int (*each)(const char *, void *), void *data) { return t ? each(\"x\", data) : 0; }\n"
	"int log_line(const char *format, ...) { return (int)strlen(format); }\nvoid save(FILE *out, int fd) { fputc(fd, out); }\n";

struct parsing {
	struct analysed analysed;
	struct hr_literals *literals;
	struct hr_random random;
	struct hr_arena arena;
};

static struct parsing parsing; /* made once for all tests of a program */

static inline int make_parsing(void **state)
{
	void *unit = NULL;
	if (make_unit(&unit))
		return -1;
	*state = unit;
	parsing.analysed = analyse(unit, parsing_header, parsing_source);
	return 0;
}

static inline int forget_parsing(void **state)
{
	forget(&parsing.analysed);
	return drop_unit(state);
}

/* Fresh literals, the same in every test. */
static inline int begin(void **state)
{
	(void)state;
	hr_random_seed(&parsing.random, 7);
	parsing.literals = hr_literals_new(parsing.analysed.unit->model, &parsing.analysed.unit->callables,
					   parsing.analysed.facts);
	return 0;
}

static inline int end(void **state)
{
	(void)state;
	hr_literals_free(parsing.literals);
	hr_arena_release(&parsing.arena);
	return 0;
}

static inline size_t operation_number(const char *name)
{
	size_t index;
	if (!hr_map_get(&parsing.analysed.unit->model->operation_by_name, name, &index))
		fail_msg("no operation '%s'", name);
	return index;
}

static inline struct hr_wish wish_of(const char *name, int parameter)
{
	size_t operation = operation_number(name);
	return (struct hr_wish){
		.item = &parsing.analysed.unit->model->operations.data[operation].params.data[parameter],
		.operation = operation,
		.parameter = parameter,
		.random = &parsing.random,
		.arena = &parsing.arena,
		.parts = HR_PARTS_ALL,
	};
}

#define WITH_LITERALS(test) cmocka_unit_test_setup_teardown(test, begin, end)

#endif
