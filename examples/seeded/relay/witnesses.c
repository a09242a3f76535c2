/* One witness for each bug planted in relay (bugs.tsv). */
#include "../witness.h"

#include "relay.h"

static void set_limit(void)
{
	relay *conn = relay_new();

	CHECK(relay_set_limit(conn, 1) == RELAY_RANGE && relay_limit(conn) == 1024);
	relay_free(conn);
}

static void set_timeout(void)
{
	relay *conn = relay_new();

	relay_set_timeout(conn, 100000);
	CHECK(relay_timeout(conn) == 100000);
	relay_free(conn);
}

static void token(void)
{
	relay *a = relay_new(), *b = relay_new();

	CHECK(relay_token(a) == relay_token(b));
	relay_free(a);
	relay_free(b);
}

static void empty_message(void)
{
	relay *conn = relay_new();

	relay_open(conn);
	CHECK(relay_feed_line(conn, "DATA") == RELAY_OK && relay_waiting(conn) == 1);
	relay_free(conn);
}

static void cleanup(void)
{
	relay_init();
	relay_channel_add("news");
	relay_cleanup();
	CHECK(!relay_channel_name(0));
}

static int calls;

static void count_calls(enum relay_event event, const char *text, void *user_data)
{
	(void)event, (void)text, (void)user_data;
	calls++;
}

static void unlisten(void)
{
	relay *conn = relay_new();

	relay_unlisten(relay_listen(conn, count_calls, NULL));
	relay_open(conn);
	relay_close(conn);
	CHECK(calls == 0);
	relay_free(conn);
}

static void received(void)
{
	relay *conn = relay_new();

	CHECK(relay_received(conn) == 0);
	relay_free(conn);
}

static void set_call(void)
{
	relay *conn = relay_new();

	relay_set_call(conn, "BUZZARDS");
	CHECK(strlen(relay_call(conn)) < RELAY_CALL_SIZE);
	relay_free(conn);
}

static void receive(void)
{
	relay *conn = relay_new();
	char buffer[10];
	size_t length = 7;

	CHECK(relay_receive(conn, buffer, sizeof buffer, &length) == RELAY_EMPTY && length == 7);
	relay_free(conn);
}

const struct witness witnesses[] = {
	{ "set-limit", set_limit }, { "set-timeout", set_timeout },
	{ "token", token },         { "empty-message", empty_message },
	{ "cleanup", cleanup },     { "unlisten", unlisten },
	{ "received", received },   { "set-call", set_call },
	{ "receive", receive },     { NULL, NULL },
};
