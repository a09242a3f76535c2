/* Privileges: none are gained by running programs, and those that are there are given up. */
#include "fence/fence_internal.h"

#include <errno.h>
#include <linux/capability.h>
#include <sys/prctl.h>

/* The zygote may still have to read a unit that belongs to another user (root in somebody's home). Its workers have nothing left to read. */
static uint32_t kept_by(enum hr_fence_profile profile)
{
	return profile == HR_FENCE_LOADING ? 1u << CAP_DAC_READ_SEARCH : 0;
}

static long drop_capabilities(const struct hr_fence_work *work)
{
	struct __user_cap_header_struct header = { _LINUX_CAPABILITY_VERSION_3, 0 };
	struct __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3] = { 0 };
	hr_fence_call_fn *call = work->call;
	long failed = call(HR_CALL_capget, (long)&header, (long)data, 0, 0, 0, 0);

	if (failed)
		return failed;
	/* the bounding set, while that is still allowed: what a program that is run could have */
	if (data[0].effective & (1u << CAP_SETPCAP)) {
		for (long i = 0; call(HR_CALL_prctl, PR_CAPBSET_READ, i, 0, 0, 0, 0) >= 0; i++)
			call(HR_CALL_prctl, PR_CAPBSET_DROP, i, 0, 0, 0, 0);
	}
	call(HR_CALL_prctl, PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0, 0);
	uint32_t kept = data[0].permitted & kept_by(work->fence->profile);
	data[0] = (struct __user_cap_data_struct){ .effective = kept, .permitted = kept };
	data[1] = (struct __user_cap_data_struct){ 0 };
	return call(HR_CALL_capset, (long)&header, (long)data, 0, 0, 0, 0);
}

enum hr_fence_result hr_fence_raise_privileges(struct hr_fence_work *work)
{
	long failed = work->call(HR_CALL_prctl, PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0, 0);

	if (failed)
		return hr_fence_say(work, HR_FENCE_NOT_OFFERED, "the kernel has no no_new_privs", failed);
	failed = drop_capabilities(work);
	if (failed)
		return hr_fence_say(work, HR_FENCE_FAILED, "capabilities cannot be dropped", failed);
	/* nobody else of this user looks into it; a program that is run afterwards is looked at by the usual rules again */
	if (work->fence->profile != HR_FENCE_TEST)
		work->call(HR_CALL_prctl, PR_SET_DUMPABLE, 0, 0, 0, 0, 0);
	return HR_FENCE_UP;
}
