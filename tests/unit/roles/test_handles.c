/* Handles in other clothes (numbers that are only met behind a pointer, pointers that are passed by their address, memory that an init function sets up), records for errors
 * that all operations share, and what documentation says of results. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "inferring.h"

static void test_handles__numbers(void **state)
{
	static const char header[] =
		"#include <stdint.h>\n#include <stddef.h>\ntypedef intptr_t log_file_t; typedef intptr_t log_error_t; typedef uint64_t log_time_t;\n"
		"int log_file_initialize(log_file_t **file, log_error_t **error);\n"
		"int log_file_free(log_file_t **file, log_error_t **error);\n"
		"int log_file_open(log_file_t *file, const char *filename, log_error_t **error);\n"
		"int log_file_get_count(log_file_t *file, int *count, log_error_t **error);\n"
		"int log_file_get_time(log_file_t *file, log_time_t *time, log_error_t **error);\n"
		"void log_error_free(log_error_t **error);\n"
		"int log_error_sprint(log_error_t *error, char *string, size_t size);\n"
		"int log_error_fprint(log_error_t *error, char *string, size_t size);\n";
	static const struct role_case cases[] = {
		{ "log_file_initialize", "file out | error out | -> status | .kind maker" },
		{ "log_file_free", "file consumed | -> status" },
		{ "log_file_open", "file receiver | filename path | .kind mutator" },
		{ "log_file_get_count", "file receiver | count out | -> status" },
		{ "log_file_get_time", "time out" },
		{ "log_error_free", "error consumed | .kind destroyer" },
		{ "log_error_sprint", "error receiver | string out" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

static void test_handles__by_address(void **state)
{
	static const char header[] =
		"typedef struct hidden_options *opts; typedef struct hidden_node *node;\n"
		"typedef struct { int code; const char *message; } status_t;\n"
		"status_t opts_status_initializer(void);\n"
		"int opts_init(opts *o, status_t *status);\nint opts_clear(opts *o, status_t *status);\n"
		"int opts_set_level(opts *o, int level, status_t *status);\n"
		"int opts_get_level(opts *o, int *level, status_t *status);\n"
		"int opts_send(opts *o, const char *text, status_t *status);\n"
		"node node_next(node n); node node_child(node n); const char *node_text(node n); int node_read(node *n, int *number);\n";
	static const struct role_case cases[] = {
		{ "opts_init", "o out | status inout | -> status | .kind maker" },
		{ "opts_clear", "o consumed | status inout | .kind destroyer" },
		{ "opts_set_level", "o receiver | status inout | .kind mutator" },
		{ "opts_get_level", "o receiver | level out | status inout | -> status" },
		{ "node_next", "n receiver" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

static void test_handles__error_records(void **state)
{
	static const char header[] =
		"struct fault { int code; char text[80]; }; struct job;\n"
		"struct job *job_new(const char *name, struct fault *error); void job_free(struct job *j);\n"
		"int job_run(struct job *j, int n, struct fault *error); int job_stop(struct job *j, struct fault *error);\n"
		"int job_list(const char *filter, struct fault *error); int job_count(struct job *j, struct fault *error);\n"
		"typedef long mishap; int log_stream_close(mishap **error); void mishap_error_free(mishap **error);\n";
	static const struct role_case cases[] = {
		{ "job_new", "error out" },          { "job_run", "j receiver | error out" },
		{ "job_list", "error out" },         { "struct fault", "code out | text out" },
		{ "log_stream_close", "error out" }, { "mishap_error_free", "error consumed" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

static void test_handles__memory_that_is_set_up(void **state)
{
	static const char header[] =
		"void table_init(void *pt); unsigned table_get_size(const void *pt); int table_add(void *pt, const char *name);\n"
		"void sum(void *data, unsigned size);\n";
	static const struct role_case cases[] = {
		{ "table_init", "pt receiver" },
		{ "table_get_size", "pt receiver | -> value" },
		{ "table_add", "pt receiver" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

static void test_handles__told_results(void **state)
{
	static const char header[] =
		"struct rec; struct rec *rec_new(void); void rec_free(struct rec *r);\n"
		"/* Returns 1 if successful, 0 if not available or -1 on error */\nint rec_get_name(struct rec *r, char *name, unsigned size);\n"
		"/* Returns 1 if true, 0 if not or -1 on error */\nint rec_check_mark(struct rec *r);\n"
		"/* True is returned if read, and false if there was an error. */\nunsigned char rec_read(struct rec *r);\n"
		"/* @return true is always returned. If there was an error false would be. */\nunsigned char rec_close(struct rec *r);\n"
		"/* The title of it. */\nunsigned char rec_get_title(struct rec *r, char **title);\n"
		"/* On error a -1 is returned, otherwise the length of the record is returned. */\nint rec_pack(const char *text, struct rec *r);\n"
		"/* Takes the name and returns the maximum packet length. On error a 0 is returned. */\nint rec_get_limit(char *name);\n"
		"/* Next one. */\nint rec_getc(struct rec *r);\n";
	static const struct role_case cases[] = {
		{ "rec_get_name", "-> status" },
		{ "rec_check_mark", "-> value" },
		{ "rec_read", "-> status" },
		{ "rec_close", "-> status" },
		{ "rec_get_title", "title out | -> status" },
		{ "rec_pack", "-> value" },
		{ "rec_get_limit", "name string | -> value" },
		{ "rec_getc", "-> value" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

static void test_handles__settings(void **state)
{
	static const char header[] =
		"#include <time.h>\nstruct sound_format { int bits; int rate; };\n"
		"typedef struct play_option { char *key; char *value; struct play_option *next; } play_option;\nstruct dev;\n"
		"struct dev *play_open(int driver, struct sound_format *format, play_option *option); int play_close(struct dev *d);\n"
		"int play_append_option(play_option **options, const char *key, const char *value);\nvoid play_free_options(play_option *options);\n"
		"int play_raw(struct dev *d, const char *samples, unsigned int num_bytes);\n"
		"int play_change(struct dev *d, struct sound_format *format);\n"
		"int play_at(struct dev *d, const time_t *when); int play_bytes(struct dev *d, const char *data, int lendata);\n";
	static const struct role_case cases[] = {
		{ "play_open", "format in | option in | -> owned" },
		{ "play_change", "format in" },
		{ "play_raw", "samples buffer | num_bytes length of samples bytes" },
		{ "play_at", "when in" },
		{ "play_bytes", "data buffer | lendata length of data bytes" },
		{ "struct sound_format", "bits in | rate in" },
		{ "struct play_option", "key string | next in" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

static void test_handles__codes(void **state)
{
	static const char header[] =
		"enum pages { TXT_CODEPAGE_ASCII, TXT_CODEPAGE_LATIN, TXT_CODEPAGE_GREEK, TXT_CODEPAGE_KOI, TXT_CODEPAGE_THAI };\n"
		"#define TXT_CODEPAGE_US TXT_CODEPAGE_ASCII\n"
		"struct txt; struct txt *txt_new(void); int txt_set_codepage(int codepage); int txt_set_ascii_codepage(struct txt *t, int ascii_codepage);\n"
		"/* Put a file descriptor into raw mode; if the hwflag is set then so is the line. */\nint txt_raw(int fd, int hwflag);\n";
	static const struct role_case cases[] = {
		{ "txt_set_codepage", "codepage enum" },
		{ "txt_set_ascii_codepage", "ascii_codepage enum" },
		{ "txt_raw", "fd descriptor | hwflag in" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

/* Names of an API that writes its prefix in capitals, questions that end like verbs, text in a slot, get and put. */
static void test_handles__other_names(void **state)
{
	static const char header[] =
		"typedef struct conn conn; typedef struct result result;\nconn *DBconnect(const char *info); void DBfinish(conn *c);\n"
		"result *DBexec(conn *c, const char *query); result *DBmakeResult(conn *c); void DBclear(result *r);\n"
		"char *DBhost(const conn *c); char *DBuser(const conn *c); char *DBdatabase(const conn *c); char *DBport(const conn *c); char *DBoptions(const conn *c);\n"
		"const char *DBmessage(const conn *c); const char *DBstate(const conn *c);\n"
		"int DBisBusy(conn *c); int DBis_loopdel(conn *c); int DBdrop(conn *c, int fd);\nvoid DBlook_at_fd(conn *c, int);\n";
	static const char cache[] =
		"struct cache; int cache_get(struct cache **cache, const char *filename); void cache_put(struct cache *cache); int cache_is_loopdel(struct cache *cache);\n"
		"int options_append(char **text, const char *name); int options_get(const char *text, char **value);\n"
		"/* Returns 0 if one is stored, 1 if there are no more, -1 on error. */\nint cache_get_entry(struct cache *cache, int **entry);\n"
		"int rights_check_access(const char *subject, const char *object);\n";
	static const struct role_case cases[] = {
		{ "DBfinish", "c consumed" }, { "DBclear", "r consumed | .kind destroyer" },
		{ "DBexec", "-> owned" },     { "DBhost", "-> borrowed of c" },
		{ "DBisBusy", "-> value" },   { "DBdrop", "c receiver | fd descriptor" },
	};
	static const struct role_case caches[] = {
		{ "cache_get", "cache out | filename path" },
		{ "cache_put", "cache consumed" },
		{ "cache_is_loopdel", "cache receiver | -> value" },
		{ "options_append", "text inout" },
		{ "options_get", "value out" },
		{ "cache_get_entry", "-> status" },
		{ "rights_check_access", "subject string" },
	};

	check_roles(*state, header, cases, COUNT(cases));
	check_roles(*state, cache, caches, COUNT(caches));
}

/* A vector is not constructed by each of its operations, a model not deleted; and a prefix that is written together with what follows says nothing. */
static void test_handles__words_of_their_own(void **state)
{
	static const char header[] =
		"struct vec { void **data; int count; };\nint list_vector_init(struct vec *V, int size); int list_vector_fini(struct vec *V);\n"
		"int list_vector_size(const struct vec *V); int list_vector_append(struct vec *V, void *data);\n"
		"struct model; struct model *list_train(int n); int list_save_model(struct model *m, const char *path); void list_free(struct model *m);\n";
	static const char glued[] =
		"struct depot; typedef struct depot DEPOT;\nDEPOT *dpopen(const char *name, int mode); int dpclose(DEPOT *d); int dpput(DEPOT *d, const char *k, int n);\n"
		"int dpsync(DEPOT *d); int dpoptimize(DEPOT *d); int dpcount(DEPOT *d); int dpsize(DEPOT *d); int dpisbusy(DEPOT *d); int dpdrop(DEPOT *d, int n); int dpremove(const char *name);\n";
	static const struct role_case cases[] = {
		{ "list_vector_init", "V receiver | .kind maker" },
		{ "list_vector_size", "V receiver | -> value" },
		{ "list_vector_append", "V receiver" },
		{ "list_save_model", "m receiver | path path" },
		{ "list_free", "m consumed" },
	};
	static const struct role_case depots[] = {
		{ "dpopen", "-> owned" },
		{ "dpclose", "d consumed" },
		{ "dpcount", "d receiver | -> value" },
		{ "dpisbusy", "-> value" },
	};

	check_roles(*state, header, cases, COUNT(cases));
	check_roles(*state, glued, depots, COUNT(depots));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_handles__numbers),       IN_SCRATCH(test_handles__by_address),
		IN_SCRATCH(test_handles__error_records), IN_SCRATCH(test_handles__memory_that_is_set_up),
		IN_SCRATCH(test_handles__told_results),  IN_SCRATCH(test_handles__settings),
		IN_SCRATCH(test_handles__codes),         IN_SCRATCH(test_handles__words_of_their_own),
		IN_SCRATCH(test_handles__other_names),
	};

	return cmocka_run_group_tests_name("handles", tests, NULL, NULL);
}
