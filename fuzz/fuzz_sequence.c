/* Fuzzing hr_sequence_read: any text is safe to read, and what is read comes back the same after writing.
 *
 *     fuzz_sequence fuzz/corpus/sequence        HR_FUZZ_MODEL: the model it is read against
 *
 * Invariant checked: read(write(read(text))) writes to the same text as read(text) does. */
#include "base/bug.h"
#include "base/file.h"
#include "seq/text.h"

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct hr_model *the_model(void)
{
	static struct hr_model *model;
	struct hr_error error = HR_ERROR_INIT;
	struct hr_strbuf text = HR_STRBUF_INIT;

	if (model)
		return model;
	if (hr_file_read(&text, HR_FUZZ_MODEL, &error) < 0 ||
	    hr_model_load(&model, text.data, text.length, HR_FUZZ_MODEL, &error) < 0)
		HR_BUG("%s", error.message.data);
	hr_strbuf_release(&text);
	return model;
}

/* A message of one line, with the place in it, and the line itself. */
static void check_error(const struct hr_error *error)
{
	if (error->kind != HR_ERROR_INPUT || strncmp(error->message.data, "fuzz:", 5) != 0 || !error->details.length)
		HR_BUG("the error is of kind %d: '%s'", (int)error->kind, error->message.data);
}

static void check_again(const struct hr_strbuf *once)
{
	struct hr_error error = HR_ERROR_INIT;
	struct hr_strbuf twice = HR_STRBUF_INIT;
	struct hr_sequence *sequence = NULL;

	if (hr_sequence_read(&sequence, the_model(), once->data, once->length, "written", &error) < 0)
		HR_BUG("what was written cannot be read: %s\n%s", error.message.data, once->data);
	hr_sequence_write(&twice, sequence);
	if (strcmp(once->data, twice.data) != 0)
		HR_BUG("written once:\n%s\nand twice:\n%s", once->data, twice.data);
	hr_strbuf_release(&twice);
	hr_sequence_free(sequence);
	hr_error_release(&error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct hr_error error = HR_ERROR_INIT;
	struct hr_strbuf once = HR_STRBUF_INIT;
	struct hr_sequence *sequence = NULL;

	if (hr_sequence_read(&sequence, the_model(), (const char *)data, size, "fuzz", &error) == 0) {
		hr_sequence_write(&once, sequence);
		check_again(&once);
	} else {
		check_error(&error);
	}
	hr_strbuf_release(&once);
	hr_sequence_free(sequence);
	hr_error_release(&error);
	return 0;
}
