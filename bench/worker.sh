#!/bin/bash
# Benchmark of the worker: how many calls a second it makes with every check on, beside native calls in a loop and beside a process for each
# sequence with the compiler's own sanitizers. Each round measures all of them, one after the other; the table has the medians of the
# ratios within a round, because the machine may be shared.
#
#   bench/worker.sh [ROUNDS]      five rounds by default; exit code 1 when a limit is not kept
set -u
export LC_ALL=C

root=$(cd "$(dirname "$0")/.." && pwd)
rounds=${1:-5}
harrier=$(realpath -q "${HARRIER:-$root/build/harrier}")
[ -x "$harrier" ] || { echo "bench/worker.sh: no program '${HARRIER:-build/harrier}'; run make first" >&2 && exit 2; }
here=$root/bench/worker
scratch=$(mktemp -d) || exit
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM
cd "$scratch" || exit

# build NAME WORKLOAD.c FLAG…: the programs native-NAME and checked-NAME, the sequences NAME/*.seq
build() {
	local name=$1
	shift
	gcc -O2 -o "native-$name" "$here/native.c" "$@" -lm &&
		clang-19 -O1 -fsanitize=address,undefined -o "checked-$name" "$here/native.c" "$@" -lm &&
		mkdir -p "$name" "$name-broken" &&
		"./native-$name" write "$name" 0 && "./native-$name" write "$name-broken" 20
}

# worker RUNS DIRECTORY ARGUMENT…: calls a second
worker() {
	local runs=$1 directory=$2
	shift 2
	"$harrier" replay --repeat "$runs" "$directory"/*.seq "$@" 2>&1 |
		sed -n 's/.*: \([0-9]*\) calls\/s$/\1/p'
}

median() {
	sort -g | awk '{ value[NR] = $1 } END { print value[int((NR + 1) / 2)] }'
}

ratio() {
	awk -v a="$1" -v b="$2" 'BEGIN { printf "%.4f\n", (b > 0 ? a / b : 0) }'
}

failed=0

# line TITLE FILE LIMIT: the median of the file's numbers, which must be at least the limit
line() {
	local value
	value=$(median <"$2")
	awk -v title="$1" -v value="$value" -v limit="$3" 'BEGIN {
		printf "%-58s %12.3f  (at least %g)%s\n", title, value, limit, (value < limit ? " NOT KEPT" : "")
		exit value < limit
	}' || failed=1
}

# library NAME ARGUMENT…: the three rates and their ratios
library() {
	local name=$1 i native forked inside
	shift
	: >"$name.native" && : >"$name.forked"
	worker 1000 "$name" "$@" >/dev/null # builds the unit
	for ((i = 0; i < rounds; i++)); do
		native=$("./native-$name" loop 1)
		inside=$(worker 200000 "$name" "$@")
		forked=$("./checked-$name" fork 2)
		printf '%-12s native %10s  worker %10s  fork with sanitizers %8s calls/s\n' "$name" "$native" "$inside" "$forked"
		ratio "$inside" "$native" >>"$name.native"
		ratio "$inside" "$forked" >>"$name.forked"
	done
}

tree_arguments=(--header "$here/tree.h" "$here/tree.c")
build tree "$here/tree_workload.c" "$here/tree.c" -I"$here" || exit 1
library tree "${tree_arguments[@]}"

: >broken
for ((i = 0; i < rounds; i++)); do
	whole=$(worker 200000 tree "${tree_arguments[@]}")
	ratio "$(worker 200000 tree-broken "${tree_arguments[@]}")" "$whole" >>broken
done

build count "$here/count_workload.c" "$here/tree.c" -I"$here" || exit 1
: >static
for ((i = 0; i < rounds; i++)); do
	calls=$(worker 200000 count "${tree_arguments[@]}" -- -DTREE_STATIC=1048576)
	echo $((calls / 2)) >>static # two calls a sequence
done

# shellcheck source=../tests/libraries/library.sh
. "$root/tests/libraries/library.sh"
has_json=no
if json=$(hr_library_load cjson 2>"$scratch/why" && pwd); then
	build json "$here/json_workload.c" "$json/cJSON.c" -I"$json" -I"$here" || exit 1
	library json --header "$json/cJSON.h" "$json/cJSON.c" -- -lm
	has_json=yes
else
	echo "cjson skipped: $(head -n 1 "$scratch/why")"
fi

echo
echo "medians of $rounds rounds"
line "tree: worker / native loop" tree.native 0.1
line "tree: worker / fork with sanitizers" tree.forked 500
if [ $has_json = yes ]; then
	line "cjson: worker / native loop" json.native 0.1
	line "cjson: worker / fork with sanitizers" json.forked 500
fi
line "tree: calls/s with 20 % crashing / without" broken 0.333
line "1 MB of static data: sequences/s" static 100000
exit $failed
