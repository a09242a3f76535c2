# Knows the libraries of this folder, to be sourced by bash scripts: what the tests and benchmarks share.
#
# NAME.lib describes one library. It is sourced by a shell and sets:
#
#   package      Debian's name: of the source package for kind=source, of the -dev package for kind=installed
#   kind         source: upstream's source, fetched and compiled here; installed: headers and shared libraries of the -dev package,
#                from the system where it is installed, otherwise unpacked in the cache
#   headers      the public headers: paths in the source, or below / (usr/include/…); patterns are fine
#   sources      the library's own .c files (kind=source); none for a header-only library
#   bundled      .c files of another library that comes with it: part of the unit, not of what it offers
#   flags        compiler flags; paths in them are relative to the source
#   libs         linker flags
#   pkgconfig    modules whose flags are added
#   standalone   yes: leave out headers that do not compile alone
#   configured   files that upstream's configure would make: they are made empty in the source, and flags tell what would be in them
#   large        yes: takes too long for every day; `make check-all` (HR_CHECK=all) has it
#
#   hr_library_names             all names
#   hr_library_names_here        those whose -dev package is installed, and all that come as sources; large ones only in make check-all
#   hr_library_load NAME         fetches what is missing and goes to the library's folder and sets lib_kind, lib_headers[], lib_sources[],
#                                lib_flags[] and lib_arguments[], what `harrier inspect` takes. 77: cannot be had here (the
#                                reason is printed). Best in a subshell
#   hr_library_exported          functions that the library exports, by nm; one a line, sorted
#   hr_library_declared FILE     of the names in FILE, those that the headers declare, by the C preprocessor
# shellcheck shell=bash

hr_libraries=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
hr_scripts=$(cd "$hr_libraries/../../scripts" && pwd)
# shellcheck source=../../scripts/api-names.sh
. "$hr_scripts/api-names.sh"

hr_library_names() {
	local file
	for file in "$hr_libraries"/*.lib; do
		basename "$file" .lib
	done
}

# Those that need no package beyond what scripts/setup.sh installs: sources, and -dev packages that are there.
hr_library_names_here() {
	local name package='' kind='' large=''
	for name in $(hr_library_names); do
		large=''
		# shellcheck source=/dev/null
		. "$hr_libraries/$name.lib"
		[ "$large" != yes ] || [ "${HR_CHECK:-}" = all ] || continue
		[ "$kind" != installed ] || hr_is_installed "$package" || continue
		echo "$name"
	done
}

hr_is_installed() {
	dpkg-query -W -f '${db:Status-Status}\n' "$1" 2>/dev/null | grep -qx installed
}

hr_library_load() {
	local dir package='' kind='' headers='' sources='' bundled='' flags='' libs='' pkgconfig='' standalone='' configured='' more=''
	if [ ! -f "$hr_libraries/$1.lib" ]; then
		echo "no file tests/libraries/$1.lib" >&2
		return 1
	fi
	# shellcheck source=/dev/null
	. "$hr_libraries/$1.lib"

	lib_kind=$kind
	case $kind in
	source) dir=$("$hr_scripts/fetch-source.sh" "$package") || return ;;
	installed) dir=$(hr_library_root "$package") || return ;;
	*) echo "$1.lib: kind is '$kind'" >&2 && return 1 ;;
	esac
	cd "$dir" || return
	if [ -n "$configured" ]; then
		# shellcheck disable=SC2086 # several files
		touch $configured || return
	fi
	if [ -n "$pkgconfig" ]; then
		# shellcheck disable=SC2086 # several modules
		more=$("$hr_scripts/pkg-flags.sh" "$dir" $pkgconfig) || return
	fi

	read -r -a lib_sources <<<"$sources"
	read -r -a lib_flags <<<"$flags $more $libs"
	# shellcheck disable=SC2086 # patterns, on purpose
	mapfile -t lib_headers < <(printf '%s\n' $headers)
	if [ "$standalone" = yes ]; then
		hr_library_drop_dependent
	fi
	if [ ! -e "${lib_headers[0]:-}" ]; then
		echo "$1: no header '$headers' in '$package'" >&2
		return 1
	fi
	local header others
	read -r -a others <<<"$bundled"
	lib_arguments=()
	for header in "${lib_headers[@]}"; do
		lib_arguments+=(--header "$header")
	done
	lib_arguments+=("${lib_sources[@]}" "${others[@]}" -- "${lib_flags[@]}")
}

# / where the package is installed, otherwise the folder where it is unpacked.
hr_library_root() {
	if hr_is_installed "$1"; then
		echo /
	else
		"$hr_scripts/fetch-dev.sh" "$1"
	fi
}

hr_library_drop_dependent() {
	local header kept=()
	for header in "${lib_headers[@]}"; do
		if hr_compiles_alone "$header" "${lib_flags[@]}"; then
			kept+=("$header")
		else
			echo "left out, does not compile alone: ${header##*/}" >&2
		fi
	done
	lib_headers=("${kept[@]}")
}

# Of the shared libraries, or of the sources compiled here (of the headers, where the library is nothing else).
hr_library_exported() {
	local scratch source number=0 files
	if [ "$lib_kind" = installed ]; then
		mapfile -t files < <(hr_shared_libraries "${lib_flags[@]}")
		hr_exported_dynamic "${files[@]}"
		return
	fi
	scratch=$(mktemp -d) || return
	if [ ${#lib_sources[@]} -eq 0 ]; then
		hr_include_lines "${lib_headers[@]}" | "${CC:-cc}" -w -c -x c -I. "${lib_flags[@]}" -o "$scratch/0.o" -
	fi
	for source in "${lib_sources[@]}"; do
		number=$((number + 1))
		"${CC:-cc}" -w -c "${lib_flags[@]}" -o "$scratch/$number.o" "$source" || break
	done
	hr_exported_static "$scratch"/*.o
	rm -rf "$scratch"
}

hr_library_declared() {
	hr_preprocess "${lib_headers[@]}" -- "${lib_flags[@]}" | hr_declared_names "$1"
}
