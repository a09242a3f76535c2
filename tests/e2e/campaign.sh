#!/bin/bash
# Campaigns: a bug is found, classed, confirmed and written down, and its fixed twin is not blamed; the same seed and budget of calls find the
# same, however many workers there are; a campaign that is interrupted or killed keeps what it has and can be resumed; failures are replayed by
# number.
set -u
export LC_ALL=C

harrier=$(realpath "$1")
top=$PWD
export XDG_CACHE_HOME=$top/cache TMPDIR=$top/tmp
mkdir -p "$TMPDIR"

# shellcheck source=check.inc.sh
. "$(dirname "$0")/check.inc.sh"

# is CODE COMMAND…: the command ends with this exit code
is() {
	local code=$1
	shift
	"$@"
	local ended=$?
	[ $ended -eq "$code" ] || {
		echo "ended with $ended"
		return 1
	}
}

# query FOLDER SQL
query() {
	sqlite3 -readonly "$1/campaign.db" "$2"
}

cat >ring.h <<'END'
#include <stddef.h>
/* A ring of numbers. */
typedef struct ring ring;
/* Makes a ring for up to size numbers, 1 to 1000; NULL when it cannot. */
ring *ring_new(size_t size);
/* Frees the ring. NULL is fine. */
void ring_free(ring *ring);
/* Adds a number; returns 0, or -1 when the ring is full. */
int ring_put(ring *ring, int number);
/* Takes the oldest number into *number; returns 0, or -1 when the ring is empty. */
int ring_take(ring *ring, int *number);
/* How many numbers are in it. */
size_t ring_count(const ring *ring);
END
# The bug: the last place is one too far.
cat >ring.c <<'END'
#include "ring.h"
#include <stdlib.h>
struct ring { size_t size, count, first; int *numbers; };
ring *ring_new(size_t size)
{
	ring *ring = size && size <= 1000 ? calloc(1, sizeof *ring) : NULL;
	if (!ring)
		return NULL;
	ring->size = size;
	ring->numbers = calloc(size, sizeof *ring->numbers);
	if (!ring->numbers) {
		free(ring);
		return NULL;
	}
	return ring;
}
void ring_free(ring *ring)
{
	if (ring)
		free(ring->numbers);
	free(ring);
}
int ring_put(ring *ring, int number)
{
	if (!ring || ring->count == ring->size)
		return -1;
	ring->numbers[(ring->first + ring->count++) % (ring->size + BUG)] = number;
	return 0;
}
int ring_take(ring *ring, int *number)
{
	if (!ring || !number || !ring->count)
		return -1;
	*number = ring->numbers[ring->first];
	ring->first = (ring->first + 1) % ring->size;
	ring->count--;
	return 0;
}
size_t ring_count(const ring *ring)
{
	return ring ? ring->count : 0;
}
END
library=(--header ring.h ring.c -- -DBUG=1)
twin=(--header ring.h ring.c -- -DBUG=0)

# ---- found, and not found ----
check "the bug is found: exit code 1" is 1 "$harrier" gen --certify=quick --calls 60000 --out bug "${library[@]}"
cp log summary
check "the summary has its class and its kind" grep -Eq '^    #1 (certain|likely), ring_put: heap-buffer-overflow' summary
check "and how far it got" grep -Eq '^  reach: 5 of 5 operations returned normally' summary
folder=$(find bug/failures -maxdepth 1 -name '01-overflow-ring_put')
check "there is a folder for it" [ -n "$folder" ]
check "its programs are compiled" make -s -C "$folder" build
check "its neighbour passes" env ASAN_OPTIONS=detect_leaks=0 "$folder/neighbour"
check "its test fails" is 2 make -s -C "$folder" check
cp log report
check "as it did" grep -q 'AddressSanitizer: heap-buffer-overflow' report
check "on the twin it passes" make -s -B -C "$folder" CFLAGS='-g -fsanitize=address -UBUG -DBUG=0' check
check "the regression tests pass" make -s -C bug/tests
check "the same as JSON" is 1 "$harrier" gen --certify=quick --json --calls 40000 --seed 7 --jobs 1 --out jobs1 "${library[@]}"
cp log json.txt
check "which has the failure" jq -e '.failures | length == 1 and .[0].operation == "ring_put" and .[0].way == "overflow"' json.txt
check "replayed by its number" is 1 "$harrier" replay 1 --out bug "${library[@]}"
cp log replayed
check "it is the same failure" grep -q 'heap-buffer-overflow: writes 4 bytes' replayed
check "a number that nobody has" is 3 "$harrier" replay 99 --out bug "${library[@]}"
check "the twin is not blamed" is 0 "$harrier" gen --certify=quick --calls 60000 --out bug "${twin[@]}"
check "a folder of failures goes when they are gone" [ ! -e bug/failures ]

# ---- contracts that are not asked for ----
check "overflows can be left alone" is 0 "$harrier" gen --certify=quick --calls 60000 --no-contract=overflow --no-contract=size --out none "${library[@]}"

# ---- the same again ----
# contents FOLDER: of the database, but for times
contents() {
	query "$1" "select key, value from campaign where key not like 'seconds%' order by key"
	query "$1" 'select id, hash, text, outcome, new_edges from sequences'
	query "$1" 'select id, sequences, calls, edges, failures from progress'
	query "$1" 'select * from rules'
	query "$1" 'select id, cause, class, way, operation, summary, reasons, sequence, original, neighbour, difference, report, confirmed, seen from failures'
	query "$1" 'select * from operations'
}
"$harrier" gen --certify=quick --calls 40000 --seed 7 --jobs 3 --out jobs3 "${library[@]}" >/dev/null 2>&1
contents jobs1 >jobs1.txt
contents jobs3 >jobs3.txt
check "three workers find what one finds" diff -r -x campaign.db -x report jobs1 jobs3
check "and keep the same" cmp jobs1.txt jobs3.txt
"$harrier" gen --certify=quick --calls 40000 --seed 8 --out seed "${library[@]}" >/dev/null 2>&1
contents seed >seed.txt
check "another seed does something else" [ "$(cmp -s jobs1.txt seed.txt; echo $?)" -eq 1 ]

# Sequences that take some tens of milliseconds and objects that hold streams: neither the clock nor what the worker keeps of a file may count.
mkdir slow
cat >slow/slow.h <<'END'
struct slow;
struct slow *slow_open(const char *path);
/* A number of rounds. */
int slow_turn(struct slow *slow, unsigned rounds);
void slow_close(struct slow *slow);
END
cat >slow/slow.c <<'END'
#include "slow.h"
#include <stdio.h>
#include <stdlib.h>
struct slow { FILE *file; unsigned long sum; };
static volatile unsigned long late;
static void work_late(void)
{
	for (unsigned long i = 0; i < late % 16 * 500000; i++)
		late ^= 0;
}
struct slow *slow_open(const char *path)
{
	struct slow *slow = calloc(1, sizeof *slow);
	if (slow)
		slow->file = fopen(path, "r");
	if (!late++)
		atexit(work_late);
	return slow;
}
int slow_turn(struct slow *slow, unsigned rounds)
{
	for (unsigned long i = 0; i < (rounds % 64) * 100000ul; i++)
		slow->sum += i ^ slow->sum >> 3;
	if (slow->sum % 7 == 3)
		return slow->file && fgetc(slow->file) == 'a' ? 2 : 1;
	return 0;
}
void slow_close(struct slow *slow)
{
	if (slow && slow->file)
		fclose(slow->file);
	free(slow);
}
END
for jobs in 1 3; do
	"$harrier" gen --certify=quick --calls 20000 --seed 3 --jobs $jobs --out slow$jobs slow/slow.h slow/slow.c >/dev/null 2>&1
	contents slow$jobs >slow$jobs.txt
done
check "some are slow" [ "$(query slow1 'select sum(hangs) from operations')" -gt 0 ]
check "what is slow repeats" diff -r -x campaign.db -x report slow1 slow3
check "all of it" cmp slow1.txt slow3.txt

# ---- resumed ----
check "a short run" "$harrier" gen --certify=quick --sequences 400 --out resumed "${twin[@]}"
edges=$(query resumed 'select max(edges) from progress')
kept=$(query resumed 'select count(*) from sequences')
# as the version before left it
sqlite3 resumed/campaign.db "drop table tests; drop table coverage; drop table failure_texts; drop table suite_files; drop table covered_files; drop table covered_runs; drop table mutants; pragma user_version = 2"
check "is resumed" "$harrier" gen --certify=quick --resume --sequences 400 --out resumed "${twin[@]}"
check "twice" "$harrier" gen --certify=quick --resume --sequences 400 --out resumed "${twin[@]}"
check "all sequences are counted" [ "$(query resumed "select value from campaign where key = 'sequences'")" -eq 1200 ]
check "and all runs" [ "$(query resumed "select value from campaign where key = 'runs'")" -eq 3 ]
check "no edge is lost" [ "$(query resumed 'select edges from progress order by id desc limit 1')" -ge "$edges" ]
check "nor is a sequence kept twice" [ "$(query resumed 'select count(distinct hash) = count(*) from sequences')" -eq 1 ]
check "what was kept is there" [ "$(query resumed 'select count(*) from sequences')" -ge "$kept" ]
mv jobs1 again
check "a failure that was found is there after resuming" is 1 "$harrier" gen --certify=quick --resume --sequences 100 --out again "${library[@]}"
check "with its number" [ "$(query again "select id from failures where way = 'overflow'")" -eq 1 ]
cp ring.h other.h
sed 's/ring.h/other.h/' ring.c >other.c
check "the campaign of another library is not resumed" is 3 "$harrier" gen --certify=quick --resume --out again --header other.h other.c -- -DBUG=0
check "nor harmed" [ "$(query again 'select count(*) from failures')" -ge 1 ]

# until FOLDER SECONDS: has kept what it found so many seconds after it began; a busy machine may take its time
until_kept() {
	local i
	for ((i = 0; i < 3000; i++)); do
		[ "$(query "$1" "select count(*) from progress where at >= $2" 2>/dev/null || echo 0)" -eq 0 ] || return 0
		sleep 0.1
	done
	return 1
}

# ---- interrupted ----
# a shell without a terminal starts what is behind & deaf to SIGINT
env --default-signal=INT "$harrier" gen --certify=quick --budget 10m --out asked "${library[@]}" >asked.out 2>&1 &
run=$!
check "a campaign keeps what it finds" until_kept asked 1
check "others read while a campaign runs" query asked 'select count(*) from sequences'
kill -INT $run
wait $run
check "asked to end, it ends by the signal" [ $? -eq 130 ]
check "and says so" grep -q 'the search was interrupted; --resume goes on with it' asked.out
check "tests were written" make -s -C asked/tests
check "failures, too" [ -d asked/failures ]
check "the campaign is not finished" [ "$(query asked "select value from campaign where key = 'finished'")" = no ]
check "it is resumed" is 1 "$harrier" gen --certify=quick --resume --sequences 100 --out asked "${library[@]}"
check "and is finished then" [ "$(query asked "select value from campaign where key = 'finished'")" = yes ]

# ---- killed ----
"$harrier" gen --certify=quick --budget 10m --out killed "${twin[@]}" >/dev/null 2>&1 &
run=$!
check "a campaign goes on keeping it" until_kept killed 2
kept=$(query killed 'select count(*) from progress')
kill -KILL $run
wait $run 2>/dev/null
check "killed, it lost nothing of that" [ "$(query killed 'select count(*) from progress')" -ge "$kept" ]
check "it is resumed" is 0 "$harrier" gen --certify=quick --resume --sequences 100 --out killed "${twin[@]}"
check "and leaves one file" [ -z "$(find killed -name 'campaign.db-*')" ]

check "no temporary directory stays" [ -z "$(ls -A "$TMPDIR")" ]
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
