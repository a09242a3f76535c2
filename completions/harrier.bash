# bash completion for harrier
# shellcheck shell=bash

# The files that end in one of the given endings (an extended pattern), and directories.
_harrier_files() {
	local ending=$1 word=$2 path
	compopt -o filenames 2>/dev/null
	while IFS= read -r path; do
		if [[ -d $path || $path =~ $ending ]]; then
			COMPREPLY+=("$path")
		fi
	done < <(compgen -f -- "$word")
}

_harrier_words() {
	mapfile -t COMPREPLY < <(compgen -W "$1" -- "$2")
}

_harrier_inspect() {
	local word=$1 previous=$2
	case $previous in
	--header) _harrier_files '\.h$' "$word" ;;
	--tree) _harrier_files '/$' "$word" ;;
	--with) _harrier_files '\.c$' "$word" ;;
	-p | --build) _harrier_files '(^|/)compile_commands\.json$' "$word" ;;
	--contracts) _harrier_files '\.h$' "$word" ;;
	--model) _harrier_files '\.json$' "$word" ;;
	--graph) _harrier_files '\.(dot|svg)$' "$word" ;;
	--operation | --type) ;; # names of the library
	*)
		if [[ $word == -* ]]; then
			_harrier_words "--header --tree -p --build --with --model --operation --type --unsupported --constants --facts --no-code --contracts --graph --json --help --" "$word"
		else
			_harrier_files '\.[ch]$' "$word"
		fi
		;;
	esac
}

_harrier_gen() {
	local word=$1 previous=$2
	case $previous in
	--header) _harrier_files '\.h$' "$word" ;;
	--tree | --out) _harrier_files '/$' "$word" ;;
	-p | --build) _harrier_files '(^|/)compile_commands\.json$' "$word" ;;
	--contracts) _harrier_files '\.h$' "$word" ;;
	--with) _harrier_files '\.c$' "$word" ;;
	--budget) _harrier_words "10s 60s 5m" "$word" ;;
	--certify) _harrier_words "quick default thorough" "$word" ;;
	--strategy) _harrier_words "portfolio random guided" "$word" ;;
	--parts) _harrier_words "all none constants impurity elephant detective orienteering bloodhound" "$word" ;;
	--framework) _harrier_words "plain cmocka check criterion unity" "$word" ;;
	--calls | --sequences | --seed | --length | --jobs | --tests | --no-contract) ;; # numbers and names
	*)
		if [[ $word == -* ]]; then
			_harrier_words "--header --tree -p --build --budget --calls --sequences --seed --length --jobs --out --resume --contracts --with --strategy --parts --fail-alloc --hangs --no-contract --framework --tests --certify --kept-coverage --json --help --" "$word"
		else
			_harrier_files '\.[ch]$' "$word"
		fi
		;;
	esac
}

_harrier_replay() {
	local word=$1 previous=$2
	case $previous in
	--header) _harrier_files '\.h$' "$word" ;;
	--tree | --out) _harrier_files '/$' "$word" ;;
	-p | --build) _harrier_files '(^|/)compile_commands\.json$' "$word" ;;
	--with) _harrier_files '\.c$' "$word" ;;
	--repeat | --fill | --timeout) ;; # numbers
	*)
		if [[ $word == -* ]]; then
			_harrier_words "--header --tree -p --build --with --out --trace --json --emit-c --leaks --repeat --fill --timeout --help --" "$word"
		else
			_harrier_files '\.(seq|[ch])$' "$word"
		fi
		;;
	esac
}

_harrier_minimize() {
	local word=$1 previous=$2
	case $previous in
	--header) _harrier_files '\.h$' "$word" ;;
	--tree | --out | --campaign) _harrier_files '/$' "$word" ;;
	-p | --build) _harrier_files '(^|/)compile_commands\.json$' "$word" ;;
	--runs) ;; # a number
	*)
		if [[ $word == -* ]]; then
			_harrier_words "--header --tree -p --build --confirm --thorough --out --campaign --runs --help --" "$word"
		else
			_harrier_files '\.(seq|[ch])$' "$word"
		fi
		;;
	esac
}

_harrier_compare() {
	local word=$1 previous=$2
	case $previous in
	--header) _harrier_files '\.h$' "$word" ;;
	--with) _harrier_files '\.c$' "$word" ;;
	--tree | --out) _harrier_files '/$' "$word" ;;
	-p | --build) _harrier_files '(^|/)compile_commands\.json$' "$word" ;;
	--budget | --calls | --seed | --jobs) ;; # a number
	*)
		if [[ $word == -* ]]; then
			_harrier_words "--header --tree -p --build --with --out --budget --calls --seed --jobs --json --help --" "$word"
		else
			_harrier_files '(\.[ch]|/)$' "$word"
		fi
		;;
	esac
}

_harrier_capture() {
	local word=$1 previous=$2
	case $previous in
	-o | --output) _harrier_files '\.json$' "$word" ;;
	*) _harrier_words "-o --output --keep-main --help --" "$word" ;;
	esac
}

_harrier_mutate() {
	local word=$1 previous=$2
	case $previous in
	--build | --run | --mutants | --seed | --budget | --survivors | --fail-under) ;;
	--project) mapfile -t COMPREPLY < <(compgen -d -- "$word") ;;
	*)
		if [[ $word == -* ]]; then
			_harrier_words "--build --run --project --mutants --seed --budget --survivors --fail-under --json --help" "$word"
		else
			_harrier_files '' "$word"
		fi
		;;
	esac
}

_harrier_report() {
	local word=$1 previous=$2
	case $previous in
	--out) _harrier_files '/$' "$word" ;;
	--compare) _harrier_files '(\.db|/)$' "$word" ;;
	*)
		if [[ $word == -* ]]; then
			_harrier_words "--out --compare --json --help" "$word"
		else
			_harrier_files '(\.db|/)$' "$word"
		fi
		;;
	esac
}

_harrier() {
	local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} i
	COMPREPLY=()
	if [ "$COMP_CWORD" -eq 1 ]; then
		_harrier_words "gen inspect capture replay minimize compare mutate report doctor help --help --version" "$word"
		return
	fi
	# Behind "--" stand the compiler's flags, or the build.
	for ((i = 2; i < COMP_CWORD; i++)); do
		[ "${COMP_WORDS[i]}" = -- ] || continue
		if [ "${COMP_WORDS[1]}" = capture ] && declare -F _command_offset >/dev/null; then
			_command_offset $((i + 1))
		elif [ "${COMP_WORDS[1]}" = capture ] && [ "$COMP_CWORD" -eq $((i + 1)) ]; then
			mapfile -t COMPREPLY < <(compgen -c -- "$word")
		else
			_harrier_files '' "$word"
		fi
		return
	done
	case ${COMP_WORDS[1]} in
	gen) _harrier_gen "$word" "$previous" ;;
	inspect) _harrier_inspect "$word" "$previous" ;;
	replay) _harrier_replay "$word" "$previous" ;;
	minimize) _harrier_minimize "$word" "$previous" ;;
	compare) _harrier_compare "$word" "$previous" ;;
	capture) _harrier_capture "$word" "$previous" ;;
	mutate) _harrier_mutate "$word" "$previous" ;;
	report) _harrier_report "$word" "$previous" ;;
	doctor) _harrier_words "--json --help" "$word" ;;
	help) _harrier_words "gen inspect capture replay minimize compare mutate report doctor" "$word" ;;
	esac
}

complete -F _harrier harrier
