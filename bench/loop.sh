#!/bin/bash
# Benchmark of the whole loop: calls a second of `harrier gen` with one worker (chains made, encoded, run, judged and learned from), beside the bare
# worker, which runs the same few sequences again and again (bench/worker.sh: nothing is made, nothing is looked at).
#
# Both run on the same red-black tree, one after the other in each round, because the machine may be shared; the last lines have the medians of
# the ratios within a round. What a campaign does between slices (investigating, probing, confirming, tests) is left out of the first ratio:
# it is bounded by the budget, and has its own limits. The second counts everything from the first chain to the last. The engine's memory is
# sampled once a second during the last round: it has to come to rest.
#
#   bench/loop.sh [ROUNDS [SECONDS]]      three rounds of 10 s by default; exit code 1 when a limit is not kept
#
# HARRIER=PROGRAM measures another one; LIBRARY=treemap takes the tree of examples/containers.
set -u
export LC_ALL=C

root=$(cd "$(dirname "$0")/.." && pwd)
rounds=${1:-3}
seconds=${2:-10}
harrier=$(realpath -q "${HARRIER:-$root/build/harrier}")
[ -x "$harrier" ] || { echo "bench/loop.sh: no program '${HARRIER:-build/harrier}'; run make first" >&2 && exit 2; }
here=$root/bench/worker
scratch=$(mktemp -d) || exit
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM
cd "$scratch" || exit

unit=(--header "$here/tree.h" "$here/tree.c")
[ "${LIBRARY:-tree}" = treemap ] && unit=(--header "$root/examples/containers/treemap.h" "$root/examples/containers/treemap.c")

gcc -O2 -o native "$here/native.c" "$here/tree_workload.c" "$here/tree.c" -I"$here" -lm && mkdir bare && ./native write bare 0 || exit 1

# calls a second of the bare worker
bare() {
	"$harrier" replay --repeat 300000 bare/*.seq --header "$here/tree.h" "$here/tree.c" 2>&1 |
		sed -n 's/.*: \([0-9]*\) calls\/s$/\1/p'
}

# number KEY: of the JSON summary
number() {
	sed -n "s/.*\"$1\": \([0-9.]*\).*/\1/p" summary | head -n 1
}

median() {
	sort -g | awk '{ value[NR] = $1 } END { print value[int((NR + 1) / 2)] }'
}

# line TITLE FILE LIMIT
failed=0
line() {
	awk -v title="$1" -v value="$(median <"$2")" -v limit="$3" 'BEGIN {
		printf "%-58s %6.3f  (at least %g)%s\n", title, value, limit, (value < limit ? " NOT KEPT" : "")
		exit value < limit
	}' || failed=1
}

bare >/dev/null # builds the unit
: >search && : >whole
for ((i = 0; i < rounds; i++)); do
	alone=$(bare)
	rm -rf out
	"$harrier" gen --certify=quick --json --budget "${seconds}s" --jobs 1 --seed $((i + 1)) --out out "${unit[@]}" >summary 2>errors &
	engine=$!
	while kill -0 $engine 2>/dev/null; do
		[ "$i" -eq $((rounds - 1)) ] && sed -n 's/^VmRSS:[[:space:]]*\([0-9]*\) kB/\1/p' "/proc/$engine/status" 2>/dev/null >>memory
		sleep 1
	done
	wait $engine || [ $? -le 1 ] || { cat errors >&2 && exit 1; }
	awk -v calls="$(number calls)" -v search="$(number search)" -v investigate="$(number investigate)" \
		-v probe="$(number probe)" -v sequences="$(number sequences)" -v bare="$alone" 'BEGIN {
		rate = calls / (search - investigate - probe)
		printf "bare worker %9.0f  loop %9.0f  with probes and all %9.0f calls/s; %.1f calls a sequence\n", bare, rate, calls / search, calls / sequences
		print rate / bare >>"search"
		print calls / search / bare >>"whole"
	}'
done

echo
echo "medians of $rounds rounds of $seconds s"
line "loop / bare worker" search 0.5
line "loop with investigating and probing / bare worker" whole 0.3
echo "memory of the engine, MB, each second: $(awk '{ printf "%d ", $1 / 1024 }' memory)"
exit $failed
