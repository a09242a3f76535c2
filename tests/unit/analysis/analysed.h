/* A unit from C text, with its facts: what tests of the analyses begin with. One source file for each text. */
#ifndef TESTS_UNIT_ANALYSIS_ANALYSED_H
#define TESTS_UNIT_ANALYSIS_ANALYSED_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/facts.h"
#include "base/file.h"
#include "base/process.h"

#include <stdio.h>
#include <string.h>

enum { MOST_SOURCES = 4 };

struct analysed {
	struct hr_code *code;
	struct hr_facts *facts;
};

static inline void compile_source(const char *source, const char *bitcode, struct hr_error *error)
{
	struct hr_process_result result = HR_PROCESS_RESULT_INIT;
	const char *const argv[] = { "clang-19",
				     "-w",
				     "-O1",
				     "-Xclang",
				     "-disable-llvm-passes",
				     "-Xclang",
				     "-disable-lifetime-markers",
				     "-g",
				     "-fno-discard-value-names",
				     "-fno-strict-aliasing",
				     "-U_FORTIFY_SOURCE",
				     "-D_GNU_SOURCE",
				     "-D__NO_INLINE__=1",
				     "-emit-llvm",
				     "-c",
				     source,
				     "-o",
				     bitcode,
				     NULL };
	assert_int_equal(hr_process_run(&result, &(struct hr_process){ .argv = argv }, error), 0);
	if (result.exit_code)
		fail_msg("%s", result.errors.data);
	hr_process_result_release(&result);
}

static inline void analyse_texts(struct analysed *out, const char *const *texts, size_t count)
{
	struct hr_error error = HR_ERROR_INIT;
	char *directory = NULL;
	char *bitcode[MOST_SOURCES];
	assert_true(count <= MOST_SOURCES);
	assert_int_equal(hr_directory_temporary(&directory, &error), 0);
	for (size_t i = 0; i < count; i++) {
		char name[20];
		snprintf(name, sizeof name, "%zu.c", i);
		char *source = hr_path_join(directory, name);
		snprintf(name, sizeof name, "%zu.bc", i);
		bitcode[i] = hr_path_join(directory, name);
		assert_int_equal(hr_file_write(source, texts[i], strlen(texts[i]), &error), 0);
		compile_source(source, bitcode[i], &error);
		free(source);
	}
	assert_int_equal(hr_code_read(&out->code, (const char *const *)bitcode, count, NULL, &error), 0);
	out->facts = hr_facts_find(out->code);
	for (size_t i = 0; i < count; i++)
		free(bitcode[i]);
	hr_directory_remove(directory);
	free(directory);
	hr_error_release(&error);
}

static inline void analyse_text(struct analysed *out, const char *text)
{
	analyse_texts(out, &text, 1);
}

static inline void release_analysed(struct analysed *unit)
{
	hr_facts_free(unit->facts);
	hr_code_free(unit->code);
}

static inline uint32_t function_index(const struct analysed *unit, const char *name)
{
	size_t index;
	if (!hr_map_get(&unit->code->function_by_name, name, &index))
		fail_msg("no function %s", name);
	return (uint32_t)index;
}

static inline const struct hr_function_facts *function_facts(const struct analysed *unit, const char *name)
{
	return &unit->facts->functions.data[function_index(unit, name)];
}

#endif
