/* What calls write into buffers, or return as text, is input for those that read: the unit's own data gets further into its readers than anything that is made up, checksums and
 * all. Only what the unit wrote is taken: as far as a number says that came out of the same call, else up to the last byte that is not 0.
 *
 * Invariant: work for one outcome is bounded by MOST_OUTPUTS times PICKS times CANDIDATES times TRIES. */
#include "search/literals_internal.h"

#include <string.h>

enum { MOST_OUTPUTS = 4, PICKS = 4, CANDIDATES = 3, TRIES = 12, SHORTEST = 2 };

struct output {
	const char *bytes;
	size_t length;
	bool is_text;
	size_t operation; /* that wrote it */
};

static bool is_byte(const struct hr_type *type)
{
	return type && type->kind == HR_TYPE_INT && type->size == 1;
}

/* ---- what was written ---- */

/* What a value leads to. An object that the chain makes says itself what it is of. */
static const struct hr_type *pointee_of(const struct hr_literals *literals, const struct hr_chain *chain, size_t value)
{
	size_t first;
	const struct hr_statement *maker = hr_chain_maker(chain, value, &first);
	if (maker && maker->kind == HR_STATEMENT_NEW)
		return hr_model_type(literals->model, maker->type);
	return hr_model_type(literals->model, hr_model_pointee(literals->model, hr_chain_type(chain, value)));
}

/* A number that came out of the call, by its result or into an object, and can be how much was written. */
static bool find_length(size_t *out, const struct hr_literals *literals, const struct hr_chain *chain,
			const struct hr_outcome *outcome, uint32_t statement, size_t least, size_t most)
{
	const struct hr_statement *call = &chain->statements[statement - hr_chain_first_statement(chain)];
	const unsigned char *bytes = call->value == HR_NO_VALUE ? NULL : hr_outcome_bytes(outcome, call->value);
	for (size_t i = 0; i < outcome->descriptions.count; i++) {
		const struct hr_description *it = &outcome->descriptions.data[i];
		if (it->statement != statement || !it->is_readable || (it->length != 4 && it->length != 8))
			continue;
		const struct hr_type *type = pointee_of(literals, chain, it->value);
		if (!type || type->kind != HR_TYPE_INT || (size_t)type->size != it->length)
			continue;
		int64_t number = hr_bytes_integer(it->bytes, it->length, type->is_signed);
		if (number >= (int64_t)least && number <= (int64_t)most) {
			*out = (size_t)number;
			return true;
		}
	}
	const struct hr_type *result =
		bytes ? hr_model_type(literals->model, literals->model->operations.data[call->operation].result.type)
		      : NULL;
	if (!result || result->kind != HR_TYPE_INT || result->size < 4)
		return false;
	int64_t number = hr_bytes_integer(bytes, (size_t)result->size, result->is_signed);
	*out = (size_t)number;
	return number >= (int64_t)least && number <= (int64_t)most;
}

static bool is_written_by(const struct hr_operation *operation, const struct hr_statement *call, size_t value)
{
	for (size_t i = 0; i < call->operand_count && i < operation->params.count; i++)
		if (call->operands[i].kind == HR_OPERAND_VALUE && call->operands[i].value == value)
			return operation->params.data[i].role == HR_ROLE_OUT ||
			       operation->params.data[i].role == HR_ROLE_INOUT;
	return false;
}

/* False: it is nothing that a call of the chain's own has written, or only the beginning of it. */
static bool take_output(struct output *out, const struct hr_literals *literals, const struct hr_chain *chain,
			const struct hr_outcome *outcome, const struct hr_description *it)
{
	uint32_t first = hr_chain_first_statement(chain);
	if (it->statement < first || it->statement >= chain->statement_count || !it->is_readable ||
	    it->length < SHORTEST || !is_byte(pointee_of(literals, chain, it->value)))
		return false;
	const struct hr_statement *call = &chain->statements[it->statement - first];
	if (call->kind != HR_STATEMENT_CALL)
		return false;
	const struct hr_operation *operation = &literals->model->operations.data[call->operation];
	bool is_result = call->value == it->value;
	if (!is_result && !is_written_by(operation, call, it->value))
		return false;
	size_t length = it->length;
	while (length > 0 && !it->bytes[length - 1])
		length--;
	bool is_cut = length == it->length && it->pointer.size > it->pointer.offset + it->length;
	if (!is_result &&
	    find_length(&length, literals, chain, outcome, it->statement, length ? length : 1, it->length))
		is_cut = false;
	*out = (struct output){ (const char *)it->bytes, length, !memchr(it->bytes, 0, length), call->operation };
	return !is_cut && length >= SHORTEST;
}

/* ---- who reads ---- */

static bool has_length(const struct hr_operation *operation, size_t parameter)
{
	for (size_t i = 0; i < operation->params.count; i++) {
		const struct hr_item *item = &operation->params.data[i];
		if (item->role == HR_ROLE_LENGTH && item->of == (int)parameter)
			return true;
	}
	return false;
}

static bool reads(const struct hr_model *model, const struct hr_operation *operation, size_t parameter, bool is_text)
{
	const struct hr_item *item = &operation->params.data[parameter];
	const struct hr_type *type = hr_model_type(model, hr_model_pointee(model, item->type));
	if (!type || (!is_byte(type) && type->kind != HR_TYPE_VOID))
		return false;
	if (item->role == HR_ROLE_STRING)
		return is_text || has_length(operation, parameter);
	return item->role == HR_ROLE_BUFFER ||
	       ((item->role == HR_ROLE_IN || item->role == HR_ROLE_INOUT) && has_length(operation, parameter));
}

static size_t common_prefix(const char *a, const char *b)
{
	size_t length = 0;
	while (a[length] && a[length] == b[length])
		length++;
	return length;
}

/* A parameter that reads, of an operation that is called much the same; false: none was met. */
static bool pick_reader(size_t *operation, size_t *parameter, struct hr_literals *literals, const struct output *output)
{
	const struct hr_model *model = literals->model;
	size_t best = 0, found = 0;
	for (size_t tries = 0; tries < (size_t)CANDIDATES * TRIES && found < CANDIDATES; tries++) {
		size_t chosen = hr_random_below(&literals->random, model->operations.count);
		const struct hr_operation *it = &model->operations.data[chosen];
		if (chosen == output->operation) /* nobody is called more alike, and few read what they write */
			continue;
		for (size_t i = 0; i < it->params.count; i++) {
			if (!reads(model, it, i, output->is_text))
				continue;
			size_t likeness = 1 + common_prefix(it->name, model->operations.data[output->operation].name);
			if (likeness > best) {
				best = likeness;
				*operation = chosen;
				*parameter = i;
			}
			found++;
			break;
		}
	}
	return found > 0;
}

void hr_literals_reuse(struct hr_literals *literals, const struct hr_chain *chain, const struct hr_outcome *outcome)
{
	size_t taken = 0;
	for (size_t i = outcome->descriptions.count; i-- > 0 && taken < MOST_OUTPUTS;) {
		struct output output;
		if (!take_output(&output, literals, chain, outcome, &outcome->descriptions.data[i]))
			continue;
		taken++;
		for (size_t k = 0; k < PICKS; k++) {
			size_t operation, parameter;
			if (pick_reader(&operation, &parameter, literals, &output))
				hr_corpus_wait_text(literals->corpus,
						    hr_corpus_parameter(literals->corpus, operation, parameter),
						    HR_PART_IMPURITY, output.bytes, output.length);
		}
	}
}
