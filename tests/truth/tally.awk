# Precision and recall per role, from the lines of join.awk; used by score.sh.
#
#   awk -v table=1 -f tally.awk JOINED               a table of all roles, and the averages
#   awk -v table=0 -v title=NAME -f tally.awk JOINED   one line: items, macro and micro averages
#   awk -v min_precision=95 -v min_recall=85 …       exit code 1 when the macro averages are below
#
# A role that was never predicted has no precision and one that is nowhere true no recall: it is left out of that average.
BEGIN { FS = "\t" }

{
	items++
	if ($4 != "-") {
		roles[$4]
		truths[$4]++
		all_truths++
	}
	if ($5 != "-") {
		roles[$5]
		predictions[$5]++
		all_predictions++
	}
	if ($6 == "right") {
		hits[$5]++
		all_hits++
	}
	if ($6 == "absent")
		absent++
}

function percent(part, whole) {
	return whole ? sprintf("%.1f", 100 * part / whole) : "-"
}

END {
	for (role in roles) {
		if (predictions[role]) {
			precision += 100 * hits[role] / predictions[role]
			predicted_roles++
		}
		if (truths[role]) {
			recall += 100 * hits[role] / truths[role]
			true_roles++
		}
	}
	precision = predicted_roles ? precision / predicted_roles : 0
	recall = true_roles ? recall / true_roles : 0

	if (table) {
		line = "%-12s %6s %10s %6s %10s %7s\n"
		printf line, "role", "truth", "predicted", "right", "precision", "recall"
		order = "consumed receiver callback user_data file descriptor path format string length capacity buffer array out inout"
		count = split(order " flags enum size in private owned borrowed status value", names, " ")
		for (i = 1; i <= count; i++)
			if (names[i] in roles) {
				role = names[i]
				printf line, role, truths[role] + 0, predictions[role] + 0, hits[role] + 0,
					percent(hits[role], predictions[role]), percent(hits[role], truths[role])
				shown++
			}
		for (role in roles)
			all++
		if (shown != all)
			print "there are roles that docs/roles.md does not know"
		printf line, "macro", "", "", "", sprintf("%.1f", precision), sprintf("%.1f", recall)
		printf line, "micro", all_truths + 0, all_predictions + 0, all_hits + 0,
			percent(all_hits, all_predictions), percent(all_hits, all_truths)
	} else {
		printf "%-12s %5d items  macro %.1f / %.1f   micro %s / %s%s\n", title, items, precision, recall,
			percent(all_hits, all_predictions), percent(all_hits, all_truths),
			absent ? "   " absent " not in the model" : ""
	}
	exit precision < min_precision || recall < min_recall
}
