# The counting of score.sh: truth and facts are given in turns, in this order; with check=1 only truths are given.
#
# Invariants: a label is counted at most once; a fact without a label counts nowhere; "unknown" is never said.
function base(path) {
	sub(/.*\//, "", path)
	sub(/\.(facts|c)$/, "", path)
	return path
}

function complain(text) {
	printf "%s:%d: %s\n", FILENAME, FNR, text > "/dev/stderr"
	bad = 1
}

function define(attribute, pattern) {
	vocabulary[attribute] = "^(" pattern ")$"
}

BEGIN {
	NAME = "[A-Za-z_][A-Za-z_0-9]*"
	NUMBER = "-?[0-9]+"
	define("effect", "safe|read_only|read_write")
	define("freed", "yes|inside|no")
	define("stored", "no|(" NAME ")(," NAME ")*")
	define("null", "legal|crash|assert")
	define("on_null", "unchecked|return|return:(null|" NUMBER ")|continue|abort")
	define("deref", "always|some|never")
	define("output", "always|success|some")
	define("buffer", "[A-Za-z_0-9.*]+:(length|capacity|end):(bytes|elements)")
	define("meaning", "string|path|format|file|descriptor|size|character|callback")
	define("index", NAME "([.]" NAME ")?")
	define("range", "(" NUMBER ")?[.][.](" NUMBER ")?")
	define("constants", ".+")
	define("purity", "pure|observer|impure")
	define("returns", "(owned|borrowed:" NAME "|status|value|none)(,(owned|borrowed:" NAME "))*")
	define("error", "null|negative|zero|nonzero|none")
	define("fails_on", "(null|range|alloc|callee|data)(,(null|range|alloc|callee|data))*")
	define("defines", "none|[A-Za-z_0-9+,]+")
	define("uses", "none|[A-Za-z_0-9+,]+")
	define("calls", "none|[A-Za-z_0-9,]+")
	define("recursive", "yes|no")
	define("init", NAME)
	define("asserts", ".+")
	count = split("effect freed stored null on_null deref output buffer meaning index range constants purity returns error fails_on defines uses " \
		"calls recursive init asserts", order, " ")
	wanted_count = split(only, wanted_list, ",")
	for (i = 1; i <= wanted_count; i++) {
		if (!(wanted_list[i] in vocabulary)) {
			printf "score.awk: no attribute '%s'\n", wanted_list[i] > "/dev/stderr"
			failed_early = 1
			exit 2
		}
		wanted[wanted_list[i]]
	}
}

FNR == 1 {
	turn++
	is_truth = check || turn % 2 == 1
	is_case = FILENAME ~ /\.c$/
	if (is_truth) {
		truth = turn
		title[truth] = base(FILENAME)
		truths[++truth_count] = truth
	}
}

# A file without a line has no turn; score.sh cannot tell either, so say it.
function turn_of_files(    i, given) {
	for (i = 1; i < ARGC; i++)
		if (ARGV[i] != "")
			given++
	if (given != turn) {
		printf "score.awk: %d of %d files are empty\n", given - turn, given > "/dev/stderr"
		return 0
	}
	return 1
}

function label(line, reason,    parts, number, i, attribute, value, key) {
	number = split(line, parts, /[ \t]+/)
	if (number < 3) {
		complain("no attribute")
		return
	}
	for (i = 3; i <= number; i++) {
		if (!match(parts[i], /=/)) {
			complain("'" parts[i] "' is no ATTRIBUTE=VALUE")
			continue
		}
		attribute = substr(parts[i], 1, RSTART - 1)
		value = substr(parts[i], RSTART + 1)
		if (!(attribute in vocabulary)) {
			complain("no attribute '" attribute "'")
			continue
		}
		if (!are_words(attribute, value))
			complain("'" value "' is no value of " attribute)
		key = truth SUBSEP item_key(parts[1], parts[2]) SUBSEP attribute
		alias_keys(key, parts[1], parts[2], attribute)
		if (key in expected) {
			complain("labelled twice: " parts[1] " " parts[2] " " attribute)
			continue
		}
		expected[key] = value
		reasons[key] = reason
		shown[key] = parts[1] " " parts[2]
		labels[++label_count] = key
		label_truth[label_count] = truth
		label_attribute[label_count] = attribute
		label_strict[label_count] = is_case
	}
}

# `a|b`: the definition and the declaration have different names; facts may use either.
function alias_keys(key, name, item, attribute,    parts, number, i) {
	number = split(item, parts, "|")
	for (i = 1; i <= number && number > 1; i++)
		aliases[truth SUBSEP item_key(name, parts[i]) SUBSEP attribute] = key
}

# A field is known by its own name: what the struct is called in front of it differs between parameter and type.
function item_key(name, item) {
	if (item ~ /\./)
		sub(/.*\./, ".", item)
	return name SUBSEP item
}

function are_words(attribute, value,    parts, number, i) {
	if (value == "?" || value == "unknown" || attribute == "asserts")
		return value != ""
	number = split(value, parts, "|")
	for (i = 1; i <= number; i++)
		if (parts[i] !~ vocabulary[attribute])
			return 0
	return number > 0
}

is_truth {
	line = $0
	reason = ""
	if (is_case) {
		if (line !~ /^[ \t]*\/\/ expect: /)
			next
		sub(/^[ \t]*\/\/ expect: */, "", line)
	}
	if (match(line, /(^|[ \t]+)#([ \t]+|$)/)) {
		reason = substr(line, RSTART + RLENGTH)
		line = substr(line, 1, RSTART - 1)
	}
	sub(/[ \t]+$/, "", line)
	sub(/^[ \t]+/, "", line)
	if (line != "" && line !~ /^#/)
		label(line, reason)
	next
}

{
	if (split($0, fact, "\t") != 4) {
		complain("not FUNCTION, ITEM, ATTRIBUTE, VALUE")
		next
	}
	gsub(/[ \t]/, "", fact[4])
	key = truth SUBSEP item_key(fact[1], fact[2]) SUBSEP fact[3]
	if (key in aliases)
		key = aliases[key]
	if (key in said && fact[2] ~ /\./) # the same member of two parameters: one name here
		next
	if (key in said && said[key] != fact[4])
		complain("said twice: " fact[1] " " fact[2] " " fact[3])
	said[key] = fact[4]
}

# Members of a list as a string in a fixed order.
function sorted(list, separator,    parts, number, i, j, member, text) {
	number = split(list, parts, separator)
	for (i = 2; i <= number; i++) {
		member = parts[i]
		for (j = i - 1; j > 0 && parts[j] > member; j--)
			parts[j + 1] = parts[j]
		parts[j + 1] = member
	}
	text = separator
	for (i = 1; i <= number; i++)
		if (i == 1 || parts[i] != parts[i - 1])
			text = text parts[i] separator
	return text
}

function includes(list, part,    members, number, i) {
	number = split(part, members, ",")
	for (i = 1; i <= number; i++)
		if (!index("," list ",", "," members[i] ","))
			return 0
	return 1
}

function agrees(attribute, truth_value, value,    parts, number, i) {
	if (attribute == "asserts")
		return sorted(truth_value, ";") == sorted(value, ";")
	number = split(truth_value, parts, "|")
	for (i = 1; i <= number; i++)
		if (attribute == "constants" ? includes(value, parts[i]) : sorted(parts[i], ",") == sorted(value, ","))
			return 1
	return 0
}

function per_cent(part, whole) {
	return whole == 0 ? "     -" : sprintf("%6.1f", 100 * part / whole)
}

function row(name, attribute, labelled_number, said_number, right_number) {
	printf "%-14s %-10s %8d %6d %6d  %s  %s\n", name, attribute, labelled_number, said_number, right_number,
		per_cent(right_number, said_number), per_cent(right_number, labelled_number)
}

function tally(    i, key, attribute, value, group, is_said) {
	for (i = 1; i <= label_count; i++) {
		key = labels[i]
		attribute = label_attribute[i]
		if (wanted_count && !(attribute in wanted) || expected[key] == "?" || expected[key] == "unknown" && !label_strict[i])
			continue
		value = key in said ? said[key] : "unknown"
		is_said = value != "unknown"
		group = label_truth[i] SUBSEP attribute
		if (expected[key] != "unknown")
			labelled[group]++
		if (is_said)
			said_in[group]++
		if (is_said && expected[key] != "unknown" && agrees(attribute, expected[key], value))
			right[group]++
		else if (is_said || expected[key] != "unknown")
			misses[++miss_count] = sprintf("%s\t%s: %s %s: %s instead of %s%s", is_said ? "wrong" : "not said", title[label_truth[i]], shown[key],
				attribute, value, expected[key], reasons[key] == "" ? "" : "  # " reasons[key])
	}
}

function report(    i, j, group, attribute, sum_labelled, sum_said, sum_right) {
	printf "%-14s %-10s %8s %6s %6s  %s  %s\n", "library", "attribute", "labelled", "said", "right", "prec %", "rec %"
	for (i = 1; i <= truth_count; i++)
		for (j = 1; j <= count; j++) {
			attribute = order[j]
			group = truths[i] SUBSEP attribute
			if (!(group in labelled) && !(group in said_in))
				continue
			row(title[truths[i]], attribute, labelled[group], said_in[group], right[group])
			all_labelled[attribute] += labelled[group]
			all_said[attribute] += said_in[group]
			all_right[attribute] += right[group]
		}
	for (j = 1; j <= count; j++) {
		attribute = order[j]
		if (!(attribute in all_labelled))
			continue
		if (truth_count > 1)
			row("all", attribute, all_labelled[attribute], all_said[attribute], all_right[attribute])
		sum_labelled += all_labelled[attribute]
		sum_said += all_said[attribute]
		sum_right += all_right[attribute]
	}
	row("total", "", sum_labelled, sum_said, sum_right)
	if (verbose)
		for (i = 1; i <= miss_count; i++)
			if (verbose > 1 || misses[i] ~ /^wrong/)
				print misses[i]
	return 100 * sum_right >= min_precision * sum_said && 100 * sum_right >= min_recall * sum_labelled
}

END {
	if (failed_early)
		exit 2
	if (!turn_of_files() || bad)
		exit 2
	if (check) {
		printf "%d labels\n", label_count
		exit 0
	}
	tally()
	if (!report()) {
		printf "below the wanted %s / %s\n", min_precision, min_recall
		exit 1
	}
}
