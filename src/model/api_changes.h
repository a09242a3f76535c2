/* What a user of the old version of an API cannot rely on any more in the new one: functions that are gone or take something else, fields, constants, types. What came new is counted only. */
#ifndef HR_MODEL_API_CHANGES_H
#define HR_MODEL_API_CHANGES_H

#include "model/model.h"

enum hr_api_change_kind {
	HR_API_GONE,      /* function, variable, constant or type */
	HR_API_SIGNATURE, /* a function or variable has another type */
	HR_API_TYPE,      /* fields or enumerators are gone or others; another size */
	HR_API_CONSTANT,  /* another value */
	HR_API_CHANGE_KIND_COUNT
};

const char *hr_api_change_name(enum hr_api_change_kind kind); /* "gone", "signature", "type", "constant" */

struct hr_api_change {
	enum hr_api_change_kind kind;
	const char *name;   /* "list_pop", "struct list" */
	const char *before; /* as C writes it, or what it is worth */
	const char *after;  /* "": it is not there */
};

struct hr_api_changes {
	struct hr_arena arena;
	HR_VEC(struct hr_api_change) changes; /* in the order of the old version's declarations, by kind */
	size_t added;                         /* functions that only the new version has */
};

/* Appends; all zero is empty. Texts live in its arena. */
void hr_api_changes_find(struct hr_api_changes *out, const struct hr_model *before, const struct hr_model *after);
void hr_api_changes_release(struct hr_api_changes *changes);

#endif
