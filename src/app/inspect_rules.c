/* Rules of the API in `harrier inspect`: what gen learned, what a person wrote. */
#include "app/inspect_internal.h"

void hr_inspect_rules(struct hr_strbuf *out, const struct hr_model *model, const struct hr_rules *rules,
		      size_t operation, const struct hr_paint *paint)
{
	static const char *const origins[] = {
		[HR_RULE_INFERRED] = "inferred",
		[HR_RULE_LEARNED] = "learned",
		[HR_RULE_USER] = "given",
	};
	size_t told = 0;
	for (size_t i = 0; i < hr_rules_count(rules); i++) {
		const struct hr_rule *rule = hr_rules_at(rules, i);
		if (operation != (size_t)-1 && rule->operation != operation)
			continue;
		if (!told++)
			hr_strbuf_addf(out, "\n%srules%s\n", paint->bold, paint->plain);
		hr_strbuf_addstr(out, "  ");
		hr_rule_describe(out, model, rule);
		hr_strbuf_addf(out, "  %s(%s%s%s)%s\n", paint->dim, origins[rule->origin], rule->evidence ? ": " : "",
			       rule->evidence ? rule->evidence : "", paint->plain);
	}
}
