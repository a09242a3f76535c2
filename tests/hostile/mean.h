/* Operations that misbehave every second time, beside a healthy library in one campaign (tests/e2e/besieged.sh). Only in throwaway namespaces: they
 * arm the functions of examples/hostile. */
#ifndef MEAN_H
#define MEAN_H

long mean_exit(int n);
long mean_abort(int n);
long mean_recurse(int n);
long mean_map(int n);
long mean_fork(int n);
long mean_bomb(int n);
long mean_thread(int n);
long mean_kill_parent(int n);
long mean_kill_all(int n);
long mean_unlink(int n);
long mean_overwrite(int n);
long mean_close_all(int n);
long mean_write_runtime(int n);
long mean_write_heap(int n);
long mean_flip_results(int n);
long mean_unmap(int n);
long mean_globals(int n);
/* Those are a question of time (who eats is stopped when somebody looks): what follows from them does not repeat. */
#ifdef MEAN_EATS
long mean_eat(int n);
#endif
#ifdef MEAN_HANGS
long mean_eat_slowly(int n);
long mean_loop(int n);
long mean_mask_and_loop(int n);
long mean_sleep(int n);
#endif

#endif
