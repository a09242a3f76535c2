/* State that a library keeps in its own memory, in every place where C has memory for it, and in the state of the processor. Each function
 * tells something that it would tell differently had another sequence run before. */
#ifndef STATE_H
#define STATE_H

/* static variables */
int state_count(void);
int state_add(int number);
int state_ticket(void);                       /* of a function's own static */
const char *state_remember(const char *text); /* what was remembered before */
int state_push(int number);                   /* a static list on the heap; its length */
int state_pop(void);                          /* -1: empty */
int state_sum(void);
int state_table(unsigned index);                /* 4 KB, a constructor fills it */
int state_change_table(unsigned index, int to); /* what was there */
int state_block(unsigned index, int to);        /* a block that a constructor allocated; what was there */
int state_drop_block(void);                     /* frees it: what comes after is use after free */
int state_constructed(void);                    /* what the constructor found, and how often it ran */

/* thread-local variables */
int state_thread(int by);
const char *state_thread_text(const char *text); /* what was there before */
int state_thread_block(int by);                  /* in a block of the heap that a thread-local points to */

/* exit handlers: what they print is part of the output */
int state_at_exit(int number);
void state_exit(int code);

/* the floating-point environment */
double state_divide(double a, double b);
long state_rint(double number);
int state_round(int mode); /* what it was */
int state_exceptions(void);
int state_raise(double by); /* raises overflow and the like, also in the x87 */
int state_trap(void);       /* from here on division by zero is a signal */
double state_tiny(double number);
int state_flush_to_zero(void);
double state_gamma(double number); /* its sign is in a variable of libm */
int state_sign(void);

/* jumps */
int state_try(int number);  /* jumps back when the number is odd; how often it was here */
int state_jump_late(void);  /* to where nobody is any more */
int state_jump_saved(void); /* whether a jump was ever prepared */

/* callbacks and order */
int state_sort(int seed, int first); /* by a comparison that a static variable turns around */
int state_visit(int (*visitor)(int number, void *data), void *data, int count);
int state_keep_visitor(int (*visitor)(int number, void *data)); /* whether there was one */
int state_call_kept(int number);

/* faults, so that what follows comes after them */
int state_overflow(int index);
int state_null(int number);
int state_wild(unsigned long address);
int state_recurse(int depth);
int state_divide_int(int a, int b);
int state_abort(int number);
int state_write_constant(int index);

/* a large frame and deep calls: more of the stack than usual */
int state_deep(int depth);
long state_large_frame(int seed);

#endif
