#!/bin/sh
# `make demo`: what Harrier understands of a small library, examples/shelf, without being told anything about it.
set -eu
cd "$(dirname "$0")/.."

bold='' plain=''
if [ -t 1 ] && [ -z "${NO_COLOR:-}" ] && [ "${TERM:-dumb}" != dumb ]; then
	bold=$(printf '\033[1m') plain=$(printf '\033[0m')
fi

library="examples/shelf/shelf.h examples/shelf/shelf.c"

say() {
	printf '\n%s\n\n' "$*"
}

show_command() {
	printf '%s$ build/harrier inspect %s%s\n' "$bold" "$*" "$plain"
}

# summary NAME…: of a listing, all before the operations, then the named ones
summary() {
	awk -v names=" $* " '
		/^operations/ { inside = 1; print; next }
		inside && /^  [^ ]/ { wanted = index(names, " " $1 " "); if (!wanted) left++ }
		!inside || wanted { print }
		END { if (left) printf "  … and %d more\n", left }'
}

say "A library of two files. What is its API, and what is every parameter for?"
show_command "$library"
# shellcheck disable=SC2086 # a list of files
listing=$(build/harrier inspect $library)
printf '%s\n' "$listing" | summary shelf_take shelf_names

say "Each of these has reasons. For one function:"
show_command "$library --operation shelf_each"
# shellcheck disable=SC2086
build/harrier inspect $library --operation shelf_each

cat <<-EOT

	Next:
	  build/harrier inspect $library --type shelf
	  build/harrier inspect $library --graph shelf.svg    (needs Graphviz)
	  build/harrier inspect /usr/include/zlib.h -- -lz    an installed library
	  build/harrier --help
EOT
