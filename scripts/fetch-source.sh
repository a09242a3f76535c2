#!/bin/sh
# Prints the folder of a library's upstream source, fetching it first when the cache lacks it: the orig tarball of Debian's (or
# Ubuntu's) source package, without the distribution's patches. Neither the system's apt configuration nor the source tree
# is touched.
#
#   scripts/fetch-source.sh PACKAGE        PACKAGE is the name of a source package
#
# Layout: CACHE/src/PACKAGE/ holds the downloaded files, CACHE/src/PACKAGE/orig/ the unpacked source; CACHE is
# $HARRIER_CACHE, or harrier/ in the user's cache folder. Exit codes: 0, 1 (no such package, bad archive), 2 (usage),
# 77 (cannot download here: no apt, no network).
set -u

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=apt-private.sh
. "$here/apt-private.sh"

program=fetch-source
take_package "$@"
folder=$(hr_cache)/src/$package

if [ -d "$folder/orig" ]; then
	printf '%s\n' "$folder/orig"
	exit 0
fi

# The newest version that the lists know; lists may have aged, so they are fetched anew before giving up.
download() {
	(cd "$folder" && hr_apt get source --download-only --tar-only --only-source "$package${1:+=$1}") >"$folder/download.log" 2>&1
}

# An older one: mirrors may lack the newest, which another archive has.
download_older() {
	for version in $(hr_apt cache showsrc --only-source "$package" 2>/dev/null | sed -n 's/^Version: //p' | sort -Vru | tail -n +2); do
		! download "$version" || return 0
	done
	return 1
}

tarballs() {
	find "$folder" -maxdepth 1 -type f -name "*.tar.*" ! -name "*.debian.tar.*" ! -name "*.asc" "$@"
}

hr_apt_setup deb-src || exit
mkdir -p "$folder" || exit 1
if ! download && ! { hr_apt_refresh && download; } && ! download_older; then
	if grep -q 'Unable to find a source package' "$folder/download.log"; then
		rm -rf "$folder"
		fail 1 "the archives of this system have no source package '$package'"
	fi
	grep -E "^(E:|Err)" "$folder/download.log" | head -n 5 >&2
	fail 77 "skipped: cannot download '$package'"
fi

# Further component tarballs (NAME_VERSION.orig-PART.tar.*) are left alone; a native package has no orig at all.
tarball=$(tarballs -name "*.orig.tar.*" | sort | tail -n 1)
[ -n "$tarball" ] || tarball=$(tarballs ! -name "*.orig-*" | sort | tail -n 1)
[ -n "$tarball" ] || fail 1 "no source tarball among the files of '$package'"

scratch=$(mktemp -d "$folder/unpack.XXXXXX") || exit 1
trap 'rm -rf "$scratch"' EXIT
tar -x -f "$tarball" -C "$scratch" --no-same-owner || fail 1 "cannot unpack '${tarball##*/}'"

# Like dpkg-source: a single folder at the top is the source, anything else is a source without one.
top=$scratch
if [ "$(find "$scratch" -mindepth 1 -maxdepth 1 | wc -l)" -eq 1 ]; then
	top=$(find "$scratch" -mindepth 1 -maxdepth 1)
fi
chmod -R u+rwX,go+rX "$top"
mv -T "$top" "$folder/orig" 2>/dev/null || [ -d "$folder/orig" ] || fail 1 "cannot write '$folder/orig'"
printf '%s\n' "$folder/orig"
