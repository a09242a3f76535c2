#!/bin/bash
# `harrier inspect` on a generated header of 2.5 MB with 12,000 declarations (in `make check-all`, HR_CHECK=all, 10 MB with 50,000): it finishes,
# and nothing is missing. Prints how long it took. Starts in an empty directory; the program is $1. Output is TAP.
set -u
harrier=$(realpath "$1")
here=$(dirname "$(realpath "$0")")
# shellcheck source=inspect.inc.sh
. "$here/inspect.inc.sh"
# shellcheck source=../../scripts/measure.sh
. "$here/../../scripts/measure.sh"

objects=3000 # with four declarations each
[ "${HR_CHECK:-}" != all ] || objects=12500

generate() {
	awk -v objects="$objects" '
		function tell(text) { printf "/** %s Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod. */\n", text }
		BEGIN {
			for (i = 0; i < objects; i++) {
				name = "object_" i
				tell("A thing, number " i ".")
				printf "typedef struct %s { int kind; char *text; unsigned long length; struct %s *next; } %s;\n", name, name, name
				tell("@param text must not be NULL @param length length of text in bytes @return a new object, to be freed" \
					" by the caller with " name "_free.")
				printf "%s *%s_new(const char *text, unsigned long length, unsigned int flags_of_the_object, ", name, name
				printf "void *user_data_of_the_caller);\n"
				tell("Ends what " name "_new made.")
				printf "void %s_free(%s *object);\n", name, name
				tell("What it may be.")
				printf "enum kind_%d { KIND_%d_NONE, KIND_%d_FIRST, KIND_%d_WITH_A_LONG_NAME };\n", i, i, i, i
				if (i % 4 == 0)
					printf "#define LIMIT_%d (%d + 1)\n#define %s_text(o) ((o)->text)\n", i, i, name
			}
		}'
}

comes_back() {
	"$harrier" inspect --json --model model.json >again.json && cmp model.json again.json
}

generate >large.h
echo "# $(wc -c <large.h) bytes, $((objects * 4)) declarations"
hr_measure timeout 2500 "$harrier" inspect --json large.h >model.json 2>said.txt
ok "$((objects * 4)) declarations: finishes" test $? = 0
echo "# $measured_seconds s, $measured_mb MB, $(wc -c <model.json) bytes of JSON"
ok "$((objects * 4)) declarations: says nothing else" test ! -s said.txt
# shellcheck disable=SC2016 # the dollar is of jq
ok "$((objects * 4)) declarations: all are there" jq -e --argjson n "$objects" '
	(.operations | map(select(.form == "function")) | length == 2 * $n and all(.callable)) and
	([.types[] | select(.kind == "struct" or .kind == "enum")] | length == 2 * $n)' model.json
ok "$((objects * 4)) declarations: comes back the same from --model" comes_back
ok "$((objects * 4)) declarations: listed" inspect --model model.json
finish
