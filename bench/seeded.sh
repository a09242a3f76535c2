#!/bin/bash
# Seeded bugs: how many of the thirty in examples/seeded a campaign finds, and what it reports on the fixed twins.
#
#   bench/seeded.sh [--budget TIME] [--seeds N|FROM-TO] [--jobs N] [--at-once N] [--whole] [--table FILE] [BUG…]
#
# 30s, five seeds, two workers, one campaign at a time and all bugs by default; BUG is a number or a name in bugs.tsv, or `twins`. `--at-once 2 --jobs 1` is
# quicker than two workers for one campaign, and each of them gets less.
#
# Each bug is planted alone. It counts as found when a report's test fails on the planted library and passes on the fixed one (bench/pair.sh). A campaign ends
# soon after its first report if that is of the bug, unless --whole is given; on the twins it never does. Calls that do not end are failures (--hangs), as
# one of the bugs is such a call.
#
# Prints, at the end, a row for each bug: with how many seeds it was found, after how many seconds of search (- where it was not), with which class, and the number of reports that are not of
# the bug; then the reports on the twins, and sums. With --table the same goes to a file, as Markdown: bench/seeded.md. Meanwhile each campaign's result goes to standard error. Results stay in ${TMPDIR:-/tmp}/harrier-seeded. The program is $HARRIER, or build/harrier.
set -u
export LC_ALL=C

root=$(cd "$(dirname "$0")/.." && pwd)
budget=30s first=1 last=5 jobs=2 at_once=1 until_found=--until-found table=/dev/null
while [ $# -gt 0 ]; do
	case $1 in
	--budget) budget=$2 && shift 2 ;;
	--seeds)
		case $2 in
		*-*) first=${2%-*} last=${2#*-} ;;
		*) first=1 last=$2 ;;
		esac
		shift 2
		;;
	--jobs) jobs=$2 && shift 2 ;;
	--at-once) at_once=$2 && shift 2 ;;
	--whole) until_found= && shift ;;
	--table) table=$2 && shift 2 ;;
	-*) sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2 && exit 2 ;;
	*) break ;;
	esac
done
seeded=$root/examples/seeded
libraries=(hold quill relay)
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

# one LIBRARY NAME|none SEED: the lines of bench/pair.sh to a file
one() {
	local library=$1 bug=$2 seed=$3 folder list early=$until_found
	folder=$work/$library-$bug-$seed
	[ "$bug" != none ] || early=
	rm -rf "$folder" "$folder.before" "$folder.after" "$folder.lines"
	"$seeded/plant.sh" "$library" "$folder.before" "$bug" && "$seeded/plant.sh" "$library" "$folder.after" none || return
	mapfile -t list < <(arguments "$library")
	# shellcheck disable=SC2086 # is empty or one word
	"$root/bench/pair.sh" $early "$folder" "$folder.before" "$folder.after" --budget "$budget" --seed "$seed" --jobs "$jobs" --hangs --tests 1 \
		-- "${list[@]}" >"$folder.lines" || echo "broken	-	cannot be run	-" >>"$folder.lines"
	printf '%s %s, seed %d: %s\n' "$library" "$bug" "$seed" "$(cut -f 1,2,4 "$folder.lines" | tr '\t\n' ' ,')" >&2
}

# all_seeds LIBRARY NAME|none: with each seed, so many at once
all_seeds() {
	local seed
	for ((seed = first; seed <= last; seed++)); do
		while [ "$(jobs -rp | wc -l)" -ge "$at_once" ]; do
			wait -n
		done
		one "$1" "$2" "$seed" &
	done
}

# planted NUMBER|NAME: library and name
planted() {
	awk -F '\t' -v n="$1" '!/^#/ && ($1 == n || $3 == n) { print $2, $3; exit }' "$seeded/bugs.tsv"
}

seeds=$((last - first + 1)) found_in_all=0 bugs=0 runs=0 hits=0 strange=0

# tell_bug NUMBER|NAME: its row
tell_bug() {
	local number library name kind lines line hit=0 others=0 seconds='' classes='' seed at
	IFS=$'\t' read -r number library name _ kind _ < <(awk -F '\t' -v n="$1" '!/^#/ && ($1 == n || $3 == n)' "$seeded/bugs.tsv")
	for ((seed = first; seed <= last; seed++)); do
		lines=$(cat "$work/$library-$name-$seed.lines")
		line=$(grep ^bug <<<"$lines" | sort -t $'\t' -k 4,4n | head -n 1)
		at=$(cut -f 4 <<<"$line")
		[ -z "$line" ] || hit=$((hit + 1))
		seconds+=" ${at:--}"
		classes+=" $(cut -f 2 <<<"$line")"
		others=$((others + $(grep -cE '^(other|broken)' <<<"$lines")))
	done
	bugs=$((bugs + 1)) runs=$((runs + seeds)) hits=$((hits + hit))
	[ $hit -lt "$seeds" ] || found_in_all=$((found_in_all + 1))
	# shellcheck disable=SC2086 # words
	classes=$(printf '%s\n' $classes | sort | uniq -c | awk '{ printf "%s%s %s", s, $1, $2; s = ", " }')
	printf '%s %-6s %-15s found %d of %d  after%s s  other reports %d  %s  [%s]\n' "$number" "$library" "$name" "$hit" "$seeds" \
		"$seconds" "$others" "$kind" "$classes"
	printf '| %s | %s | %s | %s | %d of %d |%s | %s | %d |\n' "$number" "$library" "$name" "$kind" "$hit" "$seeds" "$seconds" "$classes" "$others" >>"$table"
}

tell_twin() {
	local seed count
	for ((seed = first; seed <= last; seed++)); do
		count=$(grep -c . "$work/$1-none-$seed.lines")
		strange=$((strange + count))
		printf 'twin %-20s seed %d: %d reports\n' "$1" "$seed" "$count"
		cat "$work/$1-none-$seed.lines"
	done
}

for what; do
	if [ "$what" != twins ] && [ -z "$(planted "$what")" ]; then
		echo "seeded.sh: no bug '$what' in bugs.tsv" >&2
		exit 2
	fi
done
for what; do
	if [ "$what" = twins ]; then
		for library in "${libraries[@]}"; do
			all_seeds "$library" none
		done
	else
		read -r library name < <(planted "$what")
		all_seeds "$library" "$name"
	fi
done
wait
ending='when their time was up'
[ -z "$until_found" ] || ending='soon after the first report if that was of the bug'
cat >"$table" <<END || exit
# Seeded bugs

Written by \`bench/seeded.sh --table\` with $(git -C "$root" rev-parse --short HEAD 2>/dev/null || echo '?'): $budget of search for each campaign, seeds $first to $last, $jobs workers, $at_once at once, on
$(nproc) cores with a load of $(cut -d ' ' -f 1 /proc/loadavg) at the end. Campaigns were ended $ending; seconds are those of search until the report that is of the bug, for each seed.

| | library | bug | kind | found | after, s | classes | other reports |
| --- | --- | --- | --- | --- | --- | --- | --- |
END
for what; do
	if [ "$what" = twins ]; then
		for library in "${libraries[@]}"; do
			tell_twin "$library"
		done
	else
		tell_bug "$what"
	fi
done
printf '\nFound: %d of %d runs; with every seed %d of %d bugs. Reports on the twins: %d.\n' "$hits" "$runs" "$found_in_all" "$bugs" "$strange" >>"$table"
echo "found: $hits of $runs runs; with every seed: $found_in_all of $bugs bugs; reports on the twins: $strange"
