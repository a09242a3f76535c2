#!/bin/bash
# How small failing tests become: campaigns on the seeded libraries with all their bugs and on the known bugs of bench/bugs, and for each confirmed failure how many calls the sequence that was met first had, and how many are left.
#
#   bench/minimise.sh [--budget TIME] [--jobs N] [--seed N] [--check] [LIBRARY|ID…]
#
# By default all seeded libraries (hold, quill, relay), 10 s each; names of pairs of bench/bugs are searched in the tree before the fix; `pairs` stands for all of them. --check also compiles and runs every test and its
# neighbour with the Makefile that users get, and with the sanitizers' options that it sets: the test has to fail the way that its folder is named after, the neighbour to pass. Prints a row for each library and the medians over all. Nothing outside of a
# temporary folder and the cache is written. Exit codes: 0, 1 (the median is above 5 calls, a test does not do what it should, or nothing was found at all), 2 (usage).
set -u
export LC_ALL=C
root=$(cd "$(dirname "$0")/.." && pwd)
harrier=${HARRIER:-$root/build/harrier}
budget=10s options=() check='' names=()
while [ $# -gt 0 ]; do
	case $1 in
	--budget) budget=${2:?} && shift ;;
	--jobs | --seed) options+=("$1" "${2:?}") && shift ;;
	--check) check=1 ;;
	-*) sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2 && exit 2 ;;
	pairs) mapfile -t -O ${#names[@]} names < <(awk -F '\t' '!/^#/ { print $1 }' "$root/bench/bugs/pairs.tsv") ;;
	*) names+=("$1") ;;
	esac
	shift
done
[ ${#names[@]} -gt 0 ] || names=(hold quill relay)
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM
: >"$scratch/all"
bad=0

# library NAME: its arguments for `harrier gen`, into the array `arguments`
library() {
	local folder
	if [ -d "$root/examples/seeded/$1" ]; then
		"$root/examples/seeded/plant.sh" "$1" "$scratch/$1" && rm -f "$scratch/$1"/{test,witnesses}.c || return
		arguments=(--header "$scratch/$1/$1.h" "$scratch/$1"/*.c)
	else
		folder=$("$root/bench/bugs/run.sh" prepare "$1") && [ -d "$folder" ] || return
		mapfile -t arguments < <("$root/bench/bugs/run.sh" arguments "$1" before)
	fi
}

# calls COLUMN FILE.db: for each confirmed failure how many calls a sequence has, a number a line
calls() {
	sqlite3 -readonly "$2" "select hex($1) from failures where confirmed order by id" | while read -r hex; do
		xxd -r -p <<<"$hex" | grep -cE '^([A-Za-z_0-9]+ = )?[A-Za-z_][A-Za-z_0-9]*\('
	done
}

# median: of the numbers on standard input
median() {
	sort -n | awk '{ a[NR] = $1 } END { if (!NR) print "-"; else if (NR % 2) print a[(NR + 1) / 2]; else print (a[NR / 2] + a[NR / 2 + 1]) / 2 }'
}

# try_folders OUT: every test fails, every neighbour passes; prints how many of how many
try_folders() {
	local folder options fine=0 all=0
	for folder in "$1"/failures/*/; do
		[ -d "$folder" ] || continue
		all=$((all + 1))
		make -s -C "$folder" build >"$scratch/make.log" 2>&1 || { echo "# $folder does not compile" >&2 && continue; }
		# whether leaks count is the Makefile's to say: a neighbour of what is no leak may leave something behind
		mapfile -t options < <(sed -n 's/^export \([A-Z]*_OPTIONS\) = /\1=/p' "$folder/Makefile")
		if [ -x "$folder/neighbour" ] && ! (cd "$folder" && env "${options[@]}" timeout 60 ./neighbour >"$scratch/said" 2>&1); then
			echo "# the neighbour in $folder fails: $(grep -m 1 -E 'ERROR|error|Assert' "$scratch/said" || tail -n 1 "$scratch/said")" >&2
			continue
		fi
		if (cd "$folder" && timeout 60 make -s check >/dev/null 2>&1); then
			echo "# the test in $folder passes" >&2
			continue
		fi
		fine=$((fine + 1))
	done
	echo "$fine of $all"
}

printf '%-28s %8s %14s %13s %10s%s\n' library failures 'calls before' 'calls after' neighbours "${check:+  in plain C}"
for name in "${names[@]}"; do
	if ! library "$name"; then
		echo "$name: skipped"
		continue
	fi
	out=$scratch/$name.out
	"$harrier" gen --budget "$budget" --out "$out" "${options[@]}" "${arguments[@]}" >"$scratch/log" 2>&1
	[ -f "$out/campaign.db" ] || { tail -n 3 "$scratch/log" && echo "$name: failed" && bad=1 && continue; }
	calls original "$out/campaign.db" >"$scratch/before"
	calls sequence "$out/campaign.db" >"$scratch/after"
	paste "$scratch/before" "$scratch/after" >>"$scratch/all"
	tried=''
	[ -z "$check" ] || tried=$(try_folders "$out")
	[ -z "$check" ] || [ "${tried% of *}" = "${tried#* of }" ] || bad=1
	printf '%-28s %8d %14s %13s %10s%s\n' "$name" "$(wc -l <"$scratch/after")" "$(median <"$scratch/before")" "$(median <"$scratch/after")" \
		"$(sqlite3 -readonly "$out/campaign.db" 'select count(neighbour) from failures where confirmed')" "${tried:+  $tried}"
done
after=$(cut -f 2 "$scratch/all" | median)
printf '%-28s %8d %14s %13s\n' all "$(wc -l <"$scratch/all")" "$(cut -f 1 "$scratch/all" | median)" "$after"
if [ ! -s "$scratch/all" ]; then
	echo "nothing was found: there is nothing to be said of it" >&2
	bad=1
fi
awk -v median="$after" 'BEGIN { exit !(median == "-" || median <= 5) }' || bad=1
exit "$bad"
