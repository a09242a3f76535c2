/* Which number bounds which buffer, in bytes or elements. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct record {
	int key;
	double weight;
};

struct stream {
	const unsigned char *next;
	size_t available;
	unsigned char *out;
	size_t room;
};

struct array {
	int *items;
	size_t count;
};

// expect: sum values buffer=count:length:elements effect=safe
long sum(const int *values, size_t count)
{
	long total = 0;
	for (size_t i = 0; i < count; i++)
		total += values[i];
	return total;
}

// expect: checksum bytes buffer=size:length:bytes effect=safe
unsigned checksum(const unsigned char *bytes, size_t size)
{
	unsigned total = 0;
	while (size--)
		total += *bytes++;
	return total;
}

// expect: counted_down bytes buffer=n:length:bytes
unsigned counted_down(const uint8_t *bytes, int n)
{
	unsigned x = 0;
	for (int i = n - 1; i >= 0; i--)
		x = 31 * x + bytes[i];
	return x;
}

// expect: fill values buffer=n:capacity:elements effect=read_write
void fill(int *values, int n, int value)
{
	for (int i = 0; i < n; i++)
		values[i] = value;
}

// expect: copy to buffer=n:capacity:bytes
// expect: copy from buffer=n:length:bytes
void copy(void *to, const void *from, size_t n)
{
	memcpy(to, from, n);
}

// expect: copy_integers to buffer=n:capacity:elements
// expect: copy_integers from buffer=n:length:elements
void copy_integers(int *to, const int *from, size_t n)
{
	memcpy(to, from, n * sizeof *to);
}

// expect: cleared bytes buffer=n:capacity:bytes
void cleared(char *bytes, size_t n)
{
	memset(bytes, 0, n);
}

// expect: same a buffer=n:length:bytes
// expect: same b buffer=n:length:bytes
int same(const void *a, const void *b, size_t n)
{
	return memcmp(a, b, n) == 0;
}

// expect: formatted out buffer=room:capacity:bytes
int formatted(char *out, size_t room, int number)
{
	return snprintf(out, room, "%d", number);
}

// expect: bounded_copy out buffer=room:capacity:bytes
// expect: bounded_copy text meaning=string
int bounded_copy(char *out, size_t room, const char *text)
{
	size_t i = 0;
	while (text[i] != '\0') {
		if (i + 1 >= room)
			return -1;
		out[i] = text[i];
		i++;
	}
	out[i] = '\0';
	return 0;
}

// expect: loaded out buffer=room:capacity:bytes
// expect: loaded file meaning=file
size_t loaded(char *out, size_t room, FILE *file)
{
	return fread(out, 1, room, file);
}

// expect: saved bytes buffer=n:length:bytes
int saved(FILE *file, const void *bytes, size_t n)
{
	return fwrite(bytes, 1, n, file) == n ? 0 : -1;
}

// expect: line out buffer=room:capacity:bytes
char *line(char *out, int room, FILE *file)
{
	return fgets(out, room, file);
}

// expect: element i index=values
int element(const int *values, size_t i)
{
	return values[i];
}

// expect: element_checked values buffer=n:length:elements
// expect: element_checked i index=values
int element_checked(const int *values, size_t n, size_t i)
{
	return i < n ? values[i] : -1;
}

// expect: by_end first buffer=last:end:elements
int by_end(const int *first, const int *last)
{
	int total = 0;
	while (first != last)
		total += *first++;
	return total;
}

// expect: matrix cells buffer=rows*columns:length:elements
double matrix(const double *cells, size_t rows, size_t columns)
{
	double total = 0;
	for (size_t i = 0; i < rows * columns; i++)
		total += cells[i];
	return total;
}

// expect: by_callee values buffer=n:length:elements
long by_callee(const int *values, size_t n)
{
	return n ? sum(values, n) / (long)n : 0;
}

// expect: by_callee_bytes to buffer=n:capacity:bytes
void by_callee_bytes(char *to, size_t n, const char *from)
{
	copy(to, from, n);
}

// expect: in_and_out out buffer=*size:capacity:bytes
// expect: in_and_out text meaning=string
int in_and_out(char *out, size_t *size, const char *text)
{
	size_t n = strlen(text);
	if (n > *size)
		return -1;
	memcpy(out, text, n);
	*size = n;
	return 0;
}

// expect: records values buffer=n:length:elements
int records(const struct record *values, int n)
{
	int found = 0;
	for (const struct record *r = values; r < values + n; r++)
		found += r->key > 0;
	return found;
}

// expect: sorted values buffer=n:length:elements
static int by_key(const void *a, const void *b)
{
	const struct record *x = a, *y = b;
	return (x->key > y->key) - (x->key < y->key);
}
void sorted(struct record *values, size_t n)
{
	qsort(values, n, sizeof *values, by_key);
}

// expect: fixed digest buffer=16:capacity:bytes
void fixed(unsigned char *digest, unsigned seed)
{
	for (int i = 0; i < 16; i++)
		digest[i] = (unsigned char)(seed >> (i & 7));
}

// expect: pump stream.next buffer=available:length:bytes
// expect: pump stream.out buffer=room:capacity:bytes
int pump(struct stream *stream)
{
	while (stream->available > 0 && stream->room > 0) {
		*stream->out++ = *stream->next++ ^ 0x20;
		stream->available--;
		stream->room--;
	}
	return stream->available == 0;
}

// expect: total array.items buffer=count:length:elements
long total(const struct array *array)
{
	long result = 0;
	for (size_t i = 0; i < array->count; i++)
		result += array->items[i];
	return result;
}

// expect: two_buffers a buffer=n:length:bytes
// expect: two_buffers b buffer=m:length:bytes
unsigned two_buffers(const unsigned char *a, size_t n, const unsigned char *b, size_t m)
{
	return checksum(a, n) ^ checksum(b, m);
}

// expect: minimum a buffer=n:length:bytes
// expect: minimum b buffer=m:length:bytes
int minimum(const unsigned char *a, size_t n, const unsigned char *b, size_t m)
{
	size_t common = n < m ? n : m;
	int order = memcmp(a, b, common);
	return order ? order : (n > m) - (n < m);
}

// expect: unrelated n meaning=size
// expect: unrelated text meaning=string
char *unrelated(const char *text, size_t n)
{
	char *out = malloc(n + strlen(text) + 1);
	if (out)
		strcpy(out, text);
	return out;
}

// expect: reversed bytes buffer=n:length:bytes effect=read_write
void reversed(char *bytes, size_t n)
{
	for (size_t i = 0; i < n / 2; i++) {
		char kept = bytes[i];
		bytes[i] = bytes[n - 1 - i];
		bytes[n - 1 - i] = kept;
	}
}

// expect: at_most text buffer=n:length:bytes
size_t at_most(const char *text, size_t n)
{
	return strnlen(text, n);
}
