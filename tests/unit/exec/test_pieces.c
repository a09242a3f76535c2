/* Programs made of pieces do what the flattened sequence does, and programs that tell less tell the same as far as they do. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "running.h"

#include "exec/ahead.h"
#include "exec/program.h"
#include "search/naive.h"

enum { ROUNDS = 400, MOST_CALLS = 8 };

/* One of everything that a piece has to keep apart from others. */
static const char header[] =
	"#include <stdio.h>\n"
	"typedef struct box box;\n"
	"struct pair { int a; double b; struct { long c; } d; };\n"
	"box *box_new(int value);\nvoid box_free(box *box);\nint box_value(const box *box);\nvoid box_set(box *box, long double value);\n"
	"struct pair make_pair(int a, double b);\nlong sum(struct pair pair, const struct pair *other);\n"
	"int each(int count, int (*visit)(int number));\nint count_of(const char *text, size_t length);\n"
	"int total(const int *numbers, int count);\nint written(const char *path);\nint first(FILE *file);\n"
	"int bump(void);\nint misaligned(int by);\nbox *lose(int how);\n"
	"int say(const char *format, ...);\n";
static const char source[] =
	"#include \"unit.h\"\n#include <stdlib.h>\n#include <string.h>\n"
	"struct box { int value; box *self; };\n"
	"static int bumps;\n"
	"box *box_new(int value) { box *b = malloc(sizeof *b); b->value = value; b->self = b; return b; }\n"
	"void box_free(box *b) { free(b); }\n"
	"int box_value(const box *b) { return b ? b->value > 1000 ? 1000 : b->value : -1; }\n"
	"void box_set(box *b, long double value) { if (b && value > -1000 && value < 1000) b->value = (int)value; }\n"
	"struct pair make_pair(int a, double b) { struct pair p = { a, b, { a } }; return p; }\n"
	"long sum(struct pair p, const struct pair *o) { return (p.a & 255) + (p.d.c & 255) + (o ? o->a & 255 : 0); }\n"
	"int each(int count, int (*visit)(int)) { int n = 0; if (!visit) return -1; for (int i = 0; i < count && i < 5; i++) n ^= visit(i); return n; }\n"
	"int count_of(const char *text, size_t length) { int n = 0; for (size_t i = 0; text && i < length && i < 4 && text[i]; i++) n++; return n; }\n"
	"int total(const int *numbers, int count) { return numbers && count > 0 ? numbers[0] & 255 : 0; }\n"
	"int written(const char *path) { FILE *f = path ? fopen(path, \"wx\") : 0; if (!f) return 0; fclose(f); return (int)strlen(path); }\n"
	"int first(FILE *f) { return f ? fgetc(f) : -2; }\n"
	"int bump(void) { return ++bumps; }\n"
	"int misaligned(int by) { static char room[16]; return *(int *)(room + 1 + (by & 3)); }\n"
	"box *lose(int how) { box *b = box_new(how); return how & 1 ? b : NULL; }\n"
	"int say(const char *format, ...) { return format != NULL; }\n";

static void keep(void *context, size_t index, struct hr_outcome *outcome)
{
	struct hr_outcome *out = context;
	out[index] = *outcome;
	hr_outcome_init(outcome);
}

/* A chain that does what the statements [from, to) of a sequence do; values that they name are their own. Divided at random places. */
static struct hr_chain *divided(const struct hr_sequence *sequence, size_t count, struct hr_random *random)
{
	struct hr_chain_draft draft = { .model = sequence->model };
	size_t own = count;
	if (count > 1 && hr_random_below(random, 4)) {
		size_t cut = 1 + (size_t)hr_random_below(random, count - 1);
		struct hr_chain *part = divided(sequence, cut, random);
		hr_chain_draft_part(&draft, part);
		hr_chain_drop(part);
		own = count - cut;
	}
	for (size_t i = count - own; i < count; i++) {
		const struct hr_statement *statement = &sequence->statements.data[i];
		struct hr_type_ref type = { HR_NO_TYPE, 0 };
		bool yields = statement->value != HR_NO_VALUE;
		if (yields)
			type = sequence->values.data[statement->value].type;
		hr_chain_draft_add(&draft, statement, yields, type);
	}
	struct hr_chain *chain = hr_chain_draft_finish(&draft);
	hr_chain_draft_release(&draft);
	return chain;
}

/* Up to three divided sequences as parts; the last one may be there twice, and a call that needs nothing may follow. */
static struct hr_chain *random_chain(const struct running *running, struct hr_random *random)
{
	struct hr_chain_draft draft = { .model = running->unit->model };
	size_t count = 1 + (size_t)hr_random_below(random, 3);
	for (size_t i = 0; i < count; i++) {
		size_t calls = 1 + (size_t)hr_random_below(random, MOST_CALLS);
		struct hr_sequence *sequence = hr_naive_sequence(running->unit->model, random, calls);
		struct hr_chain *part = divided(sequence, sequence->statements.count, random);
		hr_chain_draft_part(&draft, part);
		if (i == 0 && hr_random_below(random, 3) == 0)
			hr_chain_draft_part(&draft, part);
		hr_chain_drop(part);
		hr_sequence_free(sequence);
	}
	struct hr_chain *chain = hr_chain_draft_finish(&draft);
	hr_chain_draft_release(&draft);
	return chain;
}

static void same_pointer(const struct hr_pointer_record *a, const struct hr_pointer_record *b)
{
	assert_int_equal(a->value, b->value);
	assert_int_equal(a->region, b->region);
	assert_int_equal(a->block, b->block);
	assert_int_equal(a->is_freed, b->is_freed);
	assert_int_equal(a->allocated_by, b->allocated_by);
	assert_int_equal(a->freed_by, b->freed_by);
	assert_int_equal(a->offset, b->offset);
	assert_int_equal(a->size, b->size);
}

static void same_values(const struct hr_outcome *a, const struct hr_outcome *b, const struct hr_chain *chain,
			const struct hr_model *model)
{
	assert_int_equal(a->slot_count, b->slot_count);
	for (size_t i = 0; i < a->slot_count; i++) {
		const unsigned char *left = hr_outcome_bytes(a, i);
		const unsigned char *right = hr_outcome_bytes(b, i);
		size_t size = hr_type_size(model, hr_chain_type(chain, i));
		assert_int_equal(left == NULL, right == NULL);
		if (left)
			assert_memory_equal(left, right, size);
	}
}

static void same_callbacks(const struct hr_outcome *a, const struct hr_outcome *b)
{
	assert_int_equal(a->callbacks.count, b->callbacks.count);
	for (size_t i = 0; i < a->callbacks.count; i++) {
		assert_int_equal(a->callbacks.data[i].statement, b->callbacks.data[i].statement);
		assert_int_equal(a->callbacks.data[i].type, b->callbacks.data[i].type);
		assert_int_equal(a->callbacks.data[i].instance, b->callbacks.data[i].instance);
		assert_int_equal(a->callbacks.data[i].arguments.count, b->callbacks.data[i].arguments.count);
	}
}

#define SAME_BYTES(list)                                                                                   \
	do {                                                                                               \
		assert_int_equal(a->list.count, b->list.count);                                            \
		if (a->list.count)                                                                         \
			assert_memory_equal(a->list.data, b->list.data, a->list.count * sizeof *a->list.data); \
	} while (0)

static void same_outcome(const struct hr_outcome *a, const struct hr_outcome *b, const struct hr_chain *chain,
			 const struct hr_model *model)
{
	assert_int_equal(a->status, b->status);
	assert_int_equal(a->statement, b->statement);
	assert_int_equal(a->fault.kind, b->fault.kind);
	assert_int_equal(a->fault.statement, b->fault.statement);
	assert_string_equal(a->fault.text, b->fault.text);
	assert_int_equal(a->call_total, b->call_total);
	assert_int_equal(a->live_blocks, b->live_blocks);
	assert_int_equal(a->leaks.count, b->leaks.count);
	assert_int_equal(a->notes.count, b->notes.count);
	SAME_BYTES(calls);
	SAME_BYTES(edges);
	SAME_BYTES(comparisons);
	assert_int_equal(a->fingerprints.count, b->fingerprints.count);
	for (size_t i = 0; i < a->fingerprints.count; i++) {
		assert_int_equal(a->fingerprints.data[i].value, b->fingerprints.data[i].value);
		assert_int_equal(a->fingerprints.data[i].fingerprint, b->fingerprints.data[i].fingerprint);
	}
	assert_int_equal(a->heap.count, b->heap.count);
	assert_int_equal(a->pointers.count, b->pointers.count);
	for (size_t i = 0; i < a->pointers.count; i++)
		same_pointer(&a->pointers.data[i], &b->pointers.data[i]);
	same_callbacks(a, b);
	same_values(a, b, chain, model);
}

/* What is told from a statement on, of what is known of the whole. */
static void tells_the_rest(const struct hr_outcome *whole, const struct hr_outcome *rest, uint32_t from)
{
	size_t at = 0;
	assert_int_equal(whole->status, rest->status);
	assert_int_equal(whole->statement, rest->statement);
	assert_int_equal(whole->call_total, rest->call_total);
	for (size_t i = 0; i < whole->calls.count; i++) {
		if (whole->calls.data[i].statement < from)
			continue;
		assert_memory_equal(&whole->calls.data[i], &rest->calls.data[at++], sizeof *rest->calls.data);
	}
	assert_int_equal(at, rest->calls.count);
	at = 0;
	for (size_t i = 0; i < whole->callbacks.count; i++)
		at += whole->callbacks.data[i].statement >= from;
	assert_int_equal(at, rest->callbacks.count);
	assert_true(rest->comparisons.count <= whole->comparisons.count);
	for (size_t i = 0; i < rest->notes.count; i++)
		assert_true(rest->notes.data[i].statement >= from);
}

/* Pointers of values from `first` on are all there, of earlier ones those that died since. */
static void tells_the_pointers(const struct hr_outcome *whole, const struct hr_outcome *rest, uint32_t from,
			       size_t first)
{
	size_t at = 0;
	for (size_t i = 0; i < whole->pointers.count; i++) {
		const struct hr_pointer_record *record = &whole->pointers.data[i];
		bool is_new = record->value != HR_NO_VALUE && record->value >= first;
		bool has_died = record->is_freed && record->freed_by >= from;
		if (record->value == HR_NO_VALUE || (!is_new && !has_died))
			continue;
		while (at < rest->pointers.count && rest->pointers.data[at].value == HR_NO_VALUE)
			at++;
		assert_true(at < rest->pointers.count);
		same_pointer(record, &rest->pointers.data[at++]);
	}
	while (at < rest->pointers.count && rest->pointers.data[at].value == HR_NO_VALUE)
		at++;
	assert_int_equal(at, rest->pointers.count);
}

static void check_chain(struct running *running, struct hr_encoding *encoding, struct hr_chain *chain,
			struct hr_program **reused)
{
	struct hr_run_wants wants = {
		.leaks = true, .heap = true, .edges = true, .comparisons = true, .fingerprints = true
	};
	struct hr_model *model = running->unit->model;
	struct hr_error *error = &running->unit->error;
	struct hr_sequence *sequence = hr_chain_flatten(chain, model);
	struct hr_program *programs[4] = { NULL, reused[0], reused[1], NULL };
	struct hr_outcome outcomes[4];
	int flat = hr_program_new(&programs[0], sequence, &running->unit->callables, &wants, error);
	int pieces = hr_program_of_chain(&programs[1], encoding, chain, &wants, error);
	reused[0] = programs[1];
	assert_int_equal(flat, pieces);
	if (!flat) {
		wants.tell_from = hr_chain_first_statement(chain);
		assert_int_equal(hr_program_of_chain(&programs[2], encoding, chain, &wants, error), 0);
		assert_int_equal(hr_program_new(&programs[3], sequence, &running->unit->callables, &wants, error), 0);
		reused[1] = programs[2];
		assert_int_equal(hr_workers_run(running->workers, programs, 4, keep, outcomes, error), 0);
		same_outcome(&outcomes[0], &outcomes[1], chain, model);
		same_outcome(&outcomes[3], &outcomes[2], chain, model);
		tells_the_rest(&outcomes[0], &outcomes[2], wants.tell_from);
		tells_the_pointers(&outcomes[0], &outcomes[2], wants.tell_from,
				   wants.tell_from ? hr_chain_first_value(chain) : 0);
		for (size_t i = 0; i < 4; i++)
			hr_outcome_release(&outcomes[i]);
	}
	hr_program_free(programs[0]);
	hr_program_free(programs[3]);
	hr_sequence_free(sequence);
}

static void check_unit(struct running *running, size_t rounds)
{
	struct hr_encoding *encoding = hr_encoding_new(running->unit->model, &running->unit->callables);
	struct hr_program *reused[2] = { NULL, NULL };
	struct hr_random random;
	hr_random_seed(&random, 7);
	for (size_t i = 0; i < rounds; i++) {
		struct hr_chain *chain = random_chain(running, &random);
		/* once with its own statements at the end, once as the only part of another */
		struct hr_chain_draft draft = { .model = running->unit->model };
		hr_chain_draft_part(&draft, chain);
		struct hr_chain *outer = hr_chain_draft_finish(&draft);
		hr_chain_draft_release(&draft);
		check_chain(running, encoding, i % 2 ? chain : outer, reused);
		if (chain->part_count)
			check_chain(running, encoding, chain->parts[chain->part_count - 1], reused);
		hr_chain_drop(outer);
		hr_chain_drop(chain);
	}
	hr_program_free(reused[0]);
	hr_program_free(reused[1]);
	hr_encoding_free(encoding);
}

static void test_pieces__do_what_the_sequence_does(void **state)
{
	struct running running;
	start_running(&running, state, header, source);
	check_unit(&running, ROUNDS);
	stop_running(&running);
}

/* An example by the name of its folder and files. */
static void start_example(struct running *running, void **state, const char *folder, const char *name)
{
	struct hr_workers_options options = { .count = 1 };
	struct unit *unit = *state;
	struct hr_strbuf text = HR_STRBUF_INIT;
	const char *root = getenv("HR_SOURCE_ROOT");
	assert_non_null(root);
	const char *stem = hr_arena_printf(&unit->arena, "%s/examples/%s/%s", root, folder, name);
	assert_int_equal(hr_file_read(&text, hr_arena_printf(&unit->arena, "%s.h", stem), &unit->error), 0);
	write_in(unit, "unit.h", text.data);
	hr_strbuf_release(&text);
	if (read_unit(unit, hr_arena_printf(&unit->arena, "%s.c", stem), "") != 0 || build_unit(unit) != 0)
		fail_msg("%s\n%s", unit->error.message.data, unit->error.details.data);
	memset(running, 0, sizeof *running);
	running->unit = unit;
	hr_roles_infer(unit->model);
	options.unit = unit->built.object;
	if (hr_workers_start(&running->workers, &options, &unit->error))
		fail_msg("%s", unit->error.message.data);
}

static void test_pieces__of_the_examples(void **state)
{
	static const char *const names[] = { "treemap", "fibheap", "linkedlist" };
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		struct running running;
		start_example(&running, state, "containers", names[i]);
		check_unit(&running, ROUNDS / 4);
		stop_running(&running);
	}
}

/* More callbacks than there are instances: no program, and the next one is fine. */
static void test_pieces__count_callbacks_through_all_parts(void **state)
{
	static const struct hr_run_wants none;
	struct running running;
	struct hr_program *program = NULL;
	start_running(&running, state, header, source);
	struct hr_encoding *encoding = hr_encoding_new(running.unit->model, &running.unit->callables);
	struct hr_sequence *sequence = sequence_of(&running, "v0 = each(2, callback(5))\n");
	struct hr_chain *one = hr_chain_of(sequence);
	for (unsigned count = 1; count <= 10; count++) {
		struct hr_chain_draft draft = { .model = running.unit->model };
		for (unsigned i = 0; i < count; i++)
			hr_chain_draft_part(&draft, one);
		struct hr_chain *chain = hr_chain_draft_finish(&draft);
		int status = hr_program_of_chain(&program, encoding, chain, &none, &running.unit->error);
		assert_int_equal(status, count <= 8 ? 0 : -1);
		if (status)
			assert_non_null(strstr(running.unit->error.message.data, "at most"));
		hr_error_release(&running.unit->error);
		hr_chain_drop(chain);
		hr_chain_draft_release(&draft);
	}
	assert_int_equal(hr_program_of_chain(&program, encoding, one, &none, &running.unit->error), 0);
	hr_program_free(program);
	hr_chain_drop(one);
	hr_sequence_free(sequence);
	hr_encoding_free(encoding);
	stop_running(&running);
}

/* A chain that is too large is refused, whatever it is made of. */
static void test_pieces__too_large(void **state)
{
	static const struct hr_run_wants none;
	struct running running;
	struct hr_program *program = NULL;
	start_running(&running, state, header, source);
	struct hr_encoding *encoding = hr_encoding_new(running.unit->model, &running.unit->callables);
	struct hr_sequence *sequence = sequence_of(&running, "v0 = make_pair(1, 2.5)\nv1 = make_pair(3, 4)\n");
	struct hr_chain *chain = hr_chain_of(sequence);
	int status = 0;
	unsigned doublings = 0;
	for (; !status && doublings < 30; doublings++) {
		struct hr_chain_draft draft = { .model = running.unit->model };
		hr_chain_draft_part(&draft, chain);
		hr_chain_draft_part(&draft, chain);
		struct hr_chain *twice = hr_chain_draft_finish(&draft);
		hr_chain_draft_release(&draft);
		hr_chain_drop(chain);
		chain = twice;
		status = hr_program_of_chain(&program, encoding, chain, &none, &running.unit->error);
	}
	assert_int_equal(status, -1);
	assert_true(doublings > 8 && doublings < 20);
	hr_program_free(program);
	hr_chain_drop(chain);
	hr_sequence_free(sequence);
	hr_encoding_free(encoding);
	stop_running(&running);
}

/* Encoded in another thread: the same programs, and chains that cannot be run are told. */
static void test_pieces__are_made_ahead(void **state)
{
	enum { CHAINS = 600 };
	static const struct hr_run_wants wants = { .tell_from = 1000000 };
	static struct hr_chain *chains[CHAINS];
	static struct hr_program *programs[CHAINS];
	struct running running;
	struct hr_random random;
	start_running(&running, state, header, source);
	struct hr_ahead *ahead = hr_ahead_new(running.unit->model, &running.unit->callables);
	struct hr_encoding *encoding = hr_encoding_new(running.unit->model, &running.unit->callables);
	struct hr_sequence *sequence = sequence_of(&running, "v0 = each(2, callback(5))\n");
	struct hr_chain_draft draft = { .model = running.unit->model };
	struct hr_chain *one = hr_chain_of(sequence);
	for (int i = 0; i < 9; i++)
		hr_chain_draft_part(&draft, one);
	struct hr_chain *bad = hr_chain_draft_finish(&draft);
	hr_random_seed(&random, 11);
	for (int round = 0; round < 3; round++) {
		bool is_encoded[CHAINS];
		for (size_t i = 0; i < CHAINS; i++) {
			/* the same one again and again: many who need the same part */
			chains[i] = i % 50 == 7  ? hr_chain_hold(bad)
				    : i % 3 == 0 ? random_chain(&running, &random)
						 : hr_chain_hold(chains[i - 1]);
			hr_ahead_post(ahead, &programs[i], chains[i], &wants);
		}
		hr_ahead_wait(ahead, is_encoded);
		for (size_t i = 0; i < CHAINS; i++) {
			struct hr_program *again = NULL;
			int status = hr_program_of_chain(&again, encoding, chains[i], &wants, &running.unit->error);
			hr_error_release(&running.unit->error);
			assert_int_equal(is_encoded[i], status == 0);
			assert_true(chains[i] != bad || status != 0);
			if (!status) {
				assert_int_equal(again->size, programs[i]->size);
				assert_memory_equal(again->bytes, programs[i]->bytes, again->size);
			}
			hr_program_free(again);
			hr_chain_drop(chains[i]);
		}
	}
	for (size_t i = 0; i < CHAINS; i++)
		hr_program_free(programs[i]);
	hr_chain_drop(bad);
	hr_chain_drop(one);
	hr_chain_draft_release(&draft);
	hr_sequence_free(sequence);
	hr_ahead_free(ahead);
	hr_encoding_free(encoding);
	stop_running(&running);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_UNIT(test_pieces__do_what_the_sequence_does),
		IN_UNIT(test_pieces__of_the_examples),
		IN_UNIT(test_pieces__count_callbacks_through_all_parts),
		IN_UNIT(test_pieces__too_large),
		IN_UNIT(test_pieces__are_made_ahead),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
