/* Function-like macros → operations, where the types of their parameters can be established.
 *
 * For each parameter we list the types it may have, the likeliest first: what a function of the API that it is handed to expects; the
 * structs that have the member it is asked for; numbers and strings. Combinations are tried in that order by the compiler,
 * and the first that it accepts counts. A macro none of them fits is listed with that reason. */
#include "base/memory.h"
#include "base/text.h"
#include "frontend/trial.h"

#include <ctype.h>
#include <string.h>

enum { MAX_PARAMS = 6, MAX_CANDIDATES = 10, ROUNDS = 4 };

/* Most macros are settled by their likeliest types: how many combinations each round tries of those that are left. */
static const int combinations_of_round[ROUNDS] = { 2, 6, 24, 24 };

struct candidates {
	const char *types[MAX_CANDIDATES];
	size_t count;
};

/* One way to call a macro. */
struct attempt {
	size_t macro;
	const char *types[MAX_PARAMS];
	bool is_statement;
};

struct work {
	struct hr_reader *reader;
	struct candidates usual;         /* for a parameter that nothing is known of */
	HR_VEC(struct attempt) attempts; /* one a probe */
	bool *settled;                   /* for each macro */
};

static bool is_identifier_char(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static void add_candidate(struct candidates *candidates, const char *type)
{
	for (size_t i = 0; i < candidates->count; i++)
		if (strcmp(candidates->types[i], type) == 0)
			return;
	if (candidates->count < MAX_CANDIDATES)
		candidates->types[candidates->count++] = type;
}

static const char *spell(struct hr_reader *reader, struct hr_type_ref ref)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	hr_model_spell(&text, reader->model, ref);
	const char *copy = hr_arena_strdup(reader->arena, text.data);
	hr_strbuf_release(&text);
	return copy;
}

/* Where a macro's parameter is handed to a function as it is, the function's parameter tells the type. `at` points to the parameter
 * in the body. */
static void candidates_from_call(struct candidates *out, struct hr_reader *reader, const char *body, const char *at,
				 size_t length)
{
	const char *before = at, *after = at + length;
	/* Its own parentheses and a cast do not matter. */
	for (;;) {
		while (before > body && before[-1] == ' ')
			before--;
		while (*after == ' ')
			after++;
		if (before == body || before[-1] != '(' || *after != ')' ||
		    (before - 1 > body && is_identifier_char(before[-2])))
			break;
		before--;
		after++;
	}
	size_t argument = 0;
	int depth = 0;
	const char *c = before - 1;
	for (; c > body; c--) {
		if (*c == ')' || *c == ']')
			depth++;
		else if ((*c == '(' || *c == '[') && depth-- == 0)
			break;
		else if (*c == ',' && depth == 0)
			argument++;
	}
	if (c <= body || *c != '(')
		return;
	const char *end = c;
	while (end > body && end[-1] == ' ')
		end--;
	const char *start = end;
	while (start > body && is_identifier_char(start[-1]))
		start--;
	if (start == end)
		return;
	size_t index;
	char *name = hr_arena_strndup(reader->arena, start, (size_t)(end - start));
	if (!hr_map_get(&reader->model->operation_by_name, name, &index))
		return;
	const struct hr_operation *callee = &reader->model->operations.data[index];
	/* Only when it is the whole argument. */
	const char *previous = before - 1, *next = after;
	while (previous > c && *previous == ' ')
		previous--;
	while (*next == ' ')
		next++;
	if ((*previous == '(' || *previous == ',' || *previous == ')') && (*next == ',' || *next == ')') &&
	    argument < callee->params.count)
		add_candidate(out, spell(reader, callee->params.data[argument].type));
}

static bool has_field(const struct hr_type *type, const char *name)
{
	for (size_t i = 0; i < type->fields.count; i++)
		if (strcmp(type->fields.data[i].item.name, name) == 0)
			return true;
	return false;
}

/* `(p)->member`: a pointer to one of the structs that have it; `(p).member`: the struct itself. */
static void candidates_from_member(struct candidates *out, struct hr_reader *reader, const char *after)
{
	while (*after == ')' || *after == ' ')
		after++;
	bool arrow = hr_text_starts_with(after, "->");
	if (!arrow && !(after[0] == '.' && isalpha((unsigned char)after[1])))
		return;
	after += arrow ? 2 : 1;
	while (*after == ' ')
		after++;
	const char *end = after;
	while (is_identifier_char(*end))
		end++;
	char *name = hr_arena_strndup(reader->arena, after, (size_t)(end - after));
	for (size_t i = 0; i < reader->model->types.count && out->count < MAX_CANDIDATES; i++) {
		const struct hr_type *type = &reader->model->types.data[i];
		if ((type->kind == HR_TYPE_STRUCT || type->kind == HR_TYPE_UNION) && type->is_public &&
		    !type->is_unnamed && has_field(type, name))
			add_candidate(out,
				      arrow ? hr_arena_printf(reader->arena, "%s *", type->spelling) : type->spelling);
	}
}

/* What a parameter of which nothing is known may be: numbers and text, then the objects that operations take first. */
static void find_usual(struct candidates *out, struct hr_reader *reader)
{
	static const char *const types[] = { "int", "const char *", "const unsigned char *", "double", "void *" };
	const struct hr_model *model = reader->model;
	out->count = 0;
	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		add_candidate(out, types[i]);
	for (size_t i = 0; i < model->operations.count && out->count < MAX_CANDIDATES; i++) {
		const struct hr_operation *operation = &model->operations.data[i];
		if (operation->params.count && hr_model_object(model, operation->params.data[0].type) != HR_NO_TYPE)
			add_candidate(out, spell(reader, operation->params.data[0].type));
	}
}

static void find_candidates(struct candidates *out, const struct work *work, const struct hr_read_macro *macro,
			    const char *param)
{
	out->count = 0;
	for (const char *at = macro->body; (at = hr_text_find_word(at, param, false)); at++) {
		candidates_from_call(out, work->reader, macro->body, at, strlen(param));
		candidates_from_member(out, work->reader, at + strlen(param));
	}
	if (!out->count)
		*out = work->usual;
}

/* M(x) is x, with brackets around it or not: a mark on declarations, mostly, and nothing that could be done. */
static bool is_its_argument(const struct hr_read_macro *macro)
{
	if (macro->params.count != 1)
		return false;
	const char *start = macro->body + strspn(macro->body, " \t(");
	size_t length = strlen(macro->params.data[0]);
	return strncmp(start, macro->params.data[0], length) == 0 &&
	       start[length + strspn(start + length, " \t)")] == '\0';
}

/* `name(…)` and nothing else may be a call that yields nothing. */
static bool is_call(const char *body)
{
	while (is_identifier_char(*body))
		body++;
	return *body == '(' && body[strlen(body) - 1] == ')';
}

/* The macro whose call is all of a body; NULL: it is something else. */
static const struct hr_read_macro *called_by(const struct hr_reader *reader, const char *body)
{
	size_t length = 0;
	while (is_identifier_char(body[length]))
		length++;
	for (size_t i = 0; i < reader->macros.count && is_call(body); i++) {
		const struct hr_read_macro *macro = &reader->macros.data[i];
		if (strlen(macro->name) == length && memcmp(macro->name, body, length) == 0)
			return macro;
	}
	return NULL;
}

/* Is a parameter pasted or stringified in the body? */
static bool is_pasted(const char *body, const char *param)
{
	for (const char *at = body; (at = hr_text_find_word(at, param, false)); at++) {
		const char *before = at, *after = at + strlen(param);
		while (before > body && before[-1] == ' ')
			before--;
		after += strspn(after, " ");
		if ((before > body && before[-1] == '#') || hr_text_starts_with(after, "##"))
			return true;
	}
	return false;
}

/* The argument at a position of a body that is a call is this name, and nothing else. */
static bool is_argument(const char *body, size_t position, const char *name)
{
	const char *at = strchr(body, '(') + 1;
	for (int depth = 0; position && *at; at++) {
		depth += (*at == '(') - (*at == ')');
		position -= *at == ',' && depth == 0;
	}
	at += strspn(at, " ");
	size_t length = strlen(name);
	return strncmp(at, name, length) == 0 && strchr(",)", at[length + strspn(at + length, " ")]);
}

/* It is about the text of an argument: it pastes or stringifies it, or leaves that to another macro. */
static bool takes_text_of(const struct hr_reader *reader, const struct hr_read_macro *macro, size_t param, int steps)
{
	const char *name = macro->params.data[param];
	const struct hr_read_macro *called = called_by(reader, macro->body);
	if (is_pasted(macro->body, name))
		return true;
	for (size_t i = 0; called && steps > 0 && i < called->params.count; i++)
		if (is_argument(macro->body, i, name) && takes_text_of(reader, called, i, steps - 1))
			return true;
	return false;
}

static bool takes_text(const struct hr_reader *reader, const struct hr_read_macro *macro)
{
	enum { MOST_STEPS = 8 };
	if (strchr(macro->body, '#'))
		return true;
	for (size_t i = 0; i < macro->params.count; i++)
		if (takes_text_of(reader, macro, i, MOST_STEPS))
			return true;
	return false;
}

/* Why a macro cannot be an operation, as far as its text tells; NULL when it may be. */
static const char *refuse_by_text(const struct hr_reader *reader, const struct hr_read_macro *macro)
{
	static const char *const words[] = { "for",    "while", "if",      "else",    "switch", "return",
					     "case",   "goto",  "typedef", "extern",  "static", "__attribute__",
					     "struct", "union", "asm",     "__asm__", "_Pragma" };
	if (!*macro->body)
		return "expands to nothing";
	if (is_its_argument(macro))
		return "is only its argument";
	if (macro->is_variadic)
		return "takes a variable number of arguments";
	if (macro->params.count > MAX_PARAMS)
		return "has too many parameters to try types for";
	if (takes_text(reader, macro))
		return "pastes or stringifies its arguments";
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (hr_text_starts_with(macro->body, words[i]) && !is_identifier_char(macro->body[strlen(words[i])]))
			return "expands to a part of a statement or a declaration";
	int depth = 0;
	for (const char *c = macro->body; *c; c++)
		depth += (*c == '(' || *c == '{' || *c == '[') - (*c == ')' || *c == '}' || *c == ']');
	return depth ? "expands to unbalanced brackets" : NULL;
}

static void add_attempt(struct work *work, struct hr_trial *trial, const struct attempt *attempt)
{
	const struct hr_read_macro *macro = &work->reader->macros.data[attempt->macro];
	struct hr_strbuf body = HR_STRBUF_INIT;
	hr_strbuf_addf(&body, "%s%s(", attempt->is_statement ? "" : "__auto_type __harrier_value=", macro->name);
	for (size_t i = 0; i < macro->params.count; i++)
		hr_strbuf_addf(&body, "%s(*(__typeof__(%s)*)__harrier_arguments[%zu])", i ? "," : "", attempt->types[i],
			       i);
	hr_strbuf_addstr(&body, ");");
	hr_trial_add(trial, body.data);
	hr_vec_push(&work->attempts, *attempt);
	hr_strbuf_release(&body);
}

/* Combinations of the candidates, first ones first, up to the limit. */
static void add_attempts(struct work *work, struct hr_trial *trial, size_t index, int limit)
{
	const struct hr_read_macro *macro = &work->reader->macros.data[index];
	struct candidates candidates[MAX_PARAMS];
	for (size_t i = 0; i < macro->params.count; i++)
		find_candidates(&candidates[i], work, macro, macro->params.data[i]);
	bool is_statement = hr_text_starts_with(macro->body, "do ") || hr_text_starts_with(macro->body, "do{") ||
			    macro->body[0] == '{';
	size_t choice[MAX_PARAMS] = { 0 };
	for (int tried = 0; tried < limit; tried++) {
		struct attempt attempt = { .macro = index };
		for (size_t i = 0; i < macro->params.count; i++)
			attempt.types[i] = candidates[i].types[choice[i]];
		if (!is_statement)
			add_attempt(work, trial, &attempt);
		attempt.is_statement = true;
		if (is_statement || is_call(macro->body) || limit == combinations_of_round[ROUNDS - 1])
			add_attempt(work, trial, &attempt);
		size_t turn = 0;
		while (turn < macro->params.count && ++choice[turn] == candidates[turn].count)
			choice[turn++] = 0;
		if (turn == macro->params.count)
			break;
	}
}

struct result_types {
	struct hr_reader *reader;
	struct hr_type_ref *refs; /* for each probe */
};

static void note_result(void *context, unsigned probe, CXCursor variable)
{
	struct result_types *results = context;
	results->refs[probe] = hr_reader_type(results->reader, clang_getCursorType(variable));
}

static struct hr_operation operation_of(const struct hr_read_macro *macro)
{
	struct hr_operation it = { 0 };
	it.name = macro->name;
	it.form = HR_FORM_MACRO;
	it.at = macro->at;
	it.expansion = macro->body;
	it.definition = HR_DEFINED_HEADER;
	it.subject = HR_NO_TYPE;
	it.error_good = -1;
	it.has_prototype = true;
	it.result = hr_item_of("", (struct hr_type_ref){ HR_NO_TYPE, 0 });
	return it;
}

static void enter_macro(struct hr_reader *reader, size_t macro, struct hr_operation *operation)
{
	struct hr_place place = reader->macros.data[macro].place;
	if (hr_map_get(&reader->model->operation_by_name, operation->name, NULL)) {
		hr_vec_release(&operation->params);
		return; /* a macro in front of a function of the same name */
	}
	place.kind = HR_PLACE_OPERATION;
	place.index = hr_model_add_operation(reader->model, operation);
	hr_vec_push(&reader->places, place);
}

/* The types that the probes were written with, as the model has them: found through probes that declare one of each. */
struct type_lookup {
	struct hr_reader *reader;
	struct hr_map *by_spelling;
	hr_strings spellings;
};

static void note_type(void *context, unsigned probe, CXCursor variable)
{
	struct type_lookup *lookup = context;
	hr_map_put(lookup->by_spelling, lookup->spellings.data[probe],
		   hr_reader_type(lookup->reader, clang_getPointeeType(clang_getCursorType(variable))).type);
}

static int look_up_types(struct hr_map *out, struct work *work, const struct hr_trial *done, struct hr_error *error)
{
	struct type_lookup lookup = { work->reader, out, HR_VEC_INIT };
	struct hr_trial trial;
	hr_trial_init(&trial, work->reader);
	for (size_t i = 0; i < work->attempts.count; i++) {
		const struct attempt *attempt = &work->attempts.data[i];
		size_t count = work->reader->macros.data[attempt->macro].params.count;
		for (size_t k = 0; k < count && !done->verdicts.data[i]; k++) {
			if (!hr_map_put(out, attempt->types[k], HR_NO_TYPE))
				continue;
			hr_vec_push(&lookup.spellings, attempt->types[k]);
			hr_trial_add(&trial, hr_arena_printf(work->reader->arena, "__typeof__(%s)*__harrier_value=0;",
							     attempt->types[k]));
		}
	}
	int status = trial.count ? hr_trial_run(&trial, false, error) : 0;
	if (!status && trial.count)
		hr_trial_each_value(&trial, note_type, &lookup);
	hr_trial_release(&trial);
	hr_vec_release(&lookup.spellings);
	return status;
}

/* Enters the first attempt of each macro that compiled. */
static int settle(struct work *work, struct hr_trial *trial, struct hr_error *error)
{
	struct hr_reader *reader = work->reader;
	struct hr_map types = HR_MAP_INIT;
	struct result_types results = { reader, hr_calloc(trial->count, sizeof *results.refs) };
	for (unsigned i = 0; i < trial->count; i++)
		results.refs[i].type = HR_NO_TYPE;
	int status = look_up_types(&types, work, trial, error);
	if (!status)
		hr_trial_each_value(trial, note_result, &results);
	for (unsigned i = 0; !status && i < trial->count; i++) {
		const struct attempt *attempt = &work->attempts.data[i];
		const struct hr_read_macro *macro = &reader->macros.data[attempt->macro];
		if (trial->verdicts.data[i] || work->settled[attempt->macro])
			continue;
		if (!attempt->is_statement && results.refs[i].type == HR_NO_TYPE)
			continue;
		work->settled[attempt->macro] = true;
		struct hr_operation operation = operation_of(macro);
		operation.result.type = results.refs[i];
		operation.result.type.qualifiers = 0;
		for (size_t k = 0; k < macro->params.count; k++) {
			size_t type = HR_NO_TYPE;
			hr_map_get(&types, attempt->types[k], &type);
			hr_vec_push(&operation.params,
				    hr_item_of(macro->params.data[k], (struct hr_type_ref){ type, 0 }));
		}
		enter_macro(reader, attempt->macro, &operation);
	}
	free(results.refs);
	hr_map_release(&types);
	return status;
}

static void list_the_rest(struct work *work)
{
	struct hr_reader *reader = work->reader;
	for (size_t i = 0; i < reader->macros.count; i++) {
		if (!reader->macros.data[i].is_function_like || work->settled[i])
			continue;
		struct hr_operation operation = operation_of(&reader->macros.data[i]);
		const char *reason = refuse_by_text(reader, &reader->macros.data[i]);
		operation.reason = reason ? reason : "no types for its parameters were found that compile";
		enter_macro(reader, i, &operation);
	}
}

/* A macro in front of a function of the same name is no operation of its own: users' calls go to the macro, unless the name stands in parentheses. */
static void note_fronts(struct hr_reader *reader)
{
	for (size_t i = 0; i < reader->macros.count; i++) {
		const struct hr_read_macro *macro = &reader->macros.data[i];
		size_t index;
		if (macro->is_function_like && hr_map_get(&reader->model->operation_by_name, macro->name, &index))
			reader->model->operations.data[index].expansion = macro->body;
	}
}

int hr_reader_macros(struct hr_reader *reader, struct hr_error *error)
{
	note_fronts(reader);
	struct work work = { .reader = reader, .settled = hr_calloc(reader->macros.count, sizeof(bool)) };
	int status = 0;
	/* A macro may stand on another one: what a round establishes helps the next, and a round that establishes nothing new has only
	 * the larger number of combinations of the next one to hope for. */
	for (int round = 0; round < ROUNDS && !status; round++) {
		struct hr_trial trial;
		size_t before = reader->model->operations.count;
		hr_trial_init(&trial, reader);
		hr_vec_clear(&work.attempts);
		find_usual(&work.usual, reader);
		for (size_t i = 0; i < reader->macros.count; i++)
			if (reader->macros.data[i].is_function_like && !work.settled[i] &&
			    !refuse_by_text(reader, &reader->macros.data[i]))
				add_attempts(&work, &trial, i, combinations_of_round[round]);
		if (trial.count) {
			status = hr_trial_run(&trial, true, error);
			if (!status)
				status = settle(&work, &trial, error);
		}
		hr_trial_release(&trial);
		bool stuck = reader->model->operations.count == before;
		if (stuck && (round + 1 == ROUNDS || combinations_of_round[round + 1] == combinations_of_round[round]))
			break;
	}
	if (!status)
		list_the_rest(&work);
	hr_vec_release(&work.attempts);
	free(work.settled);
	return status;
}
