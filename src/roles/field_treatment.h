/* How the unit treats the structs that the headers lay open, each as a whole: what its fields are for follows from that where nothing is said of them. */
#ifndef HR_ROLES_FIELD_TREATMENT_H
#define HR_ROLES_FIELD_TREATMENT_H

#include "roles/inference.h"

/* How the unit treats a struct as a whole. */
enum hr_treatment {
	HR_SET_BY_CALLER, /* options, streams, callbacks */
	HR_SET_BY_UNIT,   /* results and objects that the caller reads */
	HR_SET_BY_BOTH,   /* filled by some operations, read by others */
	HR_LEFT_ALONE,    /* the API has operations for everything */
	HR_KEPT_BY_UNIT,  /* the state of an object in memory of the caller's; only its user data is the caller's */
};

/* By type; the caller frees it. Call after the rules about parameters: what operations do with structs counts. */
enum hr_treatment *hr_find_treatments(struct hr_inference *inference);

/* "while (i.has_value)": does the documentation of the struct, or of an operation that takes one, show how the field is used? */
bool hr_shows_use(const struct hr_inference *inference, const struct hr_type *type, const char *field);

#endif
