#!/bin/bash
# How good are the roles? Runs `harrier inspect` on the libraries that have a hand-labelled truth beside this script and
# compares: precision and recall per role, their average over the roles (macro) and over the items (micro).
#
#   tests/truth/score.sh [--errors] [--min-precision P] [--min-recall R] [HARRIER] [NAME…]    all NAME.truth by default
#
#   --errors             list every wrong item with truth, prediction and the words of the documentation
#   --min-precision P    exit code 1 when the macro average over all libraries together is below P per cent; --min-recall R alike
#
# HARRIER is a path with a slash in it; otherwise $HARRIER, or build/harrier. Plain `in` scalars and `none` are not scored; a
# `length`, `capacity`, `user_data` or `borrowed` has to name the right parameter too. A subject that the model lacks is an error:
# exit code 1. 77: none of the libraries can be had here.
set -u
# shellcheck source=common.inc.sh
. "$(dirname "$0")/common.inc.sh"

errors=0 min_precision=0 min_recall=0
while [ $# -gt 0 ]; do
	case $1 in
	--errors) errors=1 ;;
	--min-precision | --min-recall)
		[[ ${2:-} =~ ^[0-9.]+$ ]] || { echo "score.sh: $1 needs a number" >&2 && exit 2; }
		if [ "$1" = --min-recall ]; then min_recall=$2; else min_precision=$2; fi
		shift
		;;
	-*) echo "score.sh: unknown option '$1'" >&2 && exit 2 ;;
	*/*) HARRIER=$1 ;;
	*) break ;;
	esac
	shift
done
truth_choose "$@"
set -- "${names[@]}"

scratch=$(mktemp -d) || exit
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM

inspect() {
	"$harrier" inspect --json "${lib_arguments[@]}"
}

failed=0 skipped=0
for name; do
	(
		hr_library_load "$name" || exit
		inspect >"$scratch/model.json" || exit 1
		jq -r -f "$here/items.jq" "$scratch/model.json" >"$scratch/items" || exit 1
		awk -v library="$name" -f "$here/join.awk" "$scratch/items" "$here/$name.truth" >"$scratch/$name.joined"
	)
	case $? in
	0) awk -v table=0 -v title="$name" -f "$here/tally.awk" "$scratch/$name.joined" ;;
	77) echo "$name: skipped" && skipped=$((skipped + 1)) ;;
	*) echo "$name: failed" && failed=$((failed + 1)) ;;
	esac
done
[ $skipped -lt $# ] || exit 77
cat "$scratch"/*.joined >"$scratch/all" 2>/dev/null

if [ $errors -eq 1 ]; then
	awk -F '\t' '$6 == "wrong" || $6 == "absent" {
		printf "\n%s: %s %s\n  truth      %s\n  predicted  %s\n  %s\n", $1, $2, $3, $7, $8, $9
	}' "$scratch/all"
fi
echo
awk -v table=1 -v min_precision="$min_precision" -v min_recall="$min_recall" -f "$here/tally.awk" "$scratch/all" || {
	echo "below the wanted $min_precision / $min_recall"
	failed=$((failed + 1))
}
absent=$(awk -F '\t' '$6 == "absent" { print $1 ": " $2 " " $3 }' "$scratch/all")
if [ -n "$absent" ]; then
	printf 'not in the model:\n%s\n' "$absent"
	failed=$((failed + 1))
fi
[ $failed -eq 0 ]
