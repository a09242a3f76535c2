#!/bin/bash
# The C sources are as clang-format would write them; --fix makes them so. Only version 19: others differ in details.
set -u
cd "$(dirname "$0")/.." || exit 1

mapfile -t files < <(scripts/list-files.sh 'src/*.[ch]' 'tests/unit/*.[ch]' 'fuzz/*.[ch]')
if [ ${#files[@]} -eq 0 ]; then
	echo "check-format: no sources" >&2
	exit 1
fi
if [ "${1:-}" = --fix ]; then
	clang-format-19 -i "${files[@]}"
elif ! clang-format-19 --dry-run -Werror "${files[@]}"; then
	echo "check-format: 'make format' puts it right" >&2
	exit 1
fi
