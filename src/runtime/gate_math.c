/* The functions of math.h and fenv.h that write through a pointer or read a string: checked here, computed by libm. The others pass. */
#include "runtime/gate_process_internal.h"

#include <fenv.h>
#include <math.h>

/* name(x, out), returning what x is */
#define WITH_OUT(name, type, out_type)                            \
	type hr_gate_##name(type x, __typeof__(out_type) *out)                \
	{                                                         \
		HR_GATE_ENTER(#name);                             \
		hr_gate_writes(site, out, sizeof *out);           \
		return name(x, out);                              \
	}
#define SINCOS(name, type)                                                \
	void hr_gate_##name(type x, __typeof__(type) *sine, __typeof__(type) *cosine)             \
	{                                                                 \
		HR_GATE_ENTER(#name);                                     \
		hr_gate_writes(site, sine, sizeof *sine);                 \
		hr_gate_writes(site, cosine, sizeof *cosine);             \
		name(x, sine, cosine);                                    \
	}
#define REMQUO(name, type)                                        \
	type hr_gate_##name(type x, type y, int *out)             \
	{                                                         \
		HR_GATE_ENTER(#name);                             \
		hr_gate_writes(site, out, sizeof *out);           \
		return name(x, y, out);                           \
	}
#define NOT_A_NUMBER(name, type)                                  \
	type hr_gate_##name(const char *text)                     \
	{                                                         \
		HR_GATE_ENTER(#name);                             \
		hr_gate_string(site, text);                       \
		return name(text);                                \
	}

WITH_OUT(frexp, double, int)
WITH_OUT(frexpf, float, int)
WITH_OUT(frexpl, long double, int)
WITH_OUT(lgamma_r, double, int)
WITH_OUT(lgammaf_r, float, int)
WITH_OUT(lgammal_r, long double, int)
WITH_OUT(modf, double, double)
WITH_OUT(modff, float, float)
WITH_OUT(modfl, long double, long double)
SINCOS(sincos, double)
SINCOS(sincosf, float)
SINCOS(sincosl, long double)
REMQUO(remquo, double)
REMQUO(remquof, float)
REMQUO(remquol, long double)
NOT_A_NUMBER(nan, double)
NOT_A_NUMBER(nanf, float)
NOT_A_NUMBER(nanl, long double)

/* name(memory): 0 or not */
#define ENVIRONMENT(name, type, check)                            \
	int hr_gate_##name(__typeof__(type) *environment)                     \
	{                                                         \
		HR_GATE_ENTER(#name);                             \
		check(site, environment, sizeof *environment);    \
		return name(environment);                         \
	}
ENVIRONMENT(fegetenv, fenv_t, hr_gate_writes)
ENVIRONMENT(feholdexcept, fenv_t, hr_gate_writes)
ENVIRONMENT(fegetmode, femode_t, hr_gate_writes)

/* FE_DFL_ENV and FE_NOMASK_ENV are constants that point nowhere. */
static void check_environment(const struct hr_gate_site *site, const void *environment, size_t size)
{
	if ((uintptr_t)environment < (uintptr_t)-2)
		hr_gate_reads(site, environment, size);
}
ENVIRONMENT(fesetenv, const fenv_t, check_environment)
ENVIRONMENT(feupdateenv, const fenv_t, check_environment)
ENVIRONMENT(fesetmode, const femode_t, check_environment)

int hr_gate_fegetexceptflag(fexcept_t *out, int which)
{
	HR_GATE_ENTER("fegetexceptflag");
	hr_gate_writes(site, out, sizeof *out);
	return fegetexceptflag(out, which);
}

int hr_gate_fesetexceptflag(const fexcept_t *flags, int which)
{
	HR_GATE_ENTER("fesetexceptflag");
	hr_gate_reads(site, flags, sizeof *flags);
	return fesetexceptflag(flags, which);
}
