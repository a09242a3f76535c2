/* Numbers, and what all literals rest on.
 *
 * Invariant: a number that is drawn can be held by its type and lies in the range that the wish has; unsigned numbers of 64 bits are kept by their bits, and of
 * those beyond INT64_MAX only the greatest is ever drawn. */
#include "search/literals_internal.h"
#include "search/ranges.h"

#include "base/memory.h"
#include "base/text.h"

#include <ctype.h>
#include <float.h>
#include <math.h>
#include <string.h>

enum { SIGMA = 30, DEVIATING = 16 };

#define COUNT(array) (sizeof(array) / sizeof *(array))

struct hr_literals *hr_literals_new(const struct hr_model *model, const struct hr_callables *callables,
				    const struct hr_facts *facts)
{
	struct hr_literals *literals = hr_calloc(1, sizeof *literals);
	literals->model = model;
	literals->callables = callables;
	literals->facts = facts;
	literals->dictionary = hr_dictionary_new(model, facts);
	literals->corpus = hr_corpus_new(model);
	hr_random_seed(&literals->random, 1);
	literals->function_of = hr_calloc(model->operations.count + 1, sizeof *literals->function_of);
	for (size_t i = 0; i < model->operations.count; i++) {
		size_t function;
		bool found =
			facts && hr_map_get(&facts->code->function_by_name, model->operations.data[i].name, &function);
		literals->function_of[i] = found ? (uint32_t)function : HR_CODE_NONE;
	}
	hr_literals_list_functions(literals);
	hr_literals_relearn(literals);
	return literals;
}

void hr_literals_free(struct hr_literals *literals)
{
	if (!literals)
		return;
	hr_literals_forget_names(literals);
	hr_literals_free_functions(literals);
	hr_dictionary_free(literals->dictionary);
	hr_corpus_free(literals->corpus);
	free(literals->function_of);
	free(literals);
}

/* ---- wishes ---- */

size_t hr_wish_place(const struct hr_literals *literals, const struct hr_wish *wish)
{
	if (wish->inner)
		return wish->inner - 1;
	return wish->parameter < 0 ? HR_NO_PLACE
				   : hr_corpus_parameter(literals->corpus, wish->operation, (size_t)wish->parameter);
}

const struct hr_value_facts *hr_wish_facts(const struct hr_literals *literals, const struct hr_wish *wish)
{
	if (wish->inner || wish->parameter < 0 || wish->operation >= literals->model->operations.count ||
	    literals->function_of[wish->operation] == HR_CODE_NONE)
		return NULL;
	const struct hr_function_facts *facts =
		&literals->facts->functions.data[literals->function_of[wish->operation]];
	return (size_t)wish->parameter < facts->parameters.count ? &facts->parameters.data[wish->parameter].value
								 : NULL;
}

const struct hr_check *hr_wish_check(const struct hr_literals *literals, const struct hr_wish *wish)
{
	const struct hr_value_facts *facts =
		hr_wish_may(wish, HR_PART_CONSTANTS) ? hr_wish_facts(literals, wish) : NULL;
	if (!facts || facts->checks.count == 0)
		return NULL;
	return &facts->checks.data[hr_random_below(wish->random, facts->checks.count)];
}

/* ---- one source of numbers each ---- */

struct number_wish {
	struct hr_literals *literals;
	const struct hr_wish *wish;
	const struct hr_type *type;
	struct hr_number_range range;
	struct hr_text_source source;
};

static size_t below(const struct number_wish *number, size_t count)
{
	return hr_random_below(number->wish->random, count);
}

static int64_t draw_enumerator(const struct number_wish *number)
{
	const struct hr_type *type = number->type;
	size_t count = type->enumerators.count;
	if (!type->is_flags && number->wish->item->role != HR_ROLE_FLAGS)
		return type->enumerators.data[below(number, count)].value;
	int64_t flags = 0;
	for (size_t i = below(number, 4); i > 0; i--)
		flags |= type->enumerators.data[below(number, count)].value;
	return flags;
}

static int64_t draw_named(const struct number_wish *number, const hr_named_numbers *named)
{
	if (number->wish->item->role == HR_ROLE_ENUM)
		return named->data[below(number, named->count)];
	int64_t flags = 0;
	for (size_t i = below(number, 4); i > 0; i--)
		flags |= named->data[below(number, named->count)];
	return flags;
}

static int64_t draw_flags(const struct number_wish *number)
{
	int64_t flags = 0, known;
	for (size_t i = below(number, 4); i > 0; i--) {
		bool is_known = below(number, 2) && hr_source_number(&known, &number->source);
		flags |= is_known && known > 0 ? known : INT64_C(1) << below(number, 6);
	}
	return flags;
}

/* What the code compares the parameter with, or one beside it. */
static bool draw_checked(int64_t *out, const struct number_wish *number)
{
	const struct hr_check *check = hr_wish_check(number->literals, number->wish);
	if (!check || check->text || check->number == INT64_MAX || check->number == INT64_MIN)
		return false;
	*out = check->number + (int64_t)below(number, 3) - 1;
	return hr_wish_credit(number->wish, HR_PART_CONSTANTS);
}

/* "How large is your struct?": that of something else which is passed. */
static bool draw_struct_size(int64_t *out, const struct number_wish *number)
{
	const struct hr_model *model = number->literals->model;
	const struct hr_wish *wish = number->wish;
	if (wish->inner || wish->parameter < 0 || wish->operation >= model->operations.count)
		return false;
	const struct hr_operation *operation = &model->operations.data[wish->operation];
	size_t begin = below(number, operation->params.count);
	for (size_t i = 0; i < operation->params.count; i++) {
		struct hr_type_ref type = operation->params.data[(begin + i) % operation->params.count].type;
		const struct hr_type *target = hr_model_type(model, hr_model_pointee(model, type));
		if (target && target->kind == HR_TYPE_STRUCT && target->size > 0 &&
		    target->completeness == HR_COMPLETE) {
			*out = target->size;
			return true;
		}
	}
	return false;
}

/* Sizes are small: what is refused for want of memory tells nothing. */
static int64_t draw_size(const struct number_wish *number)
{
	static const int64_t sizes[] = { 31, 32, 33, 63, 64, 65, 100, 127, 128, 255, 256, 257, 512, 1000, 1024, 4096 };
	int64_t known;
	switch (below(number, 16)) {
	case 0:
	case 1:
		return sizes[below(number, COUNT(sizes))];
	case 2:
		if (hr_source_number(&known, &number->source) && known >= 0 && known <= 65536)
			return known;
		/* fall through */
	case 3:
	case 4:
	case 5:
		if (draw_struct_size(&known, number))
			return known;
		/* fall through */
	case 6: /* what the code itself looks for may be large */
		if (draw_checked(&known, number) && known >= 0)
			return known;
		/* fall through */
	default:
		return (int64_t)below(number, 17);
	}
}

static int64_t draw_character(const struct number_wish *number)
{
	int c = below(number, 3) ? hr_source_character(&number->source) : -1;
	if (c >= 0)
		return c > 127 && number->range.least < 0 && number->type->size == 1 ? c - 256 : c;
	switch (below(number, 8)) {
	case 0:
		return (int64_t)below(number, 256);
	case 1:
		return "\n\t\r\0 "[below(number, 5)];
	case 2:
		return '0' + (int64_t)below(number, 10);
	default:
		return ' ' + (int64_t)below(number, 95);
	}
}

static int64_t draw_boundary(const struct number_wish *number)
{
	const struct hr_number_range range = number->range;
	int64_t power;
	switch (below(number, 5)) {
	case 0:
		return range.least;
	case 1:
		return range.is_wide && below(number, 2) ? -1 : range.most;
	case 2:
		return below(number, 2) ? range.least + (range.least < range.most)
					: range.most - (range.least < range.most);
	default:
		power = INT64_C(1) << below(number, 63);
		power += (int64_t)below(number, 3) - 1;
		return below(number, 4) == 0 ? -power : power;
	}
}

static bool draw_known(int64_t *out, const struct number_wish *number)
{
	if (!hr_source_number(out, &number->source))
		return false;
	if (below(number, 4) == 0 && *out > INT64_MIN && *out < INT64_MAX)
		*out += below(number, 2) ? 1 : -1;
	return true;
}

static bool draw_kept(int64_t *out, const struct number_wish *number)
{
	size_t place = hr_wish_place(number->literals, number->wish);
	if (!hr_wish_may(number->wish, HR_PART_IMPURITY) ||
	    !hr_corpus_draw_number(out, number->literals->corpus, place, number->wish->random))
		return false;
	if (below(number, 4) == 0 && *out > INT64_MIN + 8 && *out < INT64_MAX - 8)
		*out += (int64_t)below(number, 9) - 4;
	return hr_wish_credit(number->wish, HR_PART_IMPURITY);
}

static int64_t draw_any(const struct number_wish *number)
{
	int64_t out;
	size_t turn = below(number, 100);
	if ((turn < 12 && draw_checked(&out, number)) || (turn < 24 && draw_kept(&out, number)) ||
	    (turn < 38 && draw_known(&out, number)))
		return out;
	if (turn < 78)
		return (int64_t)below(number, 11);
	if (turn < 82)
		return -(int64_t)below(number, 5);
	if (turn < 90)
		return (int64_t)below(number, turn < 88 ? 101 : 1001);
	if (turn < 98)
		return draw_boundary(number);
	return (int64_t)(hr_random_next(number->wish->random) >> below(number, 64));
}

static bool is_size(const struct number_wish *number, const struct hr_value_facts *facts)
{
	enum hr_role role = number->wish->item->role;
	return role == HR_ROLE_LENGTH || role == HR_ROLE_CAPACITY || role == HR_ROLE_SIZE ||
	       (facts && (facts->meaning == HR_MEANING_SIZE || facts->relation != HR_RELATION_NONE));
}

static int64_t draw_number(const struct number_wish *number)
{
	const struct hr_type *type = number->type;
	const struct hr_value_facts *facts = hr_wish_facts(number->literals, number->wish);
	size_t place = hr_wish_place(number->literals, number->wish);
	if (type->kind == HR_TYPE_BOOL)
		return (int64_t)below(number, 2);
	if (type->kind == HR_TYPE_ENUM && type->enumerators.count)
		return draw_enumerator(number);
	if (place < number->literals->named_count && number->literals->named[place].count && below(number, 12))
		return draw_named(number, &number->literals->named[place]);
	if (number->wish->item->role == HR_ROLE_FLAGS)
		return draw_flags(number);
	if (is_size(number, facts))
		return draw_size(number);
	if (type->size == 1 ? below(number, 3) != 0 : facts && facts->meaning == HR_MEANING_CHARACTER)
		return draw_character(number);
	return draw_any(number);
}

/* What was learned from comparisons at run time. */
static bool take_waiting(int64_t *out, const struct number_wish *number)
{
	const struct hr_wish *wish = number->wish;
	return hr_wish_may(wish, HR_PART_CONSTANTS) && below(number, 2) &&
	       hr_corpus_take_number(out, number->literals->corpus, hr_wish_place(number->literals, wish)) &&
	       hr_number_is_within(number->range, *out) && hr_number_is_allowed(number->type, *out) &&
	       hr_wish_credit(wish, HR_PART_CONSTANTS);
}

/* A normal distribution around 0, nearly: four uniform numbers, of 16 bits each, added up. */
static int64_t draw_deviation(struct hr_random *random)
{
	const double mean = 4 * 65535.0 / 2, scale = 65536.0 * 0.57735; /* the root of four twelfths */
	uint64_t bits = hr_random_next(random);
	int64_t sum = (int64_t)((bits & 0xffff) + (bits >> 16 & 0xffff) + (bits >> 32 & 0xffff) + (bits >> 48));
	return (int64_t)lround(((double)sum - mean) / scale * SIGMA);
}

/* Another number near it, where numbers next to each other mean much the same. */
static int64_t deviate(const struct number_wish *number, int64_t drawn)
{
	enum hr_role role = number->wish->item->role;
	int64_t changed;
	if (!hr_wish_may(number->wish, HR_PART_IMPURITY) || below(number, DEVIATING) ||
	    number->type->kind != HR_TYPE_INT || role == HR_ROLE_FLAGS || role == HR_ROLE_ENUM)
		return drawn;
	if (__builtin_add_overflow(drawn, draw_deviation(number->wish->random), &changed) ||
	    changed < number->range.least || changed > number->range.most)
		return drawn;
	hr_wish_credit(number->wish, HR_PART_IMPURITY);
	return changed;
}

int64_t hr_literal_bits(struct hr_literals *literals, const struct hr_wish *wish, int bit_width)
{
	struct number_wish number = { literals, wish, hr_model_type(literals->model, wish->item->type),
				      .source = hr_wish_source(literals, wish) };
	int64_t drawn;
	if (!number.type)
		return 0;
	number.range = hr_number_range(number.type, bit_width, wish);
	if (take_waiting(&drawn, &number))
		return drawn;
	drawn = deviate(&number, draw_number(&number));
	return hr_number_is_within(number.range, drawn) ? drawn : hr_number_pick(number.range, wish->random);
}

int64_t hr_literal_number(struct hr_literals *literals, const struct hr_wish *wish)
{
	return hr_literal_bits(literals, wish, -1);
}

/* ---- reals ---- */

static double draw_real(struct hr_literals *literals, const struct hr_wish *wish)
{
	static const double usual[] = { 0, 1, -1, 0.5, -0.5, 2, 10, 3.14, 0.1, 100, 1e10, -1e-5, 1e300, 1e-300 };
	static const double edges[] = { -0.0,         DBL_MAX,       -DBL_MAX,
					DBL_MIN,      DBL_EPSILON,   2147483647.0,
					2147483648.0, -2147483649.0, 9007199254740993.0,
					1e19,         4294967296.0 };
	double known;
	int64_t kept;
	size_t turn = hr_random_below(wish->random, 100);
	const struct hr_text_source source = hr_wish_source(literals, wish);
	if (turn < 10 && hr_wish_may(wish, HR_PART_IMPURITY) &&
	    hr_corpus_draw_number(&kept, literals->corpus, hr_wish_place(literals, wish), wish->random)) {
		memcpy(&known, &kept, sizeof known);
		hr_wish_credit(wish, HR_PART_IMPURITY);
		return turn % 2 ? known + (double)draw_deviation(wish->random) : known;
	}
	if (turn < 25 && hr_source_real(&known, &source))
		return known;
	if (turn < 60)
		return usual[hr_random_below(wish->random, COUNT(usual))];
	if (turn < 85)
		return (double)(int)hr_random_below(wish->random, 21) - 10;
	if (turn < 93)
		return (double)hr_random_below(wish->random, 2000001) / 1000 - 1000;
	if (turn < 98)
		return edges[hr_random_below(wish->random, COUNT(edges))];
	return turn == 98 ? INFINITY : NAN;
}

double hr_literal_real(struct hr_literals *literals, const struct hr_wish *wish)
{
	const struct hr_type *type = hr_model_type(literals->model, wish->item->type);
	double real = draw_real(literals, wish);
	if (wish->has_range && !(real >= (double)wish->least && real <= (double)wish->most))
		real = (double)hr_number_pick((struct hr_number_range){ wish->least, wish->most, false }, wish->random);
	if (type && type->size == 4 && isfinite(real))
		real = fabs(real) > (double)FLT_MAX ? copysign((double)FLT_MAX, real) : (double)(float)real;
	return real;
}
