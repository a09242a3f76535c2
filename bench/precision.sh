#!/bin/bash
# Campaigns on real libraries: what is reported, by class, and how far they reach.
#
#   bench/precision.sh [--budget TIME] [--seed N] [--jobs N] [NAME…]      60s, seed 1 and the ten libraries below by default; NAME is one of tests/libraries or bench/drawn
#
# Prints a row for each library: operations, those that returned normally at least once, legal calls averaged per operation, calls a second, edges,
# reports by class; and the reports below it. Whether each of them is the library's fault is judged by hand, in bench/triage. Output folders stay in ${TMPDIR:-/tmp}/harrier-precision. The
# program is $HARRIER, or build/harrier.
set -u
export LC_ALL=C

root=$(cd "$(dirname "$0")/.." && pwd)
# shellcheck source=../tests/libraries/library.sh
. "$root/tests/libraries/library.sh"
harrier=$(realpath -q "${HARRIER:-$root/build/harrier}")
budget=60s seed=1 jobs=()
while [ $# -gt 0 ]; do
	case $1 in
	--budget) budget=$2 && shift 2 ;;
	--seed) seed=$2 && shift 2 ;;
	--jobs) jobs=(--jobs "$2") && shift 2 ;;
	-*) sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2 && exit 2 ;;
	*) break ;;
	esac
done
[ $# -gt 0 ] || set -- argtable2 bzip2 cjson http-parser jsmn libavl libcsv lz4 utf8proc zlib
work=${TMPDIR:-/tmp}/harrier-precision
mkdir -p "$work" || exit

# search NAME: the campaign's summary in $work/NAME.json
search() (
	[ -f "$hr_libraries/$1.lib" ] || hr_libraries=$root/bench/drawn
	hr_library_load "$1" 2>"$work/$1.why" || exit
	rm -rf "${work:?}/$1"
	# a library that was only unpacked may need others that are unpacked beside it
	# shellcheck disable=SC2154 # hr_library_load sets it
	if [ "$lib_kind" = installed ]; then
		LD_LIBRARY_PATH=$PWD/usr/lib:$PWD/usr/lib/$(uname -m)-linux-gnu && export LD_LIBRARY_PATH
	fi
	# shellcheck disable=SC2154 # this, too
	"$harrier" gen --certify=quick --json --budget "$budget" --seed "$seed" "${jobs[@]}" --out "$work/$1" "${lib_arguments[@]}" >"$work/$1.json" 2>"$work/$1.errors"
	[ $? -le 1 ]
)

printf '%-14s %10s %10s %8s %12s %14s  %s\n' library operations returned legal calls/s edges reports
for name; do
	if ! search "$name"; then
		printf '%-14s cannot be searched: %s\n' "$name" "$(cat "$work/$name.why" "$work/$name.errors" 2>/dev/null | tail -n 1)"
		continue
	fi
	jq -r --arg name "$name" '[$name, .operations, .returned, (.legal * 100 | round | tostring + "%"), (.calls / .time.search | round),
		"\(.edges)/\(.edge_count)", ([.failures[].class] | group_by(.) | map("\(length) \(.[0])") | join(", "))] | @tsv' "$work/$name.json" |
		awk -F '\t' '{ printf "%-14s %10s %10s %8s %12s %14s  %s\n", $1, $2, $3, $4, $5, $6, $7 }'
	jq -r '.failures[] | "    \(.class)\t\(.way)\t\(.operation)\t\(.summary)"' "$work/$name.json"
done
