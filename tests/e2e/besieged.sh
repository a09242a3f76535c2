#!/bin/bash
# Campaigns under attack. A healthy library and one that exits, forks, kills, eats memory, writes and deletes what is not its own (tests/hostile/mean.c)
# in one campaign: it ends in order, the healthy operations come to what they come to alone, nothing outside of the output folder changes. And
# when its workers are killed at random besides, it gives the same tests, failures and rules as before.
#
#   tests/e2e/besieged.sh [HARRIER]
#
# In `make check-all` (HR_CHECK=all) there is more of it, hangs as well; BESIEGED_CALLS and BESIEGED_KILLS say how much. In throwaway namespaces with all but a scratch folder read-only, like
# tests/e2e/hostile.sh; skipped where those cannot be had. Only processes of that namespace are killed. Prints TAP and a last line
# "N passed, N failed".
set -u
export LC_ALL=C

root=$(cd "$(dirname "$0")/../.." && pwd)
case ${1:-} in
*/*) HARRIER=$1 && shift ;;
esac
harrier=$(realpath -q "${HARRIER:-$root/build/harrier}")
calls=3000 kills=12 more=(-DMEAN_EATS)
[ "${HR_CHECK:-}" != all ] || calls=20000 kills=100 more+=(-DMEAN_HANGS)
calls=${BESIEGED_CALLS:-$calls}
kills=${BESIEGED_KILLS:-$kills}

if [ -z "${BESIEGED_SCRATCH:-}" ]; then
	namespaces=(unshare --pid --fork --mount --net --kill-child)
	[ "$(id -u)" -eq 0 ] || namespaces+=(--map-root-user)
	if ! why=$("${namespaces[@]}" true 2>&1); then
		echo "1..0 # skipped: no namespaces to throw away: $why"
		exit 77
	fi
	scratch=$(mktemp -d) || exit
	trap 'rm -rf "$scratch"' EXIT
	trap 'exit 1' HUP INT TERM
	BESIEGED_SCRATCH=$scratch "${namespaces[@]}" "$0" "$harrier" >"$scratch/results" 2>&1 </dev/null
	code=$?
	cat "$scratch/results"
	exit $code
fi

# ---- inside

scratch=$BESIEGED_SCRATCH
if [ $$ -ne 1 ]; then
	echo "besieged.sh: not the first process of a namespace" >&2
	exit 2
fi
mount --make-rprivate / 2>/dev/null
mount -t proc proc /proc 2>/dev/null
mount --bind "$scratch" "$scratch" || exit
while read -r point; do
	case $point in
	"$scratch" | /proc | /dev | /dev/pts) ;;
	*) mount -o remount,bind,ro "$point" 2>/dev/null ;;
	esac
done < <(awk '{ print $5 }' /proc/self/mountinfo)
if (: >/besieged-test) 2>/dev/null; then
	rm -f /besieged-test
	echo "not ok - all but the scratch folder is read-only"
	exit 1
fi
mkdir "$scratch"/{tmp,home,cache,world,out}
export TMPDIR=$scratch/tmp HOME=$scratch/home XDG_CACHE_HOME=$scratch/cache
cd "$scratch" || exit
for one in {1..20}; do
	echo "file $one of somebody else's" >"world/$one"
done

log=$scratch/log
# shellcheck source=check.inc.sh
. "$root/tests/e2e/check.inc.sh"

healthy=(--header "$root/examples/containers/linkedlist.h" "$root/examples/containers/linkedlist.c")
mean=(--header "$root/tests/hostile/mean.h" "$root/tests/hostile/mean.c" "$root"/examples/hostile/*.c --
	-I"$root/examples/hostile" -I"$root/tests/hostile" "-DMEAN_FILE=\"$scratch/world/7\"" -D_GNU_SOURCE -lm)

# gen NAME ARGUMENT…: the exit code is that of an orderly end
gen() {
	local name=$1
	shift
	"$harrier" gen --certify=quick --json --seed 3 --calls "$calls" --tests 8 --jobs 2 --out "$scratch/out/$name" "$@" >"$name.json" 2>"$name.errors"
	[ $? -le 1 ] || { sed 's/^/# /' "$name.errors" && return 1; }
}

# snapshot: what somebody else has, and what is left in the folder for temporary files
snapshot() {
	find world home -printf '%p %y %m %U %s %T@\n' | sort
	find tmp -mindepth 1
	sha256sum world/*
}

snapshot >before
check "a healthy library alone" gen alone "${healthy[@]}"
check "the same beside a hostile one" gen beside "${healthy[@]}" "${mean[@]}" "${more[@]}"
snapshot >after
check "nothing outside of the output folder has changed" diff before after

# ---- the healthy operations come to the same

# unreached: healthy operations that never returned
unreached() {
	sqlite3 out/beside/campaign.db "select name from operations where name like 'linkedlist%' and normal + refused = 0"
}
# reports NAME: failures without a hostile call, and rules of healthy operations
reports() {
	sqlite3 "out/$1/campaign.db" "select operation, summary from failures where sequence not like '%mean_%'"
	sqlite3 "out/$1/campaign.db" "select text from rules where text not like 'mean_%' and not dropped"
}
check "every healthy operation returns" test -z "$(unreached)"
check "no report and no rule that the healthy ones do not have alone" diff <(reports alone) <(reports beside)
check "its tests pass" make -s -C out/beside/tests check
make -s -C out/beside/tests clean # as it was written
check "hostile operations are reported" jq -e '[.failures[] | select(.operation | startswith("mean_"))] | length > 0' beside.json

# ---- workers are killed

# disturb PID: kills workers and what they come from, at random moments, until the campaign has ended
disturb() {
	local left=$kills victims pause
	RANDOM=5
	while kill -0 "$1" 2>/dev/null && [ "$left" -gt 0 ]; do
		pause=$((RANDOM % 100 + 20))
		sleep "0.$(printf %03d $pause)"
		mapfile -t victims < <(pgrep -x harrier-worker)
		[ ${#victims[@]} -gt 0 ] || continue
		kill -9 "${victims[RANDOM % ${#victims[@]}]}" 2>/dev/null && left=$((left - 1))
	done
	echo "# $((kills - left)) processes killed"
}
# disturbed NAME PEACEFUL ARGUMENT…: the same campaign as that one, and its workers are killed
disturbed() {
	local name=$1 peaceful=$2
	shift 2
	gen "$name" "$@" &
	local pid=$!
	disturb $pid
	wait $pid || return
	diff -r -x 'campaign.db*' -x report "out/$peaceful" "out/$name"
}
check "the same beside a hostile one of which nothing is a question of time" gen calm "${healthy[@]}" "${mean[@]}"
check "workers are killed beside hostile operations: the same tests, failures and rules" disturbed both calm "${healthy[@]}" "${mean[@]}"
check "no process is left" test -z "$(pgrep 'harrier')"

echo "1..$((passed + failed))"
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
