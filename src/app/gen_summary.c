/* What a campaign found, for a person. */
#include "app/gen_internal.h"

#include "base/file.h"
#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 80, MOST_LINES = 12 };

static const enum hr_class shown_classes[] = { HR_CLASS_CERTAIN, HR_CLASS_LIKELY, HR_CLASS_DEVIANT,
					       HR_CLASS_PORTABILITY };

#define SHOWN_CLASSES (sizeof shown_classes / sizeof *shown_classes)

static bool is_shown(const struct hr_campaign_failure *failure, enum hr_class class)
{
	return !failure->is_withdrawn && failure->is_confirmed && failure->judgement.class == class;
}

static size_t count_class(const struct hr_campaign *campaign, enum hr_class class)
{
	size_t count = 0;
	for (size_t i = 0; i < campaign->failures.count; i++)
		count += is_shown(campaign->failures.data[i], class);
	return count;
}

static void tell_failures(const struct hr_gen *gen)
{
	const struct hr_campaign *campaign = &gen->campaign;
	const char *separator = " ";
	if (!hr_campaign_failure_count(campaign, true)) {
		printf("  failures: none\n");
		return;
	}
	printf("  failures:");
	for (size_t i = 0; i < SHOWN_CLASSES; i++) {
		size_t count = count_class(campaign, shown_classes[i]);
		if (!count)
			continue;
		printf("%s%zu %s", separator, count, hr_class_name(shown_classes[i]));
		separator = ", ";
	}
	printf("\n");
	for (size_t i = 0; i < SHOWN_CLASSES; i++) {
		for (size_t j = 0; j < campaign->failures.count; j++) {
			const struct hr_campaign_failure *failure = campaign->failures.data[j];
			if (!is_shown(failure, shown_classes[i]))
				continue;
			printf("    #%lld %s, %s", (long long)failure->id, hr_class_name(shown_classes[i]),
			       failure->operation);
			if (failure->also.count)
				printf(" (and %zu more)", failure->also.count);
			printf(": %s\n        %s\n", failure->summary, failure->folder ? failure->folder : "");
		}
	}
}

/* What breaks when memory runs out, where that was not asked for. */
static void tell_memory(const struct hr_campaign *campaign)
{
	const struct hr_model *model = campaign->unit->model;
	size_t count = hr_gen_breaks_without_memory(campaign), told = 0;
	int width = 0;
	if (!count)
		return;
	printf("  when allocations fail %zu %s: ", count, count == 1 ? "operation breaks" : "operations break");
	for (size_t i = 0; i < model->operations.count && width < LINE; i++)
		if (campaign->breaks_without_memory[i])
			width += printf("%s%s", told++ ? ", " : "", model->operations.data[i].name);
	if (told < count)
		printf(" and %zu more", count - told);
	printf("; --fail-alloc looks into that\n");
}

/* The first line, and of what compilers said the first that names an error. */
static void tell_problem(const char *text)
{
	size_t length = strcspn(text, "\n");
	printf("  tests: %.*s\n", (int)length, text);
	for (text += length + (text[length] == '\n'); *text; text += length + (text[length] == '\n')) {
		length = strcspn(text, "\n");
		if (memmem(text, length, "error", strlen("error"))) {
			printf("    %.*s\n", (int)length, text);
			return;
		}
	}
}

static void tell_list(const char *what, const char *const *texts, size_t count)
{
	for (size_t i = 0; i < count; i++)
		printf("%s%s", i ? ", " : what, texts[i]);
	if (count)
		printf("\n");
}

static void tell_certificate(const struct hr_certificate *certificate)
{
	struct hr_strbuf reasons = HR_STRBUF_INIT;
	tell_list("  tried with: ", certificate->done.data, certificate->done.count);
	tell_list("  not tried: ", certificate->not_done.data, certificate->not_done.count);
	if (certificate->dropped_checks)
		printf("  assertions left out as they do not hold in every run: %zu\n", certificate->dropped_checks);
	hr_certificate_reasons(&reasons, certificate);
	if (certificate->left_out.count)
		printf("  left out: %zu (%s)\n", certificate->left_out.count, reasons.data);
	hr_strbuf_release(&reasons);
}

/* A leak that tests go around is for the user to know. */
static void tell_kept(const struct hr_gen *gen)
{
	if (!gen->keeping.tests)
		return;
	printf("  objects kept to the end: in %zu %s, as %s", gen->keeping.tests,
	       gen->keeping.tests == 1 ? "test" : "tests",
	       gen->keeping.losing.count ? "giving them back loses memory" : "nothing gives them back");
	for (size_t i = 0; i < gen->keeping.losing.count; i++)
		printf("%s%s", i ? ", " : ": ", gen->keeping.losing.data[i]);
	printf("\n");
}

static void tell_coverage(const struct hr_gen *gen)
{
	const struct hr_coverage *it = &gen->coverage;
	if (it->is_measured)
		printf("  coverage of the tests: %llu of %llu lines, %llu of %llu functions, %llu of %llu branches\n",
		       (unsigned long long)it->lines.covered, (unsigned long long)it->lines.count,
		       (unsigned long long)it->functions.covered, (unsigned long long)it->functions.count,
		       (unsigned long long)it->branches.covered, (unsigned long long)it->branches.count);
	else if (it->why.length)
		printf("  coverage was not measured: %s\n", it->why.data);
	if (gen->kept.is_measured)
		printf("  coverage of all sequences that were kept: %llu of %llu branches\n",
		       (unsigned long long)gen->kept.branches.covered, (unsigned long long)gen->kept.branches.count);
	else if (gen->kept.why.length)
		printf("  coverage of what was kept was not measured: %s\n", gen->kept.why.data);
}

/* Nothing took the place of what an earlier run wrote. */
static void tell_earlier(const struct hr_gen *gen)
{
	char *record = hr_path_join(gen->out, "tests.written");
	if (hr_path_is_file(record))
		printf("  the tests in %s/tests are those of an earlier run\n", gen->out);
	free(record);
}

static void tell_tests(const struct hr_gen *gen)
{
	if (gen->test_file)
		printf("  tests: %zu in %s\n", gen->test_count, gen->test_file);
	else if (gen->certificate.left_out.count && !gen->tests_problem.length)
		printf("  tests: none held\n");
	else if (!gen->tests_problem.length)
		printf("  no sequence was worth a test\n");
	if (gen->tests_problem.length)
		tell_problem(gen->tests_problem.data);
	if (!gen->test_file)
		tell_earlier(gen);
	if (gen->tests_edited.length)
		printf("  left alone, since they were edited: %s\n", gen->tests_edited.data);
	if (gen->choice.runs)
		printf("  assertions: %zu of %zu noticed nothing that others did not, and were left out (%zu mutants, %.1f s)\n",
		       gen->choice.dropped, gen->choice.all, gen->choice.mutants, gen->choice.seconds);
	tell_certificate(&gen->certificate);
	tell_kept(gen);
	tell_coverage(gen);
}

static void tell_rules(const struct hr_gen *gen)
{
	size_t learned = hr_gen_rules(&gen->campaign, HR_RULE_LEARNED);
	size_t given = hr_gen_rules(&gen->campaign, HR_RULE_USER);
	if (learned || given)
		printf("  rules: %zu learned, %zu given; see %s/contracts.h\n", learned, given, gen->out);
}

/* The others that were stopped by the same, in one line. */
static void tell_unreached_alike(const struct hr_campaign *campaign, size_t operation, const char *why, bool *is_told)
{
	const struct hr_model *model = campaign->unit->model;
	struct hr_strbuf other = HR_STRBUF_INIT;
	size_t more = 0;
	int width = printf("    %s", model->operations.data[operation].name);

	for (size_t i = operation + 1; i < model->operations.count; i++) {
		if (is_told[i] || !hr_gen_is_unreached(campaign, i))
			continue;
		hr_strbuf_clear(&other);
		hr_search_why(&other, campaign->search, i);
		if (strcmp(other.data, why) != 0)
			continue;
		is_told[i] = true;
		if (width < LINE)
			width += printf(", %s", model->operations.data[i].name);
		else
			more++;
	}
	if (more)
		printf(" and %zu more", more);
	printf(": %s\n", why);
	hr_strbuf_release(&other);
}

/* What never returned normally, and why. */
static void tell_unreached(const struct hr_campaign *campaign)
{
	size_t count = campaign->unit->model->operations.count, lines = 0;
	bool *is_told = hr_calloc(count + 1, sizeof *is_told);
	struct hr_strbuf why = HR_STRBUF_INIT;

	for (size_t i = 0; i < count && lines < MOST_LINES; i++) {
		if (is_told[i] || !hr_gen_is_unreached(campaign, i))
			continue;
		if (lines++ == 0)
			printf("  never returned normally (campaign.db has the counts):\n");
		hr_strbuf_clear(&why);
		hr_search_why(&why, campaign->search, i);
		tell_unreached_alike(campaign, i, why.data, is_told);
	}
	hr_strbuf_release(&why);
	free(is_told);
}

void hr_gen_tell(const struct hr_gen *gen)
{
	const struct hr_campaign *campaign = &gen->campaign;
	const struct hr_model *model = gen->unit.model;
	struct hr_gen_reach reach = hr_gen_reach_of(campaign);
	const double *spent = campaign->spent;
	unsigned long long sequences = campaign->earlier.sequences + campaign->sequences;
	printf("%s: %zu operations", model->unit, reach.operations);
	if (reach.operations < model->operations.count)
		printf(" (%zu more cannot be called: 'harrier inspect --unsupported' tells why)",
		       model->operations.count - reach.operations);
	printf("; %llu sequences, %llu calls, %zu of %u edges\n", sequences,
	       (unsigned long long)hr_campaign_calls(campaign), hr_search_covered(campaign->search),
	       campaign->edge_count);
	if (campaign->is_interrupted)
		printf("  the search was interrupted; --resume goes on with it\n");
	printf("  reach: %zu of %zu operations returned normally; %.1f %% of the calls were legal, on average\n",
	       reach.normal, reach.operations, 100 * reach.legal);
	tell_unreached(campaign);
	tell_failures(gen);
	if (campaign->classes[HR_CLASS_UNSURE] || campaign->classes[HR_CLASS_MISUSE])
		printf("  looked into, and not shown: %llu unsure, %llu misuse\n",
		       (unsigned long long)campaign->classes[HR_CLASS_UNSURE],
		       (unsigned long long)campaign->classes[HR_CLASS_MISUSE]);
	if (hr_gen_unconfirmed(campaign))
		printf("  not confirmed outside of the worker, and not shown: %zu\n", hr_gen_unconfirmed(campaign));
	tell_memory(campaign);
	tell_rules(gen);
	tell_tests(gen);
	printf("  time: reading %.1f s, building %.1f s, searching %.1f s, investigating %.1f s, probing %.1f s, "
	       "confirming %.1f s, tests %.1f s\n",
	       gen->reading, gen->building, spent[HR_PHASE_SEARCH], spent[HR_PHASE_INVESTIGATE], spent[HR_PHASE_PROBE],
	       spent[HR_PHASE_CONFIRM], spent[HR_PHASE_TESTS]);
	printf("  report: %s/report/index.html\n", gen->out);
}
