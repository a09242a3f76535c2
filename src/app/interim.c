/* Stands in for parts of the campaign that are being written: whoever brings the real thing deletes its stand-in here. */
#include "app/campaign_internal.h"
#include "base/memory.h"
#include "seq/close.h"
#include <string.h>
#ifndef HAVE_INVESTIGATE
const char *hr_class_name(enum hr_class c)
{
	static const char *const n[] = { "misuse", "unsure", "portability", "deviant", "likely", "certain" };
	return n[c];
}
void hr_judgement_release(struct hr_judgement *j)
{
	hr_vec_release(&j->reasons);
	hr_vec_release(&j->learned);
	hr_sequence_free(j->neighbour);
	j->neighbour = NULL;
	hr_arena_release(&j->arena);
}
struct hr_siblings {
	int x;
};
struct hr_siblings *hr_siblings_new(const struct hr_model *m)
{
	(void)m;
	return hr_calloc(1, sizeof(struct hr_siblings));
}
void hr_siblings_free(struct hr_siblings *s)
{
	free(s);
}
int hr_investigate(struct hr_judgement *out, const struct hr_rules *rules, const struct hr_siblings *s,
		   const struct hr_sequence *f, const struct hr_outcome *o, const struct hr_runner *r,
		   struct hr_error *e)
{
	(void)rules;
	(void)s;
	(void)f;
	(void)r;
	(void)e;
	out->way = hr_way_of(o);
	out->class = HR_CLASS_LIKELY;
	return 0;
}
int hr_siblings_try(struct hr_siblings *s, const struct hr_sequence *n, const struct hr_runner *r, unsigned most,
		    hr_found_fn *found, void *c, struct hr_error *e)
{
	(void)s;
	(void)n;
	(void)r;
	(void)most;
	(void)found;
	(void)c;
	(void)e;
	return 0;
}
#endif
#ifndef HAVE_IDIOMS
const char *hr_idiom_name(enum hr_idiom_kind k)
{
	(void)k;
	return "idiom";
}
bool hr_idiom_find_name(enum hr_idiom_kind *out, const char *name)
{
	(void)out;
	(void)name;
	return false;
}
struct hr_idioms {
	int x;
};
struct hr_idioms *hr_idioms_find(const struct hr_model *m, unsigned e)
{
	(void)m;
	(void)e;
	return hr_calloc(1, sizeof(struct hr_idioms));
}
void hr_idioms_free(struct hr_idioms *i)
{
	free(i);
}
int hr_idioms_probe(struct hr_idioms *i, const struct hr_sequence *n, const struct hr_outcome *o,
		    struct hr_random *random, const struct hr_runner *r, unsigned most, hr_violation_fn *tell, void *c,
		    struct hr_error *e)
{
	(void)i;
	(void)n;
	(void)o;
	(void)random;
	(void)r;
	(void)most;
	(void)tell;
	(void)c;
	(void)e;
	return 0;
}
bool hr_idioms_is_believed(const struct hr_idioms *i, const struct hr_idiom *x)
{
	(void)i;
	(void)x;
	return true;
}
#endif
