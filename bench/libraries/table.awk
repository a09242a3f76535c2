# Markdown from the lines of summary.awk: a row for each library, what its own tests cover beside what generated ones do.
BEGIN { FS = "\t" }
!($1 in known) {
	known[$1] = 1
	names[++name_count] = $1
	total[$1] = $12
	own[$1] = $13
	own_lines[$1] = $14
	own_functions[$1] = $15
}
$2 == "-" { next }
{
	if (!($2 in is_budget)) {
		is_budget[$2] = 1
		budgets[++budget_count] = $2
	}
	middle[$1, $2] = $4
	range[$1, $2] = $3 > 1 && $5 != $6 ? " (" $5 "–" $6 ")" : ""
	last[$1] = $2
	lines[$1, $2] = $7
	functions[$1, $2] = $8
	tests[$1, $2] = $9
}
END {
	sort_numbers(budgets, budget_count)
	longest = budgets[budget_count]
	head = "| library | branches | own tests, % |"
	line = "| --- | ---: | ---: |"
	for (i = 1; i <= budget_count; i++) {
		head = head " " budgets[i] " s, % |"
		line = line " ---: |"
	}
	print head " ahead by | lines, % (own) | functions, % (own) | tests |"
	print line " ---: | ---: | ---: | ---: |"
	for (i = 1; i <= name_count; i++) {
		name = names[i]
		text = "| " name " | " total[name] " | " dash(own[name]) " |"
		for (j = 1; j <= budget_count; j++) {
			at = name SUBSEP budgets[j]
			cell = at in middle ? middle[at] : "–"
			if (at in middle && own[name] != "-" && middle[at] + 0 > own[name] + 0)
				cell = "**" cell "**"
			text = text " " cell range[at] " |"
		}
		at = name SUBSEP longest
		gain = "–"
		if (at in middle && own[name] != "-") {
			gain = sprintf("%+.1f", middle[at] - own[name])
			compared++
			if (gain + 0 > 0)
				ahead++
		}
		print text " " gain " | " beside(lines, at, own_lines[name]) " | " beside(functions, at, own_functions[name]) " | " (at in tests ? tests[at] : "–") " |"
	}
	if (compared)
		printf "\nAhead of the library's own tests at %s s: %d of %d.\n", longest, ahead, compared
}
function dash(value) {
	return value == "-" ? "–" : value
}
function beside(list, at, theirs) {
	return (at in list ? list[at] : "–") " (" dash(theirs) ")"
}
