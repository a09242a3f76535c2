/* What a library under measurement offers: sequences that can be run natively and written as text for the worker. */
#ifndef WORKLOAD_H
#define WORKLOAD_H

#include <stdio.h>

enum { WORKLOAD_SEQUENCES = 64 };

/* Runs one of them with plain calls; returns how many calls that were. */
int workload_run(unsigned sequence);

/* Writes it in the text form of sequences. `breaks`: with a call that writes past a block in the middle. */
void workload_write(FILE *out, unsigned sequence, int breaks);

#endif
