# Medians over seeds: reads the tables of own tests and of runs (in this order, told apart by their heads), prints tab-separated lines
#
#   library budget runs branches least most lines functions tests failures calls total own own-lines own-functions
#
# percentages of branches (median, least, most), lines and functions (medians), of own tests as well, "-" where there are none. A library without runs has one
# line with the budget "-". Needs statistics.awk; -v strategy=… -v parts=…: rows of these only ("default").
BEGIN {
	FS = ","
	OFS = "\t"
	if (strategy == "")
		strategy = "default"
	if (parts == "")
		parts = "default"
}
/^#/ || NF == 0 { next }
/^library,branches_covered/ { kind = "own"; next }
/^library,budget/ { kind = "runs"; next }
!($1 in known) && (kind == "own" || ($4 == strategy && $5 == parts)) {
	known[$1] = 1
	names[++name_count] = $1
}
kind == "own" {
	own[$1] = share($2, $3)
	own_lines[$1] = share($4, $5)
	own_functions[$1] = share($6, $7)
	total[$1] = $3
}
kind == "runs" && $4 == strategy && $5 == parts {
	if (!($2 in is_budget)) {
		is_budget[$2] = 1
		budgets[++budget_count] = $2
	}
	at = $1 SUBSEP $2
	runs[at]++
	total[$1] = $7
	branches[at] = branches[at] " " share($6, $7)
	lines[at] = lines[at] " " share($8, $9)
	functions[at] = functions[at] " " share($10, $11)
	tests[at] = tests[at] " " $12
	failures[at] = failures[at] " " $13
	calls[at] = calls[at] " " $14
}
function percent(value) {
	return value == "-" || value == "" ? "-" : sprintf("%.1f", value)
}
END {
	sort_numbers(budgets, budget_count)
	for (i = 1; i <= name_count; i++) {
		name = names[i]
		any = 0
		theirs = percent(own[name]) OFS percent(own_lines[name]) OFS percent(own_functions[name])
		for (j = 1; j <= budget_count; j++) {
			at = name SUBSEP budgets[j]
			if (!(at in runs))
				continue
			any = 1
			middle = median(branches[at])
			low = least
			high = most
			print name, budgets[j], runs[at], percent(middle), percent(low), percent(high), percent(median(lines[at])), percent(median(functions[at])), \
				median(tests[at]), median(failures[at]), median(calls[at]), total[name], theirs
		}
		if (!any)
			print name, "-", 0, "-", "-", "-", "-", "-", "-", "-", "-", total[name], theirs
	}
}
