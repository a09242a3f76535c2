/* A program behind the fence. */
#include "exec/confined.h"

#include "base/strbuf.h"
#include "base/vec.h"
#include "fence/fence.h"

#include <stdlib.h>
#include <sys/personality.h>

#define PERSONALITY_NOW 0xfffffffful /* asks, and changes nothing */

enum { DEFAULT_SECONDS = 10, DEFAULT_OUTPUT = 64 << 10 };

#define DEFAULT_MEMORY ((uint64_t)4 << 30)
#define DEFAULT_FILE_SIZE ((uint64_t)64 << 20)

/* For the child. Filling in the structure is left to the parent: there only what has to happen there. */
struct threshold {
	struct hr_fence fence;
	bool has_fixed_layout;
};

static int cross_threshold(void *context, char *why, size_t why_size)
{
	struct threshold *threshold = context;
	if (threshold->has_fixed_layout)
		(void)personality((unsigned long)personality(PERSONALITY_NOW) | ADDR_NO_RANDOMIZE);
	return hr_fence_raise(&threshold->fence, why, why_size);
}

int hr_confined_run(struct hr_process_result *out, const struct hr_confined *confined, struct hr_error *error)
{
	struct threshold threshold = { .has_fixed_layout = confined->has_fixed_layout };
	threshold.fence = (struct hr_fence){
		.profile = HR_FENCE_TEST,
		.private_directory = confined->directory,
		.read_only = confined->read_only,
		.memory = confined->memory == HR_CONFINED_UNLIMITED ? 0
			  : confined->memory                        ? confined->memory
								    : DEFAULT_MEMORY,
		.file_size = confined->file_size ? confined->file_size : DEFAULT_FILE_SIZE,
		.builds = confined->builds,
		.without = confined->without,
	};
	struct hr_strbuf temporary = HR_STRBUF_INIT;
	struct hr_strbuf home = HR_STRBUF_INIT;
	hr_strbuf_addf(&temporary, "TMPDIR=%s", confined->directory);
	hr_strbuf_addf(&home, "HOME=%s", confined->directory);
	HR_VEC(const char *) environment = HR_VEC_INIT;
	hr_vec_push(&environment, temporary.data);
	hr_vec_push(&environment, home.data);
	for (size_t i = 0; confined->environment && confined->environment[i]; i++)
		hr_vec_push(&environment, confined->environment[i]);
	hr_vec_push(&environment, NULL);
	struct hr_process process = {
		.argv = confined->argv,
		.directory = confined->here ? confined->here : confined->directory,
		.environment = environment.data,
		.timeout_seconds = confined->seconds ? confined->seconds : DEFAULT_SECONDS,
		.most_output = confined->most_output ? confined->most_output : DEFAULT_OUTPUT,
		.most_resident = confined->resident,
		.leaves_nothing = true,
		.before_exec = cross_threshold,
		.before_exec_context = &threshold,
	};
	int status = hr_process_run(out, &process, error);
	hr_vec_release(&environment);
	hr_strbuf_release(&temporary);
	hr_strbuf_release(&home);
	return status;
}
