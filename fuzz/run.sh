#!/bin/sh
# Fuzzes one of our own readers for a while: builds fuzz/fuzz_NAME.c with libFuzzer and both sanitizers and runs it on its corpus.
#
#     run.sh NAME [SECONDS]        NAME: compdb, json, model_json, sequence; 4 seconds unless told, 30 in `make check-all` (HR_CHECK=all)
#
# New inputs stay in a scratch directory; an input that breaks something is shown and kept in ./crash-*.
# Exit code 77: this machine's clang has no libFuzzer.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
name=$1
seconds=4
[ "${HR_CHECK:-}" != all ] || seconds=30
seconds=${2:-$seconds}
clang=${CLANG:-clang-19}

case $name in
compdb) folders="base frontend" corpus=compdb ;;
json) folders="base" corpus=json ;;
model_json) folders="base model" corpus=model ;;
sequence) folders="base model seq" corpus=sequence ;;
*) echo "fuzz: no target '$name'" >&2; exit 2 ;;
esac

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
echo 'int LLVMFuzzerTestOneInput(const unsigned char *d, unsigned long n); int LLVMFuzzerTestOneInput(const unsigned char *d, unsigned long n) { (void)d; (void)n; return 0; }' >"$scratch/probe.c"
if ! "$clang" -fsanitize=fuzzer "$scratch/probe.c" -o "$scratch/probe" 2>/dev/null; then
	echo "skipped: $clang cannot link libFuzzer"
	exit 77
fi

sources="$root/fuzz/fuzz_$name.c"
for folder in $folders; do
	for file in "$root/src/$folder"/*.c; do
		# the readers of the front end need no libclang
		grep -q 'clang-c\|frontend/reader.h\|frontend/diagnostics.h\|frontend/trial.h' "$file" || sources="$sources $file"
	done
done
# what runs for a moment is compiled in a moment
optimization=-O1
[ "$seconds" -ge 20 ] || optimization=-O0
# shellcheck disable=SC2086 # a list of files
"$clang" -std=gnu11 -D_GNU_SOURCE -DHR_FUZZ_MODEL="\"$root/fuzz/sequence.json\"" -I"$root/src" $optimization -gline-tables-only -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all \
	$sources -o "$scratch/fuzz"

dictionary=
case $name in
model_json) dictionary="-dict=$root/fuzz/model.dict" ;;
sequence) dictionary="-dict=$root/fuzz/sequence.dict" ;;
esac
mkdir "$scratch/corpus"
# shellcheck disable=SC2086 # an option or nothing
"$scratch/fuzz" -max_total_time="$seconds" -timeout=60 -rss_limit_mb=2048 -max_len=16384 -print_final_stats=1 -verbosity=0 \
	-artifact_prefix=./crash- $dictionary "$scratch/corpus" "$root/fuzz/corpus/$corpus" 2>"$scratch/log" || {
	cat "$scratch/log"
	exit 1
}
grep 'number_of_executed_units' "$scratch/log" || true
