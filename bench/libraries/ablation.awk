# Markdown from ablation.csv: for each budget the share of the branches that random calls left (gained / random_left, median over seeds) that each strategy covers, for every library, and the median over
# libraries; then what each lost that random calls covered, net of what it gained, in branches. Needs statistics.awk.
BEGIN { FS = "," }
/^#/ || /^library,/ || NF == 0 { next }
{
	if (!is_budget[$2]++)
		budgets[++budget_count] = $2
	if (!is_name[$1]++)
		names[++name_count] = $1
	if (!is_called[$4]++)
		called[++called_count] = $4
	at = $2 SUBSEP $1 SUBSEP $4
	if ($7 > 0)
		gained[at] = gained[at] " " $8 * 100 / $7
	net[at] = net[at] " " $8 - $9
	covered[at] = covered[at] " " share($6, $5)
	runs[at]++
}
function heading(title,    i, line) {
	print "\n" title "\n"
	line = "| library |"
	for (i = 1; i <= called_count; i++)
		line = line " " called[i] " |"
	print line
	gsub(/[^|]+/, " --- ", line)
	print line
}
function table(values, budget, form,    i, j, line, at, value, all) {
	for (i = 1; i <= name_count; i++) {
		line = "| " names[i] " |"
		for (j = 1; j <= called_count; j++) {
			at = budget SUBSEP names[i] SUBSEP called[j]
			value = median(values[at])
			if (value != "-")
				all[j] = all[j] " " value
			line = line " " (value == "-" ? "–" : sprintf(form, value)) " |"
		}
		print line
	}
	line = "| **median** |"
	for (j = 1; j <= called_count; j++) {
		value = median(all[j])
		line = line " " (value == "-" ? "–" : "**" sprintf(form, value) "**") " |"
	}
	print line
}
END {
	print "# Ablation\n"
	print "Medians over seeds; [all runs](ablation.csv)."
	sort_numbers(budgets, budget_count)
	for (k = 1; k <= budget_count; k++) {
		heading("## " budgets[k] " s: branches covered, %")
		table(covered, budgets[k], "%.1f")
		heading("## " budgets[k] " s: share of the branches that random calls left, %")
		table(gained, budgets[k], "%.1f")
		heading("## " budgets[k] " s: branches more or fewer than random calls")
		table(net, budgets[k], "%+.0f")
	}
}
