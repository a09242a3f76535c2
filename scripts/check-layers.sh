#!/bin/sh
# Holds src/ to the layering of the design: who includes whom, who may use a foreign library, who may print or exit.
#
#     check-layers.sh [ROOT]        ROOT: the tree that has src/ in it; the project's own by default
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cd "${1:-$here/..}"

# Folder: what its files may include besides the folder's own headers. Stages stand in the order of the pipeline; nothing
# includes a later one. search and suite never include exec: app hands them a callback.
layers() {
	cat <<-'EOT'
		base:
		model:     base
		roles:     base model
		frontend:  base model
		ir:        base
		analysis:  base model ir
		wire:
		fence:
		runtime:   wire fence
		build:     base model analysis ir wire
		seq:       base model
		solver:    base
		search:    base model seq analysis solver
		exec:      base model seq wire fence
		oracle:    base model seq
		suite:     base model seq oracle
		store:     base model seq
		report:    base model seq store
		app:       *
	EOT
}

# Foreign headers, by how their names begin: the one folder that may include them.
foreign() {
	cat <<-'EOT'
		clang-c/:  frontend
		llvm-c/:   ir
		z3:        solver
		sqlite3:   store
	EOT
}

# Below app and report nothing prints to the terminal and nothing ends the process: errors travel in an error object.
# _exit stays allowed, for children between fork and exec.
may_print_and_exit="app report"
may_print_and_exit_files="src/base/bug.c"
endings="exit quick_exit _Exit abort"
printers="printf vprintf puts putchar perror"
streams="stdout stderr"

# A folder of src/ that the table does not know has no rules: that is an error of its own, found by check_code and here.
files=$(find src -mindepth 2 -name '*.[ch]' | sort)
if [ -z "$files" ]; then
	echo "check-layers: no sources below src" >&2
	exit 1
fi

problems=$(mktemp)
trap 'rm -f "$problems"' EXIT

# shellcheck disable=SC2016 # awk's dollars
check_includes='
	function problem(text) { printf "%s:%d: %s\n", FILENAME, FNR, text }
	BEGIN {
		while ((("echo \"$LAYERS\"") | getline row) > 0) {
			split(row, half, ":")
			known[half[1]] = 1
			n = split(half[2], names, " ")
			for (i = 1; i <= n; i++)
				allowed[half[1], names[i]] = 1
		}
		while ((("echo \"$FOREIGN\"") | getline row) > 0) {
			split(row, half, ":")
			gsub(/[ \t]/, "", half[2])
			owner[half[1]] = half[2]
		}
	}
	FNR == 1 {
		split(FILENAME, path, "/")
		folder = path[2]
		if (!(folder in known))
			problem("folder \"" folder "\" is not in the table of layers")
	}
	/^[ \t]*#[ \t]*include/ {
		name = $0
		sub(/^[ \t]*#[ \t]*include[ \t]*/, "", name)
		quote = substr(name, 1, 1)
		if (quote != "\"" && quote != "<") {
			problem("an include must name its file, so that this check can see it")
			next
		}
		name = substr(name, 2)
		sub(/[">].*/, "", name)
		for (start in owner)
			if (index(name, start) == 1) {
				if (folder != owner[start])
					problem("only " owner[start] " may include " name)
				next
			}
		if (quote == "<")
			next
		slash = index(name, "/")
		if (!slash) {
			problem("write the folder too: #include \"" folder "/" name "\"")
			next
		}
		target = substr(name, 1, slash - 1)
		if (target != folder && !((folder, target) in allowed) && !((folder, "*") in allowed))
			problem(folder " may not include " name)
	}'
LAYERS=$(layers)
FOREIGN=$(foreign)
export LAYERS FOREIGN
# shellcheck disable=SC2086 # a list of names
awk "$check_includes" $files >>"$problems"

# shellcheck disable=SC2016
check_code='
	BEGIN {
		split_set(folders, free)
		split_set(exempt, free_file)
		split_set(endings, ends)
		split_set(printers, prints)
		split_set(streams, stream)
	}
	function split_set(words, set,    n, i, list) {
		n = split(words, list, " ")
		for (i = 1; i <= n; i++)
			set[list[i]] = 1
	}
	{
		file = $0
		sub(/:.*/, "", file)
		split(file, path, "/")
		if ((path[2] in free) || (file in free_file))
			next
		rest = $0
		sub(/^[^:]*:/, "", rest)
		line = rest
		sub(/:.*/, "", line)
		sub(/^[^:]*:/, "", rest)
		if (rest ~ /^[ \t]*#[ \t]*include/)
			next
		while (match(rest, /[A-Za-z_][A-Za-z_0-9]*/)) {
			word = substr(rest, RSTART, RLENGTH)
			rest = substr(rest, RSTART + RLENGTH)
			if (word == "__attribute__") # format(printf, …) is no call
				continue
			called = rest ~ /^[ \t]*\(/
			if (called && (word in ends))
				printf "%s:%s: %s() below app: return an error, or HR_BUG for a broken invariant\n", file, line, word
			else if ((called && (word in prints)) || (word in stream))
				printf "%s:%s: %s below app and report: they alone print\n", file, line, word
		}
	}'
# shellcheck disable=SC2086
awk -v want=code -f "$here/c-text.awk" $files |
	awk -v folders="$may_print_and_exit" -v exempt="$may_print_and_exit_files" \
		-v endings="$endings" -v printers="$printers" -v streams="$streams" "$check_code" >>"$problems"

if [ -s "$problems" ]; then
	cat "$problems"
	exit 1
fi
