/* strtok and friends. */
#include "runtime/gate.h"

void hr_gate_string_reset(void)
{
}
