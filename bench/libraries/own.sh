#!/bin/bash
# What a library's own tests cover, with the sources and flags that generated suites are measured with.
#
#   bench/libraries/own.sh WORK NAME…
#
# NAME.own says how the tests are built and run; it is sourced in a copy of the source and calls
#
#   program NAME [FLAG|FILE]…        compiles a test program, in the root of the source, and links it with the library; its path is $programs/NAME
#   attempt COMMAND…                 runs a command that runs such programs; it counts as failed when its exit code is not 0. Ten minutes at most
#
# WORK/own/NAME.row is the result, with the columns of bench_own_columns, and NAME.branches the branches.
# shellcheck disable=SC2317 # called by NAME.own
set -u
export LC_ALL=C

# shellcheck source=common.sh
. "$(dirname "$0")/common.sh"
bench_work=$(realpath -m "$1") && shift || exit

program() {
	local name=$1
	shift
	(cd "$folder/source" && clang-19 "${bench_flags[@]}" "${compile_flags[@]}" -o "$programs/$name" "$@" "$archive" "${link_flags[@]}")
}

attempt() {
	timeout 600 "$@" </dev/null && return
	echo "failed with $?: $*"
	failed=$((failed + 1))
}

own() (
	name=$1 folder=$bench_work/own/$1 failed=0
	bench_load "$name" || exit
	rm -rf "$folder" && mkdir -p "$folder/programs" "$folder/raw" || exit
	cp -r . "$folder/source" && cd "$folder/source" || exit
	bench_files=("${bench_files[@]/#"$bench_work/source/$name"/$PWD}")
	programs=$folder/programs archive=$folder/library.a bench_raw=$folder/raw bench_branches=$folder.branches
	export LLVM_PROFILE_FILE=$folder/raw/%p-%m.profraw # %m alone is the same for programs of the same sizes
	began=$EPOCHREALTIME
	bench_build || exit
	# shellcheck source=/dev/null
	. "$bench_here/$name.own" || exit
	"$programs/all"
	totals=$(bench_totals "$programs"/*) || exit
	seconds=$(awk -v began="$began" -v ended="$EPOCHREALTIME" 'BEGIN { printf "%.1f", ended - began }')
	echo "$name,${totals// /,},$seconds,$failed,$(date +%F)" >"$folder.row.part" && mv "$folder.row.part" "$folder.row" && rm -rf "$folder"
)

mkdir -p "$bench_work/own" || exit
status=0
for name; do
	if [ ! -f "$bench_here/$name.own" ]; then
		echo "$name has no tests of its own"
	elif own "$name" >"$bench_work/own/$name.log" 2>&1; then
		awk -F , '{ printf "%-12s %d/%d branches, %.1f %%; lines %.1f %%; functions %.1f %%; %s s, %s failed\n", $1, $2, $3, $2 * 100 / $3, $4 * 100 / $5, $6 * 100 / $7, $8, $9 }' \
			"$bench_work/own/$name.row"
	else
		echo "$name: own tests cannot be measured: $(tail -n 1 "$bench_work/own/$name.log")"
		status=1
	fi
done
exit $status
