#!/bin/bash
# tests/golden/run.sh passes what agrees, fails what does not, and updates.
set -u
. "$(dirname "$0")/plant.sh"

run=$root/tests/golden/run.sh
write program <<'EOT'
#!/bin/sh
case $1 in
lines) printf 'one\n\nthree\n' ;;
fail) echo "bad" >&2; exit 2 ;;
where) echo "version 1.2.3"; pwd; cat file; printf 'no newline' ;;
esac
EOT
chmod +x "$tree/program"
write good/file <<'EOT'
from the folder
EOT
write good.txt <<'EOT'
What this shows.

$ harrier lines
one

three

$ harrier fail
bad
[exit 2]
$ harrier where
version * (glob)
$SCRATCH
from the folder
no newline
$ harrier nothing
EOT

# expect NAME PATTERN COMMAND…: the command's output matches
expect() {
	local name=$1 pattern=$2 output
	shift 2
	output=$("$@" 2>&1)
	# shellcheck disable=SC2053 # a pattern, on purpose
	if [[ $output == $pattern ]]; then
		judge "$name" ""
	else
		judge "$name" "$output"
	fi
}

expect "agreement" "4 passed, 0 failed" "$run" "$tree/program" "$tree/good.txt"
cp -R "$tree/good" "$tree/bad"
sed 's/three/four/; s/exit 2/exit 3/; s/version/edition/' "$tree/good.txt" >"$tree/bad.txt"
expect "differences" "*-four*+three*-\[exit 3\]*+\[exit 2\]*-edition*1 passed, 3 failed" \
	"$run" "$tree/program" "$tree/bad.txt"
expect "no command" "*no command in it*0 passed, 1 failed" "$run" "$tree/program" "$tree/program"
expect "no file" "*no such file*0 passed, 1 failed" "$run" "$tree/program" "$tree/absent.txt"
"$run" --update "$tree/program" "$tree/bad.txt" >/dev/null
expect "update" "" diff <(sed 's/version \*.*/version 1.2.3/' "$tree/good.txt") "$tree/bad.txt"
cp "$tree/good.txt" "$tree/bad.txt"
"$run" --update "$tree/program" "$tree/bad.txt" >/dev/null
expect "update keeps patterns" "" diff "$tree/good.txt" "$tree/bad.txt"
finish
