#!/bin/bash
# Mutation score of emitted suites and of the libraries' own tests, side by side.
#
#   bench/mutation.sh [--budget TIME] [--seed N] [--jobs N] [--mutants N] [--own N] [--time TIME] [--table FILE] [NAME…]
#
# The ten libraries by default. Each suite is made with 60s of search and seed 1, and run with all its mutants, or with so many drawn by chance (--mutants); the library's own tests with 400 of them (--own), as they take longer: they
# are not run test by test. Neither runs longer than --time (10m). Prints a row for each library; with --table also Markdown. "quicker": how much less time a mutant takes than building the suite's programs, which would be the least
# that a build for each mutant takes. Results stay in ${TMPDIR:-/tmp}/harrier-mutation. The program is $HARRIER, or build/harrier.
set -u
export LC_ALL=C

root=$(cd "$(dirname "$0")/.." && pwd)
# shellcheck source=../tests/libraries/library.sh
. "$root/tests/libraries/library.sh"
harrier=$(realpath -q "${HARRIER:-$root/build/harrier}")
budget=60s seed=1 jobs=() mutants=() own=400 time=10m table=
while [ $# -gt 0 ]; do
	case $1 in
	--budget) budget=$2 && shift 2 ;;
	--seed) seed=$2 && shift 2 ;;
	--jobs) jobs=(--jobs "$2") && shift 2 ;;
	--mutants) mutants=(--mutants "$2") && shift 2 ;;
	--own) own=$2 && shift 2 ;;
	--time) time=$2 && shift 2 ;;
	--table) table=$(realpath -m "$2") && shift 2 ;;
	-*) sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2 && exit 2 ;;
	*) break ;;
	esac
done
[ $# -gt 0 ] || set -- argtable2 bzip2 cjson http-parser jsmn libavl libcsv lz4 utf8proc zlib
work=${TMPDIR:-/tmp}/harrier-mutation
mkdir -p "$work" || exit
work=$(realpath "$work")

# own_tests NAME: how the library's own tests are built and run, in its folder: `build`, `run[]`, `changed[]`; fails where it has none
own_tests() {
	local test
	run=() build=
	changed=("${lib_sources[@]}")
	# shellcheck disable=SC2154 # set by hr_library_load, as more below
	case $1 in
	argtable2)
		build="./configure --disable-shared && make && make -C tests check TESTS="
		for test in date dbl file int lit rex; do
			run+=("cd tests && srcdir=. sh ./test_$test.sh")
		done
		;;
	bzip2)
		build="make clean && make bzip2"
		for test in 1 2 3; do
			run+=("./bzip2 -$test <sample$test.ref | cmp - sample$test.bz2 && ./bzip2 -d <sample$test.bz2 | cmp - sample$test.ref")
		done
		run+=("./bzip2 -ds <sample3.bz2 | cmp - sample3.ref")
		;;
	cjson)
		build="rm -rf b && cmake -B b -DENABLE_CJSON_UTILS=On && make -C b"
		run=("cd b && ctest")
		;;
	http-parser)
		build="cc ${lib_flags[*]} -o own-tests test.c http_parser.c"
		run=(./own-tests)
		;;
	jsmn)
		build="cc -Itest -o own-tests test/tests.c"
		run=(./own-tests)
		changed=(jsmn.h)
		;;
	libcsv)
		build="cc -I. -o own-tests test_csv.c libcsv.c"
		run=(./own-tests)
		;;
	lz4)
		build="make -C tests clean && make -C tests fuzzer frametest"
		run=("tests/fuzzer -i50 -T1s" "tests/frametest -i50 -T1s")
		;;
	utf8proc)
		for test in case charwidth custom iterate misc valid; do
			build+="cc -I. -o own-$test test/$test.c test/tests.c utf8proc.c && "
			run+=("./own-$test")
		done
		build+=true
		;;
	zlib)
		build="cc ${lib_flags[*]} -I. -o own-example test/example.c ${lib_sources[*]} && cc ${lib_flags[*]} -I. -o own-infcover test/infcover.c ${lib_sources[*]}"
		run=(./own-example ./own-infcover)
		;;
	*) return 1 ;;
	esac
}

# seconds_to_build FOLDER: of the suite's programs, without mutants
seconds_to_build() {
	local began
	make -s -C "$1" clean >/dev/null 2>&1
	began=$(date +%s.%N)
	make -s -C "$1" tests >/dev/null 2>&1
	awk -v began="$began" -v ended="$(date +%s.%N)" 'BEGIN { printf "%.2f", ended - began }'
	make -s -C "$1" clean >/dev/null 2>&1
}

# score FILE.json: all, reached, killed, per cent of all, per cent of those reached, milliseconds for each; dashes where there is none
score() {
	if [ -s "$1" ]; then
		jq -r '[.mutants, .reached, .killed, (.score * 10 | round / 10), (.score_reached * 10 | round / 10),
			(.milliseconds_per_mutant * 10 | round / 10)] | join(" ")' "$1"
	else
		echo "- - - - - -"
	fi
}

measure() {
	local name=$1 folder=$work/$1 seconds arguments=() command
	(
		hr_library_load "$name" || exit
		mkdir -p "$folder" || exit
		# shellcheck disable=SC2154
		"$harrier" gen --out "$folder/out" --budget "$budget" --seed "$seed" "${jobs[@]}" "${lib_arguments[@]}" >"$folder/gen.txt" 2>&1
		rm -f "$folder/emitted.json" "$folder/own.json"
		"$harrier" mutate --json --seed "$seed" --budget "$time" "${mutants[@]}" "$folder/out" >"$folder/emitted.json" 2>"$folder/emitted.err"
		if own_tests "$name"; then
			for command in "${run[@]}"; do
				arguments+=(--run "$command")
			done
			"$harrier" mutate --json --seed "$seed" --budget "$time" --mutants "$own" --build "$build" "${arguments[@]}" "${changed[@]}" \
				>"$folder/own.json" 2>"$folder/own.err"
		fi
		exit 0 # whatever failed: dashes tell
	) || return
	seconds=$(seconds_to_build "$folder/out/tests")
	echo "$name $(score "$folder/emitted.json") $(score "$folder/own.json") $seconds"
}

# shellcheck disable=SC2016 # awk's
format='{ ms = $7 + 0
	quicker = ms ? sprintf("%d×", $14 * 1000 / ms) : "-"
	printf row, $1, $2, $3, $4, $5, $6, $7, $8, $10, $11, $12, $13, $14, quicker }'
printf '%-12s %8s %8s %8s %7s %9s %8s %8s %8s %7s %9s %8s %7s %8s\n' library mutants reached killed score 'of reach.' ms own killed score 'of reach.' ms build quicker
[ -z "$table" ] || cat >"$table" <<'END'
| library | mutants | reached | killed | score, % | of reached, % | ms a mutant | own tests: mutants | killed | score, % | of reached, % | ms a mutant | building, s | quicker |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
END
for name; do
	row=$(measure "$name") || continue
	awk -v row='%-12s %8s %8s %8s %7s %9s %8s %8s %8s %7s %9s %8s %7s %8s\n' "$format" <<<"$row"
	[ -z "$table" ] || awk -v row='| %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s |\n' "$format" <<<"$row" >>"$table"
done
