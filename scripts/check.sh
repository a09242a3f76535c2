#!/bin/bash
# `make check`: everything that must hold before a change goes in. The last line is "N passed, N failed[, N skipped]".
set -u
cd "$(dirname "$0")/.." || exit 1
unset CMOCKA_MESSAGE_OUTPUT MAKEFLAGS MFLAGS

# build directory, how it is built, and the suites that run there, !SUITE without that one. The last one is clang's as well: it warns of the same
# as that without sanitizers
builds=(
	"build       gcc   unit slow golden e2e fuzz style"
	"build-asan  asan  unit golden !slow"
)
[ "${HR_CHECK:-}" != all ] || builds=(
	"build       gcc   unit slow golden e2e fuzz style"
	"build-clang clang"
	"build-asan  asan  unit slow golden"
)
# two more at a time than there are processors: some wait, for clocks or for processes that are to end
jobs=$(($(nproc) + 2))
# times the limits of the single tests, which are there for what hangs, not for what is slow
patience=5

passed=0
failed=0
skipped=0

# check_build DIRECTORY FLAVOUR SUITE…: builds there and runs the suites; adds to the sums
check_build() {
	local directory=$1 flavour=$2 log counts p f s suite arguments=()
	shift 2
	local tests=enabled
	[ $# -gt 0 ] || tests=disabled
	echo "== $flavour: build"
	if ! scripts/build.sh "$flavour" -Dtests=$tests; then
		echo "check: the $flavour build failed" >&2
		failed=$((failed + 1))
		return
	fi
	if [ $# -eq 0 ]; then
		passed=$((passed + 1))
		return
	fi
	echo "== $flavour: $*"
	for suite in "$@"; do
		case $suite in
		!*) arguments+=(--no-suite "${suite#!}") ;;
		*) arguments+=(--suite "$suite") ;;
		esac
	done
	log=$directory/meson-logs/testlog.json
	rm -f "$log"
	meson test -C "$directory" --no-rebuild --print-errorlogs --num-processes "$jobs" \
		--timeout-multiplier $patience "${arguments[@]}" </dev/null
	if [ ! -s "$log" ]; then
		echo "check: no test ran in $directory" >&2
		failed=$((failed + 1))
		return
	fi
	counts=$(scripts/count-results.sh "$log") || counts="0 1 0"
	read -r p f s <<<"$counts"
	passed=$((passed + p))
	failed=$((failed + f))
	skipped=$((skipped + s))
}

summary() {
	if [ $skipped -gt 0 ]; then
		echo "$passed passed, $failed failed, $skipped skipped"
	else
		echo "$passed passed, $failed failed"
	fi
}

if ! scripts/setup.sh check; then
	failed=1
	summary
	exit 1
fi
for build in "${builds[@]}"; do
	# shellcheck disable=SC2086 # a list of words
	check_build $build
done
summary
[ $failed -eq 0 ]
