/* A user's additions: whether they are what their names say, and what that makes of them in the model.
 *
 * Invariant: after hr_extras_claim has returned 0, every operation whose name begins with one of the prefixes has a subject and a signature that fits it. */
#include "app/extras_internal.h"

#include "base/file.h"
#include "base/text.h"
#include "seq/nearest.h"

#include <string.h>

/* ---- subjects ---- */

static const char *bare_name(const char *spelling)
{
	static const char *const words[] = { "struct ", "union ", "enum " };
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (hr_text_starts_with(spelling, words[i]))
			return spelling + strlen(words[i]);
	return spelling;
}

static bool has_name(const struct hr_type *type)
{
	return !type->is_unnamed && (type->kind == HR_TYPE_STRUCT || type->kind == HR_TYPE_UNION ||
				     type->kind == HR_TYPE_ENUM || type->kind == HR_TYPE_TYPEDEF);
}

/* A type by its name; of observers, whose name goes on, by the longest that the name begins with. */
static size_t find_type(const struct hr_model *model, const char *name, bool may_go_on)
{
	size_t found = HR_EXTRA_NOWHERE, longest = 0;
	for (size_t i = 0; i < model->types.count; i++) {
		const struct hr_type *type = &model->types.data[i];
		const char *own = bare_name(type->spelling);
		size_t length = strlen(own);
		if (!has_name(type) || strncmp(name, own, length) != 0 || length <= longest)
			continue;
		if (may_go_on ? name[length] == '_' && name[length + 1] : name[length] == '\0') {
			found = i;
			longest = length;
		}
	}
	return found;
}

static bool is_about_operation(enum hr_extra extra)
{
	return extra == HR_EXTRA_PRE || extra == HR_EXTRA_POST;
}

size_t hr_extra_subject(const struct hr_model *model, const struct hr_operation *extra)
{
	const char *rest;
	size_t found;
	enum hr_extra kind = hr_extra_of(extra->name, &rest);
	if (is_about_operation(kind))
		return hr_map_get(&model->operation_by_name, rest, &found) ? found : HR_EXTRA_NOWHERE;
	return kind == HR_EXTRA_NONE || kind == HR_EXTRA_UNKNOWN ? HR_EXTRA_NOWHERE
								 : find_type(model, rest, kind == HR_EXTRA_OBSERVE);
}

size_t hr_extra_object(const struct hr_model *model, size_t type)
{
	size_t object = hr_model_object(model, (struct hr_type_ref){ type, 0 });
	return object == HR_NO_TYPE ? hr_model_strip(model, (struct hr_type_ref){ type, 0 }).type : object;
}

static bool is_pointer_to(const struct hr_model *model, struct hr_type_ref ref, size_t type)
{
	const struct hr_type *pointer = hr_model_type(model, ref);
	struct hr_type_ref pointee = hr_model_pointee(model, ref);
	return pointer && pointer->kind == HR_TYPE_POINTER &&
	       (hr_model_object(model, ref) == hr_extra_object(model, type) ||
		pointee.type == hr_model_strip(model, (struct hr_type_ref){ type, 0 }).type);
}

/* ---- what goes wrong ---- */

static int fail_name(const struct hr_model *model, const struct hr_operation *extra, struct hr_error *error)
{
	const char *rest = extra->name;
	enum hr_extra kind = hr_extra_of(extra->name, &rest);
	struct hr_nearest nearest = { .wanted = rest };
	if (kind == HR_EXTRA_UNKNOWN) {
		hr_fail(error, HR_ERROR_INPUT, "%s: '%s' is none of the additions that there are", extra->at,
			extra->name);
		hr_strbuf_addstr(&error->hint, "they begin with");
		for (int i = HR_EXTRA_PRE; i < HR_EXTRA_COUNT; i++)
			hr_strbuf_addf(&error->hint, "%s %s", i > HR_EXTRA_PRE ? "," : "",
				       hr_extra_prefix((enum hr_extra)i));
		return -1;
	}
	for (size_t i = 0; is_about_operation(kind) && i < model->operations.count; i++)
		if (hr_extra_of(model->operations.data[i].name, NULL) == HR_EXTRA_NONE)
			hr_nearest_offer(&nearest, model->operations.data[i].name);
	for (size_t i = 0; !is_about_operation(kind) && i < model->types.count; i++)
		if (has_name(&model->types.data[i]) && !model->types.data[i].is_system)
			hr_nearest_offer(&nearest, bare_name(model->types.data[i].spelling));
	hr_fail(error, HR_ERROR_INPUT, "%s: '%s' is about '%s', and there is no such %s", extra->at, extra->name, rest,
		is_about_operation(kind) ? "operation" : "type");
	hr_nearest_hint(&nearest, error);
	return -1;
}

static void spell_parameter(struct hr_strbuf *out, const struct hr_model *model, struct hr_type_ref type,
			    const char *name)
{
	const struct hr_type *plain = hr_model_type(model, type);
	if (plain && plain->kind == HR_TYPE_BOOL)
		hr_strbuf_addstr(out, "bool");
	else
		hr_model_spell(out, model, type);
	if (*name && out->length && out->data[out->length - 1] != '*')
		hr_strbuf_addch(out, ' ');
	hr_strbuf_addstr(out, name);
}

/* The prototype that the name asks for. */
static void spell_expected(struct hr_strbuf *out, const struct hr_model *model, const struct hr_operation *extra,
			   enum hr_extra kind, size_t subject)
{
	const char *type = is_about_operation(kind) ? "" : model->types.data[subject].spelling;
	switch (kind) {
	case HR_EXTRA_PRE:
	case HR_EXTRA_POST: {
		const struct hr_operation *operation = &model->operations.data[subject];
		const struct hr_type *result = hr_model_type(model, operation->result.type);
		bool has_result = kind == HR_EXTRA_POST && result && result->kind != HR_TYPE_VOID;
		hr_strbuf_addf(out, "bool %s(", extra->name);
		if (has_result)
			spell_parameter(out, model, operation->result.type, "result");
		for (size_t i = 0; i < operation->params.count; i++) {
			hr_strbuf_addstr(out, i || has_result ? ", " : "");
			spell_parameter(out, model, operation->params.data[i].type, operation->params.data[i].name);
		}
		hr_strbuf_addstr(out, has_result || operation->params.count ? ")" : "void)");
		return;
	}
	case HR_EXTRA_INVARIANT:
		hr_strbuf_addf(out, "bool %s(const %s *object)", extra->name, type);
		return;
	case HR_EXTRA_MAKE:
		hr_strbuf_addf(out, "%s *%s(…)", type, extra->name);
		return;
	case HR_EXTRA_FREE:
		hr_strbuf_addf(out, "void %s(%s *object)", extra->name, type);
		return;
	case HR_EXTRA_OBSERVE:
		hr_strbuf_addf(out, "int %s(const %s *object) (a number or a string)", extra->name, type);
		return;
	default:
		hr_strbuf_addf(out, "bool %s(const %s *a, const %s *b)", extra->name, type, type);
		return;
	}
}

static int fail_signature(const struct hr_model *model, const struct hr_operation *extra, enum hr_extra kind,
			  size_t subject, struct hr_error *error)
{
	struct hr_strbuf expected = HR_STRBUF_INIT;
	spell_expected(&expected, model, extra, kind, subject);
	hr_fail(error, HR_ERROR_INPUT, "%s: the signature of '%s' does not fit", extra->at, extra->name);
	hr_strbuf_addf(&error->hint, "expected: %s", expected.data);
	hr_strbuf_release(&expected);
	return -1;
}

/* ---- signatures ---- */

static bool is_yes_or_no(const struct hr_model *model, struct hr_type_ref ref)
{
	const struct hr_type *type = hr_model_type(model, ref);
	return type && (type->kind == HR_TYPE_BOOL || type->kind == HR_TYPE_INT);
}

/* The same, but for qualifiers: a check may promise not to change what it looks at. */
static bool is_same(const struct hr_model *model, struct hr_type_ref a, struct hr_type_ref b)
{
	for (int depth = 0; depth < 8; depth++) {
		struct hr_type_ref x = hr_model_strip(model, a), y = hr_model_strip(model, b);
		if (x.type == y.type)
			return true;
		const struct hr_type *one = hr_model_type(model, x), *other = hr_model_type(model, y);
		if (!one || !other || one->kind != HR_TYPE_POINTER || other->kind != HR_TYPE_POINTER)
			return false;
		a = one->target;
		b = other->target;
	}
	return false;
}

static bool fits_operation(const struct hr_model *model, const struct hr_operation *extra, enum hr_extra kind,
			   const struct hr_operation *operation)
{
	const struct hr_type *result = hr_model_type(model, operation->result.type);
	size_t first = kind == HR_EXTRA_POST && result && result->kind != HR_TYPE_VOID;
	if (!is_yes_or_no(model, extra->result.type) || extra->params.count != operation->params.count + first)
		return false;
	if (first && !is_same(model, extra->params.data[0].type, operation->result.type))
		return false;
	for (size_t i = 0; i < operation->params.count; i++)
		if (!is_same(model, extra->params.data[first + i].type, operation->params.data[i].type))
			return false;
	return true;
}

static bool fits_type(const struct hr_model *model, const struct hr_operation *extra, enum hr_extra kind, size_t type)
{
	const struct hr_type *result = hr_model_type(model, extra->result.type);
	size_t objects = kind == HR_EXTRA_SAME ? 2 : 1;
	if (kind == HR_EXTRA_MAKE)
		return is_pointer_to(model, extra->result.type, type);
	if (extra->params.count != objects)
		return false;
	for (size_t i = 0; i < objects; i++)
		if (!is_pointer_to(model, extra->params.data[i].type, type))
			return false;
	if (kind == HR_EXTRA_FREE)
		return true;
	if (kind == HR_EXTRA_OBSERVE)
		return result && result->kind != HR_TYPE_VOID;
	return is_yes_or_no(model, extra->result.type);
}

static int check_one(const struct hr_model *model, const struct hr_operation *extra, enum hr_extra kind,
		     struct hr_error *error)
{
	size_t subject = hr_extra_subject(model, extra);
	if (subject == HR_EXTRA_NOWHERE)
		return fail_name(model, extra, error);
	if (!is_about_operation(kind))
		return fits_type(model, extra, kind, subject) ? 0 : fail_signature(model, extra, kind, subject, error);
	const struct hr_operation *operation = &model->operations.data[subject];
	if (operation->is_variadic || operation->form == HR_FORM_MACRO) {
		hr_fail(error, HR_ERROR_INPUT, "%s: '%s' is about '%s', which is %s", extra->at, extra->name,
			operation->name, operation->is_variadic ? "variadic" : "a macro");
		hr_strbuf_addstr(&error->hint, "checks can be put around functions with fixed parameters only");
		return -1;
	}
	return fits_operation(model, extra, kind, operation) ? 0 : fail_signature(model, extra, kind, subject, error);
}

/* ---- claims ---- */

static void claim(struct hr_model *model, hr_claims *claims, enum hr_fact fact, int64_t value, int of,
		  const struct hr_operation *extra)
{
	hr_vec_push(claims, (struct hr_claim){ .fact = fact,
					       .value = value,
					       .of = of,
					       .source = HR_SOURCE_USER,
					       .weight = 0.99,
					       .text = hr_arena_printf(&model->arena, "the user's '%s'", extra->name),
					       .at = extra->at });
}

static void claim_one(struct hr_model *model, struct hr_operation *extra, enum hr_extra kind, size_t subject)
{
	int object = is_about_operation(kind) ? -1 : (int)hr_extra_object(model, subject);
	switch (kind) {
	case HR_EXTRA_MAKE:
		claim(model, &extra->claims, HR_FACT_KIND, HR_KIND_MAKER, object, extra);
		claim(model, &extra->result.claims, HR_FACT_ROLE, HR_ROLE_OWNED, -1, extra);
		break;
	case HR_EXTRA_FREE:
		claim(model, &extra->claims, HR_FACT_KIND, HR_KIND_DESTROYER, object, extra);
		claim(model, &extra->params.data[0].claims, HR_FACT_ROLE, HR_ROLE_CONSUMED, -1, extra);
		break;
	case HR_EXTRA_OBSERVE:
	case HR_EXTRA_SAME:
		claim(model, &extra->claims, HR_FACT_KIND, HR_KIND_OBSERVER, object, extra);
		claim(model, &extra->claims, HR_FACT_ERROR, HR_REFUSED_NEVER, -1, extra);
		break;
	default:
		claim(model, &extra->claims, HR_FACT_KIND, HR_KIND_OTHER, -1, extra);
		extra->callable = false;
		extra->reason = "it is a check, which is made around calls";
		break;
	}
}

static bool is_in_file(const struct hr_operation *operation, const char *path)
{
	const char *colon = operation->at ? strrchr(operation->at, ':') : NULL;
	const char *name = hr_path_name(path);
	size_t length = strlen(name);
	if (!colon || (size_t)(colon - operation->at) < length || memcmp(colon - length, name, length) != 0)
		return false;
	return colon - length == operation->at || colon[-(ptrdiff_t)length - 1] == '/';
}

int hr_extras_claim(struct hr_model *model, const char *path, struct hr_error *error)
{
	for (size_t i = 0; i < model->operations.count; i++) {
		struct hr_operation *operation = &model->operations.data[i];
		enum hr_extra kind = hr_extra_of(operation->name, NULL);
		if (kind == HR_EXTRA_NONE) {
			if (!is_in_file(operation, path))
				continue;
			claim(model, &operation->claims, HR_FACT_KIND, HR_KIND_OTHER, -1, operation);
			operation->callable = false;
			operation->reason = "it serves the user's additions";
			continue;
		}
		if (check_one(model, operation, kind, error))
			return -1;
		claim_one(model, operation, kind, hr_extra_subject(model, operation));
	}
	return 0;
}
