#!/bin/bash
# Golden transcripts: what a person sees who types these commands.
#
#     run.sh [--update] HARRIER TRANSCRIPT.txt…
#
# A transcript is a text file of commands and what they print, standard output and error together:
#
#     What this transcript shows, in a sentence.
#
#     $ harrier inspect --header list.h list.c
#     list: 12 functions, 2 types
#     $ harrier frobnicate
#     harrier: unknown command 'frobnicate'
#     [exit 2]
#     $ harrier --version
#     harrier * (glob)
#
# Rules:
# - Lines before the first command are free text. After a command, everything up to the next `$ ` is its output; one empty
#   line before the next command belongs to nobody.
# - `harrier` is the program under test. Commands run by bash, in one scratch directory per transcript that starts as a copy
#   of the folder NAME/ beside NAME.txt, where there is one. $SOURCE is the root of the source tree.
# - An exit code other than 0 is the last line: [exit N].
# - In the output, the scratch directory reads $SCRATCH and the root of the source tree $SOURCE.
# - An expected line that ends in ` (glob)` is a shell pattern for one line.
# --update rewrites the transcripts with what is printed now; glob lines that still match stay.
set -u

update=0
if [ "${1:-}" = --update ]; then
	update=1
	shift
fi
if [ $# -lt 2 ]; then
	echo "usage: run.sh [--update] HARRIER TRANSCRIPT.txt…" >&2
	exit 2
fi

program=$(realpath "$1") || exit 2
shift
SOURCE=$(cd "$(dirname "$0")/../.." && pwd -P)
export SOURCE LC_ALL=C.UTF-8 NO_COLOR=1
unset MAKEFLAGS MFLAGS MAKELEVEL # of a make that runs us; transcripts may call their own

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
mkdir "$work/bin"
ln -s "$program" "$work/bin/harrier"
export PATH="$work/bin:$PATH"
export XDG_CACHE_HOME="$work/cache" # what is built must not come from an earlier run

passed=0
failed=0

# run_command COMMAND: its output, as a transcript shows it, into the array `actual`
run_command() {
	local text status
	text=$(cd "$scratch" && bash -c "$1" </dev/null 2>&1; printf '[exit %d]' $?)
	status=${text##*\[exit }
	text=${text%\[exit *}
	text=${text//"$scratch"/\$SCRATCH}
	text=${text//"$SOURCE"/\$SOURCE}
	actual=()
	[ -z "$text" ] || mapfile -t actual <<<"${text%$'\n'}"
	[ "$status" = "0]" ] || actual+=("[exit $status")
}

# same EXPECTED ACTUAL: do these two lines agree?
same() {
	local pattern=${1% (glob)}
	[ "$1" = "$2" ] && return 0
	# shellcheck disable=SC2053 # a pattern, on purpose
	[ "$pattern" != "$1" ] && [[ $2 == $pattern ]]
}

# compare: merges `expected` and `actual` into `merged` (glob lines kept where they match); 0 when they agree
compare() {
	local i result=0
	merged=()
	[ ${#expected[@]} -eq ${#actual[@]} ] || result=1
	for i in "${!actual[@]}"; do
		if [ "$i" -lt ${#expected[@]} ] && same "${expected[$i]}" "${actual[$i]}"; then
			merged+=("${expected[$i]}")
		else
			merged+=("${actual[$i]}")
			result=1
		fi
	done
	return $result
}

# finish_command: runs the command read last, judges it and adds it to the new transcript
finish_command() {
	local gap=()
	if [ ${#expected[@]} -gt 0 ] && [ -z "${expected[-1]}" ]; then
		gap=("")
		unset 'expected[-1]'
	fi
	run_command "$command"
	if compare; then
		passed=$((passed + 1))
	elif [ $update -eq 1 ]; then
		echo "$transcript: updated: $command"
	else
		failed=$((failed + 1))
		echo "FAILED $transcript:$line_of_command: \$ $command"
		diff --label expected --label actual -u <(print_lines "${expected[@]}") <(print_lines "${merged[@]}")
	fi
	new+=("\$ $command" "${merged[@]}" "${gap[@]}")
}

print_lines() {
	[ $# -eq 0 ] || printf '%s\n' "$@"
}

run_transcript() {
	local line number=0 command="" line_of_command=0 name
	local new=() expected=() actual=() merged=()
	transcript=$1
	name=${transcript%.txt}
	scratch=$work/scratch
	rm -rf "$scratch"
	mkdir "$scratch"
	[ ! -d "$name" ] || cp -R "$name/." "$scratch"

	while IFS= read -r line || [ -n "$line" ]; do
		number=$((number + 1))
		if [[ $line == '$ '* ]]; then
			[ -z "$command" ] || finish_command
			command=${line#\$ }
			line_of_command=$number
			expected=()
		elif [ -z "$command" ]; then
			new+=("$line")
		else
			expected+=("$line")
		fi
	done <"$transcript"
	if [ -z "$command" ]; then
		failed=$((failed + 1))
		echo "FAILED $transcript: no command in it"
		return
	fi
	finish_command
	[ $update -eq 0 ] || print_lines "${new[@]}" >"$transcript"
}

for transcript in "$@"; do
	if [ -f "$transcript" ]; then
		run_transcript "$transcript"
	else
		failed=$((failed + 1))
		echo "FAILED $transcript: no such file"
	fi
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
