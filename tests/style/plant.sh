# shellcheck shell=bash
# For the tests of the checks: plants faults in a scratch tree and sees whether they are found. Source it; the tree is in
# $tree, it starts empty, and `finish` ends the test.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
trap 'exit 1' HUP INT TERM
passed=0
failed=0

# write FILE: standard input becomes that file of the tree
write() {
	mkdir -p "$tree/$(dirname "$1")"
	cat >"$tree/$1"
}

# judge NAME PROBLEM: counts; an empty problem is a pass
judge() {
	if [ -z "$2" ]; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		printf 'FAILED %s: %s\n' "$1" "$2"
	fi
}

# accepts NAME COMMAND…: the command has nothing to say about the tree
accepts() {
	local name=$1 output
	shift
	if output=$("$@" "$tree" 2>&1) && [ -z "$output" ]; then
		judge "$name" ""
	else
		judge "$name" "complains where nothing is wrong: $output"
	fi
}

# catches NAME FILE EXPECTED COMMAND…: with standard input as FILE the command fails, and a line of what it says names the
# file and holds EXPECTED; afterwards the file is removed
catches() {
	local name=$1 file=$2 expected=$3 output
	shift 3
	write "$file"
	if output=$("$@" "$tree" 2>&1); then
		judge "$name" "not caught"
	elif ! grep -F "$file" <<<"$output" | grep -qF -e "$expected"; then
		judge "$name" "expected '$expected' for $file, got: $output"
	else
		judge "$name" ""
	fi
	rm "$tree/$file"
}

finish() {
	echo "$passed passed, $failed failed"
	[ $failed -eq 0 ]
}
