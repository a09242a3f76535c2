# From `harrier replay --json`: sequence, kind, function at the top of the stack, line, tab-separated. The kinds are those of catalogue.txt.
(if .status == "normal" then .notes[0] else .fault end) as $fault
| (if .status == "fault" then .fault.kind
   elif .status != "normal" then .status
   elif (.leaks | length) > 0 then "leak"
   elif $fault then "note " + $fault.kind
   else "normal" end) as $kind
| ([$fault.stack[]?][0]) as $top
| [(.sequence | split("/") | last | rtrimstr(".seq")), $kind, $top.function // "-", $top.line // "-", ([.statements[].value // ""] | join(","))]
| @tsv
