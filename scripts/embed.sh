#!/bin/sh
# Writes files, one after the other, as a C source with one array of characters that ends with NUL, and NAME_length without it: embed.sh NAME FILE…
set -eu
name=$1
shift
echo "/* made by embed.sh */"
echo "extern const char ${name}[];"
echo "const char ${name}[] = {"
cat "$@" | od -An -v -td1 | sed 's/-\{0,1\}[0-9][0-9]*/&,/g'
echo "0 };"
echo "extern const unsigned long ${name}_length;"
echo "const unsigned long ${name}_length = sizeof ${name} - 1;"
