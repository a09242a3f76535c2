/* Buffers, arrays, lengths, capacities, sizes, and what is written where. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "inferring.h"

static void test_memory__buffers(void **state)
{
	static const char header[] =
		"#include <stddef.h>\n#include <stdint.h>\n#include <sys/types.h>\n"
		"uint32_t checksum(const void *data, size_t length);\n"
		"uint32_t hash_update(uint32_t seed, const uint8_t *bytes, size_t n);\n"
		"int is_utf8(const char *text, size_t len);\n"
		"size_t encode(char *dst, size_t dst_size, const uint8_t *src, size_t src_len);\n"
		"int decode(const char *input, size_t input_length, uint8_t *output, size_t *output_length);\n"
		"ssize_t read_some(int fd, void *buf, size_t count);\n"
		"ssize_t write_some(int fd, const void *buf, size_t count);\n"
		"int random_bytes(unsigned char *out, size_t outlen);\n"
		"void wipe(void *memory, size_t size);\n"
		"int compare_bytes(const void *a, const void *b, size_t n);\n"
		"void xor_block(uint8_t *block, const uint8_t *key, size_t size);\n"
		"void pack(unsigned num, unsigned char buf[4]);\n";
	static const struct role_case cases[] = {
		{ "checksum", "data buffer | length length of data bytes | -> value" },
		{ "hash_update", "seed in | bytes buffer | n length of bytes bytes | -> value" },
		{ "is_utf8", "text buffer | len length of text bytes | -> value" },
		{ "encode",
		  "dst out | dst_size capacity of dst bytes | src buffer | src_len length of src bytes | -> value" },
		{ "decode",
		  "input buffer | input_length length of input bytes | output out | output_length capacity of output "
		  "bytes | -> status" },
		{ "read_some", "fd descriptor | buf out | count capacity of buf bytes | -> value" },
		{ "write_some", "fd descriptor | buf buffer | count length of buf bytes | -> value" },
		{ "random_bytes", "out out | outlen capacity of out bytes" },
		/* how many there are is said */
		{ "pack", "num in" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

/* As in the C library. */
static void test_memory__like_libc(void **state)
{
	static const char header[] =
		"#include <stddef.h>\n#include <stdarg.h>\n#include <stdio.h>\n#include <sys/types.h>\n"
		"size_t stream_read(void *ptr, size_t size, size_t nmemb, FILE *stream);\n"
		"size_t stream_write(const void *ptr, size_t size, size_t nmemb, FILE *stream);\n"
		"int text_snprintf(char *buf, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));\n"
		"int text_vsnprintf(char *buf, size_t size, const char *format, va_list args);\n"
		"int text_sscanf(const char *str, const char *format, ...);\n"
		"long text_to_long(const char *str, char **endptr, int base);\n"
		"ssize_t text_getline(char **line, size_t *capacity, FILE *stream);\n"
		"void sort(void *base, size_t nmemb, size_t size, int (*compare)(const void *, const void *));\n"
		"void *search(const void *key, const void *base, size_t nmemb, size_t size, int (*cmp)(const void *, const void *));\n"
		"char *text_dup(const char *s);\n"
		"char *text_copy_to(char *dest, const char *src, size_t dest_size);\n"
		"void *mem_alloc(size_t size);\nvoid *mem_realloc(void *ptr, size_t size);\nvoid mem_free(void *ptr);\n"
		"void *mem_calloc(size_t count, size_t size);\n";
	static const struct role_case cases[] = {
		{ "stream_read", "ptr out | size size | nmemb capacity of ptr elements | stream file | -> value" },
		{ "stream_write", "ptr buffer | size size | nmemb length of ptr elements | stream file | -> value" },
		{ "text_snprintf", "buf out | size capacity of buf bytes | format format" },
		{ "text_vsnprintf", "buf out | size capacity of buf bytes | format format | args in" },
		{ "text_sscanf", "str string | format format" },
		{ "text_to_long", "str string | endptr out | base in | -> value" },
		{ "text_getline", "stream file | -> value" },
		{ "sort", "base inout | nmemb length of base elements | size size | compare callback" },
		{ "search", "base array | nmemb length of base elements | size size | cmp callback | -> borrowed" },
		{ "text_dup", "s string | -> owned" },
		{ "text_copy_to", "dest out | src string | dest_size capacity of dest bytes | -> borrowed of dest" },
		{ "mem_alloc", "size size | -> owned freed_by mem_free" },
		{ "mem_realloc", "ptr consumed | size size | -> owned freed_by mem_free" },
		{ "mem_free", "ptr consumed | -> none" },
		{ "mem_calloc", "count size | size size | -> owned freed_by mem_free" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

static void test_memory__arrays(void **state)
{
	static const char header[] = "#include <stddef.h>\n"
				     "struct point { double x, y; };\nstruct box { struct point low, high; };\n"
				     "double mean(const double *values, size_t count);\n"
				     "int max_index(const int *numbers, int n);\n"
				     "int join(const char *const *parts, size_t num_parts, const char *separator);\n"
				     "void bounds(const struct point *points, size_t num_points, struct box *out);\n"
				     "void fill_ones(int *result, size_t count);\n"
				     "size_t primes(unsigned *out, size_t max, unsigned limit);\n"
				     "void sort_numbers(int *numbers, size_t count);\n"
				     "int run(int argc, char **argv);\n"
				     "double dot(const double *a, const double *b, size_t n);\n"
				     "void rotate(double matrix[9], double angle);\n";
	static const struct role_case cases[] = {
		{ "mean", "values array | count length of values elements | -> value" },
		{ "max_index", "numbers array | n length of numbers elements" },
		{ "join", "parts array | num_parts length of parts elements | separator string" },
		{ "bounds", "points array | num_points length of points elements | out out | -> none" },
		{ "fill_ones", "result out | count capacity of result elements" },
		{ "primes", "out out | max capacity of out elements | -> value" },
		{ "run", "argv array | argc length of argv elements" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

static void test_memory__slots_and_scalars(void **state)
{
	static const char header[] =
		"#include <stddef.h>\n#include <stdbool.h>\n"
		"struct date { int year, month, day; };\n"
		"int parse_int(const char *text, int *value);\n"
		"bool parse_date(const char *text, struct date *result);\n"
		"void split(double number, int *whole, double *fraction);\n"
		"/* Reads one token and advances *cursor behind it.\n * @param[in,out] cursor  where to read */\n"
		"int next_token(const char **cursor, int *kind);\n"
		"/**\n * @param[out] text  newly allocated text, to be freed with free()\n * @param[out] length its length\n */\n"
		"int load_file(const char *filename, char **text, size_t *length);\n"
		"int date_to_days(const struct date *date);\n"
		"void date_add(struct date *date, int days);\n"
		"/* Replaces tabs in place. */\nvoid expand_tabs(char *text);\n"
		"void trim(char *s);\n"
		"int count_words(const char *text, size_t *words);\n";
	static const struct role_case cases[] = {
		{ "parse_int", "text string | value out | -> status" },
		{ "parse_date", "text string | result out | -> status | .error zero" },
		{ "split", "number in | whole out | fraction out | -> none" },
		{ "next_token", "cursor inout | kind out" },
		{ "load_file", "filename path | text out | length out | -> status" },
		{ "trim", "s inout" },
		{ "count_words", "text string | words out" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

static void test_memory__sizes(void **state)
{
	static const char header[] = "#include <stddef.h>\n"
				     "struct pool;\n"
				     "struct pool *pool_create(size_t block_size, size_t max_blocks);\n"
				     "void *pool_alloc(struct pool *p, size_t size);\n"
				     "void pool_destroy(struct pool *p);\n"
				     "int pool_grow(struct pool *p, size_t bytes);\n"
				     "void pool_set_limit(struct pool *p, size_t limit);\n"
				     "int pool_get_at(struct pool *p, size_t index);\n"
				     "size_t encoded_size(size_t length);\n";
	static const struct role_case cases[] = {
		{ "pool_create", "block_size size | max_blocks size | -> owned freed_by pool_destroy" },
		{ "pool_alloc", "p receiver | size size" },
		{ "pool_grow", "p receiver | bytes size | -> status" },
		{ "pool_set_limit", "p receiver | limit size" },
		{ "pool_get_at", "p receiver | index in" },
		{ "encoded_size", "length size | -> value" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_memory__buffers), IN_SCRATCH(test_memory__like_libc),
		IN_SCRATCH(test_memory__arrays),  IN_SCRATCH(test_memory__slots_and_scalars),
		IN_SCRATCH(test_memory__sizes),
	};

	return cmocka_run_group_tests_name("memory", tests, NULL, NULL);
}
