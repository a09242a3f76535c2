# Joins truth with prediction; used by score.sh.
#
#   awk -v library=NAME -f join.awk ITEMS TRUTH
#
# ITEMS are the model's items (items.jq): SUBJECT ITEM ROLE OF OF_INDEX POINTER. Prints one line for each line of TRUTH:
#
#   LIBRARY SUBJECT ITEM TRUTH_CLASS PREDICTED_CLASS VERDICT TRUTH PREDICTION QUOTE
#
# VERDICT: right, wrong, absent (the subject or the item is not in the model), trivial. A class is a role that is scored, or "-":
# `none`, and `in` for what is no pointer, are no classes. Of several roles that are right, the predicted one is the class, or
# the first when none was.
BEGIN { FS = OFS = "\t" }

function contains(alternatives, word,    parts, count, i) {
	count = split(alternatives, parts, "|")
	for (i = 1; i <= count; i++)
		if (parts[i] == word)
			return 1
	return 0
}

function class_of(role, pointer) {
	if (role == "" || role == "none" || role == "unknown" || role == "in" && !pointer)
		return "-"
	return role
}

# Does the prediction name the parameter or field that it has to?
function relation_holds(wanted, role, key) {
	if (wanted == "-" || role !~ /^(length|capacity|user_data|borrowed)$/)
		return 1
	if (of[key] == "" && of_index[key] == "")
		return contains(wanted, "-")
	return contains(wanted, of[key]) || contains(wanted, of_index[key])
}

function describe(role, relation) {
	return relation == "" || relation == "-" ? role : role " of " relation
}

FILENAME == ARGV[1] {
	key = $1 SUBSEP $2
	subjects[$1]
	role[key] = $3
	of[key] = $4
	of_index[key] = $5
	pointer[key] = $6
	next
}

/^#/ || /^[[:space:]]*$/ { next }

NF < 5 {
	printf "%s:%d: %d fields instead of 5\n", FILENAME, FNR, NF > "/dev/stderr"
	bad = 1
	next
}

{
	key = $1 SUBSEP $2
	first = $3
	sub(/\|.*/, "", first)
	truth = describe($3, $4)
	if (!(key in role)) {
		# What is missing counts as missed, unless it was nothing to find.
		what = ($1 in subjects) ? "not in the model: this item" : "not in the model"
		print library, $1, $2, first ~ /^(none|in)$/ ? "-" : first, "-", "absent", truth, what, $5
		next
	}
	prediction = describe(role[key], of_index[key] != "" && $2 ~ /^([0-9]+|result)$/ ? of_index[key] : of[key])
	predicted = class_of(role[key], pointer[key])
	if (contains($3, role[key]) && relation_holds($4, role[key], key))
		print library, $1, $2, predicted, predicted, predicted == "-" ? "trivial" : "right", truth, prediction, $5
	else
		print library, $1, $2, class_of(first, pointer[key]), predicted, "wrong", truth, prediction, $5
}

END { exit bad }
