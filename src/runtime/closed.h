/* The worker's own memory, closed to the unit: its instrumented code is stopped before it reads or writes there. */
#ifndef HR_RUNTIME_CLOSED_H
#define HR_RUNTIME_CLOSED_H

/* Closes (HR_SHADOW_FOREIGN) the program's variables and the part of the interpreter's stack that is in use. What the unit may use stays open:
 * HR_GATE_DATA, HR_GATE_OPEN, and of the standard streams what inline functions look at. After hr_shadow_map, before the unit is loaded; may be
 * repeated. */
void hr_worker_close(void);

#endif
