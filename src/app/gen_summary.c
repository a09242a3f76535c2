/* What a campaign found, for a person and for programs. */
#include "app/gen_internal.h"
#include "base/json.h"

#include <stdio.h>

void hr_gen_tell(const struct hr_gen *gen)
{
	const struct hr_campaign *campaign = &gen->campaign;
	const struct hr_model *model = gen->unit.model;
	printf("%s: %zu operations; %llu sequences, %llu calls, %zu of %u edges\n", model->unit,
	       model->operations.count, (unsigned long long)campaign->sequences, (unsigned long long)campaign->calls,
	       campaign->covered, campaign->edge_count);
	printf("  outcomes:");
	const char *separator = "";
	for (int i = 0; i < HR_OUTCOME_STATUS_COUNT; i++) {
		if (!campaign->outcomes[i])
			continue;
		printf("%s %llu %s", separator, (unsigned long long)campaign->outcomes[i],
		       hr_outcome_status_name((enum hr_outcome_status)i));
		separator = ",";
	}
	printf("\n");
	if (campaign->passed_over)
		printf("  %llu sequences could not be run: they need what no sequence can have\n",
		       (unsigned long long)campaign->passed_over);
	if (gen->test_file)
		printf("  tests: %zu in %s\n", gen->test_count, gen->test_file);
	else
		printf("  no sequence was worth a test\n");
	if (gen->tests_left_out)
		printf("  left out: %zu that did not compile or not pass with the system's compiler\n",
		       gen->tests_left_out);
	printf("  time: %.1f s reading, %.1f s building, %.1f s searching, %.1f s investigating, %.1f s probing, "
	       "%.1f s confirming, %.1f s for the tests\n",
	       gen->reading, gen->building, campaign->spent[HR_PHASE_SEARCH], campaign->spent[HR_PHASE_INVESTIGATE],
	       campaign->spent[HR_PHASE_PROBE], campaign->spent[HR_PHASE_CONFIRM], campaign->spent[HR_PHASE_TESTS]);
}

void hr_gen_tell_json(const struct hr_gen *gen)
{
	(void)gen;
}
