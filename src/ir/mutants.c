/* Mutants in a module: which functions, which places, the tables, and the runtime that reads them.
 *
 * Invariants: with all flags zero the code does what it did before; an id depends on the place and the change alone, so that the same
 * code in two objects has the same ids; no block is added or split, so that what phis say stays true. */
#include "ir/mutants_internal.h"

#include "base/file.h"
#include "base/hash.h"
#include "base/memory.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Linker.h>

#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Of one point: the flag is a byte, of which those from 254 on are the runtime's own. */
enum { MOST_CHANGES = 200, ID_TEXT = 17, BITS = 64 };

static const char *const kind_names[HR_MUTANT_KIND_COUNT] = {
	[HR_MUTANT_OPERATOR] = "operator", [HR_MUTANT_BOUNDARY] = "boundary", [HR_MUTANT_NEGATED] = "negated",
	[HR_MUTANT_TRUE] = "true",         [HR_MUTANT_FALSE] = "false",       [HR_MUTANT_CASE] = "case",
	[HR_MUTANT_CONSTANT] = "constant", [HR_MUTANT_CALL] = "call",         [HR_MUTANT_STORE] = "store",
	[HR_MUTANT_RETURN] = "return",
};

const char *hr_mutant_kind_name(enum hr_mutant_kind kind)
{
	return kind_names[kind];
}

bool hr_mutant_kind_find(enum hr_mutant_kind *out, const char *name)
{
	for (unsigned i = 0; i < HR_MUTANT_KIND_COUNT; i++)
		if (strcmp(kind_names[i], name) == 0) {
			*out = (enum hr_mutant_kind)i;
			return true;
		}
	return false;
}

void hr_mutants_release(struct hr_mutants *mutants)
{
	hr_vec_release(&mutants->list);
	hr_arena_release(&mutants->arena);
}

/* ---- places ---- */

static void read_lines(struct hr_mutate_file *file)
{
	struct hr_error unread = HR_ERROR_INIT;

	hr_file_read(&file->text, file->path, &unread);
	hr_error_release(&unread);
	hr_vec_push(&file->lines, 0);
	for (size_t i = 0; i < file->text.length; i++)
		if (file->text.data[i] == '\n')
			hr_vec_push(&file->lines, i + 1);
}

static size_t find_file(struct hr_mutate_pass *pass, LLVMMetadataRef file)
{
	unsigned directory_length, length;
	const char *directory = LLVMDIFileGetDirectory(file, &directory_length);
	const char *name = LLVMDIFileGetFilename(file, &length);
	struct hr_strbuf key = HR_STRBUF_INIT;
	size_t index = pass->files.count;

	hr_strbuf_addf(&key, "%.*s\n%.*s", (int)directory_length, directory, (int)length, name);
	if (!hr_map_get(&pass->file_by_name, key.data, &index)) {
		hr_map_put(&pass->file_by_name, key.data, index);
		struct hr_mutate_file *fresh = hr_vec_add(&pass->files);
		key.data[directory_length] = '\0';
		char *joined = hr_path_join(key.data, key.data + directory_length + 1);
		char *real = hr_path_real(joined);
		char *path = real ? real : hr_path_absolute(joined);
		fresh->path = hr_arena_strdup(&pass->out->arena, path);
		fresh->text = (struct hr_strbuf)HR_STRBUF_INIT;
		fresh->is_wanted = pass->options->wants(pass->options->context, fresh->path);
		if (fresh->is_wanted)
			read_lines(fresh);
		free(path);
		free(joined);
	}
	hr_strbuf_release(&key);
	return index;
}

bool hr_mutate_begin(struct hr_mutate_pass *pass, LLVMValueRef instruction)
{
	LLVMMetadataRef place = LLVMInstructionGetDebugLoc(instruction);
	LLVMMetadataRef file = place ? LLVMDIScopeGetFile(LLVMDILocationGetScope(place)) : NULL;

	if (!file)
		return false;
	pass->instruction = instruction;
	pass->file = find_file(pass, file);
	pass->line = LLVMDILocationGetLine(place);
	pass->column = LLVMDILocationGetColumn(place);
	pass->chosen = NULL;
	pass->changes = 0;
	hr_vec_clear(&pass->differences);
	LLVMSetCurrentDebugLocation2(pass->builder, place);
	return pass->line && pass->files.data[pass->file].is_wanted;
}

bool hr_mutate_declares(struct hr_mutate_pass *pass, const char *name)
{
	const struct hr_mutate_file *file = &pass->files.data[pass->file];
	size_t length = strlen(name);

	while (length && isdigit((unsigned char)name[length - 1])) /* a second variable of one name has a number */
		length--;
	if (!length || pass->line > file->lines.count || !pass->column)
		return false;
	size_t at = file->lines.data[pass->line - 1] + pass->column - 1;
	return at + length <= file->text.length && memcmp(file->text.data + at, name, length) == 0;
}

/* ---- changes ---- */

static uint64_t make_id(const struct hr_mutate_pass *pass, const char *what)
{
	struct hr_hash hash;
	unsigned char digest[HR_HASH_SIZE];
	char place[32];
	uint64_t id;

	snprintf(place, sizeof place, "%u:%u", pass->line, pass->column);
	hr_hash_init(&hash);
	hr_hash_addstr(&hash, pass->files.data[pass->file].path);
	hr_hash_addstr(&hash, place);
	hr_hash_addstr(&hash, pass->function);
	hr_hash_addstr(&hash, what);
	hr_hash_finish(&hash, digest);
	memcpy(&id, digest, sizeof id);
	return id ? id : 1;
}

/* Which change of this point is to be made: asked for once, where the builder stands. */
static void make_point(struct hr_mutate_pass *pass)
{
	LLVMTypeRef number = LLVMInt32TypeInContext(pass->module->context);
	LLVMValueRef point = LLVMConstInt(number, pass->first.count, 0);

	pass->chosen = LLVMBuildCall2(pass->builder, pass->at_type, pass->at, &point, 1, "");
	hr_vec_push(&pass->first, (unsigned)pass->ids.count);
}

LLVMValueRef hr_mutate_add(struct hr_mutate_pass *pass, enum hr_mutant_kind kind, const char *format, ...)
{
	char what[200], key[ID_TEXT];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(what, sizeof what, format, arguments);
	va_end(arguments);
	uint64_t id = make_id(pass, what);
	snprintf(key, sizeof key, "%016" PRIx64, id);
	if (pass->changes == MOST_CHANGES || !hr_map_put(&pass->seen, key, 0))
		return NULL;
	if (!pass->chosen)
		make_point(pass);
	struct hr_mutant *mutant = hr_vec_add(&pass->out->list);
	hr_vec_push(&pass->ids, id);
	*mutant = (struct hr_mutant){
		.id = id,
		.point = pass->ids.data[pass->first.data[pass->first.count - 1]],
		.kind = kind,
		.file = pass->files.data[pass->file].path,
		.line = pass->line,
		.column = pass->column,
		.function = pass->function,
		.what = hr_arena_strdup(&pass->out->arena, what),
	};
	LLVMValueRef number = LLVMConstInt(LLVMInt32TypeInContext(pass->module->context), ++pass->changes, 0);
	return LLVMBuildICmp(pass->builder, LLVMIntEQ, pass->chosen, number, "");
}

/* Whether two values are not the same, bit by bit. NULL: that cannot be told. */
static LLVMValueRef compare(struct hr_mutate_pass *pass, LLVMValueRef left, LLVMValueRef right)
{
	LLVMContextRef context = pass->module->context;
	LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(left));

	if (kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind) {
		LLVMTypeRef bits =
			kind == LLVMFloatTypeKind ? LLVMInt32TypeInContext(context) : LLVMInt64TypeInContext(context);
		left = LLVMBuildBitCast(pass->builder, left, bits, "");
		right = LLVMBuildBitCast(pass->builder, right, bits, "");
	} else if (kind != LLVMIntegerTypeKind && kind != LLVMPointerTypeKind) {
		return NULL;
	}
	/* frozen: what would be computed instead may be nothing that is defined, and then says nothing */
	return LLVMBuildFreeze(pass->builder, LLVMBuildICmp(pass->builder, LLVMIntNE, left, right, ""), "");
}

void hr_mutate_end(struct hr_mutate_pass *pass)
{
	LLVMTypeRef wide = LLVMInt64TypeInContext(pass->module->context);
	uint64_t always = UINT64_MAX; /* unless it can be told */
	LLVMValueRef mask = LLVMConstInt(wide, 0, 0);

	if (!pass->chosen)
		return;
	for (size_t i = 0; i < pass->differences.count; i++) {
		const struct hr_mutate_difference *it = &pass->differences.data[i];
		unsigned bit = it->change - 1;
		LLVMValueRef differs = bit < BITS - 1 ? compare(pass, it->instead, it->original) : NULL;
		if (!differs)
			continue;
		always &= ~((uint64_t)1 << bit);
		differs = LLVMBuildShl(pass->builder, LLVMBuildZExt(pass->builder, differs, wide, ""),
				       LLVMConstInt(wide, bit, 0), "");
		mask = LLVMBuildOr(pass->builder, mask, differs, "");
	}
	mask = LLVMBuildOr(pass->builder, mask, LLVMConstInt(wide, always, 0), "");
	LLVMValueRef point = LLVMConstInt(LLVMInt32TypeInContext(pass->module->context), pass->first.count - 1, 0);
	LLVMValueRef arguments[] = { pass->chosen, point, mask };
	LLVMBuildCall2(pass->builder, pass->differs_type, pass->differs, arguments, 3, "");
}

/* ---- functions ---- */

static bool has_attribute(LLVMValueRef function, const char *name)
{
	unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));

	return LLVMGetEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, kind) != NULL;
}

static void change_function(struct hr_mutate_pass *pass, LLVMValueRef function)
{
	HR_VEC(LLVMValueRef) instructions = HR_VEC_INIT;
	size_t length;
	const char *name = LLVMGetValueName2(function, &length);

	if (!LLVMGetSubprogram(function) || has_attribute(function, "naked"))
		return;
	pass->function = hr_arena_strdup(&pass->out->arena, *name == '\1' ? name + 1 : name);
	/* all of them first: what a change adds is not changed again */
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef it = LLVMGetFirstInstruction(block); it; it = LLVMGetNextInstruction(it))
			hr_vec_push(&instructions, it);
	for (size_t i = 0; i < instructions.count; i++)
		hr_mutate_instruction(pass, instructions.data[i]);
	hr_vec_release(&instructions);
}

/* ---- tables and runtime ---- */

static void add_table(struct hr_mutate_pass *pass, const char *name, LLVMTypeRef element, LLVMValueRef *values,
		      size_t count)
{
	LLVMTypeRef type = LLVMArrayType2(element, count);
	LLVMValueRef table = LLVMAddGlobal(pass->module->module, type, name);

	if (values)
		LLVMSetInitializer(table, LLVMConstArray2(element, values, count));
	else
		LLVMSetInitializer(table, LLVMConstNull(type));
	LLVMSetGlobalConstant(table, values != NULL);
}

static void add_tables(struct hr_mutate_pass *pass)
{
	LLVMContextRef context = pass->module->context;
	LLVMTypeRef number = LLVMInt32TypeInContext(context), wide = LLVMInt64TypeInContext(context);
	HR_VEC(LLVMValueRef) values = HR_VEC_INIT;
	LLVMValueRef points = LLVMConstInt(number, pass->first.count, 0);

	add_table(pass, HR_MUTANTS_FLAGS, LLVMInt8TypeInContext(context), NULL, pass->first.count);
	add_table(pass, HR_MUTANTS_SEEN, wide, NULL, pass->first.count);
	for (size_t i = 0; i < pass->first.count; i++)
		hr_vec_push(&values, LLVMConstInt(number, pass->first.data[i], 0));
	hr_vec_push(&values, LLVMConstInt(number, pass->ids.count, 0));
	add_table(pass, HR_MUTANTS_FIRST, number, values.data, values.count);
	hr_vec_clear(&values);
	for (size_t i = 0; i < pass->ids.count; i++)
		hr_vec_push(&values, LLVMConstInt(wide, pass->ids.data[i], 0));
	add_table(pass, HR_MUTANTS_IDS, wide, values.data, values.count);
	hr_vec_release(&values);
	LLVMValueRef count = LLVMAddGlobal(pass->module->module, number, HR_MUTANTS_POINTS);
	LLVMSetInitializer(count, points);
	LLVMSetGlobalConstant(count, 1);
}

/* Each object has its own copy, whatever else it is linked with. */
static void hide(struct hr_mutate_pass *pass)
{
	static const char *const tables[] = { HR_MUTANTS_FLAGS, HR_MUTANTS_SEEN,   HR_MUTANTS_FIRST,
					      HR_MUTANTS_IDS,   HR_MUTANTS_POINTS, HR_MUTANTS_CHOSEN };

	LLVMSetLinkage(LLVMGetNamedFunction(pass->module->module, HR_MUTANTS_AT), LLVMInternalLinkage);
	LLVMSetLinkage(LLVMGetNamedFunction(pass->module->module, HR_MUTANTS_DIFFERS), LLVMInternalLinkage);
	for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
		LLVMSetLinkage(LLVMGetNamedGlobal(pass->module->module, tables[i]), LLVMInternalLinkage);
}

static bool has_symbol(LLVMModuleRef module, LLVMValueRef global)
{
	size_t length;
	const char *name = LLVMGetValueName2(global, &length);

	return length && (LLVMGetNamedFunction(module, name) || LLVMGetNamedGlobal(module, name));
}

static void set_aside(LLVMValueRef global, LLVMModuleRef runtime)
{
	LLVMLinkage linkage = LLVMGetLinkage(global);
	struct hr_strbuf name = HR_STRBUF_INIT;
	size_t length;

	if ((linkage != LLVMInternalLinkage && linkage != LLVMPrivateLinkage) || !has_symbol(runtime, global))
		return;
	hr_strbuf_addf(&name, "%s" HR_MODULE_ASIDE, LLVMGetValueName2(global, &length));
	LLVMSetValueName2(global, name.data, name.length);
	hr_strbuf_release(&name);
}

/* A static function that is called as one of libc's that the runtime calls: LLVM would give it a name that nobody can tell. */
static void set_names_aside(LLVMModuleRef module, LLVMModuleRef runtime)
{
	for (LLVMValueRef it = LLVMGetFirstFunction(module); it; it = LLVMGetNextFunction(it))
		set_aside(it, runtime);
	for (LLVMValueRef it = LLVMGetFirstGlobal(module); it; it = LLVMGetNextGlobal(it))
		set_aside(it, runtime);
}

static int link_runtime(struct hr_mutate_pass *pass, struct hr_error *error)
{
	const char *path = pass->options->runtime;
	LLVMModuleRef runtime;

	if (hr_module_parse(&runtime, pass->module->context, path, error))
		return -1;
	set_names_aside(pass->module->module, runtime);
	if (LLVMLinkModules2(pass->module->module, runtime))
		return hr_fail(error, HR_ERROR_INTERNAL, "cannot link '%s' with what mutants are in", path);
	hide(pass);
	return 0;
}

static void release(struct hr_mutate_pass *pass)
{
	for (size_t i = 0; i < pass->files.count; i++) {
		hr_strbuf_release(&pass->files.data[i].text);
		hr_vec_release(&pass->files.data[i].lines);
	}
	hr_vec_release(&pass->files);
	hr_vec_release(&pass->first);
	hr_vec_release(&pass->ids);
	hr_vec_release(&pass->differences);
	hr_vec_release(&pass->nothing);
	hr_map_release(&pass->nothing_by_type);
	hr_map_release(&pass->file_by_name);
	hr_map_release(&pass->seen);
	LLVMDisposeBuilder(pass->builder);
}

int hr_module_mutate(struct hr_module *module, const struct hr_mutate_options *options, struct hr_mutants *out,
		     struct hr_error *error)
{
	LLVMTypeRef number = LLVMInt32TypeInContext(module->context);
	LLVMTypeRef told[] = { number, number, LLVMInt64TypeInContext(module->context) };
	HR_VEC(LLVMValueRef) functions = HR_VEC_INIT;
	struct hr_mutate_pass pass = {
		.module = module,
		.options = options,
		.out = out,
		.builder = LLVMCreateBuilderInContext(module->context),
		.at_type = LLVMFunctionType(number, &number, 1, 0),
		.differs_type = LLVMFunctionType(LLVMVoidTypeInContext(module->context), told, 3, 0),
	};

	for (LLVMValueRef it = LLVMGetFirstFunction(module->module); it; it = LLVMGetNextFunction(it))
		if (!LLVMIsDeclaration(it))
			hr_vec_push(&functions, it);
	pass.at = LLVMAddFunction(module->module, HR_MUTANTS_AT, pass.at_type);
	pass.differs = LLVMAddFunction(module->module, HR_MUTANTS_DIFFERS, pass.differs_type);
	for (size_t i = 0; i < functions.count; i++)
		change_function(&pass, functions.data[i]);
	int status = 0;
	if (pass.ids.count) {
		add_tables(&pass);
		status = link_runtime(&pass, error);
	} else {
		LLVMDeleteFunction(pass.at);
		LLVMDeleteFunction(pass.differs);
	}
	hr_vec_release(&functions);
	release(&pass);
	return status;
}

void hr_module_forget_differences(struct hr_module *module)
{
	LLVMValueRef differs = LLVMGetNamedFunction(module->module, HR_MUTANTS_DIFFERS);

	for (LLVMUseRef use = differs ? LLVMGetFirstUse(differs) : NULL, next; use; use = next) {
		LLVMValueRef call = LLVMGetUser(use);
		next = LLVMGetNextUse(use);
		LLVMInstructionEraseFromParent(call); /* of type void: nobody uses it */
	}
}
