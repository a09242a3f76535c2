/* The machine as the unit sees it: its name, its limits, its processors. Fixed, small, and the same everywhere. Limits and priorities that
 * the unit sets are remembered for the rest of the sequence and change nothing. */
#include "runtime/arena.h"
#include "runtime/gate_process_internal.h"

#include <limits.h>
#include <sched.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>
#include <unistd.h>

static const struct utsname system_name = {
	.sysname = "Linux",
	.nodename = "harrier",
	.release = "6.1.0",
	.version = "#1 SMP",
	.machine = "x86_64",
	.domainname = "(none)",
};

int hr_gate_uname(struct utsname *out)
{
	HR_GATE_ENTER("uname");
	hr_gate_writes(site, out, sizeof *out);
	*out = system_name;
	return 0;
}

int hr_gate_gethostname(char *out, size_t size)
{
	HR_GATE_ENTER("gethostname");
	const size_t needed = strlen(system_name.nodename) + 1;
	const size_t copied = size < needed ? size : needed;
	hr_gate_writes(site, out, copied);
	memcpy(out, system_name.nodename, copied);
	return size < needed ? hr_gate_fail(ENAMETOOLONG) : 0;
}

int hr_gate_getdomainname(char *out, size_t size)
{
	HR_GATE_ENTER("getdomainname");
	const size_t needed = strlen(system_name.domainname) + 1;
	if (size < needed)
		return hr_gate_fail(EINVAL);
	hr_gate_writes(site, out, needed);
	memcpy(out, system_name.domainname, needed);
	return 0;
}

int hr_gate_sethostname(const char *name, size_t size)
{
	(void)name;
	(void)size;
	return hr_gate_fail(EPERM);
}

static const struct {
	int name;
	long value;
} configuration[] = {
	{ _SC_ARG_MAX, 2097152 },
	{ _SC_CHILD_MAX, 1024 },
	{ _SC_CLK_TCK, 100 },
	{ _SC_NGROUPS_MAX, 65536 },
	{ _SC_OPEN_MAX, 1024 },
	{ _SC_STREAM_MAX, 16 },
	{ _SC_TZNAME_MAX, 6 },
	{ _SC_PAGESIZE, 4096 },
	{ _SC_VERSION, 200809 },
	{ _SC_LINE_MAX, 2048 },
	{ _SC_IOV_MAX, 1024 },
	{ _SC_THREADS, 200809 },
	{ _SC_THREAD_STACK_MIN, 16384 },
	{ _SC_MONOTONIC_CLOCK, 200809 },
	{ _SC_GETPW_R_SIZE_MAX, 1024 },
	{ _SC_GETGR_R_SIZE_MAX, 1024 },
	{ _SC_LOGIN_NAME_MAX, 256 },
	{ _SC_TTY_NAME_MAX, 32 },
	{ _SC_HOST_NAME_MAX, 64 },
	{ _SC_NPROCESSORS_CONF, 1 },
	{ _SC_NPROCESSORS_ONLN, 1 },
	{ _SC_PHYS_PAGES, 1l << 18 },
	{ _SC_AVPHYS_PAGES, 1l << 17 },
	{ _SC_LEVEL1_ICACHE_SIZE, 32768 },
	{ _SC_LEVEL1_ICACHE_LINESIZE, 64 },
	{ _SC_LEVEL1_DCACHE_SIZE, 32768 },
	{ _SC_LEVEL1_DCACHE_LINESIZE, 64 },
	{ _SC_LEVEL2_CACHE_SIZE, 1l << 20 },
	{ _SC_LEVEL2_CACHE_LINESIZE, 64 },
	{ _SC_LEVEL3_CACHE_SIZE, 1l << 25 },
	{ _SC_LEVEL3_CACHE_LINESIZE, 64 },
};

long hr_gate_sysconf(int name)
{
	for (size_t i = 0; i < sizeof configuration / sizeof *configuration; i++)
		if (configuration[i].name == name)
			return configuration[i].value;
	return hr_gate_fail(EINVAL);
}

HR_GATE_ALIAS(__sysconf, sysconf);

size_t hr_gate_confstr(int name, char *out, size_t size)
{
	HR_GATE_ENTER("confstr");
	static const char path[] = "/bin:/usr/bin";
	if (name != _CS_PATH) {
		errno = EINVAL;
		return 0;
	}
	const size_t copied = size < sizeof path ? size : sizeof path;
	if (copied > 0) {
		hr_gate_writes(site, out, copied);
		memcpy(out, path, copied);
		out[copied - 1] = '\0';
	}
	return sizeof path;
}

int hr_gate_sysinfo(struct sysinfo *out)
{
	HR_GATE_ENTER("sysinfo");
	hr_gate_writes(site, out, sizeof *out);
	*out = (struct sysinfo){
		.uptime = 1000, .totalram = 1ul << 30, .freeram = 1ul << 29, .procs = 1, .mem_unit = 1
	};
	return 0;
}

int hr_gate_getloadavg(double *out, int count)
{
	HR_GATE_ENTER("getloadavg");
	if (count < 0)
		return -1;
	const size_t told = count < 3 ? (size_t)count : 3;
	hr_gate_writes(site, out, told * sizeof *out);
	for (size_t i = 0; i < told; i++)
		out[i] = 0;
	return (int)told;
}

/* ---- limits and priorities ---- */

static struct {
	struct rlimit limits[RLIM_NLIMITS];
	bool is_set[RLIM_NLIMITS];
	int niceness;
} machine;
HR_GATE_STATE(machine);

static struct rlimit limit_of(unsigned resource)
{
	if (machine.is_set[resource])
		return machine.limits[resource];
	if (resource == RLIMIT_NOFILE)
		return (struct rlimit){ 1024, 4096 };
	if (resource == RLIMIT_STACK)
		return (struct rlimit){ 8u << 20, RLIM_INFINITY };
	if (resource == RLIMIT_CORE)
		return (struct rlimit){ 0, RLIM_INFINITY };
	return (struct rlimit){ RLIM_INFINITY, RLIM_INFINITY };
}

int hr_gate_getrlimit(unsigned resource, struct rlimit *out)
{
	HR_GATE_ENTER("getrlimit");
	if (resource >= RLIM_NLIMITS)
		return hr_gate_fail(EINVAL);
	hr_gate_writes(site, out, sizeof *out);
	*out = limit_of(resource);
	return 0;
}

int hr_gate_setrlimit(unsigned resource, const struct rlimit *limit)
{
	HR_GATE_ENTER("setrlimit");
	hr_gate_reads(site, limit, sizeof *limit);
	if (resource >= RLIM_NLIMITS || limit->rlim_cur > limit->rlim_max)
		return hr_gate_fail(EINVAL);
	if (limit->rlim_max > limit_of(resource).rlim_max)
		return hr_gate_fail(EPERM);
	HR_GATE_TOUCH(machine);
	machine.limits[resource] = *limit;
	machine.is_set[resource] = true;
	return 0;
}

/* The two structures are the same here. */
int hr_gate_getrlimit64(unsigned resource, struct rlimit *out)
{
	return hr_gate_getrlimit(resource, out);
}

int hr_gate_setrlimit64(unsigned resource, const struct rlimit *limit)
{
	return hr_gate_setrlimit(resource, limit);
}

int hr_gate_prlimit(int process, unsigned resource, const struct rlimit *fresh, struct rlimit *old)
{
	if (process != 0 && process != HR_GATE_PID)
		return hr_gate_fail(ESRCH);
	if (old && hr_gate_getrlimit(resource, old))
		return -1;
	return fresh ? hr_gate_setrlimit(resource, fresh) : 0;
}

int hr_gate_prlimit64(int process, unsigned resource, const struct rlimit *fresh, struct rlimit *old)
{
	return hr_gate_prlimit(process, resource, fresh, old);
}

/* All the time that the virtual clock tells was ours. */
int hr_gate_getrusage(int who, struct rusage *out)
{
	HR_GATE_ENTER("getrusage");
	if (who != RUSAGE_SELF && who != RUSAGE_CHILDREN && who != RUSAGE_THREAD)
		return hr_gate_fail(EINVAL);
	hr_gate_writes(site, out, sizeof *out);
	memset(out, 0, sizeof *out);
	if (who != RUSAGE_CHILDREN) {
		const uint64_t used = hr_gate_clock_read() / 1000;
		out->ru_utime = (struct timeval){ (long)(used / 1000000), (long)(used % 1000000) };
		out->ru_maxrss = 4096;
	}
	return 0;
}

int hr_gate_nice(int step)
{
	HR_GATE_TOUCH(machine);
	if (step < 0)
		return hr_gate_fail(EPERM);
	machine.niceness = machine.niceness + step > 19 ? 19 : machine.niceness + step;
	return machine.niceness;
}

int hr_gate_getpriority(int which, unsigned who)
{
	(void)who;
	if (which < PRIO_PROCESS || which > PRIO_USER)
		return hr_gate_fail(EINVAL);
	return machine.niceness;
}

int hr_gate_setpriority(int which, unsigned who, int priority)
{
	(void)who;
	if (which < PRIO_PROCESS || which > PRIO_USER)
		return hr_gate_fail(EINVAL);
	if (priority < machine.niceness)
		return hr_gate_fail(EACCES);
	HR_GATE_TOUCH(machine);
	machine.niceness = priority > 19 ? 19 : priority;
	return 0;
}

/* ---- scheduling: one processor, the usual policy ---- */

int hr_gate_sched_getaffinity(int process, size_t size, cpu_set_t *out)
{
	HR_GATE_ENTER("sched_getaffinity");
	(void)process;
	if (size < sizeof(long) || size % sizeof(long))
		return hr_gate_fail(EINVAL);
	hr_gate_writes(site, out, size);
	memset(out, 0, size);
	*(unsigned char *)out = 1;
	return 0;
}

int hr_gate_sched_setaffinity(int process, size_t size, const cpu_set_t *set)
{
	HR_GATE_ENTER("sched_setaffinity");
	(void)process;
	hr_gate_reads(site, set, size);
	return size > 0 && (*(const unsigned char *)set & 1) ? 0 : hr_gate_fail(EINVAL);
}

int hr_gate___sched_cpucount(size_t size, const cpu_set_t *set)
{
	HR_GATE_ENTER("CPU_COUNT");
	hr_gate_reads(site, set, size);
	int count = 0;
	for (size_t i = 0; i < size; i++)
		count += __builtin_popcount(((const unsigned char *)set)[i]);
	return count;
}

void *hr_gate___sched_cpualloc(size_t count)
{
	return hr_arena_lend(CPU_ALLOC_SIZE(count), _Alignof(cpu_set_t));
}

void hr_gate___sched_cpufree(void *set)
{
	hr_arena_free(set, "CPU_FREE");
}

int hr_gate_sched_getscheduler(int process)
{
	(void)process;
	return SCHED_OTHER;
}

int hr_gate_sched_setscheduler(int process, int policy, const struct sched_param *parameter)
{
	HR_GATE_ENTER("sched_setscheduler");
	(void)process;
	hr_gate_reads(site, parameter, sizeof *parameter);
	return policy == SCHED_OTHER || policy == SCHED_BATCH || policy == SCHED_IDLE ? 0 : hr_gate_fail(EPERM);
}

int hr_gate_sched_getparam(int process, struct sched_param *out)
{
	HR_GATE_ENTER("sched_getparam");
	(void)process;
	hr_gate_writes(site, out, sizeof *out);
	memset(out, 0, sizeof *out);
	return 0;
}

int hr_gate_sched_setparam(int process, const struct sched_param *parameter)
{
	HR_GATE_ENTER("sched_setparam");
	(void)process;
	hr_gate_reads(site, parameter, sizeof *parameter);
	return parameter->sched_priority == 0 ? 0 : hr_gate_fail(EINVAL);
}

int hr_gate_sched_get_priority_min(int policy)
{
	return policy == SCHED_FIFO || policy == SCHED_RR ? 1 : 0;
}

int hr_gate_sched_get_priority_max(int policy)
{
	return policy == SCHED_FIFO || policy == SCHED_RR ? 99 : 0;
}
