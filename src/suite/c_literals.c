/* Literals and declarations as C text. */
#include "suite/c_text.h"
#include "suite/number_names.h"
#include "suite/program.h"

#include "base/file.h"
#include "base/text.h"
#include "model/extras.h"
#include "seq/noise.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NEEDS_FILE (HR_NEEDS_STREAM | HR_NEEDS_PATH | HR_NEEDS_DESCRIPTOR)

void hr_c_string(struct hr_strbuf *out, const char *bytes, size_t length)
{
	static const char plain[] = "\n\t\r\"\\";
	static const char letters[] = "ntr\"\\";
	bool after_hex = false;
	hr_strbuf_addch(out, '"');
	for (size_t i = 0; i < length; i++) {
		unsigned char byte = (unsigned char)bytes[i];
		const char *found = byte ? strchr(plain, byte) : NULL;
		if (found) {
			hr_strbuf_addf(out, "\\%c", letters[found - plain]);
		} else if (byte == '?') {
			hr_strbuf_addstr(out, i && bytes[i - 1] == '?' ? "\\?" : "?"); /* no trigraphs */
		} else if (byte >= 0x20 && byte < 0x7f) {
			if (after_hex && isxdigit(byte)) /* would belong to the escape */
				hr_strbuf_addstr(out, "\" \"");
			hr_strbuf_addch(out, (char)byte);
		} else {
			hr_strbuf_addf(out, "\\x%02x", byte);
			after_hex = true;
			continue;
		}
		after_hex = false;
	}
	hr_strbuf_addch(out, '"');
}

void hr_c_number(struct hr_strbuf *out, int64_t number, bool is_unsigned)
{
	if (is_unsigned && number < 0)
		hr_strbuf_addf(out, "%lluu", (unsigned long long)number);
	else if (number == INT64_MIN)
		hr_strbuf_addstr(out, "(-9223372036854775807 - 1)");
	else if (number == INT32_MIN)
		hr_strbuf_addstr(out, "(-2147483647 - 1)");
	else
		hr_strbuf_addf(out, "%lld", (long long)number);
}

void hr_c_integer(struct hr_strbuf *out, const struct hr_model *model, int64_t number, struct hr_type_ref ref,
		  bool may_be_error)
{
	const struct hr_type *type = hr_model_type(model, ref);
	int64_t below;
	if (!hr_is_wrapped(type, number, &below)) {
		hr_c_number(out, number, type && type->kind == HR_TYPE_INT && !type->is_signed);
		return;
	}
	const char *name = may_be_error ? hr_wrapped_name(model, type, below) : NULL;
	hr_c_cast(out, model, ref);
	if (name)
		hr_strbuf_addf(out, "-%s", name);
	else
		hr_c_number(out, below, false);
}

void hr_c_real(struct hr_strbuf *out, double real, unsigned *needs)
{
	char text[40];
	if (isnan(real) || isinf(real)) {
		*needs |= HR_NEEDS_MATH;
		hr_strbuf_addstr(out, isnan(real) ? "NAN" : real < 0 ? "-INFINITY" : "INFINITY");
		return;
	}
	for (int digits = 15; digits <= 17; digits++) {
		snprintf(text, sizeof text, "%.*g", digits, real);
		if (strtod(text, NULL) == real)
			break;
	}
	hr_strbuf_addstr(out, text);
	if (!strpbrk(text, ".en"))
		hr_strbuf_addstr(out, ".0");
}

void hr_c_float(struct hr_strbuf *out, float number, unsigned *needs)
{
	char text[40];
	if (isnan(number) || isinf(number)) {
		hr_c_real(out, (double)number, needs);
		return;
	}
	for (int digits = 6; digits <= 9; digits++) {
		snprintf(text, sizeof text, "%.*g", digits, (double)number);
		if (strtof(text, NULL) == number)
			break;
	}
	hr_strbuf_addf(out, "%s%sf", text, strpbrk(text, ".en") ? "" : ".0");
}

const char *hr_c_name(const struct hr_sequence *sequence, size_t value)
{
	/* Keywords, macros, and what the text itself calls. */
#define TAKEN(name) { name, name "_value" }
	static const char *const taken[][2] = {
		TAKEN("asm"),          TAKEN("assert"),   TAKEN("auto"),       TAKEN("break"),
		TAKEN("case"),         TAKEN("char"),     TAKEN("const"),      TAKEN("continue"),
		TAKEN("default"),      TAKEN("do"),       TAKEN("double"),     TAKEN("else"),
		TAKEN("enum"),         TAKEN("errno"),    TAKEN("extern"),     TAKEN("float"),
		TAKEN("for"),          TAKEN("goto"),     TAKEN("if"),         TAKEN("inline"),
		TAKEN("int"),          TAKEN("long"),     TAKEN("memcpy"),     TAKEN("path_with"),
		TAKEN("register"),     TAKEN("restrict"), TAKEN("return"),     TAKEN("short"),
		TAKEN("signed"),       TAKEN("sizeof"),   TAKEN("static"),     TAKEN("stderr"),
		TAKEN("stdin"),        TAKEN("stdout"),   TAKEN("strcmp"),     TAKEN("struct"),
		TAKEN("stream_with"),  TAKEN("switch"),   TAKEN("tmpfile"),    TAKEN("typedef"),
		TAKEN("typeof"),       TAKEN("union"),    TAKEN("unsigned"),   TAKEN("descriptor_with"),
		TAKEN("void"),         TAKEN("volatile"), TAKEN("while"),      TAKEN("unix"),
		TAKEN("linux"),        TAKEN("bool"),     TAKEN("fill"),       TAKEN("it"),
		TAKEN("INFINITY"),     TAKEN("NAN"),      TAKEN("see_call"),   TAKEN("calls_seen"),
		TAKEN("call_count"),   TAKEN("tests"),    TAKEN("noise"),      TAKEN("written_to"),
		TAKEN("missing_path"), TAKEN("checksum"), TAKEN("stream_for"), TAKEN("contents_of"),
		TAKEN("size_of"),
	};
#undef TAKEN
	const char *name = sequence->values.data[value].name;
	for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
		if (strcmp(name, taken[i][0]) == 0)
			return taken[i][1];
	return name;
}

static const struct hr_type *plain_type(const struct hr_model *model, struct hr_type_ref ref)
{
	return ref.type == HR_NO_TYPE ? NULL : &model->types.data[ref.type];
}

/* Without typedefs in between: a typedef'd array or function pointer is written by its name. */
void hr_c_declare(struct hr_strbuf *out, const struct hr_model *model, struct hr_type_ref ref, const char *name)
{
	const struct hr_type *type = plain_type(model, ref);
	const struct hr_type *target = type ? plain_type(model, type->target) : NULL;
	if (!type) {
		hr_strbuf_addf(out, "void *%s", name);
		return;
	}
	struct hr_strbuf inner = HR_STRBUF_INIT;
	if (type->kind == HR_TYPE_ARRAY) {
		if (type->count < 0)
			hr_strbuf_addf(&inner, "%s[]", name);
		else
			hr_strbuf_addf(&inner, "%s[%lld]", name, (long long)type->count);
		hr_c_declare(out, model, type->target, inner.data);
	} else if (type->kind == HR_TYPE_POINTER && target && target->kind == HR_TYPE_FUNCTION) {
		hr_strbuf_addf(&inner, "(*%s)(", name);
		for (size_t i = 0; i < target->params.count; i++) {
			hr_strbuf_addstr(&inner, i ? ", " : "");
			hr_model_spell(&inner, model, target->params.data[i].type);
		}
		hr_strbuf_addstr(&inner, target->is_variadic ? ", ...)" : target->params.count ? ")" : "void)");
		hr_c_declare(out, model, target->target, inner.data);
	} else {
		hr_model_spell(out, model, ref);
		if (*name && (!out->length || out->data[out->length - 1] != '*'))
			hr_strbuf_addch(out, ' ');
		hr_strbuf_addstr(out, name);
	}
	hr_strbuf_release(&inner);
}

/* Where the others put what they make. What is made goes when the program ends; a test that crashes leaves it to its directory. */
/* A format: who allocates. */
static const char file_helper[] =
	"static struct \001made_file {\n"
	"\tstruct \001made_file *next;\n"
	"\tchar name[];\n"
	"} *\001made_files;\n\n"
	"static void \001remove_made_files(void)\n"
	"{\n"
	"\tstruct \001made_file *one;\n"
	"\tfor (one = \001made_files; one; one = one->next)\n"
	"\t\tremove(one->name);\n"
	"}\n\n"
	"static int \001make_file_with(char **name, const char *bytes, size_t size)\n"
	"{\n"
	"\tconst char *directory = getenv(\"TMPDIR\");\n"
	"\tif (!directory || !*directory)\n"
	"\t\tdirectory = \"/tmp\";\n"
	"\tstruct \001made_file *one = %s(sizeof *one + strlen(directory) + sizeof \"/file-XXXXXX\");\n"
	"\tif (!one || (!\001made_files && atexit(\001remove_made_files) != 0))\n"
	"\t\tabort();\n"
	"\tstrcat(strcpy(one->name, directory), \"/file-XXXXXX\");\n"
	"\tint descriptor = mkstemp(one->name);\n"
	"\tif (descriptor < 0 || write(descriptor, bytes, size) != (ssize_t)size ||\n"
	"\t    lseek(descriptor, 0, SEEK_SET) != 0)\n"
	"\t\tabort();\n"
	"\tone->next = \001made_files;\n"
	"\t\001made_files = one;\n"
	"\t*name = one->name;\n"
	"\treturn descriptor;\n"
	"}\n\n";

static const char descriptor_helper[] = "static int \001descriptor_with(const char *bytes, size_t size)\n"
					"{\n"
					"\tchar *name;\n"
					"\tint descriptor = \001make_file_with(&name, bytes, size);\n"
					"\tunlink(name);\n"
					"\treturn descriptor;\n"
					"}\n\n";

static const char stream_helper[] = "static FILE *\001stream_with(const char *bytes, size_t size)\n"
				    "{\n"
				    "\treturn fdopen(\001descriptor_with(bytes, size), bytes ? \"r\" : \"w+\");\n"
				    "}\n\n";

static const char small_stream_helper[] = "/* For so many bytes, and no more. */\n"
					  "static FILE *\001stream_for(size_t room)\n"
					  "{\n"
					  "\tFILE *stream = fmemopen(NULL, room, \"w\");\n"
					  "\tif (stream)\n"
					  "\t\tsetbuf(stream, NULL);\n"
					  "\treturn stream;\n"
					  "}\n\n";

/* Without moving in the stream. Room is left for what tests expect at most, and enough to see that it is something else. */
static const char written_helper[] = "static const char *\001written_to(FILE *stream)\n"
				     "{\n"
				     "\tstatic char text[257];\n"
				     "\tfflush(stream);\n"
				     "\tssize_t length = pread(fileno(stream), text, sizeof text - 1, 0);\n"
				     "\ttext[length > 0 ? length : 0] = '\\0';\n"
				     "\treturn text;\n"
				     "}\n\n";

/* A file that is not there has no text that any has. */
static const char contents_helper[] = "static const char *\001contents_of(const char *path)\n"
				      "{\n"
				      "\tstatic char bytes[513];\n"
				      "\tFILE *file = fopen(path, \"rb\");\n"
				      "\tmemset(bytes, 0xff, sizeof bytes - 1);\n"
				      "\tif (file) {\n"
				      "\t\tbytes[fread(bytes, 1, sizeof bytes - 1, file)] = '\\0';\n"
				      "\t\tfclose(file);\n"
				      "\t}\n"
				      "\treturn bytes;\n"
				      "}\n\n";

static const char size_helper[] = "static long \001size_of(const char *path)\n"
				  "{\n"
				  "\tFILE *file = fopen(path, \"rb\");\n"
				  "\tlong size = file && fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;\n"
				  "\tif (file)\n"
				  "\t\tfclose(file);\n"
				  "\treturn size;\n"
				  "}\n\n";

static const char path_helper[] = "static char *\001path_with(const char *bytes, size_t size)\n"
				  "{\n"
				  "\tchar *name;\n"
				  "\tclose(\001make_file_with(&name, bytes, size));\n"
				  "\treturn name;\n"
				  "}\n\n";

static const char missing_helper[] = "static char *\001missing_path(void)\n"
				     "{\n"
				     "\tchar *name = \001path_with(\"\", 0);\n"
				     "\tunlink(name);\n"
				     "\treturn name;\n"
				     "}\n\n";

static const char fill_helper[] = "static void \001fill(char *bytes, size_t size, const char *pattern)\n"
				  "{\n"
				  "\tfor (size_t i = 0; i < size; i++)\n"
				  "\t\tbytes[i] = pattern[i % strlen(pattern)];\n"
				  "}\n\n";

/* As hr_bytes_checksum() has it. */
static const char checksum_helper[] = "/* Of bytes that are too many to be written out. */\n"
				      "static unsigned \001checksum(const void *bytes, size_t size)\n"
				      "{\n"
				      "\tunsigned sum = 2166136261u;\n"
				      "\tfor (size_t i = 0; i < size; i++)\n"
				      "\t\tsum = (sum ^ ((const unsigned char *)bytes)[i]) * 16777619u;\n"
				      "\treturn sum;\n"
				      "}\n\n";

static const char noise_helper[] =
	"/* Letters that look drawn by chance; after a while they begin anew. */\n"
	"static void \001noise(char *bytes, size_t size, size_t period, unsigned letters, unsigned seed)\n";

/* Room is left for what tests expect at most, and enough to see that it is something else. */
static const char calls_helper[] = "/* What callbacks were called with, one call after the other. */\n"
				   "static char \001calls_seen[256];\n"
				   "static size_t \001calls_length;\n"
				   "static unsigned \001call_count;\n\n"
				   "static void \001see_call(const char *format, ...)\n"
				   "{\n"
				   "\tva_list list;\n"
				   "\tva_start(list, format);\n"
				   "\tif (\001call_count++ && \001calls_length < sizeof \001calls_seen - 1)\n"
				   "\t\t\001calls_seen[\001calls_length++] = ' ';\n"
				   "\tif (\001calls_length < sizeof \001calls_seen)\n"
				   "\t\t\001calls_length += (size_t)vsnprintf(\001calls_seen + \001calls_length,\n"
				   "\t\t\t\t\t\t sizeof \001calls_seen - \001calls_length, format, list);\n"
				   "\tva_end(list);\n"
				   "}\n\n";

static const char forget_helper[] = "static void \001forget_calls(void)\n"
				    "{\n"
				    "\t\001calls_seen[0] = '\\0';\n"
				    "\t\001calls_length = 0;\n"
				    "\t\001call_count = 0;\n"
				    "}\n\n";

static const char leave_helper[] =
	"/* What cannot be given back without losing memory stays where a check for leaks finds it. */\n"
	"static const void *volatile \001kept[1024];\n"
	"static size_t \001kept_count;\n\n"
	"static void \001leave(const void *object)\n"
	"{\n"
	"\tif (\001kept_count < sizeof \001kept / sizeof *\001kept)\n"
	"\t\t\001kept[\001kept_count++] = object;\n"
	"}\n\n";

/* The linker leads the library's allocations here (hr_suite_link_flags). */
static const char fail_alloc_helper[] =
	"/* The n-th allocation from now on fails; the linker has to be told: --wrap=malloc and so on. */\n"
	"static long \001until_failure;\n\n"
	"static void \001fail_alloc(long n)\n"
	"{\n"
	"\t\001until_failure = n;\n"
	"}\n\n"
	"static int \001fails(void)\n"
	"{\n"
	"\tif (\001until_failure == 0 || --\001until_failure > 0)\n"
	"\t\treturn 0;\n"
	"\terrno = ENOMEM;\n"
	"\treturn 1;\n"
	"}\n\n"
	"#define \001WRAP(type, name, parameters, arguments) \\\n"
	"\ttype __real_##name parameters; \\\n"
	"\ttype __wrap_##name parameters; \\\n"
	"\ttype __wrap_##name parameters \\\n"
	"\t{ \\\n"
	"\t\treturn \001fails() ? NULL : __real_##name arguments; \\\n"
	"\t}\n"
	"\001WRAP(void *, malloc, (size_t size), (size))\n"
	"\001WRAP(void *, calloc, (size_t count, size_t size), (count, size))\n"
	"\001WRAP(void *, realloc, (void *block, size_t size), (block, size))\n"
	"\001WRAP(void *, reallocarray, (void *block, size_t count, size_t size), (block, count, size))\n"
	"\001WRAP(void *, aligned_alloc, (size_t alignment, size_t size), (alignment, size))\n"
	"\001WRAP(char *, strdup, (const char *text), (text))\n"
	"\001WRAP(char *, strndup, (const char *text, size_t most), (text, most))\n\n";

const char *hr_suite_link_flags(const char *text)
{
	return strstr(text, "(void *, malloc, (size_t size)")
		       ? " -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=reallocarray,--wrap=aligned_alloc,"
			 "--wrap=strdup,--wrap=strndup"
		       : "";
}

void hr_c_helpers(struct hr_strbuf *out, unsigned needs)
{
	if (needs & HR_NEEDS_EMPTY_FORMAT)
		hr_strbuf_addstr(out, "/* Formats with nothing in them are meant. */\n"
				      "#pragma GCC diagnostic ignored \"-Wformat-zero-length\"\n\n");
	if (needs & HR_NEEDS_DEPRECATED)
		hr_strbuf_addstr(out, "/* What is deprecated still has to work. */\n"
				      "#pragma GCC diagnostic ignored \"-Wdeprecated-declarations\"\n\n");
	if (needs & HR_NEEDS_FILL)
		hr_strbuf_addstr(out, fill_helper);
	if (needs & HR_NEEDS_NOISE)
		hr_strbuf_addf(out, "%s%s", noise_helper, hr_noise_c_body);
	if (needs & HR_NEEDS_CHECKSUM)
		hr_strbuf_addstr(out, checksum_helper);
	if (needs & HR_NEEDS_CALLS)
		hr_strbuf_addstr(out, calls_helper);
	if (needs & HR_NEEDS_FORGET)
		hr_strbuf_addstr(out, forget_helper);
	if (needs & HR_NEEDS_LEAVE)
		hr_strbuf_addstr(out, leave_helper);
	if (needs & HR_NEEDS_FAIL_ALLOC)
		hr_strbuf_addstr(out, fail_alloc_helper);
	if (needs & NEEDS_FILE)
		/* the test itself has all the memory that it asks for */
		hr_strbuf_addf(out, file_helper, needs & HR_NEEDS_FAIL_ALLOC ? "__real_malloc" : "malloc");
	if (needs & (HR_NEEDS_STREAM | HR_NEEDS_DESCRIPTOR))
		hr_strbuf_addstr(out, descriptor_helper);
	if (needs & HR_NEEDS_STREAM)
		hr_strbuf_addstr(out, stream_helper);
	if (needs & HR_NEEDS_SMALL_STREAM)
		hr_strbuf_addstr(out, small_stream_helper);
	if (needs & HR_NEEDS_WRITTEN)
		hr_strbuf_addstr(out, written_helper);
	if (needs & HR_NEEDS_CONTENTS)
		hr_strbuf_addstr(out, contents_helper);
	if (needs & HR_NEEDS_SIZE)
		hr_strbuf_addstr(out, size_helper);
	if (needs & HR_NEEDS_PATH)
		hr_strbuf_addstr(out, path_helper);
	if (needs & HR_NEEDS_MISSING)
		hr_strbuf_addstr(out, missing_helper);
}

/* The directory of an option -I, in one word or two; NULL for others. */
static const char *include_directory(const struct hr_model *model, size_t flag)
{
	const char *text = model->flags.data[flag];
	if (hr_text_equal(text, "-I") && flag + 1 < model->flags.count)
		return model->flags.data[flag + 1];
	return text && strncmp(text, "-I", 2) == 0 && text[2] ? text + 2 : NULL;
}

/* What of the path comes behind the directory; NULL: it is not below it. */
static const char *below(const char *path, const char *directory)
{
	size_t length = strlen(directory);
	while (length && directory[length - 1] == '/')
		length--;
	return length && strncmp(path, directory, length) == 0 && path[length] == '/' ? path + length + 1 : NULL;
}

/* Whether a directory has the file, so that it would be found there. */
static bool has_file(const char *directory, const char *name)
{
	char *path = hr_path_join(directory, name);
	bool is_there = access(path, F_OK) == 0;
	free(path);
	return is_there;
}

/* A header as users of the library write it: below the nearest -I directory, unless another one that is searched before has something of that name. */
static const char *header_name(const struct hr_model *model, const char *header)
{
	const char *shortest = header;
	for (size_t i = 0; i < model->flags.count; i++) {
		const char *directory = include_directory(model, i);
		const char *name = directory ? below(header, directory) : NULL;
		bool is_first = name && strlen(name) < strlen(shortest) && !has_file(".", name);
		for (size_t k = 0; k < i && is_first; k++) {
			const char *earlier = include_directory(model, k);
			is_first = !earlier || strcmp(earlier, directory) == 0 || !has_file(earlier, name);
		}
		if (is_first)
			shortest = name;
	}
	return shortest;
}

void hr_c_includes(struct hr_strbuf *out, const struct hr_model *model, unsigned needs, const char *first)
{
	static const struct {
		const char *name;
		unsigned needs; /* any of these; 0: always */
	} all[] = { { "errno.h", HR_NEEDS_FAIL_ALLOC | HR_NEEDS_ERRNO },
		    { "math.h", HR_NEEDS_MATH },
		    { "stdarg.h", HR_NEEDS_CALLS },
		    { "stdint.h", 0 },
		    { "stdio.h", 0 },
		    { "stdlib.h", 0 },
		    { "string.h", 0 },
		    { "unistd.h", NEEDS_FILE } };
	if (needs & (NEEDS_FILE | HR_NEEDS_SMALL_STREAM | HR_NEEDS_FAIL_ALLOC | HR_NEEDS_GNU))
		hr_strbuf_addstr(out, "#ifndef _GNU_SOURCE\n#define _GNU_SOURCE\n#endif\n");
	hr_strbuf_addstr(out, first);
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		if (!all[i].needs || (needs & all[i].needs))
			hr_strbuf_addf(out, "#include <%s>\n", all[i].name);
	hr_strbuf_addch(out, '\n');
	for (size_t i = 0; i < model->headers.count; i++)
		hr_strbuf_addf(out, "#include \"%s\"\n", header_name(model, model->headers.data[i]));
	hr_strbuf_addch(out, '\n');
}

void hr_c_checks(struct hr_strbuf *out, const struct hr_model *model, const char *body)
{
	bool is_any = false;
	for (int round = 0; round < 2; round++)
		for (size_t i = 0; i < model->operations.count; i++) {
			const struct hr_operation *operation = &model->operations.data[i];
			if (!operation->checked || !hr_text_find_word(body, operation->name, false))
				continue;
			if (!is_any)
				hr_strbuf_addstr(out,
						 "/* Calls with the user's checks around them. */\n" HR_CHECKS_HEAD);
			is_any = true;
			/* macros behind all functions, which call the operations themselves */
			if (round == 0)
				hr_strbuf_addstr(out, operation->checked);
			else
				hr_strbuf_addf(out, "#define %s harrier_checked_%s\n", operation->name,
					       operation->name);
		}
	if (is_any)
		hr_strbuf_addch(out, '\n');
}
