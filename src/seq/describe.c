/* A fault in one line, for a person.
 *
 * The kind first, as sanitizers name it; then what was done, where that lies, and to whom it belongs. Memory is named by the value
 * that leads to it, when there is one, for that is the name the reader of the sequence knows.
 *
 * Invariant: one line, whatever the texts of the fault are. */
#include "seq/outcome.h"

#include "base/file.h"

#include <signal.h>
#include <string.h>

/* What a description is made of. */
struct telling {
	struct hr_strbuf *out;
	const struct hr_sequence *sequence;
	const struct hr_outcome *outcome;
	const struct hr_fault *fault;
};

static void add_bytes(struct hr_strbuf *out, uint64_t count)
{
	hr_strbuf_addf(out, "%llu byte%s", (unsigned long long)count, count == 1 ? "" : "s");
}

/* Texts come from the code under test: what would break the line is left out. */
static void add_line(struct hr_strbuf *out, const char *text)
{
	for (; *text; text++)
		hr_strbuf_addch(out, (unsigned char)*text < ' ' || *text == 0x7F ? ' ' : *text);
}

/* ---- whose memory it is */

/* How well a record names the block: from its beginning is better than from within, its maker's value better than another's; 0: not at
 * all. */
static int rate_record(const struct telling *telling, const struct hr_pointer_record *record)
{
	const struct hr_owner *owner = &telling->fault->owner;

	if (record->block != owner->block || record->value >= telling->sequence->values.count)
		return 0;
	bool is_made = telling->sequence->values.data[record->value].statement == owner->allocated_by;
	return (record->offset == 0 ? 3 : 1) + is_made;
}

static const struct hr_pointer_record *best_record(const struct telling *telling)
{
	const struct hr_pointer_record *best = NULL;

	for (size_t i = 0; i < telling->outcome->pointers.count; i++) {
		const struct hr_pointer_record *record = &telling->outcome->pointers.data[i];

		if (rate_record(telling, record) > (best ? rate_record(telling, best) : 0))
			best = record;
	}
	return best;
}

/* An operand of the statement, not what the code allocated. */
static bool is_literal(const struct telling *telling)
{
	for (size_t i = 0; i < telling->outcome->pointers.count; i++)
		if (telling->outcome->pointers.data[i].block == telling->fault->owner.block &&
		    telling->outcome->pointers.data[i].value == HR_NO_VALUE)
			return true;
	return false;
}

static bool is_call(const struct telling *telling, uint32_t statement)
{
	return statement < telling->sequence->statements.count &&
	       telling->sequence->statements.data[statement].kind == HR_STATEMENT_CALL;
}

/* The call by its name, and which one where there are several: numbers of statements mean nothing in a C program. */
static void add_statement(const struct telling *telling, uint32_t statement)
{
	static const char *const endings[] = { "th", "st", "nd", "rd" };
	const struct hr_sequence *sequence = telling->sequence;
	size_t before = 0, count = 0;

	if (!is_call(telling, statement)) {
		hr_strbuf_addstr(telling->out, "the caller");
		return;
	}
	size_t operation = sequence->statements.data[statement].operation;
	for (uint32_t i = 0; i < sequence->statements.count; i++) {
		if (!is_call(telling, i) || sequence->statements.data[i].operation != operation)
			continue;
		count++;
		before += i <= statement;
	}
	bool is_teen = before / 10 % 10 == 1;
	if (count > 1)
		hr_strbuf_addf(telling->out, "the %zu%s call of ", before,
			       endings[is_teen || before % 10 > 3 ? 0 : before % 10]);
	hr_strbuf_addf(telling->out, "%s()", sequence->model->operations.data[operation].name);
}

static void add_by(const struct telling *telling, const char *verb, uint32_t statement)
{
	if (statement == HR_NO_STATEMENT) {
		hr_strbuf_addf(telling->out, "%s before the first call", verb);
		return;
	}
	hr_strbuf_addf(telling->out, "%s by ", verb);
	add_statement(telling, statement);
}

static void add_end(const struct telling *telling)
{
	if (!telling->fault->owner.is_freed)
		return;
	hr_strbuf_addstr(telling->out, ", ");
	add_by(telling, "freed", telling->fault->owner.freed_by);
}

/* "list (16 bytes, allocated by list_new(), freed by list_free())" */
static void add_named_block(const struct telling *telling, const struct hr_pointer_record *record)
{
	const struct hr_owner *owner = &telling->fault->owner;
	bool is_object = owner->allocated_by != HR_NO_STATEMENT && !is_call(telling, owner->allocated_by);

	hr_strbuf_addf(telling->out, record->offset == 0 ? "%s (" : "the block that %s points into (",
		       telling->sequence->values.data[record->value].name);
	add_bytes(telling->out, owner->size);
	hr_strbuf_addstr(telling->out, ", ");
	add_by(telling, is_object ? "made" : "allocated", owner->allocated_by);
	add_end(telling);
	hr_strbuf_addch(telling->out, ')');
}

static void add_block(const struct telling *telling)
{
	const struct hr_pointer_record *record = best_record(telling);
	const struct hr_owner *owner = &telling->fault->owner;

	if (record) {
		add_named_block(telling, record);
	} else if (owner->allocated_by != HR_NO_STATEMENT && is_literal(telling)) {
		hr_strbuf_addstr(telling->out, "an argument of ");
		add_statement(telling, owner->allocated_by);
		hr_strbuf_addstr(telling->out, " (");
		add_bytes(telling->out, owner->size);
		add_end(telling);
		hr_strbuf_addch(telling->out, ')');
	} else {
		hr_strbuf_addstr(telling->out, "the block of ");
		add_bytes(telling->out, owner->size);
		hr_strbuf_addch(telling->out, ' ');
		add_by(telling, "allocated", owner->allocated_by);
		add_end(telling);
	}
}

static void add_owner(const struct telling *telling)
{
	const struct hr_owner *owner = &telling->fault->owner;
	const char *kind = owner->region == HR_IN_GLOBAL ? "global" : "local";
	struct hr_strbuf *out = telling->out;

	if (owner->region == HR_IN_HEAP) {
		add_block(telling);
	} else if (owner->region == HR_IN_STACK || owner->region == HR_IN_GLOBAL) {
		hr_strbuf_addf(out, *owner->name ? "the %s variable '" : "a %s variable", kind);
		add_line(out, owner->name);
		hr_strbuf_addstr(out, *owner->name ? "' (" : " (");
		add_bytes(out, owner->size);
		hr_strbuf_addch(out, ')');
	} else if (owner->region == HR_IN_FOREIGN) {
		hr_strbuf_addstr(out, "memory that is not the unit's");
	}
}

/* "3 bytes past v2 (…)", "right past the end of v2 (…)", or the bare address. */
static void add_location(const struct telling *telling)
{
	const struct hr_fault *fault = telling->fault;
	const struct hr_owner *owner = &fault->owner;
	static const char *const places[] = { [HR_INSIDE] = " into ", [HR_BEFORE] = " before ", [HR_AFTER] = " past " };

	if (owner->region == HR_IN_NULL_PAGE || fault->kind == HR_KIND_NULL) {
		hr_strbuf_addf(telling->out, fault->address ? "at address 0x%llx, near NULL" : "at NULL",
			       (unsigned long long)fault->address);
		return;
	}
	if (owner->region == HR_IN_NOTHING || owner->region == HR_IN_FOREIGN) {
		hr_strbuf_addf(telling->out, "at address 0x%llx, ", (unsigned long long)fault->address);
		hr_strbuf_addstr(telling->out, owner->region == HR_IN_FOREIGN ? "in " : "which belongs to nothing");
		add_owner(telling);
		return;
	}
	if (owner->distance == 0 && owner->place != HR_BEFORE) {
		hr_strbuf_addstr(telling->out,
				 owner->place == HR_INSIDE ? "at the beginning of " : "right past the end of ");
	} else {
		add_bytes(telling->out, owner->distance);
		hr_strbuf_addstr(telling->out, places[owner->place]);
	}
	add_owner(telling);
}

/* ---- what happened */

static void tell_access(const struct telling *telling)
{
	const struct hr_fault *fault = telling->fault;
	static const char *const verbs[] = { [HR_FAULT_NO_ACCESS] = "touches",
					     [HR_FAULT_READ] = "reads",
					     [HR_FAULT_WRITE] = "writes",
					     [HR_FAULT_FREE] = "frees" };

	if (fault->access == HR_FAULT_NO_ACCESS && *fault->text) { /* the compiler's own words */
		add_line(telling->out, fault->text);
		return;
	}
	if (*fault->function) {
		add_line(telling->out, fault->function);
		hr_strbuf_addch(telling->out, ' ');
	}
	hr_strbuf_addf(telling->out, "%s ", verbs[fault->access]);
	bool is_told = fault->size > 0 && fault->access != HR_FAULT_FREE;
	bool is_located = fault->owner.region == HR_IN_HEAP || fault->owner.region == HR_IN_STACK ||
			  fault->owner.region == HR_IN_GLOBAL;
	if (is_told) {
		add_bytes(telling->out, fault->size);
		hr_strbuf_addstr(telling->out, is_located ? ", " : " ");
	}
	add_location(telling);
}

static void tell_free(const struct telling *telling)
{
	const struct hr_fault *fault = telling->fault;
	bool is_start = fault->owner.place == HR_INSIDE && fault->owner.distance == 0;
	bool is_owned = fault->owner.region == HR_IN_HEAP || fault->owner.region == HR_IN_STACK ||
			fault->owner.region == HR_IN_GLOBAL;

	if (*fault->function && strcmp(fault->function, "free") != 0) {
		add_line(telling->out, fault->function);
		hr_strbuf_addch(telling->out, ' ');
	}
	hr_strbuf_addstr(telling->out, "frees ");
	if (is_owned && is_start)
		add_owner(telling);
	else if (is_owned)
		add_location(telling);
	else
		hr_strbuf_addf(telling->out, "address 0x%llx, which belongs to no block",
			       (unsigned long long)fault->address);
}

static void add_place(const struct telling *telling)
{
	const struct hr_fault *fault = telling->fault;

	if (!*fault->file)
		return;
	hr_strbuf_addstr(telling->out, " at ");
	add_line(telling->out, hr_path_name(fault->file));
	if (fault->line)
		hr_strbuf_addf(telling->out, ":%u", fault->line);
	if (fault->line && fault->column)
		hr_strbuf_addf(telling->out, ":%u", fault->column);
}

/* The text of the fault, or what the kind means when it has none. */
static void tell_text(const struct telling *telling, const char *otherwise)
{
	add_line(telling->out, *telling->fault->text ? telling->fault->text : otherwise);
	add_place(telling);
}

static void tell_undefined(const struct telling *telling)
{
	tell_text(telling, "undefined behaviour");
}

static void tell_assert(const struct telling *telling)
{
	tell_text(telling, "an assertion does not hold");
}

static void tell_argument(const struct telling *telling)
{
	const struct hr_fault *fault = telling->fault;

	if (*fault->text) {
		tell_text(telling, "");
		return;
	}
	add_line(telling->out, *fault->function ? fault->function : "a call");
	if (fault->kind == HR_KIND_OVERLAP)
		hr_strbuf_addstr(telling->out, " gets ranges that overlap");
	else if (fault->kind == HR_KIND_NEGATIVE_SIZE)
		hr_strbuf_addf(telling->out, " gets a size of %lld", (long long)fault->size);
	else
		hr_strbuf_addstr(telling->out, " gets what is no open file");
}

static void tell_refused(const struct telling *telling)
{
	const struct hr_fault *fault = telling->fault;

	hr_strbuf_addstr(telling->out, "the unit calls ");
	add_line(telling->out, *fault->function ? fault->function : *fault->text ? fault->text : "something");
	hr_strbuf_addstr(telling->out, ", which is not let through");
}

static void tell_signal(const struct telling *telling)
{
	const char *name = sigabbrev_np(telling->fault->code);

	if (name)
		hr_strbuf_addf(telling->out, "SIG%s", name);
	else
		hr_strbuf_addf(telling->out, "number %d", telling->fault->code);
	if (*telling->fault->text) {
		hr_strbuf_addstr(telling->out, ", ");
		add_line(telling->out, telling->fault->text);
	}
}

static void tell_exit(const struct telling *telling)
{
	hr_strbuf_addf(telling->out, "the unit ends the process with code %d", telling->fault->code);
}

static void tell_abort(const struct telling *telling)
{
	tell_text(telling, "the unit calls abort");
}

static void tell_exhausted(const struct telling *telling)
{
	tell_text(telling, "the calls are nested too deeply");
}

static void tell_jump(const struct telling *telling)
{
	tell_text(telling, "longjmp to where nobody waits");
}

static void (*const tellers[HR_FAULT_KINDS])(const struct telling *) = {
	[HR_KIND_DOUBLE_FREE] = tell_free,     [HR_KIND_INVALID_FREE] = tell_free,
	[HR_KIND_OVERLAP] = tell_argument,     [HR_KIND_NEGATIVE_SIZE] = tell_argument,
	[HR_KIND_BAD_FILE] = tell_argument,    [HR_KIND_STACK_EXHAUSTED] = tell_exhausted,
	[HR_KIND_SIGNAL] = tell_signal,        [HR_KIND_ABORT] = tell_abort,
	[HR_KIND_ASSERT] = tell_assert,        [HR_KIND_EXIT] = tell_exit,
	[HR_KIND_REFUSED_CALL] = tell_refused, [HR_KIND_BAD_JUMP] = tell_jump,
};

/* What an outcome means that has no fault to tell of. */
static const char *const endings[HR_OUTCOME_STATUS_COUNT] = {
	[HR_OUTCOME_NOT_RUN] = "it was not run",
	[HR_OUTCOME_NORMAL] = "nothing is wrong",
	[HR_OUTCOME_FAULT] = "nobody knows what is wrong",
	[HR_OUTCOME_ILLEGAL] = "the sequence itself uses a bad pointer",
	[HR_OUTCOME_HANG] = "it does not come to an end",
	[HR_OUTCOME_EXIT] = "the unit ends the process",
	[HR_OUTCOME_REFUSED] = "the unit calls something that is not let through",
	[HR_OUTCOME_EXHAUSTED] = "it needs too much memory",
	[HR_OUTCOME_DIED] = "the worker died and could not say why",
};

void hr_fault_describe(struct hr_strbuf *out, const struct hr_sequence *sequence, const struct hr_outcome *outcome,
		       const struct hr_fault *fault)
{
	struct telling telling = { out, sequence, outcome, fault };

	if (fault->kind == HR_KIND_NONE) {
		hr_strbuf_addf(out, "%s: %s", hr_outcome_status_name(outcome->status), endings[outcome->status]);
		if (outcome->statement < sequence->statements.count) {
			hr_strbuf_addstr(out, ", in ");
			add_statement(&telling, outcome->statement);
		}
		return;
	}
	/* The worker's own memory errors are the unit's, those of loads and stores between calls are the sequence's. */
	if (fault == &outcome->fault && outcome->status == HR_OUTCOME_ILLEGAL)
		hr_strbuf_addstr(out, "illegal: the sequence itself: ");
	if (fault->kind == HR_KIND_OVERLAP && *fault->function)
		hr_strbuf_addf(out, "%s-param-overlap: ", fault->function);
	else
		hr_strbuf_addf(out, "%s: ", hr_fault_kind_name(fault->kind));
	if (tellers[fault->kind])
		tellers[fault->kind](&telling);
	else if (fault->kind >= HR_KIND_UB_ALIGNMENT)
		tell_undefined(&telling);
	else
		tell_access(&telling);
}
