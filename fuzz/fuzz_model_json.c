/* Fuzzing hr_model_load: any text is safe to read, and what loads comes back the same after saving.
 *
 *     fuzz_model_json fuzz/corpus/model
 *
 * Invariant checked: load(save(load(text))) saves to the same text as load(text) does. */
#include "base/bug.h"
#include "model/model.h"

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_error(const struct hr_error *error)
{
	if (error->kind != HR_ERROR_INPUT || strncmp(error->message.data, "fuzz:", 5) != 0)
		HR_BUG("the error is of kind %d: '%s'", (int)error->kind, error->message.data);
}

/* The text of a model has to load, and to come out again as it went in. */
static void check_again(const struct hr_strbuf *once)
{
	struct hr_error error = HR_ERROR_INIT;
	struct hr_strbuf twice = HR_STRBUF_INIT;
	struct hr_model *model = NULL;

	if (hr_model_load(&model, once->data, once->length, "saved", &error) < 0)
		HR_BUG("what was saved does not load: %s\n%s", error.message.data, once->data);
	hr_model_save(&twice, model);
	if (strcmp(once->data, twice.data) != 0)
		HR_BUG("saved once:\n%s\nand twice:\n%s", once->data, twice.data);
	hr_strbuf_release(&twice);
	hr_model_free(model);
	hr_error_release(&error);
}

/* Asks what every stage asks; none of it may end in a bug or never end. */
static void ask_types(const struct hr_model *model)
{
	for (size_t i = 0; i < model->types.count; i++) {
		struct hr_type_ref ref = { i, HR_CONST };

		hr_model_strip(model, ref);
		hr_model_pointee(model, ref);
		hr_model_object(model, ref);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct hr_error error = HR_ERROR_INIT;
	struct hr_strbuf once = HR_STRBUF_INIT;
	struct hr_model *model = NULL;

	if (hr_model_load(&model, (const char *)data, size, "fuzz", &error) == 0) {
		ask_types(model);
		hr_model_save(&once, model);
		check_again(&once);
	} else {
		check_error(&error);
	}
	hr_strbuf_release(&once);
	hr_model_free(model);
	hr_error_release(&error);
	return 0;
}
