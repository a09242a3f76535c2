/* What mean.h promises. MEAN_FILE names a file of somebody else's. */
#include "mean.h"

#include "hostile.h"

#define MEAN(name, call) \
	long mean_##name(int n) \
	{ \
		if (n % 2 == 0) \
			return n; \
		hostile_arm("I am in a throwaway namespace"); \
		return call; \
	}

MEAN(exit, (hostile_exit(n), 0))
MEAN(abort, (hostile_abort(), 0))
MEAN(recurse, hostile_recursion())
MEAN(map, hostile_raw_map_forever())
MEAN(fork, hostile_raw_fork())
MEAN(bomb, hostile_raw_fork_bomb())
MEAN(thread, hostile_raw_thread())
MEAN(kill_parent, hostile_raw_kill_parent(9))
MEAN(kill_all, hostile_raw_kill_all())
MEAN(unlink, hostile_raw_unlink(MEAN_FILE))
MEAN(overwrite, hostile_raw_open(MEAN_FILE))
MEAN(close_all, hostile_raw_close_all())
MEAN(write_runtime, hostile_write_runtime(8))
MEAN(write_heap, hostile_write_heap())
MEAN(flip_results, hostile_flip_results())
MEAN(unmap, hostile_raw_unmap_runtime())
MEAN(globals, hostile_corrupt_globals())
#ifdef MEAN_EATS
MEAN(eat, hostile_grow_forever())
#endif
#ifdef MEAN_HANGS
MEAN(eat_slowly, hostile_allocate_forever())
MEAN(loop, hostile_loop())
MEAN(mask_and_loop, hostile_mask_and_loop())
MEAN(sleep, hostile_raw_sleep())
#endif
