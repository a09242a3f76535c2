/* What the files about rules share. */
#ifndef HR_ORACLE_RULES_INTERNAL_H
#define HR_ORACLE_RULES_INTERNAL_H

#include "oracle/rules.h"

/* What a kind of rule says beside the operation and the parameter. */
enum hr_rule_shape {
	HR_RULE_ABOUT_PARAMETER,  /* and nothing else */
	HR_RULE_WITH_PARAMETER,   /* `other` is a parameter */
	HR_RULE_WITH_OPERATION,   /* `other` is an operation */
	HR_RULE_ABOUT_CALL,       /* no parameter; `other` is an operation */
	HR_RULE_WITH_NUMBER,      /* `least` */
	HR_RULE_WITH_TWO_NUMBERS, /* `least`, `most` */
};

struct hr_rule_form {
	const char *name;
	enum hr_rule_shape shape;
	const char *text; /* for people: %1 the parameter, %2 the other one, %3 least, %4 most */
};

extern const struct hr_rule_form hr_rule_forms[HR_RULE_KIND_COUNT];

/* Whether the call `statement` breaks the rule, which is about its operation. */
bool hr_rule_is_broken(const struct hr_rule *rule, const struct hr_sequence *sequence, size_t statement);

#endif
