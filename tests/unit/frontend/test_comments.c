/* Which comment is about what. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "reading.h"

/* What is written about a subject: "f", "f.param", "struct s", "struct s.field", "enum e.ENUMERATOR", "#CONSTANT",
 * "$variable". */
static const char *doc_of(const struct hr_model *model, const char *subject)
{
	const char *dot = strchr(subject, '.');
	char owner[64] = "";
	const char *doc = NULL;

	snprintf(owner, sizeof owner, "%.*s", dot ? (int)(dot - subject) : (int)sizeof owner - 1, subject);
	if (subject[0] == '#')
		return find_constant(model, subject + 1)->doc;
	for (size_t i = 0; i < model->variables.count && subject[0] == '$'; i++)
		if (strcmp(model->variables.data[i].name, subject + 1) == 0)
			doc = model->variables.data[i].doc;
	if (subject[0] == '$')
		return doc;
	if (!strchr(owner, ' '))
		return dot ? find_param(find_operation(model, owner), dot + 1)->doc : find_operation(model, owner)->doc;
	if (!dot)
		return find_type(model, owner)->doc;
	if (strncmp(owner, "enum", 4) != 0)
		return find_field(find_type(model, owner), dot + 1)->doc;
	for (size_t i = 0; i < find_type(model, owner)->enumerators.count; i++)
		if (strcmp(find_type(model, owner)->enumerators.data[i].name, dot + 1) == 0)
			doc = find_type(model, owner)->enumerators.data[i].doc;
	return doc;
}

struct comment_case {
	const char *text, *subject, *expected;
};

static void check_comments(const char *directory, const struct comment_case *cases, size_t count)
{
	struct hr_model *model = NULL;
	int problems = 0;

	for (size_t i = 0; i < count; i++) {
		/* Cases about the same text stand together. */
		if (i == 0 || strcmp(cases[i].text, cases[i - 1].text) != 0) {
			hr_model_free(model);
			model = read_text(directory, cases[i].text, NULL);
		}
		struct hr_strbuf subject = HR_STRBUF_INIT;

		hr_strbuf_addf(&subject, "%s\n-- %s", cases[i].text, cases[i].subject);
		expect_text(&problems, subject.data, cases[i].expected, doc_of(model, cases[i].subject));
		hr_strbuf_release(&subject);
	}
	hr_model_free(model);
	assert_int_equal(problems, 0);
}

static void test_comments__above(void **state)
{
	static const struct comment_case cases[] = {
		{ "int f(void);", "f", NULL },
		{ "/* Counts. */\nint f(void);", "f", "Counts." },
		{ "/** Counts. */\nint f(void);", "f", "Counts." },
		{ "/*! Counts. */\nint f(void);", "f", "Counts." },
		{ "// Counts.\nint f(void);", "f", "Counts." },
		{ "/// Counts.\n/// Twice.\nint f(void);", "f", "Counts.\nTwice." },
		{ "/*\n * Counts.\n *\n * Twice.\n */\nint f(void);", "f", "Counts.\nTwice." },
		{ "/***********\n * Counts. *\n ***********/\nint f(void);", "f", "Counts." },
		{ "/* Counts. */\n\nint f(void);", "f", "Counts." },
		{ "/*------*/\n/** Counts. */\n/*------*/\nint f(void);", "f", "Counts." },
		{ "/* About the file. */\n\n\n\nint f(void);", "f", NULL },
		{ "/* Counts. */ int f(void);", "f", "Counts." },
		{ "/* First. */\nint f(void);\n/* Second. */\nint g(void);", "f", "First." },
		{ "/* First. */\nint f(void);\n/* Second. */\nint g(void);", "g", "Second." },
		{ "/* First. */\nint f(void);\n\nint g(void);", "g", NULL },
		{ "/* Counts. */\n#define API\nAPI int f(void);", "f", "Counts." },
		{ "/* Counts. */\n__attribute__((pure))\nint f(void);", "f", "Counts." },
		{ "const char *x = \"/* no */\";\nint f(void);", "f", NULL },
		{ "#define A_ONE 1\n#define A_TWO 2\nstruct s;\n/* A_ONE or A_TWO. */\nint f(struct s *s, int how);",
		  "f", "A_ONE or A_TWO." },
		{ "void end(char *s);\n/* To be freed with end(). */\nchar *f(void);\n", "f",
		  "To be freed with end()." },
	};

	check_comments(*state, cases, COUNT(cases));
}

#define BELOW                                                                       \
	"/* A library for counting. */\n\n\n"                                       \
	"int start(int *p);\n/*\n     start begins with p. It returns 0.\n*/\n\n"   \
	"int step(int *p);\n/*\n     step adds one to *p.\n*/\n\n"                  \
	"int stop(int *p);\nint halt(int *p);\n/*\n     stop and halt end it.\n*/\n"

/* A header whose comments name the function that they follow. */
static void test_comments__below(void **state)
{
	static const struct comment_case cases[] = {
		{ BELOW, "start", "start begins with p. It returns 0." },
		{ BELOW, "step", "step adds one to *p." },
		{ BELOW, "stop", "stop and halt end it." },
		{ BELOW, "halt", "stop and halt end it." },
	};

	check_comments(*state, cases, COUNT(cases));
}

#define BESIDE "int f(void); /* Counts. */\nint g(void); // Adds.\nint h(void);"

static void test_comments__beside(void **state)
{
	static const struct comment_case cases[] = {
		{ BESIDE, "f", "Counts." },
		{ BESIDE, "g", "Adds." },
		{ BESIDE, "h", NULL },
		{ "int f(void); /**< Counts. */", "f", "Counts." },
		{ "int f(void); ///< Counts.", "f", "Counts." },
		{ "/* Above. */\nint f(void); /* Beside. */", "f", "Above.\nBeside." },
	};

	check_comments(*state, cases, COUNT(cases));
}

#define GROUP "/* Both count. */\nint f(void);\nint g(void);\n\nint h(void);"

static void test_comments__shared(void **state)
{
	static const struct comment_case cases[] = {
		{ GROUP, "f", "Both count." },
		{ GROUP, "g", "Both count." },
		{ GROUP, "h", NULL },
	};

	check_comments(*state, cases, COUNT(cases));
}

#define PARAMS                                                           \
	"/* Copies. */\nint copy(char *to,   /* where to */\n"           \
	"         const char *from, // what\n"                            \
	"         int n            /* how much */);\n"                    \
	"int other(/* before */ int a, int b /* behind */, int c);\n"

static void test_comments__of_parameters(void **state)
{
	static const struct comment_case cases[] = {
		{ PARAMS, "copy", "Copies." },    { PARAMS, "copy.to", "where to" }, { PARAMS, "copy.from", "what" },
		{ PARAMS, "copy.n", "how much" }, { PARAMS, "other.b", "behind" },   { PARAMS, "other.c", NULL },
	};

	check_comments(*state, cases, COUNT(cases));
}

#define STRUCT                                          \
	"/* A pair. */\nstruct pair {\n"                \
	"\tint a; /* beside */\n"                       \
	"\t/* above */\n\tint b;\n"                     \
	"\tint c; ///< after\n"                         \
	"\n\t/**\n\t * on two\n\t * lines\n\t */\n\tint d;\n" \
	"\tint e;\n\n\tint g;\n};\nvoid f(struct pair *p);"
#define ENUM                                                                  \
	"/* What to do. */\nenum order {\n\tSTART, /* begin */\n\t/* end */\n\tSTOP,\n\n\tWAIT\n};\n" \
	"void f(enum order o);"

#define CONTINUED                                               \
	"struct dial {\n"                                       \
	"\tint a; // 0: none,\n\t       // 1: some\n"            \
	"\tint b; /* first    */\n\t       /* second */\n"        \
	"\tint c; // of c\n\t// of d\n\tint d;\n"                  \
	"\n\tint e; /* of e */\n\t       /* of f */ int f;\n};\n" \
	"void f(struct dial *d);"

/* What stands below a comment at the end of a line, in the same column, goes on with it. */
static void test_comments__continued(void **state)
{
	static const struct comment_case cases[] = {
		{ CONTINUED, "struct dial.a", "0: none,\n1: some" },
		{ CONTINUED, "struct dial.b", "first\nsecond" },
		{ CONTINUED, "struct dial.c", "of c" },
		{ CONTINUED, "struct dial.d", "of d" },
		{ CONTINUED, "struct dial.e", "of e" },
		{ CONTINUED, "struct dial.f", "of f" },
	};

	check_comments(*state, cases, COUNT(cases));
}

static void test_comments__of_members(void **state)
{
	static const struct comment_case cases[] = {
		{ STRUCT, "struct pair", "A pair." },
		{ STRUCT, "struct pair.a", "beside" },
		{ STRUCT, "struct pair.b", "above" },
		{ STRUCT, "struct pair.c", "above\nafter" }, /* as under a heading */
		{ STRUCT, "struct pair.d", "on two\nlines" },
		{ STRUCT, "struct pair.e", "on two\nlines" }, /* neighbours share */
		{ STRUCT, "struct pair.g", NULL },
		{ ENUM, "enum order", "What to do." },
		{ ENUM, "enum order.START", "begin" },
		{ ENUM, "enum order.STOP", "end" },
		{ ENUM, "enum order.WAIT", NULL },
	};

	check_comments(*state, cases, COUNT(cases));
}

#define SECTIONS                                                     \
	"struct parser {\n\t/* Options you can change: */\n\tint mode; /* how */\n\n\tint depth;\n\n" \
	"\t/** Private, used by parser.c. */\n\t/** Where it is. */\n\tint place;\n\n\tint rest;\n\n\t/* Time of the last one. */\n" \
	"\tint time;\n\n\t/** READ-ONLY **/\n\tint lines;\n\n\t/* Set at the end. */\n\tint done;\n\n\t/* You are free to use this. */\n\tvoid *own;\n\n\tint other;\n};\nvoid f(struct parser *p);"
#define NESTED                                                                                                          \
	"struct outer {\n\t/* Private (used by outer.c): */\n\tint a;\n\tstruct {\n\t\t/* public: */\n\t\tint x;\n\t} in;\n" \
	"\tint b;\n};\nvoid f(struct outer *o);"
#define PROPERTIES                                                                                            \
	"struct battery {\n\t/* Internal resistance, in ohms. */\n\tint inner;\n\n\tint volts;\n};\n" \
	"void f(struct battery *b);"

/* What is said of all that follows holds until the next such comment; empty lines do not end it. */
static void test_comments__headings(void **state)
{
	static const struct comment_case cases[] = {
		{ SECTIONS, "struct parser.mode", "Options you can change:\nhow" },
		{ SECTIONS, "struct parser.depth", "Options you can change:" },
		{ SECTIONS, "struct parser.place", "Private, used by parser.c.\nWhere it is." },
		{ SECTIONS, "struct parser.rest", "Private, used by parser.c." },
		{ SECTIONS, "struct parser.time", "Time of the last one." },
		{ SECTIONS, "struct parser.lines", "READ-ONLY" },
		{ SECTIONS, "struct parser.done", "READ-ONLY\nSet at the end." },
		{ SECTIONS, "struct parser.own", "You are free to use this." },
		{ SECTIONS, "struct parser.other", NULL },
		{ NESTED, "struct outer.a", "Private (used by outer.c):" },
		{ NESTED, "struct outer.b", "Private (used by outer.c):" },
		{ PROPERTIES, "struct battery.inner", "Internal resistance, in ohms." },
		{ PROPERTIES, "struct battery.volts", NULL },
	};

	check_comments(*state, cases, COUNT(cases));
}

#define OTHERS                                                                  \
	"/* At most. */\n#define LIMIT 9\n\n#define LEAST 1 /* at least */\n\n" \
	"/* How many. */\nextern int count;\n\nvoid f(void);"

static void test_comments__of_others(void **state)
{
	static const struct comment_case cases[] = {
		{ OTHERS, "#LIMIT", "At most." },
		{ OTHERS, "#LEAST", "at least" },
		{ OTHERS, "$count", "How many." },
		{ OTHERS, "f", NULL },
	};

	check_comments(*state, cases, COUNT(cases));
}

#define DOXYGEN                                          \
	"/**\n * @brief Reads.\n"                        \
	" * @param[out] to  where to\n"                  \
	" * @param n  how much\n * @return 0 on success\n */\n" \
	"int fetch(char *to, int n);\n"
#define GTK                                      \
	"/**\n * fetch:\n * @to: (out): where to\n" \
	" * @n: how much\n *\n * Reads.\n *\n * Returns: (transfer full): text\n */\nchar *fetch(char *to, int n);\n"

/* Tags stay as they are: later stages read them. */
static void test_comments__with_tags(void **state)
{
	static const struct comment_case cases[] = {
		{ DOXYGEN, "fetch",
		  "@brief Reads.\n@param[out] to  where to\n@param n  how much\n@return 0 on success" },
		{ GTK, "fetch", "fetch:\n@to: (out): where to\n@n: how much\nReads.\nReturns: (transfer full): text" },
	};

	check_comments(*state, cases, COUNT(cases));
}

/* Where a prototype is shown in the comment because the name is a macro. */
static void test_comments__by_prototype(void **state)
{
	static const struct comment_case cases[] = {
		{ "int start_(int level, int version);\n\n\n\n"
		  "#define start(level) start_((level), 1)\n\n\n/*\nint start(int level);\n\n   Starts at a level.\n*/\n",
		  "start_", "int start(int level);\nStarts at a level." },
		{ "int go(int level);\n\n\n\n\n/*\n  int go OF((int level));\n   Goes.\n*/\n", "go",
		  "int go OF((int level));\nGoes." },
	};

	check_comments(*state, cases, COUNT(cases));
}

/* A definition may be documented where the declaration is not. */
static void test_comments__of_definitions(void **state)
{
	struct hr_model *model = read_text(*state, "int f(int a);\n/* Adds. */\nint g(int a);\n",
					   "#include \"unit.h\"\n/* Counts to a. */\nint f(int a) { return a; }\n"
					   "/* Adds, slowly. */\nint g(int a /* all */) { return a; }\n");

	assert_string_equal(find_operation(model, "f")->doc, "Counts to a.");
	assert_string_equal(find_operation(model, "g")->doc, "Adds.\nAdds, slowly.");
	assert_string_equal(find_param(find_operation(model, "g"), "a")->doc, "all");
	hr_model_free(model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_comments__above),          IN_SCRATCH(test_comments__below),
		IN_SCRATCH(test_comments__continued),      IN_SCRATCH(test_comments__beside),
		IN_SCRATCH(test_comments__shared),         IN_SCRATCH(test_comments__of_parameters),
		IN_SCRATCH(test_comments__of_members),     IN_SCRATCH(test_comments__of_others),
		IN_SCRATCH(test_comments__with_tags),      IN_SCRATCH(test_comments__by_prototype),
		IN_SCRATCH(test_comments__of_definitions), IN_SCRATCH(test_comments__headings),
	};

	return cmocka_run_group_tests_name("comments", tests, NULL, NULL);
}
