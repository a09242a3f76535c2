#!/bin/sh
# Writes files, one after the other, as a C source with one array of characters that ends with NUL: embed.sh NAME FILE…
set -eu
name=$1
shift
echo "/* made by embed.sh */"
echo "extern const char ${name}[];"
echo "const char ${name}[] = {"
cat "$@" | od -An -v -tu1 | sed 's/[0-9][0-9]*/&,/g'
echo "0 };"
