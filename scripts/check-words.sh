#!/bin/bash
# Words that must not be in the tree: places that exist on one machine only, hosts of package registries (the user's
# machine is configured to know them), notes to self, and names of tested libraries in the program's own strings.
#
#     check-words.sh [ROOT]         the project's own tree by default
#
# The patterns are written so that they do not match themselves.
set -u
here=$(cd "$(dirname "$0")" && pwd)
cd "${1:-$here/..}" || exit 1

failed=0

# forbid WHY PATTERN FILE…: an extended regular expression, line by line
forbid() {
	local why=$1 pattern=$2 found
	shift 2
	[ $# -gt 0 ] || return 0
	if found=$(grep -nHIE -e "$pattern" -- "$@"); then
		printf '%s\n' "$found" | sed "s|\$|    <- $why|"
		failed=1
	fi
}

if [ -x scripts/list-files.sh ]; then
	mapfile -t all < <(scripts/list-files.sh)
else
	mapfile -t all < <(find . -type f | sed 's|^\./||')
fi
ours=() # all but quotations from others' documentation
sources=()
for file in "${all[@]}"; do
	[[ $file == tests/truth/* ]] || ours+=("$file")
	[[ $file != src/*.[ch] ]] || sources+=("$file")
done

forbid "a path of one machine" '(^|[^A-Za-z0-9_.$}])/(work|root|home/[a-z]+)/' "${all[@]}"
forbid "a registry's host" \
	'(deb|snapshot|security|ftp)[.]debian[.]org|(archive|ports|security)[.]ubuntu[.]com|apt[.]llvm[.]org|registry[.]npmjs[.]org|registry[.]yarnpkg[.]com|pypi[.]org|pythonhosted[.]org|crates[.]io|proxy[.]golang[.]org|rubygems[.]org|docker[.]io|ghcr[.]io|repo[.]maven[.]apache[.]org' \
	"${all[@]}"
forbid "a note to self" '(^|[^A-Za-z0-9_])(TO[D]O|FIX[M]E)([^A-Za-z0-9_]|$)' "${ours[@]}"

# Roles come from evidence, never from knowing the library. "glibc" is the platform, and the store may name its database.
libraries='cjson|jsmn|libcsv|utf8proc|argtable|http[-_]parser|bzip2|zlib|lz4|sqlite|libxml|glib([^c]|$)'
if [ ${#sources[@]} -gt 0 ]; then
	found=$(awk -v want=strings -f "$here/c-text.awk" "${sources[@]}" |
		awk -v names="$libraries" '
			{
				text = tolower($0)
				sub(/^[^:]*:[^:]*:/, "", text)
				if ($0 ~ /^src\/store\//)
					gsub(/sqlite/, "", text)
				if (text ~ names)
					print $0 "    <- the name of a library"
			}')
	if [ -n "$found" ]; then
		printf '%s\n' "$found"
		failed=1
	fi
fi
exit $failed
