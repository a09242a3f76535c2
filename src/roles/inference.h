/* The state of one inference, and the tools that its rules share. */
#ifndef HR_ROLES_INFERENCE_H
#define HR_ROLES_INFERENCE_H

#include "model/model.h"
#include "roles/name_words.h"

/* What the whole API says about a type of object. */
struct hr_object {
	size_t first_of;    /* operations that take a pointer to it as their first parameter */
	size_t taken_by;    /* operations that take a pointer to it at all */
	size_t returned_by; /* operations that return a pointer to it */
	size_t made_by;     /* of returned_by, those whose name says that they make one */
	size_t const_taken; /* of taken_by, those that promise not to change it */
	size_t set_up_by;   /* of taken_by, those that only set it up, by their name */
	size_t slots;       /* operations that take a pointer to a pointer to it */
	size_t ended_by;    /* operations whose name says that they end its life */
	size_t freed_by;    /* of these, the ones whose name leaves no doubt */
	size_t closed_by;   /* … and the ones that are called close */
	bool is_object;     /* as docs/roles.md defines it */
	bool is_options;    /* its name says that the caller sets it: foo_options, bar_config */
	bool is_report;     /* … that the caller reads it: foo_stats, bar_error */
	bool has_callbacks; /* a struct that has pointers to functions in it */
	bool is_stream;     /* a struct that has data to be read in it, and room for what is written */
	size_t opened_by;   /* of taken_by, those that open, load or parse something into it, by their name */
	bool is_callbacks;  /* a struct of nothing but function pointers */
	size_t stopped_by;  /* operations that are called stop, of one parameter */
	bool is_counted;    /* its references are counted: some operation adds one */
	size_t last_of; /* operations that have one, or a slot for one, that may be written as their last parameter of several */
	size_t called_error; /* of these, those that call it an error or a status */
	size_t elsewhere_of; /* operations that have it at another place */
	bool is_errors;      /* what went wrong, shared by all operations (error_records.c) */
	size_t slots_first;  /* operations that take the address of a named pointer to it first */
	size_t values_first; /* operations that take a pointer to it first */
	bool is_by_address;  /* a handle whose address is what operations take (for_handles.c) */
	bool by_caller;      /* the caller allocates it: complete, and nobody returns or yields one */
	hr_indices enders;   /* operations that end its life, by their first parameter's role (hr_find_enders) */
	/* Known after the rules about parameters (for_fields.c): */
	bool is_read;         /* some operation reads one as it is */
	bool is_value;        /* some operation takes one itself, not a pointer to it */
	bool is_filled;       /* some operation fills one */
	bool is_filled_later; /* … that is not what the operation is about */
	size_t reads, fills;  /* how many operations do the one and the other */
	size_t inputs; /* how many are given one to read that they promise not to change, beside what they are about */
	size_t yields; /* of fills, those that do not compute it from another plain value of the caller's; and callbacks that get one to read */
	size_t accessors; /* operations that set or get what one of its fields is called after */
};

struct hr_inference {
	struct hr_model *model;
	struct hr_object *objects;             /* for each type */
	struct hr_name_words *operation_words; /* for each operation */
	struct hr_map constant_words;      /* how many integer constants are about a word, by name or documentation */
	hr_indices memory_enders;          /* operations that free memory of no type (hr_find_enders) */
	size_t const_texts;                /* operations that return text which the caller must not change */
	size_t plain_texts;                /* … which he may */
	size_t const_inputs, plain_inputs; /* parameters that point to const text, and to text that may be written */
	size_t file_paths; /* operations that are called as what works on files, and take a path by its name */
	hr_indices pointer_constants; /* constants that are pointers */
	hr_indices bounds;            /* operations that tell how large something can become */
	size_t byte_truths; /* operations that return a byte, and whose documentation speaks of true or false */
	int good_constant; /* the constant for success, where it is another one that is zero and stands for failure; -1: none */
};

/* Classes of C types, as far as roles go. */
enum hr_class {
	HR_CLASS_OTHER,
	HR_CLASS_VOID,
	HR_CLASS_BOOL,
	HR_CLASS_INTEGER,
	HR_CLASS_FLOAT,
	HR_CLASS_ENUM,
	HR_CLASS_STRUCT, /* by value */
	HR_CLASS_VA_LIST,
	/* Pointers from here on: rules compare with the first. */
	HR_CLASS_FUNCTION, /* pointer to function */
	HR_CLASS_FILE,     /* FILE * */
	HR_CLASS_TEXT,     /* pointer to char */
	HR_CLASS_BYTES,    /* pointer to void, unsigned char, signed char, uint8_t */
	HR_CLASS_OBJECT,   /* pointer to a struct, union or opaque type */
	HR_CLASS_SCALARS,  /* pointer to any other scalar */
	HR_CLASS_SLOT,     /* pointer to a pointer */
};

enum hr_class hr_classify(const struct hr_model *model, struct hr_type_ref ref);

/* A pointer to text or to bytes: what is counted in bytes. */
static inline bool hr_is_bytes(enum hr_class class)
{
	return class == HR_CLASS_TEXT || class == HR_CLASS_BYTES;
}

/* The class of what a HR_CLASS_SLOT points to. */
enum hr_class hr_classify_slot(const struct hr_model *model, struct hr_type_ref ref);

/* True when what the pointer points to is const. */
bool hr_points_to_const(const struct hr_model *model, struct hr_type_ref ref);

/* True for a pointer to void, by whatever name. */
bool hr_points_to_void(const struct hr_model *model, struct hr_type_ref ref);

/* True when the spelling of the type or of a typedef on the way to what it stands for is `name`. */
bool hr_type_is_called(const struct hr_model *model, struct hr_type_ref ref, const char *name);

/* wchar_t, char32_t, AlphaChar: a number of two bytes or four that is called a character. */
bool hr_is_wide_character(const struct hr_model *model, struct hr_type_ref ref);

/* _Bool, a number whose type is called so, or an enum of false and true. */
bool hr_is_boolean(const struct hr_model *model, struct hr_type_ref ref);

/* … or a number that is written with a macro for one: `#define Bool int`. */
bool hr_is_truth_value(const struct hr_model *model, const struct hr_item *item);

/* Another name for an integer that operations return and others take: it stands for something (key_serial_t, pid_t). number_types.c. */
bool hr_is_identifier(const struct hr_inference *inference, struct hr_type_ref ref);

/* Has the operation other text that it promises not to change? Whoever writes const there means it. from_types.c. */
bool hr_has_const_text(const struct hr_inference *inference, const struct hr_operation *operation);

/* `long`, in an API that returns it from most of its operations: for them it has no more to say than int. number_types.c. */
bool hr_is_common_long(const struct hr_inference *inference, struct hr_type_ref ref);

/* Adds a claim; the text is formatted into the model's arena. */
void hr_claim_role(struct hr_inference *inference, struct hr_item *item, enum hr_role role, enum hr_source source,
		   double weight, const char *format, ...) __attribute__((format(printf, 6, 7)));
void hr_claim_relation(struct hr_inference *inference, struct hr_item *item, enum hr_role role, size_t of,
		       enum hr_unit unit, enum hr_source source, double weight, const char *format, ...)
	__attribute__((format(printf, 8, 9)));
void hr_claim_fact(struct hr_inference *inference, hr_claims *claims, enum hr_fact fact, int64_t value, int of,
		   enum hr_source source, double weight, const char *format, ...) __attribute__((format(printf, 8, 9)));

/* What to call a parameter in a reason: its name in quotes, or "parameter 3". */
const char *hr_label(struct hr_inference *inference, const struct hr_operation *operation, size_t param);

/* What the claims made so far say. */
enum hr_role hr_role_so_far(const struct hr_item *item);

/* Sets out the objects of the API, and (once the rules about receivers have run) who ends their lives: objects.c. */
void hr_find_objects(struct hr_inference *inference);
void hr_find_enders(struct hr_inference *inference);

/* Does the operation end the life of its first object or memory? For after the rules about receivers. */
bool hr_ends_first(const struct hr_operation *operation);

/* Finds the records for errors that all operations share; is the parameter one? error_records.c. */
void hr_find_error_records(struct hr_inference *inference);
bool hr_is_error_record(const struct hr_inference *inference, const struct hr_operation *operation, size_t param);

/* `typedef struct hidden *thing`, and operations that take a `thing *`: the hidden type behind the parameter, when the API passes such handles by their address;
 * HR_NO_TYPE otherwise. for_handles.c. */
void hr_find_handles_by_address(struct hr_inference *inference);
size_t hr_handle_by_address(const struct hr_inference *inference, struct hr_type_ref ref);

/* Counts what the constants of the API are about: constant_words.c. */
void hr_count_constant_words(struct hr_inference *inference);

/* The constant for success of an API in which zero stands for failure: FOO_OK 1, FOO_ERROR 0. -1: there is none. good_constants.c. */
int hr_find_good_constant(const struct hr_model *model);

/* Collects what the facts beside the roles refer to: for_facts.c. */
void hr_find_facts(struct hr_inference *inference);

/* The operation that is called as this one with `verb` replaced by `other` ("get_list", "get", "free": "free_list"), or put in front of
 * its last word when `verb` is NULL; HR_NO_TYPE when there is none. */
size_t hr_counterpart(struct hr_inference *inference, const struct hr_operation *operation, const char *verb,
		      const char *other);

/* Does the operation end a life, by its name? "get_close_status" does not. */
bool hr_name_ends(const struct hr_name_words *words);

/* A macro whose text neither assigns nor calls anything: it looks, and nothing can go wrong (expansions.c). False for all else. */
bool hr_macro_only_reads(const struct hr_operation *operation);

/* The words of the operation's name. */
const struct hr_name_words *hr_words_of(const struct hr_inference *inference, const struct hr_operation *operation);

/* rule_set(order, points, weights): a set of something that is filled, or the verb, of no object in particular: it tells nothing of directions. from_names.c. */
bool hr_is_bare_set(const struct hr_inference *inference, const struct hr_operation *operation);

/* The rules, each in its file of the same name. All add claims only. */
void hr_rules_from_types(struct hr_inference *inference, struct hr_operation *operation);
void hr_rules_from_attributes(struct hr_inference *inference, struct hr_operation *operation);
void hr_rules_from_names(struct hr_inference *inference, struct hr_operation *operation);
void hr_rules_from_number_names(struct hr_inference *inference, struct hr_operation *operation);
void hr_rules_from_docs(struct hr_inference *inference, struct hr_operation *operation);
void hr_rules_from_lists(struct hr_inference *inference, struct hr_operation *operation);
void hr_rules_from_libc(struct hr_inference *inference, struct hr_operation *operation);
void hr_rules_for_error_records(struct hr_inference *inference, struct hr_operation *operation);
void hr_rules_for_handles(struct hr_inference *inference);
/* state_use(void *state, …): is its first parameter such a handle without a type? Enders take one too. for_handles.c. */
bool hr_takes_untyped_handle(const struct hr_inference *inference, const struct hr_operation *operation);
void hr_rules_for_user_data(struct hr_inference *inference, struct hr_operation *operation);
void hr_rules_for_relations(struct hr_inference *inference, struct hr_operation *operation);
void hr_rules_for_receivers(struct hr_inference *inference, struct hr_operation *operation);
void hr_rules_for_results(struct hr_inference *inference, struct hr_operation *operation);
void hr_rules_for_result_types(struct hr_inference *inference);
void hr_rules_for_alike_results(struct hr_inference *inference);
/* The operation that frees what a struct that is passed by value leads to; NULL: none does, or it is no such struct. for_owning_structs.c. */
const struct hr_operation *hr_struct_ender(const struct hr_inference *inference, struct hr_type_ref ref);
void hr_rules_for_owning_structs(struct hr_inference *inference, struct hr_operation *operation);
void hr_rules_for_kinds(struct hr_inference *inference, struct hr_operation *operation);
void hr_rules_for_facts(struct hr_inference *inference, struct hr_operation *operation);
void hr_rules_from_siblings(struct hr_inference *inference);
void hr_rules_for_fields(struct hr_inference *inference);
void hr_rules_for_field_lengths(struct hr_inference *inference, struct hr_type *type, size_t pointer);

#endif
