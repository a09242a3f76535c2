#!/bin/bash
# Generated suites beside the libraries' own tests: branches, lines and functions that each of them covers (`make bench-libraries`; bench/libraries.md explains it).
#
#   bench/libraries.sh [OPTION…] [NAME…]
#
#   NAME…                   ten libraries of tests/libraries and those of bench/drawn that come as sources, by default
#   --budgets "2 10 30 60"  seconds of search
#   --seeds "1 2 3"
#   --jobs N                workers of gen; one for each core by default
#   --strategy S, --parts P passed on to gen; its defaults when not given
#   --keep                  keeps all that gen writes, with more measured, for bench/suites.sh --from and bench/mutation.sh --from: RUNS/KEY.out
#   --out DIR               where results are kept and found again, bench/libraries in Harrier's cache by default
#   --results DIR           where tables and plots are written; DIR/results of --out by default
#   --report                writes tables and plots from what is there, and runs nothing
#   --quiet                 prints no table at the end, and writes none
#
# A run that is there already is not repeated, so the same command goes on where an earlier one was ended: there is a file for each library, budget, seed, strategy, parts, number of workers and
# commit of the sources. The program is $HARRIER, or build/harrier.
set -u
export LC_ALL=C

# shellcheck source=libraries/common.sh
. "$(dirname "$0")/libraries/common.sh"
budgets="2 10 30 60" seeds="1 2 3" jobs=default strategy=default parts=default out='' results='' only_report='' quiet=''
while [ $# -gt 0 ]; do
	case $1 in
	--budgets) budgets=$2 && shift 2 ;;
	--seeds) seeds=$2 && shift 2 ;;
	--jobs) jobs=$2 && shift 2 ;;
	--strategy) strategy=$2 && shift 2 ;;
	--parts) parts=$2 && shift 2 ;;
	--keep) export BENCH_KEEP=yes && shift ;;
	--out) out=$2 && shift 2 ;;
	--results) results=$2 && shift 2 ;;
	--report) only_report=yes && shift ;;
	--quiet) quiet=yes && shift ;;
	-*) sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2 && exit 2 ;;
	*) break ;;
	esac
done
# shellcheck disable=SC2046 # names
[ $# -gt 0 ] || set -- $(bench_libraries)
bench_work=$(realpath -m "${out:-$(hr_cache)/bench/libraries}")
results=$(realpath -m "${results:-$bench_work/results}")
HARRIER_COMMIT=$(bench_commit) && export HARRIER_COMMIT # of the whole run, whatever is committed meanwhile
harrier=$(realpath -q "${HARRIER:-$bench_root/build/harrier}")
if [ -z "$only_report" ] && [ ! -x "$harrier" ]; then
	echo "bench/libraries.sh: no program '${HARRIER:-build/harrier}'; run make first" >&2
	exit 2
fi
sum=$(cksum "$harrier" 2>/dev/null)
mkdir -p "$bench_work/own" "$bench_work/runs" "$results" || exit

report() {
	"$bench_here/report.sh" "$bench_work" "$results" "$jobs" "$strategy" "$parts" "$@"
}
if [ -n "$only_report" ]; then
	report "$@"
	exit
fi

child=
trap '[ -z "$child" ] || { kill "$child" && wait "$child"; } 2>/dev/null; exit 1' HUP INT TERM
# apart COMMAND…: so that a signal reaches us at once, and then it
apart() {
	local status
	"$@" &
	child=$!
	wait "$child"
	status=$?
	child=
	return $status
}

failed=0
for name; do
	[ -s "$bench_work/own/$name.row" ] || [ ! -f "$bench_here/$name.own" ] || apart "$bench_here/own.sh" "$bench_work" "$name" || failed=1
done
# all libraries with one seed first: what is there when somebody loses patience is a whole table
for seed in $seeds; do
	for budget in $budgets; do
		for name; do
			if [ "$(cksum "$harrier")" != "$sum" ]; then
				echo "bench/libraries.sh: the program was built anew meanwhile; start again" >&2
				exit 1
			fi
			apart "$bench_here/run.sh" "$bench_work" "$name" "$budget" "$seed" "$jobs" "$strategy" "$parts"
			case $? in
			0) tail -q -n 1 "$bench_work/runs/$name.$budget.$seed.$strategy.${parts//,/+}.$jobs.$HARRIER_COMMIT.row" |
				awk -F , '{ printf "%-12s %3d s, seed %s: %d/%d branches, %.1f %%; %d tests, %d failures, %.0f s, load %s\n", $1, $2, $3, $6, $7, $6 * 100 / $7, $12, $13, $15, $19 }' ;;
			77) ;;
			*) failed=1 ;;
			esac
		done
	done
done
[ -n "$quiet" ] || report "$@" || failed=1
exit $failed
