# What the benchmark against the libraries' own tests shares, to be sourced by bash scripts.
#
#   bench_load NAME              goes to a copy of the library's source of its own and sets what hr_library_load does, and bench_files[]: the library's own files,
#                                whose branches count. 77: nothing to measure there (the reason is printed). In a subshell
#   bench_build                  compiles the library into $folder, as $archive and, so that every branch is counted, as a program with all of it, $programs/all; sets
#                                compile_flags[] and link_flags[]
#   bench_totals PROGRAM…        prints "BRANCHES OF LINES OF FUNCTIONS OF" for bench_files, as llvm-cov sums up, from the counters in $bench_raw, and
#                                writes every branch of them to $bench_branches, a line each: FILE:LINE:FUNCTION:NUMBER:true|false 0|1
#   bench_commit                 of the sources that the program was built from; with a + where they were changed since
#   bench_machine                what was measured on, lines for the head of a table
#
# $bench_work is the folder for all of it, outside of the repository.
# shellcheck shell=bash disable=SC2154,SC2034 # lib_*: set by hr_library_load; bench_*: for the caller

bench_here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
bench_root=$(cd "$bench_here/../.." && pwd)
# shellcheck source=../../tests/libraries/library.sh
. "$bench_root/tests/libraries/library.sh"
# shellcheck source=../../scripts/apt-private.sh
. "$bench_root/scripts/apt-private.sh"

bench_flags=(-O0 -g1 -w -fprofile-instr-generate -fcoverage-mapping)
# columns of the table of runs
bench_columns=library,budget,seed,strategy,parts,branches_covered,branches_total,lines_covered,lines_total,functions_covered,functions_total,tests,failures,calls,seconds,commit,date,jobs,load
bench_own_columns=library,branches_covered,branches_total,lines_covered,lines_total,functions_covered,functions_total,seconds,failed,date

# ten, and those that were drawn by lot: in bench/drawn, and among the labelled ones two that have tests of their own
bench_libraries() {
	local file
	echo cjson libcsv jsmn libavl http-parser lz4 zlib utf8proc argtable2 bzip2
	echo libdatrie ffindex
	for file in "$bench_root"/bench/drawn/*.lib; do
		! grep -qx kind=source "$file" || basename "$file" .lib
	done
}

bench_load() {
	local file copy=$bench_work/source/$1
	[ -f "$hr_libraries/$1.lib" ] || hr_libraries=$bench_root/bench/drawn
	hr_library_load "$1" || return
	if [ "$lib_kind" != source ]; then
		echo "$1: only a shared library, without branches that could be counted" >&2
		return 77
	fi
	if [ ! -d "$copy" ]; then
		mkdir -p "$bench_work/source" && rm -rf "$copy.part" && cp -r . "$copy.part" && mv -T "$copy.part" "$copy" || return
	fi
	cd "$copy" || return
	# a library that is nothing but headers: they are those of the system for generated tests, and count all the same
	[ ${#lib_sources[@]} -gt 0 ] || bench_flags+=(-mllvm -system-headers-coverage)
	bench_files=()
	for file in "${lib_sources[@]}" "${lib_headers[@]}"; do
		bench_files+=("$(realpath "$file")")
	done
}

# the library: an archive, as tests may include a source themselves, and a program with all of it, so that every branch is counted
bench_build() {
	local flag source number=0
	compile_flags=() link_flags=()
	for flag in "${lib_flags[@]}"; do
		case $flag in -l* | -L*) link_flags+=("$flag") ;; *) compile_flags+=("$flag") ;; esac
	done
	for source in "${lib_sources[@]}"; do
		number=$((number + 1))
		clang-19 "${bench_flags[@]}" "${compile_flags[@]}" -c -o "$folder/$number.o" "$source" || return
	done
	if [ $number -eq 0 ]; then
		printf '#include "%s"\n' "${lib_headers[@]}" >"$folder/headers.c" || return
		clang-19 "${bench_flags[@]}" -I. "${compile_flags[@]}" -c -o "$folder/headers.o" "$folder/headers.c" || return
	fi
	echo 'int main(void) { return 0; }' >"$folder/main.c"
	ar -rcs "$archive" "$folder"/*.o && clang-19 "${bench_flags[@]}" -o "$programs/all" "$folder/main.c" "$folder"/*.o "${link_flags[@]}"
}

bench_totals() {
	local program first=$1 objects=() profile=$bench_raw/all.profdata
	shift
	for program; do
		objects+=(-object "$program")
	done
	llvm-profdata-19 merge -o "$profile" "$bench_raw" || return
	llvm-cov-19 export -skip-expansions -instr-profile "$profile" "$first" "${objects[@]}" "${bench_files[@]}" >"$bench_raw/export.json" || return
	# A branch is one of a function, wherever it comes from by a macro; a static function that several programs include is the same one. llvm-cov would take the one
	# of them that reaches most; here it is all that any of them reaches.
	printf "%s\n" "${bench_files[@]}" | jq -r -R -s --slurpfile export "$bench_raw/export.json" -f "$bench_here/branches.jq" |
		sort | awk '$1 != last { if (last != "") print last, any; last = $1; any = 0 } $2 { any = 1 } END { if (last != "") print last, any }' >"$bench_branches" || return
	# branches that are decided at compile time are in the list, but not in the sum
	jq -r --arg covered "$(grep -c ' 1$' "$bench_branches")" '.data[0].totals | "\($covered) \(.branches.count) \(.lines.covered) \(.lines.count) \(.functions.covered) \(.functions.count)"' "$bench_raw/export.json"
}

bench_commit() {
	local commit
	if [ -n "${HARRIER_COMMIT:-}" ]; then
		echo "$HARRIER_COMMIT"
		return
	fi
	commit=$(git -C "$bench_root" log -1 --format=%h -- src meson.build 2>/dev/null)
	git -C "$bench_root" diff --quiet HEAD -- src meson.build 2>/dev/null || commit+=+
	echo "${commit:-unknown}"
}

bench_machine() {
	echo "# machine: $(nproc) cores ($(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo | head -n 1)), $(awk '/^MemTotal/ { printf "%.0f", $2 / 1048576 }' /proc/meminfo) GB"
	echo "# kernel: $(uname -sr); system: $(sed -n 's/^PRETTY_NAME="\(.*\)"/\1/p' /etc/os-release)"
	echo "# compilers: $(gcc --version | head -n 1); $(clang-19 --version | head -n 1)"
}
