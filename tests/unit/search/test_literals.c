/* Literals: each fits its type and its role, and what runs taught is used. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "parsing.h"
#include "search/literals_internal.h"

#include "seq/text.h"

#include <math.h>

enum { MANY = 4000 };

static void test_literals__numbers_fit_their_types(void **state)
{
	(void)state;
	struct hr_wish small = wish_of("tiny", 0), positive = wish_of("tiny", 1), wide = wish_of("wide", 1);
	bool least = false, most = false, minus_one = false;

	for (int i = 0; i < MANY; i++) {
		int64_t a = hr_literal_number(parsing.literals, &small);
		int64_t b = hr_literal_number(parsing.literals, &positive);
		int64_t c = hr_literal_number(parsing.literals, &wide);
		assert_in_range(a + 128, 0, 255);
		assert_in_range(b, 0, 255);
		least |= c == INT64_MIN;
		most |= c == INT64_MAX;
		minus_one |= c == -1;
	}
	assert_true(least && most && minus_one);
}

static void test_literals__enumerators_and_flags(void **state)
{
	(void)state;
	struct hr_wish kind = wish_of("is_kind", 0), color = wish_of("paint", 0), twice = wish_of("paint", 1),
		       flags = wish_of("open_it", 1);
	unsigned colors = 0;
	size_t named = 0;

	/* whatever it was compared with */
	assert_false(hr_number_fits(parsing.analysed.unit->model, &kind, 100));
	assert_true(hr_number_fits(parsing.analysed.unit->model, &kind, 7));
	assert_true(hr_number_fits(parsing.analysed.unit->model, &color, 100)); /* flags, which are more than one */
	for (int i = 0; i < MANY; i++) {
		int64_t number = hr_literal_number(parsing.literals, &kind);
		assert_true(number == 3 || number == 7 || number == 9);
		number = hr_literal_number(parsing.literals, &color);
		assert_in_range(number, 0, 7);
		colors |= 1u << number;
		assert_in_range(hr_literal_number(parsing.literals, &twice), 0, 1);
		number = hr_literal_number(parsing.literals, &flags);
		named += number == 16 || number == 32;
	}
	assert_int_equal(colors, 0xff);
	assert_int_equal(flags.item->role, HR_ROLE_FLAGS);
	assert_true(named > 100);
}

static void test_literals__sizes_are_small(void **state)
{
	(void)state;
	struct hr_wish size = wish_of("get_room", 0);
	size_t few = 0;

	for (int i = 0; i < MANY; i++) {
		int64_t number = hr_literal_number(parsing.literals, &size);
		assert_in_range(number, 0, 65536);
		few += number <= 16;
	}
	assert_true(few > MANY / 2);
}

static void test_literals__numbers_that_the_code_checks(void **state)
{
	(void)state;
	struct hr_wish wish = wish_of("check", 0);
	size_t exact = 0, beside = 0;

	for (int i = 0; i < MANY; i++) {
		int64_t number = hr_literal_number(parsing.literals, &wish);
		exact += number == 123456;
		beside += number == 4712;
	}
	assert_true(exact > 50);
	assert_true(beside > 20);
}

static void test_literals__ranges_of_rules(void **state)
{
	(void)state;
	struct hr_wish wish = wish_of("check", 0), real = wish_of("half", 0);
	bool ends[2] = { false, false };

	wish.has_range = real.has_range = true;
	wish.least = real.least = 100;
	wish.most = real.most = 300;
	for (int i = 0; i < MANY; i++) {
		int64_t number = hr_literal_number(parsing.literals, &wish);
		assert_in_range(number, 100, 300);
		ends[0] |= number == 100;
		ends[1] |= number == 300;
		double drawn = hr_literal_real(parsing.literals, &real);
		assert_true(drawn >= 100 && drawn <= 300);
	}
	assert_true(ends[0] && ends[1]);
	wish.most = 99; /* contradicts itself: still a number */
	assert_int_equal(hr_literal_number(parsing.literals, &wish), 100);
}

static void test_literals__reals(void **state)
{
	(void)state;
	struct hr_wish wide = wish_of("half", 0), narrow = wish_of("half", 1);
	size_t known = 0, odd = 0;

	for (int i = 0; i < MANY; i++) {
		double real = hr_literal_real(parsing.literals, &wide);
		known += real == 2.625;
		odd += !isfinite(real);
		real = hr_literal_real(parsing.literals, &narrow);
		assert_true(!isfinite(real) || real == (double)(float)real);
	}
	assert_true(known > 100);
	assert_true(odd > 0 && odd < MANY / 20);
}

static void test_literals__texts_and_bytes(void **state)
{
	(void)state;
	struct hr_wish text = wish_of("tree_parse", 0), data = wish_of("put", 0);
	size_t worded = 0;

	for (int i = 0; i < MANY; i++) {
		struct hr_operand out;
		hr_literal_text(&out, parsing.literals, &text);
		assert_int_equal(out.kind, HR_OPERAND_TEXT);
		assert_int_equal(strlen(out.text), out.length);
		worded += strstr(out.text, "verily") != NULL;
		hr_literal_bytes(&out, parsing.literals, &data, i % 100);
		assert_int_equal(out.kind, HR_OPERAND_BYTES);
		assert_int_equal(out.length, i % 100);
		hr_literal_bytes(&out, parsing.literals, &data, -1);
		assert_int_equal(hr_literal_extent(&out), out.length);
	}
	assert_true(worded > MANY / 20);
}

static void test_literals__structs_by_the_roles_of_fields(void **state)
{
	(void)state;
	const struct hr_model *model = parsing.analysed.unit->model;
	struct hr_wish wish = wish_of("configure", 0);
	size_t filled[6] = { 0 };

	for (int i = 0; i < MANY; i++) {
		struct hr_operand out;
		const struct hr_operand *parts[6] = { NULL };
		assert_true(hr_literal_struct(&out, parsing.literals, &wish, hr_model_pointee(model, wish.item->type)));
		assert_int_equal(out.kind, HR_OPERAND_STRUCT);
		for (size_t k = 0; k < out.part_count; k++) {
			assert_in_range(out.fields[k], 0, 5);
			filled[out.fields[k]]++;
			parts[out.fields[k]] = &out.parts[k];
		}
		if (parts[0] && parts[1])
			assert_int_equal(parts[1]->number, hr_literal_extent(parts[0]));
		if (parts[2])
			assert_in_range(parts[2]->number, 0, 7);
		assert_null(parts[4]); /* opaque, and nobody supplies it */
		if (parts[5])
			assert_in_range(parts[5]->length, 0, 7);
	}
	assert_true(filled[0] && filled[2] && filled[3] && filled[5]);
}

static bool supply_value(void *context, struct hr_operand *out, const struct hr_item *item)
{
	(void)item;
	*out = (struct hr_operand){ .kind = HR_OPERAND_VALUE, .value = *(size_t *)context };
	return true;
}

static void test_literals__values_inside_of_structs(void **state)
{
	(void)state;
	const struct hr_model *model = parsing.analysed.unit->model;
	struct hr_wish wish = wish_of("configure", 0);
	size_t value = 42, supplied = 0;

	wish.supply = supply_value;
	wish.context = &value;
	for (int i = 0; i < 200; i++) {
		struct hr_operand out;
		assert_true(hr_literal_struct(&out, parsing.literals, &wish, hr_model_pointee(model, wish.item->type)));
		for (size_t k = 0; k < out.part_count; k++)
			if (out.fields[k] == 4) {
				assert_int_equal(out.parts[k].value, 42);
				supplied++;
			}
	}
	assert_true(supplied > 20);
}

static void test_literals__hooks_are_matched_sets(void **state)
{
	(void)state;
	const struct hr_model *model = parsing.analysed.unit->model;
	struct hr_wish wish = wish_of("set_hooks", 0);

	for (int i = 0; i < 200; i++) {
		struct hr_operand out;
		assert_true(hr_literal_struct(&out, parsing.literals, &wish, hr_model_pointee(model, wish.item->type)));
		for (size_t k = 0; k < out.part_count; k++) {
			assert_int_equal(out.parts[k].kind, HR_OPERAND_FUNCTION);
			assert_string_equal(out.parts[k].text, out.fields[k] == 0 ? "malloc" : "free");
		}
	}
}

static void test_literals__callbacks(void **state)
{
	(void)state;
	struct hr_wish compare = wish_of("sort", 2), each = wish_of("visit", 1);
	size_t functions = 0, made = 0;

	for (int i = 0; i < 500; i++) {
		struct hr_operand out;
		assert_true(hr_literal_callback(&out, parsing.literals, &compare));
		if (out.kind == HR_OPERAND_FUNCTION) {
			functions++;
			assert_true(strcmp(out.text, "compare_int") == 0 || strcmp(out.text, "compare_text") == 0);
		} else {
			made++;
			assert_int_equal(out.kind, HR_OPERAND_CALLBACK);
			assert_in_range(out.part_count, 1, 3);
		}
		assert_true(hr_literal_callback(&out, parsing.literals, &each));
		assert_true(out.kind == HR_OPERAND_CALLBACK || out.kind == HR_OPERAND_FUNCTION);
	}
	assert_true(functions > 100 && made > 50);
}

static size_t count_conversions(const char *format)
{
	size_t count = 0;
	for (; *format; format++)
		if (*format == '%' && format[1] == '%')
			format++;
		else if (*format == '%')
			count++;
	return count;
}

static void test_literals__formats_agree_with_their_arguments(void **state)
{
	(void)state;
	struct hr_wish wish = wish_of("log_line", 0);
	unsigned seen = 0;

	for (int i = 0; i < MANY; i++) {
		struct hr_operand out, tail[HR_TAIL_MOST];
		unsigned count = hr_literal_format(&out, tail, parsing.literals, &wish);
		assert_in_range(count, 0, HR_TAIL_MOST);
		assert_int_equal(count_conversions(out.text), count);
		seen |= 1u << count;
		assert_int_equal(hr_literal_format(&out, NULL, parsing.literals, &wish), 0);
		assert_int_equal(count_conversions(out.text), 0);
	}
	assert_int_equal(seen, 0xf);
}

/* To read, to write to, and to write to until it is full: after the first bytes, and far behind. */
static void test_literals__streams_of_all_kinds(void **state)
{
	(void)state;
	struct hr_wish wish = wish_of("tiny", 0);
	unsigned read = 0, written = 0, small = 0, large = 0, first = 0;
	for (int i = 0; i < MANY; i++) {
		struct hr_operand out;
		hr_literal_stream(&out, parsing.literals, &wish);
		assert_int_equal(out.kind, HR_OPERAND_STREAM);
		read += out.text != NULL;
		written += !out.text && !out.number;
		if (out.text || !out.number)
			continue;
		assert_in_range(out.number, 1, HR_STREAM_ROOM_MOST);
		first |= out.number <= 8 ? 1u << (out.number - 1) : 0;
		small += out.number <= 64;
		large += out.number > 64;
	}
	assert_true(read && written && small > large && large);
	assert_int_equal(first, 0xff);
}

static void test_literals__everything_can_be_filled(void **state)
{
	(void)state;
	const struct hr_model *model = parsing.analysed.unit->model;

	for (size_t i = 0; i < model->operations.count; i++)
		for (size_t k = 0; k < model->operations.data[i].params.count; k++) {
			struct hr_wish wish = wish_of(model->operations.data[i].name, (int)k);
			const struct hr_type *target = hr_model_type(model, hr_model_pointee(model, wish.item->type));
			bool is_handle = target && target->kind == HR_TYPE_STRUCT &&
					 target->completeness != HR_COMPLETE && wish.item->role != HR_ROLE_FILE;
			for (int n = 0; n < 200; n++) {
				struct hr_operand out;
				bool made = hr_literal_fill(&out, parsing.literals, &wish);
				if (is_handle)
					assert_int_equal(out.kind, HR_OPERAND_NULL);
				else
					assert_true(made);
			}
		}
}

static void test_literals__the_same_seed_the_same_literals(void **state)
{
	(void)state;
	int64_t numbers[100];
	struct hr_operand texts[100];

	for (int round = 0; round < 2; round++) {
		struct hr_wish number = wish_of("check", 0), text = wish_of("tree_parse", 0);
		hr_random_seed(&parsing.random, 99);
		for (int i = 0; i < 100; i++) {
			struct hr_operand out;
			int64_t drawn = hr_literal_number(parsing.literals, &number);
			hr_literal_text(&out, parsing.literals, &text);
			if (round) {
				assert_int_equal(drawn, numbers[i]);
				assert_int_equal(out.length, texts[i].length);
				assert_memory_equal(out.text, texts[i].text, out.length);
			}
			numbers[i] = drawn;
			texts[i] = out;
		}
		hr_literals_free(parsing.literals);
		parsing.literals = hr_literals_new(parsing.analysed.unit->model, &parsing.analysed.unit->callables,
						   parsing.analysed.facts);
	}
}

/* ---- feedback ---- */

static struct hr_chain *chain_of(const char *text)
{
	struct hr_error error = HR_ERROR_INIT;
	struct hr_sequence *sequence = NULL;

	if (hr_sequence_read(&sequence, parsing.analysed.unit->model, text, strlen(text), "t", &error) < 0)
		fail_msg("%s", error.message.data);
	struct hr_chain *chain = hr_chain_of(sequence);
	hr_sequence_free(sequence);
	hr_error_release(&error);
	return chain;
}

static void hear_words(const char *text, const char *left, const char *right)
{
	struct hr_chain *chain = chain_of(text);
	struct hr_outcome outcome;
	struct hr_comparison comparison = { .is_bytes = true, .size = strlen(left) };

	hr_outcome_init(&outcome);
	if (strlen(right) > comparison.size)
		comparison.size = strlen(right);
	memcpy(comparison.left, left, strlen(left));
	memcpy(comparison.right, right, strlen(right));
	hr_vec_push(&outcome.comparisons, comparison);
	hr_literals_hear(parsing.literals, chain, &outcome);
	hr_outcome_release(&outcome);
	hr_chain_drop(chain);
}

static void hear_numbers(const char *text, uint64_t left, uint64_t right, size_t size)
{
	struct hr_chain *chain = chain_of(text);
	struct hr_outcome outcome;
	struct hr_comparison comparison = { .size = size };

	hr_outcome_init(&outcome);
	memcpy(comparison.left, &left, sizeof left);
	memcpy(comparison.right, &right, sizeof right);
	hr_vec_push(&outcome.comparisons, comparison);
	for (int i = 0; i < 8; i++) /* characters are only followed now and then */
		hr_literals_hear(parsing.literals, chain, &outcome);
	hr_outcome_release(&outcome);
	hr_chain_drop(chain);
}

static size_t count_text(const char *name, const char *wanted, int draws)
{
	struct hr_wish wish = wish_of(name, 0);
	size_t found = 0;

	for (int i = 0; i < draws; i++) {
		struct hr_operand out;
		hr_literal_fill(&out, parsing.literals, &wish);
		found += out.length == strlen(wanted) && memcmp(out.text, wanted, out.length) == 0;
	}
	return found;
}

static void test_literals__words_take_the_place_of_what_they_were_compared_with(void **state)
{
	(void)state;
	size_t parse = operation_number("tree_parse");

	hear_words("v0 = tree_parse(\"x=abcd;\")", "abcd", "zebra");
	assert_int_equal(hr_literals_waiting(parsing.literals, parse, HR_PARTS_ALL), 1);
	assert_int_equal(count_text("tree_parse", "x=zebra;", 20), 1);
	assert_int_equal(hr_literals_waiting(parsing.literals, parse, HR_PARTS_ALL), 0);
	/* the end of the text */
	hear_words("v0 = tree_parse(\"x=\")", "", "tail");
	assert_int_equal(count_text("tree_parse", "x=tail", 20), 1);
	/* nothing that the chain has */
	hear_words("v0 = tree_parse(\"x=\")", "other", "another");
	assert_int_equal(hr_literals_waiting(parsing.literals, parse, HR_PARTS_ALL), 0);
}

static void test_literals__characters_and_digits_in_texts(void **state)
{
	(void)state;
	hear_numbers("v0 = tree_parse(\"a;b\")", ';', '%', 1);
	assert_int_equal(count_text("tree_parse", "a%b", 20), 1);
	hear_numbers("v0 = tree_parse(\"n=5000\")", 5000, 70000, 4);
	assert_int_equal(count_text("tree_parse", "n=70000", 20), 1);
	/* a NUL cannot stand in a text, but at its end another character can be instead */
	hear_numbers("v0 = tree_parse(\"a;b\")", 'a', 0, 1);
	assert_int_equal(count_text("tree_parse", "a;ba", 20), 1);
	assert_int_equal(hr_literals_waiting(parsing.literals, operation_number("tree_parse"), HR_PARTS_ALL), 0);
}

static void test_literals__bytes_in_both_orders(void **state)
{
	(void)state;
	hear_numbers("v0 = put(bytes \"x\x01\x02y\", 4)", 0x0102, 0xcafe, 2);
	assert_int_equal(count_text("put", "x\xca\xfey", 20), 1);
	hear_numbers("v0 = put(bytes \"x\x02\x01y\", 4)", 0x0102, 0xbeef, 2);
	assert_int_equal(count_text("put", "x\xef\xbey", 20), 1);
}

static void test_literals__numbers_that_were_compared(void **state)
{
	(void)state;
	struct hr_wish wish = wish_of("check", 0), tiny = wish_of("tiny", 0);
	size_t found = 0;

	hear_numbers("v0 = check(77)", 77, (uint32_t)-31337, 4);
	for (int i = 0; i < 10; i++)
		found += hr_literal_number(parsing.literals, &wish) == -31337;
	assert_true(found >= 1);
	/* what the type cannot hold does not wait */
	hear_numbers("v0 = tiny(77, 1)", 77, 100000, 4);
	assert_int_equal(hr_literals_waiting(parsing.literals, operation_number("tiny"), HR_PARTS_ALL), 0);
	assert_in_range(hr_literal_number(parsing.literals, &tiny) + 128, 0, 255);
}

/* The object `value` of the chain has these bytes after its last statement. */
static void describe(struct hr_outcome *outcome, size_t value, uint32_t statement, const void *bytes, size_t length,
		     size_t size)
{
	struct hr_description description = { .statement = statement,
					      .value = value,
					      .is_readable = true,
					      .bytes = bytes,
					      .length = length,
					      .pointer = { .size = size } };
	hr_vec_push(&outcome->descriptions, description);
}

static size_t reuse(const void *bytes, size_t length, size_t size, size_t written)
{
	struct hr_chain *chain =
		chain_of("out = new (unsigned char)[16]\nwritten = new size_t\nv2 = put_back(out, written, 16)");
	struct hr_outcome outcome;
	static const struct hr_type_ref untold[3] = { { HR_NO_TYPE, 0 }, { HR_NO_TYPE, 0 }, { HR_NO_TYPE, 0 } };

	chain->own_types = untold; /* as in chains of the search: what is new says itself what it is */
	hr_outcome_init(&outcome);
	outcome.status = HR_OUTCOME_NORMAL;
	describe(&outcome, 0, 2, bytes, length, size);
	describe(&outcome, 1, 2, &written, sizeof written, sizeof written);
	hr_literals_reuse(parsing.literals, chain, &outcome);
	hr_outcome_release(&outcome);
	hr_chain_drop(chain);
	return hr_literals_waiting(parsing.literals, operation_number("put"), HR_PARTS_ALL);
}

static void test_literals__what_was_written_is_read(void **state)
{
	static const unsigned char bytes[16] = { 0, 'W', 'X', 0, 'Y', 0, 0 };
	struct hr_wish wish = wish_of("put", 0);
	size_t found = 0;

	(void)state;
	/* as far as the call says */
	assert_int_equal(reuse(bytes, sizeof bytes, sizeof bytes, 6), 1);
	for (int i = 0; i < 20; i++) {
		struct hr_operand out;
		hr_literal_bytes(&out, parsing.literals, &wish, -1);
		found += out.length == 6 && memcmp(out.text, bytes, 6) == 0;
	}
	assert_int_equal(found, 1);
	assert_int_equal(hr_literals_waiting(parsing.literals, operation_number("put"), HR_PARTS_ALL), 0);
	/* what it says is too little or too much: up to the last byte that is not 0 */
	assert_int_equal(reuse(bytes, sizeof bytes, sizeof bytes, 100), 1);
	/* nothing was written; only the beginning is known */
	assert_int_equal(reuse(bytes + 5, 2, 2, 100), 1);
	assert_int_equal(reuse(bytes + 1, 2, 4096, 100), 1);
}

static void test_literals__praised_texts_come_again(void **state)
{
	(void)state;
	struct hr_chain *chain = chain_of("v0 = tree_parse(\"<<precious>>\")");

	hr_literals_praise(parsing.literals, chain, 0);
	assert_int_equal(count_text("tree_parse", "<<precious>>", 500), 0);
	hr_literals_praise(parsing.literals, chain, 3);
	assert_true(count_text("tree_parse", "<<precious>>", 500) > 10);
	/* for other parameters of the same role as well */
	assert_true(count_text("tree_other", "<<precious>>", 500) > 5);
	/* and, where the name is the same, what it begins with: once */
	struct hr_chain *second = chain_of("v0 = tree_parse(\"<<valuable>>\")");
	hr_literals_praise(parsing.literals, second, 3);
	assert_true(count_text("tree_other", "<<valuable>", 5000) >= 1);
	hr_chain_drop(second);
	hr_chain_drop(chain);
}

/* Numbers that nobody counts end with a zero, also when one of them is changed; those that are counted do not. */
static void test_literals__numbers_end_with_zero(void **state)
{
	(void)state;
	struct hr_wish open = wish_of("list_length", 0), counted = wish_of("sort", 0);
	size_t others = 0;

	for (int i = 0; i < 200; i++) {
		struct hr_operand out, edited;
		assert_true(hr_literal_fill(&out, parsing.literals, &open));
		assert_int_equal(out.kind, HR_OPERAND_LIST);
		assert_true(out.part_count >= 2);
		assert_int_equal(out.parts[out.part_count - 1].number, 0);
		assert_true(hr_literal_edit(&edited, &out, parsing.literals, &open));
		assert_int_equal(edited.parts[edited.part_count - 1].number, 0);
		assert_true(hr_literal_array(&out, parsing.literals, &counted,
					     hr_model_pointee(parsing.analysed.unit->model, counted.item->type), 2));
		assert_int_equal(out.part_count, 2);
		others += out.parts[1].number != 0;
	}
	assert_true(others > 0);
}

/* Text of wide characters has several, a 0 behind them, and is as long as text is; so also inside of something else. */
static void test_literals__wide_text_ends(void **state)
{
	(void)state;
	struct hr_wish wide = wish_of("letters_length", 0), inside = wide;
	size_t longer = 0, words = 0;

	inside.inner = true;
	assert_int_equal(wide.item->role, HR_ROLE_STRING);
	for (int i = 0; i < 400; i++) {
		struct hr_operand out, edited;
		assert_true(hr_literal_fill(&out, parsing.literals, i % 2 ? &wide : &inside));
		assert_int_equal(out.kind, HR_OPERAND_LIST);
		assert_int_equal(out.parts[out.part_count - 1].number, 0);
		longer += out.part_count > 2;
		words += out.part_count > 3 && out.parts[0].number == 'v' && out.parts[1].number == 'e';
		if (hr_literal_edit(&edited, &out, parsing.literals, &wide))
			assert_int_equal(edited.parts[edited.part_count - 1].number, 0);
	}
	assert_true(longer > 200);
	assert_true(words > 0);
}

/* What lists of pointers lead to is text only where it is characters: samples stay numbers, lists in lists have something in them. */
static void test_literals__lists_in_lists(void **state)
{
	(void)state;
	struct hr_wish samples = wish_of("mix", 0), deep = wish_of("read_deep", 0);
	size_t texts = 0;

	for (int i = 0; i < 200; i++) {
		struct hr_operand out;
		assert_true(hr_literal_fill(&out, parsing.literals, &samples));
		assert_int_equal(out.kind, HR_OPERAND_LIST);
		for (size_t k = 0; k < out.part_count; k++)
			if (out.parts[k].kind == HR_OPERAND_LIST)
				assert_int_equal(out.parts[k].part_count, 1);
		assert_true(hr_literal_fill(&out, parsing.literals, &deep));
		assert_int_equal(out.kind, HR_OPERAND_LIST);
		for (size_t k = 0; k < out.part_count; k++)
			texts += out.parts[k].kind == HR_OPERAND_LIST && out.parts[k].part_count &&
				 out.parts[k].parts[0].kind == HR_OPERAND_TEXT;
	}
	assert_true(texts > 50);
}

static void test_literals__edits_differ_a_little(void **state)
{
	(void)state;
	struct hr_wish number = wish_of("check", 0), text = wish_of("tree_parse", 0), numbers = wish_of("sort", 0);
	struct hr_operand parts[3] = { { .kind = HR_OPERAND_NUMBER, .number = 1 },
				       { .kind = HR_OPERAND_NUMBER, .number = 2 },
				       { .kind = HR_OPERAND_NUMBER, .number = 3 } };
	const struct hr_operand old_number = { .kind = HR_OPERAND_NUMBER, .number = INT32_MAX };
	const struct hr_operand old_text = { .kind = HR_OPERAND_TEXT, .text = "{a:1}", .length = 5 };
	const struct hr_operand old_list = { .kind = HR_OPERAND_LIST, .parts = parts, .part_count = 3 };
	const struct hr_operand value = { .kind = HR_OPERAND_VALUE };

	for (int i = 0; i < 1000; i++) {
		struct hr_operand out;
		assert_true(hr_literal_edit(&out, &old_number, parsing.literals, &number));
		assert_in_range(out.number - INT32_MIN, 0, UINT32_MAX);
		assert_true(hr_literal_edit(&out, &old_text, parsing.literals, &text));
		assert_int_equal(strlen(out.text), out.length);
		assert_true(hr_literal_edit(&out, &old_list, parsing.literals, &numbers));
		assert_int_equal(out.part_count, 3);
		assert_false(hr_literal_edit(&out, &value, parsing.literals, &number));
	}
	assert_int_equal(parts[0].number + parts[1].number + parts[2].number, 6);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_LITERALS(test_literals__numbers_fit_their_types),
		WITH_LITERALS(test_literals__enumerators_and_flags),
		WITH_LITERALS(test_literals__sizes_are_small),
		WITH_LITERALS(test_literals__numbers_that_the_code_checks),
		WITH_LITERALS(test_literals__ranges_of_rules),
		WITH_LITERALS(test_literals__reals),
		WITH_LITERALS(test_literals__texts_and_bytes),
		WITH_LITERALS(test_literals__structs_by_the_roles_of_fields),
		WITH_LITERALS(test_literals__values_inside_of_structs),
		WITH_LITERALS(test_literals__hooks_are_matched_sets),
		WITH_LITERALS(test_literals__callbacks),
		WITH_LITERALS(test_literals__formats_agree_with_their_arguments),
		WITH_LITERALS(test_literals__streams_of_all_kinds),
		WITH_LITERALS(test_literals__everything_can_be_filled),
		WITH_LITERALS(test_literals__the_same_seed_the_same_literals),
		WITH_LITERALS(test_literals__words_take_the_place_of_what_they_were_compared_with),
		WITH_LITERALS(test_literals__characters_and_digits_in_texts),
		WITH_LITERALS(test_literals__bytes_in_both_orders),
		WITH_LITERALS(test_literals__numbers_that_were_compared),
		WITH_LITERALS(test_literals__what_was_written_is_read),
		WITH_LITERALS(test_literals__praised_texts_come_again),
		WITH_LITERALS(test_literals__numbers_end_with_zero),
		WITH_LITERALS(test_literals__wide_text_ends),
		WITH_LITERALS(test_literals__lists_in_lists),
		WITH_LITERALS(test_literals__edits_differ_a_little),
	};

	return cmocka_run_group_tests(tests, make_parsing, forget_parsing);
}
