/* The library's own test: what its author thought of. It passes with and without the planted bugs. */
#undef NDEBUG
#include "relay.h"

#include <assert.h>
#include <string.h>

static void count_events(enum relay_event event, const char *text, void *user_data)
{
	int *counts = user_data;

	assert(event == RELAY_EVENT_MESSAGE || !*text);
	counts[event]++;
}

static void expect_output(relay *conn, const char *wanted)
{
	char buffer[100];
	size_t length = relay_flush(conn, buffer, sizeof buffer);

	assert(length == strlen(wanted) && memcmp(buffer, wanted, length) == 0);
}

static void test_connection(void)
{
	relay *conn = relay_new();
	char message[16];
	size_t length = 0;
	int counts[2] = { 0, 0 };
	relay_listener *listener;

	assert(conn && relay_state(conn) == RELAY_IDLE && relay_feed_line(conn, "PING") == RELAY_STATE);
	listener = relay_listen(conn, count_events, counts);
	assert(relay_set_call(conn, "KESTREL") == RELAY_OK && strcmp(relay_call(conn), "KESTREL") == 0);
	assert(relay_open(conn) == RELAY_OK && relay_open(conn) == RELAY_STATE);
	expect_output(conn, "HELLO KESTREL\n");
	assert(relay_feed(conn, "HELLO MERLIN\nDATA good mor", 26) == RELAY_OK && relay_waiting(conn) == 0);
	assert(strcmp(relay_peer(conn), "MERLIN") == 0);
	assert(relay_feed(conn, "ning\nPING 7\nPING\nDATA x\n", 24) == RELAY_OK && relay_waiting(conn) == 2);
	expect_output(conn, "PONG 7\nPONG\n");
	assert(relay_receive(conn, message, 12, NULL) == RELAY_SMALL);
	assert(relay_receive(conn, message, 13, &length) == RELAY_OK && length == 12 &&
	       strcmp(message, "good morning") == 0);
	assert(relay_receive(conn, message, sizeof message, NULL) == RELAY_OK && strcmp(message, "x") == 0);
	assert(relay_receive(conn, message, sizeof message, NULL) == RELAY_EMPTY);
	assert(relay_feed_line(conn, "DATAX") == RELAY_SYNTAX && relay_feed(conn, "D\0A\n", 4) == RELAY_SYNTAX);
	assert(relay_close(conn) == RELAY_OK && relay_state(conn) == RELAY_CLOSED);
	expect_output(conn, "BYE\n");
	assert(counts[RELAY_EVENT_MESSAGE] == 2 && counts[RELAY_EVENT_CLOSED] == 1);
	relay_unlisten(listener);
	relay_free(conn);
}

static void test_settings(void)
{
	relay *conn = relay_new();

	assert(relay_timeout(conn) == 30000 && relay_limit(conn) == 1024 && strcmp(relay_peer(conn), "") == 0);
	relay_set_timeout(conn, 5000);
	assert(relay_timeout(conn) == 5000);
	assert(relay_set_limit(conn, 20) == RELAY_OK && relay_limit(conn) == 20);
	assert(relay_set_call(conn, "much too long") == RELAY_RANGE && relay_token(conn) == relay_token(conn));
	relay_open(conn);
	assert(relay_feed(conn, "DATA 0123456789012345", 21) == RELAY_RANGE);
	relay_feed_line(conn, "DATA left");
	relay_reset(conn);
	assert(relay_state(conn) == RELAY_IDLE && relay_waiting(conn) == 0 && relay_limit(conn) == 20);
	relay_free(conn);
}

static void test_channels(void)
{
	assert(relay_channel_add("early") == RELAY_STATE);
	assert(relay_init() == RELAY_OK && relay_init() == RELAY_OK);
	assert(relay_channel_add("news") == 0 && relay_channel_add("weather") == 1 && relay_channel_add("news") == 0);
	assert(relay_channel_count() == 2 && strcmp(relay_channel_name(1), "weather") == 0 && !relay_channel_name(2));
	relay_cleanup();
	assert(relay_channel_count() == 2);
	relay_cleanup();
	relay_cleanup();
}

int main(void)
{
	test_connection();
	test_settings();
	test_channels();
	return 0;
}
