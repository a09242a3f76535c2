/* The stages of reading a library, in order. */
#include "frontend/frontend.h"

#include "base/text.h"
#include "frontend/diagnostics.h"
#include "frontend/reader.h"
#include "model/handles.h"

#include <string.h>

const char hr_api_name[] = "harrier-api.c";

/* What careless headers expect to have been included before them. */
static const char usual_prelude[] =
	"#include <stddef.h>\n#include <stdint.h>\n#include <stdbool.h>\n#include <stdio.h>\n"
	"#include <stdlib.h>\n#include <stdarg.h>\n#include <time.h>\n#include <sys/types.h>\n";

static const char *write_prologue(struct hr_reader *reader, const char *prelude)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	hr_strbuf_addstr(&text, prelude);
	for (size_t i = 0; i < reader->headers.count; i++) {
		bool quotes = !strchr(reader->headers.data[i], '"');
		hr_strbuf_addf(&text, quotes ? "#include \"%s\"\n" : "#include <%s>\n", reader->headers.data[i]);
	}
	const char *copy = hr_arena_strdup(reader->arena, text.data);
	hr_strbuf_release(&text);
	return copy;
}

static int parse_api(CXTranslationUnit *out, struct hr_reader *reader, struct hr_error *error)
{
	return hr_reader_parse(out, reader, hr_api_name, reader->prologue, &reader->arguments, NULL,
			       CXTranslationUnit_DetailedPreprocessingRecord | CXTranslationUnit_KeepGoing, error);
}

const char *hr_reader_headers_named(struct hr_reader *reader)
{
	const char *first = reader->model->headers.data[0];
	if (reader->headers.count == 1)
		return hr_arena_printf(reader->arena, "'%s'", first);
	return hr_arena_printf(reader->arena, "'%s' and %zu more", first, reader->headers.count - 1);
}

/* Parses the headers, with the usual prelude when they do not stand alone. */
static int read_api(CXTranslationUnit *out, struct hr_reader *reader, struct hr_error *error)
{
	const char *message = hr_arena_printf(reader->arena, "%s %s not compile", hr_reader_headers_named(reader),
					      reader->headers.count == 1 ? "does" : "do");
	reader->prologue = write_prologue(reader, "");
	if (parse_api(out, reader, error))
		return -1;
	if (!hr_reader_check(reader, *out, message, error))
		return 0;

	struct hr_error second = HR_ERROR_INIT;
	CXTranslationUnit alone = *out;
	reader->prologue = write_prologue(reader, usual_prelude);
	int status = parse_api(out, reader, &second);
	if (!status && hr_reader_check(reader, *out, message, &second)) {
		clang_disposeTranslationUnit(*out);
		*out = NULL;
		status = -1;
	}
	clang_disposeTranslationUnit(alone);
	if (!status) {
		hr_error_release(error);
		hr_vec_push(&reader->model->notes,
			    "the headers do not compile alone; <stddef.h>, <stdint.h>, <stdbool.h>, <stdio.h>, "
			    "<stdlib.h>, <stdarg.h>, <time.h> and <sys/types.h> were put before them");
	}
	hr_error_release(&second);
	return status;
}

static bool has_operation(const struct hr_model *model)
{
	for (size_t i = 0; i < model->operations.count; i++)
		if (model->operations.data[i].form != HR_FORM_MACRO || !model->operations.data[i].reason)
			return true;
	return false;
}

static int check_not_empty(struct hr_reader *reader, struct hr_error *error)
{
	if (has_operation(reader->model))
		return 0;
	hr_fail(error, HR_ERROR_INPUT, "%s declare%s no function", hr_reader_headers_named(reader),
		reader->headers.count == 1 ? "s" : "");
	hr_hint_no_function(&error->hint, reader);
	return -1;
}

static void tell(const struct hr_input *input, const char *what)
{
	if (input->progress)
		input->progress(input->progress_context, what);
}

static int read_all(struct hr_reader *reader, const struct hr_input *input, struct hr_error *error)
{
	if (hr_reader_take_input(reader, input, error))
		return -1;
	CXTranslationUnit unit = NULL;
	tell(input, "reading the headers");
	int status = read_api(&unit, reader, error);
	if (!status) {
		hr_reader_declarations(reader, unit);
		clang_disposeTranslationUnit(unit);
	}
	tell(input, "trying out macros");
	if (!status)
		status = hr_reader_constants(reader, error);
	if (!status)
		status = hr_reader_macros(reader, error);
	if (!status)
		status = check_not_empty(reader, error);
	tell(input, "reading the sources");
	if (!status)
		status = hr_reader_sources(reader, error);
	if (status)
		return status;
	hr_reader_attach_comments(reader);
	tell(input, "trying out calls");
	status = hr_reader_try_stubs(reader, error);
	status = status ? status : hr_reader_try_link(reader, error);
	if (!status)
		hr_model_hide_handles(reader->model);
	return status;
}

static void copy_strings(struct hr_arena *arena, hr_recipe_strings *to, const hr_strings *from)
{
	for (size_t i = 0; i < from->count; i++)
		hr_vec_push(to, hr_arena_strdup(arena, from->data[i]));
}

static void write_recipe(struct hr_recipe *out, const struct hr_reader *reader)
{
	hr_recipe_release(out);
	out->prologue = hr_arena_strdup(&out->arena, reader->prologue);
	copy_strings(&out->arena, &out->header_flags, &reader->arguments);
	copy_strings(&out->arena, &out->link_flags, &reader->link_flags);
	for (size_t i = 0; i < reader->sources.count; i++) {
		struct hr_recipe_source *source = hr_vec_add(&out->sources);
		source->path = hr_arena_strdup(&out->arena, reader->sources.data[i].path);
		copy_strings(&out->arena, &source->flags, &reader->sources.data[i].flags);
	}
}

static void release(struct hr_reader *reader)
{
	for (size_t i = 0; i < reader->sources.count; i++)
		hr_vec_release(&reader->sources.data[i].flags);
	for (size_t i = 0; i < reader->macros.count; i++)
		hr_vec_release(&reader->macros.data[i].params);
	hr_vec_release(&reader->headers);
	hr_vec_release(&reader->real_headers);
	hr_vec_release(&reader->home_trees);
	hr_vec_release(&reader->arguments);
	hr_vec_release(&reader->link_flags);
	hr_vec_release(&reader->sources);
	hr_vec_release(&reader->files);
	hr_vec_release(&reader->unread);
	hr_vec_release(&reader->places);
	hr_vec_release(&reader->macros);
	hr_map_release(&reader->file_by_name);
	hr_map_release(&reader->type_by_key);
	hr_map_release(&reader->macro_by_name);
	hr_map_release(&reader->truths);
	hr_map_release(&reader->variable_by_name);
	hr_vec_release(&reader->symbols);
	hr_map_release(&reader->symbol_by_name);
	clang_disposeIndex(reader->index);
}

int hr_frontend_read(struct hr_model **out, const struct hr_input *input, struct hr_error *error)
{
	struct hr_reader reader;
	memset(&reader, 0, sizeof reader);
	reader.model = hr_model_new();
	reader.arena = &reader.model->arena;
	reader.index = clang_createIndex(0, 0);
	int status = read_all(&reader, input, error);
	if (!status && input->recipe)
		write_recipe(input->recipe, &reader);
	release(&reader);
	if (status)
		hr_model_free(reader.model);
	else
		*out = reader.model;
	return status;
}
