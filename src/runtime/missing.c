/* Weak stand-ins for a part of the gate that is not written yet: no atexit functions. A definition elsewhere takes their place; this file goes
 * when they are there. */
#include "runtime/gate.h"

__attribute__((weak)) void hr_gate_run_atexit(void)
{
}

__attribute__((weak)) uint32_t hr_gate_atexit_count(void)
{
	return 0;
}
