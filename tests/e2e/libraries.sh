#!/bin/bash
# Does `harrier inspect` see what real libraries offer? For every library of tests/libraries, against nm and the preprocessor:
# each function that the public headers declare and the library exports is in the model, at least 97 % of them are callable, and
# each of the rest says why not.
#
#   tests/e2e/libraries.sh [HARRIER] [NAME…]      those that need no further package, by default
#
# HARRIER is a path with a slash in it; otherwise $HARRIER, or build/harrier. Prints TAP, a table, and a last line "N passed, N
# failed". Libraries that cannot be fetched here are skipped; when all are, the exit code is 77.
set -u
export LC_ALL=C

root=$(cd "$(dirname "$0")/../.." && pwd)
# shellcheck source=../libraries/library.sh
. "$root/tests/libraries/library.sh"
# shellcheck source=../../scripts/measure.sh
. "$root/scripts/measure.sh"

least=97 # per cent callable

case ${1:-} in
*/*) HARRIER=$1 && shift ;;
esac
harrier=$(realpath -q "${HARRIER:-$root/build/harrier}")
if [ ! -x "$harrier" ]; then
	echo "libraries.sh: no program '${HARRIER:-build/harrier}'; run make first" >&2
	exit 2
fi
if [ $# -eq 0 ]; then
	mapfile -t names < <(hr_library_names_here)
	set -- "${names[@]}"
fi

scratch=$(mktemp -d) || exit
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM

inspect() {
	hr_measure "$harrier" inspect --json "${lib_arguments[@]}" \
		>"$work/model.json" 2>"$work/errors"
}

# row CELL…: a line of the table, printed at the end
row() {
	(IFS=$'\t' && echo "$*") >>"$scratch/table"
}

lines() {
	awk 'END { print NR }' "$1"
}

# judge NAME: compares $work/model.json with $work/api; prints what is wrong and adds the row. 1: not good enough
judge() {
	local total known callable share
	jq -r '.operations[] | [.name, .callable, .reason // ""] | @tsv' "$work/model.json" >"$work/operations" || return
	cut -f 1 "$work/operations" | sort -u | comm -23 "$work/api" - >"$work/missing"
	awk -F '\t' 'NR == FNR { wanted[$1]; next } $1 in wanted && $2 == "true" { print $1 }' \
		"$work/api" "$work/operations" | sort -u >"$work/callable"
	awk -F '\t' 'FILENAME == ARGV[3] { if ($1 in wanted && !($1 in callable)) print; next }
		FILENAME == ARGV[2] { callable[$1]; next } { wanted[$1] }' \
		"$work/api" "$work/callable" "$work/operations" >"$work/refused"
	awk -F '\t' '$3 == "" { print $1 }' "$work/refused" >"$work/silent"

	total=$(lines "$work/api")
	known=$((total - $(lines "$work/missing")))
	callable=$(lines "$work/callable")
	share=$(awk -v a="$callable" -v b="$total" 'BEGIN { printf "%.1f", b ? 100 * a / b : 0 }')
	row "$1" "$total" "$known" "$callable" "$share" "$measured_seconds" "$measured_mb"

	sed 's/^/# missing: /' "$work/missing"
	sed 's/^/# neither callable nor a reason: /' "$work/silent"
	awk -F '\t' '$3 != "" { print "# not callable: " $1 ": " $3 }' "$work/refused"
	[ "$total" -gt 0 ] && [ "$known" -eq "$total" ] && [ ! -s "$work/silent" ] &&
		awk -v a="$callable" -v b="$total" -v least="$least" 'BEGIN { exit !(100 * a >= least * b) }'
}

# check NAME: 0 good, 1 bad, 77 skipped; says why in $work/why
check() {
	local code
	hr_library_load "$1" 2>"$work/why"
	code=$?
	[ $code -eq 0 ] || return $code
	if ! hr_library_exported >"$work/exported" 2>>"$work/why" || ! hr_library_declared "$work/exported" >"$work/api"; then
		echo "the compiler does not take it" >>"$work/why"
		return 1
	fi
	if ! inspect; then
		cp "$work/errors" "$work/why"
		row "$1" "$(lines "$work/api")" - - - "$measured_seconds" "$measured_mb"
		return 1
	fi
	judge "$1"
}

passed=0 failed=0 skipped=0 number=0
echo "1..$#"
for name; do
	number=$((number + 1))
	work=$scratch/$name
	mkdir -p "$work"
	(check "$name")
	case $? in
	0)
		sed 's/^/# /' "$work/why"
		echo "ok $number - $name"
		passed=$((passed + 1))
		;;
	77)
		echo "ok $number - $name # SKIP $(sed -n 's/^.*skipped: //p' "$work/why" | head -n 1)"
		skipped=$((skipped + 1))
		;;
	*)
		sed 's/^/# /' "$work/why" | head -n 20
		echo "not ok $number - $name"
		failed=$((failed + 1))
		;;
	esac
done

if [ -s "$scratch/table" ]; then
	awk -F '\t' 'BEGIN {
			line = "# %-12s %17s %12s %9s %6s %9s %6s\n"
			printf line, "library", "declared+exported", "in the model", "callable", "%", "seconds", "MB"
		}
		{ printf line, $1, $2, $3, $4, $5, $6, $7 }' "$scratch/table"
fi
if [ $skipped -gt 0 ]; then
	echo "$passed passed, $failed failed, $skipped skipped"
	[ $skipped -lt $# ] || exit 77
else
	echo "$passed passed, $failed failed"
fi
[ $failed -eq 0 ]
