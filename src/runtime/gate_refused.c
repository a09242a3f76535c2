/* What becomes of a call that the gate does not know: the build gives every such name a definition that comes here. */
#include "runtime/gate.h"

_Noreturn void hr_gate_refused(const char *name);

/* Called from a function of the unit that has the name and nothing else to do. */
_Noreturn void hr_gate_refused(const char *name)
{
	HR_GATE_ENTER(name);
	hr_gate_refuse(site, name);
}
