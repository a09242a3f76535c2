#!/bin/bash
# `harrier capture` on builds of the kinds that are out there: configure and libtool, CMake, meson, ccache, an empty
# environment, many compilers at once. The projects are made here; the databases are checked with jq and by compiling
# from them. Starts in an empty directory; the program is $1. Output is TAP.
set -u
unset CC CFLAGS CPPFLAGS LDFLAGS MAKEFLAGS MFLAGS MAKELEVEL # of the make and meson that may run us

harrier=$(realpath "$1")
top=$PWD
mkdir "$top/tmp" || exit 1
export TMPDIR=$top/tmp
passed=0
failed=0
skipped=0

# ok NAME COMMAND…: one test; shows what the command printed when it fails
ok() {
	local name=$1 output
	shift
	if output=$("$@" 2>&1); then
		passed=$((passed + 1))
		echo "ok $((passed + failed + skipped)) - $name"
	else
		failed=$((failed + 1))
		echo "not ok $((passed + failed + skipped)) - $name"
		printf '%s\n' "$output" | sed 's/^/# /'
	fi
}

skip() {
	skipped=$((skipped + 1))
	echo "ok $((passed + failed + skipped)) - $1 # SKIP $2"
}

# project NAME: an empty directory for the next build, entered
project() {
	mkdir "$top/$1" && cd "$top/$1" || exit 1
}

# capture COMMAND…: the build's output goes to build.log, the errors, with harrier's last words, to said.txt
capture() {
	"$harrier" capture -- "$@" >build.log 2>said.txt || { cat said.txt; false; }
}

said_last() {
	local last
	last=$(tail -n 1 said.txt)
	[ "$last" = "$1" ] || { printf 'expected: %s\nprinted:  %s\n' "$1" "$last"; false; }
}

# files_are NAME…: the database has these sources, by their names, sorted
files_are() {
	local names
	names=$(jq -r '.[].file | split("/") | last' compile_commands.json | sort | tr '\n' ' ')
	[ "$names" = "$* " ] || { printf 'expected: %s\nin there: %s\n' "$*" "$names"; false; }
}

# has FILTER: jq finds it true for the database
has() {
	jq -e "$1" compile_commands.json >/dev/null || { cat compile_commands.json; false; }
}

# compiles: every entry's arguments, run in its directory, compile
compiles() {
	local entry arguments
	while IFS= read -r entry; do
		mapfile -t arguments < <(jq -r '.arguments[]' <<<"$entry")
		(cd "$(jq -r .directory <<<"$entry")" && "${arguments[@]}") || return 1
	done < <(jq -c '.[]' compile_commands.json)
}

well_formed() {
	has 'type == "array" and all(.[]; (.directory | startswith("/")) and (.file | startswith("/"))
		and (.arguments | type == "array" and length > 1))'
}

nothing_left() {
	local left
	left=$(find "$TMPDIR" -maxdepth 1 -name 'harrier-*')
	[ -z "$left" ] || { echo "$left"; false; }
}

write_sources() {
	printf 'int alpha(void);\nint beta(void);\n' >api.h
	printf '#include "api.h"\n#include "config.h"\nint alpha(void) { return LEVEL; }\n' >alpha.c
	printf '#include "api.h"\nint beta(void) { return 2; }\n' >beta.c
	printf '#include "api.h"\nint main(void) { return alpha() + beta() == 0; }\n' >program.c
}

# A configure script that tries things as autoconf's do, and a libtool that compiles everything twice.
autotools() {
	project autotools
	write_sources
	cat >configure <<'EOT'
#!/bin/sh
try() {
	printf '%s\n' "$1" >conftest.c
	shift
	"${CC:-gcc}" -o conftest conftest.c "$@" >>config.log 2>&1
	status=$?
	rm -f conftest*
	return $status
}
"${CC:-gcc}" --version >config.log
try 'int main(void) { return 0; }' || exit 1
try 'int main(void) { return 0; }' -lno_such_library
try '#include <math.h>
int main(int c, char **v) { return (int)cos(c); }' -lm
echo '#define LEVEL 1' >config.h
EOT
	cat >libtool <<'EOT'
#!/bin/sh
# libtool --mode=compile CC … -c SOURCE -o NAME.lo
shift
for last; do :; done
name=$(basename "$last" .lo)
arguments=$(printf '%s\n' "$@" | sed '$d' | sed '$d')
mkdir -p .libs
$arguments -fPIC -DPIC -o ".libs/$name.o" && $arguments -o "$name.o" >/dev/null 2>&1
EOT
	cat >Makefile <<'EOT'
CC = gcc
COMPILE = $(CC) -DHAVE_CONFIG_H -I. -Wall -O2 -MT $*.lo -MD -MP -MF .$*.d
all: program
%.lo: %.c
	sh ./libtool --mode=compile $(COMPILE) -c $< -o $@
libapi.so: alpha.lo beta.lo
	$(CC) -shared .libs/alpha.o .libs/beta.o -Wl,-soname,libapi.so -lm -o $@
program: program.c libapi.so
	$(CC) -I. -o $@ program.c -L. -lapi -Wl,-rpath,$(CURDIR)
EOT
	ok "autotools: captured" capture sh -c 'sh ./configure && make'
	ok "autotools: summary" said_last \
		"harrier: captured 2 sources (1 with main left out) into compile_commands.json"
	ok "autotools: well-formed" well_formed
	ok "autotools: sources" files_are alpha.c beta.c
	ok "autotools: the first of two calls" has 'all(.[]; .arguments | index("-DPIC") != null)'
	ok "autotools: the entries compile" compiles
	ok "autotools: libraries from outside only" test "$(jq -c .flags harrier-link.json)" = '["-lm"]'
	rm program libapi.so
	ok "autotools: parallel, captured" capture make -j8
	ok "autotools: parallel, sources" files_are alpha.c beta.c
}

# CMake asks PATH for the compiler and calls it by its full path from then on.
cmake_project() {
	if ! command -v cmake >/dev/null; then
		skip "cmake" "no cmake"
		return
	fi
	project cmake
	write_sources
	echo '#define LEVEL 1' >config.h
	cat >CMakeLists.txt <<'EOT'
cmake_minimum_required(VERSION 3.10)
project(api C)
include(CheckFunctionExists)
check_function_exists(strdup HAVE_STRDUP)
add_library(api alpha.c beta.c)
target_compile_definitions(api PRIVATE "TITLE=\"two words\"")
add_executable(program program.c)
target_link_libraries(program api m)
EOT
	ok "cmake: captured" capture sh -c 'cmake -S . -B build -G "Unix Makefiles" && cmake --build build --parallel 2'
	ok "cmake: sources" files_are alpha.c beta.c
	ok "cmake: flags" has 'all(.[]; .arguments | index("-DTITLE=\"two words\"") != null)'
	ok "cmake: compiler by name" has 'all(.[]; .arguments[0] == "cc")'
	ok "cmake: the entries compile" compiles
	ok "cmake: libraries from outside only" test "$(jq -c .flags harrier-link.json)" = '["-lm"]'
	ok "cmake: says that CMake must configure again" grep -q '^note: CMake' said.txt
}

meson_project() {
	if ! command -v meson >/dev/null; then
		skip "meson" "no meson"
		return
	fi
	project meson
	write_sources
	echo '#define LEVEL 1' >config.h
	cat >meson.build <<'EOT'
project('api', 'c')
cc = meson.get_compiler('c')
cc.has_function('strdup')
api = library('api', 'alpha.c', 'beta.c', c_args : '-DTITLE="two words"')
executable('program', 'program.c', link_with : api, dependencies : cc.find_library('m'))
EOT
	ok "meson: captured" env -u CC "$harrier" capture -- sh -c 'meson setup build && meson compile -C build'
	ok "meson: sources" files_are alpha.c beta.c
	ok "meson: the entries compile" compiles
	ok "meson: builds again afterwards" sh -c 'touch alpha.c && meson compile -C build'
}

# A ccache that looks for the compiler on PATH, as the real one does, under its own name and under gcc's.
ccache_project() {
	project ccache
	mkdir bin masquerade
	cat >bin/ccache <<'EOT'
#!/bin/sh
[ "$(basename "$0")" = ccache ] || set -- "$(basename "$0")" "$@"
echo "$*" >>"$CCACHE_LOG"
case $1 in -*) exit 0 ;; esac
exec "$@"
EOT
	chmod +x bin/ccache
	cat >masquerade/gcc <<EOT
#!/bin/sh
echo "\$*" >>"\$CCACHE_LOG"
exec $(command -v gcc) "\$@"
EOT
	chmod +x masquerade/gcc
	echo 'int a;' >a.c
	export CCACHE_LOG=$PWD/log
	local PATH=$PWD/bin:$PATH
	ok "ccache: captured" capture sh -c 'ccache --version; ccache gcc -DA -c a.c'
	ok "ccache: the compiler's own call" has 'map(.arguments) == [["gcc", "-DA", "-c", "a.c"]]'
	ok "ccache: called as ever" test "$(cat log)" = $'--version\ngcc -DA -c a.c'
	rm log
	PATH=$PWD/masquerade:$PATH
	ok "ccache under gcc's name: captured" capture gcc -DB -c a.c
	ok "ccache under gcc's name: noted once" has 'map(.arguments) == [["gcc", "-DB", "-c", "a.c"]]'
	ok "ccache under gcc's name: called as ever" test "$(cat log)" = '-DB -c a.c'
	unset CCACHE_LOG
}

odd_builds() {
	project odd
	echo 'int a;' >a.c
	# shellcheck disable=SC2016 # PATH is that of the build
	ok "empty environment: captured" capture sh -c 'env -i PATH="$PATH" cc -DBARE -c a.c'
	ok "empty environment: flags" has '.[0].arguments | index("-DBARE") != null'
	printf -- '-DONE -DTWO="a b"' >args.rsp
	ok "response file: captured" capture sh -c 'cc @args.rsp -c a.c; rm args.rsp'
	ok "response file: flags" has '.[0].arguments == ["cc", "-DONE", "-DTWO=a b", "-c", "a.c"]'
	capture "$harrier" capture -o inner.json -- cc -DINNER -c a.c >/dev/null
	ok "capture in a capture: the inner one has it" test "$(jq length inner.json)" = 1
	ok "capture in a capture: the outer one says so" grep -q 'called no C compiler' said.txt
	ok "a compiler's exit code" sh -c "'$harrier' capture -- cc -c absent.c 2>&1 | grep -q 'exit status 1'"
	if command -v c99 >/dev/null; then
		ok "c99: captured" capture c99 -c a.c
		ok "c99: its standard" has '.[0].arguments == ["c99", "-std=c99", "-c", "a.c"]'
	else
		skip "c99" "no c99"
	fi
}

many_sources() {
	project many
	local i
	for i in $(seq 1 60); do echo "int f$i(void) { return $i; }" >"f$i.c"; done
	# shellcheck disable=SC2016 # variables of make
	printf '%%.o: %%.c\n\tcc -c $<\nall: $(patsubst %%.c,%%.o,$(wildcard *.c))\n' >Makefile
	ok "60 sources, 16 at once" capture make -s -j16 all
	ok "60 sources: all there, once" has '(map(.file) | unique | length) == 60 and length == 60'
}

interrupted() {
	project interrupted
	echo 'int a;' >a.c
	echo '[]' >compile_commands.json
	"$harrier" capture -- sh -c 'cc -c a.c; : >begun; exec sleep 1000' >out.txt 2>&1 &
	local run=$! i
	for ((i = 0; i < 6000; i++)); do
		[ ! -e begun ] || break
		sleep 0.01
	done
	kill -TERM $run
	wait $run
	ok "interrupted: ends by the signal" test $? = 143
	ok "interrupted: says so" grep -qx 'harrier: interrupted; nothing captured' out.txt
	ok "interrupted: the database stays" test "$(cat compile_commands.json)" = '[]'
}

autotools
cmake_project
meson_project
ccache_project
odd_builds
many_sources
interrupted
ok "no temporary directory is left" nothing_left
echo "1..$((passed + failed + skipped))"
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed -eq 0 ]
