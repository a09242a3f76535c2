#!/bin/bash
# Suites of real libraries: whether the tests that `harrier gen` writes hold, what they cover, and how large they are.
#
#   bench/suites.sh [--budget TIME] [--seed N] [--jobs N] [--runs N] [--calls N] [--from DIR] [--table FILE] [NAME…]
#
# 60s, seed 1, one worker per core, 20 runs, and the ten libraries, three drawn ones and the seeded ones by default; NAME is one of tests/libraries, bench/drawn or examples/seeded. With --calls the
# search is limited by calls instead, and repeats. With --from nothing is made: DIR/NAME and DIR/NAME.json are what an earlier run left, with the libraries where they were then.
#
# Each suite is made, then tried from the outside with the Makefile that it comes with: compiled with gcc and clang (-Wall -Wextra is in the Makefile; warnings count that are not about the library's headers), run so many times in
# shuffled order (a flake is a run in which something fails), once under valgrind, once with AddressSanitizer, leaks included. Branches are those that llvm-cov counts, of the suite and of all sequences that were kept.
#
# Prints a row for each library; with --table also Markdown. Results stay in ${TMPDIR:-/tmp}/harrier-suites. The program is $HARRIER, or build/harrier.
set -u
export LC_ALL=C

root=$(cd "$(dirname "$0")/.." && pwd)
# shellcheck source=../tests/libraries/library.sh
. "$root/tests/libraries/library.sh"
harrier=$(realpath -q "${HARRIER:-$root/build/harrier}")
limit=(--budget 60s) seed=1 jobs=() runs=20 from='' table=
while [ $# -gt 0 ]; do
	case $1 in
	--budget | --calls) limit=("$1" "$2") && shift 2 ;;
	--seed) seed=$2 && shift 2 ;;
	--jobs) jobs=(--jobs "$2") && shift 2 ;;
	--runs) runs=$2 && shift 2 ;;
	--from) from=$(realpath -e "$2") && shift 2 || exit ;;
	--table) table=$(realpath -m "$2") && shift 2 ;;
	-*) sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2 && exit 2 ;;
	*) break ;;
	esac
done
[ $# -gt 0 ] || set -- argtable2 bzip2 cjson http-parser jsmn libavl libcsv lz4 utf8proc zlib cliquer libsidutils routino hold quill relay
work=${TMPDIR:-/tmp}/harrier-suites
mkdir -p "$work/rows" || exit
work=$(realpath "$work")

# arguments_of NAME: what gen takes, in the array `arguments`; changes to the library's directory
arguments_of() {
	local file
	if [ -d "$root/examples/seeded/$1" ]; then
		[ -z "$from" ] || return 0
		"$root/examples/seeded/plant.sh" "$1" "$work/$1.source" none && cd "$work/$1.source" || return
		arguments=(--header "$1.h")
		for file in ./*.c; do
			case $file in */test.c | */witnesses.c) ;; *) arguments+=("$file") ;; esac
		done
		return
	fi
	[ -f "$hr_libraries/$1.lib" ] || hr_libraries=$root/bench/drawn
	hr_library_load "$1" || return
	# shellcheck disable=SC2154 # set by hr_library_load, as the next
	if [ "$lib_kind" = installed ]; then
		LD_LIBRARY_PATH=$PWD/usr/lib:$PWD/usr/lib/$(uname -m)-linux-gnu && export LD_LIBRARY_PATH
	fi
	# shellcheck disable=SC2154
	arguments=("${lib_arguments[@]}")
}

# warnings FILE: how many of what a compiler said are about the tests, and not about what a macro of the library's headers makes of them
warnings() {
	awk '/: (warning|error): / { count += pending; pending = /^test_[^ ]*: warning: / }
		/: note: expanded from macro/ && !/^test_/ { pending = 0 }
		END { print count + pending }' "$1"
}

# programs FOLDER: their names
programs() {
	sed -n 's/^programs +\{0,1\}= *//p' "$1/Makefile" | tr ' ' '\n'
}

# shuffled PROGRAM: the names of its tests, in another order each time
shuffled() {
	"$1" 2>/dev/null | sed -n 's/^\(not \)\{0,1\}ok [0-9]* - //p' | shuf
}

# flakes FOLDER: so many of the runs had a test that failed
flakes() {
	local i program failed=0 names
	for ((i = 0; i < runs; i++)); do
		while read -r program <&3; do
			mapfile -t names < <(shuffled "$1/$program")
			MALLOC_PERTURB_=$((i * 37 % 256)) PADDING=$(printf '%*s' $((i * 113)) '') "$1/$program" "${names[@]}" >>"$1.runs" 2>&1 || {
				failed=$((failed + 1))
				break
			}
		done 3< <(programs "$1")
	done
	echo $failed
}

# failures FOLDER CHECK…: tests that fail when the programs are run with this before them; a program that fails without naming any counts as one
failures() {
	local folder=$1 program said failed count=0
	shift
	while read -r program <&3; do
		said=$("$@" "$folder/$program" 2>>"$folder.said") && continue
		failed=$(grep -c '^not ok' <<<"$said")
		count=$((count + (failed > 0 ? failed : 1)))
	done 3< <(programs "$folder")
	echo $count
}

# lines FOLDER: median and maximum of the lines between the braces of a test
lines() {
	cat "$1"/test_*.c | awk '/^static void test_/ { inside = 1; n = -1; next } inside && /^}/ { print n; inside = 0 } inside && NF { n++ }' | sort -n |
		awk '{ all[NR] = $1 } END { if (NR) print all[int((NR + 1) / 2)] "/" all[NR]; else print "-" }'
}

# one NAME: its fields, separated by tabs
one() (
	name=$1 out=$work/$1 made=$work/$1 arguments=()
	if [ -n "$from" ]; then
		made=$from/$name
		rm -rf "$out".{gcc,clang-19,asan}*
		arguments_of "$name" >"$out.why" 2>&1 || exit
	else
		rm -rf "${out:?}" "$out".*
		arguments_of "$name" >"$out.why" 2>&1 || exit
		"$harrier" gen --json "${limit[@]}" --seed "$seed" "${jobs[@]}" --kept-coverage --out "$out" "${arguments[@]}" >"$out.json" 2>"$out.errors"
		[ $? -le 1 ] || exit
	fi
	[ -d "$made/tests" ] && [ -s "$made.json" ] || exit
	# copies lie elsewhere: the library's files are found by the way that the Makefile names
	way=$(cd "$made/tests" && realpath -q "$(sed -n 's/^root = //p' Makefile)")
	for compiler in gcc clang-19; do
		cp -r "$made/tests" "$out.$compiler"
		make -s -C "$out.$compiler" root="$way" CC=$compiler tests >"$out.$compiler.log" 2>&1 || echo "test_all: warning: cannot be compiled" >>"$out.$compiler.log"
	done
	cp -r "$made/tests" "$out.asan"
	make -s -C "$out.asan" root="$way" CC=clang-19 CFLAGS='-g -fsanitize=address' tests >"$out.asan.log" 2>&1
	printf '%s\t' "$name" "$(jq .tests "$made.json")" "$(lines "$made/tests")" \
		"$(jq -r '[.left_out[].why] | group_by(.) | map("\(length) \(.[0])") | if length > 0 then join(", ") else "0" end' "$made.json")" \
		"$(jq -r '.time | [.search, .tests - .certify - .coverage, .certify] | map(round | tostring) | join("/")' "$made.json")" \
		"$(warnings "$out.gcc.log")" "$(warnings "$out.clang-19.log")" "$(flakes "$out.gcc")" \
		"$(failures "$out.gcc" valgrind -q --error-exitcode=9 --leak-check=full --errors-for-leak-kinds=definite)" "$(failures "$out.asan" env)" \
		"$(jq -r '.coverage | if . then "\(.branches.covered)/\(.branches.count)" else "-" end' "$made.json")" \
		"$(jq -r '.kept_coverage | if . then "\(.branches.covered)" else "-" end' "$made.json")"
	jq -r 'if .coverage and .kept_coverage and .kept_coverage.branches.covered > 0 then
		.coverage.branches.covered / .kept_coverage.branches.covered * 1000 | round / 10 | tostring + "%" else "-" end' "$made.json"
)

head=$'library\ttests\tlines\tleft out\tsearch/select/certify, s\tgcc\tclang\tflakes\tvalgrind\tASan\tbranches\tkept\tratio'
row() {
	awk -F '\t' '{ printf "%-12s %6s %8s %14s %5s %5s %6s %8s %5s %12s %6s %7s  %s\n", $1, $2, $3, $5, $6, $7, $8, $9, $10, $11, $12, $13, $4 }'
}
markdown() {
	[ -z "$table" ] || awk -F '\t' '{ printf "|"; for (i = 1; i <= NF; i++) printf " %s |", $i; print "" }' >>"$table"
}
[ -z "$table" ] || cat >"$table" <<END_OF_HEAD || exit
# Suites

Written by \`bench/suites.sh --table\` with $(git -C "$root" rev-parse --short HEAD 2>/dev/null || echo '?'): ${from:+suites made before, }${limit[*]}, seed $seed, $runs runs, on $(nproc) cores with a load of $(cut -d ' ' -f 1 /proc/loadavg) at the
beginning. Lines: median and maximum of a test. Warnings with gcc and clang; runs with a flake; tests that fail under valgrind and with AddressSanitizer; branches of the suite, those of all sequences that were kept, and what part of
these the suite has.

END_OF_HEAD
echo "${head//search\/select\/certify, s/s. s\/s\/c}" | row
echo "$head" | markdown
printf '%s\n' '---	---	---	---	---	---	---	---	---	---	---	---	---' | markdown
for name; do
	if ! one "$name" >"$work/rows/$name"; then
		printf '%-12s cannot be made: %s\n' "$name" "$(cat "$work/$name.why" "$work/$name.errors" 2>/dev/null | tail -n 1)"
		continue
	fi
	row <"$work/rows/$name"
	markdown <"$work/rows/$name"
done
