#!/bin/bash
# One run of the benchmark: `harrier gen` on a library, then the suite that it wrote, compiled and counted from the outside.
#
#   bench/libraries/run.sh WORK NAME BUDGET SEED JOBS STRATEGY PARTS
#
# BUDGET in seconds; JOBS, STRATEGY and PARTS may be "default". WORK/runs/KEY.row is the result, with the columns of bench_columns, KEY.branches the branches, KEY the suite and
# KEY.json what gen told, KEY.failures its reports, to be judged; KEY is NAME.BUDGET.SEED.STRATEGY.PARTS.JOBS.COMMIT. A row appears only when all is done: what was ended before is begun anew.
# The program is $HARRIER, or build/harrier; $BENCH_CERTIFY is how thoroughly tests are tried, gen's default when empty. $BENCH_KEEP=yes keeps all that gen wrote in KEY.out, with what all kept
# sequences cover measured as well ("seconds" has that in it), for bench/suites.sh and bench/mutation.sh. Exit codes: 0, also when the row was there already; 77 (nothing to measure); 1.
set -u
export LC_ALL=C

# shellcheck source=common.sh
. "$(dirname "$0")/common.sh"
if [ $# -ne 7 ]; then
	sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2
	exit 2
fi
bench_work=$(realpath -m "$1") name=$2 budget=$3 seed=$4 jobs=$5 strategy=$6 parts=$7
harrier=$(realpath -q "${HARRIER:-$bench_root/build/harrier}")
commit=$(bench_commit)
mkdir -p "$bench_work/runs" || exit
key=$bench_work/runs/$name.$budget.$seed.$strategy.${parts//,/+}.$jobs.$commit
[ ! -s "$key.row" ] || exit 0
bench_load "$name" || exit

options=()
[ "$jobs" = default ] || options+=(--jobs "$jobs")
[ "$strategy" = default ] || options+=(--strategy "$strategy")
[ "$parts" = default ] || options+=(--parts "$parts")
[ -z "${BENCH_CERTIFY:-}" ] || options+=("--certify=$BENCH_CERTIFY")
written=$key.work/out
if [ -n "${BENCH_KEEP:-}" ]; then
	written=$key.out
	options+=(--kept-coverage)
fi

child=
trap 'rm -rf "$key.work"' EXIT
trap '[ -z "$child" ] || kill "$child" 2>/dev/null; exit 1' HUP INT TERM
rm -rf "$key" "$key".* && mkdir -p "$key.work" || exit
load=$(cut -d ' ' -f 1 /proc/loadavg)
began=$EPOCHREALTIME
# shellcheck disable=SC2154 # set by bench_load
"$harrier" gen --json --budget "${budget}s" --seed "$seed" "${options[@]}" --out "$written" "${lib_arguments[@]}" >"$key.json" 2>"$key.errors" &
child=$!
wait "$child"
status=$?
child=
seconds=$(awk -v began="$began" -v ended="$EPOCHREALTIME" 'BEGIN { printf "%.1f", ended - began }')
if [ $status -gt 1 ] || ! jq -e .tests "$key.json" >/dev/null 2>&1; then
	echo "$name: gen failed: $(tail -n 1 "$key.errors")" >&2
	exit 1
fi

# row COVERED… TESTS: the result
row() {
	echo "$name,$budget,$seed,$strategy,${parts//,/+},${1// /,},$2,$(jq '.failures | length' "$key.json"),$(jq .calls "$key.json"),$seconds,$commit,$(date +%F),$jobs,$load" >"$key.row.part" &&
		mv "$key.row.part" "$key.row"
}

[ ! -d "$written/failures" ] || cp -r "$written/failures" "$key.failures" || exit

# a run that came to no test covers nothing: it counts like any other
if [ "$(jq .tests "$key.json")" -eq 0 ]; then
	echo "$name: no tests: $(jq -r .tests_problem "$key.json" | head -n 1)" >&2
	folder=$key.work programs=$key.work/programs archive=$key.work/library.a bench_raw=$key.work/raw bench_branches=$key.branches
	mkdir "$programs" "$bench_raw" && bench_build && LLVM_PROFILE_FILE=$bench_raw/all.profraw "$programs/all" || exit
	totals=$(bench_totals "$programs/all") && row "$totals" 0
	exit
fi

# the suite elsewhere, with its own Makefile: the library's files are found by the way that it names
way=$(cd "$written/tests" && realpath -q "$(sed -n 's/^root = //p' Makefile)")
cp -r "$written/tests" "$key" && cp -r "$key" "$key.work/tests" && mkdir "$key.work/raw" || exit
if ! make -s -C "$key.work/tests" ${way:+root="$way"} CC=clang-19 CFLAGS="${bench_flags[*]}" tests >"$key.make" 2>&1; then
	echo "$name: the suite cannot be compiled: $(grep -m 1 error "$key.make")" >&2
	exit 1
fi
programs_here=$(sed -n 's/^programs +\{0,1\}= *//p' "$key.work/tests/Makefile" | tr '\n' ' ')
if [ -z "$programs_here" ]; then
	echo "$name: the suite has no programs" >&2
	exit 1
fi
programs=()
for program in $programs_here; do
	programs+=("$key.work/tests/$program")
	(cd "$key.work/tests" && LLVM_PROFILE_FILE=$key.work/raw/$program-%m.profraw timeout 300 "./$program" </dev/null) >>"$key.tap" 2>&1
done
bench_raw=$key.work/raw bench_branches=$key.branches
totals=$(bench_totals "${programs[@]}") || exit
passed=$(grep -c '^ok ' "$key.tap")
! grep -q '^not ok ' "$key.tap" || echo "$name: $(grep -c '^not ok ' "$key.tap") tests fail" >&2
row "$totals" "$passed"
