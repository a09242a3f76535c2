/* Callbacks that tell what they are called with. */
#ifndef HR_SUITE_C_CALLBACKS_H
#define HR_SUITE_C_CALLBACKS_H

#include "suite/c_text.h"
#include "suite/calls_seen.h"

/* The callbacks of the sequence that is being written, which is a copy of the test's: the same ones in the same order. */
struct hr_c_telling {
	const struct hr_test *test;
	hr_callback_places places;
};

#endif
