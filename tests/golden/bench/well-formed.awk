# Prints what is wrong with the tags of an SVG: those that are not closed, or refer to something elsewhere.
{
	text = $0
	while (match(text, /<[^>]*>/)) {
		tag = substr(text, RSTART + 1, RLENGTH - 2)
		text = substr(text, RSTART + RLENGTH)
		if (tag ~ /href|url\(/ || (tag ~ /http/ && tag !~ /xmlns="http:\/\/www\.w3\.org\/2000\/svg"/))
			print "refers to something elsewhere: " tag
		if (tag ~ /\/$/)
			continue
		name = tag
		sub(/[ \t].*/, "", name)
		if (name !~ /^\//)
			open[++depth] = name
		else if (depth == 0 || "/" open[depth--] != name)
			print "line " NR ": " tag
	}
	if (text ~ /[<>]/ || text ~ /&[^a-z]/)
		print "line " NR ": a bare character"
}
END {
	print depth == 0 ? "well-formed" : "not closed: " open[depth]
}
