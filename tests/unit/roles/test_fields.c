/* Fields of structs: what the caller sets, what it reads, what it leaves alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "inferring.h"

static void test_fields__options(void **state)
{
	static const char header[] =
		"#include <stdio.h>\n#include <stddef.h>\nenum mode { FAST, SLOW }; enum traits { T_A = 1, T_B = 2, T_C = 4 };\n"
		"struct options {\n"
		"\tenum mode mode;\n\tenum traits traits;\n\tunsigned flags;\n\tconst char *title;\n\tconst char *log_path;\n"
		"\tFILE *trace;\n\tint fd;\n\tvoid (*on_error)(void *data, const char *text);\n\tvoid *on_error_data;\n"
		"\tdouble ratio;\n\tint _reserved;\n\tint state; /* internal, do not touch */\n"
		"\tconst int *ports;\n\tsize_t num_ports;\n};\n"
		"struct server;\n"
		"struct server *server_start(const struct options *options);\nvoid server_free(struct server *s);\n";
	static const struct role_case cases[] = {
		{ "struct options",
		  "mode enum | traits flags | flags flags | title string | log_path path | trace file | "
		  "fd descriptor | on_error callback | on_error_data user_data of on_error | ratio in | "
		  "_reserved private | state private | ports array | num_ports length of ports elements" },
		{ "server_start", "options in | -> owned freed_by server_free" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

/* Input and output that the caller hands over bit by bit. */
static void test_fields__streams(void **state)
{
	static const char header[] =
		"#include <stddef.h>\n"
		"struct codec {\n"
		"\tconst unsigned char *next_in; /* next input byte */\n\tsize_t avail_in; /* number of bytes at next_in */\n"
		"\tunsigned char *next_out; /* where the next output byte goes */\n\tsize_t avail_out; /* room at next_out */\n"
		"\tunsigned long total; /* bytes written so far */\n"
		"\tconst char *message; /* last error, set by the library */\n"
		"\tstruct inner *inner; /* not visible by applications */\n"
		"\tvoid *(*allocate)(void *opaque, size_t size);\n\tvoid *opaque;\n};\n"
		"int codec_init(struct codec *c);\nint codec_run(struct codec *c, int finish);\nint codec_end(struct codec *c);\n";
	static const struct role_case cases[] = {
		{ "struct codec", "next_in buffer | avail_in length of next_in bytes | next_out out | "
				  "avail_out capacity of next_out bytes | total out | message out | inner private | "
				  "allocate callback | opaque user_data of allocate" },
		{ "codec_init", "c receiver | -> status" },
		{ "codec_run", "c receiver | finish in" },
		{ "codec_end", "c receiver" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

static void test_fields__results(void **state)
{
	static const char header[] = "struct stats { int lines; double mean; const char *longest; };\n"
				     "struct info { int width; int height; };\nstruct image;\n"
				     "int text_stats(const char *text, struct stats *stats);\n"
				     "const struct info *image_info(const struct image *i);\n"
				     "struct image *image_new(void);\nvoid image_free(struct image *i);\n";
	static const struct role_case cases[] = {
		{ "struct stats", "lines out | mean out | longest out" },
		{ "struct info", "width out | height out" },
		{ "text_stats", "text string | stats out | -> status" },
		{ "image_info", "i receiver | -> borrowed of i" },
	};

	check_roles(*state, header, cases, COUNT(cases));
}

/* What the header hides, no caller sets. */
static void test_fields__hidden(void **state)
{
	struct hr_model *model =
		read_text(*state, "struct s; struct s *s_new(void); void s_free(struct s *s);",
			  "#include \"unit.h\"\nstruct s { int a; void (*f)(void); };\n"
			  "struct s *s_new(void) { return 0; }\nvoid s_free(struct s *s) { (void)s; }\n");

	hr_roles_infer(model);
	assert_int_equal(find_field(find_type(model, "struct s"), "a")->role, HR_ROLE_PRIVATE);
	assert_int_equal(find_field(find_type(model, "struct s"), "f")->role, HR_ROLE_PRIVATE);
	hr_model_free(model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_fields__options),
		IN_SCRATCH(test_fields__streams),
		IN_SCRATCH(test_fields__results),
		IN_SCRATCH(test_fields__hidden),
	};

	return cmocka_run_group_tests_name("fields", tests, NULL, NULL);
}
