/* Reading a saved model: what was saved comes back, and nothing else gets in. */
#include "model/model.h"

#include "sample.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

/* The least that a model needs, one thing of each sort; the cases below break it. To spare the eye, it and they are
 * written with ' for the quotes of JSON. */
static const char base_written[] =
	"{'schema': 'harrier-model/1', 'unit': 'u', 'headers': [], 'sources': [], 'flags': [], 'notes': [],\n"
	"'types': [\n"
	"{'index': 0, 'kind': 'int', 'spelling': 'int', 'size': 4},\n"
	"{'index': 1, 'kind': 'typedef', 'spelling': 'number', 'target_ref': {'index': 0}},\n"
	"{'index': 2, 'kind': 'struct', 'spelling': 'struct s', 'completeness': 'complete', 'fields': [\n"
	" {'name': 'f', 'type_ref': {'index': 6}, 'offset_bits': 0, 'bit_width': 3, 'evidence': []}]},\n"
	"{'index': 3, 'kind': 'enum', 'spelling': 'enum e', 'enumerators': [{'name': 'E', 'value': 1}]},\n"
	"{'index': 4, 'kind': 'function', 'spelling': 'int (int)', 'target_ref': {'index': 0}, 'params': [\n"
	" {'name': '', 'type_ref': {'index': 1}, 'evidence': []}]},\n"
	"{'index': 5, 'kind': 'array', 'spelling': 'int[2]', 'target_ref': {'index': 0}, 'count': 2},\n"
	"{'index': 6, 'kind': 'pointer', 'spelling': 'struct s *', 'target_ref': {'index': 2}}],\n"
	"'operations': [\n"
	"{'name': 'op', 'form': 'function', 'callable': true, 'reason': null, 'definition': 'source',\n"
	"'attributes': [{'name': 'pure', 'text': ''}],\n"
	"'result': {'name': '', 'type_ref': {'index': 0, 'const': false}, 'evidence': []},\n"
	"'params': [{'name': 'p', 'type_ref': {'index': 6}, 'array_count': 1, 'evidence': [\n"
	"{'fact': 'role', 'value': 'out', 'of_index': 0, 'unit': 'bytes', 'source': 'name', 'weight': 0.5,"
	" 'text': 't'},\n"
	"{'fact': 'freed_by', 'of_index': 0, 'source': 'code', 'weight': 0.6, 'text': 't', 'at': 'a:1'},\n"
	"{'fact': 'sentinel', 'of_index': 2, 'source': 'user', 'weight': 0.7, 'text': 't'}]}],\n"
	"'evidence': [{'fact': 'kind', 'value': 'maker', 'of_index': 6, 'source': 'type', 'weight': 0.8,"
	" 'text': 't'}]}],\n"
	"'constants': [\n"
	"{'name': 'C', 'kind': 'int', 'value': 1, 'type_ref': null},\n"
	"{'name': 'F', 'kind': 'float', 'value': 1.5, 'type_ref': {'index': 0}},\n"
	"{'name': 'S', 'kind': 'string', 'value': 's', 'type_ref': null}],\n"
	"'variables': [{'name': 'v', 'type_ref': {'index': 5}, 'at': 'a:2'}]}\n";

static char base_text[sizeof base_written]; /* as JSON has it */

static void add_quoted(struct hr_strbuf *out, const char *written)
{
	for (; *written != '\0'; written++)
		hr_strbuf_addch(out, *written == '\'' ? '"' : *written);
}

/* The base text with the first `from` replaced by `to`; all of it when `from` is NULL. */
static void break_text(struct hr_strbuf *out, const char *from, const char *to)
{
	const char *place = from == NULL ? base_written : strstr(base_written, from);

	if (place == NULL)
		fail_msg("the case is wrong: there is no %s", from);
	hr_strbuf_clear(out);
	hr_strbuf_add(out, base_text, (size_t)(place - base_written));
	add_quoted(out, to);
	if (from != NULL)
		hr_strbuf_addstr(out, base_text + (place - base_written) + strlen(from));
}

struct load_case {
	const char *from, *to;
	const char *message; /* after "m.json:" */
};

static const struct load_case malformed[] = {
	/* the whole */
	{ NULL, "", "1:1: expected a value, found the end of the text" },
	{ NULL, "[]", "1:1: not a model: it is not an object" },
	{ NULL, "7", "1:1: not a model: it is not an object" },
	{ NULL, "{}", "1:1: not a model: no 'schema', which should be 'harrier-model/1'" },
	{ "harrier-model/1", "harrier-model/2",
	  "1:12: the schema is 'harrier-model/2', this version reads 'harrier-model/1'" },
	{ "'harrier-model/1'", "1", "1:1: not a model: no 'schema', which should be 'harrier-model/1'" },
	{ "'unit': 'u'", "'unit': null", "1:39: 'unit' is not a string" },
	{ "'unit'", "'Unit'", "1:1: no 'unit' here" },
	{ "'headers': []", "'headers': {}", "1:55: 'headers' is not an array" },
	{ "'headers': []", "'headers': [1]", "1:56: in 'headers' there is something that is not a string" },
	{ "'sources'", "'source'", "1:1: no 'sources' here" },
	{ "'flags'", "'flag'", "1:1: no 'flags' here" },
	{ "'notes'", "'note'", "1:1: no 'notes' here" },
	{ "'types'", "'type'", "1:1: no 'types' here" },
	{ "'operations'", "'operation'", "1:1: no 'operations' here" },
	{ "'constants'", "'constant'", "1:1: no 'constants' here" },
	{ "'variables'", "'variable'", "1:1: no 'variables' here" },
	{ "'types': [", "'types': [null,", "2:11: in 'types' there is something that is not an object" },
	{ "'types': [", "'types': '', 'x': [", "2:10: 'types' is not an array" },
	{ "'operations': [", "'operations': [[],", "12:16: in 'operations' there is something that is not an object" },
	/* types */
	{ "'index': 0, 'kind': 'int'", "'index': 1, 'kind': 'int'", "3:1: type 0 has the 'index' 1" },
	{ "'index': 0, 'kind': 'int'", "'index': 0.5, 'kind': 'int'",
	  "3:11: 'index' is not a whole number of 64 bits" },
	{ "'index': 0, 'kind': 'int'", "'kind': 'int'", "3:1: no 'index' here" },
	{ "'kind': 'int'", "'kind': 'integer'", "3:22: 'integer' is not a word for 'kind'" },
	{ "'kind': 'int'", "'kind': 3", "3:22: 'kind' is not a string" },
	{ "'kind': 'int'", "'kin': 'int'", "3:1: no 'kind' here" },
	{ "'spelling': 'int'", "'spelling': null", "3:41: 'spelling' is not a string" },
	{ "'size': 4", "'size': -4", "3:56: 'size' is out of range: -4" },
	{ "'size': 4", "'size': '4'", "3:56: 'size' is not a number" },
	{ "'size': 4", "'size': 4e99", "3:56: 'size' is not a whole number of 64 bits" },
	{ "'size': 4", "'align': 9223372036854775808", "3:57: 'align' is not a whole number of 64 bits" },
	{ "'size': 4", "'signed': 1", "3:58: 'signed' is not true or false" },
	{ "'size': 4", "'public': null", "3:58: 'public' is not true or false" },
	{ "'size': 4", "'doc': []", "3:55: 'doc' is not a string" },
	{ "'size': 4", "'at': 1", "3:54: 'at' is not a string" },
	{ "'number', 'target_ref': {'index': 0}", "'number'", "4:1: no 'target_ref' here" },
	{ "'number', 'target_ref': {'index': 0}", "'number', 'target_ref': 0", "4:69: 'target_ref' is not an object" },
	{ "'number', 'target_ref': {'index': 0}", "'number', 'target_ref': {}", "4:69: no 'index' here" },
	{ "'number', 'target_ref': {'index': 0}", "'number', 'target_ref': {'index': 7}",
	  "4:79: 'index' is out of range: 7" },
	{ "'number', 'target_ref': {'index': 0}", "'number', 'target_ref': {'index': -1}",
	  "4:79: 'index' is out of range: -1" },
	{ "'number', 'target_ref': {'index': 0}", "'number', 'target_ref': {'index': 18446744073709551615}",
	  "4:79: 'index' is not a whole number of 64 bits" },
	{ "'number', 'target_ref': {'index': 0}", "'number', 'target_ref': {'index': 0, 'const': 0}",
	  "4:91: 'const' is not true or false" },
	{ "'completeness': 'complete'", "'completeness': 'full'", "5:72: 'full' is not a word for 'completeness'" },
	{ "'completeness': 'complete', ", "", "5:1: no 'completeness' here" },
	{ "'fields'", "'field'", "5:1: no 'fields' here" },
	{ "'name': 'f'", "'name': null", "6:11: 'name' is not a string" },
	{ "'offset_bits': 0", "'offset_bits': -8", "6:57: 'offset_bits' is out of range: -8" },
	{ "'bit_width': 3", "'bit_width': 4294967296", "6:73: 'bit_width' is out of range: 4294967296" },
	{ "'bit_width': 3, 'evidence': []", "'bit_width': 3", "6:2: no 'evidence' here" },
	{ "'bit_width': 3, 'evidence': []", "'evidence': [[]]",
	  "6:73: in 'evidence' there is something that is not an object" },
	{ "'enumerators'", "'enumerator'", "7:1: no 'enumerators' here" },
	{ "'value': 1}]", "'value': '1'}]", "7:91: 'value' is not a number" },
	{ "'name': 'E'", "'name': 5", "7:77: 'name' is not a string" },
	{ "'params': [\n", "'parameters': [\n", "8:1: no 'params' here" },
	{ "'count': 2", "'count': -2", "10:90: 'count' is out of range: -2" },
	/* types that contain themselves */
	{ "'number', 'target_ref': {'index': 0}", "'number', 'target_ref': {'index': 1}",
	  "4:1: the type 'number' contains itself" },
	{ "'int[2]', 'target_ref': {'index': 0}", "'int[2]', 'target_ref': {'index': 5}",
	  "10:1: the type 'int[2]' contains itself" },
	{ "'number', 'target_ref': {'index': 0}", "'number', 'target_ref': {'index': 4}",
	  "4:1: the type 'number' contains itself" },
	{ "'f', 'type_ref': {'index': 6}", "'f', 'type_ref': {'index': 2}",
	  "5:1: the type 'struct s' contains itself" },
	{ "'struct s *', 'target_ref': {'index': 2}", "'struct s *', 'target_ref': {'index': 6}",
	  "11:1: the type 'struct s *' contains itself" },
	/* operations and items */
	{ "'name': 'op'", "'name': true", "13:10: 'name' is not a string" },
	{ "'form': 'function'", "'form': 'method'", "13:24: 'method' is not a word for 'form'" },
	{ "'callable': true", "'callable': 'yes'", "13:48: 'callable' is not true or false" },
	{ "'callable': true, ", "", "13:1: no 'callable' here" },
	{ "'reason': null", "'reason': false", "13:64: 'reason' is not a string" },
	{ "'definition': 'source'", "'definition': ''", "13:84: '' is not a word for 'definition'" },
	{ "'definition': 'source'", "'expansion': 1, 'definition': 'source'", "13:83: 'expansion' is not a string" },
	{ "'definition': 'source'", "'noreturn': 1, 'definition': 'source'", "13:82: 'noreturn' is not true or false" },
	{ "'attributes': [{", "'attributes': [1, {",
	  "14:16: in 'attributes' there is something that is not an object" },
	{ "'text': ''}", "'txt': ''}", "14:16: no 'text' here" },
	{ "'result': {", "'results': {", "13:1: no 'result' that is an object" },
	{ "'result': {", "'result': 1, 'x': {", "15:11: no 'result' that is an object" },
	{ "'index': 0, 'const': false", "'const': false", "15:36: no 'index' here" },
	{ "'const': false", "'volatile': 1", "15:61: 'volatile' is not true or false" },
	{ "'params': [{'name': 'p'", "'param': [{'name': 'p'", "13:1: no 'params' here" },
	{ "'array_count': 1", "'array_count': []", "16:67: 'array_count' is not a number" },
	{ "'array_count': 1", "'doc': 1", "16:59: 'doc' is not a string" },
	/* claims */
	{ "'fact': 'role'", "'fact': 'rule'", "17:10: 'rule' is not a word for 'fact'" },
	{ "'fact': 'role'", "'fat': 'role'", "17:1: no 'fact' here" },
	{ "'value': 'out'", "'value': 'outer'", "17:27: 'outer' is not a word for 'value'" },
	{ "'value': 'out'", "'value': 14", "17:27: 'value' is not a string" },
	{ "'value': 'out', ", "", "17:1: no 'value' here" },
	{ "'of_index': 0, 'unit'", "'of_index': 1, 'unit'", "17:46: 'of_index' is out of range: 1" },
	{ "'of_index': 0, 'unit'", "'of_index': -1, 'unit'", "17:46: 'of_index' is out of range: -1" },
	{ "'unit': 'bytes'", "'unit': 'bits'", "17:57: 'bits' is not a word for 'unit'" },
	{ "'unit': 'bytes'", "'unit': null", "17:57: 'unit' is not a string" },
	{ "'source': 'name'", "'source': 'rumour'", "17:76: 'rumour' is not a word for 'source'" },
	{ "'weight': 0.5", "'weight': 0", "17:94: the 'weight' is not a number between 0 and 1" },
	{ "'weight': 0.5", "'weight': 1", "17:94: the 'weight' is not a number between 0 and 1" },
	{ "'weight': 0.5", "'weight': 0.99999999999999999999", "17:94: the 'weight' is not a number between 0 and 1" },
	{ "'weight': 0.5", "'weight': 1e-999", "17:94: the 'weight' is not a number between 0 and 1" },
	{ "'weight': 0.5", "'weight': -1e999", "17:94: the 'weight' is not a number between 0 and 1" },
	{ "'weight': 0.5", "'weight': null", "17:94: the 'weight' is not a number between 0 and 1" },
	{ "'weight': 0.5, ", "", "17:1: the 'weight' is not a number between 0 and 1" },
	{ "0.5, 'text': 't'", "0.5", "17:1: no 'text' here" },
	{ "0.5, 'text': 't'", "0.5, 'text': null", "17:107: 'text' is not a string" },
	{ "'at': 'a:1'", "'at': 1", "18:89: 'at' is not a string" },
	{ "'freed_by', 'of_index': 0", "'freed_by', 'of_index': 1", "18:34: 'of_index' is out of range: 1" },
	{ "'sentinel', 'of_index': 2", "'sentinel', 'of_index': 3", "19:34: 'of_index' is out of range: 3" },
	{ "'sentinel', 'of_index': 2", "'sentinel'", "19:1: no 'of_index' here" },
	{ "'maker', 'of_index': 6", "'maker', 'of_index': 7", "20:61: 'of_index' is out of range: 7" },
	{ "'maker', 'of_index': 6", "'owned', 'of_index': 6", "20:40: 'owned' is not a word for 'value'" },
	{ "'evidence': [{'fact': 'kind'", "'evidence': 0, 'e': [{'fact': 'kind'", "20:13: 'evidence' is not an array" },
	/* constants and variables */
	{ "'kind': 'int', 'value'", "'kind': 'enum', 'value'", "22:23: 'enum' is not a word for 'kind'" },
	{ "'value': 1, ", "'value': '1', ", "22:39: 'value' is not a number" },
	{ "'value': 1, ", "", "22:1: no 'value' here" },
	{ "'value': 1, 'type_ref': null", "'value': 1", "22:1: no 'type_ref' here" },
	{ "'value': 1, ", "'value': 1, 'enumerator': 0, ", "22:56: 'enumerator' is not true or false" },
	{ "'value': 1.5", "'value': 'many'", "23:41: 'many' is not a word for 'value'" },
	{ "'value': 1.5", "'value': null", "23:41: 'value' is not a string" },
	{ "'value': 1.5, 'type_ref': {'index': 0}", "'value': 1.5, 'type_ref': {'index': 70}",
	  "23:68: 'index' is out of range: 70" },
	{ "'value': 's'", "'value': 0", "24:42: 'value' is not a string" },
	{ "'name': 'v'", "'nome': 'v'", "25:15: no 'name' here" },
	{ "'name': 'v', 'type_ref': {'index': 5}", "'name': 'v'", "25:15: no 'type_ref' here" },
	{ "'at': 'a:2'", "'at': {}", "25:61: 'at' is not a string" },
};

static void test_load__malformed(void **state)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	size_t wrong = 0;

	(void)state;
	for (size_t i = 0; i < sizeof malformed / sizeof *malformed; i++) {
		const struct load_case *c = &malformed[i];
		struct hr_error error = HR_ERROR_INIT;
		struct hr_model *model = NULL;

		break_text(&text, c->from, c->to);
		assert_int_equal(hr_model_load(&model, text.data, text.length, "m.json", &error), -1);
		assert_null(model);
		assert_int_equal(error.kind, HR_ERROR_INPUT);
		assert_int_equal(strncmp(error.message.data, "m.json:", 7), 0);
		if (strcmp(error.message.data + 7, c->message) != 0) {
			print_message("for %s:\n  want %s\n  got  %s\n", c->to, c->message, error.message.data + 7);
			wrong++;
		}
		hr_error_release(&error);
	}
	hr_strbuf_release(&text);
	assert_int_equal(wrong, 0);
}

static struct hr_model *load(const char *text, size_t length)
{
	struct hr_error error = HR_ERROR_INIT;
	struct hr_model *model = NULL;

	if (hr_model_load(&model, text, length, "m.json", &error) < 0)
		print_message("%s\n", error.message.data);
	assert_non_null(model);
	hr_error_release(&error);
	return model;
}

/* Changes that a reader of this version has to put up with. */
static void test_load__tolerated(void **state)
{
	static const struct load_case tolerated[] = {
		{ "", "", NULL },
		{ "'unit'", "'new_key': [{}, 1], 'unit'", NULL },
		{ "'size': 4", "'size': 4, 'colour': 'red'", NULL },
		{ "'schema': 'harrier-model/1'", "'schema': 1, 'schema': 'harrier-model/1'", NULL },
		{ "'value': 1.5", "'value': 1e999", NULL },
		{ "'value': 1.5", "'value': 'nan'", NULL },
		{ "'number', 'target_ref': {'index': 0}", "'number', 'target_ref': null", NULL },
		{ "'freed_by', 'of_index': 0", "'freed_by'", NULL },
		{ "'freed_by', 'of_index': 0", "'freed_by', 'value': 7, 'of_index': 0", NULL },
		{ "'of_index': 0, 'unit': 'bytes'", "'unit': 'none'", NULL },
		{ "'reason': null, ", "", NULL },
		{ "'name': 'p'", "'name': '\\ud800'", NULL },
	};
	struct hr_strbuf text = HR_STRBUF_INIT, once = HR_STRBUF_INIT, twice = HR_STRBUF_INIT;

	(void)state;
	for (size_t i = 0; i < sizeof tolerated / sizeof *tolerated; i++) {
		struct hr_model *model, *again;

		break_text(&text, tolerated[i].from, tolerated[i].to);
		model = load(text.data, text.length);
		hr_strbuf_clear(&once);
		hr_strbuf_clear(&twice);
		hr_model_save(&once, model);
		again = load(once.data, once.length);
		hr_model_save(&twice, again);
		assert_string_equal(once.data, twice.data);
		hr_model_free(model);
		hr_model_free(again);
	}
	hr_strbuf_release(&text);
	hr_strbuf_release(&once);
	hr_strbuf_release(&twice);
}

static void test_load__round_trip(void **state)
{
	struct hr_model *model = sample_model(), *loaded;
	struct hr_strbuf before = HR_STRBUF_INIT, after = HR_STRBUF_INIT;
	size_t index;

	(void)state;
	hr_model_save(&before, model);
	loaded = load(before.data, before.length);
	hr_model_save(&after, loaded);
	assert_string_equal(before.data, after.data);
	assert_string_equal(loaded->unit, "reader");
	assert_int_equal(loaded->types.count, T_COUNT);
	assert_true(hr_map_get(&loaded->operation_by_name, "reader_parse", &index));
	assert_int_equal(index, OP_PARSE);
	assert_true(hr_map_get(&loaded->constant_by_name, "RED", &index));
	assert_int_equal(index, C_RED);
	assert_true(hr_map_get(&loaded->type_by_spelling, "struct point", &index));
	assert_int_equal(index, T_POINT);
	assert_true(loaded->types.data[T_INT].target.type == HR_NO_TYPE);
	assert_int_equal(loaded->types.data[T_INT].count, -1);
	assert_true(loaded->constants.data[C_RATIO].real == 0.1);
	assert_int_equal(loaded->types.data[T_COLOUR].enumerators.data[1].value, INT64_MIN);
	assert_null(loaded->operations.data[OP_NEW].reason);
	assert_string_equal(loaded->operations.data[OP_PARSE].params.data[2].claims.data[1].at, "reader.h:12");
	hr_model_free(model);
	hr_model_free(loaded);
	hr_strbuf_release(&before);
	hr_strbuf_release(&after);
}

/* What is decided comes from the claims, whatever the text says beside them. */
static void test_load__decides_from_the_claims(void **state)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	struct hr_model *model;
	struct hr_item *item;

	(void)state;
	break_text(&text, "'array_count': 1,",
		   "'role': 'in', 'of': 'q', 'of_index': 99, 'nullable': 'no', 'freed_by': 3, 'confidence': 2,");
	model = load(text.data, text.length);
	item = &model->operations.data[0].params.data[0];
	assert_int_equal(item->role, HR_ROLE_OUT);
	assert_int_equal(item->of, 0);
	assert_int_equal(item->unit, HR_UNIT_BYTES);
	assert_int_equal(item->nullable, HR_NOT_KNOWN);
	assert_int_equal(item->freed_by, 0);
	assert_true(item->confidence == 0.5);
	assert_int_equal(model->operations.data[0].kind, HR_KIND_MAKER);
	assert_int_equal(model->operations.data[0].subject, 6);
	hr_model_free(model);
	hr_strbuf_release(&text);
}

/* Loads what may or may not load. */
static void try(const char *text, size_t length)
{
	struct hr_error error = HR_ERROR_INIT;
	struct hr_model *model = NULL;

	if (hr_model_load(&model, text, length, "m.json", &error) < 0) {
		assert_null(model);
		assert_int_equal(error.kind, HR_ERROR_INPUT);
	}
	hr_model_free(model);
	hr_error_release(&error);
}

static void test_load__every_beginning_fails(void **state)
{
	(void)state;
	for (size_t length = 0; length < sizeof base_text - 2; length++) {
		struct hr_error error = HR_ERROR_INIT;
		struct hr_model *model = NULL;

		assert_int_equal(hr_model_load(&model, base_text, length, "m.json", &error), -1);
		hr_error_release(&error);
	}
}

static void test_load__any_byte_may_be_wrong(void **state)
{
	static const char wrong[] = { '9', '-', '"', '[', '{', '}', 'x', '\0', '\xFF' };
	char text[sizeof base_text];

	(void)state;
	memcpy(text, base_text, sizeof text);
	for (size_t i = 0; i < sizeof text - 1; i++) {
		for (size_t j = 0; j < sizeof wrong; j++) {
			text[i] = wrong[j];
			try(text, sizeof text - 1);
		}
		text[i] = base_text[i];
	}
}

/* Typedefs of typedefs, deeper than any stack would like; then closed to a circle. */
static void test_load__deep_chain(void **state)
{
	enum { DEPTH = 100000 };
	struct hr_strbuf written = HR_STRBUF_INIT, text = HR_STRBUF_INIT;
	struct hr_model *model;
	struct hr_error error = HR_ERROR_INIT;

	(void)state;
	for (int is_circle = 0; is_circle < 2; is_circle++) {
		hr_strbuf_clear(&written);
		hr_strbuf_clear(&text);
		hr_strbuf_addstr(&written, "{'schema': 'harrier-model/1', 'unit': '', 'headers': [], 'sources': [], "
					   "'flags': [], 'notes': [], 'operations': [], 'constants': [], "
					   "'variables': [], 'types': [");
		for (int i = 0; i < DEPTH; i++)
			hr_strbuf_addf(&written,
				       "{'index': %d, 'kind': 'typedef', 'spelling': 't%d',"
				       " 'target_ref': {'index': %d}},",
				       i, i, i + 1);
		hr_strbuf_addf(&written,
			       "{'index': %d, 'kind': '%s', 'spelling': 'last', 'target_ref': {'index': 7}}]}", DEPTH,
			       is_circle ? "typedef" : "int");
		add_quoted(&text, written.data);
		model = NULL;
		assert_int_equal(hr_model_load(&model, text.data, text.length, "m.json", &error), -is_circle);
		if (!is_circle)
			assert_int_equal(hr_model_strip(model, sample_ref(0, 0)).type, DEPTH);
		hr_model_free(model);
	}
	assert_non_null(strstr(error.message.data, "the type 't7' contains itself"));
	hr_error_release(&error);
	hr_strbuf_release(&written);
	hr_strbuf_release(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_load__round_trip),
		cmocka_unit_test(test_load__decides_from_the_claims),
		cmocka_unit_test(test_load__tolerated),
		cmocka_unit_test(test_load__malformed),
		cmocka_unit_test(test_load__every_beginning_fails),
		cmocka_unit_test(test_load__any_byte_may_be_wrong),
		cmocka_unit_test(test_load__deep_chain),
	};

	for (size_t i = 0; i < sizeof base_text; i++)
		base_text[i] = base_written[i] == '\'' ? '"' : base_written[i];
	return cmocka_run_group_tests(tests, NULL, NULL);
}
