#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
enum color { RED, GREEN = 5, BLUE };
#define FINISH 4
#define GREETING "hello"
#define HALF 0.5
#define NOBODY ((void *)-1)
struct point { int x; int y; };
struct base { int id; };
struct derived { struct base base; char name[8]; };
typedef struct stream_s { const unsigned char *next_in; unsigned avail_in; unsigned long total_out;
  unsigned ready : 1; int level : 4; union { int number; double real; }; struct { short deep; };
  struct point corners[2]; struct stream_s *next; int (*hook)(int); char tail[4]; } stream_t;
struct opaque;
typedef int visitor(struct opaque *o, const char *name, void *data);
struct opaque *opaque_new(void);
void opaque_free(struct opaque *o);
int opaque_open(const char *name, struct opaque **out);
int opaque_each(struct opaque *o, visitor *visit, void *data);
int stream_run(stream_t *s, int flush);
struct point point_add(struct point a, const struct point *b);
int base_id(const struct base *b);
void derived_init(struct derived *d);
double half(double d, float f);
void put_color(enum color c, bool twice);
void put_bytes(const unsigned char *data, size_t size);
int8_t tiny(int8_t a, uint8_t b);
char letter(char c);
long long wide(unsigned long long big, long long small);
void sort(int *numbers, size_t count, int (*compare)(const void *, const void *));
void names(const char *const *list, size_t count);
void anything(void *p);
int log_line(const char *format, ...);
void vlog(const char *format, va_list args);
void save(FILE *out, const char *path, int fd);
void on_done(void (*done)(void));
extern int verbosity;
#define SQUARE(n) ((n) * (n))
#define PASTED(n) n##_t
