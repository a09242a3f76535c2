# The functions of a library without Harrier's help, to be sourced by bash scripts: what nm and the C preprocessor say, to check
# Harrier against.
#
#   hr_include_lines HEADER…             a #include line for each
#   hr_compiles_alone HEADER FLAG…       does it, as C?
#   hr_preprocess HEADER… -- FLAG…       all headers together, preprocessed
#   hr_declared_names FILE               of the sorted names in FILE, those that the preprocessed text on standard input declares
#   hr_exported_static OBJECT…           functions that object files or archives define for others; sorted
#   hr_exported_dynamic LIBRARY…         the same for shared libraries
#   hr_shared_libraries FLAG…            the files behind -l flags
# shellcheck shell=bash

hr_include_lines() {
	local header
	for header in "$@"; do
		printf '#include "%s"\n' "$header"
	done
}

hr_compiles_alone() {
	hr_include_lines "$1" | "${CC:-cc}" -w -fsyntax-only -x c -I. "${@:2}" - >/dev/null 2>&1
}

hr_preprocess() {
	local list=()
	while [ $# -gt 0 ] && [ "$1" != -- ]; do
		list+=("$1")
		shift
	done
	shift
	hr_include_lines "${list[@]}" | "${CC:-cc}" -w -E -P -x c -I. "$@" -
}

# A name followed by a parenthesis, `name(` or `(name)(`, unless it is a member (`x->name(`). What is not a declaration among
# these is no name that the library exports, or a call in an inline function, which the header declares before.
hr_declared_names() {
	sed 's/"\([^"\\]\|\\.\)*"//g' | tr -s '[:space:]' ' ' |
		grep -oE '(->|\.)? ?[A-Za-z_][A-Za-z0-9_]* ?\(|\( ?[A-Za-z_][A-Za-z0-9_]* ?\) ?\(' |
		grep -vE '^(->|\.)' | tr -d '() ' | LC_ALL=C sort -u | LC_ALL=C comm -12 - "$1"
}

# T: code; W: weak code; i: chosen at load time.
hr_nm() {
	nm --defined-only "$@" | awk 'NF >= 3 && $2 ~ /^[TWi]$/ { sub(/@.*/, "", $3); print $3 }' | LC_ALL=C sort -u
}

hr_exported_static() {
	hr_nm -g "$@"
}

hr_exported_dynamic() {
	hr_nm -D "$@"
}

hr_shared_libraries() {
	local flag folder folders=() names=()
	for flag in "$@"; do
		case $flag in
		-L?*) folders+=("${flag#-L}") ;;
		-l?*) names+=("${flag#-l}") ;;
		esac
	done
	for flag in "${names[@]}"; do
		for folder in "${folders[@]}" /usr/lib/*-linux-gnu* /usr/lib /lib; do
			if [ -e "$folder/lib$flag.so" ]; then
				echo "$folder/lib$flag.so"
				break
			fi
		done
	done
}
