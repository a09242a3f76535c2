#!/bin/bash
# How far does Harrier come with the library of one -dev package? Prints the funnel: headers, functions that they declare and the
# library exports (by nm and the preprocessor), of these those in the model, of these the callable ones, why the rest is not, and
# time and memory; or the message with which Harrier failed.
#
#   bench/funnel.sh PACKAGE
#
# The package is unpacked in the cache, not installed. All headers that compile alone as C are read at once; where they contradict
# each other, in groups. The model stays in CACHE/draw/PACKAGE/. Exit codes: 0 (measured, failures included), 2 (usage),
# 3 (not a C library; the line says why), 77 (cannot be downloaded).
set -u
export LC_ALL=C

root=$(cd "$(dirname "$0")/.." && pwd)
# shellcheck source=../scripts/apt-private.sh
. "$root/scripts/apt-private.sh"
# shellcheck source=../scripts/api-names.sh
. "$root/scripts/api-names.sh"
# shellcheck source=../scripts/measure.sh
. "$root/scripts/measure.sh"

limit=300 # seconds for one run of Harrier

[ $# -eq 1 ] || { echo "usage: bench/funnel.sh PACKAGE" >&2 && exit 2; }
package=$1
harrier=$(realpath -q "${HARRIER:-$root/build/harrier}")
[ -x "$harrier" ] || { echo "funnel.sh: no program '${HARRIER:-build/harrier}'; run make first" >&2 && exit 2; }

pass_over() {
	echo "passed over $package: $*"
	exit 3
}

# say WORDS…: a line below the headline, which comes last
say() {
	printf '  %s\n' "$*" >>"$work/notes"
}

# --- the package: own_headers, libraries, flags ---

# own PATTERN: the package's own files that match
own() {
	grep -E "$1" "$folder/files" | sort -u
}

# Flags of the package's pkg-config modules, where it has any that work; then its include folders, and its libraries.
find_flags() {
	local modules text place file
	mapfile -t modules < <(own '/pkgconfig/[^/]*\.pc$' | sed 's,.*/,,; s,\.pc$,,')
	flags=()
	if [ ${#modules[@]} -gt 0 ]; then
		if text=$("$root/scripts/pkg-flags.sh" "$dir" "${modules[@]}" 2>"$work/pkg-config"); then
			read -r -a flags <<<"$text"
		fi
		[ ! -s "$work/pkg-config" ] || say "pkg-config: $(paste -s -d ' ' "$work/pkg-config")"
	fi
	for place in "$dir"/usr/include "$dir"/usr/include/*-linux-gnu*; do
		[ -d "$place" ] && flags+=("-I$place")
	done
	libraries=()
	while IFS= read -r file; do
		if [ -e "$dir/$file" ]; then
			libraries+=("$dir/$file")
			flags+=("-L$dir/${file%/*}")
			file=${file##*/lib}
			flags+=("-l${file%.*}")
		else
			say "dangling: ${file##*/}"
		fi
	done < <(own '^usr/lib/([^/]*-linux-gnu[^/]*/)?lib[^/]*\.so$')
	[ ${#libraries[@]} -gt 0 ] && return
	while IFS= read -r file; do
		libraries+=("$dir/$file")
		flags+=("$dir/$file")
	done < <(own '^usr/lib/([^/]*-linux-gnu[^/]*/)?lib[^/]*\.a$')
}

# add_missing_folder HEADER: where the header includes a file that lies below one of the include folders, a user would add that one
# to the flags; so do we. 1: that is not what it needs
add_missing_folder() {
	local wanted place
	wanted=$(hr_include_lines "$1" | "${CC:-cc}" -w -fsyntax-only -x c "${flags[@]}" - 2>&1 |
		sed -n 's/.*fatal error: \([^:]*\): No such file.*/\1/p' | head -n 1)
	[[ $wanted == *.h ]] || return # C++ names its headers without
	place=$(find "$dir/usr/include" /usr/include -path "*/$wanted" 2>/dev/null | head -n 1)
	place=${place%/"$wanted"}
	[ -n "$place" ] && [[ " ${flags[*]} " != *" -I$place "* ]] || return
	flags+=("-I$place")
	say "added -I${place#"$dir"/}"
}

# own_headers: those that compile as C, alone or after the standard headers that users include anyway; the rest is told, and
# stands in $work/dependent.
prelude=(-include stddef.h -include stdint.h -include stdio.h -include sys/types.h)
find_headers() {
	local header needy=()
	own_headers=()
	: >"$work/dependent"
	while IFS= read -r header; do
		for _ in 1 2 3 4; do
			add_missing_folder "$dir/$header" || break
		done
		if hr_compiles_alone "$dir/$header" "${flags[@]}"; then
			own_headers+=("$dir/$header")
		elif hr_compiles_alone "$dir/$header" "${prelude[@]}" "${flags[@]}"; then
			own_headers+=("$dir/$header")
			needy+=("${header##*/}")
		else
			echo "$dir/$header" >>"$work/dependent"
		fi
	done < <(own '^usr/include/.*\.h$')
	if [ ${#needy[@]} -gt 0 ]; then
		flags=("${prelude[@]}" "${flags[@]}")
		say "with stddef.h, stdint.h, stdio.h and sys/types.h included first, for ${needy[0]}$(more ${#needy[@]} 1)"
	fi
}

# more ALL SHOWN: " and N more", where there are
more() {
	[ "$1" -le "$2" ] || echo " and $(($1 - $2)) more"
}

# C++ that does not hide behind __cplusplus: a keyword at the start of a line, or a header of its library.
looks_like_cpp() {
	grep -qE '^[[:space:]]*(namespace|template|class|using)[[:space:]<]|^[[:space:]]*#[[:space:]]*include[[:space:]]*<[a-z_]+>' "$1"
}

# Are most of the headers that no C compiler takes C++?
mostly_cpp() {
	local header cpp=0 all=0
	while IFS= read -r header; do
		all=$((all + 1))
		looks_like_cpp "$header" && cpp=$((cpp + 1))
	done <"$work/dependent"
	[ $all -gt 0 ] && [ $((2 * cpp)) -ge $all ]
}

# Functions that only a C++ compiler can name.
exports_cpp_only() {
	[ -s "$work/exported" ] && ! grep -qvE '^(_Z|_init$|_fini$)' "$work/exported"
}

# --- what the library exports and the headers declare ---

# Headers that do not compile count here too: what only they declare is missed, not absent.
find_api() {
	local header file headers
	for file in "${libraries[@]}"; do
		case $file in
		*.a) hr_exported_static "$file" ;;
		*) hr_exported_dynamic "$file" ;;
		esac
	done 2>/dev/null | sort -u >"$work/exported"
	mapfile -t headers < <(cat "$work/dependent")
	headers+=("${own_headers[@]}")
	if ! hr_preprocess "${headers[@]}" -- "${flags[@]}" >"$work/text" 2>/dev/null; then
		for header in "${headers[@]}"; do
			hr_preprocess "$header" -- "${flags[@]}"
		done >"$work/text" 2>/dev/null
	fi
	hr_declared_names "$work/exported" <"$work/text" >"$work/api"
}

# Passes over what is no C library; says of a C library whose headers no compiler takes that it fails.
require_c() {
	local header
	if [ ! -s "$work/api" ] && { exports_cpp_only || mostly_cpp; }; then
		pass_over "C++ only"
	fi
	[ ${#own_headers[@]} -eq 0 ] || return 0
	echo "$package: $(wc -l <"$work/dependent") headers, $(wc -l <"$work/api") functions declared and exported; no header compiles"
	while IFS= read -r header; do
		hr_include_lines "$header" | "${CC:-cc}" -w -fsyntax-only -x c "${flags[@]}" - 2>&1 | grep -m 1 error
	done <"$work/dependent" | sed "s,$dir/,,g" | sort -u >"$work/errors"
	# "Include only the main header" is no reason, where there is another.
	{ grep -v '#error' "$work/errors" || cat "$work/errors"; } | head -n 3 | sed 's/^/  /' >>"$work/notes"
	cat "$work/notes"
	exit 0
}

# --- Harrier ---

seconds=0 megabytes=0 groups=0

# message FILE: the first thing that a compiler complained of, or else the first line
message() {
	{ grep -m 1 'error:' "$1" || grep -m 1 . "$1" || echo "no message"; } | sed "s,$dir/,,g"
}

# inspect HEADER…: all at once, or in halves where that fails; what one header alone fails with goes to $work/failures
inspect() {
	local header arguments=() model=$work/model.$((groups + 1)).json half=$(($# / 2)) code
	for header; do
		arguments+=(--header "$header")
	done
	hr_measure timeout "$limit" "$harrier" inspect --json "${arguments[@]}" -- "${flags[@]}" >"$model" 2>"$work/errors"
	code=$?
	seconds=$(awk -v a="$seconds" -v b="$measured_seconds" 'BEGIN { print a + b }')
	[ "$measured_mb" = '?' ] && megabytes='?'
	[ "$megabytes" = '?' ] || [ "$megabytes" -ge "$measured_mb" ] || megabytes=$measured_mb
	if [ $code -eq 0 ]; then
		groups=$((groups + 1))
		return
	fi
	rm -f "$model"
	if [ $# -eq "$total_headers" ]; then
		cp "$work/errors" "$work/first_failure"
	fi
	if [ $code -eq 3 ] && [ $# -gt 1 ]; then
		inspect "${@:1:half}"
		inspect "${@:half+1}"
		return
	fi
	{
		printf 'exit code %s' "$code"
		[ $code -eq 124 ] && printf ' (more than %s s)' "$limit"
		[ $code -gt 128 ] && printf ' (a crash, signal %s)' $((code - 128))
		[ $# -eq 1 ] && printf ' on %s' "${1#"$dir"/}"
		printf ': %s\n' "$(message "$work/errors")"
	} >>"$work/failures"
}

share() {
	awk -v a="$1" -v b="$2" 'BEGIN { if (b) printf "%.1f %%", 100 * a / b; else printf "-" }'
}

report() {
	local api known callable all
	if [ "$groups" -eq 0 ]; then
		echo "$package: $total_headers headers, $(wc -l <"$work/api") functions declared and exported; harrier failed, $seconds s"
		say "$(head -n 1 "$work/failures")"
		return
	fi
	jq -r '.operations[] | [.name, .callable, .reason // "no reason given"] | @tsv' "$work"/model.*.json | sort -u >"$work/operations"
	# A function that some group could call is callable.
	awk -F '\t' 'NR == FNR { api[$1]; next } $1 in api' "$work/api" "$work/operations" >"$work/known"
	awk -F '\t' '$2 == "true" { print $1 }' "$work/known" | sort -u >"$work/callable"
	awk -F '\t' 'NR == FNR { callable[$1]; next } !($1 in callable) && !seen[$1]++' "$work/callable" "$work/known" >"$work/refused"
	cut -f 1 "$work/known" | sort -u | comm -23 "$work/api" - >"$work/missing"
	api=$(wc -l <"$work/api")
	known=$((api - $(wc -l <"$work/missing")))
	callable=$(wc -l <"$work/callable")
	all=$(cut -f 1 "$work/operations" | sort -u | wc -l)

	echo "$package: $total_headers headers, $api functions declared and exported, $known in the model, $callable callable" \
		"($(share "$callable" "$api")), $seconds s, $megabytes MB"
	if [ "$api" -eq 0 ]; then
		say "nothing that nm could confirm (${#libraries[@]} libraries); the model has $all operations," \
			"$(awk -F '\t' '$2 == "true" { print $1 }' "$work/operations" | sort -u | wc -l) callable"
	fi
	if [ "$groups" -gt 1 ] || [ -s "$work/failures" ]; then
		say "not all headers at once ($(message "$work/first_failure")); in $groups groups"
	fi
	[ ! -s "$work/failures" ] || head -n 5 "$work/failures" | sed 's/^/  /' >>"$work/notes"
	[ ! -s "$work/missing" ] || say "missing: $(head -n 5 "$work/missing" | paste -s -d ' ')"
	cut -f 3 "$work/refused" | sed "s/'[^']*'/'…'/g" | sort | uniq -c | sort -k 1,1nr | head -n 5 | sed 's/^/  /' >>"$work/notes"
}

dir=$("$root/scripts/fetch-dev.sh" "$package" 2>&1)
case $? in
0) ;;
77) echo "$dir" >&2 && exit 77 ;;
*) pass_over "${dir##*fetch-dev: }" ;;
esac
folder=${dir%/*}
work=$(hr_cache)/draw/$package
rm -rf "$work"
mkdir -p "$work" || exit
: >"$work/failures"
: >"$work/notes"

[ -n "$(own '^usr/include/')" ] || pass_over "no headers"
[ -n "$(own '^usr/include/.*\.h$')" ] || pass_over "C++ only"
find_flags
find_headers
find_api
require_c
total_headers=${#own_headers[@]}
inspect "${own_headers[@]}"
report
if [ -s "$work/dependent" ]; then
	say "left out, do not compile as C: $(sed 's,.*/,,' "$work/dependent" | head -n 5 | paste -s -d ' ')$(
		more "$(wc -l <"$work/dependent")" 5
	)"
fi
cat "$work/notes"
exit 0
