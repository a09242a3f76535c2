#!/bin/bash
# What looking into the code costs: time and peak memory of `harrier inspect --facts` on sqlite3 (one file of 8 MB), on libxml2 and on generated units
# of growing size.
#
#   bench/analysis.sh [PLOT.svg]      $HARRIER, or build/harrier; exit code 1 when a limit is not kept or a run fails
#
# "all" is the first run, compilers included; "analysis" one that finds the bitcode in the cache. Seconds are those of the processor, all processes together: what a
# clock on the wall says of a machine that does nothing else is less. The limits hold for sqlite3 and libxml2: 60 seconds and 2 GB each,
# compilers included. The plot shows the time of the analysis against the number of functions.
set -u
export LC_ALL=C

root=$(cd "$(dirname "$0")/.." && pwd)
# shellcheck source=../scripts/apt-private.sh
. "$root/scripts/apt-private.sh"
harrier=$(realpath -q "${HARRIER:-$root/build/harrier}")
[ -x "$harrier" ] || { echo "analysis.sh: no program '${HARRIER:-build/harrier}'; run make first" >&2 && exit 2; }
plot=${1:-}
most_seconds=60
most_mb=2048

scratch=$(mktemp -d) || exit
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM
prepared=$(hr_cache)/bench
failed=0

[ -x /usr/bin/time ] || { echo "analysis.sh: needs GNU time" >&2 && exit 77; }

# Runs it and sets measured_seconds (processor) and measured_mb (peak).
count() {
	local code
	XDG_CACHE_HOME=$scratch/cache /usr/bin/time -q -f '%U %S %M' -o "$scratch/time" "$@" >"$scratch/facts" 2>"$scratch/errors"
	code=$?
	read -r measured_seconds measured_mb < <(awk 'END { printf "%.2f %.0f\n", $1 + $2, $3 / 1024 }' "$scratch/time")
	return "$code"
}

# measure NAME LIMITED ARGUMENT…: a line of the table
measure() {
	local name=$1 limited=$2 all all_mb seconds mb functions verdict=''
	shift 2
	rm -rf "$scratch/cache"
	if ! count "$harrier" inspect --facts "$@"; then
		printf '%-22s failed: %s\n' "$name" "$(grep -m 1 . "$scratch/errors")"
		return 1
	fi
	all=$measured_seconds all_mb=$measured_mb
	count "$harrier" inspect --facts "$@" || return 1
	seconds=$measured_seconds mb=$measured_mb
	functions=$(cut -f 1 "$scratch/facts" | sort -u | wc -l)
	if [ "$limited" = yes ]; then
		verdict=$(awk -v s="$all" -v m="$all_mb" -v most_s="$most_seconds" -v most_m="$most_mb" \
			'BEGIN { print s + 0 < most_s && m + 0 < most_m ? "within limits" : "over the limit" }')
	else
		echo "$functions $seconds" >>"$scratch/points"
	fi
	printf '%-22s %9s %8s %7s %11s %7s  %s\n' "$name" "$functions" "$all" "$all_mb" "$seconds" "$mb" "$verdict"
	[ "$verdict" != "over the limit" ]
}

# The one large file that sqlite3 is usually compiled from is made by its own Makefile.
sqlite() {
	local source
	source=$("$root/scripts/fetch-source.sh" sqlite3) || return 77
	if [ ! -f "$prepared/sqlite3/sqlite3.c" ]; then
		command -v tclsh >/dev/null || { echo "no tclsh" >&2 && return 77; }
		mkdir -p "$prepared/sqlite3" && cd "$prepared/sqlite3" || return 1
		"$source/configure" >/dev/null 2>&1 && make sqlite3.c sqlite3.h >/dev/null 2>&1 || return 1
	fi
	cd "$prepared/sqlite3" && measure sqlite3 yes --header sqlite3.h sqlite3.c
}

libxml() {
	local source name sources=()
	source=$("$root/scripts/fetch-source.sh" libxml2) || return 77
	if [ ! -f "$prepared/libxml2/config.h" ]; then
		mkdir -p "$prepared/libxml2" && cd "$prepared/libxml2" || return 1
		"$source/configure" --without-python --without-zlib --without-lzma --without-iconv --without-icu >/dev/null 2>&1 || return 1
	fi
	cd "$source" || return
	for name in buf c14n catalog chvalid debugXML dict encoding entities error globals hash HTMLparser HTMLtree legacy list nanoftp nanohttp \
		parser parserInternals pattern relaxng SAX SAX2 schematron threads tree uri valid xinclude xlink xmlIO xmlmemory xmlmodule \
		xmlreader xmlregexp xmlsave xmlschemas xmlschemastypes xmlstring xmlunicode xmlwriter xpath xpointer xzlib; do
		[ ! -f "$name.c" ] || sources+=("$name.c")
	done
	measure libxml2 yes --header include/libxml/xmlreader.h --header include/libxml/xmlschemas.h --header include/libxml/relaxng.h \
		--header include/libxml/HTMLtree.h --header include/libxml/xpointer.h --header include/libxml/xmlwriter.h \
		--header include/libxml/catalog.h --header include/libxml/xinclude.h --header include/libxml/c14n.h "${sources[@]}" \
		-- -I"$prepared/libxml2" -I"$prepared/libxml2/include" -Iinclude -DHAVE_CONFIG_H -D_GNU_SOURCE
}

# Time against functions, as a picture.
draw() {
	sort -n "$scratch/points" | awk '
		{ x[NR] = $1; y[NR] = $2; if ($1 > most_x) most_x = $1; if ($2 > most_y) most_y = $2 }
		function px(value) { return 60 + 480 * value / most_x }
		function py(value) { return 300 - 260 * value / (most_y * 1.1) }
		END {
			print "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"600\" height=\"360\" font-family=\"sans-serif\" font-size=\"12\">"
			print "<rect width=\"600\" height=\"360\" fill=\"white\"/>"
			print "<path d=\"M60 30V300H560\" fill=\"none\" stroke=\"#444\"/>"
			printf "<polyline fill=\"none\" stroke=\"#2b7a3d\" stroke-width=\"2\" points=\""
			for (i = 1; i <= NR; i++) printf "%.1f,%.1f ", px(x[i]), py(y[i])
			print "\"/>"
			for (i = 1; i <= NR; i++) {
				printf "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"#2b7a3d\"/>\n", px(x[i]), py(y[i])
				printf "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">%.2f s</text>\n", px(x[i]) - 6, py(y[i]) - 6, y[i]
				printf "<text x=\"%.1f\" y=\"318\" text-anchor=\"middle\">%d</text>\n", px(x[i]), x[i]
			}
			print "<text x=\"310\" y=\"345\" text-anchor=\"middle\">functions in a generated unit</text>"
			print "<text x=\"60\" y=\"20\">harrier inspect with bitcode in the cache, seconds of the processor</text>"
			print "</svg>"
		}'
}

printf '%-22s %9s %8s %7s %11s %7s\n' unit functions 'all (s)' MB 'analysis (s)' MB
(sqlite)
case $? in 0) ;; 77) echo "sqlite3: skipped" ;; *) failed=1 ;; esac
(libxml)
case $? in 0) ;; 77) echo "libxml2: skipped" ;; *) failed=1 ;; esac
for functions in 500 1000 2000 5000; do
	"$root/bench/generate-unit.sh" "$functions" "$scratch/unit$functions"
	(cd "$scratch/unit$functions" && measure "generated, $functions" no --header unit.h unit.c) || failed=1
done
[ -z "$plot" ] || draw >"$plot"
exit $failed
