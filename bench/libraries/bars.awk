# A plot from the lines of summary.awk: two bars for each library, branches that the longest runs' suites cover and that its own tests do. Needs statistics.awk and svg.awk.
BEGIN { FS = "\t" }
!($1 in known) {
	known[$1] = 1
	names[++name_count] = $1
	own[$1] = $13
}
$2 != "-" {
	middle[$1, $2] = $4
	low[$1, $2] = $5
	high[$1, $2] = $6
	if ($2 + 0 > longest + 0)
		longest = $2
}
function x_of(value) {
	return left + value * width / 100
}
function bar(y, value, end, classes) {
	printf "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"11\" class=\"%s\"/>\n", left, y, value * width / 100, classes
	svg_text(x_of(end) + 5, y + 9.5, "small", value)
}
END {
	left = 110
	width = 500
	top = 52
	row = 34
	bottom = top + name_count * row
	svg_begin(left + width + 50, bottom + 30, "Branches covered: suites that Harrier generated, and the libraries' own tests")
	svg_text(left, 18, "name", "Branches covered, %")
	printf "<rect x=\"%d\" y=\"28\" width=\"11\" height=\"11\" class=\"ours-bar\"/>\n", left
	svg_text(left + 16, 38, "", longest == "" ? "generated" : "generated in " longest " s")
	printf "<rect x=\"%d\" y=\"28\" width=\"11\" height=\"11\" class=\"own-bar\"/>\n", left + 150
	svg_text(left + 166, 38, "", "own tests")
	for (value = 0; value <= 100; value += 20) {
		svg_line(x_of(value), top, x_of(value), bottom, "grid")
		svg_text(x_of(value), bottom + 16, "small middle", value)
	}
	for (i = 1; i <= name_count; i++) {
		y = top + (i - 1) * row + 5
		at = names[i] SUBSEP longest
		svg_text(left - 8, y + 16, "end", names[i])
		if (at in middle) {
			bar(y, middle[at], high[at], "ours-bar")
			if (low[at] != high[at])
				svg_line(x_of(low[at]), y + 5.5, x_of(high[at]), y + 5.5, "axis")
		}
		if (own[names[i]] != "-")
			bar(y + 12, own[names[i]], own[names[i]], "own-bar")
		else
			svg_text(left + 5, y + 21.5, "small", "no tests of its own")
	}
	svg_line(left, top, left, bottom, "axis")
	svg_end()
}
