/* The model as JSON: what the text looks like. That it reads back is test_load's. */
#include "base/json.h"
#include "sample.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

static void test_save__empty_model(void **state)
{
	struct hr_model *model = hr_model_new();
	struct hr_strbuf out = HR_STRBUF_INIT;

	(void)state;
	hr_strbuf_addstr(&out, "> ");
	hr_model_save(&out, model);
	assert_string_equal(out.data, "> {\n"
				      " \"schema\": \"harrier-model/1\",\n"
				      " \"unit\": \"\",\n"
				      " \"headers\": [],\n"
				      " \"sources\": [],\n"
				      " \"flags\": [],\n"
				      " \"notes\": [],\n"
				      " \"types\": [],\n"
				      " \"operations\": [],\n"
				      " \"constants\": [],\n"
				      " \"variables\": []\n"
				      "}\n");
	hr_strbuf_release(&out);
	hr_model_free(model);
}

/* One line each, for people with grep. Written with ' for the quotes of JSON. */
static void test_save__lines(void **state)
{
	static const char *const lines[] = {
		"  {'index': 1, 'kind': 'int', 'spelling': 'int', 'size': 4, 'align': 4, 'signed': true},",
		"  {'index': 8, 'kind': 'pointer', 'spelling': 'const char *', 'size': 8, 'align': 8, "
		"'target': 'const char', 'target_ref': {'index': 2, 'const': true}},",
		"    {'name': 'RED', 'value': 1, 'doc': 'warm'},",
		"    {'name': 'ANY', 'value': -9223372036854775808}",
		"    {'name': 'low', 'type': 'int', 'type_ref': {'index': 1}, 'offset_bits': 0, 'bit_width': 3, "
		"'role': 'unknown', 'evidence': []}",
		"    {'name': 'call', 'type': 'void (*const)(void *, size_t, void *)', "
		"'type_ref': {'index': 17, 'const': true}, 'role': 'unknown', 'evidence': []},",
		"      {'fact': 'role', 'value': 'length', 'of': 'text', 'of_index': 1, 'unit': 'bytes', "
		"'source': 'documentation', 'weight': 0.8, 'text': 'so', 'at': 'reader.h:12'},",
		"      {'fact': 'freed_by', 'value': 'free', 'source': 'documentation', 'weight': 0.9, "
		"'text': 'so'}",
		"    {'fact': 'kind', 'value': 'maker', 'of': 'struct reader', 'of_index': 5, 'source': 'shape', "
		"'weight': 0.9, 'text': 'so'},",
		"   'error': {'convention': 'nonzero', 'good': 'OK'},",
		"     'sentinels': ['STATIC'],",
		"     'confidence': 0.96,",
		"  {'name': 'LIMIT', 'kind': 'float', 'value': '-inf', 'type': 'double', "
		"'type_ref': {'index': 22}},",
		"  {'name': 'reader_any', 'type': null, 'type_ref': null}",
	};
	struct hr_model *model = sample_model();
	struct hr_strbuf out = HR_STRBUF_INIT, line = HR_STRBUF_INIT;

	(void)state;
	hr_model_save(&out, model);
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		hr_strbuf_clear(&line);
		hr_strbuf_addf(&line, "\n%s\n", lines[i]);
		for (char *c = line.data; *c != '\0'; c++)
			*c = *c == '\'' ? '"' : *c;
		if (strstr(out.data, line.data) == NULL)
			fail_msg("no such line: %s", lines[i]);
	}
	hr_strbuf_release(&out);
	hr_strbuf_release(&line);
	hr_model_free(model);
}

/* `key` in `object`; numbers go through the array's elements. */
static const struct hr_json *walk(const struct hr_json *at, const char *path)
{
	char key[64];

	while (at != NULL && *path != '\0') {
		size_t length = strcspn(path, ".");

		assert_true(length < sizeof key);
		memcpy(key, path, length);
		key[length] = '\0';
		path += length + (path[length] == '.');
		if (at->kind == HR_JSON_OBJECT) {
			at = hr_json_get(at, key);
			continue;
		}
		at = at->first;
		for (long i = strtol(key, NULL, 10); at != NULL && i > 0; i--)
			at = at->next;
	}
	return at;
}

/* What a program would ask. NULL: the key is absent. */
static void test_save__values(void **state)
{
	static const struct {
		const char *path, *want;
	} cases[] = {
		{ "schema", "harrier-model/1" },
		{ "unit", "reader" },
		{ "sources.1", "more.c" },
		{ "types.5.doc", "Reads \"fields\".\n\tOne by one." },
		{ "types.5.completeness", "opaque" },
		{ "types.5.size", NULL },
		{ "types.19.fields.1.of", "text" },
		{ "types.19.fields.2.offset_bits", NULL },
		{ "types.21.count", "3" },
		{ "types.1.target_ref", NULL },
		{ "operations.0.kind", "maker" },
		{ "operations.0.subject", "struct reader" },
		{ "operations.0.subject_index", "5" },
		{ "operations.0.result.role", "owned" },
		{ "operations.0.result.freed_by", "reader_free" },
		{ "operations.0.attributes.0.name", "malloc" },
		{ "operations.1.params.0.role", "consumed" },
		{ "operations.1.params.0.nullable", "yes" },
		{ "operations.1.params.0.of", NULL },
		{ "operations.1.attributes", NULL },
		{ "operations.2.params.2.of", "text" },
		{ "operations.2.params.2.of_index", "1" },
		{ "operations.2.params.2.unit", "bytes" },
		{ "operations.2.params.2.bound_by", "reader_bound" },
		{ "operations.2.params.5.freed_by", "free" },
		{ "operations.2.params.5.array_count", "4" },
		{ "operations.2.params.5.truth", NULL },
		{ "operations.2.params.0.nullable", NULL },
		{ "operations.2.params.0.confidence", NULL },
		{ "operations.2.params.1.type", "const char *restrict" },
		{ "operations.4.reason", "the types of its parameters are not known" },
		{ "operations.4.expansion", "((a) > (b) ? (a) : (b))" },
		{ "constants.0.value", "-9" },
		{ "constants.2.value", "a\"\\\x01" },
		{ "variables.0.type", "volatile int" },
	};
	struct hr_model *model = sample_model();
	struct hr_strbuf out = HR_STRBUF_INIT;
	struct hr_error error = HR_ERROR_INIT;
	struct hr_arena arena = HR_ARENA_INIT;
	struct hr_json *root;

	(void)state;
	hr_model_save(&out, model);
	assert_int_equal(hr_json_read(&root, out.data, out.length, "saved", &arena, &error), 0);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct hr_json *value = walk(root, cases[i].path);

		if (value == NULL || cases[i].want == NULL) {
			if (value != NULL || cases[i].want != NULL)
				fail_msg("%s is %s", cases[i].path, value != NULL ? "there" : "not there");
			continue;
		}
		assert_string_equal(value->text, cases[i].want);
	}
	hr_error_release(&error);
	hr_arena_release(&arena);
	hr_strbuf_release(&out);
	hr_model_free(model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_save__empty_model),
		cmocka_unit_test(test_save__lines),
		cmocka_unit_test(test_save__values),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
