/* What the files of the idioms share: names, building probes, seeing values, and keeping count. */
#ifndef HR_ORACLE_IDIOMS_INTERNAL_H
#define HR_ORACLE_IDIOMS_INTERNAL_H

#include "oracle/idioms.h"
#include "seq/close.h"

#define HR_NONE ((size_t)-1)

enum { HR_PROBE_ROOM = 256 /* of arrays that are made up for out-parameters */ };
enum { HR_MOST_EXTRAS = 6, HR_MOST_PROPERTIES = 4, HR_MOST_PARAMETERS = 12, HR_MOST_HANDLES = 6, HR_MOST_SEEN = 24 };

/* ---- names (idioms_names.c) */

struct hr_idiom_words {
	char text[160];
	const char *words[16]; /* in lower case, as '_' and capitals part them */
	size_t count;
};

void hr_idiom_name_split(struct hr_idiom_words *out, const char *name);

/* The index of the last word that is in the list (NULL at its end); HR_NONE: none is. */
size_t hr_idiom_name_has(const struct hr_idiom_words *name, const char *const *list);

/* Whether two names are the same when word `a` of the first and word `b` of the second are left out; HR_NONE leaves out nothing. */
bool hr_idiom_names_match(const struct hr_idiom_words *first, size_t a, const struct hr_idiom_words *second, size_t b);

/* ---- shapes (idioms_shapes.c) */

bool hr_is_text(const struct hr_model *model, struct hr_type_ref type);   /* a pointer to char */
bool hr_is_number(const struct hr_model *model, struct hr_type_ref type); /* integer, bool, enum of up to 8 bytes */
bool hr_is_real(const struct hr_model *model, struct hr_type_ref type);
bool hr_is_truth(const struct hr_model *model, struct hr_type_ref type); /* bool, or an integer that is called so */
bool hr_is_const_pointer(const struct hr_model *model, struct hr_type_ref type);

/* The object that a pointer to a struct, union or opaque type leads to; HR_NO_TYPE for everything else. */
size_t hr_handle_of(const struct hr_model *model, struct hr_type_ref type);

/* The same for a pointer to such a pointer. */
size_t hr_handle_behind(const struct hr_model *model, struct hr_type_ref type);

bool hr_same_type(const struct hr_model *model, struct hr_type_ref a, struct hr_type_ref b); /* but for qualifiers */

/* Callable, not variadic, not noreturn, with few enough parameters. */
bool hr_can_probe(const struct hr_operation *operation);

/* True when nothing but the one object is looked at: an observer, or a result from a const pointer, and other parameters that can be made up. */
bool hr_is_observer(const struct hr_model *model, size_t operation, size_t object);

/* ---- building (idioms_build.c) */

struct hr_probing;

/* The arguments of a call to be. Those that are not given are made up, where that can be done without knowing more: fresh out-parameters, true, no flags, NULL. */
struct hr_filling {
	struct hr_operand operands[HR_MOST_PARAMETERS];
	bool is_given[HR_MOST_PARAMETERS];
	size_t filled[HR_MOST_PARAMETERS]; /* objects that were made for out-parameters; HR_NO_VALUE */
};

void hr_filling_init(struct hr_filling *filling);
void hr_filling_value(struct hr_filling *filling, size_t parameter, size_t value);
void hr_filling_operand(struct hr_filling *filling, size_t parameter, const struct hr_operand *operand);

struct hr_operand hr_give_value(size_t value);
struct hr_operand hr_give_number(int64_t number);
struct hr_operand hr_give_text(const char *text, size_t length);

/* Appends the call, and what its arguments need. False, and nothing but harmless objects appended, when an argument cannot be made up. `*result` is its value, HR_NO_VALUE where it has
 * none. */
bool hr_probe_call(struct hr_sequence *sequence, size_t operation, struct hr_filling *filling, size_t *result);

/* Appends a reading of what a pointer (to one object of a scalar or pointer type) points to. */
size_t hr_probe_read(struct hr_sequence *sequence, size_t object);

/* Appends `v = new T[count]`, with an initial operand or all zero; count -1: one object. */
size_t hr_probe_object(struct hr_sequence *sequence, struct hr_type_ref type, int64_t count,
		       const struct hr_operand *initial);

/* A text for trying: words, numbers, punctuation, bytes beyond ASCII; in the arena. */
struct hr_operand hr_random_text(struct hr_random *random, struct hr_arena *arena);

/* Texts that have to do with each other: of few pieces, so that one is often the beginning of another, or a number where another is none. */
void hr_random_alike(struct hr_operand *out, size_t count, struct hr_random *random, struct hr_arena *arena);

int64_t hr_random_number(struct hr_random *random, const struct hr_type *type);

/* ---- changing (idioms_change.c) */

/* A text that the sequence passes somewhere, chosen by number; one of ours when it passes none. */
struct hr_operand hr_probe_text(const struct hr_probing *probing, unsigned which);

/* Appends a call that changes the object; arguments are those of the sequence where it calls the same, or made up. */
bool hr_probe_change(struct hr_probing *probing, struct hr_sequence *sequence, size_t handle, size_t object,
		     size_t *operation);

/* The same with an operation of the caller's choice; false where it takes more than can be made up. */
bool hr_probe_change_by(struct hr_probing *probing, struct hr_sequence *sequence, size_t handle, size_t object,
			size_t operation, size_t *result);

/* Appends some of these, or none. */
void hr_probe_enrich(struct hr_probing *probing, struct hr_sequence *sequence, size_t handle, size_t object);

/* ---- seeing (idioms_see.c) */

enum hr_seen_kind { HR_SEEN_NOTHING, HR_SEEN_NUMBER, HR_SEEN_REAL, HR_SEEN_TEXT, HR_SEEN_NULL, HR_SEEN_POINTER };

struct hr_seen {
	enum hr_seen_kind kind;
	int64_t number;
	double real;
	const char *text; /* in the outcome */
	size_t length;
};

struct hr_seen hr_see(const struct hr_sequence *sequence, const struct hr_outcome *outcome, size_t value);
bool hr_seen_same(const struct hr_seen *a, const struct hr_seen *b);
void hr_seen_write(struct hr_strbuf *out, const struct hr_seen *seen);

/* Conditions about values, to be put into contracts. */
struct hr_condition hr_expect(enum hr_expectation expectation, size_t value, int64_t number);
struct hr_condition hr_expect_same(const struct hr_seen *seen, size_t value, size_t other);
struct hr_condition hr_expect_seen(const struct hr_seen *seen, size_t value); /* to be what was seen elsewhere */

/* The condition that a call was not refused, as its result tells; false: nobody can tell (then there is nothing to ask), or it was refused. */
bool hr_expect_accepted(struct hr_condition *out, const struct hr_sequence *sequence, const struct hr_outcome *outcome,
			size_t statement);

/* Values that tell something about an object: what its observers say. */
struct hr_sight {
	size_t values[HR_MOST_SEEN];
	size_t operations[HR_MOST_SEEN];
	size_t count;
};

/* Appends calls of observers of the object; arguments beside it are the same for the same `variant`. */
void hr_probe_observe(struct hr_sight *out, struct hr_probing *probing, struct hr_sequence *sequence, size_t handle,
		      size_t object, unsigned variant);

/* The first two that differ; HR_NONE: none does. */
size_t hr_sights_differ(const struct hr_sight *a, const struct hr_sight *b, const struct hr_sequence *sequence,
			const struct hr_outcome *outcome);

/* ---- keeping count (idioms.c) */

/* A property of an idiom: how often it has to have held before a violation is believed, and how many of a hundred tries may violate it. */
struct hr_property {
	const char *name;
	unsigned least;
	unsigned most_percent;
	enum hr_class class;
	/* What a violation is mistrusted by, beside the counts. */
	enum hr_mistrust {
		HR_TRUSTED,
		HR_BY_OPERATION, /* an operation that (nearly) all violating sequences call, and few others: it makes what the idiom is not about */
		HR_BY_CAUSE, /* the cause was mostly there without a violation: there is more to it than the idiom knows */
	} mistrust;
};

struct hr_tally {
	unsigned held;
	unsigned violated;
	bool is_told;
	bool has_pending;
	size_t cause; /* of the pending or told one: an operation, or HR_NONE */
	/* By operation: sequences with it in which the property held, and in which it did not; NULL: none yet. */
	unsigned *held_with;
	unsigned *violated_with;
	unsigned *pending_with;      /* of the pending or told one: not 0 */
	struct hr_violation pending; /* the shortest so far; its sequence is ours */
};

struct hr_idiom_class;

struct hr_idiom_state {
	struct hr_idiom idiom;
	const struct hr_idiom_class *class;
	struct hr_tally tallies[HR_MOST_PROPERTIES];
	size_t operation_count; /* of the model */
	unsigned tries;         /* probes that were run */
	size_t object;          /* the type that it is about, or HR_NO_TYPE */
	size_t extra[HR_MOST_EXTRAS];
	int64_t good[4]; /* numbers that held */
	unsigned good_count;
	unsigned enough; /* violations that need nothing to have held; 0: there is no such number */
	bool is_documented; /* what it promises is: it is believed as soon as it held often enough, however often it does not */
	unsigned odd; /* tries that neither held nor say that anything is wrong */
};

struct hr_idioms {
	const struct hr_model *model;
	struct hr_arena arena;
	unsigned enabled;
	HR_VEC(struct hr_idiom_state *) states;
	uint64_t probes;
	char marks[32]; /* characters that the documentation puts in quotes */
};

/* One sequence that is probed. */
struct hr_probing {
	struct hr_idioms *idioms;
	const struct hr_model *model;
	const struct hr_sequence *normal;
	const struct hr_outcome *outcome;
	struct hr_random *random;
	const struct hr_runner *runner;
	unsigned left; /* runs */
	hr_violation_fn *tell;
	void *context;
	struct hr_error *error;
	size_t about; /* the handle that is probed: what was done to it, and to what it has to do with, counts; HR_NO_VALUE: all counts */
	bool *is_live; /* by value of the sequence: a handle that can be used */
};

struct hr_idiom_class {
	enum hr_idiom_kind kind;
	bool is_of_last; /* about the last operation that a sequence calls */
	struct hr_property properties[HR_MOST_PROPERTIES];
	const char *needs
		[HR_MOST_PROPERTIES]; /* by property: the name of one that has to be believed as well; NULL: none */
	bool shares_blame; /* an operation that one property mistrusts is mistrusted by all: what it makes is not what the idiom is about */
	void (*find)(struct hr_idioms *idioms, const struct hr_idiom_class *class);
	/* Does nothing, and costs nothing, where the sequence has not what it needs. Fails only as the runner does. */
	int (*probe)(struct hr_probing *probing, struct hr_idiom_state *state);
};

extern const struct hr_idiom_class hr_idiom_balance, hr_idiom_set_get, hr_idiom_compare, hr_idiom_equality,
	hr_idiom_hash, hr_idiom_copy, hr_idiom_round_trip, hr_idiom_untouched, hr_idiom_size, hr_idiom_observer,
	hr_idiom_determinism, hr_idiom_uninitialised;

/* `text` is a format; operations are copied. */
struct hr_idiom_state *hr_idioms_add(struct hr_idioms *idioms, const struct hr_idiom_class *class, size_t object,
				     const size_t *operations, size_t count, const char *format, ...)
	__attribute__((format(printf, 6, 7)));

/* The state of a kind that has one for each operation; NULL: none. */
struct hr_idiom_state *hr_idiom_state_of(const struct hr_idioms *idioms, enum hr_idiom_kind kind, size_t operation);

/* True when the operation is the last that the sequence calls: those that have one state for each operation are tried once a sequence. */
bool hr_probe_is_last(const struct hr_probing *probing, const struct hr_idiom_state *state);

/* Runs it; counts. Descriptions are always wanted. */
int hr_probe_run(struct hr_outcome *out, struct hr_probing *probing, const struct hr_sequence *sequence,
		 const struct hr_run_wants *wants);

/* What needs no object is tried on nothing, or behind the sequence, where the unit as a whole may be in another state. */
struct hr_sequence *hr_probe_ground(const struct hr_probing *probing);

/* True when a number that is none, or is infinite, is passed somewhere: nothing is equal to itself then. */
bool hr_probe_has_odd_reals(const struct hr_probing *probing);

/* Handles of the type that live at the end of the sequence, no two of them the same. Returns how many, at most `most`. */
size_t hr_probe_handles(const struct hr_probing *probing, size_t object, size_t *out, size_t most);

/* `sequence` is the one that it held in. */
void hr_idiom_held(struct hr_probing *probing, struct hr_idiom_state *state, unsigned property,
		   const struct hr_sequence *sequence);

/* Takes the sequence over. `first` is the first statement of the probe itself; the contract's values are those of the sequence. The text is a format, in which values are named
 * by their names. */
void hr_idiom_violated(struct hr_probing *probing, struct hr_idiom_state *state, unsigned property,
		       struct hr_sequence *sequence, size_t first, const struct hr_contract *contract, size_t operation,
		       const char *format, ...) __attribute__((format(printf, 8, 9)));

/* What is not about values: a leak, or a result that differs from run to run. */
struct hr_blame {
	enum hr_way way;
	size_t value; /* that differs; or HR_NO_VALUE */
	size_t operation;
	size_t cause; /* the operation that brought it about before, or HR_NONE */
};

/* The same for that. */
void hr_idiom_violated_run(struct hr_probing *probing, struct hr_idiom_state *state, unsigned property,
			   struct hr_sequence *sequence, const struct hr_blame *blame, const char *format, ...)
	__attribute__((format(printf, 6, 7)));

#endif
