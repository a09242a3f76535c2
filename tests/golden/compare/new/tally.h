/* Counts, up to a limit. */
#define TALLY_MOST 9

/* What was counted so far. */
typedef struct {
	int count;
	int spare;
} tally_t;

/* Adds to the count; returns it, or -1 when it would be more than TALLY_MOST. */
int tally_add(tally_t *tally, int number);

/* Half of a number, rounded down. */
int tally_half(int number);
