#!/bin/sh
# The roles of real libraries against their hand-labelled truth: what the project promises for the four it was asked about, and for
# all that are labelled no worse than it has been.
set -eu
score=$HR_SOURCE_ROOT/tests/truth/score.sh
"$score" --min-precision 95 --min-recall 85 "$1" libcsv cjson zlib sqlite3
"$score" --min-precision 92 --min-recall 88 "$1"
