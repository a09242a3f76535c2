/* An API with something of everything, for fuzz_sequence.c. What is read is the model of it, fuzz/sequence.json, which this makes:
 *
 *     build/harrier inspect --header fuzz/sequence.h --json >fuzz/sequence.json
 */
#ifndef SEQUENCE_H
#define SEQUENCE_H

typedef unsigned long size_t;
typedef struct _IO_FILE FILE;
enum color { RED, GREEN = 5, BLUE };
#define FINISH 4
#define GREETING "hello"
#define HALF 0.5
#define NOBODY ((void *)-1)
struct point {
	int x, y;
};
struct derived {
	struct point base;
	char name[8];
};
typedef struct stream_s {
	const unsigned char *next_in;
	unsigned avail_in;
	unsigned ready : 1;
	int level : 4;
	union {
		int number;
		double real;
	};
	struct point corners[2];
	struct stream_s *next;
	int (*hook)(int);
	char tail[];
} stream_t;
struct opaque;
struct opaque *opaque_new(void);
void opaque_free(struct opaque *o);
int opaque_open(const char *name, struct opaque **out);
int opaque_each(struct opaque *o, int (*visit)(struct opaque *o, const char *name, void *data), void *data);
int stream_run(stream_t *s, int flush);
struct point point_add(struct point a, const struct point *b);
void derived_init(struct derived *d);
double half(double d, float f);
void put_color(enum color c, _Bool twice);
void put_bytes(const unsigned char *data, size_t size);
signed char tiny(signed char a, unsigned short b);
void sort(int *numbers, size_t count, int (*compare)(const void *, const void *));
void names(const char *const *list, size_t count);
void anything(void *p);
int log_line(const char *format, ...);
void save(FILE *out, const char *path, int fd);
extern int verbosity;

#endif
