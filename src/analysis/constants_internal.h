/* What the files that look for constants share. */
#ifndef HR_ANALYSIS_CONSTANTS_INTERNAL_H
#define HR_ANALYSIS_CONSTANTS_INTERNAL_H

#include "analysis/libc.h"
#include "analysis/parts.h"
#include "base/strbuf.h"

struct hr_miner_count {
	size_t times; /* in the whole unit */
	size_t files;
	uint32_t last_file;
};

struct hr_miner {
	struct hr_facts *facts;
	struct hr_map frequency; /* constant -> index into counts */
	struct hr_map places;    /* constant, file, function and use: told already */
	HR_VEC(struct hr_miner_count) counts;
	HR_VEC(size_t) count_of; /* of each literal */
	struct hr_strbuf key;
};

/* Counts it, and tells it when it is new for its function and use. Weight is found out at the end. */
void hr_literal_add(struct hr_miner *miner, const struct hr_literal *literal);

/* The text at an offset of a constant variable; false when there is none that a person would have written. */
bool hr_variable_text(struct hr_literal *out, const struct hr_code *code, uint32_t variable, uint64_t offset);

/* Tables of texts and numbers in the contents of variables. */
void hr_constants_mine_tables(struct hr_miner *miner);

/* Equal for equal constants. */
void hr_constant_key(struct hr_strbuf *out, const struct hr_literal *literal);

#endif
