/* Random numbers: the same ones in every sequence. rand, random and the drand48 family are glibc's own generators on state that is
 * kept here; what should come from outside (getrandom, arc4random) comes from a fixed generator. */
#include "runtime/gate_process_internal.h"
#include "runtime/changing.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

enum { OWN_STATE = 128, SMALLEST_STATE = 8 };

/* glibc's random() starts as if it had been seeded with 1. While `outside` is set, the numbers come from memory of the unit. */
static struct {
	bool is_ready;
	struct random_data data;
	char own[OWN_STATE];
	char *outside;
	size_t outside_size;
} generator;
HR_GATE_STATE(generator);
HR_CHANGING(generator); /* made when it is first needed */

/* Seeding costs more than all the rest: it is done before the state is touched for the first time, so that a reset brings it back seeded. */
static void prepare(void)
{
	if (!generator.is_ready) {
		generator.is_ready = true;
		initstate_r(1, generator.own, sizeof generator.own, &generator.data);
	}
	HR_GATE_TOUCH(generator);
}

static void check_state(const struct hr_gate_site *site)
{
	prepare();
	if (generator.outside)
		hr_gate_writes(site, generator.outside, generator.outside_size);
}

static long next(const struct hr_gate_site *site)
{
	check_state(site);
	int32_t result = 0;
	random_r(&generator.data, &result);
	return result;
}

static void seed(const struct hr_gate_site *site, unsigned value)
{
	check_state(site);
	srandom_r(value, &generator.data);
}

int hr_gate_rand(void)
{
	HR_GATE_ENTER("rand");
	return (int)next(site);
}

void hr_gate_srand(unsigned value)
{
	HR_GATE_ENTER("srand");
	seed(site, value);
}

long hr_gate_random(void)
{
	HR_GATE_ENTER("random");
	return next(site);
}

void hr_gate_srandom(unsigned value)
{
	HR_GATE_ENTER("srandom");
	seed(site, value);
}

int hr_gate_rand_r(unsigned *state)
{
	HR_GATE_ENTER("rand_r");
	hr_gate_writes(site, state, sizeof *state);
	return rand_r(state);
}

/* How much of a buffer of this size glibc uses. */
static size_t used_of(size_t size)
{
	static const size_t sizes[] = { 256, 128, 64, 32, 8 };
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
		if (size >= sizes[i])
			return sizes[i];
	return 0;
}

static char *current_state(void)
{
	return generator.outside ? generator.outside : generator.own;
}

char *hr_gate_initstate(unsigned value, char *state, size_t size)
{
	HR_GATE_ENTER("initstate");
	check_state(site);
	if (size < SMALLEST_STATE) {
		errno = EINVAL;
		return NULL;
	}
	hr_gate_writes(site, state, used_of(size));
	char *const old = current_state();
	initstate_r(value, state, size, &generator.data);
	generator.outside = state;
	generator.outside_size = used_of(size);
	return old;
}

/* The first word of a state tells its kind, and the kind its size. */
char *hr_gate_setstate(char *state)
{
	HR_GATE_ENTER("setstate");
	static const size_t sizes[] = { 8, 32, 64, 128, 256 };
	check_state(site);
	hr_gate_reads(site, state, sizeof(int32_t));
	int32_t kind = 0;
	memcpy(&kind, state, sizeof kind);
	if (kind < 0 || kind % 5 < 0 || kind % 5 > 4) {
		errno = EINVAL;
		return NULL;
	}
	const size_t size = sizes[kind % 5];
	hr_gate_writes(site, state, size);
	char *const old = current_state();
	if (setstate_r(state, &generator.data))
		return NULL;
	generator.outside = state == generator.own ? NULL : state;
	generator.outside_size = size;
	return old;
}

/* ---- the forms with a state of their own ---- */

/* The structure and the memory it points to are the unit's. */
static void check_data(const struct hr_gate_site *site, struct random_data *data)
{
	hr_gate_writes(site, data, sizeof *data);
	if (data->state)
		hr_gate_writes(site, data->state - 1, ((size_t)data->rand_deg + 1) * sizeof *data->state);
}

int hr_gate_random_r(struct random_data *data, int32_t *out)
{
	HR_GATE_ENTER("random_r");
	check_data(site, data);
	hr_gate_writes(site, out, sizeof *out);
	return data->state ? random_r(data, out) : hr_gate_fail(EINVAL);
}

int hr_gate_srandom_r(unsigned value, struct random_data *data)
{
	HR_GATE_ENTER("srandom_r");
	check_data(site, data);
	return data->state ? srandom_r(value, data) : hr_gate_fail(EINVAL);
}

int hr_gate_initstate_r(unsigned value, char *state, size_t size, struct random_data *data)
{
	HR_GATE_ENTER("initstate_r");
	check_data(site, data);
	if (size < SMALLEST_STATE)
		return hr_gate_fail(EINVAL);
	hr_gate_writes(site, state, used_of(size));
	return initstate_r(value, state, size, data);
}

/* ---- the drand48 family ---- */

static struct drand48_data lcg;
HR_GATE_STATE(lcg);

double hr_gate_drand48(void)
{
	HR_GATE_TOUCH(lcg);
	double result = 0;
	drand48_r(&lcg, &result);
	return result;
}

long hr_gate_lrand48(void)
{
	HR_GATE_TOUCH(lcg);
	long result = 0;
	lrand48_r(&lcg, &result);
	return result;
}

long hr_gate_mrand48(void)
{
	HR_GATE_TOUCH(lcg);
	long result = 0;
	mrand48_r(&lcg, &result);
	return result;
}

enum { STATE48 = 3 * sizeof(unsigned short) };

double hr_gate_erand48(unsigned short state[3])
{
	HR_GATE_ENTER("erand48");
	hr_gate_writes(site, state, STATE48);
	HR_GATE_TOUCH(lcg);
	double result = 0;
	erand48_r(state, &lcg, &result);
	return result;
}

long hr_gate_nrand48(unsigned short state[3])
{
	HR_GATE_ENTER("nrand48");
	hr_gate_writes(site, state, STATE48);
	HR_GATE_TOUCH(lcg);
	long result = 0;
	nrand48_r(state, &lcg, &result);
	return result;
}

long hr_gate_jrand48(unsigned short state[3])
{
	HR_GATE_ENTER("jrand48");
	hr_gate_writes(site, state, STATE48);
	HR_GATE_TOUCH(lcg);
	long result = 0;
	jrand48_r(state, &lcg, &result);
	return result;
}

void hr_gate_srand48(long value)
{
	HR_GATE_TOUCH(lcg);
	srand48_r(value, &lcg);
}

unsigned short *hr_gate_seed48(unsigned short state[3])
{
	HR_GATE_ENTER("seed48");
	hr_gate_reads(site, state, STATE48);
	HR_GATE_TOUCH(lcg);
	seed48_r(state, &lcg);
	return lcg.__old_x;
}

void hr_gate_lcong48(unsigned short parameters[7])
{
	HR_GATE_ENTER("lcong48");
	hr_gate_reads(site, parameters, 7 * sizeof *parameters);
	HR_GATE_TOUCH(lcg);
	lcong48_r(parameters, &lcg);
}

/* ---- from outside ---- */

static struct {
	uint64_t state;
} fixed;
HR_GATE_STATE(fixed);

/* SplitMix64 */
uint64_t hr_gate_random_word(void)
{
	HR_GATE_TOUCH(fixed);
	uint64_t word = fixed.state += UINT64_C(0x9e3779b97f4a7c15);
	word = (word ^ word >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	word = (word ^ word >> 27) * UINT64_C(0x94d049bb133111eb);
	return word ^ word >> 31;
}

void hr_gate_random_fill(void *out, size_t size)
{
	for (size_t done = 0; done < size; done += sizeof(uint64_t)) {
		const uint64_t word = hr_gate_random_word();
		const size_t left = size - done;
		memcpy((char *)out + done, &word, left < sizeof word ? left : sizeof word);
	}
}

uint32_t hr_gate_arc4random(void)
{
	return (uint32_t)hr_gate_random_word();
}

uint32_t hr_gate_arc4random_uniform(uint32_t bound)
{
	return bound < 2 ? 0 : (uint32_t)(hr_gate_random_word() % bound);
}

void hr_gate_arc4random_buf(void *out, size_t size)
{
	HR_GATE_ENTER("arc4random_buf");
	hr_gate_writes(site, out, size);
	hr_gate_random_fill(out, size);
}

ssize_t hr_gate_getrandom(void *out, size_t size, unsigned flags)
{
	HR_GATE_ENTER("getrandom");
	if (flags & ~(unsigned)(GRND_NONBLOCK | GRND_RANDOM | GRND_INSECURE))
		return hr_gate_fail(EINVAL);
	hr_gate_writes(site, out, size);
	hr_gate_random_fill(out, size);
	return (ssize_t)size;
}

int hr_gate_getentropy(void *out, size_t size)
{
	HR_GATE_ENTER("getentropy");
	if (size > 256)
		return hr_gate_fail(EIO);
	hr_gate_writes(site, out, size);
	hr_gate_random_fill(out, size);
	return 0;
}
