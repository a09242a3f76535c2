/* What the files of relay share: the connection itself, and its listeners. */
#ifndef RELAY_INTERNAL_H
#define RELAY_INTERNAL_H

#include "relay.h"

#define EVENT_COUNT (RELAY_EVENT_CLOSED + 1)

/* Bytes that grow. */
struct bytes {
	char *start;
	size_t length;
	size_t room;
};

struct message {
	struct message *next;
	char *text;
	size_t length;
};

/* A listener is in one list for each event. */
struct relay_listener {
	relay *conn;
	relay_callback *callback;
	void *user_data;
	relay_listener *next[EVENT_COUNT];
};

struct relay {
	enum relay_state state;
	unsigned timeout;
	size_t limit;
	char *call;
	char *peer;
	struct message *first;
	struct message **last;
	size_t waiting;
	size_t received;
	struct bytes line;
	struct bytes output;
	relay_listener *listeners[EVENT_COUNT];
};

/* Tells all listeners, the newest first. */
void relay_notify(const relay *conn, enum relay_event event, const char *text);

/* Frees all listeners. */
void relay_listeners_free(relay *conn);

#endif
