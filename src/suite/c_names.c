/* Names of our own beside those of a library. */
#include "suite/c_names.h"

#include <ctype.h>
#include <string.h>

enum { MOST_NAME = 128 };

static bool is_variable(const struct hr_model *model, const char *name)
{
	for (size_t i = 0; i < model->variables.count; i++)
		if (strcmp(model->variables.data[i].name, name) == 0)
			return true;
	return false;
}

static bool is_tag(const struct hr_model *model, const char *keyword, const char *name)
{
	struct hr_strbuf spelling = HR_STRBUF_INIT;
	hr_strbuf_addf(&spelling, "%s %s", keyword, name);
	bool is_known = hr_map_get(&model->type_by_spelling, spelling.data, NULL);
	hr_strbuf_release(&spelling);
	return is_known;
}

bool hr_c_is_known(const struct hr_model *model, const char *name)
{
	return hr_map_get(&model->operation_by_name, name, NULL) || hr_map_get(&model->constant_by_name, name, NULL) ||
	       hr_map_get(&model->type_by_spelling, name, NULL) || is_tag(model, "struct", name) ||
	       is_tag(model, "union", name) || is_tag(model, "enum", name) || is_variable(model, name);
}

void hr_c_own_name(struct hr_strbuf *out, const struct hr_model *model, const char *name)
{
	struct hr_strbuf own = HR_STRBUF_INIT;
	hr_strbuf_addstr(&own, name);
	for (unsigned number = 1; hr_c_is_known(model, own.data); number++) {
		hr_strbuf_clear(&own);
		hr_strbuf_addf(&own, "helper_%s", name);
		if (number > 1)
			hr_strbuf_addf(&own, "_%u", number);
	}
	hr_strbuf_addstr(out, own.data);
	hr_strbuf_release(&own);
}

void hr_c_settle_names(struct hr_strbuf *text, const struct hr_model *model)
{
	struct hr_strbuf out = HR_STRBUF_INIT;
	for (const char *at = text->data; *at;) {
		char name[MOST_NAME];
		size_t length = 0;
		if (*at != *HR_OWN) {
			size_t plain = strcspn(at, HR_OWN);
			hr_strbuf_add(&out, at, plain);
			at += plain;
			continue;
		}
		for (at++; isalnum((unsigned char)*at) || *at == '_'; at++)
			if (length < sizeof name - 1)
				name[length++] = *at;
		name[length] = '\0';
		hr_c_own_name(&out, model, name);
	}
	hr_strbuf_release(text);
	*text = out;
}
