/* An API with something for every rule, and sequences of it as text. Include after cmocka.h. */
#ifndef HR_TEST_ORACLE_API_H
#define HR_TEST_ORACLE_API_H

#include "../frontend/reading.h"
#include "oracle/investigate.h"
#include "roles/roles.h"
#include "seq/text.h"

static const char api_header[] =
	"#include <stddef.h>\n"
	"enum mode { MODE_READ, MODE_WRITE = 4 };\n"
	"enum shape { SHAPE_ROUND, SHAPE_FLAT, SHAPE_COUNT };\n"
	"struct box; struct item;\n"
	"struct plain { int a; char *text; };\n"
	"int api_init(void);\n"
	"struct box *box_new(void);\nstruct box *box_sized(int size);\nvoid box_free(struct box *box);\n"
	"struct item *item_new(const char *name);\nvoid item_free(struct item *item);\n"
	"int box_add(struct box *box, struct item *item);\n"
	"void box_cut(struct box *b, struct item *i);\n"
	"struct item *box_get(struct box *box, int index);\n"
	"struct item *box_detach(struct box *box, const struct item *item);\n"
	"int box_count(struct box *box);\nint box_first(struct box *box);\nint box_last(struct box *box);\n"
	"int box_clear(struct box *box);\nint box_merge(struct box *box, const struct box *other);\n"
	"int box_refer(struct box *box, struct box *other);\nstruct box *box_around(const struct item *item);\n"
	"int box_mode(struct box *box, enum mode mode);\nint box_shape(struct box *box, enum shape shape);\n"
	"int widen(const unsigned char *data, size_t length, int *out);\n"
	"int box_each(struct box *box, int (*visit)(int n));\n"
	"int count_letters(const unsigned *letters);\nint parse(const char *text);\nint parse_bytes(const unsigned char *data, size_t length);\n"
	"int fill(unsigned char *digest);\n"
	"struct item *box_item_new(struct box *box);\nint item_use(struct item *item, int how);\nint box_put(struct box *box, int number);\n"
	"int area(int width, int height);\n"
	"int parse_list(char *const *texts, int how);\n"
	"struct hooks { int (*hook)(int); int count; };\n"
	"void hooks_init(struct hooks *hooks);\nint hooks_use(struct hooks *hooks, int how);\n"
	"int box_read(struct box *box, const unsigned char *data, size_t length);\n"
	"int unpack(const unsigned char *src, size_t src_len, unsigned char *dst, size_t *dst_len);\n"
	"int parts(const unsigned char *data, int amount);\n"
	"struct names { int count; const char **all; };\nstruct box *box_of(const struct names *names);\n"
	"void plain_init(struct plain *plain);\nint plain_use(struct plain *plain);\n"
	"int box_config(struct box *box, int option, ...);\n"
	"int log_line(const char *format, ...);\nint box_print(struct box *box, const char *row_format);\nint box_label(struct box *box, const char *text);\n"
	"struct setup { int level; enum mode mode; };\nint box_setup(struct box *box, const struct setup *setup);\n"
	"#define BOX_AT(box, index) box_get((box), (index))\n"
	"const char *api_name(void);\nint api_decode(const char *source, int amount);\n"
	"int expand(const char *source, unsigned char *dest, size_t dest_size);\n"
	"int state_step(void *state, int amount);\n"
	"int plain_fill(struct plain *plain, struct names *names);\nvoid names_clear(struct names *names);\n"
	"#define LEVEL_MAX 90\nint box_raise(struct box *box, int level);\n"
	"struct iterator;\nstruct iterator *iterator_new(struct box *b);\nint iterator_value(struct iterator *it);\n"
	"void iterator_copy(struct iterator *to, const struct iterator *from);\n"
	"int box_next(struct box *box);\nvoid seal(char out[4]);\nvoid stamp(char *out);\n"
	"int find_word(const char *word, size_t word_size);\n"
	"enum way { WAY_TEXT = 1, WAY_LOUD = 2, WAY_QUICK = 4, WAY_FAR = 8 };\n"
	"int say_word(const char *word, size_t word_size, enum way way);\n"
	"int load(const void *data, size_t data_size);\nint sized(const unsigned char *data, int family);\n"
	"void plain_assign(struct plain *plain, int a);\nint list_add(int *count, char **list, int how);\n"
	"/** Draws. \\param xs Has \\p xs_count + 1 elements. */\nint draw_lines(const int *xs, size_t xs_count);\n"
	"/** Can be called only after box_read(). Calling it in any other situation is undefined behavior. */\n"
	"int box_check(struct box *box, int how);\n"
	"int copy_with_prefix(const unsigned char *src, size_t src_len, unsigned char *dst, size_t dst_len);\n"
	"int box_find(struct box *box, int index, struct item **found);\n"
	"int box_table(int count, struct box *const *boxes);\n"
	"/** Feeds it. After an error the box is not resumable: use box_reset(). */\n"
	"size_t box_feed(struct box *box, const unsigned char *data, size_t length);\nvoid box_reset(struct box *box);\n"
	"int unpack_with(const unsigned char *src, size_t src_len, unsigned char *dst, size_t *dst_len, void *work);\n"
	"int box_writer(struct box *b, int (*write)(int n));\n";

/* A compiler need not take longer texts than that one. */
static const char api_more[] =
	"int train(unsigned char *result, size_t result_size, const unsigned char *samples, const size_t *sizes, unsigned count);\n"
	"/** Same as box_feed(), quickly. */\nsize_t box_pour(struct box *box, const unsigned char *data, size_t length);\n"
	"/** @param key_size the size of the key, or -1 when it is terminated by a NUL */\nint find_key(const char *key, int key_size);\n"
	"int scan(const unsigned char *first, const unsigned char *end);\n"
	"struct item *box_rest(struct box *b);\nint halve(int n);\n"
	"int plain_parse(const unsigned char *data, size_t length, struct plain *out);\n";

static inline void add_role(struct hr_model *model, const char *operation, size_t parameter, enum hr_role role,
			    enum hr_source source, double weight)
{
	hr_vec_push(&find_operation(model, operation)->params.data[parameter].claims,
		    (struct hr_claim){ .fact = HR_FACT_ROLE,
				       .value = (int)role,
				       .of = -1,
				       .source = source,
				       .weight = weight,
				       .text = "test" });
}

static inline struct hr_model *read_api(void *state)
{
	struct hr_strbuf header = HR_STRBUF_INIT;
	hr_strbuf_addf(&header, "%s%s", api_header, api_more);
	struct hr_model *model = read_text(state, header.data, NULL);
	hr_strbuf_release(&header);
	hr_roles_infer(model);
	/* as the code would tell */
	add_role(model, "box_add", 1, HR_ROLE_CONSUMED, HR_SOURCE_CODE, 0.9);
	add_role(model, "count_letters", 0, HR_ROLE_STRING, HR_SOURCE_CODE, 0.9);
	add_role(model, "state_step", 0, HR_ROLE_INOUT, HR_SOURCE_CODE, 0.9);
	add_role(model, "box_cut", 1, HR_ROLE_CONSUMED, HR_SOURCE_CODE, 0.98);
	add_role(model, "plain_fill", 1, HR_ROLE_INOUT, HR_SOURCE_CODE, 0.98);
	add_role(model, "api_decode", 0, HR_ROLE_BUFFER, HR_SOURCE_SHAPE, 0.5); /* and a text by its type */
	add_role(model, "expand", 0, HR_ROLE_BUFFER, HR_SOURCE_SHAPE, 0.5);     /* the same */
	static const char *const unpackers[] = { "unpack", "unpack_with" };
	for (size_t i = 0; i < 2; i++)
		hr_vec_push(&find_operation(model, unpackers[i])->params.data[3].claims,
			    (struct hr_claim){ .fact = HR_FACT_ROLE,
					       .value = HR_ROLE_CAPACITY,
					       .of = 2,
					       .source = HR_SOURCE_CODE,
					       .weight = 0.9,
					       .text = "test" });
	hr_vec_push(&find_operation(model, "box_around")->params.data[0].claims,
		    (struct hr_claim){ .fact = HR_FACT_KEPT,
				       .value = HR_YES,
				       .of = -1,
				       .source = HR_SOURCE_CODE,
				       .weight = 0.9,
				       .text = "test" });
	hr_vec_push(&find_operation(model, "sized")->params.data[1].claims,
		    (struct hr_claim){ .fact = HR_FACT_ROLE,
				       .value = HR_ROLE_LENGTH,
				       .of = 0,
				       .source = HR_SOURCE_LEARNED,
				       .weight = 0.9,
				       .text = "test" });
	hr_vec_push(&find_operation(model, "box_writer")->params.data[1].claims,
		    (struct hr_claim){ .fact = HR_FACT_NULLABLE,
				       .value = 1,
				       .of = -1,
				       .source = HR_SOURCE_CODE,
				       .weight = 0.9,
				       .text = "test" });
	hr_model_decide(model);
	struct hr_operation *cuts = find_operation(model, "box_cut");
	cuts->kind = HR_KIND_DESTROYER;
	cuts->subject = hr_model_object(model, cuts->params.data[1].type);
	struct hr_operation *assign = find_operation(model, "plain_assign");
	assign->kind = HR_KIND_MAKER;
	assign->subject = hr_model_object(model, assign->params.data[0].type);
	return model;
}

static inline struct hr_sequence *read_calls(const struct hr_model *model, const char *text)
{
	struct hr_error error = HR_ERROR_INIT;
	struct hr_sequence *sequence = NULL;
	if (hr_sequence_read(&sequence, model, text, strlen(text), "t", &error) < 0)
		fail_msg("%s\n%s\n%s", text, error.message.data, error.details.data);
	hr_error_release(&error);
	return sequence;
}

/* A rule as contracts.h has it. */
static inline size_t add_rule_text(struct hr_rules *rules, struct hr_model *model, const char *text)
{
	struct hr_error error = HR_ERROR_INIT;
	if (hr_contracts_read(rules, model, text, "c.h", &error))
		fail_msg("%s", error.message.data);
	hr_error_release(&error);
	return hr_rules_count(rules) - 1;
}

#endif
