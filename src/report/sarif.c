/* SARIF 2.1.0 (OASIS). Only what the schema has, in its words; texts are whatever the code under test made of them, so the JSON writer mends them.
 *
 * Invariant: the same campaign gives the same file; nothing in it tells of the machine, but for paths of files outside the directory that `gen` was run in. */
#include "report/sarif.h"

#include "base/json.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define BASE "SRCROOT"    /* where gen was run */
#define OUTPUT "HARRIER"  /* the output folder */
#define API_RULE "api-rule"

/* What can go wrong: the rules of the tool. Each way of failing by its name, as failures have it. */
static const struct rule {
	const char *id, *name, *text;
} rules[] = {
	{ "null", "NullPointer", "A null pointer is used as if it pointed to something." },
	{ "overflow", "OutOfBounds", "Memory beyond the bounds of an object is read or written." },
	{ "dead", "UseAfterEnd", "An object is used after its life has ended." },
	{ "free", "BadFree", "What is no block, or not any more, is given back." },
	{ "wild", "WildPointer", "An address is used that belongs to nothing." },
	{ "argument", "BadArgument", "A function of the C library is given what it must not be given." },
	{ "stack", "StackExhausted", "The stack is used up." },
	{ "abort", "AbnormalEnd", "The process is ended by abort or by an assertion." },
	{ "exit", "ProcessEnded", "The process is ended by the library." },
	{ "arithmetic", "UndefinedArithmetic", "A number is computed in a way that the language leaves undefined." },
	{ "undefined", "UndefinedBehaviour", "Something is done that the language leaves undefined." },
	{ "leak", "MemoryLeak", "Memory is lost: nothing points to it any more." },
	{ "hang", "EndlessCall", "A call does not end." },
	{ "property", "BrokenContract", "A contract about values is broken." },
	{ "unstable", "UnsetMemory", "What comes out depends on memory that was never set." },
	{ API_RULE, "ApiRule", "A rule of the API that was learned from what calls did." },
	{ "failure", "OtherFailure", "The library fails." }, /* whatever is not known by name */
};

enum { RULES = sizeof rules / sizeof *rules };

static size_t rule_of(const char *id)
{
	size_t i = 0;
	while (i < RULES - 1 && strcmp(rules[i].id, id) != 0)
		i++;
	return i;
}

static const char *level_of(const char *class)
{
	if (strcmp(class, "certain") == 0)
		return "error";
	return strcmp(class, "portability") == 0 ? "note" : "warning";
}

void hr_report_add_uri(struct hr_strbuf *out, const char *path)
{
	if (*path == '/')
		hr_strbuf_addstr(out, "file://");
	else if (strchr(path, ':') && (!strchr(path, '/') || strchr(path, ':') < strchr(path, '/')))
		hr_strbuf_addstr(out, "./"); /* else its beginning would be a scheme */
	for (; *path; path++) {
		unsigned char c = (unsigned char)*path;
		if (c < 0x80 && (isalnum(c) || strchr("-._~/!$&'()*+,;=:@", c)))
			hr_strbuf_addch(out, (char)c);
		else
			hr_strbuf_addf(out, "%%%02X", c);
	}
}

static void put_text(struct hr_json_writer *writer, const char *key, const char *text)
{
	hr_json_key(writer, key);
	hr_json_string(writer, text ? text : "");
}

/* { "text": … }. In messages a brace that is no placeholder's is written twice (section 3.11.5 of the standard). */
static void put_message(struct hr_json_writer *writer, const char *key, const char *text)
{
	struct hr_strbuf doubled = HR_STRBUF_INIT;
	for (; *text; text++) {
		hr_strbuf_addch(&doubled, *text);
		if (*text == '{' || *text == '}')
			hr_strbuf_addch(&doubled, *text);
	}
	hr_json_key(writer, key);
	hr_json_compact(writer);
	hr_json_begin_object(writer);
	put_text(writer, "text", doubled.data);
	hr_json_end_object(writer);
	hr_strbuf_release(&doubled);
}

static void put_artifact(struct hr_json_writer *writer, const char *path, const char *base)
{
	struct hr_strbuf uri = HR_STRBUF_INIT;
	hr_report_add_uri(&uri, path);
	hr_json_key(writer, "artifactLocation");
	hr_json_compact(writer);
	hr_json_begin_object(writer);
	put_text(writer, "uri", uri.data);
	if (*path != '/')
		put_text(writer, "uriBaseId", base);
	hr_json_end_object(writer);
	hr_strbuf_release(&uri);
}

/* A place in a file, and the function there (or NULL). */
static void put_location(struct hr_json_writer *writer, const char *path, unsigned line, const char *function,
			 const char *text)
{
	hr_json_begin_object(writer);
	if (path) {
		hr_json_key(writer, "physicalLocation");
		hr_json_begin_object(writer);
		put_artifact(writer, path, BASE);
		if (line) {
			hr_json_key(writer, "region");
			hr_json_compact(writer);
			hr_json_begin_object(writer);
			hr_json_key(writer, "startLine");
			hr_json_uint(writer, line);
			hr_json_end_object(writer);
		}
		hr_json_end_object(writer);
	}
	if (function && *function) {
		hr_json_key(writer, "logicalLocations");
		hr_json_begin_array(writer);
		hr_json_compact(writer);
		hr_json_begin_object(writer);
		put_text(writer, "name", function);
		put_text(writer, "kind", "function");
		hr_json_end_object(writer);
		hr_json_end_array(writer);
	}
	if (text)
		put_message(writer, "message", text);
	hr_json_end_object(writer);
}

static const struct hr_report_operation *find_operation(const struct hr_report_campaign *campaign, const char *name,
							size_t length)
{
	for (size_t i = 0; i < campaign->operations.count; i++) {
		const struct hr_report_operation *it = &campaign->operations.data[i];
		if (strlen(it->name) == length && memcmp(it->name, name, length) == 0)
			return it;
	}
	return NULL;
}

/* "file:line" in two; `path` is in the buffer. */
static const char *split_place(struct hr_strbuf *buffer, unsigned *line, const char *place)
{
	const char *colon = place ? strrchr(place, ':') : NULL;
	hr_strbuf_clear(buffer);
	*line = 0;
	if (!colon || colon == place)
		return NULL;
	hr_strbuf_add(buffer, place, (size_t)(colon - place));
	*line = (unsigned)strtoul(colon + 1, NULL, 10);
	return buffer->data;
}

static void put_rules(struct hr_json_writer *writer)
{
	hr_json_key(writer, "rules");
	hr_json_begin_array(writer);
	for (size_t i = 0; i < RULES; i++) {
		hr_json_begin_object(writer);
		put_text(writer, "id", rules[i].id);
		put_text(writer, "name", rules[i].name);
		put_message(writer, "shortDescription", rules[i].text);
		hr_json_key(writer, "defaultConfiguration");
		hr_json_compact(writer);
		hr_json_begin_object(writer);
		put_text(writer, "level", strcmp(rules[i].id, API_RULE) == 0 ? "none" : "error");
		hr_json_end_object(writer);
		hr_json_end_object(writer);
	}
	hr_json_end_array(writer);
}

static void put_tool(struct hr_json_writer *writer, const struct hr_report_campaign *campaign)
{
	hr_json_key(writer, "tool");
	hr_json_begin_object(writer);
	hr_json_key(writer, "driver");
	hr_json_begin_object(writer);
	put_text(writer, "name", "Harrier");
	put_text(writer, "version", *campaign->version ? campaign->version : "0");
	put_rules(writer);
	hr_json_end_object(writer);
	hr_json_end_object(writer);
}

static void put_bases(struct hr_json_writer *writer)
{
	static const struct {
		const char *name, *text;
	} bases[] = {
		{ BASE, "The directory that harrier gen was run in." },
		{ OUTPUT, "The output folder of harrier gen." },
	};
	hr_json_key(writer, "originalUriBaseIds");
	hr_json_begin_object(writer);
	for (size_t i = 0; i < 2; i++) {
		hr_json_key(writer, bases[i].name);
		hr_json_begin_object(writer);
		put_message(writer, "description", bases[i].text);
		hr_json_end_object(writer);
	}
	hr_json_end_object(writer);
}

static void put_identity(struct hr_json_writer *writer, size_t rule, const char *level, const char *kind,
			 const char *fingerprint)
{
	put_text(writer, "ruleId", rules[rule].id);
	hr_json_key(writer, "ruleIndex");
	hr_json_uint(writer, rule);
	put_text(writer, "kind", kind);
	put_text(writer, "level", level);
	hr_json_key(writer, "partialFingerprints");
	hr_json_compact(writer);
	hr_json_begin_object(writer);
	put_text(writer, "harrier/v1", fingerprint);
	hr_json_end_object(writer);
}

static void put_attachments(struct hr_json_writer *writer, const struct hr_report_failure *failure)
{
	static const char *const names[] = { "test.c", "neighbour.c", "report.txt" };
	const char *const texts[] = { failure->test, failure->neighbour_test, failure->report };
	if (!failure->folder)
		return;
	hr_json_key(writer, "attachments");
	hr_json_begin_array(writer);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		struct hr_strbuf path = HR_STRBUF_INIT;
		hr_strbuf_addf(&path, "%s/%s", failure->folder, names[i]);
		if (texts[i] && *texts[i]) {
			hr_json_begin_object(writer);
			put_artifact(writer, path.data, OUTPUT);
			hr_json_end_object(writer);
		}
		hr_strbuf_release(&path);
	}
	hr_json_end_array(writer);
}

static void put_properties(struct hr_json_writer *writer, const struct hr_report_failure *failure)
{
	hr_json_key(writer, "properties");
	hr_json_begin_object(writer);
	put_text(writer, "class", failure->class);
	put_text(writer, "operation", failure->operation);
	put_text(writer, "sequence", failure->sequence);
	if (failure->difference)
		put_text(writer, "difference", failure->difference);
	hr_json_key(writer, "reasons");
	hr_json_begin_array(writer);
	for (size_t i = 0; i < failure->reasons.count; i++)
		hr_json_string(writer, failure->reasons.data[i]);
	hr_json_end_array(writer);
	hr_json_end_object(writer);
}

static void put_failure(struct hr_json_writer *writer, const struct hr_report_campaign *campaign,
			const struct hr_report_failure *failure)
{
	struct hr_strbuf buffer = HR_STRBUF_INIT;
	unsigned line;
	const struct hr_report_operation *operation =
		find_operation(campaign, failure->operation, strlen(failure->operation));
	const char *declared = split_place(&buffer, &line, operation ? operation->place : NULL);
	hr_json_begin_object(writer);
	put_identity(writer, rule_of(failure->way), level_of(failure->class), "fail", failure->fingerprint);
	put_message(writer, "message", failure->summary);
	hr_json_key(writer, "locations");
	hr_json_begin_array(writer);
	if (failure->file)
		put_location(writer, failure->file, failure->line, failure->function, NULL);
	else
		put_location(writer, declared, line, failure->operation, NULL);
	hr_json_end_array(writer);
	if (failure->file && declared) {
		hr_json_key(writer, "relatedLocations");
		hr_json_begin_array(writer);
		put_location(writer, declared, line, failure->operation, "declared here");
		hr_json_end_array(writer);
	}
	put_attachments(writer, failure);
	put_properties(writer, failure);
	hr_json_end_object(writer);
	hr_strbuf_release(&buffer);
}

/* What was learned begins with the name of the operation. */
static void put_rule(struct hr_json_writer *writer, const struct hr_report_campaign *campaign,
		     const struct hr_report_rule *rule)
{
	struct hr_strbuf buffer = HR_STRBUF_INIT;
	unsigned line;
	size_t length = 0;
	while (isalnum((unsigned char)rule->text[length]) || rule->text[length] == '_')
		length++;
	const struct hr_report_operation *operation = find_operation(campaign, rule->text, length);
	const char *declared = split_place(&buffer, &line, operation ? operation->place : NULL);
	hr_json_begin_object(writer);
	put_identity(writer, rule_of(API_RULE), "none", "informational", rule->fingerprint);
	put_message(writer, "message", rule->text);
	if (declared) {
		hr_json_key(writer, "locations");
		hr_json_begin_array(writer);
		put_location(writer, declared, line, operation->name, NULL);
		hr_json_end_array(writer);
	}
	if (rule->evidence) {
		hr_json_key(writer, "properties");
		hr_json_compact(writer);
		hr_json_begin_object(writer);
		put_text(writer, "evidence", rule->evidence);
		hr_json_end_object(writer);
	}
	hr_json_end_object(writer);
	hr_strbuf_release(&buffer);
}

void hr_report_sarif(struct hr_strbuf *out, const struct hr_report_campaign *campaign)
{
	struct hr_json_writer writer;
	hr_json_writer_init(&writer, out);
	hr_json_begin_object(&writer);
	put_text(&writer, "$schema",
		 "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json");
	put_text(&writer, "version", "2.1.0");
	hr_json_key(&writer, "runs");
	hr_json_begin_array(&writer);
	hr_json_begin_object(&writer);
	put_tool(&writer, campaign);
	put_bases(&writer);
	hr_json_key(&writer, "results");
	hr_json_begin_array(&writer);
	for (size_t i = 0; i < campaign->confirmed; i++)
		put_failure(&writer, campaign, &campaign->failures.data[i]);
	for (size_t i = 0; i < campaign->rules.count; i++)
		if (!campaign->rules.data[i].is_dropped)
			put_rule(&writer, campaign, &campaign->rules.data[i]);
	hr_json_end_array(&writer);
	hr_json_end_object(&writer);
	hr_json_end_array(&writer);
	hr_json_end_object(&writer);
	hr_strbuf_addch(out, '\n');
}
