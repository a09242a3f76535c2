#!/bin/sh
# Copies one of the seeded libraries and plants bugs in the copy.
#
#   plant.sh LIBRARY DIRECTORY               all its bugs
#   plant.sh LIBRARY DIRECTORY none          none: the fixed twin
#   plant.sh LIBRARY DIRECTORY BUG…          these, by their names in bugs.tsv
#
# DIRECTORY must not exist or be empty. Exit codes: 0, 1 (no such bug, a patch does not apply), 2 (usage).
set -eu

here=$(cd "$(dirname "$0")" && pwd)
if [ $# -lt 2 ] || [ ! -d "$here/$1/bugs" ]; then
	sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2
	exit 2
fi
library=$1 directory=$2
shift 2

mkdir -p "$directory"
if [ -n "$(ls -A "$directory")" ]; then
	echo "plant.sh: '$directory' is not empty" >&2
	exit 2
fi
cp "$here/$library"/*.[ch] "$directory"
if [ $# -eq 0 ]; then
	set -- "$here/$library/bugs/"*.patch
elif [ "$1" = none ]; then
	set --
fi
for bug; do
	case $bug in
	*.patch) file=$bug ;;
	*) file=$(echo "$here/$library/bugs/"[0-9][0-9]-"$bug.patch") ;;
	esac
	if [ ! -f "$file" ]; then
		echo "plant.sh: no bug '$bug' in '$library'" >&2
		exit 1
	fi
	patch -s -p1 --fuzz=0 --no-backup-if-mismatch -d "$directory" <"$file"
done
