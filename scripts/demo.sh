#!/bin/sh
# `make demo`: Harrier on a small library that has bugs, examples/shelf: what it understands, the bugs with their evidence, tests.
set -eu
cd "$(dirname "$0")/.."

bold='' plain=''
if [ -t 1 ] && [ -z "${NO_COLOR:-}" ] && [ "${TERM:-dumb}" != dumb ]; then
	bold=$(printf '\033[1m') plain=$(printf '\033[0m')
fi

library="examples/shelf/shelf.h examples/shelf/shelf.c"
sequence=examples/shelf/names.seq
out=build/demo
rm -rf "$out"

say() {
	printf '\n%s\n\n' "$*"
}

show_command() {
	printf '%s$ %s%s\n' "$bold" "$*" "$plain"
}

# summary NAME…: of a listing, what is before the types, then the named operations
summary() {
	awk -v names=" $* " '
		/^types/ { hidden = 1 }
		/^operations/ { hidden = 0; inside = 1; print; next }
		inside && /^  [^ ]/ { wanted = index(names, " " $1 " "); if (!wanted) left++ }
		!hidden && (!inside || wanted) { print }
		END { if (left) printf "  … and %d more\n", left }'
}

say "A library of two files. What is its API, and what is every parameter for?"
show_command "build/harrier inspect $library"
# shellcheck disable=SC2086 # a list of files
build/harrier inspect $library | summary shelf_names

say "Ten seconds of search: what is wrong with it, and what does it do now?"
show_command "build/harrier gen --budget 10s --out $out $library"
# shellcheck disable=SC2086
build/harrier gen --budget 10s --out "$out" $library && status=0 || status=$?
if [ "$status" -ne 1 ]; then
	echo "demo: this should have found failures, exit code 1, not $status" >&2
	exit 1
fi

failure=$(printf '%s\n' "$out"/failures/*overflow* | head -n 1)
say "One of the failures: the calls, the reasons why it counts, and what AddressSanitizer says to the same in plain C."
show_command "cat $failure/test.c"
sed -n '/^int main/,/^}/p' "$failure/test.c"
show_command "cat $failure/README.md"
sed -n '/^- class/p; /^Why it counts/,/^    make/p' "$failure/README.md" | sed '/^    make/d'
show_command "head -n 4 $failure/report.txt"
head -n 4 "$failure/report.txt"

say "What reached new branches became tests in plain C, which pass."
show_command "make -C $out/tests check"
make -s -C "$out/tests" check | tail -n 4
printf '\nTwo of them:\n\n'
awk '
	/^static void test_.*\(void\)$/ { inside = 1; text = ""; checks = 0 }
	inside { text = text $0 "\n"; checks += /assert/ }
	inside && /^}/ { inside = 0; if (checks > 1 && shown < 2) { printf "%s%s", shown++ ? "\n" : "", text } }' "$out"/tests/test_*.c

cat <<-EOT

	Next:
	  build/harrier inspect $library --operation shelf_each    why it thinks so
	  build/harrier replay $sequence $library    a sequence of calls, run with every check
	  make -C $failure check    fails, and its neighbour passes
	  build/harrier inspect /usr/include/zlib.h -- -lz    an installed library
	  build/harrier --help
EOT
