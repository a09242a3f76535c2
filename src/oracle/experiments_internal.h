/* What the files that make experiments about objects share. */
#ifndef HR_ORACLE_EXPERIMENTS_INTERNAL_H
#define HR_ORACLE_EXPERIMENTS_INTERNAL_H

#include "oracle/experiments.h"

/* A rule to be learned about a parameter. */
struct hr_rule hr_learned_rule(enum hr_rule_kind kind, size_t operation, size_t parameter, int other);

/* Appends an experiment that keeps the rule. */
void hr_experiments_add_rule(struct hr_experiments *experiments, struct hr_sequence *sequence, size_t statement,
			     size_t operand, struct hr_rule rule, const char *text);

/* The name of the parameter that an operand of a call is for. */
const char *hr_operand_name(struct hr_experiments *experiments, size_t statement, size_t operand);

/* A parameter that stands for an object of the API: no callback, no file, no user's data. */
bool hr_item_is_object(const struct hr_model *model, const struct hr_item *item);

/* Of the call `statement`: two objects that have nothing to do with each other. */
void hr_experiments_for_families(struct hr_experiments *experiments, size_t statement);

#endif
