#!/bin/bash
# The page of a report in a real browser: a small library with texts in it that would be script, what the browser shows of it against what the store and llvm-cov say, links, tables, the keyboard,
# both widths, both colour schemes; and a library of 5,000 functions. Output is TAP, with a last line "N passed, N failed". HR_PICTURES=DIR keeps the pictures.
set -u
export LC_ALL=C
harrier=$(realpath "$1")
root=$(cd "$(dirname "$0")/../.." && pwd)
export XDG_CACHE_HOME=$PWD/cache
# shellcheck source=check.inc.sh
. "$root/tests/e2e/check.inc.sh"
# shellcheck source=browser.inc.sh
. "$root/tests/e2e/browser.inc.sh"
trap browser_stop EXIT
pictures=${HR_PICTURES:-$PWD/pictures}
mkdir -p "$pictures"

# it takes a while to start: meanwhile the campaign is run
if ! command -v chromedriver >/dev/null || ! command -v chromium >/dev/null; then
	echo "# no chromium and chromedriver here (Debian: chromium chromium-driver): the page is not looked at" >&2
	exit 77
fi

cat >pouch.h <<'END'
#ifndef POUCH_H
#define POUCH_H
struct pouch;
struct scale;
struct pouch *pouch_new(void);
void pouch_free(struct pouch *pouch);
int pouch_add(struct pouch *pouch, int thing);
int pouch_count(const struct pouch *pouch);
const char *pouch_title(const struct pouch *pouch);
int pouch_read(const char *text);
int pouch_weigh(const struct pouch *pouch, struct scale *scale);
#endif
END
printf '/* \xff\xc3( is no UTF-8 */\n' >pouch.c
cat >>pouch.c <<'END'
#include "pouch.h"
#include <stdlib.h>
#include <string.h>
struct pouch { int count; int things[4]; };
static int shake(struct pouch *pouch)
{
	pouch->count = 0;
	return 7;
}
struct pouch *pouch_new(void)
{
	return calloc(1, sizeof(struct pouch));
}
void pouch_free(struct pouch *pouch)
{
	free(pouch);
}
int pouch_add(struct pouch *pouch, int thing)
{
	if (!pouch || pouch->count == 4)
		return -1;
	if (pouch->count > 1000) {
		int shaken = shake(pouch);
		return shaken;
	}
	pouch->things[pouch->count++] = thing;
	return 0;
}
int pouch_count(const struct pouch *pouch)
{
	return pouch ? pouch->count : 0;
}
const char *pouch_title(const struct pouch *pouch)
{
	return pouch ? "</script><script>window.broken=1</script><!--" : "";
}
int pouch_read(const char *text)
{
	if (!text)
		return -1;
	if (strcmp(text, "<img src=x onerror=window.broken=1>") == 0) {
		char *copy = malloc(3);
		strcpy(copy, text);
		free(copy);
	}
	return (int)strlen(text);
}
int pouch_weigh(const struct pouch *pouch, struct scale *scale)
{
	return pouch && scale ? pouch->count : -1;
}
END

"$harrier" gen --calls 30000 --seed 1 --jobs 1 --out out --header pouch.h pouch.c >gen.log 2>&1
check "a campaign ends with a page" test -s out/report/index.html
cp out/report/index.html first.html 2>/dev/null
check "harrier report makes one" "$harrier" report out
check "it is the same" cmp first.html out/report/index.html

check "a browser starts" browser_start
if [ "$failed" -ne 0 ]; then
	cat gen.log driver.log 2>/dev/null | sed 's/^/# /'
	echo "$passed passed, $failed failed"
	exit 1
fi
db() {
	sqlite3 out/campaign.db "$1"
}

browser_size 1600 1000
browser_scheme light
check "the page opens" browser_open "file://$PWD/out/report/index.html"
check "nothing is written to the console" browser_is_quiet
check "no text of the library became script or markup" browser_holds 'return window.broken === undefined && document.querySelectorAll("img").length === 0 &&
	document.querySelectorAll("script:not([type])").length === 1'

# --- plot ---
check "the plot has a point for each that was stored, and labelled axes" browser_holds "
	const points = document.querySelectorAll('#plot circle.point').length, wanted = $(db 'select count(*) from progress');
	const texts = [...document.querySelectorAll('#plot text')].map(t => t.textContent);
	return points !== wanted ? points + ' points instead of ' + wanted : !texts.includes('seconds of search') || !texts.includes('edges executed') || texts.length < 6 ? texts.join() : ''"
browser_keys '#plot svg' $'\xee\x80\x91\xee\x80\x90' # Home and End: U+E011, U+E010, as bytes in this locale
check "the keyboard reads a point" browser_holds "
	const said = document.getElementById('plot-output').textContent.replace(/[^0-9. a-z]/g, '');
	return said.includes('$(db 'select edges from progress order by id desc limit 1')edge') ? '' : said"

# --- the source view against llvm-cov's own count on the suite, built once more ---
measure() {
	cp -r out/tests out/measured
	make -s -C out/measured CC=clang-19 CFLAGS="-O0 -w -fprofile-instr-generate -fcoverage-mapping" tests || return 1
	local program objects=()
	for program in out/measured/test_*; do
		[ -x "$program" ] || continue
		LLVM_PROFILE_FILE=$PWD/out/measured/%m.profraw "$program" || return 1
		objects+=(-object "$program")
	done
	llvm-profdata-19 merge -o out/measured/all.profdata out/measured/*.profraw || return 1
	llvm-cov-19 export -format=text -instr-profile out/measured/all.profdata "${objects[@]:1}" -sources "$PWD/pouch.c" >out/measured/cover.json || return 1
	llvm-cov-19 export -format=lcov -instr-profile out/measured/all.profdata "${objects[@]:1}" -sources "$PWD/pouch.c" >out/measured/cover.info
}
lines_of() { # all lines with code of the source view that is open, as NUMBER:STATE
	browser_value 'return [...document.querySelectorAll(".line.hit, .line.miss, .line.part")].map(l => l.dataset.line + ":" + (l.classList.contains("miss") ? "miss" : "run")).join("\n")'
}
check "llvm-cov counts the suite" measure
browser_value 'location.hash = "#file-pouch.c"' >/dev/null
check "the source view marks the lines that were run and those that were not" diff <(sed -n 's/^DA:\([0-9]*\),\([0-9]*\).*/\1 \2/p' out/measured/cover.info | awk '{ print $1 ":" ($2 ? "run" : "miss") }') <(lines_of)
check "some are dark, as they should be" browser_holds 'return [...document.querySelectorAll(".line.miss code")].some(c => c.textContent.includes("shake(pouch)"))'
check "it marks the branches that were never taken" diff \
	<(jq -r '.data[0].files[0].branches[] | select((.[4] == 0) != (.[5] == 0)) | .[0]' out/measured/cover.json | sort -nu) \
	<(browser_value 'return [...document.querySelectorAll(".line.part")].map(l => l.dataset.line).join("\n")' | sort -n)
check "the condition is underlined, and says what it never was" browser_holds 'return [...document.querySelectorAll(".never")].some(n => n.textContent === "pouch->count > 1000" && n.title === "never true")'
read_line=$(grep -n 'strlen(text)' pouch.c | cut -d: -f1)
browser_value "document.querySelector('[data-line=\"$read_line\"] button').click()" >/dev/null
check "a line tells which tests run it" diff \
	<(db "select name from tests where why is null and text like '%pouch_read(\"%' order by name") \
	<(browser_value 'return [...document.querySelectorAll(".about .tests a")].map(a => a.textContent).sort().join("\n")')

# --- tables ---
rows() { # ID COLUMN: its texts
	browser_value "return [...document.querySelectorAll('#$1 tbody tr')].map(r => r.children[$2].textContent).join('\n')"
}
browser_keys '#functions-table input' 'POUCH_r'
check "a filter leaves what it names" test "$(rows functions-table 0)" = pouch_read
check "and says so" browser_holds 'return document.querySelector("#functions-table [role=status]").textContent.startsWith("1 of ")'
browser_value 'const input = document.querySelector("#functions-table input"); input.value = ""; input.dispatchEvent(new Event("input"))' >/dev/null
check "functions are sorted by name" diff <(rows functions-table 0) <(rows functions-table 0 | sort)
browser_click '#functions-table thead th:nth-child(1) button'
check "a click turns that round" diff <(rows functions-table 0) <(rows functions-table 0 | sort -r)
check "and tells it to those who do not see it" browser_holds 'return document.querySelector("#functions-table thead th").getAttribute("aria-sort") === "descending"'
browser_click '#functions-table thead th:nth-child(4) button'
check "sorting by lines begins with what is least covered" browser_holds 'return document.querySelector("#functions-table tbody th").textContent === "shake"'
check "operations that were never reached have a reason" browser_holds 'return [...document.querySelectorAll("#operations-table tbody tr")].some(r => r.children[0].textContent.startsWith("pouch_weigh") && r.lastChild.textContent !== "")'

# --- failures, graph ---
check "each confirmed failure has its test, its neighbour and the report" browser_holds "
	const articles = [...document.querySelectorAll('#failures > article')];
	return articles.length === $(db 'select count(*) from failures where confirmed') && articles.some(a => a.textContent.includes('<img src=x onerror=') && a.textContent.includes('AddressSanitizer') && a.querySelectorAll('.pair pre').length === 2)"
check "the graph has a node for each that makes or takes a pouch" browser_holds 'const names = [...document.querySelectorAll("#graph .node text")].map(t => t.textContent); return ["pouch_new", "pouch_add", "pouch_free"].every(n => names.includes(n)) ? "" : names.join()'

# --- links ---
check "all links lead somewhere" browser_holds '
	document.querySelectorAll(".more button:last-child").forEach(button => button.click());
	const wrong = [];
	const all = [...new Set([...document.querySelectorAll("a[href^=\"#\"]")].map(a => a.getAttribute("href")))];
	for (const href of all) {
		location.hash = href;
		await new Promise(done => setTimeout(done, 0));
		const found = document.getElementById(decodeURIComponent(href.slice(1)));
		if (!found || !found.getClientRects().length)
			wrong.push(href);
	}
	return all.length > 20 ? wrong.join(" ") : "only " + all.length'
check "no link leads out of the page" browser_holds 'return document.querySelectorAll("a:not([href^=\"#\"]), [src], link:not([href^=\"data:\"])").length === 0'
function_link=$(browser_value 'return document.querySelector("#functions-table tbody a").getAttribute("href")')
browser_open 'about:blank' || :
check "an address that was kept opens" browser_open "file://$PWD/out/report/index.html$function_link"
check "it shows its function" browser_holds 'return document.querySelector(".line.here").textContent.includes("shake(struct")'

# --- for everybody ---
check "it can be read without seeing it" browser_holds '
	const wrong = [];
	for (const name of ["main", "nav", "header", "h1"])
		if (document.querySelectorAll(name).length !== 1)
			wrong.push(name);
	for (const th of document.querySelectorAll("th"))
		if (!th.scope)
			wrong.push("th " + th.textContent);
	for (const control of document.querySelectorAll("input, select"))
		if (!control.labels.length)
			wrong.push(control.outerHTML);
	for (const button of document.querySelectorAll("button"))
		if (!button.textContent && !button.ariaLabel)
			wrong.push(button.outerHTML);
	for (const part of document.querySelectorAll("section, article"))
		if (!document.getElementById(part.getAttribute("aria-labelledby")))
			wrong.push(part.id);
	const ids = [...document.querySelectorAll("[id]")].map(e => e.id);
	wrong.push(...ids.filter((id, i) => ids.indexOf(id) !== i));
	return wrong.join(" ")'
check "what has the focus is seen" browser_holds 'const skip = document.querySelector(".skip"); skip.focus(); return skip.getBoundingClientRect().left >= 0'

check "the plot is no picture: links in it are reached, in the order of time" browser_holds '
	const svg = document.querySelector("#plot svg"), at = [...svg.querySelectorAll("a")].map(a => Number(a.getAttribute("aria-label").match(/after ([0-9.]+)/)[1]));
	return svg.getAttribute("role") === "group" && at.every((t, i) => !i || at[i - 1] <= t)'
check "the source is one stop of the Tab key" browser_holds 'location.hash = "#file-pouch.c"; return document.querySelectorAll("#source-view[tabindex=\"0\"], #source-view [tabindex=\"0\"], #source-view a:not([tabindex])").length === 1'
browser_keys '#source-view button[tabindex="0"]' $'\xee\x80\x95\xee\x80\x95' # Down, twice: U+E015
check "arrow keys go from line to line" browser_holds '
	const lines = [...document.querySelectorAll("#source-view button")].map(b => b.closest(".line").dataset.line), here = document.activeElement.closest(".line");
	return here && lines.indexOf(here.dataset.line) >= 2 && document.activeElement.tabIndex === 0 && document.querySelectorAll("#source-view [tabindex=\"0\"]").length === 1'
check "no two parts have one name, and no link a bare number" browser_holds '
	const names = [...document.querySelectorAll("section")].map(s => document.getElementById(s.getAttribute("aria-labelledby")).textContent).concat([...document.querySelectorAll("[role=region]")].map(r => r.getAttribute("aria-label")));
	return names.filter((name, i) => names.indexOf(name) !== i).concat([...document.querySelectorAll("#overview a")].filter(a => /^[0-9,]*$/.test(a.getAttribute("aria-label") || a.textContent)).map(a => a.outerHTML)).join()'

# --- widths and schemes ---
ratio='const light = c => c.match(/[0-9.]+/g).slice(0, 3).map(v => v / 255).map(v => v <= 0.04 ? v / 12.92 : Math.pow((v + 0.055) / 1.055, 2.4)).reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
	const ratio = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
	const paper = getComputedStyle(document.body).backgroundColor;'
for scheme in light dark; do
	browser_scheme $scheme
	for width in 400 1600; do
		browser_size $width 1000
		check "$width wide, $scheme: nothing is cut off or scrolls sideways" browser_holds '
			const wide = document.documentElement.clientWidth;
			if (document.documentElement.scrollWidth > wide)
				return document.documentElement.scrollWidth + " of " + wide;
			const inside = e => e.closest(".scroll, .source, .graph, pre, .unseen, .skip, svg");
			return [...document.querySelectorAll("main *, header *, nav *")].filter(e => !inside(e) && e.getClientRects().length && e.getBoundingClientRect().right > wide + 1).map(e => e.outerHTML.slice(0, 80)).join(" ")'
		check "$width wide, $scheme: text stands out from its ground" browser_holds "$ratio"'
			return [...document.querySelectorAll("h1, p, a, dt, dd span, .class, nav .count, .c-comment, .c-word, .c-text, .gutter, figcaption")].filter(e => e.textContent && ratio(getComputedStyle(e).color, paper) < 4.5).map(e => e.outerHTML.slice(0, 80)).join(" ")'
		check "$width wide, $scheme: names are broken where they may be, the arrow stands beside them, and what differs is seen" browser_holds '
			const wrong = [...document.querySelectorAll(".pair pre")].filter(pre => pre.scrollWidth > pre.clientWidth).map(pre => pre.textContent);
			for (const code of document.querySelectorAll("#tests-table th summary code")) {
				const summary = code.parentElement;
				if (code.getBoundingClientRect().top > summary.getBoundingClientRect().top + 4)
					wrong.push("arrow: " + code.textContent);
				for (const part of code.childNodes) {
					const range = document.createRange();
					range.selectNodeContents(part);
					if (part.nodeType === 3 && new Set([...range.getClientRects()].map(r => Math.round(r.top))).size > 1)
						wrong.push(part.data);
				}
			}
			return wrong.join()'
		browser_value 'location.hash = "#overview"; scrollTo(0, 0)' >/dev/null
		browser_picture "$pictures/overview-$width-$scheme.png"
		browser_value 'location.hash = "#failures"' >/dev/null
		browser_picture "$pictures/failures-$width-$scheme.png"
		browser_value 'location.hash = "#line-pouch.c:25"' >/dev/null
		browser_picture "$pictures/source-$width-$scheme.png"
	done
	grounds="${grounds:-} $(browser_value 'return getComputedStyle(document.body).backgroundColor.replace(/ /g, "")')"
done
check "the schemes are two" test "${grounds%" "*}" != " ${grounds##*" "}"
browser_value 'const s = document.getElementById("scheme"); s.value = "light"; s.dispatchEvent(new Event("change"))' >/dev/null
check "the switch beats the system" browser_holds "return getComputedStyle(document.body).backgroundColor.replace(/ /g, '') === '$(echo "$grounds" | cut -d' ' -f2)'"
check "pictures were taken" test "$(find "$pictures" -name '*.png' -size +4k | wc -l)" -ge 12
check "still nothing is written to the console" browser_is_quiet

# --- nothing of an earlier report stays ---
cp out/campaign.db bare.db
sqlite3 bare.db "delete from coverage; delete from covered_files; delete from covered_runs"
mkdir mine
echo mine >mine/coverage.info
cp -r out/report bare
cp -r out quick
check "there is what lcov reads" test -s bare/coverage.info
check "folders above it are made" "$harrier" report --out deep/er/report/ bare.db
check "and the report is in there" test -s deep/er/report/index.html
"$harrier" report --out mine/coverage.info/report bare.db >way.log 2>&1
check "a file in the way is told" grep -q "cannot make the directory 'mine/coverage.info/report'" way.log
check "a report without coverage is written" "$harrier" report --out bare bare.db
check "it has no coverage.info of an earlier one" test ! -e bare/coverage.info
"$harrier" report --out mine bare.db >/dev/null
check "a file that is no part of a report stays" grep -qx mine mine/coverage.info
"$harrier" gen --certify=quick --calls 1000 --seed 1 --jobs 1 --out quick --header pouch.h pouch.c >quick.log 2>&1
check "a campaign that does not measure leaves none, either" test ! -e quick/report/coverage.info -a -s quick/report/index.html

# --- beside a campaign before ---
cp out/campaign.db before.db
sqlite3 before.db "update covered_files set lines = '$(db 'select lines from covered_files' | sed 's/:[0-9]*/:0/g')', functions = replace(functions, 'shake', 'shaken'); update failures set cause = cause || ' then'"
check "two campaigns make a page" "$harrier" report --out compared --compare before.db out
browser_open "file://$PWD/compared/index.html"
check "it has totals, branches, and what is gone with class and operation" browser_holds '
	const section = document.querySelector("#comparison"), heads = [...section.querySelectorAll("th")].map(th => th.textContent), text = section.textContent;
	return ["Lines", "Functions", "Branches", "Branches before", "Branches now", "Gained", "Lost"].filter(h => !heads.includes(h)).join() || (/Failures that are gone[^]*(certain|likely) in pouch_/.test(text) ? "" : text)'
check "functions lead to their source, those that are gone do not" browser_holds '
	const rows = [...document.querySelectorAll("#changes-table tbody tr")];
	return rows.some(r => r.querySelector("a[href^=\"#function-\"]")) && rows.some(r => r.children[0].textContent === "shaken" && !r.querySelector("a"))'
check "lines that were gained have links" browser_holds 'return document.querySelectorAll("#changed-lines-table a[href^=\"#line-pouch.c:\"]").length > 0'
browser_click '#changes-table thead th:nth-child(1) button'
check "its tables sort, and can be scrolled without a mouse" browser_holds 'return document.querySelector("#changes-table th").getAttribute("aria-sort") === "descending" && [...document.querySelectorAll("#comparison .scroll")].every(s => s.tabIndex === 0 && s.querySelector("caption"))'
check "nothing is written to the console" browser_is_quiet

# --- tests that were not read ---
cp out/campaign.db unread.db
sqlite3 unread.db "delete from covered_runs where test > (select min(test) from covered_runs)"
suite=$(db 'select count(*) from tests where why is null')
"$harrier" report --out unread unread.db >/dev/null
browser_open "file://$PWD/unread/index.html#line-pouch.c:13"
browser_value 'document.querySelectorAll(".line.hit button, .line.part button").forEach(button => button.click())' >/dev/null
check "of how many tests lines are known is said wherever there is a number" browser_holds "
	const said = [...document.querySelectorAll('.about')].map(a => a.textContent).filter(text => /Run by [0-9n]/.test(text));
	return said.length && said.every(text => text.replace(/\u00a0/g, ' ').includes('known of 1 of $suite tests')) ? '' : said.join()"
check "tests that were not read are told as such" browser_holds "
	const lines = [...document.querySelectorAll('#tests-table tbody tr')].map(row => row.children[2].textContent);
	return lines.filter(text => text === 'not known').length === Math.min(lines.length, $suite) - 1 ? '' : lines.join()"

# --- while the campaign runs ---
cp out/campaign.db running.db
sqlite3 running.db "delete from operations; delete from rules; update campaign set value = 'no' where key = 'finished'"
check "a campaign that runs makes a page" "$harrier" report --out running running.db
browser_open "file://$PWD/running/index.html"
check "it says nothing of operations that the end may refute" browser_holds '
	const said = document.querySelector("#operations").textContent + document.querySelector("#overview").textContent + document.querySelector("#graph-section").textContent;
	return said.includes("never") || said.includes("normally") ? said : document.querySelectorAll(".unreached").length ? "struck out" : document.querySelectorAll("#operations-table tbody tr").length > 5'
check "nothing is written to the console" browser_is_quiet

# --- 5,000 functions ---
cp out/campaign.db large.db
db "select value from campaign where key = 'model'" | jq -c '[.operations[] | select(.name == "pouch_count")][0] as $one | .operations += [range(1; 5001) as $i | $one | .name = "large_\($i)"]' >large.json
sqlite3 large.db "update campaign set value = cast(readfile('large.json') as text) where key = 'model'"
sqlite3 large.db "
	with recursive n(i) as (select 1 union all select i + 1 from n where i < 5000)
	insert into covered_files (path, text, totals, lines, branches, functions) select 'large.c',
		(select group_concat('int large_' || i || '(int a)' || char(10) || '{' || char(10) || char(9) || 'return a ? ' || i || ' : 0;' || char(10) || '}', char(10)) from n), '7500/15000 2500/5000 5000/10000',
		(select group_concat((4 * i - 3) || '-' || (4 * i) || ':' || (i % 2), ' ') from n), (select group_concat((4 * i - 1) || '.9-' || (4 * i - 1) || '.10:' || (i % 2) || '/0', ' ') from n),
		(select group_concat((4 * i - 3) || '-' || (4 * i) || ':' || (i % 2) || ':' || (4 * (i % 2)) || '/4:' || (i % 2) || '/2 large_' || i, char(10)) from n);
	with recursive n(i) as (select 1 union all select i + 1 from n where i < 5000)
	insert into operations (name, calls, normal, refused, illegal, failures, hangs, why) select 'large_' || i, i, i % 2, 0, 0, 0, 0, case when i % 2 then null else 'why not' end from n;"
check "5,000 functions make a page" "$harrier" report --out large large.db
browser_open "file://$PWD/large/index.html"
check "it opens without making what is not looked at" browser_holds 'return document.querySelectorAll("*").length < 12000 ? "" : document.querySelectorAll("*").length'
check "they are operations, too, and in the graph" browser_holds 'return data.operations.length > 5000 && data.edges.length > 5000 && document.querySelectorAll("#graph .node").length > 100'
took=$(browser_value 'const t = performance.getEntriesByType("navigation")[0]; return Math.round(t.loadEventEnd)')
echo "# 5,000 functions: $(stat -c %s large/index.html) bytes, opened in $took ms"
browser_value 'document.querySelector("#functions-table .more button:last-child").click()' >/dev/null
check "all of them are there when asked for" browser_holds 'return document.querySelectorAll("#functions-table tbody tr").length > 5000'
check "nothing is written to the console" browser_is_quiet

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
