#!/bin/bash
# `harrier compare` on two versions of real libraries: what it tells, to be judged by hand (bench/compare.md).
#
#   bench/compare.sh [--budget TIME] [--jobs N] [--seed N] [--release NAME] [--keep DIR] [CASE…]
#
# Cases: cjson-patched (upstream's source and the distribution's patches), cjson, lz4 (this release's upstream version and that of another release, trixie by default), same (cjson with itself). All by default, 20 s each.
# Sources come from the distribution's archives and stay in the cache; results go to DIR, or to a temporary folder. Prints what compare prints, and a last line for each case: its name, exit code, breaks of the API, differences. Exit
# codes: 0, 1 (two copies of one version differ, or nothing was found where something is known), 2 (usage), 77 (no sources).
set -u
export LC_ALL=C
root=$(cd "$(dirname "$0")/.." && pwd)
harrier=$(realpath "${HARRIER:-$root/build/harrier}")
# shellcheck source=../scripts/apt-private.sh
. "$root/scripts/apt-private.sh"
budget=20s options=() release=trixie keep='' cases=()
while [ $# -gt 0 ]; do
	case $1 in
	--budget) budget=${2:?} && shift ;;
	--release) release=${2:?} && shift ;;
	--keep) keep=${2:?} && shift ;;
	--jobs | --seed) options+=("$1" "${2:?}") && shift ;;
	-*) sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2 && exit 2 ;;
	*) cases+=("$1") ;;
	esac
	shift
done
[ ${#cases[@]} -gt 0 ] || cases=(cjson-patched cjson lz4 same)
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM
[ -n "$keep" ] || keep=$scratch
mkdir -p "$keep" && keep=$(cd "$keep" && pwd) || exit 1
status=0

# other_release PACKAGE: prints the folder of its upstream source in the other release
other_release() {
	local folder codename tarball
	folder=$(hr_cache)/releases/$release/$1
	if [ ! -d "$folder/orig" ]; then
		codename=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
		[ -n "$codename" ] || return 77
		hr_apt_dir=$(hr_cache)/releases/$release/apt
		mkdir -p "$folder/new" "$hr_apt_dir"/{lists/partial,archives/partial,cache,log} || return 1
		hr_apt_write_sources deb-src
		sed -i "s/$codename/$release/g" "$hr_apt_dir"/sources/* || return 77
		hr_apt_write_config
		hr_apt_has_lists || hr_apt_refresh || return 77
		(cd "$folder" && hr_apt get source --download-only --tar-only --only-source "$1") >"$folder/download.log" 2>&1 || return 77
		tarball=$(find "$folder" -maxdepth 1 -name '*.orig.tar.*' ! -name '*.asc' | sort | tail -n 1)
		tar -x -f "$tarball" -C "$folder/new" --strip-components 1 --no-same-owner && mv "$folder/new" "$folder/orig" || return 1
	fi
	echo "$folder/orig"
}

# patched PACKAGE: prints the folder of its source with all patches of the distribution
patched() {
	local folder common patch
	folder=$(hr_cache)/compare/$1-patched common=$(hr_cache)/bugs/packages/$1
	if [ ! -d "$folder" ]; then
		"$root/bench/bugs/run.sh" prepare "$1-long-number" >/dev/null || return 77
		rm -rf "$folder.new" && mkdir -p "${folder%/*}" && cp -R "$common/base" "$folder.new" || return 1
		while read -r patch; do
			patch -s -p1 --no-backup-if-mismatch -d "$folder.new" <"$common/debian/patches/$patch" || return 1
		done <"$common/debian/patches/series"
		mv "$folder.new" "$folder"
	fi
	echo "$folder"
}

# compare NAME OLD NEW ARGUMENT…
compare() {
	local name=$1 old=$2 new=$3 code=0
	shift 3
	echo "== $name"
	(cd "$scratch" && "$harrier" compare "$old" "$new" --out "$keep/$name" --budget "$budget" "${options[@]}" "$@") >"$keep/$name.txt" 2>"$keep/$name.log" || code=$?
	cat "$keep/$name.txt"
	[ $code -le 1 ] || tail -n 5 "$keep/$name.log"
	echo "$name: exit $code, $(sed -n 's/^  changes of the API: //p' "$keep/$name.txt" | grep . || echo 0) changes of the API, $(sed -n 's/^  differences: //p' "$keep/$name.txt") differences"
	case $name.$code in
	same.0 | cjson-patched.1) ;;
	same.* | cjson-patched.*) status=1 ;;
	*.[01]) ;;
	*) status=1 ;;
	esac
}

cjson=(--header cJSON.h --header cJSON_Utils.h cJSON.c cJSON_Utils.c -- -I. -DENABLE_LOCALES -lm)
for case in "${cases[@]}"; do
	case $case in
	cjson-patched) old=$("$root/scripts/fetch-source.sh" cjson) && new=$(patched cjson) && compare "$case" "$old" "$new" "${cjson[@]}" ;;
	cjson) old=$("$root/scripts/fetch-source.sh" cjson) && new=$(other_release cjson) && compare "$case" "$old" "$new" "${cjson[@]}" ;;
	lz4) old=$("$root/scripts/fetch-source.sh" lz4) && new=$(other_release lz4) && compare "$case" "$old" "$new" --header lib/lz4.h lib/lz4.c -- -Ilib ;;
	same) old=$("$root/scripts/fetch-source.sh" cjson) && compare "$case" "$old" "$old" "${cjson[@]}" ;;
	*) echo "compare: no case '$case'" >&2 && exit 2 ;;
	esac || { echo "$case: skipped: its sources cannot be had here" && [ $status -ne 0 ] || status=77; }
done
exit $status
