#!/bin/bash
# Runs shellcheck over all shell scripts of the project.
set -u
cd "$(dirname "$0")/.." || exit 1

if ! command -v shellcheck >/dev/null; then
	echo "check-shell: shellcheck is not installed"
	exit 77
fi
mapfile -t scripts < <(scripts/list-files.sh | while IFS= read -r file; do
	if head -n 1 "$file" 2>/dev/null | tr -d '\0' | grep -qE '^#!.*[/ ](ba|da)?sh( |$)'; then
		echo "$file"
	fi
done)
shellcheck -x -P SCRIPTDIR "${scripts[@]}"
