#!/bin/bash
# Memory of the engine during a long campaign: resident set of the process `harrier gen` (its workers are not counted, nor compilers), sampled
# from /proc. It has to stay below 1 GB and come to rest: the largest sample of the last third is at most a tenth above that of the second third.
#
#   bench/memory.sh [--budget TIME] [--every SECONDS] [--jobs N] [--seed N] [NAME]      600s, 10, 1, 1 and cjson by default; NAME is one of tests/libraries
#
# Prints a line for each sample: seconds, MB. Samples after the search (confirming, tests) do not count for coming to rest. The program is $HARRIER, or
# build/harrier. Exit code 1 when a limit is not kept.
set -u
export LC_ALL=C

root=$(cd "$(dirname "$0")/.." && pwd)
# shellcheck source=../tests/libraries/library.sh
. "$root/tests/libraries/library.sh"
harrier=$(realpath -q "${HARRIER:-$root/build/harrier}")
budget=600s every=10 jobs=1 seed=1
while [ $# -gt 0 ]; do
	case $1 in
	--budget) budget=$2 && shift 2 ;;
	--every) every=$2 && shift 2 ;;
	--jobs) jobs=$2 && shift 2 ;;
	--seed) seed=$2 && shift 2 ;;
	-*) sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2 && exit 2 ;;
	*) break ;;
	esac
done
name=${1:-cjson}
scratch=$(mktemp -d) || exit
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM
hr_library_load "$name" || exit

# shellcheck disable=SC2154 # hr_library_load sets it
"$harrier" gen --certify=quick --json --budget "$budget" --jobs "$jobs" --seed "$seed" --out "$scratch/out" "${lib_arguments[@]}" >"$scratch/summary" 2>"$scratch/errors" &
engine=$!
began=$SECONDS
while kill -0 $engine 2>/dev/null; do
	memory=$(sed -n 's/^VmRSS:[[:space:]]*\([0-9]*\) kB/\1/p' "/proc/$engine/status" 2>/dev/null)
	[ -n "$memory" ] && echo "$((SECONDS - began)) $((memory / 1024))" | tee -a "$scratch/samples"
	sleep "$every"
done
wait $engine || [ $? -le 1 ] || { cat "$scratch/errors" >&2 && exit 1; }

jq -c '{unit, sequences, calls, edges, outcomes, workers, time}' "$scratch/summary"
jq -r '.time | .read + .build, .read + .build + .search' "$scratch/summary" | xargs | {
	read -r first last
	awk -v first="$first" -v last="$last" '
		{ most = $2 > most ? $2 : most }
		$1 >= first && $1 <= last { at[++count] = $1; mb[count] = $2 }
		END {
			for (i = 1; i <= count; i++) {
				share = (at[i] - first) / (last - first)
				if (share >= 1 / 3 && share < 2 / 3) second = mb[i] > second ? mb[i] : second
				if (share >= 2 / 3) third = mb[i] > third ? mb[i] : third
			}
			is_large = most >= 1000
			is_growing = second && third > second * 1.1
			printf "largest %d MB (at most 1000)%s; second third of the search %d MB, last third %d MB%s\n", most,
				is_large ? " NOT KEPT" : "", second, third, is_growing ? " STILL GROWING" : ""
			exit is_large || is_growing
		}' "$scratch/samples"
}
