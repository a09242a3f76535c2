#!/bin/sh
# Does score.sh count right? Tiny truths and facts of its own.
set -u
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d) || exit
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit
failures=0

expect() { # WHAT EXIT-CODE WORDS…: the last output has to have the words
	what=$1 wanted=$2
	shift 2
	[ "$code" -eq "$wanted" ] || { echo "$what: exit code $code" && failures=$((failures + 1)); }
	for words; do
		tr -s ' \t' ' ' <out | grep -qF -e "$words" || { echo "$what: no '$words' in:" && cat out && failures=$((failures + 1)); }
	done
}

score() {
	"$here/score.sh" "$@" >out 2>&1
	code=$?
}

cat >a.facts <<'END'
# a comment
f  p  effect=safe freed=no stored=a,result null=?   # the reason
f  q  effect=read_write deref=some|always
f  -  constants=1,2 asserts=n>0||m
g  s.next_in  buffer=avail_in:length:bytes
h  p  effect=unknown
i  new|q  index=old|p
END
printf '%s\t%s\t%s\t%s\n' f p effect safe f p freed yes f p stored result,a f p null crash f q effect unknown f q deref always \
	f - constants 3,2,1 f - asserts 'n > 0 || m' g type.next_in buffer avail_in:length:bytes h p effect safe z p effect safe i q index p >a.tsv

score a.facts a.tsv
expect counts 0 'a effect 2 1 1 100.0 50.0' 'a freed 1 1 0 0.0 0.0' 'a stored 1 1 1' 'a deref 1 1 1' 'a constants 1 1 1' 'a asserts 1 1 1' \
	'a buffer 1 1 1' 'a index 1 1 1' 'total 9 8 7 87.5 77.8'
score -v a.facts a.tsv
expect wrong 0 'wrong a: f p freed: yes instead of no # the reason'
score -vv --attributes effect a.facts a.tsv
expect unsaid 0 'not said a: f q effect: unknown instead of read_write' 'total 2 1 1'
score --min-precision 90 a.facts a.tsv
expect precision 1 'below the wanted 90 / 0'
score --min-precision 87.5 --min-recall 77.7 a.facts a.tsv
expect enough 0
score --min-recall 78 a.facts a.tsv
expect recall 1

cat >b.c <<'END'
// expect: f p effect=unknown # a callback gets it
// expect: g p effect=safe null=unknown
int nothing; // expected: no label
END
printf 'f\tp\teffect\tsafe\ng\tp\teffect\tsafe\ng\tp\tnull\tunknown\n' >b.tsv
score -v a.facts a.tsv b.c b.tsv
expect cases 0 'b effect 1 2 1 50.0 100.0' 'all effect 3 3 2' 'wrong b: f p effect: safe instead of unknown # a callback gets it'

score --check a.facts b.c
expect check 0 '14 labels'
for line in 'f p' 'f p effect=fine' 'f p color=red' 'f p effect' 'f p effect=safe|fine' 'f p effect=safe effect=safe'; do
	echo "$line" >bad.facts
	score --check bad.facts
	expect "check of '$line'" 2 'bad.facts:1:'
done
printf 'f\tp\teffect\n' >bad.tsv
score a.facts bad.tsv
expect 'short line' 2 'bad.tsv:1:'
printf 'f\tp\teffect\tsafe\nf\tp\teffect\tread_only\n' >bad.tsv
score a.facts bad.tsv
expect 'said twice' 2 'bad.tsv:2:'
: >empty.tsv
score a.facts empty.tsv
expect 'nothing said' 2 'empty'
score a.facts
expect 'no facts' 2 'every TRUTH needs its FACTS'
score a.facts missing
expect 'no file' 2 "cannot read 'missing'"
score --attributes colour a.facts a.tsv
expect 'no such attribute' 2 "no attribute 'colour'"
score
expect 'no files' 2
score --best a.facts a.tsv
expect 'no such option' 2

[ $failures -eq 0 ]
