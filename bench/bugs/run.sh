#!/bin/bash
# Known bugs: pairs of source trees, one with a bug and one with the fix that Debian carries for it (bench/bugs/README.md).
#
#   bench/bugs/run.sh list                        the pairs
#   bench/bugs/run.sh prepare [ID…]               makes the trees; prints the folder of each pair, with before/ and after/ in it
#   bench/bugs/run.sh witness [ID…]               also runs the witnesses: they have to fail before and to pass after
#   bench/bugs/run.sh find [OPTION…] [ID…]        searches: is each bug found before, and gone after? Prints a row for each, then the other reports.
#                                                 --budget TIME (60s), --jobs N, --seed N; --table FILE writes both as tables of Markdown
#   bench/bugs/run.sh arguments ID before|after   what `harrier gen` and the other commands take, an argument a line, for that tree
#
# All pairs by default. Nothing is installed, and nothing outside of the cache is written; sources and patches come from the
# distribution, by the name of the package. The program is $HARRIER, or build/harrier. Exit codes: 0, 1 (a witness does not tell
# the trees apart, a bug was not found), 2 (usage), 77 (sources cannot be had here).
set -u
export LC_ALL=C

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
# shellcheck source=../../scripts/apt-private.sh
. "$root/scripts/apt-private.sh"

usage() {
	sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2
	exit 2
}

ids() {
	awk -F '\t' '!/^#/ { print $1 }' "$here/pairs.tsv"
}

# field ID NUMBER
field() {
	awk -F '\t' -v id="$1" -v number="$2" '!/^#/ && $1 == id { print $number }' "$here/pairs.tsv"
}

# say TEXT…: to whoever waits
say() {
	echo "bugs: $*" >&2
}

# fetch_patches PACKAGE FOLDER: the distribution's patches, as FOLDER/debian/patches
fetch_patches() {
	[ ! -d "$2/debian/patches" ] || return 0
	mkdir -p "$2" || return
	hr_apt_setup deb-src || return
	if ! (cd "$2" && hr_apt get source --download-only --diff-only --only-source "$1") >"$2/download.log" 2>&1; then
		say "skipped: cannot download the patches of '$1'"
		return 77
	fi
	tar -x -f "$(find "$2" -maxdepth 1 -name '*.debian.tar.*' | sort | tail -n 1)" -C "$2" --no-same-owner debian
}

# load_package PACKAGE: sets headers, sources, flags, libs, prepare
load_package() {
	headers='' sources='' flags='' libs='' prepare=:
	# shellcheck source=/dev/null
	. "$here/packages/$1.lib"
}

# make_base PACKAGE FOLDER: upstream's source as FOLDER/base, with what its build would generate
make_base() {
	local orig
	[ ! -d "$2/base" ] || return 0
	orig=$("$root/scripts/fetch-source.sh" "$1") || return
	rm -rf "$2/base.new"
	mkdir -p "$2" && cp -a "$orig" "$2/base.new" || return
	if ! (cd "$2/base.new" && eval "$prepare") >"$2/prepare.log" 2>&1; then
		say "'$1' cannot be prepared; see '$2/prepare.log'"
		return 1
	fi
	mv "$2/base.new" "$2/base"
}

# apply PATCH FOLDER
apply() {
	patch -s -p1 --no-backup-if-mismatch -d "$2" <"$1"
}

# make_pair ID: prints its folder
make_pair() {
	local id=$1 package patch first folder common
	package=$(field "$id" 2) patch=$(field "$id" 4) first=$(field "$id" 5)
	[ -n "$package" ] || { say "no pair '$id'" && return 2; }
	folder=$(hr_cache)/bugs/$id common=$(hr_cache)/bugs/packages/$package
	load_package "$package"
	if [ ! -d "$folder" ]; then
		fetch_patches "$package" "$common" && make_base "$package" "$common" || return
		if [ ! -f "$common/debian/patches/$patch" ]; then
			say "skipped: the package '$package' of this system has no patch '$patch'"
			return 77
		fi
		rm -rf "$folder.new"
		mkdir -p "$folder.new" && cp -R "$common/base" "$folder.new/before" || return
		[ "$first" = - ] || apply "$common/debian/patches/$first" "$folder.new/before" || return
		cp -R "$folder.new/before" "$folder.new/after" && apply "$common/debian/patches/$patch" "$folder.new/after" || return
		mv "$folder.new" "$folder"
	fi
	echo "$folder"
}

# arguments TREE: what Harrier takes, with paths in the tree; load_package comes first
arguments() (
	cd "$1" || exit
	# shellcheck disable=SC2086 # patterns, on purpose
	printf -- "--header\n$1/%s\n" $headers
	# shellcheck disable=SC2086
	printf "$1/%s\n" $sources
	echo --
	for flag in $flags; do
		echo "${flag/#-I/-I$1/}"
	done
	# shellcheck disable=SC2086
	printf '%s\n' $libs
)

# run_witness FILE TREE LOG: fails with the library's bug
run_witness() {
	local list=() own=() argument
	mapfile -t list < <(arguments "$2")
	case $1 in
	*.seq) "$harrier" replay --leaks "$1" "${list[@]}" >"$3" 2>&1 ;;
	*.c)
		for argument in "${list[@]}"; do
			case $argument in
			--header | *.h | --) ;;
			*) own+=("$argument") ;;
			esac
		done
		"${CC:-clang-19}" -w -g -fsanitize=address,undefined -fno-sanitize-recover=all -o "$3.program" "$1" "${own[@]}" >"$3" 2>&1 ||
			return 3
		timeout 20 "$3.program" >>"$3" 2>&1
		;;
	esac
}

# witness ID: prints a line; 1: before and after are not told apart
witness() {
	local id=$1 folder file before after
	folder=$(make_pair "$id") || return
	load_package "$(field "$id" 2)"
	file=$(find "$here/witnesses" -name "$id.*")
	run_witness "$file" "$folder/before" "$folder/before.log"
	before=$?
	run_witness "$file" "$folder/after" "$folder/after.log"
	after=$?
	if [ $before -ne 0 ] && [ $before -ne 2 ] && [ $before -ne 3 ] && [ $after -eq 0 ]; then
		echo "ok $id: fails before, passes after"
	else
		echo "not ok $id: $before before, $after after; logs in $folder"
		return 1
	fi
}

# ---- searching ----

# tree_of ID: pairs of one such name have the same tree before, and are searched once
tree_of() {
	echo "$(field "$1" 2) $(field "$1" 5)"
}

# count_classes KIND LINES: "2 certain, 1 likely"
count_classes() {
	awk -F '\t' -v kind="$1" '$1 ~ kind { print $2 }' <<<"$2" | sort | uniq -c | awk '{ printf "%s%s %s", s, $1, $2; s = ", " }'
}

# row CELL…
row() {
	[ -z "$table" ] || printf '| %s | %s | %s | %s | %s |\n' "$@" >>"$table"
	printf '%-32s %-24s %-10s %-20s %s\n' "$@"
}

# search ID…: of one tree. Prints a row for each; results stay beside the trees of the first. 1: not all were found
search() {
	local first=$1 id folder list=() lines afters='' number=0 found class code=0
	for id; do
		folder=$(make_pair "$id") || return
		afters+=${afters:+:}$folder/after
	done
	folder=$(make_pair "$first") || return
	load_package "$(field "$first" 2)"
	mapfile -t list < <(arguments "$folder/before")
	rm -rf "$folder/search"
	if ! lines=$(HARRIER=$harrier "$root/bench/pair.sh" "$folder/search" "$folder/before" "$afters" "${options[@]}" -- \
		"${list[@]/"$folder/before/"/@/}"); then
		echo "$first: cannot be searched; see $folder/search/log"
		return 1
	fi
	echo "$lines" >"$folder/search/reports"
	for id; do
		number=$((number + 1))
		found=$(awk -F '\t' -v number=$number '$1 == "bug" && $5 == number { print $4 }' <<<"$lines" | sort -n | head -n 1)
		class=$(awk -F '\t' -v number=$number '$1 == "bug" && $5 == number' <<<"$lines")
		if [ -n "$found" ]; then
			row "$id" "$(field "$id" 9)" found "$(count_classes bug "$class")" "$found"
		else
			row "$id" "$(field "$id" 9)" 'not found' - -
			code=1
		fi
	done
	others+=("$(printf '%-32s %s' "$(tree_of "$first")" "$(count_classes 'other|broken' "$lines")")")
	return $code
}

# find_all ID…: those of one tree together
find_all() {
	local id other group worst=0
	declare -A is_done=()
	others=()
	[ -z "$table" ] || printf '| pair | expected | found | as | seconds |\n| --- | --- | --- | --- | --- |\n' >"$table"
	for id; do
		[ -z "${is_done[$id]:-}" ] || continue
		group=()
		for other; do
			[ "$(tree_of "$other")" = "$(tree_of "$id")" ] || continue
			group+=("$other")
			is_done[$other]=1
		done
		search "${group[@]}"
		code=$?
		[ $code -eq 0 ] || [ $worst -eq 1 ] || worst=$code
	done
	echo
	echo "other reports:"
	printf '%s\n' "${others[@]}"
	[ -z "$table" ] || { printf '\nOther reports, by library and the patch that was applied before:\n\n' && printf -- '- %s\n' "${others[@]}"; } >>"$table"
	return $worst
}

[ $# -ge 1 ] || usage
command=$1
shift
case $command in
list)
	awk -F '\t' '!/^#/ { printf "%-32s %-36s %s\n", $1, $7, $8 }' "$here/pairs.tsv"
	exit
	;;
arguments)
	[[ $# -eq 2 && ($2 == before || $2 == after) ]] || usage
	folder=$(make_pair "$1") || exit
	load_package "$(field "$1" 2)"
	arguments "$folder/$2"
	exit
	;;
prepare | witness | find) ;;
*) usage ;;
esac
harrier=$(realpath -q "${HARRIER:-$root/build/harrier}")
if [ "$command" != prepare ] && [ ! -x "$harrier" ]; then
	say "no program '${HARRIER:-build/harrier}'; run make first"
	exit 2
fi
options=() table=''
while [ "$command" = find ] && [[ ${1:-} == --* ]]; do
	[ $# -ge 2 ] || usage
	case $1 in
	--budget | --jobs | --seed) options+=("$1" "$2") ;;
	--table) table=$2 ;;
	*) usage ;;
	esac
	shift 2
done
[ $# -gt 0 ] || mapfile -t all < <(ids)
[ $# -gt 0 ] || set -- "${all[@]}"
if [ "$command" = find ]; then
	[[ " ${options[*]}" == *" --budget "* ]] || options+=(--budget 60s)
	options+=(--tests 1) # they are not asked for here, and take their time
	find_all "$@"
	exit
fi
worst=0
for id; do
	case $command in
	prepare) make_pair "$id" ;;
	witness) witness "$id" ;;
	esac
	code=$?
	[ $code -eq 0 ] || [ $worst -eq 1 ] || worst=$code
done
exit $worst
