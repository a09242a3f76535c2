/* The state that the parts of the worker share (state.h).
 *
 * Invariant: the pages that hold it hold nothing else, so that they can be poisoned for the unit as a whole. */
#include "runtime/state.h"
#include "runtime/changing.h"

enum { PAGE = 4096, PAGES_SIZE = (sizeof(struct hr_runtime) + PAGE - 1) / PAGE * PAGE };

static union {
	struct hr_runtime state;
	unsigned char bytes[PAGES_SIZE];
} pages __attribute__((aligned(PAGE), used));

extern struct hr_runtime hr_runtime __attribute__((alias("pages")));
HR_CHANGING_PART(statement, pages.state.statement);
HR_CHANGING_PART(fill, pages.state.fill);
HR_CHANGING_PART(wants, pages.state.wants);

struct hr_range hr_state_pages(void)
{
	return (struct hr_range){ (uintptr_t)&pages, (uintptr_t)&pages + sizeof pages };
}
