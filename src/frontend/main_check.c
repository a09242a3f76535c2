/* Does a translation unit define `main`? Asked of libclang, because `main` may come out of a macro or an included .c
 * file.
 *
 * The source is read twice at most. First without function bodies, which is fast, but then libclang cannot tell a
 * definition from a declaration. So only where there is a `main` of some kind it is read again with them.
 *
 * Invariant: the source is read as far as it goes: an error in it, a missing header for example, does not hide a
 * `main` that is written in plain sight. */
#include "frontend/main_check.h"

#include <clang-c/Index.h>
#include <stdbool.h>
#include <string.h>

enum sight { SIGHT_NONE, SIGHT_DECLARED, SIGHT_DEFINED };

static enum CXChildVisitResult look_for_main(CXCursor cursor, CXCursor parent, CXClientData data)
{
	(void)parent;
	enum sight *sight = data;
	if (clang_getCursorKind(cursor) != CXCursor_FunctionDecl)
		return CXChildVisit_Continue;
	CXString name = clang_getCursorSpelling(cursor);
	if (strcmp(clang_getCString(name), "main") == 0)
		*sight = clang_isCursorDefinition(cursor) ? SIGHT_DEFINED : SIGHT_DECLARED;
	clang_disposeString(name);
	return *sight == SIGHT_DEFINED ? CXChildVisit_Break : CXChildVisit_Continue;
}

/* True when a header could not be found or the like: what was not read may have held anything. */
static bool is_incomplete(CXTranslationUnit unit)
{
	bool incomplete = false;
	for (unsigned i = 0; i < clang_getNumDiagnostics(unit) && !incomplete; i++) {
		CXDiagnostic diagnostic = clang_getDiagnostic(unit, i);
		CXString category = clang_getDiagnosticCategoryText(diagnostic);
		incomplete = clang_getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error &&
			     strcmp(clang_getCString(category), "Lexical or Preprocessor Issue") == 0;
		clang_disposeString(category);
		clang_disposeDiagnostic(diagnostic);
	}
	return incomplete;
}

static enum hr_answer read_source(const struct hr_compile_command *command, CXIndex index, unsigned options,
				  enum sight *sight)
{
	CXTranslationUnit unit = NULL;
	if (clang_parseTranslationUnit2(index, command->file, command->flags.data, (int)command->flags.count, NULL, 0,
					options, &unit) != CXError_Success)
		return HR_NOT_KNOWN;
	*sight = SIGHT_NONE;
	clang_visitChildren(clang_getTranslationUnitCursor(unit), look_for_main, sight);
	enum hr_answer answer = HR_NO;
	if (*sight == SIGHT_DEFINED)
		answer = HR_YES;
	else if (is_incomplete(unit))
		answer = HR_NOT_KNOWN;
	clang_disposeTranslationUnit(unit);
	return answer;
}

enum hr_answer hr_defines_main(const struct hr_compile_command *command)
{
	const unsigned options = CXTranslationUnit_Incomplete | CXTranslationUnit_KeepGoing;
	enum sight sight = SIGHT_NONE;
	CXIndex index = clang_createIndex(0, 0);
	enum hr_answer answer = read_source(command, index, options | CXTranslationUnit_SkipFunctionBodies, &sight);
	if (sight == SIGHT_DECLARED)
		answer = read_source(command, index, options, &sight);
	clang_disposeIndex(index);
	return answer;
}
