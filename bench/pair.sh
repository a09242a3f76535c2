#!/bin/bash
# Searches a library that has a bug, and tells which reports are of that bug: their tests fail on it and pass on its fixed twin.
#
#   bench/pair.sh [--until-found] OUT BEFORE AFTER[:AFTER…] GEN-OPTION… -- ARGUMENT…
#
# With --until-found the campaign is ended a little after the first report; when none of its reports is of the bug, it is run again as a whole.
# BEFORE and AFTER are trees of the same files; with several AFTERs each has another bug fixed. ARGUMENTs are those of `harrier gen`, with @/ in front of paths in
# the tree. OUT must not exist: the output folder of the campaign becomes OUT/out, what it printed OUT/log. Prints a line for each report, with tabs between:
#
#   bug|other|broken   class   folder   seconds of search until then   number
#
# bug: gone in the AFTER of that number (from 1); other: fails in all of them as well (number 0); broken: the test does not fail before, or cannot be built. The
# program is $HARRIER, or build/harrier. Exit codes: 0 (whatever was found), 2 (usage), 4 (the campaign could not be run).
set -u
export LC_ALL=C

root=$(cd "$(dirname "$0")/.." && pwd)
harrier=$(realpath -q "${HARRIER:-$root/build/harrier}")
until_found=
if [ "${1-}" = --until-found ]; then
	until_found=yes
	shift
fi
if [ $# -lt 5 ] || [ -e "$1" ]; then
	sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2
	exit 2
fi
out=$1 before=$2
IFS=: read -r -a afters <<<"$3"
shift 3
options=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do
	options+=("$1")
	shift
done
shift

mkdir -p "$out" && out=$(realpath "$out") || exit 4
# the same place for both trees: what is compiled names it
use_tree() {
	rm -rf "$out/tree" && cp -a "$1" "$out/tree"
}
arguments=()
for argument; do
	arguments+=("${argument/@\//$out/tree/}")
done

reported="class in ('certain', 'likely', 'deviant')"

# database QUERY: what the campaign stored so far; nothing where there is no sqlite3
database() {
	sqlite3 -readonly "$out/out/campaign.db" "$1" 2>/dev/null
}

# end_early PROCESS: ends the campaign a little after the first report. It may be over before that.
end_early() {
	local seen=0
	while sleep 0.5 && kill -0 "$1" 2>/dev/null; do
		[ "$(database "select count(*) from failures where $reported")" -gt 0 ] 2>/dev/null || continue
		[ $((seen++)) -lt 3 ] && continue
		kill -TERM "$1" 2>/dev/null
		return
	done
}

# campaign [early]: searches the tree with the bug
campaign() {
	local process code
	use_tree "$before" || exit 4
	rm -rf "$out/out"
	"$harrier" gen --certify=quick "${options[@]}" --out "$out/out" "${arguments[@]}" >"$out/log" 2>&1 &
	process=$!
	[ $# -eq 0 ] || end_early $process
	wait $process
	code=$?
	if [ $code -gt 1 ] && [ $code -ne 143 ]; then # 143: it was ended early
		tail -n 5 "$out/log" >&2
		exit 4
	fi
}

# runs FOLDER: 0 the test passes, 1 it fails, 2 it cannot be built
runs() {
	make -s -C "$1" clean >/dev/null 2>&1
	# the library is the same for all folders: it is compiled once for a tree
	[ ! -d "$out/objects" ] || cp "$out/objects"/*.o "$1/"
	make -s -C "$1" build >"$1/build.log" 2>&1 || return 2
	[ -d "$out/objects" ] || { mkdir "$out/objects" && cp "$1"/[0-9]*-*.o "$out/objects/"; }
	timeout 60 make -s -C "$1" check >"$1/check.log" 2>&1 || return 1
}

# run_all: sets `is` of each folder
run_all() {
	rm -rf "$out/objects"
	for folder in "${folders[@]}"; do
		runs "$folder"
		is[$folder]=$?
	done
}

# tell_one KIND FOLDER NUMBER
tell_one() {
	local class number at
	class=$(sed -n 's/^- class: \*\*\(.*\)\*\*$/\1/p' "$2/README.md" | head -n 1)
	number=$(sed -n 's/^- number: \([0-9]*\)$/\1/p' "$2/README.md" | head -n 1)
	at=$(database "select printf('%.1f', at) from failures where id = ${number:-0}")
	printf '%s\t%s\t%s\t%s\t%s\n' "$1" "${class:--}" "$(basename "$2")" "${at:--}" "$3"
}

# tell: a line for each report
tell() {
	local folder folders number
	local -A is was kind
	folders=("$out/out/failures"/[0-9]*/)
	[ -d "${folders[0]}" ] || return 0
	run_all
	for folder in "${folders[@]}"; do
		was[$folder]=${is[$folder]}
		kind[$folder]=broken
		[ "${is[$folder]}" -ne 1 ] || kind[$folder]=other
	done
	for number in "${!afters[@]}"; do
		use_tree "${afters[number]}" || exit 4
		run_all
		for folder in "${folders[@]}"; do
			[ "${was[$folder]}:${is[$folder]}" = 1:0 ] || continue
			kind[$folder]=bug
			tell_one bug "$folder" $((number + 1))
		done
	done
	for folder in "${folders[@]}"; do
		[ "${kind[$folder]}" = bug ] || tell_one "${kind[$folder]}" "$folder" 0
	done
}

campaign ${until_found:+early}
lines=$(tell) || exit
if [ "$until_found" ] && [ -n "$lines" ] && ! grep -q ^bug <<<"$lines"; then
	campaign
	lines=$(tell) || exit
fi
[ -z "$lines" ] || printf '%s\n' "$lines"
