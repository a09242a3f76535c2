#!/bin/bash
# Which branches generated suites leave, by function: what to explain, or to work on.
#
#   bench/libraries/missing.sh WORK NAME [PATTERN]
#
# PATTERN picks runs by their keys, BUDGET.SEED.STRATEGY.PARTS.JOBS.COMMIT ("60.*.abc1234"); the last run by default. Of several all that any of them covers counts as covered. Prints a line for each
# function that has such branches: how many of how many are left, how many of these the own tests cover, and the lines; where own tests cover it, with an asterisk.
set -u
export LC_ALL=C

if [ $# -lt 2 ]; then
	sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2
	exit 2
fi
work=$1 name=$2
if [ $# -gt 2 ]; then
	# shellcheck disable=SC2206 # a pattern, on purpose
	runs=("$work/runs/$name".$3.branches)
else
	# shellcheck disable=SC2012 # names of our own
	mapfile -t runs < <(ls -t "$work/runs/$name".*.branches 2>/dev/null | head -n 1)
fi
own=$work/own/$name.branches
[ -e "$own" ] || own=/dev/null
[ -e "${runs[0]:-}" ] || { echo "missing.sh: no such run" >&2 && exit 1; }
here=$(dirname "$0")
awk -v own="$own" -f "$here/statistics.awk" -f "$here/missing.awk" "$own" "${runs[@]}" | sort -k 1,1nr -k 6
