/* Faults inside functions of libc, which the unit calls with the wrong memory. */
#define _GNU_SOURCE
#include "faults.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>
#include <wchar.h>

/* A block of `size` bytes, all of them 'x': text without an end. */
static char *letters(size_t size)
{
	char *block = malloc(size);
	for (size_t i = 0; i < size; i++)
		block[i] = 'x';
	return block;
}

void lib_memcpy_write(unsigned long size)
{
	char from[64] = "";
	char *block = malloc(16);
	memcpy(block, from, size);
	free(block);
}

int lib_memcpy_read(unsigned long size)
{
	char to[64];
	char *block = letters(16);
	memcpy(to, block, size);
	free(block);
	return to[0];
}

void lib_memcpy_overlap(unsigned long distance)
{
	char *block = letters(64);
	memcpy(block + distance, block, 32);
	free(block);
}

void lib_memmove(unsigned long size)
{
	char *block = letters(64);
	memmove(block + 8, block, size);
	free(block);
}

void lib_memset(unsigned long size)
{
	char *block = malloc(16);
	memset(block, 0, size);
	free(block);
}

void lib_memset_local(unsigned long size)
{
	char local[16];
	char *volatile there = local;
	memset(there, 0, size);
}

int lib_memcmp(unsigned long size)
{
	char *a = letters(16);
	char *b = letters(32);
	int result = memcmp(a, b, size);
	free(a);
	free(b);
	return result;
}

int lib_memchr(unsigned long size)
{
	char *block = letters(16);
	void *found = memchr(block, 'y', size);
	free(block);
	return found != NULL;
}

void lib_strcpy(const char *text)
{
	char *block = malloc(8);
	strcpy(block, text);
	free(block);
}

void lib_strcpy_unterminated(void)
{
	char to[64];
	char *block = letters(16);
	strcpy(to, block);
	free(block);
}

void lib_strncpy(unsigned long size)
{
	char *block = malloc(8);
	strncpy(block, "a", size);
	free(block);
}

void lib_strcat(const char *text)
{
	char *block = malloc(8);
	strcpy(block, "1234");
	strcat(block, text);
	free(block);
}

void lib_strncat(unsigned long size)
{
	char *block = malloc(8);
	strcpy(block, "1234");
	strncat(block, "56789", size);
	free(block);
}

unsigned long lib_strlen(void)
{
	char *block = letters(16);
	unsigned long length = strlen(block);
	free(block);
	return length;
}

unsigned long lib_strlen_freed(void)
{
	char *block = strdup("text");
	free(block);
	return strlen(block);
}

unsigned long lib_strlen_null(void)
{
	char *volatile nothing = NULL;
	return strlen(nothing);
}

int lib_strcmp(void)
{
	char *block = letters(4);
	int result = strcmp(block, "xxxxxxxx");
	free(block);
	return result;
}

int lib_strncmp(unsigned long size)
{
	char *block = letters(4);
	int result = strncmp(block, "xxxxxxxx", size);
	free(block);
	return result;
}

int lib_strchr(void)
{
	char *block = letters(4);
	int result = strchr(block, 'y') != NULL;
	free(block);
	return result;
}

int lib_strstr(void)
{
	char *block = letters(4);
	int result = strstr(block, "xy") != NULL;
	free(block);
	return result;
}

void lib_strdup(void)
{
	char *block = letters(16);
	free(strdup(block));
	free(block);
}

void lib_sprintf(int number)
{
	char *block = malloc(8);
	sprintf(block, "n=%d", number);
	free(block);
}

void lib_sprintf_argument(void)
{
	char to[64];
	char *block = letters(4);
	sprintf(to, "%s", block);
	free(block);
}

void lib_snprintf(unsigned long size)
{
	char *block = malloc(8);
	snprintf(block, size, "%s", "123456789");
	free(block);
}

int lib_sscanf(void)
{
	char *block = malloc(4);
	int found = sscanf("12345", "%s", block);
	free(block);
	return found;
}

int lib_sscanf_number(void)
{
	char *block = malloc(2);
	int found = sscanf("12345", "%d", (int *)(void *)block);
	free(block);
	return found;
}

long lib_strtol(void)
{
	char *block = malloc(3);
	memcpy(block, "123", 3);
	long number = strtol(block, NULL, 10);
	free(block);
	return number;
}

int lib_atoi(void)
{
	char *block = malloc(3);
	memcpy(block, "123", 3);
	int number = atoi(block);
	free(block);
	return number;
}

static int compare_after_end(const void *a, const void *b)
{
	const int *left = a;
	const int *right = b;
	return left[4] - right[4];
}

static int compare_ints(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

void lib_qsort_callback(void)
{
	int *block = calloc(4, sizeof *block);
	qsort(block, 4, sizeof *block, compare_after_end);
	free(block);
}

void lib_qsort_count(unsigned long count)
{
	int *block = calloc(4, sizeof *block);
	qsort(block, count, sizeof *block, compare_ints);
	free(block);
}

int lib_bsearch(unsigned long count)
{
	int *block = calloc(4, sizeof *block);
	int key = 1;
	int found = bsearch(&key, block, count, sizeof *block, compare_ints) != NULL;
	free(block);
	return found;
}

static FILE *file_with(const char *text)
{
	FILE *file = tmpfile();
	if (file) {
		fputs(text, file);
		rewind(file);
	}
	return file;
}

int lib_fread(unsigned long size)
{
	FILE *file = file_with("twenty four characters ..");
	char *block = malloc(8);
	int got = (int)fread(block, 1, size, file);
	free(block);
	fclose(file);
	return got;
}

int lib_fwrite(unsigned long size)
{
	FILE *file = file_with("");
	char *block = letters(8);
	int got = (int)fwrite(block, 1, size, file);
	free(block);
	fclose(file);
	return got;
}

int lib_fgets(int size)
{
	FILE *file = file_with("twenty four characters ..\n");
	char *block = malloc(8);
	int got = fgets(block, size, file) != NULL;
	free(block);
	fclose(file);
	return got;
}

/* `size` is what it says of its block of 4 bytes. */
long lib_getline(unsigned long size)
{
	FILE *file = file_with("one line\n");
	char *line = malloc(4);
	long got = getline(&line, &size, file);
	free(line);
	fclose(file);
	return got;
}

int lib_use_after_fclose(void)
{
	FILE *file = file_with("text");
	fclose(file);
	return fgetc(file);
}

int lib_fclose_twice(void)
{
	FILE *file = file_with("text");
	fclose(file);
	return fclose(file);
}

long lib_readv(unsigned long size)
{
	FILE *file = file_with("twenty four characters ..");
	char *block = malloc(8);
	struct iovec part = { block, size };
	long got = readv(fileno(file), &part, 1);
	free(block);
	fclose(file);
	return got;
}

long lib_read(unsigned long size)
{
	FILE *file = file_with("twenty four characters ..");
	char *block = malloc(8);
	long got = read(fileno(file), block, size);
	free(block);
	fclose(file);
	return got;
}

int lib_wcscpy(void)
{
	wchar_t *block = malloc(3 * sizeof *block);
	wcscpy(block, L"four");
	int first = block[0];
	free(block);
	return first;
}

unsigned long lib_wcslen(void)
{
	wchar_t *block = malloc(2 * sizeof *block);
	block[0] = block[1] = L'x';
	unsigned long length = wcslen(block);
	free(block);
	return length;
}
