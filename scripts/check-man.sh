#!/bin/bash
# The manual pages are well formed (mandoc's warnings count).
set -u
cd "$(dirname "$0")/.." || exit 1

if ! command -v mandoc >/dev/null; then
	echo "check-man: mandoc is not installed"
	exit 77
fi
mapfile -t pages < <(scripts/list-files.sh '*.1')
if [ ${#pages[@]} -eq 0 ]; then
	echo "check-man: no manual page yet"
	exit 77
fi
mandoc -T lint -W warning "${pages[@]}"
