/* Trying things out: see trial.h. */
#include "frontend/trial.h"

#include <string.h>

static const char trial_name[] = "harrier-trial.c";

void hr_trial_init(struct hr_trial *trial, struct hr_reader *reader)
{
	memset(trial, 0, sizeof *trial);
	trial->reader = reader;
	hr_strbuf_init(&trial->text);
	hr_strbuf_addstr(&trial->text, reader->prologue);
	trial->first_line = 1;
	for (const char *c = reader->prologue; *c; c++)
		trial->first_line += *c == '\n';
}

void hr_trial_release(struct hr_trial *trial)
{
	if (trial->unit)
		clang_disposeTranslationUnit(trial->unit);
	trial->unit = NULL;
	hr_strbuf_release(&trial->text);
	hr_vec_release(&trial->verdicts);
}

unsigned hr_trial_add(struct hr_trial *trial, const char *body)
{
	hr_strbuf_addf(&trial->text,
		       "static void __harrier_trial_%u(void **__harrier_arguments){(void)__harrier_arguments;%s}\n",
		       trial->count, body);
	return trial->count++;
}

static void note_error(void *context, unsigned line, const char *text)
{
	struct hr_trial *trial = context;
	if (line < trial->first_line || line - trial->first_line >= trial->count)
		return;
	const char **verdict = &trial->verdicts.data[line - trial->first_line];
	if (!*verdict)
		*verdict = hr_arena_strdup(trial->reader->arena, text);
}

int hr_trial_run(struct hr_trial *trial, bool strict, struct hr_error *error)
{
	static const char *const lenient[] = { "-ferror-limit=0", NULL };
	static const char *const careful[] = { "-ferror-limit=0",
					       "-Werror=int-conversion",
					       "-Werror=incompatible-pointer-types",
					       "-Werror=pointer-integer-compare",
					       "-Werror=compare-distinct-pointer-types",
					       "-Werror=implicit-function-declaration",
					       "-Werror=pointer-to-int-cast",
					       "-Werror=pointer-sign",
					       NULL };
	hr_vec_clear(&trial->verdicts);
	for (unsigned i = 0; i < trial->count; i++)
		hr_vec_push(&trial->verdicts, NULL);
	if (hr_reader_parse(&trial->unit, trial->reader, trial_name, trial->text.data, &trial->reader->arguments,
			    strict ? careful : lenient, CXTranslationUnit_KeepGoing, error))
		return -1;
	hr_reader_each_error(trial->unit, trial_name, note_error, trial);
	return 0;
}

struct value_visit {
	struct hr_trial *trial;
	hr_trial_fn *visit;
	void *context;
};

static enum CXChildVisitResult visit_value(CXCursor cursor, CXCursor parent, CXClientData data)
{
	struct value_visit *it = data;
	(void)parent;
	switch (clang_getCursorKind(cursor)) {
	case CXCursor_FunctionDecl:
		return clang_Location_isFromMainFile(clang_getCursorLocation(cursor)) ? CXChildVisit_Recurse
										      : CXChildVisit_Continue;
	case CXCursor_CompoundStmt:
	case CXCursor_DeclStmt:
		return CXChildVisit_Recurse;
	case CXCursor_VarDecl:
		break;
	default:
		return CXChildVisit_Continue;
	}
	unsigned line;
	clang_getExpansionLocation(clang_getCursorLocation(cursor), NULL, &line, NULL, NULL);
	CXString name = clang_getCursorSpelling(cursor);
	bool ours = strcmp(clang_getCString(name), "__harrier_value") == 0;
	clang_disposeString(name);
	unsigned probe = line - it->trial->first_line;
	if (ours && line >= it->trial->first_line && probe < it->trial->count && !it->trial->verdicts.data[probe])
		it->visit(it->context, probe, cursor);
	return CXChildVisit_Continue;
}

void hr_trial_each_value(struct hr_trial *trial, hr_trial_fn *visit, void *context)
{
	struct value_visit it = { trial, visit, context };
	clang_visitChildren(clang_getTranslationUnitCursor(trial->unit), visit_value, &it);
}
