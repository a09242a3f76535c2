#!/bin/sh
# The files of the project, one a line, relative to its root: tracked, or new and not ignored.
#
#     list-files.sh [PATTERN…]      git pathspecs, quoted: 'src/*.c' matches in all folders below src
#
# Without git (a release tarball) everything but the build directories counts, and a pattern is find's -path.
set -eu
cd "$(dirname "$0")/.."

if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
	git ls-files --cached --others --exclude-standard -- "$@" | while IFS= read -r file; do
		if [ -f "$file" ]; then # not those deleted and not yet committed
			printf '%s\n' "$file"
		fi
	done
else
	[ $# -gt 0 ] || set -- '*'
	for pattern in "$@"; do
		find . \( -path './build*' -o -path ./.git \) -prune -o -type f -path "./$pattern" -print
	done | sed 's|^\./||'
fi | sort -u
