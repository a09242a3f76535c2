#!/bin/bash
# No miss: does Harrier see every fault of tests/faults/catalogue.txt, name it rightly, with the right function and a line, and do stock
# sanitizers say the same of the same calls as a C program? Where they differ the catalogue has the reason.
#
#   tests/e2e/faults.sh [HARRIER] [PATTERN]      only entries that match the pattern (extended regular expression)
#
# Prints TAP and a last line "N passed, N failed". The comparison is for `make check-all` (HR_CHECK=all); without clang's runtime it is left out.
set -u
export LC_ALL=C

root=$(cd "$(dirname "$0")/../.." && pwd)
faults=$root/tests/faults
case ${1:-} in
*/*) HARRIER=$1 && shift ;;
esac
harrier=$(realpath -q "${HARRIER:-$root/build/harrier}")
if [ ! -x "$harrier" ]; then
	echo "faults.sh: no program '${HARRIER:-build/harrier}'; run make first" >&2
	exit 2
fi

scratch=$(mktemp -d) || exit
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM
cd "$scratch" || exit
mkdir sequences programs logs

# What stock sanitizers may call it, where that is not the same word.
declare -A same=(
	[heap-buffer-underflow]='heap-buffer-overflow'
	[stack-buffer-overflow]='stack-buffer-overflow dynamic-stack-buffer-overflow'
	[stack-buffer-underflow]='stack-buffer-underflow stack-buffer-overflow dynamic-stack-buffer-overflow'
	[null-dereference]='null SEGV'
	[wild-pointer]='SEGV'
	[write-to-constant]='SEGV'
	[abort]='signal_6'
	[assertion-failure]='signal_6'
	[signal]='signal_15 signal_4 ILL'
	[insufficient-object-size]='insufficient-object-size heap-buffer-overflow stack-buffer-overflow global-buffer-overflow'
)

passed=0
failed=0
result() { # 0|1 NAME DETAIL
	if [ "$1" -eq 0 ]; then
		passed=$((passed + 1))
		echo "ok $((passed + failed)) - $2"
	else
		failed=$((failed + 1))
		echo "not ok $((passed + failed)) - $2"
		echo "# $3"
	fi
}

# entries: one line each, five fields separated by the character 1 (read joins tabs)
grep -v -e '^#' -e '^$' "$faults/catalogue.txt" | grep -E -e "${1:-.}" |
	awk -F ' *[|] *' -v OFS='\001' '{ print $1, $2, $3, $4, $5 }' >entries
number=0
while IFS=$'\001' read -r calls _; do
	number=$((number + 1))
	printf '%s\n' "${calls//; /$'\n'}" >"sequences/$(printf %03d "$number").seq"
done <entries

# ---- ours

# what hangs is run again with twenty times the limit
replay() {
	"$harrier" replay --timeout 100 "$@" --header "$faults/faults.h" "$faults"/*.c
}
if ! replay --emit-c sequences/*.seq >programs.txt; then
	echo "not ok 1 - the catalogue can be read"
	echo "0 passed, 1 failed"
	exit 1
fi
replay --json --leaks sequences/*.seq 2>errors >ours.json
mapfile -t filled < <(awk -F '\001' '$2 == "differs" { printf "sequences/%03d.seq\n", NR }' entries)
[ ${#filled[@]} -eq 0 ] || replay --json --fill 65 "${filled[@]}" 2>>errors >other.json
sed 's/^/# /' errors
jq -r -f "$faults/verdict.jq" ours.json >ours
[ ! -s other.json ] || jq -r -f "$faults/verdict.jq" other.json >other

# ---- stock: all programs are one, which runs the one it is told to

stock=1
sanitize="-fsanitize=address,undefined -fno-sanitize-recover=undefined
	-fsanitize-recover=alignment,function,pointer-overflow"
awk '/^== .*\.seq$/ { file = $2; sub(/.*\//, "programs/", file); sub(/seq$/, "c", file); next } { print > file }' programs.txt
[ -e programs/001.c ] || mv programs.txt programs/001.c
{
	for program in programs/*.c; do
		name=program_$(basename "$program" .c)
		printf '#define main %s\n#include "%s"\n#undef main\n' "$name" "$program"
		printf '\t%s,\n' "$name" >>names
	done
	printf 'static int (*const programs[])(void) = {\n'
	cat names
	printf '};\nint main(int count, char **words)\n{\n\treturn count == 2 ? programs[atoi(words[1]) - 1]() : 2;\n}\n'
} >stock.c
# shellcheck disable=SC2086 # several words
if [ "${HR_CHECK:-}" != all ]; then
	stock=0
	echo '# no comparison with stock sanitizers: that is for make check-all'
elif ! clang-19 -w -g -O0 $sanitize stock.c "$faults"/*.c -o stock 2>errors; then
	stock=0
	sed 's/^/# no comparison with stock sanitizers: /' errors
fi
run_stock() {
	for number in "$@"; do
		timeout 5 ./stock "$number" >"logs/$number" 2>&1
		awk -v code=$? -f "$FAULTS/stock.awk" "logs/$number" >"logs/$number.verdict"
	done
}
export -f run_stock
export FAULTS=$faults
export ASAN_OPTIONS=detect_leaks=1:detect_stack_use_after_return=1:strict_string_checks=0
export UBSAN_OPTIONS=print_stacktrace=1
[ $stock -eq 0 ] || seq "$number" | xargs -P 2 -n 8 bash -c 'run_stock "$@"' run_stock 2>/dev/null

# ---- verdicts

check_ours() { # reads kind, function (expected), got_…
	if [ "$kind" = differs ]; then
		[ "$got_kind" = normal ] && grep -q "^$(printf %03d "$number")"$'\tnormal' other &&
			! grep -qxF -e "$(sed -n "${number}p" ours)" other
		return
	fi
	[ "$got_kind" = "$kind" ] || return
	case $kind in
	normal | leak) return 0 ;;
	esac
	[ "$got_function" = "$function" ] && [ "$got_line" != 0 ]
}

check_stock() {
	local wanted=${stock_said%%:*} wanted_function=$function
	[[ $stock_said != *:* ]] || wanted_function=${stock_said#*:}
	[ "$wanted" != any ] || return 0
	if [ -z "$wanted" ]; then
		[[ " ${same[$kind]:-${kind// /_}} " == *" ${stock_kind// /_} "* ]] || return
	else
		[ "$wanted" = "$stock_kind" ] || return
	fi
	case $stock_kind in
	normal | leak | hang | exit | signal*) return 0 ;;
	esac
	[ "$stock_function" = "$wanted_function" ] || return
	[ "$kind" != stack-overflow ] || return 0 # it may run out anywhere
	[ "$stock_function" != "$got_function" ] || [ "$stock_line" = "$got_line" ]
}

number=0
differences=0
while IFS=$'\001' read -r calls kind function stock_said reason; do
	number=$((number + 1))
	called=${calls##*; }
	called=${called##*= }
	function=${function:-${called%%(*}}
	IFS=$'\t' read -r _ got_kind got_function got_line _ < <(sed -n "${number}p" ours)
	check_ours
	result $? "$calls: $kind" "expected $kind in $function, got $got_kind in $got_function, line $got_line"
	[ $stock -eq 1 ] || continue
	IFS=$'\t' read -r stock_kind stock_function stock_line <"logs/$number.verdict"
	check_stock
	result $? "stock: $calls" "stock says $stock_kind in $stock_function, line $stock_line; we, line $got_line"
	[ -z "$stock_said" ] || differences=$((differences + 1))
	if [ -n "$stock_said" ] && [ -z "$reason" ]; then
		result 1 "reason: $calls" "the catalogue does not say why stock differs"
	fi
done <entries

# the stacks of a block begin with the function that allocated it, and the one that freed it
stackless=$(jq -r 'select(.fault != null and (.fault.kind | test("^heap-|^double-free")))
	| def top: .[0].function // "" | test("^(__harrier_|$)") | not;
	select((.fault.allocated | top | not) or ((.fault.kind | test("free")) and (.fault.freed | top | not))) | .sequence' ours.json)
[ -z "$stackless" ]
result $? "blocks tell where they were allocated and freed" "not these: ${stackless//$'\n'/ }"

echo "# $number entries, $differences of which stock sanitizers see differently"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
