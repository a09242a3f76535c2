/* What the user named → absolute paths and flags, with a clear word for what cannot be used. */
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "frontend/compdb.h"
#include "frontend/reader.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

static bool is_cplusplus(const char *path)
{
	static const char *const endings[] = {
		".cc", ".cpp", ".cxx", ".c++", ".C", ".hh", ".hpp", ".hxx", ".h++", ".H"
	};
	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
		if (hr_text_ends_with(path, endings[i]))
			return true;
	return false;
}

static int refuse_cplusplus(const char *path, struct hr_error *error)
{
	hr_fail(error, HR_ERROR_INPUT, "'%s' is C++; Harrier reads C", path);
	hr_strbuf_addstr(&error->hint, "if the library has a C interface, name its C header");
	return -1;
}

/* `name` in the directories that -I, -isystem, -iquote and -idirafter name in `flags`, or in the usual ones; NULL: not there. */
static char *find_in_directories(const hr_strings *flags, const char *name)
{
	static const char *const options[] = { "-isystem", "-iquote", "-idirafter", "-I" };
	static const char *const usual[] = { "/usr/local/include", "/usr/include" };
	for (size_t i = 0; i < flags->count; i++) {
		const char *flag = flags->data[i];
		const char *directory = NULL;
		for (size_t k = 0; flag && k < sizeof options / sizeof *options && !directory; k++) {
			if (strcmp(flag, options[k]) == 0 && i + 1 < flags->count)
				directory = flags->data[i + 1];
			else if (hr_text_starts_with(flag, options[k]))
				directory = flag + strlen(options[k]);
		}
		char *path = directory ? hr_path_join(directory, name) : NULL;
		if (path && hr_path_is_file(path))
			return path;
		free(path);
	}
	for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
		char *path = hr_path_join(usual[i], name);
		if (hr_path_is_file(path))
			return path;
		free(path);
	}
	return NULL;
}

/* Why the existing file `path` cannot be read, said in the error; 0 when it can. `what` is "header" or "source file". */
static int check_readable(const char *path, const char *what, struct hr_error *error)
{
	if (hr_path_is_directory(path))
		return hr_fail(error, HR_ERROR_INPUT, "'%s' is a directory, not a %s", path, what);
	if (!hr_path_is_file(path))
		return hr_fail(error, HR_ERROR_INPUT, "'%s' is not a regular file", path);
	if (access(path, R_OK) != 0)
		return hr_fail(error, HR_ERROR_INPUT, "cannot read '%s': %s", path, strerror(errno));
	return 0;
}

/* Where the header is: as named, or among the include directories. The caller owns the path. */
static int find_header(char **out, const struct hr_reader *reader, const char *name, struct hr_error *error)
{
	char *found = access(name, F_OK) == 0 ? hr_strdup(name) : find_in_directories(&reader->arguments, name);
	if (!found) {
		hr_fail(error, HR_ERROR_INPUT, "no header '%s', neither here nor in the include directories", name);
		hr_strbuf_addstr(&error->hint, "name include directories after '--', for example: -- -Iinclude");
		return -1;
	}
	int status = check_readable(found, "header", error);
	if (!status)
		*out = hr_path_absolute(found);
	free(found);
	if (!status && (strchr(*out, '\n') || (strchr(*out, '"') && strchr(*out, '>')))) {
		free(*out);
		*out = NULL;
		return hr_fail(error, HR_ERROR_INPUT, "no #include can name '%s'; rename it", name);
	}
	return status;
}

static void add_home(struct hr_reader *reader, const char *header)
{
	char *parent = hr_path_parent(header);
	if (!hr_is_system_root(parent))
		hr_vec_push(&reader->home_trees, hr_arena_strdup(reader->arena, parent));
	free(parent);
}

/* A header that is a symbolic link is included under the name that the user gave, as a compiler would; what it includes is looked
 * for beside its target too. */
static void follow_link(struct hr_reader *reader, const char *header, const char *real)
{
	char *parent = hr_path_parent(header);
	char *real_parent = hr_path_parent(real);
	if (strcmp(parent, real_parent) != 0) {
		hr_vec_push(&reader->arguments, "-idirafter");
		hr_vec_push(&reader->arguments, hr_arena_strdup(reader->arena, real_parent));
	}
	free(parent);
	free(real_parent);
}

static int take_header(struct hr_reader *reader, const char *name, struct hr_error *error)
{
	char *found = NULL;
	if (is_cplusplus(name))
		return refuse_cplusplus(name, error);
	if (find_header(&found, reader, name, error))
		return -1;
	char *resolved = hr_path_real(found);
	const char *header = hr_arena_strdup(reader->arena, found);
	const char *real = hr_arena_strdup(reader->arena, resolved ? resolved : found);
	free(found);
	free(resolved);
	for (size_t i = 0; i < reader->real_headers.count; i++)
		if (strcmp(reader->real_headers.data[i], real) == 0)
			return 0; /* named twice */
	hr_vec_push(&reader->headers, header);
	hr_vec_push(&reader->real_headers, real);
	hr_vec_push(&reader->model->headers, hr_arena_strdup(reader->arena, name));
	add_home(reader, real);
	follow_link(reader, header, real);
	return 0;
}

static int take_source(struct hr_reader *reader, const char *name, const hr_strings *flags, struct hr_error *error)
{
	if (is_cplusplus(name))
		return refuse_cplusplus(name, error);
	char *real = hr_path_real(name);
	if (!real)
		return hr_fail(error, HR_ERROR_INPUT, "no source file '%s'", name);
	struct hr_read_source source = { .path = hr_arena_strdup(reader->arena, real) };
	free(real);
	if (check_readable(name, "source file", error))
		return -1;
	for (size_t i = 0; i < reader->sources.count; i++)
		if (strcmp(reader->sources.data[i].path, source.path) == 0)
			return 0;
	for (size_t i = 0; i < flags->count; i++)
		hr_vec_push(&source.flags, hr_arena_strdup(reader->arena, flags->data[i]));
	hr_vec_push(&reader->sources, source);
	hr_vec_push(&reader->model->sources, hr_arena_strdup(reader->arena, name));
	return 0;
}

/* Options whose argument is the next string. */
static bool takes_argument(const char *flag)
{
	static const char *const options[] = { "-I",       "-D",       "-U", "-isystem",  "-iquote", "-idirafter",
					       "-include", "-imacros", "-x", "-isysroot", "-target", "-Xclang" };
	for (size_t i = 0; i < sizeof options / sizeof *options; i++)
		if (strcmp(flag, options[i]) == 0)
			return true;
	return false;
}

/* The header sees what most sources see: a flag that at least half of the commands have, and every include directory. */
static void take_common_flags(struct hr_reader *reader, const struct hr_compdb *compdb)
{
	struct hr_map seen = HR_MAP_INIT;
	HR_VEC(const char *) order = HR_VEC_INIT;
	for (size_t i = 0; i < compdb->commands.count; i++) {
		const struct hr_compile_command *command = &compdb->commands.data[i];
		for (size_t k = 0; k < command->flags.count; k++) {
			const char *flag = command->flags.data[k];
			/* Two strings that belong together travel as one, a newline between. */
			if (takes_argument(flag) && k + 1 < command->flags.count)
				flag = hr_arena_printf(reader->arena, "%s\n%s", flag, command->flags.data[++k]);
			size_t count = 0;
			hr_map_get(&seen, flag, &count);
			if (hr_map_put(&seen, flag, count + 1))
				hr_vec_push(&order, flag);
		}
	}
	for (size_t i = 0; i < order.count; i++) {
		size_t count = 0;
		hr_map_get(&seen, order.data[i], &count);
		bool is_directory =
			hr_text_starts_with(order.data[i], "-I") || hr_text_starts_with(order.data[i], "-i");
		if (count * 2 < compdb->commands.count &&
		    (!is_directory || hr_text_starts_with(order.data[i], "-include")))
			continue;
		const char *newline = strchr(order.data[i], '\n');
		if (newline) {
			hr_vec_push(&reader->arguments,
				    hr_arena_strndup(reader->arena, order.data[i], (size_t)(newline - order.data[i])));
			hr_vec_push(&reader->arguments, hr_arena_strdup(reader->arena, newline + 1));
		} else {
			hr_vec_push(&reader->arguments, hr_arena_strdup(reader->arena, order.data[i]));
		}
	}
	hr_vec_release(&order);
	hr_map_release(&seen);
}

static int take_database(struct hr_reader *reader, const char *path, const hr_strings *own_flags,
			 struct hr_error *error)
{
	struct hr_compdb compdb = HR_COMPDB_INIT;
	int status = hr_compdb_read(&compdb, path, error);
	for (size_t i = 0; i < compdb.commands.count && !status; i++) {
		const struct hr_compile_command *command = &compdb.commands.data[i];
		hr_strings flags = HR_VEC_INIT;
		for (size_t k = 0; k < command->flags.count; k++)
			hr_vec_push(&flags, command->flags.data[k]);
		for (size_t k = 0; k < own_flags->count; k++)
			hr_vec_push(&flags, own_flags->data[k]);
		status = take_source(reader, command->file, &flags, error);
		hr_vec_release(&flags);
	}
	if (!status) {
		take_common_flags(reader, &compdb);
		for (size_t i = 0; i < compdb.link_flags.count; i++)
			hr_vec_push(&reader->link_flags, hr_arena_strdup(reader->arena, compdb.link_flags.data[i]));
		for (size_t i = 0; i < compdb.absent.count; i++)
			hr_vec_push(&reader->model->notes,
				    hr_arena_printf(reader->arena,
						    "the compile database names '%s', which does not exist",
						    compdb.absent.data[i]));
	}
	hr_compdb_release(&compdb);
	return status;
}

/* Files and targets of builds are named by it: what they cannot be called is an underscore ("my list.h"). */
static const char *unit_name(struct hr_reader *reader)
{
	const char *name = hr_path_name(reader->headers.data[0]);
	size_t length = strlen(name);
	char *unit = hr_arena_strndup(reader->arena, name, hr_text_ends_with(name, ".h") ? length - 2 : length);
	for (char *c = unit; *c; c++)
		if (!isalnum((unsigned char)*c) && !strchr("_-.+", *c))
			*c = '_';
	return unit;
}

static int take_tree(struct hr_reader *reader, const char *name, struct hr_error *error)
{
	char *real = hr_path_real(name);
	int status = 0;
	if (!real)
		status = hr_fail(error, HR_ERROR_INPUT, "no directory '%s'", name);
	else if (!hr_path_is_directory(real))
		status = hr_fail(error, HR_ERROR_INPUT, "'%s' is not a directory", name);
	else
		hr_vec_push(&reader->home_trees, hr_arena_strdup(reader->arena, real));
	free(real);
	return status;
}

/* The flags after "--": what reading needs goes to `own`, the linker's to the reader. */
static int take_flags(hr_strings *own, struct hr_reader *reader, const hr_strings *flags, struct hr_error *error)
{
	char *here = getcwd(NULL, 0);
	hr_flags_for_reading(own, flags->data, flags->count, NULL, here ? here : "/", reader->arena);
	hr_flags_for_linking(&reader->link_flags, flags->data, flags->count, here ? here : "/", reader->arena);
	free(here);
	for (size_t i = 0; i < flags->count; i++)
		hr_vec_push(&reader->model->flags, hr_arena_strdup(reader->arena, flags->data[i]));
	for (size_t i = 0; i + 1 < own->count; i++)
		if (strcmp(own->data[i], "-x") == 0 && !hr_text_starts_with(own->data[i + 1], "c-") &&
		    strcmp(own->data[i + 1], "c") != 0)
			return hr_fail(error, HR_ERROR_INPUT,
				       "the flag '-x %s' asks for another language; Harrier reads C", own->data[i + 1]);
	return 0;
}

int hr_reader_take_input(struct hr_reader *reader, const struct hr_input *input, struct hr_error *error)
{
	hr_strings own = HR_VEC_INIT;
	int status = take_flags(&own, reader, &input->flags, error);
	if (!status && input->database)
		status = take_database(reader, input->database, &own, error);
	for (size_t i = 0; i < own.count; i++)
		hr_vec_push(&reader->arguments, own.data[i]);
	for (size_t i = 0; i < input->trees.count && !status; i++)
		status = take_tree(reader, input->trees.data[i], error);
	for (size_t i = 0; i < input->headers.count && !status; i++)
		status = take_header(reader, input->headers.data[i], error);
	if (input->with && !status)
		status = access(input->with, F_OK) != 0 ? hr_fail(error, HR_ERROR_INPUT, "no file '%s'", input->with)
							: check_readable(input->with, "file", error);
	if (input->with && !status)
		status = take_header(reader, input->with, error);
	for (size_t i = 0; i < input->sources.count && !status; i++)
		status = take_source(reader, input->sources.data[i], &own, error);
	hr_vec_release(&own);
	if (!status)
		reader->model->unit = unit_name(reader);
	return status;
}
