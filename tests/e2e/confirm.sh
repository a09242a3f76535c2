#!/bin/bash
# From failing sequences to confirmed failures: for each way to fail, a bug of examples/seeded is planted, and a sequence that shows it among other calls is
# minimised, written as plain C, and confirmed with the sanitizers of gcc and clang. Then somebody who has only the folder of the failure compiles it: with the
# bug it fails, its neighbour passes, and on the fixed twin it passes. Output is TAP, with a last line "N passed, N failed".
set -u
export LC_ALL=C
harrier=$(realpath "$1")
root=$(cd "$(dirname "$0")/../.." && pwd)
scratch=$PWD
export XDG_CACHE_HOME=$scratch/cache
passed=0 failed=0

# Every way, with both compilers, takes two minutes: that is for `make check-all` (HR_CHECK=all).
libraries=relay thorough=()
[ "${HR_CHECK:-}" != all ] || libraries='hold quill relay' thorough=(--thorough)

# check NAME COMMAND…
check() {
	local name=$1
	shift
	if "$@" >check.log 2>&1; then
		passed=$((passed + 1))
		echo "ok $((passed + failed)) - $name"
	else
		failed=$((failed + 1))
		echo "not ok $((passed + failed)) - $name"
		head -n 40 check.log | sed 's/^/#   /'
	fi
}

# Library, bug, folder, the most statements that are left, and calls that show it beside others.
cases='
hold ring-put overflow-hold_ring_put 4 ring = hold_ring_new(9); other = hold_list_new(); hold_ring_write(ring, "abcdefghi", 9); hold_list_append(other, 5); hold_ring_skip(ring, 3); hold_ring_put(ring, 100); hold_ring_free(ring)
hold ring-percent arithmetic-hold_ring_percent 2 a = hold_list_new(); hold_list_append(a, 3); ring = hold_ring_new(0); hold_ring_percent(ring); hold_ring_free(ring)
hold map-recent dead-hold_map_get 5 m = hold_map_new(); hold_map_put(m, "one", "1"); hold_map_put(m, "sky", "blue"); hold_map_get(m, "sky"); hold_map_count(m); hold_map_remove(m, "sky"); hold_map_get(m, "other"); hold_map_free(m)
hold map-clear free-hold_map_free 4 m = hold_map_new(); hold_map_put(m, "one", "1"); hold_map_set_default(m, "none"); hold_map_clear(m); hold_map_free(m)
hold heap-free leak-hold_heap_set_label 3 h = hold_heap_new(); hold_heap_push(h, 3, 4); hold_heap_set_label(h, "some long label"); hold_heap_count(h); hold_heap_free(h)
hold heap-peek null-hold_heap_peek 1 h = hold_heap_new(); hold_heap_push(h, 3, 4); hold_heap_peek(NULL, NULL); hold_heap_free(h)
quill unescape overflow-quill_unescape 1 quill_count("abc", "b"); quill_unescape("one two three\\")
quill ini-parse leak-quill_ini_parse 2 s = new (quill_ini *); quill_ini_parse("[section]\nkey = value\nnonsense\n", s)
quill count-empty hang-quill_count 1 quill_print_int(3); quill_count("abc", "")
relay empty-message abort-relay_feed_line 3 c = relay_new(); relay_set_timeout(c, 5); relay_open(c); relay_feed_line(c, "DATA"); relay_free(c)
relay unlisten dead-relay_close 5 c = relay_new(); relay_timeout(c); l = relay_listen(c, callback(), NULL); relay_unlisten(l); relay_open(c); relay_close(c); relay_free(c)
'

# twins LIBRARY: with all its bugs, and without
twins() {
	"$root/examples/seeded/plant.sh" "$1" "$scratch/$1" && "$root/examples/seeded/plant.sh" "$1" "$scratch/$1-fixed" none &&
		rm -f "$scratch/$1"{,-fixed}/{test,witnesses}.c
}

# minimise LIBRARY: all its cases at once; what it prints goes to LIBRARY.log
minimise() {
	"$harrier" minimize "${thorough[@]}" --out "$scratch/$1.out" "$scratch/$1"-*.seq --header "$scratch/$1/$1.h" "$scratch/$1"/*.c \
		>"$scratch/$1.log" 2>"$scratch/$1.errors" || { cat "$scratch/$1".{errors,log} && return 1; }
}

# statements LIBRARY BUG: how many are left
statements() {
	awk -v file="$1-$2.seq" '/^== / { is_it = index($2, file) } is_it && !/^(==|#)/ { count++ } END { print count + 0 }' "$1.log"
}

# run_in FOLDER COMMAND…: with the options that its Makefile gives
run_in() {
	local options
	options=$(sed -n 's/^export ASAN_OPTIONS = //p' "$1/Makefile")
	(cd "$1" && shift && ASAN_OPTIONS=$options timeout 600 "$@")
}

# fails FOLDER / passes FOLDER: what was built
fails() {
	! run_in "$1" ./test
}
passes() {
	[ ! -e "$1/neighbour" ] || run_in "$1" ./neighbour
}

# fixed FOLDER LIBRARY: the same test without the bug
fixed() {
	sed "s,$scratch/$2/,$scratch/$2-fixed/,g" "$1/test.c" >fixed.c &&
		gcc -w -g -fsanitize=address,undefined -fno-sanitize-recover=all -o "$1/fixed" fixed.c "$2-fixed"/*.c &&
		run_in "$1" ./fixed
}

while read -r library bug _ _ calls; do
	[[ -z $library || " $libraries " != *" $library "* ]] || printf '%s\n' "${calls//; /$'\n'}" >"$library-$bug.seq"
done <<<"$cases"
for library in $libraries; do
	check "$library: planted" twins "$library"
	check "$library: minimised and confirmed" minimise "$library"
done
while read -r library bug folder most _; do
	[[ -n $library && " $libraries " == *" $library "* ]] || continue
	left=$(statements "$library" "$bug")
	folder=$(echo "$library.out/failures/"*-"$folder")
	check "$library: $bug has a folder, ${folder##*/}" [ -d "$folder" ]
	check "$library: $bug takes at most $most statements, not $left" [ "$left" -le "$most" ]
	check "$library: $bug has a report" [ -s "$folder/report.txt" ]
	case $bug in # the folders are built as these were to be confirmed: a few will do
	ring-put | heap-free | ini-parse | empty-message) ;;
	*) continue ;;
	esac
	check "$library: $bug builds" make -s -C "$folder" CC=gcc build
	check "$library: $bug fails" fails "$folder"
	check "$library: $bug has a neighbour that passes" passes "$folder"
	check "$library: $bug passes on the fixed twin" fixed "$folder" "$library"
done <<<"$cases"

# the same again writes the same
if [ "${HR_CHECK:-}" = all ]; then
	cp -R relay.out before
	check "again: minimised" minimise relay
	rm -f {before,relay.out}/failures/*/{test,neighbour,fixed,*.o}
	check "again: the same folders" diff -r before/failures relay.out/failures
fi

# what does not fail is told
does_not_fail() {
	echo 'c = relay_new()' >fine.seq
	[[ $("$harrier" minimize --confirm fine.seq --header relay/relay.h relay/*.c | tail -n 1) == "# does not fail"* ]]
}
check "a sequence that does not fail" does_not_fail

echo "1..$((passed + failed))"
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
