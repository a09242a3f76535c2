/* Talking to clang: parsing, strings, diagnostics. */
#include "base/text.h"
#include "frontend/diagnostics.h"
#include "frontend/reader.h"

#include <string.h>

const char *hr_reader_string(struct hr_reader *reader, CXString string)
{
	const char *text = clang_getCString(string);
	const char *copy = hr_arena_strdup(reader->arena, text ? text : "");
	clang_disposeString(string);
	return copy;
}

int hr_reader_parse(CXTranslationUnit *out, struct hr_reader *reader, const char *name, const char *text,
		    const hr_strings *flags, const char *const *extra, unsigned options, struct hr_error *error)
{
	hr_strings arguments = HR_VEC_INIT;
	hr_vec_push(&arguments, "-xc");
	for (size_t i = 0; i < flags->count; i++)
		hr_vec_push(&arguments, flags->data[i]);
	/* Ours come last: they win. -w would silence what -Werror= makes an error. */
	bool strict = false;
	for (const char *const *flag = extra; flag && *flag; flag++)
		strict = strict || hr_text_starts_with(*flag, "-Werror=");
	if (!strict)
		hr_vec_push(&arguments, "-w");
	hr_vec_push(&arguments, "-Wno-error=implicit-int"); /* headers of before 1999: gcc only warns */
	hr_vec_push(&arguments, "-fno-caret-diagnostics");
	hr_vec_push(&arguments, "-fbracket-depth=1024"); /* gcc has no limit; this much fits on the stack */
	for (; extra && *extra; extra++)
		hr_vec_push(&arguments, *extra);

	struct CXUnsavedFile unsaved = { name, text, text ? strlen(text) : 0 };
	enum CXErrorCode code = clang_parseTranslationUnit2(reader->index, name, arguments.data, (int)arguments.count,
							    text ? &unsaved : NULL, text ? 1 : 0, options, out);
	hr_vec_release(&arguments);
	if (code == CXError_Success)
		return 0;
	*out = NULL;
	const char *what = text ? hr_reader_headers_named(reader) : hr_arena_printf(reader->arena, "'%s'", name);
	if (code == CXError_Crashed)
		return hr_fail(error, HR_ERROR_INPUT, "the compiler front end crashed on %s", what);
	hr_fail(error, HR_ERROR_INPUT, "cannot read %s: the compiler front end refuses the flags", what);
	for (size_t i = 0; i < flags->count; i++)
		hr_strbuf_addf(&error->details, "%s%s", i ? " " : "", flags->data[i]);
	return -1;
}

/* True when the diagnostic is an error that stands in the file `name`. */
static bool is_error_in(CXDiagnostic diagnostic, const char *name, unsigned *line)
{
	if (clang_getDiagnosticSeverity(diagnostic) < CXDiagnostic_Error)
		return false;
	CXFile file;
	clang_getExpansionLocation(clang_getDiagnosticLocation(diagnostic), &file, line, NULL, NULL);
	if (!file)
		return false;
	CXString file_name = clang_getFileName(file);
	bool same = strcmp(clang_getCString(file_name), name) == 0;
	clang_disposeString(file_name);
	return same;
}

void hr_reader_each_error(CXTranslationUnit unit, const char *name, hr_diagnostic_fn *visit, void *context)
{
	unsigned count = clang_getNumDiagnostics(unit);
	for (unsigned i = 0; i < count; i++) {
		CXDiagnostic diagnostic = clang_getDiagnostic(unit, i);
		unsigned line = 0;
		if (is_error_in(diagnostic, name, &line)) {
			CXString text = clang_getDiagnosticSpelling(diagnostic);
			visit(context, line, clang_getCString(text));
			clang_disposeString(text);
		}
		clang_disposeDiagnostic(diagnostic);
	}
}

int hr_reader_check(struct hr_reader *reader, CXTranslationUnit unit, const char *message, struct hr_error *error)
{
	size_t errors = 0;
	struct hr_strbuf details = HR_STRBUF_INIT;
	struct hr_strbuf hint = HR_STRBUF_INIT;
	unsigned count = clang_getNumDiagnostics(unit);
	for (unsigned i = 0; i < count; i++) {
		CXDiagnostic diagnostic = clang_getDiagnostic(unit, i);
		if (clang_getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error) {
			errors++;
			hr_diagnostic_describe(&details, reader, diagnostic);
			if (!hint.length)
				hr_diagnostic_hint(&hint, reader, diagnostic);
		}
		clang_disposeDiagnostic(diagnostic);
	}
	if (errors) {
		hr_fail(error, HR_ERROR_INPUT, "%s", message);
		hr_strbuf_addstr(&error->details, details.data);
		hr_strbuf_addstr(&error->hint, hint.data);
	}
	hr_strbuf_release(&details);
	hr_strbuf_release(&hint);
	return errors ? -1 : 0;
}
