#!/bin/bash
# Correct use of real libraries gives no report: runs every sequence below tests/use in the worker, with both fill
# patterns and with a look for leaks, and compares what the calls returned with what the sequences say. Then the libraries'
# own test programs, as one call each, must tell what they tell natively under the stock sanitizers.
#
#   tests/e2e/use.sh [HARRIER] [NAME…]      NAME is a folder of tests/use; all by default
#
# What a sequence tests/use/NAME/*.seq expects stands in its comments:
#
#   v = call(…)   # → TEXT     the value, as `harrier replay` shows it
#   # callback(A, B)           below a call: the callbacks it made, in order; when there is one such line, all are told
#   # note KIND                below a statement: what is recorded about it (portability); there is no other
#
# tests/use/NAME/programs, where it is there, has a line for each of the library's own test programs: a name, the sources,
# flags behind "--" and arguments behind another "--". Building them takes minutes: those of all libraries run in `make check-all` (HR_CHECK=all) or when
# names are given, else those of $quick. FILE@EXPRESSION is a source that sed has to change. HARRIER is a path with a slash in it; otherwise $HARRIER, or build/harrier. Prints TAP and a last
# line "N passed, N failed". Libraries that cannot be fetched here are skipped; when all are, the exit code is 77.
set -u
export LC_ALL=C

root=$(cd "$(dirname "$0")/../.." && pwd)
# shellcheck source=../libraries/library.sh
. "$root/tests/libraries/library.sh"

case ${1:-} in
*/*) HARRIER=$1 && shift ;;
esac
harrier=$(realpath -q "${HARRIER:-$root/build/harrier}")
if [ ! -x "$harrier" ]; then
	echo "use.sh: no program '${HARRIER:-build/harrier}'; run make first" >&2
	exit 2
fi
quick=" cjson jsmn libcsv "
with_programs=$#
[ "${HR_CHECK:-}" != all ] || with_programs=1
if [ $# -eq 0 ]; then
	mapfile -t names < <(cd "$root/tests/use" && printf '%s\n' */ | tr -d /)
	set -- "${names[@]}"
fi

scratch=$(mktemp -d) || exit
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM

# expectations FILE…: a line "name<TAB>statement<TAB>value|callback|note<TAB>text" for each
expectations() {
	awk 'FNR == 1 { name = FILENAME; sub(/.*\//, "", name); number = -1 }
		{ line = $0; sub(/^[ \t]+/, "", line) }
		line == "" { next }
		line ~ /^# callback\(/ { sub(/^# callback\(/, "", line); sub(/\)$/, "", line); put("callback", line); next }
		line ~ /^# note / { sub(/^# note /, "", line); put("note", line); next }
		line ~ /^#/ { next }
		{ number++ }
		match(line, /# → /) { put("value", substr(line, RSTART + RLENGTH)) }
		function put(kind, text) { print name "\t" number "\t" kind "\t" text }' "$@"
}

# results FILE: the same from the answers of `harrier replay --json`, and "end", "leak" and "fault" lines
results() {
	jq -r '(.sequence | sub(".*/"; "")) as $name
		| def row($statement; $kind; $text): [$name, ($statement | tostring), $kind, $text] | join("\t");
		  (.statements | to_entries[] | select(.value | has("value")) | row(.key; "value"; .value.value)),
		  (.callbacks[] | row(.statement; "callback"; .arguments | join(", "))),
		  (.notes[] | row(.statement; "note"; .kind)),
		  (.leaks[] | row(.allocated_by; "leak"; "\(.size) bytes")),
		  (.fault // empty | row(.statement; "fault"; .message)),
		  row(0; "end"; .status)' "$1"
}

# compare EXPECTED ACTUAL: what differs, a line each, beginning with the sequence
compare() {
	awk -F '\t' '
		NR == FNR { wanted[$1, $2, $3, ++count[$1, $2, $3]] = $4; next }
		$3 == "end" { normal[$1] = $4 == "normal"; if (!normal[$1]) print $1 ": ends: " $4; next }
		$3 == "fault" { print $1 ": statement " $2 + 1 ": " $4; next }
		$3 == "leak" { print $1 ": leak: " $4 ", allocated by statement " $2 + 1; next }
		{ n = ++seen[$1, $2, $3] }
		($3 != "note" && !(($1, $2, $3) in count)) { next }
		!(($1, $2, $3, n) in wanted) { print $1 ": statement " $2 + 1 ": unexpected " $3 ": " $4; next }
		wanted[$1, $2, $3, n] != $4 { print $1 ": statement " $2 + 1 ": " $3 " is " $4 ", not " wanted[$1, $2, $3, n] }
		END {
			for (key in count) {
				split(key, part, SUBSEP)
				if (seen[key] < count[key] && normal[part[1]])
					print part[1] ": statement " part[2] + 1 ": " part[3] "s missing: " count[key] - seen[key]
			}
		}' "$1" "$2"
}

# replay OUT OPTION…: runs $sequences in the library that is loaded
replay() {
	local out=$1
	shift
	"$harrier" replay --json "$@" "${sequences[@]}" "${lib_arguments[@]}" >"$out" 2>"$work/errors"
	[ $? -le 1 ]
}

# what the statements yielded, without fresh objects, whose contents are the fill pattern, and without the contents of
# others, where bytes may be left that nobody set
values() {
	jq -r '.sequence as $name | .statements[] | select(.text | test("^[A-Za-z_0-9]+ = new ") | not)
		| [$name, .text, (.value // "" | sub("^(?<size>[0-9]+ bytes) .*"; "\(.size)"))] | join("\t")' "$1"
}

# check_sequences NAME: judges every sequence of the folder; one file per sequence in $work/verdicts with what is wrong
check_sequences() {
	sequences=("$root/tests/use/$1"/*.seq)
	mkdir "$work/verdicts"
	local file
	for file in "${sequences[@]}"; do
		: >"$work/verdicts/${file##*/}"
	done
	expectations "${sequences[@]}" >"$work/expected"
	if ! replay "$work/first.json" --leaks || ! replay "$work/second.json" --leaks --fill 90; then
		for file in "$work/verdicts"/*; do
			cp "$work/errors" "$file"
		done
		return
	fi
	results "$work/first.json" >"$work/actual"
	compare "$work/expected" "$work/actual" >"$work/wrong"
	values "$work/first.json" >"$work/first"
	values "$work/second.json" >"$work/second"
	diff "$work/first" "$work/second" | awk -F '\t' '/^[<>]/ {
		sub(/^. .*\//, "", $1)
		print $1 ": depends on the fill pattern: " $2 " is " $3
	}' >>"$work/wrong"
	for file in "$work/verdicts"/*; do
		awk -v name="${file##*/}: " 'index($0, name) == 1' "$work/wrong" >"$file"
	done
}

# split_words SOURCE… -- FLAG… [-- ARGUMENT…]: sets sources[], flags[] and arguments[]
split_words() {
	local part=0 word
	sources=() flags=() arguments=()
	for word; do
		case $part:$word in
		?:--) part=$((part + 1)) ;;
		0:*@*)
			sed "${word#*@}" "${word%%@*}" >"$work/$(basename "${word%%@*}")"
			sources+=("$work/$(basename "${word%%@*}")")
			;;
		0:*) sources+=("$word") ;;
		1:*) flags+=("$word") ;;
		2:*) arguments+=("$word") ;;
		esac
	done
}

# The program natively, with the stock sanitizers, in an empty folder: output, reports and exit code in $work/native.*
run_native() {
	: >"$work/native.output"
	: >"$work/native.errors"
	"${CLANG:-clang-19}" -w -gline-tables-only -O0 -fsanitize=address,undefined "${sources[@]}" "${flags[@]}" -o "$work/$1.native" \
		2>"$work/errors" || return
	mkdir "$work/$1.folder"
	(cd "$work/$1.folder" && ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=0 exec "$work/$1.native" "${arguments[@]}") \
		>"$work/native.output" 2>"$work/native.errors"
	echo $? >"$work/native.code"
}

# The same program as one call of a unit. Who takes no arguments does not see them.
run_replayed() {
	local header=$work/harrier_test_main.h word quoted="\"$work/$1.native\""
	echo 'int harrier_test_main(int argc, char **argv);' >"$header"
	for word in "${arguments[@]}"; do
		quoted+=", \"$word\""
	done
	echo "code = harrier_test_main($((${#arguments[@]} + 1)), [$quoted, NULL])" >"$work/main.seq"
	"$harrier" replay --json --timeout 60000 "$work/main.seq" --header "$header" "${sources[@]}" -- \
		-Dmain=harrier_test_main "${flags[@]}" >"$work/replayed.json" 2>"$work/errors"
	[ $? -le 1 ]
}

# check_program NAME SOURCE… -- FLAG… [-- ARGUMENT…]: prints what is wrong
check_program() {
	local code sources flags arguments
	split_words "${@:2}"
	if ! run_native "$1" 2>>"$work/errors" || ! run_replayed "$1"; then
		cat "$work/errors"
		return
	fi
	code=$(cat "$work/native.code")
	jq -r --arg exit "the unit ends the process with code $code" 'select(.status != "normal")
		| select(.status != "exit" or (.fault.message | endswith($exit) | not))
		| "ends: \(.status): \(.fault.message)"' "$work/replayed.json"
	jq -r --arg code "$code" 'select(.status == "normal" and .statements[0].value != $code)
		| "returns \(.statements[0].value), natively \($code)"' "$work/replayed.json"
	jq -r '.notes[] | "\(.file):\(.line):\(.column)"' "$work/replayed.json" | sed 's/.*\///' | while read -r place; do
		grep -q -F "$place: runtime error" "$work/native.errors" || echo "note that the stock sanitizers do not give: $place"
	done
	# __FILE__ is what the compiler was given, which is the whole path in a unit
	jq -j '.output' "$work/replayed.json" | sed "s|$PWD/||g" >"$work/replayed.output"
	grep -v -F ': runtime error: ' "$work/native.errors" | grep -v -e '^SUMMARY: ' -e ': note: .* defined here$' >>"$work/native.output"
	diff "$work/native.output" "$work/replayed.output" | sed 's/^/output differs: /' | head -n 10
}

check_programs() {
	local name rest words
	[ -f "$root/tests/use/$1/programs" ] || return 0
	[[ $with_programs -gt 0 || $quick = *" $1 "* ]] || return 0
	while read -r name rest; do
		case $name in '#'* | '') continue ;; esac
		read -r -a words <<<"$rest"
		check_program "$name" "${words[@]}" >"$work/verdicts/$name (own test program)"
	done <"$root/tests/use/$1/programs"
}

# check NAME: 77 when it cannot be had here; else one file per case in $work/verdicts
check() {
	hr_library_load "$1" 2>"$work/why" || return
	check_sequences "$1"
	check_programs "$1"
}

passed=0 failed=0 skipped=0
for name; do
	work=$scratch/$name
	mkdir -p "$work"
	(check "$name")
	case $? in
	0) ;;
	77)
		echo "ok - $name # SKIP $(sed -n 's/^.*skipped: //p' "$work/why" | head -n 1)"
		skipped=$((skipped + 1))
		continue
		;;
	*)
		sed 's/^/# /' "$work/why" | head -n 20
		echo "not ok - $name"
		failed=$((failed + 1))
		continue
		;;
	esac
	for file in "$work/verdicts"/*; do
		case_name="$name/${file##*/}"
		if [ -s "$file" ]; then
			head -n 20 "$file" | sed 's/^/# /'
			echo "not ok - $case_name"
			failed=$((failed + 1))
		else
			echo "ok - $case_name"
			passed=$((passed + 1))
		fi
	done
done

echo "1..$((passed + failed + skipped))"
if [ $skipped -gt 0 ]; then
	echo "$passed passed, $failed failed, $skipped skipped"
	[ $skipped -lt $# ] || exit 77
else
	echo "$passed passed, $failed failed"
fi
[ $failed -eq 0 ]
