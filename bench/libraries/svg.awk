# What the plots share: a head with colours for light and dark surroundings, and nothing from elsewhere.
function svg_begin(width, height, title) {
	printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\" aria-label=\"%s\">\n", width, height, width, height, svg_text_of(title)
	print "<title>" svg_text_of(title) "</title>"
	print "<style>"
	print "svg { color: #1f2328; font: 12px sans-serif; }"
	print "text { fill: currentColor; }"
	print ".small { font-size: 10px; }"
	print ".name { font-weight: bold; }"
	print ".end { text-anchor: end; }"
	print ".middle { text-anchor: middle; }"
	print ".axis { stroke: currentColor; fill: none; }"
	print ".grid { stroke: #d0d7de; }"
	print ".ours { stroke: #1a7f5a; fill: none; stroke-width: 2; }"
	print ".band { fill: #1a7f5a; opacity: 0.25; }"
	print ".dot, .ours-bar { fill: #1a7f5a; }"
	print ".own { stroke: #b35900; stroke-dasharray: 5 3; stroke-width: 1.5; }"
	print ".own-bar { fill: #b35900; }"
	print "@media (prefers-color-scheme: dark) {"
	print "svg { color: #e6edf3; }"
	print ".grid { stroke: #3d444d; }"
	print ".ours { stroke: #3fb98a; }"
	print ".band, .dot, .ours-bar { fill: #3fb98a; }"
	print ".own { stroke: #f0a050; }"
	print ".own-bar { fill: #f0a050; }"
	print "}"
	print "</style>"
}
function svg_end() {
	print "</svg>"
}
function svg_text_of(text) {
	gsub(/&/, "\\&amp;", text)
	gsub(/</, "\\&lt;", text)
	gsub(/>/, "\\&gt;", text)
	gsub(/"/, "\\&quot;", text)
	return text
}
function svg_text(x, y, classes, text) {
	printf "<text x=\"%.1f\" y=\"%.1f\"%s>%s</text>\n", x, y, classes == "" ? "" : " class=\"" classes "\"", svg_text_of(text)
}
function svg_line(x1, y1, x2, y2, classes) {
	printf "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" class=\"%s\"/>\n", x1, y1, x2, y2, classes
}
