/* What the writers of facts share. */
#ifndef HR_ANALYSIS_FACTS_TEXT_INTERNAL_H
#define HR_ANALYSIS_FACTS_TEXT_INTERNAL_H

#include "analysis/facts_text.h"

/* A function whose facts are being written. */
struct hr_facts_writer {
	struct hr_strbuf *out;
	const struct hr_facts *facts;
	const struct hr_model *model;
	const struct hr_operation *operation; /* NULL: not in the model */
	uint32_t index;
	const struct hr_code_function *code;
	const struct hr_function_facts *function;
	struct hr_strbuf item; /* what the next line is about */
	bool is_listing;       /* for a person */
	const char *directory; /* see hr_facts_list */
};

/* One line; nothing for NULL and "". */
void hr_facts_line(struct hr_facts_writer *writer, const char *attribute, const char *value);
void hr_facts_line_at(struct hr_facts_writer *writer, const char *attribute, const char *value, struct hr_place at);

/* The name of a parameter by its source number, "#N" where it has none. */
void hr_facts_parameter_name(struct hr_strbuf *out, const struct hr_facts_writer *writer, uint32_t number);

/* The name of a field of the function's facts: "strm.next_in". */
void hr_facts_member_name(struct hr_strbuf *out, const struct hr_facts_writer *writer,
			  const struct hr_field_facts *field);

/* Appends to a list with commas between; what is there already is not added again. */
void hr_facts_list_add(struct hr_strbuf *list, const char *word);

/* The facts about the function as a whole. */
void hr_facts_write_function(struct hr_facts_writer *writer);

/* The facts about numbers and bounds of an item. */
void hr_facts_write_value(struct hr_facts_writer *writer, const struct hr_value_facts *value, bool is_unsigned);

#endif
