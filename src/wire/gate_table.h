/* Every libc name that the unit may refer to, and what becomes of the reference: the one table of the libc gate.
 *
 *     HR_GATE(name)  the reference goes to hr_gate_name in the runtime
 *     HR_DATA(name)  the same, for a variable
 *     HR_PASS(name)  the real function is as good: it touches no memory but its arguments' values, and keeps no state
 *
 * A name that the unit defines itself is never touched. A name that stands in none of the lists is refused: the unit can be built and run,
 * and the sequence that gets there ends with HR_WIRE_REFUSED and the name. Define the three macros, include this file; it undefines
 * them. `build` takes the names from here, `runtime` proves that each has a definition (gate_names.c). The lists are sorted. */
#ifndef HR_GATE
#define HR_GATE(name)
#endif
#ifndef HR_DATA
#define HR_DATA(name)
#endif
#ifndef HR_PASS
#define HR_PASS(name)
#endif

#include "wire/gate_memory.def"  /* memory, strings, wide strings, conversion, sorting, allocation */
#include "wire/gate_print.def"   /* printf and scanf families */
#include "wire/gate_files.def"   /* streams, descriptors, directories, paths */
#include "wire/gate_process.def" /* ending, jumping, processes, signals, threads, sockets, time, random, environment, locale */
#include "wire/gate_pass.def"    /* what passes through */

#undef HR_GATE
#undef HR_DATA
#undef HR_PASS
