#!/bin/bash
# Mutation score of emitted suites and of the libraries' own tests, side by side.
#
#   bench/mutation.sh [--budget TIME] [--seed N] [--jobs N] [--from DIR] [--mutants N] [--own N] [--time TIME] [--builds N] [--table FILE] [NAME…]
#
# The ten libraries by default. Each suite is made with 60s of search and seed 1, or is DIR/NAME as an earlier bench/suites.sh left it (--from), and run with all its mutants, or with so many drawn by chance (--mutants); the library's
# own tests with 400 of them (--own), as they take longer: they are not run test by test. Neither runs longer than --time (10m).
#
# Prints a row for each library; with --table also Markdown. "ms": the time for all of it, building included, by the number of mutants; "cpu": the same of the processor, which other work on the machine does not change. What it would take
# without all mutants in one program is measured for 5 of them (--builds), drawn by chance, as time of the processor: "build" is compiling the file that is changed and linking the programs, "suite" is running these once, as `make check`
# does. "quicker" is how much less a mutant takes of ours: (build + suite) / cpu. Results stay in ${TMPDIR:-/tmp}/harrier-mutation. The program is $HARRIER, or build/harrier.
set -u
export LC_ALL=C

root=$(cd "$(dirname "$0")/.." && pwd)
# shellcheck source=../tests/libraries/library.sh
. "$root/tests/libraries/library.sh"
harrier=$(realpath -q "${HARRIER:-$root/build/harrier}")
budget=60s seed=1 jobs=() from='' mutants=() own=400 time=10m builds=5 table=
while [ $# -gt 0 ]; do
	case $1 in
	--budget) budget=$2 && shift 2 ;;
	--seed) seed=$2 && shift 2 ;;
	--jobs) jobs=(--jobs "$2") && shift 2 ;;
	--from) from=$(realpath -e "$2") && shift 2 || exit ;;
	--mutants) mutants=(--mutants "$2") && shift 2 ;;
	--own) own=$2 && shift 2 ;;
	--time) time=$2 && shift 2 ;;
	--builds) builds=$2 && shift 2 ;;
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
		build="chmod -R u+w . && ./configure --disable-shared && make && make -C tests check TESTS="
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

# seconds COMMAND…: how long a processor works for it, whatever comes of it
seconds() {
	local TIMEFORMAT='%U %S'
	{ time "$@" >/dev/null 2>&1; } 2>&1 | awk '{ print $1 + $2 }'
}

# changed_files FILE.json: of some mutants that tests reach, drawn by chance
changed_files() {
	jq -r '.list[] | select(.state == "killed" or .state == "survived") | .file' "$1" |
		shuf -n "$builds" --random-source=<(yes "$seed")
}

# one_by_one TESTS FILE.json: seconds for a build with one mutant in it, without ours: the file that is changed is compiled and the programs are linked; and for a run of them
one_by_one() {
	local copy=$work/build way file name build=0 suite=0 count=0
	rm -rf "$copy" && cp -r "$1" "$copy" || return
	way=$(cd "$1" && realpath -q "$(sed -n 's/^root = //p' Makefile)")
	make -s -C "$copy" ${way:+root="$way"} tests >/dev/null 2>&1
	while read -r file; do
		name=$(basename "$file" .c)
		# a header of the library: all that may include it
		rm "$copy"/*[0-9]-"${name//[^[:alnum:]_-]/_}".o 2>/dev/null || rm -f "$copy"/*.o
		build=$(awk -v a="$build" -v b="$(seconds make -s -C "$copy" ${way:+root="$way"} tests)" 'BEGIN { print a + b }')
		suite=$(awk -v a="$suite" -v b="$(seconds make -s -C "$copy" ${way:+root="$way"} check)" 'BEGIN { print a + b }')
		count=$((count + 1))
	done < <(changed_files "$2")
	rm -rf "$copy"
	[ $count -gt 0 ] && awk -v build="$build" -v suite="$suite" -v count=$count 'BEGIN { printf "%.2f %.2f\n", build / count, suite / count }'
}

# score FILE.json: all, reached, killed, per cent of all, per cent of those reached, milliseconds for each; dashes where there is none
score() {
	if [ -s "$1" ]; then
		jq -r '[.mutants, .reached, .killed, (.score * 10 | round / 10), (.score_reached * 10 | round / 10),
			(if .mutants > 0 then (.building_seconds * .mutants / (.mutants + .not_run) + .running_seconds) * 10000 / .mutants | round / 10 else "-" end)] |
			join(" ")' "$1"
	else
		echo "- - - - - -"
	fi
}

# cpu FOLDER: milliseconds of the processor for a mutant of ours, building included
cpu() {
	[ -s "$1/emitted.json" ] && jq -r --arg used "$(cat "$1/emitted.cpu")" 'if .mutants > 0 then
		(($used | split(" ") | map(tonumber) | add) * 10000 / .mutants | round / 10) else "-" end' "$1/emitted.json" || echo -
}

measure() {
	local name=$1 folder=$work/$1 out=$work/$1/out arguments=() command
	[ -z "$from" ] || out=$from/$name
	(
		hr_library_load "$name" || exit
		mkdir -p "$folder" || exit
		# shellcheck disable=SC2154
		[ -n "$from" ] || "$harrier" gen --out "$out" --budget "$budget" --seed "$seed" "${jobs[@]}" "${lib_arguments[@]}" >"$folder/gen.txt" 2>&1
		rm -f "$folder/emitted.json" "$folder/own.json"
		TIMEFORMAT='%U %S'
		{ time "$harrier" mutate --json --seed "$seed" --budget "$time" "${mutants[@]}" "$out" >"$folder/emitted.json" 2>"$folder/emitted.err"; } 2>"$folder/emitted.cpu"
		if [ "$own" -gt 0 ] && own_tests "$name"; then
			for command in "${run[@]}"; do
				arguments+=(--run "$command")
			done
			"$harrier" mutate --json --seed "$seed" --budget "$time" --mutants "$own" --build "$build" "${arguments[@]}" "${changed[@]}" \
				>"$folder/own.json" 2>"$folder/own.err"
		fi
		exit 0 # whatever failed: dashes tell
	) || return
	echo "$name $(score "$folder/emitted.json") $(score "$folder/own.json") $(one_by_one "$out/tests" "$folder/emitted.json" || echo - -) $(cpu "$folder")"
}

# shellcheck disable=SC2016 # awk's
format='{ quicker = $16 + 0 && $14 + 0 ? sprintf("%d×", ($14 + $15) * 1000 / $16) : "-"
	printf row, $1, $2, $3, $4, $5, $6, $7, $16, $8, $10, $11, $12, $13, $14, $15, quicker }'
columns='%-12s %8s %8s %8s %7s %9s %8s %6s %8s %8s %7s %9s %8s %7s %7s %8s\n'
# shellcheck disable=SC2059
printf "$columns" library mutants reached killed score 'of reach.' ms cpu own killed score 'of reach.' ms build suite quicker
[ -z "$table" ] || cat >"$table" <<'END'
| library | mutants | reached | killed | score, % | of reached, % | ms a mutant | of the processor | own tests: mutants | killed | score, % | of reached, % | ms a mutant | one by one: build, s of the processor | suite, s | quicker |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
END
for name; do
	row=$(measure "$name") || continue
	awk -v row="$columns" "$format" <<<"$row"
	[ -z "$table" ] || awk -v row='| %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s |\n' "$format" <<<"$row" >>"$table"
done
