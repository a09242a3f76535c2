#!/bin/bash
# The seeded bugs of examples/seeded are what bugs.tsv says: with gcc and with clang, both with sanitizers, each witness fails on the
# library with all bugs planted and passes on the one without; sanitizers see it exactly where the list says so; and the
# library's own test passes on both.
#
#   tests/e2e/seeded.sh [HARRIER]             HARRIER is not used; clang has its turn in `make check-all` (HR_CHECK=all)
#   tests/e2e/seeded.sh --each                also plants each bug alone: its own witness fails, all others pass
#
# Prints TAP, and a last line "N passed, N failed".
set -u
export LC_ALL=C
export ASAN_OPTIONS=detect_leaks=1:max_malloc_fill_size=4096:malloc_fill_byte=190 UBSAN_OPTIONS=halt_on_error=1

root=$(cd "$(dirname "$0")/../.." && pwd)
seeded=$root/examples/seeded
scratch=$(mktemp -d) || exit
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM

passed=0 failed=0

# check NAME COMMAND…: counts and prints
check() {
	local name=$1
	shift
	if "$@"; then
		passed=$((passed + 1))
		echo "ok $((passed + failed)) - $name"
	else
		failed=$((failed + 1))
		echo "not ok $((passed + failed)) - $name"
	fi
}

# compile COMPILER FOLDER: its test and its witnesses
compile() (
	sanitize=-fsanitize=address,undefined
	mapfile -t sources < <(find "$2" -maxdepth 1 -name '*.c')
	mkdir "$2/$1" && cd "$2/$1" &&
		"$1" -std=c11 -D_GNU_SOURCE -Wall -Wextra -Wpedantic -Werror $sanitize -fno-sanitize-recover=all \
			-c "${sources[@]}" || return
	mapfile -t objects < <(find . -name '*.o' ! -name test.o ! -name witnesses.o)
	"$1" $sanitize -o "$2/test-$1" test.o "${objects[@]}" && "$1" $sanitize -o "$2/witness-$1" witnesses.o "${objects[@]}"
)

# plant FOLDER LIBRARY BUG…: the witnesses find what they share beside the folder
plant() {
	"$seeded/plant.sh" "$2" "$1" "${@:3}"
}

# bugs LIBRARY: name and "stock", a line each
bugs() {
	awk -F '\t' -v library="$1" '!/^#/ && $2 == library { print $3, $9 }' "$seeded/bugs.tsv"
}

# fails PROGRAM NAME STOCK: the witness fails, and sanitizers say so or not
fails() {
	local seen=no
	if { "$1" "$2" >"$1.log" 2>&1; } 2>/dev/null; then # the shell would tell of signals
		echo "# $2: passes"
		return 1
	fi
	grep -qE 'ERROR: (Address|Leak)Sanitizer|runtime error:' "$1.log" && seen=yes
	[ "$seen" = "$3" ] || { sed 's/^/# /' "$1.log" && return 1; }
}

passes() {
	"$@" >"$1.log" 2>&1 || { sed 's/^/# /' "$1.log" && return 1; }
}

all_fail() {
	local name stock code=0
	while read -r name stock; do
		fails "$1" "$name" "$stock" || code=1
	done < <(bugs "$2")
	return $code
}

all_pass() {
	local name code=0
	while read -r name _; do
		passes "$1" "$name" || code=1
	done < <(bugs "$2")
	return $code
}

# The list and the folders agree: each patch has a line, each line a patch.
listed() {
	diff <(bugs "$1" | cut -d ' ' -f 1 | sort) <(find "$seeded/$1/bugs" -name '*.patch' | sed 's,.*/[0-9]*-,,; s,\.patch$,,' | sort) &&
		diff <(awk -F '\t' -v library="$1" '$2 == library { print $1 "-" $3 ".patch" }' "$seeded/bugs.tsv" | sort) \
			<(find "$seeded/$1/bugs" -name '*.patch' -printf '%f\n' | sort)
}

# Each bug alone.
each() {
	local name stock other folder
	while read -r name stock; do
		folder=$scratch/each/$1-$name
		plant "$folder" "$1" "$name" && compile gcc "$folder" || return
		check "$1 with $name alone: its own test passes" passes "$folder/test-gcc"
		check "$1 with $name alone: seen" fails "$folder/witness-gcc" "$name" "$stock"
		while read -r other _; do
			[ "$other" = "$name" ] || check "$1 with $name alone: $other passes" passes "$folder/witness-gcc" "$other"
		done < <(bugs "$1")
	done < <(bugs "$1")
}

cp "$seeded/witness.h" "$scratch"
mkdir "$scratch/each" && cp "$seeded/witness.h" "$scratch/each"
compilers=(gcc)
[ "${HR_CHECK:-}" != all ] || compilers=(gcc clang-19)
for library in hold quill relay; do
	check "$library: bugs.tsv and bugs/ agree" listed "$library"
	check "$library: plants all bugs" plant "$scratch/$library-buggy" "$library"
	check "$library: plants none" plant "$scratch/$library-fixed" "$library" none
	for compiler in "${compilers[@]}"; do
		for twin in buggy fixed; do
			folder=$scratch/$library-$twin
			check "$library, $twin: compiles with $compiler" compile "$compiler" "$folder"
			check "$library, $twin, $compiler: its own test passes" passes "$folder/test-$compiler"
		done
		check "$library, $compiler: every bug shows" all_fail "$scratch/$library-buggy/witness-$compiler" "$library"
		check "$library, $compiler: without the bugs nothing shows" all_pass "$scratch/$library-fixed/witness-$compiler" "$library"
	done
	[ "${1:-}" != --each ] || each "$library"
done
total=$(grep -cv '^#' "$seeded/bugs.tsv")
check "thirty bugs" [ "$total" -eq 30 ]

echo "1..$((passed + failed))"
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
