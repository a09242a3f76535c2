/* clang's types → the model's.
 *
 * Invariants: a type is entered once, under a key that is the same in every translation unit (a declaration's USR, or the shape over
 * the numbers of its parts). The fields of a struct are read after the type that led to it, from a queue: cyclic types end, and
 * a chain of structs costs no stack. Other nesting deeper than DEPTH_LIMIT is kept by spelling alone. */
#include "base/text.h"
#include "frontend/reader.h"

#include <ctype.h>
#include <string.h>

enum { DEPTH_LIMIT = 500 };

static unsigned qualifiers_of(CXType type)
{
	return (clang_isConstQualifiedType(type) ? HR_CONST : 0u) |
	       (clang_isVolatileQualifiedType(type) ? HR_VOLATILE : 0u) |
	       (clang_isRestrictQualifiedType(type) ? HR_RESTRICT : 0u);
}

/* Takes off what C code does not see: elaboration, attributes, typeof. */
static CXType plain(CXType type)
{
	for (;;) {
		CXType next;
		switch (type.kind) {
		case CXType_Elaborated:
			next = clang_Type_getNamedType(type);
			break;
		case CXType_Attributed:
			next = clang_Type_getModifiedType(type);
			break;
		case CXType_Unexposed:
		case CXType_Auto:
			next = clang_getCanonicalType(type);
			break;
		default:
			return type;
		}
		if (next.kind == CXType_Invalid || clang_equalTypes(next, type))
			return type;
		type = next;
	}
}

/* clang calls what has no name "union s::(anonymous at /where/ever/file.h:3:2)"; we say "union (unnamed at file.h:3:2)". */
static const char *tidy_unnamed(struct hr_reader *reader, const char *spelling)
{
	const char *mark = strstr(spelling, "(unnamed");
	const char *place = NULL;
	if (!mark)
		mark = strstr(spelling, "(anonymous");
	if (mark)
		place = strstr(mark, " at ");
	const char *end = place ? strchr(place, ')') : NULL;
	while (end && !isdigit((unsigned char)end[-1])) /* a path may have brackets in it */
		end = strchr(end + 1, ')');
	if (!end)
		return spelling;
	const char *keyword_end = mark;
	while (keyword_end > spelling && keyword_end[-1] != ' ')
		keyword_end--;
	place += strlen(" at ");
	const char *path = hr_arena_strndup(reader->arena, place, (size_t)(end - place));
	return hr_arena_printf(reader->arena, "%.*s(unnamed at %s%s", (int)(keyword_end - spelling), spelling,
			       hr_reader_display(reader, path), tidy_unnamed(reader, end));
}

static const char *spelling_of(struct hr_reader *reader, CXType type)
{
	return tidy_unnamed(reader, hr_reader_string(reader, clang_getTypeSpelling(clang_getUnqualifiedType(type))));
}

static size_t enter(struct hr_reader *reader, const char *key, const struct hr_type *type)
{
	size_t index = hr_model_add_type(reader->model, type);
	hr_map_put(&reader->type_by_key, key, index);
	return index;
}

/* A type with all that clang tells about any type. */
static struct hr_type fresh(struct hr_reader *reader, CXType type, enum hr_type_kind kind)
{
	struct hr_type it = { 0 };
	it.kind = kind;
	it.spelling = spelling_of(reader, type);
	it.size = -1;
	it.align = -1;
	it.count = -1;
	it.target.type = HR_NO_TYPE;
	enum CXTypeKind shape = clang_getCanonicalType(type).kind;
	if (shape != CXType_FunctionProto && shape != CXType_FunctionNoProto && kind != HR_TYPE_VOID) {
		long long size = clang_Type_getSizeOf(type);
		long long align = clang_Type_getAlignOf(type);
		it.size = size >= 0 ? size : -1;
		it.align = align >= 0 ? align : -1;
	}
	it.is_unnamed = strstr(it.spelling, "(unnamed") || strstr(it.spelling, "(anonymous");
	return it;
}

/* Where the declaration stands decides whether the type is public or the system's. */
static void note_declaration(struct hr_reader *reader, struct hr_type *type, CXCursor declaration)
{
	struct hr_place place;
	type->at = hr_reader_at(reader, declaration);
	if (!hr_reader_place(&place, reader, declaration)) {
		type->is_system = true;
		return;
	}
	type->is_public = reader->files.data[place.file].is_public;
	type->is_system = reader->files.data[place.file].is_system;
}

struct field_visit {
	struct hr_reader *reader;
	size_t type;
	bool is_unsigned; /* of an enum's values */
};

static enum CXVisitorResult visit_field(CXCursor cursor, CXClientData data)
{
	struct field_visit *visit = data;
	struct hr_reader *reader = visit->reader;
	const char *name = hr_reader_string(reader, clang_getCursorSpelling(cursor));
	/* An unnamed member is spelled as where it stands. */
	if (strchr(name, '(') || strchr(name, ' '))
		name = "";
	struct hr_field field = { 0 };
	field.item = hr_item_of(name, hr_reader_type(reader, clang_getCursorType(cursor)));
	field.item.is_truth = hr_reader_is_truth(reader, cursor, clang_getCursorType(cursor));
	long long offset = clang_Cursor_getOffsetOfField(cursor);
	field.offset_bits = offset >= 0 ? offset : -1;
	field.bit_width = clang_Cursor_isBitField(cursor) ? clang_getFieldDeclBitWidth(cursor) : -1;
	struct hr_type *type = &reader->model->types.data[visit->type];
	struct hr_place place = { .kind = HR_PLACE_FIELD, .index = visit->type, .member = type->fields.count };
	if (hr_reader_place(&place, reader, cursor))
		hr_vec_push(&reader->places, place);
	hr_vec_push(&type->fields, field);
	return CXVisit_Continue;
}

static void read_fields(struct hr_reader *reader, size_t index, CXType type)
{
	struct field_visit visit = { reader, index, false };
	clang_Type_visitFields(type, visit_field, &visit);
}

static void place_type(struct hr_reader *reader, size_t index, CXCursor declaration)
{
	struct hr_place place = { .kind = HR_PLACE_TYPE, .index = index };
	if (hr_reader_place(&place, reader, declaration))
		hr_vec_push(&reader->places, place);
}

static size_t enter_record(struct hr_reader *reader, CXType type, const char *key, CXCursor declaration)
{
	bool is_union = clang_getCursorKind(declaration) == CXCursor_UnionDecl;
	struct hr_type it = fresh(reader, type, is_union ? HR_TYPE_UNION : HR_TYPE_STRUCT);
	CXCursor definition = clang_getCursorDefinition(declaration);
	bool complete = !clang_Cursor_isNull(definition);
	note_declaration(reader, &it, complete ? definition : declaration);
	it.completeness = HR_OPAQUE;
	size_t index = enter(reader, key, &it);
	place_type(reader, index, complete ? definition : declaration);
	if (complete) {
		reader->model->types.data[index].completeness = HR_COMPLETE;
		hr_vec_push(&reader->unread, (struct hr_unread_record){ index, type });
	}
	return index;
}

void hr_reader_complete(struct hr_reader *reader, CXCursor definition)
{
	CXString usr = clang_getCursorUSR(definition);
	size_t index;
	bool known = hr_map_get(&reader->type_by_key, clang_getCString(usr), &index);
	clang_disposeString(usr);
	if (!known || reader->model->types.data[index].completeness != HR_OPAQUE)
		return;
	CXType type = clang_getCursorType(definition);
	struct hr_type *it = &reader->model->types.data[index];
	it->size = clang_Type_getSizeOf(type);
	it->align = clang_Type_getAlignOf(type);
	it->at = hr_reader_at(reader, definition);
	it->completeness = HR_COMPLETED_FROM_SOURCE;
	read_fields(reader, index, type);
}

static enum CXChildVisitResult visit_enumerator(CXCursor cursor, CXCursor parent, CXClientData data)
{
	struct field_visit *visit = data;
	(void)parent;
	if (clang_getCursorKind(cursor) != CXCursor_EnumConstantDecl)
		return CXChildVisit_Continue;
	struct hr_reader *reader = visit->reader;
	struct hr_enumerator it = { 0 };
	it.name = hr_reader_string(reader, clang_getCursorSpelling(cursor));
	it.value = clang_getEnumConstantDeclValue(cursor);
	/* clang extends the sign of 32 bits even where there is none. */
	if (it.value < 0 && visit->is_unsigned)
		it.value = (int64_t)clang_getEnumConstantDeclUnsignedValue(cursor);
	struct hr_type *type = &reader->model->types.data[visit->type];
	struct hr_place place = { .kind = HR_PLACE_ENUMERATOR,
				  .index = visit->type,
				  .member = type->enumerators.count };
	if (hr_reader_place(&place, reader, cursor))
		hr_vec_push(&reader->places, place);
	hr_vec_push(&type->enumerators, it);
	if (type->is_public) {
		struct hr_constant constant = { .name = it.name,
						.kind = HR_CONSTANT_INT,
						.is_enumerator = true,
						.type = visit->type,
						.number = it.value,
						.at = hr_reader_at(reader, cursor) };
		hr_model_add_constant(reader->model, &constant);
	}
	return CXChildVisit_Continue;
}

/* Bits to be combined: at least three of the enumerators are distinct single bits (or two, one of them above 2), the others are
 * combinations of these and not more than they are, and the values do not simply count up. */
static bool is_flag_set(const struct hr_type *type)
{
	int64_t bits = 0, largest = 0;
	size_t singles = 0, combined = 0;
	for (size_t i = 0; i < type->enumerators.count; i++) {
		int64_t value = type->enumerators.data[i].value;
		if (value > 0 && (value & (value - 1)) == 0 && !(bits & value)) {
			bits |= value;
			singles++;
		}
		largest = value > largest ? value : largest;
	}
	for (size_t i = 0; i < type->enumerators.count; i++) {
		int64_t value = type->enumerators.data[i].value;
		if (value < 0 ? (value & bits) != bits : (value & ~bits) != 0)
			return false;
		combined += value < 0 || (value & (value - 1)) != 0;
	}
	bool counts_up = largest >= 3 && (int64_t)type->enumerators.count >= largest;
	return (singles >= 3 || (singles == 2 && (bits & ~(int64_t)3))) && combined <= singles && !counts_up;
}

static size_t enter_enum(struct hr_reader *reader, CXType type, const char *key, CXCursor declaration)
{
	struct hr_type it = fresh(reader, type, HR_TYPE_ENUM);
	note_declaration(reader, &it, declaration);
	it.target = hr_reader_type(reader, clang_getEnumDeclIntegerType(declaration));
	const struct hr_type *values = hr_model_type(reader->model, it.target);
	bool is_unsigned = values && !values->is_signed;
	it.completeness = HR_COMPLETE;
	size_t index = enter(reader, key, &it);
	place_type(reader, index, declaration);
	struct field_visit visit = { reader, index, is_unsigned };
	CXCursor definition = clang_getCursorDefinition(declaration);
	if (!clang_Cursor_isNull(definition))
		clang_visitChildren(definition, visit_enumerator, &visit);
	struct hr_type *entered = &reader->model->types.data[index];
	entered->is_flags = is_flag_set(entered);
	return index;
}

static bool names_va_list(const char *name)
{
	return hr_text_equal(name, "va_list") || hr_text_equal(name, "__gnuc_va_list") ||
	       hr_text_equal(name, "__builtin_va_list");
}

/* The names that a function type's parameters have where it is declared: children of the declaring cursor. */
struct param_names {
	struct hr_reader *reader;
	size_t type;
	size_t next;
};

static enum CXChildVisitResult visit_param_name(CXCursor cursor, CXCursor parent, CXClientData data)
{
	struct param_names *names = data;
	(void)parent;
	if (clang_getCursorKind(cursor) != CXCursor_ParmDecl)
		return CXChildVisit_Continue;
	struct hr_type *type = &names->reader->model->types.data[names->type];
	if (names->next < type->params.count && !*type->params.data[names->next].name)
		type->params.data[names->next].name = hr_reader_string(names->reader, clang_getCursorSpelling(cursor));
	names->next++;
	return CXChildVisit_Continue;
}

static size_t enter_typedef(struct hr_reader *reader, CXType type, const char *key, CXCursor declaration)
{
	struct hr_type it = fresh(reader, type, HR_TYPE_TYPEDEF);
	/* Without its qualifiers clang spells a typedef of a qualified type as what it stands for. */
	it.spelling = hr_reader_string(reader, clang_getCursorSpelling(declaration));
	if (names_va_list(it.spelling))
		it.kind = HR_TYPE_VA_LIST;
	note_declaration(reader, &it, declaration);
	size_t index = enter(reader, key, &it);
	place_type(reader, index, declaration);
	if (it.kind == HR_TYPE_VA_LIST)
		return index;
	struct hr_type_ref target = hr_reader_type(reader, clang_getTypedefDeclUnderlyingType(declaration));
	struct hr_model *model = reader->model;
	model->types.data[index].target = target;
	const struct hr_type *function = hr_model_type(model, target);
	struct hr_type_ref pointee = target;
	if (function && function->kind == HR_TYPE_POINTER)
		function = hr_model_type(model, pointee = hr_model_pointee(model, target));
	if (function && function->kind == HR_TYPE_FUNCTION) {
		struct param_names names = { reader, hr_model_strip(model, pointee).type, 0 };
		clang_visitChildren(declaration, visit_param_name, &names);
	}
	return index;
}

/* A struct, union, enum or typedef: known by its declaration. */
static size_t read_declared(struct hr_reader *reader, CXType type)
{
	CXCursor declaration = clang_getTypeDeclaration(type);
	const char *key = hr_reader_string(reader, clang_getCursorUSR(declaration));
	if (!*key)
		key = spelling_of(reader, type);
	size_t index;
	if (hr_map_get(&reader->type_by_key, key, &index))
		return index;
	if (type.kind == CXType_Typedef)
		return enter_typedef(reader, type, key, declaration);
	if (type.kind == CXType_Enum)
		return enter_enum(reader, type, key, declaration);
	return enter_record(reader, type, key, declaration);
}

static const char *spell(struct hr_reader *reader, struct hr_type_ref ref)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	hr_model_spell(&text, reader->model, ref);
	const char *copy = hr_arena_strdup(reader->arena, text.data);
	hr_strbuf_release(&text);
	return copy;
}

/* "int *" of "int", "int (*)[4]" of "int[4]"; NULL when it takes more than that. */
static const char *spell_pointer_to(struct hr_reader *reader, struct hr_type_ref target)
{
	const char *spelling = spell(reader, target);
	size_t length = strcspn(spelling, "[(");
	if (spelling[length] == '(')
		return NULL;
	const char *gap = length && spelling[length - 1] == '*' ? "" : " ";
	if (spelling[length] == '[')
		return hr_arena_printf(reader->arena, "%.*s%s(*)%s", (int)length, spelling, gap, spelling + length);
	return hr_arena_printf(reader->arena, "%s%s*", spelling, gap);
}

static const char *pointer_key(struct hr_reader *reader, struct hr_type_ref target)
{
	return hr_arena_printf(reader->arena, "*%zu.%u", target.type, target.qualifiers);
}

static size_t read_pointer(struct hr_reader *reader, CXType type)
{
	struct hr_type_ref target = hr_reader_type(reader, clang_getPointeeType(type));
	const char *key = pointer_key(reader, target);
	size_t index;
	if (hr_map_get(&reader->type_by_key, key, &index))
		return index;
	struct hr_type it = fresh(reader, type, HR_TYPE_POINTER);
	bool variable = clang_getPointeeType(type).kind == CXType_VariableArray;
	const char *spelling = variable ? spell_pointer_to(reader, target) : NULL;
	it.spelling = spelling ? spelling : it.spelling;
	it.target = target;
	return enter(reader, key, &it);
}

static size_t read_array(struct hr_reader *reader, CXType type)
{
	struct hr_type_ref element = hr_reader_type(reader, clang_getArrayElementType(type));
	long long count = clang_getArraySize(type);
	char *key = hr_arena_printf(reader->arena, "[%lld]%zu.%u", count, element.type, element.qualifiers);
	size_t index;
	if (hr_map_get(&reader->type_by_key, key, &index))
		return index;
	struct hr_type it = fresh(reader, type, HR_TYPE_ARRAY);
	/* Outside of its function nobody can say `int[n]`; `int[]` is compatible. */
	if (type.kind == CXType_VariableArray && !strpbrk(it.spelling, "()"))
		it.spelling = hr_arena_printf(reader->arena, "%s[]", spell(reader, element));
	it.target = element;
	it.count = type.kind == CXType_ConstantArray ? count : -1;
	return enter(reader, key, &it);
}

struct hr_type_ref hr_reader_decayed(struct hr_reader *reader, struct hr_type_ref written, CXType function,
				     unsigned number)
{
	const struct hr_type *type = hr_model_type(reader->model, written);
	bool is_array = type && type->kind == HR_TYPE_ARRAY;
	if (!is_array && !(type && type->kind == HR_TYPE_FUNCTION))
		return written;
	struct hr_type_ref target = written;
	if (is_array) {
		target = type->target;
		target.qualifiers |= hr_model_strip(reader->model, written).qualifiers;
	}
	struct hr_type_ref ref = { HR_NO_TYPE, 0 };
	const char *key = pointer_key(reader, target);
	if (hr_map_get(&reader->type_by_key, key, &ref.type))
		return ref;
	/* The canonical type has the pointer, but not the names of types. */
	struct hr_type it = fresh(reader, clang_getArgType(clang_getCanonicalType(function), number), HR_TYPE_POINTER);
	const char *spelling = spell_pointer_to(reader, target);
	it.spelling = spelling ? spelling : it.spelling;
	it.target = target;
	ref.type = enter(reader, key, &it);
	return ref;
}

static size_t read_function(struct hr_reader *reader, CXType type)
{
	struct hr_type it = fresh(reader, type, HR_TYPE_FUNCTION);
	struct hr_strbuf key = HR_STRBUF_INIT;
	it.target = hr_reader_type(reader, clang_getResultType(type));
	it.is_variadic = clang_isFunctionTypeVariadic(type);
	hr_strbuf_addf(&key, "%s%zu.%u(", type.kind == CXType_FunctionNoProto ? "k" : "f", it.target.type,
		       it.target.qualifiers);
	int count = clang_getNumArgTypes(type);
	for (int i = 0; i < count; i++) {
		struct hr_type_ref param = hr_reader_type(reader, clang_getArgType(type, (unsigned)i));
		param = hr_reader_decayed(reader, param, type, (unsigned)i);
		hr_strbuf_addf(&key, "%zu.%u,", param.type, param.qualifiers);
		hr_vec_push(&it.params, hr_item_of("", param));
	}
	hr_strbuf_addstr(&key, it.is_variadic ? "...)" : ")");
	size_t index;
	if (hr_map_get(&reader->type_by_key, key.data, &index))
		hr_vec_release(&it.params);
	else
		index = enter(reader, key.data, &it);
	hr_strbuf_release(&key);
	return index;
}

static enum hr_type_kind kind_of_builtin(CXType type)
{
	switch (type.kind) {
	case CXType_Void:
		return HR_TYPE_VOID;
	case CXType_Bool:
		return HR_TYPE_BOOL;
	case CXType_Float:
	case CXType_Double:
	case CXType_LongDouble:
	case CXType_Float16:
	case CXType_Float128:
		return HR_TYPE_FLOAT;
	default:
		return type.kind >= CXType_Char_U && type.kind <= CXType_Int128 ? HR_TYPE_INT : HR_TYPE_OTHER;
	}
}

/* Built-in types, and whatever else has no shape that we know. */
static size_t read_plain(struct hr_reader *reader, CXType type)
{
	const char *key = spelling_of(reader, type);
	size_t index;
	if (hr_map_get(&reader->type_by_key, key, &index))
		return index;
	struct hr_type it = fresh(reader, type, kind_of_builtin(type));
	if (names_va_list(it.spelling))
		it.kind = HR_TYPE_VA_LIST;
	it.is_signed = type.kind == CXType_Char_S || (type.kind >= CXType_SChar && type.kind <= CXType_Int128);
	it.completeness = HR_COMPLETE;
	return enter(reader, key, &it);
}

static size_t read_shape(struct hr_reader *reader, CXType type)
{
	switch (type.kind) {
	case CXType_Pointer:
		return read_pointer(reader, type);
	case CXType_ConstantArray:
	case CXType_IncompleteArray:
	case CXType_VariableArray:
	case CXType_DependentSizedArray:
		return read_array(reader, type);
	case CXType_FunctionProto:
	case CXType_FunctionNoProto:
		return read_function(reader, type);
	case CXType_Record:
	case CXType_Enum:
	case CXType_Typedef:
		return read_declared(reader, type);
	default:
		return read_plain(reader, type);
	}
}

struct hr_type_ref hr_reader_type(struct hr_reader *reader, CXType type)
{
	struct hr_type_ref ref = { HR_NO_TYPE, 0 };
	if (type.kind == CXType_Invalid)
		return ref;
	ref.qualifiers = qualifiers_of(type);
	type = plain(type);
	ref.qualifiers |= qualifiers_of(type);
	if (reader->type_depth >= DEPTH_LIMIT) {
		ref.type = read_plain(reader, type);
		return ref;
	}
	reader->type_depth++;
	ref.type = read_shape(reader, type);
	while (reader->type_depth == 1 && reader->unread.count) {
		struct hr_unread_record record = reader->unread.data[--reader->unread.count];
		read_fields(reader, record.index, record.type);
	}
	reader->type_depth--;
	return ref;
}
