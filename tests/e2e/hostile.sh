#!/bin/bash
# Whatever code under test does: does it end as what it is, with nothing outside touched, and everything else as before? Every line of
# tests/hostile/*.expected is a sequence on the library of examples/hostile; each is followed by an innocent one in the same run.
#
#   tests/e2e/hostile.sh [HARRIER] [PATTERN]      only lines that match the pattern (extended regular expression)
#
# All of it happens in throwaway process, mount and network namespaces, in which only a scratch folder can be written to: a hole in the fence is a
# failed test and nothing else. Where those cannot be had, the test is skipped. Runs as root and as an ordinary user, as far as whoever
# starts it can be both. Prints TAP and a last line "N passed, N failed".
set -u
export LC_ALL=C

root=$(cd "$(dirname "$0")/../.." && pwd)
case ${1:-} in
*/*) HARRIER=$1 && shift ;;
esac
harrier=$(realpath -q "${HARRIER:-$root/build/harrier}")
pattern=${1:-.}
if [ ! -x "$harrier" ]; then
	echo "hostile.sh: no program '${HARRIER:-build/harrier}'; run make first" >&2
	exit 2
fi

namespaces=(unshare --pid --fork --mount --net --kill-child)
[ "$(id -u)" -eq 0 ] || namespaces+=(--map-root-user)
if ! why=$("${namespaces[@]}" true 2>&1); then
	echo "1..0 # skipped: no namespaces to throw away: $why"
	exit 77
fi

# ---- what is used there: copies, in a folder that everybody may read

scratch=$(mktemp -d) || exit
trap 'chmod -R u+rwx "$scratch" 2>/dev/null; rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM
chmod 755 "$scratch"
mkdir "$scratch/bin" "$scratch/library" "$scratch/data"
cp "$harrier" "$(dirname "$harrier")/harrier-worker" "$scratch/bin/" || exit
cp -r "$root"/examples/hostile/. "$scratch/library/"
cp "$root"/tests/hostile/* "$scratch/data/"
chmod -R a+rX "$scratch"

# compiled once, with nothing but the innocent functions run
cp "$scratch/data/innocent.in" "$scratch/innocent.seq"
(cd "$scratch/library" && XDG_CACHE_HOME=$scratch/cache "$scratch/bin/harrier" replay --json "$scratch/innocent.seq" \
	--header "$scratch/library/hostile.h" "$scratch"/library/*.c -- -D_GNU_SOURCE -lm) >/dev/null || exit
chmod -R a+rX "$scratch"

# run NAME WRAPPER…: the whole suite once, by that user; its results go to $scratch/NAME/results
run() {
	local name=$1
	shift
	mkdir "$scratch/$name"
	timeout --kill-after 10 3000 "${namespaces[@]}" bash "$scratch/data/inside.sh" "$scratch" "$name" "$pattern" "$@" </dev/null
}

passed=0
failed=0
# report NAME: numbers its lines
report() {
	local line
	if ! [ -s "$scratch/$1/results" ]; then
		echo 'not ok - nothing came back' >>"$scratch/$1/results"
	fi
	while IFS= read -r line; do
		case $line in
		'ok - '*) passed=$((passed + 1)) && line="ok $((passed + failed)) - $1: ${line#ok - }" ;;
		'not ok - '*) failed=$((failed + 1)) && line="not ok $((passed + failed)) - $1: ${line#not ok - }" ;;
		esac
		printf '%s\n' "$line"
	done <"$scratch/$1/results"
}

if [ "$(id -u)" -eq 0 ]; then
	run root &
	if setpriv --reuid 65534 --regid 65534 --clear-groups test -r "$scratch/bin/harrier" 2>/dev/null; then
		HOSTILE_LEFT_OUT='loop|.*(mask_and_loop|borrow_wait).*' run user setpriv --reuid 65534 --regid 65534 --clear-groups --bounding-set -all --inh-caps -all
		wait
		report root
		report user
	else
		wait
		report root
		echo "# as an ordinary user: skipped, who cannot read '$scratch'"
	fi
else
	run user unshare --user "--map-user=$(id -u)"
	report user
	echo '# as root: skipped, whom this user cannot be'
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
