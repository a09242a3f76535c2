/* What the causes that were looked into turned out to be: each counts once, as the most that was ever said of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "app/campaign_internal.h"

static void test_classes__each_cause_counts_once(void **state)
{
	static struct hr_campaign campaign;
	(void)state;
	hr_campaign_note_class(&campaign, "overflow|f", HR_CLASS_UNSURE);
	hr_campaign_note_class(&campaign, "overflow|f", HR_CLASS_UNSURE);
	hr_campaign_note_class(&campaign, "null|g", HR_CLASS_MISUSE);
	assert_int_equal(campaign.classes[HR_CLASS_UNSURE], 1);
	assert_int_equal(campaign.classes[HR_CLASS_MISUSE], 1);
	/* a rule was learned since */
	hr_campaign_note_class(&campaign, "overflow|f", HR_CLASS_MISUSE);
	assert_int_equal(campaign.classes[HR_CLASS_UNSURE], 0);
	assert_int_equal(campaign.classes[HR_CLASS_MISUSE], 2);
	/* what is told stays told, whatever other calls come to */
	hr_campaign_note_class(&campaign, "null|g", HR_CLASS_LIKELY);
	hr_campaign_note_class(&campaign, "null|g", HR_CLASS_UNSURE);
	assert_int_equal(campaign.classes[HR_CLASS_LIKELY], 1);
	assert_int_equal(campaign.classes[HR_CLASS_UNSURE], 0);
	assert_int_equal(campaign.classes[HR_CLASS_MISUSE], 1);
	hr_campaign_note_withdrawn(&campaign, "null|g");
	assert_int_equal(campaign.classes[HR_CLASS_LIKELY], 0);
	assert_int_equal(campaign.classes[HR_CLASS_MISUSE], 2);
	hr_map_release(&campaign.class_of);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_classes__each_cause_counts_once) };
	return cmocka_run_group_tests(tests, NULL, NULL);
}
