# What the end-to-end scripts of `harrier inspect` share, to be sourced by bash scripts that have set `harrier`: TAP, and
# the two ways a run can end, refused and accepted. Every run has a time limit, and none may crash.
# shellcheck shell=bash disable=SC2154 # harrier is the caller's

passed=0
failed=0
skipped=0
limit=${HR_TEST_SECONDS:-2000} # for one run; only what hangs takes so long
top=$PWD
views=$(dirname "$harrier")/tests/e2e/views

# Where the program is built with sanitizers: what LLVM leaks itself is not ours.
printf 'leak:libLLVM\nleak:libclang\n' >"$top/leaks.txt"
export LSAN_OPTIONS="suppressions=$top/leaks.txt:print_suppressions=0"

# ok NAME COMMAND…: one test; shows what the command printed when it fails
ok() {
	local name=$1 output
	shift
	if output=$("$@" 2>&1); then
		passed=$((passed + 1))
		echo "ok $((passed + failed + skipped)) - $name"
	else
		failed=$((failed + 1))
		echo "not ok $((passed + failed + skipped)) - $name"
		printf '%s\n' "$output" | cut -c 1-400 | head -n 40 | sed 's/^/# /'
	fi
}

skip() {
	skipped=$((skipped + 1))
	echo "ok $((passed + failed + skipped)) - $1 # SKIP $2"
}

# finish: the plan and the sums; the exit code of the script
finish() {
	echo "1..$((passed + failed + skipped))"
	echo "$passed passed, $failed failed, $skipped skipped"
	[ $failed -eq 0 ]
}

# inspect ARGUMENT…: a run with a time limit; its exit code. Output in out.txt, messages in said.txt
inspect() {
	timeout -k 5 "$limit" "$harrier" inspect "$@" >"$top/out.txt" 2>"$top/said.txt" </dev/null
}

# sound CODE: no crash, no time-out, no report of a sanitizer
sound() {
	if [ "$1" -ge 124 ] || grep -qE 'Sanitizer|runtime error:|harrier: bug at' "$top/said.txt"; then
		echo "crashed or timed out: exit code $1"
		cat "$top/said.txt"
		return 1
	fi
}

# ends_with CODE PATTERN ARGUMENT…: ends with this exit code and says something that matches (grep -E)
ends_with() {
	local wanted=$1 pattern=$2 code
	shift 2
	inspect "$@"
	code=$?
	sound $code || return 1
	if [ $code -ne "$wanted" ]; then
		echo "expected exit code $wanted, got $code"
	elif ! grep -qE -e "$pattern" "$top/said.txt"; then
		echo "expected to be told: $pattern"
	elif [ "$wanted" -ne 0 ] && [ -s "$top/out.txt" ]; then
		echo "output although it failed:"
		head -n 5 "$top/out.txt"
	else
		return 0
	fi
	cat "$top/said.txt"
	return 1
}

# refused NAME PATTERN ARGUMENT…: exit code 3
refused() {
	local name=$1
	shift
	ok "$name" ends_with 3 "$@"
}

# misused NAME PATTERN ARGUMENT…: exit code 2
misused() {
	local name=$1
	shift
	ok "$name" ends_with 2 "$@"
}

# The model of ARGUMENT… is JSON for which jq finds FILTER true, and comes back the same from --model. Every way of looking at it works, of ten operations and
# types, too. One start of jq for everything: it takes as long as a run of ours.
models_and_shows() {
	local filter=$1 ways code
	shift
	inspect --json "$@"
	code=$?
	sound $code || return 1
	[ $code -eq 0 ] || { cat "$top/said.txt"; return 1; }
	[ ! -s "$top/said.txt" ] || { cat "$top/said.txt"; return 1; }
	cp "$top/out.txt" "$top/model.json"
	ways=$(jq -r "if [$filter] | last then \"--unsupported\", \"\", \"--graph\t$top/graph.dot\",
			(.operations[:10][] | \"--operation\t\" + .name),
			([.types[] | select(.public) | select(.unnamed | not)][:10][] | \"--type\t\" + .spelling)
		else empty end" "$top/model.json")
	if [ -z "$ways" ]; then
		echo "not so: $filter"
		jq -c '.operations[] | [.name, .callable, .reason, .definition, (.params | map(.type))]' "$top/model.json" | head -n 20
		return 1
	fi
	inspect --json --model "$top/model.json"
	code=$?
	sound $code || return 1
	[ $code -eq 0 ] || { cat "$top/said.txt"; return 1; }
	cmp "$top/model.json" "$top/out.txt" && timeout -k 5 "$limit" "$views" "$top/model.json" <<<"$ways"
}

# accepted NAME FILTER ARGUMENT…
accepted() {
	local name=$1
	shift
	ok "$name" models_and_shows "$@"
}

# place NAME: an empty directory for the next cases, entered
place() {
	mkdir "$top/$1" && cd "$top/$1" || exit 1
}
