/* Libraries that misbehave while they are loaded, each in a file of its own; all offer this. Without -DHOSTILE_ARMED those that could hurt anything
 * outside of their process do nothing. */
#ifndef CONSTRUCTORS_H
#define CONSTRUCTORS_H

int constructed(void); /* 1: the constructor came to its end */

#endif
