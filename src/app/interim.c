/* Stands in for parts of the campaign that are being written: whoever brings the real thing deletes its stand-in here. */
#include "app/campaign_internal.h"
#include "base/memory.h"
#include "seq/close.h"
#include <string.h>
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
bool hr_contract_is_broken(const struct hr_contract *c, const struct hr_sequence *s, const struct hr_outcome *o)
{
	(void)c;
	(void)s;
	(void)o;
	return false;
}
#endif
