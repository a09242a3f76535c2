/* Investigations with scripted outcomes: each kind of rule is learned from its experiment, each class is given for its reasons. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "oracle/legality.h"

#include "api.h"
#include "scripted.h"

struct inquest {
	const char *name;
	const char *calls;
	struct script script;
	enum hr_class class;
	const char *rule; /* that is learned, as contracts.h has it; NULL: none */
};

static const struct inquest inquests[] = {
	{ "NULL",
	  "parse(NULL)",
	  { .fails = "parse(NULL)", .kind = HR_KIND_NULL },
	  HR_CLASS_MISUSE,
	  "HARRIER_LEARNED(parse, non_null, text)" },
	{ "NULL that is handed on to the C library",
	  "parse(NULL)",
	  { .fails = "parse(NULL)", .kind = HR_KIND_UB_NONNULL_ARGUMENT },
	  HR_CLASS_MISUSE,
	  "HARRIER_LEARNED(parse, non_null, text)" },
	{ "NULL of the unit's own that is handed on to the C library",
	  "b = box_sized(0)\nbox_first(b)",
	  { .fails = "box_first", .kind = HR_KIND_UB_NONNULL_ARGUMENT },
	  HR_CLASS_PORTABILITY,
	  NULL },
	{ "a value that is shifted into its sign",
	  "parse(\"\\xff\")",
	  { .fails = "xff",
	    .kind = HR_KIND_UB_SHIFT,
	    .text = "left shift of 255 by 24 places cannot be represented in type 'int'" },
	  HR_CLASS_PORTABILITY,
	  NULL },
	{ "a shift by more places than there are",
	  "parse(\"\\xff\")",
	  { .fails = "xff", .kind = HR_KIND_UB_SHIFT, .text = "shift exponent 255 is too large for 32-bit type 'int'" },
	  HR_CLASS_LIKELY,
	  NULL },
	{ "NULL, for an object",
	  "b = box_new()\nbox_merge(b, NULL)",
	  { .fails = "NULL)", .kind = HR_KIND_NULL },
	  HR_CLASS_MISUSE,
	  "HARRIER_LEARNED(box_merge, non_null, other)" },
	{ "an overflow does not come from NULL",
	  "b = box_sized(5)\nbox_merge(b, NULL)",
	  { .fails = "box_sized(5)", .kind = HR_KIND_HEAP_OVERFLOW },
	  HR_CLASS_LIKELY,
	  NULL },
	{ "arguments that nobody knows of",
	  "b = box_sized(5)\nbox_config(b, 7)\nbox_first(b)",
	  { .fails = "box_config(b, 7", .kind = HR_KIND_WILD },
	  HR_CLASS_UNSURE,
	  NULL },
	{ "a function of ours that the unit called with something else",
	  "b = box_sized(5)\nbox_first(b)",
	  { .fails = "box_sized(5)", .kind = HR_KIND_NULL, .function = "__harrier_shape_4" },
	  HR_CLASS_UNSURE,
	  NULL },
	{ "a function of ours that was given memory that is gone",
	  "b = box_sized(5)\nbox_first(b)",
	  { .fails = "box_sized(5)", .kind = HR_KIND_USE_AFTER_FREE, .function = "__harrier_shape_4" },
	  HR_CLASS_CERTAIN,
	  NULL },
	{ "a pointer in a struct that was left NULL, beside a number that was set",
	  "n = new (struct names) {.count = 1}\nb = box_of(n)",
	  { .fails = ".count = 1", .kind = HR_KIND_NULL },
	  HR_CLASS_UNSURE,
	  NULL },
	{ "a number that says too much",
	  "parts(bytes \"abc\", 10)",
	  { .fails = "parts", .unless = "3)", .kind = HR_KIND_HEAP_OVERFLOW, .in_ours = true },
	  HR_CLASS_MISUSE,
	  "HARRIER_LEARNED(parts, within, amount, data)" },
	{ "text without an end",
	  "parse(bytes \"abc\")",
	  { .fails = "bytes", .kind = HR_KIND_HEAP_OVERFLOW, .in_ours = true },
	  HR_CLASS_MISUSE,
	  NULL },
	{ "wide text without an end",
	  "count_letters([97, 98])",
	  { .fails = "98]", .kind = HR_KIND_HEAP_OVERFLOW, .in_ours = true },
	  HR_CLASS_MISUSE,
	  NULL },
	{ "a list of texts that is too short: a text is no list",
	  "parse_list([], 3)",
	  { .fails = "[]", .kind = HR_KIND_HEAP_OVERFLOW, .in_ours = true },
	  HR_CLASS_UNSURE,
	  NULL },
	{ "a length beside a text that goes to a function which wants its NUL",
	  "find_word(bytes \"abc\", 3)",
	  { .fails = "bytes", .kind = HR_KIND_HEAP_OVERFLOW, .in_ours = true, .library = "strstr" },
	  HR_CLASS_MISUSE,
	  "HARRIER_LEARNED(find_word, terminated, word)" },
	{ "the same, but only some bytes go there",
	  "find_word(bytes \"abc\", 3)",
	  { .fails = "bytes", .unless = "zzz", .kind = HR_KIND_HEAP_OVERFLOW, .in_ours = true, .library = "strstr" },
	  HR_CLASS_CERTAIN,
	  NULL },
	{ "the same, where the length may be left open",
	  "find_key(bytes \"abc\", 3)",
	  { .fails = "bytes", .unless = "zzz", .kind = HR_KIND_HEAP_OVERFLOW, .in_ours = true, .library = "strstr" },
	  HR_CLASS_LIKELY,
	  NULL },
	{ "an end of something else",
	  "scan(bytes \"abc\", bytes \"d\")",
	  { .fails = "scan(", .unless = "zzz", .kind = HR_KIND_HEAP_OVERFLOW, .in_ours = true },
	  HR_CLASS_UNSURE,
	  NULL },
	{ "a length beside a text, of which the unit itself reads too much",
	  "find_word(bytes \"abc\", 3)",
	  { .fails = "bytes", .kind = HR_KIND_HEAP_OVERFLOW, .in_ours = true },
	  HR_CLASS_CERTAIN,
	  NULL },
	{ "room",
	  "fill(bytes \"abc\")",
	  { .fails = "fill(", .unless = "aaaaaaaaaaaaa", .kind = HR_KIND_HEAP_OVERFLOW, .in_ours = true },
	  HR_CLASS_MISUSE,
	  "HARRIER_LEARNED(fill, capacity, digest, 16)" },
	{ "room for many numbers, beside bytes of the same size",
	  "v = new int 0\nwiden(bytes \"abcd\", 4, v)",
	  { .fails = ", v)", .kind = HR_KIND_HEAP_OVERFLOW, .in_ours = true, .operand = 2 },
	  HR_CLASS_MISUSE,
	  "HARRIER_LEARNED(widen, capacity, out, 16)" },
	{ "a number for each byte of another argument",
	  "v = new int 0\nwiden(bytes \"abcd\", 4, v)",
	  { .fails = ", v)", .unless = ", 1, v)", .kind = HR_KIND_HEAP_OVERFLOW, .in_ours = true, .operand = 2 },
	  HR_CLASS_MISUSE,
	  "HARRIER_LEARNED(widen, elements, length, out)" },
	{ "as many bytes of another argument",
	  "v = new int[2] {}\nwiden(bytes \"abcdefghij\", 10, v)",
	  { .fails = ", v)",
	    .unless = ", 8, v)|, 2, v)",
	    .kind = HR_KIND_HEAP_OVERFLOW,
	    .in_ours = true,
	    .operand = 2 },
	  HR_CLASS_MISUSE,
	  "HARRIER_LEARNED(widen, within, length, out)" },
	{ "more bytes than a struct has: nobody wants one struct for each byte",
	  "p = new (struct plain) {}\nplain_parse(bytes \"abcdefghi\", 9, p)",
	  { .fails = "plain_parse(",
	    .unless = ", 1, p)",
	    .kind = HR_KIND_HEAP_OVERFLOW,
	    .in_ours = true,
	    .operand = 2 },
	  HR_CLASS_CERTAIN,
	  NULL },
	{ "a length that may be that of another argument, too",
	  "v = new int[3] {}\nwiden(bytes \"abcd\", 4, v)",
	  { .fails = "\"abcd\"", .kind = HR_KIND_HEAP_OVERFLOW, .in_ours = true, .operand = 0 },
	  HR_CLASS_UNSURE,
	  NULL },
	{ "a length that cannot be that of another argument",
	  "v = new int[4] {}\nwiden(bytes \"abcd\", 4, v)",
	  { .fails = "\"abcd\"", .kind = HR_KIND_HEAP_OVERFLOW, .in_ours = true, .operand = 0 },
	  HR_CLASS_CERTAIN,
	  NULL },
	{ "how many enumerators there are",
	  "b = box_new()\nbox_shape(b, 2)",
	  { .fails = "box_shape(", .unless = ", 0)|, 1)", .kind = HR_KIND_UB_BOUNDS },
	  HR_CLASS_MISUSE,
	  NULL },
	{ "an enumerator",
	  "b = box_new()\nbox_shape(b, 1)",
	  { .fails = "box_shape(", .unless = ", 0)", .kind = HR_KIND_UB_BOUNDS },
	  HR_CLASS_CERTAIN,
	  NULL },
	{ "no enumerator",
	  "b = box_new()\nbox_mode(b, 3)",
	  { .fails = ", 3)", .kind = HR_KIND_WILD },
	  HR_CLASS_MISUSE,
	  "HARRIER_LEARNED(box_mode, enumerator, mode)" },
	{ "one object for two",
	  "b = box_new()\nbox_merge(b, b)",
	  { .fails = "box_merge(b, b)", .kind = HR_KIND_USE_AFTER_FREE },
	  HR_CLASS_MISUSE,
	  "HARRIER_LEARNED(box_merge, apart, box, other)" },
	{ "not set up",
	  "p = new (struct plain) {}\nplain_use(p)",
	  { .fails = "plain_use", .unless = "plain_init", .kind = HR_KIND_NULL },
	  HR_CLASS_MISUSE,
	  "HARRIER_LEARNED(plain_use, initialised, plain, plain_init)" },
	{ "not even zero",
	  "p = new (struct plain)\nplain_use(p)",
	  { .fails = "plain_use", .unless = "{}", .kind = HR_KIND_WILD },
	  HR_CLASS_MISUSE,
	  "HARRIER_LEARNED(plain_use, initialised, plain, anything)" },
	{ "nothing of the unit set it up",
	  "p = new (struct plain) {}\nplain_use(p)",
	  { .fails = "plain_use", .kind = HR_KIND_NULL },
	  HR_CLASS_UNSURE,
	  NULL },
	{ "before all",
	  "b = box_new()\nbox_count(b)",
	  { .fails = "box_count", .unless = "api_init", .kind = HR_KIND_NULL },
	  HR_CLASS_MISUSE,
	  "HARRIER_LEARNED(box_count, before, api_init)" },
	{ "not of this family",
	  "b = box_new()\nc = box_new()\ni = box_get(c, 0)\nbox_detach(b, i)",
	  { .fails = "box_detach(b", .kind = HR_KIND_NULL },
	  HR_CLASS_MISUSE,
	  "HARRIER_LEARNED(box_detach, same_family, box, item)" },
	{ "not joined before",
	  "b = box_new()\ni = item_new(\"a\")\nbox_detach(b, i)",
	  { .fails = "box_detach", .unless = "box_add(b, i)", .kind = HR_KIND_NULL },
	  HR_CLASS_MISUSE,
	  "HARRIER_LEARNED(box_detach, same_family, box, item)" },
	{ "not joined before, but strangers are fine, and it frees what it uses",
	  "b = box_new()\ni = item_new(\"a\")\nbox_detach(b, i)",
	  { .fails = "box_detach(b, i)",
	    .unless = "box_add(b, i)",
	    .kind = HR_KIND_USE_AFTER_FREE,
	    .freed_here = true },
	  HR_CLASS_LIKELY,
	  NULL },
	{ "not joined before, and strangers are not fine",
	  "b = box_new()\ni = item_new(\"a\")\nbox_detach(b, i)",
	  { .fails = "box_detach", .unless = "box_add(b, i)", .kind = HR_KIND_USE_AFTER_FREE, .freed_here = true },
	  HR_CLASS_MISUSE,
	  "HARRIER_LEARNED(box_detach, same_family, box, item)" },
	{ "bytes that an earlier call was given with their length",
	  "b = box_new()\nbox_read(b, bytes \"{,\", 2)\nbox_first(b)",
	  { .fails = "\"{,\"", .kind = HR_KIND_HEAP_OVERFLOW, .in_given = true },
	  HR_CLASS_CERTAIN,
	  NULL },
	{ "bytes that came back from the call they were given to, as a text",
	  "b = box_new()\nbox_read(b, bytes \"{,\", 2)\nn = api_name()\nparse(n)",
	  { .fails = "\"{,\"", .kind = HR_KIND_HEAP_OVERFLOW, .in_given = true, .dead = 2 },
	  HR_CLASS_UNSURE,
	  NULL },
	{ "which one another call ended depends on a number",
	  "b = box_new()\ni = box_get(b, 0)\nbox_put(b, 5)\nitem_use(i, 1)",
	  { .fails = "box_put(b, 5)", .kind = HR_KIND_USE_AFTER_FREE, .uses_freed = 3, .dead = 2 },
	  HR_CLASS_UNSURE,
	  NULL },
	{ "NULL from a struct that nobody set up",
	  "p = new (struct plain) {.a = 3}\nplain_use(p)",
	  { .fails = "plain_use", .kind = HR_KIND_UB_NONNULL_ARGUMENT },
	  HR_CLASS_UNSURE,
	  NULL },
	{ "NULL from a struct that was set up",
	  "p = new (struct plain)\nplain_init(p)\nplain_use(p)",
	  { .fails = "plain_use", .kind = HR_KIND_UB_NONNULL_ARGUMENT },
	  HR_CLASS_PORTABILITY,
	  NULL },
	{ "what it was made from is gone",
	  "b = box_new()\ni = box_get(b, 0)\nbox_free(b)\nitem_use(i, 1)",
	  { .fails = "item_use(i, 1)", .kind = HR_KIND_USE_AFTER_FREE, .uses_freed = 3 },
	  HR_CLASS_UNSURE,
	  NULL },
	{ "what was made from it is gone",
	  "b = box_new()\ni = box_item_new(b)\nitem_free(i)\nbox_first(b)",
	  { .fails = "box_first(b)", .kind = HR_KIND_USE_AFTER_FREE, .uses_freed = 3 },
	  HR_CLASS_LIKELY,
	  NULL },
	{ "what one call keeps another one ended",
	  "b = box_new()\ni = item_new(\"a\")\nbox_add(b, i)\nitem_use(i, 1)\nbox_first(b)",
	  { .fails = "box_first(b)", .kind = HR_KIND_USE_AFTER_FREE, .uses_freed = 4 },
	  HR_CLASS_UNSURE,
	  NULL },
	{ "what belongs to one is kept by another, and ended through that",
	  "b = box_new()\ni = box_get(b, 0)\nc = box_around(i)\nbox_clear(c)\nbox_first(b)",
	  { .fails = "box_first(b)", .kind = HR_KIND_USE_AFTER_FREE, .uses_freed = 4, .dead = 2 },
	  HR_CLASS_UNSURE,
	  NULL },
	{ "what one refers to is gone",
	  "b = box_new()\nc = box_new()\nbox_refer(c, b)\nbox_clear(b)\nbox_first(c)",
	  { .fails = "box_first(c)", .kind = HR_KIND_USE_AFTER_FREE, .uses_freed = 4 },
	  HR_CLASS_UNSURE,
	  NULL },
	{ "what another one was copied from is gone",
	  "b = box_new()\nc = box_new()\nbox_merge(c, b)\nbox_clear(b)\nbox_first(c)",
	  { .fails = "box_first(c)", .kind = HR_KIND_USE_AFTER_FREE, .uses_freed = 4 },
	  HR_CLASS_LIKELY,
	  NULL },
	{ "what was found in an object is given to it once more",
	  "b = box_new()\np = new (struct item *) NULL\nbox_find(b, 0, p)\ni = *p\nbox_add(b, i)",
	  { .fails = "box_add(b, i)", .kind = HR_KIND_USE_AFTER_FREE },
	  HR_CLASS_UNSURE,
	  NULL },
	{ "what was made is given to an object",
	  "b = box_new()\ni = item_new(\"a\")\nbox_add(b, i)",
	  { .fails = "box_add(b, i)", .kind = HR_KIND_USE_AFTER_FREE },
	  HR_CLASS_LIKELY,
	  NULL },
	{ "what was in one table with it is gone",
	  "b = box_new()\nc = box_new()\nt = new (struct box *)[2] [b, c]\nbox_table(2, t)\nbox_free(b)\nbox_first(c)",
	  { .fails = "box_first(c)", .kind = HR_KIND_USE_AFTER_FREE, .uses_freed = 5 },
	  HR_CLASS_UNSURE,
	  NULL },
	{ "what had nothing to do with it is gone",
	  "b = box_new()\nc = box_new()\nt = new (struct box *)[1] [c]\nbox_table(1, t)\nbox_free(b)\nbox_first(c)",
	  { .fails = "box_first(c)", .kind = HR_KIND_USE_AFTER_FREE, .uses_freed = 5 },
	  HR_CLASS_LIKELY,
	  NULL },
	{ "numbers that are refused say nothing of NULL behind them",
	  "b = box_new()\nv = box_put(b, 0)",
	  { .fails = "box_put(b,", .unless = "box_put(b, -", .kind = HR_KIND_NULL, .refuses = "box_put(b, -" },
	  HR_CLASS_UNSURE,
	  NULL },
	{ "a large number that another call gave",
	  "n = parse(\"a,b\")\nb = box_new()\nbox_put(b, n)",
	  { .fails = "a,b", .kind = HR_KIND_HEAP_OVERFLOW, .gives = 5000 },
	  HR_CLASS_UNSURE,
	  NULL },
	{ "a number that another call gave",
	  "n = parse(\"a,b\")\nb = box_new()\nbox_put(b, n)",
	  { .fails = "a,b", .kind = HR_KIND_HEAP_OVERFLOW, .gives = 5 },
	  HR_CLASS_CERTAIN,
	  NULL },
	{ "a number of an earlier call that a byte can hold",
	  "b = box_sized(200)\nbox_put(b, 3)",
	  { .fails = "box_put(b, 3)", .kind = HR_KIND_HEAP_OVERFLOW },
	  HR_CLASS_CERTAIN,
	  NULL },
	{ "a number of an earlier call that a byte cannot hold",
	  "b = box_sized(300)\nbox_put(b, 3)",
	  { .fails = "box_put(b, 3)", .kind = HR_KIND_HEAP_OVERFLOW },
	  HR_CLASS_LIKELY,
	  NULL },
	{ "a length that counts pairs",
	  "parse_bytes(bytes \"abc\", 3)",
	  { .fails = "parse_bytes(bytes \"abc", .unless = "abcaaaaa", .kind = HR_KIND_HEAP_OVERFLOW, .in_ours = true },
	  HR_CLASS_MISUSE,
	  NULL },
	{ "some bytes too many, which are not as many as there should be for pairs",
	  "parse_bytes(bytes \"ab\", 2)",
	  { .fails = "parse_bytes(bytes \"ab", .unless = "abaa", .kind = HR_KIND_HEAP_OVERFLOW, .in_ours = true },
	  HR_CLASS_CERTAIN,
	  NULL },
	{ "an enumerator, and numbers that are none return",
	  "b = box_new()\nbox_mode(b, MODE_WRITE)",
	  { .fails = "box_mode(b, ",
	    .unless = "box_mode(b, 1)|box_mode(b, 2)|box_mode(b, 3)|box_mode(b, 7)|box_mode(b, 10)",
	    .kind = HR_KIND_NULL },
	  HR_CLASS_UNSURE,
	  NULL },
	{ "an empty text alone",
	  "find_word(\"\", 1)",
	  { .fails = "find_word(\"\"", .kind = HR_KIND_HEAP_OVERFLOW, .in_ours = true },
	  HR_CLASS_LIKELY,
	  NULL },
	{ "a text that is read too far",
	  "parse(\"a\")",
	  { .fails = "parse(\"a\")",
	    .kind = HR_KIND_HEAP_OVERFLOW,
	    .in_ours = true,
	    .after = true,
	    .library = "strstr" },
	  HR_CLASS_CERTAIN,
	  NULL },
	{ "a text of which so many bytes are read",
	  "parse(\"a\")",
	  { .fails = "parse(\"a\")",
	    .kind = HR_KIND_HEAP_OVERFLOW,
	    .in_ours = true,
	    .after = true,
	    .library = "fwrite" },
	  HR_CLASS_UNSURE,
	  NULL },
	{ "a switch is no length",
	  "say_word(bytes \"a\", 1, 2)",
	  { .fails = "say_word(bytes \"a\", 1, ",
	    .unless = "say_word(bytes \"a\", 1, 0)|say_word(bytes \"a\", 1, 1)",
	    .kind = HR_KIND_HEAP_OVERFLOW,
	    .in_ours = true },
	  HR_CLASS_MISUSE,
	  NULL },
	{ "a number above a limit that has a name",
	  "b = box_new()\nbox_raise(b, 99)\nbox_put(b, 3)",
	  { .fails = "box_raise(b, 99)", .kind = HR_KIND_HEAP_OVERFLOW },
	  HR_CLASS_MISUSE,
	  NULL },
	{ "a number below it",
	  "b = box_new()\nbox_raise(b, 77)\nbox_put(b, 3)",
	  { .fails = "box_put(b, 3)", .kind = HR_KIND_HEAP_OVERFLOW },
	  HR_CLASS_CERTAIN,
	  NULL },
	{ "as much room as is declared",
	  "seal(bytes \"abcd\")",
	  { .fails = "seal(", .kind = HR_KIND_HEAP_OVERFLOW, .in_ours = true },
	  HR_CLASS_LIKELY,
	  NULL },
	{ "room of which nothing is declared",
	  "stamp(bytes \"abcd\")",
	  { .fails = "stamp(", .kind = HR_KIND_HEAP_OVERFLOW, .in_ours = true },
	  HR_CLASS_UNSURE,
	  NULL },
	{ "what it is at when there is nothing more",
	  "b = box_sized(5)\nn = box_next(b)\nbox_first(b)",
	  { .fails = "box_sized(5)", .kind = HR_KIND_HEAP_OVERFLOW, .gives = -1 },
	  HR_CLASS_UNSURE,
	  NULL },
	{ "an iterator of what was changed since",
	  "b = box_sized(5)\ni = iterator_new(b)\nbox_put(b, 1)\niterator_value(i)",
	  { .fails = "box_sized(5)", .kind = HR_KIND_HEAP_OVERFLOW },
	  HR_CLASS_UNSURE,
	  NULL },
	{ "an iterator that has its place from one of what was changed since",
	  "b = box_sized(5)\ni = iterator_new(b)\nbox_put(b, 1)\nj = iterator_new(b)\niterator_copy(j, i)\niterator_value(j)",
	  { .fails = "box_sized(5)", .kind = HR_KIND_HEAP_OVERFLOW },
	  HR_CLASS_UNSURE,
	  NULL },
	{ "an iterator of what was changed before",
	  "b = box_sized(5)\nbox_put(b, 1)\ni = iterator_new(b)\niterator_value(i)",
	  { .fails = "box_sized(5)", .kind = HR_KIND_HEAP_OVERFLOW },
	  HR_CLASS_CERTAIN,
	  NULL },
	{ "what it is at when something was found",
	  "b = box_sized(5)\nn = box_next(b)\nbox_first(b)",
	  { .fails = "box_sized(5)", .kind = HR_KIND_HEAP_OVERFLOW },
	  HR_CLASS_CERTAIN,
	  NULL },
	{ "beyond the end of a file that was mapped",
	  "b = box_sized(5)\nbox_first(b)",
	  { .fails = "box_sized(5)", .kind = HR_KIND_FOREIGN },
	  HR_CLASS_UNSURE,
	  NULL },
	{ "a pointer to nothing",
	  "p = new (char *) NULL\nparse_list(p, 3)",
	  { .fails = "parse_list(p, 3)", .kind = HR_KIND_NULL },
	  HR_CLASS_UNSURE,
	  NULL },
	{ "a pointer to nothing, twice: said once",
	  "p = new (char *) NULL\nparse_list(p, 0)\nparse_list(p, 3)",
	  { .fails = "parse_list(p, 3)", .kind = HR_KIND_NULL },
	  HR_CLASS_UNSURE,
	  NULL },
	{ "a function that is the caller's to set",
	  "h = new (struct hooks) {}\nhooks_init(h)\nhooks_use(h, 3)",
	  { .fails = "hooks_use(h, 3)", .kind = HR_KIND_NULL },
	  HR_CLASS_UNSURE,
	  NULL },
	{ "a callback that is odd",
	  "b = box_new()\nbox_each(b, callback(77))",
	  { .fails = "callback(77)", .kind = HR_KIND_HEAP_OVERFLOW },
	  HR_CLASS_MISUSE,
	  "HARRIER_LEARNED(box_each, range, visit, 0, 0)" },
	{ "a callback that stops",
	  "b = box_new()\nbox_each(b, callback(1))",
	  { .fails = "callback(1)", .kind = HR_KIND_USE_AFTER_FREE },
	  HR_CLASS_LIKELY,
	  NULL },
	{ "conversions without arguments",
	  "log_line(\"%s\")",
	  { .fails = "%s", .kind = HR_KIND_WILD },
	  HR_CLASS_MISUSE,
	  NULL },
	{ "below zero, whatever it is",
	  "b = box_new()\nbox_get(b, -3)",
	  { .fails = ", -", .unless = ", -1)", .kind = HR_KIND_HEAP_UNDERFLOW },
	  HR_CLASS_LIKELY,
	  NULL },
	{ "below zero, whatever it is, in a macro",
	  "b = box_new()\nBOX_AT(b, -3)",
	  { .fails = ", -", .kind = HR_KIND_HEAP_UNDERFLOW, .function = "__harrier_inner_1" },
	  HR_CLASS_MISUSE,
	  "HARRIER_LEARNED(BOX_AT, range, index, 0" },
	{ "arithmetic in a macro",
	  "b = box_new()\nBOX_AT(b, 46341)",
	  { .fails = "46341", .kind = HR_KIND_UB_SIGNED_OVERFLOW, .function = "__harrier_inner_1" },
	  HR_CLASS_MISUSE,
	  NULL },
	{ "arithmetic below a macro",
	  "b = box_new()\nBOX_AT(b, 46341)",
	  { .fails = "46341", .kind = HR_KIND_UB_SIGNED_OVERFLOW },
	  HR_CLASS_LIKELY,
	  NULL },
	{ "bytes of the unit's, for what may be a text",
	  "n = api_name()\napi_decode(n, 15)",
	  { .fails = "15", .kind = HR_KIND_GLOBAL_OVERFLOW, .in_handed = true },
	  HR_CLASS_UNSURE,
	  NULL },
	{ "bytes of the unit's, for a text",
	  "n = api_name()\nparse(n)\nparse(\"a\")\nparse(n)",
	  { .fails = "\"a\"", .kind = HR_KIND_GLOBAL_OVERFLOW, .in_handed = true },
	  HR_CLASS_CERTAIN,
	  NULL },
	{ "other memory, by bytes that have to be trusted",
	  "d = new unsigned char[4] {}\nexpand(\"xyz\", d, 4)",
	  { .fails = "xyz", .kind = HR_KIND_HEAP_OVERFLOW, .in_ours = true, .operand = 1 },
	  HR_CLASS_UNSURE,
	  NULL },
	{ "memory without a type, and nobody set it up",
	  "s = new char[64] {}\nstate_step(s, 12)",
	  { .fails = "12", .kind = HR_KIND_NULL },
	  HR_CLASS_UNSURE,
	  NULL },
	{ "a field that is no enumerator",
	  "b = box_new()\ns = new (struct setup) {.level = 1, .mode = 100}\nbox_setup(b, s)\nparse(\"a,b\")",
	  { .fails = "a,b", .kind = HR_KIND_HEAP_OVERFLOW },
	  HR_CLASS_UNSURE,
	  NULL },
	{ "a field that is one",
	  "b = box_new()\ns = new (struct setup) {.level = 100, .mode = 4}\nbox_setup(b, s)\nparse(\"a,b\")",
	  { .fails = "a,b", .kind = HR_KIND_HEAP_OVERFLOW },
	  HR_CLASS_LIKELY,
	  NULL },
	{ "what is looked at is part of what is changed",
	  "b = box_new()\nc = box_new()\nbox_merge(c, b)\nbox_merge(b, c)",
	  { .fails = "box_merge(b, c)", .kind = HR_KIND_USE_AFTER_FREE, .freed_here = true },
	  HR_CLASS_UNSURE,
	  NULL },
	{ "two owners",
	  "b = box_new()\ni = item_new(\"a\")\nbox_add(b, i)\nbox_add(b, i)",
	  { .fails = "box_add", .kind = HR_KIND_DOUBLE_FREE },
	  HR_CLASS_MISUSE,
	  NULL },
	{ "a length that is not true",
	  "parse_bytes(bytes \"abc\", 4)",
	  { .fails = "parse_bytes", .kind = HR_KIND_HEAP_OVERFLOW, .in_ours = true },
	  HR_CLASS_MISUSE,
	  NULL },
	{ "a length that is true",
	  "parse_bytes(bytes \"{,\", 2)",
	  { .fails = "parse_bytes(bytes \"{,\", 2)", .kind = HR_KIND_HEAP_OVERFLOW, .in_ours = true },
	  HR_CLASS_CERTAIN,
	  NULL },
	{ "a number that an earlier call took, and data that does not fit it",
	  "b = box_sized(10)\nbox_read(b, bytes \"{,\", 2)",
	  { .fails = "\"{,\"", .unless = "box_sized(0)", .kind = HR_KIND_HEAP_UNDERFLOW },
	  HR_CLASS_LIKELY,
	  NULL },
	{ "a number that an earlier call took, whatever the data",
	  "b = box_sized(10)\nbox_read(b, bytes \"{,\", 2)",
	  { .fails = "box_read(", .unless = "box_sized(0)|\"\"", .kind = HR_KIND_HEAP_UNDERFLOW },
	  HR_CLASS_MISUSE,
	  NULL },
	{ "a capacity that is true, by pointer",
	  "d = new (unsigned char)[15]\nn = new size_t 15\nunpack(bytes \"a0\", 2, d, n)",
	  { .fails = "size_t 15", .kind = HR_KIND_HEAP_OVERFLOW },
	  HR_CLASS_CERTAIN,
	  NULL },
	{ "one of many bytes",
	  "b = box_new()\nd = new (unsigned char)[4] [9, 1]\nbox_read(b, d, 4)",
	  { .fails = "[9", .kind = HR_KIND_HEAP_OVERFLOW },
	  HR_CLASS_CERTAIN,
	  NULL },
	{ "a length that is true, twice",
	  "parse_bytes(bytes \"a\", 1)\nparse_bytes(bytes \"{,\", 2)",
	  { .fails = "parse_bytes(bytes \"{,\", 2)", .kind = HR_KIND_HEAP_OVERFLOW, .in_ours = true },
	  HR_CLASS_CERTAIN,
	  NULL },
	{ "what the text has",
	  "parse(\"a,b\")",
	  { .fails = "a,b", .kind = HR_KIND_HEAP_OVERFLOW },
	  HR_CLASS_CERTAIN,
	  NULL },
	{ "a call before",
	  "b = box_new()\nbox_clear(b)\nbox_first(b)",
	  { .fails = "box_clear", .kind = HR_KIND_HEAP_OVERFLOW },
	  HR_CLASS_LIKELY,
	  NULL },
	{ "whatever is passed",
	  "b = box_new()\nbox_first(b)",
	  { .fails = "box_first", .kind = HR_KIND_NULL },
	  HR_CLASS_UNSURE,
	  NULL },
	{ "beyond a local variable, whatever is passed",
	  "b = box_new()\nbox_put(b, 5)",
	  { .fails = "box_put", .kind = HR_KIND_LOCAL_OVERFLOW, .in_local = true },
	  HR_CLASS_LIKELY,
	  NULL },
	{ "beyond a local variable, by a number that the caller gave",
	  "b = box_new()\nbox_put(b, 5)",
	  { .fails = "box_put(b, ", .unless = "(b, 0)|(b, 1)", .kind = HR_KIND_LOCAL_OVERFLOW, .in_local = true },
	  HR_CLASS_MISUSE,
	  NULL },
	{ "beyond a local variable, and a function of ours had its say",
	  "b = box_new()\nbox_each(b, callback(1))",
	  { .fails = "box_each", .kind = HR_KIND_LOCAL_OVERFLOW, .in_local = true },
	  HR_CLASS_UNSURE,
	  NULL },
	{ "beyond a local variable, and bytes have to be trusted",
	  "d = new unsigned char[4] {}\nexpand(\"xyz\", d, 4)",
	  { .fails = "expand(", .kind = HR_KIND_LOCAL_OVERFLOW, .in_local = true },
	  HR_CLASS_UNSURE,
	  NULL },
	{ "beyond a local variable, with an object that nobody set up",
	  "p = new (struct plain) {}\nplain_use(p)",
	  { .fails = "plain_use", .kind = HR_KIND_LOCAL_OVERFLOW, .in_local = true },
	  HR_CLASS_UNSURE,
	  NULL },
	{ "an index right behind the last one, whatever is passed",
	  "b = box_new()\nbox_put(b, 5)",
	  { .fails = "box_put", .kind = HR_KIND_UB_BOUNDS, .text = "index 8 out of bounds for type 'int[8]'" },
	  HR_CLASS_LIKELY,
	  NULL },
	{ "an index below the first one, whatever is passed: a stack that is empty",
	  "b = box_new()\nbox_put(b, 5)",
	  { .fails = "box_put", .kind = HR_KIND_UB_BOUNDS, .text = "index -1 out of bounds for type 'int[8]'" },
	  HR_CLASS_UNSURE,
	  NULL },
	{ "before a block that the call itself allocated",
	  "b = box_new()\nbox_put(b, 5)",
	  { .fails = "box_put", .kind = HR_KIND_HEAP_UNDERFLOW, .made_by = 2 },
	  HR_CLASS_LIKELY,
	  NULL },
	{ "right behind a block that an earlier call allocated: a list that is full",
	  "b = box_new()\nbox_put(b, 5)",
	  { .fails = "box_put", .kind = HR_KIND_HEAP_OVERFLOW, .made_by = 1, .after = true },
	  HR_CLASS_UNSURE,
	  NULL },
	{ "before a block that an earlier call allocated: a stack that is empty",
	  "b = box_new()\nbox_put(b, 5)",
	  { .fails = "box_put", .kind = HR_KIND_HEAP_UNDERFLOW, .made_by = 1 },
	  HR_CLASS_UNSURE,
	  NULL },
	{ "freed twice, whatever is passed",
	  "b = box_new()\nbox_clear(b)",
	  { .fails = "box_clear", .kind = HR_KIND_DOUBLE_FREE },
	  HR_CLASS_LIKELY,
	  NULL },
	{ "an assertion at the entry",
	  "b = box_new()\nbox_get(b, 3)",
	  { .fails = "box_get", .kind = HR_KIND_ASSERT, .text = "index < count" },
	  HR_CLASS_MISUSE,
	  NULL },
	{ "an assertion deep inside",
	  "parse(\"a,b\")",
	  { .fails = "a,b", .kind = HR_KIND_ASSERT, .text = "text != end", .depth = 5 },
	  HR_CLASS_LIKELY,
	  NULL },
	{ "an assertion deep inside, about a number that is handed on",
	  "b = box_new()\nbox_put(b, 0)",
	  { .fails = "box_put(b, ",
	    .unless = "(b, 1|(b, 2|(b, 3|(b, 5|(b, 6|(b, 7|(b, 9",
	    .kind = HR_KIND_ASSERT,
	    .text = "box != NULL && number > 0u",
	    .depth = 5 },
	  HR_CLASS_MISUSE,
	  "HARRIER_LEARNED(box_put, range, number, 1" },
	{ "the same under another name: it may be a multiple",
	  "b = box_new()\nbox_put(b, 0)",
	  { .fails = "box_put(b, ",
	    .unless = "(b, 1|(b, 2|(b, 3|(b, 5|(b, 6|(b, 7|(b, 9",
	    .kind = HR_KIND_ASSERT,
	    .text = "room > 0",
	    .depth = 5 },
	  HR_CLASS_LIKELY,
	  NULL },
	{ "the same under another name, and exactly the numbers that it excludes fail",
	  "b = box_new()\nbox_put(b, 4)",
	  { .fails = "box_put(b, ",
	    .unless = "(b, 5|(b, 6|(b, 7|(b, 9|(b, 10|(b, 107|(b, 104|(b, 214",
	    .kind = HR_KIND_ASSERT,
	    .text = "(5 <= room)",
	    .depth = 5 },
	  HR_CLASS_MISUSE,
	  "HARRIER_LEARNED(box_put, range, number, 5" },
	{ "an assertion deep inside that numbers do not hold to",
	  "b = box_new()\nbox_put(b, 0)",
	  { .fails = "box_put(b, ",
	    .unless = "(b, 1|(b, 2|(b, 3|(b, 5|(b, 6|(b, 9",
	    .kind = HR_KIND_ASSERT,
	    .text = "number > 0",
	    .depth = 5 },
	  HR_CLASS_LIKELY,
	  NULL },
	{ "overflow of a number that is large itself",
	  "b = box_sized(2147483647)",
	  { .fails = "box_sized(2147483647)", .kind = HR_KIND_UB_SIGNED_OVERFLOW },
	  HR_CLASS_PORTABILITY,
	  NULL },
	{ "overflow of a product, one of whose factors is huge by chance",
	  "area(1207959530, 2)",
	  { .fails = "area(", .unless = ", 1)|, 0)|(0, |(1, ", .kind = HR_KIND_UB_SIGNED_OVERFLOW },
	  HR_CLASS_LIKELY,
	  NULL },
	{ "overflow of a product that needs a huge factor",
	  "area(1207959530, 2)",
	  { .fails = "area(1207959530", .kind = HR_KIND_UB_SIGNED_OVERFLOW },
	  HR_CLASS_PORTABILITY,
	  NULL },
	{ "overflow of a sum of what lies in an array of structs, one of which is huge and has to be",
	  "b = box_new()\nbox_setup(b, [{.level = 9}, {.level = 2147483639}])\nhalve(5)",
	  { .fails = "2147483639", .unless = "halve(0)|halve(1)", .kind = HR_KIND_UB_SIGNED_OVERFLOW },
	  HR_CLASS_PORTABILITY,
	  NULL },
	{ "the same where others, that nobody would call huge, overflow as well",
	  "b = box_new()\nbox_setup(b, [{.level = 9}, {.level = 2147483639}])\nhalve(5)",
	  { .fails = ".level", .unless = "halve(0)|halve(1)", .kind = HR_KIND_UB_SIGNED_OVERFLOW },
	  HR_CLASS_LIKELY,
	  NULL },
	{ "overflow of a field below zero that is huge and has to be",
	  "b = box_new()\nbox_setup(b, [{.level = 9}, {.level = -2147483639}])\nhalve(5)",
	  { .fails = "-2147483639", .unless = "halve(0)|halve(1)", .kind = HR_KIND_UB_SIGNED_OVERFLOW },
	  HR_CLASS_PORTABILITY,
	  NULL },
	{ "overflow of a number that is not",
	  "b = box_sized(46341)",
	  { .fails = "box_sized(", .unless = "(0)|(1)|(1000)", .kind = HR_KIND_UB_SIGNED_OVERFLOW },
	  HR_CLASS_LIKELY,
	  NULL },
	{ "overflow of a number that is read",
	  "parse(\"99999999999\")",
	  { .fails = "99999999999\"", .kind = HR_KIND_UB_SIGNED_OVERFLOW },
	  HR_CLASS_LIKELY,
	  NULL },
	{ "a state",
	  "b = box_new()\nbox_clear(b)\nbox_first(b)",
	  { .fails = "box_clear", .kind = HR_KIND_NULL },
	  HR_CLASS_UNSURE,
	  NULL },
	{ "nested text", "parse(\"[[[[\")", { .fails = "[[", .kind = HR_KIND_STACK_EXHAUSTED }, HR_CLASS_LIKELY, NULL },
	{ "a structure that bites its tail",
	  "b = box_new()\nbox_merge(b, b)",
	  { .fails = "box_merge", .kind = HR_KIND_STACK_EXHAUSTED },
	  HR_CLASS_UNSURE,
	  NULL },
	{ "a text that is never done with", "parse(\"a=\")", { .fails = "a=", .hangs = true }, HR_CLASS_LIKELY, NULL },
	{ "a call that never ends, whatever is passed",
	  "b = box_new()\nbox_merge(b, b)",
	  { .fails = "box_merge", .hangs = true },
	  HR_CLASS_UNSURE,
	  NULL },
	{ "a number that is counted up to",
	  "b = box_sized(2000000000)",
	  { .fails = "box_sized(", .unless = "(0)|(1)|(1000)", .hangs = true },
	  HR_CLASS_MISUSE,
	  NULL },
	{ "a callback that says 'go on'",
	  "b = box_new()\nbox_each(b, callback(1))",
	  { .fails = "callback(1)", .hangs = true },
	  HR_CLASS_UNSURE,
	  NULL },
	{ "numbers further out fail as well, and only huge ones return",
	  "b = box_new()\nbox_put(b, 5)",
	  { .fails = "box_put(b, ", .unless = "(b, 0)|(b, 1)|2147483647|1073741823", .kind = HR_KIND_HEAP_OVERFLOW },
	  HR_CLASS_MISUSE,
	  NULL },
	{ "a size below zero, of an object that can be large",
	  "b = box_sized(-6)",
	  { .fails = "box_sized(-6", .refused_memory = "box_sized(-", .kind = HR_KIND_HEAP_OVERFLOW },
	  HR_CLASS_MISUSE,
	  "HARRIER_LEARNED(box_sized, range, size, 0" },
	{ "a format for what the unit passes",
	  "b = box_new()\nbox_print(b, \"%s%s\")",
	  { .fails = "%s", .kind = HR_KIND_NULL, .library = "fprintf" },
	  HR_CLASS_MISUSE,
	  NULL },
	{ "a format for more than the unit passes",
	  "b = box_new()\nbox_print(b, \"%s%s\")",
	  { .fails = "%s", .kind = HR_KIND_WILD },
	  HR_CLASS_MISUSE,
	  NULL },
	{ "a text that becomes a format",
	  "b = box_new()\nbox_label(b, \"%s%s\")",
	  { .fails = "%s", .kind = HR_KIND_NULL, .library = "fprintf" },
	  HR_CLASS_CERTAIN,
	  NULL },
	{ "only huge numbers return",
	  "b = box_new()\nbox_put(b, 5)",
	  { .fails = "box_put(b, ", .unless = "2147483647|1073741823", .kind = HR_KIND_HEAP_OVERFLOW },
	  HR_CLASS_UNSURE,
	  NULL },
	{ "a check that lets too much through",
	  "b = box_new()\nbox_put(b, 5)",
	  { .fails = "box_put(b, ",
	    .unless = "(b, 0)|(b, 1)|000)|65536)|1048576)|2147483647|1073741823",
	    .kind = HR_KIND_HEAP_OVERFLOW },
	  HR_CLASS_CERTAIN,
	  NULL },
	{ "NULL with something added to it",
	  "b = box_new()\nbox_clear(b)\nbox_first(b)",
	  { .fails = "box_clear",
	    .kind = HR_KIND_UB_OBJECT_SIZE,
	    .text = "load of address 0x000000000038 with insufficient space for an object of type 'int'" },
	  HR_CLASS_UNSURE,
	  NULL },
	{ "an object that is too small",
	  "b = box_new()\nbox_clear(b)\nbox_first(b)",
	  { .fails = "box_clear",
	    .kind = HR_KIND_UB_OBJECT_SIZE,
	    .text = "load of address 0x600000000038 with insufficient space for an object of type 'int'" },
	  HR_CLASS_LIKELY,
	  NULL },
	{ "a text, whatever it is but empty",
	  "parse(\"a\")",
	  { .fails = "parse(\"", .unless = "parse(\"\")", .kind = HR_KIND_NULL },
	  HR_CLASS_UNSURE,
	  NULL },
	{ "a length, whatever it is but 0",
	  "b = box_new()\nd = new (unsigned char)[4] [9, 1]\nbox_read(b, d, 1)",
	  { .fails = "box_read(", .unless = "d, 0)", .kind = HR_KIND_HEAP_OVERFLOW },
	  HR_CLASS_UNSURE,
	  NULL },
	{ "a length of 0 for more than that",
	  "parse_bytes(bytes \"ab\", 0)",
	  { .fails = ", 0)", .kind = HR_KIND_HEAP_OVERFLOW, .in_ours = true, .after = true },
	  HR_CLASS_UNSURE,
	  NULL },
	{ "a length of 0 that makes a text of it",
	  "load(bytes \"\", 0)",
	  { .fails = "bytes", .kind = HR_KIND_HEAP_OVERFLOW, .in_ours = true, .library = "strcasecmp" },
	  HR_CLASS_MISUSE,
	  "HARRIER_LEARNED(load, terminated, data)" },
	{ "a length that only experiments speak for",
	  "sized(bytes \"abc\", 3)",
	  { .fails = "3)", .kind = HR_KIND_HEAP_OVERFLOW, .in_ours = true, .after = true },
	  HR_CLASS_UNSURE,
	  NULL },
	{ "set up by two makers",
	  "p = new (struct plain)\nplain_init(p)\nplain_assign(p, 1)\nplain_use(p)",
	  { .fails = "plain_assign", .kind = HR_KIND_USE_AFTER_FREE },
	  HR_CLASS_MISUSE,
	  "HARRIER_LEARNED(plain_assign, not_after, plain, plain_assign)" },
	{ "several structs, and nobody tells how many",
	  "b = box_sized(5)\ns = new (struct setup)[3] {}\nbox_setup(b, s)",
	  { .fails = "box_sized(5)", .kind = HR_KIND_HEAP_OVERFLOW, .in_ours = true, .operand = 1, .after = true },
	  HR_CLASS_UNSURE,
	  NULL },
	{ "one struct",
	  "b = box_sized(5)\ns = new (struct setup) {}\nbox_setup(b, s)",
	  { .fails = "box_sized(5)", .kind = HR_KIND_HEAP_OVERFLOW, .in_ours = true, .operand = 1, .after = true },
	  HR_CLASS_LIKELY,
	  NULL },
	{ "so many of nothing",
	  "n = new int 1\np = new (char *) NULL\nlist_add(n, p, 3)",
	  { .fails = "new int 1", .kind = HR_KIND_HEAP_OVERFLOW },
	  HR_CLASS_UNSURE,
	  NULL },
	{ "a text for memory without a type, and something is NULL",
	  "state_step(\"abc\", 12)",
	  { .fails = "12", .kind = HR_KIND_NULL },
	  HR_CLASS_UNSURE,
	  NULL },
	{ "giving up on numbers that are too large",
	  "b = box_sized(2000000000)",
	  { .fails = "box_sized(2", .unless = "(2)", .kind = HR_KIND_ABORT, .depth = 5 },
	  HR_CLASS_UNSURE,
	  NULL },
	{ "a length that is a divisor",
	  "parse_bytes(bytes \"ab\", 0)",
	  { .fails = ", 0)", .kind = HR_KIND_UB_DIVISION, .depth = 3, .function = "__harrier_inner_1" },
	  HR_CLASS_MISUSE,
	  "HARRIER_LEARNED(parse_bytes, range, length, 1" },
	{ "what another call had freed, by chance",
	  "b = box_new()\nc = box_new()\nbox_clear(c)\nbox_first(b)",
	  { .fails = "box_first(b)", .kind = HR_KIND_USE_AFTER_FREE, .uses_freed = 3, .temporary = true },
	  HR_CLASS_UNSURE,
	  NULL },
	{ "overflow of a number that nobody needs",
	  "b = box_sized(500000000)",
	  { .fails = "box_sized(500000000)", .kind = HR_KIND_UB_SIGNED_OVERFLOW },
	  HR_CLASS_PORTABILITY,
	  NULL },
	{ "NULL in what was refused before",
	  "b = box_new()\nr = box_put(b, 1)\nbox_get(b, 5)",
	  { .fails = "box_get(b, 5)", .kind = HR_KIND_NULL, .gives = -1 },
	  HR_CLASS_UNSURE,
	  NULL },
	{ "a function that was left out, and is missed later",
	  "b = box_new()\nbox_writer(b, NULL)\nbox_put(b, 5)",
	  { .fails = "NULL)", .kind = HR_KIND_NULL },
	  HR_CLASS_MISUSE,
	  NULL },
	{ "one more than the number says, by the documentation",
	  "d = new int[2] {}\ndraw_lines(d, 2)",
	  { .fails = ", 2)", .kind = HR_KIND_HEAP_OVERFLOW, .in_ours = true, .after = true },
	  HR_CLASS_UNSURE,
	  NULL },
	{ "what may be called only after something, by the documentation",
	  "b = box_new()\nbox_check(b, 5)",
	  { .fails = "box_check(b, 5)", .kind = HR_KIND_NULL },
	  HR_CLASS_UNSURE,
	  NULL },
	{ "what lies before an argument, where the name speaks of it",
	  "d = new (unsigned char)[4]\ncopy_with_prefix(bytes \"abc\", 3, d, 4)",
	  { .fails = "abc", .kind = HR_KIND_HEAP_UNDERFLOW, .in_ours = true, .operand = 2 },
	  HR_CLASS_UNSURE,
	  NULL },
	{ "the same where it does not",
	  "d = new (unsigned char)[4]\nn = new size_t 4\nunpack(bytes \"abc\", 3, d, n)",
	  { .fails = "abc", .kind = HR_KIND_HEAP_UNDERFLOW, .in_ours = true, .operand = 2 },
	  HR_CLASS_CERTAIN,
	  NULL },
	{ "what goes on after what may have been an error, by the documentation",
	  "b = box_new()\nbox_feed(b, bytes \"ab\", 2)\nbox_feed(b, bytes \"cd\", 2)",
	  { .fails = "cd", .kind = HR_KIND_HEAP_OVERFLOW, .after = true },
	  HR_CLASS_UNSURE,
	  NULL },
	{ "the same by the documentation of another one",
	  "b = box_new()\nbox_pour(b, bytes \"ab\", 2)\nbox_pour(b, bytes \"cd\", 2)",
	  { .fails = "cd", .kind = HR_KIND_HEAP_OVERFLOW, .after = true },
	  HR_CLASS_UNSURE,
	  NULL },
	{ "the same when it was reset between",
	  "b = box_new()\nbox_feed(b, bytes \"ab\", 2)\nbox_reset(b)\nbox_feed(b, bytes \"cd\", 2)",
	  { .fails = "cd", .kind = HR_KIND_HEAP_OVERFLOW, .after = true },
	  HR_CLASS_CERTAIN,
	  NULL },
	{ "memory with a length of its own, beside an argument that is shorter than another length",
	  "d = new (unsigned char)[4]\nn = new size_t 4\nunpack_with(bytes \"abc\", 3, d, n, \"a\")",
	  { .fails = "abc", .kind = HR_KIND_HEAP_OVERFLOW, .in_ours = true, .operand = 2, .after = true },
	  HR_CLASS_CERTAIN,
	  NULL },
	{ "a leak",
	  "b = box_new()\nbox_mode(b, MODE_WRITE)\nbox_free(b)",
	  { .fails = "MODE_WRITE", .leaks = true },
	  HR_CLASS_CERTAIN,
	  NULL },
};

static void investigate(struct hr_judgement *out, struct hr_rules *rules, struct hr_model *model, const char *calls,
			struct script *script)
{
	struct hr_sequence *failing = read_calls(model, calls);
	struct hr_runner runner = { run_script, script };
	struct hr_outcome outcome;
	struct hr_error error = HR_ERROR_INIT;
	hr_outcome_init(&outcome);
	play(script, failing, &outcome);
	assert_int_equal(hr_investigate(out, rules, NULL, failing, &outcome, &runner, &error), 0);
	hr_outcome_release(&outcome);
	hr_sequence_free(failing);
}

static void show(const struct inquest *it, const struct hr_judgement *judgement)
{
	print_error("%s: %s\n", it->name, hr_class_name(judgement->class));
	for (size_t i = 0; i < judgement->reasons.count; i++)
		print_error("    %s\n", judgement->reasons.data[i]);
}

static void check_learned(const struct inquest *it, struct hr_model *model, struct hr_rules *rules,
			  const struct hr_judgement *judgement)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	bool changed;
	for (size_t i = 0; i < judgement->learned.count; i++)
		hr_rules_add(rules, model, &judgement->learned.data[i], &changed);
	hr_contracts_write(&text, model, rules);
	if (it->rule && !strstr(text.data, it->rule)) {
		show(it, judgement);
		fail_msg("%s: '%s' is not in\n%s", it->name, it->rule, text.data);
	}
	if (!it->rule && judgement->learned.count)
		fail_msg("%s: learned\n%s", it->name, text.data);
	hr_strbuf_release(&text);
}

static void test_investigate__classes_and_rules(void **state)
{
	for (size_t i = 0; i < COUNT(inquests); i++) {
		const struct inquest *it = &inquests[i];
		struct hr_model *model = read_api(*state);
		struct hr_rules *rules = hr_rules_new(model);
		struct hr_judgement judgement = HR_JUDGEMENT_INIT;
		struct script script = it->script;
		investigate(&judgement, rules, model, it->calls, &script);
		if (judgement.class != it->class) {
			show(it, &judgement);
			fail_msg("%s: not %s", it->name, hr_class_name(it->class));
		}
		assert_true(judgement.reasons.count > 0);
		for (size_t k = 0; k < judgement.reasons.count; k++)
			for (size_t j = 0; j < k; j++)
				assert_string_not_equal(judgement.reasons.data[j], judgement.reasons.data[k]);
		if (judgement.class == HR_CLASS_CERTAIN)
			assert_non_null(judgement.neighbour);
		check_learned(it, model, rules, &judgement);
		hr_judgement_release(&judgement);
		hr_rules_free(rules);
		hr_model_free(model);
	}
}

/* How the calls are graded when what they freed is used, and whether a sentence is among the reasons. */
static bool is_graded(char *directory, const char *calls, struct script *script, enum hr_legality_grade grade,
		      const char *sentence)
{
	struct hr_model *model = read_api(directory);
	struct hr_rules *rules = hr_rules_new(model);
	struct hr_sequence *sequence = read_calls(model, calls);
	struct hr_arena arena = HR_ARENA_INIT;
	struct hr_legality legality;
	struct hr_outcome outcome;
	hr_outcome_init(&outcome);
	play(script, sequence, &outcome);
	hr_legality_look(&legality, &arena, rules, sequence, &outcome, sequence->statements.count - 1);
	bool is_said = false;
	for (size_t i = 0; i < legality.texts.count; i++)
		is_said = is_said || strstr(legality.texts.data[i], sentence);
	bool is_as_expected = legality.grade == grade && is_said;
	hr_vec_release(&legality.texts);
	hr_outcome_release(&outcome);
	hr_arena_release(&arena);
	hr_sequence_free(sequence);
	hr_rules_free(rules);
	hr_model_free(model);
	return is_as_expected;
}

/* A struct that an object filled leads into the object: who frees what is in it frees what is not its own. */
static void test_investigate__what_is_only_lent(void **state)
{
	struct script filled = { .fails = "plain_use", .kind = HR_KIND_USE_AFTER_FREE, .uses_freed = 5, .dead = 2 };
	struct script other = { .fails = "plain_use", .kind = HR_KIND_USE_AFTER_FREE, .uses_freed = 4, .dead = 2 };
	assert_true(is_graded(
		*state,
		"q = new (struct plain) {}\nplain_init(q)\np = new (struct names) {}\nplain_fill(q, p)\nnames_clear(p)\nplain_use(q)",
		&filled, HR_LEGAL_DOUBTFUL, "belongs to 'q', which filled it"));
	assert_false(is_graded(
		*state,
		"q = new (struct plain) {}\nplain_init(q)\np = new (struct names) {}\nnames_clear(p)\nplain_use(q)",
		&other, HR_LEGAL_DOUBTFUL, "which filled it"));
}

/* What an object still has is not the caller's to end, unless it was made just then. */
static void test_investigate__what_was_got_and_ended(void **state)
{
	struct script script = { .fails = "box_count(b)", .kind = HR_KIND_USE_AFTER_FREE, .uses_freed = 4, .dead = 2 };
	static const char got[] = "b = box_new()\nk = item_new(\"a\")\ni = box_rest(b)\nitem_free(i)\nbox_count(b)";
	static const char own[] = "b = box_new()\nk = item_new(\"a\")\nbox_rest(b)\nitem_free(k)\nbox_count(b)";
	static const char sentence[] = "'i' was got from 'b', which may still have it";
	assert_true(is_graded(*state, got, &script, HR_LEGAL_DOUBTFUL, sentence));
	assert_false(is_graded(*state, own, &script, HR_LEGAL_DOUBTFUL, "was got from"));
}

/* A function of the unit's that is called back may come to where it is called from. */
static void test_investigate__functions_that_lead_back(void **state)
{
	struct script script = { .fails = "box_each", .kind = HR_KIND_STACK_EXHAUSTED };
	static const char sentence[] = "may lead back to where it is called";
	assert_true(is_graded(*state, "b = box_new()\nbox_each(b, halve)", &script, HR_LEGAL_DOUBTFUL, sentence));
	script.kind = HR_KIND_HEAP_OVERFLOW;
	assert_false(is_graded(*state, "b = box_new()\nbox_each(b, halve)", &script, HR_LEGAL_DOUBTFUL, sentence));
}

/* An object that was given more records before may remember a place that those of now do not have. */
static void test_investigate__fewer_records_than_before(void **state)
{
	struct script script = { .fails = "plain_fill(q, n)", .kind = HR_KIND_HEAP_OVERFLOW };
	static const char sentence[] = "an earlier call was given 2 of them";
	static const char same[] =
		"q = new (struct plain) {}\nplain_init(q)\nm = new (struct names)[2] {}\nplain_fill(q, m)\n"
		"n = new (struct names)[1] {}\nplain_fill(q, n)";
	static const char other[] =
		"q = new (struct plain) {}\nplain_init(q)\no = new (struct plain) {}\nplain_init(o)\n"
		"m = new (struct names)[2] {}\nplain_fill(o, m)\nn = new (struct names)[1] {}\nplain_fill(q, n)";
	assert_true(is_graded(*state, same, &script, HR_LEGAL_DOUBTFUL, sentence));
	assert_false(is_graded(*state, other, &script, HR_LEGAL_DOUBTFUL, sentence));
}

/* A list of lengths, that of the parts of a buffer: who gives more than there is has broken what nobody wrote down. */
static void test_investigate__lengths_of_parts(void **state)
{
	struct script script = { .fails = "train(", .kind = HR_KIND_HEAP_OVERFLOW };
	static const char sentence[] =
		"'sizes' of train() may tell how long parts of 'samples' are: 6 bytes, and it has 4";
	static const char calls[] = "r = new unsigned char[2]\ntrain(r, 2, bytes \"abcd\", [%s], 2)";
	char text[sizeof calls + 32];
	snprintf(text, sizeof text, calls, "2, 4");
	assert_true(is_graded(*state, text, &script, HR_LEGAL_DOUBTFUL, sentence));
	snprintf(text, sizeof text, calls, "1, 3"); /* more than the result has room for, which is told apart */
	assert_false(is_graded(*state, text, &script, HR_LEGAL_DOUBTFUL, "may tell how long"));
	snprintf(text, sizeof text, calls, "18446744073709551615, 2");
	assert_true(is_graded(*state, text, &script, HR_LEGAL_DOUBTFUL, "may tell how long parts"));
}

/* Who ends a part of an object is given one of that object's, and of no other one's. */
static void test_investigate__parts_of_the_same_object(void **state)
{
	struct script script = { .fails = "box_count(b)", .kind = HR_KIND_USE_AFTER_FREE };
	assert_true(is_graded(*state, "b = box_new()\ni = box_get(b, 0)\nbox_cut(b, i)\nbox_count(b)", &script,
			      HR_LEGAL_DOUBTFUL, "is a part of another argument"));
	assert_true(is_graded(*state, "b = box_new()\nc = box_new()\ni = box_get(c, 0)\nbox_cut(b, i)\nbox_count(b)",
			      &script, HR_LEGAL_BROKEN, "belongs to another object"));
}

/* What was learned once needs no experiment any more. */
static void test_investigate__known_rules_need_no_runs(void **state)
{
	struct hr_model *model = read_api(*state);
	struct hr_rules *rules = hr_rules_new(model);
	struct hr_judgement judgement = HR_JUDGEMENT_INIT;
	struct script script = { .fails = "parse(NULL)", .kind = HR_KIND_NULL };
	add_rule_text(rules, model, "HARRIER_RULE(parse, non_null, text)");
	investigate(&judgement, rules, model, "parse(NULL)", &script);
	assert_int_equal(judgement.class, HR_CLASS_MISUSE);
	assert_int_equal(script.runs, 0);
	hr_judgement_release(&judgement);
	hr_rules_free(rules);
	hr_model_free(model);
}

/* A person says that NULL is fine: then the crash is the unit's. */
static void test_investigate__denied_rules_do_not_excuse(void **state)
{
	struct hr_model *model = read_api(*state);
	struct hr_rules *rules = hr_rules_new(model);
	struct hr_judgement judgement = HR_JUDGEMENT_INIT;
	struct script script = { .fails = "parse(NULL)", .kind = HR_KIND_NULL };
	add_rule_text(rules, model, "HARRIER_RULE(parse, not non_null, text)");
	investigate(&judgement, rules, model, "b = box_new()\nbox_clear(b)\nparse(NULL)", &script);
	assert_int_not_equal(judgement.class, HR_CLASS_MISUSE);
	assert_int_equal(judgement.learned.count, 0);
	hr_judgement_release(&judgement);
	hr_rules_free(rules);
	hr_model_free(model);
}

static void test_investigate__statuses_that_say_nothing(void **state)
{
	static const struct {
		enum hr_outcome_status status;
		enum hr_class class;
	} cases[] = {
		{ HR_OUTCOME_ILLEGAL, HR_CLASS_MISUSE }, { HR_OUTCOME_EXIT, HR_CLASS_UNSURE },
		{ HR_OUTCOME_DIED, HR_CLASS_UNSURE },    { HR_OUTCOME_EXHAUSTED, HR_CLASS_UNSURE },
		{ HR_OUTCOME_NORMAL, HR_CLASS_UNSURE },
	};
	struct hr_model *model = read_api(*state);
	struct hr_rules *rules = hr_rules_new(model);
	struct hr_sequence *failing = read_calls(model, "parse(\"a\")");
	struct script script = { .fails = "nothing" };
	struct hr_runner runner = { run_script, &script };
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct hr_judgement judgement = HR_JUDGEMENT_INIT;
		struct hr_error error = HR_ERROR_INIT;
		struct hr_outcome outcome;
		hr_outcome_init(&outcome);
		play(&script, failing, &outcome);
		outcome.status = cases[i].status;
		assert_int_equal(hr_investigate(&judgement, rules, NULL, failing, &outcome, &runner, &error), 0);
		assert_int_equal(judgement.class, cases[i].class);
		assert_int_equal(script.runs, 0);
		hr_judgement_release(&judgement);
		hr_outcome_release(&outcome);
	}
	hr_sequence_free(failing);
	hr_rules_free(rules);
	hr_model_free(model);
}

/* Earlier failures are judged again when a rule was learned. */
static void test_investigate__judged_again(void **state)
{
	struct hr_model *model = read_api(*state);
	struct hr_rules *rules = hr_rules_new(model);
	struct hr_sequence *failing = read_calls(model, "b = box_new()\nbox_get(b, 12)");
	struct hr_judgement judgement = { .class = HR_CLASS_LIKELY, .odd_operation = (size_t)-1 };
	assert_false(hr_rejudge(&judgement, rules, NULL, failing));
	add_rule_text(rules, model, "HARRIER_LEARNED(box_get, range, index, 0, 10)");
	assert_true(hr_rejudge(&judgement, rules, NULL, failing));
	assert_int_equal(judgement.class, HR_CLASS_MISUSE);
	assert_int_equal(judgement.reasons.count, 1);
	assert_false(hr_rejudge(&judgement, rules, NULL, failing));
	hr_judgement_release(&judgement);
	hr_sequence_free(failing);
	hr_rules_free(rules);
	hr_model_free(model);
}

struct finds {
	HR_VEC(struct hr_sequence *) list;
};

static void take(void *context, struct hr_sequence *failing)
{
	struct finds *finds = context;
	hr_vec_push(&finds->list, failing);
}

static void try_siblings(struct hr_siblings *siblings, const struct hr_model *model, const char *calls,
			 struct script *script, struct finds *finds)
{
	struct hr_sequence *normal = read_calls(model, calls);
	struct hr_runner runner = { run_script, script };
	struct hr_error error = HR_ERROR_INIT;
	assert_int_equal(hr_siblings_try(siblings, normal, NULL, &runner, 10, take, finds, &error), 0);
	hr_sequence_free(normal);
}

/* What crashes is handed on only when enough siblings are known to accept it, and is deviant then, although it teaches a rule. */
static void test_siblings__majority_makes_deviant(void **state)
{
	struct hr_model *model = read_api(*state);
	struct hr_rules *rules = hr_rules_new(model);
	struct hr_siblings *siblings = hr_siblings_new(model);
	struct finds finds = { HR_VEC_INIT };
	struct script script = { .fails = "box_first(NULL)", .kind = HR_KIND_NULL };
	struct hr_judgement judgement = HR_JUDGEMENT_INIT;
	struct hr_error error = HR_ERROR_INIT;
	struct hr_runner runner = { run_script, &script };
	struct hr_outcome outcome;
	bool changed;
	size_t first;
	assert_true(hr_map_get(&model->operation_by_name, "box_first", &first));
	try_siblings(siblings, model, "b = box_new()\nbox_first(b)", &script, &finds);
	try_siblings(siblings, model, "b = box_new()\nbox_last(b)", &script, &finds);
	try_siblings(siblings, model, "b = box_new()\nbox_count(b)", &script, &finds);
	assert_int_equal(finds.list.count, 0);
	assert_false(hr_siblings_accept(siblings, first, 0, HR_ODD_NULL, NULL));
	assert_true(hr_siblings_returned(siblings, first));
	try_siblings(siblings, model, "b = box_new()\nbox_clear(b)", &script, &finds);
	assert_int_equal(finds.list.count, 1);
	hr_outcome_init(&outcome);
	play(&script, finds.list.data[0], &outcome);
	assert_int_equal(outcome.status, HR_OUTCOME_FAULT);
	assert_int_equal(hr_investigate(&judgement, rules, siblings, finds.list.data[0], &outcome, &runner, &error), 0);
	assert_int_equal(judgement.class, HR_CLASS_DEVIANT);
	assert_non_null(judgement.neighbour);
	assert_int_equal(judgement.learned.count, 1);
	hr_rules_add(rules, model, &judgement.learned.data[0], &changed);
	assert_false(hr_rejudge(&judgement, rules, siblings, finds.list.data[0]));
	assert_null(hr_unexcused_rule(rules, siblings, finds.list.data[0]));
	/* and again, now that the rule is known */
	hr_judgement_release(&judgement);
	assert_int_equal(hr_investigate(&judgement, rules, siblings, finds.list.data[0], &outcome, &runner, &error), 0);
	assert_int_equal(judgement.class, HR_CLASS_DEVIANT);
	hr_judgement_release(&judgement);
	hr_outcome_release(&outcome);
	hr_sequence_free(finds.list.data[0]);
	hr_vec_release(&finds.list);
	hr_siblings_free(siblings);
	hr_rules_free(rules);
	hr_model_free(model);
}

/* One in four that crashes as well is enough to say nothing; so is documentation. */
/* That a call refuses what it refuses anyway says little: it is still tried where it does not refuse. */
/* A parameter that is only written to now and then: NULL does no harm the rest of the time. */
static void test_siblings__what_the_code_would_follow_is_not_accepted(void **state)
{
	static const char *const names[] = { "box_last", "box_count", "box_clear" };
	struct hr_model *model = read_api(*state);
	struct hr_siblings *siblings = hr_siblings_new(model);
	struct finds finds = { HR_VEC_INIT };
	struct script script = { .fails = "box_first(NULL)", .kind = HR_KIND_NULL };
	size_t first;
	assert_true(hr_map_get(&model->operation_by_name, "box_first", &first));
	for (size_t i = 0; i < 3; i++) {
		hr_vec_push(&find_operation(model, names[i])->params.data[0].claims,
			    (struct hr_claim){ .fact = HR_FACT_NULLABLE,
					       .value = 0,
					       .of = -1,
					       .source = HR_SOURCE_CODE,
					       .weight = 0.98,
					       .text = "test" });
	}
	try_siblings(siblings, model, "b = box_new()\nbox_last(b)", &script, &finds);
	try_siblings(siblings, model, "b = box_new()\nbox_count(b)", &script, &finds);
	try_siblings(siblings, model, "b = box_new()\nbox_clear(b)", &script, &finds);
	assert_false(hr_siblings_accept(siblings, first, 0, HR_ODD_NULL, NULL));
	for (size_t i = 0; i < finds.list.count; i++)
		hr_sequence_free(finds.list.data[i]);
	hr_vec_release(&finds.list);
	hr_siblings_free(siblings);
	hr_model_free(model);
}

static void test_siblings__refused_calls_do_not_count(void **state)
{
	enum { REFUSED = 40 };
	struct hr_model *model = read_api(*state);
	struct hr_siblings *siblings = hr_siblings_new(model);
	struct finds finds = { HR_VEC_INIT };
	struct script script = { .fails = "nothing", .kind = HR_KIND_NULL };
	struct hr_runner runner = { run_script, &script };
	struct hr_error error = HR_ERROR_INIT;
	struct hr_sequence *normal = read_calls(model, "b = box_new()\nr = box_first(b)");
	unsigned char area[16] = { [0] = 1, [8] = 0xff, [9] = 0xff, [10] = 0xff, [11] = 0xff }; /* -1 */
	size_t slots[] = { 0, 8 };
	struct hr_outcome outcome;
	hr_outcome_init(&outcome);
	outcome.area = area;
	outcome.area_size = sizeof area;
	outcome.slot_of = slots;
	outcome.slot_count = 2;
	find_operation(model, "box_first")->error = HR_REFUSED_NEGATIVE;
	for (int i = 0; i < REFUSED; i++)
		assert_int_equal(hr_siblings_try(siblings, normal, &outcome, &runner, 10, take, &finds, &error), 0);
	assert_int_equal(script.runs, 4);
	memset(area + 8, 0, 8);
	for (int i = 0; i < REFUSED; i++)
		assert_int_equal(hr_siblings_try(siblings, normal, &outcome, &runner, 10, take, &finds, &error), 0);
	assert_int_equal(script.runs, 4 + 32);
	hr_sequence_free(normal);
	hr_siblings_free(siblings);
	hr_model_free(model);
}

static void test_siblings__no_majority_and_documentation(void **state)
{
	struct hr_model *model = read_api(*state);
	struct hr_siblings *siblings = hr_siblings_new(model);
	struct finds finds = { HR_VEC_INIT };
	struct script script = { .fails = "NULL)", .kind = HR_KIND_NULL };
	static const char *const crashing[] = { "b = box_new()\nbox_first(b)", "b = box_new()\nbox_last(b)" };
	static const char *const fine[] = { "b = box_new()\nbox_count(b)", "b = box_new()\nbox_clear(b)",
					    "b = box_new()\nbox_mode(b, MODE_READ)" };
	size_t first;
	assert_true(hr_map_get(&model->operation_by_name, "box_first", &first));
	for (size_t i = 0; i < COUNT(crashing); i++)
		try_siblings(siblings, model, crashing[i], &script, &finds);
	script.fails = "never";
	for (size_t i = 0; i < COUNT(fine); i++)
		try_siblings(siblings, model, fine[i], &script, &finds);
	/* 3 accept, 1 other crashes: just enough; and handed on are both that crash */
	assert_true(hr_siblings_accept(siblings, first, 0, HR_ODD_NULL, NULL));
	assert_int_equal(finds.list.count, 2);
	struct hr_item *box = &find_operation(model, "box_first")->params.data[0];
	hr_vec_push(&box->claims, (struct hr_claim){ .fact = HR_FACT_NULLABLE,
						     .of = -1,
						     .source = HR_SOURCE_DOCUMENTATION,
						     .weight = 0.9,
						     .text = "not NULL" });
	assert_false(hr_siblings_accept(siblings, first, 0, HR_ODD_NULL, NULL));
	script.fails = "box_each(NULL";
	script.kind = HR_KIND_NULL;
	try_siblings(siblings, model, "b = box_new()\nbox_each(b, callback())", &script, &finds);
	assert_int_equal(finds.list.count, 2);
	for (size_t i = 0; i < finds.list.count; i++)
		hr_sequence_free(finds.list.data[i]);
	hr_vec_release(&finds.list);
	hr_siblings_free(siblings);
	hr_model_free(model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_investigate__classes_and_rules),
		IN_SCRATCH(test_investigate__what_is_only_lent),
		IN_SCRATCH(test_investigate__what_was_got_and_ended),
		IN_SCRATCH(test_investigate__functions_that_lead_back),
		IN_SCRATCH(test_investigate__fewer_records_than_before),
		IN_SCRATCH(test_investigate__lengths_of_parts),
		IN_SCRATCH(test_investigate__parts_of_the_same_object),
		IN_SCRATCH(test_investigate__known_rules_need_no_runs),
		IN_SCRATCH(test_investigate__denied_rules_do_not_excuse),
		IN_SCRATCH(test_investigate__statuses_that_say_nothing),
		IN_SCRATCH(test_investigate__judged_again),
		IN_SCRATCH(test_siblings__majority_makes_deviant),
		IN_SCRATCH(test_siblings__what_the_code_would_follow_is_not_accepted),
		IN_SCRATCH(test_siblings__refused_calls_do_not_count),
		IN_SCRATCH(test_siblings__no_majority_and_documentation),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
