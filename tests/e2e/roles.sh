#!/bin/sh
# The roles of real libraries against their hand-labelled truth: what the project promises for four of them; and, on the release whose
# versions were labelled, for all of them no worse than it has been.
set -eu
score=$HR_SOURCE_ROOT/tests/truth/score.sh
"$score" --min-precision 95 --min-recall 85 "$1" libcsv cjson zlib sqlite3
# shellcheck source=/dev/null
release=$(. /etc/os-release && echo "$ID $VERSION_ID")
if [ "$release" = "debian 12" ]; then
	"$score" --min-precision 92 --min-recall 87 "$1"
else
	echo "# all the others: labelled for Debian 12, not scored on $release"
fi
