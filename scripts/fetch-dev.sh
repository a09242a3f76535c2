#!/bin/sh
# Prints a folder that holds a -dev package unpacked as under /, fetching it first when the cache lacks it: the package and those
# of its dependencies that this system has not installed. Nothing is installed.
#
#   scripts/fetch-dev.sh PACKAGE           PACKAGE is the name of a binary package
#
# Layout: CACHE/dev/PACKAGE/root/ is the folder, CACHE/dev/PACKAGE/files lists what PACKAGE itself brought (usr/include/…). Links to
# a shared library that is not in the folder are pointed at the system's. Exit codes as in fetch-source.sh.
set -u

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=apt-private.sh
. "$here/apt-private.sh"

program=fetch-dev
take_package "$@"
folder=$(hr_cache)/dev/$package

if [ -d "$folder/root" ]; then
	printf '%s\n' "$folder/root"
	exit 0
fi
command -v dpkg-deb >/dev/null 2>&1 || fail 77 "skipped: no dpkg-deb on this machine"

# --reinstall: the package itself is wanted even where it is installed. No lock: nothing but our own folder is written.
download() {
	hr_apt get install --download-only --reinstall --no-install-recommends --allow-downgrades \
		-o Debug::NoLocking=true -o Dir::Cache::archives="$folder/debs" "$package" >"$folder/download.log" 2>&1
}

hr_apt_setup deb || exit
hr_apt cache show "$package" >/dev/null 2>&1 || fail 1 "the archives of this system have no package '$package'"
mkdir -p "$folder/debs/partial" || exit 1
if ! download && ! { hr_apt_refresh && download; }; then
	grep -E '^(E:|Err)' "$folder/download.log" | head -n 5 >&2
	if grep -q -E 'unmet dependencies|held broken|Unable to correct' "$folder/download.log"; then
		fail 1 "the dependencies of '$package' cannot be met on this system"
	fi
	fail 77 "skipped: cannot download '$package'"
fi

scratch=$(mktemp -d "$folder/unpack.XXXXXX") || exit 1
trap 'rm -rf "$scratch"' EXIT
for deb in "$folder"/debs/*.deb; do
	[ -f "$deb" ] || fail 1 "nothing was downloaded for '$package'"
	dpkg-deb -x "$deb" "$scratch" || fail 1 "cannot unpack '${deb##*/}'"
	case ${deb##*/} in
	"${package}"_*) dpkg-deb --fsys-tarfile "$deb" | tar -t | sed -n 's,^\./,,; /[^/]$/p' >"$folder/files" ;;
	esac
done
[ -f "$folder/files" ] || fail 1 "'$package' itself was not downloaded"

# dpkg-deb gives the folder the owner and mode of the archive's root.
chmod -R u+rwX,go+rX "$scratch"
find "$scratch" -type l -name '*.so*' | while IFS= read -r link; do
	target=$(readlink "$link")
	place=${link#"$scratch"}
	case $target in
	/*) inside=$scratch$target outside=$target ;;
	*) inside=${link%/*}/$target outside=${place%/*}/$target ;;
	esac
	if [ -e "$inside" ]; then
		case $target in /*) ln -sf -r "$inside" "$link" ;; esac
	elif [ -e "$outside" ]; then
		ln -sf "$outside" "$link"
	fi
done
mv -T "$scratch" "$folder/root" 2>/dev/null || [ -d "$folder/root" ] || fail 1 "cannot write '$folder/root'"
rm -rf "$folder/debs"
printf '%s\n' "$folder/root"
