/* What the steps of a build share. */
#ifndef HR_BUILD_BUILDER_H
#define HR_BUILD_BUILDER_H

#include "base/process.h"
#include "build/build.h"
#include "build/cache.h"
#include "build/gate_names.h"
#include "build/jobs.h"
#include "build/stub_text.h"

/* Part of every key in the cache: raised when the build makes something else of the same input. */
#define HR_BUILD_VERSION "6"

/* A source on its way to an object file. */
struct hr_unit_source {
	const char *path;
	const char *shown; /* as messages name it */
	const hr_recipe_strings *flags;
	bool is_stubs;
	bool is_compiled; /* in this build, not found in the cache */
	char key[HR_KEY_TEXT];
	const char *bitcode; /* SEARCH, ANALYSIS: the file in the cache */
	const char *symbols; /* SEARCH, ANALYSIS: text file: what the source defines and wants (see compile.c) */
	const char *object;  /* the file in the cache */
	char object_key[HR_KEY_TEXT];
};

struct hr_builder {
	const struct hr_model *model;
	const struct hr_recipe *recipe;
	const struct hr_callables *callables;
	const struct hr_build_options *options;
	const char *compiler;
	const char *objcopy;
	const char *compiler_version;
	unsigned limit; /* compilers at once */
	struct hr_arena arena;
	struct hr_cache cache;
	struct hr_gate_names gate;
	HR_VEC(struct hr_unit_source) sources; /* the stubs are the last one (SEARCH), or the headers (ANALYSIS) */
	hr_recipe_strings
		link_flags;  /* the recipe's, objects and archives replaced by copies that go through the gate */
	struct hr_job *jobs; /* one for each source that there was at first */
	size_t job_count;
	struct hr_map excluded; /* names that the unit defines itself: their references are left alone */
	HR_VEC(const char *) excluded_names;
	HR_VEC(const char *) dropped;  /* stubs that do not compile, with the reason */
	HR_VEC(const char *) repeated; /* names that are defined more than once, as `refused` tells them */
	struct hr_map variables;       /* names that it refers to as variables and does not define */
	unsigned traits;               /* HR_WIRE_TRAIT_…: code that nobody checks */
	struct hr_built *out;
	size_t done; /* for progress */
	size_t total;
};

/* What compilers get on top of our environment: messages in English, and a day that does not change. */
extern const char *const hr_builder_environment[];

/* Tells that one more step is done; `what` is being done now. */
void hr_builder_tell(struct hr_builder *builder, size_t steps, const char *what);

/* Appends words, up to a NULL. */
void hr_command_add(hr_command *command, ...) __attribute__((sentinel));

/* Appends the flags that a source is compiled with, and those for what becomes an object from bitcode. */
void hr_flags_of_source(hr_command *command, const struct hr_builder *builder, const struct hr_unit_source *source);
void hr_flags_of_object(hr_command *command);
void hr_flags_of_code(hr_command *command);

/* Flags of the user's that make the compiler do something else beside, or hide where the sources are. */
bool hr_flag_is_unwanted(const char *flag);

/* For a compiler that fails without a word: most often it could not write. */
void hr_hint_silent_compiler(const struct hr_builder *builder, struct hr_error *error);

/* Runs one command to its end. Fails (HR_ERROR_INTERNAL) only when it cannot be started. */
int hr_builder_run(struct hr_process_result *out, hr_command *command, struct hr_error *error);

/* From sources to object files, in parallel: keys, and what the cache does not have. */
int hr_compile_keys(struct hr_builder *builder, struct hr_error *error);
int hr_compile_bitcode(struct hr_builder *builder, struct hr_error *error);
int hr_compile_objects(struct hr_builder *builder, struct hr_error *error);

/* Leaves out sources that are not part of the unit, once all are bitcode. */
int hr_choose_sources(struct hr_builder *builder, struct hr_error *error);

/* The command that compiles source `index` to bitcode in the scratch directory, its text taken from `path`. */
void hr_compile_command(hr_command *command, struct hr_builder *builder, size_t index, const char *path);

/* Compiles the stubs, whose job failed, without the guilty ones, which are then listed in `dropped`. */
int hr_stubs_repair(struct hr_builder *builder, size_t index, struct hr_error *error);

/* Renames in an object file what the optimiser brought in and the gate knows. The file is changed in place. */
int hr_sweep_object(struct hr_builder *builder, const char *object, bool is_stubs, struct hr_error *error);

/* Fills in the builder's link_flags. */
int hr_link_flags_take(struct hr_builder *builder, struct hr_error *error);

/* The archive that "-lNAME" means: in a directory of the user's that has no shared one; NULL: none, or no such flag. */
const char *hr_link_archive(struct hr_builder *builder, const char *flag);

/* Links the objects and sees to it that nothing is left undefined that the worker does not have. */
int hr_link_unit(struct hr_builder *builder, struct hr_error *error);

#endif
