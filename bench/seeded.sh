#!/bin/bash
# Seeded bugs: how many of the thirty in examples/seeded a campaign finds, and what it reports on the fixed twins.
#
#   bench/seeded.sh [--budget TIME] [--seeds N] [BUG…]      30s, five seeds and all bugs by default; BUG is a number in bugs.tsv, or `twins`
#
# Each bug is planted alone. It counts as found when a report's test fails on the planted library and passes on the fixed one
# (bench/pair.sh). Prints a row for each bug with the seeds that found it, the reports that are not of the bug, and sums. Results stay in
# ${TMPDIR:-/tmp}/harrier-seeded. The program is $HARRIER, or build/harrier.
set -u
export LC_ALL=C

root=$(cd "$(dirname "$0")/.." && pwd)
budget=30s seeds=5
while [ $# -gt 0 ]; do
	case $1 in
	--budget) budget=$2 && shift 2 ;;
	--seeds) seeds=$2 && shift 2 ;;
	-*) sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2 && exit 2 ;;
	*) break ;;
	esac
done
seeded=$root/examples/seeded
work=${TMPDIR:-/tmp}/harrier-seeded
mkdir -p "$work" || exit
if [ $# -eq 0 ]; then
	mapfile -t all < <(awk -F '\t' '!/^#/ { print $1 }' "$seeded/bugs.tsv")
	set -- "${all[@]}" twins
fi

# arguments LIBRARY: what gen takes, for bench/pair.sh
arguments() {
	local file
	printf -- '--header\n@/%s.h\n' "$1"
	for file in "$seeded/$1"/*.c; do
		case $file in */test.c | */witnesses.c) ;; *) echo "@/${file##*/}" ;; esac
	done
}

# one NUMBER|LIBRARY NAME|none SEED: the lines of bench/pair.sh
one() {
	local library=$1 bug=$2 seed=$3 folder list
	folder=$work/$library-$bug-$seed
	rm -rf "$folder" "$folder.before" "$folder.after"
	"$seeded/plant.sh" "$library" "$folder.before" "$bug" && "$seeded/plant.sh" "$library" "$folder.after" none || return
	mapfile -t list < <(arguments "$library")
	"$root/bench/pair.sh" "$folder" "$folder.before" "$folder.after" --budget "$budget" --seed "$seed" -- "${list[@]}"
}

found_in_all=0 bugs=0 runs=0 hits=0 strange=0
for number; do
	if [ "$number" = twins ]; then
		for library in hold quill relay; do
			for ((seed = 1; seed <= seeds; seed++)); do
				lines=$(one "$library" none "$seed") || lines="cannot be run"
				count=$(grep -c . <<<"$lines")
				strange=$((strange + count))
				printf 'twin %-24s seed %d: %d reports\n' "$library" "$seed" "$count"
				[ "$count" -eq 0 ] || echo "$lines"
			done
		done
		continue
	fi
	IFS=$'\t' read -r _ library name _ kind _ < <(awk -F '\t' -v n="$number" '$1 == n' "$seeded/bugs.tsv")
	bugs=$((bugs + 1)) hit=0 others=0
	for ((seed = 1; seed <= seeds; seed++)); do
		lines=$(one "$library" "$name" "$seed")
		runs=$((runs + 1))
		! grep -q ^bug <<<"$lines" || hit=$((hit + 1))
		others=$((others + $(grep -cE '^(other|broken)' <<<"$lines")))
	done
	hits=$((hits + hit))
	[ $hit -lt "$seeds" ] || found_in_all=$((found_in_all + 1))
	printf '%s %-6s %-18s found %d of %d  other reports %d  %s\n' "$number" "$library" "$name" "$hit" "$seeds" "$others" "$kind"
done
echo "found: $hits of $runs runs; with every seed: $found_in_all of $bugs bugs; reports on the twins: $strange"
