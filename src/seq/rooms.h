/* Room for output that a call is not given itself: a field of an object that it gets leads there, and another field tells how much there is (next_out and avail_out of a stream). */
#ifndef HR_SEQ_ROOMS_H
#define HR_SEQ_ROOMS_H

#include "seq/sequence.h"

struct hr_room {
	size_t object;                   /* the value that has the fields */
	const struct hr_field *field;    /* that leads there */
	const struct hr_field *capacity; /* that tells how much room there is */
	size_t statement;                /* that set the field last, before the call; (size_t)-1: none did */
	size_t capacity_statement;       /* that set the capacity last, before the call; (size_t)-1: none did */
};

enum { HR_MOST_ROOMS = 4 };

/* The pairs of fields of objects that the sequence makes and the call gets, of which no statement before it has set the first: mostly nothing is there yet. */
size_t hr_rooms_missing(struct hr_room rooms[HR_MOST_ROOMS], const struct hr_sequence *sequence, size_t call);

/* Those of a call, as far as statements of the sequence set the field. Returns how many there are. */
size_t hr_rooms_find(struct hr_room rooms[HR_MOST_ROOMS], const struct hr_sequence *sequence, size_t call);

/* The value that is the room, where it is an array of the sequence's own; HR_NO_VALUE: it is not. */
size_t hr_room_value(const struct hr_sequence *sequence, const struct hr_room *room);

#endif
