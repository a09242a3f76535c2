/* Closing sequences, on a small library whose objects own each other. */
#include "seq/close.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "running.h"

static const char header[] =
	"#include <stddef.h>\n"
	"typedef struct node node;\n"
	"/** Makes a node. @return NULL when there is no memory; to be freed with node_free() */\n"
	"node *node_new(int number);\n"
	"/** Frees a node and all that it holds. */\n"
	"void node_free(node *n);\n"
	"/** Puts a node below another one, which owns it from then on: it takes ownership of child. @return 0, or -1 if it has one */\n"
	"int node_adopt(node *parent, node *child);\n"
	"/** The node below it, still owned by the node. */\n"
	"node *node_child(node *n);\n"
	"/** The number as a text. @return to be freed with free() */\n"
	"char *node_print(const node *n);\n"
	"/** Makes a node in *out. @param[out] out  to be freed with node_free() */\n"
	"int node_open(int number, node **out);\n"
	"typedef struct cursor cursor;\n"
	"/** Walks over a node, which it needs until it ends. @return to be freed with cursor_free() */\n"
	"cursor *cursor_new(node *n);\n"
	"/** Frees it. */\n"
	"void cursor_free(cursor *c);\n"
	"typedef struct box { char *text; int is_open; } box;\n"
	"/** Sets up a box. */\n"
	"int box_init(box *b);\n"
	"/** Frees what the box holds. */\n"
	"void box_free(box *b);\n"
	"/** Sets up a box with a lid. */\n"
	"int lid_init(box *b);\n"
	"/** Frees what the box and its lid hold; one without a lid is refused. */\n"
	"int lid_end(box *b);\n"
	"/** Looks quite harmless, but ends its node. */\n"
	"int node_gulp(node *n);\n"
	"/** Keeps both. */\n"
	"void node_tie(node *a, node *b);\n"
	"typedef struct chest chest;\n"
	"chest *chest_new(void);\nint chest_open(chest **out);\nvoid chest_destroy(chest **c);\n"
	"typedef struct pile pile;\n/** Has a size before it. @return to be freed with pile_free() */\npile *pile_new(int size);\n"
	"/** Takes ownership of p. @return p itself, or a larger one in its place; to be freed with pile_free() */\npile *pile_grow(pile *p, int size);\n"
	"/** Frees it. */\nvoid pile_free(pile *p);\n";

static const char source[] =
	"#include \"unit.h\"\n#include <stdlib.h>\n#include <stdio.h>\n#include <string.h>\n"
	"struct node { int number; node *child; node *tied; };\nstruct cursor { node *at; };\n"
	"node *node_new(int number) { node *n = calloc(1, sizeof *n); if (n) n->number = number; return n; }\n"
	"void node_free(node *n) { if (!n) return; node_free(n->child); if (n->tied) node_free(n->tied); free(n); }\n"
	"int node_adopt(node *p, node *c) { if (p->child || p == c) return -1; p->child = c; return 0; }\n"
	"node *node_child(node *n) { return n->child; }\n"
	"char *node_print(const node *n) { char *t = malloc(16); if (t) snprintf(t, 16, \"%d\", n->number); return t; }\n"
	"int node_open(int number, node **out) { *out = node_new(number); return *out ? 0 : -1; }\n"
	"cursor *cursor_new(node *n) { cursor *c = malloc(sizeof *c); if (c) c->at = n; return c; }\n"
	"void cursor_free(cursor *c) { if (c) { c->at->number++; free(c); } }\n"
	"int box_init(box *b) { b->text = strdup(\"box\"); b->is_open = 1; return 0; }\n"
	"void box_free(box *b) { free(b->text); b->text = 0; }\n"
	"int lid_init(box *b) { b->text = strdup(\"lid\"); b->is_open = 2; return 0; }\n"
	"int lid_end(box *b) { if (b->is_open != 2) return -1; free(b->text); b->text = 0; return 0; }\n"
	"int node_gulp(node *n) { node_free(n); return 0; }\n"
	"void node_tie(node *a, node *b) { a->tied = b; }\n"
	"struct chest { int lock; };\nchest *chest_new(void) { return calloc(1, sizeof(chest)); }\n"
	"int chest_open(chest **out) { *out = chest_new(); return *out ? 0 : -1; }\n"
	"void chest_destroy(chest **c) { free(*c); *c = NULL; }\n"
	"struct pile { int item[1]; };\n"
	"pile *pile_new(int size) { long *p = calloc((size_t)size + 1, sizeof *p); *p = size; return (pile *)(p + 1); }\n"
	"void pile_free(pile *p) { if (p) free((long *)p - 1); }\n"
	"pile *pile_grow(pile *p, int size) { if (((long *)p)[-1] >= size) return p; pile_free(p); return pile_new(size); }\n";

static struct hr_operation *operation(struct running *running, const char *name)
{
	size_t index;
	assert_true(hr_map_get(&running->unit->model->operation_by_name, name, &index));
	return &running->unit->model->operations.data[index];
}

/* What the documentation of this unit says, whatever the rules make of it by now. */
static void start(struct running *running, void **state)
{
	start_running(running, state, header, source);
	operation(running, "node_adopt")->params.data[1].role = HR_ROLE_CONSUMED;
	operation(running, "node_gulp")->params.data[0].role = HR_ROLE_RECEIVER;
	operation(running, "node_tie")->params.data[1].role = HR_ROLE_IN;
	operation(running, "node_tie")->params.data[1].kept = false;
	operation(running, "node_child")->result.role = HR_ROLE_BORROWED;
	operation(running, "pile_grow")->params.data[0].role = HR_ROLE_CONSUMED;
	operation(running, "pile_grow")->result.role = HR_ROLE_OWNED;
	operation(running, "box_init")->kind = HR_KIND_MAKER;
	operation(running, "box_init")->subject =
		hr_model_object(running->unit->model, operation(running, "box_init")->params.data[0].type);
	operation(running, "box_free")->kind = HR_KIND_DESTROYER;
	operation(running, "box_free")->subject = operation(running, "box_init")->subject;
	operation(running, "lid_init")->kind = HR_KIND_MAKER;
	operation(running, "lid_init")->subject = operation(running, "box_init")->subject;
	operation(running, "lid_end")->kind = HR_KIND_DESTROYER;
	operation(running, "lid_end")->subject = operation(running, "box_init")->subject;
}

struct close_case {
	const char *text;
	const char *added; /* what closing adds; NULL: it cannot be closed */
};

static void check_case(struct running *running, const struct close_case *it)
{
	struct hr_sequence *sequence = sequence_of(running, it->text);
	struct hr_sequence *closed = NULL;
	struct hr_sequence *failing = NULL;
	struct hr_strbuf text = HR_STRBUF_INIT;
	struct hr_outcome outcome;

	hr_outcome_init(&outcome);
	assert_int_equal(hr_close(&closed, &failing, sequence, &running->runner, &running->unit->error), 0);
	if (it->added == NULL) {
		assert_null(closed);
		assert_non_null(failing);
	} else {
		assert_non_null(closed);
		assert_null(failing);
		hr_sequence_write(&text, closed);
		assert_string_equal(text.data + strlen(it->text), it->added);
		struct hr_run_wants wants = { .leaks = true };
		assert_int_equal(hr_runner_run_one(&outcome, &running->runner, closed, &wants, &running->unit->error),
				 0);
		assert_int_equal(outcome.status, HR_OUTCOME_NORMAL);
		assert_int_equal(outcome.leaks.count, 0);
	}
	hr_outcome_release(&outcome);
	hr_strbuf_release(&text);
	hr_sequence_free(sequence);
	hr_sequence_free(closed);
	hr_sequence_free(failing);
}

static void test_close__cases(void **state)
{
	static const struct close_case cases[] = {
		{ "v0 = node_new(1)\n", "node_free(v0)\n" },
		{ "v0 = node_new(1)\nnode_free(v0)\n", "" },
		/* taken over, and handed back or replaced; what is handed out begins behind something else */
		{ "v0 = pile_new(4)\n", "pile_free(v0)\n" },
		{ "v0 = pile_new(4)\nv1 = pile_grow(v0, 2)\n", "pile_free(v1)\n" },
		{ "v0 = pile_new(4)\nv1 = pile_grow(v0, 9)\n", "pile_free(v1)\n" },
		{ "v0 = node_new(1)\nv1 = node_print(v0)\n", "free(v1)\nnode_free(v0)\n" },
		{ "v0 = node_new(1)\nv1 = node_print(v0)\nfree(v1)\n", "node_free(v0)\n" },
		/* taken over: not destroyed; refused: still ours */
		{ "v0 = node_new(1)\nv1 = node_new(2)\nv2 = node_adopt(v0, v1)\n", "node_free(v0)\n" },
		{ "v0 = node_new(1)\nv1 = node_new(2)\nv2 = node_new(3)\nv3 = node_adopt(v0, v1)\nv4 = node_adopt(v0, v2)\n",
		  "node_free(v2)\nnode_free(v0)\n" },
		/* borrowed */
		{ "v0 = node_new(1)\nv1 = node_new(2)\nv2 = node_adopt(v0, v1)\nv3 = node_child(v0)\n",
		  "node_free(v0)\n" },
		/* handed out through a parameter, and read twice */
		{ "v0 = new (node *)\nv1 = node_open(5, v0)\nv2 = *v0\nv3 = *v0\n", "node_free(v2)\n" },
		/* ended through a pointer to the pointer: the one that it came by, or another one */
		{ "v0 = new (chest *)\nv1 = chest_open(v0)\nv2 = *v0\n", "chest_destroy(v0)\n" },
		{ "v0 = chest_new()\n", "v1 = new (chest *) v0\nchest_destroy(v1)\n" },
		/* what needs another one goes first */
		{ "v0 = node_new(1)\nv1 = cursor_new(v0)\n", "cursor_free(v1)\nnode_free(v0)\n" },
		{ "v0 = new box {}\nv1 = box_init(v0)\n", "box_free(v0)\n" },
		{ "v0 = new box {}\n", "" },
		/* one type, two pairs: what ends it goes with what set it up */
		{ "v0 = new box {}\nv1 = lid_init(v0)\n", "lid_end(v0)\n" },
		/* nobody told that it ends its node: seen from the run */
		{ "v0 = node_new(1)\nv1 = node_gulp(v0)\n", "" },
		/* nobody told that the first owns the second: the other order */
		{ "v0 = node_new(1)\nv1 = node_new(2)\nnode_tie(v0, v1)\n", "node_free(v0)\n" },
		/* each owns the other: no order will do */
		{ "v0 = node_new(1)\nv1 = node_new(2)\nnode_tie(v0, v1)\nnode_tie(v1, v0)\n", NULL },
	};
	struct running running;

	start(&running, state);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		check_case(&running, &cases[i]);
	stop_running(&running);
}

static void test_close__a_sequence_that_fails_already(void **state)
{
	struct running running;

	start(&running, state);
	check_case(&running, &(struct close_case){ "v0 = node_new(1)\nnode_free(v0)\nv1 = node_print(v0)\n", NULL });
	stop_running(&running);
}

static void test_close__a_bad_free_is_the_sequence_s_own(void **state)
{
	struct running running;
	struct hr_outcome outcome;
	static const struct hr_run_wants nothing;

	start(&running, state);
	hr_outcome_init(&outcome);
	struct hr_sequence *twice =
		sequence_of(&running, "v0 = node_new(1)\nv1 = node_print(v0)\nfree(v1)\nfree(v1)\n");
	assert_int_equal(hr_runner_run_one(&outcome, &running.runner, twice, &nothing, &running.unit->error), 0);
	assert_int_equal(outcome.status, HR_OUTCOME_ILLEGAL);
	assert_int_equal(outcome.statement, 3);
	hr_sequence_free(twice);
	hr_outcome_release(&outcome);
	stop_running(&running);
}

/* What the sequence has in hand is no leak, but it is lost when the sequence is over. */
static void test_close__what_is_lost_at_the_end(void **state)
{
	static const struct {
		const char *text;
		size_t leaked, lost;
	} cases[] = {
		{ "v0 = node_new(1)\nnode_free(v0)\n", 0, 0 },
		{ "v0 = node_new(1)\n", 0, 1 },
		{ "v0 = node_new(1)\nv1 = node_new(2)\nv2 = node_adopt(v0, v1)\n", 0, 2 },
		{ "v0 = new box\nv1 = box_init(v0)\n", 0, 1 },
		{ "v0 = new box\nv1 = box_init(v0)\nv2 = box_init(v0)\n", 1, 2 },
		{ "v0 = new box\nv1 = box_init(v0)\nbox_free(v0)\n", 0, 0 },
	};
	struct running running;
	struct hr_outcome outcome;

	start(&running, state);
	hr_outcome_init(&outcome);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct hr_sequence *sequence = sequence_of(&running, cases[i].text);
		struct hr_run_wants wants = { .leaks = true };
		assert_int_equal(hr_runner_run_one(&outcome, &running.runner, sequence, &wants, &running.unit->error),
				 0);
		assert_int_equal(outcome.leaks.count, cases[i].leaked);
		wants = (struct hr_run_wants){ .lost = true };
		assert_int_equal(hr_runner_run_one(&outcome, &running.runner, sequence, &wants, &running.unit->error),
				 0);
		assert_int_equal(outcome.leaks.count, cases[i].lost);
		hr_sequence_free(sequence);
	}
	hr_outcome_release(&outcome);
	stop_running(&running);
}

static void test_close__copies_are_independent(void **state)
{
	static const char text[] = "v0 = new box {.text = \"a\", .is_open = 1}\nv1 = v0.is_open\nv0.is_open = 0\n"
				   "v2 = new (node *)[2]\nv3 = node_open(-3, v2)\nv4 = *v2\nfail_alloc(2)\n"
				   "v5 = node_new(0)\n";
	struct running running;
	struct hr_strbuf again = HR_STRBUF_INIT;

	start(&running, state);
	struct hr_sequence *sequence = sequence_of(&running, text);
	struct hr_sequence *copy = hr_sequence_copy(sequence);
	hr_sequence_free(sequence);
	hr_sequence_write(&again, copy);
	assert_string_equal(again.data, text);
	hr_sequence_free(copy);
	hr_strbuf_release(&again);
	stop_running(&running);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_UNIT(test_close__cases),
		IN_UNIT(test_close__a_sequence_that_fails_already),
		IN_UNIT(test_close__a_bad_free_is_the_sequence_s_own),
		IN_UNIT(test_close__what_is_lost_at_the_end),
		IN_UNIT(test_close__copies_are_independent),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
