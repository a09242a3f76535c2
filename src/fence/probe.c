/* What this kernel, in this container, offers: each layer is put up in a child, which then ends. */
#include "fence/fence_internal.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const struct {
	unsigned layer;
	hr_fence_layer_fn *raise;
} layers[] = {
	{ HR_FENCE_PRIVILEGES, hr_fence_raise_privileges }, { HR_FENCE_CALLS, hr_fence_raise_calls },
	{ HR_FENCE_LANDLOCK, hr_fence_raise_landlock },     { HR_FENCE_MOUNTS, hr_fence_raise_mounts },
	{ HR_FENCE_LIMITS, hr_fence_raise_limits },
};

enum { WHY_SIZE = sizeof((struct hr_fence_offer *)NULL)->why[0] };

/* In the child. The answer goes into the pipe: "" for a layer that stands. */
static _Noreturn void try_layer(hr_fence_layer_fn *raise, int answer)
{
	char why[WHY_SIZE] = "";
	struct hr_fence fence = { .profile = HR_FENCE_TEST };
	struct hr_fence_work work = { &fence, hr_fence_call, why, sizeof why };

	fence.file_size = UINT64_MAX >> 1;
	if (raise(&work) == HR_FENCE_UP)
		why[0] = '\0';
	_exit(write(answer, why, sizeof why) == (ssize_t)sizeof why ? 0 : 1);
}

static void probe(hr_fence_layer_fn *raise, char *why)
{
	int ends[2];

	if (pipe(ends) != 0) {
		snprintf(why, WHY_SIZE, "it cannot be tried: %s", strerror(errno));
		return;
	}
	pid_t child = fork();
	if (child == 0) {
		close(ends[0]);
		try_layer(raise, ends[1]);
	}
	close(ends[1]);
	ssize_t length = 0;
	if (child > 0) {
		while ((length = read(ends[0], why, WHY_SIZE)) < 0 && errno == EINTR)
			;
		while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
			;
	}
	close(ends[0]);
	why[WHY_SIZE - 1] = '\0';
	if (length != WHY_SIZE)
		snprintf(why, WHY_SIZE, "%s",
			 child > 0 ? "a process that tried it died" : "no process can be started to try it");
}

void hr_fence_probe(struct hr_fence_offer *out)
{
	memset(out, 0, sizeof *out);
	for (size_t i = 0; i < sizeof layers / sizeof *layers; i++) {
		probe(layers[i].raise, out->why[i]);
		if (out->why[i][0] == '\0')
			out->layers |= layers[i].layer;
	}
	int version = hr_fence_landlock_version(hr_fence_call);
	out->landlock = version > 0 ? version : 0;
}
