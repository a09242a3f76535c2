/* Types, signatures and files: told by name, each once.
 *
 * Invariant: two of LLVM's structs with one name and one layout are one type here. Linking adds numbers to names that two files share; C
 * identifiers have no dots, so what stands behind one is no part of the name. */
#include "ir/code_internal.h"

#include "base/strbuf.h"

#include <llvm-c/DebugInfo.h>

#include <ctype.h>
#include <string.h>

const char *hr_code_symbol(LLVMValueRef global)
{
	size_t length;
	const char *name = LLVMGetValueName2(global, &length);

	return *name == '\1' ? name + 1 : name;
}

/* ---- types ---- */

static void fill_fields(struct hr_code_reader *reader, struct hr_code_type *type, LLVMTypeRef source)
{
	unsigned count = LLVMCountStructElementTypes(source);

	type->size = LLVMABISizeOfType(reader->layout, source);
	for (unsigned i = 0; i < count; i++) {
		LLVMTypeRef element = LLVMStructGetTypeAtIndex(source, i);
		hr_vec_push(&type->fields, (struct hr_code_field){
						   .offset = LLVMOffsetOfElement(reader->layout, source, i),
						   .size = LLVMABISizeOfType(reader->layout, element),
						   .is_pointer = LLVMGetTypeKind(element) == LLVMPointerTypeKind,
						   .type = hr_code_type_index(reader, element),
					   });
	}
}

/* "node" of "struct.node.12"; "" for one without a name. */
static const char *plain_name(struct hr_code_reader *reader, LLVMTypeRef type, bool *is_union)
{
	const char *name = LLVMGetStructName(type);

	*is_union = false;
	if (!name)
		return "";
	if (strncmp(name, "union.", 6) == 0) {
		*is_union = true;
		name += 6;
	} else if (strncmp(name, "struct.", 7) == 0) {
		name += 7;
	}
	size_t length = strcspn(name, ".");
	if (length == 4 && strncmp(name, "anon", 4) == 0)
		return "";
	return hr_arena_strndup(&reader->code->arena, name, length);
}

uint32_t hr_code_type_index(struct hr_code_reader *reader, LLVMTypeRef type)
{
	uint32_t known;
	size_t same;
	struct hr_code_type fresh = { 0 };

	while (LLVMGetTypeKind(type) == LLVMArrayTypeKind)
		type = LLVMGetElementType(type);
	if (LLVMGetTypeKind(type) != LLVMStructTypeKind || LLVMIsOpaqueStruct(type))
		return HR_CODE_NONE;
	if (hr_pointer_map_get(&reader->types, type, &known))
		return known;
	fresh.name = plain_name(reader, type, &fresh.is_union);
	fill_fields(reader, &fresh, type);
	known = (uint32_t)reader->code->types.count;
	if (*fresh.name) {
		struct hr_strbuf key = HR_STRBUF_INIT;
		hr_strbuf_addf(&key, "%s%d %llu", fresh.name, fresh.is_union, (unsigned long long)fresh.size);
		for (size_t i = 0; i < fresh.fields.count; i++)
			hr_strbuf_addf(&key, " %llu", (unsigned long long)fresh.fields.data[i].offset);
		if (hr_map_get(&reader->type_by_name, key.data, &same))
			known = (uint32_t)same;
		else
			hr_map_put(&reader->type_by_name, key.data, known);
		hr_strbuf_release(&key);
	}
	if (known == reader->code->types.count)
		hr_vec_push(&reader->code->types, fresh);
	else
		hr_vec_release(&fresh.fields);
	hr_pointer_map_put(&reader->types, type, known);
	return known;
}

/* ---- signatures ---- */

uint32_t hr_code_signature_text(struct hr_code_reader *reader, const char *text)
{
	size_t known;

	if (hr_map_get(&reader->signature_by_text, text, &known))
		return (uint32_t)known;
	known = reader->code->signatures.count;
	hr_map_put(&reader->signature_by_text, text, known);
	hr_vec_push(&reader->code->signatures, hr_arena_strdup(&reader->code->arena, text));
	return (uint32_t)known;
}

uint32_t hr_code_signature_index(struct hr_code_reader *reader, LLVMTypeRef type)
{
	uint32_t known;

	if (hr_pointer_map_get(&reader->signatures, type, &known))
		return known;
	char *text = LLVMPrintTypeToString(type);
	char *gap = strstr(text, " (");
	if (gap)
		memmove(gap, gap + 1, strlen(gap));
	known = hr_code_signature_text(reader, text);
	LLVMDisposeMessage(text);
	hr_pointer_map_put(&reader->signatures, type, known);
	return known;
}

/* ---- files ---- */

uint32_t hr_code_file_named(struct hr_code_reader *reader, const char *directory, size_t directory_length,
			    const char *name, size_t length)
{
	struct hr_strbuf path = HR_STRBUF_INIT;
	size_t known;

	if (!length)
		return HR_CODE_NONE;
	if (*name != '/' && directory_length) {
		hr_strbuf_addf(&path, "%.*s", (int)directory_length, directory);
		if (directory[directory_length - 1] != '/')
			hr_strbuf_addch(&path, '/');
	}
	hr_strbuf_addf(&path, "%.*s", (int)length, name);
	if (!hr_map_get(&reader->file_by_name, path.data, &known)) {
		known = reader->code->files.count;
		hr_map_put(&reader->file_by_name, path.data, known);
		hr_vec_push(&reader->code->files, hr_arena_strdup(&reader->code->arena, path.data));
	}
	hr_strbuf_release(&path);
	return (uint32_t)known;
}

uint32_t hr_code_file_index(struct hr_code_reader *reader, LLVMMetadataRef file)
{
	uint32_t known;
	unsigned directory_length, length;

	if (!file)
		return HR_CODE_NONE;
	if (hr_pointer_map_get(&reader->files, file, &known))
		return known;
	const char *directory = LLVMDIFileGetDirectory(file, &directory_length);
	const char *name = LLVMDIFileGetFilename(file, &length);
	known = hr_code_file_named(reader, directory, directory_length, name, length);
	hr_pointer_map_put(&reader->files, file, known);
	return known;
}
