/* For tests: a small unit made by hand that has something of everything a model can hold. */
#ifndef HR_TESTS_SAMPLE_H
#define HR_TESTS_SAMPLE_H

#include "model/model.h"

/* The types, in the order in which sample_model adds them. */
enum sample_type {
	T_VOID,
	T_INT,
	T_CHAR,
	T_ULONG,
	T_SIZE,   /* typedef of unsigned long */
	T_READER, /* an opaque struct */
	T_READER_POINTER,
	T_READER_NAME, /* typedef of the struct */
	T_TEXT,        /* const char * */
	T_TEXT_SLOT,   /* const char ** */
	T_VOID_POINTER,
	T_HANDLE,       /* typedef of void * */
	T_OTHER_HANDLE, /* typedef of the handle */
	T_HANDLE_POINTER,
	T_THING, /* typedef of void */
	T_THING_POINTER,
	T_ON_FIELD, /* a function */
	T_ON_FIELD_POINTER,
	T_COLOUR,
	T_POINT,  /* a struct with fields */
	T_INSIDE, /* an unnamed union in it */
	T_INTS,   /* int[3] */
	T_DOUBLE,
	T_CONST_INT,   /* typedef of const int */
	T_ARGUMENTS,   /* va_list */
	T_READER_SLOT, /* struct reader ** */
	T_COUNT
};

enum sample_operation { OP_NEW, OP_FREE, OP_PARSE, OP_BOUND, OP_MACRO, OP_COUNT };
enum sample_constant { C_OK, C_RATIO, C_GREETING, C_STATIC, C_LIMIT, C_RED, C_COUNT };

static inline struct hr_type_ref sample_ref(size_t type, unsigned qualifiers)
{
	return (struct hr_type_ref){ type, qualifiers };
}

static inline struct hr_claim sample_claim(enum hr_fact fact, int64_t value, int of, enum hr_source source,
					   double weight)
{
	return (struct hr_claim){
		.fact = fact, .value = value, .of = of, .source = source, .weight = weight, .text = "so"
	};
}

static inline void sample_add_type(struct hr_model *model, enum hr_type_kind kind, const char *spelling, int64_t size,
				   struct hr_type_ref target)
{
	struct hr_type type = {
		.kind = kind,
		.spelling = spelling,
		.size = size,
		.align = size,
		.target = target,
		.count = -1,
	};

	hr_model_add_type(model, &type);
}

static inline void sample_add_simple_types(struct hr_model *model)
{
	static const struct {
		enum hr_type_kind kind;
		const char *spelling;
		int64_t size;
		struct hr_type_ref target;
	} types[] = {
		[T_VOID] = { HR_TYPE_VOID, "void", -1, { HR_NO_TYPE, 0 } },
		[T_INT] = { HR_TYPE_INT, "int", 4, { HR_NO_TYPE, 0 } },
		[T_CHAR] = { HR_TYPE_INT, "char", 1, { HR_NO_TYPE, 0 } },
		[T_ULONG] = { HR_TYPE_INT, "unsigned long", 8, { HR_NO_TYPE, 0 } },
		[T_SIZE] = { HR_TYPE_TYPEDEF, "size_t", 8, { T_ULONG, 0 } },
		[T_READER] = { HR_TYPE_STRUCT, "struct reader", -1, { HR_NO_TYPE, 0 } },
		[T_READER_POINTER] = { HR_TYPE_POINTER, "struct reader *", 8, { T_READER, 0 } },
		[T_READER_NAME] = { HR_TYPE_TYPEDEF, "reader", -1, { T_READER, 0 } },
		[T_TEXT] = { HR_TYPE_POINTER, "const char *", 8, { T_CHAR, HR_CONST } },
		[T_TEXT_SLOT] = { HR_TYPE_POINTER, "const char **", 8, { T_TEXT, 0 } },
		[T_VOID_POINTER] = { HR_TYPE_POINTER, "void *", 8, { T_VOID, 0 } },
		[T_HANDLE] = { HR_TYPE_TYPEDEF, "handle", 8, { T_VOID_POINTER, 0 } },
		[T_OTHER_HANDLE] = { HR_TYPE_TYPEDEF, "other_handle", 8, { T_HANDLE, HR_CONST } },
		[T_HANDLE_POINTER] = { HR_TYPE_POINTER, "handle *", 8, { T_HANDLE, 0 } },
		[T_THING] = { HR_TYPE_TYPEDEF, "thing", -1, { T_VOID, 0 } },
		[T_THING_POINTER] = { HR_TYPE_POINTER, "thing *", 8, { T_THING, 0 } },
		[T_ON_FIELD] = { HR_TYPE_FUNCTION, "void (void *, size_t, void *)", -1, { T_VOID, 0 } },
		[T_ON_FIELD_POINTER] = { HR_TYPE_POINTER, "void (*)(void *, size_t, void *)", 8, { T_ON_FIELD, 0 } },
		[T_COLOUR] = { HR_TYPE_ENUM, "enum colour", 4, { HR_NO_TYPE, 0 } },
		[T_POINT] = { HR_TYPE_STRUCT, "struct point", 16, { HR_NO_TYPE, 0 } },
		[T_INSIDE] = { HR_TYPE_UNION, "union (unnamed)", 4, { HR_NO_TYPE, 0 } },
		[T_INTS] = { HR_TYPE_ARRAY, "int[3]", 12, { T_INT, 0 } },
		[T_DOUBLE] = { HR_TYPE_FLOAT, "double", 8, { HR_NO_TYPE, 0 } },
		[T_CONST_INT] = { HR_TYPE_TYPEDEF, "fixed", 4, { T_INT, HR_CONST } },
		[T_ARGUMENTS] = { HR_TYPE_VA_LIST, "va_list", 24, { HR_NO_TYPE, 0 } },
		[T_READER_SLOT] = { HR_TYPE_POINTER, "struct reader **", 8, { T_READER_POINTER, 0 } },
	};

	for (size_t i = 0; i < T_COUNT; i++)
		sample_add_type(model, types[i].kind, types[i].spelling, types[i].size, types[i].target);
}

static inline struct hr_field sample_field(const char *name, size_t type, int64_t offset, int width)
{
	struct hr_field field = { .item = hr_item_of(name, sample_ref(type, 0)),
				  .offset_bits = offset,
				  .bit_width = width };

	return field;
}

static inline void sample_complete_types(struct hr_model *model)
{
	struct hr_type *types = model->types.data;
	struct hr_field length = sample_field("length", T_SIZE, 64, -1);

	types[T_INT].is_signed = true;
	types[T_SIZE].is_system = true;
	types[T_SIZE].at = "/usr/include/stddef.h:1";
	types[T_READER].is_public = true;
	types[T_READER].doc = "Reads \"fields\".\n\tOne by one.";
	types[T_COLOUR].is_flags = true;
	hr_vec_push(&types[T_COLOUR].enumerators, (struct hr_enumerator){ "RED", 1, "warm" });
	hr_vec_push(&types[T_COLOUR].enumerators, (struct hr_enumerator){ "ANY", INT64_MIN, NULL });
	types[T_INTS].count = 3;
	types[T_ON_FIELD].is_variadic = true;
	hr_vec_push(&types[T_ON_FIELD].params, hr_item_of("", sample_ref(T_VOID_POINTER, 0)));
	hr_vec_push(&types[T_ON_FIELD].params, hr_item_of("", sample_ref(T_SIZE, 0)));
	hr_vec_push(&types[T_ON_FIELD].params, hr_item_of("data", sample_ref(T_VOID_POINTER, HR_CONST)));
	types[T_INSIDE].is_unnamed = true;
	types[T_INSIDE].completeness = HR_COMPLETE;
	hr_vec_push(&types[T_INSIDE].fields, sample_field("low", T_INT, 0, 3));
	types[T_POINT].completeness = HR_COMPLETED_FROM_SOURCE;
	hr_vec_push(&types[T_POINT].fields, sample_field("text", T_TEXT, 0, -1));
	hr_vec_push(&length.item.claims, sample_claim(HR_FACT_ROLE, HR_ROLE_LENGTH, 0, HR_SOURCE_NAME, 0.75));
	hr_vec_push(&types[T_POINT].fields, length);
	hr_vec_push(&types[T_POINT].fields, sample_field("", T_INSIDE, -1, -1));
}

static inline struct hr_operation sample_operation(const char *name, struct hr_type_ref result)
{
	struct hr_operation operation = {
		.name = name,
		.at = "reader.h:7",
		.definition = HR_DEFINED_SOURCE,
		.result = hr_item_of("", result),
		.subject = HR_NO_TYPE,
		.error_good = -1,
		.callable = true,
	};

	return operation;
}

/* struct reader *reader_new(void); void reader_free(struct reader *it); */
static inline void sample_add_life(struct hr_model *model)
{
	struct hr_operation make = sample_operation("reader_new", sample_ref(T_READER_POINTER, 0));
	struct hr_operation end = sample_operation("reader_free", sample_ref(T_VOID, 0));
	struct hr_item it = hr_item_of("it", sample_ref(T_READER_POINTER, 0));

	make.doc = "A new reader.";
	hr_vec_push(&make.attributes, (struct hr_attribute){ "malloc", "" });
	hr_vec_push(&make.result.claims, sample_claim(HR_FACT_ROLE, HR_ROLE_OWNED, -1, HR_SOURCE_SHAPE, 0.9));
	hr_vec_push(&make.result.claims, sample_claim(HR_FACT_FREED_BY, 0, OP_FREE, HR_SOURCE_SHAPE, 0.9));
	hr_vec_push(&make.claims, sample_claim(HR_FACT_KIND, HR_KIND_MAKER, T_READER, HR_SOURCE_SHAPE, 0.9));
	hr_vec_push(&make.claims, sample_claim(HR_FACT_ERROR, HR_REFUSED_NULL, -1, HR_SOURCE_DOCUMENTATION, 0.8));
	hr_model_add_operation(model, &make);

	hr_vec_push(&it.claims, sample_claim(HR_FACT_ROLE, HR_ROLE_CONSUMED, -1, HR_SOURCE_CODE, 0.99));
	hr_vec_push(&it.claims, sample_claim(HR_FACT_ROLE, HR_ROLE_RECEIVER, -1, HR_SOURCE_NAME, 0.6));
	hr_vec_push(&it.claims, sample_claim(HR_FACT_NULLABLE, 1, -1, HR_SOURCE_DOCUMENTATION, 0.8));
	hr_vec_push(&end.params, it);
	hr_vec_push(&end.claims, sample_claim(HR_FACT_KIND, HR_KIND_DESTROYER, T_READER, HR_SOURCE_NAME, 0.9));
	hr_model_add_operation(model, &end);
}

/* int reader_parse(struct reader *it, const char *restrict text, size_t, void (*const call)(…), void *data,
 *                  const char *out[4], ...); */
static inline void sample_add_parse(struct hr_model *model)
{
	struct hr_operation parse = sample_operation("reader_parse", sample_ref(T_INT, 0));
	struct hr_item it = hr_item_of("it", sample_ref(T_READER_POINTER, 0));
	struct hr_item text = hr_item_of("text", sample_ref(T_TEXT, HR_RESTRICT));
	struct hr_item length = hr_item_of("", sample_ref(T_SIZE, 0));
	struct hr_item call = hr_item_of("call", sample_ref(T_ON_FIELD_POINTER, HR_CONST));
	struct hr_item data = hr_item_of("data", sample_ref(T_VOID_POINTER, 0));
	struct hr_item out = hr_item_of("out", sample_ref(T_TEXT_SLOT, 0));
	struct hr_claim of_text = sample_claim(HR_FACT_ROLE, HR_ROLE_LENGTH, 1, HR_SOURCE_DOCUMENTATION, 0.8);

	text.doc = "what to read; NULL is \u201cnothing\u201d";
	hr_vec_push(&text.claims, sample_claim(HR_FACT_ROLE, HR_ROLE_BUFFER, -1, HR_SOURCE_DOCUMENTATION, 0.7));
	hr_vec_push(&text.claims, sample_claim(HR_FACT_KEPT, 1, -1, HR_SOURCE_CODE, 0.9));
	hr_vec_push(&text.claims, sample_claim(HR_FACT_SENTINEL, 0, C_STATIC, HR_SOURCE_DOCUMENTATION, 0.9));
	hr_vec_push(&length.claims, of_text);
	of_text.unit = HR_UNIT_BYTES;
	of_text.at = "reader.h:12";
	hr_vec_push(&length.claims, of_text);
	hr_vec_push(&length.claims, sample_claim(HR_FACT_MINUS_ONE, 1, -1, HR_SOURCE_DOCUMENTATION, 0.9));
	hr_vec_push(&length.claims, sample_claim(HR_FACT_BOUND_BY, 0, OP_BOUND, HR_SOURCE_DOCUMENTATION, 0.9));
	hr_vec_push(&data.claims, sample_claim(HR_FACT_ROLE, HR_ROLE_USER_DATA, 3, HR_SOURCE_TYPE, 0.9));
	hr_vec_push(&data.claims, sample_claim(HR_FACT_NULLABLE, 0, -1, HR_SOURCE_ATTRIBUTE, 0.9));
	out.array_count = 4;
	parse.result.is_truth = true;
	hr_vec_push(&out.claims, sample_claim(HR_FACT_FREED_BY, 0, -1, HR_SOURCE_DOCUMENTATION, 0.9));
	hr_vec_push(&parse.params, it);
	hr_vec_push(&parse.params, text);
	hr_vec_push(&parse.params, length);
	hr_vec_push(&parse.params, call);
	hr_vec_push(&parse.params, data);
	hr_vec_push(&parse.params, out);
	hr_vec_push(&parse.result.claims, sample_claim(HR_FACT_ROLE, HR_ROLE_STATUS, -1, HR_SOURCE_SHAPE, 0.9));
	hr_vec_push(&parse.claims, sample_claim(HR_FACT_ERROR, HR_REFUSED_NONZERO, C_OK, HR_SOURCE_USER, 0.999));
	parse.is_variadic = parse.is_deprecated = parse.is_noreturn = true;
	hr_model_add_operation(model, &parse);
}

static inline void sample_add_rest(struct hr_model *model)
{
	struct hr_operation bound = sample_operation("reader_bound", sample_ref(T_SIZE, 0));
	struct hr_operation macro = sample_operation("reader_max", sample_ref(HR_NO_TYPE, 0));
	struct hr_constant constants[] = {
		[C_OK] = { .name = "OK", .kind = HR_CONSTANT_INT, .type = T_INT, .number = -9, .at = "reader.h:1" },
		[C_RATIO] = { .name = "RATIO", .kind = HR_CONSTANT_FLOAT, .type = T_DOUBLE, .real = 0.1 },
		[C_GREETING] = { .name = "GREETING",
				 .kind = HR_CONSTANT_STRING,
				 .type = HR_NO_TYPE,
				 .text = "a\"\\\x01" },
		[C_STATIC] = { .name = "STATIC",
			       .kind = HR_CONSTANT_POINTER,
			       .type = T_VOID_POINTER,
			       .text = "((void *)-1)" },
		[C_LIMIT] = { .name = "LIMIT", .kind = HR_CONSTANT_FLOAT, .type = T_DOUBLE, .real = -__builtin_inf() },
		[C_RED] = { .name = "RED", .is_enumerator = true, .type = T_COLOUR, .number = 1, .doc = "warm" },
	};

	bound.form = HR_FORM_INLINE;
	bound.definition = HR_DEFINED_HEADER;
	hr_model_add_operation(model, &bound);
	macro.form = HR_FORM_MACRO;
	macro.expansion = "((a) > (b) ? (a) : (b))";
	macro.callable = false;
	macro.reason = "the types of its parameters are not known";
	hr_vec_push(&macro.params, hr_item_of("a", sample_ref(HR_NO_TYPE, 0)));
	hr_model_add_operation(model, &macro);
	for (size_t i = 0; i < C_COUNT; i++)
		hr_model_add_constant(model, &constants[i]);
	hr_vec_push(&model->variables,
		    (struct hr_variable){ "reader_count", { T_INT, HR_VOLATILE }, "reader.h:9", "how many", false });
	hr_vec_push(&model->variables, (struct hr_variable){ "reader_any", { HR_NO_TYPE, 0 }, NULL, NULL, false });
}

/* Decided; the caller frees. */
static inline struct hr_model *sample_model(void)
{
	struct hr_model *model = hr_model_new();

	model->unit = "reader";
	hr_vec_push(&model->headers, "reader.h");
	hr_vec_push(&model->sources, "reader.c");
	hr_vec_push(&model->sources, "more.c");
	hr_vec_push(&model->flags, "-DA=\"b\"");
	hr_vec_push(&model->notes, "passed over 'x': it is not ours");
	sample_add_simple_types(model);
	sample_complete_types(model);
	sample_add_life(model);
	sample_add_parse(model);
	sample_add_rest(model);
	hr_model_decide(model);
	return model;
}

#endif
