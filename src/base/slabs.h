/* Memory for many small pieces that come and go: pieces of one size are used again without asking the system. For one thread. */
#ifndef HR_BASE_SLABS_H
#define HR_BASE_SLABS_H

#include <stddef.h>

struct hr_slabs;

struct hr_slabs *hr_slabs_new(void);

/* Not zero; aligned for everything. `size` is told again when it is given back. */
void *hr_slabs_take(struct hr_slabs *slabs, size_t size);
void hr_slabs_give(struct hr_slabs *slabs, void *memory, size_t size);

/* Nothing is taken any more: all of it is freed when the last piece has been given back. NULL is fine. */
void hr_slabs_close(struct hr_slabs *slabs);

#endif
