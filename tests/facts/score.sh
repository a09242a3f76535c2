#!/bin/sh
# How good are the facts? Compares what Harrier says about the code of a library with what people found there.
#
#   tests/facts/score.sh [-v] [--min-precision P] [--min-recall R] [--attributes LIST] TRUTH FACTS [TRUTH FACTS]…
#   tests/facts/score.sh --check TRUTH…          are the lines well-formed?
#
#   TRUTH              truth/NAME.facts, or a C file of cases/ with its "expect" comments
#   FACTS              what Harrier says: FUNCTION, ITEM, ATTRIBUTE, VALUE, tab-separated (README.md)
#   -v                 list what is wrong, with the reasons; -vv: also what is not said
#   --min-precision P  exit code 1 when the total is below P per cent; --min-recall R alike
#   --attributes LIST  count only these, comma-separated
#
# Exit code 2: something is wrong with the arguments, or with a file. Everything is counted by score.awk.
set -u
export LC_ALL=C

here=$(dirname "$0")
verbose=0 min_precision=0 min_recall=0 attributes='' check=0

complain() {
	echo "score.sh: $*" >&2
	exit 2
}

while [ $# -gt 0 ]; do
	case $1 in
	-v) verbose=1 ;;
	-vv) verbose=2 ;;
	--check) check=1 ;;
	--min-precision | --min-recall | --attributes)
		[ $# -gt 1 ] || complain "$1 needs an argument"
		case $1 in
		--min-precision) min_precision=$2 ;;
		--min-recall) min_recall=$2 ;;
		*) attributes=$2 ;;
		esac
		shift
		;;
	-*) complain "unknown option '$1'" ;;
	*) break ;;
	esac
	shift
done
case $min_precision$min_recall in
*[!0-9.]*) complain "a figure is no number" ;;
esac
[ $# -gt 0 ] || complain "no files"
for file; do
	[ -r "$file" ] || complain "cannot read '$file'"
done

if [ "$check" -eq 1 ]; then
	exec awk -v check=1 -f "$here/score.awk" "$@"
fi
[ $(($# % 2)) -eq 0 ] || complain "every TRUTH needs its FACTS"
exec awk -v verbose="$verbose" -v min_precision="$min_precision" -v min_recall="$min_recall" -v only="$attributes" \
	-f "$here/score.awk" "$@"
