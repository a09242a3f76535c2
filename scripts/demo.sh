#!/bin/sh
# `make demo`: Harrier on a small library, examples/shelf: what it understands, a bug with its evidence, first tests.
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

say "A sequence of calls, as text: is a buffer of 2 bytes enough for the name \"ab\"?"
show_command "cat $sequence"
cat "$sequence"
printf '\n'
show_command "build/harrier replay $sequence $library"
# shellcheck disable=SC2086
build/harrier replay "$sequence" $library && status=0 || status=$?
if [ "$status" -ne 1 ]; then
	echo "demo: this should have been a failure, exit code 1, not $status" >&2
	exit 1
fi

say "Sequences that Harrier makes itself; those that reach new branches become tests in plain C."
show_command "build/harrier gen --out $out $library"
# shellcheck disable=SC2086
build/harrier gen --out "$out" $library
show_command "make -C $out/tests check"
make -s -C "$out/tests" check
printf '\nThe shortest of them:\n\n'
awk '
	/^static void test_/ { inside = 1; text = ""; lines = 0 }
	inside { text = text $0 "\n"; lines++ }
	inside && /^}/ { inside = 0; if (!least || lines < least) { least = lines; best = text } }
	END { printf "%s", best }' "$out"/tests/test_*.c

cat <<-EOT

	Next:
	  build/harrier inspect $library --operation shelf_each    why it thinks so
	  build/harrier replay --emit-c $sequence $library    the same as a C program
	  build/harrier inspect /usr/include/zlib.h -- -lz    an installed library
	  build/harrier --help
EOT
