#!/bin/bash
# What each part of the guided strategy is good for: the random strategy, each part alone, all six, those that are on by default, and strategies that share the time, each with the same libraries, budgets and seeds.
#
#   bench/ablation.sh [--budgets "10 60"] [--seeds "1 2 3"] [--jobs N] [--out DIR] [--results DIR] [--report] [NAME…]
#
# Runs bench/libraries.sh for each of them, so that what is there is not run again, and writes RESULTS/ablation.csv and ablation.md: which share of the branches that the random strategy left
# each covers (branch by branch, with the same library, budget and seed), and what it missed that random calls covered. Options are those of bench/libraries.sh. Tests are certified quickly: variants are compared
# with each other, and what a test needs to hold is the same for all.
set -u
export LC_ALL=C

# shellcheck source=libraries/common.sh
. "$(dirname "$0")/libraries/common.sh"
budgets="10 60" seeds="1 2 3" jobs=default out='' results='' only_report=''
while [ $# -gt 0 ]; do
	case $1 in
	--budgets) budgets=$2 && shift 2 ;;
	--seeds) seeds=$2 && shift 2 ;;
	--jobs) jobs=$2 && shift 2 ;;
	--out) out=$2 && shift 2 ;;
	--results) results=$2 && shift 2 ;;
	--report) only_report=yes && shift ;;
	-*) sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2 && exit 2 ;;
	*) break ;;
	esac
done
# shellcheck disable=SC2046 # names
[ $# -gt 0 ] || set -- $(bench_libraries)
bench_work=$(realpath -m "${out:-$(hr_cache)/bench/libraries}")
results=$(realpath -m "${results:-$bench_work/results}")
HARRIER_COMMIT=$(bench_commit) && export HARRIER_COMMIT
export BENCH_CERTIFY=quick
mkdir -p "$results" || exit

# strategy and parts, and what a table calls them
variants=(
	"random default random"
	"guided constants constants"
	"guided impurity impurity"
	"guided elephant elephant"
	"guided detective detective"
	"guided orienteering orienteering"
	"guided bloodhound bloodhound"
	"guided all all-six"
	"guided default usual"
	"portfolio default portfolio"
)

# of each seed everything, so that an early end leaves a whole table
failed=0
if [ -z "$only_report" ]; then
	for seed in $seeds; do
		for budget in $budgets; do
			for variant in "${variants[@]}"; do
				read -r strategy parts called <<<"$variant"
				echo "== $called, $budget s, seed $seed"
				"$bench_root/bench/libraries.sh" --budgets "$budget" --seeds "$seed" --jobs "$jobs" --strategy "$strategy" --parts "$parts" --out "$bench_work" --quiet "$@" || failed=1
			done
		done
	done
fi

# a row for each run that has one of the random strategy beside it: what that left, how much of it was covered, and what else was lost
rows() {
	local name budget seed variant strategy parts called random key
	for name; do
		for budget in $budgets; do
			for seed in $seeds; do
				random=$bench_work/runs/$name.$budget.$seed.random.default.$jobs.$HARRIER_COMMIT
				[ -s "$random.row" ] || continue
				for variant in "${variants[@]}"; do
					read -r strategy parts called <<<"$variant"
					key=$bench_work/runs/$name.$budget.$seed.$strategy.$parts.$jobs.$HARRIER_COMMIT
					[ -s "$key.row" ] || continue
					printf '%s,%s,%s,%s,' "$name" "$budget" "$seed" "$called"
					awk -v total="$(cut -d , -f 7 "$key.row")" 'NR == FNR { random[$1] = $2; next }
						{ covered += $2; known += random[$1]; gained += $2 && !random[$1]; lost += !$2 && random[$1] }
						END { printf "%d,%d,%d,%d,%d\n", total, covered, total - known, gained, lost }' "$random.branches" "$key.branches"
				done
			done
		done
	done
}
{
	echo "# what parts of the guided strategy cover of the branches that random calls left; made by bench/ablation.sh with $HARRIER_COMMIT"
	bench_machine
	echo library,budget,seed,strategy,branches,covered,random_left,gained,lost
	rows "$@"
} >"$results/ablation.csv" || exit
awk -f "$bench_here/statistics.awk" -f "$bench_here/ablation.awk" "$results/ablation.csv" | tee "$results/ablation.md" || exit
exit $failed
