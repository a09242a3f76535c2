/* What the C library takes a parameter for. */
#include <ctype.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct config {
	const char *path;
	FILE *log;
};

// expect: text_length text meaning=string
size_t text_length(const char *text)
{
	return strlen(text) + 1;
}

// expect: text_by_hand text meaning=string
size_t text_by_hand(const char *text)
{
	size_t n = 0;
	while (text[n])
		n++;
	return n;
}

// expect: text_by_pointer text meaning=string
unsigned text_by_pointer(const char *text)
{
	unsigned hash = 5381;
	for (; *text != '\0'; text++)
		hash = 33 * hash + (unsigned char)*text;
	return hash;
}

// expect: not_text byte deref=always
int not_text(const char *byte)
{
	return byte[0] == 'x';
}

// expect: printed text meaning=string
void printed(const char *text)
{
	printf("%s\n", text);
}

// expect: to_number text meaning=string
long to_number(const char *text)
{
	return strtol(text, NULL, 10);
}

// expect: exists path meaning=path
int exists(const char *path)
{
	return access(path, F_OK) == 0;
}

// expect: size_of_file path meaning=path
long size_of_file(const char *path)
{
	struct stat status;
	return stat(path, &status) == 0 ? (long)status.st_size : -1;
}

// expect: removed path meaning=path
int removed(const char *path)
{
	return remove(path);
}

// expect: opened_by_callee name meaning=path
static FILE *open_for_reading(const char *name)
{
	return fopen(name, "rb");
}
int opened_by_callee(const char *name)
{
	FILE *file = open_for_reading(name);
	if (!file)
		return -1;
	fclose(file);
	return 0;
}

// expect: logged format meaning=format
void logged(const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	vfprintf(stderr, format, arguments);
	va_end(arguments);
}

// expect: logged_list format meaning=format
void logged_list(const char *format, va_list arguments)
{
	vprintf(format, arguments);
}

// expect: written file meaning=file effect=read_write
// expect: written text meaning=string
void written(FILE *file, const char *text)
{
	fputs(text, file);
}

// expect: descriptor fd meaning=descriptor
long descriptor(int fd, void *out, size_t n)
{
	return read(fd, out, n);
}

// expect: allocated n meaning=size
// expect: allocated - returns=owned
void *allocated(size_t n)
{
	return malloc(n);
}

// expect: allocated_elements n meaning=size
double *allocated_elements(size_t n)
{
	return calloc(n, sizeof(double));
}

// expect: allocated_scaled n meaning=size
int *allocated_scaled(unsigned n)
{
	return malloc(n * sizeof(int) + 8);
}

// expect: resized n meaning=size
// expect: resized p freed=yes
void *resized(void *p, size_t n)
{
	void *bigger = realloc(p, n);
	return bigger ? bigger : p;
}

// expect: counted c meaning=character
// expect: counted text meaning=string
int counted(const char *text, int c)
{
	int n = 0;
	while ((text = strchr(text, c)) != NULL) {
		n++;
		text++;
	}
	return n;
}

// expect: is_word c meaning=character
int is_word(int c)
{
	return isalnum(c) || c == '_';
}

// expect: visited visit meaning=callback null=crash deref=some stored=no
// expect: visited data deref=never null=legal effect=unknown freed=unknown stored=unknown
void visited(int n, void (*visit)(int, void *), void *data)
{
	for (int i = 0; i < n; i++)
		visit(i, data);
}

// expect: called_if_there done meaning=callback null=legal on_null=return
void called_if_there(void (*done)(void))
{
	if (done)
		done();
}

// expect: joined directory meaning=string
// expect: joined name meaning=string
char *joined(const char *directory, const char *name)
{
	size_t n = strlen(directory) + strlen(name) + 2;
	char *path = malloc(n);
	if (path)
		snprintf(path, n, "%s/%s", directory, name);
	return path;
}

// expect: environment name meaning=string
int environment(const char *name)
{
	return getenv(name) != NULL;
}

// expect: field_path config.path meaning=path
int field_path(const struct config *config)
{
	return unlink(config->path);
}
