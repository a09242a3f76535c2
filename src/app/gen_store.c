/* What a campaign leaves for `harrier compare` and `harrier report`: the input that it was given, the library as it was understood and built, the tests and their files, times. */
#include "app/gen_internal.h"
#include "app/gen_suite.h"

#include "base/json.h"
#include "base/memory.h"
#include "seq/text.h"
#include "suite/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void add_list(struct hr_json_writer *writer, const char *key, const hr_strings *words)
{
	hr_json_key(writer, key);
	hr_json_begin_array(writer);
	for (size_t i = 0; i < words->count; i++)
		hr_json_string(writer, words->data[i]);
	hr_json_end_array(writer);
}

/* Paths are those of the command line: relative ones count from `directory`. */
static void write_input(struct hr_strbuf *out, const struct hr_input *input, const char *directory)
{
	struct hr_json_writer writer;
	hr_json_writer_init(&writer, out);
	hr_json_begin_object(&writer);
	hr_json_key(&writer, "directory");
	hr_json_string(&writer, directory);
	add_list(&writer, "headers", &input->headers);
	add_list(&writer, "sources", &input->sources);
	add_list(&writer, "trees", &input->trees);
	add_list(&writer, "flags", &input->flags);
	hr_json_key(&writer, "database");
	hr_json_string(&writer, input->database);
	hr_json_key(&writer, "with");
	hr_json_string(&writer, input->with);
	hr_json_end_object(&writer);
}

int hr_gen_store_input(struct hr_gen *gen, struct hr_error *error)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	char *directory = getcwd(NULL, 0);
	write_input(&text, &gen->input, directory ? directory : ".");
	int status = hr_store_set(gen->store, "input", text.data, error);
	hr_strbuf_clear(&text);
	hr_model_save(&text, gen->unit.model);
	if (!status)
		status = hr_store_set(gen->store, "model", text.data, error);
	if (!status && gen->unit.built.object && !gen->unit.built.temporary)
		status = hr_store_set(gen->store, "object", gen->unit.built.object, error);
	free(directory);
	hr_strbuf_release(&text);
	return status;
}

/* NULL: it is there. */
static const char *why_left_out(const struct hr_certificate *certificate, const struct hr_test *test)
{
	for (size_t i = 0; test->name && i < certificate->left_out.count; i++)
		if (strcmp(certificate->left_out.data[i].test, test->name) == 0)
			return certificate->left_out.data[i].why;
	return hr_gen_why_not_recorded(test);
}

int hr_gen_store_tests(struct hr_gen *gen, const struct hr_test *tests, size_t count, size_t total,
		       struct hr_error *error)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	int status = hr_store_forget_tests(gen->store, error);
	for (size_t i = 0; i < total && !status; i++) {
		hr_strbuf_clear(&text);
		hr_sequence_write(&text, tests[i].sequence);
		struct hr_stored_test row = { .name = tests[i].name ? tests[i].name : "",
					      .text = text.data,
					      .focus = (uint32_t)tests[i].focus,
					      .looks = (uint32_t)tests[i].looks,
					      .why = i < count ? NULL : why_left_out(&gen->certificate, &tests[i]) };
		status = hr_store_add_test(gen->store, &row, error);
	}
	hr_strbuf_release(&text);
	return status;
}

int hr_gen_store_suite(struct hr_gen *gen, const struct hr_suite_files *suite, struct hr_error *error)
{
	int status = 0;
	for (size_t i = 0; i < suite->files.count && !status; i++) {
		struct hr_stored_suite_file row = { suite->files.data[i].name, suite->files.data[i].text.data };
		status = hr_store_add_suite_file(gen->store, &row, error);
	}
	return status;
}

int hr_gen_store_times(struct hr_gen *gen, struct hr_error *error)
{
	const struct {
		const char *key;
		double seconds;
	} times[] = {
		{ "seconds_read", gen->reading },
		{ "seconds_build", gen->building },
		{ "seconds_confirm", gen->campaign.spent[HR_PHASE_CONFIRM] },
		{ "seconds_tests", gen->campaign.spent[HR_PHASE_TESTS] },
		{ "seconds_certify", gen->certificate.seconds },
		{ "seconds_coverage", gen->measuring },
	};
	int status = 0;
	for (size_t i = 0; i < sizeof times / sizeof *times && !status; i++) {
		char text[32];
		snprintf(text, sizeof text, "%.3f", times[i].seconds);
		status = hr_store_set(gen->store, times[i].key, text, error);
	}
	return status;
}
