/* What compare found, for a person and for programs. */
#include "app/compare_internal.h"

#include "base/json.h"
#include "seq/text.h"

#include <stdio.h>

enum { MOST_API = 40 };

static size_t count_confirmed(const struct hr_compare *compare)
{
	size_t count = 0;
	for (size_t i = 0; i < compare->found.count; i++)
		count += compare->found.data[i]->is_confirmed;
	return count;
}

size_t hr_compare_count(const struct hr_compare *compare)
{
	return count_confirmed(compare) + compare->api.changes.count;
}

/* ---- for a person ---- */

static void tell_api(const struct hr_compare *compare)
{
	size_t count = compare->api.changes.count;
	if (!count)
		return;
	printf("  changes of the API: %zu\n", count);
	for (size_t i = 0; i < count && i < MOST_API; i++) {
		const struct hr_api_change *change = &compare->api.changes.data[i];
		if (*change->after)
			printf("    %s\n      old: %s\n      new: %s\n", change->name, change->before, change->after);
		else
			printf("    %s is gone\n", change->name);
	}
	if (count > MOST_API)
		printf("    and %zu more; --json tells all\n", count - MOST_API);
}

static void tell_list(const char *title, const char *const *names, size_t count)
{
	enum { MOST_NAMES = 8 };
	if (!count)
		return;
	printf("      %s:", title);
	for (size_t i = 0; i < count && i < MOST_NAMES; i++)
		printf("%s %s", i ? "," : "", names[i]);
	if (count > MOST_NAMES)
		printf(" and %zu more", count - MOST_NAMES);
	printf("\n");
}

static void tell_found(const struct hr_compare *compare, const struct hr_compare_found *found, size_t number)
{
	struct hr_strbuf line = HR_STRBUF_INIT;
	const char *operation = hr_difference_operation(&found->difference, found->sequence);
	printf("    #%zu %s\n", number, *operation ? operation : "what can be read");
	for (size_t i = 0; i < found->shown->statements.count; i++) {
		hr_strbuf_clear(&line);
		hr_statement_write(&line, found->shown, i);
		printf("      %c %s\n", i == found->difference.statement ? '>' : ' ', line.data);
	}
	printf("      old: %s\n      new: %s\n", found->told[HR_OLD], found->told[HR_NEW]);
	tell_list("changed on the way", found->functions.data, found->functions.count);
	tell_list("also seen with", found->operations.data, found->operations.count);
	printf("      %s/differences/%s\n", compare->out, found->folder);
	hr_strbuf_release(&line);
}

void hr_compare_tell(const struct hr_compare *compare)
{
	size_t confirmed = count_confirmed(compare);
	size_t unconfirmed = compare->found.count - confirmed;
	size_t number = 0;
	printf("%s: %zu tests, %zu other sequences, %zu failures and %zu broken rules of the old version were run with both\n",
	       compare->versions[HR_NEW].unit.model->unit, compare->tests, compare->kept, compare->failures,
	       compare->misuses);
	tell_api(compare);
	if (confirmed)
		printf("  differences: %zu\n", confirmed);
	else
		printf("  differences: none\n");
	for (size_t i = 0; i < compare->found.count; i++)
		if (compare->found.data[i]->is_confirmed)
			tell_found(compare, compare->found.data[i], ++number);
	if (unconfirmed)
		printf("  not confirmed in plain C: %zu\n", unconfirmed);
	if (compare->unfit)
		printf("  could not be run, as the API is another: %zu\n", compare->unfit);
	if (compare->api.added)
		printf("  functions that are new: %zu\n", compare->api.added);
	if (compare->versions[HR_OLD].is_bare)
		printf("  note: the old version was run as it was built then, as its sources are others now\n");
}

/* ---- as JSON ---- */

static void add_string(struct hr_json_writer *writer, const char *key, const char *text)
{
	hr_json_key(writer, key);
	hr_json_string(writer, text);
}

static void add_count(struct hr_json_writer *writer, const char *key, size_t count)
{
	hr_json_key(writer, key);
	hr_json_uint(writer, count);
}

static void add_list(struct hr_json_writer *writer, const char *key, const char *const *names, size_t count)
{
	hr_json_key(writer, key);
	hr_json_begin_array(writer);
	for (size_t i = 0; i < count; i++)
		hr_json_string(writer, names[i]);
	hr_json_end_array(writer);
}

static void add_found(struct hr_json_writer *writer, const struct hr_compare *compare,
		      const struct hr_compare_found *found)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	hr_sequence_write(&text, found->shown);
	hr_json_begin_object(writer);
	add_string(writer, "kind", hr_difference_name(found->difference.kind));
	add_string(writer, "operation", hr_difference_operation(&found->difference, found->sequence));
	add_string(writer, "cause", found->key);
	add_string(writer, "old", found->told[HR_OLD]);
	add_string(writer, "new", found->told[HR_NEW]);
	add_string(writer, "sequence", text.data);
	add_count(writer, "statement", found->difference.statement + 1);
	add_count(writer, "seen", found->seen);
	add_list(writer, "changed", found->functions.data, found->functions.count);
	add_list(writer, "operations", found->operations.data, found->operations.count);
	hr_json_key(writer, "confirmed");
	hr_json_bool(writer, found->is_confirmed);
	add_string(writer, "why", found->why.length ? found->why.data : NULL);
	hr_strbuf_clear(&text);
	if (found->folder)
		hr_strbuf_addf(&text, "%s/differences/%s", compare->out, found->folder);
	add_string(writer, "folder", found->folder ? text.data : NULL);
	hr_json_end_object(writer);
	hr_strbuf_release(&text);
}

void hr_compare_tell_json(const struct hr_compare *compare)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	struct hr_json_writer writer;
	hr_json_writer_init(&writer, &text);
	hr_json_begin_object(&writer);
	add_string(&writer, "unit", compare->versions[HR_NEW].unit.model->unit);
	add_count(&writer, "tests", compare->tests);
	add_count(&writer, "sequences", compare->kept);
	add_count(&writer, "failures", compare->failures);
	add_count(&writer, "misuses", compare->misuses);
	add_count(&writer, "unfit", compare->unfit);
	add_count(&writer, "added", compare->api.added);
	hr_json_key(&writer, "bare");
	hr_json_bool(&writer, compare->versions[HR_OLD].is_bare);
	hr_json_key(&writer, "api");
	hr_json_begin_array(&writer);
	for (size_t i = 0; i < compare->api.changes.count; i++) {
		const struct hr_api_change *change = &compare->api.changes.data[i];
		hr_json_compact(&writer);
		hr_json_begin_object(&writer);
		add_string(&writer, "kind", hr_api_change_name(change->kind));
		add_string(&writer, "name", change->name);
		add_string(&writer, "old", change->before);
		add_string(&writer, "new", *change->after ? change->after : NULL);
		hr_json_end_object(&writer);
	}
	hr_json_end_array(&writer);
	hr_json_key(&writer, "differences");
	hr_json_begin_array(&writer);
	for (size_t i = 0; i < compare->found.count; i++)
		add_found(&writer, compare, compare->found.data[i]);
	hr_json_end_array(&writer);
	hr_json_end_object(&writer);
	puts(text.data);
	hr_strbuf_release(&text);
}
