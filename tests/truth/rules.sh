#!/bin/bash
# How good is each rule? For every reason that evidence gives: how often the role that it speaks for is the labelled one, how often not, how often it decided
# wrongly, in how many libraries. Names in quotes, numbers and quotations are left out of the reasons, so that a line is a rule. The worst come first.
#
#   tests/truth/rules.sh [--headers] [HARRIER] [NAME…]      all NAME.truth by default; --headers: without the sources of those that come with them
#
# HARRIER is a path with a slash in it; otherwise $HARRIER, or build/harrier.
set -u
# shellcheck source=common.inc.sh
. "$(dirname "$0")/common.inc.sh"

headers=0
while [ $# -gt 0 ]; do
	case $1 in
	--headers) headers=1 ;;
	-*) echo "rules.sh: unknown option '$1'" >&2 && exit 2 ;;
	*/*) HARRIER=$1 ;;
	*) break ;;
	esac
	shift
done
truth_choose "$@"
set -- "${names[@]}"

# SUBJECT ITEM DECIDED VALUE SOURCE WEIGHT OF OF_INDEX TEXT, one line for each claim about a role
# shellcheck disable=SC2016 # the program of jq
claims='
.types as $types
| def line($subject; $item): .role as $role | .evidence[] | select(.fact == "role")
	| [$subject, $item, $role, .value, .source, .weight, .of // "", .of_index // "", .text] | @tsv;
(.operations[] | .name as $name | (.result | line($name; "result")), (.params | to_entries[] | .key as $key | .value | line($name; $key))),
(.types[] | select(.fields) | .spelling as $name | .fields[] | .name as $field | line($name; $field))'

for name; do
	(
		hr_library_load "$name" >&2 || exit
		arguments=("${lib_arguments[@]}")
		if [ $headers -eq 1 ]; then
			arguments=()
			for header in "${lib_headers[@]}"; do
				arguments+=(--header "$header")
			done
			arguments+=(-- "${lib_flags[@]}")
		fi
		"$harrier" inspect --json "${arguments[@]}" | jq -r "$claims" | sed "s/^/$name\t/"
	)
done | awk -F '\t' -v here="$here" '
function holds(wanted, role, of, index_of) {
	if (wanted == "-" || role !~ /^(length|capacity|user_data|borrowed)$/ || of == "" && index_of == "")
		return 1
	return ("|" wanted "|") ~ ("[|]" of "[|]") || ("|" wanted "|") ~ ("[|]" index_of "[|]")
}
!($1 in loaded) {
	file = here "/" $1 ".truth"
	loaded[$1]
	while ((getline text < file) > 0) {
		split(text, part, "\t")
		truth[$1, part[1], part[2]] = part[3]
		relation[$1, part[1], part[2]] = part[4]
	}
	close(file)
}
($1, $2, $3) in truth {
	reason = $10
	gsub(/\047[^\047]*\047/, "…", reason)
	gsub(/".*"/, "a quotation", reason)
	gsub(/[0-9]+/, "N", reason)
	rule = sprintf("%-13s %-10s %s", $6, $5, reason)
	key = $1 SUBSEP $2 SUBSEP $3
	good = index("|" truth[key] "|", "|" $5 "|") && holds(relation[key], $5, $8, $9)
	right[rule] += good
	wrong[rule] += !good
	decided[rule] += !good && $4 == $5
	if (!((rule, $1) in seen)) {
		seen[rule, $1]
		libraries[rule]++
	}
}
END {
	printf "%9s %6s %6s %8s %9s  %s\n", "precision", "right", "wrong", "decided", "libraries", "rule"
	for (rule in right)
		printf "%9.1f %6d %6d %8d %9d  %s\n", 100 * right[rule] / (right[rule] + wrong[rule]), right[rule], wrong[rule], decided[rule],
			libraries[rule], rule | "sort -k4,4nr -k1,1n"
}'
