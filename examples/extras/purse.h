/* A purse of coins: pays amounts, largest coins first. An example for additions of one's own (docs/extras.md). */
#ifndef PURSE_H
#define PURSE_H

#include <stdbool.h>

#define PURSE_KINDS 4

typedef struct purse purse;

purse *purse_new(void);
void purse_free(purse *purse);

/* Puts `count` coins of a value (50, 20, 10, 5) into it. */
void purse_put(purse *purse, int value, unsigned count);

/* Takes coins out that make up the amount; false, and nothing is taken, when that cannot be done. */
bool purse_pay(purse *purse, unsigned amount);

/* The worth of all coins, and how many there are of one value. */
unsigned purse_total(const purse *purse);
unsigned purse_count(const purse *purse, int value);

#endif
