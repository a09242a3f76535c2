/* Does a translation unit define `main`? */
#ifndef HR_FRONTEND_MAIN_CHECK_H
#define HR_FRONTEND_MAIN_CHECK_H

#include "frontend/compdb.h"
#include "model/item.h"

/* HR_YES, HR_NO, or HR_NOT_KNOWN when the source cannot be read. Function bodies are read only where they must be, so
 * this is fast. */
enum hr_answer hr_defines_main(const struct hr_compile_command *command);

#endif
