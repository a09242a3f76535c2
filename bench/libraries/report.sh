#!/bin/bash
# Tables and plots from what runs left.
#
#   bench/libraries/report.sh WORK RESULTS JOBS STRATEGY PARTS NAME…
#
# Writes RESULTS/libraries.csv (all runs of NAME… with the newest commit that has some, and JOBS workers), libraries-own.csv, libraries.md, libraries.svg and libraries-time.svg; the last three
# are about one STRATEGY and its PARTS. Prints the table.
set -u
export LC_ALL=C

# shellcheck source=common.sh
. "$(dirname "$0")/common.sh"
bench_work=$1 results=$2 jobs=$3 strategy=$4 parts=${5//,/+}
shift 5
commit=$(bench_commit)

# rows of one commit: the one that is here, or the last that there is
rows_of() {
	local name
	for name; do
		cat "$bench_work/runs/$name".*."$jobs.$commit.row" 2>/dev/null
	done | sort -t , -s -k 1,1 -k 4,4 -k 5,5 -k 2,2n -k 3,3n
}
rows=$(rows_of "$@")
if [ -z "$rows" ]; then
	# shellcheck disable=SC2012 # names of our own
	last=$(ls -t "$bench_work/runs"/*."$jobs".*.row 2>/dev/null | head -n 1)
	commit=${last%.row} && commit=${commit##*.}
	rows=$(rows_of "$@")
fi

{
	echo "# what generated suites cover, by llvm-cov; made by bench/libraries.sh, bench/libraries.md explains it"
	bench_machine
	echo "$bench_columns"
	[ -z "$rows" ] || echo "$rows"
} >"$results/libraries.csv" || exit
{
	echo "# what the libraries' own tests cover, by llvm-cov; made by bench/libraries.sh, bench/libraries.md explains it"
	bench_machine
	echo "$bench_own_columns"
	for name; do
		cat "$bench_work/own/$name.row" 2>/dev/null || true # it may have none
	done
} >"$results/libraries-own.csv" || exit

summary=$(awk -v strategy="$strategy" -v parts="$parts" -f "$bench_here/statistics.awk" -f "$bench_here/summary.awk" "$results/libraries-own.csv" "$results/libraries.csv")
{
	awk -f "$bench_here/statistics.awk" -f "$bench_here/table.awk" <<<"$summary"
	echo
	echo "Made with $commit by \`bench/libraries.sh\`: medians over seeds, ranges in brackets; [the runs](libraries.csv), [the own tests](libraries-own.csv)."
	sed -n 's/^# \(machine\|kernel\|compilers\)/\n\1/p' "$results/libraries.csv"
} >"$results/libraries.md" || exit
awk -f "$bench_here/statistics.awk" -f "$bench_here/svg.awk" -f "$bench_here/bars.awk" <<<"$summary" >"$results/libraries.svg" &&
	awk -f "$bench_here/statistics.awk" -f "$bench_here/svg.awk" -f "$bench_here/time.awk" <<<"$summary" >"$results/libraries-time.svg" || exit
cat "$results/libraries.md"
