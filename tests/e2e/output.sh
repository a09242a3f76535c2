#!/bin/bash
# The output folder and the temporary ones, whatever happens to a run: another run in the same folder, signals, kill -9 at any moment, folders
# that cannot be written to, full disks. Full disks are small ones of memory, in a mount namespace of their own.
set -u
export LC_ALL=C

root=${HR_SOURCE_ROOT:-$(cd "$(dirname "$0")/../.." && pwd)}
harrier=$(realpath "$1")
top=$PWD
library=("$root/examples/shelf/shelf.h" "$root/examples/shelf/shelf.c")

export TMPDIR=$top/tmp XDG_CACHE_HOME=$top/cache
# how often a run is asked to end, and killed
signals=8 kills=12
[ "${HR_CHECK:-}" != all ] || signals=24 kills=50

# shellcheck source=check.inc.sh
. "$(dirname "$0")/check.inc.sh"

# gen SEED FOLDER [OPTION…]: 0 also where failures were found. What earlier runs learned is forgotten: it would make another suite.
gen() {
	local seed=$1 folder=$2
	shift 2
	rm -f "$folder/contracts.h"
	"$harrier" gen --certify=quick --sequences 300 --seed "$seed" --out "$folder" "$@" "${library[@]}"
	local code=$?
	[ $code -eq 1 ] || return $code
}

# is_suite FOLDER REFERENCE…: the suite in the folder is one of those, whole; the way to the library may be another one
is_suite() {
	local folder=$1 reference
	shift
	for reference; do
		if cmp -s "$folder/tests/test_shelf.c" "$reference/tests/test_shelf.c" &&
			diff -q -I '^root = ' "$folder/tests/Makefile" "$reference/tests/Makefile" >/dev/null; then
			return 0
		fi
	done
	echo "$folder is neither of $*"
	ls -lA "$folder" "$folder/tests"
	return 1
}

# nothing_left: no temporary directory, no unfinished build
nothing_left() {
	local left
	left=$(ls -A "$top/tmp"; find "$top/cache" -name 'making.*')
	[ -z "$left" ] || {
		echo "left: $left"
		return 1
	}
}

# no_process: nobody has a name of this place among his arguments; who looks must not have it, either
no_process() {
	local i
	echo "$top/" >pattern
	for ((i = 0; i < 600; i++)); do
		grep -slF -f pattern /proc/[0-9]*/cmdline >processes || return 0
		sleep 0.1
	done
	tr '\0' ' ' <"$(head -n 1 processes)"
	return 1
}

only() {
	[ "$(ls -A "$1")" = "$2" ] || {
		ls -lA "$1"
		return 1
	}
}

# only_ours FOLDER: nothing but what a run leaves there
only_ours() {
	[ -z "$(find "$1" -mindepth 1 -maxdepth 1 ! -name tests ! -name tests.written ! -name failures ! -name contracts.h ! -name campaign.db ! -name report)" ] || {
		ls -lA "$1"
		return 1
	}
}

# gone_or_ours FOLDER: it was not made, or has what a run leaves there
gone_or_ours() {
	[ ! -e "$1" ] || only_ours "$1"
}

# same FILE TEXT
same() {
	[ "$(cat "$1")" = "$2" ]
}

# silent FILE: there is nothing in it, or it says what went wrong
silent() {
	[ ! -s "$1" ] || {
		cat "$1"
		return 1
	}
}

differ() {
	! cmp -s "$1" "$2"
}

# lacks FOLDER NAME…: no file of such a name is below
lacks() {
	local folder=$1 name
	shift
	for name; do
		[ -z "$(find "$folder" -name "$name")" ] || {
			find "$folder"
			return 1
		}
	done
}

# full: what is tried in a namespace, where mounts are nobody else's business
full() {
	local size
	mkdir small || return 1
	mount -t tmpfs -o size=2m none small || return 1
	cp -r one small/out
	echo notes >small/out/tests/notes
	cat /dev/zero >small/fill 2>/dev/null
	gen 2 small/out >out.txt 2>&1
	check "output: a full disk is an error" [ $? -eq 4 ]
	check "output: it is named, and the folder" grep -qE "small/out.*: No space left on device" out.txt
	check "output: the old suite is there" is_suite small/out one
	check "output: the user's file, too" same small/out/tests/notes notes
	check "output: and nothing else" only_ours small/out
	truncate -s -8192 small/fill
	gen 2 small/out >out.txt 2>&1
	check "output: too little space is an error" [ $? -eq 4 ]
	check "output: the file that did not fit is named" grep -qE "small/out/.*: No space left on device" out.txt
	check "output: the old suite is there still" is_suite small/out one
	rm small/fill
	check "output: with space it works again" gen 2 small/out
	check "output: and makes its suite" is_suite small/out two
	mount -o remount,ro small
	gen 1 small/out >out.txt 2>&1
	check "output: a folder that is read-only is an error" [ $? -eq 4 ]
	check "output: and named" grep -q "cannot write to the folder 'small/out': Read-only file system" out.txt
	umount small
	for size in 16k 200k 800k; do
		mount -t tmpfs -o size=$size none small || return 1
		XDG_CACHE_HOME=$top/small gen 2 fresh >out.txt 2>&1
		check "cache of $size: a full disk is an error" [ $? -eq 4 ]
		check "cache of $size: it is named" grep -qE "$top/small/.*: No space left on device" out.txt
		check "cache of $size: nothing half-made stays" lacks small 'making.*' '*.tmp'
		check "cache of $size: no folder is made" [ ! -e fresh ]
		umount small
	done
	for size in 16k 64k; do
		mount -t tmpfs -o size=$size none small || return 1
		TMPDIR=$top/small gen 2 fresh >out.txt 2>&1
		check "TMPDIR of $size: a full disk is an error" [ $? -eq 4 ]
		check "TMPDIR of $size: it is named" grep -qE "$top/small/.*: No space left on device" out.txt
		check "TMPDIR of $size: nothing stays there" only small ""
		check "TMPDIR of $size: no folder is made, or what was found is in it" gone_or_ours fresh
		rm -rf fresh
		umount small
	done
}

if [ "${2:-}" = full ]; then
	full || check "small disks can be mounted" false
	echo "$passed $failed" >counts
	exit 0
fi

mkdir tmp cache
if ! gen 1 one >log 2>&1 || ! gen 2 two >log 2>&1; then
	cat log
	echo "0 passed, 1 failed"
	exit 1
fi
check "two seeds make two suites" differ one/tests/test_shelf.c two/tests/test_shelf.c
check "nothing but what is ours is in the folder" only_ours one
check "nothing is left of a run" nothing_left

# ---- files that tests make ----
cat >'count all.h' <<-'EOT'
	#include <stdio.h>
	/* Counts the bytes of the file at path. */
	int count_path(const char *path);
	int count_stream(FILE *stream);
EOT
cat >count.c <<-'EOT'
	#include "count all.h"
	#include <stdlib.h>
	#ifdef NOT_GCC
	typedef int pair __attribute__((ext_vector_type(2)));
	int count_pair(pair both) { return both.x + both.y; }
	#endif
	int count_stream(FILE *stream)
	{
		int n = 0;
	#ifdef ENDS
		exit(1);
	#endif
		while (stream && fgetc(stream) != EOF)
			n++;
		return n;
	}
	int count_path(const char *path)
	{
	#ifdef ENDS
		exit(1);
	#endif
		FILE *stream = fopen(path, "r");
		int n = stream ? count_stream(stream) : -1;
		if (stream)
			fclose(stream);
		return n;
	}
EOT
printf 'a = count_path(path("hello"))\nb = count_stream(stream("hello"))\nc = count_path(path("more"))\n' >count.seq
check "gen for a library of files" "$harrier" gen --certify=quick --out files --sequences 100 "count all.h" count.c -- -DNOT_GCC
check "its tests pass, with the compiler that compiles it" make -s -C files/tests
check "and leave nothing" nothing_left
check "gen where no call returns" "$harrier" gen --certify=quick --no-contract=exit --out files --sequences 100 "count all.h" count.c -- -DENDS
cp "$log" ended
check "says whose tests are there" grep -q '^  the tests in files/tests are those of an earlier run$' ended
"$harrier" replay --emit-c count.seq "count all.h" count.c >program.c
check "the program that does the same is compiled" cc -w -o program program.c count.c
check "it ends well" ./program
check "and leaves nothing" nothing_left

# ---- files of the user ----
cp -r one mine
echo notes >mine/notes
echo notes >mine/tests/notes.txt
ln -s nowhere mine/tests/link
check "gen into a folder with files of the user" gen 2 mine
check "the suite is the new one" is_suite mine two
check "the user's file is there" same mine/notes notes
check "beside the suite, too" same mine/tests/notes.txt notes
check "and the link" [ "$(readlink mine/tests/link)" = nowhere ]

# ---- two runs ----
"$harrier" gen --certify=quick --sequences 3000000 --out shared "${library[@]}" >/dev/null 2>&1 &
first=$!
for ((i = 0; i < 5000; i++)); do
	[ ! -s shared/.harrier.lock ] || break
	sleep 0.02
done
gen 1 shared >second.out 2>&1
code=$?
check "the second run is refused" [ $code -eq 4 ]
check "it names the first one" grep -q "another run of harrier (process $first) writes to 'shared'" second.out
kill -TERM $first
wait $first
check "SIGTERM ends the first one" [ $? -eq 143 ]
check "the folder is gone, or has what is ours" gone_or_ours shared
check "nothing is left of either" nothing_left
check "the folder can be used" gen 1 shared

# ---- signals ----
for ((round = 0; round < signals; round++)); do
	rm -rf cache/*
	signal=TERM code=143
	[ $((round % 2)) -eq 0 ] || signal=INT code=130
	# a shell without a terminal starts what is behind & deaf to SIGINT
	env --default-signal=INT "$harrier" gen --certify=quick --sequences 3000000 --out asked "${library[@]}" >asked.out 2>&1 &
	run=$!
	# as long as it is not Harrier, it is deaf
	for ((i = 0; i < 6000; i++)); do
		[ "$(cat /proc/$run/comm)" != harrier ] || break
		sleep 0.01
	done
	sleep "$(printf '0.%02d' $((round * 84 / signals)))"
	kill -$signal $run
	wait $run
	ended=$?
	if [ $ended -ne $code ] || ! nothing_left >log || ! gone_or_ours asked >>log; then
		echo "round $round ($signal): ended with $ended"
		cat asked.out log
	fi >>signals
	rm -rf asked
done
check "asked to end at any moment, a run ends in order" silent signals
check "no process of it is left" no_process

# ---- kill -9 ----
cp -r one killed
for ((round = 0; round < kills; round++)); do
	rm -f killed/contracts.h
	# not by the function: that would be a shell of its own
	"$harrier" gen --certify=quick --sequences 300 --seed $((round % 2 + 1)) --out killed "${library[@]}" >killed.out 2>&1 &
	run=$!
	sleep "0.$(printf %03d $((RANDOM % 900)))"
	kill -KILL $run
	wait $run
	is_suite killed one two >>kills 2>&1 || echo "round $round" >>kills
done 2>/dev/null
check "killed at any moment, a run leaves the old suite or the new one" silent kills
check "no process is left of them" no_process
check "the next run works" gen 2 killed
check "and makes its suite" is_suite killed two
check "and leaves nothing of the killed ones in the folder" only_ours killed
check "nor elsewhere" nothing_left

# ---- folders that cannot be written to ----
echo file >file
gen 1 file >bad.out 2>&1
check "a file is no folder" [ $? -eq 4 ]
check "and is named" grep -q "cannot make the folder 'file'" bad.out
check "and is left alone" grep -q file file

if unshare -rm true 2>/dev/null; then
	unshare -rm "$0" "$harrier" full
	read -r more worse <counts
	passed=$((passed + more))
	failed=$((failed + worse))
else
	echo "ok - full disks # SKIP no namespace can be made here"
fi

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
