#!/bin/sh
# Runs one end-to-end script in an empty directory that is removed afterwards: run.sh HARRIER SCRIPT
set -eu

HARRIER=$(realpath "$1")
script=$(realpath "$2")
export HARRIER

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM
cd "$scratch"
status=0
"$script" "$HARRIER" || status=$?
exit "$status"
