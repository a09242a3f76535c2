# shellcheck shell=bash
# What the scripts of this folder begin with; sourced, not run. Sets `here` (this folder) and `root`, and has the functions of tests/libraries.
export LC_ALL=C

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
# shellcheck source=../libraries/library.sh
. "$root/tests/libraries/library.sh"

# truth_choose [NAME…]: what is left of a command line when the options are gone. Sets `harrier`, by $HARRIER, and the array `names`: all NAME.truth by default. Ends with 2 when there is no such program.
truth_choose() {
	harrier=$(realpath -q "${HARRIER:-$root/build/harrier}")
	if [ ! -x "$harrier" ]; then
		echo "${0##*/}: no program '${HARRIER:-build/harrier}'; run make first" >&2
		exit 2
	fi
	names=("$@")
	if [ $# -eq 0 ]; then
		mapfile -t names < <(cd "$here" && printf '%s\n' *.truth | sed 's/\.truth$//')
	fi
}
