/**
 * @file relay.h
 * A small protocol of text lines, without any input or output of its own: the program feeds what it received, and flushes what it is to send.
 *
 *     relay *conn = relay_new();
 *     relay_set_call(conn, "KESTREL");
 *     relay_open(conn);
 *     size_t length = relay_flush(conn, buffer, sizeof buffer);     // HELLO KESTREL
 *     write(socket, buffer, length);
 *     relay_feed(conn, received, received_length);                  // DATA good morning
 *     relay_receive(conn, message, sizeof message, &length);        // good morning
 *     relay_free(conn);
 *
 * The other side sends these lines: "HELLO name", "DATA text" (a message, which may be empty), "PING text" (answered with "PONG text"), "BYE". A blank stands between verb and text;
 * where there is no text, it may be missing.
 *
 * Handles and texts are not NULL, unless a function says so; functions that free take NULL. Texts are NUL-terminated, and copied where they are kept. A function
 * that fails leaves its connection and its out-parameters as they were. What a connection does depends on nothing but the calls made.
 */
#ifndef RELAY_H
#define RELAY_H

#include <stddef.h>

/** How an operation went. */
enum relay_error {
	RELAY_OK = 0,
	RELAY_NO_MEMORY = -1,
	RELAY_STATE = -2,  /**< not now: the connection is not open, or open already; relay_init() was not called */
	RELAY_SYNTAX = -3, /**< a line that is not of the protocol */
	RELAY_RANGE = -4,  /**< a value that is too large or too small */
	RELAY_EMPTY = -5,  /**< there is no message */
	RELAY_SMALL = -6   /**< the message does not fit into the buffer */
};

/** @name Channels
 * Names that the whole program agrees on; they have numbers from 0 on. All functions may be called at any time, but without relay_init() there are no channels.
 */
/** @{ */

/** Begins to use channels. May be called several times; each call needs a relay_cleanup(). @return RELAY_OK */
enum relay_error relay_init(void);

/** The last one (as many as relay_init() was called) forgets all channels; further ones do nothing. relay_init() may be called again. */
void relay_cleanup(void);

/** Adds a channel, or finds the one that has the name. @return its number, or RELAY_STATE or RELAY_NO_MEMORY, which are below 0 */
int relay_channel_add(const char *name);

/** The number of channels. */
int relay_channel_count(void);

/** The name of a channel, valid until relay_cleanup(). @return NULL if there is no such channel */
const char *relay_channel_name(int number);
/** @} */

/** @name Connections */
/** @{ */

/** A connection. Made by relay_new(), ended by relay_free(). */
typedef struct relay relay;

/** What a connection is doing. */
enum relay_state { RELAY_IDLE, RELAY_OPEN, RELAY_CLOSED };

/** Makes an idle connection. @return NULL when there is no memory */
relay *relay_new(void);

/** Ends a connection, with its listeners. */
void relay_free(relay *conn);

/** Makes the connection idle again: messages, output and counts are gone, settings and listeners stay. */
void relay_reset(relay *conn);

/** The state of a connection. */
enum relay_state relay_state(const relay *conn);

/** Opens an idle connection: puts "HELLO call" to the output. RELAY_STATE if it is not idle. */
enum relay_error relay_open(relay *conn);

/** Closes an open connection: puts "BYE" to the output. RELAY_STATE if it is not open. */
enum relay_error relay_close(relay *conn);

/** Takes one received line, without its end. RELAY_STATE if the connection is not open, RELAY_SYNTAX if it is no line of the protocol. */
enum relay_error relay_feed_line(relay *conn, const char *line);

/**
 * Takes received bytes; a line may come in pieces. A NUL in a line is RELAY_SYNTAX, a line longer than relay_limit() is RELAY_RANGE.
 * @param bytes  may be NULL when @p length is 0
 * @return RELAY_OK, or what the first bad line gave; the lines behind that are dropped
 */
enum relay_error relay_feed(relay *conn, const char *bytes, size_t length);

/** The number of messages that wait. */
size_t relay_waiting(const relay *conn);

/** The number of messages received so far. */
size_t relay_received(const relay *conn);

/**
 * Takes the oldest message.
 * @param[out] buffer  for the message with a NUL at its end
 * @param capacity     room in the buffer
 * @param[out] length  the length of the message, without the NUL; NULL if it is not wanted
 * @return RELAY_OK, RELAY_EMPTY if none waits, RELAY_SMALL if it does not fit (it stays then)
 */
enum relay_error relay_receive(relay *conn, char *buffer, size_t capacity, size_t *length);

/** Takes bytes from the output, as many as there are. @param buffer  may be NULL when @p capacity is 0. @return how many */
size_t relay_flush(relay *conn, char *buffer, size_t capacity);
/** @} */

/** @name Settings
 * They can be changed at any time.
 */
/** @{ */

/** A call sign is shorter than this. */
#define RELAY_CALL_SIZE 8

/** Limits of relay_set_limit(). */
#define RELAY_LEAST_LIMIT 16
#define RELAY_MOST_LIMIT 65536

/** Sets the name with which the connection says hello; "" at the beginning. RELAY_RANGE if it is too long. */
enum relay_error relay_set_call(relay *conn, const char *call);

/** The name with which the connection says hello, valid until it is set again. */
const char *relay_call(const relay *conn);

/** The name with which the other side said hello, valid until the next line is fed; "" if it did not. */
const char *relay_peer(const relay *conn);

/** Sets the time after which the program should give up, in milliseconds, 30000 at the beginning. The connection only keeps it. */
void relay_set_timeout(relay *conn, unsigned milliseconds);

/** The time after which the program should give up, in milliseconds. */
unsigned relay_timeout(const relay *conn);

/** Sets how long a line may be, 1024 at the beginning. RELAY_RANGE below RELAY_LEAST_LIMIT and above RELAY_MOST_LIMIT. */
enum relay_error relay_set_limit(relay *conn, size_t limit);

/** How long a line may be. */
size_t relay_limit(const relay *conn);

/** A number that tells connections apart in logs, made from the call sign and the limit: with the same ones it is the same. */
unsigned long relay_token(const relay *conn);
/** @} */

/** @name Listeners */
/** @{ */

/** Somebody who is told what happens. Made by relay_listen(); ended by relay_unlisten(), or with the connection. */
typedef struct relay_listener relay_listener;

/** What a listener is told. */
enum relay_event {
	RELAY_EVENT_MESSAGE, /**< a message came; the text is the message */
	RELAY_EVENT_CLOSED,  /**< the connection was closed, by either side; the text is "" */
};

/** Called for each event. It must not use the connection. */
typedef void relay_callback(enum relay_event event, const char *text, void *user_data);

/** Adds a listener. @param user_data  passed on to the callback; may be NULL. @return NULL when there is no memory or @p callback is NULL */
relay_listener *relay_listen(relay *conn, relay_callback *callback, void *user_data);

/** Removes a listener: it will not be called again. */
void relay_unlisten(relay_listener *listener);
/** @} */

#endif
