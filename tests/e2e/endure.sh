#!/bin/bash
# Do results survive that processes are killed? Workers and zygotes are killed at random moments of a run over random sequences (tests/isolation/killed.c),
# then `harrier gen` itself at random moments; what comes out must be what comes out in peace, and no process may be left. And units with code
# that nobody checks, whose workers look after themselves, must come to the same as without it.
#
#   tests/e2e/endure.sh [HARRIER]
#
# ENDURE_KILLS (80), ENDURE_SEQUENCES (8000), ENDURE_GEN_KILLS (6): how many; more in `make check-all` (HR_CHECK=all). Only processes that this script started are killed, in a process
# namespace of its own where that can be had. Prints TAP and a last line "N passed, N failed".
set -u
export LC_ALL=C

root=$(cd "$(dirname "$0")/../.." && pwd)
case ${1:-} in
*/*) HARRIER=$1 && shift ;;
esac
harrier=$(realpath -q "${HARRIER:-$root/build/harrier}")
killed=$(dirname "$harrier")/tests/isolation/killed
if [ ! -x "$killed" ]; then
	echo "endure.sh: no program '$killed'; run make first" >&2
	exit 2
fi

if [ -z "${ENDURE_INSIDE:-}" ]; then
	namespaces=(unshare --pid --fork --mount-proc --kill-child)
	[ "$(id -u)" -eq 0 ] || namespaces+=(--map-root-user)
	if "${namespaces[@]}" true 2>/dev/null; then
		ENDURE_INSIDE=1 exec "${namespaces[@]}" "$0" "$harrier"
	fi
fi

scratch=$(mktemp -d) || exit
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM
mkdir "$scratch"/{tmp,cache}
export TMPDIR=$scratch/tmp XDG_CACHE_HOME=$scratch/cache

log=$scratch/log
# shellcheck source=check.inc.sh
. "$root/tests/e2e/check.inc.sh"

kills=80 sequences=8000 gen_kills=6
[ "${HR_CHECK:-}" != all ] || kills=200 sequences=20000 gen_kills=12

# ---- workers and zygotes

# disturb FOLDER NAME KILLS SEQUENCES: its TAP is counted as ours
disturb() {
	(cd "$1" && "$killed" --kills "$3" --sequences "$4" --header "$2.h" "$2.c" -- -D_GNU_SOURCE -lm) >"$scratch/out" 2>&1
	sed "s/^\(not ok\|ok\) [0-9]* - /&$2: /; /^1\.\./d" "$scratch/out"
	passed=$((passed + $(grep -c '^ok ' "$scratch/out")))
	failed=$((failed + $(grep -c '^not ok ' "$scratch/out")))
	grep -q '^ok 3 ' "$scratch/out" || [ "$(grep -c '^not ok ' "$scratch/out")" -gt 0 ] || failed=$((failed + 1))
}

disturb "$root/tests/isolation" state "${ENDURE_KILLS:-$kills}" "${ENDURE_SEQUENCES:-$sequences}"

# ---- workers that are wary, because there is assembly: no alarm without a reason

mkdir "$scratch/wary"
for name in state system; do
	cp "$root/tests/isolation/$name.h" "$scratch/wary/"
	{
		cat "$root/tests/isolation/$name.c"
		printf 'int %s_unchecked(int x);\nint %s_unchecked(int x) { __asm__("addl %%0, %%0" : "+r"(x)); return x; }\n' $name $name
	} >"$scratch/wary/$name.c"
	disturb "$root/tests/isolation" $name 0 1 >/dev/null
	grep '^# in peace' "$scratch/out" >"$scratch/plain"
	disturb "$scratch/wary" $name 10 1
	check "$name: the same outcomes in wary workers" cmp -s "$scratch/plain" <(grep '^# in peace' "$scratch/out")
done

# ---- the engine

# nothing in it takes long: whether a call hangs is a question of time
library=(--header "$root/examples/containers/treemap.h" "$root/examples/containers/treemap.c")
# gen OUT: with a mark in its environment, by which all that it starts is known. What an earlier run learned would make another suite.
gen() {
	rm -f "$1/contracts.h"
	ENDURE_MARK=$scratch "$harrier" gen --certify=quick --out "$1" --seed 5 --sequences 2000 --tests 5 "${library[@]}"
	local code=$?
	[ $code -eq 1 ] || return $code
}

# same_results FOLDER FOLDER: but for the database, which has times
same_results() {
	diff -r -x 'campaign.db*' -x report "$1" "$2"
}

# survivors: processes of a killed gen
survivors() {
	local one
	for one in /proc/[0-9]*; do
		{ tr '\0' '\n' <"$one/environ" | grep -qx "ENDURE_MARK=$scratch" && echo "${one#/proc/}"; } 2>/dev/null
	done
}

# none_survive: after a minute at most, which only a machine takes that has much else to do
none_survive() {
	local left try
	for try in {1..600}; do
		left=$(survivors)
		[ -n "$left" ] || return 0
		sleep 0.1
	done
	for one in $left; do
		echo "# left after $((try / 10)) s: $(tr '\0' ' ' <"/proc/$one/cmdline")"
	done
	return 1
}

gen "$scratch/expected" >"$scratch/log" 2>&1 || cat "$scratch/log"
began=$(date +%s%N)
gen "$scratch/again" >/dev/null 2>&1
length=$((($(date +%s%N) - began) / 1000000))
check "gen: repeats itself" same_results "$scratch/expected" "$scratch/again"

kills=${ENDURE_GEN_KILLS:-$gen_kills}
RANDOM=7
lived=0 incomplete=0 different=0 killed_running=0
for ((i = 0; killed_running < kills && i < 3 * kills; i++)); do
	# from a fresh cache now and then, so that compiling is hit as well
	XDG_CACHE_HOME=$scratch/cache
	if ((i % 4 == 0)); then
		rm -rf "$scratch/fresh"
		XDG_CACHE_HOME=$scratch/fresh
	fi
	gen "$scratch/out-folder" >/dev/null 2>&1 &
	pid=$!
	((pause = RANDOM % length + 1))
	sleep "$((pause / 1000)).$(printf %03d $((pause % 1000)))"
	target=$(pgrep -P "$pid" -x harrier | head -n 1)
	kill -9 "${target:-$pid}" 2>/dev/null && killed_running=$((killed_running + 1))
	wait "$pid" 2>/dev/null
	none_survive || lived=$((lived + 1))
	# whatever is there for the user to see is whole
	if [ -e "$scratch/out-folder/tests" ] && ! diff -r "$scratch/expected/tests" "$scratch/out-folder/tests" >/dev/null; then
		incomplete=$((incomplete + 1))
	fi
	if ((i % 5 == 4 || killed_running == kills)); then
		gen "$scratch/out-folder" >/dev/null 2>&1
		same_results "$scratch/expected" "$scratch/out-folder" || different=$((different + 1))
		rm -rf "$scratch/out-folder"
	fi
done
echo "# $killed_running of $i runs of gen killed before their end, which takes $length ms"
check "gen: no process is left of a killed run" [ $lived -eq 0 ]
check "gen: what a killed run leaves is a whole suite or none" [ $incomplete -eq 0 ]
check "gen: run again, it gives what it gives in peace" [ $different -eq 0 ]

echo "1..$((passed + failed))"
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
