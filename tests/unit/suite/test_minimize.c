/* Minimising: with a runner that decides by the text of a sequence what fails. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../seq/unit.h"
#include "suite/minimize.h"

/* What the pretended unit does: the first statement that `fails` says true of ends the run. */
struct pretend {
	bool (*fails)(const struct hr_sequence *sequence, size_t statement);
	bool is_leak;       /* it is a leak of that statement, and the run goes on */
	const char *needed; /* all that calls yield is NULL where this one is not called; NULL: nothing is NULL */
	size_t runs;
	size_t batches;
	size_t broken; /* sequences that no runner could run */
	int returned;  /* every value is this, where it is not 0 */
};

static size_t operand_of(const struct hr_sequence *sequence, size_t statement, size_t operand)
{
	const struct hr_statement *it = &sequence->statements.data[statement];
	return it->operands[operand].kind == HR_OPERAND_VALUE ? it->operands[operand].value : HR_NO_VALUE;
}

static bool calls(const struct hr_sequence *sequence, size_t statement, const char *name)
{
	const struct hr_statement *it = &sequence->statements.data[statement];
	return it->kind == HR_STATEMENT_CALL && strcmp(sequence->model->operations.data[it->operation].name, name) == 0;
}

/* Every operand names an earlier value. */
static bool is_sound(const struct hr_sequence *sequence)
{
	for (size_t i = 0; i < sequence->statements.count; i++)
		for (size_t k = 0; k < sequence->statements.data[i].operand_count; k++) {
			size_t value = operand_of(sequence, i, k);
			if (value != HR_NO_VALUE &&
			    (value >= sequence->values.count || sequence->values.data[value].statement >= i))
				return false;
		}
	return true;
}

static bool is_called(const struct hr_sequence *sequence, const char *name)
{
	for (size_t i = 0; i < sequence->statements.count; i++)
		if (calls(sequence, i, name))
			return true;
	return false;
}

static int run_pretended(void *context, const struct hr_sequence *const *sequences, size_t count,
			 const struct hr_run_wants *wants, hr_outcome_fn *tell, void *tell_context,
			 struct hr_error *error)
{
	static const unsigned char nothing[8];
	struct pretend *pretend = context;
	(void)wants;
	(void)error;
	pretend->batches++;
	for (size_t i = 0; i < count; i++) {
		struct hr_outcome outcome;
		size_t slots[8] = { 0 };
		hr_outcome_init(&outcome);
		outcome.status = HR_OUTCOME_NORMAL;
		if (pretend->returned) {
			outcome.area = (const unsigned char *)&pretend->returned;
			outcome.area_size = sizeof pretend->returned;
			outcome.slot_of = slots;
			outcome.slot_count = 8;
		}
		if (pretend->needed && !is_called(sequences[i], pretend->needed)) {
			outcome.area = nothing;
			outcome.area_size = sizeof nothing;
			outcome.slot_of = slots;
			outcome.slot_count = 8;
		}
		pretend->runs++;
		pretend->broken += !is_sound(sequences[i]);
		for (size_t k = 0; k < sequences[i]->statements.count; k++) {
			if (!pretend->fails(sequences[i], k))
				continue;
			if (pretend->is_leak) {
				hr_vec_push(&outcome.leaks, (struct hr_owner){ .allocated_by = (uint32_t)k });
				continue;
			}
			outcome.status = HR_OUTCOME_FAULT;
			outcome.fault.kind = HR_KIND_HEAP_OVERFLOW;
			outcome.fault.statement = outcome.statement = (uint32_t)k;
			hr_vec_push(&outcome.fault.stack,
				    (struct hr_frame){ .pc = 1, .function = "inner", .file = "" });
			break;
		}
		tell(tell_context, i, &outcome);
		hr_outcome_release(&outcome);
	}
	return 0;
}

/* Minimises the text and compares; roles are given as "operation parameter role of". */
static struct pretend minimize(const struct hr_model *model, const char *text, const char *expected,
			       struct pretend pretend, const struct hr_minimize_options *options)
{
	struct hr_sequence *sequence = read_sequence(model, text);
	struct hr_runner runner = { run_pretended, &pretend };
	struct hr_sequence *small = NULL;
	struct hr_error error = HR_ERROR_INIT;
	struct hr_strbuf written = HR_STRBUF_INIT;
	assert_int_equal(hr_minimize(&small, sequence, &runner, options, &error), 0);
	hr_sequence_write(&written, small);
	assert_string_equal(written.data, expected);
	assert_int_equal(pretend.broken, 0);
	hr_strbuf_release(&written);
	hr_sequence_free(small);
	hr_sequence_free(sequence);
	return pretend;
}

static struct hr_item *parameter(struct hr_model *model, const char *operation, size_t index)
{
	size_t number = 0;
	assert_true(hr_map_get(&model->operation_by_name, operation, &number));
	return &model->operations.data[number].params.data[index];
}

/* A free of anything after two objects were made. */
static bool frees_after_two(const struct hr_sequence *sequence, size_t statement)
{
	size_t made = 0;
	for (size_t i = 0; i < statement; i++)
		made += calls(sequence, i, "opaque_new");
	return calls(sequence, statement, "opaque_free") && made >= 2;
}

static void test_minimize__removes_what_is_not_needed(void **state)
{
	struct hr_model *model = read_unit(*state);
	minimize(
		model,
		"a = opaque_new()\nput_color(RED, true)\nb = opaque_new()\nc = letter('x')\nletter(c)\n"
		"d = opaque_new()\nopaque_each(d, callback(0), NULL)\nopaque_free(b)\nopaque_free(a)\nopaque_free(d)\n",
		"a = opaque_new()\nb = opaque_new()\nopaque_free(b)\n", (struct pretend){ .fails = frees_after_two },
		NULL);
	hr_model_free(model);
}

static void test_minimize__long_ones_take_few_runs(void **state)
{
	struct hr_model *model = read_unit(*state);
	struct hr_strbuf text = HR_STRBUF_INIT;
	hr_strbuf_addstr(&text, "a = opaque_new()\nb = opaque_new()\n");
	for (int i = 0; i < 150; i++)
		hr_strbuf_addf(&text, "put_color(RED, true)\n");
	hr_strbuf_addstr(&text, "opaque_free(a)\n");
	struct pretend pretend = minimize(model, text.data, "a = opaque_new()\nb = opaque_new()\nopaque_free(a)\n",
					  (struct pretend){ .fails = frees_after_two }, NULL);
	assert_true(pretend.runs < 60);
	hr_strbuf_release(&text);
	hr_model_free(model);
}

static bool never(const struct hr_sequence *sequence, size_t statement)
{
	(void)sequence;
	(void)statement;
	return false;
}

static void test_minimize__what_does_not_fail_stays(void **state)
{
	struct hr_model *model = read_unit(*state);
	struct pretend pretend =
		minimize(model, "a = opaque_new()\nopaque_free(a)\n", "a = opaque_new()\nopaque_free(a)\n",
			 (struct pretend){ .fails = never }, NULL);
	assert_int_equal(pretend.runs, 1);
	hr_model_free(model);
}

/* stream_run with a flush of at least 37 */
static bool flushes(const struct hr_sequence *sequence, size_t statement)
{
	return calls(sequence, statement, "stream_run") &&
	       sequence->statements.data[statement].operands[1].number >= 37;
}

static void test_minimize__stays_below_its_runs(void **state)
{
	struct hr_model *model = read_unit(*state);
	struct hr_minimize_options options = { .most_runs = 3 };
	struct hr_sequence *sequence =
		read_sequence(model, "s = new stream_t {}\nput_color(RED, true)\nput_color(RED, true)\n"
				     "put_color(RED, true)\nput_color(RED, true)\nstream_run(s, 1000)\n");
	struct pretend pretend = { .fails = flushes };
	struct hr_runner runner = { run_pretended, &pretend };
	struct hr_sequence *small = NULL;
	struct hr_error error = HR_ERROR_INIT;
	assert_int_equal(hr_minimize(&small, sequence, &runner, &options, &error), 0);
	assert_true(pretend.runs <= 4);
	hr_sequence_free(small);
	hr_sequence_free(sequence);
	hr_model_free(model);
}

static bool always(void *context)
{
	(void)context;
	return true;
}

static void test_minimize__without_time_nothing_is_tried(void **state)
{
	struct hr_model *model = read_unit(*state);
	struct hr_minimize_options options = { .is_over = always };
	minimize(model, "s = new stream_t {}\nput_color(RED, true)\nstream_run(s, 1000)\n",
		 "s = new stream_t {}\nput_color(RED, true)\nstream_run(s, 1000)\n",
		 (struct pretend){ .fails = flushes }, &options);
	hr_model_free(model);
}

static void test_minimize__numbers_shrink(void **state)
{
	struct hr_model *model = read_unit(*state);
	minimize(model, "s = new stream_t {}\nstream_run(s, 1000)\n", "s = new stream_t {}\nstream_run(s, 37)\n",
		 (struct pretend){ .fails = flushes }, NULL);
	hr_model_free(model);
}

/* save() to a stream that is full after a few bytes, but not after two */
static bool fills_up(const struct hr_sequence *sequence, size_t statement)
{
	return calls(sequence, statement, "save") && sequence->statements.data[statement].operands[0].number > 2;
}

static bool saves(const struct hr_sequence *sequence, size_t statement)
{
	return calls(sequence, statement, "save");
}

static void test_minimize__streams_get_little_room_or_any(void **state)
{
	struct hr_model *model = read_unit(*state);
	minimize(model, "save(stream(3000), NULL, 1)\n", "save(stream(3), NULL, 0)\n",
		 (struct pretend){ .fails = fills_up }, NULL);
	minimize(model, "save(stream(7), NULL, 1)\n", "save(stream(), NULL, 0)\n", (struct pretend){ .fails = saves },
		 NULL);
	hr_model_free(model);
}

/* As many calls that use what the first one made as that one was told, and one more. */
static bool overfills(const struct hr_sequence *sequence, size_t statement)
{
	int64_t uses = 0;
	for (size_t i = 1; i <= statement; i++)
		uses += operand_of(sequence, i, 0) == 0;
	return operand_of(sequence, statement, 0) == 0 && calls(sequence, 0, "tiny") &&
	       uses > sequence->statements.data[0].operands[0].number;
}

static void test_minimize__what_is_large_and_takes_many_calls_to_fill(void **state)
{
	struct hr_model *model = read_unit(*state);
	struct hr_strbuf text = HR_STRBUF_INIT;
	hr_strbuf_addstr(&text, "n = tiny(90, 1)\n");
	for (int i = 0; i <= 90; i++)
		hr_strbuf_addf(&text, "tiny(n, %d)\n", i);
	struct pretend pretend = minimize(model, text.data, "n = tiny(0, 0)\ntiny(n, 0)\n",
					  (struct pretend){ .fails = overfills }, NULL);
	assert_true(pretend.runs < 300);
	hr_strbuf_release(&text);
	hr_model_free(model);
}

static bool flushes_what_was_returned(const struct hr_sequence *sequence, size_t statement)
{
	return flushes(sequence, statement) ||
	       (calls(sequence, statement, "stream_run") && operand_of(sequence, statement, 1) != HR_NO_VALUE);
}

static void test_minimize__numbers_that_calls_returned(void **state)
{
	struct hr_model *model = read_unit(*state);
	minimize(model, "b = new (struct base) {.id = 99}\nn = base_id(b)\ns = new stream_t {}\nstream_run(s, n)\n",
		 "s = new stream_t {}\nstream_run(s, 37)\n",
		 (struct pretend){ .fails = flushes_what_was_returned, .returned = 99 }, NULL);
	hr_model_free(model);
}

/* Objects that nobody filled in are made ready by the first call. */
static bool runs_twice(const struct hr_sequence *sequence, size_t statement)
{
	return calls(sequence, statement, "base_id");
}

static void test_minimize__keeps_what_makes_an_object_ready(void **state)
{
	struct hr_model *model = read_unit(*state);
	minimize(model, "d = new (struct derived)\nderived_init(d)\nderived_init(d)\nanything(d)\nbase_id(d)\n",
		 "d = new struct derived\nderived_init(d)\nbase_id(d)\n", (struct pretend){ .fails = runs_twice },
		 NULL);
	hr_model_free(model);
}

/* What a struct has that says nothing goes, and functions that nobody calls. */
static bool runs_with_flush(const struct hr_sequence *sequence, size_t statement)
{
	return calls(sequence, statement, "stream_run") && sequence->statements.data[statement].operands[1].number == 5;
}

static void test_minimize__fields_that_say_nothing(void **state)
{
	struct hr_model *model = read_unit(*state);
	minimize(model, "s = new stream_t {.next = NULL, .hook = callback(0, 1)}\nstream_run(s, 5)\n",
		 "s = new stream_t {}\nstream_run(s, 5)\n", (struct pretend){ .fails = runs_with_flush }, NULL);
	hr_model_free(model);
}

/* Small numbers in the same order, and what a byte holds, are tried for all numbers at once, before there is no time for each. */
static bool is_beyond_a_few(const struct hr_sequence *sequence, size_t statement)
{
	return calls(sequence, statement, "stream_run") &&
	       sequence->statements.data[statement].operands[1].number > 100;
}

static void test_minimize__all_numbers_at_once(void **state)
{
	struct hr_model *model = read_unit(*state);
	struct hr_minimize_options options = { .most_runs = 2 };
	minimize(model, "s = new stream_t {}\nstream_run(s, 2000)\nstream_run(s, 1000)\n",
		 "s = new stream_t {}\nstream_run(s, 255)\nstream_run(s, 255)\n",
		 (struct pretend){ .fails = is_beyond_a_few }, &options);
	hr_model_free(model);
}

/* The second number is larger than the first, and both are. */
static bool grows(const struct hr_sequence *sequence, size_t statement)
{
	return statement == 2 && calls(sequence, statement, "stream_run") &&
	       sequence->statements.data[1].operands[1].number > 9 &&
	       sequence->statements.data[2].operands[1].number > sequence->statements.data[1].operands[1].number;
}

static void test_minimize__numbers_that_go_together(void **state)
{
	struct hr_model *model = read_unit(*state);
	struct hr_minimize_options options = { .most_runs = 1 };
	minimize(model, "s = new stream_t {}\nstream_run(s, 248)\nstream_run(s, 250)\n",
		 "s = new stream_t {}\nstream_run(s, 10)\nstream_run(s, 11)\n", (struct pretend){ .fails = grows },
		 &options);
	hr_model_free(model);
}

/* put_bytes of anything with a 'z' in it, when the length reaches it */
static bool has_z(const struct hr_sequence *sequence, size_t statement)
{
	if (!calls(sequence, statement, "put_bytes"))
		return false;
	const struct hr_operand *operands = sequence->statements.data[statement].operands;
	const char *found = operands[0].text ? memchr(operands[0].text, 'z', operands[0].length) : NULL;
	return found && operands[1].number > found - operands[0].text;
}

static void test_minimize__lengths_follow_their_buffers(void **state)
{
	struct hr_model *model = read_unit(*state);
	struct hr_item *size = parameter(model, "put_bytes", 1);
	size->role = HR_ROLE_LENGTH;
	size->of = 0;
	size->unit = HR_UNIT_BYTES;
	minimize(model, "put_bytes(bytes \"0123456789z0123456789\", 21)\n", "put_bytes(bytes \"z\", 1)\n",
		 (struct pretend){ .fails = has_z }, NULL);
	/* within it, not equal */
	minimize(model, "put_bytes(bytes \"0z234567890123456789\", 5)\n", "put_bytes(bytes \"z\", 1)\n",
		 (struct pretend){ .fails = has_z }, NULL);
	/* nothing tells how long it has to be: only its characters change */
	size->role = HR_ROLE_IN;
	size->of = -1;
	minimize(model, "put_bytes(bytes \"bcz\", 3)\n", "put_bytes(bytes \"aaz\", 3)\n",
		 (struct pretend){ .fails = has_z }, NULL);
	hr_model_free(model);
}

/* put_bytes of more than a thousand bytes */
static bool is_much(const struct hr_sequence *sequence, size_t statement)
{
	return calls(sequence, statement, "put_bytes") &&
	       sequence->statements.data[statement].operands[1].number > 1000;
}

static void test_minimize__what_is_left_of_noise_is_noise(void **state)
{
	struct hr_model *model = read_unit(*state);
	struct hr_item *size = parameter(model, "put_bytes", 1);
	size->role = HR_ROLE_LENGTH;
	size->of = 0;
	size->unit = HR_UNIT_BYTES;
	minimize(model, "put_bytes(bytes noise(20000, 20000, 256, 7), 20000)\n",
		 "put_bytes(bytes noise(1026, 1026, 256, 7), 1026)\n", (struct pretend){ .fails = is_much }, NULL);
	hr_model_free(model);
}

static bool sorts(const struct hr_sequence *sequence, size_t statement)
{
	return calls(sequence, statement, "sort");
}

static void test_minimize__lists_and_callbacks(void **state)
{
	struct hr_model *model = read_unit(*state);
	struct hr_item *count = parameter(model, "sort", 1);
	count->role = HR_ROLE_LENGTH;
	count->of = 0;
	count->unit = HR_UNIT_ELEMENTS;
	minimize(model, "sort([30, 20, 10, 5], 4, callback(9, 8, 7))\n", "sort([0], 1, callback(0))\n",
		 (struct pretend){ .fails = sorts }, NULL);
	/* an array of the sequence's own, with its count in a call */
	minimize(model, "n = new int[64]\nsort(n, 64, callback(0))\n", "n = new int[1]\nsort(n, 1, callback(0))\n",
		 (struct pretend){ .fails = sorts }, NULL);
	/* one whose size nobody tells */
	count->role = HR_ROLE_IN;
	count->of = -1;
	minimize(model, "n = new int[64]\nsort(n, 1, callback(0))\n", "n = new int[64]\nsort(n, 0, callback(0))\n",
		 (struct pretend){ .fails = sorts }, NULL);
	hr_model_free(model);
}

static bool names_things(const struct hr_sequence *sequence, size_t statement)
{
	return calls(sequence, statement, "names");
}

static void test_minimize__texts_in_lists(void **state)
{
	struct hr_model *model = read_unit(*state);
	struct hr_item *count = parameter(model, "names", 1);
	count->role = HR_ROLE_LENGTH;
	count->of = 0;
	count->unit = HR_UNIT_ELEMENTS;
	minimize(model, "names([\"bcdefghijklmnop\", \"x\"], 2)\n", "names([\"a\"], 1)\n",
		 (struct pretend){ .fails = names_things }, NULL);
	hr_model_free(model);
	/* another list may have their lengths */
	model = read_text(*state, "#include <stddef.h>\nvoid names(const char *const *list, const size_t *sizes);\n",
			  NULL);
	struct hr_item *sizes = parameter(model, "names", 1);
	sizes->role = HR_ROLE_LENGTH;
	sizes->of = 0;
	sizes->unit = HR_UNIT_ELEMENTS;
	minimize(model, "names([\"bcd\"], [3])\n", "names([\"aaa\"], [0])\n", (struct pretend){ .fails = names_things },
		 NULL);
	hr_model_free(model);
}

/* A call of sort with a list that has a 7 before the 0 at its end. */
static bool sorts_seven(void *context, const struct hr_sequence *sequence, const struct hr_outcome *outcome)
{
	(void)context;
	(void)outcome;
	for (size_t i = 0; i < sequence->statements.count; i++) {
		const struct hr_operand *list = &sequence->statements.data[i].operands[0];
		for (size_t k = 0; calls(sequence, i, "sort") && k + 1 < list->part_count; k++)
			if (list->parts[k].number == 7 && list->parts[list->part_count - 1].number == 0)
				return true;
	}
	return false;
}

/* Where nobody tells how long it is, the 0 at its end does: it stays. */
static void test_minimize__lists_that_end_themselves(void **state)
{
	struct hr_model *model = read_unit(*state);
	struct hr_minimize_options options = { .is_same = sorts_seven };
	struct hr_item *count = parameter(model, "sort", 1);
	count->role = HR_ROLE_IN;
	count->of = -1;
	minimize(model, "sort([8, 4000000, 7, 3, 9, 27, 0], 0, callback(0))\n", "sort([7, 0], 0, callback(0))\n",
		 (struct pretend){ .fails = sorts }, &options);
	/* of what fails nobody knows whether it reads on: such a list stays as long as it is */
	minimize(model, "sort([8, 3, 0], 0, callback(0))\n", "sort([0, 0, 0], 0, callback(0))\n",
		 (struct pretend){ .fails = sorts }, NULL);
	hr_model_free(model);
}

static bool opens(const struct hr_sequence *sequence, size_t statement)
{
	return calls(sequence, statement, "opaque_open");
}

static void test_minimize__nothing_empty_comes_in(void **state)
{
	struct hr_model *model = read_unit(*state);
	minimize(model, "p = new (struct opaque *)\nopaque_open(\"some text\", p)\n",
		 "p = new (struct opaque *)\nopaque_open(\"a\", p)\n", (struct pretend){ .fails = opens }, NULL);
	parameter(model, "opaque_open", 0)->role = HR_ROLE_FORMAT;
	minimize(model, "p = new (struct opaque *)\nopaque_open(\"%d\", p)\n",
		 "p = new (struct opaque *)\nopaque_open(\"%d\", p)\n", (struct pretend){ .fails = opens }, NULL);
	hr_model_free(model);
}

static bool leaks_in_open(const struct hr_sequence *sequence, size_t statement)
{
	/* lost only when the object was freed */
	for (size_t i = statement; i < sequence->statements.count; i++)
		if (calls(sequence, i, "opaque_free"))
			return calls(sequence, statement, "opaque_open");
	return false;
}

static void test_minimize__a_leak_keeps_its_destroyer(void **state)
{
	struct hr_model *model = read_unit(*state);
	minimize(model,
		 "p = new (struct opaque *)\nopaque_open(\"a\", p)\nc = *p\nput_color(RED, true)\nopaque_free(c)\n",
		 "p = new (struct opaque *)\nopaque_open(\"a\", p)\nc = *p\nopaque_free(c)\n",
		 (struct pretend){ .fails = leaks_in_open, .is_leak = true }, NULL);
	hr_model_free(model);
}

static bool frees(const struct hr_sequence *sequence, size_t statement)
{
	return calls(sequence, statement, "opaque_free");
}

static void test_minimize__no_result_becomes_null(void **state)
{
	struct hr_model *model = read_unit(*state);
	static const char calls_text[] = "put_color(RED, true)\na = opaque_new()\nb = opaque_new()\nopaque_free(b)\n";
	struct pretend pretend = { .fails = frees, .needed = "put_color" };
	minimize(model, calls_text, "put_color(RED, false)\nb = opaque_new()\nopaque_free(b)\n", pretend, NULL);
	parameter(model, "opaque_free", 0)->nullable = HR_YES;
	minimize(model, calls_text, "b = opaque_new()\nopaque_free(b)\n", pretend, NULL);
	hr_model_free(model);
}

static bool is_large(void *context, const struct hr_sequence *sequence)
{
	(void)context;
	const struct hr_statement *last = &sequence->statements.data[sequence->statements.count - 1];
	return last->operand_count < 2 || last->operands[1].number >= 50;
}

static bool is_named_a(void *context, const struct hr_sequence *sequence, const struct hr_outcome *outcome)
{
	(void)context;
	return outcome->status == HR_OUTCOME_NORMAL && sequence->values.count &&
	       strcmp(sequence->values.data[0].name, "a") == 0;
}

static void test_minimize__asks_what_is_legal_and_the_same(void **state)
{
	struct hr_model *model = read_unit(*state);
	struct hr_minimize_options legal = { .is_legal = is_large };
	minimize(model, "s = new stream_t {}\nstream_run(s, 1000)\n", "s = new stream_t {}\nstream_run(s, 50)\n",
		 (struct pretend){ .fails = flushes }, &legal);
	struct hr_minimize_options same = { .is_same = is_named_a };
	minimize(model, "a = opaque_new()\nb = opaque_new()\nopaque_free(a)\nopaque_free(b)\n", "a = opaque_new()\n",
		 (struct pretend){ .fails = never }, &same);
	hr_model_free(model);
}

/* A free after all streams that were made have run six times in all, or where none was made. */
static bool frees_behind_streams(const struct hr_sequence *sequence, size_t statement)
{
	size_t made = 0;
	size_t run = 0;
	for (size_t i = 0; i < statement; i++) {
		made += sequence->statements.data[i].kind == HR_STATEMENT_NEW;
		run += calls(sequence, i, "stream_run");
	}
	return calls(sequence, statement, "opaque_free") && (!made || run == 6);
}

/* Counts candidates that are what the one before was. */
struct asked {
	struct hr_strbuf last;
	size_t again;
};

static bool note_asked(void *context, const struct hr_sequence *sequence)
{
	struct asked *asked = context;
	struct hr_strbuf text = HR_STRBUF_INIT;
	hr_sequence_write(&text, sequence);
	asked->again += asked->last.length && strcmp(asked->last.data, text.data) == 0;
	hr_strbuf_release(&asked->last);
	asked->last = text;
	return true;
}

/* What makes the first stream ready is removed in the middle, and takes with it all that stands before it but one: what is left is shorter than what is still to be looked at was. */
static void test_minimize__what_goes_may_stand_before_the_chunk(void **state)
{
	struct hr_model *model = read_unit(*state);
	struct asked asked = { .last = HR_STRBUF_INIT };
	struct hr_minimize_options options = { .is_legal = note_asked, .context = &asked };
	minimize(model,
		 "s = new stream_t\nt = new stream_t {.next = s}\nu = new stream_t {.next = s}\n"
		 "v = new stream_t {.next = s}\nw = new stream_t {.next = s}\na = opaque_new()\n"
		 "stream_run(s, 0)\nstream_run(s, 0)\nstream_run(s, 0)\n"
		 "stream_run(s, 0)\nstream_run(t, 0)\nstream_run(u, 0)\nopaque_free(a)\n",
		 "a = opaque_new()\nopaque_free(a)\n", (struct pretend){ .fails = frees_behind_streams }, &options);
	assert_int_equal(asked.again, 0);
	hr_strbuf_release(&asked.last);
	hr_model_free(model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_minimize__removes_what_is_not_needed),
		IN_SCRATCH(test_minimize__long_ones_take_few_runs),
		IN_SCRATCH(test_minimize__what_does_not_fail_stays),
		IN_SCRATCH(test_minimize__stays_below_its_runs),
		IN_SCRATCH(test_minimize__without_time_nothing_is_tried),
		IN_SCRATCH(test_minimize__numbers_shrink),
		IN_SCRATCH(test_minimize__streams_get_little_room_or_any),
		IN_SCRATCH(test_minimize__what_is_large_and_takes_many_calls_to_fill),
		IN_SCRATCH(test_minimize__numbers_that_calls_returned),
		IN_SCRATCH(test_minimize__keeps_what_makes_an_object_ready),
		IN_SCRATCH(test_minimize__fields_that_say_nothing),
		IN_SCRATCH(test_minimize__all_numbers_at_once),
		IN_SCRATCH(test_minimize__numbers_that_go_together),
		IN_SCRATCH(test_minimize__lists_that_end_themselves),
		IN_SCRATCH(test_minimize__lengths_follow_their_buffers),
		IN_SCRATCH(test_minimize__what_is_left_of_noise_is_noise),
		IN_SCRATCH(test_minimize__lists_and_callbacks),
		IN_SCRATCH(test_minimize__texts_in_lists),
		IN_SCRATCH(test_minimize__nothing_empty_comes_in),
		IN_SCRATCH(test_minimize__a_leak_keeps_its_destroyer),
		IN_SCRATCH(test_minimize__no_result_becomes_null),
		IN_SCRATCH(test_minimize__asks_what_is_legal_and_the_same),
		IN_SCRATCH(test_minimize__what_goes_may_stand_before_the_chunk),
	};
	return cmocka_run_group_tests_name("minimize", tests, NULL, NULL);
}
