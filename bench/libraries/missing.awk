# Branches that runs leave, by function: see missing.sh. Needs statistics.awk; -v own=FILE is the one of the own tests.
FILENAME == own { theirs[$1] = $2; next }
{ all[$1] = 1; ours[$1] = ours[$1] || $2 }
END {
	for (branch in all) {
		split(branch, part, ":")
		at = part[1] ":" part[3]
		count[at]++
		if (ours[branch])
			continue
		left[at]++
		known[at] += theirs[branch]
		line = part[2]
		if (!((at, line) in told)) {
			told[at, line] = 1
			lines[at] = lines[at] " " line
		}
		if (theirs[branch])
			mark[at, line] = "*"
	}
	for (at in left) {
		n = split(lines[at], list, " ")
		sort_numbers(list, n)
		text = ""
		for (i = 1; i <= n; i++)
			text = text " " list[i] mark[at, list[i]]
		printf "%5d of %4d, own %4d  %-40s%s\n", left[at], count[at], known[at], at, text
	}
}
