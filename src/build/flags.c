/* The compiler's flags. Later ones win: ours stand behind the user's. */
#include "build/builder.h"

#include "base/text.h"

#define COVERAGE "-fsanitize-coverage=inline-8bit-counters,pc-table,trace-cmp"
#define AFTER_RETURN "-fsanitize-address-use-after-return=runtime"

/* What does not depend on the source. */
static const char *const common_flags[] = {
	"-w", HR_OLD_C_FLAGS, "-fPIC", "-U_FORTIFY_SOURCE", "-fno-stack-protector", "-fdebug-compilation-dir=/", NULL
};
static const char *const search_flags[] = {
	"-gline-tables-only", /* all that a stack trace needs, inlined functions included */
	"-O1",
	"-D__NO_INLINE__=1",
	"-fno-omit-frame-pointer",
	"-mno-omit-leaf-frame-pointer",
	"-fno-optimize-sibling-calls",
	"-fsanitize=address,undefined",
	"-fno-sanitize=vptr",
	"-fsanitize-recover=all",
	AFTER_RETURN,
	"-fsanitize-address-use-after-scope",
	COVERAGE,
	"-Xclang",
	"-disable-llvm-passes",
	"-emit-llvm",
	NULL,
};
static const char *const lean_flags[] = { "-fno-sanitize=null,alignment,object-size,pointer-overflow", NULL };
/* The code as it is written: what clang makes of it before any optimisation, every branch in its place. */
static const char *const analysis_flags[] = {
	"-g",
	"-O1", /* not 0: inline functions are looked into */
	"-D__NO_INLINE__=1",
	"-fno-discard-value-names",
	"-fno-strict-aliasing",
	"-Xclang",
	"-disable-llvm-passes",
	"-Xclang",
	"-disable-lifetime-markers", /* or ways out of a scope meet in one place */
	"-emit-llvm",
	NULL,
};
static const char *const coverage_flags[] = { "-g", "-O0", "-fprofile-instr-generate", "-fcoverage-mapping", NULL };
static const char *const object_flags[] = {
	"-w",
	"-fno-crash-diagnostics",
	"-O1",
	"-fPIC",
	"-fno-omit-frame-pointer",
	"-mno-omit-leaf-frame-pointer",
	"-fsanitize=address",
	AFTER_RETURN,
	"-fsanitize-address-use-after-scope",
	COVERAGE,
	"-fno-builtin",
	"-fno-optimize-sibling-calls", /* or a function that ends with free is in no stack */
	/* code that is made one from two places has no line */
	"-mllvm",
	"-simplifycfg-sink-common=false",
	"-mllvm",
	"-simplifycfg-hoist-common=false",
	"-mllvm",
	"-enable-tail-merge=false",
	"-mllvm",
	"-disable-licm-promotion",
	"-Qunused-arguments",
	NULL,
};

/* From bitcode that has all its checks to an object. */
static const char *const code_flags[] = {
	"-w",
	"-fno-crash-diagnostics",
	"-O1",
	"-fPIC",
	"-fno-omit-frame-pointer",
	"-mno-omit-leaf-frame-pointer",
	"-fno-optimize-sibling-calls",
	"-Xclang",
	"-disable-llvm-passes",
	"-mllvm",
	"-enable-tail-merge=false",
	"-Qunused-arguments",
	NULL,
};

bool hr_flag_is_unwanted(const char *flag)
{
	static const char *const beginnings[] = {
		"-fprofile-",   "-fcoverage-",     "-fno-profile-",  "-ftest-coverage",      "-fcs-profile-",
		"-finstrument", "-fdebug-prefix-", "-ffile-prefix-", "-fdebug-compilation-", "-ffile-compilation-",
		"-fsplit-",     "-fsyntax-only",   "-ftime-",        "-fsave-optimization",  "-fembed-bitcode",
		"-fxray",       "-fdiagnostics-",  "-fcolor-",       "-fpatchable-",         "-fsanitize",
	};
	for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
		if (hr_text_starts_with(flag, beginnings[i]))
			return true;
	return false;
}

static void add_all(hr_command *command, const char *const *words)
{
	for (; *words; words++)
		hr_vec_push(command, *words);
}

/* The flags that a source is compiled with, in the order in which they count: the user's first. */
void hr_flags_of_source(hr_command *command, const struct hr_builder *builder, const struct hr_unit_source *source)
{
	for (size_t i = 0; i < source->flags->count; i++)
		if (!hr_flag_is_unwanted(source->flags->data[i]))
			hr_vec_push(command, source->flags->data[i]);
	hr_command_add(command, "-x", "c", "-fno-color-diagnostics", "-fno-crash-diagnostics", NULL);
	add_all(command, common_flags);
	if (builder->options->flavour == HR_FLAVOUR_COVERAGE) {
		add_all(command, coverage_flags);
		return;
	}
	if (builder->options->flavour == HR_FLAVOUR_ANALYSIS) {
		add_all(command, analysis_flags);
		return;
	}
	add_all(command, search_flags);
	if (builder->options->lean)
		add_all(command, lean_flags);
}

void hr_flags_of_object(hr_command *command)
{
	add_all(command, object_flags);
}

void hr_flags_of_code(hr_command *command)
{
	add_all(command, code_flags);
}
