/*
 * Connections: state, settings, messages, output. Invariants: messages are a queue, `last` points to where the next one is linked in; `line` holds the
 * bytes of a line whose end did not come yet, fewer than RELAY_MOST_LIMIT + 1; call and peer are texts of their own, never NULL.
 */
#include "relay_internal.h"

#include <stdlib.h>
#include <string.h>

static void bytes_clear(struct bytes *bytes)
{
	free(bytes->start);
	memset(bytes, 0, sizeof *bytes);
}

static enum relay_error bytes_add(struct bytes *bytes, const char *more, size_t length)
{
	if (length > bytes->room - bytes->length) {
		size_t room = 2 * (bytes->length + length);
		char *start = realloc(bytes->start, room);

		if (!start)
			return RELAY_NO_MEMORY;
		bytes->start = start;
		bytes->room = room;
	}
	if (length > 0)
		memcpy(bytes->start + bytes->length, more, length);
	bytes->length += length;
	return RELAY_OK;
}

/* Puts a line to the output, the whole of it or nothing. */
static enum relay_error say(relay *conn, const char *verb, const char *text)
{
	size_t before = conn->output.length;

	if (bytes_add(&conn->output, verb, strlen(verb)) == RELAY_OK &&
	    (!*text || bytes_add(&conn->output, " ", 1) == RELAY_OK) &&
	    bytes_add(&conn->output, text, strlen(text)) == RELAY_OK && bytes_add(&conn->output, "\n", 1) == RELAY_OK)
		return RELAY_OK;
	conn->output.length = before;
	return RELAY_NO_MEMORY;
}

/* What a connection has when it is new, apart from settings and listeners. */
static void begin(relay *conn)
{
	conn->state = RELAY_IDLE;
	conn->first = NULL;
	conn->last = &conn->first;
	conn->waiting = 0;
	conn->received = 0;
	conn->peer[0] = '\0';
	memset(&conn->line, 0, sizeof conn->line);
	memset(&conn->output, 0, sizeof conn->output);
}

relay *relay_new(void)
{
	relay *conn = malloc(sizeof *conn);

	if (!conn)
		return NULL;
	conn->call = malloc(RELAY_CALL_SIZE);
	conn->peer = malloc(1);
	if (!conn->call || !conn->peer) {
		free(conn->call);
		free(conn->peer);
		free(conn);
		return NULL;
	}
	conn->call[0] = '\0';
	conn->timeout = 30000;
	conn->limit = 1024;
	memset(conn->listeners, 0, sizeof conn->listeners);
	begin(conn);
	return conn;
}

/* Frees what begin() does not want to see. */
static void discard(relay *conn)
{
	while (conn->first) {
		struct message *message = conn->first;

		conn->first = message->next;
		free(message->text);
		free(message);
	}
	bytes_clear(&conn->line);
	bytes_clear(&conn->output);
}

void relay_free(relay *conn)
{
	if (!conn)
		return;
	discard(conn);
	relay_listeners_free(conn);
	free(conn->call);
	free(conn->peer);
	free(conn);
}

void relay_reset(relay *conn)
{
	discard(conn);
	begin(conn);
}

enum relay_state relay_state(const relay *conn)
{
	return conn->state;
}

enum relay_error relay_open(relay *conn)
{
	enum relay_error error;

	if (conn->state != RELAY_IDLE)
		return RELAY_STATE;
	error = say(conn, "HELLO", conn->call);
	if (error == RELAY_OK)
		conn->state = RELAY_OPEN;
	return error;
}

enum relay_error relay_close(relay *conn)
{
	enum relay_error error;

	if (conn->state != RELAY_OPEN)
		return RELAY_STATE;
	error = say(conn, "BYE", "");
	if (error != RELAY_OK)
		return error;
	conn->state = RELAY_CLOSED;
	relay_notify(conn, RELAY_EVENT_CLOSED, "");
	return RELAY_OK;
}

static char *copy_text(const char *text)
{
	char *copy = malloc(strlen(text) + 1);

	return copy ? strcpy(copy, text) : NULL;
}

static enum relay_error take_hello(relay *conn, const char *text)
{
	char *peer = copy_text(text);

	if (!peer)
		return RELAY_NO_MEMORY;
	free(conn->peer);
	conn->peer = peer;
	return RELAY_OK;
}

static enum relay_error take_data(relay *conn, const char *text)
{
	struct message *message = malloc(sizeof *message);

	if (!message)
		return RELAY_NO_MEMORY;
	message->next = NULL;
	message->length = strlen(text);
	message->text = copy_text(text);
	if (!message->text) {
		free(message);
		return RELAY_NO_MEMORY;
	}
	*conn->last = message;
	conn->last = &message->next;
	conn->waiting++;
	conn->received++;
	relay_notify(conn, RELAY_EVENT_MESSAGE, message->text);
	return RELAY_OK;
}

static enum relay_error take_ping(relay *conn, const char *text)
{
	return say(conn, "PONG", text);
}

static enum relay_error take_bye(relay *conn, const char *text)
{
	if (*text)
		return RELAY_SYNTAX;
	conn->state = RELAY_CLOSED;
	relay_notify(conn, RELAY_EVENT_CLOSED, "");
	return RELAY_OK;
}

enum relay_error relay_feed_line(relay *conn, const char *line)
{
	static const struct {
		const char *name;
		enum relay_error (*take)(relay *conn, const char *text);
	} verbs[] = {
		{ "HELLO", take_hello },
		{ "DATA", take_data },
		{ "PING", take_ping },
		{ "BYE", take_bye },
	};

	if (conn->state != RELAY_OPEN)
		return RELAY_STATE;
	for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
		size_t length = strlen(verbs[i].name);

		if (strncmp(line, verbs[i].name, length) == 0 && (line[length] == ' ' || line[length] == '\0'))
			return verbs[i].take(conn, line + length + (line[length] == ' '));
	}
	return RELAY_SYNTAX;
}

/* A line is complete: takes it and begins the next one. */
static enum relay_error end_line(relay *conn)
{
	enum relay_error error = bytes_add(&conn->line, "", 1);

	if (error == RELAY_OK && strlen(conn->line.start) + 1 != conn->line.length)
		error = RELAY_SYNTAX;
	if (error == RELAY_OK)
		error = relay_feed_line(conn, conn->line.start);
	conn->line.length = 0;
	return error;
}

enum relay_error relay_feed(relay *conn, const char *bytes, size_t length)
{
	enum relay_error error = RELAY_OK;

	if (conn->state != RELAY_OPEN)
		return RELAY_STATE;
	for (size_t i = 0; i < length && error == RELAY_OK; i++) {
		if (bytes[i] == '\n') {
			error = end_line(conn);
		} else if (conn->line.length >= conn->limit) {
			conn->line.length = 0;
			error = RELAY_RANGE;
		} else {
			error = bytes_add(&conn->line, bytes + i, 1);
		}
	}
	return error;
}

size_t relay_waiting(const relay *conn)
{
	return conn->waiting;
}

size_t relay_received(const relay *conn)
{
	return conn->received;
}

enum relay_error relay_receive(relay *conn, char *buffer, size_t capacity, size_t *length)
{
	struct message *message = conn->first;

	if (!message)
		return RELAY_EMPTY;
	if (message->length >= capacity)
		return RELAY_SMALL;
	memcpy(buffer, message->text, message->length + 1);
	if (length)
		*length = message->length;
	conn->first = message->next;
	if (!conn->first)
		conn->last = &conn->first;
	conn->waiting--;
	free(message->text);
	free(message);
	return RELAY_OK;
}

size_t relay_flush(relay *conn, char *buffer, size_t capacity)
{
	struct bytes *output = &conn->output;
	size_t length = capacity < output->length ? capacity : output->length;

	if (length == 0)
		return 0;
	memcpy(buffer, output->start, length);
	memmove(output->start, output->start + length, output->length - length);
	output->length -= length;
	return length;
}

enum relay_error relay_set_call(relay *conn, const char *call)
{
	size_t length = strlen(call);

	if (length >= RELAY_CALL_SIZE)
		return RELAY_RANGE;
	memmove(conn->call, call, length);
	conn->call[length] = '\0';
	return RELAY_OK;
}

const char *relay_call(const relay *conn)
{
	return conn->call;
}

const char *relay_peer(const relay *conn)
{
	return conn->peer;
}

void relay_set_timeout(relay *conn, unsigned milliseconds)
{
	conn->timeout = milliseconds;
}

unsigned relay_timeout(const relay *conn)
{
	return conn->timeout;
}

enum relay_error relay_set_limit(relay *conn, size_t limit)
{
	if (limit < RELAY_LEAST_LIMIT || limit > RELAY_MOST_LIMIT)
		return RELAY_RANGE;
	conn->limit = limit;
	return RELAY_OK;
}

size_t relay_limit(const relay *conn)
{
	return conn->limit;
}

static unsigned long mix(unsigned long hash, const void *bytes, size_t length)
{
	const unsigned char *byte = bytes;

	while (length-- > 0)
		hash = (hash ^ *byte++) * 16777619u;
	return hash;
}

unsigned long relay_token(const relay *conn)
{
	unsigned long hash = 2166136261u;

	hash = mix(hash, conn->call, strlen(conn->call));
	hash = mix(hash, &conn->limit, sizeof conn->limit);
	return hash;
}
