#!/bin/bash
# How far a short campaign reaches: nearly every operation of the example libraries returns normally, and nearly all calls are legal.
set -u
export LC_ALL=C

root=${HR_SOURCE_ROOT:-$(cd "$(dirname "$0")/../.." && pwd)}
harrier=$1
passed=0
failed=0

# reach NAME PER CENT CALLS HEADER SOURCE…: so many of the operations return normally; of the calls of each, 90 % are legal on average
reach() {
	local name=$1 wanted=$2 calls=$3
	shift 3
	"$harrier" gen --certify=quick --json --calls "$calls" --seed 1 --tests 1 --out "$PWD/$name" --header "$@" >"$name.json" 2>"$name.errors"
	if [ $? -le 1 ] && jq -e ".returned * 100 >= .operations * $wanted and .legal >= 0.9" "$name.json" >/dev/null; then
		passed=$((passed + 1))
		echo "ok - $name"
	else
		failed=$((failed + 1))
		echo "not ok - $name"
		jq -c '{operations, returned, legal, sequences, calls}' "$name.json" 2>/dev/null | sed 's/^/# /'
		tail -n 5 "$name.errors" | sed 's/^/# /'
	fi
}

seeded=$root/examples/seeded
reach shelf 90 60000 "$root/examples/shelf/shelf.h" "$root/examples/shelf/shelf.c"
reach treemap 100 60000 "$root/examples/containers/treemap.h" "$root/examples/containers/treemap.c"
reach hold 95 100000 "$seeded/hold/hold.h" "$seeded"/hold/{heap,list,map,ring}.c
reach relay 95 100000 "$seeded/relay/relay.h" "$seeded"/relay/{channels,listeners,relay}.c
reach quill 90 60000 "$seeded/quill/quill.h" "$seeded"/quill/{ini,ini_text,number,text,tokens,words}.c

# ---- numbers that are checked at once: by chance all three are right in a few calls of a hundred

cat >dial.h <<'END'
int dial_set(int level, int tone, int force); /* 0, or -1 when a number is out of range */
END
cat >dial.c <<'END'
#include "dial.h"

static int sum;

int dial_set(int level, int tone, int force)
{
	if (level < 11 || level > 19 || tone < 30 || tone > 34 || force < 300 || force > 550)
		return -1;
	sum += level + tone + force;
	return 0;
}
END
"$harrier" gen --certify=quick --calls 3000 --seed 1 --tests 1 --out dial --header dial.h dial.c >/dev/null 2>dial.errors
if [ "$(sqlite3 dial/campaign.db "select normal * 3 > calls and refused > 0 from operations where name = 'dial_set'")" = 1 ]; then
	passed=$((passed + 1))
	echo "ok - numbers that are not refused in a third of the calls, and some that are"
else
	failed=$((failed + 1))
	echo "not ok - numbers that are not refused in a third of the calls, and some that are"
	sqlite3 dial/campaign.db 'select * from operations' | sed 's/^/# /'
fi

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
