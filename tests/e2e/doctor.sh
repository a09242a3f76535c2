#!/bin/bash
# `harrier doctor` on this machine and on ones that offer less: what it says is what is so, and gen and replay work as it says. Less is
# offered by degrade.c, as in a container without Landlock and namespaces; as this user and, when that is root, as an ordinary one.
set -u
export LC_ALL=C

root=${HR_SOURCE_ROOT:-$(cd "$(dirname "$0")/../.." && pwd)}
harrier=$(realpath "$1")
top=$PWD

# shellcheck source=check.inc.sh
. "$(dirname "$0")/check.inc.sh"

# ends CODE COMMAND…: the command must end with that code
ends() {
	local expected=$1 code
	shift
	"$@"
	code=$?
	[ $code -eq "$expected" ] || {
		echo "ended with $code, not $expected"
		return 1
	}
}

# finding FILE NAME STATE: the JSON has a finding of that name in that state, with a reason and a meaning unless all is fine
finding() {
	jq -e --arg name "$2" --arg state "$3" '.findings[] | select(.name == $name) |
		.state == $state and (.state == "ok" or (.what != "" and .meaning != ""))' "$1"
}

# agrees FILE CODE: exit code, summary and findings say the same
agrees() {
	jq -e --argjson code "$2" '
		([.findings[] | select(.state == "broken")] | length) as $broken |
		([.findings[] | select(.state == "missing")] | length) as $missing |
		.version == 1 and .works == ($broken == 0) and .complete == ($broken + $missing == 0) and
		$code == (if $broken > 0 then 4 elif $missing > 0 then 1 else 0 end)' "$1"
}

empty() {
	[ -z "$(ls -A "$1")" ]
}

# Everything that other users need lies below here: the build tree may be closed to them.
chmod 755 "$top"
mkdir "$top/bin" "$top/shelf"
cp "$harrier" "$(dirname "$harrier")/harrier-worker" "$top/bin/"
cp "$root"/examples/shelf/*.[ch] "$root"/examples/shelf/*.seq "$top/shelf/"
cc -o "$top/bin/degrade" "$root/tests/e2e/degrade.c" -w -D_GNU_SOURCE || exit 1
harrier=$top/bin/harrier
library=("$top/shelf/shelf.h" "$top/shelf/shelf.c")

# ---- this machine ----
mkdir tmp
export TMPDIR=$top/tmp
"$harrier" doctor --json >here.json
code=$?
check "works here" [ $code -le 1 ]
check "the exit code says what the findings say" agrees here.json $code
check "a call was made" finding here.json "a call" ok
check "clang is found" finding here.json clang-19 ok
"$harrier" doctor >here.txt
check "the text has as many lines as there are findings" \
	[ "$(grep -cE '^  (ok|missing|broken) ' here.txt)" -eq "$(jq '.findings | length' here.json)" ]
check "no temporary directory stays" empty tmp

# ---- programs and directories that are missing ----
PATH=/nowhere "$harrier" doctor --json >nothing.json
code=$?
check "without programs it cannot work" [ $code -eq 4 ]
check "without programs: exit code and findings agree" agrees nothing.json $code
for program in clang-19 llvm-objcopy-19 cc make; do
	check "$program is missed" finding nothing.json "$program" broken
done
check "llvm-symbolizer-19 is missed" finding nothing.json llvm-symbolizer-19 missing
HOME=/dev/null XDG_CACHE_HOME='' "$harrier" doctor --json >cache.json
code=$?
check "a cache that cannot be used is missed" finding cache.json cache missing
check "without a cache it works" [ $code -eq 1 ]
TMPDIR=/nowhere "$harrier" doctor --json >temporary.json
code=$?
check "without temporary files it cannot work" [ $code -eq 4 ]
check "temporary files are missed" finding temporary.json "temporary files" broken
check "without temporary files gen says so" ends 4 env TMPDIR=/nowhere "$harrier" gen --out none "${library[@]}"
check "and leaves no folder" [ ! -e none ]

# ---- a container that offers little ----
# degraded NAME COMMAND…: doctor, gen and replay, run by the command; NAME is for titles and files
degraded() {
	local name=$1 code
	shift
	mkdir -p "$name/tmp" "$name/home"
	chmod 777 "$name" "$name/tmp" "$name/home"
	local run=("$@" env "TMPDIR=$top/$name/tmp" "HOME=$top/$name/home" "XDG_CACHE_HOME=$top/$name/home" "$top/bin/degrade")
	"${run[@]}" "$harrier" doctor --json >"$name.json"
	code=$?
	check "$name: Landlock is missed" finding "$name.json" Landlock missing
	check "$name: the mount namespace is missed" finding "$name.json" "mount namespace" missing
	check "$name: the filter is there" finding "$name.json" "seccomp filter" ok
	check "$name: it works, with something missing" [ $code -eq 1 ]
	check "$name: exit code and findings agree" agrees "$name.json" $code
	check "$name: the library is kept from files all the same" \
		finding "$name.json" "a system call of the library" ok
	"${run[@]}" "$harrier" gen --certify=quick --sequences 400 --out "$top/$name/out" "${library[@]}" >"$name.out" 2>"$name.err"
	check "$name: gen works" [ $? -le 1 ]
	check "$name: gen says once what is missing" \
		[ "$(grep -c '^harrier: note: not offered here.*Landlock, mount namespace' "$name.err")" -eq 1 ]
	check "$name: and nothing else" [ "$(wc -l <"$name.err")" -eq 1 ]
	check "$name: the tests pass outside" env -u TMPDIR make -s -C "$name/out/tests"
	"${run[@]}" "$harrier" replay "$top/shelf/tour.seq" "${library[@]}" >"$name.out" 2>"$name.err"
	check "$name: replay works" [ $? -le 1 ]
	check "$name: replay says once what is missing" [ "$(grep -c '^harrier: note: ' "$name.err")" -eq 1 ]
	check "$name: no temporary directory stays" empty "$name/tmp"
}

if "$top/bin/degrade" true; then
	degraded "this user"
	if [ "$(id -u)" -eq 0 ] && setpriv --reuid 65534 --regid 65534 --clear-groups true; then
		degraded "an ordinary user" setpriv --reuid 65534 --regid 65534 --clear-groups
	else
		echo "ok - an ordinary user # SKIP this one is an ordinary user"
	fi
else
	echo "ok - a container that offers little # SKIP no filter can be set here"
fi

# ---- with everything, gen says nothing ----
if jq -e '[.findings[] | select(.part == "fence")] | all(.state == "ok")' here.json >/dev/null; then
	"$harrier" gen --certify=quick --sequences 100 --out full "${library[@]}" >/dev/null 2>full.err
	check "gen is silent where nothing is missing" [ ! -s full.err ]
fi

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
