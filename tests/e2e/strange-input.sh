#!/bin/bash
# `harrier inspect` on C that is valid and odd or deep: it is read, the model is JSON that can be loaded again, and
# each operation is callable or says why not. Starts in an empty directory; the program is $1. Output is TAP.
# shellcheck disable=SC2016 # dollars of jq and of C
set -u
harrier=$(realpath "$1")
here=$(dirname "$(realpath "$0")")
# shellcheck source=inspect.inc.sh
. "$here/inspect.inc.sh"

# header NAME FILTER: standard input as a header of its own; FILTER as in `accepted`; more arguments may follow
header() {
	local name=$1 filter=$2 file
	shift 2
	file=$(echo "$name" | tr -c 'a-zA-Z0-9\n' _).h
	cat >"$file"
	accepted "$name" "def op(n): (.operations[] | select(.name == n));
		def says(n): (op(n) | (.callable | not) and (.reason | length > 0));
		def spells(n): (op(n).params | map(.type));
		$filter" "$file" "$@"
}

all_callable='(.operations | length > 0 and all(.callable))'

declarations() {
	place declarations
	header "K&R declaration" 'says("f")' <<<'int f();'
	echo 'int f(a, b) int a; char *b; { return a + *b; }' >kr.c
	header "K&R definition in a source" 'op("f") | .callable and (.params | map(.type)) == ["int", "char *"]' kr.c <<<'int f();'
	echo 'int f() { return 1; }' >noproto.c
	header "no prototype, defined without parameters" 'op("f") | .callable and .params == []' noproto.c <<<'int f();'
	header "static functions" '(op("f") | .callable and .form == "inline" and .definition == "header")' \
		<<<'static int f(int a) { return a; } static inline int g(void) { return 0; }'
	header "a static function without a body" 'says("f")' <<<'static int f(int a); int g(void);'
	header "extern inline" "$all_callable" <<<'inline int f(void) { return 1; } extern inline int g(void) { return 1; }'
	header "anonymous struct as parameter" 'says("f")' <<<'int f(struct { int a; } x); int g(void);'
	header "anonymous struct as result" '.operations | length == 1' <<<'struct { int a; } f(void);'
	header "typedef of an anonymous struct" "$all_callable" <<<'typedef struct { int a; } s; int f(s x, s *y); s g(void);'
	header "incomplete type by value" 'says("f") and says("g")' <<<'struct s; int f(struct s x); struct s g(void);'
	header "incomplete enum" '.operations | length == 1' <<<'enum e; int f(enum e *x);'
	header "va_list" '.operations | length == 2' <<<'#include <stdarg.h>
		int f(const char *format, va_list args); int g(va_list *args);'
	header "varargs" 'op("f") | .variadic' <<<'int f(int count, ...);'
	header "array parameters" 'spells("f") == ["int *", "const char *", "int (*)[4]", "unsigned char *"]' \
		<<<'int f(int a[8], const char b[], int c[][4], unsigned char d[static 2]);'
	header "VLA parameters" '(op("f") | .callable) and (op("g") | .callable)' \
		<<<'int f(int n, int a[n]); int g(int n, int m, double a[n][m]); int h(int n, int a[*]);'
	header "qualified arrays" '(op("f") | .callable)' <<<'int f(int a[const 3], char b[restrict volatile static 4]);'
	header "functions as parameters" '(op("f") | .params[0].type) == "int (*)(int)"' <<<'int f(int g(int)); '
	header "result is a function pointer" '(op("f") | .callable) and (op("g") | .callable) and (op("h") | .callable)' \
		<<<'int (*f(int a))(char *, int); void (*(*g(void))(int))(void); typedef void h_fn(int); h_fn *h(h_fn *);'
	header "result is a pointer to an array" '(op("f") | .callable)' <<<'int (*f(int n))[10];'
	header "_Noreturn" 'op("f") | .noreturn' <<<'_Noreturn void f(int code);'
	header "attribute noreturn" 'op("f") | .noreturn' <<<'void f(int) __attribute__((noreturn));'
	header "attributes of C23" '(op("f") | .noreturn) and (op("g") | .deprecated) and (op("g").attributes | map(.name) | contains(["pure"]))' \
		<<<'[[noreturn]] void f(int); [[deprecated("why"), gnu::pure]] int g(int a [[maybe_unused]]);' -- -std=c2x
	header "an attribute of one parameter" '(op("f").attributes // [] | map(.name + .text) == ["nonnull2"])' \
		<<<'int f(char *a, char *b __attribute__((nonnull)));'
	header "_Static_assert" '.operations | map(.name) == ["f"]' <<<'_Static_assert(sizeof(int) >= 2, "int"); int f(void);'
	header "_Generic" '.operations | map(.name) | contains(["f", "pick"])' \
		<<<'int f(int); double g(double);
#define pick(x) _Generic((x), int: f, double: g)(x)'
	header "attributes everywhere" '(op("f") | .callable and .deprecated) and (op("f").attributes | map(.name) | contains(["nonnull", "pure"]))' \
		<<<'__attribute__((visibility("default"))) int __attribute__((pure)) f(__attribute__((unused)) char *a,
		const char *b __attribute__((nonnull))) __attribute__((nonnull(1), deprecated("use g (or \")\")"))) __attribute__((warn_unused_result));
		struct __attribute__((packed, aligned(2))) s { char c __attribute__((aligned(4))); } __attribute__((may_alias));
		enum __attribute__((packed)) e { A __attribute__((deprecated)), B }; [[gnu::cold]] int g(struct s *, enum e);' -- -std=gnu2x
	header "redeclarations" '(.operations | map(.name) == ["f"]) and (op("f").params | map(.name) == ["a", "b"])' \
		<<<'int f(int, int); int f(int a, int); int f(int, int b); extern int f(int, int);'
	header "two names by asm" '(op("f") | .callable)' <<<'int f(void) __asm__("other_name");'
	echo 'int other_name(void) { return 1; }' | cc -shared -fPIC -x c - -o libother.so
	header "two names by asm, in a library" '(op("f") | .callable and .definition == "library")' -- -L. -lother \
		<<<'int f(void) __asm__("other_name");'
	header "references in a library that has none" 'op("references") | .definition == "nowhere"' -- -L. -lother \
		<<<'int references(void); int other_name(void);'
	header "the names of the C library" "$all_callable" <<<'void *malloc(unsigned long); int printf(const char *, ...); int abs(int);'
	header "main" '.operations | map(.name) | contains(["f"])' <<<'int main(int, char **); int f(void);'
	header "100 parameters" 'op("f") | .callable and (.params | length) == 100' \
		<<<"int f($(seq -s, -f 'int a%g' 1 100));"
	header "1,000 parameters" 'op("f").params | length == 1000' <<<"int f($(seq -s, -f 'char *a%g' 1 1000));"
	header "a macro before the name" '(op("f") | .callable) and (op("g") | .callable)' <<<'#define API(type) __attribute__((visibility("default"))) type
API(int) f(int a); API(void *) g(void);'
	header "a library without names of parameters" "$all_callable" <<<'struct s; struct s *f(int, const char *, char *, unsigned long); void g(struct s *);'
	header "a function under a macro of its name" '(op("f") | .callable and .form == "function")' <<<'int f(int a);
#define f(a) (f)((a) + 1)'
	header "a comment never before seen" '(op("f").doc | type == "string")' <<<'/**//***/ /** \param[in,out */
int f(int a /**< @param */); /*!< [out] \returns'"
"'*/'
	header "tagless enum and macros of one name" '(.constants | length) >= 2' <<<'enum { A, B };
#define A A
#define B B
int f(int);'
}

types() {
	place types
	header "bit-fields" '[.types[] | select(.spelling == "struct s") | .fields[] | .bit_width // 0] == [3, 0, 7, 1]' \
		<<<'struct s { unsigned a : 3; int : 0; unsigned long b : 7; _Bool c : 1; }; int f(struct s *);'
	header "nested anonymous unions" "$all_callable" <<<'struct s { union { int a; struct { char b; union { long c; double d; }; }; }; int e; };
		int f(struct s *x); int g(struct s x);'
	header "flexible array member" "$all_callable" <<<'struct s { unsigned length; char data[]; }; int f(struct s *);
		struct t { int n; struct { int a; } rest[0]; }; int g(struct t *);'
	header "vector types" '.operations | length == 2' <<<'typedef float v4 __attribute__((vector_size(16))); v4 f(v4 a, v4 *b);
		typedef int i8 __attribute__((vector_size(32))); int g(i8 *x);'
	header "_Complex" '.operations | length == 2' <<<'double _Complex f(float _Complex a, long double _Complex *b); int g(double _Complex a[2]);'
	header "_Atomic" '.operations | length == 2' <<<'int f(_Atomic int *a, _Atomic(long) *b); struct s { _Atomic(int *) p; }; int g(struct s *);'
	header "__int128" "$all_callable" <<<'__int128 f(unsigned __int128 a, __int128 *b);'
	header "_BitInt and float of all sizes" '.operations | length == 2' <<<'int f(_BitInt(37) a, unsigned _BitInt(3) *b);
		long double g(__float128 a, _Float16 b);' -- -std=gnu2x
	header "negative and large enumerators" '(.constants | map({(.name): .value}) | add) as $c | $c.A == -5 and $c.C == -9223372036854775808' \
		<<<'enum e { A = -5, B, C = -0x7fffffffffffffffL - 1, D = 0x7fffffffffffffffL }; int f(enum e);'
	header "unsigned enumerators of 64 bits" '.operations | length == 1' <<<'enum e { A = 0xffffffffffffffffUL, B = 1 }; int f(enum e);'
	header "enumerators that are bits" '.types[] | select(.spelling == "enum e") | .flags' <<<'enum e { A = 1, B = 2, C = 4, D = 0x80000000 }; int f(enum e);'
	header "an enumerator of 32 bits without sign" '(.constants[] | select(.name == "A") | .value) == 2147483648' <<<'enum e { A = 0x80000000 }; int f(enum e);'
	header "an enum of a fixed type" "$all_callable" <<<'enum e : unsigned char { A, B }; int f(enum e);' -- -std=gnu2x
	header "typeof and auto" "$all_callable" <<<'extern int x; __typeof__(x) f(__typeof__(&x) p); __typeof__(int[4]) *g(void);'
	header "an array of unknown bound as variable" '.variables | length == 3' <<<'extern const char *names[]; extern int table[3][4]; extern struct s opaque; int f(void);'
	header "qualifiers everywhere" '(op("f").params[0].type) == "const volatile char *const *restrict"' \
		<<<'int f(const volatile char *const *restrict a, char *const b);'
	header "names with UTF-8 and dollars" '(op("größe") | .callable) and (op("a$b") | .callable)' \
		<<<'int größe(int länge); int a$b(int $); struct 構造 { int メンバー; }; int f(struct 構造 *名);'
	header "names by universal character" '.operations | length == 1' <<<'int gr\u00f6\u00dfe(int a);'
	header "names that C++ keeps for itself" "$all_callable" <<<'int new(int class, char *this, double template); struct namespace { int public; }; int delete(struct namespace *);'
	header "names that Harrier uses itself" "$all_callable" <<<'int hr_value(int hr_result); int hr_arguments(void **hr_arguments);
		int hr_trial_0(int a); int s0(void); int references(void); int harrier(void);'
	header "names of types as names of parameters" "$all_callable" <<<'typedef int t; int f(int t, struct t { int a; } *p);'
	header "blocks of the address space" '.operations | length == 1' <<<'int f(int __attribute__((address_space(1))) *p);'
	header "thread-local and register" '.variables | length >= 1' <<<'extern _Thread_local int x; extern __thread int y; int f(void);'
	header "constants of all kinds" '(.constants | map({(.name): .value}) | add) as $c | $c.I == 3 and $c.S == "a\"b\\" and $c.N == "nan"' <<<'#define I (1 + 2)
#define S "a\"b\\"
#define BIG 0xffffffffffffffffULL
#define INF (1e999)
#define NEG_INF (-1e999)
#define N (__builtin_nan(""))
#define C '"'\\\\n'"'
#define W L"wide"
#define NUL "a\0b"
#define P ((void *)-1)
#define BOTTOM (1 / 0)
#define SHIFT (1 << 99)
#define SELF SELF
#define OPEN (
#define CAST (int)
#define TYPE unsigned long
#define EMPTY
#define STATEMENT do { } while (0)
#define SIZE sizeof(struct nowhere)
#define LAMBDA ({ 3; })
#define KW return
int f(void);'
	header "macros of all kinds" '.operations | map(.name) | contains(["f", "ADD", "NONE"])' <<<'int f(int, char *);
#define ADD(a, b) ((a) + (b))
#define NONE() f(1, "a")
#define VAR(...) f(__VA_ARGS__)
#define NAMED(args...) f(args)
#define PASTE(a, b) a ## b
#define STRING(a) #a
#define LONG(a,b,c,d,e,g,h,i) a
#define SPLIT(a, \
	b) \
	(f((a), \
	   (b)))
#define LOOP(x) for (;;)
#define OPEN(x) (x
#define RECURSIVE(x) RECURSIVE(x)
#define DECLARE(x) int x(void);
#define SEMI(x) f(x, "");
#define COMMENTED(a /* first */, b /* second */) /* why */ f(a, b) // end
#define RETURN(x) return x
#define TYPED(T) ((T)0)
#define OFFSET(type, member) ((long)&((type *)0)->member)
#define CRASH(x) (*(char *)0 = (x))
#define UNUSED(x) ((void)(x))
#define DIVIDE(x) ((x) / 0)
#define QUOTE(x) "\")(" '"')'"'
'
}

# repeat COUNT FORMAT: the format with 1 to COUNT in the place of @, a line each
repeat() {
	seq 1 "$1" | awk -v format="$2" '{ line = format; gsub("@@", $1 - 1, line); gsub("@", $1, line); print line }'
}

deep() {
	place deep
	header "500 nested structs" '(op("f") | .callable)' <<<"struct s { $(repeat 500 'struct {') int x; $(repeat 500 '} a@;') }; int f(struct s *);"
	header "200 nested named structs" '(op("f") | .callable)' <<<"struct s { $(repeat 200 'struct n@ {') int x; $(repeat 200 '} a@;') }; int f(struct s *);"
	header "300 levels of pointers" '(op("f") | .callable)' <<<"int f(int $(printf '*%.0s' $(seq 300)) p);"
	header "3,000 levels of pointers" '.operations | length == 2' <<<"int f(int $(printf '*%.0s' $(seq 3000)) p); int g(void);"
	header "30 dimensions" '(op("f") | .callable)' <<<"int f(int a$(printf '[2]%.0s' $(seq 30)));"
	header "2,000 typedefs in a row" '(op("f") | .callable)' <<<"typedef int t0; $(repeat 2000 'typedef t@@ t@;') t2000 f(t2000 a, t1000 *b);"
	header "2,000 typedefs of pointers in a row" '.operations | length == 1' <<<"typedef int t0; $(repeat 2000 'typedef t@@ *t@;') int f(t2000 a);"
	header "5,000 structs, each pointing to the next" '([.types[] | select(.kind == "struct")] | length) == 5001' \
		<<<"$(repeat 5000 'struct s@; struct s@@ { struct s@ *next; };') struct s5000 { int end; }; int f(struct s0 *);"
	header "2,000 structs, each holding the one before" '(op("f") | .callable)' \
		<<<"struct s0 { char c; }; $(repeat 2000 'struct s@ { struct s@@ inner; };') int f(struct s2000 *a);"
	header "200 levels of functions that take functions" '.operations | length == 1' \
		<<<"typedef void f0(void); $(repeat 200 'typedef f@@ *f@(f@@ *);') int f(f200 *a);"
	header "80 levels of function pointers without names" '.operations | length == 1' \
		<<<"int $(printf '(*%.0s' $(seq 80)) f(void) $(printf ')(int)%.0s' $(seq 80));"
	header "300 brackets around an expression" '(.constants | length) == 1' <<<"#define X $(printf '(%.0s' $(seq 200)) 7 $(printf ')%.0s' $(seq 200))
int f(void);"
	header "a macro that doubles 60 times" '.operations | length >= 1' <<<"#define D0 1
$(repeat 12 '#define D@ D@@ + D@@')
int f(void);"
	header "cyclic structs" "$all_callable" <<<'struct a; struct b { struct a *a; struct b *b; struct c *c; };
		struct a { struct b *b; struct a *(*next)(struct a *, struct b *); struct { struct a *up; } inner; };
		typedef struct n n; struct n { n *left, *right; int (*compare)(const n *, const n *); n **children; };
		int f(struct a *); n *g(n *); struct v; typedef void visit(struct v *); struct v { visit *each; void (*table[4])(visit *); }; int h(struct v *);'
	header "a typedef of a function that takes itself" '.operations | length >= 1' \
		<<<'struct s; typedef void fn(struct s *); struct s { fn *f; void (*g)(fn *, struct s); }; int f(struct s *s);'
}

# Ways to name a file.
names() {
	place names
	mkdir -p lib/include other "with space" "quo\"te'd" "a>b" "a>\"b" back\\slash 'dollar$HOME' 'new
line'
	printf '#include "part.h"\nint f(part_t);\n' >lib/include/a.h
	echo 'typedef int part_t; int part(void);' >lib/include/part.h
	accepted "a header given twice" '.operations | length == 2' --header lib/include/a.h --header lib/include/a.h
	accepted "a header given by two paths" '.operations | length == 2' lib/include/a.h ./other/../lib/include/a.h
	echo 'struct s { int a; }; enum e { A }; typedef enum e e; int f(struct s *);' >twice.h
	ln -s twice.h again.h
	accepted "a header with structs and no guard, given twice" '.operations | length == 1' twice.h ./twice.h again.h
	accepted "a path with dots" '.operations | length == 2' other/../lib/./include//a.h
	ln -s lib/include/a.h link.h
	accepted "a symbolic link" '.operations | map(.name) | contains(["f"])' link.h
	ln -s lib/include incl
	accepted "a directory that is a symbolic link" '.operations | length == 2' incl/a.h -- -Iincl
	accepted "a header by its name, directory by -I" '.operations | length == 2' --header a.h -- -Ilib/include
	accepted "a header by its name, -I and directory apart" '.operations | length == 2' --header a.h -- -I lib/include
	accepted "a header by its name, -isystem" '.operations | length == 2' --header a.h -- -isystem lib/include
	accepted "a relative -I from below" '.operations | length == 2' --header a.h -- -Iother/../lib/include
	local directory
	for directory in "with space" "quo\"te'd" "a>b" back\\slash 'dollar$HOME'; do
		cp lib/include/*.h "$directory"
		echo '#include "a.h"
int f(part_t a) { return a; }' >"$directory/a.c"
		accepted "a path with odd letters: $directory" '.operations | map(.definition) == ["nowhere", "source"]' \
			"$directory/a.h" "$directory/a.c" -- -I "$directory"
	done
	cp lib/include/*.h 'new
line'
	refused "a path with a newline" "no #include can name '.*a.h'; rename it" 'new
line/a.h'
	cp lib/include/*.h 'a>"b'
	refused "a path with a quote and a bracket" "no #include can name" 'a>"b/a.h'
	cp lib/include/a.h 'x.y-z +%s.h'
	cp lib/include/part.h .
	accepted "a name with odd letters" '.operations | map(.name) | contains(["f"])' 'x.y-z +%s.h'
	cp lib/include/a.h -- -dash.h
	accepted "a name with a dash, as option" '.operations | map(.name) | contains(["f"])' --header=-dash.h
	cp lib/include/a.h noending
	accepted "a header without an ending" '.operations | map(.name) | contains(["f"])' --header noending
	cp lib/include/a.h "$(printf 'n%.0s' $(seq 200)).h"
	accepted "a long name" '.operations | map(.name) | contains(["f"])' "$(printf 'n%.0s' $(seq 200)).h"
	cp lib/include/part.h api.inc
	accepted "a header with another ending" '.operations | map(.name) == ["part"]' --header api.inc
}

declarations
types
deep
names
finish
