#!/bin/sh
# The roles of real libraries against their hand-labelled truth: what the project promises for four of them. All the others that are
# labelled: tests/truth/score.sh.
exec "$HR_SOURCE_ROOT/tests/truth/score.sh" --min-precision 95 --min-recall 85 "$1" libcsv cjson zlib sqlite3
