#!/bin/sh
# Sums up meson's test logs (testlog.json, one JSON object a line) as "PASSED FAILED SKIPPED".
#
#     count-results.sh LOG…
#
# A test program counts with its cases where it tells them: cmocka's summary, or a line "N passed, N failed[, N skipped]".
# Otherwise it counts as one. A program that failed without naming a failed case counts as one failure.
set -eu

jq -rn '
	def number: tonumber? // 0;
	def cases:
		((.stdout // "") + "\n" + (.stderr // "")) as $text
		| [$text | match("(?m)^([0-9]+) passed, ([0-9]+) failed(?:, ([0-9]+) skipped)?$"; "g").captures | map(.string // "0" | number)] as $ours
		| [$text | match("\\[  PASSED  \\] ([0-9]+) test"; "g").captures[0].string | number] as $passed
		| [$text | match("\\[  FAILED  \\] ([0-9]+) test"; "g").captures[0].string | number] as $failed
		| [$text | match("\\[  SKIPPED \\] ([0-9]+) test"; "g").captures[0].string | number] as $skipped
		| if ($ours | length) > 0 then $ours[-1]
		  elif ($passed | length) > 0 then [($passed | add), ($failed | add // 0), ($skipped | add // 0)]
		  else null end;
	def counts:
		cases as $cases
		| if .result == "SKIP" then [0, 0, 1]
		  elif .result == "OK" then $cases // [1, 0, 0]
		  else ($cases // [0, 1, 0]) | .[1] = ([.[1], 1] | max)
		  end;
	reduce (inputs | counts) as $c ([0, 0, 0]; [.[0] + $c[0], .[1] + $c[1], .[2] + $c[2]])
	| map(tostring) | join(" ")
' "$@"
