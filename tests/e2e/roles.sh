#!/bin/sh
# The roles of real libraries against their hand-labelled truth: no worse than what the project promises.
exec "$HR_SOURCE_ROOT/tests/truth/score.sh" --min-precision 95 --min-recall 85 "$1"
