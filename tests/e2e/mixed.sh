#!/bin/bash
# Does a campaign on a real library come to the same when one sequence in eleven is hostile? The sequences of tests/hostile/*.expected, between
# 2,500 random ones (or $MIXED_SEQUENCES; in `make check-all`, HR_CHECK=all, 5,000) for each library, which have to come to exactly what they come to alone.
#
#   tests/e2e/mixed.sh [HARRIER] [NAME…]      NAME: one of tests/libraries; libcsv by default
#
# In throwaway namespaces with all but a scratch folder read-only, like tests/e2e/hostile.sh; skipped where those cannot be had. Prints TAP and a
# last line "N passed, N failed".
set -u
export LC_ALL=C

root=$(cd "$(dirname "$0")/../.." && pwd)
# shellcheck source=../libraries/library.sh
. "$root/tests/libraries/library.sh"

case ${1:-} in
*/*) HARRIER=$1 && shift ;;
esac
harrier=$(realpath -q "${HARRIER:-$root/build/harrier}")
mixed=$(dirname "$harrier")/tests/isolation/mixed
if [ ! -x "$mixed" ]; then
	echo "mixed.sh: no program '$mixed'; run make first" >&2
	exit 2
fi
[ $# -gt 0 ] || set -- libcsv
many=2500
[ "${HR_CHECK:-}" != all ] || many=5000

namespaces=(unshare --pid --fork --mount --net --kill-child)
[ "$(id -u)" -eq 0 ] || namespaces+=(--map-root-user)
if ! why=$("${namespaces[@]}" true 2>&1); then
	echo "1..0 # skipped: no namespaces to throw away: $why"
	exit 77
fi

scratch=$(mktemp -d) || exit
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM
mkdir "$scratch"/{tmp,home,cache,folder}
echo "a file of somebody else's" >"$scratch/canary"

# All hostile sequences but those that only the engine's clock ends: each takes seconds.
cat "$root"/tests/hostile/*.expected | grep -v -e '^#' -e '^$' -e "engine's clock" | awk -F ' +[|] +' -v scratch="$scratch" '{
	gsub(/@FILE/, scratch "/canary", $1)
	gsub(/@FOLDER/, scratch "/folder", $1)
	gsub(/; /, "\n", $1)
	print "hostile_arm(\"I am in a throwaway namespace\")\n" $1 "\n"
}' >"$scratch/hostile.seq"

# inside COMMAND…: in namespaces of their own, where nothing but the scratch folder can be written to
inside() {
	# shellcheck disable=SC2016 # for the shell inside
	TMPDIR=$scratch/tmp HOME=$scratch/home XDG_CACHE_HOME=$scratch/cache "${namespaces[@]}" bash -c '
		mount --make-rprivate / 2>/dev/null
		mount -t proc proc /proc 2>/dev/null
		mount --bind "$1" "$1" || exit
		while read -r point; do
			case $point in
			"$1" | /proc | /dev | /dev/pts) ;;
			*) mount -o remount,bind,ro "$point" 2>/dev/null ;;
			esac
		done < <(awk "{ print \$5 }" /proc/self/mountinfo)
		if (: >/mixed-test) 2>/dev/null; then
			rm -f /mixed-test
			echo "not ok - all but the scratch folder is read-only"
			exit 1
		fi
		shift
		"$@" >"$TMPDIR/out" 2>&1' inside "$scratch" "$@" </dev/null
	local code=$?
	cat "$scratch/tmp/out"
	rm -f "$scratch/tmp/out"
	return $code
}

# run NAME: 77 when the library cannot be had here
run() {
	hr_library_load "$1" || return
	local headers=() header
	for header in "${lib_headers[@]}"; do
		headers+=(--header "$header")
	done
	inside timeout 2500 "$mixed" --sequences "${MIXED_SEQUENCES:-$many}" --hostile "$scratch/hostile.seq" --save "$scratch/saved" \
		"${headers[@]}" --header "$root/examples/hostile/hostile.h" "${lib_sources[@]}" "$root"/examples/hostile/*.c -- \
		"${lib_flags[@]}" -D_GNU_SOURCE -lm || return
	inside timeout 2500 "$mixed" --load "$scratch/saved" "${lib_arguments[@]}"
}

before=$(sha256sum "$scratch/canary" && stat -c '%a %U %Y' "$scratch/canary" "$scratch/folder")
passed=0 failed=0 skipped=0
for name; do
	(run "$name") >"$scratch/out" 2>&1
	code=$?
	sed "s/^\(not ok\|ok\) [0-9]* - /&$name: /; s/^1\.\./# 1../" "$scratch/out"
	if [ $code -eq 77 ]; then
		skipped=$((skipped + 1))
		continue
	fi
	passed=$((passed + $(grep -c '^ok ' "$scratch/out")))
	failed=$((failed + $(grep -c '^not ok ' "$scratch/out")))
	if [ $code -ne 0 ] && ! grep -q '^not ok ' "$scratch/out"; then
		echo "not ok - $name: the comparison itself failed ($code)"
		failed=$((failed + 1))
	fi
done
if [ "$before" = "$(sha256sum "$scratch/canary" && stat -c '%a %U %Y' "$scratch/canary" "$scratch/folder")" ]; then
	echo "ok - no file was touched"
	passed=$((passed + 1))
else
	echo "not ok - no file was touched"
	failed=$((failed + 1))
fi
[ $skipped -eq 0 ] || echo "# $skipped skipped"
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
