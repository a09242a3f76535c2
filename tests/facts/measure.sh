#!/bin/bash
# How good are the facts? Runs `harrier inspect --facts` on the libraries that have a truth here and on the cases, and
# score.sh on what it says.
#
#   tests/facts/measure.sh [OPTION of score.sh]… [NAME…]      libraries, or "cases"; all by default
#
# The program is $HARRIER, or build/harrier. Exit code 77: none of the libraries can be had here.
set -u
export LC_ALL=C

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
# shellcheck source=../libraries/library.sh
. "$root/tests/libraries/library.sh"

options=()
while [ $# -gt 0 ]; do
	case $1 in
	--min-precision | --min-recall | --attributes) options+=("$1" "${2:-}") && shift ;;
	-*) options+=("$1") ;;
	*) break ;;
	esac
	shift
done
harrier=$(realpath -q "${HARRIER:-$root/build/harrier}")
if [ ! -x "$harrier" ]; then
	echo "measure.sh: no program '${HARRIER:-build/harrier}'; run make first" >&2
	exit 2
fi
if [ $# -eq 0 ]; then
	mapfile -t names < <(cd "$here/truth" && printf '%s\n' *.facts | sed 's/\.facts$//')
	set -- "${names[@]}" cases
fi
scratch=$(mktemp -d) || exit
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM

pairs=()
failed=0
for name; do
	if [ "$name" = cases ]; then
		for file in "$here"/cases/*.c; do
			facts=$scratch/$(basename "$file" .c).tsv
			"$harrier" inspect --facts=all --header "$file" "$file" -- -std=gnu11 -D_GNU_SOURCE >"$facts" || failed=1
			pairs+=("$file" "$facts")
		done
		continue
	fi
	(hr_library_load "$name" || exit
	"$harrier" inspect --facts "${lib_arguments[@]}" >"$scratch/$name.tsv" || exit 1)
	case $? in
	0) pairs+=("$here/truth/$name.facts" "$scratch/$name.tsv") ;;
	77) echo "$name: skipped" ;;
	*) echo "$name: failed" && failed=1 ;;
	esac
done
if [ ${#pairs[@]} -eq 0 ]; then
	[ $failed -eq 1 ] || exit 77
	exit 1
fi
"$here/score.sh" "${options[@]}" "${pairs[@]}" || failed=1
[ $failed -eq 0 ]
