/* One worker process, seen from the engine. */
#ifndef HR_EXEC_WORKER_H
#define HR_EXEC_WORKER_H

#include "base/error.h"
#include "wire/wire.h"

#include <stddef.h>
#include <sys/types.h>

/* The zygote: it has loaded the unit and makes workers by fork. */
struct hr_zygote {
	pid_t pid;     /* 0: none */
	int socket;    /* -1: none */
	int answer_ms; /* it has so long for each answer; set by the caller, before it is started */
	uint32_t edge_count;
	uint64_t unit_base;
	uint32_t layers; /* of the fence around it (fence/fence.h) */
};

/* Starts it and waits for its hello. `without`: layers of the fence to leave out. HR_ERROR_INPUT when the unit cannot be loaded. */
int hr_zygote_start(struct hr_zygote *out, const char *program, const char *unit, unsigned without,
		    struct hr_error *error);
void hr_zygote_stop(struct hr_zygote *zygote);

/* Ends it at once, for one that cannot be talked to any more. Its workers end with it. */
void hr_zygote_kill(struct hr_zygote *zygote);

struct hr_worker {
	unsigned slot;
	pid_t pid;   /* 0: none runs */
	int process; /* a descriptor of that very process, whoever gets its number later; -1: none */
	int memory;
	/* Mapped for as long as the slot exists; the layout is kept here, where the unit cannot change it. */
	struct hr_wire_channel *channels[HR_WIRE_CHANNELS];
	unsigned char *programs[HR_WIRE_CHANNELS];
	unsigned char *results[HR_WIRE_CHANNELS];
	unsigned cpu_ms; /* default limit */
	unsigned memory_mb;
	int go;                /* to the worker; -1: none */
	int done;              /* from the worker */
	size_t programs_given; /* since it was made */
};

/* How much room each channel has. */
#define HR_CHANNEL_PROGRAMS ((size_t)8 << 20)
#define HR_CHANNEL_RESULTS ((size_t)32 << 20)

/* Makes the channels of a slot; no process yet. */
int hr_worker_open(struct hr_worker *worker, unsigned slot, unsigned cpu_ms, unsigned memory_mb,
		   struct hr_error *error);
void hr_worker_close(struct hr_worker *worker);

enum hr_spawn {
	HR_SPAWNED,
	HR_SPAWN_REFUSED,   /* descriptors, processes or memory are short: another time perhaps */
	HR_SPAWN_NO_ZYGOTE, /* it is gone, says nothing, or nonsense: no use asking it again */
};

/* A fresh process for the slot; one that is still there is ended. Everything but HR_SPAWNED comes with an error. */
enum hr_spawn hr_worker_spawn(struct hr_worker *worker, const struct hr_zygote *zygote, struct hr_error *error);

/* Ends the process at once. */
void hr_worker_kill(struct hr_worker *worker);

/* Tells it to run the `count` programs that stand in a channel, after what it was told before. -1 when it is gone. */
int hr_worker_go(struct hr_worker *worker, unsigned channel, uint32_t count);

#endif
