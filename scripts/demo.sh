#!/bin/sh
# `make demo`: what Harrier understands of the example libraries.
set -eu
cd "$(dirname "$0")/.."

for header in examples/*/*.h; do
	[ -f "$header" ] || continue
	echo "\$ harrier inspect --header $header $(dirname "$header")/*.c"
	build/harrier inspect --header "$header" "$(dirname "$header")"/*.c
done
