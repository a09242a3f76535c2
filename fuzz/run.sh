#!/bin/sh
# Fuzzes our own readers for a while: builds fuzz/fuzz_NAME.c with libFuzzer and both sanitizers and runs it on its corpus.
#
#     run.sh NAME… [SECONDS]       NAME: compdb, json, model_json, sequence; 2 seconds each unless told, 30 in `make check-all` (HR_CHECK=all)
#
# New inputs stay in a scratch directory; an input that breaks something is shown and kept in ./crash-*. Several are built from the same objects.
# Exit code 77: this machine's clang has no libFuzzer. The last line is "N passed, N failed".
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
names=
seconds=2
[ "${HR_CHECK:-}" != all ] || seconds=30
for word; do
	case $word in
	compdb | json | model_json | sequence) names="$names $word" ;;
	*[!0-9]* | '') echo "fuzz: no target '$word'" >&2; exit 2 ;;
	*) seconds=$word ;;
	esac
done
[ -n "$names" ] || { echo "usage: run.sh NAME… [SECONDS]" >&2; exit 2; }
clang=${CLANG:-clang-19}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
echo 'int LLVMFuzzerTestOneInput(const unsigned char *d, unsigned long n); int LLVMFuzzerTestOneInput(const unsigned char *d, unsigned long n) { (void)d; (void)n; return 0; }' >"$scratch/probe.c"
if ! "$clang" -fsanitize=fuzzer "$scratch/probe.c" -o "$scratch/probe" 2>/dev/null; then
	echo "skipped: $clang cannot link libFuzzer"
	exit 77
fi

# what runs for a moment is compiled in a moment
optimization=-O1
[ "$seconds" -ge 20 ] || optimization=-O0

# compile FOLDER SOURCE…: objects in a folder of that name, unless they are there
compile() {
	folder=$scratch/$1
	shift
	[ ! -d "$folder" ] || return 0
	mkdir "$folder"
	(cd "$folder" && "$clang" -std=gnu11 -D_GNU_SOURCE -DHR_FUZZ_MODEL="\"$root/fuzz/sequence.json\"" -I"$root/src" $optimization -gline-tables-only \
		-fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all -c "$@")
}

# compile_layer NAME: that folder of src; the readers of the front end need no libclang
compile_layer() {
	sources=
	for file in "$root/src/$1"/*.c; do
		grep -q 'clang-c\|frontend/reader.h\|frontend/diagnostics.h\|frontend/trial.h' "$file" || sources="$sources $file"
	done
	# shellcheck disable=SC2086 # a list of files
	compile "$1" $sources
}

# fuzz NAME CORPUS LAYER…
fuzz() {
	name=$1
	corpus=$2
	shift 2
	compile "fuzz_$name" "$root/fuzz/fuzz_$name.c" || return
	objects=$scratch/fuzz_$name/fuzz_$name.o
	for layer; do
		compile_layer "$layer" || return
		objects="$objects $scratch/$layer/*.o"
	done
	# shellcheck disable=SC2086 # a list of files, and patterns
	"$clang" -fsanitize=fuzzer,address,undefined $objects -o "$scratch/$name" || return
	dictionary=
	case $name in
	model_json) dictionary="-dict=$root/fuzz/model.dict" ;;
	sequence) dictionary="-dict=$root/fuzz/sequence.dict" ;;
	esac
	mkdir "$scratch/$name.corpus"
	# shellcheck disable=SC2086 # an option or nothing
	"$scratch/$name" -max_total_time="$seconds" -timeout=60 -rss_limit_mb=2048 -max_len=16384 -print_final_stats=1 -verbosity=0 \
		-artifact_prefix=./crash- $dictionary "$scratch/$name.corpus" "$root/fuzz/corpus/$corpus" 2>"$scratch/log" || {
		cat "$scratch/log"
		echo "not ok - $name"
		return 1
	}
	echo "ok - $name: $(grep 'number_of_executed_units' "$scratch/log")"
}

passed=0
failed=0
for name in $names; do
	case $name in
	compdb) set -- compdb base frontend ;;
	json) set -- json base ;;
	model_json) set -- model base model ;;
	sequence) set -- sequence base model seq ;;
	esac
	if fuzz "$name" "$@"; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
	fi
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
