/* `harrier inspect`: the API of a library as Harrier understands it. */
#include "analysis/facts_text.h"
#include "app/analyse.h"
#include "app/app.h"
#include "app/arguments.h"
#include "app/inspect_internal.h"
#include "base/bug.h"
#include "base/file.h"
#include "base/process.h"
#include "base/text.h"
#include "frontend/frontend.h"

#include <stdlib.h>
#include <string.h>

static const char help[] =
	"usage: harrier inspect [OPTION…] --header FILE.h… [SOURCE.c…] [-- COMPILER AND LINKER FLAGS]\n"
	"       harrier inspect [OPTION…] --header FILE.h… -p BUILD [-- FLAGS]\n"
	"       harrier inspect [OPTION…] --model MODEL.json\n"
	"\n"
	"Reads the public API that the headers declare and tells what can be called, with what, and what every\n"
	"parameter is for. Headers may also be given without --header. Sources complete what the headers hide,\n"
	"and their code proves what names and documentation only suggest.\n"
	"\n"
	"input:\n"
	"  --header FILE     a public header; may be given several times. What it includes from its own\n"
	"                    directory belongs to the API, what it includes from the system does not\n"
	"  --tree DIR        everything below DIR that the headers include belongs to the API as well\n"
	"  -p, --build DIR   take sources and flags from DIR/compile_commands.json (see harrier capture)\n"
	"  --with FILE.c     functions of your own beside the API: checks, makers, observers (docs/extras.md)\n"
	"  --model FILE      load what --json wrote instead of reading a library\n"
	"  --no-code         do not look into the code: headers, documentation and names alone\n"
	"  --contracts FILE  rules of the API that gen learned or a person wrote (docs/verdicts.md)\n"
	"\n"
	"output:\n"
	"  --operation NAME  explain one function or macro: roles, evidence, documentation\n"
	"  --type NAME       explain one type: fields, makers, destroyers, observers, mutators\n"
	"  --unsupported     list what cannot be called, with the reason\n"
	"  --facts[=all]     what the code does to every parameter, one fact a line, tab-separated; all: of the\n"
	"                    functions that are not public too\n"
	"  --constants[=json]  the constants of the code with their names and weights; with --operation those that\n"
	"                    the function can reach, nearest first\n"
	"  --graph FILE      draw who provides and who requires which types, all of it and without what the code\n"
	"                    leaves unchanged, into FILE.dot or FILE.svg (svg needs Graphviz)\n"
	"  --json            the whole model, for other programs and for --model\n"
	"  -h, --help        this text\n"
	"\n"
	"examples:\n"
	"  harrier inspect --header list.h list.c\n"
	"  harrier inspect --header include/foo.h src/*.c -- -Iinclude -DFOO_STATIC -lm\n"
	"  harrier inspect foo/foo.h -- -lfoo                      an installed library\n"
	"  harrier inspect --header foo.h --operation foo_parse    why is this parameter a length?\n"
	"  harrier inspect --header foo.h --json | jq '.operations[] | select(.callable | not) | .reason'\n"
	"\n"
	"exit codes: 0 fine, 2 wrong command line, 3 the input cannot be compiled or used, 4 internal error\n";

struct request {
	struct hr_input input;
	const char *model;
	const char *operation;
	const char *type;
	const char *graph;
	const char *contracts;
	bool unsupported;
	bool json;
	bool facts;
	bool all_facts;
	bool no_code;
	bool constants;
	bool constants_json;
};

enum {
	OPTION_MODEL = HR_OPTION_OWN,
	OPTION_OPERATION,
	OPTION_TYPE,
	OPTION_UNSUPPORTED,
	OPTION_GRAPH,
	OPTION_JSON,
	OPTION_FACTS,
	OPTION_NO_CODE,
	OPTION_CONSTANTS,
	OPTION_CONTRACTS
};

static const struct option options[] = {
	HR_INPUT_OPTIONS,
	{ "model", required_argument, NULL, OPTION_MODEL },
	{ "operation", required_argument, NULL, OPTION_OPERATION },
	{ "type", required_argument, NULL, OPTION_TYPE },
	{ "unsupported", no_argument, NULL, OPTION_UNSUPPORTED },
	{ "graph", required_argument, NULL, OPTION_GRAPH },
	{ "json", no_argument, NULL, OPTION_JSON },
	{ "facts", optional_argument, NULL, OPTION_FACTS },
	{ "no-code", no_argument, NULL, OPTION_NO_CODE },
	{ "constants", optional_argument, NULL, OPTION_CONSTANTS },
	{ "contracts", required_argument, NULL, OPTION_CONTRACTS },
	{ NULL, 0, NULL, 0 },
};

static bool take_option(void *context, int option, const char *argument)
{
	struct request *request = context;
	switch (option) {
	case OPTION_MODEL:
		request->model = argument;
		break;
	case OPTION_OPERATION:
		request->operation = argument;
		break;
	case OPTION_TYPE:
		request->type = argument;
		break;
	case OPTION_UNSUPPORTED:
		request->unsupported = true;
		break;
	case OPTION_GRAPH:
		request->graph = argument;
		break;
	case OPTION_JSON:
		request->json = true;
		break;
	case OPTION_FACTS:
		request->facts = true;
		request->all_facts = argument != NULL;
		if (argument && strcmp(argument, "all") != 0) {
			hr_usage_error("inspect", "--facts is '--facts' or '--facts=all', not '--facts=%s'", argument);
			return false;
		}
		break;
	case OPTION_NO_CODE:
		request->no_code = true;
		break;
	case OPTION_CONTRACTS:
		request->contracts = argument;
		break;
	case OPTION_CONSTANTS:
		request->constants = true;
		request->constants_json = argument != NULL;
		if (argument && strcmp(argument, "json") != 0) {
			hr_usage_error("inspect",
				       "--constants is '--constants' or '--constants=json', not '--constants=%s'",
				       argument);
			return false;
		}
		break;
	default:
		HR_BUG("option %d has no meaning", option);
	}
	return true;
}

static enum hr_parsed check_request(const struct request *request)
{
	const struct hr_input *input = &request->input;
	bool has_input = input->headers.count || input->sources.count || input->trees.count || input->flags.count ||
			 input->database;
	if (request->model && has_input) {
		hr_usage_error("inspect", "--model goes without headers, sources, --tree, -p and flags");
		return HR_PARSED_WRONG;
	}
	if (!request->model && !input->headers.count) {
		hr_usage_error("inspect", "no header given: --header FILE names the public header");
		return HR_PARSED_WRONG;
	}
	if (request->graph && !hr_text_ends_with(request->graph, ".dot") &&
	    !hr_text_ends_with(request->graph, ".svg")) {
		hr_usage_error("inspect", "--graph writes .dot and .svg files, not '%s'", request->graph);
		return HR_PARSED_WRONG;
	}
	if (request->json + request->unsupported + request->facts + !!request->operation + !!request->type > 1) {
		hr_usage_error("inspect", "--json, --unsupported, --facts, --operation and --type exclude each other");
		return HR_PARSED_WRONG;
	}
	if (request->facts && (request->model || request->no_code)) {
		hr_usage_error("inspect", "--facts are found in code: it goes without --model and --no-code");
		return HR_PARSED_WRONG;
	}
	if (request->constants && (request->model || request->no_code || request->json || request->facts ||
				   request->unsupported || request->type)) {
		hr_usage_error("inspect",
			       "--constants are found in code: of other output it goes with --operation only");
		return HR_PARSED_WRONG;
	}
	return HR_PARSED;
}

static enum hr_parsed parse(struct request *request, int argc, char **argv)
{
	struct hr_arguments arguments = {
		.command = "inspect",
		.options = options,
		.input = &request->input,
		.take = take_option,
		.context = request,
	};
	enum hr_parsed result = hr_arguments_parse(&arguments, argc, argv);
	return result == HR_PARSED ? check_request(request) : result;
}

static int load_model(struct hr_model **out, const char *path, struct hr_error *error)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	int status = hr_file_read(&text, path, error);
	if (!status)
		status = hr_model_load(out, text.data, text.length, path, error);
	hr_strbuf_release(&text);
	return status;
}

static int load_rules(struct hr_rules **out, struct hr_model *model, const char *path, struct hr_error *error)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	*out = hr_rules_new(model);
	int status = path ? hr_file_read(&text, path, error) : 0;
	if (path && !status)
		status = hr_contracts_read(*out, model, text.data, path, error);
	hr_strbuf_release(&text);
	return status;
}

static int draw(const char *path, const struct hr_model *model, const struct hr_dependence *dependence,
		struct hr_error *error)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	hr_graph_write(&text, model, dependence);
	if (hr_text_ends_with(path, ".dot")) {
		int status = hr_file_write(path, text.data, text.length, error);
		hr_strbuf_release(&text);
		return status;
	}
	char *directory = NULL;
	int status = hr_directory_temporary(&directory, error);
	char *source = status ? NULL : hr_path_join(directory, "graph.dot");
	if (!status)
		status = hr_file_write(source, text.data, text.length, error);
	if (!status) {
		const char *const argv[] = { "dot", "-Tsvg", source, NULL };
		struct hr_process process = { .argv = argv, .timeout_seconds = 300 };
		struct hr_process_result result = HR_PROCESS_RESULT_INIT;
		status = hr_process_run(&result, &process, error);
		if (status)
			hr_strbuf_addstr(&error->hint,
					 "svg needs the program 'dot' of Graphviz; a .dot file needs nothing");
		else if (result.exit_code != 0)
			status = hr_fail(error, HR_ERROR_INTERNAL, "dot failed: %s", result.errors.data);
		else
			status = hr_file_write(path, result.output.data, result.output.length, error);
		hr_process_result_release(&result);
	}
	if (directory)
		hr_directory_remove(directory);
	free(source);
	free(directory);
	hr_strbuf_release(&text);
	return status;
}

/* The type by its spelling, with or without the keyword in front; HR_NO_TYPE when there is none. */
static size_t find_type(const struct hr_model *model, const char *name)
{
	static const char *const keywords[] = { "", "struct ", "union ", "enum " };
	for (size_t k = 0; k < sizeof keywords / sizeof *keywords; k++) {
		struct hr_strbuf spelling = HR_STRBUF_INIT;
		hr_strbuf_addf(&spelling, "%s%s", keywords[k], name);
		size_t index;
		bool found = hr_map_get(&model->type_by_spelling, spelling.data, &index);
		hr_strbuf_release(&spelling);
		if (!found)
			continue;
		/* A typedef of a struct: the struct is what has fields and operations. */
		struct hr_type_ref end = hr_model_strip(model, (struct hr_type_ref){ index, 0 });
		const struct hr_type *type = hr_model_type(model, end);
		return type && type->fields.count ? end.type : index;
	}
	return HR_NO_TYPE;
}

static int fail_unknown(struct hr_error *error, const char *what, const char *name)
{
	hr_fail(error, HR_ERROR_USAGE, "the API has no %s '%s'", what, name);
	hr_strbuf_addf(&error->hint, "without --%s all of them are listed", what);
	return -1;
}

static int fail_no_code(const struct hr_app_library *library, struct hr_error *error)
{
	return hr_fail(error, HR_ERROR_INPUT, "%s",
		       library->model->notes.count ? library->model->notes.data[library->model->notes.count - 1]
						   : "there is no code: name the library's sources");
}

static int write_facts(struct hr_strbuf *out, const struct request *request, const struct hr_app_library *library,
		       struct hr_error *error)
{
	if (!library->facts)
		return fail_no_code(library, error);
	hr_facts_write(out, library->facts, library->model, request->all_facts);
	return 0;
}

static int write_constants(struct hr_strbuf *out, const struct request *request, const struct hr_app_library *library,
			   struct hr_error *error)
{
	struct hr_paint paint = hr_paint_for(hr_wants_colour(stdout));
	uint32_t function = HR_CODE_NONE;
	size_t index;
	if (!library->facts)
		return fail_no_code(library, error);
	if (request->operation) {
		if (!hr_map_get(&library->code->function_by_name, request->operation, &index))
			return fail_unknown(error, "operation", request->operation);
		function = (uint32_t)index;
	}
	hr_inspect_constants(out, library, function, request->constants_json, &paint);
	return 0;
}

static bool wants_more(const struct request *request)
{
	return request->constants || request->json || request->unsupported || request->facts || request->operation ||
	       request->type;
}

/* Draws; when nothing else is asked for, tells so. */
static int write_graph(struct hr_strbuf *out, const struct request *request, const struct hr_app_library *library,
		       struct hr_error *error)
{
	struct hr_paint paint = hr_paint_for(hr_wants_colour(stdout));
	struct hr_dependence dependence;
	hr_dependence_find(&dependence, library->model, library->facts);
	int status = draw(request->graph, library->model, &dependence, error);
	if (!status && !wants_more(request)) {
		hr_inspect_summary(out, library->model, &paint);
		hr_graph_summary(out, &dependence, request->graph);
	}
	hr_dependence_release(&dependence);
	return status;
}

static int write_report(struct hr_strbuf *out, const struct request *request, const struct hr_app_library *library,
			const struct hr_rules *rules, struct hr_error *error)
{
	const struct hr_model *model = library->model;
	struct hr_paint paint = hr_paint_for(hr_wants_colour(stdout));
	if (request->graph && write_graph(out, request, library, error))
		return -1;
	if (request->constants)
		return write_constants(out, request, library, error);
	if (request->json) {
		hr_model_save(out, model);
		hr_strbuf_addch(out, '\n');
	} else if (request->operation) {
		size_t index;
		if (!hr_map_get(&model->operation_by_name, request->operation, &index))
			return fail_unknown(error, "operation", request->operation);
		hr_explain_operation(out, model, index, &paint);
		hr_inspect_rules(out, model, rules, index, &paint);
		if (library->facts)
			hr_explain_facts(out, library, &model->operations.data[index], &paint);
	} else if (request->type) {
		size_t index = find_type(model, request->type);
		if (index == HR_NO_TYPE)
			return fail_unknown(error, "type", request->type);
		hr_explain_type(out, model, index, &paint);
	} else if (request->facts) {
		return write_facts(out, request, library, error);
	} else if (request->unsupported) {
		hr_inspect_unsupported(out, model, &paint);
	} else {
		if (request->graph)
			return 0;
		hr_inspect_summary(out, model, &paint);
		hr_inspect_types(out, model, &paint);
		hr_inspect_operations(out, model, &paint);
		hr_inspect_rules(out, model, rules, (size_t)-1, &paint);
	}
	return 0;
}

int hr_command_inspect(int argc, char **argv)
{
	struct request request;
	memset(&request, 0, sizeof request);
	enum hr_parsed parsed = parse(&request, argc, argv);
	if (parsed != HR_PARSED) {
		hr_input_release(&request.input);
		if (parsed == HR_PARSED_HELP)
			fputs(help, stdout);
		return parsed == HR_PARSED_HELP ? HR_EXIT_FINE : HR_EXIT_USAGE;
	}
	struct hr_error error = HR_ERROR_INIT;
	struct hr_strbuf out = HR_STRBUF_INIT;
	struct hr_app_library library = { 0 };
	struct hr_rules *rules = NULL;
	int status = request.model ? load_model(&library.model, request.model, &error)
				   : hr_app_library_read(&library, &request.input, !request.no_code, &error);
	if (!status)
		status = load_rules(&rules, library.model, request.contracts, &error);
	if (!status)
		status = write_report(&out, &request, &library, rules, &error);
	if (!status)
		fwrite(out.data, 1, out.length, stdout);
	int code = status ? hr_report_error(&error) : HR_EXIT_FINE;
	hr_rules_free(rules);
	hr_app_library_release(&library);
	hr_strbuf_release(&out);
	hr_error_release(&error);
	hr_input_release(&request.input);
	return code;
}
