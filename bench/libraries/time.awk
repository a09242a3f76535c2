# A plot from the lines of summary.awk: a panel for each library, branches over the budget (median, and the range over seeds as a band), and its own tests as a dashed line. Needs
# statistics.awk and svg.awk.
BEGIN { FS = "\t" }
!($1 in known) {
	known[$1] = 1
	names[++name_count] = $1
	own[$1] = $13
}
$2 != "-" {
	if (!($2 in is_budget)) {
		is_budget[$2] = 1
		budgets[++budget_count] = $2
	}
	middle[$1, $2] = $4
	low[$1, $2] = $5
	high[$1, $2] = $6
}
# budgets double rather than grow: the axis is logarithmic
function x_of(budget,    first, last) {
	first = log(budgets[1])
	last = log(budgets[budget_count])
	return x0 + (last > first ? (log(budget) - first) / (last - first) : 0.5) * panel_width
}
function y_of(value) {
	return y0 + panel_height - value * panel_height / 100
}
function panel(name,    i, at, line, above, below, value, dots) {
	svg_text(x0, y0 - 8, "name", name)
	for (value = 0; value <= 100; value += 25) {
		svg_line(x0, y_of(value), x0 + panel_width, y_of(value), "grid")
		svg_text(x0 - 6, y_of(value) + 3.5, "small end", value)
	}
	for (i = 1; i <= budget_count; i++) {
		svg_text(x_of(budgets[i]), y0 + panel_height + 14, "small middle", budgets[i])
		at = name SUBSEP budgets[i]
		if (!(at in middle))
			continue
		line = line sprintf("%.1f,%.1f ", x_of(budgets[i]), y_of(middle[at]))
		above = above sprintf("%.1f,%.1f ", x_of(budgets[i]), y_of(high[at]))
		below = sprintf("%.1f,%.1f ", x_of(budgets[i]), y_of(low[at])) below
		dots = dots sprintf("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" class=\"dot\"/>\n", x_of(budgets[i]), y_of(middle[at]))
	}
	if (line != "") {
		printf "<polygon points=\"%s%s\" class=\"band\"/>\n", above, below
		printf "<polyline points=\"%s\" class=\"ours\"/>\n%s", line, dots
	}
	if (own[name] != "-")
		svg_line(x0, y_of(own[name]), x0 + panel_width, y_of(own[name]), "own")
	svg_line(x0, y0, x0, y0 + panel_height, "axis")
	svg_line(x0, y0 + panel_height, x0 + panel_width, y0 + panel_height, "axis")
}
END {
	sort_numbers(budgets, budget_count)
	columns = name_count < 3 ? name_count : 3
	if (columns < 1)
		columns = 1
	panel_width = 190
	panel_height = 120
	rows = int((name_count + columns - 1) / columns)
	svg_begin(columns * 240 + 20, 40 + rows * 180 + 20, "Branches covered over the seconds of search")
	svg_line(20, 18, 44, 18, "ours")
	svg_text(50, 22, "", "generated, % of branches")
	svg_line(210, 18, 234, 18, "own")
	svg_text(240, 22, "", "own tests")
	for (k = 1; k <= name_count; k++) {
		x0 = 40 + (k - 1) % columns * 240
		y0 = 60 + int((k - 1) / columns) * 180
		panel(names[k])
	}
	svg_text(20, 40 + rows * 180 + 8, "small", "across: seconds of search")
	svg_end()
}
