#!/bin/bash
# `harrier inspect` on input that cannot be used: always an exit code and a message that names the problem, never a crash.
# Starts in an empty directory; the program is $1. Output is TAP.
set -u
harrier=$(realpath "$1")
# shellcheck source=inspect.inc.sh
. "$(dirname "$(realpath "$0")")/inspect.inc.sh"

command_line() {
	place command-line
	echo 'int f(void);' >a.h
	misused "nothing given" "no header given"
	misused "only a source" "no header given" a.c
	misused "unknown option" "unknown option '--frobnicate'" --frobnicate a.h
	misused "unknown short option" "unknown option '-z'" -z a.h
	misused "unknown short option among arguments" "unknown option '-z'" a.h -z --json
	misused "compiler flag before --" "unknown option '-Ifoo'.*behind '--'" a.h -Ifoo
	misused "option without its argument" "option '--header' needs an argument" --header
	misused "-p without its argument" "option '-p' needs an argument" a.h -p
	misused "-- in place of an argument" "option '--header' needs an argument" --header -- -I.
	misused "an argument too many" "option '--json' takes no argument" a.h --json=yes
	misused "an ambiguous option" "option '--t' is ambiguous" --t=. a.h
	misused "an empty file name" "an empty argument is no name" ""
	misused "an empty header" "an empty argument is no name" --header ""
	misused "two kinds of output" "exclude each other" a.h --json --unsupported
	misused "model and headers" "--model goes without" --model a.json a.h
	misused "model and flags" "--model goes without" --model a.json -- -I.
	misused "model and tree" "--model goes without" --model a.json --tree .
	misused "graph of another kind" "\.dot and \.svg files, not 'a.png'" a.h --graph a.png
	misused "no such operation" "no operation 'g'" a.h --operation g
	misused "no such type" "no type 'struct g'" a.h --type 'struct g'
}

files() {
	place files
	echo 'int f(void);' >a.h
	echo '#include "a.h"' >a.c
	refused "missing header" "no header 'absent.h'" absent.h
	refused "missing header, first of two" "no header 'absent.h'" absent.h a.h
	refused "missing source" "no source file 'absent.c'" a.h absent.c
	mkdir include.h source.c
	refused "directory as header" "'include.h' is a directory" --header include.h
	refused "directory as source" "'source.c' is a directory" a.h source.c
	refused "no such tree" "no directory 'absent'" a.h --tree absent
	refused "a file as tree" "'a.h' is not a directory" a.h --tree a.h
	refused "a device as header" "'/dev/null' is not a regular file" --header /dev/null
	ln -s loop.h loop.h
	ln -s nowhere.h dangling.h
	refused "a symbolic link to itself" "'loop.h'" loop.h
	refused "a symbolic link to nowhere" "'dangling.h'" dangling.h
	refused "a header named as a source's neighbour" "no source file 'a.txt'" a.h a.txt
	if [ "$(id -u)" = 0 ]; then
		skip "unreadable header" "root can read everything"
		skip "unreadable source" "root can read everything"
	else
		echo 'int g(void);' >closed.h
		cp closed.h closed.c
		chmod 0 closed.h closed.c
		refused "unreadable header" "closed.h.*[Pp]ermission denied" closed.h
		refused "unreadable source" "closed.c.*[Pp]ermission denied" a.h closed.c
	fi
}

# What the compiler says, with the place; and what is missing, where that can be told.
does_not_compile() {
	place broken
	mkdir -p project/include project/other/deep project/lib
	echo 'typedef int sibling_t;' >project/other/sibling.h
	echo 'typedef int deep_t;' >project/other/deep/deep.h
	printf '#include "sibling.h"\nsibling_t f(void);\n' >project/include/a.h
	refused "missing include in a sibling directory: diagnostic" "^project/include/a.h:1:10: error: 'sibling.h' file not found" \
		project/include/a.h
	refused "missing include in a sibling directory: hint" "^hint: .*-I.*project/other$" project/include/a.h
	printf '#include <deep/deep.h>\ndeep_t f(void);\n' >project/include/b.h
	refused "missing include with a directory: hint" "^hint: 'deep/deep.h' is found with: -- -I.*project/other$" project/include/b.h
	printf '#include <no/such/file.h>\nint f(void);\n' >project/include/c.h
	refused "missing include found nowhere" "^hint: .*'no/such/file.h'.*install" project/include/c.h
	printf '#include "config.h"\nint f(void);\n' >project/include/d.h
	echo '#undef FULL' >project/config.h.in
	refused "an include that configure makes" "^hint: the library's build makes 'config.h' from 'config.h.in'" project/include/d.h
	printf '#include "sibling.h"\nint f(void) { return 0; }\n' >project/lib/a.c
	echo 'int f(void);' >project/include/good.h
	refused "missing include of a source: diagnostic" "^project/lib/a.c:1:10: error:" project/include/good.h project/lib/a.c
	refused "missing include of a source: hint" "^hint: .*-I.*project/other$" project/include/good.h project/lib/a.c

	printf 'int g(void);\nmystery_t f(int);\n' >type.h
	refused "unknown type: diagnostic" "^type.h:2:1: error: unknown type name 'mystery_t'" type.h
	refused "unknown type: hint" "^hint: .*--header.*-D" type.h
	echo 'int f(mystery_t);' >nameless.h
	refused "unknown type of a parameter without a name: hint" "^hint: .*--header.*-D" nameless.h
	printf '#ifndef WIDTH\n#error define WIDTH first\n#endif\nint f(void);\n' >error.h
	refused "#error: diagnostic" "^error.h:2:2: error: define WIDTH first" error.h
	refused "#error: hint" "^hint: .*-DWIDTH" error.h
	printf 'int f(int a[WIDTH]);\n' >macro.h
	refused "missing -D: hint" "^hint: .*-D" macro.h
	echo 'int f(int' >cut.h
	refused "cut off" "^cut.h:.*error: " cut.h
	printf 'int f(void);\n/* never closed\nint g(void);\n' >comment.h
	refused "unterminated comment" "^comment.h:2:1: error: unterminated /\* comment" comment.h
	printf 'int f(void);\n#if 1\nint g(void);\n' >conditional.h
	refused "unterminated conditional" "^conditional.h:2:2: error: unterminated" conditional.h
	for i in $(seq 1 500); do echo "unknown$i f$i(void);"; done >many.h
	refused "500 errors: the first is there" "^many.h:1:1: error" many.h
	ok "500 errors: not all of them are printed" test "$(wc -l <"$top/said.txt")" -lt 60
	printf 'int f(struct nowhere x) { return 0; }\n' >body.h
	refused "incomplete parameter of a definition" "^body.h:1:.*incomplete type" body.h
	printf '#include "itself.h"\nint f(void);\n' >itself.h
	refused "a header that includes itself" "^itself.h:1:.*nested too deeply" itself.h
	ok "a header that includes itself: hint" grep -q '^hint: .*includes itself' "$top/said.txt"
	echo 'int f(void);' >a.h
	accepted "a flag that clang does not know" '.operations | length == 1' a.h -- --no-such-flag -fno-such-feature
	refused "bad standard" "refuses the flags" a.h -- -std=c12345
	ok "bad standard: named" grep -qx -- '-std=c12345' "$top/said.txt"
	refused "source does not compile" "^a.c:1:.*error" a.h "$(echo 'int f(void) { return x; }' >a.c; echo a.c)"
}

contradictions() {
	place contradictions
	echo 'int f(int);' >one.h
	echo 'char *f(double);' >two.h
	refused "two headers contradict: both are named" "'one.h' and 1 more" one.h two.h
	ok "two headers contradict: the place" grep -q "^two.h:1:7: error: conflicting types for 'f'" "$top/said.txt"
	ok "two headers contradict: the other place" grep -q "^one.h:1:5: note: previous declaration" "$top/said.txt"
	ok "two headers contradict: hint" grep -q '^hint: .*contradict' "$top/said.txt"
	printf 'struct s { int a; };\n' >three.h
	printf 'struct s { long a; };\nint f(struct s *);\n' >four.h
	refused "two structs of one name" "redefinition of 's'" three.h four.h
	printf '#include "one.h"\nchar *f(double d) { return 0; }\n' >one.c
	refused "the source contradicts the header" "^one.c:2:7: error: conflicting types" one.h one.c
	printf 'char *f(double d) { return 0; }\n' >alone.c
	accepted "the source does not include the header it contradicts" '.operations[0].name == "f"' one.h alone.c
}

empty_apis() {
	place empty
	: >empty.h
	refused "empty header" "'empty.h' declares no function" empty.h
	printf '/* only a comment */\n' >comment.h
	refused "only a comment" "'comment.h' declares no function" comment.h
	printf 'struct s { int a; };\ntypedef struct s s_t;\nenum e { A, B };\n#define LIMIT 4\nextern int state;\n' >types.h
	refused "only types, constants and variables" "'types.h' declares no function" types.h
	mkdir -p public private
	echo 'int hidden(void);' >private/impl.h
	echo '#include <impl.h>' >public/api.h
	refused "all declared outside of the tree" "'public/api.h' declares no function" public/api.h -- -Iprivate
	ok "all declared outside of the tree: hint" grep -q "^hint: .*'private/impl.h'.*--tree" "$top/said.txt"
	accepted "with --tree" '.operations | map(.name) == ["hidden"]' public/api.h --tree private -- -Iprivate
	printf '#ifdef FEATURE\nint f(void);\n#endif\n' >feature.h
	refused "hidden by a missing -D" "^hint: .*-DFEATURE" feature.h
	printf '#include <stdio.h>\n' >system.h
	refused "only the system's functions" "'system.h' declares no function" system.h
	refused "two empty headers" "'empty.h' and 1 more declare no function" empty.h comment.h
}

databases() {
	place databases
	echo 'int f(void);' >a.h
	echo 'int f(void) { return 1; }' >a.c
	mkdir text shape object entry nofile empty some all unix quotes
	echo 'hello' >text/compile_commands.json
	refused "not JSON" "text/compile_commands.json:1:1: " a.h -p text
	printf '[\n {"file": "a.c",\n  "command": "cc -c a.c"\n' >text/compile_commands.json
	refused "JSON cut off" "text/compile_commands.json:[34]:[0-9]+: " a.h -p text
	echo '{"file": "a.c"}' >shape/compile_commands.json
	refused "an object" "shape/compile_commands.json:1:1: not a list of compile commands" a.h -p shape
	echo '[1, 2]' >entry/compile_commands.json
	refused "a list of numbers" "entry/compile_commands.json:1:2: .*not an object" a.h -p entry
	echo '[{"directory": "/"}]' >nofile/compile_commands.json
	refused "an entry without a file" "has no \"file\"" a.h -p nofile
	echo '[{"directory": "/", "file": "a.c"}]' >nofile/compile_commands.json
	refused "an entry without a command" "neither \"arguments\" nor \"command\"" a.h -p nofile
	echo '[{"directory": "/", "file": "a.c", "arguments": "cc"}]' >object/compile_commands.json
	refused "arguments that are no list" "\"arguments\" is not a list" a.h -p object
	echo '[{"directory": "..", "file": "a.c", "command": "cc \"-c a.c"}]' >quotes/compile_commands.json
	refused "a command that ends inside quotes" "ends inside quotes" a.h -p quotes
	echo '[]' >empty/compile_commands.json
	refused "an empty list" "no C source in compile database" a.h -p empty
	: >empty/compile_commands.json
	refused "an empty file" "empty/compile_commands.json" a.h -p empty
	refused "no such directory" "no such compile database: 'absent'" a.h -p absent
	refused "no database in the directory" "no compile_commands.json in 'unix'" a.h -p unix
	cat >all/compile_commands.json <<EOT
[{"directory": "$PWD", "file": "gone.c", "command": "cc -c gone.c"},
 {"directory": "$PWD/nowhere", "file": "lost.c", "command": "cc -c lost.c"}]
EOT
	refused "all sources are absent" "none of the 2 sources .* exists" a.h -p all
	ok "all sources are absent: which" grep -q "no such file: '.*/gone.c'" "$top/said.txt"
	cat >some/compile_commands.json <<EOT
[{"directory": "$PWD", "file": "gone.c", "command": "cc -c gone.c"},
 {"directory": "$PWD", "file": "a.c", "command": "cc -c a.c"}]
EOT
	accepted "some sources are absent" '(.notes | tostring | contains("gone.c")) and .operations[0].definition == "source"' \
		a.h -p some
	cat >some/compile_commands.json <<EOT
[{"directory": "$PWD", "file": "a.c", "command": "cc -c a.c"}]
EOT
	echo '{"schema": "harrier-link/1", "flags": 3}' >some/harrier-link.json
	refused "link flags of another kind" "some/harrier-link.json:1:" a.h -p some
	echo 'nonsense' >some/harrier-link.json
	refused "link flags that are not JSON" "some/harrier-link.json:1:1: " a.h -p some
}

cplusplus() {
	place cplusplus
	echo 'int f(void);' >a.h
	echo 'int f(void) { return 1; }' | tee a.cpp a.cc a.cxx a.C >a.hpp
	local file
	for file in a.cpp a.cc a.cxx a.C; do
		refused "source by name: $file" "'$file' is C\+\+; Harrier reads C" a.h "$file"
	done
	refused "header by name" "'a.hpp' is C\+\+; Harrier reads C" --header a.hpp
	printf 'class widget {\npublic:\n\tint f();\n};\n' >class.h
	refused "class" "^hint: this looks like C\+\+" class.h
	printf 'namespace n {\nint f();\n}\n' >namespace.h
	refused "namespace" "^hint: this looks like C\+\+" namespace.h
	printf 'template <typename T> T f(T x);\n' >template.h
	refused "template" "^hint: this looks like C\+\+" template.h
	printf '#pragma once\n#include <vector>\nint f(std::vector<int> v);\n' >standard.h
	refused "a header of its standard library" "^hint: this looks like C\+\+" standard.h
	printf 'int f(int &x);\n' >reference.h
	refused "a reference" "^hint: this looks like C\+\+" reference.h
	printf 'extern "C" {\nint f(void);\n}\n' >linkage.h
	refused "extern \"C\" without a guard" "^hint: .*(C\+\+|__cplusplus)" linkage.h
	printf 'struct s { int a; int get() const { return a; } };\nint f(struct s *);\n' >method.h
	refused "a method" "method.h:1:" method.h
	printf '#include "a.h"\nnamespace n { int g() { return 1; } }\n' >a.c
	refused "a source with C++ in it" "^hint: this looks like C\+\+" a.h a.c
	cat >compile_commands.json <<EOT
[{"directory": "$PWD", "file": "a.cpp", "command": "g++ -c a.cpp"}]
EOT
	refused "a compile database with C++ alone" "no C source in compile database" a.h -p .
	refused "-x c++" "'-x c\+\+' asks for another language" a.h -- -x c++
}

garbage() {
	place garbage
	# the same garbage each time: a test that draws lots cannot be believed
	LC_ALL=C awk 'BEGIN { srand(7); for (i = 0; i < 100000; i++) printf "%c", 1 + int(rand() * 255) }' >random.h
	refused "binary garbage" "'random.h' does not compile|'random.h' .*binary" random.h
	ok "binary garbage: not much of it is printed" test "$(wc -c <"$top/said.txt")" -lt 20000
	ok "binary garbage: nothing that a terminal would obey" sh -c "! tr -d '\\t' <'$top/said.txt' | LC_ALL=C grep -q '[[:cntrl:]]'"
	cp /bin/true elf.h
	refused "a program as header" "'elf.h'" elf.h
	printf 'int f(void);\0\0\0int g(void);\n' >nul.h
	accepted "NUL bytes between declarations" '.operations | map(.name) == ["f", "g"]' nul.h
	printf 'int f(int \0\0 a) {;\n' >nul2.h
	refused "NUL bytes in an error" "^nul2.h:1:" nul2.h
	{ printf 'int f('; head -c 1000000 /dev/zero | tr '\0' 'x'; echo ' a);'; } >long.h
	refused "a line of a megabyte with an error" "^long.h:1:7: error: unknown type name" long.h
	ok "a line of a megabyte: not printed" test "$(wc -c <"$top/said.txt")" -lt 20000
	printf '\357\273\277int f(void);\n' >bom.h
	accepted "a byte order mark" '.operations | map(.name) == ["f"]' bom.h
	echo 'size_t f(size_t n);' >bare.h
	accepted "a header that -include makes whole" '.operations | map(.name) == ["f"]' bare.h -- -include stddef.h
	printf '\377\376i\0n\0t\0 \0f\0(\0v\0o\0i\0d\0)\0;\0' >utf16.h
	refused "UTF-16" "^hint: .*UTF-16" utf16.h
	printf 'int f(void);\r\nint g(\r\n\tint a);\r\n' >crlf.h
	accepted "lines of Windows" '.operations | map(.name) == ["f", "g"]' crlf.h
	printf 'int f(void);\rint g(void);\r' >cr.h
	accepted "lines of an old Macintosh" '.operations | map(.name) == ["f", "g"]' cr.h
	printf '/** caf\351 */\nint f(int a /**< \351 */);\n#define NAME "\351\001\033"\n' >latin1.h
	accepted "Latin-1 in comments and strings" '.operations[0].doc | length > 0' latin1.h
}

models_loaded() {
	place models
	echo 'int f(void);' >a.h
	refused "no such model" "'?absent.json" --model absent.json
	refused "a directory as model" "'?\.'?" --model .
	: >empty.json
	refused "an empty model" "empty.json" --model empty.json
	echo 'int f(void);' >c.json
	refused "C as model" "c.json:1:1: " --model c.json
	echo '[]' >list.json
	refused "a list as model" "list.json:1:1: " --model list.json
	echo '{"schema": "harrier-model/999"}' >future.json
	refused "a model of the future" "harrier-model/999.*this version reads" --model future.json
	"$harrier" inspect a.h --json >good.json || return
	local size cut
	size=$(wc -c <good.json)
	for cut in 2 100 $((size / 2)) $((size - 3)); do
		head -c "$cut" good.json >cut.json
		refused "a model cut off after $cut bytes" "cut.json:[0-9]+:[0-9]+: " --model cut.json
	done
	jq 'del(.operations)' good.json >part.json
	refused "a model without operations" "operations" --model part.json
	jq '.operations[0].result.type_ref.index = 99999' good.json >index.json
	refused "an index that leads nowhere" "'index' is out of range: 99999" --model index.json
	jq '.operations[0].name = 7' good.json >name.json
	refused "a name that is a number" "name" --model name.json
	printf '%*s' 100000 '' | tr ' ' '[' >deep.json
	refused "100,000 brackets" "deep.json:1:[0-9]+: .*nest" --model deep.json
}

outputs() {
	place outputs
	echo 'typedef struct s s; s *s_new(void); void s_free(s *);' >a.h
	if [ -e /dev/full ]; then
		"$harrier" inspect a.h --json >/dev/full 2>"$top/said.txt"
		ok "a full disk: exit code" test $? = 4
		ok "a full disk: message" grep -q "cannot write to standard output: No space" "$top/said.txt"
	else
		skip "a full disk" "no /dev/full"
	fi
	"$harrier" inspect a.h >&- 2>"$top/said.txt"
	ok "standard output closed: exit code" test $? = 4
	ok "standard output closed: message" grep -q "cannot write to standard output: " "$top/said.txt"
	ok "--graph into no directory" ends_with 4 "absent/g.dot" a.h --graph absent/g.dot
	mkdir g.dot
	ok "--graph over a directory" ends_with 4 "g.dot" a.h --graph g.dot
	ok "--graph of svg into no directory" ends_with 4 "absent/g.svg|'dot'" a.h --graph absent/g.svg
	# PATH with a compiler and without dot
	mkdir bin
	ln -s "$(command -v cc)" bin/cc
	svg_without_dot() {
		local code
		env PATH="$PWD/bin" "$harrier" inspect a.h --graph g.svg >"$top/out.txt" 2>"$top/said.txt"
		code=$?
		sound $code && test $code = 4 && grep -q "cannot run 'dot'" "$top/said.txt" && grep -q '^hint: .*Graphviz' "$top/said.txt"
	}
	ok "svg without dot: exit code, message and hint" svg_without_dot
	if command -v dot >/dev/null; then
		inspect a.h --graph ok.svg
		ok "svg is svg" grep -q '<svg' ok.svg
	else
		skip "svg is svg" "no dot"
	fi
	refused "a missing library" "nope" a.h -- -lnope
	refused "a missing library: hint" "^hint: .*-L" a.h -- -lnope
	printf 'void *s_new(void) { return 0; }\n' >a.c
	refused "a missing library beside a source" "nope" a.h a.c -- -lnope
	mkdir empty
	env PATH="$PWD/empty" "$harrier" inspect a.h -- -lm >"$top/out.txt" 2>"$top/said.txt"
	ok "no compiler on PATH: exit code" test $? = 4
	ok "no compiler on PATH: message" grep -q "cannot run 'cc'" "$top/said.txt"
	TMPDIR=$PWD/absent "$harrier" inspect a.h -- -lm >"$top/out.txt" 2>"$top/said.txt"
	ok "no temporary directory: exit code" test $? = 4
	ok "no temporary directory: message" grep -q "absent" "$top/said.txt"
}

command_line
files
does_not_compile
contradictions
empty_apis
databases
cplusplus
garbage
models_loaded
outputs
finish
