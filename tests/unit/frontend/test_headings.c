/* Which comments between the members of a struct are headings, and how far they reach. */
#include "frontend/headings.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void test_headings__kinds(void **state)
{
	static const struct {
		const char *text;
		enum hr_heading expected;
	} cases[] = {
		{ "private:", HR_HEADING_OPENS },
		{ "PRIVATE", HR_HEADING_OPENS },
		{ "READ-ONLY", HR_HEADING_OPENS },
		{ "Options you can change:", HR_HEADING_OPENS },
		{ "Fields used internally:", HR_HEADING_OPENS },
		{ "output:", HR_HEADING_OPENS },
		{ "reserved for your use:", HR_HEADING_OPENS },
		{ "Private, used by parser.c.", HR_HEADING_OPENS_GROUP },
		{ "Reserved for internal use", HR_HEADING_OPENS_GROUP },
		{ "Private for internal use only", HR_HEADING_OPENS_GROUP },
		{ "Internal (not public)", HR_HEADING_OPENS_GROUP },
		{ "These are private fields, only for loading and saving.", HR_HEADING_OPENS_GROUP },
		{ "Internal fields, do not touch!", HR_HEADING_OPENS_GROUP },
		{ "Output members.\nFilled before the call returns.", HR_HEADING_OPENS_GROUP },
		{ "Input parameters:", HR_HEADING_OPENS },
		{ "You are free to use this.", HR_HEADING_CLOSES },
		{ "User data, never looked at.", HR_HEADING_CLOSES },
		{ "Internal resistance, in ohms.", HR_HEADING_NONE },
		{ "Internal state is not visible to applications.", HR_HEADING_NONE },
		{ "Number of entries that are not yet reserved.", HR_HEADING_NONE },
		{ "Last error, one of:", HR_HEADING_NONE },
		{ "Output format, one of:", HR_HEADING_NONE },
		{ "Number of those that are reserved:", HR_HEADING_NONE },
		{ "Where the next byte goes.", HR_HEADING_NONE },
		{ "How many bytes of what was read are left, and are therefore text for the user.", HR_HEADING_NONE },
	};
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		if (hr_heading(cases[i].text) != cases[i].expected)
			fail_msg("'%s': %d", cases[i].text, (int)hr_heading(cases[i].text));
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_headings__kinds) };

	return cmocka_run_group_tests_name("headings", tests, NULL, NULL);
}
