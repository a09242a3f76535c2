/* Listeners. Invariant: each is in the list of every event of its connection. */
#include "relay_internal.h"

#include <stdlib.h>

relay_listener *relay_listen(relay *conn, relay_callback *callback, void *user_data)
{
	relay_listener *listener = callback ? malloc(sizeof *listener) : NULL;

	if (!listener)
		return NULL;
	listener->conn = conn;
	listener->callback = callback;
	listener->user_data = user_data;
	for (int event = 0; event < EVENT_COUNT; event++) {
		listener->next[event] = conn->listeners[event];
		conn->listeners[event] = listener;
	}
	return listener;
}

void relay_unlisten(relay_listener *listener)
{
	if (!listener)
		return;
	for (int event = 0; event < EVENT_COUNT; event++) {
		relay_listener **link = &listener->conn->listeners[event];

		while (*link != listener)
			link = &(*link)->next[event];
		*link = listener->next[event];
	}
	free(listener);
}

void relay_notify(const relay *conn, enum relay_event event, const char *text)
{
	for (const relay_listener *listener = conn->listeners[event]; listener; listener = listener->next[event])
		listener->callback(event, text, listener->user_data);
}

void relay_listeners_free(relay *conn)
{
	while (conn->listeners[RELAY_EVENT_MESSAGE])
		relay_unlisten(conn->listeners[RELAY_EVENT_MESSAGE]);
}
