#!/bin/sh
# Configures a build directory, if it is not yet, and builds.
#
#     build.sh gcc|clang|asan [MESON_OPTION…]
#
# gcc builds in build/, clang in build-clang/, asan (clang, address and undefined-behaviour sanitizers) in build-asan/. The last two
# are there to be checked, not to be used: not optimized, they are built in a fifth of the time, and nothing is optimized away.
# Options (-Dtests=enabled) are applied to an existing directory too.
set -eu
cd "$(dirname "$0")/.."

flavour=${1:-}
case $flavour in
gcc) directory=build compiler=gcc ;;
clang) directory=build-clang compiler=clang-19 ;;
asan) directory=build-asan compiler=clang-19 ;;
*)
	echo "usage: build.sh gcc|clang|asan [MESON_OPTION…]" >&2
	exit 2
	;;
esac
shift
case $flavour in
clang) set -- -Doptimization=0 -Ddebug=false "$@" ;;
asan) set -- -Doptimization=0 -Ddebug=false -Dc_args=-gline-tables-only -Db_sanitize=address,undefined "$@" ;;
esac

for tool in meson ninja "$compiler" llvm-config-19; do
	if ! command -v "$tool" >/dev/null; then
		echo "build: '$tool' is missing; scripts/setup.sh build installs what is needed" >&2
		exit 1
	fi
done

if [ -f "$directory/build.ninja" ]; then
	[ $# -eq 0 ] || meson configure "$directory" "$@"
else
	rm -rf "$directory" # what an interrupted set-up may have left
	if ! log=$(CC=$compiler meson setup "$directory" "$@" 2>&1); then
		printf '%s\n' "$log" >&2
		exit 1
	fi
fi
ninja -C "$directory"
