/* Status and error results, what errors follow, and output that is written on success only. */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum code { CODE_OK, CODE_NO_MEMORY, CODE_BAD };

struct buffer {
	char *bytes;
	size_t length;
};

// expect: parse_digit - returns=status error=negative fails_on=range
// expect: parse_digit out output=success effect=read_write
int parse_digit(char c, int *out)
{
	if (c < '0' || c > '9')
		return -1;
	*out = c - '0';
	return 0;
}

// expect: always_written - returns=status error=negative
// expect: always_written out output=always
int always_written(int n, int *out)
{
	*out = 0;
	if (n < 0)
		return -1;
	*out = n;
	return 0;
}

// expect: sometimes_written out output=some
void sometimes_written(int n, int *out)
{
	if (n > 3)
		*out = n;
}

// expect: grow - returns=status error=negative fails_on=alloc
int grow(struct buffer *b, size_t n)
{
	char *bytes = realloc(b->bytes, b->length + n);
	if (!bytes)
		return -1;
	b->bytes = bytes;
	b->length += n;
	return 0;
}

// expect: by_callee - returns=status error=negative fails_on=callee
int by_callee(struct buffer *b)
{
	if (grow(b, 16) < 0)
		return -1;
	b->bytes[0] = 0;
	return 0;
}

// expect: passed_on - returns=status error=negative
int passed_on(struct buffer *b)
{
	return grow(b, 1);
}

// expect: null_checked - returns=status error=negative fails_on=null
int null_checked(struct buffer *b)
{
	if (!b)
		return -1;
	b->length = 0;
	return 0;
}

// expect: two_reasons - returns=status error=negative fails_on=null,alloc
int two_reasons(struct buffer *b)
{
	if (!b)
		return -2;
	b->bytes = malloc(10);
	if (!b->bytes)
		return -1;
	return 0;
}

// expect: code_result - returns=status error=nonzero fails_on=alloc,range
enum code code_result(struct buffer *b, size_t n)
{
	if (n > 1000)
		return CODE_BAD;
	b->bytes = malloc(n);
	if (!b->bytes)
		return CODE_NO_MEMORY;
	return CODE_OK;
}

// expect: boolean_result - returns=status error=zero fails_on=alloc
bool boolean_result(struct buffer *b)
{
	b->bytes = malloc(10);
	if (b->bytes == NULL)
		return false;
	b->bytes[0] = 1;
	return true;
}

// expect: null_result - returns=owned error=null fails_on=alloc
struct buffer *null_result(void)
{
	struct buffer *b = malloc(sizeof *b);
	if (!b)
		return NULL;
	b->bytes = NULL;
	b->length = 0;
	return b;
}

// expect: undoes_work - returns=owned error=null fails_on=alloc
struct buffer *undoes_work(size_t n)
{
	struct buffer *b = malloc(sizeof *b);
	if (!b)
		return NULL;
	b->bytes = malloc(n);
	if (!b->bytes) {
		free(b);
		return NULL;
	}
	b->length = n;
	return b;
}

// expect: cannot_fail - error=none returns=value
int cannot_fail(int a, int b)
{
	return a > b ? a : b;
}

// expect: nothing - returns=none
void nothing(struct buffer *b)
{
	b->length = 0;
}

// expect: index_or_negative - returns=value error=negative
int index_or_negative(const char *text, char c)
{
	for (int i = 0; text[i]; i++)
		if (text[i] == c)
			return i;
	return -1;
}

// expect: data_checked - returns=status error=negative fails_on=data
int data_checked(const unsigned char *bytes)
{
	if (bytes[0] != 0x7f || bytes[1] != 'E')
		return -1;
	return 0;
}

// expect: out_slot slot output=success
// expect: out_slot - returns=status error=negative fails_on=alloc
int out_slot(struct buffer **slot)
{
	struct buffer *b = calloc(1, sizeof *b);
	if (!b)
		return -1;
	*slot = b;
	return 0;
}

// expect: with_errno - returns=status error=negative fails_on=range
int with_errno(int n, int *out)
{
	if (n < 0) {
		errno = ERANGE;
		return -1;
	}
	*out = n;
	return 0;
}

// expect: read_file - returns=status error=negative fails_on=callee
// expect: read_file path meaning=path
int read_file(const char *path, char *out)
{
	FILE *file = fopen(path, "r");
	if (!file)
		return -1;
	*out = (char)getc(file);
	fclose(file);
	return 0;
}

// expect: by_goto - returns=status error=negative
// expect: by_goto out output=success
int by_goto(int n, int *out)
{
	int result = -1;
	char *scratch = malloc(8);
	if (!scratch)
		goto done;
	if (n < 0)
		goto done;
	*out = n;
	result = 0;
done:
	free(scratch);
	return result;
}

struct tree {
	struct tree *left, *right;
	char *name;
};

static void drop_children(struct tree *tree);

/* NULL whatever happens: nobody can tell by it that something went wrong, also where functions call each other. */
// expect: drop - error=unknown
struct tree *drop(struct tree *tree)
{
	if (!tree)
		return NULL;
	drop_children(tree);
	free(tree->name);
	free(tree);
	return NULL;
}

// expect: drop_named - error=unknown
struct tree *drop_named(struct tree *tree, const char *name)
{
	if (tree && strcmp(tree->name, name) == 0)
		return drop(tree);
	return NULL;
}

static void drop_children(struct tree *tree)
{
	drop_named(tree->left, "left");
	drop(tree->right);
}
