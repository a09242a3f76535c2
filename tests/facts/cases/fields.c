/* Fields and globals that a function defines and uses, as struct and offset. */
#include <stdlib.h>
#include <string.h>

struct point {
	int x; /* +0 */
	int y; /* +4 */
};

struct box {
	struct point low;  /* +0 */
	struct point high; /* +8 */
	char *name;        /* +16 */
	struct box *next;  /* +24 */
};

typedef struct {
	long total; /* +0 */
	long limit; /* +8 */
} meter;

int counter;
static int hidden;

static const int table[] = { 1, 2, 3 };

// expect: get_x - uses=point+0 defines=none purity=observer
int get_x(const struct point *p)
{
	return p->x;
}

// expect: set_y - uses=none defines=point+4 purity=impure
void set_y(struct point *p, int y)
{
	p->y = y;
}

// expect: move - uses=point+0,point+4 defines=point+0,point+4
void move(struct point *p, int by)
{
	p->x += by;
	p->y += by;
}

// expect: by_callee - uses=point+0 defines=point+4
void by_callee(struct point *p)
{
	set_y(p, get_x(p));
}

// expect: nested - defines=point+4|box+12 uses=none
void nested(struct box *b)
{
	b->high.y = 1;
}

// expect: pointed - uses=box+24,box+16 defines=none
char *pointed(const struct box *b)
{
	return b->next->name;
}

// expect: count_up - uses=counter defines=counter
void count_up(void)
{
	counter++;
}

// expect: hide - defines=hidden uses=none
void hide(int n)
{
	hidden = n;
}

// expect: show - uses=hidden defines=none purity=observer
int show(void)
{
	return hidden;
}

// expect: constant_table - uses=none defines=none purity=pure
int constant_table(int i)
{
	return table[i % 3];
}

// expect: typedef_only - uses=meter+0,meter+8 defines=meter+0
int typedef_only(meter *m, long n)
{
	if (m->total + n > m->limit)
		return -1;
	m->total += n;
	return 0;
}

// expect: plain_output - uses=none defines=none purity=impure
void plain_output(int *out)
{
	*out = 1;
}

// expect: local_only - uses=none defines=none purity=pure
int local_only(int n)
{
	struct point p = { n, 2 * n };
	p.x += 3;
	return p.x * p.y;
}

// expect: cleared - defines=point+0,point+4
void cleared(struct point *p)
{
	memset(p, 0, sizeof *p);
}

// expect: assigned - uses=point+0,point+4 defines=point+0,point+4
void assigned(struct point *to, const struct point *from)
{
	*to = *from;
}

// expect: made - defines=point+0,point+4 uses=none returns=owned
struct point *made(int x)
{
	struct point *p = malloc(sizeof *p);
	if (p) {
		p->x = x;
		p->y = 0;
	}
	return p;
}

// expect: static_local - uses=last defines=last
int static_local(int n)
{
	static int last;
	int difference = n - last;
	last = n;
	return difference;
}

// expect: element - uses=point+4 defines=none
int element(const struct point *points, int i)
{
	return points[i].y;
}


// expect: conditional - uses=point+0 defines=point+4
void conditional(struct point *p)
{
	if (p->x > 3)
		p->y = 0;
}
