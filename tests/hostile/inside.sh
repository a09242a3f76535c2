#!/bin/bash
# The part of tests/e2e/hostile.sh that is inside of the namespaces, as the first process there: inside.sh SCRATCH NAME PATTERN [WRAPPER…]
#
# Makes all but SCRATCH read-only, runs the sequences of SCRATCH/data/*.expected in SCRATCH/NAME, by the wrapper when there is one, and writes
# a line "ok - …" or "not ok - …" for each to SCRATCH/NAME/results. Never started outside of tests/e2e/hostile.sh.
set -u
scratch=$1 name=$2 pattern=$3
shift 3
wrapper=("$@")
if [ $$ -ne 1 ]; then
	echo "inside.sh: not the first process of a namespace" >&2
	exit 2
fi
place=$scratch/$name
world=$place/world
arm='hostile_arm("I am in a throwaway namespace")'

# files that are open for writing keep what they are on from becoming read-only: first the mount, then the output
mount --make-rprivate / 2>/dev/null
mount --bind "$scratch" "$scratch" || exit
cd "$place" || exit
exec >"$place/results" 2>&1

ok() {
	echo "ok - $1"
}
not_ok() { # NAME DETAIL…
	echo "not ok - $1"
	shift
	printf '# %s\n' "$@"
}

# ---- the world

mount -t proc proc /proc 2>/dev/null || echo '# no process file system of its own'
while read -r point; do
	case $point in
	"$scratch" | /proc | /dev | /dev/pts) ;;
	*) mount -o remount,bind,ro "$point" 2>/dev/null ;;
	esac
done < <(awk '{ print $5 }' /proc/self/mountinfo)
if (: >"/hostile-test.$$") 2>/dev/null; then
	rm -f "/hostile-test.$$"
	not_ok 'all but the scratch folder is read-only'
	exit 1
fi
ip link set lo up 2>/dev/null

mkdir -p "$place"/{tmp,home,cache,sequences,run} "$world"/{canaries,folders}
export TMPDIR=$place/tmp HOME=$place/home XDG_CACHE_HOME=$place/cache
cp -r "$scratch/cache" "$place/"

# entries: one line each, four fields separated by the character 1 (read joins tabs)
cat "$scratch"/data/*.expected | grep -v -e '^#' -e '^$' | grep -E -e "$pattern" | grep -v -E -e "^${HOSTILE_LEFT_OUT:-none} " |
	awk -F ' +[|] +' -v OFS='\001' '{ print $1, $2, $3, $4 }' >"$place/entries"
number=0
while IFS=$'\001' read -r calls _; do
	number=$((number + 1))
	id=$(printf %03d "$number")
	echo "a file of somebody else's, $id" >"$world/canaries/$id"
	mkdir "$world/folders/$id"
	calls=${calls//@FILE/$world/canaries/$id}
	calls=${calls//@FOLDER/$world/folders/$id}
	printf '%s\n%s\n' "$arm" "${calls//; /$'\n'}" >"$place/sequences/$id.in"
done <"$place/entries"
ln -s canaries/001 "$world/link"
cp "$scratch/data/innocent.in" "$place/sequences/"
echo 'r = constructed()' >"$place/sequences/constructed.seq"
[ ${#wrapper[@]} -eq 0 ] || chown -R 65534:65534 "$place" 2>/dev/null

# Everything that could be touched: names, kinds, modes, owners, sizes, times, links, contents.
snapshot() {
	(cd "$place" && find world sequences home tmp -printf '%p %y %m %U:%G %s %T@ %l\n' | sort &&
		find world sequences -type f -exec sha256sum {} + | sort -k 2) 2>&1
}

# Processes other than this one and its current children.
survivors() {
	local process
	for process in /proc/[0-9]*; do
		process=${process#/proc/}
		if [ "$process" -eq 1 ] || [ "$process" -eq "$BASHPID" ]; then
			continue
		fi
		[[ $(sed 's/.*) //' "/proc/$process/stat" 2>/dev/null) == [RSDTt]* ]] || continue
		tr '\0' ' ' <"/proc/$process/cmdline" 2>/dev/null | sed "s/^/$process /; s/\$/\n/"
	done
}

# replay FILE.seq…: --json to $place/json, the time each took to $place/times. The engine's own number takes the place of @ENGINE.
cat >"$place/start.sh" <<'START'
place=$1
shift
for file in "$place"/sequences/*.in; do
	name=${file##*/}
	sed "s/@ENGINE/$$/g" "$file" >"$place/run/${name%.in}.seq"
done
exec stdbuf -oL "$@"
START
replay() {
	local line last now
	last=${EPOCHREALTIME/./}
	timeout 2500 "${wrapper[@]}" bash "$place/start.sh" "$place" "$scratch/bin/harrier" replay --json --timeout 10 "$@" \
		--header "$scratch/library/hostile.h" "$scratch"/library/*.c -- -D_GNU_SOURCE -lm \
		2>"$place/errors" | while IFS= read -r line; do
		printf '%s\n' "$line" >>"$place/json"
		if [ "$line" = '}' ]; then
			now=${EPOCHREALTIME/./}
			echo "$(((now - last) / 1000))" >>"$place/times"
			last=$now
		fi
	done
	return "${PIPESTATUS[0]}"
}

# verdicts: one line for each object of $place/json: name, status, explanation (or result), and the whole of an innocent one
verdicts() {
	jq -r '[(.sequence | sub(".*/"; "") | sub("[.]seq$"; "")), .status,
		(if .fault then .fault.message + " in " + ([.fault.stack[].function] | join(" ")) + " "
			+ (.fault.library_function // "")
		else .statements[-1] | "= \(.value // "") errno \(.errno // "")" end),
		(del(.sequence) | tojson)] | join("\u0001")' "$place/json"
}

# ---- libraries that misbehave while they are loaded

# construct LIBRARY: exit code and what is said, in one line
construct() {
	local said
	said=$(timeout 1200 "${wrapper[@]}" "$scratch/bin/harrier" replay "$place/sequences/constructed.seq" \
		--header "$scratch/library/constructors/constructors.h" "$scratch/library/constructors/$1.c" -- \
		-DHOSTILE_ARMED "-DHOSTILE_FILE=\"$world/canaries/001\"" 2>&1 </dev/null)
	printf '%s\001%s\n' $? "${said//$'\n'/ }" >"$place/constructor.$1"
}

# The one that takes ten seconds of the processor's time does so beside everything else, and, like sequences that only the engine's clock ends, in
# one of the two runs only
grep -v -e '^#' -e '^$' "$scratch/data/constructors.list" | grep -E -e "$pattern" | grep -v -E -e "^${HOSTILE_LEFT_OUT:-none} " |
	awk -F ' +[|] +' -v OFS='\001' '{ print $1, $2, $3 }' >"$place/constructors"
if grep -q ^loop "$place/constructors"; then
	construct loop &
fi

# ---- the runs

: >"$place/json"
: >"$place/times"
replay "$place/run/innocent.seq"
alone=$(verdicts | cut -d $'\001' -f 4)
if [ -z "$alone" ]; then
	not_ok 'the innocent sequence alone' "$(head -c 2000 "$place/errors")"
	exit 1
fi
before=$(snapshot)
echo "# $(grep -c . "$place/entries") sequences"

# until every sequence was run: an engine that does not survive one goes on with the next
begun=0
: >"$place/all"
while [ "$begun" -lt "$number" ]; do
	files=()
	for ((i = begun + 1; i <= number; i++)); do
		files+=("$place/run/$(printf %03d "$i").seq" "$place/run/innocent.seq")
	done
	: >"$place/json"
	: >"$place/times"
	replay "${files[@]}"
	code=$?
	paste -d $'\001' <(verdicts) "$place/times" >>"$place/all"
	done=$(($(wc -l <"$place/times") / 2))
	begun=$((begun + done))
	if [ "$begun" -lt "$number" ]; then
		begun=$((begun + 1))
		printf '%03d\001%s\001%s\001\001%s\n%s\001%s\001%s\001%s\001%s\n' "$begun" ended \
			"the engine ended, code $code: $(head -c 500 "$place/errors" | tr '\n' ' ')" 0 \
			innocent normal '' "$alone" 0 >>"$place/all"
	fi
done

# ---- what came of them

most_ms=600000 # of a busy machine; the first one has the start of the engine in it
exec 3<"$place/entries" 4<"$place/all"
while IFS=$'\001' read -r calls status words _ <&3 && IFS=$'\001' read -r got_id got_status got_words _ got_ms <&4 &&
	IFS=$'\001' read -r next_id next_status next_words next_all _ <&4; do
	if ! [[ $got_status =~ ^($status)$ ]]; then
		not_ok "$calls" "$got_id: $got_status instead of $status: $got_words"
	elif ! grep -Eq -e "$words" <<<"$got_words"; then
		not_ok "$calls" "$got_id: $got_status, but not with '$words': $got_words"
	elif [ "$next_id" != innocent ] || [ "$next_all" != "$alone" ]; then
		not_ok "$calls" "$got_status; then the innocent sequence is $next_status $next_words" \
			"$(diff <(tr ',' '\n' <<<"$alone") <(tr ',' '\n' <<<"$next_all") | head -n 10 | tr '\n' ' ')"
	elif [ "$got_ms" -gt $most_ms ]; then
		not_ok "$calls" "it took $got_ms ms"
	else
		ok "$calls: $got_status"
	fi
done
awk -F '\001' '{ n++; sum += $5; if ($5 > most) { most = $5; which = $1 } }
	END { printf "# %d sequences in %.1f s; the longest took %.1f s: %s\n", n, sum / 1000, most / 1000, which }' "$place/all"

exec 5<"$place/constructors"
while IFS=$'\001' read -r library code words <&5; do
	if [ "$library" = loop ]; then
		wait
	else
		construct "$library"
	fi
	IFS=$'\001' read -r got_code said <"$place/constructor.$library"
	if [ "$got_code" -eq "$code" ] && grep -Eq -e "$words" <<<"$said"; then
		ok "constructor: $library"
	else
		not_ok "constructor: $library" "code $got_code instead of $code, '$words': $said"
	fi
done

for ((i = 0; i < 600; i++)); do
	left=$(survivors)
	[ -n "$left" ] || break
	sleep 0.1
done
if [ -z "$left" ]; then
	ok 'no process is left'
else
	not_ok 'no process is left' "$left"
fi
after=$(snapshot)
if [ "$before" = "$after" ]; then
	ok 'no file was touched'
else
	not_ok 'no file was touched' "$(diff <(echo "$before") <(echo "$after") | head -n 20)"
fi
